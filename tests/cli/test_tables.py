"""The tables of Witches at Daybreak and Shadows over Mitakihara: all that is open, nothing else."""

import random
from typing import Any

import pytest

from taku import engine
from taku.cli import render
from taku.cli.moves import choices
from taku.cli.render.common import ENDLESS, Look, cells
from taku.cli.style import STYLES, plain
from taku.cli.telling import ending
from taku.engine import Match
from tests.support import daybreak, mitakihara
from tests.support.cli import session
from tests.support.daybreak import board, seat
from tests.support.mitakihara import DEAD, DROPPED, familiar, girl, human, witch
from tests.support.table import Table

LANGUAGES = ("ja", "en")
NAMES = (
    "Player",
    "greedy 1",
    "greedy 2",
    "greedy 3",
    "greedy 4",
    "greedy 5",
    "greedy 6",
    "greedy 7",
)


def look_at(table: Table, language: str = "en", width: int = 80, height: int = ENDLESS) -> Look:
    """For whom the table is drawn."""
    return Look(table.game, language, NAMES[: table.state.players], width, height)


def drawn(
    table: Table,
    who: int | None = 0,
    language: str = "en",
    width: int = 80,
    height: int = ENDLESS,
) -> str:
    """The table as a seat sees it."""
    return plain(render.table(table.view(who), look_at(table, language, width, height)))


def bar(table: Table, language: str = "en") -> str:
    """The bottom bar."""
    return render.status(table.view(0), look_at(table, language))


def line_of(text: str, part: str) -> str:
    """The first line with this part."""
    return next(line for line in text.splitlines() if part in line)


def fits(table: Table) -> None:
    """Every seat's table fits every width, in styles there are, in both languages."""
    for language in LANGUAGES:
        for width, height in ((80, 5), (80, 16), (80, 24), (80, 50), (100, 24), (120, 40)):
            look = look_at(table, language, width, height)
            for who in (None, *range(table.state.players)):
                lines = render.table(table.view(who), look)
                for line in lines:
                    assert {style for style, _ in line} <= {"", *STYLES}
                    assert sum(cells(text) for _, text in line) <= width, line


def test_the_command_table_draws_what_a_small_screen_has_no_room_for() -> None:
    made, out = session("table\n", "mitakihara", ("human", "random:seed=1", "random:seed=2"))
    with pytest.raises(EOFError):
        made.run()
    before, after = out.getvalue().split("> table", 1)
    assert "Mermaid Witch" not in before
    assert "Mermaid Witch" in line_of(after, "Witches ")


def test_the_bar_of_heart_of_crown_has_room_for_the_points_of_three_players() -> None:
    match = next(
        match
        for seed in range(20)
        if (match := Match(engine.game("heart-of-crown"), 3, seed)).state.pending[0].seat == 0
    )
    told = render.status(match.state.view(0), Look(match.game, "en", NAMES[:3], 80))
    assert told.endswith("points ▸Player: 0, greedy 1: 0, greedy 2: 0")
    assert cells(told) < 80


@pytest.mark.parametrize("game", ["grimoire", "heart-of-crown"])
def test_a_table_tells_how_far_it_is_to_the_end(game: str) -> None:
    rng = random.Random(1)
    match = Match(engine.game(game), 2, 1)
    while match.state.pending and len(match.moves) < 40:
        decision = match.state.pending[0]
        match.apply(decision.seat, rng.choice(decision.moves))
    view = match.state.view(0)
    text = plain(render.table(view, Look(match.game, "en", NAMES[:2])))
    if game == "grimoire":
        assert f"companions  ({len(view.areas[1].companions)}/10) " in text
        assert f"treasures   ({view.areas[1].treasures.count}/10) " in text
    else:
        assert f"greedy 1  {view.areas[1].points}/20 points" in text
        assert "number = cost  ×left  → ↓ = links" in text


