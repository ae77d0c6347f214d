"""Good settings are loaded as meant, the environment laid over them; no secret is shown."""

from __future__ import annotations

from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path

import pytest
from rich.pretty import pretty_repr

from rednov_bot.core.errors import SettingsError
from rednov_bot.core.settings import Forum, Person, imap_password, load
from tests.settings.samples import GOOD, spoiled, written

GENESIS = datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)
BUSINESS = Forum(
    address="business@lists.example", public=True, list_id="business.lists.example", post=True
)
TUMBLEDRUM = Person(addresses=("tdrum@post.example", "tumbledrum@work.example"), contestant=True)
LEAST = GOOD[: GOOD.index("[game]")].replace('tls = "none"\n', "").replace("y_pot = 10\n", "")
LUCK = f'{GOOD}\n[luck]\nbeacon = "drand"\nbeacon_genesis = 2023-08-23T15:09:27Z\n'
ABROAD = (
    GOOD.replace('host = "127.0.0.1"', 'host = "imap.Bücher.example"')
    .replace("pewterby@sub.example", "Pewterby@кремль.рф")
    .replace("business@lists.example", "business@例え.テスト")
    + '\n[alarm]\nhost = "host@bücher.example"\n'
)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        (GOOD, "imap.host", "127.0.0.1"),
        (GOOD, "imap.port", 1143),
        (GOOD, "imap.tls", "none"),
        (GOOD, "contest.y_pot", 10),
        (GOOD, "game.options", {"event_choice": "orders+ask"}),
        (LEAST, "imap.tls", "implicit"),
        (LEAST, "smtp.tls", "starttls"),
        (LEAST, "contest.axes", ("X", "Y")),
        (LEAST, "contest.y_pot", 0),
        (LEAST, "game.data", "standard"),
        (f"{LEAST}\n[secrets]\n", "game.data", "standard"),
        (LUCK, "luck.beacon_genesis", GENESIS),
        (ABROAD, "imap.host", "imap.xn--bcher-kva.example"),
        (ABROAD, "smtp.host", "imap.xn--bcher-kva.example"),
        (ABROAD, "alarm.host", "host@xn--bcher-kva.example"),
        (spoiled('data = "standard"', 'data = "our-board"'), "game.data", "FOLDER/our-board"),
        (spoiled('data = "standard"', 'data = "/srv/board"'), "game.data", "/srv/board"),
        *(
            (spoiled("sqlite:///rednov.db", url), "bot.database", meant)
            for url, meant in (
                ("sqlite:///rednov.db", "sqlite:///FOLDER/rednov.db"),
                ("sqlite:///games/r.db?timeout=5", "sqlite:///FOLDER/games/r.db?timeout=5"),
                ("sqlite:////var/lib/r.db", "sqlite:////var/lib/r.db"),
                ("sqlite:///file:r.db?uri=true", "sqlite:///file:r.db?uri=true"),
                ("postgresql+psycopg://r@db.example/r", "postgresql+psycopg://r@db.example/r"),
            )
        ),
    ],
)
def test_a_key_is_loaded_as_it_is_meant(tmp_path: Path, text: str, key: str, value: object) -> None:
    if isinstance(value, str):
        value = value.replace("FOLDER", str(tmp_path))
    assert attrgetter(key)(load(written(tmp_path, text), {})) == value


def test_forums_and_people_are_loaded_by_their_names(tmp_path: Path) -> None:
    known = load(written(tmp_path, GOOD), {})
    assert (known.forums["business"], known.people["Tumbledrum"]) == (BUSINESS, TUMBLEDRUM)
    known = load(written(tmp_path, ABROAD), {})
    assert known.people["Pewterby"].addresses == ("Pewterby@xn--e1ajeds9e.xn--p1ai",)
    assert known.forums["business"].address == "business@xn--r8jz45g.xn--zckzah"


