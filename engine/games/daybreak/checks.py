"""What is wrong with a card file as a whole, found in the raw file whatever else is wrong with it.

Values of a wrong type are left out here: the schema has named them already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from taku.engine.core.errors import near
from taku.engine.games.daybreak.vocabulary import CURSE, Mistake, card_mistakes, witch_mistakes

SEATS = ("2", "3", "4")
"""The numbers of players that the tables of the set-up need (DBK-GEN-01)."""
PRINTED = {"use_cost": (0, 99), "acquire_cost": (0, 99), "use_cast": (1, 5), "acquire_cast": (1, 4)}
"""The numbers on a card, and from where to where they go."""
SETUP = {"hand": (0, 9), "card_zone": (1, 99), "first_turn_stones": (0, 99), "hand_limit": (0, 99)}
"""The single numbers of ``[setup]``."""
Raw = Mapping[str, Any]
"""A table as it stands in the file."""


def file_mistakes(data: Raw) -> Iterator[Mistake]:
    """Every mistake that types cannot tell."""
    for key in ("normal", "token"):
        for card in tables(data, key):
            yield from card_mistakes(card)
            yield from printed_mistakes(data, card)
    for witch in tables(data, "witch"):
        yield from witch_mistakes(witch)
        yield from set_mistakes(data, witch)
    yield from shared_ids(data)
    yield from curse_mistakes(data)
    yield from setup_mistakes(data)
    yield from too_few(data)
    yield from miscounted(data)


# -- the raw file ---------------------------------------------------------------------------------


def tables(data: Raw, key: str) -> list[dict[str, Any]]:
    """The tables under a name."""
    found = data.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def table(data: Raw, key: str) -> Raw:
    """A single table; an empty one if there is none."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def ids(data: Raw, key: str) -> list[str]:
    """The ids of the tables under a name."""
    return [each["id"] for each in tables(data, key) if isinstance(each.get("id"), str)]


