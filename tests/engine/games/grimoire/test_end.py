"""The end of the game and the final count (GRM-END, GRM-VP)."""

import pytest

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    SILVER,
    books,
    count,
    finish_round,
    open_at,
    quest,
    seat,
    seats,
    take,
)

CARDS = engine.game("grimoire").cards
NINE = ["king", "king", "king", "queen", "queen", "queen", "prince", "prince", "prince"]


@pytest.mark.rule("GRM-END-01", "GRM-END-03")
def test_ten_treasures_end_the_game_with_the_round() -> None:
    table = quest(2, 4, 6, seats=seats(3, p1=seat(treasures=[COPPER] * 9)), face_up=[SILVER] * 3,
                  face_down="spy")  # fmt: skip
    take(table, 0, SILVER)
    assert table.view(1).ending == "treasures-10"
    assert table.state.result is None
    assert table.asked == {1: "take"}
    take(table, 1, SILVER)
    assert table.asked == {2: "take"}
    take(table, 2, SILVER)
    assert table.result.reason == "treasures-10"
    assert table.result.scores == (11, 2, 2)
    assert table.asked == {}


@pytest.mark.rule("GRM-END-02", "GRM-END-03")
def test_ten_companions_end_the_game_with_the_round() -> None:
    table = quest(2, 6, seats=seats(2, p1=seat(companions=NINE)), face_up=["nun", COPPER])
    take(table, 0, "nun")
    assert table.view(0).ending == "companions-10"
    take(table, 1, COPPER)
    assert table.result.reason == "companions-10"


@pytest.mark.rule("GRM-END-04")
def test_the_end_is_latched_whatever_happens_afterwards() -> None:
    table = quest(14, 2, 15, acted=[1], ending=True, seats=seats(3, p2=seat(companions=NINE)))
    table.play(0, "give king")
    finish_round(table)
    assert max(len(area.companions) for area in table.view(0).areas) < 10
    assert table.result.reason == "companions-10"


@pytest.mark.rule("GRM-END-05")
@pytest.mark.parametrize("page", [4, 15])
def test_the_end_is_checked_in_the_middle_of_an_action(page: int) -> None:
    table = quest(page, page, tokens=[2, 1], discards=["nun"],
                  seats=seats(2, p1=seat(companions=NINE, chips=1)))  # fmt: skip
    if page == 4:
        assert table.view(0).ending == ""
        table.play(0, "heal")
    assert table.asked == {0: "take"}
    assert table.view(0).ending == "companions-10"


@pytest.mark.rule("GRM-END-05")
@pytest.mark.parametrize("page", [9, 14])
def test_a_companion_taken_from_another_counts_at_once(page: int) -> None:
    table = quest(page, 15, seats=seats(2, p1=seat(companions=NINE), p2=seat(companions=["nun"])))
    assert table.view(0).ending == "companions-10"
    assert table.asked == {0: "take"}


@pytest.mark.rule("GRM-END-06", "GRM-END-01", "GRM-END-02")
def test_treasures_and_companions_are_not_added() -> None:
    table = quest(2, 6, seats=seats(2, p1=seat(companions=NINE[:8], treasures=[GOLD] * 7)))
    take(table, 0)
    finish_round(table)
    assert table.view(0).ending == ""
    assert table.view(0).round == 2


@pytest.mark.rule("GRM-END-01")
def test_a_treasure_from_the_face_down_card_counts() -> None:
    table = quest(2, 6, seats=seats(2, p1=seat(treasures=[COPPER] * 9)), face_up=["king", "nun"])
    take(table, 0, "face-down")
    assert table.view(1).ending == "treasures-10"


