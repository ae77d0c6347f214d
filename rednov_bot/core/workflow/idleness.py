"""Players who let their time lapse: both counts of it, and the offer to act (§19, A91, A92, A109).

The bot never does it by itself: everything here ends in a draft.  A turn that was ruled void was
none, and does not end somebody's idleness.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from rednov_bot.core.contest import Absence, Duty, Outage
from rednov_bot.core.errors import CannotKill
from rednov_bot.core.models import Draft, Game, Message, PaperId
from rednov_bot.core.render import answers, luck_pages, reminders
from rednov_bot.core.render.letterhead import of_game
from rednov_bot.core.render.reminders import Idle
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, in_force, notices, outgoing, points
from rednov_bot.core.workflow.commands.asking import Away, absence
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting, open_drafts
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import Dated, Player, Refusal

# -- how long (A91) -----------------------------------------------------------------------------


def last_turns(records: UnitOfWork, game: Game) -> dict[Player, tuple[int, datetime]]:
    """The number and moment of everybody's last turn that counts; 0 and when the game began.

    One that was ruled void, or is void in a corrected game, had no effect (§9).
    """
    began = records.advanced_at(game.id, 1)
    assert began is not None
    void = in_force.void_turns(records, game.id)
    last = dict.fromkeys(game.gnomes, (0, began))
    for one in records.turns(game.id):
        if one.number not in void:
            last[one.player] = one.number, one.taken_at
    return last


def able(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    name: Player,
    since: datetime,
    *,
    openly: bool = False,
) -> timedelta:
    """How much of the time they could act: awake, not barred, no turn unresolved, the bot at work.

    *openly*: as far as everybody can see, for a hand limit bars them too (§6, §17).
    """
    outages, total = records.outages(since), timedelta()
    steps = [one for one in records.chapters(now.game.id) if one.at > since]
    begins = since
    for number, ends in [*[(one.number - 1, one.at) for one in steps], (now.number, desk.now())]:
        if number >= 1:
            state = records.gamestate_at(now.game.id, number)
            if not desk.game.barred(state, name, now.options, openly=openly):
                total += max(ends - begins, timedelta()) - lost(outages, begins, ends)
        begins = ends
    return max(total, timedelta())


def lost(outages: Iterable[Outage], since: datetime, until: datetime) -> timedelta:
    """How much of the time the bot was not at work."""
    spans = [min(one.ends, until) - max(one.begins, since) for one in outages]
    return sum([span for span in spans if span > timedelta()], timedelta())


def idleness(desk: Desk, records: UnitOfWork, *, openly: bool = False) -> tuple[Idle, ...]:
    """Everybody who may still act, with both counts; nobody between games.

    *openly*: as far as everybody can see (§6).
    """
    now = ongoing(desk, records)
    if now is None:
        return ()
    found = []
    for name in now.facts.in_play:
        barred = desk.game.barred(now.gamestate, name, now.options, openly=True)
        if "NO_MINUTES" not in [one.code for one in barred]:
            found.append(of_player(desk, records, now, name, openly=openly))
    return tuple(found)


def of_player(
    desk: Desk, records: UnitOfWork, now: Ongoing, name: Player, *, openly: bool = False
) -> Idle:
    """How long somebody has been idle, and what keeps them from acting.

    *openly*: without what their hand says to it, or they alone to the bot.
    """
    at, (turn, since) = desk.now(), last_turns(records, now.game)[name]
    outages = records.outages(since)
    reminded = records.reminders(_named(now.game, name, since))
    barred = desk.game.barred(now.gamestate, name, now.options, openly=openly)
    return Idle(
        name=name,
        since=since,
        took_a_turn=bool(turn),
        idle=max(at - since, timedelta()),
        able=able(desk, records, now, name, since, openly=openly),
        lost=lost(outages, since, at),
        absences=tuple(
            one
            for one in records.absences(name)
            if (one.said_at >= since if one.ends is None else one.ends > since)
            and (one.public or not openly)
        ),
        warned_at=reminded[-1].at if reminded else None,
        barred=tuple([one.reason for one in barred]),
    )


def _named(game: Game, name: Player, since: datetime) -> str:
    """What a stretch of idleness is called in the database: `RN1 idle Ann 1795428000`."""
    return f"{game.tag} idle {name} {since.timestamp():.0f}"


# -- what the game waits for --------------------------------------------------------------------


def duties(desk: Desk, records: UnitOfWork, now: Ongoing) -> Iterator[Duty]:
    """What the game waits for from its players: turns (§19), discards (§17)."""
    offers = {one.about: one.code for one in records.open_drafts() if one.kind == "idle"}
    game = now.game
    last = {name: at for name, (_, at) in last_turns(records, game).items()}

    @cache
    def course() -> tuple[Dated, ...]:
        chapters = records.chapters(game.id)
        return tuple([Dated(at=one.at, events=one.events) for one in chapters])

    for one in desk.game.awaited(now.gamestate, last, course, now.options):
        yield Duty(
            kind="game",
            key=f"{game.tag} {one.kind} {one.of} {one.since.timestamp():.0f}",
            clause=one.clause,
            about=one.about,
            of=one.of,
            started_at=one.since,
            due_by=one.until,
            code=None if one.until is None else offers.get(_about(one.of)),
            awaited=one,
            secret=one.secret,
        )


# -- the offer (§19) ----------------------------------------------------------------------------


def kill(desk: Desk, records: UnitOfWork, name: Player) -> Draft:
    """The contestmaster wants to kill an idle gnome: the draft of it, with what it would cause.

    Raises CannotKill with the code and clause of what forbids it (S114).
    """
    now = ongoing(desk, records)
    against = _against(desk, records, now, name)
    if now is None or against is not None:
        assert against is not None
        raise CannotKill(against.code, f"{against.reason} ({against.clause})")
    return _draft(desk, records, now, name)


def offer(desk: Desk, records: UnitOfWork, now: Ongoing, name: Player) -> Draft | None:
    """The same as the bot's own offer, once in a stretch of idleness."""
    _, since = last_turns(records, now.game)[name]
    reason = f"offer {_named(now.game, name, since)}"
    if records.mailed_for(reason) is not None:
        return None
    return _draft(desk, records, now, name, reason=reason)


