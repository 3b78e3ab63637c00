"""A match from setup through the four phases of each turn, in the order the rulebook tells it."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.cards import PLACES
from taku.engine.games.mitakihara.cast import Cast, Options, name_of
from taku.engine.games.mitakihara.effects.actions import take_turn
from taku.engine.games.mitakihara.effects.battle import clear_battle, next_battle
from taku.engine.games.mitakihara.effects.board import (
    AREAS,
    damage_city,
    put_enemy,
    reveal_top,
    ripen,
    take_top,
)
from taku.engine.games.mitakihara.effects.contract import window
from taku.engine.games.mitakihara.effects.events import play_event
from taku.engine.games.mitakihara.effects.hands import discard_some, draw
from taku.engine.games.mitakihara.effects.loss import check, must_discard, offer_characters
from taku.engine.games.mitakihara.effects.traitor import interventions
from taku.engine.games.mitakihara.state import (
    State,
    find,
    hand_of,
    in_place,
    is_girl,
    knows,
    members,
    most_hp,
    most_mp,
    offer,
    step,
)

FIRST = ("rose-garden-a", "rose-garden-b")
"""The familiars of the start, in the factory and in the alley (MTK-SET-11 to -13)."""


# -- setup ----------------------------------------------------------------------------------------


def set_up(s: State, options: Options, cast: Cast) -> None:
    """A new match (MTK-SET)."""
    seat_cast(s, options, cast)
    s.pile = list(s.cards.magic_ids)
    s.shuffle(s.pile)
    for c in range(len(s.who)):
        draw(s, c, most_mp(s, c))
    lay_out_loot(s)
    lay_out_events(s, options)
    for area, card in enumerate(FIRST, 1):
        put_enemy(s, area, card, s.cards.game.clock_start)
    if "stage-girl" in s.slugs:
        deal_identities(s)
    s.then(start_turn)


def seat_cast(s: State, options: Options, cast: Cast) -> None:
    """Characters, states, HP and the city; all piles are empty (MTK-SET-01 to -04, -09, -10)."""
    count = len(cast.who)
    s.slugs = tuple(options.rules)
    s.late, s.talk = options.late, options.talk
    s.who, s.name = cast.who, tuple(name_of(card) for card in cast.who)
    s.born, s.owner = cast.owner, list(cast.owner)
    s.began_human = cast.humans
    s.alive = (1 << count) - 1
    s.girl = s.alive & ~cast.humans
    s.loot = [[] for _ in range(count)]
    s.hp = [most_hp(s, c) for c in range(count)]
    s.place = [0] * count
    s.share = list(range(count))
    s.hand = [[] for _ in range(count + (s.players if "stage-girl" in s.slugs else 0))]
    s.patience = [0] * count
    s.durability = s.cards.game.city_durability[str(count)]
    s.enemy = [""] * len(PLACES)
    s.enemy_hp = [0] * len(PLACES)
    s.clock = [0] * len(PLACES)
    own = {s.cards.girls[card].witch for card in s.who}
    s.witch_cards = [card.id for card in s.cards.witch if card.id in own]
    s.unused = [card.id for card in s.cards.witch if card.id not in own]
    s.unused += [card.id for card in s.cards.special]
    clear_battle(s)


def lay_out_loot(s: State) -> None:
    """Starting loot, and the pile (MTK-SET-07, -08, MTK-OPT-06, -09)."""
    for card in s.cards.loot:
        if not card.start_owner:
            s.loot_pile += [card.id] * card.copies
            continue
        c = find(s, card.start_owner)
        if c >= 0 and is_girl(s, c):
            s.loot[c].append(card.id)
        else:
            s.unused.append(card.id)
    s.shuffle(s.loot_pile)


def lay_out_events(s: State, options: Options) -> None:
    """One card of each stack goes to the box, the rest is the pile (MTK-SET-15 to -17)."""
    stacks: dict[int, list[str]] = {0: [], 1: [], 2: [], 4: []}
    for card in s.cards.event:
        if card.id in FIRST:
            continue
        if is_used(s, card.id):
            stacks[card.back].append(card.id)
        else:
            s.unused.append(card.id)
    extra = "eliminate-kaname-madoka"
    if options.certain:
        stacks[1].remove(extra)  # MTK-ORK-02, -03
    s.events = stacks[0]
    for back in (1, 2, 4):
        stack = stacks[back]
        s.shuffle(stack)
        s.box.append(stack.pop())
        if options.certain and back == 1:
            stack.append(extra)
            s.shuffle(stack)
        s.events += stack
    s.box_seen = [0] * len(s.box)
    s.events_seen = [0] * len(s.events)
    s.events_mixed = [0] * len(s.events)


def is_used(s: State, card: str) -> bool:
    """Whether an event card belongs to this match (MTK-COMP-11, MTK-ORK-01, MTK-OFR-04)."""
    event = s.cards.events[card]
    if event.back == 0:
        return event.characters == len(s.who)
    if card == "never-saw-one-so-hard-to-kill":
        return "oriko-kirika" not in s.slugs
    if card == "eliminate-kaname-madoka":
        return "oriko-kirika" in s.slugs
    return not event.star


def deal_identities(s: State) -> None:
    """Each seat gets one identity card, the rest goes unseen to the box (MTK-OTR-03, -04)."""
    girls, witches = s.cards.game.identities[str(s.players)]
    cards = [0] * girls + [1] * witches
    s.shuffle(cards)
    s.identity, s.identity_box = cards[: s.players], cards[s.players :]


# -- turns ----------------------------------------------------------------------------------------


@step
def start_turn(s: State) -> None:
    """Event, action, battle, adjustment (MTK-FLOW-01)."""
    s.turn += 1
    s.effects = 0
    s.emit("turn", turn=s.turn)
    s.then(event_phase)


def open_phase(s: State, phase: str, *steps: object) -> None:
    """Begin a phase: humans may contract, then its steps follow (MTK-CON-20)."""
    s.phase = phase
    s.emit("phase", phase=phase)
    ended = 2 if phase == "event" else 1
    if any(s.patience):
        s.patience = [0 if left <= ended else left for left in s.patience]
    if s.alive & ~s.girl:
        s.then((window, "phase"), *steps)  # type: ignore[arg-type]
    else:
        s.then(*steps)  # type: ignore[arg-type]


# -- event phase ----------------------------------------------------------------------------------


@step
def event_phase(s: State) -> None:
    """Time manipulation, or clocks, an event and a check (MTK-EVT)."""
    open_phase(s, "event", ask_time, offer_characters, action_phase)


@step
def ask_time(s: State) -> None:
    """Homura may use Time manipulation at the start of the phase (MTK-EVT-01, -06)."""
    homura = find(s, "homura")
    if homura >= 0 and is_girl(s, homura) and "time-manipulation" in s.loot[homura]:
        s.ask(s.owner[homura], "time", homura)
        s.then((time_chosen, homura))
    else:
        s.then(ask_foresight, ripen_all, reveal_event, check)


@offer("time")
def time_moves(s: State, seat: int, homura: int) -> Sequence[str]:
    """Use it or keep it."""
    return ("use time-manipulation", "pass")


@step
def time_chosen(s: State, homura: int) -> None:
    """The top event card is boxed unseen and the phase ends (MTK-EVT-02 to -04, -28)."""
    if s.answer(s.owner[homura]) == "pass":
        s.then(ask_foresight, ripen_all, reveal_event, check)
        return
    s.loot[homura].remove("time-manipulation")
    s.loot_discard.append("time-manipulation")
    s.declined = 0
    s.emit("use-loot", seat=s.owner[homura], character="homura", card="time-manipulation")
    if s.events and s.cards.back[s.events[-1]]:
        back = s.cards.back[s.events[-1]]
        card, seen = take_top(s)
        s.box.append(card)
        s.box_seen.append(seen)
        s.emit("boxed", back=back)


@step
def ask_foresight(s: State) -> None:
    """The holder of loot card 14 may look at the next events."""
    for c in members(s.alive & s.girl):
        if s.events and "loot-14" in s.loot[c]:
            s.ask(s.owner[c], "foresight", c)
            s.then((foresight_chosen, c))


@offer("foresight")
def foresight_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Use it or keep it."""
    return ("use loot-14", "pass")


