"""The phases of a turn (HOC-TURN to HOC-MKT)."""

from collections import Counter

import pytest

from taku import engine
from tests.support.heart_of_crown import (
    CITY,
    CROWNED,
    LARGE,
    MAID,
    VILLAGE,
    crown,
    deck,
    discard,
    domain,
    hand,
    kept,
    market,
    points,
    seat,
    verbs,
)

GAME = engine.game("heart-of-crown")
BATTALION = "infantry-battalion"


@pytest.mark.rule("HOC-TURN-01", "HOC-MKT-04")
def test_main_second_cleanup_draw_refill() -> None:
    table = crown(
        seat(hand=[CITY, MAID], deck=[VILLAGE] * 6),
        market={"donation": 1},
        supply=["scout"],
    )
    events = table.play(0, f"play {CITY}", "buy donation")
    kinds = [event.kind for event in events]
    assert kinds == ["play", "coins", "buy", "cleanup", "draw", "refill", "turn"]


@pytest.mark.rule("HOC-TURN-04", "HOC-TURN-05", "HOC-CR-37", "HOC-CR-18")
def test_an_extra_turn_is_a_whole_turn_and_comes_at_once() -> None:
    table = crown(
        seat(hand=[CITY, CITY], deck=[CITY] * 10, princess="rain-and-shion", twins=2),
        seat(hand=[VILLAGE]),
        market={"donation": 2, **dict.fromkeys(GAME.cards.commons[1:8], 1)},
        supply=["bank"],
    )
    table.play(0, "activate rain-and-shion")
    assert "activate rain-and-shion" not in table.moves(0)  # HOC-CR-18
    table.play(0, f"play {CITY}", "buy donation")
    assert (table.view(0).turn, table.view(0).extra) == (0, True)
    assert table.view(0).areas[0].twins == 1
    assert "activate rain-and-shion" not in table.moves(0)  # HOC-CR-37
    assert "bank" not in market(table)
    table.play(0, f"play {CITY}", "buy donation")
    assert market(table)["bank"] == 1  # refilled after the extra turn
    assert table.view(0).turn == 1
    table.play(1, "end")
    assert "activate rain-and-shion" in table.moves(0)


# -- main phase and links -------------------------------------------------------------------------


@pytest.mark.rule("HOC-MAIN-01", "HOC-MAIN-05", "HOC-TYPE-05", "HOC-TYPE-06", "HOC-TYPE-09")
def test_actions_and_territories_can_be_played_others_not() -> None:
    cards = [VILLAGE, "donation", BATTALION, MAID, "curse", "duke", "gossiping-duchess"]
    table = crown(seat(hand=cards))
    plays = {move for move in table.moves(0) if move.startswith("play ")}
    assert plays == {f"play {card}" for card in (VILLAGE, "donation", BATTALION)}
    assert table.moves(1) == []


@pytest.mark.rule("HOC-MAIN-01", "HOC-LINK-05")
def test_every_turn_opens_with_one_place() -> None:
    mine = seat(hand=[BATTALION, "curse-witch", "library"], deck=[MAID] * 6)
    table = crown(mine, mine, phase="start")
    for player in (0, 1):
        assert table.view(player).links == 1
        table.play(player, f"play {BATTALION}")
        assert "play" not in verbs(table, player)
        table.play(player, "end")


@pytest.mark.rule("HOC-CARD-03", "HOC-TERM-02", "HOC-MAIN-03", "HOC-MAIN-04", "HOC-MAIN-08")
def test_playing_carries_out_the_effect_coins_first() -> None:
    table = crown(
        seat(hand=[LARGE, "moneylender"]), seat(hand=[CITY, MAID, MAID, VILLAGE, VILLAGE])
    )
    table.play(0, f"play {LARGE}")
    assert table.view(0).coins == 3
    table = crown(seat(hand=[BATTALION]), seat(hand=[CITY, MAID, MAID, VILLAGE, VILLAGE]))
    table.play(0, f"play {BATTALION}")
    assert table.asked == {1: "force-discard"}
    assert table.view(0).coins == 2
    table = crown(seat(hand=["hideout"], deck=[f"face-up {CITY}"]))
    assert [event.kind for event in table.play(0, "play hideout")] == ["play", "coins", "take"]


@pytest.mark.rule("HOC-MAIN-06")
def test_one_may_stop_with_playable_cards_in_hand() -> None:
    table = crown(seat(hand=[VILLAGE, CITY]), seat(hand=[VILLAGE]))
    table.play(0, "end")
    assert table.view(0).turn == 1
    assert table.view(0).areas[0].hand_count == 2  # discarded, reshuffled and drawn again


