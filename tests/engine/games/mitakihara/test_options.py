"""Options in general and those that change the cast (MTK-OPT, -OHE, -OSW, -OGR to -OFR)."""

from collections.abc import Iterator
from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    CARDS,
    DROPPED,
    Board,
    board,
    durability,
    enemies,
    enemy,
    girl,
    hp,
    human,
    loot,
    names,
    new,
    pile,
    state,
    verbs,
    who,
)

DIFFICULTY = ("--", "-", "+-", "+", "++", "+++", "++++")
OTHERS = {
    "sword-princess-sayaka": "sayaka",
    "apprentice-kyoko": "kyoko",
    "first-loop-madoka": "madoka",
    "tocca-maestro-mami": "mami",
    "bomber-homura": "homura",
}
BASE = ["sayaka", "kyoko", "madoka", "mami", "homura"]
EIGHT = [*BASE, "yuma", "kirika", "oriko"]
START_LOOT = {"homura": "time-manipulation", "yuma": "loot-13", "oriko": "loot-14"}


def humans(table: Board) -> list[str]:
    """Who is a human, in action order."""
    return [name for name in names(table) if state(table, name) == "human"]


def last(table: Board) -> str:
    """The printed number of the card at the bottom of the event pile."""
    number: str = CARDS.events[pile(table, "event")[-1]].number
    return number


def drawn(slug: str, players: int, **options: Any) -> Iterator[Board]:
    """Matches whose cast is drawn at random."""
    return (new(slug, players=players, seed=seed, **options) for seed in range(40))


def refused(reason: str, *rules: str, players: int = 5, **options: Any) -> None:
    """These options are refused, with this reason."""
    with pytest.raises((engine.BadOptions, engine.BadPlayers), match=reason):
        new(*rules, players=players, **options)


def start_loot_is_right(table: Board) -> None:
    """Who starts as a girl has the loot named on her card; nobody else has any."""
    for name in names(table):
        named = START_LOOT.get(name)
        has_it = named is not None and state(table, name) == "girl"
        assert loot(table, name) == ([named] if has_it else []), name


# -- OPT: options in general ----------------------------------------------------------------------


@pytest.mark.rule("MTK-OPT-01")
def test_options_are_combined() -> None:
    table = new("burst-heal", "bomber-homura", "six-girls", "oriko-kirika", players=6)
    assert who(table, "homura").card == "homura-another"
    assert "yuma" in names(table)
    assert set(table.view(0).rules) == {"burst-heal", "bomber-homura", "six-girls", "oriko-kirika"}


@pytest.mark.rule("MTK-OPT-02")
def test_difficulties_are_the_rulebooks() -> None:
    printed = {option.slug: option.difficulty for option in CARDS.option}
    assert len(printed) == 14
    assert set(printed.values()) - {"?????"} <= set(DIFFICULTY)
    unknown = {slug for slug, mark in printed.items() if mark == "?????"}
    assert unknown == {"warped-timeline", "free-setup"}
    known = {slug: DIFFICULTY.index(mark) for slug, mark in printed.items() if slug not in unknown}
    assert known["burst-heal"] == 0
    assert {slug for slug, step in known.items() if step == 6} == {
        "apprentice-kyoko",
        "bomber-homura",
        "stage-girl",
    }
    assert known["six-girls"] < known["oriko-kirika"] < known["stage-girl"]


@pytest.mark.rule("MTK-OPT-03")
@pytest.mark.parametrize("second", ["six-girls", "seven-girls", "eight-girls", "warped-timeline"])
@pytest.mark.parametrize("first", ["green-girl", "free-setup"])
def test_options_that_fix_the_cast_exclude_each_other(first: str, second: str) -> None:
    refused("exclude each other: each fixes the cast", first, second, players=6)
    refused("exclude each other: each fixes the cast", second, first, players=6)


