"""What a seat has seen is kept when the rest is redealt (HOC-REV, HOC-TERM-15)."""

import random
from collections import Counter
from typing import Any

import pytest

from taku import engine
from taku.engine.games.heart_of_crown.state import State
from tests.support.heart_of_crown import CITY, LARGE, MAID, VILLAGE, crown, deck, seat
from tests.support.table import Table

MIXED = [CITY, LARGE, MAID, VILLAGE, "duke", "senator", "bank", "scout"]
OTHER = seat(hand=[VILLAGE, CITY, MAID], deck=MIXED)


def worlds(table: Table, viewer: int, count: int = 60) -> list[State]:
    """Positions the viewer cannot tell from the real one."""
    rng = random.Random(7)
    found = [table.state.determinize(viewer, rng) for _ in range(count)]
    assert all(world.view(viewer) == table.view(viewer) for world in found)
    return found


def tops(table: Table, viewer: int, place: int, of: int = 0) -> set[str]:
    """What may lie at a place of a deck, 0 on top, as far as the viewer knows."""
    return {world.deck[of][-1 - place] for world in worlds(table, viewer)}


def bottoms(table: Table, viewer: int, of: int = 0) -> set[str]:
    """What may lie at the bottom of a deck."""
    return {world.deck[of][0] for world in worlds(table, viewer)}


@pytest.mark.rule("HOC-TERM-20", "HOC-TERM-15")
def test_unknown_cards_are_dealt_anew_among_the_owners_own() -> None:
    table = crown(seat(hand=[VILLAGE, CITY, "alchemist"], deck=MIXED), OTHER)
    assert dict(table.view(0).areas[1].owned) == Counter(OTHER["hand"] + MIXED)
    for world in worlds(table, 0):
        assert world.hand[0] == table.state.hand[0]
        for of in (0, 1):
            assert Counter(world.hand[of] + world.deck[of]) == Counter(
                table.state.hand[of] + table.state.deck[of]
            )
    assert len({tuple(world.hand[1]) for world in worlds(table, 0)}) > 5
    assert len({tuple(world.deck[0]) for world in worlds(table, 0)}) > 50
    assert len({tuple(world.supply) for world in worlds(table, 0)}) > 50


@pytest.mark.rule("HOC-REV-06", "HOC-TERM-15")
def test_stargazing_witch_is_remembered_by_her_player_alone() -> None:
    mine = seat(hand=["stargazing-witch", VILLAGE], deck=MIXED)
    table = crown(mine, OTHER, played=["alchemist", "alchemist"])
    table.play(0, "play stargazing-witch")
    assert [tops(table, 0, n) for n in range(3)] == [{CITY}, {LARGE}, {MAID}]
    assert len(tops(table, 1, 0)) > 3
    table.play(0, "stop", f"top {MAID}", f"top {LARGE}")
    assert deck(table)[:2] == [LARGE, CITY]
    assert [tops(table, 0, n) for n in range(2)] == [{LARGE}, {CITY}]
    assert len(tops(table, 0, 2)) > 3
    assert len(tops(table, 1, 0)) > 3
    assert [each.card for each in table.view(0).areas[0].deck] == [LARGE, CITY]
    assert table.view(1).areas[0].deck == ()


def stargazer(*under: str, deck: list[str]) -> Table:
    """A Stargazing Witch looks at the cards that her player bought under his deck, seen by all."""
    mine = seat(hand=["court-merchant"], deck=["stargazing-witch", *["alchemist"] * 4, *deck])
    table = crown(mine, OTHER, coins=20)
    table.play(0, "play court-merchant", *(f"buy {card} under" for card in under), "end")
    table.play(1, "end")
    return table


@pytest.mark.rule("HOC-REV-08")
def test_the_order_of_cards_looked_at_is_secret_even_if_they_were_known() -> None:
    seen = []
    for first in ("senator", CITY):
        table = stargazer("senator", CITY, deck=[LARGE] * 2)
        table.play(0, "play alchemist", "play stargazing-witch")
        assert [each.card for each in table.view(1).areas[0].deck] == ["senator", CITY]
        table.play(0, "stop", f"top {first}")
        seen.append((table.view(1), table.told("draw", 1)[-1]))
        assert first in table.view(0).areas[0].hand
        assert tops(table, 0, 0) == {"senator", CITY} - {first}
    assert seen[0] == seen[1]


@pytest.mark.rule("HOC-REV-08")
def test_a_card_known_to_all_stays_so_where_its_place_cannot_change() -> None:
    table = stargazer("senator", deck=[LARGE] * 2 + [VILLAGE])
    table.play(0, "play alchemist", "play stargazing-witch", f"discard {VILLAGE}", "stop")
    assert table.view(1).areas[0].hand == ("senator",)


