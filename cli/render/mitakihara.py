"""The table of Shadows over Mitakihara: the areas with their enemies, who stands where, the piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from taku.cli.render.common import (
    Cell,
    Detail,
    Look,
    cells,
    cut,
    labelled,
    length,
    pad,
    row,
    rule,
    shorten,
)
from taku.cli.style import Line
from taku.engine import Game
from taku.engine.core.cards import Entry
from taku.engine.games.mitakihara.cards import (
    PLACES,
    POWERS,
    Ability,
    EventCard,
    Face,
    Girl,
    Loot,
    Magic,
    Side,
    Special,
    Witch,
)
from taku.engine.games.mitakihara.view import Character, Enemy, View

STATES = {
    "girl": ("魔法少女", "girl"),
    "human": ("人間", "human"),
    "dead": ("死亡", "dead"),
    "dropped-out": ("脱落", "out"),
}
ALIVE = ("girl", "human")
WEAPONS = {"sword": ("剣", "sword"), "bow": ("弓", "bow")}
PAWNS = {
    "blue": "cool", "red": "bad", "yellow": "gold", "navy": "magic", "green": "friend",
}  # fmt: skip
"""The colours of the girls, as far as every theme shows them (MTK-COMP-17)."""
ABOUT = {
    "protect": "defence-barrier",
    "bubbles-up": "trumpet-bubbles",
    "bubbles-down": "trumpet-bubbles",
    "wish-time": "wish-rewind",
}
"""Moves that use an ability by another name."""
CITY = frozenset({"move", "recover", "use", "concentrate", "change-mood"})
"""Actions that are only possible in the city (MTK-GRL-11, -12, -14, -17, MTK-HUM-05, -06)."""
DANGERS = {
    "attack": ("敵の攻撃で死ぬ", "dies of the enemy's attack"),
    "loss": ("HPを失って死ぬ", "dies of the loss of HP"),
    "discard": ("魔力カードがなくなる", "loses her last magic cards"),
    "check": ("魔女になる", "becomes a witch"),
}
"""What a contract may still save somebody from (MTK-CON-25 to -27)."""
NO_TALK = "makes-no-sense"
"""The line card that forbids telepathy and cheers for a turn."""
BESIDE_MOVES = Detail.LITTLE
"""Most of what stands beside the moves are numbers that the table tells too."""
BACK = "▒"
LABEL = 11
"""Cells for the name of a zone."""


def table(view: View, look: Look) -> list[Line]:
    """The area board, the city, who is gone, the piles, and the viewer's own cards."""
    lines = [_heading(view, look), *_event(view, look)]
    for place in (*PLACES[1:], PLACES[0]):
        lines += (_crowd if look.least else _place)(place, view, look)
    lines += [*_gone(view, look), *_piles(view, look), *_identities(view, look)]
    lines += [*_notices(view, look), *_hands(view, look)]
    return [*lines, *_legend(look)]


def _heading(view: View, look: Look) -> Line:
    most = look.game.cards.game.city_durability[str(max(len(view.characters), 5))]
    city = look.say(f"耐久値{view.durability}/{most}", f"durability {view.durability}/{most}")
    turn = look.say(f"第{view.turn}ターン", f"Turn {view.turn}")
    title = f"{turn}  {look.name(view.phase)}"
    if look.least:
        return rule(title, look.width, "  ".join([*_counts(view, look), city]))
    return rule(f"{look.game.name.in_language(look.language)}  {title}", look.width, city)


def _event(view: View, look: Look) -> list[Line]:
    """The event card that was just revealed, with what it says."""
    if not view.event:
        return []
    entry = look.game.entries[view.event]
    told = f"{look.name(view.event)}: {text(entry, look)}"
    return _told(look.say("イベント", "Event"), told, look, "magic")


def _told(label: str, told: str, look: Look, style: str = "") -> list[Line]:
    """A sentence; in one row where each counts."""
    lines = labelled(label, told, look.width, LABEL, style)
    return shorten(lines, 1, look.width) if look.least else lines


