"""Whom an effect is about: ``target``, and whom ``each`` reaches."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import after
from taku.engine.games.daybreak.effects.rules import has_rule
from taku.engine.games.daybreak.programs import Operation
from taku.engine.games.daybreak.state import State, offer, step
from taku.engine.games.daybreak.working import receive


def can_choose(s: State, seat: int) -> bool:
    """Whether the effect being resolved may choose this player or their cards (DBK-OPS-07)."""
    return (
        seat == s.you
        or s.kind == "witch"
        or bool(s.reached >> seat & 1)
        or not has_rule(s, seat, "unchoosable")
    )


def targets(s: State, op: Operation) -> list[int]:
    """Whom ``target`` may choose."""
    return [
        seat
        for seat in s.seats
        if (op.group == "all" or seat != s.you)
        and can_choose(s, seat)
        and (op.cond is None or op.cond(s, seat))
    ]


def target(s: State, op: Operation) -> None:
    """One player, chosen by you or named by the event."""
    if op.group == "event":
        if s.actor < 0 or (op.cond is not None and not op.cond(s, s.actor)):
            s.done = False
            return
        s.reached |= 1 << s.actor
        aim(s, s.actor, op.program)
        return
    seats = targets(s, op)
    if len(seats) > 1:
        s.ask(s.you, "target", op.number)
        s.then((target_chosen, op.program))
    elif seats:
        aim(s, seats[0], op.program)
    else:
        s.done = False


TARGET_MOVES = [f"target {seat}" for seat in range(4)]


@offer("target")
def target_moves(s: State, seat: int, op: int) -> Sequence[str]:
    """Any player who can be chosen."""
    return [TARGET_MOVES[seat] for seat in targets(s, s.cards.operations[op])]


@step
def target_chosen(s: State, program: int) -> None:
    """The player is chosen."""
    aim(s, int(s.answer(s.you)[7:]), program)


def aim(s: State, seat: int, program: int) -> None:
    """Set the target, run a list for it, and set it back (DBK-OPS-05)."""
    before, depth = s.target, len(s.agenda)
    s.target = seat
    if s.log is not None and seat != s.you:
        s.emit("aim", seat=s.you, target=seat, card=s.source)
    receive(s, program)
    after(s, depth, aimed_back, before)


@step
def aimed_back(s: State, seat: int) -> None:
    """The earlier target is back."""
    s.target = seat


def in_turn(s: State) -> Sequence[int]:
    """Several players, clockwise from the turn player (DBK-MISC-05)."""
    return s.clockwise(s.active)


def reach(s: State, program: int) -> None:
    """Whom ``each`` has reached can be chosen by what follows (DBK-SAFE-05)."""
    s.reached |= 1 << s.target
    receive(s, program)