@pytest.mark.rule("HOC-REV-08")
@pytest.mark.parametrize("other", ["senator", CITY])
def test_of_equal_cards_the_known_one_is_discarded(other: str) -> None:
    """Else the others could tell that the unknown card was its like."""
    table = stargazer("senator", deck=[LARGE] * 2 + [other])
    table.play(0, "play alchemist", "play stargazing-witch", "discard senator", "stop")
    assert table.view(1).areas[0].deck == ()
    assert table.view(1).areas[0].hand == ()
    assert table.view(0).areas[0].hand[-1] == other


@pytest.mark.parametrize("other", ["senator", CITY])
def test_who_puts_hidden_cards_in_order_is_asked_whatever_they_are(other: str) -> None:
    """That there is nothing to choose is nobody else's business."""
    mine = seat(hand=["stargazing-witch", VILLAGE], deck=["senator", other, MAID])
    table = crown(mine, OTHER, played=["alchemist"])
    table.play(0, "play stargazing-witch", "stop")
    assert table.asked == {0: "arrange"}
    table.play(0, "top senator")
    assert table.asked == {0: "main"}


@pytest.mark.rule("HOC-REV-05")
def test_library_leaves_an_open_card_at_the_bottom() -> None:
    table = crown(seat(hand=["library", VILLAGE, CITY], deck=MIXED), OTHER)
    table.play(0, "play library", f"under {VILLAGE}")
    for viewer in (0, 1):
        assert bottoms(table, viewer) == {VILLAGE}
        assert len(tops(table, viewer, 0)) > 3


@pytest.mark.rule("HOC-CR-26", "HOC-REV-02", "HOC-REV-07")
def test_a_card_returned_by_supply_unit_is_known_in_deck_and_hand() -> None:
    mine = seat(hand=["supply-unit", "supply-unit", "alchemist", "donation", MAID], deck=MIXED * 2)
    table = crown(mine, seat(hand=[VILLAGE], deck=[MAID] * 3), links=4)
    table.play(0, "play supply-unit", "play supply-unit", "play alchemist", "play donation")
    table.play(0, f"exile {MAID}", "end", "return alchemist")
    assert tops(table, 1, 0) == {"alchemist"}
    table.play(0, "return donation")
    assert table.view(1).areas[0].hand == ("alchemist", "donation")
    for world in worlds(table, 1):
        assert {"alchemist", "donation"} <= set(world.hand[0])


@pytest.mark.rule("HOC-FAQ-34", "HOC-REV-03")
def test_what_hideout_hides_and_takes_is_known_to_all() -> None:
    table = crown(
        seat(hand=["bribery", VILLAGE]), {**OTHER, "hand": ["hideout", CITY, LARGE]}, links=2
    )
    table.play(0, "play bribery")
    table.play(1, "reveal hideout", f"top {CITY}")
    assert tops(table, 0, 0, of=1) == {CITY}
    assert table.view(0).areas[1].hand == ("hideout",)
    assert all("hideout" in world.hand[1] for world in worlds(table, 0))
    table = crown(seat(hand=["hideout", MAID, VILLAGE], deck=[f"face-up {LARGE}", *MIXED]), OTHER)
    table.play(0, "play hideout")
    assert table.view(1).areas[0].hand == (LARGE,)
    assert all(LARGE in world.hand[0] for world in worlds(table, 1))


@pytest.mark.rule("HOC-CR-02", "HOC-REV-01")
def test_scouted_cards_stay_open() -> None:
    table = crown(seat(hand=["scout", VILLAGE], deck=MIXED), OTHER)
    table.play(0, "play scout", f"leave {CITY}", f"leave {CITY}")
    for viewer in (0, 1):
        for of in (0, 1):
            assert tops(table, viewer, 0, of) == {CITY}
            assert len(tops(table, viewer, 1, of)) > 3


@pytest.mark.rule("HOC-TERM-20")
def test_a_purchase_under_the_deck_is_known_though_face_down() -> None:
    table = crown(seat(hand=["court-merchant", VILLAGE], deck=MIXED), OTHER, coins=5)
    table.play(0, "play court-merchant")
    table.play(0, "buy senator under")
    for viewer in (0, 1):
        assert bottoms(table, viewer) == {"senator"}
        assert not table.view(viewer).areas[0].deck[-1].face_up


