"""Public text is a function of public events: random games, each in two hidden worlds.

A few of them here; `make slow` plays 2,000.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.models import Page
from rednov_bot.games.red_november import telling
from rednov_bot.games.red_november.render import public_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules import events as ev
from tests.rigs.scale import many
from tests.secrecy.worlds import Counted, Leak, Side, compare

GAMES = int(os.environ.get("WORLDS", "16"))
AT_ONCE = many(100, 16)


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_whatever_is_public_is_the_same_in_another_hidden_world(tmp_path: Path, first: int) -> None:
    here, there, counted = Side(tmp_path / "here"), Side(tmp_path / "there"), Counted()
    for game in range(first, min(first + AT_ONCE, GAMES)):
        compare(game, here, there, counted)
    assert counted.others > counted.hands / 2
    assert counted.drafts["resolution"] >= counted.games


def test_a_text_that_depends_on_a_tile_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt: list[str] = []
    opening = public_pages.opening

    def public(events: tuple[ev.Event, ...]) -> tuple[ev.PublicEvent, ...]:
        hands = [one for one in events if isinstance(one, ev.ItemsReceived)]
        dealt[:] = [one.to for one in hands if "grog" in one.items]
        return public_only(events)

    def leaking(*given: Any, **named: Any) -> Page:
        page = opening(*given, **named)
        return replace(page, body=f"{page.body}{dealt}")

    monkeypatch.setattr(telling, "public_only", public)
    monkeypatch.setattr(public_pages, "opening", leaking)
    here, there = Side(tmp_path / "here"), Side(tmp_path / "there")
    with pytest.raises(Leak):
        compare(1, here, there, Counted())
