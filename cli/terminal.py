"""The prompt in a terminal: completion, a bottom bar, keys, and a table that follows the size."""

from __future__ import annotations

import shutil
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from taku.cli.completer import MoveCompleter
from taku.cli.console import Request
from taku.cli.style import Line, painted, plain

T = TypeVar("T")

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empty the screen and what can be scrolled back to, and go to its top."""
PAGE = "\x1b[2J\x1b[H"
"""Empty the screen and go to its top."""
FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPIN = 0.1
"""Seconds between two signs that a bot is thinking."""

STYLE = Style.from_dict(
    {
        "prompt": "ansicyan bold",
        "bottom-toolbar": "reverse",
        "completion-menu": "noreverse",
        "completion-menu.completion": "reverse",
        "completion-menu.completion.current": "noreverse bold",
        "completion-menu.meta.completion": "reverse",
        "completion-menu.meta.completion.current": "noreverse bold",
    }
)
"""Only reverse and bold: the theme's own two colours, whatever they are."""
BARE = Style.from_dict({"bottom-toolbar": "noreverse"})


class Terminal:
    """A console with a person at it."""

    interactive = True

    def __init__(
        self,
        *,
        colour: bool = True,
        input: Input | None = None,
        output: Output | None = None,
        write: Callable[[str], object] | None = None,
    ) -> None:
        self.colour = colour
        self._write = write or sys.stdout.write
        self._input = input
        self._output = output
        self._request = Request(prompt="> ")
        self._drawn = (self.width, self.height)
        self._paged = False
        self._progress = ""
        self._session = self._new_session()

    def _new_session(self) -> PromptSession[str]:
        """A prompt that remembers nothing yet."""
        session: PromptSession[str] = PromptSession(
            input=self._input,
            output=self._output,
            history=InMemoryHistory(),
            completer=MoveCompleter(lambda: self._request),
            complete_while_typing=False,
            bottom_toolbar=self._toolbar,
            key_bindings=self._keys(),
            style=STYLE if self.colour else BARE,
            reserve_space_for_menu=6,
        )
        session.app.after_render += self._follow_size
        return session

    @property
    def width(self) -> int:
        """The columns there are now."""
        if self._output is not None:
            return self._output.get_size().columns
        return shutil.get_terminal_size((80, 24)).columns

    @property
    def height(self) -> int:
        """The rows there are now."""
        if self._output is not None:
            return self._output.get_size().rows
        return shutil.get_terminal_size((80, 24)).lines

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines."""
        self._write((painted if self.colour else plain)(lines))
        sys.stdout.flush()

    def ask(self, request: Request) -> str:
        """A line, with completion; stars stand for what is typed unseen."""
        self._request = request
        self._drawn = (self.width, self.height)
        return self._session.prompt(
            [("class:prompt", request.prompt)],
            is_password=request.unseen,
            default=request.text,
            pre_run=self._mark,
        )

    def _mark(self) -> None:
        """Mark what stands in the line: typing replaces it, the cursor keys keep it."""
        buffer = self._session.default_buffer
        if buffer.text:
            buffer.cursor_position = 0
            buffer.start_selection()
            if buffer.selection_state is not None:
                buffer.selection_state.enter_shift_mode()
            buffer.cursor_position = len(buffer.text)

    def confirm(self, question: str) -> bool:
        """Whether the person says yes; a second Ctrl-D is a yes, Ctrl-C a no."""
        self._request = Request(prompt="")
        while True:
            try:
                answer = self._session.prompt(f"{question} [y/n] ", is_password=False, default="")
            except KeyboardInterrupt:
                return False
            except EOFError:
                return True
            answer = answer.strip().casefold()
            if answer in ("y", "yes", "はい", "ｙ"):
                return True
            if answer in ("n", "no", "いいえ", "ｎ", ""):
                return False

    def hand_over(self, text: str) -> None:
        """An empty screen that waits for the next person; no key brings back what one typed."""
        self.clear()
        self._request = Request(prompt="")
        self._session = self._new_session()
        while True:
            try:
                self._session.prompt(f"{text} ", is_password=True, default="")
                break
            except KeyboardInterrupt:
                continue
        self.clear()

    def clear(self) -> None:
        """Make the screen empty, and forget what scrolled away."""
        self._write(CLEAR)
        sys.stdout.flush()

    def turn_page(self) -> None:
        """Begin at the top; what stood there before the first page can be scrolled back to."""
        if not self._paged:
            self._write("\n" * (self.height - 1))
            self._paged = True
        self._write(PAGE)
        sys.stdout.flush()

    def think(self, text: str, work: Callable[[], T], interrupt: Callable[[], None]) -> T:
        """Do the work in a thread; Ctrl-C interrupts, and the answer is still waited for."""
        found: list[T] = []
        failed: list[BaseException] = []
        done = threading.Event()  # a join that Ctrl-C interrupts may take a living thread for dead

        def run() -> None:
            try:
                found.append(work())
            except BaseException as error:  # noqa: BLE001 - raised again where it belongs
                failed.append(error)
            done.set()

        self._progress = ""
        threading.Thread(target=run, daemon=True).start()
        with _unechoed():
            self._spin(text, done, interrupt)
        if failed:
            raise failed[0]
        return found[0]

    def progressed(self, share: float) -> None:
        """So much of the work is done; shown beside the sign of it."""
        self._progress = f"{share:4.0%} "

    def _spin(self, text: str, done: threading.Event, interrupt: Callable[[], None]) -> None:
        """Show that something is being done until it is done."""
        pause, wipe = SPIN * 2, ""
        while True:
            try:
                if done.wait(pause):
                    break
                pause, wipe = SPIN, "\r\x1b[K"
                frame = FRAMES[int(time.monotonic() / SPIN) % len(FRAMES)]
                self._write(f"\r{frame} {text} {self._progress}")
                sys.stdout.flush()
            except KeyboardInterrupt:
                self._write(wipe)
                interrupt()
        self._write(wipe)
        sys.stdout.flush()

    # -- inside ---------------------------------------------------------------------------------

    def _toolbar(self) -> StyleAndTextTuples | None:
        if self._request.status is None:
            return None
        return [("", " " + self._request.status())]

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("tab")
        def complete(event: KeyPressEvent) -> None:
            _complete(event.current_buffer, listed=not self._request.unseen)

        @keys.add("c-c", eager=True)  # while text is marked, Ctrl-C would wait for a second key
        def cancel(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt(), style="class:aborting")

        @keys.add("c-l")
        def redraw(event: KeyPressEvent) -> None:
            self._redraw()

        return keys

    def _follow_size(self, _: object) -> None:
        if (self.width, self.height) != self._drawn:
            self._drawn = (self.width, self.height)
            self._redraw()

    def _redraw(self) -> None:
        """Draw the table again, as the terminal is now."""
        redraw = self._request.redraw
        if redraw is not None:
            run_in_terminal(lambda: self._draw(redraw()))

    def _draw(self, lines: Sequence[Line]) -> None:
        self.clear()
        self.show(lines)


@contextmanager
def _unechoed() -> Iterator[None]:
    """Keys are kept for the next prompt, all but Ctrl-C, and do not spoil the screen."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    local = before[3] & ~(termios.ECHO | termios.ICANON) | termios.NOFLSH
    termios.tcsetattr(sys.stdin, termios.TCSANOW, [*before[:3], local, *before[4:]])
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def _complete(buffer: Buffer, listed: bool) -> None:
    """Take the only completion at once; else list them, and step through them.

    It is done before the next key is read, so that fast fingers get what slow ones do. What is
    chosen unseen is not listed: stepping would show it.
    """
    if buffer.complete_state:
        buffer.complete_next()
        return
    event = CompleteEvent(completion_requested=True)
    found = list(buffer.completer.get_completions(buffer.document, event))
    if len(found) == 1:
        buffer.apply_completion(found[0])
    elif found and listed:
        buffer.complete_state = CompletionState(buffer.document, found)
        buffer.on_completions_changed.fire()


def completions(completer: MoveCompleter, typed: str) -> Iterator[str]:
    """What would be completed, as text."""
    event = CompleteEvent(completion_requested=True)
    return (completion.text for completion in completer.get_completions(Document(typed), event))
