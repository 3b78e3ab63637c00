"""Card texts as plain data, for every game whose cards are lists of small operations.

A list of operations is a *program*. Programs are compiled once, when a card file is read; they and
their operations have numbers, so that the agenda and the asks of a state can refer to them. The
operations that mean the same in every such game are here; a game adds its own to
``ProgramRules.operations``, and its ``Customs`` say whom effects reach and what players pay with.

An operation is a function of the state and the compiled operation. It sets ``s.done`` (done in
full) at once or in a later step. Whatever it plans is done before the next operation: what follows
is put below that on the agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from taku.engine.core.decisions import Rules
from taku.engine.core.state import State

EMPTY = 0
"""The number of the program that does nothing."""

Number = int | Callable[[Any, int], int]
"""A number, or what computes it from the state and the target."""
Condition = Callable[[Any, int], bool]
"""A condition of the state and the target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation; fields that its kind does not have keep their defaults."""

    number: int
    name: str
    program: int = EMPTY
    """``do``, the first of ``choose``, or the ``then`` of ``pay``."""
    other: int = EMPTY
    """The second of ``choose``, or the ``then`` of ``may``."""
    ask: str = ""
    """The kind of the decision that it asks for."""
    answers: tuple[str, str] = ("", "")
    """The moves of ``choose``."""
    group: str = ""
    """Whom ``each`` reaches: ``others`` or ``all``."""
    cond: Condition | None = None
    n: Number = 1
    every: bool = False
    """Whether ``pay`` asks how much: X, from ``least`` to ``most``."""
    least: int = 0
    most: int = 0
    forced: bool = False
    by_target: bool = False
    """Whether the target chooses."""


@dataclass(slots=True, eq=False, repr=False)
class ProgramState(State):
    """A state of a game whose cards are programs."""

    rules: ClassVar[ProgramRules]

    target: int = -1
    """Whom the operation is about, -1 if nobody was named."""
    x: int = 0
    """What was paid for X."""
    done: bool = True
    """Whether the last operation was done in full (DBK-OPS-03)."""

    @property
    def you(self) -> int:
        """Whose card it is."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Customs:
    """What the shared operations leave to the game."""

    in_turn: Callable[[Any], Sequence[int]]
    """All players that an effect can reach, in the order in which it reaches them."""
    receive: Callable[[Any, int], None]
    """The target gets to feel a program."""
    purse: Callable[[Any], int]
    """What you could pay now."""
    spend: Callable[[Any, int], None]
    """Pay that much."""
    chosen: Callable[[Any, int, str], None]
    """Tell which of two somebody has chosen."""


class ProgramRules(Rules):
    """The steps, offers and operations of such a game, the shared ones among them."""

    def __init__(self) -> None:
        super().__init__()
        self.operations: dict[str, Callable[..., None]] = {
            "each": each,
            "choose": choose,
            "may": may,
            "pay": pay,
        }
        self.customs: Customs
        for shared in (resume, each_done, choose_done, may_chosen, may_then, in_full, paid):
            self.step(shared)


# -- lists of operations --------------------------------------------------------------------------


def run(s: ProgramState, program: int, at: int = 0, ok: bool = True) -> None:
    """Carry out a program from operation ``at``; ``ok``: all before it were done in full."""
    agenda = s.agenda
    depth = len(agenda)
    operations = s.rules.operations
    ops = s.cards.programs[program]
    last = len(ops)
    while at < last:
        op = ops[at]
        at += 1
        operations[op.name](s, op)
        if s.result is not None:
            return
        if len(agenda) != depth:
            if at < last or not ok:
                agenda.insert(depth, ("resume", program, at, ok))
            return
        ok = ok and s.done
    s.done = ok


def resume(s: ProgramState, program: int, at: int, ok: bool) -> None:
    """Go on with a list when all that an operation has planned is done."""
    run(s, program, at, ok and s.done)


def after(s: State, depth: int, step: Callable[..., None], *args: int | str) -> None:
    """Go on with a step: at once if nothing was planned above ``depth``, otherwise after that."""
    if len(s.agenda) == depth:
        step(s, *args)
    else:
        s.agenda.insert(depth, (step.__name__, *args))


def number(s: ProgramState, n: Number) -> int:
    """The value of a number now."""
    return n if type(n) is int else n(s, s.target)  # type: ignore[operator]


def chooser(s: ProgramState, op: Operation) -> int:
    """Who makes the choice."""
    return s.target if op.by_target else s.you


# -- each: several players, one after the other -----------------------------------------------------


def each(s: ProgramState, op: Operation) -> None:
    """Every player of the group receives the list in turn (DBK-MISC-05, HOC-RES-02, -03)."""
    each_next(s, op.number, 0, True, s.target)


def each_next(s: ProgramState, number: int, at: int, ok: bool, before: int) -> None:
    """The next player; a condition is tested when their turn comes (DBK-OPS-14)."""
    op = s.cards.operations[number]
    customs = s.rules.customs
    but = s.you if op.group == "others" else -1
    for seat in customs.in_turn(s)[at:]:
        at += 1
        if seat != but and (op.cond is None or op.cond(s, seat)):
            s.target = seat
            depth = len(s.agenda)
            customs.receive(s, op.program)
            if s.result is not None:
                return
            if len(s.agenda) != depth:
                s.agenda.insert(depth, ("each_done", number, at, ok, before))
                return
            ok = ok and s.done
    s.target = before
    s.done = ok


