"""The attack of the enemy, deaths and retreats (MTK-DMG, MTK-DIE, MTK-RET)."""

from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    DROPPED,
    Board,
    board,
    count,
    discard,
    enemies,
    familiar,
    girl,
    happened,
    hp,
    human,
    loot,
    magic,
    place,
    state,
    who,
    witch,
)

ARTIST = {"alley": "artist"}
"""A witch without special power: 20 HP, attack 8."""
SWORD_4 = magic("4/3", "2/5")


def hurt(table: Board) -> list[tuple[str, int]]:
    """Who has lost how many HP, in order."""
    return [(event["character"], event["amount"]) for event in table.told("hurt")]


# -- the enemy attacks ----------------------------------------------------------------------------


@pytest.mark.rule("MTK-DMG-01")
@pytest.mark.parametrize(("card", "lost"), [("sword 5/1", 7), ("sword 4/3", 5), ("sword 1/5", 3)])
def test_the_defender_loses_the_attack_minus_her_defence(card: str, lost: int) -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=[card, "sword 2"]),
        mami=girl("alley", hand=["bow 1/5", "bow 2"]),
    )
    table.battle({"kyoko": f"attack {card}", "mami": "attack bow 1"}, defend="kyoko")
    assert (hp(table, "kyoko"), hp(table, "mami")) == (9 - lost, 6)


@pytest.mark.rule("MTK-DMG-02")
@pytest.mark.parametrize(("name", "lost"), [("kyoko", 8 - 3), ("mami", 8 - 5)])
def test_the_sword_uses_melee_the_bow_ranged_defence(name: str, lost: int) -> None:
    her: dict[str, Any] = {name: girl("alley", hand=[SWORD_4, "magic-01"])}
    table = board(phase="battle", enemies=ARTIST, **her)
    table.battle({name: f"attack {SWORD_4}"})
    assert hurt(table) == [(name, lost)]


@pytest.mark.rule("MTK-DMG-03")
@pytest.mark.parametrize(
    ("there", "lays"),
    [
        (human("alley", hp=5), {}),
        (girl("alley", hp=5, hand=["sword 1/5"], loot=["grief-seed"]), {"sayaka": "loot grief-seed"}),
        (girl("alley", hp=5, hand=[]), {}),
    ],
)  # fmt: skip
def test_without_a_magic_card_nothing_is_reduced(there: Any, lays: dict[str, str]) -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("box")},  # attack 4
        sayaka=there,
        homura=girl("alley", hand=["bow 1/5", "bow 2"]),
    )
    table.battle({**lays, "homura": "attack bow 1"}, defend="sayaka", seed="target sayaka")
    assert hurt(table) == [("sayaka", 4)]


@pytest.mark.rule("MTK-DMG-04", "MTK-DMG-11")
@pytest.mark.parametrize(
    ("foe", "lost"), [(witch("box", hp=1), 7 - 3), (familiar("box", hp=1), 4 - 3)]
)
def test_an_enemy_that_vanishes_in_this_battle_attacks_too(foe: Any, lost: int) -> None:
    table = board(
        phase="battle", enemies={"alley": foe}, kyoko=girl("alley", hand=["sword 4/3", "sword 1"])
    )
    table.battle({"kyoko": "attack sword 4"})
    assert "alley" not in enemies(table)
    assert hurt(table) == [("kyoko", lost)]  # by the side it had in this battle
    assert happened(table, "vanish", "hurt") == ["vanish", "hurt"]


@pytest.mark.rule("MTK-DMG-11")
def test_the_attack_of_a_vanished_enemy_is_computed_as_if_it_were_there() -> None:
    sweets = board(
        phase="battle",
        enemies={"alley": witch("sweets", hp=1)},
        kyoko=girl("alley", hand=["sword 5/3", "sword 1"]),
        homura=girl("alley", hand=["bow 4/2", "bow 1"]),
    )
    sweets.battle({"kyoko": "attack sword 5", "homura": "attack bow 4"}, defend="kyoko")
    assert hurt(sweets) == [("kyoko", 5 + 4 - 3)]
    kirika = board(
        "oriko-kirika",
        phase="battle",
        enemies={"building": witch("enemy-kirika", hp=1)},
        kyoko=girl("building", hand=["sword 5/3", "sword 1"]),
        magic_pile=["sword 4/1", "sword 3/1"],
    )
    kirika.battle({"kyoko": "attack sword 5"})
    assert enemies(kirika)["building"] == "enemy-love"  # attack 8
    assert hurt(kirika) == [("kyoko", 4 + 3 - 3)]


