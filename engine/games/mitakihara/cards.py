"""The schema of cards.toml, and the look-ups the rules need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec

from taku.engine.core.cards import CardFile, Entry, Source, Text, mismatches

PLACES = ("city", "factory", "alley", "building", "station")
"""The places by number: the city, then the areas from top to bottom (MTK-TERM-01, -02)."""
ABILITIES = (
    "super-regeneration", "pain-block", "veteran", "defence-barrier", "aptitude", "tiro-finale",
    "snipe", "legare-vasta-aria", "modern-weapons", "wish-rewind", "squartatore", "swift-healing",
    "rosso-fantasma", "holy-arrow", "first-loop", "tocca-spirale", "bomb", "shockwave",
    "slow-field", "foresight", "versatile", "no-witch", "trumpet-bubbles",
)  # fmt: skip
"""Abilities that are written in the rules, in the order of cards.toml."""
LINES = (
    "miracles-and-magic", "nothing-to-fear", "makes-no-sense", "last-secret", "chicken-and-egg",
    "nothing-left-but-to-kill", "make-a-contract", "rely-on-no-one", "such-a-fool", "all-must-die",
    "evacuate", "worth-protecting", "never-saw-one-so-hard-to-kill", "again-and-again",
    "eliminate-kaname-madoka",
)  # fmt: skip
"""Line cards whose effect is written in the rules, in the order of cards.toml."""
LOOT = (
    "grief-seed", "grief-seed-large", "grief-seed-shard", "growth", "time-manipulation",
    "loot-13", "loot-14",
)  # fmt: skip
"""Loot cards whose effect is written in the rules."""
POWERS = (
    "sweets", "shadow", "darkness", "box", "birdcage", "mermaid", "dress-up", "near-shore",
    "healing", "love", "foresight-witch", "enemy-oriko", "enemy-kirika",
)  # fmt: skip
"""Enemies whose special power is written in the rules."""
SLUGS = (
    "burst-heal", "sword-princess-sayaka", "apprentice-kyoko", "first-loop-madoka",
    "tocca-maestro-mami", "bomber-homura", "oriko-kirika", "green-girl", "six-girls",
    "warped-timeline", "seven-girls", "eight-girls", "free-setup", "stage-girl",
)  # fmt: skip
"""The options of the rulebook, in its order."""


class GameTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[game]``: the numbers that belong to no single card."""

    id: str
    prefix: str
    name: Text
    edition: str
    places: tuple[str, ...]
    place_names: dict[Literal["ja", "en"], tuple[str, ...]]
    city_durability: dict[str, int]
    clock_start: int
    full_board_durability: int
    mood_cards: int
    traitor_cards: int
    set_cards: int
    identities: dict[str, tuple[int, int]]
    cards_total_printed: int
    card_count_note: str


class Magic(Entry, frozen=True, kw_only=True):
    """A magic card."""

    star: bool
    melee_attack: int
    melee_defence: int
    ranged_attack: int
    ranged_defence: int

    @property
    def spoken(self) -> Text:
        """All magic cards have one name: attack and defence tell them apart."""
        sword = f"{self.melee_attack}/{self.melee_defence}"
        bow = f"{self.ranged_attack}/{self.ranged_defence}"
        return Text(
            ja=f"{self.name.ja}(剣{sword} 弓{bow})",
            en=f"{self.name.en} (sword {sword}, bow {bow})",
        )


class Ability(Entry, frozen=True, kw_only=True):
    """A special ability of girl cards."""

    owner: tuple[str, ...]
    timing: Literal["lay", "reveal", "damage", "passive", "adjust", "check", "wish"]
    optional: bool
    text: Text
    coord: bool = True
    amount: int = 0
    attack_bonus: int = 0
    cost_magic: int = 0
    reduce: int = 0
    lay_count: int = 0
    enemy_attack: int = 0


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One face of a girl card."""

    hp: int
    mp: int
    abilities: tuple[str, ...] = ()


class Girl(Entry, frozen=True, kw_only=True):
    """A girl card; its human face may be missing (MTK-COMP-12)."""

    star: bool
    another: bool
    pawn: str
    action_order: int
    weapon: Literal["sword", "bow"]
    default_start: Literal["girl", "human"]
    girl: Face
    human: Face | None = None
    has_human_face: bool
    start_loot: str = ""
    witch: str = ""


class Witch(Entry, frozen=True, kw_only=True):
    """A witch card: the corresponding witch of a girl."""

    star: bool
    girl: str
    hp: int
    attack: int
    destruction: int
    text: Text
    amount: int = 0


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The familiar or the witch side of an enemy event card."""

    name: Text
    hp: int
    attack: int = 0
    attack_rule: Literal["", "sum-of-laid-attack"] = ""
    destruction: int
    destruction_occupied: int = 0


