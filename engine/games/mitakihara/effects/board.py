"""The board: enemies in areas, characters in places, the city's durability."""

from __future__ import annotations

from taku.engine.games.mitakihara.cards import PLACES
from taku.engine.games.mitakihara.scoring import defeat
from taku.engine.games.mitakihara.state import State, in_place

AREAS = (1, 2, 3, 4)
"""The areas from top to bottom."""
SPECIALS = frozenset(("enemy-oriko", "enemy-kirika", "enemy-love"))
"""Enemies that are no cards of the event pile."""


def damage_city(s: State, amount: int) -> None:
    """Lower the durability; at 0 the game is lost at once (MTK-FLOW-04, -05)."""
    if amount <= 0:
        return
    s.durability -= amount
    s.declined = 0
    s.emit("durability", amount=amount, left=max(s.durability, 0))
    if s.durability <= 0:
        defeat(s, "city-falls")


def move_to(s: State, c: int, place: int) -> None:
    """Move a character."""
    if s.place[c] != place:
        s.place[c] = place
        s.declined = 0
        if s.log is not None:
            s.emit("move", seat=s.owner[c], character=s.name[c], place=PLACES[place])


def empty_area(s: State) -> int:
    """The topmost empty area, or 0 (MTK-EVT-12)."""
    return next((area for area in AREAS if not s.enemy[area]), 0)


def put_enemy(s: State, area: int, card: str, clocks: int = 0) -> None:
    """An enemy appears with full HP: a familiar if it has clock markers."""
    foes = s.cards.familiars if clocks else s.cards.witches
    s.enemy[area] = card
    s.enemy_hp[area] = foes[card].hp
    s.clock[area] = clocks
    s.declined = 0
    if s.log is not None:
        side = "familiar" if clocks else "witch"
        s.emit("appear", card=card, side=side, place=PLACES[area], hp=s.enemy_hp[area])


def ripen(s: State, area: int) -> None:
    """A familiar loses a clock marker; after the last it is a witch with full HP (MTK-EVT-09)."""
    s.clock[area] -= 1
    s.declined = 0
    if not s.clock[area]:
        s.enemy_hp[area] = s.cards.witches[s.enemy[area]].hp
        s.emit("ripen", card=s.enemy[area], place=PLACES[area], hp=s.enemy_hp[area])
    else:
        s.emit("clock", card=s.enemy[area], place=PLACES[area], left=s.clock[area])


def is_corresponding(s: State, area: int) -> bool:
    """Whether the witch of a girl stands here (MTK-FAQ-17C, MTK-WCH-09)."""
    card = s.enemy[area]
    return card in s.cards.witch_cards or (card == "sweets" and s.sweets_own)


def clear_area(s: State, area: int) -> str:
    """Take the enemy off the board and lay it where it belongs (MTK-EVT-21, MTK-BAT-39)."""
    card = s.enemy[area]
    if card in SPECIALS:
        s.unused.append("enemy-oriko" if card == "enemy-oriko" else "enemy-kirika")
    elif is_corresponding(s, area):
        s.unused.append(card)
        if card == "sweets":
            s.sweets_own = False
    else:
        s.event_discard.append(card)
    s.enemy[area] = ""
    s.enemy_hp[area] = s.clock[area] = 0
    s.declined = 0
    return card


def put_under(s: State, card: str) -> None:
    """Put an event card at the bottom of the pile; all have seen it (MTK-EVT-25)."""
    s.events.insert(0, card)
    s.events_seen.insert(0, (1 << s.players) - 1)
    s.events_mixed.insert(0, 0)


def put_on_top(s: State, card: str, seen: int) -> None:
    """Put an event card face down on top of the pile."""
    s.events.append(card)
    s.events_seen.append(seen)
    s.events_mixed.append(0)


def take_top(s: State) -> tuple[str, int]:
    """Take the top event card face down: the card, and who knows it."""
    card, seen, mixed = s.events.pop(), s.events_seen.pop(), s.events_mixed.pop()
    if mixed:
        # Nobody but who arranged these cards can tell any longer which of them are left.
        keep = 1 << mixed - 1
        seen &= keep
        for place, other in enumerate(s.events_mixed):
            if other == mixed:
                s.events_seen[place] &= keep
    return card, seen


def reveal_top(s: State) -> str:
    """Take the top event card face up."""
    s.events_seen.pop()
    s.events_mixed.pop()
    return s.events.pop()


def emerge(s: State, c: int) -> None:
    """The corresponding witch of a girl who dropped out (MTK-WCH-04 to -11)."""
    card = s.cards.girls[s.who[c]].witch
    if not card or not _fetch_witch(s, card):  # Kazumi has none (MTK-WCH-08)
        return
    s.emerged = True
    s.emit("emerge", card=card, character=s.name[c])
    area = empty_area(s) or _make_room(s)
    if s.result is None and area:
        s.shore_idle = False if card == "near-shore" else s.shore_idle
        s.sweets_own = s.sweets_own or card == "sweets"
        put_enemy(s, area, card)
    else:
        s.unused.append(card)


def _fetch_witch(s: State, card: str) -> bool:
    """Take the witch card; Nagisa's comes from pile, box or discard (MTK-WCH-09)."""
    if card in s.witch_cards:
        s.witch_cards.remove(card)
    elif card in s.events:
        place = s.events.index(card)
        del s.events[place], s.events_seen[place], s.events_mixed[place]
    elif card in s.box:
        place = s.box.index(card)
        del s.box[place], s.box_seen[place]
    elif card in s.event_discard:
        s.event_discard.remove(card)
    else:
        return False
    return True


def _make_room(s: State) -> int:
    """With a full board the lowest other enemy goes under the pile (MTK-FAQ-17A to -17F)."""
    found = 0
    for area in reversed(AREAS):
        if s.enemy[area] not in SPECIALS and not is_corresponding(s, area):
            found = area
            s.emit("displaced", card=s.enemy[area], place=PLACES[area])
            put_under(s, s.enemy[area])
            s.enemy[area] = ""
            break
    damage_city(s, s.cards.game.full_board_durability)
    return found


def is_occupied(s: State, area: int) -> bool:
    """Whether a character is in the area."""
    return bool(in_place(s, area))
