"""The worked examples of the rulebook, each with its numbers (MTK-EX)."""

from typing import Any

import pytest

from tests.support.mitakihara import (
    CARDS,
    Board,
    board,
    count,
    durability,
    enemy,
    girl,
    human,
    magic,
    new,
    state,
)


def strike(table: Board) -> tuple[int, str]:
    """The damage of the only attack, and its style."""
    (told,) = table.told("strike")
    return told["amount"], told["style"]


# -- battle (p7, p8) ------------------------------------------------------------------------------


@pytest.mark.rule("MTK-EX-01")
def test_the_battle_of_sayaka_comes_before_that_of_kyoko() -> None:
    # Given
    table = board(
        phase="action",
        acting="homura",
        enemies={"factory": "scribble-a", "station": "sweets"},
        sayaka=girl("station"),
        homura=girl("station"),
        kyoko=girl("factory"),
        mami=girl("factory"),
    )
    # When
    table.through("action", "battle")
    # Then
    assert [battle["card"] for battle in table.told("battle")] == ["sweets", "scribble-a"]


@pytest.mark.rule("MTK-EX-02", "MTK-EX-03")
@pytest.mark.parametrize(
    ("values", "result"),
    [
        ((1, 2, 3), (12, "coordinated")),
        ((2, 3, 4, 5), (28, "coordinated")),
        ((1, 3, 4, 5), (13, "plain")),
    ],
)
def test_consecutive_numbers_make_a_coordinated_attack(
    values: tuple[int, ...], result: tuple[int, str]
) -> None:
    # Given
    weapons = {"sayaka": "sword", "kyoko": "sword", "mami": "bow", "homura": "bow"}
    cards = {
        name: f"{weapon} {value}"
        for (name, weapon), value in zip(weapons.items(), values, strict=False)
    }
    there: dict[str, Any] = {name: girl("alley", hand=[card]) for name, card in cards.items()}
    table = board(phase="battle", enemies={"alley": "walpurgis"}, **there)
    # When
    table.battle({name: f"attack {card}" for name, card in cards.items()}, defend="kyoko")
    # Then
    assert strike(table) == result


@pytest.mark.rule("MTK-EX-04")
@pytest.mark.parametrize(
    ("ability", "result"), [("veteran", (12, "coordinated")), ("pass", (5, "plain"))]
)
def test_veteran_completes_a_coordinated_attack(ability: str, result: tuple[int, str]) -> None:
    # Given
    table = board(
        phase="battle",
        enemies={"alley": "artist"},
        mami=girl("alley", hand=["bow 1"]),
        kyoko=girl("alley", hand=["sword 1"]),
        sayaka=girl("alley", hand=["sword 3"]),
    )
    # When
    lays = {"mami": "attack bow 1", "kyoko": "attack sword 1", "sayaka": "attack sword 3"}
    table.battle(lays, defend="kyoko", ability=ability)
    # Then
    assert strike(table) == result
    assert enemy(table, "alley").hp == 20 - result[0]


# -- Kirika and Oriko (p10, p11) ------------------------------------------------------------------


@pytest.mark.rule("MTK-EX-05A", "MTK-EX-05B")
def test_kirika_attacks_and_defends_with_three_turned_cards() -> None:
    # Given
    table = board(
        "oriko-kirika",
        phase="battle",
        enemies={"building": "enemy-kirika"},
        sayaka=girl("building", hand=["sword 5/1", "sword 1"], loot=["growth", "growth"]),
        kyoko=girl("building", hand=["sword 4", "sword 1"]),
        mami=girl("building", hand=["bow 5", "bow 1"]),
        magic_pile=["sword 5/3", "sword 4/2", "sword 1/4"],
    )
    # When
    lays = {"sayaka": "attack sword 5", "kyoko": "attack sword 4", "mami": "attack bow 5"}
    table.battle(lays, defend="sayaka")
    # Then
    assert len(table.told("turned")[0]["cards"]) == 3
    assert [(hurt["character"], hurt["amount"]) for hurt in table.told("hurt")] == [
        ("sayaka", 10 - 1)
    ]
    assert strike(table) == ((5 + 4 + 5) - 4, "plain")
    assert enemy(table, "building").hp == CARDS.specials["enemy-kirika"].hp - 10


@pytest.mark.rule("MTK-EX-06A", "MTK-EX-06B")
def test_oriko_attacks_all_three_with_two_turned_cards_each() -> None:
    # Given
    table = board(
        "oriko-kirika",
        phase="battle",
        enemies={"station": "enemy-oriko"},
        sayaka=girl("station", hand=["sword 5/5", "sword 1"]),
        kyoko=girl("station", hand=["sword 4/3", "sword 1"]),
        mami=girl("station", hand=["bow 5/1", "bow 1"]),
        magic_pile=[
            *(magic("3/3", "5/3"), magic("2/2", "4/2")),
            *(magic("4/2", "4/4"), magic("5/1", "3/5")),
            *(magic("2/4", "1/3"), magic("2/4", "5/4")),
        ],
    )
    # When
    table.battle({"sayaka": "attack sword 5", "kyoko": "attack sword 4", "mami": "attack bow 5"})
    # Then
    assert [(hurt["character"], hurt["amount"]) for hurt in table.told("hurt")] == [
        ("sayaka", 4),
        ("kyoko", 4),
        ("mami", 5),
    ]
    assert strike(table) == ((5 + 4 + 5) - 5, "plain")
    assert enemy(table, "station").hp == CARDS.specials["enemy-oriko"].hp - 9


