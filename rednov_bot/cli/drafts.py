"""`rednov drafts`: what awaits the contestmaster's word, and what is done with one draft."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import deciding, desks, options
from rednov_bot.cli.desks import at_the_desk, moment
from rednov_bot.core.errors import NoSuchDraft
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow import hidden
from rednov_bot.core.workflow.announcements import choosing
from rednov_bot.core.workflow.corrections import claimed
from rednov_bot.core.workflow.drafts import again, open_drafts, showing
from rednov_bot.core.workflow.scheduler import batches
from rednov_bot.games.red_november.render.draft_pages import enclosed
from rednov_bot.games.red_november.render.wording import when


@click.group(invoke_without_command=True)
@options.usual
@click.pass_context
def drafts(ctx: click.Context, config: Path, as_json: bool) -> None:
    """What the bot would post, and what awaits the contestmaster's word.

    Each draft has a code of seven letters and digits, by which it is shown, approved or rejected.
    Alone, this lists the open ones.

    \b
    Example:
      rednov drafts
      rednov drafts show K7M2QXA
      rednov drafts approve K7M2QXA
    """
    if ctx.invoked_subcommand is None:
        _list(config, as_json)


@drafts.command("list")
@options.usual
def list_drafts(config: Path, as_json: bool) -> None:
    """The open drafts, oldest first.

    \b
    Example:
      rednov drafts list --json
    """
    _list(config, as_json)


def _list(config: Path, as_json: bool) -> None:
    with at_the_desk(config) as (desk, records):
        found = [
            (draft, claimed.described(records, draft), open_drafts.held(desk, records, draft.code))
            for draft in records.open_drafts()
        ]
        awaited = None if as_json else choosing.awaited(desk, records)
    if as_json:
        click.echo(json.dumps([desks.facts(draft, hold) for draft, _, hold in found]))
        return
    if not found:
        click.echo("no draft is open")
    for draft, about, hold in found:
        click.echo(f"{draft.code}  {draft.kind:<10}  {desks.stands(draft, about, hold)}")
    if awaited is not None:
        click.echo(awaited)


@drafts.command(short_help="One draft whole, private notices included.")
@options.config
@click.argument("code")
def show(config: Path, code: str) -> None:
    """One draft as it was mailed to the contestmaster, private notices included.

    \b
    Example:
      rednov drafts show K7M2QXA
    """
    with at_the_desk(config) as (_, records):
        found = records.draft(code.upper())
        if found is None:
            raise NoSuchDraft(code)
        draft, decision = found
        public, private = hidden.shown(records, draft)
    click.echo(f"{draft.code}  {draft.about}")
    if draft.choice is not None:
        click.echo(f"choose one of: {', '.join(draft.choice.candidates)}")
    shown = enclosed(public, private, showing.offered(draft))
    click.echo(shown["texts"])
    if shown["proofs"]:
        click.echo(f"\n{shown['proofs']}")
    if decision is not None:
        click.echo(f"[{decision.verdict} {decision.at:%d %b %Y %H:%M} UTC] {decision.why}")


@drafts.command("again", short_help="Draft something again, with the same luck.")
@options.usual
@click.argument("code", required=False)
def draft_again(config: Path, as_json: bool, code: str | None) -> None:
    """Draft again, with the same luck, what a draft was about: after a rejection, say.

    CODE is that of a turn's draft, of a rejected opening or of a rejected line; without it the
    pending turn is drafted again.

    \b
    Example:
      rednov drafts again
      rednov drafts again K7M2QXA
    """
    made: Draft | again.NotAgain | None
    with at_the_desk(config) as (desk, records):
        if code is None:
            made = batches.draft_again(desk, records)
        else:
            made = again.draft_again(desk, records, code.upper())
    match made:
        case None:
            why = "no turn awaits a resolution, or it is held"
        case again.NotAgain(why=reason):
            why = f"not drafted again: {reason}"
        case Draft():
            desks.say(made, as_json=as_json)
            return
    click.echo(json.dumps({"draft": None, "why": why}) if as_json else why)


@drafts.command(short_help="Let a draft wait; its time runs on.")
@options.usual
@click.argument("code")
@click.option(
    "--until", metavar="WORDS", help='"2 December", "Friday", "2 days"; else until released.'
)
@click.option("--because", default="", help="Why; it is kept on file.")
def hold(config: Path, as_json: bool, code: str, until: str | None, because: str) -> None:
    """Let a draft wait until then: only of what it is due by is anybody reminded, which stays.

    \b
    Example:
      rednov drafts hold K7M2QXA --until Friday --because "Ann is asked"
    """
    with at_the_desk(config) as (desk, records):
        ends = None if until is None else moment(desk, until)
        open_drafts.hold(desk, records, code.upper(), ends, because)
    words = f"held until {when(ends)}" if ends else "held until it is released"
    desks.answered(
        code.upper(), words, as_json=as_json, held=True, held_until=ends and ends.isoformat()
    )


@drafts.command(short_help="Let a draft wait no longer.")
@options.usual
@click.argument("code")
def release(config: Path, as_json: bool, code: str) -> None:
    """Let a held draft wait no longer.

    \b
    Example:
      rednov drafts release K7M2QXA
    """
    with at_the_desk(config) as (desk, records):
        was = open_drafts.release(desk, records, code.upper())
    words = "held no longer" if was else "it was not held"
    desks.answered(code.upper(), words, as_json=as_json, held=False, was_held=was)


for answer in (deciding.approve, deciding.reject, deciding.choose, deciding.amend):
    drafts.add_command(answer)
