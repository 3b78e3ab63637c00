"""Players meet without people: one match, or a tournament, and its report."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
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

FORMATS = ("text", "json", "csv")


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


def hold(
    terms: Terms,
    config: tournament.Config | None,
    *,
    results: Path | None,
    resume: bool,
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Hold a tournament, show how it stands while it runs, and report it."""
    live = sys.stderr.isatty()
    if form not in FORMATS:
        raise TakuError(text(terms.language, "bad-format", given=form, known=", ".join(FORMATS)))

    def progress(held: tournament.Tournament) -> None:
        sys.stderr.write("\x1b[2J\x1b[H" + report.live(held, terms.language) + "\n")

    held = tournament.run(
        config,
        results=results,
        resume=resume,
        jobs=jobs,
        cluster=cluster,
        on_progress=progress if live else None,
    )
    print(reported(held, form, terms.language))


def reported(held: tournament.Tournament, form: str, language: str) -> str:
    """The report as text, JSON or CSV."""
    if form == "json":
        return report.as_json(held)
    if form == "csv":
        return report.as_csv(held).rstrip("\n")
    if form != "text":
        raise TakuError(text(language, "bad-format", given=form, known=", ".join(FORMATS)))
    return report.text(held, language)


def described(
    terms: Terms, game_or_file: str | None, bots: Sequence[str], given: dict[str, Any]
) -> tournament.Config | None:
    """The tournament that the command line or a TOML file describes; None where neither does."""
    if game_or_file is None:
        return None
    if game_or_file.endswith(".toml"):
        return tournament.from_toml(Path(game_or_file))
    options = read_options(given.pop("option") or (), terms.language)
    sprt = given.pop("sprt")
    data = {key: value for key, value in given.items() if value is not None}
    config = tournament.from_mapping(
        {"game": game_or_file, "bots": list(bots), "options": options, **data}
    )
    if sprt is None:
        return config
    return msgspec.structs.replace(config, sprt=tournament.read_sprt(sprt))
