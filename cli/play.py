"""How a match at the prompt begins, goes on and ends."""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from itertools import chain, count
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from taku import engine
from taku.cli import config
from taku.cli.console import Console, PlainConsole
from taku.cli.language import text
from taku.cli.seating import HUMAN, Quit, check_player
from taku.cli.session import Session
from taku.cli.style import wants_colour
from taku.cli.terms import Terms, game_named, in_terminal
from taku.engine import Game, Match, TakuError
from taku.engine.core.errors import near
from taku.protocol import records
from taku.protocol.players import Player
from taku.protocol.records import Recorder

ENDED, FAILED, USAGE, ILLEGAL, CUT_OFF, LEFT = 0, 1, 2, 3, 4, 5
"""Exit codes: the game ended, internal error, usage, illegal move (--strict), input ended, left."""

LAST = 1 << 16
"""So many bytes hold the last line of a record."""


def start(
    game_id: str,
    terms: Terms,
    *,
    record: Path | None = None,
    strict: bool = False,
    plain: bool = False,
    **asked: Any,
) -> int:
    """Play a new match, as ``new_match`` is asked for it; the exit code."""
    match, specs = new_match(game_id, settings=terms.settings, language=terms.language, **asked)
    session = Session(
        match,
        specs,
        console_for(terms.colour, plain),
        terms.language,
        make_player,
        recorder=new_record(match, specs, record),
        settings=terms.settings,
        strict=strict,
    )
    session.welcome()
    return sit_down(session)


def console_for(colour: str, force_plain: bool = False) -> Console:
    """A terminal if people sit there, else plain lines."""
    if in_terminal() and not force_plain:
        from taku.cli.terminal import Terminal

        return Terminal(colour=wants_colour(sys.stdout, colour))
    if sys.stdin is None:
        return PlainConsole(StringIO())
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    return PlainConsole()


def make_player(spec: str) -> Player:
    """The bot that a spec names."""
    from taku.bots.registry import make

    return make(spec)


def opponent(settings: config.Settings) -> str:
    """Who sits opposite, if nothing else is said: the best bot that answers at once."""
    from taku.bots.registry import BOTS

    if settings.opponent:
        return config.player("opponent", settings.opponent)
    return "greedy" if "greedy" in BOTS else "random"


def seat_specs(
    game: Game[Any],
    seats: str | None,
    players: int | None,
    settings: config.Settings,
    language: str,
) -> list[str]:
    """A spec per seat: those given, or a person against bots."""
    if seats is None:
        seated = game.players[0] if players is None else players
        if seated < 1:
            game.new(seated)  # refuses: no list is as short
        return [HUMAN] + [opponent(settings)] * (seated - 1)
    specs = _split(seats)
    if players is not None and len(specs) == 1 and players > 1:
        specs += [opponent(settings)] * (players - 1)
    if players is not None and players != len(specs):
        raise TakuError(text(language, "seats-players", seats=len(specs), players=players))
    for spec in specs:
        if spec != HUMAN:
            _check_seat(spec, language)
    return specs


def _check_seat(spec: str, language: str) -> None:
    """Refuse who cannot sit at a match, before there is a record of it."""
    if hint := near(spec, [HUMAN]):
        raise TakuError(text(language, "no-such-seat", spec=spec, near=hint))
    check_player(spec, language)


def _split(seats: str) -> list[str]:
    """The specs of a comma-separated list; ``a:x=1,y=2`` keeps its parameters together."""
    specs: list[str] = []
    for part in seats.split(","):
        part = part.strip()
        if specs and "=" in part and ":" not in part.partition("=")[0]:
            specs[-1] += "," + part
        else:
            specs.append(part)
    return specs


def read_options(
    pairs: Sequence[str], language: str, game: Game[Any] | None = None
) -> dict[str, Any]:
    """``name=value`` pairs; a value is JSON if it can be read so, else text.

    Where an option of the game is a list, ``name=one,two`` are its items.
    """
    lists = _lists(game) if game else frozenset()
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise TakuError(text(language, "bad-option", given=pair))
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value.split(",") if name in lists else value
    return options


def _lists(game: Game[Any]) -> frozenset[str]:
    """The options of a game that are lists."""
    fields = msgspec.structs.fields(game.options)
    return frozenset(field.encode_name for field in fields if _is_list(field.type))


