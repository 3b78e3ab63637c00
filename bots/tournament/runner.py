"""Plays a tournament: in this process, on several, or on a cluster, and goes on where it stopped.

The results depend on the config alone: not on how many workers there are, in which order they
finish, or how often the run was interrupted.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from itertools import groupby
from multiprocessing import connection
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

import msgspec

from taku.bots.tournament import schedule, sprt
from taku.bots.tournament.config import BadTournament, Config, checked
from taku.bots.tournament.results import Played, ResultsError, Store, read
from taku.bots.tournament.schedule import Fixture
from taku.bots.tournament.table import PROGRAMS, Table, check_programs, play_all, version_of
from taku.engine.core.errors import TakuError
from taku.protocol import records

SYNC_EVERY = 0.25
"""Seconds between two writes: results wait so long at most before they are safe and count."""
CHUNK_SECONDS = 0.25
"""About how long a worker is busy with what it is given at a time."""
TELLING = 0.05
"""At most this share of the time goes into telling how it stands."""
MOST_TRIES = 4
"""A match that brought down so many workers is given up, and the run with it."""


class WorkerLost(TakuError):
    """Workers died again and again over the same match."""


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as far as it was played."""

    config: Config
    matches: tuple[Played, ...]
    """The matches that count, in the order of the schedule."""
    total: int
    """How many matches it takes, as far as that can be foreseen: ties in a knockout add some, and
    a sequential test may stop before."""
    finished: bool
    test: sprt.State | None = None
    """How the sequential test stands, if there is one."""


Listener = Callable[[Tournament], None]


def run(
    config: Config | None,
    *,
    results: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    cluster: str = "",
    on_progress: Listener | None = None,
) -> Tournament:
    """Hold a tournament and return it.

    ``config`` may be None with ``resume``: then it is read from the results file.
    ``results`` is the file that every match is appended to; without it nothing is kept.
    ``resume`` goes on with that file (and begins it if it does not exist and there is a config).
    ``jobs`` is how many worker processes play; 1 plays in this one.
    ``cluster`` is the address of a Dask scheduler, or ``local`` for one on this machine.
    ``on_progress`` is called with the tournament so far, whenever results have become safe.

    ``KeyboardInterrupt`` passes through after everything that was played is safe.
    """
    if jobs < 1:
        raise BadTournament(f"jobs must be at least 1, not {jobs}")
    if config is not None and not cluster:
        check_programs(config)
    store, config = _open(config, results, resume)
    try:
        with workers(jobs, cluster) as crew:
            return Run(config, store, crew, on_progress).play()
    finally:
        PROGRAMS.close()
        store.close()


def _open(config: Config | None, results: Path | None, resume: bool) -> tuple[Store, Config]:
    if config is not None:
        config = checked(config)
    if results is None:
        if config is None or resume:
            raise BadTournament("to resume, name the results file")
        return Store.memory(), config
    if resume and (config is None or os.path.exists(results)):  # which no permission can upset
        return Store.reopen(results, config)
    if config is None:
        raise BadTournament("a new tournament needs a config")
    return Store.create(results, config), config


class Crew(msgspec.Struct):
    """Who plays: nobody but this process, or an executor and how many can work at a time."""

    size: int = 1
    start: Callable[[], Executor] | None = None


@contextmanager
def workers(jobs: int, cluster: str) -> Iterator[Crew]:
    """The crew for as long as it is needed."""
    if cluster:
        from taku.bots.tournament.cluster import connected

        with connected(cluster, jobs) as (size, start):
            yield Crew(size, start)
    elif jobs > 1:
        yield Crew(jobs, lambda: Pool(jobs))
    else:
        yield Crew()


Call = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class Pool(Executor):
    """Worker processes that stop in the middle of a match when the pool is shut down.

    Each has a pipe of its own: one that dies while it tells a result takes no other's with it.
    """

    def __init__(self, jobs: int) -> None:
        # A fresh interpreter for each worker: it cannot inherit locks, files or threads.
        self._context = multiprocessing.get_context("spawn")
        self._reader, self._life = self._context.Pipe(duplex=False)
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._attendants = [Thread(target=self._attend, daemon=True) for _ in range(jobs)]
        for attendant in self._attendants:
            attendant.start()

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Have it called by the next worker that is free."""
        future: Future[Any] = Future()
        self._calls.put((future, partial(function, **named), args))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers, whatever they do."""
        self._life.close()
        for _ in self._attendants:
            self._calls.put(None)
        if wait:
            for attendant in self._attendants:
                attendant.join()

    def _attend(self) -> None:
        """Give calls to one worker after another; a call that it dies of is broken."""
        worker: connection.Connection | None = None
        while (call := self._calls.get()) is not None:
            future, function, args = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                worker = worker or self._hired()
                worker.send((function, args))
                error, result = worker.recv()
            except Exception:  # noqa: BLE001 - it died, or what it told cannot be read
                worker = None
                error, result = BrokenProcessPool("the worker died"), None
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

    def _hired(self) -> connection.Connection:
        """The pipe to a new worker."""
        own, its = self._context.Pipe()
        self._context.Process(target=_work, args=(its, self._reader)).start()
        its.close()  # else it would not be noticed when the worker closes it
        return own


