"""How far mails are shown to be their authors', who was asked, and what was alarming."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.engine.words import GnomeName
from rednov_bot.kinds import Trust
from rednov_bot.papers import Asked, Confidence, Doubted, Filed, Forgery, PaperId, Vouched


class Trusting(Protocol):
    """How far mails are shown to be their authors', who was asked, and what was alarming."""

    def note_confidence(
        self,
        mail: PaperId,
        confidence: Confidence,
        *,
        address: str,
        way: str,
        words: str | None,
        at: datetime,
    ) -> None:
        """How far a mail is shown to be its author's, by its address and the way it came.

        *words* is what copies of it have in common, whatever they are called.
        """

    def confidence(self, mail: PaperId) -> Confidence | None:
        """What was noted of a mail; None where it was not looked at."""

    def trusts(self, way: str, address: str | None, most: int) -> tuple[Trust, ...]:
        """Of the last mails that came this way, or from this address by it; the last first.

        Of those that were doubtful or contradicted only what is known to be its author's: what was
        out of the ordinary must not make an order of its own.
        """

    def was_heard_from(self, address: str) -> bool:
        """Whether any mail on file came from this address, and is not in doubt."""

    def read_with_words(self, words: str) -> tuple[PaperId, ...]:
        """The mails that were read, and have these in common with another; the first first.

        Also those that their author or the contestmaster has read.
        """

    def doubt(self, mail: PaperId, code: str, name: GnomeName, grounds: str, at: datetime) -> None:
        """Somebody is asked whether a mail is eirs; *code* answers it."""

    def doubts(self, since: datetime) -> tuple[Doubted, ...]:
        """What was asked since then and is not answered, oldest first."""

    def unasked(self, since: datetime) -> tuple[tuple[Filed, GnomeName], ...]:
        """Mails kept since then by people on the roster, about which nobody was asked anything."""

    def doubted(self, code: str) -> tuple[Doubted, Vouched | None] | None:
        """What was asked under this code, and what was answered; None where nothing was asked."""

    def asked_of(self, mail: PaperId) -> tuple[Asked, ...]:
        """Every question whether a mail is eirs, and what became of it, oldest first."""

    def answered_by(self, doubted: PaperId) -> PaperId | None:
        """The mail that answered a question; None of an open one."""

    def vouch(self, doubted: PaperId, verdict: Vouched, mail: PaperId | None, at: datetime) -> None:
        """It was answered, once: AlreadyOnFile when it was before."""

    def note_forgery(self, forgery: Forgery, *, told: bool) -> None:
        """Something alarming is on file; *told* says whether a mail tells of it."""

    def told_forgeries(self, since: datetime, until: datetime) -> tuple[Forgery, ...]:
        """What was alarming between two moments, and a mail told of; oldest first."""

    def first_untold(self, summary: str) -> datetime | None:
        """When the first alarming thing happened that no mail told of since the last *summary*.

        *summary* is the kind by which such a one is on file.  None where nothing did.
        """

    def untold(self, summary: str) -> tuple[Forgery, ...]:
        """All that was alarming and that no mail told of since the last *summary*, in turn."""

    def how_many_forgeries(self, kind: str, since: datetime, until: datetime) -> int:
        """How often something was alarming in one way between two moments."""

    def forgeries_of(self, kind: str, since: datetime) -> tuple[Forgery, ...]:
        """What was alarming in one way since then, oldest first."""
