"""Every game that is registered keeps the promises of the kernel."""

import pytest

from taku import engine
from taku.engine import conformance

MATCHES = {"grimoire": 8}
"""How many matches are played for each number of players and each variant."""
CASES = [
    pytest.param(id, case, id=f"{id}-{case.players}p-{case.seed}-{number}")
    for id in engine.games()
    for number, case in enumerate(conformance.cases(engine.game(id), MATCHES.get(id, 1)))
]


@pytest.mark.parametrize(("id", "case"), CASES)
def test_conformance(id: str, case: conformance.Case) -> None:
    game = engine.game(id)
    decisions = conformance.check_match(game, case, every=5)
    assert 0 < decisions <= game.most_decisions
