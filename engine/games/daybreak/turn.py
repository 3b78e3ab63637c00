"""A match from set-up to the last turn, in the order the guide tells it (chapters 05 to 08)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from taku.engine.core.errors import BadOptions, near
from taku.engine.core.operations import after
from taku.engine.games.daybreak.cards import Normal
from taku.engine.games.daybreak.effects.acquiring import pay_onto, take_over
from taku.engine.games.daybreak.effects.gaining import gain
from taku.engine.games.daybreak.effects.rules import (
    acquire_cost,
    changed,
    cost_changes,
    use_cost,
)
from taku.engine.games.daybreak.effects.shifts import tell_returns
from taku.engine.games.daybreak.layout import CARD_ZONE, FIELDS, HAND, INSTALLED, WAITING
from taku.engine.games.daybreak.scoring import final_count
from taku.engine.games.daybreak.state import State, offer, step
from taku.engine.games.daybreak.vocabulary import CURSE
from taku.engine.games.daybreak.working import happen, notice, resolve
from taku.engine.games.daybreak.zones import (
    begin_end_state,
    discard,
    end_condition,
    pay_stones,
    put_card,
    show,
    test_end,
)

TURN_LIMIT = 1000
"""A match that has had this many turns is counted as it stands (DBK-OVER-17)."""
USE_LIMIT = 100
"""How many cards can be used in one turn (DBK-MAIN-17)."""
MODULES = ("curse", "bless", "travellers")
FRAMES = ("copper", "silver", "gold", "rainbow")


class Options(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The options of the ledger (DBK-OPT)."""

    modules: tuple[str, ...] = ()
    """Expansions to play with: any of curse, bless, travellers."""
    separate_stones: bool = False
    """With modules: take out Stone cards and other cards apart, so that their numbers are fixed."""
    stone_count: int | None = None
    """How many stones are used; 30, 40 or 50 for 2, 3 or 4 players unless given."""
    frame_choice: tuple[str, ...] | None = None
    """The frames used besides white; by the number of players unless given."""
    more_curses: int = 0
    """How many Curse cards are used beyond the 12 (needs the module curse)."""
    witches: str | tuple[str, ...] = "random"
    """``random``, or the id of a witch for each seat."""


# -- set-up (chapter 05) --------------------------------------------------------------------------


def set_up(s: State, options: Options) -> None:
    """Prepare a match, up to the first turn."""
    lay_table(s, options)
    deal_witches(s, options)
    deal_cards(s, options)
    s.first = s.active = s.below(s.players)
    s.then(begin_turn)


def check_options(s: State, options: Options) -> None:
    """Refuse what does not exist or does not go together."""
    expansions = [each.id for each in s.cards.set if each.kind == "expansion"]
    for module in options.modules:
        if module not in expansions:
            raise BadOptions(
                f"no module {module!r}{near(module, expansions)}; modules are: {', '.join(expansions)}"
            )
    if len(set(options.modules)) < len(options.modules):
        raise BadOptions(f"modules: each at most once, not {list(options.modules)}")
    least = s.players * (s.cards.setup.first_turn_stones + 1) - 1
    if options.stone_count is not None and not least < options.stone_count <= 999:
        raise BadOptions(f"stone-count: {least + 1} to 999 with {s.players} players, not {options.stone_count}")  # fmt: skip
    if options.frame_choice is not None:
        for frame in options.frame_choice:
            if frame not in FRAMES:
                raise BadOptions(f"frame-choice: no frame {frame!r}{near(frame, FRAMES)}; frames are: {', '.join(FRAMES)}")  # fmt: skip
        if not options.frame_choice or len(set(options.frame_choice)) < len(options.frame_choice):
            raise BadOptions("frame-choice: one or more frames, each once")
    if options.more_curses < 0 or options.more_curses > 99:
        raise BadOptions(f"more-curses: 0 to 99, not {options.more_curses}")
    if options.more_curses and not uses_curses(s, options):
        raise BadOptions("more-curses: no set in use has cards that refer to Curses")
    check_witches(s, options)


