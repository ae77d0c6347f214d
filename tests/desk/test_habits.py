"""What is unusual about a mail: few habits, each told in half a sentence; nothing else counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as with_changes

from rednov_bot.bootstrap import checks_of
from rednov_bot.core.mail.roster import Roster
from rednov_bot.settings import TrustSettings
from tests.builders import Table, address_of, list_mail, private_mail
from tests.desk.forgeries import FAR, OF_ANN, OF_LIST, by_list, guarded, results
from tests.desk.play import MASTER, begun, code_in, filed, position, reply, write
from tests.desk.test_forgeries import asked
from tests.mail.test_domain_keys import NAME, RECORD, signed

OLD = "ann@old.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def talk(table: Table, said: str, many: int, author: str = "Ann") -> None:
    """So many mails of no meaning came, of which our server found this."""
    for number in range(many):
        table.clock.forward(minutes=1)
        mail = list_mail(author, f"A fine day, number {number}.", date=table.clock.at)
        table.receive(results(said) + mail)


def turn(table: Table, said: str) -> list[str]:
    """A turn of Ann's, of which our server found this; what she is asked."""
    table.clock.forward(minutes=1)
    octets = by_list(said, date=table.clock.at)
    return asked(table.receive(octets), "Ann")


def test_what_always_was_proved_and_now_is_not_is_doubtful(table: Table) -> None:
    talk(table, OF_ANN, 5)
    assert len(turn(table, "dkim=none")) == 1
    assert "came this way before was proved, and this one is not" in filed(table).reason


@pytest.mark.parametrize("before", [0, 4])
def test_of_fewer_no_habit_is_made(table: Table, before: int) -> None:
    talk(table, OF_ANN, before)
    assert turn(table, "dkim=none") == []
    assert position(table).turns == 1


def owns(table: Table, octets: bytes) -> None:
    """A mail in Ann's name comes, about which she is asked, and she says that it is hers."""
    (subject,) = asked(table.receive(octets), "Ann")
    reply(table, subject.partition("[rednov ")[2][:7], "yes", who="Ann")


def orders(table: Table) -> bytes:
    """Standing orders on the list, which nothing proves."""
    table.clock.forward(minutes=1)
    mail = list_mail("Ann", "Standing orders: I spread fire to 6 first.\n", date=table.clock.at)
    return results("dkim=none") + mail


def test_no_mail_breaks_the_habit_by_which_it_was_found_out(table: Table) -> None:
    """Whoever writes in Ann's name says good morning first."""
    talk(table, OF_ANN, 6)
    talk(table, "dkim=none", 9)
    assert len(turn(table, "dkim=none")) == 1
    assert position(table).turns == 0


def test_a_habit_is_broken_by_a_mail_that_its_author_owns(table: Table) -> None:
    talk(table, OF_ANN, 6)
    owns(table, orders(table))
    assert turn(table, "dkim=none") == []
    assert position(table).turns == 1


@pytest.mark.parametrize("policy", ["confirm", "hold"])
def test_a_habit_is_broken_by_a_mail_that_the_contestmaster_has_read(
    tmp_path: Path, policy: str
) -> None:
    table = guarded(begun(tmp_path), doubtful=policy, contradicted="hold")
    talk(table, OF_ANN, 6)
    table.clock.forward(minutes=1)
    table.receive(by_list("dkim=none", date=table.clock.at))
    mail = filed(table).mail
    news = reply(table, code_in(write(table, MASTER, f"read mail {mail} as Ann")), "approve")
    reply(table, code_in(news), "approve")
    table.clock.forward(hours=1)
    table.receive(by_list("dkim=none", date=table.clock.at))
    assert filed(table).disposition == "read"


def test_a_habit_that_never_was_is_none(table: Table) -> None:
    talk(table, OF_ANN, 3)
    talk(table, "dkim=none", 1)
    talk(table, OF_ANN, 3)
    assert turn(table, "dkim=none") == []


def test_that_the_list_vouches_now_instead_of_eir_domain_is_nothing(table: Table) -> None:
    """Lists begin to rewrite From one day, and then every signature is broken."""
    talk(table, OF_ANN, 8)
    assert turn(table, f"dkim=fail header.d=post.example; {OF_LIST}") == []
    assert position(table).turns == 1


