"""Records prove themselves: every altered byte is found, and where it is."""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match
from taku.protocol import records
from taku.protocol.host import play
from taku.protocol.records import BadRecord, Recorder

Record = dict[str, Any]


def grimoire(moves: int = 0, seed: int = 5) -> Match[Any]:
    """A match of Grimoire after some random moves."""
    match = Match(engine.game("grimoire"), players=3, seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        step(match, rng)
    return match


def step(match: Match[Any], rng: random.Random) -> None:
    decision = rng.choice(match.state.pending)
    match.apply(decision.seat, rng.choice(decision.moves))


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Match[Any]]:
    """The record of a whole match."""
    match = grimoire()
    path = tmp_path / "match.jsonl"
    with Recorder.create(path, match, ["random"] * 3) as recorder:
        play(match, [RandomBot(seed) for seed in range(3)], recorder=recorder)
    return path, match


@pytest.mark.parametrize("game", engine.games())
def test_a_match_of_every_game_is_verified(tmp_path: Path, game: str) -> None:
    match = Match(engine.game(game), seed=8)
    path = tmp_path / "match.jsonl"
    with Recorder.create(path, match) as recorder:
        play(match, [RandomBot(seed) for seed in range(match.players)], recorder=recorder)
    again = records.verify(path)
    assert again.state == match.state
    assert again.moves == match.moves


def test_the_file_is_readable_lines(played: tuple[Path, Match[Any]]) -> None:
    path, match = played
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    head = lines[0]
    assert (head["record"], head["game"], head["players"], head["seed"]) == (1, "grimoire", 3, 5)
    assert (head["engine"], head["seats"]) == ("taku/0.1.0", ["random"] * 3)
    assert [(line["seat"], line["move"]) for line in lines[1:-1]] == match.moves
    assert lines[-1]["result"]["reason"] == match.state.result.reason
    assert all(len(line["check"]) == 16 for line in lines)


def test_every_altered_line_is_named(played: tuple[Path, Match[Any]]) -> None:
    path, _ = played
    lines = path.read_bytes().splitlines(keepends=True)
    rng = random.Random(1)
    for number in [0, 1, 2, len(lines) - 2, len(lines) - 1, *rng.choices(range(len(lines)), k=20)]:
        line = bytearray(lines[number])
        place = rng.randrange(len(line) - 1)
        line[place] ^= 1
        path.write_bytes(b"".join([*lines[:number], bytes(line), *lines[number + 1 :]]))
        with pytest.raises(BadRecord) as refused:
            records.read(path)
        assert f"{path}:{number + 1}: " in str(refused.value)


def test_missing_swapped_and_added_lines_are_named(played: tuple[Path, Match[Any]]) -> None:
    path, _ = played
    lines = path.read_bytes().splitlines(keepends=True)
    for changed, number in [
        ([*lines[:4], *lines[5:]], 5),
        ([*lines[:4], lines[5], lines[4], *lines[6:]], 5),
        ([*lines[:4], lines[4], lines[4], *lines[5:]], 6),
        ([*lines, lines[-1]], len(lines) + 1),
        ([*lines, b"\n"], len(lines) + 1),
        (lines[1:], 1),
        ([b"\xff\xfe\n"], 1),
    ]:
        path.write_bytes(b"".join(changed))
        with pytest.raises(BadRecord, match=f":{number}: "):
            records.read(path)
    path.write_bytes(b"")
    with pytest.raises(BadRecord, match="header is missing"):
        records.read(path)
    with pytest.raises(BadRecord, match="cannot be read"):
        records.read(path.with_name("none"))


def test_a_cut_record_is_refused_with_the_place(played: tuple[Path, Match[Any]]) -> None:
    path, match = played
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(BadRecord, match=f":{len(match.moves) + 2}: the line is cut off"):
        records.read(path)
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:-1]))
    assert records.read(path).end is None
    with pytest.raises(BadRecord, match=f":{len(match.moves) + 2}: the result is missing"):
        records.verify(path)


def test_every_move_is_in_the_file_when_it_is_made_and_can_be_resumed(tmp_path: Path) -> None:
    match = grimoire(4)
    path = tmp_path / "match.jsonl"
    recorder = Recorder.create(path, match, sync=True)
    rng = random.Random(2)
    for _ in range(5):
        step(match, rng)
        recorder.add(*match.moves[-1])
        assert list(records.read(path).moves) == match.moves
    os.close(recorder._file)  # as when the process dies
    with path.open("ab") as file:
        file.write(b'{"seat":0,"mo')
    again, recorder = records.resume(path)
    assert again.state == match.state
    play(again, [RandomBot(seed) for seed in range(3)], recorder=recorder)
    recorder.close()
    assert records.verify(path).state == again.state
    with pytest.raises(BadRecord, match="the match is over"):
        records.resume(path)


