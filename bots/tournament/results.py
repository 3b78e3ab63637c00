"""What became of each match, and the file that keeps it: JSON lines, durable before they count."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from taku.bots.tournament import notes
from taku.bots.tournament.config import Config, checked
from taku.engine import Result
from taku.engine.core.errors import TakuError
from taku.protocol.version import ENGINE

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such lock; there a run is not guarded
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
"""The version of the results file."""


class ResultsError(TakuError):
    """A results file that cannot be used or written; nothing in it was changed."""


class Fault(msgspec.Struct, frozen=True):
    """What a player did wrong."""

    seat: int
    kind: str
    """A code of the protocol: ``timeout``, ``died``, ``illegal_move`` and so on."""
    message: str = ""
    """The same in words."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One match that was played, with its record: the header of the file tells the rest."""

    id: int
    table: tuple[int, ...]
    round: int
    deal: int
    seed: int
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    length: int
    """How many moves were made."""
    moves: msgspec.Raw
    """The moves with their seats, as JSON: most readers do without; see ``made``."""
    scores: tuple[int, ...] | None = None
    faults: tuple[Fault, ...] = ()
    sides: tuple[str, ...] = ()
    """The side of each seat, where some play against the rest."""
    reached: int | None = None
    """How far the table came, where it plays together."""
    facts: notes.Facts = ()
    """What else seats differ in."""
    own: Result | None = None
    """The game's own result, where a forfeit changed it."""

    @property
    def result(self) -> Result:
        """The result that counts."""
        return Result(self.winners, self.ranks, self.scores, self.reason)

    @property
    def made(self) -> list[tuple[int, str]]:
        """Every move, with its seat."""
        try:
            return _moves.decode(self.moves)
        except msgspec.MsgspecError as error:
            raise ResultsError(f"the moves of match {self.id} cannot be read: {error}") from None

    def has_seats(self, count: int) -> bool:
        """Whether it tells something of each of so many seats, and of no other."""
        each = (self.table, self.ranks, self.scores, self.sides or None, self.facts or None)
        named = (*self.winners, *(fault.seat for fault in self.faults))
        return all(len(part) == count for part in each if part is not None) and all(
            0 <= seat < count for seat in named
        )


_moves = msgspec.json.Decoder(list[tuple[int, str]])


class Header(msgspec.Struct, frozen=True):
    """The first line of a results file."""

    taku_results: int
    engine: str
    """The version of taku that plays it."""
    cards: str
    """The game and a digest of its card file."""
    config: Config


def points(played: Played) -> tuple[float, ...]:
    """What each seat gets: one point shared by the winners, or by the first where nobody won.

    Seats that win together as a side get a point each, and those that lose none; so does a team,
    which wins as a whole or not at all: a seat that forfeits costs it the match.
    """
    seats = range(len(played.table))
    if played.sides:
        return tuple(float(seat in played.winners) for seat in seats)
    if played.reached is not None:
        return (float(len(played.winners) == len(seats)),) * len(seats)
    first = played.winners or tuple(s for s in seats if played.ranks[s] == min(played.ranks))
    return tuple(1.0 / len(first) if seat in first else 0.0 for seat in seats)


def header_of(config: Config) -> Header:
    """The header of a new file."""
    return Header(FORMAT, ENGINE, config.rules.tag, config)


_encode = msgspec.json.Encoder().encode
_played = msgspec.json.Decoder(Played)


def parse_header(path: Path, line: bytes) -> Header:
    """The first line, or ``ResultsError`` with what is wrong with it."""
    try:
        raw: Any = msgspec.json.decode(line)
        version = raw["taku_results"]
    except (msgspec.MsgspecError, TypeError, KeyError):
        raise ResultsError(
            f"{path} is no results file of a tournament; it was left alone"
        ) from None
    if version != FORMAT:
        raise ResultsError(
            f"{path} has version {version!r} of the results file, expected {FORMAT}; "
            "it was left alone"
        )
    try:
        header = msgspec.convert(raw, Header)
        checked(header.config)
        return header
    except (msgspec.ValidationError, TakuError) as error:
        raise ResultsError(f"{path}, line 1: {error}; it was left alone") from None


class Contents(msgspec.Struct, frozen=True):
    """What a results file holds."""

    header: Header
    played: list[Played]
    whole: int
    """How many bytes are whole lines; anything after them was torn off by a crash."""
    torn: int


