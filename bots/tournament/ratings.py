"""Ratings and intervals. All count deals, not matches: the rotations of one deal hang together.

A deal is known by its seed, so that matches which share one in another round or file count as one.

Ratings are Elo by Bradley and Terry: every two bots at a table are compared by their places, and
the ratings that make all comparisons likeliest are taken. They depend on no order of the matches,
which ratings that are carried from match to match do. Errors come from how much the deals differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import exp, log, sqrt

import msgspec

from taku.bots.tournament.results import Played

Z = 1.959964
"""95 in 100 lie within so many standard errors."""


def student(freedom: int) -> float:
    """``Z`` where the error itself was estimated, from so few deals more than one."""
    v, z = float(max(freedom, 1)), Z
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / v**power for power, term in enumerate(terms, 1))


PER_ELO = log(10) / 400
PRIOR = 0.5
"""Every bot has drawn half a match with an average one before it begins: no rating is infinite.

Errors allow for it to have gone the other way, which tells where all matches went one way.
"""


class Interval(msgspec.Struct, frozen=True):
    """A number and where it lies with 95 % certainty."""

    value: float
    low: float
    high: float


def wilson(share: float, count: float) -> Interval:
    """The interval of a share of so many independent trials, by Wilson."""
    if count <= 0:
        return Interval(0.5, 0.0, 1.0)
    z2 = Z * Z / count
    middle = (share + z2 / 2) / (1 + z2)
    half = Z * sqrt(share * (1 - share) / count + z2 / (4 * count)) / (1 + z2)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def share_of(groups: Iterable[Sequence[float]]) -> Interval:
    """The mean of numbers from 0 to 1 that come in groups, and its interval.

    The groups are what is independent; how much they differ tells how many trials they are worth.
    """
    whole = [(sum(group), len(group)) for group in groups if group]
    count = sum(size for _, size in whole)
    if not count:
        return wilson(0.5, 0)
    mean = sum(total for total, _ in whole) / count
    spread = sum((total - mean * size) ** 2 for total, size in whole)
    if len(whole) > 1:
        spread *= len(whole) / (len(whole) - 1)
    variance = spread / count**2
    worth = mean * (1 - mean) / variance if variance > 0 else float(len(whole))
    return wilson(mean, worth)


def share_by(numbers: Iterable[tuple[Hashable, float]]) -> Interval:
    """``share_of`` numbers that come with the group they belong to."""
    groups: dict[Hashable, list[float]] = {}
    for group, number in numbers:
        groups.setdefault(group, []).append(number)
    return share_of(groups.values())


Comparison = tuple[int, int, float]
"""Two bots, and what the first scored against the second: 1, 0.5 or 0."""


def comparisons(played: Played) -> list[Comparison]:
    """Every two bots at a table, by their places."""
    found = []
    table, ranks = played.table, played.ranks
    for a in range(len(table)):
        for b in range(a + 1, len(table)):
            if table[a] != table[b]:
                score = 0.5 if ranks[a] == ranks[b] else float(ranks[a] < ranks[b])
                found.append((table[a], table[b], score))
    return found


def elo(matches: Iterable[Played], bots: int) -> list[Interval]:
    """The rating of every bot; their mean is 0."""
    by_deal: dict[int, list[Comparison]] = {}
    for played in matches:
        by_deal.setdefault(played.seed, []).extend(comparisons(played))
    groups = list(by_deal.values())
    totals: dict[tuple[int, int], list[float]] = {}
    for group in groups:
        for a, b, score in group:
            entry = totals.setdefault((a, b), [0.0, 0.0])
            entry[0] += score
            entry[1] += 1
    ratings = _likeliest(totals, bots)
    errors = _errors(groups, totals, ratings)
    deals = Counter(bot for group in groups for bot in {bot for a, b, _ in group for bot in (a, b)})
    mean = sum(ratings) / bots
    found = []
    for bot in range(bots):
        value, count = ratings[bot] - mean, max(deals[bot], 2)
        half = student(count - 1) * sqrt(count / (count - 1)) * errors[bot]
        found.append(Interval(*((value + k * half) / PER_ELO for k in (0, -1, 1))))
    return found


def _expected(difference: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference))))


def _likeliest(totals: Mapping[tuple[int, int], Sequence[float]], bots: int) -> list[float]:
    """Newton's method, which is quick and safe as the likelihood has one peak."""
    ratings = [0.0] * bots
    for _ in range(100):
        slope = [PRIOR * (0.5 - _expected(r)) for r in ratings]
        for (a, b), (score, count) in totals.items():
            surplus = score - count * _expected(ratings[a] - ratings[b])
            slope[a] += surplus
            slope[b] -= surplus
        step = _solved(_curvature(totals, ratings), [[s] for s in slope])
        # Far from the peak a whole step may lead too far.
        longest = max(abs(s[0]) for s in step)
        scale = min(1.0, 1.5 / longest) if longest else 1.0
        ratings = [r + scale * s[0] for r, s in zip(ratings, step, strict=True)]
        if longest < 1e-10:
            break
    return ratings


def _curvature(
    totals: Mapping[tuple[int, int], Sequence[float]], ratings: Sequence[float]
) -> list[list[float]]:
    bots = range(len(ratings))
    matrix = [[0.0] * len(ratings) for _ in bots]
    for bot in bots:
        p = _expected(ratings[bot])
        matrix[bot][bot] += PRIOR * p * (1 - p)
    for (a, b), (_, count) in totals.items():
        p = _expected(ratings[a] - ratings[b])
        weight = count * p * (1 - p)
        matrix[a][a] += weight
        matrix[b][b] += weight
        matrix[a][b] -= weight
        matrix[b][a] -= weight
    return matrix


def _errors(
    groups: Sequence[Sequence[Comparison]],
    totals: Mapping[tuple[int, int], Sequence[float]],
    ratings: Sequence[float],
) -> list[float]:
    """Standard errors that hold although the matches of a deal depend on each other."""
    bots = range(len(ratings))
    curvature = _curvature(totals, ratings)
    spread = [[0.0] * len(ratings) for _ in bots]
    for bot in bots:
        spread[bot][bot] += PRIOR**2
    for group in groups:
        slope = dict.fromkeys({bot for a, b, _ in group for bot in (a, b)}, 0.0)
        for a, b, score in group:
            surplus = score - _expected(ratings[a] - ratings[b])
            slope[a] += surplus
            slope[b] -= surplus
        for a, x in slope.items():
            for b, y in slope.items():
                spread[a][b] += x * y
    half = _solved(curvature, spread)
    turned = [[half[j][i] for j in bots] for i in bots]
    covariance = _solved(curvature, turned)
    # Of the difference from the mean, as ratings are shown.
    count = len(ratings)
    rows = [sum(covariance[i]) / count for i in bots]
    mean = sum(rows) / count
    return [sqrt(max(0.0, covariance[i][i] - 2 * rows[i] + mean)) for i in bots]


def _solved(
    matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]
) -> list[list[float]]:
    """The X of matrix * X = right, by elimination."""
    size = len(matrix)
    rows = [[*map(float, matrix[i]), *right[i]] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i][i]
        rows[i] = [x / head for x in rows[i]]
        for r in range(size):
            factor = rows[r][i]
            if r != i and factor:
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [row[size:] for row in rows]
