"""Heart of Crown (ハートオブクラウン, FLIPFLOPs): build a deck, back a princess, crown her."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from taku.engine.core.cards import Text
from taku.engine.core.errors import BadOptions, near
from taku.engine.core.game import Game
from taku.engine.games.heart_of_crown import scenario as scenarios
from taku.engine.games.heart_of_crown import turn
from taku.engine.games.heart_of_crown.cards import Cards
from taku.engine.games.heart_of_crown.scenario import Scenario
from taku.engine.games.heart_of_crown.state import State
from taku.engine.games.heart_of_crown.view import components, redeal, view

FIRST = "first-play"
"""The set for a first game (HOC-SETS-01)."""
FREE = "free"
"""Commons of one's own choice (HOC-SETS-11)."""


class Options(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """Which ten common kinds are in the supply (HOC-SETUP-08)."""

    set: str | None = None
    """A recommended set, ``random``, or ``free`` with ``commons``; ``first-play`` unless given."""
    commons: list[str] | None = None
    """Ten kinds of your own choice, instead of a set."""

    def __post_init__(self) -> None:
        """Say what was left unsaid, so that options written down are read as the same."""
        if self.set is None:
            self.set = FIRST if self.commons is None else FREE
        self.commons = self.commons or []


def begin(s: State, options: Options, scenario: Scenario | None) -> None:
    """Set up a match, or the position of a scenario."""
    commons = chosen_commons(s, options)
    if scenario is None:
        turn.set_up(s, commons)
    else:
        scenarios.set_up(s, scenario, commons)


def chosen_commons(s: State, options: Options) -> Sequence[str]:
    """The ten kinds; ``BadOptions`` names what is wrong (HOC-SETS-11)."""
    chosen, commons = options.set, options.commons
    known = [*s.cards.sets, "random", FREE]
    if chosen not in known:
        hint = near(str(chosen), known)
        raise BadOptions(f"unknown set {chosen!r}{hint}; there are: {', '.join(known)}")
    if chosen == FREE:
        return _free_commons(s.cards, commons or [])
    if commons:
        named = ", ".join(commons)
        raise BadOptions(f"either set or commons, not both: set {chosen!r}, commons {named}")
    if chosen == "random":
        kinds = list(s.cards.commons)
        s.shuffle(kinds)
        return kinds[: s.cards.game.common_kinds]
    return s.cards.sets[chosen]


def _free_commons(cards: Cards, commons: list[str]) -> list[str]:
    wanted = cards.game.common_kinds
    unknown = [f"{c!r}{near(c, cards.commons)}" for c in commons if c not in cards.commons]
    if unknown:
        raise BadOptions(f"commons: no common: {', '.join(unknown)}")
    doubled = sorted({card for card in commons if commons.count(card) > 1})
    if doubled:
        raise BadOptions(f"commons: named more than once: {', '.join(doubled)}")
    if len(commons) < wanted:
        missing = wanted - len(commons)
        named = ", ".join(commons) or "none"
        raise BadOptions(f"commons: {missing} missing, {wanted} are needed; named: {named}")
    if len(commons) > wanted:
        extra = ", ".join(commons[wanted:])
        raise BadOptions(f"commons: {wanted} are needed, not {len(commons)}; too many: {extra}")
    return commons


GAME = Game(
    id="heart-of-crown",
    prefix="HOC",
    name=Text(ja="ハートオブクラウン", en="Heart of Crown"),
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
    # At most 100 turns each (HOC-LIMIT-01). In one turn each of 300 cards is played or bought at
    # most once with a few choices, 15 cards sort at most 300 deck cards twice, and at most 100
    # keeps and as many recalls are made (HOC-LIMIT-02): 12,000 decisions are more than enough.
    most_decisions=400 * 12_000,
    # Together they reach every card; the first is the default set.
    variants=(
        {},
        {"commons": ["donation", "rampart", "buried-treasure", "summons", "slash-and-burn",
                     "battering-ram", "bribery", "hideout", "shinobi", "moneylender"]},
        {"commons": ["magic-talisman", "infantry-battalion", "hunted-beast", "charm-witch",
                     "stargazing-witch", "royal-guard", "bank", "imperial-estate", "curse-witch",
                     "gossiping-duchess"]},
    ),
    scores=lambda s: tuple(s.points),
)  # fmt: skip
