"""What a seat may know, and what is redealt because it cannot know it."""

import random

import pytest

from tests.support.daybreak import CARDS, GAME, Board, board, does, hand, seat

ALL = {"modules": ["curse", "bless", "travellers"]}


def test_unknown_hands_are_dealt_anew_from_white_cards() -> None:
    table = board(seat(unseen=["prankster", "ferryman"]), seat(hand=["pickpocket"], unseen=["milk-carrier"]))  # fmt: skip
    seen = set()
    for seed in range(40):
        other = table.state.determinize(0, random.Random(seed)).view(None)
        assert set(other.areas[0].hand) == {"prankster", "ferryman"}
        assert "pickpocket" in other.areas[1].hand
        (unknown,) = set(other.areas[1].hand) - {"pickpocket"}
        assert unknown in CARDS.whites
        seen.add(unknown)
    assert len(seen) > 3
    assert not seen & {"prankster", "ferryman"}


def test_white_cards_stay_on_top_of_the_deck() -> None:
    table = Board(GAME, ALL, 4, 3)
    for seed in range(20):
        deck = table.state.determinize(1, random.Random(seed)).view(None).deck_order
        kinds = [card in CARDS.whites for card in deck]
        assert kinds == sorted(kinds, reverse=True)


def test_separate_stone_cards_keep_their_number() -> None:
    table = Board(GAME, {**ALL, "separate-stones": True}, 2, 3)
    before = [card for card in table.state.deck if card in CARDS.stone_cards - CARDS.whites]
    decks = set()
    for seed in range(20):
        state = table.state.determinize(0, random.Random(seed))
        stones = [card for card in state.deck if card in CARDS.stone_cards - CARDS.whites]
        assert len(stones) == len(before)
        decks.add(frozenset(stones))
    assert len(decks) > 5


def test_a_card_seen_on_its_way_to_the_hand_is_known() -> None:
    table = board(seat(cast=["prankster 1"], unseen=["ferryman"]), seat())
    table.play(0, "end")
    table.until("start")
    assert hand(table) == {"prankster": 1, "ferryman": 1}
    assert table.view(1).areas[0].hand == ("prankster",)
    assert "ferryman" in table.view(1).unseen
    assert "prankster" not in table.view(1).unseen


def test_a_card_put_on_the_deck_is_known_until_it_is_turned_up() -> None:
    put = '{ op = "pick", from = "you.cast" }', '{ op = "move", card = "it", to = "deck" }'
    table = board(
        seat(hand=["lab"], cast=["pickpocket 3"]), lab=does(*put), card_zone=["prankster"]
    )
    table.play(0, "use lab")
    for viewer in (0, 1):
        assert table.view(viewer).deck_top == ("pickpocket",)
        state = table.state.determinize(viewer, random.Random(5))
        assert state.view(None).deck_order[0] == "pickpocket"
    table.play(0, "end")
    table.until("start")
    assert table.view(1).deck_top == ()
    assert "pickpocket" in dict(table.view(1).card_zone)


@pytest.mark.rule("DBK-SETUP-18", "DBK-SETUP-21")
def test_cards_taken_out_unseen_are_among_the_unknown() -> None:
    table = Board(GAME, ALL, 2, 1)
    assert table.state.box
    for viewer in (0, 1):
        assert set(table.state.box) <= set(table.view(viewer).unseen)
        boxes = {tuple(table.state.determinize(viewer, random.Random(n)).box) for n in range(9)}
        assert len(boxes) > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_seen_survives_every_redeal(players: int) -> None:
    table = Board(GAME, ALL, players, 7)
    rng = random.Random(7)
    for _ in range(150):
        if not table.state.pending:
            break
        for viewer in range(players):
            other = table.state.determinize(viewer, rng)
            assert other.view(viewer) == table.view(viewer)
        table.random(rng, moves=1)
