"""What lists tell of the bot's postings: held, refused, too large; told once, and never acted on.

The notices are those of Mailman 3.3.10, as it sent them, and others in the forms of Mailman 2.1,
Sympa and Discourse (tests/mail/notices.jsonl).
"""

from __future__ import annotations

import json
from email.header import Header
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.mail.unsealing import unsealed
from rednov_bot.doctor import papers
from rednov_bot.papers import MessageId, Posting, QueuedPosting
from tests.builders import BUSINESS, Table, a_table, list_mail
from tests.desk.forgeries import guarded, results
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    NO_TURN,
    begun,
    code_in,
    filed,
    open_codes,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_returning import LIST, go, look, state
from tests.mail.digests_made import mime

_FILE = Path(__file__).parents[1] / "mail" / "notices.jsonl"
NOTICES = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]
TOLD = [one for one in NOTICES if one["what"] and one["subject"]]
MOTIONLESS = "Nobody knows why."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game, and nothing of the bot's is under way."""
    table = begun(tmp_path)
    with table.desk.ledger.transaction() as records:
        for one in records.outbox():
            if one.posting.kind == "public":
                name, at = one.posting.message_id, table.clock.at
                records.note_sighting(name, None, "business", public=True, same=True, at=at)
    while go(table):
        pass
    table.news()
    return table


def post(table: Table, subject: str, name: str | None = None) -> Posting:
    """The bot's mail server has taken a posting with this subject for the list."""
    message_id = MessageId(name or "<rednov.some@bots.example>")
    head = f"From: Red November <rednov@bots.example>\nTo: {BUSINESS}\n"
    head += f"Subject: {Header(subject, maxlinelen=70).encode()}\nMessage-ID: {message_id}\n"
    head += "Date: Mon, 23 Nov 2026 10:00:00 +0000\n"
    octets = f"{head}Content-Type: text/plain\n\n{MOTIONLESS}\n".replace("\n", "\r\n").encode()
    posting = Posting(message_id=message_id, kind="public", to=BUSINESS, octets=octets)
    with table.desk.ledger.transaction() as records:
        records.queue(posting, draft=None, at=table.clock.at)
    go(table)
    table.news()
    return posting


def octets_of(notice: dict[str, Any]) -> bytes:
    return str(notice["mail"]).replace("\n", "\r\n").encode()


def named(name: str) -> dict[str, Any]:
    return next(one for one in NOTICES if one["name"] == name)


def asked(table: Table, notice: dict[str, Any]) -> QueuedPosting:
    """The one mail that comes of it, to whoever decides."""
    (told,) = table.receive(octets_of(notice))
    assert told.posting.to == ADDRESS_OF_MASTER
    return told


def flat(one: QueuedPosting) -> str:
    return " ".join(text_of(one).split())


@pytest.mark.parametrize("notice", TOLD, ids=[one["name"] for one in TOLD])
def test_a_notice_is_told_once_and_its_posting_known_to_be_held(
    table: Table, notice: dict[str, Any]
) -> None:
    posting = post(table, notice["subject"], notice.get("about"))
    told = asked(table, notice)
    lead = "Held" if notice["what"].startswith("held") else "Refused"
    assert f"{lead} by the list" in subject_of(told)
    assert f'"{notice["subject"]}" is {notice["what"]} business' in flat(told)
    with table.desk.ledger.transaction() as records:
        (known,) = records.list_notices(posting.message_id)
    assert (known.what, known.grounds) == (notice["what"], notice["grounds"])
    assert state(table, posting) == notice["what"]
    assert filed(table).disposition == "ignore"
    assert table.receive(octets_of(notice)) == ()
    table.clock.forward(hours=3)
    assert [one for one in look(table) if "Not back" in subject_of(one)] == []