@pytest.mark.rule("HOC-MAIN-07", "HOC-KEEP-08", "HOC-KEEP-09")
def test_keeping_and_activating_between_plays_but_not_within() -> None:
    table = crown(
        seat(hand=[VILLAGE, "wishing-well", "scout", CITY], princess="bergamotte", domain=[CITY])
    )
    table.play(0, f"play {VILLAGE}")
    assert {"keep", "activate"} <= verbs(table)
    table.play(0, "play wishing-well")
    assert verbs(table) == {"discard", "stop"}
    table.play(0, "stop")
    for _ in range(5):
        table.play(0, "keep scout on city", "recall scout from city")
    assert "keep scout on city" in table.moves(0)


@pytest.mark.rule("HOC-MAIN-09")
def test_what_is_not_optional_must_be_done() -> None:
    table = crown(seat(hand=["donation", CITY, LARGE]))
    table.play(0, "play donation")
    assert table.moves(0) == [f"exile {CITY}", f"exile {LARGE}"]


@pytest.mark.rule("HOC-LINK-01", "HOC-LINK-02", "HOC-LINK-03", "HOC-LINK-05", "HOC-LINK-06")
def test_open_places_are_counted() -> None:
    table = crown(seat(hand=["scout", BATTALION, BATTALION, BATTALION], deck=[]), seat(deck=[]))
    assert table.view(0).links == 1
    table.play(0, "play scout")
    assert table.view(0).links == 2
    table.play(0, f"play {BATTALION}")
    assert table.view(0).links == 1
    table.play(0, f"play {BATTALION}")
    assert table.view(0).links == 0
    assert "play" not in verbs(table)


@pytest.mark.rule("HOC-LINK-04")
def test_play_goes_on_until_the_hand_is_empty() -> None:
    table = crown(seat(hand=[VILLAGE] * 9), coins=1)
    for _ in range(9):
        table.play(0, f"play {VILLAGE}")
    assert (table.view(0).coins, table.view(0).links) == (10, 1)
    assert "play" not in verbs(table)


@pytest.mark.rule("HOC-LINK-07", "HOC-FIZ-03", "HOC-FAQ-21")
def test_links_count_even_if_the_effect_did_nothing() -> None:
    table = crown(seat(hand=["swift-courier", CITY, CITY], deck=[], discard=[]))
    table.play(0, "play swift-courier")
    assert table.view(0).links == 2
    table = crown(seat(hand=["buried-treasure", CITY]), supply=[], links=2)
    table.play(0, "play buried-treasure")
    assert discard(table) == {}
    assert table.view(0).links == 1
    assert f"play {CITY}" in table.moves(0)


@pytest.mark.rule("HOC-LINK-08")
def test_places_stay_when_a_card_leaves_the_play_area() -> None:
    """Only backing takes cards out of the play area; the open places stay as they were."""
    table = crown(seat(hand=["scout", CITY, LARGE, "donation"]), coins=6)
    table.play(0, f"play {LARGE}", f"play {CITY}", "back laolily")
    assert table.asked == {0: "maids"}
    assert domain(table) == {CITY: 1, LARGE: 1}
    assert table.view(0).played == ()
    assert table.view(0).links == 1


@pytest.mark.rule("HOC-EX-02")
def test_a_battalion_ends_the_chain() -> None:
    table = crown(seat(hand=[VILLAGE, VILLAGE, BATTALION, BATTALION, MAID]))
    table.play(0, f"play {VILLAGE}", f"play {VILLAGE}", f"play {BATTALION}")
    assert "play" not in verbs(table)
    assert hand(table) == {BATTALION: 1, MAID: 1}


def test_playing_all_territories_is_playing_one_after_the_other() -> None:
    cards = [VILLAGE, "scout", CITY, MAID, LARGE]
    one = crown(seat(hand=cards))
    one.play(0, f"play {CITY}", f"play {VILLAGE}", f"play {LARGE}")
    all_at_once = crown(seat(hand=cards))
    all_at_once.play(0, "play territories")
    assert one.state == all_at_once.state
    silent = crown(seat(hand=cards)).state
    silent.advance(0, "play territories")
    assert silent == one.state
    assert "play territories" not in one.moves(0)


# -- keeping --------------------------------------------------------------------------------------