def check_witches(s: State, options: Options) -> None:
    """One different witch for each seat, out of the sets in use."""
    if isinstance(options.witches, str):
        if options.witches != "random":
            raise BadOptions(f"witches: 'random' or a list of ids, not {options.witches!r}")
        return
    known = [witch.id for witch in s.cards.witch if witch.set in sets_in_use(s, options)]
    for witch in options.witches:
        if witch not in known:
            raise BadOptions(f"witches: no witch {witch!r}{near(witch, known)} in the sets in use; there are: {', '.join(known)}")  # fmt: skip
    if len(set(options.witches)) != s.players or len(options.witches) != s.players:
        raise BadOptions(f"witches: {s.players} different ids for {s.players} players")


def sets_in_use(s: State, options: Options) -> list[str]:
    """The base set and the modules."""
    return [e.id for e in s.cards.set if e.kind == "base" or e.id in options.modules]


def uses_curses(s: State, options: Options) -> bool:
    """Whether a set in use refers to Curses (DBK-SETUP-25, -26)."""
    used = sets_in_use(s, options)
    return any(each.needs_curses for each in s.cards.set if each.id in used)


def lay_table(s: State, options: Options) -> None:
    """All stones into the stone zone, all Curses into theirs (DBK-SETUP-04, -24)."""
    s.zone = options.stone_count or s.cards.setup.stones[str(s.players)]
    s.stones = [0] * (FIELDS * s.players)
    s.cast = [[] for _ in s.seats]
    s.hand = [[] for _ in s.seats]
    s.separate = options.separate_stones and bool(options.modules)
    if uses_curses(s, options):
        s.curses = s.cards.by_id[CURSE].copies + options.more_curses


def deal_witches(s: State, options: Options) -> None:
    """One witch each; the rest is not used (DBK-SETUP-07 to -10)."""
    if isinstance(options.witches, str):
        used = sets_in_use(s, options)
        pile = [witch.id for witch in s.cards.witch if witch.set in used]
        s.shuffle(pile)
        s.witches = pile[: s.players]
    else:
        s.witches = list(options.witches)


def cards_in_use(s: State, options: Options) -> list[Normal]:
    """The normal cards of all sets and frames in use (DBK-SETUP-11 to -14)."""
    used = sets_in_use(s, options)
    chosen = options.frame_choice
    frames = ("white", *(s.cards.setup.frames[str(s.players)] if chosen is None else chosen))
    return [card for card in s.cards.normal if card.set in used and card.frame in frames]


def deal_cards(s: State, options: Options) -> None:
    """Deck, hands, the white rest on top, and the card zone (DBK-SETUP-15 to -23, -27)."""
    setup = s.cards.setup
    cards = cards_in_use(s, options)
    white = [card.id for card in cards if card.frame == "white"]
    rest = [card.id for card in cards if card.frame != "white"]
    if options.modules:
        deck = thinned_deck(s, rest)
        take_out(s, white, setup.white_total)
    else:
        deck = rest
        s.shuffle(white)
    s.shuffle(deck)
    for seat in s.seats:
        s.hand[seat] = [white.pop() for _ in range(setup.hand)]
        s.secret += s.hand[seat]
    s.deck = deck + white
    s.box.sort()
    for _ in range(min(setup.card_zone, len(s.deck) - 1)):
        s.row.append(s.deck.pop())


def thinned_deck(s: State, cards: list[str]) -> list[str]:
    """Take cards out unseen until the number for this many players is left."""
    size = s.cards.setup.deck_with_expansions[str(s.players)]
    if not s.separate:
        return take_out(s, cards, size.total)
    stone = [card for card in cards if card in s.cards.stone_cards]
    other = [card for card in cards if card not in s.cards.stone_cards]
    return take_out(s, stone, size.stone) + take_out(s, other, size.other)


def take_out(s: State, cards: list[str], left: int) -> list[str]:
    """Shuffle, and take out all but ``left``; nobody sees them (DBK-SETUP-18, -21)."""
    s.shuffle(cards)
    s.box += cards[left:]
    del cards[left:]
    return cards


# -- the start of a turn (§06-01) -----------------------------------------------------------------


@step
def begin_turn(s: State) -> None:
    """First-turn stones, then "start of your turn", then what an extra turn brings (DBK-FIRST-08)."""
    if s.turn >= TURN_LIMIT:
        final_count(s, "turn-limit")
        return
    seat = s.active
    s.turn += 1
    s.phase = "start"
    s.power_used = False
    s.uses = 0
    s.turn_rules.clear()
    if s.log is not None:
        kind = "extra" if s.extra_turn >= 0 else "last" if s.last_turn else "turn"
        s.emit(f"{kind}-begins", seat=seat, turn=s.turn)
    if s.hold:
        s.hold = False
        if end_condition(s) and not s.ending:
            begin_end_state(s, end_condition(s))  # DBK-HOLD-02, -06
    if s.begun >> seat & 1:
        happen(s, "turn-start", seat)
    else:
        s.begun |= 1 << seat
        s.then((notice, "turn-start", seat, "", "", ""))
        first_stones(s, seat)
    after(s, 0, begin_extra)


