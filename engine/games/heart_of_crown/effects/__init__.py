"""What cards do: the operations that ``programs`` names.

Each is a function of the state and the compiled operation; ``op.card`` is the card whose text is
carried out, so numbers come from it. The active player is ``s.turn``; ``s.target`` is the player
whom ``each`` has come to. Coins that a card prints come before its text (HOC-MAIN-08). A choice
among hidden cards is asked even if only one fits: that it does is nobody else's business.
"""

from __future__ import annotations

from taku.engine.core.operations import Customs, choose_moves, pay_moves, run
from taku.engine.games.heart_of_crown import zones
from taku.engine.games.heart_of_crown.effects.copying import copy_action
from taku.engine.games.heart_of_crown.effects.deck import look_at_deck, reveal_own
from taku.engine.games.heart_of_crown.effects.gaining import (
    develop,
    gain_charmed,
    gain_dearer,
    gain_from_supply,
    gain_maids,
    gain_some,
)
from taku.engine.games.heart_of_crown.effects.hand import (
    discard_any,
    draw,
    draw_as_many,
    exile_one,
    put_one_under,
    take_face_up,
)
from taku.engine.games.heart_of_crown.effects.lasting import (
    borrow,
    buy_from_opponents,
    buy_under_deck,
    coins,
    coins_as_many,
    coins_for_cities,
    curse_for_villages,
    place_twin_counters,
    return_at_cleanup,
)
from taku.engine.games.heart_of_crown.effects.others import (
    charm,
    curse_gained,
    curse_under_deck,
    discard_of_many,
    drop_cheapest_kept,
    gossip,
    guard,
    scout_top,
)
from taku.engine.games.heart_of_crown.effects.resolving import in_turn
from taku.engine.games.heart_of_crown.state import offer, rules

offer("draw-or-coins")(choose_moves)
offer("adventure")(pay_moves)
offer("summons-pay")(pay_moves)


rules.customs = Customs(
    in_turn=in_turn,
    receive=run,
    purse=lambda s: s.coins,
    spend=zones.pay,
    chosen=lambda s, seat, move: None,  # the cards drawn or the coins are told
)
rules.operations |= {
    function.__name__.replace("_", "-"): function
    for function in (
        borrow,
        buy_from_opponents,
        buy_under_deck,
        charm,
        coins,
        coins_as_many,
        coins_for_cities,
        copy_action,
        curse_for_villages,
        curse_gained,
        curse_under_deck,
        develop,
        discard_any,
        discard_of_many,
        draw,
        draw_as_many,
        drop_cheapest_kept,
        exile_one,
        gain_charmed,
        gain_dearer,
        gain_from_supply,
        gain_maids,
        gain_some,
        gossip,
        guard,
        look_at_deck,
        place_twin_counters,
        put_one_under,
        return_at_cleanup,
        reveal_own,
        scout_top,
        take_face_up,
    )
}
