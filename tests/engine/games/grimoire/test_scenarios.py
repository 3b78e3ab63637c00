"""The examples of the ledger (GRM-EX), and scenarios as such: what they say and refuse."""

from typing import Any

import pytest

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    SILVER,
    books,
    chips,
    companions,
    count,
    finish_round,
    open_at,
    order,
    quest,
    seat,
    seats,
    take,
)
from tests.support.table import Table

FOUR = [1, 2, 3, 4]
NINE = ["king", "king", "king", "queen", "queen", "queen", "prince", "prince", "prince"]


@pytest.mark.rule("GRM-EX-01")
def test_example_one_clash() -> None:
    assert order(quest(4, 4, 2, 6, tokens=FOUR)) == [2, 3, 1, 0]


@pytest.mark.rule("GRM-EX-02")
def test_example_two_clashes() -> None:
    assert order(quest(3, 3, 6, 6, tokens=FOUR)) == [3, 2, 1, 0]


@pytest.mark.rule("GRM-EX-03")
def test_example_two_players_clash() -> None:
    assert order(quest(3, 3, tokens=[1, 2])) == [1, 0]


@pytest.mark.rule("GRM-EX-04")
def test_example_time_art() -> None:
    assert order(quest(2, 5, 6, 1)) == [2, 1, 0, 3]


@pytest.mark.rule("GRM-EX-05")
def test_example_two_time_arts() -> None:
    assert order(quest(5, 11, 1, mp=11)) == [2, 0, 1]


@pytest.mark.rule("GRM-EX-06")
def test_example_clashing_time_arts() -> None:
    assert order(quest(5, 5, 1, tokens=[1, 2, 3])) == [2, 1, 0]


@pytest.mark.rule("GRM-EX-07")
def test_example_silence_comes_later() -> None:
    table = quest(2, 3, 5, 6)
    assert order(table) == [3, 2, 1, 0]
    finish_round(table)
    assert chips(table) == [0, 1, 0, 0]


@pytest.mark.rule("GRM-EX-08")
@pytest.mark.parametrize("chosen", [2, 3])
def test_example_charm_passes_by_the_defended(chosen: int) -> None:
    table = quest(9, 6, 10, 13, seats=[
        seat(companions=["king", "king", "king", "nun"]),
        seat(companions=["spy"] * 3),
        seat(companions=["thief", "archer"]),
        seat(companions=["thief", "archer"]),
    ])  # fmt: skip
    take(table, 1)
    assert table.moves(0) == ["target 2", "target 3"]
    table.play(0, f"target {chosen}")
    assert table.asked == {chosen: "companion"}
    table.play(chosen, "give archer")
    assert companions(table, chosen) == ["thief"]
    assert companions(table, 0) == ["archer", "king", "king", "king", "nun"]


@pytest.mark.rule("GRM-EX-09")
def test_example_half_of_seven() -> None:
    assert chips(quest(12, 14, seats=seats(2, p2=seat(chips=7)))) == [3, 4]


@pytest.mark.rule("GRM-EX-19")
def test_example_half_of_one() -> None:
    assert chips(quest(12, 14, seats=seats(2, p2=seat(chips=1)))) == [0, 1]


@pytest.mark.rule("GRM-EX-10")
def test_example_thieves_pay_for_healing() -> None:
    table = quest(4, 6, discards=["king", "nun"], seats=seats(2, p1=seat(companions=["thief"] * 2)))
    assert chips(table) == [2, 0]
    table.play(0, "heal")
    assert chips(table) == [1, 0]
    assert len(companions(table, 0)) == 3


@pytest.mark.rule("GRM-EX-11", "GRM-END-04")
def test_example_ten_companions_for_a_moment() -> None:
    table = quest(15, 14, 5, discards=["nun"], seats=seats(3, p1=seat(companions=NINE)))
    assert order(table) == [0, 1, 2]
    assert len(companions(table, 0)) == 10
    take(table, 0)
    table.play(1, "give nun")
    assert len(companions(table, 0)) == 9
    finish_round(table)
    assert table.result.reason == "companions-10"


