"""The action phase: the order of turns, and what girls and humans do (MTK-ACT, MTK-GRL, MTK-HUM)."""

import random
from collections import Counter
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    CARDS,
    DEAD,
    DROPPED,
    Board,
    board,
    count,
    discard,
    durability,
    enemies,
    familiar,
    girl,
    hand,
    happened,
    hp,
    human,
    loot,
    new,
    pile,
    place,
    verbs,
    who,
)

TWO = {"factory": "toys", "station": familiar("dog")}


def acting(name: str, **position: Any) -> Board:
    """The turn of a character; nobody after her acts before she has."""
    return board(phase="action", acting=name, **{"enemies": TWO, **position})


def refused(table: Board, name: str, *moves: str) -> None:
    """None of these moves is offered to her, nor can it be made."""
    for move in moves:
        assert move not in table.options(name)
        with pytest.raises(engine.TakuError):
            table.does(name, move)


def any_move(table: Board, name: str) -> None:
    """She makes the first move that she is offered."""
    table.does(name, table.moves(table.seat(name))[0])


def turns(table: Board) -> list[str]:
    """Who has a turn in this action phase, in order; all pass."""
    found: list[str] = []
    while table.view(0).phase == "action":
        name, kind = table.question
        if kind in ("act", "human-act"):
            found.append(name)
        table.does(name, "pass" if "pass" in table.options(name) else "decline")
    return found


# -- ACT: the order of turns ----------------------------------------------------------------------


@pytest.mark.rule("MTK-ACT-01", "MTK-ACT-02", "MTK-ACT-03")
def test_everybody_acts_once_in_action_order() -> None:
    table = board(phase="action", enemies=TWO)
    assert turns(table) == ["sayaka", "kyoko", "madoka", "mami", "homura"]


@pytest.mark.rule("MTK-ACT-01")
def test_other_casts_follow_the_numbers_on_their_cards() -> None:
    cast = ["nagisa", "oriko", "homura", "sayaka", "yuma", "kirika"]
    table = board("free-setup", options={"cast": cast}, phase="action", enemies=TWO)
    order = turns(table)
    assert order == ["sayaka", "homura", "yuma", "kirika", "oriko", "nagisa"]
    assert [CARDS.girls[name].action_order for name in order] == [1, 5, 6, 7, 8, 10]


@pytest.mark.rule("MTK-ACT-03")
def test_the_dead_and_dropped_out_have_no_turn() -> None:
    table = board(phase="action", enemies=TWO, kyoko=DEAD, mami=DROPPED)
    assert turns(table) == ["sayaka", "madoka", "homura"]


@pytest.mark.rule("MTK-ACT-04")
def test_a_human_who_contracts_before_her_turn_takes_a_girls_turn() -> None:
    table = acting("madoka", windows=True)
    table.does("sayaka", "decline").does("madoka", "contract madoka", "wish-nothing")
    table.until("act", "human-act")
    assert table.question == ("madoka", "act")
    assert "recover madoka" in table.options("madoka")


@pytest.mark.rule("MTK-ACT-04")
def test_a_human_who_contracts_after_her_action_has_no_second_turn() -> None:
    table = board(phase="action", windows=True, enemies=TWO)
    table.does("sayaka", "decline").does("madoka", "decline")
    table.does("sayaka", "move factory", "contract sayaka", "wish-nothing")
    assert turns(table) == ["kyoko", "madoka", "mami", "homura"]


@pytest.mark.rule("MTK-ACT-05")
def test_who_entered_an_area_fights_there_in_the_same_turn() -> None:
    table = acting("homura").does("homura", "move factory")
    table.until("lay")
    assert (table.question, table.view(0).turn) == (("homura", "lay"), 1)
    assert table.view(0).battle.place == "factory"


# -- GRL: telepathy -------------------------------------------------------------------------------


@pytest.mark.rule("MTK-GRL-01")
def test_one_telepathy_and_one_other_action() -> None:
    table = acting("kyoko")
    table.does("kyoko", "telepathy mami", "give sword 1")
    any_move(table, "mami")
    assert table.question == ("kyoko", "act")
    assert "telepathy" not in verbs(table.options("kyoko"))
    table.does("kyoko", "recover kyoko")
    any_move(table, "kyoko")
    assert table.question == ("madoka", "human-act")


