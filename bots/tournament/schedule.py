"""Who meets whom: pure functions from a config and the results so far to the next matches.

Every deal is played in every rotation of its table, so that the luck of cards and seats cancels
out. Formats that pair by results ask for their rounds one after another; the same results give the
same pairings, so a resumed tournament goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement
from math import ceil, log2

import msgspec
from msgspec import Raw

from taku.bots.tournament.config import Config
from taku.bots.tournament.results import Played, points

EXTRA_DEALS = 3
"""How often a tied knockout table plays on before the better seed goes through."""


class Fixture(msgspec.Struct, frozen=True, gc=False):
    """A match to be played."""

    id: int
    """Its number in the tournament, from 0."""
    table: tuple[int, ...]
    """The number of the bot in each seat."""
    round: int
    deal: int
    seed: int
    """The seed of the deal, the same in all its rotations."""

    def is_of(self, played: Played) -> bool:
        """Whether this is the match that was played."""
        return (played.table, played.round, played.deal, played.seed) == (
            self.table, self.round, self.deal, self.seed
        )  # fmt: skip


Done = Mapping[int, Played]
"""The matches that were played, by number."""


def seed_of(*parts: int) -> int:
    """A seed that stands for these numbers, alike on every machine."""
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=7).digest(), "little")


def rounds(config: Config, done: Done) -> Iterator[list[Fixture]]:
    """The rounds in order; ``done`` must hold a round's matches before the next one is taken."""
    formats = {
        "round-robin": round_robin,
        "gauntlet": gauntlet,
        "knockout": knockout,
        "swiss": swiss,
    }
    if config.teams:
        yield from teams(config)
    else:
        yield from formats[config.format](config, done)


def foreseen(config: Config) -> int:
    """How many matches it takes if nothing is tied in a knockout and no test stops it."""
    pretended: dict[int, Played] = {}
    for round in rounds(config, pretended):
        pretended.update((fixture.id, _pretend(fixture)) for fixture in round)
    return len(pretended)


def _pretend(fixture: Fixture) -> Played:
    """The match, won by the better seed."""
    best = min(fixture.table)
    return Played(
        id=fixture.id,
        table=fixture.table,
        round=fixture.round,
        deal=fixture.deal,
        seed=fixture.seed,
        ranks=tuple(1 if bot == best else 2 for bot in fixture.table),
        winners=tuple(seat for seat, bot in enumerate(fixture.table) if bot == best),
        reason="",
        length=0,
        moves=Raw(b"[]"),
    )


def rotations(table: Sequence[int]) -> list[tuple[int, ...]]:
    """The table and its turns by one seat each, without those that look the same."""
    turned = [tuple(table[i:]) + tuple(table[:i]) for i in range(len(table))]
    return list(dict.fromkeys(turned))


def fixtures(
    config: Config, tables: Sequence[Sequence[int]], first: int, round: int, deals: range
) -> list[Fixture]:
    """All matches of these tables; deals come first, so that any beginning is a fair sample.

    Every table has deals of its own: one that suits a bot would suit it at all of them. Teams do
    not meet, and are compared by playing the same.
    """
    found: list[Fixture] = []
    together = config.teams
    for deal in deals:
        for place, table in enumerate(tables):
            seed = seed_of(config.seed, deal, *([place] if place and not together else []))
            for turned in rotations(table):
                found.append(Fixture(first + len(found), turned, round, deal, seed))
    return found


def teams(config: Config) -> Iterator[list[Fixture]]:
    """Each bot fills whole tables: in a cooperative game it plays against the game."""
    tables = [(bot,) * config.seats for bot in range(len(config.bots))]
    yield fixtures(config, tables, 0, 0, range(config.most_deals))


def round_robin(config: Config, done: Done) -> Iterator[list[Fixture]]:
    """Every table that can be formed; with fewer bots than seats, every mixture."""
    bots, seats = range(len(config.bots)), config.seats
    if len(bots) >= seats:
        tables = list(combinations(bots, seats))
    else:
        mixed = combinations_with_replacement(bots, seats)
        tables = [table for table in mixed if len(set(table)) == len(bots)]
    yield fixtures(config, tables, 0, 0, range(config.most_deals))


def gauntlet(config: Config, done: Done) -> Iterator[list[Fixture]]:
    """The first bot meets all others, each filling the table around it."""
    others = range(1, len(config.bots))
    tables = [(0,) + (other,) * (config.seats - 1) for other in others]
    yield fixtures(config, tables, 0, 0, range(config.most_deals))


def knockout(config: Config, done: Done) -> Iterator[list[Fixture]]:
    """The best of each table goes through, until one is left; bots are seeded as they are named."""
    yield from (games for _, games in stages(config, done) if games)


