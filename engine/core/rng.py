"""The one source of chance: a counter under a keyed hash, held as two plain integers.

Draw number ``count`` is the 512-bit BLAKE2b digest of ``count`` (8 bytes, little endian) under the
key ``key`` (8 bytes, little endian), read as a little-endian integer. A shuffle or a choice takes
its small numbers from one draw by repeated ``divmod``. BLAKE2b is the same everywhere, so a match
is too. The bias of a number below n is less than n / 2**64 while a draw has 64 spare bits;
``MOST_SHUFFLED`` keeps every shuffle within that.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

MOST_SHUFFLED = 86
"""86! < 2**448: a shuffle of this many takes its numbers from one draw and leaves 64 bits."""
STEPS_PER_DRAW = 40
"""How many numbers a longer shuffle takes from one draw: 40 numbers below 2**11 leave 72 bits."""

SMALL = 2**30
"""Python divides numbers below this fastest."""


def key_of(seed: int) -> int:
    """The 64-bit key that stands for ``seed``, which may be any integer."""
    if not isinstance(seed, int):
        raise TypeError(f"a seed is an integer, not {seed!r}")
    digest = blake2b(b"taku seed %d" % seed, digest_size=8).digest()
    return int.from_bytes(digest, "little")


def draw(key: int, count: int) -> int:
    """Draw number ``count`` of the generator with this key: 512 random bits."""
    digest = blake2b(count.to_bytes(8, "little"), key=key.to_bytes(8, "little")).digest()
    return int.from_bytes(digest, "little")


def shuffle(items: list[T], key: int, count: int) -> int:
    """Shuffle ``items`` in place from draw ``count`` on; return the number of the next draw."""
    top = len(items) - 1
    while top > 0:
        bits = draw(key, count)
        count += 1
        stop = 0 if top < MOST_SHUFFLED else top - STEPS_PER_DRAW
        for places, product in _split(top, stop):
            bits, few = divmod(bits, product)
            for i in places:
                n = i + 1
                j = few % n
                few //= n
                items[i], items[j] = items[j], items[i]
        top = stop
    return count


@cache
def _split(top: int, stop: int) -> tuple[tuple[range, int], ...]:
    """The places of a shuffle in runs, each with the product of its numbers.

    Dividing a draw by a product and the small rest by each number comes to the same as dividing
    the draw by each number, but dividing 512 bits is slow.
    """
    runs = []
    while top > stop:
        low, product = top - 1, top + 1
        while low > stop and product * (low + 1) < SMALL:
            product *= low + 1
            low -= 1
        runs.append((range(top, low, -1), product))
        top = low
    return tuple(runs)
