"""Drafts for the contestmaster: what would be posted, and one mail that shows it exactly."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from rednov_bot.contest import ON_THE_DOUBLE
from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import moments
from rednov_bot.desk.corrections import claims, in_force
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.drafts import picturing, replacing, showing, telling
from rednov_bot.desk.due import leftovers, outright
from rednov_bot.desk.hidden import sight, unheard
from rednov_bot.desk.luck import proving
from rednov_bot.desk.luck.proving import Witness
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.reaching import notices
from rednov_bot.desk.restoring import lost_time
from rednov_bot.engine.happenings import RulingGiven
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.refusals import Against, Refusal
from rednov_bot.engine.resolve import Resolution
from rednov_bot.papers import Act, Draft, Letter, Page, PaperId, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose import blind_words, reasoning, refused as refused_for
from rednov_bot.prose.amending import Changed
from rednov_bot.prose.public_pages import Announced


def resolution(
    desk: Desk,
    records: Records,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution,
    *,
    luck: Luck,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft:
    """The draft of a resolution: the public text, the private notices, and what is due.

    *luck* is that of the turn, with all that was drawn for it.  *moved_by* is what the gamestate
    has moved on by since the draft that this one replaces; *notes* come before everything else that
    the contestmaster is to mind.
    """
    before = replace(now.gamestate.position, pending=None)
    moment = moments.moment_of(records, taken)
    after, occasion = outcome.after, f"turn {taken.number}"
    about = f"Turn {taken.number}: {taken.turn.gnome}"
    read = telling.read_in_public(records, taken)
    proof = proving.of_turn(records, now.game, taken, luck, outcome.happenings, about, read)
    private = notices.notices_of(
        desk,
        records,
        outcome.happenings,
        now.gamestate,
        after,
        now.tables,
        occasion=occasion,
        orders=records.noted_orders(now.game.id),
        witness=Witness(records, now.game, now.gamestate, outcome.happenings, proof, occasion),
    )
    offered = outright.offered(desk, now.game, taken, before, after.position)
    pages = (*telling.resolved(desk, records, now, taken, outcome, proof), *private)
    draft = Draft(
        code=desk.tokens.code(),
        kind="resolution",
        game=now.game.id,
        turn=taken.id,
        for_state=now.number,
        attempt=records.drafts_about(taken.id) + 1,
        pages=pages,
        happenings=outcome.happenings,
        about=about,
        made_at=desk.now(),
        due_by=taken.taken_at + ON_THE_DOUBLE,
        effects=(
            *outright.effects(desk, before, after.position),
            *offered,
            *proving.effects(proof),
        ),
    )
    read = telling.read_in_public(records, taken) if sight.is_blind(records) else ""
    reasons = telling.reasons(now, taken, outcome, before, read)
    notes += in_force.precedents(records, reasons, now.game.id, taken.id)
    why = telling.words(moment, is_blind=sight.is_blind(records)) + reasons
    notes += replacing.supersede(records, draft, moved_by) + moments.doubts(records, taken)
    notes += _ruled(desk, taken, outcome, moment.text)
    notes += claims.open_about(records, taken)
    if after.position.ending is not None:
        notes += leftovers.at_the_end(records, now.game)
    return submit(desk, records, draft, why, notes)


def _ruled(desk: Desk, taken: TakenTurn, outcome: Resolution, announced: str) -> tuple[str, ...]:
    """Which tiles the rulings on a turn name that nobody named in announcing or using them (§6)."""
    given = [one for one in outcome.happenings if isinstance(one, RulingGiven)]
    how = " and ".join(f'"withdraw ruling {one.number}"' for one in given)
    told = " ".join([one.text for one in given])
    return unheard.mind(
        desk,
        told,
        [announced, *unheard.used(outcome.happenings)],
        f"reply {how}, and rule in other words,",
    )


def refused(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Announced,
    page: Page,
    told: Refusal | None,
    refusals: tuple[Against, ...],
    *,
    act: Act,
    game: PaperId | None,
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """One public line: an announcement had no effect, with what is *told* of the reason.

    Every other reason among the *refusals*, of which the sender alone was told, is shown to the
    contestmaster beside it, for e approves the line or rules that the announcement counts (§25);
    in a blind game only what everybody can see.  Above them stands what was written, and as which
    *act* it was read.  What has *notes* for the contestmaster is drafted, whatever the option says.
    """
    name, is_blind = letter.sender or "", sight.is_blind(records)
    why = () if told is None else refused_for.of_refusals((told,))
    known = sight.known_reasons(records, refusals)
    why += refused_for.told_alone(name, [one for one in known if one != told])
    why = why or (blind_words.NO_REASON,)
    about = f"Without effect: {announced} of {name}"
    auto = auto and not notes
    notes += in_force.precedents(records, why, game)
    moment = moments.of_letter(letter, desk.now())
    read = telling.as_read(act, moment, is_blind=is_blind)
    why = telling.words(moment, is_blind=is_blind) + read + why
    say(
        desk,
        records,
        page,
        game=game,
        about=about,
        why=why,
        auto=auto,
        notes=notes,
        mail=mail,
    )


def say(
    desk: Desk,
    records: Records,
    page: Page,
    *,
    game: PaperId | None,
    about: str,
    why: tuple[reasoning.Reason, ...] = (),
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """A public line without a new gamestate: drafted, or posted at once (option auto_verdicts).

    What may be on the list already (after a restore) is drafted.  *game* is the one that was going
    on when it was announced, if that matters to it; *mail* is the announcement, where the
    contestmaster may rule that it counts all the same.
    """
    if auto and not lost_time.may_be_answered(desk, records, mail):
        post(desk, records, page)
        return
    draft = Draft(
        code=desk.tokens.code(),
        kind="line",
        game=game,
        pages=(page,),
        about=about,
        made_at=desk.now(),
        mail=mail,
    )
    submit(desk, records, draft, why, notes)


def submit(
    desk: Desk,
    records: Records,
    draft: Draft,
    why: tuple[reasoning.Reason, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    reason: str = "",
    changed: tuple[Changed, ...] = (),
) -> Draft:
    """The draft is put on file and mailed to the contestmaster.

    *reason* is why, where it is to be found again, else the draft itself; *changed* is what e has
    worded otherwise in it.
    """
    draft = dataclasses.replace(draft, pages=picturing.drawn(desk, draft.pages))
    envelope = stationery.to_contestmaster(desk)
    page = showing.page(desk, records, draft, envelope, why, notes, changed=changed)
    pages, page = picturing.within(desk, draft.pages, page)
    draft = dataclasses.replace(draft, pages=pages)
    records.add_draft(draft)
    post(desk, records, page, draft=draft.code, reason=reason or f"draft {draft.code}")
    return draft
