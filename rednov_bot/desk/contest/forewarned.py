"""What the contestmaster should know before e begins a game (§1, §4, A86)."""

from __future__ import annotations

from typing import Final

from rednov_bot.desk.desk import Desk
from rednov_bot.engine.options import Options, needed

_NO_AXES: Final = "axes {} do not exist: add them"


def warnings(desk: Desk, options: Options) -> tuple[str, ...]:
    """A sentence on each thing that is missing; nothing of it forbids."""
    told = []
    missing = [axis for axis in ("X", "Y") if axis not in desk.axes]
    if missing:
        those = "axis {} does not exist: add it" if len(missing) == 1 else _NO_AXES
        axes = " and ".join(missing)
        add = " and ".join(f'"add axis {axis}"' for axis in missing)
        told.append(f"{those.format(axes)} before points fall due, by {add} (§1, §18, §24).")
    if desk.y_pot == 0:
        told.append('how many Y points a game may award is not known: say it, "pot 12" (§24).')
    told += [f"Option {one}." for one in needed(options)]
    return tuple(told)
