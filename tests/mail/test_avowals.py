"""Who is asked whether e wrote a mail may say it in many words; what may mean either is none."""

from __future__ import annotations

import pytest

from rednov_bot.core.commands.avowals import Avowal, avowed

YES = (
    *("yes", "Yes!", "YES.", "yes yes", "Yep", "Yeah", "aye", "Yes please", "*yes*", '"yes"'),
    *("Yes, I wrote it.", "yes, I did", "Yes I sent that.", "Yes, that was me!", "Yes - mine"),
    *("Yes, that's me", "Yes, that’s me", "Yes. Sorry for the noise", "Yes, sorry for the noise."),
    *("Hi,\n\nyes.", "Hello\nyes", "Hello bot, yes", "Dear bot, yes", "Well, yes.", "Sure, yes"),
    "Hello,\n\nYes, it was me.\n\nAnn",
    *("I did", "I did.", "I wrote it", "I sent it, yes", "that was me", "That was indeed me"),
    *("Of course it was me", "It's mine.", "mine", "This mail is mine", "I did write that"),
    *("I did write that, please count it!", "I have sent this", "It is I"),
    *("Yes\n\nSent from my iPhone", "Yes\nAnn", "yes\n\n-ann", "Yes.\n\n-- Ann Lee"),
    "Yes, I sent it from my phone\nwhile I was on the train.\n\nAnn",
    "Yes. My provider has a new server.",
    "yes   you wrote it: it is judged then, as of its own moment",
    *("Yes, that was me, thanks!", "yes it is mine, sorry for the trouble", "I did it"),
    *("Yes, that's my turn, please count it.", "Yes I confirm that it was me", "Yes, my mail."),
    *("yes, please, it really was me", "Thanks for asking. Yes.", "Hi Pewterby,\n\nyes"),
    *("yes\nbest,\nann", "Yes, it is me. Thanks, Ann", "Yes.\n\nThanks for checking!\n\nAnn"),
    "Yes, I wrote it and sent it.\n\nBest regards,\nAnn Smith",
    "Yes, that was me, sorry for the\ntrouble.\nAnn",
    "Yes.\n\nSent from my Samsung Galaxy smartphone",
    "Yes, it was mine: I have moved to a new mail provider.",
    "yes\n\nThis e-mail is confidential. If you are not the intended recipient, delete it.",
    "Yes, I did.\n\nThe information in this message is confidential and may be legally privileged."
    " It is intended solely for the addressee. Access to this message by anyone else is"
    " unauthorised. If you have received it in error, please notify the sender and delete it.",
    "Yes, that was me.\n\nThis email and any files transmitted with it are confidential and"
    " intended solely for the use of the individual or entity to whom they are addressed. If you"
    " have received this email in error please notify the system manager.",
    "Yes.\n\nCONFIDENTIALITY NOTICE: This e-mail is intended only for the named recipient.",
    *("Good evening,\n\nyes, that was me.\n\nThank you,\nAnn", "Good morning Pewterby, yes."),
    *("Yes, that was me.\n\nAnn\n\nSent from my phone", "yes, ann", "Yes. -Ann", "Hey,\nyes\n/Ann"),
    *("Yes, that was me.\n\nA.", "Yes.\n\nAnn Lee\nSenior Gnome", "Yes.\nRegards,\nNan"),
    *("Yes.\n\nBest wishes,\n\nann lee", "Yes, mine. Best regards, Nan", "Yes.\n\nAnn Smith"),
    *("Yes.\n\nSent from Mail for Windows", "Yes.\n\nSent with Proton Mail secure email."),
    *("Yes.\n\nSent from Yahoo Mail on Android", "Yes.\n\nGet Outlook for iOS"),
    "Hello!\n\nYes, that was me. Sorry about that!\n\nAnn",
)
NO = (
    *("no", "No.", "NO!", "nope", "No, no", "*no*", "Nope, not me", "not me", "Not mine."),
    *("No, I did not write this", "No, I didn't.", "No I didn't", "No way!", "no, never"),
    *(
        "I never sent this",
        "I did not write that.",
        "I didn’t",
        "I didn't do it!",
        "Definitely not",
    ),
    *("That was not me", "That wasn't me.", "it's not mine", "Of course not!", "No, not by me"),
    *("No, sorry.", "Sorry, no.", "Hi,\n\nno.", "Hello bot,\nno", "No\nAnn", "No.\n\nBest, Ann"),
    *("No, somebody else wrote it.", "No, this is a forgery", "No. I have never seen this."),
    *(
        "It wasn't me, no.",
        "No, it was not.",
        "No I have not sent this mail",
        "No, I have never seen that message",
        "I never wrote this at all",
    ),
    "no    you did not: it never counts, and Pewterby is told",
    *("No. Thanks for asking.", "No, I haven't sent anything.", "No, please ignore it."),
    *("It was somebody else.", "Never!", "nope, someone else did", "no\n\nthanks"),
    "No, it wasn't me, sorry. Please discard it.",
    "no I have not seen it before",
    "I didn't write it, someone else did.",
    "No, that was not me, please don't count it.",
    *(
        "No, that was not me. Someone is using my name.",
        "No.\n\nSomebody else is using my address.",
    ),
    "Good morning,\n\nI did not send this.\n\nBest,\nAnn\n\nSent from my phone",
    "No, that was not me.\n\nThis e-mail and any attachments are confidential and intended only for"
    " the addressee. If you are not the addressee, please delete it.",
)
EITHER = (
    *(
        "",
        "perhaps",
        "ok",
        "I join.",
        "yes and no",
        "yes/no",
        "yes? no idea",
        "yes or no",
        "no yes",
    ),
    *("no problem, that was me", "no worries, it was me", "No doubt that was me", "No idea"),
    *("no, that was me", "no, I wrote it", "No, yes", "No, wait, yes", "No, I did", "No, I do."),
    *("yes, but not that one", "yes, but later", "Yes, that was not me", "Yes, except the last"),
    *(
        "Yes, part of it",
        "Yes, only the first line",
        "Yes, I wrote that to Bob",
        "yes if Bob agrees",
    ),
    *("Yes, I think so", "Yes, maybe", "Yes. No.", "yes\nno", "Yes\n\nNo, wait.", "no\n\nyes"),
    *("Yes.\n\nBut not the second turn.", "yes, it wasn't me", "yes, as a joke", "Yes, why?"),
    *("Yes. Or somebody else did.", "No. Sure it was me.", "No, but I meant to", "No one did"),
    *(
        "never mind",
        "no thanks",
        "I see.",
        "I saw it",
        "I do",
        "No, never mind",
        "Not sure",
        "No, not sure",
        "I did not mean it",
        "I do wonder",
    ),
    *(
        "I am Ann",
        "I did it for Bob",
        "I didn't finish it",
        "I never said it like that",
        "me neither",
    ),
    *("Was it me?", "Is it mine?", "That was me, not Bob", "I did not only write that", "no need"),
    *("I wrote something like it", "No, only the first", "Yes, by mistake", "That was me?"),
    "Yes, I wrote it, but the part about the grog is\nnot mine",
    "I am away until Monday. Yes, no, whatever.",
    "yes   you wrote it\nno    you did not",
)
TURNED = (
    *("I did not see it. It is my mail.", "Sorry, I didn't see this, that's my turn."),
    *("I haven't seen it, please count it.", "I never saw it. This is my turn."),
    *("No, sorry for the delay, it is my turn.", "No. That's my turn, of course."),
    *("It wasn't, sorry, DKIM broken, it is by me", "it was not: my turn.", "I have not, I think"),
    *("No I didn't. I mean, of course that is my mail.", "No.\n\nThat was my turn!"),
    *("This is spam", "I didn't see it", "No\nI sent it", "no, thanks", "No, please count it."),
    *("Yes. Bob wrote it from my account.", "Yes\nBob wrote it", "Yes, it is a hacker."),
    *("I wrote it, Bob posted it", "Yes, I was hacked.", "yes\nhacked", "Yes, this is spam."),
    *("Yes, that was an impostor.", "Yes, I am being impersonated.", "Yes, void.", "Yes, stop it."),
    *("Yes, I take it back.", "Yes, please reject it.", "Yes, I undo it.", "I did. Discard it."),
    *("Yes.\n\nBob wrote it from my account.", "yes\n\nI take it back.", "Yes.\n\nI was hacked."),
    *(
        "Yes.\n\nBob used my computer yesterday evening.",
        "Yes.\n\nApril fools!",
        "yes\n- my son played",
    ),
    *("Yes.\n\nSomehow Bob got into my mailbox and sends things.", "yes\n\n-ann\nof the north"),
    *(
        "Yes.\n\nApril Fools!",
        "Yes.\n\nApril Fools",
        "Yes\nMy Son Played",
        "Yes.\n\nSike!",
        "Yes.\nHaha",
    ),
    *(
        "Yes.\n\nBob Played",
        "Yes\nBob",
        "Yes.\n\n- Bob",
        "Yes. Bob",
        "yes, bob",
        "Yes.\n\nSarcasm.",
    ),
    *("Yes.\n\nSent from Bob", "Yes.\n\nSent from Bobs computer by him", "Yes.\n\nSent for Bob"),
    *("Yes.\n\nA Prank", "Yes\nL. Bob", "Yes. Sorry about that turn"),
    *("Yes.\n\nSent via Bob and Cat", "Yes\nGet well for Bob", "Yes.\n\nThanks\nApril Fools!"),
    "Yes.\n\nThis mail has been taken from the sender by an unauthorised person, the recipient"
    " should not use it.",
    "Yes.\n\nThis mail is confidential, intended for the addressee, and my son played.",
    *("No.\n\nApril Fools!", "No, not me.\n\nJust Kidding", "Good evening, Bob typed: yes"),
    *(
        "No.\n\nPlease count it.",
        "Yes.\n\nPlease don't count it.",
        "Yes. Someone is using my name.",
    ),
    *("yes\n\nI join the next game as well.", "Yes, me.\n\nMy cat walked over the keyboard."),
    "Yes, that was me.\n\nThis message was not intended to go out. Please do not count it.",
    "Yes.\n\nThis mail is confidential. Bob wrote it, not me.",
    "Yes.\n\nThis message was not intended.",
    "Yes.\n\nThis mail is confidential: the intended recipient is Bob, who wrote it.",
    "No.\n\nThis message was intended for you, though: I wrote it after all, let it count.",
    *("No.\n\nOver and out, the seven seas.", "No, not me.\n\nThe password is in the drawer."),
    *(
        "Yes. Sent from my phone no",
        "Hello no, yes",
        "yes and",
        "yes\nthanks bob posted",
        "Yes, yesterday's.",
        "yes\noops",
    ),
)
"""A yes or a no, and beside it what nobody could have put on a list beforehand."""


