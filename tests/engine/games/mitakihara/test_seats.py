"""Who decides, and who may know what (MTK-SEAT, MTK-INFO)."""

import random
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    CARDS,
    DEAD,
    GAME,
    Board,
    board,
    count,
    girl,
    hand,
    happened,
    human,
    names,
    new,
    state,
    verbs,
    who,
    witch,
)

BASE = ["sayaka", "kyoko", "madoka", "mami", "homura"]


def owners(table: Board) -> dict[str, int]:
    return {name: table.seat(name) for name in names(table)}


# -- SEAT -----------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-SEAT-01")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_win_or_lose_together(players: int) -> None:
    last = {"factory": witch("walpurgis", hp=1)}
    won = board(players=players, phase="battle", enemies=last, homura=girl("factory"))
    won.until("none")
    assert won.result.winners == tuple(range(players))
    assert won.result.ranks == (1,) * players
    lost = board(players=players, phase="adjustment", durability=1, enemies={"alley": "toys"})
    assert lost.result.winners == ()
    assert len(set(lost.result.ranks)) == 1


@pytest.mark.rule("MTK-SEAT-02")
def test_the_base_game_is_for_3_to_5_players_with_five_characters() -> None:
    for players in (3, 4, 5):
        assert names(new(players=players)) == BASE
    for players in (2, 6):
        with pytest.raises(engine.BadPlayers):
            new(players=players)


@pytest.mark.rule("MTK-SEAT-03", "MTK-SEAT-04")
def test_who_controls_whom_with_5_and_4_players() -> None:
    assert owners(new()) == dict(zip(BASE, range(5), strict=True))
    four = owners(new(players=4))
    assert four["sayaka"] == four["madoka"]
    assert len(set(four.values())) == 4


@pytest.mark.rule("MTK-SEAT-05", "MTK-SEAT-06")
def test_who_controls_whom_with_3_players() -> None:
    for chosen, partner, alone in (
        (None, "kyoko", "mami"),
        ("kyoko", "kyoko", "mami"),
        ("mami", "mami", "kyoko"),
    ):
        three = owners(new(players=3, partner=chosen))
        assert three["sayaka"] == three["madoka"]
        assert three["homura"] == three[partner]
        assert len({three["sayaka"], three["homura"], three[alone]}) == 3
    with pytest.raises(engine.BadOptions):
        new(players=3, partner="sayaka")


@pytest.mark.rule("MTK-SEAT-07")
def test_the_hands_of_one_player_stay_apart() -> None:
    table = board(
        players=3,
        phase="action",
        sayaka=human(hand=["magic-01", "magic-02"]),
        madoka=human(hand=["magic-05", "magic-06"]),
    )
    table.does("sayaka", "change-mood")
    assert table.options("sayaka") == ["discard magic-01", "discard magic-02", "done"]
    table.does("sayaka", "discard magic-01", "done")
    assert count(table, "sayaka") == 4
    assert hand(table, "madoka") == {"magic-05": 1, "magic-06": 1}


@pytest.mark.rule("MTK-SEAT-08")
def test_a_player_acts_for_each_character_on_her_own_turn() -> None:
    table = board(players=3, phase="action", sayaka=girl(), enemies={}, madoka=human())
    acted = []
    while table.view(0).phase == "action":
        acted.append((table.question[0], table.state.pending[0].seat))
        table.does(table.question[0], "pass")
    assert acted == [("sayaka", 0), ("kyoko", 1), ("madoka", 0), ("mami", 2), ("homura", 1)]


@pytest.mark.rule("MTK-SEAT-08")
def test_telepathy_and_cheering_between_characters_of_one_player() -> None:
    table = board(players=3, phase="action", acting="kyoko", sayaka=girl(hand=3))
    assert table.seat("kyoko") == table.seat("homura")
    assert "telepathy homura" in table.options("kyoko")
    table.turn_of("madoka")
    assert table.seat("madoka") == table.seat("sayaka")
    assert "cheer sayaka" in table.options("madoka")


