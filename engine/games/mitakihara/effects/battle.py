"""A battle in its exact order: lay, reveal, attack, damage, deaths, retreats (MTK-BAT)."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.cards import PLACES
from taku.engine.games.mitakihara.effects.board import AREAS, clear_area, move_to, put_enemy
from taku.engine.games.mitakihara.effects.contract import window
from taku.engine.games.mitakihara.effects.events import propose
from taku.engine.games.mitakihara.effects.hands import (
    card_moves,
    discard_some,
    expose,
    learn,
    trim,
    turn_card,
)
from taku.engine.games.mitakihara.effects.loot import draw_loot, gain_loot, use_loot
from taku.engine.games.mitakihara.effects.loss import die, lose_hp
from taku.engine.games.mitakihara.scoring import victory
from taku.engine.games.mitakihara.state import (
    MAMI_DEFENDS,
    NO_COORDINATION,
    State,
    battle_lead,
    bound,
    find,
    hand_of,
    in_place,
    is_girl,
    knows,
    members,
    offer,
    step,
)

NEVER_COORDINATED = frozenset(("darkness", "love", "enemy-love", "enemy-kirika", "enemy-oriko"))
"""Enemies in whose battles no coordinated attack happens; a familiar has no such power."""
NO_DEFENDER = frozenset(("foresight-witch", "enemy-oriko"))
"""Enemies that attack several characters at once."""
PHRASES = ("defend", "finish", "flee", "big-attack")
"""What may be said: no numbers (MTK-INFO-03 to -05)."""


# -- which battle ---------------------------------------------------------------------------------


@step
def next_battle(s: State) -> None:
    """The open area with the earliest participant is next (MTK-BAT-01 to -06)."""
    for c in members(s.alive):
        area = s.place[c]
        if area and s.enemy[area] and not s.resolved >> area & 1:
            s.resolved |= 1 << area
            s.then(next_battle)
            start_battle(s, area)
            return


@step
def start_battle(s: State, area: int) -> None:
    """A battle begins, unless the Witch of the Near Shore is idle (MTK-FAQ-06, -06B)."""
    if s.enemy[area] == "near-shore":
        s.shore_idle = not s.shore_idle
        if not s.shore_idle:
            s.emit("idle", card="near-shore", place=PLACES[area])
            return
    clear_battle(s)
    s.area = area
    s.foe, s.foe_clock = s.enemy[area], s.clock[area]
    s.emit("battle", card=s.foe, place=PLACES[area])
    s.then(lay_cards)
    window(s, "battle")


def clear_battle(s: State) -> None:
    """Forget the last battle."""
    count = len(s.who)
    s.area = s.foe_clock = s.fighters = s.swapped = s.apart = s.spared = s.said = 0
    s.foe = ""
    s.choice = [""] * count
    s.laid = [[] for _ in range(count)]
    s.laid_loot = [""] * count
    s.change = [0] * count
    s.open = s.bound = False
    s.defender = s.barrier = -1
    s.turned, s.aimed = [], []


def witch(s: State, *names: str) -> bool:
    """Whether the enemy of this battle is one of these as a witch, not as a familiar."""
    return not s.foe_clock and s.foe in names


# -- laying cards ---------------------------------------------------------------------------------


@step
def lay_cards(s: State) -> None:
    """Girls choose and lay in action order; then a defender is chosen (MTK-BAT-11 to -21)."""
    s.fighters = in_place(s, s.area)
    girls = members(s.fighters & s.girl)
    s.then(*((lay, c) for c in girls), choose_defender, reveal)


@step
def lay(s: State, c: int) -> None:
    """She must lay something if she can (MTK-BAT-12, -18)."""
    moves = lay_moves(s, s.owner[c], c)
    if not moves:
        s.choice[c] = "none"
    elif len(moves) == 1 and len(hand_of(s, c)) < 2:  # equal cards must not show
        lay_chosen(s, c, moves[0])
    else:
        s.ask_listed(s.owner[c], "lay", moves, c)
        s.agenda.append(("laid", c))


def say(phrase: str) -> object:
    """An instant move that tells all a phrase (MTK-INFO-05)."""

    def tell(s: State, seat: int) -> None:
        c = int(s.asks[0][2])  # type: ignore[arg-type]
        s.said |= 1 << c
        s.emit("say", seat=seat, character=s.name[c], phrase=phrase)

    return tell


@offer("lay", instant={f"say {phrase}": say(phrase) for phrase in PHRASES})  # type: ignore[misc]
def lay_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Attack, an ability that lays several cards, retreat, or use of loot (MTK-BAT-11 to -17)."""
    hand = hand_of(s, c)
    moves = card_moves(s, "attack", hand)
    ability, count = s.cards.lays.get(s.who[c], ("", 0))
    if ability and len(hand) >= count:
        moves.append(ability)
    if len(hand) >= retreat_price(s) and not witch(s, "dress-up") and not bound(s, c):
        moves += card_moves(s, "retreat", hand)
    moves += [f"loot {card}" for card in dict.fromkeys(filter(s.cards.can_lay, s.loot[c]))]
    if s.talk and moves and not s.said >> c & 1:
        moves += [f"say {phrase}" for phrase in PHRASES]
    return moves


