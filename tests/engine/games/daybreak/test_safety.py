"""Not chosen, stones that do not move, and one's own or another's card (DBK-SAFE, DBK-PICK)."""

from typing import Any

import pytest

from tests.support.daybreak import (
    ATTACK,
    GAIN,
    TAKE,
    board,
    cast,
    does,
    held,
    if_done,
    on_others,
    placed,
    seat,
    watch,
    works,
    zone,
)

NUN = "alley-nun 4 installed"
WARDEN = "stone-warden 3 installed"


# -- not chosen -----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-SAFE-01", "DBK-OPS-07")
def test_a_player_who_is_not_chosen() -> None:
    table = board(seat(hand=["pickpocket"]), seat(cast=[NUN]), seat(), seat())
    table.play(0, "use pickpocket")
    assert table.moves(0) == ["target 2", "target 3"]


@pytest.mark.rule("DBK-SAFE-02", "DBK-OPS-07")
@pytest.mark.parametrize(
    ("card", "others"),
    [("lullaby-nurse", {"prankster", "ferryman"}), ("ink-spilling-student", {"ferryman"})],
)
def test_nor_are_the_cards_in_their_cast_zone(card: str, others: set[str]) -> None:
    table = board(
        seat(hand=[card], cast=["prankster 3"]),
        seat(cast=[NUN, "lamplighter 3"]),
        seat(cast=["ferryman 3", "pendulum-maker 2"]),
    )
    table.play(0, f"use {card}")
    assert set(table.moves(0)) == {f"pick {each}" for each in {*others, "pendulum-maker"}}


@pytest.mark.rule("DBK-SAFE-03", "DBK-OPS-07")
def test_a_witch_may_choose_them() -> None:
    table = board(seat(witch="rosa-winter"), seat(cast=[NUN]), seat())
    table.play(0, "witch-game")
    assert table.moves(0) == ["target 1", "target 2"]
    table.play(0, "target 1", "witch-turn")
    assert held(table) == [7, 2, 5]
    assert cast(table, 1) == []  # the nun herself was shifted out


@pytest.mark.rule("DBK-SAFE-04", "DBK-OPS-07")
def test_effects_that_do_not_choose_reach_them() -> None:
    table = board(seat(hand=["moon-reaper"]), seat(cast=[NUN]))
    table.play(0, "use moon-reaper")
    assert held(table) == [5, 2]  # 3 paid, and 3 taken from who holds the most


@pytest.mark.rule("DBK-SAFE-05", "DBK-OPS-07")
def test_who_was_reached_may_have_cards_chosen_by_the_same_effect() -> None:
    shift = '{ op = "shift", by = 1, card = "it" }'
    within = on_others('{ op = "pick", from = "target.cast" }', shift)
    later = f'{{ op = "pick", from = "others.cast", do = [{shift}] }}'
    for ops, reached in (([within], True), ([on_others(), later], True), ([later], False)):
        table = board(
            seat(hand=["lab"]), seat(cast=[NUN, "prankster 3"]), lab=does(*ops, marks=ATTACK)
        )
        table.play(0, "use lab")
        assert (table.asked == {0: "pick"}) == reached
        if reached:
            assert set(table.moves(0)) == {"pick alley-nun", "pick prankster"}


@pytest.mark.rule("DBK-SAFE-05", "DBK-OPS-07")
def test_the_player_of_the_event_is_reached_too() -> None:
    table = board(
        seat(hand=["stardust-gatherer"], cast=[NUN]),
        seat(cast=["lab 4 installed"]),
        lab=watch(
            'event = "use", who = "others"', f'{{ op = "target", from = "event", do = [{TAKE}] }}'
        ),
    )
    table.play(0, "use stardust-gatherer")
    assert held(table) == [5, 6]


@pytest.mark.rule("DBK-SAFE-11", "DBK-OPS-07")
def test_with_nobody_to_choose_that_part_does_nothing() -> None:
    table = board(seat(hand=["pickpocket", "lullaby-nurse"]), seat(cast=[NUN]))
    table.play(0, "use pickpocket")
    assert held(table) == [3, 5]
    table.play(0, "use lullaby-nurse")
    assert cast(table) == ["pickpocket 1", "lullaby-nurse 2"]  # only your own can be chosen


@pytest.mark.rule("DBK-EX-17", "DBK-BLOCK-07", "DBK-SAFE-01")
def test_an_unblockable_attack_cannot_choose_them_either() -> None:
    table = board(
        seat(hand=["cloud-sea-pirate"]), seat(cast=[NUN]), seat(cast=["gate-guard 3 installed"])
    )
    table.play(0, "use cloud-sea-pirate")
    assert table.asked == {0: "main"}  # nothing to choose: seat 2 is the only one
    assert held(table) == [6, 5, 1]


@pytest.mark.rule("DBK-EX-23", "DBK-OPS-07")
def test_you_may_choose_yourself() -> None:
    table = board(seat(hand=["foghorn-conductor"], cast=[NUN], placed=[0, 1]), seat())
    table.play(0, "use foghorn-conductor")
    assert table.moves(0) == ["target 0", "target 1"]
    table.play(0, "target 0")
    assert placed(table) == [1, 0, 0, 0]


