"""What the contestmaster writes to eir bot, one command a mail: what it means, or nothing."""

from __future__ import annotations

import pytest

from rednov_bot.core.models import Message
from rednov_bot.core.workflow.commands import (
    Accept,
    Added,
    Again,
    Amend,
    Approve,
    Award,
    Awarded,
    Changes,
    Choose,
    Command,
    Deny,
    Hold,
    IsThere,
    OptionSet,
    Overrule,
    PostAgain,
    ReadAs,
    Reject,
    Release,
    Replaced,
    Valid,
    Void,
)
from rednov_bot.core.workflow.commands.reading import Line, commands

K, L = "K7M2QXA", "PQRSTUV"
NAMES = ("Ann", "Bob", "Cid", "Mary Jane", "Mary", "Pewterby")


def message(text: str, subject: str = f"Re: [rednov {K}] turn 12", **facts: str) -> Message:
    return Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject=subject,
        sender="Pewterby",
        addresses=("pewterby@sub.example",),
        forum="private",
        public=False,
        text=text,
        said_at=None,
        listed_at=None,
        doubt="alternatives disagree" if "other" in facts else "",
        other=facts.get("other", ""),
    )


def lines(text: str, subject: str = f"Re: [rednov {K}] turn 12") -> tuple[Line, ...]:
    return commands(message(text, subject), NAMES)


def only(text: str) -> Command | None:
    (line,) = lines(text)
    assert (line.command is None) == bool(line.why)
    return line.command


DECISIONS: dict[str, Command] = {
    "approve": Approve(code=K),
    "Approve!": Approve(code=K),
    "APPROVE": Approve(code=K),
    "*approve*": Approve(code=K),
    '"approve"': Approve(code=K),
    "Approved, thanks.": Approve(code=K),
    "I approve": Approve(code=K),
    "Yes, approve please": Approve(code=K),
    "ok approve 👍": Approve(code=K),
    "approve as it stands": Approve(code=K),
    f"approve {L}": Approve(code=L),
    f"approve {L}.": Approve(code=L),
    f"Approve [rednov {L}], thank you!": Approve(code=L),
    f"approve [{L}]": Approve(code=L),
    f"approve: {L}": Approve(code=L),
    "approve k7m2qxb": Approve(code="K7M2QXB"),
    "approve #K7M2QXB": Approve(code="K7M2QXB"),
    "APPROVE PERFECT": Approve(code=K),
    "Hi bot,\n\napprove": Approve(code=K),
    "Good morning!\n\nApprove, please.\n\nThanks,\nPewterby": Approve(code=K),
    "reject": Reject(code=K, why=""),
    "Rejected.": Reject(code=K, why=""),
    "reject because the fire is in 5": Reject(code=K, why="the fire is in 5"),
    "Reject: Ann was asleep": Reject(code=K, why="Ann was asleep"),
    f"reject {L} because of the die": Reject(code=L, why="the die"),
    f"reject {L}": Reject(code=L, why=""),
    "Please reject, the hatch was blocked.\nIt was blocked in turn 3.\n\nPewterby": Reject(
        code=K, why="the hatch was blocked.\nIt was blocked in turn 3."
    ),
    "reject because I said:\n\nagain and again I see this": Reject(
        code=K, why="I said:\n\nagain and again I see this"
    ),
    "again": Again(code=K),
    "Draft it again, please": Again(code=K),
    f"again {L}": Again(code=L),
    "choose 5-6": Choose(code=K, value="5-6"),
    "I choose 5-6.": Choose(code=K, value="5-6"),
    "please choose room 7": Choose(code=K, value="room 7"),
    f"choose 5-6 for {L}": Choose(code=L, value="5-6"),
    f"choose {L} 5-6": Choose(code=L, value="5-6"),
    f"choose {L}: 5-6": Choose(code=L, value="5-6"),
    "choose open 5-7 and enter": Choose(code=K, value="open 5-7 and enter"),
    "choose 7: room 7; Bob is there": Choose(code=K, value="7", behind=": room 7; Bob is there"),
    "choose patch": Choose(code=K, value="patch"),
    "choose 7\n\nwait, 8": Choose(code=K, value="7", behind="\n\nwait, 8"),
}

