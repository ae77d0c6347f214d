"""The contestmaster decides: approve, reject, choose.  Nothing is sent that they did not see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Final, assert_never

from rednov_bot.core import contest as effects
from rednov_bot.core.errors import (
    AsksAboutPosting,
    CannotAnswerClaim,
    DraftNeedsChoice,
    DraftNeedsPot,
    NoAward,
    NotCarriedOut,
)
from rednov_bot.core.models import AwaitedOpening, Decision, Draft, MessageId, PaperId, Verdict
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    awards,
    changes,
    idleness,
    office,
    reach,
    reports,
    resolving,
    starting,
)
from rednov_bot.core.workflow.commands import Choose
from rednov_bot.core.workflow.corrections import claims, rereading, rewinding, ruling
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import leftovers, open_drafts
from rednov_bot.core.workflow.luck import revealing
from rednov_bot.core.workflow.outgoing import post_pages
from rednov_bot.games.base import Answer, Held, Obstacle, Player
from rednov_bot.games.red_november.reader.consent import is_polite
from rednov_bot.games.red_november.render import award_pages
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after


def take_effect(records: UnitOfWork, draft: Draft, by: Player, at: datetime) -> None:
    """Everything that the approved *draft* brings about besides its events and postings.

    A ruling holds, and is known to everybody, when the draft is approved that tells of it.
    """
    for effect in draft.effects:
        match effect:
            case effects.ChangeContest(change=change, value=value):
                records.change_contest(
                    effects.ContestChange(change=change, value=value, by=by, at=at)
                )
            case effects.AwardPoints(places=places):
                assert draft.game is not None
                for place in places:
                    records.award(
                        draft.game, effects.Awarded(place=place, at=at, by=by, draft=draft.code)
                    )
            case effects.Uphold(ruling=number):
                # An option is another, or a ruling holds no longer, for turns that are taken from
                # this gamestate on (rules.md 10, A97).
                given, since = records.ruling(number), None
                sets_option = isinstance(given.effect, effects.OptionSet) and given.turn is None
                if given.game and (sets_option or isinstance(given.effect, effects.Withdrawn)):
                    present = records.gamestate(PaperId(given.game))
                    since = None if present is None else present[0]
                records.uphold(number, at, since)
            case effects.AwardOffered():
                pass  # posted, and awarded, by `approve and award` alone (approval.py)
            case effects.ReadMail():
                pass  # what comes of it is drafted as it is carried out (rereading.py)
            case effects.PublishLuck(proof=proof):
                assert draft.game is not None
                records.publish_luck(draft.game, proof, draft.code)
            case effects.RevealLuck():
                assert draft.game is not None
                records.reveal_luck(draft.game, effect, draft.code, at)
            case effects.Correct(ruling=number):
                records.uphold(number, at)
                # Claims about the turn from before the ruling need no answer of their own.
                why = f"corrected by draft {draft.code}"
                claims = [one for one in records.open_drafts() if one.kind == "claim" and one.turn]
                for known in claims:
                    if known.turn == draft.turn and known.made_at <= records.ruling(number).at:
                        settled = Decision(
                            code=known.code, verdict="settled", by=by, why=why, at=at
                        )
                        records.decide(settled)
            case _:
                assert_never(effect)
    for event in draft.events:
        if isinstance(event, ev.RulingGiven):
            records.uphold(event.number, at)


@dataclass(frozen=True, slots=True)
class Posted:
    """The draft was approved and its mails are on their way."""

    draft: Draft
    mails: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The position had moved on: the draft was made again, with the same luck, and sent again."""

    draft: Draft
    again: str | None  # the code of the new draft
    why: str = ""  # why nothing was drafted again, where something else stands against it


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The opening is approved, and is posted when the last private channel is confirmed."""

    draft: Draft
    names: tuple[Player, ...]  # for whose word it waits


@dataclass(frozen=True, slots=True)
class Rejected:
    """The draft goes no further."""

    draft: Draft
    rulings: str  # those on which it rests and that hold on, in a sentence; or nothing


def approve(
    desk: Desk, records: UnitOfWork, code: str, by: str, *, award: bool = False
) -> Posted | Stale | Awaiting:
    """The draft becomes postings, and the game moves on: both or neither.

    *award*: so does the award of what the draft makes due, behind it; NoAward where it shows none.
    An opening may have to wait until it is known that private mail reaches each gnome.  A draft
    written for another gamestate is stale: it is made again and never posted.  Raises NoSuchDraft,
    DraftClosed, DraftNeedsChoice, DraftNeedsPot or CannotAnswerClaim.
    """
    draft = open_drafts.open_draft(records, code)
    if draft.kind == "choice" or (draft.kind == "correction" and draft.choice is not None):
        raise DraftNeedsChoice(code, draft.choice.candidates if draft.choice else ())
    if draft.kind == "award" and not draft.effects:
        raise DraftNeedsPot(code)
    if draft.kind == "claim":
        raise CannotAnswerClaim(code, "it is a claim of error: accept it, or deny it with a reason")
    if draft.kind == "return":
        raise AsksAboutPosting(code)
    offer = awards.offer_of(draft) if award else None
    if award and offer is None and not awards.places_of(draft):
        raise NoAward(code)
    if draft.kind == "reading":
        why = rereading.carry_out(desk, records, draft, by)
        return _closed(desk, records, draft, why) if why else Posted(draft, 0)
    if not is_fresh(desk, records, draft):
        return _again(desk, records, draft)
    if why := overtaken(desk, records, draft):
        return _closed(desk, records, draft, why)
    at, decides = desk.now(), office.seated(desk, records).decides
    if draft.kind == "opening" and (names := reach.missing(desk, records, draft)):
        reach.ask(desk, records, names)
        records.await_channels(AwaitedOpening(draft=code, by=by, at=at))
        return Awaiting(draft, names)
    records.decide(Decision(code=code, verdict="approved", by=by, why="", at=at))
    if draft.events and draft.for_state is not None and draft.game is not None:
        present = records.gamestate(draft.game)
        before = Gamestate() if present is None else present[1]
        gamestate = reduce(after, draft.events, before)
        number, cause = draft.for_state + 1, f"draft {code}"
        records.advance(draft.game, number, draft.events, gamestate, cause=cause, at=at)
        leftovers.close(records, draft, at)
    take_effect(records, draft, by, at)
    posted = post_pages(desk, records, draft)
    if offer is not None:
        _award(desk, records, draft, offer, by, posted)
    changes.follow(desk, records, decides)
    ruling.follow(desk, records, draft)
    if draft.kind == "resolution" and draft.turn is not None:
        announcements.withdraw_receipt(desk, records, records.turn(draft.turn))
        claims.follow(records, draft, by, at)
        announcements.follow(desk, records, draft.turn, posted)
    for void in rewinding.follow(desk, records, draft):
        announcements.take_up(desk, records, void)
    if draft.events or draft.effects:
        awards.fall_due(office.seated(desk, records), records)
    if draft.events and draft.game is not None:
        reports.at_the_end(desk, records, draft.game)
        revealing.at_the_end(desk, records, draft.game)
    return Posted(draft, len(draft.pages) + (offer is not None))


def _award(
    desk: Desk,
    records: UnitOfWork,
    resolution: Draft,
    offer: effects.AwardOffered,
    by: str,
    posted: Sequence[MessageId],
) -> None:
    """The award that was shown with a resolution is posted behind it, under a code of its own."""
    at = desk.now()
    made = desk.draft(
        "award",
        offer.about,
        game=resolution.game,
        pages=(award_pages.page_of(offer),),
        due_by=at + effects.ON_THE_DOUBLE,
        effects=(effects.AwardPoints(offer.places),),
    )
    records.add_draft(made)
    why = f"with draft {resolution.code}"
    records.decide(Decision(code=made.code, verdict="approved", by=by, why=why, at=at))
    take_effect(records, made, by, at)
    post_pages(desk, records, made, after=posted)


def _closed(desk: Desk, records: UnitOfWork, draft: Draft, why: str) -> Stale:
    """The draft goes no further, and nothing takes its place."""
    _lay_down(desk, records, draft, "superseded", "", why)
    return Stale(draft, None, why)


def _lay_down(
    desk: Desk, records: UnitOfWork, draft: Draft, verdict: Verdict, by: str, why: str
) -> None:
    """The draft goes no further; nor does anybody decide in a game that it would have begun."""
    decides = office.seated(desk, records).decides
    records.decide(Decision(code=draft.code, verdict=verdict, by=by, why=why, at=desk.now()))
    changes.follow(desk, records, decides)


def _again(desk: Desk, records: UnitOfWork, draft: Draft) -> Stale:
    if draft.kind == "idle":
        kill = idleness.again(desk, records, draft)
        if kill is None:  # whoever has acted since is killed by nobody
            return _closed(desk, records, draft, "§19 does not allow it any more")
        return Stale(draft, kill.code)
    if draft.kind == "correction":
        made = rewinding.again(desk, records, draft)
        if isinstance(made, Obstacle):
            return _closed(desk, records, draft, made.openly)
        return Stale(draft, made.code)
    if draft.kind == "opening" and (opening := starting.again(desk, records, draft)) is not None:
        return Stale(draft, opening.code)
    if draft.turn is None:
        return _closed(desk, records, draft, "the game has moved on")
    new = resolving.draft_resolution(desk, records, records.turn(draft.turn))
    found = records.draft(draft.code)
    if found is not None and found[1] is None:
        _closed(desk, records, draft, "the position has changed")
    return Stale(draft, new.code if new is not None else None)


def reject(desk: Desk, records: UnitOfWork, code: str, by: str, why: str) -> Rejected:
    """The draft goes no further; the luck of its turn stays what it is (A95)."""
    draft = open_drafts.open_draft(records, code)
    _lay_down(desk, records, draft, "rejected", by, why)
    if (alarm := records.alarm(code)) is not None:
        records.wait_no_more(alarm.posting)  # they see to it themselves
    return Rejected(draft, ruling.rejected(records, draft))


def choose(desk: Desk, records: UnitOfWork, code: str, by: str, label: str) -> None:
    """The contestmaster decides a choice; the resolution goes on with the same luck (§13, §25).

    A correction goes on with it, or is drafted in another way.  Raises DraftNeedsChoice when
    *label* is none of the candidates, CannotRewind when a correction cannot be drafted so.
    """
    draft = open_drafts.open_draft(records, code)
    if draft.kind == "correction":
        rewinding.choose(desk, records, draft, label, by)
        return
    choice = draft.choice
    if choice is None or (draft.turn is None and draft.kind != "opening"):
        raise DraftNeedsChoice(code, ())
    if label not in choice.candidates:
        raise DraftNeedsChoice(code, choice.candidates)
    at = desk.now()
    records.decide(Decision(code=code, verdict="chosen", by=by, why=label, at=at))
    if draft.turn is None:
        starting.choose(desk, records, draft, label)
    else:
        resolving.answered(desk, records, draft.turn, choice.key, Answer(label, "contestmaster"))


_PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_PLACED: Final = re.compile(
    rf"(?:the )?(?P<place>{'|'.join(_PLACES)}|last)(?: (?:one|candidate|option|choice))?"
    r"|(?:the )?(?P<least>least (?:harm|harmful)(?: (?:one|candidate))?)(?: first)?"
)


def offered(desk: Desk, records: UnitOfWork, draft: Draft) -> tuple[tuple[str, str], ...]:
    """What may be chosen in answer to a draft, each with what would come of it."""
    if draft.kind == "correction":
        return tuple([(label, "") for label in rewinding.offered(draft)])
    if draft.choice is None:
        return ()
    now = ongoing(desk, records)
    if now is None or now.number != draft.for_state:
        return tuple([(label, "") for label in draft.choice.candidates])
    held = Held(draft.choice, draft.events)
    assert draft.turn is not None
    taken = records.turn(draft.turn).turn
    told = desk.game.choice_told(draft.choice, desk.decides, held, now.gamestate, taken, now.tables)
    return told.candidates


def label_of(desk: Desk, records: UnitOfWork, said: Choose) -> str:
    """The candidate that is chosen.  Raises NotCarriedOut where that cannot be told, NoSuchDraft or
    DraftClosed."""
    draft = open_drafts.open_draft(records, said.code)
    every, people = offered(desk, records, draft), tuple(desk.settings.people)
    choices = [label for label, _ in every]
    label = desk.game.chosen(f"choose {said.value}{said.behind}", every, people)
    plain = said.value.casefold().strip(" .!")
    if label is None and is_polite(said.behind, people):
        label = plain if plain in rewinding.WAYS and plain in choices else _placed(draft, plain)
    fault = "it names none of the candidates, or more than one"
    if not choices:
        fault = "this draft offers no choice: approve or reject it"
    elif plain.isdigit() and 1 <= int(plain) <= min(len(choices), len(_PLACES)):
        place = int(plain) - 1
        fault = f'none of them is called {plain}; the {_PLACES[place]} is "{choices[place]}"'
    if said.flees and not desk.game.is_whereto(draft.choice, said.flees):
        label, fault = None, f"it does not ask whereto {said.flees} flees"
    if label is None:
        each = ", ".join(f'"choose {one}"' for one in choices)
        raise NotCarriedOut(f"{fault}; write one of these: {each}" if choices else fault)
    return label


def _placed(draft: Draft, words: str) -> str | None:
    """The candidate that is named by its place: `the second one`, `least harm`."""
    found = _PLACED.fullmatch(words)
    if draft.choice is None or found is None:
        return None
    every = draft.choice.candidates
    place = _PLACES.index(found["place"]) if found["place"] in _PLACES else 0
    place = len(every) - 1 if found["place"] == "last" else place
    return every[place] if place < len(every) else None


def is_fresh(desk: Desk, records: UnitOfWork, draft: Draft) -> bool:
    """Whether the gamestate is the one that the draft was written for.

    A correction is set off against what was awarded before it was drafted, and nothing since; an
    opening names the pot, which must be that of now; and what is published of the luck goes on from
    where the chain is (A95): a correction that leaves the position alone makes it longer too.
    """
    if draft.game is None or draft.for_state is None:
        return True
    if draft.kind == "correction":
        awarded = records.awards(draft.game).values()
        if any(one.at > draft.made_at for one in awarded):
            return False
    pot = office.contest(desk, records).y_pot
    if any(isinstance(one, ev.GameOpened) and one.y_pot != pot for one in draft.events):
        return False
    for effect in draft.effects:
        if isinstance(effect, effects.PublishLuck) and effect.proof.behind != records.chain(
            draft.game
        ):
            return False
    present = records.gamestate(draft.game)
    return draft.for_state == (0 if present is None else present[0])


def overtaken(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """What stands against a draft now that did not when it was written; nothing of most kinds."""
    if draft.kind == "contest":
        return changes.overtaken(desk, records, draft)
    if draft.kind == "opening" and draft.game is not None:
        game = records.game(draft.game)
        fault = starting.against(desk, records, game.gnomes, game.options)
        return "" if fault is None else f"{fault.reason} ({fault.clause})"
    return ruling.overtaken(desk, records, draft)
