"""Witches at Daybreak: stones held, and what the cards in their cycle will still bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from taku.bots.evaluate.strategist import Strategist
from taku.engine import Decision, Game
from taku.engine.games.daybreak.layout import FIELDS, INSTALLED
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.vocabulary import CURSE

YIELDS = {
    "stardust-gatherer": 1.0, "wellside-laundress": 1.8, "milk-carrier": 1.9,
    "bakers-apprentice": 2.0, "flower-seller": 1.5, "clock-winder": 0.6, "corner-postman": 0.8,
    "lullaby-nurse": 0.6, "ferryman": 0.6, "gate-guard": 0.3, "smiths-watchdog": 0.5,
    "prankster": 1.3, "firecracker-kid": 2.0, "seamstress-sisters": 1.2, "tavern-fiddler": 2.0,
    "lamplighter": 2.0, "windmill-miller": 2.0, "starstone-miner": 2.0, "pendulum-maker": 1.2,
    "night-bell-ringer": 1.1, "shield-carpenter": 0.5, "pickpocket": 2.5,
    "star-tax-collector": 1.5, "company-bookkeeper": 1.5, "echo-bell-keeper": 0.4,
    "moonlight-jeweller": 3.0, "observatory-assistant": 2.3, "wheatfield-wife": 2.5,
    "hourglass-lady": 1.2, "foghorn-conductor": 1.0, "mirror-butler": 0.8, "attic-phantom": 1.5,
    "ink-spilling-student": 1.4, "canal-broker": 1.0, "alley-nun": 1.0, "star-coin-minter": 3.0,
    "vault-banker": 2.7, "night-train-engineer": 1.5, "rampart-marshal": 0.6,
    "cloud-sea-pirate": 3.0, "caravan-trader": 1.0, "wrecking-crew": 2.0, "stone-warden": 0.8,
    "lakeside-angler": 0.4, "falling-star-child": 2.8, "eternal-clockmaker": 2.5,
    "twilight-gatekeeper": 1.2, "moon-reaper": 2.5, "hymn-of-daybreak": 2.5,
    "starfall-rite": 3.0, "charm-seller": 0.4, "haunted-doll-child": 1.3, "hex-peddler": 2.2,
    "exorcist": 1.0, "tomb-digger": 2.3, "doll-sender": 1.0, "grudge-lender": 2.5,
    "black-cat-hostess": 1.0, "plague-bell": 2.0, "calamity-herald": 3.0,
    "blessing-of-stars": 4.0, "blessing-of-hours": 3.0, "blessing-of-shelter": 1.0,
    "blessing-of-cleansing": 2.0, "blessing-of-meeting": 2.0, "juggler": 1.0,
    "street-singer": 1.5, "page-boy": 0.6, "bridge-toller": 1.5, "fire-eater": 1.0,
    "troupe-cook": 1.8, "stilt-walker": 1.0, "lion-tamer": 0.6, "wheel-of-fortune": 2.5,
    "ticket-tout": 1.2, "stage-director": 0.8, "ringmaster": 2.0, "troupe-treasurer": 2.5,
    "understudy": 1.5, "grand-finale": 3.0, "comet-caravan": 4.0, CURSE: -1.0,
}  # fmt: skip
"""What one use brings, in stones: its cost taken off, half of what others lose added."""
USUAL = 1.5
"""The same for a card nobody has valued."""
POWER = 2.5
"""What a witch effect that is still to be used once is worth."""
DRAIN = 1.4
"""The stones that a turn takes out of the stone zone."""
ACQUIRED = 0.6
"""The cards that a turn takes out of the deck."""
GROWTH = 0.5
"""By how many stones a lead must be greater for each turn that is left."""
TEDIUM = 0.004
"""What a turn that is left takes from every value, or a leader would have no reason to end it."""
TURN = 2.0
"""What a turn brings without cards."""
OWN_SUFFERS = frozenset(["night-bell-ringer", "ticket-tout", "wrecking-crew", "caravan-trader"])
"""Cards that do no good to a card of the one who picks it."""
NEAR = tuple(min(place, 2) for place in range(FIELDS))
"""How far an effect may bring a card on that lies in a place."""
WORDS = {"end": 0.0, "wait": 0.0, "pass": 0.3, "witch-turn": 0.2}
"""Moves between two effects that are rated alike in every position."""
QUIET = frozenset(["start", "main", "window", "discard"])
"""Between two effects."""


class GameJudge(Strategist):
    """Adds up the stones a seat holds and those its cards will bring in the turns that are left."""

    strategy = False
    scale = 2.0
    horizon = 16
    explore = 0.6
    heat = 1.5

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        cards = game.cards
        self._yield: dict[str, float] = {id: YIELDS.get(id, USUAL) for id in cards.by_id}
        self._cycle: dict[str, int] = {id: card.use_cast for id, card in cards.by_id.items()}
        self._cost = {id: card.use_cost for id, card in cards.by_id.items()}
        self._price = {id: card.acquire_cost for id, card in cards.by_id.items()}
        self._arrival = {id: card.acquire_cast for id, card in cards.by_id.items()}
        self._uses = {**WORDS, **{f"use {id}": self._use(id) for id in cards.by_id}}
        hurried = [f"use {id}" for id, card in cards.by_id.items() if card.category == "time"]
        self._idle = {**self._uses, **dict.fromkeys(hurried, -0.5)}
        """The same while there is nothing to hasten."""
        self._acquires = {f"acquire {id}": id for id in cards.by_id}
        self._picks = {f"pick {id}": id for id in cards.by_id}
        self._discards = {f"discard {id}": -self._yield[id] for id in cards.by_id}
        self._puts = {f"put {id}": (-0.7 * self._yield[id], id) for id in cards.by_id}
        self._rate: dict[str, Callable[[State, int, Sequence[str]], list[float]]] = {
            "start": self._start,
            "main": self._main,
            "window": self._main,
            "put": self._put,
            "discard": self._discard,
            "target": self._target,
            "pick": self._pick,
            "block": self._block,
            "may": self._may,
            "pay": self._may,
        }

    def _use(self, card: str) -> float:
        """Cards that hasten others come last, when there is most to hasten."""
        hastens = self.game.cards.by_id[card].category == "time"
        return 0.6 + (0.3 if hastens else 1.0) * self._yield[card]

    # -- positions ------------------------------------------------------------------------------

    def settled(self, state: State, seat: int) -> bool:
        """Between two effects, whoever is asked."""
        return state.pending[0].kind in QUIET

    def value(self, state: State) -> Sequence[float]:
        """The fewer turns are left, the surer a lead; what is decided should end."""
        if state.result is not None:
            return self.outcome(state.result)
        left = self.turns(state, state.active)
        values = self.standing(self.points(state), self.scale + GROWTH * left)
        return [max(0.0, value - TEDIUM * left) for value in values]

    def points(self, state: State) -> Sequence[float]:
        """Stones held, stones under way, and what cards and turns will still bring."""
        return [self._prospect(state, seat) for seat in state.seats]

    def turns(self, state: State, seat: int) -> float:
        """How many turns a seat still has, the one being taken included until its end phase."""
        players = state.players
        wait = (seat - state.active) % players
        if wait == 0 and state.phase == "end":
            wait = players
        extra = 0
        for owner, _, _ in state.extra:
            extra += owner == seat
        if state.ending:
            return max(0, (state.last_left - wait) // players + 1) + extra
        left = min(state.zone / DRAIN, len(state.deck) / ACQUIRED) + players
        return max(0.0, (left - wait) / players + 0.3) + extra

    def _prospect(self, state: State, seat: int) -> float:
        left = self.turns(state, seat)
        gains, cycle = self._yield, self._cycle
        stones = state.stones
        first = FIELDS * seat
        total = float(stones[first]) + TURN * left
        if seat == state.active and state.phase == "main":
            total -= TURN  # that of this turn is held already
        for place in range(1, FIELDS):
            if stones[first + place]:
                total += stones[first + place] * max(0.0, min(0.95, left - place + 1.0))
        for card in state.hand[seat]:
            total += gains[card] * uses(left, cycle[card])
        for card, place, bits in state.cast[seat]:
            total += gains[card] * uses(left - place, cycle[card])
            if bits == INSTALLED:
                # It works on while it lies there.
                whole = gains[card] + self._cost[card]
                total += whole * min(place, left) / cycle[card]
        if not state.spent >> seat & 1 and not state.last_turn:
            total += min(POWER, POWER * left)
        return total

    # -- moves ----------------------------------------------------------------------------------

    def ratings(self, state: State, decision: Decision) -> Sequence[float]:
        """How good each move is, in stones."""
        rate = self._rate.get(decision.kind)
        if rate is None:
            return [0.0] * len(decision.moves)
        return rate(state, decision.seat, decision.moves)

    def _main(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        known = self._uses if state.cast[seat] else self._idle
        rated = []
        for move in moves:
            rated.append(known[move] if move in known else self._witch(state, seat, move))
        return rated

    def _start(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        left = self.turns(state, seat)
        held = state.stones[FIELDS * seat]
        acquires, prices = self._acquires, self._price
        rated = []
        for move in moves:
            if move in acquires:
                card = acquires[move]
                price = prices[card]
                gain = self._acquired(state, card, left) - price if price <= held else -3.0
                rated.append(gain)
            elif move == "stones":
                rated.append(float(min(2, state.zone)))
            else:
                rated.append(self._witch(state, seat, move))
        return rated

    def _acquired(self, state: State, card: str, left: float) -> float:
        """What a card of the card zone brings to who takes it, its cost not counted."""
        use = uses(left - self._arrival[card], self._cycle[card])
        return self._yield[card] * use + state.on.get(card, 0)

    def _witch(self, state: State, seat: int, move: str) -> float:
        """Witch effects, and the moves that end a phase."""
        if move == "witch-game":
            return 1.0 if self.turns(state, seat) < 3.0 else 0.0
        return 0.2 if move.startswith("witch") else WORDS.get(move, 0.0)

    def _put(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        """What the others will not take at once may be had back."""
        on, puts = state.on, self._puts
        rated = []
        for move in moves:
            rating, card = puts[move]
            rated.append(rating - 0.2 * on[card] if card in on else rating)
        return rated

    def _discard(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        discards = self._discards
        rated = []
        for move in moves:
            rated.append(discards[move])
        return rated

    def _target(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        return [self._aim(state, seat, int(move[7:])) for move in moves]

    def _aim(self, state: State, seat: int, other: int) -> float:
        """Those who have most lose most."""
        if other == seat:
            return 0.0
        first = FIELDS * other
        held, *placed = state.stones[first : first + FIELDS]
        return 0.5 * held + 0.1 * sum(placed)

    def _pick(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        cast = self._cast(state, seat)
        hand, picks = state.hand[seat], self._picks
        rated = []
        for move in moves:
            card = picks.get(move)
            if card is None:
                rated.append(0.0)
            elif card in cast:
                rated.append(cast[card])
            elif card in hand:
                rated.append(-self._yield[card])
            else:
                rated.append(self._acquired(state, card, self.turns(state, seat)))
        return rated

    def _cast(self, state: State, seat: int) -> dict[str, float]:
        """What it is worth to pick each card that lies in a cast area."""
        suffers = state.source in OWN_SUFFERS
        gains, cycle = self._yield, self._cycle
        rated: dict[str, float] = {}
        for owner, cards in enumerate(state.cast):
            for card, place, _ in cards:
                if card in rated:
                    continue
                weight = gains[card] / cycle[card] * NEAR[place]
                if owner != seat:
                    rated[card] = 0.6 * weight + 0.05 * state.stones[FIELDS * owner]
                else:
                    rated[card] = -gains[card] if suffers else weight
        return rated

    def _block(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        return [self._yield[move[6:]] for move in moves]

    def _may(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        return [0.0 if move == "pass" else 1.0 for move in moves]


def uses(left: float, cycle: int) -> float:
    """How often a card that is in hand can be used in ``left`` turns; place V is out."""
    if left <= 1.0:
        return max(0.0, left)
    return 1.0 if cycle > 4 else 1.0 + (left - 1.0) / cycle
