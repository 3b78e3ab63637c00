"""Coordinated attacks: consecutive numbers, what counts and what is left out (MTK-CO)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.support.mitakihara import Board, board, enemy, girl

ORDER = ("sayaka", "kyoko", "madoka", "mami", "homura")
BOWS = ("madoka", "mami", "homura")
Lays = Mapping[str, str | Sequence[str]]
"""What each girl lays: ``attack 3``, ``retreat 3``, or an ability and its cards."""


def plain(*values: int) -> Lays:
    """Attacks with these values, in action order."""
    return {name: f"attack {value}" for name, value in zip(ORDER, values, strict=False)}


def battle(lays: Lays, **answers: Any) -> Board:
    """The Stage-Device Witch (50 HP) is fought with just these cards in hand."""
    people: dict[str, Any] = {}
    moves = {}
    for name, laid in lays.items():
        weapon = "bow" if name in BOWS else "sword"
        each = [laid] if isinstance(laid, str) else laid
        moves[name] = [move.replace(" ", f" {weapon} ") for move in each]
        people[name] = girl("alley", hand=[m.partition(" ")[2] for m in moves[name] if " " in m])
    table = board(phase="battle", enemies={"alley": "walpurgis"}, **people)
    return table.battle(moves, defend=next(iter(lays)), **answers)


def strike(lays: Lays, **answers: Any) -> tuple[int, bool]:
    """The damage, and whether it was a coordinated attack."""
    (told,) = battle(lays, **answers).told("strike")
    return told["amount"], told["style"] == "coordinated"


@pytest.mark.rule("MTK-CO-01", "MTK-CO-02")
@pytest.mark.parametrize(
    "values", [(1, 2, 3), (3, 1, 2), (5, 4, 3), (2, 3, 4, 5), (4, 2, 5, 3), (1, 2, 3, 4, 5)]
)
def test_three_or_more_consecutive_numbers_deal_twice_their_sum(values: tuple[int, ...]) -> None:
    assert strike(plain(*values)) == (2 * sum(values), True)


@pytest.mark.rule("MTK-CO-01")
@pytest.mark.parametrize(
    "values", [(5,), (1, 2), (4, 5), (1, 2, 4), (1, 3, 5), (1, 3, 4, 5), (1, 2, 3, 5), (1, 2, 4, 5)]
)
def test_fewer_girls_or_a_gap_deal_the_plain_sum(values: tuple[int, ...]) -> None:
    assert strike(plain(*values)) == (sum(values), False)


@pytest.mark.rule("MTK-CO-02")
def test_the_enemy_loses_the_doubled_total() -> None:
    assert enemy(battle(plain(3, 4, 5)), "alley").hp == 50 - 24


TIRO = ["tiro-finale", "lay 1", "lay 2", "lay 3"]


@pytest.mark.rule("MTK-CO-03", "MTK-CO-04")
@pytest.mark.parametrize(
    ("lays", "amount"),
    [
        ({"mami": TIRO}, 6),  # nothing is left
        ({"sayaka": "attack 4", "mami": TIRO}, 10),
        ({"sayaka": "attack 4", "kyoko": "attack 5", "mami": TIRO}, 15),
    ],
)
def test_with_cards_left_out_three_others_are_needed(lays: Lays, amount: int) -> None:
    assert strike(lays) == (amount, False)


@pytest.mark.rule("MTK-CO-03", "MTK-CO-05")
@pytest.mark.parametrize("shots", [(1, 2, 3), (5, 5, 4), (3, 3, 3)])
def test_cards_left_out_neither_disturb_nor_are_doubled(shots: tuple[int, ...]) -> None:
    lays = {**plain(2, 3, 4), "mami": ["tiro-finale", *(f"lay {shot}" for shot in shots)]}
    assert strike(lays) == (2 * (2 + 3 + 4) + sum(shots), True)


@pytest.mark.rule("MTK-CO-03", "MTK-CO-05")
@pytest.mark.parametrize(
    ("madoka", "result"),
    [
        (["attack 4", "lay 4"], (2 * (5 + 4 + 3) + 8, True)),
        (["attack 4"], (5 + 4 + 3 + 4, False)),  # one card alone counts: 4 is there twice
    ],
)
def test_aptitude_takes_madoka_s_cards_out(madoka: list[str], result: tuple[int, bool]) -> None:
    others = {"sayaka": "attack 5", "kyoko": "attack 4", "homura": "attack 3"}
    assert strike({**others, "madoka": madoka}) == result


@pytest.mark.rule("MTK-CO-06")
def test_cards_laid_for_a_retreat_are_ignored() -> None:
    three = plain(1, 2, 3)
    assert strike({**three, "homura": "retreat 5"}) == (12, True)  # does not break it
    assert strike({**three, "homura": "retreat 3"}) == (12, True)
    assert strike({**plain(1, 2), "homura": "retreat 3"}) == (3, False)  # does not complete it
    assert strike({"sayaka": "attack 1", "kyoko": "retreat 2", "madoka": "attack 3"}) == (4, False)


@pytest.mark.rule("MTK-CO-07")
@pytest.mark.parametrize(
    ("values", "ability", "result"),
    [
        ((3, 1, 1), "pass", (5, False)),
        ((3, 1, 1), "veteran", (12, True)),  # 3, 2, 1
        ((1, 2, 3), "pass", (12, True)),
        ((1, 2, 3), "veteran", (7, False)),  # 1, 3, 3
        ((1, 3, 2), "veteran", (7, False)),  # 1, 4, 2
    ],
)
def test_what_changes_a_number_is_applied_before_the_test(
    values: tuple[int, ...], ability: str, result: tuple[int, bool]
) -> None:
    assert strike(plain(*values), ability=ability) == result


@pytest.mark.rule("MTK-CO-08")
@pytest.mark.parametrize("values", [(2, 2, 3), (1, 3, 3), (1, 2, 2, 3), (1, 1, 2, 4), (4, 4, 4)])
def test_equal_numbers_prevent_it(values: tuple[int, ...]) -> None:
    assert strike(plain(*values)) == (sum(values), False)


@pytest.mark.rule("MTK-CO-09")
@pytest.mark.parametrize(
    ("values", "result"),
    [((4, 5, 5), (2 * (4 + 6 + 5), True)), ((3, 5, 4), (3 + 6 + 4, False))],
)
def test_a_6_may_be_part_of_the_sequence(values: tuple[int, ...], result: tuple[int, bool]) -> None:
    assert strike(plain(*values), ability="veteran") == result


@pytest.mark.rule("MTK-CO-10")
def test_it_takes_effect_by_itself() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "walpurgis"},
        sayaka=girl("alley", hand=["sword 1", "sword 5"]),
        mami=girl("alley", hand=["bow 2", "bow 5"]),
        homura=girl("alley", hand=["bow 3", "bow 5"]),
    )
    table.does("sayaka", "attack sword 1").does("mami", "attack bow 2")
    table.does("homura", "attack bow 3")
    events = table.play(0, "defend sayaka")  # nobody is asked whether they want it
    assert [event.data["amount"] for event in events if event.kind == "strike"] == [12]
