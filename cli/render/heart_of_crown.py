"""The table of Heart of Crown: the markets, the play area with its links, the domains."""

from __future__ import annotations

from itertools import groupby

from taku.cli.render.common import (
    Cell,
    Look,
    cells,
    cut,
    flow,
    labelled,
    length,
    pad,
    row,
    rule,
    shorten,
)
from taku.cli.style import Line
from taku.engine.core.cards import Entry
from taku.engine.games.heart_of_crown.cards import Card
from taku.engine.games.heart_of_crown.view import Area, DomainCard, View

PHASES = {
    "start": ("ターン開始", "start"),
    "main": ("メインフェイズ", "main phase"),
    "buy": ("セカンドフェイズ(購入)", "second phase: buying"),
    "set": ("セカンドフェイズ(セット)", "second phase: setting"),
    "back": ("セカンドフェイズ(擁立)", "second phase: backing"),
    "cleanup": ("クリンナップフェイズ", "cleanup"),
    "end": ("クリンナップフェイズ", "cleanup"),
    "over": ("終了", "over"),
}
TYPES = {
    "princess": ("プリンセス", "princess"),
    "territory": ("領地", "territory"),
    "action": ("行動", "action"),
    "attack": ("攻撃", "attack"),
    "defense": ("防衛", "defence"),
    "succession": ("継承権", "succession"),
    "curse": ("災い", "curse"),
}
LINKS = ("", "→", "→↓")
"""The link symbols of a card, by their number."""
LABEL = 11
"""Cells for the name of a zone."""


def table(view: View, look: Look) -> list[Line]:
    """Markets, princesses, the play area, and what each player has."""
    lines = [_heading(view, look), *_market(view, look)]
    if view.princesses and not all(area.princess for area in view.areas):
        lines += _zone(look.say("姫", "Princesses"), _priced(view.princesses, look), look, "magic")
    if view.exile:
        lines += _zone(look.say("追放", "Exile"), look.cards(view.exile), look)
    lines += _play_area(view, look)
    size = max(cells(look.names[area.seat]) for area in view.areas)
    for area in view.areas:
        brief = look.small and area.seat != view.seat
        lines += (_brief if brief else _area)(area, view, look, size)
    if view.overtime:
        text = look.say("延長戦: 宣言した者だけが残る", "Overtime: only who declared plays on")
        lines.append([("bad", f" {text}")])
    if look.full:
        legend = look.say(
            "数字 = コスト  ×残り  → ↓ = リンク(1つにつき札をもう1枚使える)",
            "number = cost  ×left  → ↓ = links: each lets one more card be played",
        )
        lines.append([("dim", " " + cut(legend, look.width - 1))])
    return lines


def _zone(label: str, text: str, look: Look, style: str = "") -> list[Line]:
    """A zone by its name; in one row where each counts."""
    lines = labelled(label, text, look.width, LABEL, style)
    return shorten(lines, 1, look.width) if look.least else lines


def _heading(view: View, look: Look) -> Line:
    piles = look.say(
        f"サプライ{view.supply} 災い{view.curses}", f"supply {view.supply}  curses {view.curses}"
    )
    turn = look.say(f"第{view.number}ターン", f"Turn {view.number}")
    if view.extra:
        turn += look.say("(追加ターン)", " (extra)")
    return rule(f"{look.game.name.in_language(look.language)}  {turn}", look.width, piles)


def _market(view: View, look: Look) -> list[Line]:
    """The basic market, then the random market: cost, name, how many."""
    items: list[Cell] = []
    for style, kinds in (("gold", view.basic_market), ("friend", view.random_market)):
        for card, count in kinds:
            cost = look.game.cards.cost[card]
            items.append((style if count else "dim", f"{cost:2} {look.name(card)} ×{count}"))
    return flow(items, look.width, look.small)


def _priced(princesses: tuple[str, ...], look: Look) -> str:
    """Princesses by what backing them costs; in English by their ids, as their names are long."""
    costs = {id: look.game.cards.cost[id] for id in princesses}
    names = {id: look.say(look.name(id), id) for id in princesses}
    return "  ".join(
        f"{cost} " + look.say("、", ", ").join(names[id] for id in princesses if costs[id] == cost)
        for cost in sorted(set(costs.values()))
    )