@pytest.mark.rule("HOC-REV-04", "HOC-TERM-20")
def test_a_hand_that_was_shown_is_remembered_until_it_changes() -> None:
    victim = seat(hand=[MAID, MAID, "duke", "senator", "curse"], deck=MIXED)
    table = crown(seat(hand=["infantry-battalion", "hunted-beast"], deck=MIXED), victim, links=2)
    table.play(0, "play infantry-battalion")
    assert all(Counter(world.hand[1]) == Counter(victim["hand"]) for world in worlds(table, 0))
    table.play(0, "play hunted-beast")
    table.play(1, "discard duke")
    left = Counter(victim["hand"]) - Counter(["duke"])
    assert all(Counter(world.hand[1]) == left for world in worlds(table, 0))


@pytest.mark.rule("HOC-TERM-20")
def test_after_a_reshuffle_positions_are_lost_and_the_rest_can_be_told() -> None:
    mine = seat(hand=[MAID], deck=["duke", LARGE, "senator"], discard=[VILLAGE, CITY] * 3)
    table = crown(mine, seat(hand=[VILLAGE], deck=[MAID] * 5), phase="end")
    # The last three cards of the old deck must be in hand: everything else went into the shuffle.
    assert table.view(1).areas[0].hand == ("duke", LARGE, "senator")
    found = worlds(table, 1)
    assert all({"duke", LARGE, "senator"} <= set(world.hand[0]) for world in found)
    assert len({tuple(world.hand[0]) for world in found}) > 1
    assert len(tops(table, 0, 0)) > 1


def test_a_defence_window_is_nobody_elses_business() -> None:
    table = crown(
        seat(hand=["bribery", VILLAGE]), {**OTHER, "hand": ["rampart", CITY]}, seat(), links=2
    )
    table.play(0, "play bribery")
    assert table.asked == {1: "defence"}
    assert any("rampart" not in world.hand[1] for world in worlds(table, 0))
    for world in worlds(table, 0):
        assert "pass" in world.pending[0].moves
        world.advance(1, "pass")
        assert world.pending[0].seat == 0


FITS_ONE = seat(hand=[CITY, "curse", "curse", "curse", "curse"], deck=["curse"] * 3)
"""Only the City can be put under a deck, exiled or discarded."""


@pytest.mark.parametrize(
    ("mine", "victim", "card"),
    [
        (seat(hand=["library", CITY, "duke"], deck=["duke"] * 5), OTHER, "library"),
        ({**FITS_ONE, "hand": ["curse-witch", *FITS_ONE["hand"]]}, OTHER, "curse-witch"),
        (seat(hand=["infantry-battalion"]), FITS_ONE, "infantry-battalion"),
    ],
)
def test_a_sampled_hand_without_a_fitting_card_plays_on(
    mine: dict[str, Any], victim: dict[str, Any], card: str
) -> None:
    """A forced choice asks only who has a fitting card, but in a sampled world he may lack it."""
    table = crown(mine, victim)
    table.play(0, f"play {card}")
    (asked,) = table.asked
    found = worlds(table, 1 - asked)
    assert {len(world.pending[0].moves) for world in found} == {1}
    assert any(world.pending[0].moves == ("pass",) for world in found)
    for world in found:
        before = table.game.components(world)
        world.advance(asked, world.pending[0].moves[0])
        assert table.game.components(world) == before


@pytest.mark.parametrize("variant", range(3))
@pytest.mark.parametrize("players", [2, 4])
def test_knowledge_is_always_true(variant: int, players: int) -> None:
    """What is marked as known lies there, in every position of random matches."""
    game = engine.game("heart-of-crown")
    rng = random.Random(variant)
    state = game.new(players, variant, game.variants[variant])
    for _ in range(1500):
        if state.result is not None:
            break
        decision = state.pending[0]
        state.advance(decision.seat, rng.choice(decision.moves))
        for of in state.seats:
            assert not Counter(state.shown[of]) - Counter(state.hand[of])
            places = [place for place, _ in state.marks[of]]
            assert places == sorted(set(places))
            assert all(0 <= place < len(state.deck[of]) for place in places)
            assert len(state.domain[of]) == len(state.kept[of]) == len(state.counters[of])
        in_domains = [recount(state, of) for of in state.seats]
        assert in_domains == state.points
        kinds = [
            c for c, left in state.market.items() if left and c not in state.cards.basic_market
        ]
        assert len(kinds) == state.kinds <= 8 or state.result is not None


def recount(state: State, of: int) -> int:
    """The points of a domain, counted afresh (HOC-CORO-02)."""
    worth = state.cards.points
    cards = [*state.domain[of], *([state.princess[of]] if state.princess[of] else [])]
    return sum(worth[card] for card in cards) + sum(state.counters[of])
