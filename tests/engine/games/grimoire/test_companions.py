"""Companions (GRM-CPN and one section for each)."""

import pytest

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    SILVER,
    books,
    chips,
    companions,
    count,
    finish_round,
    items,
    open_at,
    quest,
    seat,
    seats,
    take,
)

CARDS = engine.game("grimoire").cards


@pytest.mark.rule("GRM-CPN-01", "GRM-CPN-03")
def test_a_companion_works_for_whoever_has_it() -> None:
    # P1 charms the Archer away, and in the next round he is the last to act.
    table = books(2, mp=10, seats=seats(2, p2=seat(companions=["archer"])), quest_deck=[COPPER] * 3)
    open_at(table, 9, 10)
    assert companions(table, 0) == ["archer"]
    finish_round(table)
    open_at(table, 6, 2)
    finish_round(table)
    paid = [data for data in table.told("chips") if data["through"] == "archer"]
    assert paid == [{"seat": 0, "vp": 1, "through": "archer"}]


@pytest.mark.rule("GRM-CPN-03", "GRM-ARC-01")
def test_losing_a_companion_before_its_moment_loses_the_effect() -> None:
    table = quest(9, 10, seats=seats(2, p1=seat(chips=1), p2=seat(companions=["archer"] * 1)))
    take(table, 0)
    # P2 acts last without an Archer; Spirit gives him 2 as the poorest.
    assert chips(table) == [1, 2]


@pytest.mark.rule("GRM-CPN-02", "GRM-THF-01", "GRM-ADV-03")
def test_a_thief_taken_in_the_first_action_pays_from_the_next_time_on() -> None:
    table = books(2, face_up=["thief", COPPER], quest_deck=[COPPER] * 3)
    open_at(table, 2, 6)
    take(table, 0, "thief")
    assert chips(table) == [0, 0]
    finish_round(table)
    assert chips(table) == [0, 0]
    open_at(table, 2, 6)
    assert chips(table) == [1, 0]
    assert table.told("chips") == [{"seat": 0, "vp": 1, "through": "thief"}]
    finish_round(table)
    open_at(table, 6, 2)
    finish_round(table)
    assert chips(table) == [1, 0]  # not first


@pytest.mark.rule("GRM-CPN-04", "GRM-CPN-06", "GRM-MERC-01", "GRM-THF-01", "GRM-ARC-01")
@pytest.mark.parametrize(
    ("companion", "pages"), [("mercenary", (4, 4)), ("thief", (2, 6)), ("archer", (6, 2))]
)
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_copies_add_up_without_asking(companion: str, pages: tuple[int, int], copies: int) -> None:
    assert CARDS.quests[companion].stacks
    table = books(2, seats=seats(2, p1=seat(companions=[companion] * copies)))
    open_at(table, *pages).until("page")
    assert chips(table)[0] == copies
    assert {event.kind for event in table.events if event.data.get("through") == companion} == {
        "chips"
    }


@pytest.mark.rule("GRM-CPN-04")
def test_which_companions_add_up() -> None:
    assert {card.id for card in CARDS.quest if card.stacks} == {
        "mercenary", "thief", "archer", "merchant", "prince", "queen", "king",
    }  # fmt: skip


# -- Spy ------------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPY-01", "GRM-SPY-03", "GRM-SPY-05", "GRM-INFO-14")
def test_a_spys_owner_may_look_at_the_face_down_card() -> None:
    table = books(3, face_down="king", seats=seats(3, p2=seat(companions=["spy"])))
    assert "look" not in table.moves(0)
    assert "look" in table.moves(1)
    table.play(1, "look")
    assert table.told("look", seat=1) == [{"seat": 1, "card": "king"}]
    assert table.told("look", seat=0) == [{"seat": 1}]
    assert [table.view(viewer).face_down for viewer in range(3)] == ["hidden", "king", "hidden"]
    assert table.asked == {0: "page", 1: "page", 2: "page"}
    assert "look" not in table.moves(1)
    open_at(table, 2, 4, 6)
    assert "take face-down" in table.moves(0)  # it stays where it is


