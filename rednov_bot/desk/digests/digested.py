"""A digest of a public forum: what stands in it and never came by itself is asked about (§9).

A digest shows by no mark whose the mails in it are, so nothing in it takes effect.  What came by
itself as well counts as what came; what did not, though somebody on the roster announces
something in it, is kept for whoever decides, who hears of it when the list's own copy had its time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import mails_on_file, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.digests import awaited, missing
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.trust import vouching
from rednov_bot.invocation import program_from_anywhere
from rednov_bot.kinds import Trust
from rednov_bot.mail.codes import code_of
from rednov_bot.mail.letter import open_letter
from rednov_bot.papers import Confidence, Disposition, Filed, Forgery, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import kept_pages
from rednov_bot.prose.kept_pages import Missing
from rednov_bot.prose.wording import listed, when

LATE: Final = timedelta(hours=2)
"""How long the list's own copy may be under way before anybody is asked."""

AT_A_TIME: Final = 20
"""Digests that are kept at once, of those that are shown as far to be by their lists.

More of them are made up, and must not fill the tray, nor take the place of any better shown.
"""

A_DAY: Final = 3
"""Mails about such within 24 hours; the last of them says that it is."""

_DAY: Final = timedelta(days=1)
_KEPT: Final = "It is a digest, and what stands in it has not come by itself: "
_REASON: Final = "digest "
_ALL: Final = "all of it has come by itself"
_MOST_NAMED: Final = 5  # on file


def note(
    desk: Desk,
    records: Records,
    mail: PaperId,
    octets: bytes,
    reason: str,
    arrived_at: datetime,
    shown: Confidence | None,
) -> tuple[Disposition, str]:
    """What becomes of a digest, and why; *reason* is why it was left alone so far.

    *shown* is how far it is known to be by its list, None where nothing is checked.
    By what is missing of it is known from then on that it is asked about, and when it comes.
    """
    found = list(missing.of(desk, records, octets, arrived_at))
    trust: Trust = "plain" if shown is None else shown.trust
    classes = awaited.shown(records)

    def is_asked_about(one: Letter) -> bool:
        """With a digest that is shown as far to be by its list: a forger's stands for no other."""
        others = [digest for digest in awaited.asked_in(records, one) if digest != mail]
        ranks = [awaited.rank(classes.get(digest, "plain")) for digest in others]
        return any(rank <= awaited.rank(trust) for rank in ranks)

    new = [one for one in found if not is_asked_about(one)]
    if not new:
        why = " What has not come of it by itself is asked about already." if found else ""
        return "ignore", reason + why
    alike = [one for one in _kept(records) if classes.get(one.mail) == trust and one.mail != mail]
    if len(alike) >= AT_A_TIME:
        _tell_of_more(desk, records, mail, new, trust)
        return "ignore", f"{reason} As many digests are kept as may be."
    for one in new:
        if mail not in awaited.asked_in(records, one):  # it may stand there twice
            awaited.note(records, mail, one)
    awaited.note_shown(records, mail, trust)
    return "hold", f"{_KEPT}{_named(new)}."


def _named(new: list[Letter]) -> str:
    named = [f"{one.sender}'s mail{_dated(one)}" for one in new[:_MOST_NAMED]]
    if len(new) > _MOST_NAMED:
        named.append(f"{len(new) - _MOST_NAMED} more")
    return listed(named)


def _tell_of_more(
    desk: Desk, records: Records, mail: PaperId, new: list[Letter], trust: Trust
) -> None:
    """Whoever decides hears of a digest that is not kept in the summary of the day."""
    what = f"Mail {mail} is a digest in which stands what has not come by itself: {_named(new)}. "
    what += f"As many as may be are kept of such ({trust}), and nobody asks about it again; "
    what += (
        f"`{program_from_anywhere()} mails replay {mail}` has it kept once others are dealt with."
    )
    forgery = Forgery(kind=f"digest not kept: {trust}", what=what, mail=mail, at=desk.now())
    records.note_forgery(forgery, told=False)


def came(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, disposition: Disposition
) -> None:
    """A mail came by itself: whatever digest is kept for nothing else is kept no longer.

    So does one in which its author says again what is missing.  One that is not heard, or not
    shown to be by its author as well as it must be to count, does not count here either; it does
    when its author says that it is eirs, once: what e answers again brings nothing anew.
    """
    if disposition not in ("read", "answer"):
        return
    if letter.public and letter.sender is not None and vouching.counts(desk, letter):
        counts(desk, records, mail, letter)
    elif letter.forum == "private" and (code := code_of(letter.subject)) is not None:
        asked, verdict = records.doubted(code) or (None, None)
        if asked is None or verdict != "yes" or records.answered_by(asked.id) != mail:
            return
        owned = mails_on_file.letter_if_any(desk, records, asked.mail)
        if owned is not None and owned.public:
            counts(desk, records, asked.mail, owned)


