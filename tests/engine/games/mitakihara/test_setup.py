"""Terms, components, setup, turn and end (MTK-TERM, MTK-COMP, MTK-SET, MTK-FLOW)."""

from collections import Counter
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    CARDS,
    DEAD,
    DROPPED,
    GAME,
    board,
    count,
    discard,
    durability,
    enemies,
    enemy,
    familiar,
    girl,
    happened,
    hp,
    human,
    loot,
    names,
    new,
    pile,
    place,
    state,
    verbs,
    who,
    witch,
)

AREAS = ("factory", "alley", "building", "station")
FULL = dict(zip(AREAS, ("toys", "unicorn", "silver", "artist"), strict=True))
CASTS = {5: (), 6: ("six-girls",), 7: ("seven-girls",), 8: ("eight-girls",)}
LAST = {"factory": witch("walpurgis", hp=1)}
"""The Stage-Device Witch, about to vanish."""


# -- TERM: places, states, numbers ----------------------------------------------------------------


@pytest.mark.rule("MTK-TERM-01", "MTK-TERM-02")
def test_the_city_and_four_areas_from_top_to_bottom() -> None:
    table = board(phase="action", acting="kyoko", enemies=FULL)
    assert {place(table, name) for name in names(table)} == {"city"}
    moves = [move for move in table.options("kyoko") if move.startswith("move ")]
    assert moves == [f"move {area}" for area in AREAS]


@pytest.mark.rule("MTK-TERM-02")
def test_enemies_fill_the_areas_downwards() -> None:
    table = board(enemies={"alley": "unicorn"}, event_pile=["artist", "dog", "silver", "evacuate"])
    while table.view(0).turn < 4:
        table.calm()
    assert list(enemies(table).items())[:1] == [("factory", "artist")]
    assert enemies(table)["building"] == "dog"
    assert enemies(table)["station"] == "silver"


@pytest.mark.rule("MTK-TERM-03")
def test_the_combinat_is_the_building() -> None:
    table = board("oriko-kirika", enemies={}, event_pile=["eliminate-kaname-madoka"])
    table.until("act")
    assert enemies(table) == {"building": "enemy-kirika", "station": "enemy-oriko"}
    assert place(table, "madoka") == "building"


@pytest.mark.rule("MTK-TERM-04")
def test_an_area_holds_one_enemy() -> None:
    table = board(enemies=FULL, event_pile=["dog"])
    table.until("act")
    assert enemies(table) == FULL
    assert pile(table, "event")[-1] == "dog"


@pytest.mark.rule("MTK-TERM-05", "MTK-TERM-06", "MTK-TERM-07")
def test_the_face_that_is_up_gives_state_hp_and_mp() -> None:
    table = board(windows=True, sayaka=human(hand=[]))
    before = who(table, "sayaka")
    assert (before.state, before.most_hp, before.most_cards) == ("human", 5, 4)
    table.does("sayaka", "contract sayaka", "wish-nothing")
    after = who(table, "sayaka")
    assert (after.state, after.most_hp, after.most_cards) == ("girl", 7, 6)
    assert (after.hp, after.cards) == (7, 6)


@pytest.mark.rule("MTK-TERM-07")
def test_nobody_draws_beyond_her_mp() -> None:
    table = board(phase="action", acting="kyoko", kyoko=girl(hand=6, loot=["grief-seed"]))
    table.does("kyoko", "use grief-seed", "target kyoko")
    assert count(table, "kyoko") == 7


@pytest.mark.rule("MTK-TERM-08", "MTK-TERM-09")
@pytest.mark.parametrize(
    ("name", "dealt", "lost"), [("kyoko", 5, 6 - 1), ("mami", 1, 6 - 3)], ids=["sword", "bow"]
)
def test_sword_and_bow_use_their_own_numbers(name: str, dealt: int, lost: int) -> None:
    fighter: Any = {name: girl("alley", hand=["magic-31"])}  # sword 5/1, bow 1/3
    table = board(phase="battle", enemies={"alley": "scribble-a"}, **fighter)
    full = hp(table, name)
    table.battle({name: "attack magic-31"})
    assert 12 - enemy(table, "alley").hp == dealt
    assert full - hp(table, name) == lost


@pytest.mark.rule("MTK-TERM-10")
def test_the_dead_are_out_and_leave_no_witch() -> None:
    table = board(
        phase="battle", enemies={"alley": "dog"}, mami=girl("alley", hp=1, hand=["bow 1/2"])
    )
    table.battle({"mami": "attack bow 1"})
    assert state(table, "mami") == "dead"
    assert enemies(table) == {"alley": "dog"}
    while table.view(0).turn < 3:
        assert table.question[0] != "mami"
        table.calm()
    assert "dress-up" not in enemies(table).values()


