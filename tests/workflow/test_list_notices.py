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

from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.models import MessageId, Posting, QueuedPosting
from rednov_bot.doctor import mails
from tests.builders import BUSINESS, list_mail
from tests.mail.digests_made import mime
from tests.workflow.forgeries import guarded, results
from tests.workflow.play import ADDRESS_OF_MASTER, NO_TURN, Table, begun, code_in, flat, subject_of
from tests.workflow.test_returning import LIST, go, look, state

_FILE = Path(__file__).parents[1] / "mail" / "notices.jsonl"
NOTICES = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]
TOLD = [one for one in NOTICES if one["what"] and one["subject"]]
MOTIONLESS = "Nobody knows why."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game, and nothing of the bot's is under way."""
    table = begun(tmp_path)
    with table.desk.db.transaction() as records:
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
    with table.desk.db.transaction() as records:
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


@pytest.mark.parametrize("notice", TOLD, ids=[one["name"] for one in TOLD])
def test_a_notice_is_told_once_until_the_copy_comes(table: Table, notice: dict[str, Any]) -> None:
    posting = post(table, notice["subject"], notice.get("about"))
    told = asked(table, notice)
    lead = "Held" if notice["what"].startswith("held") else "Refused"
    assert f"{lead} by the list" in subject_of(told)
    assert f'"{notice["subject"]}" is {notice["what"]} business' in flat(told)
    with table.desk.db.transaction() as records:
        (known,) = records.list_notices(posting.message_id)
    assert (known.what, known.grounds) == (notice["what"], notice["grounds"])
    assert state(table, posting) == notice["what"]
    assert table.filed().disposition == "ignore"
    assert table.receive(octets_of(notice)) == ()
    table.clock.forward(hours=3)
    assert [one for one in look(table) if "Not back" in subject_of(one)] == []
    assert len(table.open_codes()) == 1
    assert table.receive(LIST.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"
    assert table.open_codes() == []
    assert table.receive(octets_of(notice)) == ()


@pytest.mark.parametrize(
    "notice",
    [one for one in NOTICES if not one["what"]],
    ids=[one["name"] for one in NOTICES if not one["what"]],
)
def test_what_else_lists_write_is_no_notice(table: Table, notice: dict[str, Any]) -> None:
    posting = post(table, notice["subject"])
    assert table.receive(octets_of(notice)) == ()
    assert state(table, posting) == "accepted"


def test_a_notice_about_no_posting_of_the_bots_is_passed_over(table: Table) -> None:
    post(table, "[Red November] Another matter", "<rednov.other@bots.example>")
    for notice in TOLD:
        if not notice.get("last"):
            assert table.receive(octets_of(notice)) == ()
    assert table.filed().disposition == "ignore"


def test_a_held_posting_can_be_sent_again_and_a_moderator_can_refuse_it(table: Table) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    before = table.position()
    code = code_in((asked(table, notice),))
    assert table.position() == before
    with table.desk.db.transaction() as records:
        assert posting.message_id not in {one.message_id for one in records.due(table.clock.at, 9)}
    table.reply(code, "post again")
    assert state(table, posting) == "queued"
    go(table)
    assert state(table, posting) == "accepted"
    table.news()
    asked(table, notice)
    assert state(table, posting) == "held by the list"
    asked(table, named("mailman3-rejected-by-moderator"))
    assert state(table, posting) == "refused by the list"
    assert len(table.open_codes()) == 1


def test_one_that_may_not_come_from_its_list_is_kept(table: Table) -> None:
    guarded(table)
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    (told,) = table.receive(results("spf=fail smtp.mailfrom=x@agora.example") + octets_of(notice))
    assert "is kept for you" in subject_of(told)
    assert table.filed().disposition == "hold"
    assert "may not come from there" in table.filed().reason
    assert state(table, posting) == "accepted"


def test_nobody_else_can_say_so(table: Table) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"])
    forged = octets_of(notice).replace(b"List-Id: <agora-business.", b"X-Id: <agora-business.")
    forged = forged.replace(b"From: agora-business-bounces@agora", b"From: agora@evil")
    assert table.receive(forged) == ()
    assert state(table, posting) == "accepted"
    assert not table.say("Zed", str(notice["mail"]))
    assert state(table, posting) == "accepted"


def test_it_is_shown_wherever_one_looks(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    notice = named("mailman3-too-large")
    posting = post(table, notice["subject"], "<rednov.k7@bots.example>")
    assert "was posted, but the list" not in flat(*table.write("Ann", "status"))
    with caplog.at_level("INFO", "rednov"):
        asked(table, notice)
    (line,) = caplog.messages
    assert line.startswith("posting rednov.k7 is held by the list business: ")
    assert unsealed(posting).subject not in line
    shown = flat(*table.write("Pewterby", "status"))
    why = "held by the list business: it is too large for the list"
    for words in ("NOT ON THE LIST", why, "max_message_size"):
        assert words in shown
    with table.desk.db.transaction() as records:
        (finding,) = mails.withheld(table.desk.settings, records)
    assert (finding.grade, why in finding.said) == ("wrong", True)
    assert "max_message_size" in finding.remedy
    told = f'"{unsealed(posting).subject}" was posted, but the list holds it until its moderator'
    assert told in flat(*table.write("Ann", "status"))


def digest(table: Table) -> bytes:
    """A digest of the list, in which a turn of Ann's stands."""
    turn = list_mail("Ann", NO_TURN, message_id="<in@post.example>", date=table.clock.at)
    return mime(turn, list=BUSINESS)


def test_many_digests_do_not_fill_the_tray(table: Table) -> None:
    table.receive(*[digest(table)] * 25)
    with table.desk.db.transaction() as records:
        assert len(records.held()) == 20
    assert table.filed().disposition == "ignore"
