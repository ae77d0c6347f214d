"""Private notices: what a gnome alone is told, and what became of each such mail (§6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Game, MessageId, Page, PaperId, Posting, QueuedPosting, Sent
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import draft_pages
from rednov_bot.core.render.wording import whose
from rednov_bot.core.store.sending import GIVE_UP, LONGEST_WAIT
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.desk import Desk, Ongoing, draft_of
from rednov_bot.core.workflow.luck.proving import Witness
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import private_pages
from rednov_bot.games.red_november.render.audience import private_to
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.events import Event
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds, wished_discards
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders
from rednov_bot.games.red_november.rules.words import Item

_NOBODYS: Mapping[Player, Orders] = {}


def notices_of(
    desk: Desk,
    records: UnitOfWork,
    game: Game,
    events: tuple[Event, ...],
    before: Gamestate,
    after: Gamestate,
    tables: Tables,
    *,
    occasion: str,
    moment: str,
    by: Player = "",
    orders: Mapping[Player, Orders] = _NOBODYS,
    proof: Proof | None = None,
) -> tuple[Page, ...]:
    """One private notice to each gnome who has something to learn that the list is not told (§6).

    Whoever only used up tiles, or took the captain's grog, has announced it and gets none: the
    posting tells it.  In a blind game each gets one of whom everybody can see that it may be so:
    that they get one tells nothing then.  *by* is whose *occasion* it is, `discard` say, where that
    is to be told; *orders* are what gnomes wish for a hand limit (A78); *proof* is that of the
    posting to which the notices belong, if any, and *moment* is what they prove.
    """
    pages, witness = [], Witness(records, game, before, events, proof, moment)
    owed = hidden.concerned(events, before.position) if hidden.is_blind(records) else frozenset()
    for seat, gnome in enumerate(after.position.gnomes):
        told = private_to(events, gnome.name)
        envelope = outgoing.to_gnome(desk, gnome.name)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        held = before.secrets.hands[seat] if before.secrets.hands else ()
        over = exceeds(limit, hand)
        learns = told or (over and sorted(held) != sorted(hand))
        learns = learns or _expected(events, gnome.name, held) != Counter(hand)
        if envelope is None or not (learns or gnome.name in owed):
            continue
        whose_it_is = "your" if gnome.name == by else whose(by)
        pages.append(
            private_pages.private_notice(
                hand_story(events, gnome.name, held, tables.board) or (draft_pages.UNCHANGED,),
                hand,
                occasion=f"{whose_it_is} {occasion}" if by else occasion,
                discard=over,
                plays_on=plays_on(after.position, gnome),
                wished=wished_discards(limit, hand, orders.get(gnome.name, NO_ORDERS)),
                letterhead=outgoing.letterhead_for(desk),
                envelope=envelope,
                proof=witness.lines(gnome.name, hand),
            )
        )
    return tuple(pages)


def of_a_hand(
    desk: Desk,
    records: UnitOfWork,
    game: PaperId,
    name: Player,
    told: tuple[str, ...],
    after: Gamestate,
    occasion: str,
    witness: Witness,
) -> Page | None:
    """The notice of a correction to one gnome: what they are *told* alone, and their hand.

    None where they have no address.
    """
    envelope = outgoing.to_gnome(desk, name)
    if envelope is None:
        return None
    seat = after.position.seat(name)
    hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
    orders = records.noted_orders(game).get(name, NO_ORDERS)
    return private_pages.private_notice(
        told or (draft_pages.UNCHANGED,),
        hand,
        occasion=occasion,
        discard=exceeds(limit, hand),
        plays_on=plays_on(after.position, after.position.gnomes[seat]),
        wished=wished_discards(limit, hand, orders),
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
        proof=witness.lines(name, hand),
    )


def _expected(events: Iterable[Event], name: Player, held: tuple[Item, ...]) -> Counter[Item]:
    """The hand that follows from what a gnome held, by what everybody sees them do with it."""
    hand = Counter(held)
    for one in events:
        match one:
            case ev.ItemUsed(gnome=user, item=item) if user == name:
                hand[item] -= 1
            case ev.GrogGained(gnome=user, count=count) if user == name:
                hand["grog"] += count
            case _:
                pass
    return hand


def plays_on(position: Position, gnome: Gnome) -> bool:
    """Whether a gnome may ever take a turn again (§9, §20, §22)."""
    return position.ending is None and gnome.in_play and gnome.minutes > 0


LOOK_BACK: Final = timedelta(days=14)
"""How old a notice may be that is still worried about."""

_AGAIN: Final = "again "
_DEAD: Final = ("refused", "unknown", "bounced")


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

    @property
    def is_lost(self) -> bool:
        """Whether none has arrived or is under way, and at least one came back."""
        gone = all(one.state in _DEAD or one.message_id in self.given_up for one in self.copies)
        return gone and self.came_back is not None

    def is_refused(self, one: Sent) -> bool:
        """Whether no server has taken one of the copies, and none is asked again."""
        return one.state == "refused" or one.message_id in self.given_up

    @property
    def came_back(self) -> Sent | None:
        """The last one that a mail server has returned."""
        return next((one for one in reversed(self.copies) if one.state == "bounced"), None)


def is_given_up(desk: Desk, one: QueuedPosting) -> bool:
    """Whether a mail was put off for five days, and is tried no more (RFC 5321, 4.5.4.1).

    What a clock that was ahead has put off is tried again (store/sending.py).
    """
    ahead = one.settled_at is not None and one.settled_at > desk.now() + LONGEST_WAIT
    return one.state == "deferred" and one.tried_for >= GIVE_UP and not ahead


def notices(desk: Desk, records: UnitOfWork, *, further: timedelta = timedelta()) -> list[Notice]:
    """Every notice of the last two weeks, or *further* back, oldest first.

    Each with all its copies: one that was first sent before that, and again since, is among them.
    """
    since = desk.now() - LOOK_BACK - further
    lately = records.sent_since("private", since)
    # All since the first copy of one of them, where that was sent before them.
    firsts = {original for one in lately if (original := _original(one)) is not None}
    earlier = [records.sent(one) for one in firsts - {one.message_id for one in lately}]
    before = [one.queued_at for one in earlier if one is not None]
    found: dict[MessageId, list[Sent]] = {}
    for one in records.sent_since("private", min(before)) if before else lately:
        if one.draft is not None and (original := _original(one)) is not None:
            found.setdefault(original, []).append(one)
    told = records.told_otherwise() if found else frozenset()
    every = []
    for first, copies in found.items():
        put_off = [records.posting(one.message_id) for one in copies if one.state == "deferred"]
        given_up = [one for one in put_off if one is not None and is_given_up(desk, one)]
        names = frozenset(one.posting.message_id for one in given_up)
        every.append(Notice(tuple(copies), first in told, names))
    return [one for one in every if one.last.queued_at >= since]


def _original(one: Sent) -> MessageId | None:
    if one.reason.startswith(_AGAIN):
        return MessageId(one.reason.removeprefix(_AGAIN))
    return None if one.reason else one.message_id


def owed_since(desk: Desk, records: UnitOfWork, now: Ongoing | None) -> datetime:
    """Since when whoever has a notice still owed is to be told: two weeks, and the whole game."""
    since = desk.now() - LOOK_BACK
    began = None if now is None else records.advanced_at(now.game.id, 1)
    return since if began is None else min(since, began)


def earlier(desk: Desk, *since: datetime | None) -> timedelta:
    """How much further back than two weeks the first of these moments lies."""
    latest = desk.now() - LOOK_BACK
    return latest - min(latest, *[one for one in since if one is not None], latest)


def notice_of(every: Iterable[Notice], message_id: MessageId) -> Notice | None:
    """The notice of which this mail is a copy."""
    return next(
        (it for it in every if any(one.message_id == message_id for one in it.copies)), None
    )


def reason_of_copy(notice: Notice) -> str:
    """Why a further copy of a notice is queued: found again by it."""
    reason = notice.first.reason
    return reason if reason.startswith(_AGAIN) else f"{_AGAIN}{notice.first.message_id}"


def addressee(desk: Desk, records: UnitOfWork, sent: Sent) -> Player | None:
    """For whom a mail was, by its address; where that is theirs no more, by its draft."""
    known = desk.roster.people.get(folded(sent.to))
    if known is not None:
        return known
    draft = draft_of(records, sent.draft)
    pages = () if draft is None else draft.pages
    return next((page.to_name for page in pages if page.to == sent.to and page.to_name), None)


def another_address(desk: Desk, name: Player, used: Iterable[str]) -> str | None:
    """The first address of a person's to which nothing of this was sent; never a past one."""
    person = desk.settings.people.get(name)
    gone = {folded(one) for one in used}
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
    return any(is_to(name, posting) for name in people)


def is_to(name: Player, posting: Posting) -> bool:
    """Whether a mail names somebody as its reader, at whatever address."""
    return f"To: {name} <".encode() in posting.octets


def page_of(
    desk: Desk, records: UnitOfWork, every: Sequence[Notice], notice: Notice, name: Player
) -> Page | None:
    """The notice as it was approved; None where it cannot be told which page it was."""
    draft = draft_of(records, notice.first.draft)
    if draft is None:
        return None
    pages = [page for page in draft.pages if page.kind == "private" and page.to_name == name]
    if len(pages) <= 1:
        return pages[0] if pages else None
    theirs = [
        one
        for one in every
        if one.first.draft == notice.first.draft and addressee(desk, records, one.first) == name
    ]
    return pages[theirs.index(notice)] if len(theirs) == len(pages) and notice in theirs else None


def about(records: UnitOfWork, sent: Sent) -> str:
    """What a mail belongs to, in public words; "" where that is not known."""
    draft = draft_of(records, sent.draft)
    return "" if draft is None else draft.about
