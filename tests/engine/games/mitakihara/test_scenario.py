"""Positions written down, and mistakes in them."""

import random
from typing import Any

import pytest

from taku import engine
from taku.engine import conformance
from taku.engine.games.mitakihara.cast import OTHERS
from tests.support.mitakihara import (
    DEAD,
    DROPPED,
    GAME,
    board,
    count,
    discard,
    durability,
    enemies,
    enemy,
    familiar,
    fits,
    girl,
    hand,
    hp,
    human,
    loot,
    new,
    pile,
    place,
    state,
    who,
    witch,
)


def test_what_is_not_mentioned_is_as_in_a_new_match() -> None:
    written, fresh = board(windows=True).view(None), new().view(None)
    for field in ("phase", "turn", "durability", "enemies", "pile", "loot_pile", "witches"):
        assert getattr(written, field) == getattr(fresh, field), field
    for mine, normal in zip(written.characters, fresh.characters, strict=True):
        assert (mine.name, mine.state, mine.hp, mine.place) == (
            normal.name,
            normal.state,
            normal.hp,
            normal.place,
        )
        assert (mine.cards, mine.loot, mine.seat) == (normal.cards, normal.loot, normal.seat)
    assert [back for back, _ in written.events] == [back for back, _ in fresh.events]
    assert sorted(back for back, _ in written.box) == [1, 2, 4]


def test_everything_can_be_said() -> None:
    table = board(
        turn=9,
        phase="battle",
        resolved=["station"],
        effects=["rely-on-no-one"],
        durability=33,
        sayaka=girl("alley", hp=3, hand=["sword 5/3", "magic-31"], loot=["growth"]),
        kyoko=DROPPED,
        madoka=human("alley", hp=2, hand=2),
        mami=DEAD,
        homura=girl("station", hand=[], loot=[]),
        enemies={
            "alley": familiar("toys", clock=1, hp=4),
            "building": witch("wudan", hp=20),
            "station": "shadow",
        },
        magic_pile=["bow 4/2", "sword 1/4"],
        discard=["magic-36", "bow 5/1"],
        event_pile=["evacuate", "silver"],
        event_discard=["last-secret", "box"],
        box=["artist"],
        loot_pile=["grief-seed-large"],
        loot_discard=["time-manipulation", "growth"],
    )
    view = table.view(None)
    assert (view.turn, view.phase, view.effects, durability(table)) == (9, "battle", ("rely-on-no-one",), 33)  # fmt: skip
    sayaka = who(table, "sayaka")
    assert (sayaka.state, sayaka.place, sayaka.hp, sayaka.most_hp) == ("girl", "alley", 3, 9)
    assert sayaka.hand[0] == "magic-31"
    assert fits(sayaka.hand[1], "sword 5/3")
    assert [state(table, name) for name in ("kyoko", "mami")] == ["dropped-out", "dead"]
    assert (place(table, "madoka"), hp(table, "madoka"), count(table, "madoka")) == ("alley", 2, 2)
    assert (count(table, "homura"), loot(table, "homura")) == (0, [])
    assert enemies(table) == {"alley": "toys", "building": "wudan", "station": "shadow"}
    alley = enemy(table, "alley")
    assert (alley.side, alley.clock, alley.hp) == ("familiar", 1, 4)
    assert (enemy(table, "building").hp, enemy(table, "station").hp) == (20, 18)
    top = pile(table, "magic")[:2]
    assert fits(top[0], "bow 4/2")
    assert fits(top[1], "sword 1/4")
    assert discard(table)["magic-36"] == 1
    assert pile(table, "event")[:2] == ["evacuate", "silver"]
    assert pile(table, "event")[-1] == "walpurgis"
    assert view.event_discard == ("box", "last-secret")
    assert [card for _, card in view.box] == ["artist"]
    assert pile(table, "loot")[0] == "grief-seed-large"
    assert view.loot_discard == ("growth", "time-manipulation")
    assert table.question == ("sayaka", "lay")  # the station is resolved, so Homura has no battle


@pytest.mark.parametrize(
    ("phase", "asked"),
    [("event", ("homura", "time")), ("action", ("sayaka", "human-act")), ("adjustment", None)],
)
def test_any_phase_can_begin(phase: str, asked: tuple[str, str] | None) -> None:
    table = board(phase=phase)
    assert asked is None or table.question == asked
    assert asked is not None or table.view(0).turn == 2  # nothing to decide in it


def test_any_character_can_be_the_next_to_act() -> None:
    table = board(phase="action", acting="mami")
    assert table.question == ("mami", "act")
    table.does("mami", "pass")
    assert table.question == ("homura", "act")


def test_windows_are_open_unless_she_declined() -> None:
    assert board(windows=True).question == ("sayaka", "contract")
    declined = board(windows=True, sayaka=human(declines="phase"))
    assert declined.question == ("madoka", "contract")


