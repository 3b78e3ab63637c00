"""A match at the prompt: who sits where, what is shown, what a line that was typed does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from taku.cli import render, slips
from taku.cli.commands import COMMANDS, Command, command_named
from taku.cli.config import Settings
from taku.cli.console import Console, Request
from taku.cli.language import text
from taku.cli.moves import Choice, choices, find, fold, narrow
from taku.cli.reference import primer
from taku.cli.render.common import ENDLESS, Detail, Look, cells, cut, wrap
from taku.cli.seating import HUMAN, Person, Quit, Watched, seat_names
from taku.cli.style import Line
from taku.cli.telling import LISTED, NOBODY, ending, listed_moves, told
from taku.engine import Decision, Match, Result, TakuError
from taku.engine.core.errors import near
from taku.protocol.host import Table
from taku.protocol.players import Player
from taku.protocol.records import Recorder

T = TypeVar("T")

TOLD = 5
"""Where the screen is small, the table gives way to so many lines of what happened."""
STORY = 12
"""Before so many lines of what happened, no move is told whole."""
WELCOMING = 24
"""In fewer rows the first table stands without a welcome."""
FIRST_MOVES = 3
"""So many rows of moves are shown in any case."""
FOOT = 2
"""Rows below the moves: the prompt and the bottom bar."""
PASSES = ("pass", "decline")
"""Moves that leave things as they are."""


class StrictError(TakuError):
    """The first illegal line of a script, where scripts must not err."""


class Session:
    """One match, those who sit at it, and the person who types."""

    def __init__(
        self,
        match: Match[Any],
        seats: Sequence[str],
        console: Console,
        language: str,
        make_player: Callable[[str], Player],
        *,
        recorder: Recorder | None = None,
        settings: Settings | None = None,
        strict: bool = False,
    ) -> None:
        self.match = match
        self.seats = tuple(seats)
        self.console = console
        self.language = language
        self.recorder = recorder
        self.settings = settings or Settings()
        self.strict = strict
        self.make_player = make_player
        self.people = [seat for seat, spec in enumerate(seats) if spec == HUMAN]
        self._person = Person()
        self._players = [
            self._person if spec == HUMAN else Watched(make_player(spec), self) for spec in seats
        ]
        self._told = [0] * match.players
        self._queue: list[str] = []
        self._holder: int | None = None
        self._rest = ""
        self._notes: list[Line] = []
        self._passing: Decision | None = None
        """While ``auto`` passes: what it was asked when it began."""
        self.table = self._new_table()
        self._begun = False

    def _new_table(self) -> Table:
        self._noted = 0
        return Table(self.match, self._players, names=self.names, strikes=3, recorder=self.recorder)

    def close(self) -> None:
        """Nobody plays on: close the record and let the bots go."""
        if self.recorder is not None:
            self.recorder.close()
        for player in self._players:
            player.close()

    # -- words ----------------------------------------------------------------------------------

    def say(self, key: str, /, **values: Any) -> str:
        """A text of the command in the person's language."""
        return text(self.language, key, **values)

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return seat_names(self.seats, self.language, self.settings.name)

    @property
    def look(self) -> Look:
        """For whom tables are drawn now."""
        console = self.console
        return Look(self.match.game, self.language, self.names, console.width, console.height)

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines."""
        self.console.show(lines)

    def tell(self, message: str, style: str = "") -> None:
        """Write a message, wrapped."""
        self.show(self._wrapped(message, style))

    def note(self, message: str, style: str = "") -> None:
        """Keep a message for the top of the next screen."""
        self._notes += self._wrapped(message, style)

    def _wrapped(self, message: str, style: str) -> list[Line]:
        return [[(style, line)] for line in wrap(message, self.console.width)]

    def think(
        self, doing: str, name: str, work: Callable[[], T], hurry: Callable[[], None] | None
    ) -> T:
        """Say what a bot does while it does it; Ctrl-C hurries it, else asks to leave."""
        note = self.say("hurry" if hurry else "interrupt")
        saying = f"{self.say(doing, name=name)} ({note})"
        return self.console.think(saying, work, hurry or self._ask_to_leave)

    def welcome(self) -> None:
        """Tell a person, above the first table, what the game is about and where to read on."""
        parts = primer(self.match.game)
        roomy = self.console.interactive and self.console.height >= WELCOMING
        if parts and self.people and roomy:
            self.note(parts[0].text.in_language(self.language))
            self.note(self.say("read-on"), "dim")

    # -- the match ------------------------------------------------------------------------------

    def run(self) -> Result:
        """Play to the end; ``Quit`` and ``EOFError`` leave the match as it is."""
        while True:
            if not self._begun:
                self.table.begin()
                self._begun = True
            self.table.run()
            self._note_faults()
            pending = self.match.state.pending
            if not pending:
                break
            self._decide(next(d for d in pending if d.seat in self.people))
        return self._finish()

    def _note_faults(self) -> None:
        """What another player did wrong is told at once, and what comes of it."""
        for fault in self.table.faults[self._noted :]:
            name = self.names[fault.seat]
            self.note(f"{name}: {fault.message}", "bad")
            if fault.seat in self.table.forfeited:
                self.note(self.say("plays-on", name=name), "bad")
        self._noted = len(self.table.faults)

    def _finish(self) -> Result:
        outcome = self.table.end()
        if self.recorder is not None:
            self.recorder.finish(self.match, outcome.forfeited, outcome.faults)
        self._turn_page()
        end = ending(self.match, outcome.result, self.look, self.people)
        below = min(len(end) + FOOT, self.console.height - TOLD)
        self.show(self.happened(self._reader(), below))
        self.show(end)
        for fault in outcome.faults:
            self.tell(f"{self.names[fault.seat]}: {fault.message}", "bad")
        if self.recorder is not None:
            # Not wrapped by us: a path is to be copied whole.
            self.show([[("dim", self.say("record-is", path=self.recorder.path))]])
            self.show([[("dim", self.say("replay-it"))]])
        return outcome.result

    def _reader(self) -> int | None:
        """Who reads the end: the one person there is, several people, or one who only watches."""
        if len(self.people) > 1:
            return NOBODY
        return self.people[0] if self.people else None

    def _decide(self, decision: Decision) -> None:
        """Ask a person until the position has changed."""
        self._hand_over(decision.seat)
        fresh = True
        while True:
            if self._passes(decision):
                return
            if not self._queue:
                if fresh:
                    self._turn_page()
                    self.show(self.screen(decision))
                    self._notes = []
                    fresh = False
                self._queue = self._read(decision)
                if not self._queue:
                    fresh = True
                    continue
            if self._enter(self._queue.pop(0), decision):
                return

    def _turn_page(self) -> None:
        """Begin at the top of an empty screen, if the person wants it so."""
        if self.settings.clear and self.console.interactive:
            self.console.turn_page()

    def _hand_over(self, seat: int) -> None:
        """Between two people the screen is emptied and waits."""
        if len(self.people) > 1 and self._holder != seat:
            # What one person typed ahead must not be spent on another's turn unasked.
            if self.console.interactive:
                self._queue.clear()
            while not self._taken_over(self.say("hand-over", name=self.names[seat])):
                pass
        self._holder = seat

    def _taken_over(self, message: str) -> bool:
        """Wait for the next person; Ctrl-D asks."""
        try:
            self.console.hand_over(message)
        except EOFError:
            self._ask_to_leave()
            return False
        return True

    def _ask_to_leave(self) -> None:
        if self.console.confirm(self.say("leave?" if self.recorder else "leave-unkept?")):
            raise Quit from None

    def tell_kept(self) -> None:
        """Say how to go on, if that can be done."""
        if self.recorder is not None:
            self.tell(self.say("kept"), "dim")

    def _read(self, decision: Decision) -> list[str]:
        """A line, as entries; Ctrl-C begins it anew, Ctrl-D asks."""
        while True:
            request, self._rest = self._request(decision), ""
            try:
                line = narrow(self.console.ask(request))
                return [entry for part in line.split(";") if (entry := part.strip())]
            except KeyboardInterrupt:
                continue
            except EOFError:
                if not self.console.interactive:
                    raise
                self._ask_to_leave()

    def _request(self, decision: Decision) -> Request:
        return Request(
            prompt=f"{self.names[decision.seat]}> ",
            choices=self.offered(decision),
            words=[(c.name, c.alias, c.reading, self.say(f"command-{c.name}")) for c in COMMANDS],
            topics=lambda word: self._topics(word, decision),
            status=lambda: self.status(decision.seat),
            redraw=lambda: self.screen(decision),
            text=self._rest,
            unseen=self._unseen(),
        )

    def _unseen(self) -> bool:
        """Whether another person at this keyboard must not read what is chosen now."""
        return len(self.people) > 1 and len(self.match.state.asks) > 1

    def _topics(self, word: str, decision: Decision) -> Sequence[tuple[str, str]]:
        command = command_named(word)
        return command.topics(self) if command and command.topics else ()

    def _enter(self, entry: str, decision: Decision) -> bool:
        """Do what was typed; whether the position has changed."""
        offered = self.offered(decision)
        command, argument = self._command(entry, offered)
        if command is not None:
            try:
                return command.run(self, decision, argument)
            except TakuError as error:
                self.tell(str(error), "bad")
                self._queue.clear()
                return False
        found = find(entry, offered)
        if len(found) != 1:
            self._refuse(entry, found, offered, decision.seat)
            return False
        try:
            self.make(decision.seat, found[0].move)
        except TakuError as error:
            self._queue.clear()
            self.tell(str(error), "bad")
            return False
        return True

    def _command(self, entry: str, offered: Sequence[Choice]) -> tuple[Command | None, str]:
        """The command an entry names; words that are moves come first, ``:`` says command."""
        word, _, argument = entry.removeprefix(":").strip().partition(" ")
        forced = entry.startswith(":")
        if not forced:
            verbs = {choice.move.partition(" ")[0] for choice in offered}
            if word in verbs or any(fold(entry) in choice.keys for choice in offered):
                return None, ""
        command = command_named(word, prefix=forced)
        if forced and command is None:
            hint = near(word, [c.name for c in COMMANDS])
            self.tell(self.say("no-command", word=word, near=hint), "bad")
            return command_named("help"), ""
        return command, argument.strip()

    def make(self, seat: int, move: str) -> None:
        """Make a move of a person; who sits next to it sees no more of it."""
        self._told[seat] = len(self.match.events)
        self.table.apply(seat, move)
        if len(self.people) > 1:
            self.console.clear()

    def _refuse(
        self, entry: str, found: Sequence[Choice], offered: Sequence[Choice], seat: int
    ) -> None:
        """Say why an entry is no move, what was probably meant, and keep what was typed."""
        if self._unseen() and self.console.interactive:
            message = self.say("unseen-not-a-move")
        elif found:
            several = self.say("several", entry=entry)
            message = several + "\n" + "\n".join(f"  {c.number} {c.title}" for c in found[:LISTED])
        else:
            view = self.match.state.view(seat)
            message = slips.reason(entry, offered, view, self.look, self.console.interactive)
        if self.strict:
            raise StrictError(message.replace("\n", " "))
        dropped = list(self._queue)
        self._queue.clear()
        self._rest = "; ".join([entry, *dropped])
        self.tell(message, "bad")
        if dropped and not self._unseen():
            self.tell(self.say("dropped", entries="; ".join(dropped)), "dim")

    # -- passing by itself ----------------------------------------------------------------------

    def pass_on(self, decision: Decision) -> None:
        """Pass, now and as long as nothing changes."""
        move = next((move for move in PASSES if move in decision.moves), None)
        if move is None:
            raise TakuError(self.say("cannot-pass"))
        self._passing = decision
        self.make(decision.seat, move)

    def _passes(self, decision: Decision) -> bool:
        """Go on passing, if that was wished and nothing has changed."""
        if self._passing is None or self._passing.seat != decision.seat:
            return False
        if self._passing != decision:
            self._passing = None
            return False
        self.pass_on(decision)
        return True

    # -- going back -----------------------------------------------------------------------------

    def undo(self, seat: int) -> None:
        """Take back to the last move of this seat."""
        made = [number for number, (who, _) in enumerate(self.match.moves) if who == seat]
        if not made:
            raise TakuError(self.say("nothing-to-undo"))
        count = len(self.match.moves) - made[-1]
        self.match.undo(count)
        if self.recorder is not None:
            self.recorder.undo(count)
        self._forget()

    def replace(self, match: Match[Any], recorder: Recorder | None) -> None:
        """Go on with another match of the same seats."""
        if self.recorder is not None:
            self.recorder.close()
        self.match, self.recorder = match, recorder
        self._forget()
        self.table = self._new_table()
        self._begun = False

    def _forget(self) -> None:
        self._told = [min(told, len(self.match.events)) for told in self._told]
        self._queue.clear()
        self._passing = None
        self.table.reset()

    # -- what is shown --------------------------------------------------------------------------

    def offered(self, decision: Decision) -> list[Choice]:
        """The legal moves, as the person may read and type them."""
        return choices(decision.moves, self.look, self.match.state.view(decision.seat))

    def status(self, seat: int) -> str:
        """The bottom bar, and at its end, where there is room, where help is."""
        status = render.status(self.match.state.view(seat), self.look)
        left = self.console.width - 2 - cells(status)
        for note in (self.say("bar-help"), "help"):
            if (room := left - cells(note)) > 1:
                return f"{status}{' ' * room}{note}"
        return cut(status, self.console.width - 1)

    def screen(self, decision: Decision) -> list[Line]:
        """Notes, what happened, the table, the question and the moves."""
        asked = self.asked(decision)
        below = len(self._notes) + len(asked) + FOOT
        return self._notes + self.happened(decision.seat, below) + asked

    def asked(self, decision: Decision) -> list[Line]:
        """The table, the question, the moves, and what is said of them, in one screen if possible.

        Where rows are few, first the table gives way, then what the moves do, then what happened,
        last the list of the moves.
        """
        look, said = self.look, self.said()
        view, offered = self.match.state.view(decision.seat), self.offered(decision)
        asking = look.game.words.question(decision.kind, look.language)
        question: list[Line] = [[("title", line)] for line in wrap(asking, look.width)]
        story = len(self._news(decision.seat))
        news = min(TOLD, story)
        left = look.height - len(self._notes) - len(question) - len(said) - FOOT
        if roomy := self._roomy(view, offered, left - min(STORY, story)):
            return [*roomy[0], *question, *roomy[1], *said]
        rows = left - news
        for listed, least in ((LISTED, render.beside_moves(look)), (0, Detail.LEAST)):
            moves = listed_moves(offered, look.width, listed)
            table = render.table(view, replace(look, height=rows - len(moves)), least)
            if len(table) + len(moves) <= rows or not self.console.interactive:
                return [*table, *question, *moves, *said]
        room = max(FIRST_MOVES, rows + max(news - 1, 0) - len(table))
        if len(moves) > room:
            moves[room - 1 :] = [[("dim", self.say("more-moves", count=len(offered)))]]
        return [*table, *question, *moves, *said]

    def _roomy(
        self, view: Any, offered: Sequence[Choice], rows: int
    ) -> tuple[list[Line], list[Line]] | None:
        """The whole table and all that the moves do, if there is room for both."""
        silent = sum(not choice.note for choice in offered)
        compact = len(offered) > LISTED and 2 * silent > len(offered)
        if compact or not self.console.interactive:
            return None
        table = render.table(view, replace(self.look, height=ENDLESS))
        for whole in (True, False):
            moves = listed_moves(offered, self.look.width, len(offered), whole)
            if len(table) + len(moves) <= rows:
                return table, moves
        return None

    def said(self) -> list[Line]:
        """What somebody says to the person before a move; nobody does, but a teacher."""
        return []

    def told_to(self, seat: int | None) -> int:
        """How many events there were when this seat last moved."""
        return self._told[seat] if seat in self.people else max(self._told)

    def _news(self, seat: int | None) -> list[Line]:
        """What has happened since this seat last moved."""
        return told(self.match, seat, self.look, self.told_to(seat))

    def happened(self, seat: int | None, below: int = 0) -> list[Line]:
        """What has happened since this seat last moved; older news go where rows are few."""
        lines = self._news(seat)
        room = max(1, self.console.height - below)
        if len(lines) > room and self.console.interactive:
            left = len(lines) - room + 1
            lines = [[("dim", self.say("earlier", count=left))], *lines[left:]]
        return lines
