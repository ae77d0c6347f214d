"""Hostile mail goes all the way: one disposition each, and the next mail as if nothing was."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.settings import BotSettings, Person, Settings
from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.outgoing import MACHINE, STRANGERS
from tests.builders import CountingTokens, FixedClock, Table, settings_for
from tests.mail.test_hostile import CASES
from tests.mailfiles import kept

PUBLIC = "agora-business@agoranomic.example"
GNOMES = ("Tumbledrum", "Fizzlewick", "Brasspot")


def hostile() -> dict[str, bytes]:
    """Every bad mail of the mail room, by name."""
    named = {f"hostile: {name}": octets for name, (octets, _) in CASES.items()}
    letters = kept(Path(__file__).parents[1] / "mail" / "letters.jsonl")
    named |= {one.name: one.octets for one in letters}
    return named


def settings(database: str) -> Settings:
    known = settings_for(database, people=(), contestants=())
    business, discussion = known.forums["business"], known.forums["discussion"]
    people = {
        "Pewterby": Person(addresses=("pewterby@sub.example",)),
        "Tumbledrum": Person(addresses=("tdrum@post.example", "tumble@drum.example")),
        "Fizzlewick": Person(addresses=("fizz@post.example",), contestant=True),
        "Brasspot": Person(addresses=("brass@post.example",), contestant=True),
    }
    people["Tumbledrum"] = msgspec.structs.replace(people["Tumbledrum"], contestant=True)
    return msgspec.structs.replace(
        known,
        bot=BotSettings(address="rednov@bots.example", database=database),
        forums={
            "business": msgspec.structs.replace(
                business, address=PUBLIC, list_id=PUBLIC.replace("@", ".")
            ),
            "discussion": msgspec.structs.replace(
                discussion,
                address="agora-discussion@agoranomic.example",
                list_id="agora-discussion.agoranomic.example",
            ),
        },
        people=people,
    )


@pytest.fixture(scope="module")
def after_the_storm(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game during which every bad mail arrives, and then one good turn."""
    folder = tmp_path_factory.mktemp("storm")
    desk = open_desk(
        settings(f"sqlite:///{folder / 'rednov.db'}"), clock=FixedClock(), tokens=CountingTokens()
    )
    table = Table(desk=desk, clock=FixedClock())
    with desk.db.transaction() as records:
        opening = starting.start(desk, records, GNOMES, {})
    approve = (
        "From: Pewterby <pewterby@sub.example>\nTo: rednov@bots.example\n"
        f"Subject: Re: [rednov {opening.code}] x\nMessage-ID: <ok@sub.example>\n\napprove\n"
    )
    table.receive(approve.encode())
    for octets in hostile().values():
        table.receive(octets)
    table.news()
    return table


def test_each_bad_mail_has_one_disposition_with_a_reason_that_is_no_fault(
    after_the_storm: Table,
) -> None:
    with after_the_storm.desk.db.transaction() as records:
        filed = records.dispositions()
    assert len(filed) == len(hostile()) + 1 > 200
    assert all(one.reason for one in filed)
    assert [one.reason for one in filed if "failed with" in one.reason] == []


def test_nobody_gets_more_answers_a_day_than_are_allowed(after_the_storm: Table) -> None:
    desk = after_the_storm.desk
    since = desk.now() - timedelta(days=1)
    with desk.db.transaction() as records:
        for to in {one.posting.to for one in records.outbox()}:
            count = sum(records.answered_since(to, since, why) for why in ("told", "asked"))
            assert count <= MACHINE
            assert records.answered_since(to, since, "stranger") <= STRANGERS
