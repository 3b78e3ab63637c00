"""``run_bot``: a bot in Python is a function."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match
from taku.protocol import Ask, run_bot
from taku.protocol.host import play
from taku.protocol.process import ProcessPlayer

TEN_LINES = """
from taku.protocol import run_bot

def choose(ask):
    takes = [move for move in ask.moves if move.startswith("take")]
    return takes[0] if takes else ask.moves[-1]

run_bot(choose, name="taker")
"""
HELLO = {"type": "hello", "protocol": [1], "engine": "taku/9.9.9"}
START = {"type": "start", "match": 1, "game": "grimoire", "players": 2, "you": [0]}
ASK = {"type": "ask", "match": 1, "id": 7, "seat": 0, "kind": "page", "moves": ["a", "b"]}


def hear(
    *said: dict[str, Any], answer: str | int = "b", **more: Any
) -> tuple[list[Any], list[Ask]]:
    """What the bot says to these messages, and what it was asked."""
    asked: list[Ask] = []
    out = BytesIO()

    def choose(ask: Ask) -> str | int:
        asked.append(ask)
        print("thinking")
        return answer

    lines = b"".join(json.dumps(message).encode() + b"\n" for message in said)
    run_bot(choose, stdin=BytesIO(lines), stdout=out, **more)
    return [json.loads(line) for line in out.getvalue().splitlines()], asked


def test_ten_lines_are_a_bot(tmp_path: Path) -> None:
    assert len(TEN_LINES.strip().splitlines()) <= 10
    path = tmp_path / "bot.py"
    path.write_text(TEN_LINES, "utf-8")
    bot = ProcessPlayer([sys.executable, str(path)])
    try:
        outcome = play(Match(engine.game("grimoire"), seed=1), [bot, RandomBot(1)])
    finally:
        bot.close()
    assert outcome.faults == ()
    assert bot.name == "taker"


def test_nothing_else_of_taku_is_loaded() -> None:
    code = (
        "import sys; from taku.protocol import run_bot; run_bot(lambda ask: 0);"
        "print(sorted(m for m in sys.modules if m.startswith('taku')), file=sys.stderr)"
    )
    said = b"".join(json.dumps(message).encode() + b"\n" for message in (HELLO, START, ASK))
    done = subprocess.run([sys.executable, "-c", code], input=said, capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == 2
    assert eval(done.stderr) == ["taku", "taku.protocol", "taku.protocol.helper"]


def test_it_answers_hello_and_asks(capfd: pytest.CaptureFixture[str]) -> None:
    said, _ = hear(HELLO, START, ASK, {"type": "bye"}, ASK, name="n", version="2", wants=["labels"])
    assert said == [
        {"type": "hello", "protocol": 1, "name": "n", "wants": ["labels"], "version": "2"},
        {"type": "move", "id": 7, "move": "b"},
    ]
    assert capfd.readouterr() == ("", "thinking\n")


def test_what_is_known_comes_with_the_ask(capfd: pytest.CaptureFixture[str]) -> None:
    event = {"type": "event", "match": 1, "n": 1, "event": "books", "pages": [1, 2]}
    full = {**ASK, "view": {"mp": 6}, "labels": {"ja": ["あ"]}, "clock": {"left": 3}, "id": 8}
    _, (first, second, third) = hear(
        HELLO, START, event, ASK, full, {**START, "match": 2}, {**ASK, "match": 2}, answer=0
    )
    assert (first.match, first.id, first.seat, first.kind, first.moves) == (
        1, 7, 0, "page", ["a", "b"],
    )  # fmt: skip
    assert (first.view, first.labels, first.clock) == (None, None, None)
    assert first.events == [event]
    assert (second.view, second.labels, second.clock) == (
        {"mp": 6}, {"ja": ["あ"]}, {"left": 3},
    )  # fmt: skip
    assert second.events == []
    assert (second.start, third.start) == (START, {**START, "match": 2})


def test_errors_are_told_and_what_is_unknown_is_ignored(
    capfd: pytest.CaptureFixture[str],
) -> None:
    wrong = {"type": "error", "code": "illegal_move", "message": "no"}
    said, _ = hear(HELLO, wrong, {"type": "news"}, START, {"type": "over", "match": 1}, ASK)
    assert [message["type"] for message in said] == ["hello", "move"]
    assert "the host refused: illegal_move: no" in capfd.readouterr().err
