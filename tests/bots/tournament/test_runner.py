"""Tournaments come out the same whoever plays them, in whatever order, however often killed."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taku.bots import registry, tournament
from taku.bots.tournament import Config, Sprt, Tournament, report, results, runner, table
from taku.protocol.players import LocalPlayer, Turn

SMALL = Config("grimoire", ("greedy:samples=1", "random", "other=random"), deals=3, seed=7)

KILLED = """
import sys
from pathlib import Path
import msgspec
from taku.bots import tournament
from taku.bots.tournament import runner
runner.SYNC_EVERY = runner.CHUNK_SECONDS = 0.01  # many moments to be killed at
if __name__ == "__main__":
    config = msgspec.json.decode(sys.argv[1], type=tournament.Config)
    tournament.run(config, results=Path(sys.argv[2]), resume=True, jobs=int(sys.argv[3]))
"""


KILLS = 6


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


@pytest.mark.parametrize(
    "config",
    [
        Config("grimoire", ("random",) * 4, deals=40, seed=1),
        Config("grimoire", ("random",) * 7, deals=30, seed=2, format="swiss"),
        Config("grimoire", ("random",) * 4, deals=30, seed=3, players=3),
    ],
    ids=["round-robin", "swiss", "three-seats"],
)
def test_killed_at_any_moment_it_goes_on_as_if_nothing_had_been(
    config: Config, tmp_path: Path
) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    path = tmp_path / "results.jsonl"
    command: list[str | bytes | Path] = [
        sys.executable, script, msgspec.json.encode(config), path
    ]  # fmt: skip
    rng = random.Random(1)
    for kill in range(KILLS):
        process = subprocess.Popen([*command, str(1 + kill % 2)])
        enough = size(path) + rng.randrange(1, 30_000)
        while process.poll() is None and size(path) < enough:
            time.sleep(rng.random() * 0.01)
        assert process.poll() is None, "the tournament must be long enough to be killed"
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run([*command, "2"], check=True)
    undisturbed = tournament.run(config)
    assert tournament.load(path) == undisturbed
    assert len(path.read_bytes().splitlines()) == 1 + len(undisturbed.matches)


@pytest.mark.parametrize(
    "config",
    [
        SMALL,
        Config("grimoire", ("random",) * 5, deals=2, seed=4, format="swiss", players=3),
        Config("grimoire", ("random",) * 5, deals=2, seed=4, format="knockout"),
        Config("mitakihara", ("random", "other=random"), deals=3),
    ],
    ids=["round-robin", "swiss", "knockout", "teams"],
)
def test_the_number_of_workers_changes_nothing(config: Config, tmp_path: Path) -> None:
    alone = tournament.run(config)
    together = tournament.run(config, jobs=3, results=tmp_path / "r.jsonl")
    assert alone == together
    assert report.as_json(alone) == report.as_json(together)
    assert tournament.load(tmp_path / "r.jsonl") == alone


def test_programs_end_with_the_tournament(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(
        "import os, pathlib\nfrom taku.protocol import run_bot\n"
        f"pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()\nrun_bot(lambda ask: 0)\n"
    )
    tournament.run(Config("grimoire", (f"exec:{sys.executable} {script}", "random"), deals=2))
    (pid,) = [int(path.name) for path in tmp_path.iterdir() if path.name.isdigit()]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("bots", [("{spec}", "{spec}"), ("a={spec}", "b={spec}"), ("{spec}",)])
def test_a_program_never_sits_in_two_seats_of_a_table(
    bots: tuple[str, ...], tmp_path: Path
) -> None:
    script = tmp_path / "bot.py"
    script.write_text(
        "import os, pathlib\nfrom taku.protocol import run_bot\n"
        "def choose(ask):\n"
        f"    pathlib.Path({str(tmp_path)!r}, f'{{ask.match}}-{{os.getpid()}}-{{ask.seat}}').touch()\n"
        "    return 0\n"
        "run_bot(choose)\n"
    )
    named = tuple(bot.format(spec=f"exec:{sys.executable} {script}") for bot in bots)
    others = () if len(named) > 1 else ("random",)
    tournament.run(Config("grimoire", (*named, *others), players=len(named) + 1, deals=1))
    seen = [path.name.rpartition("-")[0] for path in tmp_path.glob("*-*-*")]
    assert seen
    assert len(set(seen)) == len(seen)


def test_another_seed_is_another_tournament() -> None:
    other = msgspec.structs.replace(SMALL, seed=8)
    assert tournament.run(other).matches != tournament.run(SMALL).matches


def write(path: Path, keep: int) -> Tournament:
    """A file with the first matches of a tournament; the whole tournament is returned."""
    whole = tournament.run(SMALL, results=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: 1 + keep]))
    return whole


def test_a_torn_last_line_is_cut_off_and_played_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    whole = write(path, 5)
    path.write_bytes(path.read_bytes()[:-20])
    assert len(tournament.load(path).matches) == 4
    assert tournament.run(None, results=path, resume=True) == whole
    assert tournament.load(path) == whole


def test_a_torn_header_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 0)
    path.write_bytes(path.read_bytes()[:30])
    assert len(tournament.run(SMALL, results=path, resume=True).matches) == 18


def nothing(path: Path) -> None:
    """A file of somebody else."""
    path.write_text("my diary")


def newer(path: Path) -> None:
    """A file of a later version."""
    path.write_bytes(path.read_bytes().replace(b'"taku_results":1', b'"taku_results":2', 1))


def garbled(path: Path) -> None:
    """A broken line that is not the last."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{]\n", *lines[2:]]))


