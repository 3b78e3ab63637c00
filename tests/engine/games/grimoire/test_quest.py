"""The quest phase, the decks and the chips (GRM-ACT, GRM-DECK, GRM-CHIP)."""

import random

import pytest

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    SILVER,
    books,
    chips,
    companions,
    finish_round,
    open_at,
    quest,
    seat,
    seats,
    take,
    treasures,
)
from tests.support.table import Table


@pytest.mark.rule("GRM-ACT-01", "GRM-ACT-02")
def test_each_acts_once_by_rising_token() -> None:
    table = open_at(books(4), 6, 2, 4, 3)
    finish_round(table)
    assert [data["seat"] for data in table.told("action")] == [1, 3, 2, 0]
    assert [data["seat"] for data in table.told("take")] == [1, 3, 2, 0]


@pytest.mark.rule("GRM-ACT-03", "GRM-ACT-04")
def test_the_page_comes_first_then_a_quest_card() -> None:
    table = open_at(books(2), 3, 6)
    assert chips(table) == [1, 0]
    assert table.asked == {0: "take"}
    take(table, 0)
    of_p1 = [event.kind for event in table.events if event.data.get("seat") == 0]
    assert of_p1[-3:] == ["action", "chips", "take"]


@pytest.mark.rule("GRM-ACT-05", "GRM-ACT-06")
def test_he_must_gain_exactly_one_card_of_the_field() -> None:
    table = quest(2, 6, face_up=[COPPER, "king"], face_down=GOLD)
    assert table.moves(0) == ["take copper-coin", "take king", "take face-down"]
    take(table, 0)
    assert (treasures(table, 0), companions(table, 0)) == ([COPPER], [])
    assert table.asked == {1: "take"}
    assert table.moves(1) == ["take king", "take face-down"]


@pytest.mark.rule("GRM-ACT-05")
def test_with_one_kind_of_card_left_there_is_nothing_to_ask() -> None:
    table = quest(2, 6, face_up=[COPPER, COPPER], face_down=SILVER)
    take(table, 0, "face-down")
    assert treasures(table, 1) == [COPPER]
    assert table.asked == {0: "page", 1: "page"}


@pytest.mark.rule("GRM-ACT-07", "GRM-ACT-08")
def test_a_companion_is_laid_face_up_a_treasure_face_down() -> None:
    table = quest(2, 6, face_up=["king", GOLD])
    take(table, 0, "king")
    take(table, 1, GOLD)
    for viewer in (0, 1):
        assert table.view(viewer).areas[0].companions == ("king",)
        assert table.view(viewer).areas[1].treasures.count == 1
        assert table.view(viewer).areas[1].companions == ()


@pytest.mark.rule("GRM-ACT-09", "GRM-ACT-11", "GRM-INFO-14")
def test_a_treasure_from_the_face_down_card_is_his_alone_to_see() -> None:
    table = quest(2, 4, 6, face_down=GOLD)
    take(table, 0, "face-down")
    assert table.told("take-face-down", seat=0) == [{"seat": 0, "card": GOLD}]
    assert table.told("take-face-down", seat=1) == [{"seat": 0}]
    assert table.view(0).areas[0].treasures.seen == (GOLD,)
    assert table.view(1).areas[0].treasures.seen == ()
    assert table.view(1).areas[0].treasures.count == 1


@pytest.mark.rule("GRM-ACT-10", "GRM-ACT-12")
def test_a_companion_from_the_face_down_card_is_shown_and_stays() -> None:
    table = quest(2, 4, 6, face_up=[COPPER, GOLD, COPPER], face_down="queen")
    take(table, 0, "face-down")
    assert table.told("take-face-down", seat=1) == [{"seat": 0, "card": "queen"}]
    assert companions(table, 0) == ["queen"]
    assert table.view(2).face_down == ""
    assert 0 not in table.asked
    assert "take face-down" not in table.moves(1)


