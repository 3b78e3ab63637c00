"""The thirty commons, in the order of the card file, with their examples, FAQ and rulings."""

import pytest

from tests.support.heart_of_crown import (
    CITY,
    LARGE,
    MAID,
    VILLAGE,
    crown,
    deck,
    discard,
    domain,
    face_up,
    hand,
    kept,
    market,
    points,
    seat,
    verbs,
)
from tests.support.table import Table

BATTALION, GUARD, TALISMAN = "infantry-battalion", "royal-guard", "magic-talisman"
MORE = [VILLAGE]
"""A hand card that keeps the turn from ending by itself."""


def playing(card: str, *hand: str, **more: object) -> Table:
    """Seat 0 holds the card, these cards and a village, and plays the card."""
    own = {
        name: more.pop(name) for name in ("deck", "discard", "princess", "domain") if name in more
    }
    victims = more.pop("victims", ())
    more.setdefault("links", 2)
    table = crown(seat(hand=[card, *hand, *MORE], **own), *victims, **more)  # type: ignore[misc]
    table.play(0, f"play {card}")
    return table


# -- donation, swift courier, wishing well --------------------------------------------------------


@pytest.mark.rule("HOC-FAQ-33", "HOC-EXILE-01")
def test_donation_exiles_any_card() -> None:
    table = playing("donation", TALISMAN, "curse", "duke")
    assert len(table.moves(0)) == 4
    table.play(0, f"exile {TALISMAN}")
    assert table.view(1).exile == (TALISMAN,)


@pytest.mark.rule("HOC-CR-36", "HOC-FIZ-01")
def test_donation_never_reaches_itself() -> None:
    table = crown(seat(hand=["donation"], deck=[MAID] * 9), coins=3)
    table.play(0, "play donation")
    assert table.view(0).exile == ()
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-TERM-03")
def test_swift_courier_draws_1_and_opens_two_places() -> None:
    table = playing("swift-courier", deck=[CITY, LARGE], links=1)
    assert hand(table) == {CITY: 1, VILLAGE: 1}
    assert table.view(0).links == 2


@pytest.mark.rule("HOC-FAQ-16")
def test_wishing_well_exchanges_any_number() -> None:
    table = playing("wishing-well", MAID, MAID, deck=[CITY, LARGE, CITY])
    table.play(0, f"discard {MAID}", f"discard {MAID}")
    assert hand(table) == {VILLAGE: 1}  # nothing is drawn before all are chosen
    table.play(0, "stop")
    assert hand(table) == {VILLAGE: 1, CITY: 1, LARGE: 1}
    table = playing("wishing-well", MAID, deck=[CITY])
    table.play(0, "stop")
    assert hand(table) == {VILLAGE: 1, MAID: 1}


def test_rampart_gives_a_coin() -> None:
    assert playing("rampart").view(0).coins == 1


# -- scout ----------------------------------------------------------------------------------------


@pytest.mark.rule("HOC-CR-01", "HOC-CR-02", "HOC-RES-02", "HOC-REV-01")
def test_scout_goes_round_from_the_active_player() -> None:
    others = [seat(deck=[LARGE, MAID]), seat(deck=["duke", MAID])]
    table = playing("scout", deck=[CITY, VILLAGE], victims=others)
    assert table.moves(0) == [f"discard {CITY}", f"leave {CITY}"]
    assert face_up(table, 1) == []  # one is finished before the next reveals
    table.play(0, f"leave {CITY}")
    table.play(0, f"discard {LARGE}")
    table.play(0, "leave duke")
    assert [face_up(table, n) for n in range(3)] == [[CITY], [], ["duke"]]
    assert discard(table, 1) == {LARGE: 1}
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-FAQ-05", "HOC-FAQ-14")
def test_scout_can_discard_a_card_that_lay_face_up() -> None:
    table = playing("scout", deck=[MAID], victims=[seat(deck=[f"face-up {LARGE}", MAID])])
    table.play(0, f"leave {MAID}", f"discard {LARGE}")
    assert deck(table, 1) == [MAID]
    assert discard(table, 1) == {LARGE: 1}


@pytest.mark.rule("HOC-CR-04", "HOC-CR-03")
@pytest.mark.parametrize("ramparts", [1, 2])
def test_a_rampart_stops_the_scout(ramparts: int) -> None:
    victim = seat(hand=["rampart"] * ramparts, deck=[LARGE, CITY])
    table = playing("scout", deck=[MAID], victims=[victim])
    table.play(1, *["reveal rampart"] * ramparts)
    table.play(0, f"leave {MAID}")
    assert (face_up(table, 1), table.asked) == ([], {0: "main"})


def test_scout_skips_who_has_no_cards() -> None:
    table = playing("scout", victims=[seat()])
    assert table.asked == {0: "main"}


# -- trade ship, buried treasure, court merchant --------------------------------------------------


