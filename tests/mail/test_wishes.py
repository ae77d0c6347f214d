"""What the contestmaster wishes of eir bot that answers no draft."""

from __future__ import annotations

import pytest

from rednov_bot.core.workflow.commands import (
    AddAxis,
    AsItWas,
    Beacon,
    Chooses,
    Command,
    Deputy,
    GoOn,
    HandOver,
    IsContest,
    Kill,
    OptionSet,
    Pause,
    Pot,
    Precedent,
    ReadAs,
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
    Void,
    WithdrawRuling,
)
from tests.mail.test_commands import lines, only

BEACON = "c0ffee42" * 8

SHOWN: dict[str, str] = {
    **dict.fromkeys(("status", "Status?", "STATUS please", "show me the desk", "desk"), "status"),
    **dict.fromkeys(
        ("What is the status?", "What is waiting for me?", "status, please."), "status"
    ),
    **dict.fromkeys(("help", "Help!", "help me please", "Show me the commands"), "help"),
    **dict.fromkeys(("members", "Who are the members?", "list the contestants"), "members"),
    **dict.fromkeys(("standing", "the contest", "Show me the standings", "points?"), "standing"),
    **dict.fromkeys(("duties", "my duties", "What is due?", "What do I owe?"), "duties"),
    **dict.fromkeys(("rulings", "list of rulings", "Which rulings are in force?"), "rulings"),
    **dict.fromkeys(("drafts", "Please show me all open drafts", "drafts?"), "drafts"),
    **dict.fromkeys(("idle", "idle gnomes", "Who's idle?"), "idle"),
    **dict.fromkeys(("hands", "Show me all the hands, please.", "everyone's hands"), "hands"),
}

REPORTS: dict[str, Command] = {
    f"beacon 5417233 {BEACON}": Beacon(5417233, BEACON),
    f"Beacon round 7: {BEACON.upper()}.": Beacon(7, BEACON),
    "reveal": Reveal(),
    "reveal RN1": Reveal("RN1"),
    "Please reveal the secret of RN2.": Reveal("RN2"),
    "reveal the luck of RN1": Reveal("RN1"),
    "reveal rn1 with the tiles": Reveal("RN1", tiles=True),
    "reveal with tiles": Reveal(tiles=True),
    "reveal the secrets of RN1 and the tiles": Reveal("RN1", tiles=True),
    "report position": Report(which="position"),
    "position report, please": Report(which="position"),
    "Send me a report on the position of RN2": Report(which="position", game="RN2"),
    "report contest": Report(which="contest"),
    "weekly report": Report(which="week"),
    "report week": Report(which="week"),
    "post the weekly report": Report(which="week", post=True),
    "Please publish the contest report on the list": Report(which="contest", post=True),
    "story of RN1": Report(which="story", game="RN1"),
    "post the story of rn1": Report(which="story", game="RN1", post=True),
    "report story": Report(which="story"),
    "report position and post it": Report(which="position", post=True),
}

