"""The data of a match of Shadows over Mitakihara."""

from __future__ import annotations

from dataclasses import field

from taku.engine.core import state as core
from taku.engine.core.decisions import Rules
from taku.engine.games.mitakihara.cards import Cards

rules = Rules()
step = rules.step
offer = rules.offer

Fact = tuple[int, int, str]
"""A seat knows that a magic card lies in one of several hands: seat, hands (bits), card."""

NO_TALK, NO_COORDINATION, MAMI_DEFENDS = 1, 2, 4
EFFECTS = {
    "makes-no-sense": NO_TALK,
    "rely-on-no-one": NO_COORDINATION,
    "nothing-to-fear": MAMI_DEFENDS,
}
"""The line cards that hold until the end of this turn (``State.effects``)."""


@core.sealed
class State(core.State):
    """One match.

    Characters are numbered from 0 in action order; lists and bits "by character" follow that.
    Piles are lists with the top card last. Places are numbered as in ``cards.PLACES``.
    """

    rules = rules
    cards: Cards = field(init=False)

    # What the setup fixes.
    slugs: tuple[str, ...] = ()
    """The optional rules in use."""
    late: bool = True
    """Whether burst healing waits for the first corresponding witch (MTK-OHE-05)."""
    talk: bool = False
    """Whether seats may propose and use phrases (MTK-SEAT-12, MTK-INFO-05)."""
    who: tuple[str, ...] = ()
    """The girl card of each character."""
    name: tuple[str, ...] = ()
    """The name of each character: her girl card without "another" (MTK-OSW-06)."""
    born: tuple[int, ...] = ()
    """Who controlled each character at the start."""
    began_human: int = 0
    """Who began as a human (bits)."""

    # The board.
    turn: int = 0
    phase: str = "event"
    durability: int = 0
    enemy: list[str] = field(default_factory=list)
    """The enemy in each area, empty if none; the city's entry is always empty."""
    enemy_hp: list[int] = field(default_factory=list)
    clock: list[int] = field(default_factory=list)
    """Clock markers: a familiar has at least one, a witch none."""
    effects: int = 0
    """What holds until the end of this turn (bits)."""
    shore_idle: bool = False
    """Whether the next battle with the Witch of the Near Shore is idle (MTK-FAQ-06)."""
    sweets_own: bool = False
    """Whether the Witch of Sweets on the board is Nagisa's (MTK-WCH-09)."""
    emerged: bool = False
    """Whether a corresponding witch has emerged (MTK-OHE-05)."""

    # Characters.
    owner: list[int] = field(default_factory=list)
    """The seat that controls each character."""
    alive: int = 0
    """Who survives (bits)."""
    dropped: int = 0
    """Who dropped out (bits); who neither survives nor dropped out is dead."""
    girl: int = 0
    """Who is a magical girl (bits)."""
    hp: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    loot: list[list[str]] = field(default_factory=list)
    hand: list[list[str]] = field(default_factory=list)
    """Magic cards, sorted: a hand for each character, then one for each seat's traitor."""
    share: list[int] = field(default_factory=list)
    """The hand of each character (MTK-OTR-27)."""
    patience: list[int] = field(default_factory=list)
    """How long each human has declined to be asked: see ``contract``."""
    declined: int = 0
    """Humans who declined a contract and for whom nothing is new since (bits)."""
    offered: int = 0
    """Seats without a character that were offered one (bits, MTK-SEAT-14)."""

    # Piles.
    pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    """Magic cards that were in hands when the pile was last shuffled and were not seen since."""
    known: list[Fact] = field(default_factory=list)
    """What seats know about hands that are not theirs."""
    events: list[str] = field(default_factory=list)
    events_seen: list[int] = field(default_factory=list)
    """Who has seen each card of the event pile (bits)."""
    events_mixed: list[int] = field(default_factory=list)
    """1 + the seat that put this card of the pile back in an order of its own, or 0."""
    revealed: str = ""
    """The event card that was just revealed."""
    event_discard: list[str] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    """Event cards that left the game unseen (MTK-INFO-10, MTK-OTR-55)."""
    box_seen: list[int] = field(default_factory=list)
    loot_pile: list[str] = field(default_factory=list)
    loot_discard: list[str] = field(default_factory=list)
    witch_cards: list[str] = field(default_factory=list)
    """Corresponding witches that have not emerged."""
    unused: list[str] = field(default_factory=list)
    """Cards that are out of this game, known to all."""

    # The battle that is being resolved.
    resolved: int = 0
    """Areas that are settled in this battle phase (bits, MTK-BAT-06)."""
    area: int = 0
    fighters: int = 0
    """Who takes part (bits)."""
    foe: str = ""
    foe_clock: int = 0
    """The enemy as it was when the battle began (MTK-DMG-11)."""
    choice: list[str] = field(default_factory=list)
    """What each character chose: attack, retreat, loot, none or an ability; empty if nothing."""
    laid: list[list[str]] = field(default_factory=list)
    laid_loot: list[str] = field(default_factory=list)
    open: bool = False
    """Whether the laid cards are revealed."""
    defender: int = -1
    change: list[int] = field(default_factory=list)
    """By how much an ability changes the attack of each girl's card."""
    swapped: int = 0
    """Who uses the other numbers of her card (bits, All-round magic)."""
    apart: int = 0
    """Whose cards are left out of a coordinated attack (bits, MTK-CO-03)."""
    turned: list[str] = field(default_factory=list)
    """Magic cards turned for Kirika or Oriko."""
    aimed: list[int] = field(default_factory=list)
    """For whom Oriko's cards were turned, two each."""
    bound: bool = False
    """Whether Legare Vasta Aria has bound the enemy."""
    barrier: int = -1
    """Whom the Defence barrier protects."""
    said: int = 0
    """Who has used a phrase in this battle (bits, MTK-INFO-05)."""
    proposals: list[int] = field(default_factory=list)
    """By seat, whom it proposed for the last choice of a lead, or -1 (MTK-SEAT-12)."""
    spared: int = 0
    """Whose fatal attack wish 3 has cancelled (bits, MTK-CON-10)."""

    # The option stage-girl.
    identity: list[int] = field(default_factory=list)
    """By seat, 1 for a traitor; empty without the option."""
    identity_box: list[int] = field(default_factory=list)
    shown: int = 0
    """Seats whose identity is open (bits)."""
    traitors: list[int] = field(default_factory=list)
    """Unmasked traitors, in the order of unmasking."""
    accused: int = 0
    """Characters who have accused (bits, MTK-OTR-16)."""