def test_rest_can_stay_out_of_the_game() -> None:
    table = board(phase="action", rest="box", magic_pile=["magic-01"], event_pile=["dog"])
    assert pile(table, "magic") == ["magic-01"]
    assert pile(table, "event") == ["dog", "walpurgis"]
    assert pile(table, "loot") == []


def test_under_the_stage_device_witch_everything_was_seen() -> None:
    table = board(event_pile=["walpurgis", "toys", "rose-garden-a"], enemies={})
    assert table.view(2).events == ((0, "walpurgis"), (2, "toys"), (5, "rose-garden-a"))


def test_the_rest_of_the_pile_is_over_once_she_is_there() -> None:
    table = board(phase="action", enemies={"factory": "walpurgis"})
    view = table.view(None)
    assert view.events == ()
    assert (
        len(view.event_discard) == 27 + 2 - 3
    )  # the stacks and the two of the start, less the box


def test_identities_and_a_freed_character() -> None:
    table = board(
        "stage-girl",
        phase="action",
        identities=["girls", "girls", "girls", "witch", "girls"],
        traitors=[{"seat": 3, "hand": ["sword 4"] * 3}],
        shown=[1],
        sayaka=girl(hand=3, accused=True),
        mami={"shares": "sayaka"},
    )
    view = table.view(None)
    assert view.identities == ("girls", "girls", "girls", "witch", "girls")
    assert table.view(0).identities == ("girls", "girls", "hidden", "witch", "hidden")
    assert [(traitor.seat, traitor.cards) for traitor in view.traitors] == [(3, 3)]
    assert (who(table, "mami").seat, who(table, "mami").shares) == (0, "sayaka")
    assert hand(table, "mami") == hand(table, "sayaka")
    assert who(table, "mami").most_cards == 6 + 8
    assert who(table, "sayaka").accused


def test_identities_are_dealt_unless_given() -> None:
    counts = set()
    for seed in range(30):
        view = board("stage-girl", seed=seed, kyoko=DEAD).view(None)
        assert view.identities[1] == "girls"  # the dead are open, and no traitors
        counts.add(view.identities.count("witch"))
    assert counts == {0, 1}


def test_a_character_can_have_been_handed_over() -> None:
    table = board(players=3, phase="action", mami=DEAD, madoka={"seat": 2})
    assert [table.seat(name) for name in ("sayaka", "madoka")] == [0, 2]


def test_kirika_and_oriko_come_with_their_event() -> None:
    table = board(
        "oriko-kirika", enemies={"building": "enemy-love", "station": witch("enemy-oriko", hp=3)}
    )
    assert (enemy(table, "building").hp, enemy(table, "station").hp) == (12, 3)
    assert "eliminate-kaname-madoka" in table.view(0).event_discard


def test_the_same_position_is_the_same_match() -> None:
    one, two = (board(seed=4, sayaka=girl()).state for _ in range(2))
    assert one.to_bytes() == two.to_bytes()
    assert GAME.from_bytes(one.to_bytes()) == one
    other = board(seed=5, sayaka=girl()).state
    assert one != other


@pytest.mark.parametrize("seed", range(6))
def test_positions_can_be_played_to_an_end(seed: int) -> None:
    table = board(seed=seed, enemies={"factory": "walpurgis", "station": "mermaid"}, sayaka=DROPPED)
    total = GAME.components(table.state)
    assert sum(total.values()) >= 72 + 35 + 14 + 8
    table.random(random.Random(seed))
    assert GAME.components(table.state) == total
    assert table.result.reason


def written(state_now: Any) -> dict[str, Any]:
    """A position as a scenario, every card of it."""
    view, seats = state_now.view(None), new_seats(state_now)
    people: dict[str, Any] = {}
    for her in view.characters:
        if her.state in ("dead", "dropped-out"):
            people[her.name] = {"state": her.state, "accused": her.accused}
            continue
        people[her.name] = {
            "state": her.state, "place": her.place, "hp": her.hp, "loot": list(her.loot),
            "accused": her.accused,
        }  # fmt: skip
        if her.shares in people:
            people[her.name]["shares"] = her.shares
        else:
            people[her.name]["hand"] = list(her.hand)
            if her.seat != seats[her.name]:
                people[her.name]["seat"] = her.seat
    magic, events, loots = map(list, view.hidden)
    fields: dict[str, Any] = {
        "turn": view.turn, "durability": view.durability, "effects": list(view.effects),
        "characters": people, "shore-idle": view.shore_idle, "magic-pile": magic,
        "discard": list(view.discard[::-1]), "event-pile": events, "loot-pile": loots,
        "event-discard": list(view.event_discard[::-1]), "box": [card for _, card in view.box],
        "loot-discard": list(view.loot_discard[::-1]), "rest": "box",
        "enemies": {foe.place: {"card": foe.card, "clock": foe.clock, "hp": foe.hp}
                    for foe in view.enemies},
    }  # fmt: skip
    if view.identities:
        fields["identities"] = list(view.identities)
        fields["traitors"] = [{"seat": t.seat, "hand": list(t.hand)} for t in view.traitors]
        unmasked = {traitor.seat for traitor in view.traitors}
        fields["shown"] = [seat for seat in state_now.seats if state_now.shown >> seat & 1 and seat not in unmasked]  # fmt: skip
    return fields


