"""The option oriko-kirika: two girls who hunt Madoka (MTK-ORK)."""

from collections.abc import Mapping
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
    enemy,
    familiar,
    girl,
    happened,
    hp,
    human,
    loot,
    new,
    pile,
    place,
    state,
    verbs,
)

SLUG = "oriko-kirika"
EXTRA = "eliminate-kaname-madoka"
PLAIN = "never-saw-one-so-hard-to-kill"
BOTH = {"building": "enemy-kirika", "station": "enemy-oriko"}
# As sword 5/1 and bow 1/3, sword 1/4 and bow 4/2, sword 1/5 and bow 3/5.
STRONG, SHARP, STURDY = "magic-31", "magic-04", "magic-05"


def ambush(*rules: str, **named: Any) -> Board:
    """Event 28_EX is revealed and carried out, up to the first turn of a character."""
    table = board(SLUG, *rules, event_pile=[EXTRA, "evacuate"], **named)
    return table.until("act", "human-act")


def fight(**named: Any) -> Board:
    """The battle phase with Kirika in the building and Oriko in the station."""
    fields: dict[str, Any] = {"enemies": BOTH, "phase": "battle"}
    return board(SLUG, **{**fields, **named})


def lost(table: Board, name: str, lays: Mapping[str, str], **more: str) -> int:
    """What a character loses in the next battle."""
    before = hp(table, name)
    table.battle(lays, **more)
    return before - hp(table, name)


# -- setup ----------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-ORK-01")
def test_28_ex_replaces_28() -> None:
    seen = set()
    for seed in range(30):
        table = new(SLUG, seed=seed)
        events = pile(table, "event")
        assert PLAIN not in events
        assert len([card for card in events if CARDS.back[card] == 1]) == 10
        seen.add(EXTRA in events)
        assert EXTRA not in pile(new(seed=seed), "event")
    assert seen == {True, False}  # it may be the card that goes to the box
    assert CARDS.events[EXTRA].number == "28_EX"
    assert CARDS.events[PLAIN].number == "28"


@pytest.mark.rule("MTK-ORK-02", "MTK-ORK-03")
def test_if_certain_it_surely_appears_among_ten_cards() -> None:
    boxes, places = set(), set()
    for seed in range(30):
        table = new(SLUG, seed=seed, certain=True)
        ones = [card for card in pile(table, "event") if CARDS.back[card] == 1]
        places.add(ones.index(EXTRA))
        assert PLAIN not in ones
        assert len(ones) == 10
        boxes |= {card for back, card in table.view(None).box if back == 1}
    assert min(len(boxes), len(places)) > 3  # shuffled, before and after it was added
    assert boxes & {EXTRA, PLAIN} == set()
    with pytest.raises(engine.BadOptions, match="certain: only with oriko-kirika"):
        new(certain=True)


@pytest.mark.rule("MTK-ORK-04")
def test_their_cards_lie_in_no_pile() -> None:
    table = new(SLUG, certain=True)
    everywhere = [*pile(table, "magic"), *pile(table, "event"), *pile(table, "loot")]
    assert not [card for card in everywhere if card.startswith("enemy-")]
    assert table.view(None).event_discard == ()


# -- when 28_EX is revealed -----------------------------------------------------------------------


@pytest.mark.rule("MTK-ORK-10", "MTK-ORK-11")
def test_building_and_station_are_cleared_for_them() -> None:
    others = {"factory": "toys", "alley": familiar("scribble-a")}
    table = ambush(enemies={**others, "building": "silver", "station": familiar("scribble-b")})
    assert enemies(table) == {"factory": "toys", "alley": "scribble-a", **BOTH}
    assert {"silver", "scribble-b"} <= set(table.view(0).event_discard)
    assert enemy(table, "building").hp == CARDS.specials["enemy-kirika"].hp
    assert enemy(table, "station").hp == CARDS.specials["enemy-oriko"].hp


@pytest.mark.rule("MTK-ORK-11")
def test_they_are_treated_like_enemies() -> None:
    table = ambush(enemies={})
    table.turn_of("kyoko")
    assert {"move building", "move station"} <= set(table.options("kyoko"))
    table.does("kyoko", "move station")
    table.until("lay")
    assert table.view(0).battle.card == "enemy-oriko"


@pytest.mark.rule("MTK-ORK-12", "MTK-ORK-13")
@pytest.mark.parametrize("madoka", [girl("alley"), girl("city")])
def test_madoka_is_brought_to_the_building_and_cannot_move(madoka: dict[str, Any]) -> None:
    table = ambush("free-setup", options={"cast": FIVE, "humans": ["sayaka"]}, madoka=madoka)
    assert place(table, "madoka") == "building"
    assert table.turn_of("madoka").question == ("madoka", "act")
    assert "move" not in verbs(table.options("madoka"))


