"""Parts that the tables of all games share; everything is measured in terminal cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

from wcwidth import wcswidth

from taku.cli.style import Line
from taku.engine import Game

Cell = tuple[str, str] | str
"""A text, or a style and a text."""


ENDLESS = 10_000
"""A height at which everything is drawn."""


class Detail(IntEnum):
    """How much of a table is drawn: all that is open, or what its height has room for."""

    LEAST = 0
    """A line for each other player."""
    LITTLE = 1
    """Others in few lines; neither legend nor what the moves say too."""
    SOME = 2
    """Others in short where they are many, long texts cut."""
    FULL = 3
    """Everything the viewer may know."""


@dataclass(frozen=True)
class Look:
    """For whom a table is drawn: language, names of the seats, room. It holds no state."""

    game: Game[Any]
    language: str
    names: Sequence[str]
    width: int = 80
    height: int = ENDLESS
    """The rows for the table."""
    detail: Detail = Detail.FULL

    @property
    def wide(self) -> bool:
        """Whether cards can stand side by side as boxes, with all that is on them."""
        return self.full and self.width >= 100

    @property
    def full(self) -> bool:
        """Whether everything is drawn."""
        return self.detail == Detail.FULL

    @property
    def small(self) -> bool:
        """Whether only what matters for the next move is drawn."""
        return self.detail <= Detail.LITTLE

    @property
    def least(self) -> bool:
        """Whether each row counts."""
        return self.detail == Detail.LEAST

    def say(self, ja: str, en: str) -> str:
        """The text in the reader's language."""
        return ja if self.language == "ja" else en

    def name(self, id: str) -> str:
        """A component's name."""
        return self.game.words.name(id, self.language)

    def cards(self, ids: Iterable[str]) -> str:
        """Components as a list, equal ones counted: ``Copper Coin ×2, Thief``."""
        joint = self.say("、", ", ")
        return joint.join(
            f"{self.name(id)} ×{count}" if count > 1 else self.name(id)
            for id, count in Counter(ids).items()
        )


@lru_cache(maxsize=8192)
def cells(text: str) -> int:
    """How many terminal cells a text takes: Japanese characters take two."""
    if text.isascii():
        return len(text)
    return max(wcswidth(text), 0)


def length(line: Line) -> int:
    """How many terminal cells a line takes."""
    return sum(cells(text) for _, text in line)


