"""A desk for commands that look or decide: they make no database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import make_url

from rednov_bot import bootstrap
from rednov_bot.core import settings
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden
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
