"""Event cards: enemies that appear, and line cards in the order of cards.toml (MTK-EVT)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.mitakihara.effects.board import (
    AREAS,
    clear_area,
    damage_city,
    empty_area,
    move_to,
    put_enemy,
    put_under,
    ripen,
)
from taku.engine.games.mitakihara.effects.contract import make_contract
from taku.engine.games.mitakihara.effects.loss import lose_hp, must_discard
from taku.engine.games.mitakihara.state import (
    MAMI_DEFENDS,
    NO_COORDINATION,
    NO_TALK,
    State,
    find,
    hand_of,
    is_girl,
    members,
    offer,
    sharers,
    step,
    table_lead,
)

BUILDING, STATION = 3, 4


@step
def play_event(s: State) -> None:
    """Place the enemy or carry out the line card that was revealed (MTK-EVT-12 to -21)."""
    card, s.revealed = s.revealed, ""
    if not card:
        return
    if card in s.cards.enemies:
        place_event(s, card)
    else:
        s.event_discard.append(card)
        LINES[card](s, s.cards.events[card].amount)


def place_event(s: State, card: str) -> None:
    """An enemy card enters the topmost empty area, as a familiar if it can (MTK-EVT-12 to -17)."""
    area = empty_area(s)
    if not area:
        put_under(s, card)
        s.emit("no-room", card=card)
        damage_city(s, s.cards.game.full_board_durability)
        return
    put_enemy(s, area, card, s.cards.game.clock_start if card in s.cards.familiars else 0)
    homura = find(s, "homura")
    if homura >= 0 and is_girl(s, homura):
        s.then((must_discard, homura, s.cards.events[card].homura_discards))


def girls(s: State) -> Sequence[int]:
    """All surviving girls in action order."""
    return members(s.alive & s.girl)


def _miracles_and_magic(s: State, amount: int) -> None:
    sayaka = find(s, "sayaka")
    if sayaka >= 0 and not is_girl(s, sayaka):
        s.then((make_contract, sayaka))


def _nothing_to_fear(s: State, amount: int) -> None:
    s.effects |= MAMI_DEFENDS


def _makes_no_sense(s: State, amount: int) -> None:
    s.effects |= NO_TALK


def _last_secret(s: State, amount: int) -> None:
    s.then(*((must_discard, c, amount) for c in girls(s) if s.name[c] != "homura"))


def _chicken_and_egg(s: State, amount: int) -> None:
    familiars = [area for area in AREAS if s.clock[area]]
    for area in familiars:
        ripen(s, area)
    if not familiars:
        damage_city(s, amount)


def _nothing_left_but_to_kill(s: State, amount: int) -> None:
    s.then(*((lose_hp, c, amount, False) for c in girls(s) if not s.place[c]))


def _make_a_contract(s: State, amount: int) -> None:
    s.then(*((tempt, c) for c in members(s.alive & ~s.girl)))


@step
def tempt(s: State, c: int) -> None:
    """A human contracts or discards all her cards."""
    if s.alive >> c & 1 and not s.girl >> c & 1:
        s.ask(s.owner[c], "tempt", c)
        s.then((tempted, c))


@offer("tempt")
def tempt_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Both ways cost something."""
    return [f"contract {s.name[c]}", "discard-all"]


@step
def tempted(s: State, c: int) -> None:
    """Carry out the choice."""
    if s.answer(s.owner[c]) == "discard-all":
        # A girl who shares the hand is left without cards too (MTK-CON-26, MTK-OTR-56).
        loser = next((mate for mate in sharers(s, c) if s.girl >> mate & 1), c)
        s.then((must_discard, loser, len(hand_of(s, c))))
    else:
        s.then((make_contract, c))


def _rely_on_no_one(s: State, amount: int) -> None:
    s.effects |= NO_COORDINATION


