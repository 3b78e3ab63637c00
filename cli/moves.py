"""What a person may type for a move: its id, a number, a name in either language, a prefix."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

import msgspec

from taku.cli import render
from taku.cli.render.common import Look
from taku.engine import Game
from taku.engine.core.words import SEAT_FIELDS

SURE = 0.6
"""How alike an entry and a move must be for a "did you mean"."""


BEGINS = 3
"""The score from which on a key begins as typed, as a whole or word by word."""


class Choice(msgspec.Struct, frozen=True):
    """A legal move with everything a person is told of it and may type for it."""

    number: int
    move: str
    label: str
    """The move in the reader's language."""
    subject: str
    """The name of the component it is about, if the label does not say it."""
    facts: str
    """Cost, points and the like."""
    text: str
    """What the component does."""
    keys: tuple[str, ...]
    """Everything that may be typed for it, folded."""

    @property
    def title(self) -> str:
        """The label, with its subject."""
        return f"{self.label} {self.subject}" if self.subject else self.label

    @property
    def note(self) -> str:
        """What is worth knowing of it: numbers, then what it does."""
        return " · ".join(filter(None, (self.facts, self.text)))


def narrow(text: str) -> str:
    """A line with the marks that part it as an ASCII keyboard types them."""
    return text.translate(_WIDE)


_WIDE = str.maketrans("；：\u3000", ";: ")


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Text made equal where people do not care: width, case, kana, hyphens, brackets, spaces."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_FOLDED)
    return " ".join(folded.split())


_FOLDED = {ord(c): " " for c in "-_(),"} | {
    kana: kana - 0x60 for kana in range(ord("ァ"), ord("ヷ"))
}


def choices(moves: Sequence[str], look: Look, view: Any = None) -> list[Choice]:
    """The legal moves, as a person may read and type them; with a view, all that they do."""
    return [_choice(number, move, look, view) for number, move in enumerate(moves, 1)]


def _choice(number: int, move: str, look: Look, view: Any) -> Choice:
    game = look.game
    label = game.words.label(move, look.language, look.names)
    entry = game.entries.get(render.subject(move, game))
    subject = facts = text = ""
    if entry is not None:
        name = look.name(entry.id)
        subject = "" if name in label else name
        facts = render.facts(entry, look)
        facts = "" if facts.casefold() in label.casefold() else facts
        text = render.text(entry, look)
    if view is not None and (told := render.note(move, view, look)):
        facts, text = "", told
    return Choice(number, move, label, subject, facts, text, keys_of(move, game, look.names))


def keys_of(move: str, game: Game[Any], names: Sequence[str] = ()) -> tuple[str, ...]:
    """Everything that may be typed for a move, in both languages: itself, its label, its names."""
    verb, *arguments = move.split(" ")
    found = [move, *(game.words.label(move, language, names) for language in ("ja", "en"))]
    if arguments:
        for spoken in _spoken(arguments, game):
            found += [spoken, f"{verb} {spoken}"]
        if verb in SEAT_FIELDS and arguments[0].isdecimal() and int(arguments[0]) < len(names):
            found += [names[int(arguments[0])], f"{verb} {names[int(arguments[0])]}"]
    entry = game.entries.get(render.subject(move, game))
    if entry is not None:
        found += [entry.name.ja, entry.name.en, entry.reading]
    return tuple(dict.fromkeys(key for key in map(fold, found) if key))


def _spoken(arguments: Sequence[str], game: Game[Any]) -> list[str]:
    """The arguments as ids, in Japanese, in kana, in English."""
    entries = [game.entries.get(argument) for argument in arguments]
    return [
        " ".join(arguments),
        " ".join(game.words.name(argument, "ja") for argument in arguments),
        " ".join(
            (entry.reading if entry else "") or game.words.name(argument, "ja")
            for argument, entry in zip(arguments, entries, strict=True)
        ),
        " ".join(game.words.name(argument, "en") for argument in arguments),
    ]


def find(entry: str, offered: Sequence[Choice]) -> list[Choice]:
    """The moves that an entry can mean: one if it is clear, several if not, none if unknown."""
    for choice in offered:
        if choice.move == entry:
            return [choice]
    typed = fold(entry)
    if not typed:
        return []
    if typed.isdecimal() and 1 <= int(typed) <= len(offered):
        return [offered[int(typed) - 1]]
    for matches in (_equals, _begins, _holds, _begins_words):
        found = [choice for choice in offered if any(matches(typed, key) for key in choice.keys)]
        if found:
            return found
    return []


def _equals(typed: str, key: str) -> bool:
    return typed == key


def _begins(typed: str, key: str) -> bool:
    return key.startswith(typed)


def _holds(typed: str, key: str) -> bool:
    """``attack sword 5`` stands in ``attack magic sword 5/3``: words in a row, the verb apart."""
    verb, _, rest = typed.partition(" ")
    first, _, others = key.partition(" ")
    apart = bool(rest) and first.startswith(verb) and f" {rest}" in f" {others}"
    return apart or f" {typed}" in f" {key}"


def _begins_words(typed: str, key: str) -> bool:
    """``t si`` begins the words of ``take silver coin``, in order."""
    words = iter(key.split(" "))
    return all(any(word.startswith(part) for word in words) for part in typed.split(" "))


def score(typed: str, key: str) -> int:
    """How well folded letters fit a key, for completion: 0 not at all, higher is better."""
    if key.startswith(typed):
        return BEGINS + 1
    if _begins_words(typed, key):
        return BEGINS
    if typed in key and (len(typed) > 1 or not typed.isascii()):
        return 2
    letters = iter(key)
    return int(len(typed) > 2 and all(letter in letters for letter in typed.replace(" ", "")))


def meant(entry: str, offered: Sequence[Choice]) -> Choice | None:
    """The move that an unknown entry was probably meant to be."""
    typed = fold(entry)

    def likeness(choice: Choice) -> float:
        return max(SequenceMatcher(None, typed, key).ratio() for key in choice.keys)

    best = max(offered, key=likeness, default=None)
    return best if best is not None and likeness(best) >= SURE else None
