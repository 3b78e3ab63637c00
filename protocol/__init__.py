"""TP/1: games as lines of JSON, for programs in any language.

``from taku.protocol import run_bot`` loads nothing of the engine: names are fetched when used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taku.protocol.helper import Ask, run_bot
    from taku.protocol.host import Outcome, play

__all__ = ["Ask", "Outcome", "play", "run_bot"]

_HOMES = {
    "Ask": "taku.protocol.helper",
    "Outcome": "taku.protocol.host",
    "play": "taku.protocol.host",
    "run_bot": "taku.protocol.helper",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