@step
def foresight_chosen(s: State, c: int) -> None:
    """She sees the top cards and may change their order; a back-0 card keeps its place."""
    seat = s.owner[c]
    if s.answer(seat) == "pass":
        return
    s.loot[c].remove("loot-14")
    s.loot_discard.append("loot-14")
    s.declined = 0
    s.emit("use-loot", seat=seat, character=s.name[c], card="loot-14")
    top = len(s.events) - 1
    places = range(top, max(top - s.cards.loots["loot-14"].amount, -1), -1)
    for place in places:
        s.events_seen[place] |= 1 << seat
    s.emit("foresight", seat=seat, count=len(places), to=(seat,),
           secret={"cards": [s.events[place] for place in places]})  # fmt: skip
    free = tuple(place for place in places if s.cards.back[s.events[place]])
    if len(free) > 1:
        for place in free:
            s.events_mixed[place] = 1 + seat
        s.then((arrange, seat, free))


@step
def arrange(s: State, seat: int, places: tuple[int, ...]) -> None:
    """She says which of the cards comes next, until one is left."""
    if len(places) > 1:
        s.ask(seat, "arrange", places)
        s.then((arranged, seat, places))


@offer("arrange")
def arrange_moves(s: State, seat: int, places: tuple[int, ...]) -> Sequence[str]:
    """Any of the cards that have no place yet."""
    return [f"next {s.events[place]}" for place in places]


