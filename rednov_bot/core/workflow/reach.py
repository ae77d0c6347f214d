"""Private mail reaches its readers: what they answer, what comes back, and what is owed (§6).

A notice that is lost goes once to each other address of its reader; where there is none, the
contestmaster tells them (`told NAME`).  Nobody but the contestmaster hears of any of it: that there
was a mail may say what happened to a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.contest import ON_THE_DOUBLE, Duty
from rednov_bot.core.errors import NothingHeldUp, NothingUntold
from rednov_bot.core.mail.message import is_own_id
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import (
    Bounce,
    Channel,
    ChannelChange,
    Draft,
    Fate,
    Message,
    MessageId,
    PaperId,
    Posting,
    PostingKind,
    QueuedPosting,
    Report,
    Sent,
)
from rednov_bot.core.render import delivery_pages
from rednov_bot.core.render.delivery_pages import Known
from rednov_bot.core.render.wording import counted, day, listed
from rednov_bot.core.store.outbox import GIVE_UP, LONGEST_WAIT
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.commands.saying import acknowledges
from rednov_bot.core.workflow.desk import Desk, Ongoing, draft_of, ongoing
from rednov_bot.core.workflow.health import apart
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import Player

LOOK_BACK: Final = timedelta(days=14)
"""How old a notice may be that is still worried about, unless its game goes on."""

PATIENCE: Final = timedelta(hours=1)
"""How long a server may put a notice off, or lose it, before the contestmaster hears of it."""

CLAUSE: Final = "§6"
CHANNEL: Final = "channel"
"""For which reason a mail is queued that asks for a word before a game."""

DOUBT: Final = "was this you"
"""For which reason a mail is queued that asks whether another is theirs (trust.py)."""

_A_DAY: Final = timedelta(days=1)
_FURTHER: Final = timedelta(days=60)  # of a notice that an answer to a later one confirms
_MOST_THREADED: Final = 20  # mails above an answer that are looked up
_AGAIN: Final = "again "  # the reason of a copy of a notice: with the Message-ID of the first
_FILED: Final = "A mail server reports on a delivery, and that is on file with the mail."
_TOLD: Final = "came back "  # the reason of a mail that tells of one that came back


# -- Notices and their copies ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice with every copy of it, the first one first; each went to another address."""

    copies: tuple[Sent, ...]
    was_told: bool = False  # the contestmaster says that their reader knows it
    given_up: frozenset[MessageId] = frozenset()  # copies that were put off for too long

    @property
    def first(self) -> Sent:
        """As it was sent when it was approved."""
        return self.copies[0]

    @property
    def last(self) -> Sent:
        """As it was sent last."""
        return self.copies[-1]

    @property
    def is_confirmed(self) -> bool:
        """Whether its reader has answered any of them, or was told in another way."""
        return self.was_told or any(one.state == "confirmed" for one in self.copies)

    def is_refused(self, one: Sent) -> bool:
        """Whether no server has taken one of the copies, and none is asked again."""
        return one.state == "refused" or one.message_id in self.given_up

    @property
    def is_lost(self) -> bool:
        """Whether it is known of no copy that it has arrived or may, and of some that it has not.

        A copy of unknown fate may have arrived, unless another came back.
        """
        back = self.came_back is not None
        return all(
            one.state == "bounced" or self.is_refused(one) or (back and one.state == "unknown")
            for one in self.copies
        )

    @property
    def came_back(self) -> Sent | None:
        """The last one that a mail server has returned."""
        return next((one for one in reversed(self.copies) if one.state == "bounced"), None)


def notices(desk: Desk, records: UnitOfWork) -> list[Notice]:
    """Every notice of the last two weeks and of the whole game that goes on, oldest first."""
    found: dict[MessageId, list[Sent]] = {}
    since, now = desk.now() - LOOK_BACK, ongoing(desk, records)
    if now is not None and (began := records.advanced_at(now.game.id, 1)) is not None:
        since = min(since, began - _A_DAY)  # with those of its opening
    for one in records.sent_since("private", since):
        if one.draft is not None and (one.reason == "" or one.reason.startswith(_AGAIN)):
            first = MessageId(one.reason.removeprefix(_AGAIN)) or one.message_id
            found.setdefault(first, []).append(one)
    told = records.told_otherwise() if found else frozenset()
    every = []
    for name, copies in found.items():
        put_off = [records.posting(one.message_id) for one in copies if one.state == "deferred"]
        given_up = [one for one in put_off if one is not None and is_given_up(desk, one)]
        gone = frozenset(one.posting.message_id for one in given_up)
        every.append(Notice(tuple(copies), name in told, gone))
    return every


