"""The schema of cards.toml, and the look-ups the rules need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, NamedTuple

import msgspec

from taku.engine.core.cards import CardFile, Entry, Source, Text
from taku.engine.games.daybreak.checks import file_mistakes
from taku.engine.games.daybreak.programs import Compiler, Operation, Watch
from taku.engine.games.daybreak.vocabulary import RULES

Frame = Literal["white", "copper", "silver", "gold", "rainbow"]
Category = Literal["stone", "time", "block", "attack", "support", "ultimate", "bless"]
Mark = Literal["attack", "install"]
Ops = tuple[dict[str, Any], ...]
"""Operations as they stand in the file; ``vocabulary`` checks them, ``programs`` compiles them."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table that is no component; it may say where it comes from."""

    source: Source = "rulebook"
    source_note: str = ""


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From ``min`` to ``max``."""

    min: int
    max: int


class GameTable(Table, frozen=True, kw_only=True):
    """``[game]``: what is printed on the box."""

    name: Text
    publisher: str
    designer: str
    players: Range
    minutes: Range
    age: int


class Split(Table, frozen=True, kw_only=True):
    """``[counts.split]``: numbers that the guides give only together (DBK-COMP-26)."""

    copper: int
    rainbow: int
    stone_copper: int
    stone_rainbow: int


class Counts(Table, frozen=True, kw_only=True):
    """``[counts]``: how many cards of each kind the base set has."""

    witch: int
    normal: int
    white: int
    non_white: int
    copper_plus_rainbow: int
    silver: int
    gold: int
    stone_copper_plus_rainbow: int
    stone_silver: int
    stone_gold: int
    curse: int
    stones: int
    split: Split


class DeckSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many non-white cards are left after cards were taken out unseen."""

    stone: int
    other: int
    total: int


class Setup(Table, frozen=True, kw_only=True):
    """``[setup]``: the numbers of the set-up; tables by the number of players."""

    hand: int
    card_zone: int
    first_turn_stones: int
    hand_limit: int
    white_total: int
    stones: dict[str, int]
    frames: dict[str, tuple[Frame, ...]]
    deck_with_expansions: dict[str, DeckSize]
    seat_bonus: dict[str, int]
    """The place of the extra stone of the first turn, by position in the turn order."""


class CardSet(Entry, frozen=True, kw_only=True):
    """A base set or an expansion (a module of the options)."""

    kind: Literal["base", "expansion"]
    needs_curses: bool = False


class Piece(Entry, frozen=True, kw_only=True):
    """Anything in the box that is no card."""


class Icon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An icon that summarises an effect (DBK-ICON-01)."""

    id: str
    meaning: str


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """The condition in the brackets of an install card; ``vocabulary`` checks it."""

    event: str
    who: str = ""
    source: str = ""
    through: str = ""
    phase: str = ""
    where: dict[str, Any] = {}


class Card(Entry, frozen=True, kw_only=True):
    """What normal cards and the Curse have in common."""

    set: str
    marks: tuple[Mark, ...]
    use_cost: int
    use_cast: int
    acquire_cost: int
    acquire_cast: int
    icons: tuple[str, ...] = ()
    text: Text
    ops: Ops

    @property
    def attack(self) -> bool:
        """Whether it has the attack mark."""
        return "attack" in self.marks

    @property
    def install(self) -> bool:
        """Whether it has the install mark."""
        return "install" in self.marks


class Normal(Card, frozen=True, kw_only=True):
    """A normal card."""

    frame: Frame
    category: Category
    when: When | None = None


class Token(Card, frozen=True, kw_only=True):
    """A token card: a Curse."""

    frame: Literal["none"]
    back: str
    category: Literal["curse"]
    when: None = None


class GamePower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A witch effect usable once per game."""

    usable_in_last_turn: bool
    text: Text
    ops: Ops


class TurnPower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A witch effect usable once per turn."""

    cost: int | Literal["X"]
    text: Text
    ops: Ops
    x_min: int = 0
    x_max: int = 0


class Witch(Entry, frozen=True, kw_only=True):
    """A witch card."""

    set: str
    title: Text
    game: GamePower
    turn: TurnPower
    name_source: Source | None = None
    """Where the name comes from, if not from the same source as the powers."""


class Power(NamedTuple):
    """When a witch's effects can be used."""

    in_last_turn: bool
    """Whether the once-per-game effect can be used in a last turn (DBK-WITCH-14)."""
    least: int
    """The cost of the once-per-turn effect, or the least that can be chosen."""
    moves: tuple[str, ...]
    """The moves that use it, one for each cost from the least."""


