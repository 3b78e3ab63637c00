"""A tournament counted: who stands where, and what else the matches tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from taku.bots.tournament.ratings import Interval, by_deal, comparisons, elo, share_of
from taku.bots.tournament.results import Played, points
from taku.bots.tournament.runner import Tournament


class Row(msgspec.Struct, frozen=True):
    """One bot, or one team of it."""

    bot: int
    name: str
    spec: str
    seats: int
    """How many seats it took in all matches together."""
    wins: int
    shared: int
    """How often it came first together with others, or first where nobody won."""
    share: Interval
    """The mean points of a seat: 1 for a win, shared by those who win together."""
    elo: Interval | None
    """The rating; teams that never meet have none."""
    score: float | None
    """The mean of the game's own points, where it has them."""
    faults: dict[str, int]


class Cell(msgspec.Struct, frozen=True):
    """One bot against another, by places at the same table."""

    share: float
    count: int


class Standings(msgspec.Struct, frozen=True):
    """The final table and what goes with it."""

    rows: tuple[Row, ...]
    """The best first."""
    cross: tuple[tuple[Cell | None, ...], ...]
    """By number of bot: how the one of the row did against the one of the column."""
    by_seat: tuple[Interval, ...]
    """The mean points of each seat, whoever sat there."""
    by_side: dict[str, Interval]
    """The mean points of each side, where the game has sides."""
    reasons: dict[str, int]
    """What ended the matches."""
    length: float
    """The mean number of moves of a match."""
    matches: int


def standings(held: Tournament) -> Standings:
    """Count a tournament, finished or not."""
    matches = held.matches
    rows = _rows(held)
    return Standings(
        rows=tuple(rows),
        cross=_cross(matches, len(held.config.bots)),
        by_seat=_by_seat(held),
        by_side=_by_side(matches),
        reasons=dict(sorted(Counter(played.reason for played in matches).items())),
        length=sum(len(played.moves) for played in matches) / len(matches) if matches else 0.0,
        matches=len(matches),
    )


def _rows(held: Tournament) -> list[Row]:
    config, matches = held.config, held.matches
    count = len(config.bots)
    ratings = None if config.teams or not matches else elo(matches, count)
    deals = list(by_deal(matches).values())
    rows = []
    for bot in range(count):
        seats = [(played, s) for played in matches for s, b in enumerate(played.table) if b == bot]
        scores = [p.scores[s] for p, s in seats if p.scores is not None]
        faults = Counter(f.kind for p in matches for f in p.faults if p.table[f.seat] == bot)
        rows.append(
            Row(
                bot=bot,
                name=config.names[bot],
                spec=config.specs[bot],
                seats=len(seats),
                wins=sum(s in p.winners and _alone(p, s) for p, s in seats),
                shared=sum(points(p)[s] > 0 and not _alone(p, s) for p, s in seats),
                share=share_of([_gained(played, bot) for played in deals]),
                elo=None if ratings is None else ratings[bot],
                score=sum(scores) / len(scores) if scores else None,
                faults=dict(sorted(faults.items())),
            )
        )
    rows.sort(key=lambda r: (-(r.elo.value if r.elo else r.share.value), -(r.score or 0), r.bot))
    return rows


def _alone(played: Played, seat: int) -> bool:
    """Whether a seat won outright: with nobody, or with its whole team."""
    winners = played.winners
    return winners == (seat,) or (seat in winners and len(set(played.table)) == 1)


def _gained(deal: Sequence[Played], bot: int) -> list[float]:
    """The points of all seats of a bot in the rotations of one deal."""
    return [
        gain
        for played in deal
        for gain, sitting in zip(points(played), played.table, strict=True)
        if sitting == bot
    ]


def _cross(matches: Sequence[Played], count: int) -> tuple[tuple[Cell | None, ...], ...]:
    sums: dict[tuple[int, int], list[float]] = {}
    for played in matches:
        for a, b, score in comparisons(played):
            for one, two, got in ((a, b, score), (b, a, 1 - score)):
                entry = sums.setdefault((one, two), [0.0, 0])
                entry[0] += got
                entry[1] += 1
    return tuple(
        tuple(
            Cell(sums[a, b][0] / sums[a, b][1], int(sums[a, b][1])) if (a, b) in sums else None
            for b in range(count)
        )
        for a in range(count)
    )


def _by_seat(held: Tournament) -> tuple[Interval, ...]:
    if held.config.teams:
        return ()
    return tuple(
        share_of([points(played)[seat]] for played in held.matches)
        for seat in range(held.config.seats)
    )


def _by_side(matches: Sequence[Played]) -> dict[str, Interval]:
    sides = sorted({side for played in matches for side in played.sides})
    return {
        side: share_of(
            [float(s in p.winners) for s, own in enumerate(p.sides) if own == side] for p in matches
        )
        for side in sides
    }
