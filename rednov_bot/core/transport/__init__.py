"""IMAP and SMTP: mail comes in by the one and goes out by the other."""

from __future__ import annotations

import ssl
from typing import Final

CERTIFICATE: Final = (
    "Ask the host to see to the mail server's certificate: have it renewed if it has expired, and "
    "if it is signed by a CA of their own, name that CA's file in SSL_CERT_FILE. Certificates are "
    "checked, for without that anybody could read along."
)
ENCRYPTION: Final = (
    "Ask the host to see whether host, port and tls of that server belong together in rednov.toml: "
    'tls = "implicit" is for ports 993 and 465 as a rule, "starttls" for 143 and 587.'
)


def remedy(error: Exception) -> str:
    """What a person must do about a failed connection; empty where it only has to be repeated."""
    cause = error.__cause__ or error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return CERTIFICATE
    speaks_plainly = isinstance(cause, ssl.SSLError) and cause.reason == "WRONG_VERSION_NUMBER"
    return ENCRYPTION if speaks_plainly or "STARTTLS" in str(error).upper() else ""
