"""How a turn was read, read back; and the mail that announced it, where the archive has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rednov_bot import language
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.mail.addresses import addresses
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.roster import Roster, folded
from rednov_bot.papers import Letter, TurnAct
from rednov_bot.proof.commitments import mail_digest
from rednov_bot.prose.canonical import announced_as
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.plain_words import turn_of
from rednov_bot.verify.postings import Posting

_STAMP: Final = "%Y-%m-%dT%H:%M:%SZ"


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
        self._by_name = {mail.name: mail for mail in mails if mail.name}
        people: dict[str, GnomeName] = {}
        fora: dict[str, str] = {}
        bots: set[str] = set()
        self.contest = self.master = ""
        for one in postings:
            self.contest, self.master = one.contest, one.contestmaster
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
        self._letters: dict[str, Letter] = {}

    def mail(self, posting: Posting) -> ArchivedMail | None:
        """The mail that a posting answers, None where the archive lacks it."""
        return self._by_name.get(posting.mail.answers)

    def letter(self, mail: ArchivedMail) -> Letter:
        """The same, understood."""
        if mail.name not in self._letters:
            self._letters[mail.name] = open_letter(mail.octets, self._roster).letter
        return self._letters[mail.name]

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
            what = "the announcement that it answers is not in the archive"
            findings.note(posting.mail, what)
            return
        letter = self.letter(mail)
        right = digest_of(letter) == digest
        findings.count("announcement", right)
        if right:
            self._compare(posting, letter, crew, findings, ruled=ruled)
        elif not sealed:
            what = "this is not the digest of the announcement that it answers"
            findings.differs(posting.mail, what, f"mail {digest}", f"mail {digest_of(letter)}")
        elif "\ufffd" in letter.text or "?" in letter.text:
            what = "the archive may have lost letters of it: its digest is not that of the turn"
            findings.note(mail, what, f"mail {digest_of(letter)}", f"mail {digest}")
        else:
            what = f"its words, name or date are not those from which {_named(posting)} was drawn"
            findings.differs(mail, what, f"mail {digest_of(letter)}", f"mail {digest}")

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
        said = replace(letter, sender=posting.gnome, forum="list", public=True)
        reading = language.read_letter(said, people=crew, contest=self.contest, master=self.master)
        turns = [act.turn for act in reading.acts if isinstance(act, TurnAct)]
        if any(announced_as(turn) == posting.section.read for turn in turns):
            return
        if ruled or not turns:
            why = "by ruling" if ruled else "for it is not certain what it says"
            what = f"the announcement is read so {why}"
            findings.note(posting.mail, what, posting.section.read, " ".join(letter.text.split()))
            return
        what = "the announcement says something else than what was read"
        findings.differs(posting.mail, what, posting.section.read, announced_as(turns[0]))


def digest_of(letter: Letter) -> str:
    """The digest of an announcement: its Message-ID, its Date and the sender's own words."""
    date = letter.stamps.date
    when = None if date is None else date.strftime(_STAMP)
    return mail_digest(letter.message_id, when, letter.text)


def _named(posting: Posting) -> str:
    return f"turn {posting.number}" if posting.number is not None else "the posting"


def _senders(mail: ArchivedMail) -> Mapping[str, None]:
    return dict.fromkeys(addresses([*mail.head.all("from"), *mail.head.all("reply-to")]))