@pytest.mark.rule("MTK-OPT-04")
def test_oriko_and_kirika_are_not_on_both_sides() -> None:
    refused("oriko is in the cast", "oriko-kirika", "free-setup", cast=[*BASE[:4], "oriko"])
    refused("kirika is in the cast", "oriko-kirika", "free-setup", cast=[*BASE[:4], "kirika"])
    refused("oriko is in the cast", "oriko-kirika", "eight-girls", players=8)
    refused("needs Madoka", "oriko-kirika", "green-girl")
    table = new("oriko-kirika", "free-setup", cast=["madoka-another", *BASE[:2], "mami", "yuma"])
    assert who(table, "madoka").card == "madoka-another"


@pytest.mark.rule("MTK-OPT-05")
def test_a_replacement_needs_its_character() -> None:
    reason = "first-loop-madoka replaces madoka, who is not in the cast"
    refused(reason, "first-loop-madoka", "green-girl")
    cast = ["sayaka", "kyoko", "mami", "yuma", "oriko"]
    refused("bomber-homura replaces homura", "bomber-homura", "free-setup", cast=cast)


@pytest.mark.rule("MTK-OPT-06")
@pytest.mark.parametrize(("name", "card"), [("yuma", "loot-13"), ("oriko", "loot-14")])
def test_who_starts_as_a_human_gets_her_loot_with_the_contract(name: str, card: str) -> None:
    options = {"cast": ["sayaka", "kyoko", "mami", "homura", name], "humans": ["sayaka", name]}
    table = board("free-setup", options=options, windows=True)
    assert loot(table, name) == []
    assert card not in pile(table, "loot")
    table.until("contract", of=name)
    table.does(name, f"contract {name}")
    assert loot(table, name) == [card]
    as_girl = new("free-setup", cast=options["cast"], humans=["sayaka"])
    assert loot(as_girl, name) == [card]


@pytest.mark.rule("MTK-OPT-06")
def test_homura_gets_time_manipulation_by_her_own_wish_only() -> None:
    options = {"cast": BASE, "humans": ["homura"]}
    for wish, held in (("wish-nothing", []), ("wish-time", ["time-manipulation"])):
        table = board("free-setup", options=options, windows=True)
        assert "time-manipulation" not in pile(table, "loot")
        table.does("homura", "contract homura")
        assert loot(table, "homura") == []
        table.does("homura", wish)
        assert loot(table, "homura") == held


@pytest.mark.rule("MTK-OPT-07")
@pytest.mark.parametrize(
    ("slug", "players"), [("warped-timeline", 5), ("seven-girls", 7), ("free-setup", 5)]
)
def test_oriko_and_kirika_need_a_cast_that_is_not_drawn(slug: str, players: int) -> None:
    refused("needs a cast that is not drawn at random", "oriko-kirika", slug, players=players)


@pytest.mark.rule("MTK-OPT-08")
def test_a_replacement_of_somebody_not_drawn_has_no_effect() -> None:
    seen = set()
    for seed in range(40):
        table = new("warped-timeline", "bomber-homura", players=5, seed=seed)
        cards = {name: who(table, name).card for name in names(table)}
        seen.add(cards.get("homura", ""))
        assert {card for name, card in cards.items() if name != "homura"} <= set(EIGHT)
    assert seen == {"", "homura-another"}


@pytest.mark.rule("MTK-OPT-09")
def test_starting_loot_of_who_is_not_there_stays_in_the_box() -> None:
    for table in (new(), new("free-setup", cast=[*BASE[:4], "nagisa"])):
        absent = set(START_LOOT) - set(names(table))
        everywhere = [
            *pile(table, "loot"),
            *(card for n in names(table) for card in loot(table, n)),
        ]
        assert not {START_LOOT[name] for name in absent} & set(everywhere)
        start_loot_is_right(table)


# -- OHE: burst-heal ------------------------------------------------------------------------------

SEEDS = ("grief-seed", "grief-seed-large", "grief-seed-shard")


