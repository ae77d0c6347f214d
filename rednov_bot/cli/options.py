"""Options that several commands share; a group's count for the commands under it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

Command = TypeVar("Command", bound=Callable[..., Any])


def config(command: Command) -> Command:
    """--config: the settings file, `rednov.toml` in this folder unless said otherwise.

    What is said behind the command counts first, then what is said behind its group, then
    REDNOV_CONFIG.
    """
    return click.option(
        "--config",
        "config",
        type=click.Path(path_type=Path),
        default=Path("rednov.toml"),
        envvar="REDNOV_CONFIG",
        show_default=True,
        show_envvar=True,
        callback=_nearest,
        help="The settings file.",
    )(command)


def as_json(command: Command) -> Command:
    """--json: for programs instead of people."""
    return click.option(
        "--json", "as_json", is_flag=True, callback=_nearest, help="One JSON value instead of text."
    )(command)


def usual(command: Command) -> Command:
    """--config and --json, as most commands take them."""
    return config(as_json(command))


def pair(given: str, where: str) -> tuple[str, str]:
    """KEY=VALUE, in two.  Wrong usage of *where* if it is none."""
    key, equals, value = given.partition("=")
    if not equals:
        raise click.UsageError(f"{where} takes KEY=VALUE, not {given!r}")
    return key.strip(), value.strip()


def _nearest(ctx: click.Context, option: click.Parameter, value: Any) -> Any:
    """The option as said here, else as its group has it."""
    name = str(option.name)
    above = ctx.parent.params if ctx.parent is not None else {}
    if name in above and ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
        return above[name]
    return value
