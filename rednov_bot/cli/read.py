"""`rednov read`: how mails are read; nothing is sent, stored or judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rednov_bot.cli import options

if TYPE_CHECKING:
    from rednov_bot.mail.roster import Roster
    from rednov_bot.settings import Settings


@click.command(short_help="How a mail saved as a file is read; nothing is stored.")
@options.config
@options.as_json
@click.option("--text", is_flag=True, help="The sender's own live text instead of its reading.")
@click.argument(
    "mails", nargs=-1, required=True, metavar="MAIL.eml...", type=click.Path(path_type=Path)
)
def read(config: Path, as_json: bool, text: bool, mails: tuple[Path, ...]) -> None:
    """How mails saved as files are read: who wrote, where, and what e announces.

    Nothing is stored, sent or judged by the rules.

    \b
    Example:
      rednov read --json turn.eml
      rednov read --text turn.eml
    """
    from rednov_bot import settings
    from rednov_bot.errors import Mendable
    from rednov_bot.mail.roster import Roster

    known = settings.load(config)
    roster = Roster.of(known)
    for path in mails:
        try:
            octets = path.read_bytes()
        except OSError as error:
            raise Mendable(f"{path} cannot be read: {error.strerror}") from None
        if text:
            click.echo(_text_of(octets, roster))
            continue
        facts = reading_of(path.name, octets, roster, known)
        click.echo(json.dumps(facts, ensure_ascii=False) if as_json else _in_words(facts))


def _text_of(octets: bytes, roster: Roster) -> str:
    from rednov_bot.mail.screening import live_text

    return live_text(octets, roster)


def reading_of(name: str, octets: bytes, roster: Roster, known: Settings) -> dict[str, Any]:
    """One mail as interfaces name it: file, sender, forum, public, verdict, acts, questions."""
    from rednov_bot import language
    from rednov_bot.language.readout import as_json
    from rednov_bot.mail.screening import screen

    screened = screen(octets, roster)
    letter = screened.letter
    facts: dict[str, Any] = {
        "file": name,
        "sender": letter.sender if letter else None,
        "forum": letter.forum if letter else None,
        "public": bool(letter and letter.public),
        "verdict": "none",
        "acts": [],
        "questions": [],
        "asked": [],
        "disposition": screened.disposition,
        "reason": screened.reason,
    }
    if letter is None or screened.disposition != "read" or letter.sender is None:
        return facts
    if letter.public:
        reading = language.read_letter(
            letter, people=tuple(known.people), contest=known.contest.name
        )
        facts.update(as_json(reading))
    return facts


def _in_words(facts: dict[str, Any]) -> str:
    lines = [f"{facts['file']}: {facts['sender'] or 'nobody known'} in {facts['forum']}"]
    lines.append(f"  {facts['disposition']}: {facts['reason']}" if facts["reason"] else "")
    lines.append(f"  {facts['verdict']}")
    lines.extend(f"  {json.dumps(act, ensure_ascii=False)}" for act in facts["acts"])
    lines.extend(f"  ? {question}" for question in facts["questions"])
    return "\n".join(line for line in lines if line.strip())
