"""How lists of operations run (DBK-OPS)."""

import pytest

from tests.support.daybreak import (
    ATTACK,
    GAIN,
    TAKE,
    board,
    cast,
    does,
    end_turn,
    hand,
    held,
    if_done,
    kinds,
    on_others,
    placed,
    row,
    seat,
    watch,
    works,
    zone,
)

PICK = '{ op = "pick", from = "you.cast" }'
DOWN = '{ op = "shift", by = -1, card = "it" }'
BACK = '{ op = "move", card = "it", to = "you.hand" }'
RETURN = '{ op = "stones", from = "you.held", n = 1, to = "stone-zone" }'


@pytest.mark.rule("DBK-OPS-01")
def test_a_list_runs_once_on_use_or_each_time_a_condition_is_met() -> None:
    table = board(seat(hand=["lab", "stardust-gatherer"]), lab=does(GAIN))
    table.play(0, "use lab")
    assert held(table)[0] == 6
    table.play(0, "use stardust-gatherer")
    assert held(table)[0] == 7
    table = board(
        seat(hand=["lab", "stardust-gatherer", "flower-seller"], stones=9),
        lab=watch('event = "use", who = "you"'),
    )
    table.play(0, "use lab")
    assert held(table)[0] == 9  # placed, not run
    table.play(0, "use stardust-gatherer", "use flower-seller")
    assert works(table) == ["lab", "lab"]
    assert held(table)[0] == 13


@pytest.mark.rule("DBK-OPS-03")
@pytest.mark.parametrize(
    ("a", "moves", "done"),
    [
        ('{ op = "if", cond = { stones = "you.held", min = 99 }, then = [] }', [], True),
        ('{ op = "if", cond = { stones = "you.held", min = 1 }, then = [] }', [], True),
        (f'{{ op = "if", cond = {{ stones = "you.held", min = 1 }}, then = [{PICK}] }}', [], False),
        ('{ op = "may", do = [] }', ["do"], True),
        ('{ op = "may", do = [] }', ["pass"], False),
        (f'{{ op = "may", do = [{GAIN}], then = [{PICK}] }}', ["do"], True),
        (f'{{ op = "may", do = [{PICK}] }}', ["do"], False),
        ('{ op = "pay", n = 0, then = [] }', ["pass"], False),
        ('{ op = "pay", n = 0, then = [] }', ["pay 0"], True),
        (f'{{ op = "pay", n = 0, then = [{PICK}] }}', ["pay 0"], False),
        (f"{GAIN}, {PICK}", [], False),
        (f"{PICK}, {GAIN}", [], False),
        (on_others(PICK), [], False),
        (on_others(), [], True),
        (on_others(cond='{ stones = "target.held", min = 99 }'), [], True),
        (on_others(each="target", cond='{ stones = "target.held", min = 99 }'), [], False),
        ('{ op = "pick", from = "you.cast", n = { count = "you.cast" } }', [], True),
        ('{ op = "hold-end" }', [], True),
        ('{ op = "static", rule = "unchoosable", for = "turn" }', [], True),
        ('{ op = "acquire", from = "curse-zone", n = 1, who = "you", cost = "free" }', [], False),
        (f'{PICK}, {{ op = "flip", card = "it", face = "down" }}', [], False),
        ('{ op = "shift", all = "you.cast", by = -1 }', [], False),
    ],
)
def test_what_is_done_in_full(a: str, moves: list[str], done: bool) -> None:
    table = board(seat(hand=["lab"]), lab=does(if_done(a, on_others(TAKE))))
    table.play(0, "use lab", *moves)
    assert table.asked == {0: "main"}
    assert (held(table)[1] == 4) == done


@pytest.mark.rule("DBK-OPS-04")
def test_a_pick_has_a_name_and_replaces_an_earlier_one() -> None:
    mine = '{ op = "pick", from = "you.cast", as = "mine" }'
    table = board(
        seat(hand=["lab"], cast=["prankster 3", "ferryman 3"]),
        lab=does(mine, PICK, '{ op = "shift", by = -1, card = "mine" }', DOWN, PICK, BACK),
    )
    table.play(0, "use lab", "pick prankster", "pick ferryman")
    assert cast(table) == ["ferryman 2", "prankster 2"]
    table.play(0, "pick ferryman")
    assert hand(table) == {"ferryman": 1}


