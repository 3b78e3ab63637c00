"""``taku check``: walks a stranger's bot through the protocol, and shows where it stumbles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from taku import engine
from taku.engine import Match
from taku.engine.core.cards import Text
from taku.protocol.child import Child, Limits
from taku.protocol.codec import visible
from taku.protocol.host import StandIn, play
from taku.protocol.messages import Error, line_of
from taku.protocol.players import PlayerFault
from taku.protocol.process import ProcessPlayer

_SHOWN_LINES = 6
_SHOWN_WIDTH = 160
_ODD = b'{"an-unknown-field":[1,{"two":null}],"type":'


class Step(msgspec.Struct, frozen=True):
    """One step of the check."""

    name: Text
    passed: bool
    reason: str = ""
    """What is wrong, beginning with the code of the fault."""
    said: tuple[str, ...] = ()
    """The last lines: ``> `` what was sent, ``< `` what came back, ``! `` what was on stderr."""


class _TapedChild(Child):
    """A process whose conversation is kept on a tape."""

    bot: _Checked
    _half = False
    """Whether the last line that came is not complete."""

    def send(self, data: bytes) -> None:
        """Send it, and keep it."""
        if self.bot.odd:
            data = data.replace(b'{"type":', _ODD)
        self._keep("> ", data)
        self._half = False
        super().send(data)

    def _take_in(self, data: bytes) -> None:
        tape, fresh = self.bot.tape, data
        if self._half and tape:
            rest, _, fresh = data.partition(b"\n")
            tape[-1] = _shown(tape[-1] + _text(rest))
        self._keep("< ", fresh)
        self._half = not data.endswith(b"\n")
        super()._take_in(data)

    def _keep(self, mark: str, data: bytes) -> None:
        for line in _text(data).splitlines()[-_SHOWN_LINES:]:
            self.bot.tape.append(mark + _shown(line))


class _Checked(ProcessPlayer):
    """A bot whose last words are known, also when it is gone."""

    def __init__(self, command: str | Sequence[str], limits: Limits | None) -> None:
        super().__init__(command, limits)
        self.odd = False
        """Whether fields that nobody knows are mixed in."""
        self.once = False
        """Whether it must not need to be started again."""
        self.tape: deque[str] = deque(maxlen=_SHOWN_LINES)

    @property
    def child(self) -> _TapedChild:
        """The process; started, and the handshake done, if there is none."""
        if self._running() is None:
            self._launch()
        assert isinstance(self._child, _TapedChild)
        return self._child

    def _spawn(self) -> Child:
        if self.once:
            raise PlayerFault("died", "it did not go on")
        child = _TapedChild(self.command, self.limits)
        child.bot = self
        return child


def check(
    command: str | Sequence[str],
    games: Sequence[str] | None = None,
    limits: Limits | None = None,
) -> Iterator[Step]:
    """Each step as it is done; a bot that has failed one is started again for the next."""
    tried = [engine.game(id) for id in games or engine.games()]
    bot = _Checked(command, limits)
    try:
        first = _hello(bot)
        yield first
        if not first.passed:
            return
        for game in tried:
            yield from _game(bot, game)
        yield _odd(bot, tried[0])
        yield _error(bot, tried[0])
        yield _bye(bot)
    finally:
        bot.close()


def _hello(bot: _Checked) -> Step:
    name = Text(ja="起動してhelloに答える", en="starts and answers hello")
    return _step(bot, name, lambda: bot.child)


def _game(bot: _Checked, game: engine.Game[Any]) -> Iterator[Step]:
    least, most = game.players[0], _most_players(game)
    ja, en = game.name.ja, game.name.en
    name = Text(ja=f"{ja}: 1席で対戦を最後まで", en=f"{en}: a match at one seat")
    yield _step(bot, name, lambda: _play(bot, game, least, {0}))
    name = Text(ja=f"{ja}: 最多人数の最後の席", en=f"{en}: the last of {most} seats")
    yield _step(bot, name, lambda: _play(bot, game, most, {most - 1}))
    name = Text(
        ja=f"{ja}: 全席(同時の問いにも答える)", en=f"{en}: all seats, with asks open at once"
    )
    yield _step(bot, name, lambda: _play(bot, game, most, set(range(most))))


def _most_players(game: engine.Game[Any]) -> int:
    """How many can play without options: some games seat more with rules for more."""
    least, most = game.players
    for players in range(most, least, -1):
        try:
            game.new(players)
        except engine.TakuError:
            continue
        return players
    return least


def _play(
    bot: _Checked, game: engine.Game[Any], players: int, own: set[int], seed: int = 1
) -> None:
    """Play a match with the bot at these seats; its first fault is raised."""
    seats = [bot if seat in own else StandIn(seed, seat) for seat in range(players)]
    match: Match[engine.State] = Match(game, players, seed)
    for fault in play(match, seats).faults:
        raise PlayerFault(fault.code, fault.message)


def _odd(bot: _Checked, game: engine.Game[Any]) -> Step:
    """TP/1: unknown fields are ignored by both sides."""
    bot.odd = True
    name = Text(ja="知らない項目を無視する", en="ignores fields it does not know")
    step = _step(bot, name, lambda: _play(bot, game, game.players[0], {0}, seed=3))
    bot.odd = False
    return step


def _error(bot: _Checked, game: engine.Game[Any]) -> Step:
    name = Text(ja="errorを受け取っても続ける", en="goes on after an error")

    def work() -> None:
        bot.child.send(line_of(Error("stale_ask", "only a test: this error means nothing")))
        bot.once = True  # it may be gone before the match begins
        try:
            _play(bot, game, game.players[0], {0}, seed=4)
        finally:
            bot.once = False

    return _step(bot, name, work)


def _bye(bot: _Checked) -> Step:
    name = Text(ja="byeで終了する", en="leaves at bye")

    def work() -> None:
        child = bot.child
        bot.close()
        if not child.left_by_itself:
            seconds = f"{bot.limits.stop:g} seconds"
            raise PlayerFault("timeout", f"it was still there {seconds} after bye, and was ended")

    return _step(bot, name, work)


def _step(bot: _Checked, name: Text, work: Callable[[], object]) -> Step:
    bot.tape.clear()
    try:
        work()
    except PlayerFault as fault:
        notes = bot.stderr.splitlines()[-_SHOWN_LINES:]
        said = (*bot.tape, *(f"! {_shown(note)}" for note in notes))
        return Step(name, False, f"{fault.code}: {fault.message}", said)
    return Step(name, True)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _shown(line: str) -> str:
    cut = "..." if len(line) > _SHOWN_WIDTH else ""
    return visible(line[:_SHOWN_WIDTH]) + cut
