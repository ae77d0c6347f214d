"""What the contestmaster SHALL do and by when, and what else is waited for (rules.md 8.3).

Everything is computed from what is stored; only that somebody was reminded is a paper of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Draft, Game, QueuedPosting, TakenTurn
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, resolving
from rednov_bot.core.workflow.corrections import claimed
from rednov_bot.core.workflow.delivery import unconfirmed
from rednov_bot.core.workflow.delivery.notices import (
    LOOK_BACK,
    earlier,
    is_given_up,
    notice_of,
    notices,
    owed_since,
)
from rednov_bot.core.workflow.desk import Desk, Ongoing, draft_of, ongoing
from rednov_bot.core.workflow.scheduler import awarding, idling
from rednov_bot.core.workflow.scheduler.duty import Duty
from rednov_bot.games.red_november.render import award_pages
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.resolve import IDLE_AFTER

PATIENCE = timedelta(hours=1)  # how long a notice may wait for its first attempt


def duties(desk: Desk, records: UnitOfWork, *, done: bool = False) -> tuple[Duty, ...]:
    """Everything that is waited for now, what is due first before the rest.

    Of games that are over only what is still due; with *done* also what was fulfilled in the
    latest game.
    """
    now = ongoing(desk, records)
    drafts = records.open_drafts()
    found = [*_notices(desk, records, now), *_awards(desk, records, drafts)]
    found += unconfirmed.duties(desk, records, now)
    if now is not None:
        found += _of_the_turn(desk, records, now, drafts)
        found += _limits(records, now)
        found += _idle(records, now, drafts)
    named = {one.code for one in found}
    for draft in drafts:
        if draft.code not in named:
            waits = Duty(
                kind="draft",
                key=f"draft {draft.code}",
                clause="",
                about=draft.about,
                of=desk.decides,
                started_at=draft.made_at,
                due_by=draft.due_by,
                code=draft.code,
            )
            found.append(claimed.correction(desk, records, draft) or waits)
    found.sort(key=lambda one: (one.due_by is None, one.due_by or one.started_at))
    return (*found, *fulfilled(desk, records)) if done else tuple(found)


def _of_the_turn(
    desk: Desk, records: UnitOfWork, now: Ongoing, drafts: tuple[Draft, ...]
) -> Iterator[Duty]:
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return
    code = next((one.code for one in drafts if one.turn == taken.id), None)
    note = ""
    if code is None:
        waiting = resolving.held(desk, records)
        if waiting is not None and waiting.is_asked:
            choice = waiting.choice
            yield Duty(
                kind="choice",
                key=f"{now.game.tag} choice {taken.number} {choice.key}",
                clause="§25",
                about=f"Turn {taken.number}: a choice of {choice.of}'s",
                of=choice.of,
                started_at=waiting.asked_at,
                due_by=waiting.deadline,
                secret=True,
            )
            note = f"It waits for a choice of {choice.of}'s."
        elif waiting is None:
            note = 'Its draft was rejected: reply "again" to that mail to get a new one.'
    yield replace(_to_resolve(desk, now.game, taken), code=code, note=note)


def _to_resolve(desk: Desk, game: Game, taken: TakenTurn) -> Duty:
    return Duty(
        kind="resolve",
        key=f"{game.tag} resolve {taken.number}",
        clause="§16",
        about=f"Turn {taken.number}: {taken.turn.gnome}",
        of=desk.decides,
        started_at=taken.taken_at,
        due_by=taken.taken_at + ON_THE_DOUBLE,
    )


def _notices(desk: Desk, records: UnitOfWork, now: Ongoing | None) -> Iterator[Duty]:
    """Private notices that no server has accepted: only then may somebody not know their items.

    As long as the game goes on, until they were told; or for two weeks where another address took
    it.
    """
    blind, since = hidden.is_blind(records), owed_since(desk, records, now)
    found = records.unaccepted("private", since)
    begin = earlier(desk, since, *[one.queued_at for one in found])
    every = notices(desk, records, further=begin) if found else []
    for one in found:
        assert one.queued_at is not None
        if one.state == "queued" and desk.now() - one.queued_at < PATIENCE:
            continue
        of = draft_of(records, one.draft)
        if of is not None and of.kind == "opening":
            continue  # looked after by itself (delivery/failures.py, A110)
        notice = notice_of(every, one.posting.message_id)
        if notice is not None:
            is_old = notice.last.queued_at < desk.now() - LOOK_BACK
            arrived = any(it.state in ("accepted", "confirmed") for it in notice.copies)
            if notice.is_confirmed or (is_old and arrived):
                continue
        name = desk.roster.people.get(folded(one.posting.to))
        lost = 0 if notice is None else len([it for it in notice.copies if notice.is_refused(it)])
        failed = is_given_up(desk, one) or (
            one.state in ("refused", "unknown") and one.again_at is None
        )
        yield Duty(
            kind="tell",
            key=f"notice {one.posting.message_id}{f' failed {lost}' if failed else ''}",  # anew
            clause="§6",
            about=f"Private notice to {name or one.posting.to}{f' ({of.about})' if of else ''}",
            of=desk.decides,
            started_at=one.queued_at,
            due_by=one.queued_at + ON_THE_DOUBLE,
            note=_fate(desk, one, blind=blind)
            + ("" if notice is None else unconfirmed.elsewhere(notice))
            + (unconfirmed.once_told(name) if failed and name is not None else ""),
            failed=failed,
            secret=True,  # that they are told something may say of what, a hand limit say
        )


def _fate(desk: Desk, one: QueuedPosting, *, blind: bool) -> str:
    """What became of a notice so far; in a *blind* game no server is quoted: it may quote that."""
    match one.state:
        case "deferred" if is_given_up(desk, one):
            last = "" if blind else f', at last with "{one.reply}"'
            return (
                f"The mail server has put it off for five days{last}. The bot has stopped trying."
            )
        case "refused" | "deferred" if blind:
            return f"The mail server has {one.state} it."
        case "refused":
            return f'The mail server refused it: "{one.reply}".'
        case "unknown":
            broke = "The connection broke when it was handed over: it may or may not have gone out."
            return broke if one.again_at is None else f"{broke} It is offered again."
        case "deferred":
            return f'The mail server puts it off: "{one.reply}". It is tried again.'
        case "sending":
            return "It is being handed to the mail server."
        case _:
            return "It has not been handed to the mail server yet."


def _awards(desk: Desk, records: UnitOfWork, drafts: tuple[Draft, ...]) -> Iterator[Duty]:
    for owed in awarding.accounts(desk, records):
        left = [*owed.open, *owed.unknown]
        if not left:
            continue
        for draft in [*[one for one in drafts if one.game == owed.game.id], None]:
            if draft is not None and draft.kind != "award":
                continue
            named = left if draft is None else (awarding.places_of(draft) or owed.unknown)
            places = [place for place in named if place in left]
            left = [place for place in left if place not in places]
            if places and draft is not None and draft.due_by is not None:
                yield _award(desk, owed, draft, places, draft.due_by - ON_THE_DOUBLE)
            elif places:
                moments = awarding.fell_due(records, owed)
                yield _award(desk, owed, draft, places, min([moments[place] for place in places]))


def _award(
    desk: Desk, owed: awarding.Account, draft: Draft | None, places: list[int], since: datetime
) -> Duty:
    dues = [owed.dues[place] for place in places if place < len(owed.dues)]
    axes = dict.fromkeys([due.axis for due in dues] or ["Y"])
    names = listed(dict.fromkeys(due.gnome for due in dues))
    about = f"{owed.game.tag}: {' and '.join(axes)} points for {names or 'the winners'}"
    return Duty(
        kind="award",
        key=f"{owed.game.tag} award {places[0]} {since.timestamp():.0f}",
        clause=" and ".join("§18" if axis == "X" else "§24" for axis in axes),
        about=about,
        of=desk.decides,
        started_at=since,
        due_by=since + ON_THE_DOUBLE,
        code=None if draft is None else draft.code,
        lines=tuple([award_pages.sentence(due, desk.contestmaster) for due in dues]),
    )


def _limits(records: UnitOfWork, now: Ongoing) -> Iterator[Duty]:
    """Gnomes above a pending hand limit: only they and the contestmaster know (§6, §17)."""
    for gnome in now.gamestate.position.gnomes:
        over = now.owes(gnome.name)
        if not over or not gnome.in_play or gnome.minutes <= 0:
            continue
        chapters = records.chapters(now.game.id)
        imposed = [
            chapter
            for chapter in chapters
            for one in chapter.events
            if isinstance(one, ev.LimitImposed) and one.gnome in (None, gnome.name)
        ]
        since = [*chapters[:1], *imposed][-1]
        yield Duty(
            kind="hand limit",
            key=f"{now.game.tag} limit {gnome.name} {since.number}",
            clause="§17",
            about=f"{gnome.name} has to discard {counted(over, 'item')}",
            of=gnome.name,
            started_at=since.at,
            due_by=None,
            note=str(over),
            secret=True,
        )


def _idle(records: UnitOfWork, now: Ongoing, drafts: tuple[Draft, ...]) -> Iterator[Duty]:
    """Everybody who may be killed if they take no turn for four days, with the day (§19)."""
    offers = {idling.victim(one): one.code for one in drafts if one.kind == "idle"}
    for gnome in now.gamestate.position.gnomes:
        if not gnome.in_play or gnome.minutes <= 0 or gnome.fainted:
            continue
        since = records.last_turn_at(now.game.id, gnome.name)
        yield Duty(
            kind="idle",
            key=idling.duty_of(now.game, gnome.name, since),
            clause="§19",
            about=f"{gnome.name} may be killed for idleness",
            of=gnome.name,
            started_at=since,
            due_by=since + IDLE_AFTER,
            code=offers.get(gnome.name),
        )


def fulfilled(desk: Desk, records: UnitOfWork) -> tuple[Duty, ...]:
    """Every turn resolved and every award made in the latest game; oldest first."""
    game = records.latest_game()
    if game is None:
        return ()
    done = [*_resolved(desk, records, game), *_awarded(desk, records, game)]
    return tuple(sorted(done, key=lambda one: one.started_at))


def _resolved(desk: Desk, records: UnitOfWork, game: Game) -> Iterator[Duty]:
    taken = {one.number: one for one in records.turns(game.id)}
    number = 0
    for chapter in records.chapters(game.id):
        for one in chapter.events:
            if isinstance(one, ev.TurnTaken):
                number = one.number
        resolved = any(isinstance(one, ev.TurnResolved | ev.GameOver) for one in chapter.events)
        turn = taken.pop(number, None) if resolved else None
        if turn is None:
            continue
        code = chapter.cause.removeprefix("draft ")
        due, proof = _to_resolve(desk, game, turn), _proof(records, code)
        yield replace(due, code=code, done_at=chapter.at, proof=proof)


def _awarded(desk: Desk, records: UnitOfWork, game: Game) -> Iterator[Duty]:
    owed = awarding.account(desk, records, game)
    moments = awarding.fell_due(records, owed) if owed.awarded else ()
    for place, made in sorted(owed.awarded.items()):
        if place >= len(owed.dues):
            continue
        due = owed.dues[place]
        yield Duty(
            kind="award",
            key=f"{game.tag} awarded {place}",
            clause="§18" if due.axis == "X" else "§24",
            about=f"{game.tag}: {due.points} {due.axis} points for {due.gnome}",
            of=desk.decides,
            started_at=moments[place],
            due_by=moments[place] + ON_THE_DOUBLE,
            code=made.draft,
            done_at=made.at,
            proof=f"by {made.by} without the bot"
            if made.draft is None
            else _proof(records, made.draft),
        )


def _proof(records: UnitOfWork, code: str) -> str:
    """`draft K7M2QXA, <...@...>`: the draft, and the public mails that its approval posted."""
    posted = [one.posting for one in records.outbox(code) if one.posting.kind == "public"]
    return ", ".join([f"draft {code}", *[one.message_id for one in posted]])
