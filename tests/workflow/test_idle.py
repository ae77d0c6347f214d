"""Idle gnomes: both counts, the offer, the contestmaster's own wish, and its limits (§19, A91)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.contest import Absence, Outage
from rednov_bot.core.errors import CannotKill
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.scheduler import idling
from rednov_bot.games.red_november.render.reminder_pages import Idle
from tests.builders import DISCUSSION, MONDAY, Table, private_mail
from tests.workflow.play import (
    arrange,
    begun,
    code_in,
    everything_public,
    filed,
    kinds,
    open_codes,
    position,
    reply,
    say,
    text_of,
    verdict,
    write,
)


def kill(table: Table, name: str) -> Draft:
    with table.desk.db.transaction() as records:
        return idling.kill(office.seated(table.desk, records), records, name)


def refused(table: Table, name: str) -> str:
    with pytest.raises(CannotKill) as caught:
        kill(table, name)
    return caught.value.code


def counts(table: Table) -> Mapping[str, Idle]:
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        return {one.name: one for one in idling.idleness(desk, records)}


def after(folder: Path, hours: float = 97, **gnomes: Mapping[str, Any]) -> Table:
    """A game in which nobody has taken a turn for so many hours."""
    table = begun(folder)
    arrange(table, gnomes=gnomes)
    table.clock.forward(hours=hours)
    return table


def minded(table: Table, name: str) -> str:
    """What the contestmaster should mind before e kills somebody."""
    kill(table, name)
    text = text_of(table.news()[-1])
    return " ".join(text[text.index("PLEASE NOTE") : text.index("----")].split())


def resolved(table: Table, who: str) -> None:
    reply(table, code_in(say(table, who)), "approve")


def test_s114_only_the_wakeful_with_minutes_and_idle_for_four_days_are_killed(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path, "Ann", "Bob", "Cat")
    arrange(table, gnomes={"Cat": {"fainted": True, "minutes": 30}})
    table.clock.forward(hours=2)
    resolved(table, "Bob")
    table.clock.forward(days=3, hours=23)
    assert refused(table, "Pewterby") == "NOT_A_GNOME"
    assert refused(table, "Bob") == "TOO_EARLY"
    assert refused(table, "Cat") == "FAINTED"
    arrange(table, gnomes={"Cat": {"fainted": False, "minutes": 0}})
    assert refused(table, "Cat") == "NO_MINUTES"
    first, made = kill(table, "Ann"), kill(table, "Ann")
    assert open_codes(table) == [made.code]
    assert verdict(table, first.code) == "superseded"
    reply(table, made.code, "approve")
    assert position(table).gnome("Ann").fate == "killed"
    assert position(table).gnome("Ann").minutes == 0
    assert refused(table, "Ann") == "KILLED"


def test_both_counts_and_their_difference_are_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    taken = code_in(say(table, "Bob"))
    table.clock.forward(days=1)
    reply(table, taken, "approve")
    table.clock.forward(days=3, hours=2)
    one = counts(table)["Ann"]
    assert (one.idle, one.able) == (timedelta(days=4, hours=2), timedelta(days=3, hours=2))
    words = "I am away until Friday."
    begins = table.clock.at - timedelta(hours=50)
    with table.desk.db.transaction() as records:
        records.note_absence(Absence(name="Ann", said_at=table.clock.at, words=words), None)
        records.note_outage(Outage(begins=begins, ends=begins + timedelta(hours=30)))
    told = minded(table, "Ann")
    assert "has taken no turn; the game began Mon 23 Nov 2026, 10:00 UTC: 4 days and 2" in told
    assert "1 day and 20 hours of it they could have acted" in told
    assert "for 1 day and 6 hours the bot was not at work" in told
    assert f'"{words}"' in told
    assert words not in minded(table, "Cat")
    arrange(table, gnomes={"Ann": {"fainted": True}})
    table.clock.forward(days=4)
    arrange(table, gnomes={"Ann": {"fainted": False}})
    table.clock.forward(hours=5)
    one = counts(table)["Ann"]
    slept = timedelta(days=4)
    assert one.idle - one.able == timedelta(days=1) + one.lost + slept
    assert one.lost == timedelta(hours=30)
    say(table, "Bob")
    assert "Better wait: Bob's turn is not yet resolved" in minded(table, "Ann")


def test_whoever_may_be_waiting_to_abandon_is_hinted_at_to_the_contestmaster_alone(
    tmp_path: Path,
) -> None:
    table = after(tmp_path, Ann={"at": 9, "minutes": 8}, Bob={"at": 9, "minutes": 8})
    arrange(table, hands={"Ann": ("aqualung",)})
    told = minded(table, "Ann")
    assert "may only be waiting to abandon ship" in told
    assert "while others have more: Cat 39" in told
    assert "abandon" not in minded(table, "Bob")
    news = reply(table, open_codes(table)[0], "approve")
    assert "aqualung" not in everything_public(news)


def test_a_kill_that_another_turn_overtook_is_made_again_but_of_none_who_acted(
    tmp_path: Path,
) -> None:
    table = after(tmp_path)
    made, other = kill(table, "Ann"), kill(table, "Cat")
    table.news()
    resolved(table, "Cat")
    news = reply(table, made.code, "approve")
    assert kinds(news) == ["draft", "desk"]
    assert position(table).gnome("Ann").fate == "aboard"
    assert verdict(table, made.code) == "superseded"
    assert kinds(reply(table, other.code, "approve")) == ["desk"]
    assert position(table).gnome("Cat").fate == "aboard"
    reply(table, code_in(news), "approve")
    assert position(table).gnome("Ann").fate == "killed"
    assert open_codes(table) == []


WORDS = "I will be away until Friday."


def noted(table: Table, name: str = "Ann") -> tuple[Absence, ...]:
    with table.desk.db.transaction() as records:
        return records.absences(name)


def test_what_it_says_besides_is_not_passed_over(table: Table) -> None:
    for besides in (
        "I discard either a grog or a coffee.",
        "I withdraw my turn.",
        "TTttPF",
        f"{'Long is the night. ' * 700}I discard a grog.",
    ):
        (page,) = write(table, "Bob", f"I will be away until 20 April. {besides}")
        assert "is noted" not in text_of(page)


def test_what_is_said_on_a_list_is_noted_once_without_a_word(table: Table) -> None:
    assert say(table, "Ann", WORDS) == ()
    assert filed(table).reason == "announces nothing"
    ends = datetime(2026, 11, 28, tzinfo=UTC)
    said = Absence(name="Ann", said_at=MONDAY, words=WORDS, ends=ends, public=True)
    assert say(table, "Ann", WORDS, forum=DISCUSSION) == ()
    assert noted(table) == (said,)
    assert kinds(say(table, "Bob", f"I take no action.\n\n{WORDS}")) == ["receipt", "draft"]
    assert position(table).pending == "Bob"
    assert len(noted(table, "Bob")) == 1
    say(table, "Dan", WORDS)  # no contestant
    assert noted(table, "Dan") == ()


def test_what_is_mailed_to_the_bot_alone_is_confirmed_and_in_no_report(table: Table) -> None:
    text = " ".join(text_of(write(table, "Ann", WORDS)[0]).split())
    assert "your absence of Mon 23 Nov 2026, 10:00 UTC is noted" in text
    assert "You are away until Sat 28 Nov 2026, 00:00 UTC." in text
    assert filed(table).reason == "an absence"
    write(table, "Ann", "I am in hospital until 20 December and my crowbars stay with me.")
    assert len(noted(table)) == 2
    told = text_of(write(table, "Bob", "report")[0])
    assert "hospital" not in told
    assert "20 Dec" not in told


def test_machines_and_checks_note_nothing(table: Table) -> None:
    for subject in ("Automatic reply: a reminder", "Out of office", "Auto-Reply"):
        write(table, "Ann", WORDS, subject=subject)
    marked = b"Auto-Submitted: auto-replied\r\nSubject:"
    assert table.receive(private_mail("Ann", WORDS).replace(b"Subject:", marked, 1)) == ()
    write(table, "Ann", WORDS, to="rednov+check@bots.example")
    assert noted(table) == ()
