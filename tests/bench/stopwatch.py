"""Where the time goes: functions are wrapped, and each moment counts for the innermost of them."""

from __future__ import annotations

import functools
import inspect
import time
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType, TracebackType
from typing import Any, Self


class Stopwatch:
    """Seconds by label.  What was wrapped is put back at the end of the block.

    Time in a wrapped function that another wrapped function calls counts for the callee alone.
    """

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.calls: defaultdict[str, int] = defaultdict(int)
        self._labels: list[str] = []
        self._since = 0.0
        self._muted = False
        self._before: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for owner, name, value in reversed(self._before):
            setattr(owner, name, value)

    def watch(self, label: str, owner: Any, *names: str) -> None:
        """Functions of a module or a class count for *label*; all public ones unless named."""
        for name in names or _public_functions(owner):
            before = getattr(owner, name)
            self._before.append((owner, name, before))
            setattr(owner, name, self._timed(label, before))

    def mute(self, owner: Any, name: str) -> None:
        """The time in a function counts for nothing, whatever it calls."""
        before = getattr(owner, name)
        self._before.append((owner, name, before))

        @functools.wraps(before)
        def muted(*args: Any, **kwargs: Any) -> Any:
            self._turn_to("")
            self._muted = True
            try:
                return before(*args, **kwargs)
            finally:
                self._muted = False
                self._turn_back()
                del self.seconds[""]

        setattr(owner, name, muted)

    def _timed(self, label: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            if self._muted:
                return function(*args, **kwargs)
            self._turn_to(label)
            self.calls[label] += 1
            try:
                return function(*args, **kwargs)
            finally:
                self._turn_back()

        return timed

    def _turn_to(self, label: str) -> None:
        now = time.perf_counter()
        if self._labels:
            self.seconds[self._labels[-1]] += now - self._since
        self._labels.append(label)
        self._since = now

    def _turn_back(self) -> None:
        now = time.perf_counter()
        self.seconds[self._labels.pop()] += now - self._since
        self._since = now


def _public_functions(owner: Any) -> list[str]:
    found = []
    for name, value in vars(owner).items():
        own = not isinstance(owner, ModuleType) or value.__class__.__name__ == "function"
        if not name.startswith("_") and inspect.isfunction(value) and own:
            found.append(name)
    return found
