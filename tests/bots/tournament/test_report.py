"""What people and programs get to read."""

import csv
import io
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from wcwidth import wcswidth

from taku import engine
from taku.bots import tournament
from taku.bots.tournament import Config, Tournament, page, report, schedule, stats
from taku.bots.tournament.ratings import Interval
from taku.bots.tournament.table import Table
from taku.engine import TakuError
from taku.protocol import records


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stats") / "r.jsonl"
    config = Config("grimoire", ("greedy:samples=1", "random", "強い=random"), deals=4, seed=3)
    tournament.run(config, results=path)
    return path


@pytest.fixture(scope="module")
def held(results: Path) -> Tournament:
    return tournament.load(results)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_tables_are_aligned_by_cells(held: Tournament, language: str) -> None:
    lines = report.ranking(held, tournament.standings(held), language).splitlines()
    assert len(lines) == 4
    assert len({wcswidth(line) for line in lines}) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_report_tells_everything(held: Tournament, language: str) -> None:
    text = report.text(held, language)
    for part in ("強い", "±", "%"):
        assert part in text
    other = report.text(held, "ja" if language == "en" else "en")
    assert text != other


def test_every_word_is_there_in_both_languages() -> None:
    words = [*report.WORDS.values(), *page.WORDS.values()]
    assert all(en and ja for en, ja in words)
    holes = re.compile(r"\{(\w+)\}")
    assert all(set(holes.findall(en)) == set(holes.findall(ja)) for en, ja in words)


def test_a_rating_of_nothing_has_one_sign() -> None:
    assert report.elo_text(Interval(-0.2, -10.2, 9.8)) == "+0 ±10"
    assert report.elo_text(Interval(-12.6, -22.6, -2.6)) == "-13 ±10"


def test_json_and_csv_agree(held: Tournament) -> None:
    data = json.loads(report.as_json(held))
    rows = list(csv.DictReader(io.StringIO(report.as_csv(held))))
    assert [row["bot"] for row in rows] == [row["name"] for row in data["standings"]["rows"]]
    assert float(rows[0]["share"]) == pytest.approx(
        data["standings"]["rows"][0]["share"]["value"], abs=1e-4
    )
    assert data["finished"] is True


