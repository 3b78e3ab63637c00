"""Every message of TP/1, as structs tagged by their ``type``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from taku.engine import Result

Want = Literal["view", "events", "labels"]
"""What a player can ask to be sent besides the moves."""
DEFAULT_WANTS: tuple[Want, ...] = ("view", "events")

Code = Literal[
    "bad_json",
    "bad_message",
    "too_long",
    "unknown_type",
    "unknown_game",
    "bad_players",
    "bad_options",
    "bad_scenario",
    "bad_record",
    "no_match",
    "stale_ask",
    "illegal_move",
    "bad_seat",
    "internal",
    "timeout",
    "died",
]
"""Error codes. ``internal`` is a fault of taku itself; the last two stand in reports only."""

AtLeastOne = Annotated[int, Meta(ge=1)]
Language = Literal["ja", "en"]


class Fault(msgspec.Struct, frozen=True):
    """What a player did wrong in a match, as the result reports it."""

    seat: int
    code: Code
    message: str


# -- host to player -------------------------------------------------------------------------------


class SeatName(msgspec.Struct, frozen=True, gc=False):
    """Who sits where."""

    seat: int
    name: str


class Clock(msgspec.Struct, frozen=True, gc=False):
    """The time a player has: per move, and in all, with what each move adds. In seconds."""

    move: float | None = None
    total: float | None = None
    increment: float = 0.0


class Left(msgspec.Struct, frozen=True, gc=False):
    """How many seconds this decision may take."""

    left: float


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """The first line of a connection."""

    protocol: tuple[int, ...]
    engine: str


class Start(msgspec.Struct, tag="start", frozen=True):
    """A match begins."""

    match: int
    game: str
    players: int
    options: dict[str, Any]
    seats: tuple[SeatName, ...]
    you: tuple[int, ...]
    clock: Clock | None = None


class Ask(msgspec.Struct, tag="ask", gc=False):
    """A decision is wanted from a seat."""

    match: int
    id: int
    seat: int
    kind: str
    moves: list[str]
    view: Any = UNSET
    labels: dict[Language, list[str]] | UnsetType = UNSET
    clock: Left | None = None


class Event(msgspec.Struct, tag="event", frozen=True):
    """Something happened; the event's own fields stand beside these."""

    match: int
    n: int
    event: str


class Over(msgspec.Struct, tag="over", frozen=True):
    """The match ended; ``faults`` only if players broke the protocol."""

    match: int
    result: Result
    faults: tuple[Fault, ...] | UnsetType = UNSET


class Error(msgspec.Struct, tag="error", frozen=True):
    """What was sent could not be used."""

    code: Code
    message: str
    id: int | UnsetType = UNSET


class Bye(msgspec.Struct, tag="bye", frozen=True):
    """No more matches."""


# -- host to driver -------------------------------------------------------------------------------


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played; ``options`` is a JSON Schema."""

    id: str
    name: dict[Language, str]
    players: tuple[int, int]
    options: dict[str, Any]


class Games(msgspec.Struct, tag="games", frozen=True):
    """The answer to ``games``."""

    games: tuple[GameInfo, ...]


class View(msgspec.Struct, tag="view", frozen=True):
    """The answer to ``view``."""

    match: int
    seat: int | Literal["all"]
    view: Any


class Undone(msgspec.Struct, tag="undone", frozen=True):
    """The answer to ``undo``: how many answers were taken back."""

    match: int
    moves: int


class Saved(msgspec.Struct, tag="saved", frozen=True):
    """The answer to ``save``."""

    match: int
    record: dict[str, Any]


# -- player to host -------------------------------------------------------------------------------


class PlayerHello(msgspec.Struct, tag="hello", frozen=True):
    """The answer to ``hello``."""

    protocol: Literal[1]
    name: str
    version: Any = None
    wants: tuple[Want, ...] = DEFAULT_WANTS


class Move(msgspec.Struct, tag="move", frozen=True, gc=False):
    """The answer to an ask: one of its moves, or the index of one."""

    id: int
    move: int | str


# -- driver to host -------------------------------------------------------------------------------


class AskGames(msgspec.Struct, tag="games", frozen=True):
    """Which games are there?"""


class New(msgspec.Struct, tag="new", frozen=True):
    """Begin a match."""

    game: str
    players: int | None = None
    seed: int | None = None
    options: dict[str, Any] | None = None
    seats: tuple[str, ...] | None = None
    scenario: dict[str, Any] | None = None


class AskView(msgspec.Struct, tag="view", frozen=True):
    """Show what a seat may know, or everything."""

    seat: int | str


class Undo(msgspec.Struct, tag="undo", frozen=True):
    """Take back answers of this driver."""

    moves: AtLeastOne = 1


class Save(msgspec.Struct, tag="save", frozen=True):
    """Give me the match."""


class Load(msgspec.Struct, tag="load", frozen=True):
    """Restore a match."""

    record: dict[str, Any]


class Quit(msgspec.Struct, tag="quit", frozen=True):
    """The end."""


PlayerMessage = PlayerHello | Move
DriverMessage = PlayerHello | Move | AskGames | New | AskView | Undo | Save | Load | Quit
HostMessage = Hello | Start | Ask | Event | Over | Error | Bye
EngineMessage = HostMessage | Games | View | Undone | Saved

_encoder = msgspec.json.Encoder()


def line_of(message: msgspec.Struct | dict[str, Any]) -> bytes:
    """A message as a line of the protocol."""
    return _encoder.encode(message) + b"\n"
