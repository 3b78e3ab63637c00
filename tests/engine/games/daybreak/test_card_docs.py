"""The page on cards is true, and the example set can be played."""

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from taku import engine
from taku.engine import conformance
from taku.engine.games.daybreak.vocabulary import (
    CONDITIONS,
    EVENTS,
    FILTERS,
    OPERATIONS,
    RULES,
    SHARED,
)
from tests.support.daybreak import GAME, Board, cast, held, row, seat, zone

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/daybreak-cards.md").read_text("utf-8")
MARKET = ROOT / "examples/cards/daybreak-night-market.toml"
TOML = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def words(value: Any) -> set[str]:
    """The operations and events in a piece of card data."""
    if isinstance(value, dict):
        here = {value[key] for key in ("op", "event") if key in value}
        return here.union(*map(words, value.values()))
    return set().union(*map(words, value)) if isinstance(value, list) else set()


@pytest.fixture
def transcribed(tmp_path: Path) -> engine.Game[Any]:
    """The example set with the card of the page, counted as the page says."""
    text = MARKET.read_text("utf-8")
    for name, n in (("normal", 24), ("non_white", 9), ("gold", 1)):
        text = text.replace(f"\n{name} = {n}\n", f"\n{name} = {n + 1}\n")
    path = tmp_path / "mine.toml"
    path.write_text(f"{text}\n{TOML[0]}", "utf-8")
    return engine.game("daybreak", cards=path)


def test_the_card_of_the_page_does_what_the_page_says(transcribed: engine.Game[Any]) -> None:
    table = Board(transcribed, **tomllib.loads(TOML[1]))
    table.play(0, "use rooftop-courier")
    assert held(table) == [5, 2]
    assert table.asked == {1: "may"}
    table.play(1, "do")
    assert cast(table, 1) == ["candle-seller 2"]
    assert held(table) == [4, 2]
    assert cast(table) == ["rooftop-courier 3"]


def test_one_stone_of_two_is_not_enough(transcribed: engine.Game[Any]) -> None:
    areas = [seat(hand=["rooftop-courier"]), seat(stones=1, cast=["candle-seller 3"])]
    table = Board(transcribed, seats=areas)
    table.play(0, "use rooftop-courier")
    assert table.asked == {0: "main"}
    assert (held(table), cast(table, 1)) == ([3, 0], ["candle-seller 3"])


def test_the_card_can_be_blocked_and_acquired(transcribed: engine.Game[Any]) -> None:
    areas = [seat(hand=["rooftop-courier"]), seat(cast=["lantern-watch 3 installed"])]
    table = Board(transcribed, seats=areas)
    table.play(0, "use rooftop-courier")
    assert held(table) == [3, 5]
    zone_cards = ["rooftop-courier", "candle-seller"]
    table = Board(transcribed, seats=[seat(), seat()], phase="start", card_zone=zone_cards)
    before = zone(table)
    table.play(0, "acquire rooftop-courier")
    assert cast(table) == ["rooftop-courier 1"]
    assert (row(table), zone(table)) == ({"candle-seller": 2}, before)


def test_the_short_trigger_of_the_page_can_be_read(tmp_path: Path) -> None:
    text = MARKET.read_text("utf-8")
    old = re.search(r'id = "late-toll".*?(when = .*?\n\]\n)', text, re.DOTALL)
    assert old is not None
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old[1], TOML[2]), "utf-8")
    (card,) = [c for c in engine.game("daybreak", cards=path).cards.normal if c.id == "late-toll"]
    assert card.when.event == "acquire"


def test_the_page_has_the_whole_vocabulary() -> None:
    known = {*OPERATIONS, *EVENTS, *CONDITIONS, *FILTERS, *RULES, *SHARED}
    said = set(re.findall(r"`([\w.-]+)", PAGE))
    assert known <= said, known - said
    table = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)
    assert [word for word in table if word in OPERATIONS] == list(OPERATIONS)


def test_the_page_names_every_field_of_every_operation() -> None:
    for name, (required, optional) in OPERATIONS.items():
        (line,) = re.findall(rf"^\| `{name}` \|(.*)$", PAGE, re.MULTILINE)
        for field in (*required, *optional):
            assert f"`{field}" in line, (name, field)


def test_the_page_quotes_what_the_check_says(tmp_path: Path) -> None:
    text = (GAME.folder / "cards.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    text = text.replace('op = "negate"', 'op = "negat"', 1).replace("normal = 50", "normal = 49")
    text = text.replace('from = "target.held", n = 3', 'from = "target.hold", n = 3')
    text = text.replace('ja = "街灯の点灯夫", en = "Lamplighter"', 'ja = "街灯の点灯夫"')
    path.write_text(text, "utf-8")
    with pytest.raises(engine.BadCards) as refused:
        engine.game("daybreak", cards=path)
    said = str(refused.value)
    quoted = re.findall(r"^mine\.toml:\d+(: .*?)(?:, …| …)?$", PAGE, re.MULTILINE)
    assert len(quoted) == 4
    for mistake in quoted:
        assert mistake in said


# -- the example set ------------------------------------------------------------------------------


def test_the_example_set_uses_every_operation_and_nearly_every_event() -> None:
    used = words(tomllib.loads(MARKET.read_text("utf-8")))
    assert set(OPERATIONS) <= used
    assert set(EVENTS) - used == {"gain", "turn-start"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_example_set_is_played_to_its_end(players: int) -> None:
    game = engine.game("daybreak", cards=MARKET)
    for seed in range(1, 4):
        assert conformance.check_match(game, conformance.Case(players, seed, {}), every=7) > 0


def test_every_card_of_the_example_set_is_used() -> None:
    game = engine.game("daybreak", cards=MARKET)
    used: set[str] = set()
    for seed in range(40):
        state = game.new(players=4, seed=seed)
        rng = random.Random(seed)
        while state.pending:
            decision = state.pending[0]
            move = rng.choice(decision.moves)
            used.add(move)
            state.advance(decision.seat, move)
    assert {f"use {card.id}" for card in game.cards.normal} <= used
