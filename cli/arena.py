"""Players meet without people: one match, or a tournament, and its report."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from taku import engine
from taku.bots import registry, tournament
from taku.bots.tournament import report
from taku.cli.demo import Teller
from taku.cli.language import text
from taku.cli.play import read_options
from taku.cli.render.common import Cell, Look, columns, rule
from taku.cli.session import ending, seat_names
from taku.cli.style import Line
from taku.engine import Match, TakuError
from taku.protocol import host
from taku.protocol.child import Limits
from taku.protocol.messages import Fault
from taku.protocol.players import Player
from taku.protocol.process import ProcessPlayer
from taku.protocol.records import Recorder

if TYPE_CHECKING:
    from taku.cli.app import Terms


class Meeting(msgspec.Struct, frozen=True):
    """One match of a series, as its report tells it."""

    seed: int
    result: engine.Result
    moves: int
    faults: tuple[Fault, ...]
    forfeited: tuple[int, ...]
    record: str | None
    """The file with its record."""


def meet(
    terms: Terms,
    game_id: str,
    specs: Sequence[str],
    *,
    games: int = 1,
    seed: int,
    options: Sequence[str],
    record: Path | None,
    tell: bool,
    as_json: bool = False,
    limits: Limits | None = None,
    strikes: int = 1,
    cards: Path | None,
) -> int:
    """Matches between players; 0 unless somebody was at fault."""
    game = engine.game(game_id, cards)
    if not specs:
        raise TakuError(text(terms.language, "no-seats"))
    for spec in specs:
        registry.check(spec)
    given = read_options(options, terms.language)
    look = Look(game, terms.language, seat_names(specs, terms.language), terms.width)
    folder = _record_folder(record, games, terms.language)
    programs = {
        seat: registry.make(spec, limits=limits)
        for seat, spec in enumerate(specs)
        if spec.startswith(f"{registry.EXEC}:")
    }
    played: list[Meeting] = []
    try:
        for number in range(seed, seed + games):
            match = Match(game, len(specs), number, given)
            players = [
                programs.get(seat) or registry.make(spec, number + seat)
                for seat, spec in enumerate(specs)
            ]
            path = record if folder is None else folder / f"{game.id}-{number}.jsonl"
            recorder = None if path is None else Recorder.create(path, match, specs)
            teller = Teller(match, terms, look) if tell and not as_json else None
            played.append(_play(match, players, look, teller, recorder, strikes))
            if folder is not None:
                _keep_stderr(folder / f"{game.id}-{number}", players)
    finally:
        for program in programs.values():
            program.close()
    if as_json:
        whole = {"game": game.id, "options": given, "seats": specs, "matches": played}
        print(msgspec.json.encode(whole).decode())
    elif games == 1:
        terms.show(ending(match, played[0].result, look, ()))
    else:
        terms.show(_tally(played, look))
    return 1 if any(meeting.faults for meeting in played) else 0


def _play(
    match: Match[Any],
    players: Sequence[Player],
    look: Look,
    teller: Teller | None,
    recorder: Recorder | None,
    strikes: int,
) -> Meeting:
    """One match; what went wrong is said on standard error."""
    watchers = [] if teller is None else [teller]
    try:
        outcome = host.play(
            match, players, names=look.names, watchers=watchers, strikes=strikes, recorder=recorder
        )
    finally:
        if recorder is not None:
            recorder.close()
    if teller is not None:
        teller.flush()
    for fault in outcome.faults:
        print(f"{look.names[fault.seat]}: {fault.code}: {fault.message}", file=sys.stderr)
    return Meeting(
        match.seed,
        outcome.result,
        outcome.moves,
        outcome.faults,
        outcome.forfeited,
        None if recorder is None else str(recorder.path),
    )


def _record_folder(record: Path | None, games: int, language: str) -> Path | None:
    """The folder for a record per match; None if there is one file, or none."""
    if record is None:
        return None
    if record.suffix == ".jsonl":
        if games > 1:
            raise TakuError(text(language, "record-file", path=record, games=games))
        return None
    try:
        record.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TakuError(f"{record}: {error.strerror}") from None
    return record


def _keep_stderr(stem: Path, players: Sequence[Player]) -> None:
    """What each program had to say in this match, beside its record."""
    for seat, player in enumerate(players):
        if isinstance(player, ProcessPlayer) and player.stderr:
            stem.with_name(f"{stem.name}-seat{seat}.stderr").write_text(player.stderr, "utf-8")


def _tally(played: Sequence[Meeting], look: Look) -> list[Line]:
    """Who won how often, and at what place they were on average."""
    lines = [rule(text(look.language, "series", count=len(played)), look.width)]
    rows: list[list[Cell]] = []
    for seat, name in enumerate(look.names):
        wins = sum(seat in meeting.result.winners for meeting in played)
        rank = sum(meeting.result.ranks[seat] for meeting in played) / len(played)
        faults = sum(fault.seat == seat for meeting in played for fault in meeting.faults)
        rows.append([
            name,
            text(look.language, "series-wins", count=wins),
            text(look.language, "series-rank", rank=rank),
            ("bad", text(look.language, "series-faults", count=faults) if faults else ""),
        ])  # fmt: skip
    return [*lines, *columns(rows, look.width)]


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
    if config is None and not resume and results is not None:
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
    except KeyboardInterrupt:
        key = "tournament-lost" if results is None else "tournament-kept"
        print(text(terms.language, key, path=results), file=sys.stderr)
        return 130
    finally:
        if live is not None:
            live.wipe()
    tell(terms, held, form, results)
    return 0


def tell(terms: Terms, held: tournament.Tournament, form: Form, results: Path | None) -> None:
    """Report a tournament."""
    if form.html is not None:
        _write_page(terms, held, form.html, results)
    if form.json:
        print(report.as_json(held))
    elif form.csv:
        print(report.as_csv(held), end="")
    else:
        print(report.text(held, terms.language, terms.width))


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
        sys.stderr.write(self._back() + shown + "\n")
        sys.stderr.flush()
        self._drawn = shown.count("\n") + 1

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
    if "options" in given:
        given["options"] = read_options(given["options"], terms.language)
    if "sprt" in given:
        given["sprt"] = msgspec.to_builtins(tournament.read_sprt(given["sprt"]))
    if "cards" in given:
        given["cards"] = str(given["cards"])
    if game_or_file.endswith(".toml"):
        return tournament.from_toml(Path(game_or_file), **given)
    return tournament.from_mapping({"game": game_or_file, "bots": [], **given})


def tell_what_wins(terms: Terms, files: Sequence[Path], *, json: bool, html: Path | None) -> None:
    """What wins, over the matches of one or several results files."""
    from taku.bots.tournament import stats

    found = stats.gather(files)
    if html is not None:
        if len(files) > 1:
            raise TakuError(text(terms.language, "one-page", count=len(files)))
        _write_page(terms, tournament.load(files[0]), html, files[0])
    print(stats.as_json(found) if json else stats.text(found, terms.language, terms.width))