class Strict(HTMLParser):
    """Counts tags and notes whatever would be fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.outside += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_is_whole_and_needs_nothing_else(held: Tournament, language: str) -> None:
    text = page.html(held, language)
    parser = Strict()
    parser.feed(text)
    assert parser.open == []
    assert parser.outside == []
    assert text.count("<svg") == 2
    assert text.count('<tr class="m"') == len(held.matches)


def test_the_page_holds_every_record_and_saves_what_can_be_loaded(held: Tournament) -> None:
    found = re.search(r'id="data">(.*?)</script>', page.html(held), re.DOTALL)
    assert found
    data = json.loads(found[1])
    for played in held.matches:
        record = data["records"][str(played.id)]
        assert [tuple(move) for move in record["moves"]] == played.made
        saved = {k: v for k, v in record.items() if k not in ("table", "faults")}  # as the script
        match, _ = records.from_object({**data["words"]["began"], **saved})
        assert match.state.result == played.result


def test_names_cannot_break_the_page() -> None:
    config = Config("grimoire", ("<script>alert(1)</script>=random", "random"), deals=1)
    text = page.html(tournament.run(config))
    assert "<script>alert" not in text


def test_what_wins_is_counted_by_seat(results: Path, held: Tournament) -> None:
    found = stats.gather([results])
    sections = {section.id: section for section in found.sections}
    assert set(sections) == {"opening-page", "card-taken", "page"}
    gold = next(line for line in sections["card-taken"].lines if line.what == "gold-coin")
    takers = [
        (played, seat)
        for played in held.matches
        for seat in range(2)
        if (seat, "take gold-coin") in played.made
    ]
    assert gold.seats == len(takers)
    won = sum(tournament.points(played)[seat] for played, seat in takers)
    assert gold.share.value == pytest.approx(won / len(takers))
    opened = sum(line.seats for line in sections["opening-page"].lines)
    assert opened <= 2 * len(held.matches)


TOLD = {
    "grimoire": ({"opening-page", "card-taken", "page"}, 8),
    "heart-of-crown": ({"princess", "opening-buy", "card-bought"}, 25),
    "daybreak": ({"opening-card", "card-acquired", "card-used"}, 8),
    "mitakihara": ({"character", "contract"}, 6),
}
"""What is told at least of each game, and after how many deals."""


@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_wins_is_told_of_every_game(game: str, language: str, tmp_path: Path) -> None:
    topics, deals = TOLD[game]
    path = tmp_path / "r.jsonl"
    held = tournament.run(Config(game, ("random", "other=random"), deals=deals), results=path)
    found = stats.gather([path])
    assert topics <= {section.id for section in found.sections}
    for section in found.sections:
        for line in section.lines:
            assert line.seats >= stats.FEWEST
            assert 0 <= line.share.low <= line.share.value <= line.share.high <= 1
    assert sum(line.seats for line in found.endings) == len(held.matches)
    told = stats.text(found, language)
    names = engine.game(game).words.name
    for section in found.sections:
        assert section.title[language] in told
        assert names(section.lines[0].what, language)[:6] in told
    assert json.loads(stats.as_json(found))["game"] == game
    assert all(wcswidth(line) <= 80 for line in told.splitlines())
    assert found.sections[0].title[language] in page.html(held, language)


def test_the_witch_that_was_dealt_is_told(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    witches = ["ellie-bennett", "kiara-smith"]
    config = Config("daybreak", ("random", "random"), deals=4, options={"witches": witches})
    held = tournament.run(config, results=path)
    (section,) = [s for s in stats.gather([path]).sections if s.id == "witch"]
    assert {line.what for line in section.lines} == set(witches)
    first = next(line for line in section.lines if line.what == witches[0])
    won = sum(tournament.points(match)[0] for match in held.matches)
    assert first.share.value == pytest.approx(won / len(held.matches))


def test_options_are_compared_over_several_files(tmp_path: Path) -> None:
    paths = []
    for number, options in enumerate([{}, {"rules": ["burst-heal"]}]):
        paths.append(tmp_path / f"{number}.jsonl")
        config = Config("mitakihara", ("random",), deals=6, options=options)
        tournament.run(config, results=paths[-1])
    (section,) = [s for s in stats.gather(paths).sections if s.id == "option"]
    assert [(line.what, line.seats) for line in section.lines] == [
        ("-", 6),
        ("rules=['burst-heal']", 6),
    ]


def test_what_wins_is_told_of_the_matches_that_count(tmp_path: Path) -> None:
    """Workers may have played on when a sequential test knew the answer."""
    path = tmp_path / "r.jsonl"
    config = Config("grimoire", ("greedy:samples=1", "random"), sprt=tournament.Sprt(), seed=1)
    held = tournament.run(config, results=path)
    (plan,) = schedule.rounds(config, {})
    kept = path.read_bytes()
    beyond = Table(config).play(plan[kept.count(b"\n") - 1])
    path.write_bytes(kept + msgspec.json.encode(beyond) + b"\n")
    assert stats.gather([path]) == stats.of([held])
    assert stats.gather([path]).matches == len(held.matches)


def test_the_seats_of_one_deal_hang_together_whatever_file_they_are_in(tmp_path: Path) -> None:
    paths: list[Path] = []
    for seed in (1, 1, 2):
        paths.append(tmp_path / f"{len(paths)}.jsonl")
        config = Config("grimoire", ("random", "random"), deals=8, seed=seed)
        tournament.run(config, results=paths[-1])

    def longest(files: list[Path]) -> float:
        share = stats.gather(files).sections[0].lines[0].share
        return share.high - share.low

    assert longest(paths[:2]) == pytest.approx(longest(paths[:1]))
    assert longest(paths[1:]) < longest(paths[:1])


def test_files_of_different_games_are_not_mixed(tmp_path: Path, results: Path) -> None:
    other = tmp_path / "r.jsonl"
    tournament.run(Config("daybreak", ("random", "random"), deals=1), results=other)
    with pytest.raises(TakuError, match="one game at a time, not daybreak, grimoire"):
        stats.gather([results, other])


def test_the_live_table_fits_the_terminal_and_tells_the_pace(held: Tournament) -> None:
    many = Config("grimoire", ("random",) * 20, format="swiss", rounds=1, deals=1)
    lines = report.live(tournament.run(many), "en", report.Pace(2.5, 3725), 60, 10).splitlines()
    assert len(lines) == 10
    assert lines[0] == "20 of 20 matches, 2.5/s, 1:02:05 left"
    assert lines[-1] == "... and 13 more"
    assert all(wcswidth(line) <= 60 for line in lines)
    assert report.Pace(1, 65).clock == "1:05"


def test_a_wide_crosstable_is_told_in_pieces() -> None:
    many = Config("grimoire", ("random",) * 12, deals=1)
    text = report.text(tournament.run(many))
    assert all(wcswidth(line) <= 80 for line in text.splitlines())
    assert len(re.findall(r"^12 random", text, re.MULTILINE)) == 3


def test_the_record_of_a_match_is_found_by_its_number(results: Path, held: Tournament) -> None:
    recording = tournament.recording(results, 3)
    assert list(recording.moves) == held.matches[3].made
    match = records.proved(recording)
    assert match.state.result is not None
    assert match.state.result.ranks == held.matches[3].ranks
    with pytest.raises(tournament.ResultsError, match="has no match 99"):
        tournament.recording(results, 99)


BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "first", "wants": []}), flush=True)
    elif message["type"] == "ask":
        move = message["moves"][0] if %r == "good" else "no such move"
        print(json.dumps({"type": "move", "id": message["id"], "move": move}), flush=True)
"""


def test_other_programs_take_part_and_their_faults_are_counted_by_kind(tmp_path: Path) -> None:
    bots = []
    for kind in ("good", "bad"):
        script = tmp_path / f"{kind}.py"
        script.write_text(BOT % kind)
        bots.append(f"{kind}=exec:{sys.executable} {script}")
    config = Config("grimoire", (*bots, "random"), deals=1, seed=2)
    held = tournament.run(config)
    rows = {row.name: row for row in tournament.standings(held).rows}
    assert rows["good"].faults == {}
    assert rows["random"].faults == {}
    assert rows["bad"].faults == {"illegal_move": 4}
    assert rows["bad"].wins == 0
    assert "illegal_move 4" in report.text(held)
    assert ",4,illegal_move=4" in report.as_csv(held)
    faulty = next(match for match in held.matches if match.faults)
    assert "no such move" in faulty.faults[0].message
    assert "no such move" in page.html(held)
