"""What a seat may know, and how the rest is redealt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import msgspec

from taku.engine.games.daybreak.effects.rules import acquire_cost, cost_changes, use_cost
from taku.engine.games.daybreak.layout import DOWN, FIELDS, INSTALLED
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.vocabulary import CURSE


class Lying(msgspec.Struct, frozen=True):
    """A card in a cast zone; everybody may look at a face-down one too (DBK-FACE-10)."""

    card: str
    place: int
    installed: bool
    face_down: bool


class Area(msgspec.Struct, frozen=True):
    """What one player has."""

    seat: int
    witch: str
    spent: bool
    """Whether the once-per-game effect is used up: the witch card lies sideways (DBK-WITCH-07)."""
    held: int
    """Stones on the witch card."""
    placed: tuple[int, ...]
    """Stones on the places I to IV."""
    cast: tuple[Lying, ...]
    hand_count: int
    hand: tuple[str, ...]
    """The whole hand for its owner; for others the cards that all know to be there."""
    use_costs: tuple[tuple[str, int], ...]
    """What using cards costs the player now, where it is not what is printed: of those in ``hand``
    and in the card zone (DBK-MISC-10)."""
    acquire_costs: tuple[tuple[str, int], ...]
    """What acquiring cards of the card zone costs the player now, where it is not as printed."""


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: int | None
    phase: str
    turn: int
    active: int
    first: int
    power_used: bool
    """Whether the once-per-turn witch effect was used in this turn."""
    extra: bool
    """Whether this is an extra turn."""
    extra_due: tuple[str, ...]
    """The cards that give the player whose turn it is extra turns after this one."""
    hold: bool
    """Whether the end state is held off in this turn."""
    ending: str
    """Why the end state has begun; empty in the normal state."""
    last_turn: bool
    last_turns: int
    """How many last turns are still to begin."""
    stone_zone: int
    card_zone: tuple[tuple[str, int], ...]
    """Cards of the card zone, and the stones on each."""
    deck: int
    deck_top: tuple[str, ...]
    """The cards on top of the deck that everybody has seen put there, the top one first."""
    removed: tuple[str, ...]
    curses: int
    in_use: str
    """The card being used, which is in no zone."""
    unseen: tuple[str, ...]
    """The cards that lie where the viewer cannot see them, in no order."""
    areas: tuple[Area, ...]
    deck_order: tuple[str, ...] | None = None
    """The deck from the top; only for the omniscient view."""


def view(s: State, seat: int | None) -> View:
    """The table as ``seat`` sees it; None sees everything."""
    known = len(s.deck) - s.deck_seen
    return View(
        seat=seat,
        phase=s.phase,
        turn=s.turn,
        active=s.active,
        first=s.first,
        power_used=s.power_used,
        extra=s.extra_turn >= 0,
        extra_due=tuple([card for seat, _, card in s.extra if seat == s.active]),
        hold=s.hold,
        ending=s.ending,
        last_turn=s.last_turn,
        last_turns=s.last_left,
        stone_zone=s.zone,
        card_zone=tuple([(card, s.on.get(card, 0)) for card in s.row]),
        deck=len(s.deck),
        deck_top=tuple(s.deck[known:][::-1]),
        removed=tuple(s.removed),
        curses=s.curses,
        in_use=s.in_use,
        unseen=_unseen(s, seat),
        areas=tuple([_area(s, owner, seat) for owner in s.seats]),
        deck_order=tuple(s.deck[::-1]) if seat is None else None,
    )


def _unseen(s: State, seat: int | None) -> tuple[str, ...]:
    mine = s.hand[seat] if seat is not None else []
    hidden = s.deck[: len(s.deck) - s.deck_seen] + s.box
    return tuple(sorted(hidden + [card for card in s.secret if card not in mine]))


def _area(s: State, owner: int, seat: int | None) -> Area:
    hand = s.hand[owner]
    all_open = seat is None or seat == owner
    known = tuple(hand if all_open else sorted(c for c in hand if c not in s.secret))
    return Area(
        seat=owner,
        witch=s.witches[owner],
        spent=bool(s.spent >> owner & 1),
        held=s.stones[FIELDS * owner],
        placed=tuple(s.stones[FIELDS * owner + 1 : FIELDS * owner + FIELDS]),
        cast=tuple(
            [
                Lying(card, place, bool(bits & INSTALLED), bool(bits & DOWN))
                for card, place, bits in s.cast[owner]
            ]
        ),
        hand_count=len(hand),
        hand=known,
        use_costs=_changed_costs(s, owner, "use-cost", (*known, *s.row)),
        acquire_costs=_changed_costs(s, owner, "acquire-cost", s.row),
    )


def _changed_costs(
    s: State, owner: int, rule: str, cards: Iterable[str]
) -> tuple[tuple[str, int], ...]:
    if not cost_changes(s, owner, rule):
        return ()
    found = []
    for card in dict.fromkeys(cards):
        if rule == "use-cost":
            printed, now = s.cards.by_id[card].use_cost, use_cost(s, owner, card)
        else:
            printed, now = s.cards.by_id[card].acquire_cost, acquire_cost(s, owner, card)
        if now != printed:
            found.append((card, now))
    return tuple(found)


def redeal(s: State, seat: int, rng: random.Random) -> None:
    """Redeal the deck, what was taken out unseen, and the unseen cards of the other hands.

    White cards lie on top of the others in the deck and only they are dealt to hands, so both
    kinds are dealt anew among their own places (DBK-SETUP-19, -23).
    """
    mine = s.hand[seat]
    secret = [card for card in s.secret if card not in mine]
    known = len(s.deck) - s.deck_seen
    hidden, top = s.deck[:known], s.deck[known:]
    whites = s.cards.whites
    white = _mixed([c for c in (*secret, *hidden, *s.box) if c in whites], rng)
    pool = frozenset(white)
    for owner in s.seats:
        if owner != seat:
            open_ = sorted(card for card in s.hand[owner] if card not in s.secret)
            s.hand[owner] = open_ + [white.pop() for _ in range(len(s.hand[owner]) - len(open_))]
    box = [white.pop() for card in s.box if card in whites]
    rest, taken = _redeal_rest(s, [c for c in hidden if c not in whites], rng)
    dealt = [card for hand in s.hand for card in hand if card in pool]
    s.secret = sorted([*(card for card in s.secret if card in mine), *dealt])
    s.deck = rest + white + top
    s.box = sorted(box + taken)


def _redeal_rest(s: State, hidden: list[str], rng: random.Random) -> tuple[list[str], list[str]]:
    """The other cards: a new lower deck, and what was taken out (DBK-OPT-01)."""
    taken = [card for card in s.box if card not in s.cards.whites]
    if not taken:
        return _mixed(hidden, rng), []
    kinds = s.cards.stone_cards if s.separate else frozenset()
    deck: list[str] = []
    out: list[str] = []
    for stone in (True, False):
        pool = _mixed([card for card in hidden + taken if (card in kinds) == stone], rng)
        n = sum((card in kinds) == stone for card in hidden)
        deck += pool[:n]
        out += pool[n:]
    return _mixed(deck, rng), out


def _mixed(cards: list[str], rng: random.Random) -> list[str]:
    """The same list in an order that owes nothing to the order before."""
    random = rng.random
    cards.sort()
    cards.sort(key=lambda _: random())
    return cards


def components(s: State) -> Counter[str]:
    """Every stone and every card, wherever it lies."""
    piles = [s.row, s.deck, s.removed, s.box, s.witches, *s.hand]
    cards = Counter(card for pile in piles for card in pile)
    cards.update(card for zone in s.cast for card, _, _ in zone)
    cards[CURSE] += s.curses
    if s.in_use:
        cards[s.in_use] += 1
    cards["stone"] = s.zone + sum(s.stones) + sum(s.on.values())
    return +cards
