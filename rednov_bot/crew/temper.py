"""What a computer gnome minds, and how much: all in minutes of work that it would be worth."""

from __future__ import annotations

from typing import Final

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """What matters to a gnome who weighs eir turns."""

    loss: float = 110.0  # the sub is lost (§21)
    death: float = 70.0  # e is killed (§16b)
    minute: float = 0.75  # a minute of eir own goes by
    step: float = 1.0  # of what a space of a track is thought to cost sooner or later
    room: float = 1.0  # of what fire, water and blocked hatches are thought to cost
    point: float = 0.0  # an X point (§18)
    tile: float = 2.2  # a random tile in hand
    drinks: bool = True  # whether e ever drinks on duty
    wary: bool = False  # whether e minds how many ways lead out of where e ends


SENSIBLE: Final = Temper()
CAUTIOUS: Final = Temper(death=400.0, step=1.3, room=1.4, drinks=False, wary=True)
GREEDY: Final = Temper(loss=80.0, point=4.0)
