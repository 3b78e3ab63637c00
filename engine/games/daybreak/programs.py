"""The card texts of a file as programs: operations with all words looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from taku.engine.core import operations
from taku.engine.core.operations import Condition, Number
from taku.engine.games.daybreak.layout import (
    CARD_ZONE,
    DOWN,
    FIELDS,
    HAND,
    INSTALLED,
    REMOVED,
    Piece,
)
from taku.engine.games.daybreak.vocabulary import FROM, THROUGH, Place, parse_place

if TYPE_CHECKING:
    from taku.engine.games.daybreak.cards import Cards, When
    from taku.engine.games.daybreak.state import State


class Watch(NamedTuple):
    """What an install card waits for."""

    mine: bool
    """Whether its owner must have caused the event, or another player."""
    fit: frozenset[str] | None
    """The cards that the event must be about, if that matters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """``where``: which cards are meant."""

    fit: frozenset[str]
    """The cards whose printed face fits."""
    blank: bool
    """Whether a face-down card fits, which has lost its face (DBK-FACE-06, -07, -14)."""
    installed: bool | None = None
    down: bool | None = None
    places: tuple[int, ...] = ()
    but: str = ""
    """The name of a pick whose cards are not meant."""

    def matches(self, piece: Piece) -> bool:
        """Whether one card fits, ``but`` aside."""
        card, zone, place, bits = piece
        if not (self.blank if bits & DOWN else card in self.fit):
            return False
        if self.installed is not None and (
            zone >= HAND or bool(bits & INSTALLED) != self.installed
        ):
            return False
        if self.down is not None and bool(bits & DOWN) != self.down:
            return False
        return not self.places or place in self.places

    def keep(self, s: State, pieces: Iterable[Piece]) -> list[Piece]:
        """The pieces that fit."""
        kept = [piece for piece in pieces if self.matches(piece)]
        for piece in picked(s, self.but) if self.but else ():
            same = [other for other in kept if other[:2] == piece[:2]]
            if same:
                kept.remove(piece if piece in same else same[0])
        return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(operations.Operation):
    """One operation; those of this game have more fields.

    ``program`` is also the ``then`` of ``if``, ``other`` its ``else`` and the ``start`` of
    ``extra-turn``, ``group`` the ``from`` of ``target`` and the ``others`` or ``any`` of ``pick``.
    """

    places: tuple[Place, ...] = ()
    """``from``."""
    to: tuple[Place, ...] = ()
    hand: bool = False
    """Whether cards are picked out of a hand."""
    stone: bool = False
    """Whether stones are picked or shifted."""
    card: bool = True
    """Whether cards are shifted."""
    by: int = 0
    """By how much ``static`` changes a cost."""
    up_to: bool = False
    where: Filter | None = None
    pick: str = ""
    """The name to pick under, or the pick to act on."""
    rule: str = ""
    face: str = ""
    cost: str = ""
    """``free``, ``printed`` or ``number``."""
    price: Number = 0
    place: int = 0
    """``at``."""
    installed: bool = False
    """The ``state`` of a moved card."""


def picked(s: State, name: str) -> tuple[Piece, ...]:
    """What was picked under a name."""
    for each, pieces in s.picks:
        if each == name:
            return pieces
    return ()


def player(s: State, who: str, target: int) -> int:
    """The seat of ``you`` or ``target``."""
    return s.you if who == "you" else target


def members(s: State, who: str, target: int) -> Sequence[int]:
    """The seats of a player or a group."""
    if who == "you":
        return (s.you,)
    if who == "target":
        return (target,)
    return [seat for seat in s.seats if who != "others" or seat != s.you]


def cards_at(s: State, place: Place, target: int) -> list[Piece]:
    """The cards at a place, of every player it belongs to."""
    zone = place.zone
    if zone == "cast":
        number = place.number
        return [
            (card, seat, at, bits)
            for seat in members(s, place.who, target)
            for card, at, bits in s.cast[seat]
            if not number or at == number
        ]
    if zone == "hand":
        return [
            (card, HAND + seat, 0, 0)
            for seat in members(s, place.who, target)
            for card in s.hand[seat]
        ]
    if zone == "card-zone":
        return [(card, CARD_ZONE, 0, 0) for card in s.row]
    return [(card, REMOVED, 0, 0) for card in s.removed]


