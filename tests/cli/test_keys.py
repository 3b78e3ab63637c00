"""The prompt in a terminal, with real key presses."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import to_plain_text
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from taku import engine
from taku.cli.console import Request
from taku.cli.menu import run_menu
from taku.cli.moves import choices
from taku.cli.render.common import Look
from taku.cli.screens import Menu, Pager
from taku.cli.terminal import CLEAR, Terminal, completions
from taku.cli.terms import Terms

GAME = engine.game("grimoire")
FIELD = ["take silver-coin", "take spy", "take king", "take face-down"]
REQUEST = Request(
    prompt="> ",
    choices=choices(FIELD, Look(GAME, "en", ["Player", "greedy"])),
    words=[
        ("help", "ヘルプ", "へるぷ", "this text"),
        ("hint", "ヒント", "ひんと", "ask"),
        ("card", "カード", "かーど", "a card"),
        ("undo", "戻す", "もどす", "back"),
    ],
    topics=lambda word: [("spy", "密偵"), ("king", "王")] if word == "card" else (),
    status=lambda: "Round 1",
)
ENTER, TAB, CTRL_C, CTRL_D, LEFT = "\r", "\t", "\x03", "\x04", "\x1b[D"


class Screen(DummyOutput):
    """An output whose size can change."""

    columns, rows = 80, 24

    def get_size(self) -> Size:
        return Size(rows=self.rows, columns=self.columns)


@contextmanager
def terminal() -> Iterator[tuple[Terminal, PipeInput, list[str]]]:
    written: list[str] = []
    with create_pipe_input() as keys, create_app_session(input=keys, output=Screen()):
        made = Terminal(input=keys, output=Screen(), write=written.append, colour=False)
        yield made, keys, written


def pressed(keys: str, request: Request = REQUEST) -> str:
    with terminal() as (console, pipe, _):
        pipe.send_text(keys)
        return console.ask(request)


def completed(typed: str) -> list[str]:
    with terminal() as (console, _, _):
        console._request = REQUEST
        completer = console._session.completer
        return list(completions(completer, typed))  # type: ignore[arg-type]


def test_a_line_is_typed() -> None:
    assert pressed(f"take spy{ENTER}") == "take spy"


@pytest.mark.parametrize("begun", ["sil", "take si", "銀", "銀貨", "tslv", "Silver C"])
def test_tab_completes_by_id_and_by_name_in_both_languages(begun: str) -> None:
    assert pressed(f"{begun}{TAB}{ENTER}") == "take silver-coin"


@pytest.mark.parametrize("mark", [";", "；"])
def test_tab_completes_after_a_semicolon_of_either_width(mark: str) -> None:
    assert pressed(f"take spy{mark} kin{TAB}{ENTER}") == f"take spy{mark} take king"


def test_tab_steps_through_several_and_enter_takes_the_one_that_is_marked() -> None:
    assert pressed(f"take{TAB}{TAB}{TAB}{ENTER}") == FIELD[1]


def test_an_empty_line_completes_to_all_legal_moves_and_only_those() -> None:
    assert completed("") == FIELD


def test_only_legal_moves_and_commands_complete() -> None:
    assert completed("take") == FIELD
    assert completed("buy") == []
    assert completed("h") == ["help", "hint"]
    assert completed("ヘ") == ["ヘルプ"]
    assert completed("card ") == ["spy", "king"]
    assert completed("card 密") == completed("：card　密") == ["spy"]
    assert completed(":h") == completed("：h") == ["help", "hint"]
    assert completed(":") == ["help", "hint", "card", "undo"]


def test_commands_complete_in_kana_without_conversion() -> None:
    assert completed("もど") == ["戻す"]
    assert completed("へ") == completed("ヘ") == ["ヘルプ"]
    assert completed("UN") == ["undo"]


def test_beside_each_completion_stands_what_it_is() -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    with terminal() as (console, _, _):
        console._request = REQUEST
        completer = console._session.completer
        assert completer is not None
        (found,) = completer.get_completions(Document("spy"), CompleteEvent())
    assert "Take Spy" in found.display_text
    assert "companion 2 VP" in found.display_meta_text
    assert "face-down field card" in found.display_meta_text


def test_what_was_refused_stays_and_is_replaced_by_typing() -> None:
    kept = Request(prompt="> ", text="tkae spy")
    assert pressed(ENTER, kept) == "tkae spy"
    assert pressed(f"take king{ENTER}", kept) == "take king"
    assert pressed(f"{LEFT}{ENTER}", kept) == "tkae spy"


def test_ctrl_c_cancels_also_what_is_marked_and_what_follows_is_kept() -> None:
    with terminal() as (console, pipe, _):
        pipe.send_text(f"{CTRL_C}take king{ENTER}")
        with pytest.raises(KeyboardInterrupt):
            console.ask(Request(prompt="> ", text="tkae spy"))
        assert console.ask(Request(prompt="> ")) == "take king"


@pytest.mark.parametrize(("key", "error"), [(CTRL_C, KeyboardInterrupt), (CTRL_D, EOFError)])
def test_ctrl_c_cancels_and_ctrl_d_ends(key: str, error: type[BaseException]) -> None:
    with pytest.raises(error):
        pressed(("half a line" if key == CTRL_C else "") + key)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(f"y{ENTER}", True), (f"n{ENTER}", False), (ENTER, False), (f"はい{ENTER}", True),
     (f"what{ENTER}y{ENTER}", True), (CTRL_C, False), (CTRL_D, True)],
)  # fmt: skip
def test_confirming(keys: str, answer: bool) -> None:
    with terminal() as (console, pipe, _):
        pipe.send_text(keys)
        assert console.confirm("Leave?") is answer


def test_between_two_people_the_screen_is_emptied_before_and_after() -> None:
    with terminal() as (console, pipe, written):
        pipe.send_text(f"{CTRL_C}{ENTER}")
        console.hand_over("It is Player 2's turn.")
        assert written == [CLEAR, CLEAR]


@pytest.mark.parametrize("key", ["\x1b[A", "\x19", f"\x12page{ENTER}"])
def test_no_key_brings_back_what_the_person_before_typed(key: str) -> None:
    with terminal() as (console, pipe, _):
        pipe.send_text(f"page 3\x17{ENTER}page 4{ENTER}")
        console.ask(Request(prompt="> "))
        assert console.ask(Request(prompt="> ")) == "page 4"
        pipe.send_text(ENTER)
        console.hand_over("It is Player 2's turn.")
        pipe.send_text(f"{key}{ENTER}")
        assert console.ask(Request(prompt="> ")) == ""


def test_what_is_chosen_unseen_is_completed_but_not_listed() -> None:
    unseen = msgspec.structs.replace(REQUEST, unseen=True)
    assert pressed(f"sil{TAB}{ENTER}", unseen) == "take silver-coin"
    assert pressed(f"take{TAB}{TAB}{ENTER}", unseen) == "take"


@pytest.mark.parametrize(("columns", "rows"), [(60, 24), (80, 40)])
def test_a_change_of_size_draws_the_table_again(columns: int, rows: int) -> None:
    drawn: list[tuple[int, int]] = []
    with terminal() as (console, pipe, _):

        def redraw() -> list[list[tuple[str, str]]]:
            drawn.append((console.width, console.height))
            return [[("", "the table")]]

        def shrink() -> None:
            console._output.columns = columns  # type: ignore[union-attr]
            console._output.rows = rows  # type: ignore[union-attr]
            console._session.app.invalidate()
            while not drawn:
                time.sleep(0.01)
            pipe.send_text(ENTER)

        threading.Timer(0.05, shrink).start()
        console.ask(Request(prompt="> ", redraw=redraw))
    assert drawn[-1] == (columns, rows)


def test_thinking_is_shown_and_can_be_hurried() -> None:
    hurried = threading.Event()

    def work() -> str:
        while not hurried.is_set():
            if any("thinking" in text for text in written):
                # As Ctrl-C does: the main thread is interrupted while it waits.
                import _thread

                _thread.interrupt_main()
            hurried.wait(0.3)
        return "page 3"

    with terminal() as (console, _, written):
        assert console.think("greedy is thinking", work, hurried.set) == "page 3"
    assert written[-1] == "\r\x1b[K"


def test_how_far_a_thinker_is_stands_beside_what_it_does() -> None:
    with terminal() as (console, _, written):

        def until(shown: str) -> None:
            while not any(shown in text for text in written):
                time.sleep(0.01)

        def work() -> None:
            until("mcts is thinking")
            console.progressed(0.42)
            until("mcts is thinking  42%")

        console.think("mcts is thinking", work, lambda: None)
        written.clear()
        console.think("greedy is thinking", lambda: until("greedy"), lambda: None)
    assert not any("%" in text for text in written)


def test_a_fault_of_a_thinker_is_raised_where_it_belongs() -> None:
    def work() -> str:
        raise ValueError("broken")

    with terminal() as (console, _, _), pytest.raises(ValueError, match="broken"):
        console.think("thinking", work, lambda: None)


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [(ENTER, 0), ("\x1b[B" + ENTER, 1), ("\x1b[A" + ENTER, 2), ("3", 2), ("jj" + ENTER, 2),
     ("9x" + ENTER, 0), ("q", None), (CTRL_C, None), (CTRL_D, None), ("\x1b", None)],
)  # fmt: skip
def test_the_menu_takes_arrows_and_numbers(keys: str, chosen: int | None) -> None:
    with create_pipe_input() as pipe:
        pipe.send_text(keys)
        items = [("one", "first"), ("二", "second"), ("three", "")]
        assert Menu("Which?", items, "keys", input=pipe, output=Screen()).choose() == chosen


def test_a_page_that_is_too_long_moves_up_and_down_and_begins_at_its_top_after_a_step() -> None:
    shown: list[str] = []
    with create_pipe_input() as pipe:
        for key in ("\x1b[B" * 3, "k", "j" * 50, "\x1b[A" * 50, "j\x1b[C"):
            pipe.send_text(key + "q")
            page = Pager(
                lambda: "".join(f"row {n}\n" for n in range(30)), {"right": lambda: None},
                lambda: "keys", input=pipe, output=Screen(),
            )  # fmt: skip
            page.run()
            shown.append(page._text().value.split("\n")[0])
    assert shown == ["row 3", "row 0", "row 7", "row 0", "row 0"]


def test_the_pager_steps_and_leaves() -> None:
    at = [0]

    def forward() -> None:
        at[0] += 1

    with create_pipe_input() as pipe:
        pipe.send_text("\x1b[C\x1b[Cq")
        page = Pager(
            lambda: f"page {at[0]}", {"right": forward}, lambda: "keys", input=pipe, output=Screen()
        )
        assert page.run() == 0
    assert at == [2]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_menu_tells_of_every_game_whole_at_80_columns(
    language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("taku.cli.play.unfinished", lambda: [tmp_path])
    shown = []
    monkeypatch.setattr(Menu, "choose", lambda menu: shown.append(menu._text()))
    with create_pipe_input() as keys, create_app_session(input=keys, output=Screen()):
        assert run_menu(Terms(language)) == 0
    (first,) = shown
    assert "…" not in to_plain_text(first)