def first_stones(s: State, seat: int) -> None:
    """Three stones, and one more on a place for those who come later (DBK-FIRST-01 to -05)."""
    setup = s.cards.setup
    position = (seat - s.first) % s.players + 1
    if position > 1:
        s.then((extra_stone, seat, setup.seat_bonus[str(position)]))
    gain(s, seat, setup.first_turn_stones)


@step
def extra_stone(s: State, seat: int, place: int) -> None:
    """The extra stone of a later player."""
    gain(s, seat, 1, place)


@step
def begin_extra(s: State) -> None:
    """ "At the start of the extra turn" (DBK-ULT-03); the list belongs to the card."""
    if s.extra_turn >= 0:
        program = s.cards.operations[s.extra_turn].other
        resolve(s, "card", s.active, s.extra_source, program)
    after(s, 0, start_phase)


# -- witch effects (chapter 08) -------------------------------------------------------------------


def witch_moves(s: State, seat: int) -> list[str]:
    """The witch effects that can be used now (DBK-WITCH-05, -08, -10, -11, -14)."""
    power = s.cards.powers[s.witches[seat]]
    moves = []
    if not s.spent >> seat & 1 and (power.in_last_turn or not s.last_turn):
        moves.append("witch-game")
    if not s.power_used:
        spare = s.stones[FIELDS * seat] - power.least
        if spare >= 0:
            moves += power.moves[: spare + 1]
    return moves


def use_witch(s: State, seat: int, move: str) -> None:
    """Use a witch effect; no trigger, no block moment of its own (DBK-WITCH-04, DBK-BLOCK-02)."""
    witch = s.witches[seat]
    power = s.cards.powers[witch]
    if move == "witch-game":
        name, cost = "game", 0
        s.spent |= 1 << seat
    else:
        name, cost = "turn", power.least + power.moves.index(move)
        s.power_used = True
        pay_stones(s, seat, cost)
    if s.log is not None:
        s.emit(f"witch-{name}", seat=seat, card=witch)
    resolve(s, "witch", seat, witch, s.cards.effects[f"{witch} {name}"], x=cost)


# -- start phase (§06-02) -------------------------------------------------------------------------


@step
def start_phase(s: State) -> None:
    """Two stones or a card; and the first moment for witch effects."""
    s.ask_listed(s.active, "start", start_moves(s, s.active))
    s.agenda.append(("start_chosen",))


@offer("start")
def start_moves(s: State, seat: int) -> Sequence[str]:
    """Stones, or any card of the card zone, payable or not (DBK-START-04, -14, -16)."""
    names = s.cards.verbs["acquire"]
    cards = [names[card] for card in s.row] or ["no-card"]
    return ["stones", *cards, *witch_moves(s, seat)]


@step
def start_chosen(s: State) -> None:
    """One of both, exactly once (DBK-START-01)."""
    seat = s.active
    move = s.answer(seat)
    if move.startswith("witch"):
        use_witch(s, seat, move)
        after(s, 0, start_phase)
        return
    if move == "stones":
        gain(s, seat, 2)
    elif move == "no-card":
        s.emit("no-card", seat=seat)
    else:
        start_acquire(s, seat, move[8:])
    after(s, 0, main_phase)


def start_acquire(s: State, seat: int, card: str) -> None:
    """Pay onto other cards, then take it; too few stones, and nothing happens (DBK-START-06 to -20)."""
    cost = acquire_cost(s, seat, card)
    if cost > s.stones[FIELDS * seat] or (cost and len(s.row) == 1):
        if s.log is not None:
            s.emit("cannot-pay", seat=seat, card=card)
        return
    if cost:
        pay_onto(s, seat, cost, (card,))
    after(s, 0, start_acquired, card)


@step
def start_acquired(s: State, card: str) -> None:
    """The cost is paid in full."""
    take_over(s, s.active, ((card, CARD_ZONE, 0, 0),))


# -- main phase (§06-03) --------------------------------------------------------------------------


