"""The contract: its wishes, and the moments at which it may interrupt (MTK-CON)."""

import copy
import random
from collections import Counter
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    DEAD,
    GAME,
    Board,
    board,
    count,
    durability,
    enemies,
    enemy,
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
    state,
    verbs,
    who,
)

FIVE = ["sayaka", "kyoko", "madoka", "mami", "homura"]
ALLEY = {"alley": "artist"}  # attack 8
ROSES = {"alley": "rose-garden-a"}  # attack 6
BOTH = ["sayaka", "madoka"]


def wishes(table: Board, name: str) -> list[str]:
    """What she may wish for if she contracts now."""
    return twin(table).does(name, f"contract {name}").options(name)


def twin(table: Board) -> Board:
    """The same position at a table of its own."""
    other = copy.copy(table)
    other.state, other.events = table.state.copy(), []
    return other


def decline(table: Board, *names: str) -> Board:
    """These humans decline, one after the other."""
    for name in names:
        table.does(name, "decline")
    return table


# -- the contract ---------------------------------------------------------------------------------


@pytest.mark.rule("MTK-CON-01", "MTK-CON-20", "MTK-FAQ-07")
@pytest.mark.parametrize("phase", ["event", "action", "battle", "adjustment"])
@pytest.mark.parametrize("area", ["city", "alley"])
def test_a_human_may_contract_in_any_phase_wherever_she_is(phase: str, area: str) -> None:
    table = board(windows=True, phase=phase, enemies=ALLEY, madoka=human(area))
    assert (table.view(0).phase, table.question) == (phase, ("sayaka", "contract"))
    decline(table, "sayaka")
    assert table.question == ("madoka", "contract")
    table.does("madoka", "contract madoka", "wish-nothing")
    assert (state(table, "madoka"), place(table, "madoka")) == ("girl", area)


@pytest.mark.rule("MTK-CON-04", "MTK-CON-05", "MTK-CON-06", "MTK-CON-07")
@pytest.mark.parametrize(("name", "full", "magic"), [("sayaka", 7, 6), ("madoka", 7, 8)])
def test_she_turns_her_card_is_whole_draws_and_wishes(name: str, full: int, magic: int) -> None:
    other: Any = {name: human(hp=1, hand=["magic-01", "magic-36"])}
    table = board(windows=True, **other)
    if name == "madoka":
        decline(table, "sayaka")
    table.does(name, f"contract {name}")
    assert (state(table, name), hp(table, name), count(table, name)) == ("girl", full, magic)
    assert hand(table, name) >= Counter(["magic-01", "magic-36"])
    assert table.question == (name, "wish")
    table.does(name, "wish-nothing")
    assert happened(table, "contract", "draw", "wish") == ["contract", "draw", "wish"]
    assert table.question[1] != "wish"  # one wish


# -- wishes ---------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-CON-08")
@pytest.mark.parametrize(("name", "magic"), [("kyoko", 7), ("homura", 6)])
def test_wish_1_fills_the_hand_of_any_girl(name: str, magic: int) -> None:
    table = board(
        windows=True,
        enemies=ALLEY,
        kyoko=girl("alley", hand=1),
        homura=girl(hand=0),
        mami=girl(hand=2),
    )
    table.does("sayaka", "contract sayaka")
    cards = [move for move in table.options("sayaka") if move.startswith("wish-cards")]
    assert cards == [f"wish-cards {each}" for each in ("sayaka", "kyoko", "mami", "homura")]
    table.does("sayaka", f"wish-cards {name}")
    held = {"kyoko": 1, "mami": 2, "homura": 0}
    assert {each: count(table, each) for each in held} == {**held, name: magic}


