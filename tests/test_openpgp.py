"""OpenPGP keys of gnomes: which can be encrypted to, until when, and what is said of the others."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from rednov_bot.core import openpgp
from rednov_bot.core.errors import CannotEncrypt
from tests.rigs.gnupg import Gnupg

NOW = datetime.now(UTC)  # the library knows no other
LONG_AGO = "20200101T000000"
TEXT = "Ann holds a lucky charm; ünd so on.\r\n".encode()


@pytest.mark.parametrize(
    ("algorithm", "part"),
    [("ed25519", "cv25519"), ("rsa2048", "rsa2048"), ("nistp256", "nistp256")],
)
def test_what_is_encrypted_to_a_key_is_read_by_its_owner(
    gnupg: Gnupg, algorithm: str, part: str
) -> None:
    key = openpgp.read(gnupg.key("Ann", algorithm, subkey=(part, "never")))
    octets = openpgp.encrypted(TEXT, key, NOW)
    assert octets.startswith(b"-----BEGIN PGP MESSAGE-----\n")
    assert gnupg.opened(octets) == TEXT


def test_a_key_may_come_without_armour(gnupg: Gnupg) -> None:
    armoured = gnupg.key("Ann")
    binary = gnupg.run("--dearmor", given=armoured)
    assert openpgp.read(binary) == openpgp.read(armoured)


def test_no_two_of_the_same_text_are_alike(gnupg: Gnupg) -> None:
    key = openpgp.read(gnupg.key("Ann"))
    assert openpgp.encrypted(TEXT, key, NOW) != openpgp.encrypted(TEXT, key, NOW)


def refused(octets: bytes) -> str:
    with pytest.raises(CannotEncrypt) as caught:
        openpgp.read(octets)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_no_key_is_refused(gnupg: Gnupg) -> None:
    one, other = gnupg.key("Ann"), gnupg.key("Bob")
    for octets in (b"", b"Dear gnomes,\n", one[:300], one + other, b"\x99\x01\x02"):
        assert "holds no OpenPGP key, or more than one; put one there" in refused(octets)


def test_a_secret_key_is_refused(gnupg: Gnupg) -> None:
    secret = gnupg.secret(gnupg.key("Ann"))
    assert "holds a secret key; keep that from other eyes" in refused(secret)


def test_a_revoked_key_is_refused(gnupg: Gnupg) -> None:
    public = gnupg.key("Ann")
    openpgp.read(public)
    assert "was revoked; ask its owner for another" in refused(gnupg.revoked(public))


def test_a_key_that_only_signs_is_refused(gnupg: Gnupg) -> None:
    public = gnupg.key("Ann", use="sign", subkey=None)
    assert "cannot be encrypted to, for it has no part for that" in refused(public)


def test_a_key_that_has_expired_is_encrypted_to_no_more(gnupg: Gnupg) -> None:
    key = openpgp.read(gnupg.key("Ann", made=LONG_AGO, lasts="30d"))
    with pytest.raises(CannotEncrypt, match="expired on 2020-01-31; ask its owner for another"):
        openpgp.encrypted(TEXT, key, NOW)


def test_nor_is_one_whose_part_for_encryption_has_expired(gnupg: Gnupg) -> None:
    key = openpgp.read(gnupg.key("Ann", made=LONG_AGO, subkey=("cv25519", "30d")))
    with pytest.raises(CannotEncrypt, match="expired on 2020-01-31"):
        openpgp.encrypted(TEXT, key, NOW)


def test_a_newer_part_takes_the_place_of_one_that_has_expired(gnupg: Gnupg) -> None:
    public = gnupg.key("Ann", made=LONG_AGO, subkey=("cv25519", "30d"))
    address = gnupg.run("--with-colons", "--show-keys", given=public).split(b"<")[1].split(b">")[0]
    fingerprint = gnupg.fingerprint(address.decode())
    gnupg.run("--quick-add-key", fingerprint, "cv25519", "encr", "never")
    key = openpgp.read(gnupg.exported(fingerprint))
    assert gnupg.opened(openpgp.encrypted(TEXT, key, NOW)) == TEXT


def test_a_key_is_good_until_it_expires(gnupg: Gnupg) -> None:
    for key in (gnupg.key("Ann", lasts="10d"), gnupg.key("Ann", subkey=("cv25519", "10d"))):
        known = openpgp.read(key)
        openpgp.encrypted(TEXT, known, NOW + timedelta(days=9))
        with pytest.raises(CannotEncrypt, match="expired on"):
            openpgp.encrypted(TEXT, known, NOW + timedelta(days=11))


def test_no_library_for_openpgp_is_loaded_where_nobody_has_a_key() -> None:
    look = (
        "import sys\n"
        "from rednov_bot import bootstrap, service\n"
        "from rednov_bot.core import openpgp, settings\n"
        "sys.exit('pysequoia' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", look]).returncode == 0
