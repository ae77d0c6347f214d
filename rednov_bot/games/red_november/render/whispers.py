"""One sentence for each private event, to the gnome who is told it (§6).

No module that writes to a list imports this one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import get_args

from rednov_bot.games.red_november.render.environment import template
from rednov_bot.games.red_november.render.sentences import macro_name
from rednov_bot.games.red_november.rules import events as ev


def whisper(event: ev.PrivateEvent) -> str:
    """What happened, in one sentence with its full stop."""
    return _macros()[type(event)](event)


@cache
def _macros() -> dict[type, Callable[[ev.PrivateEvent], str]]:
    module = template("_whispers").module
    return {kind: getattr(module, macro_name(kind)) for kind in get_args(ev.PrivateEvent)}