@pytest.mark.rule("MTK-TERM-11")
def test_who_drops_out_is_out_and_her_witch_emerges() -> None:
    table = board(phase="adjustment", enemies={"factory": "toys"}, kyoko=girl(hand=[]))
    table.until("time")
    assert state(table, "kyoko") == "dropped-out"
    assert enemies(table) == {"factory": "toys", "alley": "wudan"}
    table.through("event")
    assert table.turn_of("mami").question == ("mami", "act")
    assert "kyoko" not in [told["character"] for told in table.told("move")]
    assert not [move for move in table.options("mami") if "kyoko" in move]


@pytest.mark.rule("MTK-TERM-12")
@pytest.mark.parametrize(
    ("kyoko", "reason"),
    [(girl(), "best-ending"), (DEAD, "bitter-ending"), (DROPPED, "bitter-ending")],
    ids=["survives", "dead", "dropped out"],
)
def test_survivors_are_neither_dead_nor_dropped_out(kyoko: dict[str, str], reason: str) -> None:
    table = board(phase="battle", enemies=LAST, homura=girl("factory", hand=["bow 3"]), kyoko=kyoko)
    table.battle({"homura": "attack bow 3"})
    assert table.result.reason == reason


@pytest.mark.rule("MTK-TERM-13")
def test_hp_are_never_above_the_maximum_nor_left_below_zero() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "dog"},
        mami=girl("alley", hp=1, hand=["bow 1/2"]),
        kyoko=girl(hp=8),
        acting="",
    )
    table.battle({"mami": "attack bow 1"})
    assert hp(table, "mami") == 0
    table.turn_of("kyoko").does("kyoko", "recover kyoko")
    table.until("telepathy", "act", "human-act")
    assert hp(table, "kyoko") == who(table, "kyoko").most_hp == 9


@pytest.mark.rule("MTK-TERM-14")
def test_a_hand_above_the_mp_is_cut_at_once_by_choice() -> None:
    table = board(
        "stage-girl",
        phase="battle",
        traitors=[{"seat": 3}],
        enemies={"alley": "dog"},
        sayaka=girl(hand=14),
        mami={**girl("alley", hp=1), "shares": "sayaka"},
    )
    lay = next(move for move in table.options("mami") if move.startswith("attack "))
    table.does("mami", lay).until("discard")
    assert state(table, "mami") == "dead"
    assert table.asked == {0: "discard"}
    assert (table.view(0).phase, count(table, "sayaka")) == ("battle", 13)
    table.through("battle")
    assert count(table, "sayaka") == 6


@pytest.mark.rule("MTK-TERM-15")
def test_a_card_is_stronger_than_a_general_rule() -> None:
    for card, retreats in (("artist", True), ("dress-up", False)):
        table = board(
            phase="battle",
            enemies={"alley": card},
            kyoko=girl("alley"),
            mami=DROPPED if card == "dress-up" else girl(),
        )
        assert ("retreat" in verbs(table.options("kyoko"))) == retreats


# -- COMP: components -----------------------------------------------------------------------------


def copies(cards: Any) -> int:
    return sum(card.copies for card in cards)


@pytest.mark.rule("MTK-COMP-01")
def test_72_magic_cards() -> None:
    assert copies(CARDS.magic) == 72
    assert not any(card.star for card in CARDS.magic)


@pytest.mark.rule("MTK-COMP-02", "MTK-COMP-12", "MTK-COMP-13")
def test_15_girl_cards() -> None:
    assert copies(CARDS.girl) == 15
    plain = [card.id for card in CARDS.girl if not card.star]
    assert plain == ["sayaka", "kyoko", "madoka", "mami", "homura"]
    assert [card.id for card in CARDS.girl if card.human is None] == ["kazumi"]
    assert [card.id for card in CARDS.girl if card.pawn == "black"] == ["kazumi", "nagisa"]


@pytest.mark.rule("MTK-COMP-03", "MTK-COMP-04")
def test_35_event_cards_by_their_backs() -> None:
    backs = Counter(card.back for card in CARDS.event)
    assert backs == {5: 2, 4: 7, 2: 9, 1: 12, 0: 5}
    starred = Counter(card.back for card in CARDS.event if card.star)
    assert starred == {1: 1, 0: 4}
    assert [card.id for card in CARDS.event if card.star and card.back == 1] == ["eliminate-kaname-madoka"]  # fmt: skip


