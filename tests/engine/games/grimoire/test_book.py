"""Rounds, the set phase and the book phase (GRM-RND, GRM-PREP, GRM-BOOK)."""

from typing import Any

import pytest

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    SILVER,
    books,
    chips,
    finish_round,
    open_at,
    seat,
    seats,
    take,
)
from tests.support.table import Table


def laying(players: int, **more: Any) -> Table:
    """The set phase."""
    return Table("grimoire", players, phase="set", **more)


@pytest.mark.rule("GRM-RND-01", "GRM-RND-02", "GRM-ACT-15")
def test_a_round_is_set_phase_book_phase_quest_phase() -> None:
    table = books(2)
    for _ in range(2):
        open_at(table, 3, 6)
        finish_round(table)
    kinds = [e.kind for e in table.events if e.kind not in ("take", "chips", "defence")]
    assert kinds == 2 * [
        "chosen", "books", "order", "action", "action", "discard", "round", "field",
    ]  # fmt: skip
    assert [data["round"] for data in table.told("round")] == [2, 3]


@pytest.mark.rule("GRM-PREP-01", "GRM-PREP-02")
def test_the_mp_goes_up_first_but_not_in_round_1() -> None:
    assert laying(2, round=1).view(0).mp == 6
    table = books(2, round=1)
    open_at(table, 1, 2)
    finish_round(table)
    assert (table.view(0).round, table.view(0).mp) == (2, 7)
    assert [event.kind for event in table.events][-2:] == ["round", "field"]
    assert table.told("round") == [{"round": 2, "mp": 7}]


@pytest.mark.rule("GRM-PREP-03", "GRM-END-08")
def test_at_15_the_mp_stays_and_play_goes_on() -> None:
    table = books(2, mp=15)
    assert table.view(0).round == 10
    open_at(table, 1, 2)
    finish_round(table)
    assert (table.view(0).round, table.view(0).mp) == (11, 15)
    assert table.asked == {0: "page", 1: "page"}


@pytest.mark.rule("GRM-PREP-04", "GRM-PREP-05", "GRM-PREP-06", "GRM-PREP-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_field_is_laid_from_the_top_of_the_deck(players: int) -> None:
    deck = ["king", "queen", "prince", "nun", "spy", "thief"]
    table = laying(players, quest_deck=deck)
    assert table.view(None).face_down == "king"
    assert table.view(0).face_up == tuple(deck[1 : players + 1])
    assert table.view(None).decks[0][0] == deck[players + 1]
    assert table.view(0).quest_deck == 58 - players - 1
    assert {table.view(seat).face_down for seat in range(players)} == {"hidden"}


@pytest.mark.rule("GRM-PREP-08")
def test_nobody_is_asked_in_the_set_phase() -> None:
    table = books(3)
    open_at(table, 2, 4, 6)
    for acting in range(3):
        take(table, acting)
    assert table.view(0).round == 2
    assert table.asked == {0: "page", 1: "page", 2: "page"}


@pytest.mark.rule("GRM-BOOK-01", "GRM-BOOK-05")
def test_all_must_choose_at_the_same_time() -> None:
    table = books(3)
    assert table.asked == {0: "page", 1: "page", 2: "page"}
    for chooser in (2, 0):
        table.play(chooser, "page 4")
        assert table.view(0).phase == "book"
    assert table.asked == {1: "page"}
    with pytest.raises(engine.IllegalMove):
        table.play(1, "pass")
    table.play(1, "page 4")
    assert table.view(0).phase == "quest"


@pytest.mark.rule("GRM-BOOK-02", "GRM-BOOK-08")
def test_the_others_learn_only_that_he_has_chosen() -> None:
    table = books(3)
    events = table.play(0, "page 5")
    assert [(event.kind, event.data, event.secret) for event in events] == [
        ("chosen", {"seat": 0}, {})
    ]
    assert [area.chosen for area in table.view(1).areas] == [True, False, False]
    assert [area.page for area in table.view(1).areas] == [0, 0, 0]
    assert table.view(0).areas[0].page == 5
    assert table.view(None).areas[0].page == 5
    # Another choice is nobody's business either.
    assert table.play(0, "page 2") == []
    table.play(1, "page 4")
    assert [[area.page for area in table.view(seat).areas] for seat in range(3)] == [
        [2, 0, 0],
        [0, 4, 0],
        [0, 0, 0],
    ]


@pytest.mark.rule("GRM-BOOK-03")
@pytest.mark.parametrize("mp", [6, 9, 15])
def test_any_page_up_to_the_mp(mp: int) -> None:
    table = books(2, mp=mp)
    assert table.moves(0) == [f"page {page}" for page in range(1, mp + 1)]
    table.play(0, f"page {mp}")


@pytest.mark.rule("GRM-BOOK-04")
@pytest.mark.parametrize("page", ["8", "0", "-1", "16", "07", "x"])
def test_another_page_is_refused_and_he_must_choose_again(page: str) -> None:
    table = books(2, mp=7)
    before = table.state.to_bytes()
    with pytest.raises(engine.IllegalMove, match="illegal move"):
        table.play(0, f"page {page}")
    assert table.state.to_bytes() == before
    assert table.asked == {0: "page", 1: "page"}


@pytest.mark.rule("GRM-BOOK-06")
def test_the_same_page_may_be_chosen_again() -> None:
    table = books(2, seats=seats(2, p1=seat(chips=0)))
    for vp in (1, 2, 3):
        open_at(table, 3, 6)
        finish_round(table)
        assert chips(table)[0] == vp


@pytest.mark.rule("GRM-BOOK-07")
def test_a_choice_may_be_changed_until_all_have_chosen() -> None:
    table = books(2)
    table.play(0, "page 6", "page 3", "page 1")
    table.play(1, "page 2")
    assert table.told("books") == [{"pages": [1, 2]}]
    with pytest.raises(engine.IllegalMove):
        table.play(0, "page 5")


@pytest.mark.rule("GRM-BOOK-09", "GRM-BOOK-10", "GRM-BOOK-11")
def test_open_pages_are_known_to_all_until_the_round_ends() -> None:
    table = books(3)
    open_at(table, 4, 2, 6)
    kinds = [event.kind for event in table.events]
    assert kinds[kinds.index("books") :][:3] == ["books", "order", "action"]
    for acting in (1, 0, 2):
        for viewer in range(3):
            assert [area.page for area in table.view(viewer).areas] == [4, 2, 6]
        take(table, acting)
    assert [area.page for area in table.view(0).areas] == [0, 0, 0]
    assert not any(area.chosen for area in table.view(0).areas)


@pytest.mark.rule("GRM-ACT-13", "GRM-ACT-14")
def test_what_is_left_of_the_field_is_discarded_face_up() -> None:
    table = books(2, face_up=[COPPER, GOLD], face_down=SILVER, discards=["spy"])
    open_at(table, 2, 6)
    take(table, 0, GOLD)
    take(table, 1, COPPER)
    assert table.view(0).discards == ("spy", SILVER)
    assert table.told("discard", seat=1) == [{"cards": [SILVER]}]
    assert len(table.view(0).face_up) == 2