@pytest.mark.rule("DBK-OPS-04")
def test_nothing_picked_is_an_empty_pick() -> None:
    none = '{ op = "pick", from = "you.cast", where = { category = "bless" } }'
    table = board(seat(hand=["lab"], cast=["prankster 3"]), lab=does(PICK, none, if_done(BACK)))
    table.play(0, "use lab")
    assert cast(table) == ["lab 3", "prankster 3"]
    assert held(table)[0] == 5


@pytest.mark.rule("DBK-OPS-04", "DBK-OPS-10")
def test_several_picked_pieces_move_at_the_same_time() -> None:
    two = '{ op = "pick", from = "you.cast", n = 2, where = { category = "attack" } }'
    both = f'{{ op = "if", cond = {{ cards = "you.hand", min = 2 }}, then = [{GAIN}] }}'
    table = board(
        seat(hand=["lab"], cast=["prankster 1", "pickpocket 1", "page-boy 4 installed"]),
        lab=does(two, DOWN, both),
    )
    table.play(0, "use lab")
    assert works(table) == ["page-boy"] * 2
    assert kinds(table)[:5] == ["use", "picked", "shift", "shift", "work"]
    assert held(table)[0] == 8


@pytest.mark.rule("DBK-OPS-10")
@pytest.mark.parametrize("places", [("card-zone", "you.hand"), ("you.hand", "card-zone")])
def test_events_happen_in_the_order_the_cards_were_named(places: tuple[str, str]) -> None:
    two = f'{{ op = "pick", from = ["{places[0]}", "{places[1]}"], n = 2 }}'
    table = board(
        seat(hand=["lab", "curse"], cast=["seamstress-sisters 4 installed", "black-cat-hostess 4 installed"]),
        card_zone=["lamplighter"],
        lab=does(two, '{ op = "acquire", card = "it", who = "you", cost = "free" }'),
    )  # fmt: skip
    table.play(0, "use lab")
    order = ["seamstress-sisters", "black-cat-hostess"]
    assert works(table) == (order if places[0] == "card-zone" else order[::-1])


@pytest.mark.rule("DBK-OPS-05")
def test_the_earlier_target_is_back_afterwards() -> None:
    inner = on_others(TAKE, each="target")
    table = board(seat(hand=["lab"]), seat(), seat(), lab=does(
        f'{{ op = "target", from = "others", do = [{inner}, {TAKE}] }}'))  # fmt: skip
    table.play(0, "use lab", "target 1", "target 2")
    assert held(table) == [7, 4, 4]
    table = board(
        seat(hand=["lab"]), seat(cast=["prankster 3"]), seat(),
        lab=does(f'{{ op = "target", from = "others", do = [{{ op = "pick", from = "others.cast", do = [{TAKE}] }}, {TAKE}] }}'),
    )  # fmt: skip
    table.play(0, "use lab", "target 2")
    assert held(table) == [7, 4, 4]
    table = board(
        seat(hand=["lab"]), seat(), seat(),
        lab=does(f'{{ op = "target", from = "others", do = [{on_others()}, {TAKE}] }}'),
    )  # fmt: skip
    table.play(0, "use lab", "target 1")
    assert held(table) == [6, 4, 5]


@pytest.mark.rule("DBK-OPS-11")
def test_a_resolution_that_interrupts_has_picks_of_its_own() -> None:
    table = board(
        seat(hand=["lab"], cast=["ferryman 3"]),
        seat(cast=["shield-carpenter 4 installed"]),
        lab=does(PICK, on_others(TAKE), DOWN, marks=ATTACK),
    )
    table.play(0, "use lab")
    assert cast(table, 1) == ["shield-carpenter 3 installed"]  # the Block has picked itself
    assert cast(table) == ["ferryman 2", "lab 3"]


