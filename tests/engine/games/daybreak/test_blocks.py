"""Blocks answer attacks (DBK-BLOCK)."""

import pytest

from tests.support.daybreak import (
    ATTACK,
    GAIN,
    TAKE,
    board,
    cast,
    does,
    held,
    kinds,
    on_others,
    seat,
    watch,
    works,
    zone,
)

NEGATE = '{ op = "negate" }'
ATTACKED = 'event = "attacked"'


@pytest.mark.rule("DBK-BLOCK-01", "DBK-BLOCK-10", "DBK-BLOCK-16", "DBK-BLOCK-17")
def test_a_block_stops_an_attack() -> None:
    table = board(seat(hand=["pickpocket"]), seat(cast=["gate-guard 3 installed"]), stone_zone=10)
    table.play(0, "use pickpocket")
    assert works(table) == ["gate-guard"]
    assert table.told("blocked") == [{"target": 1, "card": "pickpocket"}]
    assert (held(table), zone(table)) == ([3, 5], 12)  # the cost stays paid
    assert cast(table) == ["pickpocket 2"]  # and the card is placed


@pytest.mark.rule("DBK-BLOCK-16")
def test_an_additional_cost_stays_paid() -> None:
    take = f'{{ op = "pay", n = 2, then = [{on_others(TAKE, each="target")}] }}'
    table = board(
        seat(hand=["lab"]), seat(cast=["gate-guard 3 installed"]), lab=does(take, marks=ATTACK)
    )
    table.play(0, "use lab", "pay 2")
    assert held(table) == [3, 5]


@pytest.mark.rule("DBK-BLOCK-03", "DBK-BLOCK-06")
@pytest.mark.parametrize("mark", ["", ATTACK])
@pytest.mark.parametrize("guard", ["gate-guard", "smiths-watchdog"])
def test_only_the_attack_mark_calls_a_block(mark: str, guard: str) -> None:
    table = board(
        seat(hand=["lab"]),
        seat(cast=[f"{guard} 3 installed"]),
        lab=does(on_others(TAKE, each="target"), marks=mark),
    )
    table.play(0, "use lab")
    assert works(table) == ([guard] if mark else [])
    assert held(table)[0] == (5 if mark else 6)


@pytest.mark.rule("DBK-BLOCK-04")
@pytest.mark.parametrize(("chosen", "gain"), [("gate-guard", 0), ("smiths-watchdog", 1)])
def test_of_several_blocks_the_owner_chooses_one(chosen: str, gain: int) -> None:
    table = board(
        seat(hand=["pickpocket"]),
        seat(cast=["gate-guard 3 installed", "smiths-watchdog 2 installed"]),
    )
    table.play(0, "use pickpocket")
    assert table.asked == {1: "block"}
    assert set(table.moves(1)) == {"block gate-guard", "block smiths-watchdog"}
    table.play(1, f"block {chosen}")
    assert works(table) == [chosen]
    assert held(table) == [3, 5 + gain]


@pytest.mark.rule("DBK-EX-21", "DBK-FACE-03", "DBK-BLOCK-04")
def test_a_face_down_block_is_no_choice() -> None:
    table = board(
        seat(hand=["pickpocket"]),
        seat(cast=["gate-guard 3 installed face-down", "smiths-watchdog 2 installed"]),
    )
    table.play(0, "use pickpocket")
    assert table.asked == {0: "main"}
    assert works(table) == ["smiths-watchdog"]


@pytest.mark.rule("DBK-BLOCK-05")
def test_an_unblockable_attack() -> None:
    table = board(
        seat(hand=["cloud-sea-pirate"]),
        seat(cast=["gate-guard 3 installed", "mirror-butler 3 installed"]),
    )
    table.play(0, "use cloud-sea-pirate")
    assert works(table) == []
    assert held(table) == [6, 1]


@pytest.mark.rule("DBK-BLOCK-18")
@pytest.mark.parametrize(("category", "taken"), [("support", 0), ("block", 4)])
def test_only_the_category_block_is_shut_out(category: str, taken: int) -> None:
    table = board(
        seat(hand=["cloud-sea-pirate"]),
        seat(cast=["lab 3 installed"]),
        lab=watch(ATTACKED, NEGATE, category=category),
    )
    table.play(0, "use cloud-sea-pirate")
    assert held(table) == [2 + taken, 5 - taken]


