"""The option stage-girl: identities, accusation, freed characters, interventions (MTK-OTR).

Seats in action order: 0 Sayaka, 1 Kyoko, 2 Madoka, 3 Mami, 4 Homura; with more, 5 Yuma and so on.
"""

import random
from collections import Counter
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    CARDS,
    DEAD,
    Board,
    board,
    count,
    discard,
    durability,
    enemies,
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

SLUG = "stage-girl"
CASTS = {5: (), 6: ("six-girls",), 7: ("seven-girls",), 8: ("eight-girls",)}
SEVEN = ["sayaka", "kyoko", "madoka", "mami", "homura", "yuma", "oriko"]
LOYAL = ["girls"] * 5


def witch_at(*seats: int) -> list[str]:
    """Identities of five players with traitors at these seats."""
    return ["witch" if seat in seats else "girls" for seat in range(5)]


def court(accuser: str = "kyoko", traitor: int = 3, **named: Any) -> Board:
    """The turn of a girl who may accuse; who is the traitor is fixed."""
    fields: dict[str, Any] = {"phase": "action", "acting": accuser, "identities": witch_at(traitor)}
    return board(SLUG, **{**fields, **named})


def accused(**named: Any) -> Board:
    """Kyoko has just accused Mami, the traitor; Kyoko held 3 magic cards."""
    fields: dict[str, Any] = {"kyoko": girl(hand=3), "mami": girl(hand=5)}
    table = court(**{**fields, **named})
    table.does("kyoko", "accuse mami")
    return table


def shared(held: Any = 3, **named: Any) -> Board:
    """Kyoko's seat has freed Mami: the two share a hand."""
    fields: dict[str, Any] = {
        "phase": "action",
        "acting": "kyoko",
        "traitors": [{"seat": 3}],
        "kyoko": girl(hand=held),
        "mami": girl(shares="kyoko"),
    }
    return board(SLUG, **{**fields, **named})


def interfering(own: Any, **named: Any) -> Board:
    """The intervention of Mami's player, whose character Kyoko's seat has freed."""
    fields: dict[str, Any] = {
        "phase": "adjustment",
        "enemies": {},
        "traitors": [{"seat": 3, "hand": own}],
        "kyoko": girl(hand=3),
        "mami": girl(shares="kyoko"),
    }
    return board(SLUG, **{**fields, **named}).until("intervene")


def two_traitors(hands: dict[int, Any]) -> Board:
    """Interventions of two traitors of seven, in this order; Kyoko's seat has freed both."""
    table = board(
        SLUG,
        "seven-girls",
        players=7,
        options={"cast": SEVEN},
        phase="adjustment",
        enemies={},
        traitors=[{"seat": seat, "hand": held} for seat, held in hands.items()],
        kyoko=girl(hand=3),
        mami=girl(shares="kyoko"),
        homura=girl(shares="kyoko"),
    )
    return table.until("intervene")


def own_hand(table: Board, number: int = 0) -> list[str]:
    """The magic cards of an unmasked traitor."""
    return list(table.view(None).traitors[number].hand)


def sum_of_mp(*girls: str) -> int:
    """The MP of girls together."""
    return sum(CARDS.girls[name].girl.mp for name in girls)


# -- players, identities, victory -----------------------------------------------------------------


@pytest.mark.rule("MTK-OTR-01")
def test_for_five_players_or_more_with_their_own_option() -> None:
    for players, more in CASTS.items():
        assert len(new(SLUG, *more, players=players).view(0).characters) == players
    for players in (3, 4):
        with pytest.raises(engine.BadPlayers, match="stage-girl is for 5 to 8 players"):
            new(SLUG, players=players)
    with pytest.raises(engine.BadOptions, match="stage-girl with 6 players needs six-girls"):
        new(SLUG, "warped-timeline", players=6)
    with pytest.raises(engine.BadPlayers, match="with 7 use seven-girls"):
        new(SLUG, players=7)


@pytest.mark.rule("MTK-OTR-02")
@pytest.mark.parametrize(
    ("players", "city", "number"),
    [(5, 120, "30"), (6, 80, "30_EX"), (7, 60, "30_EX2"), (8, 40, "30_EX3")],
)
def test_durability_and_the_last_card(players: int, city: int, number: str) -> None:
    table = new(SLUG, *CASTS[players], players=players)
    assert durability(table) == city
    assert CARDS.events[pile(table, "event")[-1]].number == number


@pytest.mark.rule("MTK-OTR-03", "MTK-OTR-04", "MTK-OTR-05")
@pytest.mark.parametrize(
    ("players", "girls", "witches"), [(5, 5, 1), (6, 6, 1), (7, 7, 2), (8, 8, 2)]
)
def test_identity_cards(players: int, girls: int, witches: int) -> None:
    traitors: Counter[int] = Counter()
    for seed in range(150):
        table = new(SLUG, *CASTS[players], players=players, seed=seed)
        dealt = table.view(None).identities
        assert len(dealt) == players
        assert dealt.count("girls") + dealt.count("witch") == players
        assert len(table.state.identity_box) == girls + witches - players
        assert dealt.count("witch") + sum(table.state.identity_box) == witches
        traitors[dealt.count("witch")] += 1
    assert set(traitors) == set(range(witches + 1))


