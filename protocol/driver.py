"""The conversation with a driver: a script that owns seats and commands matches."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET

from taku import engine
from taku.engine import (
    BadOptions,
    BadPlayers,
    BadScenario,
    Decision,
    Match,
    Result,
    TakuError,
    UnknownGame,
)
from taku.protocol import records
from taku.protocol.codec import Lines, Reader, Refused, quoted
from taku.protocol.host import Table, chosen
from taku.protocol.messages import (
    DEFAULT_WANTS,
    Ask,
    AskGames,
    AskView,
    Bye,
    Code,
    DriverMessage,
    GameInfo,
    Games,
    Load,
    Move,
    New,
    Over,
    PlayerHello,
    Quit,
    Save,
    Saved,
    SeatName,
    Start,
    Undo,
    Undone,
    View,
    line_of,
)
from taku.protocol.players import Player, Turn
from taku.protocol.players import Start as Beginning

STDIO = "stdio"
"""The spec of a seat that the driver answers for."""
MakePlayer = Callable[[str, int], Player]
"""Makes the bot that a spec names; the number seeds it, so that a match can be had again."""
_CHUNK = 1 << 16
_SEED_BITS = 53
"""A random seed fits a JavaScript number, so that no driver's JSON library rounds it."""

_CODES: dict[type[TakuError], Code] = {
    UnknownGame: "unknown_game",
    BadPlayers: "bad_players",
    BadOptions: "bad_options",
    BadScenario: "bad_scenario",
    records.BadRecord: "bad_record",
}


def converse(stdin: BinaryIO, stdout: BinaryIO, make_player: MakePlayer) -> None:
    """Answer the lines of ``stdin`` on ``stdout`` until ``quit`` or the end of input."""
    # Whatever a game or a bot prints goes to stderr: stdout is the protocol's alone.
    with contextlib.redirect_stdout(sys.stderr):
        session = Session(stdout, make_player)
        try:
            for line in _lines(stdin):
                if not session.handle(line):
                    return
            session.quit()
        finally:
            session.close()


def _lines(stdin: BinaryIO) -> Iterator[bytes | None]:
    lines = Lines()
    read = getattr(stdin, "read1", stdin.read)
    while data := read(_CHUNK):
        yield from lines.feed(data)
    yield from lines.end()


class Driver(Player):
    """The driver as a player: what its seats are told and asked becomes messages."""

    name = STDIO
    outside = True

    def __init__(self, stdout: BinaryIO) -> None:
        self._stdout = stdout
        self._held: list[bytes] = []
        self._match = 0
        self._last_id = 0
        self._last_n = 0
        self._ids: dict[int, int] = {}
        self.asked: dict[int, Decision] = {}
        """The asks that may be answered, by id."""
        self.want(DEFAULT_WANTS)

    def want(self, wants: tuple[str, ...]) -> None:
        """Send these besides the moves from now on."""
        self._wants_view = "view" in wants
        self._wants_labels = "labels" in wants
        self.deaf = "events" not in wants

    @property
    def match(self) -> int:
        """The number of the match, which counts up from 1."""
        return self._match

    def send(self, message: msgspec.Struct | dict[str, Any]) -> None:
        """Hold a message until the next ``flush``."""
        self._held.append(line_of(message))

    def begin(self, start: Beginning) -> None:
        """``start``."""
        self._match += 1
        self._last_n = 0
        self.settled()
        names = tuple(SeatName(seat, name) for seat, name in enumerate(start.names))
        you = tuple(start.you)
        game, options = start.game.id, dict(start.options)
        self.send(Start(self._match, game, start.players, options, names, you))

    def told(self, seat: int, kind: str, data: Mapping[str, Any]) -> None:
        """``event``, if it is wanted."""
        if self.deaf:
            return
        self._last_n += 1
        head = {"type": "event", "match": self._match, "n": self._last_n, "event": kind}
        self.send({**head, **data})

    def ask(self, turn: Turn) -> None:
        """``ask``; an earlier ask of the seat is void."""
        decision = turn.decision
        seat = decision.seat
        self.asked.pop(self._ids.get(seat, 0), None)
        self._last_id = id = self._last_id + 1
        self._ids[seat] = id
        self.asked[id] = decision
        moves = list(decision.moves)
        view = turn.view if self._wants_view else UNSET
        labels = turn.labels if self._wants_labels else UNSET
        self.send(Ask(self._match, id, seat, decision.kind, moves, view, labels))

    def settled(self) -> None:
        """All asks are void."""
        self.asked.clear()
        self._ids.clear()

    def flush(self) -> None:
        """Write what is held, in one piece."""
        if self._held:
            self._stdout.write(b"".join(self._held))
            self._held.clear()
            self._stdout.flush()


