"""What positions and moves are worth: a judge for each game, and one for games nobody described."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from taku.bots.evaluate.judge import Judge
from taku.engine import Game


def judge_of(game: Game[Any]) -> Judge:
    """The judge of this game; one that only counts points where nobody wrote a better one.

    It is the ``GameJudge`` of the module that is called like the game's folder.
    """
    module = f"{__name__}.{game.folder.name}"
    if find_spec(module) is None:
        return Judge(game)
    judge: Judge = import_module(module).GameJudge(game)
    return judge
