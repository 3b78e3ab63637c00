"""The examples do what they say, each where its tools are installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match, TakuError
from taku.protocol.check import check
from taku.protocol.child import Limits
from taku.protocol.host import play
from taku.protocol.newbot import TEMPLATES, new_bot
from taku.protocol.process import ProcessPlayer

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
TOOLS = {"python": "python3", "javascript": "node", "bash": "jq", "c": "cc", "java": "java"}
"""What each language needs besides itself."""
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

BotIn = Callable[[str], list[str]]


def needs(*tools: str) -> None:
    """Skip the test unless all of these are installed."""
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")


@pytest.fixture
def bot_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BotIn:
    """A new bot in a language, made ready; the command that runs it."""

    def write(language: str) -> list[str]:
        needs(TOOLS[language])
        made = new_bot("my-first-bot", language)
        (tmp_path / made.file).write_text(made.text, "utf-8")
        monkeypatch.chdir(tmp_path)
        if made.build:
            subprocess.run(made.build.split(), check=True)
        return made.run.split()

    return write


@pytest.mark.parametrize("language", TEMPLATES)
def test_a_bot_in_every_language_plays_against_random(language: str, bot_in: BotIn) -> None:
    bot = ProcessPlayer(bot_in(language))
    try:
        outcome = play(Match(engine.game("grimoire"), seed=1), [bot, RandomBot(1)])
    finally:
        bot.close()
    assert bot.name == "my-first-bot"
    assert outcome.faults == ()


@pytest.mark.parametrize("language", TEMPLATES)
def test_a_bot_in_every_language_passes_every_step(language: str, bot_in: BotIn) -> None:
    games = engine.games() if language in ("python", "c") else ["grimoire"]
    for step in check(bot_in(language), games, Limits(stop=20)):
        assert step.passed, step


@pytest.mark.parametrize("language", TEMPLATES)
def test_a_new_bot_is_the_example_under_another_name(language: str) -> None:
    shape = TEMPLATES[language]
    text = (EXAMPLES / "bots" / shape.file).read_text("utf-8")
    assert shape.read() == text
    assert len(text.splitlines()) <= 60
    made = new_bot("random-bot", language)
    assert made.text == text if language == "java" else "random-bot" in made.text
    other = new_bot("night-owl", language)
    assert "random-bot" not in other.text
    assert shape.stem not in other.text
    assert "night-owl" in other.text
    assert other.file == (
        "NightOwlBot.java" if language == "java" else f"night-owl{made.file[10:]}"
    )


@pytest.mark.parametrize("name", ["", "1st", "my bot", "../bot", "bot;rm", "ボット"])
def test_names_that_no_file_should_have(name: str) -> None:
    with pytest.raises(TakuError, match="cannot be the name of a bot"):
        new_bot(name, "python")


@pytest.mark.parametrize("name", ["random", "json", "sys", "taku"])
def test_a_bot_in_python_hides_no_module(name: str) -> None:
    with pytest.raises(TakuError, match=f"{name}.py would hide a module"):
        new_bot(name, "python")
    assert new_bot(name, "c").file == f"{name}.c"


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(TakuError, match="did you mean 'java'"):
        new_bot("owl", "jawa")


def ran(*command: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, "PATH": PATH}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_shell_pipe_counts_who_wins() -> None:
    told = ran("sh", str(EXAMPLES / "headless.sh"), "grimoire", "random:seed=1", "random", "5")
    counts = re.findall(r"^ *(\d+) seat ([01,]+)$", told, re.MULTILINE)
    assert sum(int(count) for count, _ in counts) == 5
    assert len(counts) == len(told.splitlines())


@pytest.mark.parametrize("game", engine.games())
def test_a_python_script_plays_every_game(game: str) -> None:
    bots = ["random:seed=1"] * (engine.game(game).players[0] - 1)
    told = ran(sys.executable, str(EXAMPLES / "headless.py"), game, *bots)
    assert re.fullmatch(rf"{game}: ranks \[[\d, ]+\], [a-z0-9-]+\n", told)


def test_the_smoke_test_is_what_its_workflow_runs() -> None:
    text = (EXAMPLES / "smoke/smoke.yml").read_text("utf-8")
    install, *steps = re.findall(r"^ +- run: (.+)$", text, re.MULTILINE)
    assert install == "python -m pip install . pexpect"  # here it is installed already
    told = [
        subprocess.run(
            step.split(), env={**os.environ, "PATH": PATH}, cwd=ROOT, check=True,
            capture_output=True, text=True,
        ).stdout
        for step in steps
    ]  # fmt: skip
    assert told[-1].splitlines()[-1] == "all is well"
