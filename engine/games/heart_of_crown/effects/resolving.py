"""Carrying out what a card says."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import run
from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.state import State

NOTHING = ("pass",)
"""The move of a forced choice that only a redealt hand cannot make."""


def resolve(s: State, card: str) -> None:
    """Coins first, then the text from top to bottom (HOC-MAIN-03, -08)."""
    coins = s.cards.coins[card]
    if coins:
        zones.gain_coins(s, village_coins(s) if card == "farming-village" else coins)
    carry_out(s, card)


def carry_out(s: State, text: str) -> None:
    """Do what a text says, if it says anything; what follows is on the agenda already."""
    program = s.cards.effects.get(text)
    if program:
        s.done = True
        run(s, program)


def village_coins(s: State) -> int:
    """What a Farming Village gives now (HOC-FAQ-22)."""
    return s.village_coins or s.cards.coins["farming-village"]


def in_turn(s: State) -> Sequence[int]:
    """The players in the game, clockwise from the active player (HOC-RES-02)."""
    seats = s.clockwise(s.turn)
    return [seat for seat in seats if not s.out[seat]] if s.overtime else seats


def opponents(s: State) -> Sequence[int]:
    """The other players in the game, clockwise from the active player's left (HOC-RES-03)."""
    return in_turn(s)[1:]


def number(s: State, card: str, name: str) -> int:
    """A number of a card's effect."""
    return s.cards.numbers[card][name]
