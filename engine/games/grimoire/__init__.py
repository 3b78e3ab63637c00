"""Grimoire (グリモワール, One Draw 2010): secret simultaneous choice of spells."""

from __future__ import annotations

from pathlib import Path

import msgspec

from taku.engine.core.cards import Text
from taku.engine.core.game import Game
from taku.engine.games.grimoire import scenario as scenarios
from taku.engine.games.grimoire import turn
from taku.engine.games.grimoire.cards import Cards
from taku.engine.games.grimoire.scenario import Scenario
from taku.engine.games.grimoire.scoring import score
from taku.engine.games.grimoire.state import State
from taku.engine.games.grimoire.view import components, redeal, view


class Options(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The rulebook has no optional rules."""


def begin(s: State, options: Options, scenario: Scenario | None) -> None:
    """Set up a match, or the position of a scenario."""
    if scenario is None:
        turn.set_up(s)
    else:
        scenarios.set_up(s, scenario)


GAME = Game(
    id="grimoire",
    prefix="GRM",
    name=Text(ja="グリモワール", en="Grimoire"),
    folder=Path(__file__).parent,
    players=(2, 4),
    options=Options,
    scenario=Scenario,
    card_file=Cards,
    state=State,
    begin=begin,
    view=view,
    redeal=redeal,
    components=components,
    # Each player gains a quest card a round, and 18 each without 10 of a kind are the most: at
    # most 19 rounds, with at most 9 decisions for each player in one (GRM-END).
    most_decisions=4 + 19 * 4 * 9,
    scores=lambda s: tuple(score(s, seat) for seat in s.seats),
)