# -- the board ------------------------------------------------------------------------------------


def _place(place: str, view: View, look: Look) -> list[Line]:
    """One place with its enemy, then who is there; a small screen leaves out empty places."""
    there = _there(place, view)
    enemy = next((enemy for enemy in view.enemies if enemy.place == place), None)
    if look.small and enemy is None and not there:
        return []
    lines = [_enemy_line(place, enemy, view, look), *(_power(enemy, look) if enemy else ())]
    for character in there:
        lines += _character(character, view, look)
    return lines


def _there(place: str, view: View) -> list[Character]:
    return [c for c in view.characters if c.state in ALIVE and c.place == place]


def _enemy_line(place: str, enemy: Enemy | None, view: View, look: Look) -> Line:
    """The name of a place, marked if a battle is fought there, and its enemy with all numbers."""
    foe = _fought(place, view)
    size = _widest(_place_name(each, look) for each in PLACES)
    head = pad(("!" if foe else " ") + _place_name(place, look), size + 1) + "  "
    line: Line = [("bad" if foe else "title", head)]
    if enemy is None:
        return [*line, ("dim", _no_enemy(place, view, look))]
    numbers = _enemy_numbers(enemy, look)
    longest = _widest(_enemy_name(each, look) for each in view.enemies)
    room = min(longest, look.width - cells(head + numbers) - 2)
    line.append(("gold" if enemy.clock else "bad", pad(_enemy_name(enemy, look), room)))
    return [*line, ("", f"  {numbers}")]


def _fought(place: str, view: View) -> str:
    """Against whom a battle is fought in a place, if one is."""
    return view.battle.card if view.battle is not None and view.battle.place == place else ""


def _no_enemy(place: str, view: View, look: Look) -> str:
    """What is said of a place without an enemy."""
    if foe := _fought(place, view):
        return look.say(f"{look.name(foe)} 消滅", f"{look.name(foe)} has vanished")
    return "" if place == PLACES[0] else look.say("敵なし", "no enemy")


def _crowd(place: str, view: View, look: Look) -> list[Line]:
    """A place with its enemy and who is there, two in a row; nothing if it is empty."""
    there = _there(place, view)
    enemy = next((enemy for enemy in view.enemies if enemy.place == place), None)
    if enemy is None and not there:
        return []
    size = _widest(_place_name(each, look) for each in PLACES)
    half = (look.width - size - 4) // 2
    items: list[Cell] = []
    if enemy is not None:
        numbers = " ".join(_enemy_numbers(enemy, look).split())
        style = "gold" if enemy.clock else "bad"
        items.append((style, pad(f"{_enemy_name(enemy, look)} {numbers}", look.width - size - 2)))
    elif _fought(place, view):
        items.append(("dim", pad(_no_enemy(place, view, look), half)))
    for character in there:
        told = _short(character, view, look)
        style = "you" if character.seat == view.seat else ""
        items.append((style, told if cells(told) > half else pad(told, half)))
    lines = row(_place_name(place, look), items, look.width, size)
    (_, label), *rest = lines[0]
    lines[0] = [("bad", "!" + label[1:]) if _fought(place, view) else ("title", label), *rest]
    return lines


def _short(character: Character, view: View, look: Look) -> str:
    """A character in half a row: in English by the name that one types."""
    mark = "▸" if character.name == view.deciding else " "
    name = look.say(look.name(character.name), character.name.capitalize())
    parts = [
        mark + name,
        "" if character.state == "girl" else look.say(*STATES[character.state]),
        look.say(*WEAPONS[look.game.cards.girls[character.card].weapon]),
        f"HP {character.hp}/{character.most_hp} MP {character.cards}/{character.most_cards}",
        *(item if isinstance(item, str) else item[1] for item in _doings(character, view, look)),
    ]
    return " ".join(filter(None, parts))


