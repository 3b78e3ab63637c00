"""What the designed cards do that no rule shows already, a test for each."""

from typing import Any

import pytest

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
    works,
    zone,
)


@pytest.mark.parametrize(
    ("card", "gain", "mine", "theirs"),
    [
        ("wellside-laundress", 2, {}, {}),  # 1 paid, 3 gained
        ("wellside-laundress", 1, {"placed": [1]}, {}),
        ("bakers-apprentice", 2, {}, {}),
        ("lamplighter", 2, {}, {}),
        ("starstone-miner", 2, {}, {}),
        ("observatory-assistant", 2, {}, {}),
        ("star-coin-minter", 3, {}, {}),
        ("vault-banker", 2, {"cast": ["prankster 3"]}, {}),
        ("vault-banker", 4, {"cast": ["gate-guard 3 installed", "alley-nun 3 installed face-down"]}, {}),
        ("blessing-of-stars", 4, {}, {}),
        ("troupe-cook", 3, {}, {}),
        ("troupe-cook", 1, {}, {"stones": 4}),
        ("troupe-treasurer", 3, {}, {}),
        ("troupe-treasurer", 1, {}, {"stones": 3}),
        ("comet-caravan", 4, {}, {}),
        ("haunted-doll-child", 2, {}, {}),
        ("tomb-digger", 3, {}, {}),
        ("grudge-lender", 2, {"cast": ["curse 2"]}, {}),
        ("grudge-lender", 4, {}, {"cast": ["curse 2", "curse 3"]}),
        ("grudge-lender", 6, {}, {"cast": ["curse 2"] * 6}),
    ],
)  # fmt: skip
def test_stones_gained(card: str, gain: int, mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    table = board(seat(hand=[card], **mine), seat(**theirs), stone_zone=20)
    table.play(0, f"use {card}")
    assert held(table)[0] == 5 + gain
    place = CARDS.by_id[card].use_cast
    assert (f"{card} {place}" in cast(table)) == (place < 5)


@pytest.mark.parametrize(
    ("card", "taken", "cost"),
    [
        ("prankster", 2, 1),
        ("pickpocket", 3, 2),
        ("cloud-sea-pirate", 4, 3),
        ("hex-peddler", 2, 1),
        ("calamity-herald", 2, 2),
        ("moon-reaper", 3, 3),
    ],
)
def test_stones_taken(card: str, taken: int, cost: int) -> None:
    table = board(seat(hand=[card]), seat(stones=6))
    table.play(0, f"use {card}")
    assert held(table) == [5 - cost + taken, 6 - taken]


def test_calamity_herald() -> None:
    table = board(seat(hand=["calamity-herald"]), seat(cast=["gate-guard 3 installed"]))
    table.play(0, "use calamity-herald")
    assert cast(table, 1) == ["curse 2", "curse 2", "gate-guard 3 installed"]


def test_caravan_trader() -> None:
    table = board(
        seat(hand=["caravan-trader"], cast=["clock-winder 3", "gate-guard 3 installed"]),
        seat(cast=["lamplighter 4", "pickpocket 2 face-down", "tavern-fiddler 4 installed"]),
        seat(cast=["moon-reaper 3"]),
    )
    table.play(0, "use caravan-trader")  # of mine only the winder is waiting
    assert table.moves(0) == ["pick lamplighter", "pick moon-reaper"]
    table.play(0, "pick lamplighter")
    assert "lamplighter 1" in cast(table)
    assert cast(table, 1)[0] == "clock-winder 1"
    table = board(seat(hand=["caravan-trader"]), seat(cast=["lamplighter 4"]))
    table.play(0, "use caravan-trader")
    assert cast(table, 1) == ["lamplighter 4"]  # nothing to give, nothing to get


def test_attic_phantom() -> None:
    table = board(
        seat(hand=["attic-phantom"]),
        seat(cast=["lamplighter 4", "moon-reaper 2", "gate-guard 3 face-down"]),
        card_zone=["mirror-butler", "prankster", "shield-carpenter"],
    )
    table.play(0, "use attic-phantom")  # the reaper costs 4
    assert "lamplighter 1" in cast(table)
    table.play(1, "do")
    assert table.moves(1) == ["pick prankster", "pick shield-carpenter"]
    table.play(1, "pick shield-carpenter")
    assert "shield-carpenter 1" in cast(table, 1)


def test_doll_sender() -> None:
    table = board(seat(hand=["doll-sender", "curse"], cast=["curse 3"]), seat())
    table.play(0, "use doll-sender")
    assert table.moves(0) == ["pick curse", "pick-curse 0 3"]
    table.play(0, "pick curse")
    assert (hand(table), cast(table, 1)) == ({}, ["curse 2"])
    assert held(table) == [6, 4]


def test_fire_eater() -> None:
    table = board(seat(hand=["fire-eater"]), seat(placed=[0, 2, 1]))
    table.play(0, "use fire-eater", "stone 1 2", "stone 1 3")
    assert (held(table), placed(table, 1)) == ([7, 5], [0, 1, 0, 0])


def test_lion_tamer() -> None:
    table = board(
        seat(hand=["pickpocket"], cast=["prankster 3", "alley-nun 4 face-down"]),
        seat(cast=["lion-tamer 3 installed"]),
    )
    table.play(0, "use pickpocket")
    assert cast(table) == ["pickpocket 2", "prankster 3 face-down", "alley-nun 4 face-down"]
    assert held(table) == [3, 5]


def test_rampart_marshal() -> None:
    table = board(
        seat(hand=["pickpocket"], cast=["prankster 3", "ferryman 4"]),
        seat(cast=["rampart-marshal 3 installed"]),
    )
    table.play(0, "use pickpocket")
    assert table.asked == {1: "pick"}
    table.play(1, "pick ferryman")
    assert removed(table) == ["ferryman"]


def test_twilight_gatekeeper() -> None:
    table = board(
        seat(hand=["pickpocket"]), seat(cast=["twilight-gatekeeper 4 installed"]),
        card_zone=["shield-carpenter", "mirror-butler", "prankster"],
    )  # fmt: skip
    table.play(0, "use pickpocket")
    table.play(1, "do")
    assert table.moves(1) == ["pick shield-carpenter", "pick prankster"]
    table.play(1, "pick prankster")
    assert cast(table, 1) == ["prankster 1", "twilight-gatekeeper 4 installed"]


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_ticket_tout(colour: str) -> None:
    table = board(seat(hand=["ticket-tout"]), seat(cast=["prankster 3"]))
    table.play(0, "use ticket-tout")
    assert table.asked == {1: "choose"}
    table.play(1, colour)
    assert held(table) == ([6, 4] if colour == "red" else [5, 5])
    assert cast(table, 1) == [f"prankster {3 if colour == 'red' else 4}"]


def test_ringmaster() -> None:
    table = board(
        seat(hand=["ringmaster"]), seat(cast=["smiths-watchdog 2 installed", "prankster 3"])
    )
    table.play(0, "use ringmaster")
    assert works(table) == []
    assert cast(table, 1) == ["prankster 3", "smiths-watchdog 3 installed face-down"]
    assert held(table) == [6, 3]


def test_blessings() -> None:
    table = board(seat(hand=["blessing-of-hours"], cast=["prankster 1"], placed=[1, 0, 1]))
    table.play(0, "use blessing-of-hours")
    assert (hand(table), held(table)[0], placed(table)) == ({"prankster": 1}, 8, [0, 1, 0, 0])
    table = board(seat(hand=["blessing-of-meeting"]), card_zone=["moon-reaper", "mirror-butler 1"])
    table.play(0, "use blessing-of-meeting")
    assert cast(table) == ["mirror-butler 2"]
    assert held(table)[0] == 6
    table = board(seat(hand=["blessing-of-cleansing", "prankster", "curse"]), curses=3)
    table.play(0, "use blessing-of-cleansing", "pick curse", "pick prankster")
    assert (held(table)[0], table.view(0).curses, removed(table)) == (
        9, 4, ["blessing-of-cleansing", "prankster"],
    )  # fmt: skip


def test_blessing_of_shelter() -> None:
    table = board(seat(hand=["pickpocket", "moon-reaper"]), seat(cast=["blessing-of-shelter 4 installed"]))  # fmt: skip
    table.play(0, "use pickpocket", "use moon-reaper")
    assert held(table) == [0, 5]  # neither chosen nor robbed


def test_juggler_and_understudy() -> None:
    table = board(seat(hand=["juggler"], cast=["prankster 3", "ferryman 1"]))
    table.play(0, "use juggler", "pick prankster")
    assert cast(table) == ["prankster 1", "ferryman 2", "juggler 2"]
    table = board(seat(hand=["understudy"], cast=["prankster 3", "hymn-of-daybreak 3", "ferryman 2 face-down"]))  # fmt: skip
    table.play(0, "use understudy")
    assert table.moves(0) == ["pick prankster", "done"]


def test_night_train_engineer() -> None:
    table = board(seat(hand=["night-train-engineer"], cast=["prankster 3", "ferryman 2"]))
    table.play(0, "use night-train-engineer", "red", "pick prankster", "pick ferryman")
    assert cast(table) == ["prankster 1", "night-train-engineer 3"]
    assert hand(table) == {"ferryman": 1}
    table = board(seat(hand=["night-train-engineer"]), removed=["moon-reaper", "mirror-butler"])
    table.play(0, "use night-train-engineer", "blue")
    assert cast(table) == ["mirror-butler 2", "night-train-engineer 3"]


def test_wrecking_crew() -> None:
    for picked, mine in (("prankster", 9), ("lamplighter", 4)):
        table = board(seat(hand=["wrecking-crew"], cast=["prankster 3"]), seat(cast=["lamplighter 3"]))  # fmt: skip
        table.play(0, "use wrecking-crew", f"pick {picked}")
        assert removed(table) == [picked]
        assert held(table)[0] == mine


def test_starfall_rite_and_grand_finale() -> None:
    table = board(
        seat(hand=["starfall-rite", "grand-finale"], stones=9), card_zone=["moon-reaper 2", "prankster"]
    )  # fmt: skip
    table.play(0, "use starfall-rite", "use grand-finale", "end")
    table.until("pick")
    table.play(0, "pick moon-reaper")
    assert "moon-reaper 1" in cast(table)
    assert held(table)[0] == 5  # 6 paid, 2 lay on the card
    turn(table, 0)
    assert held(table)[0] == 10  # 2 taken, and 3 at the start of the second extra turn
    assert removed(table) == ["grand-finale"]
    assert "moon-reaper" not in row(table)


def test_fiona_grey() -> None:
    table = board(seat(witch="fiona-grey"), card_zone=["prankster 3", "ferryman 1"], stone_zone=9)
    table.play(0, "witch-turn", "pick prankster")
    assert (held(table)[0], zone(table)) == (6, 10)
    assert row(table) == {"prankster": 1, "ferryman": 1}


def test_company_bookkeeper_and_stage_director() -> None:
    table = board(
        seat(
            hand=["prankster", "milk-carrier"], stones=0,
            cast=["company-bookkeeper 4 installed", "stage-director 4 installed"],
        )
    )  # fmt: skip
    table.play(0, "use milk-carrier")
    assert held(table)[0] == 1
    table.play(0, "use prankster")
    assert held(table)[0] == 3
    end_turn(table)
    assert works(table) == ["company-bookkeeper"]
