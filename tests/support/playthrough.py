"""A seeded random match as reviewable text: every decision, and what changed in every view.

``python -m tests.support.playthrough --write`` writes all golden files anew, or those of the games
named.
"""

import argparse
import random
from pathlib import Path
from typing import Any

import msgspec

from taku import engine

FOLDER = Path(__file__).parents[1] / "playthroughs"
MATCHES: dict[str, list[tuple[int, int, dict[str, Any]]]] = {
    "daybreak": [(2, 1, {}), (4, 2, {"modules": ["curse", "bless", "travellers"]})],
    "grimoire": [(2, 1, {}), (3, 2, {}), (4, 3, {})],
    "heart-of-crown": [(2, 1, {}), (3, 2, {"set": "great-war"})],
    "mitakihara": [(3, 1, {}), (5, 2, {"rules": ["stage-girl", "oriko-kirika"], "certain": True})],
}
"""The golden matches: players, seed, options. A game not named here has one, of its least players."""
SHOWN = 120
"""Decisions told in full; of the rest of a long match only the moves and the end are told."""


def golden() -> list[tuple[str, int, int, dict[str, Any]]]:
    """Every golden match."""
    return [
        (id, *match)
        for id in engine.games()
        for match in MATCHES.get(id, [(engine.game(id).players[0], 1, {})])
    ]


def path_of(id: str, players: int, seed: int, options: dict[str, Any]) -> Path:
    """The file of a golden match."""
    extra = "".join(f"-{key}-{_word(value)}" for key, value in sorted(options.items()))
    return FOLDER / f"{id}-{players}p-seed{seed}{extra}.txt"


def _word(value: Any) -> str:
    return "+".join(value) if isinstance(value, list) else str(value).lower()


def playthrough(id: str, players: int, seed: int, options: dict[str, Any]) -> str:
    """The match as text."""
    match = engine.Match(engine.game(id), players, seed, options)
    rng = random.Random(seed)
    lines = [f"{id}, {players} players, seed {seed}, options {options}"]
    shown: dict[int, dict[str, Any]] = {seat: {} for seat in range(players)}
    while match.state.result is None:
        told = len(match.moves) < SHOWN
        if told:
            lines += ["", f"== decision {len(match.moves)}"]
            for seat in range(players):
                lines += _changes(seat, match.state.view(seat), shown[seat])
            for ask in match.state.pending:
                lines.append(f"ask seat {ask.seat} {ask.kind}: {' | '.join(ask.moves)}")
        decision = rng.choice(match.state.pending)
        move = rng.choice(decision.moves)
        lines.append(f"> seat {decision.seat}: {move}")
        for event in match.apply(decision.seat, move):
            if told:
                lines.append(f"  {event.kind} {_json(event.data)}{_secret(event)}")
    lines += ["", f"== over {_json(match.state.result)}"]
    for seat in range(players):
        lines += _changes(seat, match.state.view(seat), shown[seat])
    return "\n".join(lines) + "\n"


def _changes(seat: int, view: Any, shown: dict[str, Any]) -> list[str]:
    lines = []
    for key, value in _flat("", msgspec.to_builtins(view)).items():
        if shown.get(key, ...) != value:
            shown[key] = value
            lines.append(f"view {seat} {key} = {_json(value)}")
    return lines


def _flat(prefix: str, value: Any) -> dict[str, Any]:
    """Structs and lists of structs field by field, so that a change shows as one line."""
    if isinstance(value, dict):
        return {
            k: v for key, item in value.items() for k, v in _flat(f"{prefix}.{key}", item).items()
        }
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return {
            k: v for i, item in enumerate(value) for k, v in _flat(f"{prefix}[{i}]", item).items()
        }
    return {prefix.removeprefix("."): value}


def _secret(event: engine.Event) -> str:
    return f" to {list(event.to)}: {_json(event.secret)}" if event.secret or event.private else ""


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def main() -> None:
    """Write the golden files, or tell which differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", help=", ".join(engine.games()))
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    write = given.write
    FOLDER.mkdir(exist_ok=True)
    for match in [match for match in golden() if not given.games or match[0] in given.games]:
        path, text = path_of(*match), playthrough(*match)
        if not path.exists() or path.read_text("utf-8") != text:
            print(("wrote " if write else "differs: ") + path.name)
            if write:
                path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
