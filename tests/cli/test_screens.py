"""The screens of every game at 80 and 120 columns; ``make golden`` writes them anew."""

import pytest

from taku.cli.render.common import cells
from tests.support.screens import FOLDER, screens


def test_every_screen_is_as_it_was_and_no_line_is_too_wide() -> None:
    for name, width, text in screens():
        assert text == (FOLDER / f"{name}.txt").read_text("utf-8"), f"{name}: see `make golden`"
        for line in text.splitlines():
            assert cells(line) <= width, f"{name}: {line}"


@pytest.mark.parametrize("word", ["hidden", "None", "{", "}"])
def test_no_screen_shows_what_is_not_for_people(word: str) -> None:
    for name, _, text in screens():
        assert word not in text, name