@pytest.mark.rule("DBK-OPS-11")
def test_a_resolution_that_interrupts_has_an_x_of_its_own() -> None:
    x = '{ op = "pay", n = "X", min = 0, max = 3, then = [] }'
    spend = f'{x}, {{ op = "stones", from = "stone-zone", n = "X", to = "you.cast.2" }}'
    table = board(
        seat(hand=["wheel-of-fortune"], stones=9),
        seat(cast=["lab 4 installed"]),
        lab=watch('event = "gain", who = "others"', spend),
    )
    table.play(0, "use wheel-of-fortune")
    table.play(1, "pay 1")
    table.play(0, "pay 2")
    table.play(1, "pay 3")
    assert placed(table) == [0, 0, 4, 0]
    assert placed(table, 1) == [0, 4, 0, 0]


@pytest.mark.rule("DBK-OPS-11")
def test_the_list_of_an_extra_turn_belongs_to_its_card() -> None:
    start = on_others(TAKE)
    lab = f"""
marks = ["attack"]
category = "ultimate"
ops = [{{ op = "no-block" }}, {{ op = "extra-turn", n = 1, start = [{start}] }}]"""
    table = board(seat(hand=["lab"]), seat(cast=["gate-guard 3 installed"]), lab=lab)
    table.play(0, "use lab")
    end_turn(table)
    assert works(table) == ["gate-guard"]  # an attack of that card, and no-block is forgotten
    assert held(table) == [5, 5]


@pytest.mark.rule("DBK-OPS-12")
@pytest.mark.parametrize(
    ("between", "found"),
    [
        ('{ op = "pick", from = "you.cast", where = { category = "attack" }, as = "again" }, { op = "move", card = "again", to = "you.hand" }', True),
        ('{ op = "shift", all = "you.cast", by = -4 }', True),
        ('{ op = "shift", all = "you.cast", by = -1 }', True),
        (GAIN, True),
    ],
)  # fmt: skip
def test_a_pick_follows_what_the_same_effect_does_to_it(between: str, found: bool) -> None:
    first = '{ op = "pick", from = "you.cast", where = { category = "attack" } }'
    table = board(
        seat(hand=["lab"], cast=["prankster 3", "ferryman 3"]),
        lab=does(first, between, '{ op = "remove", card = "it" }'),
    )
    table.play(0, "use lab")
    assert ("prankster" in table.view(0).removed) == found


@pytest.mark.rule("DBK-OPS-12")
def test_picked_stones_follow_too() -> None:
    pick = '{ op = "pick", from = "you.cast", what = "stone" }'
    all_down = '{ op = "shift", all = "you.cast", what = "stone", by = -1 }'
    table = board(
        seat(hand=["lab"], placed=[0, 0, 0, 1]),
        lab=does(pick, all_down, '{ op = "shift", stones = "it", by = -1 }'),
    )
    table.play(0, "use lab")
    assert placed(table) == [0, 1, 0, 0]


@pytest.mark.rule("DBK-OPS-12")
def test_a_picked_stone_is_not_the_one_that_is_moved_unnamed() -> None:
    table = board(
        seat(hand=["lab"], placed=[0, 3]),
        lab=does(
            '{ op = "pick", from = "you.cast.2", what = "stone", n = 2 }',
            '{ op = "stones", from = "you.cast.2", n = 1, to = "stone-zone" }',
            '{ op = "shift", stones = "it", by = -1 }',
        ),
    )
    table.play(0, "use lab")
    assert placed(table) == [2, 0, 0, 0]


@pytest.mark.rule("DBK-OPS-12")
def test_a_card_is_not_lost_with_the_stones_that_lay_on_it() -> None:
    table = board(
        seat(hand=["lab"]),
        card_zone=["prankster 3"],
        lab=does(
            '{ op = "pick", from = "card-zone" }',
            '{ op = "stones", from = "it.stones", n = 2, to = "stone-zone" }',
            '{ op = "acquire", card = "it", who = "you", cost = "free" }',
        ),
    )
    table.play(0, "use lab")
    assert "prankster 1" in cast(table)
    assert held(table)[0] == 6


