"""A certificate that cannot be believed: the bot says so, and what to do, and sends nothing."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from rednov_bot.core.errors import MailboxUnreachable, SmtpUnreachable
from rednov_bot.core.settings import ImapSettings, SmtpSettings
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from tests.transport.scripted import (
    IMAP_ANSWERS,
    IMAP_GREETING,
    SMTP_ANSWERS,
    SMTP_GREETING,
    ScriptedServer,
)


def certificate(folder: Path, *, until: timedelta, name: str = "localhost") -> Path:
    """A certificate of our own for this name, with its key, that ends so long from now."""
    key = ec.generate_private_key(ec.SECP256R1())
    whose = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(whose)
        .issuer_name(whose)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=30))
        .not_valid_after(now + until)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "cert.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return path


def shown(path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


@pytest.mark.parametrize(
    ("until", "name", "why"),
    [
        (timedelta(days=-1), "localhost", "certificate has expired"),
        (timedelta(days=9), "mail.elsewhere.test", "certificate is not valid for 'localhost'"),
    ],
    ids=["expired", "of another server"],
)
@pytest.mark.parametrize("side", ["imap", "smtp"])
def test_it_is_refused_and_what_to_do_is_told(
    tmp_path: Path, until: timedelta, name: str, why: str, side: str
) -> None:
    path = certificate(tmp_path, until=until, name=name)
    trusted = ssl.create_default_context(cafile=str(path))
    greeting, answers = (
        (IMAP_GREETING, IMAP_ANSWERS) if side == "imap" else (SMTP_GREETING, SMTP_ANSWERS)
    )
    with ScriptedServer(greeting, answers, tls=shown(path)) as server:
        error: MailboxUnreachable | SmtpUnreachable
        if side == "imap":
            box = ImapSettings(host="localhost", port=server.port, user="bot", tls="implicit")
            with pytest.raises(MailboxUnreachable) as refused:
                Mailbox(box, "hunter2", connect_seconds=5, tls_context=trusted)
            error = refused.value
        else:
            out = SmtpSettings(host="localhost", port=server.port, tls="implicit")
            with SmtpClient(out, tls_context=trusted) as client:
                with pytest.raises(SmtpUnreachable) as closed:
                    client.knock("bot@game.test")
                error = closed.value
        assert server.heard == []
    assert why in str(error)
    assert "SSL_CERT_FILE" in error.remedy
