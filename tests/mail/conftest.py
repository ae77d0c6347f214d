from __future__ import annotations

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.settings import Settings


@pytest.fixture(scope="session")
def roster() -> Roster:
    """Two gnomes, one of them the contestmaster; a public list and one that is not."""
    site = "agoranomic.example"
    settings = {
        "bot": {"address": "Rednov@bots.example"},
        "imap": {"host": "127.0.0.1", "port": 1143, "user": "rednov"},
        "smtp": {"host": "127.0.0.1", "port": 1025},
        "contest": {"contestmaster": "Pewterby"},
        "forums": {
            "business": {
                "address": f"agora-business@{site}",
                "list_id": f"agora-business.{site}",
                "public": True,
                "post": True,
            },
            "discussion": {
                "address": f"agora-discussion@{site}",
                "list_id": f"agora-discussion.{site}",
                "public": False,
            },
        },
        "people": {
            "Pewterby": {"addresses": ["pewterby@sub.example"]},
            "Tumbledrum": {
                "addresses": ["tdrum@post.example", "Tumble@Drum.example"],
                "past_addresses": ["Tdrum@Old.example"],
            },
        },
    }
    return Roster.of(msgspec.convert(settings, Settings))
