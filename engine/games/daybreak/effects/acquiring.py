"""Cards acquired, in the start phase and by ``acquire``."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import number
from taku.engine.games.daybreak.effects.gaining import tell_stones
from taku.engine.games.daybreak.effects.pieces import follow, named
from taku.engine.games.daybreak.effects.rules import acquire_cost
from taku.engine.games.daybreak.layout import CARD_ZONE, DOWN, FIELDS, HAND, REMOVED, WAITING, Piece
from taku.engine.games.daybreak.programs import Operation
from taku.engine.games.daybreak.state import State, offer, step
from taku.engine.games.daybreak.vocabulary import CURSE
from taku.engine.games.daybreak.working import happen_all
from taku.engine.games.daybreak.zones import lay_on, pay_stones, put_card, take_card

FROM = {CARD_ZONE: "card-zone", REMOVED: "removed"}
"""What the event ``acquire`` calls the shared zones."""


def acquire(s: State, op: Operation) -> None:
    """A player acquires cards, paying as the text says."""
    who = s.target if op.by_target else s.you
    if not op.pick:
        acquire_curses(s, op, who)
        return
    pieces = named(s, op)
    if not pieces:
        s.done = False
        return
    if op.cost == "printed":
        cost = sum(acquire_cost(s, who, piece[0]) if not piece[3] & DOWN else 0 for piece in pieces)
        spare = [card for card in s.row if all(card != piece[0] for piece in pieces)]
        if cost > s.stones[FIELDS * who] or (cost and not spare):
            s.done = False
            return
        s.then(
            (pay_onto, who, cost, tuple([piece[0] for piece in pieces])),
            (acquire_paid, op.number, who),
        )
        return
    cost = max(0, number(s, op.price)) if op.cost == "number" else 0
    if cost > s.stones[FIELDS * who]:
        s.done = False
        return
    if cost:
        pay_stones(s, who, cost)
    acquire_paid(s, op.number, who)


def acquire_curses(s: State, op: Operation, who: int) -> None:
    """Curses from the curse zone, as many as there are (DBK-CURSE-12)."""
    asked = max(0, number(s, op.n))
    cost = max(0, number(s, op.price)) if op.cost == "number" else 0
    if cost > s.stones[FIELDS * who]:
        s.done = False
        return
    if cost:
        pay_stones(s, who, cost)
    n = min(asked, s.curses)
    s.curses -= n
    place = op.place or s.cards.by_id[CURSE].acquire_cast
    for _ in range(n):
        put_card(s, who, CURSE, place, WAITING)
        if s.log is not None:
            s.emit("acquire", seat=who, card=CURSE, place=place)
    s.done = n == asked
    happen_all(s, [("acquire", who, CURSE, "curse-zone", "")] * n)


@step
def pay_onto(s: State, who: int, left: int, wanted: tuple[str, ...]) -> None:
    """Pay an acquisition cost stone by stone onto cards not acquired (DBK-START-08, -09)."""
    if not left:
        return
    spare = [card for card in s.row if card not in wanted]
    if len(spare) == 1:
        put_onto(s, who, spare[0], left)
    else:
        names = s.cards.verbs["put"]
        s.ask_listed(who, "put", [names[card] for card in spare], left, wanted)
        s.agenda.append(("stone_put", who, left, wanted))


@offer("put")
def put_moves(s: State, seat: int, left: int, wanted: tuple[str, ...]) -> Sequence[str]:
    """Any card of the card zone that is not being acquired."""
    names = s.cards.verbs["put"]
    return [names[card] for card in s.row if card not in wanted]


@step
def stone_put(s: State, who: int, left: int, wanted: tuple[str, ...]) -> None:
    """One stone is placed."""
    put_onto(s, who, s.answer(who)[4:], 1)
    pay_onto(s, who, left - 1, wanted)


def put_onto(s: State, who: int, card: str, n: int) -> None:
    """Held stones onto a card of the card zone; they belong to nobody there (DBK-ZONE-09)."""
    s.stones[FIELDS * who] -= n
    lay_on(s, card, n)
    if s.log is not None:
        s.emit("put", seat=who, card=card, stones=n)


@step
def acquire_paid(s: State, number: int, who: int) -> None:
    """The cost is paid: the cards change hands (DBK-START-10)."""
    op = s.cards.operations[number]
    s.done = True
    take_over(s, who, named(s, op), op.place)


def take_over(s: State, who: int, pieces: Sequence[Piece], at: int = 0) -> None:
    """Place acquired cards, gain what lay on them, then the events (DBK-START-18)."""
    after, events = [], []
    stones = 0
    for piece in pieces:
        card, zone, place, bits = piece
        stones += take_card(s, piece)
        if not at and bits & DOWN:
            to = place  # a face-down card has no acquisition cast time (DBK-FACE-13)
        else:
            to = at or s.cards.by_id[card].acquire_cast
        after.append(put_card(s, who, card, to, WAITING))
        source = FROM.get(zone, "hand" if zone >= HAND else "cast")
        events.append(("acquire", who, card, source, ""))
        if s.log is not None:
            s.emit("acquire", seat=who, card=card, place=to)
    if stones:
        s.stones[FIELDS * who] += stones
        if s.log is not None:
            tell_stones(s, who, stones, 0, "card-zone")
        events.append(("gain", who, "", "card-zone", s.kind or "rule"))
    follow(s, pieces, after)
    happen_all(s, events)
