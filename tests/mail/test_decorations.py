"""What mail programs and lists put around a text changes none of its words."""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import live_text, screen
from tests.rigs.scale import many

MODEST = settings(max_examples=many(60, 15), deadline=None)

OWN = st.lists(
    st.sampled_from(
        (
            "I take my turn aboard the Red November.",
            "I swing the hatch to 5 wide and clamber in, dripping all over the place as I go.",
            "I bail for three minutes, on the double.",
            "With nine minutes I fix the engine; from there I go to 2, then to 1.",
            "Failing that, I retreat into 5.",
            "1. Hatch to 3, in.",
            "- 4 > 5 > 7",
            "From: engine room to: reactor room",
            "Action: pump water, 4 minutes",
            "On my way I use a Crowbar & a Toolbox.",
            'Ørjan gets <nothing> of it; "so long", says Pewterby.',
            "",
        )
    ),
    min_size=1,
    max_size=8,
).filter(any)
QUOTED = (
    "QUOTED I pump for nine minutes.",
    "QUOTED: I open hatch 9, and I leave the boat by way of the airlock, with every item I own.",
    "",
    "QUOTED",
)
QUOTES = st.lists(st.sampled_from(QUOTED), min_size=1, max_size=5)


def head(kind: str, more: str = "") -> str:
    return f"From: tdrum@post.example\nContent-Type: {kind}; charset=utf-8{more}\n"


def plain(text: str, more: str = "", fields: str = "") -> bytes:
    return (head("text/plain", more) + fields + "\n" + text).encode()


def marked(quoted: list[str], mark: str = "> ") -> str:
    return "\n".join(mark + line for line in quoted)


def flowed(own: list[str], quoted: list[str], delsp: bool = False) -> bytes:
    """As Thunderbird and Apple Mail send it: lines broken behind a blank, stuffed, quoted below."""
    lines = []
    for line in own:
        words = textwrap.wrap(line, 30, break_long_words=False, break_on_hyphens=False) or [""]
        broken = [word + (" " if not delsp else "  ") for word in words[:-1]] + words[-1:]
        stuffed = (" " + one if one.startswith((" ", ">", "From ")) else one for one in broken)
        lines += list(stuffed)
    text = "\n".join(lines) + "\n\nPip wrote:\n" + marked(quoted) + "\n\n-- \nT. Drum\n"
    return plain(text, "; format=flowed" + ("; delsp=yes" if delsp else ""))


def page(own: list[str], around: str) -> bytes:
    rows = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in own)
    return (head("text/html") + "\n" + around.replace("OWN", rows)).encode()


def rows(quoted: list[str]) -> str:
    return "".join(f"<div>{html.escape(line)}</div>" for line in quoted)


def alternative(own: list[str], quoted: list[str]) -> bytes:
    text = "\n".join(own) + "\n\nPip wrote:\n" + marked(quoted)
    cells = "<br>".join(html.escape(line) for line in own)
    return (
        "From: tdrum@post.example\nContent-Type: multipart/alternative; boundary=b\n\n"
        f"--b\n{head('text/plain')}\n{text}\n--b\n{head('text/html')}\n<div>{cells}</div>"
        f'<div class="gmail_quote"><div class="gmail_attr">Pip wrote:</div>'
        f"<blockquote>{rows(quoted)}</blockquote></div>\n--b--\n"
    ).encode()


def signed(own: list[str], quoted: list[str]) -> bytes:
    lines = ["- " + line if line.startswith("-") else line for line in own]
    armour = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    seal = "\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"
    return plain(armour + "\n".join([*lines, "", marked(quoted)]) + seal)


def coded(own: list[str], code: Callable[[bytes], bytes], name: str) -> bytes:
    first = head("text/plain") + f"Content-Transfer-Encoding: {name}\n\n"
    return first.encode() + code("\n".join(own).encode())


OUTLOOK = (
    '<div class="WordSection1">OWN<p class="MsoNormal"><b>From:</b> Pip &lt;p@x.example&gt;<br>'
    "<b>Sent:</b> Monday, May 4, 2020 9:12 AM<br><b>To:</b> us<br><b>Subject:</b> go</p>{}</div>"
)
GMAIL = (
    '<div dir="ltr">OWN</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On '
    "Mon, May 4, 2020, Pip wrote:<br></div><blockquote>{}</blockquote></div>"
)
APPLE = 'OWN<div><br><blockquote type="cite"><div>On May 4, 2020, Pip wrote:</div>{}</blockquote>'
THUNDERBIRD = (
    '<div class="moz-cite-prefix">On 5/4/20 9:12 AM, Pip wrote:<br></div>'
    '<blockquote type="cite" cite="mid:x">{}</blockquote>OWN<pre class="moz-signature">-- Me</pre>'
)

