"""A person's OpenPGP key stands in a file of its own, and is read and checked with the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core import openpgp
from rednov_bot.core.errors import SettingsError
from rednov_bot.core.settings import load
from tests.rigs.gnupg import Gnupg
from tests.settings.samples import spoiled, written


def with_key(folder: Path, octets: bytes | None) -> Path:
    """Settings that name Tumbledrum's key, which lies in a folder beside them."""
    if octets is not None:
        (folder / "keys").mkdir()
        (folder / "keys" / "tdrum.asc").write_bytes(octets)
    text = spoiled("contestant = true", 'contestant = true\nopenpgp_key = "keys/tdrum.asc"')
    return written(folder, text)


def test_a_key_is_read_with_the_settings(tmp_path: Path, gnupg: Gnupg) -> None:
    public = gnupg.key("Tumbledrum")
    people = load(with_key(tmp_path, public), {}).people
    assert people["Tumbledrum"].openpgp_key == openpgp.read(public)
    assert people["Pewterby"].openpgp_key is None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (None, "there is no such file"),
        (b"Dear host, here is my key:\n", "holds no OpenPGP key, or more than one; put one there"),
    ],
    ids=["missing", "none"],
)
def test_a_wrong_file_is_refused(tmp_path: Path, wrong: bytes | None, told: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load(with_key(tmp_path, wrong), {})
    assert str(tmp_path / "keys" / "tdrum.asc") in str(refused.value)
    assert told in str(refused.value)
    assert "Dear host" not in str(refused.value)


def test_a_secret_or_revoked_key_is_refused_by_its_name(tmp_path: Path, gnupg: Gnupg) -> None:
    public = gnupg.key("Tumbledrum")
    for octets, told in (
        (gnupg.secret(public), "holds a secret key"),
        (gnupg.revoked(public), "was revoked"),
        (gnupg.key("Tumbledrum", use="sign", subkey=None), "cannot be encrypted to"),
    ):
        folder = tmp_path / told.replace(" ", "-")
        folder.mkdir()
        with pytest.raises(SettingsError) as refused:
            load(with_key(folder, octets), {})
        assert "people.Tumbledrum.openpgp_key: " in str(refused.value)
        assert told in str(refused.value)


@pytest.mark.parametrize("name", ["Pewterby", "Tumbledrum"])
def test_a_spoilt_key_is_refused_in_one_sentence_and_an_expired_one_is_not(
    tmp_path: Path, gnupg: Gnupg, name: str
) -> None:
    """Whether a key has expired is asked when something is encrypted."""
    key, path = gnupg.key(name), tmp_path / "key.asc"
    addresses = {"Pewterby": '["pewterby@sub.example"]', "Tumbledrum": '"tumbledrum@work.example"]'}
    settings = written(
        tmp_path, spoiled(addresses[name], f'{addresses[name]}\nopenpgp_key = "key.asc"')
    )
    lines = key.splitlines(keepends=True)
    for octets in (key[: len(key) // 2], b"".join([*lines[:4], *lines[6:]]), b"\xff" * 400, b""):
        path.write_bytes(octets)
        with pytest.raises(SettingsError, match=f"people.{name}.openpgp_key: ") as refused:
            load(settings, {})
        assert str(path) in str(refused.value)
        assert len(str(refused.value).splitlines()) == 1
    path.write_bytes(gnupg.key(name, made="20200101T000000", lasts="30d"))
    assert load(settings, {}).people[name].openpgp_key is not None
