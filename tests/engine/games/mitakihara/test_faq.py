"""The questions and answers of the rulebook, each with its numbers (MTK-FAQ)."""

from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    DROPPED,
    GAME,
    Board,
    board,
    count,
    discard,
    durability,
    enemies,
    enemy,
    familiar,
    girl,
    hand,
    happened,
    hp,
    human,
    pile,
    place,
    state,
    verbs,
    witch,
)

AREAS = ("factory", "alley", "building", "station")
FULL = dict(zip(AREAS, ("toys", "unicorn", "silver", "artist"), strict=True))


def strike(table: Board) -> tuple[int, str]:
    """The damage of the only attack, and its style."""
    (told,) = table.told("strike")
    return told["amount"], told["style"]


def hurt(table: Board) -> list[tuple[str, int]]:
    """Who has lost how many HP, in order."""
    return [(event["character"], event["amount"]) for event in table.told("hurt")]


# -- Q1: what "not subject to coordinated attack" means -------------------------------------------


@pytest.mark.rule("MTK-FAQ-01", "MTK-FAQ-01A")
def test_q1_with_tiro_finale_taken_away_two_cards_are_not_enough() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "artist"},
        sayaka=girl("alley", hand=["sword 4"]),
        kyoko=girl("alley", hand=["sword 5"]),
        mami=girl("alley", hand=["bow 1", "bow 2", "bow 3"]),
    )
    # When
    lays = {"sayaka": "attack sword 4", "kyoko": "attack sword 5", "mami": "tiro-finale"}
    table.battle(lays, defend="kyoko")
    # Then
    assert strike(table) == (15, "plain")


@pytest.mark.rule("MTK-FAQ-01", "MTK-FAQ-01B")
def test_q1_with_the_cards_of_aptitude_taken_away_5_4_3_is_one() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "walpurgis"},
        sayaka=girl("alley", hand=["sword 5"]),
        kyoko=girl("alley", hand=["sword 4"]),
        homura=girl("alley", hand=["bow 3"]),
        madoka=girl("alley", hand=["bow 4"] * 4),
    )
    # When
    further = ["attack bow 4", "lay bow 4", "lay bow 4", "lay bow 4"]
    lays = {"sayaka": "attack sword 5", "kyoko": "attack sword 4", "homura": "attack bow 3"}
    table.battle({**lays, "madoka": further}, defend="kyoko")
    # Then
    assert strike(table) == (24 + 16, "coordinated")


# -- Q2: the defence of several cards -------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-02")
def test_q2_defences_are_not_added() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "dog"},  # attack 10
        mami=girl("alley", hand=["bow 1/3", "bow 2/4", "bow 4/2"], loot=["growth"]),
    )
    # When
    table.battle({"mami": "tiro-finale"})
    # Then
    assert hurt(table) == [("mami", 10 - 4)]


@pytest.mark.rule("MTK-FAQ-02")
def test_q2_a_further_card_of_aptitude_may_give_the_defence() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "artist"},  # attack 8
        madoka=girl("alley", hand=["bow 5/1", "bow 5/4"]),
    )
    # When
    table.battle({"madoka": ["attack bow 5/1", "lay bow 5/4"]})
    # Then
    assert hurt(table) == [("madoka", 8 - 4)]


# -- Q3: the Witch of Sweets ----------------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-03", "MTK-FAQ-03A")
def test_q3_the_witch_of_sweets_ignores_veteran() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "sweets"},
        sayaka=girl("alley", hand=["sword 4/1"]),
        kyoko=girl("alley", hand=["sword 2/1"]),
        homura=girl("alley", hand=["bow 2"]),
    )
    # When
    lays = {"sayaka": "attack sword 4", "kyoko": "attack sword 2", "homura": "attack bow 2"}
    table.battle(lays, defend="kyoko", ability="veteran")
    # Then
    assert strike(table) == ((4 + 3 + 2) * 2, "coordinated")
    assert hurt(table) == [("kyoko", (4 + 2 + 2) - 1)]


