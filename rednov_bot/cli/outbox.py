"""`rednov outbox`: what became of the mails the bot wrote."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import options


@click.command()
@options.config
@options.as_json
@click.option("--all", "every", is_flag=True, help="Also those that were accepted.")
def outbox(config: Path, as_json: bool, every: bool) -> None:
    """Mails that no server has accepted yet: queued, deferred, refused or of unknown fate.

    \b
    Example:
      rednov outbox
    """
    from rednov_bot.bootstrap import open_desk

    with open_desk(config).ledger.transaction() as records:
        found = [one for one in records.outbox() if every or one.state != "accepted"]
    if as_json:
        facts = [
            {
                "message_id": one.posting.message_id,
                "kind": one.posting.kind,
                "to": one.posting.to,
                "draft": one.draft,
                "state": one.state,
                "attempts": one.attempts,
            }
            for one in found
        ]
        click.echo(json.dumps(facts))
        return
    if not found:
        click.echo("nothing waits to be sent")
    for one in found:
        click.echo(
            f"{one.state:<8}  {one.posting.kind:<8}  {one.posting.to}  {one.posting.message_id}"
        )
