"""The screens of every game at 80 and 120 columns; ``make golden`` writes them anew."""

import io
import random
from dataclasses import replace
from typing import Any

import pytest

from taku import engine
from taku.bots.registry import make
from taku.cli.console import PlainConsole
from taku.cli.moves import choices
from taku.cli.reference import primer
from taku.cli.render import table
from taku.cli.render.common import Look, cells, flow, length
from taku.cli.session import FOOT, Session
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


MITAKIHARA = {
    3: [],
    4: ["burst-heal"],
    5: ["oriko-kirika", "stage-girl"],
    6: ["six-girls"],
    7: ["seven-girls"],
    8: ["eight-girls", "burst-heal"],
}
"""The rules that each number of players is sampled with."""
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *(("grimoire", players, {}) for players in (2, 3, 4)),
    *(("heart-of-crown", players, {}) for players in (2, 3, 4)),
    *(("daybreak", players, {}) for players in (2, 3, 4)),
    *(("daybreak", players, {"modules": ["curse", "bless", "travellers"]}) for players in (2, 4)),
    *(("mitakihara", players, {"rules": r, "talk": True}) for players, r in MITAKIHARA.items()),
]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_screen_fits_80_columns_and_24_rows_with_its_prompt(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = Match(engine.game(game), players, 5, options)
    console = PlainConsole(io.StringIO(), io.StringIO(), 80, 24)
    console.interactive = True
    session = Session(match, ["human"] * players, console, "en", make)
    rng = random.Random(players)
    seen = 0
    while match.state.pending and len(match.moves) < 800:
        decision = rng.choice(match.state.pending)
        if rng.random() < 0.2:
            seen += 1
            for session.language in ("ja", "en"):
                _fits(session, decision)
        session.make(decision.seat, rng.choice(decision.moves))
    assert seen > 2


def _fits(session: Session, decision: Decision) -> None:
    """The screen is no larger than the terminal, and has the question and the first moves."""
    lines = session.screen(decision)
    text = plain(lines)
    words = session.match.game.words
    assert len(lines) + FOOT <= 24, text
    assert max(map(length, lines)) <= 80, text
    assert words.question(decision.kind, session.language)[:30] in text
    assert words.label(decision.moves[0], session.language, session.names)[:60] in text


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("game", engine.games())
def test_the_first_screen_says_what_the_game_is_about_and_fits(game: str, language: str) -> None:
    match = Match(engine.game(game), seed=5)
    for height, welcomed in ((24, True), (23, False)):
        console = PlainConsole(io.StringIO(), io.StringIO(), 80, height)
        console.interactive = True
        seats = ["human"] * match.players
        session = Session(match, seats, console, language, make)
        session.welcome()
        decision = match.state.pending[0]
        lines = session.screen(decision)
        assert len(lines) + FOOT <= height
        aim = primer(match.game)[0].text.in_language(language)
        assert (aim[:30] in plain(lines)) == welcomed
        assert ("rules" in plain(lines)) == welcomed


def test_the_taller_the_terminal_the_more_of_the_table_is_shown() -> None:
    match = Match(engine.game("mitakihara"), 8, 1, {"rules": ["eight-girls"]})
    decision = match.state.pending[0]
    shown = []
    for height in (18, 26, 60):
        console = PlainConsole(io.StringIO(), io.StringIO(), 80, height)
        console.interactive = True
        session = Session(match, ["human"] + ["greedy"] * 7, console, "en", make)
        lines = session.screen(decision)
        assert len(lines) + FOOT <= height
        shown.append(plain(lines))
    least, some, full = shown
    assert "Tomoe Mami" not in least
    assert "Mami bow HP 6/6 MP 8/8" in least
    assert "Tomoe Mami     greedy 3  girl   bow" in some
    assert "Witches     Mermaid Witch" in full


def test_of_many_moves_the_first_are_listed_and_where_the_others_are() -> None:
    match = Match(engine.game("grimoire"), 2, 1)
    while len(match.state.pending[0].moves) < 13:
        match.apply(match.state.pending[0].seat, match.state.pending[0].moves[-1])
    console = PlainConsole(io.StringIO(), io.StringIO(), 80, 8)
    console.interactive = True
    session = Session(match, ["human", "human"], console, "en", make)
    text = plain(session.asked(match.state.pending[0]))
    count = len(match.state.pending[0].moves)
    assert f"... and so on to {count} ('moves' shows all)" in text
    assert "1 Page 1 Luck" in text


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


def first_page_choice(console: PlainConsole, moves: int) -> tuple[Session, Decision]:
    """A match of Grimoire where a page is chosen from so many moves."""
    match = Match(engine.game("grimoire"), 2, 1)
    while match.state.pending[0].kind != "page" or len(match.state.pending[0].moves) < moves:
        match.apply(match.state.pending[0].seat, match.state.pending[0].moves[0])
    console.interactive = True
    return Session(match, ["human"] * 2, console, "en", make), match.state.pending[0]


def test_where_rows_are_left_all_is_told_that_a_move_does() -> None:
    session, decision = first_page_choice(PlainConsole(io.StringIO(), io.StringIO(), 80, 40), 6)
    text = plain(session.asked(decision))
    assert "…" not in text
    for choice in session.offered(decision):
        assert choice.note in " ".join(text.split())


def test_also_many_moves_are_told_with_what_they_do_where_rows_are_left() -> None:
    session, decision = first_page_choice(PlainConsole(io.StringIO(), io.StringIO(), 80, 50), 13)
    text = plain(session.asked(decision))
    for choice in session.offered(decision):
        assert f"{choice.number:>2} {choice.title}  " in text
        assert choice.note[:30] in text


def test_few_moves_are_told_whole_also_where_some_say_nothing_of_themselves() -> None:
    match = Match(engine.game("heart-of-crown"), 2, 5)
    console = PlainConsole(io.StringIO(), io.StringIO(), 120, 40)
    console.interactive = True
    session = Session(match, ["human"] * 2, console, "en", make)
    decision = match.state.pending[0]
    notes = [choice.note for choice in session.offered(decision)]
    assert notes.count("") == 2
    assert all(note in " ".join(plain(session.screen(decision)).split()) for note in notes)


def test_what_happened_comes_before_all_that_moves_do() -> None:
    session, decision = first_page_choice(PlainConsole(io.StringIO(), io.StringIO(), 80, 99), 7)
    session._told[decision.seat] = len(session.match.events)
    session.console.height = FOOT + len(session.screen(decision))  # type: ignore[misc]
    assert "…" not in plain(session.screen(decision))
    session._told[decision.seat] = 0
    assert len(session._news(decision.seat)) > 3
    text = plain(session.screen(decision))
    assert "…" in text
    assert plain(session._news(decision.seat)) in text


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


def test_dense_items_take_several_columns_where_they_are_long() -> None:
    items = ["a" * 30, "b" * 30, "short", "brief", "tiny", "small", "end", "last"]
    assert len(flow(items, 40)) == 8
    dense = plain(flow(items, 40, dense=True)).splitlines()
    assert len(dense) < 6
    assert " ".join(dense).split() == items
    assert all(cells(line) <= 40 for line in dense)