class EventCard(Entry, frozen=True, kw_only=True):
    """An event card: an enemy or a line."""

    number: str
    kind: Literal["monster", "line", "unused"]
    star: bool
    back: int
    text: Text
    amount: int = 0
    familiar: Side | None = None
    witch: Side | None = None
    characters: int = 0
    city_durability: int = 0
    homura_discards: int = 0
    used: bool = True


class Loot(Entry, frozen=True, kw_only=True):
    """A loot card."""

    numbers: tuple[int, ...]
    star: bool
    use_city: bool
    use_battle: bool
    text: Text
    amount: int = 0
    max_hp: int = 0
    mp: int = 0
    start_owner: str = ""


class Identity(Entry, frozen=True, kw_only=True):
    """An identity card of the option ``stage-girl``."""

    star: bool
    team: Literal["girls", "witch"]


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The other face of the Kirika card."""

    id: str
    name: Text
    hp: int
    attack: int
    destruction: int
    text: Text


class Special(Entry, frozen=True, kw_only=True):
    """Oriko and Kirika as enemies."""

    star: bool
    area: str
    hp: int
    attack_rule: str
    attack_humans_only: int = 0
    cards_turned: int
    damage_reduction: str
    destruction: int
    text: Text
    back: Back | None = None


class Reference(Entry, frozen=True, kw_only=True):
    """A reference card, without effect."""

    star: bool
    colours: tuple[str, ...]


class Piece(Entry, frozen=True, kw_only=True):
    """Anything of wood or board."""

    sides: int = 0
    colours: tuple[str, ...] = ()
    note: str = ""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An optional rule of the rulebook."""

    slug: str
    name: Text
    difficulty: str
    section: str
    cards: tuple[str, ...]
    source: Source
    source_note: str


class Foe(NamedTuple):
    """The data of an enemy as it stands on the board."""

    hp: int
    attack: int
    destruction: int
    occupied: int
    """What it destroys with characters in its area (MTK-ADJ-02)."""


