"""A bot that is another program: started, timed and asked; what it does wrong is a fault of it."""

from __future__ import annotations

import os
import shlex
import time
from collections import deque
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from msgspec import UNSET

from taku.engine import Decision, Result, TakuError
from taku.protocol.child import Child, Limits, exit_text
from taku.protocol.codec import Reader, Refused, visible
from taku.protocol.host import chosen
from taku.protocol.messages import (
    Ask,
    Bye,
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

_HELLO_FIRST = "hello is expected first"
_LONGEST_NAME = 80
_MOST_FAULTS = 256
"""How many lines that come too early are looked at one by one."""
_now = time.monotonic


class ProcessPlayer(Player):
    """A bot in any language. It stays up from match to match, and is restarted when it has died."""

    remote = True

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
        self._faults: deque[tuple[int, PlayerFault]] = deque()
        """What it did wrong and was not blamed for yet, with the seat."""
        self._since: float | None = None
        self._until: float | None = None

    @property
    def pid(self) -> int | None:
        """The number of its process, None if there is none."""
        return None if self._child is None else self._child.pid

    @property
    def stderr(self) -> str:
        """What the bot wrote to stderr in this match, the last of it."""
        return self._stderr if self._child is None else self._child.stderr

    # -- a match --------------------------------------------------------------------------------

    def begin(self, start: Beginning) -> None:
        """Start the program unless it runs, shake hands, and say ``start``."""
        self._held.clear()
        self._answers.clear()
        self._faults.clear()
        self._void.update(self._open)
        self._open.clear()
        self._since = self._until = None
        self._left = self.limits.total
        self.seconds = 0.0
        running = self._running()
        if running is None:
            self._launch()
        else:
            running.forget_stderr()
        self._match += 1
        self._last_n = 0
        names = tuple(SeatName(seat, name) for seat, name in enumerate(start.names))
        self._held.append(line_of(Start(
            self._match, start.game.id, start.players, dict(start.options), names,
            tuple(start.you), self.limits.clock,
        )))  # fmt: skip

    def told(self, seat: int, kind: str, data: Mapping[str, Any]) -> None:
        """``event``, if it is wanted."""
        if self.deaf:
            return
        self._last_n += 1
        head = {"type": "event", "match": self._match, "n": self._last_n, "event": kind}
        self._held.append(line_of({**head, **data}))

    def ask(self, turn: Turn) -> None:
        """``ask``, sent at the next ``flush``; whatever was said before it is too early."""
        child = self._child
        if child is None:
            raise PlayerFault("died", "it does not run")
        decision = turn.decision
        seat = decision.seat
        if self._open:
            self.withdraw(seat)
        else:
            self._look_too_early(child, seat)
        self._answers.pop(seat, None)
        self._last_id = id = self._last_id + 1
        wants = self._wants
        allowed = self._allowed()
        self._held.append(line_of(Ask(
            self._match,
            id,
            seat,
            decision.kind,
            list(decision.moves),
            turn.view if "view" in wants else UNSET,
            turn.labels if "labels" in wants else UNSET,
            None if allowed is None else Left(round(allowed, 3)),
        )))  # fmt: skip
        self._open[id] = decision

    def withdraw(self, seat: int) -> None:
        """The ask of this seat is void: an answer to it is neither wanted nor wrong."""
        for id in [id for id, decision in self._open.items() if decision.seat == seat]:
            del self._open[id]
            self._void.add(id)
        if not self._open:
            self._stop_clock()

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
        if child is not None and not child.lines and self._waits():
            child.wait(self._time_left())  # mostly this is all there is to it
        while not self._settled():
            assert child is not None
            child.wait(self._time_left())
        for number, (blamed, fault) in enumerate(self._faults):
            if blamed == seat:
                del self._faults[number]
                raise fault
        return self._answers.pop(seat)

    def gather(self, others: Sequence[Player]) -> None:
        """Wait until each of these programs has answered or failed, side by side."""
        waiting = [other for other in dict.fromkeys(others) if isinstance(other, ProcessPlayer)]
        while waiting := [program for program in waiting if not program._settled()]:
            seconds = min(program._time_left() for program in waiting)
            Child.wait_for_any([p._child for p in waiting if p._child is not None], seconds)

    def dismiss(self) -> None:
        """End it: its next match is a new beginning."""
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

    def kill(self) -> None:
        """End it at once and without a word, from any thread, where all ends with it."""
        if self._child is not None:
            self._child.kill()

    # -- the start ------------------------------------------------------------------------------

    def _running(self) -> Child | None:
        """The process, if it can go on; one that cannot is ended."""
        child = self._child
        if child is None:
            return None
        child.wait(0)
        if not child.gone:
            return child
        self._stop(b"")
        return None

    def _launch(self) -> None:
        """A new process that has said ``hello``."""
        self._match = self._last_id = 0
        self._void.clear()
        try:
            child = self._child = self._spawn()
        except (OSError, ValueError) as error:
            raise PlayerFault("died", f"cannot be started: {error}") from None
        child.send(HELLO)
        try:
            hello = self._await_hello(child)
        except PlayerFault:
            self._stop(b"")
            raise
        self.name = visible(hello.name[:_LONGEST_NAME]) or self.name
        self.version = hello.version
        self._wants = frozenset(hello.wants)
        self.deaf = "events" not in self._wants

    def _spawn(self) -> Child:
        return Child(self.command, self.limits)

    def _await_hello(self, child: Child) -> PlayerHello:
        until = _now() + self.limits.start
        while True:
            while child.lines:
                hello = self._hello(child.lines.popleft())
                if hello is not None:
                    return hello
            if child.gone:
                raise self._death(child, "before it said hello")
            left = until - _now()
            if left <= 0:
                seconds = f"{self.limits.start:g} seconds"
                raise PlayerFault("timeout", f"no hello within {seconds} of its start")
            child.wait(left)

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

    # -- what it says ---------------------------------------------------------------------------

    def _waits(self) -> bool:
        """Whether an ask has neither an answer nor a fault."""
        if not self._faults:
            return bool(self._open)
        blamed = {seat for seat, _ in self._faults}
        return any(decision.seat not in blamed for decision in self._open.values())

    def _settled(self) -> bool:
        """Whether nothing is left to wait for; looks at what came, and at the clock."""
        child = self._child
        if child is None:
            return True  # every ask that was open when it went has its fault
        self._look(child)
        if not self._waits():
            return True
        if self._time_left() <= 0:
            child.wait(0)  # it may have answered in time while we were busy with others
            self._look(child)
            if self._waits():
                self._blame_too_late(child)
        elif child.gone:
            seats = [decision.seat for decision in self._open.values()]
            death = self._death(child, "instead of an answer")
            self._faults.extend((seat, death) for seat in seats)
        elif child.stuffed:
            self._blame_open(PlayerFault("timeout", "it does not read what it is sent"))
        return not self._waits()

    def _look(self, child: Child) -> None:
        """Take the answers that have come."""
        lines = child.lines
        while lines and self._waits():
            asked = next(iter(self._open.values()))
            self._look_at(lines.popleft(), asked.seat)

    def _look_too_early(self, child: Child, seat: int) -> None:
        """What is there before an ask can only be wrong, or too late."""
        child.wait(0)
        lines = child.lines
        while lines and len(self._faults) < _MOST_FAULTS:
            self._look_at(lines.popleft(), seat)

    def _look_at(self, line: bytes | None, seat: int) -> None:
        """Take an answer; a line that is none of an ask in particular is a fault of ``seat``."""
        try:
            message = self._reader.read(line)
            if isinstance(message, PlayerHello):
                raise Refused("bad_message", "hello was said already")
            if message is not None:
                self._take(message)
        except Refused as refused:
            self._refuse(refused)
            asked = None if refused.id is None else self._open.get(refused.id)
            blamed = seat if asked is None else asked.seat
            self._faults.append((blamed, PlayerFault(refused.code, refused.message, again=True)))

    def _take(self, message: Move) -> None:
        id, move = message.id, message.move
        decision = self._open.get(id)
        if decision is None:
            if id in self._void:
                self._void.discard(id)
                return
            raise Refused("stale_ask", f"ask {id} is not open", id)
        self._answers[decision.seat] = chosen(move, decision, id)
        del self._open[id]
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
        return inf if until is None else until - _now()

    def _stop_clock(self) -> None:
        if self._since is None:
            return
        used = _now() - self._since
        self._since = self._until = None
        self.seconds += used
        if self._left is not None:
            self._left = self._left - used + self.limits.increment

    def _blame_too_late(self, child: Child) -> None:
        fault = PlayerFault("timeout", f"no answer within {self._allowed():g} seconds")
        self._stop_clock()
        for id in self._open:
            child.send(line_of(Error(fault.code, fault.message, id)))
        self._blame_open(fault)

    def _blame_open(self, fault: PlayerFault) -> None:
        """All asks that are open are withdrawn, and their seats blamed."""
        self._faults.extend((decision.seat, fault) for decision in self._open.values())
        self._void.update(self._open)
        self._open.clear()

    # -- the end --------------------------------------------------------------------------------

    def _death(self, child: Child, when: str) -> PlayerFault:
        if not child.exited:
            child.await_exit(0.2)
        exited = child.exited
        code = self._stop(b"")
        last = visible(self._stderr.strip().rpartition("\n")[2][:200])
        how = exit_text(code) if exited else "closed its output"
        return PlayerFault("died", f"it {how} {when}" + (f" ({last})" if last else ""))

    def _stop(self, farewell: bytes) -> int:
        child, self._child = self._child, None
        self._open.clear()
        self._since = self._until = None
        if child is None:
            return 0
        code = child.end(farewell)
        self._stderr = child.stderr
        return code
