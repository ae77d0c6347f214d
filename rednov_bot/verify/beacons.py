"""The round of the public beacon that each turn of a game must show, if its terms name one."""

from __future__ import annotations

from rednov_bot.proof.beacon import MOST_AHEAD, Beacon
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.sections import ToldMoment


def check(
    beacon: Beacon,
    told: ToldMoment,
    announcement: ArchivedMail | None,
    posting: ArchivedMail,
    findings: Findings,
) -> None:
    """The beacon that a posting shows of a turn, beside the one that the terms bind it to.

    Its round is the first behind the Date of the announcement.  Of one without a Date, or dated
    further ahead than is waited for, it is the first after the bot took the turn: when that was,
    only the stamps of the list tell.
    """
    shown = f"beacon {told.beacon_name}, round {told.round}" if told.round else ""
    if not told.round or not told.value:
        findings.differs(posting, "it shows no beacon, though the terms bind each turn to one")
        return
    if told.beacon_name != beacon.name:
        what = f"this is not the beacon of the terms, {beacon.name}"
        findings.differs(posting, what, shown)
        return
    number = int(told.round)
    if posting.date is not None and number > beacon.last_before(posting.date):
        findings.differs(posting, "this round of the beacon came later than the posting", shown)
        return
    if announcement is None:
        return  # which is said of it anyway
    right = None if announcement.date is None else beacon.round_after(announcement.date)
    if number == right:
        return
    if announcement.date is None:
        what = "the mail that announced the turn has no date to lead to this round of the beacon"
    elif announcement.date - beacon.at(number) > MOST_AHEAD - beacon.period:
        what = "the mail that announced the turn is dated more than a day after this round"
    else:
        what = f"the round behind the Date of the mail is {right}"
        findings.differs(posting, what, shown)
        return
    findings.unchecked(posting, f"{what}: see in the list's archive when it came", shown)
