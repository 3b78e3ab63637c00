"""Setup (GRM-SET)."""

from collections import Counter
from itertools import permutations

import pytest

from taku import engine
from tests.support.table import Table

GAME = engine.game("grimoire")
CARDS = GAME.cards


@pytest.fixture(params=[2, 3, 4])
def fresh(request: pytest.FixtureRequest) -> Table:
    return Table("grimoire", request.param, seed=7)


@pytest.mark.rule("GRM-SET-01", "GRM-SET-02", "GRM-SET-03")
def test_each_player_has_one_book_and_one_bookmark(fresh: Table) -> None:
    fresh.until("page")
    seats = range(fresh.state.players)
    assert fresh.asked == {seat: "page" for seat in seats}
    assert len(fresh.view(0).areas) == fresh.state.players
    fresh.play(0, "page 1", "page 2")  # the same bookmark, moved
    assert fresh.view(0).areas[0].page == 2


@pytest.mark.rule("GRM-SET-04", "GRM-SET-05", "GRM-SET-06")
def test_all_cards_are_in_the_two_decks(fresh: Table) -> None:
    quests, items = fresh.view(None).decks
    assert Counter(quests) == Counter({card.id: card.copies for card in CARDS.quest})
    assert Counter(items) == Counter({card.id: card.copies for card in CARDS.item})
    assert fresh.view(0).decks is None
    assert (fresh.view(0).quest_deck, fresh.view(0).item_deck) == (58, 18)
    assert fresh.view(0).discards == ()


@pytest.mark.rule("GRM-SET-04", "GRM-SET-05")
def test_both_decks_are_shuffled() -> None:
    decks = [GAME.new(2, seed).view(None).decks for seed in range(200)]
    for deck, share in ((0, 12 / 58), (1, 5 / 18)):
        tops = Counter(both[deck][0] for both in decks)
        first = ("copper-coin", "copper-sword")[deck]
        assert 0.5 * share < tops[first] / 200 < 1.5 * share
        assert len({both[deck] for both in decks}) == 200


@pytest.mark.rule("GRM-SET-07", "GRM-SET-16", "GRM-SET-08")
def test_nobody_has_anything_and_the_mp_mark_is_on_6(fresh: Table) -> None:
    for area in fresh.view(None).areas:
        assert (area.chips, area.treasures.count, area.items.count) == (0, 0, 0)
        assert area.companions == ()
    assert fresh.view(0).mp == 6


@pytest.mark.rule("GRM-SET-09", "GRM-SET-10", "GRM-SET-11", "GRM-SET-12", "GRM-SET-14")
def test_each_picks_any_token_left_in_the_order_of_the_lot(fresh: Table) -> None:
    players = fresh.state.players
    left = [f"token {n}" for n in range(1, players + 1)]
    lot = fresh.view(0).lot
    for seat in lot[:-1]:
        assert fresh.asked == {seat: "token"}
        assert fresh.moves(seat) == left
        picked = left.pop()
        fresh.play(seat, picked)
        assert all(f"token {fresh.view(s).areas[seat].token}" == picked for s in range(players))
        assert fresh.told("token", seat=(seat + 1) % players)[-1 if len(left) > 1 else -2] == {
            "seat": seat, "token": int(picked[6:]),
        }  # fmt: skip
    assert f"token {fresh.view(0).areas[lot[-1]].token}" == left[0]
    assert set(fresh.asked.values()) == {"page"}


@pytest.mark.rule("GRM-SET-13")
def test_the_lot_is_uniform_reproducible_and_open() -> None:
    lots = Counter(GAME.new(3, seed).view(0).lot for seed in range(600))
    assert set(lots) == set(permutations(range(3)))
    assert min(lots.values()) > 70
    assert max(lots.values()) < 130
    state = GAME.new(4, 11)
    assert {state.view(seat).lot for seat in range(4)} == {GAME.new(4, 11).view(None).lot}


@pytest.mark.rule("GRM-SET-15")
@pytest.mark.parametrize("token", [1, 2])
def test_the_first_token_counts_as_that_of_the_previous_round(token: int) -> None:
    table = Table("grimoire", 2)
    winner = table.view(0).lot[0]
    table.play(winner, f"token {token}")
    table.all_play(["page 6", "page 6"])  # a clash: the higher previous token acts first
    assert next(iter(table.asked)) == (winner if token == 2 else 1 - winner)