def test_trade_ship_draws_or_pays() -> None:
    table = playing("trade-ship", deck=[CITY, CITY])
    table.play(0, "draw")
    assert (hand(table)[CITY], table.view(0).coins) == (2, 0)
    table = playing("trade-ship", deck=[CITY, CITY])
    table.play(0, "coins")
    assert (hand(table)[CITY], table.view(0).coins) == (0, 2)


@pytest.mark.rule("HOC-GAIN-01")
def test_buried_treasure_is_the_bottom_card_of_the_supply() -> None:
    table = playing(
        "buried-treasure", supply=["scout", "bank", "imperial-crown"], market={"bank": 1}
    )
    assert discard(table) == {"imperial-crown": 1}
    assert table.told("dig", 1) == [{"seat": 0, "card": "imperial-crown"}]
    assert dict(table.view(0).unseen) == {"scout": 1, "bank": 1}


@pytest.mark.rule("HOC-FAQ-31", "HOC-GAIN-03")
def test_court_merchant_puts_purchases_under_the_deck() -> None:
    table = playing("court-merchant", deck=[MAID] * 6, coins=9)
    assert table.view(0).coins == 11
    table.play(0, f"buy {CITY} under", f"buy {CITY}", "buy royal-maid under")
    assert deck(table)[-2:] == [CITY, "royal-maid"]
    assert discard(table) == {CITY: 1}
    assert face_up(table) == []
    assert len(table.told("buy")) == 3
    table.play(0, "end")
    assert not [m for m in table.moves(0) if m.endswith("under")]


# -- summons --------------------------------------------------------------------------------------


@pytest.mark.rule("HOC-FAQ-17", "HOC-CR-39", "HOC-REV-03")
def test_summons_for_0_coins() -> None:
    mine = seat(hand=["summons", VILLAGE], deck=["scout", CITY, LARGE], debt=3)
    table = crown(mine)
    table.play(0, "play summons")
    assert table.moves(0) == ["take scout", "stop"]
    table.play(0, "take scout")
    assert hand(table) == {"scout": 1, VILLAGE: 1}
    assert face_up(table) == [CITY]


@pytest.mark.rule("HOC-PAY-02", "HOC-FAQ-17")
def test_summons_reveals_more_for_coins_and_orders_the_rest() -> None:
    table = playing("summons", deck=[CITY, LARGE, "bank", MAID, VILLAGE], coins=3)
    assert table.moves(0) == ["pay 0", "pay 1", "pay 2", "pay 3"]
    table.play(0, "pay 2")
    assert table.view(0).coins == 1
    assert table.told("reveal", 1) == [{"seat": 0, "cards": [CITY, LARGE, "bank", MAID]}]
    table.play(0, "stop", f"top {MAID}", "top bank", f"top {LARGE}")
    assert deck(table) == [MAID, "bank", LARGE, CITY, VILLAGE]
    assert face_up(table) == [MAID, "bank", LARGE, CITY]


# -- slash-and-burn, battering ram, bribery -------------------------------------------------------


@pytest.mark.rule("HOC-FAQ-22", "HOC-CR-10", "HOC-CURSE-01", "HOC-TYPE-12")
def test_slash_and_burn_makes_villages_give_2() -> None:
    hand = [VILLAGE, VILLAGE, "slash-and-burn", "slash-and-burn", VILLAGE]
    table = crown(seat(hand=hand, deck=[MAID]))
    pile = table.view(0).curses
    table.play(0, f"play {VILLAGE}", "play slash-and-burn")
    assert (table.view(0).coins, table.view(0).curses) == (1, pile - 1)
    table.play(0, "play slash-and-burn", f"play {VILLAGE}")
    assert table.view(0).coins == 3
    assert discard(table) == {"curse": 2}
    assert "play curse" not in table.moves(0)


@pytest.mark.rule("HOC-FAQ-23", "HOC-CURSE-02")
def test_slash_and_burn_without_curses_does_nothing() -> None:
    table = playing("slash-and-burn", CITY, curses=0)
    table.play(0, f"play {VILLAGE}")
    assert (table.view(0).coins, discard(table)) == (1, {})


def test_slash_and_burn_counts_for_all_territories_at_once() -> None:
    table = playing("slash-and-burn", VILLAGE, CITY)
    table.play(0, "play territories")
    assert table.view(0).coins == 6


def test_battering_ram_discards_the_cheapest_kept_card() -> None:
    victim = {"princess": "laolily", "domain": [CITY, LARGE, LARGE], "deck": [MAID]}
    victim["kept"] = ["scout on city", "bank on large-city"]
    table = playing("battering-ram", deck=[MAID], victims=[seat(**victim)])
    assert kept(table, 1) == {LARGE: "bank"}
    assert discard(table, 1) == {"scout": 1}
    assert hand(table)[MAID] == 1


