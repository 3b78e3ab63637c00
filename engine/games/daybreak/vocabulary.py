"""The words of ``ops`` and ``when`` in cards.toml (RULES.md, "Operations"), and what is wrong with a list.

A card file comes from people, so every mistake is named with the card, the field and the reason,
not only the first. What passes here can be compiled and run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from taku.engine.core.errors import near
from taku.engine.games.daybreak.layout import PLACES

Mistake = tuple[str, str, str]
"""Card, field, reason."""

CURSE = "curse"
"""The id of the Curse card, the only card with copies (DBK-COMP-27)."""
PLAYERS = ("you", "target")
GROUPS = ("others", "all", "any")
SHARED = ("stone-zone", "card-zone", "removed", "curse-zone", "deck")
PERSONAL = ("held", "hand", "cast")
CATEGORIES = ("stone", "time", "block", "attack", "support", "ultimate", "bless", "curse")
FRAMES = ("white", "copper", "silver", "gold", "rainbow")
RULES = ("unchoosable", "stones-fixed", "use-cost", "acquire-cost")

# Operation: fields that must be there, fields that may.
OPERATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "target": (("from", "do"), ("cond",)),
    "each": (("from", "do"), ("cond",)),
    "pick": (("from",), ("what", "n", "up_to", "where", "chooser", "as", "do")),
    "choose": (("red", "blue"), ("chooser",)),
    "may": (("do",), ("then", "chooser", "forced")),
    "pay": (("n", "then"), ("min", "max", "forced")),
    "if": (("cond",), ("then", "else")),
    "stones": (("to",), ("n", "from", "pick")),
    "shift": (("by",), ("card", "stones", "all", "what", "where")),
    "move": (("card", "to"), ("state",)),
    "acquire": (("who", "cost"), ("card", "from", "n", "at")),
    "remove": (("card",), ()),
    "flip": (("card", "face"), ()),
    "negate": ((), ()),
    "no-block": ((), ()),
    "trip-block": ((), ()),
    "static": (("rule", "for"), ("by", "where")),
    "hold-end": ((), ()),
    "extra-turn": (("n",), ("forbid", "start")),
}
# Event of ``when``: fields that must be there, fields that may.
EVENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "attacked": ((), ()),
    "gain": (("who",), ("from", "through")),
    "acquire": (("who",), ("from", "where")),
    "use": (("who",), ("where",)),
    "return": (("who",), ("phase",)),
    "turn-start": (("who",), ()),
    "end-phase": (("who",), ()),
    "always": ((), ()),
}
FROM = {
    "gain": ("stone-zone", "card-zone", "player"),
    "acquire": ("card-zone", "removed", "cast", "hand", "curse-zone"),
}
THROUGH = ("installed", "card", "witch", "rule")
# Condition: fields that must go with it, fields that may.
CONDITIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "most": ((), ("after",)),
    "fewest": ((), ("after",)),
    "stones": ((), ("min", "max")),
    "cards": ((), ("where", "min", "max")),
    "owner": (("is",), ()),
    "player": (("is",), ()),
    "tripped": ((), ()),
    "end_state": ((), ()),
    "last_turn": ((), ()),
    "extra_turn": ((), ()),
    "not": ((), ()),
    "all": ((), ()),
    "any": ((), ()),
}
FILTERS = (
    "category", "not_category", "frame", "attack", "install", "state", "face", "pos",
    "acquire_max", "acquire_min", "use_max", "use_min", "not",
)  # fmt: skip


class Place(NamedTuple):
    """A place named in a card file."""

    zone: str
    """A shared zone, ``held``, ``hand``, ``cast``, or ``on``: the stones on picked cards."""
    who: str = ""
    """The player or group of a personal zone; the pick's name of ``on``."""
    number: int = 0
    """1 to 4 for one place of a cast zone, 0 for all of it."""

    @property
    def group(self) -> bool:
        """Whether it is a place of several players."""
        return self.zone != "on" and self.who in GROUPS


