"""What is for one gnome alone is encrypted to their OpenPGP key, where they gave one (§6)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.core import openpgp
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow import changes
from tests.builders import CountingTokens, FixedClock, address_of, settings_for
from tests.rigs.gnupg import Gnupg
from tests.scenes.laws import tiles_in
from tests.workflow.play import (
    MASTER,
    Postings,
    Table,
    code_in,
    flat,
    kinds,
    missing,
    opened,
    subject_of,
)

TURN = "I open 5-8, go in and draw 3 items."


def keyed(folder: Path, **keys: bytes) -> Table:
    """A table at which some have given their keys."""
    known = settings_for(f"sqlite:///{folder / 'rednov.db'}")
    read = {name: openpgp.read(key) for name, key in keys.items()}
    people = {name: replace(one, openpgp_key=read.get(name)) for name, one in known.people.items()}
    clock = FixedClock()
    desk = open_desk(replace(known, people=people), clock=clock, tokens=CountingTokens())
    return Table(desk=desk, clock=clock)


def is_encrypted(one: QueuedPosting) -> bool:
    return opened(one).get_content_type() == "multipart/encrypted"


def inside(one: QueuedPosting, gnupg: Gnupg) -> tuple[str, str]:
    """Subject and text that its reader finds in it, with their own GnuPG."""
    _, data = opened(one).iter_parts()
    assert isinstance(data, EmailMessage)
    mail = message_from_bytes(gnupg.opened(bytes(data.get_content())), policy=default)
    assert isinstance(mail, EmailMessage)
    return str(mail["Subject"]), str(mail.get_content())


def to(name: str, news: Postings) -> Postings:
    return tuple(one for one in news if one.posting.to == address_of(name))


def test_whatever_is_for_a_gnome_alone_is_encrypted(tmp_path: Path, gnupg: Gnupg) -> None:
    table = keyed(tmp_path, Ann=gnupg.key("Ann"))
    table.begin()
    table.arrange(hands={"Ann": ("aqualung",), "Bob": ("crowbar",)})
    news = table.write("Ann", "hand")
    for text in (
        TURN,
        "My standing orders: block 5-6. I defend.",
        "I do the thing with the stuff in there.",
    ):
        news += table.write("Ann", text)
    news += table.say("Ann", "I open 5-9 and drink a coffee. I take no action.")
    shown = table.say("Ann", TURN, message_id="<my.turn@post.example>")
    (receipt,) = to("Ann", shown)
    assert str(opened(receipt)["In-Reply-To"]) == "<my.turn@post.example>"
    news += shown + table.reply(code_in(shown), "approve")
    own = to("Ann", news)
    assert {"private", "receipt", "question"} <= set(kinds(own))
    assert "public" in kinds(news)
    for one in news:
        assert is_encrypted(one) == (one in own)
    for one in own:
        assert subject_of(one) == "[Red November] For you alone"
        assert tiles_in(one.posting.octets.decode()) == set()
    subject, text = inside(own[0], gnupg)
    assert subject == "[Red November] Your hand"
    assert "aqualung" in tiles_in(text)
    notice = next(one for one in own if one.posting.kind == "private")
    assert len(tiles_in(inside(notice, gnupg)[1])) > 1
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as file:
        kept = file.execute('SELECT octets FROM postings WHERE "to" = ?', (address_of("Ann"),))
        octets = b"".join(it for (it,) in kept)
    assert own[0].posting.octets in octets
    assert b"aqualung" not in octets.lower()


def test_the_contestmasters_drafts_are_encrypted_and_shown_to_a_successor_in_clear(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    table = keyed(tmp_path, Pewterby=gnupg.key(MASTER))
    opening = table.start()
    (shown,) = table.news()
    assert is_encrypted(shown)
    assert subject_of(shown) == f"[rednov {opening.code}] For you alone"
    subject, text = inside(shown, gnupg)
    assert subject == f"[rednov {opening.code}] Opening of RN1"
    assert "You start with" in text
    assert "public" in kinds(table.reply(opening.code, "approve"))
    table.say("Ann", TURN)
    (code,) = table.open_codes()
    table.do(changes.take_over, "Dan")
    (again,) = [one for one in to("Dan", table.news()) if one.draft == code]
    assert f"[rednov {code}]" in subject_of(again)
    assert "Ann's turn" in flat(again)


def test_what_cannot_be_encrypted_is_withheld_and_both_are_told_once(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    """The key expires while the bot is at work."""
    table = keyed(tmp_path, Ann=gnupg.key("Ann", lasts="20d"))
    table.begin()
    table.arrange(hands={"Ann": ("lucky_charm",)})
    assert is_encrypted(table.write("Ann", "hand")[0])
    table.clock.forward(days=30)
    news = table.write("Ann", "hand")
    assert "was not sent, because your OpenPGP key expired on" in flat(*to("Ann", news))
    shown = table.say("Ann", TURN)
    news += shown + table.reply(code_in(shown), "approve")
    assert "public" in kinds(news)
    for one in to("Ann", news):
        assert missing(one, "was not sent") == []
        assert tiles_in(flat(one) + subject_of(one)) == set()
    (told,) = [one for one in to(MASTER, news) if "gets no private mail" in subject_of(one)]
    assert "is not sent to them, because their OpenPGP key expired on" in flat(told)


def test_a_contestmaster_whose_own_key_expired_is_told_where_to_look(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    table = keyed(tmp_path, Pewterby=gnupg.key(MASTER, made="20200101T000000", lasts="30d"))
    opening = table.start()
    (told,) = table.news()
    assert missing(told, "was not sent", "`rednov drafts`") == []
    assert opening.code not in flat(told)
    assert "public" in kinds(table.reply(opening.code, "approve"))