def again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | None:
    """The gamestate has moved on since *draft*: it is made again, if §19 still allows it."""
    now = ongoing(desk, records)
    if now is None or draft.game != now.game.id:
        return None
    name = _victim(now, draft)
    return None if _against(desk, records, now, name) else _draft(desk, records, now, name)


def withdraw(desk: Desk, records: UnitOfWork) -> None:
    """An open offer to kill somebody who has acted since, or cannot be killed any more, is over."""
    now = ongoing(desk, records)
    for draft in records.open_drafts():
        if draft.kind == "idle":
            against: Refusal | None = NO_GAME
            if now is not None and draft.game == now.game.id:
                against = _against(desk, records, now, _victim(now, draft))
            if against is not None:
                records.decide(open_drafts.closed(draft.code, against.reason, desk.now()))


def _about(name: Player) -> str:
    return f"{name} is idle and may be killed"


def is_of(draft: Draft, name: Player | None) -> bool:
    """Whether the draft of an idle kill is about somebody."""
    return name is not None and draft.about == _about(name)


def _victim(now: Ongoing, draft: Draft) -> Player:
    """Whom the draft of an idle kill is about."""
    return next(name for name in now.game.gnomes if is_of(draft, name))


def _against(desk: Desk, records: UnitOfWork, now: Ongoing | None, name: Player) -> Refusal | None:
    if now is None:
        return NO_GAME
    _, since = last_turns(records, now.game).get(name, (0, desk.now()))
    return desk.game.against_expiry(now.gamestate, name, since, desk.now())