def parse_place(word: object) -> Place:
    """The place that a word names; ``ValueError`` says why it names none."""
    if not isinstance(word, str):
        raise ValueError(f"expected a place, not {word!r}")  # noqa: TRY004 - the caller tells it
    if word in SHARED:
        return Place(word)
    who, *rest = word.split(".")
    if rest == ["stones"]:
        return Place("on", who)
    if rest and rest[0] in PERSONAL and who in (*PLAYERS, *GROUPS):
        if len(rest) == 1:
            return Place(rest[0], who)
        if rest[0] == "cast" and len(rest) == 2:
            if rest[1] in ("1", "2", "3", "4"):
                return Place("cast", who, int(rest[1]))
            raise ValueError(f"{word!r}: the places of a cast zone are 1 to {PLACES}")
    known = [*SHARED, *(f"{who}.{zone}" for who in PLAYERS for zone in PERSONAL)]
    raise ValueError(f"no place {word!r}{near(word, known)}; places are: {', '.join(known)}, …")


class Checker:
    """Finds the mistakes in one list of operations: one resolution (DBK-OPS-11)."""

    def __init__(self, card: str, kind: str, x: bool = False) -> None:
        self.card = card
        self.kind = kind
        """``card``, ``witch``, ``always``, or the event of an install card."""
        self.x = x
        """Whether X has a value."""
        self.picks: dict[str, str] = {}
        """What was picked before under each name: ``card`` or ``stone``."""
        self.targets = 0
        """How many operations around this one have set a target."""
        self.found: list[Mistake] = []

    def say(self, path: str, reason: str) -> None:
        """Note a mistake."""
        self.found.append((self.card, path, reason))

    # -- lists and operations ---------------------------------------------------------------------

    def ops(self, path: str, value: object) -> None:
        """A list of operations."""
        if not isinstance(value, list):
            self.say(path, f"expected a list of operations, not {value!r}")
            return
        for number, op in enumerate(value):
            self.op(f"{path}[{number}]", op)

    def op(self, path: str, op: object) -> None:
        """One operation: its name, its fields, then what they mean."""
        if not isinstance(op, dict):
            self.say(path, f"expected an operation, not {op!r}")
            return
        name = op.get("op")
        if not isinstance(name, str) or name not in OPERATIONS:
            hint = near(str(name), OPERATIONS)
            self.say(f"{path}.op", f"no operation {name!r}{hint}; known: {', '.join(OPERATIONS)}")
            return
        required, optional = OPERATIONS[name]
        self.fields(path, op, ("op", *required), optional, f"operation {name!r}")
        if self.kind == "always" and name != "static":
            self.say(path, "a card that works always has only 'static' operations (DBK-OPS-01)")
            return
        getattr(self, "op_" + name.replace("-", "_"), self.op_plain)(path, op)

    def fields(
        self,
        path: str,
        table: Mapping[str, Any],
        required: tuple[str, ...],
        optional: tuple[str, ...],
        what: str,
    ) -> None:
        """No field may be missing and none may be unknown."""
        known = (*required, *optional)
        for name in table:
            if name not in known:
                fit = [each for each in known if each != "op"]
                listed = f"; its fields are: {', '.join(fit)}" if fit else "; it has none"
                self.say(f"{path}.{name}", f"unknown field of {what}{near(name, fit)}{listed}")
        for name in required:
            if name not in table:
                self.say(f"{path}.{name}", f"missing: {what} needs it")

    def op_plain(self, path: str, op: Mapping[str, Any]) -> None:
        """An operation without fields has nothing more to check."""

    def op_target(self, path: str, op: Mapping[str, Any]) -> None:
        """One player, chosen or named by the event."""
        self.maybe(path, op, "from", lambda p, v: self.one_of(p, v, ("others", "all", "event")))
        if op.get("from") == "event" and self.kind in ("card", "witch"):
            self.say(f"{path}.from", "'event' is only for a card with `when`")
        self.scope(path, op, "cond", "do")

    def op_each(self, path: str, op: Mapping[str, Any]) -> None:
        """Several players, clockwise."""
        self.maybe(path, op, "from", lambda p, v: self.one_of(p, v, ("others", "all")))
        self.scope(path, op, "cond", "do")

    def scope(self, path: str, op: Mapping[str, Any], *names: str) -> None:
        """Fields inside which ``target`` is set (DBK-OPS-05)."""
        self.targets += 1
        for name in names:
            self.maybe(path, op, name, self.condition if name == "cond" else self.ops)
        self.targets -= 1

    def op_pick(self, path: str, op: Mapping[str, Any]) -> None:
        """Pieces that a player picks."""
        what = op.get("what", "card")
        if not self.one_of(f"{path}.what", what, ("card", "stone")):
            what = "card"
        group = self.pick_places(path, op, what)
        self.maybe(path, op, "n", self.number)
        self.maybe(path, op, "up_to", self.flag)
        self.maybe(path, op, "where", self.filter)
        self.maybe(path, op, "chooser", self.player)
        if "where" in op and what == "stone":
            self.say(f"{path}.where", "stones have no properties to filter by")
        self.maybe(path, op, "as", self.new_name)
        name = op.get("as", "it")
        if isinstance(name, str):
            self.picks[name] = what
        if group:
            for field in ("n", "up_to", "chooser"):
                if field in op:
                    self.say(f"{path}.{field}", "not allowed: from a group you pick exactly one")
            if "do" not in op:
                self.say(f"{path}.do", "missing: a pick from a group needs it (DBK-OPS-06)")
            self.scope(path, op, "do")
        else:
            self.maybe(path, op, "do", self.ops)

    def pick_places(self, path: str, op: Mapping[str, Any], what: str) -> bool:
        """Where to pick from; whether it is a group."""
        if "from" not in op:
            return False
        words = op["from"]
        several = isinstance(words, list)
        if several and not words:
            self.say(f"{path}.from", "the list of places is empty")
        fit = ("card-zone", "held", "cast", "on") if what == "stone" else (
            "card-zone", "removed", "hand", "cast")  # fmt: skip
        group = False
        for number, word in enumerate(words if several else [words]):
            where = f"{path}.from[{number}]" if several else f"{path}.from"
            place = self.place(where, word, fit, groups=("others", "any"))
            unseen = place is not None and place.zone == "hand" and (
                place.who != op.get("chooser", "you"))  # fmt: skip
            if unseen and op.get("up_to") is True:
                self.say(where, "a hand the chooser cannot see is picked from at random: no up_to")
            if place is not None and place.group:
                group = True
                if several:
                    self.say(where, "a group stands alone, not in a list")
                if place.zone != "cast" or what == "stone":
                    self.say(where, "from a group only cards in cast zones can be picked")
        return group

    def op_choose(self, path: str, op: Mapping[str, Any]) -> None:
        """Red or blue."""
        self.maybe(path, op, "chooser", self.player)
        if op.get("chooser", "you") == "you" and path != "ops[0]":
            self.say(path, "'choose' by you must be the first operation (DBK-CHOICE-03)")
        before = dict(self.picks)
        self.maybe(path, op, "red", self.ops)
        red, self.picks = self.picks, before
        self.maybe(path, op, "blue", self.ops)
        self.picks = {**red, **self.picks}

    def op_may(self, path: str, op: Mapping[str, Any]) -> None:
        """Something that can be declined."""
        self.maybe(path, op, "chooser", self.player)
        self.maybe(path, op, "forced", self.flag)
        if op.get("forced") is True and "chooser" in op:
            self.say(f"{path}.chooser", "not allowed: with `forced` there is no choice")
        self.maybe(path, op, "do", self.ops)
        self.maybe(path, op, "then", self.ops)

    def op_pay(self, path: str, op: Mapping[str, Any]) -> None:
        """An additional cost, fixed or X."""
        self.maybe(path, op, "forced", self.flag)
        if op.get("n") == "X":
            for name in ("min", "max"):
                if name not in op:
                    self.say(f"{path}.{name}", 'missing: a payment of "X" needs it')
                self.maybe(path, op, name, self.natural)
            least, most = op.get("min"), op.get("max")
            if isinstance(least, int) and isinstance(most, int) and least > most:
                self.say(f"{path}.min", f"{least} is more than max, {most}")
            if op.get("forced") is True:
                self.say(f"{path}.forced", 'not allowed with n = "X"')
            self.x = True
        else:
            self.maybe(path, op, "n", self.number)
            for name in ("min", "max"):
                if name in op:
                    self.say(f"{path}.{name}", 'only with n = "X"')
        self.maybe(path, op, "then", self.ops)

    def op_if(self, path: str, op: Mapping[str, Any]) -> None:
        """Two branches, of which one may be absent."""
        if "then" not in op and "else" not in op:
            self.say(f"{path}.then", "missing: 'if' needs then, else or both")
        self.maybe(path, op, "cond", self.condition)
        self.maybe(path, op, "then", self.ops)
        self.maybe(path, op, "else", self.ops)

    def op_stones(self, path: str, op: Mapping[str, Any]) -> None:
        """Stones from a place, or stones picked before, to a place or several."""
        if "pick" in op:
            for name in ("n", "from"):
                if name in op:
                    self.say(f"{path}.{name}", "not allowed together with `pick`")
            self.pick_name(f"{path}.pick", op["pick"], "stone")
        else:
            for name in ("n", "from"):
                if name not in op:
                    self.say(f"{path}.{name}", "missing: 'stones' needs n and from, or pick")
            fit = ("stone-zone", "card-zone", "held", "cast", "on")
            self.maybe(path, op, "from", lambda p, v: self.place(p, v, fit))
            if op.get("n") != "all":
                self.maybe(path, op, "n", self.number)
        self.maybe(path, op, "to", lambda p, v: self.destination(p, v, op.get("n")))

    def destination(self, path: str, value: object, n: object) -> None:
        """A place for stones, or a list of exactly n."""
        fit = ("stone-zone", "held", "cast")
        words = value if isinstance(value, list) else [value]
        if isinstance(value, list) and (isinstance(n, bool) or n != len(value)):
            self.say(path, f"a list of {len(value)} places needs n = {len(value)}, not {n!r}")
        for number, word in enumerate(words):
            where = f"{path}[{number}]" if isinstance(value, list) else path
            place = self.place(where, word, fit)
            if place is not None and place.zone == "cast" and not place.number:
                self.say(where, f"{word!r}: name the place, {word}.1 to {word}.{PLACES}")

    def op_shift(self, path: str, op: Mapping[str, Any]) -> None:
        """A change of cast time."""
        self.maybe(path, op, "by", self.number)
        named = [name for name in ("card", "stones", "all") if name in op]
        if len(named) != 1:
            self.say(path, f"'shift' needs exactly one of card, stones, all; it has {len(named)}")
        self.maybe(path, op, "card", lambda p, v: self.pick_name(p, v, "card", this=True))
        self.maybe(path, op, "stones", lambda p, v: self.pick_name(p, v, "stone"))
        self.maybe(path, op, "all", self.whole_cast)
        self.maybe(path, op, "what", lambda p, v: self.one_of(p, v, ("card", "stone", "both")))
        self.maybe(path, op, "where", self.filter)
        if "all" not in op:
            for name in ("what", "where"):
                if name in op:
                    self.say(f"{path}.{name}", "only together with `all`")

    def whole_cast(self, path: str, value: object) -> None:
        """The cast zone of one player."""
        place = self.place(path, value, ("cast",))
        if place is not None and place.number:
            self.say(path, f"{value!r}: only a whole cast zone, such as 'you.cast'")

    def op_move(self, path: str, op: Mapping[str, Any]) -> None:
        """Cards put somewhere without being acquired."""
        self.maybe(path, op, "card", lambda p, v: self.pick_name(p, v, "card", this=True))
        self.maybe(path, op, "state", lambda p, v: self.one_of(p, v, ("waiting", "installed")))
        if "to" not in op:
            return
        place = self.place(f"{path}.to", op["to"], ("hand", "cast", "card-zone", "deck"))
        if place is not None and place.zone == "cast" and not place.number:
            self.say(f"{path}.to", f"{op['to']!r}: name the place, 1 to {PLACES}")
        if place is not None and place.zone != "cast" and "state" in op:
            self.say(f"{path}.state", "only for a place in a cast zone")

    def op_acquire(self, path: str, op: Mapping[str, Any]) -> None:
        """A card acquired by you or by the target."""
        self.maybe(path, op, "who", self.player)
        if ("card" in op) == ("from" in op):
            self.say(path, "'acquire' needs either card, or from = 'curse-zone' with n")
        self.maybe(path, op, "card", lambda p, v: self.pick_name(p, v, "card", this=True))
        self.maybe(path, op, "from", lambda p, v: self.one_of(p, v, ("curse-zone",)))
        if "from" in op and "n" not in op:
            self.say(f"{path}.n", "missing: how many Curse cards")
        if "n" in op and "from" not in op:
            self.say(f"{path}.n", "only together with `from`")
        self.maybe(path, op, "n", self.number)
        self.maybe(path, op, "at", self.position)
        cost = op.get("cost")
        if isinstance(cost, str) and cost not in ("X", "-X"):
            self.one_of(f"{path}.cost", cost, ("free", "printed"))
        elif cost is not None:
            self.number(f"{path}.cost", cost)

    def op_remove(self, path: str, op: Mapping[str, Any]) -> None:
        """Cards to the removal zone."""
        self.maybe(path, op, "card", lambda p, v: self.pick_name(p, v, "card", this=True))

    def op_flip(self, path: str, op: Mapping[str, Any]) -> None:
        """Cards turned over."""
        self.maybe(path, op, "card", lambda p, v: self.pick_name(p, v, "card", this=True))
        self.maybe(path, op, "face", lambda p, v: self.one_of(p, v, ("down", "up", "toggle")))

    def op_negate(self, path: str, op: Mapping[str, Any]) -> None:
        """The effect in progress is stopped."""
        if self.kind != "attacked":
            self.say(path, "'negate' is only for a card with when.event = 'attacked' (a Block)")

    def op_trip_block(self, path: str, op: Mapping[str, Any]) -> None:
        """A Block of the target is made to work."""
        if not self.targets:
            self.say(path, "'trip-block' needs a target; put it into target, each or pick")

    def op_static(self, path: str, op: Mapping[str, Any]) -> None:
        """A rule for you, while installed or for a turn."""
        self.maybe(path, op, "rule", lambda p, v: self.one_of(p, v, RULES))
        self.maybe(path, op, "for", lambda p, v: self.one_of(p, v, ("installed", "turn")))
        cost = str(op.get("rule")).endswith("-cost")
        if cost and "by" not in op:
            self.say(f"{path}.by", "missing: by how much the cost changes")
        self.maybe(path, op, "by", self.integer)
        self.maybe(path, op, "where", self.filter)
        if op.get("rule") in RULES and not cost:
            for name in ("by", "where"):
                if name in op:
                    self.say(f"{path}.{name}", "only for use-cost and acquire-cost")
        if (op.get("for") == "installed") != (self.kind == "always") and "for" in op:
            self.say(f"{path}.for", "'installed' is for cards that work always, 'turn' for others")

    def op_extra_turn(self, path: str, op: Mapping[str, Any]) -> None:
        """Extra turns; the list at their start is a resolution of its own."""
        self.maybe(path, op, "n", self.positive)
        self.maybe(path, op, "forbid", self.filter)
        if "start" in op:
            inner = Checker(self.card, "card")
            inner.ops(f"{path}.start", op["start"])
            self.found += inner.found

    # -- values -----------------------------------------------------------------------------------

    def maybe(
        self, path: str, op: Mapping[str, Any], name: str, check: Callable[[str, Any], object]
    ) -> None:
        """Check a field if it is there."""
        if name in op:
            check(f"{path}.{name}", op[name])

    def one_of(self, path: str, value: object, words: tuple[str, ...]) -> bool:
        """One of a few words."""
        if isinstance(value, str) and value in words:
            return True
        hint = near(value, words) if isinstance(value, str) else ""
        self.say(path, f"expected {', '.join(words)}; not {value!r}{hint}")
        return False

    def flag(self, path: str, value: object) -> None:
        """True or false."""
        if not isinstance(value, bool):
            self.say(path, f"expected true or false, not {value!r}")

    def integer(self, path: str, value: object, least: int = -99) -> None:
        """A whole number."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 99:
            self.say(path, f"expected a whole number from {least} to 99, not {value!r}")

    def natural(self, path: str, value: object) -> None:
        """0 or more."""
        self.integer(path, value, 0)

    def positive(self, path: str, value: object) -> None:
        """1 or more."""
        self.integer(path, value, 1)

    def position(self, path: str, value: object) -> None:
        """A place of a cast zone."""
        if isinstance(value, bool) or value not in range(1, PLACES + 1):
            self.say(path, f"expected a place from 1 to {PLACES}, not {value!r}")

    def player(self, path: str, value: object) -> None:
        """``you`` or ``target``."""
        if value in ("others", "all", "any"):
            self.say(path, f"a group ({value!r}) is not allowed here; use 'each' (DBK-OPS-18)")
        elif self.one_of(path, value, PLAYERS) and value == "target":
            self.needs_target(path)

    def needs_target(self, path: str) -> None:
        """``target`` must have been set around here."""
        if not self.targets:
            self.say(path, "'target' is not set here; put it into target, each or pick")

    def place(
        self, path: str, value: object, fit: tuple[str, ...], groups: tuple[str, ...] = ()
    ) -> Place | None:
        """A place of a kind that fits; None if it is none."""
        try:
            place = parse_place(value)
        except ValueError as error:
            self.say(path, str(error))
            return None
        if place.zone not in fit:
            names = ["<pick>.stones" if zone == "on" else zone for zone in fit]
            self.say(path, f"{value!r} is not allowed here; expected: {', '.join(names)}")
            return None
        if place.zone == "on":
            self.pick_name(path, place.who, "card")
        elif place.group and place.who not in groups:
            use = f"use {' or '.join(groups)}" if groups else "use 'each'"
            self.say(path, f"the group {place.who!r} is not allowed here; {use} (DBK-OPS-18)")
        elif place.who == "target":
            self.needs_target(path)
        return place

    def new_name(self, path: str, value: object) -> None:
        """The name of a pick."""
        reserved = (*PLAYERS, *GROUPS, "this", "event", "X", "-X")
        if not (isinstance(value, str) and value.isidentifier() and value.islower()):
            self.say(path, f"expected a word in small letters, not {value!r}")
        elif value in reserved:
            self.say(path, f"{value!r} has a meaning of its own; take another name")

    def pick_name(self, path: str, value: object, what: str, this: bool = False) -> None:
        """The name of an earlier pick of cards or stones."""
        if this and value == "this":
            if self.kind in ("card", "witch"):
                self.say(path, "'this' names only an installed card (DBK-OPS-13)")
        elif not isinstance(value, str) or value not in self.picks:
            known = ", ".join(sorted(self.picks)) or "none"
            self.say(path, f"nothing was picked as {value!r} before; picked so far: {known}")
        elif self.picks[value] != what:
            self.say(path, f"{value!r} is a pick of {self.picks[value]}s; {what}s are needed here")

    def number(self, path: str, value: object) -> None:
        """A number, X, or a count."""
        if value in ("X", "-X"):
            self.needs_x(path)
        elif isinstance(value, dict):
            self.fields(path, value, ("count",), ("per", "max", "plus", "what", "where"), "a count")
            for name in ("per", "max", "plus"):
                self.maybe(path, value, name, self.integer)
            self.maybe(path, value, "what", lambda p, v: self.one_of(p, v, ("card", "stone")))
            self.maybe(path, value, "where", self.filter)
            self.maybe(path, value, "count", self.counted)
        else:
            self.integer(path, value)

    def needs_x(self, path: str) -> None:
        """X must have a value."""
        if not self.x:
            self.say(path, "X has no value here; it is paid with 'pay' or as a witch cost")

    def counted(self, path: str, value: object) -> None:
        """What a count counts."""
        if value == "X":
            self.needs_x(path)
        elif isinstance(value, str) and "." in value:
            self.place(path, value, ("cast",), groups=("others", "all"))
        elif not isinstance(value, str) or value not in self.picks:
            self.say(path, f"expected 'X', a cast zone or an earlier pick, not {value!r}")

    def condition(self, path: str, value: object) -> None:
        """A condition: one word that says what is tested, and its further fields."""
        if not isinstance(value, dict):
            self.say(path, f"expected a condition, not {value!r}")
            return
        kinds = [name for name in value if name in CONDITIONS]
        if len(kinds) != 1:
            known = ", ".join(CONDITIONS)
            self.say(path, f"expected exactly one of {known}; found {', '.join(value) or 'none'}")
            return
        kind = kinds[0]
        required, optional = CONDITIONS[kind]
        self.fields(path, value, (kind, *required), optional, f"condition {kind!r}")
        for name in ("min", "max"):
            self.maybe(path, value, name, self.natural)
        if kind in ("stones", "cards") and "min" not in value and "max" not in value:
            self.say(path, f"condition {kind!r} needs min, max or both")
        self.maybe(path, value, "after", self.flag)
        self.maybe(path, value, "where", self.filter)
        self.maybe(path, value, "is", self.player)
        self.condition_word(f"{path}.{kind}", kind, value[kind], "where" in value)

    def condition_word(self, path: str, kind: str, value: Any, filtered: bool) -> None:
        """What the main word of a condition names."""
        if kind in ("most", "fewest", "player"):
            self.player(path, value)
        elif kind == "owner":
            self.pick_name(path, value, "card")
        elif kind == "stones":
            stones = ("stone-zone", "card-zone", "held", "cast")
            self.place(path, value, stones, groups=("others", "all"))
        elif kind == "cards":
            cards = ("card-zone", "removed", "curse-zone", "deck", "hand", "cast")
            place = self.place(path, value, cards, groups=("others", "all"))
            if place is not None and place.zone in ("hand", "deck", "curse-zone") and filtered:
                self.say(path, f"{value!r} can be counted, but not filtered")
        elif kind == "not":
            self.condition(path, value)
        elif kind in ("all", "any"):
            if not isinstance(value, list) or not value:
                self.say(path, f"expected a list of conditions, not {value!r}")
            for number, each in enumerate(value if isinstance(value, list) else ()):
                self.condition(f"{path}[{number}]", each)
        elif value is not True:
            self.say(path, f"expected true, not {value!r}")

    def filter(self, path: str, value: object) -> None:
        """A filter of cards."""
        if not isinstance(value, dict):
            self.say(path, f"expected a filter, not {value!r}")
            return
        self.fields(path, value, (), FILTERS, "a filter")
        for name in ("category", "not_category"):
            self.maybe(path, value, name, lambda p, v: self.words(p, v, CATEGORIES))
        self.maybe(path, value, "frame", lambda p, v: self.words(p, v, FRAMES))
        self.maybe(path, value, "attack", self.flag)
        self.maybe(path, value, "install", self.flag)
        self.maybe(path, value, "state", lambda p, v: self.one_of(p, v, ("waiting", "installed")))
        self.maybe(path, value, "face", lambda p, v: self.one_of(p, v, ("up", "down")))
        for name in ("acquire_max", "acquire_min", "use_max", "use_min"):
            self.maybe(path, value, name, self.natural)
        self.maybe(path, value, "not", lambda p, v: self.pick_name(p, v, "card"))
        if "pos" in value:
            places = value["pos"]
            if not isinstance(places, list) or not places:
                self.say(f"{path}.pos", f"expected a list of places, not {places!r}")
            for each in places if isinstance(places, list) else ():
                self.position(f"{path}.pos", each)

    def words(self, path: str, value: object, known: tuple[str, ...]) -> None:
        """A word or a list of words."""
        for each in value if isinstance(value, list) else [value]:
            self.one_of(path, each, known)


def when_mistakes(card: str, when: object) -> Iterator[Mistake]:
    """What is wrong with the condition in the brackets of an install card."""
    if not isinstance(when, dict):
        yield card, "when", f"expected a table, not {when!r}"
        return
    event = when.get("event")
    if not isinstance(event, str) or event not in EVENTS:
        hint = near(str(event), EVENTS)
        yield card, "when.event", f"no event {event!r}{hint}; known: {', '.join(EVENTS)}"
        return
    check = Checker(card, str(event))
    required, optional = EVENTS[event]
    check.fields("when", when, ("event", *required), optional, f"event {event!r}")
    check.maybe("when", when, "who", lambda p, v: check.one_of(p, v, ("you", "others")))
    check.maybe("when", when, "phase", lambda p, v: check.one_of(p, v, ("not-end",)))
    check.maybe("when", when, "through", lambda p, v: check.one_of(p, v, THROUGH))
    if event in FROM:
        check.maybe("when", when, "from", lambda p, v: check.one_of(p, v, FROM[event]))
    check.maybe("when", when, "where", check.filter)
    yield from check.found


def card_mistakes(table: Mapping[str, Any]) -> Iterator[Mistake]:
    """What is wrong with ``when`` and ``ops`` of a normal card or a Curse."""
    card = str(table.get("id", ""))
    marks = table.get("marks")
    install = isinstance(marks, list) and "install" in marks
    when = table.get("when")
    if when is not None:
        yield from when_mistakes(card, when)
    if install and when is None:
        yield card, "when", "missing: a card with the install mark needs its condition"
    if when is not None and isinstance(marks, list) and not install:
        yield card, "when", "only a card with the install mark has a condition"
    event = when.get("event") if isinstance(when, dict) else None
    check = Checker(card, event if isinstance(event, str) and event in EVENTS else "card")
    if "ops" in table:
        check.ops("ops", table["ops"])
    yield from check.found


def witch_mistakes(table: Mapping[str, Any]) -> Iterator[Mistake]:
    """What is wrong with both powers of a witch."""
    card = str(table.get("id", ""))
    for name in ("game", "turn"):
        power = table.get(name)
        if not isinstance(power, dict):
            continue
        x = name == "turn" and power.get("cost") == "X"
        check = Checker(card, "witch", x)
        if "ops" in power:
            check.ops("ops", power["ops"])
        least, most = power.get("x_min", 0), power.get("x_max", 0)
        if x and not ("x_max" in power and _ordered(least, most)):
            check.say("x_max", f'cost = "X" needs x_min and x_max, 0 <= x_min <= x_max <= 99; not {least!r} and {most!r}')  # fmt: skip
        if isinstance(power.get("cost"), int):
            check.natural("cost", power["cost"])
        if not x and ("x_min" in power or "x_max" in power):
            check.say("x_min", 'x_min and x_max are only for cost = "X"')
        yield from ((card, f"{name}.{field}", reason) for _, field, reason in check.found)


def _ordered(least: object, most: object) -> bool:
    return isinstance(least, int) and isinstance(most, int) and 0 <= least <= most <= 99