def retreat_price(s: State) -> int:
    """How many cards a retreat takes: more from the Birdcage Witch."""
    return s.cards.events["birdcage"].amount if witch(s, "birdcage") else 1


@step
def laid(s: State, c: int) -> None:
    """She has chosen."""
    lay_chosen(s, c, s.answer(s.owner[c]))


def lay_chosen(s: State, c: int, move: str) -> None:
    """Lay the cards face down; what she chose is open (MTK-INFO-12)."""
    verb, _, card = move.partition(" ")
    s.choice[c] = verb
    s.declined = 0
    left = 0
    if verb == "loot":
        s.laid_loot[c] = card
    elif card:
        _lay_card(s, c, card)
        left = retreat_price(s) - 1 if verb == "retreat" else 0
    else:
        s.apart |= 1 << c
        left = s.cards.abilities[verb].lay_count
    s.emit("choose", seat=s.owner[c], character=s.name[c], choice=verb, to=(s.owner[c],),
           secret={"card": card} if card else {})  # fmt: skip
    lay_more(s, c, left)


def _lay_card(s: State, c: int, card: str) -> None:
    hand_of(s, c).remove(card)
    s.laid[c].append(card)


def lay_more(s: State, c: int, left: int) -> None:
    """The further cards of an ability or of a retreat from the Birdcage Witch."""
    hand = hand_of(s, c)
    if left and len(hand) == left:
        for card in hand[:left]:
            _lay_card(s, c, card)
    elif left:
        s.ask(s.owner[c], "lay-more", c)
        s.then((laid_more, c, left))