@pytest.mark.rule("HOC-CR-30")
def test_among_equals_the_owner_chooses() -> None:
    victim = {"princess": "laolily", "domain": [CITY, LARGE], "deck": [MAID]}
    victim["kept"] = ["scout on city", "donation on large-city"]
    table = playing("battering-ram", deck=[MAID], victims=[seat(**victim)])
    assert table.moves(1) == [f"drop scout from {CITY}", f"drop donation from {LARGE}"]
    table.play(1, f"drop donation from {LARGE}")
    assert discard(table, 1) == {"donation": 1}
    assert kept(table, 1) == {CITY: "scout"}


@pytest.mark.rule("HOC-FAQ-18", "HOC-CR-15", "HOC-CR-16")
def test_bribery_buys_from_an_opponents_discard_pile() -> None:
    victim = seat(discard=["bank", "duke"], hand=["rampart"])
    table = playing("bribery", "senator", deck=[MAID] * 9, princess="laolily", victims=[victim], coins=9)  # fmt: skip
    table.play(1, "pass")
    assert {"bribe bank 1", "bribe duke 1", "set senator"} <= set(table.moves(0))
    table.play(0, "bribe bank 1")
    assert table.view(0).coins == 4
    assert (discard(table), discard(table, 1)) == ({"bank": 1}, {"duke": 1})
    assert verbs(table) == {"buy", "end"}  # the buy option was taken; a Duke costs too much


@pytest.mark.rule("HOC-FAQ-19")
def test_klam_klam_and_bribery() -> None:
    table = playing(
        "bribery", princess="klam-klam", victims=[seat(discard=["duke", "curse"])], coins=7
    )
    table.play(0, "bribe duke 1")
    assert (table.view(0).phase, table.view(0).coins) == ("buy", 0)
    assert "duke" in dict(table.view(0).areas[0].owned)


@pytest.mark.rule("HOC-CR-14")
def test_what_was_discarded_this_turn_can_be_bought() -> None:
    victim = seat(hand=[LARGE, MAID, MAID, MAID, MAID])
    table = playing("bribery", BATTALION, victims=[victim], coins=6)
    table.play(0, f"play {BATTALION}")
    table.play(1, f"discard {LARGE}")
    assert f"bribe {LARGE} 1" in table.moves(0)


@pytest.mark.rule("HOC-CR-40")
def test_bribery_buys_curses_villages_and_maids() -> None:
    table = playing("bribery", victims=[seat(discard=["curse", VILLAGE, MAID])], coins=2)
    bribes = {move for move in table.moves(0) if move.startswith("bribe")}
    assert bribes == {"bribe curse 1", f"bribe {VILLAGE} 1", f"bribe {MAID} 1"}
    table.play(0, "bribe curse 1")
    assert table.view(0).coins == 2
    assert discard(table) == {"curse": 1}


def test_bribery_and_court_merchant_together() -> None:
    victim = seat(discard=["bank"])
    table = crown(
        seat(hand=["bribery", "court-merchant"], deck=[MAID] * 6), victim, coins=5, links=2
    )
    table.play(0, "play bribery", "play court-merchant", "bribe bank 1 under")
    assert deck(table)[-1] == "bank"


# -- hideout, magic talisman ----------------------------------------------------------------------


@pytest.mark.rule("HOC-FAQ-35", "HOC-REV-02", "HOC-REV-05")
def test_hideout_takes_the_face_up_run() -> None:
    run = [f"face-up {CITY}", f"face-up {LARGE}", MAID, "face-up duke"]
    assert face_up(crown(seat(hand=[VILLAGE], deck=run))) == [CITY, LARGE, "duke"]
    table = playing("hideout", deck=run)
    assert hand(table) == {CITY: 1, LARGE: 1, VILLAGE: 1}
    assert deck(table) == [MAID, "duke"]
    assert table.view(0).coins == 1


@pytest.mark.rule("HOC-FAQ-35")
def test_hideout_takes_what_scout_and_summons_left() -> None:
    table = playing("scout", "hideout", deck=[LARGE, MAID], victims=[seat()])
    table.play(0, f"leave {LARGE}", "play hideout")
    assert hand(table)[LARGE] == 1
    table = playing("summons", "hideout", deck=[CITY, LARGE, MAID])
    table.play(0, f"top {CITY}", "play hideout")
    assert hand(table) == {CITY: 1, LARGE: 1, VILLAGE: 1}


@pytest.mark.rule("HOC-FAQ-36", "HOC-REV-05")
def test_hideout_does_not_reach_below_a_face_down_card() -> None:
    table = playing("library", "hideout", deck=[MAID, MAID, MAID], coins=3)
    table.play(0, f"under {VILLAGE}")
    assert face_up(table) == [VILLAGE]
    table.play(0, "play hideout")
    assert hand(table)[VILLAGE] == 0
    assert deck(table) == [MAID, VILLAGE]


