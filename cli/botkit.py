"""For those who write bots: a first one to start from, and the walk through the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from taku.cli import language
from taku.cli.language import text
from taku.engine import TakuError
from taku.protocol.check import Step, check
from taku.protocol.child import Limits
from taku.protocol.newbot import new_bot

if TYPE_CHECKING:
    from taku.cli.terms import Terms

_LEAST_MEMORY = 16


def limits(
    move: float, total: float | None = None, increment: float = 0.0, memory: int | None = None
) -> Limits:
    """What the options of the command line allow a program; memory is in MiB."""
    times = {"--move-time": move, "--total-time": total or 0.0, "--increment": increment}
    for name, given in times.items():
        if not 0 <= given < inf:
            raise TakuError(text(language.choose(), "bad-time", name=name, given=given))
    if memory is not None and memory < _LEAST_MEMORY:
        raise TakuError(text(language.choose(), "bad-memory", given=memory))
    return Limits(
        move=move or None,
        total=total or None,
        increment=increment,
        memory=None if memory is None else memory << 20,
    )


def run_check(terms: Terms, command: Sequence[str], games: Sequence[str], limits: Limits) -> int:
    """Show each step as it is done; 0 if all passed."""
    count = failed = 0
    for step in check(command, games, limits):
        count += 1
        failed += not step.passed
        _show(terms, step)
    key = "some-failed" if failed else "all-passed"
    print(text(terms.language, key, count=count, failed=failed))
    return 1 if failed else 0


def _show(terms: Terms, step: Step) -> None:
    mark = text(terms.language, "passed" if step.passed else "failed")
    style = "good" if step.passed else "bad"
    terms.show([[(style, f" {mark}"), ("", f"  {step.name.in_language(terms.language)}")]])
    if not step.passed:
        heading = [text(terms.language, "what-was-said")] if step.said else []
        lines = [step.reason, *heading, *step.said]
        terms.show([[("", f"     {line}")] for line in lines])


def write_bot(terms: Terms, name: str, lang: str) -> None:
    """Write a first bot into this folder, and tell what to do with it."""
    made = new_bot(name, lang)
    try:
        with Path(made.file).open("x", encoding="utf-8", newline="\n") as file:
            file.write(made.text)
    except FileExistsError:
        raise TakuError(text(terms.language, "bot-there", file=made.file)) from None
    except OSError as error:
        raise TakuError(f"{made.file}: {error.strerror}") from None
    print(text(terms.language, "bot-written", file=made.file))
    spec = f"exec:{made.run}" if " " not in made.run else f'"exec:{made.run}"'
    for line in (made.build, f"taku check -- {made.run}", f"taku match grimoire {spec} random"):
        if line:
            print(f"  {line}")
