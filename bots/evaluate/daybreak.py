"""Witches at Daybreak: stones held, and what the cards in their cycle will still bring."""

from __future__ import annotations

from collections.abc import Sequence
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
        self._uses = {f"use {id}": self._use(id) for id in cards.by_id}
        self._hurried = {f"use {id}" for id, c in cards.by_id.items() if c.category == "time"}

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
        extra = len([1 for owner, _, _ in state.extra if owner == seat])
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
        kind, seat, moves = decision.kind, decision.seat, decision.moves
        if kind == "main":
            return self._main(state, seat, moves)
        if kind == "start":
            return self._start(state, seat, moves)
        return [self._small(state, seat, kind, move) for move in moves]

    def _main(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        known, idle = self._uses, not state.cast[seat]
        return [
            (-0.5 if idle and move in self._hurried else known[move])
            if move in known
            else self._witch(state, seat, move)
            for move in moves
        ]

    def _start(self, state: State, seat: int, moves: Sequence[str]) -> list[float]:
        left = self.turns(state, seat)
        held = state.stones[FIELDS * seat]
        rated = []
        for move in moves:
            if move == "stones":
                rated.append(float(min(2, state.zone)))
            elif move.startswith("acquire"):
                card = move[8:]
                if self._price[card] > held:
                    rated.append(-3.0)
                else:
                    rated.append(self._acquired(state, card, left) - self._price[card])
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
        if move.startswith("witch"):
            return 0.2
        return 0.3 if move == "pass" else 0.0

    def _small(self, state: State, seat: int, kind: str, move: str) -> float:
        """The choices within effects."""
        verb, _, card = move.partition(" ")
        if kind == "put":
            # What the others will not take at once may be had back.
            return -0.7 * self._yield[card] - 0.2 * state.on.get(card, 0)
        if kind == "discard":
            return -self._yield[card]
        if kind == "target":
            return self._aim(state, seat, int(card))
        if kind == "pick":
            return self._pick(state, seat, card) if verb == "pick" else 0.0
        if kind == "block":
            return self._yield[card]
        if kind in ("may", "pay"):
            return 0.0 if verb == "pass" else 1.0
        if kind == "window":
            return self._witch(state, seat, move)
        return 0.0

    def _aim(self, state: State, seat: int, other: int) -> float:
        """Those who have most lose most."""
        if other == seat:
            return 0.0
        first = FIELDS * other
        held, *placed = state.stones[first : first + FIELDS]
        return 0.5 * held + 0.1 * sum(placed)

    def _pick(self, state: State, seat: int, card: str) -> float:
        worth = self._yield.get(card, 0.0)
        for owner in state.seats:
            for other, place, _ in state.cast[owner]:
                if other == card:
                    weight = worth / self._cycle[card] * min(place, 2)
                    if owner != seat:
                        return 0.6 * weight + 0.05 * state.stones[FIELDS * owner]
                    return -worth if state.source in OWN_SUFFERS else weight
        if card in state.hand[seat]:
            return -worth
        return self._acquired(state, card, self.turns(state, seat))


def uses(left: float, cycle: int) -> float:
    """How often a card that is in hand can be used in ``left`` turns; place V is out."""
    if left <= 1.0:
        return max(0.0, left)
    return 1.0 if cycle > 4 else 1.0 + (left - 1.0) / cycle