DECORATIONS: dict[str, Callable[[list[str], list[str]], bytes]] = {
    "nothing": lambda own, quoted: plain("\n".join(own)),
    "line ends of Windows": lambda own, quoted: plain("\r\n".join(own)),
    "signature": lambda own, quoted: plain("\n".join([*own, "", "-- ", *quoted])),
    "quote below": lambda own, quoted: plain(
        "\n".join([*own, "", "On 4 May 2020, at 09:12, Pip <p@x.example> wrote:", marked(quoted)])
    ),
    "quote above": lambda own, quoted: plain("\n".join(["Pip wrote:", marked(quoted), "", *own])),
    "bare quote below": lambda own, quoted: plain(
        "\n".join([*own, "", "-----Original Message-----", "From: Pip", *quoted])
    ),
    "footer": lambda own, quoted: plain(
        "\n".join([*own, "", "_" * 47, "agora-business mailing list", "a@b.example", *quoted])
    ),
    "phone": lambda own, quoted: plain("\n".join([*own, "", "Sent from my iPhone"])),
    "flowed": lambda own, quoted: flowed(own, quoted),
    "flowed with delsp": lambda own, quoted: flowed(own, quoted, delsp=True),
    "clearsigned": signed,
    "base64": lambda own, quoted: coded(own, base64.encodebytes, "base64"),
    "quoted-printable": lambda own, quoted: coded(own, quopri.encodestring, "quoted-printable"),
    "a mark of byte order": lambda own, quoted: plain("\ufeff" + "\n".join(own)),
    "marks of no width": lambda own, quoted: plain("\n".join(own).replace("e", "e\u200b")),
    "hard blanks": lambda own, quoted: plain("\n".join(own).replace(" ", "\u00a0")),
    "Gmail": lambda own, quoted: page(own, GMAIL.format(rows(quoted))),
    "Outlook": lambda own, quoted: page(own, OUTLOOK.format(rows(quoted))),
    "Apple": lambda own, quoted: page(own, APPLE.format(rows(quoted))),
    "Thunderbird": lambda own, quoted: page(own, THUNDERBIRD.format(rows(quoted))),
    "two alternatives": alternative,
}


@pytest.mark.parametrize("name", DECORATIONS)
@MODEST
@given(own=OWN, quoted=QUOTES)
def test_a_decorated_mail_has_the_words_of_the_bare_one(
    roster: Roster, name: str, own: list[str], quoted: list[str]
) -> None:
    octets = DECORATIONS[name](own, quoted)
    screened = screen(octets, roster)
    assert screened.message is not None
    assert screened.message.text.split() == " ".join(own).split()
    assert screened.message.doubt == ""


@pytest.mark.parametrize("name", sorted(set(DECORATIONS) - {"nothing"}))
@MODEST
@given(own=OWN, quoted=QUOTES)
def test_lines_stay_lines_under_any_decoration(
    roster: Roster, name: str, own: list[str], quoted: list[str]
) -> None:
    found = live_text(DECORATIONS[name](own, quoted), roster).split("\n")
    assert [line.strip() for line in found if line.strip()] == [line for line in own if line]


INTRODUCED = (
    "On Mon, May 4, 2020 at 9:12 AM Pip <p@x.example> wrote:",
    "Am 04.05.20 um 09:12 schrieb Pip:",
    "Le lun. 4 mai 2020 à 09:12, Pip <p@x.example\n> a écrit :",
    "El lun, 4 may 2020 a las 9:12, Pip (<p@x.example>)\nescribió:",
    "Op ma 4 mei 2020 om 09:12 schreef Pip <p@x.example>:",
    "Il giorno lun 4 mag 2020 alle ore 09:12 Pip <\np@x.example> ha scritto:",
    "Em seg., 4 de mai. de 2020 às 09:12, Pip <p@x.example>\nescreveu:",
    "ma 4. toukok. 2020 klo 9.12 Pip (p@x.example) kirjoitti:",
    "pon., 4 maj 2020 o 09:12 Pip <p@x.example> napisał(a):",
    "пн, 4 мая 2020 г. в 09:12, Pip <p@x.example>:",
    "2020年5月4日(月) 9:12 Pip <p@x.example>:",
    "2020-05-04 9:12 GMT+02:00 Pip <p@x.example>:",
    "---- On Mon, 04 May 2020 09:12:00 +0200 Pip <p@x.example> wrote ----",
    "-----Original Message-----\nFrom: Pip <p@x.example>\nSent: May 4, 2020\nTo: us\nSubject: go",
    "________________________________\nVon: Pip\nGesendet: Montag, 4. Mai 2020 09:12\nAn: uns",
    "From: Pip <p@x.example>\nDate: Mon, 4 May 2020 09:12\nTo: us",
    "Begin forwarded message:\n\nFrom: Pip <p@x.example>\nSubject: go",
    "---------- Forwarded message ---------\nFrom: Pip <p@x.example>",
)
"""As programs introduce what they quote with no mark before its lines."""


@pytest.mark.parametrize("introduced", INTRODUCED)
@MODEST
@given(own=OWN, quoted=QUOTES, mark=st.sampled_from(("", "> ", ">", ">> ")))
def test_text_put_into_a_quote_never_survives(
    roster: Roster, introduced: str, own: list[str], quoted: list[str], mark: str
) -> None:
    own = [*own, "So be it."]
    lines = [*own, "", introduced, "", marked(["QUOTED", *quoted], mark), ""]
    found = live_text(plain("\n".join(lines)), roster)
    assert "QUOTED" not in found
    assert found.split() == " ".join(own).split()