def _play_area(view: View, look: Look) -> list[Line]:
    """What was played, with its links; then open places and coins."""
    played = look.say("、", ", ").join(
        look.name(card) + LINKS[look.game.cards.links[card]] + (f" ×{count}" if count > 1 else "")
        for card, count in ((card, len(list(row))) for card, row in groupby(view.played))
    )
    state = look.say(
        f"コイン{view.coins} 空きリンク{view.links}", f"coins {view.coins}, open links {view.links}"
    )
    lines = _zone(look.say("場", "Play area"), played or look.say("なし", "empty"), look)
    lines[-1] += [("strong", f"  [{state}]")]
    if sum(cells(text) for _, text in lines[-1]) > look.width:
        lines[-1:] = [lines[-1][:-1], [("strong", " " * (LABEL + 2) + f"[{state}]")]]
    if view.effects:
        lines += _zone(look.say("継続効果", "Lasting"), look.cards(view.effects), look, "magic")
    return lines


def _area(area: Area, view: View, look: Look, size: int) -> list[Line]:
    """One player: points and counts, then the zones that can be seen.

    A small screen has no room for the discards of many others; their number is told.
    """
    mine = area.seat == view.seat
    roomy = look.full or (not look.small and (mine or len(view.areas) == 2))
    lines = [_head(area, view, look, size)]
    for label, text in (
        (look.say("手札", "hand"), _hand(area, look)),
        (look.say("直轄地", "domain"), _domain(area, look)),
        (look.say("捨て札", "discards"), look.cards(area.discard) if roomy else ""),
        (look.say("山札", "deck"), _deck(area, look)),
    ):
        if text:
            lines += _zone("   " + label, text, look)
    return lines


def player(view: View, seat: int, look: Look) -> list[Line]:
    """One player with everything."""
    return _area(view.areas[seat], view, look, cells(look.names[seat]))


def _brief(area: Area, view: View, look: Look, size: int) -> list[Line]:
    """Another player in one row or two: points and counts, then domain and known cards."""
    items: list[str] = []
    for label, text in (
        (look.say("直轄地", "domain"), _domain(area, look)),
        (look.say("手札", "hand"), _hand(area, look)),
        (look.say("山札", "deck"), _deck(area, look)),
    ):
        if text:
            items.append(f"{label} {text}")
    head = _head(area, view, look, size)
    if look.least or not items:
        told = "".join(f"  {item}" for item in items)
        return [[*head, ("", cut(told, look.width - length(head)))]]
    return [head, *shorten(row("", items, look.width, 2), 1, look.width)]


def _head(area: Area, view: View, look: Look, size: int) -> Line:
    style = "you" if area.seat == view.seat else "strong"
    mark = "▸" if area.seat == view.turn else " "
    piles = look.say(
        f"手札{area.hand_count} 山札{area.deck_count} 捨て札{len(area.discard)}",
        f"hand {area.hand_count}  deck {area.deck_count}  discards {len(area.discard)}",
    )
    goal = look.game.cards.game.declare_points
    head: Line = [
        (style, f" {mark}{pad(look.names[area.seat], size)}"),
        ("gold", "  " + look.say(f"{area.points}/{goal}点", f"{area.points}/{goal} points")),
        ("dim", f"  {piles}"),
    ]
    for number, ja, en in ((area.twins, "双子", "twin"), (area.debt, "借金", "debt")):
        if number:
            head.append(("magic", f"  {look.say(ja, en)} {number}"))
    if area.declared:
        head.append(("good", "  " + look.say("戴冠式を宣言", "has declared")))
    if area.out:
        head.append(("bad", "  " + look.say("脱落", "out")))
    return head


def _hand(area: Area, look: Look) -> str:
    """The cards one may know, and how many more there are."""
    unknown = area.hand_count - len(area.hand)
    backs = [f"▒ ×{unknown}"] if area.hand and unknown else []
    return look.say("、", ", ").join([*filter(None, [look.cards(area.hand)]), *backs])