GOVERNED: dict[str, Command] = {
    "start Ann, Bob and Cid": Start(names=("Ann", "Bob", "Cid")),
    "Start a new game with Mary Jane, Mary & Bob, please": Start(
        names=("Mary Jane", "Mary", "Bob")
    ),
    "begin RN2 with ann bob cid": Start(names=("Ann", "Bob", "Cid")),
    "start: Cid, Ann, Bob": Start(names=("Cid", "Ann", "Bob")),
    "start Ann, Bob, Cid with wake = at_once": Start(
        names=("Ann", "Bob", "Cid"), options=(("wake", "at_once"),)
    ),
    "start Ann, Bob and Cid with the options Crazed=ON and event_choice = orders+random": Start(
        names=("Ann", "Bob", "Cid"), options=(("crazed", "on"), ("event_choice", "orders+random"))
    ),
    "start Ann, Bob, Cid\noption crazed = on\noption edition = 1": Start(
        names=("Ann", "Bob", "Cid"), options=(("crazed", "on"), ("edition", "1"))
    ),
    "kill Ann": Kill("Ann"),
    "go on without Ann": GoOn("Ann"),
    "Please go on without waiting for Mary Jane, thanks.": GoOn("Mary Jane"),
    "go on without a word of Bob": GoOn("Bob"),
    "told Bob": Told("Bob"),
    "I told Bob by phone.": Told("Bob"),
    "I've told Mary Jane eir items over the phone, thanks": Told("Mary Jane"),
    "Bob knows": Told("Bob"),
    "Mary Jane knows it already.": Told("Mary Jane"),
    "Bob has been told.": Told("Bob"),
    "Kill Mary Jane, please.": Kill("Mary Jane"),
    "kill the idle gnome Bob": Kill("Bob"),
    "kill Ann (idle)": Kill("Ann"),
    "kill Ann for being idle (§19)": Kill("Ann"),
    "add axis Z": AddAxis("Z"),
    "add an axis Z, please": AddAxis("Z"),
    'add the axis "Z"': AddAxis("Z"),
    "remove axis Z": RemoveAxis("Z"),
    "Remove the axis Z-2.": RemoveAxis("Z-2"),
    "hand over to Bob": HandOver("Bob"),
    "I hand the contest over to Mary Jane": HandOver("Mary Jane"),
    "handover to bob": HandOver("Bob"),
    "deputy Bob": Deputy("Bob"),
    "My deputy is Bob.": Deputy("Bob"),
    "make Mary Jane my deputy": Deputy("Mary Jane"),
    "Please appoint Bob as deputy": Deputy("Bob"),
    "no deputy": Deputy(None),
    "no deputy any more": Deputy(None),
    "deputy: none": Deputy(None),
    "the contract is a contest": IsContest(True),
    "The contract is a contest again.": IsContest(True),
    "It is now a contest": IsContest(True),
    "the contract is no contest any more": IsContest(False),
    "the contract is not a contest": IsContest(False),
    "The contract is no longer a contest.": IsContest(False),
    "Red November isn't a contest now": IsContest(False),
    "pot 10": Pot(10),
    "Set the pot to 12, please": Pot(12),
    "the pot is 10 Y points": Pot(10),
    "y_pot = 8": Pot(8),
    "pot: 0": Pot(0),
    "pause": Pause(),
    "pause reminders": Pause(),
    "Pause the reminders until Friday": Pause(until="until Friday"),
    "pause for 2 days, please": Pause(until="for 2 days"),
    "no more reminders until 3 December": Pause(until="until 3 December"),
    "stop reminding me": Pause(),
    "resume": Resume(),
    "Resume the reminders.": Resume(),
    "remind me again": Resume(),
    "ruling: a hatch may be opened twice (§10c)": Precedent(
        "a hatch may be opened twice (§10c)", "10c"
    ),
    "I rule that a gnome who sleeps\nmay be given grog.": Precedent(
        "a gnome who sleeps\nmay be given grog."
    ),
    "ruling: option x_needs_change = on because farming is lame": RuleOption(
        OptionSet("x_needs_change", "on"), "farming is lame"
    ),
    "ruling: from now on the option wake is at_once.": RuleOption(OptionSet("wake", "at_once")),
    "ruling: crazed = on (§10c)": RuleOption(OptionSet("crazed", "on"), clause="10c"),
    "My ruling: sleepers trade": Precedent("sleepers trade"),
    "I hereby rule: sleepers trade, see section 11k": Precedent(
        "sleepers trade, see section 11k", "11k"
    ),
    "quit": ThatIsAll(),
    "That's all.": ThatIsAll(),
    "end": ThatIsAll(),
}

WITHDRAWN: dict[str, Command] = {
    "withdraw ruling 3": WithdrawRuling(ruling=3),
    "Please withdraw ruling no. 3, thanks": WithdrawRuling(ruling=3),
    "I withdraw my ruling 12 because nobody slept (§11k)": WithdrawRuling(
        ruling=12, why="nobody slept (§11k)"
    ),
    "revoke precedent #2: it was rash\nand wrong": WithdrawRuling(
        ruling=2, why="it was rash\nand wrong"
    ),
    "withdraw ruling 3\nbecause nobody slept": WithdrawRuling(ruling=3, why="nobody slept"),
}

REWOUND: dict[str, Command] = {
    'rewind turn 12: read as "I open 5-6" because I misread it': Rewind(
        turn=12, how=ReadAs("I open 5-6"), why="I misread it"
    ),
    "rewind RN2 turn 12: it is void, patch": Rewind(
        game="RN2", turn=12, how=Void(), alternative="patch"
    ),
    "Rewind to turn 3 of rn1: void and stand because of §9": Rewind(
        game="RN1", turn=3, how=Void(), alternative="stand", why="§9", clause="9"
    ),
    "rewind turn 3: option wake = at_once, re-run": Rewind(
        turn=3, how=OptionSet("wake", "at_once"), alternative="rerun"
    ),
    "rewind turn 3: choose 5-6": Rewind(turn=3, how=Chooses("", "5-6")),
    "rewind turn 3: choose event 45 5-6, rerun": Rewind(
        turn=3, how=Chooses("event 45", "5-6"), alternative="rerun"
    ),
    "rewind turn 3: choose escape open 5-7 and enter": Rewind(
        turn=3, how=Chooses("escape", "open 5-7 and enter")
    ),
    "rewind turn 3: as it was, rerun": Rewind(turn=3, how=AsItWas(), alternative="rerun"),
    "rewind 3, as it was": Rewind(turn=3, how=AsItWas()),
    "rewind turn 3: it does not count\nbecause Ann was asleep\nsince turn 2 (§16c)": Rewind(
        turn=3, how=Void(), why="Ann was asleep\nsince turn 2 (§16c)", clause="16c"
    ),
}

