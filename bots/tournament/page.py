"""A tournament as one HTML page that needs nothing else: tables, plots, and every record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

import msgspec

from taku import engine
from taku.bots.tournament import report, stats
from taku.bots.tournament.ratings import Interval
from taku.bots.tournament.report import elo_text, percent, ranged, word
from taku.bots.tournament.results import Contents, Played, header_of
from taku.bots.tournament.runner import Tournament
from taku.bots.tournament.standings import Row, Standings, standings

WORDS = {
    "title": ("Tournament: {game}", "大会: {game}"),
    "ratings": ("Ratings with 95 % intervals", "レーティング(95 %区間)"),
    "won": ("Won, with 95 % intervals", "勝率(95 %区間)"),
    "cross": ("Crosstable (row against column)", "対戦表(行が列に対して)"),
    "lengths": ("Length of matches, in moves", "手数の分布"),
    "seats": ("Points by seat", "席ごとの得点率"),
    "stats": ("What wins", "何が勝つか"),
    "matches": ("Matches", "対戦"),
    "hint": (
        "A click on a match shows its record: what it began with, and every move.",
        "対戦を押すと棋譜(開始条件と全ての手)が出る。",
    ),
    "how": ("How it was held", "開催条件"),
}

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;
color:#222;background:#fff}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}
table{border-collapse:collapse}td,th{padding:.2rem .7rem;text-align:right;
border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}
tr.m{cursor:pointer}tr.m:hover{background:#eef4ff}pre{white-space:pre-wrap;background:#f6f6f6;
padding:.6rem;text-align:left}svg text{font:12px system-ui,sans-serif;fill:currentColor}
.scroll{overflow:auto;max-height:32rem}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181a1b}td,th{border-color:#444}
tr.m:hover{background:#243040}pre{background:#222}}
"""

SCRIPT = """
const records=JSON.parse(document.getElementById('records').textContent);
for(const row of document.querySelectorAll('tr.m'))row.addEventListener('click',()=>{
const next=row.nextElementSibling;
if(next&&next.classList.contains('r')){next.remove();return}
const tr=document.createElement('tr');tr.className='r';const td=document.createElement('td');
td.colSpan=row.children.length;const pre=document.createElement('pre');
pre.textContent=JSON.stringify(records[row.dataset.id]);td.append(pre);tr.append(td);row.after(tr)});
"""


def html(held: Tournament, language: str = "en") -> str:
    """The page."""
    counted = standings(held)
    game = engine.game(held.config.game)
    title = _word("title", language, game=game.name.in_language(language))
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(word('matches', language, done=counted.matches, total=held.total))}</p>",
        _ranking(held, counted, language),
        _intervals(held, counted, language),
        _crosstable(held, counted, language),
        _seats(counted, language),
        _lengths(held.matches, language),
        _stats(held, language),
        _matches(held, language),
        _how(held, language),
    ]
    records = msgspec.json.encode({str(p.id): record_of(held, p) for p in held.matches}).decode()
    # A closing tag inside the data would end the script.
    safe = records.replace("</", "<\\/")
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(filter(None, parts)) + "\n"
        f'<script type="application/json" id="records">{safe}</script>'
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def record_of(held: Tournament, played: Played) -> engine.Record:
    """The record of a match, as the engine replays it."""
    return engine.Record(
        game=held.config.game,
        players=held.config.seats,
        seed=played.seed,
        options=held.config.options,
        cards=engine.game(held.config.game).tag.partition("/")[2],
        moves=played.moves,
    )


def _word(key: str, language: str, **values: object) -> str:
    return WORDS[key][language == "ja"].format(**values)


def _heading(key: str, language: str) -> str:
    return f"<h2>{escape(_word(key, language))}</h2>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _ranking(held: Tournament, counted: Standings, language: str) -> str:
    columns = ["bot", "elo", "share", "seats", "wins", "shared", "score", "faults"]
    rows = [[word(column, language) for column in columns]]
    for row in counted.rows:
        faults = ", ".join(f"{kind} {count}" for kind, count in row.faults.items())
        rows.append(
            [
                row.name,
                elo_text(row.elo),
                ranged(row.share),
                str(row.seats),
                str(row.wins),
                str(row.shared),
                "" if row.score is None else f"{row.score:.1f}",
                faults or word("none", language),
            ]
        )
    return _table(rows)


def _crosstable(held: Tournament, counted: Standings, language: str) -> str:
    if held.config.teams or len(counted.rows) < 2:
        return ""
    order = [row.bot for row in counted.rows]
    rows = [["", *(held.config.names[bot] for bot in order)]]
    for bot in order:
        cells = [counted.cross[bot][other] for other in order]
        rows.append(
            [held.config.names[bot]]
            + ["-" if c is None else f"{percent(c.share)} ({c.count})" for c in cells]
        )
    return _heading("cross", language) + _table(rows)


