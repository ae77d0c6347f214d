"""Pages become sealed postings in the outbox; automatic answers are one a mail, ten a day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final, Literal, assert_never

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk, standing_still
from rednov_bot.desk.restoring import found_again
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotEncrypt
from rednov_bot.mail.roster import folded
from rednov_bot.mail.sealing import new_message_id, seal
from rednov_bot.papers import Draft, Letter, MessageId, Page, PostingKind
from rednov_bot.ports import Records
from rednov_bot.prose import kept_pages, withheld_pages
from rednov_bot.prose.answers import last_of_the_day, together

Occasion = Literal["announcement", "private", "reply", "stranger", "unshown"]
"""What is answered: said on a list; mailed to the bot alone; the contestmaster's reply to a draft
(its code in the subject); a mail from an unknown address; any mail in somebody's name that is not
shown to be eirs (authentication.py)."""

A_DAY: Final = 10
"""Automatic answers to one person within 24 hours, whatever they answer: receipts, questions,
rehearsals, hands, help, and the word that the way is free."""

PRIVATELY: Final = 7
"""Of these, answers to private mails: however much is tried out, announcements are answered."""

REPLIES: Final = 50
"""Answers to whoever decides, counted apart: in eir office e decides many drafts a day, looks at
eir desk, and must hear of each mail whether it was carried out.  They end all the same, so that no
two machines answer each other for ever (RFC 3834)."""

UNSHOWN: Final = 5
"""Answers to mails in one person's name that are doubtful or contradicted, counted apart: whoever
forges them must not use up eir answers, and whose mail server is badly set must hear of it."""

STRANGERS: Final = 1
"""Answers to one unknown address: there is one reason for them, that it is unknown."""

IN_ALL: Final[dict[Occasion, int]] = {"announcement": 200, "private": 200, "stranger": 20}
"""Answers to everybody together within 24 hours; then whoever decides is told, once a day.

