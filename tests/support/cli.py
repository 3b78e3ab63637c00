"""Drive the command in this process, in a pipe, or through a real terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from taku import engine
from taku.bots.registry import make
from taku.cli.console import PlainConsole
from taku.cli.session import Session
from taku.engine import Match
from taku.protocol.records import Recorder

TAKU = str(Path(sys.executable).with_name("taku"))
ROOT = Path(__file__).parents[2]


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment of its own: no settings, no matches, English, 80 columns."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "TAKU_LANG": "en",
        "PROMPT_TOOLKIT_NO_CPR": "1",
        **more,
    }


def session(
    typed: str,
    game: str = "grimoire",
    seats: Sequence[str] = ("human", "random:seed=1"),
    *,
    seed: int = 1,
    language: str = "en",
    strict: bool = False,
    record: Path | None = None,
    scenario: dict[str, Any] | None = None,
    cards: Path | None = None,
) -> tuple[Session, io.StringIO]:
    """A session whose person types these lines, and what it will have written."""
    out = io.StringIO()
    match = Match(engine.game(game, cards), len(seats), seed, scenario=scenario)
    recorder = None if record is None else Recorder.create(record, match, seats)
    console = PlainConsole(io.StringIO(typed), out)
    made = Session(match, seats, console, language, make, recorder=recorder, strict=strict)
    return made, out
