"""The event phase: Time manipulation, clocks, the event card (MTK-EVT)."""

from typing import Any

import pytest

from taku import engine
from tests.support.mitakihara import (
    DEAD,
    Board,
    board,
    count,
    durability,
    enemies,
    enemy,
    familiar,
    girl,
    hand,
    happened,
    human,
    loot,
    pile,
    state,
    verbs,
    witch,
)

FULL = {"factory": "toys", "alley": "unicorn", "building": "class-president", "station": "artist"}
FIVE = ["sayaka", "kyoko", "madoka", "mami", "homura"]


def event(*cards: str, **position: Any) -> Board:
    """The start of an event phase in which Homura may still use Time manipulation."""
    return board(event_pile=list(cards), **{"enemies": {}, **position})


def next_turn(table: Board) -> Board:
    """Calm answers up to the next event phase."""
    turn = table.view(0).turn
    while table.state.pending and table.view(0).turn == turn:
        table.calm()
    return table


# -- Time manipulation ----------------------------------------------------------------------------


@pytest.mark.rule("MTK-EVT-01", "MTK-EVT-02", "MTK-EVT-04")
def test_time_manipulation_boxes_the_event_unseen_and_ends_the_phase() -> None:
    table = event(
        "evacuate",
        "unicorn",
        enemies={"factory": familiar("toys", clock=1)},
        kyoko=girl(hand=[]),
    )
    boxed = table.view(None).box
    assert (table.question, table.view(0).phase) == (("homura", "time"), "event")
    table.does("homura", "use time-manipulation")
    assert table.view(0).phase == "action"
    assert table.view(None).box == (*boxed, (1, "evacuate"))
    assert all(table.view(seat).box[-1] == (1, "") for seat in range(5))  # face down
    assert pile(table, "event")[0] == "unicorn"
    assert (durability(table), state(table, "kyoko")) == (120, "girl")  # no event, no check
    assert enemy(table, "factory").clock == 1
    assert happened(table, "clock", "ripen", "event", "drop-out") == []


@pytest.mark.rule("MTK-EVT-01")
def test_homura_may_keep_time_manipulation() -> None:
    table = event("evacuate", kyoko=girl(hand=[]), enemies={"factory": familiar("toys", clock=1)})
    table.does("homura", "pass").through("event")
    assert loot(table, "homura") == ["time-manipulation"]
    assert (durability(table), state(table, "kyoko")) == (120 - 8, "dropped-out")
    assert enemy(table, "factory").side == "witch"


@pytest.mark.rule("MTK-EVT-03", "MTK-EVT-05", "MTK-EVT-28")
def test_the_stage_device_witch_stays_on_the_pile() -> None:
    table = event("walpurgis", enemies={"factory": familiar("toys", clock=1)})
    boxed = table.view(None).box
    assert all(table.view(seat).events[0][0] == 0 for seat in range(5))
    table.does("homura", "use time-manipulation")
    assert (pile(table, "event"), table.view(None).box) == (["walpurgis"], boxed)
    assert table.view(0).loot_discard == ("time-manipulation",)
    assert (table.view(0).phase, enemy(table, "factory").clock) == ("action", 1)
    assert "walpurgis" not in enemies(table).values()
    assert happened(table, "event", "boxed") == []  # she stays face down


@pytest.mark.rule("MTK-EVT-28")
def test_time_manipulation_works_with_an_empty_pile() -> None:
    table = event(enemies={"alley": "walpurgis", "station": familiar("toys", clock=1)})
    boxed = table.view(None).box
    assert pile(table, "event") == []
    table.does("homura", "use time-manipulation")
    assert (table.view(0).phase, table.view(None).box) == ("action", boxed)
    assert table.view(0).loot_discard == ("time-manipulation",)
    assert enemy(table, "station").clock == 1


@pytest.mark.rule("MTK-EVT-06")
def test_homura_uses_it_wherever_she_is() -> None:
    table = event("evacuate", enemies={"station": "toys"}, homura=girl("station"))
    assert table.options("homura") == ["use time-manipulation", "pass"]


@pytest.mark.rule("MTK-EVT-06")
@pytest.mark.parametrize("homura", [girl(loot=[]), DEAD], ids=["without", "dead"])
def test_another_holder_cannot_use_it(homura: dict[str, Any]) -> None:
    table = event("evacuate", homura=homura, kyoko=girl(loot=["time-manipulation"]))
    table.until("time", "act")
    assert (table.question, durability(table)) == (("kyoko", "act"), 120 - 8)
    assert "use" not in verbs(table.options("kyoko"))
    with pytest.raises(engine.IllegalMove):
        table.does("kyoko", "use time-manipulation")


# -- clocks ---------------------------------------------------------------------------------------


