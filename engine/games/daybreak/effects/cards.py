"""Cards moved, removed and turned over: ``move``, ``remove`` and ``flip``."""

from __future__ import annotations

from typing import Any

from taku.engine.games.daybreak.effects.pieces import follow, named
from taku.engine.games.daybreak.effects.shifts import tell_returns
from taku.engine.games.daybreak.layout import (
    AWAY,
    CARD_ZONE,
    DOWN,
    HAND,
    INSTALLED,
    REMOVED,
    WAITING,
    Piece,
)
from taku.engine.games.daybreak.programs import Operation, player
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.vocabulary import CURSE, Place
from taku.engine.games.daybreak.zones import discard, put_card, take_card


def move(s: State, op: Operation) -> None:
    """Put cards somewhere without acquiring them."""
    pieces = named(s, op)
    place = op.to[0]
    after: list[Piece] = []
    for piece in pieces:
        s.zone += take_card(s, piece)
        after.append(lay(s, op, place, piece[0]))
    s.done = bool(pieces)
    follow(s, pieces, after)
    tell_returns(s, [now for was, now in zip(pieces, after, strict=True) if was[1] < HAND])


def lay(s: State, op: Operation, place: Place, card: str) -> Piece:
    """Lay one card down; a Curse never lies in card zone or deck (DBK-OPS-20)."""
    if place.zone in ("card-zone", "deck") and card == CURSE:
        return discard(s, card)
    if s.log is not None:
        data: dict[str, Any] = {"place": place.number} if place.number else {}
        if place.who:
            data["target"] = player(s, place.who, s.target)
        s.emit("move", card=card, zone=place.zone, **data)
    if place.zone == "card-zone":
        s.row.append(card)
        return (card, CARD_ZONE, 0, 0)
    if place.zone == "deck":
        s.deck.append(card)
        s.deck_seen += 1
        return (card, AWAY, 0, 0)
    seat = player(s, place.who, s.target)
    at = place.number if place.zone == "cast" else 0
    return put_card(s, seat, card, at, INSTALLED if op.installed else WAITING)


def can_remove(s: State, piece: Piece) -> bool:
    """In the end phase Curses stay in the hand, with two exceptions (DBK-CURSE-07 to -09)."""
    card, zone = piece[:2]
    if card != CURSE or zone != HAND + s.active or s.phase != "end" or s.kind == "witch":
        return True
    return all(other == CURSE for other in s.hand[s.active])


def remove(s: State, op: Operation) -> None:
    """To the removal zone; stones on a card-zone card go to the stone zone (DBK-MISC-09)."""
    pieces = [piece for piece in named(s, op) if piece[1] != REMOVED and can_remove(s, piece)]
    s.done = bool(pieces)
    after = []
    for piece in pieces:
        s.zone += take_card(s, piece)
        after.append(discard(s, piece[0]))
    follow(s, pieces, after)


def flip(s: State, op: Operation) -> None:
    """Turn cards of a cast zone over; waiting or installed stays (DBK-FACE-04)."""
    pieces = [piece for piece in named(s, op) if piece[1] < HAND]
    after: list[Piece] = []
    for card, zone, place, bits in pieces:
        down = not bits & DOWN if op.face == "toggle" else op.face == "down"
        now = bits | DOWN if down else bits & ~DOWN
        cast = s.cast[zone]
        cast[cast.index((card, place, bits))] = (card, place, now)
        after.append((card, zone, place, now))
        if s.log is not None:
            s.emit("face-down" if down else "face-up", target=zone, card=card)
    s.done = bool(pieces)
    follow(s, pieces, after)