@pytest.mark.rule("MTK-DMG-05")
def test_a_retreating_defender_uses_the_card_of_her_retreat() -> None:
    table = board(
        phase="battle", enemies=ARTIST, kyoko=girl("alley", hand=["sword 2/5", "sword 1"])
    )
    table.battle({"kyoko": "retreat sword 2"})
    assert hurt(table) == [("kyoko", 8 - 5)]


@pytest.mark.rule("MTK-DMG-06", "MTK-DMG-07")
@pytest.mark.parametrize(
    ("cards", "lost"), [(("5/1", "4/2", "3/3"), 5), (("1/5", "4/2", "3/3"), 3)]
)
def test_of_several_cards_the_best_defence_counts_alone(cards: Any, lost: int) -> None:
    table = board(
        phase="battle", enemies=ARTIST, mami=girl("alley", hand=[f"bow {card}" for card in cards])
    )
    table.battle({"mami": "tiro-finale"})
    assert hurt(table) == [("mami", lost)]


@pytest.mark.rule("MTK-DMG-06", "MTK-DMG-07")
def test_both_cards_of_a_retreat_from_the_birdcage_can_give_the_defence() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "birdcage"},  # attack 9
        kyoko=girl("alley", hand=["sword 5/1", "sword 4/4", "sword 3/1"]),
    )
    table.battle({"kyoko": ["retreat sword 5", "lay sword 4"]})
    assert hurt(table) == [("kyoko", 9 - 4)]


@pytest.mark.rule("MTK-DMG-08")
@pytest.mark.parametrize("card", ["sword 5/3", "sword 1/5"])
def test_a_defence_above_the_attack_does_not_heal(card: str) -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("scribble-a")},  # attack 3
        kyoko=girl("alley", hp=2, hand=[card, "sword 2"]),
    )
    table.battle({"kyoko": f"attack {card}"})
    assert (hp(table, "kyoko"), hurt(table)) == (2, [])


def eight(*rules: str, **named: Any) -> Board:
    """A battle of the eight, in which all abilities can meet."""
    return board("eight-girls", *rules, players=8, phase="battle", **named)


@pytest.mark.rule("MTK-DMG-09")
def test_the_enemy_s_attack_is_lowered_before_the_defence_and_halved_after_it() -> None:
    table = eight(
        "apprentice-kyoko",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["sword 4/3", "sword 5/1"]),
        kirika=girl("alley", hand=["sword 1", "sword 2"]),
    )
    lays = {"kyoko": "rosso-fantasma", "kirika": "attack sword 1"}
    table.battle(lays, defend="kyoko")
    assert hurt(table) == [("kyoko", 2)]  # 8 - 2 (Slow field) - 3 = 3, halved and rounded up


@pytest.mark.rule("MTK-DMG-09")
@pytest.mark.parametrize(("guard", "lost"), [("pass", 8), ("protect oriko", 4)])
def test_all_reductions_add_up(guard: str, lost: int) -> None:
    table = eight(
        "tocca-maestro-mami",
        enemies={"alley": "salvation"},  # attack 20
        madoka=DROPPED,
        kyoko=girl("alley", hand=["sword 1", "sword 2"]),
        mami=girl("alley", hand=["bow 1", "bow 2"]),
        kirika=girl("alley", hand=["sword 1", "sword 2"]),
        oriko=girl("alley", loot=["growth", "growth"], hand=["bow 3/5", "bow 1"]),
    )
    lays = {"kyoko": "attack sword 1", "mami": "tocca-spirale", "kirika": "attack sword 1"}
    table.battle({**lays, "oriko": "attack bow 3"}, defend="oriko", guard=guard)
    # 20 - 3 (Tocca Spirale) - 2 (Slow field) - 5 - 2 (Foresight) = 8, - 4 (Defence barrier)
    assert hurt(table) == [("oriko", lost)]


