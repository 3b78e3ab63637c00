"""What happened, and who may see it."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened; ``data`` is for all, ``secret`` only for the seats in ``to``.

    By convention a seat-valued field is called ``seat`` (who does it) or ``target`` (whom it
    concerns), a card ``card`` or ``cards``: the words of a game rely on it.
    """

    kind: str
    """What happened, a word of the game's vocabulary."""
    data: dict[str, Any]
    """The fields that everybody sees."""
    secret: dict[str, Any] = {}
    """The further fields that only ``to`` sees."""
    to: tuple[int, ...] = ()
    """The seats that see ``secret``."""
    private: bool = False
    """Whether the others do not even learn that it happened."""

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        """The fields as ``seat`` may see them (None: all of them), or None if it sees nothing."""
        if seat is None or seat in self.to:
            return {**self.data, **self.secret}
        return None if self.private else self.data
