"""Every command on a page exists as it is written there, and those in blocks are run."""

from __future__ import annotations

import re

import click
import pytest

from rednov_bot.cli import COMMANDS, rednov
from rednov_bot.core.workflow.commands.forms import guide_to_answers, guide_to_wishes
from tests.cli.conftest import shell as shell
from tests.cli.shell import Said, Shell
from tests.docs.commands import (
    Call,
    Sandbox,
    Says,
    Setting,
    Setup,
    in_prose,
    parse,
    script,
    words_of,
    written,
)
from tests.docs.pages import Block, Page, compared, pages

SCRIPTS = [page for page in pages() if any(isinstance(step, Call) for step in script(page))]
SPANS = [pytest.param(words, id=f"{page}: {words}") for page in pages() for words in in_prose(page)]


@pytest.mark.parametrize("page", SCRIPTS, ids=str)
def test_the_commands_of_a_page_end_as_it_says(page: Page, shell: Shell) -> None:
    sandbox = Sandbox(shell)
    texts: dict[Block, str] = {}
    said: Said | None = None
    for step in script(page):
        match step:
            case Setup(what):
                sandbox.set_up(what)
            case Setting():
                sandbox.change(step)
            case Call(parsed_only=True):
                parse(words_of(step.words))
            case Call():
                said = sandbox.run(step)
                where = f"{page.where(step.block)}: rednov {step.words}"
                assert said.code == step.exits, f"{where}\n{said.out}\n{said.err}"
                assert "Traceback" not in said.out + said.err
            case Says(block):
                assert said is not None, f"{page.where(block)}: no command stands above"
                texts[block] = written(said, step)
    compared(page, page.with_texts(texts))


@pytest.mark.parametrize("words", SPANS)
def test_a_command_that_is_named_has_these_options(words: str) -> None:
    command: click.Command = rednov
    ctx = click.Context(rednov)
    args = re.sub(r"[\[\]…]", " ", words).split()
    while isinstance(command, click.Group) and args and not args[0].startswith("-"):
        found = command.get_command(ctx, args[0])
        if found is None:
            assert command is not rednov, f"rednov {words}"
            break
        command, args = found, args[1:]
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    said = {word for word in args if re.fullmatch(r"--[a-z-]+", word)}
    assert said <= known, f"rednov {words}"


def test_every_command_is_told_of_on_the_pages_of_hosts() -> None:
    (page,) = [one for one in pages() if one.name == "hosts/commands"]
    assert [name for name in COMMANDS if f"### rednov {name}\n" not in page.text] == []


def test_every_command_by_mail_is_on_the_page_of_commands() -> None:
    (page,) = [one for one in pages() if one.name == "contestmaster/commands"]
    told = [one.example.splitlines()[0] for one in (*guide_to_answers(), *guide_to_wishes())]
    rows = [line for line in page.text.splitlines() if line.startswith("| `")]
    assert [re.split(r"`", row)[1] for row in rows] == told


def test_every_command_with_json_is_named_where_json_is_told_of() -> None:
    (page,) = [one for one in pages() if one.name == "engineers/json"]
    listed = page.text.partition("The commands that have it")[2].partition(".\n")[0]
    assert re.findall(r"`([a-z-]+)`", listed) == [
        name for name in sorted(COMMANDS) if has_json(name)
    ]


def has_json(name: str) -> bool:
    """Whether a command, or one under it, writes JSON."""
    command = rednov.get_command(click.Context(rednov), name)
    assert command is not None
    below = list(command.commands.values()) if isinstance(command, click.Group) else []
    return any("--json" in each.opts for one in (command, *below) for each in one.params)
