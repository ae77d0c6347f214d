"""`rednov mails`: what became of each mail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from email import policy
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any, Final, NamedTuple

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
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.models import MessageId, PaperId, QueuedPosting
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, mails_on_file
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
    mail = PaperId(number)
    raw, filed = records.raw_mail(mail), records.filed(mail)
    if raw is None:
        raise Mendable(f"there is no mail {mail} on file; `{program()} mails` lists them")
    message = mails_on_file.message_if_sound(desk, records, mail)
    forum = None if message is None else message.forum
    is_known = forum in desk.settings.forums
    if secret and not is_known:
        check_sight(records)
    told = secret or is_known
    is_apart = message is None or (hidden.is_blind(records) and not message.public)
    sender = None if message is None or is_apart else message.sender
    verdict, read = records.reading(mail) or ("", ())
    acts, led_to = [type(act).__name__ for act in read], list(_led_to(records, mail))
    status = "waits" if filed is None else BECAME[filed.disposition]
    facts: dict[str, Any] = {
        "mail": number,
        "from": sender,
        "forum": forum,
        "at": raw.arrived_at.isoformat(),
        "status": status,
        "reason": "" if filed is None else filed.reason,
        "verdict": verdict,
        "acts": [msgspec.to_builtins(act) for act in read] if told else acts,
        "led_to": [one._asdict() for one in led_to],
    }
    head = f"mail {number} of {sender or 'somebody'}"
    if forum:
        head += f", {'private' if forum == 'private' else f'on {forum}'}"
    lines = [f"{head}, {raw.arrived_at:%d %b %Y %H:%M} UTC", f"{status}: {facts['reason']}"]
    if verdict:
        lines.append(f"read as: {verdict}")
        for act, name in zip(read, acts, strict=True):
            words = desk.game.said(act, desk.settings.contest.name) if told else (name,)
            lines.append(f"  {' '.join(words)}")
    lines += [f"  {one.kind}: {one.what}" for one in led_to] or ["it led to nothing else"]
    return Answer(lambda: facts, lambda: "\n".join(lines))


class _LedTo(NamedTuple):
    """One thing that came of a mail."""

    kind: str
    what: str  # half a sentence that tells no hand and no tile (§6)
    key: str  # a code, a Message-ID or a number


def _led_to(records: UnitOfWork, mail: PaperId) -> Iterator[_LedTo]:
    for kind, key in records.led_to_by(mail):
        if kind == "turns":
            taken = records.turn(PaperId(int(key)))
            what = f"turn {taken.number} of {records.game(taken.game).tag} taken by {taken.player}"
            yield _LedTo(kind="turn", what=what, key=key)
        elif kind == "drafts":
            yield from _draft(records, key)
        elif kind == "postings":
            if (posting := records.posting(MessageId(key))) is not None:
                yield _posting(posting)
        elif kind == "decisions":
            found = records.draft(key)
            if found is not None and found[1] is not None:
                yield _LedTo(kind="decision", what=f"draft {key} {found[1].verdict}", key=key)
        elif kind == "gamestates":
            game, number, cause = records.gamestate_known_as(PaperId(int(key)))
            what = f"{records.game(game).tag} moves on to gamestate {number}: {cause}"
            yield _LedTo(kind="gamestate", what=what, key=key)
        elif kind in _OTHERS:
            called, what = _OTHERS[kind]
            yield _LedTo(kind=called, what=what.format(key), key=key)


def _draft(records: UnitOfWork, code: str) -> Iterator[_LedTo]:
    found = records.draft(code)
    if found is None:
        return
    draft, decision = found
    became = "open" if decision is None else f"{decision.verdict} by {decision.by}"
    yield _LedTo(kind="draft", what=f"{draft.kind}: {draft.about}; {became}", key=code)
    if decision is not None and decision.verdict == "approved":
        for one in records.outbox(code):
            if one.posting.kind in ("public", "private"):
                yield _posting(one)


def _posting(one: QueuedPosting) -> _LedTo:
    head = BytesHeaderParser(policy=policy.default).parsebytes(one.posting.octets)
    kind = _OF_POSTINGS.get(one.posting.kind, one.posting.kind)
    what = f"{kind} to {one.posting.to}, {head['Subject'] or 'no subject'}: {one.state}"
    return _LedTo(kind="mail", what=what, key=one.posting.message_id)


_OF_POSTINGS: Final = {
    "public": "posting",
    "private": "private notice",
    "receipt": "answer",
    "question": "question",
    "draft": "draft",
    "desk": "word for the desk",
}
_OTHERS: Final = {
    "led_to": (
        "discard or gift",
        "a discard or gift in return, by which a game got to gamestate {}",
    ),
    "item_lists": ("item list", "a private list of items was noted"),
    "standing_orders": ("orders", "standing orders were noted"),
    "answers": ("choice", "a choice was answered"),
    "holds": ("hold", "draft {} was held or released"),
    "clarifications": ("question", "its author is asked under {} what it means"),
    "clarified": ("answer", "it settles what mail {} announces"),
    "doubted": ("question", "its author is asked under {} whether they wrote it"),
    "vouched": ("answer", "it answers whether somebody wrote a mail"),
    "memberships": ("membership", "somebody joined or left"),
    "contest_changes": ("contest", "the contest changed"),
    "rulings": ("ruling", "ruling {}"),
    "absences": ("absence", "an absence was noted"),
    "reopened": ("reading", "it is said how mail {} is read"),
    "games": ("game", "game {} was put on file"),
    "forgeries": ("alarm", "something alarming was noted"),
    "confirmations": ("arrival", "it shows that a mail of the bot's arrived"),
    "bounces": ("bounce", "a mail server reports on a mail of the bot's"),
    "list_notices": ("list notice", "a list tells of a posting of the bot's"),
}
"""How what stands in each of the other tables is called, and what is told of it with its key."""


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