def _work(calls: connection.Connection, life: connection.Connection) -> None:
    """What a worker does all its life."""
    _end_with_pool(life)
    with suppress(EOFError):
        while True:
            function, args = calls.recv()
            error, result = None, None
            try:
                result = function(*args)
            except Exception as raised:  # noqa: BLE001 - it is told where the result is wanted
                error = raised
            calls.send((error, result))


def _end_with_pool(life: connection.Connection) -> None:
    """A worker must not outlive its pool, nor a run that was killed; signals are its parent's."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Not SIG_IGN, which the programs that it starts would inherit.
        signal.signal(number, lambda number, frame: None)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        connection.wait([life, parent.sentinel] if parent is not None else [life])
        try:
            PROGRAMS.kill()
        finally:
            os._exit(1)

    Thread(target=watch, daemon=True).start()


class Chunk(msgspec.Struct):
    """What a worker is given at a time."""

    fixtures: list[Fixture]
    tries: int = 0


class Run:
    """One run of a tournament."""

    def __init__(
        self, config: Config, store: Store, crew: Crew, on_progress: Listener | None
    ) -> None:
        self.config = config
        self.store = store
        self.crew = crew
        self.on_progress = on_progress
        self.planned: list[Fixture] = []
        self._foreseen = 0
        if config.format in ("swiss", "knockout"):
            self._foreseen = schedule.foreseen(config)
        self._test: sprt.Test | None = None
        self._fresh: list[Played] = []
        self.synced = self._quiet_until = perf_counter()
        """When results were last made safe."""
        self._pace = 0.0
        """Seconds a match takes, as seen so far."""

    def play(self) -> Tournament:
        """Play all rounds."""
        try:
            for round in schedule.rounds(self.config, self.store.done):
                todo = self.plan(round)
                self._tell()
                if not self.decided():
                    self.meet(todo)
                if self.decided():
                    break
            self.check_no_more()
        except KeyboardInterrupt:
            self._sync()
            raise
        return self.standing(finished=True)

    def plan(self, round: Sequence[Fixture]) -> list[Fixture]:
        """Take up a round, and return what is to be played of it.

        What the store holds must be its matches, and none of a later round.
        """
        for fixture in round:
            played = self.store.done.get(fixture.id)
            if played is not None and not fixture.is_of(played):
                raise ResultsError(
                    f"match {fixture.id} of the results file is not the one that was planned "
                    f"({fixture}): another version of taku wrote it, or somebody changed it"
                )
        self.planned += round
        if self.config.sprt is not None:
            by_deal = groupby(self.planned, key=lambda fixture: fixture.deal)
            deals = [[fixture.id for fixture in group] for _, group in by_deal]
            self._test = sprt.Test(self.config.sprt, deals)
        todo = [fixture for fixture in round if fixture.id not in self.store.done]
        if todo:
            self.check_no_more()
        return todo

    def check_no_more(self) -> None:
        """Refuse results of matches that were not planned; those that were have running numbers."""
        for id in self.store.done:
            if not 0 <= id < len(self.planned):
                raise ResultsError(
                    f"match {id} of the results file was never planned: "
                    "another version of taku wrote it, or somebody changed it"
                )

    def meet(self, todo: Iterable[Fixture]) -> None:
        """Play these matches and make them safe; a test that knows the answer needs no more."""
        if self.crew.start is None:
            self._play_here(todo)
        else:
            self._spread(self.crew.start, todo)
        self._sync()

    def _play_here(self, todo: Iterable[Fixture]) -> None:
        table = Table(self.config)
        for fixture in todo:
            self._keep([table.play(fixture)])
            if self._synced_now() and self.decided():
                return

    # -- what was played ------------------------------------------------------------------------

    def _keep(self, played: Iterable[Played]) -> None:
        self._fresh += played

    def _synced_now(self) -> bool:
        """Make results safe if that is due; whether it was."""
        if perf_counter() - self.synced < SYNC_EVERY:
            return False
        self._sync()
        return True

    def _sync(self) -> None:
        self.synced = perf_counter()
        if self._fresh:
            fresh, self._fresh = self._fresh, []
            self.store.add(fresh)
            self._tell()

    def _tell(self) -> None:
        """Tell how it stands, unless telling would take more than its share of the time."""
        start = perf_counter()
        if self.on_progress is not None and start >= self._quiet_until:
            self.on_progress(self.standing(finished=False))
            end = perf_counter()
            self._quiet_until = end + (end - start) / TELLING

    def decided(self) -> bool:
        """Whether a sequential test knows the answer."""
        return self._test is not None and self._test.look(self.store.done).verdict != "undecided"

    def standing(self, finished: bool) -> Tournament:
        """The tournament so far. Matches after the one that decided a test do not count."""
        done = self.store.done
        test = None if self._test is None else self._test.look(done)
        ids = [fixture.id for fixture in self.planned if fixture.id in done]
        if test is not None and test.verdict != "undecided":
            ids = [fixture.id for fixture in self.planned[: test.matches]]
        return Tournament(
            config=self.config,
            matches=tuple(done[id] for id in ids),
            total=max(len(self.planned), self._foreseen),
            finished=finished,
            test=test,
        )

    # -- workers --------------------------------------------------------------------------------

    def _spread(self, start: Callable[[], Executor], todo: Iterable[Fixture]) -> None:
        """Give the matches out in chunks; those of a worker that died are given out again."""
        version = version_of(self.config)
        waiting = deque([Chunk([fixture]) for fixture in todo])
        running: dict[Future[list[Played]], tuple[Chunk, float]] = {}
        executor = start()
        try:
            while waiting or running:
                while waiting and len(running) < 2 * self.crew.size:
                    chunk = self._next(waiting)
                    future = executor.submit(play_all, self.config, chunk.fixtures, version)
                    running[future] = (chunk, perf_counter())
                finished, _ = wait(running, timeout=SYNC_EVERY, return_when=FIRST_COMPLETED)
                self._again(self._collect(finished, running), waiting)
                if self._synced_now() and self.decided():
                    return
        finally:
            _dismiss(executor, running)

    def _next(self, waiting: deque[Chunk]) -> Chunk:
        """So many matches as keep a worker busy for a while; one that failed goes alone."""
        chunk = waiting.popleft()
        most = int(CHUNK_SECONDS / self._pace) if self._pace else 1
        # Near the end smaller portions, so that nobody waits for the last one.
        most = min(most, 1 + len(waiting) // (2 * self.crew.size))
        while len(chunk.fixtures) < most and waiting and not chunk.tries and not waiting[0].tries:
            chunk.fixtures += waiting.popleft().fixtures
        return chunk

    def _collect(
        self,
        finished: Iterable[Future[list[Played]]],
        running: dict[Future[list[Played]], tuple[Chunk, float]],
    ) -> list[Chunk]:
        """Take in what workers finished; the chunks whose workers died."""
        lost = []
        for future in finished:
            chunk, began = running.pop(future)
            if future.cancelled():  # by nobody here
                raise WorkerLost("the cluster has gone; the results file is safe to go on with")
            error = future.exception()
            if error is None:
                self._keep(future.result())
                seconds = (perf_counter() - began) / (2 * len(chunk.fixtures))
                self._pace = seconds if not self._pace else 0.7 * self._pace + 0.3 * seconds
            elif isinstance(error, TakuError) or not _is_loss(error):
                raise error
            else:
                lost.append(chunk)
        return lost

    def _again(self, lost: Sequence[Chunk], waiting: deque[Chunk]) -> None:
        """Matches of dead workers are played again, one by one, so that a bad one shows."""
        for chunk in reversed(lost):
            for fixture in reversed(chunk.fixtures):
                tries = chunk.tries + 1
                if tries >= MOST_TRIES:
                    raise WorkerLost(
                        f"match {fixture.id} was lost {tries} times because its worker died"
                    )
                waiting.appendleft(Chunk([fixture], tries))


def _dismiss(executor: Executor, running: Iterable[Future[list[Played]]]) -> None:
    """Let go of an executor; what it has begun is nobody's any more."""
    for future in running:
        future.cancel()
    executor.shutdown(wait=False)


