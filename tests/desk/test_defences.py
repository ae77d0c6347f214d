"""Whether an attacked gnome held a crowbar that e did not use is told by nothing (§6, crazed)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from rednov_bot.engine.words import Item
from rednov_bot.papers import Page
from tests.builders import a_table
from tests.desk.play import MASTER, arrange, begin, code_in, draft, kinds, say, write

POLICIES: Final = ("orders+ask", "orders+contestmaster", "orders+random")
UNDEFENDED: Final[tuple[tuple[tuple[Item, ...], str], ...]] = (
    (("toolbox",), "yes"),
    (("toolbox",), "no"),
    (("crowbar",), "no"),
)
"""What Bob may hold, and what e may wish, where e does not fight back."""


def attacked(
    folder: Path, hand: Iterable[Item], wish: str, *, policy: str, ordered: bool
) -> tuple[list[str], tuple[Page, ...]]:
    """Ann attacks Bob: the kinds of mail that come of it, and what the list would be told."""
    folder.mkdir()
    table = a_table(folder)
    begin(table, crazed="on", event_choice=policy)
    arrange(table, hands={"Ann": ("crowbar",), "Bob": hand})
    if ordered:
        write(table, "Bob", f"My standing orders: I {'' if wish == 'yes' else 'do not '}defend.")
    name = "<attack@post.example>"
    news = say(table, "Ann", "I use my crowbar to attack Bob.", message_id=name)
    came = kinds(news)
    if not ordered:
        asked = MASTER if policy == "orders+contestmaster" else "Bob"
        said = f"choose {wish}"
        more = {"subject": f"Re: [rednov {code_in(news)}] a choice"} if asked == MASTER else {}
        news = write(table, asked, said, **more)
        came += kinds(news)
    found = draft(table, code_in(news))
    return came, tuple([page for page in found.pages if page.kind == "public"])


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_tells_what_the_defender_held_or_wished_nor_how(
    tmp_path: Path, policy: str
) -> None:
    """Whether there was an order or an answer is eir own affair, too."""
    texts = []
    for ordered in (True, False):
        mails = []
        for hand, wish in UNDEFENDED:
            came, pages = attacked(
                tmp_path / f"{ordered} {hand} {wish}", hand, wish, policy=policy, ordered=ordered
            )
            mails.append(came)
            texts += pages
        assert mails[0] == mails[1] == mails[2]
    assert len(texts) == 6
    assert texts.count(texts[0]) == 6
    assert "Bob does not fight back" in texts[0].body
    assert "  draw " not in texts[0].body