@pytest.mark.rule("MTK-FAQ-03", "MTK-FAQ-03B")
def test_q3_the_witch_of_sweets_counts_all_cards_of_tiro_finale() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "sweets"},
        kyoko=girl("alley", hand=["sword 5/1"], loot=["growth", "growth"]),
        mami=girl("alley", hand=["bow 5", "bow 3", "bow 3"]),
    )
    # When
    lays = {"kyoko": "attack sword 5", "mami": "tiro-finale"}
    table.battle(lays, defend="kyoko", ability="veteran", award="award mami")
    # Then
    assert strike(table) == (6 + 11, "plain")
    assert hurt(table) == [("kyoko", 16 - 1)]


# -- Q4: the Shadow Witch -------------------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-04", "MTK-FAQ-04A")
def test_q4_six_is_added_in_the_end_if_sayaka_defends() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "shadow"},
        sayaka=girl("alley", hand=["sword 4"]),
        kyoko=girl("alley", hand=["sword 2"]),
        homura=girl("alley", hand=["bow 2"]),
    )
    # When
    lays = {"sayaka": "attack sword 4", "kyoko": "attack sword 2", "homura": "attack bow 2"}
    table.battle(lays, defend="sayaka", ability="veteran")
    # Then
    assert strike(table) == ((4 + 3 + 2) * 2 + 6, "coordinated")


@pytest.mark.rule("MTK-FAQ-04", "MTK-FAQ-04B")
def test_q4_nothing_is_added_if_mami_defends() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "shadow"},
        sayaka=girl("alley", hand=["sword 5"]),
        mami=girl("alley", hand=["bow 3"] * 3),
    )
    # When
    table.battle({"sayaka": "attack sword 5", "mami": "tiro-finale"}, defend="mami")
    # Then
    assert strike(table) == (5 + 9, "plain")


# -- Q5: the destruction of the Stage-Device Witch ------------------------------------------------


@pytest.mark.rule("MTK-FAQ-05A", "MTK-FAQ-05B")
@pytest.mark.parametrize(
    ("there", "lost"),
    [({}, 10), ({"homura": girl("alley")}, 4), ({"madoka": human("alley")}, 4)],
)
def test_q5_she_destroys_less_while_somebody_is_with_her(there: Any, lost: int) -> None:
    table = board(phase="adjustment", enemies={"alley": "walpurgis"}, durability=100, **there)
    assert durability(table) == 100 - lost


# -- Q6: the Witch of the Near Shore --------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-06", "MTK-FAQ-06A")
def test_q6_every_second_battle_nobody_can_do_anything() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "near-shore"},  # 24 HP, attack 8, destruction 4
        homura=DROPPED,
        kyoko=girl("alley", hand=["sword 1/5", "sword 2/5", "sword 1/3"]),
        event_pile=["nothing-to-fear", "makes-no-sense"],
    )
    # When
    table.battle({"kyoko": "attack sword 1/5"})
    # Then
    assert (enemy(table, "alley").hp, hp(table, "kyoko")) == (24 - 1, 9 - 3)
    # When
    table.until("lay")
    # Then she was idle on turn 2, and is not on turn 3
    assert (table.view(0).turn, happened(table, "idle", "battle")) == (3, ["idle", "battle"])
    assert (enemy(table, "alley").hp, hp(table, "kyoko"), count(table, "kyoko")) == (23, 6, 2)
    assert place(table, "kyoko") == "alley"
    assert durability(table) == 120  # Kyoko was there all the time
    table.battle({"kyoko": "attack sword 2"})
    assert (enemy(table, "alley").hp, hp(table, "kyoko")) == (23 - 2, 6 - 3)


@pytest.mark.rule("MTK-FAQ-06A", "MTK-FAQ-06B")
@pytest.mark.parametrize("idle", [True, False])
def test_q6_newcomers_are_bound_by_her_state_too(idle: bool) -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "toys", "station": "near-shore"},
        shore_idle=idle,
        homura=DROPPED,
        sayaka=girl("alley", hand=["sword 1", "sword 2", "sword 3"]),
        kyoko=girl("station"),
    )
    # When
    table.battle({"sayaka": "retreat sword 1"}).does("sayaka", "move station")
    # Then
    assert ("lay" in table.asked.values()) != idle
    assert happened(table, "idle", "battle") == (["idle"] if idle else ["battle"])


