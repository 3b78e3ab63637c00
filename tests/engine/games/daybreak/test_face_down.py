"""Face-down cards have lost all that is printed on them (DBK-FACE)."""

import pytest

from tests.support.daybreak import (
    ATTACK,
    board,
    cast,
    does,
    hand,
    held,
    if_done,
    removed,
    row,
    seat,
    works,
)

FLIP = '{{ op = "flip", card = "it", face = "{face}" }}'


def pick_mine(where: str) -> str:
    """A card that takes one of your cards back that fits."""
    return does(
        f'{{ op = "pick", from = "you.cast", where = {{ {where} }} }}',
        '{ op = "move", card = "it", to = "you.hand" }',
    )


@pytest.mark.rule("DBK-FACE-01", "DBK-FACE-04")
@pytest.mark.parametrize("state", ["", " installed"])
def test_an_effect_turns_a_card_face_down_and_nothing_else(state: str) -> None:
    table = board(seat(hand=["ink-spilling-student"]), seat(cast=[f"tavern-fiddler 2{state}"]))
    table.play(0, "use ink-spilling-student")
    assert cast(table, 1) == [f"tavern-fiddler 2{state} face-down"]


@pytest.mark.rule("DBK-FACE-03", "DBK-FACE-05")
def test_it_does_not_work_until_it_is_turned_up() -> None:
    table = board(
        seat(hand=["pickpocket", "prankster"], witch="noelle-creighton"),
        seat(cast=["smiths-watchdog 2 installed face-down"]),
    )
    table.play(0, "use pickpocket")
    assert works(table) == []
    assert held(table) == [6, 2]
    table.play(0, "witch-turn", "pick smiths-watchdog")
    assert cast(table, 1) == ["smiths-watchdog 2 installed"]
    table.play(0, "use prankster")
    assert works(table) == ["smiths-watchdog"]


@pytest.mark.rule("DBK-FACE-02", "DBK-FACE-07", "DBK-FACE-11", "DBK-FACE-14")
@pytest.mark.parametrize(
    ("card", "where"),
    [
        ("lamplighter", 'category = "stone"'),
        ("lamplighter", 'category = ["stone", "time"]'),
        ("lamplighter", 'frame = "copper"'),
        ("lamplighter", "acquire_min = 1"),
        ("lamplighter", "use_min = 2"),
        ("pickpocket", "attack = true"),
        ("gate-guard", "install = true"),
        ("curse", 'category = "curse"'),
    ],
)
def test_what_is_printed_on_it_is_not_found(card: str, where: str) -> None:
    for face, found in (("", True), (" face-down", False)):
        table = board(seat(hand=["lab"], cast=[f"{card} 3{face}"]), lab=pick_mine(where))
        table.play(0, "use lab")
        assert (card in hand(table)) == found


@pytest.mark.rule("DBK-FACE-06", "DBK-FACE-14")
@pytest.mark.parametrize(
    ("card", "where"),
    [
        ("moon-reaper", "acquire_max = 3"),
        ("moon-reaper", "use_max = 0"),
        ("pickpocket", "attack = false"),
        ("gate-guard", "install = false"),
    ],
)
def test_its_costs_count_as_nothing(card: str, where: str) -> None:
    for face, found in (("", False), (" face-down", True)):
        table = board(seat(hand=["lab"], cast=[f"{card} 3{face}"]), lab=pick_mine(where))
        table.play(0, "use lab")
        assert (card in hand(table)) == found


@pytest.mark.rule("DBK-FACE-04")
def test_where_it_lies_and_how_is_still_known() -> None:
    for where, found in (('state = "installed"', True), ('state = "waiting"', False), ("pos = [2]", True), ('face = "down"', True), ('face = "up"', False)):  # fmt: skip
        table = board(
            seat(hand=["lab"], cast=["gate-guard 2 installed face-down"]), lab=pick_mine(where)
        )
        table.play(0, "use lab")
        assert ("gate-guard" in hand(table)) == found, where


@pytest.mark.rule("DBK-FACE-06")
def test_its_acquisition_cost_is_nothing() -> None:
    take = '{ op = "pick", from = "others.cast", do = [{ op = "acquire", card = "it", who = "you", cost = "printed" }] }'  # fmt: skip
    for face, cost in (("", 4), (" face-down", 0)):
        table = board(
            seat(hand=["lab"]), seat(cast=[f"moon-reaper 3{face}"]), lab=does(take, marks=ATTACK),
            card_zone=["prankster"],
        )  # fmt: skip
        table.play(0, "use lab")
        assert held(table)[0] == 5 - cost
        assert row(table) == {"prankster": cost}


@pytest.mark.rule("DBK-FACE-13", "DBK-FACE-07")
@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_acquired_it_keeps_its_place_face_up_and_waiting(place: int) -> None:
    take = '{ op = "pick", from = "others.cast", do = [{ op = "acquire", card = "it", who = "you", cost = "free" }] }'  # fmt: skip
    table = board(
        seat(hand=["lab"]),
        seat(cast=[f"mirror-butler {place} installed face-down"]),
        lab=does(take, marks=ATTACK),
    )
    table.play(0, "use lab")
    assert f"mirror-butler {place}" in cast(table)
    assert cast(table, 1) == []


@pytest.mark.rule("DBK-FACE-09", "DBK-EX-16")
def test_a_face_down_curse_goes_to_the_curse_zone() -> None:
    table = board(
        seat(hand=["wrecking-crew", "exorcist"]), seat(cast=["curse 2 face-down"]), curses=5
    )
    table.play(0, "use wrecking-crew")
    assert cast(table, 1) == []
    assert table.view(0).curses == 6
    assert removed(table) == []
    table = board(seat(hand=["exorcist"], cast=["curse 3 face-down"]), curses=5)
    table.play(0, "use exorcist", "do")
    assert table.view(0).curses == 5  # "a Curse card" could not be chosen
    assert cast(table) == ["curse 2 face-down", "exorcist 2"]


@pytest.mark.rule("DBK-FACE-10")
def test_everybody_may_look_at_its_front() -> None:
    table = board(seat(cast=["gate-guard 2 installed face-down"]), seat(), seat())
    for viewer in range(3):
        (card,) = table.view(viewer).areas[0].cast
        assert (card.card, card.face_down) == ("gate-guard", True)


@pytest.mark.rule("DBK-FACE-05")
@pytest.mark.parametrize(
    ("before", "face", "after"),
    [
        ("", "down", " face-down"),
        (" face-down", "down", " face-down"),
        ("", "toggle", " face-down"),
        (" face-down", "toggle", ""),
        (" face-down", "up", ""),
    ],
)
def test_turning_over(before: str, face: str, after: str) -> None:
    table = board(
        seat(hand=["lab"], cast=[f"prankster 4{before}"]),
        lab=does(if_done('{ op = "pick", from = "you.cast" }, ' + FLIP.format(face=face))),
    )
    table.play(0, "use lab")
    assert f"prankster 4{after}" in cast(table)
    assert held(table)[0] == 6  # a card was named, so it is done in full
