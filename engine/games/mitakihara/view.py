"""What a seat may know, and how the rest is redealt."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from taku.engine.games.mitakihara.cards import PLACES
from taku.engine.games.mitakihara.effects.board import AREAS
from taku.engine.games.mitakihara.effects.hands import holder, whose
from taku.engine.games.mitakihara.state import (
    EFFECTS,
    Fact,
    State,
    hand_of,
    limit,
    members,
    most_hp,
    sharers,
)

FOR_HER = frozenset(
    ("act", "telepathy", "human-act", "give", "give-back", "contract", "rescue", "wish", "tempt",
     "lay", "lay-more", "ability", "further", "guard", "burst", "retreat", "seed", "time",
     "foresight", "swift-healing", "snipe")
)  # fmt: skip
"""Questions that a seat answers for one of its characters, the first argument of the ask."""
FOR_HAND = frozenset(("discard", "discard-any"))
"""Questions about a hand, the first argument of the ask."""


C = TypeVar("C", bound=str | int | tuple[str, int])


class Character(msgspec.Struct, frozen=True):
    """One character, as the viewer sees her."""

    name: str
    card: str
    seat: int
    """Who controls her."""
    state: str
    """``girl``, ``human``, ``dead`` or ``dropped-out``."""
    place: str
    """Where she is; empty once she is out."""
    hp: int
    most_hp: int
    cards: int
    """How many magic cards she holds; of a shared hand, all of them."""
    most_cards: int
    hand: tuple[str, ...] | None
    """Her magic cards, for her own seat only (MTK-INFO-01)."""
    loot: tuple[str, ...]
    choice: str
    """What she chose in the battle that is being resolved."""
    laid: int
    """How many cards she laid."""
    laid_cards: tuple[str, ...] | None
    """The magic cards among them: for her own seat, and for all after the reveal."""
    laid_loot: str
    """The loot card among them, likewise."""
    shares: str
    """With whom she shares a hand, or empty (MTK-OTR-27)."""
    accused: bool
    """Whether she has used her accusation (MTK-OTR-58)."""


class Enemy(msgspec.Struct, frozen=True):
    """An enemy in an area."""

    place: str
    card: str
    side: str
    """``familiar`` or ``witch``."""
    hp: int
    clock: int
    attack: int
    """As printed; some enemies compute theirs."""
    destruction: int


class Battle(msgspec.Struct, frozen=True):
    """The battle that is being resolved."""

    place: str
    card: str
    defender: str
    turned: tuple[str, ...]
    """Magic cards turned for Kirika or Oriko."""


class Traitor(msgspec.Struct, frozen=True):
    """An unmasked traitor."""

    seat: int
    cards: int
    hand: tuple[str, ...] | None


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: int | None
    rules: tuple[str, ...]
    turn: int
    phase: str
    durability: int
    deciding: str
    """For whom the open question is to be answered; empty if it is no single character."""
    danger: str
    """While humans are asked for a rescue: ``attack``, ``loss`` of HP, ``discard`` or ``check``."""
    endangered: str
    """Who is in that danger."""
    enemies: tuple[Enemy, ...]
    characters: tuple[Character, ...]
    battle: Battle | None
    event: str
    """The event card that was just revealed."""
    effects: tuple[str, ...]
    """Line cards that hold until the end of this turn."""
    shore_idle: bool
    pile: int
    discard: tuple[str, ...]
    events: tuple[tuple[int, str], ...]
    """The event pile from the top: the number on the back, and the card if the viewer knows it;
    of cards that another put in an order of its own only the topmost back is known."""
    event_discard: tuple[str, ...]
    box: tuple[tuple[int, str], ...]
    """Event cards in the box: the number on the back, and the card if the viewer has seen it."""
    loot_pile: int
    loot_discard: tuple[str, ...]
    prize: str
    """The loot card that is being awarded."""
    proposals: tuple[str, ...]
    """By seat, whom it proposed for the last choice of a lead, or empty."""
    witches: tuple[str, ...]
    """Corresponding witches that have not emerged."""
    identity: str
    """The viewer's own identity, with ``stage-girl``."""
    identities: tuple[str, ...]
    """By seat: ``girls``, ``witch`` or ``hidden``."""
    traitors: tuple[Traitor, ...]
    known: tuple[tuple[tuple[str, ...], str], ...]
    """Cards of others the viewer has seen: the hands it may be in, and the card."""
    hidden: tuple[tuple[str, ...], ...] | None = None
    """Magic, event and loot pile from the top; only for the omniscient view."""


