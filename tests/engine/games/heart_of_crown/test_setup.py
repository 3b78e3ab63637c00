"""Preparing the game, and the zones it makes (HOC-SETUP, HOC-TERM)."""

from collections import Counter

import pytest

from taku import engine
from tests.support.heart_of_crown import (
    CITY,
    LARGE,
    MAID,
    QUIET,
    VILLAGE,
    crown,
    discard,
    hand,
    seat,
)
from tests.support.table import Table

GAME = engine.game("heart-of-crown")
COUNTS = [2, 3, 4]


def begin(players: int, seed: int = 1) -> Table:
    return Table("heart-of-crown", players, seed)


@pytest.mark.rule("HOC-SETUP-01")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_for_2_to_4_players(players: int) -> None:
    with pytest.raises(engine.BadPlayers):
        GAME.new(players)


@pytest.mark.rule("HOC-SETUP-02", "HOC-TURN-02", "HOC-TURN-03", "HOC-SETUP-17")
@pytest.mark.parametrize("players", COUNTS)
def test_turns_go_clockwise_and_on(players: int) -> None:
    table = begin(players)
    first = table.view(0).turn
    for number in range(2 * players):
        assert table.view(0).turn == (first + number) % players
        assert table.view(0).number == number + 1
        table.play(table.view(0).turn, "end")


@pytest.mark.rule("HOC-SETUP-03", "HOC-SETUP-04", "HOC-SETUP-07", "HOC-TERM-18")
@pytest.mark.parametrize("players", COUNTS)
def test_the_common_table(players: int) -> None:
    view = begin(players).view(0)
    assert view.princesses == GAME.cards.princesses
    assert view.curses == 4 * players
    wanted = {CITY: 30, LARGE: 20, "royal-maid": 12, "senator": 12, "duke": 12}
    assert dict(view.basic_market) == wanted
    assert len(view.random_market) == 8
    assert view.exile == ()


@pytest.mark.rule("HOC-SETUP-05", "HOC-SETUP-06", "HOC-SETUP-14", "HOC-TERM-17", "HOC-TERM-19")
@pytest.mark.parametrize("players", COUNTS)
def test_the_starting_decks(players: int) -> None:
    table = begin(players)
    for area in table.view(None).areas:
        assert (area.hand_count, area.deck_count, area.discard, area.domain) == (5, 5, (), ())
        owned = Counter([*area.hand, *(each.card for each in area.deck)])
        assert owned == {VILLAGE: 7, MAID: 3}
        assert dict(area.owned) == owned
    decks = {tuple(begin(2, n).state.deck[0]) for n in range(9)}
    assert len(decks) > 1


@pytest.mark.rule("HOC-TYPE-04")
def test_a_backed_princess_is_no_part_of_the_deck() -> None:
    table = crown(seat(hand=[VILLAGE]), coins=6)
    table.play(0, "back lulunasaika")
    area = table.view(0).areas[0]
    assert area.princess == "lulunasaika"
    assert "lulunasaika" not in dict(area.owned)


@pytest.mark.rule("HOC-SETUP-09", "HOC-SETUP-10", "HOC-SETUP-11", "HOC-MKT-02", "HOC-SETUP-12")
@pytest.mark.parametrize("seed", range(6))
def test_the_supply_and_the_random_market(seed: int) -> None:
    table = begin(2, seed)
    view = table.view(0)
    commons = GAME.cards.sets["first-play"]
    turned = Counter(dict(view.random_market))
    assert sum(turned.values()) + view.supply == 52
    both = turned + Counter(dict(view.unseen))
    assert both == Counter(dict.fromkeys(commons, 5) | dict.fromkeys(GAME.cards.rares, 1))
    assert len(turned) == 8


@pytest.mark.rule("HOC-SETUP-11", "HOC-MKT-05")
def test_a_kind_that_lies_there_is_stacked() -> None:
    supply = ["scout", "scout", "bank", "scout", "alchemist", "library", "summons", "bribery"]
    table = crown(seat(hand=[VILLAGE]), supply=[*supply, "donation", "shinobi", "rampart", "scout"])
    view = table.view(0)
    assert dict(view.random_market)["scout"] == 3
    assert len(view.random_market) == 8
    assert dict(view.unseen) == {"rampart": 1, "scout": 1}


@pytest.mark.rule("HOC-SETUP-13", "HOC-SETUP-16")
def test_anybody_can_be_first_and_the_seed_decides() -> None:
    assert {begin(3, seed).view(0).turn for seed in range(20)} == {0, 1, 2}
    assert begin(3, 5).view(0) == begin(3, 5).view(0)