def _intervals(held: Tournament, counted: Standings, language: str) -> str:
    """A dot and a bar for each bot."""
    rows = [(row, _plotted(row)) for row in counted.rows]
    if not counted.matches:
        return ""
    low = min(interval.low for _, interval in rows)
    high = max(interval.high for _, interval in rows)
    wide = (high - low) or 1.0

    def x(value: float) -> float:
        return 220 + 520 * (value - low) / wide

    lines = []
    for number, (row, interval) in enumerate(rows):
        y = 20 + 26 * number
        label = elo_text(row.elo) or percent(row.share.value)
        lines.append(
            f'<text x="210" y="{y + 4}" text-anchor="end">{escape(row.name)}</text>'
            f'<line x1="{x(interval.low):.1f}" x2="{x(interval.high):.1f}" y1="{y}" y2="{y}" '
            f'stroke="#4a7fd0" stroke-width="3"/>'
            f'<circle cx="{x(interval.value):.1f}" cy="{y}" r="5" fill="#c0392b"/>'
            f'<text x="755" y="{y + 4}">{escape(label)}</text>'
        )
    height = 20 + 26 * len(rows)
    heading = _heading("won" if held.config.teams else "ratings", language)
    return f'{heading}<svg viewBox="0 0 860 {height}" role="img">{"".join(lines)}</svg>'


def _plotted(row: Row) -> Interval:
    return row.elo or row.share


def _seats(counted: Standings, language: str) -> str:
    if not counted.by_seat:
        return ""
    rows = [["", word("share", language)]]
    rows += [[f"{word('seat', language)} {i}", ranged(s)] for i, s in enumerate(counted.by_seat)]
    rows += [[side, ranged(share)] for side, share in counted.by_side.items()]
    return _heading("seats", language) + _table(rows)


BARS = 24


def _lengths(matches: Sequence[Played], language: str) -> str:
    """A histogram."""
    if not matches:
        return ""
    lengths = [len(played.moves) for played in matches]
    least, most = min(lengths), max(lengths)
    step = max(1, -(-(most - least + 1) // BARS))
    counts = Counter((length - least) // step for length in lengths)
    tallest = max(counts.values())
    bars = []
    for bar in range((most - least) // step + 1):
        height = 120 * counts[bar] / tallest
        start = least + bar * step
        bars.append(
            f'<rect x="{20 + 30 * bar}" y="{130 - height:.1f}" width="26" height="{height:.1f}" '
            f'fill="#4a7fd0"><title>{start}-{start + step - 1}: {counts[bar]}</title></rect>'
            f'<text x="{33 + 30 * bar}" y="146" text-anchor="middle">{start}</text>'
        )
    width = 40 + 30 * len(bars)
    return (
        _heading("lengths", language)
        + f'<svg viewBox="0 0 {max(width, 400)} 155" role="img">{"".join(bars)}</svg>'
    )


def _stats(held: Tournament, language: str) -> str:
    contents = Contents(header_of(held.config), list(held.matches), 0, 0)
    found = stats.of([contents])
    if not found.sections:
        return ""
    words = engine.game(found.game).words
    parts = [_heading("stats", language)]
    for section in found.sections:
        rows = [[section.title[language], *stats.HEADS[language]]]
        for line in section.lines:
            name = " ".join(words.name(part, language) for part in line.what.split(" "))
            rows.append([name, str(line.seats), ranged(line.share), ranged(line.without)])
        parts.append(f'<div class="scroll">{_table(rows)}</div>')
    return "\n".join(parts)


def _matches(held: Tournament, language: str) -> str:
    names = held.config.names
    head = "".join(f"<th>{escape(text)}</th>" for text in ("#", *_columns(held, language), "", ""))
    rows = []
    for played in held.matches:
        cells = [str(played.id)]
        for seat, bot in enumerate(played.table):
            score = "" if played.scores is None else f" {played.scores[seat]}"
            cells.append(f"{names[bot]}{score}{' ★' if seat in played.winners else ''}")
        faults = ", ".join(f"{names[played.table[f.seat]]}: {f.kind}" for f in played.faults)
        cells += [played.reason, faults]
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(f'<tr class="m" data-id="{played.id}">{row}</tr>')
    return (
        _heading("matches", language)
        + f"<p>{escape(_word('hint', language))}</p>"
        + f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        + f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _columns(held: Tournament, language: str) -> list[str]:
    return [f"{word('seat', language)} {seat}" for seat in range(held.config.seats)]


def _how(held: Tournament, language: str) -> str:
    config = msgspec.json.format(msgspec.json.encode(held.config), indent=2).decode()
    test = "" if held.test is None else f"<p>{escape(report.test_text(held, language))}</p>"
    return _heading("how", language) + test + f"<pre>{escape(config)}</pre>"
