"""What is due, by whom and by when, computed from what is on file (rules.md 8.2, 8.3; S117)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from rednov_bot.desk.contest import office
from rednov_bot.desk.due import duties
from rednov_bot.desk.due.duty import Duty
from rednov_bot.engine.gamestate import Limit
from rednov_bot.papers import Attempt, Outcome
from tests.builders import MONDAY, Table
from tests.desk.play import arrange, begun, code_in, open_codes, reply, say, start

REPAIR = "I fix the engine for 10 minutes."
TWO_DAYS = timedelta(hours=48)


def due(table: Table, *, done: bool = False) -> tuple[Duty, ...]:
    with table.desk.ledger.transaction() as records:
        return duties.duties(office.seated(table.desk, records), records, done=done)


def of_kind(table: Table, kind: str, *, done: bool = False) -> list[Duty]:
    return [one for one in due(table, done=done) if one.kind == kind]


def delivered(table: Table, outcome: Outcome, reply: str = "550 no such user") -> None:
    """Every private mail on its way is attempted."""
    with table.desk.ledger.transaction() as records:
        for one in records.outbox():
            if one.posting.kind == "private" and one.state == "queued":
                at = table.clock.at
                tried = Attempt(
                    message_id=one.posting.message_id, at=at, outcome=outcome, reply=reply
                )
                records.attempted(tried)


def repaired(table: Table) -> str:
    """A repair of Ann's is resolved; the code of its award."""
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 39}})
    return code_in(reply(table, code_in(say(table, "Ann", REPAIR)), "approve"))


def test_before_the_first_game_nothing_is_due(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert of_kind(table, "resolve") == []
    assert of_kind(table, "award") == []


def test_a_turn_is_to_be_resolved_within_two_days_of_its_announcement(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann"))
    (one,) = of_kind(table, "resolve")
    assert (one.clause, one.about, one.of) == ("§16", "Turn 1: Ann", "Pewterby")
    assert (one.started_at, one.due_by) == (MONDAY, MONDAY + TWO_DAYS)
    assert (one.code, one.done_at) == (code, None)
    assert of_kind(table, "draft") == []


def test_a_rejected_resolution_is_due_as_before(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, code_in(say(table, "Ann")), "reject because I look at it tomorrow")
    (one,) = of_kind(table, "resolve")
    assert one.code is None
    assert "rejected" in one.note


def test_a_resolved_turn_is_done_with_its_proof(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann"))
    table.clock.forward(hours=5)
    reply(table, code, "approve")
    assert of_kind(table, "resolve") == []
    (one,) = of_kind(table, "resolve", done=True)
    assert one.done_at == MONDAY + timedelta(hours=5)
    assert one.proof.startswith(f"draft {code}, <")


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


def test_a_rejected_award_is_still_due(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, repaired(table), "reject because not now")
    (one,) = of_kind(table, "award")
    assert one.code is None


def test_awarded_points_are_done_with_their_proof(tmp_path: Path) -> None:
    table = begun(tmp_path)
    award = repaired(table)
    reply(table, award, "approve")
    assert of_kind(table, "award") == []
    (one,) = of_kind(table, "award", done=True)
    assert one.about == "RN1: 2 X points for Ann"
    assert award in one.proof


def test_y_points_of_a_finished_game_stay_due_while_the_next_is_played(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    award = code_in(reply(table, code_in(say(table, "Cat")), "approve"))
    reply(table, start(table).code, "approve")
    (one,) = of_kind(table, "award")
    assert (one.clause, one.code) == ("§24", award)
    reply(table, award, "approve")
    assert of_kind(table, "award") == []


def test_a_notice_that_the_server_refused_leaves_items_to_be_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    delivered(table, "accepted", "250 ok")
    assert of_kind(table, "tell") == []
    arrange(table, gnomes={"Ann": {"at": 8, "minutes": 39}})
    reply(table, code_in(say(table, "Ann", "I draw 2 items.")), "approve")
    assert of_kind(table, "tell") == []
    delivered(table, "refused")
    (one,) = of_kind(table, "tell")
    assert one.about == "Private notice to Ann (Turn 1: Ann)"
    refused = 'The mail server refused it: "550 no such user".'
    assert one.note == f'{refused} When you have told them, mail "told Ann".'
    assert (one.clause, one.due_by) == ("§6", MONDAY + TWO_DAYS)


def test_a_notice_that_went_out_weeks_late_and_in_vain_leaves_items_to_be_told(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    delivered(table, "accepted", "250 ok")
    arrange(table, gnomes={"Ann": {"at": 8, "minutes": 39}})
    reply(table, code_in(say(table, "Ann", "I draw 2 items.")), "approve")
    table.clock.forward(days=20)
    delivered(table, "refused")
    (one,) = of_kind(table, "tell")
    assert one.about == "Private notice to Ann (Turn 1: Ann)"
    table.clock.forward(days=20)
    assert len(of_kind(table, "tell")) == 1


def test_an_idle_gnome_may_be_killed_after_four_days(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Bob": {"fainted": True, "minutes": 9}, "Cat": {"minutes": 0}})
    (one,) = of_kind(table, "idle")
    assert (one.of, one.clause) == ("Ann", "§19")
    assert one.due_by == MONDAY + timedelta(days=4)


def test_a_hand_limit_is_a_secret_of_the_gnome_and_the_contestmaster(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("grog",) * 5}, limits={"Ann": Limit(4), "Bob": Limit(4)})
    (one,) = of_kind(table, "hand limit")
    assert (one.of, one.secret, one.due_by) == ("Ann", True, None)


def test_a_choice_is_waited_for_until_its_deadline(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    say(table, "Ann", REPAIR)
    (one,) = of_kind(table, "choice")
    assert (one.of, one.started_at) == ("Ann", MONDAY)
    assert one.due_by == MONDAY + timedelta(hours=24)
    (resolve,) = of_kind(table, "resolve")
    assert resolve.note == "It waits for a choice of Ann's."


def test_every_other_draft_waits_too(tmp_path: Path) -> None:
    table = begun(tmp_path)
    say(table, "Dan", "I join the contest Red November.")
    (one,) = of_kind(table, "draft")
    assert one.code == open_codes(table)[0]


def test_what_is_due_first_comes_first(tmp_path: Path) -> None:
    table = begun(tmp_path)
    repaired(table)
    table.clock.forward(hours=1)
    say(table, "Bob")
    delivered(table, "accepted", "250 ok")
    assert [one.kind for one in due(table)] == ["award", "resolve", "idle", "idle", "idle"]
