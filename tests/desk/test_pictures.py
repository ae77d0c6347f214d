"""What is posted about a position comes with a picture: the one that was shown with its draft."""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import default
from pathlib import Path

import msgspec
import pytest
from selectolax.lexbor import LexborHTMLParser

from rednov_bot.core.mail.letter import open_letter
from rednov_bot.core.mail.returned import differences
from rednov_bot.core.mail.unsealing import readdressed, unsealed
from rednov_bot.desk.drafts import picturing
from rednov_bot.desk.reports import reporting
from rednov_bot.engine.position import Position
from rednov_bot.papers import BoardView, Page, Picture, QueuedPosting
from rednov_bot.picture import png
from rednov_bot.picture.board import Drawing, drawing
from rednov_bot.picture.png import board_png
from tests.builders import BUSINESS, Table, a_table
from tests.desk.play import begin, code_in, only, reply, say, start

TURN = "I open 5-7, go in and take no action."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    at = a_table(tmp_path, pictures=True)
    begin(at)
    return at


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
    draft = only(say(table, "Ann", text), "draft")
    return draft, only(reply(table, code_in((draft,)), "approve"), "public")


def test_a_resolution_is_a_text_beside_a_page_with_a_picture(table: Table) -> None:
    _, posting = resolved(table)
    mail = parsed(posting.posting.octets)

    assert structure(mail) == {
        "alternative": ["text/plain", {"related": ["text/html", "image/png"]}]
    }
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert page is not None
    assert "Ann opens hatch 5-7" in " ".join(text.get_content().split())
    (picture,) = [one for one in mail.walk() if one.get_content_type() == "image/png"]
    named = str(picture["Content-ID"]).strip("<>")
    assert re.fullmatch(r"board\.[0-9a-f]{20}@rednov", named)
    assert f'src="cid:{named}"' in page.get_content()
    assert picture.get_content_disposition() == "inline"


def test_the_page_has_the_words_of_the_text_and_no_others(table: Table) -> None:
    _, posting = resolved(table)
    mail = parsed(posting.posting.octets)
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert page is not None

    read = LexborHTMLParser(page.get_content()).body
    assert read is not None
    whole = text.get_content().replace("\r\n", "\n")
    begin = whole.index("o  hatch     AB  gnomes")  # the map, for which the picture stands
    without = whole[:begin] + whole[whole.index("\n\n", begin) :]
    assert read.text(separator=" ").split() == without.split()


def test_what_is_posted_is_the_picture_that_the_draft_showed(table: Table) -> None:
    draft, posting = resolved(table)

    shown = structure(parsed(draft.posting.octets))
    assert shown == {"mixed": ["text/plain", "image/png", "text/html"]}
    assert png_of(draft.posting.octets) == png_of(posting.posting.octets)
    assert html_of(draft.posting.octets) == html_of(posting.posting.octets)


