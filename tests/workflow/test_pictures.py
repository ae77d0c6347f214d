"""What is posted about a position comes with a picture: the one that was shown with its draft."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import default
from pathlib import Path

import msgspec
import pytest
from selectolax.lexbor import LexborHTMLParser

from rednov_bot.core.mail.composing import readdressed, unsealed
from rednov_bot.core.models import Picture, QueuedPosting
from rednov_bot.core.workflow import reports
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.games.red_november.render.picture.png import board_png
from tests.workflow.play import Table, a_table, begun, code_in, only

PLAIN = "text/plain"
TURN = "I open 5-7, go in and take no action."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path, pictures=True)


def parsed(octets: bytes) -> EmailMessage:
    mail = message_from_bytes(octets, policy=default)
    assert isinstance(mail, EmailMessage)
    assert not [part for part in mail.walk() if part.defects]
    return mail


def png_of(octets: bytes) -> bytes:
    (part,) = [one for one in parsed(octets).walk() if one.get_content_type() == "image/png"]
    return bytes(part.get_content())


def html_of(octets: bytes) -> str:
    (part,) = [one for one in parsed(octets).walk() if one.get_content_type() == "text/html"]
    return str(part.get_content()).replace("\r\n", "\n")


def structure(part: MIMEPart) -> object:
    if not part.is_multipart():
        return part.get_content_type()
    kind = part.get_content_type().removeprefix("multipart/")
    return {kind: [structure(one) for one in part.iter_parts()]}


def resolved(table: Table, text: str = TURN) -> tuple[QueuedPosting, QueuedPosting]:
    """The draft of a turn, and what is posted when it is approved."""
    draft = only(table.say("Ann", text), "draft")
    return draft, only(table.reply(code_in((draft,)), "approve"), "public")


def test_a_turn_is_drafted_though_nothing_can_be_drawn(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> Picture:
        raise OSError("no such library")

    monkeypatch.setattr(drafting, "picture", broken)
    draft, posting = resolved(table)

    assert structure(parsed(draft.posting.octets)) == "text/plain"
    assert structure(parsed(posting.posting.octets)) == "text/plain"
    assert "a picture: OSError" in caplog.text


def test_a_resolution_is_a_text_beside_a_page_with_the_picture_of_its_draft(table: Table) -> None:
    before = table.present().position
    draft, posting = resolved(table)
    octets = posting.posting.octets
    assert len(octets) <= 30_000
    assert len(draft.posting.octets) <= 40_000
    mail = parsed(octets)
    assert structure(mail) == {"alternative": [PLAIN, {"related": ["text/html", "image/png"]}]}
    assert structure(parsed(draft.posting.octets)) == {"mixed": [PLAIN, "image/png", "text/html"]}
    assert png_of(draft.posting.octets) == png_of(octets)
    assert html_of(draft.posting.octets) == html_of(octets)
    (picture,) = [one for one in mail.walk() if one.get_content_type() == "image/png"]
    named = str(picture["Content-ID"]).strip("<>")
    assert re.fullmatch(r"board\.[0-9a-f]{20}@rednov", named)
    assert picture.get_content_disposition() == "inline"
    wanted = board_png(table.present().position, table.desk.tables("standard"), before)
    assert png_of(octets) == wanted
    page = html_of(octets)
    assert f'src="cid:{named}"' in page
    assert 'alt="Red November: after turn 1. ' in page
    assert "Ann went from room 5 to room 7" in page
    text = mail.get_body(("plain",))
    read = LexborHTMLParser(page).body
    assert text is not None
    assert read is not None
    whole = text.get_content().replace("\r\n", "\n")
    begin = whole.index("o  hatch     AB  gnomes")  # the map, for which the picture stands
    without = whole[:begin] + whole[whole.index("\n\n", begin) :]
    assert read.text(separator=" ").split() == without.split()
    again = readdressed(posting.posting, "other@agora.example", "other").picture
    assert again == unsealed(posting.posting).picture
    assert again is not None
    assert (again.png, again.html) == (png_of(octets), page.removesuffix("\n"))


def test_openings_and_reports_have_pictures_and_verdicts_none(tmp_path: Path) -> None:
    table = a_table(tmp_path, pictures=True)
    made = table.start()
    news = table.reply(made.code, "approve")
    assert png_of(only(news, "public").posting.octets)
    private = [one for one in news if one.posting.kind == "private"]
    assert {structure(parsed(one.posting.octets)) for one in private} == {PLAIN}
    with table.desk.db.transaction() as records:
        reports.post(table.desk, records, "position")
    posted = only(table.reply(code_in(table.news()), "approve"), "public")
    assert png_of(posted.posting.octets)
    void = only(table.say("Bob", "I pump for 3 minutes."), "draft")
    assert structure(parsed(void.posting.octets)) == PLAIN


HTML = {"alternative": [PLAIN, "text/html"]}


@pytest.mark.parametrize(
    ("limits", "draft", "posting"),
    [
        ({"in_mails": False}, PLAIN, PLAIN),
        ({"largest_draft": 5_000}, PLAIN, PLAIN),
        ({"largest_draft": 15_000}, {"mixed": [PLAIN, "text/html"]}, HTML),
        ({"largest_posting": 15_000}, {"mixed": [PLAIN, "text/html"]}, HTML),
    ],
)
def test_what_is_too_large_goes_without_its_picture_and_then_without_html(
    table: Table, limits: dict[str, int], draft: object, posting: object
) -> None:
    table.restarted(pictures=msgspec.structs.replace(table.desk.settings.pictures, **limits))
    drafted, posted = resolved(table)
    assert structure(parsed(drafted.posting.octets)) == draft
    assert structure(parsed(posted.posting.octets)) == posting
    if posting == HTML:
        assert "8 Stores" in html_of(posted.posting.octets)
        assert "<img" not in html_of(posted.posting.octets)


def test_in_other_words_or_shown_once_more_the_picture_stays(table: Table) -> None:
    draft = only(table.say("Ann", TURN), "draft")
    again = only(table.reply(code_in((draft,)), "again"), "draft")
    amended = only(table.reply(code_in((again,)), 'amend "is resolved" to "is done"'), "draft")
    posting = only(table.reply(code_in((amended,)), "approve"), "public")
    assert len({png_of(one.posting.octets) for one in (draft, again, amended, posting)}) == 1
    assert "is done" in html_of(posting.posting.octets)
