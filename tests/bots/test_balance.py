"""The balance of Mitakihara is measured by an example that runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from taku import engine

ROOT = Path(__file__).parents[2]


def test_the_balance_script_measures_an_option() -> None:
    script = ROOT / "examples/balance.py"
    command = [sys.executable, "-W", "error", str(script), "--bot", "random", "--matches", "2"]
    done = subprocess.run(
        [*command, "--only", "stage-girl"], check=True, capture_output=True, text=True
    )
    head, line = done.stdout.splitlines()
    assert head.split() == ["mark", "players", "won", "95%", "interval", "rules"]
    assert line.split()[:3] == ["1", "++++", "5"]
    assert line.endswith("stage-girl")


@pytest.mark.rule("MTK-OPT-02")
def test_the_page_shows_every_option_under_its_printed_mark() -> None:
    page = (ROOT / "docs/balance.md").read_text("utf-8")
    for option in engine.game("mitakihara").cards.option:
        assert f"| `{option.difficulty}` | `{option.slug}` |" in page
