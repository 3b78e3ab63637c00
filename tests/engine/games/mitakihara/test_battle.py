"""Battles in their exact order: who fights, laying, the reveal, the attack (MTK-BAT)."""

import random
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
    enemy,
    familiar,
    fits,
    girl,
    happened,
    hp,
    human,
    loot,
    magic,
    pile,
    place,
    state,
    verbs,
    who,
    witch,
)

ARTIST = {"alley": "artist"}
"""A witch without special power: 20 HP, attack 8."""
SWORD_4 = magic("4/3", "2/5")


def dusk(*rules: str, **named: Any) -> Board:
    """The action phase ends, and battles begin."""
    return board(*rules, phase="action", acting="homura", **named).through("action")


def duel(*rules: str, name: str, options: Any = None, **has: Any) -> Board:
    """A girl alone against the artist."""
    people: dict[str, Any] = {name: girl("alley", **has)}
    return board(*rules, options=options, phase="battle", enemies=ARTIST, **people)


def places(table: Board) -> list[str]:
    """Where battles have begun, in order."""
    return [battle["place"] for battle in table.told("battle")]


def struck(table: Board) -> int:
    """What the enemy has lost in the only battle."""
    (strike,) = table.told("strike")
    amount: int = strike["amount"]
    return amount


# -- when and in what order -----------------------------------------------------------------------


@pytest.mark.rule("MTK-BAT-01")
def test_there_is_a_battle_wherever_a_character_meets_an_enemy() -> None:
    table = board(
        phase="action",
        acting="homura",
        enemies={"factory": "unicorn", "alley": "artist", "station": familiar("toys")},
        madoka=human("station", hp=4),
        mami=girl("station"),
    )
    table.does("homura", "move alley").through("action", "battle")
    assert places(table) == ["station", "alley"]  # nobody is in the factory
    assert happened(table, "move", "phase", "battle")[:4] == ["move", "phase", "battle", "battle"]


@pytest.mark.rule("MTK-BAT-02")
def test_all_in_the_area_take_part_and_nobody_can_stay_out() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        sayaka=girl("alley"),
        madoka=human("alley"),
        homura=girl("alley"),
    )
    for name in ("sayaka", "homura"):
        assert table.question == (name, "lay")
        assert verbs(table.options(name)) == {"attack", "retreat"}
        table.does(name, table.options(name)[0])
    assert table.options("sayaka") == ["defend sayaka", "defend madoka", "defend homura"]


@pytest.mark.rule("MTK-BAT-03", "MTK-BAT-04")
@pytest.mark.parametrize("first", ["factory", "station"])
@pytest.mark.parametrize("sayaka", [human, girl])
def test_the_area_with_the_earliest_participant_comes_first(first: str, sayaka: Any) -> None:
    second = {"factory": "station", "station": "factory"}[first]
    table = dusk(
        enemies={"factory": "artist", "station": "unicorn"},
        sayaka=sayaka(first),  # 1
        homura=girl(first),  # 5
        kyoko=girl(second),  # 2
        mami=girl(second),  # 4
    )
    table.through("battle")
    assert places(table) == [first, second]
    assert happened(table, "battle", "strike") == ["battle", "strike"] * 2  # one after the other


@pytest.mark.rule("MTK-BAT-05")
@pytest.mark.parametrize(
    ("refuge", "order"),
    [("city", ["factory", "building", "alley"]), ("alley", ["factory", "alley", "building"])],
)
def test_after_each_battle_the_next_one_is_chosen_anew(refuge: str, order: list[str]) -> None:
    table = dusk(
        enemies={"factory": "unicorn", "alley": "artist", "building": "toys"},
        sayaka=girl("factory", hand=["sword 1", "sword 2", "sword 3"]),
        mami=girl("alley"),
        kyoko=girl("building"),
    )
    table.battle({"sayaka": "retreat sword 1"}).does("sayaka", f"move {refuge}")
    table.through("battle")
    assert places(table) == order


@pytest.mark.rule("MTK-BAT-06")
def test_an_area_is_resolved_once_in_a_phase() -> None:
    table = dusk(
        enemies={"alley": "artist", "station": "toys"},
        sayaka=girl("alley"),
        kyoko=girl("station", hand=["sword 1", "sword 2"]),
    )
    table.until("lay", of="kyoko")
    table.battle({"kyoko": "retreat sword 1"}).does("kyoko", "move alley")
    assert table.view(0).phase != "battle"
    assert places(table) == ["alley", "station"]
    assert (place(table, "kyoko"), count(table, "kyoko")) == ("alley", 1)


