"""Curse cards, which cannot simply be thrown away (DBK-CURSE)."""

import pytest

from tests.support.daybreak import (
    board,
    cast,
    does,
    end_turn,
    hand,
    held,
    removed,
    seat,
    watch,
    works,
    zone,
)

CURSES = {"modules": ["curse"]}
REMOVE_CURSE = '{ op = "pick", from = "you.hand", where = { category = "curse" } }, { op = "remove", card = "it" }'


@pytest.mark.rule("DBK-CURSE-04", "DBK-CURSE-06")
def test_a_used_curse_does_nothing_and_goes_back() -> None:
    table = board(seat(hand=["curse", "curse"]), curses=4, stone_zone=9)
    table.play(0, "use curse")
    assert (held(table)[0], zone(table)) == (4, 10)
    assert hand(table) == {"curse": 1}
    assert cast(table) == []
    assert removed(table) == []
    assert table.view(0).curses == 5


@pytest.mark.rule("DBK-CURSE-06")
def test_a_curse_shifted_out_goes_back_too() -> None:
    table = board(seat(hand=["night-bell-ringer"]), seat(cast=["curse 4"]), curses=4)
    table.play(0, "use night-bell-ringer")
    assert (removed(table), table.view(0).curses) == ([], 5)


@pytest.mark.rule("DBK-CURSE-07", "DBK-EX-09")
def test_curses_stay_in_the_hand_at_the_hand_limit() -> None:
    table = board(seat(hand=["curse", "curse", "prankster", "ferryman"]))
    table.play(0, "end", "pass")
    assert table.asked == {0: "discard"}
    assert set(table.moves(0)) == {"discard prankster", "discard ferryman"}
    table.play(0, "discard ferryman")
    assert hand(table) == {"curse": 2, "prankster": 1}


@pytest.mark.rule("DBK-CURSE-08", "DBK-CURSE-10", "DBK-EX-10")
def test_a_hand_of_nothing_but_curses_gives_one_away() -> None:
    table = board(seat(hand=["curse"] * 4 + ["prankster"]), curses=3)
    table.play(0, "end", "pass")
    assert hand(table) == {"curse": 3}
    assert removed(table) == ["prankster"]
    assert table.view(0).curses == 4
    assert [event["card"] for event in table.told("remove")] == ["prankster", "curse"]


@pytest.mark.rule("DBK-CURSE-07", "DBK-CURSE-08")
@pytest.mark.parametrize(("others", "left"), [(["prankster"], 1), ([], 0)])
def test_no_effect_of_a_card_removes_them_in_the_end_phase(others: list[str], left: int) -> None:
    table = board(
        seat(hand=["curse", *others], cast=["lab 4 installed"]),
        lab=watch('event = "end-phase", who = "you"', REMOVE_CURSE),
    )
    end_turn(table)
    assert hand(table)["curse"] == left


@pytest.mark.rule("DBK-CURSE-09")
def test_a_witch_removes_one_even_in_the_end_phase() -> None:
    table = board(
        seat(hand=["curse", "prankster"], witch="mireille-black", cast=["ferryman 1"]), curses=3
    )
    table.play(0, "end")
    assert table.asked == {0: "window"}
    table.play(0, "witch-turn")
    assert hand(table) == {"prankster": 1, "ferryman": 1}
    assert table.view(0).curses == 4
    assert held(table)[0] == 6


@pytest.mark.rule("DBK-CURSE-11")
def test_outside_the_end_phase_every_effect_can() -> None:
    table = board(seat(hand=["lab", "curse", "prankster"]), lab=does(REMOVE_CURSE), curses=3)
    table.play(0, "use lab")
    assert (hand(table), table.view(0).curses) == ({"prankster": 1}, 4)
    table = board(
        seat(hand=["pickpocket"]), seat(hand=["curse", "prankster"], cast=["charm-seller 3 installed"])
    )  # fmt: skip
    table.play(0, "use pickpocket")
    table.play(1, "do")
    assert hand(table, 1) == {"prankster": 1}


@pytest.mark.rule("DBK-CURSE-11")
def test_another_players_end_phase_is_not_yours() -> None:
    table = board(
        seat(),
        seat(hand=["curse", "prankster"], cast=["lab 4 installed"]),
        lab=watch('event = "end-phase", who = "others"', REMOVE_CURSE),
    )
    end_turn(table)
    assert hand(table, 1) == {"prankster": 1}


@pytest.mark.rule("DBK-CURSE-12")
@pytest.mark.parametrize(("left", "curses"), [(4, [1, 2, 1]), (3, [1, 2, 0]), (2, [1, 1, 0]), (0, [0, 0, 0])])  # fmt: skip
def test_too_few_curses_are_dealt_clockwise(left: int, curses: list[int]) -> None:
    table = board(
        seat(hand=["plague-bell"]), seat(stones=3), seat(stones=6), seat(stones=3), curses=left
    )
    table.play(0, "use plague-bell")
    assert [len(cast(table, of)) for of in (1, 2, 3)] == curses
    assert table.view(0).curses == max(0, left - 4)
    assert held(table)[0] == 6


@pytest.mark.rule("DBK-CURSE-13")
def test_a_curse_is_acquired_like_a_card() -> None:
    table = board(
        seat(
            hand=["haunted-doll-child"],
            cast=["black-cat-hostess 4 installed", "seamstress-sisters 4 installed", "lab 4 installed"],
        ),
        lab=watch('event = "acquire", who = "you"'),
    )  # fmt: skip
    table.play(0, "use haunted-doll-child")
    assert set(table.moves(0)) == {"first black-cat-hostess", "first lab"}  # not the sisters'
    table.play(0, "first lab")
    assert works(table) == ["lab", "black-cat-hostess"]
    assert "curse 2" in cast(table)


@pytest.mark.rule("DBK-CURSE-18")
def test_everybody_knows_how_many_curses_a_hand_has() -> None:
    table = board(seat(hand=["curse", "curse"], unseen=["prankster"]), seat(), options=CURSES)
    area = table.view(1).areas[0]
    assert (area.hand, area.hand_count) == (("curse", "curse"), 3)


@pytest.mark.rule("DBK-OPS-20")
@pytest.mark.parametrize("to", ["card-zone", "deck"])
def test_a_curse_moved_among_normal_cards_goes_to_the_curse_zone(to: str) -> None:
    pick = '{ op = "pick", from = "you.hand", n = 2 }'
    table = board(
        seat(hand=["lab", "curse", "prankster"]), card_zone=["ferryman"], deck=["lamplighter"],
        curses=3, lab=does(pick, f'{{ op = "move", card = "it", to = "{to}" }}'),
    )  # fmt: skip
    table.play(0, "use lab")
    view = table.view(0)
    assert view.curses == 4
    assert len(view.card_zone) + view.deck == 3
    moved = view.card_zone[-1][0] if to == "card-zone" else view.deck_top[0]
    assert moved == "prankster"
