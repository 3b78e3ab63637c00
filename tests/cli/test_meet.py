"""``taku match``, ``taku check`` and ``taku bot new``, as those who write bots use them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from taku.protocol import records
from taku.protocol.newbot import TEMPLATES
from tests.support.cli import ROOT, TAKU, environment

HOSTILE = ROOT / "tests/support/bots/hostile.py"


def bot(way: str) -> str:
    return f"exec:{sys.executable} -S {HOSTILE} {way}"


def taku(
    home: Path, *arguments: str, code: int = 0, **more: str
) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [TAKU, *arguments], env=environment(home, **more), cwd=home, text=True,
        stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    return done


def matches(home: Path, *arguments: str, code: int = 0) -> list[dict[str, Any]]:
    told = taku(home, "match", "grimoire", *arguments, "--json", code=code).stdout
    found: list[dict[str, Any]] = json.loads(told)["matches"]
    return found


# -- match ----------------------------------------------------------------------------------------


def test_a_match_is_told_in_text(tmp_path: Path) -> None:
    done = taku(tmp_path, "match", "grimoire", "--seat", bot("good"), "--seat", "random:seed=1")
    assert "The game is over" in done.stdout
    assert "1." in done.stdout
    assert "wins" in done.stdout
    assert done.stderr == ""
    ja = taku(tmp_path, "match", "grimoire", bot("good"), "random:seed=1", "--lang", "ja")
    assert "ゲーム終了" in ja.stdout


def test_seats_are_named_by_option_or_in_order(tmp_path: Path) -> None:
    named = matches(tmp_path, "--seat", "random:seed=1", "--seat", "random:seed=2", "--seed", "5")
    listed = matches(tmp_path, "random:seed=1", "random:seed=2", "--seed", "5")
    assert named == listed
    assert named[0]["seed"] == 5


def test_a_series_is_counted_and_recorded(tmp_path: Path) -> None:
    played = matches(
        tmp_path, "--seat", bot("talks"), "--seat", "random", "--games", "3", "--seed", "7",
        "--record", "games",
    )  # fmt: skip
    assert [match["seed"] for match in played] == [7, 8, 9]
    for match in played:
        assert match["faults"] == match["forfeited"] == []
        replayed = records.verify(tmp_path / match["record"])
        assert replayed.state.result is not None
        assert match["result"]["ranks"] == list(replayed.state.result.ranks)
        assert match["moves"] == len(replayed.moves)
    said = [(tmp_path / f"games/grimoire-{seed}-seat0.stderr").read_text() for seed in (7, 8, 9)]
    assert said == ["match 1\n", "match 2\n", "match 3\n"]
    text = taku(tmp_path, "match", "grimoire", bot("good"), "random", "--games", "3").stdout
    assert "3 matches" in text
    assert "mean place" in text


def test_a_record_can_be_one_file(tmp_path: Path) -> None:
    taku(tmp_path, "match", "grimoire", "random", "random", "--record", "one.jsonl")
    assert records.verify(tmp_path / "one.jsonl").state.result is not None
    again = ("match", "grimoire", "random", "random", "--record", "one.jsonl")
    assert "one.jsonl: cannot be written" in taku(tmp_path, *again, code=2).stderr
    assert "name a folder" in taku(tmp_path, *again, "--games", "2", code=2).stderr


def test_faults_are_told_and_change_the_exit_code(tmp_path: Path) -> None:
    (match,) = matches(tmp_path, bot("illegal"), "random", "--record", "games", code=1)
    (fault,) = match["faults"]
    assert (fault["seat"], fault["code"]) == (0, "illegal_move")
    assert match["forfeited"] == [0]
    assert match["result"]["ranks"] == [2, 1]
    recording = records.read(tmp_path / match["record"])
    assert recording.end is not None
    assert recording.end.forfeited == (0,)
    done = taku(tmp_path, "match", "grimoire", bot("illegal"), "random", code=1)
    assert "illegal_move: illegal move 'resign'" in done.stderr
    assert "forfeited; random played on for it" in done.stdout
    done = taku(tmp_path, "match", "grimoire", bot("crash"), "random", "--games", "2", code=1)
    assert "forfeited 2 of them" in done.stdout


def test_limits_and_strikes_are_options(tmp_path: Path) -> None:
    late = ("once-late", "random", "--games", "1")
    (match,) = matches(tmp_path, bot(late[0]), *late[1:], "--move-time", "0.4", code=1)
    assert [fault["code"] for fault in match["faults"]] == ["timeout"]
    (match,) = matches(
        tmp_path, bot(late[0]), *late[1:], "--move-time", "0", "--total-time", "0.4", code=1
    )
    assert [fault["code"] for fault in match["faults"]] == ["timeout"]
    (match,) = matches(tmp_path, bot(late[0]), *late[1:], "--total-time", "5", "--increment", "1")
    assert match["faults"] == []
    (match,) = matches(tmp_path, bot("once-illegal"), "random", "--strikes", "2", code=1)
    assert (len(match["faults"]), match["forfeited"]) == (1, [])
    (match,) = matches(tmp_path, bot("memory"), "random", "--memory", "256", code=1)
    assert "MemoryError" in match["faults"][0]["message"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name a player for each seat"),
        (("random",), "grimoire is for 2 to 4 players, not 1"),
        (("random", "rnadom"), "did you mean 'random'?"),
        (("random", "exec:"), "expected a command after"),
        (("random", "exec:./nobody --fast"), "there is no program ./nobody"),
        (("random", "exec:'unbalanced"), "cannot read the command"),
        (("random", "random", "--games", "0"), "Invalid value for '--games': Input should be greater than or equal to 1: '0'"),
        (("random", "random", "--seed", "x"), "unable to parse string as an integer: 'x'"),
        (("random", "random", "--move-time", "-1"), "--move-time must be a number of seconds"),
        (("random", "random", "--total-time", "inf"), "--total-time must be a number of seconds"),
        (("random", "random", "--increment", "nan"), "--increment must be a number of seconds"),
        (("random", "random", "--memory", "1"), "--memory must be at least 16"),
        (("random", "random", "--record", "/proc/no/folder"), "/proc/no/folder: "),
        (("random", "random", "--option", "x=1"), "unknown option"),
    ],
)  # fmt: skip
def test_what_is_refused_before_anything_starts(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = taku(tmp_path, "match", "grimoire", *arguments, code=2)
    assert told in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_who_ends_taku_ends_its_bots(number: signal.Signals, tmp_path: Path) -> None:
    taku = subprocess.Popen(
        [TAKU, "match", "grimoire", bot("tells-its-number"), "random", "--move-time", "0"],
        env=environment(tmp_path), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    note = tmp_path / "pid"
    while not (note.exists() and note.read_text()):
        time.sleep(0.01)
    taku.send_signal(number)
    taku.communicate()
    assert taku.returncode == 128 + number
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


# -- check and bot new ----------------------------------------------------------------------------


def test_check_tells_every_step(tmp_path: Path) -> None:
    command = bot("good").removeprefix("exec:").split()
    done = taku(tmp_path, "check", "--game", "grimoire", "--", *command)
    assert done.stdout.count(" ok  ") == 7
    assert done.stdout.endswith("all 7 steps passed\n")
    ja = taku(tmp_path, "check", "--game", "grimoire", "--lang", "ja", "--", *command).stdout
    assert ja.count(" 合格  ") == 7
    assert ja.endswith("7項目すべて合格\n")


def test_check_shows_what_was_said_where_it_failed(tmp_path: Path) -> None:
    command = bot("not-json").removeprefix("exec:").split()
    done = taku(tmp_path, "check", "--game", "grimoire", "--", *command, code=1)
    assert " FAILED  Grimoire: a match at one seat" in done.stdout
    assert "     bad_json: JSON is malformed" in done.stdout
    assert '     > {"type":"ask"' in done.stdout
    assert "     < my move is 0" in done.stdout
    assert done.stdout.endswith("5 of 7 steps failed\n")
    nobody = taku(tmp_path, "check", "--", "./nobody", code=1).stdout
    assert "cannot be started" in nobody
    assert "the last lines" not in nobody
    assert "did you mean" in taku(tmp_path, "check", "--game", "grim", "--", "x", code=2).stderr


@pytest.mark.parametrize("lang", TEMPLATES)
def test_a_new_bot_is_written_and_told_how_to_run(lang: str, tmp_path: Path) -> None:
    done = taku(tmp_path, "bot", "new", "owl", "--lang", lang)
    (written,) = tmp_path.iterdir()
    first, *commands = done.stdout.splitlines()
    assert first == f"Wrote {written.name}. Next:"
    assert commands[-2].startswith("  taku check -- ")
    assert commands[-1].startswith("  taku match grimoire ")
    again = taku(tmp_path, "bot", "new", "owl", "--lang", lang, code=2)
    assert again.stderr == f"taku: {written.name} is there already\n"
    ja = taku(tmp_path, "bot", "new", "fox", "--lang", lang, TAKU_LANG="ja")
    assert "を書きました。次は:" in ja.stdout


def test_bots_that_cannot_be_written(tmp_path: Path) -> None:
    wrong = taku(tmp_path, "bot", "new", "owl", "--lang", "pyton", code=2)
    assert "did you mean 'python'?" in wrong.stderr
    wrong = taku(tmp_path, "bot", "new", "my bot", code=2)
    assert "'my bot' cannot be the name of a bot" in wrong.stderr
    assert list(tmp_path.iterdir()) == []


# -- programs wherever a player can be named ------------------------------------------------------


def test_a_program_sits_with_a_person(tmp_path: Path) -> None:
    done = subprocess.run(
        [TAKU, "play", "grimoire", "--seed", "1", "--seats", f"human,{bot('good')}"],
        env=environment(tmp_path), cwd=tmp_path, text=True, input="1\n" * 200,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout


def test_a_person_hears_at_once_that_a_program_has_failed(tmp_path: Path) -> None:
    done = subprocess.run(
        [TAKU, "play", "grimoire", "--seed", "1", "--seats", f"human,{bot('dies-at-third')}"],
        env=environment(tmp_path), cwd=tmp_path, text=True, input="1\n" * 200,
        capture_output=True, check=False,
    )  # fmt: skip
    told = done.stdout
    assert told.index("exited with code 7") < told.index("The game is over")
    assert told.count("has forfeited; random plays on for it") == 1


def test_a_program_sits_with_a_driver(tmp_path: Path) -> None:
    lines = [
        {"type": "hello", "protocol": 1, "name": "test", "wants": []},
        {"type": "new", "game": "grimoire", "seed": 1, "seats": [bot("good"), bot("crash")]},
    ]
    done = subprocess.run(
        [TAKU, "headless"], env=environment(tmp_path), text=True, check=True, capture_output=True,
        input="".join(json.dumps(line) + "\n" for line in lines),
    )  # fmt: skip
    hello, start, over, bye = (json.loads(line) for line in done.stdout.splitlines())
    assert (hello["type"], start["type"], bye["type"]) == ("hello", "start", "bye")
    assert [(fault["seat"], fault["code"]) for fault in over["faults"]] == [(1, "died")]
    assert over["result"]["winners"] == [0]


@pytest.mark.parametrize(
    ("redirection", "code", "told"),
    [
        ("<&-", 0, ""),
        (">&-", 1, "taku: standard output is closed\n"),
        (">/dev/full", 1, "taku: No space left on device\n"),
    ],
)
def test_headless_without_an_end_of_its_pipe(
    redirection: str, code: int, told: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{TAKU} headless {redirection}"], env=environment(tmp_path), text=True,
        stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (code, told)