def test_talisman_turns_cards_into_coins() -> None:
    table = playing(TALISMAN, MAID, MAID, CITY)
    table.play(0, f"discard {MAID}", f"discard {MAID}", "stop")
    assert table.view(0).coins == 2
    assert discard(table) == {MAID: 2}


# -- infantry battalion, library, hunted beast ----------------------------------------------------


@pytest.mark.rule("HOC-CR-07")
def test_battalion_makes_a_full_hand_discard_a_territory_of_its_choice() -> None:
    victim = seat(hand=[CITY, LARGE, MAID, MAID, "duke"])
    table = playing(BATTALION, victims=[victim])
    assert table.moves(1) == [f"discard {CITY}", f"discard {LARGE}"]
    table.play(1, f"discard {CITY}")
    assert discard(table, 1) == {CITY: 1}


def test_battalion_spares_four_cards_and_sees_a_hand_without_territories() -> None:
    table = playing(BATTALION, victims=[seat(hand=[CITY, LARGE, MAID, MAID])])
    assert table.asked == {0: "main"}
    table = playing(BATTALION, victims=[seat(hand=[MAID, MAID, MAID, "duke", "curse"])])
    assert discard(table, 1) == {}
    assert table.told("show-hand", 0)[0]["cards"] == sorted([MAID] * 3 + ["curse", "duke"])


@pytest.mark.rule("HOC-FAQ-24", "HOC-RES-01")
def test_library_draws_first_and_never_puts_back_a_succession_card() -> None:
    table = playing("library", "imperial-estate", MAID, deck=[CITY, LARGE, MAID])
    assert set(table.moves(0)) == {f"under {card}" for card in (CITY, LARGE, VILLAGE)}
    table.play(0, f"under {CITY}")
    assert deck(table) == [MAID, CITY]
    assert face_up(table) == [CITY]


def test_library_shows_a_hand_of_succession_cards() -> None:
    table = crown(seat(hand=["library", "duke"], deck=[MAID, "senator", CITY]), coins=3)
    table.play(0, "play library")
    assert table.told("show-hand", 1) == [{"seat": 0, "cards": [MAID, "duke", "senator"]}]


@pytest.mark.rule("HOC-CR-07")
def test_hunted_beast_takes_a_dear_card() -> None:
    victim = seat(hand=[LARGE, "duke", CITY, MAID, MAID])
    table = playing("hunted-beast", deck=[CITY], victims=[victim])
    assert hand(table)[CITY] == 1
    assert table.moves(1) == [f"discard {LARGE}", "discard duke"]
    table = playing("hunted-beast", victims=[seat(hand=[CITY, MAID, MAID, MAID, "scout"])])
    assert len(table.told("show-hand")) == 1


# -- city development, moneylender ----------------------------------------------------------------


@pytest.mark.rule("HOC-EX-17", "HOC-PAY-01", "HOC-PAY-03", "HOC-CR-32", "HOC-GAIN-03")
def test_city_development_turns_a_village_into_a_city() -> None:
    mine = seat(hand=["city-development", VILLAGE, VILLAGE], princess="klam-klam")
    table = crown(mine)
    table.play(0, f"play {VILLAGE}", "play city-development", f"develop {VILLAGE}")
    assert table.view(0).coins == 0
    assert table.view(0).exile == (VILLAGE,)
    assert hand(table) == {CITY: 1}
    assert table.told("gain") == table.told("buy") == []


@pytest.mark.rule("HOC-PAY-04", "HOC-PAY-05")
def test_city_development_needs_the_coins_and_may_be_left() -> None:
    table = playing("city-development", CITY)
    assert table.asked == {0: "main"}  # no coins, no effect
    table = playing("city-development", CITY, coins=2)
    assert table.moves(0) == [f"develop {VILLAGE}", f"develop {CITY}", "pass"]
    table.play(0, "pass")
    assert (table.view(0).coins, table.view(0).exile) == (2, ())
    table = playing("city-development", CITY, coins=2)
    table.play(0, f"develop {CITY}")
    assert hand(table) == {LARGE: 1, VILLAGE: 1}


@pytest.mark.rule("HOC-PAY-02")
def test_coins_paid_without_a_card_to_exile_are_gone() -> None:
    table = playing("city-development", coins=2)
    table.play(0, f"develop {CITY}")
    assert (table.view(0).coins, table.view(0).exile) == (0, ())


@pytest.mark.rule("HOC-FAQ-37")
@pytest.mark.parametrize(("old", "new"), [(VILLAGE, CITY), (CITY, LARGE)])
def test_city_development_with_an_empty_market(old: str, new: str) -> None:
    table = playing("city-development", CITY, coins=2, market={new: 0, "bank": 1})
    table.play(0, f"develop {old}")
    assert table.view(0).exile == (old,)
    assert hand(table)[new] == 0 + (new == CITY)  # the City that was there before


