"""What a seat may know, and how the rest is redealt."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from taku.engine.games.heart_of_crown.state import FACE_UP, KNOWN, LOOKED, State


class DeckCard(msgspec.Struct, frozen=True):
    """A card in a deck that the viewer knows."""

    place: int
    """0 is the top card."""
    card: str
    face_up: bool


class DomainCard(msgspec.Struct, frozen=True):
    """A card in a domain."""

    card: str
    kept: str
    """The card kept on it, empty if none."""
    counters: int


class Area(msgspec.Struct, frozen=True):
    """What one player has."""

    seat: int
    hand_count: int
    hand: tuple[str, ...]
    """The whole hand for its owner; for others the cards that all know to be there."""
    shown: tuple[str, ...]
    """The cards in hand that everybody knows of."""
    deck_count: int
    deck: tuple[DeckCard, ...]
    """The cards of the deck that the viewer knows, the top one first."""
    discard: tuple[str, ...]
    owned: tuple[tuple[str, int], ...]
    """Every card of hand, deck, discard pile and play area: open to all, as all are gained openly."""
    princess: str
    domain: tuple[DomainCard, ...]
    points: int
    twins: int
    debt: int
    declared: bool
    out: bool


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: int | None
    turn: int
    number: int
    extra: bool
    extra_next: bool
    phase: str
    coins: int
    links: int
    """Open places in the play area."""
    played: tuple[str, ...]
    actions: int
    village_coins: int
    """What a Farming Village gives now."""
    effects: tuple[str, ...]
    """Cards whose effect lasts for the rest of the turn."""
    basic_market: tuple[tuple[str, int], ...]
    random_market: tuple[tuple[str, int], ...]
    supply: int
    unseen: tuple[tuple[str, int], ...]
    """The cards of the supply, in no order: what was set up and has not been turned up."""
    curses: int
    princesses: tuple[str, ...]
    exile: tuple[str, ...]
    areas: tuple[Area, ...]
    overtime: bool
    supply_order: tuple[str, ...] | None = None
    """The supply from the top; only for the omniscient view."""


def view(s: State, seat: int | None) -> View:
    """The table as ``seat`` sees it; None sees everything."""
    basic = s.cards.basic_market
    lasting = (
        ("court-merchant", s.merchant),
        ("bribery", s.bribery),
        ("slash-and-burn", s.village_coins),
        ("supply-unit", s.supply_units),
        ("moneylender", s.loans),
    )
    return View(
        seat=seat,
        turn=s.turn,
        number=s.number,
        extra=s.extra,
        extra_next=s.extra_next,
        phase=s.phase,
        coins=s.coins,
        links=s.links,
        played=tuple(s.played),
        actions=s.actions,
        village_coins=s.village_coins or s.cards.coins["farming-village"],
        effects=tuple([card for card, lasts in lasting if lasts]),
        basic_market=tuple([each for each in s.market.items() if each[0] in basic]),
        random_market=tuple(
            [each for each in s.market.items() if each[1] and each[0] not in basic]
        ),
        supply=len(s.supply),
        unseen=_counted(s.supply),
        curses=s.curses,
        princesses=tuple(s.princesses),
        exile=tuple(s.exile),
        areas=tuple([_area(s, owner, seat) for owner in s.seats]),
        overtime=s.overtime,
        supply_order=tuple(s.supply[::-1]) if seat is None else None,
    )


def _counted(cards: list[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(cards).items()))


def _area(s: State, owner: int, seat: int | None) -> Area:
    all_open = seat is None or seat == owner
    played = s.played if owner == s.turn else []
    return Area(
        seat=owner,
        hand_count=len(s.hand[owner]),
        hand=tuple(s.hand[owner] if all_open else sorted(s.shown[owner])),
        shown=tuple(sorted(s.shown[owner])),
        deck_count=len(s.deck[owner]),
        deck=_deck(s, owner, seat),
        discard=tuple(s.discard[owner]),
        owned=_counted(s.hand[owner] + s.deck[owner] + s.discard[owner] + played),
        princess=s.princess[owner],
        domain=tuple(
            map(DomainCard, s.domain[owner], s.kept[owner], s.counters[owner]),
        ),
        points=s.points[owner],
        twins=s.twins[owner],
        debt=s.debt[owner],
        declared=bool(s.declared[owner]),
        out=s.out[owner],
    )


def _deck(s: State, owner: int, seat: int | None) -> tuple[DeckCard, ...]:
    deck = s.deck[owner]
    marks = dict(s.marks[owner])
    if seat is None:
        places = list(range(len(deck)))
    else:
        places = [place for place, mark in marks.items() if mark >= _needed(owner, seat)]
    return tuple(
        [
            DeckCard(len(deck) - 1 - place, deck[place], marks.get(place) == FACE_UP)
            for place in reversed(places)
        ]
    )


def _needed(owner: int, seat: int) -> int:
    """The mark from which on ``seat`` knows a card in the owner's deck."""
    return LOOKED if seat == owner else KNOWN


def redeal(s: State, seat: int, rng: random.Random) -> None:
    """Redeal the supply, the unknown cards of all decks, and of the other hands.

    What a player owns is open, so each one's unknown cards are dealt anew among his own places.
    Two things are not remembered after a Stargazing Witch: if she shuffled new cards under a deck,
    the others no longer tell apart which of the unknown cards came from which shuffle; and cards
    of which they lost track (HOC-REV-08) may lie anywhere, not just among those put in order.
    """
    s.supply.sort()
    rng.shuffle(s.supply)
    for owner in s.seats:
        _redeal_seat(s, owner, seat, rng)


def _redeal_seat(s: State, owner: int, seat: int, rng: random.Random) -> None:
    deck = s.deck[owner]
    known = {place for place, mark in s.marks[owner] if mark >= _needed(owner, seat)}
    free = [place for place in range(len(deck)) if place not in known]
    pool = [deck[place] for place in free]
    hand = s.hand[owner]
    if owner != seat:
        pool += (Counter(hand) - Counter(s.shown[owner])).elements()
    pool.sort()
    rng.shuffle(pool)
    for place in free:
        deck[place] = pool.pop()
    if owner != seat:
        s.hand[owner] = sorted(s.shown[owner]) + pool


def components(s: State) -> Counter[str]:
    """Every card, wherever it lies."""
    piles = [s.supply, s.exile, s.princesses, s.princess, s.played]
    piles += [*s.hand, *s.deck, *s.discard, *s.domain, *s.kept]
    cards = Counter(card for pile in piles for card in pile if card)
    cards.update(s.market)
    cards["curse"] += s.curses
    return +cards
