"""The card file and the ledger (DBK-COMP, DBK-MARK, DBK-ICON): what the guides fix, it has."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from taku.engine.games.daybreak.cards import Normal
from tests.support.daybreak import CARDS, GAME, board, hand, held, seat

BASE = [card for card in CARDS.normal if card.set == "base"]
REST = [card for card in BASE if card.frame != "white"]


def of(frames: Iterable[str], cards: Iterable[Normal] = tuple(REST)) -> list[Normal]:
    return [card for card in cards if card.frame in frames]


def stone_cards(cards: Iterable[Normal]) -> int:
    return sum(card.category == "stone" for card in cards)


def words(value: Any) -> Iterator[str]:
    """Every string in a piece of card data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from words(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from words(each)


@pytest.mark.rule("DBK-COMP-01", "DBK-COMP-20", "DBK-COMP-21", "DBK-COMP-23")
def test_how_many_cards_the_base_set_has() -> None:
    assert sum(witch.set == "base" for witch in CARDS.witch) == CARDS.counts.witch == 6
    assert len(BASE) == CARDS.counts.normal == 50
    assert len(of(["white"], BASE)) == CARDS.counts.white == 15
    assert len(REST) == CARDS.counts.non_white == 35
    assert [token.id for token in CARDS.token] == ["curse"]


@pytest.mark.rule(
    "DBK-COMP-24", "DBK-COMP-25", "DBK-COMP-26", "DBK-COMP-30", "DBK-COMP-31", "DBK-COMP-32",
    "DBK-COMP-33",
)  # fmt: skip
@pytest.mark.parametrize(
    ("frames", "cards", "stones"),
    [
        (["copper", "rainbow"], 16, 4),
        (["copper"], 10, 3),
        (["rainbow"], 6, 1),
        (["silver"], 10, 3),
        (["gold"], 9, 2),
    ],
)
def test_how_many_cards_each_frame_has(frames: list[str], cards: int, stones: int) -> None:
    assert len(of(frames)) == cards
    assert stone_cards(of(frames)) == stones


@pytest.mark.rule("DBK-COMP-22")
def test_five_frames() -> None:
    assert {card.frame for card in CARDS.normal} == {"white", "copper", "silver", "gold", "rainbow"}


@pytest.mark.rule("DBK-COMP-08", "DBK-COMP-09", "DBK-DIFF-01")
def test_seven_categories_and_bless_is_not_in_the_base_set() -> None:
    six = {"stone", "time", "block", "attack", "support", "ultimate"}
    assert {card.category for card in BASE} == six
    assert {card.category for card in CARDS.normal} == six | {"bless"}
    assert {card.set for card in CARDS.normal if card.category == "bless"} == {"bless"}


@pytest.mark.rule("DBK-COMP-05", "DBK-COMP-06", "DBK-WITCH-06")
def test_a_witch_has_two_effects_of_which_one_has_a_cost() -> None:
    for witch in CARDS.witch:
        assert witch.game.ops
        assert witch.turn.ops
        assert not hasattr(witch.game, "cost")
        assert witch.turn.cost == "X" or witch.turn.cost > 0


@pytest.mark.rule("DBK-COMP-10", "DBK-COMP-11", "DBK-COMP-12", "DBK-COMP-13", "DBK-COMP-14")
def test_marks_costs_and_cast_times() -> None:
    assert {card.marks for card in CARDS.normal} >= {
        (), ("attack",), ("install",), ("attack", "install"),
    }  # fmt: skip
    for card in CARDS.normal:
        assert card.use_cost >= 0
        assert card.acquire_cost >= 0
        assert 1 <= card.use_cast <= 5
        assert 1 <= card.acquire_cast <= 4


@pytest.mark.rule("DBK-COMP-27", "DBK-COMP-28", "DBK-COMP-29", "DBK-CURSE-03")
def test_every_name_is_a_single_copy_but_the_curse() -> None:
    cards = [*CARDS.normal, *CARDS.witch]
    for language in ("ja", "en"):
        names = Counter(card.name.in_language(language) for card in cards)
        assert set(names.values()) == {1}
    assert {card.copies for card in cards} == {1}
    assert len(CARDS.token) == 1


@pytest.mark.rule(
    "DBK-COMP-34", "DBK-CURSE-01", "DBK-CURSE-02", "DBK-CURSE-14", "DBK-CURSE-15", "DBK-CURSE-16",
)  # fmt: skip
def test_the_curse_card() -> None:
    curse = CARDS.by_id["curse"]
    assert (curse.acquire_cost, curse.acquire_cast) == (0, 2)
    assert (curse.use_cost, curse.use_cast) == (1, 5)
    assert curse.copies == 12
    assert curse.set == "curse"
    naming = [card for card in CARDS.normal if set(words(card.ops)) & {"curse", "curse-zone"}]
    assert {card.set for card in naming} == {"curse"}


@pytest.mark.rule("DBK-COMP-02", "DBK-COMP-07", "DBK-COMP-19", "DBK-CURSE-17")
def test_only_curses_have_a_back_of_their_own() -> None:
    (curse,) = CARDS.token
    assert (curse.category, curse.back) == ("curse", "purple")
    assert not any(hasattr(card, "back") for card in (*CARDS.normal, *CARDS.witch))


@pytest.mark.rule("DBK-MARK-01", "DBK-MARK-04", "DBK-PICK-01")
def test_the_attack_mark_is_on_every_card_that_reaches_others_and_on_no_block() -> None:
    for card in CARDS.normal:
        said = set(words(card.ops))
        if card.category == "block":
            assert not card.attack
        else:
            reaches = any(word.split(".")[0] in ("target", "any", "others") for word in said)
            counts_only = card.id == "grudge-lender"
            assert card.attack == (reaches and not counts_only), card.id


@pytest.mark.rule("DBK-MARK-02", "DBK-MARK-03", "DBK-DIFF-03")
def test_install_cards_and_only_they_have_a_condition() -> None:
    for card in CARDS.normal:
        assert card.install == (card.when is not None), card.id
        for text in (card.text.ja, card.text.en):
            assert card.install == text.startswith(("【", "[")), card.id


@pytest.mark.rule("DBK-ICON-01", "DBK-ICON-03", "DBK-COMP-15")
def test_28_icons_each_card_names_its_own_and_none_has_a_program() -> None:
    icons = {icon.id for icon in CARDS.icon}
    assert len(CARDS.icon) == len(icons) == 28
    for card in CARDS.by_id.values():
        assert set(card.icons) <= icons
    assert not icons & set(CARDS.effects)


@pytest.mark.rule("DBK-ICON-02")
def test_a_card_without_icons_is_resolved_like_any_other() -> None:
    table = board(seat(hand=["lab"]), lab='ops = [{ op = "stones", from = "stone-zone", n = 2, to = "you.held" }]')  # fmt: skip
    assert table.game.cards.by_id["lab"].icons == ()
    table.play(0, "use lab")
    assert held(table)[0] == 7


@pytest.mark.rule("DBK-GEN-08")
def test_every_card_says_that_it_is_designed() -> None:
    assert {card.source for card in CARDS.normal} == {"designed"}
    assert {card.source for card in CARDS.witch} == {"designed"}
    assert CARDS.by_id["curse"].source == "rulebook"
    assert {card.id for card in CARDS.witch if card.name_source == "public"} == {
        "ellie-bennett", "kiara-smith",
    }  # fmt: skip


@pytest.mark.rule("DBK-OPS-02")
def test_texts_and_operations_agree_on_their_numbers() -> None:
    """Numbers in the English text are the numbers of the operations, cast times among them."""
    small = {"one": 1, "twice": 2}
    for card in CARDS.normal:
        said = {int(n) for n in re.findall(r"\d+", card.text.en)}
        said |= {small[word] for word in re.findall(r"\b(one|twice)\b", card.text.en.casefold())}
        meant = {abs(n) for n in _numbers(card.ops) if n not in (0, 1)}
        romans = {5: "V", 4: "IV", 3: "III", 2: "II", 1: "I"}
        said |= {n for n, roman in romans.items() if re.search(rf"\b{roman}\b", card.text.en)}
        more = {"no-block"} & set(words(card.ops))
        assert meant <= said or more, (card.id, meant - said)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _numbers(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, str) and (found := re.search(r"cast\.(\d)$", value)):
        yield int(found[1])


@pytest.mark.rule("DBK-GEN-01")
def test_players_of_the_card_file_are_those_of_the_game() -> None:
    players = CARDS.game.players
    assert (players.min, players.max) == GAME.players == (2, 4)


def test_the_ledger_that_cards_cite_exists() -> None:
    ledger = (GAME.folder / "RULES.md").read_text("utf-8")
    ids = re.findall(r"^- \*\*(DBK-[A-Z]+-\d+)\*\*", ledger, re.MULTILINE)
    assert len(ids) == len(set(ids)) >= 417
    cited = set(re.findall(r"DBK-[A-Z]+-\d+", ledger))
    assert cited <= set(ids)
    assert {id for entry in CARDS.entries() for id in entry.rules} <= set(ids)


@pytest.mark.rule("DBK-COMP-17", "DBK-COMP-18")
def test_a_token_is_acquired_by_an_effect_and_then_a_card_like_others() -> None:
    table = board(seat(hand=["haunted-doll-child", "pendulum-maker"]))
    table.play(0, "use haunted-doll-child", "use pendulum-maker")
    assert "pick-curse 0 2" in table.moves(0)
    table.play(0, "pick-curse 0 2")
    assert hand(table) == {"curse": 1}
