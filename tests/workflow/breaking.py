"""A database that breaks at its k-th step, as if the machine had been switched off there."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, Final

from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.builders import CountingTokens


def _writing() -> frozenset[str]:
    """The methods of UnitOfWork that put something on file."""
    calls = {
        name: {
            node.attr
            for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(method))))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        }
        for name, method in inspect.getmembers(UnitOfWork, inspect.isfunction)
    }
    filing = {"_add", "_add_numbered", "_add_all", "_undo"}
    while more := {name for name, inner in calls.items() if inner & filing} - filing:
        filing |= more
    return frozenset(
        filing & {name for name, _ in inspect.getmembers(UnitOfWork, inspect.isfunction)}
    )


WRITING: Final = _writing()


class SwitchedOff(BaseException):
    """No power: nothing catches this."""


class BreakingLedger:
    """Counts what is put on file, the commit of it and what follows that; breaks at one of them.

    Whoever breaks while they only read leaves what they would leave at the next of these steps.

    It also remembers how far the tokens were drawn at the last commit, so that whoever begins
    again draws the same ones and every mail can be compared byte for byte.
    """

    def __init__(self, whole: Database, tokens: CountingTokens, at: int | None = None) -> None:
        self._whole = whole
        self._tokens = tokens
        self._at = at
        self.steps = 0
        self.kept_tokens = copy(tokens)

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[UnitOfWork]:
        """A transaction in which any writing call may be the last."""
        before = self.steps
        with self._whole.transaction(durable=durable) as records:
            yield _BreakingRecords(records, self._step)
            if self.steps > before:
                self._step()
        self.kept_tokens = copy(self._tokens)
        if self.steps > before:
            self._step()

    def close(self) -> None:
        """Lets go of the database."""
        self._whole.close()

    def _step(self) -> None:
        self.steps += 1
        if self.steps == self._at:
            raise SwitchedOff


class _BreakingRecords:
    """Passes every call on, after counting it where it writes."""

    def __init__(self, records: UnitOfWork, step: Callable[[], None]) -> None:
        self._records = records
        self._step = step

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._records, name)
        if name not in WRITING:
            return call

        def counted(*given: Any, **named: Any) -> Any:
            self._step()
            return call(*given, **named)

        return counted
