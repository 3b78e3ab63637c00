"""``taku match``: players meet without people, once or several times, and it is told who won."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from taku import engine
from taku.bots import registry
from taku.cli.demo import Teller
from taku.cli.language import text
from taku.cli.play import read_options
from taku.cli.render.common import Cell, Look, columns, rule
from taku.cli.seating import check_player, seat_names
from taku.cli.style import Line
from taku.cli.telling import ending
from taku.cli.terms import game_named
from taku.engine import Match, TakuError
from taku.protocol import host
from taku.protocol.child import Limits
from taku.protocol.messages import Fault
from taku.protocol.players import Player
from taku.protocol.process import ProcessPlayer
from taku.protocol.records import Recorder

if TYPE_CHECKING:
    from taku.cli.terms import Terms


class Meeting(msgspec.Struct, frozen=True):
    """One match of a series, as its report tells it."""

    seed: int
    result: engine.Result
    moves: int
    faults: tuple[Fault, ...]
    forfeited: tuple[int, ...]
    record: str | None
    """The file with its record."""


class Series:
    """Matches between the same players, each in its seat; the seed goes up by one."""

    def __init__(
        self,
        terms: Terms,
        game: engine.Game[Any],
        specs: Sequence[str],
        options: Mapping[str, Any],
        *,
        limits: Limits | None = None,
        strikes: int = 1,
        tell: bool = False,
    ) -> None:
        self.game = game
        self.specs = specs
        self.options = options
        self.look = Look(game, terms.language, seat_names(specs, terms.language), terms.width)
        self._terms = terms
        self._limits = limits
        self._strikes = strikes
        self._tell = tell

    @contextmanager
    def programs(self) -> Iterator[dict[int, ProcessPlayer]]:
        """The players that are other programs, by seat; they stay up from match to match."""
        programs: dict[int, ProcessPlayer] = {}
        try:
            for seat, spec in enumerate(self.specs):
                check_player(spec, self._terms.language)
                player = registry.make(spec, limits=self._limits)
                if isinstance(player, ProcessPlayer):
                    programs[seat] = player
            yield programs
        finally:
            for program in programs.values():
                program.close()

    def match(self, seed: int) -> Match[Any]:
        """A match of the series; its past is kept only if it is told."""
        return Match(self.game, len(self.specs), seed, self.options, forgetful=not self._tell)

    def play(
        self, match: Match[Any], programs: Mapping[int, ProcessPlayer], record: Path | None
    ) -> Meeting:
        """One match; what went wrong is said on standard error."""
        players = [
            programs.get(seat) or registry.make(spec, match.seed + seat)
            for seat, spec in enumerate(self.specs)
        ]
        teller = Teller(match, self._terms, self.look) if self._tell else None
        outcome = self._play(match, players, teller, record)
        if teller is not None:
            teller.flush()
        for fault in outcome.faults:
            print(f"{self.look.names[fault.seat]}: {fault.code}: {fault.message}", file=sys.stderr)
        return Meeting(
            match.seed,
            outcome.result,
            outcome.moves,
            outcome.faults,
            outcome.forfeited,
            None if record is None else str(record),
        )

    def _play(
        self,
        match: Match[Any],
        players: Sequence[Player],
        teller: Teller | None,
        record: Path | None,
    ) -> host.Outcome:
        watchers = [] if teller is None else [teller]
        names, strikes = self.look.names, self._strikes
        if record is None:
            return host.play(match, players, names=names, watchers=watchers, strikes=strikes)
        with Recorder.create(record, match, self.specs, lazy=True) as recorder:
            return host.play(
                match, players, names=names, watchers=watchers, strikes=strikes, recorder=recorder
            )


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
    game = game_named(game_id, cards)
    if not specs:
        raise TakuError(text(terms.language, "no-seats"))
    given = read_options(options, terms.language, game)
    tell = tell and not as_json
    series = Series(terms, game, specs, given, limits=limits, strikes=strikes, tell=tell)
    match = series.match(seed)  # what is refused is refused before anything is started
    folder = _record_folder(record, games, terms.language)
    played: list[Meeting] = []
    with series.programs() as programs:
        for number in range(seed, seed + games):
            match = series.match(number)
            path = record if folder is None else folder / f"{game.id}-{number}.jsonl"
            played.append(series.play(match, programs, path))
            if folder is not None:
                _keep_stderr(folder / f"{game.id}-{number}", programs)
    if as_json:
        whole = {"game": game.id, "options": given, "seats": specs, "matches": played}
        print(msgspec.json.encode(whole).decode())
    elif games == 1:
        terms.show([*ending(match, played[0].result, series.look, ()), *_forfeits(played, series)])
    else:
        terms.show([*_tally(played, series.look), *_forfeits(played, series)])
    return 1 if any(meeting.faults for meeting in played) else 0


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


def _keep_stderr(stem: Path, programs: Mapping[int, ProcessPlayer]) -> None:
    """What each program had to say in this match, beside its record."""
    for seat, program in programs.items():
        if program.stderr:
            stem.with_name(f"{stem.name}-seat{seat}.stderr").write_text(program.stderr, "utf-8")


def _forfeits(played: Sequence[Meeting], series: Series) -> list[Line]:
    """Who did not play on by itself."""
    look = series.look
    lines: list[Line] = []
    for seat, name in enumerate(look.names):
        count = sum(seat in meeting.forfeited for meeting in played)
        if count:
            key = "forfeited" if len(played) == 1 else "forfeited-some"
            lines.append([("bad", " " + text(look.language, key, name=name, count=count))])
    return lines


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
