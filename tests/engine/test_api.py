"""The public Python API: the names are a contract."""

import random

import pytest

from taku import engine


def test_the_api_as_documented() -> None:
    assert "grimoire" in engine.games()
    game = engine.game("grimoire")
    state = game.new(players=2, seed=1, options={})
    decision = state.pending[0]
    assert (decision.seat, decision.kind) == (state.lot[0], "token")
    events = state.apply(decision.seat, decision.moves[0])
    assert events
    assert state.result is None
    assert state.view(0) != state.view(None)
    assert state.copy() == state
    assert hash(state.copy()) == hash(state)
    assert game.from_bytes(state.to_bytes()) == state
    assert state.determinize(0, random.Random(1)) != state
    match: engine.Match[engine.State] = engine.Match(game, players=2, seed=1)
    assert match.state == game.new(players=2, seed=1)


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(engine.UnknownGame, match="did you mean 'grimoire'"):
        engine.game("grimore")


@pytest.mark.parametrize("id", engine.games())
def test_every_game_has_both_languages_and_a_ledger(id: str) -> None:
    game = engine.game(id)
    assert game.name.ja
    assert game.name.en
    assert game.words.ask
    ledger = (game.folder / "RULES.md").read_text("utf-8")
    assert f"{game.prefix}-" in ledger
