"""What cards and pages do, in the order of cards.toml."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.grimoire.state import State, offer, step

# -- operations -----------------------------------------------------------------------------------


def gain(s: State, seat: int, card: str) -> None:
    """Lay a quest card in an area and test the end conditions, at every change (GRM-END-05)."""
    if card in s.cards.treasures:
        area, most, condition = s.treasures[seat], s.cards.game.end_treasures, "treasures"
    else:
        area, most, condition = s.companions[seat], s.cards.game.end_companions, "companions"
    area.append(card)
    if len(area) >= most and not s.ending:
        s.ending = f"{condition}-{most}"  # latched: GRM-END-04


def gain_chips(s: State, seat: int, vp: int, through: str) -> None:
    """Chips from the chip area, which never runs out (GRM-CHIP-01, -03)."""
    s.chips[seat] += vp
    if s.log is not None:
        s.emit("chips", seat=seat, vp=vp, through=through)


def draw_quest(s: State) -> str:
    """The top card of the quest deck.

    When the last card leaves it, the discards become the new deck at once (GRM-DECK-02). Only in
    the laying of the field can there be none: Luck discards before it draws (GRM-SPL-03).
    """
    card = s.quest_deck.pop()
    if not s.quest_deck and s.discards:
        s.quest_deck, s.discards = s.discards, []
        s.shuffle(s.quest_deck)
        s.deck_number += 1
        s.emit("rebuilt", count=len(s.quest_deck))
    return card


def lay_face_down(s: State) -> None:
    """Lay the top card of the quest deck face down, unseen (GRM-PREP-07, GRM-NOTE-01)."""
    s.face_down_deck = s.deck_number
    s.face_down_seen = 0
    s.face_down = draw_quest(s)


def take_discards(s: State, seat: int, count: int) -> None:
    """Take random discards; all that lie there are open, so all know which (GRM-INFO-15)."""
    taken = []
    for _ in range(min(count, len(s.discards))):
        card = s.discards.pop(s.below(len(s.discards)))
        gain(s, seat, card)
        taken.append(card)
    s.emit("take-discards", seat=seat, cards=taken)


def draw_items(s: State, seat: int, count: int) -> None:
    """Draw items unseen by others, as many as are left (GRM-ITEM-03, GRM-DECK-07)."""
    for _ in range(count):
        if not s.item_deck:
            return
        card = s.item_deck.pop()
        s.items[seat].append(card)
        if card == "lucky-shoes":
            # Shown to all; two more at once, forced (GRM-SHOE-01 to -03).
            s.emit("item", seat=seat, card=card)
            draw_items(s, seat, s.cards.items[card].draw_items)
        else:
            s.emit("item", seat=seat, to=(seat,), secret={"card": card})


def target(s: State, seat: int, amounts: Sequence[int], attack: Callable[..., None]) -> None:
    """Attack the other player who has the most and is not defended (GRM-ATK)."""
    found = targets(s, seat, amounts)
    if len(found) == 1:
        attack(s, seat, found[0])
    elif found:
        s.ask(seat, "target", tuple(found))
        s.then((target_chosen, seat, attack.__name__))
    else:
        s.emit("no-target", seat=seat)


def targets(s: State, seat: int, amounts: Sequence[int]) -> list[int]:
    """The candidates tied for the most, if it is more than 0 (GRM-ATK-01 to -05, GRM-DEF-01)."""
    open_to = [other for other in s.seats if other != seat and not s.defence >> other & 1]
    most = max((amounts[other] for other in open_to), default=0)
    return [other for other in open_to if amounts[other] == most] if most else []


@offer("target")
def target_moves(s: State, seat: int, tied: Sequence[int]) -> Sequence[str]:
    """The attacker chooses among the tied (GRM-ATK-03)."""
    return [f"target {other}" for other in tied]


@step
def target_chosen(s: State, seat: int, attack: str) -> None:
    """The attack goes to the chosen one."""
    s.rules.steps[attack](s, seat, int(s.answer(seat)[7:]))


def companion_counts(s: State) -> list[int]:
    """How many companions each seat has."""
    return [len(companions) for companions in s.companions]


def hand_over(s: State, giver: int, taker: int, card: str) -> None:
    """A companion changes its owner and is laid face up."""
    s.companions[giver].remove(card)
    gain(s, taker, card)
    s.emit("hand-over", seat=giver, target=taker, card=card)


def silenced(s: State, seat: int, page: int) -> bool:
    """Whether another player's Silence stops this page now (GRM-SPL-04, -05)."""
    return bool(s.silence & ~(1 << seat)) and page in s.cards.spells["silence"].negates_pages


