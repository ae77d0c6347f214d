"""Embedded IMAP and SMTP servers with a mailing list, for the demo and the tests."""

from rednov_bot.harbour.harbour import Harbour
from rednov_bot.harbour.lists import MailingList
from rednov_bot.harbour.smtp import Delivery

__all__ = ["Delivery", "Harbour", "MailingList"]
