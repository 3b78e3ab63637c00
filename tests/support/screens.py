"""Screens as people see them: every game, both languages, narrow and wide.

``python -m tests.support.screens --write`` writes the snapshots anew.
"""

from __future__ import annotations

import argparse
import io
import random
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from taku import engine
from taku.bots.registry import make
from taku.cli.console import PlainConsole
from taku.cli.session import Session
from taku.cli.style import plain
from taku.cli.telling import ending
from taku.engine import Match

FOLDER = Path(__file__).parents[1] / "cli" / "snapshots"
MOVES = 40
"""How far a match is played before its screen is taken."""


@lru_cache(maxsize=8)
def _played(game: str) -> Match[Any]:
    """A match in its middle, at a decision of the first seat."""
    rng = random.Random(1)
    match = Match(engine.game(game), seed=1)
    while len(match.moves) < MOVES or match.state.pending[0].seat != 0:
        decision = match.state.pending[0]
        match.apply(decision.seat, rng.choice(decision.moves))
    return match


@lru_cache(maxsize=8)
def _over(game: str) -> Match[Any]:
    """A match played to its end, by chance."""
    rng = random.Random(1)
    match = Match(engine.game(game), seed=1)
    while match.state.pending:
        decision = match.state.pending[0]
        match.apply(decision.seat, rng.choice(decision.moves))
    return match


def screens() -> Iterator[tuple[str, int, str]]:
    """Every screen of a game that has a table of its own: its name, its width, its text."""
    for game in engine.games():
        if not find_spec(f"taku.cli.render.{game.replace('-', '_')}"):
            continue
        for language in ("ja", "en"):
            for width, height in ((80, 24), (120, 40)):
                yield f"{game}-{language}-{width}", width, screen(game, language, width, height)


def screen(game: str, language: str, width: int, height: int) -> str:
    """A screen in the middle of a match, its bottom bar, and the end of another."""
    console = PlainConsole(io.StringIO(), io.StringIO(), width, height)
    console.interactive = True  # long news are cut short for people only
    match = _played(game)
    seats = ["human"] + ["greedy"] * (match.players - 1)
    session = Session(match, seats, console, language, make)
    decision = match.state.pending[0]
    lines = session.screen(decision)
    over = _over(game)
    result = over.state.result
    assert result is not None
    end = ending(over, result, session.look, [0])
    bar = [("", " " + session.status(0))]
    return plain([*lines, bar, [], *end])


def main() -> None:
    """Write the snapshots, or tell which differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    FOLDER.mkdir(exist_ok=True)
    for name, _, text in screens():
        path = FOLDER / f"{name}.txt"
        if not path.exists() or path.read_text("utf-8") != text:
            print(("wrote " if write else "differs: ") + path.name)
            if write:
                path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
