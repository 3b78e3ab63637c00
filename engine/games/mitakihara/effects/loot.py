"""Loot: gaining and using it (MTK-LOT, MTK-GRL-14)."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.games.mitakihara.effects.contract import heal_all
from taku.engine.games.mitakihara.effects.hands import draw, fill
from taku.engine.games.mitakihara.state import (
    State,
    hand_of,
    in_place,
    limit,
    members,
    offer,
    step,
)


def draw_loot(s: State) -> str:
    """The top loot card, or nothing; discarded loot becomes a new pile (MTK-LOT-01, -02)."""
    if not s.loot_pile:
        s.loot_pile, s.loot_discard = s.loot_discard, []
        s.shuffle(s.loot_pile)
    return s.loot_pile.pop() if s.loot_pile else ""


def gain_loot(s: State, c: int, card: str) -> None:
    """A girl keeps a loot card openly; Growth works at once (MTK-INFO-08, MTK-GRL-15)."""
    s.loot[c].append(card)
    s.hp[c] += s.cards.loots[card].max_hp
    s.declined = 0
    s.emit("loot", seat=s.owner[c], character=s.name[c], card=card)


@step
def use_loot(s: State, c: int, card: str) -> None:
    """Carry out a loot card that was laid or used (MTK-GRL-14)."""
    s.declined = 0
    s.emit("use-loot", seat=s.owner[c], character=s.name[c], card=card)
    if card == "loot-13":
        heal_all(s)
    else:
        s.then((use_seed, c, card, 0))


@step
def use_seed(s: State, c: int, card: str, chosen: int) -> None:
    """Choose girls in the same place: one, or up to two for the large seed."""
    targets = in_place(s, s.place[c]) & s.girl & ~chosen
    if not targets or chosen.bit_count() >= max(1, _most_targets(s, card)):
        return
    if not chosen and targets.bit_count() == 1:
        _refresh(s, targets.bit_length() - 1, card)
    else:
        s.ask(s.owner[c], "seed", c, targets, card, bool(chosen))
        s.then((seed_chosen, c, card, chosen))


def _most_targets(s: State, card: str) -> int:
    return s.cards.loots[card].amount if card == "grief-seed-large" else 1


@offer("seed")
def seed_moves(s: State, seat: int, c: int, targets: int, card: str, enough: bool) -> Sequence[str]:
    """A girl in the same place; after the first one it may end."""
    moves = [f"target {s.name[c]}" for c in members(targets)]
    if enough:
        moves.append("done")
    return moves


@step
def seed_chosen(s: State, c: int, card: str, chosen: int) -> None:
    """She draws; the large seed may go on."""
    move = s.answer(s.owner[c])
    if move != "done":
        girl = s.name.index(move[7:])
        _refresh(s, girl, card)
        use_seed(s, c, card, chosen | 1 << girl)


def _refresh(s: State, c: int, card: str) -> None:
    """Draw up to MP, or the number of the shard, not beyond MP (MTK-LOT-06)."""
    if card == "grief-seed-shard":
        room = limit(s, c) - len(hand_of(s, c))
        draw(s, s.share[c], min(s.cards.loots[card].amount, room))
    else:
        fill(s, c)
