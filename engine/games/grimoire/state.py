"""The data of a match of Grimoire."""

from __future__ import annotations

from dataclasses import field

from taku.engine.core import state as core
from taku.engine.core.decisions import Rules
from taku.engine.games.grimoire.cards import Cards

rules = Rules()
step = rules.step
offer = rules.offer

Secret = tuple[int, int, int, int]
"""A treasure that not all have seen: owner, place in his area, deck it came from, who knows (bits).

Treasures never leave an area (GRM-SPL-29), so the place stays the same."""


@core.sealed
class State(core.State):
    """One match. Piles are lists with the top card last; lists by seat have an entry per player."""

    rules = rules
    cards: Cards = field(init=False)

    phase: str = "lot"
    """``lot``, ``book``, ``quest`` or ``over``, for the view."""
    round: int = 0
    mp: int = 0
    """The shared MP (GRM-INFO-06)."""
    lot: list[int] = field(default_factory=list)
    """The seats in the order in which they pick their first order token (GRM-SET-13)."""
    tokens: list[int] = field(default_factory=list)
    """The order token of each seat, 0 before it has one."""
    quest_deck: list[str] = field(default_factory=list)
    deck_number: int = 0
    """How often the quest deck was rebuilt."""
    discards: list[str] = field(default_factory=list)
    item_deck: list[str] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    """Quest cards that a scenario leaves out of the game."""
    face_up: list[str] = field(default_factory=list)
    """The open cards of the field."""
    face_down: str = ""
    """The face-down card of the field, empty if it is gone."""
    face_down_deck: int = 0
    """Which quest deck it came from."""
    face_down_seen: int = 0
    """Who has looked at it (bits)."""
    treasures: list[list[str]] = field(default_factory=list)
    companions: list[list[str]] = field(default_factory=list)
    items: list[list[str]] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    """The chip VP of each seat (GRM-CHIP-04)."""
    secrets: list[Secret] = field(default_factory=list)
    """The treasures in areas that not everybody has seen."""
    pages: list[int] = field(default_factory=list)
    """The open page of each seat, 0 while the books are closed."""
    silence: int = 0
    """Who has used Silence this round (bits)."""
    defence: int = 0
    """Who is under the defence art (bits)."""
    ending: str = ""
    """The end condition that was met, if any (GRM-END-04)."""