@pytest.mark.rule("MTK-COMP-04", "MTK-COMP-03")
@pytest.mark.parametrize("players", CASTS)
def test_one_back_0_card_for_each_number_of_characters(players: int) -> None:
    last = pile(new(*CASTS[players], players=players), "event")[-1]
    assert last == {5: "walpurgis"}.get(players, f"walpurgis-{players}")
    assert CARDS.events[last].number == ("30", "30_EX", "30_EX2", "30_EX3")[players - 5]


@pytest.mark.rule("MTK-COMP-05", "MTK-COMP-06", "MTK-COMP-07", "MTK-COMP-08")
def test_loot_and_witch_cards() -> None:
    assert copies(CARDS.loot) == 14
    assert [card.numbers for card in CARDS.loot if card.star] == [(13,), (14,)]
    assert copies(CARDS.witch) == 8
    assert sum(card.star for card in CARDS.witch) == 3
    belongs = {card.id: card.witch for card in CARDS.girl if not card.another}
    ours = ["sayaka", "kyoko", "madoka", "mami", "homura", "yuma", "kirika", "oriko"]
    assert [card.girl for card in CARDS.witch] == ours
    assert [belongs[card.girl] for card in CARDS.witch] == [card.id for card in CARDS.witch]
    assert belongs["kazumi"] == ""


@pytest.mark.rule("MTK-COMP-09", "MTK-COMP-10")
def test_identity_enemy_and_reference_cards() -> None:
    assert {card.team: card.copies for card in CARDS.identity} == {"girls": 8, "witch": 2}
    assert [card.id for card in CARDS.special] == ["enemy-oriko", "enemy-kirika"]
    assert copies(CARDS.reference) == 5
    rows = (CARDS.magic, CARDS.girl, CARDS.event, CARDS.loot, CARDS.witch, CARDS.identity,
            CARDS.special, CARDS.reference)  # fmt: skip
    assert sum(map(copies, rows)) == CARDS.game.cards_total_printed == 161


@pytest.mark.rule("MTK-COMP-11")
def test_no_starred_card_in_the_base_game() -> None:
    view = new().view(None)
    used = [card for row in view.hidden for card in row]
    used += [card for _, card in view.box] + [foe.card for foe in view.enemies] + [*view.witches]
    used += [card for her in view.characters for card in (her.card, *her.hand, *her.loot)]
    starred = {entry.id for entry in CARDS.entries() if getattr(entry, "star", False)}
    assert len(used) == 72 + 12 + 5 + 5 + 30  # magic, loot, girls, witches, events
    assert not starred & set(used)


@pytest.mark.rule("MTK-COMP-14")
def test_kazumi_and_nagisa_exclude_each_other() -> None:
    cast = ["sayaka", "kyoko", "madoka", "kazumi", "nagisa"]
    with pytest.raises(engine.BadOptions, match="share the black pawns"):
        new("free-setup", cast=cast)
    for other in ("kazumi", "nagisa"):
        assert other in names(new("free-setup", cast=[*cast[:3], "mami", other]))


@pytest.mark.rule("MTK-COMP-12")
def test_kazumi_is_never_human() -> None:
    cast = ["sayaka", "kyoko", "madoka", "mami", "kazumi"]
    with pytest.raises(engine.BadOptions, match="no human face"):
        new("free-setup", cast=cast, humans=["kazumi"])


@pytest.mark.rule("MTK-COMP-07")
def test_no_witch_emerges_from_kazumi() -> None:
    cast = ["sayaka", "kyoko", "madoka", "mami", "kazumi"]
    table = board(
        "free-setup", options={"cast": cast}, phase="adjustment", enemies={}, kazumi=girl(hand=[])
    )
    table.through("adjustment")
    assert state(table, "kazumi") == "dropped-out"
    assert not set(enemies(table).values()) & set(CARDS.witch_cards)


@pytest.mark.rule("MTK-COMP-15")
def test_enemy_cards_are_placed_and_line_cards_carried_out() -> None:
    table = board(enemies={}, event_pile=["evacuate", "unicorn"])
    table.until("act")
    assert (enemies(table), durability(table)) == ({}, 120 - 8)
    assert table.view(0).event_discard[-1] == "evacuate"
    while table.view(0).turn == 1:
        table.calm()
    table.until("act")
    assert enemies(table) == {"factory": "unicorn"}
    assert "unicorn" not in table.view(0).event_discard