@pytest.mark.rule("GRM-SPY-02")
def test_he_may_look_until_the_books_are_opened() -> None:
    table = books(2, seats=seats(2, p1=seat(companions=["spy"])))
    table.play(0, "page 3", "look")  # after his choice too, while another still chooses
    assert table.view(0).areas[0].page == 3
    late = books(2, seats=seats(2, p1=seat(companions=["spy"])))
    open_at(late, 2, 6)
    with pytest.raises(engine.IllegalMove):
        late.play(0, "look")
    assert "look" not in late.moves(0)


@pytest.mark.rule("GRM-SPY-02")
def test_he_may_look_again_in_the_next_round() -> None:
    table = books(2, seats=seats(2, p1=seat(companions=["spy"])), quest_deck=["nun"])
    table.play(0, "look")
    open_at(table, 2, 6)
    finish_round(table)
    assert table.view(0).face_down == "hidden"
    table.play(0, "look")
    assert table.view(0).face_down == "nun"


@pytest.mark.rule("GRM-SPY-06")
def test_further_spies_give_no_further_look() -> None:
    table = books(2, seats=seats(2, p1=seat(companions=["spy"] * 3)))
    table.play(0, "look")
    with pytest.raises(engine.IllegalMove):
        table.play(0, "look")
    assert count(seat(companions=["spy"] * 3), seat()).result.scores == (6, 0)


@pytest.mark.rule("GRM-SPY-03", "GRM-SPY-05")
def test_who_has_looked_knows_the_treasure_that_another_takes() -> None:
    table = quest(2, 4, 6, face_down=GOLD, looked=[2])
    take(table, 0, "face-down")
    assert table.told("take-face-down", seat=2) == [{"seat": 0, "card": GOLD}]
    assert table.told("take-face-down", seat=1) == [{"seat": 0}]
    assert table.view(2).areas[0].treasures.seen == (GOLD,)
    assert table.view(1).areas[0].treasures.seen == ()


# -- Thief, Archer --------------------------------------------------------------------------------


@pytest.mark.rule("GRM-THF-02", "GRM-ARC-02")
def test_first_and_last_are_told_by_the_tokens_after_the_time_arts() -> None:
    both = seat(companions=["thief", "archer", "archer"])
    # By page P2 is first; the time art makes P1 first and P2 last.
    assert chips(quest(5, 1, seats=seats(2, p1=both))) == [1, 0]
    table = quest(5, 2, seats=seats(2, p2=both))
    take(table, 0)
    assert chips(table) == [0, 2]


@pytest.mark.rule("GRM-ARC-01", "GRM-THF-01")
def test_in_the_middle_neither_thief_nor_archer_pays() -> None:
    table = quest(2, 4, 6, seats=seats(3, p2=seat(companions=["thief", "archer"])))
    finish_round(table)
    assert chips(table) == [0, 0, 0]


@pytest.mark.rule("GRM-THF-03")
def test_a_thiefs_chip_can_pay_a_merchant_in_the_same_action() -> None:
    table = quest(7, 8, seats=seats(2, p1=seat(companions=["thief", "merchant"])))
    assert table.asked == {0: "merchant"}
    table.play(0, "buy")
    assert chips(table) == [0, 0]
    assert len(items(table, 0)) == 2


# -- Merchant -------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-MER-01", "GRM-MER-02", "GRM-MER-03", "GRM-SPL-27", "GRM-ITEM-04")
def test_each_merchant_may_buy_one_more_item() -> None:
    table = quest(7, 8, item_deck=["junk", "golden-cup", "copper-sword", "junk"],
                  seats=seats(2, p1=seat(companions=["merchant"] * 2, chips=5)))  # fmt: skip
    seen = []
    for bought in range(2):
        seen.append(table.view(0).areas[0].items.seen)  # he decides after seeing the last one
        assert table.moves(0) == ["buy", "pass"]
        table.play(0, "buy")
        assert chips(table)[0] == 4 - bought
    assert seen == [("junk",), ("junk", "golden-cup")]
    assert items(table, 0) == ["copper-sword", "golden-cup", "junk"]
    assert table.asked == {0: "take"}
    assert table.told("pay") == [{"seat": 0, "vp": 1, "through": "merchant"}] * 2


