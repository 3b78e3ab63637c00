"""The schema of cards.toml, and the look-ups the rules need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

import msgspec

from taku.engine.core.cards import CardFile, Entry, Text, mismatches
from taku.engine.games.heart_of_crown.programs import Compiler, Operation

Kind = Literal["princess", "basic", "rare", "common"]
Type = Literal["princess", "territory", "action", "attack", "defense", "succession", "curse"]
Subtype = Literal["maid", "military", "magic", "merchant", "scheme"]

NUMBERS: dict[str, tuple[str, ...]] = {
    "lulunasaika": (),
    "laolily": ("maids",),
    "klam-klam": ("discount", "price_least"),
    "bergamotte": (),
    "flammaria": ("cards", "cost_most"),
    "rain-and-shion": ("counters",),
    "farming-village": (),
    "city": (),
    "large-city": (),
    "apprentice-maid": (),
    "royal-maid": (),
    "senator": (),
    "duke": (),
    "curse": (),
    "imperial-capital": (),
    "imperial-crown": (),
    "donation": (),
    "swift-courier": ("draw",),
    "wishing-well": (),
    "rampart": ("shield",),
    "scout": ("reveal",),
    "trade-ship": ("draw", "coins"),
    "buried-treasure": (),
    "court-merchant": (),
    "summons": ("reveal",),
    "slash-and-burn": ("village_coins",),
    "battering-ram": ("draw",),
    "bribery": (),
    "hideout": (),
    "magic-talisman": (),
    "infantry-battalion": ("hand", "discard"),
    "library": ("draw",),
    "hunted-beast": ("draw", "hand", "discard", "cost_least"),
    "city-development": ("village_pay", "city_pay"),
    "moneylender": ("debt",),
    "charm-witch": ("draw", "reveal"),
    "shinobi": (),
    "stargazing-witch": ("look", "draw"),
    "supply-unit": ("draw",),
    "royal-guard": ("reveal", "stay"),
    "bank": ("coins_each",),
    "imperial-estate": ("pay", "counters"),
    "adventurer": ("pay", "cost_more"),
    "alchemist": ("draw",),
    "curse-witch": ("cost_least",),
    "gossiping-duchess": (),
}
"""The cards the rules know, in the order of cards.toml, and the numbers their effects need."""


class GameTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[game]``: the numbers that belong to no single card."""

    id: str
    prefix: str
    name: Text
    edition: str
    players: tuple[int, ...]
    total_cards: int
    link_direction_source: str
    hand_size: int
    start_deck: dict[str, int]
    basic_market: tuple[str, ...]
    curses_per_player: int
    common_kinds: int
    market_kinds: int
    domain_territories: int
    declare_points: int
    win_points: int
    most_rounds: int
    most_keeps: int


class Counter(Entry, frozen=True, kw_only=True):
    """A kind of counter; none come in the box (HOC-CNT-01)."""

    used_by: tuple[str, ...]


class Card(Entry, frozen=True, kw_only=True):
    """A card."""

    kind: Kind
    text: Text
    cost: int
    types: tuple[Type, ...]
    subtypes: tuple[Subtype, ...]
    links: int
    link_dirs: tuple[Literal["right", "down"], ...]
    coins: int
    points: int
    timing: tuple[str, ...]
    numbers: dict[str, int] = msgspec.field(default_factory=dict)
    keepable: bool = True
    also_counts_as: tuple[Type, ...] = ()
    second_edition_fields: tuple[str, ...] = ()


class RecommendedSet(Entry, frozen=True, kw_only=True):
    """Ten common kinds that go well together (HOC-SETS)."""

    cards: tuple[str, ...]


