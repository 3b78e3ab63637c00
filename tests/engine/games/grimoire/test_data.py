"""The components of the box are those that the rulebook counts (GRM-CMP, GRM-ADV)."""

from collections import Counter

import pytest

from taku import engine
from taku.engine.core.cards import Text
from tests.support.grimoire import COPPER, GOLD, books, finish_round, items, open_at, seat, seats

GAME = engine.game("grimoire")
CARDS = GAME.cards


def copies(prefix: str) -> dict[str, int]:
    return {e.id: e.copies for e in CARDS.component if e.id.startswith(prefix)}


@pytest.mark.rule("GRM-CMP-01")
def test_for_two_to_four_players() -> None:
    assert GAME.players == (2, 4) == (CARDS.game.players_min, CARDS.game.players_max)
    for players in (2, 3, 4):
        assert GAME.new(players).players == players
    for players in (1, 5):
        with pytest.raises(engine.BadPlayers, match=f"2 to 4 players, not {players}"):
            GAME.new(players)


@pytest.mark.rule("GRM-CMP-02", "GRM-CMP-03")
def test_four_equal_books_of_fifteen_pages() -> None:
    assert copies("book") == {"book": 4} | copies("bookmark")
    assert GAME.entries["book"].copies == GAME.players[1]
    assert GAME.entries["book"].pages == 15  # type: ignore[attr-defined]
    assert [spell.page for spell in CARDS.pages[1:]] == list(range(1, 16))
    table = books(4, mp=15)
    assert all(table.moves(seat) == [f"page {n}" for n in range(1, 16)] for seat in range(4))


@pytest.mark.rule("GRM-CMP-04", "GRM-CMP-05", "GRM-CMP-06", "GRM-CMP-07", "GRM-CMP-14")
def test_quest_cards() -> None:
    treasures = {c.id: c.copies for c in CARDS.quest if c.kind == "treasure"}
    companions = {c.id: c.copies for c in CARDS.quest if c.kind == "companion"}
    assert treasures == {"copper-coin": 12, "silver-coin": 10, "gold-coin": 7}
    assert companions == {
        "spy": 3, "mercenary": 3, "thief": 3, "archer": 3, "merchant": 3, "nun": 2,
        "ruffian": 3, "prince": 3, "queen": 3, "king": 3,
    }  # fmt: skip
    assert sum(treasures.values()) == sum(companions.values()) == 29
    assert CARDS.game.quest_cards_total == 58
    assert CARDS.game.colours == {"treasure": "yellow", "companion": "brown"}


@pytest.mark.rule("GRM-CMP-08")
def test_item_cards() -> None:
    assert {card.id: card.copies for card in CARDS.item} == {
        "copper-sword": 5, "silver-bracelet": 2, "golden-cup": 1, "junk": 9, "lucky-shoes": 1,
    }  # fmt: skip
    assert CARDS.game.item_cards_total == 18


@pytest.mark.rule("GRM-CMP-10", "GRM-CMP-11")
def test_chips() -> None:
    assert {chip.vp: chip.copies for chip in CARDS.chip} == {1: 12, 2: 6, 5: 5}
    assert CARDS.game.chips_total == 23


@pytest.mark.rule("GRM-CMP-09", "GRM-CMP-12", "GRM-CMP-13", "GRM-CMP-16", "GRM-CMP-17")
def test_other_components() -> None:
    assert copies("bookmark") == {f"bookmark-{e}": 1 for e in ("earth", "water", "fire", "wind")}
    assert copies("mp-mark") == {"mp-mark": 1}
    assert copies("order-token") == {f"order-token-{n}": 1 for n in range(1, 5)}
    assert [e.value for e in CARDS.component if e.id.startswith("order")] == [1, 2, 3, 4]
    assert copies("play-sheet") == {"play-sheet": 1}
    assert copies("rule-sheet") == {"rule-sheet-ja": 1, "rule-sheet-en": 1}


@pytest.mark.rule("GRM-CMP-15")
def test_the_mp_track_runs_from_6_to_15() -> None:
    assert (CARDS.game.mp_start, CARDS.game.mp_max) == (6, 15)


@pytest.mark.rule("GRM-NOTE-19")
def test_four_pages_have_no_note() -> None:
    noted = {s.page for s in CARDS.spell if any(id.startswith("GRM-NOTE") for id in s.rules)}
    assert set(range(1, 16)) - noted == {2, 3, 6, 13}


@pytest.mark.rule("GRM-CMP-05")
def test_components_never_come_or_go() -> None:
    box = Counter({card.id: card.copies for card in (*CARDS.quest, *CARDS.item)})
    assert GAME.components(GAME.new(3, seed=5)) == box


@pytest.mark.rule("GRM-ADV-01", "GRM-ADV-02", "GRM-ADV-05")
def test_values_that_the_advice_tells() -> None:
    vp = {card.id: card.vp for card in CARDS.quest}
    at_most = {card.id: card.vp + card.bonus_vp for card in CARDS.quest}
    assert vp["thief"] == 1
    ordinary = [n for id, n in at_most.items() if id not in ("king", "queen", "prince", "ruffian")]
    assert min(at_most[id] for id in ("king", "queen", "prince", "ruffian")) > max(ordinary)
    assert vp["gold-coin"] == max(card.vp for card in CARDS.quest if card.kind == "treasure")
    assert vp["ruffian"] == max(vp.values())


@pytest.mark.rule("GRM-ADV-04")
def test_a_low_page_gets_a_certain_field_card() -> None:
    table = books(3, face_up=[GOLD, COPPER, COPPER])
    open_at(table, 4, 6, 3)
    assert table.asked == {2: "take"}
    table.play(2, "take gold-coin")
    assert "take gold-coin" not in table.moves(0)


@pytest.mark.rule("GRM-ADV-08")
def test_merchants_help_to_monopolise_items() -> None:
    table = books(2, round=2, seats=seats(2, p1=seat(companions=["merchant"] * 3, chips=3)),
                  item_deck=["junk"] * 4)  # fmt: skip
    open_at(table, 7, 1)
    table.play(1, "pass", "take copper-coin")
    table.play(0, "buy", "buy", "buy")
    finish_round(table)
    assert items(table, 0) == ["junk"] * 4


def test_every_component_is_named_and_described_in_both_languages() -> None:
    for entry in CARDS.entries():
        assert entry.name.ja.strip(), entry.id
        assert entry.name.en.strip(), entry.id
    for entry in (*CARDS.quest, *CARDS.item, *CARDS.spell):
        assert isinstance(entry.text, Text), entry.id
        assert entry.text.ja.strip(), entry.id
        assert entry.text.en.isascii(), entry.id
        assert not entry.text.ja.isascii(), entry.id


def test_cards_cite_rules_of_the_ledger_only() -> None:
    ledger = (GAME.folder / "RULES.md").read_text("utf-8")
    for entry in CARDS.entries():
        for id in entry.rules:
            assert f"- {id} " in ledger, (entry.id, id)