class Cards(CardFile, frozen=True, kw_only=True):
    """cards.toml."""

    format: Literal[1]
    prefix: Literal["DBK"] = "DBK"
    game: GameTable
    counts: Counts
    setup: Setup
    set: tuple[CardSet, ...]
    piece: tuple[Piece, ...] = ()
    icon: tuple[Icon, ...] = ()
    token: tuple[Token, ...]
    witch: tuple[Witch, ...]
    normal: tuple[Normal, ...]

    # -- look-ups ---------------------------------------------------------------------------------

    @cached_property
    def by_id(self) -> dict[str, Normal | Token]:
        """Normal cards and the Curse by id."""
        cards: tuple[Normal | Token, ...] = (*self.token, *self.normal)
        return {card.id: card for card in cards}

    @cached_property
    def witches(self) -> dict[str, Witch]:
        """Witch cards by id."""
        return {card.id: card for card in self.witch}

    @cached_property
    def use_costs(self) -> dict[str, int]:
        """Printed use costs."""
        return {id: card.use_cost for id, card in self.by_id.items()}

    @cached_property
    def attacks(self) -> frozenset[str]:
        """Cards with the attack mark."""
        return frozenset(id for id, card in self.by_id.items() if card.attack)

    @cached_property
    def installs(self) -> frozenset[str]:
        """Cards with the install mark."""
        return frozenset(id for id, card in self.by_id.items() if card.install)

    @cached_property
    def whites(self) -> frozenset[str]:
        """Cards with the white frame."""
        return frozenset(card.id for card in self.normal if card.frame == "white")

    @cached_property
    def stone_cards(self) -> frozenset[str]:
        """Cards of the category Stone."""
        return frozenset(card.id for card in self.normal if card.category == "stone")

    @cached_property
    def guards(self) -> dict[str, bool]:
        """Cards that work when their owner is attacked; whether they are of the category Block."""
        return {
            card.id: card.category == "block"
            for card in self.normal
            if card.when is not None and card.when.event == "attacked"
        }

    @cached_property
    def _compiled(self) -> Compiler:
        return Compiler(self)

    @cached_property
    def programs(self) -> tuple[tuple[Operation, ...], ...]:
        """Every list of operations in the file, by number."""
        return tuple(self._compiled.programs)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Every operation, by number."""
        return tuple(self._compiled.operations)

    @cached_property
    def effects(self) -> dict[str, int]:
        """The program of each card by id; of witches ``id game`` and ``id turn``."""
        return self._compiled.effects

    @cached_property
    def watches(self) -> dict[tuple[str, str, str], dict[str, Watch]]:
        """Install cards by what they may watch: (event, from, through), then by id."""
        return self._compiled.watches

    @cached_property
    def statics(self) -> dict[str, tuple[Operation, ...]]:
        """The rules of each card that works always, by id (DBK-INST-12)."""
        return self._compiled.statics

    @cached_property
    def ruling(self) -> dict[str, frozenset[str]]:
        """The cards that set each rule while they are installed."""
        return {
            rule: frozenset(
                id for id, ops in self.statics.items() if rule in [op.rule for op in ops]
            )
            for rule in RULES
        }

    @cached_property
    def powers(self) -> dict[str, Power]:
        """What each witch can do, by id."""
        found = {}
        for witch in self.witch:
            cost = witch.turn.cost
            if cost == "X":
                least, most = witch.turn.x_min, witch.turn.x_max
                moves = tuple([f"witch-turn-x {x}" for x in range(least, most + 1)])
            else:
                least, moves = cost, ("witch-turn",)
            found[witch.id] = Power(witch.game.usable_in_last_turn, least, moves)
        return found

    @cached_property
    def verbs(self) -> dict[str, dict[str, str]]:
        """Moves that name a card, by verb and id, built once."""
        verbs = ("use", "acquire", "put", "pick", "discard", "block", "first", "stone-on")
        return {verb: {id: f"{verb} {id}" for id in self.by_id} for verb in verbs}

    @classmethod
    def mistakes(cls, data: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
        """Every mistake that types cannot tell, whatever else is wrong with the file."""
        return file_mistakes(data)
