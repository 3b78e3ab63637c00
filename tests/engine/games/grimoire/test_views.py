"""What a seat may know (GRM-INFO), and that the sampler keeps to it."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taku import engine
from tests.support.grimoire import (
    COPPER,
    GOLD,
    SILVER,
    books,
    finish_round,
    open_at,
    quest,
    seat,
    seats,
    take,
)
from tests.support.table import Table

GAME = engine.game("grimoire")


def sampled(table: Table, viewer: int, times: int = 40) -> list[Any]:
    """What everything may be for a seat: omniscient views of redealt states."""
    return [table.state.determinize(viewer, random.Random(k)).view(None) for k in range(times)]


# -- what is open and what is hidden --------------------------------------------------------------


@pytest.mark.rule("GRM-INFO-01", "GRM-INFO-14")
def test_the_field_is_open_but_for_the_face_down_card() -> None:
    table = books(2, face_up=["king", GOLD], face_down=SILVER)
    for viewer in (0, 1):
        assert table.view(viewer).face_up == ("king", GOLD)
        assert table.view(viewer).face_down == "hidden"
    open_at(table, 3, 6)
    # Cards and chips are both gained from the field.
    assert table.moves(0) == ["take king", "take gold-coin", "take face-down"]
    assert table.view(1).areas[0].chips == 1


@pytest.mark.rule("GRM-INFO-02", "GRM-INFO-03", "GRM-INFO-04", "GRM-INFO-09")
def test_treasures_and_items_are_hidden_from_the_others_only() -> None:
    table = books(2, seats=seats(2, p1=seat(treasures=[GOLD, COPPER], items=["junk"], chips=2)))
    mine, others = table.view(0).areas[0], table.view(1).areas[0]
    assert (mine.treasures.seen, mine.items.seen) == ((GOLD, COPPER), ("junk",))
    assert (others.treasures.seen, others.items.seen) == ((), ())
    assert (mine.score, others.score) == (6, None)


@pytest.mark.rule("GRM-INFO-05", "GRM-INFO-06", "GRM-INFO-10", "GRM-INFO-11", "GRM-INFO-12")
def test_companions_counts_chips_and_mp_are_open() -> None:
    area = seat(treasures=[GOLD] * 3, companions=["spy", "nun"], items=["junk"] * 2, chips=4)
    table = books(3, seats=seats(3, p3=area), round=3)
    for viewer in range(3):
        seen = table.view(viewer)
        assert seen.mp == 8
        assert seen.areas[2].companions == ("spy", "nun")
        assert (seen.areas[2].treasures.count, seen.areas[2].items.count) == (3, 2)
        assert seen.areas[2].chips == 4


@pytest.mark.rule("GRM-INFO-07", "GRM-INFO-08", "GRM-INFO-13")
def test_discards_are_open_and_piles_can_be_counted() -> None:
    table = books(2, discards=["king", GOLD])
    for viewer in (0, 1):
        assert table.view(viewer).discards == ("king", GOLD)
        assert table.view(viewer).quest_deck == 58 - 2 - 3
        assert table.view(viewer).item_deck == 18
        assert table.view(viewer).decks is None
    assert len(table.view(None).decks[0]) == 53


@pytest.mark.rule("GRM-INFO-16", "GRM-ACT-08")
def test_a_treasure_taken_openly_stays_known() -> None:
    table = books(2, face_up=[GOLD, SILVER], face_down=COPPER)
    open_at(table, 2, 6)
    take(table, 0, GOLD)
    take(table, 1, "face-down")
    assert table.view(1).areas[0].treasures.seen == (GOLD,)
    assert table.view(0).areas[1].treasures.seen == ()
    assert all(view.areas[0].treasures.seen == (GOLD,) for view in sampled(table, 1))


@pytest.mark.rule("GRM-INFO-15")
def test_treasures_of_the_discards_are_known_to_all() -> None:
    table = quest(15, 15, tokens=[2, 1], discards=[GOLD, SILVER, COPPER])
    known = {GOLD, SILVER, COPPER}
    assert set(table.view(1).areas[0].treasures.seen) == known
    assert all(set(view.areas[0].treasures.seen) == known for view in sampled(table, 1))


@pytest.mark.rule("GRM-INFO-04", "GRM-VP-05")
def test_his_own_score_tells_nothing_of_the_others_junk() -> None:
    scores = set()
    for others in (["junk"] * 2, ["copper-sword"] * 2):
        table = books(2, seats=[seat(items=["junk"], chips=1), seat(items=others)])
        scores.add(table.view(0).areas[0].score)
    assert scores == {1}


# -- the sampler ----------------------------------------------------------------------------------


@pytest.mark.rule("GRM-SPY-03", "GRM-INFO-14")
def test_what_a_spy_has_seen_stays() -> None:
    table = books(3, face_down=GOLD, looked=[0], seats=seats(3, p1=seat(companions=["spy"])))
    assert {view.face_down for view in sampled(table, 0)} == {GOLD}
    assert len({view.face_down for view in sampled(table, 1)}) > 5
    open_at(table, 6, 4, 2)
    take(table, 2, "face-down")
    assert {view.areas[2].treasures.seen for view in sampled(table, 0)} == {(GOLD,)}
    taken = {view.areas[2].treasures.seen for view in sampled(table, 1)}
    assert taken == {(COPPER,), (SILVER,), (GOLD,)}  # a treasure, as it was not shown


@pytest.mark.rule("GRM-ACT-10", "GRM-ACT-11")
def test_an_unseen_card_in_an_area_is_a_treasure() -> None:
    table = books(2, seats=seats(2, p1=seat(treasures=[COPPER, GOLD], open_treasures=[SILVER])))
    for view in sampled(table, 1):
        assert set(view.areas[0].treasures.seen) <= {COPPER, SILVER, GOLD}
        assert view.areas[0].treasures.seen[2] == SILVER
    assert len({view.areas[0].treasures.seen for view in sampled(table, 1)}) > 4
    assert {view.areas[0].treasures.seen for view in sampled(table, 0)} == {(COPPER, GOLD, SILVER)}


@pytest.mark.rule("GRM-SHOE-01", "GRM-ITEM-03")
def test_hidden_items_are_redealt_and_never_the_lucky_shoes() -> None:
    held = ["junk", "golden-cup", "copper-sword", "junk"]
    table = books(2, seats=seats(2, p2=seat(items=held)))
    views = sampled(table, 0, times=100)
    assert len({view.areas[1].items.seen for view in views}) > 20
    assert not any("lucky-shoes" in view.areas[1].items.seen for view in views)
    assert {view.areas[1].items.seen for view in sampled(table, 1)} == {tuple(held)}
    shown = books(2, seats=seats(2, p2=seat(items=["junk", "lucky-shoes", "junk"])))
    assert {view.areas[1].items.seen[1] for view in sampled(shown, 0)} == {"lucky-shoes"}


@pytest.mark.rule("GRM-INFO-14")
def test_every_unseen_card_is_as_likely_on_the_deck_as_face_down() -> None:
    table = books(2, seats=seats(2, p2=seat(treasures=[COPPER] * 3, items=["junk"] * 3)))
    views = sampled(table, 0, times=300)
    for cards in ([view.face_down for view in views], [view.decks[0][0] for view in views]):
        treasures = sum(card.endswith("-coin") for card in cards)
        assert 115 < treasures < 175  # 24 of the 53 unseen cards that are in no area
    shoes = sum(view.decks[1][0] == "lucky-shoes" for view in views)
    assert 10 < shoes < 35  # one of the 15 items left


@pytest.mark.rule("GRM-DECK-01", "GRM-INFO-07")
def test_each_rebuilt_deck_keeps_its_own_content() -> None:
    old = ["spy", "nun", "king", "queen", "thief", "archer"]
    table = Table("grimoire", 3, phase="set", quest_deck=[GOLD], discards=old, rest="box")
    deck = sorted(table.view(None).decks[0])
    for view in sampled(table, 0):
        # The last card of the old deck lies face down; only the order of the new one is open.
        assert view.face_down == GOLD
        assert sorted(view.decks[0]) == deck
    open_at(table, 2, 4, 6)
    take(table, 0, "face-down")
    assert {view.areas[0].treasures.seen for view in sampled(table, 1)} == {(GOLD,)}
    assert len({view.decks[0] for view in sampled(table, 1)}) == 6


@pytest.mark.rule("GRM-DECK-01", "GRM-INFO-14")
def test_a_face_down_card_of_a_rebuilt_deck_is_one_of_that_deck() -> None:
    old = ["spy", "nun", "king", "queen", "thief", "archer", "prince", "ruffian", GOLD, SILVER]
    table = Table("grimoire", 3, phase="set", quest_deck=[COPPER], discards=old, rest="box")
    finish_round(open_at(table, 2, 4, 6))
    hidden = {table.view(None).face_down, *table.view(None).decks[0]}
    assert len(hidden) == 4
    assert {view.face_down for view in sampled(table, 1)} == hidden


@pytest.mark.rule("GRM-BOOK-08")
def test_a_page_that_was_chosen_is_redealt_for_the_others() -> None:
    table = books(2)
    table.play(0, "page 4")
    assert {view.areas[0].page for view in sampled(table, 1)} == set(range(1, 7))
    assert {view.areas[0].page for view in sampled(table, 0)} == {4}
    assert {view.areas[1].page for view in sampled(table, 0)} == {0}


positions = st.tuples(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 200))


def position(players: int, seed: int, moves: int) -> Table:
    return Table("grimoire", players, seed).random(random.Random(seed), moves)


@given(positions, st.integers(0, 3), st.integers(0, 10**6))
def test_redealing_changes_nothing_that_the_seat_is_shown(
    where: tuple[int, int, int], viewer: int, k: int
) -> None:
    state = position(*where).state
    viewer %= state.players
    other = state.determinize(viewer, random.Random(k))
    assert other.view(viewer) == state.view(viewer)
    mine = [d for d in state.pending if d.seat == viewer]
    assert [d for d in other.pending if d.seat == viewer] == mine
    assert GAME.components(other) == GAME.components(state)


@given(positions, st.integers(0, 3), st.integers(0, 10**6))
def test_the_sampler_cannot_see_what_the_seat_cannot_know(
    where: tuple[int, int, int], viewer: int, k: int
) -> None:
    state = position(*where).state
    viewer %= state.players
    # These differ only in what the seat cannot know, so the same generator gives the same deal.
    other = state.determinize(viewer, random.Random(k + 1))
    assert other.determinize(viewer, random.Random(k)) == state.determinize(
        viewer, random.Random(k)
    )


def test_the_sampler_cannot_see_the_order_in_which_equal_cards_lie() -> None:
    # P2 holds a coin nobody saw beside a copper coin all saw: the real one must not matter.
    states = [
        books(2, seats=seats(2, p2=seat(treasures=[coin], open_treasures=[COPPER] * 2)),
              rest="box", quest_deck=[*{COPPER, SILVER, GOLD} - {coin}]).state
        for coin in (COPPER, SILVER, GOLD)
    ]  # fmt: skip
    for k in range(20):
        deals = [state.determinize(0, random.Random(k)) for state in states]
        for deal in deals:
            deal.box = []
        areas = [(deal.view(None).areas, sorted(deal.view(None).decks[0])) for deal in deals]
        assert areas[0] == areas[1] == areas[2]


def test_redealing_changes_what_is_hidden() -> None:
    for seed in range(12):
        table = position(2 + seed % 3, seed, 40)
        if table.state.result is None:
            views = sampled(table, 0, times=5)
            assert len({view.decks for view in views}) == 5
            assert all(view != table.view(None) for view in views)


def test_after_the_count_only_the_decks_are_redealt() -> None:
    table = finish_round(
        open_at(books(2, seats=seats(2, p1=seat(treasures=[GOLD] * 7 + [SILVER] * 2))), 2, 6)
    )
    assert table.result.reason == "treasures-10"
    for view in sampled(table, 1, times=5):
        assert view.areas == table.view(None).areas
        for deck, real in zip(view.decks, table.view(None).decks, strict=True):
            assert deck != real
            assert sorted(deck) == sorted(real)


def test_every_page_of_a_redealt_choice_can_be_played_on() -> None:
    for seed in range(20):
        table = position(3, seed, 30 + seed)
        if table.state.result is None:
            deal = table.state.determinize(seed % 3, random.Random(seed))
            rng = random.Random(seed)
            while deal.pending:
                decision = rng.choice(deal.pending)
                deal.apply(decision.seat, rng.choice(decision.moves))
            assert deal.result is not None
