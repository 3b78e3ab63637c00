"""A match at the prompt, with lines instead of keys."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from taku import engine
from taku.bots import thinking
from taku.bots.registry import make
from taku.cli import slips
from taku.cli.commands import COMMANDS, best_bot
from taku.cli.config import Settings
from taku.cli.console import PlainConsole, Request
from taku.cli.moves import choices
from taku.cli.play import seat_specs
from taku.cli.reference import primer, rules
from taku.cli.render.common import Look
from taku.cli.replay import Tape
from taku.cli.seating import Quit, seat_names
from taku.cli.session import Session, StrictError
from taku.cli.style import plain
from taku.cli.terms import Terms
from taku.engine import Match
from taku.protocol import records
from taku.protocol.records import Recorder
from tests.support.cli import ROOT, session

SCENARIO = {
    "phase": "book",
    "round": 3,
    "face-up": ["silver-coin", "thief"],
    "face-down": "gold-coin",
    "seats": [{"companions": ["spy", "king"], "chips": 2}, {"items": ["golden-cup"], "treasures": ["gold-coin"]}],
}  # fmt: skip


def typed(lines: str, **kind: object) -> tuple[Session, str]:
    """Play until the lines run out, and what was shown."""
    made, out = session(lines, **kind)  # type: ignore[arg-type]
    with pytest.raises((EOFError, Quit)):
        made.run()
    return made, out.getvalue()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("game", engine.games())
def test_a_whole_game_is_played_by_numbers_without_an_escape_code(
    game: str, language: str, tmp_path: Path
) -> None:
    players = engine.game(game).players[0]
    seats = ["human", *["random:seed=1"] * (players - 1)]
    made, out = session(
        "3\n1\n2\n" * 7_000, game, seats, language=language, record=tmp_path / "r.jsonl"
    )
    result = made.run()
    text = out.getvalue()
    assert "\x1b" not in text
    assert {"ja": "ゲーム終了", "en": "The game is over"}[language] in text
    assert all(name in text for name in made.names)
    assert str(tmp_path / "r.jsonl") in text
    assert records.verify(tmp_path / "r.jsonl").state.result == result


def test_an_illegal_entry_says_why_and_what_was_meant_and_changes_nothing() -> None:
    made, text = typed("pgae 3\n", scenario=SCENARIO)
    assert "'pgae 3' is not a legal move now. Did you mean 'page 3' (Page 3 Fireball)?" in text
    assert not [move for move in made.match.moves if move[0] == 0]


def test_a_card_that_exists_but_cannot_be_chosen_is_told_so() -> None:
    _, text = typed("take silver-coin\n", scenario=SCENARIO)
    assert "Silver Coin cannot be chosen now." in text


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("hlep", "'hlep' is not a legal move now. Did you mean 'help'?"),
        ("ヘプル", "Did you mean 'ヘルプ'?"),
        ("take gold", "'take gold' is not a legal move now. Legal: page 1"),
        ("99", "There is no move 99; they are 1 to 9"),
        ("０", "There is no move ０; they are 1 to 9"),
        ("page 12", "Page 12 is above the MP, 8."),
        ("流星", "Page 13 is above the MP, 8."),
        ("xyzzy", "Legal: page 1, page 2"),
    ],
)
def test_a_slip_is_answered_with_what_to_type(entry: str, told: str) -> None:
    made, text = typed(f"{entry}\n", scenario=SCENARIO)
    assert told in " ".join(text.split())
    assert not [move for move in made.match.moves if move[0] == 0]


def test_where_there_is_one_move_its_number_is_told() -> None:
    made, _ = session("", scenario=SCENARIO)
    offered = choices(["pass"], made.look)
    view = made.match.state.view(0)
    assert slips.reason("4", offered, view, made.look, True) == (
        "There is no move 4; there is only move 1"
    )


def test_what_could_be_several_moves_lists_them() -> None:
    _, text = typed("page\n", scenario=SCENARIO)
    assert "'page' could be several moves:" in text


def test_several_moves_on_one_line_and_the_rest_is_kept_when_one_is_illegal() -> None:
    made, text = typed("page 3; xyzzy; 2\n", scenario=SCENARIO)
    assert (0, "page 3") in made.match.moves
    assert "Not done: 2" in text
    assert [move for seat, move in made.match.moves if seat == 0] == ["page 3"]


def test_strict_stops_at_the_first_illegal_move() -> None:
    made, _ = session("xyzzy\n", scenario=SCENARIO, strict=True)
    with pytest.raises(StrictError, match="xyzzy"):
        made.run()


def test_comments_and_blank_lines_of_a_script_are_skipped() -> None:
    made, _ = typed("# a comment\n\npage 3\n", scenario=SCENARIO)
    assert (0, "page 3") in made.match.moves


@pytest.mark.parametrize("line", ["page 3; take thief", "page 3；take　thief", "３;盗賊"])
def test_a_line_is_parted_and_read_in_either_width(line: str) -> None:
    made, _ = typed(f"{line}\n", scenario=SCENARIO)
    assert [move for seat, move in made.match.moves if seat == 0] == ["page 3", "take thief"]


def test_words_that_are_moves_win_over_commands_and_a_colon_says_command(tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    text = (engine.game("grimoire").folder / "cards.toml").read_text("utf-8")
    cards.write_text(text.replace('"Thief"', '"Undo"').replace('"盗賊"', '"ヒント"'), "utf-8")
    for word in ("undo", "ヒント"):
        made, _ = typed(f"page 3\n{word}\n", scenario=SCENARIO, cards=cards)
        assert (0, "take thief") in made.match.moves
        made, _ = typed("page 3\n:undo\n", scenario=SCENARIO, cards=cards)
        assert not [move for move in made.match.moves if move[0] == 0]


def test_a_colon_takes_the_beginning_of_a_command_and_an_unknown_one_is_told_so() -> None:
    made, text = typed(":moves\n:u\n：ヘルプ\n:nonsense\n:unod\n", scenario=SCENARIO)
    assert "You have made no move that could be taken back" in text
    assert "There is no command 'nonsense'" in text
    assert "There is no command 'unod' (did you mean 'undo'?)" in text
    assert text.count("separated by ;") == 3  # asked for, and after what was no command
    assert not [move for move in made.match.moves if move[0] == 0]


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("help", "separated by ;"),
        ("moves", "page 3"),
        ("table", "Round 3"),
        ("card thief", "first of all players"),
        ("card 盗賊", "first of all players"),
        ("card", "Say which"),
        ("card xyzzy", "has no card 'xyzzy'"),
        ("rules", "BOOK: book phase"),
        ("rules", "How Grimoire goes"),
        ("rules Quest Phase", "Companions lie open"),
        ("rules クエストフェイズ", "Companions lie open"),
        ("lang ja; rules 伏せ札", "人数より1枚多い札"),
        ("rules book", "GRM-BOOK-03"),
        ("rules GRM-ORD-05", "GRM-ORD-05"),
        ("rules xyzzy", "nothing in the rules"),
        ("log", "Nothing has happened yet"),
        ("hint random", "random would choose"),
        ("lang ja", "第3ラウンド"),
        ("lang xx", "The language is ja or en"),
        ("auto", "There is no pass here"),
        ("ヘルプ", "separated by ;"),
        ("へるぷ", "separated by ;"),
        ("かーど 盗賊", "first of all players"),
        ("きろく", "Nothing has happened yet"),
        ("?", "separated by ;"),
        ("？", "separated by ;"),
    ],
)
def test_commands_answer_and_change_nothing(command: str, shown: str) -> None:
    made, text = typed(f"{command}\n", scenario=SCENARIO)
    assert shown in text
    assert not [move for move in made.match.moves if move[0] == 0]


@pytest.mark.parametrize("game", engine.games())
def test_how_a_game_goes_is_told_in_both_languages(game: str) -> None:
    for language, word in (("ja", "目的"), ("en", "Aim")):
        text = plain(rules(Look(engine.game(game), language, (), 80)))
        assert f"\n {word}\n" in text
    for part in primer(engine.game(game)):
        assert part.text.ja.isascii() is False
        assert part.text.en


def test_a_hint_says_why() -> None:
    _, text = typed("hint greedy\n", scenario=SCENARIO)
    assert "greedy would choose page" in text
    assert "How it values them (100% is won): Page" in text


def test_another_program_gives_a_hint_and_its_fault_ends_nothing() -> None:
    bot = f"exec:{sys.executable} {ROOT / 'examples' / 'bots' / 'random_bot.py'}"
    made, text = typed(f"hint {bot}\nhint exec:false\nhint nobody\npage 3\n", scenario=SCENARIO)
    assert "would choose" in text
    assert "before it said hello" in " ".join(text.split())
    assert "unknown player 'nobody'" in text
    assert (0, "page 3") in made.match.moves


def test_how_far_a_bot_has_thought_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a bot that plays and of one that gives a hint."""
    monkeypatch.setattr(thinking, "REPORT_EVERY", 0.0)
    shares: list[float] = []

    class Watching(PlainConsole):
        def progressed(self, share: float) -> None:
            shares.append(share)

    console = Watching(io.StringIO("hint mcts:iterations=24\n"), io.StringIO())
    match = Match(engine.game("grimoire"), 2, 1, scenario=SCENARIO)
    with pytest.raises(EOFError):
        Session(match, ["human", "mcts:iterations=16"], console, "en", make).run()
    assert shares == pytest.approx([1 / 2, 1, 1 / 3, 2 / 3, 1])


