"""Tutorials: a scripted match that says what to try, checks what was typed, and explains."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from taku import engine
from taku.cli import play
from taku.cli.console import Console
from taku.cli.language import text
from taku.cli.render.common import rule, wrap
from taku.cli.seating import HUMAN
from taku.cli.session import Session
from taku.cli.style import Line
from taku.cli.terms import game_named
from taku.engine import Match, TakuError
from taku.engine.core.cards import Text
from taku.engine.core.errors import near
from taku.protocol.players import LocalPlayer, Player, Turn
from taku.protocol.records import Recorder

if TYPE_CHECKING:
    from taku.cli.terms import Terms

FOLDER = Path(__file__).parent / "lessons"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing to learn: what is said before the move, and which moves will do."""

    say: Text
    accept: tuple[str, ...] = ()
    """Moves, or verbs, that go on; any move does if there are none."""
    otherwise: Text | None = None
    """What is said to any other legal move, which is not made."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tutorial of one game."""

    seed: int = 1
    players: int = 2
    options: dict[str, Any] = {}
    scenario: dict[str, Any] | None = None
    others: tuple[str, ...] = ()
    """What the other seats do, in order; then their first legal move."""
    step: tuple[Step, ...]
    end: Text
    """What is said when the last step is done."""


def lessons() -> list[str]:
    """The games that have a tutorial."""
    return [id for id in engine.games() if _path(id).exists()]


def _path(id: str) -> Path:
    return FOLDER / f"{id.replace('-', '_')}.toml"


def read(id: str, language: str) -> Lesson:
    """The tutorial of a game."""
    engine.game(id)
    path = _path(id)
    if not path.exists():
        known = lessons()
        raise TakuError(
            text(language, "no-lesson", game=id, near=near(id, known), games=", ".join(known))
        )
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson)


class Scripted(LocalPlayer):
    """The other side of a lesson: makes the moves of the script."""

    name = "teacher"

    def __init__(self, moves: Sequence[str]) -> None:
        super().__init__()
        self._moves = list(moves)

    def choose(self, turn: Turn) -> str:
        """The next move of the script that is legal now, else the first there is."""
        for number, move in enumerate(self._moves):
            if move in turn.decision.moves:
                del self._moves[: number + 1]
                return move
        return turn.decision.moves[0]


class Taught(Exception):
    """The last step is done."""


class LessonSession(Session):
    """A session that speaks before each move and takes only what the lesson asks for."""

    def __init__(self, lesson: Lesson, match: Match[Any], console: Console, language: str) -> None:
        script = Scripted(lesson.others)
        self._lesson = lesson
        self._at = 0

        def make(spec: str) -> Player:
            return script

        super().__init__(
            match, [HUMAN] + ["teacher"] * (match.players - 1), console, language, make
        )

    def said(self) -> list[Line]:
        """What the teacher says."""
        step = self._lesson.step[self._at]
        head = rule(
            self.say("lesson", at=self._at + 1, length=len(self._lesson.step)), self.console.width
        )
        said = wrap(flowing(step.say, self.language), self.console.width - 2)
        return [head, *([("gold", " " + line)] for line in said)]

    def undo(self, seat: int) -> None:
        """Take back a move, and its step."""
        super().undo(seat)
        self._at -= 1

    def replace(self, match: Match[Any], recorder: Recorder | None) -> None:
        """The teacher knows one match only."""
        raise TakuError(self.say("no-load"))

    def make(self, seat: int, move: str) -> None:
        """Make the move if the lesson asks for it; else say why not."""
        step = self._lesson.step[self._at]
        wanted = step.accept
        if wanted and move not in wanted and move.partition(" ")[0] not in wanted:
            reply = step.otherwise.in_language(self.language) if step.otherwise else ""
            raise TakuError(reply or self.say("lesson-not", moves=", ".join(wanted)))
        self._at += 1
        super().make(seat, move)
        if self._at == len(self._lesson.step):
            raise Taught


def flowing(said: Text, language: str) -> str:
    """A text whose line breaks are only those of its file: a terminal makes its own."""
    return ("" if language == "ja" else " ").join(said.in_language(language).split("\n")).strip()


def run(id: str, terms: Terms, console: Console | None = None) -> int:
    """Teach a game; the exit code."""
    game = game_named(id)
    lesson = read(game.id, terms.language)
    match = Match(game, lesson.players, lesson.seed, lesson.options, lesson.scenario)
    console = console or play.console_for(terms.colour)
    session = LessonSession(lesson, match, console, terms.language)
    try:
        return play.sit_down(session)
    except Taught:
        session.table.run()
        session.show(session.happened(0))
        session.tell(lesson.end.in_language(session.language).strip(), "gold")
        session.tell(session.say("lesson-done", game=game.id), "dim")
        return play.ENDED
