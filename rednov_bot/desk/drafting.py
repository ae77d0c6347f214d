"""Drafts for the contestmaster: what would be posted, and one mail that shows it exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rednov_bot.contest import ON_THE_DOUBLE
from rednov_bot.desk import (
    claims,
    gate,
    in_force,
    leftovers,
    moments,
    outright,
    proving,
    replacing,
    stationery,
    telling,
    unheard,
)
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.proving import Witness
from rednov_bot.desk.tracing import is_private
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening, RulingGiven
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.refusals import Against, Refusal
from rednov_bot.engine.resolve import Resolution
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.rules.limits import wished_discards
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Draft, Leak, Letter, Page, PaperId, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.proof.published import Proof
from rednov_bot.prose import (
    desk_pages,
    leaking,
    private_pages,
    reasoning,
)
from rednov_bot.prose import refused as refused_for
from rednov_bot.prose.amending import Changed
from rednov_bot.prose.audience import private_to
from rednov_bot.prose.hand_story import hand_story
from rednov_bot.prose.public_pages import Announced
from rednov_bot.prose.wording import whose

_NOBODYS: Mapping[GnomeName, Orders] = {}


def notices_of(
    desk: Desk,
    happenings: tuple[Happening, ...],
    before: Gamestate,
    after: Gamestate,
    tables: Tables,
    *,
    occasion: str,
    by: GnomeName = "",
    orders: Mapping[GnomeName, Orders] = _NOBODYS,
    witness: Witness | None = None,
) -> tuple[Page, ...]:
    """One private notice to each gnome who is told something alone, or whose hand changed (§6).

    *by* is whose *occasion* it is, `discard` say, where that is to be told; *orders* are what
    gnomes wish for a hand limit (A78); *witness* proves what they are told.
    """
    pages = []
    for seat, gnome in enumerate(after.position.gnomes):
        told = private_to(happenings, gnome.name)
        envelope = stationery.to_gnome(desk, gnome.name)
        if envelope is None or not (told or _other_hand(before, after, seat)):
            continue
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        held = before.secrets.hands[seat] if before.secrets.hands else ()
        whose_it_is = "your" if gnome.name == by else whose(by)
        pages.append(
            private_pages.private_notice(
                hand_story(happenings, gnome.name, held, tables.board),
                hand,
                occasion=f"{whose_it_is} {occasion}" if by else occasion,
                discard=exceeds(limit, hand),
                plays_on=plays_on(after.position, gnome),
                wished=wished_discards(limit, hand, orders.get(gnome.name, NO_ORDERS)),
                letterhead=stationery.letterhead(desk),
                envelope=envelope,
                proof=() if witness is None else witness.lines(gnome.name, hand),
            )
        )
    return tuple(pages)


def _other_hand(before: Gamestate, after: Gamestate, seat: int) -> bool:
    """Whether a gnome holds other tiles than before; before the opening nobody holds any."""
    held = before.secrets.hands[seat] if before.secrets.hands else ()
    return sorted(held) != sorted(after.secrets.hands[seat])


def plays_on(position: Position, gnome: Gnome) -> bool:
    """Whether a gnome may ever take a turn again (§9, §20, §22)."""
    return position.ending is None and gnome.in_play and gnome.minutes > 0


def resolution(
    desk: Desk,
    records: Records,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution,
    make: Callable[[Proof | None], gate.Making],
    *,
    luck: Luck,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft:
    """The draft of a resolution: the public text, the private notices, and what is due.

    *luck* is that of the turn, with all that was drawn for it; *make* makes what is public of it
    again in another hidden world, with what proves the luck here.  *moved_by* is what the gamestate
    has moved on by since the draft that this one replaces; *notes* come before everything else that
    the contestmaster is to mind.
    """
    before = replace(now.gamestate.position, pending=None)
    moment = moments.moment_of(records, taken)
    after, occasion = outcome.after, f"turn {taken.number}"
    about = f"Turn {taken.number}: {taken.turn.gnome}"
    read = telling.read_in_public(records, taken)
    proof = proving.of_turn(records, now.game, taken, luck, outcome.happenings, about, read)
    private = notices_of(
        desk,
        outcome.happenings,
        now.gamestate,
        after,
        now.tables,
        occasion=occasion,
        orders=records.noted_orders(now.game.id),
        witness=Witness(records, now.game, now.gamestate, outcome.happenings, proof, occasion),
    )
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
        effects=(*outright.effects(desk, before, after.position), *proving.effects(proof)),
        leaks=gate.leaks(
            desk,
            records,
            now,
            pages,
            make(proof),
            told=outcome.happenings,
            named=not is_private(taken),
        ),
    )
    reasons = telling.reasons(now, taken, outcome, before)
    notes += in_force.precedents(records, reasons, now.game.id, taken.id)
    why = telling.words(moment) + reasons
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
    game: PaperId | None,
    auto: bool,
    leaks: tuple[Leak, ...],
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """One public line: an announcement had no effect, with what is *told* of the reason.

    Every other reason among the *refusals*, of which the sender alone was told, is shown to the
    contestmaster beside it, for e approves the line or rules that the announcement counts (§25).
    What has *notes* for the contestmaster is drafted, whatever the option says.
    """
    name = letter.sender or ""
    why = () if told is None else refused_for.of_refusals((told,))
    why += refused_for.told_alone(name, [one for one in refusals if one != told])
    about = f"Without effect: {announced} of {name}"
    auto = auto and not notes
    notes += in_force.precedents(records, why, game)
    say(
        desk,
        records,
        page,
        leaks,
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
    leaks: tuple[Leak, ...],
    *,
    game: PaperId | None,
    about: str,
    why: tuple[reasoning.Reason, ...] = (),
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """A public line without a new gamestate: drafted, or posted at once (option auto_verdicts).

    One that *leaks* is drafted, to be rejected.  *game* is the one that was going on when it was
    announced, if that matters to it; *mail* is the announcement, where the contestmaster may rule
    that it counts all the same.
    """
    if auto and not leaks:
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
        leaks=leaks,
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
    records.add_draft(draft)
    public = tuple(page for page in draft.pages if page.kind == "public")
    page = desk_pages.draft(
        draft.code,
        draft.about,
        public,
        tuple(page for page in draft.pages if page.kind != "public"),
        why,
        gamestate=draft.for_state,
        due=draft.due_by,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
        notes=leaking.minded(draft.leaks, public) + notes,
        changed=changed,
        blocked=bool(draft.leaks),
    )
    post(desk, records, page, draft=draft.code, reason=reason or f"draft {draft.code}")
    return draft
