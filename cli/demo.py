"""Bots play one match of every game, told for a reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from taku import engine
from taku.bots.registry import BOTS, check, make
from taku.cli.language import text
from taku.cli.render.common import Look, rule
from taku.cli.seating import seat_names
from taku.cli.telling import ending, is_heading, told
from taku.cli.terms import game_named
from taku.engine import Match, Result
from taku.protocol.host import Table
from taku.protocol.players import LocalPlayer, Player

if TYPE_CHECKING:
    from taku.cli.terms import Terms


def run(terms: Terms, games: Sequence[str], seed: int, bot: str | None, quick: bool) -> None:
    """Play and tell one match of each game."""
    spec = bot or ("greedy" if "greedy" in BOTS else "random")
    check(spec)
    wanted = [game_named(id) for id in games or engine.games()]
    for game in wanted:
        match = Match(game, seed=seed)
        seats = [spec] * match.players
        look = Look(game, terms.language, seat_names(seats, terms.language), terms.width)
        head = f"{game.name.in_language(terms.language)}: {', '.join(look.names)}"
        terms.show([rule(head, terms.width, text(terms.language, "seed-is", seed=seed))])
        teller = None if quick else Teller(match, terms, look)
        players: list[Player] = [make(_seeded(spec, seed + n)) for n in range(match.players)]
        table = Table(match, players, names=look.names, watchers=[teller] if teller else [])
        table.begin()
        table.run()
        terms.show([*ending(match, table.end().result, look, ()), []])


def _seeded(spec: str, seed: int) -> str:
    """The spec with a seed, if it has none and takes one: the same demo twice is the same."""
    name = spec.partition(":")[0]
    if name not in BOTS or "seed" not in BOTS[name].parameters or "seed=" in spec:
        return spec
    return f"{spec}{',' if ':' in spec else ':'}seed={seed}"


class Teller(LocalPlayer):
    """A watcher to whom everything is shown: the reader holds no cards.

    It tells a turn when the next begins, so that what one player does in a row reads together.
    """

    name = "reader"

    def __init__(self, match: Match[Any], terms: Terms, look: Look) -> None:
        super().__init__()
        self._match = match
        self._terms = terms
        self._look = look
        self._shown = 0

    def told(self, seat: int, kind: str, data: Any) -> None:
        """Told when the turn is complete."""

    def flush(self) -> None:
        """Tell the turns that are complete."""
        for number in range(len(self._match.events) - 1, self._shown, -1):
            if is_heading(self._match.events[number], self._look):
                self._tell(number)
                break

    def end(self, result: Result) -> None:
        """Tell the rest."""
        self._tell(len(self._match.events))

    def _tell(self, to: int) -> None:
        self._terms.show(told(self._match, None, self._look, self._shown, to))
        self._shown = to