@pytest.mark.rule("MTK-CON-09")
def test_wish_2_makes_all_whole() -> None:
    table = board(
        windows=True,
        enemies=ALLEY,
        madoka=human("alley", hp=1),
        kyoko=girl(hp=1),
        mami=girl("alley", hp=2),
        homura=DEAD,
    )
    table.does("sayaka", "contract sayaka", "wish-health")
    whole = {name: hp(table, name) for name in ("sayaka", "madoka", "kyoko", "mami", "homura")}
    assert whole == {"sayaka": 7, "madoka": 4, "kyoko": 9, "mami": 6, "homura": 0}
    assert state(table, "homura") == "dead"


@pytest.mark.rule("MTK-CON-10")
def test_wish_3_undoes_the_attack_that_would_kill_a_human() -> None:
    table = board(phase="battle", enemies=ALLEY, madoka=human("alley", hp=3))
    assert (table.view(0).danger, table.view(0).endangered) == ("attack", "madoka")
    table.does("sayaka", "contract sayaka", "wish-rescue")
    assert (state(table, "madoka"), hp(table, "madoka")) == ("human", 3)
    assert place(table, "madoka") == "alley"
    # One attack only: the next one threatens her again.
    table.until("rescue")
    assert (table.view(0).turn, table.view(0).endangered) == (2, "madoka")


@pytest.mark.rule("MTK-CON-10")
def test_wish_3_undoes_one_of_several_attacks() -> None:
    table = board(
        "eight-girls",
        players=8,
        phase="battle",
        enemies={"alley": "foresight-witch"},  # attacks everybody there with 5
        oriko={"state": "dropped-out"},
        sayaka=human("alley"),
        madoka=human("alley"),
        kyoko=girl("alley", hand=["sword 1/3", "sword 1/4"]),
    )
    table.until("rescue")
    assert table.view(0).endangered == "sayaka"
    table.does("sayaka", "decline").does("madoka", "contract madoka", "wish-rescue")
    assert (state(table, "sayaka"), hp(table, "sayaka")) == ("human", 5)
    assert hp(table, "madoka") == 7 - 5
    assert hp(table, "kyoko") < 9


@pytest.mark.rule("MTK-CON-11")
def test_wish_4_changes_nothing() -> None:
    table = board(
        windows=True, phase="action", acting="kyoko", kyoko=girl(hp=2, hand=1), madoka=human(hp=1)
    )
    others = ("kyoko", "madoka", "mami", "homura")
    before = [who(table, name) for name in others], durability(table), enemies(table)
    table.does("sayaka", "contract sayaka", "wish-nothing")
    assert ([who(table, name) for name in others], durability(table), enemies(table)) == before


def human_homura(**position: Any) -> Board:
    """Homura begins as a human and is asked for a contract."""
    return board(
        "free-setup", options={"cast": FIVE, "humans": ["homura"]}, windows=True, **position
    )


@pytest.mark.rule("MTK-CON-12")
def test_homura_alone_has_a_fifth_wish() -> None:
    table = human_homura()
    table.does("homura", "contract homura")
    assert "wish-time" in table.options("homura")
    assert loot(table, "homura") == []
    table.does("homura", "wish-time")
    assert loot(table, "homura") == ["time-manipulation"]
    for name in BOTH:
        table = board(windows=True, homura=girl(loot=[]), loot_discard=["time-manipulation"])
        if name == "madoka":
            decline(table, "sayaka")
        assert "wish-time" not in wishes(table, name)


@pytest.mark.rule("MTK-CON-12")
@pytest.mark.parametrize("zone", ["loot_pile", "loot_discard"])
def test_the_fifth_wish_finds_its_card(zone: str) -> None:
    table = human_homura(**{zone: ["time-manipulation"]})
    table.does("homura", "contract homura", "wish-time")
    assert loot(table, "homura") == ["time-manipulation"]
    assert "time-manipulation" not in [*pile(table, "loot"), *table.view(0).loot_discard]


@pytest.mark.rule("MTK-CON-12")
def test_the_fifth_wish_takes_nothing_from_another() -> None:
    table = human_homura(kyoko=girl(loot=["time-manipulation"]))
    assert "wish-time" not in wishes(table, "homura")