def _is_list(kind: Any) -> bool:
    """Whether a type is a list, or may be one."""
    return any(get_origin(each) in (list, tuple) for each in (kind, *get_args(kind)))


def read_data(path: Path, language: str) -> dict[str, Any]:
    """A TOML or JSON file."""
    try:
        raw = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or text(language, "not-utf8")
        raise TakuError(text(language, "bad-file", path=path, reason=reason)) from None
    try:
        if path.suffix == ".json":
            return msgspec.json.decode(raw, type=dict[str, Any])
        return tomllib.loads(raw)
    except ValueError as error:
        raise TakuError(text(language, "not-data", path=path, reason=error)) from None


def new_record(match: Match[Any], seats: Sequence[str], path: Path | None = None) -> Recorder:
    """The file to which every move goes at once."""
    if path is None:
        return Recorder.create(_new_path(match.game.id), match, seats)
    recorder = Recorder.create(path, match, seats)
    _new_path(match.game.id).symlink_to(path.resolve())  # so that ``taku resume`` finds it
    return recorder


def _new_path(game_id: str) -> Path:
    """A path among the matches that no other match has."""
    folder = config.state_folder() / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TakuError(f"{folder}: {error.strerror}") from None
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{game_id}"
    names = (f"{stem}{number}.jsonl" for number in chain([""], (f"-{n}" for n in count(2))))
    return next(path for name in names if not (path := folder / name).exists())


def matches() -> list[Path]:
    """The records of what was played here, the latest first."""
    folder = config.state_folder() / "matches"
    paths = [path for path in folder.glob("*.jsonl") if path.exists()]  # a link may lead nowhere
    paths.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    return [path.resolve() for path in paths]


def unfinished() -> list[Path]:
    """Matches that can be gone on with, the latest first."""
    return [path for path in matches() if not _over(path)]


def _over(path: Path) -> bool:
    """Whether the last line of a record tells the result."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LAST))
        lines = file.read().splitlines()
    return not lines or b'"result"' in lines[-1]


def resume(
    path: Path | None, language: str, cards: Path | None = None
) -> tuple[Match[Any], Recorder, list[str]]:
    """The match of a record, its file open to go on, and who sat there; else of the latest."""
    if path is None:
        for latest in unfinished():
            with suppress(records.InUse):
                return resume(latest, language, cards)
        raise TakuError(text(language, "no-resume"))
    header = records.header(path)
    match, recorder = records.resume(path, engine.game(header.game, cards))
    seats = list(header.seats or [HUMAN] * match.players)
    return match, recorder, [HUMAN if seat == "stdio" else seat for seat in seats]


def new_match(
    game_id: str,
    *,
    settings: config.Settings,
    language: str,
    seats: str | None = None,
    players: int | None = None,
    seed: int | None = None,
    options: Sequence[str] = (),
    scenario: Path | None = None,
    cards: Path | None = None,
) -> tuple[Match[Any], list[str]]:
    """A match as the command line asks for it."""
    game = game_named(game_id, cards)
    given = None if scenario is None else read_data(scenario, language)
    if given is not None and players is None and seats is None:
        players = getattr(game.read_scenario(given), "players", None)
    specs = seat_specs(game, seats, players, settings, language)
    if seed is None:
        seed = time.time_ns() % 1_000_000
    match = Match(game, len(specs), seed, read_options(options, language, game), given)
    return match, specs


def sit_down(session: Session) -> int:
    """Play a session to its end, or to where the person leaves; the exit code."""
    try:
        session.run()
    except Quit:
        session.tell_kept()
        return LEFT
    except EOFError:
        print(f"taku: {session.say('ended-early')}", file=sys.stderr)
        return CUT_OFF
    except KeyboardInterrupt:
        session.tell_kept()
        raise
    finally:
        session.close()
    return ENDED


def go_on(
    path: Path | None,
    language: str,
    colour: str,
    settings: config.Settings,
    cards: Path | None = None,
    plain: bool = False,
) -> int:
    """Go on with a match that was left; the exit code."""
    match, recorder, seats = resume(path, language, cards)
    console = console_for(colour, plain)
    session = Session(
        match, seats, console, language, make_player, recorder=recorder, settings=settings
    )
    name = match.game.name.in_language(language)
    session.note(session.say("resuming", game=name, moves=len(match.moves)), "dim")
    return sit_down(session)
