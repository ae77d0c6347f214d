"""Drafts and what the contestmaster decided."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, func, select

from rednov_bot.core.errors import DraftClosed, NoSuchDraft
from rednov_bot.core.models import Decision, Draft, DraftKind, Page, PaperId, Picture
from rednov_bot.core.store import forms
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.statements import Row, Statement, given, made
from rednov_bot.core.store.tables import (
    decisions,
    draft_happenings,
    draft_matters,
    draft_pages,
    draft_pictures,
    drafts,
)

_OF_DRAFTS: Final = ("drafts", "draft_pages", "draft_pictures", "draft_happenings", "draft_matters")
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
_DRAFT = Statement(_WHOLE.where(*given(drafts, "code")))
_OPEN = Statement(_WHOLE.where(drafts.c.id > bindparam("mark"), decisions.c.draft.is_(None)))
_PAGES = Statement(
    select(draft_pages, draft_pictures.c.html, draft_pictures.c.octets.label("png"))
    .outerjoin(
        draft_pictures,
        (draft_pictures.c.draft == draft_pages.c.draft)
        & (draft_pictures.c.place == draft_pages.c.place),
    )
    .where(draft_pages.c.draft == bindparam("code"))
    .order_by(draft_pages.c.place)
)
_LIKE = select(drafts.c.code).where(*given(drafts, "kind", "about"))
_LIKE_IN_GAME = Statement(_LIKE.where(*given(drafts, "game")))
_LIKE_BESIDE_GAMES = Statement(_LIKE.where(drafts.c.game.is_(None)))
_LAST_APPROVED = Statement(
    select(func.max(drafts.c.made_at))
    .select_from(drafts.join(decisions, decisions.c.draft == drafts.c.code))
    .where(*given(drafts, "kind", "about"), decisions.c.verdict == "approved")
)
_DRAFTED_SINCE = Statement(
    select(func.count())
    .select_from(drafts.outerjoin(decisions))
    .where(
        func.coalesce(decisions.c.verdict, "") != "superseded",
        *given(drafts, "kind"),
        drafts.c.made_at >= bindparam("since"),
        drafts.c.about.like(bindparam("about")),
    )
)
_LAST_REJECTED = Statement(
    select(decisions.c.draft)
    .where(decisions.c.verdict == "rejected")
    .order_by(decisions.c.at.desc())
    .limit(1)
)


class Drafts(Part):
    """Drafts and what the contestmaster decided."""

    def add_draft(self, draft: Draft) -> None:
        """A draft is put on file; AlreadyOnFile when another carries its code."""
        code = draft.code
        self._add(drafts, draft)
        for place, page in enumerate(draft.pages):
            self._add(draft_pages, page, draft=code, place=place)
            if (shown := page.picture) is not None:
                self._add(
                    draft_pictures, draft=code, place=place, html=shown.html, octets=shown.png
                )
        if draft.events:
            told, kept = forms.parted(draft.events)
            self._add(draft_happenings, draft=code, happenings=told, whispers=kept)
        if draft.effects or (draft.mail, draft.amends) != (None, None):
            self._add(draft_matters, draft, draft=code)
        hot = self._memory.hot
        if (known := hot.get("open drafts")) is not None and not self._is_written_otherwise():
            undrawn = tuple([replace(page, view=None) for page in draft.pages])
            hot["open drafts"] = {**known, code: replace(draft, pages=undrawn)}
        else:
            hot.pop("open drafts", None)

    def _is_written_otherwise(self) -> bool:
        """Whether the draft just added has characters that a database does not take."""
        new = [one.row for name in _OF_DRAFTS for one in self._unwritten.get(name, ())]
        return any("\ufffd" in it for row in new for it in row.values() if isinstance(it, str))

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        """The draft with this code and what became of it; None when there is none."""
        if (known := self._open_drafts().get(code)) is not None:
            return known, None
        last: tuple[Draft, Decision] | None = self._memory.hot.get("decided")
        if last is not None and last[0].code == code:
            return last
        row = self._row(_DRAFT, code=code)
        if row is None:
            return None
        return self._whole(row), None if row.verdict is None else made(Decision, row)

    def open_drafts(self) -> tuple[Draft, ...]:
        """Drafts without a decision, oldest first."""
        return tuple(self._open_drafts().values())

    def _open_drafts(self) -> dict[str, Draft]:
        def load() -> dict[str, Draft]:
            found = self._rows(_OPEN, mark=self._marks.drafts)
            self._marks.drafts = found[0].id - 1 if found else self.last_number(drafts)
            return {row.code: self._whole(row) for row in found}

        return self._hot("open drafts", load)

    def approved_like(self, draft: Draft) -> str | None:
        """The code of an approved draft of the same words, about the same thing; None of none."""
        where: dict[str, object] = {"kind": draft.kind, "about": draft.about}
        like = _LIKE_BESIDE_GAMES
        if draft.game is not None:
            like, where["game"] = _LIKE_IN_GAME, draft.game
        for row in self._rows(like, **where):
            known = self._row(_DRAFT, code=row.code)
            if known.verdict == "approved" and self._whole(known).pages == draft.pages:
                return str(row.code)
        return None

    def last_rejected(self) -> str | None:
        """The code of the draft that was rejected last, None where none ever was."""
        code: str | None = self._value(_LAST_REJECTED)
        return code

    def drafts_about(self, turn: PaperId) -> int:
        """How many drafts were made about a turn so far."""
        return len(self._rows(drafts, turn=turn))

    def drafts_of(self, kind: DraftKind, game: PaperId, about: str) -> int:
        """How many drafts of this kind, game and subject were made so far."""
        return len(self._rows(drafts, kind=kind, game=game, about=about))

    def first_drafted(self, turn: PaperId) -> datetime | None:
        """When the first draft about a turn was made, whatever came of it; None before."""
        return min([row.made_at for row in self._rows(drafts, turn=turn)], default=None)

    def last_approved(self, kind: DraftKind, about: str) -> datetime | None:
        """When the last draft of this kind and about this was made that was approved."""
        return self._when(_LAST_APPROVED, kind=kind, about=about)

    def drafted_since(self, kind: DraftKind, about: str, since: datetime) -> int:
        """How many drafts of this kind, about something that begins so, were made since then.

        One whose place another took, as when it was overruled, does not count.
        """
        return self._count(_DRAFTED_SINCE, kind=kind, about=f"{about}%", since=since)

    def decide(self, decision: Decision) -> None:
        """A draft is decided.  DraftClosed when it was before, NoSuchDraft when there is none."""
        code = decision.code
        found = self.draft(code)
        if found is None:
            raise NoSuchDraft(code)
        draft, before = found
        if before is not None:
            raise DraftClosed(code, before.verdict)
        self._add(decisions, decision, draft=code)
        hot = self._memory.hot
        hot["open drafts"] = {it: one for it, one in self._open_drafts().items() if it != code}
        hot["decided"] = draft, decision
        if draft.kind == "resolution" and decision.verdict in ("approved", "settled"):
            game, taken = hot.get("pending", (None, None))
            if taken is not None and taken.id == draft.turn:
                hot["pending"] = game, None

    def _whole(self, row: Row) -> Draft:
        """A draft with its pages and events."""
        pages = self._rows(_PAGES, code=row.code)
        events = () if row.happenings is None else forms.joined(row.happenings, row.whispers)
        return made(
            Draft,
            row,
            pages=tuple(made(Page, one, view=None, picture=_picture(one)) for one in pages),
            events=tuple(events),
            effects=row.effects or (),
        )


def _picture(page: Row) -> Picture | None:
    return None if page.html is None else Picture(png=page.png, html=page.html)