def test_the_picture_shows_the_position_after_the_turn_and_what_it_changed(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        before = records.gamestate(records.games()[-1].id)
    _, posting = resolved(table)
    with table.desk.ledger.transaction() as records:
        after = records.gamestate(records.games()[-1].id)
    assert before is not None
    assert after is not None
    tables = table.desk.tables("standard")

    wanted = board_png(after[1].position, tables, before[1].position)
    assert png_of(posting.posting.octets) == wanted
    page = parsed(posting.posting.octets).get_body(("html",))
    assert page is not None
    assert "Ann went from room 5 to room 7" in page.get_content().replace("=\n", "")


def test_openings_and_reports_have_pictures_and_verdicts_have_none(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        reporting.post(table.desk, records, "position")
    report = only(table.news(), "draft")
    posted = only(reply(table, code_in((report,)), "approve"), "public")
    void = only(say(table, "Bob", "I open 4-3, go in and pump for 3 minutes."), "draft")

    assert png_of(posted.posting.octets)
    assert structure(parsed(void.posting.octets)) == "text/plain"


def test_an_opening_has_a_picture(tmp_path: Path) -> None:
    at = a_table(tmp_path, pictures=True)
    draft = start(at)
    posting = only(reply(at, draft.code, "approve"), "public")

    assert draft.pages[-1].picture or draft.pages[0].picture
    assert png_of(posting.posting.octets)


def test_private_mails_have_no_picture(table: Table) -> None:
    _, posting = resolved(table, "I open 5-8, go in and draw 2 items.")
    with table.desk.ledger.transaction() as records:
        private = [one for one in records.outbox() if one.posting.kind == "private"]

    assert private
    assert {structure(parsed(one.posting.octets)) for one in private} == {"text/plain"}
    assert png_of(posting.posting.octets)


def test_in_other_words_the_picture_stays(table: Table) -> None:
    draft = only(say(table, "Ann", TURN), "draft")
    amended = only(reply(table, code_in((draft,)), 'amend "is resolved" to "is done"'), "draft")
    posting = only(reply(table, code_in((amended,)), "approve"), "public")

    assert png_of(draft.posting.octets) == png_of(amended.posting.octets)
    assert png_of(draft.posting.octets) == png_of(posting.posting.octets)
    page = parsed(posting.posting.octets).get_body(("html",))
    assert page is not None
    assert "is done" in page.get_content()
    assert "is resolved" not in page.get_content()


def test_shown_once_more_a_draft_has_its_picture_still(table: Table) -> None:
    draft = only(say(table, "Ann", TURN), "draft")
    again = only(reply(table, code_in((draft,)), "again"), "draft")

    assert png_of(again.posting.octets) == png_of(draft.posting.octets)


def test_a_setting_turns_them_off(tmp_path: Path) -> None:
    at = a_table(tmp_path, pictures=False)
    begin(at)
    draft, posting = resolved(at)

    assert structure(parsed(draft.posting.octets)) == "text/plain"
    assert structure(parsed(posting.posting.octets)) == "text/plain"


def test_a_posting_has_at_most_30_kilobytes_and_a_draft_40(table: Table) -> None:
    draft, posting = resolved(table, "I open 5-8, go in and draw 4 items.")

    assert len(posting.posting.octets) <= 30_000
    assert len(draft.posting.octets) <= 40_000
    assert png_of(posting.posting.octets)


def test_what_would_be_larger_goes_without_its_picture_and_then_without_html(table: Table) -> None:
    view = BoardView(now=Position(), tables=table.desk.tables("standard"))
    page = Page(kind="public", to=BUSINESS, to_name="business", subject="Turn 1", body="A turn.\n")
    short, long, longer = (
        replace(page, view=view, body="word\n" * words) for words in (1, 2_000, 4_000)
    )
    drawn = picturing.drawn(table.desk, (short, long, longer, page))

    shown = [one.picture and bool(one.picture.png) for one in drawn]
    assert shown == [True, False, None, None]


def with_limits(tmp_path: Path, **limits: int) -> Table:
    at = a_table(tmp_path, pictures=True)
    settings = at.desk.settings
    pictures = msgspec.structs.replace(settings.pictures, **limits)
    desk = replace(at.desk, settings=msgspec.structs.replace(settings, pictures=pictures))
    at = replace(at, desk=desk)
    begin(at)
    return at


def test_without_its_picture_the_html_has_the_map(tmp_path: Path) -> None:
    _, posting = resolved(with_limits(tmp_path, largest_posting=15_000))

    assert structure(parsed(posting.posting.octets)) == {"alternative": ["text/plain", "text/html"]}
    assert "8 Stores" in html_of(posting.posting.octets)
    assert "<img" not in html_of(posting.posting.octets)


def test_what_is_too_large_for_the_draft_is_not_posted_either(tmp_path: Path) -> None:
    draft, posting = resolved(with_limits(tmp_path, largest_draft=15_000))

    assert structure(parsed(draft.posting.octets)) == {"mixed": ["text/plain", "text/html"]}
    assert structure(parsed(posting.posting.octets)) == {"alternative": ["text/plain", "text/html"]}
    assert html_of(draft.posting.octets) == html_of(posting.posting.octets)


def test_a_small_limit_leaves_plain_text(tmp_path: Path) -> None:
    draft, posting = resolved(with_limits(tmp_path, largest_draft=5_000))

    assert structure(parsed(draft.posting.octets)) == "text/plain"
    assert structure(parsed(posting.posting.octets)) == "text/plain"


def test_a_view_is_painted_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    png._encoded.cache_clear()
    painted = []

    def counted(*view: object, whole: bool) -> Drawing:
        painted.append(view)
        return drawing(*view, whole=whole)  # type: ignore[arg-type]

    monkeypatch.setattr(png, "drawing", counted)
    draft = only(say(table, "Ann", TURN), "draft")
    reply(table, code_in((draft,)), "reject because of a typo")
    anew = only(reply(table, code_in((draft,)), "again"), "draft")
    posting = only(reply(table, code_in((anew,)), "approve"), "public")

    assert len(painted) == 1
    assert png_of(draft.posting.octets) == png_of(posting.posting.octets)


def test_it_comes_back_from_its_list_as_it_was_sent(table: Table) -> None:
    _, posting = resolved(table)
    sent = posting.posting.octets
    roster = table.desk.roster

    assert differences(sent, open_letter(sent, roster)) == ()
    assert differences(sent, open_letter(without_html(sent), roster)) == ()
    assert differences(sent, open_letter(within_a_footer(sent), roster)) == ()


def without_html(sent: bytes) -> bytes:
    """As a list passes it on that lets nothing but plain text through."""
    mail = parsed(sent)
    text = mail.get_body(("plain",))
    assert text is not None
    words = str(text.get_content())
    mail.clear_content()
    mail.set_content(words)
    return mail.as_bytes()


def within_a_footer(sent: bytes) -> bytes:
    """As Mailman does it: the whole mail is a part, and its footer is another."""
    head, _, body = sent.partition(b"\r\nContent-Type: ")
    inner = b"Content-Type: " + body
    footer = b"_____\r\nhttps://agora.example/list\r\n"
    return b"\r\n".join(
        [
            head,
            b'Content-Type: multipart/mixed; boundary="list"',
            b"",
            b"--list",
            inner,
            b"--list",
            b'Content-Type: text/plain; charset="us-ascii"',
            b"",
            footer + b"--list--",
            b"",
        ]
    )


def test_posted_again_it_has_its_picture(table: Table) -> None:
    _, posting = resolved(table)
    page = readdressed(posting.posting, "other@agora.example", "other")
    said = unsealed(posting.posting)

    assert page.picture is not None
    assert page.picture.png == png_of(posting.posting.octets)
    assert page.picture.html == html_of(posting.posting.octets).removesuffix("\n")
    assert 'alt="Red November: after turn 1. ' in page.picture.html
    assert page.picture == said.picture
    assert page.body == said.body


def test_after_a_restart_the_picture_is_that_of_the_draft(table: Table) -> None:
    draft = only(say(table, "Ann", TURN), "draft")
    with table.desk.ledger.transaction() as records:
        found = records.draft(code_in((draft,)))
    assert found is not None

    (public,) = [one for one in found[0].pages if one.kind == "public"]
    assert public.view is None
    assert public.picture is not None
    assert public.picture.png == png_of(draft.posting.octets)
    assert public.picture.html == html_of(draft.posting.octets).removesuffix("\n")


def test_a_turn_is_drafted_though_nothing_can_be_drawn(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> Picture:
        raise OSError("no such library")

    monkeypatch.setattr(picturing, "picture", broken)
    draft, posting = resolved(table)

    assert structure(parsed(draft.posting.octets)) == "text/plain"
    assert structure(parsed(posting.posting.octets)) == "text/plain"
    assert "a picture: OSError" in caplog.text
