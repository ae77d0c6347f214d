"""What is announced takes effect, act by act, in the order of the mail (§9).

A turn is taken, or is without effect; one that comes too early is remembered until the turn before
it is resolved.  Deeds take effect at once, and so do joining and leaving (§3).  The functions that
hear an act give back whether its sender could be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal

import msgspec

from rednov_bot.core.contest import ON_THE_DOUBLE, Membership
from rednov_bot.core.luck import FORM
from rednov_bot.core.mail.composing import headed
from rednov_bot.core.mail.message import digest_of
from rednov_bot.core.models import (
    Act,
    Attempt,
    Authentication,
    Confirmed,
    Deed,
    Join,
    Leave,
    Message,
    MessageId,
    Note,
    PaperId,
    Stamps,
    TakenTurn,
    TurnAct,
)
from rednov_bot.core.proof import ABSENT
from rednov_bot.core.render import announced_pages, answers, draft_pages
from rednov_bot.core.render.letterhead import of_game
from rednov_bot.core.render.wording import capital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, in_force, moments, notices, office, outgoing, resolving
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, draft_of, ongoing, pending
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.outgoing import answer, one_answer, post
from rednov_bot.games.base import (
    Against,
    Answer as Filed,
    Done,
    Held,
    Player,
    Refusal,
    Resolution,
    Turn,
    openly,
)

LIST_KEPT: Final = timedelta(hours=48)
"""How long what was noted privately waits for its announcement (A23)."""


def named(acts: Sequence[Act]) -> tuple[str, ...]:
    """What is announced, as the table of mails and a ruling say it: `a turn`, `joining`."""
    bare = (Join, Leave)
    return tuple([one.called if isinstance(one, bare) else f"a {one.called}" for one in acts])


def carry_out(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    acts: tuple[Act, ...],
    heard_at: datetime,
) -> bool:
    """Each act in its order, with one answer for all."""
    if len(acts) == 1:
        return _act(desk, records, mail, message, acts[0], heard_at)
    with one_answer(desk, records) as answering:
        told = [_act(answering, records, mail, message, act, heard_at) for act in acts]
    return all(told)


def _act(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, act: Act, heard_at: datetime
) -> bool:
    match act:
        case TurnAct(turn=turn):
            return announce(desk, records, mail, message, turn, heard_at)
        case Deed():
            return _deed(desk, records, mail, message, act)
        case Join() | Leave():
            return join_or_leave(desk, records, mail, message, act)
        case Note():
            return True  # a bare list of items announces nothing in public


# -- turns -----------------------------------------------------------------------------------------


def with_private_list(desk: Desk, records: UnitOfWork, turn: Turn, options: Any) -> Turn:
    """A turn with what its player has noted privately before (A23)."""
    noted = records.noted_items(desk.game.whose(turn), desk.now() - LIST_KEPT)
    return desk.game.with_note(turn, noted, options) if noted else turn


def objections(desk: Desk, records: UnitOfWork, now: Ongoing, turn: Turn) -> tuple[Against, ...]:
    """Everything that is against a turn now, or after the turn that is waited for (A122)."""
    before = records.pending_turn(now.game.id)
    meant = None if before is None else in_force.turn_of(records, before)
    return desk.game.objections(now.gamestate, turn, now.tables, now.options, meant)


def announce(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, said: Turn, heard_at: datetime
) -> bool:
    """A turn was announced in public: it is taken at once, or without effect (§9).

    The sender is told either at once, privately; the list hears of a void turn by a draft.
    *heard_at* is when the bot's mailbox got it, or, of one that was kept, when the turn before it
    is resolved: from then on the 48 hours count (A14, A94).
    """
    now = ongoing(desk, records)
    if now is None:
        return refuse(desk, records, message, None, (NO_GAME,), act=TurnAct(said), mail=mail)
    turn = with_private_list(desk, records, said, now.options)
    verdict = desk.game.judge(now.gamestate, turn, now.tables, now.options)
    if not verdict.valid:
        against = objections(desk, records, now, turn)
        before = records.pending_turn(now.game.id)
        too_early = "UNRESOLVED" in [one.code for one in verdict.public]
        if before is not None and too_early:
            announced = {name: getattr(message, name) for name in _OF_A_MESSAGE}
            queued = now.options.queue_early_turns
            kept = Early(mail=mail, turn=said, queued=queued, **announced)
            _keep(records, before, kept, desk.now())
            if kept.queued:
                return _wait(desk, records, message, before, against)
        return refuse(
            desk,
            records,
            message,
            now,
            against,
            act=TurnAct(turn),
            notes=moments.crossing(records, now, message),
            mail=mail,
            told_when_free=too_early,
        )
    player = desk.game.whose(turn)
    if turn != said:
        records.note_items(player, (), desk.now())  # a private list serves one announcement
    taken, since = take_turn(desk, records, now, mail, message, turn, heard_at)
    known = records.noted_orders(since.game.id).get(player)
    if (orders := desk.game.ordered(known, turn)) is not None:
        records.note_orders(since.game.id, player, orders, desk.now())
    luck = fortune.of_turn(records, now.game, taken)
    outcome = resolving.resolution_of(desk, records, since, taken, luck)
    answered = confirm(desk, records, message, now, taken, verdict.plan, outcome)
    resolving.drafted(desk, records, since, taken, outcome, luck)
    return answered


def take_turn(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    mail: PaperId | None,
    message: Message | None,
    turn: Turn,
    at: datetime,
) -> tuple[TakenTurn, Ongoing]:
    """The turn in the database, and the game from then on; without a mail nobody announced it."""
    event = desk.game.take(now.gamestate, turn)
    state = desk.game.after(now.gamestate, (event,))
    since = replace(now, number=now.number + 1, gamestate=state)
    number = desk.game.facts(state).turns
    beacon = fortune.beacon_of_game(now.game) if now.game.luck == FORM else None
    cause = in_force.taken_by(number)
    records.advance(now.game.id, since.number, (event,), state, cause=cause, at=desk.now())
    taken = records.add_turn(
        now.game.id,
        number,
        desk.game.whose(turn),
        turn,
        mail=mail,
        message=message,
        forum="" if message is None else message.forum or "",
        at=at,
        digest=ABSENT if message is None else digest_of(message),
        beacon=None if beacon is None else fortune.round_for(beacon, message, desk.now()),
    )
    if message is not None:
        moments.note(records, taken, message, desk.now())
    return taken, since


def end_phase(desk: Desk, records: UnitOfWork, at: datetime | None = None) -> None:
    """A phase of the game is over if the game says so of this moment, or of *at*, when a mail came.

    It ends without an announcement: by its time, or because all is there.  Its turn is taken like
    any other, and resolved with what the players have left with the bot alone by then.
    """
    now = ongoing(desk, records) if desk.game.phased else None
    if now is None or now.facts.pending is not None:
        return
    # The last turn was resolved, or the game began, when that was approved.
    chapters = records.chapters(now.game.id)
    since = chapters[0].at
    for chapter in reversed(chapters):
        draft = draft_of(records, chapter.cause.removeprefix("draft "))
        if draft is not None and draft.kind == "resolution":
            since = chapter.at
            break
    orders, at = records.noted_orders(now.game.id), at or desk.now()
    turn = desk.game.phase_ends(now.gamestate, orders, since, at, now.options)
    if turn is not None:
        taken, _ = take_turn(desk, records, now, None, None, turn, desk.now())
        resolving.draft_resolution(desk, records, taken)


def confirm(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    now: Ongoing,
    taken: TakenTurn,
    plan: Any,
    outcome: Resolution | Held,
) -> bool:
    """The player hears that their turn is taken, how it was read and what it costs."""
    words = message.text if message.written is None else message.written
    page = answers.receipt(
        desk.game.turn_told(now.gamestate, taken.turn, plan, now.tables, now.options, words),
        number=taken.number,
        said_at=message.said_at or taken.taken_at,
        due=taken.taken_at + ON_THE_DOUBLE,
        **outgoing.answering(desk, message, message.forum),
        asked=isinstance(outcome, Held)
        and (outcome.choice.asks, outcome.choice.of) == ("gnome", taken.player),
        blind=now.options.blind,
    )
    return answer(desk, records, page)


def withdraw_receipt(desk: Desk, records: UnitOfWork, taken: TakenTurn) -> None:
    """A receipt that no mail server has yet is not sent: its turn is resolved, and told of."""
    for one in records.with_us("receipt", taken.taken_at):
        subject, answered = headed(one)
        if answered == taken.message_id and subject.endswith(f" Turn {taken.number} is taken"):
            why = f"turn {taken.number} was resolved before it was sent"
            records.attempted(
                Attempt(message_id=one.message_id, at=desk.now(), outcome="withdrawn", reply=why)
            )


def refuse(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    now: Ongoing | None,
    refusals: tuple[Against, ...],
    *,
    act: Act,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
    told_when_free: bool = False,
) -> bool:
    """An announcement is without effect: the sender is told why, the list only what it may know.

    A public reason may be told; a private one goes to the sender alone, and the public line says
    that it did (§6, A21).
    """
    announced, name = act.called, message.sender or ""
    read = desk.game.said(act, desk.settings.contest.name)
    page = answers.void(
        announced,
        refusals,
        desk.game,
        **outgoing.answering(desk, message, message.forum),
        said_at=message.said_at,
        read=read if isinstance(act, TurnAct) else (),
        told_when_free=told_when_free,
    )
    answered = answer(desk, records, page)
    uniform = now is not None and now.options.uniform_refusals
    first = refusals[0]  # the list is told of it, unless it is to be withheld from it
    told: Refusal | None = first if isinstance(first, Refusal) and not uniform else None
    text = announced_pages.refusal(
        name,
        announced,
        told,
        desk.game,
        **outgoing.for_list(desk, message.forum, message),
        said_at=message.said_at,
    )
    # Of every other reason the sender alone was told.  It is shown to the contestmaster, for they
    # approve the line or rule that the announcement counts (§25); in a blind game only what
    # everybody can see.  Above stands what was written, and as which act it was read.
    is_blind = hidden.is_blind(records)
    moment = moments.of_message(message, desk.now())
    why: tuple[draft_pages.Reason, ...] = ()
    if told is not None:
        why = ((told.clause, _sentence(desk, told)),)
    known = openly(refusals) if is_blind else refusals
    alone = f"Told to {name} alone: "
    why += tuple([(one.clause, f'{alone}"{_sentence(desk, one)}"') for one in known if one != told])
    why = why or (draft_pages.NO_REASON,)
    game = now.game.id if now is not None else None
    auto = now is not None and now.options.auto_verdicts and not message.is_ruled and not notes
    as_read = _as_read(desk, act, "\n".join(read), moment, is_blind=is_blind)
    drafting.say(
        desk,
        records,
        text,
        game=game,
        about=f"Without effect: {announced} of {name}",
        why=(*drafting.gnome_words(moment, is_blind=is_blind), *as_read, *why),
        auto=auto,
        notes=(*notes, *in_force.precedents(records, why, game)),
        mail=mail,
    )
    return answered


def _sentence(desk: Desk, one: Against) -> str:
    return f"{capital(desk.game.spoken(one.reason))}."


def _as_read(
    desk: Desk, act: Act, read: str, moment: moments.Moment, *, is_blind: bool
) -> tuple[draft_pages.Reason, ...]:
    """How an announcement was read, for the contestmaster; in a blind game as the list heard it."""
    if is_blind and moment.confirmed is not None and moment.confirmed.privately:
        return ()
    if is_blind and isinstance(act, TurnAct):
        read = desk.game.heard(act.turn, ruled=bool(moment.meant))
    return (("read as", read),)


# -- turns that come too early ---------------------------------------------------------------------


class Early(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that came while another was unresolved, filed as JSON with the answers of that one."""

    turn: Any
    mail: int
    message_id: str | None
    references: tuple[str, ...]
    subject: str
    addresses: tuple[str, ...]
    forum: str | None
    said_at: datetime | None
    sender: str = ""
    text: str = ""  # as announced
    stamps: Stamps = Stamps()
    written: str | None = None
    authentication: Authentication | None = None
    confirmed: Confirmed | None = None
    queued: bool = True  # it is judged when the way is free (queue_early_turns), not announced anew

    @property
    def message(self) -> Message:
        """The announcement, as far as it is still needed."""
        own: dict[str, Any] = {name: getattr(self, name) for name in _OF_A_MESSAGE}
        return Message(in_reply_to=None, public=True, **own)


