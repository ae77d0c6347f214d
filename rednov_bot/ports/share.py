"""What of the work falls to one worker, where several share a database."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from rednov_bot.papers import PaperId, RawMail, UnderWay
from rednov_bot.ports.mails import Mails


class Share(Protocol):
    """What of the work falls to this worker.  Whatever e took is free again when e is gone."""

    def sweeps(self) -> bool:
        """Whether it falls to this worker to sweep the mailbox: to one at a time."""

    @property
    def sweeps_for(self) -> float | None:
        """Seconds within which whoever sweeps asks again whether e does; None: as e likes."""

    def let_sweep(self) -> None:
        """Another one may sweep the mailbox."""

    def mails(self, limit: int) -> AbstractContextManager[tuple[tuple[PaperId, RawMail], ...]]:
        """Mails to handle, which meanwhile nobody else takes; in the order of their arrival."""

    def still_handles(self) -> None:
        """Whoever handles mails is at it: they stay theirs, and the mailbox if they sweep it."""

    def comes_next(self, records: Mails, mail: PaperId) -> bool | None:
        """Whether every earlier mail is handled; None where this one is handled itself.

        So a game's turns are judged in their order, whoever read them.
        """

    def sending(self, now: datetime, limit: int) -> AbstractContextManager[tuple[UnderWay, ...]]:
        """What is due is under way, by this worker; on file, and on the disk, before it is given.

        Of another one who is gone with mails in hand, what `take_over` says is done as well.
        """

    def still_sends(self) -> None:
        """Whoever sends is at it: what is under way by em stays eirs, however long it takes."""

    def take_over(self, now: datetime) -> None:
        """What was under way by one who is gone is of unknown fate, or due again if untouched."""

    def close(self) -> None:
        """What was taken is free again."""
