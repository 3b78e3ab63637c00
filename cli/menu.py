"""Bare ``taku`` in a terminal: choose a game, how many play and against whom, and play."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from taku import engine
from taku.cli import play
from taku.cli.config import Settings
from taku.cli.language import text
from taku.cli.screens import Menu
from taku.cli.seating import HUMAN
from taku.cli.texts import TEXTS
from taku.engine import Game, TakuError

if TYPE_CHECKING:
    from taku.cli.terms import Terms


def run_menu(terms: Terms) -> int:
    """From the menu to the end of a match; the exit code."""
    while True:
        doing = _first(terms)
        if doing is None:
            return play.ENDED
        if doing == "resume":
            return play.go_on(None, terms.language, terms.colour, terms.settings)
        if doing == "lang":
            terms.language = "en" if terms.language == "ja" else "ja"
        elif doing == "learn":
            lesson = _lesson(terms)
            if lesson is not None:
                from taku.cli import learn

                return learn.run(lesson, terms)
        else:
            seats = _seats(doing, terms)
            if seats is not None:
                return play.start(doing, terms, seats=",".join(seats))


def _choose(terms: Terms, title: str, items: list[tuple[str, str]]) -> int | None:
    return Menu(text(terms.language, title), items, text(terms.language, "menu-keys")).choose()


def _first(terms: Terms) -> str | None:
    """What to do: go on, a game, a lesson, the other language."""
    items, doings = [], []
    if play.unfinished():
        items.append((text(terms.language, "menu-resume"), "taku resume"))
        doings.append("resume")
    for id in engine.games():
        game = engine.game(id)
        least, most = game.players
        players = text(terms.language, "for-players", players=f"{least}-{most}")
        about = text(terms.language, f"about-{id}") if f"about-{id}" in TEXTS else ""
        items.append((game.name.in_language(terms.language), f"{players}  {about}"))
        doings.append(id)
    items.append((text(terms.language, "menu-learn"), "taku learn"))
    doings.append("learn")
    items.append(("English" if terms.language == "ja" else "日本語", "lang"))
    doings.append("lang")
    chosen = _choose(terms, "menu-game", items)
    return None if chosen is None else doings[chosen]


def _lesson(terms: Terms) -> str | None:
    """Which game to learn; None to go back."""
    from taku.cli.learn import lessons

    ids = lessons()
    names = [(engine.game(id).name.in_language(terms.language), f"taku learn {id}") for id in ids]
    chosen = _choose(terms, "menu-lesson", names)
    return None if chosen is None else ids[chosen]


def _seats(id: str, terms: Terms) -> list[str] | None:
    """How many play, and who they are; None to go back."""
    counts = _counts(engine.game(id))
    chosen = 0
    if len(counts) > 1:
        items = [(text(terms.language, "for-players", players=n), "") for n in counts]
        picked = _choose(terms, "menu-players", items)
        if picked is None:
            return None
        chosen = picked
    others = opponents(terms.language, terms.settings)
    if counts[chosen] == 1:
        return [HUMAN]
    picked = _choose(terms, "menu-opponents", [(name, about) for name, _, about in others])
    if picked is None:
        return None
    return [HUMAN] + [others[picked][1]] * (counts[chosen] - 1)


def _counts(game: Game[Any]) -> list[int]:
    """How many can play without further options."""
    counts = []
    for players in range(game.players[0], game.players[1] + 1):
        with suppress(TakuError):
            game.new(players)
            counts.append(players)
    return counts


def opponents(language: str, settings: Settings) -> list[tuple[str, str, str]]:
    """Who can sit opposite: what it is called, its spec, a line about it; people last."""
    from taku.bots.registry import listed

    # A line of help says first what the bot is, then what its parameters are.
    rows = [
        (name, name, re.split("[;。]", about)[0])
        for name, _, about in listed(language)
        if ":" not in name
    ]
    usual = play.opponent(settings)
    rows.sort(key=lambda row: row[1] != usual)
    return [*rows, (text(language, "people"), HUMAN, text(language, "people-note"))]
