"""What the pages do (GRM-SPL, GRM-NOTE, GRM-DEF, GRM-ATK)."""

import random
from collections import Counter
from typing import Any

import pytest

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    books,
    chips,
    companions,
    finish_round,
    items,
    open_at,
    order,
    quest,
    seat,
    seats,
    take,
    treasures,
)
from tests.support.table import Table

CARDS = engine.game("grimoire").cards
ATTACKS = pytest.mark.parametrize("page", [9, 12, 14])


def having(page: int, *amounts: int) -> list[dict[str, Any]]:
    """Areas with so many companions (pages 9, 14) or chips (page 12)."""
    if page == 12:
        return [seat(chips=n) for n in amounts]
    kinds = iter(("spy", "mercenary", "thief", "archer", "merchant"))
    return [seat(companions=[next(kinds)] * n if n else []) for n in amounts]


def lost(table: Table, page: int, before: list[dict[str, Any]]) -> list[int]:
    """The seats that have less than before."""
    if page == 12:
        return [s for s, area in enumerate(before) if chips(table)[s] < area["chips"]]
    return [s for s, a in enumerate(before) if len(companions(table, s)) < len(a["companions"])]


# -- 1 Luck ---------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-01", "GRM-SPL-02", "GRM-SPL-27")
def test_luck_exchanges_a_face_up_card_for_a_face_up_card() -> None:
    table = quest(1, 6, face_up=["king", COPPER], quest_deck=[GOLD], discards=["spy"])
    assert table.moves(0) == ["replace king", "replace copper-coin", "replace face-down", "pass"]
    table.play(0, "replace king")
    assert table.view(1).face_up == (GOLD, COPPER)
    assert table.view(1).discards == ("spy", "king")
    assert table.told("replace", seat=1) == [{"seat": 0, "card": "king", "new": GOLD}]
    assert table.asked == {0: "take"}


@pytest.mark.rule("GRM-SPL-01", "GRM-NOTE-01", "GRM-SPY-04")
def test_luck_exchanges_the_face_down_card_unseen() -> None:
    table = quest(1, 6, face_down="king", quest_deck=[GOLD], looked=[0],
                  seats=seats(2, p1=seat(companions=["spy"])))  # fmt: skip
    assert table.view(0).face_down == "king"
    table.play(0, "replace face-down")
    assert table.view(None).face_down == GOLD
    assert table.view(0).face_down == table.view(1).face_down == "hidden"
    assert table.view(1).discards == ("king",)
    assert table.told("replace-face-down", seat=1) == [{"seat": 0, "card": "king"}]
    assert table.moves(0) == ["take copper-coin", "take face-down"]


@pytest.mark.rule("GRM-SPL-01", "GRM-SPL-27")
def test_luck_may_be_declined() -> None:
    table = quest(1, 6)
    before = table.view(None)
    table.play(0, "pass")
    assert table.view(None) == before
    assert table.asked == {0: "take"}


# -- 2 Silence ------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-04", "GRM-SPL-05")
@pytest.mark.parametrize("page", range(3, 16))
def test_silence_stops_the_forbidden_pages_and_no_other(page: int) -> None:
    table = open_at(books(2, mp=15, discards=["king"]), 2, page).until("page")
    silenced = [{"seat": 1, "spell": CARDS.pages[page].id}] if page in (3, 8, 13, 15) else []
    assert table.told("silenced") == silenced


@pytest.mark.rule("GRM-SPL-04", "GRM-SPL-07", "GRM-CPN-05", "GRM-ARC-01")
def test_a_silenced_player_keeps_companions_and_quest_card() -> None:
    table = open_at(books(2, seats=seats(2, p2=seat(companions=["archer"]))), 2, 3)
    take(table, 0)
    assert table.told("silenced") == [{"seat": 1, "spell": "fireball"}]
    assert table.told("chips") == [{"seat": 1, "vp": 1, "through": "archer"}]
    assert chips(table) == [0, 1]
    assert table.asked == {1: "take"}