class Session:
    """One connection with a driver."""

    def __init__(self, stdout: BinaryIO, make_player: MakePlayer) -> None:
        self._driver = Driver(stdout)
        self._make_player = make_player
        self._reader: Reader[DriverMessage] = Reader(DriverMessage)
        self._table: Table | None = None
        self._specs: tuple[str, ...] = ()
        self._over = True
        self._answers: list[int] = []
        """The numbers of the moves that the driver made."""
        self._handlers: dict[type, Callable[[Any], None]] = {
            PlayerHello: self._hello,
            Move: self._move,
            AskGames: self._games,
            New: self._new,
            AskView: self._view,
            Undo: self._undo,
            Save: self._save,
            Load: self._load,
        }

    def handle(self, line: bytes | None) -> bool:
        """Answer one line; False if it was ``quit``."""
        driver = self._driver
        try:
            message = self._reader.read(line)
            if message is None:
                return True
            if type(message) is Quit:
                self.quit()
                return False
            self._handlers[type(message)](message)
        except Refused as refused:
            driver.send(refused.error)
        except TakuError as error:
            code = _CODES.get(type(error), "bad_message")
            driver.send(Refused(code, str(error)).error)
        except BrokenPipeError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours must not end the driver
            traceback.print_exc(file=sys.stderr)
            fault = f"a fault of taku: {type(error).__name__}: {error}"
            driver.send(Refused("internal", fault).error)
        driver.flush()
        return True

    def quit(self) -> None:
        """Say goodbye."""
        self._driver.send(Bye())
        self._driver.flush()

    def close(self) -> None:
        """Let the bots go."""
        if self._table is not None:
            _close(self._table.players)

    # -- the messages ---------------------------------------------------------------------------

    def _hello(self, message: PlayerHello) -> None:
        self._driver.want(message.wants)

    def _games(self, message: AskGames) -> None:
        found = [engine.game(id) for id in engine.games()]
        self._driver.send(Games(tuple(
            GameInfo(
                game.id,
                {"ja": game.name.ja, "en": game.name.en},
                game.players,
                msgspec.json.schema(game.options),
            )
            for game in found
        )))  # fmt: skip

    def _move(self, message: Move) -> None:
        table = self._sitting()
        decision = self._driver.asked.get(message.id)
        if decision is None:
            raise Refused("stale_ask", f"ask {message.id} is not open", message.id)
        number = len(table.match.moves)
        table.apply(decision.seat, chosen(message.move, decision, message.id))
        self._answers.append(number)
        self._go_on(table)

    def _new(self, message: New) -> None:
        game = engine.game(message.game)
        players = message.players
        if players is None and message.seats is not None and message.scenario is None:
            players = len(message.seats)
        seed = message.seed
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little") >> (64 - _SEED_BITS)
        match = Match(game, players, seed, message.options, message.scenario)
        self._sit_down(match, message.seats)

    def _view(self, message: AskView) -> None:
        table = self._sitting()
        seat, players = message.seat, table.match.players
        if seat == "all":
            view = table.match.state.view(None)
        elif isinstance(seat, int) and 0 <= seat < players:
            view = table.match.state.view(seat)
        else:
            seats = f"this match has seats 0 to {players - 1}"
            raise Refused("bad_seat", f"no seat {quoted(seat)}: {seats}, and 'all'")
        self._driver.send(View(self._driver.match, seat, view))  # type: ignore[arg-type]

    def _undo(self, message: Undo) -> None:
        table = self._sitting()
        count = message.moves
        if count > len(self._answers):
            given = f"{len(self._answers)} can be taken back"
            raise Refused("bad_message", f"undo: moves: {quoted(count)} asked for, {given}")
        match = table.match
        match.undo(len(match.moves) - self._answers[-count])
        del self._answers[-count:]
        self._driver.send(Undone(self._driver.match, count))
        table.reset()
        if self._over:
            self._over = False
            table.begin(again=True)
        self._go_on(table)

    def _save(self, message: Save) -> None:
        record = records.to_object(self._sitting().match, self._specs)
        self._driver.send(Saved(self._driver.match, record))

    def _load(self, message: Load) -> None:
        match, seats = records.from_object(message.record)
        self._sit_down(match, seats)

    # -- the match ------------------------------------------------------------------------------

    def _sitting(self) -> Table:
        if self._table is None:
            raise Refused("no_match", "no match has begun; begin one with new or load")
        return self._table

    def _sit_down(self, match: Match[Any], specs: tuple[str, ...] | None) -> None:
        """Seat everybody and begin; the match before ends, unless this one is refused."""
        specs = (STDIO,) * match.players if specs is None else specs
        if len(specs) != match.players:
            raise Refused("bad_seat", f"seats: {len(specs)} given for {match.players} players")
        players = self._players(specs, match.seed)
        before = self._table
        if before is not None:
            if not self._over:
                self._announce(abandoned(before.match.players))
            _close(before.players)
        table = Table(match, players, watchers=(self._driver,))
        self._table, self._specs = table, specs
        self._over = False
        self._answers = [
            number for number, (seat, _) in enumerate(match.moves) if specs[seat] == STDIO
        ]
        table.begin()
        self._go_on(table)

    def _players(self, specs: tuple[str, ...], seed: int) -> list[Player]:
        players: list[Player] = []
        make = self._make_player
        try:
            for seat, spec in enumerate(specs):
                players.append(self._driver if spec == STDIO else make(spec, seed + seat))
        except TakuError as error:
            _close(players)
            reason = f"seats[{len(players)}]: {error} ({STDIO!r} is whoever writes these lines)"
            raise Refused("bad_seat", reason) from None
        return players

    def _go_on(self, table: Table) -> None:
        """Let the bots play until the driver must decide or the match is over."""
        table.run()
        if table.match.state.result is not None and not self._over:
            outcome = table.end()
            self._announce(outcome.result, outcome.faults)

    def _announce(self, result: Result, faults: Any = ()) -> None:
        self._over = True
        self._driver.send(Over(self._driver.match, result, faults or UNSET))


def abandoned(players: int) -> Result:
    """The result of a match that another one replaced: nobody wins, all share the first place."""
    return Result((), (1,) * players, None, "abandoned")


def _close(players: list[Player]) -> None:
    for player in players:
        try:
            player.close()
        except Exception:  # noqa: BLE001 - the others must be closed too
            traceback.print_exc(file=sys.stderr)
