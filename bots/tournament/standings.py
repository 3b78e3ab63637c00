"""A tournament counted: who stands where, and what else the matches tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from taku.bots.tournament import schedule
from taku.bots.tournament.config import Config
from taku.bots.tournament.ratings import Interval, comparisons, elo, share_by
from taku.bots.tournament.results import Played, points
from taku.bots.tournament.runner import Tournament


class Row(msgspec.Struct, frozen=True):
    """One bot, or one team of it."""

    bot: int
    name: str
    spec: str
    seats: int
    """How many seats it took in all matches together; for a team, how many matches it played."""
    wins: int
    shared: int
    """How often it came first together with others, or first where nobody won."""
    share: Interval
    """The mean points of a seat: 1 for a win, shared by those who win together."""
    elo: Interval | None
    """The rating; teams that never meet have none, and neither have sides."""
    score: float | None
    """The mean of the game's own points, where it has them."""
    reached: float | None
    """How far a team came on average."""
    by_side: dict[str, Interval]
    """How often it won on each side, where there are sides."""
    survived: int | None
    """How many rounds of a knockout it survived."""
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
    config, matches = held.config, held.matches
    together = config.rules.cooperative
    return Standings(
        rows=tuple(_rows(held)),
        cross=() if together else _cross(matches, len(config.bots)),
        by_seat=() if together else _by_seat(held),
        by_side=_by_side(matches),
        reasons=dict(sorted(Counter(played.reason for played in matches).items())),
        length=sum(played.length for played in matches) / len(matches) if matches else 0.0,
        matches=len(matches),
    )


Seat = tuple[Played, int]
"""A match and a seat in it."""


def _rows(held: Tournament) -> list[Row]:
    """The best first: by how far it survived, by both sides alike, by rating, by how far it came."""
    config, matches = held.config, held.matches
    count = len(config.bots)
    ratings = None if config.rules.cooperative or not matches else elo(matches, count)
    survived = None
    if config.format == "knockout":
        survived = schedule.survived(config, {played.id: played for played in matches})
    rows = [
        _row(
            config,
            bot,
            matches,
            None if ratings is None else ratings[bot],
            None if survived is None else survived[bot],
        )
        for bot in range(count)
    ]
    return sorted(rows, key=_merit)


def _merit(row: Row) -> tuple[float, ...]:
    """Less is better."""
    main = row.elo.value if row.elo else row.share.value
    if row.by_side:
        main = sum(share.value for share in row.by_side.values()) / len(row.by_side)
    return (-(row.survived or 0), -main, -(row.reached or 0), -(row.score or 0), row.bot)


def _row(
    config: Config, bot: int, matches: Sequence[Played], rating: Interval | None, rounds: int | None
) -> Row:
    own = [played for played in matches if bot in played.table]
    seats = [(played, s) for played in own for s, b in enumerate(played.table) if b == bot]
    if config.teams:
        seats = [(played, 0) for played in own]
    scores = [played.scores[s] for played, s in seats if played.scores is not None]
    ways = [played.reached for played in own if played.reached is not None and not played.sides]
    faults = Counter(f.kind for p in own for f in p.faults if p.table[f.seat] == bot)
    return Row(
        bot=bot,
        name=config.names[bot],
        spec=config.specs[bot],
        seats=len(seats),
        wins=sum(_won(played, s) for played, s in seats),
        shared=sum(points(p)[s] > 0 and not _won(p, s) for p, s in seats),
        share=_share_of(seats),
        elo=rating,
        score=sum(scores) / len(scores) if scores else None,
        reached=sum(ways) / len(ways) if ways else None,
        by_side={
            side: _share_of([(p, s) for p, s in seats if p.sides[s] == side])
            for side in sorted({p.sides[s] for p, s in seats if p.sides})
        },
        survived=rounds,
        faults=dict(sorted(faults.items())),
    )


def _won(played: Played, seat: int) -> bool:
    """Whether a seat won outright: with nobody, or with its whole side."""
    return points(played)[seat] == 1 and seat in played.winners


def _share_of(seats: Sequence[Seat]) -> Interval:
    """The mean points of seats; those of one deal hang together."""
    return share_by((played.seed, points(played)[seat]) for played, seat in seats)


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
    """Whoever sat there: a deal may favour a seat in all its rotations."""
    return tuple(
        share_by((played.seed, points(played)[seat]) for played in held.matches)
        for seat in range(held.config.seats)
    )


def _by_side(matches: Sequence[Played]) -> dict[str, Interval]:
    sides = sorted({side for played in matches for side in played.sides})
    return {
        side: share_by(
            (played.seed, float(seat in played.winners))
            for played in matches
            for seat, own in enumerate(played.sides)
            if own == side
        )
        for side in sides
    }
