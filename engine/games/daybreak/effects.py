"""What cards do: the operations of RULES.md, part "Operations", in its order.

Each operation is a function of the state and the compiled operation (see ``working.run``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taku.engine.games.daybreak.programs import (
    EMPTY,
    Operation,
    cards_at,
    number,
    picked,
    player,
    stones_at,
)
from taku.engine.games.daybreak.state import (
    AWAY,
    CARD_ZONE,
    DOWN,
    FIELDS,
    HAND,
    INSTALLED,
    REMOVED,
    WAITING,
    Piece,
    State,
    offer,
    step,
)
from taku.engine.games.daybreak.vocabulary import CURSE, Place
from taku.engine.games.daybreak.working import (
    OPERATIONS,
    after,
    end_chain,
    guards,
    happen,
    happen_all,
    is_watched,
    put_to_work,
    receive,
    run,
)
from taku.engine.games.daybreak.zones import (
    PLACES,
    discard,
    find,
    lay_on,
    lift_off,
    pay_stones,
    put_card,
    shift_cards,
    shift_stones,
    show,
    take_card,
    take_stones,
)

FROM = {CARD_ZONE: "card-zone", REMOVED: "removed"}
"""What the event ``acquire`` calls the shared zones."""


def chooser(s: State, op: Operation) -> int:
    """Who makes the choice."""
    return s.target if op.by_target else s.you


def store(s: State, name: str, pieces: tuple[Piece, ...]) -> None:
    """Keep a pick under its name, in place of an earlier one (DBK-OPS-04)."""
    s.picks = (*[pick for pick in s.picks if pick[0] != name], (name, pieces))


def named(s: State, op: Operation) -> list[Piece]:
    """The cards an operation acts on, where they lie now (DBK-OPS-12, -13)."""
    if op.pick == "this":
        return [
            (card, s.you, place, bits)
            for card, place, bits in s.cast[s.you]
            if card == s.source and s.kind == "installed"
        ]
    found: list[Piece] = []
    for piece in picked(s, op.pick):
        now = find(s, piece)
        if now is not None and (not found or found.count(now) < _copies(s, now)):
            found.append(now)
    return found


def _copies(s: State, piece: Piece) -> int:
    """How many equal cards lie there; only Curses have any."""
    card, zone, place, bits = piece
    if card != CURSE:
        return 1
    if zone < HAND:
        return s.cast[zone].count((card, place, bits))
    return s.hand[zone - HAND].count(card) if zone < CARD_ZONE else 1


def follow(s: State, before: Sequence[Piece], after: Sequence[Piece]) -> None:
    """Every pick follows what the same resolution does to its pieces (DBK-OPS-12)."""
    if s.picks and before:
        s.picks = tuple([(name, _followed(pieces, before, after)) for name, pieces in s.picks])


def _followed(
    pieces: Sequence[Piece], before: Sequence[Piece], after: Sequence[Piece]
) -> tuple[Piece, ...]:
    """The pieces of one pick; each that has moved is where it has moved to."""
    moved = list(zip(before, after, strict=True))
    now = []
    for piece in pieces:
        for pair in moved:
            if pair[0] == piece or (pair[0][:2] == piece[:2] and piece[0] not in ("", CURSE)):
                moved.remove(pair)
                piece = pair[1]
                break
        now.append(piece)
    return tuple(now)


# -- players --------------------------------------------------------------------------------------


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


@offer("target")
def target_moves(s: State, seat: int, op: int) -> Sequence[str]:
    """Any player who can be chosen."""
    return [TARGET_MOVES[seat] for seat in targets(s, s.cards.operations[op])]


TARGET_MOVES = [f"target {seat}" for seat in range(4)]


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


def each(s: State, op: Operation) -> None:
    """Several players, clockwise from the turn player (DBK-MISC-05)."""
    each_next(s, op.number, 0, True, s.target)


def each_next(s: State, number: int, at: int, ok: bool, before: int) -> None:
    """The next player; a condition is tested when their turn comes (DBK-OPS-14)."""
    op = s.cards.operations[number]
    while at < s.players:
        seat = (s.active + at) % s.players
        at += 1
        if (op.group == "all" or seat != s.you) and (op.cond is None or op.cond(s, seat)):
            s.reached |= 1 << seat
            s.target = seat
            depth = len(s.agenda)
            receive(s, op.program)
            if len(s.agenda) != depth:
                s.agenda.insert(depth, ("each_done", number, at, ok, before))
                return
            ok = ok and s.done
    s.target = before
    s.done = ok


@step
def each_done(s: State, number: int, at: int, ok: bool, before: int) -> None:
    """On to the next player."""
    each_next(s, number, at, ok and s.done, before)


# -- picks ----------------------------------------------------------------------------------------


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


def loose_stones(s: State, place: Place) -> list[Piece]:
    """The single stones at a place."""
    if place.zone == "card-zone":
        return [(card, CARD_ZONE, 0, 0) for card in s.row for _ in range(s.on.get(card, 0))]
    if place.zone == "on":
        cards = [piece[0] for piece in picked(s, place.who) if piece[1] == CARD_ZONE]
        return [(card, CARD_ZONE, 0, 0) for card in cards for _ in range(s.on.get(card, 0))]
    seat = player(s, place.who, s.target)
    if place.zone == "held":
        fields: Sequence[int] = (0,)
    else:
        fields = (place.number,) if place.number else range(1, FIELDS)
    return [("", seat, at, 0) for at in fields for _ in range(s.stones[FIELDS * seat + at])]


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
STONE_MOVES = [[f"stone {seat} {place}" for place in range(FIELDS)] for seat in range(4)]


def _stone_move(s: State, piece: Piece) -> str:
    return s.cards.verbs["stone-on"][piece[0]] if piece[0] else STONE_MOVES[piece[1]][piece[2]]


def _move_of(s: State, op: Operation, piece: Piece) -> str:
    card, zone, place, bits = piece
    if op.stone:
        return _stone_move(s, piece)
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


# -- choices --------------------------------------------------------------------------------------


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


# -- stones ---------------------------------------------------------------------------------------


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
    return [_stone_move(s, p) for p in dict.fromkeys(unpicked_stones(s, s.cards.operations[op]))]


@step
def stones_chosen(s: State, number: int, n: int) -> None:
    """One stone at a time, until there are enough."""
    op = s.cards.operations[number]
    move = s.answer(s.you)
    left = unpicked_stones(s, op)
    piece = next(piece for piece in left if _stone_move(s, piece) == move)
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
        if zone == CARD_ZONE:
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
    if s.picks:
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


# -- cast times -----------------------------------------------------------------------------------


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


# -- cards ----------------------------------------------------------------------------------------


def move(s: State, op: Operation) -> None:
    """Put cards somewhere without acquiring them."""
    pieces = named(s, op)
    place = op.to[0]
    after: list[Piece] = []
    for piece in pieces:
        s.zone += take_card(s, piece)
        after.append(lay(s, op, place, piece[0]))
    s.done = bool(pieces)
    follow(s, pieces, after)
    tell_returns(s, [now for was, now in zip(pieces, after, strict=True) if was[1] < HAND])


def lay(s: State, op: Operation, place: Place, card: str) -> Piece:
    """Lay one card down; a Curse never lies in card zone or deck (DBK-OPS-20)."""
    if place.zone in ("card-zone", "deck") and card == CURSE:
        return discard(s, card)
    if s.log is not None:
        data: dict[str, Any] = {"place": place.number} if place.number else {}
        if place.who:
            data["target"] = player(s, place.who, s.target)
        s.emit("move", card=card, zone=place.zone, **data)
    if place.zone == "card-zone":
        s.row.append(card)
        return (card, CARD_ZONE, 0, 0)
    if place.zone == "deck":
        s.deck.append(card)
        s.deck_seen += 1
        return (card, AWAY, 0, 0)
    seat = player(s, place.who, s.target)
    at = place.number if place.zone == "cast" else 0
    return put_card(s, seat, card, at, INSTALLED if op.installed else WAITING)


def acquire_cost(s: State, seat: int, card: str) -> int:
    """What a card costs a seat to acquire now (DBK-MISC-10, -16)."""
    changes = cost_changes(s, seat, "acquire-cost")
    return max(0, s.cards.by_id[card].acquire_cost + changed(changes, card))


def use_cost(s: State, seat: int, card: str) -> int:
    """What a card costs a seat to use now (DBK-MISC-10, -15, -16)."""
    changes = cost_changes(s, seat, "use-cost")
    return max(0, s.cards.use_costs[card] + changed(changes, card))


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


def can_remove(s: State, piece: Piece) -> bool:
    """In the end phase Curses stay in the hand, with two exceptions (DBK-CURSE-07 to -09)."""
    card, zone = piece[:2]
    if card != CURSE or zone != HAND + s.active or s.phase != "end" or s.kind == "witch":
        return True
    return all(other == CURSE for other in s.hand[s.active])


def remove(s: State, op: Operation) -> None:
    """To the removal zone; stones on a card-zone card go to the stone zone (DBK-MISC-09)."""
    pieces = [piece for piece in named(s, op) if piece[1] != REMOVED and can_remove(s, piece)]
    s.done = bool(pieces)
    after = []
    for piece in pieces:
        s.zone += take_card(s, piece)
        after.append(discard(s, piece[0]))
    follow(s, pieces, after)


def flip(s: State, op: Operation) -> None:
    """Turn cards of a cast zone over; waiting or installed stays (DBK-FACE-04)."""
    pieces = [piece for piece in named(s, op) if piece[1] < HAND]
    after: list[Piece] = []
    for card, zone, place, bits in pieces:
        down = not bits & DOWN if op.face == "toggle" else op.face == "down"
        now = bits | DOWN if down else bits & ~DOWN
        cast = s.cast[zone]
        cast[cast.index((card, place, bits))] = (card, place, now)
        after.append((card, zone, place, now))
        if s.log is not None:
            s.emit("face-down" if down else "face-up", target=zone, card=card)
    s.done = bool(pieces)
    follow(s, pieces, after)


# -- rules ----------------------------------------------------------------------------------------


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


def static(s: State, op: Operation) -> None:
    """A rule for you until the end of this turn (DBK-ENDP-18)."""
    s.turn_rules.append((s.you, op.number))
    s.done = True


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


OPERATIONS |= {
    "target": target,
    "each": each,
    "pick": pick,
    "choose": choose,
    "may": may,
    "pay": pay,
    "if": branch,
    "stones": stones,
    "shift": shift,
    "move": move,
    "acquire": acquire,
    "remove": remove,
    "flip": flip,
    "negate": negate,
    "no-block": no_block,
    "trip-block": trip_block,
    "static": static,
    "hold-end": hold_end,
    "extra-turn": extra_turn,
}
