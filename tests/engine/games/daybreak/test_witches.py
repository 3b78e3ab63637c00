"""Witch cards and when their effects can be used (DBK-WITCH)."""

import random

import pytest

from tests.support.daybreak import (
    GAIN,
    GAME,
    Board,
    board,
    cast,
    end_turn,
    hand,
    held,
    kinds,
    placed,
    seat,
    turn,
    verbs,
    watch,
    works,
    zone,
)
from tests.support.table import Table

FULL = ["prankster", "flower-seller", "clock-winder", "gate-guard"]
"""A hand of one card too many."""


def powers(table: Table, of: int = 0) -> list[str]:
    """The witch effects a seat may use now."""
    return [move for move in table.moves(of) if move.startswith("witch")]


@pytest.mark.rule("DBK-WITCH-01", "DBK-WITCH-12")
def test_before_the_start_phase_after_it_and_around_every_use() -> None:
    table = board(seat(hand=["stardust-gatherer", "milk-carrier"]), seat(), phase="start")
    both = ["witch-game", "witch-turn"]
    assert powers(table) == both
    table.play(0, "stones")
    assert powers(table) == both
    table.play(0, "use stardust-gatherer")
    assert powers(table) == both
    table.play(0, "use milk-carrier")
    assert powers(table) == both
    assert powers(table, 1) == []
    end_turn(table)
    assert powers(table) == []
    assert powers(table, 1) == both


@pytest.mark.rule("DBK-WITCH-01", "DBK-WITCH-02", "DBK-WITCH-12", "DBK-WITCH-18")
def test_between_the_steps_of_the_end_phase_and_after_it() -> None:
    table = board(seat(hand=FULL, cast=["ferryman 2"]), card_zone=["lamplighter"])
    table.play(0, "end")
    assert table.asked == {0: "window"}  # the cast zone has moved
    assert cast(table) == ["ferryman 1"]
    assert table.moves(0) == ["witch-game", "witch-turn", "wait", "pass"]
    table.play(0, "wait", "discard prankster")
    assert table.asked == {0: "window"}  # the hand is down to three
    assert len(table.view(0).card_zone) == 1
    assert table.moves(0) == ["witch-game", "witch-turn", "wait", "pass"]
    table.play(0, "wait")
    assert len(table.view(0).card_zone) == 8  # and the card zone is full
    assert table.moves(0) == ["witch-game", "witch-turn", "pass"]
    table.play(0, "witch-game")
    assert held(table) == [8, 6]
    assert table.moves(0) == ["witch-turn", "pass"]
    table.play(0, "pass")
    assert table.asked == {1: "start"}


@pytest.mark.rule("DBK-WITCH-18")
def test_who_passes_is_not_asked_again() -> None:
    table = board(seat(hand=FULL, cast=["ferryman 2"]), card_zone=["lamplighter"])
    table.play(0, "end", "pass")
    assert table.asked == {0: "discard"}
    table.play(0, "discard prankster")
    assert table.asked == {1: "start"}


@pytest.mark.rule("DBK-WITCH-18")
@pytest.mark.parametrize(
    ("mine", "asked"),
    [
        (seat(hand=FULL[:3]), False),
        (seat(hand=FULL), True),
        (seat(cast=["prankster 3"]), True),
        (seat(placed=[0, 1]), True),
        (seat(placed=[0, 1], stones=0, spent=True), False),
    ],
)
def test_no_question_where_nothing_has_changed_or_nothing_can_be_used(
    mine: dict[str, object], asked: bool
) -> None:
    table = board(mine, seat(stones=0))
    table.play(0, "end")
    assert ("window" in table.asked.values()) == asked
    if not asked:
        assert table.asked == {1: "start"}


@pytest.mark.rule("DBK-WITCH-18")
def test_a_question_for_cards_that_will_be_turned_up() -> None:
    table = board(seat(), card_zone=["lamplighter"])
    table.play(0, "end")
    assert table.asked == {0: "window"}


