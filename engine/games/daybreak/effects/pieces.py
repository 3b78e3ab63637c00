"""Picked pieces: kept under a name, found again, and followed where the text moves them."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.daybreak.layout import CARD_ZONE, FIELDS, HAND, ON, Piece
from taku.engine.games.daybreak.programs import Operation, picked, player
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.vocabulary import CURSE, Place
from taku.engine.games.daybreak.zones import find


def store(s: State, name: str, pieces: tuple[Piece, ...]) -> None:
    """Keep a pick under its name, in place of an earlier one (DBK-OPS-04)."""
    s.picks = (*[pick for pick in s.picks if pick[0] != name], (name, pieces))


def named(s: State, op: Operation) -> list[Piece]:
    """The cards an operation acts on, where they lie now (DBK-OPS-12, -13)."""
    if op.pick == "this":
        return [
            (card, s.you, place, bits)
            for card, place, bits in s.cast[s.you]
            if card == s.source and s.kind == "installed"
        ]
    found: list[Piece] = []
    for piece in picked(s, op.pick):
        now = find(s, piece)
        if now is not None and (not found or found.count(now) < _copies(s, now)):
            found.append(now)
    return found


def _copies(s: State, piece: Piece) -> int:
    """How many equal cards lie there; only Curses have any."""
    card, zone, place, bits = piece
    if card != CURSE:
        return 1
    if zone < HAND:
        return s.cast[zone].count((card, place, bits))
    return s.hand[zone - HAND].count(card) if zone < CARD_ZONE else 1


def follow(s: State, before: Sequence[Piece], after: Sequence[Piece]) -> None:
    """Every pick follows what the same resolution does to its pieces (DBK-OPS-12)."""
    if s.picks and before:
        s.picks = tuple([(name, _followed(pieces, before, after)) for name, pieces in s.picks])


def _followed(
    pieces: Sequence[Piece], before: Sequence[Piece], after: Sequence[Piece]
) -> tuple[Piece, ...]:
    """The pieces of one pick; each that has moved is where it has moved to."""
    moved = list(zip(before, after, strict=True))
    now = []
    for piece in pieces:
        for pair in moved:
            if pair[0] == piece or (pair[0][:2] == piece[:2] and piece[0] not in ("", CURSE)):
                moved.remove(pair)
                piece = pair[1]
                break
        now.append(piece)
    return tuple(now)


def loose_stones(s: State, place: Place) -> list[Piece]:
    """The single stones at a place."""
    if place.zone == "card-zone":
        return [(card, ON, 0, 0) for card in s.row for _ in range(s.on.get(card, 0))]
    if place.zone == "on":
        cards = [piece[0] for piece in picked(s, place.who) if piece[1] == CARD_ZONE]
        return [(card, ON, 0, 0) for card in cards for _ in range(s.on.get(card, 0))]
    seat = player(s, place.who, s.target)
    if place.zone == "held":
        fields: Sequence[int] = (0,)
    else:
        fields = (place.number,) if place.number else range(1, FIELDS)
    return [("", seat, at, 0) for at in fields for _ in range(s.stones[FIELDS * seat + at])]


STONE_MOVES = [[f"stone {seat} {place}" for place in range(FIELDS)] for seat in range(4)]


def stone_move(s: State, piece: Piece) -> str:
    """The move that names a stone by where it lies."""
    return s.cards.verbs["stone-on"][piece[0]] if piece[0] else STONE_MOVES[piece[1]][piece[2]]