def _draft(
    desk: Desk, records: UnitOfWork, now: Ongoing, name: Player, *, reason: str = ""
) -> Draft:
    luck = fortune.of_idle_kill(records, now.game, name)
    killed = desk.game.expire(now.gamestate, name, now.options, luck)
    assert killed is not None
    about, moment = _about(name), f"idle {name}"
    proof = fortune.proof_of(
        desk,
        records,
        now.game,
        (fortune.Cast(luck, killed.events),),
        moment=moment,
        drafts=records.drafts_of("idle", now.game.id, about) + 1,
    )
    private = notices.notices_of(
        desk,
        records,
        now.game,
        killed.events,
        now.gamestate,
        killed.after,
        now.tables,
        occasion=f"the death of {name}",
        moment=moment,
        proof=proof,
    )
    heads = outgoing.for_list(desk)
    text = desk.game.tell_lapse(
        killed.events,
        killed.after,
        now.tables,
        now.options,
        name,
        heads["letterhead"],
        awards=points.axes(desk),
        luck=luck_pages.luck_section(proof),
    )
    draft = desk.draft(
        "idle",
        about,
        game=now.game.id,
        for_state=now.number,
        pages=(of_game(text, "public", heads["envelope"]), *private),
        events=killed.events,
        effects=(*points.effects(desk, now.gamestate, killed.after), *fortune.published(proof)),
    )
    blind = hidden.is_blind(records)
    minded = desk.game.mind(now.gamestate, name, killed.events, now.tables, openly=blind)
    notes = reminders.idle_notes(of_player(desk, records, now, name, openly=blind), minded)
    for old in records.open_drafts():
        if old.kind == "idle" and (old.game, old.about) == (draft.game, about):
            said = open_drafts.replaced(old, draft)
            notes += open_drafts.give_way(records, draft, (old,), said)
    return drafting.submit(desk, records, draft, notes=notes, reason=reason)


# -- absences -----------------------------------------------------------------------------------

_MACHINE: Final = re.compile(
    r"\bauto(?:matic)?[- ]?(?:repl|respon|answer)|\bout of (?:the )?office\b|\babwesenheit",
    re.IGNORECASE,
)


def note_absence(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> None:
    """An absence of a contestant's or a gnome's is stored, once for the same words."""
    said = _said(desk, records, message)
    if said is None or message.sender is None or message.said_at is None:
        return
    if any(one.words == said.words for one in records.absences(message.sender)[-3:]):
        return
    noted = Absence(
        name=message.sender,
        said_at=message.said_at,
        words=said.words,
        begins=said.begins,
        ends=said.ends,
        public=message.forum not in (None, "private"),
    )
    records.note_absence(noted, mail)


def confirm_absence(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Whoever said to the bot alone that they will be away is told that it is noted; else None."""
    said = _said(desk, records, message)
    if said is None:
        return None
    told = [f'"{said.words}"']
    if said.begins is not None and said.begins > desk.now():
        told.append(f"You are away from {when(said.begins)}.")
    if said.ends is not None:
        told.append(f"You are away until {when(said.ends)}.")
    page = answers.noted(
        "absence",
        tuple(told),
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message),
        next=f"{desk.decides} sees it beside your counts before thinking of §19. It stops no "
        "clock, and you can take turns all the same.",
    )
    return on_file("an absence", answer(desk, records, page))


def _said(desk: Desk, records: UnitOfWork, message: Message) -> Away | None:
    name, private = message.sender, message.forum == "private"
    if name is None or message.said_at is None or message.check or message.doubt:
        return None
    if _MACHINE.search(message.subject) or (private and message.wants_no_answer):
        return None
    said = absence(message.text, message.said_at, desk.words)
    if said is None:
        return None
    now = ongoing(desk, records)
    playing = now is not None and name in now.game.gnomes
    return said if playing or name in records.contestants() else None
