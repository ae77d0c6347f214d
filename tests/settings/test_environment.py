"""The environment overrides the file, key by key."""

from __future__ import annotations

from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path

import pytest

from rednov_bot.core.errors import SettingsError
from rednov_bot.core.settings import imap_password, load
from tests.settings.samples import GOOD, spoiled, written


@pytest.mark.parametrize(
    ("variable", "text", "key", "value"),
    [
        ("REDNOV_IMAP__PORT", "993", "imap.port", 993),
        ("REDNOV_imap__Port", "993", "imap.port", 993),
        ("REDNOV_IMAP__TLS", "implicit", "imap.tls", "implicit"),
        ("REDNOV_IMAP__PASSWORD", "12345", "imap.password", "12345"),
        ("REDNOV_IMAP__PASSWORD", "true", "imap.password", "true"),
        ("REDNOV_CONTEST__Y_POT", "0", "contest.y_pot", 0),
        ("REDNOV_CONTEST__AXES", '["X", "Y", "Z"]', "contest.axes", ("X", "Y", "Z")),
        ("REDNOV_BOT__AUTHSERV_ID", "", "bot.authserv_id", None),
        ("REDNOV_GAME__DATA", "/srv/board", "game.data", "/srv/board"),
        (
            "REDNOV_LUCK__BEACON_GENESIS",
            "2023-08-23T15:09:27Z",
            "luck.beacon_genesis",
            datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC),
        ),
    ],
)
def test_a_variable_overrides_its_key(
    tmp_path: Path, variable: str, text: str, key: str, value: object
) -> None:
    settings = load(written(tmp_path, GOOD), {variable: text})
    assert attrgetter(key)(settings) == value


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("1", 1), ("orders+random", "orders+random"), ("on", "on")]
)
def test_an_option_is_read_as_in_the_file_where_it_can_be(
    tmp_path: Path, text: str, value: object
) -> None:
    settings = load(written(tmp_path, GOOD), {"REDNOV_GAME__OPTIONS__CRAZED": text})
    assert settings.game.options == {"event_choice": "orders+ask", "crazed": value}


def test_a_password_from_the_environment_replaces_the_file_of_the_settings(tmp_path: Path) -> None:
    text = spoiled('password = "kept-in-the-bilge"', 'password_file = "nowhere"')
    settings = load(written(tmp_path, text), {"REDNOV_IMAP__PASSWORD": "from outside"})
    assert imap_password(settings) == "from outside"


def test_a_password_file_from_the_environment_replaces_the_password(tmp_path: Path) -> None:
    (tmp_path / "imap").write_text("from a file\n", encoding="utf-8")
    settings = load(written(tmp_path, GOOD), {"REDNOV_IMAP__PASSWORD_FILE": "imap"})
    assert imap_password(settings) == "from a file"


@pytest.mark.parametrize("variable", ["PATH", "REDNOV", "REDNOV_CONFIG", "IMAP__PORT", "rednov_x"])
def test_a_variable_for_something_else_is_left_alone(tmp_path: Path, variable: str) -> None:
    path = written(tmp_path, GOOD)
    assert load(path, {variable: "elsewhere"}) == load(path, {})


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        (
            "IMAP__PORT",
            "hush",
            "imap.port (from REDNOV_IMAP__PORT) must be a whole number from 1 to",
        ),
        (
            "IMAP__PROT",
            "993",
            "imap.prot (from REDNOV_IMAP__PROT) is not known; did you mean port?",
        ),
        ("WEATHER__WIND", "4", "weather is not known"),
        ("IMAP__PASSWORD", "hush \udcff", "REDNOV_IMAP__PASSWORD is not UTF-8"),
        ("IMAP__", "4", 'imap."" (from REDNOV_IMAP__) is not known'),
        ("FORUMS__OTHER__ADDRESS", "other@lists.example", "forums.other.public is missing"),
        ("FORUMS__BUSINESS__PUBLIC", "yes", "must be true or false, not a text"),
        ("CONTEST__AXES", "X, Y", "contest.axes (from REDNOV_CONTEST__AXES) must be a list"),
        ("PEOPLE__PEWTERBY__CONTESTANT", "true", "sets nothing; [people] is taken from the file"),
        ("IMAP_PORT", "993", "REDNOV_IMAP_PORT sets nothing; write REDNOV_IMAP__PORT"),
        ("IMAP__port", "994", "imap.port is set by both REDNOV_IMAP__PORT and REDNOV_IMAP__port"),
        ("IMAP__PASSWORD_FILE", "imap", "imap.password and imap.password_file are both given"),
    ],
)
def test_a_wrong_variable_is_refused_by_its_name(
    tmp_path: Path, variable: str, text: str, sentence: str
) -> None:
    environ = {f"REDNOV_{variable}": text}
    if variable == "IMAP__port":
        environ["REDNOV_IMAP__PORT"] = "993"
    if variable == "IMAP__PASSWORD_FILE":
        environ["REDNOV_IMAP__PASSWORD"] = "hush-hush"
    with pytest.raises(SettingsError) as refused:
        load(written(tmp_path, GOOD), environ)
    assert sentence in str(refused.value)
    assert "hush" not in str(refused.value)