def struck(*rules: str, late: bool = False, **fields: Any) -> Board:
    """Kyoko and Mami against the Artist Witch, who strikes Kyoko for 8 less her defence."""
    options = {} if late or "burst-heal" not in rules else {"late": False}
    fighters: dict[str, Any] = {
        "kyoko": girl("alley", hand=["sword 1/5", "sword 1"], loot=list(SEEDS)),
        "mami": girl("alley", hand=["bow 1", "bow 1"], loot=["grief-seed"]),
    }
    return board(
        *rules,
        options=options,
        phase="battle",
        enemies={"alley": "artist"},
        **{**fighters, **fields},
    )


@pytest.mark.rule("MTK-OHE-01", "MTK-OHE-02")
@pytest.mark.parametrize("card", SEEDS)
def test_a_seed_cancels_the_damage_as_it_comes(card: str) -> None:
    table = struck("burst-heal")
    full = hp(table, "kyoko")
    table.battle(
        {"kyoko": "attack sword 1", "mami": "attack bow 1"}, defend="kyoko", burst=f"burst {card}"
    )
    assert hp(table, "kyoko") == full
    assert enemy(table, "alley").hp < 20  # her attack, her choice in this battle, still counts
    assert sorted(loot(table, "kyoko")) == sorted(set(SEEDS) - {card})
    assert table.view(0).loot_discard == (card,)


@pytest.mark.rule("MTK-OHE-01", "MTK-OHE-02")
def test_burst_healing_saves_from_a_mortal_wound_and_may_be_declined() -> None:
    saved, killed = (
        struck("burst-heal", kyoko=girl("alley", hp=1, hand=["sword 1"], loot=["grief-seed"]))
        for _ in range(2)
    )
    lays = {"kyoko": "attack sword 1", "mami": "attack bow 1"}
    saved.battle(lays, defend="kyoko", burst="burst grief-seed")
    assert (state(saved, "kyoko"), hp(saved, "kyoko")) == ("girl", 1)
    killed.battle(lays, defend="kyoko", burst="pass")
    assert state(killed, "kyoko") == "dead"


@pytest.mark.rule("MTK-OHE-01")
def test_without_the_option_or_a_seed_nobody_is_asked() -> None:
    for table in (
        struck(),
        struck("burst-heal", kyoko=girl("alley", hand=["sword 1/5", "sword 1"])),
    ):
        full = hp(table, "kyoko")
        table.battle({"kyoko": "attack sword 1", "mami": "attack bow 1"}, defend="kyoko")
        assert hp(table, "kyoko") < full
        assert not table.told("burst")


@pytest.mark.rule("MTK-OHE-03")
def test_burst_healing_covers_the_holder_alone() -> None:
    table = struck("burst-heal", kyoko=girl("alley", hand=["sword 1/5", "sword 1"]))
    full = hp(table, "kyoko")
    table.battle(
        {"kyoko": "attack sword 1", "mami": "attack bow 1"},
        defend="kyoko",
        burst="burst grief-seed",  # Mami's, if anybody asked her
    )
    assert not table.told("burst")
    assert hp(table, "kyoko") < full
    assert loot(table, "mami") == ["grief-seed"]


@pytest.mark.rule("MTK-OHE-04", "MTK-OHE-05")
def test_late_waits_for_the_first_corresponding_witch() -> None:
    lays = {"kyoko": "attack sword 1", "mami": "attack bow 1"}
    early = struck("burst-heal", late=True)
    early.battle(lays, defend="kyoko", burst="burst grief-seed")
    assert not early.told("burst")
    assert hp(early, "kyoko") < who(early, "kyoko").most_hp
    late = struck("burst-heal", late=True, homura=DROPPED, emerged=True)
    late.battle(lays, defend="kyoko", burst="burst grief-seed")
    assert late.told("burst")
    assert hp(late, "kyoko") == who(late, "kyoko").most_hp