@pytest.mark.rule("MTK-FAQ-06B")
@pytest.mark.parametrize("idle", [True, False])
def test_q6_she_waits_while_nobody_is_there(idle: bool) -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "near-shore"},
        shore_idle=idle,
        homura=DROPPED,
        event_pile=["nothing-to-fear"],
    )
    # When
    table.turn_of("mami").does("mami", "move alley").until("lay", "act")
    # Then
    assert happened(table, "idle", "battle")[0] == ("idle" if idle else "battle")


# -- Q7 to Q9: Kyubey, Modern weapons, Homura's discards ------------------------------------------


@pytest.mark.rule("MTK-FAQ-07")
@pytest.mark.parametrize("where", ["city", *AREAS])
def test_q7_a_contract_depends_on_no_place(where: str) -> None:
    table = board(windows=True, phase="action", enemies=FULL, madoka=human(where))
    table.until("contract", of="madoka").does("madoka", "contract madoka")
    assert state(table, "madoka") == "girl"


@pytest.mark.rule("MTK-FAQ-08")
@pytest.mark.parametrize(
    ("move", "kept"),
    [
        *(("attack bow 2", True), ("retreat bow 2", False)),
        *(("attack bow 1", False), ("attack bow 3", False)),
    ],
)
def test_q8_modern_weapons_consume_no_magic(move: str, kept: bool) -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "artist"},
        homura=girl("alley", hand=["bow 1/5", "bow 2/5", "bow 3/5"]),
    )
    # When
    table.battle({"homura": move})
    # Then
    assert count(table, "homura") == (3 if kept else 2)
    assert sum(discard(table).values()) == (0 if kept else 1)


@pytest.mark.rule("MTK-FAQ-08", "MTK-TERM-07")
def test_q8_a_card_that_returns_does_not_bring_her_above_her_mp() -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "artist"},
        kyoko=girl("alley", loot=["grief-seed"]),
        homura=girl("alley", hand=["bow 2/5", "bow 3", "bow 4"]),
    )
    # When
    table.does("kyoko", "loot grief-seed").does("homura", "attack bow 2").play(1, "defend homura")
    table.does("kyoko", "target homura")
    # Then
    assert count(table, "homura") == 6
    table.until("discard")
    assert table.question == ("homura", "discard")
    table.does("homura", table.options("homura")[0])
    assert count(table, "homura") == 6


@pytest.mark.rule("MTK-FAQ-09")
@pytest.mark.parametrize(("held", "left"), [(6, 3), (4, 1), (2, 0)])
def test_q9_homura_discards_when_the_stage_device_witch_appears(held: int, left: int) -> None:
    # Given
    table = board(event_pile=["walpurgis"], enemies={}, homura=girl(hand=held))
    # When
    table.through("event")
    # Then
    assert enemies(table)["factory"] == "walpurgis"
    assert count(table, "homura") == left
    assert {event["character"] for event in table.told("discard")} == {"homura"}


# -- Q10 to Q13: Sayaka, the Mermaid Witch, print -------------------------------------------------


CAST = ["sayaka", "kyoko", "madoka", "mami", "homura", "yuma", "kirika", "nagisa"]
ANOTHER = [f"{name}-another" for name in ("sayaka", "kyoko", "mami", "homura")]
ANOTHER += ["madoka", "oriko", "kazumi", "yuma"]


@pytest.mark.rule("MTK-FAQ-10")
@pytest.mark.parametrize(
    ("cast", "name"),
    [(CAST, card) for card in CAST if card != "madoka"]
    + [(ANOTHER, card) for card in ANOTHER if card not in ("madoka", "yuma")],
)
def test_q10_the_witch_of_salvation_kills_every_girl_but_sayaka(cast: list[str], name: str) -> None:
    # Given
    her = name.removesuffix("-another")
    people: dict[str, Any] = {her: girl("alley", hand=["magic-05", "magic-06"])}
    table = board(
        "free-setup",
        players=8,
        options={"cast": cast, "humans": []},
        phase="battle",
        enemies={"alley": "salvation"},  # attack 20
        madoka=DROPPED,
        **people,
    )
    # When
    table.battle({her: "attack magic-05"})
    # Then
    assert state(table, her) == ("girl" if name == "sayaka" else "dead")
    assert table.told("hurt")[0]["left"] == (1 if name == "sayaka" else 0)


