"""The schema says what the protocol says."""

from importlib.metadata import version

from taku.protocol.schema import protocol_schema
from taku.protocol.version import VERSION


def tags(side: str) -> set[str]:
    defs = protocol_schema()["$defs"]
    names = [ref["$ref"].rpartition("/")[2] for ref in defs[side]["oneOf"]]
    return {defs[name]["properties"]["type"]["enum"][0] for name in names}


def test_every_message_has_a_schema() -> None:
    play = {"hello", "start", "ask", "event", "over", "error", "bye"}
    assert tags("host") == play
    assert tags("engine") == play | {"games", "view", "undone", "saved"}
    assert tags("player") == {"hello", "move"}
    assert tags("driver") == {
        "hello",
        "move",
        "games",
        "new",
        "view",
        "undo",
        "save",
        "load",
        "quit",
    }


def test_required_fields_are_those_of_the_page() -> None:
    defs = protocol_schema()["$defs"]
    assert set(defs["Move"]["required"]) == {"type", "id", "move"}
    assert set(defs["New"]["required"]) == {"type", "game"}
    assert set(defs["PlayerHello"]["required"]) == {"type", "protocol", "name"}


def test_every_reference_leads_somewhere() -> None:
    schema = protocol_schema()

    def refs(part: object) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if "$ref" in part else []
            return own + [ref for value in part.values() for ref in refs(value)]
        return [ref for value in part for ref in refs(value)] if isinstance(part, list) else []

    assert {ref.removeprefix("#/$defs/") for ref in refs(schema)} <= set(schema["$defs"])


def test_the_version_is_that_of_the_distribution() -> None:
    assert version("taku") == VERSION
