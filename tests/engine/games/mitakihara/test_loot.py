"""Loot: how it is gained, held and used up (MTK-LOT)."""

from collections import Counter
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    Board,
    board,
    count,
    girl,
    happened,
    hp,
    loot,
    pile,
    verbs,
)


def spoils(**position: Any) -> Board:
    """Kyoko and Mami are about to beat the Toy Witch."""
    named = {"enemies": {"alley": {"card": "toys", "hp": 1}}, **position}
    return board(phase="battle", kyoko=girl("alley"), mami=girl("alley"), **named)


@pytest.mark.rule("MTK-LOT-01")
def test_discarded_loot_becomes_a_new_pile() -> None:
    drawn = set()
    for seed in range(12):
        discarded = ["growth", "grief-seed", "grief-seed-shard"]
        table = spoils(seed=seed, loot_discard=discarded, rest="box")
        table.until("award")
        prize = table.view(0).prize
        drawn.add(prize)
        assert Counter([prize, *pile(table, "loot")]) == Counter(discarded)
        assert table.view(0).loot_discard == ()
    assert drawn == {"growth", "grief-seed", "grief-seed-shard"}  # shuffled


@pytest.mark.rule("MTK-LOT-01")
def test_as_long_as_there_is_a_pile_discards_stay() -> None:
    table = spoils(loot_pile=["growth"], loot_discard=["grief-seed"], rest="box").until("award")
    assert (table.view(0).prize, table.view(0).loot_discard) == ("growth", ("grief-seed",))


@pytest.mark.rule("MTK-LOT-02")
def test_without_any_loot_none_is_gained() -> None:
    table = spoils(rest="box")
    assert (pile(table, "loot"), table.view(0).loot_discard) == ([], ())
    table.through("battle")
    assert happened(table, "vanish", "loot", "drawn-loot") == ["vanish"]
    assert (loot(table, "kyoko"), loot(table, "mami")) == ([], [])


@pytest.mark.rule("MTK-LOT-03")
@pytest.mark.parametrize("card", ["grief-seed", "grief-seed-large", "grief-seed-shard"])
def test_used_loot_is_discarded(card: str) -> None:
    kyoko: Any = {"hand": 2, "loot": [card]}
    city = board(phase="action", acting="kyoko", kyoko=girl(**kyoko))
    city.does("kyoko", f"use {card}")
    fight = board(phase="battle", enemies={"alley": "artist"}, kyoko=girl("alley", **kyoko))
    fight.does("kyoko", f"loot {card}")
    for table in (city, fight):
        assert (loot(table, "kyoko"), table.view(0).loot_discard) == ([], (card,))


@pytest.mark.rule("MTK-LOT-03")
def test_time_manipulation_and_starred_loot_are_discarded_too() -> None:
    table = board(event_pile=["nothing-to-fear"])
    table.does("homura", "use time-manipulation")
    assert table.view(0).loot_discard == ("time-manipulation",)
    yuma = board("six-girls", players=6, phase="action", acting="yuma", kyoko=girl(hp=1))
    yuma.does("yuma", "use loot-13")
    assert (yuma.view(0).loot_discard, hp(yuma, "kyoko")) == (("loot-13",), 9)
    oriko = board("eight-girls", players=8, event_pile=["toys", "silver", "artist"])
    oriko.does("homura", "pass").does("oriko", "use loot-14")
    assert (oriko.view(0).loot_discard, loot(oriko, "oriko")) == (("loot-14",), [])


@pytest.mark.rule("MTK-LOT-04")
def test_the_lead_sees_the_card_before_she_chooses() -> None:
    table = spoils(loot_pile=["growth"]).until("award")
    assert table.asked == {table.seat("kyoko"): "award"}
    assert table.view(table.seat("kyoko")).prize == "growth"
    assert table.options("kyoko") == ["award kyoko", "award mami"]
    table.does("kyoko", "award mami")
    assert (loot(table, "mami"), loot(table, "kyoko")) == (["growth"], [])


@pytest.mark.rule("MTK-LOT-05")
def test_a_girl_holds_any_number_of_loot_cards_and_hands_none_on() -> None:
    held = ["grief-seed"] * 5 + ["grief-seed-large"] + ["grief-seed-shard"] * 3 + ["growth"]
    table = board(
        phase="battle",
        enemies={"alley": {"card": "toys", "hp": 1}},
        loot_pile=["growth"],
        event_pile=["rely-on-no-one"],
        kyoko=girl("alley", loot=held),
    )
    table.does("kyoko", next(m for m in table.options("kyoko") if m.startswith("attack")))
    table.until("time")
    assert Counter(loot(table, "kyoko")) == Counter([*held, "growth"])
    table.turn_of("kyoko")
    assert verbs(table.options("kyoko")) == {"telepathy", "recover", "use", "concentrate", "pass"}
    table.does("kyoko", "telepathy mami")
    assert all(move.startswith("give magic-") for move in table.options("kyoko"))
    with pytest.raises(engine.IllegalMove):
        table.does("kyoko", "give growth")


@pytest.mark.rule("MTK-LOT-06")
@pytest.mark.parametrize("card", ["grief-seed", "grief-seed-shard"])
def test_at_her_mp_she_draws_nothing(card: str) -> None:
    table = board(phase="action", acting="kyoko", kyoko=girl(loot=[card]), mami=girl(hand=7))
    before = pile(table, "magic")
    table.does("kyoko", f"use {card}", "target kyoko")
    assert (count(table, "kyoko"), pile(table, "magic")) == (7, before)
    again = board(phase="action", acting="kyoko", kyoko=girl(loot=[card]), mami=girl(hand=7))
    again.does("kyoko", f"use {card}", "target mami")
    assert (count(again, "mami"), len(pile(again, "magic"))) == (8, len(before) - 1)
