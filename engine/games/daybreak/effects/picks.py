"""Cards and stones that somebody picks: ``pick``."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import EMPTY, chooser, number, run
from taku.engine.games.daybreak.effects.pieces import loose_stones, stone_move, store
from taku.engine.games.daybreak.effects.players import aim, can_choose
from taku.engine.games.daybreak.layout import CARD_ZONE, HAND, Piece
from taku.engine.games.daybreak.programs import Operation, cards_at, picked
from taku.engine.games.daybreak.state import State, offer, step
from taku.engine.games.daybreak.vocabulary import CURSE
from taku.engine.games.daybreak.zones import show


def candidates(s: State, op: Operation) -> list[Piece]:
    """What can still be picked, in a fixed order."""
    if op.stone:
        pieces = [piece for place in op.places for piece in loose_stones(s, place)]
    else:
        pieces = [piece for place in op.places for piece in cards_at(s, place, s.target)]
        if op.group:
            pieces = [
                p for p in pieces if (p[1] != s.you or op.group == "any") and can_choose(s, p[1])
            ]
        if op.where is not None:
            pieces = op.where.keep(s, pieces)
    for piece in picked(s, op.pick) if s.picks else ():
        if piece in pieces:
            pieces.remove(piece)
    return pieces


def pick(s: State, op: Operation) -> None:
    """Somebody picks pieces; a random one out of another's hand (DBK-OPS-16)."""
    if s.picks:
        store(s, op.pick, ())
    pieces = candidates(s, op)
    n = 1 if op.group else number(s, op.n)
    if n < 1 or not pieces:
        s.done = n < 1 and not op.up_to  # nothing was asked for, or nothing is there
        return
    who = chooser(s, op)
    if op.up_to:
        ask_pick(s, op, who, n, pieces)
    elif op.hand and any(HAND <= p[1] < CARD_ZONE and p[1] != HAND + who for p in pieces):
        pick_unseen(s, op, pieces, n)
    elif len(pieces) <= n or pieces.count(pieces[0]) == len(pieces):
        store(s, op.pick, tuple(pieces[:n]))
        pick_done(s, op.number, n)
    else:
        ask_pick(s, op, who, n, pieces)


def ask_pick(s: State, op: Operation, who: int, n: int, pieces: list[Piece]) -> None:
    """Ask for one piece more."""
    s.ask_listed(who, "pick", moves_for(s, op, pieces), op.number)
    s.agenda.append(("pick_one", op.number, who, n))


def pick_unseen(s: State, op: Operation, pieces: list[Piece], n: int) -> None:
    """From a hand that the chooser cannot see, chance picks."""
    taken: list[Piece] = []
    while pieces and len(taken) < n:
        taken.append(pieces.pop(s.below(len(pieces))))
    store(s, op.pick, tuple(taken))
    pick_done(s, op.number, n)


@offer("pick")
def pick_moves(s: State, seat: int, op: int) -> Sequence[str]:
    """Any piece that can still be picked."""
    operation = s.cards.operations[op]
    return moves_for(s, operation, candidates(s, operation))


def moves_for(s: State, op: Operation, pieces: list[Piece]) -> list[str]:
    """A move for each different piece, and a way to stop where fewer are allowed."""
    moves = [_move_of(s, op, piece) for piece in dict.fromkeys(pieces)]
    if op.up_to or not moves:
        moves.append("done")
    return moves


CURSE_VERBS = ("pick-curse", "pick-curse-installed", "pick-curse-down", "pick-curse-installed-down")
"""By the bits of the card."""


def _move_of(s: State, op: Operation, piece: Piece) -> str:
    card, zone, place, bits = piece
    if op.stone:
        return stone_move(s, piece)
    if card == CURSE and zone < HAND:
        # Curses are many, so that the place has to be told.
        return f"{CURSE_VERBS[bits]} {zone} {place}"
    return s.cards.verbs["pick"][card]


@step
def pick_one(s: State, number: int, who: int, n: int) -> None:
    """One piece more, until there are enough or the chooser stops."""
    op = s.cards.operations[number]
    move = s.answer(who)
    if move != "done":
        left = candidates(s, op)
        for piece in left:
            if _move_of(s, op, piece) == move:
                if HAND <= piece[1] < CARD_ZONE:
                    show(s, piece[0])
                store(s, op.pick, (*picked(s, op.pick), piece))
                left.remove(piece)
                break
        if left and len(picked(s, op.pick)) < n:
            ask_pick(s, op, who, n, left)
            return
    pick_done(s, number, n)


@step
def pick_done(s: State, number: int, n: int) -> None:
    """All is picked; what was in a hand has been shown; ``do`` runs if there is anything."""
    op = s.cards.operations[number]
    pieces = picked(s, op.pick)
    for card, zone, _, _ in pieces if op.hand else ():
        if HAND <= zone < CARD_ZONE:
            show(s, card)  # DBK-OPS-21
    if s.log is not None and pieces:
        if op.stone:
            s.emit("stones-picked", seat=chooser(s, op), stones=len(pieces))
        else:
            s.emit("picked", seat=chooser(s, op), cards=[piece[0] for piece in pieces])
    s.done = len(pieces) == n or (op.up_to and bool(pieces))
    if not pieces or op.program == EMPTY:
        return
    if not s.done:
        s.agenda.append(("not_in_full",))
    if op.group:
        aim(s, pieces[0][1], op.program)
    else:
        run(s, op.program)


@step
def not_in_full(s: State) -> None:
    """Too few pieces were picked, whatever was done with them."""
    s.done = False
