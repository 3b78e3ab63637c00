"""Speed of the protocol: decisions of instant bots per second, beside a bare echo of JSON lines.

Pipe speed depends on which cores the processes sit on, so that every figure says it: ``pinned``
has all processes on one core, ``free`` leaves them to the system. What is compared is measured in
turn, a moment each, so that other work on the machine slows both.
"""

from __future__ import annotations

import itertools
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import msgspec

from taku import engine
from taku.engine import Match
from taku.protocol.host import play
from taku.protocol.messages import Ask, Left, Move, Over, Start, line_of
from taku.protocol.newbot import template
from taku.protocol.players import LocalPlayer, Turn
from taku.protocol.process import ProcessPlayer
from taku.protocol.records import Recorder

ROUNDS = 9
"""Every figure is the median of this many turns."""
MOMENT = 0.2
"""How many seconds a turn takes."""
STARTS = 11
"""How often a start is measured."""

HEADLESS = [sys.executable, "-m", "taku.cli.main", "headless"]
_PYTHON_BOT = "from taku.protocol import run_bot; run_bot(lambda ask: 0, wants={wants})"
_PYTHON_ECHO = """
import msgspec, sys
decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
read, out = sys.stdin.buffer.readline, sys.stdout.buffer
while line := read():
    out.write(encode({"type": "move", "id": decode(line)["id"], "move": 0}) + b"\\n")
    out.flush()
"""
_PYTHON_HELLO = 'print("{}", flush=True); input()'

Measure = Callable[[], float]
"""Takes a turn and tells how many per second."""


def run(game: str = "grimoire", rounds: int = ROUNDS, moment: float = MOMENT) -> str:
    """Measure, and return the tables as text."""
    rules = engine.game(game)
    lines = [f"{'bot':8}{'sent':8}{'cores':8}{'decisions/s':>12}{'bare echo/s':>13}{'ratio':>8}"]
    with tempfile.TemporaryDirectory(prefix="taku-bench-") as name:
        folder = Path(name)
        commands, notes = _bots(folder)
        for cores, ((language, sent), (bot, echo)) in itertools.product(
            _placements(), commands.items()
        ):
            with _placed(cores), ExitStack() as stack:
                ours = stack.enter_context(_decisions(rules, bot, moment, folder))
                bare = stack.enter_context(_echoes(rules, echo, sent == "view", moment))
                rate, echoes, ratio = _in_turn(ours, bare, rounds)
            lines.append(f"{language:8}{sent:8}{cores:8}{rate:12,.0f}{echoes:13,.0f}{ratio:8.2f}")
    for cores in _placements():
        with _placed(cores), ExitStack() as stack:
            ours = stack.enter_context(_asks(rules, moment))
            bare = stack.enter_context(
                _echoes(rules, [sys.executable, "-c", _PYTHON_ECHO], False, moment)
            )
            rate, echoes, ratio = _in_turn(ours, bare, rounds)
        lines.append(f"{'headless':16}{cores:8}{rate:12,.0f}{echoes:13,.0f}{ratio:8.2f}")
    ours_ms, bare_ms = (1000 * median(_starts(command)) for command in (HEADLESS, _bare()))
    lines += [
        f"headless: first message after {ours_ms:.0f} ms; a bare Python's after {bare_ms:.0f} ms",
        f"{game}; bots: both seats, moves checked, deadline kept, record written",
        "headless: the asks of a driver that wants neither views nor events",
        f"medians of {rounds} turns of {moment} s, taken alternately; {os.cpu_count()} cores",
        "bare echo: asks of the same match through two pipes, JSON read and written on both sides",
        *notes,
    ]
    return "\n".join(lines)


def _in_turn(ours: Measure, bare: Measure, rounds: int) -> tuple[float, float, float]:
    """The medians of both, and of the ratios of neighbours."""
    pairs = [(ours(), bare()) for _ in range(rounds + 1)][1:]  # the first warms up
    ratio = median(mine / other for mine, other in pairs)
    return median(mine for mine, _ in pairs), median(other for _, other in pairs), ratio


def _placements() -> list[str]:
    return ["free", "pinned"] if hasattr(os, "sched_setaffinity") else ["free"]


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


Commands = dict[tuple[str, str], tuple[list[str], list[str]]]


