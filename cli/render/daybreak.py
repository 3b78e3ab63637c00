"""The table of Witches at Daybreak: the card zone, the others' cast zones, your own below."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from taku.cli.render.common import (
    Cell,
    Look,
    boxes,
    cells,
    cut,
    flow,
    labelled,
    pad,
    row,
    rule,
    shorten,
    wrap,
)
from taku.cli.style import Line
from taku.engine.core.cards import Entry
from taku.engine.games.daybreak.cards import Normal, Token, Witch
from taku.engine.games.daybreak.view import Area, Lying, View

CATEGORIES = {
    "stone": ("gold", "ストーン", "stone"),
    "time": ("key", "タイム", "time"),
    "block": ("friend", "ブロック", "block"),
    "attack": ("bad", "アタック", "attack"),
    "support": ("cool", "サポート", "support"),
    "ultimate": ("magic", "究極魔法", "ultimate"),
    "bless": ("good", "ブレス", "bless"),
    "curse": ("magic", "呪い", "curse"),
}
"""Style and names of the categories of cards (DBK-COMP-08, -19)."""
MARKS = {"attack": ("攻撃", "attacks"), "install": ("設置", "installs")}
PLACES = ("", "I", "II", "III", "IV", "V")
"""The places of a cast zone; what is put on V is out."""
STONE = "◆"
INSTALLED, DOWN = "↑", "▒"
CHANGED = "*"
"""Stands before a price that a rule in force has changed."""
PER_ROW = 4
"""How many cards of the card zone stand side by side as boxes."""
LABEL = 12
"""Cells for the name of a zone."""


def table(view: View, look: Look) -> list[Line]:
    """The shared zones, the others clockwise, then the viewer's own zones; for nobody, all."""
    count = len(view.areas)
    first = view.first if view.seat is None else view.seat + 1
    order = [view.areas[(first + n) % count] for n in range(count)]
    lines = [_heading(view, look), *_shared(view, look)]
    for area in order:
        brief = look.small and area.seat != view.seat
        lines += (_brief if brief else _area)(area, view, look)
    if view.seat is not None and not look.small:
        lines += _powers(view.areas[view.seat], view, look)
    return [*lines, *_notices(view, look), *_legend(view, look)]


def _heading(view: View, look: Look) -> Line:
    """Turn and piles, above the card zone."""
    turn = look.say(f"第{view.turn}手番", f"Turn {view.turn}")
    if view.extra:
        turn += look.say("(追加)", " (extra)")
    piles = look.say(
        f"魔法石ゾーン{STONE}{view.stone_zone} 山札{view.deck}",
        f"stone zone {STONE}{view.stone_zone}  deck {view.deck}",
    )
    if view.curses:
        piles += look.say(f" 呪い{view.curses}", f"  curses {view.curses}")
    if view.removed and look.small:
        piles += look.say(f" 除外{len(view.removed)}", f"  removed {len(view.removed)}")
    title = turn + look.say("  カードゾーン", "  card zone")
    named = f"{look.game.name.in_language(look.language)}  {title}"
    fits = cells(named + piles) + 10 <= look.width
    return rule(named if fits else title, look.width, piles)


def _zone(label: str, text: str, look: Look, style: str = "") -> list[Line]:
    return labelled(label, text, look.width, LABEL, style)


# -- what all share -------------------------------------------------------------------------------


def _shared(view: View, look: Look) -> list[Line]:
    """The card zone, then what is known of the deck, the removal zone and the card in use."""
    lines = (_boxed if look.wide else _listed)(view, look)
    if view.deck_top:
        lines += _zone(look.say("山札の上", "Deck top"), look.cards(view.deck_top), look)
    if view.removed and not look.small:
        lines += _removed(view, look)
    if view.in_use:
        told = f"{look.name(view.in_use)}: {text(look.game.cards.by_id[view.in_use], look)}"
        in_use = _zone(look.say("使用中", "In use"), told, look, "strong")
        lines += shorten(in_use, 1, look.width) if look.least else in_use
    return lines


def _listed(view: View, look: Look) -> list[Line]:
    items: list[Cell] = []
    for id, stones in view.card_zone:
        text = f"{_acquiring(id, view, look)} {look.name(id)}"
        items.append((_style(id, look), text + (f" {STONE}{stones}" if stones else "")))
    return flow(items, look.width, look.small)


def _boxed(view: View, look: Look) -> list[Line]:
    cards: list[list[Cell]] = []
    for id, stones in view.card_zone:
        card = look.game.cards.by_id[id]
        name = look.name(id) + (f" {STONE}{stones}" if stones else "")
        acquire, use = _acquiring(id, view, look), _using(id, _payer(view), look)
        costs = _costs(acquire, use, look)
        cards.append([(_style(id, look), name), costs, ("dim", _kind(card, look))])
    inner = (look.width - 1) // PER_ROW - 2
    return boxes(cards, look.width, least=inner, most=inner)