# -- two characters with one hand (p14) -----------------------------------------------------------


def shared(freed: str, cards: int, **named: Any) -> Board:
    """The seat of Sayaka (girl) took over another character and holds this many cards."""
    seat = {"madoka": 2, "mami": 3}[freed]
    her = human if freed == "madoka" else girl
    people: dict[str, Any] = {freed: her(shares="sayaka")}
    return board(
        "stage-girl",
        traitors=[{"seat": seat}],
        sayaka=girl(hand=cards),
        **people,
        **named,
    )


@pytest.mark.rule("MTK-EX-07")
def test_the_seat_acts_with_both_on_their_own_turns() -> None:
    # Given
    table = shared("mami", 5, phase="action", enemies={})
    seat = table.seat("sayaka")
    assert table.seat("mami") == seat
    # When
    acted = []
    while table.view(0).phase == "action":
        acted.append((table.question[0], table.state.pending[0].seat))
        table.calm()
    # Then
    assert acted == [("sayaka", seat), ("kyoko", 1), ("madoka", 2), ("mami", seat), ("homura", 4)]


@pytest.mark.rule("MTK-EX-08")
def test_a_grief_seed_fills_the_hand_to_the_sum_of_both() -> None:
    # Given
    table = shared("mami", 3, phase="action", kyoko=girl(loot=["grief-seed"]))
    # When
    table.turn_of("kyoko").does("kyoko", "use grief-seed", "target sayaka")
    # Then
    assert table.told("draw")[-1]["count"] == 11
    assert count(table, "sayaka") == count(table, "mami") == 6 + 8


@pytest.mark.rule("MTK-EX-09")
def test_the_last_secret_of_the_soul_gem_takes_two_cards_for_each() -> None:
    # Given
    table = shared("mami", 9, event_pile=["last-secret"], homura=girl(loot=[]))
    # When
    table.through("event")
    # Then
    gone = [
        event["cards"] for event in table.told("discard") if event["seat"] == table.seat("mami")
    ]
    assert sum(map(len, gone)) == 2 + 2
    assert count(table, "sayaka") == 9 - 4


@pytest.mark.rule("MTK-EX-10")
@pytest.mark.parametrize("madoka", [girl, human])
def test_a_freed_madoka_is_a_human_whatever_she_was(madoka: Any) -> None:
    # Given
    table = board(
        "stage-girl",
        phase="action",
        identities=["girls", "girls", "witch", "girls", "girls"],
        sayaka=girl(),
        madoka=madoka(),
    )
    assert state(table, "madoka") == madoka()["state"]
    # When
    table.does("sayaka", "accuse madoka")
    # Then
    assert (state(table, "madoka"), table.seat("madoka")) == ("human", table.seat("sayaka"))


@pytest.mark.rule("MTK-EX-11")
def test_a_change_of_mood_draws_nothing_with_four_cards_left() -> None:
    # Given
    table = shared("madoka", 5, phase="action", acting="madoka", enemies={})
    # When
    table.does("madoka", "change-mood")
    table.does("madoka", table.options("sayaka")[0], "done")  # it is one hand
    # Then
    assert count(table, "madoka") == 4
    assert table.told("draw") == []


@pytest.mark.rule("MTK-EX-12", "MTK-EX-13")
@pytest.mark.parametrize(("held", "drawn", "after"), [(5, 8, 13), (7, 7, 14)])
def test_a_contract_draws_her_mp_up_to_the_sum_of_both(held: int, drawn: int, after: int) -> None:
    # Given
    table = shared("madoka", held, windows=True, phase="action", acting="madoka", enemies={})
    # When
    table.until("contract", of="madoka").does("madoka", "contract madoka")
    # Then
    assert [event["count"] for event in table.told("draw")] == [drawn]
    assert count(table, "madoka") == count(table, "sayaka") == after


@pytest.mark.rule("MTK-EX-14")
def test_three_cards_of_melee_attack_4_cost_the_city_4() -> None:
    # Given
    table = board(
        "stage-girl",
        phase="adjustment",
        enemies={},
        durability=50,
        traitors=[{"seat": 3, "hand": ["sword 4/1", "sword 4/2", "sword 4/3", "sword 1"]}],
        sayaka=girl(),
        mami=girl(shares="sayaka"),
    )
    # When
    table.until("intervene").play(3, "wreck-melee 4")
    while table.asked == {3: "wreck"}:
        table.play(3, table.moves(3)[0])
    # Then
    assert durability(table) == 50 - 4
    assert table.view(3).traitors[0].cards == 1


# -- setup (p4) -----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-EX-15")
def test_the_board_of_the_first_turn() -> None:
    table = new()
    assert [(foe.place, foe.side, foe.hp, foe.clock) for foe in table.view(0).enemies] == [
        ("factory", "familiar", 4, 2),
        ("alley", "familiar", 5, 2),
    ]
    assert durability(table) == 120