def _place_name(place: str, look: Look) -> str:
    """In English the short name, which is what one types."""
    return look.say(look.name(place), place)


def _enemy_name(enemy: Enemy, look: Look) -> str:
    return look.name(enemy.card) + (look.say("(使い魔)", " (familiar)") if enemy.clock else "")


def _enemy_numbers(enemy: Enemy, look: Look) -> str:
    """HP, attack and destruction; of a familiar the clock too."""
    attack = enemy.attack or "?"
    numbers = look.say(
        f"HP {enemy.hp:<2}  攻撃{attack:<2} 破壊{enemy.destruction}",
        f"HP {enemy.hp:<2}  attack {attack:<2} destroys {enemy.destruction}",
    )
    clock = look.say(f"  時計{enemy.clock}", f"  clock {enemy.clock}")
    return numbers + (clock if enemy.clock else "")


def _power(enemy: Enemy, look: Look) -> list[Line]:
    """What is special about an enemy, where there is room."""
    entry = look.game.entries.get(enemy.card)
    if entry is None or enemy.card not in POWERS or not look.full:
        return []
    return [[("dim", "   " + cut(text(entry, look), look.width - 3))]]


def _character(character: Character, view: View, look: Look) -> list[Line]:
    """One character: who plays her, her state and numbers, then what she has and does."""
    line = [*_who(character, view, look), *_numbers_of(character, look)]
    lines = row("", _doings(character, view, look), look.width, length(line))
    lines[0][:1] = [*line, ("", "  ")]
    return lines


def _gone(view: View, look: Look) -> list[Line]:
    """Who is dead or has dropped out; on a small screen in a row."""
    gone = [c for c in view.characters if c.state not in ALIVE]
    title = look.say("退場", "gone")
    if not gone:
        return []
    if not look.small:
        return [[("title", " " + title)], *(_who(c, view, look) for c in gone)]
    told = [f"{look.name(c.name)} ({look.say(*STATES[c.state])})" for c in gone]
    return row(title, [("dim", each) for each in told], look.width, LABEL)


def player(view: View, seat: int, look: Look) -> list[Line]:
    """The characters of one player: where they are, all their numbers, what they can do."""
    lines: list[Line] = []
    for character in view.characters:
        if character.seat == seat:
            there = character.state in ALIVE
            lines += _character(character, view, look) if there else [_who(character, view, look)]
            told = f"{look.name(character.place)}\n" if there else ""
            told += text(look.game.cards.girls[character.card], look)
            lines += labelled("", told, look.width, 2, "dim")
    return lines


def _who(character: Character, view: View, look: Look) -> Line:
    """Name, player and state, in columns."""
    alive = character.state in ALIVE
    girl: Girl = look.game.cards.girls[character.card]
    mark = "▸" if character.name == view.deciding else " "
    own = "you" if character.seat == view.seat else ""
    name = pad(look.name(character.name), _widest(look.name(c.name) for c in view.characters))
    player = pad(look.names[character.seat], _widest(look.names))
    state = pad(
        look.say(*STATES[character.state]), _widest(look.say(*words) for words in STATES.values())
    )
    return [
        (PAWNS.get(girl.pawn, "strong") if alive else "dim", f"  {mark}{name}"),
        (own, f"  {player}"),
        ("magic" if character.state == "girl" else "" if alive else "dim", f"  {state}"),
    ]


def _numbers_of(character: Character, look: Look) -> Line:
    """Weapon, HP and cards, in columns; what is nearly used up stands out."""
    weapon = look.say(*WEAPONS[look.game.cards.girls[character.card].weapon])
    size = _widest(look.say(*words) for words in WEAPONS.values())
    weak = character.hp * 3 <= character.most_hp
    bare = character.state == "girl" and character.cards < 2
    return [
        ("dim", "  " + pad(weapon, size)),
        ("bad" if weak else "", f"  HP {character.hp:>2}/{character.most_hp:<2}"),
        ("bad" if bare else "", f" MP {character.cards:>2}/{character.most_cards:<2}"),
    ]


