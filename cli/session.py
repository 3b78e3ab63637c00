"""A match at the prompt: who sits where, what is shown, what a line that was typed does."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from taku.cli import render
from taku.cli.commands import COMMANDS, Command, command_named
from taku.cli.config import Settings
from taku.cli.console import Console, Request
from taku.cli.language import text
from taku.cli.moves import Choice, choices, find, fold, meant, narrow
from taku.cli.render.common import Cell, Look, cells, columns, cut, flow, labelled, pad, rule, wrap
from taku.cli.style import Line
from taku.engine import Decision, Event, Match, Result, TakuError
from taku.engine.core.errors import listed
from taku.protocol.host import Table
from taku.protocol.players import Abandoned, Player, Turn
from taku.protocol.records import Recorder

T = TypeVar("T")

HUMAN = "human"
NOBODY = -1
"""A seat that nobody has, and that sees what all may see."""
TOLD = 4
"""Where the screen is small, so many lines of what happened are shown in any case."""
FOOT = 2
"""Rows below the moves: the prompt and the bottom bar."""
PASSES = ("pass", "decline")
"""Moves that leave things as they are."""
UNTOLD = frozenset({"chosen"})
"""Events that the table shows anyway: who has chosen while others still choose."""
LISTED = 9
"""Up to this many moves stand one below the other with what they do; more stand in columns."""


class Quit(Abandoned):
    """The person leaves; the match is kept."""


class StrictError(TakuError):
    """The first illegal line of a script, where scripts must not err."""


class Person(Player):
    """Somebody at this keyboard: the answers come from the session."""

    outside = True

    def ask(self, turn: Turn) -> None:
        """The session asks when it is their turn."""


class Watched(Player):
    """A bot whose thinking is shown, and which can be hurried."""

    def __init__(self, bot: Player, session: Session) -> None:
        self._bot = bot
        self._session = session
        self._busy = False
        self.name = bot.name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    def begin(self, start: Any) -> None:
        """A match begins; another program may take a while to start."""
        self._watch("starts", self.name, lambda: self._bot.begin(start), None)

    def told(self, seat: int, kind: str, data: Any) -> None:
        """Something happened."""
        self._bot.told(seat, kind, data)

    def ask(self, turn: Turn) -> None:
        """A decision is wanted."""
        self._bot.ask(turn)

    def answer(self, seat: int) -> str:
        """Think, and say so."""
        name = self._session.names[seat]
        hurry: Callable[[], None] | None = getattr(self._bot, "hurry", None)
        return self._watch("thinks", name, lambda: self._bot.answer(seat), hurry)

    def withdraw(self, seat: int) -> None:
        """What was asked is decided without it."""
        self._bot.withdraw(seat)

    def _watch(
        self, doing: str, name: str, work: Callable[[], T], hurry: Callable[[], None] | None
    ) -> T:
        self._busy = True
        done = self._session.think(doing, name, work, hurry)
        self._busy = False
        return done

    def end(self, result: Result) -> None:
        """The match ended."""
        self._bot.end(result)

    def flush(self) -> None:
        """Send on what is held back."""
        self._bot.flush()

    def settled(self) -> None:
        """All decisions are made."""
        self._bot.settled()

    def dismiss(self) -> None:
        """Out of the match."""
        self._bot.dismiss()

    def close(self) -> None:
        """No more matches; a program that is left while it thinks has no time for farewells."""
        pid: int | None = getattr(self._bot, "pid", None)
        if self._busy and pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        else:
            self._bot.close()


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
        self.show(self.happened(self._reader(), len(end) + FOOT))
        self.show(end)
        for fault in outcome.faults:
            self.tell(f"{self.names[fault.seat]}: {fault.message}", "bad")
        if self.recorder is not None:
            # Not wrapped by us: a path is to be copied whole.
            path = str(self.recorder.path)
            for key in ("record-is", "replay-it"):
                self.show([[("dim", self.say(key, path=path))]])
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
                    self.show(self._notes + self.screen(decision))
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
            words=[(c.name, c.alias, self.say(f"command-{c.name}")) for c in COMMANDS],
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
            self.tell(self.say("no-command", word=word), "bad")
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
            message = self._reason(entry, offered, seat)
        if self.strict:
            raise StrictError(message.replace("\n", " "))
        dropped = list(self._queue)
        self._queue.clear()
        self._rest = "; ".join([entry, *dropped])
        self.tell(message, "bad")
        if dropped and not self._unseen():
            self.tell(self.say("dropped", entries="; ".join(dropped)), "dim")

    def _reason(self, entry: str, offered: Sequence[Choice], seat: int) -> str:
        """Why an entry is not legal now, as far as it can be told, and what was meant."""
        if fold(entry).isdecimal():
            return self.say("no-number", number=entry, last=len(offered))
        verb, _, rest = entry.partition(" ")
        verb = verb if verb in self.match.game.words.move else ""
        card = self._known_card(entry)
        likely = meant(entry, offered)
        why = render.why(verb, card or rest, self.match.state.view(seat), self.look)
        if not why and card and likely is None:
            why = self.say("not-now-card", card=self.look.name(card))
        why = why or self.say("not-a-move", entry=entry)
        return f"{why} {self._advice(entry, likely, offered)}"

    def _advice(self, entry: str, likely: Choice | None, offered: Sequence[Choice]) -> str:
        """What to type instead: a move, a command, or how to learn what is legal."""
        if likely is not None:
            return self.say("meant", move=likely.move, label=likely.title)
        names = [name for command in COMMANDS for name in (command.name, command.alias)]
        if found := get_close_matches(entry.partition(" ")[0], names, n=1):
            return self.say("meant-command", command=found[0])
        if self.console.interactive:
            return self.say("see-moves")
        return self.say("legal-are", moves=listed([choice.move for choice in offered]))

    def _known_card(self, entry: str) -> str:
        """The id of the one component that the entry, or what follows its verb, begins to name."""
        for typed in filter(None, (fold(entry), fold(entry).partition(" ")[2])):
            begun = [
                (fold(name) == typed, component.id)
                for component in self.match.game.entries.values()
                for name in (component.id, component.name.ja, component.name.en, component.reading)
                if name and fold(name).startswith(typed)
            ]
            best = {id for whole, id in begun if whole} or {id for _, id in begun}
            if len(best) == 1:
                return best.pop()
        return ""

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
        """What happened, the table, the question and the moves."""
        asked = self.asked(decision)
        return self.happened(decision.seat, len(asked) + FOOT) + asked

    def asked(self, decision: Decision) -> list[Line]:
        """The table, the question and the moves."""
        look = self.look
        question = look.game.words.question(decision.kind, look.language)
        lines = render.table(self.match.state.view(decision.seat), look)
        lines += ([("title", line)] for line in wrap(question, look.width))
        rows = self.console.height - FOOT - len(lines) if self.console.interactive else LISTED
        return lines + listed_moves(self.offered(decision), look.width, rows)

    def happened(self, seat: int | None, below: int = 0) -> list[Line]:
        """What has happened since this seat last moved; older news go where rows are few."""
        since = self._told[seat] if seat in self.people else max(self._told)
        lines = told(self.match, seat, self.look, since)
        room = max(TOLD, self.console.height - below)
        if len(lines) > room and self.console.interactive:
            left = len(lines) - room + 1
            lines = [[("dim", self.say("earlier", count=left))], *lines[1 - room :]]
        return lines


def seat_names(seats: Sequence[str], language: str, name: str = "") -> list[str]:
    """What the seats are called: people, and bots by their kind; equal ones numbered."""
    people = sum(spec == HUMAN for spec in seats)
    person = name or text(language, "person" if people == 1 else "player")
    base = [person if spec == HUMAN else spec.partition(":")[0] for spec in seats]
    names = []
    for number, word in enumerate(base):
        gap = " " if word.isascii() else ""
        same = base.count(word) > 1
        names.append(f"{word}{gap}{base[: number + 1].count(word)}" if same else word)
    return names


HEADINGS = ("-- ", "―― ")
"""How the sentence of an event begins that is a heading."""


def is_heading(event: Event, look: Look) -> bool:
    """Whether an event begins something new, such as a turn."""
    words = look.game.words
    sentence = words.sentence(event.kind, event.seen_by(None) or {}, look.language, look.names)
    return sentence.startswith(HEADINGS)


def told(
    match: Match[Any], seat: int | None, look: Look, since: int = 0, to: int | None = None
) -> list[Line]:
    """What happened from event ``since`` on, as this seat saw it; each actor's doings together."""
    sentences: list[tuple[int | None, str]] = []
    for event in match.events[since:to]:
        data = event.seen_by(seat)
        if data is None or event.kind in UNTOLD:
            continue
        sentence = look.game.words.sentence(event.kind, data, look.language, look.names)
        if sentence:
            actor = data.get("seat")
            heading = sentence.startswith(HEADINGS)  # whose turn it is stands on a line of its own
            known = isinstance(actor, int) and not heading
            sentences.append((actor if known else None, sentence))
    return _joined(sentences, seat, look)