def is_given_up(desk: Desk, one: QueuedPosting) -> bool:
    """Whether a mail was put off for five days, and is tried no more (RFC 5321, 4.5.4.1).

    What a clock that was ahead has put off is tried again (store/outbox.py).
    """
    ahead = one.settled_at is not None and one.settled_at > desk.now() + LONGEST_WAIT
    return one.state == "deferred" and one.tried_for >= GIVE_UP and not ahead


def _addressee(desk: Desk, records: UnitOfWork, sent: Sent) -> Player | None:
    """For whom a mail was, by its address; where that is theirs no more, by its draft."""
    if (known := desk.roster.people.get(folded(sent.to))) is not None:
        return known
    draft = draft_of(records, sent.draft)
    pages = () if draft is None else draft.pages
    return next((page.to_name for page in pages if page.to == sent.to and page.to_name), None)


def _another_address(desk: Desk, name: Player, used: Iterable[str]) -> str | None:
    """The first address of a person's to which nothing of this was sent; never a past one."""
    person, gone = desk.settings.people.get(name), {folded(one) for one in used}
    every = () if person is None else person.addresses
    return next((one for one in every if folded(one) not in gone), None)


def is_withdrawn(desk: Desk, posting: Posting) -> bool:
    """Whether a mail to somebody in [people] is for an address that is nobody's there any more.

    Their mailbox may have been stolen since the mail was queued, and the settings name another.
    """
    people, to = desk.settings.people, folded(posting.to)
    if posting.kind == "public" or any(
        to == folded(one) for person in people.values() for one in person.addresses
    ):
        return False
    return any(_is_to(name, posting) for name in people)


def _is_to(name: Player, posting: Posting) -> bool:
    return f"To: {name} <".encode() in posting.octets


def _about(records: UnitOfWork, sent: Sent) -> str:
    draft = draft_of(records, sent.draft)
    return "" if draft is None else draft.about


# -- Readers answer ----------------------------------------------------------------------------


