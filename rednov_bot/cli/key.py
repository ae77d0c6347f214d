"""`rednov key`: the key that seals what is hidden on file."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rednov_bot.cli import options
from rednov_bot.errors import Mendable, StoreUnreachable
from rednov_bot.invocation import program

if TYPE_CHECKING:
    from rednov_bot.keys import Key
    from rednov_bot.settings import Settings
    from rednov_bot.shares import Share

_KEY_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(invoke_without_command=True, short_help="The key that seals what is hidden.")
@options.config
@options.as_json
@click.pass_context
def key(ctx: click.Context, config: Path, as_json: bool) -> None:
    """Seal what is hidden in the database with a key that is not in it (docs/keys.md).

    Alone, this tells with which key the database is sealed, and which one the settings give.
    Stop the service before you seal, unseal or change the key.

    \b
    Example:
      rednov key
      rednov key new --file /etc/rednov/key
      rednov key seal
    """
    if ctx.invoked_subcommand is None:
        _tell(config, as_json)


def _tell(config: Path, as_json: bool) -> None:
    from rednov_bot import settings
    from rednov_bot.store import sealing

    known = settings.load(config)
    own = settings.sealing_key(known)
    given, found = "" if own is None else own.name, sealing.name_of_key(known.bot.database)
    if as_json:
        click.echo(json.dumps({"sealed_with": found or None, "settings_give": given or None}))
    else:
        sealed = f"the database is sealed with key {found}" if found else "nothing is sealed"
        gives = f"the settings give key {given}" if given else "the settings give no key"
        click.echo(f"{sealed}; {gives}")


@key.command(short_help="Make a key.")
@click.option("--file", "file", type=_KEY_FILE, help="Where to keep it; else it is printed.")
def new(file: Path | None) -> None:
    """Make a key that nobody has had before.  A file that is there already is left alone.

    \b
    Example:
      rednov key new --file /etc/rednov/key
    """
    from rednov_bot import keys

    made = keys.new()
    if file is None:
        click.echo(made.written())
    else:
        _write(file, _with_its_purpose(made))
        click.echo(f"key {made.name} is in {file}; name it as key_file in [secrets]")


@key.command(short_help="Seal a database that is not sealed yet.")
@options.config
def seal(config: Path) -> None:
    """Seal what is hidden in the database with the key of the settings, all of it or nothing.

    Its files are then written anew, so that they keep no trace.  Backups that were made before are
    as open as they were.

    \b
    Example:
      rednov key seal --config rednov.toml
    """
    _reseal(config, "seal")


@key.command(short_help="Open a sealed database for good.")
@options.config
def unseal(config: Path) -> None:
    """Open the database: nothing in it is sealed any more.  Then take the key out of the settings.

    \b
    Example:
      rednov key unseal --config rednov.toml
    """
    _reseal(config, "unseal")


@key.command(short_help="Seal the database with another key.")
@options.config
@click.option("--to", "file", type=_KEY_FILE, required=True, help="The file of the new key.")
def change(config: Path, file: Path) -> None:
    """Seal the database with another key, all of it or nothing; then name that in the settings.

    \b
    Example:
      rednov key new --file /etc/rednov/new-key
      rednov key change --to /etc/rednov/new-key
    """
    _reseal(config, "change", file)


@key.command(short_help="Write the database's files anew.")
@options.config
def sweep(config: Path) -> None:
    """Write the database's files anew, without what was deleted or changed in them.

    `seal`, `unseal` and `change` do so by themselves, unless another program is in the way.

    \b
    Example:
      rednov key sweep --config rednov.toml
    """
    from rednov_bot import settings
    from rednov_bot.store import sealing
    from rednov_bot.store.serving import serving

    url = settings.load(config).bot.database
    with serving(url):
        sealing.sweep(url)
    click.echo("the database's files were written anew")


@key.command(short_help="Share the key among friends.")
@options.config
@click.argument("needed", type=int, metavar="K")
@click.argument("count", type=int, metavar="N")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("."),
    help="The folder for the shares; this one unless said.",
)
def share(config: Path, needed: int, count: int, folder: Path) -> None:
    """Write N shares of the key of the settings.

    Any K of them put it together; fewer tell nothing of it.  Each is a text to be mailed or
    printed, with what its keeper has to know.

    \b
    Example:
      rednov key share 3 5 --dir shares
    """
    from rednov_bot import settings, shares

    known = settings.load(config)
    own = _given(known)
    made = shares.split(own, needed, count)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for one in made:
        _write(folder / _named(one), shares.letter(one, known.contest.name))
    first, last = _named(made[0]), _named(made[-1])
    click.echo(
        f"{count} shares of key {own.name} are in {folder}, {first} to {last}: give each to "
        f"somebody else, and delete them here; any {needed} put the key together"
    )


@key.command(short_help="Put a key together from shares.")
@click.argument("files", nargs=-1, required=True, type=_KEY_FILE, metavar="FILE...")
@click.option("--file", "file", type=_KEY_FILE, help="Where to keep the key; else it is printed.")
def recover(files: tuple[Path, ...], file: Path | None) -> None:
    """Put a key together from shares.  It is said which share is wrong, and how many are missing.

    \b
    Example:
      rednov key recover share-1 share-3 share-4 --file /etc/rednov/key
    """
    from rednov_bot import shares
    from rednov_bot.errors import CannotRecover

    found: list[Share] = []
    for path in files:
        one = shares.read(path.read_text(encoding="utf-8", errors="replace"))
        if isinstance(one, str):
            raise CannotRecover(f"{path} {one}")
        found.append(one)
    recovered = shares.together(found)
    if recovered.wrong:
        numbers = ", ".join(map(str, recovered.wrong))
        click.echo(f"wrong, though whole, and not used: share {numbers}", err=True)
    if file is None:
        click.echo(recovered.key.written())
    else:
        _write(file, _with_its_purpose(recovered.key))
        click.echo(f"key {recovered.key.name} is in {file}; name it as key_file in [secrets]")


def _reseal(config: Path, how: str, file: Path | None = None) -> None:
    from rednov_bot import keys, settings
    from rednov_bot.store import sealing, upgrading
    from rednov_bot.store.serving import serving

    known = settings.load(config)
    own, url = _given(known), known.bot.database
    other: Key | None = None
    if file is not None:
        read = keys.read(file.read_text(encoding="utf-8", errors="replace"))
        if isinstance(read, str):
            raise Mendable(f"{file} {read}")
        other = read
    with serving(url):
        upgrading.upgrade(url)
        if how == "seal" and sealing.name_of_key(url) == own.name:
            click.echo(f"the database is sealed with key {own.name} already; nothing was changed")
            return
        before, after = (None, own) if how == "seal" else (own, other)
        rows = sealing.reseal(url, before, after, at=datetime.now(UTC))
        told = _told(own, after, file)
        try:
            sealing.sweep(url)
        except StoreUnreachable as error:
            raise StoreUnreachable(
                f"{told}, but its files may still hold what they held, for {error}; run "
                f"`{program()} key sweep` when nobody uses it"
            ) from None
    click.echo(f"{told}; {rows} rows were written, and older backups are as they were")


def _told(own: Key, after: Key | None, file: Path | None) -> str:
    if after is None:
        return "nothing in the database is sealed any more; take the key out of the settings"
    if file is None:
        return f"the database is sealed with key {after.name}"
    return (
        f"the database is sealed with key {after.name}; name {file} as key_file in [secrets], and "
        f"keep key {own.name} as long as its backups"
    )


def _given(known: Settings) -> Key:
    """The key of the settings.  Mendable where they give none."""
    from rednov_bot import settings

    own = settings.sealing_key(known)
    if own is None:
        raise Mendable(
            f"the settings give no key; make one with `{program()} key new --file FILE`, and "
            "name it as key_file in [secrets]"
        )
    return own


def _named(share: Share) -> str:
    return f"share-{share.number}-of-{share.count}.txt"


def _with_its_purpose(key: Key) -> str:
    return (
        f"# Key {key.name} of a rednov database.  Keep it apart from the database and from\n"
        "# its backups: whoever has both reads every hand.  Whoever loses it loses every game.\n"
        f"{key.written()}\n"
    )


def _write(path: Path, text: str) -> None:
    """A new file that its owner alone can read.  Mendable where there is one already."""
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise Mendable(f"{path} is there already; name another file, nothing was written") from None
    with os.fdopen(file, "w", encoding="ascii", errors="replace") as opened:
        opened.write(text)
