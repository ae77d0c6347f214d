"""Points are awarded, as the list is told (§18, §24).  Written from public values alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from rednov_bot.core.render.award_pages import sentence, shared
from rednov_bot.core.render.letterhead import Letterhead
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.red_november.render.sentences import Scene, sentence as due_sentence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import WON, Due, Position

DEEDS: Final = {
    "disaster track reset": "resetting a disaster track",
    "timed destruction prevented": "preventing a timed destruction",
    WON: "winning the game",
}


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


def awarded(
    events: Iterable[ev.PublicEvent], awards: Collection[str], letterhead: Letterhead
) -> list[str]:
    """The points along the axes in *awards*, awarded in the contestmaster's name."""
    owed = [one for one in events if isinstance(one, ev.PointsDue) and one.axis in awards]
    dues = [
        Due(gnome=one.gnome, axis=one.axis, points=one.points, reason=one.reason) for one in owed
    ]
    return [sentence(one, letterhead.contestmaster, DEEDS) for one in dues]
