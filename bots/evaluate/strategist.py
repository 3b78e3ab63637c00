"""A judge that knows how to play: it rates every move by hand-written rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import Any

from taku.bots.evaluate.judge import Judge
from taku.engine import Decision


class Strategist(Judge):
    """The rating of a move decides: the greedy bot takes the best, a simulation usually does."""

    strategy = True
    whim = 0.08
    """How often a simulation moves at random."""
    blur = 1.0
    """How much a simulation errs about ratings."""
    heat = 2.0
    """By how much a rating must be better to look e times as good to the search."""

    def ratings(self, state: Any, decision: Decision) -> Sequence[float]:
        """How good each move is, in units of the strategy's own."""
        raise NotImplementedError

    def weights(self, state: Any, decision: Decision) -> Sequence[float] | None:
        """Ratings as weights, none so small that the search would never look."""
        ratings = self.ratings(state, decision)
        best = max(ratings)
        return [exp(max(-3.5, (rating - best) / self.heat)) for rating in ratings]

    def pick(self, state: Any, decision: Decision, rng: random.Random) -> str:
        """The best move by ratings that are a little wrong, now and then any."""
        moves = decision.moves
        if len(moves) == 1:
            return moves[0]
        chance = rng.random()
        if chance < self.whim:
            return moves[int(chance / self.whim * len(moves))]
        blur, noise = self.blur, rng.random
        best = -1e9
        chosen = moves[0]
        for place, rating in enumerate(self.ratings(state, decision)):
            rating += blur * noise()
            if rating > best:
                best = rating
                chosen = moves[place]
        return chosen
