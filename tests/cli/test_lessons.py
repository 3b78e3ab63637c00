"""Every lesson says what to type, takes that and nothing else, and what it tells comes true."""

import io
from typing import Any

import pytest

from taku import engine
from taku.cli.console import PlainConsole
from taku.cli.learn import LessonSession, Step, Taught, lessons, read
from taku.engine import Match, TakuError

LANGUAGES = ("ja", "en")


def begun(game: str, language: str) -> LessonSession:
    """A lesson at its first step."""
    lesson = read(game, language)
    match = Match(engine.game(game), lesson.players, lesson.seed, lesson.options, lesson.scenario)
    console = PlainConsole(io.StringIO(), io.StringIO())
    session = LessonSession(lesson, match, console, language)
    session.table.run()
    return session


def answer(session: LessonSession, move: str) -> bool:
    """Make a move and let the teacher go on; whether the lesson is over."""
    try:
        session.make(0, move)
    except Taught:
        return True
    finally:
        session.table.run()
    return False


def accepted(step: Step, moves: Any) -> list[str]:
    """The legal moves with which a step goes on."""
    return [m for m in moves if not step.accept or {m, m.partition(" ")[0]} & set(step.accept)]


def played(game: str, count: int) -> LessonSession:
    """A lesson after so many steps."""
    session = begun(game, "en")
    for step in read(game, "en").step[:count]:
        answer(session, accepted(step, session.match.state.pending[0].moves)[0])
    return session


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", lessons())
def test_a_lesson_takes_what_it_asks_for_and_answers_all_else(game: str, language: str) -> None:
    session = begun(game, language)
    steps = read(game, language).step
    for number, step in enumerate(steps, 1):
        (decision,) = session.match.state.pending
        good = accepted(step, decision.moves)
        for wrong in set(decision.moves) - set(good):
            with pytest.raises(TakuError) as refusal:
                session.make(0, wrong)
            if step.otherwise:
                assert str(refusal.value) == step.otherwise.in_language(language)
        assert session.match.state.pending[0] == decision
        assert answer(session, good[0]) == (number == len(steps))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", lessons())
def test_a_lesson_says_what_to_type(game: str, language: str) -> None:
    for step in read(game, language).step:
        told = step.say.in_language(language)
        told += step.otherwise.in_language(language) if step.otherwise else ""
        assert not step.accept or any(move in told for move in step.accept), step


def test_what_the_lesson_of_daybreak_tells_comes_true() -> None:
    assert played("daybreak", 2).match.state.view(0).areas[0].held == 6
    assert "flower-seller" in played("daybreak", 6).match.state.view(0).areas[0].hand
    session = played("daybreak", 8)
    assert "blocked" in [event.kind for event in session.match.events]
    held = session.match.state.view(0).areas[0].held
    you = played("daybreak", 10).match.state.view(0).areas[0]
    assert you.held == held - 1 + 2
    assert "pendulum-maker" in [card.card for card in you.cast]


def test_what_the_lesson_of_mitakihara_tells_comes_true() -> None:
    kyoko = played("mitakihara", 2).match.state.view(0).characters[1]
    assert (kyoko.name, kyoko.hp) == ("kyoko", 9)
    session = played("mitakihara", 4)
    assert "magic-33" in session.match.state.view(0).characters[0].hand
    view = played("mitakihara", 7).match.state.view(0)
    assert view.prize == "grief-seed"
    assert "factory" not in [enemy.place for enemy in view.enemies]
    told = [event for event in played("mitakihara", 8).match.events if event.kind == "hurt"]
    assert [(event.data["character"], event.data["amount"]) for event in told[:1]] == [("kyoko", 2)]
