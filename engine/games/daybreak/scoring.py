"""The final count."""

from __future__ import annotations

from taku.engine.games.daybreak.layout import FIELDS
from taku.engine.games.daybreak.state import State


def scores(s: State) -> tuple[int, ...]:
    """The stones on the witch cards; those in cast zones do not count (DBK-OVER-09, -10)."""
    return tuple(s.stones[::FIELDS])


def final_count(s: State, reason: str) -> None:
    """The most stones win, and all who tie for the most (DBK-OVER-11, -12)."""
    points = scores(s)
    best = max(points)
    s.phase = "over"
    s.finish([seat for seat in s.seats if points[seat] == best], points, reason)
