"""The mails that stand in a digest."""

from __future__ import annotations

import time
from base64 import encodebytes as b64

import pytest

from rednov_bot.mail.digests import MOST_MAILS, enclosed, holds_mails
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.roster import Roster
from rednov_bot.mail.screening import is_of_others, screen, screened
from rednov_bot.papers import Letter
from tests.mail.digests_made import BOUNDARY, RULES, STYLES, mime, plain

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
WORDS = "I open 5-6 – and go in.\n\nI pump 3."
OTHER = TURN.replace(b"turn@", b"chat@").replace(b"tdrum@post", b"stranger@post")
MUNGED = TURN.replace(
    b"From: Tumbledrum <tdrum@post.example>",
    b"From: Tumbledrum via agora-business <agora-business@agoranomic.example>\n"
    b"Reply-To: tdrum@post.example",
)


def within(octets: bytes, roster: Roster) -> list[Letter]:
    return [one.letter for one in enclosed(open_letter(octets, roster))]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("mail", [TURN, MUNGED])
def test_each_mail_of_somebody_known_is_found(roster: Roster, style: str, mail: bytes) -> None:
    (letter,) = within(STYLES[style](OTHER, mail, OTHER, list=LIST), roster)
    assert letter.sender == "Tumbledrum"
    assert (letter.forum, letter.public) == ("business", True)
    assert letter.message_id == "<turn@post.example>"
    alone = screen(TURN, roster).letter
    assert alone is not None
    assert letter.stamps.date == alone.stamps.date
    assert letter.subject == "BUS: my turn"
    assert letter.text == WORDS


@pytest.mark.parametrize("style", STYLES)
def test_a_digest_is_known_as_one_whatever_its_subject(roster: Roster, style: str) -> None:
    octets = STYLES[style](TURN, list=LIST).replace(b" Digest, Vol 12, Issue 4", b" of May")
    assert is_of_others(screen(octets, roster))


def test_a_plain_digest_may_leave_out_what_it_likes(roster: Roster) -> None:
    (letter,) = within(plain(TURN, list=LIST, ids=False, dates=False), roster)
    assert (letter.message_id, letter.stamps.date) == (None, None)
    assert letter.text == WORDS


def test_a_line_of_hyphens_in_a_mail_begins_no_other(roster: Roster) -> None:
    ruled = TURN.replace(b"\n\n>", f"\n\n{RULES[1]}\n\nThat is all.\n\n>".encode())
    (letter,) = within(plain(ruled, list=LIST), roster)
    assert letter.text.startswith("I open 5-6")


def test_the_last_mail_ends_where_the_digest_does(roster: Roster) -> None:
    letters = within(plain(TURN, TURN, list=LIST), roster)
    assert [letter.text for letter in letters] == [WORDS, WORDS]


def test_a_digest_within_a_digest_is_no_mail_of_anybody(roster: Roster) -> None:
    inner = mime(TURN, list=LIST).replace(BOUNDARY.encode(), b"another")
    assert within(mime(inner, list=LIST), roster) == []


def test_an_author_of_whom_only_the_name_is_left_is_taken_for_who_bears_it(roster: Roster) -> None:
    nameless = MUNGED.replace(b"Reply-To: tdrum@post.example\n", b"")
    (letter,) = within(mime(nameless, list=LIST), roster)
    assert letter.sender == "Tumbledrum"
    assert within(mime(nameless.replace(b"Tumbledrum", b"Somebody"), list=LIST), roster) == []


def test_what_somebody_writes_is_no_digest_though_it_looks_like_one(roster: Roster) -> None:
    head = f"List-Id: <{LIST.replace('@', '.')}>\r\n".encode()
    quoted = TURN.replace(b"I pump 3.", f"{RULES[0]}\n\nFrom: a@b.example\nDate: today\n".encode())
    assert not is_of_others(screen(head + quoted, roster))


def test_lists_nobody_knows_send_nothing_that_counts(roster: Roster) -> None:
    assert within(mime(TURN, list="elsewhere@lists.example"), roster) == []