@pytest.mark.rule("MTK-DMG-09")
def test_a_bound_enemy_has_no_attack_left() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        homura=girl("alley", hand=["bow 1", "bow 2"], hp=3),
        mami=girl("alley", hand=["bow 1", "bow 2", "bow 3", "bow 4"]),
    )
    lays = {"homura": "attack bow 1", "mami": "attack bow 1"}
    table.battle(lays, defend="homura", guard="legare-vasta-aria")
    assert (hurt(table), hp(table, "homura"), count(table, "mami")) == ([], 3, 1)


@pytest.mark.rule("MTK-DMG-09")
@pytest.mark.parametrize(
    ("guard", "burst", "lost"),
    [
        ("pass", "pass", [5]),  # 8 - 1 of her 6: Pain block leaves 1
        ("protect sayaka", "pass", [3]),  # 8 - 1 - 4: nothing is left for Pain block to do
        ("pass", "burst grief-seed", []),
    ],
)
def test_the_floor_of_hp_comes_last(guard: str, burst: str, lost: list[int]) -> None:
    table = board(
        "burst-heal",
        options={"late": False},
        phase="battle",
        enemies=ARTIST,
        sayaka=girl("alley", hand=["sword 5/1", "sword 2"], hp=6, loot=["grief-seed"]),
        kyoko=girl("alley", hand=["sword 1", "sword 2"]),
    )
    lays = {"sayaka": "attack sword 5", "kyoko": "attack sword 1"}
    table.battle(lays, defend="sayaka", guard=guard, burst=burst)
    assert hurt(table) == [("sayaka", amount) for amount in lost]


@pytest.mark.rule("MTK-DMG-10")
def test_abilities_against_the_damage_are_offered_in_action_order_once_the_attack_is_known() -> (
    None
):
    table = board(
        "oriko-kirika",
        phase="battle",
        enemies={"building": "enemy-kirika"},
        kyoko=girl("building", hand=["sword 5/1", "sword 1", "sword 2"]),
        mami=girl("building", hand=["bow 1", "bow 2", "bow 3", "bow 4"]),
        magic_pile=["sword 4/2", "sword 5/3"],
    )
    table.does("kyoko", "attack sword 5").does("mami", "attack bow 1").play(1, "defend kyoko")
    assert table.view(3).battle.turned  # attack 9 lies open
    table.does("kyoko", "pass")
    assert happened(table, "turned", "strike", "hurt") == ["turned", "strike"]
    assert (table.question, table.options("kyoko")) == (
        ("kyoko", "guard"),
        ["protect kyoko", "pass"],
    )
    table.does("kyoko", "pass")
    assert (table.question, table.options("mami")) == (
        ("mami", "guard"),
        ["legare-vasta-aria", "pass"],
    )
    table.does("mami", "pass")
    assert hurt(table) == [("kyoko", 9 - 1)]


@pytest.mark.rule("MTK-DMG-10")
@pytest.mark.parametrize("card", ["sword 4/3", "sword 4/4"])
def test_they_are_not_offered_when_there_is_nothing_to_prevent(card: str) -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("scribble-a")},  # attack 3
        kyoko=girl("alley", hand=[card, "sword 1"]),
        mami=girl("alley", hand=["bow 1", "bow 2", "bow 3"]),
    )
    table.does("kyoko", "attack sword 4").does("mami", "attack bow 1").play(1, "defend kyoko")
    table.does("kyoko", "pass")
    assert table.view(0).phase != "battle"


@pytest.mark.rule("MTK-DMG-12")
def test_without_a_defender_each_is_attacked_in_action_order() -> None:
    table = eight(
        "apprentice-kyoko",
        "tocca-maestro-mami",
        enemies={"alley": "foresight-witch"},  # attack 5
        oriko=DROPPED,
        kyoko=girl("alley", hand=["sword 5/1", "sword 4/1"]),
        madoka=human("alley"),
        homura=girl("alley", hand=["bow 5/1", "bow 2"]),
        yuma=girl("alley", hand=["sword 1/5", "sword 2"], loot=[]),
    )
    lays = {"kyoko": "rosso-fantasma", "homura": "attack bow 5", "yuma": "attack sword 1"}
    table.battle(lays, rescue="decline")
    assert "defender" not in happened(table)
    assert hurt(table) == [("kyoko", 2), ("madoka", 5), ("homura", 4)]  # 5-1 halved, 5, 5-1, 5-5


