"""The desk as commands use it, and what they say of a draft; they make no database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from sqlalchemy import make_url

from rednov_bot import bootstrap
from rednov_bot.core import settings
from rednov_bot.core.contest import Hold
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Draft
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden
from rednov_bot.core.workflow.commanding import carrying_out
from rednov_bot.core.workflow.commands import Shown
from rednov_bot.core.workflow.commands.waiting import moment_of
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november.render.reasoning import NO_HANDS
from rednov_bot.games.red_november.rules.words import GnomeName

_MAKERS = f"`{program()} run`, `{program()} start` or `{program()} db upgrade` makes it"


def open_desk_on_file(config: Path) -> Desk:
    """A desk over a database that somebody made before.  Mendable where there is none."""
    known = settings.load(config)
    if upgrading.version(known.bot.database) is None:
        url = make_url(known.bot.database)
        if database.is_missing(url):
            raise Mendable(f"there is no database at {url.database} yet; {_MAKERS}")
        raise Mendable(f"{database.name(url)} is empty; {_MAKERS} ready")
    return bootstrap.open_desk(known)


@contextmanager
def at_the_desk(config: Path) -> Iterator[tuple[Desk, UnitOfWork]]:
    """The desk, with whoever sits at it now, and one transaction."""
    desk = open_desk_on_file(config)
    with desk.db.transaction() as records:
        yield office.seated(desk, records), records


def check_sight(records: UnitOfWork) -> None:
    """Mendable in a blind game, where nobody who decides is shown what is hidden (A83)."""
    if hidden.is_blind(records):
        raise Mendable(f"{NO_HANDS[:1].lower()}{NO_HANDS[1:].rstrip('.')} (option blind)")


def somebody(desk: Desk, name: str) -> GnomeName:
    """The name as [people] in the settings spells it.  Mendable of somebody unknown."""
    people = tuple(desk.settings.people)
    found = next((one for one in people if one.casefold() == name.casefold()), None)
    if found is None:
        known = ", ".join(people)
        raise Mendable(f"there is nobody called {name!r} in the settings; people are {known}")
    return found


def moment(desk: Desk, words: str) -> datetime:
    """Until when something lasts: `Friday`, `2 December`, `2 days`.  Mendable if not certain."""
    for said in (words, f"until {words}", f"for {words}"):
        if (found := moment_of(said, desk.now())) is not None:
            return found
    raise Mendable(
        f'{words!r} is no certain moment to come; say "3 December", "2026-12-03 18:00" or "2 days"'
    )


def look(config: Path, what: Shown) -> None:
    """Print what a mail with this word would be answered."""
    with at_the_desk(config) as (desk, records):
        told, lines = carrying_out.what_is_shown(desk, records, what)
    click.echo("\n".join([told, "", *lines]))


def facts(draft: Draft, hold: Hold | None = None) -> dict[str, Any]:
    """What may be said of a draft to anybody: nothing of its private notices.

    Nor the text that tells a secret of the luck, before it is posted.  *hold* is the one on it, if
    it is held; why stays with whoever holds it.
    """
    told = () if draft.kind == "secret" else draft.pages
    return {
        "code": draft.code,
        "kind": draft.kind,
        "about": draft.about,
        "attempt": draft.attempt,
        "made_at": draft.made_at.isoformat(),
        "due_by": draft.due_by.isoformat() if draft.due_by else None,
        "candidates": list(draft.choice.candidates) if draft.choice else [],
        "public": [page.body for page in told if page.kind == "public"],
        "held": hold is not None,
        "held_until": hold.until.isoformat() if hold is not None and hold.until else None,
    }


def stands(draft: Draft, about: str, hold: Hold | None) -> str:
    """What an open draft is *about*, until when, and whether it is held."""
    due = f", due by {draft.due_by:%d %b %Y %H:%M} UTC" if draft.due_by else ""
    if hold is None:
        return f"{about}{due}"
    until = f" until {hold.until:%d %b %Y %H:%M} UTC" if hold.until else ""
    return f"{about}{due}, held{until}"


def told(draft: Draft) -> str:
    """Its code, what it is about, and that nothing happens before it is approved."""
    by = f"`{program()} approve {draft.code}`"
    if draft.choice is not None and draft.kind == "choice":
        by = f"`{program()} choose {draft.code} CANDIDATE`"
    elif draft.kind == "claim":
        by = f"`{program()} claims accept {draft.code}` or `deny`"
    elif draft.kind == "return":
        by = f"`{program()} outbox --post-again {draft.code}`, `--there` or `--post-to`"
    return f"drafted as {draft.code}: {draft.about}; answer it by mail or by {by}"


def say(draft: Draft, *, as_json: bool, **more: Any) -> None:
    """A new draft is told; *more* is said of it to programs."""
    if as_json:
        click.echo(json.dumps({"draft": facts(draft), **more}))
    else:
        click.echo(told(draft))


def answered(code: str, words: str, *, as_json: bool, **more: Any) -> None:
    """What came of an answer to draft *code*: in words, and as facts with its code."""
    click.echo(json.dumps({"code": code, **more}) if as_json else words)
