"""Absurd mails get a disposition, in time that grows with their length (more in tests/hostile)."""

from __future__ import annotations

import time

import pytest

from rednov_bot.core.mail.message import MOST_LINES, open_letter
from rednov_bot.core.mail.roster import Roster
from tests.bench.hostile import HOSTILE
from tests.builders import screen

PERSON = "Tumbledrum <tdrum@post.example>"
LIST = "List-Id: PF <agora-business.agoranomic.example>\n"
HTML = "text/html; charset=utf-8"
MIXED = 'multipart/mixed; boundary="b"'


def mail(
    body: str | bytes = "I pump 3.\n",
    sender: str = PERSON,
    kind: str = "text/plain",
    more: str = "",
    message_id: str = "<a@post.example>",
) -> bytes:
    head = f"To: agora-business@agoranomic.example\n{LIST}{more}From: {sender}\n"
    head += f"Message-ID: {message_id}\nContent-Type: {kind}\n\n"
    octets = head.encode("utf-8", "surrogateescape")
    return octets + (body if isinstance(body, bytes) else body.encode())


READ, HELD, LEFT = ("read", "Tumbledrum"), ("hold", "Tumbledrum"), ("ignore", None)
CASES = {
    "a thousand parts": (mail("--b\n\nI pump 3.\n" * 1000 + "--b--\n", kind=MIXED), HELD),
    "kinds by the thousand": (mail(kind="text/plain" + "; a=b" * 5000), READ),
    "quotations in From that never end": (mail(sender='"\\' * 10000 + PERSON), LEFT),
    "a From of a megabyte": (mail(sender="a@b.example," * 90000), LEFT),
    "HTML of nested formatting": (mail("<b><i><font>" * 30_000 + "x", kind=HTML), HELD),
    "HTML of formatting reopened": (
        mail("".join(f"<b id={n}><p>" for n in range(20_000)), kind=HTML),
        HELD,
    ),
    "HTML of attributes": (mail("<p " + "a=b " * 100_000 + ">I pump 3.</p>", kind=HTML), HELD),
    "ten megabytes behind the text": (
        mail(
            b"--b\n\nI pump 3.\n--b\nContent-Type: image/png\n\n" + b"AAAA\n" * 2_000_000,
            kind=MIXED,
        ),
        READ,
    ),
    "fields in the text": (mail("From: x\n" * 19_000), HELD),
    "colons by the thousand": (mail("On 2020 wrote a:\n" * 19_000), HELD),
    "quotes without end": (mail("> x\n\n" * 9_000), HELD),
    "armour without end": (mail("-----BEGIN PGP SIGNED MESSAGE-----\n" * 9_000), HELD),
}


def test_a_mail_of_any_length_becomes_facts(roster: Roster) -> None:
    seen = {name: screen(octets, roster) for name, (octets, _) in CASES.items()}
    assert {
        name: (one.disposition, one.message and one.message.sender) for name, one in seen.items()
    } == {name: wanted for name, (_, wanted) in CASES.items()}


LONGEST = 120_000  # octets; with fewer lines than MOST_LINES such a text is read to its end


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_read_to_its_end_is_read_in_linear_time(name: str, roster: Roster) -> None:
    """A quarter of a second here; ten seconds or a minute where a pattern goes back and forth."""
    whole = HOSTILE[name](LONGEST)
    head, _, body = whole.partition(b"\n\n")
    cut = b"\n".join([head, b"", *body.split(b"\n")[: MOST_LINES - 100]])
    begin = time.process_time()
    open_letter(whole, roster)
    open_letter(cut, roster)
    assert time.process_time() - begin < 2


@pytest.mark.parametrize("piece", ["a{b", "@{", "@media x{", "/*", "/*{", "a,", "}{", "a:b{c:"])
def test_no_style_sheet_takes_long(piece: str, roster: Roster) -> None:
    begun = time.process_time()
    for size in (15_000, 250_000):
        sheet = f"<style>{piece * (size // len(piece))}</style>"
        screen(mail(f"{sheet}<p>I pump 3.</p>", kind=HTML), roster)
    assert time.process_time() - begun < 1
