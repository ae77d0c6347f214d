"""Games on lists of a real Mailman 3: as it installs, and as hosts of lists set it."""

from __future__ import annotations

import json
import smtplib
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from email.message import EmailMessage
from email.utils import localtime
from pathlib import Path
from typing import Any, Self

from rednov_bot.bootstrap import open_desk
from tests.builders import FixedClock, Table
from tests.games.letters import parsed
from tests.games.service import Service, rednov
from tests.games.waters import PASSWORD, Box
from tests.rigs.dovecot import Dovecot
from tests.rigs.mailman import Mailman
from tests.rigs.settings import forum, people, settings
from tests.workflow.play import arrange

PATIENCE = 120.0  # seconds for a mail to arrive
MASTER = "Pewterby"
GNOMES = ("Brasspot", "Tumbledrum", "Fizzlewick")
FILTER = {"filter_content": True, "pass_types": ["multipart", "text/plain"]}
NO_TURN = "I take no action."


class Reader:
    """Somebody's mailbox, read again and again."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._read = 0
        self._mails: list[EmailMessage] = []

    @property
    def mails(self) -> list[EmailMessage]:
        """All that has come until now."""
        self._mails += map(parsed, self._box.new())
        return self._mails

    def next(self, *words: str, by_list: bool = False) -> EmailMessage:
        """The next mail, or post, with these words in it; those before it are read."""

        def found() -> EmailMessage | None:
            for number, mail in enumerate(self.mails[self._read :], self._read + 1):
                told = " ".join(f"{mail['Subject']} {words_of(mail)}".split())
                if all(word in told for word in words) and by_list <= ("List-Id" in mail):
                    self._read = number
                    return mail
            return None

        return wait_for(
            found, f"mail with {words}", lambda: [str(m["Subject"]) for m in self.mails]
        )


def wait_for(look: Callable[[], Any], what: str, instead: Callable[[], Any]) -> Any:
    """Until there is something; an error that tells what there is *instead*."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError(f"no {what} within {PATIENCE} seconds; there is {instead()}")


def words_of(mail: EmailMessage) -> str:
    """What a mail program shows first."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content()).replace("\r\n", "\n")


class Contest:
    """A list of Mailman with everybody on it, and a bot that serves there."""

    def __init__(self, mailman: Mailman, dovecot: Dovecot, name: str, folder: Path) -> None:
        self.mailman, self.name = mailman, name
        self.list, self.bot = f"{name}@{mailman.domain}", f"{name}-bot@game.test"
        self.config = folder / "rednov.toml"
        self._smtp = (mailman.postfix.host, mailman.postfix.smtp_port)
        everybody = (MASTER, *GNOMES)
        text = settings(self.bot, dovecot.imap_port, self._smtp[1], PASSWORD, MASTER)
        text += forum(name, self.list, posts=True) + people(everybody, self.address, MASTER)
        text = text.replace("in_mails = false", "in_mails = true")
        self.config.write_text(text, encoding="utf-8")
        members = {who: self.address(who) for who in everybody}
        mailman.subscribe(name, {**members, "Red November bot": self.bot})
        with ExitStack() as stack:
            imap = (dovecot.host, dovecot.imap_port)
            self.readers = {
                who: Reader(stack.enter_context(Box(imap, address)))
                for who, address in members.items()
            }
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def address(self, who: str) -> str:
        return f"{who.lower()}.{self.name}@player.test"

    def write(
        self, who: str, text: str, *, to: str | None = None, answering: EmailMessage | None = None
    ) -> None:
        """A mail to the list, or *to* somebody; as an answer it quotes what it answers."""
        mail = EmailMessage()
        mail["From"] = f"{who} <{self.address(who)}>"
        mail["To"] = to or self.list
        mail["Date"] = localtime()
        mail["Message-ID"] = f"<{time.monotonic_ns()}@player.test>"
        mail["Subject"] = "My turn"
        if answering is not None:
            del mail["Subject"]
            mail["Subject"] = f"Re: {answering['Subject']}"
            mail["In-Reply-To"] = mail["References"] = str(answering["Message-ID"])
            quoted = "".join(f"> {line}\n" for line in words_of(answering).splitlines())
            text += f"\n\nThe bot wrote:\n{quoted}"
        mail.set_content(text)
        with smtplib.SMTP(*self._smtp, local_hostname="player.test") as client:
            client.send_message(mail, mail["From"], [mail["To"]])

    def decide(self, *about: str, word: str = "approve") -> None:
        """The contestmaster gets the draft *about* something, and answers it."""
        draft = self.readers[MASTER].next("[rednov ", *about)
        self.write(MASTER, word, to=self.bot, answering=draft)

    def choose(self, who: str, answer: str) -> None:
        """A gnome is asked for a choice, and answers."""
        asked = self.readers[who].next("choice", "choose")
        self.write(who, answer, to=self.bot, answering=asked)

    def posted(self, *words: str, to: Sequence[str]) -> EmailMessage:
        """The list sends a posting with these words to everybody; the last one's copy."""
        for who in to:
            mail = self.readers[who].next("[Red November]", *words, by_list=True)
        return mail

    def is_held(self, word: str) -> None:
        """Mailman holds a posting with this word in its subject, and the bot does not see it."""

        def held() -> bool:
            return any(word in subject for subject, _ in self.mailman.ask("held", self.name))

        wait_for(held, f"held posting about {word}", self.postings)

        def is_known() -> bool:
            return list(self.postings().values())[-1] == "held by the list"

        wait_for(is_known, f"the bot's word that {word} is held", self.postings)

    def postings(self) -> dict[str, str]:
        """What became of the bot's postings, by their Message-IDs, in the order of the game."""
        every = json.loads(rednov(self, "outbox", "--all", "--json"))
        return {one["message_id"]: one["state"] for one in every if one["kind"] == "public"}

    def has_published(self, number: int, *, to: Sequence[str]) -> None:
        """So many postings come back to the bot, and the list sends each once to everybody."""

        def all_have() -> bool:
            return list(self.postings().values()) == ["published"] * number

        wait_for(all_have, f"{number} published postings", self.postings)
        for who in to:
            came = [str(mail["Message-ID"]) for mail in self.readers[who].mails]
            assert [came.count(one) for one in self.postings()] == [1] * number

    def set_on_fire(self) -> None:
        """All are in room 8, room 5 burns, and the first gnome's next minute spreads it."""
        desk = open_desk(self.config)
        with closing(desk.db):
            arrange(
                Table(desk, FixedClock(desk.now())),
                gnomes={who: {"at": 8, "minutes": 39} for who in GNOMES}
                | {GNOMES[0]: {"at": 8, "minutes": 37}},
                hands=dict.fromkeys(GNOMES, ()),
                rooms={5: "fire"},
                deck=["fire_spreads", *["respite"] * 7],
            )


