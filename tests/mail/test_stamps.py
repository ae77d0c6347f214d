"""The moment that counts is the first credible stamp, and an odd gap is flagged (B4.9)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import mktime_tz, parsedate_tz

import pytest
from hypothesis import given, strategies as st

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.stamps import LONGEST_WAY, SKEW, credible, stamp, until
from rednov_bot.core.models import Hop, Stamps
from tests.builders import screen

NOON = datetime(2020, 5, 4, 12, tzinfo=UTC)


def after(**span: float) -> datetime:
    return NOON + timedelta(**span)


HOPS = (Hop("mx.bots.example", after(minutes=2)), Hop("lists.agoranomic.example", NOON))
CASES = {
    "the Date, a minute before": (Stamps(date=after(minutes=-1), listed=NOON), "date", False),
    "the Date, hours before": (Stamps(date=after(hours=-4), listed=NOON), "date", False),
    "a Date too long before": (Stamps(date=after(hours=-4, seconds=-1), listed=NOON), "list", True),
    "a Date of 1993": (Stamps(date=NOON.replace(year=1993), listed=NOON), "list", True),
    "a Date in the future": (Stamps(date=after(days=1), listed=NOON), "list", True),
    "a Date ahead by a clock": (Stamps(date=after(minutes=7), listed=NOON), "list", False),
    "no Date": (Stamps(listed=NOON, hops=HOPS), "list", True),
    "no Date and no list": (Stamps(hops=HOPS), "hop", True),
    "no Date and no server": (Stamps(arrived=after(hours=1)), "mailbox", True),
    "no stamp at all": (Stamps(), "none", True),
    "no list": (Stamps(date=NOON, hops=HOPS), "date", False),
    "a Date after the last server": (Stamps(date=after(hours=1), hops=HOPS), "hop", True),
    "a list ahead of the mailbox": (
        Stamps(date=after(hours=-1), listed=after(hours=9), hops=HOPS, arrived=after(minutes=3)),
        "date",
        True,
    ),
    "a mail copied later": (Stamps(date=NOON, arrived=after(days=300)), "date", False),
    "a Date after the mailbox": (
        Stamps(date=after(days=2), arrived=after(hours=1)),
        "mailbox",
        True,
    ),
}


def test_the_first_credible_stamp_counts_and_why_is_told() -> None:
    for name, (stamps, chosen, odd) in CASES.items():
        found = credible(stamps)
        every = {
            "date": stamps.date,
            "list": stamps.listed,
            "hop": stamps.hops[0].at if stamps.hops else None,
            "mailbox": stamps.arrived,
            "none": None,
        }
        assert (found.at, found.odd) == (every[chosen], odd), name
        assert found.reason.endswith(".")
        assert found.reason.count(". ") == 0
    late = credible(Stamps(date=after(days=-2, hours=-3, minutes=-1), listed=NOON))
    assert late.reason == (
        "Its Date lies 2 days 3 hours before the list's stamp, so that one counts."
    )


MOMENTS = st.none() | st.datetimes(
    datetime(2019, 1, 1), datetime(2021, 1, 1), timezones=st.just(UTC)
)


@given(MOMENTS, MOMENTS, st.lists(MOMENTS, max_size=3), MOMENTS)
def test_what_counts_is_one_of_the_stamps_and_never_after_a_list_that_is_believed(
    date: datetime | None,
    listed: datetime | None,
    passed: list[datetime | None],
    arrived: datetime | None,
) -> None:
    hops = tuple(Hop("mx.example", at) for at in passed if at is not None)
    found = credible(Stamps(date=date, listed=listed, hops=hops, arrived=arrived))
    every = [date, listed, arrived, *(hop.at for hop in hops)]
    assert found.at in every or (found.at is None and not any(every))
    overtaken = listed is not None and any(hop.at - listed > LONGEST_WAY for hop in hops)
    if listed is not None and not overtaken and (arrived is None or listed <= arrived + SKEW):
        assert found.at is not None
        assert listed - LONGEST_WAY <= found.at <= listed


MAIL = b"""Received: from lists.agoranomic.example by MX.bots.example;
 Mon, 04 May 2020 10:02:00 +0000
Received: from mx.post.example (helo=x) by lists.agoranomic.example with ESMTP id 77;
 Mon, 4 May 2020 10:01:30 +0000 (UTC)
Received: by mx.post.example; a bad date
Received: nonsense
From: Tumbledrum <tdrum@post.example>
List-Id: <agora-business.agoranomic.example>
Date: Mon, 4 May 2020 12:00:00 +0200

I pump 3.
"""


def test_every_stamp_of_a_mail_is_kept(roster: Roster) -> None:
    message = screen(MAIL, roster).message
    assert message is not None
    assert message.stamps == Stamps(
        date=datetime(2020, 5, 4, 10, tzinfo=UTC),
        listed=datetime(2020, 5, 4, 10, 1, 30, tzinfo=UTC),
        hops=(
            Hop("mx.bots.example", datetime(2020, 5, 4, 10, 2, tzinfo=UTC)),
            Hop("lists.agoranomic.example", datetime(2020, 5, 4, 10, 1, 30, tzinfo=UTC)),
        ),
    )
    assert credible(message.stamps).at == message.said_at


def test_no_server_of_another_site_speaks_for_the_list(roster: Roster) -> None:
    message = screen(MAIL.replace(b"by lists.", b"by mylists."), roster).message
    assert message is not None
    assert message.stamps.listed is None or message.stamps.listed == message.stamps.hops[1].at


def test_a_list_stamp_is_believed_as_long_as_a_mail_may_take_from_there() -> None:
    for late, believed in ((LONGEST_WAY, True), (LONGEST_WAY + timedelta(seconds=1), False)):
        hops = (Hop("mx.bots.example", NOON + late), Hop("lists.agoranomic.example", NOON))
        found = credible(Stamps(date=after(days=-1), listed=NOON, hops=hops))
        assert found.at == (NOON if believed else NOON + late)
        assert found.odd
    below = (*HOPS, Hop("mx.post.example", after(days=2)))  # says nothing against the list's stamp
    found = credible(Stamps(date=after(minutes=-1), listed=NOON, hops=below))
    assert (found.at, found.odd) == (after(minutes=-1), False)


def test_stamps_in_the_future_of_the_bots_own_clock_tell_nothing() -> None:
    now = datetime(2026, 3, 2, 13, 0, tzinfo=UTC)
    much_later = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    stamps = Stamps(
        date=now - timedelta(minutes=2),
        listed=much_later,
        hops=(Hop(host="mx.bots.example", at=much_later),),
        arrived=much_later,
    )
    found = credible(until(stamps, now))
    assert found.at == stamps.date
    assert not found.odd


@pytest.mark.parametrize("zone", ["+0000", "-0000", "-0530", "+1345", "-0500 (EST)"])
@pytest.mark.parametrize("day", ["Thu, 14 May 2026", "Sat, 3 Jan 1998", "Sun, 31 Dec 2023"])
def test_a_date_in_the_usual_form_is_what_the_library_reads(day: str, zone: str) -> None:
    written = f"{day} 23:59:60 {zone}"
    parts = parsedate_tz(written.replace(":60", ":59"))
    assert parts is not None
    assert stamp(written) == datetime.fromtimestamp(mktime_tz(parts), UTC)
