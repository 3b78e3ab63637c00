"""The judge that serves any game: it plays at random and counts points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import Any

from taku.engine import Decision, Game, Result

WIN = 0.85
"""The part of a value that is winning or losing; the rest is by how much."""


class Judge:
    """What positions of one game are worth to each seat, and how a sensible player moves.

    It is only ever shown samples: positions that agree with what the thinking seat knows.
    """

    horizon: int | None = None
    """After so many decisions a simulation stops and is valued; None plays it to the end."""
    scale = 10.0
    """By how many points a lead counts as a clear one."""
    explore = 1.0
    """How much a search tries moves that look worse."""
    strategy = False
    """Whether ``weights`` is a whole strategy, so that looking one step ahead adds nothing."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def weights(self, state: Any, decision: Decision) -> Sequence[float] | None:
        """How good each move looks at first sight, more than 0; None if it cannot tell."""
        return None

    def pick(self, state: Any, decision: Decision, rng: random.Random) -> str:
        """The move of a simulation: quick, sensible, not always the same."""
        moves = decision.moves
        return moves[int(rng.random() * len(moves))]

    def settled(self, state: Any, seat: int) -> bool:
        """Whether what ``seat`` just chose has had its effect, so that the position tells it."""
        return any(decision.seat == seat for decision in state.pending)

    def points(self, state: Any) -> Sequence[float]:
        """What each seat stands to have."""
        scores = self.game.scores
        return [0.0] * state.players if scores is None else scores(state)

    def value(self, state: Any) -> Sequence[float]:
        """What the position is worth to each seat, from 0 to 1."""
        if state.result is not None:
            return self.outcome(state.result)
        return self.standing(self.points(state), self.scale)

    def outcome(self, result: Result) -> Sequence[float]:
        """What the end of a match is worth to each seat."""
        seats = range(len(result.ranks))
        margins = self.standing(result.scores or [0.0] * len(seats), self.scale)
        winners = result.winners
        if winners:
            share = 1.0 if len(winners) == len(seats) else 1.0 / len(winners)
            won = [share if seat in winners else 0.0 for seat in seats]
        else:
            # Nobody won: those who were first among the losers came nearer.
            best = min(result.ranks)
            tied = result.ranks.count(best)
            won = [
                0.5 / tied if rank == best and tied < len(seats) else 0.4 for rank in result.ranks
            ]
        return [WIN * w + (1 - WIN) * m for w, m in zip(won, margins, strict=True)]

    def standing(self, points: Sequence[float], scale: float) -> list[float]:
        """Points as values: how far each seat leads or trails the best of the others."""
        if len(points) == 2:
            first = 1.0 / (1.0 + exp(_bounded((points[1] - points[0]) / scale)))
            return [first, 1.0 - first]
        values = []
        for seat, own in enumerate(points):
            rival = max([p for other, p in enumerate(points) if other != seat], default=own)
            values.append(1.0 / (1.0 + exp(_bounded((rival - own) / scale))))
        return values


def _bounded(x: float) -> float:
    """Within what ``exp`` can take."""
    return -50.0 if x < -50.0 else min(x, 50.0)
