"""The table of Grimoire: the field in the middle, an area in front of each player."""

from __future__ import annotations

from typing import Any

from taku.cli.render.common import (
    Look,
    boxes,
    cells,
    cut,
    flow,
    labelled,
    length,
    pad,
    rule,
    shorten,
)
from taku.cli.style import Line
from taku.engine import Game
from taku.engine.core.cards import Entry
from taku.engine.games.grimoire.cards import Item, Quest, Spell
from taku.engine.games.grimoire.view import Area, Hidden, View

PHASES = {
    "lot": ("順番決め", "first order"),
    "book": ("ブックフェイズ", "book phase"),
    "quest": ("クエストフェイズ", "quest phase"),
    "over": ("終了", "over"),
}


def table(view: View, look: Look) -> list[Line]:
    """The field, the piles, and every player's area."""
    lines = [_heading(view, look), *_field(view, look)]
    if view.discards and not look.least:
        label = look.say("破棄", "Discards")
        discards = labelled(label, look.cards(view.discards), look.width, 9)
        lines += shorten(discards, 1, look.width) if look.small else discards
    size = max(cells(look.names[area.seat]) for area in view.areas)
    for area in view.areas:
        lines += _area(area, view, look, size)
    if view.ending and view.phase != "over":
        text = look.say("このラウンドで終わる", "The game ends with this round")
        lines.append([("bad", f" {text}: {look.name(view.ending)}")])
    return lines


def _heading(view: View, look: Look) -> Line:
    piles = look.say(
        f"山札{view.quest_deck} 破棄{len(view.discards)} アイテム{view.item_deck}",
        f"deck {view.quest_deck}  discards {len(view.discards)}  items {view.item_deck}",
    )
    title = look.say(f"第{view.round}ラウンド  MP {view.mp}", f"Round {view.round}  MP {view.mp}")
    name = look.game.name.in_language(look.language)
    return rule(f"{name}  {title}" if view.round else name, look.width, piles)


def _field(view: View, look: Look) -> list[Line]:
    """The face-down card, then the open ones, as they lie."""
    cards: list[list[tuple[str, str]]] = []
    if view.face_down:
        unknown = view.face_down == "hidden"
        face = ("hidden", "▒" * 10) if unknown else _named(view.face_down, look)
        cards.append([face, ("dim", look.say("伏せ札", "face down"))])
    for card in view.face_up:
        entry = look.game.entries[card]
        kind, points = facts(entry, look).split(" ", 1)
        cards.append([_named(card, look), ("dim", f"{kind} {points.removesuffix(' VP')}")])
    if not look.small:
        return boxes(cards, look.width)
    return flow([(face[0], f"{face[1]} ({kind[1]})") for face, kind in cards], look.width)


def _named(card: str, look: Look) -> tuple[str, str]:
    treasure = card in look.game.cards.treasures
    return "gold" if treasure else "friend", look.name(card)


def player(view: View, seat: int, look: Look) -> list[Line]:
    """One player with everything."""
    return _area(view.areas[seat], view, look, cells(look.names[seat]))


def _area(area: Area, view: View, look: Look, size: int) -> list[Line]:
    you = area.seat == view.seat
    head: Line = [
        ("you" if you else "strong", f" {'▸' if you else ' '}{pad(look.names[area.seat], size)}"),
        ("", "  " + look.say(f"順番{area.token or '-'}", f"order {area.token or '-'}")),
        ("", "  " + look.say(f"チップ{area.chips}", f"chips {area.chips}")),
    ]
    if area.score is not None:
        head.append(("strong", "  " + look.say(f"{area.score}点", f"{area.score} VP")))
    head += _book(area, look)
    ends, cards = look.game.cards.game, look.cards(area.companions)
    zones = {
        look.say("財宝", "treasures"): _hidden(area.treasures, look, f"/{ends.end_treasures}"),
        look.say("仲間", "companions"): cards
        and f"({len(area.companions)}/{ends.end_companions}) {cards}",
        look.say("アイテム", "items"): _hidden(area.items, look),
    }
    if look.small or not (look.full or you or len(view.areas) == 2):
        told = "  ".join(f"{label} {text}" for label, text in zones.items() if text)
        if look.least and not you:
            return [[*head, ("", cut(f"  {told}", look.width - length(head)))]]
        return [head, *(labelled("", told, look.width, 2) if told else ())]
    lines = [head]
    for label, text in zones.items():
        if text:
            lines += labelled("   " + label, text, look.width, 14)
    return lines


