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
ROYAL = (0.4, 1.0, "")
"""In place of what is known of a card: the rest of its worth depends on what the seat has."""
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
        self._cards = {
            f"{verb} {card}": (vp, WORK.get(card, 0.0), card if card.endswith("coin") else "")
            for verb in ("take", "give")
            for card, vp in self._printed.items()
            if card not in self._royals
        }
        """What a move's card is worth: now, by working on, and as which coin to a Queen."""

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
        most = max(map(len, (*state.treasures, *state.companions)))
        gone = max(most / 10.0, state.round / (ROUNDS * 1.6))
        return 1.0 - gone if gone < 1.0 else 0.0

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

    def worths(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        """What the quest card that each move names is worth to a seat."""
        cards, treasures = self._cards, state.treasures[seat]
        queen = "queen" in state.companions[seat]
        left = -1.0  # worked out when it is wanted
        worths = []
        for move in moves:
            worth, work, coin = cards.get(move, ROYAL)
            if work:
                if left < 0.0:
                    left = self._left(state)
                if move in cards:
                    worth += work * left
                else:
                    worth += self._royals[move[5:]] * self._chance(state, seat, move[5:], left)
            elif queen and coin and coin not in treasures:
                worth += 0.8
            worths.append(worth)
        return worths

    def weights(self, state: State, decision: Decision) -> Sequence[float] | None:
        """Better cards are likelier; pages are alike but for those that cannot work."""
        if decision.kind == "take":
            return [2.0**worth for worth in self.worths(state, decision.seat, decision.moves)]
        return None

    def pick(self, state: State, decision: Decision, rng: random.Random) -> str:
        """The best card, any page, and help that costs little."""
        moves = decision.moves
        kind = decision.kind
        if kind == "take":
            return self._best_card(state, decision.seat, moves, rng.random)
        if kind == "companion":
            worths = self.worths(state, decision.seat, moves)
            companions = state.companions[decision.seat]
            own = any(move[5:] in companions for move in moves)
            return moves[worths.index(min(worths) if own else max(worths))]
        return moves[int(rng.random() * len(moves))]

    def _best_card(
        self, state: State, seat: int, moves: Sequence[str], noise: Callable[[], float]
    ) -> str:
        """The card that is worth most, give or take a point."""
        best, chosen = -1.0, moves[0]
        for place, worth in enumerate(self.worths(state, seat, moves)):
            worth += noise()
            if worth > best:
                best, chosen = worth, moves[place]
        return chosen
