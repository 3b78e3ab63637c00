"""A game: a description with no state of its own, and how a match of it begins."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from taku.engine.core.cards import CardFile, Entry, Text, at_hand, read_cards
from taku.engine.core.errors import BadOptions, BadPlayers, BadScenario, near, with_choices
from taku.engine.core.rng import key_of
from taku.engine.core.state import State, restore
from taku.engine.core.words import Words

S = TypeVar("S", bound=State)

LARGEST = 1_000_000
"""No number of an option or a scenario is larger: no table has as much of anything."""
LONGEST = 1_000
"""No list of an option or a scenario is longer."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """What a game must provide. Everything about a match is in its state."""

    id: str
    """The name in commands and protocol: ``heart-of-crown``."""
    prefix: str
    """The prefix of its rule ids: ``HOC``."""
    name: Text
    folder: Path
    """Where cards.toml, words.toml and RULES.md lie."""
    players: tuple[int, int]
    """The least and the most players."""
    options: type[msgspec.Struct]
    """The options, with their defaults; unknown ones are refused."""
    scenario: type[msgspec.Struct]
    """The schema of a scenario."""
    card_file: type[CardFile]
    """The schema of cards.toml."""
    state: type[S]
    begin: Callable[[S, Any, Any], None]
    """Sets up a blank state from options and scenario (or None) and plans the first steps."""
    view: Callable[[S, int | None], msgspec.Struct]
    """What a seat may know; None sees everything."""
    redeal: Callable[[S, int, random.Random], None]
    """Redeals in place all that a seat cannot know (``State.determinize``)."""
    components: Callable[[S], Mapping[str, int]]
    """How many there are of each component, wherever they lie; the sum never changes."""
    most_decisions: int
    """No match takes more decisions than this; RULES.md says why it ends."""
    card_path: Path | None = None
    """Another card file to play with."""
    variants: tuple[Mapping[str, Any], ...] = field(default=({},))
    """Options that together reach every rule, for the conformance suite."""
    scores: Callable[[S], tuple[int, ...]] | None = None
    """What each seat would have if the match ended now, all cards open; for search."""
    cooperative: bool = False
    """Whether all seats win or lose together, unless an option says otherwise."""

    @property
    def _card_file(self) -> Path:
        return self.card_path or self.folder / "cards.toml"

    @cached_property
    def _read(self) -> tuple[CardFile, str]:
        return read_cards(self._card_file, self.card_file)

    @property
    def card_text(self) -> str:
        """The card file in use as it is written."""
        return self._card_file.read_text("utf-8")

    @property
    def cards(self) -> Any:
        """The card file in use."""
        return self._read[0]

    @cached_property
    def _at_hand(self) -> CardFile:
        return at_hand(self._read[0])

    @cached_property
    def tag(self) -> str:
        """The game and the cards in use; stands at the head of the bytes of a state."""
        return f"{self.id}/{self._read[1]}"

    @cached_property
    def words(self) -> Words:
        """The texts for moves, questions and events, in both languages."""
        return Words.read(self.folder / "words.toml", self.entries)

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every component by id."""
        return {entry.id: entry for entry in self.cards.entries()}

    def with_cards(self, path: Path) -> Game[S]:
        """The same game with another card file; a bad one is refused with ``BadCards``."""
        other = replace(self, card_path=path)
        other.cards  # noqa: B018 - read now, so that a bad file is refused here
        return other

    def new(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | msgspec.Struct | None = None,
        scenario: Mapping[str, Any] | msgspec.Struct | None = None,
    ) -> S:
        """A match at its first decision; the least number of players unless said otherwise."""
        chosen = self.read_options(options)
        given = self.read_scenario(scenario)
        count = self._players(players, given)
        state = self.state(players=count, rng_key=key_of(seed), answers=[""] * count)
        self.attach(state)
        self.begin(state, chosen, given)
        state.run()
        return state

    def _players(self, players: int | None, scenario: msgspec.Struct | None) -> int:
        least, most = self.players
        if players is None:
            players = getattr(scenario, "players", None) or least
        if (
            isinstance(players, bool)
            or not isinstance(players, int)
            or not least <= players <= most
        ):
            raise BadPlayers(f"{self.id} is for {least} to {most} players, not {players!r}")
        return players

    def read_options(self, options: Mapping[str, Any] | msgspec.Struct | None) -> Any:
        """The options as the game's struct; ``BadOptions`` names what is wrong."""
        return _read(self.options, options, BadOptions, f"option of {self.id}")

    def read_scenario(self, scenario: Mapping[str, Any] | msgspec.Struct | None) -> Any:
        """The scenario as the game's struct, or None; ``BadScenario`` names what is wrong."""
        if scenario is None:
            return None
        return _read(self.scenario, scenario, BadScenario, f"field of a scenario of {self.id}")

    def from_bytes(self, data: bytes) -> S:
        """The state that ``State.to_bytes`` gave."""
        return restore(self.state, self, data)

    def attach(self, state: S) -> None:
        """Tie a bare state to this game."""
        state.game = self
        state.cards = self._at_hand
        state.log = None
        state._pending = None


def _read(kind: type[msgspec.Struct], data: Any, error: type[Exception], what: str) -> Any:
    if isinstance(data, kind):
        return data
    if not isinstance(data, Mapping | None):
        raise error(f"expected an object, not {data!r}")
    if not data:
        return kind()  # all defaults
    known = {f.encode_name for f in msgspec.structs.fields(kind)}
    for key in data:
        if key not in known:
            names = ", ".join(sorted(known)) or "there are none"
            raise error(f"unknown {what}: {key!r}{near(str(key), known)}; known: {names}")
    try:
        read = msgspec.convert(dict(data), kind, strict=True)
    except msgspec.ValidationError as problem:
        raise error(f"bad {what}: {with_choices(str(problem), kind)}") from None
    for too_much in _excesses(msgspec.to_builtins(read), "$"):
        raise error(f"bad {what}: {too_much}")
    return read


def _excesses(data: Any, path: str) -> Iterator[str]:
    """Every number in plain data that is too large and list that is too long, and where."""
    if isinstance(data, int):
        if abs(data) > LARGEST:
            yield f"expected at most {LARGEST}, got {data} - at `{path}`"
    elif isinstance(data, dict | list | tuple) and len(data) > LONGEST:
        yield f"expected at most {LONGEST} entries, got {len(data)} - at `{path}`"
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _excesses(value, f"{path}.{key}")
    elif isinstance(data, list | tuple):
        for place, value in enumerate(data):
            yield from _excesses(value, f"{path}[{place}]")
