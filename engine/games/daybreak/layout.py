"""How cards and stones and where they lie are written in a state: plain numbers and tuples."""

from __future__ import annotations

WAITING, INSTALLED, DOWN = 0, 1, 2
"""Bits of a card in a cast zone: waiting or installed, and face-down."""
HAND, CARD_ZONE, REMOVED, ON, AWAY = 10, 20, 21, 22, 23
"""Zones of pieces: 0 to 3 are the cast zones by seat, 10 to 13 the hands; stones can lie on cards of
the card zone; what is in the deck, the curse zone or the stone zone is away, where no effect finds
it again."""
PLACES = 4
"""The last place of a cast zone, IV (DBK-ZONE-21)."""
FIELDS = PLACES + 1
"""Counts of stones per seat: those held, then those on the places I to IV."""

Cast = tuple[str, int, int]
"""A card in a cast zone: id, place 1 to 4, bits."""
Piece = tuple[str, int, int, int]
"""A card or (with the id of the card it lies on, or none) a stone: id, zone, place, bits."""
Picks = tuple[tuple[str, tuple[Piece, ...]], ...]
"""What was picked, by name."""
Saved = tuple[
    str, str, int, int, int, int, bool, bool, bool, bool, bool, int, tuple[int, ...], Picks
]
"""An interrupted resolution: the fields from ``kind`` to ``picks``."""