def said_by_ann(text: str) -> Avowal | None:
    return avowed(text, "Ann", "Ann Lee")


@pytest.mark.parametrize("text", YES)
def test_it_is_eirs(text: str) -> None:
    assert said_by_ann(text) == "yes"


@pytest.mark.parametrize("text", NO)
def test_it_is_not_eirs(text: str) -> None:
    assert said_by_ann(text) == "no"


@pytest.mark.parametrize("text", [*EITHER, *TURNED])
def test_what_may_mean_either_is_not_guessed_at(text: str) -> None:
    assert said_by_ann(text) is None


@pytest.mark.parametrize("known", [*YES, *NO])
@pytest.mark.parametrize("more", ["Bob has my password.", "Zounds, the cat!", "it is, is it?"])
def test_what_is_not_known_to_do_no_harm_leaves_it_open(known: str, more: str) -> None:
    """Neither in the same paragraph nor in one below."""
    said = known.rstrip(" .,:;!")
    assert said_by_ann(f"{said}, {more}") is None
    assert said_by_ann(f"{said}\n\n{more}") is None


def test_a_long_answer_is_none_and_takes_no_time() -> None:
    assert said_by_ann("yes " * 100_000) is None
    assert said_by_ann("yes\n\n" + "thanks " * 100_000) is None


def test_a_name_is_a_signature_where_it_is_eirs() -> None:
    assert avowed("Yes\nBob", "Bob") == "yes"
    assert avowed("Yes\nJason Cobb", "Cobb", "jason.cobb") == "yes"
    assert avowed("Yes\nJason", "Cobb", "Jason Cobb") == "yes"
    assert avowed("Yes\nBob", "Ann", "") is None
    assert avowed("Yes\nBob") is None
