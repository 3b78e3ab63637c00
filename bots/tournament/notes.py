"""What is noted of a match besides its moves: who was dealt what, on which side, how far it came.

The referee may look at the whole state; none of this reaches a player.
"""

from __future__ import annotations

from typing import Any

from taku.engine import Game, State
from taku.engine.games.mitakihara.scoring import ENDINGS

Facts = tuple[tuple[str, ...], ...]
"""By seat: a topic and what it was, as in ``witch koyomi``."""


def is_noted(game: Game[Any]) -> bool:
    """Whether there is more to note of its matches than their moves and results."""
    return game.cooperative or game.id in ("daybreak", "mitakihara")


def dealt(state: State) -> Facts:
    """What each seat begins with, where that differs and is not chosen by a move."""
    s: Any = state
    if state.game.id == "daybreak":
        return tuple((f"witch {witch}",) for witch in s.witches)
    if state.game.id == "mitakihara":
        return _characters(s, "character", (1 << len(s.who)) - 1)
    return ()


def taken(state: State, dealt: Facts) -> dict[str, Any]:
    """What is noted at the end, as fields of ``Played``."""
    kept = _kept(state) or ((),) * len(dealt)
    facts = tuple([a + b for a, b in zip(dealt, kept, strict=True)])
    return {"sides": sides(state), "reached": reached(state), "facts": facts}


def _kept(state: State) -> Facts:
    """What each seat has in the end that tells how it went."""
    s: Any = state
    return _characters(s, "survivor", s.alive) if state.game.id == "mitakihara" else ()


def sides(state: State) -> tuple[str, ...]:
    """The side of each seat where some play against the rest, otherwise nothing."""
    s: Any = state
    if state.game.id != "mitakihara":
        return ()
    return tuple("witch" if traitor else "girls" for traitor in s.identity)


def reached(state: State) -> int | None:
    """How far those who play together have come: 100 is a victory, and more is a better one."""
    if not state.game.cooperative:
        return None
    if state.game.id == "mitakihara":
        return _way(state)
    return 100 if state.result is not None and state.result.winners else 0


def _characters(s: Any, topic: str, who: int) -> Facts:
    """The characters of each seat that are in a set of bits."""
    return tuple(
        tuple(
            f"{topic} {card}" for c, card in enumerate(s.who) if s.owner[c] == seat and who >> c & 1
        )
        for seat in s.seats
    )


EVENTS = 24
"""Event cards above the Stage-Device Witch in the base game (MTK-SET-17)."""


def _way(s: Any) -> int:
    """The event pile down to the Stage-Device Witch is the first half, her HP is the second."""
    if s.result is not None and s.result.reason in ENDINGS:
        return 100 + 10 * ENDINGS.index(str(s.result.reason))
    stage = s.cards.stage_witches
    for card, hp in zip(s.enemy, s.enemy_hp, strict=True):
        if card in stage:
            return 50 + int(50 * (1 - max(hp, 0) / s.cards.witches[card].hp))
    left = next((place for place, card in enumerate(reversed(s.events)) if card in stage), 0)
    return round(50 * (1 - min(left, EVENTS) / EVENTS))