def test_the_command_table_draws_what_one_player_has() -> None:
    made, out = session("table rand\ntable zed\n", "daybreak", ("human", "random:seed=1"))
    with pytest.raises(EOFError):
        made.run()
    _, one, none = out.getvalue().split("> table ")
    assert "per turn" in one
    assert "card zone" not in one
    assert "There is no single player 'zed'; there are: " in none


# -- Witches at Daybreak --------------------------------------------------------------------------


def crowded(**more: Any) -> Table:
    """A position with something in every zone."""
    return board(
        seat(
            stones=4,
            placed=[0, 2],
            cast=["lamplighter 2", "alley-nun 4 installed", "gate-guard 1 installed face-down"],
            hand=["ferryman", "curse"],
            witch="kiara-smith",
        ),
        seat(stones=7, cast=["prankster 3"], unseen=["milk-carrier"], hand=["pickpocket"]),
        card_zone=["pendulum-maker 3", "starstone-miner"],
        removed=["lullaby-nurse", "windmill-miller"],
        **more,
    )


@pytest.mark.rule("DBK-ZONE-05", "DBK-ZONE-08", "DBK-ZONE-10", "DBK-ZONE-17", "DBK-ZONE-41")
def test_the_shared_zones_are_drawn_with_the_stones_on_cards() -> None:
    table = crowded()
    text = drawn(table)
    view = table.view(0)
    for part in (
        f"stone zone ◆{view.stone_zone}",
        f"deck {view.deck}",
        "curses 11",
        "1→I Pendulum Maker ◆3",
        "Starstone Miner",
        "(2) Lullaby Nurse, Windmill Miller",
    ):
        assert part in text
    assert "Starstone Miner ◆" not in text


@pytest.mark.rule("DBK-ZONE-19", "DBK-ZONE-21", "DBK-FACE-10")
def test_a_cast_zone_has_its_cards_under_their_places() -> None:
    lines = drawn(crowded()).splitlines()
    head = next(n for n, line in enumerate(lines) if "II ◆2" in line)
    heads, cards = lines[head], lines[head + 1]
    assert cards.index("▒↑East Gate Guard") == heads.index("I ")
    assert cards.index("Lamplighter") == heads.index("II ◆2")
    assert cards.index("↑Hidden-house Nun") == heads.index("IV ")


@pytest.mark.rule("DBK-ZONE-37", "DBK-ZONE-38", "DBK-ZONE-39")
def test_of_another_hand_one_sees_the_number_and_what_all_have_seen() -> None:
    text = drawn(crowded())
    assert "greedy 1  ◆7  hand 2" in text
    assert "2→II Downtown Pickpocket  ▒ ×1" in text
    assert "Milk Carrier" not in text
    assert "Milk Carrier" in drawn(crowded(), who=1)


@pytest.mark.rule("DBK-ZONE-01")
def test_no_card_that_is_hidden_is_named() -> None:
    rng = random.Random(2)
    for seed in range(6):
        table = Table("daybreak", 2 + seed % 3, seed, {"modules": ["curse", "bless"]})
        table.random(rng, 60)
        for who in range(table.state.players):
            view = table.view(who)
            for language in LANGUAGES:
                text = drawn(table, who, language, 120)
                for card in view.unseen:
                    assert look_at(table, language).name(card) not in text


def test_the_known_top_of_the_deck_the_card_in_use_and_the_end_are_told() -> None:
    table = crowded(deck=["moon-reaper", "hymn-of-daybreak"], deck_seen=1, ending="stones-out")
    text = drawn(table)
    assert "Deck top     Moon Reaper" in text
    assert "Hymn" not in text
    assert "The end has begun: the stone zone is empty; last turns to begin: 2" in text
    table.play(0, "use ferryman")
    assert "In use       Ferryman: You may give" in drawn(table)


