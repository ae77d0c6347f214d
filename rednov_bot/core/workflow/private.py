"""What a player asks of the bot alone, or leaves with it: help, hand, state, lists, orders."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

from rednov_bot.core.errors import NothingToReport
from rednov_bot.core.mail.composing import headed, unsealed
from rednov_bot.core.mail.message import is_own_id
from rednov_bot.core.models import Act, Message, Note, Page, Posting, TurnAct
from rednov_bot.core.render import answers, transcript_pages
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.render.wording import capital, listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    choices,
    held,
    listening,
    office,
    outgoing,
    reach,
    rehearsal,
    reports,
    resolving,
    trust,
)
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.core.workflow.commands.asking import (
    Request,
    asks_for_help,
    begins_with_help,
    game_asked_about,
    not_answered,
    requests,
)
from rednov_bot.core.workflow.commands.saying import acknowledges
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing, tables_of
from rednov_bot.core.workflow.drafts import laid_out
from rednov_bot.core.workflow.outgoing import answer, on_file, one_answer
from rednov_bot.games.base import Answer, Noted, Ordered, Player, StatusTold

# -- help -----------------------------------------------------------------------------------------


def is_help_asked(desk: Desk, message: Message) -> bool:
    """Whether a message asks how to play; in answer to a mail of the bot's, in its first words."""
    if _answers_the_bot(desk, message):
        return begins_with_help(message)
    return asks_for_help(message)


def tell_help(desk: Desk, records: UnitOfWork, message: Message, *, lost: bool = False) -> str:
    """How to play; *lost* where nothing in a mail was understood.

    In answer to a mail of the bot's what is not understood brings none: it may be automatic.
    """
    if lost and _answers_the_bot(desk, message):
        return "announces nothing, in answer to a mail of the bot's"
    name, now = message.sender or "", ongoing(desk, records)
    plays, master = now is not None and name in now.game.gnomes, name == desk.decides
    text = desk.game.how_to_play(
        None if now is None else now.gamestate,
        name,
        None if now is None else now.tables,
        None if now is None else now.options,
        reads=lambda turn: rehearsal.reads_back(desk, turn),
        waits="" if now is None else resolving.waits(desk, records, now),
        member=plays or name in office.members(desk, records),
        letterhead=outgoing.letterhead_for(desk),
    )
    page = answers.help(
        text,
        lost=lost,
        master=master,
        plays=plays or not master,
        desk=laid_out.desk_lines(desk, records) if master else (),
        guide=laid_out.guide() if master else (),
        said_at=message.said_at,
        site=desk.settings.bot.guide or "",
        **outgoing.answering(desk, message),
    )
    made = "announces nothing" if lost else "asks for help"
    return on_file(made, answer(desk, records, page, asked=True))


def _answers_the_bot(desk: Desk, message: Message) -> bool:
    return is_own_id(message.in_reply_to, desk.settings.bot.address)


# -- hand, state, reports -------------------------------------------------------------------------

_REPORTS: Final[tuple[ReportKind, ...]] = ("position", "contest", "week", "story")

_WITHHELD: Final = {
    "held by the list": "holds it until its moderator lets it through",
    "refused by the list": "has refused it",
}


def wanted(desk: Desk, message: Message) -> Set[Request]:
    """What a message to the bot asks for; nothing where it wants no answer."""
    return frozenset() if message.wants_no_answer else requests(message, desk.words)


