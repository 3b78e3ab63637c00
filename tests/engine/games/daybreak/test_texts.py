"""What the words of a text mean: most and fewest, places, costs, choices, if and may.

(DBK-MOST, DBK-PLACE, DBK-ADD, DBK-CHOICE, DBK-MISC)
"""

import pytest

from tests.support.daybreak import (
    ATTACK,
    GAIN,
    TAKE,
    always,
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
    removed,
    row,
    seat,
    uses,
    watch,
    works,
    zone,
)

# -- most and fewest ------------------------------------------------------------------------------


@pytest.mark.rule("DBK-MOST-01", "DBK-MOST-04", "DBK-MOST-06", "DBK-EX-11")
@pytest.mark.parametrize(
    ("stones", "taken"),
    [
        ([5, 6, 6], 2),  # A and B hold 6, C holds 4 after paying 1
        ([5, 6, 7], 1),
        ([8, 6, 5], 1),  # the user holds the most
        ([7, 6, 5], 2),  # the user ties
    ],
)
def test_the_most_stones(stones: list[int], taken: int) -> None:
    table = board(
        seat(hand=["prankster"], stones=stones[0]), seat(stones=stones[1]), seat(stones=stones[2])
    )
    table.play(0, "use prankster", "target 1")
    assert held(table) == [stones[0] - 1 + taken, stones[1] - taken, stones[2]]


@pytest.mark.rule("DBK-MOST-06")
def test_stones_in_cast_zones_are_not_held() -> None:
    table = board(seat(hand=["prankster"], stones=6, placed=[0, 9]), seat(stones=5, placed=[0, 1]))
    table.play(0, "use prankster")
    assert held(table) == [7, 3]


@pytest.mark.rule("DBK-MOST-03")
def test_after_then_the_count_is_taken_anew() -> None:
    # The first count: both hold 5, so both return 3. The second: you hold the fewest.
    table = board(seat(hand=["star-tax-collector"]), seat())
    table.play(0, "use star-tax-collector")
    assert held(table) == [5, 2]
    # Not the fewest before, the fewest after.
    table = board(seat(hand=["star-tax-collector"], stones=6), seat(stones=4))
    table.play(0, "use star-tax-collector")
    assert held(table) == [6, 4]
    # The fewest before, not the fewest after.
    table = board(seat(hand=["star-tax-collector"], stones=4), seat(stones=6))
    table.play(0, "use star-tax-collector")
    assert held(table) == [4, 3]


@pytest.mark.rule("DBK-MOST-05", "DBK-MOST-02")
@pytest.mark.parametrize(("mine", "gain"), [(4, 2), (5, 2), (6, 1)])
def test_the_fewest_stones_counted_before_the_effect(mine: int, gain: int) -> None:
    table = board(seat(hand=["flower-seller"], stones=mine), seat(stones=5))
    table.play(0, "use flower-seller")
    assert held(table)[0] == mine + gain


@pytest.mark.rule("DBK-MOST-07")
@pytest.mark.parametrize(("theirs", "worth"), [(4, 0), (5, 1), (6, 1)])
def test_an_installed_card_counts_when_it_works(theirs: int, worth: int) -> None:
    table = board(
        seat(hand=["gate-guard"], stones=6),
        seat(stones=theirs, cast=["lab 4 installed"]),
        lab=watch(
            'event = "use", who = "others"',
            f'{{ op = "if", cond = {{ most = "you" }}, then = [{GAIN}] }}',
        ),
    )
    table.play(0, "use gate-guard")  # 1 paid: 5 are left
    assert held(table) == [5, theirs + worth]


# -- places ---------------------------------------------------------------------------------------


@pytest.mark.rule("DBK-PLACE-01", "DBK-PLACE-02", "DBK-EX-03")
@pytest.mark.parametrize(
    ("left", "after"), [(9, [1, 1, 1, 0]), (2, [1, 1, 0, 0]), (1, [1, 0, 0, 0])]
)
def test_stones_go_on_the_named_places_in_the_order_of_the_text(
    left: int, after: list[int]
) -> None:
    table = board(seat(hand=["windmill-miller"], stones=1), stone_zone=left - 1, hold=True)
    table.play(0, "use windmill-miller")
    assert placed(table) == after


@pytest.mark.rule("DBK-PLACE-03")
def test_placed_stones_are_gained_at_once_and_only_once() -> None:
    table = board(
        seat(hand=["milk-carrier"], cast=["lab 4 installed"], placed=[1]),
        lab=watch('event = "gain", who = "you"', on_others(TAKE)),
    )
    table.play(0, "use milk-carrier")
    assert works(table) == ["lab"]
    end_turn(table)
    assert works(table) == ["lab"]
    assert placed(table) == [1, 1, 0, 0]


# -- additional costs -----------------------------------------------------------------------------