@pytest.mark.rule("MTK-CON-13")
@pytest.mark.parametrize("seed", range(8))
def test_no_contract_is_undone(seed: int) -> None:
    table, rng = new(seed=seed), random.Random(seed)
    girls: set[str] = set()
    while table.state.pending:
        people = {her.name: her.state for her in table.view(None).characters}
        assert not [name for name in girls if people[name] == "human"]
        girls |= {name for name, what in people.items() if what == "girl"}
        table.random(rng, 1)
    with pytest.raises(engine.BadScenario, match="no contract is undone"):
        board(kyoko=human())


@pytest.mark.rule("MTK-CON-14")
def test_wish_3_is_there_only_while_another_humans_death_by_an_attack_is_pending() -> None:
    pending = board(phase="battle", enemies=ALLEY, sayaka=human("alley"), madoka=human("alley"))
    pending.play(0, "defend madoka")
    assert pending.view(0).endangered == "madoka"
    assert "wish-rescue" in wishes(pending, "sayaka")
    decline(pending, "sayaka")
    assert "wish-rescue" not in wishes(pending, "madoka")  # herself: she is no human any more
    girl_dies = board(phase="battle", enemies=ALLEY, mami=girl("alley", hp=1, hand=["bow 1/2"]))
    girl_dies.until("rescue")
    assert girl_dies.view(0).endangered == "mami"
    assert "wish-rescue" not in wishes(girl_dies, "sayaka")
    calm = board(windows=True, enemies=ALLEY, madoka=human("alley", hp=1))
    assert "wish-rescue" not in wishes(calm, "sayaka")


@pytest.mark.rule("MTK-CON-18")
def test_only_a_surviving_human_contracts() -> None:
    table = board(windows=True, phase="action", sayaka=DEAD, madoka=girl())
    asked = set()
    while table.view(0).turn == 1:
        asked |= set(table.asked.values())
        table.calm()
    assert not asked & {"contract", "rescue", "wish"}


@pytest.mark.rule("MTK-CON-18")
def test_who_was_turned_back_to_human_may_contract_again() -> None:
    table = board(
        "stage-girl",
        phase="action",
        acting="kyoko",
        identities=["girls", "girls", "witch", "girls", "girls"],
        sayaka=DEAD,
        madoka=girl(),
    )
    table.does("kyoko", "accuse madoka")
    assert state(table, "madoka") == "human"
    table.until("contract", of="madoka").does("madoka", "contract madoka", "wish-nothing")
    assert (state(table, "madoka"), hp(table, "madoka")) == ("girl", 7)


# -- interrupts -----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-CON-02", "MTK-CON-03", "MTK-CON-16", "MTK-CON-25")
def test_a_contract_comes_before_the_loss_it_interrupts() -> None:
    table = board(event_pile=["nothing-left-but-to-kill"], kyoko=girl(hp=2), mami=girl(hp=2))
    table.does("homura", "pass")
    assert (table.view(0).danger, table.view(0).endangered) == ("loss", "kyoko")
    assert hp(table, "kyoko") == 2  # not lost yet
    table.does("sayaka", "contract sayaka", "wish-health")
    assert (hp(table, "kyoko"), hp(table, "mami")) == (9 - 2, 6 - 2)
    assert (state(table, "kyoko"), state(table, "mami")) == ("girl", "girl")


@pytest.mark.rule("MTK-CON-02", "MTK-CON-25")
def test_without_a_contract_the_loss_is_fatal() -> None:
    table = board(event_pile=["nothing-left-but-to-kill"], kyoko=girl(hp=2), mami=girl(hp=3))
    decline(table.does("homura", "pass"), *BOTH)
    assert (state(table, "kyoko"), hp(table, "mami")) == ("dead", 1)  # 3 HP are no danger
    assert [told["character"] for told in table.told("hurt")] == ["kyoko", "mami", "homura"]