def _is_loss(error: BaseException) -> bool:
    """Whether a worker died, as pools and clusters say it."""
    return type(error).__name__ in {
        "BrokenProcessPool",
        "KilledWorker",
        "CommClosedError",
        "FutureCancelledError",
    }


def load(path: Path) -> Tournament:
    """The tournament in a results file, as far as it was played."""
    contents = read(path)
    store = Store.memory()
    store.add(contents.played)
    replayed = Run(contents.header.config, store, Crew(), None)
    finished = True
    for round in schedule.rounds(replayed.config, store.done):
        todo = replayed.plan(round)
        if todo or replayed.decided():
            finished = replayed.decided()
            break
    replayed.check_no_more()
    return replayed.standing(finished)


def recording(path: Path, number: int) -> records.Recording:
    """The record of one match in a results file."""
    contents = read(path)
    config = contents.header.config
    found = next((played for played in contents.played if played.id == number), None)
    if found is None:
        raise ResultsError(
            f"{path} has no match {number}; it holds {len(contents.played)}, numbered from 0"
        )
    header = records.Header(
        game=config.game,
        players=config.seats,
        seed=found.seed,
        options=config.options,
        cards=contents.header.cards.partition("/")[2],
        seats=tuple(config.specs[bot] for bot in found.table),
    )
    place = f"{path}, match {number}"
    end = records.End(found.own or found.result)
    return records.Recording(header=header, moves=tuple(found.made), end=end, place=place)
