"""Which points a draft awards in its text or offers behind it, and the text of awards (§18)."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.core.contest import AwardOffered, AwardPoints
from rednov_bot.core.models import Draft, Game, Page, TakenTurn
from rednov_bot.core.render import award_pages
from rednov_bot.core.render.wording import listed
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import Due, Player, State


def axes(desk: Desk) -> tuple[str, ...]:
    """Along which axes resolutions award in their own text."""
    return _existing(desk) if desk.settings.contest.awards == "with_resolution" else ()


def effects(desk: Desk, before: State, after: State) -> tuple[AwardPoints, ...]:
    """What the approval of a draft that leads from *before* to *after* awards in its text."""
    was, now = desk.game.facts(before).dues, desk.game.facts(after).dues
    outright = axes(desk)
    places = [at for at in range(len(was), len(now)) if now[at].axis in outright]
    return (AwardPoints(tuple(places)),) if places else ()


def offered(
    desk: Desk, game: Game, taken: TakenTurn, before: State, after: State
) -> tuple[AwardOffered, ...]:
    """The award that can be posted behind a resolution; none where its text awards already.

    Nor are more Y points offered than the pot, which a corrected end may ask for (A96): the draft
    that follows warns of it.
    """
    if axes(desk):
        return ()
    was, now = desk.game.facts(before).dues, desk.game.facts(after)
    existing = [axis for axis in _existing(desk) if axis != "Y" or won(now.dues) <= now.pot]
    new = [at for at in range(len(was), len(now.dues)) if now.dues[at].points]
    places = [at for at in new if now.dues[at].axis in existing]
    if not places:
        return ()
    dues = [now.dues[at] for at in places]
    page, occasion = award_page(desk, game, dues, now.winners, now.pot, taken)
    return (
        AwardOffered(
            places=tuple(places),
            about=title(occasion, dues),
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


def won(dues: Sequence[Due]) -> int:
    """How many Y points these are."""
    return sum([due.points for due in dues if due.axis == "Y"])


def title(occasion: str, dues: Sequence[Due]) -> str:
    """What points these are, and whose: `Points for turn 3: Ann`."""
    return f"Points for {occasion}: {listed(dict.fromkeys([due.gnome for due in dues]))}"


def award_page(
    desk: Desk,
    game: Game,
    dues: Sequence[Due],
    winners: Sequence[Player],
    pot: int,
    taken: TakenTurn | None,
) -> tuple[Page, str]:
    """The award as the list reads it, and what it is for; Y points are of no turn alone."""
    of_end = any(due.axis == "Y" for due in dues)
    about = None if of_end else taken
    occasion = award_pages.occasion(game.tag, None if about is None else about.number)
    rest = award_pages.shared(pot, len(winners)) if of_end else ""
    heads = outgoing.for_list(desk, None if about is None else about.forum, about)
    by, deeds = desk.contestmaster, desk.game.deeds_told
    told = [award_pages.sentence(due, by, deeds) for due in dues]
    return award_pages.award(told, occasion, rest, **heads), occasion