@pytest.mark.rule("MTK-OHE-05")
def test_it_becomes_active_when_she_emerges() -> None:
    table = board(
        "burst-heal",
        phase="adjustment",
        enemies={"alley": "artist"},
        homura=girl(hand=[]),
        event_pile=["evacuate"],
        kyoko=girl(hand=["sword 1"], loot=["grief-seed"]),
    )
    table.turn_of("kyoko")
    assert "near-shore" in enemies(table).values()
    table.does("kyoko", "move alley")
    table.battle({"kyoko": "attack sword 1"}, burst="burst grief-seed")
    assert table.told("burst")


@pytest.mark.rule("MTK-OHE-05")
def test_late_belongs_to_burst_heal() -> None:
    refused("late: only with burst-heal", late=False)


# -- OSW: other versions --------------------------------------------------------------------------


@pytest.mark.rule("MTK-OSW-01", "MTK-OSW-02", "MTK-OSW-03", "MTK-OSW-04", "MTK-OSW-05")
@pytest.mark.parametrize(("slug", "name"), OTHERS.items())
def test_another_replaces_her(slug: str, name: str) -> None:
    table = new(slug)
    assert names(table) == BASE
    assert {her.card for her in table.view(0).characters} == {
        *(each for each in BASE if each != name),
        f"{name}-another",
    }
    face = CARDS.girls[f"{name}-another"]
    shown = face.girl if state(table, name) == "girl" else face.human
    assert (hp(table, name), who(table, name).most_cards) == (shown.hp, shown.mp)
    marks = {option.slug: option.difficulty for option in CARDS.option}
    assert [marks[each] for each in OTHERS] == ["-", "++++", "+", "+-", "++++"]


@pytest.mark.rule("MTK-OSW-06")
def test_rules_that_name_a_character_mean_her_other_version() -> None:
    table = board("bomber-homura", homura=girl(loot=["time-manipulation"]))
    assert table.until("time").question == ("homura", "time")
    table = board(phase="event", enemies={}, event_pile=["walpurgis"], homura=girl(hand=4))
    other = board(
        "bomber-homura", phase="event", enemies={}, event_pile=["walpurgis"], homura=girl(hand=4)
    )
    for each in (table, other):
        each.until("act")
        assert who(each, "homura").cards == 4 - CARDS.events["walpurgis"].homura_discards


@pytest.mark.rule("MTK-OSW-06")
def test_abilities_are_those_of_the_card_in_play() -> None:
    def offers(*rules: str, hand: tuple[str, ...]) -> set[str]:
        table = board(
            *rules, phase="battle", enemies={"alley": "artist"}, mami=girl("alley", hand=list(hand))
        )
        return verbs(table.until("lay", of="mami").options("mami"))

    hand = ("bow 1", "bow 2", "bow 3", "bow 4")
    assert "tiro-finale" in offers(hand=hand)
    assert "tiro-finale" not in offers("tocca-maestro-mami", hand=hand)
    assert "tocca-spirale" in offers("tocca-maestro-mami", hand=hand)
    assert "tocca-spirale" not in offers(hand=hand)


# -- OGR, OSX: Yuma -------------------------------------------------------------------------------


@pytest.mark.rule("MTK-OGR-01", "MTK-OGR-02", "MTK-OGR-03")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_yuma_replaces_madoka(players: int) -> None:
    base, green = new(players=players), new("green-girl", players=players)
    assert names(green) == ["sayaka", "kyoko", "mami", "homura", "yuma"]
    assert state(green, "yuma") == "girl"
    assert loot(green, "yuma") == ["loot-13"]
    assert humans(green) == ["sayaka"]
    assert green.seat("yuma") == base.seat("madoka")
    for name in ("sayaka", "kyoko", "mami", "homura"):
        assert green.seat(name) == base.seat(name)
    assert durability(green) == durability(base) == 120


