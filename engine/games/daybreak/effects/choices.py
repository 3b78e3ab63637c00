"""What can be chosen, declined or paid for: ``choose``, ``may``, ``pay`` and ``if``."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.daybreak.effects.pieces import chooser
from taku.engine.games.daybreak.layout import FIELDS
from taku.engine.games.daybreak.programs import EMPTY, Operation, number
from taku.engine.games.daybreak.state import State, offer, step
from taku.engine.games.daybreak.working import run
from taku.engine.games.daybreak.zones import pay_stones


def choose(s: State, op: Operation) -> None:
    """Red or blue; both can always be chosen (DBK-CHOICE-03)."""
    s.ask(chooser(s, op), "choose")
    s.then((choose_done, op.number, chooser(s, op)))


@offer("choose")
def choose_moves(s: State, seat: int) -> Sequence[str]:
    """The two halves of the card."""
    return ("red", "blue")


@step
def choose_done(s: State, number: int, who: int) -> None:
    """The chosen list runs, as if the card had no other (DBK-CHOICE-02)."""
    op = s.cards.operations[number]
    colour = s.answer(who)
    if s.log is not None:
        s.emit("chose", seat=who, card=s.source, colour=colour)
    run(s, op.program if colour == "red" else op.other)


def may(s: State, op: Operation) -> None:
    """Something that can be declined, unless forced."""
    if op.forced:
        s.then((may_then, op.other))
        run(s, op.program)
    else:
        s.ask(chooser(s, op), "may", s.source)
        s.then((may_chosen, op.number, chooser(s, op)))


@offer("may")
def may_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """Yes or no."""
    return ("do", "pass")


@step
def may_chosen(s: State, number: int, who: int) -> None:
    """A declined offer is not done in full."""
    op = s.cards.operations[number]
    if s.answer(who) == "do":
        s.then((may_then, op.other))
        run(s, op.program)
    else:
        s.done = False


@step
def may_then(s: State, program: int) -> None:
    """``then`` runs only if all before it was done in full (DBK-MISC-02, -06)."""
    if s.done and program != EMPTY:
        s.then(in_full)
        run(s, program)


@step
def in_full(s: State) -> None:
    """A ``may`` counts by its ``do``, which was done."""
    s.done = True


def pay(s: State, op: Operation) -> None:
    """An additional cost, optional unless forced (DBK-ADD-02)."""
    held = s.stones[FIELDS * s.you]
    least = op.least if op.every else max(0, number(s, op.n))
    if held < least:
        s.done = False
    elif op.forced:
        pay_cost(s, op, least)
    else:
        most = min(op.most, held) if op.every else least
        s.ask(s.you, "pay", least, most)
        s.then((pay_chosen, op.number))


@offer("pay")
def pay_moves(s: State, seat: int, least: int, most: int) -> Sequence[str]:
    """Every amount that may be paid, or nothing."""
    return [*[f"pay {n}" for n in range(least, most + 1)], "pass"]


@step
def pay_chosen(s: State, number: int) -> None:
    """Paid or declined."""
    move = s.answer(s.you)
    if move == "pass":
        s.done = False
    else:
        pay_cost(s, s.cards.operations[number], int(move[4:]))


def pay_cost(s: State, op: Operation, n: int) -> None:
    """Pay, and do what follows the colon (DBK-ADD-01, -04)."""
    pay_stones(s, s.you, n)
    if op.every:
        s.x = n
    if s.log is not None:
        s.emit("pay", seat=s.you, stones=n, card=s.source)
    run(s, op.program)


def branch(s: State, op: Operation) -> None:
    """``if``: one of two lists; an absent one is done in full."""
    assert op.cond is not None
    program = op.program if op.cond(s, s.target) else op.other
    run(s, program)
