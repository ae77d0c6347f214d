"""`rednov doctor`: what is wrong, and what to do."""

from __future__ import annotations

import json
import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from rednov_bot import doctor as looking
from rednov_bot.cli.desks import usual
from rednov_bot.doctor.findings import Finding

_SIGNS = {"well": "ok   ", "mind": "mind ", "wrong": "WRONG"}


def told(one: Finding) -> str:
    """A finding in a line, and what to do in another."""
    line = f"{_SIGNS[one.grade]}  {one.check}: {one.said}"
    return f"{line}\n       {one.remedy}" if one.remedy else line


@click.command()
@usual
@click.option("--send", is_flag=True, help="Send a test mail to the bot itself, and measure it.")
def doctor(config: Path, as_json: bool, send: bool) -> None:
    """Look at everything that a host may have wrong, and say what to do about it.

    Settings, data set and libraries; the database, its rights, integrity, disk and last backup; the
    service's last good sweep; what was not sent, is unknown or held; both mail servers, with
    their logins; whether each list reaches the bot; the clock; the reading assistant.  Nothing is
    changed, and the service may run meanwhile.

    With --send a mail goes from the bot to its own address, by SMTP and back by IMAP: the bot knows
    it as its own and does nothing about it.

    \b
    Example:
      rednov doctor
      rednov doctor --send
      rednov doctor --json

    Ends with 1 where something is wrong, else with 0, even where something is to mind.
    """
    token = secrets.token_hex(10) if send else ""
    found: list[Finding] = []
    for one in looking.look(config, lambda: datetime.now(UTC), send=token):
        found.append(one)
        if not as_json:
            click.echo(told(one))
    bad = sum(one.grade == "wrong" for one in found)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(found), ensure_ascii=False))
    else:
        minded = sum(one.grade == "mind" for one in found)
        click.echo(f"{bad} wrong, {minded} to mind, {len(found) - bad - minded} as they should be")
    sys.exit(1 if bad else 0)
