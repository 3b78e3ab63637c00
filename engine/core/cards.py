"""Card files: TOML read into frozen structs, strictly, with every mistake named."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

from taku.engine.core.errors import BadCards, Problem, near, with_choices

Source = Literal["rulebook", "public", "inferred", "designed"]
"""Where a fact comes from; ``designed`` is our own choice, never a printed fact."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Ids are words of moves, so they are plain."""
C = TypeVar("C", bound="CardFile")


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    ja: str
    en: str

    def in_language(self, language: str) -> str:
        """The text in ``ja`` or ``en``."""
        return self.ja if language == "ja" else self.en


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every table of a card file may have."""

    id: str
    name: Text
    copies: int = 1
    text: Text | None = None
    reading: str = ""
    """The Japanese name in kana, for typing without conversion."""
    rules: tuple[str, ...] = ()
    """Ids of the ledger that concern this component."""
    source: Source | dict[str, Source]
    source_url: str | tuple[str, ...] | dict[str, str] = ""
    source_note: str | dict[str, str] = ""

    @property
    def designed(self) -> bool:
        """Whether anything about this component is our own choice."""
        source = self.source
        return "designed" in (source.values() if isinstance(source, dict) else (source,))

    @property
    def spoken(self) -> Text:
        """How moves and sentences call it: its name, and its numbers where names are alike."""
        return self.name


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A whole card file; a game's subclass has a field for each table of its cards.toml.

    What the rules look up often is a ``cached_property`` of the subclass; a state has it ``at_hand``.
    """

    def entries(self) -> list[Entry]:
        """All components, in the order of the file."""
        groups = (getattr(self, name) for name in self.__struct_fields__)
        return [e for g in groups if isinstance(g, tuple) for e in g if isinstance(e, Entry)]

    @classmethod
    def mistakes(cls, data: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
        """Mistakes in parts that types leave open, found in the raw file whatever else is wrong."""
        return ()

    def problems(self) -> Iterable[tuple[str, str, str]]:
        """Further mistakes that types cannot tell: (component, field, reason)."""
        return ()


def at_hand(cards: C) -> C:
    """The same cards with each look-up as a field: that is read faster than a property."""
    kind = type(cards)
    names = [name for name, found in vars(kind).items() if isinstance(found, cached_property)]
    held = {name: getattr(cards, name) for name in (*kind.__struct_fields__, *names)}
    fields = [(name, Any) for name in names]
    whole = msgspec.defstruct(kind.__name__, fields, bases=(kind,), frozen=True, kw_only=True)
    return cast(C, whole(**held))


def mismatches(coded: Iterable[str], printed: Iterable[str]) -> list[tuple[str, str, str]]:
    """A problem for each card that has no effect in the rules, and each effect with no card."""
    rules, file = set(coded), set(printed)
    bare = [(card, "id", "the rules have no effect for this card") for card in sorted(file - rules)]
    lost = [(card, "id", "the rules have an effect for this id, but no card of the file has it")
            for card in sorted(rules - file)]  # fmt: skip
    return bare + lost


def read_cards(path: Path, kind: type[C]) -> tuple[C, str]:
    """The card file at ``path`` as ``kind``, and a digest of its contents; or ``BadCards``."""
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8")
    except OSError as error:
        raise BadCards(
            [Problem(str(path), 1, "", "", f"cannot be read: {error.strerror}")]
        ) from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadCards([Problem(str(path), line, "", "", "not UTF-8")]) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else 1
        raise BadCards([Problem(str(path), line, "", "", f"not TOML: {error}")]) from None
    return _convert(str(path), text, data, kind), hashlib.blake2b(raw, digest_size=8).hexdigest()


def _convert(file: str, text: str, data: dict[str, Any], kind: type[C]) -> C:
    hints = get_type_hints(kind)
    problems: list[Problem] = []
    ready: dict[str, Any] = {}
    for key, value in data.items():
        if key not in kind.__struct_fields__:
            line = _line(text, rf"^[ \t]*\[*{re.escape(key)}\b")
            problems.append(Problem(file, line, "", key, "unknown field"))
            continue
        hint = hints[key]
        if get_origin(hint) is tuple and isinstance(value, list):
            part, found = _convert_tables(file, text, key, value, get_args(hint)[0])
        else:
            part, found = _convert_value(file, text, key, value, hint)
        ready[key] = part
        problems += found
    for name, required in _required(kind).items():
        if name not in data and required:
            problems.append(Problem(file, 1, "", name, "missing"))
    problems += _bad_ids(file, text, data)
    problems += [
        Problem(file, line_of(text, card, field), card, field, reason)
        for card, field, reason in kind.mistakes(data)
    ]
    if not problems:
        cards = kind(**ready)
        problems = [
            Problem(file, line_of(text, card, field), card, field, reason)
            for card, field, reason in cards.problems()
        ]
        if not problems:
            return cards
    raise BadCards(sorted(problems, key=lambda p: p.line))


def _required(kind: type[msgspec.Struct]) -> dict[str, bool]:
    return {f.name: f.required for f in msgspec.structs.fields(kind)}


def _convert_tables(
    file: str, text: str, key: str, tables: Sequence[Any], hint: Any
) -> tuple[tuple[Any, ...], list[Problem]]:
    """Each table by itself, so that one mistake does not hide the next."""
    done, problems = [], []
    for number, table in enumerate(tables):
        try:
            done.append(msgspec.convert(table, hint, strict=True))
        except msgspec.ValidationError as error:
            card = table.get("id", "") if isinstance(table, dict) else ""
            line = _nth_line(text, rf"^[ \t]*\[\[{re.escape(key)}\]\]", number)
            problems += [
                Problem(file, line, str(card) or f"{key}[{number}]", field, reason)
                for reason, field in _field_mistakes(table, hint) or [_explain(str(error), hint)]
            ]
    return tuple(done), problems


def _field_mistakes(table: Any, hint: Any) -> list[tuple[str, str]]:
    """The reason and the field of every mistake in one table, each field read by itself."""
    if not (
        isinstance(table, dict) and isinstance(hint, type) and issubclass(hint, msgspec.Struct)
    ):
        return []
    found = []
    hints = get_type_hints(hint)
    fields = {f.encode_name: f for f in msgspec.structs.fields(hint)}
    for name in table.keys() - fields.keys():
        found.append((f"unknown field `{name}`{near(name, fields)}", name))
    for name, field in fields.items():
        if name not in table:
            if field.required:
                found.append((f"missing required field `{name}`", name))
            continue
        try:
            msgspec.convert(table[name], hints[field.name], strict=True)
        except msgspec.ValidationError as error:
            reason, inner = _explain(str(error), hints[field.name])
            joint = "" if inner.startswith("[") or not inner else "."
            found.append((reason, f"{name}{joint}{inner}"))
    return sorted(found, key=lambda each: each[1])


def _convert_value(
    file: str, text: str, key: str, value: Any, hint: Any
) -> tuple[Any, list[Problem]]:
    try:
        return msgspec.convert(value, hint, strict=True), []
    except msgspec.ValidationError as error:
        reason, field = _explain(str(error), hint)
        line = _line(text, rf"^[ \t]*\[*{re.escape(key)}\b")
        return None, [Problem(file, line, key, field, reason)]


def _explain(message: str, hint: Any) -> tuple[str, str]:
    """The reason and the field, out of msgspec's ``reason - at `$.field```."""
    reason, _, path = with_choices(message, hint).partition(" - at `")
    field = path.rstrip("`").removeprefix("$").removeprefix(".")
    named = re.search(r"(unknown|required) field `([^`]+)`", reason)
    if named:
        field = f"{field}.{named[2]}" if field else named[2]
    return reason, field


def _bad_ids(file: str, text: str, data: dict[str, Any]) -> list[Problem]:
    problems = []
    for key, tables in data.items():
        if not isinstance(tables, list):
            continue
        seen: set[str] = set()
        for number, table in enumerate(tables):
            card = table.get("id") if isinstance(table, dict) else None
            if not isinstance(card, str):
                continue
            reasons = ["this id is used twice"] if card in seen else []
            if not ID.fullmatch(card):
                reasons.append("expected small letters, digits and hyphens, such as 'gate-guard'")
            for reason in reasons:
                line = _nth_line(text, rf"^[ \t]*\[\[{re.escape(key)}\]\]", number)
                problems.append(Problem(file, line, card, "id", reason))
            seen.add(card)
    return problems


def line_of(text: str, card: str, field: str = "") -> int:
    """The line of the component with this id, or of a field that belongs to none; 1 if unknown."""
    if not card and field:
        table, _, name = field.rpartition(".")
        above = _line(text, rf"^[ \t]*\[{re.escape(table)}\]") - 1 if table else 0
        rest = "\n".join(text.splitlines()[above:])
        return above + _line(rest, rf"^[ \t]*(\[+{re.escape(name)}\]|{re.escape(name)}\s*=)")
    return _line(text, rf'^[ \t]*id\s*=\s*"{re.escape(card)}"')


def _line(text: str, pattern: str) -> int:
    return _nth_line(text, pattern, 0)


def _nth_line(text: str, pattern: str, number: int) -> int:
    for found in re.finditer(pattern, text, re.MULTILINE):
        if number == 0:
            return text.count("\n", 0, found.start()) + 1
        number -= 1
    return 1
