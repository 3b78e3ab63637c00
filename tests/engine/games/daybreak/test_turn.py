"""The phases of a turn (DBK-START, DBK-MAIN, DBK-ENDP)."""

from typing import Any

import pytest

from taku import engine
from tests.support.daybreak import (
    GAIN,
    board,
    cast,
    end_turn,
    hand,
    held,
    kinds,
    placed,
    removed,
    row,
    seat,
    turn,
    uses,
    verbs,
    watch,
    zone,
)

# -- start phase ----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-START-01", "DBK-START-02", "DBK-START-05")
def test_exactly_one_of_two_stones_or_a_card() -> None:
    table = board(seat(), phase="start", card_zone=["clock-winder", "lamplighter"], stone_zone=10)
    wanted = {"stones", "acquire clock-winder", "acquire lamplighter"}
    assert wanted == {move for move in table.moves(0) if not move.startswith("witch")}
    table.play(0, "stones")
    assert (held(table)[0], zone(table)) == (7, 8)
    assert table.asked == {0: "main"}
    assert not verbs(table) & {"stones", "acquire"}


@pytest.mark.rule("DBK-START-03", "DBK-START-04", "DBK-EX-01", "DBK-EX-02", "DBK-DIFF-06")
def test_with_too_few_stones_the_rest_is_gained() -> None:
    table = board(seat(), phase="start", stone_zone=1)
    table.play(0, "stones")
    assert (held(table)[0], zone(table)) == (6, 0)
    assert table.view(0).ending == "stones-out"
    end_turn(table)
    assert "stones" in table.moves(1)
    table.play(1, "stones")
    assert (held(table)[1], zone(table)) == (5, 0)
    assert table.asked == {1: "main"}


@pytest.mark.rule("DBK-START-06", "DBK-START-08", "DBK-START-09", "DBK-COMP-13")
@pytest.mark.parametrize("onto", [["lamplighter"] * 2, ["lamplighter", "prankster"]])
def test_the_cost_is_laid_on_other_cards_as_you_like(onto: list[str]) -> None:
    zone_cards = ["shield-carpenter", "lamplighter 1", "prankster"]
    table = board(seat(), phase="start", card_zone=zone_cards, stone_zone=10)
    table.play(0, "acquire shield-carpenter")
    for card in onto:
        assert table.moves(0) == ["put lamplighter", "put prankster"]
        table.play(0, f"put {card}")
    assert held(table)[0] == 3
    assert zone(table) == 10
    assert row(table) == {
        "lamplighter": 1 + onto.count("lamplighter"), "prankster": onto.count("prankster"),
    }  # fmt: skip
    assert cast(table) == ["shield-carpenter 1"]


@pytest.mark.rule("DBK-START-07", "DBK-START-15", "DBK-START-16", "DBK-START-20")
def test_too_few_stones_and_nothing_is_paid_or_acquired() -> None:
    table = board(
        seat(stones=1), phase="start", card_zone=["shield-carpenter 5", "lamplighter"], stone_zone=9
    )
    table.play(0, "acquire shield-carpenter")
    assert table.asked == {0: "main"}  # the action is used up
    assert (held(table)[0], zone(table)) == (1, 9)
    assert row(table) == {"shield-carpenter": 5, "lamplighter": 0}
    assert cast(table) == []


@pytest.mark.rule("DBK-START-13", "DBK-EX-15")
def test_you_gain_the_stones_that_lay_on_the_card() -> None:
    table = board(
        seat(stones=3), phase="start", card_zone=["shield-carpenter 4", "lamplighter", "prankster"]
    )
    table.play(0, "acquire shield-carpenter", "put lamplighter", "put prankster")
    assert held(table)[0] == 5
    assert table.told("gain") == [{"seat": 0, "stones": 4, "source": "card-zone"}]
    assert row(table) == {"lamplighter": 1, "prankster": 1}


@pytest.mark.rule("DBK-START-14", "DBK-DIFF-06")
def test_an_empty_card_zone_can_still_be_chosen() -> None:
    table = board(seat(), phase="start", card_zone=[], stone_zone=9)
    assert "no-card" in table.moves(0)
    table.play(0, "no-card")
    assert table.asked == {0: "main"}
    assert (held(table)[0], cast(table)) == (5, [])


