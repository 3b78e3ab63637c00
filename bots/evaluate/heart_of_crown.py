"""Heart of Crown: money first, then a princess, then those who vote for her."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from taku.bots.evaluate.strategist import Strategist
from taku.engine import Decision, Game
from taku.engine.games.heart_of_crown.state import State

PRINCESSES = {
    "lulunasaika": 3.0,
    "klam-klam": 1.5,
    "laolily": 2.0,
    "flammaria": 1.8,
    "rain-and-shion": 1.6,
    "bergamotte": 0.5,
}
"""How welcome each princess is."""
ACTIONS = {
    "alchemist": 1.0, "adventurer": 0.6, "library": 0.5, "supply-unit": 0.7, "bank": 1.0,
    "stargazing-witch": 0.4, "court-merchant": 0.3, "trade-ship": 0.4, "swift-courier": 0.2,
    "city-development": 0.6, "infantry-battalion": 0.5, "royal-guard": 0.3, "donation": 0.2,
    "curse-witch": 0.4, "imperial-estate": 0.8, "gossiping-duchess": 0.4, "slash-and-burn": -1.5,
    "moneylender": -0.3, "magic-talisman": -0.8, "bribery": -0.5, "shinobi": -0.2,
}  # fmt: skip
"""How much better or worse a card is than its price says."""
PLAYED_FIRST = 15.0
"""Plays above this come before everything else."""
RICH = 17
"""With so many coins in the deck it is time to back a princess."""
WEALTHY = 24
"""More coins than this in the deck change no plan."""
TURNS = frozenset(["main", "second"])
"""Plays, buys and all else that a turn is made of."""
GAINS = frozenset(["gain", "may-gain", "charm"])
"""Choices of a card to have."""


class GameJudge(Strategist):
    """Rates by price while the deck is poor, by points once a princess is backed."""

    scale = 4.0
    horizon = 30
    explore = 0.7

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        cards = game.cards
        self._coins: dict[str, int] = dict(cards.coins)
        self._coins |= {"trade-ship": 2, "alchemist": 1, "library": 1, "bank": 2}
        self._points: dict[str, int] = dict(cards.points)
        self._votes: dict[str, int] = {c: cards.points[c] for c in cards.successions}
        self._vote = {card: max(0, self._votes.get(card, 0)) for card in self._coins}
        self._cost: dict[str, int] = dict(cards.cost)
        self._links: dict[str, int] = dict(cards.links)
        self._keep = {card: self._held(card) for card in cards.by_id}
        self._plays = {f"play {card}": self._play(card) for card in (*cards.by_id, "territories")}
        self._useful = {move: r for move, r in self._plays.items() if r > PLAYED_FIRST}
        self._words: dict[str, tuple[str, str]] = {}
        self._always = {**self._plays, "declare": 50.0, "end": 0.0, "stop": 0.0}
        self._smalls: dict[str, dict[str, float]] = {}
        """By kind, what was once rated by ``_small``."""
        self._prices: dict[tuple[bool, int, int], dict[str, float]] = {}

    def _held(self, card: str) -> float:
        """What a card is worth to have in hand or deck."""
        if card == "curse":
            return -2.0
        if card == "apprentice-maid":
            return -1.5
        return self._cost[card] + ACTIONS.get(card, 0.0)

    # -- positions ------------------------------------------------------------------------------

    def points(self, state: State) -> Sequence[float]:
        """Points in the domain, votes in the deck, and what its coins will still buy."""
        return [self._prospect(state, seat) for seat in state.seats]

    def _prospect(self, state: State, seat: int) -> float:
        coins, votes = self._coins, self._vote
        money = vote = size = 0
        piles = [state.hand[seat], state.deck[seat], state.discard[seat]]
        if seat == state.turn:
            piles.append(state.played)
        for pile in piles:
            size += len(pile)
            for card in pile:
                money += coins[card]
                vote += votes[card]
        wealth = 5.0 * money / max(size, 5)
        total = state.points[seat] + 0.65 * vote + 1.9 * wealth - 0.25 * state.debt[seat]
        if state.princess[seat]:
            total += 5.0
        if state.declared[seat]:
            total += 6.0
        return total

    # -- moves ----------------------------------------------------------------------------------

    def ratings(self, state: State, decision: Decision) -> Sequence[float]:
        """How good each move is."""
        kind, seat, moves = decision.kind, decision.seat, decision.moves
        if kind in TURNS or kind in GAINS:
            return self._turn(state, seat, moves)
        known = self._smalls.get(kind)
        if known is None:
            known = self._smalls[kind] = {}
        rated = []
        for move in moves:
            if move not in known:
                known[move] = self._small(kind, move)
            rated.append(known[move])
        return rated

    def _turn(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        backed = bool(state.princess[seat])
        money = self._money(state, seat)
        known = self._known(backed, money, max(state.points))
        rated = []
        for move in moves:
            if move in known:
                rated.append(known[move])
            else:
                rated.append(self._other(state, seat, move, backed, money))
        return rated

    def _known(self, backed: bool, money: int, ahead: int) -> dict[str, float]:
        """Ratings of the moves that depend on these three only: plays, buys and gains."""
        key = (backed, min(money, WEALTHY), (ahead >= 10) + (ahead >= 13))
        found = self._prices.get(key)
        if found is None:
            found = self._prices[key] = dict(self._always)
            for card in self._cost:
                rating = self._buy(card, backed, money, ahead)
                found[f"buy {card}"] = found[f"buy {card} under"] = found[f"gain {card}"] = rating
        return found

    def _other(self, state: State, seat: int, move: str, backed: bool, money: int) -> float:
        verb, card = self._split(move)
        if verb == "set":
            gain = self._votes[card]
            voting = sum(map(self._vote.__getitem__, state.hand[seat]))
            return 3.5 + 1.4 * voting + gain if gain > 0 else -5.0
        if verb == "back":
            return self._back(state, seat, card, money)
        if verb == "activate":
            return 30.0 if card != "bergamotte" else 1.0
        if verb == "recall":
            return 28.0
        if verb == "bribe":
            return self._buy(card, backed, money, max(state.points)) + 0.1
        return 0.5

    def pick(self, state: State, decision: Decision, rng: random.Random) -> str:
        """While a card can be played usefully nothing else is looked at."""
        if decision.kind == "main" and rng.random() >= self.whim:
            useful = self._useful
            best, chosen = PLAYED_FIRST, ""
            for move in decision.moves:
                if move in useful and useful[move] > best:
                    best, chosen = useful[move], move
            if chosen:
                return chosen
        return super().pick(state, decision, rng)

    def _split(self, move: str) -> tuple[str, str]:
        """Verb and card of a move, remembered."""
        found = self._words.get(move)
        if found is None:
            verb, card, *_ = *move.split(" "), ""
            found = self._words[move] = verb, card
        return found

    def _play(self, card: str) -> float:
        """Cards that make room first, then territories, last what takes the room away."""
        if card == "territories":
            return 24.0
        if card in ("slash-and-burn", "moneylender", "magic-talisman", "donation"):
            return 3.0
        if card in self.game.cards.territories:
            return 22.0
        if self._links[card] == 0:
            return 20.0 + self._keep[card] * 0.1
        if card in ("bank", "city-development", "adventurer", "summons"):
            return 21.0
        return 25.0 + self._links[card] + self._keep[card] * 0.1

    def _money(self, state: State, seat: int) -> int:
        owned = [*state.hand[seat], *state.deck[seat], *state.discard[seat], *state.played]
        return sum(map(self._coins.__getitem__, owned))

    def _buy(self, card: str, backed: bool, money: int, ahead: int) -> float:
        votes = self._votes.get(card, 0)
        cost = self._cost[card]
        bonus = ACTIONS.get(card, 0.0)
        if votes > 0:
            if backed:
                late = 1.0 if ahead >= 10 or money >= 22 else 0.6
                return 1.0 + late * 2.2 * votes
            return 1.5 * votes - 2.0 if money >= RICH else 0.3 * votes - 3.0
        poor = max(0.0, (WEALTHY - money) / 10.0)
        if card in ("city", "large-city"):
            return cost * (0.6 + 0.7 * poor) + 0.5 - (1.5 if backed and ahead >= 13 else 0.0)
        return cost * (0.5 + 0.45 * poor) + bonus * 1.5 + 0.6 - (2.5 if backed else 0.0)

    def _back(self, state: State, seat: int, princess: str, money: int) -> float:
        lands = [card for card in state.played if card in state.cards.territories]
        if princess == "flammaria":
            lands = [card for card in lands if card != "farming-village"]
        lands.sort(key=self._cost.__getitem__, reverse=True)
        moved = lands[: state.cards.game.domain_territories]
        loss = sum(1.6 * self._coins[card] - 1.2 * self._points[card] for card in moved)
        urgent = 1.0 if any(state.princess) else 0.0
        wealth = 1.1 * (money - RICH)
        return 11.0 + PRINCESSES.get(princess, 0.0) + urgent + wealth - loss

    def _small(self, kind: str, move: str) -> float:
        """The choices within effects that are rated alike in every position."""
        verb, card = self._split(move)
        worth = self._keep.get(card, 0.0)
        if kind == "scout":
            return worth if verb == "leave" else 2.6
        if kind in ("sift", "discard-any"):
            return 1.5 - worth if verb == "discard" else 0.0
        if kind in ("exile", "under", "force-discard", "scholar-discard", "drop"):
            return -worth
        if kind == "maids":
            return float(card)
        if kind == "summons-pay":
            return -float(card)
        if kind == "defence":
            return 1.0 if verb == "reveal" else 0.0
        if kind in ("adventure", "develop"):
            return 0.0 if verb == "pass" else 2.0
        return worth
