"""Pages become sealed postings in the outbox; automatic answers are one a mail, and bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.mail.sealing import new_message_id, seal
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk, standing_still
from rednov_bot.desk.restoring import lost_time
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotEncrypt
from rednov_bot.papers import Draft, MessageId, Page, PostingKind
from rednov_bot.ports import Records
from rednov_bot.prose import answers, delivery_pages, kept_pages
from rednov_bot.prose.answers import together

Occasion = Literal["told", "asked", "stranger"]
"""What an answer is to: something that was announced, chosen, ordered, decided or claimed; a mail
to the bot alone that asks for something (help, status, a rehearsal); a mail from an unknown
address."""

MACHINE: Final = 200
"""Answers to one person in a day, of every kind: beyond them it is two machines that write to each
other, whatever their mails look like (RFC 3834), and the contestmaster is told so."""

STRANGERS: Final = 1
"""Answers in a day to one unknown address: there is one reason for them, that it is unknown."""

STRANGERS_IN_ALL: Final = 20
"""Answers in a day to all of them: anybody can make up a thousand addresses, and have the bot write
to each."""

_SPENT: Final = "answers used up: "
_IN_ALL: Final = "answers in all: "

BOT_NAME = "Red November bot"
_ANSWERS: frozenset[PostingKind] = frozenset({"public", "receipt", "question", "desk"})


def post(
    desk: Desk,
    records: Records,
    page: Page,
    *,
    draft: str | None = None,
    after: Sequence[MessageId] = (),
    reason: str = "",
) -> MessageId:
    """A page is sealed as it stands and put into the outbox; its Message-ID is fixed here.

    *draft* is the one that the page shows, or whose approval posts it: then a public posting
    carries no Auto-Submitted.  What is for somebody alone who has an OpenPGP key is encrypted to
    it, or it is withheld: never sent in clear.
    """
    assert draft is not None or page.kind != "draft"  # a successor is shown it again by its code
    auto: Literal["generated", "replied"] | None = "generated"
    if page.kind == "public" and draft is not None:
        auto = None
    elif page.kind in _ANSWERS and not (page.kind == "desk" and page.in_reply_to is None):
        auto = "replied"
    message_id = new_message_id(desk.settings.bot.address, desk.tokens.message())
    sealed = partial(
        seal,
        bot=desk.settings.bot.address,
        bot_name=BOT_NAME,
        message_id=message_id,
        at=desk.now(),
        auto=auto,
    )
    name = _reader(desk, page)
    try:
        posting = sealed(page, key=None if name is None else desk.settings.people[name].openpgp_key)
    except CannotEncrypt as wrong:
        assert name is not None
        posting = sealed(_withheld(desk, records, page, name, wrong.fault))
    records.queue(posting, draft=draft, after=after, reason=reason, at=desk.now())
    return message_id


def _reader(desk: Desk, page: Page) -> GnomeName | None:
    """For whom alone a page is, as far as the settings know em; None of one to a list."""
    if page.kind == "public":
        return None
    name = desk.roster.people.get(folded(page.to), page.to_name)
    return name if name in desk.settings.people else None


def _withheld(desk: Desk, records: Records, page: Page, name: GnomeName, fault: str) -> Page:
    """What goes out in clear where *page* could not be encrypted: that it was not, and why.

    Whoever decides is told so as well, once of each fault.
    """
    letterhead = stationery.letterhead(desk)
    if name != desk.decides:
        envelope, why = stationery.to_contestmaster(desk), f"key of {name} {fault}"
        if records.last_answered(envelope.to, why) is None:
            told = delivery_pages.withheld_from(
                name, fault, letterhead=letterhead, envelope=envelope
            )
            post(desk, records, told, reason=why)
    return delivery_pages.withheld(page, fault, letterhead=letterhead)


def post_pages(
    desk: Desk, records: Records, draft: Draft, *, after: Sequence[MessageId] = ()
) -> tuple[MessageId, ...]:
    """The pages as they were shown; an opening waits until every notice was accepted (A110).

    The public ones wait for those of another draft, named by *after*, to be accepted.

    All bear the same Date, or that of a public one would tell how many others were sealed before
    it.  The public ones are named.
    """
    desk = standing_still(desk)
    private: list[MessageId] = [
        post(desk, records, page, draft=draft.code) for page in draft.pages if page.kind != "public"
    ]
    waits = tuple(private) if draft.kind == "opening" else after
    return tuple(
        [
            _published(desk, records, draft, page, waits)
            for page in draft.pages
            if page.kind == "public"
        ]
    )


def _published(
    desk: Desk, records: Records, draft: Draft, page: Page, after: Sequence[MessageId]
) -> MessageId:
    """A public page is posted; what may be posted already, since a restore, waits for a word."""
    name = post(desk, records, page, draft=draft.code, after=after)
    if lost_time.may_be_posted(desk, records, draft):
        lost_time.doubt(desk, records, name)
    return name


def answer(
    desk: Desk,
    records: Records,
    page: Page,
    *,
    asked: bool = False,
    after: Sequence[MessageId] = (),
) -> bool:
    """An automatic answer goes to its reader, if one more may.  Whether it goes.

    What is *asked* for is bounded by the settings.  Drafts, notices and the questions of a
    resolution are no answers and are not counted.  It waits for the mails named by *after* to be
    accepted, unless it is gathered with others.
    """
    if desk.tray:
        desk.tray.append(page)  # one more thing said in the same answer
        return True
    occasion = _occasion(desk, page, asked)
    if not _may_go(desk, records, page, occasion):
        return False
    if desk.tray is not None:
        desk.tray.append(page)
        return True
    post(desk, records, page, after=after, reason=occasion)
    return True


@contextmanager
def one_answer(desk: Desk, records: Records, *, asked: bool = False) -> Iterator[Desk]:
    """What is answered to one mail that says several things goes out as one mail, in their order.

    What is to be answered together uses the desk that is given.
    """
    gathering = replace(desk, tray=[])
    yield gathering
    if gathering.tray:
        page = together(tuple(gathering.tray), stationery.letterhead(desk))
        post(desk, records, page, reason=_occasion(desk, page, asked))


def answer_stranger(desk: Desk, records: Records, page: Page, said_at: datetime | None) -> None:
    """An unknown address is told so, once a day; if it made a mail of a *said_at* moment.

    A mail older than the last answer, met again in a renumbered mailbox, is not answered again.
    """
    today = _today(desk)
    since = today if said_at is None else min(today, said_at)
    if records.answered_since(page.to, since, "stranger") >= STRANGERS:
        return
    if records.answered_in_all(today, "stranger") >= STRANGERS_IN_ALL:
        _tell_of_machines(desk, records, STRANGERS_IN_ALL, "")
        return
    post(desk, records, page, reason="stranger")


def _today(desk: Desk) -> datetime:
    """When the day began in which answers are counted, in UTC."""
    return desk.now().replace(hour=0, minute=0, second=0, microsecond=0)


def _occasion(desk: Desk, page: Page, asked: bool) -> Occasion:
    """Whoever decides is not counted as asking: commands and questions of theirs are answered."""
    return "asked" if asked and _name(desk, page) != desk.decides else "told"


def _name(desk: Desk, page: Page) -> GnomeName | None:
    return desk.roster.people.get(folded(page.to))


def _may_go(desk: Desk, records: Records, page: Page, occasion: Occasion) -> bool:
    """Whether one more answer may go to a reader today; where none may, one mail says so.

    Counted by person: every address of theirs.
    """
    today, name = _today(desk), _name(desk, page)
    addresses = {page.to} if name is None else {page.to, *desk.roster.addresses_of(name)}

    def gone(*reasons: str) -> int:
        return sum(
            records.answered_since(address, today, one) for address in addresses for one in reasons
        )

    most = desk.settings.bot.answers_a_day
    if occasion == "asked" and most and gone(occasion) >= most:
        if not gone(_SPENT + occasion):
            spent = answers.spent(
                page,
                most,
                today + timedelta(days=1),
                letterhead=stationery.letterhead(desk),
            )
            post(desk, records, spent, reason=_SPENT + occasion)
        return False
    if not most or gone("told", "asked") < MACHINE:
        return True
    _tell_of_machines(desk, records, MACHINE, name or page.to)
    return False


def _tell_of_machines(desk: Desk, records: Records, most: int, to: str) -> None:
    """Whoever decides hears, once a day, that no more answers go *to* somebody, "" to strangers."""
    envelope = stationery.to_contestmaster(desk)
    if records.answered_since(envelope.to, _today(desk), _IN_ALL + to) == 0:
        page = kept_pages.spent(
            most,
            to,
            _today(desk) + timedelta(days=1),
            letterhead=stationery.letterhead(desk),
            envelope=envelope,
        )
        post(desk, records, page, reason=_IN_ALL + to)


def on_file(made: str, answered: bool) -> str:
    """What was made of a mail, and that it was not answered if it was not."""
    return made if answered else f"{made}, not answered: as many answers as may be went out today"
