"""The figures of the arena stand beside what they are compared with."""

import pytest

from taku.bots.tournament import bench


def test_every_figure_of_the_arena_has_its_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    lines = bench.run(["grimoire"], seconds=0.01).splitlines()[1:8]
    whats = [line[:48].strip() for line in lines]
    assert whats == [
        "grimoire: loop by advance (CPU time)",
        "grimoire: loop by apply (CPU time)",
        "grimoire: arena, one process (CPU time)",
        "grimoire: protocol alone, Python programs (wall)",
        "grimoire: arena, Python programs (wall)",
        "grimoire: arena, one process (wall)",
        "grimoire: arena, 2 jobs (wall)",
    ]
    figures = [line[48:].split() for line in lines]
    assert [len(found) for found in figures] == [1, 2, 2, 1, 2, 1, 2]
    assert all(float(number.replace(",", "")) > 0 for found in figures for number in found)
