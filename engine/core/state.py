"""A match as plain data, and the loop that carries out its agenda."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from taku.engine.core import rng
from taku.engine.core.decisions import Decision, Result, Rules, ranks_of
from taku.engine.core.errors import (
    BadData,
    IllegalMove,
    MatchOver,
    NotYourDecision,
    TakuError,
    listed,
    near,
)
from taku.engine.core.events import Event

if TYPE_CHECKING:
    from taku.engine.core.game import Game

S = TypeVar("S", bound="State")
T = TypeVar("T")

Plain = int | str | bool | None | tuple[int | str | bool | None, ...]
"""What may stand in an agenda entry or an ask besides the step's name."""


@cache
def clockwise(players: int, seat: int) -> tuple[int, ...]:
    """All seats of a table, beginning with ``seat``."""
    return tuple([(seat + i) % players for i in range(players)])


@dataclass(slots=True, eq=False, repr=False)
class State:
    """One match. A game's state adds its own fields: ints, strings, and lists or dicts of them.

    It is advanced by an agenda: a stack of steps still to do. A step changes the state, asks
    seats, or puts further steps on the agenda; when all asks are answered the next step runs and
    reads the answers. Nothing of a match lives outside the fields, so a state can be copied,
    compared, hashed and turned into bytes at any decision and goes on identically.
    """

    rules: ClassVar[Rules]
    """The game's steps and offers."""
    values: ClassVar[Callable[[Any], tuple[Any, ...]]]
    """All fields of a state as one tuple."""
    _copier: ClassVar[Callable[..., Any]]
    _decoder: ClassVar[msgspec.msgpack.Decoder[Any]]

    players: int = 0
    """How many seats there are."""
    rng_key: int = 0
    """The key of the generator; see ``rng``."""
    rng_count: int = 0
    """How many draws the generator has made."""
    agenda: list[tuple[Plain, ...]] = field(default_factory=list)
    """Steps still to do, the next one last: the name of the step and its arguments."""
    asks: list[tuple[Plain, ...]] = field(default_factory=list)
    """The decisions that are open together: seat, kind, and the offer's further arguments."""
    answers: list[str] = field(default_factory=list)
    """By seat, a move that was made and not yet read by a step; empty if there is none."""
    result: Result | None = None
    """How the match ended, or None."""

    # Fields without a place in ``__init__`` hang on a state without being part of the position.
    game: Any = field(init=False)
    """The ``Game``; annotated loosely, as games are built from states."""
    cards: Any = field(init=False)
    """The card file in use; a game's state names its type."""
    log: list[Event] | None = field(init=False)
    """What has happened in the current ``apply``, or None if nobody listens."""
    _pending: tuple[Decision, ...] | None = field(init=False)

    # -- the public side ------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions that are open now; empty when the match is over."""
        pending = self._pending
        if pending is None:
            answers = self.answers
            pending = self._pending = tuple(
                [self._decision(ask) for ask in self.asks if not answers[ask[0]]]  # type: ignore[index]
            )
        return pending

    def _decision(self, ask: tuple[Any, ...]) -> Decision:
        seat, kind = ask[:2]
        offer = self.rules.offers[kind]
        moves = offer(self, seat) if len(ask) == 2 else offer(self, seat, *ask[2:])
        return Decision(seat, kind, moves)

    def apply(self, seat: int, move: str) -> list[Event]:
        """Make a move and return what happened; an illegal one raises and changes nothing."""
        self.check(seat, move)
        log = self.log = []
        try:
            self.advance(seat, move)
        finally:
            self.log = None
        return log

    def check(self, seat: int, move: str) -> None:
        """Raise a kind of ``IllegalMove`` unless ``seat`` may make this move now."""
        for decision in self.pending:
            if decision.seat == seat:
                if move in decision.moves:
                    return
                raise self._illegal(seat, move, decision.kind, decision.moves)
        if self.result is not None:
            raise MatchOver(f"cannot move {move!r}: the match is over ({self.result.reason})")
        for ask in self.asks:
            # A choice may be changed until all who choose at the same time have chosen.
            if ask[0] == seat:
                decision = self._decision(ask)
                if move in decision.moves:
                    return
                raise self._illegal(seat, move, decision.kind, decision.moves)
        waiting = ", ".join(str(decision.seat) for decision in self.pending)
        raise NotYourDecision(f"seat {seat!r} is not asked now; waiting for seat {waiting}")

    def _illegal(self, seat: int, move: str, kind: str, moves: Iterable[str]) -> IllegalMove:
        legal = list(moves)
        hint = near(move, legal) if isinstance(move, str) else ""
        return IllegalMove(
            f"illegal move {move!r} for seat {seat} ({kind}){hint}; legal: {listed(legal)}"
        )

    def advance(self, seat: int, move: str) -> None:
        """Make a move that is known to be legal, without telling what happened.

        This is ``apply`` for search: the caller took the move from ``pending``.
        """
        pending = self._pending
        self._pending = None
        if move in self.rules.instant_moves and self._acted_at_once(seat, move):
            return
        asks = self.asks
        answers = self.answers
        if len(asks) > 1:
            fresh = not answers[seat]
            answers[seat] = move
            for ask in asks:
                if not answers[ask[0]]:  # type: ignore[index]
                    if pending is not None:
                        # An answer that waits changes nobody else's moves.
                        self._pending = tuple([d for d in pending if d.seat != seat])
                    if fresh and self.log is not None:
                        self.emit("chosen", seat=seat)
                    return
        else:
            answers[seat] = move
        asks.clear()
        self.run()

    def _acted_at_once(self, seat: int, move: str) -> bool:
        for ask in self.asks:
            if ask[0] == seat:
                act = self.rules.instant.get(ask[1], {}).get(move)  # type: ignore[arg-type]
                if act is not None:
                    act(self, seat)
                    return True
        return False

    def view(self, seat: int | None) -> Any:
        """What ``seat`` may know, as the game's view struct; None sees everything."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self, seat)

    def copy(self) -> Self:
        """An independent state that is equal and goes on identically."""
        copied: Self = type(self)._copier(self)
        return copied

    def determinize(self, seat: int, rng: random.Random) -> Self:
        """A copy in which all that ``seat`` cannot know is redealt at random.

        It agrees with everything the seat knows or has seen; chance to come is redrawn too.
        """
        self._check_seat(seat)
        other = self.copy()
        other.rng_key = rng.getrandbits(64)
        other.rng_count = 0
        other._pending = None
        other.game.redeal(other, seat, rng)
        return other

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < self.players:
            raise TakuError(f"no seat {seat!r}: this match has seats 0 to {self.players - 1}")

    def to_bytes(self) -> bytes:
        """The state as bytes; ``Game.from_bytes`` restores it."""
        return msgspec.msgpack.encode((self.game.tag, *type(self).values(self)))

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position of the same game with the same cards."""
        if not isinstance(other, State):
            return NotImplemented
        if type(self) is not type(other) or self.game.tag != other.game.tag:
            return False
        return type(self).values(self) == type(other).values(other)

    def __hash__(self) -> int:
        """Equal states have equal hashes; a state must not be changed while it is a key."""
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        """The game, and who is asked what."""
        asked = "; ".join(f"seat {d.seat}: {d.kind}" for d in self.pending)
        return f"<{self.game.id} {self.players}p: {asked or self.result}>"

    # -- for the rules --------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.players)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats, beginning with ``seat``."""
        return clockwise(self.players, seat)

    def ask(self, seat: int, kind: str, *args: Plain) -> None:
        """Open a decision; the moves are what the offer of this kind gives."""
        self.asks.append((seat, kind, *args) if args else (seat, kind))

    def ask_listed(self, seat: int, kind: str, moves: Sequence[str], *args: Plain) -> None:
        """Open the only decision, with the moves its offer gives, as they were just listed."""
        self.asks.append((seat, kind, *args) if args else (seat, kind))
        self._pending = (Decision(seat, kind, moves),)

    def answer(self, seat: int) -> str:
        """The move that ``seat`` made, read once."""
        move = self.answers[seat]
        self.answers[seat] = ""
        return move

    def then(self, *steps: Callable[..., None] | tuple[Any, ...]) -> None:
        """Put steps before all that is on the agenda: functions, or tuples with arguments.

        The first one named is done first.
        """
        push = self.agenda.append
        for entry in reversed(steps):
            if type(entry) is tuple:
                push((entry[0].__name__, *entry[1:]))
            else:
                push((entry.__name__,))

    def run(self) -> None:
        """Carry out steps until somebody must decide or nothing is left to do."""
        agenda = self.agenda
        asks = self.asks
        steps = self.rules.steps
        while agenda and not asks:
            entry = agenda.pop()
            step = steps[entry[0]]  # type: ignore[index]
            # To call without unpacking takes half the time.
            if len(entry) == 1:
                step(self)
            elif len(entry) == 2:
                step(self, entry[1])
            else:
                step(self, *entry[1:])

    def emit(
        self,
        kind: str,
        *,
        to: tuple[int, ...] = (),
        secret: dict[str, Any] | None = None,
        private: bool = False,
        **data: Any,
    ) -> None:
        """Tell what happened, if somebody listens. On hot paths test ``self.log`` before."""
        if self.log is not None:
            self.log.append(Event(kind, data, secret or {}, to, private))

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place."""
        self.rng_count = rng.shuffle(items, self.rng_key, self.rng_count)

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        number = rng.draw(self.rng_key, self.rng_count) % n
        self.rng_count += 1
        return number

    def finish(
        self,
        winners: Iterable[int],
        scores: Iterable[int] | None,
        reason: str,
        ranks: Iterable[int] | None = None,
    ) -> None:
        """End the match here and now; ranks follow from the scores unless given."""
        won = tuple(sorted(winners))
        points = None if scores is None else tuple(scores)
        if ranks is None:
            ranks = ranks_of(points or [int(seat in won) for seat in self.seats])
        self.result = Result(won, tuple(ranks), points, reason)
        self.agenda.clear()
        self.asks.clear()
        self.answers = [""] * self.players
        self._pending = None
        self.emit("over", reason=reason, winners=list(self.result.winners))


@dataclass_transform(field_specifiers=(field,))
def sealed(cls: type[S]) -> type[S]:
    """Class decorator: a dataclass with slots, whose copy, comparison and bytes follow its fields.

    Fields may be plain values, tuples and frozen structs (shared between copies), and lists and
    dicts of those to any depth (copied).
    """
    cls = dataclass(slots=True, eq=False, repr=False)(cls)
    names = [f.name for f in fields(cls) if f.init]
    hints = get_type_hints(cls)
    cls.values = staticmethod(attrgetter(*names))
    cls._decoder = msgspec.msgpack.Decoder(tuple[(str, *(hints[name] for name in names))])  # type: ignore[misc]
    lines = [f"    new.{name} = {_copied('old.' + name, hints[name])}" for name in names]
    lines += [f"    new.{name} = old.{name}" for name in ("game", "cards", "_pending")]
    source = "\n".join(
        ["def copier(old):", "    new = blank(cls)", *lines, "    new.log = None", "    return new"]
    )
    space: dict[str, Any] = {"blank": cls.__new__, "cls": cls}
    exec(source, space)  # noqa: S102 - as dataclasses do: straight code is the fastest copy
    cls._copier = staticmethod(space["copier"])
    return cls


def _copied(expression: str, hint: Any, depth: int = 0) -> str:
    """Source text that copies ``expression``, a value of type ``hint``."""
    origin = get_origin(hint)
    item = f"i{depth}"
    if origin is list:
        inner = _copied(item, get_args(hint)[0], depth + 1)
        return f"{expression}[:]" if inner == item else f"[{inner} for {item} in {expression}]"
    if origin is dict:
        inner = _copied(item, get_args(hint)[1], depth + 1)
        if inner == item:
            return f"{expression}.copy()"
        return f"{{k{depth}: {inner} for k{depth}, {item} in {expression}.items()}}"
    return expression


def restore(cls: type[S], game: Game[S], data: bytes) -> S:
    """The state that ``data`` holds; anything else is refused."""
    try:
        tag, *values = cls._decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(f"these bytes are no state of {game.id}: {error}") from None
    if tag != game.tag:
        raise BadData(f"these bytes are of {tag!r}, expected {game.tag!r}")
    state = cls(*values)
    game.attach(state)
    return state
