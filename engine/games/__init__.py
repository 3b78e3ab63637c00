"""The list of games; each is imported when it is first wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from taku.engine.core.game import Game

GAMES = {
    "daybreak": "taku.engine.games.daybreak",
    "grimoire": "taku.engine.games.grimoire",
    "heart-of-crown": "taku.engine.games.heart_of_crown",
    "mitakihara": "taku.engine.games.mitakihara",
}
"""Id and package of every game; the package holds ``GAME``."""


def load(id: str) -> Game[Any]:
    """The game with this id."""
    game: Game[Any] = import_module(GAMES[id]).GAME
    return game
