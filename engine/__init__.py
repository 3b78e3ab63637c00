"""The rules of all games, and the public Python API: ``from taku import engine``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from taku.engine.core.decisions import Decision, Result
from taku.engine.core.errors import (
    BadCards,
    BadData,
    BadOptions,
    BadPlayers,
    BadScenario,
    IllegalMove,
    MatchOver,
    NotYourDecision,
    TakuError,
    UnknownGame,
    near,
)
from taku.engine.core.events import Event
from taku.engine.core.game import Game
from taku.engine.core.match import Match, Record
from taku.engine.core.state import State
from taku.engine.games import GAMES, load

__all__ = [
    "BadCards",
    "BadData",
    "BadOptions",
    "BadPlayers",
    "BadScenario",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "MatchOver",
    "NotYourDecision",
    "Record",
    "Result",
    "State",
    "TakuError",
    "UnknownGame",
    "game",
    "games",
]


def games() -> list[str]:
    """The ids of all games."""
    return list(GAMES)


def game(id: str, cards: str | Path | None = None) -> Game[Any]:
    """The game with this id, on request with another card file."""
    if id not in GAMES:
        known = ", ".join(GAMES)
        raise UnknownGame(f"unknown game {id!r}{near(str(id), GAMES)}; there are: {known}")
    found = load(id)
    return found if cards is None else found.with_cards(Path(cards))