@pytest.mark.rule("MTK-OSX-01", "MTK-OSX-02", "MTK-OSX-03", "MTK-OSX-04")
def test_six_magical_girls() -> None:
    table = new("six-girls", players=6)
    assert names(table) == [*BASE, "yuma"]
    assert sorted(table.seat(name) for name in names(table)) == [0, 1, 2, 3, 4, 5]
    assert state(table, "yuma") == "girl"
    assert loot(table, "yuma") == ["loot-13"]
    assert last(table) == "30_EX"
    assert durability(table) == 80
    for players in (5, 7):
        refused("six-girls is for 6 players", "six-girls", players=players)
    refused("with 6 use six-girls", players=6)


# -- OWT: warped-timeline -------------------------------------------------------------------------


@pytest.mark.rule("MTK-OWT-01", "MTK-OWT-02", "MTK-OWT-03", "MTK-OWT-10")
@pytest.mark.parametrize(
    ("players", "city", "number"),
    [(5, 120, "30"), (6, 80, "30_EX"), (7, 60, "30_EX2"), (8, 40, "30_EX3")],
)
def test_a_random_cast_with_sayaka(players: int, city: int, number: str) -> None:
    casts = set()
    for table in drawn("warped-timeline", players):
        cast = names(table)
        assert "sayaka" in cast
        assert len(cast) == players
        assert set(cast) <= set(EIGHT)
        assert (durability(table), last(table)) == (city, number)
        casts.add(tuple(cast))
    assert players == 8 or len(casts) > 3
    assert {name for cast in casts for name in cast} == set(EIGHT)


@pytest.mark.rule("MTK-OWT-04")
def test_sayaka_and_one_drawn_at_random_start_as_humans() -> None:
    seconds = set()
    for table in drawn("warped-timeline", 5, madoka_fix="none"):
        first, second = sorted(humans(table), key=lambda name: name != "sayaka")
        assert first == "sayaka"
        seconds.add(second)
    assert len(seconds) > 4


@pytest.mark.rule("MTK-OWT-05")
def test_who_plays_whom_is_drawn() -> None:
    seats = set()
    for table in drawn("warped-timeline", 5):
        assert sorted(table.seat(name) for name in names(table)) == [0, 1, 2, 3, 4]
        seats.add(table.seat("sayaka"))
    assert seats == {0, 1, 2, 3, 4}


@pytest.mark.rule("MTK-OWT-06", "MTK-OWT-07")
def test_madoka_is_the_second_human_unless_chosen_otherwise() -> None:
    def madokas(**options: Any) -> set[tuple[str, str]]:
        tables = [t for t in drawn("warped-timeline", 6, **options) if "madoka" in names(t)]
        assert all(len(humans(table)) == 2 for table in tables)
        return {(who(table, "madoka").card, state(table, "madoka")) for table in tables}

    assert madokas() == madokas(madoka_fix="human") == {("madoka", "human")}
    assert madokas(madoka_fix="another") == {("madoka", "human"), ("madoka-another", "girl")}
    assert madokas(madoka_fix="none") == {("madoka", "human"), ("madoka", "girl")}
    refused("madoka-fix: only with warped-timeline", madoka_fix="none")


@pytest.mark.rule("MTK-OWT-08")
def test_loot_of_a_drawn_cast() -> None:
    states = set()
    for table in drawn("warped-timeline", 7, madoka_fix="none"):
        start_loot_is_right(table)
        states |= {(name, state(table, name)) for name in START_LOOT if name in names(table)}
    assert len(states) == 6  # each of the three was drawn as a girl and as a human


@pytest.mark.rule("MTK-OWT-09")
@pytest.mark.parametrize(("players", "held"), [(3, [2, 2, 1]), (4, [2, 1, 1, 1])])
def test_five_characters_for_three_or_four(players: int, held: list[int]) -> None:
    for table in drawn("warped-timeline", players):
        owners = [table.seat(name) for name in names(table)]
        assert [owners.count(seat) for seat in range(players)] == held
        assert durability(table) == 120


# -- OSV, OEI: seven and eight --------------------------------------------------------------------

