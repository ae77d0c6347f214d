"""What holds for every mail, whatever its words: clothes, places, bytes, processes."""

from __future__ import annotations

import base64
import html
import json
import os
import quopri
import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given, settings, strategies as st

from rednov_bot.cli.read import reading_of
from tests.bench.hostile import HOSTILE, LONGEST_READ
from tests.builders import screen
from tests.mails.corpus import HERE, house, mails, plain
from tests.rigs.scale import many, some

OCTETS = [one.octets for one in mails()]


def mail(
    sender: str, body: str | bytes, kind: str = "text/plain; charset=utf-8", more: str = ""
) -> bytes:
    """A mail from an address by the list for acting."""
    head = (
        f"From: {sender}\nTo: agora-business@agoranomic.example\n"
        "List-Id: <agora-business.agoranomic.example>\nSubject: hello\n"
        "Message-ID: <a@post.example>\nDate: Tue, 3 Nov 2026 16:15:00 +0000\n"
        f"MIME-Version: 1.0\nContent-Type: {kind}\n{more}\n"
    )
    return head.encode() + (body if isinstance(body, bytes) else f"{body}\n".encode())


def page(text: str) -> str:
    rows = [html.escape(row, quote=False).replace("  ", "&nbsp; ") for row in text.split("\n")]
    return "".join(f"<div>{row or '<br>'}</div>" for row in rows)


def parts(*bodies: str, kind: str = "mixed") -> tuple[str, str]:
    return (
        "".join(f"--b\n{one}\n" for one in bodies) + "--b--",
        f'multipart/{kind}; boundary="b"',
    )


TURN = "I open 5-8, go in and draw 2 items."
PLAIN, HTML = "Content-Type: text/plain; charset=utf-8\n\n", "text/html; charset=utf-8"
CLOTHES: dict[str, Callable[[str, str], bytes]] = {
    **{
        name: (lambda sender, text, retype=retype: mail(sender, retype(text)))
        for name, retype in {
            "lower case": str.lower,
            "upper case": str.upper,
            "double spaces": lambda text: text.replace(" ", "  "),
            "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
            "CRLF": lambda text: text.replace("\n", "\r\n"),
            "curly quotes": lambda text: text.replace("'", "’"),
            "zero-width marks": lambda text: text.replace(" ", "\u200b "),
            "a byte order mark": lambda text: f"\ufeff{text}",
            "a signature": lambda text: f"{text}\n\n-- \nA gnome\n{TURN}",
            "a footer": lambda text: f"{text}\n{'_' * 47}\nagora-business mailing list",
        }.items()
    },
    "base64": lambda sender, text: mail(
        sender, base64.encodebytes(text.encode()), more="Content-Transfer-Encoding: base64\n"
    ),
    "quoted-printable": lambda sender, text: mail(
        sender,
        quopri.encodestring(text.encode()),
        more="Content-Transfer-Encoding: quoted-printable\n",
    ),
    "a page": lambda sender, text: mail(sender, page(text), HTML),
    "two alternatives": lambda sender, text: mail(
        sender, *parts(PLAIN + text, f"Content-Type: {HTML}\n\n{page(text)}", kind="alternative")
    ),
    "an attachment": lambda sender, text: mail(
        sender, *parts(PLAIN + text, f"Content-Disposition: attachment\n\n{TURN}")
    ),
}
"""Each makes a mail of a sender's address and a text, which says the same."""


def quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(mark + line for line in text.split("\n"))


SAID = "Well played!"
SPOKEN_BY_NOBODY: dict[str, Callable[[str, str], bytes]] = {
    **{
        name: (lambda sender, text, form=form: mail(sender, f"{SAID}\n\n{form(text)}"))
        for name, form in {
            "quoted": quoted,
            "quoted twice": lambda text: quoted(text, ">> "),
            "quoted with its author": lambda text: f"Marrow wrote:\n{quoted(text, '>')}\n\nYes.",
            "below Outlook's headers": lambda text: (
                f"From: Marrow\nSent: today\nTo: us\nSubject: turn\n\n{text}"
            ),
            "below an attribution": lambda text: f"On Mon, 2 Nov 2026, Marrow wrote:\n\n{text}",
            "forwarded": lambda text: (
                f"---------- Forwarded message ---------\nFrom: Marrow\n\n{text}"
            ),
            "in the signature": lambda text: f"-- \n{text}",
        }.items()
    },
    "attached": lambda sender, text: mail(
        sender, *parts(PLAIN + SAID, f"Content-Disposition: attachment\n\n{text}")
    ),
    "an attached mail": lambda sender, text: mail(
        sender, *parts(PLAIN + SAID, f"Content-Type: message/rfc822\n\nFrom: {sender}\n\n{text}")
    ),
    "in the subject": lambda sender, text: mail(sender, SAID).replace(
        b"Subject: hello", b"Subject: " + " ".join(text.split()).encode()
    ),
    "in the sender's name": lambda sender, text: mail(
        f'"{" ".join(text.split())[:200]}" <{sender}>'.replace("\\", ""), SAID
    ),
    **{
        name: (
            lambda sender, text, form=form: mail(
                sender, f"<p>{SAID}</p>" + form.replace("TEXT", html.escape(text)), HTML
            )
        )
        for name, form in {
            "a block quote": "<blockquote type=cite>TEXT</blockquote>",
            "struck out": "<s>TEXT</s>",
            "hidden": '<p style="display:none">TEXT</p>',
        }.items()
    },
}
"""A text in places where nothing is announced."""