@pytest.mark.rule("MTK-CON-03", "MTK-CON-26")
def test_a_contract_comes_before_the_discard_it_interrupts() -> None:
    table = board(event_pile=["last-secret"], kyoko=girl(hand=2), mami=girl(hand=3))
    table.does("homura", "pass")
    assert (table.view(0).danger, table.view(0).endangered) == ("discard", "kyoko")
    assert count(table, "kyoko") == 2
    table.does("sayaka", "contract sayaka", "wish-cards kyoko")
    while table.question == ("kyoko", "discard"):
        table.calm()
    assert count(table, "kyoko") == 7 - 2
    while table.question == ("mami", "discard"):
        table.calm()
    assert count(table, "mami") == 1  # one card is left: no window
    assert table.view(0).phase == "action"


@pytest.mark.rule("MTK-CON-26")
@pytest.mark.parametrize(
    ("event", "held"), [("worth-protecting", 1), ("last-secret", 2), ("last-secret", 1)]
)
def test_without_a_contract_she_loses_her_last_card(event: str, held: int) -> None:
    table = board(event_pile=[event], kyoko=girl(hand=held)).does("homura", "pass")
    assert (table.view(0).danger, table.view(0).endangered) == ("discard", "kyoko")
    decline(table, *BOTH)
    assert count(table, "kyoko") == 0


@pytest.mark.rule("MTK-CON-26")
def test_a_hand_that_is_shared_with_a_human_is_watched_too() -> None:
    table = board(
        "stage-girl",
        event_pile=["make-a-contract"],
        traitors=[{"seat": 2}],
        kyoko=girl(hand=3),
        madoka={**human(), "shares": "kyoko"},
    )
    table.does("homura", "pass").does("sayaka", "discard-all")
    assert count(table, "sayaka") == 0  # a human without cards is in no danger
    table.does("madoka", "discard-all")
    assert (table.view(0).danger, table.view(0).endangered) == ("discard", "kyoko")
    table.does("sayaka", "contract sayaka", "wish-cards kyoko").until("discard")
    for _ in range(3):
        table.calm()
    assert count(table, "kyoko") == 7 + 4 - 3


@pytest.mark.rule("MTK-CON-15", "MTK-CON-16")
@pytest.mark.parametrize(
    ("enemies_there", "after"), [(ROSES, ("girl", 7 - 6)), (ALLEY, ("dead", 0))]
)
def test_the_human_in_danger_contracts_and_takes_the_same_damage(
    enemies_there: dict[str, str], after: tuple[str, int]
) -> None:
    table = board(phase="battle", enemies=enemies_there, madoka=human("alley", hp=2))
    decline(table, "sayaka").does("madoka", "contract madoka", "wish-nothing")
    if table.view(0).danger:
        decline(table, "sayaka")  # 7 HP are too few for an attack of 8
    assert (state(table, "madoka"), hp(table, "madoka")) == after


@pytest.mark.rule("MTK-CON-17", "MTK-CON-23")
def test_who_contracts_at_the_start_of_a_battle_takes_part_as_a_girl() -> None:
    table = second_battle()
    assert (table.view(0).battle.place, table.question) == ("alley", ("sayaka", "contract"))
    decline(table, "sayaka").does("madoka", "contract madoka", "wish-nothing")
    decline(table, "sayaka").until("lay", of="madoka")
    assert {"attack", "retreat"} <= verbs(table.options("madoka"))
    table.battle({"madoka": "attack bow 1", "mami": "attack bow 2"}, defend="mami")
    assert table.told("reveal")[-1]["character"] == "mami"
    assert len(table.told("reveal")) == 3


