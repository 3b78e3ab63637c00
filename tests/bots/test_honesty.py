"""A bot sees its view, its decision and samples; what it cannot know changes nothing it does."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from taku import engine
from taku.bots import registry
from taku.bots.thinking import Considered, Thinker
from taku.engine import Decision, State
from taku.protocol.players import LocalPlayer, Start, Turn

BOTS = {"random": "random", "greedy": "greedy:samples=2", "mcts": "mcts:iterations=25"}
"""A quick spec of every bot that ships."""
TABLES: list[tuple[str, int, Mapping[str, Any]]] = [
    ("grimoire", 4, {}),
    ("heart-of-crown", 4, {}),
    ("daybreak", 2, {}),
    ("daybreak", 4, {"modules": ["curse", "bless", "travellers"]}),
    ("mitakihara", 3, {}),
    ("mitakihara", 8, {"rules": ["eight-girls", "stage-girl"]}),
]
"""With the most players, and with all that can be hidden."""

Position = tuple[State, Decision]
Reasons = tuple[str, tuple[Considered, ...]]


def positions(id: str, players: int, options: Mapping[str, Any]) -> list[Position]:
    """Of every kind of decision with a choice the last one in two random matches."""
    found: dict[str, Position] = {}
    for seed in (5, 6):
        rng = random.Random(seed)
        state: State = engine.game(id).new(players, seed, options)
        while state.result is None:
            for decision in state.pending:
                if len(decision.moves) > 1:
                    found[decision.kind] = state.copy(), decision
                if decision in state.pending:
                    state.advance(decision.seat, rng.choice(decision.moves))
    return list(found.values())


def thought(spec: str, state: State, decision: Decision) -> Reasons:
    """What a bot chooses, and why."""
    bot = registry.make(spec, seed=11)
    assert isinstance(bot, LocalPlayer)
    names = ["bot"] * state.players
    bot.begin(Start(state.game, state.players, {}, names, [decision.seat]))
    move = bot.choose(Turn(state, decision))
    return move, bot.explain() if isinstance(bot, Thinker) else ()


def test_every_bot_and_game_is_put_to_the_proof() -> None:
    assert set(BOTS) == set(registry.BOTS)
    assert {id for id, _, _ in TABLES} == set(engine.games())


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("id", "players", "options"), TABLES)
def test_what_a_seat_cannot_know_does_not_change_its_choice(
    id: str, players: int, options: Mapping[str, Any], bot: str
) -> None:
    differing = 0
    for state, decision in positions(id, players, options):
        other = state.determinize(decision.seat, random.Random(99))
        differing += state != other
        assert thought(BOTS[bot], state, decision) == thought(BOTS[bot], other, decision)
    assert differing > 3


@pytest.mark.parametrize("bot", BOTS)
def test_a_secret_choice_of_another_does_not_change_the_choice(bot: str) -> None:
    state = engine.game("grimoire").new(3, seed=2)
    while len(state.pending) < 3:
        state.advance(state.pending[0].seat, state.pending[0].moves[0])
    first, _, last = state.pending
    found = []
    for move in first.moves:
        chosen = state.copy()
        chosen.advance(first.seat, move)
        found.append(thought(BOTS[bot], chosen, last))
    assert found == [found[0]] * len(first.moves)


class Sealed:
    """A position that hands out views and samples, and nothing else."""

    def __init__(self, state: State) -> None:
        self.view = state.view
        self.determinize = state.determinize


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("id", "players", "options"), TABLES)
def test_a_bot_asks_the_position_for_views_and_samples_only(
    id: str, players: int, options: Mapping[str, Any], bot: str
) -> None:
    for state, decision in positions(id, players, options)[:4]:
        sealed: Any = Sealed(state)
        player: Any = registry.make(BOTS[bot], seed=11)
        assert player.choose(Turn(sealed, decision)) in decision.moves


class Peeker(LocalPlayer):
    """A cheat: it lets what is hidden choose for it."""

    def choose(self, turn: Turn) -> str:
        hidden = turn._state.to_bytes()
        return turn.decision.moves[sum(hidden) % len(turn.decision.moves)]


@pytest.mark.parametrize(("id", "players", "options"), TABLES)
def test_the_proof_would_catch_a_cheat(id: str, players: int, options: Mapping[str, Any]) -> None:
    caught = 0
    for state, decision in positions(id, players, options):
        other = state.determinize(decision.seat, random.Random(99))
        caught += len({Peeker().choose(Turn(s, decision)) for s in (state, other)}) > 1
    assert caught


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("id", "players", "options"), TABLES)
def test_thinking_leaves_the_position_as_it_was(
    id: str, players: int, options: Mapping[str, Any], bot: str
) -> None:
    for state, decision in positions(id, players, options)[:4]:
        before = state.to_bytes()
        thought(BOTS[bot], state, decision)
        assert state.to_bytes() == before
