"""A match from setup to the end of each turn, in the order the rulebook tells it.

The second phase opens with its first purchase, set or backing: those moves are offered in the main
phase already, and making one ends it (HOC-MAIN-06, HOC-SEC-04).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.effects.defence import attack
from taku.engine.games.heart_of_crown.effects.others import unkeep
from taku.engine.games.heart_of_crown.effects.resolving import (
    NOTHING,
    carry_out,
    opponents,
    resolve,
    village_coins,
)
from taku.engine.games.heart_of_crown.scoring import (
    can_declare,
    change_points,
    check_coronation,
    declare,
    judge,
)
from taku.engine.games.heart_of_crown.state import KNOWN, State, offer, step

# -- setup ----------------------------------------------------------------------------------------


def set_up(s: State, commons: Sequence[str]) -> None:
    """Everything up to the first turn (HOC-SETUP)."""
    clear(s, commons)
    s.princesses = list(s.cards.princesses)
    s.curses = s.cards.game.curses_per_player * s.players
    for card in s.cards.game.basic_market:
        s.market[card] = s.cards.by_id[card].copies
    s.supply = [c for c in (*commons, *s.cards.rares) for _ in range(s.cards.by_id[c].copies)]
    s.shuffle(s.supply)
    zones.refill_market(s)
    for seat in s.seats:
        deal_start(s, seat)
    s.turn = s.below(s.players)  # HOC-SETUP-16
    s.then(begin_turn)


def clear(s: State, commons: Sequence[str]) -> None:
    """An empty table with a place in the market for every kind, the cheapest first."""
    wares = {*s.cards.game.basic_market, *commons, *s.cards.rares}
    order = [card.id for card in s.cards.card if card.id in wares]
    s.market = dict.fromkeys(sorted(order, key=s.cards.cost.__getitem__), 0)
    for zone in ("hand", "shown", "deck", "marks", "discard", "domain", "kept", "counters"):
        setattr(s, zone, [[] for _ in s.seats])
    for numbers in ("points", "twins", "debt", "declared", "last_turn", "shields"):
        setattr(s, numbers, [0] * s.players)
    s.princess = [""] * s.players
    s.out = [False] * s.players


def deal_start(s: State, seat: int) -> None:
    """The starting deck, shuffled, and the first hand (HOC-SETUP-05, -06, -14)."""
    start = s.cards.game.start_deck
    s.deck[seat] = [card for card, count in start.items() for _ in range(count)]
    s.shuffle(s.deck[seat])
    zones.draw(s, seat, s.cards.game.hand_size)


# -- the turn -------------------------------------------------------------------------------------


@step
def begin_turn(s: State) -> None:
    """See whether the game ends here (HOC-CORO-13, HOC-LIMIT-01); if not, the main phase."""
    if s.number >= s.cards.game.most_rounds * s.players:
        judge(s, "turn-limit")
        return
    s.number += 1
    s.phase = "main"
    s.links = 1
    if s.log is not None:
        s.emit("turn", seat=s.turn, number=s.number)
    check_coronation(s, s.turn)
    if s.result is None:
        main(s)


MAIN_CHOSEN = ("main_chosen",)
SECOND_CHOSEN = ("second_chosen",)
BEGIN_TURN = ("begin_turn",)


@step
def main(s: State) -> None:
    """Ask what to do in the main phase, if there is anything to do."""
    moves = main_moves(s, s.turn)
    if len(moves) > 1:
        s.ask_listed(s.turn, "main", moves)
        s.agenda.append(MAIN_CHOSEN)
    else:
        cleanup(s)


@offer("main")
def main_moves(s: State, seat: int) -> Sequence[str]:
    """Plays, keeping and abilities, the openings of the second phase, and the end of the turn."""
    cards = s.cards
    hand = s.hand[seat]
    moves = play_moves(s, hand) if s.links else []
    coins = s.coins
    if s.princess[seat]:
        moves += domain_moves(s, seat)
    elif coins >= cards.cheapest_princess:
        moves += back_moves(s, seat)
    if "curse-witch" in hand:
        moves.append("activate curse-witch")
    if coins >= cards.cheapest or s.bribery:
        moves += buy_moves(s, seat)
    if can_declare(s, seat):
        moves.append("declare")
    moves.append("end")
    return moves


def play_moves(s: State, hand: list[str]) -> list[str]:
    """Each card of the hand that can be played (HOC-MAIN-05), and all territories at once."""
    names, lands = s.cards.play_moves, s.cards.territories
    moves: list[str] = []
    several = 0
    for card in hand:
        if card in names:
            move = names[card]
            if move not in moves:
                moves.append(move)
            if card in lands:
                several += 1
    if several > 1:
        moves.append("play territories")
    return moves


def domain_moves(s: State, seat: int) -> list[str]:
    """What only who has a domain may do: keep, recall, activate, set."""
    moves: list[str] = []
    if not s.cards.keepable.isdisjoint(s.hand[seat]):
        moves += keep_moves(s, seat)
    if any(s.kept[seat]):
        moves += recall_moves(s, seat)
    moves += ability_moves(s, seat)
    moves += set_moves(s, seat)
    return moves


@step
def main_chosen(s: State) -> None:
    """Do it; all but the openings of the second phase come back here."""
    seat = s.turn
    answers = s.answers
    verb, _, what = answers[seat].partition(" ")
    answers[seat] = ""
    MAIN[verb](s, seat, what)


def play(s: State, seat: int, card: str) -> None:
    """Put a card on an open place and carry it out (HOC-MAIN-02, HOC-LINK-05)."""
    if card == "territories":
        play_territories(s, seat)
        main(s)
        return
    put_in_play(s, seat, card)
    if card in s.cards.actions:
        s.actions += 1
        s.agenda.append(("main",))
        if card in s.cards.attacks:
            attack(s, card)
        else:
            resolve(s, card)
    else:
        resolve(s, card)
        main(s)


def put_in_play(s: State, seat: int, card: str) -> None:
    """From hand to the play area."""
    zones.leave_hand(s, seat, card)
    s.played.append(card)
    s.links += s.cards.links[card] - 1
    if s.log is not None:
        s.emit("play", seat=seat, card=card)


def play_territories(s: State, seat: int) -> None:
    """Play one territory after the other, as far as open places go.

    They are played in the order of their names: that of the hand is nobody else's business.
    """
    lands = s.cards.territories
    if s.log is None and not s.debt[seat]:
        play_silently(s, seat)
        return
    for card in sorted(s.hand[seat]):
        if card in lands and s.links:
            put_in_play(s, seat, card)
            resolve(s, card)


def play_silently(s: State, seat: int) -> None:
    """The same in one go, when nobody listens and no debt takes the coins."""
    lands, coins, links = s.cards.territories, s.cards.coins, s.cards.links
    village, places, shown = village_coins(s), s.links, s.shown[seat]
    hand = s.hand[seat]
    for card in sorted(hand):
        if card in lands and places:
            hand.remove(card)
            places += links[card] - 1
            s.played.append(card)
            s.coins += village if card == "farming-village" else coins[card]
            if shown and card in shown:
                shown.remove(card)
    s.links = places


# -- keeping and recalling ------------------------------------------------------------------------


def keep_moves(s: State, seat: int) -> list[str]:
    """Action cards on free territories that cost as much or more (HOC-KEEP-02 to -05)."""
    actions = [card for card in dict.fromkeys(s.hand[seat]) if card in s.cards.keepable]
    if not actions or s.keeps >= s.cards.game.most_keeps:
        return []
    cost, lands = s.cards.cost, s.cards.territories
    pairs = zip(s.domain[seat], s.kept[seat], strict=True)
    free = dict.fromkeys([land for land, kept in pairs if not kept and land in lands])
    return [f"keep {card} on {land}" for card in actions for land in free if cost[card] <= cost[land]]  # fmt: skip


def keep(s: State, seat: int, what: str) -> None:
    """Put an action card from hand on a territory; it is no play (HOC-KEEP-13)."""
    card, _, land = what.split(" ")
    zones.leave_hand(s, seat, card)
    place = list(zip(s.domain[seat], s.kept[seat], strict=True)).index((land, ""))
    s.kept[seat][place] = card
    s.keeps += 1
    s.emit("keep", seat=seat, card=card, land=land)
    main(s)


def recall_moves(s: State, seat: int) -> list[str]:
    """Kept cards, by the territory they lie on (HOC-KEEP-07)."""
    pairs = zip(s.kept[seat], s.domain[seat], strict=True)
    return [f"recall {card} from {land}" for card, land in dict.fromkeys(pairs) if card]


def recall(s: State, seat: int, what: str) -> None:
    """Take a kept card back into hand; all saw which."""
    card, _, land = what.split(" ")
    unkeep(s, seat, card, land)
    zones.enter_hand(s, seat, card)
    s.emit("recall", seat=seat, card=card, land=land)
    main(s)


# -- activated abilities --------------------------------------------------------------------------


def ability_moves(s: State, seat: int) -> list[str]:
    """Abilities of the domain that can be activated now (HOC-ACT-02, -03)."""
    moves = []
    princess = s.princess[seat]
    if princess == "bergamotte" and not s.bergamotte and scholar_moves(s, seat) is not NOTHING:
        moves.append("activate bergamotte")
    elif princess == "rain-and-shion" and s.twins[seat] and not s.extra and not s.extra_next:
        moves.append("activate rain-and-shion")  # HOC-CR-18, -37
    estate, domain = "imperial-estate", s.domain[seat]
    if estate in domain and s.coins >= s.cards.numbers[estate]["pay"] and domain.count(estate) > s.estates:  # fmt: skip
        moves.append("activate imperial-estate")
    return moves


def activate(s: State, seat: int, card: str) -> None:
    """Pay the condition, then have the effect (HOC-ACT-07)."""
    s.emit("activate", seat=seat, card=card)
    s.then(main)
    ABILITIES[card](s, seat)


def activate_bergamotte(s: State, seat: int) -> None:
    """Discard a card that is no Curse for an action card of the discard pile."""
    s.bergamotte = True
    # Asked even if only one card fits: whether it does is nobody else's business.
    s.ask(seat, "scholar-discard")
    s.then((scholar_paid, seat))


@offer("scholar-discard")
def scholar_moves(s: State, seat: int) -> Sequence[str]:
    """Cards in hand that are no Curse (HOC-CR-08)."""
    curses = s.cards.curses
    fitting = [card for card in dict.fromkeys(s.hand[seat]) if card not in curses]
    return [f"discard {card}" for card in fitting] or NOTHING


@step
def scholar_paid(s: State, seat: int) -> None:
    """Discard first, so that this card can come back too (HOC-CR-09, HOC-FAQ-09)."""
    move = s.answer(seat)
    if move == "pass":
        return
    zones.discard_from_hand(s, seat, move[8:])
    found = scholar_take_moves(s, seat)
    if len(found) == 1:
        scholar_take(s, seat, found[0])
    elif found:
        s.ask(seat, "scholar-take")
        s.then((scholar_taken, seat))


@offer("scholar-take")
def scholar_take_moves(s: State, seat: int) -> Sequence[str]:
    """Action cards of the discard pile."""
    actions = s.cards.actions
    return [f"take {card}" for card in sorted(set(s.discard[seat])) if card in actions]


@step
def scholar_taken(s: State, seat: int) -> None:
    """The card to take is chosen."""
    scholar_take(s, seat, s.answer(seat))


def scholar_take(s: State, seat: int, move: str) -> None:
    """Put it into hand."""
    card = move[5:]
    s.discard[seat].remove(card)
    zones.enter_hand(s, seat, card)
    s.emit("take", seat=seat, card=card)


def activate_twins(s: State, seat: int) -> None:
    """An extra turn after this one (HOC-TURN-04)."""
    s.twins[seat] -= 1
    s.extra_next = True


def activate_estate(s: State, seat: int) -> None:
    """Pay for a counter on an estate that was not activated this turn."""
    numbers = s.cards.numbers["imperial-estate"]
    zones.pay(s, numbers["pay"])
    places = [i for i, card in enumerate(s.domain[seat]) if card == "imperial-estate"]
    s.counters[seat][places[s.estates]] += numbers["counters"]
    s.estates += 1
    change_points(s, seat, numbers["counters"])


def activate_curse_witch(s: State, seat: int) -> None:
    """From hand, no play, no defence: each opponent gains a Curse (HOC-ACT-04, HOC-DEF-13)."""
    zones.exile_from_hand(s, seat, "curse-witch")
    carry_out(s, "curse-witch activated")


ABILITIES: dict[str, Callable[[State, int], None]] = {
    "bergamotte": activate_bergamotte,
    "rain-and-shion": activate_twins,
    "imperial-estate": activate_estate,
    "curse-witch": activate_curse_witch,
}
"""What activating a card does."""


def declare_in_main(s: State, seat: int, what: str) -> None:
    """Declare, and go on (HOC-CORO-12)."""
    declare(s, seat)
    main(s)


# -- second phase: one of buying, setting, backing (HOC-SEC-01, -02) ------------------------------


def second(s: State) -> None:
    """Go on with what was chosen, if there is anything to choose."""
    moves = second_moves(s, s.turn)
    if len(moves) > 1:
        s.ask_listed(s.turn, "second", moves)
        s.agenda.append(SECOND_CHOSEN)
    else:
        cleanup(s)


@step
def go_on(s: State) -> None:
    """After an effect in the second phase."""
    second(s)


@offer("second")
def second_moves(s: State, seat: int) -> Sequence[str]:
    """More of the same, declaring, or the end."""
    moves: list[str] = []
    if s.phase == "buy":
        moves += buy_moves(s, seat)
    elif s.phase == "set":
        moves += set_moves(s, seat)
    if can_declare(s, seat):
        moves.append("declare")
    moves.append("end")
    return moves


@step
def second_chosen(s: State) -> None:
    """Do it."""
    seat = s.turn
    answers = s.answers
    verb, _, what = answers[seat].partition(" ")
    answers[seat] = ""
    SECOND[verb](s, seat, what)


def price_list(s: State, seat: int) -> dict[str, int]:
    """What cards cost this buyer (HOC-FAQ-08)."""
    return s.cards.discounted if s.princess[seat] == "klam-klam" else s.cards.cost


def buy_moves(s: State, seat: int) -> list[str]:
    """All that can be paid: in the market, and with Bribery in opponents' discard piles."""
    coins = s.coins
    prices = price_list(s, seat)
    names = s.cards.buy_moves
    moves = []
    for card, left in s.market.items():
        if prices[card] > coins:
            break  # the others are dearer
        if left:
            moves.append(names[card])
    if s.bribery:
        for other in opponents(s):
            for card in sorted(set(s.discard[other])):
                if prices[card] <= coins:
                    moves.append(f"bribe {card} {other}")
    if s.merchant:
        moves = [each for move in moves for each in (move, f"{move} under")]
    return moves