@pytest.mark.rule("MTK-CON-17", "MTK-CON-24")
def test_who_contracts_after_the_reveal_lays_nothing() -> None:
    table = board(
        phase="battle",
        windows=True,
        enemies=ROSES,
        madoka=human("alley"),
        kyoko=girl("alley", hand=["sword 1", "sword 5"]),
    )
    decline(table, *BOTH).does("kyoko", "attack sword 5").does("kyoko", "defend madoka")
    assert table.question == ("sayaka", "contract")
    assert table.told("reveal")[0]["character"] == "kyoko"
    decline(table, "sayaka").does("madoka", "contract madoka", "wish-nothing")
    decline(table, "sayaka")
    assert table.question == ("kyoko", "ability")  # Madoka was not asked to lay
    table.battle({})
    assert enemy(table, "alley").hp == 12 - 5
    assert (count(table, "madoka"), hp(table, "madoka")) == (8, 7 - 6)  # no defence


# -- the eight windows ----------------------------------------------------------------------------


def second_battle() -> Board:
    """Two battles, the first just over; Madoka stands in the area of the second."""
    table = board(
        phase="battle",
        windows=True,
        enemies={"factory": "unicorn", "alley": "artist"},
        kyoko=girl("factory", hand=["sword 1/4", "sword 2/5", "sword 3"]),
        madoka=human("alley", hand=["bow 1", "bow 3"]),
        mami=girl("alley", hand=["bow 2", "bow 4", "bow 5"]),
    )
    decline(table, *BOTH).does("kyoko", "attack sword 1")
    decline(table, *BOTH)  # after the reveal
    return table.until("contract")


@pytest.mark.rule("MTK-CON-20")
def test_window_phase() -> None:
    table = board(windows=True, enemies=ALLEY, sayaka=DEAD, kyoko=girl("alley"))
    phases = []
    while table.view(0).turn == 1:
        if table.question == ("madoka", "contract") and happened(table)[-1:] in ([], ["phase"]):
            phases.append(table.view(0).phase)
        table.calm()
    assert list(dict.fromkeys(phases)) == ["event", "action", "battle", "adjustment"]


@pytest.mark.rule("MTK-CON-20")
def test_a_blow_that_hurts_only_the_enemy_is_news() -> None:
    table = board(
        phase="battle",
        windows=True,
        enemies={"alley": familiar("rose-garden-b")},  # HP 5, attack 2
        kyoko=girl("alley", hand=["sword 1/3", "sword 2"]),
    )
    decline(table, *BOTH).does("kyoko", "attack sword 1")
    decline(table, *BOTH).does("kyoko", "pass")
    assert (hp(table, "kyoko"), enemy(table, "alley").hp) == (9, 4)
    assert (table.view(0).phase, table.question) == ("adjustment", ("sayaka", "contract"))


@pytest.mark.rule("MTK-CON-21")
def test_window_event_is_before_the_card_is_carried_out_or_placed() -> None:
    table = board(windows=True, event_pile=["evacuate", "unicorn"], enemies={})
    decline(table, *BOTH).does("homura", "pass")
    assert (table.question, table.view(0).event) == (("sayaka", "contract"), "evacuate")
    assert durability(table) == 120
    decline(table, *BOTH)
    assert durability(table) == 120 - 8
    table.until("time").does("homura", "pass")
    assert (table.question, table.view(0).event) == (("sayaka", "contract"), "unicorn")
    assert enemies(table) == {}
    decline(table, *BOTH)
    assert enemies(table) == {"factory": "unicorn"}


@pytest.mark.rule("MTK-CON-21")
def test_a_contract_can_forestall_an_event() -> None:
    table = board(windows=True, event_pile=["miracles-and-magic"], enemies={})
    decline(table, *BOTH).does("homura", "pass")
    table.does("sayaka", "contract sayaka", "wish-nothing")
    decline(table, "madoka")
    assert happened(table, "contract") == ["contract"]  # the event finds no human Sayaka
    assert table.view(0).phase == "action"


