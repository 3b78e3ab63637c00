"""The bot that moves at random."""

from __future__ import annotations

import random

from taku.protocol.players import LocalPlayer, Turn


class RandomBot(LocalPlayer):
    """Uniform over the legal moves."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._rng = random.Random(seed)

    def choose(self, turn: Turn) -> str:
        """Any legal move."""
        return self._rng.choice(turn.decision.moves)