# -- only humans ----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-BAT-07")
def test_humans_have_no_choices_in_battle() -> None:
    table = board(phase="battle", enemies=ARTIST, madoka=human("alley"), kyoko=girl("alley"))
    asked = set()
    while table.view(0).battle:
        asked |= set(table.asked)
        defends = table.question[1] == "defender"
        table.does("kyoko", "defend kyoko" if defends else table.moves(1)[0])
    assert asked == {table.seat("kyoko")}
    assert (hp(table, "madoka"), count(table, "madoka")) == (4, 4)


@pytest.mark.rule("MTK-BAT-08")
def test_a_human_alone_loses_the_attack_of_the_enemy_and_the_battle_ends() -> None:
    table = dusk(enemies={"alley": familiar("rose-garden-b")}, madoka=human("alley"))
    assert (hp(table, "madoka"), place(table, "madoka")) == (4 - 2, "alley")
    assert enemy(table, "alley").hp == 5
    assert happened(table, "battle", "choose", "reveal", "strike", "hurt") == ["battle", "hurt"]
    assert happened(table)[happened(table).index("hurt") + 1] == "phase"


@pytest.mark.rule("MTK-BAT-09")
def test_a_human_alone_may_contract_and_then_act() -> None:
    table = board(
        windows=True,
        phase="battle",
        enemies={"alley": "scribble-a", "factory": "artist"},
        kyoko=girl("factory"),
        madoka=human("alley"),
    )
    while not (table.view(0).battle and table.view(0).battle.place == "alley"):
        table.calm()
    table.until("contract", of="madoka").does("madoka", "contract madoka", "wish-nothing")
    table.until("lay", "defender")
    assert table.question == ("madoka", "lay")
    table.does("madoka", table.options("madoka")[0]).until("act")
    assert [event["character"] for event in table.told("reveal")] == ["kyoko", "madoka"]
    assert enemy(table, "alley").hp < 12


@pytest.mark.rule("MTK-BAT-09")
def test_a_contract_may_interrupt_the_attack_on_a_human_alone() -> None:
    table = board(phase="battle", enemies={"alley": "scribble-a"}, madoka=human("alley"))
    table.until("rescue", of="madoka").does("madoka", "contract madoka", "wish-nothing")
    table.until("act")
    assert (state(table, "madoka"), hp(table, "madoka")) == ("girl", 7 - 6)


@pytest.mark.rule("MTK-BAT-10")
@pytest.mark.parametrize(("victim", "hp_left"), [("sayaka", (2, 4)), ("madoka", (5, 1))])
def test_of_several_humans_the_lead_chooses_who_is_attacked(
    victim: str, hp_left: tuple[int, int]
) -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("scribble-a")},  # attack 3
        sayaka=human("alley"),
        madoka=human("alley"),
    )
    assert table.asked == {table.seat("sayaka"): "defender"}
    assert table.moves(0) == ["defend sayaka", "defend madoka"]
    table.play(0, f"defend {victim}")
    assert (hp(table, "sayaka"), hp(table, "madoka")) == hp_left


# -- choosing and laying --------------------------------------------------------------------------


@pytest.mark.rule("MTK-BAT-11", "MTK-BAT-12")
def test_a_girl_attacks_retreats_or_uses_loot_but_never_passes() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["magic-01", "magic-09"], loot=["grief-seed"]),
        homura=girl("alley", hand=["magic-01", "magic-09"], loot=["grief-seed"]),
    )
    for name in ("kyoko", "homura"):
        assert table.options(name) == [
            *("attack magic-01", "attack magic-09", "retreat magic-01", "retreat magic-09"),
            "loot grief-seed",
        ]
        for refused in ("pass", "done", "fight"):
            with pytest.raises(engine.IllegalMove):
                table.does(name, refused)
        table.does(name, "attack magic-01")
    assert [who(table, name).laid for name in ("kyoko", "homura")] == [1, 1]


@pytest.mark.rule("MTK-BAT-13", "MTK-BAT-14")
def test_each_lays_one_card_face_down() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        sayaka=girl("alley", hand=["sword 1", "sword 5"]),
        kyoko=girl("alley", hand=["sword 2", "sword 4"]),
        mami=girl("alley", hand=["bow 3"], loot=["grief-seed", "growth"]),
    )
    table.does("sayaka", "attack sword 5")
    table.does("kyoko", "retreat sword 2")
    table.does("mami", "loot grief-seed")
    laid = {her.name: her for her in table.view(None).characters if her.choice}
    assert [(her.choice, her.laid, her.cards) for her in laid.values()] == [
        ("attack", 1, 1),
        ("retreat", 1, 1),
        ("loot", 1, 1),
    ]
    assert fits(laid["sayaka"].laid_cards[0], "sword 5")
    assert fits(laid["kyoko"].laid_cards[0], "sword 2")
    assert (laid["mami"].laid_cards, laid["mami"].laid_loot) == ((), "grief-seed")
    for her in table.view(4).characters:  # Homura's seat, not in this battle
        assert her.laid_cards is None or her.name == "homura"
        assert not her.laid_loot


