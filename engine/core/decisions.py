"""What is asked of a seat, what comes of a match, and the table of a game's steps and offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

Step = Callable[..., None]
"""A step: a plain function of the state and plain arguments."""
Offer = Callable[..., Sequence[str]]
"""The moves of one kind of decision: a pure function of the state, the seat and plain arguments."""
F = TypeVar("F", bound=Callable[..., Any])


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What is asked of one seat: its kind and the complete list of legal moves, never empty."""

    seat: int
    kind: str
    moves: Sequence[str]


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    winners: tuple[int, ...]
    """The seats that won; none where all lost, or where the rules name nobody."""
    ranks: tuple[int, ...]
    """``ranks[i]`` is the place of seat i, from 1; ties share a place."""
    scores: tuple[int, ...] | None
    """The game's own points by seat, or None where it has none."""
    reason: str
    """What ended the match, a word of the game's vocabulary."""


class Rules:
    """The steps and offers of one game, by name, so that a state can hold them as plain data."""

    def __init__(self) -> None:
        self.steps: dict[str, Step] = {}
        self.offers: dict[str, Offer] = {}
        self.instant: dict[str, dict[str, Step]] = {}
        self.instant_moves: set[str] = set()

    def step(self, function: F) -> F:
        """Register a step under its own name (decorator)."""
        name = function.__name__
        if name in self.steps:
            raise ValueError(f"two steps are called {name!r}")
        self.steps[name] = function
        return function

    def offer(self, kind: str, instant: Mapping[str, Step] | None = None) -> Callable[[F], F]:
        """Register the offer of a kind of decision (decorator).

        ``instant`` maps moves to what they do at once, ``function(state, seat)``: the decision
        stays open after such a move (a look at a card while the others are still choosing).
        """

        def register(function: F) -> F:
            if kind in self.offers:
                raise ValueError(f"two offers are called {kind!r}")
            self.offers[kind] = function
            if instant:
                self.instant[kind] = dict(instant)
                self.instant_moves |= instant.keys()
            return function

        return register


def ranks_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Places by falling score; ties share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
