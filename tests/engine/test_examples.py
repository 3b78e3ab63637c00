"""The positions in the examples can be played."""

import random
import tomllib
from pathlib import Path

import pytest

from taku import engine

FOLDER = Path(__file__).parents[2] / "examples/scenarios"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_position_is_played_to_its_end(path: Path) -> None:
    (id,) = [id for id in engine.games() if path.stem.startswith(id)]
    state = engine.game(id).new(seed=1, scenario=tomllib.loads(path.read_text("utf-8")))
    rng = random.Random(1)
    while state.pending:
        decision = rng.choice(state.pending)
        state.apply(decision.seat, rng.choice(decision.moves))
    assert state.result is not None


def test_every_position_is_of_a_game() -> None:
    assert {id for id in engine.games() for path in FILES if path.stem.startswith(id)}
