"""`rednov drafts`, `approve`, `reject`, `choose`: the contestmaster's desk in a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rednov_bot.cli import options

if TYPE_CHECKING:
    from rednov_bot.papers import Draft


@click.group(invoke_without_command=True, short_help="What awaits the contestmaster's word.")
@options.config
@options.as_json
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
@options.config
@options.as_json
def list_drafts(config: Path, as_json: bool) -> None:
    """The open drafts, oldest first.

    \b
    Example:
      rednov drafts list --json
    """
    _list(config, as_json)


def _list(config: Path, as_json: bool) -> None:
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.desk import choosing, leftovers

    with at_the_desk(config) as (desk, records):
        found = records.open_drafts()
        about = [leftovers.described(records, draft) for draft in found]
        awaited = None if as_json else choosing.awaited(desk, records)
    if as_json:
        click.echo(json.dumps([_facts(draft) for draft in found]))
        return
    if not found:
        click.echo("no draft awaits your word")
    for draft, said in zip(found, about, strict=True):
        due = f", due by {draft.due_by:%d %b %Y %H:%M} UTC" if draft.due_by else ""
        click.echo(f"{draft.code}  {draft.kind:<10}  {said}{due}")
    if awaited is not None:
        click.echo(awaited)


def _facts(draft: Draft) -> dict[str, object]:
    """What may be said of a draft to anybody: nothing of its private notices."""
    return {
        "code": draft.code,
        "kind": draft.kind,
        "about": draft.about,
        "attempt": draft.attempt,
        "made_at": draft.made_at.isoformat(),
        "due_by": draft.due_by.isoformat() if draft.due_by else None,
        "candidates": list(draft.choice.candidates) if draft.choice else [],
        "public": [page.body for page in draft.pages if page.kind == "public"],
    }


@drafts.command(short_help="One draft whole, private notices included.")
@options.config
@click.argument("code")
def show(config: Path, code: str) -> None:
    """One draft as it was mailed to the contestmaster, private notices included.

    \b
    Example:
      rednov drafts show K7M2QXA
    """
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.errors import NoSuchDraft
    from rednov_bot.prose.desk_pages import enclosed

    with at_the_desk(config) as (_, records):
        found = records.draft(code.upper())
    if found is None:
        raise NoSuchDraft(code)
    draft, decision = found
    click.echo(f"{draft.code}  {draft.about}")
    if draft.choice is not None:
        click.echo(f"choose one of: {', '.join(draft.choice.candidates)}")
    public = tuple(page for page in draft.pages if page.kind == "public")
    private = tuple(page for page in draft.pages if page.kind != "public")
    click.echo(enclosed(public, private))
    if decision is not None:
        click.echo(f"[{decision.verdict} {decision.at:%d %b %Y %H:%M} UTC] {decision.why}")


@drafts.command("again", short_help="Draft something again, with the same luck.")
@options.config
@click.argument("code", required=False)
def draft_again(config: Path, code: str | None) -> None:
    """Draft again, with the same luck, what a draft was about: after a rejection, say.

    CODE is that of a turn's draft, of a rejected opening or of a rejected line; without it the
    pending turn is drafted again.

    \b
    Example:
      rednov drafts again
      rednov drafts again K7M2QXA
    """
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.desk import again, rounds

    with at_the_desk(config) as (desk, records):
        if code is None:
            draft = rounds.draft_again(desk, records)
        else:
            made = again.draft_again(desk, records, code.upper())
            if isinstance(made, again.NotAgain):
                click.echo(f"not drafted again: {made.why}")
                return
            draft = made
    click.echo(
        f"drafted as {draft.code}" if draft else "no turn awaits a resolution, or it is held"
    )


@click.command(short_help="Approve a draft: exactly what it shows is posted.")
@options.config
@click.argument("code")
def approve(config: Path, code: str) -> None:
    """Approve a draft: exactly what it shows is posted by the running bot, or `run --once`.

    \b
    Example:
      rednov approve K7M2QXA
    """
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.desk import approval

    with at_the_desk(config) as (desk, records):
        outcome = approval.approve(desk, records, code.upper(), desk.decides)
    match outcome:
        case approval.Posted(mails=mails):
            click.echo(f"approved: {mails} mail{'s' if mails != 1 else ''} in the outbox")
        case approval.Stale(why=why) if why:
            click.echo(f"overtaken: nothing was posted or changed, for {why}")
        case approval.Stale(again=again):
            new = f"; it was made again as {again}" if again else ""
            click.echo(f"stale: the game has moved on and nothing was posted{new}")


drafts.add_command(approve)


@click.command()
@options.config
@click.argument("code")
@click.option("--because", required=True, help="Why; it is kept on file.")
def reject(config: Path, code: str, because: str) -> None:
    """Reject a draft: it goes no further.

    What it was about is drafted again, with the same luck, by `rednov drafts again CODE`.

    \b
    Example:
      rednov reject K7M2QXA --because "the crowbar was forgotten"
    """
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.desk import approval

    with at_the_desk(config) as (desk, records):
        approval.reject(desk, records, code.upper(), desk.decides, because)
    click.echo("rejected")


drafts.add_command(reject)


@click.command(short_help="Choose, where a resolution waits for a choice.")
@options.config
@click.argument("code")
@click.argument("candidate")
def choose(config: Path, code: str, candidate: str) -> None:
    """Decide a choice that a resolution waits for, with one of the draft's candidates.

    `rednov drafts show CODE` names the candidates.

    \b
    Example:
      rednov choose K7M2QXA "open 5-7 and enter"
    """
    from rednov_bot import language
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.desk import approval

    with at_the_desk(config) as (desk, records):
        known = approval.open_draft(records, code.upper())
        offered = known.choice.candidates if known.choice else ()
        label = language.read_choice(candidate, candidates=offered) or candidate
        approval.choose(desk, records, code.upper(), desk.decides, label)
    click.echo(f"chosen: {label}")


drafts.add_command(choose)
