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
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    NO_TURN,
    Table,
    begun,
    code_in,
    flat,
    missing,
    subject_of,
)
from tests.workflow.test_returning import LIST, go, state

_FILE = Path(__file__).parents[1] / "mail" / "notices.jsonl"
NOTICES = {
    one["name"]: one for one in map(json.loads, _FILE.read_text(encoding="utf-8").splitlines())
}
TOLD = [name for name, one in NOTICES.items() if one["what"] and one["subject"]]
TOO_LARGE = NOTICES["mailman3-too-large"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game, and nothing of the bot's is under way."""
    table = begun(tmp_path)
    for one in table.read(lambda it: it.outbox()):
        if one.posting.kind == "public":
            table.receive(LIST.passed_on(one.posting.octets))
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
    octets = f"{head}Content-Type: text/plain\n\nWho knows?\n".replace("\n", "\r\n").encode()
    posting = Posting(message_id=message_id, kind="public", to=BUSINESS, octets=octets)
    table.read(lambda it: it.queue(posting, draft=None, at=table.clock.at))
    go(table)
    table.news()
    return posting


def octets_of(notice: dict[str, Any]) -> bytes:
    return str(notice["mail"]).replace("\n", "\r\n").encode()


def asked(table: Table, notice: dict[str, Any]) -> QueuedPosting:
    """The one mail that comes of it, to whoever decides."""
    (told,) = table.receive(octets_of(notice))
    assert told.posting.to == ADDRESS_OF_MASTER
    return told


@pytest.mark.parametrize("name", TOLD)
def test_a_notice_is_told_once_until_the_copy_comes(table: Table, name: str) -> None:
    notice = NOTICES[name]
    posting = post(table, notice["subject"], notice.get("about"))
    told = asked(table, notice)
    lead = "Held" if notice["what"].startswith("held") else "Refused"
    assert f"{lead} by the list" in subject_of(told)
    assert f'"{notice["subject"]}" is {notice["what"]} business' in flat(told)
    (known,) = table.read(lambda it: it.list_notices(posting.message_id))
    assert (known.what, known.grounds) == (notice["what"], notice["grounds"])
    assert state(table, posting) == notice["what"]
    assert table.filed().disposition == "ignore"
    assert table.receive(octets_of(notice)) == ()
    table.clock.forward(hours=3)
    assert [one for one in table.rounds() if "Not back" in subject_of(one)] == []
    assert len(table.open_codes()) == 1
    assert table.receive(LIST.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"
    assert table.open_codes() == []
    assert table.receive(octets_of(notice)) == ()


def test_notices_that_take_turns_are_asked_about_once_each(table: Table) -> None:
    posting = post(table, TOO_LARGE["subject"])
    refused = NOTICES["mailman3-rejected-by-moderator"]
    for number in range(4):
        for notice in (TOO_LARGE, refused):
            again = octets_of(notice).replace(b"Message-ID: <", b"Message-ID: <%d." % number)
            assert len(table.receive(again)) == (number == 0), number
    assert state(table, posting) == refused["what"]


@pytest.mark.parametrize("name", [name for name, one in NOTICES.items() if not one["what"]])
def test_what_else_lists_write_is_no_notice(table: Table, name: str) -> None:
    posting = post(table, NOTICES[name]["subject"])
    assert table.receive(octets_of(NOTICES[name])) == ()
    assert state(table, posting) == "accepted"


def test_a_notice_about_no_posting_of_the_bots_is_passed_over(table: Table) -> None:
    post(table, "[Red November] Another matter", "<rednov.other@bots.example>")
    for notice in map(NOTICES.__getitem__, TOLD):
        if not notice.get("last"):
            assert table.receive(octets_of(notice)) == ()


def test_a_held_posting_can_be_sent_again_and_a_moderator_can_refuse_it(table: Table) -> None:
    posting = post(table, TOO_LARGE["subject"])
    code = code_in((asked(table, TOO_LARGE),))
    due = table.read(lambda it: it.due(table.clock.at, 9))
    assert posting.message_id not in {one.message_id for one in due}
    table.reply(code, "post again")
    assert state(table, posting) == "queued"
    go(table)
    assert state(table, posting) == "accepted"
    table.news()
    asked(table, TOO_LARGE)
    assert state(table, posting) == "held by the list"
    asked(table, NOTICES["mailman3-rejected-by-moderator"])
    assert state(table, posting) == "refused by the list"
    assert len(table.open_codes()) == 1


def test_nobody_else_can_say_so(table: Table) -> None:
    """One that may not come from its list is kept for the contestmaster."""
    posting, octets = post(table, TOO_LARGE["subject"]), octets_of(TOO_LARGE)
    forged = octets.replace(b"List-Id: <agora-business.", b"X-Id: <agora-business.")
    forged = forged.replace(b"From: agora-business-bounces@agora", b"From: agora@evil")
    assert table.receive(forged) == table.say("Zed", str(TOO_LARGE["mail"])) == ()
    guarded(table)
    (told,) = table.receive(results("spf=fail smtp.mailfrom=x@agora.example") + octets)
    assert "is kept for you" in subject_of(told)
    assert "may not come from there" in table.filed().reason
    assert state(table, posting) == "accepted"


def test_it_is_shown_wherever_one_looks(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    posting = post(table, TOO_LARGE["subject"], "<rednov.k7@bots.example>")
    assert "was posted, but the list" not in flat(*table.write("Ann", "status"))
    with caplog.at_level("INFO", "rednov"):
        asked(table, TOO_LARGE)
    (line,) = caplog.messages
    assert line.startswith("posting rednov.k7 is held by the list business: ")
    assert unsealed(posting).subject not in line
    shown = flat(*table.write("Pewterby", "status"))
    why = "held by the list business: it is too large for the list"
    assert missing(shown, "NOT ON THE LIST", why, "max_message_size") == []
    with table.desk.db.transaction() as records:
        (finding,) = mails.withheld(table.desk.settings, records)
    assert (finding.grade, why in finding.said) == ("wrong", True)
    assert "max_message_size" in finding.remedy
    told = f'"{unsealed(posting).subject}" was posted, but the list holds it until its moderator'
    assert told in flat(*table.write("Ann", "status"))


def test_many_digests_do_not_fill_the_tray(table: Table) -> None:
    turn = list_mail("Ann", NO_TURN, message_id="<in@post.example>", date=table.clock.at)
    table.receive(*[mime(turn, list=BUSINESS)] * 25)
    assert len(table.read(lambda it: it.held())) == 20
    assert table.filed().disposition == "ignore"