def note(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> None:
    """Whatever private mails of the bot's a message answers have reached its sender.

    So have the notices before them, sent to the same address.  A Message-ID is known to its reader
    alone, unless they have shown it.  A mail that was read before says nothing new.
    """
    if message.sender is None:
        return
    every = tuple(answered(desk, records, message))
    read = every and message.message_id and records.same_before(message.message_id, None)
    if not read or read == mail:
        for sent in every:
            _confirm(desk, records, mail, message.sender, sent)


def acknowledged(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """What is on file of a word by which somebody says that they got their mail; None of others."""
    name = message.sender
    if name is None or is_own_id(message.in_reply_to, desk.settings.bot.address):
        return None
    if not acknowledges(message.text, name):
        return None
    kinds: tuple[PostingKind, ...] = ("private", "question")
    every = [one for it in kinds for one in records.sent_since(it, desk.now() - LOOK_BACK)]
    theirs = [one for one in every if desk.roster.people.get(folded(one.to)) == name]
    waiting = [one for one in theirs if one.state == "accepted"]
    if not waiting:
        return None
    _confirm(desk, records, mail, name, max(waiting, key=lambda one: one.queued_at))
    return "says that a private mail has arrived"


def answered(desk: Desk, records: UnitOfWork, message: Message) -> Iterator[Sent]:
    """The sender's own private mails from the bot that a message answers."""
    above = [message.in_reply_to, *reversed(message.references)]
    own = [one for one in above if one is not None and is_own_id(one, desk.settings.bot.address)]
    for one in list(dict.fromkeys(own))[:_MOST_THREADED]:
        sent = records.sent(one)
        if sent is None or sent.kind == "public":
            continue
        if desk.roster.people.get(folded(sent.to)) == message.sender:
            yield sent


def _confirm(desk: Desk, records: UnitOfWork, mail: PaperId, name: Player, sent: Sent) -> None:
    at = desk.now()
    if not records.confirm(sent.message_id, mail, at):
        return
    for earlier in records.sent_since("private", sent.queued_at - _FURTHER):
        is_before = earlier.queued_at <= sent.queued_at and folded(earlier.to) == folded(sent.to)
        if is_before and earlier.state == "accepted":
            records.confirm(earlier.message_id, mail, at)
    _note(desk, records, name, sent.to, "confirmed", sent.message_id, mail)


# -- Ways to somebody, before a game -----------------------------------------------------------


def _standings(desk: Desk, records: UnitOfWork, names: Iterable[Player]) -> tuple[Known, ...]:
    """What is known of the ways to these people, at their first addresses, oldest news first."""
    every, found = records.channels(), list[Known]()
    since = desk.now() - timedelta(days=desk.settings.notices.channel_days)
    for name in names:
        address, known = folded(desk.address_of(name) or ""), Known(name=name)
        for one in every:
            if one.name != name or folded(one.address) != address:
                continue
            match one.change:
                case "asked":
                    known = replace(known, asked_at=one.at, waived=False)
                case "confirmed" if one.at >= since:
                    known = replace(known, answered_at=one.at, mail=one.mail, failed_at=None)
                case "failed":
                    known = replace(known, answered_at=None, failed_at=one.at)
                case "waived":
                    known = replace(known, waived=True)
                case _:
                    pass  # an answer of long ago; or "told": of one notice, not of the way
        found.append(known)
    return tuple(found)


def missing(desk: Desk, records: UnitOfWork, opening: Draft) -> tuple[Player, ...]:
    """For whose word an opening waits; nobody's where the host does not want that."""
    if not desk.settings.contest.confirmed_channels or opening.game is None:
        return ()
    known = _standings(desk, records, records.game(opening.game).gnomes)
    return tuple([one.name for one in known if one.is_open])


def ask(desk: Desk, records: UnitOfWork, names: Iterable[Player]) -> None:
    """Everybody of whom it is not known is asked for a word, once a day; if the host wants that."""
    if not desk.settings.contest.confirmed_channels:
        return
    for one in _standings(desk, records, names):
        envelope = outgoing.to_gnome(desk, one.name)
        lately = one.asked_at is not None and desk.now() - one.asked_at < _A_DAY
        if envelope is None or not one.is_open or lately:
            continue
        page = delivery_pages.channel_question(
            letterhead=outgoing.letterhead_for(desk), envelope=envelope
        )
        posting = post(desk, records, page, reason=CHANNEL)
        _note(desk, records, one.name, envelope.to, "asked", posting)


def known_ways(desk: Desk, records: UnitOfWork, names: Iterable[Player]) -> tuple[str, ...]:
    """What the contestmaster is to mind in an opening: whom private mail is known to reach."""
    days, waits = desk.settings.notices.channel_days, desk.settings.contest.confirmed_channels
    return delivery_pages.known_channels(_standings(desk, records, names), days, waits=waits)


def _note(
    desk: Desk,
    records: UnitOfWork,
    name: Player,
    address: str,
    change: ChannelChange,
    posting: MessageId | None = None,
    mail: PaperId | None = None,
) -> None:
    records.note_channel(
        Channel(
            name=name, address=address, change=change, posting=posting, mail=mail, at=desk.now()
        )
    )


# -- Servers report ----------------------------------------------------------------------------


def hear_report(
    desk: Desk, records: UnitOfWork, mail: PaperId, report: Report, came_at: datetime
) -> str | None:
    """What a report says is stored; for which reason it is, None where it fits no mail sent."""
    filed = False
    for fate in report.fates:
        named = _named(desk, records, report, fate)
        sent = named or (None if report.about else _last_to(desk, records, fate, came_at))
        if sent is None:
            continue
        records.note_bounce(
            Bounce(
                posting=sent.message_id,
                mail=mail,
                kind=fate.kind,
                status=fate.status,
                at=desk.now(),
            )
        )
        name, filed = desk.roster.people.get(folded(sent.to)), True
        if sent.kind == "public" or sent.state == "confirmed" or name is None:
            continue
        # What anybody can make up holds nobody up: only a report that names its mail.
        if fate.kind == "failed" and named is not None:
            _note(desk, records, name, sent.to, "failed", sent.message_id, mail)
    return _FILED if filed else None


def _named(desk: Desk, records: UnitOfWork, report: Report, fate: Fate) -> Sent | None:
    """The mail that a report names, where it fits; few know the Message-ID of a private one.

    Whoever passes their mail on elsewhere may be named by an address that nobody knows; then it is
    theirs only if the mail itself came back, with the address that it was sent to.
    """
    roster = desk.roster
    for one in map(records.sent, report.about):
        if one is None or one.state in ("queued", "refused", "deferred"):
            continue
        to = folded(one.to)
        if not fate.recipients or to in fate.recipients:
            return one
        if any(it in roster.people or roster.is_list_or_bot(it) for it in fate.recipients):
            continue
        if report.returned == one.message_id and to in report.sent_to:
            return one
    return None


def _last_to(desk: Desk, records: UnitOfWork, fate: Fate, came_at: datetime) -> Sent | None:
    """The last mail that was handed over to one of the people whom a report names."""
    kinds: tuple[PostingKind, ...] = ("desk", "draft", "receipt", "question", "private")
    whose = [one for one in fate.recipients if one in desk.roster.people]
    before = [
        one
        for kind in kinds
        for one in (records.sent_since(kind, came_at - GIVE_UP) if whose else ())
        if folded(one.to) in whose and one.state not in ("queued", "refused", "deferred")
        if one.settled_at is not None and one.settled_at <= came_at
    ]
    return max(reversed(before), key=lambda one: one.queued_at, default=None)


def look(desk: Desk, records: UnitOfWork) -> None:
    """Lost notices go to another address, and the contestmaster hears of what came back, once."""
    lately, wanted = desk.now() - LOOK_BACK, desk.settings.notices
    back = [
        (bounce, sent)
        for bounce, sent in records.bounces(lately)
        if sent.state == "bounced" and not sent.reason.startswith(_TOLD)
        if sent.kind != "public" or not records.list_notices(sent.message_id)
    ]
    has_another = any(len(person.addresses) > 1 for person in desk.settings.people.values())
    watches = wanted.resend == "silent" and wanted.confirm_within > 0 and has_another
    if back or watches or records.unaccepted("private", lately):
        _send_elsewhere(desk, records, notices(desk, records))
    every = notices(desk, records) if back else []
    for bounce, sent in back:
        its = [one for one in every if any(it.message_id == sent.message_id for it in one.copies)]
        _tell_of_bounce(desk, records, bounce, sent, its[0] if its else None)


def _send_elsewhere(desk: Desk, records: UnitOfWork, every: Sequence[Notice]) -> None:
    """Each notice that is lost goes to another address; so does the latest one of the silent.

    That one tells the whole hand.  It goes there once, until they say something.
    """
    wanted, latest = desk.settings.notices, dict[Player, Notice]()
    copied = dict[Player, datetime]()
    for notice in every:
        name = _addressee(desk, records, notice.first)
        if name is None:
            continue
        if len(notice.copies) > 1:
            copied[name] = max(notice.last.queued_at, copied.get(name, notice.last.queued_at))
        if notice.is_lost and not notice.is_confirmed and _may_go_on(desk, records, notice):
            _copy(desk, records, every, notice, name)
        if not notice.is_lost or notice.came_back is None:
            latest[name] = notice
    if wanted.resend != "silent" or not wanted.confirm_within:
        return
    for name, notice in latest.items():
        first, at = notice.first, notice.first.settled_at
        if at is None or first.state != "accepted" or len(notice.copies) > 1 or notice.was_told:
            continue
        silent = desk.now() - at >= timedelta(hours=wanted.confirm_within)
        silent = silent and name not in records.heard_from(at)
        if silent and (name not in copied or name in records.heard_from(copied[name])):
            _copy(desk, records, every, notice, name)


def _may_go_on(desk: Desk, records: UnitOfWork, notice: Notice) -> bool:
    """Whether a lost notice goes elsewhere; those of an opening have their own way (A110)."""
    if notice.came_back is None:
        draft = draft_of(records, notice.first.draft)
        if draft is None or draft.kind == "opening":
            return False
        first = records.posting(notice.first.message_id)
        if first is not None and is_withdrawn(desk, first.posting):
            return True
    return desk.settings.notices.resend != "never"


def _copy(
    desk: Desk, records: UnitOfWork, every: Sequence[Notice], notice: Notice, name: Player
) -> None:
    """The words of a notice go to another address of theirs, if there is one."""
    address = _another_address(desk, name, [one.to for one in notice.copies])
    draft, first = draft_of(records, notice.first.draft), notice.first
    if address is None or draft is None:
        return
    pages = [page for page in draft.pages if page.kind == "private" and page.to_name == name]
    theirs = [one for one in every if one.first.draft == first.draft]
    theirs = [one for one in theirs if _addressee(desk, records, one.first) == name]
    if len(theirs) == len(pages):
        page = replace(pages[theirs.index(notice)], to=address)
        reason = first.reason or f"{_AGAIN}{first.message_id}"
        post(desk, records, page, draft=first.draft, reason=reason)


def _tell_of_bounce(
    desk: Desk, records: UnitOfWork, bounce: Bounce, sent: Sent, notice: Notice | None
) -> None:
    """The contestmaster hears of each notice and question; of other mails to one address daily."""
    name, hangs = _addressee(desk, records, sent), tuple[str, ...]()
    if sent.reason == DOUBT and not hidden.is_blind(records):
        asked = [
            one for one in records.author_questions(desk.now() - LOOK_BACK) if one.name == name
        ]
        hangs = tuple([f"mail {one.mail}" for one in asked])
    lost: delivery_pages.Lost = "posting" if sent.kind == "public" else "mail"
    if notice is not None:
        lost = "notice"
    elif sent.reason == CHANNEL:
        lost = "question"
    elif hangs:
        lost = "doubt"
    alone = lost in ("notice", "question", "doubt")
    reason = f"{_TOLD}{sent.message_id if alone else folded(sent.to)}"
    last = records.mailed_for(reason)
    if last is not None and (alone or bounce.at < (last.queued_at or bounce.at) + _A_DAY):
        return
    # To their first address, but not where that is the one at which mails are lost.
    heads = outgoing.for_desk(desk)
    other = _another_address(desk, desk.decides, (sent.to,))
    if folded(heads["envelope"].to) == folded(sent.to) and other is not None:
        heads["envelope"] = replace(heads["envelope"], to=other)
    is_last = notice is None or notice.last == sent or notice.is_lost
    page = delivery_pages.came_back(
        name or (sent.to if sent.kind == "public" else None),
        sent.to,
        lost,
        bounce.status,
        about=_about(records, sent),
        again="" if notice is None or is_last else notice.last.to,
        never=notice is not None and desk.settings.notices.resend == "never",
        hangs=hangs,
        **heads,
    )
    post(desk, records, page, reason=reason)


# -- An opening waits for its notices (A110) ---------------------------------------------------


def look_after_openings(desk: Desk, records: UnitOfWork) -> None:
    """Every notice that holds others up is sent again, or the contestmaster is told, once."""
    for one in records.held_up():
        late = one.tried_since is not None and desk.now() >= one.tried_since + PATIENCE
        lost = one.state == "unknown" and one.again_at is None
        if one.state == "refused" or lost or (late and one.state in ("unknown", "deferred")):
            with apart(desk, records, "looking after notices"):
                _look_after(desk, records, one)


def _look_after(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> None:
    draft, name = draft_of(records, one.draft), _whose(records, one)
    address = None if name is None else desk.address_of(name)
    if draft is None or name is None or address is None:
        return
    if folded(address) != folded(one.posting.to):
        pages = [page for page in draft.pages if page.kind == "private"]
        (page,) = [page for page in pages if page.to_name == name]
        new = post(desk, records, replace(page, to=address), draft=one.draft)
        records.wait_no_more(one.posting.message_id, new)
        return
    fate: delivery_pages.Fate = "refused" if one.state == "refused" else "unknown"
    if one.state == "deferred":
        fate = "given up" if is_given_up(desk, one) else "deferred"
    reply = "" if hidden.is_blind(records) else one.reply
    what, opening = (name, one.posting.to, fate, reply), _opening(records, one)
    told = delivery_pages.undelivered(*what, opening=opening, **outgoing.for_desk(desk))
    outgoing.post_once(desk, records, told, f"{fate} {one.posting.message_id}")


def _opening(records: UnitOfWork, one: QueuedPosting) -> delivery_pages.Opening:
    """What is known of the opening that waits for a notice, or did when a backup was taken."""
    public = [other for other in records.outbox(one.draft) if other.posting.kind == "public"]
    if any(other.state in ("accepted", "published") for other in public):
        return "there"
    lost = [other for other in public if other.state == "unknown"]
    for other in lost:
        alarms = records.alarms_about(other.posting.message_id)
        asked = [alarm for alarm in alarms if alarm.attempts >= other.attempts]
        if not asked or any(alarm.is_open for alarm in asked):
            return "in doubt"
    return "yours" if lost and len(lost) == len(public) else "waits"


def _whose(records: UnitOfWork, one: QueuedPosting) -> Player | None:
    """For which gnome a notice is, that holds others up: as its draft has it."""
    draft = draft_of(records, one.draft)
    for page in () if draft is None else draft.pages:
        its = _is_to(page.to_name, one.posting) or page.to == one.posting.to
        if page.kind == "private" and its:
            return page.to_name
    return None


def go_on(desk: Desk, records: UnitOfWork, name: Player) -> int:
    """What waits for the notices of *name* is sent without them: they were told in another way.

    An opening that waits for their word does so no longer.  How many notices those are.  Raises
    NothingHeldUp where there is none, and no such opening.
    """
    openings = [one for one in records.open_drafts() if one.kind == "opening"]
    waived = any(name in missing(desk, records, one) for one in openings)
    if waived:
        _note(desk, records, name, desk.address_of(name) or "", "waived")
    found = _wait_no_more(records, name)
    if not waived and not found:
        raise NothingHeldUp(name)
    return found


def _wait_no_more(records: UnitOfWork, name: Player) -> int:
    found = [one for one in records.held_up() if _whose(records, one) == name]
    for one in found:
        records.wait_no_more(one.posting.message_id)
    return len(found)


def told_otherwise(desk: Desk, records: UnitOfWork, name: Player) -> str:
    """No notice to *name* waits for an answer, nor an opening for one: what is told of that.

    Raises NothingUntold where none does.
    """
    waiting = [
        one
        for one in notices(desk, records)
        if not one.is_confirmed and _addressee(desk, records, one.first) == name
    ]
    held_up = _wait_no_more(records, name)
    if not waiting and not held_up:
        raise NothingUntold(name)
    for one in waiting:
        _note(desk, records, name, one.first.to, "told", one.first.message_id)
    opening = "; the opening waits for none of them any more" if held_up else ""
    return (
        f"It is noted that {name} knows what their private notices say{opening}. None of "
        "them waits for an answer."
    )


# -- What is owed ------------------------------------------------------------------------------


def duties(desk: Desk, records: UnitOfWork, now: Ongoing | None) -> Iterator[Duty]:
    """Each notice that is not known to have arrived, and in one line all who have answered none.

    One that is lost as long as the game goes on, until its reader was told; others for two weeks.
    """
    lately, since = list[Notice](), desk.now() - LOOK_BACK
    for notice in notices(desk, records):
        is_old = notice.last.queued_at < since
        if not is_old:
            lately.append(notice)
        if notice.is_confirmed or (is_old and not notice.is_lost):
            continue
        name, back = _addressee(desk, records, notice.first), notice.came_back
        if back is not None and name is not None:
            yield _returned(desk, records, notice, name, back)
        elif back is None and notice.first.state != "accepted":
            yield from _untaken(desk, records, notice, name)
    silent = _overdue(desk, records, now, lately)
    if silent:
        each = [f"{name} (the last of {day(one.queued_at)})" for name, one in silent.items()]
        yield Duty(
            kind="reach",
            key="notices not confirmed",
            clause=CLAUSE,
            about=f"No answer to the private notices of {counted(len(silent), 'gnome')} yet",
            of=desk.decides,
            started_at=min(one.queued_at for one in silent.values()),
            due_by=None,
            note=f"{listed(each)}. Any answer to one of them, or any mail, shows that they read "
            "them.",
            secret=True,
        )


def _returned(desk: Desk, records: UnitOfWork, notice: Notice, name: Player, back: Sent) -> Duty:
    said = f"It came back from {back.to}"
    if notice.is_lost:
        said += "; [people] has no other address of theirs."
    else:
        said += f" and went to {notice.last.to} on {day(notice.last.queued_at)}; not answered yet."
    of_what = _about(records, back)
    return Duty(
        kind="tell" if notice.is_lost else "reach",
        key=f"notice {notice.first.message_id}",
        clause=CLAUSE,
        about=f"Private notice to {name}" + (f" ({of_what})" if of_what else ""),
        of=desk.decides,
        started_at=notice.first.queued_at,
        due_by=notice.first.queued_at + ON_THE_DOUBLE if notice.is_lost else None,
        note=said + _once_told(name),
        secret=True,
    )


def _untaken(
    desk: Desk, records: UnitOfWork, notice: Notice, name: Player | None
) -> Iterator[Duty]:
    """A notice that no server has accepted; those of an opening are looked after by themselves."""
    first, of = notice.first, draft_of(records, notice.first.draft)
    one = records.posting(first.message_id)
    if one is None or (of is not None and of.kind == "opening"):
        return
    if one.state == "queued" and desk.now() - first.queued_at < PATIENCE:
        return
    failed = is_given_up(desk, one) or (one.state in ("refused", "unknown") and not one.again_at)
    lost = len([it for it in notice.copies if notice.is_refused(it)])
    said = _fate(desk, one, blind=hidden.is_blind(records))
    if len(notice.copies) > 1 and notice.is_refused(notice.last):
        said += f" The same words did not go to {notice.last.to} either."
    elif len(notice.copies) > 1:
        said += f" The same words went to {notice.last.to}."
    yield Duty(
        kind="tell",
        key=f"notice {first.message_id}{f' failed {lost}' if failed else ''}",  # anew
        clause=CLAUSE,
        about=f"Private notice to {name or first.to}{f' ({of.about})' if of else ''}",
        of=desk.decides,
        started_at=first.queued_at,
        due_by=first.queued_at + ON_THE_DOUBLE,
        note=said + (_once_told(name) if failed and name is not None else ""),
        failed=failed,
        secret=True,  # that they are told something may say of what, a hand limit say
    )


def _once_told(name: Player) -> str:
    return f' When you have told them, mail "told {name}".'


def _fate(desk: Desk, one: QueuedPosting, *, blind: bool) -> str:
    """What became of a notice so far; in a *blind* game no server is quoted: it may quote that."""
    said = "" if blind else f': "{one.reply}"'
    match one.state:
        case "deferred" if is_given_up(desk, one):
            last = "" if blind else f", at last with{said[1:]}"
            return (
                f"The mail server has put it off for five days{last}. The bot has stopped trying."
            )
        case "refused":
            return f"The mail server refused it{said}."
        case "deferred":
            return f"The mail server puts it off{said}. It is tried again."
        case "unknown":
            broke = "The connection broke when it was handed over: it may or may not have gone out."
            return broke if one.again_at is None else f"{broke} It is offered again."
        case "sending":
            return "It is being handed to the mail server."
        case _:
            return "It has not been handed to the mail server yet."


def _overdue(
    desk: Desk, records: UnitOfWork, now: Ongoing | None, every: Iterable[Notice]
) -> dict[Player, Sent]:
    """The latest notice of each gnome of the game, where they have not answered it in time."""
    hours, latest = desk.settings.notices.confirm_within, dict[Player, Notice]()
    if not hours or now is None:
        return {}
    for notice in every:
        name = _addressee(desk, records, notice.first)
        if name in now.game.gnomes and not (notice.is_lost and notice.came_back):
            latest[name] = notice
    until = desk.now() - timedelta(hours=hours)
    return {
        name: one.last
        for name, one in latest.items()
        if not one.is_confirmed and (at := one.first.settled_at) is not None and at <= until
    }


def unreached(desk: Desk, records: UnitOfWork) -> tuple[QueuedPosting, ...]:
    """Every mail that no server has accepted, that came back, or waits too long for an answer."""
    found = {one.posting.message_id: one for one in records.unsent()}
    since, now = desk.now() - LOOK_BACK, ongoing(desk, records)
    lately = [one for one in notices(desk, records) if one.last.queued_at >= since]
    back = [sent for _, sent in records.bounces(since) if sent.state == "bounced"]
    for sent in (*back, *_overdue(desk, records, now, lately).values()):
        known = records.posting(sent.message_id)
        if known is not None:
            found.setdefault(sent.message_id, known)
    return tuple(sorted(found.values(), key=lambda one: one.queued_at or desk.now()))