@pytest.mark.rule("MTK-GRL-02")
@pytest.mark.parametrize(
    "action", ["move factory", "recover mami", "concentrate", "use grief-seed"]
)
def test_telepathy_before_or_after_the_other_action(action: str) -> None:
    position: Any = {"kyoko": girl(loot=["grief-seed"], hand=["sword 1", "sword 5", "sword 3"])}

    def act(table: Board) -> None:
        table.does("kyoko", action)
        while table.question in (("kyoko", "discard"), ("kyoko", "discard-any"), ("kyoko", "seed")):
            moves = table.options("kyoko")
            table.does("kyoko", "done" if "done" in moves else moves[0])

    before = acting("kyoko", **position)
    before.does("kyoko", "telepathy homura", "give sword 1")
    any_move(before, "homura")
    assert before.question == ("kyoko", "act")
    act(before)
    assert before.question[0] == "madoka"

    after = acting("kyoko", **position)
    act(after)
    assert after.question == ("kyoko", "telepathy")
    assert after.options("kyoko") == ["telepathy mami", "telepathy homura", "done"]
    after.does("kyoko", "telepathy homura")
    any_move(after, "kyoko")
    any_move(after, "homura")
    assert after.question[0] == "madoka"
    for table in (before, after):
        assert happened(table, "telepathy", "telepathy-back") == ["telepathy", "telepathy-back"]


@pytest.mark.rule("MTK-GRL-03")
def test_telepathy_is_optional() -> None:
    table = acting("kyoko").does("kyoko", "move factory", "done")
    assert table.question == ("madoka", "human-act")
    assert happened(table, "telepathy") == []


@pytest.mark.rule("MTK-GRL-04", "MTK-GRL-05")
@pytest.mark.parametrize("area", ["city", "factory"])
def test_telepathy_exchanges_one_card_wherever_the_other_is(area: str) -> None:
    table = acting(
        "kyoko",
        kyoko=girl(hand=["magic-01", "magic-02"]),
        mami=girl(area, hand=["magic-35", "magic-36"]),
    )
    table.does("kyoko", "telepathy mami", "give magic-02")
    assert (hand(table, "kyoko"), count(table, "mami")) == (Counter(["magic-01"]), 3)
    assert table.question == ("mami", "give-back")
    table.does("mami", "give magic-35")
    assert hand(table, "kyoko") == Counter(["magic-01", "magic-35"])
    assert hand(table, "mami") == Counter(["magic-02", "magic-36"])


@pytest.mark.rule("MTK-GRL-06")
def test_only_the_two_seats_see_the_cards() -> None:
    table = acting("kyoko", kyoko=girl(hand=["magic-01", "magic-02"]), mami=girl(hand=["magic-35"]))
    table.does("kyoko", "telepathy mami", "give magic-02").does("mami", "give magic-35")
    for kind, card in (("telepathy", "magic-02"), ("telepathy-back", "magic-35")):
        for seat in range(5):
            told = table.told(kind, seat)[0]
            assert told.get("card") == (card if seat in (1, 3) else None)
    for seat in (0, 2, 4):
        assert table.view(seat).known == ()
    guesses = [table.state.determinize(4, random.Random(seed)).view(None) for seed in range(20)]
    assert len({view.characters[1].hand for view in guesses}) > 10


@pytest.mark.rule("MTK-GRL-07", "MTK-HUM-10")
def test_no_telepathy_with_or_by_a_human() -> None:
    table = acting("kyoko")
    talk = [move for move in table.options("kyoko") if move.startswith("telepathy")]
    assert talk == ["telepathy mami", "telepathy homura"]
    refused(table, "kyoko", "telepathy sayaka", "telepathy madoka", "telepathy kyoko")
    table = acting("madoka")
    refused(table, "madoka", "telepathy mami", "telepathy sayaka")
    table = acting("kyoko", madoka=girl())
    assert "telepathy madoka" in table.options("kyoko")


@pytest.mark.rule("MTK-GRL-08", "MTK-FAQ-16A")
def test_the_very_card_may_be_returned() -> None:
    table = acting("kyoko", kyoko=girl(hand=["magic-01", "magic-02"]), mami=girl(hand=["magic-35"]))
    table.does("kyoko", "telepathy mami", "give magic-02")
    assert table.options("mami") == ["give magic-02", "give magic-35"]
    table.does("mami", "give magic-02")
    assert hand(table, "kyoko") == Counter(["magic-01", "magic-02"])
    assert hand(table, "mami") == Counter(["magic-35"])


