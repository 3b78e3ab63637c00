"""The bots that ship: specs, determinism, limits, reasons."""

import random
import threading
from typing import Any

import pytest

from taku import engine
from taku.bots import mcts, registry, thinking
from taku.bots.evaluate import judge_of
from taku.bots.mcts import MctsBot, Search
from taku.bots.thinking import Budget, Considered, Progress, Thinker, reopen
from taku.engine import Decision, State
from taku.protocol import host
from taku.protocol.players import Turn


def middle(id: str, players: int | None = None, moves: int = 9) -> State:
    """A position some moves into a match."""
    rng = random.Random(3)
    state: State = engine.game(id).new(players, seed=3)
    for _ in range(moves):
        decision = state.pending[0]
        state.advance(decision.seat, rng.choice(decision.moves))
    return state


def with_choice(state: State) -> Decision:
    """The first open decision that leaves a choice, some moves on."""
    while len(state.pending[0].moves) < 2:
        state.advance(state.pending[0].seat, state.pending[0].moves[0])
    return state.pending[0]


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("gready", r"unknown player 'gready' \(did you mean 'greedy'\?\)"),
        ("mcts:itertions=5", r"unknown parameter 'itertions' \(did you mean 'iterations'\?\)"),
        ("mcts:second=1", r"unknown parameter 'second' \(did you mean 'seconds'\?\)"),
        ("mcts:seconds=0", "seconds must be a number of seconds above 0, not '0'"),
        ("mcts:seconds=nan", "not 'nan'"),
        ("mcts:iterations=-1", "iterations must be a whole number from 1, not '-1'"),
        ("mcts:iterations=1,iterations=2", "iterations is given twice"),
        ("random:seed=x", "seed must be a whole number, not 'x'"),
        ("exec:", "expected a command"),
    ],
)
def test_a_bad_spec_is_refused_with_what_was_expected(spec: str, error: str) -> None:
    with pytest.raises(registry.BadSpec, match=error):
        registry.check(spec)
    with pytest.raises(registry.BadSpec, match=error):
        registry.make(spec)


@pytest.mark.parametrize(("language", "seed"), [("en", "seed=a whole number"), ("ja", "seed=整数")])
def test_every_bot_is_listed_with_a_line_of_help(language: str, seed: str) -> None:
    rows = registry.listed(language)
    assert [name for name, _, _ in rows] == [*registry.BOTS, "exec:COMMAND"]
    assert all(text and "\n" not in text for _, _, text in rows)
    assert all(keys.endswith(seed) for _, keys, _ in rows[:-1])


def everything(bots: list[str], id: str, seed: int) -> tuple[tuple[int, str], ...]:
    match = engine.Match(engine.game(id), len(bots), seed)
    host.play(match, [registry.make(spec, seed=i) for i, spec in enumerate(bots)])
    return tuple(match.moves)


@pytest.mark.parametrize("id", engine.games())
def test_seeded_bots_play_the_same_match_again(id: str) -> None:
    seats = engine.game(id).players[0]
    bots = ["mcts:iterations=3", "greedy:samples=1", "random", "random", "random"][:seats]
    assert everything(bots, id, 4) == everything(bots, id, 4)


@pytest.mark.parametrize("id", engine.games())
def test_search_plays_with_the_most_players_and_every_variant(id: str) -> None:
    game = engine.game(id)
    for options in game.variants:
        for players in sorted({game.players[0], game.players[1]}):
            try:
                state = game.new(players, 8, options)
            except engine.TakuError:
                continue
            for _ in range(6):
                decision = state.pending[0]
                bot = MctsBot(iterations=4, seed=1)
                state.advance(decision.seat, bot.choose(Turn(state, decision)))