def view(s: State, seat: int | None) -> View:
    """The table as ``seat`` sees it; None sees everything."""
    danger, endangered = _danger(s)
    return View(
        seat=seat,
        rules=s.slugs,
        turn=s.turn,
        phase=s.phase,
        durability=max(s.durability, 0),
        deciding=_deciding(s),
        danger=danger,
        endangered=endangered,
        enemies=tuple([_enemy(s, area) for area in AREAS if s.enemy[area]]),
        characters=tuple([_character(s, c, seat) for c in range(len(s.who))]),
        battle=_battle(s),
        event=s.revealed,
        effects=tuple([card for card, bit in EFFECTS.items() if s.effects & bit]),
        shore_idle=s.shore_idle,
        pile=len(s.pile),
        discard=tuple(s.discard),
        events=_events(s, seat),
        event_discard=tuple(s.event_discard),
        box=tuple(_event_cards(s, s.box, s.box_seen, seat)),
        loot_pile=len(s.loot_pile),
        loot_discard=tuple(s.loot_discard),
        prize=prize(s),
        proposals=tuple([s.name[c] if c >= 0 else "" for c in s.proposals]),
        witches=tuple(s.witch_cards),
        identity=_team(s.identity[seat]) if s.identity and seat is not None else "",
        identities=_identities(s, seat),
        traitors=tuple([_traitor(s, who, seat) for who in s.traitors]),
        known=_known(s, seat),
        hidden=None if seat is not None else _piles(s),
    )


def _deciding(s: State) -> str:
    for _, kind, *args in s.asks:
        if kind in FOR_HER:
            return s.name[args[0]]  # type: ignore[index]
        if kind in FOR_HAND:
            return whose(s, args[0])  # type: ignore[arg-type]
    return ""


def _danger(s: State) -> tuple[str, str]:
    for _, question, *args in s.asks:
        if question == "rescue":
            _, danger, victim = args
            return str(danger), s.name[victim]  # type: ignore[index]
    return "", ""


def _enemy(s: State, area: int) -> Enemy:
    foes = s.cards.familiars if s.clock[area] else s.cards.witches
    foe = foes[s.enemy[area]]
    side = "familiar" if s.clock[area] else "witch"
    return Enemy(PLACES[area], s.enemy[area], side, s.enemy_hp[area], s.clock[area], foe.attack,
                 foe.destruction)  # fmt: skip


def _character(s: State, c: int, seat: int | None) -> Character:
    own = seat is None or s.owner[c] == seat
    alive = s.alive >> c & 1
    if alive:
        state = "girl" if s.girl >> c & 1 else "human"
        hand = hand_of(s, c)
    else:
        state = "dropped-out" if s.dropped >> c & 1 else "dead"
        hand = []
    mates = [s.name[o] for o in sharers(s, c) if o != c] if s.traitors and alive else []
    laid = s.laid[c] if s.laid else []
    laid_loot = s.laid_loot[c] if s.laid_loot else ""
    return Character(
        s.name[c],
        s.who[c],
        s.owner[c],
        state,
        place=PLACES[s.place[c]] if alive else "",
        hp=s.hp[c],
        most_hp=most_hp(s, c),
        cards=len(hand),
        most_cards=limit(s, c) if alive else 0,
        hand=tuple(hand) if own and alive else None,
        loot=tuple(s.loot[c]),
        choice=s.choice[c] if s.choice else "",
        laid=len(laid) + bool(laid_loot),
        laid_cards=tuple(laid) if own or s.open else None,
        laid_loot=laid_loot if own or s.open else "",
        shares=mates[0] if mates else "",
        accused=bool(s.accused >> c & 1),
    )


def _battle(s: State) -> Battle | None:
    if not s.area:
        return None
    defender = s.name[s.defender] if s.defender >= 0 else ""
    return Battle(PLACES[s.area], s.foe, defender, tuple(s.turned))


def _hidden_order(s: State, seat: int | None) -> list[int]:
    """The places of the event pile whose cards another seat has put in an order of its own."""
    if seat is None or not any(s.events_mixed):
        return []
    return [place for place, mixed in enumerate(s.events_mixed) if mixed not in (0, 1 + seat)]


def _events(s: State, seat: int | None) -> tuple[tuple[int, str], ...]:
    found = _event_cards(s, s.events, s.events_seen, seat)
    top = len(found) - 1
    for place in _hidden_order(s, seat):
        found[place] = (found[place][0] if place == top else -1, "")
    return tuple(found[::-1])


def _event_cards(
    s: State, row: Sequence[str], seen: Sequence[int], seat: int | None
) -> list[tuple[int, str]]:
    """Event cards that lie face down: the back of each, and its face for who has seen it."""
    up, down = s.cards.event_faces, s.cards.event_backs
    if seat is None:
        return [up[card] for card in row]
    bit = 1 << seat
    return [up[card] if who & bit else down[card] for card, who in zip(row, seen, strict=True)]


