"""What comes from a past address is still its owner's; nothing is ever sent there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as with_changes

from rednov_bot.core.mail.roster import Roster
from tests.builders import Table, address_of, list_mail, private_mail
from tests.desk.play import NO_TURN, begun, kinds, position

PAST = "ann@old.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann has moved from one address to another."""
    table = begun(tmp_path)
    known = table.desk.settings
    ann = with_changes(known.people["Ann"], past_addresses=(PAST,))
    known = with_changes(known, people={**known.people, "Ann": ann})
    table.desk = replace(table.desk, settings=known, roster=Roster.of(known))
    return table


def from_the_past(mail: bytes) -> bytes:
    return mail.replace(address_of("Ann").encode(), PAST.encode())


def test_a_turn_from_a_past_address_is_taken_and_the_receipt_goes_to_the_present_one(
    table: Table,
) -> None:
    told = table.receive(from_the_past(list_mail("Ann", NO_TURN)))
    assert position(table).turns == 1
    assert kinds(told) == ["receipt", "draft"]
    assert told[0].posting.to == address_of("Ann")


def test_a_rehearsal_from_a_past_address_is_answered_to_the_present_one_alone(
    table: Table,
) -> None:
    (told,) = table.receive(from_the_past(private_mail("Ann", NO_TURN)))
    assert told.posting.to == address_of("Ann")
    assert PAST.encode() not in told.posting.octets
