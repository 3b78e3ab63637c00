"""Everything a person is told or asked has words in both languages, and they keep secrets."""

import random
from collections.abc import Iterator

import pytest

from taku import engine
from tests.support.table import Table

GAME = engine.game("grimoire")
WORDS = GAME.words
LANGUAGES = ("ja", "en")
PLAYERS = ["Ann", "Bob", "Cy", "Dan"]


class Seen:
    """What occurs in many random matches."""

    asks: set[str]
    moves: set[str]
    events: list[engine.Event]
    reasons: set[str]


@pytest.fixture(scope="module")
def seen() -> Seen:
    found = Seen()
    found.asks, found.moves, found.events, found.reasons = set(), set(), [], set()
    for seed in range(120):
        table = Table("grimoire", 2 + seed % 3, seed)
        rng = random.Random(seed)
        while table.state.pending:
            found.asks |= {decision.kind for decision in table.state.pending}
            found.moves |= {move for d in table.state.pending for move in d.moves}
            table.random(rng, moves=1)
        found.events += table.events
        found.reasons.add(table.result.reason)
    return found


def tellings(event: engine.Event) -> Iterator[tuple[int | None, str, str]]:
    for viewer in (None, 0, 1, 2, 3):
        data = event.seen_by(viewer)
        if data is not None:
            for language in LANGUAGES:
                yield viewer, language, WORDS.sentence(event.kind, data, language, PLAYERS)


def test_every_ask_has_words_and_every_word_is_asked(seen: Seen) -> None:
    assert set(WORDS.ask) == seen.asks
    for kind in seen.asks:
        assert WORDS.question(kind, "ja") != WORDS.question(kind, "en")


def test_every_move_has_words_and_every_verb_occurs(seen: Seen) -> None:
    assert set(WORDS.move) == {move.partition(" ")[0] for move in seen.moves}
    for move in seen.moves:
        for language in LANGUAGES:
            label = WORDS.label(move, language)
            assert label.strip()
            assert "{" not in label
            if len(move.split()) > 1:
                assert label != WORDS.label(move.split()[0] + " another", language), move
        assert WORDS.label(move, "en").isascii()


def test_labels_of_one_decision_differ(seen: Seen) -> None:
    for language in LANGUAGES:
        labels = [WORDS.label(move, language) for move in sorted(seen.moves)]
        assert len(set(labels)) == len(labels)


def test_every_event_has_words_and_every_telling_occurs(seen: Seen) -> None:
    assert {event.kind for event in seen.events} == set(WORDS.event)


def test_every_reason_has_a_name(seen: Seen) -> None:
    assert seen.reasons == {"treasures-10", "companions-10", "cards-out"}
    for reason in seen.reasons:
        assert all(WORDS.name(reason, language) != reason for language in LANGUAGES)


def test_no_sentence_is_empty_or_mixes_languages(seen: Seen) -> None:
    for event in seen.events:
        for _, language, told in tellings(event):
            assert told.strip(), event
            assert "{" not in told
            assert told.isascii() == (language == "en"), told


def test_no_sentence_tells_a_secret(seen: Seen) -> None:
    secrets = [event for event in seen.events if event.secret]
    assert {event.kind for event in secrets} == {"look", "item", "take-face-down"}
    for event in secrets:
        assert not event.secret.keys() & event.data.keys()
        for viewer, language, told in tellings(event):
            knows = viewer is None or viewer in event.to
            name = WORDS.name(event.secret["card"], language)
            if (event.kind, event.secret["card"]) == ("look", "spy"):
                knows = knows or language == "ja"  # it is told that a Spy looked
            assert (name in told) == knows, told


def test_seats_are_told_by_name(seen: Seen) -> None:
    order = next(event for event in seen.events if event.kind == "order")
    told = WORDS.sentence("order", order.data, "en", PLAYERS)
    assert told == "Order of action: " + ", ".join(PLAYERS[s] for s in order.data["seats"])
