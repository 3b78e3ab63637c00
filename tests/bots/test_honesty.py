"""A bot sees its view, its decision and samples; what it cannot know changes nothing it does."""

import random
from typing import Any

import pytest

from taku import engine
from taku.bots import registry
from taku.engine import Decision, State
from taku.protocol.players import LocalPlayer, Start, Turn

BOTS = ("random", "greedy:samples=2", "mcts:iterations=25")


def positions(game: engine.Game[Any], seed: int) -> list[tuple[State, Decision]]:
    """Decisions with a choice, spread over a random match of the most players."""
    rng = random.Random(seed)
    state = game.new(game.players[1], seed)
    found: list[tuple[State, Decision]] = []
    while state.result is None and len(found) < 400:
        for decision in state.pending:
            if len(decision.moves) > 1:
                found.append((state.copy(), decision))
            state.advance(decision.seat, rng.choice(decision.moves))
    return rng.sample(found, min(len(found), 8))


def chosen(spec: str, state: State, decision: Decision) -> str:
    bot = registry.make(spec, seed=11)
    assert isinstance(bot, LocalPlayer)
    names = ["bot"] * state.players
    bot.begin(Start(state.game, state.players, {}, names, [decision.seat]))
    return bot.choose(Turn(state, decision))


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("id", engine.games())
def test_what_a_seat_cannot_know_does_not_change_its_choice(id: str, spec: str) -> None:
    differing = 0
    for state, decision in positions(engine.game(id), seed=5):
        other = state.determinize(decision.seat, random.Random(99))
        differing += state != other
        assert chosen(spec, state, decision) == chosen(spec, other, decision)
    assert differing


class Peeker(LocalPlayer):
    """A cheat: it asks whether the real next answer of another is known to it."""

    def choose(self, turn: Turn) -> str:
        hidden = turn._state.to_bytes()
        return turn.decision.moves[sum(hidden) % len(turn.decision.moves)]


def test_the_proof_would_catch_a_cheat() -> None:
    caught = False
    for state, decision in positions(engine.game("grimoire"), seed=5):
        other = state.determinize(decision.seat, random.Random(99))
        choices = {Peeker().choose(Turn(s, decision)) for s in (state, other)}
        caught = caught or len(choices) > 1
    assert caught


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("id", engine.games())
def test_thinking_leaves_the_position_as_it_was(id: str, spec: str) -> None:
    for state, decision in positions(engine.game(id), seed=6)[:3]:
        before = state.to_bytes()
        assert chosen(spec, state, decision) in decision.moves
        assert state.to_bytes() == before
