"""Who meets whom."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from taku.bots.tournament import Config
from taku.bots.tournament.results import Played
from taku.bots.tournament.schedule import (
    Fixture,
    bracket,
    foreseen,
    rotations,
    rounds,
    survived,
    swiss_tables,
)


def played(fixture: Fixture, winner: int) -> Played:
    """The match, won by this seat."""
    seats = range(len(fixture.table))
    return Played(
        id=fixture.id,
        table=fixture.table,
        round=fixture.round,
        deal=fixture.deal,
        seed=fixture.seed,
        ranks=tuple(1 if seat == winner else 2 for seat in seats),
        winners=(winner,),
        reason="test",
        length=0,
        moves=msgspec.Raw(b"[]"),
    )


def all_rounds(config: Config) -> tuple[list[list[Fixture]], dict[int, Played]]:
    """Every round, where the bot with the lowest number always wins."""
    done: dict[int, Played] = {}
    found = []
    for fixtures in rounds(config, done):
        found.append(fixtures)
        for fixture in fixtures:
            done[fixture.id] = played(fixture, fixture.table.index(min(fixture.table)))
    return found, done


def config(bots: int, **more: object) -> Config:
    return Config("grimoire", ("random",) * bots, **{"deals": 2, **more})  # type: ignore[arg-type]


def mixed(bots: int, seats: int, form: str) -> Config:
    """Any number of seats: eight play with a traitor, so that bots meet there too."""
    if seats <= 4:
        return config(bots, format=form, players=seats)
    options = {"rules": ["eight-girls", "stage-girl"]}
    return Config("mitakihara", ("random",) * bots, format=form, players=seats, options=options, deals=1)  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "knockout", "swiss"])
@pytest.mark.parametrize("bots", [2, 3, 5, 8])
def test_every_deal_is_played_in_every_rotation(form: str, bots: int, seats: int) -> None:
    found, _ = all_rounds(mixed(bots, seats, form))
    fixtures = [fixture for fixtures in found for fixture in fixtures]
    assert [fixture.id for fixture in fixtures] == list(range(len(fixtures)))
    by_deal: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for fixture in fixtures:
        key = (fixture.round, fixture.deal, *sorted(fixture.table))
        by_deal.setdefault(key, []).append(fixture.table)
    for tables in by_deal.values():
        assert sorted(tables) == sorted(rotations(tables[0]))
        if len(set(tables[0])) == seats:
            places = Counter((bot, seat) for table in tables for seat, bot in enumerate(table))
            assert set(places.values()) == {1}


def test_round_robin_seats_all_pairs_equally_often() -> None:
    (fixtures,), _ = all_rounds(config(5))
    pairs = Counter(frozenset(fixture.table) for fixture in fixtures)
    assert set(pairs) == {frozenset(pair) for pair in combinations(range(5), 2)}
    assert set(pairs.values()) == {4}


def test_fewer_bots_than_seats_sit_at_mixed_tables() -> None:
    (fixtures,), _ = all_rounds(config(2, players=3, deals=1))
    assert {fixture.table for fixture in fixtures} == {
        (0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0),
    }  # fmt: skip


def test_in_a_gauntlet_the_first_meets_everybody() -> None:
    (fixtures,), _ = all_rounds(config(4, format="gauntlet", players=3))
    assert all(fixture.table.count(0) == 1 for fixture in fixtures)
    assert {bot for fixture in fixtures for bot in fixture.table} == {0, 1, 2, 3}


@pytest.mark.parametrize(("bots", "count"), [(2, 1), (3, 2), (5, 3), (8, 3), (9, 4)])
def test_a_knockout_halves_the_field(bots: int, count: int) -> None:
    found, _ = all_rounds(config(bots, format="knockout"))
    assert len(found) == count
    assert {bot for fixture in found[-1] for bot in fixture.table} >= {0}
    assert len({bot for fixture in found[-1] for bot in fixture.table}) == 2


def test_byes_go_to_the_best_seeds() -> None:
    assert bracket([0, 1, 2, 3, 4], 2) == [(0,), (1,), (2,), (3, 4)]
    assert bracket([0, 1, 2, 3], 2) == [(0, 3), (1, 2)]


def test_a_tied_knockout_table_plays_on_and_then_the_better_seed_goes_through() -> None:
    done: dict[int, Played] = {}
    count = 0
    for fixtures in rounds(config(2, format="knockout"), done):
        count += 1
        for fixture in fixtures:
            done[fixture.id] = played(fixture, 0)  # whoever sits first wins: always a tie
    assert count == 4
    assert len(done) == len({(p.deal, p.table) for p in done.values()})


def test_a_tied_knockout_table_plays_on_with_other_deals() -> None:
    done: dict[int, Played] = {}
    seeds: dict[tuple[int, ...], list[int]] = {}
    for fixtures in rounds(config(8, format="knockout"), done):
        for fixture in fixtures:
            # Only the fifth bot's first table is tied: each of the two wins in the first seat.
            tied = 4 in fixture.table and fixture.round == 0
            winner = 0 if tied else fixture.table.index(min(fixture.table))
            done[fixture.id] = played(fixture, winner)
            if tied and fixture.table[0] == 3:
                seeds.setdefault(fixture.table, []).append(fixture.seed)
    (own,) = seeds.values()
    assert len(own) == 8
    assert len(set(own)) == 8


def test_swiss_pairs_nobody_twice_while_it_can_be_helped() -> None:
    found, _ = all_rounds(config(9, format="swiss", rounds=6, deals=1))
    pairs = Counter(frozenset(fixture.table) for fixtures in found for fixture in fixtures)
    assert len(found) == 6
    assert set(pairs.values()) == {2}  # one deal in two rotations


def test_nobody_rests_twice_before_all_have() -> None:
    resting: set[int] = set()
    for _ in range(5):
        _, out = swiss_tables(range(5), 2, set(), resting)
        assert not resting & set(out)
        resting.update(out)
    assert resting == set(range(5))


def test_a_rest_is_worth_as_much_as_an_even_table() -> None:
    """With three seats and four bots one rests; where all tables are even nobody gains by it."""
    done: dict[int, Played] = {}
    seen: list[set[int]] = []
    for fixtures in rounds(config(4, format="swiss", players=3, rounds=4), done):
        for fixture in fixtures:
            done[fixture.id] = played(fixture, 0)  # every bot sits first once a deal
        seen.append(set(range(4)) - {bot for fixture in fixtures for bot in fixture.table})
    assert seen == [{3}, {2}, {1}, {0}]


def test_how_many_matches_it_takes_is_foreseen() -> None:
    for form in ("round-robin", "gauntlet", "knockout", "swiss"):
        found, _ = all_rounds(config(7, format=form))
        assert foreseen(config(7, format=form)) == sum(map(len, found))


def test_who_survives_a_knockout_is_told_round_by_round() -> None:
    five = config(5, format="knockout")
    found, done = all_rounds(five)
    assert survived(five, {}) == [0, 0, 0, 0, 0]
    first = {fixture.id: done[fixture.id] for fixture in found[0]}
    assert survived(five, first) == [1, 1, 1, 1, 0]
    assert survived(five, done) == [3, 2, 1, 1, 0]


def test_teams_play_the_same_deals_each_at_its_own_table() -> None:
    together = Config("mitakihara", ("random", "other=random"), players=4, deals=3)
    (fixtures,), _ = all_rounds(together)
    assert Counter(fixture.table for fixture in fixtures) == {(0,) * 4: 3, (1,) * 4: 3}
    for deal in range(3):
        assert len({fixture.seed for fixture in fixtures if fixture.deal == deal}) == 1


def test_every_table_has_deals_of_its_own_in_all_its_rotations() -> None:
    (fixtures,), _ = all_rounds(config(4, players=3))
    tables: dict[int, set[tuple[int, ...]]] = {}
    for fixture in fixtures:
        tables.setdefault(fixture.seed, set()).add(tuple(sorted(fixture.table)))
    assert all(len(same) == 1 for same in tables.values())
    assert Counter(fixture.seed for fixture in fixtures) == dict.fromkeys(tables, 3)
    assert len(tables) == 4 * 2
