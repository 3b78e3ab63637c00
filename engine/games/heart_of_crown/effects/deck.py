"""The own deck: cards revealed, looked at and put in order."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.programs import Operation
from taku.engine.games.heart_of_crown.state import FACE_UP, LOOKED, State, offer, step


def reveal_own(s: State, op: Operation) -> None:
    """Reveal as many more as were paid for; one action card of them may come to hand."""
    count = len(zones.reveal_top(s, s.turn, op.numbers["reveal"] + s.x))
    if len(take_revealed_moves(s, s.turn, count)) > 1:
        s.ask(s.turn, "take-revealed", count)
        s.then((revealed_taken, count))
    else:
        arrange(s, count)


@offer("take-revealed")
def take_revealed_moves(s: State, seat: int, count: int) -> Sequence[str]:
    """A revealed action card, or none."""
    cards = dict.fromkeys(zones.top_cards(s, seat, count))
    return [*(f"take {card}" for card in cards if card in s.cards.actions), "stop"]


@step
def revealed_taken(s: State, count: int) -> None:
    """Take it; the others go back."""
    move = s.answer(s.turn)
    if move != "stop":
        card = move[5:]
        lifted = zones.lift(s, s.turn, count)
        lifted.remove((card, FACE_UP))
        zones.lay(s, s.turn, lifted)
        zones.enter_hand(s, s.turn, card)
        s.emit("take", seat=s.turn, card=card)
        count -= 1
    arrange(s, count)


def look_at_deck(s: State, op: Operation) -> None:
    """Look at one card, and one for each action card played before (HOC-CR-21)."""
    seat = s.turn
    count = zones.stock(s, seat, op.numbers["look"] + s.actions - 1)
    zones.mark_top(s, seat, count, LOOKED)
    if s.log is not None:
        seen = {"cards": zones.top_cards(s, seat, count)}
        s.emit("look", seat=seat, count=count, to=(seat,), secret=seen)
    sift(s, count)


def sift(s: State, count: int) -> None:
    """Ask which of the cards looked at to discard."""
    if count:
        s.ask(s.turn, "sift", count)
        s.then((sifted, count))


@offer("sift")
def sift_moves(s: State, seat: int, count: int) -> Sequence[str]:
    """Any of the cards looked at, or enough."""
    cards = dict.fromkeys(zones.top_cards(s, seat, count))
    return [*(f"discard {card}" for card in cards), "stop"]


@step
def sifted(s: State, count: int) -> None:
    """Discard it and ask again; at the end put the rest back.

    Of equal cards the best known goes, so that the other is as unknown as before.
    """
    move = s.answer(s.turn)
    if move == "stop":
        arrange(s, count)
        return
    card = move[8:]
    lifted = zones.lift(s, s.turn, count)
    lifted.remove(max(each for each in lifted if each[0] == card))
    zones.lay(s, s.turn, lifted)
    s.discard[s.turn].append(card)
    s.emit("discard", seat=s.turn, card=card)
    sift(s, count - 1)


def arrange(s: State, count: int) -> None:
    """Put the top cards in any order: choose the top one, then the next."""
    zones.hide_order(s, s.turn, count)
    ask_next(s, count, 0)


def ask_next(s: State, count: int, done: int) -> None:
    """Ask which card comes next, unless all can see that it does not matter."""
    free = zones.marked_top(s, s.turn, count)[: count - done]
    if len(set(free)) > 1 or (len(free) > 1 and free[0][1] == LOOKED):
        s.ask(s.turn, "arrange", count, done)
        s.then((arranged, count, done))


@offer("arrange")
def arrange_moves(s: State, seat: int, count: int, done: int) -> Sequence[str]:
    """Any of the cards that have no place yet."""
    return [f"top {card}" for card in dict.fromkeys(zones.top_cards(s, seat, count)[done:])]


@step
def arranged(s: State, count: int, done: int) -> None:
    """Move the card up to its place; faces stay as they are (HOC-REV-06)."""
    card = s.answer(s.turn)[4:]
    lifted = zones.lift(s, s.turn, count)
    free = lifted[: count - done]
    place = max(i for i, each in enumerate(free) if each[0] == card)
    free.append(free.pop(place))
    zones.lay(s, s.turn, free + lifted[count - done :])
    s.emit("arrange", private=True, to=(s.turn,), seat=s.turn, secret={"card": card})
    ask_next(s, count, done + 1)