@pytest.mark.rule("MTK-FAQ-11")
@pytest.mark.parametrize(("card", "lost"), [("mermaid", 0), ("unicorn", 4)])
def test_q11_the_mermaid_witch_destroys_nothing(card: str, lost: int) -> None:
    table = board(
        phase="adjustment", enemies={"alley": card}, sayaka=DROPPED, event_pile=["nothing-to-fear"]
    )
    assert durability(table) == 120 - lost


@pytest.mark.rule("MTK-FAQ-12")
def test_q12_the_1_and_the_7_of_an_enemy_are_told_apart() -> None:
    seven = enemy(board(phase="action", enemies={"alley": "darkness"}), "alley")
    one = enemy(board(phase="action", enemies={"alley": familiar("darkness")}), "alley")
    assert (seven.attack, one.hp, one.destruction) == (7, 7, 1)


@pytest.mark.rule("MTK-FAQ-13")
def test_q13_the_name_says_what_the_box_spells_in_witches_letters() -> None:
    assert GAME.name.en == "Shadows over Mitakihara"  # SCHATTEN über MITAKIHARA


# -- Q14: event 28 --------------------------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-14A", "MTK-FAQ-14B")
def test_q14_event_28_may_hit_a_girl_with_1_hp_but_no_human() -> None:
    # Given
    table = board(
        event_pile=["never-saw-one-so-hard-to-kill"],
        kyoko=girl(hp=1),
        mami=girl(hp=6),
        homura=girl(loot=[]),
    )
    # Then
    assert table.moves(0) == ["wound kyoko", "wound mami", "wound homura"]
    for name in ("sayaka", "madoka"):
        with pytest.raises(engine.IllegalMove):
            table.play(0, f"wound {name}")
    # When
    table.play(0, "wound kyoko")
    # Then
    assert (hp(table, "kyoko"), hp(table, "mami")) == (1, 6)


# -- Q15: the call of the Mermaid Witch -----------------------------------------------------------


def mermaid(*rules: str, **named: Any) -> Board:
    """The Mermaid Witch is in the alley, another enemy in the station."""
    return board(
        *rules,
        enemies={"alley": "mermaid", **named.pop("others", {"station": "artist"})},
        sayaka=DROPPED,
        event_pile=["nothing-to-fear", "rely-on-no-one"],
        **named,
    )


@pytest.mark.rule("MTK-FAQ-15")
def test_q15_madoka_must_go_again_after_a_retreat() -> None:
    # Given
    table = mermaid(
        phase="action", acting="madoka", madoka=girl(hand=["bow 1/5", "bow 2/5", "bow 3/5"])
    )
    # When
    assert verbs(table.options("madoka")) == {"move", "telepathy"}
    table.does("madoka", "move alley")
    table.until("lay", of="madoka").battle({"madoka": "retreat bow 1"})
    table.does("madoka", "move city")
    # Then
    table.turn_of("madoka")
    assert (table.view(0).turn, place(table, "madoka")) == (2, "city")
    assert [move for move in table.options("madoka") if "telepathy" not in move] == ["move alley"]
    with pytest.raises(engine.IllegalMove):
        table.does("madoka", "pass")


@pytest.mark.rule("MTK-FAQ-15")
def test_q15_kyoko_must_go_and_mami_need_not() -> None:
    table = mermaid(phase="action", acting="kyoko")
    assert {move for move in table.options("kyoko") if move.startswith("move")} == {"move alley"}
    assert verbs(table.options("kyoko")) == {"move", "telepathy"}
    table.does("kyoko", "move alley").turn_of("mami")
    assert {"pass", "move station", "concentrate"} <= set(table.options("mami"))


@pytest.mark.rule("MTK-FAQ-15A")
def test_q15_the_duty_binds_humans_and_leaves_time_for_telepathy_only() -> None:
    # Given
    table = mermaid(phase="action", acting="kyoko", madoka=human())
    # When
    table.does("kyoko", "telepathy mami").until("act", "human-act", of="mami")
    # Then both went without being asked for more
    assert (place(table, "kyoko"), place(table, "madoka")) == ("alley", "alley")
    assert [event["character"] for event in table.told("move")] == ["kyoko", "madoka"]