@pytest.mark.rule("DBK-OPS-12")
def test_what_something_else_has_moved_to_another_zone_is_lost() -> None:
    table = board(
        seat(hand=["lab"], cast=["prankster 2"]),
        seat(cast=["rampart-marshal 4 installed"]),
        lab=does(PICK, on_others(TAKE), DOWN, marks=ATTACK),
    )
    table.play(0, "use lab")
    assert "prankster 2" in cast(table)  # up to III by the Block, still in its zone, and down
    table = board(
        seat(hand=["lab"], cast=["prankster 4"]),
        seat(cast=["rampart-marshal 4 installed"]),
        lab=does(PICK, on_others(TAKE), if_done(BACK), marks=ATTACK),
    )
    table.play(0, "use lab")
    assert table.view(0).removed == ("prankster",)
    assert not hand(table)
    assert held(table)[0] == 5


@pytest.mark.rule("DBK-OPS-13")
def test_this_is_the_installed_card_itself() -> None:
    this = '{ op = "shift", by = -2, card = "this" }'
    table = board(
        seat(hand=["stardust-gatherer"], cast=["lab 4 installed"]),
        lab=watch('event = "use", who = "you"', this),
    )
    table.play(0, "use stardust-gatherer")
    assert "lab 2 installed" in cast(table)
    table = board(
        seat(hand=["stardust-gatherer"], cast=["lab 2 installed"]),
        lab=watch('event = "use", who = "you"', this, if_done(this)),
    )
    table.play(0, "use stardust-gatherer")
    assert hand(table) == {"lab": 1}
    assert held(table)[0] == 6  # it has left the cast zone: this names nothing


@pytest.mark.rule("DBK-OPS-14")
def test_may_can_be_accepted_though_it_does_nothing() -> None:
    table = board(seat(hand=["exorcist"]), options={"modules": ["curse"]})
    table.play(0, "use exorcist")
    assert table.moves(0) == ["do", "pass"]
    table.play(0, "do")
    assert held(table)[0] == 5


@pytest.mark.rule("DBK-OPS-14")
def test_a_condition_is_tested_when_the_players_turn_comes() -> None:
    most = '{ stones = "you.held", max = 6 }'
    table = board(seat(hand=["lab"]), seat(), seat(), seat(), lab=does(on_others(TAKE, cond=most)))
    table.play(0, "use lab")
    assert held(table) == [7, 4, 4, 5]


@pytest.mark.rule("DBK-OPS-14")
def test_what_is_not_optional_is_carried_out() -> None:
    table = board(
        seat(hand=["lab", "prankster"]),
        lab=does('{ op = "pick", from = "you.hand" }', '{ op = "remove", card = "it" }', RETURN),
    )
    table.play(0, "use lab")
    assert table.asked == {0: "main"}
    assert (table.view(0).removed, held(table)[0]) == (("prankster",), 4)


@pytest.mark.rule("DBK-OPS-15")
def test_a_changed_acquisition_cost_is_paid_when_an_effect_asks_for_the_printed_one() -> None:
    take = '{ op = "pick", from = "card-zone", where = { category = "block" } }, { op = "acquire", card = "it", who = "you", cost = "printed" }'  # fmt: skip
    for state, cost in (("installed", 1), ("waiting", 2)):
        table = board(
            seat(hand=["lab"], cast=[f"canal-broker 4 {state}"]), stone_zone=9,
            card_zone=["shield-carpenter", "prankster"], lab=does(take),
        )  # fmt: skip
        table.play(0, "use lab")
        assert row(table) == {"prankster": cost}
        assert (held(table)[0], zone(table)) == (5 - cost, 9)
        assert "shield-carpenter 1" in cast(table)


@pytest.mark.rule("DBK-OPS-15")
def test_a_rule_for_this_turn() -> None:
    fixed = '{ op = "static", rule = "stones-fixed", for = "turn" }'
    table = board(
        seat(hand=["lab", "stardust-gatherer"]),
        seat(cast=["bridge-toller 4 installed"]),
        lab=does(fixed, '{ op = "pick", from = "card-zone" }, { op = "acquire", card = "it", who = "you", cost = "free" }'),
        card_zone=["prankster"],
    )  # fmt: skip
    table.play(0, "use lab")
    assert works(table) == ["bridge-toller"]
    assert held(table) == [5, 5]


