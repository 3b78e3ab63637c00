"""Whatever goes wrong is one line on standard error, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from taku.cli import language


def guarded(work: Callable[[], int]) -> int:
    """Do the work; its exit code, or that of what went wrong."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr] # no terminal is too old
    try:
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone; what Python would still flush at exit has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001 - a person gets a line, not a traceback
        return _fail(error)
    return code


def complain(message: str, code: int) -> int:
    """Write the line, and give the code back."""
    print(f"taku: {message}", file=sys.stderr)
    return code


def _fail(error: Exception) -> int:
    from taku.cli.session import StrictError
    from taku.engine import TakuError

    if isinstance(error, StrictError):
        return complain(str(error), 3)
    if isinstance(error, TakuError):
        return complain(str(error), 2)
    if os.environ.get("TAKU_DEBUG"):
        raise error
    told = f"{type(error).__name__}: {error}"
    return complain(language.text(language.choose(), "internal", error=told), 1)
