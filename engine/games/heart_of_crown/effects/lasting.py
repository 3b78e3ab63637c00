"""Coins, and what lasts for the rest of the turn."""

from __future__ import annotations

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.programs import Operation
from taku.engine.games.heart_of_crown.state import State


def coins(s: State, op: Operation) -> None:
    """Get the coins that the text names."""
    zones.gain_coins(s, op.numbers["coins"])


def coins_as_many(s: State, op: Operation) -> None:
    """Get a coin for each card discarded."""
    zones.gain_coins(s, s.tally)


def coins_for_cities(s: State, op: Operation) -> None:
    """Coins for the Cities and Large Cities played before (HOC-CR-35)."""
    cities = s.played.count("city") + s.played.count("large-city")
    zones.gain_coins(s, cities * op.numbers["coins_each"])


def curse_for_villages(s: State, op: Operation) -> None:
    """Gain a Curse; if there was one, villages give more from now on (HOC-FAQ-22, -23, HOC-CR-10)."""
    if zones.gain_curse(s, s.turn):
        s.village_coins = op.numbers["village_coins"]


def buy_under_deck(s: State, op: Operation) -> None:
    """For the rest of the turn bought cards may go under the deck (HOC-FAQ-31)."""
    s.merchant = True


def buy_from_opponents(s: State, op: Operation) -> None:
    """For the rest of the turn opponents' discards can be bought (HOC-CR-14 to -16)."""
    s.bribery = True


def return_at_cleanup(s: State, op: Operation) -> None:
    """One more card may go back on the deck at cleanup."""
    s.supply_units += 1


def borrow(s: State, op: Operation) -> None:
    """Debt comes at the end of the turn (HOC-CR-11)."""
    s.loans += 1


def place_twin_counters(s: State, op: Operation) -> None:
    """One, and one for each princess the others have (HOC-CR-19)."""
    rivals = sum(bool(s.princess[seat]) for seat in s.seats if seat != s.turn)
    s.twins[s.turn] = op.numbers["counters"] + rivals
    s.emit("twins", seat=s.turn, count=s.twins[s.turn])
