"""How a match ends, and how far the girls have come."""

from __future__ import annotations

from taku.engine.games.mitakihara.state import State, members

ENDINGS = ("bad-ending", "sad-ending", "normal-ending", "bitter-ending", "good-ending", "best-ending")  # fmt: skip
"""The endings of a victory, the lowest first (MTK-END-07)."""


def victory(s: State) -> None:
    """The Stage-Device Witch has vanished (MTK-FLOW-02, -07)."""
    _end(s, ending(s), won=True)


def defeat(s: State, reason: str) -> None:
    """The city has fallen or nobody survives (MTK-FLOW-03, -04)."""
    _end(s, reason, won=False)


def _end(s: State, reason: str, won: bool) -> None:
    """All win or lose together, except for traitors (MTK-SEAT-01, MTK-OTR-08, -09)."""
    s.phase = "over"
    if s.identity:
        winners = [seat for seat in s.seats if bool(s.identity[seat]) != won]
    else:
        winners = list(s.seats) if won else []
    s.finish(winners, None, reason)


def ending(s: State) -> str:
    """The highest ending whose condition holds (MTK-END-01 to -11)."""
    everybody = (1 << len(s.who)) - 1
    whole = s.alive == everybody
    kept = protected(s)
    if kept < 0:
        return "normal-ending" if whole else "sad-ending"
    if not s.alive >> kept & 1:
        return "bad-ending"
    if s.girl >> kept & 1:
        return "normal-ending" if whole else "sad-ending"
    if not whole:
        return "bitter-ending"
    sayaka = s.name.index("sayaka") if "sayaka" in s.name else -1
    return "best-ending" if sayaka >= 0 and not s.girl >> sayaka & 1 else "good-ending"


def protected(s: State) -> int:
    """Madoka, or who takes her part in the endings, or -1 (MTK-END-10)."""
    if "madoka" in s.name:
        return s.name.index("madoka")
    if "green-girl" in s.slugs:
        return s.name.index("yuma")
    humans = members(s.began_human)
    return humans[1] if len(humans) > 1 else -1


def progress(s: State) -> int:
    """How far the girls have come, from 0 (lost) to 1000 (won); for search.

    The way to the Stage-Device Witch and her HP make most of it; what is left of the city, of the
    characters and of their cards says how likely the rest is.
    """
    if s.result is not None:
        lost = s.result.reason not in ENDINGS
        return 0 if lost else 900 + 20 * ENDINGS.index(s.result.reason)
    game = s.cards.game
    count = len(s.who)
    city = max(s.durability, 0) / game.city_durability[str(max(count, 5))]
    stage = [a for a in range(1, 5) if s.enemy[a] in s.cards.stage_witches]
    deck = len(s.events) / 25
    if stage:
        full = s.cards.witches[s.enemy[stage[0]]].hp
        way = 1.0 + 2.0 * (1 - s.enemy_hp[stage[0]] / full)
    else:
        way = 1 - min(deck, 1.0)
    girls = members(s.alive & s.girl)
    held = sum(len(s.hand[h]) for h in {s.share[c] for c in girls})
    body = s.alive.bit_count() / count
    spare = min(held / (6 * count), 1.0) + 0.1 * min(sum(len(s.loot[c]) for c in girls), 5)
    threat = sum(
        s.enemy_hp[a] / 20 * (1 if s.clock[a] else 2)
        for a in range(1, 5)
        if s.enemy[a] and a not in stage
    )
    value = 120 * way + 260 * min(city, 1.0) + 120 * body + 120 * spare - 15 * threat
    return max(1, min(int(value) + 60, 890))


def scores(s: State) -> tuple[int, ...]:
    """``progress`` for the girls' team, its complement for a traitor."""
    value = progress(s)
    if not s.identity:
        return (value,) * s.players
    return tuple(1000 - value if s.identity[seat] else value for seat in s.seats)
