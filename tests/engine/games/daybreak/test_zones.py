"""Where cards and stones lie, and what falls off either end of a cast zone (DBK-ZONE)."""

from typing import Any

import pytest

from taku import engine
from tests.support.daybreak import (
    CARDS,
    board,
    cast,
    end_turn,
    hand,
    held,
    placed,
    removed,
    row,
    seat,
    turn,
    verbs,
    zone,
)

SHIFT = 'ops = [{{ op = "pick", from = "{who}.cast", do = [{{ op = "shift", by = {by}, card = "it" }}] }}]'  # fmt: skip


@pytest.mark.rule("DBK-ZONE-03", "DBK-ZONE-07", "DBK-ZONE-44")
def test_only_the_card_zone_can_be_acquired_from() -> None:
    table = board(
        seat(), phase="start", card_zone=["lamplighter"], deck=["hex-peddler", "tomb-digger"]
    )
    assert table.view(0).curses == 12
    assert {move for move in table.moves(0) if move.startswith("acquire")} == {"acquire lamplighter"}  # fmt: skip


@pytest.mark.rule("DBK-ZONE-08", "DBK-ZONE-09", "DBK-OVER-15")
def test_stones_on_card_zone_cards_are_nobodys() -> None:
    table = board(
        seat(stones=2), seat(stones=1), phase="start", card_zone=["clock-winder 3", "lamplighter"],
        stone_zone=1, ending="stones-out", last_turns=0,
    )  # fmt: skip
    assert row(table) == {"clock-winder": 3, "lamplighter": 0}
    assert (held(table), zone(table)) == ([2, 1], 1)
    turn(table, 0)
    assert table.result.scores == (3, 1)


@pytest.mark.rule("DBK-ZONE-13", "DBK-MAIN-03", "DBK-MAIN-04", "DBK-ADD-04", "DBK-WITCH-09")
def test_used_stones_return_to_the_stone_zone() -> None:
    table = board(seat(stones=5, hand=["gate-guard", "moonlight-jeweller"]), stone_zone=20)
    table.play(0, "use gate-guard")
    assert (held(table)[0], zone(table)) == (4, 21)
    table.play(0, "use moonlight-jeweller")
    assert (held(table)[0], zone(table)) == (6, 19)  # 1 paid, 3 gained
    table.play(0, "pay 1")
    assert (held(table)[0], zone(table)) == (7, 18)  # 1 more paid, 2 gained
    table.play(0, "witch-turn")
    assert (held(table)[0], zone(table)) == (6, 19)


@pytest.mark.rule("DBK-ZONE-14", "DBK-ZONE-30", "DBK-EX-13")
def test_removed_stones_return_to_the_stone_zone() -> None:
    table = board(seat(hand=["foghorn-conductor"]), seat(placed=[0, 0, 1, 2]), stone_zone=10)
    table.play(0, "use foghorn-conductor", "target 1")
    assert placed(table, 1) == [0, 0, 0, 1]
    assert (held(table)[1], zone(table)) == (5, 12)


@pytest.mark.rule("DBK-ZONE-15", "DBK-ZONE-16", "DBK-ZONE-17")
def test_removed_cards_are_seen_by_all() -> None:
    table = board(seat(hand=["wrecking-crew"], stones=1), seat(cast=["lamplighter 2"]))
    table.play(0, "use wrecking-crew")
    for viewer in (0, 1):
        assert table.view(viewer).removed == ("lamplighter",)
    assert cast(table, 1) == []


@pytest.mark.rule("DBK-ZONE-22", "DBK-ZONE-23")
def test_any_number_of_cards_and_stones_lie_on_a_place() -> None:
    many = [card.id for card in CARDS.normal if card.set == "base"][15:35]
    table = board(seat(cast=[f"{card} 2" for card in many], placed=[0, 9, 0, 0]), stone_zone=9)
    turn_end = end_turn(table)
    assert len(cast(turn_end)) == 20
    assert {each.split()[1] for each in cast(table)} == {"1"}
    assert placed(table) == [9, 0, 0, 0]


