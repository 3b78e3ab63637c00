"""Scripts of lines against the headless host: what a driver sends, and what comes back."""

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from taku import engine
from taku.bots.random_bot import RandomBot
from taku.engine import Match, Result, State, TakuError
from taku.protocol.codec import LONGEST_LINE
from taku.protocol.headless import serve
from taku.protocol.players import LocalPlayer, Player, Start, Turn

Message = dict[str, Any]

NEW = {"type": "new", "game": "grimoire", "players": 2, "seed": 1}
QUIET = {"type": "hello", "protocol": 1, "name": "test", "wants": []}


class Broken(LocalPlayer):
    """Fails at its first decision."""

    name = "broken"

    def choose(self, turn: Turn) -> str:
        raise RuntimeError("no idea")


def make_player(spec: str, seed: int) -> Player:
    if spec == "random":
        return RandomBot(seed)
    if spec == "broken":
        return Broken()
    raise TakuError(f"unknown player {spec!r}")


def raw(data: bytes) -> list[Message]:
    """What the host says to these bytes and the end of input, without hello and bye."""
    out = BytesIO()
    serve(BytesIO(data), out, make_player)
    assert out.getvalue().endswith(b"\n")
    messages = [json.loads(line) for line in out.getvalue().splitlines()]
    assert messages[0] == {"type": "hello", "protocol": [1], "engine": "taku/0.1.0"}
    assert messages[-1] == {"type": "bye"}
    return messages[1:-1]