@pytest.mark.rule("DBK-START-17")
@pytest.mark.parametrize(
    ("card", "installed", "taken"),
    [
        ("clock-winder", [], True),
        ("lamplighter", [], False),
        ("lamplighter", ["canal-broker 3 installed"], True),
    ],
)
def test_the_last_card_can_be_acquired_only_for_nothing(
    card: str, installed: list[str], taken: bool
) -> None:
    table = board(seat(cast=installed), phase="start", card_zone=[card])
    table.play(0, f"acquire {card}")
    assert (f"{card} 1" in cast(table)) == taken
    assert (held(table)[0], table.asked) == (5, {0: "main"})


@pytest.mark.rule("DBK-START-18", "DBK-ZONE-09")
def test_order_of_an_acquisition() -> None:
    table = board(
        seat(cast=["seamstress-sisters 4 installed", "lab 4 installed"]),
        lab=watch('event = "gain", who = "you", from = "card-zone"'),
        phase="start",
        card_zone=["lamplighter 2", "prankster"],
    )
    table.play(0, "acquire lamplighter")
    assert kinds(table) == ["put", "acquire", "gain", "work", "gain", "work", "gain"]
    assert [event["card"] for event in table.told("work")] == ["seamstress-sisters", "lab"]


@pytest.mark.rule("DBK-START-19", "DBK-ENDP-10")
def test_the_space_stays_empty_until_the_end_phase() -> None:
    table = board(seat(hand=[]), phase="start")
    assert len(row(table)) == 8
    free = next(card for card in row(table) if f"acquire {card}" in table.moves(0))
    table.play(0, f"acquire {free}")
    table.until("main")
    assert len(row(table)) == 7
    deck = table.view(None).deck_order
    end_turn(table)
    assert len(row(table)) == 8
    assert list(row(table))[-1] == deck[0]
    assert table.view(0).deck == len(deck) - 1


# -- main phase -----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-MAIN-01")
@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_any_number_of_cards_are_used(n: int) -> None:
    cards = ["stardust-gatherer", "flower-seller", "milk-carrier"]
    table = board(seat(hand=cards))
    table.play(0, *[f"use {card}" for card in cards[:n]])
    assert table.asked == {0: "main"}
    assert len(cast(table)) == n
    table.play(0, "end")
    assert "use" not in verbs(table)


@pytest.mark.rule("DBK-MAIN-02")
def test_a_used_card_is_revealed() -> None:
    table = board(seat(unseen=["clock-winder", "stardust-gatherer"]))
    assert table.view(1).areas[0].hand == ()
    table.play(0, "use clock-winder")
    assert table.told("use", 1) == [{"seat": 0, "card": "clock-winder", "cost": 0}]
    assert "clock-winder" not in table.view(1).unseen
    assert "stardust-gatherer" in table.view(1).unseen


@pytest.mark.rule("DBK-MAIN-05", "DBK-MAIN-06", "DBK-COMP-11")
def test_a_card_that_cannot_be_paid_is_refused_and_not_revealed() -> None:
    table = board(seat(stones=1, unseen=["bakers-apprentice", "gate-guard"]))
    assert uses(table) == {"gate-guard"}
    before = table.state.to_bytes()
    with pytest.raises(engine.IllegalMove):
        table.play(0, "use bakers-apprentice")
    assert table.state.to_bytes() == before
    assert table.view(1).areas[0].hand == ()


@pytest.mark.rule("DBK-MAIN-07", "DBK-MAIN-09", "DBK-COMP-16")
def test_text_is_resolved_at_use_unless_it_is_installed() -> None:
    table = board(seat(hand=["stardust-gatherer", "tavern-fiddler"]))
    table.play(0, "use stardust-gatherer")
    assert held(table)[0] == 6
    table.play(0, "use tavern-fiddler")
    assert held(table)[0] == 5  # only paid
    turn(end_turn(table), 1)
    assert held(table)[0] == 6  # works at the start of the turn


@pytest.mark.rule("DBK-MAIN-11", "DBK-WITCH-04", "DBK-DIFF-08")
def test_while_an_effect_is_resolved_no_card_or_witch_effect_is_used() -> None:
    table = board(
        seat(hand=["pendulum-maker", "stardust-gatherer"], cast=["prankster 3", "lamplighter 3"])
    )
    assert verbs(table) >= {"use", "witch-turn", "witch-game"}
    table.play(0, "use pendulum-maker")
    assert verbs(table) == {"pick"}


