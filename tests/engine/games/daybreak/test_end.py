"""How a match ends, is held off, and what extra turns do (DBK-OVER, DBK-HOLD, DBK-ULT)."""

from typing import Any

import pytest

from tests.support.daybreak import (
    CARDS,
    DRAIN,
    GAME,
    board,
    cast,
    does,
    end_turn,
    held,
    kinds,
    placed,
    play_out,
    row,
    seat,
    turn,
    turns,
    uses,
    verbs,
    zone,
)

ULTIMATE = 'category = "ultimate"\nops = [{ op = "extra-turn", n = 1 }]'
"""A card for an extra turn that forbids nothing."""


# -- normal and end state -------------------------------------------------------------------------


@pytest.mark.rule("DBK-OVER-01", "DBK-OVER-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_begins_in_the_normal_state(players: int) -> None:
    view = GAME.new(players).view(0)
    assert (view.ending, view.last_turn, view.last_turns) == ("", False, 0)


@pytest.mark.rule("DBK-OVER-03", "DBK-OVER-05", "DBK-OVER-06", "DBK-OVER-07", "DBK-EX-18")
@pytest.mark.rule("DBK-DIFF-09")
def test_when_the_last_stone_goes_everybody_takes_one_last_turn() -> None:
    table = board(seat(), seat(), seat(), seat(), phase="start", stone_zone=2)
    table.play(0, "stones")
    assert table.told("end-state") == [{"reason": "stones-out"}]
    assert not table.view(0).last_turn
    play_out(table)
    assert turns(table) == ["1 last", "2 last", "3 last", "0 last"]
    assert table.result.reason == "stones-out"


@pytest.mark.rule("DBK-OVER-04", "DBK-OVER-05", "DBK-OVER-06")
def test_when_the_last_card_of_the_deck_goes_too() -> None:
    table = board(
        seat(), seat(), seat(), turn=1, card_zone=["lamplighter", "prankster"], deck=["pickpocket"]
    )
    table.play(1, "end")
    table.until("start")
    assert table.view(0).ending == "deck-out"
    play_out(table)
    assert turns(table) == ["2 last", "0 last", "1 last"]
    assert table.result.reason == "deck-out"


@pytest.mark.rule("DBK-OVER-08")
def test_the_end_state_never_goes_back() -> None:
    table = board(seat(hand=["lab", "gate-guard"]), lab=does(DRAIN), stone_zone=3)
    table.play(0, "use lab", "use gate-guard")
    assert (zone(table), table.view(0).ending) == (1, "stones-out")
    play_out(table)
    assert turns(table) == ["1 last", "0 last"]
    table = board(
        seat(hand=["lab"], cast=["prankster 3"]),
        lab=does(
            '{ op = "pick", from = "you.cast" }', '{ op = "move", card = "it", to = "deck" }'
        ),
        deck=[], ending="deck-out", last_turns=1,
    )  # fmt: skip
    table.play(0, "use lab")
    assert table.view(0).deck == 1
    assert table.view(0).ending == "deck-out"


@pytest.mark.rule("DBK-OVER-13", "DBK-OVER-14")
def test_one_moment_without_stones_is_enough_and_the_turn_goes_on() -> None:
    back = '{ op = "stones", from = "you.held", n = 2, to = "stone-zone" }'
    table = board(
        seat(hand=["lab", "milk-carrier"]), lab=does(DRAIN, back), card_zone=["prankster"],
        stone_zone=4,
    )  # fmt: skip
    table.play(0, "use lab")
    assert kinds(table) == ["use", "end-state", "gain", "return-stones", "place"]
    assert (zone(table), held(table)[0]) == (2, 7)
    assert cast(table) == ["lab 3"]
    table.play(0, "use milk-carrier")
    assert placed(table) == [0, 1, 1, 0]
    end_turn(table)
    assert len(row(table)) == 8  # the end phase is done as well
    assert table.asked == {1: "start"}


@pytest.mark.rule("DBK-OVER-09", "DBK-OVER-10", "DBK-OVER-11", "DBK-OVER-12")
@pytest.mark.parametrize(
    ("stones", "winners"),
    [([7, 5, 6], (0,)), ([4, 6, 6], (1, 2)), ([6, 6, 6], (0, 1, 2))],
)
def test_the_most_stones_on_witch_cards_win(stones: list[int], winners: tuple[int, ...]) -> None:
    seats = [seat(stones=n, placed=[0, 0, 9, 0]) for n in stones]
    seats[1]["placed"] = [0, 9, 9, 0]
    table = board(*seats, options={"stone-count": 99}, ending="deck-out", last_turns=0, deck=[])
    end_turn(table)
    assert table.result.scores == tuple(stones)
    assert table.result.winners == winners
    assert table.asked == {}


@pytest.mark.rule("DBK-OVER-16")
def test_nothing_else_ends_a_match() -> None:
    table = board(seat(stones=0), seat(stones=0), phase="start")
    dear = next(card for card in row(table) if CARDS.by_id[card].acquire_cost)
    for _ in range(100):
        who = table.view(0).active
        table.play(who, f"acquire {dear}")  # cannot be paid: neither stones nor a card
        end_turn(table)
    assert table.state.result is None
    assert table.view(0).ending == ""


@pytest.mark.rule("DBK-OVER-17")
@pytest.mark.parametrize(("number", "left"), [(999, 1), (1000, 0)])
@pytest.mark.parametrize("more", [{}, {"extra": ["hymn-of-daybreak"]}])
def test_the_thousandth_turn_is_the_last(number: int, left: int, more: dict[str, Any]) -> None:
    table = board(seat(stones=3), seat(stones=8, placed=[4]), number=number, **more)
    play_out(table, most=left)
    assert table.result.reason == "turn-limit"
    assert table.result.winners == (1,)
    assert len(turns(table)) == left


# -- holding off the end --------------------------------------------------------------------------


@pytest.mark.rule("DBK-HOLD-01", "DBK-HOLD-02", "DBK-HOLD-03", "DBK-EX-06")
def test_a_held_end_state_begins_with_the_next_turn() -> None:
    table = board(
        seat(hand=["eternal-clockmaker", "lab"]), seat(), seat(), lab=does(DRAIN), stone_zone=9
    )
    table.play(0, "use eternal-clockmaker", "use lab")
    assert (zone(table), table.view(0).ending, table.view(0).hold) == (0, "", True)
    play_out(table)
    assert turns(table) == ["1 turn", "2 last", "0 last", "1 last"]
    assert [k for k in kinds(table) if k in ("turn-begins", "end-state")] == ["turn-begins", "end-state"]  # fmt: skip


@pytest.mark.rule("DBK-HOLD-01", "DBK-HOLD-02")
def test_the_deck_is_held_off_as_well() -> None:
    table = board(seat(hand=["eternal-clockmaker"]), card_zone=["lamplighter"], deck=["pickpocket"])
    table.play(0, "use eternal-clockmaker")
    end_turn(table)
    assert table.view(0).deck == 0
    assert table.told("end-state") == [{"reason": "deck-out"}]
    play_out(table)
    assert turns(table) == ["1 turn", "0 last", "1 last"]


@pytest.mark.rule("DBK-HOLD-04")
def test_an_end_state_that_has_begun_is_not_held_off() -> None:
    table = board(
        seat(hand=["lab", "eternal-clockmaker", "gate-guard"]), lab=does(DRAIN), stone_zone=2
    )
    table.play(0, "use lab", "use eternal-clockmaker", "use gate-guard")
    assert "hold" not in kinds(table)
    play_out(table)
    assert turns(table) == ["1 last", "0 last"]


@pytest.mark.rule("DBK-HOLD-05")
def test_a_condition_that_no_longer_holds_at_the_end_of_the_turn_is_forgotten() -> None:
    table = board(
        seat(hand=["eternal-clockmaker", "lab", "gate-guard"]), lab=does(DRAIN), stone_zone=5
    )
    table.play(0, "use eternal-clockmaker", "use lab")
    assert zone(table) == 0
    table.play(0, "use gate-guard")
    end_turn(table)
    assert (zone(table), table.view(0).ending) == (1, "")
    assert turns(table) == ["1 turn"]


@pytest.mark.rule("DBK-HOLD-06", "DBK-ULT-10", "DBK-EX-19")
def test_a_held_end_state_begins_with_the_extra_turn() -> None:
    table = board(
        seat(hand=["eternal-clockmaker", "hymn-of-daybreak", "lab"]), seat(), seat(),
        lab=does(DRAIN), stone_zone=9,
    )  # fmt: skip
    table.play(0, "use eternal-clockmaker", "use hymn-of-daybreak", "use lab")
    end_turn(table)
    assert turns(table) == ["0 extra"]
    assert table.view(0).ending == "stones-out"
    assert not table.view(0).last_turn
    for who in (0, 1, 2, 0):
        turn(table, who)
    assert turns(table) == ["0 extra", "1 last", "2 last", "0 last"]
    assert table.result.reason == "stones-out"


@pytest.mark.rule("DBK-EX-22", "DBK-HOLD-04")
def test_a_hold_after_the_refill_comes_too_late() -> None:
    table = board(seat(witch="noelle-creighton"), card_zone=["lamplighter"], deck=["pickpocket"])
    table.play(0, "end", "wait")
    assert table.view(0).ending == "deck-out"
    assert not table.view(0).last_turn
    assert "witch-game" in table.moves(0)
    table.play(0, "witch-game")
    end_turn(table)
    assert table.view(0).ending == "deck-out"
    assert turns(table) == ["1 last"]


# -- extra turns ----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-ULT-01", "DBK-ULT-08")
def test_an_extra_turn_is_a_whole_turn_before_the_next_players() -> None:
    table = board(seat(hand=["hymn-of-daybreak"], cast=["prankster 4"]))
    table.play(0, "use hymn-of-daybreak")
    end_turn(table)
    assert table.asked == {0: "start"}
    assert table.view(0).extra
    table.play(0, "stones")
    assert table.asked == {0: "main"}
    assert held(table)[0] == 5  # 2 paid, 2 gained
    assert cast(table) == ["hymn-of-daybreak 3", "prankster 3"]
    end_turn(table)
    assert cast(table) == ["hymn-of-daybreak 2", "prankster 2"]
    assert turns(table) == ["0 extra", "1 turn"]
    assert not table.view(0).extra


@pytest.mark.rule("DBK-ULT-04", "DBK-ULT-05", "DBK-ULT-06", "DBK-ULT-07", "DBK-EX-05")
def test_two_ultimate_cards_give_two_extra_turns_without_ultimate_cards() -> None:
    table = board(seat(hand=["starfall-rite", "hymn-of-daybreak", "grand-finale"], stones=20), options={"stone-count": 99})  # fmt: skip
    table.play(0, "use starfall-rite")
    assert uses(table) == {"hymn-of-daybreak", "grand-finale"}
    table.play(0, "use hymn-of-daybreak")
    assert table.view(1).extra_due == ("starfall-rite", "hymn-of-daybreak")
    table.play(0, "end")
    table.until("pick", "start")
    assert table.asked == {0: "pick"}  # the start of the extra turn that the first card gave
    table.until("start").play(0, "stones")
    assert "grand-finale" not in uses(table)
    table.play(0, "end")
    table.until("pick", "start")
    assert table.asked == {0: "start"}  # the second card's has none
    table.play(0, "stones")
    assert "grand-finale" not in uses(table)
    end_turn(table)
    assert turns(table) == ["0 extra", "0 extra", "1 turn"]
    assert table.view(0).extra_due == ()


@pytest.mark.rule("DBK-ULT-07")
def test_each_extra_turn_has_the_ban_of_its_own_card() -> None:
    table = board(seat(hand=["lab", "hymn-of-daybreak", "starfall-rite"], stones=9), lab=ULTIMATE)
    table.play(0, "use lab", "use hymn-of-daybreak")
    turn(end_turn(table), 0)
    assert turns(table) == ["0 extra", "0 extra"]
    table.play(0, "stones")
    assert uses(table) == set()
    table = board(seat(hand=["lab", "hymn-of-daybreak", "starfall-rite"], stones=9), lab=ULTIMATE)
    table.play(0, "use lab", "use hymn-of-daybreak")
    end_turn(table)
    table.play(0, "stones")
    assert uses(table) == {"starfall-rite"}


@pytest.mark.rule("DBK-EX-20", "DBK-ULT-06")
def test_one_ultimate_card_used_twice_counts_twice() -> None:
    table = board(seat(hand=["hymn-of-daybreak", "starfall-rite"], stones=9, witch="fiona-grey"))
    table.play(0, "use hymn-of-daybreak", "witch-game", "pick hymn-of-daybreak")
    table.play(0, "use hymn-of-daybreak")
    end_turn(table)
    for _ in range(2):
        assert table.view(0).extra
        table.play(0, "stones")
        assert uses(table) == set()
        end_turn(table)
    assert turns(table) == ["0 extra", "0 extra", "1 turn"]


@pytest.mark.rule("DBK-ULT-09", "DBK-WITCH-14")
def test_an_extra_turn_won_in_a_last_turn_belongs_to_it() -> None:
    table = board(
        seat(hand=["hymn-of-daybreak"], witch="rosa-winter"), ending="stones-out", last_turns=1
    )
    assert verbs(table) == {"use", "witch-turn", "end"}
    table.play(0, "use hymn-of-daybreak")
    end_turn(table)
    assert table.view(0).last_turn
    assert "witch-game" not in table.moves(0)
    assert "witch-turn" in table.moves(0)
    turn(table, 0)
    turn(table, 1)
    assert turns(table) == ["0 extra", "1 last"]
    assert table.result.reason == "stones-out"


@pytest.mark.rule("DBK-ULT-10")
def test_extra_turns_due_come_before_the_last_turns() -> None:
    table = board(
        seat(hand=["hymn-of-daybreak", "lab"], witch="rosa-winter"), lab=does(DRAIN), stone_zone=9
    )
    table.play(0, "use hymn-of-daybreak", "use lab")
    end_turn(table)
    assert table.view(0).ending == "stones-out"
    assert not table.view(0).last_turn
    assert "witch-game" in table.moves(0)
    for who in (0, 1, 0):
        turn(table, who)
    assert turns(table) == ["0 extra", "1 last", "0 last"]
    assert table.asked == {}
