"""Internationalised domains: whichever form a mail or the settings have, it is the same person."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

import pytest

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message, RawMail
from rednov_bot.core.settings import load
from tests.settings.samples import spoiled, written

FORMS = ("bücher.example", "BÜCHER.Example", "bu\u0308cher.example", "xn--bcher-kva.example")
FROM = (*FORMS, "XN--BCHER-KVA.example")
TURN = "I take no action.\n"


def settings(tmp_path: Path, address: str, text: str | None = None) -> Path:
    """Settings in which this is Tumbledrum's address."""
    return written(tmp_path, text or spoiled("tdrum@post.example", address))


def a_mail(author: str, to: str = "business@lists.example", list_id: str = "") -> bytes:
    listed = f"List-Id: <{list_id}>\n" if list_id else ""
    return (
        f"From: Tumbledrum <{author}>\nTo: {to}\n{listed}Subject: turn\n"
        f"Date: Mon, 4 May 2026 10:00:00 +0000\nMessage-ID: <1@post.example>\n\n{TURN}"
    ).encode()


def message(config: Path, octets: bytes) -> Message:
    return open_letter(octets, Roster.of(load(config, {}))).message


@pytest.mark.parametrize("known", FORMS)
def test_a_person_is_known_by_either_form(tmp_path: Path, known: str) -> None:
    config = settings(tmp_path, f"tdrum@{known}")
    for sent in FROM:
        found = message(config, a_mail(f"TDrum@{sent}"))
        assert found.sender == "Tumbledrum"
        assert found.addresses == ("tdrum@xn--bcher-kva.example",)


@pytest.mark.parametrize("known", ["liste.bücher.example", "liste.xn--bcher-kva.example"])
@pytest.mark.parametrize("sent", ["liste.bücher.example", "liste.xn--bcher-kva.example"])
@pytest.mark.parametrize("named", [True, False])
def test_a_list_is_known_by_either_form(tmp_path: Path, known: str, sent: str, named: bool) -> None:
    text = spoiled("business@lists.example", f"business@{known}").replace(
        'list_id = "business.lists.example"\n', f'list_id = "business.{known}"\n' if named else ""
    )
    config = written(tmp_path, text)
    octets = a_mail("tdrum@post.example", f"business@{sent}", f"business.{sent}")
    assert message(config, octets).forum == "business"


@pytest.mark.parametrize(
    ("known", "sent"),
    [
        pytest.param("strasse.example", "straße.example", id="another letter since IDNA 2008"),
        pytest.param("kettle.example", "\u212aettle.example", id="the Kelvin sign"),
        pytest.param("kettle.example", "\uff4bettle.example", id="a wide letter"),
        pytest.param("kettle.example", "xn--kettle-.example", id="a label that encodes ASCII"),
        pytest.param("paypal.example", "pаypal.example", id="a Cyrillic letter"),
        pytest.param("bücher.example", "bucher.example", id="without its dots"),
        pytest.param("ü.example", "ü..example", id="an empty label"),
    ],
)
def test_a_look_alike_is_nobody(tmp_path: Path, known: str, sent: str) -> None:
    config = settings(tmp_path, f"tdrum@{known}")
    assert message(config, a_mail(f"tdrum@{known}")).sender == "Tumbledrum"
    assert message(config, a_mail(f"tdrum@{sent}")).sender is None


def test_what_is_sent_goes_to_the_form_in_ascii(tmp_path: Path) -> None:
    text = spoiled("tdrum@post.example", "tdrum@bücher.example").replace(
        "rednov@bots.example", "rednov@böte.example"
    )
    desk = open_desk(written(tmp_path, text))
    octets = a_mail("tdrum@bücher.example", "rednov@böte.example").replace(b"turn", b"help")
    octets = octets.replace(TURN.encode(), b"help\n")
    mail = RawMail(
        folder="INBOX", uidvalidity=1, uid=1, octets=octets, arrived_at=datetime.now(UTC)
    )
    with desk.db.transaction() as records:
        records.keep((mail,))
    service.work(desk)
    with desk.db.transaction() as records:
        (answer,) = [one.posting for one in records.outbox()]
    desk.db.close()
    assert answer.to == "tdrum@xn--bcher-kva.example"
    assert answer.octets.isascii()
    fields = message_from_bytes(answer.octets)
    assert "tdrum@xn--bcher-kva.example" in fields["To"]
    assert "rednov@xn--bte-sna.example" in fields["From"]
    assert answer.message_id.endswith("@xn--bte-sna.example>")