@pytest.mark.rule("HOC-KEEP-01", "HOC-FAQ-01", "HOC-TERM-11")
def test_no_domain_no_keeping() -> None:
    table = crown(seat(hand=["scout", "duke", VILLAGE]))
    assert not {"keep", "recall", "set"} & verbs(table)
    with pytest.raises(engine.BadScenario, match="no domain without a princess"):
        crown(seat(domain=[CITY]))


@pytest.mark.rule("HOC-KEEP-02", "HOC-KEEP-06", "HOC-KEEP-07", "HOC-KEEP-12", "HOC-KEEP-13")
def test_keep_and_recall_in_a_later_turn() -> None:
    table = crown(
        seat(hand=["donation", VILLAGE], deck=[VILLAGE] * 5, princess="laolily", domain=[CITY]),
        links=0,
    )
    table.play(0, "keep donation on city")
    assert kept(table) == {CITY: "donation"}
    assert table.view(1).areas[0].domain[0].kept == "donation"
    assert table.view(0).turn == 0  # keeping needs no link and plays nothing
    assert table.view(0).played == ()
    table.play(0, "end")
    assert kept(table) == {CITY: "donation"}
    table.play(1, "end")
    table.play(0, "recall donation from city", "play donation", f"exile {VILLAGE}")
    assert kept(table) == {}
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-KEEP-13", "HOC-LINK-05")
def test_a_recalled_card_needs_an_open_place() -> None:
    table = crown(
        seat(hand=[VILLAGE], princess="laolily", domain=[CITY], kept=["scout on city"]), links=0
    )
    table.play(0, "recall scout from city")
    assert "play" not in verbs(table)


@pytest.mark.rule("HOC-KEEP-03", "HOC-KEEP-15", "HOC-RES-04")
def test_only_action_cards_are_kept_and_no_talisman() -> None:
    cards = [VILLAGE, MAID, "rampart", BATTALION, "magic-talisman", "curse", "duke"]
    table = crown(seat(hand=cards, princess="laolily", domain=[LARGE]))
    keeps = {move for move in table.moves(0) if move.startswith("keep")}
    assert keeps == {f"keep rampart on {LARGE}", f"keep {BATTALION} on {LARGE}"}


@pytest.mark.rule("HOC-KEEP-02", "HOC-KEEP-04")
def test_one_card_on_one_territory() -> None:
    table = crown(
        seat(hand=["scout", "scout", "donation"], princess="laolily", domain=[CITY, CITY, "duke"])
    )
    table.play(0, "keep scout on city", "keep scout on city")
    assert "keep" not in verbs(table)  # a Duke is no territory


@pytest.mark.rule("HOC-KEEP-05", "HOC-EX-03", "HOC-KEEP-14")
@pytest.mark.parametrize("princess", ["laolily", "klam-klam"])
def test_the_territory_costs_as_much_or_more(princess: str) -> None:
    cards = [BATTALION, "trade-ship", "donation"]
    table = crown(seat(hand=cards, princess=princess, domain=[LARGE, CITY, VILLAGE]))
    keeps = [move for move in table.moves(0) if move.startswith("keep")]
    assert keeps == [
        f"keep {BATTALION} on {LARGE}",
        f"keep trade-ship on {LARGE}",
        f"keep trade-ship on {CITY}",  # as much is enough
        f"keep donation on {LARGE}",
        f"keep donation on {CITY}",
    ]


@pytest.mark.rule("HOC-KEEP-10", "HOC-KEEP-11")
def test_no_keeping_in_other_phases_or_turns() -> None:
    mine = seat(
        hand=["scout", "duke", MAID], princess="laolily", domain=[CITY, LARGE], kept=["rampart on city"]
    )  # fmt: skip
    table = crown(mine, phase="set")
    assert verbs(table) == {"set", "end"}
    table = crown(mine, phase="buy", coins=5)
    assert verbs(table) == {"buy", "end"}
    table = crown(mine, seat(hand=["scout"], deck=[CITY]), turn=1)
    assert table.moves(0) == []
    table.play(1, "play scout")
    assert verbs(table, 0) == {"reveal", "pass"}


@pytest.mark.rule("HOC-EX-04")
def test_a_recalled_courier_lets_both_battalions_march() -> None:
    table = crown(
        seat(
            hand=[VILLAGE, VILLAGE, BATTALION, BATTALION, MAID],
            deck=[CITY],
            princess="laolily",
            domain=[CITY],
            kept=["swift-courier on city"],
        )
    )
    table.play(0, "recall swift-courier from city", "play swift-courier")
    table.play(0, f"play {BATTALION}", f"play {BATTALION}")
    assert table.view(0).played.count(BATTALION) == 2