@pytest.mark.rule("DBK-ZONE-24", "DBK-START-10", "DBK-START-11", "DBK-START-12", "DBK-COMP-14")
@pytest.mark.parametrize(
    ("card", "place"), [("gate-guard", 1), ("mirror-butler", 2), ("star-coin-minter", 2)]
)
def test_an_acquired_card_waits_on_its_acquisition_cast_time(card: str, place: int) -> None:
    table = board(seat(stones=9), phase="start", card_zone=[card, "lamplighter"], deck=["prankster"])  # fmt: skip
    table.play(0, f"acquire {card}")
    assert cast(table) == [f"{card} {place}"]


@pytest.mark.rule("DBK-ZONE-25", "DBK-ZONE-26", "DBK-MAIN-08", "DBK-MAIN-09", "DBK-MAIN-10")
@pytest.mark.rule("DBK-COMP-12")
@pytest.mark.parametrize(
    ("card", "lies"),
    [
        ("stardust-gatherer", "stardust-gatherer 3"),
        ("milk-carrier", "milk-carrier 4"),
        ("gate-guard", "gate-guard 3 installed"),
        ("tavern-fiddler", "tavern-fiddler 4 installed"),
    ],
)
def test_a_used_card_lies_on_its_use_cast_time(card: str, lies: str) -> None:
    table = board(seat(hand=[card]))
    table.play(0, f"use {card}")
    assert cast(table) == [lies]
    assert not hand(table)


@pytest.mark.rule("DBK-ZONE-27", "DBK-ZONE-31", "DBK-ZONE-33", "DBK-ZONE-34", "DBK-EX-14")
@pytest.mark.rule("DBK-FACE-12")
@pytest.mark.parametrize(("place", "by"), [(1, -1), (2, -2), (2, -4), (4, -9)])
def test_a_card_below_i_goes_to_the_hand_of_the_zones_owner(place: int, by: int) -> None:
    for who, owner in (("you", 0), ("others", 1)):
        table = board(
            seat(hand=["lab"], cast=[f"gate-guard {place} installed face-down"]),
            seat(cast=[f"clock-winder {place}"]),
            lab=SHIFT.format(who=who, by=by),
        )
        table.play(0, "use lab")
        card = ("gate-guard", "clock-winder")[owner]
        assert hand(table, owner) == {card: 1}
        assert card not in str(cast(table, owner))
        if owner == 0:
            assert "use gate-guard" in table.moves(0)


@pytest.mark.rule("DBK-ZONE-28")
def test_a_stone_below_i_goes_onto_the_witch_card() -> None:
    table = board(seat(hand=["corner-postman"], placed=[1, 1, 0, 0]), stone_zone=10)
    table.play(0, "use corner-postman", "blue", "stone 0 1", "stone 0 2")
    assert held(table)[0] == 6
    assert placed(table) == [1, 0, 0, 0]
    lab = 'ops = [{ op = "each", from = "others", do = [{ op = "shift", all = "target.cast", what = "stone", by = -1 }] }]'  # fmt: skip
    table = board(seat(hand=["lab"]), seat(placed=[2, 0, 0, 1]), lab=lab)
    table.play(0, "use lab")
    assert held(table) == [5, 7]  # DBK-ZONE-31: the owner of the zone
    assert placed(table, 1) == [0, 0, 1, 0]


@pytest.mark.rule("DBK-ZONE-29", "DBK-ZONE-33", "DBK-EX-13", "DBK-FACE-08")
@pytest.mark.parametrize(("place", "by"), [(4, 1), (3, 2), (1, 4), (2, 9)])
@pytest.mark.parametrize("face", ["", " face-down"])
def test_a_card_above_iv_is_removed_face_up(place: int, by: int, face: str) -> None:
    table = board(
        seat(hand=["lab"]),
        seat(cast=[f"gate-guard {place}{face}"]),
        lab=SHIFT.format(who="others", by=by),
    )
    table.play(0, "use lab")
    assert removed(table) == ["gate-guard"]
    assert cast(table, 1) == []


@pytest.mark.rule("DBK-ZONE-32")
@pytest.mark.parametrize("state", ["", " installed", " face-down", " installed face-down"])
def test_a_change_of_cast_time_keeps_state_and_face(state: str) -> None:
    table = board(
        seat(hand=["lab"]),
        seat(cast=[f"gate-guard 2{state}"]),
        lab=SHIFT.format(who="others", by=1),
    )
    table.play(0, "use lab")
    assert cast(table, 1) == [f"gate-guard 3{state}"]


