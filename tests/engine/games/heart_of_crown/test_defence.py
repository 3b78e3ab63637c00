"""Defence cards (HOC-DEF) and the cards that have one."""

import pytest

from tests.support.heart_of_crown import (
    CITY,
    LARGE,
    MAID,
    VILLAGE,
    crown,
    deck,
    discard,
    face_up,
    hand,
    kept,
    seat,
)
from tests.support.table import Table

BATTALION, GUARD, TALISMAN = "infantry-battalion", "royal-guard", "magic-talisman"
FOUR = [CITY, VILLAGE, MAID, MAID]


def attacked(victim: dict[str, object], card: str = BATTALION, **more: object) -> Table:
    """Seat 0 has just played an attack card against seat 1."""
    table = crown(seat(hand=[card, VILLAGE], deck=[VILLAGE] * 3), victim, links=2, **more)
    table.play(0, f"play {card}")
    return table


@pytest.mark.rule("HOC-DEF-01", "HOC-TYPE-08", "HOC-DEF-03", "HOC-DEF-11", "HOC-EX-11")
def test_a_rampart_from_hand_stops_the_battalion() -> None:
    table = attacked(seat(hand=[*FOUR, "rampart"]))
    assert table.view(0).coins == 0  # before any of the card's text
    assert table.moves(1) == ["reveal rampart", "pass"]
    table.play(1, "reveal rampart")
    assert table.view(0).coins == 2
    assert discard(table, 1) == {}
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-DEF-01")
def test_defending_is_voluntary() -> None:
    table = attacked(seat(hand=[*FOUR, "rampart"]))
    table.play(1, "pass", f"discard {CITY}")
    assert discard(table, 1) == {CITY: 1}


@pytest.mark.rule("HOC-DEF-02", "HOC-DEF-06", "HOC-DEF-07")
def test_kept_defence_cards_work_and_stay() -> None:
    victim = seat(hand=[*FOUR, MAID], princess="laolily", domain=[CITY], kept=["rampart on city"])
    table = attacked(victim)
    table.play(1, "reveal rampart")
    assert kept(table, 1) == {CITY: "rampart"}
    assert table.view(1).areas[1].hand_count == 5


@pytest.mark.rule("HOC-DEF-06", "HOC-DEF-07", "HOC-REV-04", "HOC-REV-07")
def test_a_card_shown_from_hand_stays_there() -> None:
    table = attacked(seat(hand=[*FOUR, "rampart"]))
    table.play(1, "reveal rampart")
    assert hand(table, 1)["rampart"] == 1
    assert table.view(0).areas[1].hand == ("rampart",)  # remembered, the others stay hidden


