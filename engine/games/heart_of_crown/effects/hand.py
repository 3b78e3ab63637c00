"""Cards into and out of the own hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.effects.resolving import NOTHING, number
from taku.engine.games.heart_of_crown.programs import Operation
from taku.engine.games.heart_of_crown.state import FACE_UP, State, offer, step


def draw(s: State, op: Operation) -> None:
    """Draw cards."""
    zones.draw(s, s.turn, op.numbers["draw"])


def discard_any(s: State, op: Operation) -> None:
    """Discard any number of cards from hand, also none."""
    s.tally = 0
    discard_more(s)


def discard_more(s: State) -> None:
    """Ask for the next card to discard."""
    if s.hand[s.turn]:
        s.ask(s.turn, "discard-any")
        s.then(discard_any_chosen)


@offer("discard-any")
def discard_any_moves(s: State, seat: int) -> Sequence[str]:
    """Any card of the hand, or enough."""
    return [*(f"discard {card}" for card in dict.fromkeys(s.hand[seat])), "stop"]


@step
def discard_any_chosen(s: State) -> None:
    """Discard it and ask again."""
    move = s.answer(s.turn)
    if move != "stop":
        zones.discard_from_hand(s, s.turn, move[8:])
        s.tally += 1
        discard_more(s)


def draw_as_many(s: State, op: Operation) -> None:
    """Draw as many as were discarded."""
    zones.draw(s, s.turn, s.tally)


def exile_one(s: State, op: Operation) -> None:
    """Exile a card from hand that fits; without one it is not done."""
    s.done = False
    moves = exile_moves(s, s.turn, op.card)
    if moves is NOTHING:
        return
    if len(s.hand[s.turn]) == 1:
        exile(s, moves[0][6:])
    else:
        s.ask(s.turn, "exile", op.card)
        s.then(exile_chosen)


@offer("exile")
def exile_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """Cards in hand that the text allows; never the card being played (HOC-CR-25, -36)."""
    fits = EXILABLE[card]
    return [f"exile {c}" for c in dict.fromkeys(s.hand[seat]) if fits(s, c)] or NOTHING


@step
def exile_chosen(s: State) -> None:
    """The active player has chosen."""
    move = s.answer(s.turn)
    if move != "pass":
        exile(s, move[6:])


def exile(s: State, card: str) -> None:
    """Exile it; what follows may depend on that."""
    zones.exile_from_hand(s, s.turn, card)
    s.done = True


EXILABLE: dict[str, Callable[[State, str], bool]] = {
    "donation": lambda s, c: True,
    "adventurer": lambda s, c: c not in s.cards.curses,
    "curse-witch": lambda s, c: s.cards.cost[c] >= number(s, "curse-witch", "cost_least"),
}
"""Which cards may be exiled from hand."""


def take_face_up(s: State, op: Operation) -> None:
    """Take the unbroken run of face-up cards on top of the deck (HOC-FAQ-35, -36)."""
    seat = s.turn
    deck, marks = s.deck[seat], s.marks[seat]
    while marks and marks[-1] == (len(deck) - 1, FACE_UP):
        marks.pop()
        found = deck.pop()
        zones.enter_hand(s, seat, found)
        s.emit("take", seat=seat, card=found)


def put_one_under(s: State, op: Operation) -> None:
    """Put a card without the succession type face up under the deck, or show that there is none."""
    moves = under_moves(s, s.turn)
    if moves is NOTHING:
        zones.show_hand(s, s.turn)
    elif len(s.hand[s.turn]) == 1:
        put_under(s, moves[0][6:])
    else:
        s.ask(s.turn, "under")
        s.then(under_chosen)


@offer("under")
def under_moves(s: State, seat: int) -> Sequence[str]:
    """Never a card with the succession type (HOC-FAQ-24)."""
    no = s.cards.successions
    return [f"under {card}" for card in dict.fromkeys(s.hand[seat]) if card not in no] or NOTHING


@step
def under_chosen(s: State) -> None:
    """The active player has chosen."""
    move = s.answer(s.turn)
    if move != "pass":
        put_under(s, move[6:])


def put_under(s: State, card: str) -> None:
    """Put a card from hand face up under the deck."""
    zones.leave_hand(s, s.turn, card)
    zones.put_under_deck(s, s.turn, card, FACE_UP)
    s.emit("under-deck", seat=s.turn, card=card)