def _widest(texts: Iterable[str]) -> int:
    return max(map(cells, texts))


def _doings(character: Character, view: View, look: Look) -> list[Cell]:
    """What a character chose and laid, whether she is attacked, what she holds and with whom."""
    items: list[Cell] = []
    if character.choice:
        items.append(("strong", look.name(character.choice)))
    seen = character.laid_cards or ()
    items += [("strong", _numbers(card, character.card, look)) for card in seen]
    if character.laid_loot:
        items.append(("strong", look.name(character.laid_loot)))
    unseen = character.laid - len(seen) - bool(character.laid_loot)
    if unseen:
        items.append(("hidden", f"{BACK}×{unseen}"))
    if view.battle is not None and view.battle.defender == character.name:
        items.append(("bad", look.say("攻撃を受ける", "is attacked")))
    items += [("gold", item) for item in _named(character.loot, look)]
    if character.shares:
        name = look.name(character.shares)
        items.append(("dim", look.say(f"{name}と共有", f"with {name}")))
    if character.accused:
        items.append(("dim", look.say("告発済", "has accused")))
    return items


def _counted(text: str, count: int) -> str:
    return f"{text} ×{count}" if count > 1 else text


# -- magic cards ----------------------------------------------------------------------------------


def _pair(card: str, bow: bool, look: Look) -> str:
    """Attack and defence of a magic card with one weapon."""
    return f"{look.game.cards.attack[bow][card]}/{look.game.cards.defence[bow][card]}"


def _numbers(card: str, girl: str, look: Look) -> str:
    """A magic card as a girl uses it."""
    weapon = look.game.cards.girls[girl].weapon
    return look.say(*WEAPONS[weapon]) + look.say("", " ") + _pair(card, weapon == "bow", look)


def _both(card: str, look: Look) -> str:
    """A magic card with the numbers of both weapons."""
    sword, bow = _pair(card, False, look), _pair(card, True, look)
    return look.say(f"剣{sword} 弓{bow}", f"sword {sword} bow {bow}")


def _hands(view: View, look: Look) -> list[Line]:
    """The hands that the viewer may see; one that two characters share, once (MTK-OTR-27)."""
    lines: list[Line] = []
    drawn: set[str] = set()
    for character in view.characters:
        if character.hand and character.shares not in drawn:
            lines += _hand(look.name(character.name), character.hand, character.card, look)
            drawn.add(character.name)
    for traitor in view.traitors:
        if traitor.hand:
            lines += _hand(look.names[traitor.seat], traitor.hand, "", look)
    return lines


def _hand(name: str, hand: Sequence[str], girl: str, look: Look) -> list[Line]:
    """Magic cards by the numbers of her weapon, those of the other weapon behind."""
    weapon = look.game.cards.girls[girl].weapon if girl else "sword"
    bow = weapon == "bow"
    items: list[Cell] = [
        ("strong", f"{_pair(card, bow, look)}({_pair(card, not bow, look)})") for card in hand
    ]
    head = pad(name, 14) + " " + look.say(*WEAPONS[weapon])
    return row(head, items, look.width, 20)


# -- piles and what holds -------------------------------------------------------------------------


def _piles(view: View, look: Look) -> list[Line]:
    """The event pile by its backs; the other piles by their number, open ones in full if tall."""
    events = list(_backs(view.events, look))
    label = look.say(f"イベント{len(view.events)}", f"Events {len(view.events)}")
    lines = row(label, [("", item) for item in events], look.width, LABEL, gap=" ")
    if look.least:
        return shorten(lines, 1, look.width)
    box = look.say("箱 ", "box ") + " ".join(_backs(view.box, look))
    lines += row(look.say("山", "Piles"), [*_counts(view, look), box], look.width, LABEL)
    if look.full:
        lines += _open_piles(view, look)
    return lines + _known(view, look)