@pytest.mark.rule("GRM-SPL-04")
def test_silence_ends_with_the_round() -> None:
    table = open_at(books(2), 2, 3)
    finish_round(table)
    assert [area.silence for area in table.view(0).areas] == [False, False]
    open_at(table, 6, 3)
    assert chips(table) == [0, 1]


@pytest.mark.rule("GRM-SPL-04")
def test_silence_stops_several_players() -> None:
    table = quest(2, 3, 3, 8)
    finish_round(table)
    assert chips(table) == [0, 0, 0, 0]


@pytest.mark.rule("GRM-SPL-06")
def test_silence_undoes_nothing() -> None:
    table = quest(2, 3, 5)  # reversed: P3, P2, P1
    assert order(table) == [2, 1, 0]
    finish_round(table)
    assert chips(table) == [0, 1, 0]


# -- 3, 8, 10, 13: chips --------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-08", "GRM-SPL-15", "GRM-SPL-22", "GRM-NOTE-08")
@pytest.mark.parametrize(("page", "vp"), [(3, 1), (8, 2), (13, 3)])
def test_chips_of_the_forbidden_pages(page: int, vp: int) -> None:
    table = quest(page, 14, seats=seats(2, p1=seat(chips=4), p2=seat(chips=4)))
    assert chips(table) == [4 + vp, 4]


@pytest.mark.rule("GRM-SPL-18", "GRM-NOTE-11")
@pytest.mark.parametrize(
    ("amounts", "gain"), [((0, 1, 2), 2), ((1, 1, 2), 2), ((1, 1, 1), 2), ((2, 1, 3), 0)]
)
def test_spirit_pays_who_has_the_fewest_alone_or_with_others(
    amounts: tuple[int, ...], gain: int
) -> None:
    table = quest(10, 14, 14, seats=[seat(chips=n) for n in amounts])
    assert chips(table)[0] == amounts[0] + gain


@pytest.mark.rule("GRM-SPL-19")
def test_spirit_compares_after_the_start_of_the_action() -> None:
    table = quest(10, 12, seats=seats(2, p1=seat(companions=["thief"])))
    assert chips(table) == [1, 0]  # the Thief's chip made him richer than P2


# -- 4 Healing, 15 Miracle ------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-09", "GRM-SPL-27")
def test_healing_costs_a_chip_and_may_be_declined() -> None:
    table = quest(4, 6, discards=["king"], seats=seats(2, p1=seat(chips=1)))
    assert table.moves(0) == ["heal", "pass"]
    declined = table.state.copy()
    declined.apply(0, "pass")
    assert declined.view(0).areas[0].chips == 1
    assert declined.view(0).discards == ("king",)
    table.play(0, "heal")
    assert chips(table) == [0, 0]
    assert table.told("pay") == [{"seat": 0, "vp": 1, "through": "healing"}]
    assert companions(table, 0) == ["king"]
    assert table.view(1).discards == ()
    assert table.asked == {0: "take"}


@pytest.mark.rule("GRM-SPL-11")
def test_healing_without_discards_costs_nothing() -> None:
    table = quest(4, 6, seats=seats(2, p1=seat(chips=3, companions=["nun"])))
    assert table.asked == {0: "take"}
    assert chips(table) == [3, 0]


@pytest.mark.rule("GRM-SPL-12", "GRM-SPL-26", "GRM-INFO-15")
@pytest.mark.parametrize("page", [4, 15])
@pytest.mark.parametrize("card", ["king", GOLD])
def test_cards_of_the_discards_are_laid_as_any_gained_card(page: int, card: str) -> None:
    table = quest(page, 1, discards=[card], seats=seats(2, p1=seat(chips=1)))
    table.play(1, "pass")
    take(table, 1)
    if page == 4:
        table.play(0, "heal")
    area = table.view(1).areas[0]
    if card == "king":
        assert (area.companions, area.treasures.count) == (("king",), 0)
    else:
        # It lies face down, but who compares the discards knows it: the engine does so for all.
        assert (area.companions, area.treasures.count) == ((), 1)
        assert area.treasures.seen == (GOLD,)
    assert table.told("take-discards", seat=1) == [{"seat": 0, "cards": [card]}]


