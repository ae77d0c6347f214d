"""A real Dovecot on loopback: IMAP with and without TLS, LMTP, any user, one password."""

from __future__ import annotations

import grp
import os
import re
import shutil
import smtplib
import ssl
import subprocess
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from tests.rigs.processes import (
    Daemon,
    free_port,
    greets,
    self_signed,
    short_directory,
    user_with_mail,
)
from tests.rigs.programs import program


class Dovecot(ExitStack):
    """Every login name has a mailbox; the password is always `secret`."""

    password = "secret"

    def __init__(self) -> None:
        super().__init__()
        binary = program("dovecot")
        program("imap")
        program("lmtp")
        self.directory = short_directory("rn-dovecot")
        self.callback(shutil.rmtree, self.directory, ignore_errors=True)
        self.host = "127.0.0.1"
        self.imap_port, self.imaps_port, self.lmtp_port = (free_port() for _ in range(3))
        owner = self._owner = user_with_mail()
        for name in ("run", "state", "mail"):
            (self.directory / name).mkdir()
        os.chown(self.directory / "mail", owner.pw_uid, owner.pw_gid)
        self._numbers = count(1)
        self.certificate, key = self_signed(self.directory)
        version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True)
        facts = {
            "D": str(self.directory),
            "USER": owner.pw_name,
            "GROUP": grp.getgrgid(owner.pw_gid).gr_name,
            "UID": str(owner.pw_uid),
            "GID": str(owner.pw_gid),
            "IMAP": str(self.imap_port),
            "IMAPS": str(self.imaps_port),
            "LMTP": str(self.lmtp_port),
            "CERT": str(self.certificate),
            "KEY": str(key),
        }
        text = _CONFIG_24 if version.stdout.startswith("2.4") else _CONFIG_23
        if os.getuid() != 0:
            text += _ROOTLESS
        config = self.directory / "dovecot.conf"
        config.write_text(re.sub(r"\$([A-Z0-9]+)", lambda found: facts[found[1]], text))
        daemon = Daemon([binary, "-F", "-c", str(config)], self.directory)
        self.callback(daemon.stop)
        daemon.wait_until(
            lambda: greets(self.imap_port, b"* OK") and greets(self.lmtp_port, b"220")
        )

    def trust(self) -> ssl.SSLContext:
        """What a client needs to believe this server's certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def maildir(self, user: str) -> Path:
        """Where a user's mail lies on the disk."""
        return self.directory / "mail" / user

    def fill(self, user: str, *mails: bytes) -> None:
        """Many mails appear at once, as if somebody had copied them into the maildir."""
        box = self.maildir(user)
        for path in (box, box / "cur", box / "new", box / "tmp"):
            path.mkdir(exist_ok=True)
            os.chown(path, self._owner.pw_uid, self._owner.pw_gid)
        for octets in mails:
            path = box / "new" / f"1700000000.M{next(self._numbers):06d}.rig"
            path.write_bytes(octets)
            os.chown(path, self._owner.pw_uid, self._owner.pw_gid)

    def renumber(self, user: str) -> None:
        """A mailbox loses its index, and with it the numbers of its mails."""
        for path in self.maildir(user).glob("dovecot*"):
            if "uidvalidity" not in path.name:
                path.unlink()

    def deliver(self, address: str, *mails: bytes) -> None:
        """Mails are delivered by LMTP, as a mail server would."""
        with smtplib.LMTP(self.host, self.lmtp_port) as client:
            for octets in mails:
                client.sendmail("sender@sub.example", [address], octets)


_SERVICES = """
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = $IMAP
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = $IMAPS
    ssl = yes
  }
  service_count = 0
  process_min_avail = 1
}
service imap {
  process_min_avail = 1
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $LMTP
  }
}
"""

_CONFIG_23 = (
    """
base_dir = $D/run
state_dir = $D/state
instance_name = rednov-test
log_path = $D/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$CERT
ssl_key = <$KEY
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:$D/mail/%n
mail_uid = $USER
mail_gid = $GROUP
first_valid_uid = $UID
first_valid_gid = $GID
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=$USER gid=$GROUP home=$D/mail/%n allow_all_users=yes
}
protocol lmtp {
  auth_username_format = %n
}
"""
    + _SERVICES
)

# Written from Dovecot's description of the changes in 2.4; not tested against a 2.4 server.
_CONFIG_24 = (
    """
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
base_dir = $D/run
state_dir = $D/state
instance_name = rednov-test
log_path = $D/dovecot.log
protocols {
  imap = yes
  lmtp = yes
}
listen = 127.0.0.1
ssl = yes
ssl_server_cert_file = $CERT
ssl_server_key_file = $KEY
auth_allow_cleartext = yes
auth_mechanisms {
  plain = yes
  login = yes
}
auth_failure_delay = 0
mail_driver = maildir
mail_path = $D/mail/%{user | username}
mail_home = $D/mail/%{user | username}
mail_uid = $USER
mail_gid = $GROUP
first_valid_uid = $UID
first_valid_gid = $GID
passdb static {
  password = secret
}
userdb static {
  fields {
    uid = $USER
    gid = $GROUP
    home = $D/mail/%{user | username}
  }
  static_allow_all_users = yes
}
protocol lmtp {
  auth_username_format = %{user | username | lower}
}
"""
    + _SERVICES
)

_ROOTLESS = """
default_internal_user = $USER
default_internal_group = $GROUP
default_login_user = $USER
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
service stats {
  chroot =
}
"""