def _counts(view: View, look: Look) -> list[str]:
    """How many cards the piles have."""
    return [
        look.say(f"魔力{view.pile}", f"magic {view.pile}"),
        look.say(f"捨て札{len(view.discard)}", f"discards {len(view.discard)}"),
        look.say(f"戦利品{view.loot_pile}", f"loot {view.loot_pile}"),
    ]


def _open_piles(view: View, look: Look) -> list[Line]:
    """What lies face up beside the board."""
    lines: list[Line] = []
    for ja, en, items in (
        ("捨て札", "Discards", _magic_list(view.discard, look)),
        ("イベント済", "Past events", _named(view.event_discard, look)),
        ("戦利品済", "Past loot", _named(view.loot_discard, look)),
        ("魔女の札", "Witches", _named(view.witches, look)),
    ):
        if items:
            lines += row(look.say(ja, en), [("dim", item) for item in items], look.width, LABEL)
    return lines


def _backs(cards: Sequence[tuple[int, str]], look: Look) -> Iterable[str]:
    """Event cards by the number on the back, equal ones counted; those that are known, by name."""
    for (back, card), group in groupby(cards):
        number = "?" if back < 0 else str(back)
        name = f"({look.name(card)})" if card else ""
        yield f"[{_counted(number + name, len(list(group)))}]"


def _magic_list(cards: Sequence[str], look: Look) -> list[str]:
    """Magic cards in few cells: the numbers of the sword, then of the bow."""
    return [
        _counted(f"{_pair(card, False, look)}·{_pair(card, True, look)}", count)
        for card, count in sorted(Counter(cards).items())
    ]


def _named(cards: Sequence[str], look: Look) -> list[str]:
    return [_counted(look.name(card), count) for card, count in Counter(cards).items()]


def _known(view: View, look: Look) -> list[Line]:
    """Cards of others that the viewer has seen, and whose they may be."""
    items = []
    for hands, card in view.known:
        names = "/".join(_holder(hand, look) for hand in hands)
        items.append(f"{names}: {_both(card, look)}")
    if not items:
        return []
    if not look.full:
        items = [cut("  ".join(items), look.width - LABEL - 2)]
    return row(look.say("見た札", "Seen"), [("dim", item) for item in items], look.width, LABEL)


def _holder(hand: str, look: Look) -> str:
    traitor, _, seat = hand.partition("-")
    return look.names[int(seat)] if traitor == "traitor" else look.name(hand)


def _identities(view: View, look: Look) -> list[Line]:
    """With ``stage-girl``: the sides that the viewer knows, and the cards of unmasked traitors."""
    cards = {traitor.seat: traitor.cards for traitor in view.traitors}
    most = look.game.cards.game.traitor_cards
    items: list[Cell] = []
    for seat, team in enumerate(view.identities):
        if team != "hidden":
            told = f"{look.names[seat]}: {look.name(team)}"
            told += f" MP {cards[seat]}/{most}" if seat in cards else ""
            items.append(("bad" if team == "witch" else "good", told))
    return row(look.say("正体", "Identity"), items, look.width, LABEL) if items else []