@pytest.mark.rule("MTK-EVT-07", "MTK-EVT-08", "MTK-EVT-09", "MTK-EVT-10", "MTK-EVT-11")
def test_clocks_run_where_nobody_is_before_the_event_is_revealed() -> None:
    table = event(
        "nothing-to-fear",
        enemies={
            "factory": familiar("toys", clock=2, hp=3),
            "alley": familiar("shadow", clock=1, hp=1),
            "building": familiar("dog", clock=1),
            "station": familiar("silver", clock=1, hp=4),
        },
        madoka=human("building"),
        kyoko=girl("station"),
    )
    table.does("homura", "pass")
    found = {foe.place: (foe.side, foe.clock, foe.hp) for foe in table.view(0).enemies}
    assert found == {
        "factory": ("familiar", 1, 3),
        "alley": ("witch", 0, 18),  # the HP of the witch, whatever the damage was
        "building": ("familiar", 1, 10),
        "station": ("familiar", 1, 4),
    }
    assert happened(table, "clock", "ripen", "event") == ["clock", "ripen", "event"]


@pytest.mark.rule("MTK-EVT-18", "MTK-EVT-17", "MTK-EVT-16")
def test_a_new_familiar_has_two_clocks_and_loses_the_first_in_the_next_turn() -> None:
    table = event("dog", "nothing-to-fear", "makes-no-sense")
    table.does("homura", "pass").until("act")
    new = enemy(table, "factory")
    assert (new.card, new.side, new.hp, new.clock) == ("dog", "familiar", 10, 2)
    for clock, side in ((1, "familiar"), (0, "witch")):
        next_turn(table).until("act")
        later = enemy(table, "factory")
        assert (later.side, later.clock) == (side, clock)


# -- enemy cards ----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-EVT-11", "MTK-EVT-12")
def test_the_top_card_goes_to_the_topmost_empty_area() -> None:
    for taken, area in ((["alley"], "factory"), (["factory", "building"], "alley"),
                        (["factory", "alley", "building"], "station")):  # fmt: skip
        table = event("dog", "silver", enemies={place: FULL[place] for place in taken})
        table.does("homura", "pass")
        assert table.told("event") == [{"card": "dog"}]
        assert enemy(table, area).card == "dog"
        assert pile(table, "event")[0] == "silver"


@pytest.mark.rule("MTK-EVT-13", "MTK-EVT-21")
def test_an_area_that_becomes_empty_is_not_closed_up() -> None:
    table = board(
        phase="battle",
        enemies={"factory": witch("unicorn", hp=1), "alley": "toys", "building": "artist"},
        event_pile=["nothing-to-fear", "dog"],
        kyoko=girl("factory"),
    )
    table.through("battle")
    assert enemies(table) == {"alley": "toys", "building": "artist"}
    assert table.view(0).event_discard[-1] == "unicorn"
    next_turn(next_turn(table)).until("time").does("homura", "pass")
    assert enemies(table) == {"factory": "dog", "alley": "toys", "building": "artist"}


@pytest.mark.rule("MTK-EVT-14", "MTK-EVT-25")
def test_with_four_enemies_the_city_pays_and_the_card_goes_under_the_pile() -> None:
    table = event("dog", enemies=FULL)
    table.does("homura", "pass").until("act")
    assert enemies(table) == FULL
    assert (table.view(0).phase, durability(table)) == ("action", 120 - 4)
    assert pile(table, "event")[-2:] == ["walpurgis", "dog"]


@pytest.mark.rule("MTK-EVT-14")
def test_the_city_can_fall_by_it_at_once() -> None:
    table = event("dog", enemies=FULL, durability=4)
    table.does("homura", "pass")
    assert table.result.reason == "city-falls"
    table = event("dog", enemies=FULL, durability=5)
    table.does("homura", "pass")
    assert (table.state.result, durability(table)) == (None, 1)


@pytest.mark.rule("MTK-EVT-15")
def test_a_card_with_witch_data_only_stands_upright() -> None:
    table = event("unicorn")
    table.does("homura", "pass")
    new = enemy(table, "factory")
    assert (new.side, new.clock, new.hp) == ("witch", 0, 17)


# -- line cards -----------------------------------------------------------------------------------


@pytest.mark.rule("MTK-EVT-19", "MTK-EVT-20")
def test_a_line_card_is_carried_out_at_once_and_not_used_again() -> None:
    table = event("evacuate", "nothing-to-fear")
    table.does("homura", "pass")
    assert table.view(0).phase == "action"
    assert (durability(table), table.view(0).event_discard[-1]) == (120 - 8, "evacuate")
    assert "evacuate" not in pile(table, "event")
    while table.state.pending and table.view(0).turn < 8:
        table.calm()
    assert [told["card"] for told in table.told("event")].count("evacuate") == 1
    assert "evacuate" in table.view(0).event_discard


@pytest.mark.rule("MTK-EVT-21")
def test_a_vanished_familiar_is_the_one_that_comes_again() -> None:
    table = board(
        phase="battle",
        enemies={"alley": familiar("toys", hp=1)},
        event_pile=["again-and-again"],
        kyoko=girl("alley"),
    )
    table.through("battle", "adjustment")
    assert table.view(0).event_discard[-1] == "toys"
    table.until("time").does("homura", "pass")
    assert enemies(table) == {"factory": "toys"}
    assert "toys" not in table.view(0).event_discard


