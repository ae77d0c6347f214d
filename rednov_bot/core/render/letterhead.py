"""What all mails have in common: who writes for whom, and whom a mail is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeAlias, TypedDict

from rednov_bot.core.models import MessageId, Page, PostingKind
from rednov_bot.core.render.environment import render
from rednov_bot.games.base import Letterhead as Letterhead, Post


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Whom one mail is for, and what it answers."""

    to: str  # one address
    to_name: str
    in_reply_to: MessageId | None = None
    references: tuple[MessageId, ...] = ()


class Heads(TypedDict):
    """What stands above every mail: the facts of the contest, and to whom it goes."""

    letterhead: Letterhead
    envelope: Envelope


def of_game(post: Post, kind: PostingKind, envelope: Envelope) -> Page:
    """What a game says, as a mail to somebody."""
    return Page(
        kind=kind,
        to=envelope.to,
        to_name=envelope.to_name,
        subject=post.subject,
        body=post.body,
        in_reply_to=envelope.in_reply_to,
        references=envelope.references,
        view=post.view,
    )


def instead(
    other: Page, kind: PostingKind, situation: str, letterhead: Letterhead, /, **facts: Any
) -> Page:
    """A mail to the reader of another, which is not sent."""
    envelope = Envelope(
        to=other.to,
        to_name=other.to_name,
        in_reply_to=other.in_reply_to,
        references=other.references,
    )
    return page(kind, envelope, situation, letterhead, **facts)


Facts: TypeAlias = dict[str, Any]
"""What a template tells, by the names it has there."""

Told = ParamSpec("Told")


def mail(
    kind: PostingKind, situation: str = ""
) -> Callable[[Callable[Told, Facts | None]], Callable[Told, Page]]:
    """Make a function a mail: its arguments, *heads* apart, are the facts of its template.

    What the function returns are further facts, and come before arguments of the same name;
    *situation* is the template where it has another name.
    """

    def of(facts_of: Callable[Told, Facts | None]) -> Callable[Told, Page]:
        parameters = signature(facts_of)

        @wraps(facts_of)
        def made(*args: Told.args, **kwargs: Told.kwargs) -> Page:
            given = parameters.bind(*args, **kwargs)
            given.apply_defaults()
            facts = {"view": None, **given.arguments, **(facts_of(*args, **kwargs) or {})}
            heads = facts.pop("heads", {})
            if strange := heads.keys() - Heads.__annotations__.keys():
                raise TypeError(f"{facts_of.__name__} is given {', '.join(sorted(strange))}")
            facts |= heads
            envelope, letterhead = facts.pop("envelope"), facts.pop("letterhead")
            return page(kind, envelope, situation or facts_of.__name__, letterhead, **facts)

        made.__annotations__ = {**facts_of.__annotations__, "return": Page}
        return made

    return of


def page(
    kind: PostingKind,
    envelope: Envelope,
    situation: str,
    letterhead: Letterhead,
    /,
    view: Any = None,
    **facts: Any,
) -> Page:
    """The mail for a *situation*, the name of its template; *view* is the board to be drawn."""
    subject, body = render(situation, letterhead=letterhead, to_name=envelope.to_name, **facts)
    return of_game(Post(subject=subject, body=body, view=view), kind, envelope)
