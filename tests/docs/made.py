"""The parts of pages that are made from the code: between two notes, and never written by hand."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from msgspec import NODEFAULT, inspect

from rednov_bot.cli import SECTIONS, rednov
from rednov_bot.core.render.answers import OF_THE_CONTEST
from rednov_bot.core.settings import FILE_ONLY, PREFIX, Settings
from rednov_bot.core.toml import wanted
from rednov_bot.core.workflow.commands.forms import Guide, guide_to_answers, guide_to_wishes
from rednov_bot.games.base import option_value
from rednov_bot.games.red_november.render.remedies import REMEDIES
from rednov_bot.games.red_november.rules.options import NEEDS, Options
from rednov_bot.games.red_november.rules.refusals import CLAUSES, PRIVATE
from tests.cli.test_both_ways import IN_A_SHELL

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "rednov_bot"
EXAMPLE = REPOSITORY / "deploy" / "rednov.toml.example"
OPTIONS = PACKAGE / "games" / "red_november" / "rules" / "options.py"
_PART = re.compile(
    r"(<!-- made: (?P<name>[a-z -]+) -->\n\n)(?P<text>.*?)(\n\n<!-- end of what is made -->)",
    re.DOTALL,
)
_KEY = re.compile(r"#?(?P<name>\w+) = (?P<value>.*)")
_CITED = re.compile(r"§\d+[a-z]?|\bA\d+[a-z]?\b")
NAMED: Final = {"forums": "forums.NAME", "people": "people.NAME"}
"""Tables of tables: their keys are names."""


def made(text: str) -> str:
    """A page with all that is made in it made anew."""
    return _PART.sub(lambda part: f"{part[1]}{PARTS[part['name']]()}{part[4]}", text)


def parts(text: str) -> list[str]:
    """What is made in a page."""
    return [part["name"] for part in _PART.finditer(text)]


def linked(words: str) -> str:
    """The words with a link where they name a page."""
    return re.sub(r"docs/((?:\w+/)?\w+)\.md", r"[docs/\1.md](../\1.md)", words)


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    every = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in every
    )


# -- settings -------------------------------------------------------------------------------------


def settings() -> str:
    """Every section with every key: what it may hold, its default, what it means."""
    told, intros = meanings()
    shown = []
    for section in msgspec.structs.fields(Settings):
        kind = inspect.type_info(section.type)
        if isinstance(kind, inspect.DictType):
            kind = kind.value_type
        assert isinstance(kind, inspect.StructType)
        name = NAMED.get(section.name, section.name)
        rows = [_setting(section.name, field, told) for field in kind.fields]
        intro = linked(intros.get(section.name, ""))
        shown += [f"## [{name}]", *([intro] if intro else [])]
        shown.append(_in_the_environment(section.name, kind.fields[0].encode_name))
        shown.append(table(("key", "meaning", "may be", "default"), rows))
    return "\n\n".join(shown)


def _setting(
    section: str, field: inspect.Field, told: dict[tuple[str, str], str]
) -> tuple[str, ...]:
    name = field.encode_name
    if (section, name) == ("game", "options"):
        meaning = "The [options of a game](../contestmaster/options.md), one key each."
    else:
        meaning = linked(told[section, name])
    return (
        f"`{name}`",
        meaning,
        wanted(field.type),
        _default(field),
    )


def _default(field: inspect.Field) -> str:
    if field.required:
        return "must be given"
    value = field.default_factory() if field.default is NODEFAULT else field.default
    return "none" if value is None else f"`{_toml(value)}`"


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case tuple() | list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case dict():
            return "{}"
        case _:
            return str(value)


def _in_the_environment(section: str, key: str) -> str:
    """How a key of the section is named there."""
    if section in FILE_ONLY:
        return "In the file alone."
    name = f"{section}__NAME" if section in NAMED else section
    return f"In the environment: `{PREFIX}{name}__{key}`, and so on.".replace(
        f"{name}__{key}", f"{name}__{key}".upper()
    )


def meanings() -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """What the example says above each key, and above or below the head of each section."""
    told: dict[tuple[str, str], str] = {}
    intros: dict[str, str] = {}
    section, said = "", list[str]()
    for line in EXAMPLE.read_text(encoding="utf-8").splitlines():
        if head := re.fullmatch(r"\[([\w-]+)(?:\.(.+))?\]", line):
            section = head[1] if head[1] != "game" or not head[2] else "options"
            if said:
                intros.setdefault(section, sentence(said))
            said = []
        elif key := _KEY.fullmatch(line):
            tomllib.loads(f"value = {key['value']}")  # it is a key, and no prose with = in it
            if said:
                told.setdefault((section, key["name"]), sentence(said))
            said = []
        elif line == "#":
            if section:
                intros[section] = sentence(said)
            said = []
        elif line.startswith("#"):
            said.append(line.removeprefix("#").strip())
        else:
            said = []
    return told, intros


def sentence(lines: list[str]) -> str:
    """Comment lines as one sentence or more."""
    words = " ".join(" ".join(lines).split()).removeprefix("... ")
    words = words.removesuffix(" ...") + "." * words.endswith(" ...")
    return words[:1].upper() + words[1:]


# -- options --------------------------------------------------------------------------------------


def options() -> str:
    """Every option with its values, the default first, what it settles, and what it needs."""
    told, _ = meanings()
    noted = _notes_of_options()
    rows = []
    for field in msgspec.structs.fields(Options):
        default = option_value(field.default)
        values = [default, *(one for one in _values(field) if one != default)]
        needs = [
            f"{option_value(value)}: {why}" for name, value, why in NEEDS if name == field.name
        ]
        cited = dict.fromkeys(_CITED.findall(noted[field.name] + " " + " ".join(needs)))
        rows.append(
            (
                f"`{field.name}`",
                linked(told["options", field.name]),
                ", ".join(f"`{value}`" for value in values),
                ", ".join(cited) or SETTLES[field.name],
                linked("; ".join(needs)),
            )
        )
    return table(("option", "meaning", "values, the default first", "clause", "needs"), rows)


SETTLES: Final = {"remove_respite": "§16d"}
"""The clause of an option whose own note names none."""


def _values(field: msgspec.structs.FieldInfo) -> list[str]:
    if field.type is bool:
        return ["off", "on"]
    return [option_value(value) for value in field.type.__args__]


def _notes_of_options() -> dict[str, str]:
    """The comment behind each option in the code."""
    source = OPTIONS.read_text(encoding="utf-8")
    lines = source.splitlines()
    (struct,) = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == "Options"
    ]
    fields = [node for node in struct.body if isinstance(node, ast.AnnAssign)]
    return {
        ast.unparse(node.target): lines[(node.end_lineno or 0) - 1].partition("  # ")[2]
        for node in fields
    }


# -- commands -------------------------------------------------------------------------------------


def answers() -> str:
    """What answers a draft, by mail and in a shell."""
    return _commands(guide_to_answers())


def wishes() -> str:
    """What answers no draft, by mail and in a shell."""
    return _commands(guide_to_wishes())


def _commands(guides: tuple[Guide, ...]) -> str:
    rows = [
        (_in_a_cell(one.example), one.does, _in_shell(IN_A_SHELL.get(one.example)))
        for one in guides
    ]
    return table(("by mail", "what it does", "in a shell"), rows)


def _in_a_cell(words: str) -> str:
    return "<br>".join(f"`{line}`" for line in words.splitlines())


def _in_shell(words: str | None) -> str:
    return "" if words is None else f"`rednov {words}`"


def shell() -> str:
    """What each command says of itself."""
    shown = []
    with click.Context(rednov, info_name="rednov", **rednov.context_settings) as ctx:
        for title, names in SECTIONS.items():
            shown.append(f"## {title}")
            for name in names:
                command = rednov.get_command(ctx, name)
                assert command is not None
                shown += list(_help(command, ctx, name))
    return "\n\n".join(shown)


def _help(command: click.Command, above: click.Context, name: str) -> Iterator[str]:
    ctx = click.Context(command, above, name, terminal_width=80, max_content_width=80)
    yield f"### {ctx.command_path}"
    yield f"```output\n{_without_its_own(command, ctx)}\n```"
    if isinstance(command, click.Group):
        for sub in command.list_commands(ctx):
            below = command.get_command(ctx, sub)
            assert below is not None
            yield from _help(below, ctx, sub)


def _without_its_own(command: click.Command, ctx: click.Context) -> str:
    """The help, but for its own option, which click words as it was asked for first."""
    command.add_help_option = False
    try:
        return command.get_help(ctx)
    finally:
        command.add_help_option = True


# -- gnomes ---------------------------------------------------------------------------------------


def refusals() -> str:
    """Why an announcement may have no effect, by its code, and what its author may do."""
    rows = [
        (
            code.replace("_", " ").lower(),
            CLAUSES[code].replace("CC", "appendix C"),
            remedy,
            "you alone" if code in PRIVATE else "the list, too",
        )
        for code, remedy in sorted(
            {**REMEDIES, **OF_THE_CONTEST}.items(), key=lambda one: list(CLAUSES).index(one[0])
        )
        if code not in OF_THE_CONTESTMASTER
    ]
    return table(("against it is", "clause", "what you can do", "who is told"), rows)


OF_THE_CONTESTMASTER: Final = frozenset(
    [
        *("TOO_EARLY", "TOO_FEW_CONTESTANTS", "GAME_ONGOING", "NOT_A_CONTEST", "WRONG_NUMBER"),
        "IS_CONTESTMASTER",
    ]
)
"""What is refused to them alone."""


# -- engineers ------------------------------------------------------------------------------------


def packages() -> str:
    """Each package with the first line of its docstring."""
    rows = [
        (f"`{path.parent.relative_to(PACKAGE).as_posix()}`", first_line(path))
        for path in sorted(PACKAGE.glob("*/**/__init__.py"))
    ]
    return table(("package", "what it does"), rows)


def first_line(path: Path) -> str:
    """What a package says of itself in one line."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert said, f"{path} says nothing of itself"
    return said.splitlines()[0]


PARTS: Final[dict[str, Callable[[], str]]] = {
    "settings": settings,
    "options": options,
    "answers": answers,
    "wishes": wishes,
    "shell": shell,
    "refusals": refusals,
    "packages": packages,
}
