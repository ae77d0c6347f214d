"""What the contestmaster wishes of eir bot besides answering drafts, carried out."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, assert_never

from rednov_bot.core.commands import (
    AddAxis,
    Beacon,
    Deputy,
    GoOn,
    HandOver,
    IsContest,
    Kill,
    Pause,
    Pot,
    Precedent,
    ReadMail,
    RemoveAxis,
    Report,
    Resume,
    Reveal,
    Rewind,
    RuleOption,
    Show,
    Start,
    ThatIsAll,
    Told,
    Wish,
    WithdrawRuling,
    moment_of,
)
from rednov_bot.desk.commanding import showing
from rednov_bot.desk.contest import changing, office, proposing, starting, succession
from rednov_bot.desk.corrections import rereading, rewinding, ruling, withdrawing
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.due import idling
from rednov_bot.desk.luck import beacons, revealing
from rednov_bot.desk.reaching import delivery, told_otherwise
from rednov_bot.desk.reports import reporting
from rednov_bot.errors import NotCarriedOut
from rednov_bot.papers import Draft, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose.transcript_pages import Entry, lines_of
from rednov_bot.prose.wording import when


def fulfil(desk: Desk, records: Records, letter: Letter, words: str, wish: Wish) -> Entry:
    """What came of a wish.  Raises Mendable, and then nothing has changed."""
    match wish:
        case Show(what=what):
            told, shown = showing.shown(desk, records, what)
            return Entry(words=words, done=True, told=told, shown=shown)
        case Report():
            return _reported(desk, records, words, wish)
        case _:
            return Entry(words=words, done=True, told=_told(desk, records, wish))


def _reported(desk: Desk, records: Records, words: str, wish: Report) -> Entry:
    if wish.post:
        draft = reporting.post(desk, records, wish.which, wish.game)
        return Entry(words=words, done=True, told=_drafted(draft))
    page = reporting.report(desk, records, wish.which, wish.game)
    return Entry(words=words, done=True, told=f"{page.subject}:", shown=lines_of(page))


Deed = (
    Start
    | Kill
    | AddAxis
    | RemoveAxis
    | HandOver
    | Deputy
    | IsContest
    | Pot
    | Pause
    | Resume
    | GoOn
    | Told
    | Reveal
    | Beacon
    | Precedent
    | RuleOption
    | WithdrawRuling
    | Rewind
    | ReadMail
    | ThatIsAll
)
"""Every wish but those that only show something."""


def _told(desk: Desk, records: Records, wish: Deed) -> str:
    match wish:
        case Start(names=names, options=options):
            if not names:
                return _begun(desk, records, proposing.propose(desk, records, dict(options)))
            return _begun(desk, records, starting.start(desk, records, names, dict(options)))
        case Kill(name=name):
            return _drafted(idling.kill(desk, records, name))
        case AddAxis(name=name):
            return _drafted(changing.add_axis(desk, records, name))
        case RemoveAxis(name=name):
            return _drafted(changing.remove_axis(desk, records, name))
        case HandOver(to=to):
            return _drafted(succession.hand_over(desk, records, to))
        case Deputy(name=named):
            return _drafted(changing.name_deputy(desk, records, named))
        case IsContest(so=so):
            return _drafted(changing.set_contest(desk, records, so))
        case Pot(points=points):
            return _drafted(changing.set_pot(desk, records, points))
        case Pause() | Resume():
            return _reminders(desk, records, wish)
        case GoOn(without=name):
            delivery.go_on(desk, records, name)
            return f"Nothing waits for {name} any more."
        case Told(name=name):
            return told_otherwise.note(desk, records, name)
        case Beacon(round=round, value=value):
            return _supplied(beacons.supply(desk, records, round, value, desk.decides), round)
        case Reveal(game=game, tiles=tiles):
            return _drafted(revealing.reveal(desk, records, game, tiles=tiles))
        case Precedent(text=text, clause=clause):
            _, draft = ruling.rule(desk, records, text, _clause(clause))
            return _drafted(draft)
        case RuleOption(how=how, why=why, clause=clause):
            _, draft = ruling.set_option(desk, records, how.key, how.value, why, _clause(clause))
            return _drafted(draft)
        case WithdrawRuling(ruling=number, why=why):
            _, draft, leaves = withdrawing.withdraw(desk, records, number, why)
            return f"{_drafted(draft)} {leaves}"
        case Rewind():
            return _rewound(desk, records, wish)
        case ReadMail(mail=mail, name=who, text=text):
            return _drafted(rereading.read_mail(desk, records, PaperId(mail), who, text))
        case ThatIsAll():
            return "What stands below it was not read."
        case _:
            assert_never(wish)


def _supplied(draft: Draft | None, round: int) -> str:
    if draft is not None:
        return _drafted(draft)
    return f"The value of round {round} is on file."


def _drafted(draft: Draft) -> str:
    return f"You get draft {draft.code}: {draft.about}. Nothing happens before you approve it."


def _begun(desk: Desk, records: Records, opening: Draft) -> str:
    """From an opening on in which the contestmaster is a gnome, eir deputy decides (A83)."""
    decides = office.seated(desk, records).decides
    if decides == desk.decides:
        return _drafted(opening)
    return (
        f"{decides} gets draft {opening.code}: {opening.about}. They decide here now, as your "
        "deputy, because it shows every hand (A83). Nothing happens before they approve it."
    )


def _clause(named: str) -> str:
    return f"§{named}" if named else ""


def _reminders(desk: Desk, records: Records, wish: Pause | Resume) -> str:
    """Only eir own reminders: no draft is needed, for nothing of it is public."""
    ends: Literal["on", "off"] | datetime = "on"
    told = "You are reminded again."
    if isinstance(wish, Pause):
        until = moment_of(wish.until, desk.now()) if wish.until else None
        if wish.until and until is None:
            raise NotCarriedOut(
                f'"{wish.until}" is not a clear time; write "until 3 December" or "for 2 days"'
            )
        ends = "off" if until is None else until
        lasts = (
            f"until {when(until)}" if until is not None else 'until you write "resume reminders"'
        )
        told = f'No reminders {lasts}. Your duties stay due; "duties" shows them.'
    changing.set_reminders(desk, records, ends)
    return told


def _rewound(desk: Desk, records: Records, wish: Rewind) -> str:
    clause, by = _clause(wish.clause), desk.decides
    made = rewinding.rewind(
        desk, records, wish.game, wish.turn, wish.how, wish.alternative, wish.why, clause, by=by
    )
    if made.choice is not None:
        return f"Draft {made.code} asks you for a choice first: {made.about}."
    return _drafted(made)
