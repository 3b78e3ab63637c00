"""Rules that cards set, for you or for the effect in progress (``static`` and its like)."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import number
from taku.engine.games.daybreak.layout import INSTALLED
from taku.engine.games.daybreak.programs import Operation
from taku.engine.games.daybreak.state import State, step
from taku.engine.games.daybreak.working import end_chain, guards, put_to_work


def has_rule(s: State, seat: int, rule: str) -> bool:
    """Whether a seat is under a rule, by an installed card or for this turn."""
    ruling = s.cards.ruling[rule]
    for card, _, bits in s.cast[seat]:
        if bits == INSTALLED and card in ruling:
            return True
    for owner, op in s.turn_rules:
        if owner == seat and s.cards.operations[op].rule == rule:
            return True
    return False


def cost_changes(s: State, seat: int, rule: str) -> list[Operation]:
    """The changes of a cost that a seat is under, by installed cards and for this turn."""
    ruling = s.cards.ruling[rule]
    found: list[Operation] = []
    for card, _, bits in s.cast[seat]:
        if bits == INSTALLED and card in ruling:
            found += [op for op in s.cards.statics[card] if op.rule == rule]
    for owner, place in s.turn_rules:
        op = s.cards.operations[place]
        if owner == seat and op.rule == rule:
            found.append(op)
    return found


def changed(changes: Sequence[Operation], card: str) -> int:
    """By how much all changes together change the cost of one card (DBK-MISC-16)."""
    by = 0
    for op in changes:
        if op.where is None or card in op.where.fit:
            by += op.by
    return by


def use_cost(s: State, seat: int, card: str) -> int:
    """What a card costs a seat to use now (DBK-MISC-10, -15, -16)."""
    changes = cost_changes(s, seat, "use-cost")
    return max(0, s.cards.use_costs[card] + changed(changes, card))


def acquire_cost(s: State, seat: int, card: str) -> int:
    """What a card costs a seat to acquire now (DBK-MISC-10, -16)."""
    changes = cost_changes(s, seat, "acquire-cost")
    return max(0, s.cards.by_id[card].acquire_cost + changed(changes, card))


def static(s: State, op: Operation) -> None:
    """A rule for you until the end of this turn (DBK-ENDP-18)."""
    s.turn_rules.append((s.you, op.number))
    s.done = True


def negate(s: State, op: Operation) -> None:
    """The effect in progress does not apply to you (DBK-BLOCK-10)."""
    s.negated = True
    s.done = True


def no_block(s: State, op: Operation) -> None:
    """Blocks do not work from now on (DBK-BLOCK-05)."""
    s.no_block = True
    s.done = True


def trip_block(s: State, op: Operation) -> None:
    """A Block of the target is made to work; its owner picks which (DBK-BLOCK-13)."""
    ready = guards(s, s.target, only_blocks=True)
    s.tripped = bool(ready)
    s.done = True
    if not ready:
        return
    if s.kind != "installed":
        s.then(end_chain)
    if len(ready) > 1:
        s.ask(s.target, "block", ready)
        s.then((trip_chosen, s.target))
    else:
        put_to_work(s, s.target, s.you, ready[0], ())


@step
def trip_chosen(s: State, seat: int) -> None:
    """The owner has picked the Block that works."""
    put_to_work(s, seat, s.you, s.answer(seat)[6:], ())


def hold_end(s: State, op: Operation) -> None:
    """The end state does not begin in this turn, unless it has (DBK-HOLD-01, -04)."""
    s.hold = True
    s.done = True
    if s.log is not None and not s.ending:
        s.emit("hold", seat=s.you)


def extra_turn(s: State, op: Operation) -> None:
    """You take extra turns after this one (DBK-ULT-01)."""
    s.extra += [(s.you, op.number, s.source)] * number(s, op.n)
    s.done = True
    if s.log is not None:
        s.emit("extra-turn-due", seat=s.you, card=s.source)
