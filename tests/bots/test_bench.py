"""What the benchmark of the search measures is what a search does."""

import pytest

from taku import engine
from taku.bots import bench


@pytest.mark.parametrize("id", engine.games())
def test_the_calls_of_a_search_can_be_made_once_more(id: str) -> None:
    state = bench.middle(engine.game(id))
    for sample, calls in zip(bench._samples(state, 6), bench._noted(state, 6), strict=True):
        for call, number, move in calls:
            if call == "advance":
                sample.check(number, move)
                sample.advance(number, move)
            elif call == "pick":
                assert 0 <= number < len(sample.pending)
        assert calls[-1][0] == "value"
        assert sample.result is not None or len(calls) > 10


def test_the_table_has_a_line_for_every_game_and_tells_where_the_time_goes() -> None:
    table = bench.run(["grimoire"], simulations=20).splitlines()
    head, line = table[:2]
    assert head.split() == ["per", "second", "decisions", "rules", "judge", "search"]
    assert line.startswith("grimoire")
    rules, judge, search = (int(part.rstrip("%")) for part in line.split()[-3:])
    assert 98 <= rules + judge + search <= 102
    assert "open_spiel" in table[-1] or table[2].startswith(bench.PEER)
