"""What the cards say beyond their coins, links and points, as programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taku.engine.core import operations

Op = Mapping[str, Any]
"""An operation as it is written."""


def op(name: str, **fields: Any) -> Op:
    """An operation: one of the kernel's, or a function of ``effects`` by its name."""
    return {"op": name, **fields}


def others(name: str) -> Op:
    """Each opponent, clockwise from the active player's left (HOC-RES-03, -05)."""
    return op("each", group="others", do=[op(name)])


def everybody(name: str) -> Op:
    """Each player, beginning with the active player (HOC-RES-02)."""
    return op("each", group="all", do=[op(name)])


def if_done(first: Op, then: Op) -> Op:
    """The second only if the first was done."""
    return op("may", forced=True, do=[first], then=[then])


EXILE = op("exile-one")

EFFECTS: dict[str, Sequence[Op]] = {
    # princesses, when backed
    "laolily": [op("gain-maids")],
    "flammaria": [op("gain-some")],
    "rain-and-shion": [op("place-twin-counters")],
    # commons, when played
    "donation": [EXILE],
    "swift-courier": [op("draw")],
    "wishing-well": [op("discard-any"), op("draw-as-many")],
    "scout": [everybody("scout-top")],
    "trade-ship": [op("choose", ask="draw-or-coins", draw=[op("draw")], coins=[op("coins")])],
    "buried-treasure": [op("gain-from-supply")],
    "court-merchant": [op("buy-under-deck")],
    # HOC-FAQ-17, HOC-CR-39: any number of coins, also none
    "summons": [op("pay", ask="summons-pay", n="X", forced=True, then=[op("reveal-own")])],
    "slash-and-burn": [op("curse-for-villages")],
    "battering-ram": [op("draw"), others("drop-cheapest-kept")],
    "bribery": [op("buy-from-opponents")],
    "hideout": [op("take-face-up")],
    "magic-talisman": [op("discard-any"), op("coins-as-many")],
    "infantry-battalion": [others("discard-of-many")],
    "library": [op("draw"), op("put-one-under")],
    "hunted-beast": [op("draw"), others("discard-of-many")],
    "city-development": [op("develop")],
    "moneylender": [op("borrow")],
    "charm-witch": [op("draw"), others("charm"), op("gain-charmed")],
    "shinobi": [op("copy-action")],
    "stargazing-witch": [op("look-at-deck"), op("draw")],
    "supply-unit": [op("draw"), op("return-at-cleanup")],
    "royal-guard": [others("guard")],
    "bank": [op("coins-for-cities")],
    # HOC-PAY-01, -04, -05: paying is a condition, not a duty
    "adventurer": [op("pay", ask="adventure", n="pay", then=[if_done(EXILE, op("gain-dearer"))])],
    "alchemist": [op("draw")],
    "curse-witch": [if_done(EXILE, others("curse-under-deck"))],
    # when set
    "gossiping-duchess": [others("gossip")],
    # when activated
    "curse-witch activated": [others("curse-gained")],
}
"""The texts, by card; a card that is missing says no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(operations.Operation):
    """One operation of a card's text."""

    card: str = ""
    """The card whose text it is."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers of that card."""


class Compiler(operations.Compiler[Operation]):
    """Turns ``EFFECTS`` into programs with the numbers of a card file."""

    kind = Operation
    lists = operations.LISTS | {"choose": {"draw": "program", "coins": "other"}}

    def __init__(self, numbers: Mapping[str, Mapping[str, int]]) -> None:
        super().__init__()
        self.effects: dict[str, int] = {}
        for text, ops in EFFECTS.items():
            self.card = text.split(" ")[0]
            self.numbers = numbers[self.card]
            self.effects[text] = self.program(ops)

    def fields(self, op: Op) -> dict[str, Any]:
        """The card and its numbers, and what the operation is told."""
        told = {key: op[key] for key in ("ask", "group", "forced") if key in op}
        answers = tuple(self.lists["choose"])
        return {
            "card": self.card,
            "numbers": self.numbers,
            "answers": answers,
            **told,
            **self._price(op),
        }

    def _price(self, op: Op) -> dict[str, Any]:
        if "n" not in op:
            return {}
        if op["n"] == "X":
            return {"every": True, "most": 10**6}
        return {"n": self.numbers[op["n"]]}
