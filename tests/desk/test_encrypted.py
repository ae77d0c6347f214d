"""What is for one gnome alone is encrypted to eir OpenPGP key, where e gave one (§6)."""

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

from rednov_bot import openpgp
from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.contest import succession
from rednov_bot.papers import QueuedPosting
from tests.builders import BUSINESS, CountingTokens, FixedClock, Table, address_of, settings_for
from tests.desk import play
from tests.desk.play import MASTER, Postings, arrange, code_in, kinds, reply, say, start, write
from tests.desk.test_reached import bounce, carry, look
from tests.rigs.gnupg import Gnupg
from tests.scenes.laws import tiles_in

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


@pytest.fixture(scope="module")
def masters(gnupg: Gnupg) -> str:
    return openpgp.read(gnupg.key("Pewterby"))


@pytest.fixture(scope="module")
def expired(gnupg: Gnupg) -> str:
    return openpgp.read(gnupg.key("Ann", made="20200101T000000", lasts="30d"))


@pytest.fixture
def table(tmp_path: Path, key: str) -> Table:
    """Ann, Bob and Cat play; Ann has given eir key."""
    made = keyed(tmp_path, {"Ann": key})
    play.begin(made)
    return made


def is_encrypted(one: QueuedPosting) -> bool:
    return play.opened(one).get_content_type() == "multipart/encrypted"


