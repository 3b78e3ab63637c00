"""Tournaments are described in a file or in words, and mistakes are named."""

from pathlib import Path
from typing import Any

import pytest

from taku import engine
from taku.bots import tournament
from taku.bots.tournament import Config
from taku.engine import TakuError

GOOD: dict[str, Any] = {"game": "grimoire", "bots": ["greedy", "random"]}


def test_a_toml_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(
        'game = "grimoire"\nbots = ["strong=mcts:iterations=9", "random", "random"]\n'
        'players = 3\nformat = "round-robin"\ndeals = 4\nseed = 9\nmove-time = 2.5\n'
    )
    config = tournament.from_toml(path)
    assert config.names == ("strong", "random", "random #2")
    assert config.specs == ("mcts:iterations=9", "random", "random")
    assert (config.seats, config.most_deals, config.move_time) == (3, 4, 2.5)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"deal": 3}, r"unknown field 'deal' \(did you mean 'deals'\?\)"),
        ({"deals": "many"}, "Expected `int`"),
        ({"deals": -1}, "deals must be a number from 0, not -1"),
        ({"format": "league"}, "format"),
        ({"bots": ["random"]}, "at least 2 bots, not 1"),
        ({"bots": ["random", "gready"]}, "did you mean 'greedy'"),
        ({"game": "grimoir"}, "did you mean 'grimoire'"),
        ({"players": 9}, "2 to 4 players, not 9"),
        ({"options": {"x": 1}}, "unknown option of grimoire: 'x'"),
        ({"move-time": -1}, "move-time must be a number from 0, not -1"),
        ({"memory": 3}, "memory must be at least 16 MiB, not 3"),
        ({"total-time": -1}, "total-time must be a number from 0, not -1"),
        ({"strikes": 0}, "strikes must be a number from 1, not 0"),
        ({"rounds": 3}, "rounds are for the format swiss, not round-robin"),
        ({"cards": "none.toml"}, "none.toml"),
        ({"game": "mitakihara", "format": "swiss"}, "teams do not meet each other"),
        ({"game": "mitakihara", "bots": []}, "at least 1 bots, not 0"),
        ({"sprt": {}, "format": "knockout"}, "a sequential test is a round-robin"),
        ({"sprt": {"alpha": 0.7}}, "alpha and beta must lie between 0 and 0.5"),
        ({"sprt": {"elo0": 5, "elo1": 5}}, "elo0 must be below elo1"),
        ({"sprt": {}, "bots": ["random"] * 3}, "exactly two bots"),
        ({"sprt": {"elo1": float("nan")}}, "elo0 must be below elo1, not 0 and nan"),
        ({"sprt": {"elo1": float("inf")}}, "elo0 must be below elo1, not 0 and inf"),
        ({"move-time": float("inf")}, "move-time must be a number from 0, not inf"),
        ({"increment": float("nan")}, "increment must be a number from 0, not nan"),
        ({"deals": 10**9}, "up to 2,000,000,000 matches, more than 1,000,000"),
        ({"bots": ["random"] * 64, "players": 4}, "a round-robin of 64 bots is up to 50,830,080"),
    ],
)
def test_mistakes_are_named(change: dict[str, Any], error: str) -> None:
    with pytest.raises(TakuError, match=error):
        tournament.from_mapping({**GOOD, **change})


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("random", "random"),
        ("mcts:iterations=9", "mcts:iterations=9"),
        ("strong=mcts:iterations=9", "strong"),
        ("exec:/usr/bin/python3.11 -u /home/me/bots/first.py --level 3", "first.py"),
        ("exec:/home/me/a.out", "a.out"),
        ("mine=exec:./bot", "mine"),
    ],
)
def test_everybody_has_a_short_name(bot: str, name: str) -> None:
    assert Config("grimoire", (bot,)).names == (name,)


def test_a_name_shows_what_does_not_print() -> None:
    evil = ("\x1b[31mred=random", "two\nlines=random", "exec:python3 -c 'a.b\x1b[2J'")
    names = Config("grimoire", evil).names
    assert names == (r"\x1b[31mred", r"two\nlines", r"a.b\x1b[2J")


def test_what_a_program_is_allowed_is_part_of_the_tournament() -> None:
    config = tournament.from_mapping({**GOOD, "move-time": 2, "total-time": 60, "memory": 256})
    limits = config.limits
    assert (limits.move, limits.total, limits.memory) == (2, 60, 256 << 20)
    boundless = tournament.from_mapping({**GOOD, "move-time": 0}).limits
    assert (boundless.move, boundless.total, boundless.memory) == (None, None, None)


def test_fields_of_a_file_can_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text('game = "grimoire"\nbots = ["greedy", "random"]\ndeals = 4\n')
    assert tournament.from_toml(path, deals=7, seed=3) == Config(
        "grimoire", ("greedy", "random"), deals=7, seed=3
    )


def test_another_card_file_is_played_with(tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    text = (engine.game("grimoire").folder / "cards.toml").read_text("utf-8")
    cards.write_text(text + "\n# mine\n", "utf-8")
    config = tournament.from_mapping({**GOOD, "cards": str(cards)})
    assert config.rules.tag != engine.game("grimoire").tag


def test_mistakes_in_files_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    with pytest.raises(tournament.BadTournament, match=r"cannot read .*t\.toml"):
        tournament.from_toml(path)
    path.write_text("game = ")
    with pytest.raises(tournament.BadTournament, match="is not TOML"):
        tournament.from_toml(path)
    path.write_text('game = "chess"\nbots = []\n')
    with pytest.raises(tournament.BadTournament, match=r"t\.toml: unknown game 'chess'"):
        tournament.from_toml(path)


def test_a_sequential_test_is_read_from_words() -> None:
    assert tournament.read_sprt("elo0=-5,elo1=10") == tournament.Sprt(elo0=-5, elo1=10)
    with pytest.raises(tournament.BadTournament, match="unknown 'elo2'"):
        tournament.read_sprt("elo2=1")
    with pytest.raises(tournament.BadTournament, match="must be a number"):
        tournament.read_sprt("elo0=low")


def test_to_resume_needs_a_file() -> None:
    with pytest.raises(tournament.BadTournament, match="name the results file"):
        tournament.run(Config("grimoire", ("random", "random")), resume=True)
    with pytest.raises(tournament.BadTournament, match="jobs must be at least 1"):
        tournament.run(Config("grimoire", ("random", "random")), jobs=0)
