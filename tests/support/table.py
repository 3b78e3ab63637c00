"""A vocabulary for tests: lay out a position, let seats move, look at what came of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from taku import engine


class Table:
    """One match of a game, with all that has happened at it."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        **scenario: Any,
    ) -> None:
        self.game = engine.game(game)
        written = {name.replace("_", "-"): value for name, value in scenario.items()}
        self.state = self.game.new(players, seed, options, written or None)
        self.events: list[engine.Event] = []

    @property
    def asked(self) -> dict[int, str]:
        """Who is asked now, and for what."""
        return {decision.seat: decision.kind for decision in self.state.pending}

    @property
    def result(self) -> engine.Result:
        """How the match ended; it must have."""
        result = self.state.result
        assert isinstance(result, engine.Result)
        return result

    def moves(self, seat: int) -> list[str]:
        """What a seat may do now; nothing if it is not asked."""
        return [
            m for decision in self.state.pending if decision.seat == seat for m in decision.moves
        ]

    def view(self, seat: int | None = None) -> Any:
        """What a seat sees; None sees everything."""
        return self.state.view(seat)

    def play(self, seat: int, *moves: str) -> list[engine.Event]:
        """The seat makes these moves one after the other."""
        events = [event for move in moves for event in self.state.apply(seat, move)]
        self.events += events
        return events

    def all_play(self, moves: Mapping[int, str] | Sequence[str]) -> list[engine.Event]:
        """Each seat makes its move."""
        each: Iterable[tuple[int, str]]
        each = moves.items() if isinstance(moves, Mapping) else enumerate(moves)
        return [event for seat, move in each for event in self.play(seat, move)]

    def until(self, *kinds: str) -> Table:
        """Pass, or make the first move, until somebody is asked one of these or it is over."""
        while self.state.pending and not set(self.asked.values()) & set(kinds):
            decision = self.state.pending[0]
            self.play(decision.seat, "pass" if "pass" in decision.moves else decision.moves[0])
        return self

    def random(self, rng: random.Random, moves: int = 10**6) -> Table:
        """Random moves until it is over, or this many."""
        while self.state.pending and moves:
            decision = rng.choice(self.state.pending)
            self.play(decision.seat, rng.choice(decision.moves))
            moves -= 1
        return self

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The fields of all events of a kind so far, as a seat saw them; None saw everything."""
        seen = [event.seen_by(seat) for event in self.events if event.kind == kind]
        return [data for data in seen if data is not None]
