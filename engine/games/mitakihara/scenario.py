"""A position written down: what is not mentioned is as in a normal game."""

from __future__ import annotations

import msgspec

from taku.engine.core.errors import BadScenario
from taku.engine.games.mitakihara import turn
from taku.engine.games.mitakihara.cast import Cast, Options
from taku.engine.games.mitakihara.state import State


class Scenario(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A position at the start of a turn."""

    players: int | None = None
    durability: int | None = None


def set_up(s: State, scenario: Scenario, options: Options, cast: Cast) -> None:
    """Build the position and plan its first steps."""
    turn.set_up(s, options, cast)
    if scenario.durability is not None:
        if scenario.durability < 1:
            raise BadScenario("durability: at least 1, or the match is over")
        s.durability = scenario.durability
