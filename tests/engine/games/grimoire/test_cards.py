"""A wrong card file of Grimoire is refused, and every mistake is named."""

import re
from pathlib import Path

import pytest

from taku import engine

TEXT = (engine.game("grimoire").folder / "cards.toml").read_text("utf-8")


def line(part: str, after: str = "") -> int:
    """The number of the line on which ``part`` stands, after some other text."""
    return TEXT.count("\n", 0, TEXT.index(part, TEXT.index(after))) + 1


def table_of(id: str) -> str:
    """The table of a component."""
    found = re.search(rf'^\[\[\w+\]\]\nid = "{id}"\n(?:(?!\[).*\n?)*', TEXT, re.MULTILINE)
    assert found
    return found[0]


def problems(path: Path, text: str) -> list[tuple[int, str, str, str]]:
    """What is wrong with this text as a card file: line, card, field and reason."""
    file = path / "cards.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(engine.BadCards) as refused:
        engine.game("grimoire", cards=file)
    for problem in refused.value.problems:
        assert problem.file == str(file)
        assert f"{file}:{problem.line}: " in str(refused.value)
    return [(p.line, p.card, p.field, p.reason) for p in refused.value.problems]


def test_the_file_of_the_game_is_right(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(TEXT, "utf-8")
    assert engine.game("grimoire", cards=file).tag == engine.game("grimoire").tag


def test_a_doubled_id(tmp_path: Path) -> None:
    text = TEXT.replace('id = "nun"', 'id = "spy"')
    assert (line('[[quest]]\nid = "nun"'), "spy", "id", "this id is used twice") in problems(
        tmp_path, text
    )


@pytest.mark.parametrize(("id", "field"), [("nun", "name"), ("nun", "text"), ("luck", "text")])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_missing_translation(tmp_path: Path, id: str, field: str, language: str) -> None:
    table = table_of(id)
    broken = re.sub(rf"^{field}\.{language} = .*\n", "", table, flags=re.MULTILINE)
    assert broken != table
    [(at, card, where, reason)] = problems(tmp_path, TEXT.replace(table, broken))
    assert (at, card, where) == (line(table), id, f"{field}.{language}")
    assert "missing" in reason


def test_an_unknown_field(tmp_path: Path) -> None:
    text = TEXT.replace('id = "nun"\n', 'id = "nun"\nprice = 3\n')
    [(at, card, field, reason)] = problems(tmp_path, text)
    assert (at, card, field) == (line('[[quest]]\nid = "nun"'), "nun", "price")
    assert "unknown field" in reason


def test_an_unknown_table(tmp_path: Path) -> None:
    found = problems(tmp_path, TEXT + '\n[[dragon]]\nid = "smaug"\n')
    assert found == [(TEXT.count("\n") + 2, "", "dragon", "unknown field")]


def test_a_wrong_type(tmp_path: Path) -> None:
    table = table_of("ruffian")
    found = problems(tmp_path, TEXT.replace(table, table.replace("vp = 4", 'vp = "four"')))
    [(at, card, field, _)] = found
    assert (at, card, field) == (line(table), "ruffian", "vp")


@pytest.mark.parametrize(
    ("id", "now"), [("luck", "fortune"), ("thief", "robber"), ("lucky-shoes", "old-shoes")]
)
def test_a_card_with_no_effect_and_an_effect_with_no_card(
    tmp_path: Path, id: str, now: str
) -> None:
    found = problems(tmp_path, TEXT.replace(f'id = "{id}"', f'id = "{now}"'))
    at = line(f'id = "{id}"')
    assert (at, now, "id", "the rules have no effect for this card") in found
    lost = "the rules have an effect for this id, but no card of the file has it"
    assert (1, id, "id", lost) in found


def test_a_companion_without_effect_that_gets_a_timing(tmp_path: Path) -> None:
    table = table_of("ruffian")
    found = problems(tmp_path, TEXT.replace(table, table.replace("vp = 4", 'vp = 4\ntiming = "x"')))
    assert found == [
        (line('id = "ruffian"'), "ruffian", "id", "the rules have no effect for this card")
    ]


@pytest.mark.parametrize(
    ("page", "reason"),
    [(16, "16 is not within 1 to 15"), (0, "0 is not within 1 to 15"),
     (3, "3 is already the page of 'fireball'")],
)  # fmt: skip
def test_pages_are_1_to_15_each_once(tmp_path: Path, page: int, reason: str) -> None:
    table = table_of("healing")
    found = problems(tmp_path, TEXT.replace(table, table.replace("page = 4", f"page = {page}")))
    assert (line('id = "healing"'), "healing", "page", reason) in found


def test_the_marks_of_forbidden_pages_agree(tmp_path: Path) -> None:
    reason = "arts and the negates_pages of Silence disagree"
    found = problems(tmp_path, TEXT.replace("[3, 8, 13, 15]", "[3, 8, 13]"))
    assert found == [(line('id = "miracle"'), "miracle", "stopped_by_silence", reason)]
    table = table_of("meteor")
    found = problems(tmp_path, TEXT.replace(table, table.replace('["forbidden"]', "[]")))
    assert found == [(line('id = "meteor"'), "meteor", "stopped_by_silence", reason)]


@pytest.mark.parametrize(
    ("field", "total"), [("quest_cards_total", 58), ("item_cards_total", 18), ("chips_total", 23)]
)
def test_totals_add_up(tmp_path: Path, field: str, total: int) -> None:
    found = problems(tmp_path, TEXT.replace(f"{field} = {total}", f"{field} = {total + 1}"))
    reason = f"is {total + 1}, but the copies add up to {total}"
    assert found == [(line(f"{field} ="), "", field, reason)]


def test_several_mistakes_are_named_at_once(tmp_path: Path) -> None:
    text = TEXT.replace('id = "nun"\n', 'id = "nun"\nprice = 3\n')
    text = text.replace('id = "luck"\n', 'id = "luck"\nprice = 3\n')
    assert [card for _, card, _, _ in problems(tmp_path, text)] == ["nun", "luck"]


def test_an_owner_may_correct_the_set(tmp_path: Path) -> None:
    table = table_of("ruffian")
    file = tmp_path / "cards.toml"
    file.write_text(TEXT.replace(table, table.replace("vp = 4", "vp = 7")), "utf-8")
    game = engine.game("grimoire", cards=file)
    scenario = {"phase": "set", "quest-deck": ["king"], "rest": "box",
                "seats": [{"companions": ["ruffian"]}, {}]}  # fmt: skip
    assert game.new(scenario=scenario).result.scores == (7, 0)
    assert game.tag != engine.game("grimoire").tag
