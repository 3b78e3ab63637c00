"""Positions of Heart of Crown: small hands and decks, so that only what a test is about happens."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.support.table import Table

VILLAGE, CITY, LARGE, MAID = "farming-village", "city", "large-city", "apprentice-maid"
QUIET = {"hand": [VILLAGE], "deck": [MAID] * 3, "discard": []}
"""An opponent whom attacks hardly touch; holding a card he has a turn, which does not pass unseen."""
CROWNED = {"princess": "lulunasaika", "domain": ["duke", "duke", "royal-maid"]}
"""A domain of 20 points."""


def seat(**has: Any) -> dict[str, Any]:
    """What one player has; hand, deck and discard pile are empty unless named."""
    return {"hand": [], "deck": [], "discard": [], **has}


def crown(*seats: dict[str, Any], **more: Any) -> Table:
    """A position with seat 0 to play; a second, quiet player if only one seat is named."""
    if len(seats) == 1:
        seats = (seats[0], QUIET)
    return Table("heart-of-crown", seats=[{**QUIET, **each} for each in seats], **more)


def hand(table: Table, of: int = 0) -> Counter[str]:
    """The hand of a seat."""
    return Counter(table.state.hand[of])


def deck(table: Table, of: int = 0) -> list[str]:
    """The deck of a seat, the top card first."""
    return list(table.state.deck[of][::-1])


def face_up(table: Table, of: int = 0) -> list[str]:
    """The face-up cards of a deck as everybody sees them, from the top."""
    other = (of + 1) % table.state.players
    return [each.card for each in table.view(other).areas[of].deck if each.face_up]


def discard(table: Table, of: int = 0) -> Counter[str]:
    """The discard pile of a seat."""
    return Counter(table.view(0).areas[of].discard)


def domain(table: Table, of: int = 0) -> Counter[str]:
    """The cards of a domain, the princess not among them."""
    return Counter(each.card for each in table.view(0).areas[of].domain)


def kept(table: Table, of: int = 0) -> dict[str, str]:
    """What is kept, by the card it lies on."""
    return {each.card: each.kept for each in table.view(0).areas[of].domain if each.kept}


def market(table: Table) -> dict[str, int]:
    """How many of each kind can be bought."""
    view = table.view(0)
    return dict((*view.basic_market, *view.random_market))


def points(table: Table, of: int = 0) -> int:
    """The points of a domain."""
    value: int = table.view(0).areas[of].points
    return value


def verbs(table: Table, of: int = 0) -> set[str]:
    """The first words of what a seat may do."""
    return {move.split(" ")[0] for move in table.moves(of)}
