"""Players join and leave the contest."""

from __future__ import annotations

import pytest

from rednov_bot.papers import PaperId
from rednov_bot.store.ledger import Ledger
from tests.store.samples import NOON


def test_contestants_stand_in_the_order_of_joining(ledger: Ledger, mail: PaperId) -> None:
    with ledger.transaction() as records:
        assert records.contestants() == ()
        for name in ("Cat", "Ann", "Bob"):
            records.joined(name, NOON, None)
        records.joined("Cat", NOON, mail)
        assert records.contestants() == ("Cat", "Ann", "Bob")


def test_who_left_is_no_contestant_and_comes_back_last(ledger: Ledger) -> None:
    with ledger.transaction() as records:
        records.joined("Ann", NOON, None)
        records.joined("Bob", NOON, None)
        records.left("Ann", NOON, None)
        records.left("Ann", NOON, None)
        assert records.contestants() == ("Bob",)
        records.joined("Ann", NOON, None)
        assert records.contestants() == ("Bob", "Ann")


def test_a_membership_names_a_mail_on_file(ledger: Ledger) -> None:
    with pytest.raises(KeyError), ledger.transaction() as records:
        records.joined("Ann", NOON, PaperId(1))