@pytest.mark.rule("DBK-MAIN-12", "DBK-MOST-02")
@pytest.mark.parametrize(("theirs", "taken"), [(6, 2), (5, 1)])
def test_order_of_a_use(theirs: int, taken: int) -> None:
    table = board(
        seat(stones=6, hand=["prankster"], cast=["lab 4 installed"]),
        seat(stones=theirs),
        lab=watch('event = "use", who = "you"'),
    )
    table.play(0, "use prankster")
    # 1 paid, then 1 from the trigger: seat 0 has 6 again. Seat 1 shares the most, or it does not.
    takes = ["take-stones"] * taken
    assert kinds(table) == ["use", "work", "gain", "aim", *takes, "place"]
    assert held(table) == [6 + taken, theirs - taken]


@pytest.mark.rule("DBK-MOST-02")
def test_the_use_cost_is_paid_before_the_count() -> None:
    table = board(seat(stones=7, hand=["prankster"]), seat(stones=6))
    table.play(0, "use prankster")
    assert held(table) == [6 + 2, 6 - 2]


@pytest.mark.rule("DBK-MAIN-13")
def test_a_card_may_be_used_even_if_it_can_do_nothing() -> None:
    table = board(seat(hand=["pendulum-maker"]))
    table.play(0, "use pendulum-maker")
    assert cast(table) == ["pendulum-maker 2"]


@pytest.mark.rule("DBK-MAIN-14")
def test_a_card_back_in_hand_may_be_used_again() -> None:
    table = board(seat(hand=["stardust-gatherer"], witch="fiona-grey"))
    table.play(0, "use stardust-gatherer", "witch-game", "pick stardust-gatherer")
    table.play(0, "use stardust-gatherer")
    assert held(table)[0] == 7


@pytest.mark.rule("DBK-MAIN-15")
def test_use_cast_time_v_is_out() -> None:
    table = board(seat(hand=["eternal-clockmaker", "blessing-of-stars"]))
    table.play(0, "use eternal-clockmaker", "use blessing-of-stars")
    assert removed(table) == ["blessing-of-stars", "eternal-clockmaker"]
    assert cast(table) == []


@pytest.mark.rule("DBK-MAIN-16")
def test_a_card_does_not_trigger_on_its_own_use() -> None:
    table = board(seat(hand=["lab", "stardust-gatherer"]), lab=watch('event = "use", who = "you"'))
    table.play(0, "use lab")
    assert held(table)[0] == 5
    table.play(0, "use stardust-gatherer")
    assert held(table)[0] == 7


@pytest.mark.rule("DBK-MAIN-17")
def test_a_hundred_uses_in_one_turn_are_the_most() -> None:
    lab = """
marks = []
ops = [{ op = "pick", from = "you.cast" }, { op = "move", card = "it", to = "you.hand" }]"""
    table = board(seat(hand=["lab", "understudy"], stones=200), lab=lab, stone_zone=300)
    for number in range(100):
        table.play(0, "use understudy" if number % 2 else "use lab")
        while table.asked == {0: "pick"}:
            table.play(0, table.moves(0)[0])
    assert "use" not in verbs(table)
    assert "end" in verbs(table)


# -- end phase ------------------------------------------------------------------------------------


@pytest.mark.rule("DBK-ENDP-01", "DBK-ENDP-17")
def test_cast_zone_then_hand_then_card_zone_then_the_next_turn() -> None:
    table = board(
        seat(
            hand=["prankster", "flower-seller", "clock-winder"],
            cast=["stardust-gatherer 1", "lab 4 installed"],
        ),
        lab=watch('event = "end-phase", who = "you"'),
        card_zone=["lamplighter"],
    )
    table.play(0, "end", "pass")
    assert table.asked == {0: "discard"}
    table.play(0, "discard prankster")
    assert kinds(table) == ["work", "gain", "clock", "remove", "refill", "turn-begins"]
    assert table.told("clock") == [{"seat": 0, "cards": ["stardust-gatherer"]}]


@pytest.mark.rule("DBK-ENDP-02", "DBK-ENDP-03", "DBK-ENDP-04", "DBK-ENDP-05", "DBK-ENDP-15")
def test_everything_of_yours_moves_one_place_down() -> None:
    lying = [
        "clock-winder 1", "gate-guard 2 installed", "prankster 3 face-down",
        "alley-nun 4 installed face-down",
    ]  # fmt: skip
    table = board(seat(cast=lying, placed=[1, 2, 0, 3]), seat(cast=["lamplighter 2"], placed=[1]))
    end_turn(table)
    assert cast(table) == [
        "gate-guard 1 installed", "prankster 2 face-down", "alley-nun 3 installed face-down",
    ]  # fmt: skip
    assert hand(table) == {"clock-winder": 1}
    assert (held(table)[0], placed(table)) == (6, [2, 0, 3, 0])
    assert (cast(table, 1), held(table)[1], placed(table, 1)) == (["lamplighter 2"], 5, [1, 0, 0, 0])  # fmt: skip


