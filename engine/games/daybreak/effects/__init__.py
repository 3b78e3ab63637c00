"""What cards do: the operations of RULES.md, part "Operations".

Those that other games have too are in ``engine.core.operations``.
"""

from __future__ import annotations

from taku.engine.core.operations import Customs
from taku.engine.games.daybreak.effects.acquiring import acquire
from taku.engine.games.daybreak.effects.cards import flip, move, remove
from taku.engine.games.daybreak.effects.choices import chosen, if_, purse, spend
from taku.engine.games.daybreak.effects.gaining import stones
from taku.engine.games.daybreak.effects.picks import pick
from taku.engine.games.daybreak.effects.players import in_turn, reach, target
from taku.engine.games.daybreak.effects.rules import (
    extra_turn,
    hold_end,
    negate,
    no_block,
    static,
    trip_block,
)
from taku.engine.games.daybreak.effects.shifts import shift
from taku.engine.games.daybreak.state import rules

rules.customs = Customs(in_turn=in_turn, receive=reach, purse=purse, spend=spend, chosen=chosen)
rules.operations |= {
    "target": target,
    "pick": pick,
    "if": if_,
    "stones": stones,
    "shift": shift,
    "move": move,
    "acquire": acquire,
    "remove": remove,
    "flip": flip,
    "negate": negate,
    "no-block": no_block,
    "trip-block": trip_block,
    "static": static,
    "hold-end": hold_end,
    "extra-turn": extra_turn,
}