def _joined(
    sentences: Sequence[tuple[int | None, str]], seat: int | None, look: Look
) -> list[Line]:
    lines: list[Line] = []
    for actor, group in groupby(sentences, key=itemgetter(0)):
        doings = [sentence for _, sentence in group]
        paragraphs = doings if actor is None else [_summary(doings, look.names[actor], look)]
        style = "you" if actor is not None and actor == seat else ""
        for paragraph in paragraphs:
            lines += [[("", "  "), (style, line)] for line in wrap(paragraph, look.width - 2, "  ")]
    return lines


def _summary(sentences: Sequence[str], name: str, look: Look) -> str:
    """What one player did in a row: the name said once, repetitions counted."""
    opening = name + look.say("は", " ")
    text = last = ""
    for block, times in _repeats(sentences):
        for sentence in block:
            going_on = last.startswith(opening) and sentence.startswith(opening)
            joint = "; " if ": " in last else ", "  # after a list, a comma would go on with it
            mark = look.say("。", joint if going_on else ". ")
            text += (mark if text else "") + sentence.removeprefix(opening if going_on else "")
            last = sentence
        text += f" (×{times})" if times > 1 else ""
    return text


def _repeats(sentences: Sequence[str]) -> Iterator[tuple[Sequence[str], int]]:
    """The sentences in blocks, with how often each block comes in a row."""
    at = 0
    while at < len(sentences):
        size, times = max(
            ((size, _times(sentences, at, size)) for size in (1, 2, 3)),
            key=lambda found: (found[0] * (found[1] - 1), -found[0]),
        )
        yield sentences[at : at + size], times
        at += size * times


