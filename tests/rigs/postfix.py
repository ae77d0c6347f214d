"""A real Postfix on loopback that hands everything it takes to an LMTP server.  Needs root."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import ssl
import time
from contextlib import ExitStack
from pathlib import Path

from tests.rigs.processes import (
    Daemon,
    free_port,
    greets,
    self_signed,
    short_directory,
)
from tests.rigs.programs import Missing, RigError, program

_TRIALS = 3
"""Starts, each at a port of its own: Postfix ends without a word where its port is taken."""

_QUEUES = [
    *("active", "bounce", "corrupt", "defer", "deferred", "flush"),
    *("hold", "incoming", "private", "saved", "trace"),
]


class Postfix(ExitStack):
    """Takes mail for *domains*; anybody on this machine may send.

    There is no `nobody@` (550), and `later@` is told to come back (451).  With *lists*, the folder
    where Mailman writes which lists it has, their mail goes to Mailman.
    """

    domains = ("game.test", "player.test")

    def __init__(self, lmtp_port: int, smtp_port: int = 0, *, lists: Path | None = None) -> None:
        if os.getuid() != 0:
            raise Missing("postfix: it starts as root only")
        super().__init__()
        master = program("master")
        self.directory = short_directory("rn-postfix")
        self.callback(shutil.rmtree, self.directory, ignore_errors=True)
        self.host = "127.0.0.1"
        self.certificate, key = self_signed(self.directory)
        config = self.directory / "etc"
        config.mkdir()
        _make_queue(self.directory)
        settings = {
            "queue_directory": f"{self.directory}/spool",
            "data_directory": f"{self.directory}/data",
            "command_directory": "/usr/sbin",
            "daemon_directory": str(Path(master).parent),
            "mail_owner": "postfix",
            "setgid_group": "postdrop",
        }
        main = "".join(f"{name} = {value}\n" for name, value in settings.items()) + _MAIN.format(
            directory=self.directory,
            domains=" ".join(self.domains),
            lmtp_port=lmtp_port,
            certificate=self.certificate,
            key=key,
        )
        if lists is not None:
            main += _LISTS.format(lists=lists)
        (config / "recipients").write_text("!/^nobody@/ anybody else\n")
        (config / "patience").write_text("/^later@/ 451 4.7.1 come back later\n")
        _write(config / "main.cf", main)
        for trial in range(1, _TRIALS + 1):
            self.smtp_port = smtp_port or free_port()
            _write(config / "master.cf", _MASTER.format(port=self.smtp_port))
            daemon = Daemon(
                [master, "-d", "-c", str(config)],
                self.directory,
                cwd=self.directory / "spool",
                environment=settings
                | {"MAIL_CONFIG": str(config), "config_directory": str(config)},
            )
            try:
                daemon.wait_until(lambda: greets(self.smtp_port, b"220"))
            except RigError:
                if trial == _TRIALS:
                    raise
            else:
                self.callback(daemon.stop)
                break

    def trust(self) -> ssl.SSLContext:
        """What a client needs to believe this server's certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    # Postfix waits two seconds for a file that looks as if it were still being written.
    os.utime(path, (time.time() - 60,) * 2)


def _make_queue(directory: Path) -> None:
    owner = pwd.getpwnam("postfix")
    postdrop = grp.getgrnam("postdrop").gr_gid
    spool = directory / "spool"
    for path in (spool, spool / "pid"):
        path.mkdir()
    for name in _QUEUES:
        path = spool / name
        path.mkdir(0o700)
        os.chown(path, owner.pw_uid, 0)
    for name, mode in (("maildrop", 0o730), ("public", 0o710)):
        path = spool / name
        path.mkdir()
        os.chown(path, owner.pw_uid, postdrop)
        path.chmod(mode)
    data = directory / "data"
    data.mkdir()
    os.chown(data, owner.pw_uid, owner.pw_gid)


_MAIN = """\
compatibility_level = 3.6
shlib_directory = /usr/lib/postfix
meta_directory = /etc/postfix
maillog_file_prefixes = {directory}
maillog_file = {directory}/mail.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.game.test
myorigin = game.test
mydestination =
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_recipient_restrictions = reject_unlisted_recipient
    check_recipient_access regexp:{directory}/etc/patience
    permit
disable_dns_lookups = yes
smtp_dns_support_level = disabled
local_recipient_maps =
alias_maps =
alias_database =
biff = no
smtpd_peername_lookup = no
smtpd_tls_security_level = may
smtpd_tls_cert_file = {certificate}
smtpd_tls_key_file = {key}
virtual_mailbox_domains = {domains}
virtual_mailbox_maps = regexp:{directory}/etc/recipients
virtual_transport = lmtp:inet:127.0.0.1:{lmtp_port}
"""

# As Mailman's own documentation has it.
_LISTS = """\
recipient_delimiter = +
unknown_local_recipient_reject_code = 550
owner_request_special = no
transport_maps = regexp:{lists}/postfix_lmtp
local_recipient_maps = regexp:{lists}/postfix_lmtp
relay_domains = regexp:{lists}/postfix_domains
"""

_MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
postlog   unix-dgram n - n - 1 postlogd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp      unix - - n - - smtp
relay     unix - - n - - smtp
lmtp      unix - - n - - lmtp
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
local     unix - n n - - local
virtual   unix - n n - - virtual
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
"""
