"""What can go wrong that is nobody's turn.

    RednovError
      Mendable               the user can mend it: exit 1, one sentence says what and how
        SettingsError        the settings file is wrong
        DataError            a data set is wrong
        NoSuchDraft          no draft carries this code
        DraftClosed          the draft was decided or replaced before
        DraftNeedsChoice     the answer does not fit the draft
        DraftNeedsPot        the draft cannot be posted before a number is known
        NoAward              the draft awards no points
        NothingToReport      there is no such game, or its story is not over
        NoBeacon             a value of the public beacon is none, or another is on file
        CannotReveal         the secret of a game's luck is not to be told, or was told
        CannotStart          a condition of §4-§5 does not hold
        CannotKill           §19 does not let the contestmaster kill this gnome now
        StoreTooNew          the database was written by a newer version
        RulesDiffer          this program would play a game on file otherwise
        CannotReplay         a mail is not handled again
        CannotEncrypt        nothing can be encrypted to somebody's OpenPGP key
      Unreachable            the other side does not answer: exit 3, tried again later
        MailboxUnreachable   IMAP
        SmtpUnreachable   SMTP
        StoreUnreachable     the database
      AlreadyOnFile          somebody else wrote this paper first: begin again

The text of an error may be published: it ends on a terminal and in logs.  What only the
contestmaster may know of a reason (§6) is kept apart as *aside*, which eir mails alone tell.

A gnome's mistakes are no errors: a text that is not understood is a question, and an
announcement that the contract does not allow is a refusal.  Both are values.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.invocation import program


class RednovError(Exception):
    """The root of what this program raises on purpose."""


class Mendable(RednovError):
    """Something the user can mend; the text is one sentence that says what and how.

    *aside* is what of it the contestmaster alone may be told (§6), in half a sentence.
    """

    aside: str = ""


class SettingsError(Mendable):
    """The settings file is wrong: names the file, the key and what was expected."""


class DataError(Mendable):
    """A data set is wrong: names the file, the key and what was expected."""


class NoSuchDraft(Mendable):
    """No draft carries this code."""

    def __init__(self, code: str) -> None:
        super().__init__(
            f"no draft carries the code {code}; `{program()} drafts` lists the open ones"
        )
        self.code = code


class DraftClosed(Mendable):
    """The draft with this code was decided before; *verdict* says how: `approved`."""

    def __init__(self, code: str, verdict: str) -> None:
        super().__init__(f"draft {code} was already {verdict}; nothing was changed")
        self.code = code
        self.verdict = verdict


class DraftNeedsChoice(Mendable):
    """The answer does not fit the draft: it asks for one of these, or for no choice at all."""

    def __init__(self, code: str, candidates: tuple[str, ...]) -> None:
        wanted = (
            f"asks you to choose one of: {', '.join(candidates)}"
            if candidates
            else "offers no choice: approve or reject it"
        )
        super().__init__(f"draft {code} {wanted}; nothing was changed")
        self.code = code
        self.candidates = candidates


class DraftNeedsPot(Mendable):
    """The draft awards Y points, and how many the nomic allows is not known (§24)."""

    def __init__(self, code: str) -> None:
        super().__init__(
            f"draft {code} awards Y points of an unknown number: say how many the nomic allows "
            "(pot 12), and the text follows; nothing was changed"
        )
        self.code = code


class NoAward(Mendable):
    """The draft with this code awards no points."""

    def __init__(self, code: str) -> None:
        super().__init__(f"draft {code} awards no points; nothing was changed")
        self.code = code


class CannotAmend(Mendable):
    """A draft cannot be worded so; *reason* is half a sentence."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"draft {code} is not amended: {reason}")
        self.code = code
        self.reason = reason


class CannotAnswerClaim(Mendable):
    """A claim of error is not answered so; *reason* is half a sentence."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"draft {code} was not answered: {reason}; nothing was changed")
        self.code = code
        self.reason = reason


class AsksAboutPosting(Mendable):
    """A draft asks what becomes of a posting: there is nothing to approve."""

    def __init__(self, code: str) -> None:
        super().__init__(
            f"draft {code} asks about a posting that has not come back as it was sent; answer "
            '"it is there", "post again" or "post to FORUM"; nothing was changed'
        )
        self.code = code


class NotCarriedOut(Mendable):
    """A command of the contestmaster's cannot be carried out; the text says why."""


