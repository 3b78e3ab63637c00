"""The bot that looks one step ahead."""

from __future__ import annotations

from taku.bots.evaluate import judge_of
from taku.bots.evaluate.judge import Judge
from taku.bots.thinking import Budget, Considered, Thinker, reopen
from taku.engine import State
from taku.protocol.players import Start, Turn

SAMPLES = 8
"""In how many samples each move is tried."""
AHEAD = 12
"""At most so many decisions are played out before a position is valued."""


class GreedyBot(Thinker):
    """Takes the move after which the game's judge likes the position best."""

    name = "greedy"

    def __init__(self, seed: int | None = None, samples: int = SAMPLES) -> None:
        super().__init__(seed)
        self.samples = samples
        self._judge: Judge | None = None

    def begin(self, start: Start) -> None:
        """Get to know the game."""
        super().begin(start)
        self._judge = judge_of(start.game)

    def consider(self, turn: Turn) -> list[Considered]:
        """Every legal move, by what it is worth on the average of the samples."""
        decision = turn.decision
        moves = decision.moves
        totals = dict.fromkeys(moves, 0.0)
        budget = Budget(self, self.samples, None)
        while budget.goes_on():
            sample = turn.sample(self.rng)
            judge = self._judge or judge_of(sample.game)
            self._judge = judge
            if judge.strategy:
                weights = judge.weights(sample, decision)
                if weights is not None:
                    # The best move keeps what the position is worth, the others lose their share.
                    worth = judge.value(sample)[turn.seat]
                    for move, weight in zip(moves, weights, strict=True):
                        totals[move] += worth * weight
                    continue
            reopen(sample, turn.seat)
            for move in moves:
                totals[move] += self._after(judge, sample.copy(), turn.seat, move)
        found = [Considered(move, totals[move] / budget.used, budget.used) for move in moves]
        found.sort(key=lambda c: -c.value)
        return found

    def _after(self, judge: Judge, state: State, seat: int, move: str) -> float:
        """What the position is worth when the dust has settled, or a little later."""
        state.advance(seat, move)
        left = AHEAD
        rng = self.rng
        while state.result is None and left > 0 and not judge.settled(state, seat):
            for decision in state.pending:
                state.advance(decision.seat, judge.pick(state, decision, rng))
                left -= 1
        return judge.value(state)[seat]
