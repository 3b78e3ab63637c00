"""The entry point: ``taku headless`` goes straight to work, everything else to the Typer app."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; never a traceback."""
    if sys.argv[1:] == ["headless"]:
        sys.exit(headless())
    from taku.cli.app import run

    _unwind_at_signals()
    sys.exit(run(sys.argv[1:]))


def headless() -> int:
    """Speak TP/1 on standard input and output."""
    from io import BytesIO

    from taku.protocol.headless import serve

    if sys.stdout is None:
        print("taku: standard output is closed", file=sys.stderr)
        return 1
    try:
        serve(BytesIO() if sys.stdin is None else sys.stdin.buffer, sys.stdout.buffer, _make_player)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"taku: {error.strerror}", file=sys.stderr)
        _drop_output()
        return 1
    return 0


def _drop_output() -> None:
    """What Python would still flush at its exit has nowhere to go."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_player(spec: str):  # type: ignore[no-untyped-def] # importing its type would cost time
    from taku.bots.registry import make

    _unwind_at_signals()
    return make(spec)


def _unwind_at_signals() -> None:
    """Whoever ends taku, or its terminal, ends the bots in other processes too."""
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda number, frame: sys.exit(128 + number))


if __name__ == "__main__":
    main()
