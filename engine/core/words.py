"""The texts of a game for people: questions, moves and events in both languages."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from taku.engine.core.cards import Entry, Text
from taku.engine.core.errors import BadCards, Problem

SEAT_FIELDS = frozenset({"seat", "target", "seats", "winners"})
"""Fields of events that hold a seat, or a list of seats, and are shown as the players' names."""


NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


class Writer(string.Formatter):
    """Fills in sentences; ``!n`` writes a number as a Roman numeral."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        """The field as it is written."""
        return NUMERALS[int(value)] if conversion == "n" else value


WRITER = Writer()


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences for one kind of event: the first whose fields are all there is used."""

    ja: str | tuple[str, ...]
    en: str | tuple[str, ...]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """words.toml: ``[ask]`` by kind, ``[move]`` by verb, ``[event]`` by kind, ``[word]`` the rest.

    In moves ``{0}``, ``{1}``, ... are the arguments, ``{p0}``, ``{p1}``, ... the players whose
    seats they are, in events ``{field}`` is a field; ``!n`` after either writes a Roman numeral.
    Ids of components and keys of ``[word]`` are shown by their names. A key ``"verb word"`` of
    ``[move]`` is for moves that end in the word.
    """

    ask: dict[str, Text]
    move: dict[str, Text]
    event: dict[str, Telling]
    word: dict[str, Text] = {}
    names: dict[str, Text] = {}

    @classmethod
    def read(cls, path: Path, entries: Mapping[str, Entry]) -> Words:
        """The words of a game; card names come from its card file."""
        try:
            words = msgspec.convert(tomllib.loads(path.read_text("utf-8")), cls)
        except (OSError, ValueError) as error:
            raise BadCards([Problem(str(path), 1, "", "", str(error))]) from None
        names = {**{entry.id: entry.spoken for entry in entries.values()}, **words.word}
        return msgspec.structs.replace(words, names=names)

    def name(self, word: str, language: str) -> str:
        """A component's or word's name; other words stay as they are."""
        text = self.names.get(word)
        return word if text is None else text.in_language(language)

    def question(self, kind: str, language: str) -> str:
        """What a seat is asked."""
        text = self.ask.get(kind)
        return kind if text is None else text.in_language(language)

    def label(self, move: str, language: str, players: Sequence[str] = ()) -> str:
        """A move as a person would say it; seats by the players' names, if these are known."""
        verb, *args = move.split(" ")
        text = self.move.get(f"{verb} {args[-1]}" if args else verb) or self.move.get(verb)
        if text is None:
            return move
        named = [self.name(arg, language) for arg in args]
        seats = {f"p{n}": _player(arg, language, players) for n, arg in enumerate(args)}
        try:
            return WRITER.format(text.in_language(language), *named, **seats)
        except LookupError:
            return " ".join([text.in_language(language).split("{")[0].strip(), *named])

    def sentence(
        self, kind: str, data: Mapping[str, Any], language: str, players: Sequence[str]
    ) -> str:
        """An event as a sentence; empty if the game has no words for it."""
        telling = self.event.get(kind)
        if telling is None:
            return ""
        templates = telling.ja if language == "ja" else telling.en
        for template in (templates,) if isinstance(templates, str) else templates:
            needed = {name for _, name, _, _ in WRITER.parse(template) if name}
            if needed <= data.keys():
                shown = {key: self._shown(key, data[key], language, players) for key in needed}
                return WRITER.format(template, **shown)
        return ""

    def _shown(self, key: str, value: Any, language: str, players: Sequence[str]) -> str:
        if key in SEAT_FIELDS and isinstance(value, int):
            return players[value]
        if isinstance(value, str):
            return self.name(value, language)
        if isinstance(value, list | tuple):
            joint = "、" if language == "ja" else ", "
            return joint.join(self._shown(key, item, language, players) for item in value)
        return str(value)


def _player(seat: str, language: str, players: Sequence[str]) -> str:
    """Who sits there, or which seat it is."""
    if seat.isdecimal() and int(seat) < len(players):
        return players[int(seat)]
    return f"席{seat}" if language == "ja" else f"seat {seat}"
