"""What a seat may know, and how the rest is redealt."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from taku.engine.games.grimoire.scoring import own_points, score
from taku.engine.games.grimoire.state import State


class Hidden(msgspec.Struct, frozen=True):
    """Face-down cards: how many, and those that the viewer has seen."""

    count: int
    seen: tuple[str, ...]


class Area(msgspec.Struct, frozen=True):
    """What lies in front of one player."""

    seat: int
    token: int
    chips: int
    treasures: Hidden
    companions: tuple[str, ...]
    items: Hidden
    page: int
    """The open page; for the viewer also the one he has chosen; otherwise 0."""
    chosen: bool
    """Whether he has chosen a page that is not open yet (GRM-BOOK-08)."""
    silence: bool
    defence: bool
    score: int | None
    """The VP: everybody's after the final count (GRM-VP-02); before it the viewer's own, without
    the Junk majority, which would tell of the others' items."""


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: int | None
    phase: str
    lot: tuple[int, ...]
    """The seats in the order in which they pick their first token (GRM-SET-13)."""
    round: int
    mp: int
    face_up: tuple[str, ...]
    face_down: str
    """The card if the viewer has seen it, ``hidden`` if not, empty if there is none."""
    discards: tuple[str, ...]
    quest_deck: int
    item_deck: int
    areas: tuple[Area, ...]
    ending: str
    """The end condition that was met: the game ends with this round."""
    decks: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Quest and item deck from the top; only for the omniscient view."""


def view(s: State, seat: int | None) -> View:
    """The table as ``seat`` sees it; None sees everything."""
    return View(
        seat=seat,
        phase=s.phase,
        lot=tuple(s.lot),
        round=s.round,
        mp=s.mp,
        face_up=tuple(s.face_up),
        face_down=_face_down(s, seat),
        discards=tuple(s.discards),
        quest_deck=len(s.quest_deck),
        item_deck=len(s.item_deck),
        areas=tuple([_area(s, owner, seat) for owner in s.seats]),
        ending=s.ending,
        decks=None if seat is not None else (tuple(s.quest_deck[::-1]), tuple(s.item_deck[::-1])),
    )


def _face_down(s: State, seat: int | None) -> str:
    if not s.face_down or seat is None or s.face_down_seen >> seat & 1:
        return s.face_down
    return "hidden"


def _area(s: State, owner: int, seat: int | None) -> Area:
    all_open = seat is None or seat == owner or s.result is not None
    answer = s.answers[owner]
    choice = int(answer[5:]) if answer[:5] == "page " and (seat is None or seat == owner) else 0
    return Area(
        seat=owner,
        token=s.tokens[owner],
        chips=s.chips[owner],
        treasures=Hidden(
            len(s.treasures[owner]),
            tuple(
                s.treasures[owner] if seat is None or all_open else seen_treasures(s, owner, seat)
            ),
        ),
        companions=tuple(s.companions[owner]),
        items=Hidden(
            len(s.items[owner]),
            tuple([card for card in s.items[owner] if all_open or card == "lucky-shoes"]),
        ),
        page=s.pages[owner] or choice,
        chosen=bool(answer),
        silence=bool(s.silence >> owner & 1),
        defence=bool(s.defence >> owner & 1),
        score=_score(s, owner, seat),
    )


def _score(s: State, owner: int, seat: int | None) -> int | None:
    if s.result is not None:
        return score(s, owner)
    return own_points(s, owner) if seat == owner else None


def seen_treasures(s: State, owner: int, seat: int) -> list[str]:
    """The treasures of ``owner`` that ``seat`` has seen, in the order he gained them."""
    unseen = {
        place for who, place, _, knowing in s.secrets if who == owner and not knowing >> seat & 1
    }
    return [card for place, card in enumerate(s.treasures[owner]) if place not in unseen]


def redeal(s: State, seat: int, rng: random.Random) -> None:
    """Redeal decks, the face-down card, unseen treasures, items and unopened pages.

    What is redealt is sorted before it is shuffled, so that nothing of the real deal shows in it.
    """
    if s.result is None:
        _redeal_quests(s, seat, rng)
        _redeal_items(s, seat, rng)
        _redeal_pages(s, seat, rng)
    else:
        # All cards in areas are open after the count; only the decks are still hidden.
        _shuffle(s.quest_deck, rng)
        _shuffle(s.item_deck, rng)


def _shuffle(cards: list[str], rng: random.Random) -> None:
    cards.sort()
    rng.shuffle(cards)


def _redeal_quests(s: State, seat: int, rng: random.Random) -> None:
    """Each quest deck by itself: what went into a deck is known, as discards are open."""
    unseen: dict[int, list[tuple[int, int]]] = {s.deck_number: []}
    for owner, place, deck, knowing in s.secrets:
        if not knowing >> seat & 1:
            unseen.setdefault(deck, []).append((owner, place))
    down = bool(s.face_down) and not s.face_down_seen >> seat & 1
    if down:
        unseen.setdefault(s.face_down_deck, [])
    for deck, places in unseen.items():
        pool = [s.treasures[owner][place] for owner, place in places]
        if down and s.face_down_deck == deck:
            pool.append(s.face_down)
        if deck == s.deck_number:
            pool += s.quest_deck
        _shuffle(pool, rng)
        if places:
            # An unseen card in an area is a treasure: a companion would have been shown.
            pool.sort(key=s.cards.treasures.__contains__)
            for owner, place in places:
                s.treasures[owner][place] = pool.pop()
            rng.shuffle(pool)
        if down and s.face_down_deck == deck:
            s.face_down = pool.pop()
        if deck == s.deck_number:
            s.quest_deck = pool


def _redeal_items(s: State, seat: int, rng: random.Random) -> None:
    """Nobody's hidden item is the Lucky Shoes, which are shown when drawn (GRM-SHOE-01)."""
    others = [other for other in s.seats if other != seat]
    hidden = [card for other in others for card in s.items[other] if card != "lucky-shoes"]
    pool = s.item_deck + hidden
    _shuffle(pool, rng)
    if hidden:
        pool.sort(key="lucky-shoes".__ne__)
        for other in others:
            s.items[other] = [
                card if card == "lucky-shoes" else pool.pop() for card in s.items[other]
            ]
        rng.shuffle(pool)
    s.item_deck = pool


def _redeal_pages(s: State, seat: int, rng: random.Random) -> None:
    """What the others have chosen is secret until the books are opened (GRM-BOOK-08)."""
    for other in s.seats:
        if other != seat and s.answers[other]:
            s.answers[other] = rng.choice(s.cards.page_moves[s.mp])


def components(s: State) -> Counter[str]:
    """Every quest and item card, wherever it lies."""
    piles = [s.quest_deck, s.discards, s.item_deck, s.box, s.face_up]
    piles += [*s.treasures, *s.companions, *s.items, [s.face_down] if s.face_down else []]
    return Counter(card for pile in piles for card in pile)
