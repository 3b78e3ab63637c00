"""``taku check``: every step has a name, and who stumbles is shown where."""

import sys
from pathlib import Path

import pytest

from taku import engine
from taku.engine import UnknownGame
from taku.protocol.check import Step, check
from taku.protocol.child import Child, Limits

HOSTILE = Path(__file__).parents[1] / "support" / "bots" / "hostile.py"
PATIENT = Limits(stop=20)
QUICK = {
    "no-hello": Limits(start=0.5, stop=0.2),
    "half-line": Limits(move=0.3, stop=0.2),
    "stays-at-bye": Limits(stop=0.2),
}
"""For bots that never come to an end."""


def steps(way: str, *games: str) -> list[Step]:
    command = [sys.executable, "-S", str(HOSTILE), way]
    return list(check(command, games or ["grimoire"], QUICK.get(way, PATIENT)))


def test_a_good_bot_passes_every_step_of_every_game() -> None:
    done = steps("good", *engine.games())
    assert all(step.passed for step in done)
    names = [step.name.en for step in done]
    assert names[0] == "starts and answers hello"
    assert names[-3:] == [
        "ignores fields it does not know", "goes on after an error", "leaves at bye",
    ]  # fmt: skip
    for id in engine.games():
        game = engine.game(id)
        assert f"{game.name.en}: a match at one seat" in names
        assert f"{game.name.en}: all seats, with asks open at once" in names
    assert all(step.name.ja for step in done)


@pytest.mark.parametrize(
    ("way", "failed", "reason", "said"),
    [
        ("version-2", 0, "bad_message: instead of hello: hello: protocol", '< {"type": "hello"'),
        ("no-hello", 0, "timeout: no hello", '> {"type":"hello"'),
        ("exit-at-start", 0, "died: it exited with code 3", "! a last word"),
        ("not-json", 1, "bad_json: JSON is malformed", "< my move is 0"),
        ("not-utf-8", 1, "bad_json: not UTF-8", r'"move":"\xff"'),
        ("half-line", 1, "timeout: no answer", '< {"type":"move","id":'),
        ("wrong-id", 1, "stale_ask", '> {"type":"ask"'),
        ("crash", 1, "died: it exited with code 1", "! RuntimeError: I did not expect this"),
        ("strict-fields", 4, "died", "an-unknown-field"),
        ("dies-at-error", 5, "died", '> {"type":"error"'),
        ("stays-at-bye", 6, "timeout: it was still there", '> {"type":"bye"}'),
    ],
)
def test_a_bot_that_stumbles_is_shown_where(way: str, failed: int, reason: str, said: str) -> None:
    done = steps(way)
    first = next(number for number, step in enumerate(done) if not step.passed)
    assert first == failed
    assert done[first].reason.startswith(reason)
    assert any(said in line for line in done[first].said), done[first].said
    assert len(done) == (1 if failed == 0 else 7)


def test_a_bot_that_dies_at_an_error_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    send = Child.send

    def send_and_wait(child: Child, data: bytes) -> None:
        send(child, data)
        if b'"type":"error"' in data:
            child.await_exit(10)

    monkeypatch.setattr(Child, "send", send_and_wait)
    failed = steps("dies-at-error")[5]
    assert failed.reason.startswith("died")
    assert any('> {"type":"error"' in line for line in failed.said)


def test_what_was_said_is_shown_whole_and_safe_for_a_terminal() -> None:
    (failed,) = (step for step in steps("in-pieces") if not step.passed)
    assert r'< {"type":"move","id":2,"move":"\x1b[31mred"}' in failed.said
    assert "\x1b" not in "".join(failed.said) + failed.reason


def test_a_game_that_is_not_there_is_named_before_anything_is_started() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'grimoire'"):
        steps("good", "grimore")
