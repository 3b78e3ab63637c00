"""What every state promises, shown with Grimoire."""

import random
import re
from typing import Any

import pytest

from taku import engine
from taku.engine import BadData, BadOptions, BadPlayers, IllegalMove, MatchOver, NotYourDecision

GAME = engine.game("grimoire")
TOKENS = {"tokens": [1, 2, 3]}


def at_books() -> Any:
    """Three players about to choose their pages."""
    return GAME.new(seed=3, scenario=TOKENS)


def finished() -> Any:
    """A match that is over."""
    state, rng = GAME.new(2, 5), random.Random(5)
    while state.result is None:
        decision = state.pending[0]
        state.apply(decision.seat, rng.choice(decision.moves))
    return state


def test_several_decisions_are_open_at_once() -> None:
    state = at_books()
    assert [(d.seat, d.kind) for d in state.pending] == [(0, "page"), (1, "page"), (2, "page")]
    state.apply(1, "page 4")
    assert [d.seat for d in state.pending] == [0, 2]


def test_a_copy_between_two_answers_goes_on_identically() -> None:
    state = at_books()
    state.apply(2, "page 4")
    twins = [state.copy(), GAME.from_bytes(state.to_bytes())]
    for twin in twins:
        assert twin == state
        assert hash(twin) == hash(state)
    for seat, move in ((0, "page 1"), (1, "page 6")):
        told = state.apply(seat, move)
        assert all(twin.apply(seat, move) == told for twin in twins)
    assert all(twin == state for twin in twins)


def test_a_copy_is_independent() -> None:
    state = at_books()
    before = state.to_bytes()
    copied = state.copy()
    for seat in range(3):
        copied.apply(seat, "page 1")
    assert state.to_bytes() == before
    assert copied != state


def test_states_of_other_positions_and_games_differ() -> None:
    assert GAME.new(2, 1) != GAME.new(2, 2)
    assert GAME.new(2, 1) != "a state"


@pytest.mark.parametrize(
    ("seat", "move", "error"),
    [
        (0, "page 7", IllegalMove),
        (0, "pgae 3", IllegalMove),
        (0, "", IllegalMove),
        (3, "page 1", NotYourDecision),
        (-1, "page 1", NotYourDecision),
    ],
)
def test_an_illegal_move_raises_and_changes_nothing(
    seat: int, move: str, error: type[Exception]
) -> None:
    state = at_books()
    before = state.to_bytes()
    with pytest.raises(error):
        state.apply(seat, move)
    assert state.to_bytes() == before


def test_the_error_names_the_input_the_legal_moves_and_what_was_meant() -> None:
    with pytest.raises(IllegalMove) as error:
        at_books().apply(0, "pgae 3")
    assert "'pgae 3'" in str(error.value)
    assert "did you mean 'page 3'?" in str(error.value)
    assert "legal: page 1, page 2" in str(error.value)


def test_a_finished_match_takes_no_move() -> None:
    state = finished()
    assert state.pending == ()
    before = state.to_bytes()
    with pytest.raises(MatchOver):
        state.apply(0, "page 1")
    assert state.to_bytes() == before


def test_a_choice_can_be_changed_until_all_have_chosen() -> None:
    state = at_books()
    state.apply(0, "page 1")
    assert state.apply(0, "page 2") == []
    state.apply(1, "page 3")
    state.apply(2, "page 4")
    with pytest.raises(IllegalMove):
        state.apply(0, "page 3")
    assert state.view(None).areas[0].page == 2


def test_apply_tells_and_advance_is_silent() -> None:
    told, silent = at_books(), at_books()
    events = [event.kind for seat in range(3) for event in told.apply(seat, "page 2")]
    for seat in range(3):
        silent.advance(seat, "page 2")
    assert events[:3] == ["chosen", "chosen", "books"]
    assert silent == told


@pytest.mark.parametrize("data", [b"", b"\x00", b"rubbish", b"\x93\x01\x02\x03"])
def test_foreign_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadData, match="no state of grimoire"):
        GAME.from_bytes(data)


