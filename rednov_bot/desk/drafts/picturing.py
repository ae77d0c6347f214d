"""The board is drawn once for what is to be posted: the draft shows the picture that goes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from rednov_bot import journal
from rednov_bot.core.mail.sealing import new_message_id, seal
from rednov_bot.desk.desk import Desk
from rednov_bot.errors import stops_all
from rednov_bot.papers import BoardView, Page, Picture
from rednov_bot.prose import mail_html

_AROUND: Final = 200  # octets of the header that are not known yet, as the Message-ID
_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


def drawn(desk: Desk, pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages as they are put on file: each view is drawn, if mails are to have pictures."""
    if not desk.settings.pictures.in_mails:
        return tuple([replace(page, view=None) if page.view else page for page in pages])
    return tuple([_drawn(desk, page) for page in pages])


def within(desk: Desk, pages: Sequence[Page], shown: Page) -> tuple[tuple[Page, ...], Page]:
    """The pages of a draft, and the mail that shows them, which is not to be larger than it may be.

    What cannot be shown is not posted either: the contestmaster approves what they saw.
    """
    most = desk.settings.pictures.largest_draft
    if shown.picture is None or _fits(desk, shown, most):
        return tuple(pages), shown
    for less in (_without_drawing, _without_html):
        pages = [less(page) if page.picture else page for page in pages]
        shown = replace(shown, picture=next((one.picture for one in pages if one.picture), None))
        if _fits(desk, shown, most):
            break
    return tuple(pages), shown


def _drawn(desk: Desk, page: Page) -> Page:
    """A page with its view drawn; one in other words keeps its picture, and has its page anew."""
    if page.view is None and page.picture is None:
        return page
    try:
        made = _redrawn(page)
        most = desk.settings.pictures.largest_posting
        return next(one for one in _ever_less(made) if _fits(desk, one, most))
    except StopIteration:
        return replace(page, view=None, picture=None)
    except Exception as fault:  # a resolution is never held up by its picture
        if stops_all(fault):
            raise
        journal.left_out("a picture", fault)
        return replace(page, view=None, picture=None)


def _redrawn(page: Page) -> Page:
    if page.view is not None:
        return replace(page, view=None, picture=picture(page.view, page.subject, page.body))
    assert page.picture is not None
    says = mail_html.standing_for_it(page.picture.html)
    return replace(page, picture=_framed(page.picture.png, page.subject, page.body, says))


def _ever_less(page: Page) -> Iterator[Page]:
    """A page whole, without its drawing, without its HTML."""
    yield page
    yield _without_drawing(page)
    yield _without_html(page)


def _without_drawing(page: Page) -> Page:
    return replace(page, picture=_framed(b"", page.subject, page.body, ""))


def _without_html(page: Page) -> Page:
    return replace(page, picture=None)


def _fits(desk: Desk, page: Page, most: int) -> bool:
    """Whether the mail has at most so many octets when it is sent."""
    address = desk.settings.bot.address
    name = new_message_id(address, "x" * 16)
    posting = seal(page, bot=address, bot_name="", message_id=name, at=_SOME_TIME, auto=None)
    return len(posting.octets) + _AROUND <= most


def picture(view: BoardView, subject: str, body: str) -> Picture:
    """A view of the board, drawn for a mail of this subject and text."""
    from rednov_bot.picture.png import board_png  # loads Pillow, which few commands want
    from rednov_bot.picture.telling import words

    png = board_png(view.now, view.tables, view.before)
    says = words(view.now, view.tables, view.before, heading=view.heading)
    return _framed(png, subject, body, says)


def _framed(png: bytes, subject: str, body: str, says: str) -> Picture:
    """A picture in the page that goes with it; a page alone without octets of a picture."""
    named = Picture(png=png, html="").content_id if png else ""
    return Picture(png=png, html=mail_html.page_of(subject, body, says, named))
