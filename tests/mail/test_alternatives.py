"""Two alternatives that say the same in different clothes are not in doubt."""

from __future__ import annotations

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import screen

SAME = {
    "numbered": (
        "I do:\n\n   1. Hatch to 3, in\n   2. bail *3* minutes\n",
        "I do:<ol><li>Hatch to 3, in</li><li>bail <b>3</b> minutes</li></ol>",
    ),
    "link": (
        "See the map <https://x.example/a?b=c> and go.",
        'See the <a href="https://x.example/a?b=c">map</a> and go.',
    ),
    "address and picture": (
        "Ask Pip<mailto:pip@x.example>.\n\n[cid:image001.png@01D]",
        '<p>Ask <a href="mailto:pip@x.example">Pip</a>.</p><img src="cid:image001.png">',
    ),
    "picture by its name": ("I bail.\n[image: map.png]", "I bail.<br><img src=x alt=map.png>"),
    "table": ("A\tB\n1\t2", "<table><tr><td>A</td><td>B</td></tr><tr><td>1<td>2</table>"),
    "signature": (
        "I bail.\n\n-- \nTumble",
        '<div>I bail.</div><div class="gmail_signature">-- <br>Tumble</div>',
    ),
    "quote": (
        "> who?\n\nI do.\n\n> what?\n\nI bail.",
        "<blockquote type=cite>who?</blockquote>I do.<blockquote>what?</blockquote>I bail.",
    ),
    "bold inside a word": ("I b*ai*l.", "I b<b>ai</b>l."),
    "entities": ('4 -> 5 & "so" <on>', "4 -&gt; 5 &amp; &quot;so&quot; &lt;on&gt;"),
    "rule": ("a\n----------\nb", "a<hr>b"),
    "indented": (
        "I do:\n    hatch to 5",
        'I do:<blockquote style="margin:0 0 0 40px;border:none">hatch to 5</blockquote>',
    ),
}
OTHER = {
    "a number": ("I bail 3.", "I bail 4."),
    "a word more": ("I bail.", "I do not bail."),
    "a question": ("I bail 3.", "I bail 3?"),
    "words in brackets of an address": ("I bail 3 <http: using 2 grogs>.", "I bail 3."),
    "a figure in them": ("I bail for [http:4] 3 minutes.", "I bail for 3 minutes."),
    "a sentence in them": ("Fine. <mailto: I take no action. >", "Fine."),
    "an order for a picture": ("I bail 3.\n[image: I discard a grog.]", "I bail 3."),
    "lines for a picture": ("Fine.\n[image:\nI bail 3.\n]", "Fine."),
    "words as a picture's name": ("I bail 3. [cid: and 3 of my grog]", "I bail 3."),
    "a line struck": ("I bail.\nI pump.", "I bail.<br><s>I pump.</s>"),
    "a line hidden": ("I bail.\nI pump.", '<p>I bail.</p><p style="display:none">I pump.</p>'),
}

STUBS = (
    "This message contains HTML; your mail client cannot display it.",
    "This is a multi-part message in MIME format.",
    "Please view this email in an HTML capable client. It doesn't support plain text!",
    "",
)
NO_STUBS = (
    "I bail 3. (Sorry if my client sends this in HTML format.)",
    "No! I will not. (My client cannot show the HTML.)",
    "I take no action: your mail program must support HTML.",
    "This message is in HTML format. Ignore it.",
    "Please do not read the HTML.",
    "Is this message in HTML format?",
)


@pytest.mark.parametrize("stub", STUBS)
def test_a_text_that_only_sends_to_the_html_is_no_alternative(stub: str, roster: Roster) -> None:
    assert doubt(stub, "<p>I bail 4.</p>", roster) == ""


@pytest.mark.parametrize("text", NO_STUBS)
def test_a_text_that_says_more_is_one(text: str, roster: Roster) -> None:
    assert doubt(text, "<p>I bail 4.</p>", roster) == "alternatives disagree"


def doubt(text: str, page: str, roster: Roster) -> str:
    octets = (
        "From: tdrum@post.example\nContent-Type: multipart/alternative; boundary=b\n\n"
        f"--b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
        f"--b\nContent-Type: text/html; charset=utf-8\n\n{page}\n--b--\n"
    ).encode()
    message = screen(octets, roster).message
    assert message is not None
    return message.doubt


@pytest.mark.parametrize("name", SAME)
def test_another_layout_is_no_doubt(name: str, roster: Roster) -> None:
    assert doubt(*SAME[name], roster) == ""


@pytest.mark.parametrize("name", OTHER)
def test_other_words_are_a_doubt(name: str, roster: Roster) -> None:
    assert doubt(*OTHER[name], roster) == "alternatives disagree"