def _notices(view: View, look: Look) -> list[Line]:
    """What holds until the end of the turn, who is in danger, what is awarded and proposed."""
    lines: list[Line] = []
    for card in view.effects:
        told = f"{look.name(card)}: {text(look.game.entries[card], look)}"
        lines += _told(look.say("このターン", "This turn"), told, look, "bad")
    if view.shore_idle:
        told = look.say(
            "此岸の魔女の次の戦闘はない", "No battle with the Witch of the Near Shore yet"
        )
        lines += _told(look.say("注意", "Note"), told, look, "bad")
    if view.battle is not None and view.battle.turned:
        told = "  ".join(_both(card, look) for card in view.battle.turned)
        lines += _told(look.say("めくった札", "Turned"), told, look)
    if view.prize:
        told = f"{look.name(view.prize)}: {text(look.game.entries[view.prize], look)}"
        lines += _told(look.say("戦利品", "Loot"), told, look, "gold")
    if view.danger:
        told = f"{look.name(view.endangered)}: {look.say(*DANGERS[view.danger])}"
        lines += _told(look.say("危機", "Danger"), told, look, "bad")
    asked = view.battle is not None or view.event
    said = [
        f"{look.names[seat]}: {look.name(whom)}"
        for seat, whom in enumerate(view.proposals)
        if whom and asked
    ]
    if said:
        lines += _told(look.say("提案", "Proposals"), "  ".join(said), look)
    return lines


def _legend(look: Look) -> list[Line]:
    """The signs where there is room, and that not all numbers are the printed ones, in any case."""
    told = []
    if not look.small:
        told.append(look.say(
            f"5/3 攻撃/防御(もう一方の武器)  [4] 裏の数字  {BACK}伏せ札",
            f"5/3 attack/defence (other weapon)  [4] back  {BACK} face down",
        ))  # fmt: skip
    if any(entry.designed for entry in look.game.entries.values()):
        told.append(look.say("※一部は taku の案", "※ some by taku"))
    return [[("dim", " " + "  ".join(told))]] if told else []


# -- in words -------------------------------------------------------------------------------------


def status(view: View, look: Look) -> str:
    """Turn, phase, durability, and the viewer's own characters, the one who decides first."""
    parts = [
        look.say(f"第{view.turn}ターン", f"Turn {view.turn}"),
        look.name(view.phase),
        look.say(f"耐久値{view.durability}", f"durability {view.durability}"),
    ]
    own = [c for c in view.characters if c.seat == view.seat and c.state in ALIVE]
    for c in sorted(own, key=lambda c: c.name != view.deciding):
        mark = "▸" if c.name == view.deciding else ""
        parts.append(f"{mark}{look.name(c.name)} HP {c.hp}/{c.most_hp}")
    return " · ".join(parts)


def sheet(view: View, seat: int, look: Look) -> str:
    """What became of a player's characters, and for whom she played."""
    told = [f"{look.name(c.name)}: {look.name(c.state)}" for c in view.characters if c.seat == seat]
    if view.identities and view.identities[seat] != "hidden":
        told.append(look.say("正体: ", "identity: ") + look.name(view.identities[seat]))
    return look.say("、", ", ").join(told)


def subject(move: str, game: Game[Any]) -> str:
    """A move that uses an ability is about it."""
    verb = move.partition(" ")[0]
    ability = ABOUT.get(verb, verb)
    return ability if ability in game.cards.abilities else ""


def facts(entry: Entry, look: Look) -> str:
    """The numbers of a card; ※ if some are not the printed ones."""
    if isinstance(entry, Magic):
        sword, bow = _pair(entry.id, False, look), _pair(entry.id, True, look)
        return look.say(f"剣{sword} 弓{bow}", f"sword {sword}, bow {bow}")
    told = _facts(entry, look)
    return f"{told} ※" if told and entry.designed else told


def _facts(entry: Entry, look: Look) -> str:
    if isinstance(entry, Girl):
        human = look.say("人間 ", "human ") + _face(entry.human) if entry.human else ""
        girl = look.say("魔法少女 ", "girl ") + _face(entry.girl)
        return "  ".join(filter(None, (look.say(*WEAPONS[entry.weapon]), girl, human)))
    if isinstance(entry, EventCard):
        sides = [
            f"{look.say(ja, en)} {_side(side, look)}"
            for side, ja, en in (
                (entry.familiar, "使い魔", "familiar"),
                (entry.witch, "魔女", "witch"),
            )
            if side
        ]
        return "  ".join([look.say(f"裏{entry.back}", f"back {entry.back}"), *sides])
    if isinstance(entry, Witch):
        return _side(entry, look)
    if isinstance(entry, Special):
        return f"HP {entry.hp}"
    if isinstance(entry, Loot):
        uses = [look.say("街", "city") if entry.use_city else "", look.say("戦闘", "battle") if entry.use_battle else ""]  # fmt: skip
        return "/".join(filter(None, uses))
    return ""


