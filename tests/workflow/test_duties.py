"""What is due, by whom and by when, computed from what is on file (rules.md 8.2, 8.3; S117)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.scheduler import duties
from rednov_bot.core.workflow.scheduler.duty import Duty
from tests.builders import MONDAY, Table
from tests.workflow.play import arrange, begun, code_in, draft, open_codes, reply, say, write

REPAIR = "I fix the engine for 10 minutes."
TWO_DAYS = timedelta(hours=48)


def due(table: Table, *, done: bool = False) -> tuple[Duty, ...]:
    with table.desk.db.transaction() as records:
        return duties.duties(office.seated(table.desk, records), records, done=done)


def of_kind(table: Table, kind: str, *, done: bool = False) -> list[Duty]:
    return [one for one in due(table, done=done) if one.kind == kind]


def delivered(table: Table, outcome: Outcome, reply: str = "550 no such user") -> None:
    """Every private mail on its way is attempted."""
    with table.desk.db.transaction() as records:
        for one in records.outbox():
            if one.posting.kind == "private" and one.state == "queued":
                at = table.clock.at
                tried = Attempt(
                    message_id=one.posting.message_id, at=at, outcome=outcome, reply=reply
                )
                records.attempted(tried)


def test_a_turn_is_to_be_resolved_within_two_days_of_its_announcement(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert of_kind(table, "resolve") == of_kind(table, "award") == []
    code = code_in(say(table, "Ann"))
    (one,) = of_kind(table, "resolve")
    assert (one.clause, one.about, one.of) == ("§16", "Turn 1: Ann", "Pewterby")
    assert (one.started_at, one.due_by) == (MONDAY, MONDAY + TWO_DAYS)
    assert (one.code, one.done_at) == (code, None)
    assert of_kind(table, "draft") == []
    reply(table, code, "reject because I look at it tomorrow")
    (one,) = of_kind(table, "resolve")
    assert one.code is None
    assert "rejected" in one.note
    code = code_in(reply(table, code, "again"))
    table.clock.forward(hours=5)
    reply(table, code, "approve")
    assert of_kind(table, "resolve") == []
    (one,) = of_kind(table, "resolve", done=True)
    assert one.done_at == MONDAY + timedelta(hours=5)
    assert one.proof.startswith(f"draft {code}, <")
    say(table, "Dan", "I join the contest Red November.")
    (one,) = of_kind(table, "draft")
    assert one.code == open_codes(table)[0]


def test_x_points_are_due_within_two_days_of_the_resolution(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 39}})
    code = code_in(say(table, "Ann", REPAIR))
    table.clock.forward(hours=7)
    award = code_in(reply(table, code, "approve"))
    (one,) = of_kind(table, "award")
    resolved_at = MONDAY + timedelta(hours=7)
    assert (one.clause, one.started_at, one.due_by) == ("§18", resolved_at, resolved_at + TWO_DAYS)
    assert one.code == award
    assert "Pewterby awards Ann 2 X points" in one.lines[0]
    table.clock.forward(hours=1)
    say(table, "Bob")
    delivered(table, "accepted", "250 ok")
    assert [one.kind for one in due(table)] == ["award", "resolve", "idle", "idle", "idle"]
    reply(table, award, "reject because not now")
    (one,) = of_kind(table, "award")
    assert one.code is None
    (award,) = [code for code in open_codes(table) if draft(table, code).kind == "resolution"]
    reply(table, award, "approve")
    award = code_in(write(table, "Pewterby", "award"))
    reply(table, award, "approve")
    assert of_kind(table, "award") == []
    (one,) = of_kind(table, "award", done=True)
    assert one.about == "RN1: 2 X points for Ann"
    assert award in one.proof


def test_a_notice_that_the_server_refused_leaves_items_to_be_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    delivered(table, "accepted", "250 ok")
    assert of_kind(table, "tell") == []
    arrange(table, gnomes={"Ann": {"at": 8, "minutes": 39}})
    reply(table, code_in(say(table, "Ann", "I draw 2 items.")), "approve")
    assert of_kind(table, "tell") == []
    table.clock.forward(days=20)  # it went out weeks late, and in vain
    delivered(table, "refused")
    (one,) = of_kind(table, "tell")
    assert one.about == "Private notice to Ann (Turn 1: Ann)"
    refused = 'The mail server refused it: "550 no such user".'
    assert one.note == f'{refused} When you have told them, mail "told Ann".'
    assert (one.clause, one.due_by) == ("§6", MONDAY + TWO_DAYS)
    table.clock.forward(days=20)
    assert len(of_kind(table, "tell")) == 1
