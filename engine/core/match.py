"""A state with its past: the moves, what every seat saw, undo, and the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from taku.engine.core.errors import TakuError
from taku.engine.core.events import Event
from taku.engine.core.game import Game
from taku.engine.core.state import State

S = TypeVar("S", bound=State)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything needed to play a match again: what it began with, and the moves."""

    game: str
    players: int
    seed: int
    options: dict[str, Any] = {}
    scenario: dict[str, Any] | None = None
    cards: str = ""
    """The digest of the card file, so that a record is not replayed with other cards."""
    moves: tuple[tuple[int, str], ...] = ()


class Match(Generic[S]):
    """One match being played, from its beginning.

    A ``forgetful`` one keeps its moves only: no events and nothing to undo, at no cost.
    """

    def __init__(
        self,
        game: Game[S],
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        scenario: Mapping[str, Any] | None = None,
        *,
        forgetful: bool = False,
    ) -> None:
        self.game = game
        self.seed = seed
        self.options = dict(options or {})
        self.scenario = None if scenario is None else dict(scenario)
        self.state = game.new(players, seed, self.options, self.scenario)
        self.players = self.state.players
        self.moves: list[tuple[int, str]] = []
        """Every move made, with its seat."""
        self.events: list[Event] = []
        """Everything that happened."""
        self._past: list[tuple[S, int]] | None = None if forgetful else []

    def apply(self, seat: int, move: str) -> list[Event]:
        """Make a move; an illegal one raises and changes nothing."""
        if self._past is None:
            events = self.state.apply(seat, move)
            self.moves.append((seat, move))
            return events
        before = self.state.copy()
        try:
            events = self.state.apply(seat, move)
        except Exception:
            self.state = before  # a fault of the rules must not leave half a move behind
            raise
        self._past.append((before, len(self.events)))
        self.moves.append((seat, move))
        self.events += events
        return events

    @property
    def forgetful(self) -> bool:
        """Whether it keeps its moves only."""
        return self._past is None

    def advance(self, seat: int, move: str) -> None:
        """``apply`` for a move that is known to be legal, where nobody asks what happened."""
        if self._past is None:
            self.state.advance(seat, move)
            self.moves.append((seat, move))
        else:
            self.apply(seat, move)

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves, whoever made them."""
        if self._past is None:
            raise TakuError("cannot take back moves: this match keeps no past")
        if not 1 <= moves <= len(self.moves):
            raise TakuError(f"cannot take back {moves} moves: {len(self.moves)} were made")
        self.state, told = self._past[-moves]
        del self._past[-moves:], self.moves[-moves:], self.events[told:]

    def seen_by(self, seat: int | None) -> list[tuple[str, dict[str, Any]]]:
        """What happened so far as ``seat`` saw it: kind and fields of each event."""
        seen = ((event.kind, event.seen_by(seat)) for event in self.events)
        return [(kind, data) for kind, data in seen if data is not None]

    @property
    def record(self) -> Record:
        """The beginning and the moves."""
        return Record(
            game=self.game.id,
            players=self.players,
            seed=self.seed,
            options=self.options,
            scenario=self.scenario,
            cards=self.game.tag.partition("/")[2],
            moves=tuple(self.moves),
        )

    @classmethod
    def replay(cls, game: Game[S], record: Record, to: int | None = None) -> Match[S]:
        """Play a record again, up to move number ``to``."""
        match = cls(game, record.players, record.seed, record.options, record.scenario)
        for seat, move in record.moves[:to]:
            match.apply(seat, move)
        return match
