"""What a person looks up."""

import pytest

from taku import engine
from taku.cli.reference import schema


@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize("what", ["scenario", "options"])
def test_a_schema_says_what_its_fields_mean(game: str, what: str) -> None:
    found = schema(what, game, "en")
    fields = [field for part in found["$defs"].values() for field in part["properties"].values()]
    told = [field["description"] for field in fields if "description" in field]
    assert 2 * len(told) >= len(fields)
    assert all("\n" not in text for text in told)


def test_fields_have_the_names_of_files() -> None:
    found = schema("scenario", "mitakihara", "en")["$defs"]["Scenario"]["properties"]
    assert found["magic-pile"]["description"] == "The top of the magic pile."
    assert "magic_pile" not in found