def tell_wanted(desk: Desk, records: UnitOfWork, message: Message) -> str:
    """Rules, hand, orders, state, reports: all that is wanted in one mail."""
    asked = wanted(desk, message)
    pages: list[Page] = []
    missing: list[str] = []
    for which in _REPORTS:
        if which in asked:
            try:
                game = game_asked_about(message) if which in ("position", "story") else None
                envelope = outgoing.to_sender(desk, message)
                pages.append(reports.report(desk, records, which, game, envelope))
            except NothingToReport as nothing:
                missing.append(f"{capital(nothing.reason)}.")
    missing += [
        f'There is no answer here to "{one}": mail "help" to see what you can ask.'
        for one in not_answered(message, desk.words)
    ]
    if missing or asked & {"hand", "others' hands", "status"}:
        pages.insert(0, _inquiry(desk, records, message, asked, tuple(missing)))
    if "rules" in asked:
        guide = desk.settings.bot.guide or ""
        pages.insert(0, answers.rules(guide, **outgoing.answering(desk, message)))
    if "orders" in asked:
        pages.append(_orders_page(desk, records, message))
    page = answers.together(tuple(pages), outgoing.letterhead_for(desk))
    made = f"asks for {listed(sorted(asked))}"
    return on_file(made, answer(desk, records, page, asked=True))


def _inquiry(
    desk: Desk, records: UnitOfWork, message: Message, asked: Set[Request], missing: tuple[str, ...]
) -> Page:
    """The hand and the state of the game; *missing* says what is not answered."""
    name, now = message.sender or "", ongoing(desk, records)
    holds = now is not None and name in now.game.gnomes
    hand, status, phase = "", None, tuple[str, ...]()
    if now is not None and holds and not asked.isdisjoint({"hand", "others' hands"}):
        history = records.history(now.game.id)
        hand = desk.game.hand(now.gamestate, name, history, now.tables)
    if "status" in asked or not hand or missing:
        status, phase = _status(desk, records, now, name)
        # The desk of the one who decides tells more.
        kept = () if name == desk.decides else records.withheld()
        told = [
            f'"{headed(one.posting)[0]}" was posted, but the list {_WITHHELD[one.state]}.'
            for one in kept
        ]
        phase = (*missing, *phase, *told, *trust.asked_now(desk, records, name))
    orders = tuple[str, ...]()
    if now is not None and holds:
        known = records.noted_orders(now.game.id).get(name)
        orders = desk.game.orders_told(known, None, now.options)[0]
    lies = status is not None and name == desk.decides
    return answers.inquiry(
        hand,
        status,
        phase,
        desk.game,
        awaits=now is not None and desk.game.facts(now.gamestate).pending is not None,
        desk=laid_out.desk_lines(desk, records) if lies else (),
        orders=orders,
        handless="hand" in asked and not holds,
        secret="others' hands" in asked,
        **outgoing.answering(desk, message),
    )


def _status(
    desk: Desk, records: UnitOfWork, now: Ongoing | None, name: Player
) -> tuple[StatusTold, tuple[str, ...]]:
    """How the game stands, and which turn is awaited, or who is waited for."""
    if now is None:
        return _between_games(desk, records, name)
    status = desk.game.status(now.gamestate, name, now.tables, now.options)
    said = resolving.going_on(desk, records, now, name)
    if choices.waiting_for(desk, records, name) is not None:
        said = (said[0], "It waits for a choice of yours: answer the mail that asked you.")
    return status, said


def _between_games(
    desk: Desk, records: UnitOfWork, name: Player
) -> tuple[StatusTold, tuple[str, ...]]:
    said = f"No game is being played; {desk.contestmaster} may start one (§4)."
    game = records.latest_game()
    found = None if game is None else records.gamestate(game.id)
    if game is None or found is None:
        return StatusTold(), (said,)
    status = desk.game.status(found[1], name, tables_of(desk, game), game.options)
    if not status.ending:
        return StatusTold(), (said,)
    return status, (said, f"{game.tag} is over: {status.ending}.")


# -- what is left with the bot --------------------------------------------------------------------


