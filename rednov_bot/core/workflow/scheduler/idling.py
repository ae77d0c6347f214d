"""Idle gnomes: both counts of their time, and the offer to kill one (§19, A91, A92, A109).

The bot never kills by itself: everything here ends in a draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.contest import Absence, Outage
from rednov_bot.core.errors import CannotKill
from rednov_bot.core.models import Draft, Game, Message, PaperId
from rednov_bot.core.render import answers, luck_pages
from rednov_bot.core.render.wording import listed, when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.commands.absences import Away, absence
from rednov_bot.core.workflow.delivery import notices
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting, replacing
from rednov_bot.core.workflow.luck import fortune, proving
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.scheduler import outright
from rednov_bot.games.base import Player, Refusal
from rednov_bot.games.red_november.render import public_pages, reminder_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.reminder_pages import Idle
from rednov_bot.games.red_november.render.wording import minutes, place
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.resolve import kill_idle, may_kill_idle
from rednov_bot.games.red_november.rules.words import SEA


def able(
    records: UnitOfWork,
    now: Ongoing,
    name: Player,
    since: datetime,
    until: datetime,
    *,
    openly: bool = False,
) -> timedelta:
    """How much of the time they could act: awake, not barred, no turn unresolved, the bot at work.

    *openly*: as far as everybody can see, for a hand limit bars them too (§6, §17).
    """
    outages = records.outages(since)
    total = timedelta()
    steps = [one for one in records.chapters(now.game.id) if one.at > since]
    first = min([one.number for one in steps], default=now.number + 1) - 1
    begins = since
    for number, ends in [*[(one.number - 1, one.at) for one in steps], (now.number, until)]:
        known = number >= max(first, 1)
        state = records.gamestate_at(now.game.id, number) if known else None
        if state is not None and _may_act(state, name, now.options, openly=openly):
            total += max(ends - begins, timedelta()) - lost(outages, begins, ends)
        begins = ends
    return max(total, timedelta())


def lost(outages: Iterable[Outage], since: datetime, until: datetime) -> timedelta:
    """How much of the time the bot was not at work."""
    spans = [min(one.ends, until) - max(one.begins, since) for one in outages]
    return sum([span for span in spans if span > timedelta()], timedelta())


def _may_act(state: Gamestate, name: Player, options: Options, *, openly: bool) -> bool:
    if next(hindrances(state.position, name, options), None) is not None:
        return False
    seat = state.position.seat(name)
    return openly or not exceeds(state.secrets.limits[seat], state.secrets.hands[seat])


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
    said = absence(message.text, message.said_at)
    if said is None:
        return None
    now = ongoing(desk, records)
    playing = now is not None and name in now.game.gnomes
    return said if playing or name in records.contestants() else None


_ABANDON_BELOW = 10  # minutes (§11m)


def duty_of(game: Game, name: Player, since: datetime) -> str:
    """What this stretch of idleness is called in the database: `RN1 idle Ann 1795428000`."""
    return f"{game.tag} idle {name} {since.timestamp():.0f}"


def idleness(desk: Desk, records: UnitOfWork, *, openly: bool = False) -> tuple[Idle, ...]:
    """Every gnome who may still take turns, with both counts; nobody between games.

    *openly*: as far as everybody can see (§6).
    """
    now = ongoing(desk, records)
    if now is None:
        return ()
    return tuple(
        of_gnome(desk, records, now, gnome.name, openly=openly)
        for gnome in now.gamestate.position.gnomes
        if gnome.in_play and gnome.minutes > 0
    )


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
    since = records.last_turn_at(now.game.id, name)
    reason = f"offer {duty_of(now.game, name, since)}"
    if records.mailed_for(reason) is not None:
        return None
    return _draft(desk, records, now, name, reason=reason)


def again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | None:
    """The gamestate has moved on since *draft*: it is made again, if §19 still allows it."""
    now, name = ongoing(desk, records), victim(draft)
    if now is None or draft.game != now.game.id or _against(desk, records, now, name):
        return None
    return _draft(desk, records, now, name)


def withdraw(desk: Desk, records: UnitOfWork) -> None:
    """An open offer to kill somebody who has acted since, or cannot be killed any more, is over."""
    now = ongoing(desk, records)
    for draft in records.open_drafts():
        if draft.kind == "idle" and (against := _against(desk, records, now, victim(draft))):
            records.decide(replacing.closed(draft.code, against.reason, desk.now()))


def victim(draft: Draft) -> Player:
    """Whom the draft of an idle kill is about."""
    return next(one.gnome for one in draft.events if isinstance(one, ev.Killed))


def _against(desk: Desk, records: UnitOfWork, now: Ongoing | None, name: Player) -> Refusal | None:
    if now is None:
        return NO_GAME
    if name not in now.game.gnomes:
        return refusal("NOT_A_GNOME", f"{name} is not a gnome in this game")
    last = records.last_turn_at(now.game.id, name)
    return may_kill_idle(now.gamestate, name, last, desk.now())


def _draft(
    desk: Desk, records: UnitOfWork, now: Ongoing, name: Player, *, reason: str = ""
) -> Draft:
    luck = fortune.of_idle_kill(records, now.game, name)
    killed = kill_idle(now.gamestate, name, now.options, luck)
    about, moment = f"{name} is idle and may be killed", f"idle {name}"
    proof = proving.proof_of(
        records,
        now.game,
        (proving.Cast(luck, killed.events),),
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
    told = public_only(killed.events)
    text = public_pages.idle_kill(
        told,
        killed.after.position,
        now.tables,
        name,
        **outgoing.for_list(desk),
        options=now.options,
        awards=outright.axes(desk),
        luck=luck_pages.luck_section(proof),
    )
    draft = desk.draft(
        "idle",
        about,
        game=now.game.id,
        for_state=now.number,
        pages=(text, *private),
        events=killed.events,
        effects=(
            *outright.effects(desk, now.gamestate.position, killed.after.position),
            *proving.effects(proof),
        ),
    )
    replaced: list[str] = []
    for old in records.open_drafts():
        if old.kind == "idle" and old.game == draft.game and victim(old) == name:
            said = replacing.replaced(old, draft)
            replaced += replacing.give_way(records, draft, (old,), said)
    idle = of_gnome(desk, records, now, name, openly=hidden.is_blind(records))
    notes = reminder_pages.idle_notes(idle, told, now.tables)
    return drafting.submit(desk, records, draft, notes=(*notes, *replaced), reason=reason)


def of_gnome(
    desk: Desk, records: UnitOfWork, now: Ongoing, name: Player, *, openly: bool = False
) -> Idle:
    """How long a gnome has been idle, and what speaks for and against killing them.

    *openly*: without what their hand says to it, or they alone to the bot.
    """
    at, since = desk.now(), records.last_turn_at(now.game.id, name)
    outages = records.outages(since)
    reminded = records.reminders(duty_of(now.game, name, since))
    return Idle(
        name=name,
        since=since,
        took_a_turn=any(one.turn.gnome == name for one in records.turns(now.game.id)),
        idle=max(at - since, timedelta()),
        able=able(records, now, name, since, at, openly=openly),
        lost=lost(outages, since, at),
        absences=tuple(
            one
            for one in records.absences(name)
            if (one.said_at >= since if one.ends is None else one.ends > since)
            and (one.public or not openly)
        ),
        warned_at=reminded[-1].at if reminded else None,
        barred=_barred(now, name, openly=openly),
        waits_with="" if openly else _waits_with(now, name),
    )


def _barred(now: Ongoing, name: Player, *, openly: bool) -> tuple[str, ...]:
    """What keeps a gnome from acting at this moment: for the contestmaster (§6)."""
    state = now.gamestate
    reasons = [one.reason for one in hindrances(state.position, name, now.options)]
    if openly:
        return tuple(reasons)
    if over := now.owes(name):
        reasons.append(f"{name} has to discard {over} for a hand limit first, for you alone (§6)")
    return tuple(reasons)


def _waits_with(now: Ongoing, name: Player) -> str:
    """What speaks for it that a gnome waits to abandon ship (§11m, §19): it may be a secret.

    They hold the aqualung that the way out takes, is near it, and has few enough minutes, while
    others have too many.
    """
    position, board = now.gamestate.position, now.tables.board
    gnome = position.gnome(name)
    hand = now.gamestate.secrets.hands[position.seat(name)]
    late = [one for one in position.gnomes if one.minutes >= _ABANDON_BELOW]
    near = gnome.at == SEA or any(
        any(SEA in ends for ends in board.attached[room])
        for room in ((gnome.at, *board.neighbours[gnome.at]))
    )
    if "aqualung" not in hand or not near or gnome.minutes >= _ABANDON_BELOW:
        return ""
    others = [f"{one.name} {one.minutes}" for one in late]
    waits = f"while others have more: {listed(others)}" if others else "as all have by now"
    where = place(gnome.at, board)
    return f"they hold an aqualung, are in {where} and have {minutes(gnome.minutes)} left, {waits}"
