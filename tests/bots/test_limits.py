"""What the benchmark says about limits in seconds."""

import pytest

from taku import engine
from taku.bots import limits
from taku.bots.bench import middle
from taku.bots.mcts import MctsBot
from taku.protocol.players import Start, Turn


def test_the_time_counts_from_the_question_to_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]

    class Slow(MctsBot):
        def begin(self, start: Start) -> None:
            clock[0] += 8

        def ask(self, turn: Turn) -> None:
            clock[0] += 1

        def answer(self, seat: int) -> str:
            clock[0] += 2
            return ""

    monkeypatch.setattr(limits, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(limits, "MctsBot", Slow)
    state = middle(engine.game("grimoire"))
    assert limits.spent(state.game, state, 1.0) == 3


def test_the_table_tells_how_many_were_in_time_and_how_late_the_others_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([0.099, 0.119, 0.121, 0.999, 1.001, 1.06])
    monkeypatch.setattr(limits, "spent", lambda *_: next(times))
    head, short, long, *_ = limits.run(["grimoire"], [0.1, 1.0], searches=3).splitlines()
    assert head.split() == ["limit", "kept", "median", "latest"]
    assert short.split() == ["grimoire", "0.1", "s", "2/3", "+19.0", "ms", "+21.0", "ms"]
    assert long.split() == ["grimoire", "1", "s", "2/3", "+1.0", "ms", "+60.0", "ms"]
