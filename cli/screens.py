"""Two small full screens: a list to choose from, and a page that keys change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from taku.cli.render.common import cells, cut, pad

STYLE = Style.from_dict({"chosen": "reverse", "title": "bold", "note": "", "bar": "reverse"})


class Menu:
    """A list: arrow keys or numbers choose, Enter takes, Esc or Ctrl-C goes back."""

    def __init__(
        self,
        title: str,
        items: Sequence[tuple[str, str]],
        note: str,
        *,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._title = title
        self._items = items
        self._note = note
        self._at = 0
        self._app: Application[int | None] = Application(
            layout=Layout(
                Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))
            ),
            key_bindings=self._keys(),
            style=STYLE,
            erase_when_done=True,
            input=input,
            output=output,
        )

    def choose(self) -> int | None:
        """The number of the item that was taken, from 0; None if none was."""
        # The escape key is also how other keys begin; a short wait tells them apart.
        self._app.ttimeoutlen = 0.05
        return self._app.run()

    def _text(self) -> StyleAndTextTuples:
        width = max(cells(name) for name, _ in self._items)
        room = self._app.output.get_size().columns - width - 8
        lines: StyleAndTextTuples = [("class:title", self._title + "\n")]
        for number, (name, about) in enumerate(self._items):
            style = "class:chosen" if number == self._at else ""
            lines.append((style, f" {number + 1} {pad(name, width)} "))
            lines.append(("class:note", f"  {cut(about, room)}\n"))
        lines.append(("class:note", self._note))
        return lines

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        count = len(self._items)

        @keys.add("down")
        @keys.add("j")
        @keys.add("tab")
        def down(event: KeyPressEvent) -> None:
            self._at = (self._at + 1) % count

        @keys.add("up")
        @keys.add("k")
        @keys.add("s-tab")
        def up(event: KeyPressEvent) -> None:
            self._at = (self._at - 1) % count

        @keys.add("enter")
        @keys.add(" ")
        def take(event: KeyPressEvent) -> None:
            event.app.exit(result=self._at)

        @keys.add("escape", eager=True)
        @keys.add("c-c")
        @keys.add("c-d")
        @keys.add("q")
        def leave(event: KeyPressEvent) -> None:
            event.app.exit(result=None)

        @keys.add("<any>")
        def number(event: KeyPressEvent) -> None:
            if event.data.isdecimal() and 1 <= int(event.data) <= count:
                event.app.exit(result=int(event.data) - 1)

        return keys


class Pager:
    """A page drawn anew after every key; up and down move it where it is too long, ``q`` leaves."""

    def __init__(
        self,
        page: Callable[[], str],
        steps: Mapping[str, Callable[[], object]],
        bar: Callable[[], str],
        *,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._page = page
        self._top = 0
        keys = KeyBindings()
        for key, step in steps.items():
            keys.add(key)(lambda event, step=step: self._turn(step))

        @keys.add("down")
        @keys.add("j")
        def down(event: KeyPressEvent) -> None:
            self._top += 1

        @keys.add("up")
        @keys.add("k")
        def up(event: KeyPressEvent) -> None:
            self._top -= 1

        @keys.add("q")
        @keys.add("c-c")
        @keys.add("c-d")
        def leave(event: KeyPressEvent) -> None:
            event.app.exit(result=0)

        body = Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))
        foot = Window(
            FormattedTextControl(lambda: [("class:bar", " " + bar())]), height=1, style="class:bar"
        )
        self._app: Application[int] = Application(
            layout=Layout(HSplit([body, foot])),
            key_bindings=keys,
            style=STYLE,
            full_screen=True,
            input=input,
            output=output,
        )

    def _turn(self, step: Callable[[], object]) -> None:
        """Another page, from its top."""
        self._top = 0
        step()

    def _text(self) -> ANSI:
        """The rows of the page for which there is room."""
        lines = self._page().rstrip("\n").split("\n")
        rows = self._app.output.get_size().rows - 1
        self._top = max(0, min(self._top, len(lines) - rows))
        return ANSI("\n".join(lines[self._top : self._top + rows]))

    def run(self) -> int:
        """Show it until the person leaves; the exit code."""
        return self._app.run()