def buy(s: State, seat: int, what: str) -> None:
    """Pay and gain the card (HOC-BUY-01 to -04)."""
    card, _, under = what.partition(" ")
    s.phase = "buy"
    s.coins -= price_list(s, seat)[card]
    if s.log is not None:
        s.emit("buy", seat=seat, card=card)
    take_bought(s, seat, card, bool(under))
    zones.take_from_market(s, card)
    if s.result is None:
        second(s)


def bribe(s: State, seat: int, what: str) -> None:
    """Buy a card out of an opponent's discard pile (HOC-CR-15)."""
    card, owner, *under = what.split(" ")
    s.phase = "buy"
    s.coins -= price_list(s, seat)[card]
    s.emit("bribe", seat=seat, card=card, target=int(owner))
    s.discard[int(owner)].remove(card)
    take_bought(s, seat, card, bool(under))
    second(s)


def take_bought(s: State, seat: int, card: str, under: bool) -> None:
    """To the discard pile, or face down under the deck with Court Merchant (HOC-FAQ-31)."""
    if under:
        zones.put_under_deck(s, seat, card, KNOWN)
        s.emit("under-deck", seat=seat, card=card)
    else:
        s.discard[seat].append(card)


def set_moves(s: State, seat: int) -> list[str]:
    """Succession cards in hand (HOC-SET-01 to -03)."""
    names = s.cards.set_moves
    moves: list[str] = []
    for card in s.hand[seat]:
        if card in names and names[card] not in moves:
            moves.append(names[card])
    return moves