def read(path: Path) -> Contents:
    """The header and the matches of a file; a torn last line is left out."""
    _refuse_devices(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ResultsError(f"cannot read {path}: {error.strerror}") from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise ResultsError(f"{path} is no results file of a tournament; it was left alone")
    header = parse_header(path, lines[0])
    found: dict[int, Played] = {}
    seats = header.config.seats
    for number, line in enumerate(lines[1:], 2):
        try:
            played = _played.decode(line)
        except msgspec.MsgspecError as error:
            raise ResultsError(f"{path}, line {number}: {error}; it was left alone") from None
        if played.id in found:
            raise ResultsError(
                f"{path}, line {number}: match {played.id} is there twice; it was left alone"
            )
        if not played.has_seats(seats):
            raise ResultsError(
                f"{path}, line {number}: match {played.id} tells of other seats than {seats}; "
                "it was left alone"
            )
        found[played.id] = played
    return Contents(header, [found[id] for id in sorted(found)], whole, len(data) - whole)


class Store:
    """Where results go. Without a path they are only kept in memory."""

    def __init__(self, file: BinaryIO | None, path: Path | None) -> None:
        self._file = file
        self._path = path
        self._end = 0 if file is None else file.seek(0, os.SEEK_END)
        self.done: dict[int, Played] = {}
        """The matches that are safe, by number."""

    @classmethod
    def memory(cls) -> Store:
        """A store that forgets."""
        return cls(None, None)

    @classmethod
    def create(cls, path: Path, config: Config) -> Store:
        """A new file; one that exists is never overwritten."""
        _refuse_devices(path)
        try:
            file = open(path, "x+b", buffering=0)  # noqa: SIM115 - open as long as the run
        except FileExistsError:
            raise ResultsError(
                f"{path} exists already: go on with --resume, or name another file"
            ) from None
        except OSError as error:
            raise ResultsError(f"cannot write {path}: {error.strerror}") from None
        _lock(file, path)
        store = cls(file, path)
        store._write(_encode(header_of(config)) + b"\n")
        _sync_folder(path.parent)
        return store

    @classmethod
    def reopen(cls, path: Path, config: Config | None) -> tuple[Store, Config]:
        """A file to go on with; it must be of the same tournament. A torn last line is cut off."""
        _refuse_devices(path)
        try:
            file = open(path, "r+b", buffering=0)  # noqa: SIM115 - open as long as the run
        except OSError as error:
            raise ResultsError(f"cannot go on with {path}: {error.strerror}") from None
        try:
            _lock(file, path)
            if config is not None and _headless(path, config):
                # Killed before the first line was whole: nothing was played yet.
                file.truncate(0)
                store = cls(file, path)
                store._write(_encode(header_of(config)) + b"\n")
                return store, config
            contents = read(path)
            _same_tournament(path, contents.header, config)
            if contents.torn:
                file.truncate(contents.whole)
        except BaseException:
            file.close()
            raise
        store = cls(file, path)
        store.done = {played.id: played for played in contents.played}
        return store, contents.header.config

    def add(self, results: Sequence[Played]) -> None:
        """Make results durable, then count them."""
        fresh = [played for played in results if played.id not in self.done]
        if self._file is not None and fresh:
            self._write(b"".join(_encode(played) + b"\n" for played in fresh))
        for played in fresh:
            self.done[played.id] = played

    def _write(self, data: bytes) -> None:
        assert self._file is not None
        self._check_kept()
        try:
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._cut()
            raise ResultsError(
                f"cannot write {self._path}: {error.strerror}; {len(self.done)} matches are safe, "
                "go on with --resume"
            ) from None
        self._end += len(data)
        self._check_kept()

    def _check_kept(self) -> None:
        """Refuse to go on where the file was taken away or changed, for nothing would be kept."""
        assert self._file is not None
        assert self._path is not None
        own = os.fstat(self._file.fileno())
        try:
            kept = os.path.samestat(own, os.stat(self._path)) and own.st_size == self._end
        except OSError:
            kept = False
        if not kept:
            raise ResultsError(
                f"{self._path} was removed, replaced or changed while the tournament was played; "
                "what it holds now was left alone"
            )

    def _cut(self) -> None:
        """Take back a line that was written in part; if even that fails, reading leaves it out."""
        assert self._file is not None
        try:
            self._file.truncate(self._end)
            self._file.seek(self._end)
        except OSError:
            pass

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _refuse_devices(path: Path) -> None:
    """Pipes and devices may be read without end, and keep nothing; a directory is no file either."""
    if os.path.isdir(path):
        raise ResultsError(f"cannot use {path} for results: Is a directory")
    if os.path.exists(path) and not os.path.isfile(path):
        raise ResultsError(f"cannot use {path} for results: it is a pipe or a device, not a file")


def _headless(path: Path, config: Config) -> bool:
    """Whether the file ends within the header that this tournament would have written."""
    return _encode(header_of(config)).startswith(path.read_bytes())


def _lock(file: BinaryIO, path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ResultsError(f"{path} is in use by another tournament") from None


def _sync_folder(folder: Path) -> None:
    """Make the new name durable too, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _same_tournament(path: Path, header: Header, config: Config | None) -> None:
    if header.engine != ENGINE:
        raise ResultsError(f"{path} was played with {header.engine}, this is {ENGINE}")
    cards = header.config.rules.tag
    if header.cards != cards:
        raise ResultsError(f"{path} was played with other cards ({header.cards}, now {cards})")
    if config is None or config == header.config:
        return
    old, new = msgspec.to_builtins(header.config), msgspec.to_builtins(config)
    differing = ", ".join(f"{k} ({old[k]!r}, now {new[k]!r})" for k in new if old[k] != new[k])
    raise ResultsError(f"{path} is of another tournament; it differs in: {differing}")
