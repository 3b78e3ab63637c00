"""The endings of a victory (MTK-END)."""

from typing import Any

import pytest

from taku.engine.games.mitakihara.scoring import ENDINGS
from tests.support.mitakihara import CARDS, DEAD, DROPPED, GAME, Board, board, girl, human

BASE = ("sayaka", "kyoko", "madoka", "mami", "homura")
CASTS = {6: "six-girls", 7: "seven-girls", 8: "eight-girls"}


def win(
    *rules: str, players: int = 5, characters: int = 5, options: Any = None, **people: Any
) -> Board:
    """Mami beats the Stage-Device Witch; the others are as they are said to be."""
    last = next(card.id for card in CARDS.event if not card.back and card.characters == characters)
    table = board(
        *rules,
        players=players,
        options=options,
        phase="battle",
        enemies={"factory": {"card": last, "hp": 1}},
        **{"mami": girl("factory"), **people},
    )
    while table.state.pending:
        table.calm()
    return table


def ending(*rules: str, **people: Any) -> str:
    """The ending of such a victory."""
    result = win(*rules, **people).result
    assert result.winners
    return result.reason


@pytest.mark.rule("MTK-END-01", "MTK-END-08")
@pytest.mark.parametrize("lost", [DEAD, DROPPED], ids=["dead", "dropped out"])
def test_bad_without_madoka_whatever_else_holds(lost: dict[str, str]) -> None:
    assert ending(madoka=lost) == "bad-ending"  # the four others survive, Sayaka as a human
    assert ending(madoka=lost, sayaka=girl()) == "bad-ending"
    assert ending(madoka=lost, sayaka=DEAD, kyoko=DEAD) == "bad-ending"


@pytest.mark.rule("MTK-END-02")
@pytest.mark.parametrize("lost", [DEAD, DROPPED], ids=["dead", "dropped out"])
@pytest.mark.parametrize("name", ["sayaka", "kyoko", "homura"])
def test_sad_if_somebody_is_lost_and_madoka_a_girl(name: str, lost: dict[str, str]) -> None:
    assert ending(madoka=girl(), **{name: lost}) == "sad-ending"


@pytest.mark.rule("MTK-END-03")
@pytest.mark.parametrize("sayaka", [girl(), human()], ids=["girl", "human"])
def test_normal_if_all_survive_and_madoka_is_a_girl(sayaka: dict[str, Any]) -> None:
    assert ending(madoka=girl(), sayaka=sayaka) == "normal-ending"


@pytest.mark.rule("MTK-END-04")
@pytest.mark.parametrize("lost", [DEAD, DROPPED], ids=["dead", "dropped out"])
@pytest.mark.parametrize("name", ["sayaka", "kyoko", "homura"])
def test_bitter_if_somebody_is_lost_and_madoka_human(name: str, lost: dict[str, str]) -> None:
    assert ending(**{name: lost}) == "bitter-ending"


@pytest.mark.rule("MTK-END-05")
def test_good_if_all_survive_and_madoka_is_human() -> None:
    assert ending(sayaka=girl()) == "good-ending"


@pytest.mark.rule("MTK-END-06", "MTK-END-08")
def test_best_if_sayaka_is_human_too() -> None:
    assert ending() == "best-ending"  # the good ending holds as well


@pytest.mark.rule("MTK-END-07")
def test_the_rank_of_the_endings() -> None:
    assert GAME.scores is not None
    rising = [
        win(madoka=DEAD),
        win(madoka=girl(), kyoko=DEAD),
        win(madoka=girl()),
        win(kyoko=DEAD),
        win(sayaka=girl()),
        win(),
    ]
    assert [table.result.reason.removesuffix("-ending") for table in rising] == [
        "bad",
        "sad",
        "normal",
        "bitter",
        "good",
        "best",
    ]
    assert tuple(table.result.reason for table in rising) == ENDINGS
    worth = [GAME.scores(table.state)[0] for table in rising]
    assert worth == sorted(set(worth))  # each is worth more than the one before


@pytest.mark.rule("MTK-END-09")
@pytest.mark.parametrize("players", CASTS)
def test_with_more_characters_all_of_them_must_survive(players: int) -> None:
    slug = CASTS[players]
    cast = [*BASE, "yuma", "kirika", "oriko"][:players]
    named: Any = {"options": {"cast": cast} if players == 7 else None}
    named |= {"players": players, "characters": players}
    assert ending(slug, **named) == "best-ending"
    assert ending(slug, **named, sayaka=girl()) == "good-ending"
    assert ending(slug, **named, yuma=DEAD) == "bitter-ending"  # five or more survive
    assert ending(slug, **named, madoka=girl()) == "normal-ending"
    assert ending(slug, **named, madoka=girl(), yuma=DEAD) == "sad-ending"


FOUR = ["sayaka", "kyoko", "mami", "homura"]


@pytest.mark.rule("MTK-END-10")
@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ({}, "best-ending"),
        ({"sayaka": girl()}, "good-ending"),
        ({"kyoko": DEAD}, "bitter-ending"),
        ({"yuma": girl()}, "normal-ending"),
        ({"yuma": girl(), "sayaka": DEAD}, "sad-ending"),
        ({"yuma": DEAD}, "bad-ending"),
    ],
)
def test_without_madoka_the_second_human_takes_her_part(people: Any, expected: str) -> None:
    options = {"cast": [*FOUR, "yuma"], "humans": ["sayaka", "yuma"]}
    assert ending("free-setup", options=options, **people) == expected


@pytest.mark.rule("MTK-END-10")
@pytest.mark.parametrize(
    ("people", "expected"),
    [({}, "normal-ending"), ({"kyoko": DEAD}, "sad-ending"), ({"yuma": DEAD}, "bad-ending")],
)
def test_in_green_girl_yuma_takes_her_part(people: Any, expected: str) -> None:
    assert ending("green-girl", **people) == expected


@pytest.mark.rule("MTK-END-10")
@pytest.mark.parametrize("humans", [[], ["sayaka"]])
def test_with_nobody_to_take_her_part(humans: list[str]) -> None:
    options = {"cast": [*FOUR, "yuma"], "humans": humans}
    assert ending("free-setup", options=options) == "normal-ending"
    assert ending("free-setup", options=options, yuma=DEAD) == "sad-ending"


@pytest.mark.rule("MTK-END-11")
@pytest.mark.parametrize("other", ["kyoko", "yuma"])
def test_without_sayaka_the_best_ending_cannot_be_reached(other: str) -> None:
    options = {"cast": ["kyoko", "madoka", "mami", "homura", "yuma"], "humans": ["madoka", other]}
    assert ending("free-setup", options=options) == "good-ending"
