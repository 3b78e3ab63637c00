"""Which language to speak, and everything the command says, by key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from taku.cli.texts import TEXTS

LANGUAGES = ("ja", "en")


def choose(
    given: str | None = None, setting: str = "", environ: Mapping[str, str] = os.environ
) -> str:
    """The first that says: ``--lang``, ``TAKU_LANG``, the settings, the locale; else English."""
    for wish in (given, environ.get("TAKU_LANG"), setting):
        if wish:
            return wish if wish in LANGUAGES else "en"
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "ja" if locale.startswith("ja") else "en"


def text(language: str, key: str, /, **values: Any) -> str:
    """What the key stands for, with the values filled in."""
    ja, en = TEXTS[key]
    return (ja if language == "ja" else en).format(**values)
