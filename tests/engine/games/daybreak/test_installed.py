"""Installed cards work when their condition is met (DBK-INST)."""

from typing import Any

import pytest

from tests.support.daybreak import (
    GAIN,
    always,
    board,
    cast,
    end_turn,
    held,
    kinds,
    placed,
    seat,
    turn,
    verbs,
    watch,
    works,
)

PICK_III = '{ op = "pick", from = "you.cast", where = { pos = [3] } }'
"""Pick what lies on III, which the test makes a single card."""


@pytest.mark.rule("DBK-INST-01", "DBK-OPS-09")
def test_a_card_interrupts_the_effect_in_progress() -> None:
    table = board(
        seat(hand=["falling-star-child"]),
        seat(cast=["lab 4 installed"]),
        lab=watch('event = "gain", who = "others"'),
    )
    table.play(0, "use falling-star-child")
    assert kinds(table) == [
        "use", "gain", "work", "gain", "gain", "gain", "gain", "work", "gain", "place",
    ]  # fmt: skip
    assert held(table) == [5, 7]


@pytest.mark.rule("DBK-INST-02", "DBK-INST-06", "DBK-INST-07", "DBK-EX-12", "DBK-MISC-05")
@pytest.mark.parametrize("c", [0, 1, 2])
def test_a_loop_of_two_cards_is_resolved_once_in_turn_order(c: int) -> None:
    a, b = (c + 1) % 3, (c + 2) % 3
    seats = [seat() for _ in range(3)]
    seats[c]["cast"] = ["tavern-fiddler 4 installed"]
    seats[a]["cast"] = ["echo-bell-keeper 4 installed"]
    seats[b]["cast"] = ["lakeside-angler 4 installed"]
    table = board(*seats, turn=(c - 1) % 3)
    end_turn(table)
    assert works(table) == ["tavern-fiddler", "echo-bell-keeper", "lakeside-angler"]
    assert (held(table)[c], held(table)[a], held(table)[b]) == (6, 6, 5)
    assert placed(table, b) == [0, 1, 0, 0]


@pytest.mark.rule("DBK-INST-02", "DBK-DIFF-05")
@pytest.mark.parametrize("category", ["support", "stone", "time", "attack", "block", "ultimate"])
def test_the_turn_players_card_is_first_whatever_the_category(category: str) -> None:
    table = board(
        seat(cast=["echo-bell-keeper 4 installed"]),
        seat(cast=["tavern-fiddler 4 installed"]),
        seat(cast=["lab 4 installed"]),
        turn=0,
        lab=watch('event = "gain", who = "others", through = "installed"', category=category),
    )
    end_turn(table)
    assert works(table) == ["tavern-fiddler", "lab", "echo-bell-keeper"]


@pytest.mark.rule("DBK-INST-03", "DBK-INST-04", "DBK-INST-05")
def test_working_is_compulsory_even_to_ones_harm() -> None:
    harm = '{ op = "stones", from = "you.held", n = 1, to = "stone-zone" }'
    table = board(
        seat(hand=["stardust-gatherer", "milk-carrier"]),
        seat(cast=["lab 4 installed"]),
        lab=watch('event = "use", who = "others"', harm),
    )
    table.play(0, "use stardust-gatherer")
    assert table.asked == {0: "main"}
    assert held(table)[1] == 4
    table.play(0, "use milk-carrier")
    assert held(table)[1] == 3


@pytest.mark.rule("DBK-INST-07", "DBK-EX-24")
def test_every_event_of_its_own_is_a_chain_of_its_own() -> None:
    cards = ["prankster", "ferryman", "lamplighter"]
    table = board(
        seat(hand=["hourglass-lady"], cast=["page-boy 4 installed"] + [f"{c} 1" for c in cards])
    )
    table.play(0, "use hourglass-lady")
    assert works(table) == ["page-boy"] * 3
    assert held(table)[0] == 7  # 1 paid, 3 gained


@pytest.mark.rule("DBK-INST-07")
def test_within_one_chain_a_card_works_once() -> None:
    back = '{ op = "shift", all = "you.cast", by = -1, where = { state = "waiting" } }'
    table = board(
        seat(
            hand=["stardust-gatherer"],
            cast=["page-boy 4 installed", "lab 4 installed", "prankster 1", "ferryman 1"],
        ),
        lab=watch('event = "use", who = "you"', back),
    )
    table.play(0, "use stardust-gatherer")
    assert works(table) == ["lab", "page-boy"]  # two cards return, but inside one chain
    assert held(table)[0] == 7