@pytest.mark.rule("MTK-SEAT-09")
def test_a_character_s_choice_is_made_by_her_seat_alone() -> None:
    table = board(event_pile=["worth-protecting"], homura=girl(loot=[]))
    for name in ("kyoko", "mami", "homura"):
        assert table.question == (name, "discard")
        assert table.asked == {table.seat(name): "discard"}
        for seat in set(range(5)) - {table.seat(name)}:
            with pytest.raises(engine.NotYourDecision):
                table.play(seat, table.options(name)[0])
        table.does(name, table.options(name)[0])


@pytest.mark.rule("MTK-SEAT-10")
@pytest.mark.parametrize(
    ("there", "lead"),
    [
        ({"sayaka": human("alley"), "kyoko": girl("alley"), "mami": girl("alley")}, "kyoko"),
        ({"sayaka": human("alley"), "mami": girl("alley")}, "mami"),
        ({"sayaka": human("alley"), "madoka": human("alley")}, "sayaka"),
        ({"madoka": girl("alley"), "homura": girl("alley"), "mami": girl("alley")}, "madoka"),
    ],
)
def test_the_battle_lead_chooses_the_defender(there: Any, lead: str) -> None:
    table = board(phase="battle", enemies={"alley": "artist"}, **there)
    table.until("defender")
    assert table.asked == {table.seat(lead): "defender"}
    assert table.moves(table.seat(lead)) == [f"defend {name}" for name in BASE if name in there]


@pytest.mark.rule("MTK-SEAT-10")
def test_the_battle_lead_awards_the_loot_and_orders_it() -> None:
    table = board(
        phase="battle",
        enemies={"alley": witch("artist", hp=1)},
        kyoko=girl("alley", loot=["grief-seed"], hand=5),
        mami=girl("alley", loot=["grief-seed"], hand=5),
        homura=girl("alley"),
    )
    table.does("kyoko", "loot grief-seed").does("mami", "loot grief-seed")
    table.until("loot-order")
    assert table.asked == {table.seat("kyoko"): "loot-order"}
    table.does("kyoko", "first mami").until("seed")
    assert table.question == ("mami", "seed")
    table.until("award")
    assert table.asked == {table.seat("kyoko"): "award"}
    assert table.options("kyoko") == ["award kyoko", "award mami", "award homura"]


@pytest.mark.rule("MTK-SEAT-11")
@pytest.mark.parametrize(("sayaka", "lead"), [(human(), "sayaka"), (DEAD, "kyoko")])
def test_the_table_lead_decides_for_all(sayaka: Any, lead: str) -> None:
    table = board(event_pile=["never-saw-one-so-hard-to-kill"], sayaka=sayaka)
    table.until("wound")
    assert table.asked == {table.seat(lead): "wound"}


@pytest.mark.rule("MTK-SEAT-12")
def test_every_seat_may_propose_and_the_lead_may_do_otherwise() -> None:
    table = board(
        options={"talk": True},
        phase="battle",
        enemies={"alley": "artist"},
        kyoko=girl("alley"),
        mami=girl("alley"),
    )
    table.until("propose")
    assert table.asked == dict.fromkeys((0, 2, 3, 4), "propose")
    assert table.moves(4) == ["propose kyoko", "propose mami", "pass"]
    table.all_play({0: "propose mami", 2: "pass", 3: "propose mami", 4: "propose kyoko"})
    assert table.view(1).proposals == ("mami", "", "", "mami", "kyoko")
    assert table.moves(1) == ["defend kyoko", "defend mami"]
    table.play(1, "defend kyoko")
    assert table.told("defender")[0]["character"] == "kyoko"


@pytest.mark.rule("MTK-SEAT-12")
def test_no_proposals_unless_the_table_talks() -> None:
    table = board(
        phase="battle", enemies={"alley": "artist"}, kyoko=girl("alley"), mami=girl("alley")
    )
    table.until("defender", "propose")
    assert table.asked == {1: "defender"}


def bereft() -> Board:
    """Mami, the only character of seat 2, is about to die; seats 0 and 1 have two each."""
    return board(
        players=3,
        phase="battle",
        enemies={"alley": "dog"},
        mami=girl("alley", hp=1, hand=["bow 1/2"]),
    )


