"""A tournament on a real Dask cluster on this machine."""

import logging
import os
import signal
from pathlib import Path

import msgspec
import pytest

from taku.bots import tournament
from taku.bots.tournament import Config
from taku.bots.tournament import cluster as cluster_module

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed: pip install 'taku[cluster]'"
)
pytestmark = pytest.mark.filterwarnings("default")  # Dask's own warnings are not ours

CONFIG = Config("grimoire", ("random",) * 4, deals=100, seed=5)


def test_a_worker_that_is_killed_loses_no_match(tmp_path: Path) -> None:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        left: list[int] = []

        def kill(held: tournament.Tournament) -> None:
            if held.matches and not left:
                left.append(held.total - len(held.matches))
                os.kill(pids[0], signal.SIGKILL)

        path = tmp_path / "r.jsonl"
        held = tournament.run(
            CONFIG, results=path, cluster=cluster.scheduler_address, on_progress=kill
        )
    assert left[0] > 0
    assert held == tournament.run(CONFIG)
    assert tournament.load(path) == held


def test_a_scheduler_that_dies_is_told_and_costs_nothing_that_was_safe(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    ) as cluster:

        def kill(held: tournament.Tournament) -> None:
            if held.matches:
                cluster.sync(cluster.scheduler.close)

        with pytest.raises(tournament.WorkerLost, match="the cluster has gone"):
            tournament.run(
                CONFIG, results=path, cluster=cluster.scheduler_address, on_progress=kill
            )
    assert tournament.load(path).matches
    assert tournament.run(None, results=path, resume=True) == tournament.run(CONFIG)


def test_a_local_cluster_gives_the_same_results() -> None:
    small = msgspec.structs.replace(CONFIG, deals=3)
    assert tournament.run(small, cluster="local", jobs=2) == tournament.run(small)


def test_an_address_where_nobody_answers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with pytest.raises(tournament.BadTournament, match=r"no Dask scheduler .* 'tcp://127.0.0.1:1'"):
        tournament.run(CONFIG, cluster="tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "missing port number"),
        ("ftp://here:1", "unknown address scheme 'ftp'"),
        ("tcp://no-such-host.invalid:1", "not known|resolution|service"),
    ],
)
def test_an_address_that_cannot_be_is_refused_without_a_client(
    monkeypatch: pytest.MonkeyPatch, address: str, why: str
) -> None:
    monkeypatch.setattr(distributed, "Client", None)
    with pytest.raises(tournament.BadTournament, match=f"no Dask scheduler .*{why}"):
        tournament.run(CONFIG, cluster=address)
