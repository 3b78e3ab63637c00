"""The golden matches have not changed; ``make golden`` writes them anew for review."""

from typing import Any

import pytest

from tests.support.playthrough import golden, path_of, playthrough


@pytest.mark.parametrize("match", golden(), ids=lambda match: path_of(*match).stem)
def test_playthrough(match: tuple[str, int, int, dict[str, Any]]) -> None:
    path = path_of(*match)
    assert path.exists(), f"{path.name} is missing: run `make golden`"
    assert playthrough(*match) == path.read_text("utf-8")