def test_undo_takes_lines_back(tmp_path: Path) -> None:
    match = grimoire(6)
    path = tmp_path / "match.jsonl"
    Recorder.create(path, match).close()
    match, recorder = records.resume(path)
    rng = random.Random(3)
    for _ in range(3):
        step(match, rng)
        recorder.add(*match.moves[-1])
    match.undo(5)
    recorder.undo(5)
    step(match, rng)
    recorder.add(*match.moves[-1])
    recorder.close()
    assert list(records.read(path).moves) == match.moves
    assert records.replay(records.read(path)).state == match.state


def test_a_file_is_never_overwritten(played: tuple[Path, Match[Any]]) -> None:
    path, match = played
    with pytest.raises(BadRecord, match="cannot be written"):
        Recorder.create(path, match)


def test_replay_up_to_a_move(played: tuple[Path, Match[Any]]) -> None:
    path, match = played
    part = records.replay(records.read(path), to=7)
    assert part.moves == match.moves[:7]


def test_other_cards_are_refused(played: tuple[Path, Match[Any]], tmp_path: Path) -> None:
    path, match = played
    cards = tmp_path / "cards.toml"
    cards.write_text((match.game.folder / "cards.toml").read_text("utf-8") + "\n# other\n", "utf-8")
    with pytest.raises(BadRecord, match="played with other cards"):
        records.verify(path, engine.game("grimoire", cards))


# -- one JSON object ------------------------------------------------------------------------------


def through_json(record: Record) -> Record:
    """As a driver might keep it: keys in another order."""
    loaded: Record = json.loads(json.dumps(record, sort_keys=True))
    return loaded


@pytest.mark.parametrize("moves", [0, 1, 20])
def test_an_object_restores_the_match(moves: int) -> None:
    match = grimoire(moves)
    again, seats = records.from_object(through_json(records.to_object(match, ["a", "b", "c"])))
    assert again.state == match.state
    assert again.moves == match.moves
    assert seats == ("a", "b", "c")


def test_the_check_of_an_object_is_that_of_the_file(played: tuple[Path, Match[Any]]) -> None:
    path, match = played
    last = json.loads(path.read_bytes().splitlines()[-1])
    assert records.to_object(match, ["random"] * 3)["check"] == last["check"]


def test_header_and_moves_are_enough() -> None:
    match = grimoire(9)
    whole = records.to_object(match)
    bare = {key: whole[key] for key in ("game", "players", "seed", "moves")}
    assert records.from_object(bare)[0].state == match.state


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("seed", 6, "altered"),
        ("players", 2, "altered"),
        ("moves", [], "altered"),
        ("check", "0" * 16, "altered"),
        ("seats", ["x", "y", "z"], "altered"),
        ("cards", "0" * 16, "altered"),
        ("position", "0" * 16, "position"),
        ("record", 2, "format 2"),
        ("moves", [[0]], "moves"),
        ("moves", [[0, 1]], "moves"),
        ("seed", "5", "seed"),
        ("game", None, "game"),
    ],
)
def test_an_altered_object_is_refused(field: str, value: object, reason: str) -> None:
    record = records.to_object(grimoire(9), ["a", "b", "c"])
    with pytest.raises(BadRecord, match=reason):
        records.from_object({**record, field: value})


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("moves", [[9, "page 1"]], r"moves\[0\]"),
        ("moves", [[0, "page 99" * 1000]], r"moves\[0\]"),
        ("game", "chess", "unknown game"),
        ("players", 9, "2 to 4 players"),
        ("options", {"no": 1}, "unknown option"),
        ("scenario", {"no": 1}, "scenario"),
        ("cards", "0" * 16, "other cards"),
        ("result", {"winners": [], "ranks": [], "scores": None, "reason": "x"}, "result"),
    ],
)
def test_an_impossible_object_is_refused(field: str, value: object, reason: str) -> None:
    record = {**records.to_object(grimoire(9)), "check": ""}
    with pytest.raises(BadRecord, match=reason) as refused:
        records.from_object({**record, field: value})
    assert len(str(refused.value)) < 1000
