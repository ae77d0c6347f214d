"""The report in pictures: charts by file name."""

from __future__ import annotations

from collections.abc import Mapping

from rednov_bot.charts import Axis, Bar, Bars, Bin, Chart, Histogram, Line, Steps
from rednov_bot.engine.rules.tracks import DOOM
from rednov_bot.engine.words import TRACKS
from rednov_bot.simulation.outcome import LOSSES
from rednov_bot.simulation.report import Report, Summary, track_at
from rednov_bot.simulation.telling import LOST_BY, counted, percent

BINS = 24  # columns of a histogram, about


def plots(report: Report) -> Mapping[str, Chart]:
    """Every chart of a report, by the name of its file."""
    found: dict[str, Chart] = {"won": won(report), "lost": lost(report), "fared": fared(report)}
    for number, one in enumerate(report.settings, start=1):
        behind = "" if len(report.settings) == 1 else f"-{number}"
        found[f"turns{behind}"] = turns(one)
        found[f"tracks{behind}"] = tracks(one)
    return {f"{name}.svg": chart for name, chart in found.items()}


def won(report: Report) -> Bars:
    """How often each setting was won."""
    bars = [
        Bar(
            label=one.what,
            values=(100 * one.won.rate,),
            told=percent(one.won.rate),
            low=100 * one.won.low,
            high=100 * one.won.high,
        )
        for one in report.settings
    ]
    told = "; ".join([f"{one.what}: {percent(one.won.rate)}" for one in report.settings])
    title = f"Games won, {counted(report.settings[0].games, 'game')} each"
    axis = Axis("games won in %, and the 95 % interval", 0, 100)
    return Bars(title, f"Bars of the share of games won. {told}.", axis, tuple(bars))


def lost(report: Report) -> Bars:
    """What each setting was lost by."""
    every = [dict(one.losses) for one in report.settings]
    causes = [loss for loss in LOSSES if any(loss in losses for losses in every)]
    bars = [
        Bar(
            label=one.what,
            values=tuple([100 * losses[loss].rate if loss in losses else 0.0 for loss in causes]),
            told=percent(1 - one.won.rate),
        )
        for one, losses in zip(report.settings, every, strict=True)
    ]
    told = "; ".join(
        [
            f"{one.what}: " + ", ".join([f"{LOST_BY[c]} {percent(s.rate)}" for c, s in one.losses])
            for one in report.settings
        ]
    )
    axis = Axis("games lost in %", 0, 100)
    series = tuple([LOST_BY[loss] for loss in causes]) or ("",)
    desc = f"Bars of the share of games lost, by what they were lost by. {told}."
    return Bars("What games were lost by", desc, axis, tuple(bars), series)


def fared(report: Report) -> Bars:
    """The points of each brain along X."""
    rows = [
        (one.what if len(one.brains) == 1 else f"{each.brain}, {one.what}", each)
        for one in report.settings
        for each in one.brains
    ]
    most = max([each.x for _, each in rows])
    bars = [Bar(label, (each.x,), f"{each.x:.1f}; {percent(each.won)} won") for label, each in rows]
    told = "; ".join([f"{label}: {each.x:.1f}" for label, each in rows])
    axis = Axis("X points a gnome and game", 0, max(1.0, most * 1.05))
    return Bars("X points by brain", f"Bars of the mean X points. {told}.", axis, tuple(bars))


def turns(one: Summary) -> Histogram:
    """How many turns games took."""
    spread = one.turns
    width = max(1, -(-(spread.most - spread.least + 1) // BINS))
    first = spread.least // width * width
    counts: dict[int, int] = {}
    for number, count in spread.counts:
        counts[(number - first) // width] = counts.get((number - first) // width, 0) + count
    bins = [
        Bin(first + at * width, first + (at + 1) * width, counts.get(at, 0))
        for at in range(max(counts) + 1)
    ]
    desc = (
        f"Columns of how many games took how many turns: {spread.least} to {spread.most}, "
        f"a tenth less than {spread.tenth}, half less than {spread.median}, "
        f"a tenth more than {spread.ninetieth}."
    )
    return Histogram(
        title=f"Length of games: {one.what}",
        desc=desc,
        x="turns",
        y="games",
        bins=tuple(bins),
        mark=spread.median,
        mark_title=f"median {spread.median}",
    )


def tracks(one: Summary) -> Steps:
    """Where the tracks stood on the average, minute by minute."""
    course = one.course
    lines = [
        Line(track, tuple([(float(each.clock), track_at(each, track)) for each in course]))
        for track in TRACKS
    ]
    last = course[-1]
    ends = ", ".join([f"{track} {track_at(last, track):.1f}" for track in TRACKS])
    return Steps(
        title=f"Disaster tracks: {one.what}",
        desc=f"Lines of the mean of each track among games not over. At {last.clock}: {ends}.",
        x=Axis("minutes left to the gnome who has most", float(course[0].clock), 0.0),
        y=Axis("space of the track", 1, DOOM),
        lines=tuple(lines),
        mark=DOOM,
        mark_title="the sub is lost",
    )
