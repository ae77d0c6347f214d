"""The board is drawn once for what is to be posted: whoever approves sees what goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rednov_bot import journal
from rednov_bot.desk.desk import Desk
from rednov_bot.errors import stops_all
from rednov_bot.papers import BoardView, Page, Picture
from rednov_bot.prose import mail_html

MOST_OCTETS: Final = 100_000
"""Of a whole mail, text, page and picture; what would be larger goes without the picture."""

_AROUND: Final = 4_000  # octets of header and boundaries


def drawn(desk: Desk, pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages as they are put on file: each view is drawn, if mails are to have pictures."""
    if not desk.settings.pictures.in_mails:
        return tuple([replace(page, view=None) if page.view else page for page in pages])
    return tuple([_drawn(page) for page in pages])


def _drawn(page: Page) -> Page:
    """A page with its view drawn; one in other words keeps its picture, and has its page anew."""
    try:
        made = _redrawn(page)
    except Exception as fault:  # a resolution is never held up by its picture
        if stops_all(fault):
            raise
        journal.left_out("a picture", fault)
        return replace(page, view=None, picture=None)
    if made is not None and _octets(page, made) > MOST_OCTETS:
        made = None
    return replace(page, view=None, picture=made)


def _redrawn(page: Page) -> Picture | None:
    if page.view is not None:
        return picture(page.view, page.subject, page.body)
    if page.picture is None:
        return None
    says = mail_html.standing_for_it(page.picture.html)
    return _framed(page.picture.png, page.subject, page.body, says)


def _octets(page: Page, made: Picture) -> float:
    """About how large the whole mail is, and never less."""
    text, html = page.body.encode(), made.html.encode()
    return 1.2 * (len(text) + len(html)) + len(made.png) * 78 / 57 + _AROUND


def picture(view: BoardView, subject: str, body: str) -> Picture:
    """A view of the board, drawn for a mail of this subject and text."""
    from rednov_bot.picture.png import board_png  # loads the renderer, which few commands want
    from rednov_bot.picture.words import words

    png = board_png(view.now, view.tables, view.before, heading=view.heading)
    says = words(view.now, view.tables, view.before, heading=view.heading)
    return _framed(png, subject, body, says)


def _framed(png: bytes, subject: str, body: str, says: str) -> Picture:
    """A picture in the page that goes with it."""
    named = Picture(png=png, html="").content_id
    return Picture(png=png, html=mail_html.page_of(subject, body, says, named))
