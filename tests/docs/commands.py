"""The commands on the pages: found, parsed, and run in a folder of their own."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli import rednov
from rednov_bot.core.paths import DATA_SETS
from tests.builders import list_mail
from tests.cli.shell import SETTINGS, Said, Shell
from tests.docs.pages import Block, Note, Page
from tests.workflow import play

TURN = "I open 5-8, go in and draw 2 items."
SETUPS = ("nothing", "a database", "a board", "a game", "a turn")
_CALL = re.compile(r"^(?:\$ )?(?:/opt/rednov/bin/)?rednov (?P<words>.+)$")
_EXIT = re.compile(r"exit (?P<code>\d): (?P<why>.+)", re.DOTALL)
_PLACES = (("/var/backups/rednov", "backups"), ("/etc/rednov", "."), ("/var/lib/rednov", "."))
_SPAN = re.compile(r"`(?:/opt/rednov/bin/)?rednov ([a-z][^`\n]*)`")


@dataclass(frozen=True)
class Call:
    """One command line."""

    page: Page
    block: Block
    words: str
    exits: int
    parsed_only: bool


@dataclass(frozen=True)
class Setup:
    """What is there before the next commands."""

    what: str


@dataclass(frozen=True)
class Setting:
    """Something else in the settings from here on."""

    old: str
    new: str


@dataclass(frozen=True)
class Says:
    """What the command above said, on the page; *form* where only kinds of values stand there."""

    block: Block
    form: bool


def script(page: Page) -> Iterator[Call | Setup | Setting | Says]:
    """What is to be done for a page, in its order."""
    exits, parsed_only, to_settings = 0, False, False
    says: str | None = None
    for piece in page.pieces():
        match piece:
            case Note(words=words) if words.startswith("shell: "):
                yield Setup(words.removeprefix("shell: "))
            case Note(words=words) if words.startswith("only parsed: "):
                parsed_only = True
            case Note(words=words) if words == "into the settings":
                to_settings = True
            case Note(words=words) if words.startswith("in the settings: "):
                old, _, new = words.removeprefix("in the settings: ").partition(" becomes ")
                yield Setting(old, new)
            case Note(words=words) if found := _EXIT.fullmatch(words):
                exits = int(found["code"])
            case Note(words="says" | "says, in form" as words):
                says = words
            case Block(kind="json") if says:
                yield Says(piece, form=says != "says")
                says = None
            case Block(kind="toml") if to_settings:
                yield Setting("", piece.text)
                to_settings = False
            case Block(kind="sh"):
                for line in piece.text.splitlines():
                    if call := _CALL.match(line.strip()):
                        yield Call(page, piece, call["words"], exits, parsed_only)
                exits, parsed_only = 0, False
            case _:
                pass


def in_prose(page: Page) -> list[str]:
    """The commands that are named in a line or a table."""
    return [words.replace("\\|", "|") for words in _SPAN.findall(page.prose())]


class Sandbox:
    """A folder in which the commands of a page are run, one after the other."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.set_up("nothing")

    def set_up(self, what: str) -> None:
        """As if nothing had been done before."""
        assert what in SETUPS, f"nobody knows how to set up {what!r}"
        for file in self.shell.folder.glob("rednov.db*"):
            file.unlink()
        (self.shell.folder / "backups").mkdir(exist_ok=True)
        self.shell.config.write_text(SETTINGS, encoding="utf-8")
        mail = self.shell.folder / "mail.eml"
        mail.write_bytes(list_mail("Ann", TURN))
        if what != "nothing":
            self.shell.made()
        if what == "a board":
            shutil.copytree(DATA_SETS / "standard", self.shell.folder / "my-board")
        if what in ("a game", "a turn"):
            table = self.shell.table()
            play.begin(table)
        if what == "a turn":
            play.say(table, "Ann", TURN)

    def change(self, setting: Setting) -> None:
        """The settings are edited."""
        text = self.shell.config.read_text(encoding="utf-8")
        assert setting.old in text
        text = text.replace(setting.old, setting.new) if setting.old else f"{text}\n{setting.new}\n"
        self.shell.config.write_text(text, encoding="utf-8")

    def run(self, call: Call) -> Said:
        """A command, its folders being those of the sandbox."""
        return self.shell.run(*words_of(call.words, self.shell.folder))


def words_of(line: str, folder: Path | None = None) -> list[str]:
    """The words of a command line, as a shell would part them."""
    line = line.replace("$(date +%F)", "2026-11-27").replace("/DAY.", "/2026-11-27.")
    for there, here in _PLACES if folder else ():
        line = line.replace(there, str(folder / here))
    return shlex.split(line, comments=True)


def parse(words: list[str]) -> None:
    """Click takes it, whatever its names stand for.  Raises click.UsageError where not."""
    settings = rednov.context_settings
    args, ctx = words, click.Context(rednov, info_name="rednov", **settings)
    command: click.Command = rednov
    while isinstance(command, click.Group) and args and not args[0].startswith("-"):
        name, found, args = command.resolve_command(ctx, args)
        assert found is not None
        command, ctx = found, click.Context(found, ctx, name)
    if "--help" not in args:
        command.make_context(ctx.info_name, args, parent=ctx.parent)


def written(said: Said, says: Says) -> str:
    """What a command said, as the page shows it."""
    value = json.loads(said.out)
    return json.dumps(form(value) if says.form else value, indent=2, ensure_ascii=False)


def form(value: Any) -> Any:
    """The kinds of values instead of the values."""
    match value:
        case dict():
            return {key: form(one) for key, one in value.items()}
        case list():
            return [form(one) for one in value[:1]]
        case bool():
            return "true or false"
        case int() | float():
            return "number"
        case str():
            return "text"
        case _:
            return None
