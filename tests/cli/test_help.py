"""Every command explains itself, and the quick ones load nothing."""

from __future__ import annotations

import subprocess
import sys

import click

from rednov_bot import __version__
from rednov_bot.cli import COMMANDS, MAILED, SECTIONS, rednov
from tests.cli.shell import Shell


def every_command() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    with click.Context(rednov) as ctx:
        for name in rednov.list_commands(ctx):
            command = rednov.get_command(ctx, name)
            found.append((name,))
            if isinstance(command, click.Group):
                found.extend((name, sub) for sub in command.commands)
    return found


WITHOUT_SETTINGS = {
    *(("db",), ("demo",), ("guide",), ("sandbox",), ("simulate",), ("verify",)),
}


def test_every_command_has_help_with_an_example_and_says_where_its_settings_are(
    shell: Shell,
) -> None:
    for path in every_command():
        said = shell.run(*path, "--help")
        assert (said.code, said.err) == (0, "")
        assert path == ("db",) or "Example:" in said.out
        assert "Usage: rednov" in said.out
        assert ("--config" in said.out) == ("REDNOV_CONFIG" in said.out)
        assert ("--config" in said.out) == (path not in WITHOUT_SETTINGS), path


def test_the_first_help_lists_each_command_once_in_a_section_and_the_exit_codes(
    shell: Shell,
) -> None:
    said = shell.run("--help").out
    assert "Exit codes: 0 done;" in said
    for name in COMMANDS:
        assert f"  {name} " in said
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)
    assert not [line for line in said.splitlines()[1:] if line.endswith("...")]
    assert __version__ in shell.run("--version").out


def test_a_word_of_the_mails_that_is_another_command_here_is_named(shell: Shell) -> None:
    for word, command in MAILED.items():
        said = shell.run(word)
        assert said.code == 2
        assert f"here it is `rednov {command}`" in said.err
        assert tuple(command.split()) in every_command()


def test_the_version_and_the_help_load_no_library() -> None:
    heavy = "sqlalchemy alembic lark jinja2 rich imapclient aiosmtplib"
    for arguments in (["--version"], ["--help"]):
        look = (
            "import sys\n"
            "from rednov_bot.cli import main\n"
            "try:\n"
            f"    main({arguments!r})\n"
            "except SystemExit:\n"
            "    pass\n"
            f"print(sorted(set({heavy.split()}) & set(sys.modules)))\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", look], capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.splitlines()[-1] == "[]", arguments


def test_wrong_usage_ends_with_2_and_says_how(shell: Shell) -> None:
    for words in (
        *("nonsense", "approve", "amend AAAAAAA", "overrule AAAAAAA", "reject AAAAAAA", "read"),
        *("overrule AAAAAAA --void --valid", "overrule AAAAAAA --option wake", "contest deputy"),
        *("contest deputy Bob --none", "claims deny AAAAAAA", "mails read 12 --nothing --text x"),
        *("start Ann --option without-a-value", "show --sideways", "drafts nonsense", "rewind 1"),
        *("guide admiral", "rewind one --void", "rulings option wake", "award X --already X"),
    ):
        said = shell.run(*words.split())
        assert said.code == 2, words
        assert "Traceback" not in said.err
        assert "Usage:" in said.err