@pytest.mark.rule("HOC-DEF-04", "HOC-DEF-05", "HOC-DEF-14", "HOC-FAQ-32")
def test_a_talisman_lowers_the_hand_before_the_attack_counts_it() -> None:
    table = attacked(seat(hand=[*FOUR, TALISMAN], deck=[LARGE]))
    table.play(1, f"reveal {TALISMAN}")
    assert deck(table, 1) == [TALISMAN, LARGE]
    assert face_up(table, 1) == [TALISMAN]
    assert discard(table, 1) == {}
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-DEF-08", "HOC-EX-12", "HOC-FAQ-15", "HOC-CR-03")
@pytest.mark.parametrize(("ramparts", "revealed"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_ramparts_add_up_against_the_guard(ramparts: int, revealed: int) -> None:
    victim = seat(hand=["rampart"] * ramparts, deck=[CITY, LARGE, VILLAGE, MAID])
    table = attacked(victim, GUARD)
    table.play(1, *["reveal rampart"] * ramparts)
    shown = [len(data["cards"]) for data in table.told("reveal", 0)]
    assert shown == [revealed] * bool(revealed)
    if revealed > 1:
        table.play(0, f"leave {LARGE}")
    assert sum(discard(table, 1).values()) == max(revealed - 1, 0)


@pytest.mark.rule("HOC-DEF-08", "HOC-DEF-12")
def test_each_card_once_per_attack_and_all_of_them() -> None:
    victim = seat(
        hand=["rampart", TALISMAN, CITY],
        deck=[CITY, LARGE, VILLAGE],
        princess="laolily",
        domain=[CITY],
        kept=["rampart on city"],
    )
    table = attacked(victim, GUARD)
    table.play(1, "reveal rampart", "reveal rampart")
    assert table.moves(1) == [f"reveal {TALISMAN}", "pass"]
    table.play(1, f"reveal {TALISMAN}")
    assert discard(table, 1) == {}
    assert face_up(table, 1) == [TALISMAN]


@pytest.mark.rule("HOC-DEF-12")
def test_the_effect_lasts_for_one_attack() -> None:
    table = crown(
        seat(hand=["scout", "scout"], deck=[VILLAGE] * 3),
        seat(hand=["rampart"], deck=[CITY, LARGE]),
    )
    table.play(0, "play scout")
    table.play(1, "reveal rampart")
    table.play(0, f"leave {VILLAGE}")
    assert face_up(table, 1) == []
    table.play(0, "play scout")
    assert table.moves(1) == ["reveal rampart", "pass"]
    table.play(1, "pass")
    table.play(0, f"discard {VILLAGE}", f"discard {CITY}")
    assert discard(table, 1) == {CITY: 1}


@pytest.mark.rule("HOC-DEF-09")
def test_the_defence_part_does_nothing_when_played() -> None:
    table = crown(seat(hand=["rampart", "hideout", TALISMAN, CITY], deck=[VILLAGE]))
    table.play(0, "play rampart", "play hideout", f"play {TALISMAN}", "stop")
    assert deck(table) == [VILLAGE]
    assert table.view(0).played == ("rampart", "hideout", TALISMAN)
    assert table.view(0).coins == 2


@pytest.mark.rule("HOC-DEF-10")
def test_any_defence_against_any_attack_even_in_vain() -> None:
    table = attacked(seat(hand=[LARGE, MAID, MAID, MAID, "rampart"]), "hunted-beast")
    table.play(1, "reveal rampart", f"discard {LARGE}")
    assert discard(table, 1) == {LARGE: 1}  # the beast is no military card


ATTACKS = [BATTALION, GUARD, "scout", "bribery", "hunted-beast", "charm-witch", "curse-witch"]


@pytest.mark.rule("HOC-DEF-10", "HOC-FAQ-32")
@pytest.mark.parametrize("card", ATTACKS)
def test_every_defence_card_answers_every_attack_card(card: str) -> None:
    table = attacked(seat(hand=["rampart", "hideout", TALISMAN], deck=[MAID] * 3), card)
    assert table.moves(1) == ["reveal hideout", f"reveal {TALISMAN}", "reveal rampart", "pass"]
    table.play(1, "reveal rampart", f"reveal {TALISMAN}", "reveal hideout", "top rampart")
    assert [data["card"] for data in table.told("defend")] == ["rampart", TALISMAN, "hideout"]
    assert [data["card"] for data in table.told("on-deck")] == [TALISMAN, "rampart"]
    assert hand(table, 1) == {"hideout": 1}


@pytest.mark.rule("HOC-DEF-11", "HOC-RES-03", "HOC-RES-05")
def test_windows_open_clockwise_before_the_attack() -> None:
    victim = seat(hand=["rampart", *FOUR])
    table = crown(victim, seat(hand=[BATTALION, VILLAGE]), victim, links=2, turn=1)
    table.play(1, f"play {BATTALION}")
    assert table.asked == {2: "defence"}
    table.play(2, "pass")
    assert table.asked == {0: "defence"}
    table.play(0, "reveal rampart")
    assert table.asked == {2: "force-discard"}


@pytest.mark.rule("HOC-DEF-13")
def test_no_window_for_what_is_no_attack() -> None:
    victim = seat(hand=["rampart", TALISMAN], princess="laolily", domain=["duke", CITY], kept=["hideout on city"])  # fmt: skip
    table = crown(seat(hand=["curse-witch", "battering-ram", VILLAGE], deck=[MAID]), victim)
    table.play(0, "activate curse-witch")
    assert discard(table, 1) == {"curse": 1}
    table.play(0, "play battering-ram")
    assert kept(table, 1) == {}
    table = crown(seat(hand=["gossiping-duchess", "duke"], princess="klam-klam"), victim)
    table.play(0, "set gossiping-duchess")
    assert discard(table, 1) == {"duke": 1}
    assert table.told("defend") == []


@pytest.mark.rule("HOC-DEF-15", "HOC-FAQ-26", "HOC-CR-28")
def test_a_copied_attack_is_answered_after_it_is_named() -> None:
    mine = seat(hand=["shinobi", VILLAGE], discard=[BATTALION, "alchemist"], deck=[VILLAGE] * 3)
    table = crown(mine, seat(hand=[*FOUR, "rampart"]))
    table.play(0, "play shinobi")
    assert table.asked == {0: "copy"}
    table.play(0, f"copy {BATTALION}")
    assert table.asked == {1: "defence"}
    assert table.view(0).coins == 0
    table.play(1, "reveal rampart")
    assert (table.view(0).coins, discard(table, 1)) == (2, {})
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-FAQ-34", "HOC-REV-03")
def test_a_hideout_in_defence_can_hide_itself() -> None:
    table = attacked(seat(hand=[*FOUR, "hideout"], deck=[LARGE]))
    table.play(1, "reveal hideout")
    assert set(table.moves(1)) == {f"top {card}" for card in (CITY, VILLAGE, MAID, "hideout")}
    table.play(1, "top hideout")
    assert deck(table, 1) == ["hideout", LARGE]
    assert face_up(table, 1) == ["hideout"]
    assert table.asked == {0: "main"}  # four cards are too few for the battalion


@pytest.mark.rule("HOC-CR-31")
def test_a_kept_hideout_hides_only_hand_cards() -> None:
    victim = {"princess": "laolily", "domain": [CITY], "kept": ["hideout on city"]}
    table = attacked(seat(hand=[LARGE, MAID], **victim))
    table.play(1, "reveal hideout")
    assert set(table.moves(1)) == {f"top {LARGE}", f"top {MAID}"}
    table.play(1, f"top {LARGE}")
    assert kept(table, 1) == {CITY: "hideout"}
    table = attacked(seat(hand=[], **victim))
    table.play(1, "reveal hideout")
    assert table.asked == {0: "main"}  # an empty hand hides nothing


@pytest.mark.rule("HOC-DEF-12", "HOC-FAQ-34")
def test_two_hideouts_can_both_be_used() -> None:
    table = attacked(seat(hand=["hideout", "hideout", CITY], deck=[LARGE]))
    table.play(1, "reveal hideout", "top hideout")
    assert table.moves(1) == ["reveal hideout", "pass"]
    table.play(1, "reveal hideout", f"top {CITY}")
    assert deck(table, 1) == [CITY, "hideout", LARGE]
    assert table.asked == {0: "main"}


def test_nobody_can_tell_who_cannot_defend() -> None:
    """Who may hold a defence card for all the others know is asked, whether he holds it or not."""
    cards = [CITY, MAID, "rampart"]
    holds = [seat(hand=["rampart", MAID], deck=[CITY]), seat(hand=[CITY, MAID], deck=["rampart"])]
    tables = [crown(seat(hand=["bribery", VILLAGE]), other, links=2) for other in holds]
    told = [table.play(0, "play bribery") for table in tables]
    assert [table.asked for table in tables] == [{1: "defence"}] * 2
    assert [table.moves(1) for table in tables] == [["reveal rampart", "pass"], ["pass"]]
    assert told[0] == told[1]
    assert tables[0].play(1, "pass") == tables[1].play(1, "pass")
    for open_place in (
        seat(hand=[CITY, MAID], discard=cards),
        seat(deck=["face-up rampart", MAID]),
    ):
        table = crown(seat(hand=["bribery", VILLAGE]), open_place, links=2)
        table.play(0, "play bribery")
        assert table.asked == {0: "main"}  # all see that he cannot


def test_what_fits_in_a_hidden_hand_is_asked_even_if_it_is_one_card() -> None:
    table = attacked(seat(hand=[CITY, MAID, MAID, MAID, MAID]))
    assert table.moves(1) == [f"discard {CITY}"]
    table = attacked(seat(hand=["hideout", "hideout"]))
    table.play(1, "reveal hideout")
    assert table.moves(1) == ["top hideout"]