@pytest.mark.rule("DBK-WITCH-07", "DBK-WITCH-08")
def test_a_witch_shows_which_effects_are_left() -> None:
    fresh = drawn(board(seat(witch="kiara-smith")), width=120)
    assert "All cards and stones in your cast zone: cast time -2." in fresh
    assert "cost X" in fresh
    used = drawn(board(seat(witch="kiara-smith", spent=True), power_used=True), width=120)
    assert "Kiara Smith (game effect spent)" in used
    assert "per game" not in used
    assert "per turn" not in used


def test_cards_and_witch_effects_say_beside_the_move_what_they_cost_and_do() -> None:
    table = board(seat(witch="kiara-smith", hand=["lamplighter"]))
    offered = {c.move: c for c in choices(table.moves(0), look_at(table), table.view(0))}
    assert offered["use lamplighter"].note.startswith("2→III ※ · Gain ")
    assert offered["witch-game"].note == "All cards and stones in your cast zone: cast time -2."
    assert offered["witch-turn-x 2"].note.startswith("cost X · X SP")


@pytest.mark.rule("DBK-MISC-10")
def test_a_price_that_a_rule_has_changed_is_the_one_shown_and_marked() -> None:
    cheaper = [card.id for card in daybreak.GAME.cards.normal if _lowers(card.id, "acquire-cost")]
    table = board(
        seat(stones=4, cast=[f"{cheaper[0]} 3 installed"]),
        seat(stones=4),
        card_zone=["starfall-rite", "moon-reaper"],
    )
    area, other = table.view(0).areas
    assert dict(area.acquire_costs)["moon-reaper"] == 3
    assert other.acquire_costs == ()
    assert "*3→I Moon Reaper" in drawn(table)
    assert "* changed cost" in drawn(table)
    assert " 4→I Moon Reaper" in drawn(table, who=1)


def _lowers(card: str, rule: str) -> bool:
    """Whether an installed card changes a cost by a rule."""
    return rule in [op.rule for op in daybreak.GAME.cards.statics.get(card, ())]


@pytest.mark.rule("DBK-ZONE-21")
def test_places_are_told_by_their_numerals() -> None:
    words = daybreak.GAME.words
    data = {"seat": 0, "card": "ferryman", "place": 3}
    assert words.sentence("install", data, "en", NAMES) == "Player installs Ferryman on III"
    assert words.sentence("install", data, "ja", NAMES) == "Playerは渡し守をIIIに設置した"


def test_designed_cards_are_called_so_and_others_are_not(tmp_path: Any) -> None:
    table = crowded()
    assert "※ cards designed by taku" in drawn(table)
    assert "※札は taku が考えたもの" in drawn(table, language="ja")
    for height in (5, 10, 15, 20):
        assert "※ cards designed by taku" in drawn(table, height=height)
        assert "※札は taku が考えたもの" in drawn(table, language="ja", height=height)
    look = look_at(table)
    assert render.facts(look.game.entries["ferryman"], look).endswith("※")
    assert "※" not in render.facts(look.game.entries["curse"], look)
    mine = tmp_path / "cards.toml"
    source = (daybreak.GAME.folder / "cards.toml").read_text("utf-8")
    mine.write_text(source.replace('source = "designed"', 'source = "public"'), "utf-8")
    printed = Look(engine.game("daybreak", cards=mine), "en", NAMES[:2], 80)
    assert "※" not in plain(render.table(table.view(0), printed))


@pytest.mark.parametrize(
    ("verb", "about", "reason"),
    [
        ("use", "lamplighter", "Lamplighter is not in your hand."),
        ("use", "wheatfield-wife", "Wheatfield Wife costs 3 stones, you hold 1."),
        ("acquire", "moon-reaper", "Moon Reaper is not in the card zone."),
        ("", "pendulum-maker", "Cards are acquired in the start phase."),
        ("witch-game", "", "This effect is spent: it is for once a game."),
        ("witch-turn", "", "It was used in this turn already."),
    ],
)
def test_a_refused_move_is_told_its_reason(verb: str, about: str, reason: str) -> None:
    table = board(
        seat(stones=1, hand=["wheatfield-wife"], spent=True),
        card_zone=["pendulum-maker"],
        power_used=True,
    )
    assert render.why(verb, about, table.view(0), look_at(table)) == reason


