"""Views as lines of text; a module per game, which gets the view and never the state.

A game's module has ``table(view, look)`` and ``status(view, look)``. It may have
``player(view, seat, look)``, what one player has, in full, ``BESIDE_MOVES``, the detail of the
table that is worth more than what stands beside the moves,
``sheet(view, seat, look)``, where the points of a seat come from at the end,
``subject(move, game)``, the id of the component a move is about where the move does not name it,
``facts(entry, look)``, the numbers of a component in a few words, ``text(entry, look)``, what it
does, ``note(move, view, look)``, what a move does that no component tells of, and ``why(verb,
about, view, look)``, the rule that forbids a move now.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from taku.cli.render.common import Detail, Look
from taku.cli.style import Line
from taku.engine import Game
from taku.engine.core.cards import Entry

NUMBERS = (
    ("cost", "コスト", "cost"),
    ("coins", "コイン", "coins"),
    ("points", "点", "points"),
    ("vp", "VP", "VP"),
    ("hp", "HP", "HP"),
    ("mp", "MP", "MP"),
    ("attack", "攻撃", "attack"),
    ("page", "ページ", "page"),
)
"""Numbers worth telling, where a game's module does not say it better."""


@lru_cache(maxsize=16)
def _module(id: str) -> Any:
    """The module that draws a game, or the one that draws any."""
    name = f"taku.cli.render.{id.replace('-', '_')}"
    return import_module(name if find_spec(name) else "taku.cli.render.generic")


def table(view: Any, look: Look, least: Detail = Detail.LEAST) -> list[Line]:
    """The table as the view's seat sees it, in as much detail as its height has room for."""
    draw = _module(look.game.id).table
    lines: list[Line] = []
    for detail in range(Detail.FULL, least - 1, -1):
        lines = draw(view, replace(look, detail=Detail(detail)))
        if len(lines) <= look.height:
            break
    return lines


def beside_moves(look: Look) -> Detail:
    """To what detail the table gives way, so that each move can stand with what it does."""
    told: Detail = getattr(_module(look.game.id), "BESIDE_MOVES", Detail.LEAST)
    return told


def player(view: Any, seat: int, look: Look) -> list[Line]:
    """What one player has, in full; the whole table if the game knows no parts of it."""
    draw = getattr(_module(look.game.id), "player", None)
    lines: list[Line] = draw(view, seat, look) if draw else table(view, look)
    return lines


def status(view: Any, look: Look) -> str:
    """Turn, phase and points in one line."""
    text: str = _module(look.game.id).status(view, look)
    return text


def sheet(view: Any, seat: int, look: Look) -> str:
    """Where the points of a seat come from, at the end; empty if one number says all."""
    tell = getattr(_module(look.game.id), "sheet", None)
    told: str = tell(view, seat, look) if tell else ""
    return told


def subject(move: str, game: Game[Any]) -> str:
    """The id of the component a move is about, empty if there is none."""
    ask = getattr(_module(game.id), "subject", None)
    found: str = ask(move, game) if ask else ""
    return found or next((word for word in move.split(" ")[1:] if word in game.entries), "")


def note(move: str, view: Any, look: Look) -> str:
    """What a move does that is not the text of its component; empty if there is no more to say."""
    tell = getattr(_module(look.game.id), "note", None)
    told: str = tell(move, view, look) if tell else ""
    return told


def why(verb: str, about: str, view: Any, look: Look) -> str:
    """Why the rules forbid a move now, by its verb (or none) and what it is about; empty if unknown."""
    ask = getattr(_module(look.game.id), "why", None)
    found: str = ask(verb, about, view, look) if ask else ""
    return found


def facts(entry: Entry, look: Look) -> str:
    """The numbers of a component in a few words."""
    tell = getattr(_module(look.game.id), "facts", None)
    if tell is not None:
        text: str = tell(entry, look)
        return text
    told = []
    for field, ja, en in NUMBERS:
        value = getattr(entry, field, None)
        if isinstance(value, int) and not isinstance(value, bool):
            told.append(f"{look.say(ja, en)} {value}")
    return " ".join(told)


def text(entry: Entry, look: Look) -> str:
    """What a component does."""
    tell = getattr(_module(look.game.id), "text", None)
    if tell is not None:
        told: str = tell(entry, look)
        return told
    return entry.text.in_language(look.language) if entry.text else ""
