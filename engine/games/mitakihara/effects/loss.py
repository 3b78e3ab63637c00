"""What can be interrupted: losing HP, forced discards, death, dropping out (MTK-DIE, MTK-WCH)."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.effects import traitor
from taku.engine.games.mitakihara.effects.board import emerge
from taku.engine.games.mitakihara.effects.contract import window
from taku.engine.games.mitakihara.effects.hands import discard, discard_some, trim
from taku.engine.games.mitakihara.scoring import defeat
from taku.engine.games.mitakihara.state import (
    State,
    find,
    hand_of,
    is_girl,
    knows,
    members,
    offer,
    sharers,
    step,
)


@step
def must_discard(s: State, c: int, count: int) -> None:
    """A forced discard, with its window if a girl would be left without cards (MTK-CON-26)."""
    if s.alive >> c & 1 and count > 0:
        s.then((discard_some, s.share[c], count))
        window(s, "discard", c, count)


@step
def lose_hp(s: State, c: int, amount: int, attack: bool) -> None:
    """HP are about to be lost; the window opens if that would be fatal (MTK-CON-25)."""
    if s.alive >> c & 1 and amount > 0:
        s.then((take_loss, c, amount, attack))
        window(s, "attack" if attack else "loss", c, amount)


@step
def take_loss(s: State, c: int, amount: int, attack: bool) -> None:
    """The loss is applied unchanged to what the HP are now (MTK-CON-16)."""
    if attack and s.spared >> c & 1:
        s.spared &= ~(1 << c)
        s.emit("spared", seat=s.owner[c], character=s.name[c])
        return
    left = s.hp[c] - amount
    if attack and left < 1 and knows(s, c, "pain-block"):
        left = 1
    lost, s.hp[c] = s.hp[c] - left, left
    s.declined = 0
    s.emit("hurt", seat=s.owner[c], character=s.name[c], amount=lost, left=max(left, 0))
    if not attack and left <= 0:
        die(s, c)  # outside battle at once (MTK-DIE-05)


# -- leaving the game -----------------------------------------------------------------------------


@step
def die(s: State, c: int) -> None:
    """A character dies and leaves no witch (MTK-DIE-02 to -04)."""
    if traitor.is_unmasked_by_fate(s, c):
        return
    s.emit("die", seat=s.owner[c], character=s.name[c])
    leave(s, c)


@step
def drop_out(s: State, c: int) -> None:
    """A girl drops out and her corresponding witch emerges (MTK-TERM-11)."""
    if not is_girl(s, c):
        return
    if knows(s, c, "first-loop"):
        die(s, c)
        return
    if traitor.is_unmasked_by_fate(s, c):
        return
    s.dropped |= 1 << c
    s.emit("drop-out", seat=s.owner[c], character=s.name[c])
    leave(s, c)
    if s.result is None:
        emerge(s, c)


def leave(s: State, c: int) -> None:
    """Her cards are discarded and her pawns removed; with the last one all is lost."""
    partners = [other for other in sharers(s, c) if other != c]
    if not partners:
        discard(s, s.share[c], list(hand_of(s, c)))
    s.loot_discard += s.loot[c]
    s.loot[c] = []
    s.alive &= ~(1 << c)
    s.hp[c] = 0
    s.declined = 0
    if not s.alive:
        defeat(s, "nobody-left")  # MTK-FLOW-06 lets it end here
    elif partners:
        s.then((trim, partners[0]))  # MTK-OTR-57


# -- witch-emergence check ------------------------------------------------------------------------


@step
def check(s: State) -> None:
    """Every girl without magic cards drops out, one after the other (MTK-WCH-02, -07)."""
    for c in range(len(s.who)):
        if is_girl(s, c) and not hand_of(s, c):
            s.then(*[(check_girl, other) for other in range(c, len(s.who))])
            return


@step
def check_girl(s: State, c: int) -> None:
    """Contract window, Snipe, dropping out (MTK-WCH-12, -13)."""
    if is_girl(s, c) and not hand_of(s, c):
        s.then((check_hand, c, True))
        window(s, "check", c)


@step
def check_hand(s: State, c: int, snipe: bool) -> None:
    """All girls with this empty hand drop out together (MTK-OTR-29, -35)."""
    if not is_girl(s, c) or hand_of(s, c):
        return
    girls = [other for other in sharers(s, c) if s.girl >> other & 1]
    shots = [(ask_snipe, other) for other in girls] if snipe else []
    s.then(*shots, *((drop_out, other) for other in girls))


@step
def ask_snipe(s: State, c: int) -> None:
    """Mami may shoot a girl who would drop out (MTK-FAQ-18)."""
    mami = find(s, "mami")
    if mami >= 0 and mami != c and knows(s, mami, "snipe") and hand_of(s, mami) and is_girl(s, c):
        s.ask(s.owner[mami], "snipe", mami, c)
        s.then((sniped, mami, c))


@offer("snipe")
def snipe_moves(s: State, seat: int, mami: int, c: int) -> Sequence[str]:
    """Shoot or let it happen."""
    return [f"snipe {s.name[c]}", "pass"]


@step
def sniped(s: State, mami: int, c: int) -> None:
    """She dies instead of dropping out."""
    if s.answer(s.owner[mami]) != "pass":
        s.emit("snipe", seat=s.owner[mami], character=s.name[c])
        die(s, c)


# -- a seat without a character -------------------------------------------------------------------


@step
def offer_characters(s: State) -> None:
    """At the end of a phase a seat without a character may take one over (MTK-SEAT-13, -14)."""
    if s.identity:
        return  # every seat has one character, or a shared hand (MTK-OTR-54)
    owners = {s.owner[c] for c in members(s.alive)}
    if len(owners) == s.players:
        s.offered = 0
        return
    for seat in s.seats:
        if seat in owners:
            s.offered &= ~(1 << seat)
        elif not s.offered >> seat & 1:
            s.offered |= 1 << seat
            if givers(s):
                s.ask(seat, "take-over")
                s.then((asked_for, seat), offer_characters)
                return


def givers(s: State) -> list[int]:
    """The seats with several characters."""
    owners = [s.owner[c] for c in members(s.alive)]
    return [seat for seat in s.seats if owners.count(seat) > 1]


@offer("take-over")
def take_over_moves(s: State, seat: int) -> Sequence[str]:
    """Ask one of the seats with several characters, or none."""
    return [*(f"ask-seat {other}" for other in givers(s)), "pass"]


@step
def asked_for(s: State, seat: int) -> None:
    """The giving seat chooses which, or declines."""
    move = s.answer(seat)
    if move != "pass":
        giver = int(move[9:])
        s.ask(giver, "hand-over", seat)
        s.then((handed_over, giver, seat))


@offer("hand-over")
def hand_over_moves(s: State, seat: int, taker: int) -> Sequence[str]:
    """One of her characters, or none."""
    own = [f"hand-over {s.name[c]}" for c in members(s.alive) if s.owner[c] == seat]
    return [*own, "decline"]


@step
def handed_over(s: State, giver: int, taker: int) -> None:
    """Only the seat changes (MTK-SEAT-13)."""
    move = s.answer(giver)
    if move != "decline":
        c = s.name.index(move[10:])
        traitor.change_owner(s, c, taker)
        s.emit("hand-over", seat=giver, target=taker, character=s.name[c])