def test_the_bar_tells_turn_phase_and_stones() -> None:
    table = crowded()
    assert bar(table).endswith("main phase · ▸Player ◆4 · greedy 1 ◆7")
    assert bar(table, "ja").endswith("メインフェイズ · ▸Player ◆4 · greedy 1 ◆7")


@pytest.mark.rule("DBK-OVER-09", "DBK-OVER-10")
def test_the_sheet_tells_which_stones_count() -> None:
    table = crowded()
    assert render.sheet(table.view(0), 0, look_at(table)) == (
        "◆4 on the witch card; ◆2 in the cast zone do not count"
    )
    assert render.sheet(table.view(0), 1, look_at(table)) == ""


def test_every_daybreak_table_fits() -> None:
    rng = random.Random(3)
    for players in (2, 3, 4):
        modules = ["curse", "bless", "travellers"][: players - 1]
        table = Table("daybreak", players, players, {"modules": modules})
        while table.state.pending:
            table.random(rng, 25)
            fits(table)


# -- Shadows over Mitakihara ----------------------------------------------------------------------


def city(*rules: str, **more: Any) -> mitakihara.Board:
    """A position in the middle of the game, seat 0 playing Sayaka."""
    named: dict[str, Any] = {
        "sayaka": girl(hand=["sword 5/3", "sword 1/3"], hp=3),
        "kyoko": girl("factory", hand=["sword 4", "sword 2"], loot=["growth", "grief-seed"]),
        "madoka": human(hand=2),
        "mami": girl(hand=["bow 5", "bow 4", "bow 3"]),
        "enemies": {"factory": witch("box", hp=9), "alley": familiar("dog", clock=1)},
        "durability": 77,
        "phase": "action",
        **more,
    }
    return mitakihara.board(*rules, **named)


@pytest.mark.rule("MTK-INFO-11", "MTK-TERM-01", "MTK-TERM-02")
def test_places_stand_in_the_order_of_the_board_with_enemies_and_who_is_there() -> None:
    lines = drawn(city(homura=DEAD)).splitlines()
    places = [line.split()[0] for line in lines if line[1:2].isalpha()]
    assert places[:6] == ["factory", "alley", "building", "station", "city", "gone"]
    text = "\n".join(lines)
    assert "durability 77/120" in text
    assert line_of(text, "Box Witch").endswith("HP 9   attack 7  destroys 3")
    assert line_of(text, "Dog Witch (familiar)").endswith("clock 1")
    assert "clock" not in line_of(text, "Box Witch")
    at = {
        name: text.index(name)
        for name in ("factory ", "Sakura Kyoko", "alley ", "city", "Tomoe", "gone", "Akemi")
    }
    assert list(at.values()) == sorted(at.values())


def test_a_character_shows_state_weapon_hp_cards_and_loot() -> None:
    text = drawn(city(homura=DROPPED), width=100)
    assert "girl   sword  HP 11/11 MP  2/9   Growth  Grief seed" in line_of(text, "Sakura Kyoko")
    assert "human  bow    HP  4/4  MP  2/4" in line_of(text, "Kaname Madoka")
    assert line_of(text, "Akemi Homura").endswith("out")
    assert line_of(text, "HP  3/7").startswith("  ▸Miki Sayaka")


@pytest.mark.rule("MTK-INFO-01", "MTK-INFO-06")
def test_only_ones_own_magic_cards_are_drawn() -> None:
    text = drawn(city())
    assert "Miki Sayaka    sword 1/3(3/3)  5/3(1/1)" in text
    assert "Sakura Kyoko   sword" not in text
    assert "Sakura Kyoko   sword" in drawn(city(), who=1)


