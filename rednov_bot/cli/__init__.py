"""`rednov`: every command, each loaded only when it is called."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence

import click

from rednov_bot import __version__
from rednov_bot.core import errors
from rednov_bot.core.errors import RednovError, Unreachable
from rednov_bot.core.invocation import program

SECTIONS = {
    "To begin with": {
        "guide": ("guide", "How to play, keep, host or change it, page by page."),
        "demo": ("playing", "Play a short game on this machine."),
        "sandbox": (
            "playing",
            "Play on this machine at once: a list, a bot, computer gnomes, and you.",
        ),
    },
    "The contestmaster decides": {
        "status": ("duties", "All that lies on the desk."),
        "drafts": ("drafts", "What awaits the contestmaster's word."),
        "approve": ("drafts", "Approve a draft: exactly what it shows is posted."),
        "reject": ("drafts", "Reject a draft: it goes no further."),
        "choose": ("drafts", "Choose, where a resolution waits for a choice."),
        "amend": ("drafts", "Word a draft's public text otherwise."),
        "overrule": ("rulings", "Decide otherwise than a draft, by a ruling."),
        "rewind": ("rulings", "Correct a turn that is resolved."),
        "award": ("drafts", "Award points that are due."),
        "claims": ("rulings", "Claims of error, to accept or deny."),
        "duties": ("duties", "What is owed, and the time left."),
        "mails": ("mails", "What became of each mail that came, and why."),
        "reminders": ("contest", "The contestmaster's own reminders."),
    },
    "The contest and its games": {
        "contest": ("contest", "The contest as it is now, and to change it."),
        "members": ("contest", "The contestants."),
        "start": ("contest", "Draft the opening of a game."),
        "games": ("games", "Every game on file and how it stands, oldest first."),
        "show": ("games", "The position of a game, as everybody may know it."),
        "rehearse": ("rehearse", "What would come of a gnome's turn; it is not taken."),
        "rulings": ("rulings", "The rulings, and new ones."),
        "idle": ("duties", "Who has taken no turn for how long."),
        "hands": ("games", "What each gnome holds: secret."),
        "standing": ("games", "The contest: games, points, rulings."),
        "report": ("games", "A report, for you or for the list."),
        "pages": ("pages", "Write the pages for spectators into a folder."),
        "serve": ("pages", "Show the pages for spectators on this machine."),
        "beacon": ("games", "Supply a value of the public beacon."),
        "reveal": ("games", "Tell the secret of a finished game's luck."),
        "verify": ("verify", "Check a finished game from the archive of its list."),
        "hand-over": ("contest", "Somebody else becomes contestmaster."),
        "simulate": ("simulate", "Play many games between computer gnomes."),
    },
    "The host": {
        "init": ("init", "Ask what is needed, write rednov.toml, make the database."),
        "doctor": ("doctor", "What is wrong here, and what to do."),
        "run": ("run", "Serve until stopped: fetch mail, judge it, draft, send."),
        "db": ("database", "Make the database, bring it up to date, or copy it."),
        "backup": ("database", "Back the database up, while the service runs."),
        "restore": ("database", "Put a backup in the place of the database."),
        "export": ("export", "Write everything on file into a folder."),
        "forget": ("database", "Delete the words of old private mails."),
        "outbox": ("outbox", "Mails of the bot that are not sent, and why."),
        "read": ("read", "How a mail saved as a file is read; nothing is stored."),
    },
}
"""Who calls it or what it is about -> its commands: the module in which each lies, and what it does
in a line, as the first help lists them."""

COMMANDS = {name: where for names in SECTIONS.values() for name, (where, _) in names.items()}
"""Name of the command -> its module."""

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
        module = importlib.import_module(f"rednov_bot.cli.{COMMANDS[cmd_name]}")
        command = getattr(module, cmd_name.replace("-", "_"))
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
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(longest), does) for name, (_, does) in names.items()]
                )


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
        words = sys.argv[1:] if arguments is None else list(arguments)
        _refuse_other_codes(words)
        _as_typed_here(rednov)
        try:
            rednov.main(args=words, prog_name=program())
        except RednovError as error:
            click.echo(f"rednov: {error}", err=True)
            sys.exit(3 if isinstance(error, Unreachable) else 1)
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


def _refuse_other_codes(words: Sequence[str]) -> None:
    """What is said is UTF-8: neither a mail nor a line of JSON can hold anything else."""
    for number, said in enumerate(words, start=1):
        try:
            said.encode()
        except UnicodeEncodeError:
            told = f"word {number} behind rednov is not UTF-8; write it so, or rename the file"
            click.echo(f"rednov: {told}", err=True)
            sys.exit(2)
