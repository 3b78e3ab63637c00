"""The operations that games share, shown with a game that has nothing else, and who uses them."""

from collections.abc import Sequence
from dataclasses import field
from types import SimpleNamespace
from typing import Any

import pytest

from taku import engine
from taku.engine.core import operations, state
from taku.engine.core.operations import Customs, Operation, ProgramRules, ProgramState

rules = ProgramRules()
rules.offer("choose")(operations.choose_moves)
rules.offer("may")(operations.may_moves)
rules.offer("pay")(operations.pay_moves)


@state.sealed
class Toy(ProgramState):
    """Players with coins who say words."""

    rules = rules
    active: int = 0
    coins: int = 0
    said: list[str] = field(default_factory=list)

    @property
    def you(self) -> int:
        """The player whose turn it is."""
        return self.active


def say(s: Toy, op: Operation) -> None:
    """Say the word of the operation, and who is meant."""
    s.said.append(f"{op.ask} {s.target}" if s.target >= 0 else op.ask)
    s.done = op.ask != "nothing"


def win(s: Toy, op: Operation) -> None:
    """End the match."""
    s.finish([s.you], None, "won")


def spend(s: Toy, n: int) -> None:
    s.coins -= n


rules.operations |= {"say": say, "win": win}
rules.customs = Customs(
    in_turn=lambda s: s.clockwise(s.active),
    receive=operations.run,
    purse=lambda s: s.coins,
    spend=spend,
    chosen=lambda s, seat, move: s.said.append(f"{seat} chose {move}"),
)


class Compiler(operations.Compiler[Operation]):
    kind = Operation
    lists = operations.LISTS | {"choose": {"left": "program", "right": "other"}}

    def fields(self, op: Any) -> dict[str, Any]:
        told = {
            key: value
            for key, value in op.items()
            if key not in ("op", "do", "then", "left", "right")
        }
        return {"ask": op["op"], "answers": ("left", "right"), **told}


def word(text: str) -> dict[str, Any]:
    return {"op": "say", "ask": text}


def start(*ops: dict[str, Any], players: int = 3, active: int = 0, coins: int = 0) -> Toy:
    """Begin to carry out a list."""
    compiler = Compiler()
    number = compiler.program(ops)
    toy = Toy(players=players, answers=[""] * players, active=active, coins=coins)
    toy.cards = SimpleNamespace(programs=compiler.programs, operations=compiler.operations)
    toy.game = SimpleNamespace(tag="toy")
    toy.log = None
    toy._pending = None
    operations.run(toy, number)
    toy.run()
    return toy


def answers(toy: Toy, *moves: str) -> Toy:
    """Answer what is asked, one after the other."""
    for move in moves:
        (decision,) = toy.pending
        assert move in decision.moves
        toy.advance(decision.seat, move)
    assert not toy.pending
    return toy


def test_a_list_runs_in_order_and_is_done_in_full_if_all_of_it_was() -> None:
    toy = start(word("one"), word("two"))
    assert (toy.said, toy.done) == (["one", "two"], True)
    toy = start(word("nothing"), word("two"))
    assert (toy.said, toy.done) == (["nothing", "two"], False)


def test_what_an_operation_plans_comes_before_the_next_one() -> None:
    maybe = {"op": "may", "do": [word("maybe")]}
    toy = start(word("nothing"), maybe, word("last"))
    assert toy.said == ["nothing"]
    answers(toy, "do")
    assert (toy.said, toy.done) == (["nothing", "maybe", "last"], False)


@pytest.mark.parametrize(("group", "reached"), [("all", [1, 2, 0]), ("others", [2, 0])])
def test_each_reaches_the_players_in_turn(group: str, reached: Sequence[int]) -> None:
    toy = start({"op": "each", "group": group, "do": [word("hi")]}, word("bye"), active=1)
    assert toy.said == [*(f"hi {seat}" for seat in reached), "bye"]


