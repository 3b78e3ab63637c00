"""The actions of girls and humans on their turns (MTK-ACT, MTK-GRL, MTK-HUM)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine.games.mitakihara.cards import PLACES
from taku.engine.games.mitakihara.effects import traitor
from taku.engine.games.mitakihara.effects.board import AREAS, move_to
from taku.engine.games.mitakihara.effects.contract import window
from taku.engine.games.mitakihara.effects.hands import (
    card_moves,
    discard_any,
    discard_some,
    draw_mood,
    hand_card,
    redraw,
)
from taku.engine.games.mitakihara.effects.loot import use_loot
from taku.engine.games.mitakihara.effects.loss import check_hand, must_discard
from taku.engine.games.mitakihara.state import (
    NO_TALK,
    State,
    bound,
    hand_of,
    in_place,
    is_girl,
    limit,
    members,
    most_hp,
    offer,
    step,
)

AREA_MOVES = tuple(f"move {place}" for place in PLACES)


@step
def take_turn(s: State, c: int) -> None:
    """One turn for each survivor, as what she is when it comes (MTK-ACT-03, -04)."""
    if s.alive >> c & 1:
        if s.girl >> c & 1:
            girl_turn(s, c, False, False)
        else:
            human_turn(s, c)


def enemy_moves(s: State, c: int) -> list[str]:
    """Moves from the city to areas with an enemy; the Mermaid Witch calls (MTK-FAQ-15)."""
    if s.place[c] or bound(s, c):
        return []
    duty = mermaid_area(s, c)
    if duty:
        return [AREA_MOVES[duty]]
    return [AREA_MOVES[area] for area in AREAS if s.enemy[area]]


def mermaid_area(s: State, c: int) -> int:
    """Where she must go, or 0: Madoka and Kyoko from the city, if they can move (MTK-FAQ-15A)."""
    if "mermaid" in s.enemy and s.name[c] in ("madoka", "kyoko") and not s.place[c]:
        return 0 if bound(s, c) else s.enemy.index("mermaid")
    return 0


# -- girls ----------------------------------------------------------------------------------------


@step
def girl_turn(s: State, c: int, talked: bool, acted: bool) -> None:
    """Telepathy once, and one other action (MTK-GRL-01, -02)."""
    if not is_girl(s, c):
        return
    talks = [] if talked else talk_moves(s, c)
    if not talks:
        if acted or s.place[c]:
            return  # a girl in an area can only keep fighting (MTK-GRL-22)
        duty = mermaid_area(s, c)
        if duty:
            move_to(s, c, duty)
            return
        talked = True
    if acted:
        s.ask_listed(s.owner[c], "telepathy", [*talks, "done"], c)
    else:
        moves = with_talk(s, c, talks)
        if len(moves) == 1:
            return  # all she can do is pass
        s.ask_listed(s.owner[c], "act", moves, c, talked)
    s.agenda.append(("girl_acted", c, talked, acted))


def partners(s: State, c: int) -> list[int]:
    """With whom she can exchange a card by telepathy (MTK-GRL-04 to -09, MTK-OTR-36)."""
    if s.effects & NO_TALK or not hand_of(s, c):
        return []
    others = s.alive & s.girl
    if "box" in s.enemy:
        area = s.enemy.index("box")
        if not s.clock[area]:  # the witch alone cuts telepathy off
            others &= ~in_place(s, area)
            if not others >> c & 1:
                return []
    return [other for other in members(others) if s.share[other] != s.share[c]]


def talk_moves(s: State, c: int) -> list[str]:
    """Telepathy with each of them."""
    return [f"telepathy {s.name[other]}" for other in partners(s, c)]


@offer("telepathy")
def telepathy_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Telepathy after the other action, or the end of her turn."""
    return [*talk_moves(s, c), "done"]


@offer("act")
def act_moves(s: State, seat: int, c: int, talked: bool) -> Sequence[str]:
    """What a girl can do (MTK-GRL-11 to -22, MTK-OTR-14)."""
    return with_talk(s, c, [] if talked else talk_moves(s, c))


def with_talk(s: State, c: int, talks: Sequence[str]) -> list[str]:
    """The same, when the moves of telepathy are known."""
    if s.place[c]:
        return [*talks, "fight"]
    moves = [*enemy_moves(s, c), *talks]
    if mermaid_area(s, c):
        return moves
    if hand_of(s, c):
        moves += [f"recover {s.name[other]}" for other in members(in_place(s, 0))]
    loots = s.cards.loots
    moves += [f"use {card}" for card in dict.fromkeys(s.loot[c]) if loots[card].use_city]
    if hand_of(s, c):
        moves.append("concentrate")
    if s.identity and not s.accused >> c & 1:
        moves += [f"accuse {s.name[other]}" for other in suspects(s, c)]
    moves.append("pass")
    return moves


@step
def girl_acted(s: State, c: int, talked: bool, acted: bool) -> None:
    """Carry out what she chose; unless she did nothing she may still use telepathy (MTK-GRL-02)."""
    s.declined = 0  # even a pass may be what a human waited for
    verb, _, word = s.answer(s.owner[c]).partition(" ")
    if verb == "telepathy":
        s.then((girl_turn, c, True, acted))
        give_thought(s, c, s.name.index(word))
    elif verb == "move":
        move_to(s, c, PLACES.index(word))
        girl_turn(s, c, talked, True)
    elif verb not in ("pass", "done", "fight"):
        s.then((girl_turn, c, talked, True))
        _change_hands(s, c, verb, word)


