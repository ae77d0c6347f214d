"""A mail that was held or passed over is handled again, from its stored bytes.

As if it had come now, but at its own moment.  What has taken effect counts once and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rednov_bot.core.errors import AlreadyOnFile, CannotReplay, stops_all
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Filed, PaperId, QueuedPosting, RawMail, Status
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    handling,
    hidden,
    mails_on_file,
    trust,
)
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.games.base import Player

_AGAIN: Final = frozenset[Status]({"hold", "ignore"})
"""What may be handled again; of anything else something has come, if only an answer."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of a mail that was handled again, or would."""

    filed: Filed
    mails: tuple[QueuedPosting, ...]  # what goes out because of it


class _Undone(Exception):
    """A trial is over: nothing of it is kept."""

    def __init__(self, replayed: Replayed) -> None:
        super().__init__()
        self.replayed = replayed


def replay(desk: Desk, records: UnitOfWork, mail: PaperId, by: Player) -> Replayed:
    """The mail is handled again, and what became of it is stored.

    Where that fails once more the mail stays held.  Raises CannotReplay.
    """
    raw = _raw(desk, records, mail)
    before = len(records.outbox())
    try:
        with records.undoable(), records.because_of(mail):
            made = handling.taken_in(
                desk, records, mail, raw.arrived_at, handling.opened(desk, raw), again=True
            )
    except AlreadyOnFile:
        raise
    except Exception as fault:
        if stops_all(fault):
            raise
        made = handling.failed(fault)
    filed = handling.store(desk, records, mail, made, again_by=by)
    return Replayed(filed, tuple(records.outbox()[before:]))


def tried(desk: Desk, records: UnitOfWork, mail: PaperId, by: Player) -> Replayed:
    """What would become of it; nothing is changed.  Raises CannotReplay."""
    try:
        with records.undoable():
            raise _Undone(replay(desk, records, mail, by))
    except _Undone as done:
        return done.replayed


def _raw(desk: Desk, records: UnitOfWork, mail: PaperId) -> RawMail:
    """The mail as it came, if it may be handled again.  Raises CannotReplay."""
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotReplay(f"there is no mail {mail} on file; `{program()} mails` lists them")
    filed = records.filed(mail)
    if filed is None:
        raise CannotReplay(f"mail {mail} waits for its turn; `{program()} run` handles it")
    now = ongoing(desk, records)
    turns = () if now is None else records.turns(now.game.id)
    if records.took_effect(mail) or any(one.mail == mail for one in turns):
        raise CannotReplay(f"mail {mail} took effect when it came, and counts once")
    if records.is_reopened(mail):
        raise CannotReplay(f"you have said what mail {mail} announces, and that holds")
    asked = trust.open_question(desk, records, mail)
    if asked is not None:
        until = when(asked.at + trust.VALID)
        whose = "its author" if hidden.is_blind(records) else asked.name
        raise CannotReplay(
            f"{whose} is asked whether they wrote mail {mail}, and a yes by {until} has it "
            f"handled; `{program()} mails read {mail}` says now what it announces"
        )
    if filed.disposition not in _AGAIN:
        raise CannotReplay(
            f"mail {mail} was handled when it came; `{program()} mails read {mail}` says what it "
            "announces"
        )
    message = mails_on_file.message_if_sound(desk, records, mail)
    if message is None or not message.public or now is None:
        return raw
    if raw.arrived_at < records.chapters(now.game.id)[0].at:
        raise CannotReplay(
            f"mail {mail} came before {now.game.tag} began, and what it "
            "announces was not meant for that; ask its author for a new announcement"
        )
    return raw
