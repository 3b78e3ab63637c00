"""The host's loop: who is told and asked what, and when."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match, Result
from taku.protocol.host import Table, play, without
from taku.protocol.players import Abandoned, LocalPlayer, Player, Start, Turn

GRIMOIRE = "grimoire"


class Taped(LocalPlayer):
    """Moves at random and keeps what it was told."""

    name = "taped"

    def __init__(self, seed: int, tape: list[tuple[Any, ...]] | None = None) -> None:
        super().__init__()
        self.tape = [] if tape is None else tape
        self.events: list[tuple[str, Mapping[str, Any]]] = []
        self.ended: list[Result] = []
        self._rng = random.Random(seed)

    def begin(self, start: Start) -> None:
        self.tape.append(("begin", tuple(start.you)))

    def told(self, seat: int, kind: str, data: Mapping[str, Any]) -> None:
        self.events.append((kind, data))

    def ask(self, turn: Turn) -> None:
        self.tape.append(("ask", turn.seat, turn.decision.kind))
        super().ask(turn)

    def choose(self, turn: Turn) -> str:
        self.tape.append(("answer", turn.seat, turn.decision.kind))
        return self._rng.choice(turn.decision.moves)

    def end(self, result: Result) -> None:
        self.ended.append(result)


class Raises(LocalPlayer):
    name = "raises"

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error

    def choose(self, turn: Turn) -> str:
        raise self._error


class Cheats(LocalPlayer):
    name = "cheats"

    def choose(self, turn: Turn) -> str:
        return "take everything"


@pytest.mark.parametrize("game", engine.games())
def test_every_player_is_told_what_its_seat_may_see(game: str) -> None:
    match = Match(engine.game(game), seed=2)
    players = [Taped(seed) for seed in range(match.players)]
    outcome = play(match, players)
    for seat, player in enumerate(players):
        assert player.events == match.seen_by(seat)
        assert player.ended == [outcome.result]
    assert outcome.result == match.state.result
    assert outcome.moves == len(match.moves)
    assert outcome.names == ("taped",) * match.players


def test_all_are_asked_before_the_first_answers() -> None:
    tape: list[tuple[Any, ...]] = []
    match = Match(engine.game(GRIMOIRE), players=3, seed=2)
    play(match, [Taped(seed, tape) for seed in range(3)])
    first = tape.index(("ask", 0, "page"))
    assert tape[first : first + 6] == [
        *(("ask", seat, "page") for seat in range(3)),
        *(("answer", seat, "page") for seat in range(3)),
    ]


def test_a_player_of_several_seats_is_told_each_event_once() -> None:
    match = Match(engine.game(GRIMOIRE), players=3, seed=2)
    both, other = Taped(1), Taped(2)
    play(match, [both, other, both])
    assert both.tape[0] == ("begin", (0, 2))
    public = [event for event in match.events if not event.private or {0, 2} & set(event.to)]
    assert [kind for kind, _ in both.events] == [event.kind for event in public]
    for (_, data), event in zip(both.events, public, strict=True):
        assert data == event.seen_by(next(iter({0, 2} & set(event.to)), 0))
    assert other.events == match.seen_by(1)


def test_a_watcher_sees_what_is_public() -> None:
    match = Match(engine.game(GRIMOIRE), players=2, seed=2)
    watcher = Taped(0)
    play(match, [RandomBot(1), RandomBot(2)], watchers=[watcher])
    assert watcher.tape == [("begin", ())]
    assert watcher.events == [
        (event.kind, event.data) for event in match.events if not event.private
    ]


@pytest.mark.parametrize(
    ("bad", "code"), [(Raises(ValueError("oh")), "died"), (Cheats(), "illegal_move")]
)
def test_a_player_that_fails_ranks_last(
    bad: Player, code: str, capfd: pytest.CaptureFixture[str]
) -> None:
    match = Match(engine.game(GRIMOIRE), players=3, seed=2)
    outcome = play(match, [RandomBot(1), bad, RandomBot(2)])
    assert [(fault.seat, fault.code) for fault in outcome.faults] == [(1, code)]
    assert outcome.result.ranks[1] == 3
    assert match.state.result is not None
    assert ("ValueError: oh" in capfd.readouterr().err) == (code == "died")


class Stumbles(LocalPlayer):
    """Fails at every fourth decision, by turns with an illegal move and by raising."""

    name = "stumbles"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = random.Random(seed)
        self._asked = 0

    def choose(self, turn: Turn) -> str:
        self._asked += 1
        if self._asked % 8 == 0:
            raise ValueError("oh")
        return "fall" if self._asked % 8 == 4 else self._rng.choice(turn.decision.moves)


@pytest.mark.parametrize("strikes", [1, 2, 5, 1000])
@pytest.mark.parametrize("game", engine.games())
def test_a_match_without_a_past_goes_as_one_with_a_past(game: str, strikes: int) -> None:
    played = []
    for forgetful in (False, True):
        match = Match(engine.game(game), seed=2, forgetful=forgetful)
        players = [Stumbles(seat) if seat < 2 else RandomBot(seat) for seat in match.state.seats]
        outcome = play(match, players, strikes=strikes)
        played.append((outcome, match.moves, match.state))
    assert played[0] == played[1]
    assert played[0][0].faults


@pytest.mark.parametrize("forgetful", [False, True])
def test_who_abandons_ends_the_match_for_all(forgetful: bool) -> None:
    match = Match(engine.game(GRIMOIRE), seed=2, forgetful=forgetful)
    with pytest.raises(Abandoned):
        play(match, [Raises(Abandoned()), RandomBot(1)])


def test_seats_and_players_must_agree() -> None:
    with pytest.raises(ValueError, match="2 seats, 1 players"):
        Table(Match(engine.game(GRIMOIRE), players=2), [RandomBot(1)])


@pytest.mark.parametrize(
    ("winners", "ranks", "forfeited", "expected"),
    [
        ((0,), (1, 2, 3), set(), ((0,), (1, 2, 3))),
        ((0,), (1, 2, 3), {0}, ((1,), (3, 1, 2))),
        ((0,), (1, 2, 3), {1}, ((0,), (1, 3, 2))),
        ((0,), (1, 2, 2), {0}, ((1, 2), (3, 1, 1))),
        ((0,), (1, 2, 3), {0, 2}, ((1,), (2, 1, 2))),
        ((0,), (1, 2, 3), {0, 1, 2}, ((), (1, 1, 1))),
        ((), (1, 1, 1), {0}, ((), (3, 1, 1))),
    ],
)
def test_forfeits_change_the_result(
    winners: tuple[int, ...],
    ranks: tuple[int, ...],
    forfeited: set[int],
    expected: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    result = without(Result(winners, ranks, (3, 2, 1), "end"), forfeited)
    assert (result.winners, result.ranks) == expected
    assert (result.scores, result.reason) == ((3, 2, 1), "end")


@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize(
    "bad", [[], [Raises(RuntimeError("oh"))], [Cheats()]], ids=["good", "raises", "cheats"]
)
def test_a_match_goes_the_same_way_whether_anybody_listens_or_not(
    game: str, bad: list[LocalPlayer], capfd: pytest.CaptureFixture[str]
) -> None:
    def held(watchers: list[Player], forgetful: bool) -> tuple[object, object]:
        match: Match[Any] = Match(engine.game(game), seed=3, forgetful=forgetful)
        players = [*bad, *(RandomBot(seat) for seat in range(len(bad), match.players))]
        return play(match, players, watchers=watchers), match.moves

    assert held([Taped(0)], forgetful=False) == held([], forgetful=True)
