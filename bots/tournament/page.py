"""A tournament as one HTML page that needs nothing else: tables, plots, and every record."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from taku.bots.tournament import report, stats
from taku.bots.tournament.report import elo_text, percent, word
from taku.bots.tournament.results import Played
from taku.bots.tournament.runner import Tournament
from taku.bots.tournament.standings import Standings, standings

WORDS = {
    "title": ("Tournament: {game}", "大会: {game}"),
    "ratings": ("Ratings with 95 % intervals", "レーティング(95 %区間)"),
    "won": ("Won, with 95 % intervals", "勝率(95 %区間)"),
    "cross": ("Crosstable: row against column", "対戦表: 行が列に対して"),
    "lengths": ("Length of matches, in moves", "手数の分布"),
    "seats": ("Points by seat, with 95 % intervals", "席ごとの得点率(95 %区間)"),
    "sides": ("Won by side, with 95 % intervals", "陣営ごとの勝率(95 %区間)"),
    "faults": ("Faults", "反則"),
    "stats": ("What wins", "何が勝つか"),
    "matches": ("Matches", "対戦"),
    "hint": (
        "Choose a match to read its record: what it began with, and every move.",
        "対戦を選ぶと棋譜(開始条件と全ての手)が読める。",
    ),
    "again": ("To watch it: {command}", "再生: {command}"),
    "save": ("save as JSON", "JSON で保存"),
    "seed": ("seed", "シード"),
    "ended": ("ended by", "終わり方"),
    "how": ("How it was held", "開催条件"),
}

STYLE = """
:root{--ink:#222;--paper:#fff;--line:#ddd;--soft:#f4f6f8;--bar:#4a7fd0;--dot:#c0392b}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#181a1b;--line:#444;--soft:#232729;
--bar:#6c9be6;--dot:#ff7b6b}}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;
color:var(--ink);background:var(--paper)}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.2rem .7rem;
text-align:right;border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}
thead th{position:sticky;top:0;background:var(--paper)}.scroll{overflow:auto;max-height:32rem}
.beside{display:flex;flex-wrap:wrap;gap:2rem}
button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;
text-decoration:underline}tr.r td{text-align:left;background:var(--soft)}ol{columns:16rem;margin:.5rem 0}
pre{white-space:pre-wrap;background:var(--soft);padding:.6rem}svg{max-width:100%}
svg text{font:12px system-ui,sans-serif;fill:currentColor}svg .i{stroke:var(--bar);stroke-width:3}
svg .d{fill:var(--dot)}svg .b{fill:var(--bar)}svg .e{stroke:var(--line)}
"""

SCRIPT = """
const {records,labels,names,words}=JSON.parse(document.getElementById('data').textContent);
const make=(tag,text)=>{const e=document.createElement(tag);if(text!==undefined)e.textContent=text;
return e};
const show=(id)=>{const record=records[id],box=make('div');
box.append(make('div',words.seed+' '+record.seed+(words.command?'. '+
words.command.replace('%',id):'')));
for(const fault of record.faults)box.append(make('div',fault));
const list=make('ol');for(const [seat,move] of record.moves)list.append(
make('li',names[record.table[seat]]+': '+(labels[move]||move)));
const save=make('a',words.save),{faults,table,...plain}=record;
save.download='match-'+id+'.json';save.href=URL.createObjectURL(
new Blob([JSON.stringify({...words.began,...plain})],{type:'application/json'}));
box.append(list,save);return box};
for(const row of document.querySelectorAll('tr.m'))row.querySelector('button').addEventListener(
'click',(event)=>{const next=row.nextElementSibling,open=next&&next.classList.contains('r');
event.target.setAttribute('aria-expanded',!open);if(open){next.remove();return}
const tr=make('tr'),td=make('td');tr.className='r';td.colSpan=row.children.length;
td.append(show(row.dataset.id));tr.append(td);row.after(tr)});
"""


def html(held: Tournament, language: str = "en", results: Path | None = None) -> str:
    """The page; ``results`` is the file to name where it tells how to watch a match."""
    counted = standings(held)
    game = held.config.rules
    title = _word("title", language, game=game.name.in_language(language))
    done = word("matches", language, done=counted.matches, total=held.total)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(done)}</p>",
        "" if held.test is None else f"<p>{escape(report.test_text(held, language))}</p>",
        _scrolled(_table(report.ranking_rows(held, counted, language))),
        _intervals(held, counted, language),
        _crosstable(held, counted, language),
        _plain("seats", report.seat_rows(counted, language), language),
        _plain("sides", report.side_rows(held, counted, language), language),
        _plain("faults", report.fault_rows(counted), language),
        _lengths(held.matches, language),
        _stats(held, language),
        _matches(held, language),
        _how(held, language),
    ]
    # A tag inside the data could end the script.
    data = msgspec.json.encode(_data(held, language, results)).decode().replace("<", "\\u003c")
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(filter(None, parts)) + "\n"
        f'<script type="application/json" id="data">{data}</script>'
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def _data(held: Tournament, language: str, results: Path | None) -> dict[str, Any]:
    """All records, and what the page says when it shows one; it saves what ``load`` of TP/1 takes."""
    config = held.config
    names = config.names
    label = config.rules.words.label
    moves = {move for played in held.matches for _, move in played.made}
    command = f"taku replay {shlex.quote(str(results))} --match %" if results else ""
    return {
        "records": {
            str(played.id): {
                "seed": played.seed,
                "table": played.table,
                "faults": [f"{names[played.table[f.seat]]}: {f.message}" for f in played.faults],
                "moves": played.moves,
                "result": played.own or played.result,
            }
            for played in held.matches
        },
        "labels": {move: label(move, language) for move in sorted(moves)},
        "names": names,
        "words": {
            "seed": _word("seed", language),
            "save": _word("save", language),
            "command": command and _word("again", language, command=command),
            "began": {
                "game": config.game,
                "players": config.seats,
                "options": config.options,
                "cards": config.rules.tag.partition("/")[2],
            },
        },
    }


def _word(key: str, language: str, **values: object) -> str:
    return WORDS[key][language == "ja"].format(**values)


def _heading(key: str, language: str) -> str:
    return f"<h2>{escape(_word(key, language))}</h2>"


def _row(cells: Sequence[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is the heading."""
    body = "".join(map(_row, rows[1:]))
    return f"<table><thead>{_row(rows[0], 'th')}</thead><tbody>{body}</tbody></table>"


