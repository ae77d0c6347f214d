"""What many games tell: win rates, causes of loss, length, how each strategy fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from textwrap import shorten, wrap
from typing import Final

import msgspec

from rednov_bot.core.render.charts import Bar, Bars, Bin, Chart, ChartAxis, Histogram, Line, Steps
from rednov_bot.games.red_november.rules.tracks import DOOM
from rednov_bot.games.red_november.rules.words import TRACKS, CardKind, Cause
from rednov_bot.games.red_november.simulation.playing import LOSSES, Fared, Loss, Outcome, Setting

NINETEEN_OF_TWENTY: Final = 1.959964
"""Standard deviations either way that hold 95 % of a normal distribution."""


class Share(msgspec.Struct, frozen=True):
    """How often something was so, with the interval in which the true rate is to be looked for."""

    count: int
    of: int
    rate: float
    low: float
    high: float


def share(count: int, of: int, alike: int = 1) -> Share:
    """The share with Wilson's 95 % interval; of nothing, nothing is known.

    As many as are *alike*, such as games played with the same luck, count as one chance.
    """
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    rate, z, chances = count / of, NINETEEN_OF_TWENTY, of / alike
    wide = z * sqrt(rate * (1 - rate) / chances + z * z / (4 * chances * chances))
    middle, scale = rate + z * z / (2 * chances), 1 + z * z / chances
    low = 0.0 if count == 0 else (middle - wide) / scale
    high = 1.0 if count == of else (middle + wide) / scale
    return Share(count, of, rate, low, high)


class Spread(msgspec.Struct, frozen=True):
    """How a number is spread over games."""

    mean: float
    least: int
    tenth: int  # a tenth of the games have less
    median: int
    ninetieth: int
    most: int
    counts: tuple[tuple[int, int], ...]  # how often each number came, ascending


def spread(numbers: Iterable[int]) -> Spread:
    """The spread of at least one number."""
    every = sorted(numbers)
    last = len(every) - 1
    return Spread(
        mean=sum(every) / len(every),
        least=every[0],
        tenth=every[round(last * 0.1)],
        median=every[round(last * 0.5)],
        ninetieth=every[round(last * 0.9)],
        most=every[-1],
        counts=tuple(sorted(Counter(every).items())),
    )


def mean(numbers: Iterable[float]) -> float:
    """The mean; 0 of nothing."""
    every = list(numbers)
    return sum(every) / len(every) if every else 0.0


class Fortune(msgspec.Struct, frozen=True):
    """How the gnomes of one strategy fared.

    Without intervals: gnomes of one game share its fate, so there are fewer chances than gnomes.
    """

    strategy: str
    gnomes: int
    won: float  # the share of them that has won
    alive: float  # or was not killed
    x: float  # points on the average (§18)
    y: float


class Course(msgspec.Struct, frozen=True):
    """Where the tracks stood on the average when the clock stood at `clock`."""

    clock: int
    games: int  # that were not over
    tracks: tuple[float, ...]  # in the order of TRACKS


class Summary(msgspec.Struct, frozen=True):
    """The games of one setting, or of several taken together."""

    what: str  # `4 gnomes`, `4 gnomes, wake=at_once`
    games: int
    won: Share
    losses: tuple[tuple[Loss, Share], ...]  # the most frequent first
    survivors: float
    deaths: tuple[tuple[Cause, float], ...]  # in a game, the most frequent first
    turns: Spread
    minutes: Spread
    cards: tuple[tuple[CardKind, float], ...]  # in a game
    strategies: tuple[Fortune, ...]
    course: tuple[Course, ...]


class Comparison(msgspec.Struct, frozen=True):
    """The values of one thing that differs between settings, all else taken together."""

    of: str  # `gnomes`, `data`, or an option
    values: tuple[tuple[str, Summary], ...]


class Twins(msgspec.Struct, frozen=True):
    """Games played twice with the same luck, by two values of an option or on two data sets.

    How many ended differently says far more of the two than their rates do.
    """

    of: str
    one: str
    other: str
    games: int
    only_one: int  # won with the one alone
    only_other: int


class Report(msgspec.Struct, frozen=True):
    """Everything that `rednov simulate` tells."""

    seed: int
    crew: tuple[str, ...]
    settings: tuple[Summary, ...]
    comparisons: tuple[Comparison, ...]  # where more than one thing differs
    twins: tuple[Twins, ...] = ()  # of options and data sets, the first value with each other


def report_of(
    settings: Sequence[Setting], outcomes: Sequence[Sequence[Outcome]], seed: int
) -> Report:
    """The report of all settings and of what differs between them."""
    facts = [_facts(setting) for setting in settings]
    differing = [name for name in facts[0] if len({each[name] for each in facts}) > 1]
    summaries = [
        summary(_what(setting, differing), played)
        for setting, played in zip(settings, outcomes, strict=True)
    ]
    comparisons = [
        _comparison(name, [each[name] for each in facts], outcomes)
        for name in differing
        if len(differing) > 1
    ]
    twins = [one for name in differing if name != "gnomes" for one in _twins(name, facts, outcomes)]
    return Report(seed, settings[0].crew, tuple(summaries), tuple(comparisons), tuple(twins))


def _twins(
    name: str, facts: Sequence[Mapping[str, str]], outcomes: Sequence[Sequence[Outcome]]
) -> Iterator[Twins]:
    """The first value of what differs, with each other one: game by game, all else equal."""
    played: dict[str, list[bool]] = {}
    rest = sorted(
        range(len(facts)), key=lambda at: [facts[at][one] for one in facts[at] if one != name]
    )
    for at in rest:
        played.setdefault(facts[at][name], []).extend([one.loss is None for one in outcomes[at]])
    first = facts[0][name]
    for value in dict.fromkeys([each[name] for each in facts]):
        if value != first:
            pairs = list(zip(played[first], played[value], strict=True))
            yield Twins(
                of=name,
                one=first,
                other=value,
                games=len(pairs),
                only_one=sum([one and not other for one, other in pairs]),
                only_other=sum([other and not one for one, other in pairs]),
            )


def _facts(setting: Setting) -> dict[str, str]:
    """What may differ between settings."""
    return {"gnomes": str(setting.gnomes), **dict(setting.named), "data": setting.data}


def _what(setting: Setting, differing: Sequence[str]) -> str:
    facts = _facts(setting)
    told = [f"{name}={facts[name]}" for name in differing if name != "gnomes"]
    return ", ".join([f"{setting.gnomes} gnomes", *told])


def _comparison(
    name: str, values: Sequence[str], outcomes: Sequence[Sequence[Outcome]]
) -> Comparison:
    pooled: dict[str, list[Outcome]] = {}
    for value, played in zip(values, outcomes, strict=True):
        pooled.setdefault(value, []).extend(played)
    alike = len(values) // len(pooled)  # settings with this value, all played with the same luck
    told = [(value, summary(f"{name} {value}", each, alike)) for value, each in pooled.items()]
    return Comparison(name, tuple(told))


def summary(what: str, outcomes: Sequence[Outcome], alike: int = 1) -> Summary:
    """At least one game, summed up; as many as are *alike* were played with the same luck."""
    games = len(outcomes)
    lost = Counter([one.loss for one in outcomes if one.loss is not None])
    crew = [fared for one in outcomes for fared in one.crew]
    killed = Counter([one.killed_by for one in crew if one.killed_by is not None])
    cards: Counter[CardKind] = Counter()
    for one in outcomes:
        cards.update(dict(one.cards))
    losses = sorted(LOSSES, key=lambda loss: (-lost[loss], LOSSES.index(loss)))
    return Summary(
        what=what,
        games=games,
        won=share(sum([one.loss is None for one in outcomes]), games, alike),
        losses=tuple([(loss, share(lost[loss], games, alike)) for loss in losses if lost[loss]]),
        survivors=mean([one.survivors for one in outcomes]),
        deaths=tuple([(cause, count / games) for cause, count in killed.most_common()]),
        turns=spread([one.turns for one in outcomes]),
        minutes=spread([one.minutes for one in outcomes]),
        cards=tuple([(kind, cards[kind] / games) for kind in sorted(cards)]),
        strategies=tuple(_fortunes(crew)),
        course=_course(outcomes),
    )


def _fortunes(crew: Sequence[Fared]) -> Iterator[Fortune]:
    by_strategy = groupby(sorted(crew, key=lambda one: one.strategy), key=lambda one: one.strategy)
    for strategy, fared in by_strategy:
        each = list(fared)
        yield Fortune(
            strategy=strategy,
            gnomes=len(each),
            won=mean([one.won for one in each]),
            alive=mean([one.fate != "killed" for one in each]),
            x=mean([one.x for one in each]),
            y=mean([one.y for one in each]),
        )


def _course(outcomes: Sequence[Outcome]) -> tuple[Course, ...]:
    """The tracks minute by minute of the clock, in the games that were not over by then."""
    sums: dict[int, list[int]] = {}
    for one in outcomes:
        stands = one.stands
        # Each stand lasts until the clock of the next one, the last one a minute.
        ends = [*[clock for clock, *_ in stands[1:]], stands[-1][0] - 1]
        for (clock, *tracks), until in zip(stands, ends, strict=True):
            for minute in range(clock, until, -1):
                total = sums.setdefault(minute, [0] * (1 + len(TRACKS)))
                total[0] += 1
                for at, value in enumerate(tracks, start=1):
                    total[at] += value
    return tuple(
        [
            Course(minute, games, tuple([value / games for value in tracks]))
            for minute, (games, *tracks) in sorted(sums.items(), reverse=True)
        ]
    )


LOST_BY: Final[Mapping[Loss, str]] = {
    "heat": "heat at 10",
    "pressure": "pressure at 10",
    "asphyxiation": "asphyxiation at 10",
    "crushed": "Crushed! passed",
    "asphyxiated": "Asphyxiated! passed",
    "missiles": "Missiles Launched! passed",
    "kraken": "Devoured by Kraken! passed",
    "crew": "nobody left aboard",
}
"""What the sub was lost by."""

BRIEFLY: Final[Mapping[Loss, str]] = {
    "heat": "heat",
    "pressure": "press.",
    "asphyxiation": "air",
    "crushed": "Cru!",
    "asphyxiated": "Asp!",
    "missiles": "Mis!",
    "kraken": "Kra!",
    "crew": "crew",
}
"""The same, as the head of a column."""

KILLED_BY: Final[Mapping[Cause, str]] = {
    "fire": "fire",
    "high_water": "high water",
    "no_air": "no air outside",
    "asleep_in_fire": "fire while asleep",
    "asleep_in_flood": "high water while asleep",
    "idle": "idleness",
    "slain": "another gnome",
}
"""What a gnome was killed by."""

LABEL: Final = 24  # columns
BAR: Final = 30


def in_words(report: Report) -> str:
    """The whole report."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    games = report.settings[0].games
    yield f"{counted(games, 'game')} a setting, seed {report.seed}; crew: {', '.join(report.crew)}"
    yield ""
    yield from _won([(one.what, one) for one in report.settings])
    for comparison in report.comparisons:
        yield from ("", f"BY {comparison.of.upper()}")
        yield from _won(comparison.values)
    yield from _telling_twins(report.twins)
    if len(report.settings) == 1:
        yield from _losses(report.settings[0])
    else:
        yield from _losses_compared(report.settings)
    for each in report.settings:
        yield from _more(each, alone=len(report.settings) == 1)