Of strangers' addresses anybody can make up a thousand, and have the bot write to each.
"""

_ALL_SPENT: Final = "answers in all"

_SPENT: Final[dict[Occasion, str]] = {
    "announcement": "ten answers went to them today",
    "private": "seven answers to private mails, or ten in all, went to them today",
    "reply": "fifty answers went to them today",
    "stranger": "it was answered today, or as many as may be",
    "unshown": "five answers went today to mails in their name that may not be theirs",
}
"""Why an answer was withheld, for the file of mails."""

_LAST: Final = (
    "This is the last of ten answers to you within 24 hours. What you announce, choose or list "
    "counts as ever, but for the rest of that time it is not answered, unless it has no effect "
    "for a reason that is for you alone."
)
_LAST_PRIVATELY: Final = (
    "This is the last of seven answers to private mails within 24 hours. Further ones are read, "
    "but for the rest of that time not answered; announcements on the list still are."
)
_LAST_REPLY: Final = (
    "This is the last of fifty answers to you within 24 hours; what you write counts as ever, but "
    "is not answered."
)
_LAST_UNSHOWN: Final = (
    "This is the last of five answers within 24 hours to mails in your name that may not be yours; "
    "mails that are shown to be yours are answered as ever. If you wrote them, their signature or "
    "the server that sent them is not as it should be: ask your mail provider."
)

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
            told = withheld_pages.withheld_from(
                name, fault, letterhead=letterhead, envelope=envelope
            )
            post(desk, records, told, reason=why)
    return withheld_pages.withheld(page, fault, letterhead=letterhead)


def post_pages(desk: Desk, records: Records, draft: Draft) -> tuple[MessageId, ...]:
    """The pages as they were shown; an opening waits until every notice was accepted (A110).

    All bear the same Date, or that of a public one would tell how many others were sealed before
    it.  The public ones are named.
    """
    desk = standing_still(desk)
    private: list[MessageId] = [
        post(desk, records, page, draft=draft.code) for page in draft.pages if page.kind != "public"
    ]
    waits = tuple(private) if draft.kind == "opening" else ()
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
    """A public page is posted, unless it was before the database was restored, or may have been."""
    known = found_again.post_like(desk, records, page)
    if known is not None and found_again.is_shown(desk, records, known):
        return found_again.adopt(desk, records, page, known, draft.code)
    name = post(desk, records, page, draft=draft.code, after=after)
    if known is not None or found_again.may_be_posted(records, draft):
        found_again.doubt(desk, records, name)
    return name


def answer(
    desk: Desk,
    records: Records,
    page: Page,
    *,
    reason: Occasion = "announcement",
    after: Sequence[MessageId] = (),
    owed: bool = False,
) -> bool:
    """An automatic answer, if one more may go to its reader today.  Whether it goes.

    What is *owed* goes however many went before: why an announcement has no effect, where the
    list is told that the reason was sent privately.  For the list relies on that, and each such
    answer costs its reader an announcement that everybody sees.

    Drafts, notices and the questions of a resolution are no answers and are not counted.  It
    waits for the mails named by *after* to be accepted, unless it is gathered with others.
    """
    if desk.tray:
        desk.tray.append(page)  # one more thing said in the same answer
        return True
    if desk.unshown:
        reason = "unshown"
    left, last = _allowance(desk, records, page.to, reason)
    if left <= 0 and not owed:
        return False
    if not owed and _is_spent_in_all(desk, records, reason):
        return False
    if desk.tray is not None:
        desk.tray.append(page)
        return True
    if left == 1 and last:
        page = last_of_the_day(page, last)
    post(desk, records, page, after=after, reason=reason)
    return True


@contextmanager
def one_answer(
    desk: Desk, records: Records, *, reason: Occasion = "announcement"
) -> Iterator[Desk]:
    """What is answered to one mail that says several things goes out as one mail, in their order.

    What is to be answered together uses the desk that is given.
    """
    gathering = replace(desk, tray=[])
    yield gathering
    if gathering.tray:
        page = together(tuple(gathering.tray), stationery.letterhead(desk))
        answer(desk, records, page, reason=reason, owed=True)  # the first was let through


def _is_spent_in_all(desk: Desk, records: Records, reason: Occasion) -> bool:
    """Whether no more answers of a kind go to anybody today; whoever decides is told of it."""
    since, most = desk.now() - timedelta(days=1), IN_ALL.get(reason)
    if most is None or records.answered_in_all(since, reason) < most:
        return False
    envelope = stationery.to_contestmaster(desk)
    told = f"{_ALL_SPENT}: {reason}"
    if records.answered_since(envelope.to, since, told) == 0:
        page = kept_pages.spent(
            most,
            strangers=reason == "stranger",
            letterhead=stationery.letterhead(desk),
            envelope=envelope,
        )
        post(desk, records, page, reason=told)
    return True


def _allowance(desk: Desk, records: Records, to: str, reason: Occasion) -> tuple[int, str]:
    """How many answers may still go to a reader today, and what the last one says of the rest.

    Counted by person: every address of eirs.
    """
    since = desk.now() - timedelta(days=1)
    name = desk.roster.people.get(folded(to))
    addresses = {to} if name is None else {to, *desk.roster.addresses_of(name)}

    def gone(why: Occasion) -> int:
        return sum(records.answered_since(address, since, why) for address in addresses)

    match reason:
        case "reply":
            return REPLIES - gone("reply"), _LAST_REPLY
        case "unshown":
            return UNSHOWN - gone("unshown"), _LAST_UNSHOWN
        case "stranger":
            return STRANGERS - gone("stranger"), ""
        case "announcement" | "private":
            privately = gone("private")
            left = A_DAY - gone("announcement") - privately
            if reason == "private" and PRIVATELY - privately < left:
                return PRIVATELY - privately, _LAST_PRIVATELY
            return left, _LAST
        case _:
            assert_never(reason)


def occasion(letter: Letter) -> Occasion:
    """Of which kind an answer to this letter is."""
    return "private" if letter.forum == "private" else "announcement"


def privately(desk: Desk, letter: Letter) -> Occasion:
    """Of which kind an answer to a mail to the bot alone is: whoever decides asks eir desk much."""
    return "reply" if letter.sender == desk.decides else "private"


def on_file(made: str, answered: bool, *, reason: Occasion = "announcement") -> str:
    """What was made of a mail, and why it was not answered if it was not."""
    return made if answered else f"{made}, not answered: {_SPENT[reason]}"


def on_file_of_unshown(made: str) -> str:
    """The same of a mail that is not shown to be its author's: other answers were spent."""
    for why in _SPENT.values():
        made = made.replace(f"not answered: {why}", f"not answered: {_SPENT['unshown']}")
    return made
