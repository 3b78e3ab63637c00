"""How well the search keeps a limit in seconds, by the clock of whoever asks it for a move."""

from __future__ import annotations

import os
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import Any

from taku.bots.bench import middle
from taku.bots.mcts import MctsBot
from taku.engine import Game, State, game
from taku.protocol.players import Start, Turn

LIMITS = (0.1, 0.4, 1.0)
"""Seconds for a move."""
SEARCHES = 10
"""How many positions are searched in each game with each limit."""
SHARE, LEAST = 0.05, 0.02
"""A limit is kept if it is exceeded by no more than this part of it, or by no more seconds."""


def run(games: Sequence[str], limits: Sequence[float] = LIMITS, searches: int = SEARCHES) -> str:
    """Measure, and return the table as text."""
    lines = [f"{'':17}{'limit':>7}{'kept':>10}{'median':>11}{'latest':>11}"]
    for id in games:
        rules = game(id)
        positions = [middle(rules, seed) for seed in range(searches)]
        for limit in limits:
            late = [spent(rules, state, limit) - limit for state in positions]
            lines.append(_line(id, limit, late))
    allowed = f"{SHARE:.0%} or {1000 * LEAST:g} ms"
    lines.append(f"how long after its limit a move came; kept: by no more than {allowed}")
    lines.append(f"from the question to the answer, by the clock on the wall; {_load()}")
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


def kept(limit: float, late: float) -> bool:
    """Whether a move that came so many seconds after the limit was in time."""
    return late <= max(SHARE * limit, LEAST)


def _line(id: str, limit: float, late: Sequence[float]) -> str:
    count = sum(kept(limit, seconds) for seconds in late)
    text = f"{id:17}{f'{limit:g} s':>7}{f'{count}/{len(late)}':>10}"
    return f"{text}{1000 * median(late):+8.1f} ms{1000 * max(late):+8.1f} ms"


def _load() -> str:
    """How busy the machine is."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
