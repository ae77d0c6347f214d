"""Private channels: of whom it is known that they read their private mail, by what and since when
(§6).

Before a game they may be asked for a word, and the approved opening waits for it ([contest]
confirmed_channels).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Channel, ChannelChange, Draft, MessageId, PaperId, Sent
from rednov_bot.core.render import delivery_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import Player

QUESTION: Final = "channel"
"""For which reason a mail is queued that asks for a word."""

_ASK_AGAIN: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one person's way to their private mail, at their first address."""

    confirmed: Channel | None = None  # the last answer, unless it is old or a mail came back since
    asked: Channel | None = None  # the last question
    failed: Channel | None = None  # the last mail that came back, unless they have answered since
    waived: bool = False  # the contestmaster waits for them no longer

    @property
    def is_open(self) -> bool:
        """Whether an opening has to wait for them."""
        return self.confirmed is None and not self.waived


def standings(desk: Desk, records: UnitOfWork, names: Iterable[Player]) -> dict[Player, Standing]:
    """What is known of each of these people."""
    every, found = records.channels(), dict[Player, Standing]()
    since = desk.now() - timedelta(days=desk.settings.notices.channel_days)
    for name in names:
        address, known = folded(desk.address_of(name) or ""), Standing()
        for one in every:
            if one.name != name or folded(one.address) != address:
                continue
            match one.change:
                case "asked":
                    known = replace(known, asked=one, waived=False)
                case "confirmed":
                    known = replace(known, confirmed=one, failed=None)
                case "failed":
                    known = replace(known, confirmed=None, failed=one)
                case "waived":
                    known = replace(known, waived=True)
                case "told":
                    pass  # that is of one notice, and tells nothing of the way
        if known.confirmed is not None and known.confirmed.at < since:
            known = replace(known, confirmed=None)
        found[name] = known
    return found


def missing(desk: Desk, records: UnitOfWork, opening: Draft) -> tuple[Player, ...]:
    """For whose word an opening waits; nobody's where the host does not want that."""
    if not desk.settings.contest.confirmed_channels or opening.game is None:
        return ()
    known = standings(desk, records, records.game(opening.game).gnomes)
    return tuple([name for name, one in known.items() if one.is_open])


def ask(desk: Desk, records: UnitOfWork, names: Iterable[Player]) -> None:
    """Everybody of whom it is not known is asked for a word, once a day; if the host wants that."""
    if not desk.settings.contest.confirmed_channels:
        return
    for name, one in standings(desk, records, names).items():
        envelope = outgoing.to_gnome(desk, name)
        lately = one.asked is not None and desk.now() - one.asked.at < _ASK_AGAIN
        if envelope is None or not one.is_open or lately:
            continue
        page = delivery_pages.channel_question(
            letterhead=outgoing.letterhead_for(desk), envelope=envelope
        )
        posting = post(desk, records, page, reason=QUESTION)
        note(desk, records, name, envelope.to, "asked", posting)


def told(desk: Desk, records: UnitOfWork, names: Iterable[Player]) -> tuple[str, ...]:
    """What the contestmaster is to mind in an opening: whom private mail is known to reach."""
    lines = [
        delivery_pages.Known(
            name=name,
            answered_at=None if one.confirmed is None else one.confirmed.at,
            mail=None if one.confirmed is None else one.confirmed.mail,
            asked_at=None if one.asked is None else one.asked.at,
            failed_at=None if one.failed is None else one.failed.at,
            waived=one.waived,
        )
        for name, one in standings(desk, records, names).items()
    ]
    days, waits = desk.settings.notices.channel_days, desk.settings.contest.confirmed_channels
    return delivery_pages.known_channels(tuple(lines), days, waits=waits)


def came_back(desk: Desk, records: UnitOfWork, sent: Sent, mail: PaperId) -> None:
    """A private mail came back: what was known of that way holds no longer."""
    name = desk.roster.people.get(folded(sent.to))
    if name is None or sent.kind == "public" or sent.state == "confirmed":
        return
    note(desk, records, name, sent.to, "failed", sent.message_id, mail)


def note(
    desk: Desk,
    records: UnitOfWork,
    name: Player,
    address: str,
    change: ChannelChange,
    posting: MessageId | None = None,
    mail: PaperId | None = None,
) -> None:
    """What became known now of that way to *name*: by which posting, and which mail says so."""
    records.note_channel(
        Channel(
            name=name, address=address, change=change, posting=posting, mail=mail, at=desk.now()
        )
    )
