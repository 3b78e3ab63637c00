"""``taku bench protocol``: every figure has its row; what they are is not for tests to say."""

import shutil

import pytest

from taku.protocol import bench


def test_every_bot_is_measured_beside_the_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "STARTS", 1)
    head, *rows = bench.run(rounds=1, moment=0.001).splitlines()
    assert head.split()[:5] == ["bot", "sent", "cores", "decisions/s", "bare"]
    figures = [row.split() for row in rows if row.split()[-1].replace(".", "").isdigit()]
    languages = ["Python", "C"] if shutil.which("cc") else ["Python"]
    wanted = [
        [*bot, cores]
        for cores in ("free", "pinned")
        for bot in [*([a, b] for a in languages for b in ("moves", "view")), ["headless"]]
    ]
    assert [figure[:-5] for figure in figures] == wanted
    for figure in figures:
        assert all(float(number.replace(",", "")) > 0 for number in figure[-5:])
    assert any(row.startswith("headless: first message after") for row in rows)