@pytest.mark.rule("GRM-ACT-16", "GRM-ARC-03")
@pytest.mark.parametrize(("pages", "companion"), [((4, 6), "thief"), ((4, 2), "archer")])
def test_the_start_of_the_action_comes_before_the_page(
    pages: tuple[int, int], companion: str
) -> None:
    table = quest(*pages, discards=["spy"], seats=seats(2, p1=seat(companions=[companion])))
    if 1 in table.asked:
        take(table, 1)
    # His only chip is the one of the companion, and it can pay for Healing.
    assert table.asked == {0: "healing"}
    assert chips(table) == [1, 0]


@pytest.mark.rule("GRM-ACT-17")
def test_an_effect_that_can_do_nothing_does_nothing() -> None:
    for page in (9, 12, 14, 15):
        table = quest(page, 1)
        table.play(1, "pass")
        take(table, 1)
        assert table.asked == {0: "take"}
        assert chips(table) == [0, 0]


@pytest.mark.rule("GRM-ACT-18", "GRM-SPL-17")
def test_the_action_waits_for_the_choice_of_another() -> None:
    table = quest(9, 10, seats=seats(2, p2=seat(companions=["king", "spy"])))
    assert table.asked == {1: "companion"}
    with pytest.raises(engine.NotYourDecision):
        take(table, 0)
    table.play(1, "give spy")
    assert table.asked == {0: "take"}


# -- decks ----------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-DECK-01", "GRM-DECK-02")
def test_the_discards_become_the_deck_when_its_last_card_leaves() -> None:
    old = ["spy", "nun", "king", "queen", "thief"]
    table = Table(
        "grimoire", 2, phase="set", quest_deck=[COPPER, SILVER, GOLD], discards=old, rest="box"
    )
    assert table.view(0).face_up == (SILVER, GOLD)
    assert table.view(0).discards == ()
    assert sorted(table.view(None).decks[0]) == sorted(old)
    shuffled = {
        Table("grimoire", 2, seed, phase="set", quest_deck=[COPPER, SILVER, GOLD], discards=old,
              rest="box").view(None).decks[0]
        for seed in range(20)
    }  # fmt: skip
    assert len(shuffled) > 10


@pytest.mark.rule("GRM-DECK-02", "GRM-SPL-03")
def test_luck_rebuilds_the_deck_with_the_card_it_discards() -> None:
    table = quest(1, 6, face_up=["king", COPPER], quest_deck=[GOLD], rest="box")
    table.play(0, "replace king")
    assert table.view(0).face_up == (GOLD, COPPER)
    assert table.view(None).decks[0] == ("king",)
    assert table.view(0).discards == ()
    assert table.told("rebuilt") == [{"count": 1}]


@pytest.mark.rule("GRM-DECK-02", "GRM-SPL-03", "GRM-NOTE-01")
def test_luck_rebuilds_the_deck_under_the_face_down_card_too() -> None:
    table = quest(1, 6, face_down="king", quest_deck=[GOLD], rest="box")
    table.play(0, "replace face-down")
    assert table.view(None).face_down == GOLD
    assert table.view(None).decks[0] == ("king",)


@pytest.mark.rule("GRM-DECK-03", "GRM-DECK-04", "GRM-DECK-05", "GRM-DECK-09", "GRM-END-07")
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_game_ends_when_deck_and_discards_are_used_up(size: int) -> None:
    table = Table("grimoire", 2, phase="set", quest_deck=["king", "queen", "prince"][:size],
                  rest="box", seats=seats(2, p1=seat(chips=1)))  # fmt: skip
    assert table.result.reason == "cards-out"
    assert table.result.scores == (1, 0)
    assert table.view(0).face_up == ("queen", "prince")[: size - 1]
    assert table.asked == {}
    assert all(area.companions == () for area in table.view(0).areas)


@pytest.mark.rule("GRM-DECK-04")
def test_a_deck_that_is_just_enough_is_rebuilt_from_the_next_discards() -> None:
    table = Table(
        "grimoire", 2, phase="set", quest_deck=[COPPER] * 4, discards=[], rest="box"
    )  # one card stays in the deck
    assert table.state.result is None
    open_at(table, 2, 6)
    finish_round(table)
    # Its last card is laid face down, and the card left on the field is the new deck.
    assert table.view(0).face_up == (COPPER,)
    assert table.result.reason == "cards-out"
    kinds = [event.kind for event in table.events]
    assert kinds[kinds.index("discard") :] == ["discard", "round", "rebuilt", "field", "designer",
                                               "over"]  # fmt: skip


