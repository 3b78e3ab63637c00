"""Positions of Witches at Daybreak: quiet opponents, so that only what a test is about happens."""

from __future__ import annotations

import functools
import re
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from taku import engine
from tests.support.table import Table

GAME = engine.game("daybreak")
CARDS = GAME.cards
WITCHES = ("ellie-bennett", "fiona-grey", "lucy-hartley", "rosa-winter")
"""Who sits where, unless a seat says otherwise."""


class Board(Table):
    """One match, possibly with a card of the test's own in the card file."""

    def __init__(
        self,
        game: engine.Game[Any],
        options: dict[str, Any] | None = None,
        players: int | None = None,
        seed: int = 1,
        **scenario: Any,
    ) -> None:
        self.game = game
        written = {name.replace("_", "-"): value for name, value in scenario.items()}
        self.state = game.new(players, seed, options, written or None)
        self.events = []


def seat(**has: Any) -> dict[str, Any]:
    """What one player has: no cards and 5 stones, unless named."""
    return {"hand": [], "stones": 5, **has}


def board(
    *seats: dict[str, Any], lab: str = "", power: str = "", options: Any = None, **more: Any
) -> Board:
    """A position with seat 0 to play; a second, quiet player if only one seat is named.

    Modules follow from the cards named; ``lab`` is the rest of a card ``lab`` in TOML, ``power``
    the operations of the once-per-turn effect, for nothing, of a witch ``lab-witch``.
    """
    if len(seats) == 1:
        seats = (seats[0], {})
    named = [each.get("witch") for each in seats]
    spare = iter([witch for witch in WITCHES if witch not in named])
    areas = [{"witch": each.get("witch") or next(spare), **seat(**each)} for each in seats]
    modules = sorted(_modules([areas, more]))
    chosen = {**({"modules": modules} if modules else {}), **(options or {})}
    game = laboratory(lab, power) if lab or power else GAME
    return Board(game, chosen, seats=areas, **more)


def _modules(value: Any) -> set[str]:
    """The modules of all cards named anywhere in a scenario."""
    if isinstance(value, str):
        card = CARDS.by_id.get(value.partition(" ")[0]) or CARDS.witches.get(value)
        return {card.set} - {"base"} if card else set()
    parts: Iterable[Any] = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list | tuple):
        return set()
    return set().union(*map(_modules, parts))


LAB = """
[[normal]]
id = "lab"
name = {{ ja = "試験", en = "Lab" }}
text = {{ ja = "試験", en = "For tests" }}
set = "base"
frame = "gold"
copies = 1
source = "designed"
{rest}
"""
LAB_WITCH = """
[[witch]]
id = "lab-witch"
set = "base"
name = {{ ja = "試験の魔女", en = "Lab Witch" }}
title = {{ ja = "試験", en = "For tests" }}
source = "designed"
[witch.game]
usable_in_last_turn = true
text = {{ ja = "なし", en = "Nothing" }}
ops = []
[witch.turn]
cost = 0
text = {{ ja = "試験", en = "For tests" }}
ops = [{power}]
"""
DEFAULTS = {"category": '"support"', "marks": "[]", "use_cost": "0", "use_cast": "3",
            "acquire_cost": "1", "acquire_cast": "1", "ops": "[]"}  # fmt: skip


@functools.cache
def laboratory(rest: str, power: str = "") -> engine.Game[Any]:
    """The game with one card more, ``lab``, made of these fields, and a witch with this power."""
    named = {line.partition("=")[0].strip() for line in rest.splitlines()}
    fields = [f"{name} = {value}" for name, value in DEFAULTS.items() if name not in named]
    text = (GAME.folder / "cards.toml").read_text("utf-8")
    more = {"witch": 7, "normal": 51, "non_white": 36, "gold": 10}
    if 'category = "stone"' in rest.splitlines():
        more["stone_gold"] = 3
    for name, n in more.items():
        text = re.sub(rf"^{name} = {n - 1}$", f"{name} = {n}", text, flags=re.MULTILINE)
    text += LAB.format(rest="\n".join([*fields, rest])) + LAB_WITCH.format(power=power)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cards.toml")
        path.write_text(text, "utf-8")
        return engine.game("daybreak", cards=path)


# -- cards of a test's own ------------------------------------------------------------------------