@pytest.mark.rule("GRM-MER-01", "GRM-SPL-27")
def test_a_merchant_may_be_declined() -> None:
    table = quest(7, 8, seats=seats(2, p1=seat(companions=["merchant"] * 2, chips=5)))
    table.play(0, "pass")
    assert (chips(table)[0], len(items(table, 0))) == (5, 1)
    assert table.asked == {0: "take"}


@pytest.mark.rule("GRM-MER-04", "GRM-DECK-07")
@pytest.mark.parametrize(("left", "asked"), [(0, "take"), (1, "take"), (2, "merchant")])
def test_with_no_items_left_he_cannot_pay(left: int, asked: str) -> None:
    table = quest(7, 8, item_deck=["junk"] * left, quest_deck=["king"], rest="box",
                  seats=seats(2, p1=seat(companions=["merchant"], chips=2)))  # fmt: skip
    assert table.asked == {0: asked}
    assert chips(table)[0] == 2


# -- Nun ------------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-NUN-01", "GRM-NUN-02")
@pytest.mark.parametrize("nuns", [1, 2])
@pytest.mark.parametrize("has", [0, 3])
def test_a_nun_heals_without_paying(nuns: int, has: int) -> None:
    table = quest(4, 6, discards=["king", "queen"],
                  seats=seats(2, p1=seat(companions=["nun"] * nuns, chips=has)))  # fmt: skip
    assert table.moves(0) == ["heal", "pass"]
    table.play(0, "heal")
    assert chips(table)[0] == has
    assert table.told("pay") == []
    assert len(companions(table, 0)) == nuns + 1


# -- final scoring --------------------------------------------------------------------------------


@pytest.mark.rule("GRM-RUF-01", "GRM-VP-04")
def test_a_ruffian_scores_4_without_a_condition() -> None:
    assert CARDS.quests["ruffian"].timing == ""
    assert count(seat(companions=["ruffian"]), seat(companions=["ruffian"] * 1)).result.scores == (
        4,
        4,
    )


@pytest.mark.rule("GRM-PRI-01", "GRM-PRI-02", "GRM-ADV-07")
@pytest.mark.parametrize(("others", "princes", "vp"), [(3, 1, 0), (4, 1, 5), (3, 2, 10), (2, 2, 0)])
def test_princes_need_five_companions(others: int, princes: int, vp: int) -> None:
    cards = ["king", "king", "king", "queen"][:others] + ["prince"] * princes
    assert count(seat(companions=cards), seat()).result.scores == (vp, 0)


@pytest.mark.rule("GRM-QUE-01", "GRM-QUE-02")
@pytest.mark.parametrize("queens", [1, 2, 3])
def test_queens_need_one_coin_of_each_kind(queens: int) -> None:
    cards = ["queen"] * queens
    full = seat(companions=cards, treasures=[COPPER, SILVER, GOLD])
    assert count(full, seat()).result.scores == (6 + 5 * queens, 0)
    partial = seat(companions=cards, treasures=[COPPER, COPPER, GOLD])
    assert count(partial, seat()).result.scores == (5, 0)


@pytest.mark.rule("GRM-KIN-01", "GRM-KIN-02", "GRM-ADV-06")
@pytest.mark.parametrize(("has", "vp"), [(0, 0), (4, 4), (5, 10), (9, 14)])
def test_kings_need_five_vp_in_chips(has: int, vp: int) -> None:
    assert count(seat(companions=["king"], chips=has), seat()).result.scores == (vp, 0)


@pytest.mark.rule("GRM-ROY-01")
def test_royal_conditions_are_looked_at_in_final_scoring_only() -> None:
    # P1 has a King and 5 chips, then loses 2 of them: at the end it counts what he has.
    royal = seat(companions=["king"], chips=5, treasures=[COPPER] * 9)
    table = quest(1, 12, seats=seats(2, p1=royal), mp=12)
    table.play(0, "pass")
    take(table, 0)
    assert table.view(0).ending == "treasures-10"
    finish_round(table)
    assert chips(table) == [3, 2]
    assert table.result.scores == (10 + 3, 2 + 1)
