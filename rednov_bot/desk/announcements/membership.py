"""Joining and leaving, by announcement (§3).

Each function that hears an announcement gives back whether its sender could be told.
"""

from __future__ import annotations

from typing import Literal

from rednov_bot.contest import Membership
from rednov_bot.desk import stationery
from rednov_bot.desk.contest import starting
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.drafts import drafting
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.refusals import Refusal, refusal
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers, public_pages, reasoning
from rednov_bot.prose.public_pages import Announced


def joined(desk: Desk, records: Records) -> tuple[Membership, ...]:
    """The contestants with when each joined, in that order."""
    now = set(starting.members(desk, records))
    found: dict[GnomeName, Membership] = {}
    for one in records.memberships():
        found.pop(one.name, None)
        if one.change == "joined" and one.name in now:
            found[one.name] = one
    return tuple(found.values())


def join(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """A player becomes a contestant by announcement (§3)."""
    name = letter.sender or ""
    if name in starting.members(desk, records):
        fault = refusal("ALREADY_A_CONTESTANT", f"{name} is a contestant already")
        return _told(desk, records, letter, "joining", (fault,))
    records.joined(name, letter.said_at or desk.now(), mail)
    contest = desk.settings.contest.name
    joined = f"You are a contestant of {contest} now (§3)."
    answered = _noted(desk, records, letter, "joining", joined)
    _announce_membership(desk, records, letter, name, "joins")
    return answered


def leave(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """A contestant who is not a gnome leaves by announcement (§3); the killed are none (A85)."""
    name = letter.sender or ""
    fault = may_leave(desk, records, name)
    if fault is not None:
        return _told(desk, records, letter, "leaving", (fault,))
    records.left(name, letter.said_at or desk.now(), mail)
    contest = desk.settings.contest.name
    left = f"You are no longer a contestant of {contest} (§3)."
    answered = _noted(desk, records, letter, "leaving", left)
    _announce_membership(desk, records, letter, name, "leaves")
    return answered


def members(desk: Desk, records: Records) -> tuple[Membership, ...]:
    """Every contestant with the moment of eir last joining, in the order of joining (§3)."""
    current = starting.members(desk, records)
    joined = {one.name: one for one in records.memberships() if one.change == "joined"}
    return tuple(joined[name] for name in current)


def _announce_membership(
    desk: Desk,
    records: Records,
    letter: Letter,
    name: GnomeName,
    event: Literal["joins", "leaves"],
) -> None:
    """The list is told by a draft: the announcement took effect by itself (§3)."""
    page = public_pages.membership(
        name,
        event,
        records.contestants(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_list(desk, letter.forum, letter),
    )
    why = reasoning.confirmed(letter.confirmed, is_blind=sight.is_blind(records))
    about = f"{name} {event}"
    drafting.say(desk, records, page, game=None, about=about, why=why, auto=False)


def may_leave(desk: Desk, records: Records, name: GnomeName) -> Refusal | None:
    """Whether *name* can leave the contract now (§3)."""
    if name not in starting.members(desk, records):
        return refusal("NOT_A_CONTESTANT", f"{name} is not a contestant")
    now = ongoing(desk, records)
    if now is None or name not in now.game.gnomes:
        return None
    if now.gamestate.position.gnome(name).fate == "killed":
        return None
    return refusal("IS_A_GNOME", f"{name} is a gnome of the game that is being played")


def _noted(desk: Desk, records: Records, letter: Letter, announced: Announced, told: str) -> bool:
    page = answers.noted(
        announced,
        (told,),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
    )
    return answer(desk, records, page)


def _told(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Announced,
    refusals: tuple[Refusal, ...],
) -> bool:
    """Refused without a public line: nothing of the game is concerned."""
    page = answers.void(
        announced,
        refusals,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        said_at=letter.said_at,
    )
    return answer(desk, records, page)
