"""Every command explains itself, and the quick ones load nothing."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

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


def groups() -> set[str]:
    return {path[0] for path in every_command() if len(path) == 2}


@pytest.mark.parametrize("path", every_command(), ids=" ".join)
def test_every_command_has_help_with_an_example(shell: Shell, path: tuple[str, ...]) -> None:
    said = shell.run(*path, "--help")
    assert (said.code, said.err) == (0, "")
    assert path == ("db",) or "Example:" in said.out
    assert "Usage: rednov" in said.out


def test_the_first_help_lists_every_command(shell: Shell) -> None:
    said = shell.run("--help")
    assert said.code == 0
    for name in COMMANDS:
        assert f"  {name} " in said.out


def test_the_first_help_lists_each_command_once_in_a_section() -> None:
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)


GROUPS = {"rednov": "help  Show this", **dict.fromkeys(sorted(groups()), "Commands:")}


@pytest.mark.parametrize("group", GROUPS)
def test_what_a_list_of_commands_says_of_each_is_not_cut_short(shell: Shell, group: str) -> None:
    path = () if group == "rednov" else (group,)
    listing = shell.run(*path, "--help").out.partition(GROUPS[group])[2]
    assert listing
    assert not [line for line in listing.splitlines() if line.endswith("...")]


def test_the_first_help_says_what_the_exit_codes_mean(shell: Shell) -> None:
    assert "Exit codes: 0 done;" in shell.run("--help").out


WITHOUT_SETTINGS = {
    *(("db",), ("demo",), ("guide",), ("sandbox",), ("simulate",), ("verify",)),
    *(("key", "new"), ("key", "recover")),
}


@pytest.mark.parametrize("path", every_command(), ids=" ".join)
def test_a_command_with_settings_says_how_the_environment_names_them(
    shell: Shell, path: tuple[str, ...]
) -> None:
    said = shell.run(*path, "--help").out
    assert ("--config" in said) == ("REDNOV_CONFIG" in said)
    assert ("--config" in said) == (path not in WITHOUT_SETTINGS)


def test_without_a_command_the_help_is_shown(shell: Shell) -> None:
    said = shell.run()
    assert said.code in (0, 2)
    assert "The contestmaster decides:" in said.out + said.err


@pytest.mark.parametrize("word", MAILED)
def test_a_word_of_the_mails_that_is_another_command_here_is_named(shell: Shell, word: str) -> None:
    said = shell.run(word)
    assert said.code == 2
    assert f"here it is `rednov {MAILED[word]}`" in said.err
    assert tuple(MAILED[word].split()) in every_command()


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]], ids=" ".join)
def test_the_version_and_the_help_load_no_library(arguments: list[str]) -> None:
    look = (
        "import sys\n"
        "from rednov_bot.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = {'sqlalchemy', 'alembic', 'lark', 'jinja2', 'rich', 'imapclient', 'aiosmtplib'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.strip() == "[]"


def test_the_version_is_told(shell: Shell) -> None:
    assert __version__ in shell.run("--version").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["approve"],
        ["amend", "AAAAAAA"],
        ["overrule", "AAAAAAA"],
        ["overrule", "AAAAAAA", "--void", "--valid"],
        ["overrule", "AAAAAAA", "--option", "wake"],
        ["contest", "deputy"],
        ["contest", "deputy", "Bob", "--none"],
        ["claims", "deny", "AAAAAAA"],
        ["mails", "read", "12", "--nothing", "--text", "x"],
        ["reject", "AAAAAAA"],
        ["start", "Ann", "--option", "without-a-value"],
        ["show", "--sideways"],
        ["read"],
        ["drafts", "nonsense"],
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2_and_says_how(shell: Shell, arguments: list[str]) -> None:
    said = shell.run(*arguments)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert "Usage:" in said.err
