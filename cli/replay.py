"""A record looked at step by step, from any seat, forward and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku import engine
from taku.bots import tournament
from taku.cli import render
from taku.cli.language import text
from taku.cli.play import matches
from taku.cli.render.common import Look, rule
from taku.cli.seating import HUMAN, seat_names
from taku.cli.style import Line, painted, plain, wants_colour
from taku.cli.telling import ending, standing, told
from taku.cli.terms import in_terminal
from taku.engine import Match, TakuError
from taku.protocol import records

if TYPE_CHECKING:
    from taku.cli.terms import Terms


def run(
    file: Path | None,
    terms: Terms,
    *,
    number: int | None = None,
    to: int | None,
    seat: int | None,
    verify: bool,
    plain: bool,
    cards: Path | None,
) -> int:
    """Show a record, the latest unless given, or match ``number`` of a tournament, or prove it.

    The exit code.
    """
    file = file or _latest(terms.language)
    recording = records.read(file) if number is None else tournament.recording(file, number)
    game = engine.game(recording.header.game, cards)
    if verify:
        match = records.proved(recording, game)
        print(text(terms.language, "verified", path=recording.place, moves=len(match.moves)))
        return 0
    if seat is not None and not 0 <= seat < recording.header.players:
        raise TakuError(
            text(terms.language, "no-seat", seat=seat, last=recording.header.players - 1)
        )
    length = len(recording.moves)
    if to is not None and not 0 <= to <= length:
        raise TakuError(text(terms.language, "no-move", to=to, last=length))
    tape = Tape(recording, game, terms, seat)
    tape.go(length if to is None else to)
    if in_terminal() and not plain:
        if to is None:
            tape.go(0)
        return watch(tape)
    terms.show(tape.story())
    return 0


def _latest(language: str) -> Path:
    """The record of the match that was played last."""
    kept = matches()
    if not kept:
        raise TakuError(text(language, "no-replay"))
    return kept[0]


class Tape:
    """A recorded match, and how far it is played."""

    def __init__(
        self, recording: records.Recording, game: Any, terms: Terms, seat: int | None
    ) -> None:
        self.recording = recording
        self.terms = terms
        self.seat = seat
        """Whose view is shown; None shows all."""
        self.language = terms.language
        self.match: Match[Any] = records.replay(recording, game, 0)
        self._game = game
        self._seats = [HUMAN if s == "stdio" else s for s in recording.header.seats or ()]
        if len(self._seats) != self.match.players:
            self._seats = [HUMAN] * self.match.players
        self.at = 0
        self._marks: dict[int, int] = {}
        """By number of moves made: how many events there were before the last of them."""

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self.recording.moves)

    @property
    def look(self) -> Look:
        """For whom it is drawn."""
        return Look(
            self._game, self.language, seat_names(self._seats, self.language), self.terms.width
        )

    def go(self, to: int) -> None:
        """Go to where ``to`` moves are made; beyond the ends is at the ends."""
        to = max(0, min(to, self.length))
        if to < self.at:
            self.match.undo(self.at - to)
        for number, (seat, move) in enumerate(self.recording.moves[self.at : to], self.at + 1):
            self._marks[number] = len(self.match.events)
            self.match.apply(seat, move)
        self.at = to

    def story(self) -> list[Line]:
        """Everything told up to here, and the table as it stands."""
        look = self.look
        lines = [self._head(), *told(self.match, self.seat, look)]
        result = self.match.state.result
        if result is None:
            return lines + render.table(self.match.state.view(self.seat), look)
        return lines + ending(self.match, result, look, () if self.seat is None else (self.seat,))

    def _head(self) -> Line:
        name = self._game.name.in_language(self.language)
        place = text(self.language, "replay-place", at=self.at, length=self.length)
        view = text(self.language, "all-open") if self.seat is None else self.look.names[self.seat]
        return rule(f"{name}  {place}", self.terms.width, view)

    def picture(self) -> list[Line]:
        """One step: the last move, what came of it, and the table."""
        look = self.look
        lines = [self._head()]
        if self.at:
            seat, move = self.match.moves[-1]
            if self.seat in (None, seat):  # of others' moves a seat knows what the events tell
                label = look.game.words.label(move, self.language, look.names)
                lines.append([("key", f"{look.names[seat]}: "), ("strong", label)])
            lines += told(self.match, self.seat, look, self._marks[self.at])
        result = self.match.state.result
        if result is not None:
            lines += standing(self.match, result, look, () if self.seat is None else (self.seat,))
        return lines + render.table(self.match.state.view(self.seat), look)

    def turn_round(self) -> None:
        """The next seat's view; after the last, everything."""
        seats = [None, *range(self.match.players)]
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]


def watch(tape: Tape) -> int:
    """Step through the record with keys."""
    from taku.cli.screens import Pager

    colour = wants_colour(sys.stdout, tape.terms.colour)
    steps = {
        "right": lambda: tape.go(tape.at + 1),
        "left": lambda: tape.go(tape.at - 1),
        "pagedown": lambda: tape.go(tape.at + 10),
        "pageup": lambda: tape.go(tape.at - 10),
        "home": lambda: tape.go(0),
        "end": lambda: tape.go(tape.length),
        "s": tape.turn_round,
        "l": lambda: setattr(tape, "language", "en" if tape.language == "ja" else "ja"),
    }
    pager = Pager(
        lambda: (painted if colour else plain)(tape.picture()),
        steps,
        lambda: text(tape.language, "replay-keys"),
    )
    return pager.run()