@pytest.mark.rule("MTK-OTR-06", "MTK-OTR-07", "MTK-OTR-10")
def test_everybody_knows_her_own_identity_alone() -> None:
    found = 0
    for seed in range(40):
        table = new(SLUG, "seven-girls", players=7, seed=seed)
        real = table.view(None).identities
        found += real.count("witch") == 2
        for seat in range(7):
            view = table.view(seat)
            assert view.identity == real[seat]
            assert [each for at, each in enumerate(view.identities) if at != seat] == ["hidden"] * 6
            others = {
                table.state.determinize(seat, random.Random(n)).view(None).identities
                for n in range(8)
            }
            assert {each[seat] for each in others} == {real[seat]}
            assert len(others) > 1  # who else is a traitor, the other traitor too, is not known
    assert found


LAST = {"factory": {"card": "walpurgis", "hp": 1}}


@pytest.mark.rule("MTK-OTR-08", "MTK-OTR-09")
def test_the_traitor_wins_when_the_girls_lose() -> None:
    won = board(
        SLUG,
        identities=witch_at(3),
        phase="battle",
        enemies=LAST,
        homura=girl("factory", hand=["bow 3"]),
    )
    won.battle({"homura": "attack bow 3"})
    assert won.result.winners == (0, 1, 2, 4)
    assert won.result.ranks == (1, 1, 1, 5, 1)
    lost = board(
        SLUG, identities=witch_at(3), phase="adjustment", durability=1, enemies={"alley": "artist"}
    )
    lost.through("adjustment")
    assert lost.result.winners == (3,)
    assert lost.result.ranks == (2, 2, 2, 1, 2)
    nobody = board(
        SLUG, identities=LOYAL, phase="adjustment", durability=1, enemies={"alley": "artist"}
    )
    nobody.through("adjustment")
    assert nobody.result.winners == ()


# -- death and dropping out -----------------------------------------------------------------------


def doomed(identities: list[str], **named: Any) -> Board:
    """Mami is killed by the Witch of Dogs."""
    fields: dict[str, Any] = {"mami": girl("alley", hp=1, hand=["bow 1/2"], loot=["growth"])}
    table = board(
        SLUG,
        phase="battle",
        enemies={"alley": "dog"},
        identities=identities,
        **{**fields, **named},
    )
    return table.battle({"mami": "attack bow 1"})


@pytest.mark.rule("MTK-OTR-11")
def test_the_identity_of_the_dead_is_revealed() -> None:
    table = doomed(LOYAL)
    assert state(table, "mami") == "dead"
    assert table.view(0).identities == ("girls", "hidden", "hidden", "girls", "hidden")
    assert happened(table, "identity", "die") == ["identity", "die"]


@pytest.mark.rule("MTK-OTR-11")
def test_the_identity_of_who_drops_out_is_revealed() -> None:
    table = board(
        SLUG, phase="adjustment", enemies={}, identities=LOYAL, kyoko=girl(hand=[])
    ).through("adjustment")
    assert state(table, "kyoko") == "dropped-out"
    assert table.view(0).identities[1] == "girls"
    assert "wudan" in enemies(table).values()


@pytest.mark.rule("MTK-OTR-12", "MTK-OTR-13")
def test_a_traitor_does_not_die_but_is_freed() -> None:
    table = doomed(witch_at(3))
    assert state(table, "mami") == "girl"
    assert place(table, "mami") == "city"
    assert hp(table, "mami") == who(table, "mami").most_hp
    assert table.seat("mami") == 0  # Sayaka's, the earliest of the other seats
    assert not table.told("die")
    assert table.view(0).identities[3] == "witch"


@pytest.mark.rule("MTK-OTR-12", "MTK-OTR-13")
def test_a_traitor_does_not_drop_out_but_is_freed() -> None:
    table = board(
        SLUG,
        phase="adjustment",
        enemies={},
        identities=witch_at(1),
        sayaka=DEAD,
        kyoko=girl(hand=[]),
    ).through("adjustment")
    assert state(table, "kyoko") == "girl"
    assert enemies(table) == {}
    assert table.seat("kyoko") == 2  # Madoka's: Sayaka does not survive


@pytest.mark.rule("MTK-OTR-13A")
def test_if_no_other_character_survives_the_first_loyal_seat_takes_her() -> None:
    gone = dict.fromkeys(("sayaka", "kyoko", "madoka", "homura"), DEAD)
    table = doomed(witch_at(3), **gone)
    assert state(table, "mami") == "girl"
    assert table.seat("mami") == 0
    assert count(table, "mami") == CARDS.girls["mami"].girl.mp  # a hand of her own
    assert table.state.result is None