@pytest.mark.rule("MTK-GRL-09")
def test_the_receiver_cannot_refuse_and_the_giver_needs_a_card() -> None:
    table = acting("kyoko", mami=girl(hand=[]), homura=girl(hand=2))
    table.does("kyoko", "telepathy homura", "give sword 1")
    assert verbs(table.options("homura")) == {"give"}
    refused(table, "homura", "pass", "decline")
    table = acting("kyoko", kyoko=girl(hand=[]))
    assert "telepathy" not in verbs(table.options("kyoko"))
    # Who holds nothing else gives the same card back.
    table = acting("kyoko", mami=girl(hand=[]))
    held = hand(table, "kyoko")
    table.does("kyoko", "telepathy mami", "give sword 1")
    assert (table.question, hand(table, "kyoko"), count(table, "mami")) == (
        ("kyoko", "act"),
        held,
        0,
    )


@pytest.mark.rule("MTK-GRL-10")
def test_the_receiver_may_hold_one_card_too_many_for_a_moment() -> None:
    table = acting("kyoko").does("kyoko", "telepathy mami", "give sword 1")
    assert (count(table, "mami"), who(table, "mami").most_cards) == (9, 8)
    any_move(table, "mami")
    assert count(table, "mami") == 8


# -- GRL: other actions ---------------------------------------------------------------------------


@pytest.mark.rule("MTK-GRL-11")
def test_a_girl_moves_from_the_city_to_an_enemy() -> None:
    table = acting("kyoko")
    moves = [move for move in table.options("kyoko") if move.startswith("move")]
    assert moves == ["move factory", "move station"]  # no enemy in the alley and the building
    refused(table, "kyoko", "move alley", "move city")
    table.does("kyoko", "move station", "done")
    assert place(table, "kyoko") == "station"


@pytest.mark.rule("MTK-GRL-12")
@pytest.mark.parametrize(("name", "full"), [("kyoko", 9), ("madoka", 4), ("mami", 6)])
def test_recover_costs_a_card_and_makes_one_whole(name: str, full: int) -> None:
    table = acting(
        "kyoko",
        kyoko=girl(hp=2, hand=["magic-01", "magic-02", "magic-03"]),
        madoka=human(hp=1),
        mami=girl(hp=1),
        homura=girl("factory", hp=1),
    )
    refused(table, "kyoko", "recover homura")  # she is not in the city
    table.does("kyoko", f"recover {name}", "discard magic-02")
    assert hand(table, "kyoko") == Counter(["magic-01", "magic-03"])
    assert discard(table) == Counter(["magic-02"])
    hurt = {"kyoko": 2, "madoka": 1, "mami": 1, "homura": 1}
    assert {each: hp(table, each) for each in hurt} == {**hurt, name: full}


@pytest.mark.rule("MTK-GRL-13")
def test_recover_may_be_spent_on_somebody_whole() -> None:
    table = acting("kyoko", kyoko=girl(hand=3))
    table.does("kyoko", "recover mami")
    any_move(table, "kyoko")
    assert (hp(table, "mami"), count(table, "kyoko")) == (6, 2)


@pytest.mark.rule("MTK-GRL-14")
def test_loot_is_used_in_the_city_and_discarded() -> None:
    table = acting("kyoko", kyoko=girl(hand=2, loot=["grief-seed", "grief-seed"]))
    assert table.options("kyoko").count("use grief-seed") == 1
    table.does("kyoko", "use grief-seed", "target kyoko", "done")
    assert (count(table, "kyoko"), loot(table, "kyoko")) == (7, ["grief-seed"])
    assert table.view(0).loot_discard == ("grief-seed",)
    there = acting("kyoko", kyoko=girl("factory", hand=2, loot=["grief-seed"]))
    refused(there, "kyoko", "use grief-seed")


@pytest.mark.rule("MTK-GRL-15")
def test_growth_works_from_the_moment_it_is_gained_and_is_never_used() -> None:
    table = board(
        phase="battle",
        enemies={"alley": {"card": "toys", "hp": 1}},
        loot_pile=["growth"],
        kyoko=girl("alley", hp=9, hand=["sword 5/5", "sword 4"]),
    )
    table.battle({"kyoko": "attack sword 5"})
    after = who(table, "kyoko")
    assert (after.loot, after.most_hp, after.most_cards) == (("growth",), 11, 9)
    assert after.hp == 9 + 2 - (7 - 5)
    assert after.cards == 1  # she draws none
    table.turn_of("kyoko")
    refused(table, "kyoko", "use growth")
    fight = board(phase="battle", enemies=TWO, kyoko=girl("factory", loot=["growth"]))
    refused(fight, "kyoko", "loot growth")


