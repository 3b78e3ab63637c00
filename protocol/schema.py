"""The messages of TP/1 as JSON Schema, for generators and validators."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from taku.protocol.messages import DriverMessage, EngineMessage, HostMessage, PlayerMessage

_SIDES: dict[str, tuple[str, Any]] = {
    "host": ("What a host sends to a bot.", HostMessage),
    "player": ("What a bot sends to the host.", PlayerMessage),
    "engine": ("What `taku headless` sends to its driver.", EngineMessage),
    "driver": ("What a driver sends to `taku headless`.", DriverMessage),
}


def protocol_schema() -> dict[str, Any]:
    """One schema for every message; ``$defs`` has one for each of the four sides as well."""
    kinds = list(dict.fromkeys(kind for _, union in _SIDES.values() for kind in get_args(union)))
    refs, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    ref = dict(zip(kinds, refs, strict=True))
    sides = {
        side: {"description": text, "oneOf": [ref[kind] for kind in get_args(union)]}
        for side, (text, union) in _SIDES.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "TP/1, the taku protocol",
        "description": "Each line on stdin and stdout is one of these messages.",
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": {**sides, **dict(found)},
    }
