"""What cards do: operations first, then ``EFFECTS``, one entry per card in the order of cards.toml.

An operation is a step ``(s, card)``, or ``(s, card, seat)`` when it concerns one of several
players; ``card`` is the card whose text is carried out, so numbers come from it. The active player
is ``s.turn``. Coins that a card prints come before its operations (HOC-MAIN-08). A choice among
hidden cards is asked even if only one fits: that it does is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.scoring import change_points
from taku.engine.games.heart_of_crown.state import FACE_UP, LOOKED, State, offer, step

Entry = tuple[Any, ...]
"""An operation with its further arguments."""

NOTHING = ("pass",)
"""The move of a forced choice that only a redealt hand cannot make."""


# -- carrying out a card --------------------------------------------------------------------------


def resolve(s: State, card: str) -> None:
    """Coins first, then the text from top to bottom (HOC-MAIN-03, -08)."""
    coins = s.cards.coins[card]
    if coins:
        zones.gain_coins(s, village_coins(s) if card == "farming-village" else coins)
    program = PROGRAMS.get(card)
    if program:
        s.agenda += program


def village_coins(s: State) -> int:
    """What a Farming Village gives now (HOC-FAQ-22)."""
    return s.village_coins or s.cards.coins["farming-village"]


def opponents(s: State) -> list[int]:
    """The other players in the game, clockwise from the active player's left (HOC-RES-03)."""
    return [seat for seat in s.after(s.turn) if not s.out[seat]]


@step
def each_opponent(s: State, card: str, operation: str) -> None:
    """One opponent after the other (HOC-RES-03, -05)."""
    s.agenda += [(operation, card, seat) for seat in reversed(opponents(s))]


@step
def each_player(s: State, card: str, operation: str) -> None:
    """Beginning with the active player (HOC-RES-02)."""
    each_opponent(s, card, operation)
    s.agenda.append((operation, card, s.turn))


@step
def if_done(s: State, card: str, operation: str, *args: str) -> None:
    """Go on only if the operation before moved a card."""
    if s.tally:
        s.rules.steps[operation](s, card, *args)


def number(s: State, card: str, name: str) -> int:
    """A number of a card's effect."""
    return s.cards.numbers[card][name]


# -- defence --------------------------------------------------------------------------------------


def attack(s: State, card: str) -> None:
    """Opponents may answer before any of the card's text (HOC-DEF-11, -15)."""
    s.shields = [0] * s.players
    s.agenda.append(("resolve_attack", card))
    for seat in reversed(opponents(s)):
        s.agenda.append(("defence", seat, (), ()))


@step
def resolve_attack(s: State, card: str) -> None:
    """The windows are closed."""
    resolve(s, card)


@step
def defence(s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]) -> None:
    """Ask for the next defence card; those used already are named (HOC-DEF-08, -12).

    Who may have one for all the others know is asked, so that nobody learns who has none.
    """
    cards = s.cards.defences
    shown, kept = s.shown[seat], s.kept[seat]
    if all(map(cards.isdisjoint, (s.hand[seat], s.deck[seat], kept))):
        return
    if (
        not cards.isdisjoint(zones.unknown_cards(s, seat))
        or any(card in cards and shown.count(card) > from_hand.count(card) for card in shown)
        or any(card in cards and kept.count(card) > from_domain.count(card) for card in kept)
    ):
        s.ask(seat, "defence", from_hand, from_domain)
        s.then((defended, seat, from_hand, from_domain))