@pytest.mark.rule("DBK-ADD-01", "DBK-ADD-02")
def test_an_additional_cost_may_be_paid_or_not() -> None:
    for move, stones in (("pay 1", 8), ("pass", 7)):
        table = board(seat(hand=["moonlight-jeweller"]))
        table.play(0, "use moonlight-jeweller")
        assert table.moves(0) == ["pay 1", "pass"]
        table.play(0, move)
        assert held(table)[0] == stones


@pytest.mark.rule("DBK-ADD-01")
def test_what_cannot_be_paid_in_full_is_not_offered() -> None:
    pay = f'{{ op = "pay", n = 6, then = [{GAIN}] }}'
    for stones, asked in ((5, False), (6, True)):
        table = board(seat(hand=["lab"], stones=stones), lab=does(pay))
        table.play(0, "use lab")
        assert (table.asked == {0: "pay"}) == asked
        assert held(table)[0] == stones


@pytest.mark.rule("DBK-ADD-02")
def test_a_text_may_make_it_compulsory() -> None:
    pay = f'{{ op = "pay", n = 2, forced = true, then = [{GAIN}] }}'
    for stones, after in ((5, 4), (1, 1)):
        table = board(seat(hand=["lab"], stones=stones), lab=does(pay))
        table.play(0, "use lab")
        assert held(table)[0] == after


@pytest.mark.rule("DBK-ADD-03")
def test_x_can_be_nothing() -> None:
    table = board(seat(hand=["wheel-of-fortune"], stones=1))
    table.play(0, "use wheel-of-fortune")  # 1 paid, 2 gained
    assert table.moves(0) == ["pay 0", "pay 1", "pay 2", "pass"]
    table.play(0, "pay 0")
    assert (held(table)[0], placed(table)) == (2, [0] * 4)
    done = if_done('{ op = "pay", n = "X", min = 0, max = 3, then = [] }')
    for move, gained in (("pay 0", 1), ("pass", 0)):
        table = board(seat(hand=["lab"]), lab=does(done))
        table.play(0, "use lab", move)
        assert held(table)[0] == 5 + gained  # paying nothing is paying


def test_x_counts() -> None:
    table = board(seat(hand=["wheel-of-fortune"], stones=5))
    table.play(0, "use wheel-of-fortune", "pay 3")
    assert (held(table)[0], placed(table)) == (3, [0, 0, 6, 0])


# -- one of two -----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-CHOICE-01", "DBK-CHOICE-02")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_one_of_two_effects(colour: str) -> None:
    table = board(seat(hand=["street-singer"]))
    table.play(0, "use street-singer")
    assert table.moves(0) == ["red", "blue"]
    table.play(0, colour)
    after = {"red": (6, [0] * 4), "blue": (5, [0, 0, 2, 0])}
    assert (held(table)[0], placed(table)) == after[colour]


@pytest.mark.rule("DBK-CHOICE-03")
def test_chosen_after_paying_and_triggers_and_even_if_it_does_nothing() -> None:
    table = board(
        seat(hand=["night-train-engineer"], cast=["lab 4 installed"], stones=1),
        lab=watch('event = "use", who = "you"'),
        removed=[],
    )
    table.play(0, "use night-train-engineer")
    assert kinds(table) == ["use", "work", "gain"]
    assert table.asked == {0: "choose"}
    table.play(0, "blue")  # nothing lies in the removal zone
    assert cast(table) == ["night-train-engineer 3", "lab 4 installed"]


# -- as much as possible, if, may -----------------------------------------------------------------


@pytest.mark.rule("DBK-MISC-01", "DBK-EX-04")
def test_too_few_stones_are_all_taken() -> None:
    table = board(seat(hand=["lab"]), stone_zone=2, lab=does(GAIN.replace("n = 1", "n = 3")))
    table.play(0, "use lab")
    assert (held(table)[0], zone(table)) == (7, 0)
    table = board(seat(hand=["pickpocket"]), seat(stones=2))
    table.play(0, "use pickpocket")
    assert held(table) == [5, 0]


@pytest.mark.rule("DBK-MISC-01")
def test_too_few_cards_are_all_picked() -> None:
    two = '{ op = "pick", from = "you.hand", n = 2 }'
    table = board(seat(hand=["lab", "prankster"]), lab=does(two, '{ op = "remove", card = "it" }'))
    table.play(0, "use lab")
    assert removed(table) == ["prankster"]


