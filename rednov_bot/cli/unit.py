"""deploy/rednov.service, filled in for this installation."""

from __future__ import annotations

import getpass
import grp
import os
import re
import shutil
from pathlib import Path
from typing import Final

import click

from rednov_bot.invocation import program_from_anywhere
from rednov_bot.paths import UNIT

_ROOT_ONLY: Final = re.compile(
    r"(User|Group|Wants|After|Protect\w+|Private\w+|CapabilityBoundingSet|AmbientCapabilities"
    r"|ProcSubset|RemoveIPC)="
)
"""What the services of a user have no right to, or have already."""


def unit(wanted: str, config: Path) -> str:
    """deploy/rednov.service for this installation: its program, its settings, its folder."""
    folder, program = config.parent, program_from_anywhere()
    if os.sep not in program:
        program = shutil.which(program) or program
    ours = {
        "User": getpass.getuser(),
        "Group": grp.getgrgid(os.getgid()).gr_name,
        "ExecStart": f"{program} run --config {config}",
        "WorkingDirectory": str(folder),
        "ProtectHome": "read-only",
        "WantedBy": "multi-user.target" if wanted == "system" else "default.target",
    }
    lines = []
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key = line.partition("=")[0]
        if key.startswith("StateDirectory") or (wanted == "user" and _ROOT_ONLY.match(line)):
            continue
        lines.append(f"{key}={ours[key]}" if key in ours else line)
        if key == "ProtectHome":
            lines.append(f"ReadWritePaths={folder}")
    return "\n".join(lines) + "\n"


def offered(wanted: str | None, no_input: bool, config: Path) -> list[str]:
    """A unit is written where that is wanted; the commands that start it, none without one."""
    if wanted is None and not no_input and shutil.which("systemctl"):
        asks = "A systemd unit: for this user, for the system, or no"
        wanted = click.prompt(asks, type=click.Choice(["user", "system", "no"]), default="no")
    if wanted in (None, "no"):
        return []
    if wanted == "user":
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        path, systemctl = home / "systemd" / "user" / "rednov.service", "systemctl --user"
    else:
        path, systemctl = config.parent / "rednov.service", "sudo systemctl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and (
        no_input or not click.confirm(f"{path} is there already. Replace?", default=False)
    ):
        click.echo(f"{path} is left as it was")
    else:
        path.write_text(unit(wanted, config), encoding="utf-8")
        click.echo(f"{path} is written")
    lines = [f"{systemctl} daemon-reload", f"{systemctl} enable --now rednov"]
    if wanted == "system":
        if os.getuid() == 0:
            click.echo("Mind that it runs the bot as root: better set up as a user of its own.")
        return [f"sudo install -m 644 {path} /etc/systemd/system/", *lines]
    return [*lines, "loginctl enable-linger    # so that it runs while you are logged out"]