def doubled(path: Path) -> None:
    """A match that is there twice."""
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[-1])


def other_cards(path: Path) -> None:
    """Played with another card file."""
    head, _, rest = path.read_bytes().partition(b"\n")
    data = msgspec.json.decode(head)
    data["cards"] = "grimoire/0123"
    path.write_bytes(msgspec.json.encode(data) + b"\n" + rest)


def older(path: Path) -> None:
    """Begun with another version of taku, whose rules may differ."""
    path.write_bytes(re.sub(rb"taku/[0-9.]+", b"taku/0.0.1", path.read_bytes(), count=1))


def exchanged(path: Path) -> None:
    """A match with its seats exchanged."""
    path.write_bytes(path.read_bytes().replace(b'"table":[0,1]', b'"table":[1,0]', 1))


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (nothing, "no results file"),
        (newer, "version 2 of the results file, expected 1"),
        (garbled, "line 3"),
        (doubled, "is there twice"),
        (other_cards, "other cards"),
        (older, r"was played with taku/0\.0\.1, this is taku/"),
        (exchanged, "match 0 of the results file is not the one that was planned"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_left_alone(
    tmp_path: Path, spoil: Callable[[Path], None], error: str
) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 4)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(tournament.ResultsError, match=error):
        tournament.run(SMALL, results=path, resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ranks", [1]),
        ("scores", [9]),
        ("winners", [2]),
        ("winners", [-1]),
        ("sides", ["witch"]),
        ("facts", [["witch x"]]),
        ("faults", [{"seat": 5, "kind": "died"}]),
        ("table", [0, 1, 0]),
    ],
)
def test_a_match_that_tells_of_other_seats_is_refused(
    tmp_path: Path, field: str, value: object
) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 4)
    lines = path.read_bytes().splitlines(keepends=True)
    changed = {**msgspec.json.decode(lines[2]), field: value}
    lines[2] = msgspec.json.encode(changed) + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(tournament.ResultsError, match="line 3: match 1 tells of other seats"):
        tournament.load(path)


def test_moves_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 4)
    path.write_bytes(re.sub(rb'"moves":\[.*?\]\]', b'"moves":["pass"]', path.read_bytes(), count=1))
    with pytest.raises(tournament.ResultsError, match="moves of match 0 cannot be read"):
        tournament.recording(path, 0)


@pytest.mark.parametrize("keep", [4, 18])
def test_a_match_that_was_never_planned_is_refused(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "r.jsonl"
    write(path, keep)
    path.write_bytes(path.read_bytes().replace(b'"id":2,', b'"id":400,', 1))
    with pytest.raises(tournament.ResultsError, match=r"match 400 .* was never planned"):
        tournament.load(path)
    with pytest.raises(tournament.ResultsError, match=r"match 400 .* was never planned"):
        tournament.run(None, results=path, resume=True)


def test_a_file_of_a_tournament_that_cannot_be_held_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 0)
    path.write_bytes(path.read_bytes().replace(b'"deals":3', b'"deals":1000000000'))
    with pytest.raises(tournament.ResultsError, match=r"line 1: .* 6,000,000,000 matches"):
        tournament.load(path)


def taken_away(path: Path) -> None:
    """Removed, so that what is written goes nowhere."""
    path.unlink()


def replaced(path: Path) -> None:
    """Another file of the same name."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def cut_short(path: Path) -> None:
    """Without its last line."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def written_to(path: Path) -> None:
    """With something that is not of this run."""
    with path.open("ab") as file:
        file.write(b"{}\n")