@pytest.mark.rule("GRM-EX-12")
def test_example_most_junk() -> None:
    assert count(*(seat(items=["junk"] * n) for n in (3, 3, 1, 0))).result.scores == (5, 5, 0, 0)


@pytest.mark.rule("GRM-EX-20")
def test_example_no_junk() -> None:
    assert count(*(seat() for _ in range(4))).result.scores == (0, 0, 0, 0)


@pytest.mark.rule("GRM-EX-13")
def test_example_the_designer_wins() -> None:
    result = count(seat(chips=31), seat(chips=31), seat(chips=20)).result
    assert (result.scores, result.winners) == ((31, 31, 20), ())


@pytest.mark.rule("GRM-EX-14")
@pytest.mark.parametrize(("number", "mp"), [(1, 6), (2, 7), (10, 15), (11, 15)])
def test_example_mp_by_round(number: int, mp: int) -> None:
    table = Table("grimoire", 2, phase="set", round=number)
    assert (table.view(0).round, table.view(0).mp) == (number, mp)
    open_at(table, 1, 2)
    finish_round(table)
    assert (table.view(0).round, table.view(0).mp) == (number + 1, min(mp + 1, 15))


@pytest.mark.rule("GRM-EX-15", "GRM-EX-22", "GRM-EX-23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_example_the_field(players: int) -> None:
    table = Table("grimoire", players, phase="set")
    assert table.view(0).face_down == "hidden"
    assert len(table.view(0).face_up) == players
    assert table.view(0).quest_deck == 58 - 1 - players


@pytest.mark.rule("GRM-EX-16", "GRM-EX-21")
@pytest.mark.parametrize(("has", "vp"), [(5, 15), (4, 4)])
def test_example_two_kings(has: int, vp: int) -> None:
    assert count(seat(companions=["king"] * 2, chips=has), seat()).result.scores == (vp, 0)


@pytest.mark.rule("GRM-EX-17")
def test_example_the_deck_is_rebuilt_while_the_field_is_laid() -> None:
    old = ["spy", "nun", "king", "queen", "thief", "archer"]
    table = Table("grimoire", 3, phase="set", quest_deck=[GOLD], discards=old, rest="box")
    assert table.view(None).face_down == GOLD
    assert len(table.view(0).face_up) == 3
    assert sorted((*table.view(0).face_up, *table.view(None).decks[0])) == sorted(old)
    assert table.view(0).discards == ()
    assert set(table.asked.values()) == {"page"}


@pytest.mark.rule("GRM-EX-18")
def test_example_the_deck_runs_out_while_the_field_is_laid() -> None:
    table = Table("grimoire", 3, phase="set", quest_deck=["king", "nun"], rest="box")
    assert table.result.reason == "cards-out"
    assert table.view(0).face_up == ("nun",)
    assert table.view(0).quest_deck == 0


@pytest.mark.rule("GRM-EX-24")
def test_example_the_deck_runs_out_with_the_last_field_card() -> None:
    table = Table(
        "grimoire", 3, phase="set", quest_deck=["king", "nun", "spy", GOLD], rest="box",
        seats=seats(3, p1=seat(chips=1)),
    )  # fmt: skip
    assert table.result.reason == "cards-out"
    assert table.view(0).face_up == ("nun", "spy", GOLD)
    assert all(area.page == 0 and not area.companions for area in table.view(0).areas)
    assert table.result.scores == (1, 0, 0)


# -- what a scenario says -------------------------------------------------------------------------


def test_what_is_not_mentioned_is_dealt_from_what_is_left() -> None:
    given = seats(3, p1=seat(treasures=[GOLD] * 7, companions=["king"] * 3, items=["golden-cup"]))
    fields = set()
    for seed in range(20):
        table = Table("grimoire", 3, seed, phase="book", seats=given, face_up=["queen"])
        view = table.view(None)
        assert view.face_up[0] == "queen"
        assert len(view.face_up) == 3
        assert not {GOLD, "king"} & {*view.face_up, view.face_down, *view.decks[0]}
        assert "golden-cup" not in view.decks[1]
        fields.add((*view.face_up, view.face_down))
    assert len(fields) > 10


def test_an_area_is_as_written_and_hidden_as_written() -> None:
    area = seat(treasures=[COPPER], open_treasures=[GOLD], companions=["spy", "king"],
                items=["junk", "lucky-shoes"], chips=4)  # fmt: skip
    table = books(2, seats=seats(2, p1=area), tokens=[2, 1], round=4)
    mine, others = table.view(0).areas[0], table.view(1).areas[0]
    assert (mine.treasures.seen, others.treasures.seen) == ((COPPER, GOLD), (GOLD,))
    assert (mine.items.seen, others.items.seen) == (("junk", "lucky-shoes"), ("lucky-shoes",))
    assert (others.treasures.count, others.items.count) == (2, 2)
    assert (others.companions, others.chips, others.token) == (("spy", "king"), 4, 2)
    assert (table.view(0).round, table.view(0).mp) == (4, 9)


def test_decks_lie_with_the_top_first_and_may_be_exact() -> None:
    table = books(2, quest_deck=["king", "nun"], item_deck=["junk", "golden-cup"], rest="box")
    assert table.view(None).decks == (("king", "nun"), ("junk", "golden-cup"))


def test_a_quest_phase_may_be_under_way() -> None:
    table = quest(9, 2, 6, 12, acted=[1, 2], face_up=[COPPER], seats=seats(4, p4=seat(chips=2)))
    assert order(table) == [1, 2, 0, 3]
    assert [area.silence for area in table.view(0).areas] == [False, True, False, False]
    assert [area.defence for area in table.view(0).areas] == [False, False, True, False]
    assert table.asked == {0: "take"}
    assert len(table.view(0).face_up) == 2  # one of them drawn: four players, two actions left


def test_mercenaries_are_paid_only_if_nobody_has_acted() -> None:
    hired = seats(3, p1=seat(companions=["mercenary"]))
    assert chips(quest(4, 4, 1, seats=hired)) == [1, 0, 0]
    assert chips(quest(4, 4, 2, seats=hired, acted=[2])) == [0, 0, 0]


def test_once_somebody_has_acted_the_face_down_card_is_gone_unless_given() -> None:
    table = quest(2, 4, 6, acted=[0], face_down=None, face_up=[])
    assert table.view(0).face_down == ""
    assert len(table.view(0).face_up) == 3
    assert quest(2, 4, 6, acted=[0]).view(0).face_down == "hidden"


def test_an_end_that_was_reached_may_be_given() -> None:
    table = quest(2, 4, seats=seats(2, p1=seat(treasures=[COPPER] * 10)), face_up=[SILVER] * 2,
                  face_down="nun")  # fmt: skip
    assert table.view(0).ending == "treasures-10"
    assert quest(2, 4, acted=[0], ending=True).view(0).ending == "companions-10"


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("seats[0].companions: no card 'spi' belongs here (did you mean 'spy'?)",
     {"seats": seats(2, p1=seat(companions=["spi"]))}),
    ("discards: no card 'junk' belongs here", {"discards": ["junk"]}),
    ("item-deck: no card 'king' belongs here", {"item-deck": ["king"]}),
    ("seats[1].items: no card 'spy' belongs here", {"seats": seats(2, p2=seat(items=["spy"]))}),
    ("discards: there are no more copies of 'nun'", {"discards": ["nun"] * 3}),
    ("quest-deck: there are no more copies of 'nun'",
     {"quest-deck": ["nun"], "discards": ["nun"] * 2}),
    ("seats[1].items: there are no more copies of 'lucky-shoes'",
     {"seats": [seat(items=["lucky-shoes"]), seat(items=["lucky-shoes"])]}),
    ("seats[0]: 'spy' is no treasure", {"seats": seats(2, p1=seat(treasures=["spy"]))}),
    ("seats[0]: 'gold-coin' is no companion",
     {"seats": seats(2, p1=seat(companions=[GOLD], treasures=[GOLD]))}),
    ("seats[0].chips: never below 0", {"seats": seats(2, p1=seat(chips=-2))}),
    ("seats: one entry for each of 2", {"players": 2, "seats": seats(3)}),
    ("tokens: each of [1, 2] once, by seat", {"players": 2, "tokens": [1, 1]}),
    ("tokens: each of [1, 2] once, by seat", {"players": 2, "tokens": [1, 2, 3]}),
    ("tokens: each of [1, 2] once, by seat", {"players": 2, "tokens": []}),
    ("round: rounds are counted from 1", {"round": 0}),
    ("mp: 6 to 15", {"mp": 16}),
    ("mp: 6 to 15", {"mp": 0}),
    ("mp: the MP of round 3 is 8 (GRM-PREP-01)", {"mp": 9, "round": 3}),
    ("face-up: the field is laid in the set phase; begin with phase book", {"face-up": [GOLD]}),
    ("face-down: the field is laid in the set phase; begin with phase book", {"face-down": GOLD}),
    ("looked: the field is laid in the set phase; begin with phase book", {"looked": [0]}),
    ("pages: the books are opened later; begin with phase quest",
     {"phase": "book", "pages": [1, 2]}),
    ("acted: the books are opened later; begin with phase quest", {"phase": "book", "acted": [0]}),
    ("ending: the books are opened later; begin with phase quest", {"ending": True}),
    ("ending: nobody has acted in this round",
     {"phase": "quest", "pages": [1, 2], "ending": True}),
    ("looked: seat 1 has no spy", {"phase": "book", "looked": [1]}),
    ("looked: seats 0 to 1", {"phase": "book", "looked": [2]}),
    ("face-up: at most 2 after 0 actions", {"phase": "book", "face-up": [COPPER] * 3}),
    ("face-up: at most 1 after 1 actions",
     {"phase": "quest", "pages": [2, 4], "acted": [0], "face-up": [COPPER] * 2,
      "face-down": GOLD}),
    ("pages: one page from 1 to 6 for each of 2 seats", {"phase": "quest"}),
    ("pages: one page from 1 to 6 for each of 2 seats", {"phase": "quest", "pages": [1, 7]}),
    ("pages: one page from 1 to 6 for each of 2 seats", {"phase": "quest", "pages": [0, 1]}),
    ("pages: one page from 1 to 6 for each of 2 seats",
     {"players": 2, "phase": "quest", "pages": [1, 2, 3]}),
    ("acted: seats 0 to 1", {"phase": "quest", "pages": [1, 2], "acted": [2]}),
    ("acted: the order is [0, 1]", {"phase": "quest", "pages": [1, 2], "acted": [1]}),
    ("seats[0].treasures: 10 or more end the game with the round (GRM-END-01, -02)",
     {"seats": seats(2, p1=seat(treasures=[COPPER] * 10))}),
    ("seats[1].companions: 10 or more end the game with the round (GRM-END-01, -02)",
     {"phase": "book", "seats": seats(2, p2=seat(companions=[*NINE, "nun"]))}),
    ("quest-deck: the quest deck is never empty (GRM-DECK-02)", {"rest": "box"}),
    ("unknown field of a scenario of grimoire: 'face-upp' (did you mean 'face-up'?)",
     {"face-upp": []}),
    ("bad field of a scenario of grimoire: Invalid enum value 'night', expected book, quest, set - at `$.phase`",
     {"phase": "night"}),
]  # fmt: skip


@pytest.mark.parametrize(("message", "scenario"), REFUSED)
def test_an_impossible_position_is_refused_with_the_reason(
    message: str, scenario: dict[str, Any]
) -> None:
    with pytest.raises(engine.BadScenario) as refused:
        engine.game("grimoire").new(scenario=scenario)
    assert str(refused.value).startswith(message)


def test_the_number_of_players_follows_from_the_scenario() -> None:
    game = engine.game("grimoire")
    assert game.new(scenario={"seats": seats(3)}).players == 3
    assert game.new(scenario={"tokens": FOUR}).players == 4
    assert game.new(scenario={"phase": "quest", "pages": [1, 2, 3]}).players == 3
    assert game.new(scenario={"players": 4}).players == 4
    with pytest.raises(engine.BadPlayers):
        game.new(scenario={"seats": seats(5)})
    with pytest.raises(engine.BadScenario, match="seats: one entry for each of 2"):
        game.new(players=2, scenario={"seats": seats(3)})