_OF_A_MESSAGE: Final = tuple(set(Early.__struct_fields__) - {"turn", "mail", "queued"})
_KEPT: Final = "early turn"
_WITHDRAWN: Final = "withdrawn"


def _keep(records: UnitOfWork, before: TakenTurn, early: Early, at: datetime) -> None:
    """The turn is remembered until the one *before* it is resolved, behind those before it."""
    place = sum(key.startswith(_KEPT) for key in records.answers(before.id)) + 1
    label = msgspec.json.encode(early).decode()
    records.add_answer(before.id, f"{_KEPT} {place}", Filed(label, "gnome"), at)


def _early(desk: Desk, records: UnitOfWork, before: TakenTurn) -> dict[str, Early]:
    """The turns that came too early since *before* was taken, but those withdrawn, in order."""
    noted = records.answers(before.id)
    found = {}
    for key, one in noted.items():
        if key.startswith(_KEPT) and f"{_WITHDRAWN} {key}" not in noted:
            early = msgspec.json.decode(one.label, type=Early)
            turn = msgspec.convert(early.turn, desk.game.types.turn)
            found[key] = msgspec.structs.replace(early, turn=turn, sender=desk.game.whose(turn))
    return found


def _wait(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    before: TakenTurn,
    against: tuple[Against, ...],
) -> bool:
    """An early turn is kept; the list hears of it when it is taken.

    Whatever is against it makes no difference yet, or the list could tell a hand from it (§6).
    """
    told = [
        f"It waits for the resolution of turn {before.number}, of {before.player} "
        "(game option queue_early_turns).",
        "It is checked at that moment, and you get a mail then whether it is taken. Until then you "
        'can withdraw it: mail "I withdraw my turn" to the list or to the bot.',
    ]
    told += [
        f"As far as can be told now, it would have no effect then: {desk.game.spoken(one.reason)}."
        for one in against
        if one.code != "UNRESOLVED"
    ]
    page = answers.noted(
        "turn",
        tuple(told),
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, message.forum),
        next=f"The list hears of it only then, when {desk.decides} has looked at what comes "
        "of it. You do not need to do anything more.",
    )
    return answer(desk, records, page)