def stages(config: Config, done: Done) -> Iterator[tuple[list[int], list[Fixture]]]:
    """Who is still in a knockout, with the matches they play next; at last the winner, with none."""
    alive = list(range(len(config.bots)))
    first = number = 0
    while len(alive) > 1:
        tables = bracket(alive, config.seats)
        playing = [table for table in tables if len(table) > 1]
        scores: dict[int, float] = dict.fromkeys(alive, 0.0)
        deals = range(config.most_deals)
        for _ in range(1 + EXTRA_DEALS):
            filled = [fill(table, config.seats) for table in playing]
            games = fixtures(config, filled, first, number, deals)
            first += len(games)
            yield alive, games
            _add_points(scores, games, done)
            playing = [table for table in playing if len(_best(table, scores)) > 1]
            if not playing:
                break
            deals = range(deals.stop, deals.stop + config.most_deals)
        alive = sorted(_best(table, scores)[0] for table in tables)
        number += 1
    yield alive, []


def survived(config: Config, done: Done) -> list[int]:
    """How many rounds of a knockout each bot has survived."""
    count = [0] * len(config.bots)
    before = list(range(len(config.bots)))
    for alive, games in stages(config, done):
        if alive != before:
            before = alive
            for bot in alive:
                count[bot] += 1
        if not all(game.id in done for game in games):
            break
    return count


def bracket(alive: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """Tables of a knockout round: strong seeds apart, and nobody alone more often than needed."""
    count = ceil(len(alive) / seats)
    if seats == 2:
        # Byes for the best seeds, until the number of bots is a power of two.
        full = 1 << ceil(log2(len(alive)))
        byes = full - len(alive)
        rest = alive[byes:]
        pairs = [(rest[i], rest[-1 - i]) for i in range(len(rest) // 2)]
        return [*((bot,) for bot in alive[:byes]), *pairs]
    tables: list[list[int]] = [[] for _ in range(count)]
    for place, bot in enumerate(alive):
        lap, at = divmod(place, count)
        tables[at if lap % 2 == 0 else count - 1 - at].append(bot)
    return [tuple(table) for table in tables]


def fill(table: Sequence[int], seats: int) -> tuple[int, ...]:
    """A table with too few bots: they take turns to sit down again."""
    return tuple(table[i % len(table)] for i in range(seats))


def _best(table: Sequence[int], scores: Mapping[int, float]) -> list[int]:
    most = max(scores[bot] for bot in table)
    return sorted(bot for bot in table if scores[bot] > most - 1e-9)


def _add_points(scores: dict[int, float], games: Sequence[Fixture], done: Done) -> None:
    """Points per seat taken, as a bot may sit at a table twice."""
    for game in games:
        for seat, bot in enumerate(game.table):
            scores[bot] += points(done[game.id])[seat] / game.table.count(bot)


def swiss(config: Config, done: Done) -> Iterator[list[Fixture]]:
    """Who has about the same points meets, and nobody the same bots again while it can be helped."""
    count = len(config.bots)
    total = config.rounds or min(count - 1, ceil(log2(count)) + 1)
    scores = dict.fromkeys(range(count), 0.0)
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    first = 0
    for number in range(total):
        order = sorted(scores, key=lambda bot: (-scores[bot], bot))
        tables, resting = swiss_tables(order, config.seats, met, rested)
        rested.update(resting)
        seated = [fill(table, config.seats) for table in tables]
        deals = range(number * config.most_deals, (number + 1) * config.most_deals)
        games = fixtures(config, seated, first, number, deals)
        first += len(games)
        yield games
        _add_points(scores, games, done)
        for bot in resting:
            # A rest counts as a middling result, so that it neither lifts nor sinks anybody:
            # over its rotations a deal gives one point to each bot of a table of equals.
            scores[bot] += config.most_deals
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))


def swiss_tables(
    order: Sequence[int], seats: int, met: set[frozenset[int]], rested: set[int]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Tables down the standings, and who rests: the lowest that have not rested yet."""
    seats = min(seats, len(order))
    spare = len(order) % seats
    lowest = sorted(order, key=lambda bot: (bot in rested, -order.index(bot)))
    resting = lowest[:spare]
    waiting = [bot for bot in order if bot not in resting]
    if seats == 2:
        return _pairs(waiting, met), resting
    tables = []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < seats:
            # The nearest with the fewest old acquaintances at this table.
            known = [sum(frozenset((a, b)) in met for a in table) for b in waiting]
            table.append(waiting.pop(known.index(min(known))))
        tables.append(tuple(table))
    return tables, resting


PAIRING_STEPS = 20_000
"""After so many tries a Swiss round accepts pairs that have met before."""


def _pairs(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, ...]]:
    """Pairs down the standings without old acquaintances, found by backing up where needed."""
    steps = 0

    def search(left: list[int]) -> list[tuple[int, ...]] | None:
        nonlocal steps
        if not left:
            return []
        head, rest = left[0], left[1:]
        for other in rest:
            steps += 1
            if steps > PAIRING_STEPS:
                return None
            if frozenset((head, other)) not in met:
                found = search([bot for bot in rest if bot != other])
                if found is not None:
                    return [(head, other), *found]
        return None

    found = search(order)
    return found or [(order[i], order[i + 1]) for i in range(0, len(order), 2)]
