"""A tournament on a real Dask cluster on this machine."""

import os
import signal
import threading

import pytest

from taku.bots import tournament
from taku.bots.tournament import Config

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed: pip install 'taku[cluster]'"
)
pytestmark = pytest.mark.filterwarnings("default")  # Dask's own warnings are not ours

CONFIG = Config("grimoire", ("greedy:samples=2", "random", "other=random"), deals=60, seed=5)


def test_a_worker_that_is_killed_loses_no_match() -> None:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        killed = threading.Event()

        def kill(held: tournament.Tournament) -> None:
            if not killed.is_set() and held.matches:
                killed.set()
                os.kill(pids[0], signal.SIGKILL)

        held = tournament.run(CONFIG, cluster=cluster.scheduler_address, on_progress=kill)
    assert killed.is_set()
    assert held == tournament.run(CONFIG)


def test_a_local_cluster_gives_the_same_results() -> None:
    small = Config("grimoire", ("random", "other=random"), deals=3, seed=5)
    assert tournament.run(small, cluster="local", jobs=2) == tournament.run(small)


def test_an_address_where_nobody_answers_is_named() -> None:
    with pytest.raises(tournament.BadTournament, match="no Dask scheduler answers"):
        tournament.run(CONFIG, cluster="tcp://127.0.0.1:1")
