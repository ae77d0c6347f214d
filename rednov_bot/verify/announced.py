"""Whether each turn was announced as its posting says: by which mail, by whom, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rednov_bot.core.mail.drawn_for import digest_of
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.games.red_november.reader.gate import by_far_ends
from rednov_bot.papers import Letter
from rednov_bot.prose.canonical import announced_as
from rednov_bot.verify.announcements import Announcements, turns_in
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.plain_words import turn_of
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.telling import Told

MOST_READ: Final = 500
"""Mails that no posting answers, of which it is seen whether they announce a turn."""


@dataclass(slots=True)
class Announced:
    """The announcements of a game so far."""

    announcements: Announcements
    crew: Sequence[GnomeName]
    findings: Findings
    before: ArchivedMail  # the posting of the turn before
    _served: dict[int, Posting] = field(default_factory=dict)  # for which turn a mail was
    _authors: dict[GnomeName, list[str]] = field(default_factory=dict)
    _gnomes: dict[str, GnomeName] = field(default_factory=dict)  # by author
    _read: int = 0

    def check(self, posting: Posting, digest: str, *, sealed: bool, ruling: str) -> None:
        """The mail of a turn has the digest on which its luck depends, and says what was read.

        *sealed*: the chain shows that the posting itself is as it was; *ruling* is what the
        contestmaster ruled on it, "" where e did not.
        """
        mail = self.announcements.mail(posting)
        if mail is None:
            what = "the mail that announced this turn is not in the archive, so that anybody may "
            what += "have chosen its luck: look for it in another archive"
            self.findings.count("announcement", False)
            self.findings.unchecked(posting.mail, what, f"mail {digest}")
            return
        self._check_author(posting, mail)
        letter = self.announcements.letter(mail)
        found = digest_of(letter)
        self.findings.count("announcement", found == digest)
        if found == digest:
            self._compare(posting, mail, letter, ruling)
            self._note_date(posting, mail)
        elif not sealed:
            what = "this is not the digest of the announcement that it answers"
            self.findings.differs(posting.mail, what, f"mail {digest}", f"mail {found}")
        elif "\ufffd" in letter.text:
            what = f"it has lost letters, so it cannot be seen whether {_named(posting)} was drawn"
            what += " from it: look for it in another archive"
            self.findings.unchecked(mail, what, f"mail {found}", f"mail {digest}")
        else:
            what = f"its words, name or date are not those from which {_named(posting)} was drawn"
            if "?" in letter.text:
                what += "; a question mark may stand for letters that the archive has lost"
            self.findings.differs(mail, what, f"mail {found}", f"mail {digest}")

    def _check_author(self, posting: Posting, mail: ArchivedMail) -> None:
        """Each gnome announces eir own turns, each with a mail of its own.

        A gnome may have several addresses; that all of them are eirs nobody can see from here.
        """
        served = self._served.setdefault(mail.place, posting)
        if served is not posting:
            what = f"the mail that it answers announced {_named(served)} already"
            self.findings.differs(posting.mail, what, mail.title)
        by, name, gnome = mail.author, mail.called, posting.gnome
        known = self._authors.setdefault(gnome, [])
        others = {one.casefold() for one in (*self.crew, posting.contestmaster)}
        if (other := self._gnomes.setdefault(by, gnome)) != gnome:
            what = f"it announced a turn of {gnome}, but {other} has the same address"
            self.findings.differs(mail, what, by)
        elif name in others - {gnome.casefold()}:
            what = f"it announced a turn of {gnome}, but its sender has another's name"
            self.findings.differs(mail, what, mail.head.text("from"))
        elif known and by not in known:
            what = (
                f"{gnome} announced a turn from another address than before: see that it is theirs"
            )
            self.findings.note(mail, what, by, ", ".join(known))
        if by not in known:
            known.append(by)
        self._note_passed_over(posting, mail)
        self.before = posting.mail

    def _note_passed_over(self, posting: Posting, mail: ArchivedMail) -> None:
        """Which earlier mail could have been taken, since the turn before was resolved."""
        since = self.before.date
        if mail.date is None:
            return
        gnome = posting.gnome
        for one in self.announcements.written_by([*self._authors[gnome], gnome.casefold()]):
            if one.date is None or one.date >= mail.date or (since and one.date <= since):
                continue
            if one.name in self.announcements.answered or self._read >= MOST_READ:
                continue
            self._read += 1
            if turns_in(self.announcements.reading(one, gnome, self.crew)):
                what = f"it reads like an earlier announcement of {_named(posting)}, unanswered"
                self.findings.note(one, what)

    def _note_date(self, posting: Posting, mail: ArchivedMail) -> None:
        """A turn is taken at the Date of its mail, unless that is not to be believed (§9)."""
        told = Told(posting.body).said_at
        if told is not None and mail.date is not None and told != mail.date.replace(second=0):
            what = "it says that the turn was announced at another time than its mail is dated"
            stands, date = f"{told:%Y-%m-%d %H:%M}", f"{mail.date:%Y-%m-%d %H:%M}"
            self.findings.note(posting.mail, what, stands, date)

    def _compare(self, posting: Posting, mail: ArchivedMail, letter: Letter, ruling: str) -> None:
        read = posting.section.read if posting.section is not None else ""
        words = " ".join(letter.text.split())
        if words == read:
            return
        reading = self.announcements.reading(mail, posting.gnome, self.crew)
        turns = turns_in(reading)
        meant = turn_of(read, posting.gnome)
        if any(_is_told(turn, read, meant) for turn in turns):
            return
        told = " ".join(posting.body.split())
        if f"as {posting.gnome} confirmed: " in told:
            what = f"the announcement is read as {posting.gnome} confirmed it, which the archive "
            what += "does not show"
            self.findings.note(posting.mail, what, read, words)
        elif ruling:
            what = f"a ruling says how the announcement is read: {ruling}"
            self.findings.note(posting.mail, what, read, words)
        elif reading.verdict == "ambiguous":
            what = "what the announcement says is not certain, and it is read like this"
            self.findings.note(posting.mail, what, read, words)
        elif turns:
            what = "the announcement says something else than what was read"
            self.findings.differs(posting.mail, what, read, announced_as(turns[0]))
        else:
            what = "the mail that it answers announces no turn"
            self.findings.differs(posting.mail, what, read, words)


def _is_told(turn: Turn, read: str, meant: Turn | None) -> bool:
    """Whether what was read tells this turn; the near ends of hatches may be left out."""
    if announced_as(turn) == read or meant is None:
        return announced_as(turn) == read
    return announced_as(by_far_ends(turn)) == announced_as(by_far_ends(meant))


def _named(posting: Posting) -> str:
    return f"turn {posting.number}" if posting.number is not None else "the posting"