def test_what_always_came_through_the_lists_own_server_and_now_does_not_is_doubtful(
    table: Table,
) -> None:
    talk(table, OF_LIST, 5, author="Bob")
    assert len(turn(table, "dkim=none")) == 1
    assert "the list's own domain vouched for all its mail before" in filed(table).reason


def test_a_habit_on_the_list_is_none_of_mail_to_the_bot_alone(table: Table) -> None:
    talk(table, OF_ANN, 6)
    table.clock.forward(minutes=1)
    orders = "Standing orders: I spread fire to 6 first.\n"
    table.receive(results("dkim=none") + private_mail("Ann", orders, date=table.clock.at))
    assert filed(table).disposition == "read"


def moved(table: Table) -> None:
    """Ann has moved from one address to another."""
    known = table.desk.settings
    ann = with_changes(known.people["Ann"], past_addresses=(OLD,))
    known = with_changes(known, people={**known.people, "Ann": ann})
    table.desk = replace(table.desk, settings=known, roster=Roster.of(known))


def test_the_first_mail_ever_from_a_past_address_is_doubtful(table: Table) -> None:
    moved(table)
    octets = by_list("dkim=none").replace(address_of("Ann").encode(), OLD.encode())
    assert len(asked(table.receive(octets), "Ann")) == 1
    assert "is a past address of theirs, from which no mail ever came here" in filed(table).reason


def from_old(octets: bytes) -> bytes:
    return octets.replace(address_of("Ann").encode(), OLD.encode())


def test_talk_from_a_past_address_does_not_make_it_one_that_was_heard_from(table: Table) -> None:
    moved(table)
    table.receive(from_old(results("dkim=none") + list_mail("Ann", "A fine day.")))
    table.clock.forward(minutes=1)
    news = table.receive(from_old(by_list("dkim=none", date=table.clock.at)))
    assert len(asked(news, "Ann")) == 1


def test_a_past_address_from_which_a_mail_was_owned_is_as_any_other(table: Table) -> None:
    moved(table)
    owns(table, from_old(orders(table)))
    table.clock.forward(minutes=1)
    table.receive(from_old(by_list("dkim=none", date=table.clock.at)))
    assert position(table).turns == 1


def test_another_mail_program_at_an_odd_hour_is_nobodys_business(table: Table) -> None:
    talk(table, OF_LIST, 9)
    table.clock.forward(hours=17)
    octets = by_list(OF_LIST, date=table.clock.at)
    table.receive(octets.replace(b"Subject:", b"X-Mailer: Odd 1.0\r\nUser-Agent: x\r\nSubject:"))
    assert position(table).turns == 1


@pytest.fixture
def checking(tmp_path: Path) -> Table:
    """The bot checks signatures itself, by keys in a file; no server says anything."""
    keys = tmp_path / "keys"
    keys.write_text(f"# of our gnomes\n{NAME}. {RECORD}\n", encoding="ascii")
    table = begun(tmp_path)
    known = with_changes(table.desk.settings, trust=TrustSettings(keys_file=str(keys)))
    table.desk = replace(table.desk, settings=known, checks=checks_of(known))
    return table


def test_a_signature_that_the_bot_checks_itself_proves_a_mail(checking: Table) -> None:
    checking.receive(signed(list_mail("Ann", "I take no action.\n")))
    assert position(checking).turns == 1


def test_a_mail_that_was_changed_on_its_way_to_the_bot_is_asked_about(checking: Table) -> None:
    orders = private_mail("Ann", "Standing orders: I spread fire to 6 first.\n")
    changed = signed(orders).replace(b"to 6", b"to 8")
    assert len(asked(checking.receive(changed), "Ann")) == 1
    assert "the mail is not as it was signed" in filed(checking).reason


def test_foreign_results_say_nothing_where_no_server_is_named(checking: Table) -> None:
    orders = private_mail("Ann", "Standing orders: I spread fire to 6 first.\n")
    head = results("dkim=pass header.d=post.example") + f"Sender: {FAR}\r\n".encode()
    changed = head + signed(orders).replace(b"to 6", b"to 8")
    assert len(asked(checking.receive(changed), "Ann")) == 1
