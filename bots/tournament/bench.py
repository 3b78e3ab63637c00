"""Speed of the arena, beside what the engine and the protocol reach alone, in one run.

In one process CPU time is measured, which other programs on the machine hardly change; worker
processes and bots that are other programs are measured by the clock on the wall.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import msgspec

from taku.bots.random_bot import RandomBot
from taku.bots.tournament import schedule
from taku.bots.tournament.config import Config
from taku.bots.tournament.runner import run as hold
from taku.engine import Match
from taku.protocol import host
from taku.protocol.players import Turn
from taku.protocol.process import ProcessPlayer

ROUNDS = 5
"""Every figure is the median of this many rounds, taken in turn."""
LONG = 12
"""Worker processes are given so much more to do, as they take a moment to start."""
COMMAND = f"{sys.executable} -c 'from taku.protocol import run_bot; run_bot(lambda ask: 0)'"
"""A bot that is another program and answers at once."""


def run(games: Sequence[str], seconds: float = 0.5, jobs: int = 2) -> str:
    """Measure, and return the table as text."""
    lines = [f"{'':48}{'matches/s':>10}{'ratio':>8}"]
    for game in games:
        lines += _inside(game, seconds) + _programs(game, seconds)
    lines += _jobs(games[0], seconds, jobs)
    return "\n".join([
        *lines,
        f"median of {ROUNDS} rounds of about {seconds:g} s, taken in turn; {os.cpu_count()} cores",
        "loop: the same bots and deals, asked and moved without host, record or result",
        "arena: results written and synced; ratio: to the line above it",
    ])  # fmt: skip


def _inside(game: str, seconds: float) -> list[str]:
    config = _config(game, "random", seconds)
    works = {
        f"{game}: loop, random bots (CPU time)": lambda: _loop(config),
        f"{game}: arena, one process (CPU time)": lambda: _arena(config, 1),
    }
    return _compared(config, works, time.process_time)


def _jobs(game: str, seconds: float, jobs: int) -> list[str]:
    config = _config(game, "random", LONG * seconds)
    works = {
        f"{game}: arena, one process (wall)": lambda: _arena(config, 1),
        f"{game}: arena, {jobs} jobs (wall)": lambda: _arena(config, jobs),
    }
    return _compared(config, works, time.perf_counter)


def _programs(game: str, seconds: float) -> list[str]:
    config = _sized(Config(game, (f"exec:{COMMAND}",) * 2, seed=1), _protocol, 2 * seconds)
    works = {
        f"{game}: protocol alone, Python programs (wall)": lambda: _protocol(config),
        f"{game}: arena, Python programs (wall)": lambda: _arena(config, 1),
    }
    return _compared(config, works, time.perf_counter)


def _compared(
    config: Config, works: dict[str, Callable[[], None]], clock: Callable[[], float]
) -> list[str]:
    """A line for each kind of work; the rounds go over all in turn, so that all suffer alike."""
    matches = schedule.foreseen(config)
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            start = clock()
            work()
            rates[name].append(matches / (clock() - start))
    (first, below), (second, above) = rates.items()
    ratio = median(b / a for a, b in zip(below, above, strict=True))
    return [f"{first:48}{median(below):10,.1f}", f"{second:48}{median(above):10,.1f}{ratio:8.2f}"]


def _config(game: str, bot: str, seconds: float) -> Config:
    return _sized(Config(game, (bot, bot), seed=1), _loop, seconds)


def _sized(config: Config, work: Callable[[Config], None], seconds: float) -> Config:
    """The tournament with so many deals that this work takes about so long."""
    deals, spent = 1, 0.0
    while spent < seconds / 4:
        config = msgspec.structs.replace(config, deals=deals)
        start = time.perf_counter()
        work(config)
        spent = time.perf_counter() - start
        deals *= 2
    return msgspec.structs.replace(config, deals=max(1, round(config.deals * seconds / spent)))


def _fixtures(config: Config) -> list[schedule.Fixture]:
    return [fixture for round in schedule.rounds(config, {}) for fixture in round]


def _loop(config: Config) -> None:
    game = config.rules
    for fixture in _fixtures(config):
        state = game.new(config.seats, fixture.seed, config.options)
        bots = [RandomBot(schedule.seed_of(config.seed, fixture.id, seat)) for seat in state.seats]
        while pending := state.pending:
            decision = pending[0]
            state.advance(decision.seat, bots[decision.seat].choose(Turn(state, decision)))


def _protocol(config: Config) -> None:
    players = [ProcessPlayer(COMMAND, config.limits) for _ in range(config.seats)]
    try:
        for fixture in _fixtures(config):
            match = Match(config.rules, config.seats, fixture.seed, config.options, forgetful=True)
            if host.play(match, players).faults:
                raise RuntimeError("the bot failed")
    finally:
        for player in players:
            player.close()


def _arena(config: Config, jobs: int) -> None:
    with tempfile.TemporaryDirectory(prefix="taku-bench-") as folder:
        hold(config, results=Path(folder) / "results.jsonl", jobs=jobs)