@pytest.mark.rule("MTK-SEAT-13", "MTK-SEAT-14")
def test_a_player_without_a_character_may_take_one_over() -> None:
    table = bereft()
    before = who(table, "madoka")
    table.battle({"mami": "attack bow 1"})
    assert (state(table, "mami"), table.view(0).phase) == ("dead", "battle")  # at the phase's end
    assert table.asked == {2: "take-over"}
    assert table.moves(2) == ["ask-seat 0", "ask-seat 1", "pass"]
    table.play(2, "ask-seat 0")
    assert table.moves(0) == ["hand-over sayaka", "hand-over madoka", "decline"]
    table.play(0, "hand-over madoka")
    after = who(table, "madoka")
    assert (before.seat, after.seat) == (0, 2)
    for field in ("state", "place", "hp", "hand", "loot"):
        assert getattr(after, field) == getattr(before, field)
    assert table.seat("sayaka") == 0
    table.turn_of("madoka")
    assert table.asked == {2: "human-act"}


@pytest.mark.rule("MTK-SEAT-14")
@pytest.mark.parametrize("refusal", ["taker", "giver"])
def test_neither_side_is_forced(refusal: str) -> None:
    table = bereft()
    before = owners(table)
    table.battle({"mami": "attack bow 1"})
    if refusal == "taker":
        table.play(2, "pass")
    else:
        table.play(2, "ask-seat 0")
        table.play(0, "decline")
    assert table.view(0).phase != "battle"
    while table.view(0).turn < 3:
        assert 2 not in table.asked
        table.calm()
    assert owners(table) == before


@pytest.mark.rule("MTK-SEAT-13")
def test_who_has_a_character_left_is_not_asked() -> None:
    table = board(
        players=3,
        phase="battle",
        enemies={"alley": "dog"},
        kyoko=girl("alley", hp=1, hand=["sword 1/3"]),
    )
    table.battle({"kyoko": "attack sword 1"})
    assert state(table, "kyoko") == "dead"
    assert "take-over" not in table.asked.values()


# -- INFO -----------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-INFO-01", "MTK-INFO-02", "MTK-INFO-06")
@pytest.mark.parametrize("seed", range(4))
def test_only_her_seat_sees_her_cards_and_all_see_their_number(seed: int) -> None:
    table = new(players=3, seed=seed)
    rng = random.Random(seed)
    while table.state.pending:
        everything = table.view(None)
        for seat in range(3):
            for her, full in zip(table.view(seat).characters, everything.characters, strict=True):
                assert her.cards == full.cards
                if her.state in ("girl", "human"):
                    assert her.hand == (full.hand if her.seat == seat else None)
        table.random(rng, 1)
    for event in table.events:
        if event.kind == "draw":
            assert "cards" not in event.data
            assert event.to == (event.data["seat"],)


@pytest.mark.rule("MTK-INFO-02", "MTK-INFO-03", "MTK-INFO-05")
def test_only_fixed_phrases_without_numbers_are_said() -> None:
    table = board(
        options={"talk": True}, phase="battle", enemies={"alley": "artist"}, kyoko=girl("alley")
    )
    said = [move for move in table.options("kyoko") if move.startswith("say ")]
    assert said == ["say defend", "say finish", "say flee", "say big-attack"]
    for move in said:
        for language in ("ja", "en"):
            label = GAME.words.label(move, language)
            assert not any(letter.isdigit() for letter in label)
    table.does("kyoko", "say flee")
    assert table.told("say", seat=4) == [{"seat": 1, "character": "kyoko", "phrase": "flee"}]
    assert "say" not in verbs(table.options("kyoko"))  # once in a battle
    assert "attack" in verbs(table.options("kyoko"))


@pytest.mark.rule("MTK-INFO-04", "MTK-FAQ-16B")
def test_nothing_can_be_said_about_a_card_passed_by_telepathy() -> None:
    table = board(options={"talk": True}, phase="action", acting="kyoko")
    assert "say" not in verbs(table.options("kyoko"))
    table.does("kyoko", "telepathy mami")
    assert verbs(table.options("kyoko")) == {"give"}
    table.does("kyoko", table.options("kyoko")[0])
    assert (table.question, verbs(table.options("mami"))) == (("mami", "give-back"), {"give"})


