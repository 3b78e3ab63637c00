"""Cast times: ``shift``."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import number
from taku.engine.games.daybreak.effects.pieces import follow, loose_stones, named
from taku.engine.games.daybreak.effects.rules import has_rule
from taku.engine.games.daybreak.layout import AWAY, CARD_ZONE, FIELDS, HAND, PLACES, Piece
from taku.engine.games.daybreak.programs import Operation, cards_at, picked, player
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.working import happen_all, is_watched
from taku.engine.games.daybreak.zones import shift_cards, shift_stones


def shift(s: State, op: Operation) -> None:
    """Cast time +X or -X, all pieces at once (DBK-OPS-10)."""
    by = number(s, op.n)
    if op.places:
        shift_all(s, op, by)
    elif op.stone:
        shift_picked_stones(s, op, by)
    else:
        cards = [piece for piece in named(s, op) if piece[1] < HAND]
        s.done = bool(cards)
        after = shift_cards(s, cards, by)
        follow(s, cards, after)
        tell_returns(s, after)


def tell_returns(s: State, pieces: Sequence[Piece]) -> None:
    """Those of the pieces that went from a cast zone to a hand: an event for each card."""
    watchers = s.cards.watches.get(("return", "", ""))
    if watchers is not None and is_watched(s, watchers):
        back = [(card, zone - HAND) for card, zone, _, _ in pieces if HAND <= zone < CARD_ZONE]
        happen_all(s, [("return", seat, card, returned_in(s, seat), "") for card, seat in back])


def returned_in(s: State, seat: int) -> str:
    """``end`` in the end phase of the card's owner."""
    return "end" if s.phase == "end" and seat == s.active else ""


def shift_all(s: State, op: Operation, by: int) -> None:
    """A whole cast zone, from I to IV."""
    place = op.places[0]
    seat = player(s, place.who, s.target)
    cards: list[Piece] = []
    stones: list[Piece] = []
    if op.card:
        cards = cards_at(s, place, s.target)
        if op.where is not None:
            cards = op.where.keep(s, cards)
        cards.sort(key=lambda piece: piece[2])
    if op.stone:
        stones = loose_stones(s, place)
    after = shift_cards(s, cards, by)
    follow(s, cards, after)
    held_fast = bool(stones) and seat != s.you and has_rule(s, seat, "stones-fixed")
    if not held_fast:
        shift_loose_stones(s, stones, by)
    s.done = bool(cards or stones) and not held_fast
    tell_returns(s, after)


def shift_picked_stones(s: State, op: Operation, by: int) -> None:
    """Stones picked before."""
    pieces = [piece for piece in picked(s, op.pick) if piece[1] < HAND and piece[2] > 0]
    loose = [p for p in pieces if p[1] == s.you or not has_rule(s, p[1], "stones-fixed")]
    shift_loose_stones(s, loose, by)
    s.done = bool(pieces) and loose == pieces


def shift_loose_stones(s: State, pieces: Sequence[Piece], by: int) -> None:
    """Single stones of cast zones, those of one place together."""
    moved: list[Piece] = []
    after: list[Piece] = []
    for piece in dict.fromkeys(pieces):
        _, seat, place, _ = piece
        n = min(pieces.count(piece), s.stones[FIELDS * seat + place])
        now = shift_stones(s, seat, place, n, by)
        moved += [piece] * n
        after += [("", seat, now, 0) if now <= PLACES else ("", AWAY, 0, 0)] * n
    follow(s, moved, after)