def talk(*lines: Message) -> list[Message]:
    return raw(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def move(id: int, move: int | str) -> Message:
    return {"type": "move", "id": id, "move": move}


def of(kind: str, messages: list[Message]) -> list[Message]:
    return [message for message in messages if message["type"] == kind]


def error(*lines: Message) -> Message:
    """The one error that the last line gets; it is all that the last line gets."""
    before = talk(*lines[:-1])
    answer = talk(*lines)[len(before) :]
    assert len(answer) == 1, answer
    assert answer[0]["type"] == "error"
    return answer[0]


def drive(new: Message, choose: Callable[[Message], int], hello: Message = QUIET) -> list[Message]:
    """A whole match, each ask answered when it comes."""
    out = BytesIO()

    class Answers(BytesIO):
        """Reads like a pipe to a driver that answers what was written so far."""

        seen = 0

        def read1(self, size: int | None = -1, /) -> bytes:
            written = out.getvalue()[self.seen :]
            first = self.seen == 0
            self.seen += len(written)
            reply = [hello, new] if first else []
            for line in written.splitlines():
                message = json.loads(line)
                if message["type"] == "ask":
                    reply.append(move(message["id"], choose(message)))
            return b"".join(json.dumps(line).encode() + b"\n" for line in reply)

    serve(Answers(), out, make_player)
    return [json.loads(line) for line in out.getvalue().splitlines()]


# -- matches --------------------------------------------------------------------------------------


def test_games_tells_ids_names_seats_and_options() -> None:
    (answer,) = talk({"type": "games"})
    assert [game["id"] for game in answer["games"]] == engine.games()
    grimoire = next(game for game in answer["games"] if game["id"] == "grimoire")
    assert grimoire["name"] == {"ja": "グリモワール", "en": "Grimoire"}
    assert grimoire["players"] == [2, 4]
    assert "$defs" in grimoire["options"] or "type" in grimoire["options"]


def test_new_starts_and_asks() -> None:
    start, ask = talk(NEW)
    assert start == {
        "type": "start",
        "match": 1,
        "game": "grimoire",
        "players": 2,
        "options": {},
        "seats": [{"seat": 0, "name": "stdio"}, {"seat": 1, "name": "stdio"}],
        "you": [0, 1],
        "clock": None,
    }
    state = engine.game("grimoire").new(2, seed=1)
    assert (ask["id"], ask["match"], ask["clock"]) == (1, 1, None)
    assert [(ask["seat"], ask["kind"], ask["moves"])] == [
        (d.seat, d.kind, list(d.moves)) for d in state.pending
    ]
    assert ask["view"]["seat"] == ask["seat"]
    assert "labels" not in ask


@pytest.mark.parametrize("game", engine.games())
def test_a_whole_match_of_every_game(game: str) -> None:
    said = drive({"type": "new", "game": game, "seed": 3}, lambda ask: len(ask["moves"]) - 1)
    (over,) = of("over", said)
    match = Match(engine.game(game), seed=3)
    while match.state.pending:
        decision = match.state.pending[0]
        match.apply(decision.seat, decision.moves[-1])
    assert over["result"]["reason"] == match.state.result.reason
    assert over["result"]["ranks"] == list(match.state.result.ranks)
    assert not of("error", said)
    assert not of("event", said)
    ids = [ask["id"] for ask in of("ask", said)]
    assert ids == list(range(1, len(ids) + 1))


def test_wants_are_honoured() -> None:
    wants = {**QUIET, "wants": ["labels"]}
    ask = talk(wants, NEW)[1]
    assert "view" not in ask
    assert ask["labels"] == {"ja": ["順番トークン1", "順番トークン2"], "en": ["Token 1", "Token 2"]}
    said = drive(NEW, lambda ask: 0, {**QUIET, "wants": ["events"]})
    ns = [event["n"] for event in of("event", said)]
    assert ns == list(range(1, len(ns) + 1))
    assert len(ns) > 20
    said = drive(NEW, lambda ask: 0)
    assert not of("event", said)


def test_index_and_text_are_the_same_move() -> None:
    assert talk(NEW, move(1, 1)) == talk(NEW, move(1, "token 2"))


def test_bots_move_by_themselves() -> None:
    said = talk({**NEW, "seats": ["random", "random"]})
    assert said[0]["you"] == []
    assert [seat["name"] for seat in said[0]["seats"]] == ["random", "random"]
    assert not of("ask", said)
    assert said[-1]["type"] == "over"
    said = drive({**NEW, "seats": ["random", "stdio"]}, lambda ask: 0)
    assert {ask["seat"] for ask in of("ask", said)} == {1}
    assert of("over", said)


def test_the_seed_of_a_match_decides_what_its_bots_do() -> None:
    new = {**NEW, "players": 3, "seats": ["random", "random", "random"]}
    assert talk(new) == talk(new)
    assert talk({**new, "seed": 2})[1:] != talk(new)[1:]
    pages = [event["pages"] for event in of("event", talk(new)) if event["event"] == "books"]
    assert any(len(set(chosen)) > 1 for chosen in pages)  # each seat has chance of its own


def test_seats_tell_the_number_of_players() -> None:
    start = talk({"type": "new", "game": "grimoire", "seats": ["stdio"] * 3})[0]
    assert start["players"] == 3


def test_a_broken_bot_forfeits_and_the_match_ends(capfd: pytest.CaptureFixture[str]) -> None:
    said = drive({**NEW, "seats": ["broken", "stdio"]}, lambda ask: 0)
    (over,) = of("over", said)
    assert over["faults"] == [
        {"seat": 0, "code": "died", "message": "raised RuntimeError: no idea"}
    ]
    assert over["result"]["ranks"] == [2, 1]
    assert over["result"]["winners"] == [1]
    assert "RuntimeError: no idea" in capfd.readouterr().err


def test_a_seed_is_found_if_none_is_given_and_kept_from_players() -> None:
    new = {"type": "new", "game": "grimoire"}
    said = talk(new, {"type": "save"}, new, {"type": "save"})
    first, second = (saved["record"]["seed"] for saved in of("saved", said))
    assert first != second
    assert 0 <= first < 2**53
    assert "seed" not in json.dumps(of("start", said) + of("ask", said))


# -- simultaneous choices -------------------------------------------------------------------------

TOKENS = [NEW, move(1, 0)]
"""Up to the first choice of pages, asks 2 and 3."""


def test_all_asks_are_sent_before_an_answer() -> None:
    asks = of("ask", talk(*TOKENS))
    assert [(ask["id"], ask["seat"], ask["kind"]) for ask in asks[1:]] == [
        (2, 0, "page"),
        (3, 1, "page"),
    ]


def test_answers_come_in_any_order_and_stay_hidden_until_all_are_in() -> None:
    said = talk(*TOKENS, move(3, "page 5"))[len(talk(*TOKENS)) :]
    assert [(message["type"], message.get("event")) for message in said] == [("event", "chosen")]
    assert "page" not in json.dumps(said)
    view = talk(*TOKENS, move(3, "page 5"), {"type": "view", "seat": 0})[-1]
    other = talk(*TOKENS, move(3, "page 4"), {"type": "view", "seat": 0})[-1]
    assert view == other
    books = of("event", talk(*TOKENS, move(3, "page 5"), move(2, "page 3")))
    assert [event["pages"] for event in books if event["event"] == "books"] == [[3, 5]]


@pytest.mark.rule("GRM-BOOK-07")
def test_an_answer_may_be_changed_until_all_are_in() -> None:
    said = talk(*TOKENS, move(2, "page 3"), move(2, "page 4"), move(3, "page 5"))
    books = [event["pages"] for event in of("event", said) if event["event"] == "books"]
    assert books == [[4, 5]]
    assert not of("error", said)
    assert len([e for e in of("event", said) if e["event"] == "chosen"]) == 1
    late = error(*TOKENS, move(2, "page 3"), move(3, "page 5"), move(2, "page 4"))
    assert (late["code"], late["id"]) == ("stale_ask", 2)


def test_a_driver_sees_what_any_of_its_seats_may_see_once() -> None:
    scenario = {"players": 2, "phase": "book", "mp": 6,
                "seats": [{"companions": ["spy"]}, {}]}  # fmt: skip
    new = {"type": "new", "game": "grimoire", "seed": 1, "scenario": scenario}
    both = talk(new, move(1, "look"))
    looks = [event for event in of("event", both) if event["event"] == "look"]
    assert len(looks) == 1
    assert "card" in looks[0]
    other = talk({**new, "seats": ["random", "stdio"]})
    for event in of("event", other):
        if event["event"] == "look":
            assert "card" not in event


def test_a_move_that_leaves_the_decision_open_is_asked_again() -> None:
    scenario = {"players": 2, "phase": "book", "mp": 6,
                "seats": [{"companions": ["spy"]}, {}]}  # fmt: skip
    new = {"type": "new", "game": "grimoire", "seed": 1, "scenario": scenario}
    said = talk(new, move(1, "look"))
    asks = of("ask", said)
    assert [(ask["id"], ask["seat"]) for ask in asks] == [(1, 0), (2, 1), (3, 0)]
    assert "look" in asks[0]["moves"]
    assert "look" not in asks[2]["moves"]
    assert error(new, move(1, "look"), move(1, "page 1"))["code"] == "stale_ask"
    assert not of("error", talk(new, move(1, "look"), move(2, "page 1"), move(3, "page 1")))


# -- control --------------------------------------------------------------------------------------


def test_view_of_a_seat_and_of_everything() -> None:
    view = talk(NEW, {"type": "view", "seat": 1})[-1]
    assert (view["type"], view["seat"], view["view"]["seat"]) == ("view", 1, 1)
    assert view["view"]["decks"] is None
    everything = talk(NEW, {"type": "view", "seat": "all"})[-1]
    assert everything["seat"] == "all"
    assert everything["view"]["decks"]


def test_undo_takes_back_answers_of_the_driver() -> None:
    said = talk(*TOKENS, {"type": "undo"})
    undone, ask = said[len(talk(*TOKENS)) :]
    assert undone == {"type": "undone", "match": 1, "moves": 1}
    first = of("ask", said)[0]
    assert ask == {**first, "id": 4}
    assert error(*TOKENS, {"type": "undo"}, move(3, 0))["code"] == "stale_ask"


def test_undo_takes_back_what_bots_moved_since() -> None:
    new = {**NEW, "seats": ["random", "stdio"]}
    first = of("ask", talk(new))[-1]
    one = [new, move(1, 0)]
    said = talk(*one, {"type": "undo"})
    again = of("ask", said)[-1]
    assert {**again, "id": 1} == first
    two = of("ask", talk(*one))
    if two[-1]["id"] == 2:
        said = talk(*one, move(2, 0), {"type": "undo", "moves": 2})
        assert {**of("ask", said)[-1], "id": 1} == first


def test_undo_after_the_end_goes_on() -> None:
    scripted: list[Message] = [{**NEW, "seed": 3}]
    said = drive(scripted[0], lambda ask: 0)
    scripted += [move(ask["id"], 0) for ask in of("ask", said)]
    end = talk(QUIET, *scripted)
    assert end[-1]["type"] == "over"
    undone, ask = talk(QUIET, *scripted, {"type": "undo"})[len(end) :]
    assert (undone["type"], ask["type"]) == ("undone", "ask")
    again = talk(QUIET, *scripted, {"type": "undo"}, move(ask["id"], 0))
    assert again[-1] == end[-1]


def test_bots_begin_again_when_a_match_goes_on_after_its_end() -> None:
    heard: list[str] = []

    class Heard(RandomBot):
        def begin(self, start: Start) -> None:
            heard.append("begin")

        def end(self, result: Result) -> None:
            heard.append("end")

    new = {**NEW, "seats": ["stdio", "heard"]}
    lines = [QUIET, new, *(move(id, 0) for id in range(1, 200)), {"type": "undo"}]
    out = BytesIO()
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    serve(BytesIO(data), out, lambda spec, seed: Heard(1))
    said = [json.loads(line)["type"] for line in out.getvalue().splitlines()]
    assert said[-3:] == ["undone", "ask", "bye"]
    assert heard == ["begin", "end", "begin"]


def test_save_and_load_restore_the_match() -> None:
    said = talk(*TOKENS, move(2, "page 3"), {"type": "save"})
    record = said[-1]["record"]
    assert record["moves"] == [[of("ask", said)[0]["seat"], "token 1"], [0, "page 3"]]
    start, ask = talk({"type": "load", "record": record})
    assert start == said[0]
    before = of("ask", said)[-1]
    assert ask["view"]["areas"][0]["chosen"]
    assert {**ask, "id": 3, "view": before["view"]} == before
    on = talk({"type": "load", "record": record}, move(1, "page 5"))
    books = [event["pages"] for event in of("event", on) if event["event"] == "books"]
    assert books == [[3, 5]]
    back = talk({"type": "load", "record": record}, {"type": "undo", "moves": 2})
    assert of("ask", back)[-1]["kind"] == "token"


def test_a_new_match_abandons_the_one_before() -> None:
    said = talk(NEW, NEW)
    assert [message["type"] for message in said] == ["start", "ask", "over", "start", "ask"]
    assert said[2] == {
        "type": "over",
        "match": 1,
        "result": {"winners": [], "ranks": [1, 1], "scores": None, "reason": "abandoned"},
    }
    assert (said[3]["match"], said[4]["match"], said[4]["id"]) == (2, 2, 2)


def test_a_finished_match_is_not_abandoned() -> None:
    said = talk({**NEW, "seats": ["random", "random"]}, NEW)
    assert [over["result"]["reason"] != "abandoned" for over in of("over", said)] == [True]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({**NEW, "game": "grimoir"}, "unknown_game"),
        ({**NEW, "players": 9}, "bad_players"),
        ({**NEW, "options": {"nonsense": 1}}, "bad_options"),
        ({**NEW, "scenario": {"nonsense": 1}}, "bad_scenario"),
        ({**NEW, "seats": ["stdio"]}, "bad_seat"),
        ({**NEW, "seats": ["stdio", "nobody"]}, "bad_seat"),
        ({"type": "load", "record": {}}, "bad_record"),
        ({"type": "load", "record": {"game": "no", "players": 2, "seed": 1, "moves": []}}, "bad_record"),
        ({**NEW, "players": "2"}, "bad_message"),
        ({"type": "new"}, "bad_message"),
    ],
)  # fmt: skip
def test_what_is_refused_leaves_the_match_as_it_was(message: Message, code: str) -> None:
    assert error(*TOKENS, message)["code"] == code
    assert not of("error", talk(*TOKENS, message, move(2, 0))[len(talk(*TOKENS)) + 1 :])


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [move(1, 0), {"type": "view", "seat": 0}, {"type": "undo"}, {"type": "save"}],
)
def test_no_match(message: Message) -> None:
    assert error(message)["code"] == "no_match"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (move(1, "token 3"), "illegal_move"),
        (move(1, "x" * 100_000), "illegal_move"),
        (move(1, 2), "illegal_move"),
        (move(1, -1), "illegal_move"),
        (move(1, 10**30), "illegal_move"),
        (move(2, 0), "stale_ask"),
        (move(-1, 0), "stale_ask"),
        (move(10**30, 0), "stale_ask"),
        ({"type": "view", "seat": 2}, "bad_seat"),
        ({"type": "view", "seat": -1}, "bad_seat"),
        ({"type": "view", "seat": "some"}, "bad_seat"),
        ({"type": "view"}, "bad_message"),
        ({"type": "view", "seat": None}, "bad_message"),
        ({"type": "undo"}, "bad_message"),
        ({"type": "undo", "moves": 0}, "bad_message"),
        ({"type": "undo", "moves": 10**20}, "bad_message"),
        ({"type": "move", "id": 1}, "bad_message"),
        ({"type": "move", "id": 1, "move": True}, "bad_message"),
        ({"type": "move", "id": 1.5, "move": 0}, "bad_message"),
        ({"type": "move", "id": "1", "move": 0}, "bad_message"),
        ({"type": "hello", "protocol": 2, "name": "x"}, "bad_message"),
        ({"type": "hello", "protocol": 1}, "bad_message"),
        ({"type": "hello", "protocol": 1, "name": "x", "wants": ["all"]}, "bad_message"),
        ({"type": "mvoe", "id": 1}, "unknown_type"),
        ({"type": "start"}, "unknown_type"),
        ({"type": 5}, "bad_message"),
        ({"id": 5}, "bad_message"),
    ],
)
def test_one_error_and_the_position_stays(answer: Message, code: str) -> None:
    assert error(NEW, answer)["code"] == code
    assert (
        talk(NEW, answer, {"type": "view", "seat": "all"})[-1]
        == (talk(NEW, {"type": "view", "seat": "all"})[-1])
    )
    assert talk(NEW, answer, move(1, 0))[3:] == talk(NEW, move(1, 0))[2:]