@pytest.mark.rule("MTK-COMP-16")
def test_a_landscape_card_is_a_familiar_and_an_upright_one_a_witch() -> None:
    table = board(enemies={"factory": familiar("dog"), "alley": witch("silver")})
    lying, upright = enemy(table, "factory"), enemy(table, "alley")
    assert (lying.side, lying.hp, lying.attack, lying.destruction) == ("familiar", 10, 6, 2)
    assert (upright.side, upright.hp, upright.attack, upright.destruction) == ("witch", 19, 8, 4)


@pytest.mark.rule("MTK-COMP-17")
def test_pawns_and_figures() -> None:
    colours = {card.id: card.pawn for card in CARDS.girl if not card.another}
    assert list(colours.values()) == ["blue", "red", "white", "yellow", "navy", "green",
                                      "black-figure", "white-figure", "black", "black"]  # fmt: skip
    pieces = {piece.id: piece for piece in CARDS.piece}
    assert set(pieces["pawn"].colours) == set(colours.values()) - {"black-figure", "white-figure"}
    assert pieces["pawn"].copies == 2 * len(pieces["pawn"].colours)
    assert (pieces["figure-black"].copies, pieces["figure-white"].copies) == (2, 2)


@pytest.mark.rule("MTK-COMP-18")
def test_the_base_game_has_five_names_on_the_board() -> None:
    assert GAME.entries["status-board"].sides == 2  # type: ignore[attr-defined]
    for players in (3, 4, 5):
        assert len(names(new(players=players))) == 5


# -- SET: setup -----------------------------------------------------------------------------------


@pytest.fixture(params=[3, 4, 5])
def fresh(request: pytest.FixtureRequest) -> engine.State:
    state: engine.State = GAME.new(request.param, 7)
    return state


@pytest.mark.rule("MTK-SET-01", "MTK-SET-02", "MTK-SET-03", "MTK-SET-04", "MTK-SET-09")
def test_characters_at_the_start(fresh: engine.State) -> None:
    view = fresh.view(None)
    assert [(her.name, her.state, her.hp) for her in view.characters] == [
        ("sayaka", "human", 5),
        ("kyoko", "girl", 9),
        ("madoka", "human", 4),
        ("mami", "girl", 6),
        ("homura", "girl", 6),
    ]
    assert {her.place for her in view.characters} == {"city"}
    assert {her.seat for her in view.characters} == set(fresh.seats)
    assert view.witches == ("mermaid", "wudan", "salvation", "dress-up", "near-shore")


@pytest.mark.rule("MTK-SET-05", "MTK-SET-06")
def test_magic_cards_at_the_start(fresh: engine.State) -> None:
    view = fresh.view(None)
    assert [her.cards for her in view.characters] == [4, 7, 4, 8, 6]
    dealt = Counter(card for her in view.characters for card in her.hand)
    assert dealt + Counter(view.hidden[0]) == Counter(CARDS.magic_ids)
    assert view.discard == ()
    assert fresh.view(0).hidden is None


@pytest.mark.rule("MTK-SET-05", "MTK-SET-08", "MTK-SET-15")
def test_piles_are_shuffled() -> None:
    piles = [GAME.new(5, seed).view(None) for seed in range(60)]
    for kind in range(3):
        assert len({view.hidden[kind][:6] for view in piles}) > 50
    boxed = [Counter(CARDS.back[card] for _, card in view.box) for view in piles]
    assert boxed == [Counter((4, 2, 1))] * 60
    assert len({card for view in piles for _, card in view.box}) == 7 + 9 + 11  # any of them


@pytest.mark.rule("MTK-SET-07", "MTK-SET-08")
def test_loot_at_the_start(fresh: engine.State) -> None:
    view = fresh.view(None)
    held = {her.name: her.loot for her in view.characters if her.loot}
    assert held == {"homura": ("time-manipulation",)}
    others = {card.id: card.copies for card in CARDS.loot if not card.start_owner}
    assert Counter(view.hidden[2]) == Counter(others)
    assert view.loot_pile == 11


@pytest.mark.rule("MTK-SET-10", "MTK-SET-11", "MTK-SET-12", "MTK-SET-13", "MTK-SET-14", "MTK-EX-15")
def test_the_board_at_the_start(fresh: engine.State) -> None:
    view = fresh.view(None)
    assert view.durability == 120
    assert [(foe.place, foe.side, foe.hp, foe.clock) for foe in view.enemies] == [
        ("factory", "familiar", 4, 2),
        ("alley", "familiar", 5, 2),
    ]
    assert {CARDS.events[foe.card].name.en for foe in view.enemies} == {"Rose Garden Witch"}
    assert {CARDS.back[foe.card] for foe in view.enemies} == {5}


