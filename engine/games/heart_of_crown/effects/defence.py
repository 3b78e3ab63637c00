"""Attacks, and the cards that answer them (HOC-DEF)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.effects.resolving import number, opponents, resolve
from taku.engine.games.heart_of_crown.state import State, offer, step


def attack(s: State, card: str) -> None:
    """Opponents may answer before any of the card's text (HOC-DEF-11, -15)."""
    s.shields = [0] * s.players
    s.agenda.append(("resolve_attack", card))
    for seat in reversed(opponents(s)):
        s.agenda.append(("defence", seat, (), ()))


@step
def resolve_attack(s: State, card: str) -> None:
    """The windows are closed."""
    resolve(s, card)


@step
def defence(s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]) -> None:
    """Ask for the next defence card; those used already are named (HOC-DEF-08, -12).

    Who may have one for all the others know is asked, so that nobody learns who has none.
    """
    cards = s.cards.defences
    shown, kept = s.shown[seat], s.kept[seat]
    if all(map(cards.isdisjoint, (s.hand[seat], s.deck[seat], kept))):
        return
    if (
        not cards.isdisjoint(zones.unknown_cards(s, seat))
        or any(card in cards and shown.count(card) > from_hand.count(card) for card in shown)
        or any(card in cards and kept.count(card) > from_domain.count(card) for card in kept)
    ):
        s.ask(seat, "defence", from_hand, from_domain)
        s.then((defended, seat, from_hand, from_domain))


@offer("defence")
def defence_moves(
    s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> Sequence[str]:
    """Defence cards in hand or kept that were not used against this attack (HOC-DEF-01, -02)."""
    cards, hand, kept = s.cards.defences, s.hand[seat], s.kept[seat]
    fresh = {card: None for card in hand if card in cards and hand.count(card) > from_hand.count(card)}  # fmt: skip
    fresh |= {card: None for card in kept if card in cards and kept.count(card) > from_domain.count(card)}  # fmt: skip
    return [*(f"reveal {card}" for card in sorted(fresh)), "pass"]


@step
def defended(s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]) -> None:
    """Show the card, a kept one first, and do what it says; then the next (HOC-DEF-04, -05)."""
    move = s.answer(seat)
    if move == "pass":
        return
    card = move[7:]
    s.emit("defend", seat=seat, card=card)
    if s.kept[seat].count(card) > from_domain.count(card):
        from_domain = (*from_domain, card)
    else:
        from_hand = (*from_hand, card)
        if s.shown[seat].count(card) < from_hand.count(card):
            s.shown[seat].append(card)
    DEFENCES[card](s, seat, from_hand, from_domain)


def defend_rampart(s: State, seat: int, *used: tuple[str, ...]) -> None:
    """One card fewer to discard or reveal, if the attack is military."""
    s.shields[seat] += 1
    s.then((defence, seat, *used))


def defend_hideout(s: State, seat: int, *used: tuple[str, ...]) -> None:
    """Put a card from hand face up on the deck, also the Hideout itself (HOC-FAQ-34)."""
    cards = s.hand[seat]
    if len(cards) > 1:
        s.ask(seat, "hideout")
        s.then((hideout_chosen, seat, *used))
    elif cards:
        hide(s, seat, cards[0], *used)
    else:
        s.then((defence, seat, *used))


@offer("hideout")
def hideout_moves(s: State, seat: int) -> Sequence[str]:
    """Any card of the hand."""
    return [f"top {card}" for card in dict.fromkeys(s.hand[seat])]


@step
def hideout_chosen(
    s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> None:
    """The owner has chosen."""
    hide(s, seat, s.answer(seat)[4:], from_hand, from_domain)


def hide(
    s: State, seat: int, card: str, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> None:
    """Of equal cards the one that was used already goes, so that the other can still be used."""
    to_deck(s, seat, card)
    s.then((defence, seat, without(from_hand, card), from_domain))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one of these, if it is among them."""
    place = cards.index(card) if card in cards else len(cards)
    return cards[:place] + cards[place + 1 :]


def to_deck(s: State, seat: int, card: str) -> None:
    """Put a card from hand face up on the deck."""
    zones.leave_hand(s, seat, card)
    zones.put_on_deck(s, seat, card)
    s.emit("on-deck", seat=seat, card=card)


def defend_talisman(
    s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> None:
    """The talisman itself goes face up on the deck (HOC-FAQ-32)."""
    to_deck(s, seat, "magic-talisman")
    s.then((defence, seat, without(from_hand, "magic-talisman"), from_domain))


DEFENCES: dict[str, Callable[..., None]] = {
    "rampart": defend_rampart,
    "hideout": defend_hideout,
    "magic-talisman": defend_talisman,
}
"""What a defence card does when it is shown."""


def shielded(s: State, card: str, seat: int, count: int) -> int:
    """How many cards an attack still makes a player discard or reveal (HOC-CR-03, -04, -28)."""
    if seat != s.turn and card in s.cards.military:
        count -= s.shields[seat] * number(s, "rampart", "shield")
    return max(count, 0)