def _change_hands(s: State, c: int, verb: str, word: str) -> None:
    if verb == "recover":
        s.then((recovered, c, s.name.index(word)))
        discard_some(s, s.share[c], 1)
    elif verb == "use":
        s.loot[c].remove(word)
        s.loot_discard.append(word)
        s.then((use_loot, c, word))
    elif verb == "concentrate":
        discard_any(s, s.share[c], 1, 0, redraw.__name__)
    else:
        accuse(s, c, s.name.index(word))


@step
def recovered(s: State, c: int, target: int) -> None:
    """HP to the maximum (MTK-GRL-12)."""
    s.hp[target] = most_hp(s, target)
    s.emit("recover", seat=s.owner[c], character=s.name[target])


def give_thought(s: State, c: int, other: int) -> None:
    """Telepathy: the giver picks a card (MTK-GRL-04)."""
    _pick(s, "give", c, other, thought_given)


def _pick(
    s: State, kind: str, c: int, other: int, then: Callable[[State, int, int, str], None]
) -> None:
    """Which card goes over is asked; an only card goes by itself."""
    cards = hand_of(s, c)
    if len(cards) == 1:
        then(s, c, other, cards[0])
    else:
        s.ask_listed(s.owner[c], kind, card_moves(s, "give", cards), c, other)
        s.agenda.append((then.__name__, c, other, ""))


@offer("give")
def give_moves(s: State, seat: int, c: int, other: int) -> Sequence[str]:
    """Any card of her hand."""
    return card_moves(s, "give", hand_of(s, c))


@step
def thought_given(s: State, c: int, other: int, card: str) -> None:
    """The receiver gives a card back, perhaps the same one (MTK-GRL-05, -08)."""
    _exchange(s, c, other, card, "telepathy")
    _pick(s, "give-back", other, c, thought_returned)


@offer("give-back")
def give_back_moves(s: State, seat: int, c: int, other: int) -> Sequence[str]:
    """Any card of her hand (MTK-FAQ-16A)."""
    return card_moves(s, "give", hand_of(s, c))


@step
def thought_returned(s: State, c: int, other: int, card: str) -> None:
    """The exchange is complete."""
    _exchange(s, c, other, card, "telepathy-back")


def _exchange(s: State, c: int, other: int, card: str, event: str) -> None:
    """The card, or the one that was chosen, goes over; only the two seats see it (MTK-GRL-06)."""
    card = card or s.answer(s.owner[c])[5:]
    hand_card(s, s.share[c], s.share[other], card)
    if s.log is not None:
        s.emit(event, seat=s.owner[c], target=s.owner[other], character=s.name[c],
               partner=s.name[other], to=(s.owner[c], s.owner[other]), secret={"card": card})  # fmt: skip


# -- accusation -----------------------------------------------------------------------------------


def suspects(s: State, c: int) -> list[int]:
    """Whom she can name: others whose identity is not open (MTK-OTR-17, -21)."""
    hidden = ~s.shown
    return [
        other
        for other in members(s.alive)
        if hidden >> s.born[other] & 1 and s.owner[other] != s.owner[c]
    ]


def accuse(s: State, c: int, suspect: int) -> None:
    """The suspect's identity is revealed (MTK-OTR-16 to -20)."""
    s.accused |= 1 << c
    s.emit("accuse", seat=s.owner[c], target=s.owner[suspect], character=s.name[suspect])
    if traitor.show_identity(s, s.born[suspect]):
        traitor.unmask(s, suspect, s.owner[c])
    else:
        price = s.cards.back[s.events[-1]] if s.events else 0
        s.then((must_discard, c, price), (window, "check", c, 0), (check_hand, c, False))


# -- humans ---------------------------------------------------------------------------------------


def human_turn(s: State, c: int) -> None:
    """Cheer, move, change of mood or pass (MTK-HUM-01)."""
    duty = mermaid_area(s, c)
    if duty:
        move_to(s, c, duty)
    elif not s.place[c] or cheered(s, c):
        s.ask(s.owner[c], "human-act", c)
        s.then((human_acted, c))


def cheered(s: State, c: int) -> list[int]:
    """The girls she can give a card (MTK-HUM-02, -03, MTK-ORK-16, MTK-OTR-36)."""
    if s.effects & NO_TALK or not hand_of(s, c) or bound(s, c):
        return []
    return [
        girl
        for girl in members(in_place(s, s.place[c]) & s.girl)
        if s.share[girl] != s.share[c] and len(hand_of(s, girl)) < limit(s, girl)
    ]


@offer("human-act")
def human_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """What a human can do; in an area only cheer or pass (MTK-HUM-02 to -09)."""
    moves = [f"cheer {s.name[girl]}" for girl in cheered(s, c)]
    if not s.place[c]:
        moves += enemy_moves(s, c)
        moves.append("change-mood")
    moves.append("pass")
    return moves


@step
def human_acted(s: State, c: int) -> None:
    """Carry out what she chose."""
    s.declined &= 1 << c  # even a pass may be what another human waited for
    verb, _, word = s.answer(s.owner[c]).partition(" ")
    if verb == "cheer":
        _pick(s, "give", c, s.name.index(word), cheer_given)
    elif verb == "move":
        move_to(s, c, PLACES.index(word))
    elif verb == "change-mood":
        discard_any(s, s.share[c], 0, 0, draw_mood.__name__)


@step
def cheer_given(s: State, c: int, other: int, card: str) -> None:
    """The card goes over (MTK-HUM-04)."""
    _exchange(s, c, other, card, "cheer")
