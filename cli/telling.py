"""What has happened, what can be done and how it ended, as lines for a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from taku.cli import render
from taku.cli.language import text
from taku.cli.moves import Choice
from taku.cli.render.common import (
    Cell,
    Detail,
    Look,
    cells,
    columns,
    cut,
    flow,
    labelled,
    pad,
    rule,
    wrap,
)
from taku.cli.style import Line
from taku.engine import Event, Match, Result

NOBODY = -1
"""A seat that nobody has, and that sees what all may see."""
UNTOLD = frozenset({"chosen"})
"""Events that the table shows anyway: who has chosen while others still choose."""
LISTED = 9
"""Up to this many moves the table gives way to what they do; more stand in columns."""
LEGIBLE = 20
"""A text in fewer cells is rather cut than wrapped."""
HEADINGS = ("-- ", "―― ")
"""How the sentence of an event begins that is a heading."""


def is_heading(event: Event, look: Look) -> bool:
    """Whether an event begins something new, such as a turn."""
    words = look.game.words
    sentence = words.sentence(event.kind, event.seen_by(None) or {}, look.language, look.names)
    return sentence.startswith(HEADINGS)


def told(
    match: Match[Any], seat: int | None, look: Look, since: int = 0, to: int | None = None
) -> list[Line]:
    """What happened from event ``since`` on, as this seat saw it; each actor's doings together."""
    sentences: list[tuple[int | None, str]] = []
    for event in match.events[since:to]:
        data = event.seen_by(seat)
        if data is None or event.kind in UNTOLD:
            continue
        sentence = look.game.words.sentence(event.kind, data, look.language, look.names)
        if sentence:
            actor = data.get("seat")
            heading = sentence.startswith(HEADINGS)  # whose turn it is stands on a line of its own
            known = isinstance(actor, int) and not heading
            sentences.append((actor if known else None, sentence))
    return _joined(sentences, seat, look)


def _joined(
    sentences: Sequence[tuple[int | None, str]], seat: int | None, look: Look
) -> list[Line]:
    lines: list[Line] = []
    for actor, group in groupby(sentences, key=itemgetter(0)):
        doings = [sentence for _, sentence in group]
        paragraphs = doings if actor is None else [_summary(doings, look.names[actor], look)]
        style = "you" if actor is not None and actor == seat else ""
        for paragraph in paragraphs:
            lines += [[("", "  "), (style, line)] for line in wrap(paragraph, look.width - 2, "  ")]
    return lines


def _summary(sentences: Sequence[str], name: str, look: Look) -> str:
    """What one player did in a row: the name said once, repetitions counted."""
    opening = name + look.say("は", " ")
    text = last = ""
    for block, times in _repeats(sentences):
        for sentence in block:
            going_on = last.startswith(opening) and sentence.startswith(opening)
            joint = "; " if ": " in last else ", "  # after a list, a comma would go on with it
            mark = look.say("。", joint if going_on else ". ")
            text += (mark if text else "") + sentence.removeprefix(opening if going_on else "")
            last = sentence
        text += f" (×{times})" if times > 1 else ""
    return text


def _repeats(sentences: Sequence[str]) -> Iterator[tuple[Sequence[str], int]]:
    """The sentences in blocks, with how often each block comes in a row."""
    at = 0
    while at < len(sentences):
        size, times = max(
            ((size, _times(sentences, at, size)) for size in (1, 2, 3)),
            key=lambda found: (found[0] * (found[1] - 1), -found[0]),
        )
        yield sentences[at : at + size], times
        at += size * times


def _times(sentences: Sequence[str], at: int, size: int) -> int:
    """How often the ``size`` sentences from ``at`` on come one after the other."""
    times = 1
    while sentences[at : at + size] == sentences[at + times * size : at + (times + 1) * size]:
        times += 1
    return times


def listed_moves(
    offered: Sequence[Choice], width: int, rows: int, whole: bool = False
) -> list[Line]:
    """The legal moves with their numbers: few with what they do, cut or whole; many in columns."""
    digits = len(str(len(offered)))
    if len(offered) > rows:
        return flow([f"{c.number:>{digits}} {c.title}" for c in offered], width, dense=True)
    names = max(cells(c.title) for c in offered)
    room = width - digits - names - 5
    lines: list[Line] = []
    for choice in offered:
        note = cut(choice.note, room) if room > 8 else ""
        first, *more = wrap(choice.note, room) if whole and room > LEGIBLE else [note]
        number = ("key", f" {choice.number:>{digits}} ")
        lines.append([number, ("", pad(choice.title, names) + "  "), ("dim", first)])
        lines += [[("dim", " " * (digits + names + 4) + rest)] for rest in more]
    return lines


def ending(match: Match[Any], result: Result, look: Look, people: Sequence[int]) -> list[Line]:
    """The last table, then who won.

    Where several people share the screen the table is left out: what lies hidden at the end stays
    hidden. Where nobody plays, everything is shown.
    """
    end = standing(match, result, look, people)
    if len(people) > 1:
        return end
    view = match.state.view(people[0] if people else None)
    room = replace(look, height=look.height - len(end))
    return render.table(view, room, Detail.SOME) + end


def standing(match: Match[Any], result: Result, look: Look, people: Sequence[int]) -> list[Line]:
    """How it ended, who won, and the points line by line."""
    view = match.state.view(people[0] if people else None)
    reason = look.name(result.reason)
    lines = [rule(f"{text(look.language, 'over')}: {reason}", look.width)]
    rows: list[list[Cell]] = []
    order = sorted(range(match.players), key=result.ranks.__getitem__)
    for seat in order:
        points = "" if result.scores is None else str(result.scores[seat])
        wins = text(look.language, "wins") if seat in result.winners else ""
        rank = text(look.language, "rank", rank=result.ranks[seat]) if result.winners else ""
        name = ("you" if seat in people else "", look.names[seat])
        rows.append([rank, name, points, ("good", wins)])
    for seat, line in zip(order, columns(rows, look.width), strict=True):
        sheet = render.sheet(view, seat, look)
        lines += [line, *(labelled("", sheet, look.width, 4, "dim") if sheet else ())]
    if not result.winners:
        lines.append([("bad", " " + text(look.language, "nobody"))])
    elif len(people) == 1:
        won = people[0] in result.winners
        word = text(look.language, "won" if won else "lost")
        lines.append([("good" if won else "", " " + word)])
    return lines