@pytest.mark.rule("MTK-BAT-14", "MTK-BAT-21")
def test_laid_loot_is_known_to_all_from_the_reveal_on() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        sayaka=girl("alley", hand=["sword 1", "sword 5"]),
        mami=girl("alley", hand=["bow 3"], loot=["grief-seed"]),
        kyoko=girl("alley", hand=["sword 2"], loot=["grief-seed-shard"]),
    )
    table.does("sayaka", "attack sword 5")
    table.does("kyoko", "loot grief-seed-shard")
    table.does("mami", "loot grief-seed")
    assert not any(her.laid_loot for her in table.view(4).characters)
    while table.question[1] != "loot-order":
        decision = table.state.pending[0]
        table.state.apply(decision.seat, decision.moves[0])
    told = {her.name: her.laid_loot for her in table.view(4).characters if her.laid_loot}
    assert told == {"mami": "grief-seed", "kyoko": "grief-seed-shard"}


SEVERAL = [
    ((), "mami", "tiro-finale", 3, "bow", 0),
    (("sword-princess-sayaka",), "sayaka", "squartatore", 2, "sword", 0),
    (("apprentice-kyoko",), "kyoko", "rosso-fantasma", 2, "sword", 0),
    (("tocca-maestro-mami",), "mami", "tocca-spirale", 2, "bow", 0),
    (("bomber-homura",), "homura", "bomb", 2, "bow", 1),
    (("green-girl",), "yuma", "shockwave", 2, "sword", 0),
]
"""Abilities that lay several cards: options, girl, ability, cards, weapon, bonus."""


@pytest.mark.rule("MTK-BAT-15")
@pytest.mark.parametrize(("rules", "name", "ability", "cards", "weapon", "bonus"), SEVERAL)
def test_abilities_that_lay_several_cards_are_declared_instead_of_an_attack(
    rules: tuple[str, ...], name: str, ability: str, cards: int, weapon: str, bonus: int
) -> None:
    held = [f"{weapon} {number}" for number in (1, 3, 4, 5)]
    table = duel(*rules, name=name, hand=held)
    assert ability in table.options(name)
    table.does(name, ability)
    assert who(table, name).choice == ability
    for number in range(cards):
        assert verbs(table.options(name)) == {"lay"}
        table.does(name, f"lay {held[number]}")
    assert count(table, name) == 4 - cards
    assert [len(shown["cards"]) for shown in table.told("reveal")] == [cards]
    table.through("battle")
    assert struck(table) == sum((1, 3, 4)[:cards]) + bonus


@pytest.mark.rule("MTK-BAT-15")
@pytest.mark.parametrize(("rules", "name", "ability", "cards", "weapon", "bonus"), SEVERAL)
def test_such_an_ability_needs_as_many_cards(
    rules: tuple[str, ...], name: str, ability: str, cards: int, weapon: str, bonus: int
) -> None:
    held = [f"{weapon} {number}" for number in (1, 3, 4)][: cards - 1]
    table = duel(*rules, name=name, hand=held, loot=[])
    assert verbs(table.options(name)) == {"attack", "retreat"}
    with pytest.raises(engine.IllegalMove):
        table.does(name, ability)


@pytest.mark.rule("MTK-BAT-16")
def test_girls_lay_in_action_order() -> None:
    there: dict[str, Any] = {name: girl("alley") for name in ("homura", "sayaka", "mami", "kyoko")}
    table = board(phase="battle", enemies=ARTIST, **there)
    order = []
    while table.question[1] == "lay":
        order.append(table.question[0])
        assert table.asked == {table.seat(order[-1]): "lay"}
        table.calm()
    assert order == ["sayaka", "kyoko", "mami", "homura"]


def committed(*lays: str) -> Board:
    """Kyoko, or Mami after her, has laid something face down; Homura has not."""
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl(
            "alley",
            hand=["magic-01", "magic-36", "magic-20"],
            loot=["grief-seed", "grief-seed-shard"],
        ),
        mami=girl("alley", hand=["magic-01", "magic-02", "magic-03", "magic-04"]),
        homura=girl("alley", hand=["bow 1", "bow 3"]),
    )
    if lays[0] == "tiro-finale":
        table.does("kyoko", "attack magic-01")
        return table.does("mami", *lays)
    return table.does("kyoko", *lays)


