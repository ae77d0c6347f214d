"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def config(command: Command) -> Command:
    """--config: the settings file, `rednov.toml` in this folder unless said otherwise."""
    return click.option(
        "--config",
        "config",
        type=click.Path(path_type=Path),
        default=Path("rednov.toml"),
        envvar="REDNOV_CONFIG",
        show_default=True,
        help="The settings file.",
    )(command)


def as_json(command: Command) -> Command:
    """--json: for programs instead of people."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON value instead of text.")(
        command
    )