@pytest.mark.rule("DBK-ENDP-06", "DBK-ENDP-07", "DBK-ENDP-09", "DBK-DIFF-07")
@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_down_to_three_cards_and_no_further(size: int) -> None:
    cards = ["prankster", "flower-seller", "clock-winder", "gate-guard", "ferryman", "milk-carrier"]
    table = board(seat(hand=cards[:size]))
    table.play(0, "end")
    table.until("discard", "start")
    for number in range(size - 3):
        assert set(table.moves(0)) == {f"discard {card}" for card in cards[number:size]}
        table.play(0, f"discard {cards[number]}")
    table.until("start")
    assert sum(hand(table).values()) == min(size, 3)
    assert removed(table) == sorted(cards[: max(0, size - 3)])


@pytest.mark.rule("DBK-ENDP-08")
def test_no_hand_limit_at_any_other_time() -> None:
    cards = ["prankster", "flower-seller", "clock-winder"]
    table = board(
        seat(hand=["hourglass-lady"], cast=[f"{card} 1" for card in cards] + ["ferryman 1"]),
        seat(hand=["gate-guard", "milk-carrier", "lullaby-nurse", "firecracker-kid"]),
    )
    table.play(0, "use hourglass-lady")
    assert sum(hand(table).values()) == 4
    end_turn(table)
    assert sum(hand(table, 1).values()) == 4


@pytest.mark.rule("DBK-ENDP-11", "DBK-ENDP-12")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_refill_as_far_as_the_deck_goes(left: int) -> None:
    deck = ["lamplighter", "pickpocket"][:left]
    more: dict[str, Any] = {} if left else {"ending": "deck-out", "last_turns": 1}
    table = board(seat(), card_zone=["prankster", "ferryman"], deck=deck, **more)
    end_turn(table)
    assert len(row(table)) == 2 + left
    assert table.view(0).deck == 0
    assert table.view(0).ending == "deck-out"


@pytest.mark.rule("DBK-ENDP-14", "DBK-OPS-10")
def test_triggers_come_after_all_have_moved() -> None:
    moved = '{ all = [{ stones = "you.held", min = 6 }, { cards = "you.hand", min = 2 }] }'
    table = board(
        seat(cast=["stardust-gatherer 1", "clock-winder 1", "lab 2 installed"], placed=[1]),
        lab=f"""
marks = ["install"]
when = {{ event = "return", who = "you" }}
ops = [{{ op = "if", cond = {moved}, then = [{GAIN}] }}]""",
    )
    end_turn(table)
    assert held(table)[0] == 8  # once for each of the two cards, both in hand by then


@pytest.mark.rule("DBK-ENDP-16")
def test_a_card_zone_of_nine_is_not_reduced() -> None:
    cards = ["prankster", "ferryman", "lamplighter", "pickpocket", "clock-winder", "gate-guard",
             "flower-seller", "milk-carrier", "starstone-miner"]  # fmt: skip
    table = board(seat(), card_zone=cards)
    end_turn(table)
    assert list(row(table)) == cards


@pytest.mark.rule("DBK-ENDP-18", "DBK-ULT-02")
def test_this_turn_lasts_until_the_next_turn_begins() -> None:
    lab = """
ops = [{ op = "static", rule = "stones-fixed", for = "turn" }, { op = "static", rule = "use-cost", by = -1, for = "turn" }]"""  # fmt: skip
    table = board(
        seat(hand=["lab", "gate-guard", "hymn-of-daybreak", "smiths-watchdog"], stones=1),
        lab=lab,
        stone_zone=20,
    )
    assert uses(table) == {"lab", "gate-guard", "smiths-watchdog"}
    table.play(0, "use lab", "use hymn-of-daybreak", "use gate-guard")
    assert held(table)[0] == 0
    assert uses(table) == {"smiths-watchdog"}  # for 1 less
    end_turn(table)
    assert table.view(0).extra
    table.play(0, "acquire " + next(iter(row(table))))
    table.until("main")
    assert table.view(0).areas[0].held == 0
    assert "smiths-watchdog" in hand(table)
    assert uses(table) == set()
