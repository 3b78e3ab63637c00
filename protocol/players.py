"""What a player is, to whoever runs a match: a person, a bot in this process, or another program."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from taku.engine import Decision, Event, Game, Result, State
from taku.protocol.messages import Code, Language


class PlayerFault(Exception):
    """A player did what the protocol or the rules do not allow; it may cost it the match."""

    def __init__(self, code: Code, message: str, again: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.again = again
        """Whether the decision is still open and ``answer`` may be called once more."""


class Abandoned(Exception):
    """A player (a person who leaves) ends the match for all; whoever runs it gets this."""


class Start(msgspec.Struct, frozen=True):
    """What a player is told when a match begins."""

    game: Game[Any]
    players: int
    options: Mapping[str, Any]
    names: Sequence[str]
    """The names of all seats."""
    you: Sequence[int]
    """The seats this player answers for."""


class Turn:
    """A decision that is wanted, with what the seat may know. It never gives out the state."""

    __slots__ = ("_state", "decision")

    def __init__(self, state: State, decision: Decision) -> None:
        self._state = state
        self.decision = decision

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self.decision.seat

    @property
    def view(self) -> Any:
        """What the seat may know."""
        return self._state.view(self.seat)

    @property
    def labels(self) -> dict[Language, list[str]]:
        """The moves as a person would say them, in both languages."""
        label = self._state.game.words.label
        moves = self.decision.moves
        return {
            "ja": [label(move, "ja") for move in moves],
            "en": [label(move, "en") for move in moves],
        }

    def sample(self, rng: random.Random) -> State:
        """A position that agrees with all the seat knows; the rest is redealt at random."""
        return self._state.determinize(self.seat, rng)


class Player:
    """Somebody who decides. The base class is for players in this process."""

    name = "player"
    outside = False
    """Whether the answers come by themselves, so that ``answer`` is never called."""

    remote = False
    """Whether it is another program, which thinks while others do."""

    deaf = False
    """Whether it does not want to be told what happens."""

    def begin(self, start: Start) -> None:
        """A match begins."""

    def told(self, seat: int, kind: str, data: Mapping[str, Any]) -> None:
        """Something happened, as ``seat`` may see it; once, however many seats are this player's."""

    def ask(self, turn: Turn) -> None:
        """A decision is wanted; several may be asked before the first answer is fetched."""
        raise NotImplementedError

    def answer(self, seat: int) -> str:
        """The move for the turn that ``seat`` was asked; may take its time."""
        raise NotImplementedError

    def withdraw(self, seat: int) -> None:
        """What ``seat`` was asked is decided without this player."""

    def flush(self) -> None:
        """Nothing more comes for now: send on what is held back."""

    def gather(self, others: Sequence[Player]) -> None:
        """Wait until all these remote players, this one among them, can be asked for answers."""

    def settled(self) -> None:
        """All decisions that were open together are made: none can be changed any more."""

    def dismiss(self) -> None:
        """This player is out of the match; it is told nothing more of it."""

    def end(self, result: Result) -> None:
        """The match ended."""

    def close(self) -> None:
        """No more matches: let go of everything."""


class LocalPlayer(Player):
    """A player in this process: a function from a turn to a move."""

    def __init__(self) -> None:
        self._turns: dict[int, Turn] = {}

    def ask(self, turn: Turn) -> None:
        """Remember it; thinking happens when the answer is fetched."""
        self._turns[turn.seat] = turn

    def answer(self, seat: int) -> str:
        """Think now."""
        return self.choose(self._turns.pop(seat))

    def choose(self, turn: Turn) -> str:
        """The move to make: one of ``turn.decision.moves``."""
        raise NotImplementedError


def seen_by_any(event: Event, seats: Sequence[int]) -> tuple[int, dict[str, Any]] | None:
    """An event as whoever holds these seats may see it, with one seat that sees it so.

    It is all that one of the seats may see; who holds no seat sees what is public (seat -1).
    """
    for seat in event.to:
        if seat in seats:
            return seat, {**event.data, **event.secret}
    if event.private:
        return None
    return (seats[0] if seats else -1), event.data
