"""What a person looks up."""

import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from taku import engine
from taku.cli.language import text
from taku.cli.reference import card, cards, schema
from taku.cli.render.common import Look
from taku.cli.style import plain
from tests.support.cli import ROOT, TAKU, environment


@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize("what", ["scenario", "options"])
def test_a_schema_says_what_its_fields_mean(game: str, what: str) -> None:
    found = schema(what, game, "en")
    fields = [field for part in found["$defs"].values() for field in part["properties"].values()]
    told = [field["description"] for field in fields if "description" in field]
    assert 2 * len(told) >= len(fields)
    assert all("\n" not in text for text in told)


def test_fields_have_the_names_of_files() -> None:
    found = schema("scenario", "mitakihara", "en")["$defs"]["Scenario"]["properties"]
    assert found["magic-pile"]["description"] == "The top of the magic pile."
    assert "magic_pile" not in found


# -- cards ----------------------------------------------------------------------------------------

MARKET = str(ROOT / "examples/cards/daybreak-night-market.toml")


@pytest.mark.parametrize("game", engine.games())
def test_the_kinds_of_components_are_called_as_in_the_rulebook(game: str) -> None:
    for language in ("ja", "en"):
        shown = plain(cards(Look(engine.game(game), language, [])))
        headings = [line.strip("─ ") for line in shown.splitlines() if line.startswith("──")]
        assert headings
        for heading in headings:
            assert heading[0].isupper() if language == "en" else not heading.isascii()
        assert len(set(headings)) == len(headings)


def taku(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """The command, in a pipe."""
    command = [TAKU, *args]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment(home))  # fmt: skip


@pytest.mark.parametrize("words", [("--lang", "ja", "games"), ("games", "--lang", "ja")])
def test_a_language_stands_before_or_after_the_command(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    assert "2-4人" in taku(tmp_path, *words).stdout


def test_a_language_that_there_is_not_is_refused_before_a_command_too(tmp_path: Path) -> None:
    done = taku(tmp_path, "--lang", "jp", "games")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "taku: --lang is ja or en, not 'jp'\n"


def test_bot_alone_is_its_help(tmp_path: Path) -> None:
    done = taku(tmp_path, "bot")
    assert done.stdout == taku(tmp_path, "bot", "--help").stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_is_that_of_the_package(tmp_path: Path) -> None:
    done = taku(tmp_path, "--version")
    assert (done.stdout, done.returncode) == (f"taku {version('taku')}\n", 0)


def test_a_demo_of_nobody_shows_nothing(tmp_path: Path) -> None:
    done = taku(tmp_path, "demo", "--bot", "rnadom")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'random'?" in done.stderr


def test_a_scenario_that_is_no_text_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe")
    done = taku(tmp_path, "play", "grimoire", "--scenario", str(tmp_path / "mine.toml"))
    assert done.stderr == f"taku: {tmp_path}/mine.toml: cannot be read: it is not UTF-8\n"


@pytest.mark.parametrize("words", [[MARKET], ["daybreak", MARKET]])
def test_a_card_file_is_checked_with_or_without_its_game(tmp_path: Path, words: list[str]) -> None:
    done = taku(tmp_path, "cards", "check", *words)
    assert (done.returncode, done.stdout) == (0, f"{MARKET}: fine, 30 components\n")


def test_every_mistake_of_a_card_file_is_told(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = Path(MARKET).read_text("utf-8").replace("\ngold = 1", "\ngold = 2")
    mine.write_text(text.replace('op = "negate"', 'op = "negat"'), "utf-8")
    done = taku(tmp_path, "cards", "check", str(mine))
    assert done.returncode != 0
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 3
    for mistake in (
        "counts.gold: says 2; the file has 1",
        "lantern-watch.ops[0].op: no operation 'negat' (did you mean 'negate'?)",
        "back-door-keeper.ops[0].op: no operation 'negat'",
    ):
        assert mistake in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name the card file to check"),
        (["daybreak"], "name the card file to check"),
        (["none.toml"], "none.toml: No such file"),
        ([str(ROOT / "README.md")], "does not say which game it is for"),
        (["grimoire", MARKET], "format: unknown field"),
    ],
)
def test_what_is_no_card_file_gets_one_clear_error(
    tmp_path: Path, words: list[str], said: str
) -> None:
    done = taku(tmp_path, "cards", "check", *words)
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_card_file_itself_is_written_and_passes_the_check(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(taku(tmp_path, "cards", "daybreak", "--file").stdout, "utf-8")
    assert mine.read_text("utf-8") == engine.game("daybreak").card_text
    assert taku(tmp_path, "cards", "check", str(mine)).returncode == 0


@pytest.mark.parametrize("language", ["ja", "en"])
def test_designed_cards_are_marked_wherever_they_are_listed_or_explained(language: str) -> None:
    look = Look(engine.game("daybreak"), language, (), 80)
    listed = plain(cards(look)).splitlines()
    for entry in look.game.cards.entries():
        (line,) = [
            line for line in listed if line.startswith(f" {entry.id} ") and f"×{entry.copies} " in f"{line} "
            and entry.name.in_language(language) in line
        ]  # fmt: skip
        assert ("※" in line) == entry.designed, line
    assert text(language, "designed-list") in listed[-1]
    assert "※" in plain(card(look, "prankster")).splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cards", "grimoire", "spy", "more"], "'more' is one word too many: nothing follows spy"),
        (["schema", "protocol", "more"], "'more' is one word too many: nothing follows protocol"),
        (["rules", "grimoire", "GRM-BOOK-99"], "(did you mean 'grm-book-09'?)"),
        (["replay", str(ROOT / "README.md")], "README.md:1: this is no record of a match"),
    ],
)
def test_slips_of_who_looks_something_up_are_named(
    tmp_path: Path, words: list[str], said: str
) -> None:
    done = taku(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize("to", ["-1", "10000"])
def test_a_replay_goes_only_to_moves_that_were_made(tmp_path: Path, to: str) -> None:
    record = str(tmp_path / "match.jsonl")
    taku(tmp_path, "match", "grimoire", "random", "random", "--seed", "1", "--record", record)
    done = taku(tmp_path, "replay", record, "--to", to)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"there is no move {to}; they are 0 to " in done.stderr
