"""A tournament as text for people, as JSON and as CSV for programs."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Sequence
from typing import Any

import msgspec
from wcwidth import wcswidth

from taku.bots.tournament.ratings import Interval
from taku.bots.tournament.runner import Tournament
from taku.bots.tournament.standings import Row, Standings, standings

WORDS: dict[str, tuple[str, str]] = {
    "bot": ("bot", "ボット"),
    "elo": ("Elo", "Elo"),
    "share": ("points", "得点率"),
    "won": ("won", "勝率"),
    "seats": ("seats", "席数"),
    "played": ("played", "対戦数"),
    "wins": ("wins", "勝ち"),
    "shared": ("shared", "分け"),
    "score": ("score", "平均点"),
    "reached": ("way", "道のり"),
    "survived": ("rounds", "勝ち上がり"),
    "faults": ("faults", "反則"),
    "versus": ("Row against column", "行が列に対して"),
    "seat": ("seat {number}", "席{number}"),
    "by_seat": ("Points by seat (an equal share is {equal})", "席ごとの得点率(均等なら{equal})"),
    "by_side": ("Won by side", "陣営ごとの勝率"),
    "no_faults": ("Faults: none", "反則: なし"),
    "fault_kinds": ("Faults", "反則の種類"),
    "length": ("Mean length: {length} moves", "平均手数: {length}"),
    "reasons": ("Ended by: {reasons}", "終わり方: {reasons}"),
    "matches": ("{done} of {total} matches", "{total}戦中{done}戦"),
    "most": ("{done} of at most {total} matches", "最大{total}戦中{done}戦"),
    "rate": ("{rate:.1f}/s, {left} left", "毎秒{rate:.1f}戦、残り{left}"),
    "more": ("... and {count} more", "… ほか{count}"),
    "none": ("none", "なし"),
    "better": ("better", "強い"),
    "not-better": ("not better", "強くない"),
    "undecided": ("undecided", "未決"),
    "sprt": (
        "Is {a} better than {b}? {verdict}; LLR {llr} ({low} to {high}) after {deals} deals",
        "{a}は{b}より強いか: {verdict}。LLR {llr}({low}から{high})、{deals}組",
    ),
    "unfinished": ("Not finished: --resume goes on with it", "途中です。--resume で続けられます"),
}
WIDTH = 80


def word(key: str, language: str, **values: object) -> str:
    """A word or sentence of the report."""
    return WORDS[key][language == "ja"].format(**values)


def percent(value: float) -> str:
    """A share as a percentage."""
    return f"{100 * value:.1f}%"


def ranged(interval: Interval) -> str:
    """A share with its interval."""
    return f"{percent(interval.value)} [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"


def elo_text(interval: Interval | None) -> str:
    """A rating with its error."""
    if interval is None:
        return ""
    return f"{round(interval.value):+d} ±{(interval.high - interval.low) / 2:.0f}"


def cropped(text: str, width: int) -> str:
    """The text, or as much as fits into so many cells."""
    if wcswidth(text) <= width:
        return text
    while wcswidth(text) > width - 1:
        text = text[:-1]
    return text + "…"


def grid(rows: Sequence[Sequence[str]], width: int = WIDTH) -> str:
    """Columns aligned by cells, the first to the left, cut short if need be, the others right."""
    widths = [max(wcswidth(row[i]) for row in rows) for i in range(len(rows[0]))]
    widths[0] = max(8, min(widths[0], width - sum(widths[1:]) - 2 * (len(widths) - 1)))
    lines = []
    for row in rows:
        first = cropped(row[0], widths[0])
        cells = [first + " " * (widths[0] - wcswidth(first))]
        for text, wide in zip(row[1:], widths[1:], strict=True):
            cells.append(" " * (wide - wcswidth(text)) + text)
        lines.append(cropped("  ".join(cells).rstrip(), width))
    return "\n".join(lines)


class Pace(msgspec.Struct, frozen=True):
    """How fast a run goes."""

    rate: float
    """Matches per second."""
    left: float
    """Seconds to the end."""

    @property
    def clock(self) -> str:
        """The time left as ``h:mm:ss``, or without the hours."""
        minutes, seconds = divmod(round(self.left), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def live(
    held: Tournament, language: str = "en", pace: Pace | None = None, width: int = WIDTH,
    height: int = 1000,
) -> str:  # fmt: skip
    """The table to show while a tournament runs, at most so high."""
    counted = standings(held)
    head = _head(held, language)
    if pace is not None:
        comma = "、" if language == "ja" else ", "
        head += comma + word("rate", language, rate=pace.rate, left=pace.clock)
    lines = [cropped(head, width), *ranking(held, counted, language, width).splitlines()]
    foot = [] if held.test is None else textwrap.wrap(test_text(held, language), width)
    room = max(3, height - len(foot))
    if len(lines) > room:
        lines[room - 1 :] = [word("more", language, count=len(lines) - room + 1)]
    return "\n".join([*lines, *foot])


def _head(held: Tournament, language: str) -> str:
    key = "matches" if held.test is None or held.finished else "most"
    total = len(held.matches) if held.test is not None and held.finished else held.total
    return word(key, language, done=len(held.matches), total=total)


def text(held: Tournament, language: str = "en", width: int = WIDTH) -> str:
    """The whole report."""
    counted = standings(held)
    parts = [_head(held, language) + "\n\n" + ranking(held, counted, language, width)]
    if held.test is not None:
        parts.append("\n".join(textwrap.wrap(test_text(held, language), width)))
    if counted.cross:
        parts.append(
            word("versus", language) + "\n" + crosstable(held.config.names, counted, width)
        )
    if counted.by_seat:
        title = word("by_seat", language, equal=percent(1 / held.config.seats))
        parts.append(title + "\n" + grid(seat_rows(counted, language), width))
    if counted.by_side:
        parts.append(word("by_side", language) + "\n" + grid(side_rows(held, counted, language)))
    faults = fault_rows(counted)
    if faults:
        parts.append(word("fault_kinds", language) + "\n" + grid(faults, width))
    parts.append("\n".join(_sentences(held, counted, language, width)))
    if not held.finished:
        parts.append(word("unfinished", language))
    return "\n\n".join(parts)


def _sentences(held: Tournament, counted: Standings, language: str, width: int) -> list[str]:
    """How long matches were, how they ended, and whether nobody was at fault."""
    named = held.config.rules.words.name
    comma = "、" if language == "ja" else ", "
    reasons = comma.join(f"{named(why, language)} {n}" for why, n in counted.reasons.items())
    none = word("none", language)
    lines = [
        word("length", language, length=f"{counted.length:.1f}"),
        *textwrap.wrap(word("reasons", language, reasons=reasons or none), width),
    ]
    if not any(row.faults for row in counted.rows):
        lines.append(word("no_faults", language))
    return lines


def seat_rows(counted: Standings, language: str) -> list[list[str]]:
    """What each seat was worth, whoever sat there."""
    return [
        [word("seat", language, number=seat), ranged(share)]
        for seat, share in enumerate(counted.by_seat)
    ]


def side_rows(held: Tournament, counted: Standings, language: str) -> list[list[str]]:
    """What each side was worth."""
    named = held.config.rules.words.name
    return [[named(side, language), ranged(share)] for side, share in counted.by_side.items()]


def fault_rows(counted: Standings) -> list[list[str]]:
    """Who did what wrong, how often."""
    return [
        [row.name, ", ".join(f"{kind} {count}" for kind, count in row.faults.items())]
        for row in counted.rows
        if row.faults
    ]


def columns_of(held: Tournament, counted: Standings) -> list[str]:
    """The columns of the ranking that this tournament has."""
    row = counted.rows[0]
    columns = ["bot"]
    columns += ["survived"] if row.survived is not None else []
    columns += ["elo"] if row.elo is not None else []
    columns += ["won"] if held.config.rules.cooperative else ["share"]
    columns += ["played"] if held.config.teams else ["seats"]
    columns += [f"side {side}" for side in sorted({s for r in counted.rows for s in r.by_side})]
    columns += ["wins"] if held.config.rules.cooperative else ["wins", "shared"]
    columns += ["reached"] if row.reached is not None else []
    columns += ["score"] if row.score is not None else []
    columns += ["faults"] if any(row.faults for row in counted.rows) else []
    return columns


def ranking_rows(held: Tournament, counted: Standings, language: str) -> list[list[str]]:
    """The bots, the best first, under their headings."""
    columns = columns_of(held, counted)
    named = held.config.rules.words.name
    heads = [
        named(column[5:], language) if column.startswith("side ") else word(column, language)
        for column in columns
    ]
    return [heads, *([_cell(row, column) for column in columns] for row in counted.rows)]


def ranking(held: Tournament, counted: Standings, language: str, width: int = WIDTH) -> str:
    """The bots, the best first."""
    return grid(ranking_rows(held, counted, language), width)


def _cell(row: Row, column: str) -> str:
    if column.startswith("side "):
        side = row.by_side.get(column[5:])
        return "" if side is None else percent(side.value)
    if column in ("share", "won") and not row.seats:
        return "-"
    return {
        "bot": row.name,
        "survived": str(row.survived),
        "elo": elo_text(row.elo),
        "share": ranged(row.share),
        "won": ranged(row.share),
        "seats": str(row.seats),
        "played": str(row.seats),
        "wins": str(row.wins),
        "shared": str(row.shared),
        "score": "" if row.score is None else f"{row.score:.1f}",
        "reached": "" if row.reached is None else f"{row.reached:.1f}",
        "faults": str(sum(row.faults.values())),
    }[column]


def cross_rows(names: Sequence[str], counted: Standings) -> list[list[str]]:
    """Every bot against every other, in the order of the ranking."""
    order = [row.bot for row in counted.rows]
    rows = [["", *(str(place) for place in range(1, len(order) + 1))]]
    for place, bot in enumerate(order, 1):
        cells = [counted.cross[bot][other] for other in order]
        texts = ["-" if cell is None else f"{percent(cell.share)} ({cell.count})" for cell in cells]
        rows.append([f"{place} {names[bot]}", *texts])
    return rows


def crosstable(names: Sequence[str], counted: Standings, width: int = WIDTH) -> str:
    """The crosstable, in as many pieces one below the other as the width needs."""
    rows = cross_rows(names, counted)
    first = min(24, max(wcswidth(row[0]) for row in rows))
    wide = 2 + max(len(cell) for row in rows for cell in row[1:])
    fit = max(1, (width - first) // wide)
    pieces = [
        grid([[row[0], *row[1 + start : 1 + start + fit]] for row in rows], width)
        for start in range(0, len(rows) - 1, fit)
    ]
    return "\n\n".join(pieces)


def test_text(held: Tournament, language: str) -> str:
    """How the sequential test stands, in a sentence."""
    state = held.test
    assert state is not None
    names = held.config.names
    return word(
        "sprt",
        language,
        a=names[0],
        b=names[1],
        verdict=word(state.verdict, language),
        llr=f"{state.llr:.2f}",
        low=f"{state.low:.2f}",
        high=f"{state.high:.2f}",
        deals=state.deals,
    )


def as_data(held: Tournament) -> dict[str, Any]:
    """The report as plain data; the keys are those of the structs."""
    return {
        "config": msgspec.to_builtins(held.config),
        "finished": held.finished,
        "total": held.total,
        "standings": msgspec.to_builtins(standings(held)),
        "test": msgspec.to_builtins(held.test),
    }


def as_json(held: Tournament) -> str:
    """The report as JSON."""
    return msgspec.json.format(msgspec.json.encode(as_data(held)), indent=2).decode()


HEADS = (
    "place", "bot", "spec", "elo", "elo_low", "elo_high", "share", "share_low", "share_high",
    "seats", "wins", "shared", "score", "reached", "faults", "fault_kinds",
)  # fmt: skip
"""The columns of the CSV; more follow where there are sides."""


def as_csv(held: Tournament) -> str:
    """The ranking as CSV, a line per bot."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rows = standings(held).rows
    sides = sorted({side for row in rows for side in row.by_side})
    writer.writerow([*HEADS, *(f"share_{side}" for side in sides)])
    for place, row in enumerate(rows, 1):
        writer.writerow([
            place, row.name, row.spec, *_numbers(row.elo, 1), *_numbers(row.share, 4),
            row.seats, row.wins, row.shared, _number(row.score, 3), _number(row.reached, 3),
            sum(row.faults.values()), " ".join(f"{k}={n}" for k, n in row.faults.items()),
            *(_number(row.by_side[s].value if s in row.by_side else None, 4) for s in sides),
        ])  # fmt: skip
    return out.getvalue()


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _numbers(interval: Interval | None, digits: int) -> list[str]:
    if interval is None:
        return [""] * 3
    return [_number(value, digits) for value in (interval.value, interval.low, interval.high)]
