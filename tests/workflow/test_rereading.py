"""The contestmaster says what a mail on file announces (§25)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.contest import ReadAs, Ruling, Void
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import RawMail
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import handling, mails_on_file
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import list_mail
from tests.workflow.play import (
    MASTER,
    NO_TURN,
    Postings,
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    only,
    opened,
    text_of,
)

UNCLEAR = "I fix the thing for 5 minutes."
VOID = "announces nothing"


def forward(table: Table, mail: int, how: str = "") -> Postings:
    """The contestmaster wants a mail read *how*: `as Ann: WORDS`, nothing, or VOID."""
    return table.write(MASTER, f"mail {mail} {how}" if how == VOID else f"read mail {mail} {how}")


def refused(table: Table, mail: int, why: str, how: str = "") -> None:
    """They are told why it cannot be read so, and nothing changes."""
    before = table.numbered(), rulings(table)
    assert why in flat(only(forward(table, mail, how), "desk"))
    assert (table.numbered(), rulings(table)) == before


def read_mail(table: Table, mail: int, how: str = "") -> Postings:
    """It is read so, and that approved."""
    return table.reply(code_in(forward(table, mail, how)), "approve")


def rulings(table: Table) -> tuple[Ruling, ...]:
    return table.read(UnitOfWork.rulings)


def held(table: Table) -> list[int]:
    return [one.mail for one in table.read(UnitOfWork.held)]


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
    with table.desk.db.transaction() as records:
        records.keep([raw])
        ((mail, _),) = records.undisposed(9)
        handling.shunt(table.desk, records, mail, KeyError("a fault"))
    return mail


def discarding(table: Table, words: str) -> int:
    """Bob, who holds two tiles too many, writes this; the number of their mail."""
    hand = ("crowbar", "coffee", "grog", "grog")
    table.arrange(hands={"Bob": hand}, limits={"Bob": Limit(2)})
    table.say("Bob", words)
    return table.filed().mail


def test_a_mail_that_was_asked_about_is_read_as_the_contestmaster_says(table: Table) -> None:
    """§16, A94: its 48 hours count from the mail."""
    table.say("Ann", UNCLEAR, message_id="<unclear@post.example>")
    at, mail = table.clock.at, table.filed().mail
    refused(table, mail, "the words are not certain")
    words = "Right, the reactor: I was going to sleep, but I tinker with the thing for 7 minutes."
    refused(table, mail, "Please say it once more", f"as Ann: {words}")
    refused(table, 99, "there is no mail 99 on file")
    table.clock.forward(hours=5)
    news = read_mail(table, mail, f"as Ann: {NO_TURN}")
    assert kinds(news) == ["receipt", "draft", "desk"]
    due_by = table.draft(code_in(news)).due_by
    assert due_by is not None
    assert (due_by - at).total_seconds() == 48 * 3600
    (ruling,) = rulings(table)
    assert isinstance(ruling.effect, ReadAs)
    why = "announced turn 1 already; overrule its draft, or rewi"
    refused(table, mail, why, f"as Ann: {NO_TURN}")
    sent = table.reply(code_in(news), "approve")
    assert opened(only(sent, "public"))["In-Reply-To"] == "<unclear@post.example>"
    assert "announced Mon 23 Nov 2026, 10:00 UTC" in flat(everything_public(sent))
    assert table.position().gnome("Ann").minutes == 38
    for how in ("", VOID):
        refused(table, mail, why, how)


def test_a_held_mail_is_settled_or_read_as_it_stands_and_its_copies_with_it(table: Table) -> None:
    mail = hold(table, "Bob", NO_TURN)
    code = code_in(forward(table, mail, VOID))
    assert held(table) == [mail]
    assert "It is no longer kept for you" in flat(only(table.reply(code, "approve"), "desk"))
    (ruling,) = rulings(table)
    assert ruling.effect == Void()
    assert held(table) == []
    news = read_mail(table, mail)
    assert kinds(news) == ["receipt", "draft", "desk"]
    table.reply(code_in(news), "approve")
    assert table.say("Bob", NO_TURN, message_id="<held@post.example>") == ()
    assert table.filed().reason == f"read already as mail {mail}"
    assert table.position().turns == 1


def test_whose_a_mail_is_can_be_said_by_name(table: Table) -> None:
    table.write("Ann", NO_TURN)
    refused(table, table.filed().mail, "reached no public forum")
    table.receive(list_mail("Ann", "I open 5-6.", message_id="<rednov.1@bots.example>"))
    refused(table, table.filed().mail, "the bot's own", "as Ann: I open 5-6.")
    table.receive(list_mail("Stranger", NO_TURN, date=table.clock.at))
    mail = table.filed().mail
    refused(table, mail, "say who wrote it")
    with pytest.raises(CannotRule, match="knows nobody called Nobody"):
        table.do(mails_on_file.announcement, mail, "Nobody")
    read_mail(table, mail, "as Ann")
    assert table.position().pending == "Ann"


# -- nothing before the word, nothing unseen, nothing twice ---------------------------------------


def test_a_discard_that_is_read_anew_counts_once_and_not_before_the_word(table: Table) -> None:
    mail = discarding(table, "I discard two of my things.")
    before = table.numbered()
    news = forward(table, mail, "as Bob: I discard the crowbar and a grog.")
    shown = text_of(only(news, "draft"))
    assert "> I discard two of my things." in shown
    assert "I discard a grog and a crowbar." in shown
    table.reply(code_in(news), "reject because e has to say it emself")
    assert (table.numbered(), rulings(table)) == (before, ())
    first = code_in(forward(table, mail, "as Bob: I discard the crowbar."))
    second = code_in(forward(table, mail, "as Bob: I discard the coffee."))
    table.reply(second, "approve")
    answered = flat(only(table.reply(first, "approve"), "desk"))
    assert "is not posted: mail" in answered
    for how in ("as Bob: I discard the coffee.", VOID, ""):
        refused(table, mail, "counts once; ask its author", how)
    assert table.hand("Bob") == ["crowbar", "grog", "grog"]


def test_what_took_effect_when_it_came_is_not_carried_out_again(table: Table) -> None:
    mail = discarding(table, "I discard a grog.")
    refused(table, mail, f"mail {mail} took effect when it came")
    table.say("Bob", "I discard a grog.", message_id="<twice@post.example>")
    table.say("Bob", "I discard a grog.", message_id="<twice@post.example>")
    mail = table.filed().mail
    refused(table, mail, f"mail {mail} is a copy of mail {mail - 1}, which counts")
    table.say("Eve", "I join Red November.")
    joined = table.filed().mail
    table.reply(code_in(table.say("Eve", "I leave Red November.")), "approve")
    refused(table, joined, "took effect when it came", "as Eve: I leave Red November.")
    assert table.hand("Bob") == ["coffee", "crowbar"]


@pytest.mark.parametrize("guess", ["I discard 1 item, guess which.", "The crowbar had better go."])
def test_no_tile_is_told_that_did_not_stand_in_the_mail(tmp_path: Path, guess: str) -> None:
    """§6; also with option auto_verdicts the contestmaster sees what the list is told."""
    table = begun(tmp_path, options={"auto_verdicts": "on"})
    news = read_mail(table, discarding(table, guess), "as Bob: I discard the crowbar.")
    assert kinds(news) == ["receipt", "draft", "desk"]
    public = everything_public(table.reply(code_in(news), "approve"))
    assert ("crowbar" in public) == ("crowbar" in guess)
    (ruling,) = rulings(table)
    assert ruling.text == "What Bob wrote on 23 Nov 2026, 10:00 UTC announces a discard"


def test_a_reading_that_has_become_impossible_is_closed(table: Table) -> None:
    table.say("Ann", UNCLEAR)
    code = code_in(forward(table, table.filed().mail, f"as Ann: {NO_TURN}"))
    table.say("Bob")
    answered = flat(only(table.reply(code, "approve"), "desk"))
    assert "is not posted: turn 1 of Bob awaits its resolution" in answered
