"""`rednov drafts`, `approve`, `reject`, `choose`: the contestmaster's desk in a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rednov_bot.cli import options

if TYPE_CHECKING:
    from rednov_bot.papers import Draft


@click.group(invoke_without_command=True)
@options.config
@options.as_json
@click.pass_context
def drafts(ctx: click.Context, config: Path, as_json: bool) -> None:
    """Drafts that await the contestmaster's word.

    \b
    Example:
      rednov drafts
      rednov drafts show K7M2QXA
    """
    ctx.obj = config
    ctx.default_map = {name: {"config": config} for name in ("approve", "reject", "choose")}
    if ctx.invoked_subcommand is None:
        _list(config, as_json)


@drafts.command("list")
@options.as_json
@click.pass_obj
def list_drafts(config: Path, as_json: bool) -> None:
    """The open drafts, oldest first.

    \b
    Example:
      rednov drafts list --json
    """
    _list(config, as_json)


def _list(config: Path, as_json: bool) -> None:
    from rednov_bot.bootstrap import open_desk

    with open_desk(config).ledger.transaction() as records:
        found = records.open_drafts()
    if as_json:
        click.echo(json.dumps([_facts(draft) for draft in found]))
        return
    if not found:
        click.echo("no draft awaits your word")
    for draft in found:
        due = f", due by {draft.due_by:%d %b %Y %H:%M} UTC" if draft.due_by else ""
        click.echo(f"{draft.code}  {draft.kind:<10}  {draft.about}{due}")


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


@drafts.command()
@click.argument("code")
@click.pass_obj
def show(config: Path, code: str) -> None:
    """One draft as it was mailed to the contestmaster, private notices included.

    \b
    Example:
      rednov drafts show K7M2QXA
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.errors import NoSuchDraft
    from rednov_bot.prose.desk_pages import enclosed

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
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


@drafts.command("again")
@click.pass_obj
def draft_again(config: Path) -> None:
    """Draft the pending turn again, with the same luck: after a rejection, say.

    \b
    Example:
      rednov drafts again
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk import rounds

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        draft = rounds.draft_again(desk, records)
    click.echo(
        f"drafted as {draft.code}" if draft else "no turn awaits a resolution, or it is held"
    )


@click.command()
@options.config
@click.argument("code")
def approve(config: Path, code: str) -> None:
    """Approve a draft: exactly what it shows is posted by the running bot, or `run --once`.

    \b
    Example:
      rednov approve K7M2QXA
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk import approval

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        outcome = approval.approve(desk, records, code.upper(), desk.contestmaster)
    match outcome:
        case approval.Posted(mails=mails):
            click.echo(f"approved: {mails} mail{'s' if mails != 1 else ''} in the outbox")
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

    \b
    Example:
      rednov reject K7M2QXA --because "the crowbar was forgotten"
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk import approval

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        approval.reject(desk, records, code.upper(), desk.contestmaster, because)
    click.echo("rejected")


drafts.add_command(reject)


@click.command()
@options.config
@click.argument("code")
@click.argument("candidate")
def choose(config: Path, code: str, candidate: str) -> None:
    """Decide a choice that a resolution waits for, with one of the draft's candidates.

    \b
    Example:
      rednov choose K7M2QXA "open 5-7 and enter"
    """
    from rednov_bot import language
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk import approval

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        known = approval.open_draft(records, code.upper())
        offered = known.choice.candidates if known.choice else ()
        label = language.read_choice(candidate, candidates=offered) or candidate
        approval.choose(desk, records, code.upper(), desk.contestmaster, label)
    click.echo(f"chosen: {label}")


drafts.add_command(choose)