@pytest.mark.rule("MTK-OTR-13A")
def test_an_unmasked_traitor_takes_nobody_over() -> None:
    gone: dict[str, Any] = {name: DEAD for name in SEVEN if name != "mami"}
    table = board(
        SLUG,
        "seven-girls",
        players=7,
        options={"cast": SEVEN},
        phase="battle",
        enemies={"alley": "dog"},
        identities=["witch", "girls", "girls", "witch", "girls", "girls", "girls"],
        traitors=[{"seat": 0}],
        mami=girl("alley", hp=1, hand=["bow 1/2"]),
        **gone,
    )
    table.battle({"mami": "attack bow 1"})
    assert (state(table, "mami"), table.seat("mami")) == ("girl", 1)


# -- accusation -----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-OTR-14")
def test_a_girl_in_the_city_may_accuse_as_her_action() -> None:
    table = court(kyoko=girl(hand=3, loot=["growth"]))
    assert "accuse" in verbs(table.options("kyoko"))
    table.does("kyoko", "accuse sayaka")
    while table.question == ("kyoko", "discard"):
        table.calm()
    # Telepathy may still follow, another action not.
    assert verbs(table.options("kyoko")) <= {"telepathy", "done"}
    there = court(kyoko=girl("alley", hand=3), enemies={"alley": "toys"})
    assert "accuse" not in verbs(there.options("kyoko"))
    assert "accuse" not in verbs(board(phase="action", acting="kyoko").options("kyoko"))


@pytest.mark.rule("MTK-OTR-15")
def test_humans_cannot_accuse() -> None:
    table = court("sayaka")
    assert table.question == ("sayaka", "human-act")
    assert "accuse" not in verbs(table.options("sayaka"))


@pytest.mark.rule("MTK-OTR-16", "MTK-OTR-58")
def test_each_character_accuses_once() -> None:
    table = court(event_pile=["evacuate"], kyoko=girl(hand=6))
    assert not who(table, "kyoko").accused
    table.does("kyoko", "accuse sayaka")
    assert all(
        next(her for her in table.view(seat).characters if her.name == "kyoko").accused
        for seat in range(5)
    )
    table.until("time").turn_of("kyoko")
    assert table.view(0).turn == 2
    assert "accuse" not in verbs(table.options("kyoko"))
    assert "accuse" in verbs(table.turn_of("mami").options("mami"))


@pytest.mark.rule("MTK-OTR-17")
def test_she_names_anybody_in_any_place_and_state() -> None:
    table = court(
        enemies={"alley": "toys"}, sayaka=human("alley"), mami=girl("alley"), homura=girl()
    )
    accusations = {move for move in table.options("kyoko") if move.startswith("accuse")}
    assert accusations == {f"accuse {name}" for name in ("sayaka", "madoka", "mami", "homura")}
    table.does("kyoko", "accuse sayaka")
    assert table.told("identity") == [{"seat": 0, "team": "girls"}]
    assert table.view(4).identities[0] == "girls"


@pytest.mark.rule("MTK-OTR-18")
@pytest.mark.parametrize(("top", "price"), [("evacuate", None), ("walpurgis", 0)])
def test_a_failed_accusation_costs_the_number_on_the_event_pile(
    top: str, price: int | None
) -> None:
    table = court(event_pile=[top], kyoko=girl(hand=6))
    price = CARDS.back[top] if price is None else price
    table.does("kyoko", "accuse sayaka")
    while table.question == ("kyoko", "discard"):
        table.calm()
    assert count(table, "kyoko") == 6 - price
    assert table.seat("sayaka") == 0


@pytest.mark.rule("MTK-OTR-18")
def test_she_pays_four_by_her_own_choice_and_nothing_without_a_pile() -> None:
    four = next(card for card in CARDS.events if CARDS.back[card] == 4)
    cards = ["sword 1", "sword 2", "sword 3", "sword 4", "sword 5"]
    table = court(event_pile=[four], kyoko=girl(hand=cards))
    table.does("kyoko", "accuse homura")
    for number in (2, 3, 4, 5):
        table.does("kyoko", f"discard sword {number}")
    assert count(table, "kyoko") == 1
    bare = court(event_pile=[], enemies={"factory": "walpurgis"}, kyoko=girl(hand=5))
    bare.does("kyoko", "accuse homura")
    assert (count(bare, "kyoko"), bare.question) == (5, ("kyoko", "telepathy"))


@pytest.mark.rule("MTK-OTR-18", "MTK-OTR-19")
def test_who_is_left_without_cards_drops_out_at_once() -> None:
    four = next(card for card in CARDS.events if CARDS.back[card] == 4)
    table = court(event_pile=[four], enemies={}, kyoko=girl(hand=3))
    table.does("kyoko", "accuse homura")
    while table.question[1] == "rescue":
        table.calm()
    assert state(table, "kyoko") == "dropped-out"
    assert enemies(table) == {"factory": "wudan"}
    assert table.view(0).phase == "action"
    assert len(discard(table)) == 3