@pytest.mark.rule("DBK-ZONE-36", "DBK-ZONE-37")
def test_gained_stones_are_held_unless_another_place_is_named() -> None:
    table = board(seat(stones=3, hand=["stardust-gatherer", "milk-carrier"]))
    table.play(0, "use stardust-gatherer")
    assert (held(table)[0], placed(table)) == (4, [0] * 4)
    table.play(0, "use milk-carrier")
    assert (held(table)[0], placed(table)) == (4, [0, 1, 1, 0])


@pytest.mark.rule("DBK-ZONE-40")
def test_a_used_card_is_in_no_zone_until_it_is_placed() -> None:
    table = board(seat(hand=["pendulum-maker"], cast=["prankster 3", "lamplighter 3"]))
    table.play(0, "use pendulum-maker")
    assert table.view(0).in_use == "pendulum-maker"
    assert table.moves(0) == ["pick prankster", "pick lamplighter"]
    assert not hand(table)
    assert table.view(0).areas[0].hand_count == 0
    assert table.view(1).areas[0].hand_count == 0
    table.play(0, "pick prankster")
    assert "pendulum-maker 2" in cast(table)


@pytest.mark.rule("DBK-ZONE-40")
def test_a_used_card_is_not_counted() -> None:
    lab = 'ops = [{ op = "if", cond = { cards = "you.hand", max = 0 }, then = [{ op = "if", cond = { cards = "you.cast", max = 0 }, then = [{ op = "stones", from = "stone-zone", n = 1, to = "you.held" }] }] }]'  # fmt: skip
    table = board(seat(hand=["lab"]), lab=lab)
    table.play(0, "use lab")
    assert held(table)[0] == 6


@pytest.mark.rule("DBK-ZONE-43", "DBK-ZONE-45", "DBK-CURSE-05")
def test_curses_come_from_the_curse_zone_and_go_back_to_it() -> None:
    table = board(seat(hand=["haunted-doll-child", "curse"]))
    assert table.view(0).curses == 11
    table.play(0, "use haunted-doll-child")
    assert table.view(0).curses == 10
    assert cast(table) == ["curse 2", "haunted-doll-child 3"]
    table.play(0, "use curse")
    assert table.view(0).curses == 11
    assert removed(table) == []
    for pile in ("removed", "card_zone", "deck"):
        misplaced: dict[str, Any] = {pile: ["curse"]}
        with pytest.raises(engine.BadScenario, match="a Curse never lies here"):
            board(seat(), **misplaced, options={"modules": ["curse"]})


@pytest.mark.rule("DBK-GEN-10")
def test_you_is_the_user_the_owner_or_the_witchs_player() -> None:
    table = board(
        seat(hand=["stardust-gatherer"]),
        seat(cast=["lab 4 installed"]),
        lab="""
marks = ["install"]
when = { event = "use", who = "others" }
ops = [{ op = "stones", from = "stone-zone", n = 2, to = "you.held" }]""",
    )
    table.play(0, "use stardust-gatherer")
    assert held(table) == [6, 7]
    table.play(0, "witch-game")
    assert held(table) == [9, 8]  # Ellie: one each, two more for her player


@pytest.mark.rule("DBK-GEN-11")
@pytest.mark.parametrize(("group", "gain"), [("others", [5, 6, 6]), ("all", [6, 6, 6])])
def test_others_never_include_you_and_each_player_does(group: str, gain: list[int]) -> None:
    lab = f'ops = [{{ op = "each", from = "{group}", do = [{{ op = "stones", from = "stone-zone", n = 1, to = "target.held" }}] }}]'  # fmt: skip
    table = board(seat(hand=["lab"]), seat(), seat(), lab=lab)
    table.play(0, "use lab")
    assert held(table) == gain
    lab = lab.replace("each", "target")
    table = board(seat(hand=["lab"]), seat(), seat(), lab=lab)
    table.play(0, "use lab")
    assert ("target 0" in table.moves(0)) == (group == "all")
    assert verbs(table) == {"target"}
