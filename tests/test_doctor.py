"""The doctor finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from rednov_bot import doctor
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import RawMail
from rednov_bot.core.settings import load
from rednov_bot.core.store import database
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.workflow.screening import screen
from rednov_bot.doctor import mails, servers
from rednov_bot.doctor.findings import Finding
from rednov_bot.service import serve_once
from tests.games.service import Port, rednov
from tests.games.waters import PASSWORD
from tests.games.world import BOT, BUSINESS
from tests.rigs.chat import chat
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix
from tests.test_service import say
from tests.workflow.test_reached import bounce


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    with Port(tmp_path) as made:
        yield made


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
    said = port.config.read_text()
    for before, after in changes:
        assert before in said
        said = said.replace(before, after, 1)
    port.config.write_text(said)


def database_of(port: Port) -> Path:
    return port.config.parent / "rednov.db"


def test_nothing_is_wrong_with_a_bot_that_is_well(port: Port) -> None:
    at_work(port)
    with serving(f"sqlite:///{database_of(port)}"):
        found = looked(port)
    assert wrong(found) == set()
    assert only(found, "database integrity").grade == "well"
    assert only(found, "service").grade == "well"
    assert only(found, "list business").grade == "well"
    assert only(found, "list discussion").grade == "mind"
    assert only(found, "backup").grade == "mind"
    assert "UIDVALIDITY" in only(found, "IMAP numbering").said


def test_of_a_restored_bot_it_is_said_that_it_was_and_that_no_backup_was_taken_since(
    port: Port,
) -> None:
    at_work(port)
    rednov(port, "backup", "kept")
    assert only(looked(port), "backup").grade == "well"
    rednov(port, "restore", "kept", "--replace")
    found = only(looked(port), "backup")
    assert found.grade == "mind"
    assert "it was restored on " in found.said
    assert "from one, of " in found.said
    assert "and none was taken since" in found.said
    rednov(port, "backup", "kept again")
    assert only(looked(port), "backup").grade == "well"


def test_a_trial_goes_round_and_is_measured(port: Port) -> None:
    at_work(port)
    found = looked(port, send="abc")
    assert only(found, "round trip").grade == "well"
    assert " s to send, " in only(found, "round trip").said
    assert only(found, "clock").grade == "well"


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


def test_a_wrong_login_is_told_without_the_login(port: Port) -> None:
    at_work(port)
    change(port, (f'password = "{PASSWORD}"', 'password = "another"'))
    said = only(looked(port), "IMAP")
    assert said.grade == "wrong"
    assert "refuses the login of the user" in said.said
    assert said.remedy == "check user and password of [imap]"


def test_servers_that_are_away_are_told_each(port: Port) -> None:
    at_work(port)
    kept = port.burn_down()
    assert {"IMAP", "SMTP", "round trip"} <= wrong(looked(port, send="abc"))
    port.rebuild(kept)


def test_a_folder_that_is_missing_is_told(port: Port) -> None:
    at_work(port)
    change(port, ('user = "rednov"\n', 'user = "rednov"\nfolder = "Games"\n'))
    said = only(looked(port), "IMAP")
    assert said.grade == "wrong"
    assert said.remedy == "make the folder at the mail server, or mend imap.folder"


def test_wrong_settings_are_all_that_is_told(port: Port) -> None:
    change(port, ("[imap]", "[impa]"))
    found = looked(port)
    assert only(found, "settings").grade == "wrong"
    assert "database" not in found


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


def test_a_name_server_that_gives_no_answer_is_told(port: Port) -> None:
    at_work(port)
    port.config.write_text(port.config.read_text() + '\n[trust]\nresolver = "127.0.0.1"\n')
    said = only(looked(port), "name server")
    assert (said.grade, said.said) == (
        "wrong",
        "127.0.0.1 gives no answer, so that no signature can be checked",
    )
    assert said.remedy.startswith("name one that answers in [trust] resolver")


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


def test_a_health_file_that_cannot_be_written_is_told(port: Port) -> None:
    at_work(port)
    assert "health file" not in looked(port)
    port.config.write_text(port.config.read_text() + '\n[alarm]\nhealth = "/proc/nope/rednov"\n')
    said = only(looked(port), "health file")
    assert said.grade == "wrong"
    assert said.said.startswith("/proc/nope/rednov cannot be written by this user")


def test_a_file_of_keys_that_is_not_there_is_told(port: Port) -> None:
    port.config.write_text(port.config.read_text() + '\n[trust]\nkeys_file = "nope"\n')
    said = only(looked(port), "settings")
    assert said.grade == "wrong"
    assert said.said.endswith("nope: there is no such file; create it or name another")


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


def test_a_folder_that_is_not_there_and_a_file_that_is_none_are_told(port: Port) -> None:
    folder = port.config.parent
    (folder / "words.txt").write_text("Good morning.\n")
    for path, said in (
        (folder / "nowhere" / "rednov.db", "there is no folder"),
        (folder / "words.txt", "is no database"),
    ):
        settings = port.config.read_text()
        change(port, ("sqlite:///rednov.db", f"sqlite:///{path}"))
        found = looked(port)
        assert said in only(found, "database").said
        assert "database integrity" not in found
        port.config.write_text(settings)


def test_a_file_that_is_missing_is_told_with_the_key_that_names_it(port: Port) -> None:
    change(port, ('password = "secret"', 'password_file = "nothing"'))
    assert "imap.password_file: " in only(looked(port), "settings").said


def test_a_value_that_an_option_cannot_have_is_told_with_those_that_it_can(port: Port) -> None:
    port.config.write_text(f'{port.config.read_text()}\n[game.options]\nwake = "later"\n')
    said = only(looked(port), "game options").said
    assert said == "option wake is end or at_once, not 'later'"


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
    said = rednov(port, "doctor", "--send", "--config", str(port.config))
    assert "ok     round trip: a mail of " in said
    assert said.rstrip().splitlines()[-1].startswith("0 wrong, ")
    assert PASSWORD not in said
    told = json.loads(rednov(port, "doctor", "--json", "--config", str(port.config)))
    assert set(told[0]) == {"check", "grade", "said", "remedy"}


def test_nothing_is_changed(port: Port) -> None:
    at_work(port)
    engine = database.opened(f"sqlite:///{database_of(port)}")

    def counts() -> list[int]:
        with engine.begin() as connection:
            return [
                int(connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar() or 0)
                for name in sorted(metadata.tables)
            ]

    before = counts()
    looked(port)
    assert counts() == before
    engine.dispose()


def test_between_real_servers_a_mail_goes_round(tmp_path: Path) -> None:
    with Dovecot() as dovecot, Postfix(dovecot.lmtp_port) as postfix, Port(tmp_path) as port:
        change(
            port,
            (f"port = {port.ports[0]}", f"port = {dovecot.imap_port}"),
            (f"port = {port.ports[1]}", f"port = {postfix.smtp_port}"),
        )
        open_desk(port.config, thoroughly=True)
        found = looked(port, send="abc")
        assert only(found, "IMAP").grade == "well"
        assert only(found, "SMTP").grade == "well"
        assert only(found, "round trip").grade == "well", found["round trip"]