def _such_a_fool(s: State, amount: int) -> None:
    sayaka = find(s, "sayaka")
    if sayaka >= 0 and is_girl(s, sayaka):
        s.then((must_discard, sayaka, -(-len(hand_of(s, sayaka)) // amount)))


def _all_must_die(s: State, amount: int) -> None:
    mami = find(s, "mami")
    others = [c for c in girls(s) if c != mami]
    if mami >= 0 and is_girl(s, mami) and others:
        s.then((lose_hp, min(others, key=lambda c: len(hand_of(s, c))), amount, False))


def _evacuate(s: State, amount: int) -> None:
    damage_city(s, amount)


def _worth_protecting(s: State, amount: int) -> None:
    s.then(*((must_discard, c, amount) for c in girls(s)))


def _never_saw_one_so_hard_to_kill(s: State, amount: int) -> None:
    found = girls(s)
    if len(found) == 1:
        _wound(s, found[0])
    elif found:
        s.then(ask_wound)
        propose(s, table_lead(s), s.alive & s.girl)


@step
def ask_wound(s: State) -> None:
    """The table lead chooses a girl (MTK-SEAT-11)."""
    s.ask(table_lead(s), "wound")
    s.then(wounded)


@offer("wound")
def wound_moves(s: State, seat: int) -> Sequence[str]:
    """Any girl, also one whose HP is 1 already (MTK-FAQ-14A)."""
    return [f"wound {s.name[c]}" for c in girls(s)]


@step
def wounded(s: State) -> None:
    """The choice is made."""
    _wound(s, s.name.index(s.answer(table_lead(s))[6:]))


def _wound(s: State, c: int) -> None:
    """Her HP becomes 1."""
    s.hp[c] = s.cards.events["never-saw-one-so-hard-to-kill"].amount
    s.declined = 0
    s.emit("wound", seat=s.owner[c], character=s.name[c], left=s.hp[c])


def _again_and_again(s: State, amount: int) -> None:
    for place in range(len(s.event_discard) - 1, -1, -1):
        if s.event_discard[place] in s.cards.enemies:
            place_event(s, s.event_discard.pop(place))
            return


def _eliminate_kaname_madoka(s: State, amount: int) -> None:
    """MTK-ORK-10 to -19C."""
    if s.enemy[BUILDING] in s.cards.stage_witches or s.enemy[STATION] in s.cards.stage_witches:
        return
    for area, card in ((BUILDING, "enemy-kirika"), (STATION, "enemy-oriko")):
        if s.enemy[area]:
            s.emit("cleared", card=clear_area(s, area))
        s.unused.remove(card)
        put_enemy(s, area, card)
    madoka = find(s, "madoka")
    for c in members(s.alive):
        if c == madoka or not s.girl >> c & 1:
            move_to(s, c, BUILDING)


LINES: dict[str, Callable[[State, int], None]] = {
    "miracles-and-magic": _miracles_and_magic,
    "nothing-to-fear": _nothing_to_fear,
    "makes-no-sense": _makes_no_sense,
    "last-secret": _last_secret,
    "chicken-and-egg": _chicken_and_egg,
    "nothing-left-but-to-kill": _nothing_left_but_to_kill,
    "make-a-contract": _make_a_contract,
    "rely-on-no-one": _rely_on_no_one,
    "such-a-fool": _such_a_fool,
    "all-must-die": _all_must_die,
    "evacuate": _evacuate,
    "worth-protecting": _worth_protecting,
    "never-saw-one-so-hard-to-kill": _never_saw_one_so_hard_to_kill,
    "again-and-again": _again_and_again,
    "eliminate-kaname-madoka": _eliminate_kaname_madoka,
}


# -- proposals ------------------------------------------------------------------------------------


def propose(s: State, lead: int, candidates: int) -> None:
    """Before a lead decides, the other seats may show a proposal (MTK-SEAT-12)."""
    if not s.talk:
        return
    s.proposals = [-1] * s.players
    seats = [seat for seat in s.seats if seat != lead]
    for seat in seats:
        s.ask(seat, "propose", candidates)
    s.then((proposed, tuple(seats)))


@offer("propose")
def propose_moves(s: State, seat: int, candidates: int) -> Sequence[str]:
    """A character or nothing; no numbers."""
    return [*(f"propose {s.name[c]}" for c in members(candidates)), "pass"]


@step
def proposed(s: State, seats: tuple[int, ...]) -> None:
    """All proposals are shown together; none binds."""
    for seat in seats:
        move = s.answer(seat)
        if move != "pass":
            s.proposals[seat] = s.name.index(move[8:])
            s.emit("propose", seat=seat, character=move[8:])