SEVEN = ["sayaka", "kyoko", "mami", "homura", "yuma", "oriko", "kazumi"]


@pytest.mark.rule("MTK-OSV-01", "MTK-OSV-04", "MTK-OSV-05")
def test_seven_characters_chosen_or_drawn() -> None:
    chosen = new("seven-girls", players=7, cast=SEVEN)
    assert sorted(names(chosen)) == sorted(SEVEN)
    assert sorted(chosen.seat(name) for name in SEVEN) == list(range(7))
    casts = set()
    for table in [chosen, *drawn("seven-girls", 7)]:
        casts.add(tuple(names(table)))
        assert len(names(table)) == 7
        assert (last(table), durability(table)) == ("30_EX2", 60)
    assert len(casts) > 3
    refused("seven-girls is for 7 players", "seven-girls", players=6)
    refused("needs 7 characters, not 6", "seven-girls", players=7, cast=SEVEN[:6])


@pytest.mark.rule("MTK-OSV-02")
def test_with_madoka_she_and_sayaka_are_the_humans() -> None:
    cast = ["madoka" if name == "kazumi" else name for name in SEVEN]
    assert humans(new("seven-girls", players=7, cast=cast)) == ["sayaka", "madoka"]
    refused("sayaka and madoka start as humans", "seven-girls", players=7, cast=cast, humans=["sayaka", "mami"])  # fmt: skip
    for table in drawn("seven-girls", 7):
        if "madoka" in names(table):
            assert humans(table) == ["sayaka", "madoka"]


@pytest.mark.rule("MTK-OSV-03")
def test_without_madoka_sayaka_and_one_other_are_the_humans() -> None:
    table = new("seven-girls", players=7, cast=SEVEN, humans=["sayaka", "homura"])
    assert humans(table) == ["sayaka", "homura"]
    refused("sayaka and one other", "seven-girls", players=7, cast=SEVEN, humans=["homura", "mami"])
    refused("sayaka and one other", "seven-girls", players=7, cast=SEVEN, humans=["sayaka"])
    seconds = set()
    for table in drawn("seven-girls", 7):
        if "madoka" not in names(table):
            first, second = humans(table)
            assert first == "sayaka"
            seconds.add(second)
    assert len(seconds) > 1


@pytest.mark.rule("MTK-OSV-06")
def test_loot_of_seven() -> None:
    table = new("seven-girls", players=7, cast=SEVEN, humans=["sayaka", "homura"])
    start_loot_is_right(table)
    assert loot(table, "yuma") == ["loot-13"]
    assert loot(table, "oriko") == ["loot-14"]
    for each in drawn("seven-girls", 7):
        start_loot_is_right(each)


@pytest.mark.rule("MTK-OSV-07")
@pytest.mark.parametrize(
    ("cast", "asked", "reason"),
    [
        (["madoka", *SEVEN[1:]], None, "seven-girls needs Sayaka"),
        ([*SEVEN[:6], "sayaka-another"], None, "more than one card of sayaka"),
        ([*SEVEN[:5], "kazumi", "nagisa"], None, "share the black pawns"),
        (SEVEN, ["sayaka", "kazumi"], "Kazumi has no human face"),
    ],
)
def test_casts_of_seven_that_cannot_be(
    cast: list[str], asked: list[str] | None, reason: str
) -> None:
    refused(reason, "seven-girls", players=7, cast=cast, humans=asked)


@pytest.mark.rule("MTK-OEI-01", "MTK-OEI-02", "MTK-OEI-03", "MTK-OEI-04", "MTK-OEI-05")
def test_eight_magical_girls() -> None:
    table = new("eight-girls", players=8)
    assert sorted(names(table)) == sorted(EIGHT)
    assert {CARDS.girls[name].witch for name in EIGHT} == {card.id for card in CARDS.witch}
    assert sorted(table.seat(name) for name in EIGHT) == list(range(8))
    assert humans(table) == ["sayaka", "madoka"]
    assert last(table) == "30_EX3"
    assert durability(table) == 40
    start_loot_is_right(table)
    refused("eight-girls is for 8 players", "eight-girls", players=7)