@pytest.mark.rule("MTK-DMG-12")
def test_what_lowers_the_attack_lowers_each_of_them() -> None:
    table = eight(
        "tocca-maestro-mami",
        enemies={"alley": "foresight-witch"},
        oriko=DROPPED,
        madoka=human("alley"),
        mami=girl("alley", hand=["bow 4/1", "bow 5/1"]),
        homura=girl("alley", hand=["bow 5/1", "bow 2"]),
    )
    table.battle({"mami": "tocca-spirale", "homura": "attack bow 5"})
    assert hurt(table) == [("madoka", 2), ("mami", 1), ("homura", 1)]  # attack 5 - 3


@pytest.mark.rule("MTK-DMG-12")
def test_each_attack_has_its_own_window_and_a_wish_cancels_one_of_them() -> None:
    table = board(
        "free-setup",
        options={
            "cast": ["sayaka", "kyoko", "madoka", "mami", "homura", "oriko"],
            "humans": ["sayaka", "madoka", "homura"],
        },
        phase="battle",
        enemies={"alley": "foresight-witch"},
        oriko=DROPPED,
        sayaka=human("alley"),
        madoka=human("alley"),
        homura=human("city"),
        mami=girl("alley", hand=["bow 5/1", "bow 2"]),
    )
    table.does("mami", "attack bow 5").until("rescue")
    assert (table.view(0).endangered, table.question[0]) == ("sayaka", "sayaka")
    table.does("sayaka", "decline").does("madoka", "decline")
    table.does("homura", "contract homura")
    assert "wish-rescue" in table.options("homura")
    table.does("homura", "wish-rescue").until("rescue")
    assert table.view(0).endangered == "madoka"
    table.until("act")
    assert [event["character"] for event in table.told("spared")] == ["sayaka"]
    assert hurt(table) == [("madoka", 5), ("mami", 4)]
    assert (state(table, "sayaka"), state(table, "madoka")) == ("human", "dead")


@pytest.mark.rule("MTK-DMG-12", "MTK-ORK-36")
@pytest.mark.parametrize(
    ("turned", "lost"), [(["bow 5", "bow 4"], [("kyoko", 5 + 4 - 3)]), ([], [])]
)
def test_oriko_spares_humans_beside_a_girl_even_if_no_card_is_left_to_turn(
    turned: list[str], lost: list[tuple[str, int]]
) -> None:
    table = board(
        "oriko-kirika",
        phase="battle",
        enemies={"station": "enemy-oriko"},
        kyoko=girl("station", hand=["sword 4/3", "sword 1"]),
        sayaka=human("station"),
        magic_pile=turned,
        rest="box",
    )
    table.battle({"kyoko": "attack sword 4"})
    assert hurt(table) == lost


# -- death ----------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-DIE-01")
@pytest.mark.parametrize(("before", "after"), [(4, "dead"), (5, "dead"), (6, "girl")])
def test_who_has_no_hp_after_the_battle_dies(before: int, after: str) -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["sword 4/3", "sword 1"], hp=before),
    )
    table.battle({"kyoko": "attack sword 4"})
    assert (state(table, "kyoko"), hp(table, "kyoko")) == (after, max(before - 5, 0))


@pytest.mark.rule("MTK-DIE-01")
def test_deaths_follow_when_all_attacks_are_done() -> None:
    table = eight(
        enemies={"alley": "foresight-witch"},
        oriko=DROPPED,
        sayaka=human("alley"),
        madoka=human("alley"),
        homura=girl("alley", hand=["bow 5/1", "bow 2"]),
    )
    table.battle({"homura": "attack bow 5"})
    assert happened(table, "strike", "hurt", "die") == ["strike", *["hurt"] * 3, *["die"] * 2]


def mortal(**has: Any) -> Board:
    """Mami is about to die in battle."""
    return board(
        phase="battle",
        enemies={"alley": witch("dog", hp=has.pop("foe_hp", 18))},  # attack 10
        loot_pile=["growth"],
        sayaka=girl(hand=3),
        kyoko=girl("alley", hand=["sword 4/3", "sword 1"]),
        mami=girl("alley", hp=2, **has),
    )