@pytest.mark.rule("DBK-WITCH-18")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_asked_more_than_once_a_turn_unless_they_wish(players: int) -> None:
    for seed in range(20):
        table = Board(GAME, None, players, seed)
        rng = random.Random(seed)
        windows = wished = 0
        while table.state.pending:
            (decision,) = table.state.pending
            move = rng.choice(decision.moves)
            windows += decision.kind == "window"
            wished += decision.kind == "window" and move != "pass"
            table.play(decision.seat, move)
        assert windows - wished <= table.view(0).turn
        assert 0 < windows


@pytest.mark.rule("DBK-WITCH-03", "DBK-WITCH-05", "DBK-WITCH-07", "DBK-WITCH-08", "DBK-WITCH-16")
def test_both_effects_in_one_turn_one_of_them_never_again() -> None:
    table = board(seat())
    table.play(0, "witch-game")
    assert [area.spent for area in table.view(1).areas] == [True, False]
    assert powers(table) == ["witch-turn"]
    table.play(0, "witch-turn")
    assert powers(table) == []
    turn(end_turn(table), 1)
    assert powers(table) == ["witch-turn"]
    assert [area.spent for area in table.view(1).areas] == [True, False]


@pytest.mark.rule("DBK-WITCH-10")
def test_too_few_stones_for_the_cost() -> None:
    table = board(seat(stones=0))
    assert powers(table) == ["witch-game"]


@pytest.mark.rule("DBK-WITCH-11")
@pytest.mark.parametrize("stones", [0, 1, 2, 3, 7])
def test_a_chosen_cost_is_at_most_what_you_hold(stones: int) -> None:
    table = board(seat(witch="kiara-smith", stones=stones, spent=True), stone_zone=10)
    most = min(stones, 3)
    assert powers(table) == [f"witch-turn-x {x}" for x in range(1, most + 1)]
    if stones:
        table.play(0, f"witch-turn-x {most}")
        assert (held(table)[0], zone(table)) == (stones - most, 10 + most)


def test_the_chosen_cost_is_the_x_of_the_effect() -> None:
    table = board(seat(witch="kiara-smith", cast=["prankster 4"]))
    table.play(0, "witch-turn-x 2")
    assert cast(table) == ["prankster 2"]


@pytest.mark.rule("DBK-WITCH-13")
def test_an_extra_turn_is_a_turn_of_its_own() -> None:
    table = board(seat(spent=True), power_used=True, extra=["hymn-of-daybreak"])
    assert powers(table) == []
    end_turn(table)
    assert table.view(0).extra
    assert powers(table) == ["witch-turn"]


@pytest.mark.rule("DBK-WITCH-14")
@pytest.mark.parametrize(("witch", "usable"), [("ellie-bennett", False), ("fiona-grey", True)])
def test_some_effects_cannot_be_used_in_the_last_turn(witch: str, usable: bool) -> None:
    for last_turns, last in ((2, False), (1, True)):
        table = board(seat(witch=witch), ending="stones-out", last_turns=last_turns)
        assert table.view(0).last_turn == last
        assert ("witch-game" in table.moves(0)) == (usable or not last)
        assert "witch-turn" in table.moves(0)


@pytest.mark.rule("DBK-WITCH-15")
def test_what_a_witch_moves_triggers_installed_cards() -> None:
    table = board(
        seat(witch="noelle-creighton"),
        seat(cast=["lab 4 installed"]),
        lab=watch('event = "gain", who = "others"'),
    )
    table.play(0, "witch-game")
    assert works(table) == ["lab"]
    assert held(table) == [7, 6]
    table = board(seat(witch="fiona-grey", cast=["prankster 4", "page-boy 4 installed"]))
    table.play(0, "witch-game", "pick prankster", "done")
    assert works(table) == ["page-boy"]


@pytest.mark.rule("DBK-WITCH-15", "DBK-BLOCK-02")
def test_conditions_that_except_witches_are_not_met() -> None:
    table = board(seat(witch="rosa-winter"), seat(cast=["gate-guard 3 installed"]))
    table.play(0, "witch-game")
    assert works(table) == []
    assert held(table) == [8, 2]


