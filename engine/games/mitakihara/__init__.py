"""Shadows over Mitakihara (見滝原を覆う影, ゾック神社 2011): magical girls against the last witch."""

from __future__ import annotations

from pathlib import Path

from taku.engine.core.cards import Text
from taku.engine.core.game import Game
from taku.engine.games.mitakihara import scenario as scenarios
from taku.engine.games.mitakihara import turn
from taku.engine.games.mitakihara.cards import SLUGS, Cards
from taku.engine.games.mitakihara.cast import Options, choose_cast
from taku.engine.games.mitakihara.scenario import Scenario
from taku.engine.games.mitakihara.scoring import scores
from taku.engine.games.mitakihara.state import State
from taku.engine.games.mitakihara.view import components, redeal, view


def begin(s: State, options: Options, scenario: Scenario | None) -> None:
    """Set up a match, or the position of a scenario."""
    cast = choose_cast(s, options)
    if scenario is None:
        turn.set_up(s, options, cast)
    else:
        scenarios.set_up(s, scenario, options, cast)


COMBINATIONS: tuple[dict[str, object], ...] = (
    {"rules": ["green-girl", "burst-heal", "bomber-homura"], "late": False, "partner": "mami"},
    {"rules": ["oriko-kirika"], "certain": True, "talk": True},
    {"rules": ["six-girls", "stage-girl", "oriko-kirika"], "certain": True},
    {"rules": ["seven-girls", "stage-girl", "apprentice-kyoko"]},
    {"rules": ["eight-girls", "stage-girl", "burst-heal"], "late": False},
    {"rules": ["warped-timeline", "first-loop-madoka"], "madoka-fix": "none"},
    {"rules": ["seven-girls", "tocca-maestro-mami"], "humans": ["sayaka", "homura"],
     "cast": ["sayaka", "kyoko", "mami", "homura", "yuma", "oriko", "kazumi"]},
    {"rules": ["free-setup"], "humans": ["nagisa", "homura", "yuma"],
     "cast": ["nagisa", "homura", "yuma", "oriko", "kyoko-another", "sayaka-another"]},
)  # fmt: skip
"""Options together that reach what none of them reaches alone."""

GAME = Game(
    id="mitakihara",
    prefix="MTK",
    name=Text(ja="見滝原を覆う影", en="Shadows over Mitakihara"),
    folder=Path(__file__).parent,
    players=(3, 8),
    options=Options,
    scenario=Scenario,
    card_file=Cards,
    state=State,
    begin=begin,
    view=view,
    redeal=redeal,
    components=components,
    # Each turn an event card leaves the pile for good, or goes under it for 4 of at most 120
    # durability, or is kept by Time manipulation, one of at most 14 loot cards that only vanishing
    # witches bring back; with the pile used up the Stage-Device Witch costs 4 a turn. That makes
    # at most 200 turns, each with at most 500 decisions of 8 characters.
    most_decisions=200 * 500,
    variants=({}, *({"rules": [slug]} for slug in SLUGS), *COMBINATIONS),
    scores=scores,
    cooperative=True,
)