@pytest.mark.rule("MTK-OTR-19A")
def test_contracts_may_interrupt_a_failed_accusation_but_snipe_may_not() -> None:
    four = next(card for card in CARDS.events if CARDS.back[card] == 4)
    table = court(event_pile=[four], enemies={}, kyoko=girl(hand=3), mami=girl(hand=5))
    table.does("kyoko", "accuse homura")
    asked = []
    while table.question[1] in ("rescue", "snipe"):
        asked.append(table.question)
        table.calm()
    assert {kind for _, kind in asked} == {"rescue"}
    assert {name for name, _ in asked} == {"sayaka", "madoka"}
    saved = court(event_pile=[four], enemies={}, kyoko=girl(hand=3))
    saved.does("kyoko", "accuse homura")
    saved.does("sayaka", "contract sayaka", "wish-cards kyoko")
    while saved.question[1] in ("rescue", "discard"):
        saved.calm()
    assert state(saved, "kyoko") == "girl"
    assert count(saved, "kyoko") == CARDS.girls["kyoko"].girl.mp - 4


@pytest.mark.rule("MTK-OTR-20", "MTK-OTR-22")
def test_a_true_accusation_frees_the_girl() -> None:
    table = court(kyoko=girl(hand=3), mami=girl(hand=5))
    held = hand(table, "kyoko")
    table.does("kyoko", "accuse mami")
    assert hand(table, "kyoko") >= held  # the accuser pays nothing
    assert table.view(0).identities[3] == "witch"
    assert table.seat("mami") == table.seat("kyoko") == 1
    assert table.told("freed") == [{"seat": 1, "target": 3, "character": "mami"}]
    # She belongs to the girls' team: its victory is not the old player's.
    won = board(
        SLUG,
        traitors=[{"seat": 3}],
        phase="battle",
        enemies=LAST,
        kyoko=girl(hand=3),
        mami=girl("factory", shares="kyoko"),
    )
    while won.state.pending:
        won.calm()
    assert won.result.winners == (0, 1, 2, 4)


@pytest.mark.rule("MTK-OTR-21")
def test_who_cannot_be_named() -> None:
    table = shared(shown=[0], homura=DEAD)
    accusations = {move for move in table.options("kyoko") if move.startswith("accuse")}
    # Not Mami of her own seat, not Sayaka whose identity is open, not Homura who is dead.
    assert accusations == {"accuse madoka"}
    with pytest.raises(engine.IllegalMove):
        table.does("kyoko", "accuse homura")


# -- the freed character --------------------------------------------------------------------------


@pytest.mark.rule("MTK-OTR-23")
@pytest.mark.parametrize("now", ["human", "girl"])
def test_who_started_as_a_human_is_handed_over_as_one(now: str) -> None:
    table = court(traitor=2, kyoko=girl(hand=3), madoka={"state": now, "hand": 2})
    table.does("kyoko", "accuse madoka")
    assert state(table, "madoka") == "human"
    assert hp(table, "madoka") == CARDS.girls["madoka"].human.hp
    assert state(accused(), "mami") == "girl"


@pytest.mark.rule("MTK-OTR-24", "MTK-OTR-25", "MTK-OTR-33")
def test_loot_is_lost_hp_are_full_and_she_stands_in_the_city() -> None:
    table = accused(
        enemies={"alley": "toys"}, mami=girl("alley", hp=1, hand=2, loot=["growth", "grief-seed"])
    )
    assert loot(table, "mami") == []
    assert sorted(table.view(0).loot_discard) == ["grief-seed", "growth"]
    assert hp(table, "mami") == CARDS.girls["mami"].girl.hp
    assert place(table, "mami") == "city"


@pytest.mark.rule("MTK-OTR-26", "MTK-OTR-27", "MTK-OTR-28", "MTK-OTR-34")
def test_cards_are_drawn_and_one_hand_is_shared() -> None:
    table = accused()
    assert count(table, "kyoko") == count(table, "mami") == 3 + CARDS.girls["mami"].girl.mp
    assert who(table, "kyoko").hand == who(table, "mami").hand
    assert who(table, "mami").most_cards == who(table, "kyoko").most_cards
    assert who(table, "kyoko").most_cards == sum_of_mp("kyoko", "mami") == 7 + 8
    full = accused(kyoko=girl(hand=7))
    assert count(full, "kyoko") == 7 + 8
    human_now = court(traitor=2, kyoko=girl(hand=7))
    human_now.does("kyoko", "accuse madoka")
    assert count(human_now, "kyoko") == 7 + CARDS.girls["madoka"].human.mp


@pytest.mark.rule("MTK-OTR-19A")
def test_an_accuser_without_cards_may_be_saved_though_she_pays_nothing() -> None:
    table = court(event_pile=[], enemies={"factory": "walpurgis"}, kyoko=girl(hand=[]))
    table.does("kyoko", "accuse homura")
    assert (table.question, table.view(0).danger) == (("sayaka", "rescue"), "check")
    table.until("act", "human-act")
    assert state(table, "kyoko") == "dropped-out"


