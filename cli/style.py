"""Colours: the terminal's own sixteen, so that light and dark themes both stay readable."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TextIO

Line = list[tuple[str, str]]
"""One line for a person: pieces of (style, text); style is a key of ``STYLES`` or empty."""

STYLES = {
    "title": "1",
    "dim": "2",
    "you": "1;36",
    "key": "36",
    "gold": "33",
    "friend": "32",
    "magic": "35",
    "cool": "34",
    "good": "32",
    "bad": "31",
    "hidden": "2",
    "strong": "1",
}
"""Style names and their SGR codes. No code sets a background or a fixed shade."""


def plain(lines: Iterable[Line]) -> str:
    """The lines as text without any escape code."""
    return "".join("".join(text for _, text in line).rstrip() + "\n" for line in lines)


def painted(lines: Iterable[Line]) -> str:
    """The lines as text with colours."""
    return "".join("".join(map(_piece, line)) + "\n" for line in lines)


def _piece(piece: tuple[str, str]) -> str:
    style, text = piece
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and text else text


def wants_colour(
    stream: TextIO, setting: str = "auto", environ: Mapping[str, str] = os.environ
) -> bool:
    """Whether to write colours to ``stream``: the setting, ``NO_COLOR``, ``TERM``, a terminal."""
    if setting == "never" or environ.get("NO_COLOR"):
        return False
    return setting == "always" or (stream.isatty() and environ.get("TERM") != "dumb")


def note(text: str, style: str = "") -> list[Line]:
    """A text as lines in one style."""
    return [[(style, line)] for line in text.split("\n")]
