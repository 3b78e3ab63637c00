"""Records: what a match began with and every move, as lines of JSON that prove themselves.

A file has a header line, a line per move, and a line with the result. Each line ends with a
``check``: a digest of the line and of the check before it, so the first line that was altered,
left out or put in is found. What ``save`` of TP/1 gives is the same data as one JSON object, whose
``check`` is that of the last line.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

import msgspec

from taku import engine
from taku.engine import Game, Match, Result, TakuError
from taku.protocol.codec import shortened
from taku.protocol.messages import Fault
from taku.protocol.version import ENGINE

FORMAT = 1
_CHECK = b',"check":"'
_MOST_HELD = 1000
"""How many lines a lazy recorder holds back."""
_LONGEST_REASON = 400
"""How much is told of why a move cannot be made again."""
_TAIL = len(_CHECK) + 16 + len(b'"}')


class BadRecord(TakuError):
    """A record that cannot be used; the message says where and why."""


class InUse(BadRecord):
    """A record to which another process is writing."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a match began with."""

    record: int = FORMAT
    engine: str = ENGINE
    game: str
    players: int
    seed: int
    options: dict[str, Any] = {}
    scenario: dict[str, Any] | None = None
    cards: str = ""
    """The digest of the card file."""
    seats: tuple[str, ...] | None = None
    """Who sat there: ``stdio`` or a player spec each, or names."""


class _Made(msgspec.Struct, frozen=True):
    seat: int
    move: str


class End(msgspec.Struct, frozen=True):
    """The last line: how it ended."""

    result: Result
    """The game's own result, before forfeits count."""
    position: str = ""
    """A digest of the last position."""
    forfeited: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """A record as read."""

    header: Header
    moves: tuple[tuple[int, str], ...]
    end: End | None = None
    """None if the match was not played to its end."""
    place: str = "record"
    """What to call it in errors."""

    def where(self, number: int) -> str:
        """The place of move ``number``, from 0."""
        if self.place == "record":
            return f"record.moves[{number}]"
        return f"{self.place}:{number + 2}"


class _Saved(Header, frozen=True, kw_only=True):
    moves: tuple[tuple[int, str], ...]
    result: Result | None = None
    position: str = ""
    check: str = ""


_encoder = msgspec.json.Encoder(order="deterministic")
_headers = msgspec.json.Decoder(Header)
_mades = msgspec.json.Decoder(_Made)
_ends = msgspec.json.Decoder(End)


def chained(check: str, text: bytes) -> str:
    """The check of a line whose text, without its own check, is ``text``."""
    return blake2b(check.encode() + text, digest_size=8).hexdigest()


def position_of(match: Match[Any]) -> str:
    """A digest of the position."""
    return blake2b(match.state.to_bytes(), digest_size=8).hexdigest()


def header_of(match: Match[Any], seats: Sequence[str] | None = None) -> Header:
    """The header of a match."""
    return Header(
        game=match.game.id,
        players=match.players,
        seed=match.seed,
        options=match.options,
        scenario=match.scenario,
        cards=match.record.cards,
        seats=None if seats is None else tuple(seats),
    )


# -- files ----------------------------------------------------------------------------------------


