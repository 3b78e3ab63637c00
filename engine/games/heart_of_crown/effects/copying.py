"""What does as another card does."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.heart_of_crown.effects.defence import attack
from taku.engine.games.heart_of_crown.effects.resolving import NOTHING, resolve
from taku.engine.games.heart_of_crown.programs import Operation
from taku.engine.games.heart_of_crown.state import State, offer, step


def copy_action(s: State, op: Operation) -> None:
    """Choose an action card in a discard pile and do what it does."""
    if copy_moves(s, s.turn) is not NOTHING:
        s.ask(s.turn, "copy")
        s.then(copied)


@offer("copy")
def copy_moves(s: State, seat: int) -> Sequence[str]:
    """Action cards but Shinobi, of all players in the game (HOC-OVER-06)."""
    actions = s.cards.actions
    piles = [s.discard[owner] for owner in s.seats if not s.out[owner]]
    found = {c for pile in piles for c in pile if c in actions and c != "shinobi"}
    return [f"copy {card}" for card in sorted(found)] or NOTHING


@step
def copied(s: State) -> None:
    """An attack card can be answered (HOC-FAQ-26, HOC-DEF-15)."""
    card = s.answer(s.turn)[5:]
    s.emit("copy", seat=s.turn, card=card)
    if card in s.cards.attacks:
        attack(s, card)
    else:
        resolve(s, card)
