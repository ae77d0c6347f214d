"""What an outsider sees of the mails themselves: when they are dated (docs/secrecy.md)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from tests.builders import FixedClock
from tests.desk.play import arrange, begun, code_in, kinds, opened, reply, say


class Ticking(FixedClock):
    """A clock that goes on with every look at it."""

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def test_the_date_of_a_posting_does_not_tell_how_many_notices_were_sealed_before(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"at": 8}})
    code = code_in(say(table, "Ann", "I draw 2 items."))
    table.desk = replace(table.desk, clock=Ticking(table.clock.at))
    sent = reply(table, code, "approve")
    assert kinds(sent) == ["private", "public"]
    assert len({opened(one)["Date"] for one in sent}) == 1
