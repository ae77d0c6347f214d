"""A code that others can read is used up: its draft comes again under another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rednov_bot.contest import PublishLuck
from rednov_bot.core.commands.overheard import codes_in, is_by_a_list, sent_to
from rednov_bot.core.mail.roster import folded
from rednov_bot.desk import stationery
from rednov_bot.desk.corrections import claimed
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import again, amending, showing
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.trust import alarming, asked_anew, vouching, warrants
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Decision, Disposition, Doubted, Draft, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import luck_text

A_DAY: Final = 10
"""Codes got out within 24 hours after which the draft is mailed again: what sends each mail of the
bot's on to a list would have it mailed for ever."""


def look(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, disposition: Disposition
) -> None:
    """What a code has got into a mail that others have read, or written, is looked after.

    Where anybody else has got the mail, from a list or as a copy, it is used up.  From somebody who
    was never sent it, it is an alarm, and decides nothing.
    """
    open_ = _open(records)
    asked = {one.code: one for one in records.doubts(desk.now() - vouching.LOOK_BACK)}
    raw = records.raw_mail(mail) if open_ or asked else None
    if raw is None:
        return
    went = _went(desk, letter, raw.octets)
    anothers = bool(open_) and _is_anothers(desk, records, letter, disposition)
    if not (went.by or went.to or anothers or (asked and letter.forum == "private")):
        return
    for code in sorted(codes_in(raw.octets, (*open_, *asked))):
        if code in asked:
            _ask_anew(desk, records, mail, letter, disposition, asked[code], went)
        elif where := went.besides(_own(desk, records, letter, open_[code])):
            burn(desk, records, open_[code], f"it stood in mail {mail}{where}", mail)
        elif anothers:
            _is_known_to_another(desk, records, mail, letter, open_[code])


def _is_known_to_another(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, draft: Draft
) -> None:
    """Somebody bears the code of a draft that only whoever decides was sent: e is told.

    What can be made anew after a rejection e may reject; a rejection would end any other draft.
    """
    who = letter.sender or (letter.addresses[0] if letter.addresses else "nobody known")
    if letter.forum == "private" and sight.is_blind(records):
        who = "somebody else"
    what = f"Mail {mail}, in the name of {who}, bears the code of draft {draft.code}, which only "
    what += f"{desk.decides} was sent. It has no effect."
    if again.can_be(draft):
        what += " If somebody else may have read that mail, reject the draft and ask for a new one."
        to_do = f'Reply "reject because {who} has the code", keeping the subject; and "again" to '
        to_do += "what you are answered: then it is made anew, with the same luck."
    else:
        to_do = f"Answer draft {draft.code} as you would have: its code is used up by that."
    alarming.alarm(desk, records, "another's code", what, mail, to_do=to_do, code=draft.code)


def _ask_anew(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    disposition: Disposition,
    asked: Doubted,
    went: _Went,
) -> None:
    """The code of "was this you?" is used up where others could read it, or have written it.

    Its answer needs no other proof than that only one person had it.
    """
    if _is_unasked(desk, letter, disposition, asked):
        who, whose = letter.sender or "nobody known", asked.name
        if sight.is_blind(records):
            who, whose = "somebody else", "its author"
        what = f"Mail {mail}, in the name of {who}, bears the code of the question whether mail "
        what += f"{asked.mail} is by {whose}. Only they can say that, from an address of "
        what += "theirs. The code is used up. They are asked once more with another one, if there "
        what += "is still time for an answer."
        alarming.alarm(desk, records, "another's answer", what, mail)
        noted = f"somebody else wrote it, in mail {mail}"
        asked_anew.ask(desk, records, asked, "somebody else wrote it, in a mail", mail, noted=noted)
    elif where := went.besides(_addresses(desk, asked.name)):
        noted = f"it stood in mail {mail}{where}"
        asked_anew.ask(desk, records, asked, f"it stood in a mail{where}", mail, noted=noted)


def _is_unasked(desk: Desk, letter: Letter, disposition: Disposition, asked: Doubted) -> bool:
    """Whether somebody wrote to the bot alone whom a question was not sent to.

    Not where a machine did: a report that the question was not delivered quotes it.
    """
    if letter.forum != "private" or disposition == "ignore":
        return False
    return letter.sender != asked.name or not warrants.is_registered(desk, letter)


def _open(records: Records) -> dict[str, Draft]:
    """What a code can still decide; not the claims that were accepted, which a ruling settles."""
    return {
        one.code: one
        for one in records.open_drafts()
        if one.kind != "claim" or claimed.accepted_at(records, one.code) is None
    }


@dataclass(frozen=True, slots=True)
class _Went:
    """The way a mail went: by which list, and to which addresses but the bot's."""

    by: str
    to: frozenset[str]

    def besides(self, own: frozenset[str]) -> str:
        """That others than those at *own* addresses have got it, in words; or nothing."""
        if self.by:
            return f" on {self.by} read it"
        return ", which went to others as well" if self.to - own else ""


