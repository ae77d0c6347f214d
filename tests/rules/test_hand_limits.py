"""A hand limit is told of all, or of whom its card is about; who exceeds it is not (§17)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.hands import impose
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position

CREW = tuple([replace(Gnome("Ann", at=5, minutes=39), name=name) for name in ("Ann", "Bob")])


def told(sizes: Iterable[int], only: str | None) -> tuple[ev.PublicEvent, ...]:
    hands = tuple([("coffee",) * size for size in sizes])
    log = Logbook(Gamestate(Position(gnomes=CREW), Secrets(hands=hands, limits=(None, None))))
    impose(log, 4, only, Options())
    return public_only(log.events)


@pytest.mark.parametrize("sizes", [(0, 0), (5, 0), (0, 6), (9, 9)])
@pytest.mark.parametrize("only", [None, "Bob"])
def test_the_list_hears_of_a_limit_and_not_of_who_exceeds_it(
    sizes: tuple[int, int], only: str | None
) -> None:
    assert told(sizes, only) == (ev.LimitImposed(4, only),)