def test_the_best_bot_there_is_gives_hints() -> None:
    assert best_bot().startswith("mcts")


def test_undo_takes_back_the_last_own_move_also_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    made, text = typed("page 3\nundo\npage 4\n", scenario=SCENARIO, record=path)
    assert "Your last move is taken back" in text
    assert made.recorder is not None
    made.recorder.close()
    assert records.read(path).moves == tuple(made.match.moves)
    assert [move for seat, move in made.match.moves if seat == 0] == ["page 4"]


def test_undo_goes_back_over_the_moves_of_bots() -> None:
    made, _ = typed("page 3\ntake thief\nundo\n", scenario=SCENARIO)
    assert made.match.state.pending[0].kind == "take"
    assert made.match.moves[-1] != (0, "take thief")


def test_save_and_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made, text = typed("save one\npage 3\nload one\nload two\nload on\n", scenario=SCENARIO)
    assert "Saved:" in text  # a long path stands on the next line
    assert "Loaded:" in text
    assert "There is no save 'two'" in text
    assert "did you mean 'one'" in text
    assert "there are: one" in text
    assert [move for seat, move in made.match.moves if seat == 0] == []


def test_a_save_takes_the_place_of_a_save_and_of_nothing_else(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("not a record")
    path = tmp_path / "save.jsonl"
    saves = f"save {path}\npage 3\nsave {path}\nsave {notes}\nsave {notes}/below.jsonl\n"
    made, text = typed(saves, scenario=SCENARIO)
    assert records.read(path).moves == tuple(made.match.moves)
    assert "is no record, and is left as it is" in " ".join(text.split())
    assert notes.read_text() == "not a record"
    assert "cannot be written" in " ".join(text.split())
    assert sorted(tmp_path.iterdir()) == [notes, path]


def test_a_match_of_other_seats_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "three.jsonl"
    typed(f"save {path}\n", seats=("human", "random", "random"))
    made, text = typed(f"load {path}\n")
    assert "is a match of 3 players" in " ".join(text.split())
    assert made.match.players == 2


def test_quit_leaves_the_match() -> None:
    made, _ = session("quit\n", scenario=SCENARIO)
    with pytest.raises(Quit):
        made.run()


def test_auto_passes_until_something_changes() -> None:
    scenario = {
        "phase": "quest",
        "pages": [1, 2],
        "face-up": ["silver-coin", "thief"],
        "face-down": "king",
    }
    made, _ = typed("auto\n", scenario=scenario)
    assert (0, "pass") in made.match.moves
    assert made.match.state.pending[0].kind == "take"


def test_auto_of_one_person_does_not_pass_for_another() -> None:
    scenario = {
        "phase": "quest",
        "pages": [1, 1],
        "face-up": ["silver-coin", "thief"],
        "face-down": "king",
    }
    made, _ = typed("auto\n1\n", seats=("human", "human"), scenario=scenario)
    assert [move for _, move in made.match.moves if move == "pass"] == ["pass"]
    assert made.match.state.pending[0].kind == "luck"


def test_what_happened_is_told_and_hidden_things_are_not() -> None:
    _, text = typed("page 3\n", scenario=SCENARIO)
    assert "The books open at 3" in text
    assert "Golden Cup" not in text
    assert "Gold Coin" not in text


def test_the_face_down_card_is_drawn_only_for_the_spy_who_looked() -> None:
    _, text = typed("look\n", scenario=SCENARIO)
    assert "Player looks at the face-down card: Gold Coin" in text
    two, shown = typed("page 1\n", seats=("human", "human"), scenario=SCENARIO)
    assert two.people == [0, 1]
    first, _, second = shown.partition("Player 1> page 1")
    assert "Gold Coin" not in first
    assert "Golden Cup" in second


class Shared(PlainConsole):
    """A terminal that several people share, with marks where it is emptied and handed on."""

    interactive = True

    def clear(self) -> None:
        self.show([[("", "<cleared>")]])

    def hand_over(self, text: str) -> None:
        self.show([[("", f"<{text}>")]])


def shared(lines: str, scenario: dict[str, Any] | None = None) -> tuple[Session, str]:
    """What two people see at one keyboard."""
    out = io.StringIO()
    match = Match(engine.game("grimoire"), 2, 1, scenario=scenario)
    made = Session(match, ["human", "human"], Shared(io.StringIO(lines), out), "en", make)
    with pytest.raises((EOFError, Quit)):
        made.run()
    return made, out.getvalue()


def test_nobody_sees_what_another_has_and_a_move_empties_the_screen_at_once() -> None:
    _, text = shared("page 3\n", SCENARIO)
    first, second = text.split("<cleared>")
    assert first.startswith("<It is Player 1's turn.")
    assert second.strip().startswith("<It is Player 2's turn.")
    assert "Golden Cup" not in first
    assert "Gold Coin" not in first
    assert "Golden Cup" in second
    assert "page 3" not in second


def test_a_slip_is_not_repeated_where_the_choice_is_secret() -> None:
    made, text = shared("pgae 3\npage\nquit; page 3\n", SCENARIO)
    answers = [line for line in text.splitlines() if not line.startswith("Player 1>")]
    assert "\n".join(answers).count("That is not a legal move now.") == 2
    assert "pgae" not in "\n".join(answers)
    assert "could be several" not in text
    assert not made.match.moves


def test_several_people_read_at_the_end_only_what_all_may_know() -> None:
    scenario = {
        "phase": "quest", "pages": [4, 3], "face-up": ["king"], "face-down": "gold-coin",
        "seats": [{"treasures": ["copper-coin"] * 9}, {"items": ["golden-cup"]}],
    }  # fmt: skip
    out = io.StringIO()
    match = Match(engine.game("grimoire"), 2, 1, scenario=scenario)
    console = Shared(io.StringIO("take king\npass\ntake face-down\n"), out)
    Session(match, ["human", "human"], console, "en", make).run()
    end = out.getvalue().rpartition("<cleared>")[2]
    assert "The game is over: ten treasures" in end
    assert "takes the face-down card" in end
    assert "Gold Coin" not in out.getvalue()


def test_names_tell_equal_players_apart() -> None:
    assert seat_names(["human", "greedy", "greedy:samples=2"], "en") == [
        "Player",
        "greedy 1",
        "greedy 2",
    ]
    assert seat_names(["human", "human"], "ja") == ["プレイヤー1", "プレイヤー2"]
    assert seat_names(["human", "random"], "en", "Mami") == ["Mami", "random"]


def test_every_command_is_explained_and_has_a_japanese_name() -> None:
    made, _ = session("")
    for command in COMMANDS:
        assert command.alias
        for language in ("ja", "en"):
            made.language = language
            assert made.say(f"command-{command.name}")


def test_the_log_marks_what_is_new() -> None:
    _, text = typed("page 3\nlog\ntake thief\nlog\n", scenario=SCENARIO)
    old, _, new = text.rpartition("── Since your last move ─")
    assert "Player takes Thief" in new
    assert "Player acts with page 3" in old.rpartition("Player> log")[2]
    _, text = typed("log\n", scenario={**SCENARIO, "phase": "book"})
    assert "Since your last move" not in text


def test_older_news_is_left_to_the_log_in_a_terminal() -> None:
    made, _ = session("", seats=("human", "random:seed=1", "random:seed=2", "random:seed=3"))
    for _ in range(80):
        decision = made.match.state.pending[0]
        made.match.apply(decision.seat, decision.moves[0])
    whole = made.happened(0)
    made.console.interactive = True  # type: ignore[misc]
    for below, rows in ((0, 24), (10, 14), (22, 2), (24, 1)):
        lines = made.happened(0, below)
        assert len(lines) == rows
        assert f"{len(whole) - rows + 1} more lines before" in plain(lines)
        assert lines[1:] == whole[len(whole) - rows + 1 :]


def test_a_bot_that_answers_wrongly_is_played_on_and_blamed() -> None:
    from taku.protocol.players import LocalPlayer, Turn

    class Liar(LocalPlayer):
        name = "liar"

        def choose(self, turn: Turn) -> str:
            return "nonsense"

    out = io.StringIO()
    match = Match(engine.game("grimoire"), 2, 1)
    console = PlainConsole(io.StringIO("1\n" * 5000), out)
    Session(match, ["human", "liar"], console, "en", lambda spec: Liar()).run()
    assert "illegal move" in out.getvalue()


def test_a_replay_shows_a_seat_only_what_it_saw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made, _ = typed("page 3\n", seats=("human", "human"), scenario=SCENARIO)
    Recorder.create(tmp_path / "r.jsonl", made.match).close()
    tape = Tape(records.read(tmp_path / "r.jsonl"), made.match.game, Terms("en"), 1)
    tape.go(1)
    assert "Page 3" not in plain(tape.picture())
    tape.turn_round()
    assert tape.seat is None
    assert "Player 1: Page 3" in plain(tape.picture())
    tape.turn_round()
    assert "Player 1: Page 3" in plain(tape.picture())
    tape.go(0)
    assert tape.match.moves == []


def test_settings_name_the_opponent_the_adviser_and_the_player() -> None:
    wanted = Settings(opponent="random:seed=1", hint="random", name="Mami")
    specs = seat_specs(engine.game("grimoire"), None, 3, wanted, "en")
    assert specs == ["human", "random:seed=1", "random:seed=1"]
    out = io.StringIO()
    match = Match(engine.game("grimoire"), 3, 1)
    console = PlainConsole(io.StringIO("hint\n"), out)
    made = Session(match, specs, console, "en", make, settings=wanted)
    with pytest.raises(EOFError):
        made.run()
    assert "random would choose" in out.getvalue()
    assert "Mami> hint" in out.getvalue()


@pytest.mark.parametrize("clear", [True, False])
def test_a_table_begins_on_an_empty_screen_if_that_is_wanted(clear: bool) -> None:
    pages: list[int] = []

    class Paged(PlainConsole):
        interactive = True

        def turn_page(self) -> None:
            pages.append(1)

    match = Match(engine.game("grimoire"), 2, 1, scenario=SCENARIO)
    console = Paged(io.StringIO("page 3\ntake thief\nquit\n"), io.StringIO())
    wanted = Settings(clear=clear)
    made = Session(match, ["human", "random:seed=1"], console, "en", make, settings=wanted)
    with pytest.raises(Quit):
        made.run()
    assert len(pages) == (3 if clear else 0)


def test_ctrl_c_may_be_pressed_as_often_as_one_likes() -> None:
    pressed = iter([KeyboardInterrupt] * 3000 + [EOFError, KeyboardInterrupt, EOFError])
    asked: list[str] = []

    class Nervous(PlainConsole):
        interactive = True

        def ask(self, request: Request) -> str:
            raise next(pressed)

        def confirm(self, question: str) -> bool:
            asked.append(question)
            return len(asked) == 2

    match = Match(engine.game("grimoire"), 2, 1, scenario=SCENARIO)
    console = Nervous(io.StringIO(), io.StringIO())
    with pytest.raises(Quit):
        Session(match, ["human", "random:seed=1"], console, "en", make).run()
    assert len(asked) == 2
    assert next(pressed, None) is None
