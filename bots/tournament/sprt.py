"""The sequential test: it looks after every deal and stops when it knows.

Two hypotheses, the first bot is ``elo0`` or ``elo1`` better than the second. The likelihood ratio
is that of the mean points of a deal over all its rotations (the generalised test of fishtest): one
number per deal, as the matches of a deal depend on each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Literal

import msgspec

from taku.bots.tournament.config import Sprt
from taku.bots.tournament.results import Played, points

Verdict = Literal["better", "not-better", "undecided"]
FEWEST = 8
"""Before so many deals the spread cannot be judged."""


class State(msgspec.Struct, frozen=True):
    """How the test stands."""

    verdict: Verdict
    llr: float
    """The log of the likelihood ratio."""
    low: float
    """At this or below it is not better."""
    high: float
    """At this or above it is better."""
    deals: int
    matches: int
    """So many matches from the first on were looked at; the rest does not count."""


def share_at(elo: float) -> float:
    """The share of the points that a bot takes from another if it is so much better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Test:
    """A test that is looked at again and again; what it has seen it does not count anew."""

    def __init__(self, sprt: Sprt, deals: Sequence[Sequence[int]]) -> None:
        self.sprt = sprt
        self._deals = deals
        """The numbers of the matches of each deal, in order."""
        self._bounds = log(sprt.beta / (1 - sprt.alpha)), log((1 - sprt.beta) / sprt.alpha)
        self._shares = share_at(sprt.elo0), share_at(sprt.elo1)
        self._total = self._squares = 0.0
        self._state = State("undecided", 0.0, *self._bounds, 0, 0)

    def look(self, done: Mapping[int, Played]) -> State:
        """How it stands at the first deal that decides or is not played out."""
        while self._state.verdict == "undecided" and self._state.deals < len(self._deals):
            ids = self._deals[self._state.deals]
            if not all(id in done for id in ids):
                break
            self._count([done[id] for id in ids])
        return self._state

    def _count(self, deal: Sequence[Played]) -> None:
        share = _share(deal)
        self._total += share
        self._squares += share * share
        count = self._state.deals + 1
        llr = _ratio(count, self._total, self._squares, *self._shares)
        low, high = self._bounds
        verdict: Verdict = "undecided"
        if count >= FEWEST and not low < llr < high:
            verdict = "better" if llr >= high else "not-better"
        self._state = State(verdict, llr, low, high, count, self._state.matches + len(deal))


def _share(played: Sequence[Played]) -> float:
    """What the first bot took of the points for which both could play, seats made equal."""
    mine = theirs = 0.0
    for match in played:
        got = points(match)
        own = match.table.count(0)
        first = sum(p for p, bot in zip(got, match.table, strict=True) if bot == 0) / own
        rest = len(match.table) - own
        second = sum(p for p, bot in zip(got, match.table, strict=True) if bot != 0) / rest
        mine, theirs = mine + first, theirs + second
    return mine / (mine + theirs) if mine + theirs else 0.5


def _ratio(count: int, total: float, squares: float, s0: float, s1: float) -> float:
    """The log-likelihood ratio for a mean of s1 against s0, with the spread that was seen."""
    # Two imagined deals, one won and one lost, keep the spread above 0.
    n = count + 2
    mean = (total + 1) / n
    variance = (squares + 1) / n - mean * mean
    return count * (s1 - s0) * (2 * total / count - s0 - s1) / (2 * variance)
