"""What a person looks up: the games, the components, the rules, the schemas."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from taku import engine
from taku.cli import render
from taku.cli.language import text
from taku.cli.moves import fold
from taku.cli.render.common import Cell, Look, columns, labelled, rule, wrap
from taku.cli.style import Line
from taku.cli.texts import TEXTS
from taku.engine import Game, TakuError
from taku.engine.core.cards import Entry, Text
from taku.engine.core.errors import near


class Statement(NamedTuple):
    """One rule of a ledger."""

    id: str
    text: str


class Section(NamedTuple):
    """A part of a ledger."""

    key: str
    title: str
    statements: tuple[Statement, ...]


_STATEMENT = re.compile(r"^[-*]\s+(?:\*\*|`)?([A-Z]+-[A-Z0-9-]*\d+)(?:\*\*|`)?:?\s+(.*)$")
_HEADING = re.compile(r"^#{2,}\s+(.*)$")


@lru_cache(maxsize=8)
def _ledger(path: Path) -> tuple[Section, ...]:
    found: list[tuple[str, list[Statement]]] = []
    for line in path.read_text("utf-8").splitlines():
        if heading := _HEADING.match(line):
            found.append((heading[1], []))
        elif (statement := _STATEMENT.match(line)) and found:
            found[-1][1].append(Statement(statement[1], statement[2]))
    return tuple(
        Section(_key(statements[0].id), title, tuple(statements))
        for title, statements in found
        if statements
    )


def _key(id: str) -> str:
    """The word of a rule id that names its section: ``GRM-BOOK-01`` is of ``book``."""
    return "-".join(id.split("-")[1:-1]).lower()


def sections(game: Game[Any]) -> tuple[Section, ...]:
    """The parts of a game's ledger that hold rules."""
    return _ledger(game.folder / "RULES.md")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of how a game goes, in short."""

    title: Text
    text: Text


@lru_cache(maxsize=1)
def _primers() -> dict[str, tuple[Part, ...]]:
    path = Path(__file__).with_name("primers.toml")
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, tuple[Part, ...]])


def primer(game: Game[Any]) -> tuple[Part, ...]:
    """How the game goes, in short; empty where nobody has written it."""
    return _primers().get(game.id, ())


def games(language: str, width: int) -> list[Line]:
    """Every game: id, names, players."""
    rows: list[list[Cell]] = []
    for id in engine.games():
        game = engine.game(id)
        least, most = game.players
        players = f"{least}" if least == most else f"{least}-{most}"
        other = "en" if language == "ja" else "ja"
        rows.append(
            [
                ("key", id),
                ("strong", game.name.in_language(language)),
                game.name.in_language(other),
                text(language, "for-players", players=players),
            ]
        )
    return columns(rows, width)


def cards(look: Look) -> list[Line]:
    """Every component, by its kind."""
    lines: list[Line] = []
    for field in look.game.cards.__struct_fields__:
        entries = getattr(look.game.cards, field)
        if not isinstance(entries, tuple) or not entries or not isinstance(entries[0], Entry):
            continue
        lines.append(rule(_kind(field, look), look.width))
        rows: list[list[Cell]] = [
            [
                ("key", e.id),
                e.name.in_language(look.language) + ("※" if e.designed else ""),
                f"×{e.copies}",
                render.facts(e, look).removesuffix(" ※"),  # it stands by the name, never cut off
                ("dim", render.text(e, look).replace("\n", " ")),
            ]
            for e in entries
        ]
        lines += columns(rows, look.width)
    if any(entry.designed for entry in look.game.cards.entries()):
        lines += labelled("※", text(look.language, "designed-list"), look.width, 2, "dim")
    return lines


def _kind(field: str, look: Look) -> str:
    """What the components of one part of a card file are called."""
    key = f"kind-{look.game.id}-{field}"
    return text(look.language, key) if key in TEXTS else look.name(field)


def checked(name: str | None, file: Path | None, language: str) -> Game[Any]:
    """The game with a card file that has no mistake; the file tells the game unless it is named."""
    if name is None or (file is None and name in engine.games()):
        raise TakuError(text(language, "check-what"))
    path = file or Path(name)
    id = name if file else _game_of(path, language)
    return engine.game(id, path)


def _game_of(path: Path, language: str) -> str:
    try:
        head = path.read_text("utf-8", errors="replace")
    except OSError as error:
        raise TakuError(f"{path}: {error.strerror}") from None
    found = re.search(r"^prefix\s*=\s*[\"'](\w+)", head, re.MULTILINE)
    known = {engine.game(id).prefix: id for id in engine.games()}
    if found and found[1] in known:
        return known[found[1]]
    raise TakuError(text(language, "whose-cards", file=path, prefixes=", ".join(known)))


def find_entry(look: Look, wanted: str) -> Entry:
    """The component that an id or a name in either language means; a unique prefix will do."""
    typed = fold(wanted)
    names = {
        e.id: {fold(name) for name in (e.id, e.name.ja, e.name.en, e.reading) if name}
        for e in look.game.entries.values()
    }
    exact = [id for id, known in names.items() if typed in known]
    begun = [id for id, known in names.items() if any(name.startswith(typed) for name in known)]
    inside = [id for id, known in names.items() if any(typed in name for name in known)]
    for found in (exact, begun, inside):
        if len(found) == 1 or (found and found is exact):
            return look.game.entries[found[0]]
        if found:
            raise TakuError(
                text(look.language, "several-cards", word=wanted, cards=", ".join(found))
            )
    every = {name for known in names.values() for name in known} | set(names)
    raise TakuError(
        text(look.language, "no-card", word=wanted, game=look.game.id, near=near(typed, every))
    )


def card(look: Look, wanted: str) -> list[Line]:
    """All about one component."""
    entry = find_entry(look, wanted)
    other = look.say(entry.name.en, entry.name.ja)
    lines = [rule(look.name(entry.id), look.width, other)]
    facts = [render.facts(entry, look), f"×{entry.copies}", entry.id]
    lines.append([("dim", " " + "  ".join(filter(None, facts)))])
    lines += [[("", " " + line)] for line in wrap(render.text(entry, look), look.width - 1)]
    if entry.designed:
        lines += _designed(entry, look)
    if entry.rules:
        lines += labelled(
            text(look.language, "rules-word"), ", ".join(entry.rules), look.width, 8, "dim"
        )
    return lines


def _designed(entry: Entry, look: Look) -> list[Line]:
    """Say what about a component is our own choice."""
    if isinstance(entry.source, dict):
        fields = ", ".join(field for field, source in entry.source.items() if source == "designed")
    else:
        fields = text(look.language, "everything")
    return labelled("※", text(look.language, "designed", fields=fields), look.width, 2, "dim")


def rules(look: Look, wanted: str = "") -> list[Line]:
    """How the game goes; or a section of the rules, a rule by its id, or rules that hold a word."""
    parts = sections(look.game)
    typed = wanted.strip().lower()
    if not typed:
        return _contents(look)
    if short := [p for p in primer(look.game) if typed in (p.title.ja, p.title.en.lower())]:
        return _told(short, look)
    for part in parts:
        if typed in (part.key, part.title.lower()):
            return [rule(part.title, look.width), *_statements(part.statements, look)]
    every = [statement for part in parts for statement in part.statements]
    found = [s for s in every if s.id.lower() in (typed, f"{look.game.prefix.lower()}-{typed}")]
    found = found or [s for s in every if s.id.lower().startswith(typed)]
    found = found or [s for s in every if typed in s.text.lower()]
    short = [p for p in primer(look.game) if typed in p.text.in_language(look.language).lower()]
    if short and not found:
        return _told(short, look)
    if not found:
        known = [part.key for part in parts]
        raise TakuError(
            text(
                look.language,
                "no-rule",
                word=wanted,
                game=look.game.id,
                near=near(typed, [*known, *(s.id.lower() for s in every)]),
                sections=", ".join(known),
            )
        )
    return _statements(found, look)


def _contents(look: Look) -> list[Line]:
    """The sections of the rules, and how the game goes, in short: the last lines are read first."""
    name = look.game.name.in_language(look.language)
    rows: list[list[Cell]] = [
        [("key", part.key), part.title, ("dim", str(len(part.statements)))]
        for part in sections(look.game)
    ]
    return [
        rule(text(look.language, "rules-of", game=name), look.width),
        *columns(rows, look.width),
        *_wrapped(text(look.language, "rules-note", game=look.game.id), look, "dim"),
        rule(text(look.language, "primer-of", game=name), look.width),
        *_told(primer(look.game), look),
    ]


def _told(parts: Sequence[Part], look: Look) -> list[Line]:
    lines: list[Line] = []
    for part in parts:
        lines.append([("strong", " " + part.title.in_language(look.language))])
        told = wrap(part.text.in_language(look.language), look.width - 3)
        lines += [[("", "   " + line)] for line in told]
    return lines


def _statements(statements: Any, look: Look) -> list[Line]:
    lines: list[Line] = []
    for statement in statements:
        lines.append([("key", f" {statement.id}")])
        lines += [[("", "   " + line)] for line in wrap(statement.text, look.width - 3)]
    return lines


def _wrapped(message: str, look: Look, style: str = "") -> list[Line]:
    return [[(style, " " + line)] for line in wrap(message, look.width - 1)]


def end_of_words(last: str | None, more: str | Path | None, language: str) -> None:
    """Refuse a word that stands where none is expected."""
    if more is not None:
        raise TakuError(text(language, "surplus", word=str(more), what=last))


def schema(what: str, game: str | None, language: str) -> dict[str, Any]:
    """A JSON Schema: of the protocol's messages, or of a game's scenarios or options."""
    if what == "protocol":
        end_of_words(what, game, language)
        from taku.protocol.schema import protocol_schema

        return protocol_schema()
    if what not in ("scenario", "options"):
        known = ("protocol", "scenario", "options")
        raise TakuError(text(language, "no-schema", what=what, near=near(what, known)))
    if game is None:
        raise TakuError(text(language, "schema-of", what=what, games=", ".join(engine.games())))
    from taku.cli.terms import game_named

    found = game_named(game)
    kind = found.scenario if what == "scenario" else found.options
    described = msgspec.json.schema(kind)
    for name, part in described["$defs"].items():
        struct = getattr(sys.modules[kind.__module__], name)
        for field, told in _field_texts(struct).items():
            part["properties"][field]["description"] = told
    return described


def _field_texts(struct: type) -> dict[str, str]:
    """What the source says under the fields of a struct, by the names they have in files."""
    import msgspec

    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    lines = ast.parse(inspect.getsource(struct)).body[0].body  # type: ignore[attr-defined]
    found = {}
    for field, line in pairwise(lines):
        if isinstance(field, ast.AnnAssign) and isinstance(line, ast.Expr):
            told = ast.literal_eval(line.value)
            found[names[ast.unparse(field.target)]] = " ".join(told.split())
    return found
