"""Idle gnomes: both counts, what is minded before a kill, and absences (§19, A91)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rednov_bot.core.contest import Absence, Outage
from rednov_bot.core.render.reminders import Idle
from rednov_bot.core.workflow import idleness
from tests.builders import DISCUSSION, MONDAY
from tests.workflow.play import Table, code_in, everything_public, flat, kinds

WORDS = "I will be away until Friday."


def counts(table: Table) -> Idle:
    """Of Ann."""
    return next(one for one in table.do(idleness.idleness) if one.name == "Ann")


def minded(table: Table, name: str) -> str:
    """What the contestmaster should mind before they kill somebody."""
    table.do(idleness.kill, name)
    return flat(table.news()[-1]).partition("PLEASE NOTE")[2].partition(" ---")[0]


def test_both_counts_and_their_difference_are_told(table: Table) -> None:
    taken = code_in(table.say("Bob"))
    table.clock.forward(days=1)
    table.reply(taken, "approve")
    table.clock.forward(days=3, hours=2)
    one = counts(table)
    assert (one.idle, one.able) == (timedelta(days=4, hours=2), timedelta(days=3, hours=2))
    begins = table.clock.at - timedelta(hours=50)
    away = Absence(name="Ann", said_at=table.clock.at, words=WORDS)
    table.read(lambda it: it.note_absence(away, None))
    outage = Outage(begins=begins, ends=begins + timedelta(hours=30))
    table.read(lambda it: it.note_outage(outage))
    told = minded(table, "Ann")
    for words in (
        "has taken no turn; the game began Mon 23 Nov 2026, 10:00 UTC: 4 days and 2",
        "1 day and 20 hours of it they could have acted",
        "for 1 day and 6 hours the bot was not at work",
        f'"{WORDS}"',
    ):
        assert words in told
    assert WORDS not in minded(table, "Cat")
    table.arrange(gnomes={"Ann": {"fainted": True}})
    table.clock.forward(days=4)
    table.arrange(gnomes={"Ann": {"fainted": False}})
    table.clock.forward(hours=5)
    one = counts(table)
    slept = timedelta(days=4)
    assert one.idle - one.able == timedelta(days=1) + one.lost + slept
    assert one.lost == timedelta(hours=30)
    table.say("Bob")
    assert "Better wait: Bob's turn is not yet resolved" in minded(table, "Ann")


def test_whoever_may_be_waiting_to_abandon_is_hinted_at_to_the_contestmaster_alone(
    table: Table,
) -> None:
    able = {"at": 9, "minutes": 8}
    table.arrange(gnomes={"Ann": able, "Bob": able}, hands={"Ann": ("aqualung",)})
    table.clock.forward(hours=97)
    told = minded(table, "Ann")
    assert "may only be waiting to abandon ship" in told
    assert "while others have more: Cat 39" in told
    assert "abandon" not in minded(table, "Bob")
    assert "aqualung" not in everything_public(table.reply(table.open_codes()[0], "approve"))


def test_a_kill_that_another_turn_overtook_is_made_again_but_of_none_who_acted(
    table: Table,
) -> None:
    table.clock.forward(hours=97)
    made, other = table.do(idleness.kill, "Ann"), table.do(idleness.kill, "Cat")
    table.news()
    table.resolve("Cat")
    news = table.reply(made.code, "approve")
    assert kinds(news) == ["draft", "desk"]
    assert table.position().gnome("Ann").fate == "aboard"
    assert table.verdict(made.code) == "superseded"
    assert kinds(table.reply(other.code, "approve")) == ["desk"]
    assert table.position().gnome("Cat").fate == "aboard"
    table.reply(code_in(news), "approve")
    assert table.position().gnome("Ann").fate == "killed"
    assert table.open_codes() == []


def noted(table: Table, name: str) -> tuple[Absence, ...]:
    return table.read(lambda it: it.absences(name))


def test_what_it_says_besides_an_absence_is_not_passed_over(table: Table) -> None:
    for besides in ("I discard either a grog or a coffee.", "I withdraw my turn.", "TTttPF"):
        for before in ("", "Long is the night. " * 700):
            text = f"I will be away until 20 April. {before}{besides}"
            assert "is noted" not in flat(*table.write("Bob", text))


def test_an_absence_said_on_a_list_is_noted_once_without_a_word(table: Table) -> None:
    assert table.say("Ann", WORDS) == ()
    assert table.say("Ann", WORDS, forum=DISCUSSION) == ()
    ends = datetime(2026, 11, 28, tzinfo=UTC)
    said = Absence(name="Ann", said_at=MONDAY, words=WORDS, ends=ends, public=True)
    assert noted(table, "Ann") == (said,)
    assert kinds(table.say("Bob", f"I take no action.\n\n{WORDS}")) == ["receipt", "draft"]
    table.say("Dan", WORDS)  # no contestant
    assert len(noted(table, "Bob")) == 1
    assert noted(table, "Dan") == ()


def test_an_absence_mailed_to_the_bot_alone_is_confirmed_and_in_no_report(table: Table) -> None:
    for subject in ("Automatic reply: a reminder", "Out of office", "Auto-Reply"):
        table.write("Ann", WORDS, subject=subject)
    table.write("Ann", WORDS, to="rednov+check@bots.example")
    assert noted(table, "Ann") == ()
    text = flat(*table.write("Ann", WORDS))
    assert "your absence of Mon 23 Nov 2026, 10:00 UTC is noted" in text
    assert "You are away until Sat 28 Nov 2026, 00:00 UTC." in text
    assert table.filed().reason == "an absence"
    table.write("Ann", "I am in hospital until 20 December and my crowbars stay with me.")
    assert len(noted(table, "Ann")) == 2
    told = flat(*table.write("Bob", "report"))
    assert "hospital" not in told
    assert "20 Dec" not in told