def long(octets: int) -> bytes:
    return OTHER + b"A fine day in the bilge.\n" * (octets // 25)


@pytest.mark.parametrize("style", STYLES)
def test_long_mails_of_others_hide_none_behind_them(roster: Roster, style: str) -> None:
    (letter,) = within(STYLES[style](long(3_000_000), TURN, list=LIST), roster)
    assert letter.text == WORDS


def test_what_is_not_opened_as_a_whole_says_so(roster: Roster) -> None:
    lengthy = TURN + b"A fine day in the bilge.\n" * 100_000
    opened = open_letter(mime(lengthy, TURN, list=LIST), roster)
    first, second = enclosed(opened)
    assert first.letter.sender == second.letter.sender == "Tumbledrum"
    assert first.fault
    assert screened(first).disposition == "hold"
    assert screened(second).disposition == "read"


@pytest.mark.parametrize("mails", [20, 99])
def test_mails_that_are_parts_of_a_mixed_mail_are_all_found(roster: Roster, mails: int) -> None:
    octets = mime(*[OTHER] * mails, TURN, list=LIST).replace(
        b"multipart/digest", b"multipart/x-none"
    )
    flat = octets.replace(BOUNDARY.encode() + b"in", BOUNDARY.encode())
    (letter,) = within(flat, roster)
    assert letter.text == WORDS


def in_base64(mail: bytes, kind: bytes = b"multipart/digest") -> bytes:
    """A digest, one part of which is a mail in Base64, whatever its line ends are."""
    coded = b"Content-Transfer-Encoding: base64\r\n\r\n" + b64(mail).replace(b"\n", b"\r\n")
    octets = mime(b"HERE\n", OTHER, list=LIST).replace(b"multipart/digest", kind)
    if kind != b"multipart/digest":
        octets = octets.replace(BOUNDARY.encode() + b"in", BOUNDARY.encode())
    assert octets.count(b"\r\nHERE\r\n") == 1
    return octets.replace(b"\r\nHERE\r\n", coded)


@pytest.mark.parametrize("kind", [b"multipart/digest", b"multipart/x-none"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_mail_in_base64_is_found_whatever_its_line_ends(
    roster: Roster, end: bytes, kind: bytes
) -> None:
    (letter,) = within(in_base64(TURN.replace(b"\n", end), kind), roster)
    assert (letter.sender, letter.text) == ("Tumbledrum", WORDS)


def test_a_lone_carriage_return_puts_no_field_into_a_mail(roster: Roster) -> None:
    mail = TURN.replace(b"Subject: BUS", b"Subject: BUS\rX-Loop: rednov")
    (opened,) = enclosed(open_letter(in_base64(mail), roster))
    assert opened.letter.sender == "Tumbledrum"
    assert "x-loop" not in opened.head.fields


HOSTILE = {
    "thousands of parts": lambda: mime(*[TURN] * 5_000, list=LIST),
    "thousands of plain mails": lambda: plain(*[TURN] * 5_000, list=LIST),
    "thousands of rules": lambda: plain(TURN, list=LIST) + f"\r\n{RULES[1]}\r\n".encode() * 100_000,
    "sixteen megabytes of long mails": lambda: mime(
        *[TURN + b"I pump 3.\n" * 16_000] * 99, list=LIST
    ),
    "sixteen megabytes of long heads": lambda: mime(
        *[b"X: y\n" * 30_000 + TURN] * 99, list=LIST
    ),
    "sixteen megabytes of rules": lambda: plain(TURN, list=LIST)
    + f"\r\n{RULES[1]}\r\n".encode() * 500_000,
    "no end": lambda: plain(TURN, list=LIST) + b"-" * 3_000_000,
    "no boundary": lambda: mime(TURN, list=LIST).replace(b"boundary=", b"bound="),
    "itself a hundred times": lambda: STYLES["mime"](
        TURN, list=LIST
    ).replace(b"message/rfc822", b"multipart/digest; boundary=x"),
}  # fmt: skip


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_digest_is_taken_apart_in_bounded_time(roster: Roster, how: str) -> None:
    octets = HOSTILE[how]()
    began = time.process_time()
    opened = open_letter(octets, roster)
    holds_mails(opened)
    assert len(enclosed(opened)) <= MOST_MAILS
    assert time.process_time() - began < 5