@pytest.mark.rule("MTK-OTR-29", "MTK-OTR-59")
def test_both_drop_out_together_after_a_failed_accusation() -> None:
    four = next(card for card in CARDS.events if CARDS.back[card] == 4)
    table = shared(2, event_pile=[four], enemies={})
    table.does("kyoko", "accuse homura").until("act", "human-act")
    assert (state(table, "kyoko"), state(table, "mami")) == ("dropped-out", "dropped-out")
    assert table.view(0).phase == "action"


@pytest.mark.rule("MTK-OTR-29", "MTK-OTR-59")
def test_both_drop_out_together_when_the_hand_is_empty() -> None:
    table = shared([], phase="adjustment", acting="", enemies={})
    while table.view(0).phase == "adjustment":
        table.calm()
    assert state(table, "kyoko") == state(table, "mami") == "dropped-out"
    assert set(enemies(table).values()) == {"wudan", "dress-up"}
    one = shared(1, phase="adjustment", acting="", enemies={})
    while one.view(0).phase == "adjustment":
        one.calm()
    assert state(one, "kyoko") == state(one, "mami") == "girl"


@pytest.mark.rule("MTK-OTR-59")
def test_they_drop_out_at_the_check_not_before_and_cards_save_both() -> None:
    table = shared([], phase="adjustment", acting="", enemies={})
    table.until("rescue")
    assert state(table, "kyoko") == "girl"
    table.does("sayaka", "contract sayaka", "wish-cards kyoko")
    while table.view(0).phase == "adjustment":
        table.calm()
    assert state(table, "kyoko") == state(table, "mami") == "girl"
    assert count(table, "mami") == sum_of_mp("kyoko", "mami")


@pytest.mark.rule("MTK-OTR-30")
def test_filling_one_fills_the_shared_hand() -> None:
    table = shared(windows=True, phase="event", acting="")
    table.until("contract", of="sayaka")
    table.does("sayaka", "contract sayaka", "wish-cards mami")
    assert count(table, "kyoko") == sum_of_mp("kyoko", "mami")


@pytest.mark.rule("MTK-OTR-31")
def test_a_change_of_mood_still_ends_with_four_cards() -> None:
    table = board(
        SLUG,
        phase="action",
        acting="madoka",
        traitors=[{"seat": 2}],
        kyoko=girl(hand=2),
        madoka={"state": "human", "shares": "kyoko"},
    )
    table.does("madoka", "change-mood")
    while table.question[1] == "discard-any":
        table.does("madoka", "done")
    assert count(table, "madoka") == count(table, "kyoko") == 4


@pytest.mark.rule("MTK-OTR-32")
@pytest.mark.parametrize(("held", "after"), [(3, 3 + 8), (11, 7 + 8)])
def test_a_contract_draws_her_mp_up_to_the_sum(held: int, after: int) -> None:
    table = board(
        SLUG,
        windows=True,
        phase="action",
        traitors=[{"seat": 2}],
        kyoko=girl(hand=held),
        madoka={"state": "human", "shares": "kyoko"},
    )
    table.until("contract", of="madoka")
    table.does("madoka", "contract madoka")
    assert count(table, "kyoko") == after


@pytest.mark.rule("MTK-OTR-35")
def test_a_human_who_shares_an_empty_hand_stays() -> None:
    table = board(
        SLUG,
        phase="adjustment",
        enemies={},
        traitors=[{"seat": 2}],
        kyoko=girl(hand=[]),
        madoka={"state": "human", "shares": "kyoko"},
    )
    while table.view(0).phase == "adjustment":
        table.calm()
    assert state(table, "kyoko") == "dropped-out"
    assert state(table, "madoka") == "human"


@pytest.mark.rule("MTK-OTR-36")
def test_the_two_do_not_talk_or_cheer_but_others_use_the_shared_hand() -> None:
    table = shared(3, homura=girl(hand=2))
    talks = {move for move in table.options("kyoko") if move.startswith("telepathy")}
    assert talks == {"telepathy homura"}
    before = who(table, "mami").hand
    table.does("kyoko", "telepathy homura", f"give {before[0]}")
    back = next(m for m in table.options("homura") if m != f"give {before[0]}")
    table.does("homura", back)
    assert back[5:] in who(table, "mami").hand
    cheering = board(
        SLUG,
        phase="action",
        acting="madoka",
        traitors=[{"seat": 2}],
        kyoko=girl(hand=2),
        mami=girl(hand=2),
        madoka={"state": "human", "shares": "kyoko"},
    )
    cheers = {move for move in cheering.options("madoka") if move.startswith("cheer")}
    assert "cheer kyoko" not in cheers
    assert "cheer mami" in cheers