@pytest.mark.rule("DBK-OPS-16", "DBK-OPS-21", "DBK-ZONE-38")
def test_out_of_anothers_hand_chance_picks_and_all_see_it() -> None:
    cards = ["prankster", "ferryman", "clock-winder"]
    pick = '{ op = "pick", from = "target.hand" }'
    taken: set[str] = set()
    for seed in range(12):
        table = board(
            seat(hand=["lab"]), seat(unseen=cards), lab=does(on_others(pick), marks=ATTACK)
        )
        table.state.rng_key = seed
        assert table.view(0).areas[1].hand == ()
        table.play(0, "use lab")
        assert table.asked == {0: "main"}
        ((shown),) = [event["cards"] for event in table.told("picked", 0)]
        assert table.view(0).areas[1].hand == tuple(shown)
        taken.add(*shown)
    assert taken == set(cards)


@pytest.mark.rule("DBK-OPS-21")
def test_a_card_picked_out_of_your_own_hand_is_shown() -> None:
    two = '{ op = "pick", from = "you.hand", n = 2, up_to = true }'
    table = board(seat(hand=["lab"], unseen=["prankster", "ferryman", "milk-carrier"]), lab=does(two))  # fmt: skip
    table.play(0, "use lab", "pick ferryman")
    assert table.view(1).areas[0].hand == ("ferryman",)
    table.play(0, "done")
    assert table.view(1).areas[0].hand == ("ferryman",)


@pytest.mark.rule("DBK-OPS-18")
@pytest.mark.parametrize(
    ("cond", "holds"),
    [
        ('{ stones = "others.held", min = 10, max = 10 }', True),
        ('{ stones = "all.held", min = 15, max = 15 }', True),
        ('{ stones = "all.cast", min = 4, max = 4 }', True),
        ('{ stones = "others.cast.2", min = 1, max = 1 }', True),
        ('{ cards = "others.cast", min = 3, max = 3 }', True),
        ('{ cards = "all.cast", where = { category = "attack" }, min = 2, max = 2 }', True),
        ('{ cards = "all.hand", min = 1, max = 1 }', True),
        ('{ cards = "deck", min = 99 }', False),
        ('{ cards = "card-zone", min = 8, max = 8 }', True),
        ('{ cards = "removed", max = 0 }', True),
        ('{ stones = "stone-zone", min = 7, max = 7 }', True),
        ('{ stones = "card-zone", min = 1 }', False),
        ('{ extra_turn = true }', False),
        ('{ end_state = true }', False),
        ('{ not = { end_state = true } }', True),
        ('{ any = [{ end_state = true }, { stones = "you.held", min = 5 }] }', True),
        ('{ all = [{ end_state = true }, { stones = "you.held", min = 5 }] }', False),
    ],
)  # fmt: skip
def test_conditions(cond: str, holds: bool) -> None:
    table = board(
        seat(hand=["lab"], cast=["prankster 3"], placed=[1]),
        seat(cast=["pickpocket 2", "ferryman 1"], placed=[1, 1, 1]),
        seat(cast=["lamplighter 2"], hand=["milk-carrier"]),
        stone_zone=7,
        lab=does(f'{{ op = "if", cond = {cond}, then = [{GAIN}] }}'),
    )
    table.play(0, "use lab")
    assert held(table)[0] == 5 + holds


@pytest.mark.rule("DBK-OPS-18")
@pytest.mark.parametrize(
    ("number", "gain"),
    [
        ('{ count = "others.cast" }', 3),
        ('{ count = "all.cast", where = { category = "attack" } }', 2),
        ('{ count = "all.cast", what = "stone", per = 2 }', 8),
        ('{ count = "others.cast", per = 2, max = 5, plus = 1 }', 6),
        ('{ count = "you.cast.3" }', 1),
    ],
)
def test_counts(number: str, gain: int) -> None:
    table = board(
        seat(hand=["lab"], cast=["prankster 3"], placed=[1]),
        seat(cast=["pickpocket 2", "ferryman 1"], placed=[1, 1, 1]),
        seat(cast=["lamplighter 2"]),
        lab=does(GAIN.replace("n = 1", f"n = {number}")),
    )
    table.play(0, "use lab")
    assert held(table)[0] == 5 + gain


