"""A position written down: what is not mentioned is dealt at random from what is left."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from taku.engine.core.errors import BadScenario, near
from taku.engine.games.grimoire import turn
from taku.engine.games.grimoire.state import State


class SeatScenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What one player has."""

    treasures: list[str] = []
    """Treasures that only he has seen."""
    open_treasures: list[str] = []
    """Treasures that everybody saw him gain; they count with the others."""
    companions: list[str] = []
    items: list[str] = []
    """Items, hidden from the others but for the Lucky Shoes."""
    chips: int = 0


class Scenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A position at the start of a phase or of an action."""

    players: int | None = None
    """How many play; as many as ``seats`` or ``tokens`` or ``pages`` say, unless given."""
    phase: Literal["set", "book", "quest"] = "set"
    """The phase about to begin: the field is laid, the pages are chosen, or the next one acts."""
    round: int | None = None
    """Counted from 1; the earliest with this MP, unless given."""
    mp: int | None = None
    """The MP in this round, which follows from its number."""
    tokens: list[int] | None = None
    """The order tokens of the previous round by seat; 1, 2, ... unless given."""
    seats: list[SeatScenario] = []
    quest_deck: list[str] = []
    """The top of the quest deck, the top card first."""
    item_deck: list[str] = []
    """The top of the item deck, the top card first."""
    discards: list[str] = []
    face_up: list[str] = []
    """Open field cards (phases book and quest); the rest of the field is drawn."""
    face_down: str | None = None
    """The face-down field card (phases book and quest); once somebody has acted, it is gone
    unless given."""
    looked: list[int] = []
    """Seats that have looked at the face-down card with a Spy (phases book and quest)."""
    pages: list[int] | None = None
    """The pages opened, by seat (phase quest)."""
    acted: list[int] = []
    """Seats that have had their action in this round (phase quest)."""
    ending: bool = False
    """Somebody had enough companions to end the game and has lost one since (phase quest)."""
    rest: Literal["deck", "box"] = "deck"
    """Where quest and item cards not mentioned go: under their decks, shuffled, or out of play."""

    def __post_init__(self) -> None:
        """Count the players, if the scenario tells."""
        told = (len(found) for found in (self.seats, self.tokens, self.pages) if found)
        self.players = self.players or next(told, None)


def set_up(s: State, scenario: Scenario) -> None:
    """Build the position and plan its first steps; an impossible one is refused."""
    turn.clear_areas(s)
    _phase(scenario)
    _numbers(s, scenario)
    quests = Counter({card.id: card.copies for card in s.cards.quest})
    items = Counter({card.id: card.copies for card in s.cards.item})
    _areas(s, scenario, quests, items)
    s.discards = _take(quests, scenario.discards, "discards")
    top = _take(quests, scenario.quest_deck, "quest-deck")
    if scenario.phase != "set":
        _field(s, scenario, quests)
    s.quest_deck = _rest(s, scenario, quests) + top[::-1]
    top = _take(items, scenario.item_deck, "item-deck")
    s.item_deck = _rest(s, scenario, items) + top[::-1]
    _require(bool(s.quest_deck), "quest-deck", "the quest deck is never empty (GRM-DECK-02)")
    _plan(s, scenario)


def _phase(scenario: Scenario) -> None:
    """What belongs to a later phase is refused."""
    late: dict[str, object] = {"pages": scenario.pages, "acted": scenario.acted}
    late["ending"] = scenario.ending
    field: dict[str, object] = {"face-up": scenario.face_up, "face-down": scenario.face_down}
    field["looked"] = scenario.looked
    if scenario.phase == "set":
        for name, given in field.items():
            _require(not given, name, "the field is laid in the set phase; begin with phase book")
    if scenario.phase != "quest":
        for name, given in late.items():
            _require(not given, name, "the books are opened later; begin with phase quest")


def _numbers(s: State, scenario: Scenario) -> None:
    game = s.cards.game
    mp = scenario.mp if scenario.mp is not None else game.mp_start
    _require(game.mp_start <= mp <= game.mp_max, "mp", f"{game.mp_start} to {game.mp_max}")
    s.round = scenario.round if scenario.round is not None else mp - game.mp_start + 1
    _require(s.round >= 1, "round", "rounds are counted from 1")
    s.mp = min(game.mp_start + s.round - 1, game.mp_max)
    told = scenario.mp is None or scenario.mp == s.mp
    _require(told, "mp", f"the MP of round {s.round} is {s.mp} (GRM-PREP-01)")
    s.tokens = list(range(1, s.players + 1)) if scenario.tokens is None else scenario.tokens[:]
    wanted = list(range(1, s.players + 1))
    _require(sorted(s.tokens) == wanted, "tokens", f"each of {wanted} once, by seat")


def _areas(s: State, scenario: Scenario, quests: Counter[str], items: Counter[str]) -> None:
    _require(len(scenario.seats) in (0, s.players), "seats", f"one entry for each of {s.players}")
    for seat, area in enumerate(scenario.seats):
        where = f"seats[{seat}]"
        s.treasures[seat] = _take(quests, area.treasures, f"{where}.treasures")
        s.treasures[seat] += _take(quests, area.open_treasures, f"{where}.open-treasures")
        s.companions[seat] = _take(quests, area.companions, f"{where}.companions")
        for card in s.treasures[seat]:
            _require(card in s.cards.treasures, where, f"{card!r} is no treasure")
        for card in s.companions[seat]:
            _require(card not in s.cards.treasures, where, f"{card!r} is no companion")
        s.items[seat] = _take(items, area.items, f"{where}.items")
        _require(area.chips >= 0, f"{where}.chips", "never below 0")
        s.chips[seat] = area.chips
        s.secrets += [(seat, place, 0, 1 << seat) for place in range(len(area.treasures))]
        _ending(s, scenario, seat)
    if scenario.ending:
        _require(bool(scenario.acted), "ending", "nobody has acted in this round")
        s.ending = s.ending or f"companions-{s.cards.game.end_companions}"


def _ending(s: State, scenario: Scenario, seat: int) -> None:
    """An end condition that is met can only be in a round that is being played to its end."""
    game = s.cards.game
    for condition, most, area in (
        ("treasures", game.end_treasures, s.treasures[seat]),
        ("companions", game.end_companions, s.companions[seat]),
    ):
        if len(area) >= most:
            _require(scenario.phase == "quest", f"seats[{seat}].{condition}",
                     f"{most} or more end the game with the round (GRM-END-01, -02)")  # fmt: skip
            s.ending = s.ending or f"{condition}-{most}"


def _field(s: State, scenario: Scenario, quests: Counter[str]) -> None:
    acted = len(set(scenario.acted))
    left = s.players + s.cards.game.field_cards_extra - acted
    s.face_up = _take(quests, scenario.face_up, "face-up")
    if scenario.face_down:
        s.face_down = _take(quests, [scenario.face_down], "face-down")[0]
    elif not acted:
        s.face_down = _draw(s, quests)
    left -= bool(s.face_down)
    _require(len(s.face_up) <= left, "face-up", f"at most {left} after {acted} actions")
    while len(s.face_up) < left:
        s.face_up.append(_draw(s, quests))
    _seats(s, "looked", scenario.looked)
    for seat in set(scenario.looked):
        able = scenario.phase == "quest" or "spy" in s.companions[seat]
        _require(able, "looked", f"seat {seat} has no spy")
        s.face_down_seen |= 1 << seat


def _draw(s: State, left: Counter[str]) -> str:
    pool = sorted(left.elements())
    _require(bool(pool), "face-up", "too few cards are left to lay the field")
    card = pool[s.below(len(pool))]
    left[card] -= 1
    return card


def _take(left: Counter[str], cards: list[str], where: str) -> list[str]:
    for card in cards:
        _require(card in left, where, f"no card {card!r} belongs here{near(card, left)}")
        _require(left[card] > 0, where, f"there are no more copies of {card!r}")
        left[card] -= 1
    return list(cards)


def _rest(s: State, scenario: Scenario, left: Counter[str]) -> list[str]:
    cards = sorted(left.elements())
    if scenario.rest == "box":
        s.box += cards
        return []
    s.shuffle(cards)
    return cards


def _plan(s: State, scenario: Scenario) -> None:
    if scenario.phase == "set":
        s.round -= 1
        s.mp = max(s.mp - 1, s.cards.game.mp_start)  # the set phase moves it up (GRM-PREP-01)
        s.then(turn.set_phase)
    elif scenario.phase == "book":
        s.then(turn.book_phase)
    else:
        _plan_quest_phase(s, scenario)


def _plan_quest_phase(s: State, scenario: Scenario) -> None:
    """Pages already carried out have had their lasting effects, Silence and the defence art."""
    pages = scenario.pages or []
    possible = len(pages) == s.players and all(1 <= page <= s.mp for page in pages)
    _require(possible, "pages", f"one page from 1 to {s.mp} for each of {s.players} seats")
    _seats(s, "acted", scenario.acted)
    s.phase = "quest"
    s.pages = pages[:]
    if not scenario.acted:
        turn.pay_mercenaries(s)
    turn.settle_order(s)
    order = turn.acting_order(s)
    done = len(set(scenario.acted))
    _require(set(order[:done]) == set(scenario.acted), "acted", f"the order is {order}")
    for seat in order[:done]:
        spell = s.cards.pages[pages[seat]]
        s.silence |= (spell.id == "silence") << seat
        s.defence |= ("defence" in spell.arts) << seat
    s.then(*((turn.act, seat) for seat in order[done:]), turn.end_round)


def _seats(s: State, where: str, seats: list[int]) -> None:
    _require(set(seats) <= set(s.seats), where, f"seats 0 to {s.players - 1}")


def _require(holds: bool, where: str, rule: str) -> None:
    if not holds:
        raise BadScenario(f"{where}: {rule}")
