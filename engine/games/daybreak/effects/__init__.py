"""What cards do: the operations of RULES.md, part "Operations".

Each is a function of the state and the compiled operation (see ``working.run``).
"""

from __future__ import annotations

from taku.engine.games.daybreak.effects.acquiring import acquire
from taku.engine.games.daybreak.effects.cards import flip, move, remove
from taku.engine.games.daybreak.effects.choices import branch, choose, may, pay
from taku.engine.games.daybreak.effects.gaining import stones
from taku.engine.games.daybreak.effects.picks import pick
from taku.engine.games.daybreak.effects.players import each, target
from taku.engine.games.daybreak.effects.rules import (
    extra_turn,
    hold_end,
    negate,
    no_block,
    static,
    trip_block,
)
from taku.engine.games.daybreak.effects.shifts import shift
from taku.engine.games.daybreak.working import OPERATIONS

OPERATIONS |= {
    "target": target,
    "each": each,
    "pick": pick,
    "choose": choose,
    "may": may,
    "pay": pay,
    "if": branch,
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