def gain_printed(s: State, seat: int) -> None:
    """Gain the chips that the player's page prints."""
    spell = s.cards.pages[s.pages[seat]]
    gain_chips(s, seat, spell.gain_vp, spell.id)


# -- pages ----------------------------------------------------------------------------------------


def luck(s: State, seat: int) -> None:
    """Page 1: he may exchange a field card (GRM-SPL-01)."""
    s.ask(seat, "luck")
    s.then((luck_chosen, seat))


@offer("luck")
def luck_moves(s: State, seat: int) -> Sequence[str]:
    """Any card of the field, or none."""
    moves = [f"replace {card}" for card in dict.fromkeys(s.face_up)]
    if s.face_down:
        moves.append("replace face-down")
    moves.append("pass")
    return moves


@step
def luck_chosen(s: State, seat: int) -> None:
    """Discard first, draw second (GRM-SPL-03); as it lay, so the new one (GRM-SPL-02, GRM-NOTE-01)."""
    move = s.answer(seat)
    if move == "pass":
        return
    card = move[8:]
    if card == "face-down":
        s.discards.append(s.face_down)
        s.emit("replace-face-down", seat=seat, card=s.face_down)
        lay_face_down(s)
    else:
        s.discards.append(card)
        place = s.face_up.index(card)
        new = draw_quest(s)
        s.face_up[place] = new
        s.emit("replace", seat=seat, card=card, new=new)


def silence(s: State, seat: int) -> None:
    """Page 2: from now on the others' forbidden pages do nothing (GRM-SPL-04)."""
    s.silence |= 1 << seat
    s.emit("silence", seat=seat)


def healing(s: State, seat: int) -> None:
    """Page 4: he may pay for a random discard; a Nun makes it free (GRM-SPL-09, GRM-NUN-01)."""
    if s.discards and s.chips[seat] >= healing_cost(s, seat):
        s.ask(seat, "healing")
        s.then((healing_chosen, seat))


def healing_cost(s: State, seat: int) -> int:
    """The price of Healing for this player."""
    return 0 if "nun" in s.companions[seat] else s.cards.spells["healing"].cost_vp


@offer("healing")
def healing_moves(s: State, seat: int) -> Sequence[str]:
    """Use it or not (GRM-SPL-27)."""
    return ("heal", "pass")


@step
def healing_chosen(s: State, seat: int) -> None:
    """Pay, then take (GRM-SPL-09)."""
    if s.answer(seat) == "heal":
        pay(s, seat, healing_cost(s, seat), "healing")
        take_discards(s, seat, s.cards.spells["healing"].take_discards)


def pay(s: State, seat: int, vp: int, cause: str) -> None:
    """Chips paid go back to the chip area (GRM-CHIP-05)."""
    s.chips[seat] -= vp
    if vp:
        s.emit("pay", seat=seat, vp=vp, through=cause)


def acceleration(s: State, seat: int) -> None:
    """Page 5 was applied in the book phase; it does nothing here (GRM-NOTE-04)."""


def resistance(s: State, seat: int) -> None:
    """Pages 6 and 11: the defence art, from this action on (GRM-DEF-02)."""
    s.defence |= 1 << seat
    s.emit("defence", seat=seat)


def creation(s: State, seat: int) -> None:
    """Page 7: draw an item, free; then Merchants may draw more (GRM-SPL-13, -14)."""
    draw_items(s, seat, s.cards.spells["creation"].draw_items)
    merchants(s, seat, s.companions[seat].count("merchant"))