def withdraw_early(desk: Desk, records: UnitOfWork, message: Message) -> bool | None:
    """The sender's last turn that waits is withdrawn, and they are told; None where none waits."""
    before = pending(desk, records)
    every = {} if before is None else _early(desk, records, before)
    keys = [key for key, one in every.items() if one.queued and one.sender == message.sender]
    if before is None or not keys:
        return None
    records.add_answer(before.id, f"{_WITHDRAWN} {keys[-1]}", Filed("", "gnome"), desk.now())
    early = every[keys[-1]]
    said = desk.game.said(TurnAct(early.turn), desk.settings.contest.name)
    page = answers.noted(
        "withdrawal",
        ("The turn that waited is withdrawn, and is not taken:", *said),
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, early.forum),
        next="The list hears nothing of it. You may announce another turn at any time.",
    )
    return answer(desk, records, page)


def take_up(desk: Desk, records: UnitOfWork, resolved: PaperId) -> None:
    """The turns that waited are judged now: the first valid one is taken (queue_early_turns)."""
    heard_at = desk.now()
    for kept in _early(desk, records, records.turn(resolved)).values():
        if not kept.queued:
            continue
        if (taken := pending(desk, records)) is not None:
            _keep(records, taken, kept, heard_at)
        else:
            mail = PaperId(kept.mail)
            announce(desk, records, mail, kept.message, kept.turn, heard_at)


