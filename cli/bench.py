"""``taku bench``: speed, measured side by side in one run.

Absolute figures are noise on a shared machine. Every figure is therefore printed beside a
calibration loop (plain Python: draw a number, index a list, append), timed in the same run, and
beside the peers of the extra ``taku[peers]`` where it is installed.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from statistics import median
from typing import Any

from taku import engine

ROUNDS = 5
"""Every figure is the median of this many rounds, taken in turn."""


def run(games: list[str], seconds: float = 0.4) -> str:
    """Measure the games and return the table as text."""
    rows: list[tuple[str, Callable[[float], float]]] = [("calibration loop", _calibration)]
    for id in games:
        rows += _rows(engine.game(id))
    peers, missing = _peers()
    rows += peers
    rates = _measure(rows, seconds)
    base = rates["calibration loop"]
    width = max(map(len, rates))
    lines = [f"{'':{width}}  {'per second':>12}  {'of calibration':>14}"]
    lines += [f"{name:{width}}  {rate:12,.0f}  {rate / base:14.4f}" for name, rate in rates.items()]
    lines += [f"median of {ROUNDS} rounds of {seconds} s, one process", *missing]
    return "\n".join(lines)


def _measure(rows: list[tuple[str, Callable[[float], float]]], seconds: float) -> dict[str, float]:
    """The rounds go over all rows in turn, so that a slow moment of the machine hits all alike."""
    samples: dict[str, list[float]] = {name: [] for name, _ in rows}
    for _ in range(ROUNDS):
        for name, work in rows:
            samples[name].append(work(seconds))
    return {name: median(values) for name, values in samples.items()}


def _rows(game: engine.Game[Any]) -> list[tuple[str, Callable[[float], float]]]:
    state = middle(game)
    rng = random.Random(1)
    seat = state.pending[0].seat
    once = {
        "copies": state.copy,
        "byte round trips": lambda: game.from_bytes(state.to_bytes()),
        "views": lambda: state.view(seat),
        "determinizations": lambda: state.determinize(seat, rng),
    }
    rows: list[tuple[str, Callable[[float], float]]] = [
        (f"{game.id}: decisions, silent", lambda s: _decisions(game, s, told=False)),
        (f"{game.id}: decisions, told", lambda s: _decisions(game, s, told=True)),
        (f"{game.id}: random matches", lambda s: _matches(game, s)),
    ]
    if game.id == "heart-of-crown":
        rows.append((f"{game.id}: money matches", lambda s: _money_matches(game, s)))
    rows += [(f"{game.id}: {name}", _repeated(work)) for name, work in once.items()]
    return rows


def middle(game: engine.Game[Any], seed: int = 1) -> Any:
    """A position in the middle of a random match with the fewest players."""
    match: engine.Match[Any] = engine.Match(game, seed=seed)
    rng = random.Random(seed)
    while match.state.result is None:
        decision = match.state.pending[0]
        match.apply(decision.seat, rng.choice(decision.moves))
    return engine.Match.replay(game, match.record, to=len(match.moves) // 2).state


def _repeated(work: Callable[[], object]) -> Callable[[float], float]:
    def rate(seconds: float) -> float:
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            for _ in range(100):
                work()
            count += 100
        return count / spent

    return rate


def _play(game: engine.Game[Any], seed: int, told: bool) -> int:
    state = game.new(seed=seed)
    pick = random.Random(seed).random
    move = state.apply if told else state.advance
    decisions = 0
    while state.result is None:
        decision = state.pending[0]
        moves = decision.moves
        move(decision.seat, moves[int(pick() * len(moves))])
        decisions += 1
    return decisions


def _decisions(game: engine.Game[Any], seconds: float, told: bool) -> float:
    count, seed, start = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        count += _play(game, seed, told)
        seed += 1
    return count / spent


def _matches(game: engine.Game[Any], seconds: float) -> float:
    seed, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        _play(game, seed, told=False)
        seed += 1
    return seed / spent


MONEY = (
    *("declare", "play territories", "play large-city", "play city", "play farming-village"),
    *("back lulunasaika", "back laolily", "back flammaria", "back klam-klam", "back bergamotte"),
    *("set imperial-crown", "set imperial-capital", "set duke", "set senator", "set royal-maid"),
    *("buy imperial-crown", "buy imperial-capital", "buy duke"),
    *("buy large-city", "buy senator", "buy city", "end"),
)
"""Heart of Crown for money, the dearest move first: territories, a princess, points."""


def _money_matches(game: engine.Game[Any], seconds: float) -> float:
    """Matches of two who buy the dearest territory, back, and buy points."""
    rank: dict[str, int] = defaultdict(lambda: len(MONEY))
    rank |= {move: place for place, move in enumerate(MONEY)}
    dearest = rank.__getitem__
    seed, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.new(seed=seed)
        while state.result is None:
            decision = state.pending[0]
            state.advance(decision.seat, min(decision.moves, key=dearest))
        seed += 1
    return seed / spent


def _calibration(seconds: float) -> float:
    pick, items = random.Random(1).random, list(range(50))

    def loop() -> None:
        taken = []
        for _ in range(10):
            taken.append(items[int(pick() * 50)])

    return _repeated(loop)(seconds) * 10


def _peers() -> tuple[list[tuple[str, Callable[[float], float]]], list[str]]:
    """The peers that are installed, and a line for each that is not."""
    rows, missing = [], []
    for name, make in (("pyminion", _pyminion), ("open_spiel", _open_spiel)):
        try:
            rows += make()
        except ImportError:
            missing.append(f"{name} is not installed: pip install 'taku[peers]' compares with it")
    return rows, missing


def _pyminion() -> list[tuple[str, Callable[[float], float]]]:
    """Dominion between two players: at random (other choices as its own bots make), and for money."""
    from pyminion.bots.bot import Bot, BotDecider
    from pyminion.bots.examples import BigMoney
    from pyminion.expansions.base import base_set
    from pyminion.game import Game

    pick = random.Random(1)

    class RandomDecider(BotDecider):  # type: ignore[misc,unused-ignore]
        def action_phase_decision(self, valid_actions: Any, player: Any, game: Any) -> Any:
            return pick.choice([*valid_actions, None])

        def buy_phase_decision(self, valid_cards: Any, player: Any, game: Any) -> Any:
            return pick.choice([*valid_cards, None])

    def rate_of(make: Callable[[str], Any]) -> Callable[[float], float]:
        def rate(seconds: float) -> float:
            count, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < seconds:
                match = Game(
                    players=[make("a"), make("b")], expansions=[base_set], log_stdout=False
                )
                with suppress(AssertionError):  # now and then it fails a check of its own
                    match.play()
                    count += 1
            return count / spent

        return rate

    return [
        ("pyminion: random matches", rate_of(lambda name: Bot(RandomDecider(), name))),
        ("pyminion: money matches", rate_of(BigMoney)),
    ]


def _open_spiel() -> list[tuple[str, Callable[[float], float]]]:
    """OpenSpiel's games that are written in Python."""
    import pyspiel
    from open_spiel.python.games import block_dominoes, liars_poker  # noqa: F401

    def rate_of(name: str) -> Callable[[float], float]:
        game, pick = pyspiel.load_game(name), random.Random(1)

        def rate(seconds: float) -> float:
            count, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < seconds:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(pick.choice(state.chance_outcomes())[0])
                    else:
                        state.apply_action(pick.choice(state.legal_actions()))
                    count += 1
            return count / spent

        return rate

    names = ("python_block_dominoes", "python_liars_poker")
    return [(f"OpenSpiel {name}: decisions", rate_of(name)) for name in names]
