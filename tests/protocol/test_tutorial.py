"""The page for those who write their first bot, followed to the letter."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cli import environment

PAGE = (Path(__file__).parents[2] / "docs/write-a-bot.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(sh|python)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_everything_on_the_page_works_in_its_order(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("cc is not installed")
    told: dict[str, str] = {}
    home = environment(
        tmp_path / "home", PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    )
    for kind, block in BLOCKS:
        if kind == "python":
            (tmp_path / block.partition("\n")[0].removeprefix("# ")).write_text(block, "utf-8")
            continue
        for line in block.splitlines():
            done = subprocess.run(
                ["sh", "-c", line], cwd=tmp_path, env=home, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            told[line] = done.stdout
    assert (tmp_path / "games/grimoire-0.jsonl").exists()
    fox, chance = won(told['taku match grimoire "exec:python3 fox.py" random --games 20'])
    assert fox > 15 > chance  # "nearly all of them"
    pair = 'taku match grimoire "exec:python3 wolf.py" "exec:python3 fox.py" --games 20'
    wolf, fox = won(told[pair])
    assert wolf > 10 > fox  # "most of them"


def won(told: str) -> list[int]:
    """How many matches each seat won."""
    return [int(count) for count in re.findall(r"(\d+) won", told)]


def test_the_first_bot_is_as_long_as_the_page_says() -> None:
    assert "thirty-five lines" in PAGE
    owl = Path(__file__).parents[2] / "examples/bots/random_bot.py"
    assert len(owl.read_text("utf-8").splitlines()) == 35
