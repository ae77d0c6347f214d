"""Whoever has answered whether a mail is eirs is told what comes of that."""

from __future__ import annotations

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.papers import Doubted, Letter
from rednov_bot.ports import Records
from rednov_bot.prose import trust_pages
from rednov_bot.prose.trust_pages import Heard


def tell(
    desk: Desk,
    records: Records,
    letter: Letter,
    asked: Doubted,
    heard: Heard,
    made: str,
    *,
    mail: str = "",
    words: str = "",
) -> str:
    """What is filed of the answer: *made*, and whether e was told.

    *mail* is the one that counts, of what is said again; *words* is a line not understood.
    """
    page = trust_pages.vouched(
        asked.code,
        heard,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        mail=mail,
        words=words,
    )
    return on_file(made, answer(desk, records, page))