def _domain(area: Area, look: Look) -> str:
    """The princess, then her cards, each with what is kept on it."""
    cards = [look.name(area.princess)] if area.princess else []
    found: dict[str, int] = {}
    for card in area.domain:
        text = _held(card, look)
        found[text] = found.get(text, 0) + 1
    cards += [f"{text} ×{count}" if count > 1 else text for text, count in found.items()]
    return look.say("、", ", ").join(cards)


def _held(card: DomainCard, look: Look) -> str:
    text = look.name(card.card)
    if card.kept:
        text += f" [{look.name(card.kept)}]"
    return text + (f" +{card.counters}" if card.counters else "")


def _deck(area: Area, look: Look) -> str:
    """The cards of the deck that one knows, from the top, with their place."""
    up = look.say("表", "face up")
    return look.say("、", ", ").join(
        f"{card.place + 1}: {look.name(card.card)}" + (f" ({up})" if card.face_up else "")
        for card in area.deck
    )


def status(view: View, look: Look) -> str:
    """Turn, phase, coins, and everybody's points, with a mark on whose turn it is."""
    points = look.say("、", ", ").join(
        f"{'▸' if area.seat == view.turn else ''}{look.names[area.seat]}: {area.points}"
        for area in view.areas
    )
    parts = (
        look.say(f"第{view.number}ターン", f"Turn {view.number}"),
        look.say(*PHASES.get(view.phase, (view.phase, view.phase))),
        look.say(f"コイン{view.coins}", f"coins {view.coins}"),
        look.say(f"点 {points}", f"points {points}"),
    )
    return " · ".join(parts)


def facts(entry: Entry, look: Look) -> str:
    """Cost, links, types, coins and points of a card."""
    if not isinstance(entry, Card):
        return ""
    told = [look.say(f"コスト{entry.cost}", f"cost {entry.cost}") + LINKS[entry.links]]
    told.append("/".join(look.say(*TYPES[type]) for type in entry.types))
    if entry.coins:
        told.append(look.say(f"コイン{entry.coins}", _counted(entry.coins, "coin")))
    if entry.points:
        told.append(look.say(f"{entry.points}点", _counted(entry.points, "point")))
    return " ".join(told)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def why(verb: str, about: str, view: View, look: Look) -> str:
    """What stands against playing, buying, setting or backing a card now."""
    card = look.game.entries.get(about)
    if not isinstance(card, Card) or view.seat is None:
        return ""
    you = view.areas[view.seat]
    name = look.name(about)
    if verb == "play" or (not verb and about in you.hand):
        return _why_not_played(card, name, you, view, look)
    if verb == "set" and not you.princess:
        return look.say("まだ姫を擁立していません。", "You have not backed a princess yet.")
    if card.kind == "princess" and verb in ("", "back"):
        if you.princess:
            return look.say("すでに姫を擁立しています。", "You have backed a princess already.")
        return _why_not_paid(card, name, view, look)
    if verb in ("", "buy"):
        if about not in {
            kind for kind, count in (*view.basic_market, *view.random_market) if count
        }:
            return look.say(f"{name}はマーケットにありません。", f"{name} is not in the market.")
        return _why_not_paid(card, name, view, look)
    return ""


def _why_not_played(card: Card, name: str, you: Area, view: View, look: Look) -> str:
    if card.id not in you.hand:
        return look.say(f"{name}は手札にありません。", f"{name} is not in your hand.")
    if card.id not in look.game.cards.play_moves:
        return look.say(f"{name}は使うカードではありません。", f"{name} is not a card to play.")
    if view.phase != "main":
        return look.say("メインフェイズは終わりました。", "The main phase is over.")
    if not view.links:
        return look.say("空いているリンクがありません。", "No link is open.")
    return ""


def _why_not_paid(card: Card, name: str, view: View, look: Look) -> str:
    klam_klam = view.seat is not None and view.areas[view.seat].princess == "klam-klam"
    cards = look.game.cards
    cost = (cards.discounted if klam_klam else cards.cost)[card.id]
    if cost <= view.coins:
        return ""
    return look.say(
        f"{name}は{cost}コイン必要で、今は{view.coins}コインです。",
        f"{name} costs {cost}, you have {view.coins}.",
    )