def test_bytes_with_a_text_that_is_not_utf8_are_refused() -> None:
    data = GAME.new(2, 1).to_bytes().replace(b"grimoire", b"grimoir\xff")
    with pytest.raises(BadData, match="no state of grimoire"):
        GAME.from_bytes(data)


def test_bytes_of_other_cards_are_refused() -> None:
    data = GAME.new(2, 1).to_bytes().replace(GAME.tag.encode(), b"x" * len(GAME.tag))
    with pytest.raises(BadData, match="expected"):
        GAME.from_bytes(data)


def test_truncated_bytes_are_refused() -> None:
    data = GAME.new(2, 1).to_bytes()
    for end in range(0, len(data), 7):
        with pytest.raises(BadData):
            GAME.from_bytes(data[:end])


@pytest.mark.parametrize("players", [0, 1, 5, -2, True, "2"])
def test_wrong_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadPlayers, match="2 to 4 players"):
        GAME.new(players)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOptions, match="unknown option of grimoire: 'speed'"):
        GAME.new(2, options={"speed": 3})


def test_the_seed_alone_decides() -> None:
    random.seed(1)
    one = GAME.new(3, 7).to_bytes()
    random.seed(2)
    assert GAME.new(3, 7).to_bytes() == one
    assert GAME.new(3, 8).to_bytes() != one
    assert GAME.new(3, -7).to_bytes() != one


@pytest.mark.parametrize("id", engine.games())
@pytest.mark.parametrize("number", [10**7, 10**25, -(10**25)])
def test_a_number_that_no_table_has_is_refused(id: str, number: int) -> None:
    game = engine.game(id)
    fields = {"grimoire": "round", "mitakihara": "turn"}
    with pytest.raises(engine.BadScenario, match=f"expected at most 1000000, got {number}"):
        game.new(scenario={fields.get(id, "number"): number})


def test_a_number_deep_in_a_scenario_is_refused_with_its_place() -> None:
    place = re.escape("`$.market.city`")
    with pytest.raises(engine.BadScenario, match=f"got 1000000000 - at {place}"):
        engine.game("heart-of-crown").new(scenario={"market": {"city": 10**9}})


@pytest.mark.parametrize(
    ("id", "scenario", "told"),
    [
        (
            "grimoire",
            {"phase": "qest"},
            "'qest' (did you mean 'quest'?), expected book, quest, set",
        ),
        ("mitakihara", {"effects": ["x"]}, "'x', expected makes-no-sense, nothing-to-fear"),
        ("mitakihara", {"enemies": {"aley": "toys"}}, "'aley' (did you mean 'alley'?), expected"),
    ],
)
def test_a_word_that_is_none_of_a_few_is_refused_with_these(
    id: str, scenario: dict[str, object], told: str
) -> None:
    with pytest.raises(engine.BadScenario, match=re.escape(told)):
        engine.game(id).new(scenario=scenario)


@pytest.mark.parametrize("seed", ["7", 7.0, None])
def test_a_seed_that_is_no_integer_is_refused(seed: int) -> None:
    with pytest.raises(TypeError, match=f"a seed is an integer, not {seed!r}"):
        GAME.new(3, seed)


@pytest.mark.parametrize("seat", [3, -1, "0", 1.5])
def test_a_seat_that_does_not_exist_has_no_view_and_no_guesses(seat: int) -> None:
    state = at_books()
    with pytest.raises(engine.TakuError, match="seats 0 to 2"):
        state.view(seat)
    with pytest.raises(engine.TakuError, match="seats 0 to 2"):
        state.determinize(seat, random.Random(1))


def test_a_list_that_no_table_has_is_refused_with_its_place() -> None:
    place = re.escape("`$.commons`")
    with pytest.raises(BadOptions, match=f"at most 1000 entries, got 1001 - at {place}"):
        engine.game("heart-of-crown").new(options={"commons": ["bank"] * 1001})
    place = re.escape("`$.seats[1].treasures`")
    seats: list[Any] = [{}, {"treasures": ["gold-coin"] * 1001}]
    with pytest.raises(engine.BadScenario, match=f"at most 1000 entries, got 1001 - at {place}"):
        engine.game("grimoire").new(scenario={"seats": seats})
