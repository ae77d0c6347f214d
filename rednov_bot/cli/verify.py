"""`rednov verify`: a finished game, checked from the archive of its list alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click

from rednov_bot.cli.desks import as_json
from rednov_bot.core.errors import Mendable
from rednov_bot.core.toml import STANDARD_DATA
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.verify import archive as archives, games, report


@click.command()
@as_json
@click.option("--game", help="Only the game of this tag: RN1.")
@click.option(
    "--data", "folder", type=click.Path(path_type=Path), help="The folder of its own data set."
)
@click.option(
    "--notices",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Your own private mails of the game: a folder or a file; may be given more than once.",
)
@click.option("--gnome", help="Whose notices they are.")
@click.argument(
    "archive", nargs=-1, required=True, metavar="ARCHIVE...", type=click.Path(path_type=Path)
)
def verify(
    as_json: bool,
    game: str | None,
    folder: Path | None,
    notices: tuple[Path, ...],
    gnome: str | None,
    archive: tuple[Path, ...],
) -> None:
    """Check every draw and every resolution of a finished game.

    ARCHIVE is what the list's archive gives: mbox files, as they come or packed by gzip, Maildirs,
    folders of mails, or single mails; other mails between them do no harm.  The secret of the
    luck has to be among them: the contestmaster posts it when the game is over (docs/luck.md).

    Nothing else is believed: the dice and cards are computed from the secret, each announcement is
    read again, and each posting is compared with what the rules make of it.  Needs no settings and
    no database.

    With --notices and --gnome the private mails that one gnome got are checked too: that the tiles
    they were told of lay where they were drawn from, that their hand follows from mail to mail,
    and, if the secret of the tiles is told, that this was what they were told.

    \b
    Example:
      rednov verify agora-business.mbox
      rednov verify agora-business.mbox --notices red-november/ --gnome Ann
      rednov verify 2026-November.txt.gz 2026-December.txt.gz --game RN1 --json

    Ends with 0 where everything agrees, and with 1 where something differs, where this archive
    cannot show it (the announcement of a turn is missing, or the end of the game), or where
    nothing is to be read.
    """
    if bool(notices) == (gnome is None):
        raise click.UsageError("--notices needs --gnome, and --gnome needs --notices")
    mails = archives.read(archive)
    own = None
    if gnome is not None:
        own = games.Own(gnome, archives.read(notices))
    found = games.check(mails, _tables(folder), game, own)
    if own is not None and found and not any(own.plays_in(one.crew) for one in found):
        crews = "; ".join(f"{one.game}: {', '.join(one.crew)}" for one in found)
        raise Mendable(f"no gnome called {own.name} plays in these games ({crews})")
    if not found:
        raise Mendable(
            f"no opening of {game or 'a game whose luck can be checked'} is among these mails; "
            "it shows a section THE LUCK, form 2"
        )
    said = report.as_data(found)
    click.echo(json.dumps(said, ensure_ascii=False) if as_json else report.in_words(found))
    sys.exit(0 if said["agrees"] else 1)


def _tables(folder: Path | None) -> Callable[[str], Tables | None]:
    """The data set with a digest: the standard one, or that in *folder*."""
    names = [STANDARD_DATA] if folder is None else [str(folder), STANDARD_DATA]
    known = [datasets.load(name) for name in names]

    def of(digest: str) -> Tables | None:
        return next((one for one in known if one.digest == digest), None)

    return of
