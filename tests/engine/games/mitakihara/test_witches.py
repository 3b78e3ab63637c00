"""The witch-emergence check, and a board that is full (MTK-WCH, MTK-FAQ-17, MTK-FAQ-18)."""

from typing import Any

import pytest

from tests.support.mitakihara import (
    CARDS,
    DROPPED,
    Board,
    board,
    count,
    durability,
    enemies,
    enemy,
    familiar,
    girl,
    happened,
    hp,
    human,
    pile,
    place,
    state,
    who,
    witch,
)

FULL = {"factory": "toys", "alley": "unicorn", "building": "class-president", "station": "artist"}


def check(*rules: str, **position: Any) -> Board:
    """An event phase that is over but for its check: its event does nothing, Homura waits."""
    table = board(*rules, **{"event_pile": ["nothing-to-fear"], "enemies": {}, **position})
    return table.does("homura", "pass")


def nagisa(**position: Any) -> Board:
    """Nagisa is about to drop out, in an adjustment phase."""
    cast = ["sayaka", "kyoko", "madoka", "mami", "nagisa"]
    named = {"phase": "adjustment", "enemies": {}, "nagisa": girl(hand=[]), **position}
    return board("free-setup", options={"cast": cast}, **named)


# -- when, and who --------------------------------------------------------------------------------


@pytest.mark.rule("MTK-WCH-01")
def test_the_check_ends_the_event_phase() -> None:
    table = check(kyoko=girl(hand=[]))
    assert (table.view(0).phase, table.view(0).danger) == ("event", "check")
    table.through("event")
    assert (table.view(0).phase, state(table, "kyoko")) == ("action", "dropped-out")


@pytest.mark.rule("MTK-WCH-01")
def test_the_check_is_made_again_in_the_adjustment_phase_only() -> None:
    table = board(phase="action", acting="homura", enemies={}, kyoko=girl(hand=[]))
    table.does("homura", "pass")
    assert happened(table, "phase") == ["phase", "phase"]  # through the battle phase
    assert (table.view(0).phase, table.view(0).danger) == ("adjustment", "check")
    assert state(table, "kyoko") == "girl"
    table.through("adjustment")
    assert state(table, "kyoko") == "dropped-out"


@pytest.mark.rule("MTK-WCH-02", "MTK-WCH-03", "MTK-WCH-11")
def test_a_girl_without_cards_becomes_a_witch_and_a_human_does_not() -> None:
    table = check(sayaka=human(hand=[]), kyoko=girl(hand=[]), mami=girl(hand=1))
    table.through("event")
    states = {name: state(table, name) for name in ("sayaka", "kyoko", "mami")}
    assert states == {"sayaka": "human", "kyoko": "dropped-out", "mami": "girl"}
    emerged = enemy(table, "factory")
    assert (emerged.card, emerged.side, emerged.clock, emerged.hp) == ("wudan", "witch", 0, 22)


@pytest.mark.rule("MTK-WCH-02", "MTK-WCH-11")
@pytest.mark.parametrize(
    ("name", "card", "full"),
    [
        ("sayaka", "mermaid", 20),
        ("kyoko", "wudan", 22),
        ("madoka", "salvation", 60),
        ("mami", "dress-up", 20),
        ("homura", "near-shore", 24),
    ],
)
def test_each_girl_has_her_own_witch(name: str, card: str, full: int) -> None:
    others: Any = {name: girl(hand=[])}
    table = board(phase="adjustment", enemies={}, **others)
    table.through("adjustment")
    assert state(table, name) == "dropped-out"
    assert (enemy(table, "factory").card, enemy(table, "factory").hp) == (card, full)
    assert card not in table.view(0).witches


@pytest.mark.rule("MTK-WCH-04", "MTK-WCH-05")
@pytest.mark.parametrize(
    ("taken", "area"),
    [(["alley"], "factory"), (["factory", "building"], "alley"), (list(FULL)[:3], "station")],
)
def test_she_appears_face_up_in_the_topmost_empty_area(taken: list[str], area: str) -> None:
    table = check(enemies={place: FULL[place] for place in taken}, kyoko=girl(hand=[]))
    table.through("event")
    for seat in range(5):
        found = {foe.place: foe.card for foe in table.view(seat).enemies}
        assert found == {**{place: FULL[place] for place in taken}, area: "wudan"}
    assert durability(table) == 120


@pytest.mark.rule("MTK-WCH-10")
def test_her_cards_are_discarded_and_her_pawns_removed() -> None:
    table = board(
        phase="adjustment",
        enemies={"alley": "toys"},
        kyoko=girl("alley", hand=[], loot=["growth", "grief-seed"]),
    )
    table.until("time")
    gone = who(table, "kyoko")
    assert (gone.place, gone.hp, gone.cards, gone.loot) == ("", 0, 0, ())
    assert sorted(table.view(0).loot_discard) == ["grief-seed", "growth"]
    assert happened(table, "drop-out") == ["drop-out"]
    table.turn_of("mami")  # Kyoko had no turn
    assert table.question[0] == "mami"