@pytest.mark.rule("DBK-MISC-02", "DBK-MISC-06")
@pytest.mark.parametrize(("stones", "gained"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_b_only_if_a_was_done_in_full(stones: int, gained: int) -> None:
    table = board(
        seat(hand=["lab"]),
        seat(stones=stones),
        stone_zone=9,
        lab=does(if_done(on_others(TAKE.replace("n = 1", "n = 2"))), marks=ATTACK),
    )
    table.play(0, "use lab")
    assert zone(table) == 9 - gained
    assert held(table) == [5 + min(2, stones) + gained, max(0, stones - 2)]


@pytest.mark.rule("DBK-MISC-02", "DBK-MISC-06")
@pytest.mark.parametrize(("stones", "after"), [(1, (1, 0)), (2, (1, 1))])
def test_stones_that_the_zone_lacks_are_not_done(stones: int, after: tuple[int, int]) -> None:
    two = '{ op = "stones", from = "stone-zone", n = 2, to = "you.cast.1" }'
    lift = '{ op = "stones", from = "you.cast.1", n = 1, to = "you.held" }'
    table = board(seat(stones=0, hand=["lab"]), stone_zone=stones, lab=does(if_done(two, lift)))
    table.play(0, "use lab")
    assert (placed(table)[0], held(table)[0]) == after


@pytest.mark.rule("DBK-MISC-02", "DBK-MISC-04")
@pytest.mark.parametrize(("placed_stones", "gain"), [([], 3), ([0, 1], 4)])
def test_b_only_if_the_condition_is_met(placed_stones: list[int], gain: int) -> None:
    table = board(seat(hand=["observatory-assistant"], placed=placed_stones))
    table.play(0, "use observatory-assistant")
    assert held(table)[0] == 4 + gain


@pytest.mark.rule("DBK-MISC-03")
def test_who_declines_a_gets_no_b() -> None:
    for move, stones, lies in (("do", [4, 6], "prankster 2"), ("pass", [5, 5], "prankster 4")):
        table = board(seat(hand=["ferryman"], cast=["prankster 4"]))
        table.play(0, "use ferryman", move)
        if move == "do":
            table.play(0, "pick prankster")
        assert held(table) == stones
        assert lies in cast(table)


@pytest.mark.rule("DBK-MISC-06")
@pytest.mark.parametrize(("picked", "gained"), [(0, 0), (1, 1), (2, 1)])
def test_up_to_is_done_in_full_from_one_on(picked: int, gained: int) -> None:
    pick = '{ op = "pick", from = "you.hand", n = 2, up_to = true }'
    table = board(seat(hand=["lab", "prankster", "ferryman"]), lab=does(if_done(pick)))
    table.play(0, "use lab")
    table.play(0, *["pick prankster", "pick ferryman"][:picked])
    if picked < 2:
        table.play(0, "done")
    assert held(table)[0] == 5 + gained


@pytest.mark.rule("DBK-MISC-07")
def test_without_if_b_is_done_even_if_a_cannot_be() -> None:
    table = board(seat(hand=["blessing-of-cleansing"]))
    table.play(0, "use blessing-of-cleansing")
    assert held(table)[0] == 7
    table = board(seat(hand=["night-bell-ringer"], cast=["prankster 3"]), seat())
    table.play(0, "use night-bell-ringer")  # nobody else has a card
    assert "prankster 2" in cast(table)


@pytest.mark.rule("DBK-MISC-05")
@pytest.mark.parametrize("user", [0, 1, 2])
def test_several_players_choose_clockwise_from_the_turn_player(user: int) -> None:
    mine = [["prankster 3", "ferryman 2"], ["lamplighter 3", "pickpocket 2"], ["clock-winder 3", "milk-carrier 2"]]  # fmt: skip
    seats = [seat(cast=cards) for cards in mine]
    seats[user] = seat(hand=["night-bell-ringer"])
    table = board(*seats, turn=user)
    table.play(user, "use night-bell-ringer")
    asked = []
    while table.asked != {user: "main"}:
        (who,) = table.asked
        asked.append(who)
        table.play(who, table.moves(who)[0])
    assert asked == [(user + 1) % 3, (user + 2) % 3]


# -- acquiring by effects -------------------------------------------------------------------------


@pytest.mark.rule("DBK-MISC-08", "DBK-MISC-13", "DBK-MISC-14", "DBK-DIFF-02", "DBK-GEN-09")
@pytest.mark.parametrize("source", ["card-zone", "removed", "hand", "cast"])
def test_a_card_acquired_by_an_effect_is_placed_as_in_the_start_phase(source: str) -> None:
    where = {"hand": "you.hand", "cast": "target.cast"}.get(source, source)
    take = f'{{ op = "pick", from = "{where}" }}, {{ op = "acquire", card = "it", who = "you", cost = "free" }}'  # fmt: skip
    card = "twilight-gatekeeper"  # an install card, acquisition cost 3, cast time II
    table = board(
        seat(hand=["lab", *([card] if source == "hand" else [])], stones=1),
        seat(cast=[f"{card} 4 installed"] if source == "cast" else []),
        lab=does(on_others(take)),
        card_zone=[f"{card} 3"] if source == "card-zone" else ["prankster 2"],
        removed=[card] if source == "removed" else [],
        stone_zone=9,
    )
    table.play(0, "use lab")
    assert cast(table) == [f"{card} 2", "lab 3"]
    assert held(table)[0] == (4 if source == "card-zone" else 1)
    assert zone(table) == 9


@pytest.mark.rule("DBK-MISC-13")
def test_the_player_who_acquires_gains_the_stones() -> None:
    table = board(
        seat(hand=["attic-phantom"]), seat(cast=["prankster 3"]), card_zone=["lamplighter 2"]
    )
    table.play(0, "use attic-phantom")
    table.play(1, "do")
    assert cast(table, 1) == ["lamplighter 1"]
    assert held(table) == [4, 7]


@pytest.mark.rule("DBK-MISC-09")
def test_stones_on_a_removed_card_go_to_the_stone_zone() -> None:
    pick = '{ op = "pick", from = "card-zone" }'
    table = board(
        seat(hand=["lab"]), card_zone=["prankster 3"], stone_zone=5,
        lab=does(pick, '{ op = "remove", card = "it" }'),
    )  # fmt: skip
    table.play(0, "use lab")
    assert (removed(table), row(table), zone(table)) == (["prankster"], {}, 8)


# -- costs ----------------------------------------------------------------------------------------


@pytest.mark.rule("DBK-MISC-10")
def test_a_changed_cost_is_never_below_nothing() -> None:
    table = board(
        seat(cast=["canal-broker 4 installed"]), phase="start", card_zone=["clock-winder", "prankster"]
    )  # fmt: skip
    table.play(0, "acquire clock-winder")
    assert held(table)[0] == 5
    table = board(seat(hand=["stilt-walker", "stardust-gatherer"], stones=0))
    table.play(0, "use stilt-walker", "use stardust-gatherer")
    assert held(table)[0] == 1


@pytest.mark.rule("DBK-MISC-16", "DBK-OPS-15")
def test_changes_of_a_cost_add_up_before_that() -> None:
    table = board(
        seat(cast=["canal-broker 4 installed", "lab 4 installed"]), phase="start",
        lab=always('rule = "acquire-cost", by = 1'), card_zone=["clock-winder", "prankster"],
    )  # fmt: skip
    table.play(0, "acquire clock-winder")
    assert held(table)[0] == 5  # 0 - 1 + 1, whichever card came first
    table = board(
        seat(hand=["prankster", "stilt-walker"], cast=["stage-director 4 installed", "lab 4 installed"], stones=1),
        lab=always('rule = "use-cost", by = 2'),
    )  # fmt: skip
    assert uses(table) == {"stilt-walker"}  # 0 - 1 + 2 = 1; the prankster costs 1 - 1 + 2
    table.play(0, "use stilt-walker")
    assert held(table)[0] == 0
    assert uses(table) == set()  # 1 - 1 + 2 - 1 = 1


@pytest.mark.rule("DBK-MISC-15")
def test_changes_of_use_costs_are_for_cards_from_the_hand_alone() -> None:
    table = board(seat(hand=["stilt-walker", "moonlight-jeweller", "curse"], stones=1))
    table.play(0, "use stilt-walker", "use curse")
    assert held(table)[0] == 1
    table.play(0, "use moonlight-jeweller")
    assert held(table)[0] == 4
    assert table.moves(0) == ["pay 1", "pass"]
    table.play(0, "pay 1", "witch-turn")
    assert held(table)[0] == 4  # 1 and 1 paid, 2 gained


# -- whose choice, whose gain ---------------------------------------------------------------------


@pytest.mark.rule("DBK-MISC-11")
def test_the_user_chooses_unless_the_text_says_otherwise() -> None:
    lying = ["prankster 3", "ferryman 3"]
    table = board(seat(hand=["lab"]), seat(cast=lying), lab=does(
        on_others('{ op = "pick", from = "target.cast" }'), marks=ATTACK))  # fmt: skip
    table.play(0, "use lab")
    assert table.asked == {0: "pick"}
    table = board(seat(hand=["night-bell-ringer"]), seat(cast=lying))
    table.play(0, "use night-bell-ringer")
    assert table.asked == {1: "pick"}


@pytest.mark.rule("DBK-MISC-12")
def test_taking_stones_is_a_gain_and_no_use_of_them() -> None:
    table = board(
        seat(hand=["pickpocket"], cast=["lab 4 installed"]),
        stone_zone=9,
        lab=watch('event = "gain", who = "you"'),
    )
    table.play(0, "use pickpocket")
    assert works(table) == ["lab"]
    assert held(table) == [7, 2]
    assert zone(table) == 9 + 2 - 1  # the cost, and the stone of the trigger
    assert not hand(table)