@pytest.mark.rule("DBK-INST-08")
@pytest.mark.parametrize("first", ["seamstress-sisters", "lab"])
def test_the_owner_orders_several_cards(first: str) -> None:
    table = board(
        seat(cast=["seamstress-sisters 4 installed", "lab 4 installed"]),
        lab=watch('event = "acquire", who = "you"'),
        phase="start",
        card_zone=["clock-winder", "prankster"],
    )
    table.play(0, "acquire clock-winder")
    assert table.asked == {0: "order"}
    assert set(table.moves(0)) == {"first seamstress-sisters", "first lab"}
    table.play(0, f"first {first}")
    assert works(table)[0] == first
    assert len(works(table)) == 2


@pytest.mark.rule("DBK-INST-09")
def test_a_waiting_card_never_works() -> None:
    table = board(
        seat(), seat(cast=["tavern-fiddler 4", "gate-guard 3", "canal-broker 3"]), phase="turn", turn=1
    )  # fmt: skip
    assert table.asked == {1: "start"}
    assert held(table)[1] == 5
    table.play(1, "stones")
    end_turn(table)
    assert works(table) == []


@pytest.mark.rule("DBK-INST-10")
@pytest.mark.parametrize(
    "gone",
    [
        '{ op = "flip", card = "it", face = "down" }',
        '{ op = "move", card = "it", to = "you.hand" }',
        '{ op = "remove", card = "it" }',
    ],
)
def test_a_card_that_is_gone_when_its_turn_comes_does_not_work(gone: str) -> None:
    table = board(
        seat(cast=["seamstress-sisters 3 installed", "lab 4 installed"]),
        lab=watch('event = "acquire", who = "you"', PICK_III, gone),
        phase="start",
        card_zone=["clock-winder", "prankster"],
    )
    table.play(0, "acquire clock-winder", "first lab")
    assert works(table) == ["lab"]
    assert held(table)[0] == 5


@pytest.mark.rule("DBK-INST-11")
def test_a_card_works_every_time_until_it_leaves() -> None:
    table = board(
        seat(hand=["stardust-gatherer", "milk-carrier"], cast=["company-bookkeeper 1 installed"])
    )
    table.play(0, "use stardust-gatherer", "use milk-carrier")
    assert works(table) == ["company-bookkeeper"] * 2
    assert cast(table)[0] == "company-bookkeeper 1 installed"
    end_turn(table)
    assert "company-bookkeeper" not in str(cast(table))


@pytest.mark.rule("DBK-INST-12", "DBK-OPS-01")
def test_always_means_all_the_time_it_is_installed() -> None:
    for state, cost in (("installed", 1), ("waiting", 2), ("installed face-down", 2)):
        table = board(
            seat(stones=2, cast=[f"canal-broker 4 {state}"]), phase="start",
            card_zone=["shield-carpenter", "prankster"],
        )  # fmt: skip
        table.play(0, "acquire shield-carpenter")
        assert held(table)[0] == 2 - cost, state


@pytest.mark.rule("DBK-INST-13")
def test_options_within_the_text_stay_optional() -> None:
    pay = f'{{ op = "pay", n = 1, then = [{GAIN}, {GAIN}] }}'
    for move, stones in (("pass", 5), ("pay 1", 6)):
        table = board(
            seat(hand=["stardust-gatherer"]), seat(cast=["lab 4 installed"]),
            lab=watch('event = "use", who = "others"', pay),
        )  # fmt: skip
        table.play(0, "use stardust-gatherer")
        assert table.asked == {1: "pay"}
        table.play(1, move)
        assert held(table)[1] == stones
    table = board(
        seat(hand=["pickpocket"]), seat(cast=["twilight-gatekeeper 4 installed"]),
        card_zone=["lamplighter"],
    )  # fmt: skip
    table.play(0, "use pickpocket")
    assert table.asked == {1: "may"}
    table.play(1, "pass")
    assert held(table) == [3, 5]
    assert cast(table, 1) == ["twilight-gatekeeper 4 installed"]


# -- what can be watched --------------------------------------------------------------------------


