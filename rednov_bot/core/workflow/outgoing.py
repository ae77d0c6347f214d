"""Pages become sealed postings in the outbox; automatic answers are one a mail, and bounded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal

from rednov_bot.core.errors import CannotEncrypt, SettingsError
from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Draft, Game, Message, MessageId, Page, PostingKind, TakenTurn
from rednov_bot.core.render import answers, delivery_pages, trust_pages
from rednov_bot.core.render.letterhead import Envelope, Heads, Letterhead
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.games.base import Player

# -- whom a mail is for ----------------------------------------------------------------------------


def letterhead_for(desk: Desk, forum: str | None = None) -> Letterhead:
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


def to_sender(desk: Desk, message: Message) -> Envelope:
    """A private answer: to the sender's first address, or where a stranger wrote from."""
    known = desk.address_of(message.sender) if message.sender is not None else None
    above = message.references
    if not above and message.in_reply_to is not None:  # RFC 5322, 3.6.4
        above = (message.in_reply_to,)
    to = Envelope(to=known or message.addresses[0], to_name=message.sender or "")
    return _below(to, message.message_id, above)


def to_gnome(desk: Desk, name: str, about: TakenTurn | None = None) -> Envelope | None:
    """A private mail to a gnome; None for somebody without an address.

    *about* is their own announcement, below which it is threaded; else it answers nothing.
    """
    address = desk.address_of(name)
    if address is None:
        return None
    to = Envelope(to=address, to_name=name)
    if about is None or about.message_id is None:
        return to
    return _below(to, about.message_id, about.references)


def to_contestmaster(desk: Desk) -> Envelope:
    """A mail to the one who decides: the contestmaster, or their deputy (A83)."""
    address = desk.address_of(desk.decides)
    if address is None:
        raise SettingsError(
            f"[people] has no address for {desk.decides}, who decides in this contest; "
            "add them there"
        )
    return Envelope(to=address, to_name=desk.decides)


def to_list(desk: Desk, forum: str | None, about: Message | TakenTurn | None) -> Envelope:
    """A public posting: where the announcement was made, threaded under it."""
    key, known = desk.posting_forum(forum)
    to = Envelope(to=known.address, to_name=key)
    return to if about is None else _below(to, about.message_id, about.references)


def _below(to: Envelope, answered: MessageId | None, above: tuple[MessageId, ...]) -> Envelope:
    """The same in the thread of the mail that is *answered*, which has others *above* it."""
    own = () if answered is None else (answered,)
    return replace(to, in_reply_to=answered, references=above + own)


def answering(desk: Desk, message: Message, forum: str | None = None) -> Heads:
    """The heads of a private answer; *forum* is where the announcement was made."""
    return {"letterhead": letterhead_for(desk, forum), "envelope": to_sender(desk, message)}


def for_desk(desk: Desk) -> Heads:
    """The heads of a mail to the one who decides."""
    return {"letterhead": letterhead_for(desk), "envelope": to_contestmaster(desk)}


def for_list(
    desk: Desk, forum: str | None = None, about: Message | TakenTurn | None = None
) -> Heads:
    """The heads of a public posting, threaded under the announcement."""
    return {"letterhead": letterhead_for(desk, forum), "envelope": to_list(desk, forum, about)}


def below_the_end(desk: Desk, records: UnitOfWork, game: Game) -> Heads:
    """The heads of a posting on a game that is over: below the posting that ended it."""
    present = records.gamestate(game.id)
    assert present is not None
    code = records.chapters(game.id, present[0] - 1)[-1].cause.removeprefix("draft ")
    found = records.draft(code)
    every = [one.posting for one in records.outbox(code) if one.posting.kind == "public"]
    if found is None or not every:
        return for_list(desk)
    page = next(one for one in found[0].pages if one.kind == "public")
    heads = for_list(desk, page.to_name)
    to = _below(heads["envelope"], every[-1].message_id, page.references)
    return {"letterhead": heads["letterhead"], "envelope": to}


# -- into the outbox -------------------------------------------------------------------------------

BOT_NAME: Final = "Red November bot"
_ANSWERS: Final[frozenset[PostingKind]] = frozenset({"public", "receipt", "question", "desk"})


