"""Any view as an indented outline, for a game that has no table of its own."""

from __future__ import annotations

from typing import Any

import msgspec

from taku.cli.render.common import Look, labelled, rule
from taku.cli.style import Line


def table(view: Any, look: Look) -> list[Line]:
    """Every field that is not empty, by its name."""
    lines = [rule(look.game.name.in_language(look.language), look.width)]
    _outline(msgspec.to_builtins(view), look, lines, 0)
    return lines


def _outline(data: Any, look: Look, lines: list[Line], depth: int) -> None:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if value is None or value == "" or (isinstance(value, dict | list | tuple) and not value):
            continue
        label = "  " * depth + str(key).replace("_", " ")
        plain = isinstance(value, list | tuple) and not isinstance(value[0], dict | list | tuple)
        if isinstance(value, dict | list | tuple) and not plain:
            lines.append([("dim", " " + label)])
            _outline(value, look, lines, depth + 1)
        elif plain:
            lines += labelled(label, look.cards(map(str, value)), look.width, 22)
        else:
            lines += labelled(label, look.name(str(value)), look.width, 22)


def status(view: Any, look: Look) -> str:
    """The plain numbers and words of the view."""
    parts = []
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if isinstance(value, int | str) and not isinstance(value, bool) and value != "":
            parts.append(f"{name.replace('_', ' ')} {look.name(str(value))}")
    return " · ".join(parts)