@step
def merchants(s: State, seat: int, left: int) -> None:
    """For each Merchant he may pay for one more item (GRM-MER-01, -02, -04)."""
    if left and s.item_deck and s.chips[seat] >= s.cards.quests["merchant"].cost_vp:
        s.ask(seat, "merchant")
        s.then((merchant_chosen, seat, left))


@offer("merchant")
def merchant_moves(s: State, seat: int) -> Sequence[str]:
    """He decides each time after seeing the item before (GRM-MER-03)."""
    return ("buy", "pass")


@step
def merchant_chosen(s: State, seat: int, left: int) -> None:
    """Pay and draw; declining once ends it, as nothing changes any more."""
    if s.answer(seat) == "buy":
        pay(s, seat, s.cards.quests["merchant"].cost_vp, "merchant")
        draw_items(s, seat, 1)
        merchants(s, seat, left - 1)


def charm(s: State, seat: int) -> None:
    """Page 9: who has the most companions gives one (GRM-SPL-16)."""
    target(s, seat, companion_counts(s), charmed)


@step
def charmed(s: State, seat: int, victim: int) -> None:
    """The victim chooses which; the action waits for it (GRM-SPL-17, GRM-ACT-18)."""
    choose_companion(s, victim, victim, seat)


@step
def dominated(s: State, seat: int, victim: int) -> None:
    """The attacker chooses which (GRM-SPL-23)."""
    choose_companion(s, seat, victim, seat)


def choose_companion(s: State, chooser: int, giver: int, taker: int) -> None:
    """A companion changes its owner; with one kind there is nothing to choose."""
    kinds = list(dict.fromkeys(s.companions[giver]))
    if len(kinds) == 1:
        hand_over(s, giver, taker, kinds[0])
    else:
        s.ask(chooser, "companion", giver)
        s.then((companion_chosen, chooser, giver, taker))


@offer("companion")
def companion_moves(s: State, seat: int, giver: int) -> Sequence[str]:
    """Any companion of the giver."""
    return [f"give {card}" for card in dict.fromkeys(s.companions[giver])]


@step
def companion_chosen(s: State, chooser: int, giver: int, taker: int) -> None:
    """It is handed over."""
    hand_over(s, giver, taker, s.answer(chooser)[5:])


def spirit(s: State, seat: int) -> None:
    """Page 10: chips if nobody has fewer, ties included (GRM-SPL-18, GRM-NOTE-11)."""
    if min(s.chips) == s.chips[seat]:
        gain_printed(s, seat)


def shapeshift(s: State, seat: int) -> None:
    """Page 12: half of the chips of who has the most (GRM-SPL-20)."""
    target(s, seat, s.chips, shapeshifted)


@step
def shapeshifted(s: State, seat: int, victim: int) -> None:
    """Half is rounded down (GRM-SPL-21)."""
    half = s.chips[victim] // 2
    s.chips[victim] -= half
    s.chips[seat] += half
    s.emit("steal", seat=seat, target=victim, vp=half)


def domination(s: State, seat: int) -> None:
    """Page 14: a companion of his own choice (GRM-SPL-23)."""
    target(s, seat, companion_counts(s), dominated)


def miracle(s: State, seat: int) -> None:
    """Page 15: random discards at once, as many as there are (GRM-SPL-24, -25, -30)."""
    take_discards(s, seat, s.cards.spells["miracle"].take_discards)


PAGE_EFFECTS: dict[str, Callable[[State, int], None]] = {
    "luck": luck,
    "silence": silence,
    "fireball": gain_printed,
    "healing": healing,
    "acceleration": acceleration,
    "resistance": resistance,
    "creation": creation,
    "lightning": gain_printed,
    "charm": charm,
    "spirit": spirit,
    "time": resistance,
    "shapeshift": shapeshift,
    "meteor": gain_printed,
    "domination": domination,
    "miracle": miracle,
}
"""What the page of each spell does in the quest phase; time arts work in ``turn.settle_order``."""
