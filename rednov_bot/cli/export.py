"""`rednov export`: everything on file, for whoever wants it in files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from rednov_bot.cli import options


@click.command(short_help="Write everything on file into a folder.")
@options.config
@click.option("--public", is_flag=True, help="Only what everybody could know, without addresses.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def export(config: Path, public: bool, folder: Path) -> None:
    """Write everything on file into FOLDER, which is made: mails as mbox, tables as lines of JSON.

    The README.txt in it tells what is what, and manifest.json the SHA-256 of each file.  Every
    hand, secret and private mail lies open in it, readable for its owner alone.

    With --public: what the bot posted, and of the games what everybody could see; no hand, no
    private mail, no address.

    \b
    Example:
      rednov export /var/backups/rednov/all-of-it
      rednov export --public /srv/www/red-november
    """
    from rednov_bot import settings
    from rednov_bot.cli import exporting
    from rednov_bot.store import exporting as store

    known = settings.load(config)
    with store.opened(known.bot.database) as found:
        made = exporting.write(found, folder, public=public, at=datetime.now(UTC))
    octets = sum(int(one["octets"]) for one in made.files.values())
    click.echo(f"{folder} holds {len(made.files)} files of {octets} octets; see its README.txt")
    if not public:
        click.echo(
            "every hand, secret and private mail lies open in it: keep it as close as the database",
            err=True,
        )
