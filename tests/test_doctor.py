"""The doctor finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from sqlalchemy import text

from rednov_bot import doctor
from rednov_bot.bootstrap import open_desk
from rednov_bot.cli import rednov as program
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import RawMail
from rednov_bot.core.settings import load
from rednov_bot.core.store import database
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.transport.names import asked_of
from rednov_bot.doctor import mails, servers
from rednov_bot.doctor.findings import Finding
from rednov_bot.service import serve_once
from tests.builders import screen
from tests.games.service import Port
from tests.games.waters import PASSWORD
from tests.games.world import BOT, BUSINESS
from tests.rigs.chat import chat
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix
from tests.test_service import say
from tests.workflow.test_reached import bounce


def now() -> datetime:
    return datetime.now(UTC)


def at_work(port: Port) -> None:
    """A list has been heard of, and the service has swept."""
    say(port, "Brasspot", "Good morning.\n", to=BUSINESS, subject="Hello")
    serve_once(open_desk(port.config, thoroughly=True))


def looked(port: Port, send: str = "") -> dict[str, list[Finding]]:
    """What the doctor finds, by check."""
    found: dict[str, list[Finding]] = {}
    for one in doctor.look(port.config, now, send=send, patience=20.0):
        assert one.grade == "well" or one.remedy, one
        found.setdefault(one.check, []).append(one)
    return found


def only(found: dict[str, list[Finding]], check: str) -> Finding:
    (one,) = found[check]
    return one


def wrong(found: dict[str, list[Finding]]) -> set[str]:
    return {one.check for some in found.values() for one in some if one.grade == "wrong"}


def change(port: Port, *changes: tuple[str, str]) -> None:
    """Words of the settings become others; in place of none, they stand at the end."""
    said = port.config.read_text()
    for before, after in changes:
        assert before in said
        said = said.replace(before, after, 1) if before else said + after
    port.config.write_text(said)


def command(port: Port, *arguments: str) -> str:
    """What a command of the program says, in this process."""
    done = CliRunner().invoke(program, [*arguments, "--config", str(port.config)])
    assert done.exit_code == 0, done.output
    return done.output


def database_of(port: Port) -> Path:
    return port.config.parent / "rednov.db"


def test_nothing_is_wrong_with_a_bot_that_is_well_and_nothing_is_changed(port: Port) -> None:
    at_work(port)
    before = counted(port)
    with serving(f"sqlite:///{database_of(port)}"):
        found = looked(port)
    assert counted(port) == before
    assert wrong(found) == set()
    for check, grade in {
        "database integrity": "well",
        "service": "well",
        "list business": "well",
        "list discussion": "mind",
        "backup": "mind",
    }.items():
        assert only(found, check).grade == grade
    assert "UIDVALIDITY" in only(found, "IMAP numbering").said


def counted(port: Port) -> list[int]:
    """How many rows each table has."""
    with database.connected(f"sqlite:///{database_of(port)}") as engine, engine.begin() as one:
        return [
            int(one.execute(text(f'SELECT count(*) FROM "{name}"')).scalar() or 0)
            for name in sorted(metadata.tables)
        ]


def test_of_a_restored_bot_it_is_said_that_it_was_and_that_no_backup_was_taken_since(
    port: Port,
) -> None:
    at_work(port)
    kept = str(port.config.parent / "kept")
    command(port, "backup", kept)
    assert only(looked(port), "backup").grade == "well"
    command(port, "restore", kept, "--replace")
    found = only(looked(port), "backup")
    assert found.grade == "mind"
    assert "it was restored on " in found.said
    assert "from one, of " in found.said
    assert "and none was taken since" in found.said
    command(port, "backup", f"{kept} again")
    assert only(looked(port), "backup").grade == "well"


def test_a_trial_is_taken_for_nothing_else(port: Port) -> None:
    at_work(port)
    known = load(port.config)
    read = screen(servers.trial(known, "abc", now()).octets, Roster.of(known))
    assert (read.disposition, read.reason) == ("ignore", "The bot wrote it.")
    looked(port, send="abc")
    desk = open_desk(port.config)
    with desk.db.transaction() as records:
        before = len(records.outbox())
    serve_once(desk)
    with desk.db.transaction() as records:
        assert records.dispositions()[-1].reason == "The bot wrote it."
        assert len(records.outbox()) == before


@pytest.mark.parametrize(
    ("before", "after", "check", "told"),
    [
        (f'word = "{PASSWORD}"', 'word = "another"', "IMAP", "refuses the login of the user"),
        (f'word = "{PASSWORD}"', 'word = "another"', "IMAP", "check user and password of [imap]"),
        (
            'user = "rednov"\n',
            'user = "rednov"\nfolder = "Games"\n',
            "IMAP",
            "make the folder at the mail",
        ),
        ("[imap]", "[impa]", "settings", ""),
        ("", '[trust]\nresolver = "127.0.0.1"\n', "name server", "no signature can be checked"),
        (
            "",
            '[trust]\nresolver = "127.0.0.1"\n',
            "name server",
            "name one that answers in [trust]",
        ),
        ("", '[alarm]\nhealth = "/proc/nope/x"\n', "health file", "cannot be written by this user"),
        ("", '[trust]\nkeys_file = "nope"\n', "settings", "nope: there is no such file; create it"),
        ('password = "secret"', 'password_file = "nope"', "settings", "imap.password_file: "),
        ("sqlite:///rednov", "sqlite:////proc/nowhere/x", "database", "there is no folder"),
        ("rednov.db", "rednov.toml", "database", "is no database"),
        (
            "",
            '[game.options]\nwake = "later"\n',
            "game options",
            "wake is end or at_once, not 'later'",
        ),
    ],
)
def test_what_is_wrong_is_told(
    port: Port, before: str, after: str, check: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "asked_of", partial(asked_of, patience=0.1))
    at_work(port)
    change(port, (before, after))
    found = looked(port)
    one = only(found, check)
    assert one.grade == "wrong"
    assert told in f"{one.said}; {one.remedy}"
    assert ("database integrity" in found) == (check not in ("settings", "database"))


def test_servers_that_are_away_are_told_each(port: Port) -> None:
    at_work(port)
    kept = port.burn_down()
    assert {"IMAP", "SMTP", "round trip"} <= wrong(looked(port, send="abc"))
    port.rebuild(kept)


def test_a_database_that_is_not_made_or_newer_is_told(port: Port) -> None:
    assert "run `rednov db upgrade`" in only(looked(port), "database").remedy
    at_work(port)
    engine = database.opened(f"sqlite:///{database_of(port)}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    said = only(looked(port), "database")
    assert (said.grade, said.remedy) == ("wrong", "install that version")


def test_a_damaged_page_is_told(port: Port) -> None:
    at_work(port)
    octets = bytearray(database_of(port).read_bytes())
    octets[4096 * 5 : 4096 * 9] = bytes(4096 * 4)
    database_of(port).write_bytes(octets)
    said = only(looked(port), "database integrity")
    assert (said.grade, said.remedy) == ("wrong", "stop the service and run `rednov restore FILE`")


def test_rights_and_little_room_are_told(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    at_work(port)
    database_of(port).chmod(0o644)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    found = looked(port)
    assert only(found, "database rights").remedy.startswith("chmod 600 ")
    assert only(found, "disk").grade == "wrong"


def test_settings_that_everybody_may_read_are_told_of_where_they_hold_the_key_of_the_assistant(
    port: Port,
) -> None:
    (port.config.parent / "password").write_text("secret\n", encoding="utf-8")
    change(port, ('password = "secret"', 'password_file = "password"'))
    port.config.chmod(0o644)
    assert "settings file" not in looked(port)
    text = port.config.read_text(encoding="utf-8")
    port.config.write_text(f'{text}\n[reading]\nkey = "sesame"\n', encoding="utf-8")
    assert only(looked(port), "settings file").remedy.startswith("chmod 640 ")


def test_a_service_that_does_not_run_or_does_not_sweep_is_told(port: Port) -> None:
    at_work(port)
    assert only(looked(port), "service").remedy == "start it: `rednov run`"
    with serving(f"sqlite:///{database_of(port)}"):
        later = list(doctor.look(port.config, lambda: now() + timedelta(hours=2)))
    (said,) = [one for one in later if one.check == "service"]
    assert said.grade == "wrong"
    assert "its last good sweep was on" in said.said


def test_the_reading_assistant_is_told_to_put_a_turn_into_plain_words(port: Port) -> None:
    at_work(port)
    assert "reading assistant" not in looked(port)
    with chat() as model:
        text = port.config.read_text(encoding="utf-8")
        named = f'assistant = "{model.url}"\nmodel = "small"\nkey = "sesame"'
        port.config.write_text(f"{text}\n[reading]\n{named}\n", encoding="utf-8")
        model.says("I open the hatch to 8 and go in. I draw 3 items.")
        assert only(looked(port), "reading assistant").grade == "well"
        for answer in ("Certainly! Here is your turn.", "I draw 3 items."):
            model.says(answer)
            said = only(looked(port), "reading assistant")
            assert (said.grade, said.remedy) == (
                "mind",
                "name a larger model in [reading]; until then the bot asks without its help",
            )
        model.status, model.answer = 401, lambda _: b"sesame is no key"
        refused = looked(port)
        assert model.keys[-1] == "Bearer sesame"
    host = model.url.split("/")[2]
    assert only(refused, "reading assistant").said == f"{host} gives no answer: status 401"
    away = looked(port)
    assert only(away, "reading assistant").grade == "mind"
    assert "ConnectionRefusedError" in only(away, "reading assistant").said
    assert "sesame" not in str((refused, away))


def test_a_folder_for_pages_that_cannot_be_written_is_told(port: Port, tmp_path: Path) -> None:
    at_work(port)
    assert "pages" not in looked(port)
    before = port.config.read_text()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    for folder, said in (("/proc/nope", "cannot be written"), ("mine", "holds other files")):
        port.config.write_text(f'{before}\n[pages]\nfolder = "{tmp_path / folder}"\n')
        assert said in only(looked(port), "pages").said
    port.config.write_text(f'{before}\n[pages]\nfolder = "{tmp_path / "new" / "site"}"\n')
    assert "pages" not in looked(port)
    assert not (tmp_path / "new").exists()


def test_where_there_are_no_settings_it_says_how_to_name_or_make_them(port: Port) -> None:
    port.config.unlink()
    said = only(looked(port), "settings")
    assert said.grade == "wrong"
    assert "there is no such file" in said.said
    assert "--config" in said.remedy
    assert "rednov init` makes one" in said.remedy


def test_what_was_not_sent_is_counted_and_not_told(port: Port) -> None:
    port.mail_server.refuse("brasspot@player.test", 550)
    say(port, "Brasspot", "I take no action.\n")
    serve_once(open_desk(port.config, thoroughly=True))
    said = only(looked(port), "mails out")
    assert (said.grade, said.said) == ("mind", "1 mail has been refused")


def test_what_came_back_is_counted_though_a_server_had_taken_it(port: Port) -> None:
    say(port, "Brasspot", "status\n")
    serve_once(open_desk(port.config, thoroughly=True))
    desk = open_desk(port.config)
    with desk.db.transaction() as records:
        (sent,) = records.outbox()
    port.mail_server.deliver(BOT, bounce(sent))
    serve_once(desk)
    said = only(looked(port), "mails out")
    assert (said.grade, said.said) == ("mind", "1 mail has come back")


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
def test_a_port_that_speaks_no_such_tls_is_told_with_what_to_do(port: Port, tls: str) -> None:
    at_work(port)
    change(port, *[('tls = "none"', f'tls = "{tls}"')] * 2)
    found = looked(port)
    for check in ("IMAP", "SMTP"):
        assert "host, port and tls of that server belong together" in only(found, check).remedy
        assert only(found, check).remedy.startswith("See whether")


def a_fresh_mail(checked_by: str, at: datetime) -> mails.Fresh:
    raw = RawMail(folder="INBOX", uidvalidity=1, uid=1, octets=b"", arrived_at=at)
    return mails.Fresh(raw, None, (checked_by,) if checked_by else ())


@pytest.mark.parametrize(
    ("given", "seen", "grade"),
    [
        (None, "mx.example", "mind"),
        ("mx.example", "mx.example", "well"),
        ("mx.example", "other.example", "wrong"),
        ("mx.example", "", "wrong"),
    ],
)
def test_the_name_of_the_server_that_checks_is_compared_with_the_mails(
    port: Port, given: str | None, seen: str, grade: str
) -> None:
    known = load(port.config)
    known = replace(known, bot=replace(known.bot, authserv_id=given))
    (said,) = mails.authserv_id(known, (a_fresh_mail(seen, now()),) * 5)
    assert said.grade == grade


def test_mails_from_the_future_show_that_the_clock_is_wrong() -> None:
    at = now()
    (said,) = mails.clock((a_fresh_mail("", at + timedelta(hours=3)),), at)
    assert said.grade == "wrong"
    assert said.said == "a mail on file came 180 minutes from now, by the mail server's clock"
    assert list(mails.clock((a_fresh_mail("", at),), at)) == []


def test_the_command_says_so_to_people_and_to_programs(port: Port) -> None:
    at_work(port)
    said = command(port, "doctor", "--send")
    assert "ok     round trip: a mail of " in said
    assert said.rstrip().splitlines()[-1].startswith("0 wrong, ")
    assert PASSWORD not in said
    told = json.loads(command(port, "doctor", "--json"))
    assert set(told[0]) == {"check", "grade", "said", "remedy"}


def test_between_real_servers_a_mail_goes_round(
    port: Port, dovecot: Dovecot, postfix: Postfix
) -> None:
    change(
        port,
        (f"port = {port.ports[0]}", f"port = {dovecot.imap_port}"),
        (f"port = {port.ports[1]}", f"port = {postfix.smtp_port}"),
    )
    open_desk(port.config, thoroughly=True)
    found = looked(port, send="abc")
    for check in ("IMAP", "SMTP", "round trip"):
        assert only(found, check).grade == "well", found[check]
