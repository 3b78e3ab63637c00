"""``taku headless``: the engine on standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from taku.protocol.version import HELLO

if TYPE_CHECKING:
    from taku.protocol.driver import MakePlayer


def serve(stdin: BinaryIO, stdout: BinaryIO, make_player: MakePlayer) -> None:
    """Speak TP/1 with a driver until it quits; ``make_player`` seats the bots that it names."""
    try:
        stdout.write(HELLO)
        stdout.flush()  # before anything of ours is imported: the driver need not wait for that
        from taku.protocol.driver import converse

        converse(stdin, stdout, make_player)
    except BrokenPipeError:
        pass  # the driver is gone, and nobody is left to tell
