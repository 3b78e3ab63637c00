"""The host: one match and those who sit at it, whoever they are."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, TypeGuard

import msgspec

from taku.engine import Decision, Event, Match, Result
from taku.engine.core.errors import listed, near
from taku.protocol.codec import Refused, quoted
from taku.protocol.messages import Code, Fault
from taku.protocol.players import (
    Abandoned,
    LocalPlayer,
    Player,
    PlayerFault,
    Start,
    Turn,
    seen_by_any,
)
from taku.protocol.records import Recorder


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a match between players ended."""

    result: Result
    """The result; who forfeited ranks last, whatever its stand-in reached."""
    names: tuple[str, ...]
    moves: int
    """How many moves were made."""
    faults: tuple[Fault, ...] = ()
    """What players did wrong, in order."""
    forfeited: tuple[int, ...] = ()
    """The seats that were played on by chance."""


def _outcome(
    match: Match[Any],
    names: Sequence[str],
    faults: Sequence[Fault] = (),
    forfeited: Sequence[int] = (),
) -> Outcome:
    result = match.state.result
    if result is None:
        raise ValueError("the match is not over")
    return Outcome(
        result=without(result, forfeited),
        names=tuple(names),
        moves=len(match.moves),
        faults=tuple(faults),
        forfeited=tuple(forfeited),
    )


class StandIn(LocalPlayer):
    """Plays on at random for a seat that has forfeited; the same for the same match and seat."""

    name = "stand-in"

    def __init__(self, seed: int, seat: int) -> None:
        super().__init__()
        self._rng = random.Random(f"taku {seed} {seat}")

    def choose(self, turn: Turn) -> str:
        """Any legal move."""
        moves = turn.decision.moves
        return moves[int(self._rng.random() * len(moves))]


