"""What a bot process is sent is what its seat may know: nothing more, and nothing to count."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match
from taku.protocol.child import Child
from taku.protocol.host import play
from taku.protocol.players import Turn
from taku.protocol.process import ProcessPlayer

HOSTILE = Path(__file__).parents[1] / "support" / "bots" / "hostile.py"
COMMAND = [sys.executable, "-S", str(HOSTILE), "wants-all"]
HEAD = {"type", "match", "n", "event"}
"""The fields of every event message."""
ASK = {"type", "match", "id", "seat", "kind", "moves", "view", "labels", "clock"}
"""The fields of an ask with everything wanted."""

Lines = list[tuple[int, str, dict[str, Any]]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Every message to and from every process, in order: its number, ``>`` or ``<``, the message."""
    noted: Lines = []
    send, take_in = Child.send, Child._take_in

    def note(child: Child, way: str, data: bytes) -> None:
        noted.extend((child.pid, way, msgspec.json.decode(line)) for line in data.splitlines())

    def noted_send(child: Child, data: bytes) -> None:
        note(child, ">", data)
        send(child, data)

    def noted_take_in(child: Child, data: bytes) -> None:
        note(child, "<", data)
        take_in(child, data)

    monkeypatch.setattr(Child, "send", noted_send)
    monkeypatch.setattr(Child, "_take_in", noted_take_in)
    return noted


@pytest.fixture
def bots() -> Iterator[list[ProcessPlayer]]:
    made = [ProcessPlayer(COMMAND) for _ in range(4)]
    yield made
    for bot in made:
        bot.close()


def plain(data: object) -> Any:
    """As it is once it was JSON."""
    return msgspec.json.decode(msgspec.json.encode(data))


def of(kind: str, lines: Lines, pid: int | None) -> list[dict[str, Any]]:
    return [line for to, way, line in lines if to == pid and way == ">" and line["type"] == kind]


@pytest.mark.parametrize("game", engine.games())
def test_a_bot_is_sent_what_its_seat_may_know(
    game: str, lines: Lines, bots: list[ProcessPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    views: dict[int, list[Any]] = {}
    ask = ProcessPlayer.ask

    def noting(player: ProcessPlayer, turn: Turn) -> None:
        views.setdefault(turn.seat, []).append(plain(match.state.view(turn.seat)))
        ask(player, turn)

    monkeypatch.setattr(ProcessPlayer, "ask", noting)
    match = Match(engine.game(game), seed=5)
    players = [*bots[:2], *(RandomBot(seat) for seat in range(2, match.players))]
    outcome = play(match, players)
    assert outcome.faults == ()
    for seat, bot in enumerate(bots[:2]):
        (start,) = of("start", lines, bot.pid)
        assert set(start) == {
            "type",
            "match",
            "game",
            "players",
            "options",
            "seats",
            "you",
            "clock",
        }
        assert start["you"] == [seat]
        asks = of("ask", lines, bot.pid)
        assert [ask["view"] for ask in asks] == views[seat]
        assert {ask["seat"] for ask in asks} == {seat}
        assert all(set(ask) == ASK for ask in asks)
        events = of("event", lines, bot.pid)
        told = [
            [event["event"], {k: v for k, v in event.items() if k not in HEAD}] for event in events
        ]
        assert told == plain([list(seen) for seen in match.seen_by(seat)])
        (over,) = of("over", lines, bot.pid)
        assert set(over) == {"type", "match", "result"}


def test_numbers_count_only_what_the_bot_was_sent(lines: Lines, bots: list[ProcessPlayer]) -> None:
    for seed in (1, 2):
        play(Match(engine.game("heart-of-crown"), players=3, seed=seed), bots[:3])
    for bot in bots[:3]:
        ids = [ask["id"] for ask in of("ask", lines, bot.pid)]
        assert ids == list(range(1, len(ids) + 1))
        for number in (1, 2):
            events = [event for event in of("event", lines, bot.pid) if event["match"] == number]
            assert [event["n"] for event in events] == list(range(1, len(events) + 1))


def test_all_programs_are_asked_before_any_has_answered(
    lines: Lines, bots: list[ProcessPlayer]
) -> None:
    play(Match(engine.game("grimoire"), players=4, seed=1), bots)
    asked: dict[int, set[int]] = {}
    answers = 0
    for pid, way, line in lines:
        if line.get("kind") == "page" and way == ">":
            asked.setdefault(line["view"]["round"], set()).add(pid)
        elif str(line.get("move")).startswith("page"):
            answers += 1
            assert len(asked[max(asked)]) == 4
    assert answers >= 4 * len(asked) > 20