@pytest.mark.parametrize("meddle", [taken_away, replaced, cut_short, written_to])
def test_a_run_ends_when_its_file_is_meddled_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meddle: Callable[[Path], None]
) -> None:
    monkeypatch.setattr(runner, "SYNC_EVERY", 0.0)
    monkeypatch.setattr(runner, "TELLING", float("inf"))
    path = tmp_path / "r.jsonl"
    counted: list[int] = []

    def look(held: Tournament) -> None:
        counted.append(len(held.matches))
        if len(held.matches) == 5:
            meddle(path)

    with pytest.raises(tournament.ResultsError, match="was removed, replaced or changed"):
        tournament.run(SMALL, results=path, on_progress=look)
    assert counted == [0, 1, 2, 3, 4, 5]


def test_a_file_of_another_tournament_is_refused_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 4)
    other = msgspec.structs.replace(SMALL, seed=9)
    with pytest.raises(tournament.ResultsError, match=r"differs in: seed \(7, now 9\)"):
        tournament.run(other, results=path, resume=True)


def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path, 4)
    before = path.read_bytes()
    with pytest.raises(tournament.ResultsError, match="--resume"):
        tournament.run(SMALL, results=path)
    assert path.read_bytes() == before


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    store = results.Store.create(path, SMALL)
    with pytest.raises(tournament.ResultsError, match="in use"):
        tournament.run(SMALL, results=path, resume=True)
    store.close()


def test_an_unwritable_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(tournament.ResultsError, match=r"cannot write .*No such file"):
        tournament.run(SMALL, results=tmp_path / "missing" / "r.jsonl")
    with pytest.raises(tournament.ResultsError, match="Is a directory"):
        tournament.run(SMALL, results=tmp_path, resume=True)


FULL = """
import resource, signal, sys
from pathlib import Path
import msgspec
from taku.bots import tournament
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
config = msgspec.json.decode(sys.argv[1], type=tournament.Config)
from taku.bots.tournament import runner
runner.SYNC_EVERY = 0.0
try:
    tournament.run(config, results=Path(sys.argv[2]))
except tournament.ResultsError as error:
    print(error)
"""


def test_a_full_disk_loses_nothing_that_counted(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    command: list[str | bytes | Path] = [
        sys.executable,
        "-c",
        FULL,
        msgspec.json.encode(SMALL),
        path,
        "9000",
    ]
    said = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    assert "cannot write" in said
    assert "go on with --resume" in said
    data = path.read_bytes()
    assert 5000 < len(data) <= 9000
    assert data.endswith(b"\n")
    assert tournament.run(None, results=path, resume=True) == tournament.run(SMALL)


class Crashing(LocalPlayer):
    """Fails in the middle of its third match move."""

    name = "crashing"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self.left = 3

    def choose(self, turn: Turn) -> str:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("oh no")
        return turn.decision.moves[0]


def test_a_player_that_faults_costs_only_its_own_matches(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    kind = registry.BotKind({"en": "", "ja": ""}, Crashing, {"seed": registry.SEED})
    monkeypatch.setitem(registry.BOTS, "crashing", kind)
    held = tournament.run(Config("grimoire", ("random", "crashing", "greedy"), deals=2))
    rows = {row.name: row for row in tournament.standings(held).rows}
    assert len(held.matches) == 12
    assert rows["crashing"].faults == {"died": 8}
    assert rows["crashing"].wins == 0
    assert rows["random"].faults == rows["greedy"].faults == {}


class Fragile:
    """Stands in for a pool whose workers die on the first try of every chunk."""

    def __init__(self, broken: set[tuple[int, ...]], deaths: int) -> None:
        self.broken = broken
        self.deaths = deaths

    def submit(self, function: Any, config: Config, fixtures: Any, version: str) -> Any:
        from concurrent.futures import Future
        from concurrent.futures.process import BrokenProcessPool

        future: Future[Any] = Future()
        key = tuple(fixture.id for fixture in fixtures)
        if key not in self.broken and len(self.broken) < self.deaths:
            self.broken.add(key)
            future.set_exception(BrokenProcessPool("dead"))
        else:
            future.set_result(function(config, fixtures, version))
        return future

    def shutdown(self, wait: bool) -> None:
        pass


def test_workers_that_die_lose_no_match() -> None:
    broken: set[tuple[int, ...]] = set()
    crew = runner.Crew(2, lambda: Fragile(broken, deaths=3))  # type: ignore[arg-type,return-value]
    held = runner.Run(SMALL, results.Store.memory(), crew, None).play()
    assert len(broken) == 3
    assert held == tournament.run(SMALL)


def test_a_match_that_kills_every_worker_is_named() -> None:
    class Deadly(Fragile):
        def submit(self, function: Any, config: Config, fixtures: Any, version: str) -> Any:
            self.broken.clear()
            return super().submit(function, config, fixtures, version)

    crew = runner.Crew(1, lambda: Deadly(set(), deaths=1))  # type: ignore[arg-type,return-value]
    with pytest.raises(tournament.WorkerLost, match=r"match \d+ was lost 4 times"):
        runner.Run(SMALL, results.Store.memory(), crew, None).play()


DYING = """
import os, stat
from taku.bots.tournament.runner import Pool

def die():
    for fd in range(3, 100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.write(fd, (1_000_000).to_bytes(4, "big") + b"the beginning of a result")
        except OSError:
            pass
    os._exit(1)

if __name__ == "__main__":
    pool = Pool(2)
    others = [pool.submit(pow, 2, n) for n in range(50)]
    dying = pool.submit(die)
    others += [pool.submit(pow, 2, n) for n in range(50, 100)]
    assert type(dying.exception(timeout=60)).__name__ == "BrokenProcessPool"
    assert [other.result(timeout=60) for other in others] == [2**n for n in range(100)]
    assert type(pool.submit(int, "x").exception(timeout=60)) is ValueError
    pool.shutdown()
"""


def test_a_worker_that_dies_in_the_middle_of_a_result_costs_only_its_own(tmp_path: Path) -> None:
    script = tmp_path / "dying.py"
    script.write_text(DYING)
    with subprocess.Popen([sys.executable, script]) as process:
        try:
            assert process.wait(timeout=120) == 0
        finally:
            process.kill()


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(tournament.BadTournament, match="install the same everywhere"):
        table.play_all(SMALL, [], "taku 0.0 grimoire/0123")


def test_the_test_stops_when_it_knows_and_counts_no_match_beyond(tmp_path: Path) -> None:
    config = Config("grimoire", ("greedy:samples=1", "random"), sprt=Sprt(), seed=1)
    path = tmp_path / "r.jsonl"
    held = tournament.run(config, results=path)
    assert held.finished
    assert held.test is not None
    assert held.test.verdict == "better"
    assert len(held.matches) == held.test.matches < 100
    assert tournament.run(config, jobs=2) == held
    assert tournament.load(path) == held
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:10]))
    assert tournament.run(None, results=path, resume=True) == held


