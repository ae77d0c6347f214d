"""How much a plain turn, from the mailbox to the list, and an idle round ask of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from rednov_bot import service
from rednov_bot.core.models import Attempt, RawMail, UnderWay
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient, Unsettled
from tests.bench.counting import CountingDatabase, Tally
from tests.builders import MONDAY, list_mail, private_mail
from tests.workflow.play import NO_TURN, begun

SELECTS, INSERTS, IDLE = 60, 30, 6


class Letters:
    """A mailbox with what was put into it."""

    def __init__(self) -> None:
        self.new: list[bytes] = []
        self.uid = 1000

    def sweep(self, _: object) -> Iterator[list[RawMail]]:
        while self.new:
            self.uid += 1
            yield [
                RawMail(
                    folder="INBOX",
                    uidvalidity=1,
                    uid=self.uid,
                    octets=self.new.pop(0),
                    arrived_at=MONDAY,
                )
            ]


class Taker:
    """An SMTP server that takes everything."""

    def __init__(self) -> None:
        self.unsettled = Unsettled()
        self.kinds: list[str] = []

    def reach(self, _: str) -> None:
        """It answers."""

    def send(
        self,
        some: Sequence[UnderWay],
        _: str,
        note: Callable[[Attempt], None],
        now: Callable[[], datetime],
        handed_over: Callable[[Any], None],
    ) -> None:
        for one in some:
            handed_over(one)
            self.kinds.append(one.kind)
            note(
                Attempt(message_id=one.message_id, at=now(), outcome="accepted", reply="250 2.0.0")
            )


def test_a_plain_turn_and_an_idle_round_ask_little(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.desk.db.close()
    db = CountingDatabase(table.desk.settings.bot.database)
    desk, letters, taker = replace(table.desk, db=db), Letters(), Taker()

    def go_round(*mails: bytes) -> Tally:
        letters.new += mails
        db.tally = found = Tally()
        service.go_round(desk, cast(Mailbox, letters), cast(SmtpClient, taker))
        return found

    go_round(list_mail("Bob", "A fine day.\n"))
    go_round()
    assert go_round().statements <= IDLE
    taker.kinds.clear()
    announced = go_round(list_mail("Ann", f"{NO_TURN}\n"))
    with db.transaction() as records:
        (draft,) = records.open_drafts()
    subject = f"Re: [rednov {draft.code}] a turn"
    approved = go_round(private_mail("Pewterby", "approve\n", subject=subject))
    assert "public" in taker.kinds
    assert announced.selects + approved.selects <= SELECTS
    assert announced.inserts + approved.inserts <= INSERTS
    assert go_round().statements <= IDLE + 2  # a first look at what was posted
    assert go_round().statements <= IDLE
    db.close()
