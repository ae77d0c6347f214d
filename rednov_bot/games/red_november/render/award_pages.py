"""Points are awarded, as the list is told (§18, §24).  Written from public values alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from rednov_bot.core.contest import AwardOffered
from rednov_bot.core.models import MessageId, Page
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.red_november.render.sentences import Scene, sentence as due_sentence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import WON, Due, Position
from rednov_bot.games.red_november.rules.words import GnomeName

_DEEDS: Final = {
    "disaster track reset": "resetting a disaster track",
    "timed destruction prevented": "preventing a timed destruction",
    WON: "winning the game",
}
_CLAUSES: Final = {"X": "§18", "Y": "§24"}


def sentence(due: Due | ev.PointsDue, by: GnomeName) -> str:
    """`Pewterby awards Ann 2 X points for resetting a disaster track (§18).`"""
    return f"{by} awards {due.gnome} {worth(due)}."


def worth(due: Due | ev.PointsDue) -> str:
    """`2 X points for resetting a disaster track (§18)`."""
    points = counted(due.points, f"{due.axis} point")
    deed = _DEEDS.get(due.reason, due.reason)
    return f"{points} for {deed} ({_CLAUSES[due.axis]})"


def due(events: Iterable[ev.PublicEvent], scene: Scene, awards: Collection[str] = ()) -> list[str]:
    """The points that fall due, but for those along the axes in *awards*."""
    owed = [one for one in events if isinstance(one, ev.PointsDue)]
    return [due_sentence(one, scene) for one in owed if one.axis not in awards]


def counting(events: Iterable[ev.PublicEvent], after: Position) -> list[str]:
    """What of the pot is not awarded, and that Y points of a corrected end count (A88, A96)."""
    winners = () if after.ending is None else after.ending.winners
    told = [one for one in events if isinstance(one, ev.PointsDue) and one.reason == WON]
    now = {one.gnome: one.points for one in told}
    before = [(name, after.points(name, "Y", WON) - now.get(name, 0)) for name in winners]
    known = [f"{name} {counted(points, 'Y point')}" for name, points in before if points]
    said = [shared(after.y_pot, len(winners))]
    if known:
        said.append(
            f"What was awarded at the end that was corrected counts: {listed(known)} (§24)."
        )
    return [one for one in said if one]


def shared(pot: int, winners: int) -> str:
    """What of a pot is not awarded when so many share it, in a sentence; "" where all of it is."""
    if not pot or not winners or not pot % winners:
        return ""
    share, rest = divmod(pot, winners)
    if not share:
        return (
            f"{counted(pot, 'Y point')} cannot be split among {winners} winners: no Y point is "
            "awarded (§24)."
        )
    left = counted(rest, "Y point")
    return f"Of the {pot} Y points, {left} cannot be split evenly and will not be awarded (§24)."


def awarded(
    events: Iterable[ev.PublicEvent], awards: Collection[str], letterhead: Letterhead
) -> list[str]:
    """The points along the axes in *awards*, awarded in the contestmaster's name."""
    owed = [one for one in events if isinstance(one, ev.PointsDue) and one.axis in awards]
    return [sentence(one, letterhead.contestmaster) for one in owed]


def occasion(tag: str, turn: int | None) -> str:
    """Where points come from: `turn 12 of RN1`, or `RN1` where it is no turn alone."""
    return tag if turn is None else f"turn {turn} of {tag}"


@mail("public")
def award(
    dues: Iterable[Due], occasion: str, rest: str, *, letterhead: Letterhead, envelope: Envelope
) -> Facts:
    """The announcement by which points that are due are awarded.

    *occasion* is where they come from: `turn 12 of RN1`, `RN1`; *rest* what is not awarded.
    """
    return {"sentences": [sentence(due, letterhead.contestmaster) for due in dues]}


def page_of(offer: AwardOffered) -> Page:
    """The text of an award that is offered, as it was written."""
    return Page(
        kind="public",
        to=offer.to,
        to_name=offer.to_name,
        subject=offer.subject,
        body=offer.body,
        in_reply_to=None if offer.in_reply_to is None else MessageId(offer.in_reply_to),
        references=tuple([MessageId(one) for one in offer.references]),
    )
