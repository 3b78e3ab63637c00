"""What a tournament is: the game, the bots, the format, the seed. The same from a TOML file."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping
from functools import cache
from math import ceil, comb, inf
from pathlib import Path, PurePath
from typing import Any, Literal

import msgspec

from taku import engine
from taku.bots import registry
from taku.bots.tournament import notes
from taku.engine.core.errors import TakuError, near
from taku.protocol.child import Limits
from taku.protocol.codec import visible

Format = Literal["round-robin", "gauntlet", "knockout", "swiss"]
USUAL_DEALS = 20
MOST_SPRT_DEALS = 10_000
"""A sequential test that cannot decide gives up here."""
MOST_MATCHES = 1_000_000
"""More are no tournament but a slip: they would not be over in years, nor fit into memory."""
FORMATS = ("round-robin", "gauntlet", "knockout", "swiss")


class BadTournament(TakuError):
    """A tournament that cannot be held as described."""


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sequential test of "the first bot is better than the second"."""

    elo0: float = 0.0
    """It is not better than this."""
    elo1: float = 20.0
    """It is at least this much better."""
    alpha: float = 0.05
    """How often "better" may be wrong."""
    beta: float = 0.05
    """How often "not better" may be wrong."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A tournament. Everything that decides its matches is here, and nothing else is."""

    game: str
    bots: tuple[str, ...]
    """Specs, each perhaps with a name before it: ``strong=mcts:iterations=3000``."""
    players: int = 0
    """Seats at a table; 0 is the least the game allows."""
    format: Format = "round-robin"
    deals: int = 0
    """How many deals every table plays, each in every rotation of the seats; 0 is the usual."""
    rounds: int = 0
    """Rounds of a Swiss tournament; 0 takes as many as single out a winner."""
    seed: int = 0
    options: dict[str, Any] = {}
    cards: str = ""
    """Another card file to play with."""
    sprt: Sprt | None = None
    move_time: float = 30.0
    """Seconds that another program may think about a move; 0 is no limit."""
    total_time: float = 0.0
    """Seconds that it may think in a whole match; 0 is no limit."""
    increment: float = 0.0
    """Seconds that each move adds to the total time."""
    memory: int = 0
    """MiB that it may use; 0 is no limit."""
    strikes: int = 1
    """At which of its faults in a match a player forfeits it."""

    @property
    def rules(self) -> engine.Game[Any]:
        """The game, with the cards it is played with."""
        return rules_of(self.game, self.cards)

    @property
    def names(self) -> tuple[str, ...]:
        """A different name for each bot."""
        names: list[str] = []
        for bot in self.bots:
            name = visible(split_name(bot)[0])
            number, unique = 2, name
            while unique in names:
                unique, number = f"{name} #{number}", number + 1
            names.append(unique)
        return tuple(names)

    @property
    def specs(self) -> tuple[str, ...]:
        """The spec of each bot."""
        return tuple(split_name(bot)[1] for bot in self.bots)

    @property
    def most_deals(self) -> int:
        """How many deals a table plays at most."""
        return self.deals or (MOST_SPRT_DEALS if self.sprt else USUAL_DEALS)

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return self.players or self.rules.players[0]

    @property
    def teams(self) -> bool:
        """Whether everybody at a table wins or loses together, so that tables are teams."""
        return self.rules.cooperative and not self.sided

    @property
    def sided(self) -> bool:
        """Whether some at a table play against the rest, and the deal says who."""
        if not self.rules.cooperative:
            return False
        return bool(notes.sides(self.rules.new(self.seats, 0, self.options)))

    @property
    def limits(self) -> Limits:
        """What a bot that is another program is allowed."""
        return Limits(
            move=self.move_time or None,
            total=self.total_time or None,
            increment=self.increment,
            memory=self.memory << 20 or None,
        )


@cache
def rules_of(id: str, cards: str) -> engine.Game[Any]:
    """The game with this id and, unless it is empty, this card file; read once."""
    return engine.game(id, cards or None)


def split_name(bot: str) -> tuple[str, str]:
    """Name and spec of ``name=spec``; without a name the spec, or the program that it starts."""
    head, equals, rest = bot.partition("=")
    if equals and head and ":" not in head and head not in registry.BOTS:
        return head.strip(), rest.strip()
    kind, _, command = bot.partition(":")
    if kind != registry.EXEC or not command.strip():
        return bot, bot
    try:
        first, *words = shlex.split(command)
    except ValueError:
        return bot, bot
    script = next((word for word in words if PurePath(word).suffix), first)
    return PurePath(script).name, bot