@pytest.mark.rule("MTK-OTR-37")
def test_who_had_freed_somebody_and_is_unmasked_loses_both() -> None:
    table = board(
        SLUG,
        "seven-girls",
        players=7,
        options={"cast": SEVEN},
        phase="action",
        acting="homura",
        identities=["girls", "witch", "girls", "witch", "girls", "girls", "girls"],
        traitors=[{"seat": 3}],
        kyoko=girl(hand=3, hp=2, loot=["growth"]),
        mami=girl(shares="kyoko", hp=2, loot=["grief-seed"]),
        homura=girl(hand=2),
    )
    table.does("homura", "accuse kyoko")
    assert table.seat("kyoko") == table.seat("mami") == table.seat("homura") == 4
    assert who(table, "kyoko").hand == who(table, "mami").hand == who(table, "homura").hand
    assert count(table, "homura") == 2 + CARDS.girls["kyoko"].girl.mp
    assert who(table, "homura").most_cards == sum_of_mp("kyoko", "mami", "homura")
    # Only the unmasked one is reset.
    assert (hp(table, "kyoko"), loot(table, "kyoko")) == (9, [])
    assert (hp(table, "mami"), loot(table, "mami")) == (2, ["grief-seed"])
    assert [each.seat for each in table.view(0).traitors] == [3, 1]


@pytest.mark.rule("MTK-OTR-38")
def test_a_freed_character_acts_in_her_place_of_the_order() -> None:
    later = accused()
    later.turn_of("mami")
    assert later.view(0).turn == 1
    past = court("homura", homura=girl(hand=3), mami=girl(hand=5))
    past.does("homura", "accuse mami")
    while past.view(0).phase == "action":
        assert past.question[0] != "mami"
        past.calm()


@pytest.mark.rule("MTK-OTR-60")
def test_a_freed_character_keeps_her_own_accusation() -> None:
    table = accused().turn_of("mami")
    assert "accuse" in verbs(table.options("mami"))
    used = accused(mami=girl(hand=5, accused=True)).turn_of("mami")
    assert "accuse" not in verbs(used.options("mami"))


# -- the unmasked traitor -------------------------------------------------------------------------


@pytest.mark.rule("MTK-OTR-40", "MTK-OTR-47", "MTK-OTR-52")
def test_she_discards_all_and_draws_four_hidden_cards() -> None:
    table = accused(mami=girl(hand=["bow 1", "bow 2", "bow 3", "bow 4", "bow 5"]))
    assert len(own_hand(table)) == 4
    assert len(discard(table)) == 5
    for seat in range(5):
        (traitor,) = table.view(seat).traitors
        assert (traitor.seat, traitor.cards) == (3, 4)
        assert (traitor.hand is not None) == (seat == 3)
    hands = {
        table.state.determinize(1, random.Random(n)).view(None).traitors[0].hand for n in range(6)
    }
    assert len(hands) > 1


@pytest.mark.rule("MTK-OTR-41")
def test_she_intervenes_from_the_turn_of_the_unmasking_on() -> None:
    table = accused(event_pile=["evacuate", "worth-protecting"], enemies={})
    for turn in (1, 2):
        table.until("intervene")
        assert (table.view(0).turn, table.view(0).phase) == (turn, "adjustment")
        assert table.asked == {3: "intervene"}
        table.play(3, "pass")
        assert table.asked.get(3) != "intervene"


@pytest.mark.rule("MTK-OTR-42")
@pytest.mark.parametrize("answer", ["swap", "keep"])
def test_look_at_a_boxed_event_and_exchange_it(answer: str) -> None:
    watch = girl(loot=["time-manipulation"])  # she is asked before the next event is revealed
    table = interfering(4, event_pile=["evacuate"], box=["toys"], homura=watch)
    back = CARDS.back["toys"]
    table.play(3, f"look {back}")
    assert (back, "toys") in table.view(3).box
    assert (back, "toys") not in table.view(1).box
    assert table.told("look", 3)[-1]["card"] == "toys"
    assert "card" not in table.told("look", 1)[-1]
    table.play(3, answer)
    top, boxed = ("toys", "evacuate") if answer == "swap" else ("evacuate", "toys")
    assert table.asked == {4: "time"}
    assert pile(table, "event")[0] == top
    assert [card for _, card in table.view(None).box] == [boxed]


@pytest.mark.rule("MTK-OTR-42", "MTK-INFO-09")
def test_where_an_exchanged_card_lies_in_an_order_of_another_is_redealt() -> None:
    def arranged(*order: str) -> Board:
        table = board(
            SLUG,
            "eight-girls",
            players=8,
            phase="adjustment",
            traitors=[{"seat": 3, "hand": 4}],
            enemies={},
            event_pile=["artist", "silver", "shadow"],
            box=["toys"],
            kyoko=girl(hand=3),
            mami=girl(shares="kyoko"),
        )
        table.until("intervene").play(3, f"look {CARDS.back['toys']}")
        table.play(3, "swap")
        table.until("time").does("homura", "pass").does("oriko", "use loot-14")
        return table.does("oriko", *(f"next {card}" for card in order))

    one, other = arranged("silver", "toys"), arranged("silver", "shadow")
    for seed in range(6):
        guess = one.state.determinize(1, random.Random(seed))
        assert guess == other.state.determinize(1, random.Random(seed))


