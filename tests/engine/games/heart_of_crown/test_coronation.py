"""Points, coronation, overtime and the decision by points (HOC-CORO, HOC-OVER, HOC-JUDGE)."""

import pytest

from taku import engine
from tests.support.heart_of_crown import (
    CITY,
    CROWNED,
    MAID,
    VILLAGE,
    crown,
    discard,
    domain,
    points,
    seat,
    verbs,
)
from tests.support.table import Table

WAITING = seat(hand=[VILLAGE], deck=[VILLAGE] * 6)
"""A player who can always do something, so that turns do not pass by themselves."""
READY = {**WAITING, **CROWNED}
"""20 points."""
RIVAL = {**WAITING, "princess": "laolily", "domain": ["duke", "duke", "duke", "royal-maid"]}
"""20 points with another princess."""


def pass_turn(table: Table) -> None:
    """The active player does nothing more."""
    table.play(table.view(0).turn, "end")


def declared(table: Table) -> list[bool]:
    return [area.declared for area in table.view(0).areas]


@pytest.mark.rule("HOC-CORO-02", "HOC-CORO-03", "HOC-CORO-05", "HOC-EX-09")
def test_points_are_the_sum_of_the_domain() -> None:
    cards = [VILLAGE, "duke", "senator"]
    table = crown({**WAITING, "princess": "lulunasaika", "domain": cards})
    assert points(table) == 13
    assert "declare" not in verbs(table)


@pytest.mark.rule("HOC-CORO-05")
@pytest.mark.parametrize(("counters", "may"), [(17, False), (18, True)])
def test_one_declares_with_20_and_not_with_19(counters: int, may: bool) -> None:
    mine = {**WAITING, "princess": "laolily", "domain": ["imperial-estate"], "counters": counters}
    assert ("declare" in verbs(crown(mine))) is may


@pytest.mark.rule("HOC-CORO-04", "HOC-CNT-02", "HOC-CNT-03")
def test_counters_count() -> None:
    mine = {**WAITING, "princess": "laolily", "domain": ["imperial-estate"], "counters": 17}
    table = crown(mine, coins=3)
    assert points(table) == 19
    table.play(0, "activate imperial-estate")
    assert points(table) == 20
    assert "declare" in verbs(table)


@pytest.mark.rule("HOC-CORO-01", "HOC-CORO-05", "HOC-CORO-06", "HOC-CORO-13")
def test_declare_and_win_when_the_turn_comes_back() -> None:
    table = crown(READY, WAITING, WAITING)
    table.play(0, "declare", "end")
    pass_turn(table)
    assert table.state.result is None
    pass_turn(table)
    assert (table.result.winners, table.result.reason) == ((0,), "coronation")
    assert table.result.ranks == (1, 2, 2)


@pytest.mark.rule("HOC-CORO-11", "HOC-CORO-21", "HOC-CORO-12")
def test_declaring_is_free_and_possible_later() -> None:
    table = crown(READY, WAITING)
    assert "declare" in verbs(table)
    pass_turn(table)
    pass_turn(table)
    assert table.view(0).turn == 0
    assert "declare" in verbs(table)
    assert declared(table) == [False, False]
    table.play(0, f"play {VILLAGE}")
    assert "declare" in verbs(table)


@pytest.mark.rule("HOC-CORO-12", "HOC-SET-09")
def test_declaring_in_the_second_phase() -> None:
    mine = {
        **WAITING,
        "hand": ["duke"],
        "princess": "lulunasaika",
        "domain": ["duke", "royal-maid"],
    }
    table = crown(mine, WAITING)
    table.play(0, "set duke")
    assert table.moves(0) == ["declare", "end"]
    table.play(0, "declare")
    assert declared(table) == [True, False]
    assert table.view(0).turn == 1
    table = crown(READY, WAITING, coins=7)
    table.play(0, f"buy {CITY}")
    assert "declare" in verbs(table)


@pytest.mark.rule("HOC-CORO-22")
def test_no_declaring_in_the_turn_of_another() -> None:
    scout = {**WAITING, "hand": ["scout"]}
    table = crown({**READY, "hand": ["rampart"]}, scout, turn=1)
    table.play(1, "play scout")
    assert table.moves(0) == ["reveal rampart", "pass"]