def is_number(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def ranged(
    card: str, field: str, owner: Raw, name: str, span: tuple[int, int]
) -> Iterator[Mistake]:
    """A number that must lie in a range, if it is there."""
    value = owner.get(name)
    least, most = span
    if is_number(value) and not least <= value <= most:
        yield card, field, f"is {value}; must be {least} to {most}"


# -- single cards ---------------------------------------------------------------------------------


def printed_mistakes(data: Raw, card: Raw) -> Iterator[Mistake]:
    """Numbers out of range, unknown sets and icons, copies."""
    id = str(card.get("id", ""))
    for name, span in PRINTED.items():
        yield from ranged(id, name, card, name, span)
    yield from set_mistakes(data, card)
    icons, known = card.get("icons"), ids(data, "icon")
    for icon in icons if isinstance(icons, list) else ():
        if isinstance(icon, str) and icon not in known:
            yield id, "icons", f"no icon {icon!r} is in the file{near(icon, known)}"
    if id == CURSE:
        yield from ranged(id, "copies", card, "copies", (0, 99))
    elif is_number(card.get("copies")) and card["copies"] != 1:
        yield id, "copies", f"is {card['copies']}; only Curse cards have copies (DBK-COMP-27)"


def set_mistakes(data: Raw, entry: Raw) -> Iterator[Mistake]:
    """A card or witch belongs to a set of the file."""
    name, known = entry.get("set"), ids(data, "set")
    if isinstance(name, str) and name not in known:
        listed = ", ".join(sorted(known))
        yield str(entry.get("id", "")), "set", f"no set {name!r}{near(name, known)}; sets are: {listed}"  # fmt: skip


def shared_ids(data: Raw) -> Iterator[Mistake]:
    """Cards, witches and pieces share one name space."""
    owners = [(id, key) for key in ("normal", "token", "witch", "piece") for id in set(ids(data, key))]  # fmt: skip
    for id, times in Counter(id for id, _ in owners).items():
        if times > 1:
            kinds = " and ".join(key for owner, key in owners if owner == id)
            yield id, "id", f"this id is used twice, as {kinds}"


def curse_mistakes(data: Raw) -> Iterator[Mistake]:
    """The rules know one token card."""
    if "token" in data and ids(data, "token") != [CURSE]:
        yield "", "token", f"there must be one token card, with the id {CURSE!r}"


# -- the set-up -----------------------------------------------------------------------------------


def setup_mistakes(data: Raw) -> Iterator[Mistake]:
    """Every number of players can be set up."""
    setup = table(data, "setup")
    for name, span in SETUP.items():
        yield from ranged("", f"setup.{name}", setup, name, span)
    for name in ("stones", "frames", "deck_with_expansions", "seat_bonus"):
        rows = table(setup, name)
        for seats in SEATS:
            if name in setup and seats not in rows:
                yield "", f"setup.{name}", f"no entry for {seats} players"
            span = (1, 4) if name == "seat_bonus" else (1, 999)
            yield from ranged("", f"setup.{name}.{seats}", rows, seats, span)
    for seats, size in table(setup, "deck_with_expansions").items():
        yield from deck_mistakes(f"setup.deck_with_expansions.{seats}", size)


def deck_mistakes(field: str, size: object) -> Iterator[Mistake]:
    """Stone cards and other cards make up the deck (DBK-OPT-02)."""
    if not isinstance(size, dict):
        return
    parts = [n for n in (size.get("stone"), size.get("other"), size.get("total")) if is_number(n)]
    if len(parts) == 3 and (min(parts) < 0 or parts[0] + parts[1] != parts[2]):
        stone, other, total = parts
        yield "", field, f"{stone} stone and {other} other cards are not {total} in total"


def base_cards(data: Raw, key: str) -> list[dict[str, Any]]:
    """What the base set has."""
    base = [each.get("id") for each in tables(data, "set") if each.get("kind") == "base"]
    return [each for each in tables(data, key) if each.get("set") in base]


def too_few(data: Raw) -> Iterator[Mistake]:
    """The base set alone must be enough for every number of players."""
    bases = sum(each.get("kind") == "base" for each in tables(data, "set"))
    if "set" in data and bases != 1:
        yield "", "set", f"there must be one base set, not {bases}"
    most = int(SEATS[-1])
    witches = len(base_cards(data, "witch"))
    if witches < most:
        yield "", "witch", f"{witches} witches in the base set; {most} players need {most}"
    setup = table(data, "setup")
    hand, zone, total = (setup.get(name) for name in ("hand", "card_zone", "white_total"))
    if not (is_number(hand) and is_number(zone) and is_number(total)):
        return
    if total < most * hand:
        yield "", "setup.white_total", f"is {total}; {most} hands of {hand} need {most * hand}"
    cards = base_cards(data, "normal")
    white = count(cards, ["white"])
    if white < total:
        yield "", "normal", f"{white} white cards in the base set; setup.white_total says {total}"
    for seats in SEATS:
        frames = table(setup, "frames").get(seats)
        rest = count(cards, frames) if isinstance(frames, list) else zone + 1
        if white - hand * int(seats) + rest <= zone:
            yield "", "normal", f"{seats} players need {zone + 1} cards for card zone and deck"


# -- counts ---------------------------------------------------------------------------------------


def count(cards: Iterable[Raw], frames: Iterable[object], category: str = "") -> int:
    """How many cards have one of these frames, and this category if any."""
    wanted = list(frames)
    return sum(
        card.get("frame") in wanted and category in ("", card.get("category")) for card in cards
    )


def counted(data: Raw) -> dict[str, int]:
    """What ``[counts]`` and ``[counts.split]`` say, counted in the base set, the Curse and the set-up."""
    cards = base_cards(data, "normal")
    both = ("copper", "rainbow")
    found = {
        "witch": len(base_cards(data, "witch")),
        "normal": len(cards),
        "white": count(cards, ["white"]),
        "non_white": len(cards) - count(cards, ["white"]),
        "copper_plus_rainbow": count(cards, both),
        "stone_copper_plus_rainbow": count(cards, both, "stone"),
        "curse": sum(
            each["copies"] for each in tables(data, "token") if is_number(each.get("copies"))
        ),
        "stones": max(filter(is_number, table(table(data, "setup"), "stones").values()), default=0),
    }
    for frame in ("silver", "gold"):
        found |= {frame: count(cards, [frame]), f"stone_{frame}": count(cards, [frame], "stone")}
    for frame in both:
        found[f"split.{frame}"] = count(cards, [frame])
        found[f"split.stone_{frame}"] = count(cards, [frame], "stone")
    return found


def miscounted(data: Raw) -> Iterator[Mistake]:
    """The counts are those of the file, so that no card is forgotten."""
    counts = table(data, "counts")
    for name, n in counted(data).items():
        owner = table(counts, "split") if name.startswith("split.") else counts
        said = owner.get(name.removeprefix("split."))
        if is_number(said) and said != n:
            yield "", f"counts.{name}", f"says {said}; the file has {n}"
