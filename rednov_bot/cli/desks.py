"""A desk for commands that look or decide: they make no database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rednov_bot.errors import Mendable

if TYPE_CHECKING:
    from rednov_bot.desk.desk import Desk

_MAKERS = "`rednov run`, `rednov start` or `rednov db upgrade` makes it"


def open_desk_on_file(config: Path) -> Desk:
    """A desk over a database that somebody made before.  Mendable where there is none."""
    from sqlalchemy import make_url

    from rednov_bot import bootstrap, settings
    from rednov_bot.store import database, upgrading

    known = settings.load(config)
    if upgrading.version(known.bot.database) is None:
        url = make_url(known.bot.database)
        if database.is_missing(url):
            raise Mendable(f"there is no database at {url.database} yet; {_MAKERS}")
        raise Mendable(f"{database.name(url)} is empty; {_MAKERS} ready")
    return bootstrap.open_desk(known)
