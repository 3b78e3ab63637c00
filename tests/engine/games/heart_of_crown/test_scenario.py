"""Positions written down, and mistakes in them."""

from typing import Any

import pytest

from taku import engine
from tests.support.heart_of_crown import (
    CITY,
    CROWNED,
    LARGE,
    MAID,
    VILLAGE,
    crown,
    deck,
    face_up,
    market,
    seat,
)

GAME = engine.game("heart-of-crown")


def test_what_is_not_mentioned_is_as_in_a_normal_game() -> None:
    state = GAME.new(3, 1, scenario={"turn": 2})
    view = state.view(2)
    assert view.turn == 2
    assert [(area.hand_count, area.deck_count) for area in view.areas] == [(5, 5)] * 3
    assert len(view.random_market) == 8
    assert view.curses == 12


def test_everything_can_be_said() -> None:
    table = crown(
        seat(
            hand=[VILLAGE],
            deck=[CITY, f"face-up {LARGE}"],
            discard=[MAID],
            princess="rain-and-shion",
            domain=["imperial-estate", CITY],
            kept=["scout on city"],
            counters=2,
            twins=3,
            debt=1,
        ),
        seat(princess="laolily", domain=["duke"] * 3 + ["royal-maid"], declared=True),
        turn=0,
        coins=4,
        links=2,
        played=["bank"],
        market={"shinobi": 2, "duke": 5},
        supply=["bribery"],
        curses=3,
        princesses=["klam-klam"],
        exile=["donation"],
        extra=True,
        number=9,
    )
    view = table.view(0)
    me, other = view.areas
    assert (deck(table), face_up(table)) == ([CITY, LARGE], [LARGE])
    assert (me.twins, me.debt, me.points, other.declared) == (3, 1, 4, True)
    assert (view.coins, view.links, view.played, view.extra, view.number) == (
        4,
        2,
        ("bank",),
        True,
        9,
    )
    assert (market(table)["shinobi"], market(table)["duke"], view.curses) == (2, 5, 3)
    assert (view.princesses, view.exile, view.supply) == (("klam-klam",), ("donation",), 1)


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ({"seats": [{"hand": ["citty"]}, {}]}, "seats[0].hand: no card 'citty' belongs here (did you mean 'city'?)"),
        ({"seats": [{"hand": ["duke"] * 13}, {}]}, "seats[0].hand: there are no more copies of 'duke'"),
        ({"seats": [{}, {}, {}], "players": 2}, "seats: one entry for each of 2 players"),
        ({"turn": 2}, "turn: a seat from 0 to 1"),
        ({"coins": -1}, "coins: never below 0"),
        ({"seats": [{"domain": ["city"]}, {}]}, "no domain without a princess"),
        ({"seats": [{"princess": "laolily", "domain": ["scout"]}, {}]}, "neither territory nor"),
        ({"seats": [{"princess": "city"}, {}]}, "princess: no card 'city' belongs here"),
        ({"seats": [{"princess": "laolily"}] * 2}, "there are no more copies of 'laolily'"),
        ({"seats": [{"princess": "laolily", "kept": ["scout on city"]}, {}]}, "no free 'city'"),
        ({"seats": [{"princess": "laolily", "domain": ["city"], "kept": ["bank on city"]}, {}]},
         "'bank' cannot be kept on 'city'"),
        ({"seats": [{"princess": "laolily", "twins": 1}, {}]}, "they lie on Rain & Shion"),
        ({"seats": [{"princess": "laolily", "counters": 1}, {}]}, "on an Imperial Estate"),
        ({"seats": [{"princess": "laolily", "declared": True}, {}]}, "only 0 points"),
        ({"market": {"shinoby": 1}}, "market: no card 'shinoby' belongs here (did you mean 'shinobi'?)"),
        ({"market": {"curse": 1}}, "market: no card 'curse' belongs here"),
        ({"market": {"duke": 0}}, "market.duke: the last one ends the game (HOC-JUDGE-01)"),
        ({"market": dict.fromkeys(GAME.cards.commons[:9], 1)}, "market: at most 8 kinds"),
        ({"supply": ["city"]}, "supply: no card 'city' belongs here"),
        ({"seats": [{"hand": ["laolily"]}, {}]}, "seats[0].hand: no card 'laolily' belongs here"),
        ({"seats": [{"princess": "laolily", "domain": ["duke"] * 5}, {}]},
         "seats[0].domain: 30 points win at once (HOC-CORO-18)"),
        ({"market": {"shinobi": 6}}, "no more copies of 'shinobi'"),
        ({"market": {"shinobi": -1}}, "market.shinobi: never below 0"),
        ({"curses": 17}, "curses: there are no more copies"),
        ({"overtime": True}, "overtime: at least two have declared"),
        ({"number": 0}, "number: turns are counted from 1"),
        ({"number": 1, "seats": [{}, CROWNED | {"declared": True}]},
         "seats[1].declared: no turn yet before turn 1"),
        ({"phase": "set"}, "no setting without a princess"),
        ({"phase": "start", "coins": 1}, "nothing is played before a turn"),
        ({"fase": "start"}, "unknown field of a scenario of heart-of-crown: 'fase'"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(scenario: dict[str, Any], message: str) -> None:
    with pytest.raises(engine.BadScenario) as refused:
        GAME.new(seed=1, scenario=scenario)
    assert message in str(refused.value)


@pytest.mark.parametrize("phase", ["start", "main", "buy", "set", "end"])
def test_every_phase_can_be_entered(phase: str) -> None:
    mine = seat(hand=["duke", VILLAGE], deck=[VILLAGE] * 9, princess="laolily")
    coins = 0 if phase == "start" else 5
    table = crown(mine, seat(hand=[CITY]), phase=phase, coins=coins)
    assert table.view(0).turn == (1 if phase == "end" else 0)
    kinds = {"start": "main", "main": "main", "buy": "second", "set": "second", "end": "main"}
    assert list(table.asked.values()) == [kinds[phase]]


def test_what_lasts_of_played_cards_lasts() -> None:
    lasting = ["court-merchant", "bribery", "slash-and-burn", "supply-unit", "moneylender"]
    other = seat(hand=[CITY], discard=["senator"])
    table = crown(seat(hand=[VILLAGE], deck=[MAID] * 9), other, played=lasting, coins=4)
    assert sorted(table.view(0).effects) == sorted(lasting)
    table.play(0, f"play {VILLAGE}", "bribe senator 1 under", "return bribery")
    assert deck(table)[-1] == "senator"
    assert table.view(1).areas[0].hand == ("bribery",)
    assert table.view(0).areas[0].debt == 4


def test_an_extra_turn_follows_one_of_the_same_player() -> None:
    mine = seat(hand=[CITY], **CROWNED | {"princess": "rain-and-shion"}, declared=True)
    mine["domain"] = [*mine["domain"], "duke"]
    assert crown(mine, phase="start").result.reason == "coronation"
    table = crown(mine, seat(hand=[CITY]), phase="start", extra=True)
    assert table.asked == {0: "main"}  # the turn has not gone round (HOC-FAQ-07)
    table.play(0, "end")
    table.play(1, "end")
    assert table.result.winners == (0,)
