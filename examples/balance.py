"""How hard is each option of Shadows over Mitakihara? A team of bots finds out.

    python examples/balance.py --bot greedy --matches 100

Plays the base game with 3 to 5 players, and each option alone, and prints how often the girls win,
with a 95% interval, in the order of difficulty that the rulebook prints. The same deals are played
with every option. Another card file: --cards FILE.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from taku import engine
from taku.bots.registry import make
from taku.bots.tournament.ratings import wilson
from taku.protocol.host import play

PLAYERS = {"six-girls": 6, "seven-girls": 7, "eight-girls": 8}
"""The options for one number of players; all others are measured with five."""
MARKS = ("--", "-", "+-", "+", "++", "+++", "++++", "?????")
"""The rulebook's marks, from easier to harder; the last is unknown."""


class Table(NamedTuple):
    """What is measured together."""

    mark: str
    players: int
    rules: tuple[str, ...]


def tables(game: engine.Game[Any]) -> Iterator[Table]:
    """The base game with 3 to 5 players, then each option alone."""
    for players in (3, 4, 5):
        yield Table("", players, ())
    for option in sorted(game.cards.option, key=lambda option: MARKS.index(option.difficulty)):
        yield Table(option.difficulty, PLAYERS.get(option.slug, 5), (option.slug,))


def girls_win(bot: str, cards: str | None, table: Table, seed: int) -> bool:
    """Whether the girls win this match; with a hidden traitor, whoever is on their side."""
    game = engine.game("mitakihara", cards)
    match = engine.Match(game, table.players, seed, {"rules": list(table.rules)})
    team = [make(bot, seed * 10 + seat) for seat in range(table.players)]
    return play(match, team).result.reason.endswith("-ending")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bot", default="greedy", help="who plays all seats: greedy, mcts:...")
    parser.add_argument("--matches", type=int, default=100, help="matches for each line")
    parser.add_argument("--seed", type=int, default=0, help="the first deal")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--cards", help="another card file")
    parser.add_argument("--only", nargs="*", metavar="RULE", help="these options alone")
    chosen = parser.parse_args()
    print(f"{'':4}{'mark':7}{'players':9}{'won':>9}   95% interval   rules")
    measured = [
        table
        for table in tables(engine.game("mitakihara", chosen.cards))
        if chosen.only is None or set(chosen.only) & {*table.rules}
    ]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for number, table in enumerate(measured, 1):
            work = partial(girls_win, chosen.bot, chosen.cards, table)
            deals = range(chosen.seed, chosen.seed + chosen.matches)
            won = sum(pool.map(work, deals))
            sure = wilson(won / chosen.matches, chosen.matches)
            rules = " ".join(table.rules) or "base game"
            print(
                f"{number:2}  {table.mark:7}{table.players:<9}{won:4}/{chosen.matches:<4}"
                f"   {sure.low:5.0%} to {sure.high:4.0%}   {rules}",
                flush=True,
            )


if __name__ == "__main__":
    main()