def _removed(view: View, look: Look) -> list[Line]:
    """The removal zone; on a small screen in one line."""
    text = f"({len(view.removed)}) {look.cards(view.removed)}"
    if not look.full:
        text = cut(text, look.width - LABEL - 2)
    return _zone(look.say("除外ゾーン", "Removed"), text, look, "dim")


def _style(id: str, look: Look) -> str:
    return CATEGORIES[look.game.cards.by_id[id].category][0]


def _payer(view: View) -> Area:
    """Whose prices are shown: the viewer's; for nobody, those of the player whose turn it is."""
    return view.areas[view.active if view.seat is None else view.seat]


def _acquiring(id: str, view: View, look: Look) -> str:
    """What acquiring a card costs now and where it goes: ``2→III``."""
    card = look.game.cards.by_id[id]
    return _price(card.acquire_cost, dict(_payer(view).acquire_costs).get(id), card.acquire_cast)


def _using(id: str, payer: Area, look: Look) -> str:
    """What using a card costs a player now and where it goes."""
    card = look.game.cards.by_id[id]
    return _price(card.use_cost, dict(payer.use_costs).get(id), card.use_cast)


def _price(printed: int, now: int | None, place: int) -> str:
    """A price and where the card goes; marked if it is not the printed one."""
    cost = str(printed) if now is None else f"{CHANGED}{now}"
    return f"{cost}→{PLACES[place]}"


def _costs(acquire: str, use: str, look: Look) -> str:
    """Both prices of a card: to acquire it, to use it."""
    return look.say(f"獲得{acquire} 使用{use}", f"acquire {acquire} use {use}")


def _kind(card: Normal | Token, look: Look) -> str:
    """Category and marks."""
    _, ja, en = CATEGORIES[card.category]
    marks = [look.say(*MARKS[mark]) for mark in card.marks if mark != card.category]
    return " ".join([look.say(f"《{ja}》", en), *marks])


# -- players --------------------------------------------------------------------------------------


def _area(area: Area, view: View, look: Look) -> list[Line]:
    """One player: stones and witch, the cast zone with its four places, the hand."""
    mine = area.seat == view.seat
    roomy = look.full or (not look.small and (mine or len(view.areas) == 2))
    fits = all(cells(_lying(card, look)) < _place_size(look) for card in area.cast)
    lines = [_head(area, view, look), *(_grid if roomy and fits else _line)(area, look)]
    if area.hand:
        lines += row("   " + look.say("手札", "hand"), _hand(area, look), look.width, LABEL)
    return lines


def player(view: View, seat: int, look: Look) -> list[Line]:
    """One player with everything, the witch's effects too."""
    return [*_area(view.areas[seat], view, look), *_powers(view.areas[seat], view, look)]


def _head(area: Area, view: View, look: Look) -> Line:
    size = max(map(cells, look.names))
    style = "you" if area.seat == view.seat else "strong"
    mark = "▸" if area.seat == view.active else " "
    spent = look.say("(ゲーム1回は使用済)", " (game effect spent)") if area.spent else ""
    return [
        (style, f" {mark}{pad(look.names[area.seat], size)}"),
        ("gold", f"  {STONE}{area.held}"),
        ("", "  " + look.say(f"手札{area.hand_count}", f"hand {area.hand_count}")),
        ("magic", f"  {look.name(area.witch)}{spent}"),
    ]


def _grid(area: Area, look: Look) -> list[Line]:
    """The four places side by side, the stones at their heads, the cards below."""
    size = _place_size(look)
    columns = [[c for c in area.cast if c.place == place] for place in (1, 2, 3, 4)]
    lines: list[Line] = [[("", "    ")]]
    for place, stones in enumerate(area.placed, 1):
        count = f"{STONE}{stones} " if stones else ""
        fill = "─" * (size - cells(PLACES[place] + count) - 2)
        lines[0] += [("strong", PLACES[place] + " "), ("gold", count), ("dim", fill + " ")]
    for cards in zip_longest(*columns):
        line: Line = [("", "    ")]
        for card in cards:
            text = pad(_lying(card, look), size - 1) + " " if card else " " * size
            line.append((_lying_style(card, look) if card else "", text))
        lines.append(line)
    return lines


def _place_size(look: Look) -> int:
    """Cells for each of the four places."""
    return (look.width - 4) // 4


def _line(area: Area, look: Look) -> list[Line]:
    """The four places one after the other, where the table is crowded or names are long."""
    items = _cast(area, look)
    label = "   " + look.say("キャスト", "cast")
    return row(label, items, look.width, LABEL) if items else []


