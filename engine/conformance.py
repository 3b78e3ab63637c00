"""The checks that every game must pass, for games of anybody's.

``check_match`` plays one seeded random match and tests at every decision what the rest of taku
relies on; ``cases`` names the matches that cover all player counts and options of a game::

    from taku.engine import conformance
    for case in conformance.cases(game, matches=3):
        conformance.check_match(game, case)

A failure raises ``Nonconformance`` and says which match, which decision and what was wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from taku.engine.core.decisions import Decision
from taku.engine.core.errors import BadOptions, BadPlayers, IllegalMove, MatchOver, TakuError
from taku.engine.core.events import Event
from taku.engine.core.game import Game
from taku.engine.core.state import State

WORDS = re.compile(r"[a-z0-9][a-z0-9-]*( [a-z0-9][a-z0-9-]*)*")
RESERVED = {"type", "match", "n", "event"}
"""Names that the protocol uses beside an event's own fields."""
NONSENSE = ("", " ", "pass pass", "PASS", "no-such-move", "page 0", "take nothing", "\n", "é")
MOST_TRIED = 40
"""How many moves of one decision are tried, evenly over the list."""


class Nonconformance(AssertionError):
    """A game broke a promise that all games make."""


class Case(NamedTuple):
    """One match to check."""

    players: int
    seed: int
    options: Mapping[str, Any]


def cases(game: Game[Any], matches: int = 1, first_seed: int = 1) -> Iterator[Case]:
    """``matches`` matches for every number of players and every variant of the game."""
    for options in game.variants:
        for players in range(game.players[0], game.players[1] + 1):
            for seed in range(first_seed, first_seed + matches):
                try:
                    game.new(players, seed, options)
                except (BadPlayers, BadOptions):
                    break  # this variant is not for this number of players
                yield Case(players, seed, options)


def check_match(game: Game[Any], case: Case, every: int = 1) -> int:
    """Play one random match and check it; return the number of decisions.

    Most checks are made at every decision, the dearest (trying all moves, redealing for each seat)
    at every ``every``-th.
    """
    checker = _Checker(game, case)
    try:
        return checker.run(every)
    except Nonconformance as error:
        place = f"{game.id}, {case.players} players, seed {case.seed}, options {dict(case.options)}"
        raise Nonconformance(f"{place}, decision {checker.decisions}: {error}") from None


def plain(value: object) -> bytes:
    """Anything as canonical bytes, so that comparisons are byte for byte."""
    return msgspec.json.encode(value, order="deterministic")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise Nonconformance(message)


