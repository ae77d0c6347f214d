"""The games of an archive: which mails belong to each, and what is found when they are checked."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.proof import MOST_AHEAD, Beacon
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.verify import notices, secrets
from rednov_bot.verify.announcements import Announcements
from rednov_bot.verify.archive import EARLY, ArchivedMail
from rednov_bot.verify.between import deed_in
from rednov_bot.verify.course import Course, Event
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, Told, ToldMoment, postings
from rednov_bot.verify.secrets import Promised, promised
from rednov_bot.verify.tiles import Pools, Tiles

_MARGIN: Final = timedelta(minutes=1)  # in which the mails of one draft are written


@dataclass(slots=True)
class CheckedGame:
    """A game, and what is found of it."""

    game: str  # its tag
    crew: tuple[Player, ...] = ()
    is_told: bool = False  # its secret is published, so that it can be checked
    findings: Findings = field(default_factory=Findings)


@dataclass(frozen=True, slots=True)
class Own:
    """The private mails of one gnome."""

    name: Player
    mails: Sequence[ArchivedMail]

    def plays_in(self, crew: Sequence[Player]) -> bool:
        """Whether they are of this crew, however their name is capitalised."""
        return _in_crew(self.name, crew) is not None

    def between(self, opening: ArchivedMail, after: ArchivedMail | None) -> Own:
        """Those of one game: from its opening on, but not from the next one on.

        Where an opening has no date, all of them.
        """
        begin = opening.date - _MARGIN if opening.date else EARLY
        end = after.date - _MARGIN if after is not None and after.date else None
        dates = [(one, one.date or begin) for one in self.mails]
        mails = [one for one, at in dates if begin <= at and (end is None or at < end)]
        return Own(self.name, mails)


def check(
    mails: Sequence[ArchivedMail],
    tables: Callable[[str], Tables | None],
    only: str | None = None,
    own: Own | None = None,
) -> tuple[CheckedGame, ...]:
    """Every game whose opening is among *mails*, or the one whose tag is *only*.

    *tables* are those of a digest; *own* are the private mails of one gnome.
    """
    every, told = postings(mails), secrets.told_in(mails)
    made: list[tuple[Posting, CheckedGame]] = []
    for opening in openings(every):
        by = opening.mail.author
        course = [one for one in every[every.index(opening) + 1 :] if one.mail.author == by]
        ends = [
            number
            for number, one in enumerate(course)
            if one.kind == "opening" and _seal(one) != _seal(opening)
        ]
        after = course[ends[0]].mail if ends else None
        course = course[: ends[0]] if ends else course
        whose = None if own is None else own.between(opening.mail, after)
        made.append((opening, _checked(opening, course, mails, told, tables, whose)))
    kept = [(opening, one) for opening, one in made if not _is_forged(opening, one, made)]
    if only is not None:
        kept = [(opening, one) for opening, one in kept if one.game.casefold() == only.casefold()]
    for opening, one in kept:
        _note_others(opening, one.findings, every, {own.mail.author for own, _ in kept})
    return tuple([one for _, one in kept])


def openings(every: Sequence[Posting]) -> list[Posting]:
    """The openings among these postings, each of them once of each author."""
    found: dict[tuple[str, str], Posting] = {}
    for one in every:
        if one.kind == "opening":
            found.setdefault((one.mail.author, _seal(one)), one)
    return list(found.values())


def _is_forged(
    opening: Posting, one: CheckedGame, made: Sequence[tuple[Posting, CheckedGame]]
) -> bool:
    """Whether somebody else than the bot has posted it.

    The same opening counts from whom the chain goes on best: who has sent it does not matter to the
    chain.  Another one counts, unless somebody else's chain of the same contest, or where it cannot
    even be read of any, goes on much further.
    """
    same = [(other, game) for other, game in made if _seal(other) == _seal(opening)]
    if one is not max(same, key=_goes_on_best)[1]:
        return True
    return any(
        other.mail.author != opening.mail.author
        and (other.contest == opening.contest or not one.findings.agree)
        and game.findings.right["seal"] > 2 * one.findings.right["seal"]
        for other, game in made
    )


def _goes_on_best(made: tuple[Posting, CheckedGame]) -> tuple[int, bool, int]:
    """Of two that go on equally well it is the one that stands first in the archive."""
    opening, game = made
    return game.findings.right["seal"], game.findings.agree, -opening.mail.place


def _note_others(
    opening: Posting, findings: Findings, every: Sequence[Posting], bots: Container[str]
) -> None:
    """What looks like a posting and is none."""
    for other in every:
        if other.mail.author not in bots and other.contest == opening.contest:
            what = "it looks like a posting, but is not from the address of the opening"
            findings.note(other.mail, what)


def _seal(one: Posting) -> str:
    return one.section.seal if one.section is not None else ""


def _checked(
    opening: Posting,
    course: Sequence[Posting],
    mails: Sequence[ArchivedMail],
    told: Sequence[secrets.Told],
    tables: Callable[[str], Tables | None],
    own: Own | None,
) -> CheckedGame:
    findings = Findings()
    terms = promised(opening, findings)
    if terms is None:
        return CheckedGame("?", findings=findings)
    made = CheckedGame(terms.game, terms.gnomes, findings=findings)
    data = tables(terms.data)
    announcements = Announcements(mails, [opening, *course])

    def is_sealed(shown: Promised, dice: bytes) -> bool:
        if data is None:
            return False
        trial = Course(shown, data, dice, announcements, Findings())
        trial.open(opening)
        return bool(trial.findings.right["seal"])

    known = secrets.published(terms, told, is_sealed, findings)
    name = None if own is None else _in_crew(own.name, terms.gnomes)
    if known is None:
        if own is not None and name is not None:
            _check_early([opening, *course], announcements, own.mails, name, made)
        return made
    made.is_told = True
    if data is None:
        what = f"it was played with another data set, of SHA-256 {terms.data}: name its folder"
        findings.differs(opening.mail, what)
        return made
    tiles = None
    if known.tile is not None:
        all_drink = terms.options.edition != 1
        tiles = Tiles(known.tile, data, findings, all_drink=all_drink)
    game = Course(known.promised, data, known.dice, announcements, findings, tiles)
    game.open(opening)
    for event in timeline(course, announcements):
        game.happen(event)
    _check_beacons(terms, course, announcements, findings)
    _close(game, findings)
    if own is not None and name is not None:
        posted = [opening, *course]
        private = notices.notices(own.mails, name, posted)
        notices.check(
            private, name, terms.game, game.pools, posted, game.deeds, known.tile, findings
        )
    return made


def _in_crew(name: str, crew: Sequence[Player]) -> Player | None:
    """The gnome of this name, however it is capitalised; None where they do not play."""
    return next((one for one in crew if one.casefold() == name.casefold()), None)


def _check_early(
    every: Sequence[Posting],
    announcements: Announcements,
    mails: Sequence[ArchivedMail],
    name: Player,
    game: CheckedGame,
) -> None:
    """The notices of one gnome, as far as that needs no secret: each tile is under its root."""
    pools = Pools()
    deeds = []
    for one in every:
        pools.publish(one, game.game)
        deed = deed_in(one, game.crew) if one.kind == "between" else None
        if deed is not None:
            deeds.append(((announcements.mail(one) or one.mail).at, deed.gnome, deed.count))
    private = notices.notices(mails, name, every)
    notices.check(private, name, game.game, pools, every, deeds, None, game.findings)


def _check_beacons(
    terms: Promised, course: Sequence[Posting], announcements: Announcements, findings: Findings
) -> None:
    """Each turn shows the beacon of the terms, and the round that follows from its announcement."""
    rounds = []
    for one in course:
        told = one.only_moment
        if one.kind not in ("resolution", "void"):
            continue
        if terms.beacon is not None:
            _check_beacon(terms.beacon, told, announcements.mail(one), one.mail, findings)
            rounds += [f"{told.round} {told.value}"] if told.value else []
        elif told.round:
            what = "it shows a beacon, to which the terms do not bind it"
            findings.differs(one.mail, what, f"beacon {told.beacon_name}, round {told.round}")
    if terms.beacon is not None and rounds:
        what = f"compare these rounds with {terms.beacon.name} itself (--json names all of them)"
        findings.note(None, what, "\n".join(dict.fromkeys(rounds)))


def _check_beacon(
    beacon: Beacon,
    told: ToldMoment,
    announcement: ArchivedMail | None,
    posting: ArchivedMail,
    findings: Findings,
) -> None:
    """The beacon that a posting shows of a turn, beside the one that the terms bind it to.

    Its round is the first behind the Date of the announcement.  Of one without a Date, or dated
    further ahead than is waited for, it is the first after the bot took the turn: when that was,
    only the stamps of the list tell.
    """
    shown = f"beacon {told.beacon_name}, round {told.round}" if told.round else ""
    if not told.round or not told.value:
        findings.differs(posting, "it shows no beacon, though the terms bind each turn to one")
        return
    if told.beacon_name != beacon.name:
        what = f"this is not the beacon of the terms, {beacon.name}"
        findings.differs(posting, what, shown)
        return
    number = int(told.round)
    if posting.date is not None and number > beacon.last_before(posting.date):
        findings.differs(posting, "this round of the beacon came later than the posting", shown)
        return
    if announcement is None:
        return  # which is said of it anyway
    right = None if announcement.date is None else beacon.round_after(announcement.date)
    if number == right:
        return
    if announcement.date is None:
        what = "the mail that announced the turn has no date to lead to this round of the beacon"
    elif announcement.date - beacon.at(number) > MOST_AHEAD - beacon.period:
        what = "the mail that announced the turn is dated more than a day after this round"
    else:
        what = f"the round behind the Date of the mail is {right}"
        findings.differs(posting, what, shown)
        return
    findings.unchecked(posting, f"{what}: see in the list's archive when it came", shown)


def _close(game: Course, findings: Findings) -> None:
    """What is left when the archive ends."""
    for one in game.waiting:
        what = "nothing before it allows this, as far as the list was told"
        findings.note(one.mail, what)
    if game.position.ending is None:
        what = f"{game.promised.game} does not come to its end in this archive"
        findings.unchecked(None, what)


def timeline(course: Sequence[Posting], announcements: Announcements) -> list[Event]:
    """What the postings of a game tell, in the order in which it happened.

    A turn is taken when it is announced, but not before the one ahead of it is resolved; what a
    gnome does between turns counts from their mail on, whenever the list is told (§9, §11k, §17).
    """
    events: list[Event] = []
    free = EARLY  # since when no turn is pending
    turns = [one for one in course if one.kind in ("resolution", "void")]
    for one in sorted(turns, key=lambda each: (each.number or 0, each.mail.at)):
        said = _announced_at(one, announcements)
        resolved = max(one.mail.at, free)
        events += [Event(max(said, free), 1, one, takes=True), Event(resolved, 0, one)]
        free = resolved
    for one in course:
        if one.kind == "between":
            mail = announcements.mail(one)
            events.append(Event((mail or one.mail).at, 2, one))
        elif one.kind not in ("resolution", "void", "other"):
            events.append(Event(one.mail.at, 0, one))
    return sorted(events, key=lambda event: (event.at, event.rank))


def _announced_at(turn: Posting, announcements: Announcements) -> datetime:
    """When it was announced: to the second by its mail, where that is of the minute it prints."""
    printed, mail = Told(turn.body).said_at, announcements.mail(turn)
    if printed is None:
        return turn.mail.at
    exact = mail.date if mail is not None else None
    is_of_it = exact is not None and exact.replace(second=0, microsecond=0) == printed
    return exact if exact is not None and is_of_it else printed