@offer("lay-more")
def lay_more_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Any card of her hand."""
    return card_moves(s, "lay", hand_of(s, c))


@step
def laid_more(s: State, c: int, left: int) -> None:
    """One more card is laid."""
    _lay_card(s, c, s.answer(s.owner[c])[4:])
    lay_more(s, c, left - 1)


# -- the defender ---------------------------------------------------------------------------------


@step
def choose_defender(s: State) -> None:
    """One character takes the attack, girl or human (MTK-BAT-10, -19, -20)."""
    if witch(s, *NO_DEFENDER):
        return
    mami = find(s, "mami")
    if s.effects & MAMI_DEFENDS and mami >= 0 and s.fighters & s.girl & 1 << mami:
        s.defender = mami
    elif s.fighters.bit_count() == 1:
        s.defender = s.fighters.bit_length() - 1
    else:
        s.then(ask_defender)
        propose(s, battle_lead(s), s.fighters)
        return
    _tell_defender(s)


@step
def ask_defender(s: State) -> None:
    """The battle lead decides (MTK-SEAT-10)."""
    s.ask(battle_lead(s), "defender")
    s.then(defender_chosen)


@offer("defender")
def defender_moves(s: State, seat: int) -> Sequence[str]:
    """Anybody in the area."""
    return [f"defend {s.name[c]}" for c in members(s.fighters)]


@step
def defender_chosen(s: State) -> None:
    """The choice is open."""
    s.defender = s.name.index(s.answer(battle_lead(s))[7:])
    _tell_defender(s)


def _tell_defender(s: State) -> None:
    if s.log is not None:
        s.emit("defender", seat=s.owner[s.defender], character=s.name[s.defender])


# -- the reveal -----------------------------------------------------------------------------------


@step
def reveal(s: State) -> None:
    """All laid cards are revealed at once; Kirika and Oriko turn theirs (MTK-BAT-21, MTK-ORK-28)."""
    s.open = True
    s.declined = 0
    for c in members(s.fighters):
        for card in s.laid[c]:
            expose(s, s.share[c], card)
        shown = list(s.laid[c])
        if s.laid_loot[c]:
            s.loot[c].remove(s.laid_loot[c])
            s.loot_discard.append(s.laid_loot[c])
            shown.append(s.laid_loot[c])
        if shown and s.log is not None:
            s.emit("reveal", seat=s.owner[c], character=s.name[c], cards=shown)
    _turn_cards(s)
    if s.fighters & s.girl:
        s.then(loot_effects, declare, strike_enemy, enemy_attack)
        window(s, "reveal")
    else:
        s.then(enemy_attack)  # humans have no choices in battle (MTK-BAT-07, -08)


def _turn_cards(s: State) -> None:
    """Magic cards for Kirika, or two for each girl against Oriko (MTK-ORK-21, -32, -37)."""
    girls = members(s.fighters & s.girl)
    if s.foe == "enemy-kirika":
        count = max(len(girls), s.cards.specials[s.foe].cards_turned)
        s.turned = [card for card in (turn_card(s) for _ in range(count)) if card]
    elif s.foe == "enemy-oriko":
        for c in girls:
            for _ in range(s.cards.specials[s.foe].cards_turned):
                card = turn_card(s)
                if card:
                    s.turned.append(card)
                    s.aimed.append(c)
    if s.turned:
        s.emit("turned", card=s.foe, cards=list(s.turned))


@step
def loot_effects(s: State) -> None:
    """Revealed loot takes effect first, several in the order the lead wants (MTK-BAT-22)."""
    users = [c for c in members(s.fighters) if s.laid_loot[c]]
    if len(users) == 1:
        _use_laid(s, users[0])
    elif users:
        s.then(ask_loot_order, loot_effects)
        propose(s, battle_lead(s), sum(1 << c for c in users))


@step
def ask_loot_order(s: State) -> None:
    """The battle lead decides (MTK-SEAT-10)."""
    s.ask(battle_lead(s), "loot-order")
    s.then(loot_ordered)


@offer("loot-order")
def loot_order_moves(s: State, seat: int) -> Sequence[str]:
    """Whose loot works next."""
    return [f"first {s.name[c]}" for c in members(s.fighters) if s.laid_loot[c]]


@step
def loot_ordered(s: State) -> None:
    """It works now."""
    _use_laid(s, s.name.index(s.answer(battle_lead(s))[6:]))


def _use_laid(s: State, c: int) -> None:
    card, s.laid_loot[c] = s.laid_loot[c], ""
    s.then((use_loot, c, card))


# -- abilities after the reveal -------------------------------------------------------------------


@step
def declare(s: State) -> None:
    """Abilities of the attack are offered in action order, once each (MTK-BAT-28, -29)."""
    asks = []
    for c in members(s.fighters & s.girl & s.alive):
        plain = s.choice[c] == "attack"
        known = s.cards.knows[s.who[c]]
        if (plain and not known.isdisjoint(("veteran", "trumpet-bubbles"))) or (
            s.laid[c] and "versatile" in known
        ):
            asks.append((ask_ability, c))
        elif plain and hand_of(s, c) and not known.isdisjoint(("aptitude", "holy-arrow")):
            asks.append((ask_further, c))
    s.then(*asks)


@step
def ask_ability(s: State, c: int) -> None:
    """Veteran, Trumpet bubbles or All-round magic."""
    s.ask(s.owner[c], "ability", c)
    s.then((ability_chosen, c))


@offer("ability")
def ability_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Use it or not."""
    known = s.cards.knows[s.who[c]]
    if "veteran" in known:
        return ["veteran", "pass"]
    if "versatile" in known:
        return ["versatile", "pass"]
    if s.cards.attack[s.cards.bow[s.who[c]]][s.laid[c][0]] > 1:
        return ["bubbles-up", "bubbles-down", "pass"]
    return ["bubbles-up", "pass"]


