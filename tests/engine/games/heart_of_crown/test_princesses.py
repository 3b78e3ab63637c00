"""The six princesses and activated abilities, in the order of the card file (HOC-PRIN, HOC-ACT)."""

import pytest

from taku.engine.games.heart_of_crown.zones import leave_domain
from tests.support.heart_of_crown import (
    CITY,
    LARGE,
    MAID,
    VILLAGE,
    crown,
    discard,
    domain,
    hand,
    points,
    seat,
    verbs,
)


def test_lulunasaika_is_worth_6_points() -> None:
    table = crown(seat(hand=[VILLAGE]), coins=6)
    table.play(0, "back lulunasaika")
    assert points(table) == 6


@pytest.mark.rule("HOC-FAQ-10")
@pytest.mark.parametrize(("left", "most"), [(4, 4), (12, 5), (0, 0)])
def test_laolily_gains_up_to_5_royal_maids(left: int, most: int) -> None:
    table = crown(
        seat(hand=[CITY], deck=[CITY] * 9), coins=6, market={"royal-maid": left, "bank": 1}
    )
    table.play(0, "back laolily")
    if not most:
        assert table.told("gain") == []
        return
    assert table.moves(0) == [f"maids {count}" for count in range(most + 1)]
    for count in (3, most):
        chosen = table.state.copy()
        chosen.apply(0, f"maids {count}")
        assert dict(chosen.view(0).basic_market)["royal-maid"] == left - count
        assert chosen.view(0).areas[0].discard.count("royal-maid") == count


@pytest.mark.rule("HOC-FAQ-08", "HOC-CR-17")
def test_klam_klam_makes_each_purchase_cheaper() -> None:
    mine = seat(hand=[MAID], deck=[CITY] * 9, princess="klam-klam")
    table = crown(mine, coins=6)
    table.play(0, f"buy {CITY}", f"buy {CITY}", f"buy {CITY}")
    assert discard(table)[CITY] == 3
    assert table.view(0).coins == 0
    cards = table.game.cards
    assert [cards.discounted[card] for card in ("curse", VILLAGE, MAID, LARGE)] == [0, 1, 1, 5]


@pytest.mark.rule("HOC-EX-13", "HOC-ACT-02", "HOC-ACT-03", "HOC-ACT-07")
def test_bergamotte_trades_a_maid_for_an_alchemist() -> None:
    mine = seat(hand=[MAID, VILLAGE], discard=["alchemist"], princess="bergamotte")
    table = crown(mine)
    table.play(0, "activate bergamotte", f"discard {MAID}")
    assert discard(table) == {MAID: 1}
    assert hand(table) == {VILLAGE: 1, "alchemist": 1}
    assert "activate bergamotte" not in table.moves(0)  # once in each main phase
    assert "activate" not in verbs(crown({**mine, "princess": ""}))
    assert "activate" not in verbs(crown(mine, phase="buy", coins=3))


@pytest.mark.rule("HOC-ACT-03")
def test_abilities_only_in_the_own_main_phase() -> None:
    mine = seat(hand=[MAID, "curse-witch"], princess="bergamotte", domain=["imperial-estate"])
    table = crown(mine, coins=3)
    abilities = {m for m in table.moves(0) if m.startswith("activate")}
    assert abilities == {f"activate {c}" for c in ("bergamotte", "imperial-estate", "curse-witch")}
    for phase in ("buy", "set"):
        assert "activate" not in verbs(crown(mine, coins=3, phase=phase))
    table = crown(mine, seat(hand=[VILLAGE]), turn=1)
    assert table.moves(0) == []


@pytest.mark.rule("HOC-FAQ-09")
def test_bergamotte_without_an_action_card_in_the_discard_pile() -> None:
    table = crown(seat(hand=[MAID, VILLAGE], discard=[CITY], princess="bergamotte"))
    table.play(0, "activate bergamotte", f"discard {MAID}")
    assert hand(table) == {VILLAGE: 1}
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-CR-08", "HOC-CR-09")
def test_bergamotte_takes_no_curse_but_may_return_the_card_just_discarded() -> None:
    table = crown(seat(hand=["curse", "magic-talisman", "scout"], princess="bergamotte"))
    table.play(0, "activate bergamotte")
    assert table.moves(0) == ["discard scout"]
    table.play(0, "discard scout")
    assert hand(table)["scout"] == 1
    table = crown(seat(hand=["curse", "magic-talisman"], princess="bergamotte"))
    assert "activate bergamotte" not in table.moves(0)