def cut(text: str, width: int) -> str:
    """The text in at most ``width`` cells, with … where it was cut."""
    if cells(text) <= width:
        return text
    kept, used = "", 0
    for character in text:
        used += cells(character)
        if used > width - 1:
            break
        kept += character
    return kept + "…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    """The text cut or filled with spaces to exactly ``width`` cells."""
    text = cut(text, width)
    return text + " " * (width - cells(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines of at most ``width`` cells: at spaces, or between Japanese characters."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            room = width - cells(indent if lines else "")
            if line and cells(line) + cells(piece.rstrip()) > room:
                lines.append((indent if lines else "") + line.rstrip())
                line = ""
                piece = piece.lstrip()
            line += piece
        lines.append((indent if lines else "") + line.rstrip())
    return lines


NO_BREAK_BEFORE = "、。，．）」』】・：；！？ー…,.;:!?)]"
"""Characters that no line begins with."""
NO_BREAK_AFTER = "（「『【(["
"""Characters that no line ends with."""


def _pieces(text: str) -> list[str]:
    """What must stay together: words with the space after them, single wide characters."""
    pieces: list[str] = []
    for character in text:
        joins = bool(pieces) and (
            character in NO_BREAK_BEFORE
            or character == " "
            or pieces[-1][-1] in NO_BREAK_AFTER
            or (cells(character) < 2 and cells(pieces[-1][-1]) < 2 and pieces[-1][-1] != " ")
        )
        if joins:
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def rule(title: str, width: int, right: str = "") -> Line:
    """A line across the table with a title at its left end and a note at its right."""
    left = f"── {cut(title, width - 6)} "
    end = f" {right} ──" if right and cells(left) + cells(right) + 6 <= width else ""
    fill = "─" * (width - cells(left) - cells(end))
    return [("dim", "── "), ("title", left[3:]), ("dim", fill + end)]


def boxes(
    cards: Sequence[Sequence[Cell]], width: int, least: int = 10, most: int = 22
) -> list[Line]:
    """Cards side by side, each a box with the given lines in it; as many rows as are needed."""
    if not cards:
        return []
    wanted = max(cells(_text(cell)) for card in cards for cell in card)
    inner = min(max(wanted, least), most)
    fitting = (width - 1) // len(cards) - 2
    if least <= fitting < inner:
        inner = fitting  # rather narrow boxes than a second row
    per_row = max(1, (width - 1) // (inner + 2))
    lines: list[Line] = []
    for start in range(0, len(cards), per_row):
        lines += _box_row(cards[start : start + per_row], inner)
    return lines


def _box_row(cards: Sequence[Sequence[Cell]], inner: int) -> list[Line]:
    height = max(len(card) for card in cards)
    top: Line = [("", " ")]
    bottom: Line = [("", " ")]
    rows: list[Line] = [[("", " ")] for _ in range(height)]
    for card in cards:
        top.append(("dim", "┌" + "─" * inner + "┐"))
        bottom.append(("dim", "└" + "─" * inner + "┘"))
        for row in range(height):
            cell = card[row] if row < len(card) else ""
            rows[row] += [("dim", "│"), (_style(cell), pad(_text(cell), inner)), ("dim", "│")]
    return [top, *rows, bottom]


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[1]


def _style(cell: Cell) -> str:
    return "" if isinstance(cell, str) else cell[0]


def columns(
    rows: Sequence[Sequence[Cell]], width: int, gap: int = 2, indent: str = " "
) -> list[Line]:
    """Rows of cells as aligned columns; the last column is cut to the width."""
    if not rows:
        return []
    count = max(map(len, rows))
    widths = [
        max((cells(_text(row[i])) for row in rows if i < len(row)), default=0) for i in range(count)
    ]
    lines: list[Line] = []
    for row in rows:
        line: Line = [("", indent)]
        left = width - cells(indent)
        for i, cell in enumerate(row):
            last = i == len(row) - 1
            size = min(widths[i], max(left, 0))
            line.append((_style(cell), cut(_text(cell), size) if last else pad(_text(cell), size)))
            left -= size + gap
            if not last:
                line.append(("", " " * gap))
        lines.append(line)
    return lines


def flow(items: Sequence[Cell], width: int, dense: bool = False) -> list[Line]:
    """Short items in columns, read row by row; if dense, in as few rows as possible."""
    if not items:
        return []
    indent, gap = " ", 2
    room = width - len(indent)
    layouts = [_columned(items, room, gap)]
    if dense:
        layouts += [_spanned(items, room, gap, count) for count in range(2, 7)]
    return [[("", indent), *line] for line in min(layouts, key=len)]


def _columned(items: Sequence[Cell], room: int, gap: int) -> list[Line]:
    """In the most columns that fit, each as wide as its widest item."""
    sizes = [cells(_text(item)) for item in items]
    for count in range(len(sizes), 0, -1):
        widths = [max(sizes[column::count]) for column in range(count)]
        if sum(widths) + gap * (count - 1) <= room:
            break
    widths = [min(width, room) for width in widths]
    return [
        _joined(list(zip(items[start:], widths, strict=False)), gap)
        for start in range(0, len(items), len(widths))
    ]


def _spanned(items: Sequence[Cell], room: int, gap: int, count: int) -> list[Line]:
    """In so many equal columns; an item that is too wide for one takes as many as it needs."""
    size = max(1, (room + gap) // count)
    rows: list[list[tuple[Cell, int]]] = [[]]
    left = count
    for item in items:
        span = min(-(-(cells(_text(item)) + gap) // size), count)
        if span > left:
            rows.append([])
            left = count
        rows[-1].append((item, min(span * size, room + gap) - gap))
        left -= span
    return [_joined(row, gap) for row in rows]


def _joined(row: Sequence[tuple[Cell, int]], gap: int) -> Line:
    """Items side by side, each in its width."""
    line: Line = []
    for item, width in row:
        line += [("", " " * gap if line else ""), (_style(item), pad(_text(item), width))]
    return line


def row(label: str, items: Sequence[Cell], width: int, size: int, gap: str = "  ") -> list[Line]:
    """``label  item  item``: each item whole, and wrapped under the first."""
    lines: list[Line] = [[("dim", " " + pad(label, size) + " ")]]
    room = left = width - size - 2
    for item in items:
        text = cut(_text(item), room)
        lead = gap if left < room else ""
        if cells(lead + text) > left:
            lines.append([("", " " * (size + 2))])
            lead, left = "", room
        lines[-1] += [("", lead), (_style(item), text)]
        left -= cells(lead + text)
    return lines


def labelled(label: str, text: str, width: int, size: int, style: str = "") -> list[Line]:
    """``label  text``, the text wrapped under itself."""
    lines = wrap(text, max(10, width - size - 2)) or [""]
    return [
        [("dim", " " + pad(label if n == 0 else "", size) + " "), (style, line)]
        for n, line in enumerate(lines)
    ]


def shorten(lines: list[Line], rows: int, width: int) -> list[Line]:
    """The first rows, with … at the end of the last if there were more."""
    if len(lines) <= rows:
        return lines
    *before, (style, text) = lines[rows - 1]
    room = width - length(before)
    return [*lines[: rows - 1], [*before, (style, cut(f"{text} …", room))]]