@pytest.mark.rule("HOC-CR-11")
def test_moneylender_brings_debt_at_the_very_end() -> None:
    table = crown(seat(hand=["moneylender"] * 2, deck=[VILLAGE] * 6), seat(hand=[CITY]))
    table.play(0, "play moneylender", "play moneylender")
    assert (table.view(0).coins, table.view(0).areas[0].debt) == (6, 0)
    kinds = [event.kind for event in table.play(0, "end")]
    assert kinds.index("debt") > kinds.index("draw")
    assert table.view(0).areas[0].debt == 8


@pytest.mark.rule("HOC-FAQ-28", "HOC-CR-12")
def test_debt_takes_coins_first_and_leaves_the_surplus() -> None:
    mine = seat(hand=[CITY, LARGE, "adventurer", VILLAGE], debt=4)
    table = crown(mine)
    table.play(0, f"play {CITY}")
    assert (table.view(0).coins, table.view(0).areas[0].debt) == (0, 2)
    assert "buy" not in verbs(table)
    table.play(0, f"play {LARGE}")
    assert (table.view(0).coins, table.view(0).areas[0].debt) == (1, 0)
    table = crown({**mine, "debt": 9}, links=2)
    table.play(0, f"play {CITY}", "play adventurer")
    assert table.asked == {0: "main"}  # nothing to pay the adventurer with


@pytest.mark.rule("HOC-CR-13")
def test_coins_one_has_are_never_taken_for_debt() -> None:
    table = crown(seat(hand=[CITY, VILLAGE], debt=5), coins=4)
    table.play(0, f"play {CITY}")
    assert (table.view(0).coins, table.view(0).areas[0].debt) == (4, 3)
    silent = crown(seat(hand=[CITY, VILLAGE], debt=5), coins=4).state
    silent.advance(0, "play territories")
    assert (silent.coins, silent.debt[0]) == (4, 2)


# -- charm witch, shinobi -------------------------------------------------------------------------


@pytest.mark.rule("HOC-FAQ-25")
def test_charm_witch_gains_one_card_of_all_discarded() -> None:
    others = [seat(deck=["bank", "scout", MAID]), seat(deck=["senator", CITY, MAID])]
    table = playing("charm-witch", deck=[MAID], victims=others, market={"bank": 1, "scout": 1})
    assert discard(table, 1) == {"bank": 1, "scout": 1}
    assert discard(table, 2) == {"senator": 1}
    assert (face_up(table, 2), deck(table, 2)) == ([CITY], [CITY, MAID])
    assert set(table.moves(0)) == {"gain bank", "gain scout", "gain senator", "stop"}
    table.play(0, "gain bank")
    assert discard(table) == {"bank": 1}
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-FAQ-27")
def test_charm_witch_gains_nothing_the_market_has_not() -> None:
    stock = {"scout": 1, "bank": 0}
    table = playing("charm-witch", victims=[seat(deck=["bank", CITY])], market=stock)
    assert table.asked == {0: "main"}
    assert discard(table, 1) == {"bank": 1}


@pytest.mark.rule("HOC-CR-22")
@pytest.mark.parametrize("stop", ["curse", TALISMAN])
def test_charm_witch_stops_at_a_curse(stop: str) -> None:
    table = playing("charm-witch", victims=[seat(deck=[stop, "bank"])], market={"bank": 1})
    if stop == TALISMAN:
        table.play(1, "pass")  # he might hold it
    assert deck(table, 1) == [stop, "bank"]
    assert face_up(table, 1) == [stop]


def test_charm_witch_tells_what_was_revealed_from_the_top() -> None:
    table = playing("charm-witch", victims=[seat(deck=[LARGE, CITY, MAID])])
    assert table.told("reveal", 1) == [{"seat": 1, "cards": [LARGE, CITY]}]


def test_charm_witch_reshuffles_under_the_deck() -> None:
    table = playing("charm-witch", victims=[seat(deck=[CITY], discard=[LARGE])])
    assert deck(table, 1) == [CITY, LARGE]
    assert face_up(table, 1) == [CITY, LARGE]


def test_shinobi_copies_from_any_discard_pile() -> None:
    others = [seat(discard=["alchemist", "shinobi", CITY]), seat(discard=["library"])]
    table = playing("shinobi", deck=[CITY, LARGE, MAID], discard=["bank"], victims=others, links=1)
    assert table.moves(0) == ["copy alchemist", "copy bank", "copy library"]
    table.play(0, "copy alchemist")
    assert hand(table) == {CITY: 1, LARGE: 1, VILLAGE: 1}
    assert discard(table, 1) == {"alchemist": 1, "shinobi": 1, CITY: 1}
    assert table.view(0).links == 2  # its own links, not the copied card's


