"""The options of a match, and the cast they lead to: who plays, as what, and for which seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from taku.engine.core.errors import BadOptions, BadPlayers, listed, near
from taku.engine.games.mitakihara.cards import SLUGS, Cards
from taku.engine.games.mitakihara.state import State

BASE = ("sayaka", "kyoko", "madoka", "mami", "homura")
"""The five of the base game, in action order (MTK-ACT-02)."""
SIX = (*BASE, "yuma")
EIGHT = (*SIX, "kirika", "oriko")
"""Those with a witch card (MTK-COMP-08)."""
CASTS = ("green-girl", "six-girls", "seven-girls", "eight-girls", "warped-timeline", "free-setup")
"""The options that fix the cast; they exclude each other (MTK-OPT-03)."""
TABLES = {"six-girls": 6, "seven-girls": 7, "eight-girls": 8}
"""The options for one number of players."""
OTHERS = {
    "sword-princess-sayaka": "sayaka",
    "apprentice-kyoko": "kyoko",
    "first-loop-madoka": "madoka",
    "tocca-maestro-mami": "mami",
    "bomber-homura": "homura",
}
"""Replacement options and whom they replace (MTK-OSW)."""
FEWEST, MOST = 5, 8
"""Characters in a match (MTK-OFR-06, MTK-OWT-09)."""


class Options(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The optional rules in use, and what some of them leave to the players."""

    rules: list[str] = []
    """Slugs of the rulebook's options."""
    partner: Literal["kyoko", "mami"] | None = None
    """With three players: who is played together with Homura; Kyoko unless chosen."""
    cast: list[str] = []
    """``free-setup`` and ``seven-girls``: the girl cards; drawn at random if none is named."""
    humans: list[str] | None = None
    """With a ``cast``: who starts as a human."""
    seats: list[int] = []
    """``free-setup``: the seat of each character of ``cast``; dealt around unless given."""
    late: bool = True
    """``burst-heal``: only from the first corresponding witch on."""
    certain: bool = False
    """``oriko-kirika``: event 28_EX surely appears."""
    madoka_fix: Literal["human", "another", "none"] | None = None
    """``warped-timeline``: what to do if Madoka would start as a girl; ``human`` unless chosen."""
    talk: bool = False
    """Whether seats may show proposals and use phrases."""


class Cast(NamedTuple):
    """The characters in action order."""

    who: tuple[str, ...]
    """Their girl cards."""
    owner: tuple[int, ...]
    """The seat of each."""
    humans: int
    """Who starts as a human (bits)."""


def name_of(card: str) -> str:
    """The name of the character on a girl card (MTK-OSW-06)."""
    return card.removesuffix("-another")


def choose_cast(s: State, options: Options) -> Cast:
    """The cast for these options; an impossible combination is refused with the reason."""
    _check_slugs(options)
    _check_settings(options)
    fixed = next((slug for slug in CASTS if slug in options.rules), "")
    _check_players(s.players, options, fixed)
    if fixed in ("warped-timeline", "seven-girls", "free-setup") and not options.cast:
        who, owner, humans = _drawn(s, options, fixed)
    else:
        who, owner, humans = _chosen(s, options, fixed)
    _check_traitor(s, options, who, owner)
    who = _replaced(options, who)
    order = sorted(range(len(who)), key=lambda i: s.cards.girls[who[i]].action_order)
    began = sum(1 << place for place, i in enumerate(order) if name_of(who[i]) in humans)
    return Cast(tuple(who[i] for i in order), tuple(owner[i] for i in order), began)


# -- what does not go together --------------------------------------------------------------------


def _check_slugs(options: Options) -> None:
    rules = options.rules
    for slug in rules:
        if slug not in SLUGS:
            raise BadOptions(f"rules: {slug!r} is no option{near(slug, SLUGS)}; there are: {listed(SLUGS)}")  # fmt: skip
        if rules.count(slug) > 1:
            raise BadOptions(f"rules: {slug!r} is named more than once")
    casts = [slug for slug in rules if slug in CASTS]
    if len(casts) > 1:
        raise BadOptions(f"rules: {' and '.join(casts)} exclude each other: each fixes the cast")