TIRO = ("tiro-finale", "lay magic-01", "lay magic-02")


@pytest.mark.rule("MTK-BAT-13", "MTK-BAT-14", "MTK-BAT-15", "MTK-BAT-16", "MTK-INFO-12")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("attack magic-01",), ("attack magic-36",)),
        (("retreat magic-01",), ("retreat magic-36",)),
        (("loot grief-seed",), ("loot grief-seed-shard",)),
        ((*TIRO, "lay magic-03"), (*TIRO, "lay magic-04")),
    ],
)
def test_nobody_can_tell_which_card_lies_face_down(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    left, right = committed(*one), committed(*other)
    owner = left.seat("mami" if "tiro-finale" in one else "kyoko")
    while left.question[1] != "defender":
        same_to_all_but(owner, left, right)
        for table in (left, right):
            table.calm()
    same_to_all_but(owner, left, right)


def same_to_all_but(owner: int, left: Board, right: Board) -> None:
    """Two different positions are one to all other seats, in views, events and guesses."""
    assert left.state != right.state
    for seat in set(range(5)) - {owner}:
        assert left.view(seat) == right.view(seat)
        for event, twin in zip(left.events, right.events, strict=True):
            assert event.seen_by(seat) == twin.seen_by(seat)
        for seed in range(5):
            guess = left.state.determinize(seat, random.Random(seed))
            assert guess == right.state.determinize(seat, random.Random(seed))


@pytest.mark.rule("MTK-BAT-13", "MTK-BAT-21")
def test_a_guess_at_laid_cards_ends_with_the_reveal() -> None:
    table = committed("attack magic-36")
    for shown in (False, True):
        guesses = {
            table.state.determinize(3, random.Random(seed)).view(None).characters[1].laid_cards
            for seed in range(30)
        }
        assert guesses == {("magic-36",)} if shown else len(guesses) > 10
        table.until("ability")
    assert {table.view(seat).characters[1].laid_cards for seat in range(5)} == {("magic-36",)}


@pytest.mark.rule("MTK-BAT-17")
def test_growth_and_the_loot_of_the_event_phase_cannot_be_laid() -> None:
    table = board(
        "eight-girls",
        players=8,
        phase="battle",
        enemies=ARTIST,
        homura=girl("alley", loot=["growth", "time-manipulation", "grief-seed-shard"]),
        oriko=girl("alley", loot=["loot-14", "growth", "grief-seed", "grief-seed-large"]),
        yuma=girl("alley", loot=["loot-13"]),
    )
    laid = {}
    for name in ("homura", "yuma", "oriko"):
        laid[name] = [move for move in table.options(name) if move.startswith("loot")]
        for card in ("growth", "time-manipulation", "loot-14"):
            with pytest.raises(engine.IllegalMove):
                table.does(name, f"loot {card}")
        table.does(name, laid[name][0])
    assert laid == {
        "homura": ["loot grief-seed-shard"],
        "yuma": ["loot loot-13"],
        "oriko": ["loot grief-seed", "loot grief-seed-large"],
    }


@pytest.mark.rule("MTK-BAT-18")
def test_a_girl_with_nothing_to_lay_lays_nothing_and_has_no_defence() -> None:
    table = dusk(
        enemies={"alley": familiar("scribble-a")},  # 6 HP, attack 3
        kyoko=girl("alley", hand=["sword 5/1"]),
        mami=girl("alley", hand=[], loot=["growth"]),
    )
    table.battle({"kyoko": "attack sword 5"}, defend="mami")
    assert [laid["character"] for laid in table.told("choose")] == ["kyoko"]
    assert struck(table) == 5
    assert hp(table, "mami") == 8 - 3


@pytest.mark.rule("MTK-BAT-18")
def test_who_lays_nothing_does_not_attack() -> None:
    # The Shadow Witch loses 6 more if Sayaka defends, but only to an attack.
    table = dusk(enemies={"alley": "shadow"}, sayaka=girl("alley", hand=[]))
    assert struck(table) == 0
    table = dusk(enemies={"alley": "shadow"}, sayaka=girl("alley", hand=["sword 1", "sword 2"]))
    table.battle({"sayaka": "attack sword 1"})
    assert struck(table) == 1 + 6


@pytest.mark.rule("MTK-BAT-12", "MTK-BAT-18")
def test_a_girl_with_one_thing_to_lay_lays_it() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley"),
        mami=girl("alley", hand=[], loot=["grief-seed"]),
    )
    table.does("kyoko", table.options("kyoko")[0])
    assert (table.question[1], who(table, "mami").choice) == ("defender", "loot")