@pytest.mark.rule("DBK-BLOCK-07")
def test_what_works_always_goes_on_working() -> None:
    table = board(seat(hand=["cloud-sea-pirate"]), seat(cast=["stone-warden 3 installed"]))
    table.play(0, "use cloud-sea-pirate")
    assert held(table) == [2, 5]


@pytest.mark.rule("DBK-BLOCK-08")
def test_the_block_comes_after_the_aim_and_before_anything_else() -> None:
    table = board(seat(hand=["hex-peddler"]), seat(cast=["mirror-butler 3 installed"]), seat())
    table.play(0, "use hex-peddler")
    assert works(table) == []
    table.play(0, "target 1")
    assert kinds(table) == ["use", "aim", "work", "aim", "take-stones", "blocked", "place"]
    assert held(table) == [3, 6, 5]
    assert cast(table, 1) == ["mirror-butler 3 installed"]  # no Curse


@pytest.mark.rule("DBK-BLOCK-09", "DBK-BLOCK-10", "DBK-BLOCK-15")
def test_every_target_has_its_own_moment_and_the_rest_goes_on() -> None:
    table = board(
        seat(hand=["moon-reaper"]),
        seat(stones=6, cast=["gate-guard 3 installed", "shield-carpenter 4 installed"]),
        seat(stones=6),
        seat(stones=6, cast=["smiths-watchdog 2 installed"]),
    )
    table.play(0, "use moon-reaper")
    assert table.asked == {1: "block"}
    assert works(table) == []
    table.play(1, "block gate-guard")
    assert works(table) == ["gate-guard", "smiths-watchdog"]
    assert held(table) == [5, 6, 3, 7]


@pytest.mark.rule("DBK-BLOCK-15")
def test_the_part_aimed_at_the_user_goes_on() -> None:
    table = board(
        seat(hand=["night-bell-ringer"], cast=["prankster 3"]),
        seat(cast=["gate-guard 3 installed"]),
    )
    table.play(0, "use night-bell-ringer")
    assert cast(table, 1) == ["gate-guard 3 installed"]
    assert cast(table) == ["night-bell-ringer 2", "prankster 2"]


@pytest.mark.rule("DBK-BLOCK-11")
def test_a_block_stays_and_works_again() -> None:
    table = board(
        seat(hand=["pickpocket", "prankster"]), seat(cast=["smiths-watchdog 2 installed"])
    )
    table.play(0, "use pickpocket", "use prankster")
    assert works(table) == ["smiths-watchdog"] * 2
    assert cast(table, 1) == ["smiths-watchdog 2 installed"]


@pytest.mark.rule("DBK-BLOCK-12")
def test_a_block_refuses_gifts_as_well() -> None:
    table = board(seat(hand=["wheatfield-wife"]), seat(cast=["gate-guard 3 installed"]))
    table.play(0, "use wheatfield-wife")
    assert held(table) == [8, 5]


@pytest.mark.rule("DBK-BLOCK-13")
@pytest.mark.parametrize(
    ("guard", "after"), [("gate-guard", [7, 5]), ("smiths-watchdog", [7, 6]), ("mirror-butler", [6, 6])]
)  # fmt: skip
def test_a_block_made_to_work_does_all_its_text(guard: str, after: list[int]) -> None:
    table = board(seat(hand=["firecracker-kid"]), seat(cast=[f"{guard} 3 installed"]))
    table.play(0, "use firecracker-kid")
    assert works(table) == [guard]
    assert held(table) == after  # 1 paid, 3 gained; nothing is stopped


