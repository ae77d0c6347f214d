"""The contestmaster says what a mail on file announces (§25)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.contest import ReadAs, Void
from rednov_bot.desk import intake, office, rereading
from rednov_bot.desk.rereading import Reread
from rednov_bot.engine.gamestate import Limit
from rednov_bot.errors import CannotRule
from rednov_bot.papers import PaperId, RawMail
from tests.builders import Table, a_table, list_mail
from tests.desk.play import (
    MASTER,
    NO_TURN,
    Postings,
    arrange,
    begin,
    begun,
    code_in,
    everything_public,
    filed,
    hand,
    kinds,
    only,
    opened,
    position,
    reply,
    say,
    write,
)

UNCLEAR = "I fix the thing for 5 minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def read_mail(
    table: Table, mail: int, name: str | None = None, text: str | None = None
) -> tuple[Reread, Postings]:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        done = rereading.read_mail(desk, records, PaperId(mail), name, text, by=MASTER)
    return done, table.news()


def held(table: Table) -> list[int]:
    with table.desk.ledger.transaction() as records:
        return [one.mail for one in rereading.held(records)]


def hold(table: Table, who: str, text: str) -> int:
    """A mail broke its handling, and is kept for a human; its number."""
    table.uid += 1
    raw = RawMail(
        folder="INBOX",
        uidvalidity=1,
        uid=table.uid,
        octets=list_mail(who, text, message_id="<held@post.example>", date=table.clock.at),
        arrived_at=table.clock.at,
    )
    with table.desk.ledger.transaction() as records:
        records.keep([raw])
        ((mail, _),) = records.undisposed(9)
        intake.shunt(table.desk, records, mail, KeyError("a fault"))
    return mail


def test_a_mail_that_was_asked_about_is_read_as_the_contestmaster_says(table: Table) -> None:
    say(table, "Ann", UNCLEAR, message_id="<unclear@post.example>")
    mail = filed(table).mail
    table.clock.forward(hours=1)
    done, news = read_mail(table, mail, text=NO_TURN)
    assert kinds(news) == ["receipt", "draft"]
    assert done.ruling is not None
    assert isinstance(done.ruling.effect, ReadAs)
    sent = reply(table, code_in(news), "approve")
    assert opened(only(sent, "public"))["In-Reply-To"] == "<unclear@post.example>"
    assert "announced Mon 23 Nov 2026, 10:00 UTC" in everything_public(sent).replace("\n", " ")
    assert position(table).gnome("Ann").minutes == 38


def test_its_48_hours_count_from_the_mail(table: Table) -> None:
    """§16, A94."""
    say(table, "Ann", UNCLEAR)
    at, mail = table.clock.at, filed(table).mail
    table.clock.forward(hours=5)
    done, _ = read_mail(table, mail, text=NO_TURN)
    assert done.draft is not None
    assert done.draft.due_by is not None
    assert (done.draft.due_by - at).total_seconds() == 48 * 3600


def test_a_mail_that_announced_a_turn_is_not_taken_again(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    mail = filed(table).mail
    with pytest.raises(CannotRule, match=r"announced turn 1 already; overrule its draft, or rewi"):
        read_mail(table, mail, text=NO_TURN)
    reply(table, code, "approve")
    with pytest.raises(CannotRule, match="announced turn 1 already"):
        read_mail(table, mail)
    with pytest.raises(CannotRule, match="announced turn 1 already"):
        read_mail(table, mail, text="")


def test_a_held_mail_that_announces_nothing_is_settled(table: Table) -> None:
    mail = hold(table, "Bob", "I wonder who is next.")
    assert held(table) == [mail]
    done, news = read_mail(table, mail, text="")
    assert done.ruling is not None
    assert done.ruling.effect == Void()
    assert news == ()
    assert held(table) == []


def test_a_held_mail_can_be_read_as_it_stands(table: Table) -> None:
    mail = hold(table, "Bob", NO_TURN)
    done, news = read_mail(table, mail)
    assert kinds(news) == ["receipt", "draft"]
    assert done.draft is not None
    assert held(table) == []


def test_a_copy_of_a_held_mail_that_was_read_is_not_read_again(table: Table) -> None:
    mail = hold(table, "Bob", NO_TURN)
    _, news = read_mail(table, mail)
    reply(table, code_in(news), "approve")
    assert say(table, "Bob", NO_TURN, message_id="<held@post.example>") == ()
    assert filed(table).reason == f"read already as mail {mail}"
    assert position(table).turns == 1


def test_a_discard_that_was_read_wrongly_counts(table: Table) -> None:
    arrange(table, hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    say(table, "Bob", "I think the grog had better go.")
    done, news = read_mail(table, filed(table).mail, text="I discard a grog.")
    assert done.ruling is not None
    assert "draft" in kinds(news)
    assert hand(table, "Bob") == ["coffee"]


def test_words_that_are_not_certain_are_answered_with_the_question(table: Table) -> None:
    say(table, "Ann", UNCLEAR)
    with pytest.raises(CannotRule, match="the words are not certain"):
        read_mail(table, filed(table).mail)


def test_a_private_mail_announces_nothing(table: Table) -> None:
    """§9."""
    write(table, "Ann", NO_TURN)
    with pytest.raises(CannotRule, match="reached no public forum"):
        read_mail(table, filed(table).mail)


def test_who_wrote_a_mail_can_be_said_by_name(table: Table) -> None:
    table.receive(list_mail("Stranger", NO_TURN, date=table.clock.at))
    mail = filed(table).mail
    with pytest.raises(CannotRule, match="say who wrote it"):
        read_mail(table, mail)
    with pytest.raises(CannotRule, match="knows nobody called Nobody"):
        read_mail(table, mail, "Nobody")
    read_mail(table, mail, "Ann")
    assert position(table).pending == "Ann"


def test_there_is_no_such_mail(table: Table) -> None:
    with pytest.raises(CannotRule, match="there is no mail 99 on file"):
        read_mail(table, 99)


def test_a_mail_of_before_the_game_announces_nothing_in_it(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    say(table, "Ann")
    mail = filed(table).mail
    table.clock.forward(hours=1)
    begin(table)
    with pytest.raises(CannotRule, match="the mail came before RN1 began"):
        read_mail(table, mail)