class Cards(CardFile, frozen=True, kw_only=True):
    """cards.toml."""

    game: GameTable
    counter: tuple[Counter, ...]
    card: tuple[Card, ...]
    recommended_set: tuple[RecommendedSet, ...]

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Cards by id."""
        return {card.id: card for card in self.card}

    @cached_property
    def sets(self) -> dict[str, tuple[str, ...]]:
        """The ten kinds of each recommended set."""
        return {each.id: each.cards for each in self.recommended_set}

    def of_kind(self, kind: Kind) -> list[str]:
        """The ids of all cards of a kind, in the order of the file."""
        return [card.id for card in self.card if card.kind == kind]

    @cached_property
    def princesses(self) -> tuple[str, ...]:
        """The six princesses."""
        return tuple(self.of_kind("princess"))

    @cached_property
    def commons(self) -> tuple[str, ...]:
        """The thirty common kinds."""
        return tuple(self.of_kind("common"))

    @cached_property
    def rares(self) -> tuple[str, ...]:
        """The rare cards."""
        return tuple(self.of_kind("rare"))

    @cached_property
    def basic_market(self) -> frozenset[str]:
        """The kinds of the basic market."""
        return frozenset(self.game.basic_market)

    @cached_property
    def cost(self) -> dict[str, int]:
        """The printed cost of each card."""
        return {card.id: card.cost for card in self.card}

    @cached_property
    def discounted(self) -> dict[str, int]:
        """What each card costs a buyer who backs Klam-Klam (HOC-CR-17)."""
        off, least = (self.numbers["klam-klam"][name] for name in ("discount", "price_least"))
        return {card: min(cost, max(least, cost - off)) for card, cost in self.cost.items()}

    @cached_property
    def cheapest(self) -> int:
        """The least anything in the market can cost."""
        return min(self.discounted[c] for c in (*self.basic_market, *self.commons, *self.rares))

    @cached_property
    def cheapest_princess(self) -> int:
        """The least a princess costs."""
        return min((self.cost[card] for card in self.princesses), default=0)

    @cached_property
    def coins(self) -> dict[str, int]:
        """The coins a card gives when played."""
        return {card.id: card.coins for card in self.card}

    @cached_property
    def links(self) -> dict[str, int]:
        """The link symbols of each card."""
        return {card.id: card.links for card in self.card}

    @cached_property
    def points(self) -> dict[str, int]:
        """The points of each card in a domain."""
        return {card.id: card.points for card in self.card}

    @cached_property
    def numbers(self) -> dict[str, dict[str, int]]:
        """The further numbers of each card's effect."""
        return {card.id: card.numbers for card in self.card}

    def typed(self, type: Type | Subtype) -> frozenset[str]:
        """The cards of a type; subtypes are handled like main types (HOC-TYPE-14)."""
        return frozenset(c.id for c in self.card if type in (*c.types, *c.subtypes))

    @cached_property
    def territories(self) -> frozenset[str]:
        """Cards of the type territory."""
        return self.typed("territory")

    @cached_property
    def actions(self) -> frozenset[str]:
        """Cards of the type action."""
        return self.typed("action")

    @cached_property
    def attacks(self) -> frozenset[str]:
        """Cards of the type attack."""
        return self.typed("attack")

    @cached_property
    def defences(self) -> frozenset[str]:
        """Cards of the type defence."""
        return self.typed("defense")

    @cached_property
    def successions(self) -> frozenset[str]:
        """Cards of the type succession."""
        return self.typed("succession")

    @cached_property
    def curses(self) -> frozenset[str]:
        """Cards of the type curse, Magic Talisman among them (HOC-CARD-06)."""
        return self.typed("curse")

    @cached_property
    def military(self) -> frozenset[str]:
        """Cards of the subtype military, against which Rampart helps."""
        return self.typed("military")

    @cached_property
    def keepable(self) -> frozenset[str]:
        """Action cards that can be kept (HOC-KEEP-03, -15)."""
        return frozenset(card for card in self.actions if self.by_id[card].keepable)

    @cached_property
    def play_moves(self) -> dict[str, str]:
        """The move that plays a card, for cards that can be played (HOC-MAIN-05)."""
        return {c.id: f"play {c.id}" for c in self.card if c.id in self.actions | self.territories}

    @cached_property
    def buy_moves(self) -> dict[str, str]:
        """The move that buys a card."""
        return {card.id: f"buy {card.id}" for card in self.card}

    @cached_property
    def set_moves(self) -> dict[str, str]:
        """The move that sets a card, for succession cards."""
        return {card: f"set {card}" for card in sorted(self.successions)}

    @cached_property
    def _compiled(self) -> Compiler:
        return Compiler(self.numbers)

    @cached_property
    def programs(self) -> tuple[tuple[Operation, ...], ...]:
        """Every list of operations, by number."""
        return tuple(self._compiled.programs)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Every operation, by number."""
        return tuple(self._compiled.operations)

    @cached_property
    def effects(self) -> dict[str, int]:
        """The program of each text."""
        return self._compiled.effects

    def problems(self) -> Iterable[tuple[str, str, str]]:
        """Effects and cards must match, and the counts of the box must add up."""
        yield from mismatches(NUMBERS, self.by_id)
        for card in self.card:
            yield from self._card_problems(card)
        total = sum(card.copies for card in self.card)
        if total != self.game.total_cards:
            reason = f"is {self.game.total_cards}, but the copies add up to {total}"
            yield "", "game.total_cards", reason
        for field, cards in (("basic_market", self.game.basic_market), ("start_deck", self.game.start_deck)):  # fmt: skip
            for unknown in set(cards) - set(self.by_id):
                yield "", f"game.{field}", f"no card {unknown!r}"
        for each in self.recommended_set:
            if sorted(set(each.cards) & set(self.commons)) != sorted(each.cards):
                yield each.id, "cards", "must be different commons of this file"
            if len(each.cards) != self.game.common_kinds:
                yield each.id, "cards", f"must be {self.game.common_kinds} kinds"

    def _card_problems(self, card: Card) -> Iterable[tuple[str, str, str]]:
        needed = set(NUMBERS.get(card.id, ()))
        if set(card.numbers) != needed:
            yield card.id, "numbers", f"the rules need {', '.join(sorted(needed)) or 'none'}"
        if min(card.cost, card.coins, card.links, card.copies, *card.numbers.values(), 0) < 0:
            yield card.id, "cost", "cost, coins, links, copies and numbers are never negative"
        if not card.types:
            yield card.id, "types", "every card has at least one type (HOC-TYPE-02)"
        if len(card.link_dirs) != card.links:
            yield card.id, "link_dirs", f"must name the places of {card.links} links"
        if "attack" in card.types and "action" not in card.types:
            yield card.id, "types", "every attack card is an action card (HOC-TYPE-07)"
