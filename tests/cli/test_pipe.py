"""The command with piped input: a line program with documented exit codes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from taku import engine
from taku.cli import play
from taku.cli.app import app, bot, run
from taku.cli.commands import COMMANDS as COMMANDS_OF_THE_PROMPT
from taku.cli.config import BadSettings
from taku.cli.config import read as read_settings
from taku.cli.helps import HELPS
from taku.cli.learn import lessons, read
from tests.support.cli import ROOT, TAKU, environment

GRIMOIRE = ("play", "grimoire", "--seed", "1", "--seats", "human,random:seed=1")


def taku(
    home: Path, *arguments: str, typed: str = "", **more: str
) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [TAKU, *arguments], input=typed, env=environment(home, **more), text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert "\x1b" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize(
    ("typed", "more", "code", "told"),
    [
        ("1\n" * 200, (), 0, ""),
        ("page 3\nnonsense\n", ("--strict",), 3, "'nonsense' is not a legal move now"),
        ("page 3\nnonsense\n", (), 4, "the input ended before the game did"),
        ("", (), 4, "the input ended before the game did"),
        ("quit\n", (), 5, ""),
        ("", ("--seats", "human,greedyy"), 2, "did you mean 'greedy'?"),
        ("", ("--players", "9"), 2, "--seats names 2 seats, --players says 9"),
        ("", ("--seats", "Human,greedy"), 2, "unknown player 'Human' (did you mean 'human'?)"),
        ("", ("--seats", "human,exec:./nobody"), 2, "exec:./nobody: there is no program ./nobody"),
        ("", ("--option", "x"), 2, "--option takes NAME=VALUE"),
        ("", ("--option", "x=1"), 2, "unknown option"),
        ("", ("--lang", "xx"), 2, "--lang is ja or en"),
        ("", ("--scenario", "nowhere.toml"), 2, "nowhere.toml: cannot be read"),
        ("", ("--cards", "nowhere.toml"), 2, "nowhere.toml"),
        ("", ("--no-such",), 2, "--no-such"),
    ],
)
def test_exit_codes(
    typed: str, more: tuple[str, ...], code: int, told: str, tmp_path: Path
) -> None:
    done = taku(tmp_path, *GRIMOIRE, *more, typed=typed)
    assert done.returncode == code, done.stderr
    assert told in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_an_internal_error_is_one_line_and_has_a_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr("taku.cli.play.new_match", broken)
    assert run(["play", "grimoire"]) == 1
    error = capsys.readouterr().err
    assert "ZeroDivisionError: a fault of ours" in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("play", "grimoir"), "did you mean 'grimoire'?"),
        (("play", "heart"), "did you mean 'heart-of-crown'?"),
        (("play", "grimoire", "--players", "0"), "grimoire is for 2 to 4 players, not 0"),
        (("play", "grimoire", "--players", "-3"), "grimoire is for 2 to 4 players, not -3"),
        (("play",), "There are: daybreak, grimoire, heart-of-crown, mitakihara"),
        (("learn",), "There are: daybreak, grimoire, heart-of-crown, mitakihara"),
        (("plya", "grimoire"), "Did you mean 'play'"),
        (("tournament", "grimoire", "a", "b", "--deals", "0"), "--deals"),
        (("tournament", "grimoire", "a", "b", "--jobs", "0"), "--jobs"),
        (
            ("tournament", "grimoire", "greedy", "random", "--format", "swis"),
            "no format 'swis' (did you mean 'swiss'?); there are: round-robin, gauntlet",
        ),
        (("resume",), "there is no match to go on with"),
        (("replay",), "there is no match to look at"),
        (("replay", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
    ],
)
def test_a_slip_at_the_command_line_says_what_was_meant(
    given: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = taku(tmp_path, *given)
    assert done.returncode == 2
    assert told in done.stderr


def test_a_slip_leaves_no_match_to_go_on_with(tmp_path: Path) -> None:
    for seats in ("human,gredy", "human,exec:./nobody"):
        assert taku(tmp_path, "play", "grimoire", "--seats", seats).returncode == 2
    assert "there is no match to go on with" in taku(tmp_path, "resume").stderr


@pytest.mark.parametrize(
    "given",
    [
        ("rules", "グリモワール"),
        ("cards", "GRIMOIRE"),
        ("rules", "Witches at Daybreak"),
        ("cards", "はーとおぶくらうん"),
        ("play", "見滝原を覆う影", "--players", "9"),
        ("match", "グリモワール", "random", "random"),
        ("demo", "グリモワール", "--quick", "--bot", "random"),
        ("schema", "options", "Heart of Crown"),
        ("tournament", "グリモワール", "random", "random", "--deals", "1"),
    ],
)
def test_a_game_may_be_named_in_either_language(given: tuple[str, ...], tmp_path: Path) -> None:
    assert "unknown game" not in taku(tmp_path, *given).stderr


@pytest.mark.parametrize("setting", ["opponent", "hint"])
def test_a_player_that_the_settings_name_wrongly_is_blamed_on_them(
    setting: str, tmp_path: Path
) -> None:
    path = tmp_path / "config" / "taku" / "taku.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'{setting} = "gredy"\n', "utf-8")
    done = taku(tmp_path, "play", "grimoire", typed="hint\n")
    told = " ".join((done.stderr + done.stdout).split())
    assert f"taku.toml: {setting}: unknown player 'gredy' (did you mean 'greedy'?)" in told


def test_a_settings_file_that_is_a_folder_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "config" / "taku" / "taku.toml"
    path.mkdir(parents=True)
    assert taku(tmp_path, "games").stderr == f"taku: settings file {path}: Is a directory\n"


def test_settings_that_cannot_be_written_are_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "config").touch()
    done = taku(tmp_path, "settings", "--write")
    assert done.returncode == 2
    assert "taku.toml: cannot be written: " in done.stderr


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("taku pl", ["play"]),
        ("taku play g", ["grimoire"]),
        ("taku learn h", ["heart-of-crown"]),
        ("taku cards grimoire sp", ["spy", "spirit"]),
        ("taku rules grimoire bo", ["book"]),
        ("taku cards nothing sp", []),
    ],
)
def test_the_shell_completes_games_cards_and_sections(
    words: str, completed: list[str], tmp_path: Path
) -> None:
    place = str(len(words.split()) - 1)
    more = {"_TAKU_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": place}
    done = taku(tmp_path, **more)
    assert done.stdout.split() == completed
    assert not done.stderr


def test_a_terminal_that_cannot_write_japanese_gets_what_it_can(tmp_path: Path) -> None:
    done = taku(tmp_path, *GRIMOIRE, "--lang", "ja", typed="1\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 4
    assert "MP 6" in done.stdout


COMMANDS = [
    "taku",
    *(str(command.name) for command in app.registered_commands),
    *(f"bot-{command.name}" for command in bot.registered_commands),
]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_an_example(name: str) -> None:
    ja, en = HELPS[name]
    assert "例" in ja
    assert "Example" in en
    assert f"taku {name.replace('bot-', 'bot ')}" in en or name == "taku"


def test_bare_taku_without_a_terminal_is_the_help(tmp_path: Path) -> None:
    done = taku(tmp_path)
    assert done.returncode == 0
    assert "play" in done.stdout
    assert taku(tmp_path, "--help").stdout == done.stdout
    assert "遊ぶ" in taku(tmp_path, "--lang", "ja").stdout


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"TAKU_LANG": "ja"}, "第1ラウンド"),
        ({"TAKU_LANG": "", "LANG": "ja_JP.UTF-8"}, "第1ラウンド"),
        ({"TAKU_LANG": "", "LANG": "C.UTF-8"}, "Round 1"),
        ({"TAKU_LANG": "en", "LANG": "ja_JP.UTF-8"}, "Round 1"),
    ],
)
def test_the_language_comes_from_the_variable_then_the_locale(
    given: dict[str, str], shown: str, tmp_path: Path
) -> None:
    assert shown in taku(tmp_path, *GRIMOIRE, typed="1\n", **given).stdout
    assert "Round 1" in taku(tmp_path, *GRIMOIRE, "--lang", "en", typed="1\n", **given).stdout


def test_players_scenario_cards_and_record_are_used(tmp_path: Path) -> None:
    scenario = tmp_path / "s.toml"
    scenario.write_text('phase = "book"\nround = 4\nface-up = ["king", "queen"]\n', "utf-8")
    cards = tmp_path / "cards.toml"
    text = (engine.game("grimoire").folder / "cards.toml").read_text("utf-8")
    assert '"Fireball"' in text
    cards.write_text(text.replace('"Fireball"', '"Fire Ball"'), "utf-8")
    record = tmp_path / "r.jsonl"
    done = taku(
        tmp_path, "play", "grimoire", "--players", "2", "--seed", "1", "--scenario", str(scenario),
        "--cards", str(cards), "--record", str(record), typed="1\n",
    )  # fmt: skip
    assert "Round 4" in done.stdout
    assert "King" in done.stdout
    assert "Fire Ball" in done.stdout
    assert record.exists()


def test_the_default_settings_file_is_commented_and_changes_nothing(tmp_path: Path) -> None:
    shown = taku(tmp_path, "settings", "--write").stdout
    path = tmp_path / "config" / "taku" / "taku.toml"
    assert shown.startswith(str(path))
    assert all(line.startswith("#") or not line for line in path.read_text("utf-8").splitlines())
    for line, told in (
        ('colour = "green"', "colour is 'auto' or 'always' or 'never', not 'green'"),
        ("clear = 3", "clear is true or false, not 3"),
        ("name = 3", "name is a text in quotes, not 3"),
        ('color = "never"', "unknown setting 'color' (did you mean 'colour'?)"),
        ("colour =", "Invalid value (at line 1, column 9)"),
    ):
        path.write_text(line + "\n", "utf-8")
        with pytest.raises(BadSettings) as refused:
            read_settings(path)
        assert str(refused.value) == f"settings file {path}: {told}"
    done = taku(tmp_path, *GRIMOIRE)
    assert done.returncode == 2
    assert "Invalid value" in done.stderr


def typed(accepted: tuple[str, ...]) -> str:
    """A move that a lesson accepts; where it accepts a verb or anything, the first there is."""
    return {"back": "1"}.get(accepted[0], accepted[0]) if accepted else "1"


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("game", lessons())
def test_every_lesson_is_played_to_its_end(game: str, language: str, tmp_path: Path) -> None:
    moves = [typed(step.accept) for step in read(game, language).step]
    done = taku(tmp_path, "learn", game, "--lang", language, typed="\n".join(moves) + "\n")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert f"taku play {game}" in done.stdout


def test_a_replay_is_that_of_the_latest_match_unless_a_file_is_given(tmp_path: Path) -> None:
    taku(tmp_path, *GRIMOIRE, typed="1\nquit\n")
    taku(tmp_path, "play", "heart-of-crown", typed="1\nquit\n")
    for _ in range(2):
        assert "── Heart of Crown " in taku(tmp_path, "replay").stdout
    first, _ = sorted((tmp_path / "state" / "taku" / "matches").glob("*.jsonl"))
    assert "── Grimoire " in taku(tmp_path, "replay", str(first)).stdout


def test_a_replay_is_told_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert taku(tmp_path, *GRIMOIRE, "--record", str(path), typed="1\n" * 200).returncode == 0
    assert "The game is over" in taku(tmp_path, "replay", str(path)).stdout
    assert "Round 2" in taku(tmp_path, "replay", str(path), "--to", "12", "--seat", "1").stdout
    assert "whole and true" in taku(tmp_path, "replay", str(path), "--verify").stdout
    assert taku(tmp_path, "replay", str(path), "--seat", "7").returncode == 2


@pytest.mark.parametrize(
    ("doing", "unwanted"),
    [
        ("from taku.cli.app import run; run(['--help'])", "prompt_toolkit pydantic rich msgspec"),
        ("import taku.cli.menu, taku.cli.learn, taku.cli.terminal", "typer pydantic rich numpy"),
        ("import taku.cli.play", "prompt_toolkit typer taku.bots.mcts"),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(doing: str, unwanted: str) -> None:
    code = f"{doing}; import sys; sys.exit(' '.join(set({unwanted.split()}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert not done.stderr.strip()


def test_the_demo_tells_a_match_of_every_game(tmp_path: Path) -> None:
    done = taku(tmp_path, "demo", "--bot", "random")
    assert done.returncode == 0
    for id in engine.games():
        assert f"── {engine.game(id).name.en}: random 1, random 2" in done.stdout
    assert done.stdout.count("The game is over: ") >= 2 * len(engine.games())  # told, and counted
    assert taku(tmp_path, "demo", "--bot", "random").stdout == done.stdout


def test_the_page_for_people_lists_every_command_of_the_prompt_and_every_exit_code() -> None:
    page = (ROOT / "docs" / "play.md").read_text("utf-8")
    for command in COMMANDS_OF_THE_PROMPT:
        assert re.search(rf"^\| `{command.name}\b[^|]*\| {command.alias} \|", page, re.MULTILINE)
    for code in (play.ENDED, play.FAILED, play.USAGE, play.ILLEGAL, play.CUT_OFF, play.LEFT):
        assert f"\n| {code} | " in page
        assert re.search(rf"\b{code} \w", HELPS["play"][1].partition("Exit codes:")[2])
