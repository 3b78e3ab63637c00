"""How long taku takes to start, beside bare Typer and bare prompt-toolkit: ``taku bench start``."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

RUNS = 15
BEGUN = b"\x1b[?2004h"
"""What a prompt of prompt-toolkit writes once it reads keys."""
TYPER = "import typer\napp = typer.Typer(rich_markup_mode=None)\n@app.command()\ndef hello(name: str): ...\napp()"
PROMPT = "from prompt_toolkit import PromptSession\nPromptSession().prompt('> ')"
TAKU = [sys.executable, "-m", "taku.cli"]


def environment(home: str) -> dict[str, str]:
    """No settings, and compiled code for everybody: it is written at the first run."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {
        "XDG_STATE_HOME": home,
        "XDG_CONFIG_HOME": home,
        "PYTHONPYCACHEPREFIX": home,
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }


def help_shown(command: list[str], home: str) -> float:
    """Seconds until the help is written."""
    began = time.perf_counter()
    subprocess.run(
        [*command, "--help"], stdout=subprocess.DEVNULL, check=True, env=environment(home)
    )
    return time.perf_counter() - began


def prompt_shown(command: list[str], home: str) -> float:
    """Seconds until the first prompt reads keys, in a terminal of its own."""
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, environment(home))
    seen = b""
    try:
        while BEGUN not in seen:
            seen += os.read(terminal, 65536)
        return time.perf_counter() - began
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def run(runs: int = RUNS) -> str:
    """Medians in milliseconds, taken in turn in one run, and the ratio of each pair."""
    with tempfile.TemporaryDirectory() as home:
        play = [*TAKU, "play", "grimoire"]
        kinds: dict[str, Callable[[], float]] = {
            "Typer --help": lambda: help_shown([sys.executable, "-c", TYPER], home),
            "taku --help": lambda: help_shown(TAKU, home),
            "prompt-toolkit": lambda: prompt_shown([sys.executable, "-c", PROMPT], home),
            "taku play": lambda: prompt_shown(play, home),
        }
        times: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(runs + 1):
            for name, measure in kinds.items():
                times[name].append(measure())
    middle = {name: median(taken[1:]) for name, taken in times.items()}  # the first warms caches
    (bare_help, our_help, bare_prompt, our_prompt) = middle.values()
    rows = [f"{name:16}{1000 * seconds:7.0f} ms" for name, seconds in middle.items()]
    rows += [
        f"help:   {our_help / bare_help:.2f} of Typer alone",
        f"prompt: {our_prompt / bare_prompt:.2f} of prompt-toolkit alone",
    ]
    return "\n".join(rows)
