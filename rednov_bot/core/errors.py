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
from typing import Final

from rednov_bot.core.invocation import program


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


_HERE: Final = Path(__file__).parent
_MOST: Final = 6  # places that are told of one fault, the innermost of them


def named(fault: BaseException) -> str:
    """`KeyError (core/workflow/announcements/turns.py:112)`: its kind, where, and what led to it.

    Places are those of this program, the outermost first; of a library only the innermost.
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
