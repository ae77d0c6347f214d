"""Old private mails can be forgotten, and nothing else changes."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from rednov_bot.core.models import Attempt, PaperId, RawMail
from rednov_bot.core.store import database, forgetting
from rednov_bot.core.store.forgetting import FORGOTTEN_BODY, KNOWN_BY
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.workflow.restoring import played_anew
from tests.builders import MONDAY, Table, private_mail
from tests.cli.shell import SETTINGS, Shell
from tests.workflow.play import begin, code_in, reply, say, served, start, text_of, write

RESTS_ON = frozenset(
    {
        *("turns", "led_to", "memberships", "absences", "draft_matters"),
        *("reopened", "replays", "doubted", "clarifications", "clarified"),
    }
)
"""Tables of what rests on the words of a mail: it is kept."""

SECRET = b"nobody but Ann may read this"


@pytest.fixture
def table(shell: Shell) -> Table:
    """A private mail from long before the game, of which it is checked whose it is."""
    shell.config.write_text(SETTINGS.replace("[bot]", '[bot]\nauthserv_id = "mx.bots.example"'))
    made = shell.table()
    write(made, "Ann", f"{SECRET.decode()}: I take no action.")
    served(made, "")
    return made


def forget(shell: Shell, table: Table, *more: str) -> str:
    table.desk.db.close()
    said = shell("forget", "30", *more)
    assert (said.code, said.err) == (0, "")
    return said.out


def words(table: Table) -> bytes:
    with table.desk.db.transaction() as records:
        mails = [records.raw_mail(one.mail) for one in records.dispositions()]
        sent = [one.posting.octets for one in records.outbox()]
    return b"".join([one.octets for one in mails if one is not None] + sent)


def is_gone(shell: Shell, table: Table) -> bool:
    """The secret words are in no mail and in no file."""
    return SECRET not in words(table) and not [
        path for path in shell.folder.glob("rednov.db*") if SECRET in path.read_bytes()
    ]


def long_ago(table: Table) -> None:
    """The mails on file are of last year."""
    table.desk.db.close()
    engine = database.opened(table.desk.settings.bot.database)
    year = 366 * 86400 * 1_000_000
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE raw_mails SET arrived_at = arrived_at - {year}"))
        connection.execute(text(f"UPDATE postings SET queued_at = queued_at - {year}"))
    engine.dispose()


def test_the_words_are_gone_from_the_file_and_the_rest_is_as_it_was(
    shell: Shell, table: Table
) -> None:
    with table.desk.db.transaction() as records:
        before = (filed,) = records.dispositions()
        raw = records.raw_mail(filed.mail)
        ids = [one.posting.message_id for one in records.outbox()]
    assert raw is not None
    long_ago(table)
    assert forget(shell, table).startswith("to be forgotten: 1 mails that came, and ")
    with serving(table.desk.settings.bot.database):  # it counts all the same
        assert "to be forgotten: 1 mails that came" in shell("forget", "30").out
        assert shell("forget", "30", "--yes").code == 1
    assert SECRET in words(table)
    assert "are forgotten" in forget(shell, table, "--yes")
    assert is_gone(shell, table)
    with table.desk.db.transaction() as records:
        assert records.dispositions() == before
        assert [one.posting.message_id for one in records.outbox()] == ids
    assert shell("outbox", "--all").code == 0
    counted = forget(shell, table)
    assert counted.startswith("to be forgotten: 0 mails that came, and 0 of the bot's")
    assert forget(shell, table, "--yes").startswith("the words of 0 mails")
    again = RawMail(
        folder="INBOX", uidvalidity=9, uid=1, octets=raw.octets, arrived_at=raw.arrived_at
    )
    with table.desk.db.transaction() as records:
        records.keep([again])
    table.receive()
    with table.desk.db.transaction() as records:
        assert records.dispositions()[-1].reason == f"read already as mail {filed.mail}"


def test_a_mail_of_the_bot_that_was_refused_is_forgotten_and_what_the_server_quoted_of_it(
    shell: Shell, table: Table
) -> None:
    write(table, "Ann", f"{SECRET.decode()}, neither.")
    with table.desk.db.transaction() as records:
        (one,) = records.begin_sending(table.clock.at, 9)
        reply = f"550 5.7.1 ann@post.example {SECRET.decode()} looks like spam"
        refused = Attempt(
            message_id=one.message_id, at=table.clock.at, outcome="refused", reply=reply
        )
        records.attempted(refused)
    long_ago(table)
    forget(shell, table, "--yes")
    assert is_gone(shell, table)
    with table.desk.db.transaction() as records:
        kept = records.posting(one.message_id)
    assert kept is not None
    assert (kept.state, kept.reply) == ("refused", "550 5.7.1")


def test_what_is_not_sent_yet_or_held_is_not_forgotten(shell: Shell, table: Table) -> None:
    write(table, "Ann", "hand")
    with table.desk.db.transaction() as records:
        (one,) = records.due(table.clock.at, 9)
    octets = private_mail("Ann", "Keep this.", message_id="<held@post.example>")
    raw = RawMail(folder="INBOX", uidvalidity=1, uid=77, octets=octets, arrived_at=MONDAY)
    with table.desk.db.transaction() as records:
        records.keep([raw])
        ((mail, _),) = records.undisposed(9)
        records.dispose(mail, "hold", "odd", message=None, digest=None, at=MONDAY)
    long_ago(table)
    forget(shell, table, "--yes")
    assert b"Keep this." in words(table)
    with table.desk.db.transaction() as records:
        kept = records.posting(one.message_id)
    assert kept is not None
    assert kept.posting == one


def test_of_every_table_that_names_a_mail_it_is_said_whether_it_needs_its_words() -> None:
    naming = {
        table.name
        for table in metadata.sorted_tables
        if any(key.column.table.name == "raw_mails" for key in table.foreign_keys)
    }
    assert naming == KNOWN_BY | RESTS_ON
    assert not KNOWN_BY & RESTS_ON


def test_the_mail_that_shows_a_draft_is_kept_while_that_is_open_and_shown_again_it_is_whole(
    shell: Shell, table: Table
) -> None:
    def shown() -> list[bool]:  # of each mail that shows the draft, whether its words are forgotten
        with table.desk.db.transaction() as records:
            sent = [one.posting for one in records.outbox(draft.code)]
        return [FORGOTTEN_BODY in one.octets for one in sent if one.kind == "draft"]

    draft = start(table)
    served(table, "")
    long_ago(table)
    forget(shell, table, "--yes")
    assert shown() == [False]
    with table.desk.db.transaction() as records:
        sent = [PaperId(number) for number, _ in enumerate(records.outbox(), 1)]
    table.desk.db.close()
    forgetting.forget(table.desk.settings.bot.database, (), sent)
    assert shown() == [True]
    *_, again = [one for one in reply(table, draft.code, "again") if one.posting.kind == "draft"]
    shows = text_of(again)  # of each mail the words, and below them all the lines of proof
    for page in draft.pages:
        assert [part for part in page.body.strip().split("\n\n") if part not in shows] == []
    reply(table, draft.code, "reject because it is late")
    served(table, "")
    long_ago(table)
    forget(shell, table, "--yes")
    assert all(shown())


def differences(table: Table) -> list[str]:
    with table.desk.db.transaction() as records:
        return list(played_anew.differences(table.desk, records))


def test_announcements_are_kept_and_games_come_out_as_they_did(shell: Shell, table: Table) -> None:
    begin(table)
    reply(table, code_in(say(table, "Ann", "Many thanks, Bob!\n\nI take no action.")), "approve")
    write(table, "Ann", "hand")
    served(table, "")
    before, as_before = words(table), differences(table)
    forget(shell, table, "--yes")
    assert words(table) == before  # a game of today
    long_ago(table)
    forget(shell, table, "--yes")
    assert b"Many thanks, Bob" in words(table)
    assert differences(table) == as_before


def test_less_than_thirty_days_are_wrong_usage(shell: Shell) -> None:
    said = shell("forget", "29")
    assert said.code == 2
    assert "every mail is kept for 30 days; say 30 or more" in said.err
