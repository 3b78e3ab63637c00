"""Witches at Daybreak (星空を望む少女達の夜明け, AMaRo Project.): gather stones, spend them, hold the most."""

from __future__ import annotations

from pathlib import Path

from taku.engine.core.cards import Text
from taku.engine.core.game import Game
from taku.engine.games.daybreak import scenario as scenarios
from taku.engine.games.daybreak import turn
from taku.engine.games.daybreak.cards import Cards
from taku.engine.games.daybreak.scenario import Scenario
from taku.engine.games.daybreak.scoring import scores
from taku.engine.games.daybreak.state import State
from taku.engine.games.daybreak.turn import Options
from taku.engine.games.daybreak.view import components, redeal, view


def begin(s: State, options: Options, scenario: Scenario | None) -> None:
    """Set up a match, or the position of a scenario."""
    turn.check_options(s, options)
    if scenario is None:
        turn.set_up(s, options)
    else:
        scenarios.set_up(s, scenario, options)


GAME = Game(
    id="daybreak",
    prefix="DBK",
    name=Text(ja="星空を望む少女達の夜明け", en="Witches at Daybreak"),
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
    # At most TURN_LIMIT turns (DBK-OVER-17) with USE_LIMIT uses each (DBK-MAIN-17), and in one use
    # every card works at most once for each piece it moves: 100 decisions are more than enough.
    most_decisions=turn.TURN_LIMIT * turn.USE_LIMIT * 100,
    # Every combination of modules, and every option; named witches fix the number of players.
    variants=(
        {},
        {"modules": ["curse"], "more-curses": 5},
        {"modules": ["bless"], "separate-stones": True},
        {"modules": ["travellers"], "frame-choice": ["copper", "silver", "gold", "rainbow"]},
        {"modules": ["curse", "bless"], "stone-count": 20},
        {"modules": ["curse", "travellers"], "separate-stones": True},
        {"modules": ["bless", "travellers"], "frame-choice": ["rainbow"], "stone-count": 60},
        {"modules": ["curse", "bless", "travellers"]},
        {"witches": ["kiara-smith", "noelle-creighton"]},
        {
            "modules": ["curse", "travellers"],
            "witches": ["mireille-black", "margot-renard", "edith-hall"],
        },
    ),
    scores=scores,
)