def counts(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> None:
    """A mail counts as its author's: what is known of the digests shows in which it was missing.

    It makes good one missing mail: itself, in whatever digests; only where it stands in none,
    another in which its author says the same, first where that is best shown, then of its Date,
    then in the oldest.  One digest at most is looked into: where the mail has the name of one that
    is missing there, and other words around it.
    """
    said = awaited.of_these_words(records, letter) - {mail}
    named = awaited.of_this_name(records, letter.message_id) - said - {mail}
    if not (said or named) or any(awaited.has_come(records, one, mail) for one in said | named):
        return
    kept, itself = _best_first(records), awaited.of_itself(records, letter) - {mail}
    for digest in [one for one in kept if one in itself]:
        _note_came(desk, records, digest, letter, mail)
    found: Letter | None = None
    for digest in [one for one in kept if one in named][:1]:
        raw = records.raw_mail(digest)
        found = None if raw is None else missing.called(desk, raw.octets, letter)
        if found is not None:
            _note_came(desk, records, digest, found, mail)
    if not itself and found is None:
        _note_said_again(desk, records, [one for one in kept if one in said], letter, mail)


def _note_said_again(
    desk: Desk, records: Records, kept: list[PaperId], letter: Letter, mail: PaperId
) -> None:
    """A mail counts for another that is missing and says the same, in whatever digests that is."""
    waiting = [one for one in kept if awaited.left(records, one, letter)]
    if not waiting:
        return
    dated, classes = awaited.of_this_date(records, letter), awaited.shown(records)

    def order(one: PaperId) -> tuple[int, bool, PaperId]:
        return awaited.rank(classes.get(one, "plain")), one not in dated, one

    first = min(waiting, key=order)
    beside = awaited.beside(records, first, letter)
    for digest in [first, *[one for one in waiting if one in beside]]:
        _note_came(desk, records, digest, letter, mail)


def look(desk: Desk, records: Records) -> None:
    """Whoever decides is asked about what has not come in time, once of each digest.

    To be asked when every mail that has come is handled.
    """
    kept = _kept(records)
    if not kept:
        return
    now, classes = desk.now(), awaited.shown(records)
    told = {one.mail: records.mailed_for(f"{_REASON}{one.mail}") for one in kept}
    left: dict[Trust, int] = {}
    for digest, mail in told.items():
        trust = classes.get(digest, "plain")
        today = mail is not None and mail.queued_at is not None and now - mail.queued_at < _DAY
        left[trust] = left.get(trust, A_DAY) - today
    for one in sorted(kept, key=lambda one: awaited.rank(classes.get(one.mail, "plain"))):
        trust = classes.get(one.mail, "plain")
        if left[trust] > 0 and told[one.mail] is None and now - one.at >= LATE:
            left[trust] -= _ask(desk, records, one.mail, last=left[trust] == 1)


def _ask(desk: Desk, records: Records, digest: PaperId, *, last: bool) -> bool:
    """The mail about one digest.  Whether it goes: by now all may have come."""
    raw = records.raw_mail(digest)
    if raw is None:
        return False
    found = missing.still(desk, records, digest, raw.octets, raw.arrived_at)
    if not found:
        records.reopen(digest, desk.decides, _ALL, desk.now())
        return False
    opened = open_letter(raw.octets, desk.roster).letter
    sent = missing.otherwise(desk, records, found)
    page = kept_pages.missing(
        digest,
        opened.forum or "",
        opened.subject,
        tuple(
            [
                Missing(
                    one.sender or "",
                    one.stamps.date,
                    one.subject,
                    one.message_id in sent,
                    one.text,
                )
                for one in found
            ]
        ),
        last=last,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=f"{_REASON}{digest}")
    return True


def _note_came(
    desk: Desk, records: Records, digest: PaperId, letter: Letter, mail: PaperId
) -> None:
    """A mail counts for one that is missing; a digest of which all has come is kept no longer."""
    awaited.note_came(records, digest, letter, mail)
    if awaited.is_complete(records, digest):
        records.reopen(digest, desk.decides, _ALL, desk.now())


def _kept(records: Records) -> list[Filed]:
    return list(records.held_for(_KEPT))


def _best_first(records: Records) -> list[PaperId]:
    """The digests that are kept: those first that are best shown to be by their lists."""
    classes, kept = awaited.shown(records), [one.mail for one in _kept(records)]
    return sorted(kept, key=lambda one: (awaited.rank(classes.get(one, "plain")), one))


def _dated(letter: Letter) -> str:
    date = letter.stamps.date
    return "" if date is None else f" of {when(date)}"
