"""One match of a tournament: the bots sit down, the protocol's host referees, the result is noted."""

from __future__ import annotations

import atexit
import shutil
import threading
from collections.abc import Sequence

import msgspec

from taku import engine
from taku.bots import registry
from taku.bots.tournament import notes
from taku.bots.tournament.config import BadTournament, Config
from taku.bots.tournament.results import Fault, Played
from taku.bots.tournament.schedule import Fixture, seed_of
from taku.protocol import host
from taku.protocol.child import Limits
from taku.protocol.players import Player
from taku.protocol.process import ProcessPlayer
from taku.protocol.version import ENGINE


class Programs:
    """Bots that are other programs stay up between matches: one of each per seat and thread."""

    def __init__(self) -> None:
        self.running: dict[tuple[int, str, int, Limits], ProcessPlayer] = {}

    def get(self, spec: str, number: int, limits: Limits) -> ProcessPlayer:
        """The program of this spec; ``number`` tells several at one table apart."""
        key = (threading.get_ident(), spec, number, limits)
        if key not in self.running:
            self.running[key] = ProcessPlayer(spec.partition(":")[2], limits)
        return self.running[key]

    def drop(self, player: Player) -> None:
        """End a program that has failed; its next match begins with a new one."""
        for key, running in list(self.running.items()):
            if running is player:
                del self.running[key]
                player.close()

    def close(self) -> None:
        """End them all."""
        while self.running:
            self.running.popitem()[1].close()

    def kill(self) -> None:
        """End them at once, whatever other threads do with them."""
        for player in list(self.running.values()):
            player.kill()


PROGRAMS = Programs()
atexit.register(PROGRAMS.close)

_encode = msgspec.json.Encoder().encode


class Table:
    """Where the matches of a tournament are played, one after another."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.game = config.rules
        self.seats = config.seats
        self.names = config.names
        self.specs = config.specs
        self.makers = [None if _is_program(spec) else registry.maker(spec) for spec in self.specs]
        """What makes the bots of this process, by number."""
        self.noted = notes.is_noted(self.game)

    def seated(self, fixture: Fixture) -> list[Player]:
        """The players of a match, those of this process fresh and with seeds of their own."""
        players: list[Player] = []
        for seat, bot in enumerate(fixture.table):
            make = self.makers[bot]
            if make is None:
                # Two bots of one spec are two programs as well: no seat sees another's cards.
                spec = self.specs[bot]
                number = sum(self.specs[before] == spec for before in fixture.table[:seat])
                players.append(PROGRAMS.get(spec, number, self.config.limits))
            else:
                players.append(make(seed_of(self.config.seed, fixture.id, seat)))
        return players

    def play(self, fixture: Fixture) -> Played:
        """Play one match; whatever the players do, there is a result."""
        config = self.config
        players = self.seated(fixture)
        names = [self.names[bot] for bot in fixture.table]
        match = engine.Match(self.game, self.seats, fixture.seed, config.options, forgetful=True)
        dealt = notes.dealt(match.state) if self.noted else ()
        outcome = host.play(match, players, names=names, strikes=config.strikes)
        more = notes.taken(match.state, dealt) if self.noted else {}
        if outcome.faults:
            more["faults"] = tuple(
                [Fault(f.seat, f.code, f.message[:MOST_WORDS]) for f in outcome.faults]
            )
        if outcome.forfeited:
            more["own"] = match.state.result
            for seat in outcome.forfeited:
                PROGRAMS.drop(players[seat])
        result = outcome.result
        return Played(
            id=fixture.id,
            table=fixture.table,
            round=fixture.round,
            deal=fixture.deal,
            seed=fixture.seed,
            ranks=result.ranks,
            winners=result.winners,
            scores=result.scores,
            reason=result.reason,
            length=len(match.moves),
            moves=msgspec.Raw(_encode(match.moves)),
            **more,
        )


def _is_program(spec: str) -> bool:
    return spec.startswith(registry.EXEC + ":")


def check_programs(config: Config) -> None:
    """Refuse a program that is not on this machine, before it forfeits every match."""
    for spec in filter(_is_program, config.specs):
        command = ProcessPlayer(spec.partition(":")[2]).command[0]
        if shutil.which(command) is None:
            raise BadTournament(f"player {spec!r}: there is no program {command}")


MOST_WORDS = 400
"""So much is kept of what a fault says."""


def version_of(config: Config) -> str:
    """What must be alike wherever a tournament is played: the program and the cards."""
    return f"{ENGINE} {config.rules.tag}"


def play_all(config: Config, fixtures: Sequence[Fixture], version: str) -> list[Played]:
    """Several matches, one after another; what a worker does, if it is of this version."""
    own = version_of(config)
    if own != version:
        raise BadTournament(
            f"a worker has {own}, the tournament is held with {version}: install the same everywhere"
        )
    table = Table(config)
    return [table.play(fixture) for fixture in fixtures]