def _times(sentences: Sequence[str], at: int, size: int) -> int:
    """How often the ``size`` sentences from ``at`` on come one after the other."""
    times = 1
    while sentences[at : at + size] == sentences[at + times * size : at + (times + 1) * size]:
        times += 1
    return times


def listed_moves(offered: Sequence[Choice], width: int, rows: int) -> list[Line]:
    """The legal moves with their numbers: few with what they do, many in columns."""
    digits = len(str(len(offered)))
    if len(offered) > min(LISTED, rows):
        return flow([f"{c.number:>{digits}} {c.title}" for c in offered], width)
    names = max(cells(c.title) for c in offered)
    lines: list[Line] = []
    for choice in offered:
        room = width - digits - names - 5
        lines.append(
            [
                ("key", f" {choice.number:>{digits}} "),
                ("", pad(choice.title, names) + "  "),
                ("dim", cut(choice.note, room) if room > 8 else ""),
            ]
        )
    return lines


def ending(match: Match[Any], result: Result, look: Look, people: Sequence[int]) -> list[Line]:
    """The last table, then who won.

    Where several people share the screen the table is left out: what lies hidden at the end stays
    hidden. Where nobody plays, everything is shown.
    """
    lines: list[Line] = []
    if len(people) < 2:
        lines = render.table(match.state.view(people[0] if people else None), look)
    return lines + standing(match, result, look, people)


def standing(match: Match[Any], result: Result, look: Look, people: Sequence[int]) -> list[Line]:
    """How it ended, who won, and the points line by line."""
    view = match.state.view(people[0] if people else None)
    reason = look.name(result.reason)
    lines = [rule(f"{text(look.language, 'over')}: {reason}", look.width)]
    rows: list[list[Cell]] = []
    order = sorted(range(match.players), key=result.ranks.__getitem__)
    for seat in order:
        points = "" if result.scores is None else str(result.scores[seat])
        wins = text(look.language, "wins") if seat in result.winners else ""
        rank = text(look.language, "rank", rank=result.ranks[seat]) if result.winners else ""
        name = ("you" if seat in people else "", look.names[seat])
        rows.append([rank, name, points, ("good", wins)])
    for seat, line in zip(order, columns(rows, look.width), strict=True):
        sheet = render.sheet(view, seat, look)
        lines += [line, *(labelled("", sheet, look.width, 4, "dim") if sheet else ())]
    if not result.winners:
        lines.append([("bad", " " + text(look.language, "nobody"))])
    elif len(people) == 1:
        won = people[0] in result.winners
        word = text(look.language, "won" if won else "lost")
        lines.append([("good" if won else "", " " + word)])
    return lines
