"""A program in a process of its own: started, listened to and ended; trusted in nothing."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence

import msgspec

from taku.protocol.codec import LONGEST_LINE, Lines
from taku.protocol.messages import Clock

_CHUNK = 1 << 16
_MOST_LINES = 256
"""How many lines may wait to be looked at before no more are read."""
_MOST_BACKLOG = 8 * LONGEST_LINE
"""How much may wait for a program that does not read."""
_LONGEST_SLEEP = 3600.0
_now = time.monotonic


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot process is allowed; seconds and bytes. None is no limit."""

    start: float = 30.0
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
        self._stderr = bytearray()
        self._cut = 0
        self._splitter = Lines()
        self._backlog = bytearray()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._exit = _exit_descriptor(self.pid)
        self._poller = select.poll()
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        for fd in self._watched():
            self._poller.register(fd, select.POLLIN)

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._process.pid

    @property
    def gone(self) -> bool:
        """Whether nothing more can come from it."""
        return self.silent or self.exited

    @property
    def stuffed(self) -> bool:
        """Whether it has left more unread than anybody should."""
        return len(self._backlog) > _MOST_BACKLOG

    @property
    def stderr(self) -> str:
        """The last of what it wrote to stderr."""
        text = self._stderr.decode("utf-8", "replace")
        return f"[{self._cut} bytes before this]\n{text}" if self._cut else text

    def forget_stderr(self) -> None:
        """What it writes to stderr from now on belongs to another match."""
        self._stderr.clear()
        self._cut = 0

    # -- talking --------------------------------------------------------------------------------

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
            self._poller.register(self._in, select.POLLOUT)
        self._backlog += data

    def wait(self, seconds: float) -> None:
        """Let happen what happens within this time, at most once."""
        for fd, _ in self._poller.poll(_milliseconds(seconds)):
            self._happened(fd)
        if self._exit < 0 and self._process.poll() is not None:
            self._note_exit()

    @staticmethod
    def wait_for_any(children: Sequence[Child], seconds: float) -> None:
        """Let happen what happens to any of these, at most once."""
        if len(children) == 1:
            children[0].wait(seconds)
            return
        poller = select.poll()
        owner: dict[int, Child] = {}
        for child in children:
            for fd in child._watched():
                owner[fd] = child
                poller.register(fd, select.POLLIN)
            if child._backlog:
                owner[child._in] = child
                poller.register(child._in, select.POLLOUT)
        for fd, _ in poller.poll(_milliseconds(seconds)):
            owner[fd]._happened(fd)

    def _watched(self) -> list[int]:
        """The descriptors that tell something."""
        ends = [] if self.silent else [self._out]
        if self._err >= 0:
            ends.append(self._err)
        if self._exit >= 0 and not self.exited:
            ends.append(self._exit)
        return ends

    def _happened(self, fd: int) -> None:
        if fd == self._out:
            self._read()
        elif fd == self._err:
            self._read_stderr()
        elif fd == self._in:
            self._write()
        elif fd == self._exit:
            self._note_exit()

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
        else:
            self._fall_silent()

    def _take_in(self, data: bytes) -> None:
        self.lines.extend(self._splitter.feed(data))

    def _fall_silent(self) -> None:
        if not self.silent:
            self.silent = True
            self._poller.unregister(self._out)
            self.lines.extend(self._splitter.end())

    def _read_stderr(self) -> None:
        try:
            data = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._poller.unregister(self._err)
            self._err = -1
        self._stderr += data
        over = len(self._stderr) - self._limits.stderr
        if over > 0:
            del self._stderr[:over]
            self._cut += over

    def _write(self) -> None:
        try:
            done = os.write(self._in, self._backlog)
        except BlockingIOError:
            return
        except OSError:
            done = len(self._backlog)
        del self._backlog[:done]
        if not self._backlog:
            self._poller.unregister(self._in)

    def _note_exit(self) -> None:
        """It has ended: read what it left behind, then count it as silent."""
        if self.exited:
            return
        self.exited = True
        if self._exit >= 0:
            self._poller.unregister(self._exit)
        if not self.silent:
            self._read()  # one chunk: a child of it may hold the pipe open and talk for ever
        if self._err >= 0:
            self._read_stderr()
        self._fall_silent()

    # -- the end --------------------------------------------------------------------------------

    def end(self, farewell: bytes = b"") -> int:
        """End the process and its group, gently first if there is a farewell; its exit code."""
        seconds = self._limits.stop
        if farewell:
            self.send(farewell)
            if not self._backlog:
                self._close_stdin()
            self.await_exit(seconds)
            self.left_by_itself = self.exited
        if not self.exited:
            self._signal(signal.SIGTERM)
            self.await_exit(seconds if farewell else 0.05)
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

    def await_exit(self, seconds: float) -> None:
        """Wait for its end, and listen to nothing that it says."""
        until = _now() + seconds
        while not self.exited and (left := until - _now()) > 0:
            self.wait(left if self._exit >= 0 else min(left, 0.01))
            self.lines.clear()

    def _close_stdin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._in = -2

    def kill(self) -> None:
        """End it and all that it started at once; may be called from any thread."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            pass  # nobody is left


def _milliseconds(seconds: float) -> float:
    """For poll, which cannot sleep for weeks."""
    return 1000 * min(max(0, seconds), _LONGEST_SLEEP)


def _exit_descriptor(pid: int) -> int:
    """A descriptor that tells the end of a process, -1 where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1


def exit_text(code: int) -> str:
    """How a process ended, in words."""
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
