"""What went wrong, without the words in which it was said: those may quote what is on file.

A fault of the program, or of a library under it, is told by its kind and by where in the program it
happened, never by its text: `KeyError: 'crowbar'` would tell of a hand (§6).  Errors of our own are
told in their words, which are public.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Final

from rednov_bot.core.invocation import program


class RednovError(Exception):
    """The root of what this program raises on purpose."""


class Mendable(RednovError):
    """Something the user can mend; the text is one sentence that says what and how.

    *aside* is what of it the contestmaster alone may be told (§6), in half a sentence.
    """

    says: ClassVar[str] = "{reason}"
    aside: str = ""

    def __init__(self, reason: str, aside: str = "") -> None:
        super().__init__(self.says.format(reason=reason))
        self.reason, self.aside = reason, aside


class SettingsError(Mendable):
    """The settings file is wrong: names the file, the key and what was expected."""


class DataError(Mendable):
    """A data set is wrong: names the file, the key and what was expected."""


class StoreTooNew(Mendable):
    """The database was written by a newer version of the program."""


class NotCarriedOut(Mendable):
    """A command of the contestmaster's cannot be carried out; the text says why."""


class NothingToReport(Mendable):
    """There is no such game, or its story is not over; *reason* is a whole sentence's worth."""

    says = "there is nothing to report: {reason}"


class CannotReveal(Mendable):
    """The secret of a game's luck is not to be told yet, or was told; *reason* says which."""

    says = "no secret is told: {reason}"


class CannotRule(Mendable):
    """A ruling cannot be carried out as it stands (§25); nothing of it is on file."""

    says = "nothing was ruled: {reason}"


class CannotReplay(Mendable):
    """A mail is not handled again; *reason* is half a sentence."""

    says = "nothing was handled again: {reason}"


class CannotRewind(Mendable):
    """A turn cannot be played otherwise: nothing is corrected (§25, A96)."""

    says = "nothing was corrected: {reason}"


class About(Mendable):
    """Something is refused: *code* is that of a draft, names a gnome or round, or says what."""

    def __init__(self, code: str | int, reason: str = "") -> None:
        said = self.says.format(code=code, reason=reason, program=program())
        RednovError.__init__(self, said)
        self.code, self.reason = code, reason


class NoSuchDraft(About):
    """No draft carries this code."""

    says = "no draft carries the code {code}; `{program} drafts` lists the open ones"


class DraftClosed(About):
    """The draft with this code was decided before; *reason* says how: `approved`."""

    says = "draft {code} was already {reason}; nothing was changed"


class DraftNeedsChoice(About):
    """The answer does not fit the draft: it asks for one of these, or for no choice at all."""

    says = "draft {code} {reason}; nothing was changed"

    def __init__(self, code: str, candidates: tuple[str, ...]) -> None:
        asks = f"asks you to choose one of: {', '.join(candidates)}"
        super().__init__(code, asks if candidates else "offers no choice: approve or reject it")
        self.candidates = candidates


class DraftNeedsPot(About):
    """The draft awards Y points, and how many the nomic allows is not known (§24)."""

    says = (
        "draft {code} awards Y points of an unknown number: say how many the nomic allows "
        "(pot 12), and the text follows; nothing was changed"
    )


class NoAward(About):
    """The draft with this code awards no points."""

    says = "draft {code} awards no points; nothing was changed"


class CannotAmend(About):
    """A draft cannot be worded so; *reason* is half a sentence."""

    says = "draft {code} is not amended: {reason}"


class CannotAnswerClaim(About):
    """A claim of error is not answered so; *reason* is half a sentence."""

    says = "draft {code} was not answered: {reason}; nothing was changed"


class AsksAboutPosting(About):
    """A draft asks what becomes of a posting: there is nothing to approve."""

    says = (
        "draft {code} asks about a posting that has not come back as it was sent; answer "
        '"it is there", "post again" or "post to FORUM"; nothing was changed'
    )


class NoBeacon(About):
    """A value of the public beacon cannot be taken; *reason* says why."""

    says = "round {code} of the beacon: {reason}"


class CannotStart(About):
    """A game cannot be started: a condition of §4-§5 does not hold; *code* names it."""

    says = "no game was started: {reason}"


class CannotChange(About):
    """The contest cannot be changed so (§1); *code* names what stands against it."""

    says = "nothing was changed: {reason}"


class CannotKill(About):
    """§19 does not let the contestmaster kill a gnome now; *code* names what stands against it."""

    says = "nobody was killed: {reason}"


class NothingHeldUp(About):
    """No mail waits for a notice of this gnome's."""

    says = "no mail waits for a notice to {code}; `{program} outbox` lists what has not arrived"


class NothingUntold(About):
    """No notice of this gnome's waits for an answer."""

    says = "no private notice to {code} waits for an answer or has come back"


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
        self.fault, self.remedy = fault, remedy


class PagesUnwritten(Mendable):
    """The pages for spectators cannot be written into their folder."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(f"the pages cannot be written: {why}; {remedy}")
        self.why = why


_OF_THE_HOST: Final = "Ask the host to "


def said_to_the_host(remedy: str) -> str:
    """What the contestmaster is to have the host do, as the host is told to do it."""
    said = remedy.removeprefix(_OF_THE_HOST)
    return said[:1].upper() + said[1:]


class Unreachable(RednovError):
    """The other side does not answer; try again later.

    *remedy* is what a human must do, in whole sentences, where trying again will not help: as
    the contestmaster reads it, who may have to ask the host.
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


def stops_all(fault: Exception) -> bool:
    """Whether a fault lies in the settings, the files or the database, and all work must wait.

    Any other is that of one mail or of one duty, and the rest goes on without it.
    """
    return type(fault) is Mendable or isinstance(
        fault, StoreUnreachable | SettingsError | DataError | StoreTooNew
    )


_HERE: Final = Path(__file__).parent
_MOST: Final = 6  # places that are told of one fault, the innermost of them


def named(fault: BaseException) -> str:
    """`KeyError (workflow/announcements.py:112)`: its kind, where, and what led to it.

    Places are those below core/, the outermost first; of all other code only the innermost.
    """
    told = []
    seen: set[int] = set()
    one: BaseException | None = fault
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        told.append(f"{type(one).__name__}{_where(one.__traceback__)}")
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return ", after ".join(told)


def _where(trace: TracebackType | None) -> str:
    frames = [(Path(one.f_code.co_filename), line) for one, line in traceback.walk_tb(trace)]
    ours = [(path.relative_to(_HERE), line) for path, line in frames if path.is_relative_to(_HERE)]
    places = [f"{path.as_posix()}:{line}" for path, line in ours[-_MOST:]]
    if frames and not frames[-1][0].is_relative_to(_HERE):
        path, line = frames[-1]
        places.append(f"{path.parent.name}/{path.name}:{line}")
    return f" ({', '.join(places)})" if places else ""


@contextmanager
def told_without_words() -> Iterator[None]:
    """Meanwhile the interpreter, too, tells faults so: those of threads, and those nobody awaits.

    It would print a traceback with the words of every exception in it.
    """
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    sys.excepthook = lambda _, fault, trace: _print(fault.with_traceback(trace))
    sys.unraisablehook = lambda one: _print(one.exc_value)
    threading.excepthook = lambda one: _print(one.exc_value)
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = hooks


def _print(fault: BaseException | None) -> None:
    if fault is not None and sys.stderr is not None:
        print(f"rednov: a fault of the program: {named(fault)}", file=sys.stderr)
