"""The bot that searches: Monte Carlo tree search over samples of what it cannot see.

Each iteration draws a sample (all that the seat cannot know is redealt), walks down one tree that
all samples share, adds a node, plays on with the quick moves of the game's judge, and counts the
value for every seat. So each seat in the tree looks after itself: two players, many, or a team.

Where several choose at the same time each has its own table in the node and chooses by it alone,
and only the choices together lead on; so nobody in the tree answers a choice he cannot know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import Any

from taku.bots.evaluate import judge_of
from taku.bots.evaluate.judge import Judge
from taku.bots.thinking import Budget, Considered, Thinker, reopen
from taku.engine import Decision, State
from taku.protocol.players import Start, Turn

DEFAULT_SECONDS = 1.0
CHECK_EVERY = 32
"""So often a search looks whether the iterations that are left could still change its mind."""
NOISE = 0.02
"""How much first sight is blurred, so that equal moves are not tried in the order of the list."""

Stat = list[float]
"""One move in one table: visits, sum of values, first sight."""
Table = dict[str, Stat]
"""The moves of one seat in one node. A move that a sample does not allow keeps its numbers."""


class Node:
    """A point of the tree: a table for each seat that chooses there, and what follows."""

    __slots__ = ("children", "tables")

    def __init__(self) -> None:
        self.tables: dict[int, Table] = {}
        self.children: dict[Any, Node] = {}


class Search:
    """One decision being thought about."""

    def __init__(self, judge: Judge, rng: random.Random) -> None:
        self.judge = judge
        self.rng = rng
        self.root = Node()

    def iterate(self, state: State) -> None:
        """Walk down the tree in this sample, play on, and remember what came of it."""
        path: list[tuple[int, Stat]] = []
        self._descend(state, path)
        self._play_on(state)
        values = self.judge.value(state)
        for seat, stat in path:
            stat[0] += 1
            stat[1] += values[seat]

    def _descend(self, state: State, path: list[tuple[int, Stat]]) -> None:
        node = self.root
        while state.result is None:
            pending = state.pending
            if len(pending) == 1:
                decision = pending[0]
                key: Any = self._select(node, state, decision, path)
                state.advance(decision.seat, key)
            else:
                key = self._together(node, state, pending, path)
            child = node.children.get(key)
            if child is None:
                node.children[key] = Node()
                return
            node = child

    def _together(
        self,
        node: Node,
        state: State,
        pending: Sequence[Decision],
        path: list[tuple[int, Stat]],
    ) -> Any:
        """All choose at once. A move that acts at once comes alone: the others still choose."""
        begun = len(path)
        moves = []
        for decision in pending:
            moves.append(self._select(node, state, decision, path))
        instant = state.rules.instant
        if instant:
            for place, (decision, move) in enumerate(zip(pending, moves, strict=True)):
                if move in instant.get(decision.kind, ()):
                    path[begun:] = [path[begun + place]]
                    state.advance(decision.seat, move)
                    return (decision.seat, move)
        for decision, move in zip(pending, moves, strict=True):
            state.advance(decision.seat, move)
        return tuple(moves)

    def _select(
        self, node: Node, state: State, decision: Decision, path: list[tuple[int, Stat]]
    ) -> str:
        """The move with the best of: what it brought, and what is not known about it yet."""
        seat = decision.seat
        moves = decision.moves
        table = node.tables.get(seat)
        if table is None:
            table = node.tables[seat] = {}
        stats = []
        visits = total = 0.0
        for move in moves:
            if move not in table:
                self._enter(table, state, decision)
            stat = table[move]
            stats.append(stat)
            visits += stat[0]
            total += stat[1]
        # A move never tried is expected to be what the others were on the average.
        unknown = total / visits if visits else 0.5
        reach = self.judge.explore * sqrt(visits + 1.0)
        best = -1.0
        chosen = 0
        for place, (count, value, sight) in enumerate(stats):
            if count:
                worth = value / count + reach * sight / (1.0 + count)
            else:
                worth = unknown + reach * sight
            if worth > best:
                best = worth
                chosen = place
        path.append((seat, stats[chosen]))
        return moves[chosen]

    def _enter(self, table: Table, state: State, decision: Decision) -> None:
        """Put moves that were not legal before into a table, as they look at first sight."""
        moves = decision.moves
        weights = self.judge.weights(state, decision)
        if weights is None:
            weights = [1.0] * len(moves)
        whole = sum(weights)
        for move, weight in zip(moves, weights, strict=True):
            if move not in table:
                table[move] = [0.0, 0.0, weight / whole * (1.0 + NOISE * self.rng.random())]

    def _play_on(self, state: State) -> None:
        judge = self.judge
        pick = judge.pick
        rng = self.rng
        left = judge.horizon
        if left is None:
            left = 1 << 30
        while state.result is None and left > 0:
            for decision in state.pending:
                state.advance(decision.seat, pick(state, decision, rng))
                left -= 1

    def lead(self, seat: int) -> float:
        """By how many visits the best move of the root is ahead of the second."""
        visits = sorted([stat[0] for stat in self.root.tables[seat].values()])
        return visits[-1] - visits[-2] if len(visits) > 1 else visits[-1]

    def considered(self, turn: Turn) -> list[Considered]:
        """The legal moves by visits; equal ones by value, then as the list has them."""
        decision = turn.decision
        table = self.root.tables.get(decision.seat, {})
        found = []
        for move in decision.moves:
            visits, total, _ = table.get(move, (0.0, 0.0, 0.0))
            found.append(Considered(move, total / visits if visits else 0.0, int(visits)))
        found.sort(key=lambda c: (-c.visits, -c.value))
        return found


class MctsBot(Thinker):
    """Information-set Monte Carlo tree search for any game."""

    name = "mcts"

    def __init__(
        self,
        seed: int | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        super().__init__(seed)
        self.iterations = iterations
        self.seconds = DEFAULT_SECONDS if iterations is None and seconds is None else seconds
        self._judge: Judge | None = None

    def begin(self, start: Start) -> None:
        """Get to know the game."""
        super().begin(start)
        self._judge = judge_of(start.game)

    def consider(self, turn: Turn) -> list[Considered]:
        """Search until the budget is used up."""
        budget = Budget(self, self.iterations, self.seconds)
        judge = self._judge
        search: Search | None = None
        while budget.goes_on():
            sample = turn.sample(self.rng)
            if search is None:
                if judge is None:
                    judge = self._judge = judge_of(sample.game)
                search = Search(judge, self.rng)
            reopen(sample, turn.seat)
            search.iterate(sample)
            if budget.used % CHECK_EVERY == 0 and search.lead(turn.seat) > budget.left:
                break
            if budget.reports():
                best = search.considered(turn)[0]
                budget.report(best.move, best.value)
        assert search is not None  # a budget allows one iteration at least
        return search.considered(turn)
