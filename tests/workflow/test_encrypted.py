"""What is for one gnome alone is encrypted to their OpenPGP key, where they gave one (§6)."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.core import openpgp
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow.contest import succession
from tests.builders import CountingTokens, FixedClock, Table, address_of, settings_for
from tests.rigs.gnupg import Gnupg
from tests.scenes.laws import tiles_in
from tests.workflow import play
from tests.workflow.play import MASTER, Postings, arrange, code_in, kinds, reply, say, start, write

TURN = "I open 5-8, go in and draw 3 items."


def keyed(folder: Path, keys: dict[str, str]) -> Table:
    """A table at which some have given their keys."""
    known = settings_for(f"sqlite:///{folder / 'rednov.db'}")
    people = {name: replace(one, openpgp_key=keys.get(name)) for name, one in known.people.items()}
    clock = FixedClock()
    desk = open_desk(replace(known, people=people), clock=clock, tokens=CountingTokens())
    return Table(desk=desk, clock=clock)


@pytest.fixture(scope="module")
def key(gnupg: Gnupg) -> str:
    return openpgp.read(gnupg.key("Ann"))


@pytest.fixture
def table(tmp_path: Path, key: str) -> Table:
    """Ann, Bob and Cat play; Ann has given their key."""
    made = keyed(tmp_path, {"Ann": key})
    play.begin(made)
    return made


def is_encrypted(one: QueuedPosting) -> bool:
    return play.opened(one).get_content_type() == "multipart/encrypted"


def inside(one: QueuedPosting, gnupg: Gnupg) -> EmailMessage:
    """What its reader finds in it, with their own GnuPG."""
    _, data = play.opened(one).iter_parts()
    assert isinstance(data, EmailMessage)
    mail = message_from_bytes(gnupg.opened(bytes(data.get_content())), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def to(name: str, news: Postings) -> Postings:
    return tuple(one for one in news if one.posting.to == address_of(name))


def test_whatever_is_for_a_gnome_alone_is_encrypted(
    table: Table, gnupg: Gnupg, tmp_path: Path
) -> None:
    arrange(table, hands={"Ann": ("aqualung",), "Bob": ("crowbar",)})
    news = write(table, "Ann", "hand")
    news += write(table, "Ann", TURN)
    news += write(table, "Ann", "My standing orders: block 5-6. I defend.")
    news += write(table, "Ann", "I do the thing with the stuff in there.")
    news += say(table, "Ann", "I open 5-9 and drink a coffee. I take no action.")
    shown = say(table, "Ann", TURN, message_id="<my.turn@post.example>")
    (receipt,) = to("Ann", shown)
    assert str(play.opened(receipt)["In-Reply-To"]) == "<my.turn@post.example>"
    news += shown + reply(table, code_in(shown), "approve")
    own = to("Ann", news)
    assert len(own) >= 6
    assert {"private", "receipt", "question"} <= set(kinds(own))
    assert "public" in kinds(news)
    for one in news:
        assert is_encrypted(one) == (one in own)
    for one in own:
        assert play.subject_of(one) == "[Red November] For you alone"
        assert tiles_in(one.posting.octets.decode()) == set()
    assert "aqualung" in str(inside(own[0], gnupg).get_content()).lower()
    assert inside(own[0], gnupg)["Subject"] == "[Red November] Your hand"
    notice = next(one for one in own if one.posting.kind == "private")
    assert len(tiles_in(str(inside(notice, gnupg).get_content()))) > 1
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as file:
        kept = file.execute('SELECT octets FROM postings WHERE "to" = ?', (address_of("Ann"),))
        octets = b"".join(it for (it,) in kept)
    assert own[0].posting.octets in octets
    assert b"aqualung" not in octets.lower()


def test_the_contestmasters_drafts_are_encrypted_and_shown_to_a_successor_in_clear(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    table = keyed(tmp_path, {MASTER: openpgp.read(gnupg.key(MASTER))})
    opening = start(table)
    (shown,) = table.news()
    assert is_encrypted(shown)
    assert play.subject_of(shown) == f"[rednov {opening.code}] For you alone"
    told = inside(shown, gnupg)
    assert told["Subject"] == f"[rednov {opening.code}] Opening of RN1"
    assert "You start with" in str(told.get_content())
    assert "public" in kinds(reply(table, opening.code, "approve"))
    code = code_in_subject(to(MASTER, say(table, "Ann")))
    with table.desk.db.transaction() as records:
        succession.take_over(table.desk, records, "Dan")
    (again,) = [one for one in to("Dan", table.news()) if one.draft == code]
    assert f"[rednov {code}]" in play.subject_of(again)
    assert "Ann's turn" in " ".join(play.text_of(again).split())


def code_in_subject(news: Postings) -> str:
    (shown,) = (one for one in news if one.posting.kind == "draft")
    found = re.search(r"\[rednov ([A-Z2-9]{7})\]", play.subject_of(shown))
    assert found is not None
    return found[1]


# -- a key that has expired --------------------------------------------------------------------


def test_what_cannot_be_encrypted_is_withheld_and_both_are_told_once(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    """The key expires while the bot is at work."""
    table = keyed(tmp_path, {"Ann": openpgp.read(gnupg.key("Ann", lasts="20d"))})
    play.begin(table)
    arrange(table, hands={"Ann": ("lucky_charm",)})
    assert is_encrypted(write(table, "Ann", "hand")[0])
    table.clock.forward(days=30)
    news = write(table, "Ann", "hand")
    (told,) = to("Ann", news)
    text = " ".join(play.text_of(told).split())
    assert "was not sent, because your OpenPGP key expired on" in text
    shown = say(table, "Ann", TURN)
    news += shown + reply(table, code_in(shown), "approve")
    assert "public" in kinds(news)
    for one in to("Ann", news):
        assert "was not sent" in play.text_of(one)
        assert tiles_in(play.text_of(one) + play.subject_of(one)) == set()
    (told,) = [one for one in to(MASTER, news) if "gets no private mail" in play.subject_of(one)]
    text = " ".join(play.text_of(told).split())
    assert "is not sent to them, because their OpenPGP key expired on" in text


def test_a_contestmaster_whose_own_key_expired_is_told_where_to_look(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    old = gnupg.key(MASTER, made="20200101T000000", lasts="30d")
    table = keyed(tmp_path, {MASTER: openpgp.read(old)})
    opening = start(table)
    (told,) = table.news()
    text = " ".join(play.text_of(told).split())
    assert "was not sent" in text
    assert "`rednov drafts`" in text
    assert opening.code not in text
    assert "public" in kinds(reply(table, opening.code, "approve"))