_BARRED: Final = frozenset(
    ("NOT_A_GNOME", "KILLED", "ABANDONED", "NO_MINUTES", "FAINTED", "UNRESOLVED", "NO_GAME")
)
"""With one of these against it, no turn of this player's can be taken: the way is not free."""


def follow(
    desk: Desk, records: UnitOfWork, resolved: PaperId, posted: Sequence[MessageId] = ()
) -> None:
    """A turn is resolved: turns that waited are judged, and who came too early is told.

    Each player whose turn was void while that one was waited for hears that it is not any more,
    whatever else is wrong with theirs: behind the resolution as *posted*, once the mail server has
    it.  Nobody hears it when the game is over, or whose way is barred otherwise.
    """
    take_up(desk, records, resolved)
    before = records.turn(resolved)
    every = [one for one in _early(desk, records, before).values() if not one.queued]
    now = ongoing(desk, records) if every else None
    if now is None or desk.game.facts(now.gamestate).pending is not None:
        return
    for away in {one.sender: one for one in every}.values():
        turn = with_private_list(desk, records, away.turn, now.options)
        against = objections(desk, records, now, turn)
        if not _BARRED.isdisjoint([one.code for one in against]):
            continue
        page = answers.way_free(
            away.text,
            against,
            desk.game,
            before=before,
            said_at=away.said_at,
            **outgoing.answering(desk, away.message, away.forum),
        )
        answer(desk, records, page, after=posted)


# -- deeds -----------------------------------------------------------------------------------------


def tried_deed(
    desk: Desk, records: UnitOfWork, now: Ongoing, name: Player, deed: Deed
) -> Done | tuple[Against, ...]:
    """What would come of a deed now, or all that is against it."""
    note = records.noted_items(name, desk.now() - LIST_KEPT)
    return desk.game.do(now.gamestate, name, deed, note, now.tables, now.options)


