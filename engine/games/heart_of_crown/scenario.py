"""A position written down: what is not mentioned is as in a normal game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from taku.engine.core.errors import BadScenario, near
from taku.engine.games.heart_of_crown import turn
from taku.engine.games.heart_of_crown.scoring import start_overtime
from taku.engine.games.heart_of_crown.state import FACE_UP, State
from taku.engine.games.heart_of_crown.zones import enter_domain, refill_market

UP = "face-up "
"""What stands before a card of a deck that lies face up."""


class SeatScenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What one player has; without hand, deck and discard it is the starting deck and a hand."""

    hand: list[str] | None = None
    deck: list[str] | None = None
    """The top card first; ``face-up city`` is a City that lies face up."""
    discard: list[str] | None = None
    princess: str = ""
    domain: list[str] = []
    """Territories and succession cards."""
    kept: list[str] = []
    """``scout on city``: a Scout kept on a City of the domain."""
    counters: int = 0
    """+1 succession counters on the first Imperial Estate of the domain."""
    twins: int = 0
    """Twin counters on Rain & Shion."""
    debt: int = 0
    declared: bool = False
    """Whether he declared in his last turn (the active player: in this one, if it has begun)."""


class Scenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A position in a turn, or before it."""

    players: int | None = None
    """How many play; as many as ``seats``, unless given."""
    seats: list[SeatScenario] = []
    turn: int = 0
    """The active player."""
    number: int | None = None
    """The number of this turn; one that leaves every player a turn before it, unless given."""
    phase: Literal["start", "main", "buy", "set", "end"] = "main"
    """Before the turn's first check; in the main phase; buying or setting; or at cleanup."""
    extra: bool = False
    """Whether this is an extra turn of Rain & Shion."""
    overtime: bool = False
    """Whether only the players who have declared are still in the game."""
    coins: int = 0
    links: int = 1
    played: list[str] = []
    """The cards in the play area, in the order played; what lasts of their effects lasts."""
    market: dict[str, int] = {}
    """How many of a kind lie in the market; the random market is dealt unless it names such kinds."""
    supply: list[str] | None = None
    """The supply, the top card first; what is left of the commons, shuffled, unless given."""
    curses: int | None = None
    """The size of the curse pile; what the players have not got, unless given."""
    princesses: list[str] | None = None
    """The princess area; those nobody backs, unless given."""
    exile: list[str] = []

    def __post_init__(self) -> None:
        """Count the players, if the scenario tells."""
        self.players = self.players or len(self.seats) or None


def set_up(s: State, scenario: Scenario, commons: Sequence[str]) -> None:
    """Build the position and plan its first steps."""
    _check(s, scenario)
    left = Counter({c.id: c.copies for c in s.cards.card if c.kind != "princess"})  # HOC-TYPE-04
    supplied = [*s.cards.commons, *s.cards.rares]
    _named(scenario.market, [*s.cards.game.basic_market, *supplied], "market")
    _named(scenario.supply or (), supplied, "supply")
    turn.clear(s, [*commons, *scenario.market, *(scenario.supply or ())])
    for seat, area in enumerate(scenario.seats or [SeatScenario()] * s.players):
        _seat(s, seat, area, left)
    s.played = _take(left, scenario.played, "played")
    s.exile = _take(left, scenario.exile, "exile")
    _princesses(s, scenario)
    _market(s, scenario, commons, left)
    _turn(s, scenario)


def _check(s: State, scenario: Scenario) -> None:
    fits = len(scenario.seats) in (0, s.players)
    _require(fits, "seats", f"one entry for each of {s.players} players")
    _require(0 <= scenario.turn < s.players, "turn", f"a seat from 0 to {s.players - 1}")
    for name in ("coins", "links", "curses"):
        value = getattr(scenario, name)
        _require(value is None or value >= 0, name, "never below 0")
    for card, count in scenario.market.items():
        _require(count >= 0, f"market.{card}", "never below 0")