def test_shinobi_without_a_card_to_copy_does_nothing() -> None:
    assert playing("shinobi", discard=[CITY, "shinobi"]).asked == {0: "main"}


@pytest.mark.rule("HOC-CR-27", "HOC-CR-38")
def test_shinobi_takes_over_later_effects() -> None:
    table = playing("shinobi", deck=[MAID] * 6, discard=["supply-unit"])
    table.play(0, "copy supply-unit", "end")
    assert table.moves(0) == ["return shinobi", "pass"]  # its name is not Supply Unit
    table.play(0, "return shinobi")
    assert hand(table)["shinobi"] == 1
    table = playing("shinobi", discard=["court-merchant"], coins=1)
    table.play(0, "copy court-merchant")
    assert f"buy {CITY} under" in table.moves(0)
    table = playing("shinobi", discard=["bribery"], victims=[seat(discard=[CITY])], coins=3)
    table.play(0, "copy bribery")
    assert f"bribe {CITY} 1" in table.moves(0)
    table = playing("shinobi", discard=["moneylender"], deck=[VILLAGE] * 6)
    table.play(0, "copy moneylender", "end")
    assert table.view(0).areas[0].debt == 4


# -- stargazing witch, supply unit, royal guard ---------------------------------------------------


@pytest.mark.rule("HOC-CR-21", "HOC-REV-06")
def test_stargazing_looks_at_one_more_for_each_action_before() -> None:
    mine = seat(hand=["shinobi", "stargazing-witch", VILLAGE], deck=[CITY, LARGE, MAID, MAID])
    table = crown(mine, played=["scout", CITY])
    table.play(0, "play shinobi", "play stargazing-witch")
    assert table.told("look", 0) == [{"seat": 0, "count": 3, "cards": [CITY, LARGE, MAID]}]
    assert table.told("look", 1) == [{"seat": 0, "count": 3}]
    table.play(0, f"discard {MAID}", "stop", f"top {LARGE}")
    assert hand(table) == {LARGE: 1, VILLAGE: 1}
    assert deck(table) == [CITY, MAID]
    assert face_up(table) == []


@pytest.mark.rule("HOC-REV-06")
def test_face_up_cards_stay_face_up_when_put_in_another_order() -> None:
    table = crown(
        seat(hand=["stargazing-witch", VILLAGE], deck=[f"face-up {CITY}", LARGE, MAID, MAID]),
        played=["scout", "scout"],
        links=2,
    )
    table.play(0, "play stargazing-witch", "stop", f"top {MAID}", f"top {LARGE}")
    assert deck(table) == [LARGE, CITY, MAID]  # the maid was drawn
    assert face_up(table) == [CITY]


@pytest.mark.rule("HOC-EX-14", "HOC-DECK-02", "HOC-DECK-03", "HOC-DECK-06")
def test_stargazing_shuffles_the_discards_under_the_deck() -> None:
    table = crown(
        seat(
            hand=["stargazing-witch", VILLAGE], deck=[f"face-up {CITY}", LARGE], discard=[MAID] * 3
        ),
        played=["scout", "scout"],
    )
    table.play(0, "play stargazing-witch")
    assert table.told("look", 0)[0]["cards"] == [CITY, LARGE, MAID]
    assert deck(table) == [CITY, LARGE, MAID, MAID, MAID]
    assert face_up(table) == [CITY]
    assert discard(table) == {}


@pytest.mark.rule("HOC-FAQ-20", "HOC-CR-26", "HOC-CR-38")
def test_supply_unit_returns_other_action_cards() -> None:
    hand_cards = ["supply-unit", "supply-unit", "scout", "shinobi", CITY]
    table = crown(seat(hand=hand_cards, deck=[MAID] * 9), seat(), links=4)
    table.play(0, "play supply-unit", "play supply-unit", "play shinobi", "play scout")
    table.play(0, f"leave {MAID}", f"play {CITY}", "end")
    assert table.moves(0) == ["return shinobi", "return scout", "pass"]
    table.play(0, "return shinobi")
    assert face_up(table) == ["shinobi", MAID]
    table.play(0, "return scout")
    assert {"scout", "shinobi"} <= set(hand(table))  # drawn as usual
    assert discard(table) == {"supply-unit": 2, CITY: 1, MAID: 2}


@pytest.mark.rule("HOC-CR-05", "HOC-FAQ-05")
@pytest.mark.parametrize(("cards", "gone"), [([CITY, LARGE], 1), ([CITY], 0), ([], 0)])
def test_royal_guard_reveals_what_is_there(cards: list[str], gone: int) -> None:
    table = playing(GUARD, victims=[seat(deck=cards)])
    if gone:
        table.play(0, f"leave {CITY}")
    assert sum(discard(table, 1).values()) == gone
    assert table.view(0).coins == 2


