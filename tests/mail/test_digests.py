"""The mails that stand in a digest."""

from __future__ import annotations

import time

import pytest

from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import holds_mails
from tests.builders import screen
from tests.mail.digests_made import RULES, STYLES, mime, plain

LIST = "agora-business@agoranomic.example"
TURN = b"""From: Tumbledrum <tdrum@post.example>
To: agora-business@agoranomic.example
Subject: BUS: my turn
Date: Mon, 04 May 2020 12:00:00 +0200
Message-ID: <turn@post.example>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

I open 5-6 \xe2\x80\x93 and go in.

> what somebody said

I pump 3.
"""
OTHER = TURN.replace(b"turn@", b"chat@").replace(b"tdrum@post", b"stranger@post")
MUNGED = TURN.replace(
    b"From: Tumbledrum <tdrum@post.example>",
    b"From: Tumbledrum via agora-business <agora-business@agoranomic.example>\n"
    b"Reply-To: tdrum@post.example",
)


@pytest.mark.parametrize("style", STYLES)
def test_a_digest_is_nobodys_mail_whatever_its_subject(roster: Roster, style: str) -> None:
    for mail in (TURN, MUNGED):
        octets = STYLES[style](OTHER, mail, list=LIST)
        found = screen(octets.replace(b" Digest, Vol 12, Issue 4", b" of May"), roster)
        assert found.by == "digest of a forum"
        assert found.message is not None
        assert found.message.sender is None
    found = screen(STYLES[style](TURN, list="elsewhere@lists.example"), roster)
    assert (found.disposition, found.reason) == ("ignore", "It is a digest of other mails.")


def test_what_somebody_writes_is_no_digest_though_it_looks_like_one(roster: Roster) -> None:
    head = f"List-Id: <{LIST.replace('@', '.')}>\r\n".encode()
    quoted = TURN.replace(b"I pump 3.", f"{RULES[0]}\n\nFrom: a@b.example\nDate: today\n".encode())
    assert screen(head + quoted, roster).by != "digest of a forum"


MANY = 700
HOSTILE = {
    "parts": lambda: mime(*[TURN] * MANY, list=LIST),
    "plain mails": lambda: plain(*[TURN] * MANY, list=LIST),
    "rules": lambda: plain(b"No mail", list=LIST) + f"\r\n{RULES[1]}\r\n".encode() * 100 * MANY,
    "long mails": lambda: mime(*[TURN + b"I pump 3.\n" * 16_000] * (MANY // 50), list=LIST),
    "long heads": lambda: mime(*[b"X: y\n" * 30_000 + TURN] * (MANY // 50), list=LIST),
    "no end": lambda: plain(TURN, list=LIST) + b"-" * 600 * MANY,
    "no boundary": lambda: mime(TURN, list=LIST).replace(b"boundary=", b"bound="),
    "itself": lambda: mime(TURN, list=LIST).replace(
        b"message/rfc822", b"multipart/digest; boundary=x"
    ),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_digest_is_looked_at_in_bounded_time(roster: Roster, how: str) -> None:
    octets = HOSTILE[how]()
    began = time.process_time()
    holds_mails(open_letter(octets, roster))
    assert time.process_time() - began < 1
