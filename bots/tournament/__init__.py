"""The arena: tournaments between bots that can be trusted.

>>> from taku.bots import tournament
>>> config = tournament.Config("grimoire", ("greedy", "random"), deals=2, seed=1)
>>> held = tournament.run(config)
>>> len(held.matches)
4

``run(config, results=, resume=, jobs=, cluster=, on_progress=)`` holds one and returns it;
``from_toml(path)`` reads a config; ``load(path)`` reads a results file, ``recording(path, number)``
one match of it; ``standings(held)`` counts. ``report.text``, ``report.as_json``,
``report.as_csv`` and ``page.html`` show, and ``stats.gather(paths)`` tells what wins.
"""

from taku.bots.tournament.config import (
    FORMATS,
    BadTournament,
    Config,
    Sprt,
    from_mapping,
    from_toml,
    read_sprt,
)
from taku.bots.tournament.results import Played, ResultsError, points
from taku.bots.tournament.runner import Tournament, WorkerLost, load, recording, run
from taku.bots.tournament.standings import Standings, standings

__all__ = [
    "FORMATS",
    "BadTournament",
    "Config",
    "Played",
    "ResultsError",
    "Sprt",
    "Standings",
    "Tournament",
    "WorkerLost",
    "from_mapping",
    "from_toml",
    "load",
    "points",
    "read_sprt",
    "recording",
    "run",
    "standings",
]
