"""Numbers that can be trusted."""

import random
from math import log10

import msgspec
import pytest

from taku.bots.tournament.config import Sprt
from taku.bots.tournament.ratings import elo, share_of, student, wilson
from taku.bots.tournament.results import Played, points
from taku.bots.tournament.sprt import Test as SequentialTest


def match(id: int, table: tuple[int, ...], ranks: tuple[int, ...], deal: int) -> Played:
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    if len(winners) > 1:
        winners = ()
    return Played(
        id=id, table=table, round=0, deal=deal, seed=deal,
        ranks=ranks, winners=winners, reason="", length=0, moves=msgspec.Raw(b"[]"),
    )  # fmt: skip


def pairs(share: float, deals: int, seed: int) -> list[Played]:
    """Two bots that meet in pairs of matches; the first wins each with this chance."""
    rng = random.Random(seed)
    found: list[Played] = []
    for deal in range(deals):
        for table in ((0, 1), (1, 0)):
            first = rng.random() < share
            ranks = (1, 2) if first == (table[0] == 0) else (2, 1)
            found.append(match(len(found), table, ranks, deal))
    return found


def test_wilson_against_known_values() -> None:
    found = wilson(0.9, 100)
    assert found.low == pytest.approx(0.8256, abs=1e-4)
    assert found.high == pytest.approx(0.9448, abs=1e-4)


def test_elo_of_a_known_share() -> None:
    first, second = elo(pairs(0.75, 2000, 1), 2)
    wins = sum(points(m)[m.table.index(0)] for m in pairs(0.75, 2000, 1)) / 4000
    assert first.value - second.value == pytest.approx(400 * log10(wins / (1 - wins)), abs=1)
    assert first.value + second.value == pytest.approx(0)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    truth = 200 * log10(0.6 / 0.4)
    held = sum(
        interval.low <= truth <= interval.high
        for interval in (elo(pairs(0.6, 60, seed), 2)[0] for seed in range(300))
    )
    assert 276 <= held <= 298


def test_shares_of_deals_that_cancel_out_are_surer_than_single_matches() -> None:
    cancelling = share_of([[1.0, 0.0]] * 50)
    single = share_of([[1.0]] * 50 + [[0.0]] * 50)
    assert cancelling.high - cancelling.low < (single.high - single.low) * 1.5
    coupled = share_of([[1.0, 1.0]] * 25 + [[0.0, 0.0]] * 25)
    assert coupled.high - coupled.low > (single.high - single.low) * 1.3


def test_who_always_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    first, _ = elo(pairs(1.0, 10, 1), 2)
    assert 100 < first.value < 1000
    assert first.high - first.low > 100


@pytest.mark.parametrize(("apart", "deals"), [(300, 10), (400, 10), (600, 20), (800, 40)])
def test_intervals_hold_the_truth_where_nearly_every_match_is_won(apart: int, deals: int) -> None:
    share = 1 / (1 + 10 ** (-apart / 400))
    found = (elo(pairs(share, deals, seed), 2)[0] for seed in range(200))
    assert sum(2 * rating.low <= apart <= 2 * rating.high for rating in found) >= 186


def test_ratings_of_many_seats_follow_the_places() -> None:
    matches = [match(i, (0, 1, 2), (1, 2, 3), i) for i in range(6)]
    matches += [match(6 + i, (1, 2, 0), (1, 3, 2), 6 + i) for i in range(3)]
    best, middle, last = elo(matches, 3)
    assert best.value > middle.value > last.value


def test_the_order_of_the_matches_does_not_matter() -> None:
    matches = pairs(0.6, 40, 2)
    turned = matches[:]
    random.Random(1).shuffle(turned)
    for one, two in zip(elo(matches, 2), elo(turned, 2), strict=True):
        assert one.value == pytest.approx(two.value)
        assert one.low == pytest.approx(two.low)


@pytest.mark.parametrize(("share", "wrong"), [(0.5, "better"), (0.57, "not-better")])
def test_the_sequential_test_is_seldom_wrong(share: float, wrong: str) -> None:
    sprt = Sprt(elo0=0, elo1=50)  # a share of 0.571
    verdicts = []
    for seed in range(200):
        done = {m.id: m for m in pairs(share, 1500, seed)}
        deals = [[2 * i, 2 * i + 1] for i in range(1500)]
        verdicts.append(SequentialTest(sprt, deals).look(done).verdict)
    assert verdicts.count("undecided") == 0
    assert verdicts.count(wrong) <= 22  # type: ignore[arg-type]


def test_a_match_that_is_missing_stops_the_test_there() -> None:
    done = {m.id: m for m in pairs(1.0, 100, 1)}
    del done[6]
    test = SequentialTest(Sprt(), [[2 * i, 2 * i + 1] for i in range(100)])
    state = test.look(done)
    assert (state.deals, state.matches, state.verdict) == (3, 6, "undecided")


def test_a_test_that_is_looked_at_often_comes_out_as_one_that_is_looked_at_once() -> None:
    matches = pairs(0.7, 200, 5)
    deals = [[2 * i, 2 * i + 1] for i in range(200)]
    done: dict[int, Played] = {}
    often = SequentialTest(Sprt(), deals)
    for played in matches:
        done[played.id] = played
        state = often.look(done)
    assert state == SequentialTest(Sprt(), deals).look(done)
    assert state.verdict == "better"


def places(strengths: list[float], deals: int, seed: int) -> list[Played]:
    """One table in all rotations; who is first of those left goes by strength (Plackett, Luce)."""
    rng = random.Random(seed)
    bots = range(len(strengths))
    found: list[Played] = []
    for deal in range(deals):
        for turn in bots:
            table = tuple((bot + turn) % len(strengths) for bot in bots)
            ranks, left = [0] * len(bots), list(bots)
            while left:
                weights = [10 ** (strengths[table[seat]] / 400) for seat in left]
                seat = rng.choices(left, weights)[0]
                ranks[seat] = 1 + len(bots) - len(left)
                left.remove(seat)
            found.append(match(len(found), table, tuple(ranks), deal))
    return found


@pytest.mark.parametrize("deals", [4, 12])
def test_intervals_of_many_seats_hold_the_truth_even_after_few_deals(deals: int) -> None:
    truth = [120.0, 40.0, -40.0, -120.0]
    held = sum(
        interval.low <= strength <= interval.high
        for seed in range(100)
        for strength, interval in zip(truth, elo(places(truth, deals, seed), 4), strict=True)
    )
    assert 368 <= held <= 396


def test_student_against_known_values() -> None:
    assert student(4) == pytest.approx(2.776, abs=0.02)
    assert student(30) == pytest.approx(2.042, abs=0.001)


def test_points_are_shared_where_nobody_won() -> None:
    assert points(match(0, (0, 1, 2), (1, 1, 3), 0)) == (0.5, 0.5, 0.0)