@pytest.mark.rule("MTK-SET-15", "MTK-SET-16", "MTK-SET-17")
def test_the_event_pile_at_the_start(fresh: engine.State) -> None:
    view = fresh.view(None)
    assert [back for back, _ in view.events] == [4] * 6 + [2] * 8 + [1] * 10 + [0]
    assert view.events[-1] == (0, "walpurgis")
    used = [card for _, card in (*view.events, *view.box)]
    assert sorted(used) == sorted(card.id for card in CARDS.event if not card.star and card.back < 5)  # fmt: skip
    assert view.event_discard == ()


# -- FLOW: turn, victory, defeat ------------------------------------------------------------------


@pytest.mark.rule("MTK-FLOW-01")
def test_four_phases_then_the_next_turn() -> None:
    table = board(enemies={"factory": "toys"}, event_pile=["evacuate"])
    while table.view(0).turn < 3:
        table.calm()
    order = [told.get("phase", told.get("turn")) for event in table.events
             if event.kind in ("phase", "turn") and (told := event.data)]  # fmt: skip
    turn = ["event", "action", "battle", "adjustment"]
    assert order[:9] == [*turn[1:], 2, *turn, 3]


@pytest.mark.rule("MTK-FLOW-02", "MTK-FLOW-07")
def test_victory_when_the_stage_device_witch_vanishes_and_nothing_after_it() -> None:
    table = board(
        phase="battle",
        durability=1,
        enemies={**LAST, "alley": "artist"},
        homura=girl("factory", hp=1, hand=["bow 3/2"]),
    )
    table.battle({"homura": "attack bow 3"})
    assert table.result.winners == (0, 1, 2, 3, 4)
    assert happened(table, "vanish", "hurt", "durability", "die", "over") == ["vanish", "over"]
    assert (hp(table, "homura"), durability(table)) == (1, 1)


@pytest.mark.rule("MTK-FLOW-02")
def test_no_victory_for_another_witch() -> None:
    table = board(phase="battle", enemies={"alley": witch("artist", hp=1)}, homura=girl("alley"))
    table.until("act")
    assert table.state.result is None


@pytest.mark.rule("MTK-FLOW-03", "MTK-FLOW-06")
@pytest.mark.parametrize("homura", [girl(hand=[]), girl("alley", hand=["bow 1/2"], hp=1)])
def test_defeat_when_nobody_survives(homura: dict[str, object]) -> None:
    out: Any = dict.fromkeys(("sayaka", "kyoko"), DROPPED) | dict.fromkeys(("madoka", "mami"), DEAD)
    alley = {"alley": "dog"}
    phase = "battle" if homura["place"] == "alley" else "adjustment"
    table = board(phase=phase, enemies=alley, homura=homura, **out)
    if phase == "battle":
        table.battle({"homura": "attack bow 1"})
    assert table.result.reason == "nobody-left"
    assert table.result.winners == ()


@pytest.mark.rule("MTK-FLOW-03")
def test_one_survivor_is_enough() -> None:
    out: Any = dict.fromkeys(("sayaka", "kyoko", "madoka", "mami"), DEAD)
    table = board(phase="adjustment", enemies={}, homura=girl(hand=1), **out)
    assert table.state.result is None


@pytest.mark.rule("MTK-FLOW-04")
@pytest.mark.parametrize(("left", "falls"), [(4, True), (3, True), (5, False)])
def test_defeat_when_the_durability_is_0_or_less(left: int, falls: bool) -> None:
    table = board(phase="adjustment", durability=left, enemies={"alley": "toys"})
    assert (table.state.result is not None) == falls
    if falls:
        assert (table.result.reason, table.result.winners) == ("city-falls", ())


@pytest.mark.rule("MTK-FLOW-05")
def test_the_city_may_fall_in_any_phase() -> None:
    table = board(durability=8, enemies={}, event_pile=["evacuate"], phase="event")
    table.does("homura", "pass")
    assert table.result.reason == "city-falls"
    assert "action" not in [told["phase"] for told in table.told("phase")]


@pytest.mark.rule("MTK-FLOW-08")
def test_effects_of_this_turn_end_after_the_adjustment_phase() -> None:
    table = board(
        phase="adjustment",
        effects=["makes-no-sense", "rely-on-no-one", "nothing-to-fear"],
        enemies={},
        sayaka=girl(hp=1, hand=6),
    )
    assert table.question == ("sayaka", "discard")  # Super regeneration
    assert table.view(0).effects == ("makes-no-sense", "rely-on-no-one", "nothing-to-fear")
    table.through("adjustment")
    assert (table.view(0).turn, table.view(0).effects) == (2, ())
    assert discard(table).total() == 2
    assert loot(table, "homura") == ["time-manipulation"]
