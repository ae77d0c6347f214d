"""`rednov`: every command, each loaded only when it is called."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence

import click

from rednov_bot import __version__
from rednov_bot.core import errors
from rednov_bot.core.errors import Mendable, RednovError, Unreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.toml import is_whole

COMMANDS = {
    "amend": "rednov_bot.cli.deciding:amend",
    "approve": "rednov_bot.cli.deciding:approve",
    "award": "rednov_bot.cli.award:award",
    "backup": "rednov_bot.cli.backup:backup",
    "beacon": "rednov_bot.cli.luck:beacon",
    "choose": "rednov_bot.cli.deciding:choose",
    "claims": "rednov_bot.cli.claims:claims",
    "contest": "rednov_bot.cli.contest:contest",
    "db": "rednov_bot.cli.database:db",
    "demo": "rednov_bot.cli.demo:demo",
    "doctor": "rednov_bot.cli.doctor:doctor",
    "drafts": "rednov_bot.cli.drafts:drafts",
    "duties": "rednov_bot.cli.duties:duties",
    "export": "rednov_bot.cli.export:export",
    "forget": "rednov_bot.cli.forget:forget",
    "games": "rednov_bot.cli.games:games",
    "guide": "rednov_bot.cli.guide:guide",
    "hand-over": "rednov_bot.cli.office:hand_over",
    "hands": "rednov_bot.cli.hands:hands",
    "idle": "rednov_bot.cli.duties:idle",
    "init": "rednov_bot.cli.init:init",
    "mails": "rednov_bot.cli.mails:mails",
    "members": "rednov_bot.cli.office:members",
    "outbox": "rednov_bot.cli.outbox:outbox",
    "overrule": "rednov_bot.cli.rulings:overrule",
    "pages": "rednov_bot.cli.pages:pages",
    "read": "rednov_bot.cli.read:read",
    "rehearse": "rednov_bot.cli.rehearse:rehearse",
    "reject": "rednov_bot.cli.deciding:reject",
    "reminders": "rednov_bot.cli.office:reminders",
    "report": "rednov_bot.cli.reports:report",
    "restore": "rednov_bot.cli.backup:restore",
    "reveal": "rednov_bot.cli.luck:reveal",
    "rewind": "rednov_bot.cli.rewind:rewind",
    "rulings": "rednov_bot.cli.rulings:rulings",
    "run": "rednov_bot.cli.run:run",
    "sandbox": "rednov_bot.cli.sandbox:sandbox",
    "serve": "rednov_bot.cli.pages:serve",
    "show": "rednov_bot.cli.games:show",
    "simulate": "rednov_bot.cli.simulate:simulate",
    "standing": "rednov_bot.cli.reports:standing",
    "start": "rednov_bot.cli.start:start",
    "status": "rednov_bot.cli.status:status",
    "verify": "rednov_bot.cli.verify:verify",
}
"""Name of the command -> where it lies."""

SECTIONS = {
    "To begin with": ("guide", "demo", "sandbox"),
    "The contestmaster decides": (
        *("status", "drafts", "approve", "reject", "choose", "amend", "overrule"),
        *("rewind", "award", "claims", "duties", "mails", "reminders"),
    ),
    "The contest and its games": (
        *("contest", "members", "start", "games", "show", "rehearse", "rulings", "idle", "hands"),
        *("standing", "report", "pages", "serve", "beacon", "reveal", "verify", "hand-over"),
        "simulate",
    ),
    "The host": (
        *("init", "doctor", "run", "db", "backup", "restore", "export", "forget"),
        *("outbox", "read"),
    ),
}
"""Who calls it or what it is about -> the commands, as the first help lists them."""

MAILED = {
    **{word: f"drafts {word}" for word in ("again", "hold", "release")},
    **{word: f"claims {word}" for word in ("accept", "deny")},
    **{word: f"contest {word}" for word in ("add-axis", "remove-axis", "pot", "deputy")},
    **{word: f"reminders {word}" for word in ("pause", "resume")},
    "ruling": "rulings add",
    "kill": "idle kill",
}
"""A word of the contestmaster's mails that is another command here -> that command."""


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
        _as_typed_here(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command; of one that mails know by another name, that name is told."""
        if args and args[0] in MAILED:
            ctx.fail(f"No such command '{args[0]}'; here it is `{program()} {MAILED[args[0]]}`.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each section with its commands and what each does in a line."""
        longest = max(map(len, COMMANDS))  # so that all sections stand in one column
        wide = formatter.width - 6 - longest
        for title, names in SECTIONS.items():
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                assert command is not None
                rows.append((name.ljust(longest), command.get_short_help_str(wide)))
            with formatter.section(title):
                formatter.write_dl(rows)


@click.group(cls=Lazily, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rednov")
def rednov() -> None:
    """Red November on a mailing list: gnomes write, the contestmaster approves.

    \b
    See how it goes:  rednov demo
    Read how to:      rednov guide
    Serve a list:     rednov init
    Begin a game:     rednov start NAME NAME NAME
    See what waits:   rednov status

    \b
    Exit codes: 0 done; 1 something you can mend, and one line says what;
    2 wrong usage; 3 a mail server or the database is out of reach;
    4 a fault of the program, told by its kind and place.
    """


def _as_typed_here(command: click.Command) -> None:
    """The commands in a help are those that can be typed on this installation."""
    if program() != "rednov":
        found = re.compile(rf"(?<![\w./-])rednov (?=(?:{'|'.join(COMMANDS)})\b)")
        for one in (command, *command.params):
            if isinstance(one, click.Command | click.Option) and one.help:
                one.help = found.sub(f"{program()} ", one.help)
    for sub in command.commands.values() if isinstance(command, click.Group) else ():
        _as_typed_here(sub)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; 0 done, 1 mend something, 2 wrong usage, 3 the other side is unreachable.

    4 where the program itself is at fault: nothing is said of it but its kind and its place, for
    its words may quote what is on file (§6).
    """
    with errors.told_without_words():
        _run(arguments)


def _run(arguments: Sequence[str] | None) -> None:
    _refuse_other_codes(sys.argv[1:] if arguments is None else arguments)
    _as_typed_here(rednov)
    try:
        rednov.main(args=list(arguments) if arguments is not None else None, prog_name=program())
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
    except Exception as fault:
        what = f"a fault of the program, which is ours to mend: {errors.named(fault)}"
        click.echo(f"rednov: {what}", err=True)
        sys.exit(4)


def _refuse_other_codes(arguments: Sequence[str]) -> None:
    """What is said is UTF-8: neither a mail nor a line of JSON can hold anything else."""
    for number, said in enumerate(arguments, start=1):
        if not is_whole(said):
            told = f"word {number} behind rednov is not UTF-8; write it so, or rename the file"
            click.echo(f"rednov: {told}", err=True)
            sys.exit(2)


def _say(error: RednovError) -> None:
    click.echo(f"rednov: {error}", err=True)
