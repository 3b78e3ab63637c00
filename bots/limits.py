"""How well the search keeps a limit in seconds, by the clock of whoever asks it for a move."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any

from taku.bots.bench import middle
from taku.bots.mcts import MctsBot
from taku.bots.thinking import LEAST, SHARE, latest
from taku.engine import Game, State, game
from taku.protocol.players import Start, Turn

LIMITS = (0.1, 0.4, 1.0)
"""Seconds for a move."""
SEARCHES = 10
"""How many positions are searched in each game with each limit."""


def run(games: Sequence[str], limits: Sequence[float] = LIMITS, searches: int = SEARCHES) -> str:
    """Measure, and return the table as text."""
    lines = [f"{'':17}{'limit':>7}{'kept':>10}{'median':>11}{'latest':>11}"]
    began, worked = perf_counter(), process_time()
    for id in games:
        rules = game(id)
        positions = [middle(rules, seed) for seed in range(searches)]
        for limit in limits:
            lines.append(_line(id, limit, [spent(rules, state, limit) for state in positions]))
    core = (process_time() - worked) / (perf_counter() - began)
    allowed = f"{SHARE:.0%} or {1000 * LEAST:g} ms"
    lines.append(f"how long after its limit a move came; kept: by no more than {allowed}")
    lines.append(
        f"from the question to the answer, by the clock on the wall, with {core:.0%} of a core"
    )
    return "\n".join(lines)


def spent(game: Game[Any], state: State, limit: float) -> float:
    """The seconds from asking the search for a move until it is there."""
    bot = MctsBot(seconds=limit, seed=1)
    seat = state.pending[0].seat
    bot.begin(Start(game, state.players, {}, [bot.name] * state.players, [seat]))
    asked = perf_counter()
    bot.ask(Turn(state, state.pending[0]))
    bot.answer(seat)
    return perf_counter() - asked


def _line(id: str, limit: float, times: Sequence[float]) -> str:
    kept = sum(seconds <= latest(limit) for seconds in times)
    text = f"{id:17}{f'{limit:g} s':>7}{f'{kept}/{len(times)}':>10}"
    return f"{text}{1000 * (median(times) - limit):+8.1f} ms{1000 * (max(times) - limit):+8.1f} ms"
