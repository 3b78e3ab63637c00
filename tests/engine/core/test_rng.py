"""The generator is the documented one and fair."""

from collections import Counter
from hashlib import blake2b

from taku.engine.core import rng


def test_draws_follow_the_documented_formula() -> None:
    key = rng.key_of(1)
    assert key == int.from_bytes(blake2b(b"taku seed 1", digest_size=8).digest(), "little")
    digest = blake2b((3).to_bytes(8, "little"), key=key.to_bytes(8, "little")).digest()
    assert rng.draw(key, 3) == int.from_bytes(digest, "little")


def test_known_values_never_change() -> None:
    items = list(range(10))
    assert rng.shuffle(items, rng.key_of(1), 0) == 1
    assert items == [5, 2, 7, 6, 3, 0, 8, 9, 4, 1]


def test_all_orders_of_three_are_about_equally_frequent() -> None:
    key, seen = rng.key_of(2), Counter[tuple[int, ...]]()
    for count in range(6000):
        items = [0, 1, 2]
        rng.shuffle(items, key, count)
        seen[tuple(items)] += 1
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


def test_long_lists_use_several_draws_and_keep_all_items() -> None:
    items = list(range(300))
    assert rng.shuffle(items, 5, 0) > 1
    assert sorted(items) == list(range(300))
    assert items != list(range(300))


def test_every_place_is_reached_in_a_long_shuffle() -> None:
    first = Counter[int]()
    for count in range(0, 4000, 10):
        items = list(range(100))
        rng.shuffle(items, 9, count)
        first[items[0]] += 1
    assert len(first) > 90


def test_a_shuffle_takes_its_numbers_by_repeated_divmod() -> None:
    for size in (2, 3, 10, 13, 60, rng.MOST_SHUFFLED):
        items, bits = list(range(size)), rng.draw(5, 7)
        for i in range(size - 1, 0, -1):
            bits, j = divmod(bits, i + 1)
            items[i], items[j] = items[j], items[i]
        shuffled = list(range(size))
        assert rng.shuffle(shuffled, 5, 7) == 8
        assert shuffled == items