def _went(desk: Desk, letter: Letter, octets: bytes) -> _Went:
    by = ""
    if letter.forum in desk.settings.forums:
        by = f"{desk.settings.forums[letter.forum or ''].address}, where everybody can"
    elif is_by_a_list(octets):
        by = "a list, where others can"
    return _Went(by, frozenset([one for one in sent_to(octets) if not _is_bots(desk, one)]))


def _is_bots(desk: Desk, address: str) -> bool:
    """Whether an address is the bot's own, with some detail or none (RFC 5233)."""
    local, at, domain = address.rpartition("@")
    plain = f"{local.partition('+')[0]}{at}{domain}"
    return address in desk.roster.bots or plain == desk.roster.bot


def _own(desk: Desk, records: Records, letter: Letter, draft: Draft) -> frozenset[str]:
    """Where a draft may be talked about: with whoever decides or was shown it, and its writer."""
    own = _addresses(desk, desk.decides) | _addresses(desk, letter.sender or "")
    outbox = records.outbox(draft.code)
    shown = [folded(one.posting.to) for one in outbox if one.posting.kind == "draft"]
    return own | frozenset((*letter.addresses[:1], *shown))


def _addresses(desk: Desk, name: GnomeName) -> frozenset[str]:
    """Those that somebody has now; a past one may be another's by now."""
    person = desk.settings.people.get(name)
    return frozenset() if person is None else frozenset(map(folded, person.addresses))


def _is_anothers(desk: Desk, records: Records, letter: Letter, disposition: Disposition) -> bool:
    """Whether somebody wrote to the bot alone who was never sent a draft."""
    if letter.forum != "private" or disposition == "ignore":
        return False
    return letter.sender is None or letter.sender not in _sent_drafts(desk, records)


def _sent_drafts(desk: Desk, records: Records) -> frozenset[GnomeName]:
    """Everybody who is or was in office: drafts stay the same when it passes on (A108)."""
    office = {desk.decides, desk.contestmaster, desk.settings.contest.contestmaster}
    office.add(desk.settings.contest.deputy)
    changes = records.contest_changes()
    office |= {one.value for one in changes if one.change in ("contestmaster", "deputy")}
    return frozenset(office - {""})


def disowned(desk: Desk, records: Records, mail: PaperId) -> None:
    """Somebody says that a mail is not eirs: whoever wrote it knows the codes that stand in it."""
    open_ = _open(records)
    raw = records.raw_mail(mail) if open_ else None
    for code in sorted(codes_in(raw.octets, open_)) if raw is not None else ():
        burn(desk, records, open_[code], f"mail {mail} bears it, whose author is another", mail)


def burn(desk: Desk, records: Records, draft: Draft, why: str, mail: PaperId) -> Draft:
    """The same draft under another code; the mail that shows it says why, and is the alarm."""
    at = desk.now()
    # A ruling settles what was claimed before it, and a claim is no later for its new code.
    made_at = draft.made_at if draft.kind == "claim" else at
    made = _counted_again(records, replace(draft, code=desk.tokens.code(), made_at=made_at))
    what = f"The code of draft {draft.code} is used up: {why}."
    records.decide(
        Decision(code=draft.code, verdict="superseded", by=made.code, why="its code got out", at=at)
    )
    records.add_draft(made)
    if (hold := records.hold_of(draft.code)) is not None:
        records.hold(replace(hold, draft=made.code))
    note = f"{what} Nothing has happened by it. This is the same draft again, under the code "
    note += f"{made.code}: answer this one."
    if (about := records.alarm(draft.code)) is not None:
        records.note_alarm(about.posting, made.code, about.what, about.attempts, at)
    if (approved := records.awaited_opening(draft.code)) is not None:
        records.await_channels(replace(approved, draft=made.code))
        note += " That it is approved holds good."
    if alarming.note(desk, records, alarming.CODE_OUT, what, mail) > A_DAY:
        what += " That was so often today that the same draft under its new code is not mailed to "
        what += "you now; a reminder will tell it. See what sends your mails on to others."
        alarming.alarm(desk, records, "codes out often", what, mail)
        return made
    envelope = stationery.to_contestmaster(desk)
    if (shown := showing.last(records, draft)) is not None:
        envelope = replace(envelope, to=shown.to)
    page = showing.once_more(desk, records, draft, envelope, renamed=made, note=note)
    post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
    return made


def _counted_again(records: Records, made: Draft) -> Draft:
    """One draft more of the same, also in what is published of the luck (A95)."""
    if not any(isinstance(one, PublishLuck) for one in made.effects):
        return replace(made, attempt=made.attempt + 1)
    pages, effects = list(made.pages), made.effects
    for place, page in enumerate(pages):
        words, section = luck_text.parted(page.body)
        if page.kind == "public" and section:
            body, effects = amending.counted_again(records, made, words, section)
            pages[place] = replace(page, body=body)
            break
    return replace(made, attempt=made.attempt + 1, pages=tuple(pages), effects=effects)