class Cards(CardFile, frozen=True, kw_only=True):
    """cards.toml."""

    game: GameTable
    magic: tuple[Magic, ...]
    ability: tuple[Ability, ...]
    girl: tuple[Girl, ...]
    witch: tuple[Witch, ...]
    event: tuple[EventCard, ...]
    loot: tuple[Loot, ...]
    identity: tuple[Identity, ...]
    special: tuple[Special, ...]
    reference: tuple[Reference, ...]
    piece: tuple[Piece, ...]
    option: tuple[Option, ...]

    @cached_property
    def magic_ids(self) -> tuple[str, ...]:
        """Every magic card, as often as it is printed, in a fixed order."""
        return tuple(card.id for card in self.magic for _ in range(card.copies))

    @cached_property
    def attack(self) -> tuple[dict[str, int], dict[str, int]]:
        """The attack of each magic card: melee, ranged."""
        melee = {card.id: card.melee_attack for card in self.magic}
        return melee, {card.id: card.ranged_attack for card in self.magic}

    @cached_property
    def defence(self) -> tuple[dict[str, int], dict[str, int]]:
        """The defence of each magic card: melee, ranged."""
        melee = {card.id: card.melee_defence for card in self.magic}
        return melee, {card.id: card.ranged_defence for card in self.magic}

    @cached_property
    def abilities(self) -> dict[str, Ability]:
        """Abilities by id."""
        return {card.id: card for card in self.ability}

    @cached_property
    def girls(self) -> dict[str, Girl]:
        """Girl cards by id."""
        return {card.id: card for card in self.girl}

    @cached_property
    def bow(self) -> dict[str, int]:
        """Which numbers a girl uses: 1 for ranged, 0 for melee (MTK-TERM-08, -09)."""
        return {card.id: int(card.weapon == "bow") for card in self.girl}

    @cached_property
    def faces(self) -> dict[str, tuple[Face, Face]]:
        """The faces of each girl card, human first; Kazumi has the same one twice."""
        return {card.id: (card.human or card.girl, card.girl) for card in self.girl}

    @cached_property
    def knows(self) -> dict[str, frozenset[str]]:
        """The abilities of each girl card in the magical-girl state."""
        return {card.id: frozenset(card.girl.abilities) for card in self.girl}

    @cached_property
    def lays(self) -> dict[str, tuple[str, int]]:
        """The ability of each girl card that lays several cards, and how many (MTK-BAT-15)."""
        found = {}
        for card in self.girl:
            for name in card.girl.abilities:
                if self.abilities[name].timing == "lay":
                    found[card.id] = (name, self.abilities[name].lay_count)
        return found

    @cached_property
    def events(self) -> dict[str, EventCard]:
        """Event cards by id."""
        return {card.id: card for card in self.event}

    @cached_property
    def back(self) -> dict[str, int]:
        """The number on the back of each event card."""
        return {card.id: card.back for card in self.event}

    @cached_property
    def event_faces(self) -> dict[str, tuple[int, str]]:
        """The number on the back of each event card, and the card, for who has seen it."""
        return {card.id: (card.back, card.id) for card in self.event}

    @cached_property
    def event_backs(self) -> dict[str, tuple[int, str]]:
        """The same for who has not: a back 0 tells the card, as no other in use has it."""
        return {card.id: (card.back, "" if card.back else card.id) for card in self.event}

    @cached_property
    def enemies(self) -> frozenset[str]:
        """The event cards that are enemy cards (MTK-COMP-15)."""
        return frozenset(card.id for card in self.event if card.kind == "monster")

    @cached_property
    def stage_witches(self) -> frozenset[str]:
        """The Stage-Device Witch in her versions."""
        return frozenset(card.id for card in self.event if card.back == 0)

    @cached_property
    def witch_cards(self) -> dict[str, Witch]:
        """Corresponding witches by id."""
        return {card.id: card for card in self.witch}

    @cached_property
    def loots(self) -> dict[str, Loot]:
        """Loot cards by id."""
        return {card.id: card for card in self.loot}

    def can_lay(self, loot: str) -> bool:
        """Whether a loot card can be used in battle (MTK-BAT-17)."""
        return self.loots[loot].use_battle

    @cached_property
    def seeds(self) -> frozenset[str]:
        """The loot cards that burst healing can spend (MTK-OHE-01)."""
        return frozenset(("grief-seed", "grief-seed-large", "grief-seed-shard"))

    @cached_property
    def specials(self) -> dict[str, Special]:
        """Oriko and Kirika as enemies, by id."""
        return {card.id: card for card in self.special}

    @cached_property
    def familiars(self) -> dict[str, Foe]:
        """The familiar side of each enemy card that has one."""
        return {card.id: _foe(card.familiar) for card in self.event if card.familiar}

    @cached_property
    def witches(self) -> dict[str, Foe]:
        """The witch side of each enemy card, the witch cards, Oriko, Kirika, the Witch of Love."""
        found = {card.id: _foe(card.witch) for card in self.event if card.witch}
        found |= {w.id: Foe(w.hp, w.attack, w.destruction, 0) for w in self.witch}
        for card in self.special:
            found[card.id] = Foe(card.hp, 0, card.destruction, 0)
            if card.back:
                found[card.back.id] = Foe(card.back.hp, card.back.attack, card.back.destruction, 0)
        return found

    @cached_property
    def moves(self) -> dict[str, dict[str, str]]:
        """Moves that name a magic card, by verb and card."""
        verbs = ("attack", "retreat", "lay", "discard", "give")
        return {verb: {card.id: f"{verb} {card.id}" for card in self.magic} for verb in verbs}

    def problems(self) -> Iterable[tuple[str, str, str]]:
        """Effects and cards must match, and every card that a card names must be there."""
        yield from mismatches(ABILITIES, [card.id for card in self.ability])
        yield from mismatches(LINES, [card.id for card in self.event if card.kind == "line"])
        yield from mismatches(LOOT, [card.id for card in self.loot])
        yield from mismatches(SLUGS, [option.slug for option in self.option])
        yield from self._missing()
        if self.game.places != PLACES:
            yield "", "game.places", f"the places must be {', '.join(PLACES)}"
        for card in self.girl:
            if card.has_human_face != (card.human is not None):
                yield card.id, "human", "has_human_face and the human face disagree"
        for count in self.game.city_durability:
            backs = [c for c in self.event if c.back == 0 and str(c.characters) == count]
            if len(backs) != 1:
                yield "", "event.characters", f"one back-0 card is needed for {count} characters"

    def _missing(self) -> Iterable[tuple[str, str, str]]:
        named = {card.id for card in self.entries()}
        for power in POWERS:
            if power not in named:
                yield power, "id", "the rules have a power for this id, but no card has it"
        for girl in self.girl:
            for card in (girl.start_loot, girl.witch, *girl.girl.abilities):
                if card and card not in named:
                    yield girl.id, "girl", f"names {card!r}, which is no card of the file"


def _foe(side: Side) -> Foe:
    return Foe(side.hp, side.attack, side.destruction, side.destruction_occupied)