def _brief(area: Area, view: View, look: Look) -> list[Line]:
    """Another player in one row or two: stones, cast zone, hand, witch."""
    mark = "▸" if area.seat == view.active else " "
    spent = look.say("(済)", " (spent)") if area.spent else ""
    items: list[Cell] = [
        ("gold", f"{STONE}{area.held}"),
        *_cast(area, look),
        ("", look.say(f"手札{area.hand_count}", f"hand {area.hand_count}")),
        *[(_style(id, look), look.name(id)) for id in area.hand],
        ("magic", look.name(area.witch) + spent),
    ]
    size = max(map(cells, look.names)) + 1
    lines = row(mark + look.names[area.seat], items, look.width, size)
    lines[0][0] = ("strong", lines[0][0][1])
    return shorten(lines, 1 if look.least else 2, look.width)


def _cast(area: Area, look: Look) -> list[Cell]:
    """The places of a cast zone that are not empty: the stones, then the cards there."""
    items: list[Cell] = []
    for place, stones in enumerate(area.placed, 1):
        cards = [card for card in area.cast if card.place == place]
        head = PLACES[place] + (f" {STONE}{stones}" if stones else "")
        if stones and not cards:
            items.append(("gold", head))
        for card in cards:
            items.append((_lying_style(card, look), f"{head} {_lying(card, look)}".lstrip()))
            head = ""
    return items


def _lying(card: Lying, look: Look) -> str:
    marks = (DOWN if card.face_down else "") + (INSTALLED if card.installed else "")
    return marks + look.name(card.card)


def _lying_style(card: Lying, look: Look) -> str:
    return "hidden" if card.face_down else _style(card.card, look)


def _hand(area: Area, look: Look) -> list[Cell]:
    """The cards one may know with what using them costs, and how many more there are."""
    items: list[Cell] = []
    for id in area.hand:
        items.append((_style(id, look), f"{_using(id, area, look)} {look.name(id)}"))
    unknown = area.hand_count - len(area.hand)
    return [*items, ("hidden", f"{DOWN} ×{unknown}")] if unknown else items


def _powers(area: Area, view: View, look: Look) -> list[Line]:
    """The two effects of a player's witch, if they are not used up."""
    lines: list[Line] = []
    for move in ("witch-game", "witch-turn"):
        used = area.spent if move == "witch-game" else view.power_used and area.seat == view.active
        label = look.say("ゲーム1回", "per game") if move == "witch-game" else look.say("手番1回", "per turn")  # fmt: skip
        if not used:
            text = _effect(look.game.cards.witches[area.witch], move, look)
            text = text if look.full else cut(text, look.width - LABEL - 2)
            lines += _zone("   " + label, text, look, "dim")
    return lines


def _notices(view: View, look: Look) -> list[Line]:
    """What is special about this turn and the end."""
    told = []
    if view.extra_due:
        told.append(look.say("このあと追加の手番: ", "Extra turns to come: ") + look.cards(view.extra_due))  # fmt: skip
    if view.hold:
        told.append(look.say("この手番中は終了状態にならない", "The end is held off in this turn"))
    if view.ending and view.phase != "over":
        left = look.say(f"残る最終手番{view.last_turns}", f"last turns to begin: {view.last_turns}")
        told.append(
            look.say("終了状態", "The end has begun") + f": {look.name(view.ending)}; {left}"
        )
    return [[("bad", f" {text}")] for text in told]


def _legend(view: View, look: Look) -> list[Line]:
    """The signs where there is room, and that the cards are not the printed ones, in any case."""
    told = []
    if not look.small:
        told.append(look.say(
            f"{STONE}魔法石 {INSTALLED}設置中 {DOWN}裏向き 2→II コスト→置く所",
            f"{STONE} stones  {INSTALLED} installed  {DOWN} face-down  2→II cost→place",
        ))  # fmt: skip
        if _payer(view).use_costs or _payer(view).acquire_costs:
            told.append(CHANGED + look.say("変わったコスト", " changed cost"))
    if any(card.designed for card in (*look.game.cards.normal, *look.game.cards.witch)):
        told.append(look.say("※札は taku が考えたもの", "※ cards designed by taku"))
    gap = look.say(" ", "  ")
    return [[("dim", " " + line)] for line in wrap(gap.join(told), look.width - 1) if line]


# -- in words -------------------------------------------------------------------------------------


def status(view: View, look: Look) -> str:
    """Turn, phase, and the stones everybody holds, with a mark on whose turn it is."""
    turn = look.say(f"第{view.turn}手番", f"Turn {view.turn}")
    if view.last_turn:
        turn += look.say("(最後)", " (last)")
    parts = [turn, look.name(view.phase)]
    for area in view.areas:
        mark = "▸" if area.seat == view.active else ""
        parts.append(f"{mark}{look.names[area.seat]} {STONE}{area.held}")
    return " · ".join(parts)


