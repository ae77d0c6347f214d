"""The contestmaster decides: approve, reject, choose, again.

Nothing is sent that they did not see.  What a word of theirs brings about is a table by the kind of
the draft (`KINDS`); what a draft brings about besides its events and its mails are its effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias, assert_never

import msgspec

from rednov_bot.core import contest as effects
from rednov_bot.core.errors import (
    AsksAboutPosting,
    CannotAnswerClaim,
    CannotRewind,
    CannotStart,
    DraftNeedsChoice,
    DraftNeedsPot,
    Mendable,
    NoAward,
    NoSuchDraft,
    NotCarriedOut,
)
from rednov_bot.core.models import (
    AwaitedOpening,
    Decision,
    Draft,
    DraftKind,
    MessageId,
    PaperId,
    Verdict,
)
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    awards,
    changes,
    idleness,
    office,
    points,
    reach,
    reports,
    resolving,
    starting,
)
from rednov_bot.core.workflow.commands import Choose
from rednov_bot.core.workflow.commands.saying import is_polite
from rednov_bot.core.workflow.corrections import claims, rereading, rewinding, ruling
from rednov_bot.core.workflow.desk import Desk, ongoing, pending
from rednov_bot.core.workflow.drafts import drafting, leftovers, open_drafts
from rednov_bot.core.workflow.luck import revealing
from rednov_bot.core.workflow.outgoing import post_pages
from rednov_bot.games.base import Answer, Held, Player


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


@dataclass(frozen=True, slots=True)
class NotAgain:
    """Nothing was drafted again, and why: half a sentence about the draft."""

    draft: Draft
    why: str

    @property
    def stands(self) -> bool:
        """Whether the draft is still open: it is answered as it is, and may be shown again."""
        return self.why == _AS_IT_STANDS


_AS_IT_STANDS: Final = "it is still open"

# -- approve ---------------------------------------------------------------------------------------


def approve(
    desk: Desk, records: UnitOfWork, code: str, by: str, *, award: bool = False
) -> Posted | Stale | Awaiting:
    """The draft becomes postings, and the game moves on: both or neither.

    *award*: so does the award of what the draft makes due, behind it; NoAward where it shows none.
    An opening may have to wait until it is known that private mail reaches each gnome.  A draft
    written for another gamestate is stale: it is made again and never posted.  Raises NoSuchDraft,
    DraftClosed, DraftNeedsChoice, DraftNeedsPot, CannotAnswerClaim or AsksAboutPosting.
    """
    draft = open_drafts.open_draft(records, code)
    kind = KINDS[draft.kind]
    if (unfit := kind.unfit(draft)) is not None:
        raise unfit
    offer = points.offer_of(draft) if award else None
    if award and offer is None and not awards.places_of(draft):
        raise NoAward(code)
    if draft.kind == "reading":  # what comes of the mail is drafted by itself
        why = rereading.carry_out(desk, records, draft, by)
        return _closed(desk, records, draft, why) if why else Posted(draft, 0)
    if not is_fresh(desk, records, draft):
        return _anew(desk, records, draft)
    if why := kind.against(desk, records, draft):
        return _closed(desk, records, draft, why)
    at, decides = desk.now(), office.seated(desk, records).decides
    if draft.kind == "opening" and (names := reach.missing(desk, records, draft)):
        reach.ask(desk, records, names)
        records.await_channels(AwaitedOpening(draft=code, by=by, at=at))
        return Awaiting(draft, names)
    posted = _carry_out(desk, records, draft, by, at)
    if offer is not None:
        _award(desk, records, draft, offer, by, posted)
    changes.follow(desk, records, decides)
    kind.approved(desk, records, draft, posted)
    if draft.events or draft.effects:
        awards.fall_due(office.seated(desk, records), records)
    if draft.events and draft.game is not None:
        reports.at_the_end(desk, records, draft.game)
        revealing.at_the_end(desk, records, draft.game)
    return Posted(draft, len(draft.pages) + (offer is not None))


def _carry_out(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    by: Player,
    at: datetime,
    *,
    why: str = "",
    after: Sequence[MessageId] = (),
) -> tuple[MessageId, ...]:
    """The draft is approved: its events happen, its effects hold, its mails go out."""
    records.decide(Decision(code=draft.code, verdict="approved", by=by, why=why, at=at))
    if draft.events and draft.for_state is not None and draft.game is not None:
        present = records.gamestate(draft.game)
        state = desk.game.after(desk.game.empty if present is None else present[1], draft.events)
        number, cause = draft.for_state + 1, f"draft {draft.code}"
        records.advance(draft.game, number, draft.events, state, cause=cause, at=at)
        leftovers.close(records, draft, at)
    for effect in draft.effects:
        _take_effect(records, draft, effect, by, at)
    for number in desk.game.rulings_told(draft.events):
        records.uphold(number, at)
    return post_pages(desk, records, draft, after=after)


def _take_effect(
    records: UnitOfWork, draft: Draft, effect: effects.Effect, by: Player, at: datetime
) -> None:
    """A ruling holds, and is known to everybody, when the draft is approved that tells of it."""
    match effect:
        case effects.ChangeContest(change=change, value=value):
            records.change_contest(effects.ContestChange(change=change, value=value, by=by, at=at))
        case effects.AwardPoints(places=places):
            for place in places:
                awarded = effects.Awarded(place=place, at=at, by=by, draft=draft.code)
                records.award(_game(draft), awarded)
        case effects.Uphold(ruling=number):
            # An option is another, or a ruling holds no longer, for turns that are taken from
            # this gamestate on (rules.md 10, A97).
            given, since = records.ruling(number), None
            sets_option = isinstance(given.effect, effects.OptionSet) and given.turn is None
            if given.game and (sets_option or isinstance(given.effect, effects.Withdrawn)):
                present = records.gamestate(PaperId(given.game))
                since = None if present is None else present[0]
            records.uphold(number, at, since)
        case effects.PublishLuck(proof=proof):
            records.publish_luck(_game(draft), proof, draft.code)
        case effects.RevealLuck():
            records.reveal_luck(_game(draft), effect, draft.code, at)
        case effects.Correct(ruling=number):
            records.uphold(number, at)
            # Claims about the turn from before the ruling need no answer of their own.
            why, given = f"corrected by draft {draft.code}", records.ruling(number)
            for known in open_drafts.of_kind(records, "claim"):
                if known.turn == draft.turn is not None and known.made_at <= given.at:
                    settled = Decision(code=known.code, verdict="settled", by=by, why=why, at=at)
                    records.decide(settled)
        case effects.AwardOffered() | effects.ReadMail():
            pass  # by `approve and award` alone; what comes of the mail is drafted (rereading.py)
        case _:
            assert_never(effect)


def _game(draft: Draft) -> PaperId:
    assert draft.game is not None
    return draft.game


def _award(
    desk: Desk,
    records: UnitOfWork,
    resolution: Draft,
    offer: effects.AwardOffered,
    by: str,
    posted: Sequence[MessageId],
) -> None:
    """The award that was shown with a resolution is posted behind it, under a code of its own."""
    at, page = desk.now(), drafting.offered(resolution)
    assert page is not None
    made = desk.draft(
        "award",
        offer.about,
        game=resolution.game,
        pages=(page,),
        due_by=at + effects.ON_THE_DOUBLE,
        effects=(effects.AwardPoints(offer.places),),
    )
    records.add_draft(made)
    why = f"with draft {resolution.code}"
    _carry_out(desk, records, made, by, at, why=why, after=posted)


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
    pot = desk.game.pot_told(draft.events)
    if pot is not None and pot != office.contest(desk, records).y_pot:
        return False
    for effect in draft.effects:
        if isinstance(effect, effects.PublishLuck) and effect.proof.behind != records.chain(
            draft.game
        ):
            return False
    present = records.gamestate(draft.game)
    return draft.for_state == (0 if present is None else present[0])


def _anew(desk: Desk, records: UnitOfWork, draft: Draft) -> Stale:
    """The draft is made again for the position as it is, or goes no further."""
    made = KINDS[draft.kind].anew(desk, records, draft)
    if isinstance(made, str):
        return _closed(desk, records, draft, made)
    found = records.draft(draft.code)
    if found is not None and found[1] is None:
        _closed(desk, records, draft, "the position has changed")
    return Stale(draft, None if made is None else made.code)


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


# -- reject, choose, again -------------------------------------------------------------------------


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
    if label is None and is_polite(said.behind, None):
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


def can_be(draft: Draft) -> bool:
    """Whether a rejected draft of this kind is made again by a word; others are asked for anew."""
    return KINDS[draft.kind].again is not None and draft.kind != "return"


def draft_again(desk: Desk, records: UnitOfWork, code: str) -> Draft | NotAgain:
    """What the draft *code* was about is drafted anew and mailed to the contestmaster.

    A resolution or an opening keeps its luck, a line its words; nothing that is posted already is
    drafted once more.  Raises NoSuchDraft.
    """
    found = records.draft(code)
    if found is None:
        raise NoSuchDraft(code)
    draft, decision = found
    if decision is not None and decision.verdict == "approved":
        return NotAgain(draft, "it was approved, and its mails are on their way")
    if decision is None and draft.kind not in ("resolution", "choice"):
        return NotAgain(draft, _AS_IT_STANDS)
    again = KINDS[draft.kind].again
    if again is None:
        return NotAgain(draft, "what it was about is asked for anew, as it was at first")
    made = again(desk, records, draft)
    return NotAgain(draft, made) if isinstance(made, str) else made


# -- the table -------------------------------------------------------------------------------------

Made: TypeAlias = Draft | str | None
"""The draft that was made again; why it goes no further; None where a choice is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What comes of the contestmaster's word about drafts of one kind."""

    unfit: Callable[[Draft], Mendable | None] = lambda _: None
    """Why `approve` is no answer to it, as the error that says so."""

    against: Callable[[Desk, UnitOfWork, Draft], str] = ruling.overtaken
    """What stands against it now that did not when it was written; nothing of most."""

    anew: Callable[[Desk, UnitOfWork, Draft], Made] = lambda *_: "the game has moved on"
    """What becomes of it where the position has moved on."""

    approved: Callable[[Desk, UnitOfWork, Draft, Sequence[MessageId]], None] = lambda *_: None
    """What follows when its events, effects and mails (those that are posted) are on their way."""

    again: Callable[[Desk, UnitOfWork, Draft], Draft | str] | None = None
    """`again`, of one that is rejected or open: the new draft, or why there is none; None where
    what it was about is asked for anew, as it was at first."""