def test_each_waits_for_an_answer_and_tests_its_condition_when_a_turn_comes() -> None:
    def open_to(s: Toy, seat: int) -> bool:
        return f"maybe {seat - 1}" not in s.said

    maybe = {"op": "may", "by_target": True, "do": [word("maybe")]}
    toy = start({"op": "each", "group": "all", "cond": open_to, "do": [maybe]}, word("bye"))
    assert [decision.seat for decision in toy.pending] == [0]
    answers(toy, "do", "pass")
    assert (toy.said, toy.done) == (["maybe 0", "bye"], False)


def test_choose_runs_one_list_of_two() -> None:
    both = {"op": "choose", "left": [word("l")], "right": [word("r")]}
    assert answers(start(both), "left").said == ["l"]
    toy = start(both)
    toy.apply(0, "right")
    assert toy.said == ["0 chose right", "r"]


@pytest.mark.parametrize(("first", "said"), [("one", ["one", "then"]), ("nothing", ["nothing"])])
def test_then_follows_only_what_was_done(first: str, said: list[str]) -> None:
    op = {"op": "may", "forced": True, "do": [word(first)], "then": [word("then")]}
    toy = start(op)
    assert (toy.said, toy.done) == (said, first == "one")


def test_what_was_declined_is_not_done() -> None:
    op = {"op": "may", "do": [word("one")], "then": [word("then")]}
    toy = answers(start(op), "pass")
    assert (toy.said, toy.done) == ([], False)


def test_a_price_is_paid_or_declined_and_cannot_be_paid_without_the_coins() -> None:
    op = {"op": "pay", "n": 2, "then": [word("bought")]}
    toy = start(op, coins=2)
    assert list(toy.pending[0].moves) == ["pay 2", "pass"]
    answers(toy, "pay 2")
    assert (toy.said, toy.coins, toy.done) == (["bought"], 0, True)
    toy = answers(start(op, coins=2), "pass")
    assert (toy.said, toy.coins, toy.done) == ([], 2, False)
    toy = answers(start(op, coins=1))
    assert (toy.said, toy.coins, toy.done) == ([], 1, False)


def test_a_forced_price_is_paid_unasked() -> None:
    toy = answers(start({"op": "pay", "n": 2, "forced": True, "then": [word("bought")]}, coins=3))
    assert (toy.said, toy.coins) == (["bought"], 1)


def test_x_is_what_you_like_within_the_limits_and_the_purse() -> None:
    op = {"op": "pay", "every": True, "least": 1, "most": 3, "then": [word("bought")]}
    assert list(start(op, coins=2).pending[0].moves) == ["pay 1", "pay 2", "pass"]
    assert list(start(op, coins=9).pending[0].moves) == ["pay 1", "pay 2", "pay 3", "pass"]
    toy = answers(start(op, coins=9), "pay 3")
    assert (toy.x, toy.coins) == (3, 6)
    forced = op | {"forced": True}
    assert list(start(forced, coins=2).pending[0].moves) == ["pay 1", "pay 2"]


@pytest.mark.parametrize("around", ["list", "each", "may"])
def test_nothing_runs_after_the_end_of_the_match(around: str) -> None:
    ops: list[dict[str, Any]] = [{"op": "win"}, word("late")]
    if around == "each":
        ops = [{"op": "each", "group": "all", "do": ops}, word("late")]
    elif around == "may":
        ops = [{"op": "may", "forced": True, "do": ops, "then": [word("late")]}, word("late")]
    toy = start(*ops)
    assert (toy.said, toy.agenda, toy.pending) == ([], [], ())


@pytest.mark.parametrize("name", ["each", "choose", "may", "pay"])
@pytest.mark.parametrize("id", ["daybreak", "heart-of-crown"])
def test_two_games_carry_out_their_cards_with_them(id: str, name: str) -> None:
    game = engine.game(id)
    assert game.state.rules.operations[name] is getattr(operations, name)
    assert name in {operation.name for operation in game.cards.operations}
