"""A code that others can read is used up: its draft comes again under another."""

from __future__ import annotations

from dataclasses import replace

from rednov_bot.contest import PublishLuck
from rednov_bot.desk import alarming, amending, asked_anew, showing, stationery, vouching
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.engine.words import GnomeName
from rednov_bot.mail.overheard import codes_in
from rednov_bot.papers import Decision, Disposition, Draft, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import luck_text


def look(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, disposition: Disposition
) -> None:
    """What a code has got into a mail that others have read, or written, is looked after.

    On a list everybody can read it: it is used up.  From somebody who was never sent it, it is an
    alarm, and decides nothing.
    """
    open_ = {one.code: one for one in records.open_drafts() if one.kind != "claim"}
    asked = {one.code: one for one in records.doubts(desk.now() - vouching.LOOK_BACK)}
    on_a_list = letter.forum in desk.settings.forums
    anothers = bool(open_) and _is_anothers(desk, records, letter, disposition)
    if not (open_ or asked) or not (on_a_list or anothers):
        return
    raw = records.raw_mail(mail)
    for code in sorted(codes_in(raw.octets, (*open_, *asked))) if raw is not None else ():
        if on_a_list:
            forum = desk.settings.forums[letter.forum or ""].address
            why = f"it stood in mail {mail} on {forum}, where everybody can read it"
            if code in asked:
                asked_anew.ask(desk, records, asked[code], why, mail)
            else:
                burn(desk, records, open_[code], why, mail)
        elif code in open_:
            who = letter.sender or (letter.addresses[0] if letter.addresses else "nobody known")
            what = f"Mail {mail}, in the name of {who}, bears the code of draft {code}, which only "
            what += f"{desk.decides} was sent. If somebody else may have read that mail, reject "
            what += "the draft, and have it made anew."
            alarming.alarm(desk, records, "another's code", what, mail)


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


def burn(desk: Desk, records: Records, draft: Draft, why: str, mail: PaperId) -> Draft:
    """The same draft under another code; the mail that shows it says why, and is the alarm."""
    at = desk.now()
    made = _counted_again(records, replace(draft, code=desk.tokens.code(), made_at=at))
    what = f"The code of draft {draft.code} is used up: {why}."
    records.decide(
        Decision(code=draft.code, verdict="superseded", by=made.code, why="its code got out", at=at)
    )
    records.add_draft(made)
    if (hold := records.hold_of(draft.code)) is not None:
        records.hold(replace(hold, draft=made.code))
    alarming.note(desk, records, alarming.CODE_OUT, what, mail)
    note = f"{what} Nothing has happened by it. This is the same draft again, under the code "
    note += f"{made.code}: answer this one."
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