@pytest.mark.rule("MTK-INFO-09", "MTK-INFO-10")
def test_of_the_event_pile_and_the_box_the_backs_are_drawn() -> None:
    table = city(event_pile=["silver", "toys", "shadow"])
    line = line_of(drawn(table), "Events")
    assert "[1] [2 ×2]" in line
    assert "[0(Stage-Device Witch)]" in line
    for language in LANGUAGES:
        for card in ("silver", "toys", "shadow"):
            assert look_at(table, language).name(card) not in drawn(table, 0, language, 120)


@pytest.mark.rule("MTK-INFO-07", "MTK-INFO-08")
def test_open_piles_are_drawn_where_there_is_room() -> None:
    table = city(
        discard=["sword 3/2", "sword 3/2"], loot_discard=["grief-seed"], event_discard=["toys"]
    )
    small = drawn(table, height=20)
    assert "discards 2" in small
    assert "3/2·" not in small
    text = drawn(table)
    assert "3/2·" in line_of(text, "Discards ")
    assert "Toy Witch" in line_of(text, "Past events")
    assert "Grief seed" in line_of(text, "Past loot")
    assert "Mermaid Witch" in line_of(text, "Witches ")


@pytest.mark.rule("MTK-INFO-12")
def test_laid_cards_are_backs_until_the_reveal_and_open_after_it() -> None:
    table = city(phase="battle", homura=girl("factory", hand=["bow 4/2", "bow 1"], hp=6))
    table.until("lay", of="kyoko").does("kyoko", "retreat sword 4")
    text = drawn(table)
    assert line_of(text, "factory").startswith("!")
    assert "retreat  ▒×1" in text
    assert "retreat  sword 4/" in drawn(table, who=1)
    table.does("homura", "attack bow 4/2").until("ability", "defender")
    table.play(table.state.pending[0].seat, "defend homura")
    assert "retreat  sword 4/" in drawn(table)


def test_the_event_what_holds_and_the_loot_to_award_are_told() -> None:
    table = city(phase="event", event_pile=["makes-no-sense"], windows=True)
    while not table.view(0).event:
        table.calm()
    assert "Event       It makes no sense: " in drawn(table)
    table.until("act")
    assert "This turn   It makes no sense: " in drawn(table)
    table = city(
        phase="battle",
        homura=girl("factory", hand=["bow 4", "bow 1"]),
        enemies={"factory": witch("box", hp=1)},
        loot_pile=["grief-seed-large"],
    )
    table.until("lay").does("kyoko", "attack sword 4").does("homura", "attack bow 4")
    table.until("defender").play(1, "defend kyoko")
    table.until("award")
    text = drawn(table)
    assert "Loot        Grief seed (large): " in text
    assert "Box Witch has vanished" in line_of(text, "factory")
    assert "is attacked" in text


@pytest.mark.rule("MTK-CON-25")
def test_who_is_in_danger_is_told_while_a_rescue_is_asked() -> None:
    table = city(phase="battle", sayaka=human("factory", hp=1, hand=2), kyoko=girl(hand=2))
    table.until("rescue")
    assert "Danger      Miki Sayaka: dies of the enemy's attack" in drawn(table)
    assert "危機        美樹さやか: 敵の攻撃で死ぬ" in drawn(table, language="ja")


@pytest.mark.rule("MTK-OTR-27")
def test_a_shared_hand_is_drawn_once_and_an_unmasked_traitor_is_named() -> None:
    table = city(
        "stage-girl",
        identities=["girls", "girls", "girls", "witch", "girls"],
        traitors=[{"seat": 3, "hand": 2}],
        mami=girl(seat=0, shares="sayaka"),
    )
    text = drawn(table)
    assert "greedy 3: witch MP 2/4" in text
    assert text.count("5/3(1/1)") == 1
    assert "with Tomoe Mami" in line_of(text, "Miki Sayaka")


@pytest.mark.rule("MTK-OTR-01")
def test_of_hidden_identities_only_ones_own_is_drawn() -> None:
    table = city("stage-girl", identities=["witch", "girls", "girls", "girls", "girls"])
    assert line_of(drawn(table), "Identity").split() == ["Identity", "Player:", "witch"]
    assert line_of(drawn(table, who=1), "Identity").endswith("greedy 1: magical girl")


