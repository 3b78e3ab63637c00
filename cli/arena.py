"""``taku tournament``: players meet many times, and it is told who is the better."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from taku.bots import tournament
from taku.bots.tournament import FORMATS, report
from taku.cli.language import text
from taku.cli.play import read_options
from taku.cli.terms import game_named
from taku.engine import TakuError
from taku.engine.core.errors import near

if TYPE_CHECKING:
    from taku.cli.terms import Terms


class Form(msgspec.Struct, frozen=True):
    """How a tournament is reported."""

    json: bool = False
    csv: bool = False
    html: Path | None = None


def hold(
    terms: Terms,
    config: tournament.Config | None,
    form: Form,
    results: Path | None,
    resume: bool,
    *,
    jobs: int,
    cluster: str,
) -> int:
    """Hold a tournament, show how it stands while it runs, and report it; the exit code."""
    if config is None and not resume:
        if results is None:
            raise TakuError(text(terms.language, "tournament-of-what"))
        tell(terms, tournament.load(results), form, results)
        return 0
    live = Live(terms.language) if sys.stderr.isatty() else None
    try:
        held = tournament.run(
            config,
            results=results,
            resume=resume,
            jobs=jobs,
            cluster=cluster,
            on_progress=None if live is None else live.show,
        )
        interrupted = False
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if live is not None:
            live.wipe()
    if interrupted:
        key = "tournament-lost" if results is None else "tournament-kept"
        print(text(terms.language, key, path=results), file=sys.stderr)
        return 130
    tell(terms, held, form, results)
    return 0


def tell(terms: Terms, held: tournament.Tournament, form: Form, results: Path | None) -> None:
    """Report a tournament; the page last, as it may fail."""
    if form.json:
        print(report.as_json(held))
    elif form.csv:
        print(report.as_csv(held), end="")
    else:
        print(report.text(held, terms.language, terms.width))
    if form.html is not None:
        _write_page(terms, held, form.html, results)


def _write_page(
    terms: Terms, held: tournament.Tournament, path: Path, results: Path | None
) -> None:
    from taku.bots.tournament import page

    try:
        path.write_text(page.html(held, terms.language, results), "utf-8")
    except OSError as error:
        raise TakuError(
            text(terms.language, "page-failed", path=path, error=error.strerror)
        ) from None
    print(text(terms.language, "page-written", path=path), file=sys.stderr)


class Live:
    """The table of a running tournament, drawn over itself on standard error."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._drawn = 0
        self._began = perf_counter()
        self._before: int | None = None
        """How many matches there were when it began."""

    def show(self, held: tournament.Tournament) -> None:
        """Draw it anew."""
        if self._before is None:
            self._began, self._before = perf_counter(), len(held.matches)
        size = os.get_terminal_size(sys.stderr.fileno())
        shown = report.live(
            held, self._language, self._pace(held), size.columns - 1, size.lines - 1
        )
        back, self._drawn = self._back(), shown.count("\n") + 1
        sys.stderr.write(back + shown + "\n")
        sys.stderr.flush()

    def wipe(self) -> None:
        """Leave nothing of it behind."""
        sys.stderr.write(self._back())
        sys.stderr.flush()
        self._drawn = 0

    def _back(self) -> str:
        return f"\x1b[{self._drawn}F\x1b[J" if self._drawn else ""

    def _pace(self, held: tournament.Tournament) -> report.Pace | None:
        """How fast it goes, once something was played."""
        done = len(held.matches) - (self._before or 0)
        if not done:
            return None
        rate = done / (perf_counter() - self._began)
        return report.Pace(rate, (held.total - len(held.matches)) / rate)


def described(
    terms: Terms, game_or_file: str | None, given: dict[str, Any], form: Form
) -> tournament.Config | None:
    """The tournament that the command line or a TOML file describes; None where neither does."""
    if form.json and form.csv:
        raise TakuError(text(terms.language, "json-or-csv"))
    if game_or_file is None:
        if given:
            names = ", ".join("--" + {"bots": "bot", "options": "option"}.get(k, k) for k in given)
            raise TakuError(text(terms.language, "no-game", options=names))
        return None
    wanted = given.get("format", FORMATS[0])
    if wanted not in FORMATS:
        formats = ", ".join(FORMATS)
        hint = near(wanted, FORMATS)
        raise TakuError(
            text(terms.language, "no-format", format=wanted, near=hint, formats=formats)
        )
    game = None if game_or_file.endswith(".toml") else game_named(game_or_file)
    if "options" in given:
        given["options"] = read_options(given["options"], terms.language, game)
    if "sprt" in given:
        given["sprt"] = msgspec.to_builtins(tournament.read_sprt(given["sprt"]))
    if "cards" in given:
        given["cards"] = str(given["cards"])
    if game is None:
        return tournament.from_toml(Path(game_or_file), **given)
    return tournament.from_mapping({"game": game.id, "bots": [], **given})


def tell_what_wins(terms: Terms, files: Sequence[Path], *, json: bool, html: Path | None) -> None:
    """What wins, over the matches of one or several results files."""
    from taku.bots.tournament import stats

    found = stats.gather(files)
    if html is not None:
        if len(files) > 1:
            raise TakuError(text(terms.language, "one-page", count=len(files)))
        _write_page(terms, tournament.load(files[0]), html, files[0])
    print(stats.as_json(found) if json else stats.text(found, terms.language, terms.width))
