"""Plots of a game: the disaster tracks, everybody's minutes, and luck against the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rednov_bot.charts import Axis, Chart, Line, Steps
from rednov_bot.engine import happenings as h
from rednov_bot.engine.tallies import CERTAIN
from rednov_bot.engine.words import TRACKS
from rednov_bot.pages.steps import Step
from rednov_bot.picture.gauges import LOST
from rednov_bot.prose.wording import TRACK_NAMES, counted


def plots(course: Sequence[Step]) -> Mapping[str, Chart]:
    """Every plot of a game, by the name of its file."""
    found: dict[str, Chart] = {"tracks.svg": tracks(course), "minutes.svg": minutes(course)}
    if (dice := luck(course)) is not None:
        found["luck.svg"] = dice
    return found


def _steps_taken(course: Sequence[Step]) -> Axis:
    return Axis("step of the game", 0, max(1, len(course) - 1))


def tracks(course: Sequence[Step]) -> Steps:
    """Where each disaster track stood after each step."""
    lines = tuple(
        [
            Line(
                TRACK_NAMES[track],
                tuple([(one.number, one.passage.after.track(track)) for one in course]),
            )
            for track in TRACKS
        ]
    )
    last = course[-1].passage.after
    told = ", ".join([f"{TRACK_NAMES[track]} {last.track(track)}" for track in TRACKS])
    return Steps(
        title="The disaster tracks",
        desc=f"Three lines from 1 to 10 over {counted(len(course), 'step')}. At the end: {told}.",
        x=_steps_taken(course),
        y=Axis("space", 0, LOST),
        lines=lines,
        mark=LOST,
        mark_title="lost",
    )


def minutes(course: Sequence[Step]) -> Steps:
    """How many minutes each gnome had left; a line ends where e is no longer in play."""
    names = [gnome.name for gnome in course[-1].passage.after.gnomes]
    lines = []
    for name in names:
        points: list[tuple[float, float]] = []
        for one in course:
            gnome = one.passage.after.gnome(name)
            if gnome.in_play or not points:
                points.append((float(one.number), float(gnome.minutes)))
        lines.append(Line(name, tuple(points)))
    left = {one.name: int(one.points[-1][1]) for one in lines}
    told = ", ".join([f"{name} {count}" for name, count in left.items()])
    return Steps(
        title="Everybody's minutes",
        desc=f"A line for each gnome, from the start down to 0, Rescued! At the end: {told}.",
        x=_steps_taken(course),
        y=Axis("minutes left", 0, 60),
        lines=tuple(lines),
    )


def luck(course: Sequence[Step]) -> Steps | None:
    """Successes that were due by the odds, and those there were; None where no die was thrown."""
    due, came = [(0.0, 0.0)], [(0.0, 0.0)]
    for one in course:
        for told in one.passage.happenings:
            if isinstance(told, h.FixTried) and told.die is not None:
                number, chance = due[-1][0] + 1, min(CERTAIN, told.minutes + told.bonus)
                due.append((number, due[-1][1] + chance / CERTAIN))
                came.append((number, came[-1][1] + (1 if told.success else 0)))
    if len(due) == 1:
        return None
    throws, most = due[-1][0], max(due[-1][1], came[-1][1])
    return Steps(
        title="Luck against odds",
        desc=(
            f"Two lines over {counted(int(throws), 'throw')}: {due[-1][1]:.1f} successes were due "
            f"by the odds, and there were {came[-1][1]:.0f}."
        ),
        x=Axis("throw of the die", 0, throws),
        y=Axis("successes", 0, max(1, most)),
        lines=(Line("due by the odds", tuple(due)), Line("there were", tuple(came))),
    )