def _scrolled(table: str) -> str:
    return f'<div class="scroll">{table}</div>'


def _plain(key: str, rows: Sequence[Sequence[str]], language: str) -> str:
    """A table without a heading row, or nothing."""
    if not rows:
        return ""
    return _heading(key, language) + f"<table><tbody>{''.join(map(_row, rows))}</tbody></table>"


def _crosstable(held: Tournament, counted: Standings, language: str) -> str:
    if not counted.cross:
        return ""
    rows = report.cross_rows(held.config.names, counted)
    return _heading("cross", language) + _scrolled(_table(rows))


def _intervals(held: Tournament, counted: Standings, language: str) -> str:
    """A dot and a bar for each bot."""
    rows = [(row, row.elo or row.share) for row in counted.rows]
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
        name = report.cropped(row.name, 28)
        lines.append(
            f'<text x="210" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
            f'<line class="i" x1="{x(interval.low):.1f}" x2="{x(interval.high):.1f}" '
            f'y1="{y}" y2="{y}"/>'
            f'<circle class="d" cx="{x(interval.value):.1f}" cy="{y}" r="5"/>'
            f'<text x="755" y="{y + 4}">{escape(label)}</text>'
        )
    height = 20 + 26 * len(rows)
    even = x(0.0 if counted.rows[0].elo else 1 / held.config.seats)
    if 220 <= even <= 740 and not held.config.rules.cooperative:
        lines.insert(0, f'<line class="e" x1="{even:.1f}" x2="{even:.1f}" y1="4" y2="{height}"/>')
    heading = _heading("ratings" if counted.rows[0].elo else "won", language)
    return f'{heading}<svg viewBox="0 0 860 {height}" role="img">{"".join(lines)}</svg>'


BARS = 24


def _lengths(matches: Sequence[Played], language: str) -> str:
    """A histogram."""
    if not matches:
        return ""
    lengths = [played.length for played in matches]
    least, most = min(lengths), max(lengths)
    step = max(1, -(-(most - least + 1) // BARS))
    counts = Counter((length - least) // step for length in lengths)
    tallest = max(counts.values())
    bars = []
    for bar in range((most - least) // step + 1):
        height = 120 * counts[bar] / tallest
        start = least + bar * step
        bars.append(
            f'<rect class="b" x="{20 + 30 * bar}" y="{130 - height:.1f}" width="26" '
            f'height="{height:.1f}"><title>{start}-{start + step - 1}: {counts[bar]}</title></rect>'
            f'<text x="{33 + 30 * bar}" y="146" text-anchor="middle">{start}</text>'
        )
    width = max(40 + 30 * len(bars), 400)
    return (
        _heading("lengths", language)
        + f'<svg viewBox="0 0 {width} 155" width="{width}" role="img">{"".join(bars)}</svg>'
    )


def _stats(held: Tournament, language: str) -> str:
    tables = stats.tables(stats.of([held]), language)
    if not tables:
        return ""
    parts = [_scrolled(_table(rows)) for rows in tables]
    return f'{_heading("stats", language)}<div class="beside">{"".join(parts)}</div>'


def _matches(held: Tournament, language: str) -> str:
    names, named = held.config.names, held.config.rules.words.name
    seats = [word("seat", language, number=seat) for seat in range(held.config.seats)]
    head = _row(["#", *seats, _word("ended", language), word("faults", language)], "th")
    rows = []
    for played in held.matches:
        cells = []
        for seat, bot in enumerate(played.table):
            score = "" if played.scores is None else f" {played.scores[seat]}"
            cells.append(f"{names[bot]}{score}{' ★' if seat in played.winners else ''}")
        faults = ", ".join(f"{names[played.table[f.seat]]}: {f.kind}" for f in played.faults)
        cells += [named(played.reason, language), faults]
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        button = f'<button aria-expanded="false">{played.id}</button>'
        rows.append(f'<tr class="m" data-id="{played.id}"><td>{button}</td>{row}</tr>')
    table = f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
    hint = f"<p>{escape(_word('hint', language))}</p>"
    return _heading("matches", language) + hint + _scrolled(table)


def _how(held: Tournament, language: str) -> str:
    config = msgspec.json.format(msgspec.json.encode(held.config), indent=2).decode()
    return _heading("how", language) + f"<pre>{escape(config)}</pre>"