@step
def ability_chosen(s: State, c: int) -> None:
    """It changes the card's attack before the test (MTK-CO-07)."""
    move = s.answer(s.owner[c])
    if move == "pass":
        return
    if move == "versatile":
        s.swapped |= 1 << c
    elif move == "veteran":
        s.change[c] = s.cards.abilities["veteran"].attack_bonus
    else:
        bonus = s.cards.abilities["trumpet-bubbles"].attack_bonus
        s.change[c] = bonus if move == "bubbles-up" else -bonus
    s.emit("ability", seat=s.owner[c], character=s.name[c], ability=move)


@step
def ask_further(s: State, c: int) -> None:
    """Aptitude or Holy arrow: further cards from her hand."""
    if hand_of(s, c):
        s.ask(s.owner[c], "further", c)
        s.then((further_laid, c))


@offer("further")
def further_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Cards of the same ranged attack for Aptitude, any one card for Holy arrow; or none."""
    hand = hand_of(s, c)
    if "aptitude" in s.cards.knows[s.who[c]]:
        ranged = s.cards.attack[1]
        value = ranged[s.laid[c][0]]
        hand = [card for card in hand if ranged[card] == value]
    return [*card_moves(s, "lay", hand), "done"]


@step
def further_laid(s: State, c: int) -> None:
    """None of her cards counts for a coordinated attack then."""
    move = s.answer(s.owner[c])
    if move == "done":
        return
    card = move[4:]
    _lay_card(s, c, card)
    expose(s, s.share[c], card)
    s.apart |= 1 << c
    s.emit("further", seat=s.owner[c], character=s.name[c], card=card)
    if "aptitude" in s.cards.knows[s.who[c]]:
        ask_further(s, c)


# -- the attack of the girls ----------------------------------------------------------------------


def numbers(s: State, c: int) -> int:
    """Which numbers she uses: 1 for ranged, 0 for melee."""
    return s.cards.bow[s.who[c]] ^ (s.swapped >> c & 1)


def attackers(s: State) -> list[int]:
    """The girls who attack, plainly or by an ability (MTK-BAT-26, -27)."""
    idle = ("", "none", "retreat", "loot")
    return [c for c in members(s.fighters & s.girl & s.alive) if s.choice[c] not in idle]


def damage_dealt(s: State) -> tuple[int, bool]:
    """What the enemy loses, and whether it was a coordinated attack (MTK-BAT-24 to -32, MTK-CO)."""
    together: list[int] = []
    apart = 0
    who = attackers(s)
    for c in who:
        values = s.cards.attack[numbers(s, c)]
        if s.apart >> c & 1:
            apart += sum(values[card] for card in s.laid[c])
            if s.choice[c] in s.cards.abilities:
                apart += s.cards.abilities[s.choice[c]].attack_bonus
        else:
            together += [values[card] + s.change[c] for card in s.laid[c]]
    coordinated = is_coordinated(s, together)
    total = sum(together) * (2 if coordinated else 1) + apart
    if who and witch(s, "shadow") and s.defender >= 0 and s.name[s.defender] == "sayaka":
        total += s.cards.events["shadow"].amount
    if s.turned:
        shield = s.cards.defence[int(s.foe == "enemy-oriko")]
        total -= max(shield[card] for card in s.turned)
    return max(total, 0), coordinated


def is_coordinated(s: State, values: list[int]) -> bool:
    """At least three cards, all consecutive, none equal (MTK-CO-01, -04, -08)."""
    if len(values) < 3 or s.effects & NO_COORDINATION or witch(s, *NEVER_COORDINATED):
        return False
    return len(set(values)) == len(values) and max(values) - min(values) == len(values) - 1


@step
def strike_enemy(s: State) -> None:
    """The enemy loses HP and may vanish (MTK-BAT-30, -33)."""
    amount, coordinated = damage_dealt(s)
    s.enemy_hp[s.area] -= amount
    s.declined = 0
    if s.log is not None:
        s.emit("strike", card=s.foe, amount=amount, left=max(s.enemy_hp[s.area], 0),
               style="coordinated" if coordinated else "plain")  # fmt: skip
    if s.enemy_hp[s.area] <= 0:
        vanish(s)


def vanish(s: State) -> None:
    """Victory, or loot and the way back to the city (MTK-BAT-34 to -39)."""
    s.emit("vanish", card=s.foe, place=PLACES[s.area])
    if s.foe in s.cards.stage_witches:
        s.enemy_hp[s.area] = 0
        victory(s)
    elif s.foe == "enemy-kirika":
        put_enemy(s, s.area, "enemy-love")  # MTK-ORK-17, -27
    else:
        clear_area(s, s.area)
        s.then(*((return_home, c) for c in members(s.fighters & s.alive)))
        if not s.foe_clock and s.foe != "enemy-oriko":
            award(s)


@step
def return_home(s: State, c: int) -> None:
    """The barrier is gone: back to the city (MTK-BAT-37)."""
    if s.alive >> c & 1 and s.place[c] == s.area:
        move_to(s, c, 0)


def award(s: State) -> None:
    """One loot card for a girl in the area (MTK-BAT-35, MTK-LOT-04, MTK-ORK-42, -43)."""
    if s.foe == "enemy-love" and "grief-seed" in s.loot_discard:
        s.loot_discard.remove("grief-seed")
        card = "grief-seed"
    else:
        card = draw_loot(s)
    girls = s.fighters & s.alive & s.girl
    if not card:
        return
    if girls.bit_count() == 1:
        gain_loot(s, girls.bit_length() - 1, card)
    else:
        s.emit("drawn-loot", card=card)
        s.then((ask_award, card))
        propose(s, battle_lead(s), girls)


@step
def ask_award(s: State, card: str) -> None:
    """The battle lead chooses who gets it."""
    s.ask(battle_lead(s), "award", card)
    s.then((awarded, card))


@offer("award")
def award_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """Any girl in the area."""
    return [f"award {s.name[c]}" for c in members(s.fighters & s.alive & s.girl)]


@step
def awarded(s: State, card: str) -> None:
    """She keeps it."""
    gain_loot(s, s.name.index(s.answer(battle_lead(s))[6:]), card)


# -- the attack of the enemy ----------------------------------------------------------------------


def enemy_strength(s: State) -> int:
    """The attack of the enemy in this battle, before changes (MTK-DMG-09)."""
    if witch(s, "sweets"):
        # Every laid card counts, by its girl's weapon; abilities do not (MTK-FAQ-03, MTK-BAT-23).
        attack, bow = s.cards.attack, s.cards.bow
        return sum(attack[bow[s.who[c]]][card] for c in members(s.fighters) for card in s.laid[c])
    if s.foe == "enemy-kirika":
        return sum(s.cards.attack[0][card] for card in s.turned)
    foes = s.cards.familiars if s.foe_clock else s.cards.witches
    return foes[s.foe].attack


def enemy_targets(s: State) -> list[tuple[int, int]]:
    """Who is attacked, and how strongly (MTK-DMG-12, MTK-ORK-31 to -36)."""
    if s.foe == "enemy-oriko":
        ranged = s.cards.attack[1]
        girls = [c for c in members(s.fighters & s.alive) if s.choice[c]]  # MTK-ORK-28
        if girls:
            pairs = list(zip(s.aimed, s.turned, strict=True))
            return [
                (c, weakened(s, sum(ranged[card] for aim, card in pairs if aim == c)))
                for c in girls
            ]
        strength = s.cards.specials[s.foe].attack_humans_only
        return [(c, weakened(s, strength)) for c in members(s.fighters & s.alive)]
    strength = weakened(s, enemy_strength(s))
    targets = members(s.fighters & s.alive) if witch(s, *NO_DEFENDER) else [s.defender]
    return [(c, strength) for c in targets]


def weakened(s: State, strength: int) -> int:
    """Slow field, Tocca Spirale and Legare Vasta Aria lower the enemy's attack (MTK-DMG-09)."""
    if s.bound:
        return 0
    for c in members(s.fighters & s.girl & s.alive):
        if knows(s, c, "slow-field"):
            strength += s.cards.abilities["slow-field"].enemy_attack
        if s.choice[c] == "tocca-spirale":
            strength += s.cards.abilities["tocca-spirale"].enemy_attack
    return max(strength, 0)