@pytest.mark.rule("MTK-OTR-43", "MTK-OTR-49")
def test_steal_a_card_at_random_and_give_one_back() -> None:
    stolen = set()
    for seed in range(12):
        table = interfering(["bow 1"], seed=seed, homura=girl(hand=["bow 3", "bow 4", "bow 5"]))
        before = who(table, "homura").hand
        table.play(3, "steal homura")
        (card,) = set(before) - set(who(table, "homura").hand)
        stolen.add(card)
        assert card in own_hand(table)
        assert f"give {card}" in table.moves(3)  # the same one too
        assert len(table.moves(3)) == 2
        mine = next(move for move in table.moves(3) if move != f"give {card}")
        table.play(3, mine)
        assert own_hand(table) == [card]
        assert mine[5:] in who(table, "homura").hand
        assert "card" not in table.told("stolen", 0)[0]
    assert len(stolen) == 3


@pytest.mark.rule("MTK-OTR-49")
def test_without_a_card_of_her_own_she_cannot_steal() -> None:
    assert "steal" not in verbs(interfering([]).moves(3))
    assert "steal" in verbs(interfering(1).moves(3))
    empty = interfering(1, madoka=human(hand=[]))
    assert "steal madoka" not in empty.moves(3)


@pytest.mark.rule("MTK-OTR-43", "MTK-OTR-49")
def test_any_player_is_the_other_unmasked_traitor_too() -> None:
    table = two_traitors({3: ["bow 1"], 4: ["bow 3"]})
    assert [move for move in table.moves(3) if move.startswith("steal-from")] == ["steal-from 4"]
    table.play(3, "steal-from 4")
    mine = next(move for move in table.moves(3) if CARDS.attack[1][move[5:]] == 1)
    table.play(3, mine)
    theirs = {each.seat: each.hand for each in table.view(None).traitors}[4]
    assert theirs == (mine[5:],)
    assert table.told("intervene", 0)[-1]["what"] == "steal"
    assert "card" in table.told("stolen", 4)[-1]
    assert "card" not in table.told("stolen", 0)[-1]
    assert (("traitor-4",), mine[5:]) in table.view(3).known
    assert "steal-from" not in verbs(two_traitors({3: ["bow 1"], 4: []}).moves(3))


@pytest.mark.rule("MTK-OTR-44", "MTK-OTR-47")
def test_discard_any_number_and_draw_as_many() -> None:
    table = interfering(["bow 1", "bow 2", "bow 3", "bow 4"])
    table.play(3, "redraw")
    while "done" not in table.moves(3) or len(own_hand(table)) > 2:
        table.play(3, table.moves(3)[0])
    table.play(3, "done")
    assert len(own_hand(table)) == 4
    assert len(discard(table)) == 2


@pytest.mark.rule("MTK-OTR-45")
@pytest.mark.parametrize(("weapon", "numbers"), [("melee", "sword 2"), ("ranged", "bow 3")])
def test_three_equal_attacks_lower_the_durability_by_their_number(
    weapon: str, numbers: str
) -> None:
    value = int(numbers[-1])
    table = interfering([numbers] * 3)
    before = durability(table)
    assert f"wreck-{weapon} {value}" in table.moves(3)
    table.play(3, f"wreck-{weapon} {value}")
    assert before - durability(table) == value  # not the sum
    assert own_hand(table) == []
    assert len(discard(table)) == 3
    four = interfering([numbers, numbers, numbers, "bow 5" if weapon == "ranged" else "sword 5"])
    four.play(3, f"wreck-{weapon} {value}")
    assert four.asked == {3: "wreck"}  # also where only three fit, lest it tells what the fourth is
    for _ in range(3):
        four.play(3, four.moves(3)[0])
    assert before - durability(four) == value
    two = interfering([numbers] * 2)
    assert f"wreck-{weapon} {value}" not in two.moves(3)


@pytest.mark.rule("MTK-OTR-46", "MTK-OTR-47")
def test_draw_one_but_not_with_four() -> None:
    table = interfering(3)
    table.play(3, "draw")
    assert len(own_hand(table)) == 4
    assert "draw" not in interfering(4).moves(3)


@pytest.mark.rule("MTK-OTR-47")
def test_no_traitor_ever_holds_more_than_four() -> None:
    for seed in range(4):
        table = interfering(4, seed=seed)
        rng = random.Random(seed)
        for _ in range(250):
            if not table.state.pending:
                break
            table.random(rng, 1)
            # A stolen card is held until one is given back (MTK-OTR-43).
            most = 5 if table.asked.get(3) == "return" else 4
            assert all(len(each.hand) <= most for each in table.view(None).traitors)


