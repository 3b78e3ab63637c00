"""The schema of cards.toml, and the look-ups the rules need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

import msgspec

from taku.engine.core.cards import CardFile, Entry, Source, Text, mismatches

TIMED = ("spy", "mercenary", "thief", "archer", "merchant", "nun", "prince", "queen", "king")
"""Companions whose effect is written in the rules."""
SPECIAL_ITEMS = ("junk", "lucky-shoes")
"""Items whose effect is written in the rules."""
SPELLS = (
    "luck", "silence", "fireball", "healing", "acceleration", "resistance", "creation", "lightning",
    "charm", "spirit", "time", "shapeshift", "meteor", "domination", "miracle",
)  # fmt: skip
"""Spells whose effect is written in the rules, in the order of the pages."""


class GameTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[game]``: the numbers that belong to no single card."""

    id: str
    prefix: str
    name: Text
    players_min: int
    players_max: int
    mp_start: int
    mp_max: int
    field_cards_extra: int
    field_cards_face_down: Literal[1]
    end_treasures: int
    end_companions: int
    quest_cards_total: int
    item_cards_total: int
    chips_total: int
    colours: dict[Literal["treasure", "companion"], str]
    source: dict[str, Source]


class Quest(Entry, frozen=True, kw_only=True):
    """A quest card: a treasure or a companion."""

    kind: Literal["treasure", "companion"]
    vp: int
    text: Text
    timing: str = ""
    optional: bool = False
    stacks: bool = False
    gain_vp: int = 0
    cost_vp: int = 0
    bonus_vp: int = 0
    needs_companions: int = 0
    needs_treasure_kinds: int = 0
    needs_chip_vp: int = 0


class Item(Entry, frozen=True, kw_only=True):
    """An item card."""

    vp: int
    text: Text
    majority_vp: int = 0
    draw_items: int = 0
    optional: bool = False


class Spell(Entry, frozen=True, kw_only=True):
    """A page of the book, the same in each."""

    page: int
    text: Text
    arts: tuple[Literal["time", "defence", "forbidden"], ...]
    phase: Literal["book", "quest", "both"]
    optional: bool
    stopped_by_silence: bool
    stopped_by_defence: bool
    negates_pages: tuple[int, ...] = ()
    gain_vp: int = 0
    cost_vp: int = 0
    take_discards: int = 0
    draw_items: int = 0


class Chip(Entry, frozen=True, kw_only=True):
    """A VP chip; without effect on play, as chips are exchanged freely (GRM-CHIP-04)."""

    vp: int


class Component(Entry, frozen=True, kw_only=True):
    """Anything else in the box."""

    pages: int = 0
    value: int = 0


class Cards(CardFile, frozen=True, kw_only=True):
    """cards.toml."""

    game: GameTable
    quest: tuple[Quest, ...]
    item: tuple[Item, ...]
    spell: tuple[Spell, ...]
    chip: tuple[Chip, ...]
    component: tuple[Component, ...]

    @cached_property
    def quests(self) -> dict[str, Quest]:
        """Quest cards by id."""
        return {card.id: card for card in self.quest}

    @cached_property
    def items(self) -> dict[str, Item]:
        """Item cards by id."""
        return {card.id: card for card in self.item}

    @cached_property
    def spells(self) -> dict[str, Spell]:
        """Spells by id."""
        return {card.id: card for card in self.spell}

    @cached_property
    def pages(self) -> list[Spell]:
        """Spells by page number; the first entry stands for no page."""
        return [self.spell[0], *sorted(self.spell, key=lambda spell: spell.page)]

    @cached_property
    def page_moves(self) -> list[tuple[str, ...]]:
        """The moves that choose a page, by MP: each page up to it (GRM-BOOK-03)."""
        moves = [f"page {page}" for page in range(1, self.game.mp_max + 1)]
        return [tuple(moves[:mp]) for mp in range(self.game.mp_max + 1)]

    @cached_property
    def treasures(self) -> frozenset[str]:
        """The ids of all treasures; every other quest card is a companion."""
        return frozenset(card.id for card in self.quest if card.kind == "treasure")

    @cached_property
    def take_moves(self) -> dict[str, str]:
        """The move that takes a quest card, by id."""
        return {card: f"take {card}" for card in ("face-down", *self.quests)}

    @cached_property
    def time_pages(self) -> frozenset[int]:
        """The pages of the time art (GRM-TIME-02, -03)."""
        return frozenset(spell.page for spell in self.spell if "time" in spell.arts)

    def problems(self) -> Iterable[tuple[str, str, str]]:
        """Effects and cards must match, and the counts of the box must add up."""
        yield from mismatches(SPELLS, [spell.id for spell in self.spell])
        yield from mismatches(TIMED, [card.id for card in self.quest if card.timing])
        special = [card.id for card in self.item if card.majority_vp or card.draw_items]
        yield from mismatches(SPECIAL_ITEMS, special)
        yield from self._page_problems()
        yield from self._count_problems()

    def _page_problems(self) -> Iterable[tuple[str, str, str]]:
        """Each page once, and the pages that Silence stops marked as such."""
        stopped = [page for spell in self.spell for page in spell.negates_pages]
        seen: dict[int, str] = {}
        if not 1 <= self.game.mp_start <= self.game.mp_max:
            yield "", "game.mp_start", f"is not within 1 to {self.game.mp_max}"
        for spell in self.spell:
            if not 1 <= spell.page <= self.game.mp_max:
                yield spell.id, "page", f"{spell.page} is not within 1 to {self.game.mp_max}"
            elif seen.setdefault(spell.page, spell.id) != spell.id:
                yield spell.id, "page", f"{spell.page} is already the page of {seen[spell.page]!r}"
            marks = {spell.stopped_by_silence, "forbidden" in spell.arts, spell.page in stopped}
            if len(marks) > 1:
                yield (
                    spell.id,
                    "stopped_by_silence",
                    "arts and the negates_pages of Silence disagree",
                )

    def _count_problems(self) -> Iterable[tuple[str, str, str]]:
        counts: dict[str, tuple[int, tuple[Entry, ...]]] = {
            "quest_cards_total": (self.game.quest_cards_total, self.quest),
            "item_cards_total": (self.game.item_cards_total, self.item),
            "chips_total": (self.game.chips_total, self.chip),
        }
        for field, (total, cards) in counts.items():
            copies = sum(card.copies for card in cards)
            if copies != total:
                yield "", field, f"is {total}, but the copies add up to {copies}"
