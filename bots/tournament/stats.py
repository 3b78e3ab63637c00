"""What wins: how seats did that took a card, backed a princess, opened with a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from taku.bots.tournament.config import Config, rules_of
from taku.bots.tournament.ratings import Interval, share_by
from taku.bots.tournament.report import WIDTH, grid, ranged
from taku.bots.tournament.results import points
from taku.bots.tournament.runner import Tournament, load
from taku.engine.core.errors import TakuError

FEWEST = 5
"""Lines with fewer seats say nothing and are left out."""


class Topic(msgspec.Struct, frozen=True):
    """Something seats differ in: the first argument of a verb in their moves or noted facts."""

    id: str
    verb: str
    en: str
    ja: str
    first: bool = False
    """Only the first such move of each seat counts."""
    noted: bool = False
    """The verb is that of a fact, not of a move."""


TOPICS: dict[str, tuple[Topic, ...]] = {
    "grimoire": (
        Topic("opening-page", "page", "opening page", "最初のページ", first=True),
        Topic("card-taken", "take", "card taken", "取った札"),
        Topic("page", "page", "page used", "使ったページ"),
    ),
    "heart-of-crown": (
        Topic("princess", "back", "princess", "姫", first=True),
        Topic("opening-buy", "buy", "first card bought", "最初に買った札", first=True),
        Topic("card-bought", "buy", "card bought", "買った札"),
        Topic("card-set", "set", "card set", "直轄地に置いた札"),
    ),
    "daybreak": (
        Topic("witch", "witch", "witch", "ウィッチ", noted=True),
        Topic("opening-card", "acquire", "first card acquired", "最初に獲得した札", first=True),
        Topic("card-acquired", "acquire", "card acquired", "獲得した札"),
        Topic("card-used", "use", "card used", "使った札"),
    ),
    "mitakihara": (
        Topic("character", "character", "character", "キャラクター", noted=True),
        Topic("survivor", "survivor", "survivor", "生き残った者", noted=True),
        Topic("contract", "contract", "contract of", "契約した者"),
        Topic("loot", "award", "loot to", "戦利品を得た者"),
    ),
}
"""What is asked of each game; of others, nothing but the option."""


class Line(msgspec.Struct, frozen=True):
    """Seats, or teams, that did something, and how they did."""

    what: str
    seats: int
    share: Interval
    """Their mean points."""
    without: Interval | None
    """The mean points of those that did not; None where all did."""


class Section(msgspec.Struct, frozen=True):
    """One topic."""

    id: str
    title: dict[str, str]
    lines: tuple[Line, ...]


class Stats(msgspec.Struct, frozen=True):
    """What wins in the matches of one game."""

    game: str
    cards: str
    """The card file, where it is not the game's own."""
    matches: int
    sections: tuple[Section, ...]
    endings: tuple[Line, ...]
    """What matches ended with, and which share of them; it is told of nobody in particular."""


class Entry(msgspec.Struct, frozen=True):
    """Somebody who could win: a seat, or a team as a whole."""

    points: float
    seat: int
    deal: int
    """The seed of its deal: what shares it hangs together, in other files too."""
    did: tuple[str, ...]
    """Its moves, in order."""
    had: tuple[str, ...]
    """Its facts."""


def gather(paths: Sequence[Path]) -> Stats:
    """What wins, over the matches of one or several results files of the same game."""
    if not paths:
        raise TakuError("name at least one results file")
    files = [load(path) for path in paths]
    games = sorted({held.config.game for held in files})
    if len(games) > 1:
        raise TakuError(f"one game at a time, not {', '.join(games)}")
    return of(files)


def of(files: Sequence[Tournament]) -> Stats:
    """What wins in these tournaments of one game."""
    config = files[0].config
    entries = [list(_entries(held)) for held in files]
    everybody = [entry for file in entries for entry in file]
    sections = [_section(topic, everybody) for topic in TOPICS.get(config.game, ())]
    sections += _options([held.config for held in files], entries)
    return Stats(
        game=config.game,
        cards=config.cards,
        matches=sum(len(held.matches) for held in files),
        sections=tuple(section for section in sections if section.lines),
        endings=_endings(files),
    )


def _entries(held: Tournament) -> Iterator[Entry]:
    teams = held.config.teams
    for played in held.matches:
        deal, made = played.seed, played.made
        facts = played.facts or ((),) * len(played.table)
        if teams:
            moves, had = [move for _, move in made], [fact for own in facts for fact in own]
            yield Entry(points(played)[0], 0, deal, tuple(moves), tuple(had))
            continue
        for seat, won in enumerate(points(played)):
            moves = [move for mover, move in made if mover == seat]
            yield Entry(won, seat, deal, tuple(moves), facts[seat])