@pytest.mark.rule("HOC-LIMIT-02", "HOC-KEEP-09")
def test_keeping_in_a_circle_ends() -> None:
    table = crown(seat(hand=["scout", MAID], princess="laolily", domain=[CITY]))
    for _ in range(100):
        table.play(0, "keep scout on city", "recall scout from city")
    assert "keep" not in verbs(table)


# -- second phase ---------------------------------------------------------------------------------


@pytest.mark.rule("HOC-SEC-01", "HOC-SEC-03", "HOC-SEC-04")
def test_buy_set_back_or_none() -> None:
    table = crown(seat(hand=[VILLAGE]), coins=6)
    assert {"buy", "back", "end"} <= verbs(table)
    table = crown(seat(hand=["duke"], princess="laolily"), coins=6)
    assert {"buy", "set", "end"} <= verbs(table)


@pytest.mark.rule(
    "HOC-SEC-02", "HOC-SEC-04", "HOC-EX-06", "HOC-SET-05", "HOC-TYPE-11", "HOC-SET-02", "HOC-SET-09"
)
def test_who_sets_cannot_buy() -> None:
    table = crown(seat(hand=["duke", MAID], princess="laolily"), coins=8)
    table.play(0, "set duke")
    assert points(table) == 6
    assert table.moves(0) == [f"set {MAID}", "end"]
    table.play(0, "end")
    assert domain(table) == {"duke": 1}


@pytest.mark.rule("HOC-SEC-02", "HOC-SEC-04", "HOC-BUY-03")
def test_who_buys_cannot_set_or_back() -> None:
    table = crown(seat(hand=["duke"], princess="laolily"), coins=9)
    table.play(0, f"buy {CITY}")
    assert verbs(table) == {"buy", "end"}
    table = crown(seat(hand=[MAID]), coins=12)
    table.play(0, f"buy {CITY}")
    assert "back" not in verbs(table)


@pytest.mark.rule("HOC-BUY-01", "HOC-BUY-02", "HOC-CARD-02", "HOC-EX-05")
def test_five_coins_buy_a_city_and_a_donation() -> None:
    table = crown(
        seat(hand=[MAID]), seat(hand=[VILLAGE]), coins=5, market={"donation": 2, "bank": 1}
    )
    moves = set(table.moves(0))
    assert {f"buy {CITY}", "buy donation", "buy bank"} <= moves
    assert f"buy {LARGE}" not in moves
    table.play(0, f"buy {CITY}")
    assert table.view(0).coins == 2
    table.play(0, "buy donation")
    assert Counter(table.view(0).areas[0].owned) >= Counter([(CITY, 1), ("donation", 1)])
    assert table.view(0).turn == 1  # nothing can be paid any more


@pytest.mark.rule("HOC-BUY-05", "HOC-FAQ-13", "HOC-BUY-07")
def test_curses_and_princesses_are_not_bought() -> None:
    table = crown(seat(hand=[VILLAGE], princess="laolily"), coins=20)
    assert "buy curse" not in table.moves(0)
    assert not {f"buy {each}" for each in table.view(0).princesses} & set(table.moves(0))


@pytest.mark.rule("HOC-BUY-06")
def test_no_refill_between_purchases() -> None:
    table = crown(seat(hand=[MAID]), coins=7, market={"donation": 1}, supply=["scout", "bank"])
    table.play(0, "buy donation")
    assert "scout" not in market(table)
    table.play(0, f"buy {CITY}")
    assert table.asked == {1: "main"}
    assert market(table)["scout"] == 1


@pytest.mark.rule("HOC-SET-01")
def test_no_princess_no_setting() -> None:
    assert "set" not in verbs(crown(seat(hand=["duke", VILLAGE]), coins=3))


@pytest.mark.rule("HOC-SET-03", "HOC-SET-04", "HOC-CLEAN-04")
def test_as_many_as_one_holds_and_they_stay() -> None:
    table = crown(seat(hand=["duke", "senator", "senator"], deck=[VILLAGE] * 9, princess="laolily"))
    table.play(0, "set duke", "set senator", "set senator")
    assert domain(table) == {"duke": 1, "senator": 2}
    assert points(table) == 12
    assert discard(table) == {}