# -- stones that do not move ----------------------------------------------------------------------


@pytest.mark.rule("DBK-SAFE-06", "DBK-SAFE-08", "DBK-OPS-08")
@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("pickpocket", []),
        ("foghorn-conductor", ["target 1"]),
        ("star-tax-collector", []),
        ("fire-eater", ["stone 1 2", "stone 1 4"]),
    ],
)
def test_stones_that_do_not_move(card: str, moves: list[str]) -> None:
    for warden, moved in ((WARDEN, False), ("stone-warden 3", True)):
        table = board(
            seat(hand=[card], stones=6), seat(stones=8, placed=[0, 1, 0, 1], cast=[warden])
        )
        table.play(0, f"use {card}", *moves)
        same = (held(table)[1], placed(table, 1)) == (8, [0, 1, 0, 1])
        assert same != moved


@pytest.mark.rule("DBK-SAFE-07")
def test_not_even_for_a_witch() -> None:
    table = board(seat(witch="rosa-winter"), seat(cast=[WARDEN]))
    table.play(0, "witch-game")
    assert held(table) == [5, 5]


@pytest.mark.rule("DBK-SAFE-08")
def test_such_a_player_can_be_chosen() -> None:
    table = board(seat(hand=["pickpocket"]), seat(cast=[WARDEN]), seat())
    table.play(0, "use pickpocket")
    assert table.moves(0) == ["target 1", "target 2"]


@pytest.mark.rule("DBK-SAFE-09")
def test_the_other_parts_are_carried_out() -> None:
    table = board(seat(hand=["hex-peddler"]), seat(cast=[WARDEN]))
    table.play(0, "use hex-peddler")
    assert cast(table, 1) == ["curse 2", WARDEN]
    assert held(table) == [4, 5]


@pytest.mark.rule("DBK-SAFE-10")
def test_your_own_costs_and_effects_move_your_stones() -> None:
    table = board(
        seat(hand=["gate-guard", "corner-postman"], placed=[1, 0, 1], cast=[WARDEN]), stone_zone=9
    )
    table.play(0, "use gate-guard", "use corner-postman", "blue", "stone 0 1", "stone 0 3")
    assert (held(table)[0], placed(table), zone(table)) == (5, [0, 1, 0, 0], 10)
    lift = '{ op = "stones", from = "you.cast.3", n = 1, to = "you.held" }'
    table = board(seat(hand=["lab"], placed=[0, 0, 1], cast=[WARDEN]), lab=does(lift))
    table.play(0, "use lab")
    assert (held(table)[0], placed(table)) == (6, [0] * 4)


@pytest.mark.rule("DBK-SAFE-12")
@pytest.mark.parametrize("card", ["wheatfield-wife", "ferryman"])
def test_gifts_arrive(card: str) -> None:
    table = board(seat(hand=[card]), seat(cast=[WARDEN]))
    table.play(0, f"use {card}")
    if card == "ferryman":
        table.play(0, "do")
    assert held(table)[1] == 6


@pytest.mark.rule("DBK-OPS-08")
@pytest.mark.parametrize(
    "part",
    [
        TAKE,
        '{ op = "shift", all = "target.cast", what = "stone", by = 1 }',
        '{ op = "pick", from = "target.cast", what = "stone", do = [{ op = "shift", stones = "it", by = 1 }] }',
    ],
)  # fmt: skip
def test_stones_held_fast_count_as_not_moved(part: str) -> None:
    for warden, gained in ((WARDEN, 0), ("stone-warden 3", 1)):
        table = board(
            seat(hand=["lab"], stones=4), seat(cast=[warden], placed=[1]), stone_zone=9,
            lab=does(if_done(on_others(part), GAIN), marks=ATTACK),
        )  # fmt: skip
        table.play(0, "use lab")
        assert zone(table) == 9 - gained


# -- your own or another's card -------------------------------------------------------------------


@pytest.mark.rule("DBK-PICK-02", "DBK-PICK-03")
@pytest.mark.parametrize(
    ("picked", "working"),
    [
        ("prankster", []),
        ("lamplighter", ["smiths-watchdog"]),
        ("ferryman", ["shield-carpenter"]),
    ],
)
def test_only_the_owner_of_the_card_can_block(picked: str, working: list[str]) -> None:
    mine: dict[str, Any] = seat(hand=["lullaby-nurse"], cast=["gate-guard 3 installed", "prankster 3"])  # fmt: skip
    table = board(
        mine,
        seat(cast=["smiths-watchdog 2 installed", "lamplighter 3"]),
        seat(cast=["shield-carpenter 4 installed", "ferryman 3"]),
    )
    table.play(0, "use lullaby-nurse", f"pick {picked}")
    assert works(table) == working
    assert ("prankster 2" in cast(table)) == (picked == "prankster")
    assert "lamplighter 3" in cast(table, 1)