def new_seats(state_now: Any) -> dict[str, int]:
    """Who controlled whom at the start."""
    return dict(zip(state_now.name, state_now.born, strict=True))


SAME = ("turn", "durability", "enemies", "effects", "shore_idle", "pile", "discard", "event_discard",
        "box", "loot_pile", "loot_discard", "witches", "identities", "traitors", "hidden")  # fmt: skip
PERSON = ("name", "card", "seat", "state", "place", "hp", "most_hp", "cards", "most_cards", "hand",
          "loot", "shares", "accused")  # fmt: skip


@pytest.mark.parametrize("case", list(conformance.cases(GAME, first_seed=11)), ids=str)
def test_positions_of_real_matches_can_be_written_down(case: conformance.Case) -> None:
    options = dict(case.options)
    played = GAME.new(case.players, case.seed, options)
    rng = random.Random(case.seed)
    tried = 0
    while played.pending:
        if rng.random() < 0.03 and is_between(played):
            tried += 1
            # Nothing runs yet, so that the position can be compared as it was written.
            again = GAME.state(players=case.players, rng_key=case.seed, answers=[""] * case.players)
            GAME.attach(again)
            GAME.begin(again, played_options(played, options), GAME.read_scenario(written(played)))
            compare(again.view(None), played.view(None))
        decision = rng.choice(played.pending)
        played.advance(decision.seat, rng.choice(decision.moves))
    assert tried


def is_between(played: Any) -> bool:
    """Whether no battle, event or exchange of cards is under way."""
    exchanging = {ask.kind for ask in played.pending} & {"give-back", "return"}
    return not (played.area or played.revealed or exchanging)


def compare(mine: Any, other: Any) -> None:
    for field in SAME:
        assert getattr(mine, field) == getattr(other, field), field
    for one, two in zip(mine.characters, other.characters, strict=True):
        for field in PERSON if one.place else ("name", "state", "accused"):
            assert getattr(one, field) == getattr(two, field), (one.name, field)


