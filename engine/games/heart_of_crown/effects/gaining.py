"""Cards gained from the market and the supply."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.effects.resolving import NOTHING, number
from taku.engine.games.heart_of_crown.programs import Operation
from taku.engine.games.heart_of_crown.state import State, offer, step


def gain_from_supply(s: State, op: Operation) -> None:
    """Gain the bottom card of the supply, shown to all (HOC-FAQ-21)."""
    if s.supply:
        found = s.supply.pop(0)
        s.discard[s.turn].append(found)
        s.emit("dig", seat=s.turn, card=found)


def gain_dearer(s: State, op: Operation) -> None:
    """Gain a card that costs at most so much more than the one exiled (HOC-CR-33, -34)."""
    gain_one(s, s.cards.cost[s.exile[-1]] + op.numbers["cost_more"])


def gain_one(s: State, most: int) -> None:
    """Gain a card up to this cost from the market, if there is one."""
    moves = gain_moves(s, s.turn, most)
    if len(moves) == 1 and moves is not NOTHING:
        zones.gain_from_market(s, s.turn, moves[0][5:])
    elif moves is not NOTHING:
        s.ask(s.turn, "gain", most)
        s.then(gain_chosen)


@offer("gain")
def gain_moves(s: State, seat: int, most: int) -> Sequence[str]:
    """Cards in the market up to a printed cost."""
    cost = s.cards.cost
    return [f"gain {c}" for c, left in s.market.items() if left and cost[c] <= most] or NOTHING


@step
def gain_chosen(s: State) -> None:
    """The active player has chosen."""
    zones.gain_from_market(s, s.turn, s.answer(s.turn)[5:])


def gain_maids(s: State, op: Operation) -> None:
    """Gain as many Royal Maids as wanted and left (HOC-FAQ-10)."""
    if len(maid_moves(s, s.turn, op.card)) > 1:
        s.ask(s.turn, "maids", op.card)
        s.then(maids_chosen)


@offer("maids")
def maid_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """From none to all that may be had."""
    most = min(number(s, card, "maids"), s.market["royal-maid"])
    return [f"maids {count}" for count in range(most + 1)]


@step
def maids_chosen(s: State) -> None:
    """They go to the discard pile."""
    for _ in range(int(s.answer(s.turn)[6:])):
        zones.gain_from_market(s, s.turn, "royal-maid")


def gain_some(s: State, op: Operation) -> None:
    """Gain cards up to a cost, one after the other."""
    may_gain(s, op.card, op.numbers["cards"])


def may_gain(s: State, card: str, left: int) -> None:
    """Ask for the next one."""
    if left and len(may_gain_moves(s, s.turn, card)) > 1:
        s.ask(s.turn, "may-gain", card)
        s.then((may_gain_chosen, card, left))


@offer("may-gain")
def may_gain_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """A card of the market up to the cost, or enough."""
    found = gain_moves(s, seat, number(s, card, "cost_most"))
    return [*(found if found is not NOTHING else ()), "stop"]


@step
def may_gain_chosen(s: State, card: str, left: int) -> None:
    """Gain it and ask again."""
    move = s.answer(s.turn)
    if move != "stop":
        zones.gain_from_market(s, s.turn, move[5:])
        if s.result is None:
            may_gain(s, card, left - 1)


def gain_charmed(s: State, op: Operation) -> None:
    """One card of a name that was discarded may be gained from the market (HOC-FAQ-25, -27)."""
    if len(charmed_moves(s, s.turn)) > 1:
        s.ask(s.turn, "charm")
        s.then(charmed_chosen)
    else:
        s.charmed = []


@offer("charm")
def charmed_moves(s: State, seat: int) -> Sequence[str]:
    """What the market has of it, or nothing."""
    found = [card for card in dict.fromkeys(s.charmed) if s.market.get(card)]
    return [*(f"gain {card}" for card in found), "stop"]


@step
def charmed_chosen(s: State) -> None:
    """The active player has chosen."""
    s.charmed = []
    move = s.answer(s.turn)
    if move != "stop":
        zones.gain_from_market(s, s.turn, move[5:])


BUILDS = {"farming-village": ("village_pay", "city"), "city": ("city_pay", "large-city")}
"""What City Development turns into what, and the name of the price."""


def develop(s: State, op: Operation) -> None:
    """Choose what to develop, if it can be paid (HOC-PAY-04, -05)."""
    if len(develop_moves(s, s.turn, op.card)) > 1:
        s.ask(s.turn, "develop", op.card)
        s.then((developed, op.card))


@offer("develop")
def develop_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """What the coins suffice for."""
    paid = [old for old, (price, _) in BUILDS.items() if s.coins >= number(s, card, price)]
    return [*(f"develop {old}" for old in paid), "pass"]


@step
def developed(s: State, card: str) -> None:
    """Pay, exile, take the better one into hand if the market has it (HOC-FAQ-37, HOC-CR-32)."""
    move = s.answer(s.turn)
    if move == "pass":
        return
    old = move[8:]
    price, new = BUILDS[old]
    zones.pay(s, number(s, card, price))
    if old not in s.hand[s.turn]:
        return
    zones.exile_from_hand(s, s.turn, old)
    if s.market[new]:
        zones.take_from_market(s, new)
        zones.enter_hand(s, s.turn, new)
        s.emit("take", seat=s.turn, card=new)
