"""What holds for every mail."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime

from hypothesis import example, given, settings, strategies as st

from rednov_bot.core.mail.composing import new_message_id, seal, unsealed
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import MessageId, Page
from rednov_bot.core.workflow.screening import digest
from tests.builders import screen
from tests.rigs.scale import many

MODEST = settings(max_examples=many(100, 60), deadline=None)

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
    *("", "--b", "--b--", "-- ", "> quoted", "On 4 May 2020, Pip wrote:", "TTttPF", "I pump 3. "),
    *("From: Pip <pip@x.example>", "Sent: 4 May 2020", "<blockquote><div class=gmail_quote>"),
    *("-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"),
)


@MODEST
@given(
    st.lists(st.sampled_from(HEADS) | st.text(max_size=30), max_size=8),
    st.lists(st.sampled_from(LINES) | st.text(max_size=30), max_size=30),
    st.sampled_from(("\n", "\r\n", "\r")),
)
def test_any_mail_gets_a_disposition_and_a_message(
    roster: Roster, head: list[str], body: list[str], end: str
) -> None:
    octets = end.join([*head, "", *body]).encode("utf-8", "replace")
    screened = screen(octets, roster)
    assert screened.message is not None
    assert screened.reason.endswith(".")
    assert screen(octets, roster) == screened
    assert len(digest(screened.message)) == 64


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
    assert unsealed(posting)[2:] == ("<c@x>", None)