def is_girl(s: State, c: int) -> bool:
    """Whether this character survives as a magical girl."""
    return bool(s.alive & s.girl & 1 << c)


MEMBERS = tuple(tuple(bit for bit in range(8) if mask >> bit & 1) for mask in range(1 << 8))
"""``members`` of every set: there are at most eight characters or seats."""


def members(mask: int) -> tuple[int, ...]:
    """The characters, seats or places of a set of bits, in rising order."""
    return MEMBERS[mask]


def find(s: State, name: str) -> int:
    """The number of a surviving character, or -1."""
    c = s.name.index(name) if name in s.name else -1
    return c if c >= 0 and s.alive >> c & 1 else -1


def in_place(s: State, place: int) -> int:
    """Who is in a place (bits)."""
    places = s.place
    found = 0
    for c in MEMBERS[s.alive]:
        if places[c] == place:
            found |= 1 << c
    return found


def knows(s: State, c: int, ability: str) -> bool:
    """Whether this character, as a magical girl, has the ability (MTK-OSW-06)."""
    return bool(s.alive & s.girl & 1 << c) and ability in s.cards.knows[s.who[c]]


def most_hp(s: State, c: int) -> int:
    """Her maximum HP: the face that is up, and Growth (MTK-TERM-06)."""
    base = s.cards.faces[s.who[c]][s.girl >> c & 1].hp
    loot = s.loot[c]
    return base + s.cards.loots["growth"].max_hp * loot.count("growth") if loot else base


def most_mp(s: State, c: int) -> int:
    """Her MP: the face that is up, and Growth (MTK-TERM-07)."""
    base = s.cards.faces[s.who[c]][s.girl >> c & 1].mp
    loot = s.loot[c]
    return base + s.cards.loots["growth"].mp * loot.count("growth") if loot else base


def sharers(s: State, c: int) -> list[int]:
    """The survivors who use the same hand, herself included."""
    hand = s.share[c]
    return [o for o, h in enumerate(s.share) if h == hand and s.alive >> o & 1]


def limit(s: State, c: int) -> int:
    """How many cards her hand may hold: her MP, or the sum of all who share it (MTK-OTR-28)."""
    if not s.traitors:
        return most_mp(s, c)
    return sum(most_mp(s, o) for o in sharers(s, c))


def hand_of(s: State, c: int) -> list[str]:
    """The magic cards of a character."""
    return s.hand[s.share[c]]


def table_lead(s: State) -> int:
    """The seat that decides for the whole table (MTK-SEAT-11)."""
    return s.owner[members(s.alive)[0]]


def battle_lead(s: State) -> int:
    """The seat that decides for those in the battle (MTK-SEAT-10)."""
    alive = s.fighters & s.alive
    return s.owner[members(alive & s.girl or alive or s.alive)[0]]


def bound(s: State, c: int) -> bool:
    """Whether Kirika and Oriko hold her: Madoka in any state, and humans (MTK-ORK-13, -14)."""
    if "enemy-kirika" not in s.enemy and "enemy-oriko" not in s.enemy:
        return False
    return s.name[c] == "madoka" or not s.girl >> c & 1