# -- OFR: free-setup ------------------------------------------------------------------------------


@pytest.mark.rule("MTK-OFR-01")
def test_the_cast_is_chosen_or_drawn() -> None:
    cast = ["nagisa", "homura", "yuma", "oriko", "kyoko-another"]
    table = new("free-setup", cast=cast)
    assert {her.card for her in table.view(0).characters} == set(cast)
    assert len({tuple(names(table)) for table in drawn("free-setup", 5)}) > 3


@pytest.mark.rule("MTK-OFR-02", "MTK-OFR-03")
def test_two_humans_are_the_default_but_any_number_may_be_named() -> None:
    assert humans(new("free-setup", cast=BASE)) == ["sayaka", "madoka"]
    without = ["kyoko", "mami", "homura", "yuma", "oriko"]
    assert len(humans(new("free-setup", cast=without))) == 2
    for asked in ([], ["kyoko"], ["sayaka", "mami", "homura"], BASE):
        assert humans(new("free-setup", cast=BASE, humans=asked)) == asked


@pytest.mark.rule("MTK-OFR-04")
@pytest.mark.parametrize(
    ("count", "city", "number"),
    [(5, 120, "30"), (6, 80, "30_EX"), (7, 60, "30_EX2"), (8, 40, "30_EX3")],
)
def test_durability_and_last_card_follow_the_characters(count: int, city: int, number: str) -> None:
    table = new("free-setup", players=3, cast=EIGHT[:count])
    assert (durability(table), last(table)) == (city, number)


@pytest.mark.rule("MTK-OFR-05")
def test_loot_of_a_free_cast() -> None:
    for asked in (["sayaka"], ["sayaka", "homura"], ["yuma", "oriko"]):
        start_loot_is_right(new("free-setup", players=5, cast=EIGHT, humans=asked))


@pytest.mark.rule("MTK-OFR-06")
@pytest.mark.parametrize(
    ("cast", "asked", "reason"),
    [
        (BASE[:4], None, "5 to 8 characters are needed, not 4"),
        ([*EIGHT, "kazumi"], None, "5 to 8 characters are needed, not 9"),
        ([*BASE, "madoka-another"], None, "more than one card of madoka"),
        ([*BASE[:3], "kazumi", "nagisa"], None, "share the black pawns"),
        ([*BASE[:4], "kazumi"], ["kazumi"], "Kazumi has no human face"),
        ([*BASE[:4], "homora"], None, r"'homora' is no girl card \(did you mean 'homura'"),
    ],
)
def test_free_casts_that_cannot_be(cast: list[str], asked: list[str] | None, reason: str) -> None:
    refused(reason, "free-setup", cast=cast, humans=asked)


@pytest.mark.rule("MTK-OFR-07")
def test_the_table_assigns_characters_to_fewer_seats() -> None:
    seats = [2, 2, 0, 1, 0, 1]
    table = new("free-setup", players=3, cast=EIGHT[:6], seats=seats)
    assert [table.seat(name) for name in EIGHT[:6]] == seats
    refused(
        "each seat from 0 to 2 needs", "free-setup", players=3, cast=BASE, seats=[0, 0, 1, 1, 1]
    )
    refused("one for each of 5", "free-setup", players=3, cast=BASE, seats=[0, 1, 2])
    refused("at least as many characters", "free-setup", players=6, cast=BASE)


@pytest.mark.rule("MTK-OFR-07")
def test_humans_and_seats_belong_to_a_named_cast() -> None:
    refused("humans: only with a cast that is named", "free-setup", humans=["sayaka"])
    refused("cast: only with free-setup or seven-girls", cast=BASE)
    table = board("free-setup", options={"cast": BASE, "humans": ["mami"]}, mami=human("alley"))
    assert humans(table) == ["mami"]