@pytest.mark.rule("MTK-GRL-16")
def test_time_manipulation_is_no_action() -> None:
    table = acting("homura")
    assert loot(table, "homura") == ["time-manipulation"]
    refused(table, "homura", "use time-manipulation")


@pytest.mark.rule("MTK-GRL-17")
def test_concentrate_discards_any_number_face_up_and_draws_as_many() -> None:
    table = acting(
        "kyoko",
        kyoko=girl(hand=["magic-01", "magic-02", "magic-03"]),
        magic_pile=["magic-35", "magic-36"],
    )
    table.does("kyoko", "concentrate", "discard magic-03", "discard magic-01")
    assert count(table, "kyoko") == 1  # drawing comes after all discards
    table.does("kyoko", "done", "done")
    assert hand(table, "kyoko") == Counter(["magic-02", "magic-35", "magic-36"])
    assert table.view(4).discard == ("magic-03", "magic-01")
    there = acting("kyoko", kyoko=girl("factory"))
    refused(there, "kyoko", "concentrate")


@pytest.mark.rule("MTK-GRL-17")
def test_concentrate_may_take_the_whole_hand() -> None:
    table = acting("kyoko", kyoko=girl(hand=["magic-01", "magic-02"]), magic_pile=["magic-35", "magic-36"])  # fmt: skip
    table.does("kyoko", "concentrate", "discard magic-01", "discard magic-02")
    assert hand(table, "kyoko") == Counter(["magic-35", "magic-36"])


@pytest.mark.rule("MTK-GRL-18")
def test_concentrate_needs_a_card() -> None:
    table = acting("kyoko").does("kyoko", "concentrate")
    refused(table, "kyoko", "done")
    empty = acting("kyoko", kyoko=girl(hand=[], loot=["grief-seed"]))
    refused(empty, "kyoko", "concentrate")
    single = acting("kyoko", kyoko=girl(hand=1), magic_pile=["magic-36"])
    single.does("kyoko", "concentrate")  # the only card is not asked for
    assert hand(single, "kyoko") == Counter(["magic-36"])


@pytest.mark.rule("MTK-GRL-19", "MTK-GRL-20")
def test_discards_become_a_new_pile_in_the_middle_of_a_draw() -> None:
    table = acting(
        "kyoko",
        kyoko=girl(hand=2, loot=["grief-seed"]),
        magic_pile=["magic-36", "magic-36"],
        discard=["magic-01", "magic-02", "magic-03", "magic-04", "magic-05"],
        rest="box",
    )
    table.does("kyoko", "use grief-seed", "target kyoko")
    assert (count(table, "kyoko"), discard(table)) == (7, Counter())
    assert hand(table, "kyoko")["magic-36"] == 2
    assert len(pile(table, "magic")) == 2
    orders = set()
    for seed in range(12):
        again = board(
            phase="action",
            acting="kyoko",
            seed=seed,
            kyoko=girl(hand=6, loot=["grief-seed"]),
            discard=[f"magic-0{number}" for number in range(1, 8)],
            rest="box",
        )
        again.does("kyoko", "use grief-seed", "target kyoko")
        orders.add(tuple(pile(again, "magic")))
    assert len(orders) > 8  # shuffled


@pytest.mark.rule("MTK-GRL-20")
def test_cards_laid_in_battle_are_not_among_them_and_she_draws_what_there_is() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "artist"},
        kyoko=girl("alley", hand=["magic-10"], loot=["grief-seed"]),
        mami=girl("alley", hand=["magic-20", "magic-21"]),
        discard=["magic-01", "magic-02"],
        rest="box",
    )
    table.battle(
        {"kyoko": "loot grief-seed", "mami": "attack magic-20"}, "mami", seed="target kyoko"
    )
    assert hand(table, "kyoko") == Counter(["magic-01", "magic-02", "magic-10"])
    assert (pile(table, "magic"), discard(table)) == ([], Counter(["magic-20"]))


@pytest.mark.rule("MTK-GRL-21")
def test_pass_in_the_city_does_nothing() -> None:
    table = acting("kyoko")
    before = table.view(None).characters, enemies(table), durability(table)
    table.does("kyoko", "pass")
    assert table.question == ("madoka", "human-act")
    assert (table.view(None).characters, enemies(table), durability(table)) == before
    there = acting("kyoko", kyoko=girl("factory"))
    refused(there, "kyoko", "pass")


