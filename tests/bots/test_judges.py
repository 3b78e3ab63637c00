"""What the judges of the games say about positions and moves."""

import random
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import pytest

from taku import engine
from taku.bots.evaluate import daybreak, judge_of, mitakihara
from taku.bots.evaluate.judge import Judge
from taku.engine import Result, State


def matches(id: str) -> Iterator[State]:
    """A new match of every variant, with the fewest and the most players it is for."""
    game: engine.Game[Any] = engine.game(id)
    for seed, options in enumerate(game.variants):
        played = []
        for players in range(game.players[0], game.players[1] + 1):
            try:
                played.append(game.new(players, seed, options))
            except engine.TakuError:
                continue
        assert played, options
        yield from {state.players: state for state in (played[0], played[-1])}.values()


@pytest.mark.parametrize("id", engine.games())
def test_every_game_has_a_judge_of_its_own(id: str) -> None:
    assert type(judge_of(engine.game(id))) is not Judge


@pytest.mark.parametrize("id", engine.games())
def test_a_judge_has_a_word_on_every_move_and_position(id: str) -> None:
    judge = judge_of(engine.game(id))
    rng = random.Random(1)
    for state in matches(id):
        for _ in range(400):
            if state.result is not None:
                break
            for decision in state.pending:
                weights = judge.weights(state, decision)
                if weights is not None:
                    assert len(weights) == len(decision.moves)
                    assert all(isfinite(weight) and weight > 0 for weight in weights)
                assert judge.pick(state, decision, rng) in decision.moves
            decision = rng.choice(state.pending)
            state.advance(decision.seat, rng.choice(decision.moves))
            values = judge.value(state)
            assert len(values) == state.players
            assert all(0 <= value <= 1 for value in values)


@pytest.mark.parametrize("id", [id for id in engine.games() if id != "mitakihara"])
def test_a_judge_prefers_victory(id: str) -> None:
    judge = judge_of(engine.game(id))
    won, lost = judge.outcome(Result((0,), (1, 2), (12, 11), "over"))
    assert won > 0.5 > lost
    far, _ = judge.outcome(Result((0,), (1, 2), (20, 11), "over"))
    assert far > won
    assert far > judge.outcome(Result((0, 1), (1, 1), (12, 12), "over"))[0] > lost


@pytest.mark.parametrize(
    "options", [{}, {"rules": ["stage-girl"]}], ids=["cooperative", "with a traitor"]
)
def test_girls_and_traitors_hope_for_the_opposite(options: Mapping[str, Any]) -> None:
    state = engine.game("mitakihara").new(5, 3, options)
    judge = judge_of(state.game)
    values = judge.value(state)
    sides = [bool(state.identity and state.identity[seat]) for seat in state.seats]
    girls = values[sides.index(False)]
    assert values == [1 - girls if traitor else girls for traitor in sides]
    state.durability -= 100
    assert judge.value(state)[sides.index(False)] < girls
    state.finish([seat for seat in state.seats if not sides[seat]], None, "good-ending")
    assert judge.value(state) == [0.0 if traitor else 1.0 for traitor in sides]


def test_turns_that_are_left_are_counted_exactly_once_the_end_is_near() -> None:
    """Who set off the end has the rest of this turn and a last one, the others one each."""
    state = engine.game("daybreak").new(3, 1)
    judge = judge_of(state.game)
    assert isinstance(judge, daybreak.GameJudge)
    state.phase, state.ending, state.last_left = "main", "stones-out", 3
    assert [judge.turns(state, (state.active + n) % 3) for n in range(3)] == [2, 1, 1]
    state.phase = "end"
    assert judge.turns(state, state.active) == 1
    state.phase, state.last_left = "main", 0
    assert [judge.turns(state, (state.active + n) % 3) for n in range(3)] == [1, 0, 0]


@pytest.mark.parametrize(
    ("left", "cycle", "uses"), [(0, 3, 0), (-2, 3, 0), (1, 3, 1), (4, 3, 2), (7, 3, 3), (9, 5, 1)]
)
def test_a_card_comes_back_after_its_cast_time(left: int, cycle: int, uses: float) -> None:
    assert daybreak.uses(left, cycle) == uses


def test_a_team_lays_the_cards_of_a_coordinated_attack_without_a_word() -> None:
    """Homura the lowest, Mami the next, Kyoko the highest, enough for the witch's HP."""
    state = engine.game("mitakihara").new(3, 1)
    judge = judge_of(state.game)
    assert isinstance(judge, mitakihara.GameJudge)
    girls = [state.name.index(name) for name in ("homura", "mami", "kyoko")]
    state.area, state.fighters = 1, sum(1 << c for c in girls)
    state.enemy_hp[1] = 18
    assert [judge._wanted(state, c) for c in girls] == [2, 3, 4]
    state.enemy_hp[1] = 19
    assert [judge._wanted(state, c) for c in girls] == [3, 4, 5]
    state.fighters &= state.fighters - 1
    assert judge._wanted(state, girls[0]) == 0
