"""Reports for whoever asks and for the list: once a week, and the story at a game's end."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rednov_bot.contest import Outage
from rednov_bot.core.commands import ReportKind
from rednov_bot.desk.contest import office, starting
from rednov_bot.desk.corrections import ruling, withdrawing
from rednov_bot.desk.due import rounds
from rednov_bot.desk.reports import reporting
from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.words import ITEMS
from rednov_bot.errors import NothingToReport
from rednov_bot.papers import Draft, Page
from rednov_bot.prose.wording import ITEM_NAMES
from tests.builders import BUSINESS, MONDAY, Table, a_table, list_mail
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begin,
    begun,
    but_reminders,
    code_in,
    draft,
    everything_public,
    hand,
    kinds,
    numbered,
    open_codes,
    present,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
    write,
)

KINDS: tuple[ReportKind, ...] = ("position", "contest", "week", "story")
NEXT_MONDAY = MONDAY.replace(hour=0) + timedelta(days=7)


def report(table: Table, which: ReportKind, game: str | None = None) -> Page:
    with table.desk.ledger.transaction() as records:
        return reporting.report(table.desk, records, which, game)


def post(table: Table, which: ReportKind, game: str | None = None) -> Draft:
    with table.desk.ledger.transaction() as records:
        return reporting.post(table.desk, records, which, game)


def ended(table: Table) -> Postings:
    """The last turn is resolved, and all three win."""
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return reply(table, code_in(say(table, "Cat")), "approve")


def round_at(table: Table, moment: datetime) -> Postings:
    """The bot makes its rounds at *moment*; what it queued then."""
    table.news()
    table.clock.at = moment
    rounds.make_rounds(table.desk)
    return but_reminders(table.news())


def resolved(table: Table, name: str = "Ann") -> None:
    """A turn without an action is taken and resolved."""
    reply(table, code_in(say(table, name)), "approve")


def reports(table: Table) -> list[Draft]:
    """The reports that await a word."""
    every = [draft(table, code) for code in open_codes(table)]
    return [one for one in every if one.kind == "report"]


def words(text: str) -> str:
    return " ".join(text.split())


# -- on demand ------------------------------------------------------------------------------------


def test_a_report_goes_to_the_asker_alone_and_is_no_draft(tmp_path: Path) -> None:
    table = begun(tmp_path)
    page = report(table, "position")
    assert (page.kind, page.to) == ("desk", "pewterby@post.example")
    assert "awaits turn 1" in words(page.body)
    assert open_codes(table) == []
    assert table.news() == ()


def test_the_position_that_is_reported_is_the_one_of_the_game(tmp_path: Path) -> None:
    table = begun(tmp_path)
    say(table, "Ann", "I drink grog. No action.")
    resolved(table, "Bob")
    with table.desk.ledger.transaction() as records:
        told = reporting.facts(table.desk, records, "position")
    position = present(table).position
    assert told["turn"] == position.turns == 1
    assert {one["name"]: one["now"] for one in told["numbers"]}["Bob's minutes"] == (
        position.gnome("Bob").minutes
    )


def test_a_turn_counts_from_its_announcement_in_a_report(tmp_path: Path) -> None:
    table = begun(tmp_path)
    said = table.clock.at
    table.clock.forward(hours=5)
    table.receive(list_mail("Ann", "I take no action.\n", date=said))
    assert "announced on Mon 23 Nov 2026, 10:00 UTC" in words(report(table, "position").body)
    assert "by Wed 25 Nov 2026, 10:00 UTC (§16)" in words(report(table, "position").body)


@pytest.mark.parametrize("which", KINDS[:3])
def test_a_report_is_posted_when_its_draft_is_approved(tmp_path: Path, which: ReportKind) -> None:
    table = begun(tmp_path)
    made = post(table, which)
    assert (made.kind, made.effects, made.for_state, made.due_by) == ("report", (), None, None)
    assert [page.to for page in made.pages] == [BUSINESS]
    table.news()
    before = numbered(table)
    sent = reply(table, made.code, "approve")
    assert kinds(sent) == ["public"]
    assert text_of(sent[0]) == made.pages[0].body
    assert numbered(table) == before


def test_an_older_report_of_the_same_gives_way_and_others_do_not(tmp_path: Path) -> None:
    table = begun(tmp_path)
    first, contest = post(table, "position"), post(table, "contest")
    second = post(table, "position")
    assert verdict(table, first.code) == "superseded"
    assert open_codes(table) == [contest.code, second.code]
    shown = text_of(table.news()[-1])
    assert f"replaces draft {first.code}, which was not posted" in words(shown)


def test_every_report_can_be_told_as_plain_values(tmp_path: Path) -> None:
    table = begun(tmp_path)
    ended(table)
    with table.desk.ledger.transaction() as records:
        told = {which: reporting.facts(table.desk, records, which) for which in KINDS}
    assert told["position"]["ended"] == told["story"]["ended"] == MONDAY.isoformat()
    assert [one["game"] for one in told["contest"]["games"]] == ["RN1"]
    assert told["week"]["under_way"] == []


def test_before_the_first_game_there_is_nothing_to_report_but_the_contest(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    start(table)
    for which in ("position", "story"):
        with pytest.raises(NothingToReport, match="no game has begun yet"):
            report(table, which)
    with pytest.raises(NothingToReport, match="no game is called RN1"):
        report(table, "position", "RN1")
    assert "Ann since" in words(report(table, "contest").body)
    assert "RN1" not in report(table, "contest").body


def test_an_unknown_game_is_named(tmp_path: Path) -> None:
    with pytest.raises(NothingToReport, match="nothing to report: no game is called RN7"):
        post(begun(tmp_path), "position", "rn7")


def test_the_story_of_a_game_is_told_when_it_is_over(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with pytest.raises(NothingToReport, match="RN1 goes on, and its story is told when it is over"):
        post(table, "story")
    ended(table)
    begin(table)
    assert "This is the story of RN1" in words(report(table, "story").body)
    with pytest.raises(NothingToReport, match="RN2 goes on"):
        report(table, "story", "rn2")


# -- once a week ----------------------------------------------------------------------------------


def test_the_weekly_report_is_drafted_on_the_first_round_after_monday(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert round_at(table, NEXT_MONDAY - timedelta(seconds=1)) == ()
    news = round_at(table, NEXT_MONDAY)
    (made,) = reports(table)
    assert code_in(news) == made.code
    assert made.about == "Weekly report"
    assert "IN SHORT" in made.pages[0].body
    assert round_at(table, NEXT_MONDAY + timedelta(hours=1)) == ()
    assert round_at(table, NEXT_MONDAY + timedelta(days=6)) == ()


def test_one_that_was_rejected_comes_again_a_week_later(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, code_in(round_at(table, NEXT_MONDAY)), "reject because I wrote it myself")
    assert round_at(table, NEXT_MONDAY + timedelta(days=6)) == ()
    assert kinds(round_at(table, NEXT_MONDAY + timedelta(days=7))) == ["draft"]


def test_one_that_still_waits_gives_way_and_what_it_told_is_told_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    resolved(table)
    first = code_in(round_at(table, NEXT_MONDAY))
    second = code_in(round_at(table, NEXT_MONDAY + timedelta(days=7)))
    assert verdict(table, first) == "superseded"
    reply(table, second, "approve")
    resolved(table, "Bob")
    third = code_in(round_at(table, NEXT_MONDAY + timedelta(days=14)))
    (page,) = draft(table, third).pages
    assert "turns taken RN1: turn 2 by Bob" in words(page.body)


def test_after_an_outage_there_is_one_report_which_says_how_long_it_was(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, code_in(round_at(table, NEXT_MONDAY)), "approve")
    back = NEXT_MONDAY + timedelta(days=23)
    with table.desk.ledger.transaction() as records:
        records.note_outage(Outage(begins=NEXT_MONDAY + timedelta(days=2), ends=back))
    news = round_at(table, back)
    assert kinds(news) == ["draft"]
    assert "The bot was not running for 21 days" in words(text_of(news[0]))
    assert round_at(table, back + timedelta(hours=1)) == ()


def test_a_week_in_which_nothing_happens_has_no_report(tmp_path: Path) -> None:
    table = begun(tmp_path)
    ended(table)
    for code in open_codes(table):
        reply(table, code, "approve")
    assert kinds(round_at(table, NEXT_MONDAY)) == ["draft"]
    assert round_at(table, NEXT_MONDAY + timedelta(days=7)) == ()


def test_no_weekly_report_is_drafted_where_the_settings_say_off(tmp_path: Path) -> None:
    assert round_at(begun(tmp_path, report="off"), NEXT_MONDAY) == ()


# -- the end of a game ----------------------------------------------------------------------------


def test_the_story_is_drafted_when_the_end_is_approved_and_not_before(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    code = code_in(say(table, "Cat"))
    assert reports(table) == []
    reply(table, code, "approve")
    (story,) = reports(table)
    assert story.about == "The story of RN1"
    assert "Ann, Bob and Cat win" in words(story.pages[0].body)
    assert "This is the story of RN1" in words(
        everything_public(reply(table, story.code, "approve"))
    )


def test_what_each_held_is_in_the_story_by_consent_alone(tmp_path: Path) -> None:
    for reveal in ("on", "off"):
        folder = tmp_path / reveal
        folder.mkdir()
        table = begun(folder, options={"reveal_at_end": reveal})
        arrange(table, hands={"Ann": ("lucky_charm",)})
        ended(table)
        (story,) = reports(table)
        assert ("lucky charm" in story.pages[0].body) == (reveal == "on")


def test_a_story_that_waits_bars_no_new_game(tmp_path: Path) -> None:
    table = begun(tmp_path)
    ended(table)
    (story,) = reports(table)
    begin(table)
    resolved(table)
    assert story.code in open_codes(table)


def test_the_story_of_a_game_that_goes_on_after_all_is_withdrawn(tmp_path: Path) -> None:
    table = begun(tmp_path)
    before = present(table)
    ended(table)
    (story,) = reports(table)
    number, _ = numbered(table)
    with table.desk.ledger.transaction() as records:
        game = records.games()[0]
        back = h.PositionCorrected(1, before.position)
        at = table.clock.at
        records.advance(game.id, number + 1, (back,), before, cause="a correction", at=at)
        reporting.at_the_end(table.desk, records, game.id)
    assert verdict(table, story.code) == "superseded"
    assert reports(table) == []


# -- secrecy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", KINDS[:3])
def test_no_report_names_what_somebody_holds(tmp_path: Path, which: ReportKind) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": tuple(ITEMS)}, limits={})
    resolved(table)
    say(table, "Bob")
    assert hand(table, "Ann")
    said = words(post(table, which).pages[0].body)
    assert [item for item in ITEMS if item != "grog" and ITEM_NAMES[item] in said] == []


def test_a_report_is_the_same_whatever_is_hidden(tmp_path: Path) -> None:
    """A hand limit bars its gnome, and nobody else may know of it (§6)."""
    told = []
    for number, items in enumerate([(), ("grog", "toolbox", "toolbox")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = begun(folder)
        arrange(table, hands={"Ann": items}, limits={"Ann": Limit(1)})
        resolved(table, "Bob")
        table.clock.forward(days=2)
        told.append([report(table, which).body for which in KINDS[:3]])
    assert told[0] == told[1]


# -- asked for by a gnome ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("report", "How RN1 stands"),
        ("standing", "How the contest stands"),
        ("weekly report", "Weekly report"),
    ],
)
def test_a_gnome_who_asks_is_sent_the_report_alone(
    tmp_path: Path, asked: str, subject: str
) -> None:
    table = begun(tmp_path)
    (answer,) = write(table, "Ann", asked)
    assert (answer.posting.kind, answer.posting.to) == ("receipt", "ann@post.example")
    assert subject in subject_of(answer)


def test_a_gnome_is_told_the_story_of_the_game_that_e_names(tmp_path: Path) -> None:
    table = begun(tmp_path)
    ended(table)
    begin(table)
    (answer,) = write(table, "Ann", "Tell me the story of RN1, please.")
    assert "This is the story of RN1" in words(text_of(answer))


def test_where_there_is_no_story_yet_a_gnome_is_told_so_and_how_things_stand(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    (answer,) = write(table, "Ann", "story")
    said = words(text_of(answer))
    assert "RN1 goes on, and its story is told when it is over" in said
    assert "RN1: turn 1 is awaited." in said


def test_a_hand_and_a_report_come_in_one_mail(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("lucky_charm",)})
    (answer,) = write(table, "Ann", "hand and report")
    said = words(text_of(answer))
    assert "lucky charm" in said
    assert "HOW EACH NUMBER CAME ABOUT" in said


def test_a_withdrawn_ruling_is_told_as_withdrawn_when_the_list_knows_of_it(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        _, told = ruling.rule(desk, records, "hatches may be opened twice", "10c")
    reply(table, told.code, "approve")
    with table.desk.ledger.transaction() as records:
        withdrawing.withdraw(desk, records, 1)
    (line,) = open_codes(table)
    assert "withdrawn" not in report(table, "contest").body
    reply(table, line, "approve")
    (shown,) = write(table, MASTER, "rulings")
    said = " ".join(text_of(shown).split())
    assert "hatches may be opened twice (withdrawn by ruling 2)" in said
    said = " ".join(report(table, "contest").body.split())
    assert "on §10c, withdrawn by ruling 2: hatches may be opened twice" in said


def test_no_report_is_due_for_a_ruling_of_which_the_list_was_not_told(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.clock.at = NEXT_MONDAY + timedelta(days=1)
    with table.desk.ledger.transaction() as records:
        starting.members(table.desk, records)
        desk = office.seated(table.desk, records)
        _, line = ruling.rule(desk, records, "hatches may be opened twice", "10c")
    table.clock.at += timedelta(days=14)
    table.news()
    rounds.make_rounds(table.desk)
    assert "Weekly report" not in "".join(map(subject_of, table.news()))
    reply(table, line.code, "approve")
    table.clock.at += timedelta(days=7)
    rounds.make_rounds(table.desk)
    assert "Weekly report" in "".join(map(subject_of, table.news()))
