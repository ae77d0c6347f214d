"""One sentence for each happening that one gnome is told alone (§6): templates/_whispers.txt.j2."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import get_args

from rednov_bot.engine import happenings as h
from rednov_bot.prose.environment import template
from rednov_bot.prose.sentences import macro_name


def whisper(happening: h.PrivateHappening) -> str:
    """What happened, in one sentence with its full stop, to the gnome who is told it."""
    return _macros()[type(happening)](happening)


@cache
def _macros() -> dict[type, Callable[[h.PrivateHappening], str]]:
    module = template("_whispers").module
    return {kind: getattr(module, macro_name(kind)) for kind in get_args(h.PrivateHappening)}