# -- the count ------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-VP-01", "GRM-VP-03", "GRM-VP-12", "GRM-VP-13", "GRM-ADV-09")
@pytest.mark.parametrize(
    ("area", "vp"),
    [
        (seat(treasures=[COPPER] * 2), 2),
        (seat(treasures=[SILVER] * 2), 4),
        (seat(treasures=[GOLD] * 2), 6),
        (seat(open_treasures=[GOLD], treasures=[GOLD]), 6),
        (seat(chips=7), 7),
        (seat(treasures=[GOLD], companions=["ruffian"], items=["golden-cup"], chips=1), 11),
    ],
)
def test_quest_cards_items_and_chips_are_added(area: dict[str, object], vp: int) -> None:
    assert count(area, seat()).result.scores == (vp, 0)


@pytest.mark.rule("GRM-VP-04")
@pytest.mark.parametrize(
    ("card", "vp"),
    [("spy", 2), ("mercenary", 1), ("thief", 1), ("archer", 1), ("merchant", 1), ("nun", 2),
     ("king", 0), ("queen", 0), ("prince", 0)],
)  # fmt: skip
def test_vp_of_companions(card: str, vp: int) -> None:
    assert CARDS.quests[card].vp == vp
    assert count(seat(companions=[card]), seat()).result.scores == (vp, 0)


@pytest.mark.rule("GRM-VP-04")
@pytest.mark.parametrize(
    ("card", "vp"),
    [("copper-sword", 1), ("silver-bracelet", 2), ("golden-cup", 3), ("lucky-shoes", 0)],
)
def test_vp_of_items(card: str, vp: int) -> None:
    assert count(seat(items=[card]), seat()).result.scores == (vp, 0)


@pytest.mark.rule("GRM-VP-05", "GRM-VP-07", "GRM-VP-06", "GRM-VP-08")
@pytest.mark.parametrize(
    ("junk", "scores"),
    [
        ((1, 0, 0), (5, 0, 0)),
        ((4, 3, 1), (5, 0, 0)),
        ((2, 2, 0), (5, 5, 0)),
        ((3, 3, 3), (5, 5, 5)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_the_most_junk_adds_5_once(junk: tuple[int, ...], scores: tuple[int, ...]) -> None:
    table = count(*(seat(items=["junk"] * n) for n in junk))
    assert table.result.scores == scores


@pytest.mark.rule("GRM-VP-02")
def test_hidden_cards_are_shown_for_the_count() -> None:
    table = count(seat(treasures=[GOLD], items=["golden-cup"]), seat(chips=1))
    for viewer in (0, 1):
        area = table.view(viewer).areas[0]
        assert (area.treasures.seen, area.items.seen, area.score) == ((GOLD,), ("golden-cup",), 6)
        assert table.view(viewer).areas[1].score == 1


@pytest.mark.rule("GRM-VP-09")
def test_the_highest_total_wins() -> None:
    table = count(seat(chips=3), seat(chips=5), seat(chips=4))
    assert table.result.winners == (1,)
    assert table.result.ranks == (3, 1, 2)


@pytest.mark.rule("GRM-VP-10", "GRM-VP-11")
def test_on_a_tie_the_designer_wins() -> None:
    table = books(3, seats=seats(3, p1=seat(treasures=[COPPER] * 9), p2=seat(chips=9),
                  p3=seat(chips=2)))  # fmt: skip
    open_at(table, 2, 4, 6)
    finish_round(table)
    assert table.result.winners == ()
    assert table.result.ranks == (1, 1, 3)  # the tied share the first place
    assert table.result.scores == (10, 10, 3)
    assert table.result.reason == "treasures-10"
    assert table.told("designer") == [{"seats": [0, 1]}]
    assert table.told("over") == [{"reason": "treasures-10", "winners": []}]
    said = table.game.words.sentence("designer", {"seats": [0, 1]}, "en", ["Ann", "Bob", "Cy"])
    assert said == "A tie for the most VP (Ann, Bob): the game's designer wins"


@pytest.mark.rule("GRM-VP-10")
def test_a_tie_below_the_top_changes_nothing() -> None:
    table = count(seat(chips=3), seat(chips=5), seat(chips=3))
    assert (table.result.winners, table.result.ranks) == ((1,), (2, 1, 2))
