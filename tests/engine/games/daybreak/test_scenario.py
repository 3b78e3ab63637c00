"""Positions written down, and mistakes in them."""

from typing import Any

import pytest

from taku import engine
from tests.support.daybreak import GAME, board, cast, held, placed, removed, row, seat, turns, zone


def test_what_is_not_mentioned_is_as_in_a_normal_game() -> None:
    view = GAME.new(3, 1, scenario={"turn": 2}).view(2)
    assert (view.active, view.phase) == (2, "main")
    assert [area.hand_count for area in view.areas] == [3, 3, 3]
    assert [len(area.hand) for area in view.areas] == [0, 0, 3]
    assert (len(view.card_zone), view.deck, view.stone_zone) == (8, 24, 40)
    assert len({area.witch for area in view.areas}) == 3


def test_everything_can_be_said() -> None:
    table = board(
        seat(
            witch="kiara-smith", spent=True, stones=7, placed=[0, 1, 0, 2],
            cast=["lamplighter 2", "alley-nun 4 installed", "gate-guard 1 installed face-down"],
            hand=["pickpocket"], unseen=["prankster"],
        ),
        seat(stones=3),
        turn=0, first=1, number=9, phase="main", card_zone=["clock-winder 2", "ferryman"],
        deck=["milk-carrier", "moon-reaper", "pendulum-maker"], deck_seen=1,
        removed=["flower-seller"], stone_zone=5, ending="stones-out", last_turns=1, hold=True,
        power_used=True, extra=["hymn-of-daybreak", "starfall-rite"], extra_turn="hymn-of-daybreak",
    )  # fmt: skip
    view = table.view(1)
    me = view.areas[0]
    assert (me.witch, me.spent, me.held, me.hand, me.hand_count) == (
        "kiara-smith", True, 7, ("pickpocket",), 2,
    )  # fmt: skip
    assert placed(table) == [0, 1, 0, 2]
    assert cast(table) == [
        "gate-guard 1 installed face-down", "lamplighter 2", "alley-nun 4 installed",
    ]  # fmt: skip
    assert (view.active, view.first, view.turn, view.phase) == (0, 1, 9, "main")
    assert (row(table), removed(table), zone(table)) == (
        {"clock-winder": 2, "ferryman": 0}, ["flower-seller"], 5,
    )  # fmt: skip
    assert (view.deck, view.deck_top) == (3, ("milk-carrier",))
    assert (view.ending, view.last_turn, view.last_turns, view.hold) == ("stones-out", True, 1, True)  # fmt: skip
    assert (view.extra, view.extra_due) == (True, ("hymn-of-daybreak", "starfall-rite"))
    assert table.moves(0) == ["use pickpocket", "use prankster", "end"]  # no witch effect is left


@pytest.mark.parametrize(
    ("phase", "asked"), [("turn", "start"), ("start", "start"), ("main", "main"), ("end", "window")]
)
def test_a_position_begins_with_any_phase(phase: str, asked: str) -> None:
    table = board(seat(cast=["prankster 3"]), phase=phase, number=5)
    assert table.asked == {0: asked}
    assert table.view(0).turn == 5


def test_a_first_turn_that_is_still_to_come() -> None:
    table = board(seat(stones=0), seat(stones=0), first_turns=[0, 1], phase="turn", turn=1)
    assert held(table) == [0, 3]
    assert placed(table, 1) == [0, 0, 1, 0]
    table.play(1, "stones", "end")
    table.until("start")
    assert turns(table) == ["0 turn"]
    assert held(table) == [3, 5]


def test_the_stones_of_others_come_out_of_the_stone_zone() -> None:
    table = board(seat(stones=7, placed=[1, 1]), seat(stones=4), card_zone=["prankster 2"])
    assert zone(table) == 30 - 15


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ({"seats": [{"hand": ["pranksta"]}, {}]}, "seats[0].hand: no card 'pranksta' in the sets in use (did you mean 'prankster'?)"),
        ({"seats": [{"hand": ["juggler"]}, {}]}, "seats[0].hand: no card 'juggler' in the sets in use"),
        ({"seats": [{"hand": ["prankster"]}, {"hand": ["prankster"]}]}, "seats[1].hand: 'prankster' is named twice"),
        ({"seats": [{"hand": ["curse"]}, {}]}, "no Curse card is left"),
        ({"seats": [{"unseen": ["lamplighter"]}, {}]}, "'lamplighter' was not dealt: only white cards are"),
        ({"seats": [{"cast": ["prankster"]}, {}]}, "seats[0].cast: 'prankster': a place from 1 to 4"),
        ({"seats": [{"cast": ["prankster 5"]}, {}]}, "a place from 1 to 4"),
        ({"seats": [{"cast": ["prankster 2 sleeping"]}, {}]}, "waiting, installed, face-down; not 'sleeping'"),
        ({"seats": [{"cast": ["prankster 2 installed"]}, {}]}, "'prankster' has no install mark"),
        ({"seats": [{"stones": -1}, {}]}, "seats[0].stones: never below 0"),
        ({"seats": [{"placed": [0] * 5}, {}]}, "seats[0].placed: at most 4 places"),
        ({"seats": [{"witch": "kiara"}, {}]}, "seats[0].witch: no witch 'kiara'"),
        ({"seats": [{"witch": "kiara-smith"}, {"witch": "kiara-smith"}]}, "'kiara-smith' is named twice"),
        ({"seats": [{}, {}, {}], "players": 2}, "seats: one entry for each of 2 players"),
        ({"turn": 2}, "turn: a seat from 0 to 1, not 2"),
        ({"first": -1}, "first: a seat from 0 to 1"),
        ({"number": 0}, "number: turns are counted from 1"),
        ({"seats": [{"stones": 31}, {}]}, "stone-zone: 31 stones lie elsewhere; the match has 30"),
        ({"stone-zone": -1}, "stone-zone: never below 0"),
        ({"stone-zone": 0}, "ending: the end state has begun (stones-out)"),
        ({"deck": []}, "ending: the end state has begun (deck-out)"),
        ({"last-turns": 1}, "last-turns: only in the end state"),
        ({"ending": "stones-out", "last-turns": 3}, "last-turns: 0 to 2"),
        ({"card-zone": ["prankster lots"]}, "card-zone: 'prankster lots': a card, or a card and the stones on it"),
        ({"card-zone": ["prankster 1000000"], "stone-zone": 9}, "card-zone: 'prankster 1000000': a card, or a card and the stones on it"),
        ({"seats": [{"cast": [""]}, {}]}, "seats[0].cast: no card '' in the sets in use"),
        ({"card-zone": [], "deck": ["lamplighter", "prankster"]}, "deck: white cards lie on top of the others"),
        ({"deck-seen": 99}, "deck-seen: the deck has"),
        ({"extra": ["prankster"]}, "extra: 'prankster' gives no extra turn"),
        ({"extra-turn": "nothing"}, "extra-turn: 'nothing' gives no extra turn"),
        ({"first-turns": [0]}, "first-turns: the turn of seat 0 has begun; use phase turn"),
        ({"power-used": True, "phase": "turn"}, "power-used: the turn has not begun"),
        ({"phase": "night"}, "Invalid enum value 'night'"),
        ({"trun": 1}, "unknown field of a scenario of daybreak: 'trun' (did you mean 'turn'?)"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(scenario: dict[str, Any], message: str) -> None:
    with pytest.raises(engine.BadScenario) as refused:
        GAME.new(2, 1, scenario=scenario)
    assert message in str(refused.value)
