"""Speed of the protocol: decisions of instant bots per second, beside a bare echo of JSON lines.

Pipe speed depends on which cores the processes sit on, so that every figure says it: ``pinned``
has all processes on one core, ``free`` leaves them to the system.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec

from taku import engine
from taku.engine import Match
from taku.protocol.host import play
from taku.protocol.messages import Ask, Left, Move, line_of
from taku.protocol.newbot import template
from taku.protocol.players import Turn
from taku.protocol.process import ProcessPlayer
from taku.protocol.records import Recorder

ROUNDS = 3
"""Every figure is the median of this many rounds, taken in turn."""

_PYTHON_BOT = "from taku.protocol import run_bot; run_bot(lambda ask: 0, wants={wants})"
_PYTHON_ECHO = """
import msgspec, sys
decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
read, out = sys.stdin.buffer.readline, sys.stdout.buffer
while line := read():
    out.write(encode({"type": "move", "id": decode(line)["id"], "move": 0}) + b"\\n")
    out.flush()
"""


def run(game: str = "grimoire", seconds: float = 1.0) -> str:
    """Measure, and return the table as text."""
    with tempfile.TemporaryDirectory(prefix="taku-bench-") as folder:
        commands, notes = _bots(Path(folder))
        samples: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
        for _ in range(ROUNDS):
            for cores in _placements():
                for (language, view), (bot, echo) in commands.items():
                    rates = _both(game, bot, echo, cores, view == "view", seconds, Path(folder))
                    samples.setdefault((language, view, cores), []).append(rates)
    head = f"{'bot':8}{'sent':10}{'cores':9}{'decisions/s':>12}{'bare echo/s':>13}{'ratio':>8}"
    lines = [head]
    for (language, view, cores), values in samples.items():
        rate, bare = median(v[0] for v in values), median(v[1] for v in values)
        lines.append(f"{language:8}{view:10}{cores:9}{rate:12,.0f}{bare:13,.0f}{rate / bare:8.2f}")
    lines += [
        f"{game}, two seats of one bot; moves checked, deadline kept, record written",
        f"median of {ROUNDS} rounds of {seconds} s; {os.cpu_count()} cores",
        "bare echo: the same lines through two pipes, JSON read and written on both sides, no game",
        *notes,
    ]
    return "\n".join(lines)


def _placements() -> list[str]:
    return ["free", "pinned"] if hasattr(os, "sched_setaffinity") else ["free"]


Commands = dict[tuple[str, str], tuple[list[str], list[str]]]


def _bots(folder: Path) -> tuple[Commands, list[str]]:
    """Commands of bot and echo, by language and by what is sent."""
    commands: Commands = {
        ("Python", view): (
            [sys.executable, "-c", _PYTHON_BOT.format(wants=wants)],
            [sys.executable, "-c", _PYTHON_ECHO],
        )
        for view, wants in (("moves", []), ("view", ["view"]))
    }
    compiler = shutil.which("cc")
    if compiler is None:
        return commands, ["no C compiler: cc is not installed"]
    for view, wants in (("moves", "[]"), ("view", r"[\"view\"]")):
        text = template("c").read().replace(r"\"wants\":[]", rf"\"wants\":{wants}")
        path = folder / f"bot-{view}"
        path.with_suffix(".c").write_text(text, "utf-8")
        subprocess.run([compiler, "-O2", "-o", path, path.with_suffix(".c")], check=True)
        commands["C", view] = ([str(path)], [str(path)])
    return commands, []


@contextmanager
def _placed(cores: str) -> Iterator[None]:
    """Run on one core, children too, or wherever the system likes."""
    if cores == "free":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _both(
    game: str, bot: list[str], echo: list[str], cores: str, view: bool, seconds: float, folder: Path
) -> tuple[float, float]:
    with _placed(cores):
        return _decisions(game, bot, seconds, folder), _echoes(game, echo, view, seconds)


def _decisions(game: str, command: list[str], seconds: float, folder: Path) -> float:
    """Decisions per second, as in a tournament: one process, match after match."""
    player = ProcessPlayer(command)
    rules = engine.game(game)
    least = rules.players[0]
    try:
        play(Match(rules, seed=0), [player] * least)
        count, seed, start = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            seed += 1
            match: Match[engine.State] = Match(rules, seed=seed)
            path = folder / "match.jsonl"
            with Recorder.create(path, match) as recorder:
                outcome = play(match, [player] * least, recorder=recorder)
            path.unlink()
            if outcome.faults:
                raise RuntimeError(f"the bot failed: {outcome.faults}")
            count += outcome.moves
        return count / spent
    finally:
        player.close()


def _echoes(game: str, command: list[str], view: bool, seconds: float) -> float:
    """Round trips per second of an ask of this game, without any game."""
    state = engine.game(game).new(seed=1)
    while state.pending[0].kind in ("token", "turn-order"):
        state.apply(state.pending[0].seat, state.pending[0].moves[0])
    decision = state.pending[0]
    ask = Ask(1, 1, decision.seat, decision.kind, list(decision.moves), clock=Left(30.0))
    decode = msgspec.json.Decoder(Move).decode
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        into, out = process.stdin.fileno(), process.stdout.fileno()
        poller = select.poll()
        poller.register(out, select.POLLIN)
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            if view:
                ask.view = Turn(state, decision).view
            ask.id = count
            os.write(into, line_of(ask))
            if not poller.poll(30_000):
                raise RuntimeError("the echo does not answer")
            if decode(os.read(out, 65536)).id != count:
                raise RuntimeError("the echo answers something else")
            count += 1
        process.stdin.close()
    return count / spent