@pytest.mark.rule("MTK-CON-22")
def test_window_turn_is_before_the_turn_of_each_character() -> None:
    table = board(windows=True, phase="action")
    decline(table, *BOTH)
    order = []
    while table.view(0).phase == "action":
        order.append(table.question)
        name = table.question[0]
        table.does(name, "decline" if table.question[1] == "contract" else "pass")
    assert order == [
        ("sayaka", "human-act"),  # both have just declined
        ("madoka", "contract"),
        ("kyoko", "act"),
        ("sayaka", "contract"),
        ("madoka", "contract"),
        ("madoka", "human-act"),
        ("sayaka", "contract"),
        ("mami", "act"),
        ("sayaka", "contract"),
        ("madoka", "contract"),
        ("homura", "act"),
    ]


@pytest.mark.rule("MTK-CON-23")
def test_window_battle_is_before_cards_are_laid() -> None:
    table = second_battle()
    assert table.view(0).battle.card == "artist"
    assert {her.choice for her in table.view(0).characters} == {""}
    assert decline(table, *BOTH).question == ("mami", "lay")


@pytest.mark.rule("MTK-CON-24")
def test_window_reveal_is_after_the_reveal_before_loot() -> None:
    table = board(
        phase="battle",
        windows=True,
        enemies=ALLEY,
        kyoko=girl("alley", hand=2, loot=["grief-seed"]),
    )
    decline(table, *BOTH).does("kyoko", "loot grief-seed")
    assert (table.question, happened(table)[-1]) == (("sayaka", "contract"), "reveal")
    assert count(table, "kyoko") == 2
    decline(table, *BOTH)
    assert count(table, "kyoko") == 7


@pytest.mark.rule("MTK-CON-25")
@pytest.mark.parametrize(("left", "danger"), [(6, "attack"), (7, "")])
def test_window_loss_opens_at_0_hp_and_not_at_1(left: int, danger: str) -> None:
    table = board(
        phase="battle",
        enemies=ALLEY,
        kyoko=girl("alley", hp=left, hand=["sword 4/2", "sword 1"]),  # she loses 8 - 2
    )
    table.does("kyoko", "attack sword 4", "pass", "pass")
    assert table.view(0).danger == danger
    if danger:
        assert (table.view(0).endangered, hp(table, "kyoko")) == ("kyoko", 6)
        decline(table, *BOTH)
        assert state(table, "kyoko") == "dead"
    else:
        assert hp(table, "kyoko") == 1


@pytest.mark.rule("MTK-CON-25")
def test_who_cannot_die_by_an_attack_is_in_no_danger() -> None:
    table = board(phase="battle", enemies=ALLEY, sayaka=girl("alley", hp=1, hand=6))
    table.does("sayaka", table.options("sayaka")[0])
    assert (table.view(0).danger, table.told("hurt")[0]["amount"]) == ("", 0)  # Pain block
    assert state(table, "sayaka") == "girl"


@pytest.mark.rule("MTK-CON-27")
def test_window_check_is_before_she_drops_out() -> None:
    table = board(phase="adjustment", enemies={}, kyoko=girl(hand=[]))
    assert (table.question, table.view(0).danger) == (("sayaka", "rescue"), "check")
    assert (table.view(0).endangered, state(table, "kyoko")) == ("kyoko", "girl")
    table.does("sayaka", "contract sayaka", "wish-cards kyoko")
    assert (state(table, "kyoko"), count(table, "kyoko")) == ("girl", 7)


def three_humans() -> Board:
    """Sayaka, Kyoko and Madoka are asked for a contract."""
    return board(
        "free-setup",
        options={"cast": FIVE, "humans": ["madoka", "kyoko", "sayaka"]},
        windows=True,
        phase="action",
    )


@pytest.mark.rule("MTK-CON-28")
def test_humans_are_asked_in_action_order_and_again_after_a_contract() -> None:
    table = three_humans()
    asked = []
    for move in ("decline", "contract kyoko", "decline", "decline"):
        asked.append(table.question[0])
        table.does(table.question[0], move)
        if table.question[1] == "wish":
            table.does("kyoko", "wish-nothing")
    assert asked == ["sayaka", "kyoko", "sayaka", "madoka"]
    assert table.question[1] != "contract"