def test_equals_are_found_not_better() -> None:
    config = Config("grimoire", ("random", "random"), sprt=Sprt(elo0=0, elo1=150), seed=3)
    held = tournament.run(config)
    assert held.test is not None
    assert held.test.verdict == "not-better"


def test_progress_tells_only_what_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "SYNC_EVERY", 0.0)
    monkeypatch.setattr(runner, "TELLING", float("inf"))
    path = tmp_path / "r.jsonl"
    seen: list[int] = []

    def look(held: Tournament) -> None:
        assert len(results.read(path).played) == len(held.matches)
        assert report.live(held)
        seen.append(len(held.matches))

    tournament.run(SMALL, results=path, on_progress=look)
    assert seen == list(range(19))


def test_an_interrupt_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 0
    real = table.Table.play

    def interrupted(self: table.Table, fixture: Any) -> Any:
        nonlocal count
        count += 1
        if count == 6:
            raise KeyboardInterrupt
        return real(self, fixture)

    monkeypatch.setattr(table.Table, "play", interrupted)
    path = tmp_path / "r.jsonl"
    with pytest.raises(KeyboardInterrupt):
        tournament.run(SMALL, results=path)
    assert len(tournament.load(path).matches) == 5


DEAF = """
import os, pathlib, time
pathlib.Path({folder!r}, str(os.getpid())).touch()
time.sleep(1000)
"""


def left_of(folder: Path) -> list[int]:
    """The programs in this folder that still run."""
    pids = [int(path.name) for path in folder.iterdir() if path.name.isdigit()]
    return [pid for pid in pids if Path(f"/proc/{pid}/cmdline").exists()]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_workers_and_their_programs_do_not_outlive_a_run(number: int, tmp_path: Path) -> None:
    script, bot = tmp_path / "killed.py", tmp_path / "deaf.py"
    script.write_text(KILLED)
    bot.write_text(DEAF.format(folder=str(tmp_path)))
    config = Config("grimoire", (f"exec:{sys.executable} {bot}", "random"), deals=500)
    command = [sys.executable, script, msgspec.json.encode(config), tmp_path / "r.jsonl", "2"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:  # type: ignore[arg-type]
        while len(left_of(tmp_path)) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        workers = [int(pid) for pid in children.read_text().split()]
        process.send_signal(number)
    for _ in range(200):
        if not any(Path(f"/proc/{pid}/cmdline").exists() for pid in workers + left_of(tmp_path)):
            return
        time.sleep(0.05)
    pytest.fail("workers or programs live on")
