"""Good settings are loaded as they are meant, and give no secret away."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.pretty import pretty_repr

from rednov_bot.core.settings import Forum, Person, imap_password, load
from tests.settings.samples import GOOD, spoiled, written


def test_every_key_of_the_file_arrives(tmp_path: Path) -> None:
    settings = load(written(tmp_path, GOOD), {})
    assert (settings.imap.host, settings.imap.port, settings.imap.tls) == (
        "127.0.0.1",
        1143,
        "none",
    )
    assert settings.contest.y_pot == 10
    assert settings.forums["business"] == Forum(
        address="business@lists.example", public=True, list_id="business.lists.example", post=True
    )
    assert settings.people["Tumbledrum"] == Person(
        addresses=("tdrum@post.example", "tumbledrum@work.example"), contestant=True
    )
    assert settings.game.options == {"event_choice": "orders+ask"}


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    text = GOOD[: GOOD.index("[game]")].replace('tls = "none"\n', "").replace("y_pot = 10\n", "")
    settings = load(written(tmp_path, text), {})
    assert (settings.imap.tls, settings.smtp.tls) == ("implicit", "starttls")
    assert settings.contest.y_pot == 0
    assert settings.contest.axes == ("X", "Y")
    assert settings.game.data == "standard"


def test_the_assistants_key_comes_from_its_file_or_the_environment(tmp_path: Path) -> None:
    (tmp_path / "assistant-key").write_text("sesame\n", encoding="utf-8")
    lines = '\n[reading]\nassistant = "http://[::1]:8080/v1/"\nmodel = "m"\n'
    path = written(tmp_path, f'{GOOD}{lines}key_file = "assistant-key"\n')
    reading = load(path, {}).reading
    assert (reading.key, reading.model, reading.seconds) == ("sesame", "m", 20)
    assert "sesame" not in repr(reading)
    assert load(path, {"REDNOV_READING__KEY": "another"}).reading.key == "another"


@pytest.mark.parametrize(
    ("written_as", "meant"),
    [
        ("sqlite:///rednov.db", "sqlite:///{folder}/rednov.db"),
        ("sqlite:///games/rednov.db?timeout=5", "sqlite:///{folder}/games/rednov.db?timeout=5"),
        ("sqlite:////var/lib/rednov/rednov.db", "sqlite:////var/lib/rednov/rednov.db"),
        ("sqlite:///file:rednov.db?uri=true", "sqlite:///file:rednov.db?uri=true"),
        ("postgresql+psycopg://rednov@db.example/r", "postgresql+psycopg://rednov@db.example/r"),
    ],
)
def test_a_relative_database_lies_beside_the_settings(
    tmp_path: Path, written_as: str, meant: str
) -> None:
    path = written(tmp_path, spoiled("sqlite:///rednov.db", written_as))
    assert load(path, {}).bot.database == meant.format(folder=tmp_path)


@pytest.mark.parametrize(
    ("written_as", "meant"),
    [("standard", "standard"), ("our-board", "{folder}/our-board"), ("/srv/board", "/srv/board")],
)
def test_a_relative_data_set_lies_beside_the_settings(
    tmp_path: Path, written_as: str, meant: str
) -> None:
    path = written(tmp_path, spoiled('data = "standard"', f'data = "{written_as}"'))
    assert load(path, {}).game.data == meant.format(folder=tmp_path)


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"], ids=["nothing", "LF", "CRLF"])
def test_a_password_may_stand_in_a_file_of_its_own(tmp_path: Path, ending: str) -> None:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "imap").write_bytes(f"  tief im Kiel, æ {ending}".encode())
    text = spoiled('password = "kept-in-the-bilge"', 'password_file = "secrets/imap"')
    settings = load(written(tmp_path, text), {})
    assert imap_password(settings) == "  tief im Kiel, æ "
    assert settings.imap.password == imap_password(settings)


@pytest.mark.parametrize("picture", [repr, str, pretty_repr], ids=["repr", "str", "rich"])
def test_no_picture_of_the_settings_shows_a_secret(tmp_path: Path, picture: type[str]) -> None:
    text = spoiled("sqlite:///rednov.db", "postgresql+psycopg://rednov:hush@db.example/rednov")
    settings = load(written(tmp_path, text), {})
    assert imap_password(settings) == "kept-in-the-bilge"
    assert "bilge" not in picture(settings)
    assert "hush" not in picture(settings)
    assert "127.0.0.1" in picture(settings)


def test_a_beacon_may_be_named_with_its_beginning(tmp_path: Path) -> None:
    text = f'{GOOD}\n[luck]\nbeacon = "drand"\nbeacon_genesis = 2023-08-23T15:09:27Z\n'
    luck = load(written(tmp_path, text)).luck
    assert luck.beacon_genesis == datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)


def test_internationalised_domains_are_written_in_ascii(tmp_path: Path) -> None:
    text = (
        GOOD.replace('host = "127.0.0.1"', 'host = "imap.Bücher.example"')
        .replace("pewterby@sub.example", "Pewterby@кремль.рф")
        .replace("business@lists.example", "business@例え.テスト")
    )
    known = load(written(tmp_path, f'{text}\n[alarm]\nhost = "host@bücher.example"\n'), {})
    assert known.imap.host == known.smtp.host == "imap.xn--bcher-kva.example"
    assert known.people["Pewterby"].addresses == ("Pewterby@xn--e1ajeds9e.xn--p1ai",)
    assert known.forums["business"].address == "business@xn--r8jz45g.xn--zckzah"
    assert known.alarm.host == "host@xn--bcher-kva.example"
