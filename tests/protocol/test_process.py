"""Bots as processes: what each of them may do to the host is end its own match with a fault."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match, TakuError
from taku.protocol.child import Child, Limits
from taku.protocol.host import Outcome, play
from taku.protocol.messages import Clock
from taku.protocol.players import Player, Turn
from taku.protocol.process import ProcessPlayer

HOSTILE = Path(__file__).parents[1] / "support" / "bots" / "hostile.py"

QUICK = Limits(start=10, move=0.3, stop=0.2)
PATIENT = Limits(start=20, move=20, stop=0.2)


class Noting(RandomBot):
    """Keeps what it has chosen."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.chosen: list[str] = []

    def choose(self, turn: Turn) -> str:
        self.chosen.append(super().choose(turn))
        return self.chosen[-1]


def command(way: str) -> list[str]:
    return [sys.executable, "-S", str(HOSTILE), way]


@pytest.fixture
def bots() -> Iterator[list[ProcessPlayer]]:
    """Bots made in a test; all are closed after it, and nothing of them is left."""
    made: list[ProcessPlayer] = []
    files, processes = set(os.listdir("/dev/fd")), children()
    yield made
    for bot in made:
        bot.close()
    assert set(os.listdir("/dev/fd")) <= files
    assert children() <= processes


def children() -> set[int]:
    """The processes that this one has started and not yet collected, zombies too."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = entry.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue  # it is gone
        if int(parent) == os.getpid():
            found.add(int(entry.parent.name))
    return found


def seat(bots: list[ProcessPlayer], way: str, limits: Limits = PATIENT) -> ProcessPlayer:
    bots.append(ProcessPlayer(command(way), limits))
    return bots[-1]


def meet(*players: Player, seed: int = 1, strikes: int = 1, game: str = "grimoire") -> Outcome:
    match = Match(engine.game(game), players=len(players), seed=seed)
    outcome = play(match, players, strikes=strikes)
    assert match.state.result is not None
    return outcome


WAYS = [
    ("exit-at-start", PATIENT, "died", "exited with code 3 before it said hello (a last word)"),
    ("no-hello", Limits(start=0.3, stop=0.2), "timeout", "no hello within 0.3 seconds"),
    ("blank-flood-at-start", Limits(start=0.3, stop=0.2), "timeout", "no hello"),
    ("answer-before-hello", PATIENT, "bad_message", "hello is expected first"),
    ("version-2", PATIENT, "bad_message", "protocol"),
    ("bad-wants", PATIENT, "bad_message", "wants"),
    ("crash", PATIENT, "died", "exited with code 1 instead of an answer (RuntimeError: I did not"),
    ("exit", PATIENT, "died", "exited with code 0"),
    ("killed", PATIENT, "died", "ended by SIGKILL"),
    ("hang", QUICK, "timeout", "no answer within 0.3 seconds"),
    ("flood", PATIENT, "stale_ask", "ask 1000000 is not open"),
    ("blank-flood", QUICK, "timeout", "no answer"),
    ("endless-line", PATIENT, "too_long", "at most"),
    ("half-line", QUICK, "timeout", "no answer"),
    ("no-newline", QUICK, "timeout", "no answer"),
    ("long-line", PATIENT, "too_long", "1048576"),
    ("not-utf-8", PATIENT, "bad_json", "UTF-8"),
    ("deep", PATIENT, "bad_json", "nested"),
    ("not-json", PATIENT, "bad_json", "malformed"),
    ("not-an-object", PATIENT, "bad_message", "object"),
    ("unknown-type", PATIENT, "unknown_type", "'quit'"),
    ("hello-again", PATIENT, "bad_message", "already"),
    ("illegal", PATIENT, "illegal_move", "legal: token 1"),
    ("bad-index", PATIENT, "illegal_move", "legal: token 1"),
    ("wrong-id", PATIENT, "stale_ask", "not open"),
    ("other-seat", PATIENT, "stale_ask", "not open"),
    ("paints", PATIENT, "died", r"(\x1b[31ma last word)"),
    ("early", PATIENT, "stale_ask", "not open"),
    ("hundred", PATIENT, "stale_ask", "not open"),
    ("close-stdout", PATIENT, "died", "closed its output"),
    ("orphan", PATIENT, "died", "exited with code 5"),
    ("fork", QUICK, "timeout", "no answer"),
    ("ignore-sigterm", QUICK, "timeout", "no answer"),
    ("never-reads", QUICK, "timeout", "no answer"),
    ("memory", Limits(memory=1 << 28, stop=0.2), "died", "MemoryError"),
]


@pytest.mark.parametrize(("way", "limits", "code", "message"), WAYS, ids=[way[0] for way in WAYS])
def test_a_hostile_bot_forfeits_and_the_others_finish(
    bots: list[ProcessPlayer], way: str, limits: Limits, code: str, message: str
) -> None:
    outcome = meet(RandomBot(1), seat(bots, way, limits), RandomBot(2))
    assert [(fault.seat, fault.code) for fault in outcome.faults] == [(1, code)]
    assert message in outcome.faults[0].message
    assert outcome.forfeited == (1,)
    assert outcome.result.ranks[1] == 3
    assert 1 not in outcome.result.winners


@pytest.mark.parametrize("way", ["good", "close-stderr", "stderr-flood"])
def test_a_good_bot_plays_to_the_end(bots: list[ProcessPlayer], way: str) -> None:
    outcome = meet(seat(bots, way), RandomBot(1))
    assert outcome.faults == ()
    assert outcome.forfeited == ()


def test_memory_is_taken_freely_without_a_limit(bots: list[ProcessPlayer]) -> None:
    assert meet(seat(bots, "memory"), RandomBot(1)).faults == ()


def test_nobody_answers_for_another(bots: list[ProcessPlayer]) -> None:
    honest = Noting(1)
    match = Match(engine.game("grimoire"), players=2, seed=1)
    play(match, [honest, seat(bots, "other-seat")])
    assert honest.chosen == [move for number, move in match.moves if number == 0]


def test_a_bot_of_two_seats_is_blamed_for_the_one_that_failed(bots: list[ProcessPlayer]) -> None:
    bot = seat(bots, "illegal-at-2")
    outcome = meet(bot, RandomBot(1), bot)
    assert [(fault.seat, fault.code) for fault in outcome.faults] == [(2, "illegal_move")]
    assert outcome.forfeited == (2,)


def test_a_bot_of_two_seats_that_is_late_is_late_at_both(bots: list[ProcessPlayer]) -> None:
    bot = seat(bots, "hang", QUICK)
    outcome = meet(bot, bot, RandomBot(1), strikes=2)
    assert {fault.code for fault in outcome.faults} == {"timeout"}
    assert sorted(fault.seat for fault in outcome.faults) == [0, 0, 1, 1]
    assert outcome.forfeited == (0, 1)


def test_children_of_a_bot_end_with_it(bots: list[ProcessPlayer]) -> None:
    bot = seat(bots, "fork", QUICK)
    groups: list[int | None] = []
    dismiss = bot.dismiss

    def watched() -> None:
        groups.append(bot.pid)
        dismiss()

    bot.dismiss = watched  # type: ignore[method-assign]
    meet(bot, RandomBot(1))
    assert groups[0] is not None
    patience = 1000
    while alive(groups[0]) and patience:  # a busy machine takes a moment to end what was killed
        patience -= 1
        time.sleep(0.01)
    assert not alive(groups[0])


def alive(group: int) -> bool:
    """Whether any process of a group still runs; those that wait to be collected do not."""
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] not in "ZX":
            return True
    return False


def test_stderr_is_kept_per_match_and_bounded(bots: list[ProcessPlayer]) -> None:
    bot = seat(bots, "stderr-flood", Limits(stderr=1000))
    meet(bot, RandomBot(1))
    assert bot.stderr.endswith("the end\n")
    assert bot.stderr.startswith("[")
    assert len(bot.stderr) < 1100
    good = seat(bots, "once-illegal")
    meet(good, RandomBot(1), strikes=2)
    assert good.stderr == "refused: illegal_move\n"
    meet(good, RandomBot(1), strikes=2)
    assert good.stderr == ""
    early = seat(bots, "talks-at-start")
    meet(early, RandomBot(1))
    assert early.stderr == "here I am\n"


def test_a_process_is_reused_and_restarted_when_it_died(bots: list[ProcessPlayer]) -> None:
    bot = seat(bots, "good")
    meet(bot, RandomBot(1))
    first = bot.pid
    assert first is not None
    meet(bot, RandomBot(1), seed=2)
    assert bot.pid == first
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    assert meet(bot, RandomBot(1), seed=3).faults == ()
    assert bot.pid != first
    dying = seat(bots, "dies-at-third")
    for seed in range(2):
        outcome = meet(dying, RandomBot(1), seed=seed)
        assert "exited with code 7" in outcome.faults[0].message


def test_what_is_said_between_matches_is_a_fault_in_the_next(bots: list[ProcessPlayer]) -> None:
    bot = seat(bots, "talks-after-over")
    assert meet(bot, RandomBot(1)).faults == ()
    assert bot._child is not None
    while not bot._child.lines:
        bot._child.wait(1)
    assert [fault.code for fault in meet(bot, RandomBot(1)).faults] == ["bad_json"]


def test_strikes_let_a_bot_try_again(bots: list[ProcessPlayer]) -> None:
    outcome = meet(seat(bots, "once-illegal"), RandomBot(1), strikes=2)
    assert [fault.code for fault in outcome.faults] == ["illegal_move"]
    assert outcome.forfeited == ()
    outcome = meet(seat(bots, "stubborn"), RandomBot(1), strikes=3)
    assert [fault.code for fault in outcome.faults] == ["illegal_move"] * 3
    assert outcome.forfeited == (0,)


def test_events_that_are_not_wanted_are_not_sent(
    bots: list[ProcessPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    send = Child.send

    def noting(child: Child, data: bytes) -> None:
        sent.append(data)
        send(child, data)

    monkeypatch.setattr(Child, "send", noting)
    bot = seat(bots, "good")
    meet(bot, RandomBot(1))
    bot.told(0, "books", {})
    bot.flush()
    assert b'"type":"ask"' in b"".join(sent)
    assert b'"type":"event"' not in b"".join(sent)


def test_a_late_answer_costs_one_strike_and_is_not_taken_for_another(
    bots: list[ProcessPlayer],
) -> None:
    limits = Limits(move=0.4, stop=0.2)
    outcome = meet(seat(bots, "once-late", limits), RandomBot(1), strikes=1000)
    assert {fault.code for fault in outcome.faults} == {"timeout"}
    assert outcome.forfeited == ()


def test_total_time_runs_out_but_increments_are_added(bots: list[ProcessPlayer]) -> None:
    slow = Limits(move=None, total=0.4, stop=0.2)
    outcome = meet(seat(bots, "once-late", slow), RandomBot(1))
    assert [fault.code for fault in outcome.faults] == ["timeout"]
    kind = Limits(move=None, total=5.0, increment=1.0, stop=0.2)
    bot = seat(bots, "once-late", kind)
    assert meet(bot, RandomBot(1)).faults == ()
    assert bot._left is not None
    assert bot._left > 5.0
    assert bot.seconds >= 0.8


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Time stands still, but for an hour per call."""
    now = [0.0]
    monkeypatch.setattr("taku.protocol.process._now", lambda: now[0])

    def pass_by() -> None:
        now[0] += 3600

    return pass_by