@pytest.mark.rule("MTK-EVT-22")
def test_with_an_empty_pile_the_phase_goes_on_without_a_card() -> None:
    table = event(
        enemies={"alley": "walpurgis", "station": familiar("toys", clock=1)}, kyoko=girl(hand=[])
    )
    table.does("homura", "pass").through("event")
    assert happened(table, "event") == []
    assert enemy(table, "station").side == "witch"
    assert state(table, "kyoko") == "dropped-out"  # the check is made


@pytest.mark.rule("MTK-EVT-26")
def test_the_phase_ends_with_a_check() -> None:
    table = event("worth-protecting", kyoko=girl(hand=1))
    table.does("homura", "pass").through("event")
    order = happened(table, "event", "drop-out", "phase")
    assert order == ["event", "drop-out", "phase"]
    assert (state(table, "kyoko"), table.view(0).phase) == ("dropped-out", "action")


@pytest.mark.rule("MTK-EVT-27")
def test_discards_are_chosen_by_each_seat_in_action_order() -> None:
    table = event("last-secret", sayaka=girl(), homura=girl())
    table.does("homura", "pass")
    asked = []
    while table.view(0).phase == "event":
        asked.append(table.question)
        name = table.question[0]
        kept = hand(table, name)
        move = table.options(name)[-1]
        table.does(name, move)
        kept.subtract([move.partition(" ")[2]])
        assert hand(table, name) == +kept  # the card she chose
    assert asked == [(name, "discard") for name in ("sayaka", "kyoko", "mami") for _ in range(2)]


@pytest.mark.rule("MTK-EVT-27")
def test_hp_are_lost_in_action_order() -> None:
    table = event("nothing-left-but-to-kill", sayaka=girl())
    table.does("homura", "pass")
    assert [told["character"] for told in table.told("hurt")] == [
        "sayaka",
        "kyoko",
        "mami",
        "homura",
    ]


# -- the Stage-Device Witch -----------------------------------------------------------------------


@pytest.mark.rule("MTK-EVT-23", "MTK-EVT-29")
def test_she_waits_for_an_empty_area_and_costs_homura_nothing_meanwhile() -> None:
    table = event("walpurgis", enemies=FULL)
    for turn in (1, 2):
        table.until("time").does("homura", "pass").until("act")
        assert (table.view(0).turn, pile(table, "event")) == (turn, ["walpurgis"])
        assert (enemies(table), count(table, "homura")) == (FULL, 6)
        next_turn(table)
    assert table.told("no-room") == [{"card": "walpurgis"}] * 2
    assert [told["amount"] for told in table.told("durability")][::2] == [4, 4]


@pytest.mark.rule("MTK-EVT-24", "MTK-FAQ-09")
@pytest.mark.parametrize(("held", "left"), [(6, 3), (5, 2), (4, 1)])
def test_homura_discards_three_cards_when_she_appears(held: int, left: int) -> None:
    table = event("walpurgis", homura=girl(hand=held), mami=girl(hand=2))
    table.does("homura", "pass")
    for _ in range(3):
        assert table.question == ("homura", "discard")
        table.does("homura", table.options("homura")[0])
    assert (count(table, "homura"), count(table, "mami")) == (left, 2)
    assert enemy(table, "factory").hp == 50


@pytest.mark.rule("MTK-EVT-24")
def test_a_human_homura_discards_nothing() -> None:
    table = board(
        "free-setup",
        options={"cast": FIVE, "humans": ["homura"]},
        event_pile=["walpurgis"],
        enemies={},
        homura=human(hand=3),
    )
    assert enemies(table) == {"factory": "walpurgis"}
    assert count(table, "homura") == 3


@pytest.mark.rule("MTK-EVT-25")
def test_what_lies_under_her_comes_later_with_fresh_hp_and_clocks() -> None:
    table = event("walpurgis", "rose-garden-b")
    table.does("homura", "pass").until("act")
    assert (enemies(table), pile(table, "event")) == ({"factory": "walpurgis"}, ["rose-garden-b"])
    next_turn(table).until("act")
    later = enemy(table, "alley")
    assert (later.card, later.side, later.hp, later.clock) == ("rose-garden-b", "familiar", 5, 2)


@pytest.mark.rule("MTK-EVT-29", "MTK-EVT-25")
def test_each_time_she_is_placed_she_is_whole_and_homura_pays() -> None:
    table = board(
        phase="adjustment",
        enemies={**FULL, "alley": witch("unicorn", hp=1), "station": witch("walpurgis", hp=5)},
        kyoko=girl(hand=[]),
        mami=girl("alley", hand=3),
    )
    table.until("time")
    assert enemies(table)["station"] == "wudan"  # Kyoko's witch has taken her place
    table.does("homura", "pass").until("act")
    assert (pile(table, "event"), count(table, "homura")) == (["walpurgis"], 6)
    table.until("time")
    assert "alley" not in enemies(table)
    table.does("homura", "pass").until("act")
    assert (enemy(table, "alley").card, enemy(table, "alley").hp) == ("walpurgis", 50)
    assert count(table, "homura") == 3
