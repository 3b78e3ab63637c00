"""The few errors of the engine; each message names the input and what was expected."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

SHOWN_MOVES = 24
"""How many legal moves an error message lists before it shortens the list."""


class TakuError(Exception):
    """Anything the engine refuses; the message is fit for a person."""


class IllegalMove(TakuError):
    """A move that is not legal now; the state is untouched."""


class NotYourDecision(IllegalMove):
    """The seat has no open decision."""


class MatchOver(IllegalMove):
    """The match has ended; nothing can be moved any more."""


class UnknownGame(TakuError):
    """No game has this id."""


class BadPlayers(TakuError):
    """The game is not for this number of players."""


class BadOptions(TakuError):
    """An option is unknown, has a wrong value, or does not go with another."""


class BadScenario(TakuError):
    """The scenario is malformed or describes an impossible position."""


class BadData(TakuError):
    """Bytes or a record that do not restore a state of this game."""


class Problem(NamedTuple):
    """One mistake in a card file: where it is and what is wrong."""

    file: str
    line: int
    card: str
    field: str
    reason: str

    def __str__(self) -> str:
        """``file:line: card.field: reason``, with what is known."""
        where = ".".join(part for part in (self.card, self.field) if part)
        return ": ".join(part for part in (f"{self.file}:{self.line}", where, self.reason) if part)


class BadCards(TakuError):
    """A card file that cannot be used, with every mistake found in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def near(word: str, known: Iterable[str]) -> str:
    """A hint `` (did you mean 'x'?)``, or nothing if no known word is near."""
    words = list(known)
    word = word.lower()
    found = difflib.get_close_matches(word, words, n=1)
    found = found or [known for known in words if len(word) > 2 and known.startswith(word)]
    return f" (did you mean {found[0]!r}?)" if found else ""


def listed(words: Sequence[str]) -> str:
    """The words in one line, shortened if there are many."""
    shown = ", ".join(words[:SHOWN_MOVES])
    rest = len(words) - SHOWN_MOVES
    return f"{shown}, and {rest} more" if rest > 0 else shown


_NO_CHOICE = re.compile(r"Invalid enum value (.*?)(?: - at `(key` in `)?\$(.*)`)?", re.DOTALL)
"""What msgspec says of a word that is none of a fixed few, and where it stands."""


def with_choices(reason: str, kind: Any) -> str:
    """The reason why msgspec refused data as a ``kind``; if a word is none of a few, also these."""
    found = _NO_CHOICE.fullmatch(reason)
    if found is None:
        return reason
    value, of_a_key, path = found.groups()
    choices = [str(choice) for choice in _choices(kind, path or "", bool(of_a_key))]
    hint = near(value.strip("'"), choices)
    end = found.end(1)
    return f"{reason[:end]}{hint}, expected {listed(choices)}{reason[end:]}"


def _choices(kind: Any, path: str, of_a_key: bool) -> Iterator[Any]:
    """The values that the field at this path, as msgspec writes paths, can have."""
    from msgspec import inspect  # only here: it takes a while to load

    nodes = list(_members(inspect.type_info(kind)))
    for name in re.findall(r"\.([^.\[]+)|\[[^\]]*\]", path):
        nodes = [part for node in nodes for part in _members(_part(node, name))]
    for node in nodes:
        if of_a_key:
            yield from getattr(getattr(node, "key_type", None), "values", ())
        else:
            yield from getattr(node, "values", ())


def _members(node: Any) -> Iterator[Any]:
    """The types that a union stands for, or the one type."""
    for member in getattr(node, "types", (node,)):
        yield getattr(member, "type", member)


def _part(node: Any, name: str) -> Any:
    """The type of a field, or without a name that of the items of an array or object."""
    if name:
        fields = getattr(node, "fields", ())
        return next((field.type for field in fields if field.encode_name == name), None)
    return getattr(node, "item_type", getattr(node, "value_type", None))