@pytest.mark.rule("HOC-CR-06", "HOC-CR-42", "HOC-FAQ-05")
def test_royal_guard_reveals_face_up_cards_again() -> None:
    table = playing(GUARD, victims=[seat(deck=[f"face-up {CITY}", LARGE, MAID, "duke"])])
    assert table.told("reveal", 0) == [{"seat": 1, "cards": [CITY, LARGE, MAID]}]
    assert table.moves(0) == [f"leave {card}" for card in (CITY, LARGE, MAID)]
    table.play(0, f"leave {MAID}")
    assert deck(table, 1) == [MAID, "duke"]
    assert face_up(table, 1) == [MAID]
    assert discard(table, 1) == {CITY: 1, LARGE: 1}


@pytest.mark.rule("HOC-FAQ-32")
def test_a_talisman_shown_to_the_guard_is_revealed_too() -> None:
    table = playing(GUARD, victims=[seat(hand=[TALISMAN], deck=[CITY, LARGE, MAID])])
    table.play(1, f"reveal {TALISMAN}")
    assert table.moves(0) == [f"leave {card}" for card in (TALISMAN, CITY, LARGE)]


# -- bank, imperial estate, adventurer, alchemist -------------------------------------------------


@pytest.mark.rule("HOC-CR-35")
def test_bank_counts_cities_played_before() -> None:
    table = crown(seat(hand=["bank", CITY, MAID]), played=[CITY, LARGE, VILLAGE], links=2)
    table.play(0, "play bank")
    assert table.view(0).coins == 3
    table.play(0, f"play {CITY}")
    assert table.view(0).coins == 5


def test_imperial_estate_gives_2_coins() -> None:
    assert playing("imperial-estate").view(0).coins == 2


@pytest.mark.rule("HOC-FAQ-33", "HOC-CR-33")
def test_adventurer_exiles_anything_but_curses_and_gains_a_dearer_card() -> None:
    stock = {"bank": 1, "imperial-crown": 1, "scout": 1}
    cards = ["curse", TALISMAN, MAID, "imperial-capital"]
    table = playing("adventurer", *cards, coins=1, market=stock)
    assert table.moves(0) == ["pay 1", "pass"]
    table.play(0, "pay 1")
    assert table.moves(0) == [f"exile {c}" for c in (MAID, "imperial-capital", VILLAGE)]
    table.play(0, "exile imperial-capital")
    assert "gain imperial-crown" in table.moves(0)
    table.play(0, "gain imperial-crown")
    assert discard(table) == {"imperial-crown": 1}
    table = playing("adventurer", MAID, coins=1, market=stock)
    table.play(0, "pay 1", f"exile {MAID}")
    assert set(table.moves(0)) == {"gain scout", f"gain {CITY}", "gain royal-maid"}


@pytest.mark.rule("HOC-CR-34")
def test_adventurer_with_nothing_fitting_in_the_market() -> None:
    basics = dict.fromkeys((CITY, "royal-maid"), 0)
    table = playing("adventurer", MAID, coins=1, market={**basics, "bank": 1})
    table.play(0, "pay 1", f"exile {MAID}")
    assert table.view(0).exile == (MAID,)
    assert discard(table) == {}


@pytest.mark.rule("HOC-FIZ-01", "HOC-PAY-02")
def test_adventurer_without_a_card_to_exile_gains_nothing() -> None:
    table = crown(seat(hand=["adventurer", "curse", "curse"]), coins=4, exile=["duke"])
    table.play(0, "play adventurer", "pay 1")
    assert (table.view(0).coins, table.view(0).exile, discard(table)) == (3, ("duke",), {})
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-PAY-05", "HOC-PAY-04")
def test_adventurer_unpaid_does_nothing() -> None:
    table = playing("adventurer", MAID, coins=1)
    table.play(0, "pass")
    assert (table.view(0).coins, table.view(0).exile) == (1, ())
    assert playing("adventurer", MAID).asked == {0: "main"}


@pytest.mark.rule("HOC-FAQ-39")
def test_after_adventurer_one_may_set() -> None:
    table = playing("adventurer", MAID, "duke", princess="laolily", coins=1)
    table.play(0, "pay 1", f"exile {MAID}", f"gain {CITY}")
    assert table.told("cleanup") == []  # it is still the same turn
    table.play(0, "set duke")
    assert points(table) == 6


@pytest.mark.rule("HOC-EX-16", "HOC-FIZ-02", "HOC-FIZ-01", "HOC-DECK-04")
def test_alchemist_draws_what_there_is() -> None:
    table = playing("alchemist", deck=[CITY])
    assert hand(table) == {CITY: 1, VILLAGE: 1}
    assert table.asked == {0: "main"}
    assert table.told("reshuffle") == []


@pytest.mark.rule("HOC-DECK-05")
def test_an_empty_deck_stays_empty_until_a_card_is_needed() -> None:
    table = playing("alchemist", deck=[CITY, LARGE], discard=[MAID, MAID])
    assert deck(table) == []
    assert discard(table) == {MAID: 2}


