"""Positions of Shadows over Mitakihara: name what matters, play, look at what came of it.

A magic card is written by its numbers, in positions and in moves: ``sword 5``, ``bow 4/2``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from taku import engine
from tests.support.table import Table

GAME = engine.game("mitakihara")
CARDS = GAME.cards
NAMES = frozenset(card.id for card in CARDS.girl if not card.another)
"""Everybody who can be in a cast."""
DEAD: dict[str, Any] = {"state": "dead"}
DROPPED: dict[str, Any] = {"state": "dropped-out"}
CALM = ("pass", "decline", "fight", "done", "keep")
"""Answers that do nothing, the first one that is offered is given."""
NUMBERS = re.compile(r"\b(sword|bow) (\d)(?:/(\d))?$")


def girl(place: str = "city", **has: Any) -> dict[str, Any]:
    """A magical girl in a place."""
    return {"state": "girl", "place": place, **has}


def human(place: str = "city", **has: Any) -> dict[str, Any]:
    """A human in a place."""
    return {"state": "human", "place": place, **has}


def witch(card: str, **has: Any) -> dict[str, Any]:
    """An enemy that stands upright."""
    return {"card": card, **has}


def familiar(card: str, clock: int = 2, **has: Any) -> dict[str, Any]:
    """An enemy that lies landscape."""
    return {"card": card, "clock": clock, **has}


def fits(card: str, numbers: str) -> bool:
    """Whether a magic card has these numbers: ``bow 4``, ``sword 5/3``."""
    found = NUMBERS.search(numbers)
    assert found, numbers
    bow = int(found[1] == "bow")
    defence = found[3] in (None, str(CARDS.defence[bow][card]))
    return defence and str(CARDS.attack[bow][card]) == found[2]


def magic(sword: str, bow: str) -> str:
    """The magic card with these melee and ranged numbers: ``4/3``, ``2/5``."""
    both = (f"sword {sword}", f"bow {bow}")
    cards: tuple[str, ...] = CARDS.magic_ids
    return next(card for card in cards if all(fits(card, numbers) for numbers in both))


class Board(Table):
    """One match, played by the names of the characters."""

    def seat(self, name: str) -> int:
        """Who controls a character."""
        seat: int = who(self, name).seat
        return seat

    @property
    def question(self) -> tuple[str, str]:
        """The open question: for whom, and of what kind."""
        view, kinds = self.view(None), sorted(set(self.asked.values()))
        return view.deciding, kinds[0] if kinds else ""

    def options(self, name: str) -> list[str]:
        """What the seat of a character may answer now; nothing if it is not asked for her."""
        return self.moves(self.seat(name)) if self.question[0] in ("", name) else []

    def does(self, name: str, *moves: str) -> Board:
        """The seat of a character makes these moves; cards may be named by their numbers."""
        for move in moves:
            offered = self.moves(self.seat(name))
            self.play(self.seat(name), self._exact(move, offered))
        return self

    def _exact(self, move: str, offered: Sequence[str]) -> str:
        """The offered move that is meant; the move itself if none is, so that it is refused."""
        if not NUMBERS.search(move):
            return move
        verb = move.partition(" ")[0]
        cards = [each for each in offered if each.startswith(f"{verb} magic-")]
        return next((each for each in cards if fits(each.partition(" ")[2], move)), move)

    @property
    def _area(self) -> str:
        battle = self.view(0).battle
        return battle.place if battle else ""

    def calm(self) -> None:
        """Answer the first open question so that nothing happens, or by its first move."""
        decision = self.state.pending[0]
        move = next((each for each in CALM if each in decision.moves), decision.moves[0])
        self.play(decision.seat, move)

    def until(self, *kinds: str, of: str = "") -> Board:
        """Calm answers until one of these is asked (for this character), or it is over."""
        while self.state.pending and not (
            set(self.asked.values()) & set(kinds) and of in ("", self.question[0])
        ):
            self.calm()
        return self

    def through(self, *phases: str) -> Board:
        """Calm answers until none of these phases is going on, or it is over."""
        while self.state.pending and self.view(0).phase in phases:
            self.calm()
        return self

    def turn_of(self, name: str) -> Board:
        """Calm answers until it is the turn of this character."""
        return self.until("act", "human-act", of=name)

    def battle(
        self, lays: Mapping[str, str | Sequence[str]], defend: str = "", **answers: str
    ) -> Board:
        """The next battle up to its retreats: what each girl lays, who defends, other answers.

        A girl who lays several cards names them all: ``["tiro-finale", "lay bow 1", ...]``. Other
        questions get the answer named for their kind, or a calm one.
        """
        left = {name: [lay] if isinstance(lay, str) else list(lay) for name, lay in lays.items()}
        while self.state.pending and self.view(0).battle is None:
            self.calm()
        here = self._area
        while self.state.pending and self._area == here:
            name, kind = self.question
            if kind in ("lay", "lay-more") or (kind == "further" and left.get(name)):
                self.does(name, left[name].pop(0))
            elif kind == "defender":
                self.play(self.state.pending[0].seat, f"defend {defend}")
            elif kind.replace("-", "_") in answers:
                asked = self.state.pending[0]
                self.play(asked.seat, self._exact(answers[kind.replace("-", "_")], asked.moves))
            else:
                self.calm()
        return self


def board(
    *rules: str,
    players: int = 5,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    windows: bool = False,
    **named: Any,
) -> Board:
    """A position: characters and fields of the scenario by name, an enemy by its card.

    Humans have declined contracts until somebody is in danger, unless ``windows``.
    """
    people = {name: dict(named.pop(name)) for name in NAMES & named.keys()}
    if named.get("enemies"):
        named["enemies"] = {
            area: {"card": foe} if isinstance(foe, str) else foe
            for area, foe in named["enemies"].items()
        }
    chosen = {"rules": list(rules), **(options or {})}

    def build() -> Board:
        return Board("mitakihara", players, seed, chosen, characters=people, **named)

    laid_out = build()
    if windows:
        return laid_out
    for her in laid_out.view(None).characters:
        if her.state == "human":
            people.setdefault(her.name, {}).setdefault("declines", "danger")
    return build()


def new(*rules: str, players: int = 5, seed: int = 1, **options: Any) -> Board:
    """A match from its setup."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return Board("mitakihara", players, seed, {"rules": list(rules), **chosen})


