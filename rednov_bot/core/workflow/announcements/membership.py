"""Joining and leaving, by announcement (§3).

Each function that hears an announcement gives back whether its sender could be told.
"""

from __future__ import annotations

from typing import Literal

from rednov_bot.core.contest import Membership
from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.render import draft_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.outgoing import answer
from rednov_bot.games.base import Player, Refusal
from rednov_bot.games.red_november.render import answers, public_pages
from rednov_bot.games.red_november.render.public_pages import Announced
from rednov_bot.games.red_november.rules.refusals import refusal


def joined(desk: Desk, records: UnitOfWork) -> tuple[Membership, ...]:
    """The contestants with when each joined, in that order."""
    now = set(starting.members(desk, records))
    found: dict[Player, Membership] = {}
    for one in records.memberships():
        found.pop(one.name, None)
        if one.change == "joined" and one.name in now:
            found[one.name] = one
    return tuple(found.values())


def join(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> bool:
    """A player becomes a contestant by announcement (§3)."""
    name = message.sender or ""
    if name in starting.members(desk, records):
        fault = refusal("ALREADY_A_CONTESTANT", f"{name} is a contestant already")
        return _refused(desk, records, message, "joining", fault)
    records.joined(name, message.said_at or desk.now(), mail)
    told = f"You are a contestant of {desk.settings.contest.name} now (§3)."
    return _told(desk, records, message, "joining", told, "joins")


def leave(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> bool:
    """A contestant who is not a gnome leaves by announcement (§3); the killed are none (A85)."""
    name = message.sender or ""
    fault = may_leave(desk, records, name)
    if fault is not None:
        return _refused(desk, records, message, "leaving", fault)
    records.left(name, message.said_at or desk.now(), mail)
    told = f"You are no longer a contestant of {desk.settings.contest.name} (§3)."
    return _told(desk, records, message, "leaving", told, "leaves")


def _told(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    announced: Announced,
    told: str,
    event: Literal["joins", "leaves"],
) -> bool:
    """Their author hears it at once, the list by a draft: it took effect by itself (§3)."""
    name, said_at = message.sender or "", message.said_at or desk.now()
    page = answers.noted(
        announced, (told,), said_at=said_at, **outgoing.answering(desk, message, message.forum)
    )
    answered = answer(desk, records, page)
    text = public_pages.membership(
        name, event, records.contestants(), **outgoing.for_list(desk, message.forum, message)
    )
    why = draft_pages.confirmed(message.confirmed, is_blind=hidden.is_blind(records))
    about = f"{name} {event}"
    drafting.say(desk, records, text, game=None, about=about, why=why, auto=False)
    return answered


def _refused(
    desk: Desk, records: UnitOfWork, message: Message, announced: Announced, fault: Refusal
) -> bool:
    """Refused without a public line: nothing of the game is concerned."""
    heads = outgoing.answering(desk, message, message.forum)
    page = answers.void(announced, (fault,), **heads, said_at=message.said_at)
    return answer(desk, records, page)


def may_leave(desk: Desk, records: UnitOfWork, name: Player) -> Refusal | None:
    """Whether *name* can leave the contract now (§3)."""
    if name not in starting.members(desk, records):
        return refusal("NOT_A_CONTESTANT", f"{name} is not a contestant")
    now = ongoing(desk, records)
    if now is None or name not in now.game.gnomes:
        return None
    if now.gamestate.position.gnome(name).fate == "killed":
        return None
    return refusal("IS_A_GNOME", f"{name} is a gnome of the game that is being played")
