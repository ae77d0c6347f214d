"""`rednov award`: points that are due (§18, §24)."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import deciding, drafted, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.errors import NoAward
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.scheduler import awarding


@click.command()
@options.config
@options.as_json
@click.argument("code", required=False)
@click.option("--already", metavar="CODE", help="You have awarded yourself what this draft says.")
def award(config: Path, as_json: bool, code: str | None, already: str | None) -> None:
    """Award points: CODE approves the draft of an award, which is posted as it stands.

    Without it, everything that a game owes is put into one draft.  What you have awarded yourself
    is noted with --already, and nothing is posted.

    \b
    Example:
      rednov award
      rednov award K7M2QXA
      rednov award --already K7M2QXA
    """

    if code is not None and already is not None:
        raise click.UsageError("give CODE to post an award, or --already CODE, not both")
    if code is not None:
        _approved(config, code, as_json)
        return
    with at_the_desk(config) as (desk, records):
        if already is not None:
            awarding.awarded_already(desk, records, already.upper())
        made = None if already is not None else awarding.award_all(desk, records)
    if already is not None:
        words = "noted: you have awarded it yourself, and nothing is posted"
        drafted.answered(already.upper(), words, as_json=as_json, verdict="settled")
    elif made is not None:
        drafted.say(made, as_json=as_json)
    else:
        click.echo(json.dumps({"draft": None}) if as_json else "no points are due")


def _approved(config: Path, code: str, as_json: bool) -> None:
    """The draft of an award is approved.  Raises NoAward of any other."""

    with at_the_desk(config) as (_, records):
        if open_drafts.open_draft(records, code.upper()).kind != "award":
            raise NoAward(code.upper())
    deciding.approved(config, code, as_json=as_json)