def test_moves_say_who_or_what_waits() -> None:
    table = city()
    offered = {c.move: c.note for c in choices(table.moves(0), look_at(table), table.view(0))}
    assert offered["move factory"] == "Box Witch  HP 9   attack 7  destroys 3"
    assert offered["recover sayaka"] == "HP 3/7  MP 2/6  city"


@pytest.mark.parametrize(
    ("verb", "about", "reason"),
    [
        ("move", "station", "No enemy is in the station."),
        ("telepathy", "madoka", "Kaname Madoka is not a magical girl."),
        ("telepathy", "homura", "Akemi Homura is gone."),
        ("discard", "magic-36", "That magic card is not in her hand."),
    ],
)
def test_a_refused_action_is_told_its_reason(verb: str, about: str, reason: str) -> None:
    table = city(homura=DEAD)
    assert render.why(verb, about, table.view(0), look_at(table)) == reason


def test_a_line_card_that_forbids_telepathy_is_quoted() -> None:
    table = city(effects=["makes-no-sense"])
    reason = render.why("telepathy", "kyoko", table.view(0), look_at(table))
    assert reason.startswith("Until the end of this turn")


def test_in_an_area_the_actions_of_the_city_are_refused_with_the_reason() -> None:
    table = city(sayaka=girl("alley", hand=2))
    reason = render.why("concentrate", "", table.view(0), look_at(table))
    assert reason == "Miki Sayaka is not in the city."


def test_the_mitakihara_bar_tells_turn_phase_durability_and_ones_own() -> None:
    assert bar(city()) == "Turn 1 · action phase · durability 77 · ▸Miki Sayaka HP 3/7"


def test_the_sheet_tells_what_became_of_the_characters() -> None:
    table = city("stage-girl", homura=DEAD, identities=["girls", "witch"] + ["girls"] * 3)
    look = look_at(table)
    assert (
        render.sheet(table.view(0), 0, look) == "Miki Sayaka: magical girl, identity: magical girl"
    )
    assert render.sheet(table.view(0), 4, look).startswith("Akemi Homura: dead")


@pytest.mark.rule("MTK-END-06", "MTK-SEAT-01")
def test_the_end_names_the_ending_and_all_who_win() -> None:
    people = {"kyoko": girl("factory", hand=["sword 5/3", "sword 1"]), "madoka": human(hand=2)}
    enemies = {"factory": witch("walpurgis", hp=3)}
    scenario = {"phase": "battle", "characters": people, "enemies": enemies}
    match = Match(mitakihara.GAME, 5, 1, scenario=scenario)
    while match.state.pending:
        decision = match.state.pending[0]
        lays = [move for move in decision.moves if move.startswith("attack ")]
        match.apply(decision.seat, lays[-1] if lays else decision.moves[-1])
    assert match.state.result is not None
    look = Look(mitakihara.GAME, "en", NAMES[:5], 80)
    text = plain(ending(match, match.state.result, look, [0]))
    assert "The game is over: victory (best ending)" in text
    assert text.count("  wins") == 5
    assert text.endswith(" You win\n")


def test_a_girl_card_tells_her_abilities() -> None:
    look = look_at(city())
    kyoko = look.game.entries["kyoko"]
    assert render.text(kyoko, look).startswith("Veteran: ")
    assert render.facts(kyoko, look) == "sword  girl HP 9 MP 7  human HP 5 MP 4 ※"


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (3, []),
        (5, ["oriko-kirika", "stage-girl"]),
        (8, ["eight-girls", "burst-heal"]),
    ],
)
def test_every_mitakihara_table_fits(players: int, rules: list[str]) -> None:
    rng = random.Random(players)
    table = Table("mitakihara", players, players, {"rules": rules, "talk": True})
    while table.state.pending:
        table.random(rng, 25)
        fits(table)