@pytest.mark.rule("HOC-CORO-23")
def test_a_standing_declaration_is_not_repeated() -> None:
    table = crown({**READY, "declared": True}, WAITING)
    assert "declare" not in verbs(table)


@pytest.mark.rule("HOC-CORO-19", "HOC-FAQ-01")
def test_without_a_domain_there_are_no_points() -> None:
    table = crown({**WAITING, "hand": ["imperial-crown", VILLAGE]})
    assert points(table) == 0


@pytest.mark.rule(
    "HOC-CORO-08", "HOC-CORO-14", "HOC-CR-29", "HOC-CORO-24", "HOC-CORO-25", "HOC-CR-30"
)
def test_a_lost_duke_calls_the_coronation_off() -> None:
    gossip = {**WAITING, "hand": ["gossiping-duchess"], "princess": "laolily"}
    mine = {**READY, "declared": True, "discard": [MAID], "hand": ["duke"]}
    table = crown(mine, gossip, turn=1)
    table.play(1, "set gossiping-duchess", "send duke")
    assert declared(table) == [False, False]
    assert table.told("cancelled") == [{"seat": 0}]
    assert discard(table) == {MAID: 1, "duke": 1}
    assert table.state.result is None
    assert table.view(0).turn == 0
    # With enough points again the declaration does not come back, but can be made anew.
    table.play(0, "set duke")
    assert points(table) == 20
    assert declared(table) == [False, False]
    table.play(0, "declare")
    assert table.view(0).turn == 1
    pass_turn(table)
    assert (table.result.winners, table.result.reason) == ((0,), "coronation")


@pytest.mark.rule("HOC-CORO-08", "HOC-CORO-06")
def test_a_coronation_stands_with_20_points_left() -> None:
    gossip = {**WAITING, "hand": ["gossiping-duchess"], "princess": "laolily"}
    mine = {**READY, "domain": ["duke", "duke", "royal-maid", "royal-maid"], "declared": True}
    table = crown(mine, gossip, turn=1)
    table.play(1, "set gossiping-duchess", "send royal-maid")
    assert table.told("cancelled") == []
    assert (table.result.winners, table.result.scores) == ((0,), (20, 3))


@pytest.mark.rule("HOC-CORO-14", "HOC-SET-05", "HOC-CORO-02", "HOC-CORO-03")
def test_setting_a_maid_can_call_the_own_coronation_off() -> None:
    table = crown({**READY, "hand": [MAID], "declared": True}, WAITING)
    table.play(0, f"set {MAID}")
    assert points(table) == 18
    assert declared(table) == [False, False]


@pytest.mark.rule("HOC-CORO-08", "HOC-CORO-14")
@pytest.mark.parametrize(("counters", "stands"), [(17, False), (18, True)])
def test_20_points_keep_a_coronation_and_19_do_not(counters: int, stands: bool) -> None:
    domain = ["imperial-estate", "royal-maid"]
    mine = {**WAITING, "princess": "laolily", "domain": domain, "counters": counters}
    gossip = {**WAITING, "hand": ["gossiping-duchess"], "princess": "klam-klam"}
    table = crown({**mine, "declared": True}, gossip, turn=1)
    table.play(1, "set gossiping-duchess")
    assert points(table) == 2 + counters
    assert bool(table.told("cancelled")) is not stands
    assert (table.state.result is not None) is stands


@pytest.mark.rule("HOC-CORO-10", "HOC-FAQ-07")
def test_an_own_extra_turn_is_no_round() -> None:
    twins = {**WAITING, "princess": "rain-and-shion", "twins": 1}
    table = crown({**twins, "domain": ["duke", "duke", "duke", "royal-maid"]}, WAITING)
    table.play(0, "activate rain-and-shion", "declare", "end")
    assert (table.view(0).turn, table.view(0).extra) == (0, True)
    assert table.state.result is None
    pass_turn(table)
    pass_turn(table)
    assert table.result.reason == "coronation"


@pytest.mark.rule("HOC-CORO-20")
def test_an_extra_turn_of_another_only_delays() -> None:
    twins = {**WAITING, "princess": "rain-and-shion", "twins": 1}
    table = crown({**READY, "declared": True}, twins, turn=1)
    table.play(1, "activate rain-and-shion", "end")
    assert table.view(0).turn == 1
    pass_turn(table)
    assert table.result.winners == (0,)