class _Checker:
    def __init__(self, game: Game[Any], case: Case) -> None:
        self.game = game
        self.case = case
        self.rng = random.Random(f"{game.id} {case.players} {case.seed} {sorted(case.options)}")
        self.state: State = game.new(case.players, case.seed, case.options)
        self.decisions = 0
        self.moves: list[tuple[int, str]] = []
        self.seen_moves: dict[str, None] = dict.fromkeys(NONSENSE)
        self.total = dict(game.components(self.state))
        self.changed: set[int] = set()
        self.hidden_at: set[int] = set()

    def run(self, every: int) -> int:
        state = self.state
        while state.result is None:
            self._check_position(state)
            if self.decisions % every == 0:
                self._check_moves(state)
                for seat in state.seats:
                    self._check_redeal(state, seat)
            self._step(state)
            self.decisions += 1
            _require(
                self.decisions <= self.game.most_decisions,
                f"the match goes on beyond most_decisions = {self.game.most_decisions}",
            )
        self._check_end(state)
        self._check_replay(state)
        for seat in self.hidden_at:
            _require(seat in self.changed, f"determinize({seat}) never changed what is hidden")
        return self.decisions

    # -- one position -----------------------------------------------------------------------------

    def _check_position(self, state: State) -> None:
        _require(bool(state.pending), "the match is not over and nobody is asked")
        seats = [decision.seat for decision in state.pending]
        _require(len(set(seats)) == len(seats), f"a seat is asked twice at once: {seats}")
        for decision in state.pending:
            self._check_decision(decision)
        _require(dict(self.game.components(state)) == self.total, "a component came or went")
        copied, data = state.copy(), state.to_bytes()
        restored = self.game.from_bytes(data)
        for twin, how in ((copied, "copy"), (restored, "bytes")):
            _require(twin == state and hash(twin) == hash(state), f"{how}: not equal")
            _require(twin.to_bytes() == data, f"{how}: other bytes")
            _require(twin.pending == state.pending, f"{how}: other decisions")
        for seat in (None, *state.seats):
            plain(state.view(seat))

    def _check_decision(self, decision: Decision) -> None:
        moves, kind = list(decision.moves), decision.kind
        _require(bool(moves), f"{kind}: no legal move")
        _require(len(set(moves)) == len(moves), f"{kind}: a move is listed twice: {moves}")
        for move in moves:
            _require(bool(WORDS.fullmatch(move)), f"{kind}: not a line of ASCII words: {move!r}")
        words = self.game.words
        _require(kind in words.ask, f"words.toml has no [ask] for {kind!r}")
        for move in moves:
            verb = move.partition(" ")[0]
            _require(verb in words.move, f"words.toml has no [move] for {verb!r}")
        for language in ("ja", "en"):
            labels = [words.label(move, language) for move in moves]
            _require(len(set(labels)) == len(moves), f"{kind}: moves read alike: {labels}")

    def _check_moves(self, state: State) -> None:
        """Every legal move applies; every other is refused and changes nothing."""
        before = state.to_bytes()
        for decision in state.pending:
            tried = decision.moves[:: 1 + len(decision.moves) // MOST_TRIED]
            for move in tried:
                twin = state.copy()
                events = twin.apply(decision.seat, move)
                self._check_events(twin, events)
                silent = state.copy()
                silent.advance(decision.seat, move)
                _require(silent == twin, f"apply and advance of {move!r} differ")
            legal = set(decision.moves)
            self.seen_moves.update(dict.fromkeys(decision.moves))
            others = [move for move in self.seen_moves if move not in legal]
            for move in self.rng.sample(others, min(len(others), 12)):
                self._check_refused(state, decision.seat, move, IllegalMove)
        asked = {ask[0] for ask in state.asks}
        move = state.pending[0].moves[0]
        for seat in (-1, state.players, *set(state.seats) - asked):
            self._check_refused(state, seat, move, IllegalMove)
        _require(state.to_bytes() == before, "trying moves changed the state")

    def _check_refused(self, state: State, seat: int, move: str, error: type[TakuError]) -> None:
        before = state.to_bytes()
        try:
            state.apply(seat, move)
        except error:
            _require(state.to_bytes() == before, f"refusing {move!r} changed the state")
        else:
            raise Nonconformance(f"illegal move {move!r} of seat {seat} was applied")

    def _check_events(self, state: State, events: list[Event]) -> None:
        for event in events:
            clash = RESERVED & (event.data.keys() | event.secret.keys())
            _require(not clash, f"event {event.kind}: reserved field {clash}")
            _require(
                not event.data.keys() & event.secret.keys(), f"event {event.kind}: a secret is open"
            )
            telling = self.game.words.event.get(event.kind)
            _require(telling is not None, f"words.toml has no [event] for {event.kind!r}")
            names = [f"P{seat}" for seat in state.seats]
            for seat in (None, *state.seats):
                seen = event.seen_by(seat)
                if seen is None:
                    continue
                plain(seen)
                for language in ("ja", "en"):
                    told = self.game.words.sentence(event.kind, seen, language, names)
                    _require(bool(told), f"event {event.kind}: no {language} sentence for {seen}")

    # -- what is hidden ---------------------------------------------------------------------------

    def _check_redeal(self, state: State, seat: int) -> None:
        seed = self.rng.getrandbits(32)
        other = state.determinize(seat, random.Random(seed))
        again = state.determinize(seat, random.Random(seed))
        _require(other == again, f"determinize({seat}) is not a function of its generator")
        self._same_for(seat, state, other)
        _require(
            dict(self.game.components(other)) == self.total, "determinize: a component came or went"
        )
        # What a bot samples must not depend on what it cannot know.
        sampled = state.determinize(seat, random.Random(seed + 1))
        _require(
            other.determinize(seat, random.Random(seed + 1)) == sampled,
            f"determinize({seat}) depends on what the seat cannot know",
        )
        self.hidden_at.add(seat)
        if plain(other.view(None)) != plain(state.view(None)):
            self.changed.add(seat)
        self._check_hidden_move(state, other, seat)
        self._play_on(other)

    def _same_for(self, seat: int, state: State, other: State) -> None:
        _require(
            plain(other.view(seat)) == plain(state.view(seat)),
            f"determinize({seat}) changed the seat's view: {_difference(state.view(seat), other.view(seat))}",
        )
        mine = [decision for decision in state.pending if decision.seat == seat]
        theirs = [decision for decision in other.pending if decision.seat == seat]
        _require(mine == theirs, f"determinize({seat}) changed the seat's decision")

    def _check_hidden_move(self, state: State, other: State, seat: int) -> None:
        """A move that leads to the same view tells the seat the same."""
        for decision in state.pending:
            move = self.rng.choice(decision.moves)
            try:
                other.check(decision.seat, move)
            except IllegalMove:
                continue
            one, two = state.copy(), other.copy()
            seen = [
                _seen(one.apply(decision.seat, move), seat),
                _seen(two.apply(decision.seat, move), seat),
            ]
            if plain(one.view(seat)) == plain(two.view(seat)):
                _require(
                    seen[0] == seen[1], f"seat {seat} is told what its view does not know: {seen}"
                )

    def _play_on(self, state: State) -> None:
        """A redealt position is a real one: it can be played on."""
        for _ in range(6):
            if state.result is not None:
                return
            decision = self.rng.choice(state.pending)
            state.advance(decision.seat, self.rng.choice(decision.moves))
        _require(
            dict(self.game.components(state)) == self.total,
            "after determinize: a component came or went",
        )

    # -- the match --------------------------------------------------------------------------------

    def _step(self, state: State) -> None:
        decision = self.rng.choice(state.pending)
        move = self.rng.choice(decision.moves)
        twin = self.game.from_bytes(state.to_bytes()) if self.decisions % 2 else state.copy()
        events = state.apply(decision.seat, move)
        _require(plain(twin.apply(decision.seat, move)) == plain(events), "a twin tells otherwise")
        _require(twin == state, f"a twin goes on differently after {move!r}")
        self.moves.append((decision.seat, move))

    def _check_end(self, state: State) -> None:
        result = state.result
        assert result is not None
        _require(state.pending == (), "the match is over and somebody is asked")
        seats = set(state.seats)
        _require(set(result.winners) <= seats, f"winners are not seats: {result.winners}")
        _require(len(result.ranks) == state.players, f"ranks are not by seat: {result.ranks}")
        if result.scores is not None:
            _require(
                len(result.scores) == state.players, f"scores are not by seat: {result.scores}"
            )
        _require(
            bool(WORDS.fullmatch(result.reason)), f"the reason is not a word: {result.reason!r}"
        )
        for word in result.reason.split():
            _require(word in self.game.words.word, f"words.toml has no [word] for {word!r}")
        self._check_refused(state, 0, "pass", MatchOver)
        _require(self.game.from_bytes(state.to_bytes()) == state, "bytes after the end")
        for seat in state.seats:
            self._same_for(seat, state, state.determinize(seat, self.rng))

    def _check_replay(self, state: State) -> None:
        replayed = self.game.new(self.case.players, self.case.seed, self.case.options)
        for seat, move in self.moves:
            replayed.apply(seat, move)
        _require(replayed.to_bytes() == state.to_bytes(), "the same moves gave other bytes")


def _seen(events: list[Event], seat: int) -> bytes:
    seen = [(event.kind, event.seen_by(seat)) for event in events]
    return plain([each for each in seen if each[1] is not None])


def _difference(one: msgspec.Struct, two: msgspec.Struct) -> str:
    fields = [f for f in one.__struct_fields__ if getattr(one, f) != getattr(two, f)]
    return "; ".join(f"{f}: {getattr(one, f)!r} became {getattr(two, f)!r}" for f in fields)