class Recorder:
    """Writes a record while the match is played: what is made is on the way to disk at once.

    A ``lazy`` one writes when it has many lines, and at its close; one that syncs waits for the
    disk at every move.
    """

    def __init__(
        self, path: Path, file: int, check: str, *, sync: bool = False, lazy: bool = False
    ) -> None:
        self.path = path
        self._file = file
        self._sync = sync
        self._lazy = lazy
        self._held: list[bytes] = []
        self._check = check
        self._past: list[tuple[int, str]] = []
        self._size = os.fstat(file).st_size

    @classmethod
    def create(
        cls,
        path: str | Path,
        match: Match[Any],
        seats: Sequence[str] | None = None,
        *,
        sync: bool = False,
        lazy: bool = False,
    ) -> Recorder:
        """A new file with the match so far."""
        path = Path(path)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise BadRecord(f"{path}: cannot be written: {error.strerror}") from None
        _claim(file, path)
        recorder = cls(path, file, "", sync=sync, lazy=lazy)
        recorder._write(_encoder.encode(header_of(match, seats)))
        recorder._past.clear()
        for seat, move in match.moves:
            recorder.add(seat, move)
        return recorder

    def add(self, seat: int, move: str) -> None:
        """A move was made."""
        self._write(_encoder.encode(_Made(seat, move)))

    def undo(self, moves: int = 1) -> None:
        """The last moves were taken back."""
        self._write_held()
        self._size, self._check = self._past[-moves]
        del self._past[-moves:]
        os.ftruncate(self._file, self._size)
        os.lseek(self._file, self._size, os.SEEK_SET)

    def finish(
        self, match: Match[Any], forfeited: Sequence[int] = (), faults: Sequence[Fault] = ()
    ) -> None:
        """The match is over."""
        if match.state.result is None:
            raise ValueError("the match is not over")
        end = End(match.state.result, position_of(match), tuple(forfeited), tuple(faults))
        self._write(_encoder.encode(end))

    def close(self) -> None:
        """Close the file; it can be resumed if the match is not over."""
        if self._file >= 0:
            self._write_held()
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, text: bytes) -> None:
        text = text[:-1]
        check = chained(self._check, text)
        line = b'%s%s%s"}\n' % (text, _CHECK, check.encode())
        self._held.append(line)
        if not self._lazy or len(self._held) > _MOST_HELD:
            self._write_held()
        self._past.append((self._size, self._check))
        self._size += len(line)
        self._check = check

    def _write_held(self) -> None:
        data = b"".join(self._held)
        self._held.clear()
        done = os.write(self._file, data)
        while done < len(data):  # a signal or a full disk can cut a write short
            done += os.write(self._file, data[done:])
        if self._sync:
            os.fsync(self._file)


def _claim(file: int, path: Path) -> None:
    """Be the only one who writes to the file, for as long as it is open."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise InUse(f"{path}: this match is being played now") from None
    except OSError:
        pass  # a file system without locks


def read(path: str | Path) -> Recording:
    """The record in a file; one that was altered or cut off within a line is refused."""
    recording, _, rest = _read(Path(path))
    if rest:
        raise BadRecord(f"{path}:{len(recording.moves) + 2}: the line is cut off")
    return recording


def header(path: str | Path) -> Header:
    """What the match of a record began with; its last line may be cut off."""
    return _read(Path(path))[0].header


def verify(path: str | Path, game: Game[Any] | None = None) -> Match[Any]:
    """The match of a complete record, played again; anything that does not agree is refused."""
    return proved(read(path), game)


def proved(recording: Recording, game: Game[Any] | None = None) -> Match[Any]:
    """``verify`` for a record that was read already."""
    end = recording.end
    where = recording.where(len(recording.moves))
    if end is None:
        raise BadRecord(f"{where}: the result is missing: the record is cut off here")
    match = replay(recording, game)
    if match.state.result != end.result:
        raise BadRecord(f"{where}: played again, the result is {match.state.result}")
    _check_position(match, recording.header, end.position, where)
    return match


def resume(
    path: str | Path, game: Game[Any] | None = None, *, sync: bool = False
) -> tuple[Match[Any], Recorder]:
    """The match of a record without a result, and its file open to go on.

    A last line that was cut off while it was written is dropped: that move was never made.
    """
    path = Path(path)
    recording, checks, rest = _read(path)
    if recording.end is not None:
        raise BadRecord(f"{path}:{len(recording.moves) + 2}: the match is over")
    match = replay(recording, game)
    file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    _claim(file, path)
    if rest:
        os.ftruncate(file, os.fstat(file).st_size - rest)
    os.lseek(file, 0, os.SEEK_END)
    recorder = Recorder(path, file, checks[-1][1], sync=sync)
    recorder._past = [(size, check) for size, check in checks[:-1]]
    return match, recorder


def replay(
    recording: Recording, game: Game[Any] | None = None, to: int | None = None
) -> Match[Any]:
    """Play a record again, up to move number ``to``."""
    header = recording.header
    where = recording.place if recording.place == "record" else f"{recording.place}:1"
    try:
        if game is None:
            game = engine.game(header.game)
        elif game.id != header.game:
            raise BadRecord(f"it is of {header.game}, not {game.id}")
        digest = game.tag.partition("/")[2]
        if header.cards and header.cards != digest:
            raise BadRecord(
                f"it was played with other cards (digest {header.cards}, these are {digest}); "
                "give the card file that was used"
            )
        match = Match(game, header.players, header.seed, header.options, header.scenario)
    except TakuError as error:
        raise BadRecord(f"{where}: {error}") from None
    for number, (seat, move) in enumerate(recording.moves[:to]):
        try:
            match.apply(seat, move)
        except TakuError as error:
            raise BadRecord(
                f"{recording.where(number)}: {shortened(str(error), _LONGEST_REASON)}"
            ) from None
    return match


def _read(path: Path) -> tuple[Recording, list[tuple[int, str]], int]:
    """The record, size before and check after each line, and the length of a torn last line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read: {error.strerror}") from None
    *lines, torn = data.split(b"\n")
    if not lines:
        raise BadRecord(f"{path}:1: the header is missing")
    check, size = "", 0
    checks: list[tuple[int, str]] = []
    header: Header | None = None
    moves: list[tuple[int, str]] = []
    end: End | None = None
    for number, line in enumerate(lines, 1):
        where = f"{path}:{number}"
        if end is not None:
            raise BadRecord(f"{where}: nothing may follow the result")
        text, written = line[:-_TAIL], line[-_TAIL:]
        check_before = check
        check = chained(check, text)
        if number == 1 and not line.startswith(b"{"):
            raise BadRecord(f"{where}: this is no record of a match")
        if written != b'%s%s"}' % (_CHECK, check.encode()):
            raise BadRecord(f"{where}: the line was altered, or a line before it is missing")
        try:
            if header is None:
                header = _headers.decode(text + b"}")
                _check_format(header)
            elif text.startswith(b'{"seat"'):
                made = _mades.decode(text + b"}")
                moves.append((made.seat, made.move))
            else:
                end = _ends.decode(text + b"}")
        except (msgspec.MsgspecError, BadRecord, UnicodeDecodeError) as error:
            raise BadRecord(f"{where}: {error}") from None
        checks.append((size, check_before))
        size += len(line) + 1
    checks.append((size, check))
    assert header is not None
    recording = Recording(header=header, moves=tuple(moves), end=end, place=str(path))
    return recording, checks[1:], len(torn)


