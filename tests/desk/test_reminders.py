"""Who is reminded of what, and when; each stage once (rules.md 8.3; S117)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.contest import Change, ContestChange, Hold
from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.papers import Attempt
from rednov_bot.settings import ReminderSettings
from tests.builders import MONDAY, Table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    kinds,
    open_codes,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
)

REPAIR = "I fix the engine for 10 minutes."
NO_DRAFTS = {"draft": 0}


def at(table: Table, **span: float) -> Postings:
    """The bot makes its rounds so long after the game began."""
    table.clock.at = MONDAY + timedelta(**span)
    rounds.make_rounds(table.desk, watched=False)
    return table.news()


def tuned(table: Table, **hours: Any) -> Table:
    """The same table with other hours of reminding."""
    known = replace(table.desk.settings, reminders=ReminderSettings(**hours))
    table.news()
    desk = open_desk(known, clock=table.clock, tokens=table.desk.tokens)
    return Table(desk, table.clock, uid=table.uid, seen=table.seen)


def hourly(table: Table, hours: int, since: int = 0) -> list[tuple[int, str, str]]:
    """Every mail of hourly rounds: the hour, to whom, and what it says."""
    found = []
    for hour in range(since + 1, since + hours + 1):
        for one in at(table, hours=hour):
            found.append((hour, one.posting.to.partition("@")[0], flat(text_of(one))))
    return found


def flat(text: str) -> str:
    return " ".join(text.split())


def taken(tmp_path: Path, **hours: Any) -> Table:
    """Ann's turn waits for its resolution."""
    table = begun(tmp_path, report="off")
    table = tuned(table, **{"idle_warning": 0, **hours})
    table.news()
    say(table, "Ann")
    return table


def change(table: Table, what: Change, value: str) -> None:
    with table.desk.ledger.transaction() as records:
        by, now = "Pewterby", table.clock.at
        records.change_contest(ContestChange(change=what, value=value, by=by, at=now))


def test_s117_the_contestmaster_hears_at_24_36_and_47_hours_and_when_it_is_late(
    tmp_path: Path,
) -> None:
    table = taken(tmp_path, **NO_DRAFTS)
    told = hourly(table, 60)
    assert [(hour, who) for hour, who, _ in told] == [
        (24, "pewterby"),
        (36, "pewterby"),
        (47, "pewterby"),
        (48, "pewterby"),
    ]
    assert "1 day left" in told[0][2]
    assert "1 hour left" in told[2][2]
    assert "overdue" in told[3][2]
    assert position(table).pending == "Ann"


