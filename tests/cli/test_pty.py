"""The command in a real terminal: a pseudo-terminal, keys, signals, sizes."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from taku import engine
from taku.protocol import records
from tests.support.cli import TAKU, environment

CTRL_C, CTRL_D, ENTER, DOWN, ESCAPE = "\x03", "\x04", "\r", "\x1b[B", "\x1b"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
WORDS = {
    "en": {"menu": "What shall it be", "players": "How many play", "others": "Against whom",
           "over": "The game is over: "},
    "ja": {"menu": "何をしますか", "players": "何人で遊びますか", "others": "相手は",
           "over": "ゲーム終了: "},
}  # fmt: skip
BEGUN = "\x1b[?2004h"
"""What a prompt writes once, when it begins to read keys."""
TIMEOUT = 60
GRIMOIRE = ("play", "grimoire", "--seed", "1", "--seats", "human,random:seed=1")


@contextmanager
def spawned(home: Path, *arguments: str, **more: str) -> Iterator["pexpect.spawn[str]"]:
    child = pexpect.spawn(
        TAKU, list(arguments), env=environment(home, **more), dimensions=(24, 80),
        encoding="utf-8", timeout=TIMEOUT,
    )  # fmt: skip
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def before(child: "pexpect.spawn[str]") -> str:
    """What was written before that which was waited for."""
    assert isinstance(child.before, str)
    return child.before


def asked(child: "pexpect.spawn[str]", question: str = "") -> str:
    """Wait until keys are read, and for the question; what was shown before."""
    child.expect_exact(BEGUN)
    shown = before(child)
    if question:
        child.expect_exact(question)
    return shown


def left(child: "pexpect.spawn[str]") -> int | None:
    """The exit code, once everything is written."""
    child.expect(pexpect.EOF)
    child.close()
    status: int | None = child.exitstatus
    return status


def test_a_terminal_that_is_only_good_for_lines_has_a_prompt(tmp_path: Path) -> None:
    with spawned(tmp_path, *GRIMOIRE, TERM="dumb") as child:
        child.expect_exact("\r\nPlayer> ")
        child.sendline("page 3")
        child.expect_exact("page 3\r\n  The books open at")
        child.expect_exact("Player> ")
        child.send(CTRL_D)
        child.expect_exact("\r\ntaku: the input ended before the game did")
        assert left(child) == 4


def test_lines_of_several_people_scroll_away_before_the_next_reads(tmp_path: Path) -> None:
    seats = ("play", "grimoire", "--plain", "--seed", "1", "--seats", "human,human")
    with spawned(tmp_path, *seats) as child:
        child.expect_exact("\r\n" * 24 + "It is Player 2's turn. Press Enter when nobody else is")
        child.send(ENTER)
        child.expect_exact("\r\n" * 24)
        child.expect_exact("Player 2> ")
        child.sendline("1")
        child.expect_exact("It is Player 1's turn")
        assert "Player 1>" not in before(child)


def matches(home: Path) -> list[Path]:
    return sorted((home / "state" / "taku" / "matches").glob("*.jsonl"))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("game", engine.games())
def test_from_the_menu_to_the_result(game: str, language: str, tmp_path: Path) -> None:
    words = WORDS[language]
    least, most = engine.game(game).players
    with spawned(tmp_path, TAKU_LANG=language) as child:
        asked(child, words["menu"])
        child.send(DOWN * engine.games().index(game) + ENTER)
        if least < most:
            asked(child, words["players"])
            child.send(ENTER)
        asked(child, words["others"])
        child.send("2")  # random answers at once
        while child.expect_exact([BEGUN, words["over"]]) == 0:
            child.send(";".join("1" * 60) + ENTER)
        assert left(child) == 0
        assert str(matches(tmp_path)[0]) in before(child)
        assert re.search(r"taku replay(\x1b\[0m)?\r\n", before(child))
    assert records.verify(matches(tmp_path)[0]).state.result is not None


def test_ctrl_c_cancels_and_ctrl_d_asks_at_every_prompt(tmp_path: Path) -> None:
    with spawned(tmp_path, *GRIMOIRE) as child:
        asked(child, "Player>")
        child.send(f"half a line{CTRL_C}")
        asked(child, "Player>")
        for no in (CTRL_C, f"n{ENTER}"):
            child.send(CTRL_D)
            asked(child, "Leave?")
            child.send(no)
            asked(child, "Player>")
        child.send(f"1{ENTER}")
        assert "The books open" in asked(child, "Player>")
        child.send(CTRL_D)
        asked(child, "Leave?")
        child.send(CTRL_D)
        child.expect("taku resume")
        assert left(child) == 5


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D, ESCAPE])
def test_ctrl_c_ctrl_d_and_escape_go_back_in_the_menu_and_leave_it(
    key: str, tmp_path: Path
) -> None:
    with spawned(tmp_path) as child:
        asked(child, "What shall it be")
        child.send("2")
        asked(child, "How many play")
        child.send(ENTER)
        asked(child, "Against whom")
        child.send(key)
        asked(child, "What shall it be")
        child.send("2")
        asked(child, "How many play")
        child.send(key)
        asked(child, "What shall it be")
        child.send(key)
        assert left(child) == 0


def test_the_menu_switches_the_language_teaches_and_goes_on(tmp_path: Path) -> None:
    lang, learn = str(len(engine.games()) + 2), str(len(engine.games()) + 1)
    with spawned(tmp_path) as child:
        asked(child, "What shall it be")
        child.send(lang)
        asked(child, "何をしますか")
        child.send(learn)
        asked(child, "どのゲームを覚えますか")
        child.send(ENTER)
        assert "手引き 1/" in asked(child)
        child.send(CTRL_D)
        asked(child, "やめますか? [y/n]")  # a lesson is not kept, and says nothing of resuming
        child.send(f"y{ENTER}")
        assert left(child) == 5
    with spawned(tmp_path, *GRIMOIRE) as child:
        asked(child)
        child.send(f"page 3; quit{ENTER}")
        assert left(child) == 5
    with spawned(tmp_path) as child:
        asked(child, "Go on with a match")
        child.send("1")
        assert "Going on with Grimoire" in asked(child, "Player>")


@pytest.mark.parametrize("count", ["3", "4", "5"])
def test_every_number_of_players_that_the_menu_offers_can_begin(count: str, tmp_path: Path) -> None:
    with spawned(tmp_path) as child:
        asked(child, "What shall it be")
        child.send(str(1 + engine.games().index("mitakihara")))
        asked(child, "How many play")
        child.expect_exact("5 players")
        child.expect_exact("Esc goes back")
        assert "6 players" not in before(child)  # more need options
        child.send(str(int(count) - 2))
        asked(child, "Against whom")
        child.send("2")
        asked(child, "Player>")


def test_ctrl_c_and_ctrl_d_between_two_people_and_while_choosing_unseen(tmp_path: Path) -> None:
    with spawned(tmp_path, "play", "grimoire", "--seed", "1", "--seats", "human,human") as child:
        for key in (CTRL_C, ENTER):
            asked(child, "Press Enter")
            child.send(key)
        asked(child)
        child.send(f"1{ENTER}")
        shown = asked(child, "Press Enter")
        assert CLEAR in shown
        child.send(CTRL_D)
        asked(child, "Leave?")
        child.send(f"n{ENTER}")
        asked(child, "Press Enter")
        child.send(ENTER)
        assert "Choose a page" in asked(child)
        child.send(f"page 3{CTRL_C}")
        asked(child)
        child.send(f"page 3{ENTER}")
        child.expect_exact(CLEAR)
        assert "page 3" not in before(child)
        assert "*" in before(child)
        assert "page 3" not in asked(child, "Press Enter")
        child.send(ENTER)
        asked(child)
        child.send(CTRL_D)
        asked(child, "Leave?")
        child.send(f"y{ENTER}")
        assert left(child) == 5


def test_a_bot_that_thinks_is_hurried(tmp_path: Path) -> None:
    with spawned(
        tmp_path, "play", "grimoire", "--seed", "1", "--seats", "human,mcts:seconds=600"
    ) as child:
        while True:
            at = child.expect_exact([BEGUN, "mcts is thinking (Ctrl-C hurries it)"])
            child.send(CTRL_C if at else f"1{ENTER}")
            if at:
                break
        child.expect_exact("\x1b[K")  # it has answered
        child.expect_exact([BEGUN, "mcts is thinking (Ctrl-C hurries it)"])


def test_a_hint_is_hurried_and_keys_pressed_meanwhile_are_kept_unseen(tmp_path: Path) -> None:
    with spawned(tmp_path, *GRIMOIRE) as child:
        asked(child, "Player>")
        child.send(f"hint mcts:seconds=600{ENTER}")
        child.expect_exact("mcts is thinking (Ctrl-C hurries it)")
        child.send(f"page 3{ENTER}{CTRL_D}")
        child.expect_exact("mcts is thinking")
        child.send(CTRL_C)
        child.expect_exact("mcts would choose")
        assert "page 3" not in before(child)
        child.expect_exact("How it values them (100% is won)")
        asked(child, "page 3")
        asked(child, "Leave?")  # the Ctrl-D of before
        child.send(f"n{ENTER}")
        asked(child, "Player>")
    assert (0, "page 3") in records.read(matches(tmp_path)[0]).moves


def test_ctrl_c_asks_to_leave_a_bot_that_cannot_be_hurried_and_lets_it_go(tmp_path: Path) -> None:
    bot = tmp_path / "slow"
    bot.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 600\n")
    bot.chmod(0o755)
    seats = f"human,exec:{bot}"
    with spawned(tmp_path, "play", "grimoire", "--seed", "1", "--seats", seats) as child:
        for answer in (f"n{ENTER}", CTRL_C, f"y{ENTER}"):
            child.expect_exact("slow is starting (Ctrl-C to leave)")
            child.send(CTRL_C)
            asked(child, "Leave?")
            child.send(answer)
        assert left(child) == 5
    pid = (tmp_path / "pid").read_text().strip()
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, check=False)
    assert state.stdout.strip()[:1] in (b"", b"Z")  # gone, or dead and not yet buried


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_what_ends_the_process_loses_nothing(end: signal.Signals, tmp_path: Path) -> None:
    with spawned(tmp_path, *GRIMOIRE) as child:
        asked(child)
        child.send(f"page 3{ENTER}")
        assert "The books open" in asked(child)
        assert child.pid is not None
        os.kill(child.pid, end)
        child.expect(pexpect.EOF)
    (path,) = matches(tmp_path)
    before = records.read(path).moves
    assert (0, "page 3") in before
    with spawned(tmp_path, "resume") as child:
        page = asked(child).rpartition("\x1b[2J\x1b[H")[2]  # what is still to be read
        assert f"Going on with Grimoire after {len(before)} moves" in page
        child.send(f"1{ENTER}")
        asked(child)
        child.send(f"quit{ENTER}")
        assert left(child) == 5
    after = records.read(path).moves
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_a_match_recorded_elsewhere_is_found_and_none_is_played_twice(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.jsonl"
    with spawned(tmp_path, *GRIMOIRE, "--record", str(path)) as child:
        asked(child)
        child.send(f"page 3{ENTER}")
        asked(child)
        for arguments, told in (
            ((), "there is no match to go on with"),
            ((str(path),), "this match is being played now"),
        ):
            with spawned(tmp_path, "resume", *arguments) as other:
                other.expect_exact(told)
                assert left(other) == 2
        child.send(f"quit{ENTER}")
        assert left(child) == 5
    made = records.read(path).moves
    with path.open("ab") as file:
        file.write(b'{"seat":0,"mo')  # as a crash in the middle of a write leaves it
    with spawned(tmp_path, "resume") as child:
        assert f"Going on with Grimoire after {len(made)} moves" in asked(child)
        child.send(f"quit{ENTER}")
        assert left(child) == 5
    assert records.read(path).moves == made


def test_a_match_with_other_cards_goes_on_with_them(tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    text = (engine.game("grimoire").folder / "cards.toml").read_text("utf-8")
    cards.write_text(text.replace('"Fireball"', '"Fire Ball"'), "utf-8")
    with spawned(tmp_path, *GRIMOIRE, "--cards", str(cards)) as child:
        asked(child)
        child.send(f"page 3; quit{ENTER}")
        assert left(child) == 5
    with spawned(tmp_path, "resume") as child:
        child.expect_exact("give the card file that was used")
        assert left(child) == 2
    with spawned(tmp_path, "resume", "--cards", str(cards)) as child:
        asked(child, "Player>")
        child.send(f"card fire ball{ENTER}")
        child.expect_exact("Fire Ball")


def test_the_table_follows_the_size(tmp_path: Path) -> None:
    with spawned(tmp_path, *GRIMOIRE) as child:
        assert "─" * 50 not in asked(child, "Player>")
        child.setwinsize(30, 120)
        child.expect_exact(CLEAR)
        child.expect_exact("─" * 50)
        child.expect_exact("items 18")


def test_the_shortest_way_to_a_game_begins_and_ends_like_every_other(tmp_path: Path) -> None:
    with spawned(tmp_path, "play", "grimoire") as child:
        asked(child, "Player>")
        child.send(CTRL_D)
        asked(child, "Leave?")
        child.send(f"y{ENTER}")
        assert left(child) == 5
    with spawned(tmp_path, "play", "grimoir") as child:
        child.expect_exact("did you mean 'grimoire'?")
        assert left(child) == 2


def test_a_terminal_that_only_writes_lines_gets_lines(tmp_path: Path) -> None:
    with spawned(tmp_path, *GRIMOIRE, TERM="dumb") as child:
        child.expect_exact("Choose a page")
        child.expect_exact("Player> ")
        child.sendline("page 3")
        child.expect_exact("page 3")
        child.sendline("quit")
        assert left(child) == 5
        assert "\x1b" not in before(child)


@pytest.mark.parametrize("how", ["NO_COLOR", "--no-color"])
def test_without_colour_nothing_is_painted(how: str, tmp_path: Path) -> None:
    more = {"NO_COLOR": "1"} if how == "NO_COLOR" else {}
    with spawned(tmp_path, *GRIMOIRE, *(() if more else (how,)), **more) as child:
        for _ in range(3):
            assert not re.search(r"\x1b\[[0-9;]*[1-9][0-9;]*m", asked(child, "Player>"))
            child.send(f"1{ENTER}")


def test_a_record_is_stepped_through(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    done = subprocess.run(
        [TAKU, *GRIMOIRE, "--record", str(path)],
        input="1\n" * 200, env=environment(tmp_path), text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    with spawned(tmp_path, "replay", str(path)) as child:
        asked(child, f"move 0 of {len(records.read(path).moves)}")
        child.expect_exact("all cards open")
        for key, shown in (("\x1b[C", "1"), ("s", "Player"), ("\x1b[F", "over"), ("\x1b[H", "0")):
            child.send(key)
            child.expect_exact(shown)
        child.send("l")
        child.expect_exact("手")
        child.send("q")
        assert left(child) == 0
    for key in (CTRL_C, CTRL_D):
        with spawned(tmp_path, "replay", str(path), "--seat", "0") as child:
            asked(child, "Player")
            child.send(key)
            assert left(child) == 0


def test_settings_of_the_file_are_used(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "taku"
    folder.mkdir(parents=True)
    (folder / "taku.toml").write_text('language = "ja"\nname = "マミ"\n', "utf-8")
    with spawned(tmp_path, *GRIMOIRE, TAKU_LANG="") as child:
        assert "順番トークン" in asked(child, "マミ>")


def test_a_lesson_checks_what_was_typed(tmp_path: Path) -> None:
    with spawned(tmp_path, "learn", "grimoire") as child:
        assert "Lesson 1 of" in asked(child)
        child.send(f"page 1{ENTER}")
        assert "let us try page 3 now" in asked(child)
        child.send(f"{CTRL_C}")
        asked(child)
        child.send(f"page 3{ENTER}")
        assert "Lesson 2 of" in asked(child)
        child.send(CTRL_D)
        asked(child, "Leave?")
        child.send(f"y{ENTER}")
        assert left(child) == 5