def set_card(s: State, seat: int, card: str) -> None:
    """Put a succession card into the domain; its effect comes before the next (HOC-SET-06)."""
    s.phase = "set"
    zones.leave_hand(s, seat, card)
    zones.enter_domain(s, seat, card)
    if s.log is not None:
        s.emit("set", seat=seat, card=card)
    change_points(s, seat, s.cards.points[card])
    if s.result is None:
        if card == "gossiping-duchess":
            s.then(go_on)
            carry_out(s, card)
        else:
            second(s)


def back_moves(s: State, seat: int) -> list[str]:
    """Princesses nobody has, for who has none (HOC-BACK-01 to -04)."""
    coins, cost = s.coins, s.cards.cost
    return [f"back {each}" for each in s.princesses if cost[each] <= coins]


def back(s: State, seat: int, princess: str) -> None:
    """Pay, take her, move territories, then what she does when backed (HOC-BACK-12)."""
    s.phase = "back"
    s.coins -= s.cards.cost[princess]
    s.princesses.remove(princess)
    s.princess[seat] = princess
    s.emit("back", seat=seat, card=princess)
    moved = dearest_territories(s, princess)
    for card in moved:
        s.played.remove(card)
        zones.enter_domain(s, seat, card)
    if moved:
        s.emit("domain", seat=seat, cards=moved)
    points = s.cards.points
    change_points(s, seat, points[princess] + sum(points[card] for card in moved))
    if s.result is None:
        s.then(go_on)
        carry_out(s, princess)