@pytest.mark.rule("HOC-CORO-07", "HOC-CORO-17", "HOC-EX-10", "HOC-OVER-01", "HOC-OVER-02")
def test_two_declarations_lead_to_overtime() -> None:
    strong = {**WAITING, "princess": "lulunasaika", "domain": ["duke", "duke", "duke"]}
    weak = {**WAITING, "princess": "klam-klam", "domain": ["duke", "duke"]}
    table = crown(strong, RIVAL, weak)
    assert [points(table, n) for n in range(3)] == [24, 20, 12]
    table.play(0, "declare", "end")
    table.play(1, "declare", "end")
    assert not table.view(0).overtime
    pass_turn(table)
    assert table.view(0).overtime
    assert [area.out for area in table.view(0).areas] == [False, False, True]
    assert table.view(0).turn == 0
    pass_turn(table)
    assert table.view(0).turn == 1
    pass_turn(table)
    assert table.view(0).turn == 0  # seat 2 is skipped


@pytest.mark.rule("HOC-CORO-15", "HOC-CORO-16")
def test_a_cancelled_rival_counts_for_nobody_and_each_waits_for_his_own_round() -> None:
    gossip = {**WAITING, "hand": ["gossiping-duchess"], "princess": "klam-klam"}
    first = {**READY, "declared": True}
    second = {**RIVAL, "declared": True, "domain": ["imperial-crown", "duke", "royal-maid"]}
    table = crown(first, second, gossip, turn=2)
    table.play(2, "set gossiping-duchess", "send duke", "send royal-maid")
    assert declared(table) == [False, True, False]
    assert table.state.result is None  # seat 0's round is over, seat 1's is not
    assert table.view(0).turn == 0
    pass_turn(table)
    assert (table.result.winners, table.result.reason) == ((1,), "coronation")


@pytest.mark.rule("HOC-CORO-09", "HOC-CORO-18", "HOC-FAQ-06")
def test_thirty_points_win_at_once() -> None:
    mine = {**WAITING, "hand": ["imperial-crown", "duke"], **CROWNED}
    table = crown(mine, WAITING)
    table.play(0, "set imperial-crown")
    assert (table.result.winners, table.result.reason) == ((0,), "points")
    assert table.result.scores == (34, 0)


@pytest.mark.rule("HOC-CORO-09", "HOC-CORO-18", "HOC-OVER-04")
@pytest.mark.parametrize("overtime", [False, True])
@pytest.mark.parametrize(("cards", "won"), [(["royal-maid"] * 5, True), (["senator"] * 3, False)])
def test_thirty_points_are_enough_and_29_are_not(
    cards: list[str], won: bool, overtime: bool
) -> None:
    rival = {**RIVAL, "domain": ["imperial-capital"] + ["royal-maid"] * 6}
    table = crown(
        {**READY, "hand": [*cards, "duke"], "declared": overtime},
        {**rival, "declared": overtime},
        overtime=overtime,
    )
    table.play(0, *(f"set {card}" for card in cards))
    assert points(table) == 20 + (10 if won else 9)
    assert (table.state.result is not None) is won


@pytest.mark.rule("HOC-OVER-04", "HOC-OVER-05", "HOC-OVER-07")
def test_overtime_is_won_with_30_and_nothing_else() -> None:
    low = {**WAITING, "princess": "laolily", "domain": ["duke"], "declared": True}
    mine = {**READY, "declared": True, "hand": ["duke", "senator", MAID, MAID]}
    table = crown(mine, low, overtime=True)
    table.play(0, f"set {MAID}", f"set {MAID}")
    assert points(table) == 16
    assert declared(table) == [True, True]  # falling below 20 has no consequence
    assert "declare" not in verbs(table)
    table.play(0, "set duke", "set senator")
    pass_turn(table)
    assert table.state.result is None
    assert table.view(0).turn == 0
    table = crown({**mine, "hand": ["imperial-crown"]}, low, overtime=True)
    table.play(0, "set imperial-crown")
    assert table.result.reason == "points"


