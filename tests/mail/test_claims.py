"""Who claims an error in a resolution is understood; whoever only talks about it is not."""

from __future__ import annotations

import time

import pytest

from rednov_bot.core.workflow.commands.claims import Claim, claim
from tests.mail.test_commands import message

CLAIMS = [
    "CoE: heat should be 4.",
    "CoE",
    "COE - the hatch 5-6 was blocked already",
    "Claim of error: I had 30 minutes.",
    "I submit a CoE: Bob was asleep.",
    "CoE: I never drank that grog.",
    "Claim of error: I will not have fainted at one.",
    "I hereby file a claim of error: the fire was in 6.",
    "CoE on turn 12: I spent 3 minutes.",
    "This is a claim of error. Room 5 was dry.",
    "I claim an error: the die was 3.",
    "That is wrong: the hatch was blocked",
    "That's wrong, I was in room 4.",
    "Hi,\n\nthis is wrong, heat was at 3 before my turn.\n\nAnn",
    "I think that is wrong. There was low water in 5.",
    "This is simply incorrect.",
    "The resolution is wrong.",
    "Your count of my minutes is wrong.",
    "The position of Bob is incorrect.",
    "Turn 12 is in error: e had fainted.",
    "The odds are wrong, I had two crowbars.",
    "That is not what I announced.",
    "It is off by one.",
    "Thanks, but that's not right: I spent 4 minutes.",
    "That isn't correct, the pumps were fixed.",
    "That can't be right. Pressure was 2.",
    "This doesn't look right to me.",
    "I dispute this resolution",
    "I hereby dispute the resolution of turn 7.",
    "I want to challenge this outcome.",
    "I must protest the result: nobody was in room 9.",
    "I object to this resolution.",
    "I disagree with the reading of my turn.",
    "There is an error in this resolution.",
    "There's a mistake in the resolution of turn 4, I was outside.",
    "I found a mistake in your position.",
    "The resolution contains an error: two fires in 5.",
    "Error in the resolution: heat.",
    "Shouldn't heat be 4?",
    "shouldn't the fire be in 6?",
    "Shouldn't I have 30 minutes left?",
    "Should the heat not be 4 now?",
    "Heat should be 4.",
    "The asphyxiation track should be at 5, not 4.",
    "I should have 30 minutes left.",
    "Room 5 should be dry by my pumping.",
    "Hm, Bob should be dead.",
    "The hatch should be blocked!",
    "The fire was in 6, not 5.",
    "I had 30 minutes, not 28.",
    "The die shows 7, not 3.",
    "You forgot the low water in room 5.",
    "Pewterby, you made a mistake: room 6 cannot burn.",
    "You have made an error here.",
    "The bot got it wrong!",
    "I CFJ on that: the bot got it wrong!",
    "You got room 6 wrong.",
    "Turn 1 was resolved wrongly, the die must have been 8.",
    "My turn was misread.",
    "That was miscounted.",
    "The bot counted my crowbar twice.",
    "You missed an event at 45.",
    "The resolution ignores my toolbox.",
    "That's wrong, isn't it? I had the crowbar.",
]

NO_CLAIMS = [
    "It is not true that turn 3 was resolved wrong.",
    "It isn't true that the heat is wrong.",
    "Ann has got my name wrong again :)",
    "You got my birthday wrong.",
    "You got the joke wrong",
    "I do not think you got it wrong.",
    "",
    "Thanks!",
    "Thank you, bot.",
    "Hooray!",
    "Ouch.",
    "Well, that went wrong.",
    "What went wrong?",
    "What is wrong with you?",
    "Everything goes wrong today.",
    "Wrong list, sorry.",
    "I was wrong.",
    "I got it wrong.",
    "I have made a mistake.",
    "Did you make a mistake?",
    "You made a mistake going there, Ann.",
    "I misread it.",
    "My mistake, sorry.",
    "My bad: the heat should be 4, as it says.",
    "I made a mistake there.",
    "It was a mistake to go there.",
    "It is wrong to leave Ann behind.",
    "That is wrong on so many levels :)",
    "That is right.",
    "That is not wrong.",
    "This looks right to me.",
    "Nothing wrong here.",
    "I see no error.",
    "No CoE from me.",
    "Ann's CoE was denied.",
    "CoE denied",
    "CoE accepted.",
    "I retract my CoE. That is wrong.",
    "CoE: heat should be 4. Never mind, I misread it.",
    "How do I claim an error?",
    "How do I file a CoE?",
    "Is this wrong?",
    "Is that right?",
    "Was the hatch blocked?",
    "Where is everyone?",
    "If that is wrong, tell me.",
    "I don't think that is wrong.",
    "I wonder whether the resolution is wrong.",
    "I do not dispute this resolution.",
    'Bob wrote: "that is wrong". I agree to disagree.',
    "Shouldn't we go to the reactor?",
    "Shouldn't you be in bed?",
    "Should I fix the engine?",
    "We should be in room 5 by then.",
    "We should have gone to room 5.",
    "You should have drunk the grog.",
    "The heat should be our priority.",
    "I should be in room 5 next turn.",
    "Bob should be at 30 tomorrow.",
    "Somebody should fix the pumps.",
    "I open 5-6, go in and draw 2 items.",
    "I take no action.",
    "I fix the engine for 5 minutes, not 4.",
    "I use my toolbox. I open hatch 1-2 and go in. I fix the oxygen pumps for 5 minutes.",
    "I discard a grog.",
    "I give 2 items to Bob.",
    "Next I will fix the heat. It should be 4 then.",
    "I forgot my crowbar.",
    "You forgot your hat.",
    "I miss the old engine.",
    "Heat is 4 now, careful.",
    "Four minutes left and the sub is on fire.",
    "I hope the heat is wrong.",
    "Just kidding: that is wrong!",
    "I challenge Bob to a drinking contest.",
    "I contest nothing.",
    "I object to grog.",
    "I protest! Less water, more grog!",
    "Good luck everybody",
    "Poor Bob is dead.",
    "To err is gnomish.",
    "The Kraken is right behind us.",
    "Who is next?",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_claim_of_error_is_one(text: str) -> None:
    assert claim(message(text)) == Claim(text)


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_anything_else_claims_no_error(text: str) -> None:
    assert claim(message(text)) is None


def test_a_claim_that_may_be_hidden_is_none() -> None:
    assert claim(message("CoE: heat should be 4", other="Thanks!")) is None


@pytest.mark.parametrize(
    "piece",
    ["should ", "that is ", "the ", "a. ", "x\n\n", '"', "1, not ", "I had ", "this this ", "  "],
)
def test_a_long_reply_is_read_in_bounded_time(piece: str) -> None:
    begun = time.process_time()
    claim(message(piece * (1_000_000 // len(piece))))
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize("lead", ["I fix the engine for ", "The heat of ", "your hatch in "])
def test_a_word_as_long_as_a_letter_is_read_in_bounded_time(lead: str) -> None:
    begun = time.process_time()
    assert claim(message(lead + "9" * 3_900)) is None
    assert time.process_time() - begun < 1.0