class Clock:
    """A clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(thinking, "perf_counter", made)
    return made


class Idle(Thinker):
    """Thinks of nothing."""


def test_a_limit_in_seconds_leaves_no_room_for_an_iteration_that_would_break_it(
    clock: Clock,
) -> None:
    budget = Budget(Idle(), None, 1.0)
    while budget.goes_on():
        clock.now += 0.3
    assert clock.now == pytest.approx(100.9)


@pytest.mark.parametrize(("limit", "latest"), [(0.1, 0.12), (0.4, 0.42), (1.0, 1.05)])
def test_a_limit_is_kept_within_a_twentieth_or_twenty_milliseconds(
    limit: float, latest: float
) -> None:
    assert thinking.latest(limit) == pytest.approx(latest)


def test_a_bot_that_was_held_up_leaves_room_for_being_held_up_again(clock: Clock) -> None:
    budget = Budget(Idle(), None, 1.0)
    assert budget.goes_on()
    clock.now += 0.3
    while budget.goes_on():
        clock.now += 0.04
    assert clock.now == pytest.approx(100.78)


def test_one_iteration_is_always_made(clock: Clock) -> None:
    budget = Budget(Idle(), None, 0.001)
    assert budget.goes_on()
    clock.now += 5
    assert not budget.goes_on()


def test_whichever_limit_is_reached_first_holds(clock: Clock) -> None:
    budget = Budget(Idle(), 3, 100.0)
    while budget.goes_on():
        clock.now += 1
    assert budget.used == 3


def test_a_hurried_bot_answers_with_the_best_so_far() -> None:
    state = middle("grimoire")
    decision = with_choice(state)
    bot = MctsBot(seconds=600.0, seed=1)
    seen: list[Progress] = []

    def stop(progress: Progress) -> None:
        seen.append(progress)
        threading.Thread(target=bot.hurry).start()

    bot.on_progress = stop
    move = bot.choose(Turn(state, decision))
    assert move in decision.moves
    assert seen
    assert seen[0].best in decision.moves
    assert 0 < seen[0].share < 0.1
    assert seen[0].iterations > 0


def test_a_hurry_does_not_outlast_the_decision() -> None:
    state = middle("grimoire")
    decision = with_choice(state)
    bot = MctsBot(iterations=20, seed=1)
    bot.hurry()
    bot.choose(Turn(state, decision))
    assert sum(c.visits for c in bot.explain()) == 1
    bot.choose(Turn(state, decision))
    assert sum(c.visits for c in bot.explain()) == 20


@pytest.mark.parametrize("spec", ["greedy", "mcts:iterations=20"])
@pytest.mark.parametrize("id", engine.games())
def test_a_bot_tells_why(id: str, spec: str) -> None:
    state = middle(id)
    decision = with_choice(state)
    bot = registry.make(spec, seed=1)
    assert isinstance(bot, Thinker)
    move = bot.choose(Turn(state, decision))
    reasons = bot.explain()
    assert reasons[0].move == move
    assert sorted(c.move for c in reasons) == sorted(decision.moves)
    assert all(0 <= c.value <= 1 for c in reasons)
    assert len({c.value for c in reasons}) > 1
    if spec.startswith("mcts"):
        assert sum(c.visits for c in reasons) == 20


def test_a_search_ends_early_only_when_the_rest_could_not_change_its_mind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = middle("heart-of-crown", moves=30)
    decision = with_choice(state)
    early = MctsBot(iterations=600, seed=1)
    move = early.choose(Turn(state, decision))
    spent = sum(c.visits for c in early.explain())
    monkeypatch.setattr(mcts, "CHECK_EVERY", 10_000)
    patient = MctsBot(iterations=600, seed=1)
    assert patient.choose(Turn(state, decision)) == move
    assert spent < sum(c.visits for c in patient.explain()) == 600
    first, second, *_ = early.explain()
    assert first.visits - second.visits > 600 - spent


def test_a_single_move_needs_no_thought() -> None:
    class Never(Thinker):
        def consider(self, turn: Turn) -> list[Considered]:
            raise AssertionError("thought")

    state = middle("grimoire")
    decision = state.pending[0]
    only = Decision(decision.seat, decision.kind, decision.moves[:1])
    assert Never().choose(Turn(state, only)) == decision.moves[0]


def test_simultaneous_choices_are_independent_in_the_tree() -> None:
    """No table below the root's choice knows a page that is still secret."""
    state = engine.game("grimoire").new(3, seed=2)
    while len(state.pending) < 3:
        state.advance(state.pending[0].seat, state.pending[0].moves[0])
    search = Search(judge_of(state.game), random.Random(1))
    rng = random.Random(2)
    for _ in range(60):
        search.iterate(state.determinize(0, rng))
    assert set(search.root.tables) == {0, 1, 2}
    assert all(isinstance(key, tuple) and len(key) == 3 for key in search.root.children)


def test_who_answered_first_does_not_matter() -> None:
    """A secret answer of another is thought about afresh, not taken from a redealt one."""
    state = engine.game("grimoire").new(2, seed=2)
    while len(state.pending) < 2:
        state.advance(state.pending[0].seat, state.pending[0].moves[0])
    first = MctsBot(iterations=50, seed=1).choose(Turn(state, state.pending[1]))
    answered = state.copy()
    answered.advance(0, "page 3")
    sample: Any = answered.determinize(1, random.Random(1))
    reopen(sample, 1)
    assert [d.seat for d in sample.pending] == [0, 1]
    assert first in state.pending[1].moves


def test_search_finds_the_best_of_what_lies_open() -> None:
    """With nothing hidden that matters the search takes the most points."""
    scenario = {"players": 2}
    state = engine.game("grimoire").new(2, seed=4, scenario=scenario)
    wins = 0
    for seed in range(6):
        match = engine.Match(state.game, 2, seed)
        out = host.play(match, [MctsBot(iterations=60, seed=1), registry.make("random", seed=2)])
        wins += 0 in out.result.winners
    assert wins >= 5
