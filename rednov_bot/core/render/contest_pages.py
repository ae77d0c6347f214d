"""Mails about the contest: its axes, its office and who takes it over, its rulings (§1, §25)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Unpack, assert_never

from rednov_bot.core.contest import AwardOffered, ChangeContest
from rednov_bot.core.models import MessageId, Page
from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.base import Inside, Player


@mail("public", "contest_change")
def change(subject: str, told: tuple[str, ...], **heads: Unpack[Heads]) -> None:
    """The contest changes; *told* says how, a paragraph each, *subject* what of it."""


@mail("public")
def ruling(
    number: int,
    clause: str,
    text: str,
    *,
    withdraws: int | None = None,
    withdrawn: str = "",
    **heads: Unpack[Heads],
) -> None:
    """The contestmaster's ruling, in their own words; *clause* is `§10c`, or empty.

    *withdraws* is the number of the one that it takes back; *withdrawn* its words, where the list
    has heard them.
    """


def offered(offer: AwardOffered) -> Page:
    """The text of an award that is offered with a resolution, as it was written (§18, §24)."""
    return Page(
        kind="public",
        to=offer.to,
        to_name=offer.to_name,
        subject=offer.subject,
        body=offer.body,
        in_reply_to=None if offer.in_reply_to is None else MessageId(offer.in_reply_to),
        references=tuple([MessageId(one) for one in offer.references]),
    )


def told_of(effect: ChangeContest, by: Player) -> tuple[str, str]:
    """What changes, in a few words; and what the list is told when *by* changes it so.

    Nothing is told of their own reminders.
    """
    value = effect.value
    match effect.change:
        case "contestmaster":
            told = f"{by} hands the office of contestmaster to {value} (§1). {_from_now(value)}"
            return f"{value} is contestmaster", told
        case "deputy" if value:
            told = f"{value} is the deputy and decides in any game in which {by} is a gnome."
            return f"{value} is the deputy", told
        case "deputy":
            return "no deputy any more", f"{by} has no deputy any more."
        case "axis added":
            return f"axis {value} added", f"{by} adds the axis {value} to the contest (§1)."
        case "axis removed":
            return f"axis {value} removed", f"{by} removes the axis {value} from the contest (§1)."
        case "contest" if value == "on":
            return "a contest", "The contract is a contest: games may be started (§4)."
        case "contest":
            told = "The contract is no longer a contest: no game may be started (§4)."
            return "no longer a contest", f"{told} A running game goes on."
        case "pot":
            most = counted(int(value), "Y point")
            told = f"A game may award at most {most}, split evenly among its winners (§24)."
            return f"{most} to be won", told
        case "reminders":
            return f"reminders {value}", ""
        case _:
            assert_never(effect.change)


def taken_over(successor: Player, predecessor: Player) -> str:
    """What the list is told where a contestmaster has vanished and another took their place."""
    place = f"{successor} is the contestmaster in {predecessor}'s place (§1)."
    return f"{place} {_from_now(successor)}"


def _from_now(successor: Player) -> str:
    return (
        f"From now on {successor} resolves turns, awards points and decides disputes. Rulings "
        "stand, a turn that waits for its resolution is resolved with the luck it has, and nothing "
        "needs to be announced again."
    )


Role = Literal["contestmaster", "deputy"]


@mail("desk")
def briefing(
    role: Role,
    predecessor: Player,
    *,
    going_on: Iterable[str],
    desk: tuple[str, ...],
    drafts: int,
    rulings: tuple[str, ...],
    contest: Iterable[str],
    known: Inside | None,
    **heads: Unpack[Heads],
) -> Facts:
    """Everything that the one who decides from now on has to know, in one private mail.

    *going_on* and *contest* are sentences; *desk* what lies there, line by line, with so many open
    *drafts*; *known* is what is hidden in the game that is being played, None between games.
    """
    return {
        "going_on": tuple(going_on),
        "contest": tuple(contest),
    }


def contest_told(
    contestants: Iterable[Player],
    axes: Iterable[str],
    y_pot: int,
    deputy: Player | None,
    *,
    is_contest: bool,
) -> tuple[str, ...]:
    """How the contest stands, a sentence each (§1-§4, §24)."""
    every = listed(contestants)
    along = listed(axes)
    return (
        f"The contestants are {every}." if every else "There are no contestants.",
        f"Points are awarded along {along}." if along else "There is no axis.",
        f"A game may award {counted(y_pot, 'Y point')} at most."
        if y_pot
        else "How many Y points a game may award is not known.",
        *((f"{deputy} is the deputy.",) if deputy else ()),
        *(() if is_contest else ("The contract is no contest: no game may be started.",)),
    )