def stones_at(s: State, place: Place, target: int) -> int:
    """How many stones there are at a place, of every player it belongs to."""
    zone = place.zone
    if zone == "stone-zone":
        return s.zone
    if zone == "card-zone":
        return sum(s.on.values())
    if zone == "on":
        return sum(s.on.get(card, 0) for card, at, _, _ in picked(s, place.who) if at == CARD_ZONE)
    total = 0
    for seat in members(s, place.who, target):
        first = FIELDS * seat
        if zone == "held":
            total += s.stones[first]
        elif place.number:
            total += s.stones[first + place.number]
        else:
            total += sum(s.stones[first + 1 : first + FIELDS])
    return total


LISTS = operations.LISTS | {
    "target": {"do": "program"},
    "pick": {"do": "program"},
    "choose": {"red": "program", "blue": "other"},
    "if": {"then": "program", "else": "other"},
    "extra-turn": {"start": "other"},
}
"""Lists within an operation, and where the compiled operation keeps their numbers."""


class Compiler(operations.Compiler[Operation]):
    """Turns the checked ``ops`` and ``when`` of a card file into programs."""

    kind = Operation
    lists = LISTS

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        self.cards = cards
        self.effects: dict[str, int] = {}
        self.watches: dict[tuple[str, str, str], dict[str, Watch]] = {}
        self.statics: dict[str, tuple[Operation, ...]] = {}
        for card in cards.by_id.values():
            self.effects[card.id] = self.program(card.ops)
            if card.when is not None:
                self.watch(card.id, card.when)
                if card.when.event == "always":
                    self.statics[card.id] = self.programs[self.effects[card.id]]
        for witch in cards.witch:
            self.effects[f"{witch.id} game"] = self.program(witch.game.ops)
            self.effects[f"{witch.id} turn"] = self.program(witch.turn.ops)

    def watch(self, card: str, when: When) -> None:
        """Enter a card under every event it may be waiting for."""
        event = when.event
        if event in ("attacked", "always"):
            return
        fit = self.filter(when.where).fit if when.where else None
        sources: tuple[str, ...] = ("",)
        throughs: tuple[str, ...] = ("",)
        if event == "gain":
            sources = (when.source,) if when.source else FROM[event]
            throughs = (when.through,) if when.through else THROUGH
        elif event == "acquire":
            sources = (when.source,) if when.source else FROM[event]
        elif event == "return":
            sources = ("",) if when.phase else ("", "end")
        for source, through in product(sources, throughs):
            watchers = self.watches.setdefault((event, source, through), {})
            watchers[card] = Watch(when.who == "you", fit)

    def fields(self, op: Mapping[str, Any]) -> dict[str, Any]:
        """All fields but the lists."""
        name = op["op"]
        fields: dict[str, Any] = {"ask": name, "answers": tuple(self.lists["choose"])}
        for key, into in (("where", "where"), ("forbid", "where")):
            if key in op:
                fields[into] = self.filter(op[key])
        if "cond" in op:
            fields["cond"] = self.condition(op["cond"])
        for key, into in PLAIN.get(name, ()):
            if key in op:
                fields[into] = op[key]
        if op.get("chooser") == "target" or op.get("who") == "target":
            fields["by_target"] = True
        special = getattr(self, f"_{name.replace('-', '_')}", None)
        if special is not None:
            fields.update(special(op))
        return fields

    # -- operations with fields of their own ------------------------------------------------------

    def _pick(self, op: Mapping[str, Any]) -> dict[str, Any]:
        words = op["from"] if isinstance(op["from"], list) else [op["from"]]
        places = tuple(parse_place(word) for word in words)
        return {
            "places": places,
            "group": places[0].who if places[0].group else "",
            "hand": any(place.zone == "hand" for place in places),
            "stone": op.get("what") == "stone",
            "n": self.number(op.get("n", 1)),
            "pick": op.get("as", "it"),
        }

    def _pay(self, op: Mapping[str, Any]) -> dict[str, Any]:
        if op["n"] == "X":
            return {"every": True, "least": op["min"], "most": op["max"]}
        return {"n": self.number(op["n"])}

    def _stones(self, op: Mapping[str, Any]) -> dict[str, Any]:
        several = isinstance(op["to"], list)
        to = tuple(parse_place(word) for word in (op["to"] if several else [op["to"]]))
        if "pick" in op:
            return {"to": to, "pick": op["pick"]}
        every = op["n"] == "all"
        n = 0 if every else self.number(op["n"])
        return {"to": to, "places": (parse_place(op["from"]),), "every": every, "n": n}

    def _shift(self, op: Mapping[str, Any]) -> dict[str, Any]:
        fields: dict[str, Any] = {"n": self.number(op["by"])}
        if "all" in op:
            what = op.get("what", "card")
            fields |= {"places": (parse_place(op["all"]),)}
            fields |= {"stone": what != "card", "card": what != "stone"}
        elif "stones" in op:
            fields |= {"stone": True, "card": False, "pick": op["stones"]}
        return fields

    def _move(self, op: Mapping[str, Any]) -> dict[str, Any]:
        return {"to": (parse_place(op["to"]),), "installed": op.get("state") == "installed"}

    def _acquire(self, op: Mapping[str, Any]) -> dict[str, Any]:
        cost = op["cost"]
        fields: dict[str, Any] = {"n": self.number(op.get("n", 1))}
        if cost in ("free", "printed"):
            return fields | {"cost": cost}
        return fields | {"cost": "number", "price": self.number(cost)}

    # -- numbers, conditions, filters -------------------------------------------------------------

    def number(self, value: Any) -> Number:
        """A number of the file."""
        if isinstance(value, int):
            return value
        if value == "X":
            return lambda s, target: s.x
        if value == "-X":
            return lambda s, target: -s.x
        counted = self.counted(value)
        per: int = value.get("per", 1)
        most: int = value.get("max", 10**6)
        plus: int = value.get("plus", 0)

        def total(s: State, target: int) -> int:
            return min(counted(s, target) * per, most) + plus

        return total

    def counted(self, value: Mapping[str, Any]) -> Callable[[State, int], int]:
        """What a count counts."""
        word = value["count"]
        if word == "X":
            return lambda s, target: s.x
        if "." not in word:
            return lambda s, target: len(picked(s, word))
        place = parse_place(word)
        if value.get("what") == "stone":
            return lambda s, target: stones_at(s, place, target)
        where = self.filter(value.get("where", {}))
        return lambda s, target: len(where.keep(s, cards_at(s, place, target)))

    def condition(self, value: Mapping[str, Any]) -> Condition:
        """A condition of the file."""
        for kind in ("most", "fewest", "stones", "cards", "owner", "player", "not"):
            if kind in value:
                build: Callable[[Any], Condition] = getattr(self, f"_if_{kind}")
                return build(value)
        if "all" in value:
            every = [self.condition(each) for each in value["all"]]
            return lambda s, target: all(cond(s, target) for cond in every)
        if "any" in value:
            some = [self.condition(each) for each in value["any"]]
            return lambda s, target: any(cond(s, target) for cond in some)
        return FLAGS[next(iter(value))]

    def _if_most(self, value: Mapping[str, Any]) -> Condition:
        return _extreme(value["most"], max, value.get("after", False))

    def _if_fewest(self, value: Mapping[str, Any]) -> Condition:
        return _extreme(value["fewest"], min, value.get("after", False))

    def _if_stones(self, value: Mapping[str, Any]) -> Condition:
        place = parse_place(value["stones"])
        return _between(lambda s, target: stones_at(s, place, target), value)

    def _if_cards(self, value: Mapping[str, Any]) -> Condition:
        place = parse_place(value["cards"])
        if place.zone == "deck":
            return _between(lambda s, target: len(s.deck), value)
        if place.zone == "curse-zone":
            return _between(lambda s, target: s.curses, value)
        where = self.filter(value.get("where", {}))
        return _between(lambda s, target: len(where.keep(s, cards_at(s, place, target))), value)

    def _if_owner(self, value: Mapping[str, Any]) -> Condition:
        name, who = value["owner"], value["is"]

        def holds(s: State, target: int) -> bool:
            pieces = picked(s, name)
            return bool(pieces) and pieces[0][1] == player(s, who, target)

        return holds

    def _if_player(self, value: Mapping[str, Any]) -> Condition:
        one, two = value["player"], value["is"]
        return lambda s, target: player(s, one, target) == player(s, two, target)

    def _if_not(self, value: Mapping[str, Any]) -> Condition:
        inner = self.condition(value["not"])
        return lambda s, target: not inner(s, target)

    def filter(self, where: Mapping[str, Any]) -> Filter:
        """A filter of the file, with the printed part tested on every card now."""
        fit = frozenset(
            card.id
            for card in self.cards.by_id.values()
            if _fits(where, card.category, card.frame, card.marks, card.acquire_cost, card.use_cost)
        )
        state, face = where.get("state"), where.get("face")
        return Filter(
            fit=fit,
            blank=_fits(where, "", "", (), 0, 0),
            installed=None if state is None else state == "installed",
            down=None if face is None else face == "down",
            places=tuple(where.get("pos", ())),
            but=where.get("not", ""),
        )


