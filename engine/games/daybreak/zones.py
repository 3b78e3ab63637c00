"""Stones and cards on the move: the zones of chapter 04, and the end conditions they set off."""

from __future__ import annotations

from typing import Any

from taku.engine.games.daybreak.layout import AWAY, CARD_ZONE, FIELDS, HAND, PLACES, REMOVED, Piece
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.vocabulary import CURSE

# -- the end of the game --------------------------------------------------------------------------


def end_condition(s: State) -> str:
    """The end condition that holds now, if any (DBK-OVER-03, -04)."""
    return "stones-out" if s.zone == 0 else "deck-out" if not s.deck else ""


def test_end(s: State) -> None:
    """Called whenever stone zone or deck have lost something (DBK-OVER-13)."""
    if (s.zone == 0 or not s.deck) and not s.ending and not s.hold:
        begin_end_state(s, end_condition(s))


def begin_end_state(s: State, reason: str) -> None:
    """From now on last turns follow, one for each player (DBK-OVER-05, -06, -08)."""
    s.ending = reason
    s.last_left = s.players
    s.emit("end-state", reason=reason)


# -- stones ---------------------------------------------------------------------------------------


def take_stones(s: State, n: int) -> int:
    """Take up to n stones out of the stone zone (DBK-MISC-01)."""
    taken = min(n, s.zone)
    if taken > 0:
        s.zone -= taken
        if s.zone == 0:
            test_end(s)
        return taken
    return 0


def pay_stones(s: State, seat: int, n: int) -> None:
    """Return held stones to the stone zone (DBK-ZONE-13)."""
    s.stones[FIELDS * seat] -= n
    s.zone += n


def lay_on(s: State, card: str, n: int) -> None:
    """Lay stones on a card of the card zone."""
    s.on[card] = s.on.get(card, 0) + n


def lift_off(s: State, card: str, n: int) -> int:
    """Take up to n stones off a card of the card zone."""
    lying = s.on.get(card, 0)
    taken = min(n, lying)
    if taken == lying:
        s.on.pop(card, None)
    else:
        s.on[card] = lying - taken
    return taken


# -- cards ----------------------------------------------------------------------------------------


def find(s: State, piece: Piece) -> Piece | None:
    """The picked card where it lies now, or None if it has left its zone (DBK-OPS-12)."""
    card, zone, place, bits = piece
    if zone < HAND:
        if (card, place, bits) in s.cast[zone]:
            return piece
        for other, at, now in s.cast[zone]:
            if other == card:
                return (card, zone, at, now)
        return None
    if zone == CARD_ZONE:
        return piece if card in s.row else None
    if zone == REMOVED:
        return piece if card in s.removed else None
    return piece if zone < CARD_ZONE and card in s.hand[zone - HAND] else None


def take_card(s: State, piece: Piece) -> int:
    """Take a card out of its zone; return the stones that lay on it."""
    card, zone, place, bits = piece
    if zone < HAND:
        s.cast[zone].remove((card, place, bits))
    elif zone == CARD_ZONE:
        s.row.remove(card)
        return s.on.pop(card, 0)
    elif zone == REMOVED:
        s.removed.remove(card)
    else:
        s.hand[zone - HAND].remove(card)
    return 0


def show(s: State, card: str) -> None:
    """Everybody has seen a card of a hand."""
    if card in s.secret:
        s.secret.remove(card)


def put_card(s: State, seat: int, card: str, place: int, bits: int) -> Piece:
    """Put a card on a place of a cast zone: below I is the hand, above IV out (DBK-ZONE-27, -29)."""
    if place < 1:
        s.hand[seat].append(card)
        return (card, HAND + seat, 0, 0)
    if place > PLACES:
        return discard(s, card)
    s.cast[seat].append((card, place, bits))
    return (card, seat, place, bits)


def discard(s: State, card: str) -> Piece:
    """To the removal zone, face-up; a Curse goes back to the curse zone (DBK-CURSE-05, -06)."""
    if s.log is not None:
        s.emit("remove", card=card)
    if card == CURSE:
        s.curses += 1
        return (card, AWAY, 0, 0)
    s.removed.append(card)
    return (card, REMOVED, 0, 0)


def at(place: int) -> dict[str, Any]:
    """The place of an event, if it is one of a cast zone."""
    return {"place": place} if place > 0 else {}


def shift_cards(s: State, pieces: list[Piece], by: int) -> list[Piece]:
    """Change the cast time of cards, all at once; where they lie then."""
    for card, seat, place, bits in pieces:
        s.cast[seat].remove((card, place, bits))
    after = []
    for card, seat, place, bits in pieces:
        now = place + by
        after.append(put_card(s, seat, card, now, bits))
        if s.log is not None and now <= PLACES:
            s.emit("shift", target=seat, card=card, **at(now))
    return after


def shift_stones(s: State, seat: int, place: int, n: int, by: int) -> int:
    """Change the cast time of n stones of one place; their new place, 0 for held, 5 for out."""
    first = FIELDS * seat
    now = max(0, min(place + by, PLACES + 1))
    s.stones[first + place] -= n
    if now > PLACES:
        s.zone += n
    else:
        s.stones[first + now] += n
    if s.log is not None and n:
        if now > PLACES:
            s.emit("return-stones", stones=n, target=seat)
        else:
            s.emit("shift-stones", target=seat, stones=n, **at(now))
    return now