def inside(one: QueuedPosting, gnupg: Gnupg) -> EmailMessage:
    """What its reader finds in it, with eir own GnuPG."""
    _, data = play.opened(one).iter_parts()
    assert isinstance(data, EmailMessage)
    mail = message_from_bytes(gnupg.opened(bytes(data.get_content())), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def to(name: str, news: Postings) -> Postings:
    return tuple(one for one in news if one.posting.to == address_of(name))


def test_whatever_is_for_a_gnome_alone_is_encrypted(table: Table, gnupg: Gnupg) -> None:
    arrange(table, hands={"Ann": ("aqualung",), "Bob": ("crowbar",)})
    news = write(table, "Ann", "hand")
    news += write(table, "Ann", TURN)
    news += write(table, "Ann", "My standing orders: block 5-6. I defend.")
    news += write(table, "Ann", "I do the thing with the stuff in there.")
    news += say(table, "Ann", "I open 5-9 and drink a coffee. I take no action.")
    news += (shown := say(table, "Ann", TURN))
    news += reply(table, code_in(shown), "approve")
    own = to("Ann", news)
    assert len(own) >= 6
    assert {"private", "receipt", "question"} <= set(kinds(own))
    for one in news:
        assert is_encrypted(one) == (one in own)
    for one in own:
        assert play.subject_of(one) == "[Red November] For you alone"
        assert tiles_in(one.posting.octets.decode()) == set()
    assert "aqualung" in str(inside(own[0], gnupg).get_content()).lower()
    assert inside(own[0], gnupg)["Subject"] == "[Red November] Your hand"
    notice = next(one for one in own if one.posting.kind == "private")
    assert len(tiles_in(str(inside(notice, gnupg).get_content()))) > 1


def test_the_outbox_holds_nothing_of_it_in_clear(table: Table, tmp_path: Path) -> None:
    arrange(table, hands={"Ann": ("lucky_charm",)})
    (answer,) = write(table, "Ann", "hand")
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as file:
        own = file.execute('SELECT octets FROM postings WHERE "to" = ?', (address_of("Ann"),))
        octets = b"".join(it for (it,) in own)
    assert answer.posting.octets in octets
    assert b"lucky charm" not in octets.lower()


def test_the_list_and_the_others_are_written_to_as_ever(table: Table) -> None:
    shown = say(table, "Ann", TURN)
    news = shown + reply(table, code_in(shown), "approve")
    (public,) = (one for one in news if one.posting.to == BUSINESS)
    assert "Ann" in play.text_of(public)
    assert not any(is_encrypted(one) for one in news if one not in to("Ann", news))


def test_a_notice_answers_what_it_would_answer_in_clear(table: Table) -> None:
    news = say(table, "Ann", TURN, message_id="<my.turn@post.example>")
    (receipt,) = to("Ann", news)
    assert str(play.opened(receipt)["In-Reply-To"]) == "<my.turn@post.example>"


def test_the_contestmasters_drafts_are_encrypted_and_answered_by_their_codes(
    tmp_path: Path, masters: str, gnupg: Gnupg
) -> None:
    table = keyed(tmp_path, {MASTER: masters})
    opening = start(table)
    (shown,) = table.news()
    assert is_encrypted(shown)
    assert play.subject_of(shown) == f"[rednov {opening.code}] For you alone"
    told = inside(shown, gnupg)
    assert told["Subject"] == f"[rednov {opening.code}] Opening of RN1"
    assert "You start with" in str(told.get_content())
    posted = reply(table, opening.code, "approve")
    assert "public" in kinds(posted)


def test_a_successor_who_cannot_open_the_drafts_of_another_is_shown_their_texts(
    tmp_path: Path, masters: str
) -> None:
    table = keyed(tmp_path, {MASTER: masters})
    play.begin(table)
    code = code_in_subject(to(MASTER, say(table, "Ann", TURN)))
    with table.desk.ledger.transaction() as records:
        succession.take_over(table.desk, records, "Dan")
    shown = [one for one in to("Dan", table.news()) if one.draft == code]
    assert len(shown) == 1
    assert f"[rednov {code}]" in play.subject_of(shown[0])
    assert "Ann's turn" in " ".join(play.text_of(shown[0]).split())


def code_in_subject(news: Postings) -> str:
    (shown,) = (one for one in news if one.posting.kind == "draft")
    found = re.search(r"\[rednov ([A-Z2-9]{7})\]", play.subject_of(shown))
    assert found is not None
    return found[1]


# -- a key that has expired --------------------------------------------------------------------


def test_what_cannot_be_encrypted_is_withheld_and_both_are_told(
    tmp_path: Path, expired: str
) -> None:
    table = keyed(tmp_path, {"Ann": expired})
    play.begin(table)
    arrange(table, hands={"Ann": ("lucky_charm",)})
    news = write(table, "Ann", "hand")
    assert kinds(news) == ["desk"]
    (told,) = to("Ann", news)
    text = " ".join(play.text_of(told).split())
    assert "was not sent, because your OpenPGP key expired on 2020-01-31" in text
    assert tiles_in(text + play.subject_of(told)) == set()
    shown = say(table, "Ann", TURN)
    news = shown + reply(table, code_in(shown), "approve")
    assert "public" in kinds(news)
    for one in to("Ann", news):
        assert "was not sent" in play.text_of(one)
        assert tiles_in(play.text_of(one)) == set()


def test_the_contestmaster_is_told_of_a_fault_once(tmp_path: Path, expired: str) -> None:
    table = keyed(tmp_path, {"Ann": expired})
    start(table)
    news = table.news()
    for _ in range(3):
        news += write(table, "Ann", "hand")
    told = [one for one in to(MASTER, news) if "gets no private mail" in play.subject_of(one)]
    assert len(told) == 1
    text = " ".join(play.text_of(told[0]).split())
    assert "is not sent to them, because their OpenPGP key expired on 2020-01-31" in text


def test_a_key_that_expires_while_the_bot_is_at_work_is_used_no_more(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    table = keyed(tmp_path, {"Ann": openpgp.read(gnupg.key("Ann", lasts="20d"))})
    play.begin(table)
    (answer,) = write(table, "Ann", "hand")
    assert is_encrypted(answer)
    table.clock.forward(days=30)
    answers = to("Ann", write(table, "Ann", "hand"))
    assert not any(is_encrypted(one) for one in answers)
    assert all("was not sent" in play.text_of(one) for one in answers)


def test_a_contestmaster_whose_own_key_expired_is_told_where_to_look(
    tmp_path: Path, expired: str
) -> None:
    table = keyed(tmp_path, {MASTER: expired})
    opening = start(table)
    (told,) = table.news()
    text = " ".join(play.text_of(told).split())
    assert "was not sent" in text
    assert "`rednov drafts`" in text
    assert opening.code not in text
    assert "public" in kinds(reply(table, opening.code, "approve"))


def test_a_notice_that_came_back_is_encrypted_at_eir_other_address_too(
    tmp_path: Path, key: str, gnupg: Gnupg
) -> None:
    known = settings_for(f"sqlite:///{tmp_path / 'rednov.db'}")
    ann = replace(
        known.people["Ann"], addresses=(address_of("Ann"), "a@far.example"), openpgp_key=key
    )
    clock = FixedClock()
    settings = replace(known, people={**known.people, "Ann": ann})
    table = Table(open_desk(settings, clock=clock, tokens=CountingTokens()), clock)
    play.begin(table)
    arrange(table, gnomes={"Ann": {"at": 8}})
    carry(table)
    sent = reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    carry(table)
    (notice,) = (one for one in sent if one.posting.kind == "private")
    table.receive(bounce(notice))
    (again,) = (one for one in look(table) if one.posting.to == "a@far.example")
    assert is_encrypted(again)
    assert inside(again, gnupg).get_content() == inside(notice, gnupg).get_content()