@pytest.mark.rule("MTK-FAQ-15A")
@pytest.mark.parametrize(
    ("others", "bound"),
    [({"station": "enemy-oriko"}, True), ({"building": "enemy-love"}, False)],
)
def test_q15_the_duty_lapses_while_she_cannot_move(others: dict[str, str], bound: bool) -> None:
    table = mermaid(
        "oriko-kirika", others=others, phase="action", acting="madoka", madoka=girl(hand=3)
    )
    moves = [move for move in table.options("madoka") if "telepathy" not in move]
    assert ("move alley" in moves) != bound
    assert ("pass" in moves) == bound


# -- Q16: telepathy -------------------------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-16A")
@pytest.mark.parametrize("back", ["magic-36", "magic-10"])
def test_q16_the_card_received_may_be_returned(back: str) -> None:
    # Given
    table = board(
        phase="action",
        acting="kyoko",
        kyoko=girl(hand=["magic-36", "magic-20"]),
        mami=girl(hand=["magic-10", "magic-11"]),
    )
    # When
    table.does("kyoko", "telepathy mami", "give magic-36").does("mami", f"give {back}")
    # Then
    assert hand(table, "kyoko") == {back: 1, "magic-20": 1}
    assert sum(hand(table, "mami").values()) == 2


@pytest.mark.rule("MTK-FAQ-16B")
def test_q16_nobody_can_ask_for_it_or_say_what_it_is_for() -> None:
    table = board(options={"talk": True}, phase="action", acting="kyoko", kyoko=girl(hand=3))
    table.does("kyoko", "telepathy mami")
    table.does("kyoko", table.options("kyoko")[0])
    assert table.asked == {table.seat("mami"): "give-back"}
    assert verbs(table.options("mami")) == {"give"}
    assert happened(table, "say", "propose") == []


# -- Q17: a witch emerges on a full board ---------------------------------------------------------


def emerging(*rules: str, **named: Any) -> Board:
    """Mami, unless it is said otherwise, has no magic cards when the adjustment phase comes."""
    named.setdefault("mami", girl(hand=[]))
    table = board(*rules, phase="action", acting="homura", durability=100, **named)
    return table.through("action", "battle", "adjustment")


def lost(table: Board) -> list[int]:
    """What the city has lost, each time."""
    return [event["amount"] for event in table.told("durability")]


@pytest.mark.rule("MTK-FAQ-17A", "MTK-FAQ-17B")
@pytest.mark.parametrize("foe", [witch("artist", hp=7), familiar("dog")])
def test_q17_the_enemy_in_the_station_makes_room(foe: Any) -> None:
    # Given, when
    table = emerging(enemies={**FULL, "station": foe}, event_pile=["evacuate"])
    # Then
    assert state(table, "mami") == "dropped-out"
    assert enemies(table) == {**FULL, "station": "dress-up"}
    station = enemy(table, "station")
    assert (station.side, station.hp, station.clock) == ("witch", 20, 0)
    assert pile(table, "event")[-1] == foe["card"]
    assert lost(table)[1:] == [4]  # after the destruction of this turn


@pytest.mark.rule("MTK-FAQ-17C")
@pytest.mark.parametrize("taken", [1, 2, 3])
def test_q17_areas_with_a_corresponding_witch_are_passed_over(taken: int) -> None:
    # Given
    gone = dict(zip(("sayaka", "kyoko", "madoka"), ("mermaid", "wudan", "salvation"), strict=True))
    out: dict[str, Any] = dict.fromkeys(list(gone)[:taken], DROPPED)
    upwards = AREAS[::-1]
    own = dict(zip(upwards, list(gone.values())[:taken], strict=False))
    # When
    table = emerging(enemies={**FULL, **own}, **out)
    # Then
    room = upwards[taken]
    assert enemies(table) == {**FULL, **own, room: "dress-up"}
    assert pile(table, "event")[-1] == FULL[room]
    assert lost(table)[-1] == 4


@pytest.mark.rule("MTK-FAQ-17D")
def test_q17_several_witches_are_handled_one_by_one() -> None:
    # Given, when
    table = emerging(enemies=FULL, kyoko=girl(hand=[]))
    # Then
    assert enemies(table) == {**FULL, "station": "wudan", "building": "dress-up"}
    assert pile(table, "event")[-2:] == ["artist", "silver"]
    assert happened(table, "emerge", "displaced", "appear") == ["emerge", "displaced", "appear"] * 2
    assert lost(table)[1:] == [4, 4]


