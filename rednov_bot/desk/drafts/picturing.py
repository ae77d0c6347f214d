"""The board is drawn once for what is to be posted: whoever approves sees what goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rednov_bot import journal
from rednov_bot.desk.desk import Desk
from rednov_bot.errors import stops_all
from rednov_bot.papers import BoardView, Page, Picture

MOST_OCTETS: Final = 100_000
"""Of a whole mail, text, page and picture; what would be larger goes without the picture."""

_AROUND: Final = 8_000  # octets of header and of the page around its words


def drawn(desk: Desk, pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages as they are put on file: each view is drawn, if mails are to have pictures."""
    if not desk.settings.pictures.in_mails:
        return tuple([replace(page, view=None) if page.view else page for page in pages])
    return tuple([_drawn(page) for page in pages])


def _drawn(page: Page) -> Page:
    if page.picture is not None:
        made = page.picture
    elif page.view is not None:
        try:
            made = picture(page.view)
        except Exception as fault:  # a resolution is never held up by its picture
            if stops_all(fault):
                raise
            journal.left_out("a picture", fault)
            return replace(page, view=None)
    else:
        return page
    words = 2.4 * len(page.body.encode()) + len(made.says.encode())
    fits = words + len(made.png) * 78 / 57 + _AROUND <= MOST_OCTETS
    return replace(page, view=None, picture=made if fits else None)


def picture(view: BoardView) -> Picture:
    """A view of the board, drawn."""
    from rednov_bot.picture.png import board_png  # loads the renderer, which few commands want
    from rednov_bot.picture.words import words

    png = board_png(view.now, view.tables, view.before, heading=view.heading)
    return Picture(png=png, says=words(view.now, view.tables, view.before, heading=view.heading))