OTHER_ANSWERS: dict[str, Command] = {
    "hold": Hold(code=K),
    "Hold it, please.": Hold(code=K),
    "hold the draft": Hold(code=K),
    f"hold {L}": Hold(code=L),
    "hold until Friday": Hold(code=K, until="until Friday"),
    "Hold this until 3 December, please": Hold(code=K, until="until 3 December"),
    "hold until 2026-12-03 18:00": Hold(code=K, until="until 2026-12-03 18:00"),
    "hold for 2 days because Ann is asked": Hold(code=K, until="for 2 days", why="Ann is asked"),
    f"hold {L} until tomorrow: I ask Bob": Hold(code=L, until="until tomorrow", why="I ask Bob"),
    "hold because I must think": Hold(code=K, why="I must think"),
    "hold - waiting for Ann": Hold(code=K, why="waiting for Ann"),
    "release": Release(code=K),
    "Release it": Release(code=K),
    f"release {L}, thanks": Release(code=L),
    "unhold": Release(code=K),
    "release the hold": Release(code=K),
    "accept": Accept(code=K),
    "Accepted!": Accept(code=K),
    "accept the claim": Accept(code=K),
    f"accept {L}": Accept(code=L),
    "I accept Ann's claim of error.": Accept(code=K),
    "deny": Deny(code=K, why=""),
    "denied": Deny(code=K, why=""),
    "deny because the die shows 3": Deny(code=K, why="the die shows 3"),
    "Deny the claim: §10c says otherwise": Deny(code=K, why="§10c says otherwise"),
    f"deny {L} because Ann misread it": Deny(code=L, why="Ann misread it"),
    "award": Award(code=K),
    "Award it, please": Award(code=K),
    "post the award": Award(code=K),
    "award the points": Award(code=K),
    f"award {L}": Award(code=L),
    "awarded": Awarded(code=K),
    "I have awarded it myself.": Awarded(code=K),
    "I've already awarded them": Awarded(code=K),
    "already awarded, thanks": Awarded(code=K),
}

AMENDMENTS: dict[str, Command] = {
    'amend "fire" to "flame"': Amend(code=K, changes=(Replaced("fire", "flame"),)),
    'Amend: "fire" to "flame".': Amend(code=K, changes=(Replaced("fire", "flame"),)),
    "amend “fire” to “flame”, please": Amend(code=K, changes=(Replaced("fire", "flame"),)),
    f'amend {L} "a b" to ""': Amend(code=L, changes=(Replaced("a b", ""),)),
    'replace "Ann dies" by "Ann sleeps"': Amend(
        code=K, changes=(Replaced("Ann dies", "Ann sleeps"),)
    ),
    'please replace "x" with "y" and "z" with "w"': Amend(
        code=K, changes=(Replaced("x", "y"), Replaced("z", "w"))
    ),
    'amend: replace "x" by "y"\nreplace "z" by "w"\nadd "Well done, Bob!"': Amend(
        code=K, changes=(Replaced("x", "y"), Replaced("z", "w"), Added("Well done, Bob!"))
    ),
    'amend "x" -> "y"': Amend(code=K, changes=(Replaced("x", "y"),)),
    'amend: add "A close shave."': Amend(code=K, changes=(Added("A close shave."),)),
    'add "A close shave."': Amend(code=K, changes=(Added("A close shave."),)),
    'amend "the fire\nburns" to "it\nis out"': Amend(
        code=K, changes=(Replaced("the fire\nburns", "it\nis out"),)
    ),
    "amend “now\nhold the hatch” to “then\nstatus”": Amend(
        code=K, changes=(Replaced("now\nhold the hatch", "then\nstatus"),)
    ),
    "amend\nThe fire burns.\n\nAnn sleeps.": Amend(code=K, text="The fire burns.\n\nAnn sleeps."),
    "Amend:\n\n  The fire burns.\n  status\nend": Amend(code=K, text="  The fire burns.\n  status"),
    f"amend {L}\nThe fire burns.": Amend(code=L, text="The fire burns."),
    "amend as follows:\nThe fire burns.": Amend(code=K, text="The fire burns."),
}

