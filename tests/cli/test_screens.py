"""The screens of every game at 80 and 120 columns; ``make golden`` writes them anew."""

import io
import random
from dataclasses import replace

import pytest

from taku import engine
from taku.bots.registry import make
from taku.cli.console import PlainConsole
from taku.cli.moves import choices
from taku.cli.render import table
from taku.cli.render.common import Look, cells
from taku.cli.session import Session
from taku.cli.style import plain
from taku.cli.telling import listed_moves
from taku.engine import Decision, Match
from tests.support.screens import FOLDER, screen, screens


def test_every_screen_is_as_it_was_and_no_line_is_too_wide() -> None:
    for name, width, text in screens():
        assert text == (FOLDER / f"{name}.txt").read_text("utf-8"), f"{name}: see `make golden`"
        for line in text.splitlines():
            assert cells(line) <= width, f"{name}: {line}"


@pytest.mark.parametrize("game", engine.games())
def test_a_screen_is_the_same_whatever_the_seat_cannot_know(game: str) -> None:
    rng = random.Random(7)
    match = Match(engine.game(game), 4, 7)
    seats = ["human"] * match.players
    session = Session(match, seats, PlainConsole(io.StringIO(), io.StringIO()), "en", make)
    changed = 0
    for _ in range(80):
        if match.state.result is not None:
            break
        for decision in match.state.pending:
            shown = _shown(session, decision)
            before = match.state
            match.state = before.determinize(decision.seat, rng)
            changed += match.state != before
            assert _shown(session, decision) == shown
            match.state = before
        decision = rng.choice(match.state.pending)
        match.apply(decision.seat, rng.choice(decision.moves))
    assert changed > 40


def _shown(session: Session, decision: Decision) -> str:
    """All that a person is shown before a move."""
    notes = [choice.note for choice in session.offered(decision)]
    return plain(session.screen(decision)) + session.status(decision.seat) + "".join(notes)


@pytest.mark.parametrize("width", [1, 20, 40, 60])
@pytest.mark.parametrize("game", engine.games())
def test_a_terminal_of_any_width_gets_a_whole_screen(game: str, width: int) -> None:
    for language in ("ja", "en"):
        assert len(screen(game, language, width, 1000).split()) >= 60
        assert len(screen(game, language, width, 10).split()) >= 30


@pytest.mark.parametrize("word", ["hidden", "None", "{", "}"])
def test_no_screen_shows_what_is_not_for_people(word: str) -> None:
    for name, _, text in screens():
        assert word not in text, name


def test_moves_stand_with_what_they_do_where_there_is_room_else_in_columns() -> None:
    look = Look(engine.game("grimoire"), "en", ["Player", "greedy"])
    offered = choices([f"page {number}" for number in range(1, 7)], look)
    roomy, tight = plain(listed_moves(offered, 80, 6)), plain(listed_moves(offered, 80, 5))
    assert "Gain 1 VP in chips" in roomy
    assert len(roomy.splitlines()) == 6
    assert len(tight.splitlines()) == 2
    assert all(f"{number} Page {number}" in tight for number in range(1, 7))


def test_a_small_screen_tells_the_zones_of_many_others_in_short() -> None:
    match = Match(engine.game("heart-of-crown"), 3, 1)
    while match.state.view(1).areas[2].discard == ():
        decision = match.state.pending[0]
        match.apply(decision.seat, decision.moves[-1])
    view = match.state.view(1)
    look = Look(match.game, "en", ["a", "b", "c"], 80, 12)
    small, tall = plain(table(view, look)), plain(table(view, replace(look, height=40)))
    assert f"discards {len(view.areas[2].discard)}" in small
    assert tall.count("discards ") == small.count("discards ") + sum(
        bool(area.discard) for area in view.areas if area.seat != 1
    )