FIVE = ["sayaka", "kyoko", "madoka", "mami", "homura"]


@pytest.mark.rule("MTK-ORK-13", "MTK-ORK-14", "MTK-ORK-41")
@pytest.mark.parametrize(
    ("foes", "free"),
    [
        (BOTH, False),
        ({"building": "enemy-kirika"}, False),
        ({"station": "enemy-oriko"}, False),
        ({"building": "enemy-love"}, True),
        ({"building": "enemy-love", "station": "enemy-oriko"}, False),
    ],
)
def test_they_are_held_while_kirika_or_oriko_is_there(foes: dict[str, str], free: bool) -> None:
    for name in ("sayaka", "madoka"):
        table = board(SLUG, phase="action", acting=name, enemies={"alley": "toys", **foes})
        moves = table.options(name)
        assert ("move alley" in moves) == free, (name, moves)


@pytest.mark.rule("MTK-ORK-14")
def test_all_humans_are_brought_there() -> None:
    table = ambush(enemies={"alley": "toys"}, sayaka=human("alley"))
    assert place(table, "sayaka") == place(table, "madoka") == "building"
    while table.view(0).phase == "action":
        assert "move" not in verbs(table.options("sayaka"))
        table.calm()
    assert place(table, "sayaka") == place(table, "madoka") == "building"


@pytest.mark.rule("MTK-ORK-15")
def test_girls_stay_and_fight_where_they_are() -> None:
    before = {"kyoko": "building", "mami": "station", "homura": "city"}
    named: dict[str, Any] = {name: girl(where) for name, where in before.items()}
    table = ambush(enemies={"building": "silver", "station": "artist"}, **named)
    assert {name: place(table, name) for name in before} == before
    table.until("lay")
    assert table.view(0).battle.card == "enemy-kirika"
    assert table.question == ("kyoko", "lay")
    while table.question != ("mami", "lay"):
        table.calm()
    assert table.view(0).battle.card == "enemy-oriko"


@pytest.mark.rule("MTK-ORK-16")
def test_humans_cannot_cheer_meanwhile() -> None:
    def offers(**foes: str) -> set[str]:
        table = board(
            SLUG,
            phase="action",
            acting="sayaka",
            enemies=foes,
            sayaka=human(hand=2),
            kyoko=girl(hand=1),
        )
        return verbs(table.options("sayaka"))

    assert "cheer" in offers(building="enemy-love")
    assert "cheer" not in offers(building="enemy-kirika")
    assert "cheer" not in offers(station="enemy-oriko")


@pytest.mark.rule("MTK-ORK-17", "MTK-ORK-27", "MTK-ORK-45")
def test_kirika_turns_into_the_witch_of_love_at_once() -> None:
    table = fight(
        enemies={"building": {"card": "enemy-kirika", "hp": 1}},
        magic_pile=[STRONG, STRONG.replace("31", "32")],
        kyoko=girl("building", hand=["sword 5", "sword 1/4"]),
        mami=girl("building", hand=["bow 5", "bow 1"]),
    )
    full = hp(table, "kyoko")
    held = [loot(table, name) for name in ("kyoko", "mami")]
    table.battle({"kyoko": "attack sword 5", "mami": "attack bow 5"}, defend="kyoko")
    love = enemy(table, "building")
    back = CARDS.specials["enemy-kirika"].back
    assert (love.card, love.hp, love.attack) == ("enemy-love", back.hp, back.attack)
    assert back.destruction == 3
    assert place(table, "kyoko") == place(table, "mami") == "building"
    assert [loot(table, name) for name in ("kyoko", "mami")] == held  # no loot
    assert hp(table, "kyoko") < full  # the damage to the defender is still applied
    # She is fought from the next turn on, not again in this phase.
    table.until("lay")
    assert happened(table, "turn", "battle") == ["turn", "battle"]
    assert table.view(0).battle.card == "enemy-love"
    assert table.view(0).turn == 2


@pytest.mark.rule("MTK-ORK-18")
def test_kirika_and_oriko_do_not_lower_the_durability() -> None:
    table = board(SLUG, phase="adjustment", enemies=BOTH)
    before = durability(table)
    table.through("adjustment")
    assert durability(table) == before
    table = board(SLUG, phase="adjustment", enemies={"building": "enemy-love"})
    table.through("adjustment")
    assert durability(table) == before - CARDS.specials["enemy-kirika"].back.destruction