@pytest.mark.rule("HOC-CR-41", "HOC-FAQ-11")
def test_flammaria_leaves_villages_out() -> None:
    table = crown(seat(hand=[VILLAGE, VILLAGE, CITY, LARGE], deck=[CITY] * 9))
    table.play(0, "play territories", "back flammaria", "stop")
    assert domain(table) == {CITY: 1, LARGE: 1}
    assert points(table) == 0
    assert discard(table) == {VILLAGE: 2}


def test_flammaria_gains_up_to_2_cards_of_cost_5_or_less() -> None:
    table = crown(
        seat(hand=[MAID], deck=[CITY] * 9), coins=6, market={"bank": 1, "gossiping-duchess": 1}
    )
    table.play(0, "back flammaria")
    assert {"gain bank", f"gain {CITY}", "gain senator", "stop"} <= set(table.moves(0))
    assert not {"gain duke", f"gain {LARGE}", "gain gossiping-duchess"} & set(table.moves(0))
    table.play(0, "gain bank")
    assert "gain bank" not in table.moves(0)
    table.play(0, "gain senator")
    assert discard(table) == {"bank": 1, "senator": 1, MAID: 1}


@pytest.mark.rule("HOC-CR-19")
@pytest.mark.parametrize("rivals", [0, 1, 2])
def test_the_twins_get_a_counter_more_for_each_rival_princess(rivals: int) -> None:
    others = [{"princess": p} for p in ("laolily", "klam-klam")[:rivals]]
    others += [{"princess": ""}] * (2 - rivals)
    seats = [seat(hand=[VILLAGE], **other) for other in others]
    table = crown(seat(hand=[VILLAGE]), *seats, coins=6)
    table.play(0, "back rain-and-shion")
    assert table.view(0).areas[0].twins == 1 + rivals


@pytest.mark.rule("HOC-CR-19")
def test_twin_counters_never_grow_later() -> None:
    twins = seat(hand=[CITY], princess="rain-and-shion", twins=1)
    table = crown(twins, seat(hand=[VILLAGE]), coins=6, turn=1)
    table.play(1, "back klam-klam")
    assert table.view(0).areas[0].twins == 1


@pytest.mark.rule("HOC-ACT-08", "HOC-FAQ-38")
def test_each_estate_once_a_turn_and_then_one_may_buy() -> None:
    mine = seat(hand=[MAID], princess="laolily", domain=["imperial-estate"] * 2)
    table = crown(mine, coins=12)
    table.play(0, "activate imperial-estate", "activate imperial-estate")
    assert "activate imperial-estate" not in table.moves(0)
    assert [each.counters for each in table.view(0).areas[0].domain] == [1, 1]
    assert (points(table), table.view(0).coins) == (6, 6)
    table.play(0, f"buy {CITY}")
    assert table.told("buy") == [{"seat": 0, "card": CITY}]


@pytest.mark.rule("HOC-ACT-08")
def test_an_ability_without_a_limit_works_as_often_as_it_can_be_paid() -> None:
    table = crown(seat(hand=["curse-witch"] * 3 + [VILLAGE], deck=[MAID] * 9))
    table.play(0, *["activate curse-witch"] * 3)
    assert discard(table, 1)["curse"] == 3


@pytest.mark.rule("HOC-CNT-04")
def test_counters_go_with_the_card() -> None:
    """No card of the base set takes an estate out of a domain; the operation keeps the rule."""
    mine = seat(hand=[VILLAGE], princess="laolily", domain=["imperial-estate", CITY], counters=4)
    table = crown(mine)
    assert leave_domain(table.state, 0, "imperial-estate") == 6
    assert table.state.counters[0] == [0]
