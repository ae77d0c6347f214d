"""A gnome's text -> a reading: acts, nothing, or questions.

Each is imported when it is first called: who only decides or looks reads nothing, and need not
wait for the grammar.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rednov_bot.language.completing import Further, Unclear, completed, is_yes, offered
    from rednov_bot.language.letters import read_letter
    from rednov_bot.language.reading import read
    from rednov_bot.language.readout import as_json
    from rednov_bot.language.standing import Standing, read_standing
    from rednov_bot.language.stood import tiles_in

__all__ = [
    "Further",
    "Standing",
    "Unclear",
    "as_json",
    "completed",
    "is_yes",
    "offered",
    "read",
    "read_letter",
    "read_standing",
    "tiles_in",
]

_WHERE: Final = {
    "Further": "completing",
    "Standing": "standing",
    "Unclear": "completing",
    "completed": "completing",
    "is_yes": "completing",
    "offered": "completing",
    "as_json": "readout",
    "read": "reading",
    "read_letter": "letters",
    "read_standing": "standing",
    "tiles_in": "stood",
}


def __getattr__(name: str) -> Any:
    """What is asked for, from the module in which it lies."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found