class Spoken(NamedTuple):
    """What somebody on the roster said in a forum for acting."""

    name: str
    address: str
    text: str
    reading: dict[str, Any]  # of the text alone


def read(octets: bytes) -> dict[str, Any]:
    known, roster = house()
    return reading_of("", octets, roster, known)


@lru_cache(maxsize=1)
def spoken() -> tuple[Spoken, ...]:
    """The live text of mails of the corpus that are read."""
    known, roster = house()
    found = []
    for one in some(mails(), 6):
        screened = screen(one.octets, roster)
        message = screened.message
        assert message is not None
        if (
            screened.disposition == "read"
            and message.public
            and message.sender
            and not message.doubt
        ):
            address = known.people[message.sender].addresses[0]
            found.append(Spoken(one.name, address, message.text, read(mail(address, message.text))))
    return tuple(found)


def test_a_text_says_nothing_else_in_other_clothes_or_typed_otherwise() -> None:
    """In each of the ways are some of the mails, others in the next."""
    wrong, other = [], []
    for number, (way, dress) in enumerate(CLOTHES.items()):
        for one in some(spoken(), 6, number):
            found = read(dress(one.address, one.text))
            same = (found["verdict"], plain(found["acts"])) == (
                one.reading["verdict"],
                plain(one.reading["acts"]),
            )
            if not same:
                other.append(f"{way}: {one.name}")
                if found["verdict"] == "acts" and one.reading["verdict"] != "ambiguous":
                    wrong.append(f"{way}: {one.name}")
    assert wrong == []
    assert len(other) < 0.06 * len(spoken()), other  # so it is in each of the ways


def test_what_stands_where_nobody_announces_it_announces_nothing() -> None:
    """Unmarked words below an attribution may be the sender's: about those they may be asked."""
    announced = [one for one in spoken() if one.reading["verdict"] != "none"]
    assert len(announced) > 50
    wrong = []
    for number, (place, put) in enumerate(SPOKEN_BY_NOBODY.items()):
        for one in some(announced, 4, number):
            verdict = read(put(one.address, one.text))["verdict"]
            asks = place == "below an attribution" and verdict == "ambiguous"
            if verdict != "none" and not asks:
                wrong.append(f"{place}: {one.name}")
    assert wrong == []


CUT = st.integers(0, 4000)


@st.composite
def spliced(draw: st.DrawFn) -> bytes:
    """The beginning of one mail, some noise, and the end of another."""
    one, other = draw(st.sampled_from(OCTETS)), draw(st.sampled_from(OCTETS))
    return one[: draw(CUT)] + draw(st.binary(max_size=30)) + other[draw(CUT) :]


@settings(max_examples=many(150, 40), deadline=None)
@given(spliced() | st.binary(max_size=500))
def test_any_bytes_are_read(octets: bytes) -> None:
    found = read(octets)
    json.dumps(found)
    assert found["status"] in ("read", "ignored", "answered", "held")
    assert bool(found["acts"]) == (found["verdict"] == "acts")
    assert bool(found["questions"]) == (found["verdict"] == "ambiguous")
    assert found["verdict"] == "none" or (found["sender"] and found["public"])


def test_a_hostile_mail_of_any_size_has_a_disposition_and_a_reading() -> None:
    for name, make in HOSTILE.items():
        for size in (LONGEST_READ, 10 * LONGEST_READ):
            octets = make(size)
            assert abs(len(octets) - size) < size // 3, name
            assert read(octets)["status"] in ("read", "ignored", "held"), name


def test_a_mail_is_read_the_same_in_any_order_and_in_another_process(tmp_path: Path) -> None:
    few = some(OCTETS, len(OCTETS) // 15)
    there = [read(octets) for octets in few]
    assert there == [read(octets) for octets in reversed(few)][::-1]
    paths = [tmp_path / f"{number:04}.eml" for number in range(len(few))]
    for path, octets in zip(paths, few, strict=True):
        path.write_bytes(octets)
    code = "import sys; from rednov_bot.cli import main; main(sys.argv[1:])"
    how = ("--json", "--config", str(HERE / "rednov.toml"))
    said = subprocess.run(
        [sys.executable, "-c", code, "read", *how, *map(str, paths)],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(HERE.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    seen = [{**json.loads(line), "file": ""} for line in said.splitlines()]
    assert seen == json.loads(json.dumps(there))