# -- what lies where ------------------------------------------------------------------------------


def who(table: Table, name: str) -> Any:
    """A character with all her cards open."""
    return next(her for her in table.view(None).characters if her.name == name)


def names(table: Table) -> list[str]:
    """The cast in action order."""
    return [her.name for her in table.view(None).characters]


def state(table: Table, name: str) -> str:
    """``girl``, ``human``, ``dead`` or ``dropped-out``."""
    found: str = who(table, name).state
    return found


def hp(table: Table, name: str) -> int:
    """The HP of a character."""
    left: int = who(table, name).hp
    return left


def place(table: Table, name: str) -> str:
    """Where a character is."""
    found: str = who(table, name).place
    return found


def hand(table: Table, name: str) -> Counter[str]:
    """Her magic cards."""
    return Counter(who(table, name).hand)


def count(table: Table, name: str) -> int:
    """How many magic cards she holds."""
    found: int = who(table, name).cards
    return found


def loot(table: Table, name: str) -> list[str]:
    """Her loot."""
    return list(who(table, name).loot)


def enemies(table: Table) -> dict[str, str]:
    """The enemy card in each area that has one."""
    return {foe.place: foe.card for foe in table.view(None).enemies}


def enemy(table: Table, area: str) -> Any:
    """The enemy in an area: ``card``, ``side``, ``hp``, ``clock``."""
    return next(foe for foe in table.view(None).enemies if foe.place == area)


def durability(table: Table) -> int:
    """What is left of the city."""
    left: int = table.view(None).durability
    return left


def pile(table: Table, kind: str) -> list[str]:
    """The ``magic``, ``event`` or ``loot`` pile, the top card first."""
    return list(table.view(None).hidden[("magic", "event", "loot").index(kind)])


def discard(table: Table) -> Counter[str]:
    """The discarded magic cards."""
    return Counter(table.view(None).discard)


def happened(table: Table, *wanted: str) -> list[str]:
    """The kinds of what has happened, in order; only those wanted, if any are."""
    return [event.kind for event in table.events if not wanted or event.kind in wanted]


def verbs(moves: Sequence[str]) -> set[str]:
    """The first words of moves."""
    return {move.split(" ")[0] for move in moves}
