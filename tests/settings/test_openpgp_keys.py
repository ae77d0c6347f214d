"""A person's OpenPGP key stands in a file of its own, and is read and checked with the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core import openpgp
from rednov_bot.core.errors import SettingsError
from rednov_bot.core.settings import load
from tests.rigs.gnupg import Gnupg
from tests.settings.samples import spoiled, written


def test_a_key_is_read_with_the_settings_or_refused_by_its_name(
    tmp_path: Path, gnupg: Gnupg
) -> None:
    text = spoiled("contestant = true", 'contestant = true\nopenpgp_key = "keys/tdrum.asc"')
    settings, path = written(tmp_path, text), tmp_path / "keys" / "tdrum.asc"
    with pytest.raises(SettingsError, match="there is no such file"):
        load(settings, {})
    path.parent.mkdir()
    key = gnupg.key("Tumbledrum")
    path.write_bytes(key)
    assert load(settings, {}).people["Tumbledrum"].openpgp_key == openpgp.read(key)
    assert load(settings, {}).people["Pewterby"].openpgp_key is None
    # Whether a key has expired is asked when something is encrypted.
    path.write_bytes(gnupg.key("Tumbledrum", made="20200101T000000", lasts="30d"))
    assert load(settings, {}).people["Tumbledrum"].openpgp_key is not None
    lines = key.splitlines(keepends=True)
    for octets, told in (
        (gnupg.secret(key), "holds a secret key"),
        (gnupg.revoked(key), "was revoked"),
        (gnupg.key("Tumbledrum", use="sign", subkey=None), "cannot be encrypted to"),
        (b"Dear host, here is my key:\n", "holds no OpenPGP key, or more than one; put one there"),
        *((one, "") for one in (key[: len(key) // 2], b"".join(lines[:4] + lines[6:]))),
        *((one, "") for one in (b"\xff" * 400, b"")),
    ):
        path.write_bytes(octets)
        with pytest.raises(SettingsError) as refused:
            load(settings, {})
        words = str(refused.value)
        assert "people.Tumbledrum.openpgp_key: " in words
        assert str(path) in words
        assert told in words
        assert "Dear host" not in words
        assert len(words.splitlines()) == 1