def damage_to(s: State, c: int, strength: int) -> int:
    """What she would lose: minus defence and reductions, halved (MTK-DMG-01 to -09)."""
    if s.laid[c]:
        defence = s.cards.defence[numbers(s, c)]
        strength -= max(defence[card] for card in s.laid[c])
    if knows(s, c, "foresight"):
        strength -= s.cards.abilities["foresight"].reduce
    if s.barrier == c:
        strength -= s.cards.abilities["defence-barrier"].reduce
    strength = max(strength, 0)
    return -(-strength // 2) if s.choice[c] == "rosso-fantasma" else strength


@step
def enemy_attack(s: State) -> None:
    """Simultaneous with the girls' attack: a vanished enemy hits too (MTK-DMG-04, -10)."""
    guards = [
        (ask_guard, c, ability)
        for c in members(s.fighters & s.girl & s.alive)
        for ability in ("defence-barrier", "legare-vasta-aria")
        if ability in s.cards.knows[s.who[c]]
    ]
    s.then(*guards, strike_back, settle_deaths, end_battle)


@step
def ask_guard(s: State, c: int, ability: str) -> None:
    """Offered if there is damage to prevent and enough cards to pay."""
    if not is_girl(s, c) or len(hand_of(s, c)) < s.cards.abilities[ability].cost_magic:
        return
    if endangered(s):
        s.ask(s.owner[c], "guard", c, ability)
        s.then((guarded, c, ability))


def endangered(s: State) -> list[int]:
    """Who would take damage now."""
    return [c for c, strength in enemy_targets(s) if damage_to(s, c, strength)]


@offer("guard")
def guard_moves(s: State, seat: int, c: int, ability: str) -> Sequence[str]:
    """Bind the enemy, or protect one character; or not."""
    if ability == "legare-vasta-aria":
        return ["legare-vasta-aria", "pass"]
    return [*(f"protect {s.name[other]}" for other in endangered(s)), "pass"]


@step
def guarded(s: State, c: int, ability: str) -> None:
    """She pays and it works."""
    move = s.answer(s.owner[c])
    if move == "pass":
        return
    if ability == "legare-vasta-aria":
        s.bound = True
    else:
        s.barrier = s.name.index(move[8:])
    s.emit("ability", seat=s.owner[c], character=s.name[c], ability=ability)
    s.then((discard_some, s.share[c], s.cards.abilities[ability].cost_magic))


@step
def strike_back(s: State) -> None:
    """Each attack by itself, in action order (MTK-DMG-12)."""
    s.then(*((strike, c, damage_to(s, c, strength)) for c, strength in enemy_targets(s)))


@step
def strike(s: State, c: int, amount: int) -> None:
    """Burst healing may prevent the damage; then HP are lost (MTK-OHE-02)."""
    if not s.alive >> c & 1:
        return
    if amount and burst_loot(s, c):
        s.ask(s.owner[c], "burst", c, amount)
        s.then((burst, c, amount))
    else:
        lose_hp(s, c, amount, True)


def burst_loot(s: State, c: int) -> list[str]:
    """What she can spend to heal at once (MTK-OHE-01, -05)."""
    if "burst-heal" not in s.slugs or (s.late and not s.emerged):
        return []
    return [card for card in dict.fromkeys(s.loot[c]) if card in s.cards.seeds]


@offer("burst")
def burst_moves(s: State, seat: int, c: int, amount: int) -> Sequence[str]:
    """Spend a seed or take the damage."""
    return [*(f"burst {card}" for card in burst_loot(s, c)), "pass"]


@step
def burst(s: State, c: int, amount: int) -> None:
    """The damage is 0 this once."""
    move = s.answer(s.owner[c])
    if move == "pass":
        lose_hp(s, c, amount, True)
        return
    card = move[6:]
    s.loot[c].remove(card)
    s.loot_discard.append(card)
    s.emit("burst", seat=s.owner[c], character=s.name[c], card=card)


# -- the end of the battle ------------------------------------------------------------------------


@step
def settle_deaths(s: State) -> None:
    """Who has no HP left dies now (MTK-DIE-01)."""
    for c in members(s.fighters & s.alive):
        if s.hp[c] <= 0:
            s.then(settle_deaths)
            die(s, c)
            return


@step
def end_battle(s: State) -> None:
    """Laid cards are discarded, then girls retreat (MTK-BAT-40, MTK-RET-01)."""
    s.discard += s.turned
    above = []
    for c in members(s.fighters):
        if s.laid[c] and _returns(s, c):
            above.append((trim, c))  # loot may have filled her hand (MTK-TERM-14)
        else:
            s.discard += s.laid[c]
    for c in range(len(s.who)):
        if not s.fighters >> c & 1:
            s.discard += s.laid[c]  # of a traitor who was unmasked in this battle
    fled = [(retreat, c, s.area) for c in members(s.fighters & s.alive) if s.choice[c] == "retreat"]
    clear_battle(s)
    s.then(*above, *fled)


def _returns(s: State, c: int) -> bool:
    """Modern weapons: a plain attack with ranged 2 returns to the hand (MTK-FAQ-08)."""
    if s.choice[c] != "attack" or not knows(s, c, "modern-weapons"):
        return False
    card = s.laid[c][0]
    if s.cards.attack[1][card] != s.cards.abilities["modern-weapons"].amount:
        return False
    hand_of(s, c).append(card)
    hand_of(s, c).sort()
    for seat in s.seats:
        learn(s, seat, s.share[c], card)
    s.emit("returns", seat=s.owner[c], character=s.name[c], card=card)
    return True


@step
def retreat(s: State, c: int, left: int) -> None:
    """She moves to the city or to another enemy (MTK-RET-01 to -06)."""
    if is_girl(s, c):
        if len(refuges(s, left)) == 1:
            move_to(s, c, 0)
        else:
            s.ask(s.owner[c], "retreat", c, left)
            s.then((retreated, c))


def refuges(s: State, left: int) -> list[int]:
    """The city, and every other area with an enemy (MTK-RET-02)."""
    return [0, *(area for area in AREAS if s.enemy[area] and area != left)]


@offer("retreat")
def retreat_moves(s: State, seat: int, c: int, left: int) -> Sequence[str]:
    """Where to go."""
    return [f"move {PLACES[place]}" for place in refuges(s, left)]


@step
def retreated(s: State, c: int) -> None:
    """There she may have to fight again (MTK-RET-03, -04)."""
    move_to(s, c, PLACES.index(s.answer(s.owner[c])[5:]))
