"""What can be chosen, declined or paid for: ``if``, and the questions of the shared operations."""

from __future__ import annotations

from taku.engine.core.operations import choose_moves, may_moves, pay_moves, run
from taku.engine.games.daybreak.layout import FIELDS
from taku.engine.games.daybreak.programs import Operation
from taku.engine.games.daybreak.state import State, offer
from taku.engine.games.daybreak.zones import pay_stones

offer("choose")(choose_moves)  # the two halves of the card (DBK-CHOICE-03)
offer("may")(may_moves)
offer("pay")(pay_moves)


def chosen(s: State, seat: int, colour: str) -> None:
    """Tell which half of the card it is."""
    s.emit("chose", seat=seat, card=s.source, colour=colour)


def purse(s: State) -> int:
    """The stones that you hold pay additional costs."""
    return s.stones[FIELDS * s.you]


def spend(s: State, n: int) -> None:
    """Pay an additional cost (DBK-ADD-01)."""
    pay_stones(s, s.you, n)
    if s.log is not None:
        s.emit("pay", seat=s.you, stones=n, card=s.source)


def if_(s: State, op: Operation) -> None:
    """One of two lists; an absent one is done in full."""
    assert op.cond is not None
    run(s, op.program if op.cond(s, s.target) else op.other)