@pytest.mark.rule("HOC-SET-06")
def test_a_set_effect_comes_before_the_next_card() -> None:
    table = crown(
        seat(hand=["gossiping-duchess", "duke"], princess="laolily"),
        seat(princess="klam-klam", domain=["duke", "senator"]),
    )
    table.play(0, "set gossiping-duchess")
    assert table.moves(0) == ["send senator", "send duke"]
    table.play(0, "send duke")
    assert table.moves(0) == ["set duke", "end"]


@pytest.mark.rule("HOC-SET-07", "HOC-FAQ-02", "HOC-FAQ-03")
@pytest.mark.parametrize("card", ["imperial-estate", "imperial-capital"])
def test_estate_and_capital_are_set_and_hold_kept_cards(card: str) -> None:
    table = crown(seat(hand=[card, CITY, "scout"], deck=["scout"] * 4, princess="laolily"))
    assert [m for m in table.moves(0) if m.startswith("set")] == [f"set {card}"]
    table.play(0, f"set {card}")
    table.play(1, "end")
    assert f"keep scout on {card}" in table.moves(0)


@pytest.mark.rule("HOC-SET-08")
def test_moving_by_backing_is_not_setting() -> None:
    table = crown(seat(hand=["imperial-estate"]), played=[CITY], coins=4)
    table.play(0, "play imperial-estate", "back lulunasaika")
    assert table.told("set") == []
    assert domain(table) == {"imperial-estate": 1, CITY: 1}


# -- backing --------------------------------------------------------------------------------------


@pytest.mark.rule("HOC-BACK-01", "HOC-FAQ-04")
def test_one_princess_each_for_good() -> None:
    assert "back" not in verbs(crown(seat(hand=[VILLAGE], princess="laolily"), coins=12))


@pytest.mark.rule("HOC-BACK-02", "HOC-BACK-03", "HOC-BACK-04", "HOC-BACK-05", "HOC-BACK-10")
def test_backing_costs_6_and_takes_her_away() -> None:
    mine = seat(hand=[VILLAGE, VILLAGE], deck=[VILLAGE])
    assert "back" not in verbs(crown(mine, coins=5))
    table = crown(mine, seat(hand=[CITY]), coins=9, princesses=["laolily", "klam-klam"])
    backs = [move for move in table.moves(0) if move.startswith("back")]
    assert backs == ["back laolily", "back klam-klam"]
    table.play(0, "back klam-klam")
    assert table.view(1).areas[0].princess == "klam-klam"
    assert table.view(1).princesses == ("laolily",)
    assert table.view(0).turn == 1  # three coins are left, and nothing can be bought
    assert table.told("buy") == []


@pytest.mark.rule("HOC-BACK-06", "HOC-BACK-07", "HOC-BACK-09", "HOC-EX-07", "HOC-FAQ-12")
def test_the_three_dearest_territories_move() -> None:
    table = crown(seat(hand=[LARGE, CITY, VILLAGE, VILLAGE, "swift-courier"]))
    table.play(0, "play swift-courier", "play territories")
    assert table.view(0).coins == 7
    table.play(0, "back klam-klam")
    assert domain(table) == {LARGE: 1, CITY: 1, VILLAGE: 1}
    owned = dict(table.view(0).areas[0].owned)
    assert owned == {VILLAGE: 1, "swift-courier": 1}


@pytest.mark.rule("HOC-BACK-08", "HOC-BACK-15")
def test_fewer_than_three_all_move_and_count_at_once() -> None:
    table = crown(seat(hand=[VILLAGE]), coins=5)
    table.play(0, f"play {VILLAGE}", "back laolily")
    assert domain(table) == {VILLAGE: 1}
    assert points(table) == -2


@pytest.mark.rule("HOC-BACK-11")
def test_backing_without_territories() -> None:
    table = crown(seat(hand=[VILLAGE]), coins=6)
    table.play(0, "back lulunasaika")
    assert domain(table) == {}
    assert points(table) == 6


@pytest.mark.rule("HOC-BACK-12", "HOC-BACK-02", "HOC-PRIN-01", "HOC-CR-20")
def test_pay_take_move_then_her_effect() -> None:
    table = crown(seat(hand=[CITY]), coins=6)
    events = table.play(0, f"play {CITY}", "back laolily")
    kinds = [event.kind for event in events]
    assert kinds[-2:] == ["back", "domain"]
    assert table.asked == {0: "maids"}
    assert domain(table) == {CITY: 1}
    assert table.view(0).coins == 2