def dearest_territories(s: State, princess: str) -> list[str]:
    """The territories that must move (HOC-BACK-06 to -08); Flammaria ignores villages (HOC-CR-41)."""
    no = "farming-village" if princess == "flammaria" else ""
    lands = [card for card in s.played if card in s.cards.territories and card != no]
    lands.sort(key=s.cards.cost.__getitem__, reverse=True)
    return lands[: s.cards.game.domain_territories]


def declare_in_second(s: State, seat: int, what: str) -> None:
    """Declare, and go on (HOC-CORO-12)."""
    declare(s, seat)
    second(s)


# -- cleanup, draw, market refill -----------------------------------------------------------------


def end(s: State, seat: int, what: str) -> None:
    """The player has nothing more to do."""
    cleanup(s)


def cleanup(s: State) -> None:
    """Supply Units may bring cards back before anything is discarded (HOC-CLEAN-05)."""
    if s.supply_units:
        s.phase = "cleanup"
        if len(return_moves(s, s.turn)) > 1:
            s.supply_units -= 1
            s.ask(s.turn, "return")
            s.then(returned)
            return
    finish_turn(s)


@offer("return")
def return_moves(s: State, seat: int) -> Sequence[str]:
    """Action cards in play that are no Supply Units (HOC-FAQ-20, HOC-CR-38)."""
    actions = s.cards.actions
    found = [c for c in dict.fromkeys(s.played) if c in actions and c != "supply-unit"]
    return [*(f"return {card}" for card in found), "pass"]


