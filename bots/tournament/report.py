"""A tournament as text for people, as JSON and as CSV for programs."""

from __future__ import annotations

import csv
import io
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
    "wins": ("wins", "勝ち"),
    "shared": ("shared", "分け"),
    "score": ("mean score", "平均点"),
    "faults": ("faults", "反則"),
    "versus": ("Row against column", "行が列に対して"),
    "seat": ("seat", "席"),
    "side": ("side", "陣営"),
    "by_seat": ("Points by seat (an equal share is {equal})", "席ごとの得点率(均等なら{equal})"),
    "by_side": ("Won by side", "陣営ごとの勝率"),
    "length": ("Mean length: {length} moves", "平均手数: {length}"),
    "reasons": ("Ended by: {reasons}", "終わり方: {reasons}"),
    "matches": ("{done} of {total} matches", "{total}戦中{done}戦"),
    "none": ("none", "なし"),
    "better": ("better", "強い"),
    "not-better": ("not better", "強くない"),
    "undecided": ("undecided", "未決"),
    "sprt": (
        "Is {a} better than {b}? {verdict}; LLR {llr} ({low} to {high}) after {deals} deals",
        "{a}は{b}より強いか: {verdict}。LLR {llr}({low}から{high})、{deals}組",
    ),
    "unfinished": ("not finished", "途中"),
}


def word(key: str, language: str, **values: object) -> str:
    """A word or sentence of the report."""
    return WORDS[key][language == "ja"].format(**values)


def percent(value: float) -> str:
    """A share as a percentage."""
    return f"{100 * value:.1f}%"


def ranged(interval: Interval) -> str:
    """A share with its interval."""
    return f"{percent(interval.value)} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def elo_text(interval: Interval | None) -> str:
    """A rating with its error."""
    if interval is None:
        return ""
    return f"{interval.value:+.0f} ±{(interval.high - interval.low) / 2:.0f}"


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned by cells, the first to the left and the others to the right."""
    widths = [max(wcswidth(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text + " " * (width - wcswidth(text)) if i == 0 else
            " " * (width - wcswidth(text)) + text
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ]  # fmt: skip
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def live(held: Tournament, language: str = "en") -> str:
    """The table to show while a tournament runs."""
    counted = standings(held)
    done = word("matches", language, done=counted.matches, total=held.total)
    lines = [done, ranking(held, counted, language)]
    if held.test is not None:
        lines.append(test_text(held, language))
    return "\n".join(lines)


def text(held: Tournament, language: str = "en") -> str:
    """The whole report."""
    counted = standings(held)
    parts = [live(held, language)]
    if not held.config.teams and len(held.config.bots) > 1:
        parts.append(word("versus", language) + "\n" + crosstable(held, counted))
    if counted.by_seat:
        title = word("by_seat", language, equal=percent(1 / held.config.seats))
        rows = [[f"{word('seat', language)} {i}", ranged(s)] for i, s in enumerate(counted.by_seat)]
        parts.append(title + "\n" + grid(rows))
    if counted.by_side:
        rows = [[side, ranged(share)] for side, share in counted.by_side.items()]
        parts.append(word("by_side", language) + "\n" + grid(rows))
    reasons = ", ".join(f"{reason} {count}" for reason, count in counted.reasons.items())
    parts.append(
        word("length", language, length=f"{counted.length:.1f}")
        + "\n"
        + word("reasons", language, reasons=reasons or word("none", language))
    )
    if not held.finished:
        parts.append(word("unfinished", language))
    return "\n\n".join(parts)


def ranking(held: Tournament, counted: Standings, language: str) -> str:
    """The bots, the best first."""
    teams = held.config.teams
    columns = ["bot"] + ([] if teams else ["elo"]) + ["won" if teams else "share", "seats", "wins"]
    columns += [] if teams else ["shared"]
    columns += ["score", "faults"]
    rows = [[word(column, language) for column in columns]]
    rows += [[_cell(row, column, language) for column in columns] for row in counted.rows]
    return grid(rows)


def _cell(row: Row, column: str, language: str) -> str:
    faults = ", ".join(f"{kind} {count}" for kind, count in row.faults.items())
    return {
        "bot": row.name,
        "elo": elo_text(row.elo),
        "share": ranged(row.share),
        "won": ranged(row.share),
        "seats": str(row.seats),
        "wins": str(row.wins),
        "shared": str(row.shared),
        "score": "" if row.score is None else f"{row.score:.1f}",
        "faults": faults or word("none", language),
    }[column]


def crosstable(held: Tournament, counted: Standings) -> str:
    """Every bot against every other, in the order of the ranking."""
    order = [row.bot for row in counted.rows]
    names = held.config.names
    rows = [["", *(str(i + 1) for i in range(len(order)))]]
    for place, bot in enumerate(order):
        cells = []
        for other in order:
            cell = counted.cross[bot][other]
            cells.append("-" if cell is None else f"{percent(cell.share)} ({cell.count})")
        rows.append([f"{place + 1} {names[bot]}", *cells])
    return grid(rows)


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


def as_csv(held: Tournament) -> str:
    """The ranking as CSV, a line per bot."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["place", "bot", "spec", "elo", "elo_low", "elo_high", "share", "share_low", "share_high",
         "seats", "wins", "shared", "score", "faults"]
    )  # fmt: skip
    for place, row in enumerate(standings(held).rows, 1):
        rating = [] if row.elo is None else [row.elo.value, row.elo.low, row.elo.high]
        writer.writerow(
            [place, row.name, row.spec]
            + [f"{x:.1f}" for x in rating]
            + [""] * (3 - len(rating))
            + [f"{x:.4f}" for x in (row.share.value, row.share.low, row.share.high)]
            + [row.seats, row.wins, row.shared, "" if row.score is None else f"{row.score:.3f}"]
            + [sum(row.faults.values())]
        )
    return out.getvalue()
