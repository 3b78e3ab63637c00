"""Completion of the legal moves, and only those; then of the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from taku.cli.console import Request
from taku.cli.moves import BEGINS, fold, narrow, score

T = TypeVar("T")


class MoveCompleter(Completer):
    """Matches ids and names in both languages and in kana; shows cost and text beside each."""

    def __init__(self, request: Callable[[], Request]) -> None:
        self._request = request

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The moves that fit what was typed since the last ``;``, the best first."""
        request = self._request()
        begun = narrow(document.text_before_cursor).rpartition(";")[2].lstrip()
        forced = begun.startswith(":")
        word, space, argument = begun.lstrip(":").partition(" ")
        verbs = {choice.move.partition(" ")[0] for choice in request.choices}
        topics = (
            request.topics(word)
            if request.topics and space and (forced or word not in verbs)
            else ()
        )
        if topics:
            yield from _topics(argument, topics)
            return
        if not forced:
            yield from _moves(begun, request)
        yield from _commands(word if not space else None, request, forced)


def _best(ranked: Sequence[tuple[int, T]]) -> list[T]:
    """The best first; what fits only loosely is left out where something begins as typed."""
    clear = any(fit >= BEGINS for fit, _ in ranked)
    kept = [(fit, item) for fit, item in ranked if fit >= BEGINS or not clear]
    return [item for _, item in sorted(kept, key=lambda each: -each[0])]


def _moves(begun: str, request: Request) -> Iterable[Completion]:
    typed = fold(begun)
    ranked = []
    for choice in request.choices:
        best = max(score(typed, key) for key in choice.keys) if typed else 1
        if best:
            ranked.append((best, choice))
    for choice in _best(ranked):
        shown = f"{choice.move}  {choice.title}"
        yield Completion(choice.move, -len(begun), display=shown, display_meta=choice.note)


def _commands(word: str | None, request: Request, forced: bool) -> Iterable[Completion]:
    """Commands once a letter is typed: an empty line is for moves."""
    if word is None or not (word or forced):
        return
    typed = fold(word)
    for name, alias, reading, about in request.words:
        if name.startswith(typed):
            yield Completion(name, -len(word), display_meta=about)
        if typed and any(known.startswith(typed) for known in (fold(alias), reading)):
            yield Completion(alias, -len(word), display_meta=about)


def _topics(argument: str, topics: Sequence[tuple[str, str]]) -> Iterable[Completion]:
    typed = fold(argument)
    ranked = []
    for name, about in topics:
        best = max(score(typed, fold(name)), score(typed, fold(about)) if about else 0)
        if best or not typed:
            ranked.append((best, (name, about)))
    for name, about in _best(ranked):
        yield Completion(name, -len(argument), display_meta=about)