@pytest.mark.rule("MTK-ORK-19")
def test_madoka_as_a_girl_cannot_retreat_but_goes_home_with_the_others() -> None:
    options = {"cast": FIVE, "humans": ["sayaka"]}
    hands: dict[str, Any] = {
        "madoka": girl("station", hand=["bow 5", "bow 4"]),
        "mami": girl("station", hand=["bow 5", "bow 4"]),
    }
    table = board(
        SLUG,
        "free-setup",
        options=options,
        phase="battle",
        enemies={**BOTH, "station": {"card": "enemy-oriko", "hp": 1}},
        magic_pile=[SHARP, STRONG],
        **hands,
    )
    assert "retreat" not in verbs(table.until("lay", of="madoka").options("madoka"))
    table.does("madoka", "attack bow 5")
    assert "retreat" in verbs(table.until("lay", of="mami").options("mami"))
    table.does("mami", "attack bow 5")
    while table.view(0).battle:
        table.calm()
    assert "station" not in enemies(table)
    assert place(table, "madoka") == "city"


@pytest.mark.rule("MTK-ORK-19A")
def test_corresponding_witches_they_push_aside_are_out_of_the_game() -> None:
    table = ambush(enemies={"station": "wudan"}, kyoko=DROPPED)
    assert enemies(table)["station"] == "enemy-oriko"
    assert "wudan" not in table.view(0).event_discard
    assert "wudan" not in table.view(None).witches


@pytest.mark.rule("MTK-ORK-19A")
@pytest.mark.parametrize("area", ["building", "station"])
def test_the_stage_device_witch_keeps_them_away(area: str) -> None:
    table = ambush(enemies={area: "walpurgis"}, sayaka=human("city"))
    assert enemies(table) == {area: "walpurgis"}
    assert place(table, "madoka") == place(table, "sayaka") == "city"


@pytest.mark.rule("MTK-ORK-19B")
@pytest.mark.parametrize("gone", [DEAD, DROPPED])
def test_without_madoka_they_come_all_the_same(gone: dict[str, Any]) -> None:
    table = ambush(enemies={}, madoka=gone)
    assert enemies(table) == BOTH
    assert place(table, "madoka") == ""
    assert place(table, "sayaka") == "building"


@pytest.mark.rule("MTK-ORK-19C")
def test_a_human_who_contracts_is_bound_no_longer_unless_she_is_madoka() -> None:
    for name, free in (("sayaka", True), ("madoka", False)):
        table = board(
            SLUG,
            windows=True,
            phase="battle",
            enemies={**BOTH, "alley": "toys"},
            sayaka=human("building"),
            madoka=human("building"),
        )
        table.until("contract", of=name)
        table.does(name, f"contract {name}", "wish-nothing")
        table.until("lay", of=name)
        assert ("retreat" in verbs(table.options(name))) == free


# -- Kirika ---------------------------------------------------------------------------------------

THREE: dict[str, Any] = {
    "kyoko": girl("building", hand=["sword 3", "sword 1"]),
    "mami": girl("building", hand=["bow 2", "bow 1"]),
    "homura": girl("building", hand=["bow 1", "bow 4"]),
}
STRAIGHT = {"kyoko": "attack sword 3", "mami": "attack bow 2", "homura": "attack bow 1"}


@pytest.mark.rule("MTK-ORK-20", "MTK-ORK-21", "MTK-ORK-23", "MTK-ORK-24")
def test_kirika_turns_a_card_for_each_girl_and_no_attack_is_coordinated() -> None:
    table = fight(magic_pile=[STRONG, SHARP, STURDY], **THREE)
    table.battle(STRAIGHT, defend="kyoko")
    assert table.told("turned") == [{"card": "enemy-kirika", "cards": [STRONG, SHARP, STURDY]}]
    (strike,) = table.told("strike")
    assert strike["style"] == "plain"
    # 3 + 2 + 1, less the largest melee defence among 1, 4 and 5.
    assert strike["amount"] == 6 - 5
    assert all(discard(table)[card] == 1 for card in (STRONG, SHARP, STURDY))
    coordinated = board(phase="battle", enemies={"building": "silver"}, **THREE)
    coordinated.battle(STRAIGHT, defend="kyoko")
    assert coordinated.told("strike")[0]["style"] == "coordinated"


@pytest.mark.rule("MTK-ORK-21")
def test_her_cards_are_turned_after_defender_and_reveal() -> None:
    table = fight(magic_pile=[STRONG, SHARP, STURDY], **THREE)
    table.battle(STRAIGHT, defend="kyoko")
    order = happened(table, "defender", "reveal", "turned", "strike")
    assert order == ["defender", "reveal", "reveal", "reveal", "turned", "strike"]


