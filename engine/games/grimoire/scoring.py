"""The final count."""

from __future__ import annotations

from taku.engine.games.grimoire.state import State


def final_count(s: State, reason: str) -> None:
    """The most VP win; if several have the most, nobody does: the designer wins (GRM-VP)."""
    scores = [score(s, seat) for seat in s.seats]
    best = max(scores)
    winners = [seat for seat in s.seats if scores[seat] == best]
    if len(winners) > 1:
        s.emit("designer", seats=winners)
        winners = []
    s.phase = "over"
    s.finish(winners, scores, reason)


def score(s: State, seat: int) -> int:
    """Quest cards, items, chips and the Junk majority (GRM-VP-01, -05)."""
    return own_points(s, seat) + junk_bonus(s, seat)


def own_points(s: State, seat: int) -> int:
    """The VP without the Junk majority, which depends on what others have hidden."""
    quests, items = s.cards.quests, s.cards.items
    total = s.chips[seat]
    total += sum(quests[card].vp for card in s.treasures[seat])
    total += sum(quests[card].vp + royal_bonus(s, seat, card) for card in s.companions[seat])
    return total + sum(items[card].vp for card in s.items[seat])


def royal_bonus(s: State, seat: int, card: str) -> int:
    """What a royal adds if its condition is met now (GRM-ROY-01)."""
    royal = s.cards.quests[card]
    if not royal.bonus_vp:
        return 0
    met = (
        len(s.companions[seat]) >= royal.needs_companions
        and len(set(s.treasures[seat])) >= royal.needs_treasure_kinds
        and s.chips[seat] >= royal.needs_chip_vp
    )
    return royal.bonus_vp if met else 0


def junk_bonus(s: State, seat: int) -> int:
    """For everyone who has the most Junk, once, if he has any (GRM-VP-05 to -08)."""
    junk = [items.count("junk") for items in s.items]
    return s.cards.items["junk"].majority_vp if junk[seat] and junk[seat] == max(junk) else 0
