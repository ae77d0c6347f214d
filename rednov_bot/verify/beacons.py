"""The round of the public beacon that each turn of a game must show, if its terms name one."""

from __future__ import annotations

from rednov_bot.proof.beacon import Beacon
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.sections import ToldMoment


def wrong(
    beacon: Beacon,
    told: ToldMoment,
    announcement: ArchivedMail | None,
    posting: ArchivedMail,
) -> str:
    """What is wrong with the beacon that a posting shows of a turn, "" where nothing is.

    Its round is the first behind the Date of the announcement; of one without a Date, or dated
    ahead of the posting, it is any that came before the posting.
    """
    if not told.round or not told.value:
        return "it shows no beacon, though the terms bind each turn to one"
    if told.beacon_name != beacon.name:
        return f"this is not the beacon of the terms, {beacon.name}"
    number = int(told.round)
    if posting.date is not None and number > beacon.last_before(posting.date):
        return "this round of the beacon came later than the posting"
    date = announcement.date if announcement is not None else None
    if date is None or (posting.date is not None and date > posting.date):
        return ""
    right = beacon.round_after(date)
    return "" if number == right else f"the round behind the Date of the mail is {right}"
