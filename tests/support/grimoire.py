"""Positions of Grimoire: a plain field, so that only what a test is about happens."""

from __future__ import annotations

from typing import Any

from tests.support.table import Table

COPPER, SILVER, GOLD = "copper-coin", "silver-coin", "gold-coin"


def seat(**has: Any) -> dict[str, Any]:
    """What one player has."""
    return {name.replace("_", "-"): value for name, value in has.items()}


def seats(players: int, **by_seat: dict[str, Any]) -> list[dict[str, Any]]:
    """Empty areas but for those named: ``seats(3, p1=seat(chips=2))`` (P1 is seat 0)."""
    areas: list[dict[str, Any]] = [{} for _ in range(players)]
    for name, area in by_seat.items():
        areas[int(name[1:]) - 1] = area
    return areas


def quest(*pages: int, **more: Any) -> Table:
    """The quest phase with these pages open; copper coins and a face-down silver on the field."""
    acted = len(more.get("acted", ()))
    more.setdefault("face_down", SILVER)
    more.setdefault("face_up", [COPPER] * (len(pages) - acted))
    more.setdefault("mp", max(6, *pages))
    more.setdefault("seats", seats(len(pages)))
    return Table("grimoire", phase="quest", pages=list(pages), **more)


def books(players: int, **more: Any) -> Table:
    """The book phase; copper coins and a face-down silver on the field."""
    more.setdefault("face_down", SILVER)
    more.setdefault("face_up", [COPPER] * players)
    more.setdefault("seats", seats(players))
    return Table("grimoire", phase="book", **more)


def open_at(table: Table, *pages: int) -> Table:
    """All choose their pages, and the books are opened."""
    table.all_play([f"page {page}" for page in pages])
    return table


def take(table: Table, seat: int, card: str = COPPER) -> None:
    """The acting player takes a card of the field."""
    table.play(seat, f"take {card}")


def finish_round(table: Table) -> Table:
    """Everybody takes what comes first, up to the next choice of pages or the end."""
    return table.until("page")


def order(table: Table) -> list[int]:
    """The seats by rising order token."""
    tokens = [area.token for area in table.view().areas]
    return sorted(range(len(tokens)), key=tokens.__getitem__)


def chips(table: Table) -> list[int]:
    """The chip VP of each player."""
    return [area.chips for area in table.view(0).areas]


def companions(table: Table, seat: int) -> list[str]:
    """The companions of a player, sorted."""
    return sorted(table.view(0).areas[seat].companions)


def treasures(table: Table, seat: int) -> list[str]:
    """The treasures of a player, sorted."""
    return sorted(table.view(None).areas[seat].treasures.seen)


def items(table: Table, seat: int) -> list[str]:
    """The items of a player, sorted."""
    return sorted(table.view(None).areas[seat].items.seen)


def count(*areas: dict[str, Any], **more: Any) -> Table:
    """The final count of these areas: the quest deck has one card left to lay, and no discards."""
    return Table(
        "grimoire", phase="set", quest_deck=["ruffian"], rest="box", seats=list(areas), **more
    )