def _check_settings(options: Options) -> None:
    """A setting without the option it belongs to is a mistake."""
    rules = options.rules
    given = (
        (bool(options.cast), "cast", ("free-setup", "seven-girls")),
        (bool(options.seats), "seats", ("free-setup",)),
        (not options.late, "late", ("burst-heal",)),
        (options.certain, "certain", ("oriko-kirika",)),
        (options.madoka_fix is not None, "madoka-fix", ("warped-timeline",)),
    )
    for is_given, name, slugs in given:
        if is_given and not set(slugs) & set(rules):
            raise BadOptions(f"{name}: only with {' or '.join(slugs)} in rules")
    for is_given, name in ((options.humans is not None, "humans"), (bool(options.seats), "seats")):
        if is_given and not options.cast:
            raise BadOptions(f"{name}: only with a cast that is named")


def _check_players(players: int, options: Options, fixed: str) -> None:
    if fixed in TABLES and players != TABLES[fixed]:
        raise BadPlayers(f"{fixed} is for {TABLES[fixed]} players, not {players}")
    if fixed in ("", "green-girl") and players > len(BASE):
        wanted = {6: "six-girls", 7: "seven-girls", 8: "eight-girls"}[players]
        raise BadPlayers(
            f"{fixed or 'the base game'} is for 3 to 5 players, not {players}; "
            f"with {players} use {wanted}, warped-timeline or free-setup in rules"
        )
    if options.partner is not None and (players != 3 or fixed not in ("", "green-girl")):
        raise BadOptions("partner: only for three players with five fixed characters")


def _check_traitor(s: State, options: Options, who: Sequence[str], owner: Sequence[int]) -> None:
    """Identities belong to seats with one character each (MTK-OTR-01, -03)."""
    if "stage-girl" not in options.rules:
        return
    if str(s.players) not in s.cards.game.identities:
        raise BadPlayers(f"stage-girl is for 5 to 8 players, not {s.players}")
    if s.players > len(BASE) and not set(TABLES) & set(options.rules):
        wanted = next(slug for slug, count in TABLES.items() if count == s.players)
        raise BadOptions(f"rules: stage-girl with {s.players} players needs {wanted}")
    if len(who) != s.players or len(set(owner)) != s.players:
        raise BadOptions("rules: stage-girl needs one character for each player")


def _check_oriko(who: Sequence[str]) -> None:
    for girl in ("oriko", "kirika"):
        if girl in who:
            raise BadOptions(
                f"rules: oriko-kirika makes enemies of both, and {girl} is in the cast"
            )
    if "madoka" not in map(name_of, who):
        raise BadOptions("rules: oriko-kirika needs Madoka in the cast")


# -- casts ----------------------------------------------------------------------------------------


def _chosen(
    s: State, options: Options, fixed: str
) -> tuple[Sequence[str], Sequence[int], Sequence[str]]:
    """A cast that is known before the start."""
    humans: Sequence[str] = ("sayaka", "madoka")
    if options.cast:
        who: Sequence[str] = options.cast
        _check_named(s.cards, who)
        humans = _named_humans(options, fixed, [name_of(card) for card in who])
        owner = _named_seats(s.players, options, fixed)
    elif fixed in TABLES:
        who = SIX if fixed == "six-girls" else EIGHT
        owner = range(len(who))
    else:
        who = [("yuma" if girl == "madoka" and fixed else girl) for girl in BASE]
        owner = _base_seats(s.players, options.partner or "kyoko")
    if "oriko-kirika" in options.rules:
        _check_oriko(who)
    for slug, girl in OTHERS.items():
        if slug in options.rules and girl not in map(name_of, who):
            raise BadOptions(f"rules: {slug} replaces {girl}, who is not in the cast")
    return who, owner, humans


def _base_seats(players: int, partner: str) -> list[int]:
    """Who controls the five, in action order (MTK-SEAT-03 to -06)."""
    if players == 5:
        return [0, 1, 2, 3, 4]
    if players == 4:
        return [0, 1, 0, 2, 3]
    return [0, 1, 0, 2, 1] if partner == "kyoko" else [0, 2, 0, 1, 1]


