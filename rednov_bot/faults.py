"""What went wrong, without the words in which it was said: those may quote what is on file.

A fault of the program, or of a library under it, is told by its kind and by where in the program it
happened, never by its text: `KeyError: 'crowbar'` would tell of a hand (§6).  Errors of our own are
told in their words, which are public (errors.py).
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final

_HERE: Final = Path(__file__).parent
_MOST: Final = 6  # places that are told of one fault, the innermost of them


def named(fault: BaseException) -> str:
    """`KeyError (desk/announcements/turns.py:112)`: its kind, where, and what led to it.

    Places are those of this program, the outermost first; of a library only the innermost.
    """
    told = []
    seen: set[int] = set()
    one: BaseException | None = fault
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        told.append(f"{type(one).__name__}{_where(one.__traceback__)}")
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return ", after ".join(told)


def _where(trace: TracebackType | None) -> str:
    frames = [(Path(one.f_code.co_filename), line) for one, line in traceback.walk_tb(trace)]
    ours = [(path.relative_to(_HERE), line) for path, line in frames if path.is_relative_to(_HERE)]
    places = [f"{path.as_posix()}:{line}" for path, line in ours[-_MOST:]]
    if frames and not frames[-1][0].is_relative_to(_HERE):
        path, line = frames[-1]
        places.append(f"{path.parent.name}/{path.name}:{line}")
    return f" ({', '.join(places)})" if places else ""


@contextmanager
def told_without_words() -> Iterator[None]:
    """Meanwhile the interpreter, too, tells faults so: those of threads, and those nobody awaits.

    It would print a traceback with the words of every exception in it.
    """
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    sys.excepthook = lambda _, fault, trace: _print(fault.with_traceback(trace))
    sys.unraisablehook = lambda one: _print(one.exc_value)
    threading.excepthook = lambda one: _print(one.exc_value)
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = hooks


def _print(fault: BaseException | None) -> None:
    if fault is not None and sys.stderr is not None:
        print(f"rednov: a fault of the program: {named(fault)}", file=sys.stderr)
