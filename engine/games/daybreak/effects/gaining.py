"""Stones gained, taken, given and returned: ``stones``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taku.engine.core.operations import number
from taku.engine.games.daybreak.effects.pieces import follow, loose_stones, stone_move, store
from taku.engine.games.daybreak.effects.rules import has_rule
from taku.engine.games.daybreak.layout import AWAY, FIELDS, HAND, ON, Piece
from taku.engine.games.daybreak.programs import Operation, picked, player, stones_at
from taku.engine.games.daybreak.state import State, offer, step
from taku.engine.games.daybreak.working import happen, happen_all
from taku.engine.games.daybreak.zones import lift_off, take_stones


def stones(s: State, op: Operation) -> None:
    """Move stones, as many as possible (DBK-MISC-01)."""
    if op.pick:
        pieces: Sequence[Piece] = picked(s, op.pick)
        move_stones(s, op, pieces, len(pieces) or 1)
        return
    place = op.places[0]
    if place.zone == "stone-zone":
        n = s.zone if op.every else max(0, number(s, op.n))
        taken = take_stones(s, n)
        s.done = taken == n
        arrive(s, op, taken, "stone-zone")
        return
    there = stones_at(s, place, s.target)
    n = there if op.every else max(0, number(s, op.n))
    pieces = loose_stones(s, place)
    if there <= n or n == 0 or len(set(pieces)) == 1:
        move_stones(s, op, pieces[:n], n)
    else:
        store(s, "", ())
        s.ask(s.you, "which-stone", op.number)
        s.then((stones_chosen, op.number, n))


def unpicked_stones(s: State, op: Operation) -> list[Piece]:
    """The stones still to choose from."""
    left = loose_stones(s, op.places[0])
    for piece in picked(s, ""):
        left.remove(piece)
    return left


@offer("which-stone")
def which_stone_moves(s: State, seat: int, op: int) -> Sequence[str]:
    """A move for each place with stones."""
    return [stone_move(s, p) for p in dict.fromkeys(unpicked_stones(s, s.cards.operations[op]))]


@step
def stones_chosen(s: State, number: int, n: int) -> None:
    """One stone at a time, until there are enough."""
    op = s.cards.operations[number]
    move = s.answer(s.you)
    left = unpicked_stones(s, op)
    piece = next(piece for piece in left if stone_move(s, piece) == move)
    store(s, "", (*picked(s, ""), piece))
    if len(picked(s, "")) < n:
        s.ask(s.you, "which-stone", number)
        s.then((stones_chosen, number, n))
    else:
        move_stones(s, op, picked(s, ""), n)


def move_stones(s: State, op: Operation, pieces: Sequence[Piece], n: int) -> None:
    """Move single stones out of cast zones, witch cards or the card zone."""
    owners: dict[int, None] = {}
    fixed: dict[int, bool] = {}
    moved: list[Piece] = []
    source = "player"
    for piece in pieces:
        card, zone, place, _ = piece
        if zone == ON:
            if lift_off(s, card, 1):
                source = "card-zone"
                moved.append(piece)
            continue
        if zone not in fixed:
            fixed[zone] = zone >= HAND or (zone != s.you and has_rule(s, zone, "stones-fixed"))
        if not fixed[zone] and s.stones[FIELDS * zone + place]:
            s.stones[FIELDS * zone + place] -= 1
            owners[zone] = None
            moved.append(piece)
    s.done = len(moved) == n
    if op.pick or op.every:  # of other stones nobody says that they are the picked ones
        follow(s, moved, destinations(s, op, len(moved)))
    arrive(s, op, len(moved), source, tuple(owners))


def destinations(s: State, op: Operation, n: int) -> list[Piece]:
    """Where n stones lie after an operation has moved them."""
    places = op.to * n if len(op.to) == 1 else op.to[:n]
    return [
        ("", AWAY, 0, 0)
        if place.zone == "stone-zone"
        else ("", player(s, place.who, s.target), place.number, 0)
        for place in places
    ]


def arrive(s: State, op: Operation, n: int, source: str, owners: tuple[int, ...] = ()) -> None:
    """Lay down stones that were taken up; who did not have them gains them (DBK-OPS-10)."""
    if n <= 0:
        return
    to = op.to
    gains: dict[int, None] = {}
    rest = n
    for place in to:
        part = rest if len(to) == 1 else min(1, rest)
        if part == 0:
            break
        rest -= part
        if place.zone == "stone-zone":
            s.zone += part
            if s.log is not None:
                s.emit("return-stones", stones=part, **_owner(owners))
            continue
        seat = player(s, place.who, s.target)
        s.stones[FIELDS * seat + place.number] += part
        if s.log is not None:
            tell_stones(s, seat, part, place.number, source, owners)
        if owners != (seat,):
            gains[seat] = None
    if gains:
        happen_all(s, [("gain", seat, "", source, s.kind or "rule") for seat in gains])


def tell_stones(
    s: State, seat: int, n: int, place: int, source: str, owners: tuple[int, ...] = ()
) -> None:
    """Say who got stones, from where and to which place."""
    data: dict[str, Any] = {"place": place} if place else {}
    if owners == (seat,):
        s.emit("move-stones", seat=seat, stones=n, **data)
    elif source == "player":
        s.emit("take-stones", seat=seat, stones=n, **_owner(owners), **data)
    else:
        s.emit("gain", seat=seat, stones=n, source=source, **data)


def _owner(owners: tuple[int, ...]) -> dict[str, Any]:
    """Whose stones they were, if anybody's."""
    return {"target": owners[0]} if owners else {}


def gain(s: State, seat: int, n: int, place: int = 0) -> None:
    """Gain stones from the stone zone by the rules (DBK-FIRST-09)."""
    taken = take_stones(s, n)
    if taken:
        s.stones[FIELDS * seat + place] += taken
        if s.log is not None:
            tell_stones(s, seat, taken, place, "stone-zone")
        happen(s, "gain", seat, "", "stone-zone", "rule")