def each_done(s: ProgramState, number: int, at: int, ok: bool, before: int) -> None:
    """On to the next player."""
    each_next(s, number, at, ok and s.done, before)


# -- choose: one of two lists ------------------------------------------------------------------------


def choose(s: ProgramState, op: Operation) -> None:
    """One of two; both can always be chosen (DBK-CHOICE-03)."""
    seat = chooser(s, op)
    s.ask(seat, op.ask, op.number)
    s.agenda.append(("choose_done", op.number, seat))


def choose_moves(s: ProgramState, seat: int, op: int) -> Sequence[str]:
    """The two."""
    answers: Sequence[str] = s.cards.operations[op].answers
    return answers


def choose_done(s: ProgramState, number: int, seat: int) -> None:
    """The chosen list runs, as if there were no other (DBK-CHOICE-02)."""
    op = s.cards.operations[number]
    move = s.answer(seat)
    if s.log is not None:
        s.rules.customs.chosen(s, seat, move)
    run(s, op.program if move == op.answers[0] else op.other)


# -- may: what can be declined, and what follows only if it was done ---------------------------------


def may(s: ProgramState, op: Operation) -> None:
    """Something that can be declined, unless forced."""
    if op.forced:
        _do_then(s, op)
    else:
        seat = chooser(s, op)
        s.ask(seat, op.ask, op.number)
        s.agenda.append(("may_chosen", op.number, seat))


def may_moves(s: ProgramState, seat: int, op: int) -> Sequence[str]:
    """Yes or no."""
    return ("do", "pass")


def may_chosen(s: ProgramState, number: int, seat: int) -> None:
    """A declined offer is not done in full."""
    if s.answer(seat) == "do":
        _do_then(s, s.cards.operations[number])
    else:
        s.done = False


def _do_then(s: ProgramState, op: Operation) -> None:
    s.agenda.append(("may_then", op.other))
    run(s, op.program)


def may_then(s: ProgramState, program: int) -> None:
    """``then`` runs only if all before it was done in full (DBK-MISC-02, -06)."""
    if s.done and program != EMPTY:
        s.agenda.append(("in_full",))
        run(s, program)


def in_full(s: ProgramState) -> None:
    """A ``may`` counts by its ``do``, which was done."""
    s.done = True


# -- pay: a price, and what it buys ------------------------------------------------------------------


def pay(s: ProgramState, op: Operation) -> None:
    """Pay a price, or as much as you like; optional unless forced (DBK-ADD-02, HOC-PAY-01)."""
    least, most = _prices(s, op)
    if most < least:
        s.done = False
    elif op.forced and least == most:
        pay_for(s, op, least)
    else:
        s.ask(s.you, op.ask, op.number)
        s.agenda.append(("paid", op.number))


def _prices(s: ProgramState, op: Operation) -> tuple[int, int]:
    """The least and the most that can be paid; the most is less if the purse does not suffice."""
    if op.every:
        return op.least, min(op.most, s.rules.customs.purse(s))
    price = max(0, number(s, op.n))
    return price, price if s.rules.customs.purse(s) >= price else -1


def pay_moves(s: ProgramState, seat: int, op: int) -> Sequence[str]:
    """Every amount that may be paid, or nothing."""
    operation: Operation = s.cards.operations[op]
    least, most = _prices(s, operation)
    moves = [f"pay {n}" for n in range(least, most + 1)]
    return moves if operation.forced else [*moves, "pass"]


def paid(s: ProgramState, number: int) -> None:
    """Paid or declined."""
    move = s.answer(s.you)
    if move == "pass":
        s.done = False
    else:
        pay_for(s, s.cards.operations[number], int(move[4:]))


def pay_for(s: ProgramState, op: Operation, n: int) -> None:
    """Pay, and do what was paid for (DBK-ADD-04, HOC-PAY-02)."""
    s.rules.customs.spend(s, n)
    if op.every:
        s.x = n
    run(s, op.program)


# -- from card texts to programs ----------------------------------------------------------------------

LISTS: dict[str, Mapping[str, str]] = {
    "each": {"do": "program"},
    "may": {"do": "program", "then": "other"},
    "pay": {"then": "program"},
}
"""Lists within an operation, and where the compiled operation keeps their numbers.

``choose`` has two, which every game names in its own words; they are the moves, too.
"""

O = TypeVar("O", bound=Operation)


class Compiler(Generic[O]):
    """Turns lists of operations, as they are written, into programs."""

    kind: type[O]
    """What it makes."""
    lists: Mapping[str, Mapping[str, str]]
    """As ``LISTS``, with all operations of the game."""

    def __init__(self) -> None:
        self.programs: list[tuple[O, ...]] = [()]
        self.operations: list[O] = []

    def program(self, ops: Sequence[Mapping[str, Any]]) -> int:
        """The number of a list of operations."""
        if not ops:
            return EMPTY
        place = len(self.programs)
        self.programs.append(())
        self.programs[place] = tuple([self.operation(op) for op in ops])
        return place

    def operation(self, op: Mapping[str, Any]) -> O:
        """One operation, with its number."""
        place, name = len(self.operations), op["op"]
        self.operations.append(self.kind(number=place, name=name))
        lists = self.lists.get(name, {})
        fields = {into: self.program(op.get(key, ())) for key, into in lists.items()}
        done = self.kind(number=place, name=name, **fields | self.fields(op))
        self.operations[place] = done
        return done

    def fields(self, op: Mapping[str, Any]) -> dict[str, Any]:
        """The other fields of an operation."""
        raise NotImplementedError
