"""One of each mail the bot writes, by its name in golden/."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, get_args

from rednov_bot.core.contest import ChangeContest, Precedent, Ruling
from rednov_bot.core.luck import Scope, SecretLuck
from rednov_bot.core.models import (
    Act,
    AlarmKind,
    Grounds,
    Page,
    PaperId,
    PostingState,
    Question,
    TakenTurn,
)
from rednov_bot.core.proof import Beacon, Commitments, Proof, PublishedDraw, Shown
from rednov_bot.core.render import (
    alarm_pages,
    announced_pages,
    answers,
    award_pages,
    claim_pages,
    contest_pages,
    corrections,
    delivery_pages,
    draft_pages,
    luck_pages,
    office_lines,
    transcript_pages,
    trust_pages,
)
from rednov_bot.core.render.award_pages import sentence
from rednov_bot.core.render.letterhead import Envelope
from rednov_bot.core.render.luck_pages import luck_section
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.render.wording import capital
from rednov_bot.core.workflow.drafts.laid_out import guide
from rednov_bot.games.base import ChoiceTold, Resolution
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.reader.questions import AGAIN, MEANT, MINUTES, WAYS
from rednov_bot.games.red_november.reader.retractions import RETRACTED
from rednov_bot.games.red_november.render import (
    canonical,
    inquiries,
    private_pages,
    public_pages,
)
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.reasoning import reasons
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.deeds import Discard
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import discard, exceeds, give_back
from rednov_bot.games.red_november.rules.opening import open_game
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.resolve import kill_idle
from rednov_bot.games.red_november.rules.turn import Orders
from rednov_bot.games.red_november.rules.words import Item
from tests.render.corrected import CORRECTED
from tests.render.rehearsed import REHEARSED
from tests.render.reminders import REMINDERS
from tests.render.reports import REPORTED
from tests.render.samples import (
    ANN,
    BOB,
    CAT,
    DESK,
    DUE,
    LETTERHEAD,
    LIST,
    SAID_AT,
    TABLES,
    Played,
    asking,
    burning,
    departing,
    eventful,
    fleeing,
    giving,
    losing,
    to,
    winning,
)

DAN = Envelope(to="dan@sub.example", to_name="Dan")

Mail = Callable[[], Page]

ON_DESK = ("AWAITING YOUR WORD", "  [rednov K7QX]  Turn 12: Ann")
GUIDE = guide()


HEX = "0123456789abcdef" * 4
DRAWS = tuple(
    PublishedDraw(number, Scope("RN1", "turn 12"), purpose, result, HEX, leaves)
    for number, purpose, result, leaves in (
        (41, "action", "7 of 10", b""),
        (42, "event 37 room", "3 of 10", b""),
        (43, "renew events 0", "sealed", b""),
        (44, "refill items 1", "sealed", bytes(32)),
    )
)


def begun(options: Options | None = None) -> Resolution:
    luck = SecretLuck(b"a secret that everybody may know", "opening")
    circumstances = Circumstances(TABLES, options or Options(), luck)
    outcome = open_game(("Ann", "Bob", "Cat"), circumstances, y_pot=10)
    assert isinstance(outcome, Resolution)
    return outcome


def opening(first_form: bool = False) -> Page:
    options = (
        Options() if first_form else Options(opening_events=True, event_choice="orders+random")
    )
    game = begun(None if first_form else options)
    told = public_only(game.events), game.after.position, TABLES, options
    if first_form:
        return to(LIST, public_pages.opening, *told, tag="RN1", commitment=HEX)
    scope = Scope("RN1", "opening")
    luck = luck_section(
        Proof(scope, (Shown(scope, DRAWS),), 1, "", HEX),
        commitments=Commitments(("game RN1", "gnome Ann", "pot 10"), HEX, HEX, HEX),
    )
    return to(LIST, public_pages.opening, *told, tag="RN1", commitment=None, luck=luck)


def resolved(played: Played, **more: Any) -> Page:
    position, gnome = played.after.position, played.turn.gnome
    what = (played.public, played.before, position, TABLES, gnome, played.before.turns)
    more = {"action": played.plan.action, "said_at": SAID_AT, **more}
    return to(LIST, public_pages.resolution, *what, **more)


DRAND = Beacon(SAID_AT, timedelta(seconds=3), "drand quicknet")


def resolution_with_its_luck() -> Page:
    scope = Scope("RN1", "turn 12", HEX, f"5417233 {HEX}")
    turn = "I open hatch 5-8 and go in. I spend 2 minutes drawing 2 items."
    proof = Proof(scope, (Shown(scope, DRAWS, 12, turn),), 2, "", HEX)
    return resolved(eventful(), luck=luck_section(proof, beacon=DRAND))


def idle() -> Page:
    game = begun()
    killed = kill_idle(game.after, "Ann", Options(), SecretLuck(b"s" * 32, "idle"))
    what = public_only(killed.events), killed.after.position, TABLES, "Ann"
    return to(LIST, public_pages.idle_kill, *what)


BLOCKED = refusal("HATCH_BLOCKED", "hatch 5-8 is blocked")
NOT_HELD = withheld("ITEM_NOT_HELD", "you do not hold a aqualung")


def refused(reason: bool) -> Page:
    why = BLOCKED if reason else None
    return to(LIST, announced_pages.refusal, "Ann", "turn", why, GAME, said_at=SAID_AT)


def gift_in_return() -> Page:
    log = give_back(giving().after, "Bob", "Ann", ("coffee",), Options())
    assert not isinstance(log, tuple)
    what = public_only(log.events), log.position, TABLES, "Bob", "gift in return"
    return to(LIST, public_pages.acknowledgement, *what)


def discarded(named: tuple[Item, ...] = ()) -> Page:
    log = discard(eventful().after, "Ann", ("crowbar",))
    assert not isinstance(log, tuple)
    what = public_only(log.events), log.position, TABLES, "Ann", "discard"
    return to(LIST, public_pages.acknowledgement, *what, named=named)


def voided() -> Page:
    played = giving()
    turn = ev.TurnVoided(played.plan.turn.gnome, 12, ())
    given = ev.RulingGiven(3, "§9", "Ann only thought aloud")
    what = (given, turn), played.announced_at, TABLES, played.plan.turn.gnome, 12
    return to(LIST, public_pages.voided, *what, options=Options(), said_at=SAID_AT)


def notice(played: Played, name: str, wished: tuple[Item, ...] = ()) -> Page:
    secrets, position = played.after.secrets, played.after.position
    seat = position.seat(name)
    hand = secrets.hands[seat]
    return to(
        {"Ann": ANN, "Cat": CAT}.get(name, BOB),
        private_pages.private_notice,
        *(hand_story(played.events, name, played.held_before[seat], TABLES.board), hand),
        **{"occasion": f"turn {position.turns}", "discard": exceeds(secrets.limits[seat], hand)},
        **{"plays_on": position.gnome(name).in_play, "wished": wished},
    )


def receipt() -> Page:
    start = gamestate_at(eventful().announced_at)
    told = GAME.turn_told(start, eventful().turn, eventful().plan, TABLES, Options(), "")
    return to(ANN, answers.receipt, told, number=12, said_at=SAID_AT, due=DUE)


def void() -> Page:
    why = (BLOCKED, NOT_HELD)
    read = canonical.sentences(eventful().turn)
    return to(ANN, answers.void, "turn", why, GAME, said_at=SAID_AT, read=read)


def noted() -> Page:
    owed = "Discard 1 item more before your next turn: the hand limit is 2 (§17)."
    held = {"state": "You hold 3 items:\n\n   2  grogs\n   1  crowbar", "owed": owed}
    said = ("You discard a crowbar.",)
    return to(ANN, answers.noted, "discard", said, said_at=SAID_AT, **held)


def asked(question: Question, *more: Question, **facts: Any) -> Page:
    return to(ANN, answers.question, (question, *more), said_at=SAID_AT, **facts)


def question() -> Page:
    return asked(Question("", WAYS), Question("", MINUTES))


def question_to_be_answered(*, so_far: str = "") -> Page:
    said = ("Announced now, it would be valid and cost 3 of your 39 minutes.",)
    way = answers.Proposal(("I spend 3 minutes drawing 3 items.",), said)
    meant, counts = Question("", AGAIN if so_far else MEANT), "list" if so_far else "private"
    facts = {"code": "ABCDEF2", "counts": counts, "proposals": (way,), "so_far": so_far}
    return asked(meant, **facts)


def question_between_two() -> Page:
    ways = [
        answers.Proposal(
            ("I use a toolbox.", f"I spend 4 minutes {does}."), (f"Announced {what}.",)
        )
        for does, what in (
            ("fixing the engine", "now, it would be valid and cost 4 of your 39 minutes"),
            ("pumping out the water", "now, it would have no effect: room 1 is dry (§11c)"),
        )
    ]
    which = Question("", "Which of these do you announce?")
    return asked(which, code="ABCDEF2", counts="private", proposals=ways)


def unsettled(why: answers.Unsettled) -> Page:
    words = '"I think": Is this announced in earnest?'
    return to(ANN, answers.unsettled, why, code="ABCDEF2", words=words, said_at=SAID_AT)


def long_question() -> Page:
    differ = (
        "The plain text and the HTML of the mail differ: its HTML has “2” here. Which is meant? "
        "Please send it again as plain text alone."
    )
    return asked(Question("some lovely new", differ), tried=True)


LATER = "I open the hatch to room 2 and go in.\n\nI fix the oxygen pumps, 5 minutes.\n"


def wrong_forum(*, clear: bool) -> Page:
    text = LATER if clear else LATER.replace(", 5 minutes", "")
    missing = () if clear else (Question("", MINUTES),)
    return to(ANN, answers.wrong_forum, "agora-discussion", text, missing)


def way_free(*, valid: bool) -> Page:
    turn = eventful().turn
    facts: dict[str, Any] = {"number": 12, "turn": turn, "player": turn.gnome, "taken_at": SAID_AT}
    facts |= {"message_id": None, "references": (), "subject": "", "forum": "business"}
    before = TakenTurn(id=PaperId(1), game=PaperId(1), **facts)
    why = () if valid else (BLOCKED,)
    return to(BOB, answers.way_free, LATER, why, GAME, before=before, said_at=SAID_AT)


def told_choice(played: Played, reader: str) -> ChoiceTold:
    assert played.held is not None
    start = gamestate_at(played.before)
    return GAME.choice_told(played.held.choice, reader, played.held, start, played.turn, TABLES)


def gamestate_at(position: Position) -> Gamestate:
    return Gamestate(position)


def choice_again(*, was_there: bool = False) -> Page:
    played = asking()
    said = "choose 5-6" if was_there else "the one to the\nstores, please"
    what = told_choice(played, "Bob"), said, played.before.turns
    return to(BOB, answers.choice_again, *what, deadline=DUE, was_there=was_there)


SHOWN = inquiries.Examples(
    later=True,
    turn="I open the hatch to room 2 and go in. I use a toolbox. I spend 5 minutes fixing the "
    "oxygen pumps.",
    wishes="I take no action. If a hatch must be blocked: 2-5, then 4-5. If the fire spreads: "
    "room 4, then room 6.",
    choice="2-5",
    items="coffee, crowbar",
    gift="I give 2 items to Bob.",
)


def helped(*, master: bool = False, lost: bool = False) -> Page:
    shown = inquiries.GENERIC if lost else SHOWN
    text = inquiries.how_to_play(shown, "", LETTERHEAD, member=not lost)
    return to(
        DESK if master else ANN,
        answers.help,
        text,
        **{"lost": lost, "master": master, "plays": not master},
        **{"desk": ON_DESK * master, "guide": GUIDE * master, "said_at": SAID_AT},
        site="https://bots.example/rednov/" * master,
    )


def noted_list() -> Page:
    said = ("Your list is on file: a crowbar.",)
    then = "Now announce the number on the list."
    return to(ANN, answers.noted, "private list", said, said_at=SAID_AT, next=then)


def choice_question() -> Page:
    played = asking()
    what = told_choice(played, "Bob"), "Bob", played.before.turns
    return to(BOB, answers.choice_question, *what, own=True, deadline=DUE)


def draft() -> Page:
    played = eventful()
    why = reasons(played.public, played.before, TABLES, "Ann")
    what = (resolved(played),), (notice(played, "Ann"),), why
    return to(DESK, draft_pages.draft, "K7QX", "Turn 12: Ann", *what, gamestate=37, due=DUE)


A_LIMIT = (
    "A discard for a hand limit is yours alone to announce (§17): if you have to discard, you are "
    "sent an announcement after your wish, ready to paste."
)
WISHES = Orders(
    block=((5, 6), (5, 7)), spread=(6, 3), defend=True, drop=("grog",), keep=("coffee",)
)


def standing_orders(
    orders: Orders = WISHES, *, plays: bool = True, notes: tuple[str, ...] = ()
) -> Page:
    facts = {"plays": plays, "withdrawn": orders == Orders(), "notes": notes}
    return to(BOB, answers.standing_orders, tuple(canonical.orders(orders)), **facts)


def draft_of_a_refusal() -> Page:
    what = (
        "Ann's turn has no effect",
        (refused(False),),
        (),
        ((NOT_HELD.clause, "You do not hold an aqualung (private)."),),
    )
    notes = ("Ann was told the reason at once.",)
    return to(DESK, draft_pages.draft, "M2PA", *what, gamestate=37, due=None, notes=notes)


def choice_draft() -> Page:
    played = fleeing()
    what = "R8TU", "Turn 21: Ann", told_choice(played, "Pewterby")
    why = "Ann announced no escape, so you make one for them (§13)."
    return to(DESK, answers.choice_draft, *what, bare=False, why=why, due=DUE)


def transcript(count: int = 4) -> Page:
    members = ("  Ann, since Mon 3 Aug 2009", "  Bob, since Tue 4 Aug 2009")
    entries = (
        Entry(words="hold until Friday", done=True, told="Draft K7QXM2P is held until Friday."),
        Entry(
            words="kill Bob\nbecause e sleeps",
            done=False,
            told="Bob took a turn less than four days ago (§19).",
        ),
        Entry(words="members", done=True, told="The contest has 2 contestants.", shown=members),
        Entry(words="well\n" * 9, done=False, told="It is not understood."),
    )
    code = "K7QXM2P" if count == 1 else None
    return to(DESK, transcript_pages.transcript, entries[:count], code=code, said_at=SAID_AT)


def contest_change(kind: str, about: str) -> Page:
    effect = ChangeContest(kind, about)  # type: ignore[arg-type]
    subject, told = contest_pages.told_of(effect, "Pewterby")
    return to(LIST, contest_pages.change, capital(subject), (told,))


def briefing(*, known: bool) -> Page:
    played = eventful()
    text = "A gnome who opens a hatch need not pass it."
    given: dict[str, Any] = {"number": 1, "clause": "§10c", "text": text, "effect": Precedent()}
    ruling = Ruling(**given, by="Pewterby", at=SAID_AT, told_at=SAID_AT)
    waits = "turn 12, Ann's, awaits its resolution by Dan, due by Wed 5 Aug 2009, 14:05 UTC"
    contest = ("Ann", "Bob", "Cat"), ("X", "Y"), 12, None
    free = "No game is being played; you may start one (§4)."
    return to(
        DAN,
        contest_pages.briefing,
        *("contestmaster", "Pewterby"),
        going_on=(f"RN1: {waits} (§16)." if known else free,),
        **{"desk": ON_DESK, "drafts": int(known)},
        rulings=office_lines.rulings((ruling,) * known, GAME.decided),
        contest=contest_pages.contest_told(*contest, is_contest=True),
        known=GAME.inside(played.after, TABLES, Options(), openly=False) if known else None,
    )


def undelivered(
    fate: delivery_pages.Fate, reply: str, opening: delivery_pages.Opening = "waits"
) -> Page:
    what = "Ann", "ann@sub.example", fate, reply
    return to(DESK, delivery_pages.undelivered, *what, opening=opening)


def came_back(
    lost: delivery_pages.Lost, *, about: str = "", again: str = "", hangs: tuple[str, ...] = ()
) -> Page:
    what = ("Ann", "ann@sub.example")
    if lost == "posting":
        what = ("business", "agora-business@agora.example")
    facts = {"about": about, "again": again, "hangs": hangs}
    return to(DESK, delivery_pages.came_back, *what, lost, "5.1.1" if again else "", **facts)


SUBJECT = "[Red November] RN1, turn 12: Ann extinguishes the fire in room 5"


def not_back(
    what: AlarmKind, state: PostingState = "accepted", *, backup: bool = False, **more: Any
) -> Page:
    unlike = (
        delivery_pages.Unlike("subject", SUBJECT, "[Red November] RN1, turn 12: Ann wins"),
        delivery_pages.Unlike("text", "The fire in room 5 goes out.", ""),
    )
    about = delivery_pages.about(what, SUBJECT.removeprefix("[Red November] "))
    facts: dict[str, Any] = {"never": False, "restored": False, "waits": False}
    return to(
        DESK,
        delivery_pages.asked,
        *("K7QXM2P", about, what, SUBJECT, "business", state, SAID_AT),
        unlike if what == "other" else (),
        **{**facts, **more, "elsewhere": ("backup",) if backup else ()},
    )


def held_by_the_list(what: AlarmKind, grounds: Grounds) -> Page:
    said = ("Your mail is held.", "Message body is too big: 51330 bytes with a limit of 40 KB")
    about = delivery_pages.about(what, SUBJECT, grounds)
    return to(
        DESK,
        delivery_pages.asked,
        *("K7M2QXA", about, what, SUBJECT, "business", "accepted", SAID_AT, ()),
        **{"never": True, "elsewhere": ("backup",), "says": said, "grounds": grounds},
        bot="rednov@bots.example",
    )


def restored(*, known: bool) -> Page:
    if not known:
        return to(DESK, alarm_pages.restored, None, (), (), ())
    posts = (
        alarm_pages.Post(SAID_AT, f"BUS: {SUBJECT}, and opens 5-6", "business"),
        alarm_pages.Post(None, "BUS: [Red November] Turn 13: Bob", "business"),
    )
    doubted = (
        alarm_pages.Doubted("[Red November] Turn 11: Cat", "business", "QQXM2P7", waits=False),
        alarm_pages.Doubted("[Red November] A new game", "business", "M2P7QQX", waits=True),
    )
    return to(DESK, alarm_pages.restored, SAID_AT, posts, doubted, (("K7QXM2P", "Turn 12: Ann"),))


TOMORROW = datetime(2026, 11, 22, tzinfo=UTC)
CUT_OFF = datetime(2026, 11, 20, 14, 5, tzinfo=UTC)


def alarm(*, to_host: bool = False) -> Page:
    why = "the IMAP server mx.example:993 does not answer: Connection refused"
    what = "mailbox", CUT_OFF, timedelta(minutes=31), why, ""
    return to(DESK, alarm_pages.alarm, *what, to_host=to_host)


def alarm_over() -> Page:
    what = "mailbox", CUT_OFF, CUT_OFF + timedelta(hours=50), timedelta(hours=50)
    return to(DESK, alarm_pages.over, *what)


def kept(*reasons: str, named: bool = True, last: bool = False, more: int = 0) -> Page:
    mails = tuple(
        trust_pages.Kept(
            mail=PaperId(number),
            reason=reason,
            who="Ann" if named else None,
            where="business" if named else None,
            address="agora-business@agora.example",
            subject="BUS: Red November, my turn" * named,
            came_at=SAID_AT,
            is_digest=reason.startswith("It is a digest"),
        )
        for number, reason in enumerate(reasons, 123)
    )
    return to(DESK, trust_pages.to_know, mails, (), more=more, of_alarms=0, last=last)


UNREADABLE = "Some of its text cannot be read"
DIGEST = "It is a digest of business, and a digest does not show who wrote what is in it"


def not_sent(envelope: Envelope) -> Page:
    subject, body = "[Red November] For you alone: turn 12", "You hold a lucky charm.\n"
    kept = Page(
        kind="private", to=envelope.to, to_name=envelope.to_name, subject=subject, body=body
    )
    return delivery_pages.withheld(kept, "expired on 2026-12-03", letterhead=LETTERHEAD)


def claim(*, private: bool, awaits: str | None = None) -> Page:
    played = eventful()
    words = "CoE: hatch 5-6 was free, and Ann spent four minutes, not five.\n\nBob"
    why = () if private else reasons(played.public, played.before, TABLES, "Ann")
    posted = "[Red November] Turn 12: Ann" if awaits is None else ""
    facts = {"turn": 12, "awaits": awaits, "private": private, "said_at": SAID_AT}
    what = "K7QXM2P", "Bob", "Claim of error: Bob, turn 12", words, why
    return to(DESK, claim_pages.claim, *what, posted=posted, **facts)


def denied(public: bool) -> Page:
    what = "Bob", "turn 12", "hatch 5-6 was blocked in turn 11"
    return to(LIST if public else BOB, claim_pages.claim_denied, *what, public=public)


def reading(*acts: Act) -> Page:
    words = "Could somebody take two of my things, please?\nThe coffee might go first."
    notes = (
        "It is not shown to be Bob's: fail: DMARC of post.example fails, says our server.",
        "Bob was asked on Mon 23 Nov 2026, 10:00 UTC whether they wrote it, and has not answered.",
    )
    announced = [line for act in acts for line in said(act)]
    what = "K7QXM2P", "Mail 12: Bob", words.split("\n"), announced
    return to(DESK, corrections.reading, *what, notes=notes, said_at=SAID_AT)


def was_this_you(draft: str = "") -> Page:
    words = (
        "I open 5-6 and go in.\n\nAnd then I fix the engine for 5 minutes, as I have said before "
        "on the list."
    )
    why = "on agora-business@agora.example", "DMARC of post.example fails, says our server"
    until = SAID_AT + timedelta(days=7)
    facts = {"said_at": SAID_AT, "until": until, "subject": "BUS: My turn", "draft": draft}
    return to(BOB, trust_pages.was_this_you, "K7QZ2M3", words, *why, **facts)


def was_it_you(heard: trust_pages.Heard, envelope: Envelope = BOB) -> Page:
    words = "no problem, that was me" if heard == "unclear" else ""
    return to(envelope, trust_pages.answered, "K7QZ2M3", heard, words=words)


def alarmed(*more: str, of_alarms: int) -> Page:
    what = "Bob says that they did not write mail 12 (fail: DMARC of post.example fails)."
    known = {"more": 0, "of_alarms": of_alarms, "last": of_alarms > 1}
    return to(DESK, trust_pages.to_know, (), (what, *more), **known)


def newcomer(called: str, address: str, *alarms: str) -> Page:
    mail = trust_pages.Kept(
        mail=PaperId(123),
        reason="somebody unknown joins: zed@far.example",
        who=None,
        where="business",
        address="agora-business@agora.example",
        subject="BUS: Red November",
        came_at=SAID_AT,
        is_digest=False,
        joins=trust_pages.newcomer(called, address, ("Ann", "Bob", "Cat")),
    )
    known = {"more": 0, "of_alarms": len(alarms), "last": False}
    return to(DESK, trust_pages.to_know, (mail,), alarms, **known)


def each(name: str, write: Callable[[Any], Page], kinds: object) -> dict[str, Mail]:
    """A mail for each of the words that a type allows."""
    return {f"{name}_{one.replace(' ', '_')}": partial(write, one) for one in get_args(kinds)}


MAILS: dict[str, Mail] = {
    **REHEARSED,
    **REMINDERS,
    **REPORTED,
    **CORRECTED,
    **each("unsettled", unsettled, answers.Unsettled),
    **each("was_it_you", was_it_you, trust_pages.Heard),
    "opening": opening,
    "opening_of_the_first_form": lambda: opening(first_form=True),
    "resolution_with_its_luck": resolution_with_its_luck,
    "secret": lambda: to(LIST, luck_pages.secrets, "RN1", b"d" * 32, None),
    "secret_of_the_tiles_too": lambda: to(LIST, luck_pages.secrets, "RN1", b"d" * 32, b"t" * 32),
    "resolution": lambda: resolved(eventful()),
    "resolution_with_a_death": lambda: resolved(burning()),
    "resolution_that_wins": lambda: resolved(winning()),
    "resolution_that_loses": lambda: resolved(losing()),
    "resolution_with_a_gift": lambda: resolved(giving()),
    "resolution_with_a_departure": lambda: resolved(departing()),
    "idle_kill": idle,
    "award": lambda: to(
        LIST,
        award_pages.award,
        [sentence(due, "Pewterby", GAME.deeds_told) for due in eventful().after.position.dues],
        "RN1",
        "Of the 11 Y points, 1 Y point cannot be split evenly and will not be awarded (§24).",
    ),
    "resolution_that_awards": lambda: resolved(eventful(), awards=("X",)),
    "voided": voided,
    "ruling": lambda: to(LIST, contest_pages.ruling, 3, "§16c", "A grog gained counts as drunk"),
    "refusal_in_public": lambda: refused(True),
    "refusal_in_private": lambda: refused(False),
    "gift_in_return": gift_in_return,
    "discard": discarded,
    "discard_named_in_public": lambda: discarded(("crowbar",)),
    "private_notice_of_a_death": lambda: notice(burning(), "Cat"),
    "contest_change": lambda: contest_change("axis added", "Z"),
    "contest_change_of_the_office": lambda: contest_change("contestmaster", "Dan"),
    "contest_change_of_the_pot": lambda: contest_change("pot", "12"),
    "joining": lambda: to(LIST, announced_pages.membership, "Dot", "joins", ("Ann", "Bob", "Dot")),
    "leaving": lambda: to(LIST, announced_pages.membership, "Dot", "leaves", ("Ann", "Bob")),
    "private_notice": lambda: notice(giving(), "Bob"),
    "private_notice_of_a_changed_hand": lambda: notice(giving(), "Ann"),
    "private_notice_with_a_limit": lambda: notice(eventful(), "Ann"),
    "receipt": receipt,
    "void": void,
    "noted": noted,
    "question": question,
    "question_between_two": question_between_two,
    "question_to_be_answered": question_to_be_answered,
    "question_of_what_is_left": lambda: question_to_be_answered(
        so_far="I go to 8. I think I draw."
    ),
    "question_about_a_long_line": long_question,
    "question_of_a_withdrawal": lambda: asked(Question("", RETRACTED), stands=True),
    "wrong_forum": lambda: wrong_forum(clear=True),
    "wrong_forum_and_unclear": lambda: wrong_forum(clear=False),
    "announced_nothing": lambda: to(
        ANN,
        answers.announced_nothing,
        "I open hatch 5-8 and go in. I spend 2 minutes drawing 2 items.",
        said_at=SAID_AT,
    ),
    "way_free": lambda: way_free(valid=True),
    "way_free_for_something_else": lambda: way_free(valid=False),
    "not_read": lambda: to(
        ANN,
        answers.not_read,
        *("no text was found in it, only a picture", "agora-business@agora.example"),
        said_at=SAID_AT,
    ),
    "who_are_you": lambda: to(ANN, answers.who_are_you, "zed@elsewhere.example"),
    "choice_question": choice_question,
    "choice_again": choice_again,
    "choice_again_after_an_early_answer": lambda: choice_again(was_there=True),
    "choice_closed": lambda: to(BOB, answers.choice_closed, 21, None),
    "choice_closed_by_an_answer": lambda: to(BOB, answers.choice_closed, 21, "5-6"),
    "choice_taken": lambda: to(BOB, answers.choice_taken, 21, "5-6"),
    "standing_orders": lambda: standing_orders(notes=(A_LIMIT,)),
    "standing_orders_taken_back": lambda: standing_orders(Orders()),
    "standing_orders_of_nobody": lambda: standing_orders(Orders(), plays=False),
    "private_notice_with_a_wish": lambda: notice(eventful(), "Ann", wished=("grog",)),
    "help": helped,
    "help_for_somebody_lost": lambda: helped(lost=True),
    "help_for_the_contestmaster": lambda: helped(master=True),
    "rules": lambda: to(ANN, answers.rules, ""),
    "noted_private_list": noted_list,
    "spent": lambda: answers.spent(noted(), 50, TOMORROW, letterhead=LETTERHEAD),
    "together": lambda: answers.together((noted(), receipt(), void()), LETTERHEAD),
    "draft": draft,
    "draft_of_a_refusal": draft_of_a_refusal,
    "choice_draft": choice_draft,
    "transcript": lambda: transcript(),
    "transcript_of_one": lambda: transcript(1),
    "briefing": lambda: briefing(known=True),
    "briefing_between_games": lambda: briefing(known=False),
    "alarm": alarm,
    "alarm_over": alarm_over,
    "undelivered": lambda: undelivered("refused", "550 5.1.1 no such user here"),
    "undelivered_so_far": lambda: undelivered("deferred", "451 4.7.1 greylisted, try later"),
    "undelivered_of_an_opening_in_doubt": lambda: undelivered("refused", "", "in doubt"),
    "undelivered_of_an_opening_that_is_yours": lambda: undelivered("refused", "", "yours"),
    "undelivered_of_an_opening_that_is_there": lambda: undelivered("refused", "", "there"),
    "channel_question": lambda: to(ANN, delivery_pages.channel_question),
    "came_back_the_question": lambda: came_back("question"),
    "came_back": lambda: came_back("notice", about="Turn 12: Bob", again="ann@elsewhere.example"),
    "came_back_a_notice": lambda: came_back("notice", about="Turn 12: Bob"),
    "came_back_the_question_whether_it_is_eirs": lambda: came_back(
        "doubt", hangs=("mail 12 on agora-business@agora.example, of Mon 3 Aug 2009, 14:05 UTC",)
    ),
    "came_back_a_mail": lambda: came_back("mail"),
    "came_back_a_posting": lambda: came_back("posting", about="Turn 12: Bob"),
    "not_back": lambda: not_back("not back", never=True, backup=True),
    "not_back_of_unknown_fate": lambda: not_back("not back", "unknown"),
    "not_back_since_a_restore": lambda: not_back("not back", "unknown", restored=True),
    "not_back_since_a_restore_and_waits": lambda: not_back(
        "not back", "unknown", restored=True, waits=True
    ),
    "not_back_and_refused": lambda: not_back("not back", "refused", backup=True),
    "not_back_as_it_was": lambda: not_back("other"),
    "restored": lambda: restored(known=True),
    "restored_and_nothing_found": lambda: restored(known=False),
    "kept": lambda: kept(f"{UNREADABLE}: no text but winmail.dat"),
    "kept_for_a_fault": lambda: kept(
        "handling it failed with KeyError (desk/intake.py:104, desk/announcements/turns.py:88); "
        "nothing of it took effect",
        named=False,
        last=True,
    ),
    "several_kept": lambda: kept(DIGEST, UNREADABLE, UNREADABLE, last=True, more=2),
    "held_by_the_list": lambda: held_by_the_list("held by the list", "too large"),
    "refused_by_the_list": lambda: held_by_the_list("refused by the list", "not said"),
    "faulty": lambda: to(
        DESK,
        trust_pages.faulty,
        "the weekly report",
        "KeyError (desk/due/rounds.py:41, desk/reports/reporting.py:92)",
    ),
    "answers_stopped_to_strangers": lambda: to(DESK, trust_pages.spent, 20, "", TOMORROW),
    "answers_stopped": lambda: to(DESK, trust_pages.spent, 200, "Ann", TOMORROW),
    "withheld": lambda: not_sent(ANN),
    "withheld_of_the_contestmaster": lambda: not_sent(DESK),
    "withheld_from": lambda: to(DESK, delivery_pages.withheld_from, "Ann", "expired on 2026-12-03"),
    "claim": lambda: claim(private=False),
    "claim_in_private": lambda: claim(private=True),
    "claim_noted": lambda: to(BOB, claim_pages.claim_noted, "turn 12", said_at=SAID_AT),
    "claim_noted_of_a_turn_that_is_awaited": lambda: to(
        BOB, claim_pages.claim_noted, "turn 12", awaited=True, said_at=SAID_AT
    ),
    "claim_about_a_turn_that_is_awaited": lambda: claim(private=True, awaits="K7QZ2M3"),
    "claim_accepted": lambda: to(BOB, claim_pages.claim_accepted, "turn 12", said_at=SAID_AT),
    "claim_denied": lambda: denied(public=True),
    "claim_denied_privately": lambda: denied(public=False),
    "reading": lambda: reading(Discard(("coffee", "grog"))),
    "reading_as_nothing": lambda: reading(),
    "newcomer": lambda: newcomer("Zed Oakley", "zed@far.example"),
    "newcomer_with_a_name_that_is_taken": lambda: newcomer("bob", "bob@far.example"),
    "was_this_you": lambda: was_this_you(),
    "was_this_you_of_an_answer_to_a_draft": lambda: was_this_you(
        "Turn 12: Bob, of Mon 3 Aug 2009, 14:05 UTC"
    ),
    "was_it_you_no_by_whoever_decides": lambda: was_it_you("no", envelope=DESK),
    "alarmed": lambda: alarmed(of_alarms=1),
    "alarmed_of_several": lambda: alarmed("Mail 14 decides from elsewhere.", of_alarms=7),
    "alarmed_of_several_and_a_newcomer": lambda: newcomer("Zed", "z@far.example", "Hm.", "Ha."),
    "resolved_already": lambda: to(ANN, claim_pages.resolved_already, 4, said_at=SAID_AT),
    "nobody_reads": lambda: to(ANN, answers.nobody_reads, said_at=SAID_AT),
}