@pytest.mark.parametrize("notice", TOLD, ids=[one["name"] for one in TOLD])
def test_when_its_copy_comes_after_all_nothing_is_open_any_more(
    table: Table, notice: dict[str, Any]
) -> None:
    posting = post(table, notice["subject"], notice.get("about"))
    asked(table, notice)
    assert len(open_codes(table)) == 1
    assert table.receive(LIST.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"
    assert open_codes(table) == []
    assert table.receive(octets_of(notice)) == ()


@pytest.mark.parametrize(
    "notice",
    [one for one in NOTICES if not one["what"]],
    ids=[one["name"] for one in NOTICES if not one["what"]],
)
def test_what_else_lists_write_says_nothing_of_a_posting(
    table: Table, notice: dict[str, Any]
) -> None:
    posting = post(table, notice["subject"])
    assert table.receive(octets_of(notice)) == ()
    assert state(table, posting) == "accepted"


def test_a_notice_about_no_posting_of_the_bots_is_passed_over(table: Table) -> None:
    post(table, "[Red November] Another matter", "<rednov.other@bots.example>")
    for notice in TOLD:
        if not notice.get("last"):
            assert table.receive(octets_of(notice)) == ()
    assert filed(table).disposition == "ignore"


def test_it_acts_on_nothing(table: Table) -> None:
    posting = post(table, named("mailman3-too-large")["subject"])
    before = position(table)
    asked(table, named("mailman3-too-large"))
    assert position(table) == before
    with table.desk.ledger.transaction() as records:
        assert posting.message_id not in {one.message_id for one in records.due(table.clock.at, 9)}
    assert [one for one in say(table, "Ann", NO_TURN) if one.posting.kind == "draft"]


def test_a_moderator_who_refuses_what_was_held_is_told_of_too(table: Table) -> None:
    posting = post(table, named("mailman3-too-large")["subject"])
    asked(table, named("mailman3-too-large"))
    asked(table, named("mailman3-rejected-by-moderator"))
    assert state(table, posting) == "refused by the list"
    assert len(open_codes(table)) == 1


def test_said_to_go_again_it_is_held_no_longer_until_its_list_says_so(table: Table) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    code = code_in((asked(table, notice),))
    reply(table, code, "post again")
    assert state(table, posting) == "queued"
    go(table)
    assert state(table, posting) == "accepted"
    table.news()
    asked(table, notice)
    assert state(table, posting) == "held by the list"


def test_one_that_may_not_come_from_its_list_is_kept(table: Table) -> None:
    guarded(table)
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    (told,) = table.receive(results("spf=fail smtp.mailfrom=x@agora.example") + octets_of(notice))
    assert "is kept for you" in subject_of(told)
    assert filed(table).disposition == "hold"
    assert "may not come from there" in filed(table).reason
    assert state(table, posting) == "accepted"


def test_nobody_else_can_say_so(table: Table) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    forged = octets_of(notice).replace(b"List-Id: <agora-business.", b"X-Id: <agora-business.")
    forged = forged.replace(b"From: agora-business-bounces@agora", b"From: agora@evil")
    assert table.receive(forged) == ()
    assert state(table, posting) == "accepted"
    assert not say(table, "Zed", str(notice["mail"]))
    assert state(table, posting) == "accepted"


def test_the_log_names_the_posting_and_its_state(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"], "<rednov.k7@bots.example>")
    with caplog.at_level("INFO", "rednov"):
        asked(table, notice)
    (line,) = caplog.messages
    assert line.startswith("posting rednov.k7 is held by the list business: ")
    assert unsealed(posting).subject not in line


def test_the_desk_and_the_doctor_show_it_with_what_to_do(table: Table) -> None:
    notice = named("mailman3-too-large")
    post(table, notice["subject"])
    asked(table, notice)
    (answer,) = write(table, "Pewterby", "status")
    shown = flat(answer)
    why = "held by the list business: it is too large for the list"
    assert "NOT ON THE LIST" in shown
    assert why in shown
    assert "max_message_size" in shown
    with table.desk.ledger.transaction() as records:
        (finding,) = papers.withheld(table.desk.settings, records)
    assert (finding.grade, why in finding.said) == ("wrong", True)
    assert "max_message_size" in finding.remedy


def test_a_gnome_who_asks_how_it_stands_is_told_that_the_list_holds_a_posting(
    table: Table,
) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    assert "was posted, but the list" not in flat(write(table, "Ann", "status")[0])
    asked(table, notice)
    subject = f'"{unsealed(posting).subject}"'
    told = f"{subject} was posted, but the list holds it until its moderator lets it through."
    assert told in flat(write(table, "Ann", "status")[0])


def test_a_report_about_somebody_elses_mailbox_is_none_of_the_list(table: Table) -> None:
    notice = named("a-mail-server-refuses-its-size")
    posting = post(table, notice["subject"], notice["about"])
    other = octets_of(notice).replace(b"rfc822; agora-business@agora", b"rfc822; reader@else")
    table.receive(other)
    assert state(table, posting) == "accepted"


def digest(table: Table) -> bytes:
    """A digest of the list, in which a turn of Ann's stands."""
    turn = list_mail("Ann", NO_TURN, message_id="<in@post.example>", date=table.clock.at)
    return mime(turn, list=BUSINESS)


def test_a_digest_is_kept_told_of_once_and_acts_on_nothing(table: Table) -> None:
    (told,) = table.receive(digest(table))
    assert told.posting.to == ADDRESS_OF_MASTER
    assert "subscribed to business in digest mode" in flat(told)
    assert filed(table).disposition == "hold"
    assert filed(table).reason.startswith("It is a digest of business")
    assert table.receive(digest(table), digest(table)) == ()
    assert (position(table).turns, open_codes(table)) == (0, [])
    number = filed(table).mail - 2
    draft = write(table, "Pewterby", f"mail {number} announces nothing")
    reply(table, code_in(draft), "approve")
    table.news()
    assert look(table) == ()


@pytest.mark.parametrize("subject", ["Agora-business Digest, Vol 5", "Nachrichtensammlung, Band 5"])
def test_a_digest_of_one_posting_of_the_bots_says_nothing_of_it(table: Table, subject: str) -> None:
    posting = post(table, "[Red November] Turn 7: Ann")
    inner = f"Content-Type: message/rfc822\n\n{posting.octets.decode()}".replace("\r\n", "\n")
    octets = (
        f"From: agora-business-request@agora.example\nTo: {BUSINESS}\nSubject: {subject}\n"
        "Message-ID: <mailman.5@agora.example>\nDate: Mon, 23 Nov 2026 10:30:00 +0000\n"
        "List-Id: <agora-business.agora.example>\nPrecedence: list\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="m"\n\n--m\nContent-Type: text/plain\n\nToday:\n'
        f'--m\nContent-Type: multipart/digest; boundary="d"\n\n--d\n{inner}\n--d--\n\n--m--\n'
    )
    table.receive(octets.replace("\n", "\r\n").encode())
    assert state(table, posting) == "accepted"


def test_many_digests_do_not_fill_the_tray(table: Table) -> None:
    table.receive(*[digest(table)] * 25)
    with table.desk.ledger.transaction() as records:
        assert len(records.held()) == 20
    assert filed(table).disposition == "ignore"


def test_many_mails_that_are_kept_at_once_are_one_mail(table: Table) -> None:
    two = list_mail("Ann", NO_TURN, message_id="<two@post.example>", date=table.clock.at)
    two = two.replace(b"From: Ann", b"From: Bob <bob@post.example>, Ann")
    news = table.receive(digest(table), two, two.replace(b"<two@", b"<three@"))
    assert [one.posting.to for one in news] == [ADDRESS_OF_MASTER]
    assert "3 mails are kept for you" in subject_of(news[0])
    assert flat(news[0]).count("two authors") == 2
    assert look(table) == ()


def test_the_first_opening_says_that_nothing_has_come_back_yet(tmp_path: Path) -> None:

    table = a_table(tmp_path)
    start(table)
    (draft,) = table.news()
    assert "No posting of the bot's has ever come back from business" in flat(draft)
    assert "receive your own posts" in flat(draft)


def test_later_ones_do_not(table: Table) -> None:
    posting = post(table, "[Red November] A word")
    table.receive(LIST.passed_on(posting.octets))
    (draft,) = [one for one in say(table, "Ann", NO_TURN) if one.posting.kind == "draft"]
    assert "ever come back" not in flat(draft)
