"""The games of an archive: which mails belong to each, and what is found when they are checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName
from rednov_bot.verify import beacons, notices
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.authors import author
from rednov_bot.verify.course import Course, Event
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, postings
from rednov_bot.verify.readings import Announcements
from rednov_bot.verify.secrets import published
from rednov_bot.verify.telling import Told
from rednov_bot.verify.terms import Promised, promised
from rednov_bot.verify.tiles import Tiles

_EARLY: Final = datetime(1980, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class CheckedGame:
    """A game, and what is found of it."""

    game: str  # its tag
    is_told: bool = False  # its secret is published, so that it can be checked
    findings: Findings = field(default_factory=Findings)


@dataclass(frozen=True, slots=True)
class Own:
    """The private mails of one gnome."""

    name: GnomeName
    mails: Sequence[ArchivedMail]


def check(
    mails: Sequence[ArchivedMail],
    tables: Callable[[str], Tables | None],
    only: str | None = None,
    own: Own | None = None,
) -> tuple[CheckedGame, ...]:
    """Every game whose opening is among *mails*, or the one whose tag is *only*.

    *tables* are those of a digest; *own* are the private mails of one gnome.
    """
    every = postings(mails)
    made = []
    for opening in original(every):
        by, begin = author(opening.mail), every.index(opening)
        behind = every[begin + 1 :]
        course = [one for one in behind if author(one.mail) == by]
        ends = [
            number
            for number, one in enumerate(course)
            if one.kind == "opening" and _seal(one) != _seal(opening)
        ]
        one = _checked(opening, course[: ends[0]] if ends else course, mails, tables, own)
        if only is None or one.game.casefold() == only.casefold():
            for other in behind:
                if author(other.mail) != by and other.contest == opening.contest:
                    what = "it looks like a posting, but is not from the address of the opening"
                    one.findings.note(other.mail, what)
            made.append(one)
    return tuple(made)


def original(every: Sequence[Posting]) -> list[Posting]:
    """The openings among these postings; of several with one seal, by different people, the one
    whose author goes on to post."""
    posted = Counter(author(one.mail) for one in every)
    openings: dict[str, Posting] = {}
    for one in every:
        if one.kind == "opening":
            known = openings.setdefault(_seal(one), one)
            if posted[author(one.mail)] > posted[author(known.mail)]:
                openings[_seal(one)] = one
    return [one for one in every if any(one is kept for kept in openings.values())]


def _seal(one: Posting) -> str:
    return one.section.seal if one.section is not None else ""


def _checked(
    opening: Posting,
    course: Sequence[Posting],
    mails: Sequence[ArchivedMail],
    tables: Callable[[str], Tables | None],
    own: Own | None,
) -> CheckedGame:
    findings = Findings()
    terms = promised(opening, findings)
    if terms is None:
        return CheckedGame("?", findings=findings)
    made = CheckedGame(terms.game, findings=findings)
    data = tables(terms.data)
    announcements = Announcements(mails, [opening, *course])

    def is_sealed(shown: Promised, dice: bytes) -> bool:
        if data is None:
            return False
        trial = Course(shown, data, dice, announcements, Findings())
        trial.open(opening)
        return bool(trial.findings.right["seal"])

    secrets = published(terms, mails, is_sealed, findings)
    if secrets is None:
        return made
    made.is_told = True
    if data is None:
        what = f"it was played with another data set, of SHA-256 {terms.data}: name its folder"
        findings.differs(opening.mail, what)
        return made
    tiles = None
    if secrets.tile is not None:
        all_drink = terms.options.edition != 1
        tiles = Tiles(secrets.tile, data, findings, all_drink=all_drink)
    game = Course(secrets.promised, data, secrets.dice, announcements, findings, tiles)
    game.open(opening)
    for event in timeline(course, announcements):
        game.happen(event)
    _check_beacons(terms, course, announcements, findings)
    _close(game, findings)
    if own is not None:
        told = notices.notices(own.mails, own.name)
        notices.check(told, own.name, terms.game, game.pools, game.deeds, secrets.tile, findings)
    return made


def _check_beacons(
    terms: Promised,
    course: Sequence[Posting],
    announcements: Announcements,
    findings: Findings,
) -> None:
    """Each turn shows the beacon of the terms, and the round that follows from its announcement."""
    rounds = []
    for one in course:
        told = one.only_moment
        if one.kind not in ("resolution", "void"):
            continue
        shown = f"beacon {told.beacon_name}, round {told.round}" if told.round else ""
        if terms.beacon is not None:
            wrong = beacons.wrong(terms.beacon, told, announcements.mail(one), one.mail)
            rounds += [f"{told.round} {told.value}"] if told.value else []
        else:
            wrong = shown and "it shows a beacon, to which the terms do not bind it"
        if wrong:
            findings.differs(one.mail, wrong, shown)
    if terms.beacon is not None and rounds:
        what = f"compare these rounds with {terms.beacon.name} itself (--json names all of them)"
        findings.note(None, what, "\n".join(dict.fromkeys(rounds)))


def _close(game: Course, findings: Findings) -> None:
    """What is left when the archive ends."""
    for one in game.waiting:
        what = "nothing before it allows this, as far as the list was told"
        findings.note(one.mail, what)
    if game.position.ending is None:
        findings.note(None, f"{game.promised.game} does not come to its end in this archive")


def timeline(course: Sequence[Posting], announcements: Announcements) -> list[Event]:
    """What the postings of a game tell, in the order in which it happened.

    A turn is taken when it is announced, but not before the one ahead of it is resolved; what a
    gnome does between turns counts from eir mail on, whenever the list is told (§9, §11k, §17).
    """
    events: list[Event] = []
    free = _EARLY  # since when no turn is pending
    turns = [one for one in course if one.kind in ("resolution", "void")]
    for one in sorted(turns, key=lambda each: (each.number or 0, _date(each.mail))):
        said = Told(one.body).said_at or _date(one.mail)
        resolved = max(_date(one.mail), free)
        events += [Event(max(said, free), 1, one, takes=True), Event(resolved, 0, one)]
        free = resolved
    for one in course:
        if one.kind == "between":
            mail = announcements.mail(one)
            events.append(Event(_date(mail or one.mail), 2, one))
        elif one.kind not in ("resolution", "void", "other"):
            events.append(Event(_date(one.mail), 0, one))
    return sorted(events, key=lambda event: (event.at, event.rank))


def _date(mail: ArchivedMail) -> datetime:
    return mail.date or _EARLY