@pytest.mark.rule("MTK-BAT-19")
@pytest.mark.parametrize("chosen", ["sayaka", "kyoko", "mami"])
def test_then_one_character_in_the_area_is_chosen_to_take_the_attack(chosen: str) -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("dog")},  # attack 6
        sayaka=human("alley", hp=5),
        kyoko=girl("alley", hand=["sword 1/3"]),
        mami=girl("alley", hand=["bow 1/2"]),
    )
    table.does("kyoko", "attack sword 1")
    assert table.question[1] == "lay"  # all have laid before a defender is chosen
    table.does("mami", "attack bow 1")
    assert table.moves(1) == ["defend sayaka", "defend kyoko", "defend mami"]
    with pytest.raises(engine.IllegalMove):
        table.play(1, "defend homura")  # she is in the city
    table.play(1, f"defend {chosen}")
    table.through("battle")
    hurt = [event["character"] for event in table.told("hurt")]
    assert hurt == [chosen]


@pytest.mark.rule("MTK-BAT-20")
def test_a_girl_who_retreats_may_be_the_defender() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["sword 4/3", "sword 1"]),
        mami=girl("alley", hand=["bow 1", "bow 2"]),
    )
    table.battle({"kyoko": "retreat sword 4", "mami": "attack bow 1"}, defend="kyoko")
    table.through("battle")
    assert (hp(table, "kyoko"), place(table, "kyoko")) == (9 - (8 - 3), "city")


@pytest.mark.rule("MTK-BAT-21")
def test_all_laid_cards_are_revealed_at_the_same_time() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        sayaka=girl("alley", hand=["sword 1", "sword 2"]),
        kyoko=girl("alley", hand=["sword 3", "sword 4"]),
        homura=girl("alley", loot=["grief-seed"], hand=2),
    )
    table.does("sayaka", "attack sword 1").does("kyoko", "retreat sword 3")
    table.does("homura", "loot grief-seed")
    assert "reveal" not in happened(table)
    assert "grief-seed" in loot(table, "homura")
    events = table.play(0, "defend sayaka")
    shown = [event.data for event in events if event.kind == "reveal"]
    assert [data["character"] for data in shown] == ["sayaka", "kyoko", "homura"]
    assert fits(shown[0]["cards"][0], "sword 1")
    assert fits(shown[1]["cards"][0], "sword 3")
    assert shown[2]["cards"] == ["grief-seed"]
    kinds = [event.kind for event in events]
    first = kinds.index("reveal")
    assert kinds[first - 1 : first + 4] == ["defender", "reveal", "reveal", "reveal", "use-loot"]


# -- the attack of the girls ----------------------------------------------------------------------


@pytest.mark.rule("MTK-BAT-22")
def test_loot_takes_effect_before_the_attack() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        madoka=girl("alley", hand=["bow 4/2"]),
        homura=girl("alley", loot=["grief-seed"], hand=3),
        magic_pile=["bow 4", "bow 4", "bow 1", "bow 2", "bow 2", "bow 3", "bow 5", "bow 5"],
    )
    table.does("madoka", "attack bow 4").does("homura", "loot grief-seed")
    table.play(2, "defend madoka")
    table.does("homura", "target madoka")
    assert count(table, "madoka") == 8
    table.does("madoka", "lay bow 4", "lay bow 4")  # drawn a moment ago
    table.through("battle")
    assert struck(table) == 4 + 4 + 4


@pytest.mark.rule("MTK-BAT-22")
@pytest.mark.parametrize("order", [["kyoko", "mami", "homura"], ["mami", "homura", "kyoko"]])
def test_several_loot_cards_work_in_any_order(order: list[str]) -> None:
    seeds: dict[str, Any] = {
        name: girl("alley", loot=["grief-seed-shard"], hand=2) for name in order
    }
    table = board(phase="battle", enemies=ARTIST, **seeds)
    for name in ("kyoko", "mami", "homura"):
        table.does(name, "loot grief-seed-shard")
    table.play(1, "defend kyoko")
    for name in order[:2]:
        assert f"first {name}" in table.moves(1)
        table.play(1, f"first {name}")
        table.does(name, f"target {name}")
    table.until("guard", "act")
    assert [used["character"] for used in table.told("use-loot")] == order