@pytest.mark.rule("MTK-GRL-22")
def test_in_an_area_she_can_only_keep_fighting_and_use_telepathy() -> None:
    table = acting("kyoko", kyoko=girl("factory", loot=["grief-seed"]))
    assert table.options("kyoko") == ["telepathy mami", "telepathy homura", "fight"]
    before = table.view(None).characters
    table.does("kyoko", "fight")
    assert table.view(None).characters == before
    assert table.until("lay").question == ("kyoko", "lay")


@pytest.mark.rule("MTK-GRL-23")
def test_recover_may_take_her_last_card() -> None:
    table = acting("kyoko", enemies={}, kyoko=girl(hp=3, hand=1))
    table.does("kyoko", "recover kyoko")
    assert (count(table, "kyoko"), hp(table, "kyoko"), who(table, "kyoko").state) == (0, 9, "girl")
    table.until("time")
    assert who(table, "kyoko").state == "dropped-out"


# -- HUM ------------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-HUM-01", "MTK-HUM-05", "MTK-HUM-08", "MTK-HUM-09")
def test_what_a_human_can_do() -> None:
    table = acting("madoka", mami=girl(hand=2), kyoko=girl("factory", hand=2))
    assert table.options("madoka") == [
        "cheer mami",
        "move factory",
        "move station",
        "change-mood",
        "pass",
    ]
    table.does("madoka", "move factory")
    assert (place(table, "madoka"), table.question[0]) == ("factory", "mami")  # one action
    there = acting("madoka", madoka=human("factory"), kyoko=girl("factory", hand=2))
    assert there.options("madoka") == ["cheer kyoko", "pass"]
    there.does("madoka", "pass")
    assert there.question[0] == "mami"
    refused(acting("madoka"), "madoka", "move alley", "move building")


@pytest.mark.rule("MTK-HUM-02", "MTK-HUM-04")
@pytest.mark.parametrize("area", ["city", "factory"])
def test_a_cheer_gives_a_card_to_a_girl_in_the_same_place(area: str) -> None:
    table = acting(
        "madoka",
        madoka=human(area, hand=["magic-01", "magic-02"]),
        mami=girl(area, hand=2),
        kyoko=girl("station", hand=2),
        sayaka=human(area, hand=2),
    )
    refused(table, "madoka", "cheer kyoko", "cheer sayaka")
    table.does("madoka", "cheer mami", "give magic-02")
    assert hand(table, "madoka") == Counter(["magic-01"])
    assert (hand(table, "mami")["magic-02"], count(table, "mami")) == (1, 3)
    for seat in range(5):
        told = table.told("cheer", seat)[0]
        assert told.get("card") == ("magic-02" if seat in (2, 3) else None)


@pytest.mark.rule("MTK-HUM-03")
def test_who_holds_her_mp_is_not_cheered() -> None:
    table = acting("madoka", mami=girl(hand=8), kyoko=girl(hand=6), homura=girl(hand=6))
    assert [move for move in table.options("madoka") if "cheer" in move] == ["cheer kyoko"]
    refused(table, "madoka", "cheer mami", "cheer homura")


@pytest.mark.rule("MTK-HUM-02")
def test_a_cheer_needs_a_card() -> None:
    table = acting("madoka", madoka=human(hand=[]), mami=girl(hand=1))
    refused(table, "madoka", "cheer mami")


@pytest.mark.rule("MTK-HUM-06")
@pytest.mark.parametrize("gone", [0, 1, 3])
def test_a_change_of_mood_discards_any_number_and_draws_up_to_four(gone: int) -> None:
    table = acting(
        "madoka",
        madoka=human(hand=["magic-01", "magic-02", "magic-03"]),
        magic_pile=["magic-33", "magic-34", "magic-35", "magic-36"],
    )
    table.does("madoka", "change-mood", *[f"discard magic-0{i}" for i in range(1, gone + 1)])
    if gone < 3:
        table.does("madoka", "done")
    left = [f"magic-0{number}" for number in range(gone + 1, 4)]
    drawn = ["magic-33", "magic-34", "magic-35", "magic-36"][: gone + 1]
    assert hand(table, "madoka") == Counter(left + drawn)
    assert sum(discard(table).values()) == gone
    refused(acting("madoka", madoka=human("factory")), "madoka", "change-mood")