def _face(face: Face) -> str:
    return f"HP {face.hp} MP {face.mp}"


def _side(side: Side | Witch, look: Look) -> str:
    return f"HP {side.hp} " + look.say(
        f"攻撃{side.attack or '?'} 破壊{side.destruction}",
        f"attack {side.attack or '?'} destroys {side.destruction}",
    )


def text(entry: Entry, look: Look) -> str:
    """What a card does; of a girl, her abilities."""
    if isinstance(entry, Girl):
        face = (*entry.girl.abilities, *(entry.human.abilities if entry.human else ()))
        known: list[Ability] = [look.game.cards.abilities[id] for id in dict.fromkeys(face)]
        return "\n".join(
            f"{look.name(ability.id)}: {ability.text.in_language(look.language)}"
            for ability in known
        )
    if isinstance(entry, Special) and entry.back:
        front, back = entry.text, entry.back
        return f"{front.in_language(look.language)}\n{look.name(back.id)}: {back.text.in_language(look.language)}"
    return entry.text.in_language(look.language) if entry.text else ""


def note(move: str, view: View, look: Look) -> str:
    """Who or what waits where a move leads."""
    if subject(move, look.game):
        return ""
    argument = move.partition(" ")[2]
    for enemy in view.enemies:
        if enemy.place == argument:
            return f"{_enemy_name(enemy, look)}  {_enemy_numbers(enemy, look)}"
    for c in view.characters:
        if c.name == argument:
            return f"HP {c.hp}/{c.most_hp}  MP {c.cards}/{c.most_cards}  {look.name(c.place)}"
    return ""


def why(verb: str, about: str, view: View, look: Look) -> str:
    """What stands against an action of the character who decides, or against its target."""
    her = next((c for c in view.characters if c.name == view.deciding), None)
    if her is None:
        return ""
    target = next((c for c in view.characters if c.name == about), None)
    if target is not None and target.state not in ALIVE:
        return look.say(f"{look.name(about)}はもういません。", f"{look.name(about)} is gone.")
    if verb in CITY and her.place != PLACES[0]:
        name = look.name(her.name)
        return look.say(f"{name}は市街地にいません。", f"{name} is not in the city.")
    if verb == "move" and about in PLACES and about not in [enemy.place for enemy in view.enemies]:
        return look.say(
            f"{look.name(about)}に敵はいません。", f"No enemy is in the {look.name(about)}."
        )
    if verb in ("telepathy", "cheer") and target is not None:
        return _why_not_reached(verb, her, target, view, look)
    card = look.game.entries.get(about)
    if isinstance(card, Magic) and card.id not in (her.hand or ()):
        return look.say("その魔力カードは手札にありません。", "That magic card is not in her hand.")
    return ""


def _why_not_reached(verb: str, her: Character, target: Character, view: View, look: Look) -> str:
    """Telepathy is between girls; cheers are for a girl in the same place with room in her hand."""
    if NO_TALK in view.effects:
        return text(look.game.entries[NO_TALK], look)
    for each in (target, her) if verb == "telepathy" else (target,):
        if each.state == "human":
            name = look.name(each.name)
            return look.say(f"{name}は魔法少女ではありません。", f"{name} is not a magical girl.")
    name = look.name(target.name)
    if verb == "cheer" and target.place != her.place:
        return look.say(f"{name}は同じ場所にいません。", f"{name} is not in the same place.")
    if verb == "cheer" and target.cards >= target.most_cards:
        return look.say(f"{name}の手札はいっぱいです。", f"{name} can hold no more magic cards.")
    return ""