def hear_acts(desk: Desk, records: UnitOfWork, message: Message, acts: tuple[Act, ...]) -> str:
    """Each act in its order; those that count only in public are sent back together; all of it
    is answered in one mail."""
    tries = any(isinstance(act, TurnAct) for act in acts)
    with one_answer(desk, records, asked=tries) as answering:
        made = [_hear_act(answering, records, message, act, several=len(acts) > 1) for act in acts]
        sent_back = None not in made
        if not sent_back:
            # What counts only in public went to the bot alone: a private word, with the text (§9).
            page = answers.wrong_forum(
                desk.settings.bot.address, message.text, **outgoing.answering(answering, message)
            )
            sent_back = answer(answering, records, page)
    astray = on_file("an announcement, which counts only in public", sent_back)
    return ", ".join(one or astray for one in made)


def _hear_act(
    desk: Desk, records: UnitOfWork, message: Message, act: Act, *, several: bool
) -> str | None:
    if isinstance(act, TurnAct):
        return rehearsal.turn_tried(desk, records, message, act.turn, several=several)
    now, name = ongoing(desk, records), message.sender or ""
    note = act if isinstance(act, Note) else None
    if note is None and now is not None:
        note = desk.game.as_note(now.gamestate, name, act, now.options)
    return None if note is None else _note(desk, records, message, now, note)


def _note(
    desk: Desk, records: UnitOfWork, message: Message, now: Ongoing | None, note: Note
) -> str:
    """The note is kept for what it belongs to, and confirmed; or is refused to its author alone.

    It may end a phase of the game; it comes too late where that had ended when the mail arrived.
    """
    name = message.sender or ""
    if desk.game.phased:
        announcements.end_phase(desk, records, message.stamps.arrived)
        now = ongoing(desk, records)
    state, options, orders = None, None, None
    if now is not None:
        state, options = now.gamestate, now.options
        orders = records.noted_orders(now.game.id).get(name)
    noted = desk.game.noted(state, name, note, options, orders)
    if not isinstance(noted, Noted):
        heads = outgoing.answering(desk, message)
        page = answers.void(
            note.called, noted, desk.game, said_at=message.said_at, is_note=True, **heads
        )
        return on_file(f"a {note.called}, refused", answer(desk, records, page))
    if noted.orders is not None and now is not None:
        records.note_orders(now.game.id, name, noted.orders, desk.now())
    elif noted.kept:
        records.note_items(name, note.kept, desk.now())
    page = answers.noted(
        note.called,
        noted.told,
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message),
        next=noted.next,
    )
    told = on_file(f"a {note.called}", answer(desk, records, page))
    announcements.end_phase(desk, records)
    return told


_MADE = "standing orders"


