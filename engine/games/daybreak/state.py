"""The data of a match of Witches at Daybreak."""

from __future__ import annotations

from dataclasses import field

from taku.engine.core import state as core
from taku.engine.core.operations import ProgramRules, ProgramState
from taku.engine.games.daybreak.cards import Cards
from taku.engine.games.daybreak.layout import Cast, Picks, Saved

rules = ProgramRules()
step = rules.step
offer = rules.offer


@core.sealed
class State(ProgramState):
    """One match. Piles are lists with the top card last; lists by seat have an entry per player."""

    rules = rules
    cards: Cards = field(init=False)

    # -- the table --------------------------------------------------------------------------------
    zone: int = 0
    """The stones in the stone zone."""
    stones: list[int] = field(default_factory=list)
    """Five counts a seat: held, and on the places I to IV of the cast zone."""
    cast: list[list[Cast]] = field(default_factory=list)
    hand: list[list[str]] = field(default_factory=list)
    secret: list[str] = field(default_factory=list)
    """Cards in hands that only their owner has seen: those dealt at the start."""
    row: list[str] = field(default_factory=list)
    """The card zone."""
    on: dict[str, int] = field(default_factory=dict)
    """Stones lying on cards of the card zone, where there are any."""
    deck: list[str] = field(default_factory=list)
    deck_seen: int = 0
    """How many cards on top of the deck everybody has seen put there."""
    removed: list[str] = field(default_factory=list)
    curses: int = 0
    """The Curse cards in the curse zone."""
    box: list[str] = field(default_factory=list)
    """Cards taken out unseen in the set-up, sorted (DBK-SETUP-18)."""
    witches: list[str] = field(default_factory=list)
    """The witch card of each seat."""
    spent: int = 0
    """Whose once-per-game effect is used up (bits)."""
    separate: bool = False
    """Whether Stone cards were taken out apart from the others (DBK-OPT-01)."""

    # -- the turn ---------------------------------------------------------------------------------
    phase: str = "start"
    """``start``, ``main``, ``end``, ``over``."""
    turn: int = 0
    """How many turns have begun, extra turns included."""
    first: int = 0
    """The start player."""
    active: int = 0
    """Whose turn it is."""
    begun: int = 0
    """Who has had a first turn (bits)."""
    power_used: bool = False
    """Whether the once-per-turn effect was used in this turn."""
    uses: int = 0
    """How many cards were used in this turn."""
    in_use: str = ""
    """The card being used, which is in no zone (DBK-ZONE-40)."""
    turn_rules: list[tuple[int, int]] = field(default_factory=list)
    """Rules for this turn: the seat, and the number of the ``static`` operation."""
    hold: bool = False
    """Whether the end state is held off in this turn (DBK-HOLD-01)."""
    extra: list[tuple[int, int, str]] = field(default_factory=list)
    """Extra turns due: the seat, the number of the ``extra-turn`` operation, the card."""
    extra_turn: int = -1
    """The ``extra-turn`` operation that gave the turn being taken, -1 for an ordinary turn."""
    extra_source: str = ""
    """The card that gave it."""
    ending: str = ""
    """Why the end state has begun; empty in the normal state."""
    last_left: int = 0
    """How many last turns are still to begin."""
    last_turn: bool = False
    """Whether this is a last turn, or an extra turn that belongs to one."""

    # -- what is being resolved (DBK-OPS-11) ------------------------------------------------------
    kind: str = ""
    """``card``, ``witch``, ``installed``; empty while nothing is resolved."""
    source: str = ""
    """The card whose list runs."""
    you: int = 0
    actor: int = -1
    """The player who caused the event that the card works on."""
    attack: bool = False
    """Whether targets get a block moment."""
    no_block: bool = False
    tripped: bool = False
    negated: bool = False
    """Whether this resolution has stopped the effect in progress."""
    reached: int = 0
    """Whom ``each`` or ``event`` has reached (bits, DBK-SAFE-05)."""
    count: tuple[int, ...] = ()
    """The stones everybody held right before the resolution (DBK-MOST-02)."""
    picks: Picks = ()

    outer: list[Saved] = field(default_factory=list)
    """The resolutions that this one has interrupted."""
    blocked: bool = False
    """Whether the resolution that ended last has stopped the one it interrupted."""
    chain: list[str] = field(default_factory=list)
    """The cards that have worked in the chain in progress (DBK-INST-07)."""