PLAIN: dict[str, tuple[tuple[str, str], ...]] = {
    "target": (("from", "group"),),
    "each": (("from", "group"),),
    "pick": (("up_to", "up_to"),),
    "may": (("forced", "forced"),),
    "pay": (("forced", "forced"),),
    "shift": (("card", "pick"),),
    "move": (("card", "pick"),),
    "acquire": (("card", "pick"), ("at", "place")),
    "remove": (("card", "pick"),),
    "flip": (("card", "pick"), ("face", "face")),
    "static": (("rule", "rule"), ("by", "by")),
    "extra-turn": (("n", "n"),),
}
"""Fields that are kept as they are."""
FLAGS: dict[str, Condition] = {
    "tripped": lambda s, target: s.tripped,
    "end_state": lambda s, target: bool(s.ending),
    "last_turn": lambda s, target: s.last_turn,
    "extra_turn": lambda s, target: s.extra_turn >= 0,
}


def _extreme(who: str, best: Callable[[Sequence[int]], int], after: bool) -> Condition:
    """Most or fewest; a tie counts (DBK-MOST-04), everybody is compared (DBK-MOST-06)."""

    def holds(s: State, target: int) -> bool:
        held: Sequence[int] = s.stones[::FIELDS] if after else s.count
        return held[player(s, who, target)] == best(held)

    return holds


def _between(count: Callable[[State, int], int], value: Mapping[str, Any]) -> Condition:
    least, most = value.get("min", 0), value.get("max", 10**6)
    return lambda s, target: least <= count(s, target) <= most


def _fits(
    where: Mapping[str, Any],
    category: str,
    frame: str,
    marks: Sequence[str],
    acquire_cost: int,
    use_cost: int,
) -> bool:
    """Whether a printed face fits; a face-down card has an empty one."""
    return (
        ("category" not in where or category in _words(where["category"]))
        and ("not_category" not in where or category not in _words(where["not_category"]))
        and ("frame" not in where or frame in _words(where["frame"]))
        and where.get("attack", "attack" in marks) == ("attack" in marks)
        and where.get("install", "install" in marks) == ("install" in marks)
        and where.get("acquire_min", 0) <= acquire_cost <= where.get("acquire_max", acquire_cost)
        and where.get("use_min", 0) <= use_cost <= where.get("use_max", use_cost)
    )


def _words(value: str | Sequence[str]) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value