@pytest.mark.rule("MTK-ORK-21", "MTK-ORK-22")
def test_at_least_two_cards_and_the_defence_counts() -> None:
    table = fight(magic_pile=[STRONG, SHARP, STURDY], kyoko=girl("building", hand=["sword 3/2"]))
    # One girl, two cards: melee 5 + 1, less the defence 2 of her own card.
    assert lost(table, "kyoko", {"kyoko": "attack sword 3/2"}) == 5 + 1 - 2
    assert table.told("turned")[0]["cards"] == [STRONG, SHARP]


@pytest.mark.rule("MTK-ORK-23")
def test_damage_to_her_never_falls_below_zero() -> None:
    table = fight(magic_pile=[STURDY, SHARP], kyoko=girl("building", hand=["sword 1"]))
    table.battle({"kyoko": "attack sword 1"})
    assert table.told("strike")[0]["amount"] == 0
    assert enemy(table, "building").hp == CARDS.specials["enemy-kirika"].hp


@pytest.mark.rule("MTK-ORK-25")
def test_girls_count_whatever_they_chose() -> None:
    fighters = {**THREE, "homura": girl("building", hand=["bow 1"], loot=["grief-seed"])}
    table = fight(magic_pile=[STRONG, SHARP, STURDY], **fighters)
    lays = {**STRAIGHT, "mami": "retreat bow 2", "homura": "loot grief-seed"}
    table.battle(lays, defend="kyoko")
    assert len(table.told("turned")[0]["cards"]) == 3


@pytest.mark.rule("MTK-ORK-26")
def test_with_humans_alone_two_cards_are_turned_and_one_is_attacked() -> None:
    table = fight(
        enemies={"building": "enemy-kirika"},
        magic_pile=[SHARP, STURDY],
        sayaka=human("building"),
        madoka=human("building"),
    )
    before = {name: hp(table, name) for name in ("sayaka", "madoka")}
    table.battle({}, defend="sayaka")
    assert table.told("turned")[0]["cards"] == [SHARP, STURDY]
    assert before["sayaka"] - hp(table, "sayaka") == 1 + 1
    assert hp(table, "madoka") == before["madoka"]
    assert not table.told("strike")


@pytest.mark.rule("MTK-ORK-28")
def test_cards_are_turned_before_the_window_of_the_reveal() -> None:
    table = board(
        SLUG,
        windows=True,
        phase="battle",
        enemies={"station": "enemy-oriko"},
        magic_pile=[STRONG, SHARP, STURDY, STURDY.replace("05", "06")],
        sayaka=human("station"),
        mami=girl("station", hand=["bow 1", "bow 2"]),
    )
    full = hp(table, "sayaka")
    while not table.told("turned"):
        table.calm()
    assert table.question == ("sayaka", "contract")
    table.does("sayaka", "contract sayaka", "wish-nothing")
    while table.view(0).battle:
        table.calm()
    assert len(table.told("turned")[0]["cards"]) == 2  # for Mami alone
    assert state(table, "sayaka") == "girl"
    assert hp(table, "sayaka") > full  # not attacked either


# -- Oriko ----------------------------------------------------------------------------------------

AT_STATION: dict[str, Any] = {name: {**her, "place": "station"} for name, her in THREE.items()}
SIX = [STRONG, SHARP, STURDY, "magic-01", "magic-02", "magic-03"]


def ranged(number: int, *cards: str) -> int:
    """The sum of the ranged attacks (0) or the largest ranged defence (1)."""
    return (
        max(CARDS.defence[1][card] for card in cards)
        if number
        else sum(CARDS.attack[1][card] for card in cards)
    )


@pytest.mark.rule("MTK-ORK-30", "MTK-ORK-31", "MTK-ORK-32", "MTK-ORK-33", "MTK-ORK-37")
def test_oriko_attacks_every_girl_with_two_cards_each() -> None:
    table = fight(magic_pile=SIX, **AT_STATION)
    hands = {name: list(her["hand"]) for name, her in AT_STATION.items()}
    before = {name: hp(table, name) for name in hands}
    table.battle(STRAIGHT)
    assert not table.told("defender")
    assert table.told("turned") == [{"card": "enemy-oriko", "cards": SIX}]
    assert table.told("strike")[0]["style"] == "plain"
    revealed = {told["character"]: told["cards"][0] for told in table.told("reveal")}
    for place_in_order, name in enumerate(("kyoko", "mami", "homura")):  # in action order
        pair = SIX[2 * place_in_order : 2 * place_in_order + 2]
        bow = int(CARDS.bow[name])
        damage = max(ranged(0, *pair) - CARDS.defence[bow][revealed[name]], 0)
        assert before[name] - hp(table, name) == min(damage, before[name]), name