@pytest.mark.rule("MTK-DIE-02", "MTK-DIE-03")
def test_her_cards_are_discarded_and_no_witch_emerges() -> None:
    table = mortal(hand=["magic-10", "magic-11", "magic-12"], loot=["grief-seed", "growth"])
    lays = {"kyoko": "attack sword 4", "mami": "attack magic-10"}
    table.battle(lays, defend="mami")
    assert state(table, "mami") == "dead"
    assert (who(table, "mami").cards, loot(table, "mami")) == (0, [])
    laid = table.told("reveal")[0]["cards"]
    assert discard(table) == {"magic-10": 1, "magic-11": 1, "magic-12": 1, laid[0]: 1}
    assert sorted(table.view(None).loot_discard) == ["grief-seed", "growth"]
    table.turn_of("kyoko")
    assert "emerge" not in happened(table)
    assert "dress-up" in table.view(None).witches


@pytest.mark.rule("MTK-DIE-04")
def test_a_dead_character_takes_no_further_part() -> None:
    table = mortal(hand=["magic-10", "magic-11"])
    table.battle({"kyoko": "attack sword 4", "mami": "attack magic-10"}, defend="mami")
    seat = table.seat("mami")
    assert place(table, "mami") == ""
    while table.view(0).turn < 4 and table.state.pending:
        assert seat not in table.asked
        assert not any(
            "mami" in move for decision in table.state.pending for move in decision.moves
        )
        table.calm()


@pytest.mark.rule("MTK-DIE-05")
@pytest.mark.parametrize(("before", "after"), [(2, "dead"), (3, "girl")])
def test_outside_battle_death_comes_at_once(before: int, after: str) -> None:
    table = board(
        event_pile=["nothing-left-but-to-kill"],  # girls in the city lose 2 HP
        kyoko=girl(hp=before),
    )
    table.through("event")
    assert state(table, "kyoko") == after
    order = [
        (event.kind, event.data["character"])
        for event in table.events
        if event.kind in ("hurt", "die")
    ]
    died = [("die", "kyoko")] if after == "dead" else []
    assert order == [("hurt", "kyoko"), *died, ("hurt", "mami"), ("hurt", "homura")]


@pytest.mark.rule("MTK-DIE-05")
def test_outside_battle_pain_block_saves_nobody() -> None:
    table = board(event_pile=["nothing-left-but-to-kill"], sayaka=girl(hp=2), kyoko=girl(hp=3))
    table.through("event")
    assert (state(table, "sayaka"), state(table, "kyoko")) == ("dead", "girl")


@pytest.mark.rule("MTK-DIE-06")
def test_loot_given_to_a_girl_who_dies_in_this_battle_is_lost_with_her() -> None:
    table = mortal(hand=["magic-10", "magic-11"], foe_hp=1)
    lays = {"kyoko": "attack sword 4", "mami": "attack magic-10"}
    table.battle(lays, defend="mami", award="award mami")
    assert happened(table, "loot", "hurt", "die") == ["loot", "hurt", "die"]
    assert (state(table, "mami"), table.view(None).loot_discard) == ("dead", ("growth",))


# -- retreat --------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-RET-01", "MTK-RET-02")
def test_last_of_all_who_retreated_moves_to_the_city_or_another_enemy() -> None:
    table = board(
        phase="battle",
        enemies={"factory": "toys", "alley": "dog", "station": familiar("box")},
        sayaka=girl("alley", hand=["sword 1", "sword 2"]),
        homura=girl("alley", hand=["bow 1", "bow 2"], hp=1),
    )
    table.battle({"sayaka": "retreat sword 1", "homura": "attack bow 1"}, defend="homura")
    assert happened(table, "strike", "hurt", "die", "move") == ["strike", "hurt", "die"]
    assert (table.question, place(table, "sayaka")) == (("sayaka", "retreat"), "alley")
    assert table.options("sayaka") == ["move city", "move factory", "move station"]
    for refused in ("move alley", "move building"):  # the area she leaves, an empty one
        with pytest.raises(engine.IllegalMove):
            table.does("sayaka", refused)
    table.does("sayaka", "move city")
    assert place(table, "sayaka") == "city"