def counted(number: int, what: str) -> str:
    """`1 game`, `1,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def percent(rate: float) -> str:
    """`45.2 %`."""
    return f"{100 * rate:.1f} %"


def interval(one: Share) -> str:
    """`42.1 - 48.3 %`."""
    return f"{100 * one.low:.1f} - {100 * one.high:.1f} %"


def _row(label: str, figures: str) -> Iterator[str]:
    """A row of a table; a long label has a line of its own."""
    if len(label) > LABEL:
        yield shorten(label, 80, placeholder=" ...")
        label = ""
    yield f"{label:<{LABEL}} {figures}".rstrip()


def _won(rows: Sequence[tuple[str, Summary]]) -> Iterator[str]:
    heads = ("won", "95 % interval", "turns", "10 - 90 %", "alive")
    yield from _row("", "{:>7} {:>15} {:>6} {:>11} {:>6}".format(*heads))
    for label, one in rows:
        turns = one.turns
        figures = (
            f"{percent(one.won.rate):>7} {interval(one.won):>15} {turns.median:>6}"
            f" {f'{turns.tenth} - {turns.ninetieth}':>11} {one.survivors:>6.1f}"
        )
        yield from _row(label, figures)


def _telling_twins(twins: Sequence[Twins]) -> Iterator[str]:
    """How many games ended otherwise, though the luck was the same."""
    if not twins:
        return
    yield ""
    yield "WITH THE SAME LUCK"
    for each in twins:
        said = (
            f"{each.of}: of {counted(each.games, 'game')} {each.only_one:,} were won with"
            f" {each.one} alone, {each.only_other:,} with {each.other} alone"
        )
        yield from wrap(said, 80, subsequent_indent="  ")


def _losses(one: Summary) -> Iterator[str]:
    if not one.losses:
        return
    yield ""
    yield "LOST BY"
    most = max([each.rate for _, each in one.losses])
    for loss, each in one.losses:
        bar = "#" * max(1, round(BAR * each.rate / most))
        yield f"{LOST_BY[loss]:<27} {percent(each.rate):>7}  {bar}"


def _losses_compared(settings: Sequence[Summary]) -> Iterator[str]:
    yield ""
    yield "LOST BY, in % of the games"
    yield from _row("", " ".join([f"{BRIEFLY[loss]:>6}" for loss in LOSSES]))
    for one in settings:
        rates = {loss: each.rate for loss, each in one.losses}
        cells = [f"{100 * rates[loss]:6.1f}" if loss in rates else "     ." for loss in LOSSES]
        yield from _row(one.what, " ".join(cells))
    yield "Cru! Crushed!, Asp! Asphyxiated!, Mis! Missiles Launched!, Kra! Kraken passed"


def _more(one: Summary, *, alone: bool) -> Iterator[str]:
    """Who fared how, and what killed them."""
    if alone or len(one.strategies) > 1:
        yield ""
        yield "HOW EACH FARED" if alone else f"HOW EACH FARED: {shorten(one.what, 60)}"
        heads = ("gnomes", "won", "alive", "X a game", "part of Y")
        yield from _row("", "{:>7} {:>8} {:>8} {:>9} {:>10}".format(*heads))
        pot = max(1.0, sum([each.y * each.gnomes for each in one.strategies]))
        for each in one.strategies:
            part = each.y * each.gnomes / pot
            figures = (
                f"{each.gnomes:>7,} {percent(each.won):>8} {percent(each.alive):>8}"
                f" {each.x:>9.1f} {percent(part):>10}"
            )
            yield from _row(each.strategy, figures)
    if alone and one.deaths:
        told = ", ".join([f"{KILLED_BY[cause]} {each:.2f}" for cause, each in one.deaths])
        yield ""
        yield from wrap(f"Killed in a game: {told}", 80, subsequent_indent="  ")


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
    axis = ChartAxis("games won in %, and the 95 % interval", 0, 100)
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
    axis = ChartAxis("games lost in %", 0, 100)
    series = tuple([LOST_BY[loss] for loss in causes]) or ("",)
    desc = f"Bars of the share of games lost, by what they were lost by. {told}."
    return Bars("What games were lost by", desc, axis, tuple(bars), series)


def fared(report: Report) -> Bars:
    """The points of each strategy along X."""
    rows = [
        (one.what if len(one.strategies) == 1 else f"{each.strategy}, {one.what}", each)
        for one in report.settings
        for each in one.strategies
    ]
    most = max([each.x for _, each in rows])
    bars = [Bar(label, (each.x,), f"{each.x:.1f}; {percent(each.won)} won") for label, each in rows]
    told = "; ".join([f"{label}: {each.x:.1f}" for label, each in rows])
    axis = ChartAxis("X points a gnome and game", 0, max(1.0, most * 1.05))
    return Bars("X points by strategy", f"Bars of the mean X points. {told}.", axis, tuple(bars))


def turns(one: Summary) -> Histogram:
    """How many turns games took."""
    spread = one.turns
    width = max(1, -(-(spread.most - spread.least + 1) // BINS))
    first = spread.least // width * width
    counts: Counter[int] = Counter()
    for number, count in spread.counts:
        counts[(number - first) // width] += count
    bins = [
        Bin(first + at * width, first + (at + 1) * width, counts[at])
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
    course, last = one.course, one.course[-1]
    lines = [
        Line(track, tuple([(float(each.clock), each.tracks[at]) for each in course]))
        for at, track in enumerate(TRACKS)
    ]
    ends = ", ".join([f"{track} {at:.1f}" for track, at in zip(TRACKS, last.tracks, strict=True)])
    return Steps(
        title=f"Disaster tracks: {one.what}",
        desc=f"Lines of the mean of each track among games not over. At {last.clock}: {ends}.",
        x=ChartAxis("minutes left to the gnome who has most", float(course[0].clock), 0.0),
        y=ChartAxis("space of the track", 1, DOOM),
        lines=tuple(lines),
        mark=DOOM,
        mark_title="the sub is lost",
    )
