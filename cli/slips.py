"""What to say to an entry that is no move now: why not, and what was probably meant."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from taku.cli import render
from taku.cli.commands import COMMANDS
from taku.cli.language import text
from taku.cli.moves import Choice, fold, meant
from taku.cli.render.common import Look
from taku.engine.core.errors import listed


def reason(entry: str, offered: Sequence[Choice], view: Any, look: Look, complete: bool) -> str:
    """Why an entry is not legal now, as far as it can be told, and what to type instead.

    ``complete`` tells whether the moves are a key away, and need not be listed.
    """
    language = look.language
    if fold(entry).isdecimal():
        key = "no-number" if len(offered) > 1 else "only-number"
        return text(language, key, number=entry, last=len(offered))
    verb, _, rest = entry.partition(" ")
    verb = verb if verb in look.game.words.move else ""
    card = _known_card(entry, look)
    likely = meant(entry, offered)
    why = render.why(verb, card or rest, view, look)
    if not why and card and likely is None:
        why = text(language, "not-now-card", card=look.name(card))
    why = (why or text(language, "not-a-move", entry=entry)) + look.say("", " ")
    if likely is not None:
        return why + text(language, "meant", move=likely.move, label=likely.title)
    # A verb of the game is no slip of a command: ``take`` is not near ``table``.
    command = "" if verb else _command(entry, language)
    return why + (command or _legal(offered, language, complete))


def _command(entry: str, language: str) -> str:
    """The command that was probably meant."""
    names = [name for command in COMMANDS for name in (command.name, command.alias)]
    found = get_close_matches(entry.partition(" ")[0], names, n=1)
    return text(language, "meant-command", command=found[0]) if found else ""


def _legal(offered: Sequence[Choice], language: str, complete: bool) -> str:
    if complete:
        return text(language, "see-moves")
    return text(language, "legal-are", moves=listed([choice.move for choice in offered]))


def _known_card(entry: str, look: Look) -> str:
    """The id of the one component that the entry, or what follows its verb, begins to name."""
    for typed in filter(None, (fold(entry), fold(entry).partition(" ")[2])):
        begun = [
            (fold(name) == typed, component.id)
            for component in look.game.entries.values()
            for name in (component.id, component.name.ja, component.name.en, component.reading)
            if name and fold(name).startswith(typed)
        ]
        best = {id for whole, id in begun if whole} or {id for _, id in begun}
        if len(best) == 1:
            return best.pop()
    return ""