def _book(area: Area, look: Look) -> Line:
    """The open page, or that one was chosen; and what protects or silences."""
    line: Line = []
    if area.page:
        spell = look.game.cards.pages[area.page]
        line.append(("magic", f"  {look.say('ページ', 'page ')}{area.page} {look.name(spell.id)}"))
    if area.chosen:
        line.append(("dim", "  " + look.say("(選択済み)", "(has chosen)")))
    if area.silence:
        line.append(("magic", "  " + look.say("静寂", "silence")))
    if area.defence:
        line.append(("magic", "  " + look.say("防御", "defended")))
    return line


def _hidden(cards: Hidden, look: Look, most: str = "") -> str:
    """Face-down cards: how many, of how many that end the game, and those the viewer knows."""
    if not cards.count:
        return ""
    known = look.cards(cards.seen)
    unknown = cards.count - len(cards.seen)
    backs = f"▒ ×{unknown}" if unknown else ""
    return f"({cards.count}{most}) " + look.say("、", ", ").join(filter(None, (known, backs)))


def status(view: View, look: Look) -> str:
    """Round, phase, MP, and the points one may know."""
    ja, en = PHASES.get(view.phase, (view.phase, view.phase))
    parts = [look.say(f"第{view.round}ラウンド", f"Round {view.round}")] if view.round else []
    parts += [look.say(ja, en), f"MP {view.mp}"]
    for area in view.areas:
        if area.score is not None:
            points = look.say(f"{area.score}点", f"{area.score} VP")
            parts.append(f"{look.names[area.seat]}: {points}")
    return " · ".join(parts)


def sheet(view: View, seat: int, look: Look) -> str:
    """Where the points of a seat come from, once all lies open."""
    area = view.areas[seat]
    items, quests = look.game.cards.items, look.game.cards.quests
    if area.score is None:
        return ""
    parts = {
        look.say("チップ", "chips"): area.chips,
        look.say("財宝", "treasures"): sum(quests[card].vp for card in area.treasures.seen),
        look.say("アイテム", "items"): sum(items[card].vp for card in area.items.seen),
        look.say("仲間", "companions"): sum(quests[card].vp for card in area.companions),
    }
    parts[look.say("王族・最多の加点", "royals and majority")] = area.score - sum(parts.values())
    return " + ".join(f"{name} {points}" for name, points in parts.items() if points)


def subject(move: str, game: Game[Any]) -> str:
    """A page is about its spell."""
    verb, _, argument = move.partition(" ")
    if verb == "page":
        return str(game.cards.pages[int(argument)].id)
    return {"heal": "healing", "buy": "merchant", "look": "spy"}.get(verb, "")


def facts(entry: Entry, look: Look) -> str:
    """Kind and points of a card, page and arts of a spell."""
    if isinstance(entry, Quest):
        kind = {"treasure": ("財宝", "treasure"), "companion": ("仲間", "companion")}[entry.kind]
        most = f"-{entry.vp + entry.bonus_vp}" if entry.bonus_vp else ""
        return f"{look.say(*kind)} {entry.vp}{most}{look.say('点', ' VP')}"
    if isinstance(entry, Item):
        return f"{look.say('アイテム', 'item')} {entry.vp}{look.say('点', ' VP')}"
    if isinstance(entry, Spell):
        return look.say(f"{entry.page}ページ", f"page {entry.page}")
    return ""


def why(verb: str, about: str, view: View, look: Look) -> str:
    """Pages above the MP, and cards that do not lie on the field."""
    entry = look.game.entries.get(about)
    page = entry.page if isinstance(entry, Spell) else int(about) if about.isdecimal() else 0
    if verb in ("", "page") and view.phase == "book" and page > view.mp:
        return look.say(
            f"{page}ページは MP {view.mp} より大きいので選べません。",
            f"Page {page} is above the MP, {view.mp}.",
        )
    taken = verb in ("", "take", "replace") and view.phase == "quest"
    if taken and isinstance(entry, Quest) and about not in view.face_up:
        name = look.name(about)
        return look.say(f"{name}は場に見えていません。", f"{name} does not lie open on the field.")
    return ""
