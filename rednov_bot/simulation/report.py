"""What many games tell: win rates, causes of loss, length, how each brain fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from rednov_bot.engine.words import TRACKS, CardKind, Cause, Track
from rednov_bot.simulation.figures import Share, Spread, mean, share, spread
from rednov_bot.simulation.outcome import LOSSES, Fared, Loss, Outcome
from rednov_bot.simulation.setting import Setting


class Fortune(msgspec.Struct, frozen=True):
    """How the gnomes of one brain fared.

    Without intervals: gnomes of one game share its fate, so there are fewer chances than gnomes.
    """

    brain: str
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
    brains: tuple[Fortune, ...]
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


def report(settings: Sequence[Setting], outcomes: Sequence[Sequence[Outcome]], seed: int) -> Report:
    """The report of all settings and of what differs between them."""
    facts = [_facts(setting) for setting in settings]
    differing = [name for name in facts[0] if len({each[name] for each in facts}) > 1]
    summaries = tuple(
        [
            summary(_what(setting, differing), played)
            for setting, played in zip(settings, outcomes, strict=True)
        ]
    )
    comparisons = tuple(
        [
            _comparison(name, [each[name] for each in facts], outcomes)
            for name in differing
            if len(differing) > 1
        ]
    )
    twins = [one for name in differing if name != "gnomes" for one in _twins(name, facts, outcomes)]
    return Report(seed, settings[0].crew, summaries, comparisons, tuple(twins))


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
        brains=_fortunes(crew),
        course=_course(outcomes),
    )


def _fortunes(crew: Sequence[Fared]) -> tuple[Fortune, ...]:
    by_brain = groupby(sorted(crew, key=lambda one: one.brain), key=lambda one: one.brain)
    return tuple([_fortune(brain, list(each)) for brain, each in by_brain])


def _fortune(brain: str, each: Sequence[Fared]) -> Fortune:
    return Fortune(
        brain=brain,
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
        for (clock, *tracks), until in zip(stands, _until(one), strict=True):
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


def _until(outcome: Outcome) -> list[int]:
    """The clock at the next stand, for each stand; the last one lasts a minute."""
    clocks = [stand[0] for stand in outcome.stands]
    return [*clocks[1:], clocks[-1] - 1]


def track_at(course: Course, track: Track) -> float:
    """Where one track stood then."""
    return course.tracks[TRACKS.index(track)]
