"""Speed of the arena, beside what the engine and the protocol reach alone, in one run.

In one process CPU time is measured, which other programs on the machine change least; worker
processes and bots that are other programs are measured by the clock on the wall.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

import msgspec

from taku.bots.random_bot import RandomBot
from taku.bots.tournament import schedule
from taku.bots.tournament.config import Config
from taku.bots.tournament.results import Store
from taku.bots.tournament.runner import Crew, Run
from taku.bots.tournament.runner import run as hold
from taku.engine import Match
from taku.protocol import host
from taku.protocol.players import Turn
from taku.protocol.process import ProcessPlayer

ROUNDS = 9
"""Every figure is the median of this many rounds, taken in turn."""
BATCH = 0.05
"""Loop and arena take turns this often, in seconds: slow moments of the machine hit both."""
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
        "loop by advance: the same matches, nothing checked, told, kept or written",
        "loop by apply: the same with moves checked and events told, as scripts play",
        "arena: moves checked, results written and synced; ratio: to the first line of its kind",
    ])  # fmt: skip


def _inside(game: str, seconds: float) -> list[str]:
    config = _sized(Config(game, ("random",) * 2, seed=1), _loop_all, seconds)
    batches = max(1, round(seconds / BATCH))
    return _lines(
        [
            f"{game}: loop by advance (CPU time)",
            f"{game}: loop by apply (CPU time)",
            f"{game}: arena, one process (CPU time)",
        ],
        [_in_turn(config, batches) for _ in range(ROUNDS)],
    )


def _in_turn(config: Config, batches: int) -> tuple[float, ...]:
    """The rates of both loops and of the arena over the same matches, batch by batch in turn."""
    fixtures = _fixtures(config)
    size = -(-len(fixtures) // batches)
    looped = [0.0, 0.0]
    start = time.process_time()
    with tempfile.TemporaryDirectory(prefix="taku-bench-") as folder:
        store = Store.create(Path(folder) / "results.jsonl", config)
        arena = Run(config, store, Crew(), None)
        orders = deque([(False, True), (True, False)])

        def after_the_loops() -> Iterator[schedule.Fixture]:
            for first in range(0, len(fixtures), size):
                batch = fixtures[first : first + size]
                began = time.perf_counter()
                # Each goes as often after the others, which leave the processor warm in their way.
                orders.rotate()
                for told in orders[0]:
                    start = time.process_time()
                    _loop(config, batch, told)
                    looped[told] += time.process_time() - start
                # The arena writes as often as it would alone.
                arena.synced += time.perf_counter() - began
                yield from batch

        arena.plan(fixtures)
        arena.meet(after_the_loops())
        store.close()
    spent = time.process_time() - start - sum(looped)
    return tuple(len(fixtures) / seconds for seconds in (*looped, spent))


def _jobs(game: str, seconds: float, jobs: int) -> list[str]:
    config = _sized(Config(game, ("random",) * 2, seed=1), _loop_all, LONG * seconds)
    return _lines(
        [f"{game}: arena, one process (wall)", f"{game}: arena, {jobs} jobs (wall)"],
        _timed(config, lambda: _arena(config, 1), lambda: _arena(config, jobs)),
    )


def _programs(game: str, seconds: float) -> list[str]:
    config = _sized(Config(game, (f"exec:{COMMAND}",) * 2, seed=1), _protocol, 2 * seconds)
    return _lines(
        [
            f"{game}: protocol alone, Python programs (wall)",
            f"{game}: arena, Python programs (wall)",
        ],
        _timed(config, lambda: _protocol(config), lambda: _arena(config, 1)),
    )


def _timed(
    config: Config, below: Callable[[], None], above: Callable[[], None]
) -> list[tuple[float, ...]]:
    """The rates of two kinds of work over the same matches, round by round in turn."""
    matches = schedule.foreseen(config)

    def rate(work: Callable[[], None]) -> float:
        start = time.perf_counter()
        work()
        return matches / (time.perf_counter() - start)

    return [(rate(below), rate(above)) for _ in range(ROUNDS)]


def _lines(kinds: Sequence[str], rates: Sequence[tuple[float, ...]]) -> list[str]:
    """A line for each kind of work: its rate, and what part of the first kind's rate that is."""
    lines = []
    for place, kind in enumerate(kinds):
        rate = median(round[place] for round in rates)
        ratio = median(round[place] / round[0] for round in rates)
        lines.append(f"{kind:48}{rate:10,.1f}" + (f"{ratio:8.2f}" if place else ""))
    return lines


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


def _loop_all(config: Config) -> None:
    _loop(config, _fixtures(config), told=False)


def _loop(config: Config, fixtures: Sequence[schedule.Fixture], told: bool) -> None:
    game = config.rules
    for fixture in fixtures:
        state = game.new(config.seats, fixture.seed, config.options)
        bots = [RandomBot(schedule.seed_of(config.seed, fixture.id, seat)) for seat in state.seats]
        move = state.apply if told else state.advance
        while pending := state.pending:
            decision = pending[0]
            move(decision.seat, bots[decision.seat].choose(Turn(state, decision)))


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