@pytest.mark.rule("GRM-DECK-06")
@pytest.mark.parametrize("page", [4, 15])
def test_taking_the_last_discard_does_not_end_the_game(page: int) -> None:
    table = quest(page, 1, discards=["spy"], seats=seats(2, p1=seat(chips=1)))
    table.play(1, "pass")
    take(table, 1)
    if page == 4:
        table.play(0, "heal")
    assert companions(table, 0) == ["spy"]
    assert table.view(0).discards == ()
    assert table.asked == {0: "take"}


@pytest.mark.rule("GRM-DECK-07", "GRM-DECK-08")
def test_the_item_deck_is_never_rebuilt() -> None:
    table = books(2, round=2, item_deck=["junk"], quest_deck=["king"] * 3 + ["queen"] * 3,
                  rest="box")  # fmt: skip
    for drawn in (1, 1, 1):
        open_at(table, 7, 1)
        finish_round(table)
        assert table.view(0).areas[0].items.count == drawn
        assert table.view(0).item_deck == 0
    assert len(table.told("item")) == 1


@pytest.mark.rule("GRM-DECK-08")
def test_items_are_never_discarded() -> None:
    items = set(engine.game("grimoire").cards.items)
    for seed in range(10):
        table = Table("grimoire", 2 + seed % 3, seed).random(random.Random(seed))
        assert not items & set(table.view(None).discards)
        assert not any(items & set(data["cards"]) for data in table.told("discard"))


# -- chips ----------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-CHIP-01", "GRM-CHIP-04", "GRM-CHIP-05")
def test_chips_come_from_the_chip_area_and_go_back_to_it() -> None:
    table = quest(3, 4, discards=["spy"], seats=seats(2, p1=seat(chips=2), p2=seat(chips=2)))
    assert chips(table) == [3, 2]  # nobody else lost a chip
    take(table, 0)
    table.play(1, "heal")
    assert chips(table) == [3, 1]  # nobody else gained one


@pytest.mark.rule("GRM-CHIP-02", "GRM-NOTE-08")
def test_chips_are_changed_at_will() -> None:
    # The 2 VP of Lightning may be one disc, and still 1 VP of them pays for Healing.
    table = books(2, round=3, discards=["spy"], quest_deck=[COPPER] * 3)
    open_at(table, 8, 6)
    finish_round(table)
    assert chips(table) == [2, 0]
    open_at(table, 4, 6)
    table.play(0, "heal")
    assert chips(table) == [1, 0]


@pytest.mark.rule("GRM-CHIP-03")
def test_the_supply_never_limits_a_gain() -> None:
    table = quest(3, 8, 13, seats=[seat(chips=49), seat(chips=100), seat(chips=1000)])
    take(table, 0)
    take(table, 1)
    assert chips(table) == [50, 102, 1003]


@pytest.mark.rule("GRM-CHIP-04")
def test_there_are_no_negative_chips() -> None:
    with pytest.raises(engine.BadScenario, match=r"seats\[1\].chips: never below 0"):
        quest(2, 6, seats=seats(2, p2=seat(chips=-1)))


@pytest.mark.rule("GRM-CHIP-06")
def test_most_and_fewest_mean_the_value_of_the_chips() -> None:
    # One disc of 5 against five discs of 1 is a tie, four discs of 1 are fewer.
    tie = quest(10, 12, 12, seats=seats(3, p1=seat(chips=5), p2=seat(chips=5), p3=seat(chips=5)))
    assert chips(tie) == [7, 5, 5]
    fewer = quest(10, 12, 12, seats=seats(3, p1=seat(chips=5), p2=seat(chips=4), p3=seat(chips=5)))
    assert chips(fewer) == [5, 4, 5]


@pytest.mark.rule("GRM-CHIP-07", "GRM-SPL-10")
def test_who_cannot_pay_is_not_asked() -> None:
    healing = quest(4, 6, discards=["spy"])
    assert healing.asked == {0: "take"}
    merchant = quest(7, 10, seats=seats(2, p1=seat(companions=["merchant"])))
    assert merchant.asked == {0: "take"}