@pytest.mark.rule("MTK-OTR-48")
def test_she_picks_by_the_back_and_never_moves_the_stage_device_witch() -> None:
    table = interfering(4, event_pile=["walpurgis"], box=["toys", "artist"])
    looks = {move for move in table.moves(3) if move.startswith("look")}
    assert looks == {f"look {CARDS.back[card]}" for card in ("toys", "artist")}
    table.play(3, f"look {CARDS.back['artist']}")
    assert table.asked.get(3) != "swap"
    gone = interfering(4, event_pile=[], enemies={"factory": "walpurgis"}, box=["toys"])
    gone.play(3, f"look {CARDS.back['toys']}")
    assert gone.asked.get(3) != "swap"
    assert (CARDS.back["toys"], "toys") in gone.view(3).box


@pytest.mark.rule("MTK-OTR-50")
def test_she_may_skip_it() -> None:
    table = interfering(4)
    before = (own_hand(table), durability(table))
    table.play(3, "pass")
    assert (own_hand(table), durability(table)) == before


@pytest.mark.rule("MTK-OTR-51")
@pytest.mark.parametrize("order", [(3, 4), (4, 3)])
def test_two_traitors_act_in_the_order_of_unmasking(order: tuple[int, int]) -> None:
    table = two_traitors({seat: 4 for seat in order})
    assert table.asked == {order[0]: "intervene"}
    table.play(order[0], "pass")
    assert table.asked == {order[1]: "intervene"}


@pytest.mark.rule("MTK-OTR-53")
def test_she_does_not_count_as_a_character() -> None:
    gone: dict[str, Any] = dict.fromkeys(("sayaka", "madoka", "homura", "kyoko"), DEAD)
    table = board(
        SLUG,
        phase="battle",
        enemies={"alley": "dog"},
        traitors=[{"seat": 3}],
        mami=girl("alley", hp=1, hand=["bow 1/2"], seat=1),
        **gone,
    )
    table.battle({"mami": "attack bow 1"})
    assert table.result.reason == "nobody-left"
    assert table.result.winners == (3,)


@pytest.mark.rule("MTK-OTR-54")
def test_nobody_hands_a_sharing_character_to_a_seat_without_one() -> None:
    table = shared(3, sayaka=DEAD, phase="event", acting="")
    while table.view(0).turn < 3:
        assert "take-over" not in table.asked.values()
        table.calm()


@pytest.mark.rule("MTK-OTR-55")
def test_the_box_holds_only_cards_of_this_game() -> None:
    table = board(
        SLUG,
        phase="event",
        traitors=[{"seat": 3, "hand": 4}],
        box=["toys"],
        event_pile=["artist", "evacuate"],
        enemies={},
        kyoko=girl(hand=3),
        mami=girl(shares="kyoko"),
        homura=girl(loot=["time-manipulation"]),
    )
    table.until("time").does("homura", "use time-manipulation")
    boxed = [card for _, card in table.view(None).box]
    assert boxed == ["toys", "artist"]  # what Time manipulation put there counts too
    unused = {"walpurgis-6", "walpurgis-7", "walpurgis-8", "eliminate-kaname-madoka"}
    assert not unused & set(boxed)
    table.until("intervene")
    assert "look 0" not in table.moves(3)


@pytest.mark.rule("MTK-OTR-56")
def test_limits_and_counts_mean_the_whole_shared_hand() -> None:
    # Cheering: Kyoko's own MP are 7, the two together hold up to 15.
    table = shared(9, acting="sayaka", sayaka=human(hand=2))
    assert "cheer kyoko" in table.options("sayaka")
    full = shared(15, acting="sayaka", sayaka=human(hand=2))
    assert "cheer kyoko" not in full.options("sayaka")
    assert "cheer mami" not in full.options("sayaka")
    # A shard: 3 cards, beyond the 7 of Kyoko, not beyond the 15 of both.
    for held, after in ((7, 10), (14, 15)):
        shard = shared(held, kyoko=girl(hand=held, loot=["grief-seed-shard"]))
        shard.does("kyoko", "use grief-seed-shard", "target kyoko")
        assert count(shard, "kyoko") == after


@pytest.mark.rule("MTK-OTR-57")
def test_when_one_of_two_dies_the_other_keeps_the_hand_up_to_her_mp() -> None:
    table = board(
        SLUG,
        phase="battle",
        enemies={"alley": "dog"},
        traitors=[{"seat": 3}],
        kyoko=girl(hand=["bow 1/2", *(f"sword {n}" for n in (1, 2, 3, 4, 5, 1, 2, 3))]),
        mami=girl("alley", hp=1, shares="kyoko", loot=["growth"]),
    )
    table.battle({"mami": "attack bow 1"})
    while table.question == ("kyoko", "discard") or table.view(0).battle:
        table.calm()
    assert state(table, "mami") == "dead"
    assert table.view(0).loot_discard == ("growth",)
    assert count(table, "kyoko") == CARDS.girls["kyoko"].girl.mp == 7
    assert state(table, "kyoko") == "girl"


@pytest.mark.rule("MTK-OTR-61")
def test_the_option_is_called_as_in_the_rulebook() -> None:
    (option,) = [each for each in CARDS.option if each.slug == SLUG]
    assert option.name.ja == "舞台装置の魔法少女"
    assert option.difficulty == "++++"