READ_ANEW: dict[str, Command] = {
    "read mail 123 as Ann: I open 5-6, go in.": ReadMail(
        mail=123, name="Ann", text="I open 5-6, go in."
    ),
    "read mail #123 as Ann:\n\nI open 5-6,\ngo in.\n\nI fix it.": ReadMail(
        mail=123, name="Ann", text="I open 5-6,\ngo in.\n\nI fix it."
    ),
    "mail 123 is from Bob": ReadMail(mail=123, name="Bob"),
    "mail 123 is Mary Jane's": ReadMail(mail=123, name="Mary Jane"),
    "mail 123 announces: I take no action.": ReadMail(mail=123, text="I take no action."),
    "read mail 123: I join.": ReadMail(mail=123, text="I join."),
    "mail 123 announces nothing": ReadMail(mail=123, text=""),
    "Letter 7 says nothing.": ReadMail(mail=7, text=""),
    "read mail 123": ReadMail(mail=123),
    "Please read mail 123 again": ReadMail(mail=123),
}


@pytest.mark.parametrize("text", SHOWN)
def test_something_is_to_be_shown(text: str) -> None:
    found = only(text)
    assert isinstance(found, Show)
    assert found.what == SHOWN[text]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *REPORTS.items(),
        *GOVERNED.items(),
        *WITHDRAWN.items(),
        *REWOUND.items(),
        *READ_ANEW.items(),
    ],
)
def test_a_wish_is_understood(text: str, meant: Command) -> None:
    assert only(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("status quo", "the status of Ann", "stat", "members only", "hand"),
        *("idle hands", "I am idle", "show the door", "points of order", "my hand", "contest it"),
        *("report", "report it", "report everything", "post the weekly report?", "week"),
        *("report position of RN1 and RN2", "report position contest", "reported", "position"),
        *("start", "start Ann, Zed and Bob", "start Ann, Ann and Bob", "start Ann, Bob?", "starts"),
        *("start Ann, Bob, Cid if they agree", "start Ann, Bob, Cid with crazed", "start the game"),
        *("start with wake = at_once", "start Ann, Bob, Cid with wake = at_once unless Bob minds"),
        *(
            "kill",
            "kill Zed",
            "kill Ann?",
            "kill Ann if e is idle",
            "kill Ann and Bob",
            "kill Anne",
        ),
        *("kill the Kraken", "kill ANN because e cheats", "do not kill Ann", "killing Ann"),
        *(
            "add axis",
            "add axis Z?",
            "add axis Z if the law allows it",
            "add axes Z and W",
            "axis Z",
        ),
        *("remove axis Z or W", "remove Z", "hand over", "hand over to Zed", "hand over to Bob?"),
        *("hand over to Bob on Friday", "hand over a grog to Bob", "deputy", "deputy Zed"),
        *("deputy Bob?", "Bob", "make Zed my deputy", "deputy Bob until Friday", "no deputy?"),
        *("is the contract a contest?", "the contract is a contest?", "the contract is a mess"),
        *(
            "the contract may be a contest",
            "the contract is a contest if Bob says so",
            "no contest",
        ),
        *(
            "pot",
            "pot?",
            "pot ten",
            "pot 10?",
            "pot 10 or 12",
            "pot 10.5",
            "pot -3",
            "the pot is full",
        ),
        *("pause until", "pause until Ann is back", "pause reminders if I am away", "pause?"),
        *("resume when I am back", "resume?", "remind me", "remind me again on Friday"),
        *("ruling:", "ruling", "I rule", "I rule that a hatch opens?", "rules", "ruling 7"),
        *("withdraw ruling 3 if Ann agrees", "withdraw ruling 3\nor rather not"),
        *("withdraw ruling 3?", "withdraw the ruling", "withdraw draft 3", "withdraw my turn"),
        *("rewind", "rewind turn 3", "rewind turn 3?", "rewind turn 3: read as I open 5-6"),
        *("rewind turn 3: void if Ann agrees", "rewind turn 3: void?", "rewind turn 3: undo it"),
        *("rewind turn twelve: void", "rewind turn 3: void, patch or rerun", "rewind the tape"),
        *("rewind turn 3: void, patch if you can", "rewind turn 3: as it wasn't", "undo turn 3"),
        *("read mail 123 as Zed: I open 5-6.", "read mail 123 as Ann:", "mail 123", "mail 123?"),
        *(
            "read mail 123 if you like",
            "read mail",
            "read mail 123 as a joke",
            "mail 123 is chatter",
        ),
        *("read mail 123 as Ann or Bob", "quit it", "I quit smoking", "the end is near"),
    ],
)
def test_what_is_not_certain_is_no_wish(text: str) -> None:
    assert all(line.command is None for line in lines(text))
