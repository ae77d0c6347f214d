"""What awaits the contestmaster's word, and their answers: `rednov drafts`, `approve`, `award`."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli.desks import (
    DRAFT_CODE,
    Answer,
    answered,
    at_the_desk,
    carry_out,
    config,
    drafted,
    facts,
    iso,
    moment,
    seated,
    usual,
)
from rednov_bot.core.contest import Hold
from rednov_bot.core.errors import NoAward, NoSuchDraft
from rednov_bot.core.models import Draft
from rednov_bot.core.render import delivery_pages
from rednov_bot.core.render.draft_pages import changed_lines, enclosed
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, hidden, resolving, scheduler
from rednov_bot.core.workflow.commands import Added, Amendment, Anew, Replaced
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import amending, decisions, drafting, open_drafts
from rednov_bot.games.red_november.reader.choices import read_choice


@click.command(short_help="Approve a draft: exactly what it shows is posted.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
@click.option("--award", is_flag=True, help="Post the award that it shows as well, behind it.")
def approve(desk: Desk, records: UnitOfWork, code: str, award: bool) -> Answer:
    """Approve a draft: exactly what it shows is posted by the running bot, or `run --once`.

    Where the position has changed since it was written nothing is posted; it is made again, with
    the same luck, under another code.

    \b
    Example:
      rednov approve K7M2QXA
      rednov approve K7M2QXA --award
    """
    return _approved(desk, records, code, award=award)


def _approved(desk: Desk, records: UnitOfWork, code: str, *, award: bool = False) -> Answer:
    made: str | None = None
    match decisions.approve(desk, records, code, desk.decides, award=award):
        case decisions.Posted(mails=mails):
            verdict, words = "approved", f"approved: {mails} mail{'s' * (mails != 1)} in the outbox"
        case decisions.Awaiting(names=names):
            verdict, words = "waits", f"approved: {delivery_pages.waiting(names)}"
        case decisions.Stale(why=why) if why:
            verdict = "overtaken"
            words = f"overtaken: nothing was posted or changed, for {why}"
        case decisions.Stale(again=made):
            verdict, new = "stale", f"; it was made again as {made}" if made else ""
            words = f"stale: the game has moved on and nothing was posted{new}"
    return answered(code, words, verdict=verdict, again=made)


@click.command()
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
@click.option("--because", required=True, help="Why; it is kept on file.")
def reject(desk: Desk, records: UnitOfWork, code: str, because: str) -> Answer:
    """Reject a draft: it goes no further.

    What it was about is drafted again, with the same luck, by `rednov drafts again CODE`.

    \b
    Example:
      rednov reject K7M2QXA --because "the crowbar was forgotten"
    """
    done = decisions.reject(desk, records, code, desk.decides, because)
    words = f"rejected. {done.rulings}" if done.rulings else "rejected"
    return answered(code, words, verdict="rejected")


@click.command(short_help="Choose, where a resolution waits for a choice.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
@click.argument("candidate")
def choose(desk: Desk, records: UnitOfWork, code: str, candidate: str) -> Answer:
    """Decide a choice that a resolution waits for, with one of the draft's candidates.

    `rednov drafts show CODE` names the candidates.

    \b
    Example:
      rednov choose K7M2QXA "open 5-7 and enter"
    """
    known = open_drafts.open_draft(records, code)
    offered = known.choice.candidates if known.choice else ()
    label = read_choice(candidate, candidates=offered) or candidate
    decisions.choose(desk, records, code, desk.decides, label)
    return answered(code, f"chosen: {label}", verdict="chosen", choice=label)


@click.command(short_help="Word a draft's public text otherwise.")
@usual
@click.argument("code", type=DRAFT_CODE)
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
    amendments: list[Amendment] = [Replaced(old, new) for old, new in replaced]
    amendments += [Added(words) for words in added]
    if path is not None:
        amendments = [Anew(path.read_text(encoding="utf-8", errors="replace"))]

    def amended(desk: Desk, records: UnitOfWork) -> Answer:
        new = amending.amend(desk, records, code, amendments, desk.decides)
        changed = amending.changed(desk, records, new)
        told = [
            {"before": list(one.before), "after": list(one.after), "states": one.states}
            for one in changed
        ]
        words = "\n".join(changed_lines(changed))
        return drafted(desk, new, words, instead_of=code, changed=told)

    carry_out(config, as_json, amended)


@click.command()
@usual
@click.argument("code", type=DRAFT_CODE, required=False)
@click.option(
    "--already",
    type=DRAFT_CODE,
    metavar="CODE",
    help="You have awarded yourself what this draft says.",
)
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

    def awarded(desk: Desk, records: UnitOfWork) -> Answer:
        if code is not None:
            if open_drafts.open_draft(records, code).kind != "award":
                raise NoAward(code)
            return _approved(desk, records, code)
        if already is not None:
            awards.awarded_already(desk, records, already)
            words = "noted: you have awarded it yourself, and nothing is posted"
            return answered(already, words, verdict="settled")
        made = awards.award_all(desk, records)
        if made is None:
            return Answer(lambda: {"draft": None}, lambda: "no points are due")
        return drafted(desk, made)

    carry_out(config, as_json, awarded)


@click.group(invoke_without_command=True)
@at_the_desk
def drafts(desk: Desk, records: UnitOfWork) -> Answer:
    """What the bot would post, and what awaits the contestmaster's word.

    Each draft has a code of seven letters and digits, by which it is shown, approved or rejected.
    Alone, this lists the open ones.

    \b
    Example:
      rednov drafts
      rednov drafts show K7M2QXA
      rednov drafts approve K7M2QXA
    """
    return _listed(desk, records)


@drafts.command("list")
@at_the_desk
def list_drafts(desk: Desk, records: UnitOfWork) -> Answer:
    """The open drafts, oldest first.

    \b
    Example:
      rednov drafts list --json
    """
    return _listed(desk, records)


def _listed(desk: Desk, records: UnitOfWork) -> Answer:
    found = records.open_drafts()
    holds = {one.code: open_drafts.held(desk, records, one.code) for one in found}

    def words() -> str:
        lines = [
            f"{one.code}  {one.kind:<10}  {_stands(records, one, holds[one.code])}" for one in found
        ]
        awaited = resolving.awaited(desk, records)
        return "\n".join((lines or ["no draft is open"]) + ([awaited] if awaited else []))

    return Answer(lambda: [facts(desk.game, one, holds[one.code]) for one in found], words)


def _stands(records: UnitOfWork, draft: Draft, hold: Hold | None) -> str:
    """What an open draft is about, until when, and whether it is held."""
    said = claims.described(records, draft)
    said += f", due by {draft.due_by:%d %b %Y %H:%M} UTC" if draft.due_by else ""
    if hold is None:
        return said
    until = f" until {hold.until:%d %b %Y %H:%M} UTC" if hold.until else ""
    return f"{said}, held{until}"


@drafts.command(short_help="One draft whole, private notices included.")
@config
@click.argument("code", type=DRAFT_CODE)
def show(config: Path, code: str) -> None:
    """One draft as it was mailed to the contestmaster, private notices included.

    \b
    Example:
      rednov drafts show K7M2QXA
    """
    with seated(config) as (desk, records):
        found = records.draft(code)
        if found is None:
            raise NoSuchDraft(code)
        draft, decision = found
        public, private = hidden.shown(desk, records, draft)
    click.echo(f"{draft.code}  {draft.about}")
    if draft.choice is not None:
        click.echo(f"choose one of: {', '.join(draft.choice.candidates)}")
    shown = enclosed(public, private, drafting.offered(draft))
    click.echo(shown["texts"])
    if shown["proofs"]:
        click.echo(f"\n{shown['proofs']}")
    if decision is not None:
        click.echo(f"[{decision.verdict} {decision.at:%d %b %Y %H:%M} UTC] {decision.why}")


@drafts.command("again", short_help="Draft something again, with the same luck.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE, required=False)
def draft_again(desk: Desk, records: UnitOfWork, code: str | None) -> Answer:
    """Draft again, with the same luck, what a draft was about: after a rejection, say.

    CODE is that of a turn's draft, of a rejected opening or of a rejected line; without it the
    pending turn is drafted again.

    \b
    Example:
      rednov drafts again
      rednov drafts again K7M2QXA
    """
    made: Draft | decisions.NotAgain | None
    if code is None:
        made = scheduler.draft_again(desk, records)
    else:
        made = decisions.draft_again(desk, records, code)
    if isinstance(made, Draft):
        return drafted(desk, made)
    why = "no turn awaits a resolution, or it is held"
    if made is not None:
        why = f"not drafted again: {made.why}"
    return Answer(lambda: {"draft": None, "why": why}, lambda: why)


@drafts.command(short_help="Let a draft wait; its time runs on.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
@click.option(
    "--until", metavar="WORDS", help='"2 December", "Friday", "2 days"; else until released.'
)
@click.option("--because", default="", help="Why; it is kept on file.")
def hold(desk: Desk, records: UnitOfWork, code: str, until: str | None, because: str) -> Answer:
    """Let a draft wait until then, without reminders but those of its deadline, which stays.

    \b
    Example:
      rednov drafts hold K7M2QXA --until Friday --because "Ann is asked"
    """
    ends = None if until is None else moment(desk, until)
    open_drafts.hold(desk, records, code, ends, because)
    words = f"held until {when(ends)}" if ends else "held until it is released"
    return answered(code, words, held=True, held_until=iso(ends))


@drafts.command(short_help="Let a draft wait no longer.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
def release(desk: Desk, records: UnitOfWork, code: str) -> Answer:
    """Let a held draft wait no longer.

    \b
    Example:
      rednov drafts release K7M2QXA
    """
    was = open_drafts.release(desk, records, code)
    words = "held no longer" if was else "it was not held"
    return answered(code, words, held=False, was_held=was)


for answer in (approve, reject, choose, amend):
    drafts.add_command(answer)