def _seat(s: State, seat: int, area: SeatScenario, left: Counter[str]) -> None:
    where = f"seats[{seat}]"
    if area.hand is None and area.deck is None and area.discard is None:
        turn.deal_start(s, seat)
        _take(left, s.hand[seat] + s.deck[seat], where)
    else:
        s.hand[seat] = _take(left, area.hand or (), f"{where}.hand")
        s.discard[seat] = _take(left, area.discard or (), f"{where}.discard")
        deck = (area.deck or [])[::-1]
        s.deck[seat] = _take(left, [card.removeprefix(UP) for card in deck], f"{where}.deck")
        s.marks[seat] = [(i, FACE_UP) for i, card in enumerate(deck) if card.startswith(UP)]
    _domain(s, seat, area, left)
    for name in ("counters", "twins", "debt"):
        _require(getattr(area, name) >= 0, f"{where}.{name}", "never below 0")
    s.debt[seat] = area.debt
    s.twins[seat] = area.twins
    twins = area.princess == "rain-and-shion"
    _require(twins or not area.twins, f"{where}.twins", "they lie on Rain & Shion")


def _domain(s: State, seat: int, area: SeatScenario, left: Counter[str]) -> None:
    where = f"seats[{seat}]"
    s.princess[seat] = area.princess
    in_domain = area.domain or area.kept or area.counters
    _require(bool(area.princess) or not in_domain, f"{where}.domain", "no domain without a princess (HOC-FAQ-01)")  # fmt: skip
    for card in _take(left, area.domain, f"{where}.domain"):
        fits = card in s.cards.territories | s.cards.successions
        _require(fits, f"{where}.domain", f"{card!r} is neither territory nor succession card")
        enter_domain(s, seat, card)
    for entry in area.kept:
        _keep(s, seat, entry, left)
    if area.counters:
        estate = "imperial-estate"
        _require(estate in area.domain, f"{where}.counters", "they lie on an Imperial Estate")
        s.counters[seat][area.domain.index(estate)] = area.counters
    points = s.cards.points
    s.points[seat] = sum(points[card] for card in area.domain) + area.counters
    if area.princess in s.cards.princesses:
        s.points[seat] += points[area.princess]
    most = s.cards.game.win_points
    _require(s.points[seat] < most, f"{where}.domain", f"{most} points win at once (HOC-CORO-18)")


def _keep(s: State, seat: int, entry: str, left: Counter[str]) -> None:
    where = f"seats[{seat}].kept"
    card, _, land = entry.partition(" on ")
    _take(left, [card], where)
    free = list(zip(s.domain[seat], s.kept[seat], strict=True))
    _require((land, "") in free, where, f"no free {land!r} in the domain for {entry!r}")
    fits = (
        card in s.cards.keepable
        and land in s.cards.territories
        and s.cards.cost[card] <= s.cards.cost[land]
    )
    _require(fits, where, f"{card!r} cannot be kept on {land!r} (HOC-KEEP-03, -05, -15)")
    s.kept[seat][free.index((land, ""))] = card


def _princesses(s: State, scenario: Scenario) -> None:
    backed = [princess for princess in s.princess if princess]
    everybody = Counter(s.cards.princesses)
    _take(everybody, [*backed, *(scenario.princesses or ())], "princess")
    if scenario.princesses is not None:
        s.princesses = list(scenario.princesses)
    else:
        s.princesses = [each for each in s.cards.princesses if each not in backed]


def _market(s: State, scenario: Scenario, commons: Sequence[str], left: Counter[str]) -> None:
    for card, count in scenario.market.items():
        _take(left, [card] * count, f"market.{card}")
        s.market[card] = count
    for card in s.cards.game.basic_market:
        if card not in scenario.market:
            s.market[card] = left[card]
    supply = scenario.supply
    if supply is None:
        supply = [c for c in (*commons, *s.cards.rares) for _ in range(left[c])]
        s.shuffle(supply)
    else:
        _take(left, supply, "supply")
    s.supply = supply[::-1]
    random_kinds = [card for card in s.market if card not in s.cards.basic_market]
    s.kinds = sum(bool(s.market[card]) for card in random_kinds)
    most = s.cards.game.market_kinds
    _require(s.kinds <= most, "market", f"at most {most} kinds besides the basic ones (HOC-MKT-05)")
    _require(s.market["duke"] > 0, "market.duke", "the last one ends the game (HOC-JUDGE-01)")
    if not any(card in scenario.market for card in random_kinds):
        refill_market(s)
    if scenario.curses is None:
        pile = s.cards.game.curses_per_player * s.players
        gone = s.cards.by_id["curse"].copies - left["curse"]
        s.curses = max(pile - gone, 0)
    else:
        s.curses = scenario.curses
        _take(left, ["curse"] * s.curses, "curses")