@pytest.mark.rule("HOC-BACK-13", "HOC-BACK-14")
def test_territories_of_several_types_move_by_cost() -> None:
    cards = ["imperial-capital", "imperial-estate", LARGE, CITY]
    table = crown(seat(hand=cards))
    table.play(0, "play territories", "back lulunasaika")
    assert domain(table) == {"imperial-capital": 1, LARGE: 1, "imperial-estate": 1}
    game = engine.game("heart-of-crown").cards
    costs = [game.cost[card] for card in game.territories]
    assert len(costs) == len(set(costs))


# -- cleanup, draw, refill ------------------------------------------------------------------------


@pytest.mark.rule("HOC-CLEAN-01", "HOC-CLEAN-02", "HOC-CLEAN-03")
def test_cleanup_discards_everything_and_coins_vanish() -> None:
    table = crown(seat(hand=[CITY, MAID], deck=[VILLAGE] * 5), seat(hand=[VILLAGE]))
    table.play(0, f"play {CITY}", "end")
    assert discard(table) == {CITY: 1, MAID: 1}
    assert table.view(0).played == ()
    assert table.view(0).coins == 0
    assert table.view(0).turn == 1


@pytest.mark.rule("HOC-CLEAN-05")
def test_supply_units_work_before_the_discard() -> None:
    mine = seat(hand=[MAID], deck=[VILLAGE] * 9)
    table = crown(mine, phase="end", played=["supply-unit", "scout", CITY])
    assert table.moves(0) == ["return scout", "pass"]
    assert discard(table) == {}
    assert table.view(0).phase == "cleanup"


@pytest.mark.rule("HOC-DRAW-01", "HOC-DRAW-04")
def test_five_new_cards() -> None:
    table = crown(seat(hand=[MAID] * 3, deck=[CITY] * 9), phase="end")
    assert hand(table) == {CITY: 5}


@pytest.mark.rule("HOC-DRAW-02", "HOC-EX-08", "HOC-DECK-01", "HOC-DECK-07")
def test_the_rest_of_the_deck_then_the_shuffled_discards() -> None:
    table = crown(seat(deck=[CITY, CITY, LARGE], discard=[VILLAGE] * 6), phase="end")
    assert hand(table) == {CITY: 2, LARGE: 1, VILLAGE: 2}
    assert deck(table) == [VILLAGE] * 4
    assert discard(table) == {}


@pytest.mark.rule("HOC-DRAW-03", "HOC-DECK-04")
def test_fewer_than_five_cards_at_all() -> None:
    table = crown(seat(hand=[MAID], deck=[CITY], discard=[VILLAGE]), phase="end")
    assert hand(table) == {CITY: 1, VILLAGE: 1, MAID: 1}
    assert table.asked == {1: "main"}


@pytest.mark.rule("HOC-MKT-01", "HOC-MKT-02", "HOC-MKT-05", "HOC-MKT-06")
def test_refill_to_eight_kinds() -> None:
    kinds = ["donation", "scout", "bank", "shinobi", "library", "summons"]
    supply = ["scout", "imperial-crown", "scout", "imperial-capital", "scout", "rampart"]
    table = crown(seat(deck=[CITY] * 5), phase="end", market=dict.fromkeys(kinds, 1), supply=supply)
    assert market(table)["scout"] == 3
    assert {"imperial-crown", "imperial-capital"} <= market(table).keys()
    assert dict(table.view(0).unseen) == {"rampart": 1, "scout": 1}


@pytest.mark.rule("HOC-MKT-03")
def test_an_empty_supply_refills_nothing() -> None:
    table = crown(
        seat(hand=[VILLAGE] * 2, deck=[VILLAGE] * 9), coins=2, market={"scout": 1}, supply=[]
    )
    table.play(0, "buy scout")
    assert table.view(0).random_market == ()
    assert table.asked == {1: "main"}


@pytest.mark.rule("HOC-MKT-07")
def test_the_basic_market_is_never_refilled() -> None:
    table = crown(
        seat(hand=[VILLAGE] * 2, deck=[VILLAGE] * 9), coins=3, market={CITY: 1, "scout": 1}
    )
    table.play(0, f"buy {CITY}")
    assert market(table)[CITY] == 0


def test_idle_players_do_not_exhaust_the_machine() -> None:
    """Turns in which nothing can be done pass by themselves, to the very end."""
    table = crown(seat(hand=[MAID], deck=[MAID]), CROWNED | seat(), phase="end")
    assert table.asked == {1: "main"}
    table = crown(seat(hand=[MAID], deck=[MAID]), seat(hand=["curse"]), phase="end")
    assert table.result.reason == "turn-limit"
