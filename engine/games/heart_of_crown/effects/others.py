"""What a card does to other players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.effects.defence import shielded
from taku.engine.games.heart_of_crown.effects.resolving import NOTHING, number
from taku.engine.games.heart_of_crown.programs import Operation
from taku.engine.games.heart_of_crown.scoring import change_points
from taku.engine.games.heart_of_crown.state import FACE_UP, State, offer, step


def scout_top(s: State, op: Operation) -> None:
    """The player reveals the top card; the active player decides at once (HOC-CR-01)."""
    seat = s.target
    if zones.reveal_top(s, seat, shielded(s, op.card, seat, op.numbers["reveal"])):
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


def drop_cheapest_kept(s: State, op: Operation) -> None:
    """The kept card of the lowest cost is discarded; its owner chooses among equals."""
    seat = s.target
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


def discard_of_many(s: State, op: Operation) -> None:
    """Who holds many cards discards one that fits, or shows that he has none (HOC-CR-07)."""
    seat = s.target
    if len(s.hand[seat]) < op.numbers["hand"]:
        return
    count = shielded(s, op.card, seat, op.numbers["discard"])
    s.agenda += [("force_discard", op.card, seat)] * count


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


def charm(s: State, op: Operation) -> None:
    """Reveal until a Curse comes or enough lie open; what is neither Curse nor territory goes."""
    seat = s.target
    count = 0
    most = shielded(s, op.card, seat, op.numbers["reveal"])
    while count < most and zones.turn_up(s, seat, count + 1)[count:]:
        count += 1
        if s.deck[seat][-count] in s.cards.curses:
            break
    lifted = zones.lift(s, seat, count)
    if lifted:
        s.emit("reveal", seat=seat, cards=[each for each, _ in reversed(lifted)])
    stay = s.cards.curses | s.cards.territories
    zones.lay(s, seat, [each for each in lifted if each[0] in stay])
    for gone, _ in lifted:
        if gone not in stay:
            s.discard[seat].append(gone)
            s.charmed.append(gone)
            s.emit("discard", seat=seat, card=gone)


def guard(s: State, op: Operation) -> None:
    """Reveal; all but the one the active player chooses are discarded (HOC-CR-05, -06)."""
    seat = s.target
    count = shielded(s, op.card, seat, op.numbers["reveal"])
    revealed = zones.reveal_top(s, seat, count) if count else ()
    if len(revealed) > op.numbers["stay"]:
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


def curse_under_deck(s: State, op: Operation) -> None:
    """A Curse goes face up under the deck of who has none face up there (HOC-CR-24)."""
    seat = s.target
    if s.curses and not s.cards.curses.intersection(zones.face_up_cards(s, seat)):
        s.curses -= 1
        zones.put_under_deck(s, seat, "curse", FACE_UP)
        s.emit("under-deck", seat=seat, card="curse")


def curse_gained(s: State, op: Operation) -> None:
    """A Curse for the discard pile."""
    seat = s.target
    zones.gain_curse(s, seat)


COURT = ("royal-maid", "senator", "duke")
"""What Gossiping Duchess can send away."""


def gossip(s: State, op: Operation) -> None:
    """One Royal Maid, Senator or Duke of the active player's choice leaves the domain."""
    seat = s.target
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