def checked(config: Config) -> Config:
    """The same config, if such a tournament can be held; or ``BadTournament`` says why not."""
    config.rules.new(config.seats, 0, config.options)
    for spec in config.specs:
        registry.check(spec)
    least = 1 if config.teams else 2
    if len(config.bots) < least:
        raise BadTournament(f"a tournament needs at least {least} bots, not {len(config.bots)}")
    for field, lowest in LOWEST.items():
        given = getattr(config, field)
        if not lowest <= given < inf:  # what is not finite cannot be kept as JSON
            raise BadTournament(
                f"{field.replace('_', '-')} must be a number from {lowest}, not {given}"
            )
    if 0 < config.memory < LEAST_MEMORY:
        raise BadTournament(f"memory must be at least {LEAST_MEMORY} MiB, not {config.memory}")
    if config.teams and config.format != "round-robin":
        raise BadTournament(
            f"format {config.format!r}: teams do not meet each other in {config.game}; "
            "all of them play the same deals, which is round-robin"
        )
    if config.rounds and config.format != "swiss":
        raise BadTournament(f"rounds are for the format swiss, not {config.format}")
    if config.sprt is not None:
        _check_sprt(config, config.sprt)
    most = _tables(config) * config.seats * config.most_deals
    if most > MOST_MATCHES:
        raise BadTournament(
            f"a {config.format} of {len(config.bots)} bots is up to {most:,} matches, more than "
            f"{MOST_MATCHES:,}: take fewer deals or rounds, or another format"
        )
    return config


def _tables(config: Config) -> int:
    """How many tables there are at most."""
    bots, seats = len(config.bots), config.seats
    if config.teams or config.format == "knockout":
        return bots
    if config.format == "gauntlet":
        return bots - 1
    if config.format == "swiss":
        return ceil(bots / seats) * (config.rounds or bots)
    return comb(bots, seats) if bots >= seats else comb(seats - 1, bots - 1)


LOWEST = {
    "deals": 0, "rounds": 0, "move_time": 0, "total_time": 0, "increment": 0, "memory": 0,
    "strikes": 1,
}  # fmt: skip
"""The least that some fields may be."""
LEAST_MEMORY = 16
"""MiB that no program can do without."""


def _check_sprt(config: Config, sprt: Sprt) -> None:
    if len(config.bots) != 2 or config.teams:
        raise BadTournament("a sequential test compares exactly two bots that meet each other")
    if config.format != "round-robin":
        raise BadTournament(f"a sequential test is a round-robin of two bots, not {config.format}")
    if not -inf < sprt.elo0 < sprt.elo1 < inf:
        raise BadTournament(f"sprt: elo0 must be below elo1, not {sprt.elo0:g} and {sprt.elo1:g}")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise BadTournament("sprt: alpha and beta must lie between 0 and 0.5")


def from_mapping(data: Mapping[str, Any]) -> Config:
    """A config from plain data, with every mistake named."""
    known = [field.encode_name for field in msgspec.structs.fields(Config)]
    for key in data:
        if key not in known:
            raise BadTournament(
                f"unknown field {key!r}{near(str(key), known)}; known: {', '.join(known)}"
            )
    try:
        return checked(msgspec.convert(dict(data), Config))
    except msgspec.ValidationError as error:
        raise BadTournament(f"bad tournament: {error}") from None


def from_toml(path: Path, **changes: Any) -> Config:
    """The config in a TOML file, with some fields changed."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadTournament(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadTournament(f"{path} is not TOML: {error}") from None
    try:
        return from_mapping({**data, **changes})
    except TakuError as error:
        raise BadTournament(f"{path}: {error}") from None


def read_sprt(text: str) -> Sprt:
    """``elo0=0,elo1=20`` as it is written on the command line; ``alpha`` and ``beta`` go too."""
    known = [field.name for field in msgspec.structs.fields(Sprt)]
    values: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key not in known:
            raise BadTournament(f"sprt: unknown {key!r}{near(key, known)}; known: {known}")
        try:
            values[key] = float(value)
        except ValueError:
            raise BadTournament(f"sprt: {key} must be a number, not {value!r}") from None
    return Sprt(**values)
