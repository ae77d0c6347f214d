"""Private mails to the bot: rehearsals, lists, answers to a choice, standing orders, help."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Final, assert_never

from rednov_bot.core.errors import NothingToReport
from rednov_bot.core.mail.composing import headed
from rednov_bot.core.models import Act, Join, Leave, Message, Page, PaperId, Reading, TurnAct
from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import idleness, listening, office, outgoing, reach, reports, trust
from rednov_bot.core.workflow.announcements import between, choosing, membership, standing_orders
from rednov_bot.core.workflow.commands import ReportKind, carrying_out
from rednov_bot.core.workflow.commands.asking import (
    Request,
    game_asked_about,
    is_wondered,
    not_answered,
    requests,
)
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing, tables_of
from rednov_bot.core.workflow.drafts import laid_out
from rednov_bot.core.workflow.outgoing import answer, on_file, one_answer
from rednov_bot.core.workflow.private import helping, in_reply, rehearsing
from rednov_bot.games.base import Against, Player
from rednov_bot.games.red_november.render import answers, help_pages, inquiry_pages, rehearsal_pages
from rednov_bot.games.red_november.render.canonical import orders as sentences
from rednov_bot.games.red_november.render.inquiry_pages import Hand, Status
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.rehearsal_pages import Checked
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import spoken, tiles
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.hands import discard
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.words import Item


def check(desk: Desk, records: UnitOfWork, message: Message) -> str:
    """A mail to the address for checks; what was made of it, for the database."""
    reading = listening.read(desk, message)
    if asked := wanted(desk, message):
        return answered(desk, records, message, asked)
    if reading.verdict == "acts":
        with one_answer(desk, records, asked=True) as answering:
            for act in reading.acts:
                match act:
                    case TurnAct(turn=turn):
                        rehearsing.turn_tried(
                            answering, records, message, turn, several=(len(reading.acts) > 1)
                        )
                    case _:
                        announced, faults = _faults(answering, records, message, act)
                        page = rehearsal_pages.checked(
                            announced, faults, **outgoing.answering(answering, message)
                        )
                        answer(answering, records, page, asked=True)
            told = answering.tray != []
        return on_file("a check, in which nothing counts", told)
    if message.wants_no_answer:
        return "announces nothing, and wants no answer"
    if helping.is_asked(desk, message):
        return helping.asked(desk, records, message)
    if made := rehearsing.turn_wondered(desk, records, message, reading):
        return made
    if reading.verdict == "ambiguous":
        return listening.ask(desk, records, message, reading.questions)
    return helping.not_understood(desk, records, message)


def _faults(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    act: Act,
) -> tuple[Checked, tuple[Against, ...]]:
    name, now = message.sender or "", ongoing(desk, records)
    match act:
        case ItemList():
            return "private list", ()
        case Join():
            fault = refusal("ALREADY_A_CONTESTANT", f"{name} is a contestant already")
            return "joining", (fault,) if name in office.members(desk, records) else ()
        case Leave():
            why = membership.may_leave(desk, records, name)
            return "leaving", () if why is None else (why,)
    assert isinstance(act, Discard | GiveBack)
    announced: Checked = "discard" if isinstance(act, Discard) else "gift in return"
    if now is None:
        return announced, (NO_GAME,)
    _, done = between.judged(desk, records, now, name, act)
    return announced, () if isinstance(done, Logbook) else done


def hear(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str:
    """A private mail of somebody on the roster; what was made of it, for the database."""
    name = message.sender
    assert name is not None
    if message.check:
        return check(desk, records, message)
    commanded = carrying_out.hear(desk, records, message)
    if commanded is not None:
        return commanded
    if asked := wanted(desk, message):
        return answered(desk, records, message, asked)
    if ordered := standing_orders.hear_by_name(desk, records, message):
        return ordered
    waiting = choosing.waiting_for(desk, records, name)
    chosen = choosing.take(desk, records, mail, message, waiting)
    if chosen is not None:
        return chosen
    reading = listening.read(desk, message)
    tries_to_choose = waiting is not None and choosing.is_brief(message)
    if not tries_to_choose:
        ordered = standing_orders.hear(desk, records, message)
        if ordered:
            return ordered
    if said := _of_receipt(desk, records, mail, message, reading, chooses=tries_to_choose):
        return said
    if reading.verdict != "acts" and message.wants_no_answer:
        return "announces nothing, and wants no answer"
    if reading.verdict != "acts" and helping.is_asked(desk, message):
        return helping.asked(desk, records, message)
    if waiting is not None and choosing.was_meant(message, reading):
        return choosing.ask_again(desk, records, message, waiting)
    match reading.verdict:
        case "ambiguous":
            made = rehearsing.turn_wondered(desk, records, message, reading)
            return made or listening.ask(desk, records, message, reading.questions)
        case "none":
            made = idleness.confirm_absence(desk, records, message)
            made = made or reach.acknowledged(desk, records, mail, message)
            if message.sender == desk.decides:
                made = made or in_reply.told_what_to_do(desk, records, message)
                made = made or carrying_out.ask(desk, records, message)
            made = made or rehearsing.turn_wondered(desk, records, message, reading)
            if message.sender != desk.decides:
                made = made or in_reply.told_what_to_do(desk, records, message)
            return made or helping.not_understood(desk, records, message)
        case "acts":
            return _hear_all(desk, records, message, reading.acts)
        case _:
            assert_never(reading.verdict)


def _of_receipt(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    reading: Reading,
    *,
    chooses: bool,
) -> str | None:
    """An answer to the receipt of their own turn that is more than thanks, and nothing else.

    Where it may be a choice, or another turn, plan or question when that turn is resolved, only
    what protests or claims an error.
    """
    turns_only = all(isinstance(act, TurnAct) for act in reading.acts)
    if not turns_only or message.wants_no_answer or in_reply.is_thanks(desk, message):
        return None
    taken = claims.turn_answered(desk, records, message)
    if taken is None or helping.is_asked(desk, message):
        return None
    says_more = reading.verdict == "acts" or "?" in message.text
    if chooses or (says_more and not claims.is_awaited(records, taken)):
        return claims.hear(desk, records, mail, message)
    if is_wondered(message.text) and (
        made := rehearsing.turn_wondered(desk, records, message, reading)
    ):
        return made
    return idleness.confirm_absence(desk, records, message) or claims.hear_answer(
        desk, records, mail, message, taken
    )


def _hear_all(desk: Desk, records: UnitOfWork, message: Message, acts: tuple[Act, ...]) -> str:
    """Each act in its order; those that count only in public are sent back together; all of it
    is answered in one mail."""
    tries = any(isinstance(act, TurnAct) for act in acts)
    with one_answer(desk, records, asked=tries) as answering:
        made = [_hear(answering, records, message, act, several=len(acts) > 1) for act in acts]
        sent_back = None not in made
        if not sent_back:
            # What counts only in public went to the bot alone: a private word, with the text (§9).
            page = answers.wrong_forum(
                desk.settings.bot.address, message.text, **outgoing.answering(answering, message)
            )
            sent_back = answer(answering, records, page)
    astray = on_file("an announcement, which counts only in public", sent_back)
    return ", ".join(one or astray for one in made)


def _hear(
    desk: Desk, records: UnitOfWork, message: Message, act: Act, *, several: bool
) -> str | None:
    match act:
        case ItemList(items=items):
            return note(desk, records, message, items)
        case TurnAct(turn=turn):
            return rehearsing.turn_tried(desk, records, message, turn, several=several)
        case Discard(items=items) if items and _may_list(desk, records, message):
            return note(desk, records, message, items)
        case Discard() | GiveBack() | Join() | Leave():
            return None
        case _:
            raise TypeError(act)


def _may_list(desk: Desk, records: UnitOfWork, message: Message) -> bool:
    """Whether the sender has to discard, in a game where the list may be private (§17, A23)."""
    now = ongoing(desk, records)
    return now is not None and now.options.private_lists and now.owes(message.sender) > 0


def note(desk: Desk, records: UnitOfWork, message: Message, items: tuple[Item, ...]) -> str:
    """The list is kept for the next announcement of that many items, and confirmed."""
    assert message.sender is not None
    now = ongoing(desk, records)
    if now is not None and not now.options.private_lists:
        told: tuple[str, ...] = ("Items have to be named in public here (option private_lists).",)
        next = "Announce on the list which items you give or discard; this mail does nothing."
    else:
        records.note_items(message.sender, items, desk.now())
        told, next = _kept(now, message, items)
    page = answers.noted(
        "private list",
        told,
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message),
        next=next,
    )
    return on_file("a private list of items", answer(desk, records, page))


def _kept(
    now: Ongoing | None, message: Message, items: tuple[Item, ...]
) -> tuple[tuple[str, ...], str]:
    named = f"Your list is on file: {tiles(items)}."
    served = f"It is for your next announcement of {counted(len(items), 'item')}, within 48 hours."
    owed = 0 if now is None else now.owes(message.sender)
    if now is None or not owed:
        return (named, served), (
            "Now announce on the list how many items you give or discard; without that nothing "
            "happens."
        )
    duty = f"You have to discard {counted(owed, 'item')} before your next turn (§17)."
    done = discard(now.gamestate, message.sender or "", items)
    if not isinstance(done, Logbook):
        faults = [f"As a discard it would have no effect: {spoken(one.reason)}." for one in done]
        return (named, duty, *faults), "Mail a list that can be discarded; it replaces this one."
    return (named, served, duty), (
        "Nothing is discarded yet. Now announce the number on the list, for everybody to read: "
        f'"I discard {counted(len(items), "item")}."'
    )


_REPORTS: Final[tuple[ReportKind, ...]] = ("position", "contest", "week", "story")

_WITHHELD: Final = {
    "held by the list": "holds it until its moderator lets it through",
    "refused by the list": "has refused it",
}


def wanted(desk: Desk, message: Message) -> Set[Request]:
    """What a message to the bot asks for; nothing where it wants no answer."""
    return frozenset() if message.wants_no_answer else requests(message, desk.words)


def answered(desk: Desk, records: UnitOfWork, message: Message, asked: Set[Request]) -> str:
    """Rules, hand, orders, state, reports: all in one mail; what is said for the database."""
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
        pages.insert(0, _page(desk, records, message, asked, tuple(missing)))
    if "rules" in asked:
        guide = desk.settings.bot.guide or ""
        pages.insert(0, help_pages.rules_page(guide, **outgoing.answering(desk, message)))
    if "orders" in asked:
        pages.append(standing_orders.shown(desk, records, message))
    page = answers.together(tuple(pages), outgoing.letterhead_for(desk))
    made = f"asks for {listed(sorted(asked))}"
    return on_file(made, answer(desk, records, page, asked=True))


def _page(
    desk: Desk, records: UnitOfWork, message: Message, asked: Set[Request], missing: tuple[str, ...]
) -> Page:
    """The hand and the state of the game; *missing* says what is not answered."""
    name = message.sender or ""
    now = ongoing(desk, records)
    holds = now is not None and name in now.game.gnomes
    of_hands = not asked.isdisjoint({"hand", "others' hands"})
    hand = _hand(records, now, name) if now is not None and holds and of_hands else None
    status = None
    if "status" in asked or hand is None or missing:
        status = _status(desk, records, now, name)
        asked_of_them = trust.asked_now(desk, records, name)
        # The desk of the one who decides tells more.
        kept = () if name == desk.decides else records.withheld()
        told = [
            f'"{headed(one.posting)[0]}" was posted, but the list {_WITHHELD[one.state]}.'
            for one in kept
        ]
        status = replace(status, phase=(*missing, *status.phase, *told, *asked_of_them))
    return inquiry_pages.inquiry(
        hand,
        status,
        handless="hand" in asked and not holds,
        secret="others' hands" in asked,
        orders=sentences(standing_orders.in_force(records, now, name))
        if now is not None and holds
        else (),
        **outgoing.answering(desk, message),
    )


def _hand(records: UnitOfWork, now: Ongoing, name: Player) -> Hand:
    position, secrets = now.gamestate.position, now.gamestate.secrets
    seat = position.seat(name)
    items, limit = secrets.hands[seat], secrets.limits[seat]
    changed, changes = "the opening", tuple[str, ...]()
    stretch: list[ev.Event] = []  # from the last turn on that changed it
    for event in reversed(records.history(now.game.id)):
        stretch.append(event)
        if isinstance(event, ev.TurnTaken):
            changes = hand_story(reversed(stretch), name, (), now.tables.board)
            if changes:
                changed = f"turn {event.number}"
                break
            stretch = []
    return Hand(
        items=items,
        lines=inquiry_pages.hand_uses(items, now.tables),
        limit=None if limit is None else limit.limit,
        discard=now.owes(name),
        changed=changed,
        changes=changes or hand_story(reversed(stretch), name, (), now.tables.board),
        pending=position.turns if position.pending == name else None,
    )


def _status(desk: Desk, records: UnitOfWork, now: Ongoing | None, name: Player) -> Status:
    lies = laid_out.desk_lines(desk, records) if name == desk.decides else None
    if now is None:
        return _between_games(desk, records, lies)
    position = now.gamestate.position
    barred: list[Against] = list(hindrances(position, name, now.options))
    if over := now.owes(name):  # its gnome alone is told of that (§6, §17)
        barred.append(withheld("HAND_LIMIT", f"you have to discard {counted(over, 'item')}"))
    return inquiry_pages.status_of(
        position,
        now.tables,
        now.options,
        name,
        phase=_phase(desk, records, now, name),
        barred=barred,
        desk=lies,
    )


def _phase(desk: Desk, records: UnitOfWork, now: Ongoing, name: Player) -> tuple[str, ...]:
    """Which turn is awaited, or who is waited for; of choices only the one who makes it is told."""
    waits = rehearsing.waits(desk, records, now)
    if not waits:
        return (f"{now.game.tag}: turn {now.gamestate.position.turns + 1} is awaited.",)
    said = f"{now.game.tag}: {waits} (§16)."
    if choosing.waiting_for(desk, records, name) is not None:
        return said, "It waits for a choice of yours: answer the mail that asked you."
    held = choosing.awaited(desk, records) if name == desk.decides else None
    return (said,) if held is None else (said, f"{capital(held)}.")


def _between_games(desk: Desk, records: UnitOfWork, lies: laid_out.Lines | None) -> Status:
    said = f"No game is being played; {desk.contestmaster} may start one (§4)."
    told = Status(phase=(said,), desk=lies)
    game = records.latest_game()
    found = None if game is None else records.gamestate(game.id)
    if game is None or found is None or found[1].position.ending is None:
        return told
    position, tables = found[1].position, tables_of(desk, game)
    return replace(
        told,
        phase=(said, inquiry_pages.ended(found[1].position.ending, game.tag)),
        map=sub_map(position, tables.board),
        position=position_text(position, tables, game.options),
    )