@pytest.mark.rule("DBK-OPS-18", "DBK-ULT-09")
def test_last_turns_and_the_extra_turns_that_belong_to_them() -> None:
    asks = does(f'{{ op = "if", cond = {{ last_turn = true }}, then = [{on_others(TAKE)}] }}')
    for more, taken in (
        ({}, 0),
        ({"ending": "deck-out"}, 0),
        ({"ending": "deck-out", "last_turns": 1}, 1),
        ({"ending": "deck-out", "last_turns": 1, "extra_turn": "hymn-of-daybreak"}, 1),
    ):
        table = board(seat(hand=["lab"]), lab=asks, **more)
        table.play(0, "use lab")
        assert held(table) == [5 + taken, 5 - taken]


def test_stones_of_a_card_zone_or_a_cast_zone_are_chosen_one_by_one() -> None:
    lab = '{{ op = "stones", from = "{place}", n = 2, to = "you.held" }}'
    table = board(
        seat(hand=["lab"]), card_zone=["prankster 1", "ferryman 2", "clock-winder"],
        lab=does(lab.format(place="card-zone")),
    )  # fmt: skip
    table.play(0, "use lab")
    assert table.moves(0) == ["stone-on prankster", "stone-on ferryman"]
    table.play(0, "stone-on ferryman", "stone-on prankster")
    assert row(table) == {"prankster": 0, "ferryman": 1, "clock-winder": 0}
    assert held(table)[0] == 7
    table = board(
        seat(hand=["lab"]), seat(placed=[1, 0, 2]),
        lab=does(on_others(lab.format(place="target.cast")), marks=ATTACK),
    )  # fmt: skip
    table.play(0, "use lab", "stone 1 3", "stone 1 3")
    assert placed(table, 1) == [1, 0, 0, 0]
    assert held(table)[0] == 7


def test_a_card_moved_into_a_cast_zone() -> None:
    put = '{ op = "move", card = "it", to = "target.cast.2", state = "installed" }'
    table = board(
        seat(hand=["lab", "gate-guard"]),
        lab=does('{ op = "pick", from = "you.hand" }', on_others(put)),
    )
    table.play(0, "use lab")
    assert cast(table, 1) == ["gate-guard 2 installed"]


def test_an_acquisition_for_a_number_of_stones_at_a_named_place() -> None:
    buy = '{ op = "acquire", card = "it", who = "you", cost = 3, at = 4 }'
    for stones, got in ((5, True), (2, False)):
        table = board(
            seat(hand=["lab"], stones=stones), card_zone=["prankster"], stone_zone=9,
            lab=does('{ op = "pick", from = "card-zone" }', if_done(buy)),
        )  # fmt: skip
        table.play(0, "use lab")
        assert ("prankster 4" in cast(table)) == got
        assert (held(table)[0], zone(table)) == ((3, 11) if got else (2, 9))


@pytest.mark.parametrize(
    ("pick", "use"),
    [
        ('from = "you.hand"', '{ op = "remove", card = "it" }'),
        ('from = "you.cast", what = "stone"', '{ op = "stones", pick = "it", to = "stone-zone" }'),
        ('from = "you.cast", what = "stone"', '{ op = "shift", stones = "it", by = 4 }'),
    ],
)
def test_how_many_were_picked_wherever_they_are_now(pick: str, use: str) -> None:
    counted = GAIN.replace("n = 1", 'n = { count = "it" }')
    table = board(
        seat(hand=["lab", "curse", "prankster"], placed=[1, 1]),
        lab=does(f'{{ op = "pick", n = 2, {pick} }}', use, counted),
    )
    table.play(0, "use lab")
    assert held(table)[0] == 7