def _deed(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, deed: Deed) -> bool:
    """Something is done at once, also while a turn is unresolved (§11k, §17).

    The list and the players concerned are told.  A resolution that awaits approval is made again
    on the same luck (A44).
    """
    now, name = ongoing(desk, records), message.sender or ""
    if now is None:
        return refuse(desk, records, message, None, (NO_GAME,), act=deed)
    done = tried_deed(desk, records, now, name, deed)
    if not isinstance(done, Done):
        return refuse(desk, records, message, now, done, act=deed)
    at, announced = desk.now(), deed.called
    events, after = done.resolution.events, done.resolution.after
    about = f"{announced} of {name}"
    # The list hears numbers (§6), and those secrets again that it has read in the announcement:
    # where the contestmaster has said how a mail is read, its author named what stands in it alone.
    named = done.named
    if message.written is not None:
        _, unheard = desk.game.hushed(deed, message.written, tuple(desk.settings.people))
        named = () if unheard is not None else named
    heads = outgoing.for_list(desk, message.forum, message)
    text = desk.game.tell_deed(
        events, after, now.tables, name, announced, heads["letterhead"], named=named
    )
    page = of_game(text, "public", heads["envelope"])
    records.advance(now.game.id, now.number + 1, events, after, cause=about, at=at)
    records.led_to(mail, now.game.id, now.number + 1)
    if done.used:
        records.note_items(name, (), at)  # a private list serves one announcement
    told = answers.noted(
        announced,
        done.told,
        said_at=message.said_at or at,
        **outgoing.answering(desk, message, message.forum),
        state=done.state,
        owed=done.owed,
    )
    answered = answer(desk, records, told)
    drafting.say(
        desk,
        records,
        page,
        game=now.game.id,
        about=f"{name}: {announced}",
        why=draft_pages.confirmed(message.confirmed, is_blind=hidden.is_blind(records)),
        auto=now.options.auto_verdicts and not message.is_ruled,
    )
    for notice in notices.notices_of(
        desk,
        records,
        now.game,
        events,
        now.gamestate,
        after,
        now.tables,
        occasion=announced,
        moment=f"after turn {desk.game.facts(now.gamestate).turns}",
        by=name,
    ):
        if notice.to_name != name or not answered:  # who announced it, has it in the answer
            post(desk, records, notice)
    if (taken := records.pending_turn(now.game.id)) is not None:
        resolving.draft_resolution(desk, records, taken, moved_by=f"the {about}")
    return answered


# -- joining and leaving ---------------------------------------------------------------------------


def joined(desk: Desk, records: UnitOfWork) -> tuple[Membership, ...]:
    """The contestants with when each joined, in that order."""
    now = set(office.members(desk, records))
    found: dict[Player, Membership] = {}
    for one in records.memberships():
        found.pop(one.name, None)
        if one.change == "joined" and one.name in now:
            found[one.name] = one
    return tuple(found.values())


def against_membership(
    desk: Desk, records: UnitOfWork, name: Player, act: Join | Leave
) -> Refusal | None:
    """Why *name* cannot join or leave the contract now (§3); the killed are no gnomes (A85)."""
    is_contestant = name in office.members(desk, records)
    if isinstance(act, Join):
        already = Refusal("ALREADY_A_CONTESTANT", "§3", f"{name} is a contestant already")
        return already if is_contestant else None
    if not is_contestant:
        return Refusal("NOT_A_CONTESTANT", "§3", f"{name} is not a contestant")
    now = ongoing(desk, records)
    if now is None or name not in now.game.gnomes or name in now.facts.lost:
        return None
    return Refusal("IS_A_GNOME", "§3", f"{name} is a gnome of the game that is being played")


def join_or_leave(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, act: Join | Leave
) -> bool:
    """A player becomes a contestant by announcement, or is none any more (§3).

    They hear it at once, the list by a draft: it took effect by itself.  What is refused has no
    public line, for nothing of the game is concerned.
    """
    name, said_at = message.sender or "", message.said_at or desk.now()
    heads = outgoing.answering(desk, message, message.forum)
    if (fault := against_membership(desk, records, name, act)) is not None:
        page = answers.void(act.called, (fault,), desk.game, **heads, said_at=message.said_at)
        return answer(desk, records, page)
    event: Literal["joins", "leaves"]
    if isinstance(act, Join):
        event, told = "joins", "You are a contestant of {} now (§3)."
        records.joined(name, said_at, mail)
    else:
        event, told = "leaves", "You are no longer a contestant of {} (§3)."
        records.left(name, said_at, mail)
    told = told.format(desk.settings.contest.name)
    answered = answer(desk, records, answers.noted(act.called, (told,), said_at=said_at, **heads))
    text = announced_pages.membership(
        name, event, records.contestants(), **outgoing.for_list(desk, message.forum, message)
    )
    why = draft_pages.confirmed(message.confirmed, is_blind=hidden.is_blind(records))
    about = f"{name} {event}"
    drafting.say(desk, records, text, game=None, about=about, why=why, auto=False)
    return answered