def test_an_error_names_the_ask_the_field_and_what_is_legal() -> None:
    wrong = error(NEW, move(1, "tokn 2"))
    assert wrong["id"] == 1
    assert "did you mean 'token 2'" in wrong["message"]
    assert "legal: token 1, token 2" in wrong["message"]
    missing = error(NEW, {"type": "move", "id": 1})
    assert "move" in missing["message"]
    assert missing["id"] == 1
    assert "id" not in error(NEW, {"type": "view", "seat": 7})
    assert len(error(NEW, move(1, "x" * 100_000))["message"]) < 500


@pytest.mark.parametrize("field", ["id", "move"])
def test_the_error_of_a_number_out_of_range_names_the_field(field: str) -> None:
    fields = {"id": "1", "move": "0", field: "9" * 10_000}
    line = '{"type":"move",' + ",".join(f'"{name}":{value}' for name, value in fields.items())
    (wrong,) = raw(line.encode() + b"}")
    assert wrong["code"] == "bad_message"
    assert wrong["message"] == f"{field}: Integer value out of range"


@pytest.mark.parametrize(
    "message",
    [
        NEW | {"game": "\0" * 150_000},
        NEW | {"options": {"\0" * 150_000: 1}},
        NEW | {"seats": ["stdio", "\0" * 150_000]},
        NEW | {"game": "heart-of-crown", "options": {"set": "\0" * 150_000}},
        NEW | {"game": "heart-of-crown", "options": {"commons": ["twin-counter"] * 50_000}},
        {"type": "load", "record": {"game": "\0" * 150_000, "players": 2, "seed": 1, "moves": []}},
    ],
)
def test_the_error_of_a_long_line_is_short(message: Message) -> None:
    assert len(json.dumps(error(NEW, message))) < 20_000


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", "bad_json"),
        (b'{"type":"games"', "bad_json"),
        (b'{"type":"games"} {}', "bad_json"),
        (b'{"type":"games","x":NaN}', "bad_json"),
        (b'{"type":"games","x":Infinity}', "bad_json"),
        (b'{"type":"games","x":01}', "bad_json"),
        (b'{"type":"games","x":"\xff"}', "bad_json"),
        (b'{"type":"move","id":1,"move":0,"x":"\xff"}', "bad_json"),
        (b'{"type":"games","x":"\\ud800"}', "bad_json"),
        (b'\xef\xbb\xbf{"type":"games"}', "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b"\x00", "bad_json"),
        (b"[" * 200_000, "bad_json"),
        (b'{"type":"games","x":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "bad_json"),
        (b'{"type":"load","record":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001, "bad_json"),
        (b'{"type":"move","id":' + b"9" * 10_000 + b',"move":0}', "bad_message"),
        (b'{"type":"games","x":1e999}', "bad_message"),
        (b'{"type":"move","id":1,"id":1,"move":0}', "bad_message"),
        (b'{"type":"games","type":"games"}', "bad_message"),
        (b"[]", "bad_message"),
        (b"5", "bad_message"),
        (b"null", "bad_message"),
        (b'"games"', "bad_message"),
        (b'{"type":null}', "bad_message"),
        (b'{"type":["move"]}', "bad_message"),
        (b" " * (LONGEST_LINE + 1), "too_long"),
        (b"x" * (3 * LONGEST_LINE), "too_long"),
    ],
)
def test_lines_that_cannot_be_used_get_one_error(line: bytes, code: str) -> None:
    said = raw(line + b'\n{"type":"games"}\n')
    assert [message["type"] for message in said] == ["error", "games"]
    assert said[0]["code"] == code
    (alone,) = raw(line)
    assert alone["code"] == code


def test_blank_lines_crlf_unknown_fields_and_a_last_line_without_end() -> None:
    assert raw(b"\n  \n\r\n\t\n") == []
    assert [m["type"] for m in raw(b'\r\n {"type":"games","more":[1]}\r\n')] == ["games"]
    assert [m["type"] for m in raw(b'{"type":"games"}')] == ["games"]
    assert [m["code"] for m in raw(b'{"type":"ga')] == ["bad_json"]
    assert raw(b"") == []


def test_a_line_of_exactly_1_mib_is_read() -> None:
    line = b'{"type":"games"' + b" " * (LONGEST_LINE - 16) + b"}"
    assert len(line) == LONGEST_LINE
    for end in (b"\n", b"\r\n", b""):
        assert [m["type"] for m in raw(line + end)] == ["games"]
        assert [m.get("code") for m in raw(b" " + line + end)] == ["too_long"]


def test_quit_ends_the_conversation_at_once() -> None:
    assert talk({"type": "quit"}, {"type": "games"}) == []


def test_a_fault_of_the_rules_keeps_the_position(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    advance = State.advance

    def half(self: State, seat: int, move: str) -> None:
        self.rng_count += 99
        print("a stray print")
        if move == "token 2":
            raise KeyError("a mistake in the rules")
        advance(self, seat, move)

    monkeypatch.setattr(State, "advance", half)
    wrong = error(NEW, move(1, "token 2"))
    assert wrong["code"] == "internal"
    assert "KeyError" in wrong["message"]
    assert "a mistake in the rules" in capfd.readouterr().err
    everything = {"type": "view", "seat": "all"}
    assert talk(NEW, move(1, 1), everything)[-1] == talk(NEW, everything)[-1]
    assert [m["type"] for m in talk(NEW, move(1, 1), move(1, 0))][2] == "error"


def test_as_a_process_it_speaks_first_and_exits_0() -> None:
    code = (
        "import sys; from taku.protocol.headless import serve;"
        "serve(sys.stdin.buffer, sys.stdout.buffer, lambda spec, seed: None)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["type"] == "hello"
        process.stdin.write(b'{"type":"quit"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"type": "bye"}
        assert process.wait() == 0


def test_hello_leaves_before_anything_is_imported() -> None:
    code = (
        "import sys, io; from taku.protocol.headless import serve\n"
        "class Out(io.BytesIO):\n"
        "    def flush(self):\n"
        "        print([m for m in sys.modules if m.startswith(('taku.engine', 'msgspec', 'typer'))],"
        " file=sys.stderr); sys.exit()\n"
        "serve(io.BytesIO(), Out(), None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stderr.strip() == b"[]"
