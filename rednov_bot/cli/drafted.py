"""What a command says of a draft: to people, and to programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.contest import Hold
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.commanding import carrying_out
from rednov_bot.core.workflow.commands import Shown


def look(config: Path, what: Shown) -> None:
    """Print what a mail with this word would be answered."""

    with at_the_desk(config) as (desk, records):
        told, lines = carrying_out.what_is_shown(desk, records, what)
    click.echo("\n".join([told, "", *lines]))


def facts(draft: Draft, hold: Hold | None = None) -> dict[str, Any]:
    """What may be said of a draft to anybody: nothing of its private notices.

    Nor the text that tells a secret of the luck, before it is posted.  *hold* is the one on it, if
    it is held; why stays with whoever holds it.
    """
    told = () if draft.kind == "secret" else draft.pages
    return {
        "code": draft.code,
        "kind": draft.kind,
        "about": draft.about,
        "attempt": draft.attempt,
        "made_at": draft.made_at.isoformat(),
        "due_by": draft.due_by.isoformat() if draft.due_by else None,
        "candidates": list(draft.choice.candidates) if draft.choice else [],
        "public": [page.body for page in told if page.kind == "public"],
        "held": hold is not None,
        "held_until": hold.until.isoformat() if hold is not None and hold.until else None,
    }


def stands(draft: Draft, about: str, hold: Hold | None) -> str:
    """What an open draft is *about*, until when, and whether it is held."""
    due = f", due by {draft.due_by:%d %b %Y %H:%M} UTC" if draft.due_by else ""
    if hold is None:
        return f"{about}{due}"
    until = f" until {hold.until:%d %b %Y %H:%M} UTC" if hold.until else ""
    return f"{about}{due}, held{until}"


def told(draft: Draft) -> str:
    """Its code, what it is about, and that nothing happens before it is approved."""
    by = f"`{program()} approve {draft.code}`"
    if draft.choice is not None and draft.kind == "choice":
        by = f"`{program()} choose {draft.code} CANDIDATE`"
    elif draft.kind == "claim":
        by = f"`{program()} claims accept {draft.code}` or `deny`"
    elif draft.kind == "return":
        by = f"`{program()} outbox --post-again {draft.code}`, `--there` or `--post-to`"
    return f"drafted as {draft.code}: {draft.about}; answer it by mail or by {by}"


def say(draft: Draft, *, as_json: bool, **more: Any) -> None:
    """A new draft is told; *more* is said of it to programs."""
    if as_json:
        click.echo(json.dumps({"draft": facts(draft), **more}))
    else:
        click.echo(told(draft))


def answered(code: str, words: str, *, as_json: bool, **more: Any) -> None:
    """What came of an answer to draft *code*: in words, and as facts with its code."""
    click.echo(json.dumps({"code": code, **more}) if as_json else words)
