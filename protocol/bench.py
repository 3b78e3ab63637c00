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
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

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
_PYTHON_ECHO = [sys.executable, "-c", """
import msgspec, sys
decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
read, out = sys.stdin.buffer.readline, sys.stdout.buffer
while line := read():
    out.write(encode({"type": "move", "id": decode(line)["id"], "move": 0}) + b"\\n")
    out.flush()
"""]  # fmt: skip
_PYTHON_HELLO = [sys.executable, "-c", 'print("{}", flush=True); input()']

Work = tuple[Callable[[], int], int]
"""What makes some decisions and tells how many, and the number of the process it talks with."""


class Figure(NamedTuple):
    """Decisions per second, and what one costs both processes, in microseconds of their time."""

    rate: float
    cost: float


def run(game: str = "grimoire", rounds: int = ROUNDS, moment: float = MOMENT) -> str:
    """Measure, and return the tables as text."""
    rules = engine.game(game)
    rates = f"{'decisions/s':>12}{'bare echo/s':>13}{'ratio':>7}"
    lines = [f"{'bot':9}{'sent':7}{'cores':7}{rates}{'cost in us':>12}{'of an echo':>12}"]

    def compare(kind: str, ours: AbstractContextManager[Work], bare: list[str], view: bool) -> None:
        with ours as work, _echoes(rules, bare, view) as echo:
            lines.append(f"{kind:23}{_in_turn(work, echo, rounds, moment)}")

    with tempfile.TemporaryDirectory(prefix="taku-bench-") as folder:
        commands, notes = _bots(Path(folder))
        for cores in _placements():
            with _placed(cores):
                for (language, sent), (bot, echo) in commands.items():
                    work = _decisions(rules, bot, Path(folder))
                    compare(f"{language:9}{sent:7}{cores}", work, echo, sent == "view")
                compare(f"{'headless':16}{cores}", _asks(rules), _PYTHON_ECHO, False)
    ours_ms, bare_ms = (1000 * median(_starts(command)) for command in (HEADLESS, _PYTHON_HELLO))
    lines += [
        f"headless: first message after {ours_ms:.0f} ms; a bare Python's after {bare_ms:.0f} ms",
        f"{game}; bots: both seats, moves checked, deadline kept, record written",
        "headless: the asks of a driver that wants neither views nor events",
        "bare echo: asks of the same match through two pipes, JSON read and written on both sides",
        f"medians of {rounds} turns of {moment} s, taken alternately; {os.cpu_count()} cores",
        "cost: processor time of both processes, the least of all turns; other work blurs it less",
        *notes,
    ]
    return "\n".join(lines)


def _in_turn(ours: Work, bare: Work, rounds: int, moment: float) -> str:
    """Both rates and their ratio, then both costs."""
    pairs = [(_turn(*ours, moment), _turn(*bare, moment)) for _ in range(rounds + 1)]
    del pairs[0]  # it warms up
    rate, echoes = (median(pair[i].rate for pair in pairs) for i in (0, 1))
    ratio = median(mine.rate / other.rate for mine, other in pairs)
    cost, of_echo = (min(pair[i].cost for pair in pairs) for i in (0, 1))
    return f"{rate:12,.0f}{echoes:13,.0f}{ratio:7.2f}{cost:12.1f}{of_echo:12.1f}"


def _turn(work: Callable[[], int], pid: int, moment: float) -> Figure:
    count, cpu, start = 0, _cpu(pid), time.perf_counter()
    while (spent := time.perf_counter() - start) < moment:
        count += work()
    return Figure(count / spent, (_cpu(pid) - cpu) / count * 1e6)


def _cpu(pid: int) -> float:
    """Seconds of processor time of this process and another; of this alone where none tells."""
    try:
        return time.process_time() + time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3)
    except OSError:
        return time.process_time()


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
            _PYTHON_ECHO,
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
def _decisions(game: engine.Game[engine.State], command: list[str], folder: Path) -> Iterator[Work]:
    """Matches as in a tournament: one process, one after another."""
    player = ProcessPlayer(command)
    seats = [player] * game.players[0]
    seeds = itertools.count(1)
    records = Path(tempfile.mkdtemp(dir=folder))

    def work() -> int:
        seed = next(seeds)
        match = Match(game, len(seats), seed, forgetful=True)
        with Recorder.create(records / f"{seed}.jsonl", match, lazy=True) as recorder:
            outcome = play(match, seats, recorder=recorder)
        if outcome.faults:
            raise RuntimeError(f"the bot failed: {outcome.faults}")
        return outcome.moves

    try:
        work()
        assert player.pid is not None
        yield work, player.pid
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
def _echoes(game: engine.Game[engine.State], command: list[str], view: bool) -> Iterator[Work]:
    """Round trips of the asks of a match, without a game."""
    asked = _Asked(view)
    play(Match(game, seed=1), [asked] * game.players[0])
    ids = itertools.count(1)
    decode = msgspec.json.Decoder(Move).decode
    poller = select.poll()
    with _piped(command) as (into, out, pid):
        poller.register(out, select.POLLIN)

        def work() -> int:
            for ask in asked.asks:
                ask.id = next(ids)
                os.write(into, line_of(ask))
                if not poller.poll(30_000):
                    raise RuntimeError("the echo does not answer")
                if decode(os.read(out, 65536)).id != ask.id:
                    raise RuntimeError("the echo answers something else")
            return len(asked.asks)

        yield work, pid


# -- headless -------------------------------------------------------------------------------------


@contextmanager
def _asks(game: engine.Game[engine.State]) -> Iterator[Work]:
    """Matches of ``taku headless``, one after another, every seat the driver's."""
    hello = {"type": "hello", "protocol": 1, "name": "bench", "wants": []}
    decode = msgspec.json.Decoder(Ask | Start | Over).decode
    seeds = itertools.count(1)
    with _piped(HEADLESS) as (into, out, pid):
        _whole_lines(out)
        os.write(into, line_of(hello))

        def work() -> int:
            os.write(into, line_of({"type": "new", "game": game.id, "seed": next(seeds)}))
            count = 0
            while True:
                messages = [decode(line) for line in _whole_lines(out)]
                asks = [message for message in messages if isinstance(message, Ask)]
                if type(messages[-1]) is Over:
                    return count
                os.write(into, b"".join(line_of(Move(ask.id, 0)) for ask in asks))
                count += len(asks)

        yield work, pid


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
        with _piped(command) as (_, out, _):
            _whole_lines(out)
            times.append(time.perf_counter() - began)
    return times


@contextmanager
def _piped(command: list[str]) -> Iterator[tuple[int, int, int]]:
    """A process: the descriptors of its two pipes, and its number. It ends with its input."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdin.fileno(), process.stdout.fileno(), process.pid
        finally:
            process.stdin.close()
