"""The entry point: what is typed most goes straight to work, everything else to the Typer app."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; never a traceback."""
    words = sys.argv[1:]
    if words == ["headless"]:
        sys.exit(headless())
    _unwind_at_signals()
    if not words or (words[0] == "play" and len(words) == 2 and not words[1].startswith("-")):
        from taku.cli.terms import in_terminal

        if in_terminal():
            sys.exit(_at_the_prompt(words))
    from taku.cli.app import run

    sys.exit(run(words))


def _at_the_prompt(words: list[str]) -> int:
    """The menu or a game, without the command line's own libraries: they take as long to load."""
    from taku.cli.guard import guarded

    def work() -> int:
        from taku.cli.terms import Terms

        if not words:
            from taku.cli.menu import run_menu

            return run_menu(Terms())
        from taku.cli.play import start

        return start(words[1], Terms())

    return guarded(work)


def headless() -> int:
    """Speak TP/1 on standard input and output."""
    import gc
    from io import BytesIO

    from taku.protocol.headless import serve

    # The past of a match is many small lists, none of them garbage: looking for garbage among
    # them again and again would take more than half of the time of a long match.
    gc.set_threshold(500_000)

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


def _make_player(spec: str, seed: int):  # type: ignore[no-untyped-def] # importing its type would cost time
    from taku.bots.registry import make

    _unwind_at_signals()
    return make(spec, seed)


def _unwind_at_signals() -> None:
    """Whoever ends taku, or its terminal, ends the bots in other processes too."""
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda number, frame: sys.exit(128 + number))


if __name__ == "__main__":
    main()
