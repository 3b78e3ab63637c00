"""A bot that is another program: started, timed, listened to and ended; trusted in nothing."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from taku.engine import Decision, Result, TakuError
from taku.protocol.codec import LONGEST_LINE, Lines, Reader, Refused
from taku.protocol.host import illegal
from taku.protocol.messages import (
    Ask,
    Bye,
    Clock,
    Error,
    Left,
    Move,
    Over,
    PlayerHello,
    PlayerMessage,
    SeatName,
    Start,
    line_of,
)
from taku.protocol.players import Player, PlayerFault, Turn
from taku.protocol.players import Start as Beginning
from taku.protocol.version import HELLO

_CHUNK = 1 << 16
_MOST_LINES = 256
"""How many lines may wait to be looked at before no more are read."""
_MOST_BACKLOG = 8 * LONGEST_LINE
"""How much may wait for a bot that does not read."""
_HELLO_FIRST = "hello is expected first"
_AN_HOUR = 3600.0
"""How long to sleep at a time where nothing is limited."""
_now = time.monotonic


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot process is allowed; seconds and bytes. None is no limit."""

    start: float = 10.0
    """From its start to its ``hello``."""
    move: float | None = 30.0
    """For one decision."""
    total: float | None = None
    """For all decisions of a match."""
    increment: float = 0.0
    """What each decision adds to ``total``."""
    memory: int | None = None
    """Address space of the process, and of each that it starts."""
    stderr: int = 1 << 16
    """How much of its stderr is kept: the last of it."""
    stop: float = 1.0
    """How long it may take to leave after ``bye``, and again after a SIGTERM."""

    @property
    def clock(self) -> Clock | None:
        """As ``start`` tells it."""
        if self.move is None and self.total is None:
            return None
        return Clock(self.move, self.total, self.increment)


