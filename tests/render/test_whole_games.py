"""What holds for the mails of whole games, with the longest names there can be."""

from __future__ import annotations

import dataclasses

import pytest

from rednov_bot.core.models import Page
from rednov_bot.games.red_november.render.audience import private_to, public_only
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.render.games import LONG_NAMES, games
from tests.render.mails import notice, resolved
from tests.render.samples import Played

GAMES = [(3, 1), (5, 2), (8, 3)]


@pytest.fixture(scope="module", params=GAMES, ids=[f"{many} gnomes" for many, _ in GAMES])
def turns(request: pytest.FixtureRequest) -> list[Played]:
    many, seed = request.param
    return list(games(LONG_NAMES[-many:], seed))


@pytest.fixture(scope="module")
def pages(turns: list[Played]) -> list[Page]:
    return [resolved(played) for played in turns]


def test_no_line_is_longer_than_72_columns(pages: list[Page]) -> None:
    long = [line for page in pages for line in page.body.split("\n") if len(line) > 72]
    assert len(pages) > 5
    assert long == []


def test_private_notices_are_not_wider_either(turns: list[Played]) -> None:
    notices = [
        notice(played, name)
        for played in turns
        for name in LONG_NAMES
        if private_to(played.events, name)
    ]
    assert notices
    assert [line for one in notices for line in one.body.split("\n") if len(line) > 72] == []


def test_the_list_is_told_of_no_item_that_was_not_used(
    turns: list[Played], pages: list[Page]
) -> None:
    for played, page in zip(turns, pages, strict=True):
        used = {one.item for one in played.public if isinstance(one, ev.ItemUsed)}
        named = {item for item in ITEMS if ITEM_NAMES[item] in page.body.replace("\n      ", " ")}
        if any(isinstance(one, ev.Killed) and one.cause == "no_air" for one in played.public):
            named.discard("aqualung")
        assert named - {"grog"} == used - {"grog"}


def test_the_public_text_needs_no_hidden_event(turns: list[Played]) -> None:
    for played in turns:
        bare = dataclasses.replace(played, events=public_only(played.events))
        assert resolved(bare) == resolved(played)
