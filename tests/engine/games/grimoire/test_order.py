"""The order decision and the time art (GRM-ORD, GRM-TIME, GRM-MERC)."""

import itertools

import pytest

from tests.support.grimoire import (
    books,
    chips,
    companions,
    finish_round,
    open_at,
    order,
    quest,
    seat,
    seats,
)


@pytest.mark.rule("GRM-ORD-01", "GRM-ORD-02", "GRM-ORD-03", "GRM-ORD-04")
def test_who_is_alone_on_a_page_goes_before_who_is_not() -> None:
    # P1 and P3 clash on the lowest page and still act last.
    assert order(quest(1, 6, 1, 4)) == [3, 1, 2, 0]
    # Alone, each by the number of the page.
    assert order(quest(6, 4, 2, 3)) == [2, 3, 1, 0]


@pytest.mark.rule("GRM-ORD-05")
@pytest.mark.parametrize("tokens", list(itertools.permutations((1, 2, 3))))
def test_who_clashes_goes_by_falling_previous_token(tokens: tuple[int, ...]) -> None:
    table = quest(4, 4, 4, tokens=list(tokens))
    assert order(table) == sorted(range(3), key=lambda s: -tokens[s])


@pytest.mark.rule("GRM-ORD-06")
def test_clashes_on_different_pages_form_one_pool() -> None:
    assert order(quest(6, 1, 6, 1, tokens=[4, 1, 3, 2])) == [0, 2, 3, 1]


@pytest.mark.rule("GRM-ORD-07")
@pytest.mark.parametrize("pages", list(itertools.product((2, 4, 5), repeat=4))[::7])
def test_each_gets_exactly_one_token(pages: tuple[int, ...]) -> None:
    table = quest(*pages, tokens=[2, 4, 1, 3])
    assert sorted(area.token for area in table.view(0).areas) == [1, 2, 3, 4]


@pytest.mark.rule("GRM-ORD-08", "GRM-TIME-01", "GRM-TIME-02", "GRM-NOTE-03")
def test_acceleration_reverses_the_whole_order_in_the_book_phase() -> None:
    table = open_at(books(4), 1, 3, 5, 6)
    assert table.told("order") == [{"seats": [3, 2, 1, 0]}]
    kinds = [event.kind for event in table.events]
    assert kinds.index("order") < kinds.index("action")
    assert [area.token for area in table.view(0).areas] == [4, 3, 2, 1]


@pytest.mark.rule("GRM-TIME-03", "GRM-NOTE-12")
def test_time_reverses_the_order_in_the_book_phase() -> None:
    table = open_at(books(3, mp=11), 1, 3, 11)
    assert table.told("order") == [{"seats": [2, 1, 0]}]


@pytest.mark.rule("GRM-NOTE-04")
def test_acceleration_does_nothing_in_the_quest_phase() -> None:
    table = open_at(books(2), 5, 6)
    assert order(table) == [1, 0]
    table.play(1, "take copper-coin")
    assert table.asked == {0: "take"}
    assert [event.kind for event in table.events][-2:] == ["take", "action"]
    assert order(table) == [1, 0]


@pytest.mark.rule("GRM-TIME-04")
@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ((5, 11, 1, 2), [2, 3, 0, 1]),  # two cancel out
        ((5, 5, 11, 1), [1, 0, 2, 3]),  # three reverse: 3, 2, then the pool 0, 1
        ((5, 5, 11, 11), [0, 1, 2, 3]),  # four cancel out: one pool by previous token
    ],
)
def test_each_time_art_reverses_once(pages: tuple[int, ...], expected: list[int]) -> None:
    assert order(quest(*pages, tokens=[4, 3, 2, 1])) == expected


@pytest.mark.rule("GRM-TIME-05")
def test_a_time_art_works_for_clashing_players_too() -> None:
    # Without it P4 would be first; three time arts reverse.
    assert order(quest(5, 5, 5, 1)) == [0, 1, 2, 3]


@pytest.mark.rule("GRM-TIME-06")
def test_a_time_art_is_forced() -> None:
    table = open_at(books(2), 5, 1)
    assert order(table) == [0, 1]
    assert set(table.asked.values()) == {"take"}


@pytest.mark.rule("GRM-ORD-09", "GRM-THF-02")
def test_the_tokens_after_the_time_art_are_those_of_the_round() -> None:
    table = books(2, seats=seats(2, p1=seat(companions=["thief"])))
    open_at(table, 5, 1)
    assert order(table) == [0, 1]
    assert chips(table) == [1, 0]  # P1 is the first to act
    finish_round(table)
    open_at(table, 3, 3)  # P2 had token 2, so he is first now
    assert order(table) == [1, 0]


@pytest.mark.rule("GRM-ORD-10", "GRM-MERC-01")
def test_mercenaries_are_paid_before_the_tokens_are_dealt() -> None:
    table = books(3, seats=seats(3, p1=seat(companions=["mercenary"] * 2)))
    open_at(table, 4, 4, 1)
    kinds = [event.kind for event in table.events]
    assert kinds[kinds.index("books") :][:3] == ["books", "chips", "order"]
    assert table.told("chips") == [{"seat": 0, "vp": 2, "through": "mercenary"}]
    assert chips(table) == [2, 0, 0]


@pytest.mark.rule("GRM-ORD-10")
def test_time_arts_come_after_all_tokens_are_dealt() -> None:
    # A: P3, P4; B: P2, P1; then one reversal of the whole.
    assert order(quest(4, 4, 2, 5)) == [0, 1, 3, 2]


@pytest.mark.rule("GRM-MERC-02")
def test_who_is_alone_gains_nothing_through_mercenaries() -> None:
    table = books(3, seats=seats(3, p3=seat(companions=["mercenary"] * 3)))
    open_at(table, 4, 4, 2)
    assert companions(table, 2) == ["mercenary"] * 3
    assert chips(table) == [0, 0, 0]
