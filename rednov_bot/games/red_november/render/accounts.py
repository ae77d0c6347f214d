"""Each number with the steps that made it, in words.

heat 4: 1 at the start; turn 3: +1 Reactor Warmup at 48; turn 7: +2 Reactor Malfunction at 42
Crushed! at 20: turn 11: placed at 20 by Engine Down at 30
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rednov_bot.core.render.wording import listed
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import (
    Account,
    Figure,
    Outlay,
    Step,
    Value,
    differences,
)
from rednov_bot.games.red_november.rules.position import Position

OUTLAY_NAMES: Final[dict[Outlay, str]] = {
    "way": "way",
    "work": "work",
    "supplies": "supplies",
    "rest": "other",
    "water": "low water",
    "sleep": "asleep",
}


def account_text(account: Account, scene: Scene) -> str:
    """`heat 4: 1 at the start; turn 3: +1 Reactor Warmup at 48`."""
    parts = [] if account.start == () else [f"{_shown(account.start)} at the start"]
    for (turn, over), steps in groupby(account.steps, _when):
        when = "before turn 1" if turn == 0 else f"after turn {turn}" if over else f"turn {turn}"
        parts.append(f"{when}: {', '.join([step_text(one, scene) for one in steps])}")
    return f"{name_of(account.figure)} {_shown(account.now)}: {'; '.join(parts)}"


def name_of(figure: Figure) -> str:
    """`heat`, `Ann's minutes`, `captain's grog`, `Ann's X`."""
    match figure.kind:
        case "track":
            return next(name for track, name in TRACK_NAMES.items() if track == figure.of).lower()
        case "token":
            return next(name for token, name in TOKEN_NAMES.items() if token == figure.of)
        case "grog":
            return "captain's grog"
        case "minutes" | "intoxication" | "X" | "Y":
            return f"{figure.of}'s {figure.kind}"


def step_text(step: Step, scene: Scene) -> str:
    """`+1 Reactor Warmup at 48`, `-7 (2 way, 5 work)`, `placed at 20 by Engine Down at 30`."""
    change = _shown(step.after)
    if isinstance(step.before, int) and isinstance(step.after, int):
        change = f"{step.after - step.before:+d}"
    reason = _reason(step, scene)
    if isinstance(step.why, ev.TokensPrevented):
        return reason
    if isinstance(step.why, ev.TokenPlaced) and step.card is not None:
        return f"placed {change} by {reason}"
    return f"{change} {reason}" if reason else change


def correction_text(told: ev.PositionCorrected, before: Position) -> str:
    """`Turn 7 is corrected: heat 4 to 3; Ann's minutes 30 to 28`."""
    ruling = "" if told.ruling is None else f" by ruling {told.ruling}"
    changed = [
        f"{name_of(figure)} {_shown(one)} to {_shown(other)}"
        for figure, one, other in differences(before, told.position)
    ]
    said = f"The resolution of turn {told.turn} is corrected{ruling}"
    return f"{said}: {'; '.join(changed)}." if changed else f"{said}."


def _when(step: Step) -> tuple[int, bool]:
    """The turn, and whether it was over by then."""
    idle = isinstance(step.why, ev.Killed) and step.why.cause == "idle"
    return step.turn, idle or isinstance(step.why, ev.PositionCorrected | ev.RulingGiven)


def _shown(value: Value) -> str:
    """A number; the spaces of a token, or that there is none."""
    if isinstance(value, int):
        return str(value)
    return f"at {listed(value)}" if value else "none"


def _reason(step: Step, scene: Scene) -> str:
    """What moved it, in as few words as tell it."""
    match step.why:
        case ev.PositionCorrected(turn=turn):
            return f"correction of turn {turn}"
        case ev.RulingGiven(number=number):
            return f"ruling {number}"
        case ev.TrackReset():
            return f"reset by {step.by}"
        case ev.TokensPrevented():
            return f"prevented by {step.by}"
        case ev.Reached() | ev.TurnResolved():
            spent = [f"{minutes} {OUTLAY_NAMES[outlay]}" for outlay, minutes in step.spent]
            return f"({', '.join(spent)})"
        case ev.ItemUsed(item=item):
            return item
        case ev.GrogGained(gnome=gnome):
            return f"taken by {gnome}"
        case ev.Killed():
            return "killed"
        case ev.GnomeReplaced():
            return "replaced"
        case ev.PointsDue(reason=reason):
            return reason
        case _ if step.card is not None:
            space = step.card.space
            return step.card.title if space is None else f"{step.card.title} at {space}"
        case _:
            return sentence(step.why, scene).rstrip(".")
