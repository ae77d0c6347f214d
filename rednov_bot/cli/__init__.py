"""`rednov`: every command, each loaded only when it is called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

from rednov_bot import __version__
from rednov_bot.errors import Mendable, RednovError, Unreachable

COMMANDS = {
    "amend": "rednov_bot.cli.deciding:amend",
    "approve": "rednov_bot.cli.deciding:approve",
    "choose": "rednov_bot.cli.deciding:choose",
    "db": "rednov_bot.cli.database:db",
    "demo": "rednov_bot.cli.demo:demo",
    "drafts": "rednov_bot.cli.drafts:drafts",
    "games": "rednov_bot.cli.games:games",
    "mails": "rednov_bot.cli.mails:mails",
    "outbox": "rednov_bot.cli.outbox:outbox",
    "read": "rednov_bot.cli.read:read",
    "rehearse": "rednov_bot.cli.rehearse:rehearse",
    "reject": "rednov_bot.cli.deciding:reject",
    "run": "rednov_bot.cli.run:run",
    "show": "rednov_bot.cli.games:show",
    "start": "rednov_bot.cli.games:start",
}
"""Name of the command -> where it lies."""


class Lazily(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the alphabet."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Lazily, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rednov")
def rednov() -> None:
    """Red November on a mailing list: gnomes write, the contestmaster approves.

    \b
    See how it goes:  rednov demo
    Serve a list:     copy and fill in deploy/rednov.toml.example, then
                      rednov run --config rednov.toml
    Begin a game:     rednov start NAME NAME NAME
    See what waits:   rednov games, rednov drafts, rednov outbox

    \b
    Exit codes: 0 done; 1 something you can mend, and one line says what;
    2 wrong usage; 3 a mail server or the database is out of reach.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; 0 done, 1 mend something, 2 wrong usage, 3 the other side is unreachable."""
    try:
        rednov.main(args=list(arguments) if arguments is not None else None, prog_name="rednov")
    except Unreachable as error:
        _say(error)
        sys.exit(3)
    except Mendable as error:
        _say(error)
        sys.exit(1)
    except RednovError as error:
        _say(error)
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"rednov: {where}{error.strerror}; mend that and try again", err=True)
        sys.exit(1)


def _say(error: RednovError) -> None:
    click.echo(f"rednov: {error}", err=True)
