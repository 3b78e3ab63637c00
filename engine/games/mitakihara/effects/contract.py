"""The contract, an interrupt: its windows, the contract itself and the wish (MTK-CON)."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.effects.hands import draw, fill
from taku.engine.games.mitakihara.state import (
    State,
    hand_of,
    knows,
    limit,
    members,
    most_hp,
    most_mp,
    offer,
    sharers,
    step,
)

UNTIL = ("phase", "turn", "danger")
"""How long a human may decline in advance: ``State.patience`` 1, 2, 3 (MTK-CON-29)."""
UNTIL_DANGER = 3
DANGERS = frozenset(("attack", "loss", "discard", "check"))
"""Windows that are always asked: HP lost to an attack or otherwise, discards, dropping out."""


@step
def window(s: State, kind: str, victim: int = -1, amount: int = 0) -> None:
    """Offer the contract to every human, if it can matter here (MTK-CON-20 to -28)."""
    if not s.alive & ~s.girl:
        return
    if kind in DANGERS:
        if _in_danger(s, kind, victim, amount):
            s.patience = [0 if left == UNTIL_DANGER else left for left in s.patience]
            ask_humans(s, kind, 0, victim, amount)
    else:
        ask_humans(s, kind, 0, victim, amount)


def _in_danger(s: State, kind: str, victim: int, amount: int) -> bool:
    """Whether what the window is about still threatens."""
    if not s.alive >> victim & 1:
        return False
    if kind == "loss":
        return s.hp[victim] <= amount
    if kind == "attack":
        safe = s.spared >> victim & 1 or knows(s, victim, "pain-block")
        return s.hp[victim] <= amount and not safe
    if not s.girl >> victim & 1:
        return False
    return len(hand_of(s, victim)) <= (amount if kind == "discard" else 0)


@step
def ask_humans(s: State, kind: str, start: int, victim: int, amount: int) -> None:
    """Ask the next human in action order, unless she declined in advance (MTK-CON-28, -29).

    Who declined when all was as it is now is not asked again, but for dangers.
    """
    for c in members((s.alive & ~s.girl) >> start << start):
        if kind in DANGERS or not (s.patience[c] or s.declined >> c & 1):
            s.ask(s.owner[c], "rescue" if kind in DANGERS else "contract", c, kind, victim)
            s.then((window_answered, kind, c, victim, amount))
            return


@offer("contract")
def contract_moves(s: State, seat: int, c: int, kind: str, victim: int) -> Sequence[str]:
    """Contract, decline, or decline in advance."""
    return [f"contract {s.name[c]}", "decline", *(f"decline-until {until}" for until in UNTIL)]


@offer("rescue")
def rescue_moves(s: State, seat: int, c: int, kind: str, victim: int) -> Sequence[str]:
    """Contract or decline."""
    return [f"contract {s.name[c]}", "decline"]


@step
def window_answered(s: State, kind: str, c: int, victim: int, amount: int) -> None:
    """After a contract the window begins anew (MTK-CON-28)."""
    move = s.answer(s.owner[c])
    if move[0] == "c":
        s.then((make_contract, c, kind, victim), (window, kind, victim, amount))
        return
    s.declined |= 1 << c
    if move != "decline":
        s.patience[c] = UNTIL.index(move[14:]) + 1
    ask_humans(s, kind, c + 1, victim, amount)


@step
def make_contract(s: State, c: int, kind: str = "", victim: int = -1) -> None:
    """The human becomes a girl, with full HP and cards; then her wish (MTK-CON-04 to -07)."""
    s.girl |= 1 << c
    s.declined = 0
    s.emit("contract", seat=s.owner[c], character=s.name[c])
    _first_loot(s, c)
    s.hp[c] = most_hp(s, c)
    room = limit(s, c) - len(hand_of(s, c))
    shared = len(sharers(s, c)) > 1
    # Who shares a hand draws her MP, not beyond the sum of both (MTK-OTR-32).
    draw(s, s.share[c], min(most_mp(s, c), room) if shared else room)
    s.ask(s.owner[c], "wish", c, kind, victim)
    s.then((wish_chosen, c, victim))


def _first_loot(s: State, c: int) -> None:
    """Yuma and Oriko get their loot when they first contract (MTK-OPT-06)."""
    card = s.cards.girls[s.who[c]].start_loot
    if card != "time-manipulation" and card in s.unused:
        s.unused.remove(card)
        s.loot[c].append(card)


@offer("wish")
def wish_moves(s: State, seat: int, c: int, kind: str, victim: int) -> Sequence[str]:
    """The wishes of the rulebook, and Homura's own (MTK-CON-08 to -12)."""
    moves = [f"wish-cards {s.name[girl]}" for girl in members(s.alive & s.girl)]
    moves += ["wish-health", "wish-nothing"]
    if kind == "attack" and not s.girl >> victim & 1:
        moves.append("wish-rescue")
    if s.name[c] == "homura" and not any("time-manipulation" in held for held in s.loot):
        moves.append("wish-time")
    return moves


@step
def wish_chosen(s: State, c: int, victim: int) -> None:
    """Grant the wish."""
    wish, _, name = s.answer(s.owner[c]).partition(" ")
    s.emit("wish", seat=s.owner[c], character=s.name[c], wish=wish)
    if wish == "wish-cards":
        fill(s, s.name.index(name))
    elif wish == "wish-health":
        heal_all(s)
    elif wish == "wish-rescue":
        s.spared |= 1 << victim
    elif wish == "wish-time":
        _take_time(s, c)


def heal_all(s: State) -> None:
    """All survivors get their maximum HP (MTK-CON-09)."""
    for c in members(s.alive):
        s.hp[c] = most_hp(s, c)
    s.declined = 0
    s.emit("heal-all")


def _take_time(s: State, c: int) -> None:
    """Homura takes Time manipulation from box, discard or pile, which is then shuffled."""
    for zone in (s.unused, s.loot_discard, s.loot_pile):
        if "time-manipulation" in zone:
            zone.remove("time-manipulation")
            s.loot[c].append("time-manipulation")
            if zone is s.loot_pile:
                s.shuffle(s.loot_pile)
            return
