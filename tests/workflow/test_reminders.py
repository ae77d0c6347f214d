"""Who is reminded of what, and when; each stage once (rules.md 8.3; S117)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.contest import Change, ContestChange
from rednov_bot.core.settings import ReminderSettings
from tests.builders import MONDAY
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    Postings,
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    subject_of,
)


def at(table: Table, **span: float) -> Postings:
    """The bot makes its rounds so long after the game began."""
    table.clock.at = MONDAY + timedelta(**span)
    return table.rounds(watched=False)


def tuned(table: Table, **hours: Any) -> None:
    """The bot begins anew with other hours of reminding."""
    table.restarted(reminders=ReminderSettings(**hours))
    table.news()


def hourly(table: Table, hours: int, since: int = 0) -> list[tuple[int, str, str]]:
    """Every mail of hourly rounds: the hour, to whom, and what it says."""
    found = []
    for hour in range(since + 1, since + hours + 1):
        for one in at(table, hours=hour):
            found.append((hour, one.posting.to.partition("@")[0], flat(one)))
    return found


def taken(tmp_path: Path, **hours: Any) -> Table:
    """Ann's turn waits for its resolution."""
    table = begun(tmp_path, report="off")
    tuned(table, **{"idle_warning": 0, **hours})
    table.say("Ann")
    return table


def change(table: Table, what: Change, value: str) -> None:
    with table.desk.db.transaction() as records:
        by, now = "Pewterby", table.clock.at
        records.change_contest(ContestChange(change=what, value=value, by=by, at=now))


def test_a_reminder_can_be_answered_like_the_draft(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (code,) = table.open_codes()
    assert [hour for hour, _, _ in hourly(table, 23)] == [12]
    table.say("Eve", "I join the contest Red November.")
    (mail,) = at(table, hours=36)
    assert (mail.posting.kind, mail.posting.to) == ("desk", ADDRESS_OF_MASTER)
    assert "2 things wait for you" in subject_of(mail)
    assert all(f"[rednov {one}]" in flat(mail) for one in table.open_codes())
    assert at(table, hours=36, minutes=1) == ()
    (mail,) = at(table, hours=47, minutes=30)
    assert subject_of(mail) == f"[rednov {code}] Reminder: Turn 1: Ann"
    assert "less than an hour left" in flat(mail)
    assert everything_public((mail,)) == ""
    assert at(table, hours=24) == at(table, hours=47, minutes=31) == (), "the clock jumps back"
    tuned(table, idle_warning=0)
    assert at(table, hours=47, minutes=32) == (), "the bot is begun anew"
    table.reply(code, "approve")
    assert table.verdict(code) == "approved"
    assert hourly(table, 12, since=48) == []


@pytest.mark.parametrize(("until", "hours"), [(None, [24, 36, 47, 48]), (25, [24, 36, 47, 48])])
def test_a_held_draft_is_left_alone_but_its_48_hours_go_on(
    tmp_path: Path, until: int | None, hours: list[int]
) -> None:
    table = taken(tmp_path)
    (code,) = table.open_codes()
    (told,) = table.reply(code, f"hold for {until} hours" if until else "hold")
    if until:
        assert "all the same, and you are reminded when that draws near" in flat(told)
    assert [hour for hour, _, _ in hourly(table, 48)] == hours


def test_a_refused_notice_is_told_of_at_once_and_again_after_a_day(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    tuned(table, idle_warning=0, draft=0)
    table.arrange(gnomes={"Ann": {"at": 8, "minutes": 39}})
    table.reply(code_in(table.say("Ann", "I draw 2 items.")), "approve")
    table.served("550 no such user")
    told = hourly(table, 60)
    hours = {hour for hour, _, text in told if "550 no such user" in text}
    assert hours == {1, 24}


def test_an_offer_to_kill_proves_the_warning_and_ends_when_they_act(tmp_path: Path) -> None:
    """§19."""
    table = begun(tmp_path, report="off")
    table.arrange(gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 0}})
    told = hourly(table, 96)
    assert [(hour, who) for hour, who, _ in told] == [(72, "ann"), (96, "pewterby")]
    assert "The bot warned Ann Thu 26 Nov 2026, 10:00 UTC." in told[1][2]
    (code,) = table.open_codes()
    table.resolve("Ann")
    assert table.verdict(code) is None
    assert at(table, hours=97) == ()
    assert (table.verdict(code), table.open_codes()) == ("superseded", [])


def test_nobody_is_warned_while_a_turn_may_be_unread(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    table.clock.forward(hours=120)
    assert table.rounds(heard=False) == ()
    assert kinds(table.rounds()) == ["private"] * 3
    table.clock.forward(hours=30)  # all may be killed by now
    table.rounds(heard=False)
    assert table.open_codes() == []
    table.say("Ann")
    assert {one.posting.to for one in at(table, hours=250)} == {"pewterby@post.example"}