@pytest.mark.rule("GRM-NOTE-02", "GRM-NOTE-18", "GRM-SPL-09", "GRM-SPL-24")
@pytest.mark.parametrize(("page", "taken"), [(4, 1), (15, 3)])
def test_every_discard_is_equally_likely(page: int, taken: int) -> None:
    pile = ["king", "queen", "prince", "nun"]
    found: Counter[str] = Counter()
    for seed in range(400):
        table = quest(page, page, tokens=[2, 1], seed=seed, discards=pile,
                      seats=seats(2, p1=seat(chips=1)))  # fmt: skip
        if page == 4:
            table.play(0, "heal")
        assert len(companions(table, 0)) == taken
        found.update(companions(table, 0))
    for card in pile:
        assert abs(found[card] - 100 * taken) < 40, found


@pytest.mark.rule("GRM-SPL-24", "GRM-SPL-25", "GRM-SPL-30", "GRM-SPL-31", "GRM-ACT-17")
@pytest.mark.parametrize(("discards", "taken"), [(5, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_miracle_takes_three_discards_or_as_many_as_there_are(discards: int, taken: int) -> None:
    table = quest(
        15, 15, tokens=[2, 1], discards=["king", "queen", "prince", "nun", "spy"][:discards]
    )
    assert len(companions(table, 0)) == taken
    assert len(table.view(0).discards) == discards - taken
    assert treasures(table, 0) == []
    assert table.asked == {0: "take"}  # before his card of the field


# -- 7 Creation -----------------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-13", "GRM-SPL-14", "GRM-NOTE-06")
def test_creation_draws_an_item_for_nothing() -> None:
    table = quest(7, 8, item_deck=["golden-cup"])
    assert items(table, 0) == ["golden-cup"]
    assert chips(table) == [0, 0]
    assert table.view(1).areas[0].items == type(table.view(1).areas[0].items)(1, ())
    assert table.view(0).item_deck == 17


@pytest.mark.rule("GRM-ITEM-01", "GRM-NOTE-05", "GRM-SPL-13")
@pytest.mark.parametrize("page", range(1, 16))
def test_items_come_from_creation_only(page: int) -> None:
    rich = seat(chips=4, companions=["merchant", "nun"])
    table = quest(page, page, discards=["king", "queen", "prince", "ruffian"], seats=[rich, rich])
    while not set(table.asked.values()) & {"page"}:
        decision = table.state.pending[0]
        table.play(decision.seat, decision.moves[0])
    drawn = 18 - table.view(0).item_deck
    assert drawn == (4 if page == 7 else 0)


# -- 9, 12, 14: attacks ---------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-16", "GRM-SPL-17")
def test_charm_takes_a_companion_that_the_target_chooses() -> None:
    table = quest(9, 10, seats=seats(2, p2=seat(companions=["king", "spy", "king"])))
    assert table.moves(1) == ["give king", "give spy"]
    table.play(1, "give king")
    assert companions(table, 0) == ["king"]
    assert companions(table, 1) == ["king", "spy"]
    assert table.told("hand-over") == [{"seat": 1, "target": 0, "card": "king"}]


@pytest.mark.rule("GRM-SPL-23")
def test_domination_takes_a_companion_of_the_attackers_choice() -> None:
    table = quest(14, 15, seats=seats(2, p2=seat(companions=["king", "spy"])))
    assert table.asked == {0: "companion"}
    assert table.moves(0) == ["give king", "give spy"]
    table.play(0, "give spy")
    assert (companions(table, 0), companions(table, 1)) == (["spy"], ["king"])


@pytest.mark.rule("GRM-SPL-20", "GRM-SPL-21")
@pytest.mark.parametrize(("has", "moved"), [(1, 0), (2, 1), (5, 2), (8, 4)])
def test_shapeshift_takes_half_rounded_down(has: int, moved: int) -> None:
    table = quest(12, 14, seats=seats(2, p1=seat(chips=1), p2=seat(chips=has)))
    assert chips(table) == [1 + moved, has - moved]


@ATTACKS
@pytest.mark.rule("GRM-ATK-01", "GRM-ATK-02")
def test_the_attacker_is_never_his_own_target(page: int) -> None:
    areas = having(page, 3, 2, 1)
    table = quest(page, 15, 15, seats=areas)
    assert lost(table, page, areas) == [1]


@ATTACKS
@pytest.mark.rule("GRM-ATK-03", "GRM-NOTE-09", "GRM-NOTE-14", "GRM-NOTE-16")
def test_the_attacker_chooses_among_the_tied(page: int) -> None:
    areas = having(page, 0, 2, 2, 1)
    for chosen in (1, 2):
        table = quest(page, 15, 15, 15, seats=areas)
        assert table.asked == {0: "target"}
        assert table.moves(0) == ["target 1", "target 2"]
        table.play(0, f"target {chosen}")
        assert lost(table, page, areas) == [chosen]


@ATTACKS
@pytest.mark.rule(
    "GRM-DEF-01", "GRM-DEF-03", "GRM-DEF-06", "GRM-NOTE-10", "GRM-NOTE-15", "GRM-NOTE-17"
)
def test_with_resistance_the_next_most_is_the_target(page: int) -> None:
    areas = having(page, 0, 3, 2, 1)
    table = quest(page, 6, 15, 15, seats=areas)
    take(table, 1)
    assert [area.defence for area in table.view(0).areas] == [False, True, False, False]
    assert lost(table, page, areas) == [2]


@ATTACKS
@pytest.mark.rule("GRM-DEF-04", "GRM-NOTE-13", "GRM-TIME-03")
def test_time_is_a_defence_art_too(page: int) -> None:
    areas = having(page, 0, 3, 2, 1)
    # Two time arts: P2 acts before P1 if his page is the lower one, and after him if not.
    table = quest(page, 11, 15, 5, seats=areas)
    finish_round(table)
    assert lost(table, page, areas) == ([1] if page == 9 else [2])


@ATTACKS
@pytest.mark.rule("GRM-DEF-02")
def test_the_defence_art_begins_with_the_own_action(page: int) -> None:
    areas = having(page, 0, 2, 1)
    table = open_at(books(3, mp=page, seats=areas), page, 6, 5)  # reversed: P1, P2, P3
    assert order(table) == [0, 1, 2]
    assert lost(table, page, areas) == [1]
    assert not table.view(0).areas[1].defence


@pytest.mark.rule("GRM-DEF-02", "GRM-NOTE-13")
def test_the_defence_art_ends_with_the_round() -> None:
    table = books(2, mp=12, seats=seats(2, p2=seat(chips=4)))
    open_at(table, 12, 6)
    finish_round(table)
    assert chips(table) == [0, 4]
    assert not table.view(0).areas[1].defence
    open_at(table, 12, 13)
    assert chips(table) == [2, 2]


@ATTACKS
@pytest.mark.rule("GRM-DEF-05", "GRM-DEF-09")
def test_several_may_be_under_the_defence_art_and_they_may_clash(page: int) -> None:
    areas = having(page, 0, 3, 3, 2)
    table = quest(page, 6, 6, 5, seats=areas)
    assert order(table) == [1, 2, 0, 3]
    take(table, 1)
    take(table, 2)
    assert lost(table, page, areas) == [3]


@pytest.mark.rule("GRM-DEF-07")
def test_the_defence_art_stops_nothing_else() -> None:
    # Spirit still counts the defended player's chips, and Luck any field card.
    spirit = quest(10, 6, seats=seats(2, p1=seat(chips=1)))
    take(spirit, 1)
    assert chips(spirit) == [1, 0]
    # The time art turns the defended player's token too.
    assert order(quest(5, 6, 1)) == [1, 0, 2]


@pytest.mark.rule("GRM-DEF-08")
def test_silence_does_not_stop_the_defence_art() -> None:
    table = quest(2, 6, 12, seats=seats(3, p1=seat(chips=2), p2=seat(chips=8)))
    take(table, 0)
    take(table, 1)
    assert chips(table) == [1, 8, 1]


@ATTACKS
@pytest.mark.rule("GRM-ATK-04")
def test_without_a_candidate_nothing_happens(page: int) -> None:
    areas = having(page, 1, 3)
    table = quest(page, 6, seats=areas)
    take(table, 1)
    assert table.told("no-target") == [{"seat": 0}]
    assert lost(table, page, areas) == []
    assert table.asked == {0: "take"}


@ATTACKS
@pytest.mark.rule("GRM-ATK-05")
def test_if_the_most_is_nothing_nothing_happens(page: int) -> None:
    table = quest(page, 1, 15, seats=having(page, 2, 0, 0))
    table.play(1, "pass")
    take(table, 1)
    assert table.told("no-target") == [{"seat": 0}]
    assert table.asked == {0: "take"}


@pytest.mark.rule("GRM-ATK-06")
def test_numbers_are_those_of_the_moment() -> None:
    table = quest(12, 8, 14, seats=seats(3, p2=seat(chips=1), p3=seat(chips=2)))
    take(table, 1)  # Lightning has made P2 the richest
    assert chips(table) == [1, 2, 2]


@ATTACKS
@pytest.mark.rule("GRM-ATK-07", "GRM-SPL-27")
def test_an_attack_is_forced(page: int) -> None:
    areas = having(page, 0, 2, 2)
    table = quest(page, 15, 15, seats=areas)
    with pytest.raises(engine.IllegalMove):
        table.play(0, "pass")
    alone = quest(page, 15, 15, seats=having(page, 0, 2, 0))
    assert lost(alone, page, having(page, 0, 2, 0)) == [1]


# -- all pages ------------------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPL-27")
def test_only_three_effects_can_be_declined() -> None:
    declined = set()
    for seed in range(30):
        table = Table("grimoire", 2 + seed % 3, seed)
        rng = random.Random(seed)
        while table.state.pending:
            declined |= {d.kind for d in table.state.pending if "pass" in d.moves}
            table.random(rng, moves=1)
    assert declined == {"luck", "healing", "merchant"}


@pytest.mark.rule("GRM-SPL-28")
def test_clashing_players_both_use_the_page() -> None:
    table = quest(3, 3)
    take(table, 1)
    assert chips(table) == [1, 1]


@pytest.mark.rule("GRM-SPL-29", "GRM-ITEM-06")
def test_no_page_takes_treasures_or_items() -> None:
    for seed in range(30):
        table = Table("grimoire", 2 + seed % 3, seed)
        rng = random.Random(seed)
        kept = [((), ())] * table.state.players
        while table.state.pending:
            table.random(rng, moves=1)
            for area in table.view(None).areas:
                had = kept[area.seat]
                now = (area.treasures.seen, area.items.seen)
                assert all(new[: len(old)] == old for old, new in zip(had, now, strict=True))
                kept[area.seat] = now


def test_every_page_has_the_effect_of_its_number() -> None:
    assert [spell.id for spell in CARDS.pages[1:]] == [
        "luck", "silence", "fireball", "healing", "acceleration", "resistance", "creation",
        "lightning", "charm", "spirit", "time", "shapeshift", "meteor", "domination", "miracle",
    ]  # fmt: skip