@pytest.mark.rule("MTK-CON-28")
def test_a_danger_is_asked_again_until_it_is_over_or_all_decline() -> None:
    table = board(phase="adjustment", enemies={}, kyoko=girl(hand=[]))
    decline(table, "sayaka").does("madoka", "contract madoka", "wish-nothing")
    assert (table.question, table.view(0).danger) == (("sayaka", "rescue"), "check")
    table.does("sayaka", "contract sayaka", "wish-cards kyoko")
    assert table.view(0).danger == ""


# -- declining in advance, and what opens no window -----------------------------------------------


@pytest.mark.rule("MTK-CON-29")
@pytest.mark.parametrize(
    ("until", "next_asked"),
    [("phase", (1, "battle")), ("turn", (2, "event")), ("danger", None)],
)
def test_declining_in_advance(until: str, next_asked: tuple[int, str] | None) -> None:
    table = board(windows=True, phase="action", sayaka=DEAD, enemies={"alley": "toys"})
    table.does("madoka", f"decline-until {until}")
    seen = []
    while table.view(0).turn < 3:
        if table.question == ("madoka", "contract"):
            seen.append((table.view(0).turn, table.view(0).phase))
        table.calm()
    assert seen[:1] == ([next_asked] if next_asked else [])


@pytest.mark.rule("MTK-CON-29")
@pytest.mark.parametrize("until", ["phase", "turn", "danger"])
def test_rescues_are_never_declined_in_advance(until: str) -> None:
    def declined(**position: Any) -> Board:
        table = board(windows=True, sayaka=DEAD, **position)
        return table.does("madoka", f"decline-until {until}")

    loss = declined(phase="battle", enemies=ALLEY, mami=girl("alley", hp=1, hand=["bow 1/2"]))
    discards = declined(event_pile=["last-secret"], kyoko=girl(hand=2))
    check = declined(phase="adjustment", enemies={}, kyoko=girl(hand=[]))
    for table, danger in ((loss, "attack"), (discards, "discard"), (check, "check")):
        table.until("rescue", of="madoka")
        assert (table.view(0).turn, table.view(0).danger) == (1, danger)
        assert table.options("madoka") == ["contract madoka", "decline"]


@pytest.mark.rule("MTK-CON-29")
def test_a_seat_that_takes_a_human_over_has_declined_nothing_in_advance() -> None:
    waiting = human(declines="turn")
    dying = girl("alley", hp=1, hand=["bow 1/2"])
    table = board(players=3, phase="battle", enemies=ALLEY, madoka=waiting, mami=dying)
    table.battle({"mami": "attack bow 1"})
    table.play(2, "ask-seat 0")
    table.play(0, "hand-over madoka")
    table.until("contract", of="madoka")
    assert (table.asked, table.view(0).turn, table.view(0).phase) == (
        {2: "contract"},
        1,
        "adjustment",
    )


@pytest.mark.rule("MTK-CON-29")
def test_a_human_who_is_freed_has_declined_nothing_in_advance() -> None:
    witch_at_madoka = ["girls", "girls", "witch", "girls", "girls"]
    table = board("stage-girl", phase="action", acting="kyoko", enemies={},
                  identities=witch_at_madoka, madoka=human(declines="danger"))  # fmt: skip
    table.does("kyoko", "accuse madoka").until("contract", of="madoka")
    assert (table.asked, table.view(0).turn) == ({1: "contract"}, 1)


@pytest.mark.rule("MTK-CON-30")
def test_no_window_opens_for_durability() -> None:
    falls = board(event_pile=["evacuate"], enemies={}, durability=8)
    falls.does("homura", "pass")
    assert falls.result.reason == "city-falls"
    crushed = board(phase="adjustment", durability=5, enemies=ALLEY)
    assert crushed.result.reason == "city-falls"


# -- nobody is asked in vain ----------------------------------------------------------------------