class NothingToReport(Mendable):
    """There is no such game, or its story is not over; *reason* is a whole sentence's worth."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"there is nothing to report: {reason}")
        self.reason = reason


class NoBeacon(Mendable):
    """A value of the public beacon cannot be taken; *reason* says why."""

    def __init__(self, round: int, reason: str) -> None:
        super().__init__(f"round {round} of the beacon: {reason}")
        self.round = round
        self.reason = reason


class CannotReveal(Mendable):
    """The secret of a game's luck is not to be told yet, or was told; *reason* says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no secret is told: {reason}")
        self.reason = reason


class CannotStart(Mendable):
    """A game cannot be started: a condition of §4-§5 does not hold."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"no game was started: {reason}")
        self.code = code
        self.reason = reason


class CannotChange(Mendable):
    """The contest cannot be changed so (§1); *code* names what stands against it."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"nothing was changed: {reason}")
        self.code = code
        self.reason = reason


class NothingHeldUp(Mendable):
    """No mail waits for a notice of this gnome's."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"no mail waits for a notice to {name}; `{program()} outbox` lists what has not arrived"
        )


class NothingUntold(Mendable):
    """No notice of this gnome's waits for an answer."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no private notice to {name} waits for an answer or has come back")


class CannotRule(Mendable):
    """A ruling cannot be carried out as it stands (§25); nothing of it is on file."""

    def __init__(self, reason: str, aside: str = "") -> None:
        super().__init__(f"nothing was ruled: {reason}")
        self.reason = reason
        self.aside = aside


class CannotReplay(Mendable):
    """A mail is not handled again; *reason* is half a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"nothing was handled again: {reason}")
        self.reason = reason


class CannotRewind(Mendable):
    """A turn cannot be played otherwise: nothing is corrected (§25, A96)."""

    def __init__(self, reason: str, aside: str = "") -> None:
        super().__init__(f"nothing was corrected: {reason}")
        self.reason = reason
        self.aside = aside


class StoreTooNew(Mendable):
    """The database was written by a newer version of the program."""


class RulesDiffer(Mendable):
    """This program would play games on file otherwise; *found* says where, each in half a line."""

    def __init__(self, found: tuple[str, ...]) -> None:
        rest = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        super().__init__(
            f"this program makes games on file otherwise than they were played "
            f"({'; '.join(found[:_NAMED])}{rest}), so nothing was changed: install the version "
            f"before, or take the games over as they are with `{program()} db upgrade "
            "--despite-differences`"
        )
        self.found = found


_NAMED = 5  # differences that are told one by one


class CannotEncrypt(Mendable):
    """Nothing can be encrypted to somebody's OpenPGP key.

    *fault* says why: `expired on 2026-12-03`; *remedy* what to do: `ask its owner for another`.
    """

    def __init__(self, fault: str, remedy: str) -> None:
        super().__init__(f"the OpenPGP key {fault}; {remedy}")
        self.fault = fault
        self.remedy = remedy


_OF_THE_HOST: Final = "Ask the host to "


def said_to_the_host(remedy: str) -> str:
    """What whoever decides is to have the host do, as the host is told to do it."""
    said = remedy.removeprefix(_OF_THE_HOST)
    return said[:1].upper() + said[1:]


class Unreachable(RednovError):
    """The other side does not answer; try again later.

    *remedy* is what a human must do, in whole sentences, where trying again will not help: as
    whoever decides reads it, who may have to ask the host.
    """

    def __init__(self, text: str, remedy: str = "") -> None:
        super().__init__(text)
        self.remedy = remedy


class MailboxUnreachable(Unreachable):
    """The IMAP server does not answer, or refuses the login."""


class SmtpUnreachable(Unreachable):
    """The SMTP server does not answer, or refuses the login."""


class StoreUnreachable(Unreachable):
    """The database does not answer, is locked or full."""


class AlreadyOnFile(RednovError):
    """Somebody else wrote this paper first; nothing was changed, and one may begin again."""


class CannotKill(Mendable):
    """§19 does not let the contestmaster kill a gnome now."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"nobody was killed: {reason}")
        self.code = code
        self.reason = reason


class PagesUnwritten(Mendable):
    """The pages for spectators cannot be written into their folder."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(f"the pages cannot be written: {why}; {remedy}")
        self.why = why


def stops_all(fault: Exception) -> bool:
    """Whether a fault lies in the settings, the files or the database, and all work must wait.

    Any other is that of one mail or of one duty, and the rest goes on without it.
    """
    return type(fault) is Mendable or isinstance(
        fault, StoreUnreachable | SettingsError | DataError | StoreTooNew
    )
