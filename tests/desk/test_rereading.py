"""The contestmaster says what a mail on file announces (§25)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.contest import ReadAs, Ruling, Void
from rednov_bot.desk import intake
from rednov_bot.desk.contest import office
from rednov_bot.desk.corrections import rereading
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
    draft,
    everything_public,
    filed,
    hand,
    kinds,
    numbered,
    only,
    opened,
    position,
    reply,
    say,
    text_of,
    write,
)

UNCLEAR = "I fix the thing for 5 minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def forward(
    table: Table, mail: int, name: str | None = None, text: str | None = None
) -> tuple[str, Postings]:
    """The contestmaster wants a mail read so; the code of the draft of it."""
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        drafted = rereading.read_mail(desk, records, PaperId(mail), name, text)
    return drafted.code, table.news()


def read_mail(
    table: Table, mail: int, name: str | None = None, text: str | None = None
) -> Postings:
    """The same, and approved."""
    code, _ = forward(table, mail, name, text)
    return reply(table, code, "approve")


def rulings(table: Table) -> tuple[Ruling, ...]:
    with table.desk.ledger.transaction() as records:
        return records.rulings()


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
    news = read_mail(table, mail, text=NO_TURN)
    assert kinds(news) == ["receipt", "draft"]
    (ruling,) = rulings(table)
    assert isinstance(ruling.effect, ReadAs)
    sent = reply(table, code_in(news), "approve")
    assert opened(only(sent, "public"))["In-Reply-To"] == "<unclear@post.example>"
    assert "announced Mon 23 Nov 2026, 10:00 UTC" in everything_public(sent).replace("\n", " ")
    assert position(table).gnome("Ann").minutes == 38


def test_its_48_hours_count_from_the_mail(table: Table) -> None:
    """§16, A94."""
    say(table, "Ann", UNCLEAR)
    at, mail = table.clock.at, filed(table).mail
    table.clock.forward(hours=5)
    due_by = draft(table, code_in(read_mail(table, mail, text=NO_TURN))).due_by
    assert due_by is not None
    assert (due_by - at).total_seconds() == 48 * 3600


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
    code, _ = forward(table, mail, text="")
    assert held(table) == [mail]
    told = text_of(only(reply(table, code, "approve"), "desk"))
    assert "the mail announces nothing" in told
    (ruling,) = rulings(table)
    assert ruling.effect == Void()
    assert held(table) == []


def test_a_held_mail_can_be_read_as_it_stands(table: Table) -> None:
    mail = hold(table, "Bob", NO_TURN)
    assert kinds(read_mail(table, mail)) == ["receipt", "draft"]
    assert held(table) == []


def test_a_copy_of_a_held_mail_that_was_read_is_not_read_again(table: Table) -> None:
    mail = hold(table, "Bob", NO_TURN)
    reply(table, code_in(read_mail(table, mail)), "approve")
    assert say(table, "Bob", NO_TURN, message_id="<held@post.example>") == ()
    assert filed(table).reason == f"read already as mail {mail}"
    assert position(table).turns == 1


def test_a_discard_that_was_read_wrongly_counts(table: Table) -> None:
    arrange(table, hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    say(table, "Bob", "I think the grog had better go.")
    news = read_mail(table, filed(table).mail, text="I discard a grog.")
    assert kinds(news) == ["receipt", "draft"]
    assert hand(table, "Bob") == ["coffee"]


def test_words_that_are_not_certain_are_answered_with_the_question(table: Table) -> None:
    say(table, "Ann", UNCLEAR)
    with pytest.raises(CannotRule, match="the words are not certain"):
        read_mail(table, filed(table).mail)


def test_where_no_reading_is_shown_none_is_asked_about(table: Table) -> None:
    say(table, "Ann", UNCLEAR)
    words = "Right, the reactor: I was going to sleep, but I tinker with the thing for 7 minutes."
    with pytest.raises(CannotRule, match="Please say it once more"):
        read_mail(table, filed(table).mail, text=words)


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


def test_a_mail_of_the_bots_own_that_came_back_is_nobodys(table: Table) -> None:
    octets = list_mail("Ann", "I open 5-6.", message_id="<rednov.1@bots.example>")
    table.receive(octets)
    mail = filed(table).mail
    with pytest.raises(CannotRule, match="the bot's own"):
        read_mail(table, mail, "Ann", "I open 5-6.")


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


# -- nothing before the word, nothing unseen, nothing twice ---------------------------------------


def discarding(table: Table, words: str) -> int:
    """Bob, who holds two tiles too many, writes this; the number of eir mail."""
    arrange(
        table,
        hands={"Bob": ("crowbar", "coffee", "grog", "grog")},
        limits={"Bob": Limit(2)},
    )
    say(table, "Bob", words)
    return filed(table).mail


def test_nothing_comes_of_a_reading_before_it_is_approved(table: Table) -> None:
    mail = discarding(table, "I discard two of my things.")
    before = numbered(table)
    code, news = forward(table, mail, text="I discard the crowbar and a grog.")
    shown = text_of(only(news, "draft"))
    assert "> I discard two of my things." in shown
    assert "I discard a grog and a crowbar." in shown
    assert (numbered(table), rulings(table)) == (before, ())
    reply(table, code, "reject because e has to say it emself")
    assert (numbered(table), rulings(table)) == (before, ())


def test_a_discard_that_was_read_anew_is_not_carried_out_again(table: Table) -> None:
    mail = discarding(table, "I discard two of my things.")
    read_mail(table, mail, text="I discard the crowbar.")
    for text in ("I discard the coffee.", "", None):
        with pytest.raises(CannotRule, match="counts once; ask its author"):
            read_mail(table, mail, text=text)
    assert hand(table, "Bob") == ["coffee", "grog", "grog"]


def test_what_took_effect_when_it_came_is_not_carried_out_again(table: Table) -> None:
    mail = discarding(table, "I discard a grog.")
    with pytest.raises(CannotRule, match=f"mail {mail} took effect when it came"):
        forward(table, mail)
    assert hand(table, "Bob") == ["coffee", "crowbar", "grog"]
    say(table, "Eve", "I join Red November.")
    reply(table, code_in(say(table, "Eve", "I leave Red November.")), "approve")
    with pytest.raises(CannotRule, match="took effect when it came"):
        forward(table, filed(table).mail - 1, text="I leave Red November.")


def test_what_had_no_effect_may_be_read_anew(table: Table) -> None:
    mail = discarding(table, "I discard an aqualung.")
    read_mail(table, mail, text="I discard a grog.")
    assert hand(table, "Bob") == ["coffee", "crowbar", "grog"]


def test_a_mail_that_was_said_to_announce_nothing_may_be_read_anew(table: Table) -> None:
    mail = discarding(table, "I discard two of my things.")
    read_mail(table, mail, text="")
    assert hand(table, "Bob") == ["coffee", "crowbar", "grog", "grog"]
    read_mail(table, mail, text="I discard a grog.")
    assert hand(table, "Bob") == ["coffee", "crowbar", "grog"]
    with pytest.raises(CannotRule, match="took effect when it"):
        forward(table, mail, text="")


def test_it_may_be_read_anew_when_the_ruling_that_said_so_is_withdrawn(table: Table) -> None:
    say(table, "Ann", UNCLEAR)
    mail = filed(table).mail
    read_mail(table, mail, text="")
    news = write(table, MASTER, "withdraw ruling 1")
    assert "until you say what it does announce" in " ".join(text_of(only(news, "draft")).split())
    reply(table, code_in(news), "approve")
    assert kinds(read_mail(table, mail, text=NO_TURN)) == ["receipt", "draft"]


def test_two_readings_of_one_mail_are_carried_out_once(table: Table) -> None:
    mail = discarding(table, "I discard two of my things.")
    first, _ = forward(table, mail, text="I discard the crowbar.")
    second, _ = forward(table, mail, text="I discard the coffee.")
    reply(table, second, "approve")
    answered = text_of(only(reply(table, first, "approve"), "desk"))
    assert "closed and nothing was sent or changed" in answered
    assert hand(table, "Bob") == ["crowbar", "grog", "grog"]


def test_a_copy_of_a_mail_that_counts_is_not_read_anew(table: Table) -> None:
    arrange(table, hands={"Bob": ("grog",) * 4}, limits={"Bob": Limit(2)})
    for _ in range(2):
        say(table, "Bob", "I discard a grog.", message_id="<twice@post.example>")
    mail = filed(table).mail
    with pytest.raises(CannotRule, match=f"mail {mail} is a copy of mail {mail - 1}, which counts"):
        forward(table, mail)
    assert len(hand(table, "Bob")) == 3


def test_the_contestmaster_sees_what_the_list_is_told_of_a_reading(tmp_path: Path) -> None:
    """Also with option auto_verdicts; and no tile is named that did not stand in the mail (§6)."""
    table = begun(tmp_path, options={"auto_verdicts": "on"})
    mail = discarding(table, "I discard 1 item, guess which.")
    news = read_mail(table, mail, text="I discard the crowbar.")
    assert kinds(news) == ["receipt", "draft"]
    sent = reply(table, code_in(news), "approve")
    assert "crowbar" not in everything_public(sent)
    assert "1 item" in everything_public(sent)
    (ruling,) = rulings(table)
    assert ruling.text == "What Bob wrote on 23 Nov 2026, 10:00 UTC announces a discard"


def test_tiles_that_stood_in_the_mail_are_told_again(table: Table) -> None:
    mail = discarding(table, "I think the crowbar had better go.")
    news = read_mail(table, mail, text="I discard the crowbar.")
    assert "crowbar" in everything_public(reply(table, code_in(news), "approve"))


def test_a_reading_without_effect_is_told_to_the_list_by_draft_too(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"auto_verdicts": "on"})
    say(table, "Bob", "I think the crowbar had better go.")
    news = read_mail(table, filed(table).mail, text="I discard the crowbar.")
    assert kinds(news) == ["receipt", "draft"]


def test_a_reading_that_has_become_impossible_is_closed(table: Table) -> None:
    say(table, "Ann", UNCLEAR)
    code, _ = forward(table, filed(table).mail, text=NO_TURN)
    say(table, "Bob")
    answered = " ".join(text_of(only(reply(table, code, "approve"), "desk")).split())
    assert "nothing was sent or changed: turn 1 of Bob awaits its resolution" in answered
