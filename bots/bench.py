"""Speed of the search, beside OpenSpiel's, in one run.

CPU time is measured. To tell the rules and the judge from the search's own work, what a search
called is written down and called once more without it: the rules alone, and with the judge. The
three take turns every few simulations, so that what else runs on the machine slows all alike.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median
from typing import Any, NamedTuple

from taku.bots.evaluate import judge_of
from taku.bots.evaluate.judge import Judge
from taku.bots.mcts import Search
from taku.bots.thinking import reopen
from taku.engine import Decision, Game, Match, State, game

ROUNDS = 9
"""Every figure is the median of this many rounds."""
SIMULATIONS = 300
"""How many simulations a round has."""
TURN = 10
"""After so many simulations it is the turn of the next kind of work."""
PEER = "OpenSpiel's Python ISMCTS: hearts"

Call = tuple[str, int, str]
"""What a search called: ``advance`` with seat and move, or the judge about an open decision."""


class Row(NamedTuple):
    """One line of the table; parts are of the whole time."""

    name: str
    rate: float
    """Simulations in a second."""
    length: float
    """Decisions in a simulation."""
    judge: float | None = None
    search: float | None = None


def run(games: Sequence[str], simulations: int = SIMULATIONS) -> str:
    """Measure, and return the table as text."""
    rows = [_row(game(id), simulations) for id in games]
    notes = [f"median of {ROUNDS} rounds of {simulations} simulations, one process, CPU time"]
    try:
        rows.append(_peer(simulations))
    except ImportError:
        notes.append("open_spiel is not installed: pip install 'taku[peers]' compares with it")
    lines = [f"{'':33}{'per second':>11}{'decisions':>11}{'rules':>8}{'judge':>8}{'search':>8}"]
    return "\n".join([*lines, *map(_line, rows), *notes])


def _line(row: Row) -> str:
    text = f"{row.name:33}{row.rate:11,.0f}{row.length:11.1f}"
    if row.judge is None or row.search is None:
        return text
    return f"{text}{1 - row.judge - row.search:8.0%}{row.judge:8.0%}{row.search:8.0%}"


def _row(game: Game[Any], simulations: int) -> Row:
    state = middle(game)
    tape = _noted(state, simulations)
    rates, judges, searches = [], [], []
    for _ in range(ROUNDS):
        whole, rules, both = _round(state, tape)
        rates.append(simulations / whole)
        judges.append(max(0.0, both - rules) / whole)
        searches.append(max(0.0, whole - both) / whole)
    moves = sum(call == "advance" for calls in tape for call, _, _ in calls)
    return Row(game.id, median(rates), moves / simulations, median(judges), median(searches))


def _round(state: State, tape: list[list[Call]]) -> list[float]:
    """CPU seconds of a search, of the rules it calls, and of these with the judge."""
    judge = judge_of(state.game)
    works = [_search(state, judge, len(tape)), _call(state, tape), _call(state, tape, judge)]
    spent = [0.0] * len(works)
    for _ in range(0, len(tape), TURN):
        for place, work in enumerate(works):
            start = time.process_time()
            for _ in islice(work, TURN):
                pass
            spent[place] += time.process_time() - start
    return spent


def middle(game: Game[Any], seed: int = 1) -> State:
    """A position with a choice in the middle of a match that the judge's quick moves played."""
    match: Match[Any] = Match(game, seed=seed)
    judge, rng = judge_of(game), random.Random(seed)
    while match.state.result is None:
        decision = match.state.pending[0]
        match.apply(decision.seat, judge.pick(match.state, decision, rng))
    half = len(match.moves) // 2
    state: State = Match.replay(game, match.record, to=half).state
    while len(state.pending[0].moves) < 2:
        state.advance(state.pending[0].seat, state.pending[0].moves[0])
    return state


# -- the search, and what it called ---------------------------------------------------------------


def _search(state: State, judge: Judge, simulations: int) -> Iterator[None]:
    """Search as a bot does, a simulation at each step."""
    search = Search(judge, random.Random(2))
    for sample in _samples(state, simulations):
        search.iterate(sample)
        yield