@pytest.mark.rule("HOC-SETUP-16", "HOC-SETS-01")
def test_the_commons_are_those_of_the_first_set_unless_chosen() -> None:
    view = begin(2).view(0)
    kinds = {card for card, _ in (*view.random_market, *view.unseen)}
    assert kinds == {*GAME.cards.sets["first-play"], *GAME.cards.rares}


@pytest.mark.rule("HOC-SETUP-15")
def test_villages_maids_and_curses_are_never_in_the_market() -> None:
    table = crown(seat(hand=[VILLAGE]), coins=20)
    assert not {f"buy {card}" for card in (VILLAGE, MAID, "curse")} & set(table.moves(0))
    assert Counter(GAME.components(begin(2).state))[VILLAGE] == 14


@pytest.mark.rule("HOC-TERM-04", "HOC-TERM-05", "HOC-TERM-06", "HOC-TERM-07", "HOC-MAIN-02")
def test_play_area_and_discard_piles_are_open() -> None:
    table = crown(seat(hand=[VILLAGE, "wishing-well", CITY, LARGE], deck=[MAID]))
    table.play(0, f"play {VILLAGE}", "play wishing-well", f"discard {CITY}", "stop")
    for viewer in (0, 1):
        assert table.view(viewer).played == (VILLAGE, "wishing-well")
        assert table.view(viewer).areas[0].discard == (CITY,)
    table = crown(seat(hand=["infantry-battalion"]), seat(hand=[CITY, *[MAID] * 4]))
    table.play(0, "play infantry-battalion")
    table.play(1, f"discard {CITY}")
    assert discard(table, 1) == {CITY: 1}


@pytest.mark.rule("HOC-TERM-08", "HOC-TERM-09", "HOC-TERM-14", "HOC-TERM-16", "HOC-EXILE-01")
def test_one_open_exile_zone_also_for_curses() -> None:
    table = crown(
        seat(hand=["donation", "curse"], deck=[VILLAGE] * 6),
        seat(hand=["donation", CITY], deck=[VILLAGE] * 6),
    )
    pile = table.view(0).curses
    table.play(0, "play donation")  # nothing is left to do, so the turn passes
    table.play(1, "play donation")
    assert table.view(0).exile == table.view(1).exile == ("curse", CITY)
    assert table.view(0).curses == pile


@pytest.mark.rule("HOC-TERM-10", "HOC-TERM-13", "HOC-GAIN-01", "HOC-GAIN-02", "HOC-BUY-04")
def test_gained_and_bought_cards_go_to_the_discard_pile() -> None:
    table = crown(seat(hand=["slash-and-burn", VILLAGE]), coins=6)
    table.play(0, "play slash-and-burn")
    assert discard(table) == {"curse": 1}
    before = dict(table.view(0).basic_market)[CITY]
    table.play(0, f"buy {CITY}")
    assert discard(table)[CITY] == 1
    assert dict(table.view(0).basic_market)[CITY] == before - 1
    table = crown(seat(hand=["adventurer", "senator", VILLAGE]), coins=1, links=2)
    table.play(0, "play adventurer", "pay 1", "exile senator", f"gain {LARGE}")
    assert discard(table) == {LARGE: 1}
    assert hand(table) == {VILLAGE: 1}


@pytest.mark.rule("HOC-TERM-15")
def test_counts_are_open_and_faces_are_not() -> None:
    table = begin(2)
    me = table.view(0).areas[0]
    other = table.view(0).areas[1]
    assert (other.hand_count, other.deck_count, other.hand, other.deck) == (5, 5, (), ())
    assert (len(me.hand), me.deck) == (5, ())
    assert table.view(0).supply == len(table.state.supply)
    assert table.view(0).supply_order is None


@pytest.mark.rule("HOC-TERM-12", "HOC-RES-03", "HOC-RES-05")
def test_opponents_are_all_the_others_clockwise() -> None:
    many = seat(hand=[VILLAGE, CITY, MAID, MAID, MAID])
    table = crown(many, many, seat(hand=["infantry-battalion"]), many, turn=2)
    table.play(2, "play infantry-battalion")
    asked = []
    while 2 not in table.asked and table.asked:
        (who,) = table.asked
        if table.asked[who] != "force-discard":
            break
        asked.append(who)
        table.play(who, f"discard {CITY}")
    assert asked == [3, 0, 1]
    assert all(hand(table, who)[CITY] == 0 for who in (0, 1, 3))


def test_a_quiet_opponent_is_what_the_tests_take_him_for() -> None:
    table = crown(seat(hand=[VILLAGE]))
    assert table.view(None).areas[1].hand == tuple(QUIET["hand"])