@pytest.mark.rule("MTK-BAT-23")
def test_the_witch_of_sweets_counts_the_cards_of_a_retreat() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "sweets"},
        kyoko=girl("alley", hand=["sword 4/3", "sword 1"]),
        mami=girl("alley", hand=["bow 3/3", "bow 1"]),
    )
    table.battle({"kyoko": "attack sword 4", "mami": "retreat bow 3"}, defend="mami")
    assert struck(table) == 4
    assert hp(table, "mami") == 6 - (4 + 3 - 3)


@pytest.mark.rule("MTK-BAT-24", "MTK-TERM-08", "MTK-TERM-09")
@pytest.mark.parametrize(
    ("name", "amount"), [("kyoko", 4), ("sayaka", 4), ("mami", 2), ("homura", 2), ("madoka", 2)]
)
def test_the_sword_uses_melee_the_bow_ranged_attack(name: str, amount: int) -> None:
    table = duel(name=name, hand=[SWORD_4, "magic-01"])
    table.battle({name: f"attack {SWORD_4}"})
    assert struck(table) == amount


@pytest.mark.rule("MTK-BAT-25", "MTK-BAT-30")
def test_the_attacks_are_added_and_the_enemy_loses_the_total() -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["sword 5/4"]),
        mami=girl("alley", hand=["bow 3/4"]),
        homura=girl("alley", hand=["bow 3/4"]),
    )
    table.battle(
        {"kyoko": "attack sword 5", "mami": "attack bow 3", "homura": "attack bow 3"}, "kyoko"
    )
    assert struck(table) == 5 + 3 + 3
    assert enemy(table, "alley").hp == 20 - 11


@pytest.mark.rule("MTK-BAT-26", "MTK-BAT-27")
@pytest.mark.parametrize("mami", ["retreat bow 5", "loot grief-seed"])
def test_who_retreats_or_uses_loot_deals_no_damage(mami: str) -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["sword 2", "sword 3"]),
        mami=girl("alley", hand=["bow 5", "bow 4"], loot=["grief-seed"]),
    )
    table.battle({"kyoko": "attack sword 2", "mami": mami}, defend="kyoko", seed="target kyoko")
    assert struck(table) == 2


DECLARED: list[tuple[tuple[str, ...], str, list[str], str, list[str], int]] = [
    ((), "kyoko", ["sword 4", "sword 1"], "sword 4", ["veteran"], 5),
    ((), "madoka", ["bow 2/5", "bow 2/4", "bow 3"], "bow 2/5", ["lay bow 2", "done"], 4),
    (("first-loop-madoka",), "madoka", ["bow 2", "bow 5"], "bow 2", ["lay bow 5"], 7),
    (("free-setup",), "kazumi", [SWORD_4, "sword 1"], SWORD_4, ["versatile"], 2),
    (("free-setup",), "nagisa", ["bow 2", "bow 5"], "bow 2", ["bubbles-up"], 3),
    (("free-setup",), "nagisa", ["bow 2", "bow 5"], "bow 2", ["bubbles-down"], 1),
]
"""Abilities of the attack: options, girl, hand, what she lays, what she declares, the damage."""


@pytest.mark.rule("MTK-BAT-28")
@pytest.mark.parametrize(("rules", "name", "held", "card", "declared", "amount"), DECLARED)
def test_other_abilities_of_the_attack_are_declared_after_the_reveal(
    rules: tuple[str, ...], name: str, held: list[str], card: str, declared: list[str], amount: int
) -> None:
    cast = {"cast": ["sayaka", "kyoko", "mami", "homura", name]} if "free-setup" in rules else None
    table = duel(*rules, name=name, options=cast, hand=held)
    assert verbs(table.options(name)) == {"attack", "retreat"}
    table.does(name, f"attack {card}")
    seen = [{her.name: her for her in table.view(seat).characters}[name] for seat in range(5)]
    assert {len(her.laid_cards) for her in seen} == {1}  # it lies open
    with pytest.raises(engine.IllegalMove):
        table.does(name, f"attack {card}")
    table.does(name, *declared)
    table.through("battle")
    assert struck(table) == amount


@pytest.mark.rule("MTK-BAT-29")
@pytest.mark.parametrize("kyoko", ["veteran", "pass"])
def test_they_are_offered_in_action_order_once_each(kyoko: str) -> None:
    table = board(
        phase="battle",
        enemies=ARTIST,
        kyoko=girl("alley", hand=["sword 2", "sword 3"]),
        madoka=girl("alley", hand=["bow 1", "bow 2"]),
        homura=girl("alley", hand=["bow 5", "bow 4"]),
    )
    table.does("kyoko", "attack sword 2").does("madoka", "attack bow 1")
    table.does("homura", "attack bow 5").play(1, "defend madoka")
    assert (table.question, table.options("kyoko")) == (("kyoko", "ability"), ["veteran", "pass"])
    table.does("kyoko", kyoko)
    assert table.question == ("madoka", "further")
    with pytest.raises(engine.NotYourDecision):
        table.does("kyoko", "pass" if kyoko == "veteran" else "veteran")
    table.does("madoka", "done")
    assert table.question[1] not in ("ability", "further")
    assert struck(table) == (2 + (kyoko == "veteran")) + 1 + 5