@pytest.mark.rule("MTK-RET-02")
def test_without_another_enemy_she_retreats_to_the_city() -> None:
    table = board(phase="battle", enemies=ARTIST, sayaka=girl("alley", hand=["sword 1", "sword 2"]))
    table.battle({"sayaka": "retreat sword 1"})
    assert "retreat" not in table.asked.values()
    assert place(table, "sayaka") == "city"


def fleeing(**named: Any) -> Board:
    """Sayaka has retreated from the alley and may go on to the station."""
    table = board(
        phase="battle",
        enemies={"alley": "toys", "station": "artist"},
        sayaka=girl("alley", hand=["magic-36", "magic-35", "magic-34"]),
        **named,
    )
    return table.battle({"sayaka": "retreat magic-36"})


@pytest.mark.rule("MTK-RET-03", "MTK-RET-04")
@pytest.mark.parametrize("mami", [girl("station"), girl("city")])
def test_a_retreat_into_another_battle_takes_new_cards(mami: Any) -> None:
    table = fleeing(mami=mami)
    table.does("sayaka", "move station")
    assert table.view(0).battle.place == "station"
    assert table.question == ("sayaka", "lay")
    assert discard(table)["magic-36"] == 1
    assert table.options("sayaka")[:2] == ["attack magic-34", "attack magic-35"]
    with pytest.raises(engine.IllegalMove):
        table.does("sayaka", "attack magic-36")
    table.does("sayaka", "attack magic-35").through("battle")
    shown = [event["cards"] for event in table.told("reveal") if event["character"] == "sayaka"]
    assert shown == [["magic-36"], ["magic-35"]]


@pytest.mark.rule("MTK-RET-03")
def test_she_may_retreat_from_the_next_battle_too() -> None:
    table = fleeing().does("sayaka", "move station")
    table.battle({"sayaka": "retreat magic-35"})
    assert table.options("sayaka") == ["move city", "move alley"]
    table.does("sayaka", "move alley")
    assert table.view(0).phase != "battle"  # the alley is resolved
    assert discard(table) == {"magic-36": 1, "magic-35": 1}


@pytest.mark.rule("MTK-RET-04")
def test_in_an_area_already_resolved_she_fights_from_the_next_turn_on() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "toys", "station": "artist"},
        sayaka=girl("station", hand=["sword 1", "sword 2"]),
        kyoko=girl("alley", hand=["sword 3", "sword 4"]),
    )
    table.battle({"sayaka": "attack sword 1"}).battle({"kyoko": "retreat sword 3"})
    table.does("kyoko", "move station")
    assert table.view(0).phase != "battle"
    assert (place(table, "kyoko"), count(table, "kyoko")) == ("station", 1)
    table.until("lay", of="kyoko")
    assert (table.view(0).turn, table.view(0).battle.place) == (2, "station")


@pytest.mark.rule("MTK-RET-05")
@pytest.mark.parametrize("refuge", ["city", "station"])
def test_if_the_enemy_vanished_she_may_still_choose_her_place(refuge: str) -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("toys", hp=1), "station": "artist"},
        kyoko=girl("alley", hand=["sword 5", "sword 4"]),
        mami=girl("alley", hand=["bow 1", "bow 2"]),
    )
    table.battle({"kyoko": "attack sword 5", "mami": "retreat bow 1"}, defend="kyoko")
    assert table.question == ("mami", "retreat")
    assert (place(table, "kyoko"), place(table, "mami")) == ("city", "city")
    assert table.options("mami") == ["move city", "move station"]
    table.does("mami", f"move {refuge}")
    assert place(table, "mami") == refuge
    assert (table.view(0).battle is not None) == (refuge == "station")


@pytest.mark.rule("MTK-RET-06")
def test_several_retreating_girls_choose_in_action_order() -> None:
    there: dict[str, Any] = {
        name: girl("alley", hand=2) for name in ("mami", "homura", "sayaka", "kyoko")
    }
    table = board(phase="battle", enemies={"alley": "toys", "station": "artist"}, **there)
    while table.question[1] == "lay":
        name = table.question[0]
        table.does(name, next(m for m in table.options(name) if m.startswith("retreat")))
    table.until("retreat")
    order = []
    while table.question[1] == "retreat":
        order.append(table.question[0])
        table.does(order[-1], "move city")
    assert order == ["sayaka", "kyoko", "mami", "homura"]
