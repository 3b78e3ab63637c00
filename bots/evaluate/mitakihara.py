"""Shadows over Mitakihara: strike together, let humans bring cards, be whole for the last witch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from taku.bots.evaluate.strategist import Strategist
from taku.engine import Decision, Game
from taku.engine.games.mitakihara.cards import PLACES
from taku.engine.games.mitakihara.effects.battle import (
    NEVER_COORDINATED,
    damage_dealt,
    damage_to,
    enemy_targets,
)
from taku.engine.games.mitakihara.state import (
    NO_COORDINATION,
    State,
    hand_of,
    in_place,
    knows,
    limit,
    members,
    most_hp,
)

AREAS = range(1, len(PLACES))
LADDER = {
    "homura": 0, "nagisa": 1, "mami": 2, "oriko": 3, "madoka": 4, "kazumi": 5, "yuma": 6,
    "kirika": 7, "sayaka": 8, "kyoko": 9,
}  # fmt: skip
"""Who lays the lower and who the higher card of a coordinated attack: a custom of the bots."""
TOGETHER = 3
"""So many girls make a coordinated attack."""
ROLES = {"homura": (2, 3), "mami": (3, 4), "kyoko": (3, 4, 5), "sayaka": (4, 5), "madoka": (3, 4)}
"""The attack values that each needs for that."""
CARD = 3.6
"""The attack of a card that was chosen."""
POOR = 3.5
"""A magic card that is worth less is better exchanged."""
SEED = 4.5
"""The cards that a grief seed brings."""
BURSTS = {"grief-seed-shard": 2.0, "grief-seed": 3.0, "grief-seed-large": 4.0}
"""What is lost when a seed is spent on healing."""
HONEST = frozenset(("discard", "discard-any", "lay-more", "retreat", "wound", "burst", "return"))
"""Questions in which a traitor looks after herself like anybody."""


class GameJudge(Strategist):
    """Rates moves by what all know and the seat's own hands, as a team with customs would."""

    horizon = 20
    explore = 0.5
    whim = 0.02
    blur = 0.5
    heat = 1.5

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        cards = game.cards
        self._attack: dict[str, dict[str, int]] = {g: cards.attack[b] for g, b in cards.bow.items()}
        self._defence: dict[str, dict[str, int]] = {
            g: cards.defence[b] for g, b in cards.bow.items()
        }
        self._worth = {girl: self._worths(girl) for girl in cards.bow}
        self._wants = {(her, own): self._better(her, own) for her in cards.bow for own in cards.bow}
        self._parts: dict[str, tuple[str, str]] = {}
        self._rate: dict[str, Callable[..., list[float]]] = {
            "act": self._act,
            "telepathy": self._talk,
            "give": self._give,
            "give-back": self._give,
            "human-act": self._human,
            "discard": self._discard,
            "discard-any": self._redraw,
            "contract": self._contract,
            "rescue": self._rescue,
            "tempt": self._tempt,
            "wish": self._wish,
            "seed": self._seed,
            "time": self._time,
            "lay": self._lay,
            "lay-more": self._lay_more,
            "defender": self._defender,
            "ability": self._ability,
            "further": self._further,
            "guard": self._guard,
            "award": self._award,
            "retreat": self._retreat,
            "wound": self._wound,
            "burst": self._burst,
        }
        self._words = {
            "snipe": 1.0, "hand-over": 1.0, "use": 1.0, "swift-healing": 1.0,
            "say": -5.0, "accuse": -3.0,
        }  # fmt: skip

    # -- positions ------------------------------------------------------------------------------

    def value(self, state: State) -> Sequence[float]:
        """The chance that the girls win; a traitor hopes for the opposite."""
        chance = self.chance(state)
        if not state.identity:
            return [chance] * state.players
        return [1.0 - chance if traitor else chance for traitor in state.identity]

    def chance(self, state: State) -> float:
        """How likely the girls win."""
        if state.result is not None:
            traitors = state.identity or [0] * state.players
            return float(any(not traitors[seat] for seat in state.result.winners))
        return 1.0 / (1.0 + exp(-self.hope(state)))

    def hope(self, state: State) -> float:
        """The log odds of winning, fitted to matches that these bots played."""
        girls = members(state.alive & state.girl)
        humans = (state.alive & ~state.girl).bit_count()
        cards = sum([min(len(hand_of(state, c)), 8) for c in girls])
        loot = sum([len(state.loot[c]) for c in girls])
        health = sum([state.hp[c] / most_hp(state, c) for c in girls])
        left = len(state.events)
        hope = 3.6 * humans + 0.2 * cards + 0.7 * loot + 0.45 * health
        hope += 0.02 * state.durability - 0.6 * left + 0.0025 * state.durability * left
        stage = self._stage(state)
        if stage:
            # Cards count for more now: they are what she is beaten with.
            hope += 7.5 + 0.22 * cards - 0.18 * state.enemy_hp[stage]
        for area in AREAS:
            if state.enemy[area] and area != stage:
                hope -= 0.2 if state.clock[area] else 0.012 * state.enemy_hp[area]
        return hope - 8.0

    # -- moves ----------------------------------------------------------------------------------

    def ratings(self, state: State, decision: Decision) -> Sequence[float]:
        """How good each move is for the girls; a traitor wants what harms them."""
        seat, kind, moves = decision.seat, decision.kind, decision.moves
        rate = self._rate.get(kind)
        if rate is None:
            rated = [self._words.get(move.partition(" ")[0], 0.0) for move in moves]
        else:
            for ask in state.asks:
                if ask[0] == seat:
                    break
            rated = rate(state, moves, *ask[2:])
        if state.identity and state.identity[seat] and kind not in HONEST:
            return self._sabotage(moves, rated)
        return rated

    def _sabotage(self, moves: Sequence[str], rated: Sequence[float]) -> list[float]:
        """A traitor does what helps least; what would give her away, dying above all, is not it."""
        return [
            -abs(rating) if move.startswith(("move ", "accuse ")) else -rating
            for move, rating in zip(moves, rated, strict=True)
        ]

    def _split(self, move: str) -> tuple[str, str]:
        """Verb and what follows of a move, remembered."""
        found = self._parts.get(move)
        if found is None:
            verb, _, word = move.partition(" ")
            found = self._parts[move] = verb, word
        return found

    # -- what cards are worth -------------------------------------------------------------------

    def _worths(self, girl: str) -> dict[str, float]:
        """What each magic card is worth in the hand of a girl."""
        cards = self.game.cards
        attack, defence = self._attack[girl], self._defence[girl]
        roles = ROLES.get(cards.girls[girl].id.removesuffix("-another"), ())
        again = "modern-weapons" in cards.knows[girl]
        return {
            card: power
            + 0.35 * defence[card]
            + (1.5 if power in roles else 0.0)
            + (2.0 if again and power == 2 else 0.0)
            for card, power in attack.items()
        }

    def _missing(self, state: State, c: int) -> int:
        missing = limit(state, c) - len(state.hand[state.share[c]])
        return max(0, missing)

    def _stage(self, state: State) -> int:
        """Where the last witch stands, or 0."""
        enemy, last = state.enemy, state.cards.stage_witches
        for area in AREAS:
            if enemy[area] in last:
                return area
        return 0

    # -- the plan that all can see --------------------------------------------------------------

    def _gathered(self, state: State, actor: int) -> tuple[list[list[int]], list[int]]:
        """The girls in each place, and those who can still come."""
        place = state.place
        here: list[list[int]] = [[] for _ in PLACES]
        comers = []
        for c in members(state.alive & state.girl):
            if place[c]:
                here[place[c]].append(c)
            elif c >= actor:
                comers.append(c)
        return here, comers

    def _ready(self, state: State, comers: Sequence[int]) -> list[int]:
        """Who of these is fit to fight, the one with the most cards first."""
        ready = []
        for c in comers:
            held = len(state.hand[state.share[c]])
            if held > 1 and state.hp[c] > 2:
                ready.append((-held, c))
        ready.sort()
        return [c for _, c in ready]

    def _size(self, state: State, area: int) -> int:
        """How many girls an enemy takes."""
        if state.clock[area]:
            return min(TOGETHER, -(-state.enemy_hp[area] // 4))
        return TOGETHER

    def _force(self, state: State, area: int, team: Sequence[int]) -> float:
        """The damage that a team may hope for."""
        total = CARD * len(team)
        if len(team) >= TOGETHER and self._can_coordinate(state, area):
            total *= 1.55
        for c in team:
            ability = state.cards.lays.get(state.who[c])
            if ability and len(team) < TOGETHER and len(hand_of(state, c)) > ability[1]:
                total += CARD * (ability[1] - 1)
        return total

    def _can_coordinate(self, state: State, area: int) -> bool:
        if state.effects & NO_COORDINATION:
            return False
        return bool(state.clock[area]) or state.enemy[area] not in NEVER_COORDINATED

    def _plan(self, state: State, actor: int) -> tuple[int, Sequence[int]]:
        """The area that the girls go for in this turn, or 0, and who of them does.

        It takes those who are there, and of those who can still come as many as it needs.
        """
        stage = self._stage(state)
        here, comers = self._gathered(state, actor)
        ready = self._ready(state, comers)
        best = 0.0
        found: tuple[int, Sequence[int]] = (0, ())
        for area in AREAS:
            if not state.enemy[area]:
                continue
            team = here[area]
            if area == stage:
                team = team + comers
            elif (missing := self._size(state, area) - len(team)) > 0:
                team = team + ready[:missing]
            if not team:
                continue
            score = 20.0 if area == stage else self._prize(state, area, team)
            if score > best:
                best, found = score, (area, team)
        return found

    def _prize(self, state: State, area: int, team: Sequence[int]) -> float:
        """What fighting here is worth with this team, in cards."""
        stuck = 0
        for c in team:
            if state.place[c] == area:
                stuck += 1
        hp = state.enemy_hp[area]
        if self._force(state, area, team) < 0.7 * hp:
            return 3.0 * stuck - 1.0
        left = len(state.events)
        foe = state.cards.witches[state.enemy[area]]
        city = foe.destruction * min(left, 8) * (0.1 if state.durability > 5 * left else 0.35)
        if state.clock[area]:
            return city - 1.2 * len(team) + 3.0 * stuck
        missing = 0
        for c in team:
            missing = max(missing, self._missing(state, c))
        return city + min(SEED, missing + 1.0) - 0.8 * len(team) + 3.0 * stuck

    # -- action phase ---------------------------------------------------------------------------

    def _act(self, state: State, moves: Sequence[str], c: int, talked: bool) -> list[float]:
        goal = ""
        rated = []
        for move in moves:
            verb, word = self._split(move)
            if verb == "telepathy":
                rated.append(self._exchange(state, c, word))
            elif verb == "move":
                goal = goal or self._goal(state, c)
                rated.append(5.0 if word == goal else -4.0)
            elif verb == "recover":
                rated.append(self._recover(state, c, state.name.index(word)))
            elif verb == "use":
                rated.append(self._use_seed(state, c, word))
            elif verb == "concentrate":
                rated.append(self._concentrate(state, c))
            else:
                rated.append(self._words.get(verb, 0.0))
        return rated

    def _goal(self, state: State, c: int) -> str:
        """Where she had better go; nowhere if the plan does without her."""
        target, team = self._plan(state, c)
        return PLACES[target] if target and c in team else "nowhere"

    def _exchange(self, state: State, c: int, name: str) -> float:
        """A sword has no use for a good bow card."""
        other = state.name.index(name)
        her, own = state.who[other], state.who[c]
        bow = state.cards.bow
        if bow[her] == bow[own] or self._wants[her, own].isdisjoint(state.hand[state.share[c]]):
            return -2.0
        return 6.0 + 0.1 * len(state.hand[state.share[other]])

    def _better(self, girl: str, holder: str) -> frozenset[str]:
        """The cards that are worth clearly more to one girl than to another."""
        hers, own = self._worth[girl], self._worth[holder]
        return frozenset([card for card in own if hers[card] - own[card] > 0.5])

    def _recover(self, state: State, c: int, other: int) -> float:
        lost = most_hp(state, other) - state.hp[other]
        if not lost or len(hand_of(state, c)) < 3:
            return -3.0
        return 0.5 * lost - 1.2 + (1.5 if state.hp[other] <= 3 else 0.0)

    def _use_seed(self, state: State, c: int, card: str) -> float:
        here = [
            self._missing(state, o) for o in members(in_place(state, state.place[c]) & state.girl)
        ]
        here.sort()
        if card == "grief-seed-shard":
            return float(min(3, here[-1])) + 0.5 - 2.0
        if card == "loot-13":
            lost = sum(most_hp(state, o) - state.hp[o] for o in members(state.alive))
            return 0.4 * lost - 3.0
        drawn = sum(here[-2:]) if card == "grief-seed-large" else here[-1]
        return drawn - 3.0

    def _burst(self, state: State, moves: Sequence[str], c: int, amount: int) -> list[float]:
        """A seed saves a life; against lesser wounds its cards are worth more."""
        fatal = amount >= state.hp[c] and not knows(state, c, "pain-block")
        saved = 6.0 if fatal else 0.5 * amount
        return [0.0 if move == "pass" else saved - BURSTS[move[6:]] for move in moves]

    def _concentrate(self, state: State, c: int) -> float:
        worth = self._worth[state.who[c]]
        poor = len([1 for card in hand_of(state, c) if worth[card] < POOR])
        return 0.5 * poor - 0.3

    def _talk(self, state: State, moves: Sequence[str], c: int) -> list[float]:
        return [
            0.0 if move == "done" else self._exchange(state, c, move[10:]) - 5.0 for move in moves
        ]

    def _give(self, state: State, moves: Sequence[str], c: int, other: int) -> list[float]:
        """What helps her more than oneself."""
        hers, own = self._worth[state.who[other]], self._worth[state.who[c]]
        rated = []
        for move in moves:
            card = move[5:]
            rated.append(hers[card] - own[card])
        return rated

    def _human(self, state: State, moves: Sequence[str], c: int) -> list[float]:
        held = len(hand_of(state, c))
        rated = []
        for move in moves:
            verb, _, word = move.partition(" ")
            if verb == "cheer":
                rated.append(2.0 + 0.3 * self._missing(state, state.name.index(word)))
            elif verb == "change-mood":
                rated.append(1.0 if held < 4 else 0.5)
            else:
                rated.append(-4.0 if verb == "move" else 0.0)
        return rated

    # -- discards and draws ---------------------------------------------------------------------

    def _holder(self, state: State, hand: int) -> int:
        return state.share.index(hand) if hand in state.share else -1

    def _discard(self, state: State, moves: Sequence[str], hand: int) -> list[float]:
        c = self._holder(state, hand)
        if c < 0:
            return [0.0] * len(moves)
        worth = self._worth[state.who[c]]
        return [-worth[move[8:]] for move in moves]

    def _redraw(self, state: State, moves: Sequence[str], hand: int, enough: bool) -> list[float]:
        c = self._holder(state, hand)
        if c < 0:
            return [0.0] * len(moves)
        usual = POOR if state.girl >> c & 1 else 2.0
        worth = self._worth[state.who[c]]
        return [0.0 if move == "done" else usual - worth[move[8:]] for move in moves]

    def _seed(
        self, state: State, moves: Sequence[str], c: int, targets: int, card: str, enough: bool
    ) -> list[float]:
        return [
            0.5 if m == "done" else float(self._missing(state, state.name.index(m[7:])))
            for m in moves
        ]

    def _award(self, state: State, moves: Sequence[str], card: str) -> list[float]:
        if card == "time-manipulation":
            return [float(move == "award homura") for move in moves]
        return [0.3 * len(hand_of(state, state.name.index(m[6:]))) for m in moves]

    # -- contracts ------------------------------------------------------------------------------

    def _contract(
        self, state: State, moves: Sequence[str], c: int, kind: str, victim: int
    ) -> list[float]:
        """A human is worth more as a human until the last witch is there."""
        last = bool(self._stage(state))
        girls = (state.alive & state.girl).bit_count()
        wanted = 3.0 if last or girls < 2 else -3.0
        until = {"decline": 0.0, "decline-until phase": 0.1, "decline-until turn": 0.2}
        return [wanted if m[0] == "c" else until.get(m, 0.1) for m in moves]

    def _rescue(
        self, state: State, moves: Sequence[str], c: int, kind: str, victim: int
    ) -> list[float]:
        saves = kind in ("discard", "check") or not state.girl >> victim & 1
        wanted = 2.0 if saves or self._stage(state) else -1.0
        return [wanted if m[0] == "c" else 0.0 for m in moves]

    def _tempt(self, state: State, moves: Sequence[str], *args: Any) -> list[float]:
        return [float(m == "discard-all") for m in moves]

    def _wish(
        self, state: State, moves: Sequence[str], c: int, kind: str, victim: int
    ) -> list[float]:
        rated = []
        for move in moves:
            verb, _, word = move.partition(" ")
            if verb == "wish-cards":
                girl = state.name.index(word)
                empty = 5.0 if not hand_of(state, girl) else 0.0
                rated.append(self._missing(state, girl) + empty)
            elif verb == "wish-health":
                lost = [most_hp(state, o) - state.hp[o] for o in members(state.alive)]
                rated.append(0.5 * sum(lost))
            elif verb == "wish-rescue":
                rated.append(20.0)
            else:
                rated.append(4.0 if verb == "wish-time" else 0.0)
        return rated

    def _time(self, state: State, moves: Sequence[str], homura: int) -> list[float]:
        """The later the event, the worse it is to miss a chance to skip it."""
        back = state.cards.back[state.events[-1]] if state.events else 0
        return [{1: 2.0, 2: 1.0}.get(back, -1.0) if m != "pass" else 0.0 for m in moves]

    # -- battle ---------------------------------------------------------------------------------

    def _ladder(self, state: State) -> list[int]:
        """The girls of this battle who lay one card, from the lowest to the highest."""
        steps = []
        for c in members(state.fighters & state.girl & state.alive):
            if state.choice[c] in ("", "attack"):
                steps.append((LADDER[state.name[c]], c))
        steps.sort()
        return [c for _, c in steps]

    def _wanted(self, state: State, c: int) -> int:
        """The value that she owes a coordinated attack, or 0 if there is none."""
        girls = state.fighters & state.girl & state.alive
        if girls.bit_count() < TOGETHER or not self._can_coordinate(state, state.area):
            return 0
        ladder = self._ladder(state)
        n = len(ladder)
        if n < TOGETHER:
            return 0
        hp = state.enemy_hp[state.area]
        low = 1
        while low < 6 - n and 2 * (n * low + n * (n - 1) // 2) < hp:
            low += 1
        if n == TOGETHER:
            low = max(low, 2)
        return low + ladder.index(c)

    def _lay(self, state: State, moves: Sequence[str], c: int) -> list[float]:
        attack, defence = self._attack[state.who[c]], self._defence[state.who[c]]
        wanted = self._wanted(state, c)
        hand = hand_of(state, c)
        girls = state.fighters & state.girl & state.alive
        hp = state.enemy_hp[state.area]
        stage = state.area == self._stage(state)
        skills = state.cards.knows[state.who[c]]
        reach = 1 if "veteran" in skills else 0
        again = "modern-weapons" in skills
        flee = -2.0
        if len(hand) <= 2 and not stage and self._force(state, state.area, members(girls)) < hp:
            flee = 2.5
        rated = []
        for move in moves:
            verb, card = self._split(move)
            if verb == "attack":
                value = attack[card]
                rating = 0.5 * value + 0.15 * defence[card]
                if wanted and wanted - reach <= value <= wanted:
                    rating += 4.0
                if again and value == 2:
                    rating += 1.0
                rated.append(rating)
            elif verb == "retreat":
                rated.append(flee + 0.2 * defence[card] - 0.2 * attack[card])
            elif verb == "loot":
                rated.append(self._use_seed(state, c, card) + (3.0 if len(hand) < 2 else -1.0))
            elif verb == "say":
                rated.append(-5.0)
            else:
                rated.append(self._big(state, hand, attack, hp, stage, girls))
        return rated

    def _big(
        self,
        state: State,
        hand: Sequence[str],
        attack: dict[str, int],
        hp: int,
        stage: bool,
        girls: int,
    ) -> float:
        """An attack with several cards: alone, or when the end is near."""
        strong = sum(sorted([attack[card] for card in hand])[-3:])
        if stage:
            return 6.0 if len(hand) >= 4 else 0.0
        alone = girls.bit_count() < TOGETHER
        return 3.0 if alone and len(hand) >= 5 and strong >= 0.7 * hp > 4 else -2.0

    def _lay_more(self, state: State, moves: Sequence[str], c: int) -> list[float]:
        attack = self._attack[state.who[c]]
        if state.choice[c] == "retreat":
            return [-float(attack[move[4:]]) for move in moves]
        return [float(attack[move[4:]]) for move in moves]

    def _defender(self, state: State, moves: Sequence[str]) -> list[float]:
        """Who is left with most HP after the blow."""
        foes = state.cards.familiars if state.foe_clock else state.cards.witches
        blow = foes[state.foe].attack
        rated = []
        for move in moves:
            c = state.name.index(move[7:])
            shield = 2.8 if state.laid[c] else 0.0
            left = state.hp[c] - max(0.0, blow - shield)
            if "pain-block" in state.cards.knows[state.who[c]] and state.girl >> c & 1:
                left = max(left, 1.0)
            rated.append(left if left > 0 else 3.0 * left - 5.0)
            if not state.girl >> c & 1:
                rated[-1] -= 5.0
        return rated

    def _ability(self, state: State, moves: Sequence[str], c: int) -> list[float]:
        """What the attack comes to."""
        rated = []
        for move in moves:
            change, swapped = state.change[c], state.swapped
            if move == "versatile":
                state.swapped |= 1 << c
            elif move != "pass":
                state.change[c] = -1 if move == "bubbles-down" else 1
            rated.append(0.3 * damage_dealt(state)[0])
            state.change[c], state.swapped = change, swapped
        return rated

    def _further(self, state: State, moves: Sequence[str], c: int) -> list[float]:
        hp = state.enemy_hp[state.area] - damage_dealt(state)[0]
        spare = len(hand_of(state, c)) - 1
        stage = state.area == self._stage(state)
        wanted = 1.0 if hp > 0 and spare > 0 and (stage or hp <= 5 * spare) else -1.0
        return [0.0 if move == "done" else wanted for move in moves]

    def _guard(self, state: State, moves: Sequence[str], c: int, ability: str) -> list[float]:
        blows = {o: damage_to(state, o, power) for o, power in enemy_targets(state)}
        held = len(hand_of(state, c))
        rated = []
        for move in moves:
            if move == "pass":
                rated.append(0.0)
                continue
            names = blows if move[0] == "l" else [state.name.index(move[8:])]
            cost = state.cards.abilities[ability].cost_magic
            saved = sum(min(blows[o], 4 if move[0] == "p" else 99) for o in names)
            fatal = any(state.hp[o] <= blows[o] for o in names)
            rated.append(0.4 * saved + (5.0 if fatal else 0.0) - 1.2 * cost - (6.0 if held <= cost else 0.0))  # fmt: skip
        return rated

    def _retreat(self, state: State, moves: Sequence[str], c: int, left: int) -> list[float]:
        return [float(move == "move city") for move in moves]

    def _wound(self, state: State, moves: Sequence[str], *args: Any) -> list[float]:
        """Her who loses least."""
        return [-float(state.hp[state.name.index(m.partition(" ")[2])]) for m in moves]