@pytest.mark.rule("MTK-BAT-31")
@pytest.mark.parametrize(("defender", "amount"), [("sayaka", (1 + 2 + 3) * 2 + 6), ("mami", 12)])
def test_what_an_enemy_card_adds_comes_after_the_doubling(defender: str, amount: int) -> None:
    table = board(
        phase="battle",
        enemies={"alley": "shadow"},
        sayaka=girl("alley", hand=["sword 1"]),
        kyoko=girl("alley", hand=["sword 2"]),
        mami=girl("alley", hand=["bow 3"]),
    )
    lays = {"sayaka": "attack sword 1", "kyoko": "attack sword 2", "mami": "attack bow 3"}
    table.battle(lays, defender)
    assert struck(table) == amount


@pytest.mark.rule("MTK-BAT-32")
@pytest.mark.parametrize(("attack", "amount"), [(2, 0), (4, 0), (5, 1)])
def test_the_total_is_never_below_0(attack: int, amount: int) -> None:
    table = board(
        "oriko-kirika",
        phase="battle",
        enemies={"building": witch("enemy-kirika", hp=9)},
        sayaka=girl("building", hand=[f"sword {attack}", "sword 1"]),
        magic_pile=["sword 2/4", "sword 3/1"],
    )
    table.battle({"sayaka": f"attack sword {attack}"})
    assert struck(table) == amount
    assert enemy(table, "building").hp == 9 - amount


# -- the enemy vanishes ---------------------------------------------------------------------------


@pytest.mark.rule("MTK-BAT-33", "MTK-BAT-41", "MTK-BAT-42")
@pytest.mark.parametrize(("left", "gone"), [(4, True), (5, True), (6, False)])
def test_an_enemy_without_hp_vanishes_any_other_keeps_what_is_left(left: int, gone: bool) -> None:
    table = board(
        phase="battle",
        enemies={"alley": witch("artist", hp=left)},
        madoka=human("alley"),
        kyoko=girl("alley", hand=["sword 5/3", "sword 1"]),
    )
    table.battle({"kyoko": "attack sword 5"}, defend="kyoko").turn_of("kyoko")
    assert table.view(0).turn == 2
    if gone:
        assert "alley" not in enemies(table)
    else:
        assert enemy(table, "alley").hp == 6 - 5
    stays = "city" if gone else "alley"
    assert (place(table, "kyoko"), place(table, "madoka")) == (stays, stays)


@pytest.mark.rule("MTK-BAT-34")
@pytest.mark.parametrize(("left", "won"), [(5, True), (6, False)])
def test_the_game_is_won_when_the_stage_device_witch_vanishes(left: int, won: bool) -> None:
    table = board(
        phase="battle",
        enemies={"alley": witch("walpurgis", hp=left)},
        kyoko=girl("alley", hand=["sword 5/3", "sword 1"]),
    )
    table.does("kyoko", "attack sword 5", "pass")
    assert (not table.state.pending) == won
    if won:
        assert table.result.winners == (0, 1, 2, 3, 4)
        assert happened(table, "loot", "drawn-loot", "hurt") == []


@pytest.mark.rule("MTK-BAT-35")
@pytest.mark.parametrize("choice", ["kyoko", "mami"])
def test_a_vanished_witch_leaves_one_loot_for_a_girl_in_the_area(choice: str) -> None:
    table = board(
        phase="battle",
        enemies={"alley": witch("artist", hp=3), "station": "toys"},
        sayaka=human("alley"),
        kyoko=girl("alley", hand=["sword 5"]),
        mami=girl("alley", hand=["bow 1"]),
        homura=girl("station", loot=[]),
        loot_pile=["grief-seed-large", "growth"],
    )
    lot = len(pile(table, "loot"))
    table.does("kyoko", "attack sword 5").does("mami", "attack bow 1")
    table.play(1, "defend kyoko")
    table.does("kyoko", "pass")
    assert table.moves(1) == ["award kyoko", "award mami"]
    table.play(1, f"award {choice}")
    assert {name: loot(table, name) for name in ("kyoko", "mami", "homura")} == {
        **{name: [] for name in ("kyoko", "mami", "homura")},
        choice: ["grief-seed-large"],
    }
    assert len(pile(table, "loot")) == lot - 1


