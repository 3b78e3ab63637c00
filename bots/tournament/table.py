"""One match of a tournament: the bots sit down, the protocol's host referees, the result is noted."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Sequence

from taku import engine
from taku.bots import registry
from taku.bots.tournament.config import Config
from taku.bots.tournament.results import Fault, Played
from taku.bots.tournament.schedule import Fixture, seed_of
from taku.protocol import host
from taku.protocol.players import Player
from taku.protocol.process import Limits


class Programs(threading.local):
    """Bots that are other programs stay up between matches: one of each per seat and thread."""

    def __init__(self) -> None:
        self.running: dict[tuple[str, int], Player] = {}

    def get(self, spec: str, number: int, move_seconds: float) -> Player:
        """The program of this spec; ``number`` tells several at one table apart."""
        player = self.running.get((spec, number))
        if player is None:
            limits = Limits(move=move_seconds)
            player = self.running[spec, number] = registry.make(spec, limits=limits)
        return player

    def drop(self, player: Player) -> None:
        """End a program that has failed; its next match begins with a new one."""
        for key, running in list(self.running.items()):
            if running is player:
                del self.running[key]
                player.close()

    def close(self) -> None:
        """End them all."""
        for player in self.running.values():
            player.close()
        self.running.clear()


PROGRAMS = Programs()
atexit.register(PROGRAMS.close)


def seated(config: Config, fixture: Fixture) -> list[Player]:
    """The players of a match, those of this process fresh and with seeds of their own."""
    specs = config.specs
    players = []
    for seat, bot in enumerate(fixture.table):
        if specs[bot].startswith(registry.EXEC + ":"):
            number = fixture.table[:seat].count(bot)
            players.append(PROGRAMS.get(specs[bot], number, config.move_seconds))
        else:
            players.append(registry.make(specs[bot], seed_of(config.seed, fixture.id, seat)))
    return players


def play(config: Config, fixture: Fixture) -> Played:
    """Play one match; whatever the players do, there is a result."""
    players = seated(config, fixture)
    names = [config.names[bot] for bot in fixture.table]
    match = engine.Match(engine.game(config.game), config.seats, fixture.seed, config.options, forgetful=True)
    outcome = host.play(match, players, names=names)
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
        moves=tuple(match.moves),
        faults=tuple(Fault(fault.seat, fault.code) for fault in outcome.faults),
    )


def play_all(config: Config, fixtures: Sequence[Fixture]) -> list[Played]:
    """Several matches, one after another; what a worker does."""
    return [play(config, fixture) for fixture in fixtures]
