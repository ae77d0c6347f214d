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


def subject_of(effect: ChangeContest) -> str:
    """What changes, in a few words: `axis Z added`."""
    value = effect.value
    match effect.change:
        case "contestmaster":
            return f"{value} is contestmaster"
        case "deputy":
            return f"{value} is the deputy" if value else "no deputy any more"
        case "axis added":
            return f"axis {value} added"
        case "axis removed":
            return f"axis {value} removed"
        case "contest":
            return "a contest" if value == "on" else "no longer a contest"
        case "pot":
            return f"{counted(int(value), 'Y point')} to be won"
        case "reminders":
            return f"reminders {value}"
        case _:
            assert_never(effect.change)


def told_of(effect: ChangeContest, by: Player) -> str:
    """What the list is told when *by* changes the contest so; nothing of their own reminders."""
    value = effect.value
    match effect.change:
        case "contestmaster":
            return f"{by} hands the office of contestmaster to {value} (§1). {_from_now(value)}"
        case "deputy":
            if not value:
                return f"{by} has no deputy any more."
            return f"{value} is the deputy and decides in any game in which {by} is a gnome."
        case "axis added":
            return f"{by} adds the axis {value} to the contest (§1)."
        case "axis removed":
            return f"{by} removes the axis {value} from the contest (§1)."
        case "contest":
            if value == "on":
                return "The contract is a contest: games may be started (§4)."
            return (
                "The contract is no longer a contest: no game may be started (§4). A running game "
                "goes on."
            )
        case "pot":
            share = "split evenly among its winners (§24)"
            return f"A game may award at most {counted(int(value), 'Y point')}, {share}."
        case "reminders":
            return ""
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