# -- curse witch, gossiping duchess ---------------------------------------------------------------


@pytest.mark.rule("HOC-EX-15", "HOC-FAQ-29", "HOC-CURSE-02", "HOC-DECK-08", "HOC-GAIN-03")
def test_curses_go_clockwise_while_they_last() -> None:
    others = [seat(deck=[MAID]), seat(discard=[MAID] * 2), seat(deck=[MAID])]
    table = playing("curse-witch", CITY, victims=others, curses=2)
    table.play(0, f"exile {CITY}")
    assert [deck(table, n) for n in (1, 2, 3)] == [[MAID, "curse"], ["curse"], [MAID]]
    assert [face_up(table, n) for n in (1, 2, 3)] == [["curse"], ["curse"], []]
    assert table.view(0).exile == (CITY,)
    assert table.told("gain") == []


@pytest.mark.rule("HOC-CR-24")
@pytest.mark.parametrize("shield", ["curse", TALISMAN])
def test_a_face_up_curse_in_the_deck_protects(shield: str) -> None:
    others = [seat(deck=[MAID, f"face-up {shield}"]), seat(deck=[MAID, shield])]
    table = playing("curse-witch", CITY, victims=others)
    if shield == TALISMAN:
        table.play(2, "pass")  # he might hold it; seat 1 lays it open in his deck
    table.play(0, f"exile {CITY}")
    assert len(deck(table, 1)) == 2
    assert deck(table, 2) == [MAID, shield, "curse"]


@pytest.mark.rule("HOC-CR-25", "HOC-FIZ-01")
def test_curse_witch_needs_a_card_to_exile() -> None:
    table = playing("curse-witch", "curse", victims=[seat(deck=[MAID])])
    assert (table.view(0).exile, deck(table, 1)) == ((), [MAID])
    assert table.asked == {0: "main"}


def test_curse_witch_exile_is_forced_and_costs_2_or_more() -> None:
    table = playing("curse-witch", MAID, CITY, "curse")
    assert table.moves(0) == [f"exile {MAID}", f"exile {CITY}"]


@pytest.mark.rule("HOC-FAQ-30", "HOC-ACT-04", "HOC-ACT-05", "HOC-ACT-09", "HOC-CURSE-01")
def test_curse_witch_from_hand_needs_no_place_and_is_no_play() -> None:
    mine = seat(hand=["curse-witch", VILLAGE, "curse-witch"])
    table = crown(mine, seat(), seat(), links=0, curses=3, coins=3)
    table.play(0, "activate curse-witch")
    assert (table.view(0).exile, table.view(0).links) == (("curse-witch",), 0)
    assert table.view(0).played == ()
    assert [discard(table, n) for n in (1, 2)] == [{"curse": 1}, {"curse": 1}]
    table.play(0, "activate curse-witch")
    assert table.view(0).curses == 0
    total = [dict(table.view(0).areas[n].owned).get("curse") for n in (1, 2)]
    assert total == [2, 1]
    assert "activate" not in verbs(crown(mine, coins=3, phase="buy"))


@pytest.mark.rule("HOC-CR-29", "HOC-CR-30")
def test_gossiping_duchess_sends_one_of_each_court_away() -> None:
    one = {"princess": "klam-klam", "domain": ["duke", "royal-maid", CITY]}
    two = {"princess": "flammaria", "domain": [CITY, "imperial-crown"]}
    mine = seat(hand=["gossiping-duchess", "duke"], princess="laolily")
    table = crown(mine, seat(**one), seat(**two))
    table.play(0, "set gossiping-duchess")
    assert points(table) == 3
    assert table.moves(0) == ["send royal-maid", "send duke"]
    table.play(0, "send duke")
    assert domain(table, 1) == {"royal-maid": 1, CITY: 1}
    assert discard(table, 1) == {"duke": 1}
    assert domain(table, 2) == {CITY: 1, "imperial-crown": 1}
    assert points(table, 1) == 2


# -- rares ----------------------------------------------------------------------------------------


def test_the_rares_are_bought_and_set() -> None:
    table = crown(
        seat(hand=[VILLAGE]), coins=13, market={"imperial-crown": 1, "imperial-capital": 1}
    )
    assert {"buy imperial-crown", "buy imperial-capital"} <= set(table.moves(0))
    table.play(0, "buy imperial-crown")
    assert market(table).get("imperial-crown", 0) == 0
    mine = seat(hand=["imperial-capital", "imperial-crown", VILLAGE], princess="laolily")
    table = crown(mine)
    table.play(0, "play imperial-capital")
    assert table.view(0).coins == 3
    table = crown(mine)
    table.play(0, "set imperial-capital", "set imperial-crown")
    assert points(table) == 22
