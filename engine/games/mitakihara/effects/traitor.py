"""The option ``stage-girl``: identities, freed characters and interventions (MTK-OTR)."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.effects.board import damage_city, move_to, put_on_top, take_top
from taku.engine.games.mitakihara.effects.hands import (
    card_moves,
    change_holder,
    discard,
    discard_any,
    draw,
    hand_card,
    holder,
    redraw,
    whose,
)
from taku.engine.games.mitakihara.state import (
    State,
    hand_of,
    limit,
    members,
    most_hp,
    most_mp,
    offer,
    step,
)

WEAPONS = ("melee", "ranged")


def change_owner(s: State, c: int, seat: int) -> None:
    """Another seat controls the character and sees her hand."""
    change_holder(s, s.share[c], s.owner[c], seat)
    give_to(s, c, seat)


def give_to(s: State, c: int, seat: int) -> None:
    """The seat decides for her from now on; what another declined for her is void (MTK-CON-29)."""
    s.owner[c] = seat
    s.patience[c] = 0
    s.declined &= ~(1 << c)


# -- unmasking ------------------------------------------------------------------------------------


def show_identity(s: State, seat: int) -> bool:
    """Turn an identity card up; whether it is a witch's."""
    s.shown |= 1 << seat
    s.declined = 0
    team = "witch" if s.identity[seat] else "girls"
    s.emit("identity", seat=seat, team=team)
    return bool(s.identity[seat])


def is_unmasked_by_fate(s: State, c: int) -> bool:
    """A character dies or drops out: her identity is shown; a traitor's is freed (MTK-OTR-11)."""
    if not s.identity or s.shown >> s.born[c] & 1 or not show_identity(s, s.born[c]):
        return False
    unmask(s, c, _taker(s, s.owner[c]))
    return True


def _taker(s: State, traitor: int) -> int:
    """Who takes over a traitor's character after a death (MTK-OTR-13, -13A)."""
    for c in members(s.alive):
        if s.owner[c] != traitor:
            return s.owner[c]
    return next(seat for seat in s.born if seat != traitor and seat not in s.traitors)


def unmask(s: State, c: int, taker: int) -> None:
    """The traitor loses her characters; the named one is freed (MTK-OTR-20 to -40)."""
    traitor = s.owner[c]
    s.traitors.append(traitor)
    discard(s, s.share[c], list(hand_of(s, c)))
    draw(s, len(s.who) + traitor, s.cards.game.traitor_cards)
    mates = [other for other in members(s.alive) if s.owner[other] == taker]
    hand = s.share[mates[0]] if mates else c
    for other in members(s.alive):
        if s.owner[other] == traitor:
            give_to(s, other, taker)
            s.share[other] = hand
    _reset(s, c)
    draw(s, hand, min(most_mp(s, c), limit(s, c) - len(s.hand[hand])))
    s.emit("freed", seat=taker, target=traitor, character=s.name[c])


def _reset(s: State, c: int) -> None:
    """Her first state, no loot, full HP, in the city (MTK-OTR-23 to -25, -33)."""
    if s.began_human >> c & 1:
        s.girl &= ~(1 << c)
    s.loot_discard += s.loot[c]
    s.loot[c] = []
    s.hp[c] = most_hp(s, c)
    s.fighters &= ~(1 << c)
    if s.choice:
        s.choice[c] = ""
    move_to(s, c, 0)


# -- interventions --------------------------------------------------------------------------------


@step
def interventions(s: State) -> None:
    """Each unmasked traitor intervenes once, in the order of unmasking (MTK-OTR-41, -51)."""
    s.then(*((intervene, seat) for seat in s.traitors))


@step
def intervene(s: State, seat: int) -> None:
    """She chooses one intervention or none (MTK-OTR-50)."""
    s.ask(seat, "intervene")
    s.then((intervened, seat))


@offer("intervene")
def intervene_moves(s: State, seat: int) -> Sequence[str]:
    """The five interventions as far as they are possible (MTK-OTR-42 to -46)."""
    own = s.hand[len(s.who) + seat]
    backs = sorted({s.cards.back[card] for card in s.box}, reverse=True)
    moves = [f"look {back}" for back in backs]
    if own:
        moves += [f"steal {s.name[c]}" for c in members(s.alive) if hand_of(s, c)]
        others = [o for o in s.traitors if o != seat and s.hand[len(s.who) + o]]
        moves += [f"steal-from {other}" for other in others]
        moves.append("redraw")
    for bow, weapon in enumerate(WEAPONS):
        values = [s.cards.attack[bow][card] for card in own]
        equal = [v for v in sorted(set(values)) if values.count(v) >= s.cards.game.set_cards]
        moves += [f"wreck-{weapon} {value}" for value in equal]
    if len(own) < s.cards.game.traitor_cards:
        moves.append("draw")
    moves.append("pass")
    return moves


