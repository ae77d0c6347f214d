"""How a turn was read, read back; and the mail that announced it, where the archive has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from rednov_bot import language
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.mail.addresses import addresses
from rednov_bot.mail.drawn_for import digest_of
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.roster import Roster, folded
from rednov_bot.papers import Letter, TurnAct
from rednov_bot.prose.canonical import announced_as
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.authors import author
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.plain_words import turn_of
from rednov_bot.verify.postings import Posting


def turn_in(read: str, gnome: GnomeName, crew: Sequence[GnomeName], contest: str) -> Turn | None:
    """The turn that a posting says was read; None where these words are no turn."""
    plain = turn_of(read, gnome)
    if plain is not None:
        return plain
    reading = language.read(read, author=gnome, people=crew, contest=contest)
    turns = [act.turn for act in reading.acts if isinstance(act, TurnAct)]
    return turns[0] if len(turns) == 1 and len(reading.acts) == 1 else None


class Announcements:
    """The mails by which gnomes announced eir turns, and who they are by eir addresses."""

    def __init__(self, mails: Iterable[ArchivedMail], postings: Iterable[Posting]) -> None:
        """Whoever's turn a posting resolves has written the mail that it answers."""
        self._mails = list(mails)
        self._by_name = {mail.name: mail for mail in reversed(self._mails) if mail.name}
        self._answered: set[str] = set()
        self._before: ArchivedMail | None = None  # the posting of the turn before
        people: dict[str, GnomeName] = {}
        fora: dict[str, str] = {}
        bots: set[str] = set()
        self.contest = self.master = ""
        for one in postings:
            self.contest, self.master = one.contest, one.contestmaster
            self._before = self._before or one.mail
            self._answered.add(one.mail.answers)
            bots.update(addresses(one.mail.head.all("from")))
            fora.update({folded(at): "list" for at in addresses(one.mail.head.all("to"))})
            mail = self._by_name.get(one.mail.answers)
            if mail is not None and one.gnome and one.kind in ("resolution", "void"):
                people.update({folded(at): one.gnome for at in _senders(mail)})
        self._roster = Roster(
            bot=next(iter(sorted(bots)), ""),
            contestmaster=self.master,
            people=people,
            fora_by_list_id={at.replace("@", "."): key for at, key in fora.items()},
            fora_by_address=fora,
            public=frozenset(fora.values()),
        )
        self._letters: dict[int, Letter] = {}
        self._served: dict[int, Posting] = {}  # which turn an announcement was for
        self._authors: dict[GnomeName, str] = {}
        self._gnomes: dict[str, GnomeName] = {}  # by author

    def mail(self, posting: Posting) -> ArchivedMail | None:
        """The mail that a posting answers; of a turn, else the one that has the digest it shows.

        None where the archive lacks it.
        """
        answered = self._by_name.get(posting.mail.answers)
        if answered is not None or posting.kind not in ("resolution", "void"):
            return answered
        return self._by_digest.get(posting.only_moment.mail)

    @cached_property
    def _by_digest(self) -> dict[str, ArchivedMail]:
        return {digest_of(self.letter(mail)): mail for mail in reversed(self._mails)}

    @cached_property
    def _by_author(self) -> Mapping[str, list[ArchivedMail]]:
        found: dict[str, list[ArchivedMail]] = {}
        for mail in self._mails:
            found.setdefault(author(mail), []).append(mail)
        return found

    def letter(self, mail: ArchivedMail) -> Letter:
        """The same, understood."""
        if mail.place not in self._letters:
            self._letters[mail.place] = open_letter(mail.octets, self._roster).letter
        return self._letters[mail.place]

    def digest(self, posting: Posting) -> str | None:
        """The digest of the mail that a posting answers, None where the archive lacks it."""
        mail = self.mail(posting)
        return None if mail is None else digest_of(self.letter(mail))

    def check(
        self,
        posting: Posting,
        digest: str,
        crew: Sequence[GnomeName],
        findings: Findings,
        *,
        sealed: bool,
        ruled: bool,
    ) -> None:
        """Its digest is the one that the luck of the turn depends on, and it says what was read.

        *sealed*: the chain shows that the posting itself is as it was; *ruled*: the contestmaster
        decided how the mail is read.
        """
        mail = self.mail(posting)
        if mail is None:
            what = "the mail that announced this turn is not in the archive"
            findings.count("announcement", False)
            findings.differs(posting.mail, what, f"mail {digest}")
            return
        self._check_author(posting, mail, crew, findings)
        letter = self.letter(mail)
        right = digest_of(letter) == digest
        findings.count("announcement", right)
        if right:
            self._compare(posting, letter, crew, findings, ruled=ruled)
        elif not sealed:
            what = "this is not the digest of the announcement that it answers"
            findings.differs(posting.mail, what, f"mail {digest}", f"mail {digest_of(letter)}")
        elif "\ufffd" in letter.text:
            what = f"it has lost letters, so it cannot be seen whether {_named(posting)} was drawn"
            what += " from it: look for it in another archive"
            findings.differs(mail, what, f"mail {digest_of(letter)}", f"mail {digest}")
        else:
            what = f"its words, name or date are not those from which {_named(posting)} was drawn"
            findings.differs(mail, what, f"mail {digest_of(letter)}", f"mail {digest}")

    def _check_author(
        self,
        posting: Posting,
        mail: ArchivedMail,
        crew: Sequence[GnomeName],
        findings: Findings,
    ) -> None:
        """Each gnome announces eir own turns, each with a mail of its own."""
        served = self._served.setdefault(mail.place, posting)
        if served is not posting:
            what = f"the mail that it answers announced {_named(served)} already"
            findings.differs(posting.mail, what, mail.title)
        by, gnome = author(mail), posting.gnome
        known = self._authors.setdefault(gnome, by)
        if known != by:
            what = f"it announced a turn of {gnome}, but another has written eir mails before"
            findings.differs(mail, what, by, known)
        elif (other := self._gnomes.setdefault(by, gnome)) != gnome:
            what = f"it announced a turn of {gnome}, but {other} has the same address"
            findings.differs(mail, what, by)
        self._note_passed_over(posting, mail, crew, findings)
        self._before = posting.mail

    def _note_passed_over(
        self,
        posting: Posting,
        mail: ArchivedMail,
        crew: Sequence[GnomeName],
        findings: Findings,
    ) -> None:
        """Which earlier mail could have been taken, since the turn before was resolved."""
        if mail.date is None:
            return
        since = self._before.date if self._before is not None else None
        for one in self._by_author[author(mail)]:
            if one.date is None or one.date >= mail.date or (since and one.date <= since):
                continue
            if one.name not in self._answered and self._turns(posting, self.letter(one), crew):
                what = f"it reads like an earlier announcement of {_named(posting)}, unanswered"
                findings.note(one, what)

    def _turns(self, posting: Posting, letter: Letter, crew: Sequence[GnomeName]) -> list[Turn]:
        """Which turns of the posting's gnome a mail announces."""
        said = replace(letter, sender=posting.gnome, forum="list", public=True)
        reading = language.read_letter(said, people=crew, contest=self.contest, master=self.master)
        return [act.turn for act in reading.acts if isinstance(act, TurnAct)]

    def _compare(
        self,
        posting: Posting,
        letter: Letter,
        crew: Sequence[GnomeName],
        findings: Findings,
        *,
        ruled: bool,
    ) -> None:
        assert posting.section is not None
        if " ".join(letter.text.split()) == posting.section.read:
            return
        turns = self._turns(posting, letter, crew)
        if any(announced_as(turn) == posting.section.read for turn in turns):
            return
        if ruled or not turns:
            why = "by ruling" if ruled else "for it is not certain what it says"
            what = f"the announcement is read so {why}"
            findings.note(posting.mail, what, posting.section.read, " ".join(letter.text.split()))
            return
        what = "the announcement says something else than what was read"
        findings.differs(posting.mail, what, posting.section.read, announced_as(turns[0]))


def _named(posting: Posting) -> str:
    return f"turn {posting.number}" if posting.number is not None else "the posting"


def _senders(mail: ArchivedMail) -> Mapping[str, None]:
    return dict.fromkeys(addresses([*mail.head.all("from"), *mail.head.all("reply-to")]))
