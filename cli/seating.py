"""Who sits at a session: people at this keyboard, and bots that are watched."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from taku.cli.language import text
from taku.engine import Result, TakuError
from taku.protocol.players import Abandoned, Player, Turn

if TYPE_CHECKING:
    from taku.cli.console import Console
    from taku.cli.session import Session

T = TypeVar("T")

HUMAN = "human"


class Quit(Abandoned):
    """The person leaves; the match is kept."""


class Person(Player):
    """Somebody at this keyboard: the answers come from the session."""

    outside = True

    def ask(self, turn: Turn) -> None:
        """The session asks when it is their turn."""


def check_player(spec: str, language: str) -> None:
    """Refuse a player that there is not, before anything is started or written for it."""
    from taku.bots.registry import EXEC, check

    check(spec)
    kind, _, command = spec.partition(":")
    if kind == EXEC:
        from taku.protocol.process import ProcessPlayer

        program = ProcessPlayer(command).command[0]
        if shutil.which(program) is None:
            raise TakuError(text(language, "no-program", spec=spec, command=program))


def follow(bot: Player, console: Console) -> None:
    """Let the console show how far this bot has thought, but nothing of what it thinks."""
    if hasattr(bot, "on_progress"):
        bot.on_progress = lambda progress: console.progressed(progress.share)


class Watched(Player):
    """A bot whose thinking is shown, and which can be hurried."""

    def __init__(self, bot: Player, session: Session) -> None:
        self._bot = bot
        self._session = session
        self._busy = False
        self.name = bot.name
        follow(bot, session.console)

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