def played_options(played: Any, options: dict[str, Any]) -> Any:
    """The options, with a cast that was drawn at random named."""
    rules = options.get("rules", [])
    drawn = {"warped-timeline", "seven-girls", "free-setup"} & set(rules)
    if drawn and not options.get("cast"):
        humans = [name for c, name in enumerate(played.name) if played.began_human >> c & 1]
        cast = dict(sorted(zip(played.who, played.born, strict=True), key=lambda each: each[1]))
        kept = [slug for slug in rules if slug not in drawn and slug not in OTHERS]
        options = {"rules": [*kept, "seven-girls"], "cast": list(cast), "humans": humans}
        if "seven-girls" not in drawn:
            options |= {"rules": [*kept, "free-setup"], "seats": list(cast.values())}
    return GAME.read_options(options)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"sayaka": girl(hand=7)}, "characters.sayaka.hand: from 0 to 6 cards"),
    ({"sayaka": girl(hp=8)}, "characters.sayaka.hp: from 1 to 7"),
    ({"sayaka": girl(hp=0)}, "characters.sayaka.hp: from 1 to 7"),
    ({"kyoko": human()}, "she began as a girl"),
    ({"yuma": girl()}, "no 'yuma' in the cast"),
    ({"sayaka": girl("station")}, "characters.sayaka.place: there is no enemy in this area"),
    ({"sayaka": {"loot": ["growth"]}}, "humans hold no loot"),
    ({"mami": {"loot": ["grief-seed-large"] * 2}}, "no more copies of 'grief-seed-large'"),
    ({"mami": {"loot": ["loot-13"]}}, "no card 'loot-13' in this game"),
    ({"mami": {**DEAD, "hp": 3}}, "she is dead and has nothing any more"),
    ({"mami": {"hand": ["magic-99"]}}, "no magic card 'magic-99'"),
    ({"mami": {"hand": ["bow 3/4"] * 3}}, "there are no more cards 'bow 3/4'"),
    ({"mami": {"hand": ["bow 1/4"]}}, "there are no more cards 'bow 1/4'"),
    ({"mami": {"declines": "turn"}}, "only a human is asked for a contract"),
    ({"mami": {"shares": "kyoko"}}, "nobody is freed without an unmasked traitor"),
    ({"mami": {"seat": 7}}, "a seat from 0 to 4"),
    ({"mami": {"seat": 1}}, "seat 1 still has a character of its own"),
    ({"mami": {"accused": True}}, "only with stage-girl"),
    ({name: DEAD for name in ("sayaka", "kyoko", "madoka", "mami", "homura")}, "must survive"),
    ({"enemies": {"alley": "mermaid"}}, "'mermaid' emerges when sayaka drops out"),
    ({"enemies": {"alley": "healing"}}, "'healing' emerges when yuma drops out"),
    ({"enemies": {"alley": "evacuate"}}, "no enemy 'evacuate'"),
    ({"enemies": {"alley": "sweet"}}, "did you mean 'sweets'"),
    ({"enemies": {"alley": "walpurgis-6"}}, "did you mean 'walpurgis'"),
    ({"enemies": {"alley": "enemy-oriko"}}, "needs oriko-kirika"),
    ({"enemies": {"alley": familiar("unicorn", 1)}}, "enemies.alley.clock: from 0 to 0"),
    ({"enemies": {"alley": familiar("toys", 3)}}, "enemies.alley.clock: from 0 to 2"),
    ({"enemies": {"alley": familiar("toys", hp=9)}}, "enemies.alley.hp: from 1 to 8"),
    ({"enemies": {"alley": "toys"}, "event_pile": ["toys"]}, "no more copies of 'toys'"),
    ({"enemies": {"city": "toys"}}, "Invalid enum value 'city'"),
    ({"enemies": {}, "event_pile": ["rose-garden-a"]}, "only under the Stage-Device Witch"),
    ({"box": ["walpurgis"]}, "never leaves the game"),
    ({"event_pile": ["walpurgi"]}, "did you mean 'walpurgis'"),
    ({"durability": 121}, "durability: from 1 to 120"),
    ({"durability": 0}, "durability: from 1 to 120"),
    ({"turn": 0}, "counted from 1"),
    ({"acting": "mami"}, "acting: only in the action phase"),
    ({"phase": "action", "acting": "mamy"}, "did you mean 'mami'"),
    ({"resolved": ["alley"]}, "resolved: only in the battle phase"),
    ({"shore_idle": True}, "the Witch of the Near Shore is not there"),
    ({"identities": ["girls"] * 5}, "only with stage-girl"),
    ({"traitors": [{"seat": 1}]}, "only with stage-girl"),
    ({"phase": "evening"}, "Invalid enum value 'evening'"),
    ({"weather": "rain"}, "unknown field of a scenario of mitakihara: 'weather'"),
]


@pytest.mark.parametrize(("position", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_impossible_positions_are_refused(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(engine.BadScenario) as error:
        board(**position)
    assert reason in str(error.value)


HIDDEN: list[tuple[dict[str, Any], str]] = [
    ({"traitors": [{"seat": 3}]}, "an unmasked traitor has lost her"),
    ({"traitors": [{"seat": 3}], "mami": {"seat": 0}}, "she shares the hand"),
    ({"traitors": [{"seat": 3}, {"seat": 3}]}, "a seat is named twice"),
    ({"traitors": [{"seat": 3, "hand": 5}], "mami": {"shares": "kyoko"}}, "from 0 to 4 cards"),
    ({"traitors": [{"seat": 3}, {"seat": 1}]}, "there are 5 girls and 1 witches"),
    ({"traitors": [{"seat": 9}]}, "seats from 0 to 4"),
    ({"identities": ["girls"] * 4}, "one for each of 5 players"),
    ({"identities": ["witch"] * 2 + ["girls"] * 3}, "there are 5 girls and 1 witches"),
    ({"identities": ["witch"] + ["girls"] * 4, "shown": [0]}, "seat 0 is an unmasked traitor"),
    ({"identities": ["girls"] * 3 + ["witch", "girls"], "mami": DEAD}, "not killed (MTK-OTR-12)"),
    ({"mami": {"seat": 1}}, "only a traitor loses her character"),
    ({"traitors": [{"seat": 3}], "mami": {"shares": "kyoko", "hand": 2}}, "plays with the hand"),
    ({"traitors": [{"seat": 3}], "mami": {"shares": "mami"}}, "no survivor 'mami'"),
]


@pytest.mark.parametrize(("position", "reason"), HIDDEN, ids=[reason for _, reason in HIDDEN])
def test_impossible_identities_are_refused(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(engine.BadScenario) as error:
        board("stage-girl", **position)
    assert reason in str(error.value)


def test_kirika_has_her_place() -> None:
    with pytest.raises(engine.BadScenario, match="stands in the building"):
        board("oriko-kirika", enemies={"alley": "enemy-kirika"})
