"""Points that are awarded with the resolution that makes them due, so that no draft follows it.

The resolution awards them in its own text (setting contest.awards), or an award is posted behind it
(`approve and award`).  Points along an axis that does not exist stay due (A86).
"""

from __future__ import annotations

from rednov_bot.core.contest import AwardOffered, AwardPoints
from rednov_bot.core.models import Draft, Game, TakenTurn
from rednov_bot.core.render.wording import listed
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november.render import award_pages
from rednov_bot.games.red_november.rules.position import WON, Position


def axes(desk: Desk) -> tuple[str, ...]:
    """Along which axes resolutions award in their own text."""
    return _existing(desk) if desk.settings.contest.awards == "with_resolution" else ()


def effects(desk: Desk, before: Position, after: Position) -> tuple[AwardPoints, ...]:
    """What the approval of a draft that leads from *before* to *after* awards."""
    outright = axes(desk)
    new = range(len(before.dues), len(after.dues))
    places = tuple([place for place in new if after.dues[place].axis in outright])
    return (AwardPoints(places),) if places else ()


def offered(
    desk: Desk, game: Game, taken: TakenTurn, before: Position, after: Position
) -> tuple[AwardOffered, ...]:
    """The award that can be posted behind a resolution; none where its text awards already.

    Nor are more Y points offered than the pot, which a corrected end may ask for (A96): the draft
    that follows warns of it.
    """
    if axes(desk):
        return ()
    won = sum([due.points for due in after.dues if due.reason == WON])
    existing = [axis for axis in _existing(desk) if axis != "Y" or won <= after.y_pot]
    new = [(at, due) for at, due in enumerate(after.dues) if at >= len(before.dues)]
    new = [(at, due) for at, due in new if due.points and due.axis in existing]
    if not new:
        return ()
    dues = [due for _, due in new]
    of_turn = None if any(due.axis == "Y" for due in dues) else taken
    forum = None if of_turn is None else taken.forum
    occasion = award_pages.occasion(game.tag, None if of_turn is None else taken.number)
    page = award_pages.award(dues, occasion, **outgoing.for_list(desk, forum, of_turn))
    names = listed(dict.fromkeys(due.gnome for due in dues))
    return (
        AwardOffered(
            places=tuple([at for at, _ in new]),
            about=f"Points for {occasion}: {names}",
            to=page.to,
            to_name=page.to_name,
            subject=page.subject,
            body=page.body,
            in_reply_to=page.in_reply_to,
            references=page.references,
        ),
    )


def offer_of(draft: Draft) -> AwardOffered | None:
    """The award that *draft* offers, if it does."""
    return next((one for one in draft.effects if isinstance(one, AwardOffered)), None)


def _existing(desk: Desk) -> tuple[str, ...]:
    return tuple([axis for axis in ("X", "Y") if axis in desk.axes])
