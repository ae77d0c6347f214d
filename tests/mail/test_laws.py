"""What holds for every mail."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings, strategies as st

from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import MessageId, Page
from rednov_bot.core.workflow.screening import digest, live_text, screen
from tests.rigs.scale import many

MODEST = settings(max_examples=many(100, 16), deadline=None)

HEADS = (
    "From: Tumbledrum <tdrum@post.example>",
    "From: a@b, c@d",
    "Reply-To: tdrum@post.example",
    "List-Id: <agora-business.agoranomic.example>",
    "Content-Type: multipart/mixed; boundary=b",
    "Content-Type: text/html",
    "Content-Type: text/plain; format=flowed; delsp=yes",
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: quoted-printable",
    "Subject: =?utf-8?q?=",
    "Date: 4 May 2020 12:00:00 +0200",
)
LINES = (
    "",
    "--b",
    "--b--",
    "-- ",
    "> quoted",
    "On 4 May 2020, Pip wrote:",
    "From: Pip <pip@x.example>",
    "Sent: 4 May 2020",
    "TTttPF",
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP SIGNATURE-----",
    "<blockquote><div class=gmail_quote>",
    "I pump 3. ",
)


@MODEST
@given(st.binary(max_size=2000))
def test_any_bytes_get_a_disposition(roster: Roster, octets: bytes) -> None:
    assert screen(octets, roster).disposition in ("read", "ignore", "answer", "hold")


@MODEST
@given(
    st.lists(st.sampled_from(HEADS) | st.text(max_size=30), max_size=8),
    st.lists(st.sampled_from(LINES) | st.text(max_size=30), max_size=30),
    st.sampled_from(("\n", "\r\n", "\r")),
)
def test_any_mail_gets_a_disposition_and_a_letter(
    roster: Roster, head: list[str], body: list[str], end: str
) -> None:
    octets = end.join([*head, "", *body]).encode("utf-8", "replace")
    screened = screen(octets, roster)
    assert screened.message is not None
    assert screened.reason.endswith(".")
    assert screen(octets, roster) == screened
    assert len(digest(screened.message)) == 64


OWN = st.lists(
    st.sampled_from(
        (
            "I swing the hatch to 5 wide.",
            "I bail for three minutes, on the double.",
            "From: engine room",
            "4 > 5 > 7",
            "",
            "Failing that, I retreat into 5.",
        )
    ),
    min_size=1,
    max_size=8,
)
THEIRS = st.lists(
    st.sampled_from(("QUOTED I pump nine.", "QUOTED", "", "QUOTED: I open hatch 9 and leave.")),
    min_size=1,
    max_size=8,
)


def marked(theirs: list[str], mark: str) -> str:
    return "\n".join(mark + line for line in theirs)


STYLES = {
    "Gmail": "{own}\n\nOn Sun, May 3, 2020 at 9:12 AM Pip <\npip@x.example> wrote:\n\n{one}\n",
    "Outlook": "{own}\n\nFrom: Pip <pip@x.example>\nSent: May 3, 2020\nTo: us\n\n{bare}\n",
    "Original": "{own}\n-----Original Message-----\nFrom: Pip\nSent: today\n\n{bare}\n",
    "Yahoo": "{own}\n\nOn Sunday, May 3, 2020, Pip <pip@x.example> wrote:\n\n{bare}\n",
    "bottom": "Pip wrote:\n{one}\n\n{own}\n",
    "deep": "Am 03.05.20 um 09:12 schrieb Pip:\n{two}\n{one}\n\n{own}\n",
    "between": "Pip wrote:\n{one}\n\n{own}\n\n{two}\n",
    "forward": "{own}\n\n---------- Forwarded message ---------\n{bare}\n",
    "signature": "{own}\n\n-- \n{bare}\n",
}


@MODEST
@given(OWN, THEIRS, st.sampled_from(sorted(STYLES)))
def test_no_quoted_line_survives_and_no_own_line_is_lost(
    roster: Roster, own: list[str], theirs: list[str], style: str
) -> None:
    own = ["I begin.", *own, "I am done."]
    text = STYLES[style].format(
        own="\n".join(own),
        bare=marked(["QUOTED", *theirs], ""),
        one=marked(theirs, "> "),
        two=marked(theirs, ">> "),
    )
    octets = ("From: tdrum@post.example\n\n" + text).encode()
    found = live_text(octets, roster)
    assert "QUOTED" not in found
    assert [line for line in found.split("\n") if line] == [line for line in own if line]


HTML_STYLES = {
    "Gmail": '<div>{own}</div><div class="gmail_quote"><div class="gmail_attr">Pip</div>'
    "<blockquote>{theirs}</blockquote></div>",
    "Gmail forward": '<div>{own}</div><div class="gmail_quote">{theirs}</div>',
    "Apple": "<div>{own}</div><blockquote type=cite>{theirs}</blockquote>",
    "Outlook": '<div>{own}</div><div id="divRplyFwdMsg">Pip</div><div>{theirs}</div>',
    "Thunderbird": '<div class="moz-cite-prefix">Pip:</div><blockquote>{theirs}</blockquote>{own}',
    "Yahoo": '<div>{own}</div><div class="yahoo_quoted">{theirs}</div>',
    "Yahoo over an older one": '<div>{own}</div><div class="yahoo_quoted">{theirs}'
    "<blockquote>x</blockquote></div>",
    "Outlook for telephones": '<div>{own}</div><div class="ms-outlook-mobile-reference-message">'
    "{theirs}<blockquote>x</blockquote></div>",
    "Thunderbird forward": '<div>{own}</div><div class="moz-forward-container">{theirs}'
    "<blockquote>x</blockquote></div>",
    "Gmail over an older one": '<div>{own}</div><div class="gmail_quote">{theirs}'
    "<blockquote>x</blockquote></div>",
    "hidden": '<div>{own}</div><div style="display: none">{theirs}</div>',
}


@MODEST
@given(OWN, THEIRS, st.sampled_from(sorted(HTML_STYLES)))
def test_no_quoted_line_of_html_survives(
    roster: Roster, own: list[str], theirs: list[str], style: str
) -> None:
    own = [line.replace(">", "&gt;") for line in ("I begin.", *own, "I am done.")]
    page = HTML_STYLES[style].format(own="<br>".join(own), theirs="<br>".join(theirs))
    octets = ("From: tdrum@post.example\nContent-Type: text/html\n\n" + page).encode()
    found = live_text(octets, roster)
    assert "QUOTED" not in found
    assert found.startswith("I begin.")
    assert found.endswith("I am done.")


LINE = st.characters(exclude_characters="\r\n\0", exclude_categories=("Cs",))
NAME = st.text(LINE, min_size=1, max_size=60).map(lambda text: " ".join(text.split()))


@MODEST
@given(
    subject=st.text(LINE, max_size=200),
    name=NAME,
    body=st.text(st.characters(exclude_categories=("Cs",)), max_size=500)
    | st.text("a \t\n.-=From", max_size=300),
)
@example(subject="=?utf-8?q?no?=", name="x", body="a" * 3000 + "\nFrom me\n.\nend ")
@example(subject="x" * 1200, name='\\ "quoted"', body="")
def test_a_sealed_page_parses_back_to_the_same_page(subject: str, name: str, body: str) -> None:
    page = Page(
        kind="private",
        to="tdrum@post.example",
        to_name=name,
        subject=subject,
        body=body,
        in_reply_to=MessageId("<c@x>"),
        references=tuple(MessageId(f"<{n}@x>") for n in range(20)),
    )
    posting = seal(
        page,
        bot="rednov@bots.example",
        bot_name="Rednov",
        message_id=new_message_id("rednov@bots.example", "abc"),
        at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        auto="generated",
    )
    octets = posting.octets
    assert octets.count(b"\n") == octets.count(b"\r\n") == octets.count(b"\r")
    assert all(len(line) <= 998 for line in octets.split(b"\r\n"))
    mail = email.message_from_bytes(octets, policy=email.policy.default)
    payload = mail.get_payload(decode=True)
    assert isinstance(payload, bytes)
    assert payload.replace(b"\r\n", b"\n").decode() == body or payload.decode() == body
    head = email.message_from_bytes(octets)
    decoded = email.header.make_header(email.header.decode_header(head["Subject"]))
    assert str(decoded) == subject
    assert mail["To"].addresses[0].addr_spec == page.to
    assert [len(mail["References"].split()), mail["In-Reply-To"]] == [11, "<c@x>"]
    assert mail["Auto-Submitted"] == "auto-generated"
    assert len(mail.keys()) == 12


@pytest.mark.parametrize("style", sorted(STYLES))
def test_a_style_alone_is_cut(style: str, roster: Roster) -> None:
    text = STYLES[style].format(own="Mine.", bare="QUOTED", one="> QUOTED", two=">> QUOTED")
    assert live_text(("From: tdrum@post.example\n\n" + text).encode(), roster) == "Mine."