@pytest.mark.rule("MTK-ORK-34")
def test_damage_to_oriko_is_lowered_by_the_largest_ranged_defence() -> None:
    table = fight(
        magic_pile=SIX,
        **{name: {**AT_STATION[name]} for name in ("kyoko", "mami")},
    )
    table.battle({name: STRAIGHT[name] for name in ("kyoko", "mami")}, ability="veteran")
    bonus = CARDS.abilities["veteran"].attack_bonus
    turned = table.told("turned")[0]["cards"]
    assert len(turned) == 4
    assert table.told("strike")[0]["amount"] == max(3 + bonus + 2 - ranged(1, *turned), 0)


@pytest.mark.rule("MTK-ORK-35")
def test_with_no_girl_she_attacks_every_human_with_five() -> None:
    table = fight(
        enemies={"station": "enemy-oriko"},
        sayaka=human("station"),
        madoka=human("station"),
    )
    table.battle({})
    assert not table.told("turned")
    assert state(table, "sayaka") == state(table, "madoka") == "dead"  # 5 and 4 HP
    assert CARDS.specials["enemy-oriko"].attack_humans_only == 5


@pytest.mark.rule("MTK-ORK-36")
def test_with_a_girl_there_humans_are_left_alone() -> None:
    table = fight(
        enemies={"station": "enemy-oriko"},
        magic_pile=SIX,
        sayaka=human("station"),
        mami=AT_STATION["mami"],
    )
    before = hp(table, "sayaka")
    table.battle({"mami": "attack bow 2"})
    assert hp(table, "sayaka") == before


@pytest.mark.rule("MTK-ORK-38")
def test_when_oriko_vanishes_there_is_no_loot_and_all_go_home() -> None:
    table = fight(
        enemies={"station": {"card": "enemy-oriko", "hp": 1}},
        magic_pile=[STRONG, SHARP],
        mami=girl("station", hand=["bow 5", "bow 4"]),
        sayaka=human("station"),
    )
    before = len(pile(table, "loot"))
    table.battle({"mami": "attack bow 5"})
    assert "station" not in enemies(table)
    assert loot(table, "mami") == []
    assert len(pile(table, "loot")) == before
    assert place(table, "mami") == place(table, "sayaka") == "city"
    assert "enemy-oriko" not in table.view(0).event_discard


# -- the Witch of Love ----------------------------------------------------------------------------


@pytest.mark.rule("MTK-ORK-40")
def test_no_coordinated_attack_on_the_witch_of_love() -> None:
    table = fight(enemies={"building": "enemy-love"}, **THREE)
    table.battle(STRAIGHT, defend="kyoko")
    assert table.told("strike")[0] == {
        "card": "enemy-love",
        "amount": 3 + 2 + 1,
        "left": CARDS.specials["enemy-kirika"].back.hp - 6,
        "style": "plain",
    }
    assert not table.told("turned")  # she is not Kirika


@pytest.mark.rule("MTK-ORK-42", "MTK-ORK-43", "MTK-ORK-44")
@pytest.mark.parametrize(
    ("thrown", "gained"),
    [
        (["growth", "grief-seed", "grief-seed-large"], "grief-seed"),
        (["grief-seed-large", "grief-seed-shard"], "growth"),
        ([], "growth"),
    ],
)
def test_the_witch_of_love_leaves_a_grief_seed(thrown: list[str], gained: str) -> None:
    table = fight(
        enemies={"building": {"card": "enemy-love", "hp": 1}},
        loot_discard=thrown,
        loot_pile=["growth"],
        kyoko=girl("building", hand=["sword 5/3", "sword 1"]),
    )
    table.battle({"kyoko": "attack sword 5/3"})
    assert loot(table, "kyoko") == [gained]
    left = sorted(set(thrown) - {gained}) if gained == "grief-seed" else sorted(thrown)
    assert sorted(table.view(0).loot_discard) == left
    assert place(table, "kyoko") == "city"


@pytest.mark.rule("MTK-ORK-21", "MTK-ORK-24")
def test_the_pile_is_refilled_for_her_cards() -> None:
    table = fight(
        magic_pile=[STRONG],
        rest="box",
        discard=[SHARP, STURDY],
        kyoko=girl("building", hand=["sword 3", "sword 1"]),
        mami=girl(hand=0),
    )
    assert count(table, "mami") == 0
    table.battle({"kyoko": "attack sword 3"})
    turned = table.told("turned")[0]["cards"]
    assert turned[0] == STRONG
    assert turned[1] in (SHARP, STURDY)