@step
def returned(s: State) -> None:
    """It lies face up on the deck and is drawn as usual (HOC-CR-26)."""
    move = s.answer(s.turn)
    if move == "pass":
        s.supply_units = 0
    else:
        card = move[7:]
        s.played.remove(card)
        zones.put_on_deck(s, s.turn, card)
        s.emit("on-deck", seat=s.turn, card=card)
    cleanup(s)


def finish_turn(s: State) -> None:
    """Discard, draw, refill; then debt comes and the turn passes (HOC-TURN-01, HOC-CR-11)."""
    seat = s.turn
    pile = s.discard[seat]
    pile += s.played
    pile += s.hand[seat]
    s.played = []
    s.hand[seat] = []
    s.shown[seat] = []
    if s.log is not None:
        s.emit("cleanup", seat=seat)
    zones.draw(s, seat, s.cards.game.hand_size)
    if s.kinds < s.cards.game.market_kinds:
        zones.refill_market(s)
    if s.loans:
        s.debt[seat] += s.loans * s.cards.numbers["moneylender"]["debt"]
        s.emit("debt", seat=seat, count=s.debt[seat])
    s.last_turn[seat] = s.number
    s.extra = s.extra_next
    if not s.extra:
        s.turn = next_player(s, seat)
    forget_turn(s)
    s.agenda.append(BEGIN_TURN)


def next_player(s: State, seat: int) -> int:
    """Clockwise; who is out is skipped (HOC-TURN-02, HOC-OVER-02)."""
    seat = (seat + 1) % s.players
    while s.out[seat]:
        seat = (seat + 1) % s.players
    return seat


def forget_turn(s: State) -> None:
    """Nothing of a turn carries over, coins neither (HOC-CLEAN-03)."""
    s.extra_next = False
    s.coins = 0
    s.actions = 0
    s.village_coins = 0
    s.merchant = False
    s.bribery = False
    s.supply_units = 0
    s.loans = 0
    s.bergamotte = False
    s.estates = 0
    s.keeps = 0
    s.tally = 0
    s.x = 0
    s.done = True


SECOND: dict[str, Callable[[State, int, str], None]] = {
    "buy": buy,
    "bribe": bribe,
    "set": set_card,
    "back": back,
    "declare": declare_in_second,
    "end": end,
}
"""What the moves of the second phase do, by their verb."""

MAIN: dict[str, Callable[[State, int, str], None]] = {
    **SECOND,
    "play": play,
    "keep": keep,
    "recall": recall,
    "activate": activate,
    "declare": declare_in_main,
}
"""What the moves of the main phase do; those of the second phase end it."""