def prize(s: State) -> str:
    """The loot card that nobody has yet."""
    if s.area:  # only a battle has one
        for entry in reversed(s.agenda):
            if entry[0] in ("ask_award", "awarded"):
                return str(entry[1])
    return ""


def _team(identity: int) -> str:
    return "witch" if identity else "girls"


def _identities(s: State, seat: int | None) -> tuple[str, ...]:
    return tuple(
        [
            _team(team) if seat in (None, who) or s.shown >> who & 1 or s.result else "hidden"
            for who, team in enumerate(s.identity)
        ]
    )


def _traitor(s: State, who: int, seat: int | None) -> Traitor:
    hand = s.hand[len(s.who) + who]
    return Traitor(who, len(hand), tuple(hand) if seat in (None, who) else None)


def _known(s: State, seat: int | None) -> tuple[tuple[tuple[str, ...], str], ...]:
    return tuple([(_hands(s, mask), card) for who, mask, card in s.known if who == seat])


def _hands(s: State, mask: int) -> tuple[str, ...]:
    """Whose hands these are."""
    count = len(s.who)
    names = [s.name[c] for c in members(mask & (1 << count) - 1)]
    return (*names, *[f"traitor-{seat}" for seat in members(mask >> count)])


def _piles(s: State) -> tuple[tuple[str, ...], ...]:
    return tuple(s.pile[::-1]), tuple(s.events[::-1]), tuple(s.loot_pile[::-1])


# -- redealing ------------------------------------------------------------------------------------


def redeal(s: State, seat: int, rng: random.Random) -> None:
    """Redeal magic cards, laid loot, event cards, the loot pile, identities, answers of others."""
    _redeal_magic(s, seat, rng)
    if not s.open:
        _redeal_laid_loot(s, seat, rng)
    _redeal_events(s, seat, rng)
    _mixed(s.loot_pile, rng)
    if s.identity and s.result is None:
        _redeal_identities(s, seat, rng)
    for ask in s.asks:
        who = ask[0]
        if who != seat and s.answers[who]:  # type: ignore[index]
            moves = s.rules.offers[ask[1]](s, who, *ask[2:])  # type: ignore[index]
            s.answers[who] = rng.choice(moves)  # type: ignore[index]


def _mixed(cards: list[C], rng: random.Random) -> list[C]:
    """The same list in an order that owes nothing to the order before."""
    random = rng.random
    cards.sort()
    cards.sort(key=lambda _: random())
    return cards


def _redeal_magic(s: State, seat: int, rng: random.Random) -> None:
    """Hands and laid cards of others, and the pile."""
    own = [hand for hand in range(len(s.hand)) if holder(s, hand) == seat]
    rows = _unseen_rows(s, own)
    pool = s.pile
    for parts in rows.values():
        for part in parts:
            pool += part
    pool.sort()
    room = {hand: sum(map(len, parts)) for hand, parts in rows.items()}
    dealt: dict[int, list[str]] = {hand: [] for hand in rows}
    for hand, card in _match([fact for fact in s.known if fact[0] == seat], room, rng):
        dealt[hand].append(card)
        pool.remove(card)
    if s.stale:
        _deal_stale(s, own, pool, room, dealt, rng)
    _mixed(pool, rng)
    for hand, parts in rows.items():
        cards = dealt[hand]
        left = len(pool) - room[hand] + len(cards)
        cards += pool[left:]
        del pool[left:]
        if len(parts) > 1:
            _mixed(cards, rng)
        for part in parts:
            part[:] = sorted(cards[: len(part)])
            del cards[: len(part)]
    # What others know of hands that the seat does not see is hidden from it.
    seen = sum(1 << hand for hand in own)
    s.known = [fact for fact in s.known if fact[0] == seat or not fact[1] & ~seen]


def _unseen_rows(s: State, own: Sequence[int]) -> dict[int, list[list[str]]]:
    """By hand, the cards that the seat cannot see: those held, and those laid of it."""
    rows = {hand: [cards] for hand, cards in enumerate(s.hand) if cards and hand not in own}
    if not s.open:
        for c, cards in enumerate(s.laid):
            if cards and s.share[c] not in own:
                rows.setdefault(s.share[c], []).append(cards)
    return rows


def _deal_stale(
    s: State,
    own: Sequence[int],
    pool: list[str],
    room: Mapping[int, int],
    dealt: Mapping[int, list[str]],
    rng: random.Random,
) -> None:
    """What was in hands when the pile was last shuffled is in hands still."""
    seen = [s.hand[hand] for hand in own] + list(dealt.values())
    if not s.open:
        seen += [cards for c, cards in enumerate(s.laid) if s.share[c] in own]
    stale = s.stale[:]
    for cards in seen:
        for card in cards:
            if card in stale:
                stale.remove(card)
    slots = [hand for hand, cards in dealt.items() for _ in range(room[hand] - len(cards))]
    _mixed(slots, rng)
    for card in _mixed(stale, rng):
        if slots and card in pool:
            pool.remove(card)
            dealt[slots.pop()].append(card)