def hear_orders(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """A mail that holds standing orders, or takes them back, and nothing else; None of others.

    They are wishes to the resolver and no announcements; nobody else is told of them.  Those that
    are in force when the cards are drawn count (rules.md 7.1, 8.1).
    """
    if message.forum == "private" and message.wants_no_answer:
        return None
    contest = desk.settings.contest.name
    said = desk.game.order(message, tuple(desk.settings.people), contest)
    if said is None:
        return None
    now, name = ongoing(desk, records), message.sender or ""
    if now is None or name not in now.game.gnomes:
        # There is no game for which these orders could stand.
        told = answer(desk, records, _orders_page(desk, records, message))
        return on_file(f"{_MADE} of nobody who plays", told)
    known = records.noted_orders(now.game.id).get(name)
    orders = desk.game.ordered(known, said)
    assert orders is not None
    heard_before = records.same_before(message.message_id, None) if message.message_id else None
    if heard_before is not None and orders == known:
        return f"{_MADE}, in a mail heard before"
    waiting = choices.waiting_for(desk, records, name)  # before they are in force
    records.note_orders(now.game.id, name, orders, desk.now())
    wish, notes = None, tuple[str, ...]()
    if waiting is not None:
        wish = desk.game.choice_wished(waiting.choice, orders)
        turn = f"Turn {waiting.taken.number} waits for a choice of yours"
        notes = (
            f"{turn}; these orders make it: {wish}."
            if wish
            else f"{turn}; these orders leave it to others."
            if wish is False
            else f"{turn}; these orders do not decide it: answer the mail that asked you.",
        )
    told = answer(desk, records, _orders_page(desk, records, message, said, notes))
    if waiting is not None and wish:
        made = Answer(wish, "gnome")
        resolving.answered(desk, records, waiting.taken.id, waiting.choice.key, made)
    elif waiting is not None and wish is False:
        resolving.draft_resolution(desk, records, waiting.taken)
    return on_file("takes back " + _MADE if said.withdrawn else _MADE, told)


def _orders_page(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    said: Ordered | None = None,
    notes: tuple[str, ...] = (),
) -> Page:
    """The standing orders of whoever asks for their own, or has *said* them just now."""
    now, name = ongoing(desk, records), message.sender or ""
    plays = now is not None and name in now.game.gnomes
    sentences = tuple[str, ...]()
    if now is not None and plays:
        orders = records.noted_orders(now.game.id).get(name)
        sentences, more = desk.game.orders_told(orders, said, now.options)
        notes += more
    return answers.standing_orders(
        sentences,
        plays=plays,
        withdrawn=said is not None and said.withdrawn and plays,
        notes=notes,
        **outgoing.answering(desk, message),
    )


# -- words in answer to a mail of the bot's, of which nothing else was made -----------------------

_HEADING: Final = re.compile(r"^WHAT TO (?:DO|REPLY)\b.*$", re.MULTILINE)
_ENDS: Final = re.compile(r"^(?=\S)", re.MULTILINE)
_MOST_QUOTED: Final = 400  # characters of an answer


def told_what_to_do(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """The contestmaster answers a mail of the bot's in words, or a player does with words to the
    contestmaster: what can be done is said, once; None where nothing is to be said."""
    sent = next(iter(reach.answered(desk, records, message)), None)
    if sent is None or message.wants_no_answer or is_thanks(desk, message):
        return None
    known = records.posting(sent.message_id)
    if known is None:
        return None
    page = None
    if message.sender == desk.decides:
        page = _to_do(desk, message, known.posting, alarm=sent.reason.startswith(held.REASON))
    elif listening.named(desk.decides, desk.contestmaster, "contestmaster").search(message.text):
        # A player speaks to the contestmaster, and only the bot reads it.
        page = answers.nobody_reads(said_at=message.said_at, **outgoing.answering(desk, message))
    if page is None:
        return None
    # The same words again come from a machine, and are known by it; they are not stored.
    made = outgoing.marked(
        "answers a mail of the bot's in words that are not understood", message.text
    )
    if records.filed_since("read", made, sent.queued_at):
        return f"{made}, and was answered before"
    return on_file(made, answer(desk, records, page))


def is_thanks(desk: Desk, message: Message) -> bool:
    """Whether it says no more than thanks, or that a mail has arrived, to whomever."""
    text = listening.without_masters(desk, message.text)
    return acknowledges(text, message.sender or "") or not text.strip(" .,;!\n")


def _to_do(desk: Desk, message: Message, posting: Posting, *, alarm: bool) -> Page | None:
    text = unsealed(posting).body or ""
    shown = tuple[str, ...]()
    if (found := _HEADING.search(text)) is not None:
        ends = _ENDS.search(text, found.end() + 1)
        section = text[found.end() : None if ends is None else ends.start()]
        shown = tuple(section.strip("\n").split("\n"))
    if not shown and not alarm:
        return None
    what = "It is not understood. The mail that you answered says what can be done:"
    if not shown:
        what = (
            'It is not understood. "status" shows what you have to deal with, "help" what to write.'
        )
    said = message.text.strip()[:_MOST_QUOTED]
    return transcript_pages.transcript(
        [Entry(words=said, done=False, told=what, shown=shown)],
        code=None,
        said_at=message.said_at,
        **outgoing.answering(desk, message),
    )