@pytest.mark.rule("MTK-WCH-07")
def test_several_are_handled_in_action_order() -> None:
    table = check(homura=girl(hand=[]), kyoko=girl(hand=[]), mami=girl(hand=[]))
    table.through("event")
    fate = [told["character"] for told in table.told("drop-out")]
    assert fate == ["kyoko", "mami", "homura"]
    assert enemies(table) == {"factory": "wudan", "alley": "dress-up", "building": "near-shore"}


@pytest.mark.rule("MTK-WCH-08")
def test_no_witch_emerges_from_kazumi() -> None:
    cast = ["sayaka", "kyoko", "madoka", "mami", "kazumi"]
    table = board(
        "free-setup", options={"cast": cast}, phase="adjustment", enemies=FULL, kazumi=girl(hand=[])
    )
    before = durability(table)
    table.through("adjustment")
    assert state(table, "kazumi") == "dropped-out"
    assert (enemies(table), happened(table, "emerge", "displaced")) == (FULL, [])
    assert durability(table) == before


# -- Nagisa's witch -------------------------------------------------------------------------------


@pytest.mark.rule("MTK-WCH-09")
@pytest.mark.parametrize("zone", ["event_pile", "box", "event_discard"])
def test_nagisas_witch_is_the_witch_of_sweets_wherever_she_lies(zone: str) -> None:
    table = nagisa(**{zone: ["sweets"]})
    before = [card for card in pile(table, "event") if card != "sweets"]
    table.through("adjustment")
    assert state(table, "nagisa") == "dropped-out"
    emerged = enemy(table, "factory")
    assert (emerged.card, emerged.side, emerged.hp) == ("sweets", "witch", 16)
    shown = [told["card"] for told in table.told("event")]
    assert shown + pile(table, "event") == before  # the order of the pile is kept
    assert "sweets" not in [card for _, card in table.view(None).box]
    assert "sweets" not in table.view(0).event_discard


@pytest.mark.rule("MTK-WCH-09")
@pytest.mark.parametrize("sweets", ["sweets", familiar("sweets")], ids=["witch", "familiar"])
def test_she_does_not_emerge_twice(sweets: Any) -> None:
    table = nagisa(enemies={"station": sweets})
    table.through("adjustment")
    assert state(table, "nagisa") == "dropped-out"
    assert [card for card in enemies(table).values() if card == "sweets"] == ["sweets"]
    assert "emerge" not in happened(table)


@pytest.mark.rule("MTK-WCH-09", "MTK-FAQ-17C")
def test_nagisas_witch_counts_as_a_corresponding_witch() -> None:
    table = nagisa(
        nagisa=DROPPED,
        enemies={**FULL, "station": "sweets"},
        event_discard=[],
        kyoko=girl(hand=[]),
    )
    table.through("adjustment")
    assert enemies(table) == {**FULL, "station": "sweets", "building": "wudan"}


@pytest.mark.rule("MTK-WCH-09", "MTK-BAT-39")
@pytest.mark.parametrize("own", [True, False])
def test_nagisas_witch_is_out_of_the_game_when_she_vanishes(own: bool) -> None:
    fallen: Any = {"nagisa": DROPPED} if own else {"nagisa": girl()}
    table = nagisa(
        **fallen, phase="battle", enemies={"alley": witch("sweets", hp=1)}, kyoko=girl("alley")
    )
    table.through("battle")
    assert "alley" not in enemies(table)
    assert ("sweets" in table.view(0).event_discard) is not own


# -- the order within a check ---------------------------------------------------------------------


@pytest.mark.rule("MTK-WCH-12")
def test_a_girl_who_got_cards_before_her_turn_stays() -> None:
    table = check(kyoko=girl(hand=[]), mami=girl(hand=[]))
    assert (table.question, table.view(0).endangered) == (("sayaka", "rescue"), "kyoko")
    table.does("sayaka", "decline").does("madoka", "contract madoka", "wish-cards mami")
    table.through("event")
    assert (state(table, "kyoko"), state(table, "mami")) == ("dropped-out", "girl")
    assert count(table, "mami") == 8
    assert enemies(table) == {"factory": "wudan"}


@pytest.mark.rule("MTK-WCH-13", "MTK-FAQ-18")
@pytest.mark.parametrize("phase", ["event", "adjustment"])
def test_contract_window_then_snipe_then_dropping_out(phase: str) -> None:
    position: Any = {"kyoko": girl(hand=[]), "enemies": {}}
    table = check(**position) if phase == "event" else board(phase=phase, **position)
    asked = []
    while table.view(0).phase == phase:
        assert state(table, "kyoko") == "girl"
        asked.append(table.question)
        table.calm()
    assert asked == [("sayaka", "rescue"), ("madoka", "rescue"), ("mami", "snipe")]
    assert state(table, "kyoko") == "dropped-out"


@pytest.mark.rule("MTK-WCH-13")
def test_who_was_rescued_is_not_shot() -> None:
    table = check(kyoko=girl(hand=[]))
    table.does("sayaka", "contract sayaka", "wish-cards kyoko")
    assert (table.view(0).phase, state(table, "kyoko")) == ("action", "girl")
    assert count(table, "kyoko") == 7