def _samples(state: State, count: int) -> Iterator[State]:
    seat, rng = state.pending[0].seat, random.Random(1)
    for _ in range(count):
        sample = state.determinize(seat, rng)
        reopen(sample, seat)
        yield sample


def _noted(state: State, simulations: int) -> list[list[Call]]:
    """What each simulation of a search calls."""
    calls: list[Call] = []
    noting = _noting_state(type(state), calls)
    tape: list[list[Call]] = []
    search = Search(_NotingJudge(judge_of(state.game), calls), random.Random(2))
    for sample in _samples(state, simulations):
        sample.__class__ = noting
        search.iterate(sample)
        tape.append(list(calls))
        calls.clear()
    return tape


def _noting_state(kind: type[State], calls: list[Call]) -> type[State]:
    class Noting(kind):  # type: ignore[misc,valid-type]
        __slots__ = ()

        def advance(self, seat: int, move: str) -> None:
            calls.append(("advance", seat, move))
            super().advance(seat, move)

    return Noting


class _NotingJudge(Judge):
    """Passes everything on to a judge and writes it down."""

    def __init__(self, judge: Judge, calls: list[Call]) -> None:
        super().__init__(judge.game)
        self.horizon, self.explore = judge.horizon, judge.explore
        self._judge, self._calls = judge, calls

    def weights(self, state: Any, decision: Decision) -> Sequence[float] | None:
        self._calls.append(("weights", _place(state, decision), ""))
        return self._judge.weights(state, decision)

    def pick(self, state: Any, decision: Decision, rng: random.Random) -> str:
        self._calls.append(("pick", _place(state, decision), ""))
        return self._judge.pick(state, decision, rng)

    def value(self, state: Any) -> Sequence[float]:
        self._calls.append(("value", 0, ""))
        return self._judge.value(state)


def _place(state: State, decision: Decision) -> int:
    """Which of the open decisions it is."""
    return [open.seat for open in state.pending].index(decision.seat)


def _call(state: State, tape: list[list[Call]], judge: Judge | None = None) -> Iterator[None]:
    """Call the rules, and the judge if there is one, as a search did, a simulation at each step."""
    rng = random.Random(2)
    if judge is None:
        tape = [[call for call in calls if call[0] == "advance"] for calls in tape]
    for sample, calls in zip(_samples(state, len(tape)), tape, strict=True):
        for call, number, move in calls:
            if call == "advance":
                _ = sample.pending
                sample.advance(number, move)
            elif judge is None:
                continue
            elif call == "pick":
                judge.pick(sample, sample.pending[number], rng)
            elif call == "weights":
                judge.weights(sample, sample.pending[number])
            else:
                judge.value(sample)
        yield


# -- the peer -------------------------------------------------------------------------------------


def _peer(simulations: int) -> Row:
    """OpenSpiel's search in Python over its hearts, whose rules are in C++, with random rollouts."""
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    state = pyspiel.load_game("hearts").new_initial_state()
    pick = random.Random(1)
    left = _rollout(state.clone(), pick) // 2
    while left > 0 or state.is_chance_node():
        left -= not state.is_chance_node()
        _step(state, pick)
    length = _rollout(state.clone(), pick)
    rates = []
    for _ in range(ROUNDS):
        evaluator = mcts.RandomRolloutEvaluator(1)
        bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.4, simulations)
        start = time.process_time()
        bot.run_search(state)
        rates.append(simulations / (time.process_time() - start))
    return Row(PEER, median(rates), length)


def _step(state: Any, pick: random.Random) -> None:
    if state.is_chance_node():
        state.apply_action(pick.choice(state.chance_outcomes())[0])
    else:
        state.apply_action(pick.choice(state.legal_actions()))


def _rollout(state: Any, pick: random.Random) -> int:
    """Play to the end at random; how many decisions that were."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        _step(state, pick)
    return decisions
