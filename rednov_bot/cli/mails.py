"""`rednov mails`: what became of each mail."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from typing import Any

import click
import msgspec

from rednov_bot.cli.desks import (
    BECAME,
    Answer,
    at_the_desk,
    carry_out,
    check_sight,
    config,
    drafted,
    open_desk_on_file,
    somebody,
    usual,
)
from rednov_bot.core.contest import ReadMail
from rednov_bot.core.invocation import program
from rednov_bot.core.models import PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import mails_shown
from rednov_bot.core.workflow.corrections import rereading
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.restoring import replaying


@click.group(invoke_without_command=True)
@config
@click.option("--held", is_flag=True, help="Only those kept for a human.")
@click.pass_context
def mails(ctx: click.Context, config: Path, held: bool) -> None:
    """What became of each mail that came, with the reason; newest last.

    Each was read, answered, ignored, or held: kept for a human, because the bot could not tell
    what to do with it.

    \b
    Example:
      rednov mails --held
      rednov mails show 123
      rednov mails read 124 --nothing
      rednov mails replay 125
    """
    if ctx.invoked_subcommand is not None:
        return

    with open_desk_on_file(config).db.transaction() as records:
        found = records.held() if held else records.dispositions()
    if not found:
        click.echo("no mail is held" if held else "no mail has come yet")
    for one in found:
        click.echo(f"{one.mail:>6}  {one.at:%d %b %Y %H:%M}  {one.disposition:<6}  {one.reason}")
    if held and found:
        click.echo(
            f"`{program()} mails replay NUMBER` handles one again, `{program()} mails read NUMBER` "
            "says what it announces"
        )


@mails.command("show", short_help="Show what a mail led to.")
@at_the_desk
@click.argument("number", type=int)
@click.option(
    "--secret", is_flag=True, help="Also what was read in a private mail: it may name tiles."
)
def show_mail(desk: Desk, records: UnitOfWork, number: int, secret: bool) -> Answer:
    """Show what became of a mail and everything it led to, one thing after the other: the turn
    taken, the draft and what became of it, answers and notices with their states, changes of the
    game and the contest, questions.

    NUMBER is the one by which `rednov mails` lists it.

    \b
    Example:
      rednov mails show 123
      rednov mails show 123 --secret --json
    """
    found = mails_shown.show(desk, records, PaperId(number))
    if secret and found.forum == "private":
        check_sight(records)
    filed, acts = found.filed, [type(act).__name__ for act in found.acts]
    status = "waits" if filed is None else BECAME[filed.disposition]
    facts: dict[str, Any] = {
        "mail": number,
        "from": found.sender,
        "forum": found.forum,
        "at": found.arrived_at.isoformat(),
        "status": status,
        "reason": "" if filed is None else filed.reason,
        "verdict": found.verdict,
        "acts": [msgspec.to_builtins(act) for act in found.acts] if secret else acts,
        "led_to": [dataclasses.asdict(one) for one in found.led_to],
    }
    head = f"mail {number} of {found.sender or 'somebody'}"
    if found.forum:
        head += f", {'private' if found.forum == 'private' else f'on {found.forum}'}"
    lines = [f"{head}, {found.arrived_at:%d %b %Y %H:%M} UTC", f"{status}: {facts['reason']}"]
    if found.verdict:
        lines.append(f"read as: {found.verdict}")
        known = secret or found.forum in desk.settings.forums
        for act, name in zip(found.acts, acts, strict=True):
            words = desk.game.said(act, desk.settings.contest.name) if known else (name,)
            lines.append(f"  {' '.join(words)}")
    lines += [f"  {one.kind}: {one.what}" for one in found.led_to] or ["it led to nothing else"]
    return Answer(lambda: facts, lambda: "\n".join(lines))


@mails.command("replay", short_help="Handle a mail again that was held.")
@at_the_desk
@click.argument("number", type=int)
@click.option("--dry-run", is_flag=True, help="Only say what would happen; change nothing.")
def replay_mail(desk: Desk, records: UnitOfWork, number: int, dry_run: bool) -> Answer:
    """Handle a mail again that was held or passed over, as if it had come now, but at its own
    moment: after an upgrade that mends a fault, or when somebody's address has become known.

    It is refused where the mail has taken effect, and safe to repeat.

    \b
    Example:
      rednov mails replay 123 --dry-run
      rednov mails replay 123
    """
    handle = replaying.tried if dry_run else replaying.replay
    done = handle(desk, records, PaperId(number), desk.decides)
    kinds, status = [one.posting.kind for one in done.mails], BECAME[done.filed.disposition]
    facts = {"mail": number, "dry_run": dry_run, "status": status, "mails": kinds}
    words = f"mail {number}: {'would be ' if dry_run else ''}{status}: {done.filed.reason}"
    if kinds:
        listed = ", ".join(f"{count} {kind}" for kind, count in Counter(kinds).items())
        words += f"\nmails that {'would ' if dry_run else ''}go out: {listed}"
    return Answer(lambda: facts, lambda: words)


@mails.command("read", short_help="Say what a mail on file announces.")
@usual
@click.argument("number", type=int)
@click.option("--as", "name", metavar="NAME", help="Who wrote it, where that was not found.")
@click.option("--text", metavar="WORDS", help="What it announces; else what stands in it.")
@click.option("--nothing", is_flag=True, help="It announces nothing.")
def read_mail(
    config: Path, as_json: bool, number: int, name: str | None, text: str | None, nothing: bool
) -> None:
    """Say what a mail announces that was held, asked about or misread: it counts from its moment,
    once you have approved the draft.

    NUMBER is the one by which `rednov mails` lists it.

    \b
    Example:
      rednov mails read 123 --as Ann --text "I open 5-6 and draw 2 items."
      rednov mails read 124 --nothing
    """
    if nothing and text is not None:
        raise click.UsageError("say --text or --nothing, not both")

    def ruled(desk: Desk, records: UnitOfWork) -> Answer:
        who = None if name is None else somebody(desk, name)
        said = "" if nothing else text
        draft = rereading.read_mail(desk, records, ReadMail(number, who, said))
        return drafted(desk, draft, mail=number)

    carry_out(config, as_json, ruled)