@pytest.mark.rule("DBK-WITCH-17")
def test_an_effect_that_can_do_nothing_is_spent_and_paid() -> None:
    table = board(seat(witch="kiara-smith"))
    table.play(0, "witch-game")
    assert table.view(0).areas[0].spent
    table = board(seat(witch="fiona-grey", stones=1), card_zone=["prankster"], stone_zone=9)
    table.play(0, "witch-turn")
    assert (held(table)[0], zone(table)) == (0, 10)
    assert "witch-turn" not in table.moves(0)


# -- each witch -----------------------------------------------------------------------------------


def test_ellie_bennett() -> None:
    table = board(seat(cast=["prankster 3"]), seat(cast=["ferryman 3", "lamplighter 2"]))
    table.play(0, "witch-turn")
    assert cast(table) == ["prankster 1"]
    assert table.asked == {1: "pick"}
    table.play(1, "pick ferryman")
    assert cast(table, 1) == ["ferryman 2", "lamplighter 2"]


def test_lucy_hartley() -> None:
    table = board(seat(witch="lucy-hartley", hand=FULL[:1]), card_zone=["lamplighter", "pickpocket"])  # fmt: skip
    table.play(0, "witch-turn")
    assert (held(table)[0], hand(table)) == (6, {})
    table.play(0, "witch-game", "pick pickpocket")
    assert cast(table) == ["pickpocket 1"]
    table = board(seat(witch="lucy-hartley"))
    table.play(0, "witch-turn")
    assert held(table)[0] == 4  # nothing removed, nothing gained


def test_rosa_winter() -> None:
    table = board(
        seat(witch="rosa-winter", cast=["prankster 4", "ferryman 2"]), seat(cast=["lamplighter 4"])
    )
    table.play(0, "witch-turn")
    assert cast(table, 1) == []
    assert cast(table) == ["ferryman 2", "prankster 3"]


def test_noelle_creighton() -> None:
    table = board(seat(witch="noelle-creighton"), seat(cast=["lamplighter 4"]))
    table.play(0, "witch-turn")
    assert cast(table, 1) == ["lamplighter 4 face-down"]
    assert placed(table) == [0, 1, 0, 0]


def test_mireille_black() -> None:
    table = board(seat(witch="mireille-black", cast=["curse 3"]), seat(), seat())
    table.play(0, "witch-game", "witch-turn")
    assert [cast(table, of) for of in range(3)] == [[], ["curse 2"], ["curse 2"]]
    assert held(table)[0] == 6


def test_margot_renard() -> None:
    table = board(
        seat(witch="margot-renard", stones=1), phase="start", removed=["moon-reaper"],
        card_zone=["shield-carpenter", "prankster"],
    )  # fmt: skip
    table.play(0, "witch-turn", "acquire shield-carpenter")
    assert cast(table) == ["shield-carpenter 1"]
    table.play(0, "witch-game")
    assert cast(table) == ["moon-reaper 1", "shield-carpenter 1"]
    assert held(table)[0] == 2


def test_edith_hall() -> None:
    table = board(seat(witch="edith-hall", placed=[1, 1, 0, 1]))
    table.play(0, "witch-turn")
    assert placed(table) == [1, 1, 2, 1]
    table.play(0, "witch-game")
    assert (held(table)[0], placed(table)) == (9, [0] * 4)
    assert kinds(table)[-1] == "move-stones"  # her own: no gain


@pytest.mark.rule("DBK-MOST-07")
def test_a_witch_effect_has_its_own_count_of_stones() -> None:
    most = f'{{ op = "if", cond = {{ most = "you" }}, then = [{GAIN}] }}'
    table = board(seat(witch="lab-witch", stones=4, hand=["prankster"]), seat(), power=most)
    table.play(0, "use prankster")  # 1 paid, 2 taken: 5 to 3
    table.play(0, "witch-turn")
    assert held(table) == [6, 3]
    assert verbs(table) == {"witch-game", "end"}
