"""The data of a match of Heart of Crown."""

from __future__ import annotations

from dataclasses import field

from taku.engine.core import state as core
from taku.engine.core.operations import ProgramRules, ProgramState
from taku.engine.games.heart_of_crown.cards import Cards

rules = ProgramRules()
step = rules.step
offer = rules.offer

Mark = tuple[int, int]
"""A deck card that somebody knows: its place counted from the bottom, and who knows it."""
LOOKED, KNOWN, FACE_UP = 1, 2, 3
"""Who knows a marked card: its owner alone; all, though it lies face down; all, as it is face up."""


@core.sealed
class State(ProgramState):
    """One match. Piles are lists with the top card last; lists by seat have an entry per player."""

    rules = rules
    cards: Cards = field(init=False)

    # -- the table ------------------------------------------------------------------------------
    market: dict[str, int] = field(default_factory=dict)
    """How many of each kind can be bought, cheapest first; a kind that is not there has 0."""
    kinds: int = 0
    """How many kinds lie in the random market (HOC-MKT-01)."""
    supply: list[str] = field(default_factory=list)
    curses: int = 0
    """How many Curses are in the curse pile."""
    princesses: list[str] = field(default_factory=list)
    """Those that nobody has backed."""
    exile: list[str] = field(default_factory=list)

    # -- the players ----------------------------------------------------------------------------
    hand: list[list[str]] = field(default_factory=list)
    shown: list[list[str]] = field(default_factory=list)
    """The cards in each hand that all players know to be there."""
    deck: list[list[str]] = field(default_factory=list)
    marks: list[list[Mark]] = field(default_factory=list)
    """The deck cards that somebody knows, by rising place."""
    discard: list[list[str]] = field(default_factory=list)
    princess: list[str] = field(default_factory=list)
    """The princess each seat backs, empty if none."""
    domain: list[list[str]] = field(default_factory=list)
    """Territories and succession cards in each domain."""
    kept: list[list[str]] = field(default_factory=list)
    """For each domain card, the card kept on it; empty if none."""
    counters: list[list[int]] = field(default_factory=list)
    """For each domain card, the +1 succession counters on it."""
    points: list[int] = field(default_factory=list)
    """The points of each domain."""
    twins: list[int] = field(default_factory=list)
    """Twin counters on Rain & Shion."""
    debt: list[int] = field(default_factory=list)
    declared: list[int] = field(default_factory=list)
    """The number of the turn in which each seat declared, 0 without a standing declaration."""
    last_turn: list[int] = field(default_factory=list)
    """The number of the last turn each seat has completed."""
    out: list[bool] = field(default_factory=list)
    """Who is out of the game since overtime began (HOC-OVER-01)."""
    overtime: bool = False

    # -- the turn -------------------------------------------------------------------------------
    turn: int = 0
    """The active player."""
    number: int = 0
    """How many turns have begun."""
    extra: bool = False
    """Whether this is an extra turn."""
    extra_next: bool = False
    """Whether an extra turn follows this one."""
    phase: str = "main"
    """``main``; ``buy``, ``set`` or ``back`` as chosen in the second phase; ``cleanup``; ``over``."""
    played: list[str] = field(default_factory=list)
    """The play area of the active player, in the order played."""
    links: int = 0
    """Open places for a card (HOC-LINK-05)."""
    coins: int = 0
    actions: int = 0
    """How many action cards were played this turn."""
    village_coins: int = 0
    """What a Farming Village gives after Slash-and-Burn, 0 without."""
    merchant: bool = False
    """Whether bought cards may go under the deck (Court Merchant)."""
    bribery: bool = False
    """Whether opponents' discards can be bought."""
    supply_units: int = 0
    """How many cards may go back on the deck at cleanup."""
    loans: int = 0
    """Moneylenders played this turn."""
    bergamotte: bool = False
    """Whether Bergamotte was activated this turn."""
    estates: int = 0
    """How many Imperial Estates were activated this turn."""
    keeps: int = 0
    """How often a card was kept this turn (HOC-LIMIT-02)."""

    # -- the effect being resolved --------------------------------------------------------------
    tally: int = 0
    """How many cards the operation before this one discarded."""
    charmed: list[str] = field(default_factory=list)
    """What Charm Witch made opponents discard."""
    shields: list[int] = field(default_factory=list)
    """Ramparts shown against the current attack."""

    @property
    def you(self) -> int:
        """Every text is the active player's."""
        return self.turn