@step
def intervened(s: State, seat: int) -> None:
    """Carry out the intervention."""
    hand = len(s.who) + seat
    verb, _, word = s.answer(seat).partition(" ")
    s.declined = 0
    s.emit("intervene", seat=seat, what=verb.removesuffix("-from"))
    if verb == "look":
        _look(s, seat, int(word))
    elif verb == "steal":
        _steal(s, seat, s.share[s.name.index(word)])
    elif verb == "steal-from":
        _steal(s, seat, len(s.who) + int(word))
    elif verb == "redraw":
        s.then((discard_any, hand, 1, 0, redraw.__name__))
    elif verb == "draw":
        draw(s, hand, 1)
    elif verb != "pass":
        s.then((wreck, seat, WEAPONS.index(verb[6:]), int(word), s.cards.game.set_cards))


def _look(s: State, seat: int, back: int) -> None:
    """Intervention 1: see a boxed card, if possible one not seen yet (MTK-OTR-42, -48)."""
    places = [i for i, card in enumerate(s.box) if s.cards.back[card] == back]
    place = min(places, key=lambda i: (s.box_seen[i] >> seat & 1, i))
    s.box_seen[place] |= 1 << seat
    s.emit("look", seat=seat, back=back, to=(seat,), secret={"card": s.box[place]})
    if s.events and s.cards.back[s.events[-1]]:
        s.ask(seat, "swap", place)
        s.then((swapped_event, seat, place))


@offer("swap")
def swap_moves(s: State, seat: int, place: int) -> Sequence[str]:
    """Exchange it for the top of the event pile, or not."""
    return ["swap", "keep"]


@step
def swapped_event(s: State, seat: int, place: int) -> None:
    """The two cards change places, face down."""
    if s.answer(seat) == "swap":
        card, seen = s.box[place], s.box_seen[place]
        s.box[place], s.box_seen[place] = take_top(s)
        put_on_top(s, card, seen)
        s.emit("swap", seat=seat)


def _steal(s: State, seat: int, victim: int) -> None:
    """Intervention 2: draw a card at random, then give one back (MTK-OTR-43, -49)."""
    cards = s.hand[victim]
    card = cards[s.below(len(cards))]
    hand_card(s, victim, len(s.who) + seat, card)
    s.emit("stolen", seat=seat, character=whose(s, victim), to=(seat, holder(s, victim)),
           secret={"card": card})  # fmt: skip
    s.ask(seat, "return", victim)
    s.then((returned, seat, victim))


@offer("return")
def return_moves(s: State, seat: int, victim: int) -> Sequence[str]:
    """Any card of her hand, the same one too."""
    return card_moves(s, "give", s.hand[len(s.who) + seat])


@step
def returned(s: State, seat: int, victim: int) -> None:
    """A card goes back."""
    card = s.answer(seat)[5:]
    hand_card(s, len(s.who) + seat, victim, card)
    s.emit("returned", seat=seat, character=whose(s, victim), to=(seat, holder(s, victim)),
           secret={"card": card})  # fmt: skip


@step
def wreck(s: State, seat: int, bow: int, value: int, left: int) -> None:
    """Intervention 4: three equal cards lower the durability by their number (MTK-OTR-45)."""
    hand = len(s.who) + seat
    if not left:
        damage_city(s, value)
    elif len(s.hand[hand]) == left:
        discard(s, hand, list(s.hand[hand]))
        damage_city(s, value)
    else:
        # Asked even if only three fit: to pass it over would tell that the fourth does not.
        s.ask(seat, "wreck", bow, value)
        s.then((wrecked, seat, bow, value, left))


def equal_cards(s: State, seat: int, bow: int, value: int) -> list[str]:
    """The cards of a traitor with this attack."""
    return [card for card in s.hand[len(s.who) + seat] if s.cards.attack[bow][card] == value]


@offer("wreck")
def wreck_moves(s: State, seat: int, bow: int, value: int) -> Sequence[str]:
    """Which of the equal cards to spend."""
    return card_moves(s, "discard", equal_cards(s, seat, bow, value))


@step
def wrecked(s: State, seat: int, bow: int, value: int, left: int) -> None:
    """One of the three is spent."""
    discard(s, len(s.who) + seat, [s.answer(seat)[8:]])
    wreck(s, seat, bow, value, left - 1)
