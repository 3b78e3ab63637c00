"""The entry point: ``taku headless`` goes straight to work, everything else to the Typer app."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; never a traceback."""
    if sys.argv[1:] == ["headless"]:
        sys.exit(headless())
    from taku.cli.app import run

    sys.exit(run(sys.argv[1:]))


def headless() -> int:
    """Speak TP/1 on standard input and output."""
    from taku.protocol.headless import serve

    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, _make_player)
    except KeyboardInterrupt:
        return 130
    return 0


def _make_player(spec: str):  # type: ignore[no-untyped-def] # importing its type would cost time
    from taku.bots.registry import make

    return make(spec)


if __name__ == "__main__":
    main()