@step
def main_phase(s: State) -> None:
    """Use cards any number of times."""
    s.phase = "main"
    s.ask_listed(s.active, "main", main_moves(s, s.active))
    s.agenda.append(("main_chosen",))


@offer("main")
def main_moves(s: State, seat: int) -> Sequence[str]:
    """Cards that can be paid and are not forbidden (DBK-MAIN-05, DBK-ULT-04), witch effects, the end."""
    moves = []
    if s.uses < USE_LIMIT:
        held = s.stones[FIELDS * seat]
        names, costs = s.cards.verbs["use"], s.cards.use_costs
        changes = cost_changes(s, seat, "use-cost")
        forbid = s.cards.operations[s.extra_turn].where if s.extra_turn >= 0 else None
        cards: Sequence[str] = s.hand[seat]
        if forbid is not None:
            cards = [card for card in cards if card not in forbid.fit]
        if changes:
            moves = [names[card] for card in cards if costs[card] + changed(changes, card) <= held]
        else:
            moves = [names[card] for card in cards if costs[card] <= held]
        if CURSE in cards:
            moves = list(dict.fromkeys(moves))  # the only card with copies
    moves += witch_moves(s, seat)
    moves.append("end")
    return moves


@step
def main_chosen(s: State) -> None:
    """Use a card, a witch effect, or go on to the end phase."""
    seat = s.active
    move = s.answer(seat)
    if move == "end":
        end_phase(s)
        return
    if move[:3] == "use":
        use(s, seat, move[4:])
    else:
        use_witch(s, seat, move)
    if s.agenda:
        s.agenda.insert(0, ("main_phase",))
    else:
        main_phase(s)


def use(s: State, seat: int, card: str) -> None:
    """Reveal, pay, triggers, count, resolve, place (DBK-MAIN-12)."""
    cost = use_cost(s, seat, card)
    s.hand[seat].remove(card)
    show(s, card)
    s.in_use = card
    s.uses += 1
    if cost:
        pay_stones(s, seat, cost)
    if s.log is not None:
        s.emit("use", seat=seat, card=card, cost=cost)
    depth = len(s.agenda)
    happen(s, "use", seat, card)
    after(s, depth, use_paid)


@step
def use_paid(s: State) -> None:
    """An install card is placed, another is resolved first (DBK-MAIN-07 to -09)."""
    card = s.in_use
    if card in s.cards.installs:
        place_used(s)
        return
    depth = len(s.agenda)
    resolve(s, "card", s.active, card, s.cards.effects[card])
    after(s, depth, place_used)


@step
def place_used(s: State) -> None:
    """On the place of its use cast time (DBK-MAIN-10); V is out (DBK-MAIN-15)."""
    card, s.in_use = s.in_use, ""
    bits = INSTALLED if card in s.cards.installs else WAITING
    place = s.cards.by_id[card].use_cast
    put_card(s, s.active, card, place, bits)
    if s.log is not None and place < FIELDS:
        s.emit("install" if bits else "place", seat=s.active, card=card, place=place)


# -- end phase (§06-04) ---------------------------------------------------------------------------


def end_phase(s: State) -> None:
    """Triggers first, then the steps, with witch windows between them (DBK-ENDP-01, -17)."""
    s.phase = "end"
    happen(s, "end-phase", s.active)
    after(s, 0, resolve_cast_zone, bool(s.agenda))


@step
def resolve_cast_zone(s: State, stirred: bool) -> None:
    """All cards and stones of the turn player move down at once (DBK-ENDP-02 to -05, -14)."""
    seat = s.active
    kept, back = [], []
    for card, place, bits in s.cast[seat]:
        if place == 1:
            back.append(card)
        else:
            kept.append((card, place - 1, bits))
    first = FIELDS * seat
    placed = s.stones[first + 1 : first + FIELDS]
    stirred = bool(stirred or kept or back or any(placed))
    s.cast[seat] = kept
    s.hand[seat] += back
    s.stones[first] += placed[0]
    s.stones[first + 1 : first + FIELDS] = [*placed[1:], 0]
    if s.log is not None:
        data: dict[str, Any] = {"cards": back} if back else {}
        s.emit("clock", seat=seat, **data)
    if back:
        tell_returns(s, [(card, HAND + seat, 0, 0) for card in back])
    after(s, 0, first_window, stirred)