@pytest.mark.rule("MTK-HUM-07")
@pytest.mark.parametrize(("held", "gone", "left"), [(6, 0, 6), (6, 2, 4), (6, 3, 4), (5, 1, 4)])
def test_with_four_or_more_left_she_draws_nothing(held: int, gone: int, left: int) -> None:
    table = board(
        "stage-girl",
        phase="action",
        acting="madoka",
        traitors=[{"seat": 2}],
        enemies=TWO,
        sayaka=girl(hand=held),
        madoka={**human(), "shares": "sayaka"},
    )
    table.does("madoka", "change-mood")
    for _ in range(gone):
        any_move(table, "madoka")
    before = len(pile(table, "magic"))
    table.does("madoka", "done")
    assert count(table, "madoka") == left
    assert before - len(pile(table, "magic")) == left - (held - gone)


@pytest.mark.rule("MTK-HUM-09")
def test_a_human_leaves_an_area_only_when_its_enemy_vanishes() -> None:
    table = board(
        phase="battle",
        enemies={"factory": {"card": "toys", "hp": 1}},
        event_pile=["nothing-to-fear"],
        madoka=human("factory"),
        kyoko=girl("factory", hand=["sword 1", "sword 2/4"]),
    )
    table.battle({"kyoko": "attack sword 1"}, defend="kyoko")
    assert place(table, "madoka") == "city"
    stays = acting("madoka", madoka=human("factory"), kyoko=girl("factory", hand=2))
    assert "move" not in verbs(stays.options("madoka"))
    refused(stays, "madoka", "move city", "move station", "change-mood")
    alone = acting("madoka", madoka=human("station"))
    assert alone.question[0] == "mami"  # nothing but to pass: she is not asked


@pytest.mark.rule("MTK-HUM-11")
def test_humans_hold_no_loot() -> None:
    table = board(
        phase="battle",
        enemies={"factory": {"card": "toys", "hp": 1}},
        madoka=human("factory"),
        kyoko=girl("factory"),
        mami=girl("factory"),
    )
    table.until("award")
    assert table.options("kyoko") == ["award kyoko", "award mami"]
    with pytest.raises(engine.BadScenario, match="humans hold no loot"):
        board(madoka=human(loot=["growth"]))
    for seed in range(6):
        match = new(seed=seed)
        rng = random.Random(seed)
        while match.state.pending:
            held = [her.loot for her in match.view(None).characters if her.state == "human"]
            assert not any(held)
            match.random(rng, 1)


@pytest.mark.rule("MTK-HUM-11")
def test_who_returns_to_the_human_state_loses_her_loot() -> None:
    table = board(
        "stage-girl",
        phase="action",
        acting="kyoko",
        identities=["girls", "girls", "witch", "girls", "girls"],
        enemies=TWO,
        madoka=girl(loot=["growth"]),
    )
    table.does("kyoko", "accuse madoka")
    assert (who(table, "madoka").state, loot(table, "madoka")) == ("human", [])
    assert table.view(0).loot_discard == ("growth",)


# -- what is asked --------------------------------------------------------------------------------


def test_a_girl_who_can_only_pass_is_not_asked() -> None:
    idle = acting("kyoko", enemies={}, kyoko=girl(hand=[]))
    assert idle.question[0] == "madoka"
    for busy in (girl(hand=1), girl(hand=[], loot=["grief-seed"])):
        assert acting("kyoko", enemies={}, kyoko=busy).question == ("kyoko", "act")
    assert acting("kyoko", kyoko=girl(hand=[])).question == ("kyoko", "act")  # she may move


@pytest.mark.rule("MTK-INFO-01")
def test_equal_cards_are_asked_for_like_others_so_that_nobody_learns_of_them() -> None:
    for cards in (["magic-01", "magic-01"], ["magic-01", "magic-02"]):
        table = acting("kyoko", kyoko=girl(hand=cards))
        table.does("kyoko", "telepathy homura")
        assert table.question == ("kyoko", "give")
        table = acting("kyoko", kyoko=girl(hand=cards)).does("kyoko", "recover kyoko")
        assert table.question == ("kyoko", "discard")
        table = acting("kyoko", kyoko=girl(hand=cards)).does("kyoko", "concentrate")
        assert table.question == ("kyoko", "discard-any")
        fight = board(
            phase="battle",
            enemies={"alley": "dress-up"},  # nobody can retreat
            mami=DROPPED,
            kyoko=girl("alley", hand=cards),
        )
        assert fight.question == ("kyoko", "lay")
