"""Card files are read strictly, and every mistake is named."""

from pathlib import Path

import pytest

from taku import engine
from taku.engine import BadCards

SOURCE = Path(engine.game("grimoire").folder, "cards.toml").read_text("utf-8")


def load(path: Path, text: str) -> BadCards:
    """The refusal of this card file."""
    path.write_text(text, "utf-8")
    with pytest.raises(BadCards) as error:
        engine.game("grimoire", cards=path)
    return error.value


def line_with(text: str, part: str) -> int:
    """The first line that has this part."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


@pytest.mark.parametrize(
    ("old", "new", "card", "field", "reason"),
    [
        ('id = "spy"\n', 'id = "spy"\nspeed = 3\n', "spy", "speed", "unknown field"),
        ('name.en = "Spy"\n', "", "spy", "name.en", "missing required field"),
        ('id = "thief"\n', 'id = "spy"\n', "spy", "id", "used twice"),
        ('vp = 2\ntiming = "before', 'vp = "2"\ntiming = "before', "spy", "vp", "Expected `int`"),
        ("[[chip]]", "[[chips]]", "", "chips", "unknown field"),
        ('vp = "designed", effect = "public", timing', 'vp = "guessed", effect = "public", timing',
         "spy", "source", "Invalid"),
        ("mp_start = 6\n", "mp_start = 16\n", "", "game.mp_start", "not within 1 to 15"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_with_card_and_field(
    tmp_path: Path, old: str, new: str, card: str, field: str, reason: str
) -> None:
    assert old in SOURCE
    error = load(tmp_path / "mine.toml", SOURCE.replace(old, new, 1))
    found = [
        p for p in error.problems if p.card == card and field in p.field and reason in p.reason
    ]
    assert found, str(error)
    assert found[0].line > 1
    assert str(tmp_path / "mine.toml") in str(error)


def test_all_mistakes_are_named_not_only_the_first(tmp_path: Path) -> None:
    text = SOURCE.replace('name.en = "Spy"\n', "").replace('name.ja = "王"\n', "")
    error = load(tmp_path / "mine.toml", text)
    assert {problem.card for problem in error.problems} == {"spy", "king"}


def test_what_is_no_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    text = SOURCE + "\nthis is not toml\n"
    error = load(tmp_path / "mine.toml", text)
    assert error.problems[0].line == line_with(text, "this is not toml")


def test_a_missing_or_undecodable_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCards, match="cannot be read"):
        engine.game("grimoire", cards=tmp_path / "none.toml")
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"a = 1\nb = \xff\n")
    with pytest.raises(BadCards, match=r":2: .*not UTF-8"):
        engine.game("grimoire", cards=path)


def test_another_file_replaces_the_set(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SOURCE.replace("gain_vp = 3", "gain_vp = 4"), "utf-8")
    game = engine.game("grimoire", cards=path)
    pages = {"players": 2, "phase": "quest", "mp": 13, "round": 8, "pages": [13, 1]}
    state = game.new(scenario=pages)
    assert game.tag != engine.game("grimoire").tag
    state.apply(1, "pass")
    state.apply(1, state.pending[0].moves[0])
    assert state.view(0).areas[0].chips == 4


@pytest.mark.parametrize("id", engine.games())
def test_a_state_has_the_cards_of_the_file_with_every_look_up(id: str) -> None:
    game = engine.game(id)
    held, file = game.new().cards, game.cards
    assert isinstance(held, game.card_file)
    look_ups = set(held.__struct_fields__) - set(file.__struct_fields__)
    assert look_ups
    assert all(getattr(held, name) is getattr(file, name) for name in held.__struct_fields__)