def _check_named(cards: Cards, who: Sequence[str]) -> None:
    """Five to eight different characters (MTK-OFR-06, MTK-COMP-14)."""
    for card in who:
        if card not in cards.girls:
            raise BadOptions(f"cast: {card!r} is no girl card{near(card, cards.girls)}; there are: {listed(list(cards.girls))}")  # fmt: skip
    names = [name_of(card) for card in who]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise BadOptions(f"cast: more than one card of {', '.join(doubled)}")
    if not FEWEST <= len(who) <= MOST:
        raise BadOptions(f"cast: {FEWEST} to {MOST} characters are needed, not {len(who)}")
    if "kazumi" in who and "nagisa" in who:
        raise BadOptions("cast: Kazumi and Nagisa share the black pawns; choose one of them")


def _named_humans(options: Options, fixed: str, names: Sequence[str]) -> Sequence[str]:
    usual = [name for name in ("sayaka", "madoka") if name in names]
    others = [name for name in names if name not in (*usual, "kazumi")]
    humans = options.humans if options.humans is not None else [*usual, *others][:2]
    for name in humans:
        if name not in names:
            raise BadOptions(f"humans: {name!r} is not in the cast{near(name, names)}")
        if name == "kazumi":
            raise BadOptions("humans: Kazumi has no human face")
    if len(set(humans)) < len(humans):
        raise BadOptions("humans: a character is named more than once")
    if fixed == "seven-girls":
        _check_seven(names, humans, usual)
    return humans


def _check_seven(names: Sequence[str], humans: Sequence[str], usual: Sequence[str]) -> None:
    """MTK-OSV-01 to -03, -07."""
    if len(names) != TABLES["seven-girls"]:
        raise BadOptions(f"cast: seven-girls needs 7 characters, not {len(names)}")
    if "sayaka" not in names:
        raise BadOptions("cast: seven-girls needs Sayaka")
    if len(humans) != 2 or not set(usual) <= set(humans):
        second = "madoka" if "madoka" in names else "one other character"
        raise BadOptions(f"humans: with this cast sayaka and {second} start as humans")


def _named_seats(players: int, options: Options, fixed: str) -> Sequence[int]:
    """Every seat has a character; seats may be fewer than characters (MTK-OFR-07)."""
    count = len(options.cast)
    if count < players:
        raise BadOptions(f"cast: {players} players need at least as many characters, not {count}")
    seats = options.seats or [i % players for i in range(count)]
    if len(seats) != count:
        raise BadOptions(f"seats: one for each of {count} characters, not {len(seats)}")
    if set(seats) != set(range(players)):
        raise BadOptions(f"seats: each seat from 0 to {players - 1} needs a character: {seats}")
    return seats


def _drawn(
    s: State, options: Options, fixed: str
) -> tuple[Sequence[str], Sequence[int], Sequence[str]]:
    """A cast drawn with the witch cards (MTK-OWT-01 to -09, MTK-OSV-01 to -03)."""
    if "oriko-kirika" in options.rules:
        raise BadOptions("rules: oriko-kirika needs a cast that is not drawn at random")
    witches = [girl for girl in EIGHT if girl != "sayaka"]
    s.shuffle(witches)
    who = witches[: max(s.players, FEWEST) - 1]
    second = who[0]
    if "madoka" in who and second != "madoka":
        if fixed != "warped-timeline" or options.madoka_fix in (None, "human"):
            second = "madoka"
        elif options.madoka_fix == "another":
            who[who.index("madoka")] = "madoka-another"
    who.append("sayaka")
    s.shuffle(who)
    return who, [i % s.players for i in range(len(who))], ("sayaka", second)


def _replaced(options: Options, who: Sequence[str]) -> list[str]:
    """The other versions instead (MTK-OSW, MTK-OPT-08)."""
    other = {girl for slug, girl in OTHERS.items() if slug in options.rules}
    return [f"{card}-another" if card in other else card for card in who]
