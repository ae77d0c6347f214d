"""The shortest ways to say what was asked about, ready to be pasted; nothing in them is guessed."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, ActionName, Place, place_name

BARREL: Final = ("I drink a grog.", "I spend 1 minute taking 1 grog from the captain's barrel.")
_MACHINES: Final = (
    "I spend N minutes fixing the engine.",
    "I spend N minutes fixing the oxygen pumps.",
    "I spend N minutes fixing the reactor.",
)
_KNOWN: Final[dict[str, tuple[str, ...]]] = {
    "Which manual do you use?": (
        "I use an engine manual.",
        "I use a pump manual.",
        "I use a reactor manual.",
    ),
    "Which manual?": ("engine manual", "pump manual", "reactor manual"),
    "Do you defend yourself if attacked, yes or no?": (
        "If I am attacked, I defend myself.",
        "If I am attacked, I do not defend myself.",
    ),
    "Do you abandon your comrades (section 11m), or is that a joke?": ("I abandon my comrades.",),
    "Do you drink that grog, or take it from the captain's barrel?": BARREL,
    "What do you fix?": _MACHINES,
}
"""Where the question itself names all there is."""

_WORK: Final[dict[ActionName, str]] = {
    "unblock_hatch": "unblocking the hatch",
    "extinguish_fire": "extinguishing the fire",
    "pump_water": "pumping out the water",
    "fix_engine": "fixing the engine",
    "fix_oxygen": "fixing the oxygen pumps",
    "fix_reactor": "fixing the reactor",
    "stop_missile": "stopping the missile launch",
    "kill_kraken": "killing the kraken",
}


def known(ask: str) -> tuple[str, ...]:
    """What can be answered to a question that is always the same."""
    return _KNOWN.get(ask, ())


def minutes(action: ActionName, beyond: Place | None = None) -> tuple[str, ...]:
    """The action that was read, with its number left open; *beyond* is behind a blocked hatch."""
    doing = _WORK.get(action)
    if doing is None:
        return ()
    hatch = "" if beyond is None else f" to {place_name(beyond)}"
    return (f"I spend N minutes {doing}{hatch}.",)


def gained(action: ActionName) -> tuple[str, ...]:
    """Things are gained, with their number left open."""
    if action == "gain_items":
        return ("I draw N items.",)
    return ("I spend N minutes taking N grogs from the captain's barrel.",)


def ways(far: Place) -> tuple[str, ...]:
    """A hatch is opened, and passed or not."""
    opened = f"I open the hatch to {place_name(far)}"
    return f"{opened} and go {'out' if far == SEA else 'in'}.", f"{opened} and stay where I am."
