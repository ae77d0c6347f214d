"""Drafts for the contestmaster: what would be posted, and one mail that shows it exactly."""

from __future__ import annotations

from datetime import datetime, timedelta

from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.outgoing import post
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.position import Gamestate
from rednov_bot.engine.refusals import Refusal
from rednov_bot.engine.resolve import Held, Resolution
from rednov_bot.papers import Decision, Draft, Letter, MessageId, Page, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose import drafts as draft_words
from rednov_bot.prose import notices, postings
from rednov_bot.prose.audience import private_to, public_only

RESOLVE_WITHIN = timedelta(hours=48)


def thread(letter: Letter) -> tuple[MessageId, ...]:
    """The references of an answer to *letter* (RFC 5322 3.6.4)."""
    own = (letter.message_id,) if letter.message_id is not None else ()
    return letter.references + own


def notices_of(
    desk: Desk,
    tag: str,
    happenings: tuple[Happening, ...],
    after: Gamestate,
    in_reply_to: MessageId | None = None,
) -> tuple[Page, ...]:
    """One private notice to each gnome who has something to be told alone (§6)."""
    pages = []
    for seat, gnome in enumerate(after.position.gnomes):
        told = private_to(happenings, gnome.name)
        to = desk.address_of(gnome.name)
        if not told or to is None:
            continue
        hand = after.secrets.hands[seat]
        pages.append(
            notices.private_notice(
                to=to, name=gnome.name, tag=tag, happenings=told, hand=hand, in_reply_to=in_reply_to
            )
        )
    return tuple(pages)


def resolution(
    desk: Desk, records: Records, now: Ongoing, taken: TakenTurn, outcome: Resolution
) -> Draft:
    """The draft of a resolution: the public text, the private notices, and what is due."""
    key, forum = desk.posting_forum(taken.forum)
    references = taken.references + ((taken.message_id,) if taken.message_id else ())
    public = postings.resolution(
        to=forum.address,
        forum=key,
        contest=desk.settings.contest.name,
        tag=now.game.tag,
        taken=taken,
        happenings=public_only(outcome.happenings),
        position=outcome.after.position,
        tables=now.tables,
        in_reply_to=taken.message_id,
        references=references,
    )
    private = notices_of(desk, now.game.tag, outcome.happenings, outcome.after)
    draft = Draft(
        code=desk.tokens.code(),
        kind="resolution",
        game=now.game.id,
        turn=taken.id,
        for_state=now.number,
        attempt=records.drafts_about(taken.id) + 1,
        pages=(public, *private),
        happenings=outcome.happenings,
        about=f"turn {taken.number} of {taken.turn.gnome}",
        made_at=desk.now(),
        due_by=taken.taken_at + RESOLVE_WITHIN,
    )
    supersede(records, draft)
    return submit(desk, records, draft)


def line(
    desk: Desk,
    records: Records,
    letter: Letter,
    name: str,
    told: Refusal | None,
    *,
    auto: bool,
) -> None:
    """One public line: an announcement had no effect, with its public reason or neutrally."""
    key, forum = desk.posting_forum(letter.forum)
    page = postings.refusal(
        to=forum.address,
        forum=key,
        contest=desk.settings.contest.name,
        name=name,
        told=told,
        in_reply_to=letter.message_id,
        references=thread(letter),
    )
    say(desk, records, page, about=f"verdict on an announcement of {name}", auto=auto)


def say(desk: Desk, records: Records, page: Page, *, about: str, auto: bool) -> None:
    """A public line that changes no gamestate: drafted, or posted at once (option auto_verdicts)."""
    if auto:
        post(desk, records, page)
        return
    draft = Draft(
        code=desk.tokens.code(),
        kind="line",
        game=None,
        turn=None,
        for_state=None,
        attempt=1,
        pages=(page,),
        about=about,
        made_at=desk.now(),
        due_by=None,
    )
    submit(desk, records, draft)


def choice(
    desk: Desk, records: Records, now: Ongoing, taken: TakenTurn, held: Held
) -> Draft | None:
    """The contestmaster is offered the candidates, least harm first (§13, §25; rules.md 7.1)."""
    for known in records.open_drafts():
        if known.kind == "choice" and known.turn == taken.id and known.choice == held.choice:
            return None
    draft = Draft(
        code=desk.tokens.code(),
        kind="choice",
        game=now.game.id,
        turn=taken.id,
        for_state=now.number,
        attempt=records.drafts_about(taken.id) + 1,
        pages=(),
        happenings=held.happenings,
        choice=held.choice,
        about=f"a choice in turn {taken.number} of {taken.turn.gnome}",
        made_at=desk.now(),
        due_by=taken.taken_at + RESOLVE_WITHIN,
    )
    supersede(records, draft)
    return submit(desk, records, draft)


def supersede(records: Records, new: Draft) -> None:
    """Open drafts about the same turn give way to the new one; nothing of them can be posted."""
    for old in records.open_drafts():
        if old.turn is not None and old.turn == new.turn:
            records.decide(superseded(old.code, new.code, new.made_at))


def superseded(code: str, by: str, at: datetime) -> Decision:
    """The decision that a newer draft took this one's place."""
    return Decision(code=code, verdict="superseded", by=by, why="a newer draft", at=at)


def submit(desk: Desk, records: Records, draft: Draft, warnings: tuple[str, ...] = ()) -> Draft:
    """The draft is put on file and mailed to the contestmaster."""
    records.add_draft(draft)
    to = desk.address_of(desk.contestmaster)
    assert to is not None, "settings guarantee the contestmaster an address"
    page = draft_words.covering_letter(
        draft, to=to, name=desk.contestmaster, happenings=draft.happenings, warnings=warnings
    )
    post(desk, records, page, reason=f"draft {draft.code}")
    return draft
