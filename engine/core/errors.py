"""The few errors of the engine; each message names the input and what was expected."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
        return f"{self.file}:{self.line}: {where}: {self.reason}"


class BadCards(TakuError):
    """A card file that cannot be used, with every mistake found in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def near(word: str, known: Iterable[str]) -> str:
    """A hint `` (did you mean 'x'?)``, or nothing if no known word is near."""
    words = list(known)
    found = difflib.get_close_matches(word, words, n=1)
    found = found or [known for known in words if len(word) > 2 and known.startswith(word)]
    return f" (did you mean {found[0]!r}?)" if found else ""


def listed(words: Sequence[str]) -> str:
    """The words in one line, shortened if there are many."""
    shown = ", ".join(words[:SHOWN_MOVES])
    rest = len(words) - SHOWN_MOVES
    return f"{shown}, and {rest} more" if rest > 0 else shown