def _section(topic: Topic, entries: Sequence[Entry]) -> Section:
    who: dict[str, set[int]] = {}
    prefix = topic.verb + " "
    for index, entry in enumerate(entries):
        for text in entry.had if topic.noted else entry.did:
            if text.startswith(prefix):
                who.setdefault(text.split(" ")[1], set()).add(index)
                if topic.first:
                    break
    lines = [_line(what, those, entries) for what, those in who.items() if len(those) >= FEWEST]
    lines.sort(key=lambda line: (-line.share.value, -line.seats, line.what))
    return Section(topic.id, {"en": topic.en, "ja": topic.ja}, tuple(lines))


def _line(what: str, who: set[int], entries: Sequence[Entry]) -> Line:
    those = [entry for index, entry in enumerate(entries) if index in who]
    others = [entry for index, entry in enumerate(entries) if index not in who]
    return Line(what, len(those), _share(those), _share(others) if others else None)


def _share(entries: Sequence[Entry]) -> Interval:
    """Mean points; the seats of one deal hang together."""
    return share_by((entry.deal, entry.points) for entry in entries)


def _options(configs: Sequence[Config], entries: Sequence[Sequence[Entry]]) -> list[Section]:
    """How teams, or the first seats, do under different options, where files differ in them."""
    named: dict[str, list[Entry]] = {}
    for config, file in zip(configs, entries, strict=True):
        text = ", ".join(f"{k}={v}" for k, v in sorted(config.options.items())) or "-"
        named.setdefault(text, []).extend(entry for entry in file if entry.seat == 0)
    if len(named) < 2:
        return []
    everybody = [entry for those in named.values() for entry in those]
    lines, start = [], 0
    for text, those in named.items():
        lines.append(_line(text, set(range(start, start + len(those))), everybody))
        start += len(those)
    title = {"en": "option", "ja": "選択ルール"}
    if not all(config.teams for config in configs):
        title = {"en": "option (first seat)", "ja": "選択ルール(先頭の席)"}
    return [Section("option", title, tuple(lines))]


def _endings(files: Sequence[Tournament]) -> tuple[Line, ...]:
    matches = [played for held in files for played in held.matches]
    lines = []
    for reason, count in Counter(played.reason for played in matches).items():
        share = share_by((played.seed, float(played.reason == reason)) for played in matches)
        lines.append(Line(reason, count, share, None))
    return tuple(sorted(lines, key=lambda line: (-line.seats, line.what)))


# -- for people and programs ----------------------------------------------------------------------

WORDS = {
    "seats": ("seats", "席数"),
    "with": ("with it", "あり"),
    "without": ("without it", "なし"),
    "ending": ("ended by", "終わり方"),
    "matches": ("matches", "対戦数"),
    "share": ("share", "割合"),
    "count": ("{count} matches", "{count}戦"),
    "few": (
        "No topic has {fewest} seats yet: play more matches.",
        "どの項目も{fewest}席に満たない。もっと対戦が要る。",
    ),
}


def _word(key: str, language: str, **values: object) -> str:
    return WORDS[key][language == "ja"].format(**values)


def tables(stats: Stats, language: str) -> list[list[list[str]]]:
    """The statistics as tables of texts, a heading row first."""
    named = rules_of(stats.game, stats.cards).words.name
    heads = [_word(key, language) for key in ("seats", "with", "without")]
    found = [
        [
            [section.title[language], *heads],
            *(
                [
                    named(line.what, language),
                    str(line.seats),
                    ranged(line.share),
                    "-" if line.without is None else ranged(line.without),
                ]
                for line in section.lines
            ),
        ]
        for section in stats.sections
    ]
    heads = [_word(key, language) for key in ("ending", "matches", "share")]
    lines = [
        [named(line.what, language), str(line.seats), ranged(line.share)] for line in stats.endings
    ]
    return [*found, [heads, *lines]] if lines else found


def text(stats: Stats, language: str = "en", width: int = WIDTH) -> str:
    """The statistics as tables."""
    parts = [_word("count", language, count=stats.matches)]
    parts += [grid(rows, width) for rows in tables(stats, language)]
    if not stats.sections:
        parts.append(_word("few", language, fewest=FEWEST))
    return "\n\n".join(parts)


def as_json(stats: Stats) -> str:
    """The statistics as JSON."""
    return msgspec.json.format(msgspec.json.encode(stats), indent=2).decode()