def _turn(s: State, scenario: Scenario) -> None:
    s.turn = scenario.turn
    begun = scenario.phase != "start"
    s.number = scenario.number if scenario.number is not None else 2 * s.players
    _require(s.number > 0, "number", "turns are counted from 1")
    s.extra = scenario.extra
    for seat in s.seats:
        s.last_turn[seat] = _last_turn(s, seat)
        if scenario.seats and scenario.seats[seat].declared:
            _declared(s, scenario, seat, begun)
    if scenario.overtime:
        _require(sum(map(bool, s.declared)) > 1, "overtime", "at least two have declared")
        start_overtime(s)
        _require(not s.out[s.turn], "turn", "this player is out of the game (HOC-OVER-02)")
    s.coins = scenario.coins
    _lasting(s)
    _begin(s, scenario)


def _last_turn(s: State, seat: int) -> int:
    """The number of the seat's last turn before this one; an extra turn follows one's own."""
    ago = (s.turn - seat) % s.players
    if s.extra:
        ago += 1
    return max(s.number - (ago or s.players), 0)


def _lasting(s: State) -> None:
    """What the cards in the play area still do."""
    played = Counter(s.played)
    s.actions = sum(card in s.cards.actions for card in s.played)
    s.merchant = played["court-merchant"] > 0
    s.bribery = played["bribery"] > 0
    if played["slash-and-burn"]:
        s.village_coins = s.cards.numbers["slash-and-burn"]["village_coins"]
    s.supply_units = played["supply-unit"]
    s.loans = played["moneylender"]


def _declared(s: State, scenario: Scenario, seat: int, begun: bool) -> None:
    enough = s.points[seat] >= s.cards.game.declare_points or scenario.overtime
    _require(enough, f"seats[{seat}].declared", f"only {s.points[seat]} points (HOC-CORO-08)")
    s.declared[seat] = s.number if begun and seat == s.turn else s.last_turn[seat]
    before = f"no turn yet before turn {s.number}"
    _require(s.declared[seat] > 0, f"seats[{seat}].declared", before)


def _begin(s: State, scenario: Scenario) -> None:
    if scenario.phase == "start":
        _require(not scenario.played and not scenario.coins, "phase", "nothing is played before a turn")  # fmt: skip
        s.number -= 1
        s.then(turn.begin_turn)
        return
    backed = bool(s.princess[s.turn])
    _require(backed or scenario.phase != "set", "phase", "no setting without a princess (HOC-SET-01)")  # fmt: skip
    s.links = scenario.links
    s.phase = scenario.phase
    if scenario.phase == "main":
        turn.main(s)
    elif scenario.phase == "end":
        turn.cleanup(s)
    else:
        turn.second(s)


def _named(cards: Iterable[str], known: Sequence[str], where: str) -> None:
    for card in cards:
        _require(card in known, where, f"no card {card!r} belongs here{near(card, known)}")


def _take(left: Counter[str], cards: Iterable[str], where: str) -> list[str]:
    taken = list(cards)
    _named(dict.fromkeys(taken), list(left), where)
    for card in taken:
        if not left[card]:
            raise BadScenario(f"{where}: there are no more copies of {card!r}")
        left[card] -= 1
    return taken


def _require(holds: bool, where: str, rule: str) -> None:
    if not holds:
        raise BadScenario(f"{where}: {rule}")