@pytest.mark.rule("DBK-BLOCK-13")
def test_the_owner_picks_the_block_that_is_made_to_work() -> None:
    table = board(
        seat(hand=["firecracker-kid"]),
        seat(cast=["gate-guard 3 installed", "mirror-butler 2 installed"]),
    )
    table.play(0, "use firecracker-kid")
    assert table.asked == {1: "block"}
    table.play(1, "block mirror-butler")
    assert held(table) == [6, 6]  # "that player" is who made it work
    table = board(seat(hand=["firecracker-kid"]), seat(cast=["gate-guard 3"]))
    table.play(0, "use firecracker-kid")
    assert held(table) == [6, 3]  # none worked


@pytest.mark.rule("DBK-BLOCK-14")
def test_who_does_not_meet_the_condition_receives_nothing() -> None:
    table = board(
        seat(hand=["star-tax-collector"], stones=3),
        seat(stones=7),
        seat(stones=5, cast=["smiths-watchdog 2 installed"]),
    )
    table.play(0, "use star-tax-collector")
    assert works(table) == []
    assert held(table) == [6, 4, 5]
    table = board(
        seat(hand=["star-tax-collector"], stones=3),
        seat(stones=5),
        seat(stones=7, cast=["smiths-watchdog 2 installed"]),
    )
    table.play(0, "use star-tax-collector")
    assert works(table) == ["smiths-watchdog"]
    assert held(table) == [6, 5, 8]


# -- the moment in the operations -----------------------------------------------------------------


@pytest.mark.rule("DBK-OPS-06", "DBK-OPS-11")
def test_no_block_holds_from_its_operation_to_the_end_of_the_card() -> None:
    take = on_others(TAKE)
    table = board(
        seat(hand=["lab", "prankster"]),
        seat(cast=["gate-guard 3 installed"]),
        lab=does(take, '{ op = "no-block" }', take, take, marks=ATTACK),
    )
    table.play(0, "use lab")
    assert works(table) == ["gate-guard"]
    assert held(table) == [7, 3]
    table.play(0, "use prankster")  # another resolution
    assert works(table) == ["gate-guard"] * 2


@pytest.mark.rule("DBK-OPS-06")
@pytest.mark.parametrize(
    "attack",
    [
        on_others(TAKE),
        on_others(TAKE, each="target"),
        f'{{ op = "pick", from = "others.cast", do = [{TAKE}] }}',
        f'{{ op = "pick", from = "any.cast", do = [{TAKE}] }}',
    ],
)
def test_an_attack_that_was_stopped_is_not_done_in_full(attack: str) -> None:
    done = f'{{ op = "may", forced = true, do = [{attack}], then = [{GAIN}] }}'
    for guard, after in (("gate-guard 3 installed", [5, 5]), ("gate-guard 3", [7, 4])):
        table = board(
            seat(hand=["lab"]), seat(cast=[guard]), lab=does(done, marks=ATTACK)
        )  # fmt: skip
        table.play(0, "use lab")
        assert held(table) == after


@pytest.mark.rule("DBK-OPS-19")
def test_a_made_block_starts_a_chain_or_goes_on_with_one() -> None:
    trip = '{ op = "trip-block" }'
    table = board(
        seat(hand=["lab"]),
        seat(cast=["smiths-watchdog 2 installed"]),
        lab=does(on_others(trip, trip)),
    )
    table.play(0, "use lab")
    assert works(table) == ["smiths-watchdog"] * 2  # two chains
    table = board(
        seat(hand=["stardust-gatherer"], cast=["smiths-watchdog 2 installed"]),
        seat(cast=["lab 4 installed"]),
        lab=watch(
            'event = "use", who = "others"',
            f'{{ op = "target", from = "event", do = [{trip}, {trip}] }}',
        ),
    )
    table.play(0, "use stardust-gatherer")
    assert works(table) == ["lab", "smiths-watchdog"]  # one chain


@pytest.mark.rule("DBK-MARK-02")
def test_a_trigger_with_the_attack_mark_can_be_blocked() -> None:
    for guard, after in (("gate-guard 3 installed", [4, 5]), ("gate-guard 3", [3, 6])):
        table = board(
            seat(cast=[guard]), seat(cast=["bridge-toller 4 installed"]), phase="start",
            card_zone=["lamplighter", "prankster"],
        )  # fmt: skip
        table.play(0, "acquire lamplighter")
        assert held(table) == after
