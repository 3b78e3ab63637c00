"""Moving cards between zones, and who knows what of hands and decks: the shared operations.

Everything a player gains is gained openly, so all know which cards he owns; hidden is only which
of them are in his hand and how his deck lies. ``shown`` and ``marks`` hold what is known of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from taku.engine.games.heart_of_crown.scoring import judge
from taku.engine.games.heart_of_crown.state import FACE_UP, KNOWN, LOOKED, Mark, State

# -- the deck -------------------------------------------------------------------------------------


def draw(s: State, seat: int, count: int) -> None:
    """Draw cards, as many as there are (HOC-TERM-03, HOC-FIZ-02)."""
    hand = s.hand[seat]
    before = len(hand)
    left = count - _draw_from_deck(s, seat, count)
    if left and s.discard[seat]:  # HOC-DECK-04
        reshuffle(s, seat)  # HOC-DECK-01, -07
        _draw_from_deck(s, seat, left)
    if s.log is not None and len(hand) > before:
        _tell_draw(s, seat, hand[before:])


def _draw_from_deck(s: State, seat: int, count: int) -> int:
    """Draw from the deck as it is; how many there were. What all know of it they still know."""
    deck, marks = s.deck[seat], s.marks[seat]
    low = max(len(deck) - count, 0)
    drawn = deck[low:]
    del deck[low:]
    drawn.reverse()
    s.hand[seat] += drawn
    while marks and marks[-1][0] >= low:
        place, mark = marks.pop()
        if mark >= KNOWN:
            s.shown[seat].append(drawn[low + len(drawn) - 1 - place])
    return len(drawn)


def _tell_draw(s: State, seat: int, cards: list[str]) -> None:
    s.emit("draw", seat=seat, count=len(cards), to=(seat,), secret={"cards": cards})


def reshuffle(s: State, seat: int) -> None:
    """The discards are shuffled, face down, and go under what is left of the deck (HOC-DECK-03)."""
    fresh = s.discard[seat]
    s.discard[seat] = []
    s.shuffle(fresh)
    deck = s.deck[seat]
    if deck:
        count = len(fresh)
        s.marks[seat][:] = [(place + count, mark) for place, mark in s.marks[seat]]
        fresh += deck
    else:
        # All his other cards lie open, so everybody can tell what is in his hand.
        s.shown[seat] = s.hand[seat][:]
    s.deck[seat] = fresh
    if s.log is not None:
        s.emit("reshuffle", seat=seat)


def stock(s: State, seat: int, count: int) -> int:
    """Refill the deck if fewer than ``count`` cards are there (HOC-DECK-02); how many can be seen."""
    if len(s.deck[seat]) < count and s.discard[seat]:
        reshuffle(s, seat)
    return min(count, len(s.deck[seat]))


def mark_top(s: State, seat: int, count: int, mark: int) -> None:
    """The top cards become known; who knew a card before still does."""
    top = len(s.deck[seat])
    known = dict(s.marks[seat])
    for place in range(top - count, top):
        known[place] = max(known.get(place, 0), mark)
    s.marks[seat] = sorted(known.items())


def reveal_top(s: State, seat: int, count: int) -> Sequence[str]:
    """Turn the top cards face up and tell which; they are returned, top card first."""
    cards = turn_up(s, seat, count)
    if s.log is not None and cards:
        s.emit("reveal", seat=seat, cards=cards)
    return cards


def turn_up(s: State, seat: int, count: int) -> Sequence[str]:
    """Turn the top cards face up where they lie (HOC-REV-01); they are returned, top card first."""
    refilled = len(s.deck[seat]) < count and bool(s.discard[seat])
    count = stock(s, seat, count)
    mark_top(s, seat, count, FACE_UP)
    if refilled:
        # What was left of the old deck lies open now, so everybody can tell the hand.
        s.shown[seat] = s.hand[seat][:]
    return top_cards(s, seat, count)


def top_cards(s: State, seat: int, count: int) -> list[str]:
    """The top cards of a deck, the top card first."""
    return s.deck[seat][: -count - 1 : -1]


def marked_top(s: State, seat: int, count: int) -> list[tuple[str, int]]:
    """The top cards with their marks (0: unknown), the top card last."""
    deck, known = s.deck[seat], dict(s.marks[seat])
    low = len(deck) - count
    return [(card, known.get(low + i, 0)) for i, card in enumerate(deck[low:])]


def lift(s: State, seat: int, count: int) -> list[tuple[str, int]]:
    """Take the top cards off with their marks, the top card last."""
    lifted = marked_top(s, seat, count)
    low = len(s.deck[seat]) - count
    del s.deck[seat][low:]
    s.marks[seat] = [mark for mark in s.marks[seat] if mark[0] < low]
    return lifted


def hide_order(s: State, seat: int, count: int) -> None:
    """The owner may order his top cards anew: the others lose track of those face down (HOC-REV-08)."""
    lifted = lift(s, seat, count)
    if len({each for each in lifted if each[1] != FACE_UP}) > 1:
        lifted = [(card, mark if mark == FACE_UP else LOOKED) for card, mark in lifted]
    lay(s, seat, lifted)


def lay(s: State, seat: int, cards: Sequence[tuple[str, int]]) -> None:
    """Put cards with their marks on top, the last one topmost."""
    deck, marks = s.deck[seat], s.marks[seat]
    for card, mark in cards:
        if mark:
            marks.append((len(deck), mark))
        deck.append(card)


def put_on_deck(s: State, seat: int, card: str) -> None:
    """Put a card face up on top of a deck (HOC-REV-03, HOC-DECK-08)."""
    lay(s, seat, [(card, FACE_UP)])


def put_under_deck(s: State, seat: int, card: str, mark: int) -> None:
    """Put a card on the bottom of a deck; all see which."""
    marks: list[Mark] = [(0, mark)]
    marks += [(place + 1, old) for place, old in s.marks[seat]]
    s.marks[seat] = marks
    s.deck[seat].insert(0, card)


def face_up_cards(s: State, seat: int) -> list[str]:
    """The face-up cards anywhere in a deck (HOC-REV-05)."""
    deck = s.deck[seat]
    return [deck[place] for place, mark in s.marks[seat] if mark == FACE_UP]


def unknown_cards(s: State, seat: int) -> list[str]:
    """The cards of hand and deck of which the others cannot tell where they lie."""
    known = {place for place, mark in s.marks[seat] if mark >= KNOWN}
    cards = [card for place, card in enumerate(s.deck[seat]) if place not in known]
    return [*cards, *(Counter(s.hand[seat]) - Counter(s.shown[seat])).elements()]


# -- the hand -------------------------------------------------------------------------------------


def leave_hand(s: State, seat: int, card: str) -> None:
    """Take a card out of a hand, openly."""
    s.hand[seat].remove(card)
    shown = s.shown[seat]
    if shown and card in shown:
        shown.remove(card)


def enter_hand(s: State, seat: int, card: str) -> None:
    """Put a card into a hand that all have seen."""
    s.hand[seat].append(card)
    s.shown[seat].append(card)


def show_hand(s: State, seat: int) -> None:
    """Reveal a hand; what was shown is not forgotten (HOC-REV-04)."""
    s.shown[seat] = s.hand[seat][:]
    s.emit("show-hand", seat=seat, cards=sorted(s.hand[seat]))


def in_hand(s: State, seat: int, fitting: Collection[str]) -> list[str]:
    """The different cards of a hand that fit."""
    return [card for card in dict.fromkeys(s.hand[seat]) if card in fitting]


def discard_from_hand(s: State, seat: int, card: str) -> None:
    """Discard a card from a hand, face up (HOC-TERM-05)."""
    leave_hand(s, seat, card)
    s.discard[seat].append(card)
    if s.log is not None:
        s.emit("discard", seat=seat, card=card)


def exile_from_hand(s: State, seat: int, card: str) -> None:
    """Exile a card from a hand (HOC-EXILE-01)."""
    leave_hand(s, seat, card)
    s.exile.append(card)
    if s.log is not None:
        s.emit("exile", seat=seat, card=card)


# -- market and curse pile ------------------------------------------------------------------------


def take_from_market(s: State, card: str) -> None:
    """Take a card out of the market; the last Duke ends the game (HOC-JUDGE-01, -04)."""
    s.market[card] -= 1
    if not s.market[card]:
        if card == "duke":
            judge(s, "no-dukes")
        elif card not in s.cards.basic_market:
            s.kinds -= 1


def gain_from_market(s: State, seat: int, card: str) -> None:
    """Gain a card from the market, onto the discard pile (HOC-GAIN-01)."""
    s.discard[seat].append(card)
    if s.log is not None:
        s.emit("gain", seat=seat, card=card)
    take_from_market(s, card)


def gain_curse(s: State, seat: int) -> bool:
    """Gain a Curse while the pile lasts (HOC-CURSE-01, -02); whether there was one."""
    if not s.curses:
        return False
    s.curses -= 1
    s.discard[seat].append("curse")
    s.emit("gain", seat=seat, card="curse")
    return True


def refill_market(s: State) -> None:
    """Turn up supply cards until there are enough kinds again (HOC-MKT-01 to -05)."""
    most, market, supply = s.cards.game.market_kinds, s.market, s.supply
    if s.kinds >= most or not supply:
        return
    turned = []
    while s.kinds < most and supply:
        card = supply.pop()
        turned.append(card)
        if not market[card]:
            s.kinds += 1
        market[card] += 1
    s.emit("refill", cards=sorted(turned))


# -- coins ----------------------------------------------------------------------------------------


def gain_coins(s: State, count: int) -> None:
    """The active player gets coins; debt takes them first (HOC-FAQ-28, HOC-CR-12, -13)."""
    debt = s.debt[s.turn]
    if debt:
        paid = min(debt, count)
        s.debt[s.turn] = debt - paid
        count -= paid
        if s.log is not None and paid:
            s.emit("pay-debt", seat=s.turn, coins=paid)
    s.coins += count
    if s.log is not None and count:
        s.emit("coins", seat=s.turn, coins=count)


def pay(s: State, count: int) -> None:
    """Coins paid are gone (HOC-PAY-02)."""
    s.coins -= count
    if s.log is not None and count:
        s.emit("pay", seat=s.turn, coins=count)


# -- the domain -----------------------------------------------------------------------------------


def enter_domain(s: State, seat: int, card: str) -> None:
    """Put a card into a domain; the caller counts the points."""
    s.domain[seat].append(card)
    s.kept[seat].append("")
    s.counters[seat].append(0)


def leave_domain(s: State, seat: int, card: str) -> int:
    """Take a card out of a domain; its counters are lost (HOC-CNT-04). The points it was worth."""
    place = s.domain[seat].index(card)
    s.kept[seat].pop(place)
    return s.cards.points[s.domain[seat].pop(place)] + s.counters[seat].pop(place)