def post(
    desk: Desk,
    records: UnitOfWork,
    page: Page,
    *,
    draft: str | None = None,
    after: Sequence[MessageId] = (),
    reason: str = "",
    at: datetime | None = None,
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
    address, at = desk.settings.bot.address, at or desk.now()
    message_id = new_message_id(address, desk.tokens.message())
    sealed = partial(seal, bot=address, bot_name=BOT_NAME, message_id=message_id, at=at, auto=auto)
    # For whom alone it is, as far as the settings know them.
    name = None if page.kind == "public" else _name(desk, page) or page.to_name
    person = desk.settings.people.get(name or "")
    try:
        posting = sealed(page, key=None if person is None else person.openpgp_key)
    except CannotEncrypt as wrong:
        posting = sealed(_withheld(desk, records, page, name or "", wrong.fault))
    records.queue(posting, draft=draft, after=after, reason=reason, at=at)
    return message_id


def _withheld(desk: Desk, records: UnitOfWork, page: Page, name: Player, fault: str) -> Page:
    """What goes out in clear where *page* could not be encrypted: that it was not, and why.

    The contestmaster is told so as well, once of each fault.
    """
    if name != desk.decides:
        told = delivery_pages.withheld_from(name, fault, **for_desk(desk))
        post_once(desk, records, told, f"key of {name} {fault}")
    return delivery_pages.withheld(page, fault, letterhead=letterhead_for(desk))


def post_once(
    desk: Desk, records: UnitOfWork, page: Page, reason: str, since: datetime | None = None
) -> bool:
    """A page is posted to its reader, unless they got one for this reason, or did so *since*."""
    if since is None:
        known = records.last_answered(page.to, reason) is not None
    else:
        known = records.answered_since(page.to, since, reason) > 0
    if not known:
        post(desk, records, page, reason=reason)
    return not known


def post_pages(
    desk: Desk, records: UnitOfWork, draft: Draft, *, after: Sequence[MessageId] = ()
) -> tuple[MessageId, ...]:
    """The pages as they were shown; an opening waits until every notice was accepted (A110).

    The public ones, which are named, wait for those of another draft, named by *after*.  All bear
    the same Date, or that of a public one would tell how many others were sealed before it.
    """
    seal_now = partial(post, desk, records, draft=draft.code, at=desk.now())
    sent = [seal_now(page) for page in draft.pages if page.kind != "public"]
    after = sent if draft.kind == "opening" else after
    names = [seal_now(page, after=after) for page in draft.pages if page.kind == "public"]
    if lost_time.may_be_posted(desk, records, draft):
        for name in names:  # it may be on the list already, and waits for a word
            lost_time.doubt(desk, records, name)
    return tuple(names)


# -- automatic answers -----------------------------------------------------------------------------

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


def answer(
    desk: Desk,
    records: UnitOfWork,
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
    occasion = _occasion(desk, page, asked)
    if not desk.tray and not _may_go(desk, records, page, occasion):
        return False
    if desk.tray is None:
        post(desk, records, page, after=after, reason=occasion)
    else:
        desk.tray.append(page)  # one more thing said in the same answer
    return True


@contextmanager
def one_answer(desk: Desk, records: UnitOfWork, *, asked: bool = False) -> Iterator[Desk]:
    """What is answered to one mail that says several things goes out as one mail, in their order.

    What is to be answered together uses the desk that is given.
    """
    gathering = replace(desk, tray=[])
    yield gathering
    if gathering.tray:
        page = answers.together(tuple(gathering.tray), letterhead_for(desk))
        post(desk, records, page, reason=_occasion(desk, page, asked))


def answer_stranger(desk: Desk, records: UnitOfWork, page: Page, said_at: datetime | None) -> None:
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
    """The contestmaster is not counted as asking: commands and questions of theirs are answered."""
    return "asked" if asked and _name(desk, page) != desk.decides else "told"


def _name(desk: Desk, page: Page) -> Player | None:
    return desk.roster.people.get(folded(page.to))


def _may_go(desk: Desk, records: UnitOfWork, page: Page, occasion: Occasion) -> bool:
    """Whether one more answer may go to a reader today; where none may, one mail says so.

    Counted by person: every address of theirs.
    """
    most, today, name = desk.settings.bot.answers_a_day, _today(desk), _name(desk, page)
    addresses = {page.to} if name is None else {page.to, *desk.roster.addresses_of(name)}

    def gone(*reasons: str) -> int:
        each = [(address, one) for address in addresses for one in reasons]
        return sum([records.answered_since(address, today, one) for address, one in each])

    if occasion == "asked" and most and gone(occasion) >= most:
        if not gone(_SPENT + occasion):
            until, head = today + timedelta(days=1), letterhead_for(desk)
            told = answers.spent(page, most, until, letterhead=head)
            post(desk, records, told, reason=_SPENT + occasion)
        return False
    if not most or gone("told", "asked") < MACHINE:
        return True
    _tell_of_machines(desk, records, MACHINE, name or page.to)
    return False


def _tell_of_machines(desk: Desk, records: UnitOfWork, most: int, to: str) -> None:
    """The contestmaster hears, once a day, that no more answers go *to* somebody, "" to
    strangers."""
    today = _today(desk)
    page = trust_pages.spent(most, to, today + timedelta(days=1), **for_desk(desk))
    post_once(desk, records, page, _IN_ALL + to, today)


def marked(made: str, words: str) -> str:
    """What was made of words that are not stored, with a mark by which the same are known again."""
    return f"{made} ({hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()[:12]})"


def on_file(made: str, answered: bool) -> str:
    """What was made of a mail, and that it was not answered if it was not."""
    return made if answered else f"{made}, not answered: as many answers as may be went out today"
