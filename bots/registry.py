"""Player specs: ``name``, ``name:key=value,key=value`` or ``exec:COMMAND``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from typing import NamedTuple

from taku.bots.greedy import GreedyBot
from taku.bots.mcts import MctsBot
from taku.bots.random_bot import RandomBot
from taku.engine.core.errors import TakuError, near
from taku.protocol.child import Limits
from taku.protocol.players import Player
from taku.protocol.process import ProcessPlayer

EXEC = "exec"
"""The name in the spec of a bot that is another program."""


class BadSpec(TakuError):
    """A player spec that cannot be used."""


class Parameter(NamedTuple):
    """One parameter of a bot: how its text is read, and what errors and help say of it."""

    read: Callable[[str], object]
    expected: Mapping[str, str]
    """What is expected, by language."""


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not isfinite(number) or number <= 0:
        raise ValueError
    return number


SEED = Parameter(int, {"en": "a whole number", "ja": "整数"})
COUNT = Parameter(_count, {"en": "a whole number from 1", "ja": "1以上の整数"})
SECONDS = Parameter(_seconds, {"en": "a number of seconds above 0", "ja": "0より大きい秒数"})


class BotKind(NamedTuple):
    """One entry of the table."""

    help: Mapping[str, str]
    """A line of help by language."""
    make: Callable[..., Player]
    """Takes the seed first, then the parameters by name."""
    parameters: Mapping[str, Parameter]


BOTS: dict[str, BotKind] = {
    "random": BotKind(
        {
            "en": "moves at random; seed=N makes it repeatable",
            "ja": "でたらめに選ぶ。seed=N で再現できる",
        },
        RandomBot,
        {"seed": SEED},
    ),
    "greedy": BotKind(
        {
            "en": "looks one step ahead; samples=N tries each move in N guesses of what is hidden",
            "ja": "一手先を読む。samples=N は伏せられたものを何通り仮定するか",
        },
        GreedyBot,
        {"samples": COUNT, "seed": SEED},
    ),
    "mcts": BotKind(
        {
            "en": "searches a tree; seconds=S and iterations=N limit each move (default seconds=1)",
            "ja": "木を探索する。seconds=S と iterations=N が一手の上限(既定は seconds=1)",
        },
        MctsBot,
        {
            "seconds": SECONDS,
            "iterations": COUNT,
            "seed": SEED,
        },
    ),
}
"""Every bot that ships with taku, by the name in its spec."""

EXEC_HELP = {
    "en": "another program that speaks the protocol: exec:COMMAND",
    "ja": "プロトコルを話す別のプログラム: exec:コマンド",
}


def listed(language: str = "en") -> list[tuple[str, str, str]]:
    """Every kind of player: its name, its parameters as ``key=expected``, and a line of help."""
    rows = []
    for name, kind in BOTS.items():
        keys = ", ".join(f"{key}={p.expected[language]}" for key, p in kind.parameters.items())
        rows.append((name, keys, kind.help[language]))
    return [*rows, (f"{EXEC}:COMMAND", "", EXEC_HELP[language])]


def make(spec: str, seed: int | None = None, limits: Limits | None = None) -> Player:
    """The player that ``spec`` names; ``seed`` is used where the spec gives none.

    ``limits`` are for a player that is another program.
    """
    return maker(spec, limits)(seed)


def maker(spec: str, limits: Limits | None = None) -> Callable[[int | None], Player]:
    """What makes players of one spec, which is read only once; see ``make``."""
    name, _, rest = spec.partition(":")
    if name == EXEC:
        check(spec)
        return lambda seed: ProcessPlayer(rest, limits)
    kind, given = _read(spec, name, rest)
    if "seed" in given:
        return lambda seed: kind.make(**given)
    return partial(kind.make, **given)


def check(spec: str) -> None:
    """Raise ``BadSpec`` unless the spec can be used; starts nothing."""
    name, _, rest = spec.partition(":")
    if name != EXEC:
        _read(spec, name, rest)
    elif not rest.strip():
        raise BadSpec(f"player {spec!r}: expected a command after {EXEC!r}:")


def _read(spec: str, name: str, rest: str) -> tuple[BotKind, dict[str, object]]:
    kind = BOTS.get(name)
    if kind is None:
        known = ", ".join((*BOTS, f"{EXEC}:COMMAND"))
        raise BadSpec(f"unknown player {spec!r}{near(name, (*BOTS, EXEC))}; there are: {known}")
    given: dict[str, object] = {}
    for part in rest.split(",") if rest else ():
        key, _, value = part.partition("=")
        parameter = kind.parameters.get(key)
        if parameter is None:
            known = ", ".join(kind.parameters)
            hint = near(key, kind.parameters)
            raise BadSpec(
                f"player {spec!r}: unknown parameter {key!r}{hint}; {name} takes: {known}"
            )
        if key in given:
            raise BadSpec(f"player {spec!r}: {key} is given twice")
        try:
            given[key] = parameter.read(value)
        except ValueError:
            raise BadSpec(
                f"player {spec!r}: {key} must be {parameter.expected['en']}, not {value!r}"
            ) from None
    return kind, given