OF_CARDS = {"discard", "discard-any", "give", "give-back", "lay", "lay-more", "return"}
"""Asked even if all her cards are equal: to pass the question over would tell the others."""
FURTHER = "further"
"""Asked even if none of Madoka's cards fits: to pass the question over would tell the others."""
CALM_EVENTS = {"phase", "turn", "battle", "idle"}
"""What tells a human nothing new."""


def matches(seeds: int) -> list[tuple[Board, random.Random, bool]]:
    """New matches of every variant, each with a generator, and whether somebody may be a traitor."""
    found = []
    for options in GAME.variants:
        for players in (3, 5, 6, 7, 8):
            for seed in range(seeds):
                try:
                    table = Board("mitakihara", players, seed, options)
                except engine.TakuError:
                    continue  # not for so many players
                found.append((table, random.Random(seed), "stage-girl" in str(options)))
    return found


def hands(table: Board, seat: int) -> list[tuple[str, ...]]:
    """The hands a seat plays with, a traitor's too."""
    view = table.view(None)
    own = [her.hand for her in view.characters if her.seat == seat and her.hand]
    return own + [traitor.hand for traitor in view.traitors if traitor.seat == seat]


def test_no_question_has_only_one_answer_unless_silence_would_tell() -> None:
    further = 0
    for table, rng, _ in matches(3):
        while table.state.pending:
            for decision in table.state.pending:
                if len(decision.moves) > 1:
                    continue
                if decision.kind in (FURTHER, "wreck"):
                    further += decision.kind == FURTHER
                    continue
                assert decision.kind in OF_CARDS, decision
                card = decision.moves[0].partition(" ")[2]
                held = hands(table, decision.seat)
                assert any(len(cards) > 1 and set(cards) == {card} for cards in held), decision
            table.random(rng, 1)
    assert further > 20


@pytest.mark.rule("MTK-CON-31")
def test_a_human_is_asked_again_only_if_something_is_new() -> None:
    asked = 0
    for table, rng, _ in matches(3):
        declined: set[str] = set()
        while table.state.pending:
            decision = rng.choice(table.state.pending)
            if decision.kind != "contract":
                table.play(decision.seat, rng.choice(decision.moves))
                declined.clear()
                continue
            asked += 1
            contract, *declines = decision.moves
            name = contract.partition(" ")[2]
            assert name not in declined
            move = rng.choice([contract, *declines * 8])
            events = table.play(decision.seat, move)
            declined.add(name)
            if move == contract or {event.kind for event in events} - CALM_EVENTS:
                declined.clear()
    assert asked > 500


@pytest.mark.rule("MTK-CON-02")
def test_a_rescue_is_asked_exactly_when_somebody_would_be_lost() -> None:
    rescues, losses = 0, 0
    for table, rng, traitor in matches(3):
        if traitor:
            continue  # a traitor's character is freed instead
        humans = {her.name for her in table.view(None).characters if her.state == "human"}
        warned: set[str] = set()
        while table.state.pending:
            decision = rng.choice(table.state.pending)
            if decision.kind == "rescue":
                rescues += 1
                view = table.view(None)
                warned.add(view.endangered)
                assert is_lost(table, view.danger, view.endangered)
            could_help = bool(humans)
            for event in table.play(decision.seat, rng.choice(decision.moves)):
                if event.kind in ("die", "drop-out") and could_help:
                    losses += 1
                    assert event.data["character"] in warned
                if event.kind in ("die", "drop-out", "contract"):
                    humans.discard(event.data["character"])
                if event.kind == "turn":
                    warned.clear()
    assert rescues > 90
    assert losses > 20


def is_lost(table: Board, danger: str, name: str) -> bool:
    """Whether she is lost, or her last card is, if all humans decline now."""
    other = twin(table)
    while other.view(None).danger:
        other.play(other.state.pending[0].seat, "decline")
    if "snipe" in other.asked.values():
        other.calm()
    if danger == "discard":
        return count(other, name) == 0
    return hp(other, name) <= 0 or state(other, name) == "dropped-out"
