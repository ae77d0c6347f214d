"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from typing import Any, cast


def lazy_re(text: str, flags: int = 0) -> re.Pattern[str]:
    """Like `re.compile`, but later: to compile all at once costs every command 0.2 seconds.

    An error in *text* is raised at its first use.
    """
    return cast("re.Pattern[str]", _Later(text, flags))


def any_case(text: str) -> re.Pattern[str]:
    """The same, in capital and small letters alike."""
    return lazy_re(text, re.IGNORECASE)


class _Later:
    def __init__(self, text: str, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        # From now on its methods are found without asking here.
        for each in ("match", "fullmatch", "search", "finditer", "findall", "split", "sub"):
            setattr(self, each, getattr(compiled, each))
        return getattr(compiled, name)
