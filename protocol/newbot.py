"""A first bot in several languages, to start from."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import PurePath

import msgspec

from taku.engine import TakuError
from taku.engine.core.errors import near

_FOLDER = files("taku.protocol.templates")
_NAME = "random-bot"
"""What the templates call themselves."""
_MODULES = {*sys.stdlib_module_names, "msgspec", "taku"}
"""What a bot in Python may want to import."""


class Template(msgspec.Struct, frozen=True):
    """One language: its file, and how a bot of it is made ready and run; ``{}`` is its name."""

    file: str
    run: str
    build: str = ""

    @property
    def stem(self) -> str:
        """The name of the file, and of what is in it."""
        return PurePath(self.file).stem

    def read(self) -> str:
        """The text of the template."""
        return (_FOLDER / self.file).read_text("utf-8")


TEMPLATES = {
    "python": Template("random_bot.py", "python3 {}.py"),
    "javascript": Template("random_bot.js", "node {}.js"),
    "bash": Template("random_bot.sh", "bash {}.sh"),
    "c": Template("random_bot.c", "./{}", "cc -O2 -o {0} {0}.c"),
    "java": Template("RandomBot.java", "java {}.java"),
}
"""The languages of ``taku bot new``."""


class NewBot(msgspec.Struct, frozen=True):
    """A bot to begin with."""

    file: str
    text: str
    run: str
    """The command that runs it, after ``exec:``."""
    build: str
    """The command that must be run before, empty if there is none."""


def template(language: str) -> Template:
    """The template of a language."""
    found = TEMPLATES.get(language)
    if found is None:
        hint, known = near(language, TEMPLATES), ", ".join(TEMPLATES)
        raise TakuError(f"no bot in {language!r}{hint}; there are: {known}")
    return found


def new_bot(name: str, language: str) -> NewBot:
    """A bot called ``name``: nothing is written, the caller decides where."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
        raise TakuError(
            f"{name!r} cannot be the name of a bot: expected a letter, "
            "then letters, digits, - and _"
        )
    shape = template(language)
    if language == "python" and name in _MODULES:
        raise TakuError(
            f"{name!r} cannot be the name of a bot in Python: {name}.py would hide a module"
        )
    stem = _class_name(name) if language == "java" else name
    names = {_NAME: name, shape.stem: stem}
    text = re.sub("|".join(names), lambda found: names[found[0]], shape.read())
    build, run = shape.build.format(stem), shape.run.format(stem)
    return NewBot(stem + PurePath(shape.file).suffix, text, run, build)


def _class_name(name: str) -> str:
    """``my-bot`` as a class is ``MyBot``; ``random`` is ``RandomBot``, for Java has a Random."""
    words = "".join(word[:1].upper() + word[1:] for word in re.split("[-_]", name))
    return words if words.endswith("Bot") else f"{words}Bot"
