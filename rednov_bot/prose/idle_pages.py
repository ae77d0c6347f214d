"""What is told of idle gnomes: to the contestmaster with the offer to kill one (§19, A91, A92)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rednov_bot.contest import Absence
from rednov_bot.engine import happenings as h
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName
from rednov_bot.prose.environment import fold
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.prose.wording import listed, span, when


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Idle:
    """How long a gnome has been idle, and what speaks for and against killing em."""

    name: GnomeName
    since: datetime  # eir last turn, or the beginning of the game
    took_a_turn: bool  # whether *since* is a turn of eirs
    idle: timedelta  # by the text of §19
    able: timedelta  # of it, the time in which e could have acted (A91)
    lost: timedelta  # of it, the time in which the bot was not at work
    absences: tuple[Absence, ...]  # announced for any of that time
    warned_at: datetime | None  # when e was warned by the bot
    barred: tuple[str, ...]  # why e cannot act now, half sentences
    waits_with: str  # where e may be waiting to abandon ship; "" where nothing speaks for it


def notes(one: Idle, happenings: tuple[h.PublicHappening, ...], tables: Tables) -> tuple[str, ...]:
    """What the contestmaster should mind before e kills *one*; some of it is for em alone.

    *happenings* are what the death would bring about.
    """
    told = [_counts(one)]
    told += [_absence(absence) for absence in one.absences]
    told.append(_warning(one))
    told += _causes(happenings, one.name, tables)
    told += [f"Better wait: {reason} (A92)." for reason in one.barred]
    if one.waits_with:
        told.append(
            f"{one.name} may only be waiting to abandon ship, for which they SHOULD NOT be killed "
            f"(§19): {one.waits_with}. This is for you alone (§6)."
        )
    told.append(
        "You CAN do it, but it is meant for games that would come to a halt without it (§19). "
        "Nothing happens if you reject it or leave it."
    )
    return tuple(told)


def lines(every: Iterable[Idle]) -> tuple[str, ...]:
    """Each gnome with both counts, the longest idle first; for the contestmaster alone."""
    told = []
    for one in sorted(every, key=lambda each: each.since):
        said = [_counts(one), *map(_absence, one.absences), _warning(one)]
        told += fold(" ".join(said), "  ", "      ").split("\n")
    return tuple(told) or ("  nobody can take a turn any more",)


def _counts(one: Idle) -> str:
    began = "took their last turn" if one.took_a_turn else "has taken no turn; the game began"
    lost = f"; for {span(one.lost)} the bot was not at work" if one.lost else ""
    return (
        f"{one.name} {began} {when(one.since)}: {span(one.idle)} ago (§19 counts this). For "
        f"{span(one.able)} of it they could have acted{lost}."
    )


def _absence(one: Absence) -> str:
    return f'They announced {when(one.said_at)}: "{" ".join(one.words.split())}"'


def _warning(one: Idle) -> str:
    if one.warned_at is None:
        return f"The bot has not warned {one.name}."
    return f"The bot warned {one.name} {when(one.warned_at)}."


def _causes(
    happenings: tuple[h.PublicHappening, ...], name: GnomeName, tables: Tables
) -> list[str]:
    """The loss of the sub, the end of the game, and who would wake, in as many words."""
    scene = Scene(tables.board)
    told = [sentence(one, scene) for one in happenings if isinstance(one, h.SubLost | h.GameOver)]
    woken = [one.gnome for one in happenings if isinstance(one, h.Woke)]
    found = [f"The death of {name} would decide the game: {' '.join(told)}"] if told else []
    return found + ([f"With that death {listed(woken)} would wake."] if woken else [])