def _needs_choice(draft: Draft) -> Mendable | None:
    if draft.kind == "correction" and draft.choice is None:
        return None
    return DraftNeedsChoice(draft.code, draft.choice.candidates if draft.choice else ())


def _is_a_claim(draft: Draft) -> Mendable:
    what = "it is a claim of error: accept it, or deny it with a reason"
    return CannotAnswerClaim(draft.code, what)


def _cannot_begin(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    game = records.game(_game(draft))
    fault = starting.against(desk, records, game.gnomes, game.options)
    return "" if fault is None else f"{fault.reason} ({fault.clause})"


def _opened_again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | str:
    """The same crew and options; the same luck, if no other game has begun since.

    Not of a game that has begun: its opening is posted, and this would be another game's.
    """
    game = records.game(_game(draft))
    if records.gamestate(game.id) is not None:
        return f"{game.tag} has begun already"
    try:
        given = msgspec.to_builtins(game.options)
        notes = open_drafts.own_words(records, draft)
        return starting.start(desk, records, game.gnomes, given, notes=notes)
    except CannotStart as error:
        return error.reason


def _resolved_anew(desk: Desk, records: UnitOfWork, draft: Draft) -> Made:
    assert draft.turn is not None
    return resolving.draft_resolution(desk, records, records.turn(draft.turn))


def _resolved(desk: Desk, records: UnitOfWork, draft: Draft, posted: Sequence[MessageId]) -> None:
    assert draft.turn is not None
    announcements.withdraw_receipt(desk, records, records.turn(draft.turn))
    claims.follow(desk, records, draft)
    announcements.follow(desk, records, draft.turn, posted)


def _resolved_again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | str:
    assert draft.turn is not None
    taken, waits, now = records.turn(draft.turn), pending(desk, records), ongoing(desk, records)
    if now is None or waits is None or waits.id != taken.id:
        return f"turn {taken.number} is resolved already"
    others = open_drafts.of_turn(records, taken.id)
    is_open = any(one.code == draft.code for one in others)
    if others and not is_open:
        return f"draft {others[0].code} about it is open"
    notes = () if is_open else open_drafts.own_words(records, draft)
    made = resolving.draft_resolution(desk, records, taken, notes=notes)
    if made is not None:
        return made
    if is_open:
        return _AS_IT_STANDS
    outcome = resolving.resolution_of(desk, records, now, taken)
    whose = outcome.choice.of if isinstance(outcome, Held) else taken.player
    return f"turn {taken.number} waits for a choice of {whose}'s"


def _told_again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | str:
    """The same words, unless another draft of them is open or was posted: they go out once."""
    for known in open_drafts.of_kind(records, "line"):
        if known.pages == draft.pages:
            return f"draft {known.code} about it is open"
    if (posted := records.approved_like(draft)) is not None:
        return f"its words were posted already, by draft {posted}"
    made = replace(draft, code=desk.tokens.code(), attempt=draft.attempt + 1, made_at=desk.now())
    note = f"These are the words of draft {draft.code}, which you rejected."
    return drafting.submit(desk, records, made, notes=(note,))


def _corrected_anew(desk: Desk, records: UnitOfWork, draft: Draft) -> Made:
    try:
        return rewinding.again(desk, records, draft)
    except CannotRewind as fault:
        return fault.reason


KINDS: Final[Mapping[DraftKind, Kind]] = {
    "opening": Kind(
        against=_cannot_begin,
        anew=lambda *known: starting.again(*known) or "the game has moved on",
        again=_opened_again,
    ),
    "resolution": Kind(anew=_resolved_anew, approved=_resolved, again=_resolved_again),
    "choice": Kind(unfit=_needs_choice, again=_resolved_again),
    "line": Kind(
        approved=lambda desk, records, draft, _: ruling.follow(desk, records, draft),
        again=_told_again,
    ),
    # Whoever has acted since is killed by nobody.
    "idle": Kind(anew=lambda *known: idleness.again(*known) or "§19 does not allow it any more"),
    "award": Kind(unfit=lambda draft: None if draft.effects else DraftNeedsPot(draft.code)),
    "correction": Kind(
        unfit=_needs_choice,
        anew=_corrected_anew,
        approved=lambda desk, records, draft, _: rewinding.follow(desk, records, draft),
    ),
    "claim": Kind(unfit=_is_a_claim),
    "contest": Kind(against=changes.overtaken),
    "report": Kind(),
    "reading": Kind(),
    "secret": Kind(),
    "return": Kind(
        unfit=lambda draft: AsksAboutPosting(draft.code),
        again=lambda *_: 'it asks about a posting: "post again" sends that once more',
    ),
}
"""What comes of each kind of draft."""
