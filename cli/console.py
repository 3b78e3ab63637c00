"""Where a session talks to people: an interface, and its plain form for pipes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Protocol, TextIO, TypeVar

import msgspec

from taku.cli.moves import Choice
from taku.cli.style import Line, plain

T = TypeVar("T")


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What a console needs to know to ask for a line."""

    prompt: str
    choices: Sequence[Choice] = ()
    words: Sequence[tuple[str, str, str, str]] = ()
    """Commands: the name, the name in Japanese, its kana, what it does."""
    topics: Callable[[str], Sequence[tuple[str, str]]] | None = None
    """What may follow a command, with a note to each."""
    status: Callable[[], str] | None = None
    """The bottom bar, asked for whenever it is drawn."""
    redraw: Callable[[], Sequence[Line]] | None = None
    """What stands above the prompt, drawn again when the size changes."""
    text: str = ""
    """What stands in the line already, marked: typing replaces it, the cursor keeps it."""
    unseen: bool = False
    """Whether others at the keyboard must not read it."""


class Console(Protocol):
    """How a session meets people."""

    @property
    def width(self) -> int:
        """The columns there are now."""

    @property
    def height(self) -> int:
        """The rows there are now."""

    @property
    def interactive(self) -> bool:
        """Whether a person sits there."""

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines."""

    def ask(self, request: Request) -> str:
        """A line; ``KeyboardInterrupt`` if it was cancelled, ``EOFError`` if there is no more."""

    def confirm(self, question: str) -> bool:
        """Whether the person says yes."""

    def hand_over(self, text: str) -> None:
        """Hide everything and wait until the next person is there."""

    def clear(self) -> None:
        """Make the screen empty, and forget what scrolled away."""

    def turn_page(self) -> None:
        """Begin at the top of an empty screen."""

    def think(self, text: str, work: Callable[[], T], interrupt: Callable[[], None]) -> T:
        """Do the work while saying so; Ctrl-C calls ``interrupt``, and the work goes on."""

    def progressed(self, share: float) -> None:
        """So much of the work is done, from 0 to 1; called by the work."""


class PlainConsole:
    """Lines in, text out, never an escape code."""

    interactive = False

    def __init__(
        self,
        source: TextIO | None = None,
        out: TextIO | None = None,
        width: int = 80,
        height: int = 24,
    ) -> None:
        self._source = source or sys.stdin
        self._out = out or sys.stdout
        self.width = width
        self.height = height

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines at once: a program may be reading."""
        self._out.write(plain(lines))
        self._out.flush()

    def ask(self, request: Request) -> str:
        """The next line that says something; it is repeated, so that the output reads by itself.

        A terminal repeats what is typed by itself: there the prompt comes first.
        """
        while True:
            line = self._line(request.prompt if self._typed else "")
            if line and not line.startswith("#"):
                if not self._typed:
                    self.show([[("", request.prompt + line)]])
                return line

    @property
    def _typed(self) -> bool:
        """Whether a person sits at a terminal that is only good for lines."""
        return self._source.isatty() and self._out.isatty()

    def _line(self, prompt: str) -> str:
        self._out.write(prompt)
        self._out.flush()
        line = self._source.readline()
        if not line:
            if prompt:
                self.show([[]])
            raise EOFError
        return line.strip()

    def confirm(self, question: str) -> bool:
        """A script means what it says."""
        return True

    def hand_over(self, text: str) -> None:
        """One program answers for all; from people what stood there is moved off the screen."""
        if self._typed:
            self.clear()
            self._line(f"{text} ")
            self.clear()

    def clear(self) -> None:
        """Nothing to clear in a stream; in a terminal it scrolls away."""
        if self._typed:
            self.show([[]] * self.height)

    def turn_page(self) -> None:
        """A stream has no pages."""

    def think(self, text: str, work: Callable[[], T], interrupt: Callable[[], None]) -> T:
        """Just do it."""
        return work()

    def progressed(self, share: float) -> None:
        """A stream has no place for what changes."""
