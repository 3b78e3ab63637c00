"""What every bot that thinks shares: how far it got, when it must stop, and why it chose."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any

import msgspec

from taku.engine import State
from taku.protocol.players import LocalPlayer, Start, Turn


class Considered(msgspec.Struct, frozen=True):
    """A move that was looked at, and what it seems to be worth."""

    move: str
    value: float
    """What the seat expects of it, from 0 (lost) to 1 (won)."""
    visits: int
    """How many simulations began with it; 1 where a bot only weighed it."""


class Progress(msgspec.Struct, frozen=True):
    """How far a bot has thought."""

    iterations: int
    share: float
    """The part of the limit that is used up, from 0 to 1."""
    best: str
    """The move it would make now."""
    value: float


SHARE, LEAST = 0.05, 0.02
"""A limit is kept if it is exceeded by no more than this part of it, or by no more seconds."""
REPORT_EVERY = 0.1
"""Seconds between two reports of progress."""


class Thinker(LocalPlayer):
    """A bot that may take its time. It sees its view, its decision and samples, nothing else."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.on_progress: Callable[[Progress], None] | None = None
        """Called now and then while it thinks."""
        self._considered: tuple[Considered, ...] = ()
        self._hurried = False

    def begin(self, start: Start) -> None:
        """Forget the match before."""
        self._considered = ()
        self._hurried = False

    def choose(self, turn: Turn) -> str:
        """The move it believes in most; a single legal move needs no thought."""
        moves = turn.decision.moves
        if len(moves) == 1:
            self._considered = (Considered(moves[0], 0.5, 0),)
        else:
            self._considered = tuple(self.consider(turn))
        self._hurried = False
        return self._considered[0].move

    def consider(self, turn: Turn) -> Sequence[Considered]:
        """All legal moves, the one to make first."""
        raise NotImplementedError

    def explain(self) -> tuple[Considered, ...]:
        """The moves it considered at its last decision, the chosen one first."""
        return self._considered

    def hurry(self) -> None:
        """Answer at once with the best move so far; may be called from another thread."""
        self._hurried = True


class Budget:
    """How long a bot may think: a number of iterations, seconds, or until it is hurried."""

    def __init__(self, bot: Thinker, iterations: int | None, seconds: float | None) -> None:
        self._bot = bot
        self._iterations = iterations
        self._seconds = seconds
        self._began = perf_counter()
        self._reported = self._began
        self._passed = self._slowest = 0.0
        self.used = 0

    def goes_on(self) -> bool:
        """Whether there is time for one more iteration; counts it."""
        if self._bot._hurried and self.used:
            return False
        if self._iterations is not None and self.used >= self._iterations:
            return False
        if self._seconds is not None and self.used and not self._fits(self._seconds):
            return False
        self.used += 1
        return True

    def _fits(self, seconds: float) -> bool:
        """Whether one more iteration keeps the limit, even if it is held up as the slowest was.

        What holds it up is the machine, which has others to serve.
        """
        passed = perf_counter() - self._began
        self._slowest = max(self._slowest, passed - self._passed)
        self._passed = passed
        if passed + self._slowest > latest(seconds):
            return False
        return passed + passed / self.used <= seconds

    @property
    def left(self) -> float:
        """How many iterations there can still be."""
        return inf if self._iterations is None else self._iterations - self.used

    def reports(self) -> bool:
        """Whether somebody listens and a report of progress is due."""
        if self._bot.on_progress is None or self.used & 7:
            return False
        now = perf_counter()
        if now - self._reported < REPORT_EVERY:
            return False
        self._reported = now
        return True

    def report(self, best: str, value: float) -> None:
        """Tell how far it is."""
        shares = [0.0]
        if self._iterations:
            shares.append(self.used / self._iterations)
        if self._seconds:
            shares.append((perf_counter() - self._began) / self._seconds)
        if self._bot.on_progress is not None:
            self._bot.on_progress(Progress(self.used, min(1.0, max(shares)), best, value))


def latest(seconds: float) -> float:
    """After how many seconds a move is still in time under a limit."""
    return seconds + max(SHARE * seconds, LEAST)


def reopen(state: State, seat: int) -> None:
    """Let the others choose again what they have chosen already in secret.

    A redealt choice is a random one; a player who thinks does better to expect good ones. And so
    it cannot matter who of several answered first.
    """
    answers = state.answers
    for ask in state.asks:
        other: Any = ask[0]
        if other != seat and answers[other]:
            answers[other] = ""
            state._pending = None