def test_a_reminder_can_be_answered_like_the_draft(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (code,) = open_codes(table)
    (mail,) = at(table, hours=24)
    assert subject_of(mail) == f"[rednov {code}] Reminder: Turn 1: Ann"
    assert mail.posting.kind == "desk"
    reply(table, code, "approve")
    assert verdict(table, code) == "approved"


def test_nothing_of_a_reminder_is_public(tmp_path: Path) -> None:
    table = taken(tmp_path)
    assert everything_public(at(table, hours=48)) == ""


def test_an_open_draft_is_recalled_once_after_twelve_hours(tmp_path: Path) -> None:
    table = taken(tmp_path)
    assert [hour for hour, _, _ in hourly(table, 23)] == [12]


def test_a_draft_that_is_decided_is_recalled_no_more(tmp_path: Path) -> None:
    table = taken(tmp_path)
    reply(table, open_codes(table)[0], "approve")
    assert hourly(table, 60) == []


def test_a_held_draft_is_left_alone_but_its_48_hours_go_on(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (code,) = open_codes(table)
    with table.desk.ledger.transaction() as records:
        records.hold(Hold(draft=code, until=None, why="I ask Bob", at=table.clock.at))
    assert [hour for hour, _, _ in hourly(table, 48)] == [24, 36, 47, 48]


def test_a_draft_is_not_recalled_beside_a_reminder_of_its_duty(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (code,) = open_codes(table)
    reply(table, code, "hold for 25 hours")
    assert [hour for hour, _, _ in hourly(table, 48)] == [24, 36, 47, 48]


def test_a_draft_is_not_recalled_just_before_a_reminder_of_its_duty(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (code,) = open_codes(table)
    table.clock.forward(minutes=20)
    reply(table, code, "hold for 23 hours")
    assert at(table, hours=23, minutes=30) == ()
    assert len(at(table, hours=24)) == 1
    assert at(table, hours=24, minutes=30) == ()


def test_who_holds_a_draft_is_told_that_its_time_runs_on(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (code,) = open_codes(table)
    (told,) = reply(table, code, "hold for 25 hours")
    assert "all the same, and you are reminded when that draws near" in flat(text_of(told))


def test_reminders_can_be_paused_and_go_on_where_they_are_by_then(tmp_path: Path) -> None:
    table = taken(tmp_path)
    change(table, "reminders", (MONDAY + timedelta(hours=40)).isoformat())
    assert [hour for hour, _, _ in hourly(table, 48)] == [40, 47, 48]


def test_reminders_can_be_off(tmp_path: Path) -> None:
    table = taken(tmp_path)
    change(table, "reminders", "off")
    assert hourly(table, 60) == []
    change(table, "reminders", "on")
    assert len(at(table, hours=61)) == 1


def test_the_hours_can_be_tuned_and_an_empty_list_is_never(tmp_path: Path) -> None:
    table = taken(tmp_path, resolution=(40,), **NO_DRAFTS)
    assert [hour for hour, _, _ in hourly(table, 60)] == [40, 48]
    table = tuned(table, resolution=(), draft=0, idle_warning=0)
    table.news()
    say(table, "Bob")
    assert hourly(table, 60, since=60) == []


def test_after_a_long_silence_there_is_one_mail_for_the_latest_stage(tmp_path: Path) -> None:
    table = taken(tmp_path)
    (mail,) = at(table, hours=47, minutes=30)
    assert "less than an hour left" in flat(text_of(mail))
    assert at(table, hours=47, minutes=31) == ()


def test_a_clock_that_jumps_back_says_nothing_twice(tmp_path: Path) -> None:
    table = taken(tmp_path)
    assert len(at(table, hours=36)) == 1
    assert at(table, hours=24) == ()
    assert at(table, hours=36) == ()


def test_a_bot_begun_anew_says_nothing_twice(tmp_path: Path) -> None:
    table = taken(tmp_path)
    assert len(at(table, hours=24)) == 1
    rounds.make_rounds(tuned(table, idle_warning=0).desk)
    assert table.news() == ()


def test_times_are_told_in_utc_whatever_the_clocks_of_summer_do(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    table.clock.at = datetime(2027, 3, 27, 12, tzinfo=UTC)  # the night in which Europe changes
    rounds.make_rounds(table.desk)
    table.news()
    say(table, "Ann")
    table.clock.at = datetime(2027, 3, 28, 12, tzinfo=UTC)
    rounds.make_rounds(table.desk)
    told = flat("".join(map(text_of, table.news())))
    assert "by Mon 29 Mar 2027, 12:00 UTC (§16): 1 day left" in told


def test_awards_are_recalled_with_their_text(tmp_path: Path) -> None:
    table = tuned(begun(tmp_path, report="off"), idle_warning=0, draft=0)
    table.news()
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 39}})
    reply(table, code_in(say(table, "Ann", REPAIR)), "approve")
    told = hourly(table, 60)
    assert [hour for hour, _, _ in told] == [24, 47, 48]
    assert "Pewterby awards Ann 2 X points for resetting a disaster track (§18)." in told[0][2]


def test_several_things_go_in_one_mail(tmp_path: Path) -> None:
    table = taken(tmp_path)
    say(table, "Dan", "I join the contest Red November.")
    (mail,) = at(table, hours=24)
    assert "2 things wait for you" in subject_of(mail)
    for code in open_codes(table):
        assert f"[rednov {code}]" in flat(text_of(mail))


def test_a_refused_notice_is_told_of_at_once_and_again_after_a_day(tmp_path: Path) -> None:
    table = tuned(begun(tmp_path, report="off"), idle_warning=0, draft=0)
    arrange(table, gnomes={"Ann": {"at": 8, "minutes": 39}})
    table.news()
    news = reply(table, code_in(say(table, "Ann", "I draw 2 items.")), "approve")
    (notice,) = [one.posting for one in news if one.posting.kind == "private"]
    with table.desk.ledger.transaction() as records:
        tried = Attempt(
            message_id=notice.message_id,
            at=table.clock.at,
            outcome="refused",
            reply="550 no such user",
        )
        records.attempted(tried)
    told = hourly(table, 60)
    assert [hour for hour, _, text in told if "550 no such user" in text] == [1, 24]


def test_a_gnome_is_reminded_of_a_choice_at_half_time(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    say(table, "Ann", REPAIR)
    assert at(table, hours=11) == ()
    (mail,) = at(table, hours=12)
    assert (mail.posting.kind, mail.posting.to) == ("private", "ann@post.example")
    assert 'with "choose ' in flat(text_of(mail))
    assert at(table, hours=13) == ()


def test_a_hand_limit_is_recalled_after_a_day_and_then_every_second_day(tmp_path: Path) -> None:
    table = tuned(begun(tmp_path, report="off"), idle_warning=0)
    arrange(table, hands={"Ann": ("grog",) * 6}, limits={"Ann": Limit(4)})
    table.news()
    told = [one for one in hourly(table, 130) if one[1] == "ann"]
    assert [(hour, who) for hour, who, _ in told] == [(24, "ann"), (72, "ann"), (120, "ann")]
    assert "You have to discard 2 items" in told[0][2]


def test_the_gnome_is_warned_after_three_days_and_the_kill_offered_after_four(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path, report="off")
    arrange(table, gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 0}})
    told = hourly(table, 150)
    assert [(hour, who) for hour, who, _ in told][:2] == [(72, "ann"), (96, "pewterby")]
    assert "You have taken no turn for 3 days" in told[0][2]
    assert "Ann is idle and may be killed" in told[1][2]
    assert "The bot warned Ann Thu 26 Nov 2026, 10:00 UTC." in told[1][2]
    assert len(told) == 2
    assert position(table).gnome("Ann").in_play


def test_who_acts_after_the_warning_is_not_offered_for_killing(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    arrange(table, gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 0}})
    at(table, hours=72)
    reply(table, code_in(say(table, "Ann")), "approve")
    table.news()
    assert at(table, hours=97) == ()
    (warning,) = at(table, hours=72 + 72)
    assert warning.posting.to == "ann@post.example"


def test_an_offer_is_over_when_the_gnome_has_acted(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    arrange(table, gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 0}})
    at(table, hours=72)
    code = code_in(at(table, hours=96))
    assert draft(table, code).kind == "idle"
    reply(table, code_in(say(table, "Ann")), "approve")
    at(table, hours=97)
    assert verdict(table, code) == "superseded"


