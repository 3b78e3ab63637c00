"""A position written down: what is not mentioned is dealt at random from what is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from taku.engine.core.errors import BadScenario, near
from taku.engine.core.game import LARGEST
from taku.engine.core.operations import EMPTY
from taku.engine.games.daybreak import turn
from taku.engine.games.daybreak.layout import DOWN, FIELDS, INSTALLED, PLACES, WAITING
from taku.engine.games.daybreak.programs import Operation
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.vocabulary import CURSE
from taku.engine.games.daybreak.zones import end_condition

FLAGS = {"waiting": WAITING, "installed": INSTALLED, "face-down": DOWN}
"""What may stand behind a card of a cast zone and its place."""
_DIGITS = len(str(LARGEST))
"""A number with as many digits is too large for any table."""


class SeatScenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What one player has."""

    witch: str = ""
    """The witch card; a random one unless given."""
    spent: bool = False
    """Whether the once-per-game effect is used up."""
    stones: int = 0
    """The stones held."""
    placed: list[int] = []
    """Stones on the places of the cast zone, from I on."""
    cast: list[str] = []
    """``lamplighter 2``: a card waiting on II; ``alley-nun 4 installed``; ``gate-guard 1 installed
    face-down``."""
    hand: list[str] | None = None
    """Cards of the hand that everybody has seen; without ``hand`` and ``unseen`` three white cards
    are dealt."""
    unseen: list[str] | None = None
    """White cards of the hand that only this player has seen."""


class Scenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A position at the beginning of a turn or of a phase; cards are those of the modules in use."""

    players: int | None = None
    """How many play; as many as ``seats``, unless given."""
    seats: list[SeatScenario] = []
    turn: int = 0
    """Whose turn it is."""
    first: int = 0
    """The start player."""
    number: int | None = None
    """The number of this turn; one that leaves every player two turns before it, unless given."""
    phase: Literal["turn", "start", "main", "end"] = "main"
    """What comes next: the turn itself, its start phase, main phase or end phase."""
    first_turns: list[int] = []
    """Seats whose first turn is still to come."""
    card_zone: list[str] | None = None
    """``lamplighter`` or, with stones on it, ``lamplighter 2``; eight cards unless given."""
    deck: list[str] | None = None
    """The whole deck, the top card first; all that is left, unless given."""
    deck_seen: int = 0
    """How many cards on top of the deck everybody has seen put there."""
    removed: list[str] = []
    stone_zone: int | None = None
    """The stones in the stone zone; what the players do not have, unless given."""
    curses: int | None = None
    """The Curses in the curse zone; what the players do not have, unless given."""
    ending: Literal["", "stones-out", "deck-out"] = ""
    """Why the end state has begun."""
    last_turns: int | None = None
    """How many last turns are still to begin after this turn; one for each player, unless given."""
    hold: bool = False
    """Whether the end state is held off in this turn."""
    power_used: bool = False
    """Whether the once-per-turn witch effect was used in this turn."""
    extra: list[str] = []
    """Cards that give the player whose turn it is extra turns after this one, in order."""
    extra_turn: str = ""
    """The card that gave this turn, if it is an extra turn."""

    def __post_init__(self) -> None:
        """Count the players, if the scenario tells."""
        self.players = self.players or len(self.seats) or None


def set_up(s: State, scenario: Scenario, options: turn.Options) -> None:
    """Build the position and plan its first step; an impossible one is refused."""
    areas = scenario.seats or [SeatScenario() for _ in s.seats]
    _require(len(areas) == s.players, "seats", f"one entry for each of {s.players} players")
    turn.lay_table(s, options)
    _witches(s, areas, options)
    left = _Left(s, options)
    for seat, area in enumerate(areas):
        _seat(s, seat, area, left)
    _piles(s, scenario, left)
    for seat, area in enumerate(areas):
        if area.hand is None and area.unseen is None:
            s.hand[seat] = left.deal(s, s.cards.setup.hand)
            s.secret += s.hand[seat]
    _deck(s, scenario, left)
    _stones(s, scenario)
    _turn(s, scenario)
    _begin(s, scenario)


# -- cards ----------------------------------------------------------------------------------------


class _Left:
    """The cards that are not placed yet."""

    def __init__(self, s: State, options: turn.Options) -> None:
        used = turn.sets_in_use(s, options)
        self.known = [card.id for card in s.cards.normal if card.set in used]
        """Everything that may be named."""
        self.free = set(self.known)
        self.dealt = [card.id for card in turn.cards_in_use(s, options)]
        """What is dealt where nothing is named: cards of the frames in use."""
        self.out = bool(options.modules)
        """Whether cards are taken out unseen (DBK-SETUP-17, -20)."""

    def take(self, s: State, card: str, where: str) -> str:
        """One named card."""
        if card == CURSE:
            _require(s.curses > 0, where, "no Curse card is left (Curses need the module curse)")
            s.curses -= 1
        elif card not in self.known:
            raise BadScenario(f"{where}: no card {card!r} in the sets in use{near(card, self.known)}")  # fmt: skip
        else:
            _require(card in self.free, where, f"{card!r} is named twice; there is one of it")
            self.free.discard(card)
        return card

    def rest(self, s: State) -> tuple[list[str], list[str]]:
        """The white and the other cards left to deal, shuffled."""
        rest = [card for card in self.dealt if card in self.free]
        s.shuffle(rest)
        white = [card for card in rest if card in s.cards.whites]
        return white, [card for card in rest if card not in s.cards.whites]

    def deal(self, s: State, n: int) -> list[str]:
        """White cards for a hand."""
        cards = self.rest(s)[0][:n]
        self.free.difference_update(cards)
        return cards


def _witches(s: State, areas: list[SeatScenario], options: turn.Options) -> None:
    turn.deal_witches(s, options)
    known = [w.id for w in s.cards.witch if w.set in turn.sets_in_use(s, options)]
    named = [area.witch for area in areas if area.witch]
    for seat, area in enumerate(areas):
        where = f"seats[{seat}].witch"
        _require(area.witch in ("", *known), where, f"no witch {area.witch!r} in the sets in use{near(area.witch, known)}")  # fmt: skip
        _require(named.count(area.witch) < 2, where, f"{area.witch!r} is named twice")
    spare = [witch for witch in (*s.witches, *known) if witch not in named]
    s.witches = [area.witch or spare.pop(0) for area in areas]
    s.spent = sum(area.spent << seat for seat, area in enumerate(areas))


def _seat(s: State, seat: int, area: SeatScenario, left: _Left) -> None:
    where = f"seats[{seat}]"
    for entry in area.cast:
        s.cast[seat].append(_cast(s, entry, f"{where}.cast", left))
    s.hand[seat] = [left.take(s, card, f"{where}.hand") for card in area.hand or ()]
    for card in area.unseen or ():
        left.take(s, card, f"{where}.unseen")
        white = card in s.cards.whites
        _require(white, f"{where}.unseen", f"{card!r} was not dealt: only white cards are")
        s.hand[seat].append(card)
        s.secret.append(card)
    placed = [area.stones, *area.placed]
    _require(len(placed) <= FIELDS, f"{where}.placed", f"at most {PLACES} places")
    _require(min(placed) >= 0, f"{where}.stones", "never below 0")
    s.stones[FIELDS * seat : FIELDS * seat + len(placed)] = placed


def _cast(s: State, entry: str, where: str, left: _Left) -> tuple[str, int, int]:
    words = entry.split()
    card, place, *_ = (*words, "", "")
    left.take(s, card, where)
    _require(place in ("1", "2", "3", "4"), where, f"{entry!r}: a place from 1 to {PLACES} stands behind the card")  # fmt: skip
    bits = 0
    for flag in words[2:]:
        _require(flag in FLAGS, where, f"{entry!r}: {', '.join(FLAGS)}; not {flag!r}")
        bits |= FLAGS[flag]
    fits = not bits & INSTALLED or card in s.cards.installs
    _require(fits, where, f"{card!r} has no install mark, so it is never installed (DBK-ZONE-25)")
    return card, int(place), bits


def _piles(s: State, scenario: Scenario, left: _Left) -> None:
    for entry in scenario.card_zone or ():
        card, _, stones = entry.partition(" ")
        counted = stones.isdecimal() and len(stones) < _DIGITS
        _require(counted or not stones, "card-zone", f"{entry!r}: a card, or a card and the stones on it")  # fmt: skip
        _no_curse(card, "card-zone")
        s.row.append(left.take(s, card, "card-zone"))
        if stones and int(stones):
            s.on[card] = int(stones)
    for name, cards in (("removed", scenario.removed), ("deck", scenario.deck or [])):
        for card in cards:
            _no_curse(card, name)
            left.take(s, card, name)
    s.removed = scenario.removed[:]
    if scenario.curses is not None:
        _require(scenario.curses >= 0, "curses", "never below 0")
        s.curses = scenario.curses


def _no_curse(card: str, where: str) -> None:
    _require(card != CURSE, where, "a Curse never lies here (DBK-CURSE-06)")


def _deck(s: State, scenario: Scenario, left: _Left) -> None:
    """The deck as in the set-up: white cards on top of the others (DBK-SETUP-23)."""
    white, other = left.rest(s)
    if scenario.deck is not None:
        s.deck = scenario.deck[::-1]
        s.box = sorted(white + other)
    else:
        s.deck = _thinned(s, other, left) + _thinned(s, white, left)
        s.box.sort()
    if scenario.card_zone is None:
        for _ in range(min(s.cards.setup.card_zone, len(s.deck) - 1)):
            s.row.append(s.deck.pop())
    s.deck_seen = scenario.deck_seen
    _require(0 <= s.deck_seen <= len(s.deck), "deck-seen", f"the deck has {len(s.deck)} cards")
    kinds = [card in s.cards.whites for card in s.deck[: len(s.deck) - s.deck_seen]]
    _require(kinds == sorted(kinds), "deck", "white cards lie on top of the others (DBK-SETUP-23)")


def _thinned(s: State, cards: list[str], left: _Left) -> list[str]:
    """With modules as many cards are taken out unseen as in the set-up."""
    if not left.out or not cards:
        return cards
    setup = s.cards.setup
    white = cards[0] in s.cards.whites
    size = setup.white_total if white else setup.deck_with_expansions[str(s.players)].total
    whole = sum((card in s.cards.whites) == white for card in left.dealt)
    gone = min(max(0, whole - size), len(cards) - 1)
    s.box += cards[len(cards) - gone :]
    return cards[: len(cards) - gone]


# -- stones and the turn --------------------------------------------------------------------------


def _stones(s: State, scenario: Scenario) -> None:
    placed = sum(s.stones) + sum(s.on.values())
    if scenario.stone_zone is None:
        _require(placed <= s.zone, "stone-zone", f"{placed} stones lie elsewhere; the match has {s.zone}")  # fmt: skip
        s.zone -= placed
    else:
        _require(scenario.stone_zone >= 0, "stone-zone", "never below 0")
        s.zone = scenario.stone_zone


def _turn(s: State, scenario: Scenario) -> None:
    for name, seats in (("turn", [scenario.turn]), ("first", [scenario.first]), ("first-turns", scenario.first_turns)):  # fmt: skip
        for seat in seats:
            _require(0 <= seat < s.players, name, f"a seat from 0 to {s.players - 1}, not {seat}")
    s.active, s.first = scenario.turn, scenario.first
    s.turn = 2 * s.players if scenario.number is None else scenario.number
    _require(s.turn >= 1, "number", "turns are counted from 1")
    s.begun = sum(1 << seat for seat in s.seats if seat not in scenario.first_turns)
    begun = scenario.phase == "turn" or s.active not in scenario.first_turns
    _require(begun, "first-turns", f"the turn of seat {s.active} has begun; use phase turn")
    s.power_used = scenario.power_used
    _require(not (s.power_used and scenario.phase == "turn"), "power-used", "the turn has not begun")  # fmt: skip
    s.hold = scenario.hold
    _end_state(s, scenario)
    s.extra = [(s.active, _extra(s, card, "extra"), card) for card in scenario.extra]
    if scenario.extra_turn:
        s.extra_turn = _extra(s, scenario.extra_turn, "extra-turn")
        s.extra_source = scenario.extra_turn


def _end_state(s: State, scenario: Scenario) -> None:
    s.ending = scenario.ending
    left = s.players if scenario.last_turns is None else scenario.last_turns
    _require(bool(s.ending) or scenario.last_turns is None, "last-turns", "only in the end state; name it with `ending`")  # fmt: skip
    _require(0 <= left <= s.players, "last-turns", f"0 to {s.players}")
    if s.ending:
        s.last_left = left
        s.last_turn = left < s.players
    else:
        held = not end_condition(s) or s.hold
        _require(held, "ending", f"the end state has begun ({end_condition(s)}), unless it is held off (DBK-OVER-03, -04)")  # fmt: skip


def _extra(s: State, card: str, where: str) -> int:
    """The number of the operation with which a card gives extra turns."""
    found = (op.number for op in _operations(s, s.cards.effects.get(card, EMPTY)) if op.name == "extra-turn")  # fmt: skip
    number = next(found, None)
    _require(number is not None, where, f"{card!r} gives no extra turn")
    assert number is not None
    return number


def _operations(s: State, program: int) -> Iterator[Operation]:
    for op in s.cards.programs[program]:
        yield op
        for inner in (op.program, op.other):
            yield from _operations(s, inner)


def _begin(s: State, scenario: Scenario) -> None:
    if scenario.phase == "turn":
        s.turn -= 1
        s.then(turn.begin_turn)
    elif scenario.phase == "start":
        s.then(turn.start_phase)
    elif scenario.phase == "main":
        s.then(turn.main_phase)
    else:
        turn.end_phase(s)


def _require(holds: bool, where: str, rule: str) -> None:
    if not holds:
        raise BadScenario(f"{where}: {rule}")
