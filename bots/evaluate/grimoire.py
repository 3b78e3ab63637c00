"""Grimoire: what cards and pages are worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from taku.bots.evaluate.judge import Judge
from taku.engine import Decision, Game
from taku.engine.games.grimoire.state import State

WORK = {"spy": 0.3, "mercenary": 0.5, "thief": 1.2, "archer": 1.2, "merchant": 0.6, "nun": 0.6}
"""What a companion's work brings over a whole match, in VP."""
ROUNDS = 9.0
"""About how many rounds a match lasts."""


class GameJudge(Judge):
    """Counts what the cards promise, and takes the best card."""

    scale = 7.0
    horizon = 24
    explore = 0.6

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        quests = game.cards.quests
        self._printed = {card.id: float(card.vp) for card in quests.values()}
        self._printed["face-down"] = 2.2
        self._royals = {card.id: float(card.bonus_vp) for card in quests.values() if card.bonus_vp}
        self._plain = {
            f"take {card}": vp
            for card, vp in self._printed.items()
            if card not in self._royals and card not in WORK
        }
        """Cards that are always worth the same to everybody without a Queen."""

    def settled(self, state: State, seat: int) -> bool:
        """When the books are closed again."""
        return state.phase == "book" and super().settled(state, seat)

    def points(self, state: State) -> Sequence[float]:
        """The score now, with what royals and working companions still promise."""
        scores = self.game.scores
        assert scores is not None
        left = self._left(state)
        points = []
        for seat, score in enumerate(scores(state)):
            total = float(score)
            for card in state.companions[seat]:
                if card in self._royals:
                    total += self._promise(state, seat, card, left)
                else:
                    total += WORK.get(card, 0.0) * left
            points.append(total)
        return points

    def _left(self, state: State) -> float:
        """The part of the match that is still to come."""
        most = 0
        for cards in (*state.treasures, *state.companions):
            most = max(most, len(cards))
        return max(0.0, 1.0 - max(most / 10.0, state.round / (ROUNDS * 1.6)))

    def _promise(self, state: State, seat: int, card: str, left: float) -> float:
        """What a royal will bring if its condition is not met yet, less what it may lose."""
        chance = self._chance(state, seat, card, left)
        return self._royals[card] * (chance - (1.0 if chance == 1.0 else 0.0))

    def _chance(self, state: State, seat: int, card: str, left: float) -> float:
        """How likely the condition of a royal is met at the end."""
        if card == "prince":
            missing = 5 - len(state.companions[seat])
        elif card == "queen":
            missing = 3 - len(set(state.treasures[seat]))
        else:
            missing = (5 - state.chips[seat] + 1) // 2
        return 1.0 if missing <= 0 else max(0.0, min(0.9, left * 1.5 - 0.22 * missing))

    def worth(self, state: State, seat: int, card: str, left: float) -> float:
        """What a quest card is worth to a seat."""
        if card in self._royals:
            return 0.4 + self._royals[card] * self._chance(state, seat, card, left)
        worth = self._printed[card] + WORK.get(card, 0.0) * left
        if "queen" in state.companions[seat] and card not in state.treasures[seat]:
            worth += 0.8 if card.endswith("coin") else 0.0
        return worth

    def weights(self, state: State, decision: Decision) -> Sequence[float] | None:
        """Better cards are likelier; pages are alike but for those that cannot work."""
        if decision.kind == "take":
            seat, left = decision.seat, self._left(state)
            return [2.0 ** self.worth(state, seat, m[5:], left) for m in decision.moves]
        return None

    def pick(self, state: State, decision: Decision, rng: random.Random) -> str:
        """The best card, any page, and help that costs little."""
        moves = decision.moves
        kind = decision.kind
        if kind == "take":
            return self._best_card(state, decision.seat, moves, rng.random)
        if kind == "companion":
            seat, left = decision.seat, self._left(state)
            own = any(m[5:] in state.companions[seat] for m in moves)
            best = min if own else max
            return best(moves, key=lambda m: self.worth(state, seat, m[5:], left))
        return moves[int(rng.random() * len(moves))]

    def _best_card(
        self, state: State, seat: int, moves: Sequence[str], noise: Callable[[], float]
    ) -> str:
        """The card that is worth most, give or take a point."""
        plain = {} if "queen" in state.companions[seat] else self._plain
        left = -1.0  # not known yet
        best, chosen = -1.0, moves[0]
        for move in moves:
            if move in plain:
                worth = plain[move]
            else:
                if left < 0.0:
                    left = self._left(state)
                worth = self.worth(state, seat, move[5:], left)
            worth += noise()
            if worth > best:
                best, chosen = worth, move
        return chosen
