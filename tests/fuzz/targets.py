"""What is fuzzed: bytes to disposition and reading, text to reading.  A fault is an exception.

Each target reads any bytes and asserts what must hold of all that comes of them: of a head, also
that no mail of the bot's in answer to it bears a line that somebody else has written there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from rednov_bot.cli.read import reading_of
from rednov_bot.core import settings
from rednov_bot.core.mail import html
from rednov_bot.core.mail.addresses import is_address, mailboxes
from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message
from rednov_bot.core.render import answers
from rednov_bot.core.render.letterhead import Envelope, Letterhead
from rednov_bot.core.settings import Settings
from rednov_bot.core.workflow.commands import asking
from rednov_bot.core.workflow.commands.forms import describe, guide_to_answers, guide_to_wishes
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.commands.saying import code_of, moment_of
from rednov_bot.games.red_november.reader.acts_json import as_json
from rednov_bot.games.red_november.reader.desk_words import WORDS as GAME
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.reader.samples import load
from tests.corpus.score import HERE as CORPUS
from tests.fuzz import desk, reports
from tests.hostile.making import small
from tests.hostile.outgoing import troubles
from tests.mails.corpus import mails

LONGEST: Final = 16_384  # octets of an input
WORDS: Final = 400
_PIECE = re.compile(rb"\n[\w-]+: |[ ;\n][\w-]+=|</?\w+|[\w.@-]{2,40}|[^\w\s]{1,12}|\s{2,4}")
"""Fields, parameters, tags, words, marks and blanks."""
MAILS: Final = Path(__file__).parents[1] / "mails"
NOON: Final = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
LETTERHEAD: Final = Letterhead(
    contest="Red November",
    contestmaster="Pewterby",
    decides="Pewterby",
    bot="rednov@bots.example",
    forum="agora-business@agoranomic.example",
)


@lru_cache(maxsize=1)
def _house() -> tuple[Settings, Roster]:
    known = settings.load(MAILS / "rednov.toml")
    return known, Roster.of(known)


def read_mail(octets: bytes) -> None:
    """Any bytes have a disposition and a reading."""
    known, roster = _house()
    found = reading_of("", octets, roster, known)
    json.dumps(found)
    assert found["status"] in ("read", "ignored", "answered", "held")
    assert bool(found["acts"]) == (found["verdict"] == "acts")
    assert bool(found["questions"]) == (found["verdict"] == "ambiguous")


def read_text(octets: bytes) -> None:
    """Any text has a reading, to the list or to the bot alone."""
    known, _ = _house()
    text = octets.decode("utf-8", "ignore")
    private = len(text) % 8 == 7
    reading = read(
        text,
        author="Pip",
        people=tuple(known.people),
        reader="private" if private else "public",
    )
    json.dumps(as_json(reading))
    assert all(question.words in text for question in reading.questions)


def read_head(octets: bytes) -> None:
    """Any head names an author and a forum or none, and answers to it bear nothing of its own."""
    _, roster = _house()
    opened = open_letter(octets, roster)
    message = opened.message
    for values in opened.head.fields.values():
        for value in values[:4]:
            for box in mailboxes(value):
                assert box.address is None or "@" in box.address
    assert "\n" not in message.subject
    if message.addresses and is_address(message.addresses[0]):
        _answer(message)


def _answer(message: Message) -> None:
    """The bot's answer to a letter, sealed, has the bot's own lines alone in its head."""
    above = (*message.references, *([message.message_id] if message.message_id else []))
    envelope = Envelope(
        to=message.addresses[0],
        to_name=message.sender or "",
        in_reply_to=message.message_id,
        references=above,
    )
    page = answers.wrong_forum(
        LETTERHEAD.forum,
        message.text[:2000],
        (),
        letterhead=LETTERHEAD,
        envelope=envelope,
        waits="",
    )
    bot = LETTERHEAD.bot
    posting = seal(
        page, bot=bot, bot_name="x", message_id=new_message_id(bot, "t"), at=NOON, auto="replied"
    )
    assert troubles(posting.octets, posting.to) == []


def read_page(octets: bytes) -> None:
    """Any HTML is lines, or is built to be unreadable."""
    found = html.read(octets.decode("utf-8", "replace"))
    if found is not None:
        assert not any("\n" in line for line in found.lines)


def read_commands(octets: bytes) -> None:
    """Any text to the desk is commands or none; each can be said back."""
    known, roster = _house()
    subject, _, text = octets.decode("utf-8", "ignore").partition("\n")
    message = Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject=" ".join(subject.split()),
        sender=known.contest.contestmaster,
        addresses=("x@engine.example",),
        forum="private",
        public=False,
        text=text,
        said_at=NOON,
    )
    for line in commands(message, GAME, tuple(known.people), roster.people):
        if line.command is not None:
            describe(line.command)
    asking.requests(message, GAME)
    asking.asks_for_help(message)
    asking.claim(message, GAME)
    asking.turn_named(message)
    asking.protest(message, GAME, answers_us=True)
    asking.as_announced(text, GAME, asked=False)
    code_of(message.subject)
    moment_of(text[:200], NOON)


def mail_seeds() -> Iterator[bytes]:
    """The mails on file, and the hostile ones."""
    yield from (one.octets for one in mails())
    yield from (octets for _, octets in small().values())


def head_seeds() -> Iterator[bytes]:
    """The heads of them."""
    for octets in mail_seeds():
        head, _, body = octets.replace(b"\r\n", b"\n").partition(b"\n\n")
        yield head + b"\n\n" + body[:40]


def page_seeds() -> Iterator[bytes]:
    """Whatever is HTML in them."""
    for octets in mail_seeds():
        begin = octets.lower().find(b"<html")
        begin = octets.find(b"<") if begin < 0 else begin
        if b"text/html" in octets:
            yield octets[begin:]


def text_seeds() -> Iterator[bytes]:
    """Samples of the reader, one by one and by the dozen."""
    texts = [one.text.encode() for one in load(CORPUS / "earlier.jsonl")]
    yield from texts
    for at in range(0, len(texts), 12):
        yield b"\n\n".join(texts[at : at + 12])


def command_seeds() -> Iterator[bytes]:
    """Every command that the desk explains, alone and below a code."""
    for guide in (*guide_to_answers(), *guide_to_wishes()):
        yield f"Re: [rednov AAAAAA2] turn 1\n{guide.example}\n".encode()
    for text in (
        "help",
        "hand",
        "claim: turn 3 is wrong",
        "I did not mean that.",
        "approve\n\nThanks",
    ):
        yield f"x\n{text}\n".encode()


class Target(NamedTuple):
    """What reads any bytes, what it begins with, and how long an input of it may take."""

    read: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    seconds: float = 0.05  # at most, for an input of LONGEST octets

    def words(self) -> list[bytes]:
        """What libFuzzer puts into its inputs: the lines and words that its seeds have most of."""
        found: Counter[bytes] = Counter()
        for octets in self.seeds():
            found.update({*_PIECE.findall(octets)})
        return [word for word, _ in found.most_common(WORDS)]


TARGETS: Final[dict[str, Target]] = {
    "mails": Target(read_mail, mail_seeds),
    "texts": Target(read_text, text_seeds),
    "heads": Target(read_head, head_seeds),
    "pages": Target(read_page, page_seeds),
    "commands": Target(read_commands, command_seeds),
    "bounces": Target(reports.read_bounce, reports.bounce_seeds),
    "authentication": Target(reports.read_authentication, reports.authentication_seeds),
    "returned": Target(reports.read_returned, reports.returned_seeds),
    "digests": Target(reports.read_digest, reports.digest_seeds),
    "sequences": Target(desk.read_sequence, desk.seeds, seconds=2.0),  # each is put on file
}
