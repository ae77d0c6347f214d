"""Drafts and what the contestmaster decided."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, func, select

from rednov_bot.core.errors import DraftClosed, NoSuchDraft
from rednov_bot.core.models import Decision, Draft, DraftKind, MessageId, Page, PaperId, Picture
from rednov_bot.core.store import forms, rows
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.rows import Row
from rednov_bot.core.store.statements import Statement, insert
from rednov_bot.core.store.tables import (
    decisions,
    draft_happenings,
    draft_matters,
    draft_pages,
    draft_pictures,
    drafts,
)
from rednov_bot.games.red_november.rules.events import Event

_ADD = insert(drafts)
_ADD_PAGES = insert(draft_pages)
_ADD_PICTURE = insert(draft_pictures)
_ADD_HAPPENINGS = insert(draft_happenings)
_ADD_MATTERS = insert(draft_matters)
_WHOLE = (
    select(
        drafts,
        draft_happenings.c.form.label("happened_form"),
        draft_happenings.c.happenings,
        draft_happenings.c.whispers,
        draft_matters.c.mail,
        draft_matters.c.amends,
        draft_matters.c.form.label("effects_form"),
        draft_matters.c.effects,
        decisions.c.verdict,
        decisions.c.by,
        decisions.c.why,
        decisions.c.at,
    )
    .select_from(
        drafts.outerjoin(draft_happenings)
        .outerjoin(draft_matters, draft_matters.c.draft == drafts.c.code)
        .outerjoin(decisions, decisions.c.draft == drafts.c.code)
    )
    .order_by(drafts.c.id)
)
_DRAFT = Statement(_WHOLE.where(drafts.c.code == bindparam("code")))
_OPEN = Statement(_WHOLE.where(drafts.c.id > bindparam("mark"), decisions.c.draft.is_(None)))
_DECIDED = Statement(select(decisions.c.draft).where(decisions.c.draft == bindparam("code")))
_PAGES = Statement(
    select(draft_pages)
    .where(draft_pages.c.draft == bindparam("code"))
    .order_by(draft_pages.c.place)
)
_PICTURES = Statement(select(draft_pictures).where(draft_pictures.c.draft == bindparam("code")))
_LIKE = select(drafts.c.code).where(
    drafts.c.kind == bindparam("kind"), drafts.c.about == bindparam("about")
)
_LIKE_IN_GAME = Statement(_LIKE.where(drafts.c.game == bindparam("game")))
_LIKE_BESIDE_GAMES = Statement(_LIKE.where(drafts.c.game.is_(None)))
_HIGHEST_ID = Statement(select(func.max(drafts.c.id)))
_ABOUT = Statement(select(func.count()).where(drafts.c.turn == bindparam("turn")))
_OF = Statement(
    select(func.count()).where(
        drafts.c.kind == bindparam("kind"),
        drafts.c.game == bindparam("game"),
        drafts.c.about == bindparam("about"),
    )
)
_FIRST = Statement(select(func.min(drafts.c.made_at)).where(drafts.c.turn == bindparam("turn")))
_LAST_APPROVED = Statement(
    select(func.max(drafts.c.made_at))
    .select_from(drafts.join(decisions, decisions.c.draft == drafts.c.code))
    .where(
        drafts.c.kind == bindparam("kind"),
        drafts.c.about == bindparam("about"),
        decisions.c.verdict == "approved",
    )
)
_DRAFTED_SINCE = Statement(
    select(func.count())
    .select_from(drafts.outerjoin(decisions))
    .where(
        func.coalesce(decisions.c.verdict, "") != "superseded",
        drafts.c.kind == bindparam("kind"),
        drafts.c.made_at >= bindparam("since"),
        drafts.c.about.like(bindparam("about")),
    )
)
_VERDICT = Statement(
    select(drafts.c.code, decisions.c.verdict)
    .select_from(drafts.outerjoin(decisions))
    .where(drafts.c.code == bindparam("code"))
)
_DECIDE = insert(decisions)
_REJECTED = select(decisions.c.draft).where(decisions.c.verdict == "rejected")
_LAST_REJECTED = Statement(_REJECTED.order_by(decisions.c.at.desc()).limit(1))


class Drafts(Part):
    """Drafts and what the contestmaster decided."""

    __slots__ = ()

    def add_draft(self, draft: Draft) -> None:
        """A draft is put on file; AlreadyOnFile when another carries its code."""
        row = {
            "code": draft.code,
            "kind": draft.kind,
            "game": draft.game,
            "turn": draft.turn,
            "for_state": draft.for_state,
            "attempt": draft.attempt,
            "about": draft.about,
            "made_at": draft.made_at,
            "due_by": draft.due_by,
            "form": forms.FORM,
            "choice": None if draft.choice is None else forms.written(draft.choice),
        }
        self._add(_ADD, row)
        self._marks.still_open = False
        pages = [_page_row(draft.code, place, page) for place, page in enumerate(draft.pages)]
        self._add_all(_ADD_PAGES, pages)
        for place, page in enumerate(draft.pages):
            if page.picture is not None:
                shown = {"html": page.picture.html, "octets": page.picture.png}
                self._add(_ADD_PICTURE, {"draft": draft.code, "place": place, **shown})
        if draft.events:
            told, kept = forms.parted(draft.events)
            happenings = {"form": forms.FORM, "happenings": told, "whispers": kept}
            self._add(_ADD_HAPPENINGS, {"draft": draft.code, **happenings})
        if draft.effects or (draft.mail, draft.amends) != (None, None):
            effects = {"form": forms.FORM, "effects": forms.written(draft.effects)}
            about = {"mail": draft.mail, "amends": draft.amends}
            self._add(_ADD_MATTERS, {"draft": draft.code, **about, **effects})

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        """The draft with this code and what became of it; None when there is none."""
        row = self._row(_DRAFT, {"code": code})
        return None if row is None else (self._whole(row), _decision(row))

    def open_drafts(self) -> tuple[Draft, ...]:
        """Drafts without a decision, oldest first."""
        marks = self._marks
        if marks.still_open:
            return tuple(marks.open_drafts.values())
        highest = self._value(_HIGHEST_ID, {}) or 0
        still = {
            id: draft
            for id, draft in marks.open_drafts.items()
            if self._value(_DECIDED, {"code": draft.code}) is None
        }
        if highest > marks.drafts:
            new = self._rows(_OPEN, {"mark": marks.drafts})
            still |= {row.id: self._whole(row) for row in new}
        marks.drafts, marks.open_drafts, marks.still_open = highest, still, True
        return tuple(still.values())

    def approved_like(self, draft: Draft) -> str | None:
        """The code of an approved draft of the same words, about the same thing; None of none."""
        where = {"kind": draft.kind, "about": draft.about, "game": draft.game}
        like = _LIKE_BESIDE_GAMES if draft.game is None else _LIKE_IN_GAME
        for row in self._rows(like, where):
            known = self._row(_DRAFT, {"code": row.code})
            if known.verdict == "approved" and self._whole(known).pages == draft.pages:
                return str(row.code)
        return None

    def last_rejected(self) -> str | None:
        """The code of the draft that was rejected last, None where none ever was."""
        row = self._row(_LAST_REJECTED, {})
        return None if row is None else str(row.draft)

    def drafts_about(self, turn: PaperId) -> int:
        """How many drafts were made about a turn so far."""
        count: int = self._value(_ABOUT, {"turn": turn})
        return count

    def drafts_of(self, kind: DraftKind, game: PaperId, about: str) -> int:
        """How many drafts of this kind, game and subject were made so far."""
        where = {"kind": kind, "game": game, "about": about}
        count: int = self._value(_OF, where)
        return count

    def first_drafted(self, turn: PaperId) -> datetime | None:
        """When the first draft about a turn was made, whatever came of it; None before."""
        return self._when(_FIRST, {"turn": turn})

    def last_approved(self, kind: DraftKind, about: str) -> datetime | None:
        """When the last draft of this kind and about this was made that was approved."""
        return self._when(_LAST_APPROVED, {"kind": kind, "about": about})

    def drafted_since(self, kind: DraftKind, about: str, since: datetime) -> int:
        """How many drafts of this kind, about something that begins so, were made since then.

        One whose place another took, as when it was overruled, does not count.
        """
        where = {"kind": kind, "about": f"{about}%", "since": since}
        count: int = self._value(_DRAFTED_SINCE, where)
        return count

    def decide(self, decision: Decision) -> None:
        """A draft is decided.  DraftClosed when it was before, NoSuchDraft when there is none."""
        code = decision.code
        found = self._row(_VERDICT, {"code": code})
        if found is None:
            raise NoSuchDraft(code)
        if found.verdict is not None:
            raise DraftClosed(code, found.verdict)
        row = {
            "draft": code,
            "verdict": decision.verdict,
            "by": decision.by,
            "why": decision.why,
            "at": decision.at,
        }
        self._add(_DECIDE, row)
        self._marks.still_open = False

    def _whole(self, row: Row) -> Draft:
        """A draft with its pages and events."""
        pictures = {
            one.place: Picture(png=one.octets, html=one.html)
            for one in self._rows(_PICTURES, {"code": row.code})
        }
        pages = tuple(
            _page(page, pictures.get(page.place)) for page in self._rows(_PAGES, {"code": row.code})
        )
        happened: tuple[Event, ...] = ()
        if row.happened_form is not None:
            happened = tuple(forms.joined(row.happened_form, row.happenings, row.whispers))
        return Draft(
            code=row.code,
            kind=row.kind,
            game=row.game,
            turn=row.turn,
            for_state=row.for_state,
            attempt=row.attempt,
            pages=pages,
            events=happened,
            choice=None if row.choice is None else forms.choice(row.form, row.choice),
            about=row.about,
            made_at=row.made_at,
            due_by=row.due_by,
            mail=row.mail,
            amends=row.amends,
            effects=() if row.effects is None else forms.effects(row.effects_form, row.effects),
        )


def _decision(row: Row) -> Decision | None:
    if row.verdict is None:
        return None
    return rows.made(Decision, row)


def _page_row(code: str, place: int, page: Page) -> dict[str, object]:
    return {
        "draft": code,
        "place": place,
        "kind": page.kind,
        "to": page.to,
        "to_name": page.to_name,
        "subject": page.subject,
        "in_reply_to": page.in_reply_to,
        "form": forms.FORM,
        "references": forms.written(page.references),
        "body": page.body,
    }


def _page(row: Row, picture: Picture | None) -> Page:
    return Page(
        kind=row.kind,
        to=row.to,
        to_name=row.to_name,
        subject=row.subject,
        body=row.body,
        in_reply_to=None if row.in_reply_to is None else MessageId(row.in_reply_to),
        references=forms.references(row.form, row.references),
        picture=picture,
    )
