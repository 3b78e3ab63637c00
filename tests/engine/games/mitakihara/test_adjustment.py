"""The adjustment phase: destruction, Super regeneration, check (MTK-ADJ)."""

from typing import Any

import pytest

from tests.support.mitakihara import (
    DEAD,
    Board,
    board,
    count,
    durability,
    enemies,
    familiar,
    girl,
    happened,
    hp,
    human,
    state,
    witch,
)


def after_battle(**position: Any) -> Board:
    """The end of an action phase, in which only Homura is still to act, and passes."""
    named = {"phase": "action", "acting": "homura", "enemies": {}, **position}
    return board(**named).does("homura", "pass")


@pytest.mark.rule("MTK-ADJ-01", "MTK-ADJ-09")
def test_enemies_left_alone_destroy_the_city() -> None:
    table = after_battle(
        enemies={
            "factory": "toys",  # 4
            "alley": familiar("dog"),  # 2
            "building": "artist",  # 5
            "station": familiar("rose-garden-a"),  # 1
        }
    )
    assert durability(table) == 120 - (4 + 2 + 5 + 1)
    assert table.told("durability") == [{"amount": 12, "left": 108}]  # all at once


@pytest.mark.rule("MTK-ADJ-02")
@pytest.mark.parametrize("there", [human, girl])
def test_an_enemy_with_a_character_destroys_nothing(there: Any) -> None:
    table = board(
        phase="adjustment",
        enemies={"factory": "toys", "alley": "artist"},
        sayaka=there("alley"),
    )
    assert durability(table) == 120 - 4


@pytest.mark.rule("MTK-ADJ-02", "MTK-FAQ-05A", "MTK-FAQ-05B")
@pytest.mark.parametrize(
    ("foe", "alone", "watched"),
    [
        (witch("silver"), 4, 2),
        (familiar("silver"), 2, 0),
        (witch("walpurgis"), 10, 4),
        (witch("unicorn"), 4, 0),
    ],
)
def test_some_destroy_even_then(foe: dict[str, Any], alone: int, watched: int) -> None:
    left = board(phase="adjustment", enemies={"alley": foe})
    assert durability(left) == 120 - alone
    kept = board(phase="adjustment", enemies={"alley": foe}, madoka=human("alley"))
    assert durability(kept) == 120 - watched


@pytest.mark.rule("MTK-ADJ-03")
@pytest.mark.parametrize(("left", "over"), [(8, True), (7, True), (9, False)])
def test_at_0_or_less_the_city_falls(left: int, over: bool) -> None:
    table = after_battle(enemies={"alley": "toys", "station": "unicorn"}, durability=left)
    assert (table.state.result is not None) == over
    if over:
        assert table.result.reason == "city-falls"
        assert table.result.winners == ()


@pytest.mark.rule("MTK-ADJ-03", "MTK-ADJ-04", "MTK-ADJ-06")
def test_the_city_is_tested_before_regeneration_and_check() -> None:
    falls = after_battle(enemies={"alley": "toys"}, durability=4, sayaka=girl(hp=1))
    assert falls.result.reason == "city-falls"
    assert happened(falls, "regenerate", "drop-out") == []
    stands = after_battle(enemies={"alley": "toys"}, durability=5, sayaka=girl(hp=1, hand=2))
    stands.until("time")
    assert happened(stands, "durability", "regenerate", "discard", "drop-out") == [
        "durability",
        "regenerate",
        "discard",
        "drop-out",
    ]
    assert state(stands, "sayaka") == "dropped-out"


@pytest.mark.rule("MTK-ADJ-04")
@pytest.mark.parametrize(("left", "price"), [(6, 1), (4, 1), (3, 2), (1, 2)])
def test_super_regeneration_is_compulsory(left: int, price: int) -> None:
    table = board(phase="adjustment", enemies={}, sayaka=girl(hp=left, hand=5))
    for _ in range(price):
        assert table.question == ("sayaka", "discard")  # which card, not whether
        table.does("sayaka", table.options("sayaka")[-1])
    assert (hp(table, "sayaka"), count(table, "sayaka")) == (7, 5 - price)
    assert table.view(0).turn == 2


@pytest.mark.rule("MTK-ADJ-04")
@pytest.mark.parametrize("sayaka", [girl(hp=7, hand=5), human(hp=1, hand=4)])
def test_no_regeneration_with_full_hp_or_as_a_human(sayaka: dict[str, Any]) -> None:
    table = board(phase="adjustment", enemies={}, sayaka=sayaka)
    assert table.view(0).turn == 2
    assert (hp(table, "sayaka"), count(table, "sayaka")) == (sayaka["hp"], sayaka["hand"])


@pytest.mark.rule("MTK-ADJ-05")
@pytest.mark.parametrize(("move", "after"), [("swift-healing", (8, 4)), ("pass", (1, 5))])
def test_the_other_sayaka_may_heal_at_this_moment(move: str, after: tuple[int, int]) -> None:
    table = board("sword-princess-sayaka", phase="adjustment", sayaka=girl(hp=1, hand=5))
    assert durability(table) == 120 - 2  # the familiars have done their work
    assert (table.question, table.options("sayaka")) == (
        ("sayaka", "swift-healing"),
        ["swift-healing", "pass"],
    )
    table.does("sayaka", move)
    if move != "pass":
        table.does("sayaka", table.options("sayaka")[0])
    assert (hp(table, "sayaka"), count(table, "sayaka")) == after
    assert table.view(0).turn == 2


@pytest.mark.rule("MTK-ADJ-06")
def test_the_check_comes_after_the_regeneration() -> None:
    table = after_battle(sayaka=girl(hp=1, hand=1), kyoko=girl(hand=[]))
    table.until("time")
    assert [told["character"] for told in table.told("drop-out")] == ["sayaka", "kyoko"]
    assert enemies(table) == {"factory": "mermaid", "alley": "wudan"}


@pytest.mark.rule("MTK-ADJ-07")
def test_with_nobody_left_all_is_lost() -> None:
    table = board(
        phase="action",
        acting="homura",
        enemies={},
        sayaka=DEAD,
        madoka=DEAD,
        kyoko=DEAD,
        mami=DEAD,
        homura=girl(hand=1, hp=1),
    )
    table.does("homura", "recover homura")
    assert (table.result.reason, table.result.winners) == ("nobody-left", ())


@pytest.mark.rule("MTK-ADJ-08")
def test_otherwise_the_next_turn_starts() -> None:
    table = after_battle(turn=4)
    assert (table.view(0).turn, table.view(0).phase) == (5, "event")
    assert happened(table, "phase", "turn") == ["phase", "phase", "turn", "phase"]


@pytest.mark.rule("MTK-ADJ-10")
def test_a_new_witch_destroys_from_the_next_turn_on() -> None:
    table = board(
        phase="adjustment", enemies={}, kyoko=girl(hand=[]), event_pile=["nothing-to-fear"]
    )
    table.until("time")
    assert (enemies(table), durability(table)) == ({"factory": "wudan"}, 120)
    table.does("homura", "pass")
    while table.view(0).turn == 2:
        table.calm()
    assert durability(table) == 120 - 4