class Table:
    """A match and its players: tells them what they may see, asks them, makes their moves.

    The players may be anything. The answers of those that are ``outside`` come by ``apply``.
    """

    def __init__(
        self,
        match: Match[Any],
        players: Sequence[Player],
        *,
        names: Sequence[str] | None = None,
        watchers: Sequence[Player] = (),
        strikes: int = 1,
        recorder: Recorder | None = None,
    ) -> None:
        if len(players) != match.players:
            raise ValueError(f"{match.players} seats, {len(players)} players")
        self.match = match
        self.players = list(players)
        self.names = tuple(names or [player.name for player in players])
        self.strikes = strikes
        """At which of its faults a player forfeits."""
        self.faults: list[Fault] = []
        self.forfeited: set[int] = set()
        self._recorder = recorder
        self._watchers = list(watchers)
        self._asked: dict[int, Decision] = {}
        self._listeners: list[tuple[Player, tuple[int, ...]]] = []
        self._chance: dict[int, StandIn] = {}
        self._everybody: list[tuple[Player, tuple[int, ...]]] = []
        """Every player and watcher once, with its seats."""
        self._list_everybody()
        self._outside = [player for player, _ in self._everybody if player.outside]

    # -- a match from beginning to end ----------------------------------------------------------

    def begin(self, again: bool = False) -> None:
        """Tell everybody that the match begins.

        ``again`` is for a match that goes on after its end: to players outside it never ended.
        """
        match = self.match
        for player, seats in self._everybody:
            if type(player).begin is Player.begin or (again and player.outside):
                continue
            options = msgspec.to_builtins(match.game.read_options(match.options))
            start = Start(match.game, match.players, options, self.names, seats)
            try:
                player.begin(start)
            except Abandoned:
                raise
            except Exception as error:  # noqa: BLE001 - a player's fault
                for seat in seats:
                    self._blame(seat, error)
                    self._forfeit(seat)  # who does not even begin has no further strikes

    def run(self) -> None:
        """Play until somebody outside must decide or the match is over."""
        try:
            self.ask()
            while waiting := self._waiting():
                self._flush()
                self._gather(waiting)
                for seat in waiting:
                    self.apply(seat, self._answer(seat))
                    if self.ask():
                        break
            self._flush()
        except BaseException:
            # The players inside have given their answers away: they are asked again.
            self._asked = {s: d for s, d in self._asked.items() if self.players[s].outside}
            raise

    def end(self) -> Outcome:
        """Tell everybody the result, and return it."""
        outcome = self.outcome()
        for player, _ in self._everybody:
            try:
                player.end(outcome.result)
            except Exception:  # noqa: BLE001 - the others must hear it too
                traceback.print_exc(file=sys.stderr)
        self._flush()
        return outcome

    def outcome(self) -> Outcome:
        """The result as it stands, forfeits counted."""
        return _outcome(self.match, self.names, self.faults, sorted(self.forfeited))

    # -- one move after another -----------------------------------------------------------------

    def ask(self) -> bool:
        """Ask everybody who must decide and has not been asked; whether there was anybody."""
        asked = self._asked
        state = self.match.state
        fresh = False
        for decision in state.pending:
            seat = decision.seat
            before = asked.get(seat)
            if before is not None and (
                before is decision
                or (before.kind == decision.kind and list(before.moves) == list(decision.moves))
            ):
                continue
            asked[seat] = decision
            fresh = True
            try:
                self.players[seat].ask(Turn(state, decision))
            except Exception as error:  # noqa: BLE001 - a player's fault
                self._blame(seat, error)
        return fresh

    def apply(self, seat: int, move: str) -> None:
        """Make a move and tell what happened; an illegal one raises and changes nothing."""
        events: Sequence[Event] = ()
        if self._is_heard():
            events = self.match.apply(seat, move)
        else:
            self.match.state.check(seat, move)
            self.match.advance(seat, move)
        asked = self._asked
        if len(asked) == 1 and seat in asked:
            asked.clear()
            self._settle()
        else:
            asked.pop(seat, None)
        if self._recorder is not None:
            self._recorder.add(seat, move)
        if events:
            self._tell(events)

    def reset(self) -> None:
        """Forget who was asked: after an undo all open decisions are asked again."""
        self._asked.clear()
        self._settle()

    def excuse(self, seat: int, error: Exception) -> None:
        """Blame a player that failed at an open decision, which is made without it."""
        self.ask()
        self._blame(seat, error)
        self.apply(seat, self._by_chance(seat))

    # -- the rest -------------------------------------------------------------------------------

    def _waiting(self) -> list[int]:
        """The seats inside that must decide, in the order in which they are asked."""
        seats = [decision.seat for decision in self.match.state.pending]
        return [seat for seat in seats if not self.players[seat].outside]

    def _list_everybody(self) -> None:
        everybody: dict[Player, tuple[int, ...]] = {}
        for seat, player in enumerate(self.players):
            everybody[player] = (*everybody.get(player, ()), seat)
        for player in self._watchers:
            everybody.setdefault(player, ())
        self._everybody = list(everybody.items())
        self._listeners = [
            entry for entry in self._everybody if type(entry[0]).told is not Player.told
        ]

    def _is_heard(self) -> bool:
        """Whether anybody wants to know what happens."""
        for player, _ in self._listeners:
            if not player.deaf:
                return True
        return False

    def _tell(self, events: Sequence[Event]) -> None:
        for player, seats in self._listeners:
            if player.deaf:
                continue
            try:
                for event in events:
                    seen = seen_by_any(event, seats)
                    if seen is not None:
                        player.told(seen[0], event.kind, seen[1])
            except Abandoned:
                raise
            except Exception as error:  # noqa: BLE001 - a player's fault
                for seat in seats:
                    self._blame(seat, error)

    def _settle(self) -> None:
        for player in self._outside:
            player.settled()

    def _flush(self) -> None:
        for player, _ in self._everybody:
            player.flush()

    def _gather(self, waiting: Sequence[int]) -> None:
        """Let other programs answer side by side first, so that each has its own time only."""
        if len(waiting) > 1:
            remote = [self.players[seat] for seat in waiting if self.players[seat].remote]
            if remote:
                remote[0].gather(remote)

    def _answer(self, seat: int) -> str:
        """A legal move for a seat that was asked: its player's, or one by chance."""
        decision = self._asked[seat]
        player = self.players[seat]
        again = True
        while again and seat not in self.forfeited:
            try:
                move = player.answer(seat)
                if isinstance(move, str) and move in decision.moves:
                    return move
                raise PlayerFault("illegal_move", illegal(move, decision))
            except Abandoned:
                raise
            except Exception as error:  # noqa: BLE001 - a player's fault
                again = self._blame(seat, error)
        player.withdraw(seat)
        return self._by_chance(seat)

    def _by_chance(self, seat: int) -> str:
        return self._stand_in(seat).choose(Turn(self.match.state, self._asked[seat]))

    def _stand_in(self, seat: int) -> StandIn:
        if seat not in self._chance:
            self._chance[seat] = StandIn(self.match.seed, seat)
        return self._chance[seat]

    def _blame(self, seat: int, error: Exception) -> bool:
        """Note a fault and what it costs; whether the player may try once more."""
        fault = error if isinstance(error, PlayerFault) else _crash(error)
        self.faults.append(Fault(seat, fault.code, fault.message))
        count = sum(noted.seat == seat for noted in self.faults)
        if fault.code == "died" or count >= self.strikes:
            self._forfeit(seat)
            return False
        return fault.again

    def _forfeit(self, seat: int) -> None:
        if seat in self.forfeited:
            return
        self.forfeited.add(seat)
        player = self.players[seat]
        self.players[seat] = stand_in = self._stand_in(seat)
        if seat in self._asked:
            stand_in.ask(Turn(self.match.state, self._asked[seat]))
        if player not in self.players:
            player.dismiss()
        self._list_everybody()