@pytest.mark.rule("MTK-INFO-07", "MTK-INFO-08", "MTK-INFO-11")
def test_discards_loot_and_the_board_are_open() -> None:
    table = board(
        phase="action",
        durability=77,
        discard=["magic-03", "magic-09"],
        mami=girl("alley", hp=2, loot=["growth", "grief-seed"]),
        enemies={"alley": witch("artist", hp=7), "station": {"card": "toys", "clock": 1}},
    )
    everything = table.view(None)
    for seat in range(5):
        view = table.view(seat)
        assert (view.durability, view.discard) == (77, ("magic-09", "magic-03"))
        assert view.enemies == everything.enemies
        seen = [(her.name, her.hp, her.place, her.loot) for her in view.characters]
        assert ("mami", 2, "alley", ("growth", "grief-seed")) in seen
    assert [(foe.hp, foe.clock) for foe in everything.enemies] == [(7, 0), (8, 1)]


@pytest.mark.rule("MTK-INFO-08")
def test_drawn_loot_is_seen_by_all() -> None:
    table = board(
        phase="battle",
        enemies={"alley": witch("artist", hp=1)},
        loot_pile=["growth"],
        kyoko=girl("alley"),
        mami=girl("alley"),
    )
    table.until("award")
    assert [table.view(seat).prize for seat in range(5)] == ["growth"] * 5


@pytest.mark.rule("MTK-INFO-09", "MTK-INFO-10")
def test_of_the_event_pile_only_the_backs_are_known_and_the_box_is_hidden() -> None:
    table = board(event_pile=["darkness"], box=["artist", "shadow", "sweets"])
    for seat in range(5):
        view = table.view(seat)
        assert view.events[0] == (4, "")
        assert {card for back, card in view.events if back} == {""}
        assert view.box == ((1, ""), (2, ""), (4, ""))
    assert table.view(None).events[0] == (4, "darkness")


@pytest.mark.rule("MTK-INFO-09", "MTK-INFO-10")
def test_bots_cannot_know_events_either() -> None:
    state_now = board(event_pile=["darkness"], box=["artist", "shadow", "sweets"]).state
    redealt = [state_now.determinize(0, random.Random(seed)).view(None) for seed in range(40)]
    assert len({view.events[0] for view in redealt}) == 7  # any card with this back
    assert len({view.box for view in redealt}) > 20


@pytest.mark.rule("MTK-INFO-12")
def test_choices_and_numbers_are_open_while_the_cards_lie_face_down() -> None:
    table = board(
        phase="battle",
        enemies={"alley": "artist"},
        kyoko=girl("alley", loot=["grief-seed", "grief-seed-shard"]),
        mami=girl("alley", hand=["bow 1", "bow 2", "bow 3", "bow 4"]),
        homura=girl("alley"),
    )
    table.does("kyoko", "loot grief-seed")
    table.does("mami", "tiro-finale", "lay bow 1", "lay bow 2", "lay bow 3")
    assert table.question == ("homura", "lay")
    other, own = table.view(4).characters, table.view(3).characters
    assert [(her.choice, her.laid, her.laid_cards) for her in other[1:4]] == [
        ("loot", 1, None),
        ("", 0, None),
        ("tiro-finale", 3, None),
    ]
    assert len(own[3].laid_cards) == 3
    assert "grief-seed" not in str(table.told("choose", seat=4))
    assert not any(card in str(table.told("choose", seat=4)) for card in CARDS.magic_ids)
    guesses = {table.state.determinize(4, random.Random(seed)).laid_loot[1] for seed in range(20)}
    assert guesses == {"grief-seed", "grief-seed-shard"}
    table.does("homura", next(m for m in table.options("homura") if m.startswith("attack")))
    table.until("ability", "loot-order", "seed", "guard")
    assert len(table.view(4).characters[3].laid_cards) == 3
    assert happened(table, "reveal") == ["reveal"] * 3


@pytest.mark.rule("MTK-INFO-01")
def test_bots_cannot_know_hands_either() -> None:
    table = board(phase="action", mami=girl(hand=["magic-36", "magic-36"]))
    guesses = [
        table.state.determinize(1, random.Random(seed)).view(None).characters[3].hand
        for seed in range(20)
    ]
    assert len(set(guesses)) > 15
