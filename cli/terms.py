"""Language, colour and settings of a run."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from taku import engine
from taku.cli import config, language
from taku.cli.moves import fold
from taku.cli.render.common import Look
from taku.cli.style import painted, plain, wants_colour
from taku.engine import Game, TakuError


def in_terminal() -> bool:
    """Whether a person sits there, at a terminal that can do more than write lines."""
    ends = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return ends and os.environ.get("TERM") != "dumb"


def game_named(word: str, cards: Path | None = None) -> Game[Any]:
    """The game of this id, or of this name in either language."""
    if word not in engine.games():
        named = {fold(name): id for id in engine.games() for name in _names(id)}
        word = named.get(fold(word), word)
    return engine.game(word, cards)


def _names(id: str) -> tuple[str, str, str]:
    name = engine.game(id).name
    return id, name.ja, name.en


class Terms:
    """How to speak to whoever started taku."""

    def __init__(self, lang: str | None = None, no_color: bool = False) -> None:
        self.settings = config.read()
        self.language = language.choose(lang, self.settings.language)
        if lang is not None and lang not in language.LANGUAGES:
            raise TakuError(language.text(self.language, "bad-lang", given=lang))
        self.colour = "never" if no_color else self.settings.colour

    @property
    def width(self) -> int:
        """The columns there are."""
        return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80

    def show(self, lines: Any) -> None:
        """Write lines to standard output."""
        colour = wants_colour(sys.stdout, self.colour)
        sys.stdout.write((painted if colour else plain)(lines))

    def look(self, game_id: str, cards: Path | None = None) -> Look:
        """How this reader looks at a game."""
        return Look(game_named(game_id, cards), self.language, (), self.width)
