"""A position written down: what is not mentioned is dealt at random from what is left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from taku.engine.core.errors import BadScenario, near
from taku.engine.games.mitakihara import turn
from taku.engine.games.mitakihara.cards import PLACES, Cards
from taku.engine.games.mitakihara.cast import Cast, Options
from taku.engine.games.mitakihara.effects.board import SPECIALS, put_enemy
from taku.engine.games.mitakihara.effects.contract import UNTIL
from taku.engine.games.mitakihara.state import (
    EFFECTS,
    State,
    is_girl,
    limit,
    members,
    most_hp,
)

EXTRA = "eliminate-kaname-madoka"
NUMBERS = re.compile(r"(sword|bow) ([1-5])(?:/([1-5]))?")
"""A magic card by its attack, or attack and defence."""

Place = Literal["city", "factory", "alley", "building", "station"]
Area = Literal["factory", "alley", "building", "station"]


class CharacterScenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """One character: as at setup, in the city, with full HP and a hand dealt, unless it says so."""

    state: Literal["girl", "human", "dead", "dropped-out"] | None = None
    """As at setup unless given."""
    place: Place = "city"
    """The city, or an area with an enemy."""
    hp: int | None = None
    """Her maximum unless given."""
    hand: list[str] | int | None = None
    """Her magic cards, or how many to deal; as many as her MP unless given. A card is named by its
    id or by numbers, attack or attack/defence: ``magic-04``, ``sword 5``, ``bow 4/2``."""
    loot: list[str] | None = None
    """Her loot; what she starts with unless given."""
    seat: int | None = None
    """Who controls her now, if not the seat of the setup."""
    shares: str = ""
    """``stage-girl``: the character with whose hand she plays since she was freed."""
    accused: bool = False
    """``stage-girl``: whether she has used her accusation."""
    declines: Literal["phase", "turn", "danger"] | None = None
    """A human who has declined contracts in advance: until this phase or turn ends, or somebody
    is in danger."""


class EnemyScenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The enemy in an area."""

    card: str
    """An enemy event card, a witch card whose girl has dropped out, or with ``oriko-kirika``
    ``enemy-kirika``, ``enemy-oriko``, ``enemy-love``."""
    clock: int = 0
    """Clock markers: a familiar has 1 or 2, a witch none."""
    hp: int | None = None
    """The HP of its side unless given."""


class TraitorScenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """An unmasked traitor."""

    seat: int
    """Her character is another's now: name there whose hand she shares."""
    hand: list[str] | int | None = None
    """Her magic cards, or how many to deal; 4 unless given."""


class Scenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A position at the start of a phase, or within the action or the battle phase.

    Piles and discards are written with the top card first.
    """

    players: int | None = None
    """How many play; 3 unless given."""
    turn: int = 1
    """Counted from 1."""
    phase: Literal["event", "action", "battle", "adjustment"] = "event"
    """The phase that begins."""
    acting: str = ""
    """Phase ``action``: whose turn is next; those before her in action order have acted."""
    resolved: list[Area] = []
    """Phase ``battle``: areas whose battle is over."""
    effects: list[Literal["makes-no-sense", "rely-on-no-one", "nothing-to-fear"]] = []
    """Line cards that hold until the end of this turn."""
    durability: int | None = None
    """Of the city; that of the setup unless given."""
    characters: dict[str, CharacterScenario] = {}
    """By name, ``sayaka`` also for her other version; who plays follows from the options."""
    enemies: dict[Area, EnemyScenario] | None = None
    """By area; the two familiars of the setup unless given."""
    shore_idle: bool = False
    """Whether the next battle with the Witch of the Near Shore is idle."""
    emerged: bool | None = None
    """Whether a corresponding witch has emerged; whether a girl dropped out, unless given."""
    magic_pile: list[str] = []
    """The top of the magic pile."""
    discard: list[str] = []
    """Discarded magic cards."""
    event_pile: list[str] = []
    """The top of the event pile. Cards not named lie under it, the Stage-Device Witch last; if she
    is named or on the board, nothing more lies in the pile."""
    event_discard: list[str] | None = None
    """Events that are over; those that can be nowhere else unless given."""
    box: list[str] | None = None
    """Event cards in the box; one of each stack at random unless given."""
    loot_pile: list[str] = []
    """The top of the loot pile."""
    loot_discard: list[str] = []
    """Loot that was used or lost."""
    rest: Literal["pile", "box"] = "pile"
    """Where magic, event and loot cards not mentioned go: under their piles, shuffled, or out of
    the game (never the Stage-Device Witch)."""
    identities: list[Literal["girls", "witch"]] | None = None
    """``stage-girl``: by seat; dealt at random unless given."""
    shown: list[int] = []
    """``stage-girl``: further seats whose identity is open, besides traitors and the dead."""
    traitors: list[TraitorScenario] = []
    """``stage-girl``: unmasked traitors, in the order of unmasking."""


def set_up(s: State, scenario: Scenario, options: Options, cast: Cast) -> None:
    """Build the position and plan its first steps; an impossible one is refused."""
    turn.seat_cast(s, options, cast)
    left = _Left(s)
    _people(s, scenario)
    _identities(s, scenario)
    _owners(s, scenario)
    _board(s, scenario, left)
    _loot(s, scenario, left)
    _health(s, scenario)
    _events(s, scenario, options, left)
    _magic(s, scenario, left)
    _circumstances(s, scenario)
    _begin(s, scenario)


# -- cards ----------------------------------------------------------------------------------------


class _Left:
    """The cards that are not placed yet."""

    def __init__(self, s: State) -> None:
        self.magic = Counter(s.cards.magic_ids)
        self.loot: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        for card in s.cards.loot:
            if not card.start_owner or card.start_owner in s.name:
                self.loot[card.id] = card.copies
            else:
                s.unused.append(card.id)  # MTK-OPT-09
        for event in s.cards.event:
            if turn.is_used(s, event.id):
                self.events[event.id] = 1
            else:
                s.unused.append(event.id)


def _take(left: Counter[str], cards: Iterable[str], where: str) -> list[str]:
    taken = list(cards)
    for card in taken:
        if card not in left:
            raise BadScenario(f"{where}: no card {card!r} in this game{near(card, left)}")
        _require(left[card] > 0, where, f"there are no more copies of {card!r}")
        left[card] -= 1
    return taken


def _all(left: Counter[str]) -> list[str]:
    """Take all that is left."""
    cards = list(left.elements())
    left.clear()
    return cards


def _require(holds: bool, where: str, rule: str) -> None:
    if not holds:
        raise BadScenario(f"{where}: {rule}")


# -- characters -----------------------------------------------------------------------------------


def _people(s: State, scenario: Scenario) -> None:
    """States and places."""
    for name, her in scenario.characters.items():
        known = name in s.name
        _require(known, "characters", f"no {name!r} in the cast{near(name, s.name)}: {', '.join(s.name)}")  # fmt: skip
        _person(s, s.name.index(name), her)
    _require(s.alive > 0, "characters", "somebody must survive (MTK-FLOW-03)")


def _person(s: State, c: int, her: CharacterScenario) -> None:
    where = f"characters.{s.name[c]}"
    bit = 1 << c
    if her.state in ("dead", "dropped-out"):
        bare = CharacterScenario(state=her.state, accused=her.accused)
        _require(her == bare, where, f"she is {her.state} and has nothing any more")
        s.alive &= ~bit
        if her.state == "dropped-out":
            s.dropped |= bit
            s.girl |= bit
        return
    if her.state == "human":
        began = bool(s.began_human & bit)
        _require(began, f"{where}.state", "she began as a girl, and no contract is undone (MTK-CON-13)")  # fmt: skip
    elif her.state == "girl":
        s.girl |= bit
    s.place[c] = PLACES.index(her.place)
    declines = f"{where}.declines"
    _require(not her.declines or not is_girl(s, c), declines, "only a human is asked for a contract")  # fmt: skip


def _health(s: State, scenario: Scenario) -> None:
    for c in range(len(s.who)):
        full = most_hp(s, c)
        hp = scenario.characters.get(s.name[c], CharacterScenario()).hp
        if not s.alive >> c & 1:
            s.hp[c] = 0
            continue
        s.hp[c] = full if hp is None else hp
        _require(1 <= s.hp[c] <= full, f"characters.{s.name[c]}.hp", f"from 1 to {full}")


def _owners(s: State, scenario: Scenario) -> None:
    """Who controls whom, and who shares a hand (MTK-SEAT-13, MTK-OTR-22, -27)."""
    for c in members(s.alive):
        her = scenario.characters.get(s.name[c], CharacterScenario())
        where = f"characters.{s.name[c]}"
        if her.seat is not None:
            _require(her.seat in s.seats, f"{where}.seat", f"a seat from 0 to {s.players - 1}")
            s.owner[c] = her.seat
        if her.shares:
            mate = s.name.index(her.shares) if her.shares in s.name else -1
            fits = mate >= 0 and mate != c and bool(s.alive >> mate & 1)
            _require(fits, f"{where}.shares", f"no survivor {her.shares!r}{near(her.shares, s.name)}")  # fmt: skip
            _require(bool(s.traitors), f"{where}.shares", "nobody is freed without an unmasked traitor")  # fmt: skip
            _require(her.hand is None, f"{where}.hand", f"she plays with the hand of {her.shares}")
            s.share[c] = mate
            s.owner[c] = s.owner[mate]
    for c in members(s.alive):
        _check_owner(s, c)


def _check_owner(s: State, c: int) -> None:
    where = f"characters.{s.name[c]}"
    born, now = s.born[c], s.owner[c]
    _require(s.share[s.share[c]] == s.share[c], f"{where}.shares", "name whose hand it is")
    if born in s.traitors:
        _require(now not in s.traitors, where, "an unmasked traitor has lost her: name her seat, or with whom she shares a hand (MTK-OTR-22)")  # fmt: skip
        mates = [o for o in members(s.alive) if s.owner[o] == now]
        shared = len({s.share[o] for o in mates}) == 1
        _require(shared, where, "she shares the hand of her new seat's character (MTK-OTR-27)")
    elif now != born:
        _require(not s.identity, f"{where}.seat", "only a traitor loses her character (MTK-OTR-54)")
        own = any(s.born[o] == s.owner[o] == now for o in members(s.alive))
        _require(not own, f"{where}.seat", f"seat {now} still has a character of its own (MTK-SEAT-13)")  # fmt: skip


def _identities(s: State, scenario: Scenario) -> None:
    """Identity cards, and who is unmasked (MTK-OTR-03, -04, -11)."""
    given = scenario.identities
    if "stage-girl" not in s.slugs:
        for name in ("identities", "shown", "traitors"):
            _require(not getattr(scenario, name), name, "only with stage-girl in rules")
        return
    seats = [*scenario.shown, *(each.seat for each in scenario.traitors)]
    _require(set(seats) <= set(s.seats), "shown", f"seats from 0 to {s.players - 1}")
    _require(given is None or len(given) == s.players, "identities", f"one for each of {s.players} players")  # fmt: skip
    s.traitors = [each.seat for each in scenario.traitors]
    _require(len(set(s.traitors)) == len(s.traitors), "traitors", "a seat is named twice")
    gone = [s.born[c] for c in range(len(s.who)) if not s.alive >> c & 1]
    fixed = dict.fromkeys([seat for seat in gone if seat not in s.traitors], 0)
    fixed |= dict.fromkeys(s.traitors, 1)
    for seat, team in enumerate(given or ()):
        traitor = int(team == "witch")
        _require(fixed.setdefault(seat, traitor) == traitor, f"identities[{seat}]", "traitors are unmasked, not killed (MTK-OTR-12)")  # fmt: skip
    for seat in {*seats, *gone}:
        s.shown |= 1 << seat
    _deal_identities(s, fixed)
    for seat in scenario.shown:
        open_witch = s.identity[seat] and seat not in s.traitors
        _require(not open_witch, "shown", f"seat {seat} is an unmasked traitor: name her there")


def _deal_identities(s: State, fixed: Mapping[int, int]) -> None:
    girls, witches = s.cards.game.identities[str(s.players)]
    pool = [0] * girls + [1] * witches
    for team in fixed.values():
        _require(team in pool, "identities", f"there are {girls} girls and {witches} witches (MTK-OTR-03)")  # fmt: skip
        pool.remove(team)
    hidden = [seat for seat in s.seats if seat not in fixed]
    s.shuffle(pool)
    dealt = dict(zip(hidden, pool, strict=False)) | dict(fixed)
    s.identity, s.identity_box = [dealt[seat] for seat in s.seats], pool[len(hidden) :]


# -- the board ------------------------------------------------------------------------------------


def _board(s: State, scenario: Scenario, left: _Left) -> None:
    enemies = scenario.enemies
    if enemies is None:
        clock = s.cards.game.clock_start
        first = (EnemyScenario(card, clock=clock) for card in turn.FIRST)
        enemies = dict(zip(("factory", "alley"), first, strict=True))
    for place, foe in enemies.items():
        _enemy(s, place, foe, left)
    for c in members(s.alive):
        safe = not s.place[c] or s.enemy[s.place[c]]
        _require(bool(safe), f"characters.{s.name[c]}.place", "there is no enemy in this area")
    for c in members(s.dropped):
        card = s.cards.girls[s.who[c]].witch
        if card in s.witch_cards:  # she has vanished since (MTK-BAT-39)
            s.witch_cards.remove(card)
            s.unused.append(card)
    with_witch = [c for c in members(s.dropped) if s.cards.girls[s.who[c]].witch]
    s.emerged = bool(with_witch) if scenario.emerged is None else scenario.emerged


def _enemy(s: State, place: str, foe: EnemyScenario, left: _Left) -> None:
    where = f"enemies.{place}"
    cards = s.cards
    known = [*(card for card in left.events if card in cards.enemies), *cards.witch_cards]
    if foe.card in cards.witch_cards:
        _own_witch(s, foe.card, where)
    elif foe.card in SPECIALS:
        _special(s, place, foe.card, where)
    else:
        is_enemy = foe.card in known
        _require(is_enemy, where, f"no enemy {foe.card!r} in this game{near(foe.card, known)}")
        _take(left.events, [foe.card], where)
    most = cards.game.clock_start if foe.card in cards.familiars else 0
    _require(0 <= foe.clock <= most, f"{where}.clock", f"from 0 to {most}")
    area = PLACES.index(place)
    put_enemy(s, area, foe.card, foe.clock)
    full = s.enemy_hp[area]
    hp = full if foe.hp is None else foe.hp
    _require(1 <= hp <= full, f"{where}.hp", f"from 1 to {full}")
    s.enemy_hp[area] = hp
    nagisa = s.name.index("nagisa") if "nagisa" in s.name else -1
    if foe.card == "sweets" and not foe.clock and nagisa >= 0 and s.dropped >> nagisa & 1:
        s.sweets_own = True


def _own_witch(s: State, card: str, where: str) -> None:
    girl = s.cards.witch_cards[card].girl
    out = girl in s.name and s.dropped >> s.name.index(girl) & 1
    _require(bool(out), where, f"{card!r} emerges when {girl} drops out (MTK-TERM-11)")
    _require(card in s.witch_cards, where, f"there is one {card!r}")
    s.witch_cards.remove(card)


def _special(s: State, place: str, card: str, where: str) -> None:
    own = "enemy-oriko" if card == "enemy-oriko" else "enemy-kirika"
    _require("oriko-kirika" in s.slugs, where, f"{card!r} needs oriko-kirika in rules")
    home = s.cards.specials[own].area
    _require(place == home, where, f"{card!r} stands in the {home} (MTK-ORK-11)")
    s.unused.remove(own)


# -- loot and events ------------------------------------------------------------------------------


def _loot(s: State, scenario: Scenario, left: _Left) -> None:
    for c in members(s.alive):
        her = scenario.characters.get(s.name[c], CharacterScenario())
        where = f"characters.{s.name[c]}.loot"
        _require(is_girl(s, c) or not her.loot, where, "humans hold no loot (MTK-HUM-11)")
        s.loot[c] = _take(left.loot, her.loot or (), where)
    s.loot_discard = _take(left.loot, scenario.loot_discard, "loot-discard")[::-1]
    top = _take(left.loot, scenario.loot_pile, "loot-pile")
    for c, card in enumerate(s.who):
        start = s.cards.girls[card].start_loot
        if start and left.loot[start]:
            _starting_loot(s, scenario, c, start, left)
    rest = _all(left.loot)
    s.shuffle(rest)
    if scenario.rest == "box":
        s.unused += rest
        rest = []
    s.loot_pile = rest + top[::-1]


def _starting_loot(s: State, scenario: Scenario, c: int, card: str, left: _Left) -> None:
    """Loot that a girl starts with, or gets by a contract (MTK-OPT-06)."""
    her = scenario.characters.get(s.name[c], CharacterScenario())
    began = bool(s.began_human >> c & 1)
    if is_girl(s, c) and her.loot is None and not (began and s.name[c] == "homura"):
        s.loot[c] += _take(left.loot, [card], "loot")
    elif began:
        s.unused += _take(left.loot, [card], "loot")


def _events(s: State, scenario: Scenario, options: Options, left: _Left) -> None:
    """The event pile, its discard and the box (MTK-SET-15, -16, MTK-EVT-25)."""
    backs, stage = s.cards.back, next(card for card in left.events if not s.cards.back[card])
    named = _take(left.events, scenario.event_pile, "event-pile")
    first = [card for card in named if card in turn.FIRST]
    whole = not left.events[stage]
    _require(whole or not first, "event-pile", "a back-5 card comes into the pile only under the Stage-Device Witch")  # fmt: skip
    over = _take(left.events, (scenario.event_discard or [])[::-1], "event-discard")
    s.box = _take(left.events, scenario.box or (), "box")
    _require(all(backs[card] for card in s.box + over), "box", "the Stage-Device Witch never leaves the game")  # fmt: skip
    if left.events[EXTRA] and SPECIALS & set(s.enemy):
        over += _take(left.events, [EXTRA], "event-discard")
    if scenario.box is None:
        _box_some(s, options, left)
    below = [] if whole else _take(left.events, [stage], "event-pile")
    rest = _all(left.events)
    s.shuffle(rest)
    gone = [card for card in rest if whole or card in turn.FIRST]
    under = sorted((card for card in rest if card not in gone), key=backs.__getitem__)
    if scenario.rest == "box":
        s.unused += under
        under = []
    if scenario.event_discard is None:
        over = gone + over
    else:
        s.unused += gone
    s.event_discard = over
    s.events = below + under + named[::-1]
    # Whatever lies under the Stage-Device Witch was revealed before.
    seen = s.events.index(stage) if stage in s.events else len(s.events)
    s.events_seen = [(1 << s.players) - 1] * seen + [0] * (len(s.events) - seen)
    s.events_mixed = [0] * len(s.events)
    s.box_seen = [0] * len(s.box)


def _box_some(s: State, options: Options, left: _Left) -> None:
    """One card of each stack, unseen."""
    for back in (4, 2, 1):
        stack = [card for card in left.events.elements() if s.cards.back[card] == back]
        if options.certain and EXTRA in stack:
            stack.remove(EXTRA)  # MTK-ORK-03
        if stack:
            s.box += _take(left.events, [stack[s.below(len(stack))]], "box")


# -- magic cards ----------------------------------------------------------------------------------


def _magic(s: State, scenario: Scenario, left: _Left) -> None:
    """Hands, pile and discard; what is named is taken before anything is dealt."""
    hands: dict[int, tuple[str, list[str] | int | None, int]] = {}
    for c in members(s.alive):
        if s.share[c] == c:
            her = scenario.characters.get(s.name[c], CharacterScenario())
            hands[c] = (f"characters.{s.name[c]}.hand", her.hand, limit(s, c))
    for i, each in enumerate(scenario.traitors):
        most = s.cards.game.traitor_cards
        hands[len(s.who) + each.seat] = (f"traitors[{i}].hand", each.hand, most)
    rows: dict[str, Sequence[str]] = {
        where: cards for where, cards, _ in hands.values() if isinstance(cards, list)
    }
    rows |= {"magic-pile": scenario.magic_pile, "discard": scenario.discard}
    named = _named_magic(s.cards, left.magic, rows)
    rest = _all(left.magic)
    s.shuffle(rest)
    for hand, (where, cards, most) in hands.items():
        count = most if cards is None else len(cards) if isinstance(cards, list) else cards
        _require(0 <= count <= most, where, f"from 0 to {most} cards")
        dealt = named.get(where)
        if dealt is None:
            dealt, rest = rest[:count], rest[count:]
        s.hand[hand] = sorted(dealt)
    if scenario.rest == "box":
        s.unused += rest
        rest = []
    s.pile = rest + named["magic-pile"][::-1]
    s.discard = named["discard"][::-1]


def _named_magic(
    cards: Cards, left: Counter[str], rows: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """The cards of all rows; the most exact names choose first."""
    wanted = [(where, i, word) for where, row in rows.items() for i, word in enumerate(row)]
    wanted.sort(key=lambda each: (" " in each[2], "/" not in each[2]))
    found = {where: [""] * len(row) for where, row in rows.items()}
    for where, i, word in wanted:
        found[where][i] = _named_card(cards, left, word, where)
    return found


def _named_card(cards: Cards, left: Counter[str], word: str, where: str) -> str:
    """A magic card by its id or its numbers."""
    numbers = NUMBERS.fullmatch(word)
    if not numbers:
        fits = word in left
        _require(fits, where, f"no magic card {word!r}{near(word, left)}; name an id, or numbers as 'sword 5' or 'bow 4/2'")  # fmt: skip
        return _take(left, [word], where)[0]
    weapon, attack, defence = numbers.groups()
    bow = int(weapon == "bow")
    fitting = [
        card.id
        for card in cards.magic
        if cards.attack[bow][card.id] == int(attack)
        and defence in (None, str(cards.defence[bow][card.id]))
    ]
    best = max(fitting, key=left.__getitem__, default="")
    _require(bool(best) and left[best] > 0, where, f"there are no more cards {word!r}")
    return _take(left, [best], where)[0]


# -- the moment -----------------------------------------------------------------------------------


def _circumstances(s: State, scenario: Scenario) -> None:
    most = s.durability
    s.durability = most if scenario.durability is None else scenario.durability
    _require(1 <= s.durability <= most, "durability", f"from 1 to {most}")
    _require(scenario.turn >= 1, "turn", "turns are counted from 1")
    s.turn = scenario.turn
    for effect in scenario.effects:
        s.effects |= EFFECTS[effect]
    _require(not scenario.shore_idle or "near-shore" in s.enemy, "shore-idle", "the Witch of the Near Shore is not there")  # fmt: skip
    s.shore_idle = scenario.shore_idle
    for name, her in scenario.characters.items():
        if her.accused:
            _require(bool(s.identity), f"characters.{name}.accused", "only with stage-girl in rules")  # fmt: skip
            s.accused |= 1 << s.name.index(name)


def _begin(s: State, scenario: Scenario) -> None:
    acting, phase = scenario.acting, scenario.phase
    _require(phase == "action" or not acting, "acting", "only in the action phase")
    _require(phase == "battle" or not scenario.resolved, "resolved", "only in the battle phase")
    if phase == "event":
        turn.event_phase(s)
    elif phase == "action":
        first = s.name.index(acting) if acting in s.name else -1
        fits = not acting or (first >= 0 and bool(s.alive >> first & 1))
        _require(fits, "acting", f"no survivor {acting!r}{near(acting, s.name)}")
        turn.action_phase(s, max(first, 0))
    elif phase == "battle":
        turn.battle_phase(s)
        s.resolved = sum(1 << PLACES.index(area) for area in set(scenario.resolved))
    else:
        turn.adjustment_phase(s)
    for name, her in scenario.characters.items():
        if her.declines:
            s.patience[s.name.index(name)] = 1 + UNTIL.index(her.declines)
