"""Embedded IMAP and SMTP servers with a mailing list, for the demo and the tests."""

from rednov_bot.testing.mailserver.lists import MailingList
from rednov_bot.testing.mailserver.server import MailServer
from rednov_bot.testing.mailserver.smtp import Delivery

__all__ = ["Delivery", "MailServer", "MailingList"]
