"""A smoke test in a real terminal: does taku start, take moves, complete them, and end well?

    python3 smoke.py

It needs pexpect. Exit code 0 and a last line "all is well" mean that it does; smoke.yml runs it
after every change.
"""

import os
import sys
import tempfile

import pexpect


def start(*arguments: str) -> "pexpect.spawn[str]":
    """Taku in a terminal of its own, without anybody's settings or matches."""
    home = tempfile.mkdtemp(prefix="taku-smoke-")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": home,
        "XDG_CONFIG_HOME": home,
        "XDG_STATE_HOME": home,
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "TAKU_LANG": "en",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    return pexpect.spawn(
        "taku", list(arguments), env=environment, encoding="utf-8", timeout=60, dimensions=(50, 100)
    )


def ends(terminal: "pexpect.spawn[str]", code: int) -> None:
    """It says no more, and leaves with this exit code."""
    terminal.expect(pexpect.EOF)
    terminal.close()
    if terminal.exitstatus != code:
        sys.exit(f"exit code {terminal.exitstatus}, expected {code}:\n{terminal.before}")


def the_games_are_there() -> None:
    terminal = start("games")
    for game in ("daybreak", "grimoire", "heart-of-crown", "mitakihara"):
        terminal.expect(game)
    ends(terminal, 0)


def bots_meet() -> None:
    terminal = start("match", "grimoire", "greedy", "random", "--seed", "1")
    terminal.expect("The game is over")
    terminal.expect("wins")
    ends(terminal, 0)


def a_person_plays() -> None:
    terminal = start("play", "grimoire", "--seed", "1", "--seats", "human,random:seed=1")
    terminal.expect("Choose a page")
    terminal.send("page 3\r")
    terminal.expect("The books open")
    terminal.send("quit\r")
    terminal.expect("taku resume")
    ends(terminal, 5)


def main() -> None:
    for step in (the_games_are_there, bots_meet, a_person_plays):
        step()
        print("ok", step.__name__.replace("_", " "))
    print("all is well")


if __name__ == "__main__":
    main()