@offer("defence")
def defence_moves(
    s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> Sequence[str]:
    """Defence cards in hand or kept that were not used against this attack (HOC-DEF-01, -02)."""
    cards, hand, kept = s.cards.defences, s.hand[seat], s.kept[seat]
    fresh = {card: None for card in hand if card in cards and hand.count(card) > from_hand.count(card)}  # fmt: skip
    fresh |= {card: None for card in kept if card in cards and kept.count(card) > from_domain.count(card)}  # fmt: skip
    return [*(f"reveal {card}" for card in sorted(fresh)), "pass"]


@step
def defended(s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]) -> None:
    """Show the card, a kept one first, and do what it says; then the next (HOC-DEF-04, -05)."""
    move = s.answer(seat)
    if move == "pass":
        return
    card = move[7:]
    s.emit("defend", seat=seat, card=card)
    if s.kept[seat].count(card) > from_domain.count(card):
        from_domain = (*from_domain, card)
    else:
        from_hand = (*from_hand, card)
        if s.shown[seat].count(card) < from_hand.count(card):
            s.shown[seat].append(card)
    DEFENCES[card](s, seat, from_hand, from_domain)


def defend_rampart(s: State, seat: int, *used: tuple[str, ...]) -> None:
    """One card fewer to discard or reveal, if the attack is military."""
    s.shields[seat] += 1
    s.then((defence, seat, *used))


def defend_hideout(s: State, seat: int, *used: tuple[str, ...]) -> None:
    """Put a card from hand face up on the deck, also the Hideout itself (HOC-FAQ-34)."""
    cards = s.hand[seat]
    if len(cards) > 1:
        s.ask(seat, "hideout")
        s.then((hideout_chosen, seat, *used))
    elif cards:
        hide(s, seat, cards[0], *used)
    else:
        s.then((defence, seat, *used))


@offer("hideout")
def hideout_moves(s: State, seat: int) -> Sequence[str]:
    """Any card of the hand."""
    return [f"top {card}" for card in dict.fromkeys(s.hand[seat])]


