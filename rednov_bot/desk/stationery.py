"""Letterheads and envelopes: for whom a page is, and what it answers."""

from __future__ import annotations

from rednov_bot.desk.desk import Desk
from rednov_bot.errors import SettingsError
from rednov_bot.papers import Letter, MessageId, TakenTurn
from rednov_bot.prose.letterhead import Envelope, Letterhead


def letterhead(desk: Desk, forum: str | None = None) -> Letterhead:
    """What all mails have in common; *forum* is where the announcement was made."""
    settings = desk.settings
    known = settings.forums.get(forum or "")
    address = known.address if known is not None else desk.posting_forum()[1].address
    return Letterhead(
        contest=settings.contest.name,
        contestmaster=desk.contestmaster,
        decides=desk.decides,
        bot=settings.bot.address,
        forum=address,
        reach=desk.address_of(desk.decides) or "",
        rules=f"{settings.pages.address}rules.html" if settings.pages.address else "",
    )


def thread(letter: Letter) -> tuple[MessageId, ...]:
    """The references of an answer to *letter* (RFC 5322, 3.6.4)."""
    above = letter.references
    if not above and letter.in_reply_to is not None:
        above = (letter.in_reply_to,)
    return above + ((letter.message_id,) if letter.message_id is not None else ())


def to_sender(desk: Desk, letter: Letter) -> Envelope:
    """A private answer: to the sender's first address, or where a stranger wrote from."""
    known = desk.address_of(letter.sender) if letter.sender is not None else None
    return Envelope(
        to=known or letter.addresses[0],
        to_name=letter.sender or "",
        in_reply_to=letter.message_id,
        references=thread(letter),
    )


def to_gnome(desk: Desk, name: str, about: TakenTurn | None = None) -> Envelope | None:
    """A private mail to a gnome; None for somebody without an address.

    *about* is eir own announcement, below which it is threaded; else it answers nothing.
    """
    address = desk.address_of(name)
    if address is None:
        return None
    if about is None or about.message_id is None:
        return Envelope(to=address, to_name=name)
    return Envelope(
        to=address,
        to_name=name,
        in_reply_to=about.message_id,
        references=(*about.references, about.message_id),
    )


def to_contestmaster(desk: Desk) -> Envelope:
    """A mail to whoever decides: the contestmaster, or eir deputy (A83)."""
    address = desk.address_of(desk.decides)
    if address is None:
        raise SettingsError(
            f"[people] has no address for {desk.decides}, who decides in this contest; "
            "add them there"
        )
    return Envelope(to=address, to_name=desk.decides)


def to_list(desk: Desk, forum: str | None, about: Letter | TakenTurn | None) -> Envelope:
    """A public posting: where the announcement was made, threaded under it."""
    key, known = desk.posting_forum(forum)
    own = () if about is None or about.message_id is None else (about.message_id,)
    references = () if about is None else about.references + own
    return Envelope(
        to=known.address,
        to_name=key,
        in_reply_to=None if about is None else about.message_id,
        references=references,
    )