@step
def arranged(s: State, seat: int, places: tuple[int, ...]) -> None:
    """The card comes to the first free place."""
    card = s.answer(seat)[5:]
    first, found = places[0], next(place for place in places if s.events[place] == card)
    events, seen = s.events, s.events_seen
    events[first], events[found] = events[found], events[first]
    seen[first], seen[found] = seen[found], seen[first]
    arrange(s, seat, tuple(places[1:]))


@step
def ripen_all(s: State) -> None:
    """Each familiar with no character in its area loses a clock marker (MTK-EVT-07 to -10)."""
    for area in AREAS:
        if s.clock[area] and not in_place(s, area):
            ripen(s, area)


@step
def reveal_event(s: State) -> None:
    """The top event card is revealed, then placed or carried out (MTK-EVT-11, -22)."""
    if s.events:
        s.revealed = reveal_top(s)
        s.declined = 0
        s.emit("event", card=s.revealed)
        s.then((window, "event"), play_event)


# -- action, battle -------------------------------------------------------------------------------


@step
def action_phase(s: State, first: int = 0) -> None:
    """Everybody acts in action order, from ``first`` on (MTK-ACT-01)."""
    turns = [(character_turn, c) for c in range(first, len(s.who))]
    open_phase(s, "action", *turns, offer_characters, battle_phase)


@step
def character_turn(s: State, c: int) -> None:
    """Humans may contract before each turn (MTK-CON-22)."""
    if s.alive >> c & 1:
        if s.alive & ~s.girl:
            s.then((window, "turn"), (take_turn, c))
        else:
            take_turn(s, c)


@step
def battle_phase(s: State) -> None:
    """A battle in every area with an enemy and a character (MTK-BAT-01)."""
    s.resolved = 0
    open_phase(s, "battle", next_battle, offer_characters, adjustment_phase)


# -- adjustment -----------------------------------------------------------------------------------


@step
def adjustment_phase(s: State) -> None:
    """Destruction, Super regeneration, check (MTK-ADJ); then interventions (MTK-OTR-41)."""
    ends = (interventions, start_turn) if s.identity else (start_turn,)
    open_phase(s, "adjustment", destruction, regeneration, check, offer_characters, *ends)


@step
def destruction(s: State) -> None:
    """Every enemy left alone lowers the durability (MTK-ADJ-01, -02, -09)."""
    if "healing" in s.enemy:
        heal_witch(s, s.enemy.index("healing"))
    total = 0
    for area in AREAS:
        if s.enemy[area]:
            foes = s.cards.familiars if s.clock[area] else s.cards.witches
            foe = foes[s.enemy[area]]
            total += foe.occupied if in_place(s, area) else foe.destruction
    damage_city(s, total)


def heal_witch(s: State, area: int) -> None:
    """The witch of healing regains HP."""
    full = s.cards.witches["healing"].hp
    gained = min(s.cards.witch_cards["healing"].amount, full - s.enemy_hp[area])
    if gained:
        s.enemy_hp[area] += gained
        s.declined = 0
        s.emit("witch-heals", card="healing", amount=gained, left=s.enemy_hp[area])


@step
def regeneration(s: State) -> None:
    """Sayaka's own ability, compulsory or not as her card says (MTK-ADJ-04, -05)."""
    c = find(s, "sayaka")
    if c < 0 or not is_girl(s, c) or s.hp[c] >= most_hp(s, c):
        return
    if knows(s, c, "super-regeneration"):
        restored = restore_hp(s, c)
        s.then((must_discard, c, -(-restored // s.cards.abilities["super-regeneration"].amount)))
    elif knows(s, c, "swift-healing") and hand_of(s, c):
        s.ask(s.owner[c], "swift-healing", c)
        s.then((swiftly_healed, c))


def restore_hp(s: State, c: int) -> int:
    """Her HP are full again; how many that are."""
    restored = most_hp(s, c) - s.hp[c]
    s.hp[c] += restored
    s.declined = 0
    s.emit("regenerate", seat=s.owner[c], character=s.name[c], amount=restored)
    return restored


@offer("swift-healing")
def swift_healing_moves(s: State, seat: int, c: int) -> Sequence[str]:
    """Pay a card or not."""
    return ("swift-healing", "pass")


@step
def swiftly_healed(s: State, c: int) -> None:
    """She pays a card and is whole."""
    if s.answer(s.owner[c]) != "pass":
        restore_hp(s, c)
        s.then((discard_some, s.share[c], s.cards.abilities["swift-healing"].cost_magic))