@pytest.mark.parametrize("gnome", [{"fainted": True}, {"minutes": 0}, {"fate": "killed"}])
def test_who_cannot_be_killed_is_not_warned(tmp_path: Path, gnome: dict[str, Any]) -> None:
    table = begun(tmp_path, report="off")
    others: dict[str, Any] = {"minutes": 0}
    arrange(table, gnomes={"Ann": gnome, "Bob": others, "Cat": others})
    assert at(table, hours=200) == ()


def test_nobody_is_warned_while_a_turn_is_unresolved(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    say(table, "Ann")
    assert {one.posting.to for one in at(table, hours=80)} == {"pewterby@post.example"}


def test_while_the_mailbox_cannot_be_read_nobody_is_warned_or_offered(tmp_path: Path) -> None:
    table = begun(tmp_path, report="off")
    table.clock.forward(hours=120)
    rounds.make_rounds(table.desk, heard=False)
    assert table.news() == ()
    rounds.make_rounds(table.desk)
    assert kinds(table.news()) == ["private"] * 3


def test_whoever_decides_now_is_the_one_reminded(tmp_path: Path) -> None:
    table = taken(tmp_path)
    change(table, "contestmaster", "Dan")
    (mail,) = at(table, hours=24)
    assert mail.posting.to == "dan@post.example"
