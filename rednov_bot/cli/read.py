"""`rednov read`: how mails are read; nothing is sent, stored or judged."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from rednov_bot.bootstrap import checks_of
from rednov_bot.cli import explaining
from rednov_bot.cli.desks import BECAME, iso, usual
from rednov_bot.core import settings
from rednov_bot.core.errors import Mendable
from rednov_bot.core.mail.authentication import authenticate
from rednov_bot.core.mail.message import Opened, open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.stamps import credible
from rednov_bot.core.models import Authentication, Classified, Question, Reading, TurnAct
from rednov_bot.core.settings import Settings
from rednov_bot.core.workflow.screening import live_text, screened
from rednov_bot.games.red_november.reader.accounts import explained
from rednov_bot.games.red_november.reader.acts_json import as_json
from rednov_bot.games.red_november.reader.alternatives import read_letter
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack


@click.command()
@usual
@click.option("--text", is_flag=True, help="The sender's own live text instead of its reading.")
@click.option("--explain", is_flag=True, help="Why it is read so, stretch by stretch.")
@click.argument(
    "mails", nargs=-1, required=True, metavar="MAIL.eml...", type=click.Path(path_type=Path)
)
def read(config: Path, as_json: bool, text: bool, explain: bool, mails: tuple[Path, ...]) -> None:
    """How mails saved as files are read: who wrote, where, and what they announce.

    Nothing is stored, sent or judged by the rules.

    With --explain: what shows the sender and the forum, every stamp, which lines are the sender's
    own and why the others were left out, what became of each stretch of their words, and the acts
    in plain sentences, or the questions.  With --json as well, the key "accounts" says what
    became of each stretch, "decided" how sure the reading is.

    \b
    Example:
      rednov read --json turn.eml
      rednov read --text turn.eml
      rednov read --explain turn.eml
    """
    known = settings.load(config)
    roster = Roster.of(known)
    for path in mails:
        try:
            octets = path.read_bytes()
        except OSError as error:
            raise Mendable(f"{path} cannot be read: {error.strerror}") from None
        if text:
            click.echo(live_text(octets, roster))
            continue
        click.echo(_told(path.name, octets, roster, known, as_json=as_json, explain=explain))


def _told(
    name: str, octets: bytes, roster: Roster, known: Settings, *, as_json: bool, explain: bool
) -> str:
    """One mail, as it was asked for."""
    screened, reading = read_octets(octets, roster, known)
    how = None
    if explain and reading is not None and (message := screened.message) is not None:
        how = explained(message.text, message.sender or "", tuple(known.people), known.contest.name)
    if explain and not as_json:
        mail = open_letter(octets, roster)
        shown = _authenticated(mail, octets, known)
        return explaining.explained(name, mail, screened, reading, how, shown, known)
    facts = _facts(name, screened, reading)
    if explain:
        facts |= explaining.as_json(screened.message, how)
    return json.dumps(facts, ensure_ascii=False) if as_json else _in_words(facts)


def _authenticated(mail: Opened, octets: bytes, known: Settings) -> Authentication | None:
    """Whether a mail is its author's; None where nothing is checked."""
    at = credible(mail.message.stamps).at or datetime.now(UTC)
    return authenticate(mail, octets, checks_of(known), at)


def reading_of(name: str, octets: bytes, roster: Roster, known: Settings) -> dict[str, Any]:
    """One mail as interfaces name it: file, sender, forum, public, verdict, acts, questions."""
    return _facts(name, *read_octets(octets, roster, known))


def read_octets(
    octets: bytes, roster: Roster, known: Settings
) -> tuple[Classified, Reading | None]:
    """What becomes of a mail, and its reading where it may announce something.

    What is not shown to be its author's is held, where something would come of it.
    """
    mail = open_letter(octets, roster)
    found, message = screened(mail), mail.message
    if found.disposition != "read" or message.sender is None or not message.public:
        return found, None
    reading = read_letter(message, people=tuple(known.people), contest=known.contest.name)
    shown = _authenticated(mail, octets, known) if reading.verdict != "none" else None
    if shown is not None and not known.trust.lets_act(shown.outcome):
        reason = f"{message.sender} is asked whether it is theirs ({shown.told})"
        return replace(found, disposition="hold", reason=reason), None
    return found, asked_for_more(reading)


def asked_for_more(reading: Reading) -> Reading:
    """What a mail alone leaves open: items by number (A23), items for the escape only (A18)."""
    for act in reading.acts:
        if isinstance(act, Discard | GiveBack) and act.count is not None:
            ask = "Which items are these?  A private list of them would have to be at hand."
            return Reading("ambiguous", questions=(Question("", ask),))
        if isinstance(act, TurnAct) and act.turn.escape is not None and act.turn.escape.uses:
            ask = "Items used only after a failure have no effect (A18); do you use them outright?"
            return Reading("ambiguous", questions=(Question("", ask),))
    return reading


def _facts(name: str, screened: Classified, reading: Reading | None) -> dict[str, Any]:
    """One mail for programs; with every stamp, and which of them counts, why, and if it is odd."""
    message = screened.message
    facts = {
        "file": name,
        "sender": message.sender if message else None,
        "forum": message.forum if message else None,
        "public": bool(message and message.public),
        **as_json(reading or Reading("none")),
        "status": BECAME[screened.disposition],
        "reason": screened.reason,
        "stamps": None,
    }
    if message:
        stamps, found = message.stamps, credible(message.stamps)
        facts["stamps"] = {
            "date": iso(stamps.date),
            "list": iso(stamps.listed),
            "hops": [{"host": hop.host, "at": iso(hop.at)} for hop in stamps.hops],
            "credible": {"at": iso(found.at), "reason": found.reason, "odd": found.odd},
        }
    return facts


_VERDICTS: Final = {"none": "announces nothing", "ambiguous": "not certain", "acts": "announces"}


def _in_words(facts: dict[str, Any]) -> str:
    elsewhere = {"private": "to the bot alone", None: "on no list that is known"}
    where = elsewhere.get(facts["forum"], f"on {facts['forum']}")
    lines = [f"{facts['file']}: {facts['sender'] or 'nobody known'}, {where}"]
    lines.append(f"  {facts['status']}: {facts['reason']}" if facts["reason"] else "")
    lines.append(f"  {_VERDICTS[facts['verdict']]}")
    lines.extend(f"  {json.dumps(act, ensure_ascii=False)}" for act in facts["acts"])
    lines.extend(f"  ? {question}" for question in facts["questions"])
    return "\n".join(line for line in lines if line.strip())