@pytest.mark.rule("MTK-BAT-36")
def test_a_familiar_leaves_no_loot() -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("toys", hp=3)},
        kyoko=girl("alley", hand=["sword 5"]),
        mami=girl("alley", hand=["bow 1"]),
    )
    lot = pile(table, "loot")
    table.battle({"kyoko": "attack sword 5", "mami": "attack bow 1"}, defend="kyoko")
    assert "alley" not in enemies(table)
    assert pile(table, "loot") == lot
    assert (loot(table, "kyoko"), loot(table, "mami")) == ([], [])


@pytest.mark.rule("MTK-BAT-37")
def test_then_all_in_the_area_are_in_the_city_at_once() -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("toys", hp=3), "station": "artist"},
        madoka=human("alley"),
        kyoko=girl("alley", hand=["sword 5/1", "sword 1"]),
        mami=girl("alley", hand=["bow 1", "bow 2"]),
        homura=girl("station"),
    )
    table.does("kyoko", "attack sword 5").does("mami", "retreat bow 1").play(1, "defend kyoko")
    table.does("kyoko", "pass")
    assert table.question == ("kyoko", "guard")  # the damage is not yet applied
    assert [place(table, name) for name in ("kyoko", "madoka", "mami")] == ["city"] * 3
    assert place(table, "homura") == "station"
    assert happened(table, "vanish", "move") == ["vanish", "move", "move", "move"]


@pytest.mark.rule("MTK-BAT-38", "MTK-BAT-39")
@pytest.mark.parametrize("card", ["mermaid", "artist"])
def test_a_corresponding_witch_leaves_loot_and_the_game(card: str) -> None:
    table = board(
        phase="battle",
        enemies={"alley": witch(card, hp=3)},
        sayaka=DROPPED,
        kyoko=girl("alley", hand=["sword 5/3", "sword 1"]),
        loot_pile=["growth"],
    )
    table.battle({"kyoko": "attack sword 5"})
    assert loot(table, "kyoko") == ["growth"]
    view = table.view(None)
    assert (card in view.event_discard) == (card == "artist")
    assert card not in [*view.witches, *pile(table, "event"), *(held for _, held in view.box)]
    assert card not in enemies(table).values()


@pytest.mark.rule("MTK-BAT-38", "MTK-BAT-39")
@pytest.mark.parametrize("nagisa", [DROPPED, girl()])
def test_the_witch_of_sweets_leaves_the_game_if_she_was_nagisa(nagisa: dict[str, Any]) -> None:
    table = board(
        "free-setup",
        options={"cast": ["nagisa", "kyoko", "mami", "homura", "yuma"], "humans": []},
        phase="battle",
        enemies={"alley": witch("sweets", hp=3)},
        nagisa=nagisa,
        kyoko=girl("alley", hand=["sword 5/3", "sword 1"]),
        loot_pile=["growth"],
    )
    table.battle({"kyoko": "attack sword 5"})
    assert loot(table, "kyoko") == ["growth"]
    assert ("sweets" in table.view(None).event_discard) == (nagisa != DROPPED)


# -- the end of the battle ------------------------------------------------------------------------


@pytest.mark.rule("MTK-BAT-40")
def test_laid_cards_are_discarded_after_the_damage_and_before_retreats() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "artist", "station": "toys"},
        kyoko=girl("alley", hand=["magic-36", "magic-01"]),
        homura=girl("alley", hand=["magic-10", "magic-11"]),
    )
    table.does("kyoko", "retreat magic-36").does("homura", "attack magic-10")
    table.play(1, "defend kyoko")
    assert table.question == ("kyoko", "guard")
    assert not discard(table)
    table.does("kyoko", "pass")
    assert table.question == ("kyoko", "retreat")
    assert (hp(table, "kyoko"), discard(table)) == (9 - 3, {"magic-36": 1, "magic-10": 1})


@pytest.mark.rule("MTK-BAT-40")
def test_laid_cards_are_discarded_after_deaths() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "dog", "station": "toys"},
        sayaka=girl("alley", hand=["magic-20", "magic-21"]),
        homura=girl("alley", hand=["magic-10", "magic-11"], hp=1),
    )
    table.does("sayaka", "retreat magic-20").does("homura", "attack magic-10")
    table.play(0, "defend homura")
    table.until("retreat")
    assert state(table, "homura") == "dead"
    assert table.view(0).discard == ("magic-11", "magic-20", "magic-10")  # her hand went first
