"""Who stands where: pairs, tables, knockouts, teams, and bots with a traitor among them."""

from typing import Any

import msgspec
import pytest

from taku.bots import tournament
from taku.bots.tournament import Config, Played, Tournament, notes, report
from taku.bots.tournament.ratings import Interval
from taku.bots.tournament.standings import Row
from taku.engine import game

TEAM = Config("mitakihara", ("first=random", "second=random", "third=random"), players=3, deals=2)
TRAITOR = Config(
    "mitakihara",
    ("first=random", "second=random"),
    players=5,
    options={"rules": ["stage-girl"]},
    deals=1,
)


def played(
    id: int, table: tuple[int, ...], winners: tuple[int, ...], seed: int = 0, **more: Any
) -> Played:
    ranks = tuple(1 if seat in winners or not winners else 2 for seat in range(len(table)))
    return Played(
        id=id, table=table, round=0, deal=id, seed=seed, ranks=ranks, winners=winners, reason="over",
        length=10, moves=msgspec.Raw(b"[]"), **more,
    )  # fmt: skip


def rows(config: Config, matches: list[Played]) -> dict[str, Row]:
    held = Tournament(config, tuple(matches), len(matches), finished=True)
    return {row.name: row for row in tournament.standings(held).rows}


def test_teams_are_ranked_by_wins_and_then_by_how_far_they_came() -> None:
    found = rows(
        TEAM,
        [
            played(0, (0, 0, 0), (), reached=20),
            played(1, (0, 0, 0), (), reached=60),
            played(2, (1, 1, 1), (), reached=70),
            played(3, (1, 1, 1), (), reached=50),
            played(4, (2, 2, 2), (0, 1, 2), reached=110),
            played(5, (2, 2, 2), (), reached=5),
        ],
    )
    assert list(found) == ["third", "second", "first"]
    assert (found["third"].wins, found["third"].seats, found["third"].share.value) == (1, 2, 0.5)
    assert (found["second"].reached, found["first"].reached) == (60, 40)
    assert all(row.elo is None for row in found.values())


def test_a_seat_that_forfeits_costs_its_team_the_match() -> None:
    found = rows(TEAM, [played(0, (0, 0, 0), (0, 2), reached=100)])
    assert (found["first"].wins, found["first"].share.value) == (0, 0)


def test_with_a_traitor_bots_are_ranked_by_side() -> None:
    sides = ("girls", "girls", "girls", "girls", "witch")
    first_is_traitor = played(0, (1, 1, 1, 1, 0), (0, 1, 2, 3), sides=sides, reached=100)
    second_is_traitor = played(1, (0, 0, 0, 0, 1), (0, 1, 2, 3), sides=sides, reached=100)
    second_wins = played(2, (0, 0, 0, 0, 1), (4,), sides=sides, reached=30)
    found = rows(TRAITOR, [first_is_traitor, second_is_traitor, second_wins])
    assert list(found) == ["second", "first"]
    assert {side: share.value for side, share in found["first"].by_side.items()} == {
        "girls": 0.5,
        "witch": 0.0,
    }
    assert {side: share.value for side, share in found["second"].by_side.items()} == {
        "girls": 1.0,
        "witch": 0.5,
    }


def test_a_tournament_with_a_traitor_mixes_the_tables_and_tells_the_sides() -> None:
    held = tournament.run(TRAITOR)
    assert len(held.matches) == 20  # four mixtures of two bots in five rotations
    assert {len(set(match.table)) for match in held.matches} == {2}
    counted = tournament.standings(held)
    assert set(counted.by_side) == {"girls", "witch"}
    text = report.text(held)
    assert "Won by side" in text
    assert "share_witch" in report.as_csv(held)


def test_a_tournament_of_teams_tells_how_far_they_came() -> None:
    held = tournament.run(TEAM)
    assert [match.table for match in held.matches[:3]] == [(0, 0, 0), (1, 1, 1), (2, 2, 2)]
    assert all(match.reached is not None for match in held.matches)
    assert "way" in report.text(held).splitlines()[2]


def test_the_way_is_the_event_pile_and_then_the_last_witch() -> None:
    state: Any = game("mitakihara").new(3, seed=1)
    assert notes.reached(state) == 0
    (stage,) = (card for card in state.events if card in state.cards.stage_witches)
    state.events = [stage, *state.events[-12:]]
    assert notes.reached(state) == 25
    state.events.remove(stage)
    state.enemy[1], state.enemy_hp[1] = stage, state.cards.witches[stage].hp // 2
    assert notes.reached(state) == 75
    state.finish(state.seats, None, "good-ending")
    assert notes.reached(state) == 140


def test_who_wins_a_knockout_stands_first_whatever_the_rating() -> None:
    config = Config("grimoire", ("a=random", "b=random", "c=random"), format="knockout", deals=1)
    final = [played(0, (1, 2), (0,)), played(1, (2, 1), (1,))]  # the first has a bye; b beats c
    final = [msgspec.structs.replace(match, deal=0) for match in final]
    last = [
        msgspec.structs.replace(match, round=1, deal=0)
        for match in (played(2, (0, 1), (0,)), played(3, (1, 0), (1,)))
    ]
    found = rows(config, [*final, *last])
    assert list(found) == ["a", "b", "c"]
    assert [row.survived for row in found.values()] == [2, 1, 0]


@pytest.mark.parametrize(("winners", "share"), [((0,), 1.0), ((0, 1), 0.5), ((), 0.5)])
def test_points_are_shared_by_those_who_come_first(winners: tuple[int, ...], share: float) -> None:
    config = Config("grimoire", ("a=random", "b=random"))
    assert rows(config, [played(0, (0, 1), winners)])["a"].share.value == share


def test_matches_of_one_deal_tell_less_of_a_seat_than_as_many_deals() -> None:
    config = Config("grimoire", ("random", "random"), deals=20)

    def first_seat(deals: int) -> Interval:
        matches = [
            played(id, ((0, 1), (1, 0))[id % 2], (id * deals // 40 % 2,), seed=id * deals // 40)
            for id in range(40)
        ]
        return tournament.standings(Tournament(config, tuple(matches), 40, True)).by_seat[0]

    shared, single = first_seat(20), first_seat(40)
    assert shared.value == single.value == 0.5
    assert shared.high - shared.low > 1.3 * (single.high - single.low)


def test_matches_of_one_deal_tell_less_of_a_side_than_as_many_deals() -> None:
    sides = ("girls", "girls", "girls", "girls", "witch")

    def girls(deals: int) -> Interval:
        matches = [
            played(
                id, (0, 1, 0, 1, 0), (4,) if id * deals // 40 % 2 else (0, 1, 2, 3),
                seed=id * deals // 40, sides=sides,
            )
            for id in range(40)
        ]  # fmt: skip
        return tournament.standings(Tournament(TRAITOR, tuple(matches), 40, True)).by_side["girls"]

    assert girls(8).high - girls(8).low > 1.5 * (girls(40).high - girls(40).low)
