"""Items and the Lucky Shoes (GRM-ITEM, GRM-SHOE)."""

import pytest

from tests.support.grimoire import COPPER, books, chips, items, open_at, quest, seat, seats, take
from tests.support.table import Table


def creation(*deck: str, **has: object) -> Table:
    """P1 alone uses Creation with these items on top of the deck, after P2 has acted."""
    table = books(2, mp=7, item_deck=list(deck), seats=seats(2, p1=seat(**has)))
    open_at(table, 7, 6)
    take(table, 1)
    return table


@pytest.mark.rule("GRM-ITEM-02", "GRM-ITEM-03", "GRM-NOTE-06", "GRM-INFO-04")
def test_a_drawn_item_is_kept_face_down() -> None:
    table = creation("golden-cup")
    assert table.told("item", seat=0) == [{"seat": 0, "card": "golden-cup"}]
    assert table.told("item", seat=1) == [{"seat": 0}]
    assert table.view(0).areas[0].items.seen == ("golden-cup",)
    assert table.view(1).areas[0].items.seen == ()
    assert table.view(1).areas[0].items.count == 1


@pytest.mark.rule("GRM-ITEM-05")
def test_items_do_not_count_for_the_end() -> None:
    table = quest(7, 10, item_deck=["golden-cup"],
                  seats=seats(2, p1=seat(items=["junk"] * 9, treasures=[COPPER] * 8)))  # fmt: skip
    assert len(items(table, 0)) == 10
    take(table, 0)
    assert table.view(0).ending == ""


@pytest.mark.rule("GRM-SHOE-01", "GRM-SHOE-02", "GRM-SHOE-03", "GRM-NOTE-07", "GRM-ITEM-04")
def test_lucky_shoes_are_shown_and_draw_two_more() -> None:
    table = creation("lucky-shoes", "junk", "golden-cup", "copper-sword")
    assert table.view(0).areas[0].items.seen == ("lucky-shoes", "junk", "golden-cup")
    assert table.view(1).areas[0].items.seen == ("lucky-shoes",)
    assert table.view(1).areas[0].items.count == 3
    assert table.told("item", seat=1) == [
        {"seat": 0, "card": "lucky-shoes"},
        {"seat": 0},
        {"seat": 0},
    ]
    assert chips(table) == [0, 0]
    assert table.asked == {0: "take"}  # nothing was asked in between


@pytest.mark.rule("GRM-SHOE-02", "GRM-DECK-07")
@pytest.mark.parametrize("left", [0, 1])
def test_lucky_shoes_draw_what_is_left(left: int) -> None:
    table = quest(7, 8, item_deck=["lucky-shoes"] + ["junk"] * left, quest_deck=["king"],
                  rest="box")  # fmt: skip
    assert items(table, 0) == ["junk"] * left + ["lucky-shoes"]
    assert table.view(0).item_deck == 0


@pytest.mark.rule("GRM-SHOE-04", "GRM-SHOE-05")
def test_lucky_shoes_from_a_merchant_and_merchants_after_them() -> None:
    table = creation("junk", "lucky-shoes", "junk", "junk", "golden-cup",
                     companions=["merchant"] * 2, chips=2)  # fmt: skip
    table.play(0, "buy")
    assert items(table, 0) == ["junk"] * 3 + ["lucky-shoes"]
    assert chips(table) == [1, 0]
    assert table.asked == {0: "merchant"}
    table.play(0, "buy")
    assert items(table, 0) == ["golden-cup"] + ["junk"] * 3 + ["lucky-shoes"]


@pytest.mark.rule("GRM-SHOE-05")
def test_merchants_after_lucky_shoes_of_the_page_itself() -> None:
    table = creation("lucky-shoes", "junk", "junk", "golden-cup", companions=["merchant"], chips=1)
    assert table.asked == {0: "merchant"}
    table.play(0, "buy")
    assert items(table, 0) == ["golden-cup", "junk", "junk", "lucky-shoes"]