GAIN = '{ op = "stones", from = "stone-zone", n = 1, to = "you.held" }'
"""You gain 1 stone from the stone zone."""
TAKE = '{ op = "stones", from = "target.held", n = 1, to = "you.held" }'
"""You gain 1 stone of the target."""
DRAIN = '{ op = "stones", from = "stone-zone", n = "all", to = "you.held" }'
"""You gain all stones of the stone zone."""


def does(*ops: str, marks: str = "") -> str:
    """A card that does this when it is used."""
    return f"marks = [{marks}]\nops = [{', '.join(ops)}]"


def watch(when: str, *ops: str, marks: str = '"install"', category: str = "support") -> str:
    """An install card that does this, or gains 1 stone, when that happens."""
    what = ", ".join(ops or (GAIN,))
    return f'category = "{category}"\nmarks = [{marks}]\nwhen = {{ {when} }}\nops = [{what}]'


def always(*statics: str) -> str:
    """An install card with rules that hold all the time."""
    ops = ", ".join(f'{{ op = "static", for = "installed", {each} }}' for each in statics)
    return f'marks = ["install"]\nwhen = {{ event = "always" }}\nops = [{ops}]'


def on_others(*ops: str, each: str = "each", cond: str = "") -> str:
    """An operation for all others, or one chosen (``each="target"``), who fit."""
    test = f"cond = {cond}, " if cond else ""
    return f'{{ op = "{each}", from = "others", {test}do = [{", ".join(ops)}] }}'


def if_done(do: str, then: str = GAIN) -> str:
    """Do the first; if that was done in full, the second."""
    return f'{{ op = "may", forced = true, do = [{do}], then = [{then}] }}'


ATTACK = '"attack"'
"""The attack mark, for ``does``."""


# -- what lies where ------------------------------------------------------------------------------


def held(table: Table) -> list[int]:
    """The stones each player holds."""
    return [area.held for area in table.view(0).areas]


def placed(table: Table, of: int = 0) -> list[int]:
    """The stones on a seat's places I to IV."""
    return list(table.view(0).areas[of].placed)


def zone(table: Table) -> int:
    """The stones in the stone zone."""
    stones: int = table.view(0).stone_zone
    return stones


def row(table: Table) -> dict[str, int]:
    """The card zone: cards, and the stones on them."""
    return dict(table.view(0).card_zone)


def hand(table: Table, of: int = 0) -> Counter[str]:
    """The hand of a seat."""
    return Counter(table.view(None).areas[of].hand)


def cast(table: Table, of: int = 0) -> list[str]:
    """The cast zone of a seat, written as in a scenario, in the order of the places."""
    area = table.view(0).areas[of]
    return [
        f"{each.card} {each.place}"
        + (" installed" if each.installed else "")
        + (" face-down" if each.face_down else "")
        for each in sorted(area.cast, key=lambda each: (each.place, each.card))
    ]


def removed(table: Table) -> list[str]:
    """The removal zone, sorted."""
    return sorted(table.view(0).removed)


def kinds(table: Table, *wanted: str) -> list[str]:
    """The kinds of what has happened, in order; only those wanted, if any are."""
    return [event.kind for event in table.events if not wanted or event.kind in wanted]


def verbs(table: Table, of: int = 0) -> set[str]:
    """The first words of what a seat may do."""
    return {move.split(" ")[0] for move in table.moves(of)}


def uses(table: Table, of: int = 0) -> set[str]:
    """The cards a seat may use now."""
    return {move[4:] for move in table.moves(of) if move.startswith("use ")}


def end_turn(table: Table) -> Table:
    """The player whose turn it is does nothing more, up to the next start phase or the end."""
    who = table.view(0).active
    if table.asked == {who: "main"}:
        table.play(who, "end")
    table.until("start")
    return table


def turn(table: Table, who: int, *moves: str) -> Table:
    """A whole turn of a seat: two stones, these moves, the end."""
    table.play(who, "stones", *moves)
    return end_turn(table)


def turns(table: Table) -> list[str]:
    """The turns that have begun since, each as seat and kind: ``0 turn``, ``1 last``, ``0 extra``."""
    begun = [event for event in table.events if event.kind.endswith("-begins")]
    return [f"{event.data['seat']} {event.kind.removesuffix('-begins')}" for event in begun]


def play_out(table: Table, most: int = 20) -> Table:
    """Quiet turns until the match is over."""
    end_turn(table)
    while table.state.pending and most:
        turn(table, table.view(0).active)
        most -= 1
    return table


def works(table: Table) -> list[str]:
    """The installed cards that have worked, in order."""
    return [each["card"] for each in table.told("work")]