OVERRULINGS: dict[str, Command] = {
    'overrule: read as "I open 5-6, go in"': Overrule(code=K, how=ReadAs("I open 5-6, go in")),
    'Overrule: the turn is to be read as "I take no action" because e said so': Overrule(
        code=K, how=ReadAs("I take no action"), why="e said so"
    ),
    "overrule: read it as “I open 5-6\nbecause I can” because of §10c": Overrule(
        code=K, how=ReadAs("I open 5-6\nbecause I can"), why="§10c", clause="10c"
    ),
    "overrule: it is valid": Overrule(code=K, how=Valid()),
    "overrule: take it": Overrule(code=K, how=Valid()),
    "I overrule it: it counts, because the hatch was free (§10)": Overrule(
        code=K, how=Valid(), why="the hatch was free (§10)", clause="10"
    ),
    f"overrule {L}: valid because Ann was awake": Overrule(
        code=L, how=Valid(), why="Ann was awake"
    ),
    "overrule: it is void because Ann was asleep §16c": Overrule(
        code=K, how=Void(), why="Ann was asleep §16c", clause="16c"
    ),
    "overrule: it does not count": Overrule(code=K, how=Void()),
    "overruled: void §9": Overrule(code=K, how=Void(), clause="9"),
    "overrule option wake = at_once": Overrule(code=K, how=OptionSet("wake", "at_once")),
    "overrule: with option Crazed = ON because we said so": Overrule(
        code=K, how=OptionSet("crazed", "on"), why="we said so"
    ),
    "overrule: heat 3; Ann 30 minutes; room 5 dry": Overrule(
        code=K, how=Changes("heat 3; Ann 30 minutes; room 5 dry")
    ),
    "overrule:\nheat 3\nroom 5 dry\nbecause section 16d says so": Overrule(
        code=K, how=Changes("heat 3\nroom 5 dry"), why="section 16d says so", clause="16d"
    ),
    "overrule because a hatch is a hatch": Overrule(code=K, how=None, why="a hatch is a hatch"),
    "override because §25 lets me": Overrule(code=K, how=None, why="§25 lets me", clause="25"),
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [*DECISIONS.items(), *OTHER_ANSWERS.items(), *AMENDMENTS.items(), *OVERRULINGS.items()],
)
def test_an_answer_to_a_draft_is_understood(text: str, meant: Command) -> None:
    assert only(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("approve if Ann agrees", "approve?", "approve for now", "approve, but later"),
        *("approve the other one", "approve\nreject", "approve unless Bob objects"),
        *("approve 👎", "approve\n\nNo, stop!", "approve\nthe gift is wrong", "approve soon"),
        *("approve already", "approve nothing", f"approve {L} if Ann agrees", "approve\nstop"),
        *("do not approve", "I would approve", "approved?", f"approve {K} {L}", "disapprove"),
        *("reject if Ann objects", "reject?", "reject, I cannot approve this", "rejecting"),
        *("again, but only turn 3", "again?", "not again", "again and again"),
        *("choose", "choose .", "chosen", "hold?", "hold if Ann asks", "hold until Ann agrees"),
        *("hold on", "hold until", "hold it or not", "hold until some day", "hold fast"),
        *("release?", "release the Kraken", "release if you can", "accept?", "accept that I rule"),
        *("accept it if Bob does", "deny?", "deny if it is wrong", "award?", "award Ann 2 X"),
        *("award it when I say so", "awarded?", "awarded to nobody", "amend", "amend it", "amend?"),
        *('amend "x"', 'amend "x" to', 'amend "x" to "y" if Ann agrees', 'amend "" to "y"'),
        *('amend "x" to "y', "amend x to y", "replace x by y", "amend if needed", 'amend "x to y'),
        *('amend "x" to "y"?', "amend\n\n", "amend nothing\nThe fire.", 'amend "x" to "y", or "z"'),
        *("overrule", "overrule?", "overrule if Ann agrees: it is void", "overrule it"),
        *("overrule: it is void if Ann agrees", "overrule: it is void?", "overrule: heat 3?"),
        *("overrule: read as I open 5-6", "overrule: option wake = at_once unless Bob objects"),
        *("overrule: it is valid but late", 'overrule: read as "x" or "y"', "looks good", "+1"),
        *(
            "fine by me",
            "yes",
            "no",
            "appprove",
            "aprove",
            "a",
            "app",
            "rej",
        ),
    ],
)
def test_what_is_not_certain_is_no_answer(text: str) -> None:
    assert all(line.command is None for line in lines(text))


@pytest.mark.parametrize(
    "words",
    [
        "it is there",
        "It's there, thanks",
        "is there already",
        "yes it is there",
        "Yes, it is there now.",
        "It is there, I saw it in the archive.",
        "It is there\n\n(I saw it in the archive)",
        "It's on the list: I have seen it there https://lists.example/42.html",
    ],
)
def test_a_posting_is_there_however_it_is_said(words: str) -> None:
    assert only(words) == IsThere(code=K)


@pytest.mark.parametrize(
    "words",
    [
        "it is not there",
        "It isn't there",
        "I think it is there",
        "is it there?",
        "it is there?",
        "it is there, but mangled",
        "It is there, I saw it mangled",
        "It is there. I saw it on the list, but with the wrong subject",
        "It is there, I have not seen it",
        "it is there twice",
    ],
)
def test_where_it_is_doubtful_whether_a_posting_is_there_it_is_asked(words: str) -> None:
    assert only(words) is None


@pytest.mark.parametrize("words", ["post again please", "Please post it again, thanks."])
def test_a_posting_is_posted_again_politely(words: str) -> None:
    assert only(words) == PostAgain(code=K)
