"""From bytes to messages: lines within bounds, and one clear error for each that cannot be used."""

from __future__ import annotations

from types import UnionType
from typing import Any, Generic, TypeVar, get_args

import msgspec

from taku.engine.core.errors import near, with_choices
from taku.protocol.messages import Code, Error, Move

M = TypeVar("M")

LONGEST_LINE = 1 << 20
"""A line has at most this many bytes, its end not counted."""
_QUOTED = 60
"""How much of a word of the other side is quoted in an error."""
_LONGEST_MESSAGE = 2000
"""How much an error says; whatever the other side sent, the answer is a line of the protocol."""
_EXPLAINED = 200
"""How much of the reason why a field is wrong is told; it may quote the other side."""


class Refused(Exception):
    """A line that cannot be used."""

    def __init__(self, code: Code, message: str, id: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id

    @property
    def error(self) -> Error:
        """The message that says so."""
        message = shortened(self.message, _LONGEST_MESSAGE)
        return Error(self.code, message, msgspec.UNSET if self.id is None else self.id)


class Lines:
    """Splits a stream into lines; ``None`` stands for one that is too long."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes | None]:
        """The lines that ``data`` completes, without their ends."""
        parts = data.split(b"\n")
        if len(parts) == 2 and not parts[1] and not self._rest and not self._skipping:
            return [_within(parts[0])]
        done: list[bytes | None] = []
        for part in parts[:-1]:
            self._grow(part, done)
            if not self._skipping:
                done.append(_within(bytes(self._rest)))
            self._rest.clear()
            self._skipping = False
        self._grow(parts[-1], done)
        return done

    def end(self) -> list[bytes | None]:
        """The stream ended: what was left without an end is a line too."""
        rest = bytes(self._rest)
        self._rest.clear()
        return [_within(rest)] if rest else []

    def _grow(self, part: bytes, done: list[bytes | None]) -> None:
        if self._skipping:
            return
        self._rest += part
        if len(self._rest) > LONGEST_LINE + 1:  # one more, for the CR of a CRLF
            self._rest.clear()
            self._skipping = True
            done.append(None)


def _within(line: bytes) -> bytes | None:
    if line.endswith(b"\r"):
        line = line[:-1]
    return line if len(line) <= LONGEST_LINE else None


class Reader(Generic[M]):
    """Reads the messages of one side of the protocol."""

    def __init__(self, kinds: UnionType) -> None:
        self._decoder: msgspec.json.Decoder[M] = msgspec.json.Decoder(kinds)
        self._kinds = {_tag(kind): kind for kind in get_args(kinds)}

    def read(self, line: bytes | None) -> M | None:
        """The message of this line, None if it is blank; ``Refused`` says what is wrong."""
        if line is None:
            raise Refused("too_long", f"a line has at most {LONGEST_LINE} bytes")
        try:
            message = self._decoder.decode(line)
            # A move has three fields and no colon inside: more colons may be a field given twice.
            if type(message) is Move and line.count(b":") == 3 and line.isascii():
                return message
        except Exception:  # noqa: BLE001 - whatever it is, it is named below
            if not line or line.isspace():
                return None
        return self._read_carefully(line)

    def _read_carefully(self, line: bytes) -> M:
        import json  # only here: most connections never need it

        try:
            text = line.decode("utf-8")
            data = msgspec.json.decode(line)
            json.loads(text, object_pairs_hook=_unique)
        except UnicodeDecodeError as error:
            raise Refused("bad_json", f"not UTF-8: byte {error.start}") from None
        except RecursionError:
            raise Refused("bad_json", "nested too deeply") from None
        except msgspec.ValidationError as error:
            raise Refused("bad_message", _explained(self._named(line, error))) from None
        except msgspec.DecodeError as error:
            raise Refused("bad_json", str(error)) from None
        except (ValueError, OverflowError) as error:
            raise Refused("bad_json", f"JSON is malformed: {error}") from None
        return self._convert(data)

    def _named(self, line: bytes, error: msgspec.ValidationError) -> str:
        """Why a number is out of range; only who knows the messages can name its field."""
        try:
            self._decoder.decode(line)
        except msgspec.ValidationError as named:
            return str(named)
        return str(error)

    def _convert(self, data: Any) -> M:
        if not isinstance(data, dict):
            raise Refused("bad_message", f"expected an object, got {_kind_of(data)}")
        tag = data.get("type")
        if not isinstance(tag, str):
            wrong = "is missing" if tag is None and "type" not in data else "must be a string"
            raise Refused("bad_message", f"type: {wrong}")
        kind = self._kinds.get(tag)
        if kind is None:
            hint = near(tag, self._kinds) if len(tag) <= _QUOTED else ""
            known = ", ".join(self._kinds)
            raise Refused("unknown_type", f"unknown type {quoted(tag)}{hint}; known: {known}")
        try:
            message: M = msgspec.convert(data, kind)
        except (msgspec.ValidationError, RecursionError) as error:
            id = data.get("id") if tag == "move" else None
            concerned = id if isinstance(id, int) and not isinstance(id, bool) else None
            reason = with_choices(str(error), kind)
            raise Refused("bad_message", f"{tag}: {_explained(reason)}", concerned) from None
        return message


def visible(text: str) -> str:
    """Text of the other side, fit for a terminal: what does not print is escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shortened(text: str, most: int) -> str:
    """The beginning of a text, and dots for the rest."""
    return text if len(text) <= most else f"{text[:most]}..."


def quoted(word: object) -> str:
    """A word of the other side, short enough to be shown."""
    return shortened(repr(word), _QUOTED)


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _explained(reason: str) -> str:
    """``id: Expected `int`, got `str``` out of msgspec's words."""
    what, _, path = reason.rpartition(" - at `") if " - at `" in reason else (reason, "", "")
    field = path.rstrip("`").removeprefix("$").removeprefix(".")
    what = visible(what[:_EXPLAINED])
    return f"{field}: {what}" if field else what


def _kind_of(data: object) -> str:
    names = {list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(data), "a number")


def _unique(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise Refused("bad_message", f"{quoted(key)} is given twice")
        seen.add(key)
