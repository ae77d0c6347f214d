"""The key that seals what is hidden on file stands in a file of its own or in the environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.pretty import pretty_repr

from rednov_bot import keys
from rednov_bot.errors import SettingsError
from rednov_bot.settings import load, sealing_key
from tests.settings.samples import GOOD, written

KEY = keys.Key(bytes(range(16)))
SECRET = KEY.written().rpartition(".")[2]


def test_without_a_key_nothing_is_sealed(tmp_path: Path) -> None:
    assert sealing_key(load(written(tmp_path, GOOD), {})) is None


@pytest.mark.parametrize(
    "contents", ["{}", "{}\n", "# the key\n\n  {}\r\n", "\n{}"], ids=["bare", "LF", "CRLF", "blank"]
)
def test_a_key_may_stand_in_a_file_of_its_own(tmp_path: Path, contents: str) -> None:
    (tmp_path / "key").write_text(contents.format(KEY.written()), encoding="utf-8")
    path = written(tmp_path, GOOD + '\n[secrets]\nkey_file = "key"\n')
    assert sealing_key(load(path, {})) == KEY


def test_a_key_from_the_environment_replaces_the_file_of_the_settings(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD + '\n[secrets]\nkey_file = "nowhere"\n')
    environ = {"REDNOV_SECRETS__KEY": KEY.written().lower()}
    assert sealing_key(load(path, environ)) == KEY


@pytest.mark.parametrize(
    ("secrets", "told"),
    [
        ('key_file = "nowhere"', "nowhere: there is no such file"),
        ('key_file = "wrong"', "secrets.key_file: {folder}/wrong holds no key of rednov's"),
        ('key = "open sesame"', "secrets.key holds no key of rednov's, which is one line"),
        (f'key = "{KEY.written()[:-1]}"', f"do not agree with its name {KEY.name}"),
        (f'key = "{KEY.written()}A"', "holds a mistyped key"),
        (f'key = "{KEY.written()[:-2]}7Q"', "holds a mistyped key"),
        (f'key = "{KEY.written()}"\nkey_file = "wrong"', "are both given; keep one of them"),
        ("key = 7", "secrets.key must be a text, not a whole number"),
        ('key_fiel = "wrong"', "secrets.key_fiel is not known; did you mean key_file?"),
    ],
)
def test_a_wrong_key_is_refused_in_a_sentence_that_does_not_tell_it(
    tmp_path: Path, secrets: str, told: str
) -> None:
    (tmp_path / "wrong").write_text("open sesame\n", encoding="utf-8")
    path = written(tmp_path, f"{GOOD}\n[secrets]\n{secrets}\n")
    with pytest.raises(SettingsError) as refused:
        load(path, {})
    assert told.format(folder=tmp_path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert SECRET[:10] not in str(refused.value)
    assert "sesame" not in str(refused.value)


@pytest.mark.parametrize("picture", [repr, str, pretty_repr], ids=["repr", "str", "rich"])
def test_no_picture_of_the_settings_shows_the_key(tmp_path: Path, picture: type[str]) -> None:
    path = written(tmp_path, f'{GOOD}\n[secrets]\nkey = "{KEY.written()}"\n')
    settings = load(path, {})
    assert SECRET not in picture(settings)
    assert SECRET not in picture(sealing_key(settings))


def test_no_two_new_keys_are_the_same() -> None:
    one, other = keys.new(), keys.new()
    assert one != other
    assert one.name != other.name
    assert keys.read(one.written()) == one
