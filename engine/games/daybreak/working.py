"""Resolutions, and the installed cards that interrupt them (§09-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from taku.engine.core.operations import after, run
from taku.engine.games.daybreak.layout import FIELDS, INSTALLED, Saved
from taku.engine.games.daybreak.programs import Watch
from taku.engine.games.daybreak.state import State, offer, step

SAVED = (
    "kind", "source", "you", "target", "actor", "x", "attack", "no_block", "tripped", "negated",
    "done", "reached", "count", "picks",
)  # fmt: skip
_save = attrgetter(*SAVED)


# -- one resolution -------------------------------------------------------------------------------


def resolve(
    s: State, kind: str, you: int, source: str, program: int, actor: int = -1, x: int = 0
) -> None:
    """Resolve a list of operations; what is being resolved now waits (DBK-OPS-11)."""
    if s.kind:
        saved: Saved = _save(s)
        s.outer.append(saved)
    s.kind = kind
    s.source = source
    s.you = you
    s.target = -1
    s.actor = actor
    s.x = x
    s.attack = kind != "witch" and source in s.cards.attacks
    s.no_block = s.tripped = s.negated = False
    s.done = True
    s.reached = 0
    s.count = tuple(s.stones[::FIELDS])
    s.picks = ()
    depth = len(s.agenda)
    run(s, program)
    after(s, depth, end_resolution)


@step
def end_resolution(s: State) -> None:
    """Go on with what was interrupted."""
    s.blocked = s.negated
    if s.outer:
        (s.kind, s.source, s.you, s.target, s.actor, s.x, s.attack, s.no_block, s.tripped,
         s.negated, s.done, s.reached, s.count, s.picks) = s.outer.pop()  # fmt: skip
    else:
        s.kind = s.source = ""
        s.target = s.actor = -1
        s.picks = ()
        s.negated = False


# -- events ---------------------------------------------------------------------------------------


def happen(
    s: State, event: str, actor: int, card: str = "", source: str = "", through: str = ""
) -> None:
    """Something has happened; the cards that wait for it work next (DBK-INST-01)."""
    watchers = s.cards.watches.get((event, source, through))
    if watchers is not None and is_watched(s, watchers):
        summon(s, watchers, actor, card)


def is_watched(s: State, watchers: Mapping[str, Watch]) -> bool:
    """Whether any of these cards is installed anywhere."""
    for zone in s.cast:
        for id, _, bits in zone:
            if bits == INSTALLED and id in watchers:
                return True
    return False


def happen_all(s: State, events: Sequence[tuple[str, int, str, str, str]]) -> None:
    """Several events of one operation, one after another (DBK-OPS-10)."""
    if len(events) == 1:
        happen(s, *events[0])
    else:
        s.agenda += [("notice", *each) for each in reversed(events)]


@step
def notice(s: State, event: str, actor: int, card: str, source: str, through: str) -> None:
    """An event whose turn has come."""
    happen(s, event, actor, card, source, through)


def summon(s: State, watchers: Mapping[str, Watch], actor: int, card: str) -> None:
    """Put the cards that wait for an event to work, clockwise from the turn player (DBK-INST-02)."""
    todo = []
    for seat in s.clockwise(s.active):
        for id, _, bits in s.cast[seat]:
            if bits == INSTALLED and id in watchers and id not in s.chain:
                mine, fit = watchers[id]
                if mine == (seat == actor) and (fit is None or card in fit):
                    todo.append(id)
    if todo:
        if s.kind != "installed":
            s.then(end_chain)
        s.then((work, actor, tuple(todo)))


@step
def end_chain(s: State) -> None:
    """Everything that one event has caused is done (DBK-INST-07)."""
    s.chain.clear()


def standing(s: State, card: str) -> int:
    """The seat in whose cast zone a card is installed and face-up, -1 if nowhere."""
    for seat in s.seats:
        for id, _, bits in s.cast[seat]:
            if id == card and bits == INSTALLED:
                return seat
    return -1


@step
def work(s: State, actor: int, todo: tuple[str, ...]) -> None:
    """The next card works, if it still can (DBK-INST-10); its owner orders several (DBK-INST-08)."""
    able = [card for card in todo if card not in s.chain and standing(s, card) >= 0]
    if not able:
        return
    owner = standing(s, able[0])
    mine = tuple([card for card in able if standing(s, card) == owner])
    if len(mine) > 1:
        s.ask(owner, "order", mine)
        s.then((ordered, owner, actor, tuple(able)))
    else:
        put_to_work(s, owner, actor, able[0], tuple(able))


@offer("order")
def order_moves(s: State, seat: int, cards: tuple[str, ...]) -> Sequence[str]:
    """Any of the seat's cards that work now."""
    names = s.cards.verbs["first"]
    return [names[card] for card in cards]


@step
def ordered(s: State, owner: int, actor: int, todo: tuple[str, ...]) -> None:
    """The owner has said which card is first."""
    put_to_work(s, owner, actor, s.answer(owner)[6:], todo)


def put_to_work(s: State, owner: int, actor: int, card: str, todo: tuple[str, ...]) -> None:
    """One installed card works, compulsorily (DBK-INST-03); the rest of ``todo`` follows."""
    rest = tuple([each for each in todo if each != card])
    if rest:
        s.then((work, actor, rest))
    s.chain.append(card)
    if s.log is not None:
        s.emit("work", seat=owner, card=card)
    resolve(s, "installed", owner, card, s.cards.effects[card], actor)


# -- blocks ---------------------------------------------------------------------------------------


def guards(s: State, seat: int, only_blocks: bool = False) -> tuple[str, ...]:
    """The cards of a seat that can answer an attack now (DBK-BLOCK-01, -05, -18)."""
    known = s.cards.guards
    return tuple([
        card
        for card, _, bits in s.cast[seat]
        if bits == INSTALLED
        and card in known
        and card not in s.chain
        and (known[card] if only_blocks else not (s.no_block and known[card]))
    ])  # fmt: skip


def receive(s: State, program: int) -> None:
    """The target receives the effect, unless a card of theirs stops it (DBK-OPS-06)."""
    if s.attack and s.target != s.you:
        ready = guards(s, s.target)
        if ready:
            s.then((received, program))
            guard(s, ready)
            return
    run(s, program)


def guard(s: State, ready: tuple[str, ...]) -> None:
    """One card of the target works, of the target's choice (DBK-BLOCK-04)."""
    if s.kind != "installed":
        s.then(end_chain)
    if len(ready) > 1:
        s.ask(s.target, "block", ready)
        s.then((guard_chosen, s.target))
    else:
        put_to_work(s, s.target, s.you, ready[0], ())


@offer("block")
def block_moves(s: State, seat: int, cards: tuple[str, ...]) -> Sequence[str]:
    """Any card that can answer."""
    names = s.cards.verbs["block"]
    return [names[card] for card in cards]


@step
def guard_chosen(s: State, seat: int) -> None:
    """The owner has chosen; the others do not work now."""
    put_to_work(s, seat, s.you, s.answer(seat)[6:], ())


@step
def received(s: State, program: int) -> None:
    """The part aimed at this player is skipped if it was stopped (DBK-BLOCK-10)."""
    if s.blocked:
        s.done = False
        if s.log is not None:
            s.emit("blocked", target=s.target, card=s.source)
    else:
        run(s, program)
