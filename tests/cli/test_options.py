"""Options of a game as they are typed."""

from typing import Any

import pytest

from taku import engine
from taku.cli.play import read_options


@pytest.mark.parametrize(
    ("game", "typed", "options"),
    [
        ("daybreak", "modules=curse,bless", {"modules": ["curse", "bless"]}),
        ("daybreak", "modules=curse", {"modules": ["curse"]}),
        ("daybreak", 'modules=["curse"]', {"modules": ["curse"]}),
        ("daybreak", "stone-count=40", {"stone-count": 40}),
        ("mitakihara", "humans=sayaka,madoka", {"humans": ["sayaka", "madoka"]}),
        ("mitakihara", "partner=mami", {"partner": "mami"}),
    ],
)
def test_an_option_that_is_a_list_takes_words_with_commas(
    game: str, typed: str, options: dict[str, Any]
) -> None:
    assert read_options([typed], "en", engine.game(game)) == options