# -- one JSON object ------------------------------------------------------------------------------


def to_object(match: Match[Any], seats: Sequence[str] | None = None) -> dict[str, Any]:
    """A match as the ``record`` of TP/1."""
    header = header_of(match, seats)
    result = match.state.result
    position = position_of(match)
    check = _chain(header, match.moves, result, position)
    return {
        **msgspec.to_builtins(header),
        "moves": [list(move) for move in match.moves],
        "result": msgspec.to_builtins(result),
        "position": position,
        "check": check,
    }


def from_object(record: Mapping[str, Any]) -> tuple[Match[Any], tuple[str, ...] | None]:
    """The match of a ``record`` of TP/1, and who sat there.

    The header's game, players and seed and the moves are enough; what else is there must agree.
    """
    try:
        saved = msgspec.convert(dict(record), _Saved)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadRecord(f"record: {error}") from None
    _check_format(saved)
    names = Header.__struct_fields__
    header = Header(**{name: getattr(saved, name) for name in names})
    if saved.check:
        try:
            check = _chain(header, saved.moves, saved.result, saved.position)
        except RecursionError:
            raise BadRecord("record: nested too deeply") from None
        if saved.check != check:
            raise BadRecord("record.check: the record was altered")
    match = replay(Recording(header=header, moves=saved.moves))
    if saved.result != match.state.result:
        raise BadRecord(f"record.result: played again, it is {match.state.result}")
    _check_position(match, header, saved.position, "record.position")
    return match, saved.seats


def _chain(
    header: Header, moves: Sequence[tuple[int, str]], result: Result | None, position: str
) -> str:
    check = chained("", _encoder.encode(header)[:-1])
    for seat, move in moves:
        check = chained(check, _encoder.encode(_Made(seat, move))[:-1])
    if result is not None:
        check = chained(check, _encoder.encode(End(result, position))[:-1])
    return check


def _check_format(header: Header) -> None:
    if header.record != FORMAT:
        raise BadRecord(f"record: format {header.record}, this taku reads format {FORMAT}")


def _check_position(match: Match[Any], header: Header, position: str, where: str) -> None:
    """Within one version the same moves give the same position, byte for byte."""
    if position and header.engine == ENGINE and position != position_of(match):
        raise BadRecord(f"{where}: played again, the last position is another")