def _bots(folder: Path) -> tuple[Commands, list[str]]:
    """Commands of bot and echo, by language and by what is sent."""
    commands: Commands = {
        ("Python", sent): (
            [sys.executable, "-c", _PYTHON_BOT.format(wants=wants)],
            [sys.executable, "-c", _PYTHON_ECHO],
        )
        for sent, wants in (("moves", []), ("view", ["view"]))
    }
    compiler = shutil.which("cc")
    if compiler is None:
        return commands, ["no C compiler: cc is not installed"]
    for sent, wants in (("moves", "[]"), ("view", r"[\"view\"]")):
        text = template("c").read().replace(r"\"wants\":[]", rf"\"wants\":{wants}")
        path = folder / f"bot-{sent}"
        path.with_suffix(".c").write_text(text, "utf-8")
        subprocess.run([compiler, "-O2", "-o", path, path.with_suffix(".c")], check=True)
        commands["C", sent] = ([str(path)], [str(path)])
    return commands, []


# -- bots -----------------------------------------------------------------------------------------


@contextmanager
def _decisions(
    game: engine.Game[engine.State], command: list[str], moment: float, folder: Path
) -> Iterator[Measure]:
    """Decisions per second, as in a tournament: one process, match after match."""
    player = ProcessPlayer(command)
    seats = [player] * game.players[0]
    seeds = itertools.count(1)
    records = Path(tempfile.mkdtemp(dir=folder))

    def measure() -> float:
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < moment:
            seed = next(seeds)
            match = Match(game, len(seats), seed, forgetful=True)
            with Recorder.create(records / f"{seed}.jsonl", match, lazy=True) as recorder:
                outcome = play(match, seats, recorder=recorder)
            if outcome.faults:
                raise RuntimeError(f"the bot failed: {outcome.faults}")
            count += outcome.moves
        return count / spent

    try:
        yield measure
    finally:
        player.close()


class _Asked(LocalPlayer):
    """Moves as the instant bots do, and keeps what they are asked."""

    def __init__(self, view: bool) -> None:
        super().__init__()
        self.asks: list[Ask] = []
        self._view = view

    def choose(self, turn: Turn) -> str:
        decision = turn.decision
        view = turn.view if self._view else msgspec.UNSET
        moves = list(decision.moves)
        ask = Ask(1, 0, decision.seat, decision.kind, moves, view, clock=Left(30.0))
        self.asks.append(ask)
        return moves[0]


@contextmanager
def _echoes(
    game: engine.Game[engine.State], command: list[str], view: bool, moment: float
) -> Iterator[Measure]:
    """Round trips per second of the asks of a match, without a game."""
    asked = _Asked(view)
    play(Match(game, seed=1), [asked] * game.players[0])
    asks = itertools.cycle(asked.asks)
    ids = itertools.count(1)
    decode = msgspec.json.Decoder(Move).decode
    with _piped(command) as (into, out):
        poller = select.poll()
        poller.register(out, select.POLLIN)

        def measure() -> float:
            count, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < moment:
                ask = next(asks)
                ask.id = next(ids)
                os.write(into, line_of(ask))
                if not poller.poll(30_000):
                    raise RuntimeError("the echo does not answer")
                if decode(os.read(out, 65536)).id != ask.id:
                    raise RuntimeError("the echo answers something else")
                count += 1
            return count / spent

        yield measure


# -- headless -------------------------------------------------------------------------------------


@contextmanager
def _asks(game: engine.Game[engine.State], moment: float) -> Iterator[Measure]:
    """Asks answered per second by ``taku headless``, match after match."""
    hello = {"type": "hello", "protocol": 1, "name": "bench", "wants": []}
    decode = msgspec.json.Decoder(Ask | Start | Over).decode
    seeds = itertools.count(1)
    with _piped(HEADLESS) as (into, out):
        os.read(out, 65536)
        os.write(into, line_of(hello))

        def measure() -> float:
            count, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < moment:
                os.write(into, line_of({"type": "new", "game": game.id, "seed": next(seeds)}))
                over = False
                while not over:
                    answers = []
                    for line in _whole_lines(out):
                        message = decode(line)
                        over = over or type(message) is Over
                        if type(message) is Ask:
                            answers.append(line_of(Move(message.id, 0)))
                    count += len(answers)
                    os.write(into, b"".join(answers))
            return count / spent

        yield measure


def _whole_lines(out: int) -> list[bytes]:
    data = os.read(out, 65536)
    while not data.endswith(b"\n"):
        data += os.read(out, 65536)
    return data.splitlines()


def _starts(command: list[str]) -> list[float]:
    """Seconds from the start of a process to its first line."""
    times = []
    for _ in range(STARTS):
        began = time.perf_counter()
        with _piped(command) as (_, out):
            _whole_lines(out)
            times.append(time.perf_counter() - began)
    return times


def _bare() -> list[str]:
    return [sys.executable, "-c", _PYTHON_HELLO]


@contextmanager
def _piped(command: list[str]) -> Iterator[tuple[int, int]]:
    """A process, and the descriptors of its two pipes; it ends with its input."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdin.fileno(), process.stdout.fileno()
        finally:
            process.stdin.close()
