"""Preparing the game, its options, and the first turns (DBK-GEN, DBK-SETUP, DBK-FIRST, DBK-OPT)."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from taku import engine
from tests.support.daybreak import (
    CARDS,
    GAME,
    Board,
    board,
    end_turn,
    held,
    kinds,
    placed,
    seat,
    verbs,
    zone,
)

COUNTS = [2, 3, 4]
ALL = ["curse", "bless", "travellers"]
FRAMES = {
    2: {"copper", "rainbow"},
    3: {"copper", "silver", "rainbow"},
    4: {"copper", "silver", "gold", "rainbow"},
}
SIZE = {2: 16, 3: 26, 4: 35}


def begin(players: int, seed: int = 1, **options: Any) -> Board:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return Board(GAME, named, players, seed)


def frames(cards: list[str]) -> set[str]:
    return {CARDS.by_id[card].frame for card in cards}


def in_play(table: Board) -> list[str]:
    """All normal cards that are not taken out."""
    s = table.state
    return [*s.deck, *s.row, *(card for each in s.hand for card in each)]


def non_white(cards: list[str]) -> list[str]:
    return [card for card in cards if card not in CARDS.whites]


@pytest.mark.rule("DBK-GEN-01")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_for_2_to_4_players(players: int) -> None:
    with pytest.raises(engine.BadPlayers):
        GAME.new(players)


@pytest.mark.rule("DBK-GEN-02", "DBK-SETUP-30", "DBK-ENDP-13")
@pytest.mark.parametrize("players", COUNTS)
def test_turns_pass_clockwise_from_the_start_player(players: int) -> None:
    table = begin(players)
    first = table.view(0).first
    for number in range(2 * players):
        who = (first + number) % players
        assert table.view(0).active == who
        assert table.asked == {who: "start"}
        table.play(who, "stones")
        assert table.asked == {who: "main"}
        end_turn(table)


@pytest.mark.rule("DBK-GEN-03", "DBK-SETUP-19", "DBK-ZONE-38", "DBK-ZONE-39")
@pytest.mark.parametrize("players", COUNTS)
def test_three_white_cards_each_that_only_their_owner_sees(players: int) -> None:
    table = begin(players)
    for owner in range(players):
        for viewer in range(players):
            area = table.view(viewer).areas[owner]
            assert area.hand_count == 3
            assert len(area.hand) == (3 if viewer == owner else 0)
        assert frames(list(table.view(owner).areas[owner].hand)) == {"white"}
    hands = {tuple(GAME.new(players, seed).hand[0]) for seed in range(20)}
    assert len(hands) > 10


@pytest.mark.rule("DBK-SETUP-01", "DBK-SETUP-02", "DBK-SETUP-03", "DBK-SETUP-04", "DBK-ZONE-12")
@pytest.mark.rule("DBK-ZONE-10", "DBK-ZONE-11")
@pytest.mark.parametrize(("players", "stones"), [(2, 30), (3, 40), (4, 50)])
def test_all_stones_are_in_the_stone_zone(players: int, stones: int) -> None:
    table = begin(players)  # the start player has taken three already
    assert zone(table) == stones - 3
    assert sum(held(table)) == 3


@pytest.mark.rule("DBK-OPT-03")
def test_another_number_of_stones_may_be_agreed() -> None:
    assert zone(begin(2, stone_count=20)) == 17
    with pytest.raises(engine.BadOptions, match="stone-count: 8 to 999"):
        begin(2, stone_count=7)


@pytest.mark.rule("DBK-SETUP-07", "DBK-SETUP-08", "DBK-SETUP-09", "DBK-COMP-03", "DBK-COMP-04")
@pytest.mark.rule("DBK-ZONE-35")
def test_one_random_witch_each_open_to_all() -> None:
    seen: set[str] = set()
    for seed in range(30):
        table = begin(4, seed)
        witches = [area.witch for area in table.view(3).areas]
        assert witches == [area.witch for area in table.view(0).areas]
        assert len(set(witches)) == 4
        seen |= set(witches)
    assert seen == {witch.id for witch in CARDS.witch if witch.set == "base"}


@pytest.mark.rule("DBK-SETUP-10")
def test_witches_of_all_sets_in_play_are_shuffled_together() -> None:
    seen = {w for seed in range(60) for w in GAME.new(4, seed, {"modules": ALL}).witches}
    assert {"mireille-black", "margot-renard", "ellie-bennett"} <= seen


def test_witches_may_be_named() -> None:
    table = begin(2, witches=["rosa-winter", "fiona-grey"])
    assert [area.witch for area in table.view(0).areas] == ["rosa-winter", "fiona-grey"]
    for witches in (["rosa-winter"], ["rosa-winter"] * 2, ["rosa-winter", "mireille-black"], "all"):
        with pytest.raises(engine.BadOptions, match="witches"):
            begin(2, witches=witches)


@pytest.mark.rule("DBK-DIFF-04")
def test_stones_and_cast_zones_are_laid_out_in_either_order() -> None:
    table = begin(2)
    first = table.view(0).first
    assert zone(table) + held(table)[first] == 30
    assert [placed(table, of) for of in range(2)] == [[0] * 4] * 2


@pytest.mark.rule("DBK-SETUP-05", "DBK-SETUP-06", "DBK-ZONE-19", "DBK-ZONE-20", "DBK-ZONE-21")
def test_each_player_has_an_open_cast_zone_of_four_places() -> None:
    for area in begin(4).view(0).areas:
        assert len(area.placed) == 4
        assert area.cast == ()


@pytest.mark.rule("DBK-SETUP-11", "DBK-SETUP-12", "DBK-SETUP-13", "DBK-SETUP-14", "DBK-SETUP-15")
@pytest.mark.rule("DBK-ZONE-18")
@pytest.mark.parametrize("players", COUNTS)
def test_base_set_alone_uses_all_cards_of_the_frames(players: int) -> None:
    table = begin(players)
    rest = non_white(in_play(table))
    assert frames(rest) == FRAMES[players]
    assert len(rest) == SIZE[players]
    assert table.view(0).removed == ()
    assert table.state.box == []
    others = {tuple(GAME.new(players, seed).deck) for seed in range(5)}
    assert len(others) == 5


@pytest.mark.rule("DBK-OPT-04")
def test_other_frames_may_be_agreed() -> None:
    table = begin(2, frame_choice=["silver", "gold"])
    assert frames(non_white(in_play(table))) == {"silver", "gold"}
    with pytest.raises(engine.BadOptions, match="did you mean 'silver'"):
        begin(2, frame_choice=["silber"])


@pytest.mark.rule("DBK-SETUP-16", "DBK-SETUP-17", "DBK-SETUP-31", "DBK-SETUP-32", "DBK-SETUP-33")
@pytest.mark.rule("DBK-OPT-02")
@pytest.mark.parametrize("separate", [False, True])
@pytest.mark.parametrize("players", COUNTS)
def test_with_expansions_cards_are_taken_out_down_to_a_number(players: int, separate: bool) -> None:
    sets: set[str] = set()
    for seed in range(8):
        table = begin(players, seed, modules=["curse", "travellers"], separate_stones=separate)
        rest = non_white(in_play(table))
        assert len(rest) == SIZE[players]
        assert frames(rest) <= FRAMES[players]
        sets |= {CARDS.by_id[card].set for card in rest}
    assert sets == {"base", "curse", "travellers"}


@pytest.mark.rule("DBK-SETUP-18", "DBK-SETUP-21")
def test_nobody_can_tell_what_was_taken_out() -> None:
    table = begin(2, modules=ALL)
    out = table.state.box
    assert len(out) > 10
    unseen = table.view(0).unseen
    assert set(out) < set(unseen)
    assert list(unseen) == sorted(unseen)
    shown = {*table.view(0).areas[0].hand, *dict(table.view(0).card_zone)}
    assert not shown & set(out)


@pytest.mark.rule("DBK-SETUP-20", "DBK-SETUP-22", "DBK-SETUP-23")
@pytest.mark.parametrize("players", COUNTS)
def test_15_white_cards_of_all_sets_and_the_rest_on_top_of_the_deck(players: int) -> None:
    sets: set[str] = set()
    for seed in range(8):
        table = begin(players, seed, modules=ALL)
        white = [card for card in in_play(table) if card in CARDS.whites]
        assert len(white) == 15
        sets |= {CARDS.by_id[card].set for card in white}
        deck = [card in CARDS.whites for card in table.view(None).deck_order]
        assert deck == sorted(deck, reverse=True)
        assert all(len(each) == 3 for each in table.state.hand)
    assert sets == {"base", *ALL}


@pytest.mark.rule("DBK-EX-08", "DBK-SETUP-27", "DBK-ZONE-05", "DBK-ZONE-06", "DBK-ZONE-01")
@pytest.mark.rule("DBK-ZONE-02", "DBK-ZONE-04")
@pytest.mark.parametrize(("players", "white", "deck"), [(2, 8, 17), (3, 6, 24), (4, 3, 30)])
def test_the_top_8_cards_are_the_card_zone(players: int, white: int, deck: int) -> None:
    table = begin(players)
    for viewer in range(players):
        view = table.view(viewer)
        assert len(view.card_zone) == 8
        assert sum(card in CARDS.whites for card, _ in view.card_zone) == white
        assert view.deck == deck
        assert view.deck_order is None
        assert view.deck_top == ()


@pytest.mark.rule("DBK-SETUP-24", "DBK-SETUP-25", "DBK-SETUP-26", "DBK-ZONE-41", "DBK-ZONE-42")
@pytest.mark.rule("DBK-ZONE-46", "DBK-CURSE-02")
@pytest.mark.parametrize("players", COUNTS)
def test_curses_are_prepared_if_a_chosen_set_refers_to_them(players: int) -> None:
    assert begin(players).view(0).curses == 0
    assert begin(players, modules=["bless", "travellers"]).view(0).curses == 0
    for seed in range(5):  # whichever cards were taken out
        assert begin(players, seed, modules=["curse"]).view(0).curses == 12


@pytest.mark.rule("DBK-OPT-05", "DBK-OPT-06")
def test_more_curses_from_the_start_only() -> None:
    table = begin(2, modules=["curse"], more_curses=3)
    assert table.view(0).curses == 15
    total = GAME.components(table.state)["curse"]
    table.until("main")
    assert GAME.components(table.state)["curse"] == total == 15
    with pytest.raises(engine.BadOptions, match="more-curses"):
        begin(2, more_curses=1)


@pytest.mark.rule("DBK-OPT-01")
@pytest.mark.parametrize(("players", "stone", "other"), [(2, 4, 12), (3, 7, 19), (4, 9, 26)])
def test_stone_cards_may_be_taken_out_apart(players: int, stone: int, other: int) -> None:
    apart, together = Counter[int](), Counter[int]()
    for seed in range(12):
        for separate, found in ((True, apart), (False, together)):
            table = begin(players, seed, modules=ALL, separate_stones=separate)
            cards = non_white(in_play(table))
            found[sum(card in CARDS.stone_cards for card in cards)] += 1
            assert len(cards) == stone + other
    assert set(apart) == {stone}
    assert len(together) > 1


@pytest.mark.rule("DBK-SETUP-28", "DBK-SETUP-29")
@pytest.mark.parametrize("players", COUNTS)
def test_the_start_player_comes_from_the_seed(players: int) -> None:
    firsts = [begin(players, seed).view(0).first for seed in range(40)]
    assert set(firsts) == set(range(players))
    assert firsts == [begin(players, seed).view(0).first for seed in range(40)]


@pytest.mark.rule("DBK-GEN-04", "DBK-GEN-05", "DBK-GEN-06", "DBK-GEN-07", "DBK-OPT-07")
@pytest.mark.rule("DBK-OPT-08", "DBK-OPT-11")
def test_the_base_set_is_always_there_and_modules_are_optional() -> None:
    for modules in ([], ["curse"], ["bless"], ["travellers"], ALL):
        table = begin(2, modules=modules)
        known = {*in_play(table), *table.state.box}
        assert {CARDS.by_id[card].set for card in known} == {"base", *modules}
    for unknown in (["base"], ["curses"], ["curse", "curse"]):
        with pytest.raises(engine.BadOptions, match="module"):
            begin(2, modules=unknown)


@pytest.mark.rule("DBK-OPT-09", "DBK-OPT-10")
@pytest.mark.parametrize("name", ["combo-quick", "house-rules"])
def test_combinations_that_need_printed_sets_are_not_offered(name: str) -> None:
    with pytest.raises(engine.BadOptions, match="unknown option of daybreak"):
        GAME.new(2, 1, {name: True})


# -- first turns ----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-FIRST-01", "DBK-FIRST-02", "DBK-FIRST-03", "DBK-FIRST-04", "DBK-FIRST-05")
@pytest.mark.rule("DBK-FIRST-06", "DBK-WITCH-02", "DBK-DIFF-08")
@pytest.mark.parametrize(
    ("after", "places"), [(0, [0] * 4), (1, [0, 0, 1, 0]), (2, [0, 1, 0, 0]), (3, [1, 0, 0, 0])]
)
def test_three_stones_and_one_on_a_place_for_later_players(after: int, places: list[int]) -> None:
    empty = [seat(stones=0)] * 4
    table = board(*empty, phase="turn", first=1, turn=(1 + after) % 4, first_turns=[0, 1, 2, 3])
    who = (1 + after) % 4
    assert held(table)[who] == 3
    assert placed(table, who) == places
    assert table.asked == {who: "start"}
    assert "witch-turn" in verbs(table, who)  # not asked before the stones were there


@pytest.mark.rule("DBK-EX-07")
@pytest.mark.parametrize(("players", "left"), [(2, 23), (3, 29), (4, 35)])
def test_what_is_left_after_all_first_turns_began(players: int, left: int) -> None:
    dear = "falling-star-child"  # costs 4, so that nobody gains or pays anything
    table = board(
        *[seat(stones=0)] * players,
        phase="turn",
        first_turns=list(range(players)),
        card_zone=[dear, "lamplighter"],
    )
    for who in range(players - 1):
        table.play(who, f"acquire {dear}")
        end_turn(table)
    assert kinds(table, "cannot-pay") == ["cannot-pay"] * (players - 1)
    assert zone(table) == left


@pytest.mark.rule("DBK-FIRST-07", "DBK-FIRST-08")
def test_first_stones_come_before_start_of_turn_effects() -> None:
    table = board(
        seat(stones=0, cast=["tavern-fiddler 3 installed"], hand=[]),
        seat(),
        phase="turn",
        first_turns=[0],
        stone_zone=20,
    )
    assert held(table)[0] == 4
    table = board(
        seat(stones=0, cast=["tavern-fiddler 3 installed"]),
        seat(),
        phase="turn",
        first_turns=[0],
        stone_zone=3,
        ending="stones-out",
        last_turns=0,
    )
    assert (held(table)[0], zone(table)) == (3, 0)  # nothing was left for the Fiddler
    table = board(
        seat(),
        seat(stones=0, cast=["tavern-fiddler 3 installed"]),
        phase="turn",
        first=0,
        turn=1,
        first_turns=[1],
        stone_zone=4,
    )
    assert (held(table)[1], placed(table, 1), zone(table)) == (3, [0, 0, 1, 0], 0)


@pytest.mark.rule("DBK-FIRST-08", "DBK-ULT-03")
def test_order_of_a_turns_start_trigger_before_extra_turn_effect() -> None:
    table = board(
        seat(cast=["tavern-fiddler 3 installed"]),
        turn=0,
        phase="main",
        extra=["grand-finale"],
        stone_zone=20,
    )
    table.play(0, "end")
    table.until("start")
    gains = [(e["stones"]) for e in table.told("gain")]
    assert gains == [1, 3]
    assert table.asked == {0: "start"}


@pytest.mark.rule("DBK-FIRST-09")
@pytest.mark.parametrize(("through", "works"), [("rule", True), ("card", False), ("witch", False)])
def test_stones_of_the_rules_are_caused_by_no_card(through: str, works: bool) -> None:
    lab = f"""
marks = ["install"]
when = {{ event = "gain", who = "others", through = "{through}" }}
ops = [{{ op = "stones", from = "stone-zone", n = 1, to = "you.held" }}]"""
    for phase, first in (("turn", [0]), ("start", [])):
        table = board(seat(), seat(cast=["lab 4 installed"]), lab=lab, phase=phase, first_turns=first)  # fmt: skip
        before = held(table)[1]
        table.play(0, "stones")
        assert held(table)[1] - before == works
        assert before - 5 == (works and phase == "turn")


def test_the_variants_have_every_combination_of_modules_and_every_option() -> None:
    combinations = {frozenset(variant.get("modules", ())) for variant in GAME.variants}
    assert len(combinations) == 2 ** len(ALL)
    named = {name for variant in GAME.variants for name in variant}
    assert named == {field.encode_name for field in msgspec.structs.fields(GAME.options)}
