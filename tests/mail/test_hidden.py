"""Words that a page may hide from its readers are asked about where they would act (CFJ 3572)."""

from __future__ import annotations

import time

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message
from rednov_bot.core.workflow.screening import screen

ACT = "I pump 3."
SHEETS = {
    "of an element in another": (".a .b{display:none}", "<div class=a><p class=b>{}</p></div>"),
    "of a child": ("div>p{display:none}", "<div><p>{}</p></div>"),
    "on screens": ("@media screen{.b{display:none}}", "<p class=b>{}</p>"),
    "by an attribute": ("p[title]{display:none}", "<p title=x>{}</p>"),
    "of two classes": (".b.c{display:none}", "<p class='b c'>{}</p>"),
    "by its place": ("p.b:nth-child(2){display:none}", "<p class=b>{}</p>"),
    "of everything": ("*{opacity:0.1}", "<p>{}</p>"),
    "white": (".b{color:#fff}", "<p class=b>{}</p>"),
    "hidden and shown": (".b{display:none} .b{display:block}", "<p class=b>{}</p>"),
    "by an escape": (".\\62{display:none}", "<p class=b>{}</p>"),
    "of a long sheet": ("p{color:red}" * 2_000, "<p>{}</p>"),
}
STYLES = (
    "color:#fcfcfc",
    "color:rgba(0,0,0,0)",
    "color: rgb(254, 255, 255)",
    "font:0/0 a",
    "font:italic 1px Arial",
    "clip-path:inset(50%)",
    "max-height:1px;overflow:hidden",
    "position:absolute;left:-99em",
    "transform:translateX(-9999px)",
    "d\\69splay:none",
    "display:/**/none",
    "opacity:.2",
)
SEEN = (
    "color:#222;font:12px/1 Arial",
    "color:rgba(0,0,0,0.87)",
    "font:400 0.9em serif;zoom:1",
    "background:#123456;color:#fff",
    "margin-left:-18pt;width:100%;line-height:1",
    "text-indent:-18pt;transform:none",
)


def message(page: str, roster: Roster) -> Message:
    octets = f"From: tdrum@post.example\nContent-Type: text/html; charset=utf-8\n\n{page}\n"
    found = screen(octets.encode(), roster).message
    assert found is not None
    return found


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_that_may_hide_words_leaves_a_doubt(name: str, roster: Roster) -> None:
    sheet, page = SHEETS[name]
    found = message(f"<style>{sheet}</style>" + page.format(ACT), roster)
    assert (found.text, found.doubt) == (ACT, "hidden")


@pytest.mark.parametrize("style", STYLES)
def test_a_style_that_may_hide_words_leaves_a_doubt(style: str, roster: Roster) -> None:
    found = message(f'<p style="{style}">{ACT}</p>', roster)
    assert (found.text, found.doubt) == (ACT, "hidden")


@pytest.mark.parametrize("style", SEEN)
def test_a_style_that_hides_nothing_leaves_none(style: str, roster: Roster) -> None:
    assert message(f'<p style="{style}">{ACT}</p>', roster).doubt == ""


def test_a_sheet_that_may_hide_other_words_leaves_none(roster: Roster) -> None:
    sheet = "<style>@media (max-width:9px){.x{display:none}} .b{color:black}</style>"
    assert message(f"{sheet}<p class=b>{ACT}</p><p class=x></p>", roster).doubt == ""


def test_words_of_a_quote_that_may_be_hidden_leave_none(roster: Roster) -> None:
    page = f"<p>{ACT}</p><blockquote style='opacity:.2'>I bail.</blockquote>"
    assert message(page, roster).doubt == ""


def test_what_may_be_hidden_beside_the_same_plain_text_leaves_a_doubt(roster: Roster) -> None:
    octets = (
        "From: tdrum@post.example\nContent-Type: multipart/alternative; boundary=b\n\n"
        f"--b\n\n{ACT}\n--b\nContent-Type: text/html\n\n<p style='opacity:.2'>{ACT}\n--b--\n"
    )
    found = screen(octets.encode(), roster).message
    assert found is not None
    assert (found.doubt, found.other) == ("hidden", "")


@pytest.mark.parametrize("piece", ["a{b", "@{", "@media x{", "/*", "/*{", "a,", "}{", "a:b{c:"])
def test_no_sheet_takes_long(piece: str, roster: Roster) -> None:
    begun = time.process_time()
    for size in (15_000, 250_000):
        message(f"<style>{piece * (size // len(piece))}</style><p>{ACT}</p>", roster)
    assert time.process_time() - begun < 1
