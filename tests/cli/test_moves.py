"""What a person may type for a move."""

from collections.abc import Sequence

import pytest

from taku import engine
from taku.cli.moves import Choice, choices, find, fold, keys_of, meant, score
from taku.cli.render.common import Look
from taku.engine.core.cards import Text

GAME = engine.game("grimoire")
LOOK = Look(GAME, "en", ["Player", "greedy"])
FIELD = ["take silver-coin", "take spy", "take king", "take face-down"]
PAGES = [f"page {n}" for n in range(1, 13)]


def offered(moves: Sequence[str], look: Look = LOOK) -> list[Choice]:
    return choices(moves, look)


def found(entry: str, moves: Sequence[str]) -> list[str]:
    return [choice.move for choice in find(entry, offered(moves))]


@pytest.mark.parametrize(
    "entry",
    ["take silver-coin", "1", "１", "silver coin", "Silver", "take sil", "銀貨", "take 銀貨", "t si",
     "TAKE SILVER_COIN", "銀貨を取る", "ta si co"],
)  # fmt: skip
def test_a_move_is_known_by_id_number_name_and_prefix(entry: str) -> None:
    assert found(entry, FIELD) == ["take silver-coin"]


@pytest.mark.parametrize("entry", ["ぎんか", "ギンカ", "ぎん", "take ぎんか"])
def test_kana_without_conversion_finds_a_card(entry: str) -> None:
    assert found(entry, FIELD) == ["take silver-coin"]


@pytest.mark.parametrize("id", engine.games())
def test_every_reading_is_kana_and_agrees_with_the_kana_of_the_name(id: str) -> None:
    read = [entry for entry in engine.game(id).entries.values() if entry.reading]
    assert len(read) > 30
    for entry in read:
        assert all("ぁ" <= letter <= "ん" or letter == "ー" for letter in entry.reading), entry.id
        letters = iter(entry.reading)
        spelt = [letter for letter in fold(entry.name.ja) if "ぁ" <= letter <= "ん"]
        assert all(letter in letters for letter in spelt), f"{entry.name.ja}: {entry.reading}"


def test_a_number_counts_the_list_and_a_page_is_also_known_by_its_spell() -> None:
    assert found("7", PAGES) == ["page 7"]
    assert found("創造", PAGES) == ["page 7"]
    assert found("creation", PAGES) == ["page 7"]


def test_an_exact_move_wins_over_those_it_begins() -> None:
    assert found("page 1", PAGES) == ["page 1"]


def test_what_fits_several_moves_gives_all_of_them() -> None:
    assert found("s", FIELD) == ["take silver-coin", "take spy"]
    assert found("take", FIELD) == FIELD


@pytest.mark.parametrize("entry", ["", "   ", "0", "99", "buy spy", "xyzzy", "spyy"])
def test_what_fits_nothing_gives_nothing(entry: str) -> None:
    assert found(entry, FIELD) == []


@pytest.mark.parametrize(
    ("language", "label"),
    [("ja", "greedyのキャストゾーンIIの魔法石"), ("en", "A stone on greedy's cast zone II")],
)
def test_a_seat_inside_a_move_is_told_by_its_name(language: str, label: str) -> None:
    words = engine.game("daybreak").words
    assert words.label("stone 1 2", language, ["Player", "greedy"]) == label
    assert "1" in words.label("stone 1 2", language)


def test_a_seat_is_known_by_its_name() -> None:
    assert found("greedy", ["target 0", "target 1"]) == ["target 1"]
    assert offered(["target 1"])[0].title == "Target greedy"


def test_the_likely_meaning_of_a_slip() -> None:
    guess = meant("tkae siver coin", offered(FIELD))
    assert guess is not None
    assert guess.move == "take silver-coin"
    assert meant("xyzzy", offered(FIELD)) is None


def test_folding_makes_equal_what_people_do_not_tell_apart() -> None:
    assert fold(" Ｔａｋｅ  SILVER-coin ") == "take silver coin"
    assert fold("アーチャー") == fold("あーちゃー")


def test_fuzzy_letters_rank_below_prefixes() -> None:
    key = "take silver coin"
    assert score("take", key) > score("si co", key) > score("ver", key) > score("tkslv", key) > 0
    assert score("zz", key) == 0


def test_every_move_of_every_game_is_found_by_each_of_its_own_forms() -> None:
    for id in engine.games():
        game = engine.game(id)
        state = game.new(seed=5)
        look = Look(game, "ja", ["a", "b", "c", "d", "e", "f", "g", "h"][: state.players])
        for _ in range(60):
            if not state.pending:
                break
            decision = state.pending[0]
            made = choices(decision.moves, look)
            for choice in made:
                assert find(choice.move, made) == [choice]
                assert find(str(choice.number), made)[0].number == choice.number or any(
                    other.move == str(choice.number) for other in made
                )
                for key in choice.keys:
                    assert choice in find(key, made)
            state.apply(decision.seat, decision.moves[-1])


def test_keys_hold_both_languages() -> None:
    keys = keys_of("take silver-coin", GAME)
    assert {"take silver coin", "silver coin", "銀貨", "take 銀貨"} <= set(keys)
    assert isinstance(GAME.entries["spy"].name, Text)


@pytest.mark.parametrize(
    "typed", ["attack 剣5/3", "attack sword 5/3", "剣5/3", "sword 5/3", "attack magic-33"]
)
def test_a_magic_card_is_found_by_its_numbers(typed: str) -> None:
    look = Look(engine.game("mitakihara"), "ja", ["a", "b", "c"])
    made = choices(["attack magic-33", "attack magic-31", "attack magic-19"], look)
    assert [choice.move for choice in find(typed, made)] == ["attack magic-33"]