@cache
def _only_chooses(player: type[Player]) -> bool:
    """Whether such a player thinks when it is asked for its move, and is told nothing."""
    return (
        player.ask is LocalPlayer.ask
        and player.answer is LocalPlayer.answer
        and player.told is Player.told
        and player.begin is Player.begin
        and player.end is Player.end
    )


def _only_choose(players: Sequence[Player]) -> TypeGuard[Sequence[LocalPlayer]]:
    return all(map(_only_chooses, map(type, players)))


def _play_choosers(
    match: Match[Any], players: Sequence[LocalPlayer]
) -> tuple[int, Exception] | None:
    """Play a match of players that only choose, without ado; who failed and how, if one does."""
    state = match.state
    advance, note = state.advance, match.moves.append
    choose = [player.choose for player in players]
    while pending := state.pending:
        decision = pending[0]
        seat = decision.seat
        try:
            move = choose[seat](Turn(state, decision))
            if move not in decision.moves:
                raise PlayerFault("illegal_move", illegal(move, decision))
        except Abandoned:
            raise
        except Exception as error:  # noqa: BLE001 - a player's fault
            return seat, error
        advance(seat, move)
        note((seat, move))
    return None


def play(
    match: Match[Any],
    players: Sequence[Player],
    *,
    names: Sequence[str] | None = None,
    watchers: Sequence[Player] = (),
    strikes: int = 1,
    recorder: Recorder | None = None,
) -> Outcome:
    """Play a match to its end; what players do wrong stands in the outcome, and never raises.

    A player forfeits at its fault number ``strikes``: it is played on by chance and ranks last.
    """
    failed = None
    if match.forgetful and not (watchers or recorder) and _only_choose(players):
        failed = _play_choosers(match, players)
        if failed is None:
            return _outcome(match, names or [player.name for player in players])
    table = Table(
        match, players, names=names, watchers=watchers, strikes=strikes, recorder=recorder
    )
    table.begin()
    if failed is not None:
        table.excuse(*failed)
    table.run()
    outcome = table.end()
    if recorder is not None:
        recorder.finish(match, outcome.forfeited, outcome.faults)
    return outcome


def without(result: Result, forfeited: Collection[int]) -> Result:
    """The result when some have forfeited: they share the last place and cannot win.

    Where the game has winners, the best of the others win; where it has none, nobody does.
    """
    if not forfeited:
        return result
    rest = [seat for seat in range(len(result.ranks)) if seat not in forfeited]
    ranks = [len(rest) + 1] * len(result.ranks)
    for seat in rest:
        ranks[seat] = 1 + sum(result.ranks[other] < result.ranks[seat] for other in rest)
    best = [seat for seat in rest if ranks[seat] == 1]
    winners = tuple(best) if result.winners else ()
    return Result(winners, tuple(ranks), result.scores, result.reason)


def chosen(move: int | str, decision: Decision, id: int) -> str:
    """The move of an answer to ask ``id``, by its text or index; ``Refused`` if it is not legal."""
    moves = decision.moves
    if isinstance(move, str):
        if move in moves:
            return move
    elif 0 <= move < len(moves):
        return moves[move]
    raise Refused("illegal_move", illegal(move, decision), id)


def illegal(move: object, decision: Decision) -> str:
    """Why a move is refused, with what is legal."""
    hint = near(move, decision.moves) if isinstance(move, str) and len(move) < 80 else ""
    return (
        f"illegal move {quoted(move)} for seat {decision.seat} ({decision.kind}){hint}; "
        f"legal: {listed(decision.moves)}"
    )


def _crash(error: Exception) -> PlayerFault:
    traceback.print_exception(error, file=sys.stderr)
    code: Code = "died"
    return PlayerFault(code, f"raised {type(error).__name__}: {error}")