@step
def first_window(s: State, stirred: bool) -> None:
    """No question where nothing has changed since the main phase, or will (DBK-WITCH-18)."""
    setup = s.cards.setup
    if (
        stirred
        or len(s.hand[s.active]) > setup.hand_limit
        or (s.deck and len(s.row) < setup.card_zone)
    ):
        window(s, 1)
    else:
        close_window(s, 1, False)


@step
def window(s: State, gap: int) -> None:
    """A gap of the end phase: whoever can use a witch effect is asked once (DBK-WITCH-18)."""
    moves = window_moves(s, s.active, gap)
    if moves[0].startswith("witch"):
        s.ask_listed(s.active, "window", moves, gap)
        s.agenda.append(("window_chosen", gap))
    else:
        close_window(s, gap, False)


@offer("window")
def window_moves(s: State, seat: int, gap: int) -> Sequence[str]:
    """A witch effect now, the question again in the next gap, or nothing more this turn."""
    moves = witch_moves(s, seat)
    moves += ("wait", "pass") if gap < 3 else ("pass",)
    return moves


@step
def window_chosen(s: State, gap: int) -> None:
    """The window stays open after a witch effect."""
    move = s.answer(s.active)
    if move.startswith("witch"):
        use_witch(s, s.active, move)
        after(s, 0, window, gap)
    else:
        close_window(s, gap, move == "wait")


def close_window(s: State, gap: int, ask_again: bool) -> None:
    """On to the step after the gap: 1 the hand, 2 the card zone, 3 the end of the turn."""
    if gap == 1:
        limit = s.cards.setup.hand_limit
        if len(s.hand[s.active]) > limit:
            s.then(hand_limit, (window, 2) if ask_again else refill)
        else:
            refill(s, ask_again)  # nothing lies between the gaps 1 and 2
    elif gap == 2:
        refill(s, ask_again)
    else:
        end_turn(s)


@step
def hand_limit(s: State) -> None:
    """Remove cards one at a time until three are left (DBK-ENDP-07, DBK-CURSE-10)."""
    seat = s.active
    if len(s.hand[seat]) <= s.cards.setup.hand_limit:
        return
    cards = removable(s, seat)
    if len(cards) == 1:
        remove_from_hand(s, seat, cards[0])
        s.then(hand_limit)
    else:
        names = s.cards.verbs["discard"]
        s.ask_listed(seat, "discard", [names[card] for card in cards])
        s.then(hand_chosen, hand_limit)


def removable(s: State, seat: int) -> list[str]:
    """Any card of the hand; a Curse only if there is nothing else (DBK-CURSE-07, -08)."""
    hand = s.hand[seat]
    return [card for card in hand if card != CURSE] or hand[:1]


@offer("discard")
def discard_moves(s: State, seat: int) -> Sequence[str]:
    """One card at a time."""
    names = s.cards.verbs["discard"]
    return [names[card] for card in removable(s, seat)]


@step
def hand_chosen(s: State) -> None:
    """One card is removed."""
    remove_from_hand(s, s.active, s.answer(s.active)[8:])


def remove_from_hand(s: State, seat: int, card: str) -> None:
    """Out of the hand, face-up."""
    s.hand[seat].remove(card)
    show(s, card)
    discard(s, card)


@step
def refill(s: State, ask_again: bool = False) -> None:
    """Turn up cards until the card zone has eight, or the deck is empty (DBK-ENDP-10 to -12)."""
    fresh = []
    while s.deck and len(s.row) < s.cards.setup.card_zone:
        card = s.deck.pop()
        if s.deck_seen:
            s.deck_seen -= 1
        s.row.append(card)
        fresh.append(card)
        if not s.deck:
            test_end(s)
    if fresh and s.log is not None:
        s.emit("refill", cards=fresh)
    if ask_again:
        window(s, 3)
    else:
        end_turn(s)


def end_turn(s: State) -> None:
    """An extra turn, the next player, or the end of the match (DBK-ENDP-13, DBK-OVER-07)."""
    for number, (seat, op, source) in enumerate(s.extra):
        if seat == s.active:
            del s.extra[number]
            s.extra_turn, s.extra_source = op, source
            begin_turn(s)
            return
    s.extra_turn, s.extra_source = -1, ""
    if s.ending:
        if not s.last_left:
            final_count(s, s.ending)
            return
        s.last_left -= 1
        s.last_turn = True
    s.active = (s.active + 1) % s.players
    begin_turn(s)
