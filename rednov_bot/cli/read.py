"""`rednov read`: how mails are read, and why so; nothing is sent, stored or judged."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import click

from rednov_bot.bootstrap import checks_of
from rednov_bot.cli.desks import BECAME, iso, usual
from rednov_bot.core import settings
from rednov_bot.core.errors import Mendable
from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.authentication import authenticate
from rednov_bot.core.mail.message import Line, Opened, Places, open_letter
from rednov_bot.core.mail.own_words import BLANK
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.mail.stamps import credible
from rednov_bot.core.models import (
    Authentication,
    Classified,
    Message,
    Question,
    Reading,
    Stamps,
    TurnAct,
)
from rednov_bot.core.render.wording import when
from rednov_bot.core.settings import Settings
from rednov_bot.core.workflow.screening import live_text, screened
from rednov_bot.games.red_november.reader.accounts import Account, Explained, explained
from rednov_bot.games.red_november.reader.acts_json import as_json, told as asked
from rednov_bot.games.red_november.reader.alternatives import read_letter
from rednov_bot.games.red_november.render import canonical
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
        return _laid_out(name, mail, screened, reading, how, shown, known)
    facts = _facts(name, screened, reading)
    if explain:
        facts |= _accounts(screened.message, how)
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


WIDTH = 96
_LABEL = 9  # columns of the words on the left
_HOPS = 5  # servers whose stamps are shown, the last first
_LONGEST = 42  # characters of a stretch beside what became of it
_FOLLOWS = {
    "acts": "This is announced:",
    "none": "Nothing is announced.",
    "ambiguous": "Nothing counts before this is answered:",
}

_LISTS = (("x-beenthere", "X-BeenThere"), ("x-mailing-list", "X-Mailing-List"))
_SERVANTS = (("sender", "Sender"), ("errors-to", "Errors-To"), ("return-path", "Return-Path"))
_AUTHORS = (("from", "From"), ("reply-to", "Reply-To"), ("cc", "Cc"))
_LONGEST_FIELD = 120
"""Characters of a field that are shown."""


def _laid_out(
    name: str,
    mail: Opened,
    screened: Classified,
    reading: Reading | None,
    how: Explained | None,
    shown: Authentication | None,
    known: Settings,
) -> str:
    """Who wrote where and when, which lines are theirs, what each stretch became, what follows.

    *shown* is whether the mail is its author's, None where that is not checked.
    """
    message = mail.message
    trust = ""
    if shown is not None:
        acts = known.trust.lets_act(shown.outcome)
        trust = f"{shown.told}. So {'it counts' if acts else 'its author is asked first'}."
    said = [name, "", *_shown(mail, screened, trust), "", *_lines(message)]
    if reading is None:
        why = textwrap.wrap(f"Not read: {_unread(message, screened)}", WIDTH)
        return "\n".join([*said, "", *why])
    if how is not None:
        words = "What became of it:" if how.accounts else "No words of the game are in it."
        said += ["", words, "", *_became(message, how.accounts), ""]
        said += [line for one in how.decided for line in textwrap.wrap(one, WIDTH)]
    said += ["", _FOLLOWS[reading.verdict], ""]
    for act in reading.acts:
        said += [f"  {sentence}" for sentence in canonical.said(act, known.contest.name)]
    for question in reading.questions:
        said += textwrap.wrap(
            asked(question), WIDTH, initial_indent="  ? ", subsequent_indent="    "
        )
    return "\n".join(said).rstrip()


def _accounts(message: Message | None, how: Explained | None) -> dict[str, Any]:
    """What became of each stretch: its offsets in the live text, its place in the mail, its words;
    and what was decided by that.

    Part, line and column count from 1; null where they are not known.
    """
    if message is None or how is None:
        return {"accounts": [], "decided": []}
    accounts = [
        {
            "start": one.start,
            "end": one.end,
            **_place(message, one.start),
            "words": _words(message, one),
            "became": one.became,
        }
        for one in _sorted(how.accounts)
    ]
    return {"accounts": accounts, "decided": list(how.decided)}


def _place(message: Message, offset: int) -> dict[str, int | None]:
    if message.places is None or not message.text:
        return {"part": None, "line": None, "column": None}
    at = message.places.at(min(offset, len(message.text) - 1))
    return {"part": at.part, "line": at.line, "column": at.column}


def _line(message: Message, offset: int) -> str:
    """The line, and before it the part where that is not the first: `3`, `2:3`."""
    at = _place(message, offset)
    return f"{at['part']}:{at['line']}" if (at["part"] or 1) > 1 else str(at["line"] or "")


def _unread(message: Message, screened: Classified) -> str:
    if screened.disposition != "read":
        return f"{BECAME[screened.disposition]}: {screened.reason}"
    if message.forum == "private":
        return "what is mailed to the bot alone is a rehearsal, and announces nothing."
    return "nothing said there is an announcement (§9)."


_DOUBTS = {
    "hidden": "its HTML may hide words from those who read it",
    "marked From": 'a line begins with ">From", as a server or a quote marks it',
    "alternatives disagree": "its plain text and its HTML say different things",
}


def _shown(mail: Opened, screened: Classified, trust: str) -> Iterator[str]:
    """Sender, forum and stamps, each with what shows it."""
    message = mail.message
    public = "public" if message.public else "not public"
    who, where = message.sender or "nobody known", message.forum or "nowhere known"
    yield from _labelled("Sender", f"{who}: {_of_the_sender(mail)}")
    yield from _labelled("Trust", trust) if trust else ()
    yield from _labelled("Forum", f"{where}, {public}: {_of_the_forum(mail)}")
    yield from _stamps(message.stamps)
    yield from _labelled("Mail", f"{BECAME[screened.disposition]}: {screened.reason}")
    if message.doubt:
        yield from _labelled("Doubt", _DOUBTS[message.doubt])


def _of_the_sender(mail: Opened) -> str:
    """Why the sender is who they are, or nobody is."""
    author = mail.author
    if author.doubt == "forged":
        return "From is dressed up as if a list had rewritten it"
    if author.doubt == "two authors":
        return f"From names several authors: {_field(mail.head.get('from'))}"
    if not author.addresses:
        return "no field names an author"
    address = author.addresses[0]
    field = next((name for key, name in _AUTHORS if address in _addresses_in(mail, key)), "From")
    whose = "an address of theirs" if mail.message.sender else "nobody's on the roster"
    rewritten = "" if field == "From" else "From is the list's own address; "
    others = f" and {len(author.addresses) - 1} more" if len(author.addresses) > 1 else ""
    return f"{rewritten}{field} has {address}{others}, {whose}"


def _of_the_forum(mail: Opened) -> str:
    """Why the mail counts as said there."""
    forum, head = mail.forum, mail.head
    if forum.disputed:
        return "the marks of two lists contradict each other"
    if ids := head.all("list-id"):
        return f"List-Id is {_field(ids[0])}{'' if forum.key else ', of no known forum'}"
    if forum.listed:
        for key, name in (*_LISTS, ("list-post", "List-Post"), *_SERVANTS):
            if value := head.get(key):
                of = "" if forum.key else ", of no known forum"
                return f"{name} is {_field(value)}{of}"
        return "its list fields name no known forum"
    if forum.direct:
        return "it is addressed to a forum, but came straight from its sender"
    if forum.key is not None:
        return "no list passed it on, and it is addressed to the bot"
    return "no list passed it on, and it is not addressed to the bot"


def _addresses_in(mail: Opened, field: str) -> frozenset[str]:
    return frozenset(folded(one) for one in addresses(mail.head.all(field)))


def _field(value: str) -> str:
    """A field in one line, not too long."""
    text = " ".join(value.split())
    return text if len(text) <= _LONGEST_FIELD else f"{text[: _LONGEST_FIELD - 1]}…"


def _stamps(stamps: Stamps) -> Iterator[str]:
    """Each stamp and whose it is, the one that counts marked, and why it does."""
    found = credible(stamps)
    known = [(stamps.date, "Date, as the sender's program wrote it")]
    known += [(stamps.listed, "the list passed it on")]
    known += [(hop.at, hop.host or "a server without a name") for hop in stamps.hops[:_HOPS]]
    for at, whose in known:
        if at is not None:
            mark = "*" if at == found.at else " "
            yield from _labelled("Stamp", f"{mark} {when(at)}: {whose}")
    odd = "  Look at it: there is an odd gap." if found.odd else ""
    yield from _labelled("Time", f"{found.reason}{odd}")


def _labelled(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=label.ljust(_LABEL),
        subsequent_indent=" " * _LABEL,
        break_on_hyphens=False,
    )


def _lines(message: Message) -> Iterator[str]:
    """The lines of the mail; those that were left out together, in one line."""
    if not isinstance(message.places, Places) or not (found := message.places.lines()):
        yield "It has no text."
        return
    yield 'Its text ("|" marks the sender\'s own lines):'
    yield ""
    parts = found[-1].part > 1
    for (part, why), group in groupby(found, key=lambda line: (line.part, line.why)):
        run = list(group)
        if parts and run[0].number == 1:
            yield f"  part {part}"
        if why and why != BLANK:
            yield _left_out(run)
        elif not why:
            for line in run:
                yield from _own(line)


def _own(line: Line) -> list[str]:
    """A live line, folded where it is too long."""
    folded = textwrap.wrap(line.text, WIDTH - 8, break_on_hyphens=False) or [""]
    return [
        f"{line.number if at == 0 else '':>5} | {text}".rstrip() for at, text in enumerate(folded)
    ]


def _left_out(run: Sequence[Line]) -> str:
    """Some lines that were left out: which they are, why, and how they begin."""
    first, last = run[0].number, run[-1].number
    which = str(first) if first == last else f"{first}-{last}"
    begin = next((" ".join(line.text.split()) for line in run if line.text.strip()), "")
    shown = f'    {run[0].why}: "{begin}"' if begin else f"    {run[0].why}"
    return _cut(f"{which:>5}{shown}", WIDTH)


def _became(message: Message, accounts: Iterable[Account]) -> Iterator[str]:
    """Each stretch in the order of the text, with its line, and what it became."""
    for one in _sorted(accounts):
        words = _cut(_words(message, one), _LONGEST)
        yield from textwrap.wrap(
            one.became,
            WIDTH,
            initial_indent=f"{_line(message, one.start):>5}   {words.ljust(_LONGEST)}  ",
            subsequent_indent=" " * (_LONGEST + 10),
        )


def _sorted(accounts: Iterable[Account]) -> list[Account]:
    return sorted(accounts, key=lambda one: (one.start, one.end))


def _words(message: Message, one: Account) -> str:
    return " ".join(message.text[one.start : one.end].split())


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