@pytest.mark.rule("MTK-FAQ-18")
def test_a_girl_who_is_shot_dies_without_a_witch() -> None:
    table = check(kyoko=girl(hand=[]), homura=girl(hand=2))
    table.until("snipe").does("mami", "snipe kyoko")
    assert (state(table, "kyoko"), state(table, "homura")) == ("dead", "girl")
    assert enemies(table) == {}


# -- a full board ---------------------------------------------------------------------------------


@pytest.mark.rule("MTK-WCH-06", "MTK-FAQ-17A", "MTK-FAQ-17B", "MTK-EVT-25")
def test_with_a_full_board_the_enemy_in_the_station_makes_room() -> None:
    table = check(enemies={**FULL, "station": witch("silver", hp=2)}, kyoko=girl(hand=[]))
    table.through("event")
    assert enemies(table) == {**FULL, "station": "wudan"}
    assert (enemy(table, "station").hp, enemy(table, "station").clock) == (22, 0)
    assert pile(table, "event")[-2:] == ["walpurgis", "silver"]
    assert durability(table) == 120 - 4


@pytest.mark.rule("MTK-FAQ-17C")
@pytest.mark.parametrize(
    ("fallen", "area"),
    [
        ({"station": "dress-up"}, "building"),
        ({"station": "dress-up", "building": "mermaid"}, "alley"),
        ({"station": "dress-up", "building": "mermaid", "alley": "salvation"}, "factory"),
    ],
)
def test_corresponding_witches_are_passed_over_upwards(fallen: dict[str, str], area: str) -> None:
    out = {CARDS.witch_cards[card].girl: DROPPED for card in fallen.values()}
    table = check(enemies={**FULL, **fallen}, kyoko=girl(hand=[]), **out)
    table.through("event")
    assert enemies(table) == {**FULL, **fallen, area: "wudan"}
    assert pile(table, "event")[-1] == FULL[area]
    assert durability(table) == 120 - 4


@pytest.mark.rule("MTK-FAQ-17D")
def test_several_witches_make_room_one_after_the_other() -> None:
    table = check(enemies=FULL, kyoko=girl(hand=[]), mami=girl(hand=[]))
    table.through("event")
    assert enemies(table) == {**FULL, "station": "wudan", "building": "dress-up"}
    assert pile(table, "event")[-2:] == ["artist", "class-president"]
    assert durability(table) == 120 - 8


@pytest.mark.rule("MTK-FAQ-17E")
def test_who_stands_there_faces_the_new_witch() -> None:
    table = check(
        enemies=FULL,
        kyoko=girl(hand=[]),
        mami=girl("station", hand=["bow 3", "bow 4", "bow 5"]),
        event_pile=["rely-on-no-one"],
    )
    table.through("event")
    assert place(table, "mami") == "station"
    table.until("lay", of="mami")
    assert table.view(0).battle.card == "wudan"
    assert hp(table, "mami") == 6


@pytest.mark.rule("MTK-FAQ-17E")
@pytest.mark.parametrize("kirika", ["enemy-kirika", "enemy-love"])
def test_kirika_and_oriko_are_passed_over(kirika: str) -> None:
    specials = {"building": kirika, "station": "enemy-oriko"}
    table = check(
        "oriko-kirika",
        enemies={**FULL, **specials},
        sayaka=human("building"),
        madoka=human("building"),
        kyoko=girl(hand=[]),
    )
    table.through("event")
    assert enemies(table) == {"factory": "toys", "alley": "wudan", **specials}
    assert durability(table) == 120 - 4


@pytest.mark.rule("MTK-FAQ-17E")
def test_with_nobody_to_pass_over_the_witch_is_not_placed() -> None:
    fallen = {
        "factory": "mermaid",
        "alley": "dress-up",
        "building": "salvation",
        "station": "near-shore",
    }
    out: Any = {CARDS.witch_cards[card].girl: DROPPED for card in fallen.values()}
    table = board(
        "six-girls",
        players=6,
        phase="adjustment",
        enemies=fallen,
        kyoko=girl("station", hand=[]),
        yuma=girl("building"),
        **out,
    )
    assert enemies(table) == fallen
    assert state(table, "kyoko") == "dropped-out"
    assert "wudan" not in table.view(0).witches
    # 80, less what the Dress-up Witch destroys alone, less 4 for the witch without a place.
    assert durability(table) == 80 - 4 - 4


@pytest.mark.rule("MTK-FAQ-17F")
def test_the_stage_device_witch_makes_room_like_any_other() -> None:
    table = check(
        event_pile=[], enemies={**FULL, "station": witch("walpurgis", hp=7)}, kyoko=girl(hand=[])
    )
    table.through("event")
    assert enemies(table) == {**FULL, "station": "wudan"}
    assert (pile(table, "event"), table.state.result) == (["walpurgis"], None)


@pytest.mark.rule("MTK-FAQ-17B")
def test_the_city_falls_before_the_witch_is_placed() -> None:
    table = check(enemies=FULL, kyoko=girl(hand=[]), durability=4)
    table.through("event")
    assert table.result.reason == "city-falls"
    assert happened(table)[-1] == "over"