def test_a_game_on_a_list_as_mailman_makes_it(
    mailman: Mailman, dovecot: Dovecot, tmp_path: Path
) -> None:
    with Contest(mailman, dovecot, "plain", tmp_path) as contest, Service(contest) as service:
        everybody = (MASTER, *GNOMES)
        rednov(contest, "start", *GNOMES)
        contest.decide("Opening")
        contest.posted("A new game begins", to=everybody)
        contest.set_on_fire()

        contest.write(GNOMES[1], NO_TURN)
        contest.decide("Turn 1")
        contest.posted("Turn 1", to=everybody)

        rewind = 'rewind turn 1: read as "I open 7-8 and go in. I take no action.", rerun'
        contest.write(MASTER, f"{rewind} because that was said", to=contest.bot)
        contest.decide("Turn 1", "room 7")
        contest.posted("Turn 1", "room 7", to=everybody)

        contest.has_published(3, to=everybody)
        service.ended_well()


def test_a_game_on_a_list_that_munges_filters_holds_and_digests(
    mailman: Mailman, dovecot: Dovecot, tmp_path: Path
) -> None:
    *at_once, reads_digests = (MASTER, *GNOMES)
    with Contest(mailman, dovecot, "munged", tmp_path) as contest, Service(contest) as service:
        mailman.ask("munge_from", "munged")
        mailman.ask("set_options", "munged", {"subject_prefix": "[Türme] "} | FILTER)
        mailman.foot("munged", "-- \n$display_name: who writes here, plays.\nAsk $listname!\n")
        mailman.ask("prefer_digests", "munged", contest.address(reads_digests))
        rednov(contest, "start", *GNOMES)
        contest.decide("Opening")
        opening = contest.posted("[Türme]", "A new game begins", "plays.", to=at_once)
        assert opening["From"].addresses[0].addr_spec == contest.list
        contest.set_on_fire()

        contest.write(GNOMES[0], NO_TURN, answering=opening)
        contest.choose(GNOMES[0], "choose 6")
        mailman.ask("set_options", "munged", {"max_message_size": 1})
        contest.decide("Turn 1")
        contest.is_held("Turn 1")
        mailman.ask("set_options", "munged", {"max_message_size": 40})
        mailman.ask("release", "munged")
        first = contest.posted("Turn 1", "Room 6 catches fire", to=at_once)

        contest.write(GNOMES[1], "CoE: that should have cost two minutes.", answering=first)
        contest.decide("Claim", word="deny because room 5 is dry")
        contest.decide("claim", "is denied")
        contest.posted("claim of error", "room 5 is dry", to=at_once)

        contest.has_published(3, to=at_once)
        mailman.ask("send_digest", "munged")
        digest = contest.readers[reads_digests].next("Munged Digest").as_string()
        assert [one for one in contest.postings() if digest.count(f"Message-ID: {one}") != 1] == []
        service.ended_well()
