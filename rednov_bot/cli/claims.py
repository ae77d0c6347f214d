"""`rednov claims`: somebody says that a posting is wrong (§25)."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Draft
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden
from rednov_bot.core.workflow.corrections import claimed
from rednov_bot.core.workflow.corrections.claimed import described
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.screening import screen
from rednov_bot.games.red_november.render.reasoning import CLAIMED_ALONE


@click.group(invoke_without_command=True)
@options.usual
@click.pass_context
def claims(ctx: click.Context, config: Path, as_json: bool) -> None:
    """The claims of error that await your word or a correction, with the claimant's own words.

    \b
    Example:
      rednov claims
      rednov claims deny K7M2QXA --because "the die shows 3"
    """
    if ctx.invoked_subcommand is not None:
        return

    with at_the_desk(config) as (desk, records):
        found = [
            (one, described(records, one), _words(desk, records, one))
            for one in records.open_drafts()
            if one.kind == "claim"
        ]
    if as_json:
        click.echo(json.dumps([desks.facts(draft) for draft, _, _ in found]))
        return
    if not found:
        click.echo("nobody claims an error")
    for draft, about, words in found:
        click.echo(f"{draft.code}  {about}")
        click.echo("".join(f"  > {line}\n" for line in words.splitlines()), nl=False)


def _words(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """What the claimant wrote; "" where their mail cannot be read any more."""
    raw = None if draft.mail is None else records.raw_mail(draft.mail)
    message = None if raw is None else screen(raw.octets, desk.roster).message
    if message is None:
        return ""
    alone = message.forum == "private" and hidden.is_blind(records)
    return CLAIMED_ALONE if alone else message.text.strip()


@claims.command(short_help="The claim is right; then correct what was wrong.")
@options.usual
@click.argument("code")
def accept(config: Path, as_json: bool, code: str) -> None:
    """Accept a claim of error; it stays open until `rednov rewind` corrects the turn.

    The claimant is told.

    \b
    Example:
      rednov claims accept K7M2QXA
    """
    with at_the_desk(config) as (desk, records):
        done = claimed.accept(desk, records, code.upper())
        game = None if done.draft.game is None else records.game(done.draft.game).tag
    words = "accepted; nothing is corrected yet"
    if done.turn is not None:
        words = f"accepted; `{program()} rewind {game} {done.turn}` and how it is read corrects it"
    desks.answered(
        code.upper(), words, as_json=as_json, verdict="accepted", game=game, turn=done.turn
    )


@claims.command(short_help="The claim is wrong, and why; the answer is drafted.")
@options.usual
@click.argument("code")
@click.option("--because", required=True, help="Why, in your own words; the claimant reads them.")
def deny(config: Path, as_json: bool, code: str, because: str) -> None:
    """Deny a claim of error, and close it; the answer is drafted.

    It goes to the list, or to the claimant alone where they wrote to the bot alone.

    \b
    Example:
      rednov claims deny K7M2QXA --because "the die shows 3, and 4 was needed"
    """
    with at_the_desk(config) as (desk, records):
        draft = claimed.deny(desk, records, code.upper(), desk.decides, because)
    desks.say(draft, as_json=as_json, denied=code.upper())
