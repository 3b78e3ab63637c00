"""What wins: how seats did that took a card, backed a princess, opened with a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from taku import engine
from taku.bots.tournament.ratings import Interval, share_of
from taku.bots.tournament.report import grid, ranged, word
from taku.bots.tournament.results import Contents, Played, points, read
from taku.engine.core.errors import TakuError

FEWEST = 5
"""Rows with fewer seats say nothing and are left out."""


class Topic(msgspec.Struct, frozen=True):
    """Something seats differ in: the arguments of their moves with a verb."""

    id: str
    verb: str
    first: bool = False
    """Only the first such move of each seat counts."""
    en: str = ""
    ja: str = ""


TOPICS: dict[str, tuple[Topic, ...]] = {
    "grimoire": (
        Topic("opening-page", "page", True, "opening page", "最初のページ"),
        Topic("card-taken", "take", False, "card taken", "取った札"),
        Topic("page", "page", False, "page used", "使ったページ"),
    ),
    "heart-of-crown": (
        Topic("princess", "back", True, "princess", "姫"),
        Topic("opening-buy", "buy", True, "first card bought", "最初に買った札"),
        Topic("card-bought", "buy", False, "card bought", "買った札"),
        Topic("card-set", "set", False, "card set", "直轄地に置いた札"),
    ),
}
"""What is asked of each game; of others, every verb."""


class Line(msgspec.Struct, frozen=True):
    """Seats that did something, and how they did."""

    what: str
    seats: int
    share: Interval
    """The mean points of a seat that did it."""
    without: Interval
    """The mean points of a seat that did not."""


class Section(msgspec.Struct, frozen=True):
    """One topic."""

    id: str
    title: dict[str, str]
    lines: tuple[Line, ...]


class Stats(msgspec.Struct, frozen=True):
    """What wins in the matches of one game."""

    game: str
    matches: int
    sections: tuple[Section, ...]


Seat = tuple[Played, int, int]
"""A match, a seat in it, and the number of the file it comes from."""


def gather(paths: Sequence[Path]) -> Stats:
    """What wins, over the matches of one or several results files of the same game."""
    if not paths:
        raise TakuError("name at least one results file")
    files = [read(path) for path in paths]
    games = sorted({contents.header.config.game for contents in files})
    if len(games) > 1:
        raise TakuError(f"one game at a time, not {', '.join(games)}")
    return of(files)


def of(files: Sequence[Contents]) -> Stats:
    """What wins in these files of one game."""
    game = files[0].header.config.game
    seats = [
        (played, seat, number)
        for number, contents in enumerate(files)
        for played in contents.played
        for seat in range(len(played.table))
    ]
    sections = [_section(topic, seats) for topic in topics(game, seats)]
    options = _options(files, seats)
    if options is not None:
        sections.append(options)
    count = sum(len(contents.played) for contents in files)
    return Stats(game, count, tuple(section for section in sections if section.lines))


def topics(game: str, seats: Iterable[Seat]) -> tuple[Topic, ...]:
    """What to look at in a game."""
    if game in TOPICS:
        return TOPICS[game]
    verbs = {move.partition(" ")[0] for played, _, _ in seats for _, move in played.moves}
    return tuple(Topic(verb, verb, False, verb, verb) for verb in sorted(verbs))


def _section(topic: Topic, seats: Sequence[Seat]) -> Section:
    did: dict[str, set[int]] = {}
    prefix = topic.verb + " "
    for index, (played, seat, _) in enumerate(seats):
        for mover, move in played.moves:
            if mover == seat and move.startswith(prefix):
                did.setdefault(move[len(prefix) :], set()).add(index)
                if topic.first:
                    break
    lines = [_line(what, who, seats) for what, who in did.items() if len(who) >= FEWEST]
    lines.sort(key=lambda line: (-line.share.value, line.what))
    return Section(topic.id, {"en": topic.en, "ja": topic.ja}, tuple(lines))


def _line(what: str, who: set[int], seats: Sequence[Seat]) -> Line:
    others = [index for index in range(len(seats)) if index not in who]
    return Line(what, len(who), _share(sorted(who), seats), _share(others, seats))


def _share(who: Sequence[int], seats: Sequence[Seat]) -> Interval:
    """Mean points; the seats of one deal hang together."""
    groups: dict[tuple[int, int, int], list[float]] = {}
    for index in who:
        played, seat, number = seats[index]
        groups.setdefault((number, played.round, played.deal), []).append(points(played)[seat])
    return share_of(groups.values())


def _options(files: Sequence[Contents], seats: Sequence[Seat]) -> Section | None:
    """How the first seat does under different options, where files differ in them."""
    named: dict[str, set[int]] = {}
    for index, (_, seat, number) in enumerate(seats):
        options = files[number].header.config.options
        text = ", ".join(f"{k}={v}" for k, v in sorted(options.items())) or "-"
        if seat == 0:
            named.setdefault(text, set()).add(index)
    if len(named) < 2:
        return None
    first = [seat for seat in seats if seat[1] == 0]
    place = {id(seat[0]): i for i, seat in enumerate(first)}
    lines = [
        _line(text, {place[id(seats[index][0])] for index in who}, first)
        for text, who in sorted(named.items())
    ]
    title = {"en": "option (points of the first seat)", "ja": "選択ルール(先頭の席の得点率)"}
    return Section("option", title, tuple(lines))


HEADS = {"en": ("seats", "with it", "without it"), "ja": ("席数", "あり", "なし")}


def text(stats: Stats, language: str = "en") -> str:
    """The statistics as tables."""
    words = engine.game(stats.game).words
    parts = [word("matches", language, done=stats.matches, total=stats.matches)]
    for section in stats.sections:
        rows = [[section.title[language], *HEADS[language]]]
        for line in section.lines:
            name = " ".join(words.name(part, language) for part in line.what.split(" "))
            rows.append([name, str(line.seats), ranged(line.share), ranged(line.without)])
        parts.append(grid(rows))
    return "\n\n".join(parts)


def as_json(stats: Stats) -> str:
    """The statistics as JSON."""
    return msgspec.json.format(msgspec.json.encode(stats), indent=2).decode()