@pytest.mark.rule("HOC-OVER-03", "HOC-OVER-06")
def test_who_is_out_is_no_opponent() -> None:
    many = [CITY, MAID, MAID, MAID, VILLAGE]
    out = seat(hand=[*many, "rampart"], deck=[CITY], discard=["alchemist", CITY])
    rival = {**RIVAL, "declared": True, "hand": many, "discard": ["donation"]}
    mine = {**READY, "declared": True, "hand": ["shinobi", "bribery", "infantry-battalion"]}
    table = crown(mine, rival, out, overtime=True, coins=9)
    table.play(0, "play shinobi")
    assert table.moves(0) == ["copy donation"]
    table.play(0, "copy donation", "exile infantry-battalion", "play bribery")
    bribes = [move for move in table.moves(0) if move.startswith("bribe")]
    assert bribes == ["bribe donation 1"]
    table = crown({**mine, "hand": ["infantry-battalion"]}, rival, out, overtime=True)
    table.play(0, "play infantry-battalion")
    table.play(1, f"discard {CITY}")
    assert table.view(0).areas[2].hand_count == 6


@pytest.mark.rule("HOC-JUDGE-01", "HOC-JUDGE-02", "HOC-JUDGE-05", "HOC-JUDGE-04")
def test_the_last_duke_ends_the_game_at_once() -> None:
    rich = {**WAITING, "hand": ["duke"] * 5, "princess": "laolily", "domain": ["senator"]}
    other = {**WAITING, "princess": "lulunasaika", "domain": ["senator"]}
    table = crown(rich, other, coins=20, market={"duke": 1})
    table.play(0, "buy duke")
    assert (table.result.winners, table.result.scores) == ((1,), (3, 9))
    assert table.result.reason == "no-dukes"
    assert table.state.pending == ()


@pytest.mark.rule("HOC-JUDGE-03", "HOC-JUDGE-06")
def test_a_draw_is_shared_by_the_best() -> None:
    two = {**WAITING, "princess": "laolily", "domain": ["senator", "senator"]}
    six = {**WAITING, "princess": "lulunasaika"}
    table = crown(two, six, WAITING, coins=8, market={"duke": 1})
    table.play(0, "buy duke")
    assert (table.result.winners, table.result.ranks) == ((0, 1), (1, 1, 3))
    five = {**WAITING, "princess": "klam-klam", "domain": ["senator", "royal-maid"]}
    table = crown(five, six, two, coins=8, market={"duke": 1})
    table.play(0, "buy duke")
    assert (table.result.winners, table.result.ranks) == ((1, 2), (3, 1, 1))


@pytest.mark.rule("HOC-CR-23", "HOC-JUDGE-04")
def test_gaining_the_last_duke_ends_the_game_too() -> None:
    mine = seat(hand=["charm-witch", VILLAGE], deck=[VILLAGE] * 2)
    table = crown(mine, seat(deck=["duke", VILLAGE]), market={"duke": 1})
    table.play(0, "play charm-witch", "gain duke")
    assert table.result.reason == "no-dukes"


@pytest.mark.rule("HOC-OVER-08")
def test_in_overtime_only_those_still_in_are_judged() -> None:
    out = {**WAITING, "princess": "klam-klam", "domain": ["imperial-crown", "senator"]}
    table = crown(
        {**WAITING, "princess": "lulunasaika", "domain": ["senator"], "declared": True},
        {**WAITING, "princess": "laolily", "domain": ["royal-maid"], "declared": True},
        out,
        overtime=True,
        coins=8,
        market={"duke": 1},
    )
    table.play(0, "buy duke")
    assert (table.result.winners, table.result.ranks) == ((0,), (1, 2, 3))


@pytest.mark.rule("HOC-LIMIT-01")
@pytest.mark.parametrize("players", [2, 3])
def test_after_100_turns_each_the_points_decide(players: int) -> None:
    last = 100 * players
    better = {**WAITING, "princess": "lulunasaika"}
    table = crown(*[WAITING] * (players - 1), better, number=last)
    pass_turn(table)
    assert (table.result.reason, table.result.winners) == ("turn-limit", (players - 1,))
    table = crown(*[WAITING] * (players - 1), better, number=last - 1)
    pass_turn(table)
    assert table.state.result is None


def test_idle_players_meet_the_turn_limit() -> None:
    state = engine.game("heart-of-crown").new(2, 1)
    turns = 0
    while state.result is None:
        state.advance(state.turn, "end")
        turns += 1
    assert turns == 200
    assert state.result.winners == (0, 1)
    assert domain(crown(WAITING)) == {}
