"""A bot in Python is a function; this speaks TP/1 for it. Needs nothing of the engine.

from taku.protocol import run_bot

def choose(ask):
    return ask.moves[0]

run_bot(choose, name="first")
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import msgspec


class Ask:
    """A decision that is wanted, and what is known about the match."""

    __slots__ = (
        "clock",
        "events",
        "id",
        "kind",
        "labels",
        "match",
        "moves",
        "seat",
        "start",
        "view",
    )

    def __init__(
        self, message: dict[str, Any], start: dict[str, Any], events: list[dict[str, Any]]
    ) -> None:
        self.match: int = message["match"]
        self.id: int = message["id"]
        self.seat: int = message["seat"]
        """The seat to decide for."""
        self.kind: str = message["kind"]
        """What is to be decided, a word of the game."""
        self.moves: list[str] = message["moves"]
        """The legal moves, never empty."""
        self.view: Any = message.get("view")
        """What the seat may know, if ``wants`` has ``view``."""
        self.labels: dict[str, list[str]] | None = message.get("labels")
        """The moves in both languages, if ``wants`` has ``labels``."""
        self.clock: dict[str, float] | None = message.get("clock")
        """``{"left": seconds}``, or None if time is not limited."""
        self.start = start
        """The ``start`` of this match: game, players, options, seats, you."""
        self.events = events
        """What happened since the ask before, if ``wants`` has ``events``."""


def run_bot(
    choose: Callable[[Ask], str | int],
    *,
    name: str = "bot",
    version: str | None = None,
    wants: Sequence[str] = ("view",),
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
) -> None:
    """Answer every ask with what ``choose`` returns, a move or its index, until the host is done.

    What the bot prints goes to stderr, which the host keeps: stdout is the protocol's.
    """
    read = (stdin or sys.stdin.buffer).readline
    out = stdout or sys.stdout.buffer
    decode = msgspec.json.Decoder().decode
    encode = msgspec.json.Encoder().encode
    starts: dict[int, dict[str, Any]] = {}
    events: list[dict[str, Any]] = []
    with contextlib.redirect_stdout(sys.stderr):
        while line := read():
            message = decode(line)
            kind = message["type"]
            if kind == "ask":
                move = choose(Ask(message, starts[message["match"]], events))
                events = []
                reply: dict[str, Any] = {"type": "move", "id": message["id"], "move": move}
            elif kind == "event":
                events.append(message)
                continue
            elif kind == "hello":
                reply = {"type": "hello", "protocol": 1, "name": name, "wants": list(wants)}
                if version is not None:
                    reply["version"] = version
            elif kind == "start":
                starts = {message["match"]: message}
                events = []
                continue
            elif kind == "error":
                print(f"the host refused: {message['code']}: {message['message']}")
                continue
            elif kind == "bye":
                return
            else:
                continue
            out.write(encode(reply) + b"\n")
            out.flush()
