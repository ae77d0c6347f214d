"""Schedules: a stretch of the game and what goes wrong in it, each a function of its seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import get_args

from tests.games.world import BOT
from tests.reliability.anchorage import Mood
from tests.reliability.comparing import differences
from tests.reliability.points import Blow
from tests.reliability.scenario import Mailed, Moment
from tests.reliability.voyage import Dock, Extra, Faults, Kind, Outcome, Stretch

LONGEST = 4  # moments
BLOWS = 6
POINTS = 200  # that a moment has, more or less
_BLOWS: tuple[Blow, ...] = ("kill", "kill", "kill", "power", "power", "cut")
_EXTRAS: tuple[Kind, ...] = ("again", "cc", "other list", "digest", "renumber", "renumber", "rival")
_MOODS: tuple[Mood, ...] = get_args(Mood)
_ID = re.compile(rb"^(Message-ID: <)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A stretch, what of its mail came otherwise than in the recorded game, and the faults."""

    stretch: Stretch
    faults: Faults
    changed: tuple[str, ...] = ()


def schedule(dock: Dock, seed: int, *, moods: Sequence[Mood] = _MOODS) -> Schedule:
    """The schedule with this seed."""
    chance = Random(seed)
    length = chance.randint(1, LONGEST)
    stage = chance.randrange(len(dock.moments) - length + 1)
    stretch = Stretch(stage, dock.moments[stage : stage + length])
    changed: tuple[str, ...] = ()
    if chance.random() < 0.4:
        stretch, changed = _otherwise(dock, stretch, chance)
    faults = Faults()
    while not len(faults):
        faults = Faults(
            lives=_lives(chance, length * POINTS) if chance.random() < 0.8 else (),
            moods=_moody(chance, moods) if chance.random() < 0.35 else (),
            extras=_besides(chance, length) if chance.random() < 0.5 else (),
        )
    return Schedule(stretch=stretch, faults=faults, changed=changed)


def _lives(chance: Random, points: int) -> tuple[tuple[tuple[int, Blow], ...], ...]:
    """One to six blows, one or two a life; a later life is often struck soon after it began."""
    lives = []
    left = min(chance.randint(1, BLOWS), chance.randint(1, BLOWS))
    while left:
        often = min(left, chance.choice((1, 1, 2)))
        most = points if not lives or chance.random() < 0.5 else 80
        at = sorted({chance.randint(1, most) for _ in range(often)})
        lives.append(tuple((point, chance.choice(_BLOWS)) for point in at))
        left -= often
    return tuple(lives)


def _moody(chance: Random, moods: Sequence[Mood]) -> tuple[tuple[int, Mood], ...]:
    found = {chance.randint(1, 8): chance.choice(moods) for _ in range(chance.randint(1, 3))}
    return tuple(sorted(found.items()))


def _besides(chance: Random, length: int) -> tuple[Extra, ...]:
    return tuple(
        Extra(
            moment=chance.randrange(length),
            kind=chance.choice(_EXTRAS),
            which=chance.randrange(6),
            early=chance.random() < 0.5,
        )
        for _ in range(chance.randint(1, 3))
    )


def _otherwise(dock: Dock, stretch: Stretch, chance: Random) -> tuple[Stretch, tuple[str, ...]]:
    """Mails overtake each other, come together, get lost; an approval comes twice, or an old one.

    What is compared with gets its mail in the same way: this is another game, but no fault.
    """
    moments, changed = list(stretch.moments), []
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(moments))
        match chance.choice(("overtaking", "together", "lost", "doubled", "stale")):
            case "overtaking" if at:
                one, two = moments[at - 1], moments[at]
                moments[at - 1] = replace(one, mails=two.mails)
                moments[at] = replace(two, mails=one.mails)
                changed.append("overtaking")
            case "together" if at:
                one, two = moments[at - 1], moments[at]
                both = one.mails + two.mails if chance.random() < 0.5 else two.mails + one.mails
                moments[at - 1], moments[at] = replace(one, mails=()), replace(two, mails=both)
                changed.append("together")
            case "lost":
                moments[at] = replace(moments[at], mails=())
                changed.append("lost")
            case "doubled":
                _add_reply(moments, moments[: at + 1], at, chance, changed, "doubled")
            case "stale":
                earlier = dock.moments[: stretch.stage]
                _add_reply(moments, earlier, at, chance, changed, "stale")
            case _:
                pass
    return Stretch(stretch.stage, tuple(moments)), tuple(changed)


def _add_reply(
    moments: list[Moment],
    among: Sequence[Moment],
    at: int,
    chance: Random,
    changed: list[str],
    what: str,
) -> None:
    """One of these answers to a draft is mailed again, as another mail."""
    replies = [mail for one in among for mail in one.mails if mail.to == BOT]
    if replies:
        again = chance.choice(replies)
        octets = _ID.sub(rb"\g<1>%d." % chance.randrange(10**6), again.octets)
        mails = (*moments[at].mails, Mailed(again.who, again.to, octets))
        moments[at] = replace(moments[at], mails=mails)
        changed.append(what)


# -- what came of one


@dataclass(frozen=True, slots=True)
class Verdict:
    """A schedule was played; what was wrong, if anything."""

    schedule: Schedule
    outcome: Outcome = field(repr=False)
    wrong: tuple[str, ...]


def tried(dock: Dock, one: Schedule, tell: Callable[[str], None] = lambda _: None) -> Verdict:
    """A schedule is played and compared with the same mail without faults."""
    expected = dock.known(one.stretch)
    outcome = dock.play(one.stretch, one.faults, tell)
    return Verdict(one, outcome, tuple(differences(expected, outcome)))


def at_point(dock: Dock, moment: int, point: int) -> Schedule:
    """One moment of the game, killed at this point."""
    stretch = Stretch(moment, dock.moments[moment : moment + 1])
    return Schedule(stretch=stretch, faults=Faults(lives=(((point, "kill"),),)))


def each_point(
    dock: Dock, moment: int, wanted: Callable[[str], bool] | None = None
) -> Iterator[Schedule]:
    """One moment of the game, killed once at each point that is *wanted* by its name."""
    known = dock.known(Stretch(moment, dock.moments[moment : moment + 1]))
    for point, name in enumerate(known.points[: known.eventful], 1):
        if wanted is None or wanted(name):
            yield at_point(dock, moment, point)


def is_edge(point: str) -> bool:
    """Whether something leaves the process, or comes from a server to it, just behind this point.

    Of neighbouring points with nothing but thought between them one is enough: who is killed at
    one or at the other leaves the same file and the same servers.
    """
    when, _, what = point.partition(" ")
    if what.startswith("the SMTP answer"):
        return True
    return when == "before" and what.split()[0] in ("commit", "IMAP", "SMTP")
