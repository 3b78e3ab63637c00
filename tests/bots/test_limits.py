"""What the benchmark says about limits in seconds."""

import pytest

from taku import engine
from taku.bots import limits
from taku.bots.bench import middle
from taku.bots.mcts import MctsBot
from taku.protocol.players import Start, Turn


@pytest.mark.parametrize(
    ("limit", "late", "kept"),
    [
        (0.1, -0.01, True),
        (0.1, 0.0199, True),
        (0.1, 0.0201, False),
        (1.0, 0.0499, True),
        (1.0, 0.0501, False),
    ],
)
def test_a_limit_is_kept_within_a_twentieth_or_twenty_milliseconds(
    limit: float, late: float, kept: bool
) -> None:
    assert limits.kept(limit, late) is kept


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
    times = iter([0.499, 0.501, 0.6])
    monkeypatch.setattr(limits, "spent", lambda *_: next(times))
    head, line, *_ = limits.run(["grimoire"], [0.5], searches=3).splitlines()
    assert head.split() == ["limit", "kept", "median", "latest"]
    assert line.split() == ["grimoire", "0.5", "s", "2/3", "+1.0", "ms", "+100.0", "ms"]
