"""A match keeps its past: undo, what every seat saw, the record."""

import random

import pytest

from taku import engine


def played(moves: int, seed: int = 4) -> "engine.Match[engine.State]":
    match: engine.Match[engine.State] = engine.Match(engine.game("grimoire"), 3, seed)
    rng = random.Random(seed)
    for _ in range(moves):
        decision = rng.choice(match.state.pending)
        match.apply(decision.seat, rng.choice(decision.moves))
    return match


def test_undo_restores_the_position_and_forgets_what_was_told() -> None:
    match = played(20)
    before, told = match.state.to_bytes(), list(match.events)
    for _ in range(5):
        decision = match.state.pending[0]
        match.apply(decision.seat, decision.moves[0])
    match.undo(5)
    assert match.state.to_bytes() == before
    assert match.events == told
    assert len(match.moves) == 20


@pytest.mark.parametrize("moves", [0, -1, 21])
def test_undo_of_more_than_was_played_is_refused(moves: int) -> None:
    match = played(20)
    with pytest.raises(engine.TakuError, match="20 were made"):
        match.undo(moves)
    assert len(match.moves) == 20


def test_an_illegal_move_leaves_no_trace() -> None:
    match = played(8)
    with pytest.raises(engine.IllegalMove):
        match.apply(0, "fly")
    assert len(match.moves) == 8
    assert match.state == played(8).state


def test_a_record_plays_the_same_match_again() -> None:
    match = played(60)
    again = engine.Match.replay(match.game, match.record)
    assert again.state == match.state
    assert again.events == match.events
    assert engine.Match.replay(match.game, match.record, to=10).moves == match.moves[:10]


def test_a_seat_sees_its_own_secrets_only() -> None:
    match = played(80, seed=9)
    items = [event for event in match.events if event.kind == "item" and event.secret]
    assert items
    owner = items[0].to[0]
    own = [data for kind, data in match.seen_by(owner) if kind == "item" and data["seat"] == owner]
    others = [
        data for kind, data in match.seen_by((owner + 1) % 3)
        if kind == "item" and data["seat"] == owner and data.get("card") != "lucky-shoes"
    ]  # fmt: skip
    assert all("card" in data for data in own)
    assert others
    assert not any("card" in data for data in others)


def test_a_forgetful_match_goes_the_same_way_and_keeps_its_moves_only() -> None:
    match = played(40)
    other: engine.Match[engine.State] = engine.Match(engine.game("grimoire"), 3, 4, forgetful=True)
    for seat, move in match.moves[:20]:
        other.apply(seat, move)
    for seat, move in match.moves[20:]:
        other.advance(seat, move)
    assert other.state == match.state
    assert other.record == match.record
    assert other.events == []
    with pytest.raises(engine.TakuError, match="keeps no past"):
        other.undo()