@step
def hideout_chosen(
    s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> None:
    """The owner has chosen."""
    hide(s, seat, s.answer(seat)[4:], from_hand, from_domain)


def hide(
    s: State, seat: int, card: str, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> None:
    """Of equal cards the one that was used already goes, so that the other can still be used."""
    to_deck(s, seat, card)
    s.then((defence, seat, without(from_hand, card), from_domain))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one of these, if it is among them."""
    place = cards.index(card) if card in cards else len(cards)
    return cards[:place] + cards[place + 1 :]


def to_deck(s: State, seat: int, card: str) -> None:
    """Put a card from hand face up on the deck."""
    zones.leave_hand(s, seat, card)
    zones.put_on_deck(s, seat, card)
    s.emit("on-deck", seat=seat, card=card)


def defend_talisman(
    s: State, seat: int, from_hand: tuple[str, ...], from_domain: tuple[str, ...]
) -> None:
    """The talisman itself goes face up on the deck (HOC-FAQ-32)."""
    to_deck(s, seat, "magic-talisman")
    s.then((defence, seat, without(from_hand, "magic-talisman"), from_domain))


DEFENCES: dict[str, Callable[..., None]] = {
    "rampart": defend_rampart,
    "hideout": defend_hideout,
    "magic-talisman": defend_talisman,
}
"""What a defence card does when it is shown."""


def shielded(s: State, card: str, seat: int, count: int) -> int:
    """How many cards an attack still makes a player discard or reveal (HOC-CR-03, -04, -28)."""
    if seat != s.turn and card in s.cards.military:
        count -= s.shields[seat] * number(s, "rampart", "shield")
    return max(count, 0)


# -- operations on the own hand, deck and coins ---------------------------------------------------


@step
def draw(s: State, card: str) -> None:
    """Draw cards."""
    zones.draw(s, s.turn, s.cards.numbers[card]["draw"])


@step
def discard_any(s: State, card: str) -> None:
    """Discard any number of cards from hand, also none."""
    s.tally = 0
    discard_more(s)


def discard_more(s: State) -> None:
    """Ask for the next card to discard."""
    if s.hand[s.turn]:
        s.ask(s.turn, "discard-any")
        s.then(discard_any_chosen)


@offer("discard-any")
def discard_any_moves(s: State, seat: int) -> Sequence[str]:
    """Any card of the hand, or enough."""
    return [*(f"discard {card}" for card in dict.fromkeys(s.hand[seat])), "stop"]


@step
def discard_any_chosen(s: State) -> None:
    """Discard it and ask again."""
    move = s.answer(s.turn)
    if move != "stop":
        zones.discard_from_hand(s, s.turn, move[8:])
        s.tally += 1
        discard_more(s)


@step
def draw_as_many(s: State, card: str) -> None:
    """Draw as many as were discarded."""
    zones.draw(s, s.turn, s.tally)


@step
def coins_as_many(s: State, card: str) -> None:
    """Get a coin for each card discarded."""
    zones.gain_coins(s, s.tally)


@step
def exile_one(s: State, card: str) -> None:
    """Exile a card from hand that fits, if there is one."""
    s.tally = 0
    moves = exile_moves(s, s.turn, card)
    if moves is NOTHING:
        return
    if len(s.hand[s.turn]) == 1:
        exile(s, moves[0][6:])
    else:
        s.ask(s.turn, "exile", card)
        s.then(exile_chosen)


@offer("exile")
def exile_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """Cards in hand that the text allows; never the card being played (HOC-CR-25, -36)."""
    fits = EXILABLE[card]
    return [f"exile {c}" for c in dict.fromkeys(s.hand[seat]) if fits(s, c)] or NOTHING


@step
def exile_chosen(s: State) -> None:
    """The active player has chosen."""
    move = s.answer(s.turn)
    if move != "pass":
        exile(s, move[6:])


def exile(s: State, card: str) -> None:
    """Exile it; what follows may ask whether that was done."""
    zones.exile_from_hand(s, s.turn, card)
    s.tally = 1


EXILABLE: dict[str, Callable[[State, str], bool]] = {
    "donation": lambda s, c: True,
    "adventurer": lambda s, c: c not in s.cards.curses,
    "curse-witch": lambda s, c: s.cards.cost[c] >= number(s, "curse-witch", "cost_least"),
}
"""Which cards may be exiled from hand."""


@step
def draw_or_coins(s: State, card: str) -> None:
    """Choose cards or coins."""
    s.ask(s.turn, "draw-or-coins")
    s.then((draw_or_coins_chosen, card))


@offer("draw-or-coins")
def draw_or_coins_moves(s: State, seat: int) -> Sequence[str]:
    """One of the two."""
    return ("draw", "coins")


@step
def draw_or_coins_chosen(s: State, card: str) -> None:
    """The active player has chosen."""
    if s.answer(s.turn) == "draw":
        draw(s, card)
    else:
        zones.gain_coins(s, number(s, card, "coins"))


@step
def gain_from_supply(s: State, card: str) -> None:
    """Gain the bottom card of the supply, shown to all (HOC-FAQ-21)."""
    if s.supply:
        found = s.supply.pop(0)
        s.discard[s.turn].append(found)
        s.emit("dig", seat=s.turn, card=found)


@step
def buy_under_deck(s: State, card: str) -> None:
    """For the rest of the turn bought cards may go under the deck (HOC-FAQ-31)."""
    s.merchant = True


@step
def buy_from_opponents(s: State, card: str) -> None:
    """For the rest of the turn opponents' discards can be bought (HOC-CR-14 to -16)."""
    s.bribery = True


@step
def pay_to_reveal(s: State, card: str) -> None:
    """Pay any number of coins (HOC-FAQ-17, HOC-CR-39)."""
    if s.coins:
        s.ask(s.turn, "summons-pay")
        s.then((reveal_paid, card))
    else:
        reveal_own(s, card, 0)


@offer("summons-pay")
def pay_moves(s: State, seat: int) -> Sequence[str]:
    """From nothing to everything."""
    return [f"pay {coins}" for coins in range(s.coins + 1)]


@step
def reveal_paid(s: State, card: str) -> None:
    """Pay and reveal."""
    paid = int(s.answer(s.turn)[4:])
    zones.pay(s, paid)
    reveal_own(s, card, paid)


def reveal_own(s: State, card: str, paid: int) -> None:
    """Reveal that many more; one action card of them may come to hand."""
    count = len(zones.reveal_top(s, s.turn, number(s, card, "reveal") + paid))
    if len(take_revealed_moves(s, s.turn, count)) > 1:
        s.ask(s.turn, "take-revealed", count)
        s.then((revealed_taken, count))
    else:
        arrange(s, count)


@offer("take-revealed")
def take_revealed_moves(s: State, seat: int, count: int) -> Sequence[str]:
    """A revealed action card, or none."""
    cards = dict.fromkeys(zones.top_cards(s, seat, count))
    return [*(f"take {card}" for card in cards if card in s.cards.actions), "stop"]


@step
def revealed_taken(s: State, count: int) -> None:
    """Take it; the others go back."""
    move = s.answer(s.turn)
    if move != "stop":
        card = move[5:]
        lifted = zones.lift(s, s.turn, count)
        lifted.remove((card, FACE_UP))
        zones.lay(s, s.turn, lifted)
        zones.enter_hand(s, s.turn, card)
        s.emit("take", seat=s.turn, card=card)
        count -= 1
    arrange(s, count)


def arrange(s: State, count: int, done: int = 0) -> None:
    """Put the top cards in any order: choose the top one, then the next."""
    if len(arrange_moves(s, s.turn, count, done)) > 1:
        s.ask(s.turn, "arrange", count, done)
        s.then((arranged, count, done))


@offer("arrange")
def arrange_moves(s: State, seat: int, count: int, done: int) -> Sequence[str]:
    """Any of the cards that have no place yet."""
    return [f"top {card}" for card in dict.fromkeys(zones.top_cards(s, seat, count)[done:])]


@step
def arranged(s: State, count: int, done: int) -> None:
    """Move the card up to its place; faces stay as they are (HOC-REV-06)."""
    card = s.answer(s.turn)[4:]
    lifted = zones.lift(s, s.turn, count)
    free = lifted[: count - done]
    place = max(i for i, each in enumerate(free) if each[0] == card)
    free.append(free.pop(place))
    zones.lay(s, s.turn, free + lifted[count - done :])
    s.emit("arrange", private=True, to=(s.turn,), seat=s.turn, secret={"card": card})
    arrange(s, count, done + 1)


@step
def curse_for_villages(s: State, card: str) -> None:
    """Gain a Curse; if there was one, villages give more from now on (HOC-FAQ-22, -23, HOC-CR-10)."""
    if zones.gain_curse(s, s.turn):
        s.village_coins = number(s, card, "village_coins")


@step
def take_face_up(s: State, card: str) -> None:
    """Take the unbroken run of face-up cards on top of the deck (HOC-FAQ-35, -36)."""
    seat = s.turn
    deck, marks = s.deck[seat], s.marks[seat]
    while marks and marks[-1] == (len(deck) - 1, FACE_UP):
        marks.pop()
        found = deck.pop()
        zones.enter_hand(s, seat, found)
        s.emit("take", seat=seat, card=found)


@step
def put_one_under(s: State, card: str) -> None:
    """Put a card without the succession type face up under the deck, or show that there is none."""
    moves = under_moves(s, s.turn)
    if moves is NOTHING:
        zones.show_hand(s, s.turn)
    elif len(s.hand[s.turn]) == 1:
        put_under(s, moves[0][6:])
    else:
        s.ask(s.turn, "under")
        s.then(under_chosen)


@offer("under")
def under_moves(s: State, seat: int) -> Sequence[str]:
    """Never a card with the succession type (HOC-FAQ-24)."""
    no = s.cards.successions
    return [f"under {card}" for card in dict.fromkeys(s.hand[seat]) if card not in no] or NOTHING


@step
def under_chosen(s: State) -> None:
    """The active player has chosen."""
    move = s.answer(s.turn)
    if move != "pass":
        put_under(s, move[6:])


def put_under(s: State, card: str) -> None:
    """Put a card from hand face up under the deck."""
    zones.leave_hand(s, s.turn, card)
    zones.put_under_deck(s, s.turn, card, FACE_UP)
    s.emit("under-deck", seat=s.turn, card=card)


BUILDS = {"farming-village": ("village_pay", "city"), "city": ("city_pay", "large-city")}
"""What City Development turns into what, and the name of the price."""


@step
def develop(s: State, card: str) -> None:
    """Choose what to develop, if it can be paid (HOC-PAY-04, -05)."""
    if len(develop_moves(s, s.turn, card)) > 1:
        s.ask(s.turn, "develop", card)
        s.then((developed, card))


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


@step
def borrow(s: State, card: str) -> None:
    """Debt comes at the end of the turn (HOC-CR-11)."""
    s.loans += 1


@step
def copy_action(s: State, card: str) -> None:
    """Choose an action card in a discard pile and do what it does."""
    if copy_moves(s, s.turn) is not NOTHING:
        s.ask(s.turn, "copy")
        s.then(copied)


@offer("copy")
def copy_moves(s: State, seat: int) -> Sequence[str]:
    """Action cards but Shinobi, of all players in the game (HOC-OVER-06)."""
    actions = s.cards.actions
    piles = [s.discard[owner] for owner in s.seats if not s.out[owner]]
    found = {c for pile in piles for c in pile if c in actions and c != "shinobi"}
    return [f"copy {card}" for card in sorted(found)] or NOTHING


@step
def copied(s: State) -> None:
    """An attack card can be answered (HOC-FAQ-26, HOC-DEF-15)."""
    card = s.answer(s.turn)[5:]
    s.emit("copy", seat=s.turn, card=card)
    if card in s.cards.attacks:
        attack(s, card)
    else:
        resolve(s, card)


@step
def look_at_deck(s: State, card: str) -> None:
    """Look at one card, and one for each action card played before (HOC-CR-21)."""
    seat = s.turn
    count = zones.stock(s, seat, number(s, card, "look") + s.actions - 1)
    zones.mark_top(s, seat, count, LOOKED)
    if s.log is not None:
        seen = {"cards": zones.top_cards(s, seat, count)}
        s.emit("look", seat=seat, count=count, to=(seat,), secret=seen)
    sift(s, count)


def sift(s: State, count: int) -> None:
    """Ask which of the cards looked at to discard."""
    if count:
        s.ask(s.turn, "sift", count)
        s.then((sifted, count))


@offer("sift")
def sift_moves(s: State, seat: int, count: int) -> Sequence[str]:
    """Any of the cards looked at, or enough."""
    cards = dict.fromkeys(zones.top_cards(s, seat, count))
    return [*(f"discard {card}" for card in cards), "stop"]


@step
def sifted(s: State, count: int) -> None:
    """Discard it and ask again; at the end put the rest back."""
    move = s.answer(s.turn)
    if move == "stop":
        arrange(s, count)
        return
    card = move[8:]
    lifted = zones.lift(s, s.turn, count)
    place = max(i for i, each in enumerate(lifted) if each[0] == card)
    lifted.pop(place)
    zones.lay(s, s.turn, lifted)
    s.discard[s.turn].append(card)
    s.emit("discard", seat=s.turn, card=card)
    sift(s, count - 1)


@step
def return_at_cleanup(s: State, card: str) -> None:
    """One more card may go back on the deck at cleanup."""
    s.supply_units += 1


@step
def coins_for_cities(s: State, card: str) -> None:
    """Coins for the Cities and Large Cities played before (HOC-CR-35)."""
    cities = s.played.count("city") + s.played.count("large-city")
    zones.gain_coins(s, cities * number(s, card, "coins_each"))


@step
def pay_for_adventure(s: State, card: str) -> None:
    """Paying is a condition, not a duty (HOC-PAY-01, -04, -05)."""
    if s.coins >= number(s, card, "pay"):
        s.ask(s.turn, "adventure", card)
        s.then((adventure, card))


@offer("adventure")
def adventure_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """Pay or leave it."""
    return (f"pay {number(s, card, 'pay')}", "pass")


@step
def adventure(s: State, card: str) -> None:
    """Exile a card and gain a dearer one."""
    if s.answer(s.turn) == "pass":
        return
    zones.pay(s, number(s, card, "pay"))
    s.then((exile_one, card), (gain_dearer, card))


@step
def gain_dearer(s: State, card: str) -> None:
    """Gain a card that costs at most so much more than the one exiled (HOC-CR-33, -34)."""
    if s.tally:
        gain_one(s, s.cards.cost[s.exile[-1]] + number(s, card, "cost_more"))


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


# -- operations on other players ------------------------------------------------------------------


@step
def scout_top(s: State, card: str, seat: int) -> None:
    """The player reveals the top card; the active player decides at once (HOC-CR-01)."""
    if zones.reveal_top(s, seat, shielded(s, card, seat, number(s, card, "reveal"))):
        s.ask(s.turn, "scout", seat)
        s.then((scouted, seat))


@offer("scout")
def scout_moves(s: State, seat: int, target: int) -> Sequence[str]:
    """Away with it, or leave it there face up."""
    card = s.deck[target][-1]
    return (f"discard {card}", f"leave {card}")


@step
def scouted(s: State, seat: int) -> None:
    """A card that is left stays face up (HOC-CR-02)."""
    if s.answer(s.turn)[:5] != "leave":
        ((card, _),) = zones.lift(s, seat, 1)
        s.discard[seat].append(card)
        s.emit("discard", seat=seat, card=card)


@step
def drop_cheapest_kept(s: State, card: str, seat: int) -> None:
    """The kept card of the lowest cost is discarded; its owner chooses among equals."""
    moves = drop_moves(s, seat)
    if moves is NOTHING:
        return
    if len(moves) == 1:
        drop_kept(s, seat, moves[0])
    else:
        s.ask(seat, "drop")
        s.then((dropped, seat))


@offer("drop")
def drop_moves(s: State, seat: int) -> Sequence[str]:
    """The cheapest kept cards, by the territories they lie on."""
    pairs = [(card, land) for card, land in zip(s.kept[seat], s.domain[seat], strict=True) if card]
    least = min((s.cards.cost[card] for card, _ in pairs), default=0)
    cheap = dict.fromkeys(pair for pair in pairs if s.cards.cost[pair[0]] == least)
    return [f"drop {card} from {land}" for card, land in cheap] or NOTHING


@step
def dropped(s: State, seat: int) -> None:
    """The owner has chosen."""
    drop_kept(s, seat, s.answer(seat))


def drop_kept(s: State, seat: int, move: str) -> None:
    """It goes to its owner's discard pile (HOC-CR-30)."""
    _, card, _, land = move.split(" ")
    unkeep(s, seat, card, land)
    s.discard[seat].append(card)
    s.emit("discard", seat=seat, card=card)


def unkeep(s: State, seat: int, card: str, land: str) -> None:
    """Take a kept card off the territory."""
    place = list(zip(s.kept[seat], s.domain[seat], strict=True)).index((card, land))
    s.kept[seat][place] = ""


@step
def discard_of_many(s: State, card: str, seat: int) -> None:
    """Who holds many cards discards one that fits, or shows that he has none (HOC-CR-07)."""
    if len(s.hand[seat]) < number(s, card, "hand"):
        return
    count = shielded(s, card, seat, number(s, card, "discard"))
    s.agenda += [("force_discard", card, seat)] * count


@step
def force_discard(s: State, card: str, seat: int) -> None:
    """His own choice (HOC-CR-07)."""
    moves = force_discard_moves(s, seat, card)
    if moves is NOTHING:
        zones.show_hand(s, seat)
    else:
        s.ask(seat, "force-discard", card)
        s.then((force_discarded, seat))


@offer("force-discard")
def force_discard_moves(s: State, seat: int, card: str) -> Sequence[str]:
    """The cards that fit."""
    fits = DISCARDED[card]
    return [f"discard {c}" for c in dict.fromkeys(s.hand[seat]) if fits(s, c)] or NOTHING


@step
def force_discarded(s: State, seat: int) -> None:
    """The victim has chosen."""
    move = s.answer(seat)
    if move != "pass":
        zones.discard_from_hand(s, seat, move[8:])


DISCARDED: dict[str, Callable[[State, str], bool]] = {
    "infantry-battalion": lambda s, c: c in s.cards.territories,
    "hunted-beast": lambda s, c: s.cards.cost[c] >= number(s, "hunted-beast", "cost_least"),
}
"""Which cards an attack makes opponents discard."""


@step
def charm(s: State, card: str, seat: int) -> None:
    """Reveal until a Curse comes or enough lie open; what is neither Curse nor territory goes."""
    count = 0
    most = shielded(s, card, seat, number(s, card, "reveal"))
    while count < most and zones.turn_up(s, seat, count + 1)[count:]:
        count += 1
        if s.deck[seat][-count] in s.cards.curses:
            break
    lifted = zones.lift(s, seat, count)
    if lifted:
        s.emit("reveal", seat=seat, cards=sorted(each for each, _ in lifted))
    stay = s.cards.curses | s.cards.territories
    zones.lay(s, seat, [each for each in lifted if each[0] in stay])
    for gone, _ in lifted:
        if gone not in stay:
            s.discard[seat].append(gone)
            s.charmed.append(gone)
            s.emit("discard", seat=seat, card=gone)


@step
def gain_charmed(s: State, card: str) -> None:
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


@step
def guard(s: State, card: str, seat: int) -> None:
    """Reveal; all but the one the active player chooses are discarded (HOC-CR-05, -06)."""
    count = shielded(s, card, seat, number(s, card, "reveal"))
    revealed = zones.reveal_top(s, seat, count) if count else ()
    if len(revealed) > number(s, card, "stay"):
        if len(set(revealed)) > 1:
            s.ask(s.turn, "guard", seat, len(revealed))
            s.then((guarded, seat, len(revealed)))
        else:
            leave_one(s, seat, len(revealed), revealed[0])


@offer("guard")
def guard_moves(s: State, seat: int, target: int, count: int) -> Sequence[str]:
    """Which card stays."""
    return [f"leave {card}" for card in dict.fromkeys(zones.top_cards(s, target, count))]


@step
def guarded(s: State, seat: int, count: int) -> None:
    """The active player has chosen."""
    leave_one(s, seat, count, s.answer(s.turn)[6:])


def leave_one(s: State, seat: int, count: int, card: str) -> None:
    """One card stays on top, face up; the others are discarded."""
    lifted = [each for each, _ in zones.lift(s, seat, count)]
    lifted.remove(card)
    zones.put_on_deck(s, seat, card)
    s.discard[seat] += lifted
    s.emit("guard", seat=seat, card=card, cards=lifted)


@step
def curse_under_deck(s: State, card: str, seat: int) -> None:
    """A Curse goes face up under the deck of who has none face up there (HOC-CR-24)."""
    if s.curses and not s.cards.curses.intersection(zones.face_up_cards(s, seat)):
        s.curses -= 1
        zones.put_under_deck(s, seat, "curse", FACE_UP)
        s.emit("under-deck", seat=seat, card="curse")


@step
def curse_gained(s: State, card: str, seat: int) -> None:
    """A Curse for the discard pile."""
    zones.gain_curse(s, seat)


COURT = ("royal-maid", "senator", "duke")
"""What Gossiping Duchess can send away."""


@step
def gossip(s: State, card: str, seat: int) -> None:
    """One Royal Maid, Senator or Duke of the active player's choice leaves the domain."""
    moves = gossip_moves(s, s.turn, seat)
    if moves is NOTHING:
        return
    if len(moves) == 1:
        send_away(s, seat, moves[0][5:])
    else:
        s.ask(s.turn, "gossip", seat)
        s.then((gossiped, seat))


@offer("gossip")
def gossip_moves(s: State, seat: int, target: int) -> Sequence[str]:
    """Who of the court stands there."""
    return [f"send {card}" for card in COURT if card in s.domain[target]] or NOTHING


@step
def gossiped(s: State, seat: int) -> None:
    """The active player has chosen."""
    send_away(s, seat, s.answer(s.turn)[5:])


def send_away(s: State, seat: int, card: str) -> None:
    """It goes to its owner's discard pile, and the points fall at once (HOC-CR-29, -30)."""
    lost = zones.leave_domain(s, seat, card)
    s.discard[seat].append(card)
    s.emit("send", seat=seat, card=card)
    change_points(s, seat, -lost)


# -- princesses -----------------------------------------------------------------------------------


@step
def gain_maids(s: State, card: str) -> None:
    """Gain as many Royal Maids as wanted and left (HOC-FAQ-10)."""
    if len(maid_moves(s, s.turn, card)) > 1:
        s.ask(s.turn, "maids", card)
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


@step
def gain_some(s: State, card: str) -> None:
    """Gain cards up to a cost, one after the other."""
    may_gain(s, card, number(s, card, "cards"))


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


@step
def place_twin_counters(s: State, card: str) -> None:
    """One, and one for each princess the others have (HOC-CR-19)."""
    rivals = sum(bool(s.princess[seat]) for seat in s.seats if seat != s.turn)
    s.twins[s.turn] = number(s, card, "counters") + rivals
    s.emit("twins", seat=s.turn, count=s.twins[s.turn])


# -- the cards ------------------------------------------------------------------------------------


def opponents_do(operation: Callable[..., None]) -> Entry:
    """Each opponent clockwise."""
    return (each_opponent, operation.__name__)


def all_do(operation: Callable[..., None]) -> Entry:
    """Each player clockwise, the active player first."""
    return (each_player, operation.__name__)


def then_if_done(entry: Entry) -> Entry:
    """Only if the operation before did something."""
    return (if_done, entry[0].__name__, *entry[1:])


EFFECTS: dict[str, tuple[Callable[..., None] | Entry, ...]] = {
    # princesses, when backed
    "laolily": (gain_maids,),
    "flammaria": (gain_some,),
    "rain-and-shion": (place_twin_counters,),
    # commons, when played
    "donation": (exile_one,),
    "swift-courier": (draw,),
    "wishing-well": (discard_any, draw_as_many),
    "scout": (all_do(scout_top),),
    "trade-ship": (draw_or_coins,),
    "buried-treasure": (gain_from_supply,),
    "court-merchant": (buy_under_deck,),
    "summons": (pay_to_reveal,),
    "slash-and-burn": (curse_for_villages,),
    "battering-ram": (draw, opponents_do(drop_cheapest_kept)),
    "bribery": (buy_from_opponents,),
    "hideout": (take_face_up,),
    "magic-talisman": (discard_any, coins_as_many),
    "infantry-battalion": (opponents_do(discard_of_many),),
    "library": (draw, put_one_under),
    "hunted-beast": (draw, opponents_do(discard_of_many)),
    "city-development": (develop,),
    "moneylender": (borrow,),
    "charm-witch": (draw, opponents_do(charm), gain_charmed),
    "shinobi": (copy_action,),
    "stargazing-witch": (look_at_deck, draw),
    "supply-unit": (draw, return_at_cleanup),
    "royal-guard": (opponents_do(guard),),
    "bank": (coins_for_cities,),
    "adventurer": (pay_for_adventure,),
    "alchemist": (draw,),
    "curse-witch": (exile_one, then_if_done(opponents_do(curse_under_deck))),
    # when set
    "gossiping-duchess": (opponents_do(gossip),),
}
"""What each card says beyond its coins, links and points; a card that is missing says no more."""


def _program(card: str, effect: tuple[Callable[..., None] | Entry, ...]) -> list[Entry]:
    entries = [entry if isinstance(entry, tuple) else (entry,) for entry in effect]
    return [(entry[0].__name__, card, *entry[1:]) for entry in reversed(entries)]


PROGRAMS = {card: _program(card, effect) for card, effect in EFFECTS.items()}
"""The effects as the agenda holds them."""
