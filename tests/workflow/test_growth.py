"""A round of the service costs no more, however much of one kind is on file.

Who answers each notice, or sends a forged mail each minute, must not slow the bot down for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.models import Channel, Forgery
from rednov_bot.core.store.part import Part
from rednov_bot.core.workflow.scheduler.batches import make_rounds
from tests.builders import Table
from tests.store.samples import a_letter, a_mail
from tests.workflow.play import begun

MANY = 200


class Looked:
    """How often the database was asked, and how many rows it gave."""

    def __init__(self) -> None:
        self.asked = self.rows = 0

    def costs(self, table: Table) -> tuple[int, int]:
        """What a round costs when nothing is left to do in it."""
        make_rounds(table.desk)
        self.asked = self.rows = 0
        make_rounds(table.desk)
        return self.asked, self.rows


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    found, looked = Part._found, Looked()

    def counted(part: Part, *given: Any) -> Sequence[Any]:
        rows = found(part, *given)
        looked.asked += 1
        looked.rows += len(rows)
        return rows

    monkeypatch.setattr(Part, "_found", counted)
    return looked


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def test_a_round_costs_no_more_for_answers_to_notices(table: Table, looked: Looked) -> None:
    before = looked.costs(table)
    with table.desk.db.transaction() as records:
        for _ in range(MANY):
            records.note_channel(
                Channel(
                    name="Ann",
                    address="ann@post.example",
                    change="confirmed",
                    posting=None,
                    mail=None,
                    at=table.clock.at,
                )
            )
    assert looked.costs(table) == before


def test_a_round_asks_no_more_often_for_mails_that_are_kept(table: Table, looked: Looked) -> None:
    before, _ = looked.costs(table)
    with table.desk.db.transaction() as records:
        records.keep([a_mail(1_000 + number) for number in range(MANY)])
        for mail, _ in records.undisposed(MANY):
            message = a_letter(f"<{mail}@post.example>", sender="Ann")
            records.dispose(
                mail, "hold", "doubtful", message=message, digest=None, at=table.clock.at
            )
        assert len(records.held()) == MANY
        assert records.held_for("somebody unknown") == ()
    looked.costs(table)
    asked, rows = looked.costs(table)
    assert asked == before
    assert rows < 2 * MANY  # by those whom nobody was asked about


def test_a_round_costs_no_more_for_alarms_that_wait_to_be_told(
    table: Table, looked: Looked
) -> None:
    at = table.clock.at

    def note(count: int) -> None:
        with table.desk.db.transaction() as records:
            for _ in range(count):
                noise = Forgery(kind="digest not kept: plain", what="Noise.", mail=None, at=at)
                records.note_forgery(noise, told=False)

    note(1)
    before = looked.costs(table)
    note(MANY)
    assert looked.costs(table) == before