def test_what_the_host_and_others_spend_is_not_charged(
    bots: list[ProcessPlayer], hours: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(RandomBot):
        def choose(self, turn: Turn) -> str:
            hours()
            return super().choose(turn)

    def slow_view(turn: Turn) -> dict[str, int]:
        hours()
        return {"seat": turn.seat}

    monkeypatch.setattr(Turn, "view", property(slow_view))
    bot = seat(bots, "wants-view", Limits(move=5, total=10))
    assert meet(Slow(1), bot).faults == ()
    assert bot.seconds == 0


def test_what_the_bot_spends_is_charged(
    bots: list[ProcessPlayer], hours: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = seat(bots, "good", Limits(move=None, total=3600 * 10, increment=3600 * 2))
    take_in = Child._take_in

    def slow(child: Child, data: bytes) -> None:
        hours()
        take_in(child, data)

    monkeypatch.setattr(Child, "_take_in", slow)
    outcome = meet(bot, RandomBot(1))
    assert outcome.faults == ()
    decisions = bot.seconds / 3600
    assert decisions > 10
    assert bot._left == 3600 * (10 + decisions)


def test_thinking_of_one_is_not_charged_to_the_other(
    bots: list[ProcessPlayer], hours: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(move=None, total=3600.0 * 10_000)
    slow, fast = seat(bots, "good", limits), seat(bots, "good", limits)
    take_in = Child._take_in

    def slowly(child: Child, data: bytes) -> None:
        if child is slow._child:
            hours()
        take_in(child, data)

    monkeypatch.setattr(Child, "_take_in", slowly)
    assert meet(slow, fast, game="heart-of-crown").faults == ()
    assert slow.seconds > 3600 * 10
    assert fast.seconds == 0


def test_several_programs_at_one_table(bots: list[ProcessPlayer]) -> None:
    ways = {"good": PATIENT, "hang": QUICK, "crash": PATIENT, "early": PATIENT}
    outcome = meet(*(seat(bots, way, limits) for way, limits in ways.items()))
    assert sorted((fault.seat, fault.code) for fault in outcome.faults) == [
        (1, "timeout"),
        (2, "died"),
        (3, "stale_ask"),
    ]
    assert outcome.result.ranks == (1, 2, 2, 2)
    assert outcome.result.winners in ((), (0,))


def test_commands_that_cannot_be_used(bots: list[ProcessPlayer]) -> None:
    bots.append(ProcessPlayer("/no/such/bot --fast"))
    outcome = meet(bots[0], RandomBot(1))
    assert outcome.faults[0].code == "died"
    assert "cannot be started" in outcome.faults[0].message
    for wrong in ("", "  ", "'unbalanced"):
        with pytest.raises(TakuError):
            ProcessPlayer(wrong)


def test_the_clock_is_told() -> None:
    assert Limits().clock == Clock(move=30.0)
    assert Limits(move=None, total=60, increment=0.5).clock == Clock(None, 60, 0.5)
    assert Limits(move=None).clock is None


def test_the_same_moves_give_the_same_match(bots: list[ProcessPlayer]) -> None:
    seen: list[Any] = []
    for _ in range(2):
        match = Match(engine.game("grimoire"), players=2, seed=4)
        play(match, [seat(bots, "illegal"), seat(bots, "good")])
        seen.append(match.moves)
    assert seen[0] == seen[1]
