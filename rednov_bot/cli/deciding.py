"""`rednov approve`, `reject`, `choose`, `amend`, `award`: the contestmaster answers a draft."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.errors import NoAward
from rednov_bot.core.workflow.drafts import amending, approval, open_drafts
from rednov_bot.core.workflow.scheduler import awarding
from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.render import delivery_pages
from rednov_bot.games.red_november.render.draft_pages import changed_lines


@click.command(short_help="Approve a draft: exactly what it shows is posted.")
@options.usual
@click.argument("code")
@click.option("--award", is_flag=True, help="Post the award that it shows as well, behind it.")
def approve(config: Path, as_json: bool, code: str, award: bool) -> None:
    """Approve a draft: exactly what it shows is posted by the running bot, or `run --once`.

    Where the position has changed since it was written nothing is posted; it is made again, with
    the same luck, under another code.

    \b
    Example:
      rednov approve K7M2QXA
      rednov approve K7M2QXA --award
    """
    approved(config, code, as_json=as_json, award=award)


def approved(config: Path, code: str, *, as_json: bool, award: bool = False) -> None:
    """A draft is approved, and what came of it is told."""
    with at_the_desk(config) as (desk, records):
        outcome = approval.approve(desk, records, code.upper(), desk.decides, award=award)
    made: str | None = None
    match outcome:
        case approval.Posted(mails=mails):
            verdict, words = "approved", f"approved: {mails} mail{'s' * (mails != 1)} in the outbox"
        case approval.Awaiting(names=names):
            verdict, words = "waits", f"approved: {delivery_pages.waiting(names)}"
        case approval.Stale(why=why) if why:
            verdict = "overtaken"
            words = f"overtaken: nothing was posted or changed, for {why}"
        case approval.Stale(again=made):
            verdict, new = "stale", f"; it was made again as {made}" if made else ""
            words = f"stale: the game has moved on and nothing was posted{new}"
    desks.answered(code.upper(), words, as_json=as_json, verdict=verdict, again=made)


@click.command()
@options.usual
@click.argument("code")
@click.option("--because", required=True, help="Why; it is kept on file.")
def reject(config: Path, as_json: bool, code: str, because: str) -> None:
    """Reject a draft: it goes no further.

    What it was about is drafted again, with the same luck, by `rednov drafts again CODE`.

    \b
    Example:
      rednov reject K7M2QXA --because "the crowbar was forgotten"
    """
    with at_the_desk(config) as (desk, records):
        done = approval.reject(desk, records, code.upper(), desk.decides, because)
    words = f"rejected. {done.rulings}" if done.rulings else "rejected"
    desks.answered(code.upper(), words, as_json=as_json, verdict="rejected")


@click.command(short_help="Choose, where a resolution waits for a choice.")
@options.usual
@click.argument("code")
@click.argument("candidate")
def choose(config: Path, as_json: bool, code: str, candidate: str) -> None:
    """Decide a choice that a resolution waits for, with one of the draft's candidates.

    `rednov drafts show CODE` names the candidates.

    \b
    Example:
      rednov choose K7M2QXA "open 5-7 and enter"
    """
    with at_the_desk(config) as (desk, records):
        known = open_drafts.open_draft(records, code.upper())
        offered = known.choice.candidates if known.choice else ()
        label = read_choice(candidate, candidates=offered) or candidate
        approval.choose(desk, records, code.upper(), desk.decides, label)
    words = f"chosen: {label}"
    desks.answered(code.upper(), words, as_json=as_json, verdict="chosen", choice=label)


@click.command(short_help="Word a draft's public text otherwise.")
@options.usual
@click.argument("code")
@click.option(
    "--replace",
    "replaced",
    nargs=2,
    multiple=True,
    metavar="OLD NEW",
    help="Words that stand once in the text, and what stands there instead.",
)
@click.option("--add", "added", multiple=True, help="A paragraph more, above the position.")
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file with the whole text anew; the signature stays.",
)
def amend(
    config: Path,
    as_json: bool,
    code: str,
    replaced: tuple[tuple[str, str], ...],
    added: tuple[str, ...],
    path: Path | None,
) -> None:
    """Word the public text of a draft otherwise; what changed is shown, and nothing is posted.

    A new draft takes its place and awaits approval.  Private notices and what happens in the game
    stay as they are; whatever is to happen otherwise is overruled.

    \b
    Example:
      rednov amend K7M2QXA --replace "steps into" "staggers into" --add "Well done!"
      rednov amend K7M2QXA --file text.txt
    """
    if path is None and not replaced and not added:
        raise click.UsageError("say what is amended: --replace OLD NEW, --add WORDS or --file PATH")
    if path is not None and (replaced or added):
        raise click.UsageError("--file gives the whole text: leave --replace and --add away")
    amendments: list[amending.Amendment] = [amending.Replace(old, new) for old, new in replaced]
    amendments += [amending.Add(words) for words in added]
    if path is not None:
        amendments = [amending.Anew(path.read_text(encoding="utf-8", errors="replace"))]
    with at_the_desk(config) as (desk, records):
        known = open_drafts.open_draft(records, code.upper())
        new = amending.amend(desk, records, code.upper(), amendments, desk.decides)
        changed = amending.changed(records, new)
    facts = [
        {"before": list(one.before), "after": list(one.after), "states": one.states}
        for one in changed
    ]
    desks.say(new, as_json=as_json, instead_of=known.code, changed=facts)
    if not as_json:
        click.echo("\n".join(changed_lines(changed)))


@click.command()
@options.usual
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
        desks.answered(already.upper(), words, as_json=as_json, verdict="settled")
    elif made is not None:
        desks.say(made, as_json=as_json)
    else:
        click.echo(json.dumps({"draft": None}) if as_json else "no points are due")


def _approved(config: Path, code: str, as_json: bool) -> None:
    """The draft of an award is approved.  Raises NoAward of any other."""
    with at_the_desk(config) as (_, records):
        if open_drafts.open_draft(records, code.upper()).kind != "award":
            raise NoAward(code.upper())
    approved(config, code, as_json=as_json)