@pytest.mark.parametrize(
    ("variable", "text", "key", "value"),
    [
        ("IMAP__PORT", "993", "imap.port", 993),
        ("imap__Port", "993", "imap.port", 993),
        ("IMAP__TLS", "implicit", "imap.tls", "implicit"),
        ("IMAP__PASSWORD", "12345", "imap.password", "12345"),
        ("IMAP__PASSWORD", "true", "imap.password", "true"),
        ("IMAP__PASSWORD_FILE", "secret", "imap.password", "  tief im Kiel, æ "),
        ("CONTEST__Y_POT", "0", "contest.y_pot", 0),
        ("CONTEST__AXES", '["X", "Y", "Z"]', "contest.axes", ("X", "Y", "Z")),
        ("BOT__AUTHSERV_ID", "", "bot.authserv_id", None),
        ("GAME__DATA", "/srv/board", "game.data", "/srv/board"),
        ("LUCK__BEACON_GENESIS", "2023-08-23T15:09:27Z", "luck.beacon_genesis", GENESIS),
        ("CONFIG", "elsewhere", "imap.password", "kept-in-the-bilge"),
        *(
            ("GAME__OPTIONS__CRAZED", text, "game.options", {"event_choice": "orders+ask"} | made)
            for text, made in (
                ("true", {"crazed": True}),
                ("1", {"crazed": 1}),
                ("orders+random", {"crazed": "orders+random"}),
            )
        ),
    ],
)
def test_a_variable_overrides_its_key_and_a_password_the_file_that_holds_one(
    tmp_path: Path, variable: str, text: str, key: str, value: object
) -> None:
    (tmp_path / "secret").write_text("  tief im Kiel, æ \r\n", encoding="utf-8", newline="")
    path = written(tmp_path, GOOD)
    assert attrgetter(key)(load(path, {f"REDNOV_{variable}": text})) == value
    in_a_file = spoiled('password = "kept-in-the-bilge"', 'password_file = "secret"')
    path = written(tmp_path, in_a_file)
    assert imap_password(load(path, {})) == "  tief im Kiel, æ "
    assert imap_password(load(path, {"REDNOV_IMAP__PASSWORD": "from outside"})) == "from outside"


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("IMAP__PORT", "hush", "imap.port (from REDNOV_IMAP__PORT) must be a whole number from 1"),
        ("IMAP__PROT", "993", "imap.prot (from REDNOV_IMAP__PROT) is not known; did you mean port"),
        ("WEATHER__WIND", "4", "weather is not known"),
        ("IMAP__PASSWORD", "hush \udcff", "REDNOV_IMAP__PASSWORD is not UTF-8"),
        ("IMAP__", "4", 'imap."" (from REDNOV_IMAP__) is not known'),
        ("FORUMS__OTHER__ADDRESS", "other@lists.example", "forums.other.public is missing"),
        ("FORUMS__BUSINESS__PUBLIC", "yes", "must be true or false, not a text"),
        ("CONTEST__AXES", "X, Y", "contest.axes (from REDNOV_CONTEST__AXES) must be a list"),
        ("PEOPLE__PEWTERBY__CONTESTANT", "true", "sets nothing; [people] is taken from the file"),
        ("IMAP_PORT", "993", "REDNOV_IMAP_PORT sets nothing; write REDNOV_IMAP__PORT"),
        ("SMTP__port", "994", "smtp.port is set by both REDNOV_SMTP__PORT and REDNOV_SMTP__port"),
        ("SMTP__PASSWORD_FILE", "smtp", "smtp.password and smtp.password_file are both given"),
    ],
)
def test_a_wrong_variable_is_refused_by_its_name(
    tmp_path: Path, variable: str, text: str, sentence: str
) -> None:
    environ = {f"REDNOV_{variable}": text}
    if variable.startswith("SMTP"):
        environ |= {"REDNOV_SMTP__PORT": "993", "REDNOV_SMTP__PASSWORD": "hush-hush"}
    if variable == "SMTP__port":
        del environ["REDNOV_SMTP__PASSWORD"]
    with pytest.raises(SettingsError) as refused:
        load(written(tmp_path, GOOD), environ)
    assert sentence in str(refused.value)
    assert "hush" not in str(refused.value)


def test_the_assistants_key_comes_from_its_file_or_the_environment(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sesame\n", encoding="utf-8")
    lines = '[reading]\nassistant = "http://[::1]:8080/v1/"\nmodel = "m"\nkey_file = "key"\n'
    path = written(tmp_path, f"{GOOD}\n{lines}")
    reading = load(path, {}).reading
    assert (reading.key, reading.model, reading.seconds) == ("sesame", "m", 20)
    assert "sesame" not in repr(reading)
    assert load(path, {"REDNOV_READING__KEY": "another"}).reading.key == "another"


def test_no_picture_of_the_settings_shows_a_secret(tmp_path: Path) -> None:
    text = spoiled("sqlite:///rednov.db", "postgresql+psycopg://rednov:hush@db.example/rednov")
    known = load(written(tmp_path, text), {})
    for picture in (repr(known), str(known), pretty_repr(known)):
        assert "127.0.0.1" in picture
        assert not [secret for secret in ("bilge", "hush") if secret in picture]
