"""Tournaments and what wins, as the command tells them."""

import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pexpect
import pytest

from taku.bots import tournament
from taku.bots.tournament import Config, Sprt
from tests.support.cli import ROOT, TAKU, environment

SMALL = ["tournament", "grimoire", "--bot", "random", "--bot", "other=random", "--deals", "3"]


def taku(
    home: Path, *words: str | Path, under: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """A command, perhaps started by another one."""
    return subprocess.run(
        [*under, TAKU, *map(str, words)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        cwd=home,
        timeout=120,
    )


def said(home: Path, *words: str | Path) -> str:
    """What a command says that goes well."""
    done = taku(home, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_tournament_is_kept_shown_and_told_in_every_form(tmp_path: Path) -> None:
    report = said(tmp_path, *SMALL, "--results", "r.jsonl")
    assert report.startswith("6 of 6 matches\n\nbot ")
    assert "Faults: none" in report
    assert said(tmp_path, "tournament", "--results", "r.jsonl") == report
    assert said(tmp_path, "tournament", "--results", "r.jsonl", "--resume") == report
    data = json.loads(said(tmp_path, "tournament", "--results", "r.jsonl", "--json"))
    rows = csv.DictReader(
        io.StringIO(said(tmp_path, "tournament", "--results", "r.jsonl", "--csv"))
    )
    assert [row["bot"] for row in rows] == [row["name"] for row in data["standings"]["rows"]]


def test_the_page_is_written_and_leads_to_the_records(tmp_path: Path) -> None:
    done = taku(tmp_path, *SMALL, "--results", "r.jsonl", "--html", "r.html", "--lang", "ja")
    assert "書きました: r.html" in done.stderr
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "taku replay r.jsonl --match %" in page
    assert "大会: グリモワール" in page
    verified = said(tmp_path, "replay", "r.jsonl", "--match", "4", "--verify")
    assert "r.jsonl, match 4" in verified
    story = said(tmp_path, "replay", "r.jsonl", "--match", "4")
    assert "Grimoire" in story


def test_a_page_that_cannot_be_written_does_not_cost_the_report(tmp_path: Path) -> None:
    done = taku(tmp_path, *SMALL, "--html", "no/page.html")
    assert done.returncode == 2
    assert "no/page.html" in done.stderr
    assert "6 of 6 matches" in done.stdout


def test_a_file_describes_a_tournament_and_options_change_it(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(
        'game = "grimoire"\nbots = ["random", "random"]\ndeals = 9\n'
    )
    assert said(tmp_path, "tournament", "cup.toml", "--deals", "2").startswith("4 of 4 matches")


def test_what_wins_is_told(tmp_path: Path) -> None:
    said(tmp_path, *SMALL, "--results", "r.jsonl")
    assert "card taken" in said(tmp_path, "stats", "r.jsonl")
    assert "取った札" in said(tmp_path, "stats", "r.jsonl", "--lang", "ja")
    data = json.loads(said(tmp_path, "stats", "r.jsonl", "--json"))
    assert {section["id"] for section in data["sections"]} >= {"card-taken"}
    done = taku(tmp_path, "stats", "r.jsonl", "--html", "r.html")
    assert (done.returncode, done.stderr) == (0, "Written: r.html\n")
    assert "card taken" in (tmp_path / "r.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--deals", "3", "--option", "x=1"], "--deals, --option go with a game"),
        (["grimoire", "random"], "at least 2 bots, not 1"),
        (["grimoire", "random", "gready"], "did you mean 'greedy'"),
        (["grimoire", "random", "exec:no-such-bot -x"], "there is no program no-such-bot"),
        (["grimoire", "random", "random", "--format", "league"], "league"),
        (["grimoire", "random", "random", "--sprt", "elo=1"], "unknown 'elo'"),
        (["grimoire", "random", "random", "--json", "--csv"], "--json or --csv"),
        (["cup.toml"], "cannot read cup.toml"),
        (["--resume"], "name the results file"),
        ([], "name a game and its bots, as in taku tournament grimoire greedy random"),
        (["--results", "none.jsonl"], "cannot read none.jsonl"),
        (["grimoire", "random", "random", "--deals", "1", "--html", "no/p.html"], "no/p.html"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, words: list[str], error: str) -> None:
    done = taku(tmp_path, "tournament", *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert error in done.stderr


@pytest.mark.parametrize("words", [SMALL, [*SMALL, "--resume"], ["tournament"], ["stats"]])
@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("folder", "Is a directory"),
        ("pipe", "a pipe or a device"),
        ("/dev/full", "a pipe or a device"),
        ("/dev/null", "a pipe or a device"),
    ],
)
def test_only_a_file_can_keep_results(
    tmp_path: Path, words: list[str], place: str, error: str
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    done = taku(tmp_path, *words, *([] if words == ["stats"] else ["--results"]), place)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"{place} for results: " in done.stderr
    assert error in done.stderr


OBEDIENT = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
"""Starts a command that file modes bind, as they do not bind root."""
KEPT, NEW = "folder/r.jsonl", "folder/new.jsonl"
GO_ON = ["--results", KEPT, "--resume"]


@pytest.mark.skipif(
    bool(OBEDIENT) and not shutil.which("setpriv"), reason="nothing binds root to file modes"
)
@pytest.mark.parametrize(
    ("locked", "mode", "words", "error"),
    [
        ("folder", 0o555, [*SMALL, "--results", NEW], f"cannot write {NEW}: Permission denied"),
        ("folder", 0o000, [*SMALL, "--results", NEW], f"cannot write {NEW}: Permission denied"),
        ("folder", 0o000, [*SMALL, *GO_ON], f"cannot write {KEPT}: Permission denied"),
        ("folder", 0o000, ["tournament", *GO_ON], f"cannot go on with {KEPT}: Permission denied"),
        (KEPT, 0o444, ["tournament", *GO_ON], f"cannot go on with {KEPT}: Permission denied"),
        (KEPT, 0o444, [*SMALL, *GO_ON], f"cannot go on with {KEPT}: Permission denied"),
        (KEPT, 0o000, ["tournament", "--results", KEPT], f"'{KEPT}' is not readable"),
    ],
)
def test_a_file_that_one_may_not_write_is_named_and_left_alone(
    tmp_path: Path, locked: str, mode: int, words: list[str], error: str
) -> None:
    path = tmp_path / KEPT
    path.parent.mkdir()
    said(tmp_path, *SMALL, "--results", path)
    before = path.read_bytes()
    (tmp_path / locked).chmod(mode)
    done = taku(tmp_path, *words, under=OBEDIENT)
    path.parent.chmod(0o755)
    path.chmod(0o644)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert error in done.stderr
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_in_a_terminal_the_table_lives_and_an_interrupt_keeps_what_was_played(
    tmp_path: Path,
) -> None:
    command = [*SMALL[:-1], "4000", "--results", "r.jsonl", "--jobs", "2"]
    terminal = pexpect.spawn(
        TAKU, command, env=environment(tmp_path), cwd=str(tmp_path), encoding="utf-8",
        dimensions=(24, 80), timeout=60,
    )  # fmt: skip
    terminal.expect(r"[1-9]\d* of 8000 matches, [\d.]+/s, [\d:]+ left")
    terminal.expect("other")
    terminal.expect(r"\x1b\[4F\x1b\[J")  # up by as many lines as were drawn
    terminal.sendintr()
    terminal.expect("to go on")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    kept = tournament.load(tmp_path / "r.jsonl")
    assert not kept.finished
    assert kept.matches
    again = said(tmp_path, "tournament", "--results", "r.jsonl")
    assert re.match(rf"{len(kept.matches)} of 8000 matches", again)
    assert "--resume goes on with it" in again


PAGE = (ROOT / "docs/run-a-tournament.md").read_text("utf-8")


def test_the_commands_of_the_page_can_be_typed(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    commands = [shlex.split(line) for block in blocks for line in block.splitlines()]
    assert len(commands) > 10
    for first, *words in commands:
        assert first == "taku"
        done = taku(tmp_path, *words)
        assert done.returncode == 0, (words, done.stderr)
        assert done.stdout
    assert (tmp_path / "cup.html").exists()


def test_the_example_file_shows_every_field() -> None:
    path = ROOT / "examples/tournament.toml"
    shown = re.findall(r"^(?:# )?\[?([\w-]+)(?: = |\]$)", path.read_text("utf-8"), re.MULTILINE)
    fields = [f.encode_name for kind in (Config, Sprt) for f in msgspec.structs.fields(kind)]
    assert sorted({*shown}) == sorted({*fields, "sprt"})
    whole = path.read_text("utf-8").replace("# [sprt]", "[sprt]")
    for field in fields:
        whole = whole.replace(f"\n# {field} = ", f"\n{field} = ")
    given = {key: value for key, value in tomllib.loads(whole).items() if key != "sprt"}
    usual = msgspec.structs.replace(Config("grimoire", tuple(given["bots"])), deals=4, seed=1)
    assert tournament.from_mapping(given) == usual == tournament.from_toml(path)
    assert msgspec.convert(tomllib.loads(whole)["sprt"], Sprt) == Sprt()