class Child:
    """A process in a group of its own, and its three pipes. Nothing here waits without a limit."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        if limits.memory is not None:
            kib = str(limits.memory // 1024)
            command = ["/bin/sh", "-c", 'ulimit -v "$0" && exec "$@"', kib, *command]
        self._limits = limits
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.exited = False
        """Whether the process is gone (what it started may still be there)."""
        self.left_by_itself = False
        """Whether it went when it was told ``bye``."""
        self.silent = False
        """Whether its stdout is closed."""
        self.lines: deque[bytes | None] = deque()
        """What it has said and nobody has looked at."""
        self.stderr = bytearray()
        self.cut = 0
        """How many bytes of stderr were dropped."""
        self._splitter = Lines()
        self._backlog = bytearray()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._exit = os.pidfd_open(self._process.pid) if hasattr(os, "pidfd_open") else -1
        self.poller = select.poll()
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        for fd in self.watched:
            self.poller.register(fd, select.POLLIN)

    @property
    def watched(self) -> list[int]:
        """The descriptors that tell something."""
        ends = [] if self.silent else [self._out]
        if self._err >= 0:
            ends.append(self._err)
        if self._exit >= 0 and not self.exited:
            ends.append(self._exit)
        return ends

    @property
    def writing(self) -> int:
        """The descriptor that takes what is held back, -1 if nothing is."""
        return self._in if self._backlog else -1

    def send(self, data: bytes) -> None:
        """Write what the pipe takes; the rest follows when it is read."""
        if not self._backlog:
            try:
                done = os.write(self._in, data)
            except BlockingIOError:
                done = 0
            except OSError:
                return  # it does not listen any more; that is found out by reading
            if done == len(data):
                return
            data = data[done:]
            self.poller.register(self._in, select.POLLOUT)
        self._backlog += data

    @property
    def stuffed(self) -> bool:
        """Whether it has left more unread than anybody should."""
        return len(self._backlog) > _MOST_BACKLOG

    def wait(self, seconds: float) -> bool:
        """Let happen what happens within this time, at most once; whether anything did."""
        ready = self.poller.poll(max(0, seconds) * 1000)
        for fd, _ in ready:
            self.happened(fd)
        if self._exit < 0 and self._process.poll() is not None:
            self._gone()
        return bool(ready)

    def happened(self, fd: int) -> None:
        """Something happened at this descriptor."""
        if fd == self._out:
            self._read()
        elif fd == self._err:
            self._read_stderr()
        elif fd == self._in:
            self._write()
        elif fd == self._exit:
            self._gone()

    def _read(self) -> None:
        if len(self.lines) > _MOST_LINES:
            time.sleep(0.001)  # a flood; it is looked at line by line
            return
        try:
            data = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._take_in(data)
        elif not self.silent:
            self.silent = True
            self.poller.unregister(self._out)
            self.lines.extend(self._splitter.end())

    def _take_in(self, data: bytes) -> None:
        self.lines.extend(self._splitter.feed(data))

    def _read_stderr(self) -> None:
        try:
            data = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.poller.unregister(self._err)
            self._err = -1
        self.stderr += data
        over = len(self.stderr) - self._limits.stderr
        if over > 0:
            del self.stderr[:over]
            self.cut += over

    def _write(self) -> None:
        try:
            done = os.write(self._in, self._backlog)
        except BlockingIOError:
            return
        except OSError:
            done = len(self._backlog)
        del self._backlog[:done]
        if not self._backlog:
            self.poller.unregister(self._in)

    def _gone(self) -> None:
        """It has ended: read what it left behind, then count it as silent."""
        if self.exited:
            return
        self.exited = True
        if self._exit >= 0:
            self.poller.unregister(self._exit)
        if not self.silent:
            self._read()  # one chunk: a child of it may hold the pipe open and talk for ever
        if self._err >= 0:
            self._read_stderr()
        if not self.silent:
            self.silent = True
            self.poller.unregister(self._out)
            self.lines.extend(self._splitter.end())

    def end(self, farewell: bytes = b"") -> int:
        """End the process and its group, gently first if there is a farewell; its exit code."""
        seconds = self._limits.stop
        if farewell:
            self.send(farewell)
            if self._process.stdin is not None and not self._backlog:
                self._close_stdin()
            self._await_exit(seconds)
            self.left_by_itself = self.exited
        if not self.exited:
            self._signal(signal.SIGTERM)
            self._await_exit(seconds if farewell else 0.05)
        # Before the process is reaped its number still names the group, and nobody else's.
        self._signal(signal.SIGKILL)
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = -int(signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        if self._exit >= 0:
            os.close(self._exit)
            self._exit = -1
        return code

    def _close_stdin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._in = -2

    def _await_exit(self, seconds: float) -> None:
        until = _now() + seconds
        while not self.exited and (left := until - _now()) > 0:
            self.wait(left if self._exit >= 0 else min(left, 0.01))
            self.lines.clear()

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self._process.pid, number)
        except (ProcessLookupError, PermissionError):
            pass  # nobody is left


class ProcessPlayer(Player):
    """A bot in any language. It stays up from match to match, and is restarted when it has died."""

    remote = True
    child_class = Child
    """What it is started as."""

    def __init__(self, command: str | Sequence[str], limits: Limits | None = None) -> None:
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise TakuError(f"cannot read the command {command!r}: {error}") from None
        if not self.command:
            raise TakuError("a command is expected, not an empty one")
        self.limits = limits or Limits()
        self.name = os.path.basename(self.command[0])
        self.version: Any = None
        self.seconds = 0.0
        """How long it has thought in this match."""
        self._child: Child | None = None
        self._reader: Reader[PlayerMessage] = Reader(PlayerMessage)
        self._stderr = ""
        self._held: list[bytes] = []
        self._wants: frozenset[str] = frozenset()
        self._match = self._last_id = self._last_n = 0
        self._left: float | None = None
        self._open: dict[int, Decision] = {}
        """Asks that wait for an answer, by id."""
        self._void: set[int] = set()
        """Ids of asks that were withdrawn: an answer to one is late, not wrong."""
        self._answers: dict[int, str] = {}
        self._faults: deque[PlayerFault] = deque()
        self._since: float | None = None
        self._until: float | None = None

    @property
    def stderr(self) -> str:
        """What the bot wrote to stderr in this match, the last of it."""
        child = self._child
        if child is None:
            return self._stderr
        text = child.stderr.decode("utf-8", "replace")
        return f"[{child.cut} bytes before this]\n{text}" if child.cut else text

    # -- a match --------------------------------------------------------------------------------

    def begin(self, start: Beginning) -> None:
        """Start the program unless it runs, shake hands, and say ``start``."""
        self._held.clear()
        self._open.clear()
        self._void.clear()
        self._answers.clear()
        self._faults.clear()
        self._since = self._until = None
        self._left = self.limits.total
        self.seconds = 0.0
        child = self._running()
        child.lines.clear()
        child.stderr.clear()
        child.cut = 0
        self._match += 1
        self._last_n = 0
        names = tuple(SeatName(seat, name) for seat, name in enumerate(start.names))
        self._held.append(line_of(Start(
            self._match, start.game.id, start.players, dict(start.options), names,
            tuple(start.you), self.limits.clock,
        )))  # fmt: skip

    def told(self, seat: int, kind: str, data: Mapping[str, Any]) -> None:
        """``event``, if it is wanted."""
        if "events" in self._wants:
            self._last_n += 1
            head = {"type": "event", "match": self._match, "n": self._last_n, "event": kind}
            self._held.append(line_of({**head, **data}))

    def ask(self, turn: Turn) -> None:
        """``ask``, sent at the next ``flush``; whatever was said before it is too early."""
        child = self._child
        if child is None:
            raise PlayerFault("died", "it does not run")
        if not self._open:
            child.wait(0)
            self._look(child)
        decision = turn.decision
        for id in [id for id, other in self._open.items() if other.seat == decision.seat]:
            del self._open[id]
            self._void.add(id)
        self._answers.pop(decision.seat, None)
        self._last_id = id = self._last_id + 1
        wants = self._wants
        allowed = self._allowed()
        message = Ask(
            self._match,
            id,
            decision.seat,
            decision.kind,
            list(decision.moves),
            turn.view if "view" in wants else UNSET,
            turn.labels if "labels" in wants else UNSET,
            None if allowed is None else Left(round(allowed, 3)),
        )
        self._held.append(line_of(message))
        self._open[id] = decision

    def flush(self) -> None:
        """Send what is held, in one piece; the clock of an ask starts now."""
        child = self._child
        if self._held and child is not None:
            child.send(b"".join(self._held))
            self._held.clear()
            if self._open and self._since is None:
                self._since = _now()
                allowed = self._allowed()
                self._until = None if allowed is None else self._since + allowed

    def answer(self, seat: int) -> str:
        """Wait for the answer, as long as it is allowed."""
        child = self._child
        if child is not None and self._open and not self._faults:
            child.wait(self._time_left())  # mostly this is all there is to it
            self._look_for_answers(child)
        while seat not in self._answers:
            if self._faults:
                raise self._faults.popleft()
            self._wait([self])
        return self._answers.pop(seat)

    def gather(self, others: Sequence[Player]) -> None:
        """Wait until each of these programs has answered or failed, all at the same time."""
        self._wait([other for other in others if isinstance(other, ProcessPlayer)])

    def dismiss(self) -> None:
        """Tell it why, if it still listens, and end it: its next match is a new beginning."""
        self._stop(b"")

    def end(self, result: Result) -> None:
        """``over``."""
        if self._child is not None:
            self._held.append(line_of(Over(self._match, result)))
            self.flush()

    def close(self) -> None:
        """``bye``; whoever does not leave is made to."""
        self._held.clear()
        self._stop(line_of(Bye()))

    # -- inside ---------------------------------------------------------------------------------

    def _running(self) -> Child:
        child = self._child
        if child is not None:
            child.wait(0)
            if not child.silent and not child.exited:
                return child
            self._stop(b"")
        return self._launch()

    def _launch(self) -> Child:
        """A new process that has said ``hello``."""
        self._match = self._last_id = 0
        try:
            child = self._child = self.child_class(self.command, self.limits)
        except (OSError, ValueError) as error:
            raise PlayerFault("died", f"cannot be started: {error}") from None
        child.send(HELLO)
        until = _now() + self.limits.start
        while True:
            while child.lines:
                hello = self._hello(child.lines.popleft())
                if hello is not None:
                    self.name = hello.name[:80] or self.name
                    self.version = hello.version
                    self._wants = frozenset(hello.wants)
                    return child
            if child.silent or child.exited:
                raise self._death(child, "before it said hello")
            left = until - _now()
            if left > 0:
                child.wait(left)
            else:
                seconds = f"{self.limits.start:g} seconds"
                raise PlayerFault("timeout", f"no hello within {seconds} of its start")

    def _hello(self, line: bytes | None) -> PlayerHello | None:
        try:
            message = self._reader.read(line)
        except Refused as refused:
            self._refuse(refused)
            raise PlayerFault(refused.code, f"instead of hello: {refused.message}") from None
        if message is None or isinstance(message, PlayerHello):
            return message
        self._refuse(Refused("bad_message", _HELLO_FIRST))
        raise PlayerFault("bad_message", _HELLO_FIRST)

    @staticmethod
    def _wait(players: Sequence[ProcessPlayer]) -> None:
        """Until each of them has an answer to every ask, or a fault."""
        waiting = [player for player in players if not player._settled()]
        while waiting:
            left = min(player._time_left() for player in waiting)
            if len(waiting) == 1:
                child = waiting[0]._child
                assert child is not None
                child.wait(left)
            else:
                _wait_for_any([player._child for player in waiting if player._child], left)
            waiting = [player for player in waiting if not player._settled()]

    def _settled(self) -> bool:
        """Whether nothing is left to wait for; looks at what came, and at the clock."""
        child = self._child
        if self._faults:
            return True
        if child is None:
            self._faults.append(PlayerFault("died", "it does not run"))
            return True
        self._look_for_answers(child)
        if self._open and not self._faults and self._time_left() <= 0:
            child.wait(0)  # it may have answered in time while we were busy with others
            self._look_for_answers(child)
            if self._open and not self._faults:
                self._faults.append(self._too_late())
        if self._faults or not self._open:
            return True
        if child.silent or child.exited:
            self._faults.append(self._death(child, "instead of an answer"))
        elif child.stuffed:
            self._faults.append(PlayerFault("timeout", "it does not read what it is sent"))
        return bool(self._faults)

    def _look_for_answers(self, child: Child) -> None:
        while child.lines and self._open and not self._faults:
            self._look_at(child.lines.popleft())

    def _look(self, child: Child) -> None:
        """What is there before an ask can only be wrong, or too late."""
        while child.lines and len(self._faults) < _MOST_LINES:
            self._look_at(child.lines.popleft())

    def _look_at(self, line: bytes | None) -> None:
        try:
            message = self._reader.read(line)
            if isinstance(message, PlayerHello):
                raise Refused("bad_message", "hello was said already")
            if message is not None:
                self._take(message)
        except Refused as refused:
            self._refuse(refused)
            self._faults.append(PlayerFault(refused.code, refused.message, again=True))

    def _take(self, message: Move) -> None:
        id, move = message.id, message.move
        decision = self._open.get(id)
        if decision is None:
            if id in self._void:
                self._void.discard(id)
                return
            raise Refused("stale_ask", f"ask {id} is not open", id)
        moves = decision.moves
        if isinstance(move, int):
            if not 0 <= move < len(moves):
                raise Refused("illegal_move", illegal(move, decision), id)
            move = moves[move]
        elif move not in moves:
            raise Refused("illegal_move", illegal(move, decision), id)
        del self._open[id]
        self._answers[decision.seat] = move
        if not self._open:
            self._stop_clock()

    def _refuse(self, refused: Refused) -> None:
        if self._child is not None:
            self._child.send(line_of(refused.error))

    # -- the clock ------------------------------------------------------------------------------

    def _allowed(self) -> float | None:
        """How long a decision may take now."""
        move, left = self.limits.move, self._left
        if left is None:
            return move
        return max(0.0, left if move is None else min(move, left))

    def _time_left(self) -> float:
        until = self._until
        return _AN_HOUR if until is None else until - _now()

    def _stop_clock(self) -> None:
        if self._since is None:
            return
        used = _now() - self._since
        self._since = self._until = None
        self.seconds += used
        if self._left is not None:
            self._left = self._left - used + self.limits.increment

    def _too_late(self) -> PlayerFault:
        allowed = self._allowed()
        self._stop_clock()
        self._void.update(self._open)
        self._open.clear()
        message = f"no answer within {allowed:g} seconds"
        if self._child is not None:
            self._child.send(line_of(Error("timeout", message)))
        return PlayerFault("timeout", message)

    # -- the end --------------------------------------------------------------------------------

    def _death(self, child: Child, when: str) -> PlayerFault:
        if not child.exited:
            child._await_exit(0.2)
        exited = child.exited
        code = self._stop(b"")
        last = self._stderr.strip().rpartition("\n")[2][:200]
        how = _exit_text(code) if exited else "closed its output"
        return PlayerFault("died", f"it {how} {when}" + (f" ({last})" if last else ""))

    def _stop(self, farewell: bytes) -> int:
        child, self._child = self._child, None
        self._open.clear()
        self._since = self._until = None
        if child is None:
            return 0
        code = child.end(farewell)
        text = child.stderr.decode("utf-8", "replace")
        self._stderr = f"[{child.cut} bytes before this]\n{text}" if child.cut else text
        return code


def _wait_for_any(children: Sequence[Child], seconds: float) -> None:
    """Let happen what happens to any of these, at most once."""
    poller = select.poll()
    owner: dict[int, Child] = {}
    for child in children:
        for fd in child.watched:
            owner[fd] = child
            poller.register(fd, select.POLLIN)
        if child.writing >= 0:
            owner[child.writing] = child
            poller.register(child.writing, select.POLLOUT)
    for fd, _ in poller.poll(max(0, seconds) * 1000):
        owner[fd].happened(fd)


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