def _redeal_laid_loot(s: State, seat: int, rng: random.Random) -> None:
    """Which of her loot cards a girl of another seat has laid face down (MTK-INFO-12)."""
    for c, card in enumerate(s.laid_loot):
        if card and s.owner[c] != seat:
            s.laid_loot[c] = rng.choice(sorted(filter(s.cards.can_lay, s.loot[c])))


def _match(
    facts: Sequence[Fact], room: Mapping[int, int], rng: random.Random
) -> list[tuple[int, str]]:
    """A hand for each card the seat knows to be in one of several, with room for all."""
    placed: list[int] = []
    taken: dict[int, list[int]] = {hand: [] for hand in room}

    def place(number: int, tried: set[int]) -> bool:
        hands = [hand for hand in room if facts[number][1] >> hand & 1 and hand not in tried]
        if len(hands) > 1:
            rng.shuffle(hands)
        for hand in hands:
            tried.add(hand)
            if len(taken[hand]) < room[hand]:
                taken[hand].append(number)
                return True
            for other in list(taken[hand]):
                taken[hand].remove(other)
                if place(other, tried):
                    taken[hand].append(number)
                    return True
                taken[hand].append(other)
        return False

    for number in range(len(facts)):
        if place(number, set()):
            placed.append(number)
    return [(hand, facts[n][2]) for hand, numbers in taken.items() for n in numbers]


def _redeal_events(s: State, seat: int, rng: random.Random) -> None:
    """Unseen cards of pile and box, by the number on the back; orders made by others."""
    back = s.cards.back
    groups = _mixed_places(s, seat)
    top = back[s.events[-1]] if s.events else 0
    for places in groups:
        # In an order that owes nothing to the real one, which is hidden.
        _put_events(s, places, sorted(_events_at(s, places), key=lambda e: (back[e[0]], e[1])))
    bit = 1 << seat
    rows = ((s.events, s.events_seen), (s.box, s.box_seen))
    unseen = [
        card for row, seen in rows for card, who in zip(row, seen, strict=True) if not who & bit
    ]
    pools: defaultdict[int, list[str]] = defaultdict(list)
    for card in _mixed(unseen, rng):
        pools[back[card]].append(card)
    for row, seen in rows:
        row[:] = [
            card if who & bit else pools[back[card]].pop()
            for card, who in zip(row, seen, strict=True)
        ]
    for places in groups:
        events = _mixed(_events_at(s, places), rng)
        if places[-1] == len(s.events) - 1:  # the back on top is seen
            first = next(i for i, (card, _) in enumerate(events) if back[card] == top)
            events.append(events.pop(first))
        _put_events(s, places, events)


def _mixed_places(s: State, seat: int) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for place in _hidden_order(s, seat):
        groups.setdefault(s.events_mixed[place], []).append(place)
    return [groups[mark] for mark in sorted(groups)]


def _events_at(s: State, places: Sequence[int]) -> list[tuple[str, int]]:
    """The cards on some places of the event pile, and who has seen each."""
    return [(s.events[place], s.events_seen[place]) for place in places]


def _put_events(s: State, places: Sequence[int], events: Sequence[tuple[str, int]]) -> None:
    for place, (card, seen) in zip(places, events, strict=True):
        s.events[place], s.events_seen[place] = card, seen


def _redeal_identities(s: State, seat: int, rng: random.Random) -> None:
    hidden = [who for who in range(len(s.identity)) if who != seat and not s.shown >> who & 1]
    pool = _mixed([s.identity[who] for who in hidden] + s.identity_box, rng)
    for who in hidden:
        s.identity[who] = pool.pop()
    s.identity_box = pool


def components(s: State) -> dict[str, int]:
    """How many there are of each card, wherever it lies."""
    found: Counter[str] = Counter()
    for rows in (s.hand, s.laid, s.loot):
        for row in rows:
            found.update(row)
    for row in (s.pile, s.discard, s.turned, s.events, s.event_discard, s.box, s.loot_pile,
                s.loot_discard, s.witch_cards, s.unused):  # fmt: skip
        found.update(row)
    for card in (*s.enemy, s.revealed, prize(s)):
        if card:
            found["enemy-kirika" if card == "enemy-love" else card] += 1
    if s.identity:
        witches = sum(s.identity) + sum(s.identity_box)
        found["identity-witch"] = witches
        found["identity-girl"] = len(s.identity) + len(s.identity_box) - witches
    return dict(found)
