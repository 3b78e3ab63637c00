"""Magic cards: drawing, discarding, handing over, and what seats know of other hands."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.state import Fact, State, hand_of, limit, offer, step


def holder(s: State, hand: int) -> int:
    """The seat that sees a hand: its characters' seat, or the traitor's."""
    count = len(s.who)
    if hand >= count:
        return hand - count
    if s.traitors:
        for c in range(count):
            if s.share[c] == hand and s.alive >> c & 1:
                return s.owner[c]
    return s.owner[hand]


def whose(s: State, hand: int) -> str:
    """Whose hand it is: of who share it her whose it was first, if she survives."""
    if hand >= len(s.who):
        return "traitor"
    users = [c for c, used in enumerate(s.share) if used == hand and s.alive >> c & 1]
    return s.name[hand if hand in users or not users else users[0]]


# -- drawing --------------------------------------------------------------------------------------


def draw(s: State, hand: int, count: int) -> None:
    """Draw from the magic pile, as many as there are (MTK-GRL-19, -20)."""
    cards = s.hand[hand]
    drawn = []
    for _ in range(count):
        card = turn_card(s)
        if not card:
            break
        drawn.append(card)
    if not drawn:
        return
    cards += drawn
    cards.sort()
    s.declined = 0
    if s.log is not None:
        seat = holder(s, hand)
        s.emit("draw", seat=seat, character=whose(s, hand), count=len(drawn), to=(seat,),
               secret={"cards": sorted(drawn)})  # fmt: skip


def turn_card(s: State) -> str:
    """The top card of the magic pile, or nothing; discards become a new pile (MTK-GRL-19)."""
    if not s.pile:
        if not s.discard:
            return ""
        s.pile, s.discard = s.discard, []
        s.shuffle(s.pile)
        hidden = [card for hand in s.hand for card in hand]
        if not s.open:
            hidden += [card for laid in s.laid for card in laid]
        s.stale = sorted(hidden)
        s.emit("reshuffle", count=len(s.pile))
    return s.pile.pop()


def fill(s: State, c: int) -> None:
    """Draw up to her MP, or to the sum of those who share the hand (MTK-LOT-06, MTK-OTR-30)."""
    draw(s, s.share[c], limit(s, c) - len(hand_of(s, c)))


# -- leaving a hand -------------------------------------------------------------------------------


def expose(s: State, hand: int, card: str) -> None:
    """All see a card that was hidden in a hand: what was known of it is used up."""
    if card in s.stale:
        s.stale.remove(card)
    facts = facts_about(s, hand, card)
    for seat in {fact[0] for fact in facts}:
        forget(s, seat, facts)


def facts_about(s: State, hand: int, card: str) -> list[Fact]:
    """What seats know that this card of a hand may have been."""
    bit = 1 << hand
    return [fact for fact in s.known if fact[2] == card and fact[1] & bit]


def forget(s: State, seat: int, facts: Sequence[Fact]) -> None:
    """Drop the narrowest of these facts that the seat knows."""
    own = [fact for fact in facts if fact[0] == seat]
    if own:
        s.known.remove(min(own, key=lambda fact: (fact[1].bit_count(), fact[1])))


def learn(s: State, seat: int, hand: int, card: str) -> None:
    """A seat comes to know a card in a hand that is not its own."""
    if holder(s, hand) != seat:
        s.known.append((seat, 1 << hand, card))
        s.known.sort()


def discard(s: State, hand: int, cards: Sequence[str]) -> None:
    """Put cards of a hand on the open discard pile (MTK-INFO-07)."""
    if not cards:
        return
    held = s.hand[hand]
    for card in cards:
        held.remove(card)
        expose(s, hand, card)
    s.discard += cards
    s.declined = 0
    if s.log is not None:
        s.emit("discard", seat=holder(s, hand), character=whose(s, hand), cards=list(cards))


def hand_card(s: State, giver: int, taker: int, card: str) -> None:
    """A card goes from hand to hand; only the two seats see it (MTK-GRL-06, MTK-HUM-04)."""
    s.hand[giver].remove(card)
    s.hand[taker].append(card)
    s.hand[taker].sort()
    s.declined = 0
    left, right = holder(s, giver), holder(s, taker)
    bit, other = 1 << giver, 1 << taker
    if s.known:
        forget(s, right, facts_about(s, giver, card))
        s.known = [
            (fact[0], fact[1] | other, fact[2])
            if fact[1] & bit and fact[0] != left and fact[0] != right
            else fact
            for fact in s.known
        ]
    if left != right:
        s.known.append((left, other, card))
    s.known.sort()


def change_holder(s: State, hand: int, old: int, new: int) -> None:
    """A hand comes under another seat; the old one still knows it, the new one now sees it."""
    if old == new:
        return
    held = s.hand[hand]
    bit = 1 << hand
    facts = []
    for seat, mask, card in s.known:
        if seat == new and mask & bit:
            mask &= ~bit
            if not mask or card in held:
                continue
        facts.append((seat, mask, card))
    facts += [(old, bit, card) for card in held]
    s.known = sorted(facts)


# -- choosing cards to discard --------------------------------------------------------------------


def card_moves(s: State, verb: str, hand: Sequence[str]) -> list[str]:
    """A move for each different card of a hand."""
    moves = s.cards.moves[verb]
    return [moves[card] for card in dict.fromkeys(hand)]


@step
def discard_some(s: State, hand: int, count: int) -> None:
    """Its seat chooses the cards one by one; all of them if there are not more (MTK-SEAT-09).

    It is asked for equal cards too: to pass them over would tell all that they are equal.
    """
    cards = s.hand[hand]
    if count <= 0 or not cards:
        return
    if count >= len(cards):
        discard(s, hand, cards[:count])
    else:
        s.ask_listed(holder(s, hand), "discard", card_moves(s, "discard", cards), hand)
        s.agenda.append(("discard_chosen", hand, count))


@offer("discard")
def discard_moves(s: State, seat: int, hand: int) -> Sequence[str]:
    """Any card of the hand."""
    return card_moves(s, "discard", s.hand[hand])


@step
def discard_chosen(s: State, hand: int, count: int) -> None:
    """One card goes; the next is asked for."""
    discard(s, hand, [s.answer(holder(s, hand))[8:]])
    discard_some(s, hand, count - 1)


@step
def discard_any(s: State, hand: int, least: int, count: int, after: str) -> None:
    """Any number of cards is discarded, at least ``least``, then the step ``after`` follows."""
    cards = s.hand[hand]
    if len(cards) == 1 and count < least:
        discard(s, hand, list(cards))
        count += 1
    if cards:
        s.ask(holder(s, hand), "discard-any", hand, count >= least)
        s.agenda.append(("any_chosen", hand, least, count, after))
    else:
        s.rules.steps[after](s, hand, count)


@offer("discard-any")
def discard_any_moves(s: State, seat: int, hand: int, enough: bool) -> Sequence[str]:
    """Any card of the hand, or an end."""
    moves = card_moves(s, "discard", s.hand[hand])
    if enough:
        moves.append("done")
    return moves


@step
def any_chosen(s: State, hand: int, least: int, count: int, after: str) -> None:
    """One more card, or the end of the discards."""
    move = s.answer(holder(s, hand))
    if move == "done":
        s.rules.steps[after](s, hand, count)
    else:
        discard(s, hand, [move[8:]])
        discard_any(s, hand, least, count + 1, after)


@step
def redraw(s: State, hand: int, count: int) -> None:
    """As many cards as were discarded are drawn (MTK-GRL-17, MTK-OTR-44)."""
    draw(s, hand, count)


@step
def draw_mood(s: State, hand: int, count: int) -> None:
    """After a change of mood she draws up to 4 cards, shared or not (MTK-HUM-06, -07)."""
    draw(s, hand, s.cards.game.mood_cards - len(s.hand[hand]))


@step
def trim(s: State, c: int) -> None:
    """A hand above the limit is cut at once, her seat choosing (MTK-TERM-14)."""
    if s.alive >> c & 1:
        discard_some(s, s.share[c], len(hand_of(s, c)) - limit(s, c))