def sheet(view: View, seat: int, look: Look) -> str:
    """The stones that count, and those in the cast zone, which do not (DBK-OVER-09, -10)."""
    area = view.areas[seat]
    cast = sum(area.placed)
    if not cast:
        return ""
    return look.say(
        f"ウィッチの上{STONE}{area.held}、キャストゾーンの{STONE}{cast}は数えない",
        f"{STONE}{area.held} on the witch card; {STONE}{cast} in the cast zone do not count",
    )


def facts(entry: Entry, look: Look) -> str:
    """Prices, category and marks of a card; ※ if it is not a printed one."""
    told = []
    if isinstance(entry, Normal | Token):
        acquire = _price(entry.acquire_cost, None, entry.acquire_cast)
        use = _price(entry.use_cost, None, entry.use_cast)
        told = [_costs(acquire, use, look), _kind(entry, look)]
    elif isinstance(entry, Witch):
        told = [entry.title.in_language(look.language)]
    return " ".join([*told, *(["※"] if told and entry.designed else [])])


def text(entry: Entry, look: Look) -> str:
    """What a card does; of a witch both effects."""
    if not isinstance(entry, Witch):
        return entry.text.in_language(look.language) if entry.text else ""
    game = look.say("ゲーム1回", "Once per game")
    turn = look.say("手番1回", "Once per turn")
    return f"{game}: {_effect(entry, 'witch-game', look)}\n{turn}: {_effect(entry, 'witch-turn', look)}"


def _effect(witch: Witch, verb: str, look: Look) -> str:
    """One effect of a witch with what it costs."""
    if verb == "witch-game":
        return witch.game.text.in_language(look.language)
    cost = look.say(f"コスト{witch.turn.cost}", f"cost {witch.turn.cost}")
    return f"{cost} · {witch.turn.text.in_language(look.language)}"


def note(move: str, view: View, look: Look) -> str:
    """What a card costs there and does; of a witch effect, the same."""
    verb, _, id = move.partition(" ")
    card = look.game.cards.by_id.get(id)
    if card is not None:
        acquired = verb in ("acquire", "put")
        price = _acquiring(id, view, look) if acquired else _using(id, _payer(view), look)
        mark = " ※" if card.designed else ""
        return f"{price}{mark} · {text(card, look)}"
    if not verb.startswith("witch-") or view.seat is None:
        return ""
    return _effect(look.game.cards.witches[view.areas[view.seat].witch], verb, look)


def why(verb: str, about: str, view: View, look: Look) -> str:
    """What stands against using or acquiring a card, or using a witch effect, now."""
    if view.seat is None:
        return ""
    you = view.areas[view.seat]
    if verb.startswith("witch-"):
        return _why_no_effect(verb, you, view, look)
    card = look.game.cards.by_id.get(about)
    if card is None:
        return ""
    name = look.name(about)
    if verb == "acquire" or (not verb and about in dict(view.card_zone)):
        return _why_not_acquired(about, name, view, look)
    if verb in ("", "use"):
        return _why_not_used(card, name, you, view, look)
    return ""


def _why_no_effect(verb: str, you: Area, view: View, look: Look) -> str:
    if verb == "witch-game" and you.spent:
        return look.say(
            "この効果はもう使いました。", "This effect is spent: it is for once a game."
        )
    if verb != "witch-game" and view.power_used:
        return look.say("この手番ではもう使いました。", "It was used in this turn already.")
    least = look.game.cards.powers[you.witch].least
    if verb != "witch-game" and least > you.held:
        return _too_few(look.name(you.witch), least, you, look)
    return ""


def _why_not_acquired(id: str, name: str, view: View, look: Look) -> str:
    if id not in dict(view.card_zone):
        return look.say(f"{name}はカードゾーンにありません。", f"{name} is not in the card zone.")
    if view.phase != "start":
        return look.say(
            "獲得はスタートフェイズだけです。", "Cards are acquired in the start phase."
        )
    return ""


def _why_not_used(card: Any, name: str, you: Area, view: View, look: Look) -> str:
    if card.id not in you.hand:
        return look.say(f"{name}は手札にありません。", f"{name} is not in your hand.")
    if view.phase != "main":
        return look.say("使えるのはメインフェイズだけです。", "Cards are used in the main phase.")
    cost = dict(you.use_costs).get(card.id, card.use_cost)
    return _too_few(name, cost, you, look) if cost > you.held else ""


def _too_few(name: str, cost: int, you: Area, look: Look) -> str:
    return look.say(
        f"{name}は魔法石が{cost}つ必要で、今は{you.held}つです。",
        f"{name} costs {cost} stones, you hold {you.held}.",
    )
