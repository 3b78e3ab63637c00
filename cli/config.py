"""Settings and places: the settings file, and where matches and saves are kept (XDG)."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from taku.engine.core.errors import TakuError, near

DEFAULT = Path(__file__).with_name("taku.toml")
"""The settings file with every default, commented."""


class BadSettings(TakuError):
    """The settings file cannot be used."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """taku.toml; the commented default file says what each means."""

    language: Literal["", "ja", "en"] = ""
    colour: Literal["auto", "always", "never"] = "auto"
    name: str = ""
    opponent: str = ""
    hint: str = ""
    clear: bool = True


def settings_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the settings file is looked for."""
    return _home(environ, "XDG_CONFIG_HOME", ".config") / "taku.toml"


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where matches in progress and saves are kept."""
    return _home(environ, "XDG_STATE_HOME", ".local/state")


def _home(environ: Mapping[str, str], variable: str, default: str) -> Path:
    # The base-directory specification: a relative path is to be ignored.
    given = environ.get(variable, "")
    base = Path(given) if given.startswith("/") else Path(environ.get("HOME") or "/tmp") / default
    return base / "taku"


def read(path: Path | None = None) -> Settings:
    """The settings of the file, the defaults if there is none; ``BadSettings`` names a mistake."""
    path = path or settings_path()
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadSettings(f"settings file {path}: {reason}") from None
    for name, value in given.items():
        _check(name, value, path)
    return Settings(**given)


def _check(name: str, value: Any, path: Path) -> None:
    """Refuse a setting that there is not, or that cannot have this value."""
    known = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    if name not in known:
        raise BadSettings(f"settings file {path}: unknown setting {name!r}{near(name, known)}")
    try:
        msgspec.convert(value, known[name])
    except msgspec.ValidationError:
        values = " or ".join(map(repr, get_args(known[name])))
        expected = values or {bool: "true or false", str: "a text in quotes"}[known[name]]
        told = f"settings file {path}: {name} is {expected}, not {value!r}"
        raise BadSettings(told) from None


def player(setting: str, spec: str) -> str:
    """A player that the settings name; ``BadSettings`` if there is none."""
    from taku.bots.registry import check

    try:
        check(spec)
    except TakuError as error:
        raise BadSettings(f"settings file {settings_path()}: {setting}: {error}") from None
    return spec


def write_default(path: Path | None = None) -> Path:
    """Put the commented default file in place, unless there is one."""
    path = path or settings_path()
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(DEFAULT.read_text("utf-8"), "utf-8")
    except OSError as error:
        raise BadSettings(f"settings file {path}: cannot be written: {error.strerror}") from None
    return path
