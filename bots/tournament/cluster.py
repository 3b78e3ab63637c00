"""A tournament on several machines, through Dask (``pip install taku[cluster]``)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from taku.bots.tournament.config import BadTournament

PATIENCE = 5.0
"""Seconds that a scheduler has to answer."""


@contextmanager
def connected(address: str, jobs: int) -> Iterator[tuple[int, Callable[[], Executor]]]:
    """How many can work at a time on the cluster at ``address``, and what makes an executor."""
    try:
        from distributed import Client, LocalCluster
        from distributed.comm import resolve_address
    except ImportError:
        raise BadTournament(
            "--cluster needs Dask, which is not installed: pip install 'taku[cluster]'"
        ) from None
    # Errors are told here, in a line.
    for name in ("distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    local = None
    if address == "local":
        # A process each: matches are Python code and would wait for each other in threads.
        local = LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )
    try:
        try:
            if local is None:
                resolve_address(address)  # a client with a bad one takes long to say so
            client = Client(local or address, set_as_default=False, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise BadTournament(f"no Dask scheduler answers at {address!r}: {error}") from None
        with client:
            threads = sum(client.nthreads().values())
            if not threads:
                raise BadTournament(f"the Dask scheduler at {address!r} has no workers")
            yield threads, lambda: client.get_executor(pure=False)
    finally:
        if local is not None:
            local.close()
