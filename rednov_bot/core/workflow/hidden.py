"""What the list, or the contestmaster of a blind game, must not be told (§6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rednov_bot.core.contest import RevealLuck
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, Page, PaperId
from rednov_bot.core.render import mail_html
from rednov_bot.core.render.amending import times, with_all
from rednov_bot.core.render.draft_pages import REMEDY
from rednov_bot.core.render.luck_pages import secrets_in
from rednov_bot.core.render.wording import listed, single
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force, moments, office
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import Against, Game, Player, Turn, openly as told_openly

TOLD_WHEN_APPROVED: Final = "(told when you approve)"
"""In a draft, in place of what everybody is to read at the same moment."""


def mind(desk: Desk, words: str, heard: Iterable[str] = (), how: str = "") -> tuple[str, ...]:
    """A sentence on the secret things in public *words* that are in nothing that was *heard*.

    None where there are none; *how* is the way to say it otherwise, where an amendment would not
    do.
    """
    people = tuple(desk.settings.people)
    named = desk.game.secrets_in(words, people)
    named = named and named - desk.game.secrets_in("\n".join(heard), people)
    if not named:
        return ()
    told = listed(map(single, sorted(named)))
    return (
        f"Your words name what the list has not heard of: {told} (§6). They will be public; "
        f"{how or 'amend them'} if they should not.",
    )


def announced(records: UnitOfWork, turn: PaperId | None) -> tuple[str, ...]:
    """The words in which a turn was announced, which the list has heard; none of no turn."""
    return () if turn is None else (moments.moment_of(records, records.turn(turn)).text,)


def is_blind(records: UnitOfWork, draft: Draft | None = None) -> bool:
    """Whether a game is in hand whose hidden part nobody is shown who decides.

    That of *draft* is one of them: the draft may not be stored yet.
    """
    games = office.in_hand(records)
    if draft is not None and draft.game is not None:
        games = (*games, records.game(draft.game))
    return any(in_force.options_now(records, game).blind for game in games)


# -- what a draft shows ----------------------------------------------------------------------------


def shown(
    desk: Desk, records: UnitOfWork, draft: Draft
) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """The pages of a draft that the contestmaster is shown: those for the list, and the others.

    In a blind game the others are not shown, but for their own answer to a claim of error, and what
    was secret until the end is read when everybody reads it.  So is a secret of the luck in any
    game: until it is told, a correction may let the game go on with what it would draw.
    """
    public = tuple([page for page in draft.pages if page.kind == "public"])
    private = tuple([page for page in draft.pages if page.kind != "public"])
    if is_blind(records, draft):
        return openly(desk.game, draft), private if draft.kind == "line" else ()
    return (openly(desk.game, draft) if draft.kind == "secret" else public), private


def openly(game: Game, draft: Draft) -> tuple[Page, ...]:
    """The pages of a draft for the list, without what is secret until they are posted."""
    public = tuple([page for page in draft.pages if page.kind == "public"])
    kept = game.revealed(draft.events)
    if any(isinstance(one, RevealLuck) for one in draft.effects):
        kept = tuple([said for page in public for said in secrets_in(page)])
    return tuple([_without(page, kept) for page in public]) if kept else public


def with_secrets(desk: Desk, draft: Draft, body: str) -> str:
    """A public text as it was shown, with what was left out of it there."""
    for said in desk.game.revealed(draft.events):
        if times(body, TOLD_WHEN_APPROVED) == 1:
            body = with_all(body, TOLD_WHEN_APPROVED, said)
    return body


def unseen(records: UnitOfWork, draft: Draft) -> tuple[Player, ...]:
    """To whom a draft has private notices that the contestmaster is not shown."""
    if draft.kind == "line" or not is_blind(records, draft):
        return ()
    return tuple([page.to_name for page in draft.pages if page.kind != "public"])


def _without(page: Page, kept: Iterable[str]) -> Page:
    """The page as it is shown while *kept* sentences of it are still secret."""
    body = page.body
    for said in kept:
        body = with_all(body, said, TOLD_WHEN_APPROVED)
    if page.picture is None:
        return replace(page, body=body)
    says = mail_html.standing_for_it(page.picture.html)
    named = page.picture.content_id if page.picture.png else ""
    html = mail_html.page_of(page.subject, body, says, named)
    return replace(page, body=body, picture=replace(page.picture, html=html))


# -- what cannot be decided blindly ----------------------------------------------------------------


def forbid(records: UnitOfWork, what: str) -> None:
    """Raises CannotRule in a blind game: *what*, half a sentence, would have to be known."""
    if is_blind(records):
        raise CannotRule(f"{what}, and this game is blind: {REMEDY}")


def check_private(records: UnitOfWork, reasons: Iterable[Against], gnome: Player) -> None:
    """An announcement that is void for a reason of its gnome's own stays so in a blind game.

    Else a ruling would tell which reason it is.  Raises CannotRule.
    """
    every = tuple(reasons)
    if len(told_openly(every)) < len(every):
        forbid(records, f"what is against it is for {gnome} alone to know (§6)")


def check_tiles(
    desk: Desk, records: UnitOfWork, turn: Turn, heard: str, was: Turn | None = None
) -> None:
    """A reading uses and gives nothing secret in a blind game that was not named in public.

    *heard* are the words of its gnome there, *was* the turn as it was read before.  Else the answer
    would tell whether they hold it.  Raises CannotRule.
    """
    named = desk.game.secrets_in(heard, tuple(desk.settings.people))
    before = Counter[str](() if was is None else desk.game.secrets_of(was))
    for item, count in Counter(desk.game.secrets_of(turn)).items():
        if count > max(before[item], item in named):
            whose = desk.game.whose(turn)
            forbid(records, f"{whose} has not said in public that they use or give the {item}")


def check_option(desk: Desk, records: UnitOfWork, option: str) -> None:
    """In a blind game no turn is played under an option that tells of hands: a draft would show it.

    Raises CannotRule.
    """
    if option in desk.game.telling:
        forbid(records, f"option {option} can hold only from a ruling of its own on")
