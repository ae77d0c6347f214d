"""The mails by which gnomes announced eir turns, found in the archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.drawn_for import digest_of
from rednov_bot.core.mail.letter import open_letter
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.games.red_november.reader.letters import read_letter
from rednov_bot.papers import Letter, MessageId, Reading, TurnAct
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.postings import Posting

_EARLY: Final = datetime(1980, 1, 1, tzinfo=UTC)


class Announcements:
    """The mails by which gnomes announced eir turns, and who they are by eir addresses."""

    def __init__(self, mails: Iterable[ArchivedMail], postings: Iterable[Posting]) -> None:
        """Whoever's turn a posting resolves has written the mail that it answers."""
        self._mails = list(mails)
        self._by_name: dict[str, list[ArchivedMail]] = {}
        for mail in self._mails:
            self._by_name.setdefault(mail.name, []).append(mail)
        self.answered: set[str] = set()
        people: dict[str, GnomeName] = {}
        fora: dict[str, str] = {}
        bots: set[str] = set()
        self.contest = self.master = ""
        for one in postings:
            self.contest, self.master = one.contest, one.contestmaster
            self.answered.add(one.mail.answers)
            bots.update(addresses(one.mail.head.all("from")))
            fora.update({folded(at): "list" for at in addresses(one.mail.head.all("to"))})
            if one.gnome and one.kind in ("resolution", "void"):
                for mail in self._named(one.mail.answers):
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
        self._found: dict[int, ArchivedMail | None] = {}  # by the place of the posting

    def _named(self, name: str) -> list[ArchivedMail]:
        return self._by_name.get(name, []) if name else []

    def mail(self, posting: Posting) -> ArchivedMail | None:
        """The mail that a posting answers; of a turn, the one that has the digest it shows.

        Where none has it, the one that it answers; None where the archive lacks that as well.
        """
        place = posting.mail.place
        if place not in self._found:
            self._found[place] = self._sought(posting)
        return self._found[place]

    def _sought(self, posting: Posting) -> ArchivedMail | None:
        named = self._named(posting.mail.answers)
        first = named[0] if named else None
        if posting.kind not in ("resolution", "void"):
            return first
        shown = posting.only_moment.mail
        for one in named:
            if self._fits(one, shown):
                return one
        found = self._by_digest.get(shown) or self._nameless(posting.mail.answers, shown)
        if found is not None:
            self._fits(found, shown)
        return found or first

    def _fits(self, mail: ArchivedMail, shown: str) -> bool:
        """Whether it has this digest as it was sent: from here on it is read so."""
        for letter in self._as_sent(mail):
            if digest_of(letter) == shown:
                self._letters[mail.place] = letter
                return True
        return False

    def _as_sent(self, mail: ArchivedMail) -> Iterator[Letter]:
        """The mail in each way in which it may have been sent, the likeliest first."""
        yield self.letter(mail)
        for octets in mail.readings[1:]:
            yield open_letter(octets, self._roster).letter

    def _nameless(self, name: str, shown: str) -> ArchivedMail | None:
        """A mail that has lost its Message-ID, which the posting still knows."""
        for one in self._by_name.get("", []) if name else ():
            for sent in self._as_sent(one):
                letter = replace(sent, message_id=MessageId(f"<{name}>"))
                if digest_of(letter) == shown:
                    self._letters[one.place] = letter
                    return one
        return None

    @cached_property
    def _by_digest(self) -> dict[str, ArchivedMail]:
        return {
            digest_of(letter): mail
            for mail in reversed(self._mails)
            for letter in self._as_sent(mail)
        }

    @cached_property
    def _by_author(self) -> Mapping[str, list[ArchivedMail]]:
        """Of each address, and of each name that stands before one, eir mails."""
        found: dict[str, list[ArchivedMail]] = {}
        for mail in self._mails:
            for key in {mail.author, mail.called} - {""}:
                found.setdefault(key, []).append(mail)
        return found

    def written_by(self, people: Iterable[str]) -> list[ArchivedMail]:
        """Every mail from one of these addresses, or under one of these names; the oldest first."""
        every = {mail.place: mail for who in people for mail in self._by_author.get(who, ())}
        return sorted(every.values(), key=lambda mail: (mail.date or _EARLY, mail.place))

    def letter(self, mail: ArchivedMail) -> Letter:
        """The same, understood."""
        if mail.place not in self._letters:
            self._letters[mail.place] = open_letter(mail.readings[0], self._roster).letter
        return self._letters[mail.place]

    def digest(self, posting: Posting) -> str | None:
        """The digest of the mail that a posting answers, None where the archive lacks it."""
        mail = self.mail(posting)
        return None if mail is None else digest_of(self.letter(mail))

    def reading(self, mail: ArchivedMail, gnome: GnomeName, crew: Sequence[GnomeName]) -> Reading:
        """What a mail announces, if it is this gnome's."""
        said = replace(self.letter(mail), sender=gnome, forum="list", public=True)
        return read_letter(said, people=crew, contest=self.contest)


def turns_in(reading: Reading) -> list[Turn]:
    """Which turns are announced."""
    return [act.turn for act in reading.acts if isinstance(act, TurnAct)]


def _senders(mail: ArchivedMail) -> Mapping[str, None]:
    return dict.fromkeys(addresses([*mail.head.all("from"), *mail.head.all("reply-to")]))