@pytest.mark.rule("DBK-OPS-17")
@pytest.mark.parametrize(
    ("through", "moves"),
    [
        ("rule", ["stones"]),
        ("card", ["stones", "use stardust-gatherer"]),
        ("witch", ["stones", "witch-game"]),
        ("installed", ["stones", "use lamplighter"]),
    ],
)
def test_through_what_stones_are_gained(through: str, moves: list[str]) -> None:
    table = board(
        seat(
            witch="noelle-creighton", hand=["stardust-gatherer", "lamplighter"], stones=9,
            cast=["company-bookkeeper 4 installed"],
        ),
        seat(cast=["lab 4 installed"]),
        lab=watch(f'event = "gain", who = "others", through = "{through}"'), phase="start",
    )  # fmt: skip
    table.play(0, *moves[:-1])
    before = works(table).count("lab")
    table.play(0, moves[-1])
    assert works(table).count("lab") == before + 1


@pytest.mark.rule("DBK-OPS-17")
@pytest.mark.parametrize(
    ("source", "card"),
    [
        ("stone-zone", "stardust-gatherer"),
        ("player", "pickpocket"),
        ("player", "fire-eater"),
        ("card-zone", "blessing-of-meeting"),
    ],
)
def test_from_where_stones_are_gained(source: str, card: str) -> None:
    for watched in ("stone-zone", "player", "card-zone"):
        table = board(
            seat(hand=[card], cast=["lab 4 installed"]), seat(placed=[1]),
            lab=watch(f'event = "gain", who = "you", from = "{watched}"'),
            card_zone=["prankster 2"],
        )  # fmt: skip
        table.play(0, f"use {card}")
        table.until("main")
        assert works(table) == (["lab"] if watched == source else [])


@pytest.mark.parametrize(
    ("source", "card", "more"),
    [
        ("card-zone", "blessing-of-meeting", {"card_zone": ["prankster"]}),
        ("removed", "night-train-engineer", {"removed": ["prankster"]}),
        ("cast", "attic-phantom", {}),
        ("curse-zone", "haunted-doll-child", {}),
    ],
)
def test_from_where_a_card_is_acquired(source: str, card: str, more: dict[str, Any]) -> None:
    for watched in ("card-zone", "removed", "cast", "hand", "curse-zone"):
        table = board(
            seat(hand=[card], cast=["lab 4 installed"]), seat(cast=["lamplighter 3"]),
            lab=watch(f'event = "acquire", who = "you", from = "{watched}"'), **more,
        )  # fmt: skip
        table.play(0, f"use {card}")
        if card == "night-train-engineer":
            table.play(0, "blue")
        while table.asked != {0: "main"}:
            ((who, _),) = table.asked.items()
            table.play(who, table.moves(who)[-1])
        assert works(table) == (["lab"] if watched == source else []), watched


@pytest.mark.parametrize(
    ("when", "after_mine", "after_theirs"),
    [
        ('event = "turn-start", who = "you"', 1, 2),
        ('event = "turn-start", who = "others"', 1, 1),
        ('event = "end-phase", who = "you"', 1, 1),
        ('event = "end-phase", who = "others"', 0, 1),
    ],
)
def test_starts_of_turns_and_end_phases(when: str, after_mine: int, after_theirs: int) -> None:
    table = board(seat(cast=["lab 4 installed"]), lab=watch(when), phase="turn")
    turn(table, 0)
    assert held(table)[0] == 7 + after_mine
    turn(table, 1)
    assert held(table)[0] == 7 + after_theirs


def test_returns_outside_the_owners_end_phase() -> None:
    table = board(seat(cast=["page-boy 4 installed", "prankster 1", "ferryman 1"]))
    end_turn(table)
    assert works(table) == []  # in the owner's end phase
    back = '{ op = "shift", all = "you.cast", where = { state = "waiting" }, by = -1 }'
    table = board(
        seat(),
        seat(cast=["page-boy 4 installed", "lab 4 installed", "ferryman 1"]),
        lab=watch('event = "end-phase", who = "others"', back),
    )
    end_turn(table)
    assert works(table) == ["lab", "page-boy"]  # in another player's


def test_one_card_may_set_several_rules() -> None:
    table = board(
        seat(stones=3, hand=["bakers-apprentice"], cast=["lab 4 installed"]), phase="start",
        lab=always('rule = "acquire-cost", by = 2', 'rule = "use-cost", by = 1'),
        card_zone=["clock-winder", "prankster"],
    )  # fmt: skip
    table.play(0, "acquire clock-winder")
    assert held(table)[0] == 1
    assert "use" not in verbs(table)