@pytest.mark.rule("MTK-FAQ-17E")
def test_q17_who_is_there_stays_and_faces_the_new_witch() -> None:
    # Given, when
    table = emerging(enemies=FULL, kyoko=girl("station"), event_pile=["evacuate"])
    # Then
    assert place(table, "kyoko") == "station"
    table.until("lay", of="kyoko")
    assert (table.view(0).turn, table.view(0).battle.card) == (2, "dress-up")


@pytest.mark.rule("MTK-FAQ-17E")
@pytest.mark.parametrize("kirika", ["enemy-kirika", "enemy-love"])
def test_q17_kirika_oriko_and_the_witch_of_love_are_passed_over(kirika: str) -> None:
    # Given
    board_now = {**FULL, "building": kirika, "station": "enemy-oriko"}
    # When
    table = emerging("oriko-kirika", enemies=board_now)
    # Then
    assert enemies(table) == {**board_now, "alley": "dress-up"}
    assert pile(table, "event")[-1] == "unicorn"


@pytest.mark.rule("MTK-FAQ-17E")
def test_q17_without_any_room_the_new_witch_is_not_placed() -> None:
    # Given
    board_now = dict(zip(AREAS, ("mermaid", "wudan", "enemy-kirika", "enemy-oriko"), strict=True))
    # When
    table = emerging("oriko-kirika", enemies=board_now, sayaka=DROPPED, kyoko=DROPPED)
    # Then
    assert state(table, "mami") == "dropped-out"
    assert enemies(table) == board_now
    assert lost(table) == [4, 4]  # the destruction of Kyoko's witch, and this
    assert "dress-up" not in (*table.view(None).witches, *pile(table, "event"))


@pytest.mark.rule("MTK-FAQ-17F")
def test_q17_the_stage_device_witch_makes_room_and_comes_back() -> None:
    # Given, when
    table = emerging(
        enemies={**FULL, "factory": familiar("toys"), "station": witch("walpurgis", hp=7)},
        event_pile=["nothing-to-fear"],
        kyoko=girl("factory", hand=["sword 4"] * 5),  # two battles are enough for 8 HP
        homura=girl(hand=5),
    )
    # Then
    assert enemies(table)["station"] == "dress-up"
    assert pile(table, "event") == ["nothing-to-fear", "walpurgis"]
    # When there is room again
    while "factory" in enemies(table):
        table.calm()
    table.until("discard", of="homura")
    # Then
    assert (enemies(table)["factory"], enemy(table, "factory").hp) == ("walpurgis", 50)


# -- Q18: Snipe -----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-FAQ-18")
@pytest.mark.parametrize("phase", ["event", "adjustment"])
@pytest.mark.parametrize(
    ("answer", "after", "witches"),
    [("snipe kyoko", "dead", []), ("pass", "dropped-out", ["wudan"])],
)
def test_q18_snipe_happens_at_both_checks(
    phase: str, answer: str, after: str, witches: list[str]
) -> None:
    # Given
    table = board(
        phase=phase,
        enemies={},
        event_pile=["nothing-to-fear"],
        kyoko=girl(hand=[]),
        mami=girl(hand=1),
    )
    # When
    table.until("snipe")
    assert (table.question, table.view(0).phase) == (("mami", "snipe"), phase)
    table.does("mami", answer)
    # Then
    assert state(table, "kyoko") == after
    assert [event["card"] for event in table.told("emerge")] == witches


@pytest.mark.rule("MTK-FAQ-18")
@pytest.mark.parametrize(
    ("kyoko", "madoka", "asked"),
    [
        (girl(hand=[]), human(hand=1), True),
        (girl(hand=1), human(hand=1), False),
        (girl(hand=1), human(hand=[]), False),  # a human without cards suffers nothing
    ],
)
def test_q18_only_a_girl_without_magic_cards_can_be_shot(
    kyoko: Any, madoka: Any, asked: bool
) -> None:
    # Given
    table = board(phase="action", acting="homura", enemies={}, kyoko=kyoko, madoka=madoka)
    # When
    table.until("snipe", "time")
    # Then at the check, not before
    assert (table.question[1] == "snipe") == asked
    assert table.view(0).phase == ("adjustment" if asked else "event")
