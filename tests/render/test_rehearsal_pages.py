"""Rehearsals, hands and states of the game are mannerly mails whatever the position is."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from rednov_bot.core.models import Page
from rednov_bot.games.red_november.render import inquiry_pages, rehearsal_pages
from rednov_bot.games.red_november.render.rehearsal_pages import figures
from rednov_bot.games.red_november.rules.forecast import Chance, chance_of
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from tests.render.samples import ANN, TABLES, to
from tests.rigs.scale import many
from tests.rules.test_rehearsal import tried


def is_mannerly(page: Page) -> bool:
    lines = page.body.split("\n")
    return (
        max(map(len, lines)) <= 72
        and "\n\n\n" not in page.body
        and all(line == line.rstrip() or line == "-- " for line in lines)
        and page.body.endswith("\n")
        and "None" not in page.body.replace("None of", "")
    )


def test_every_rehearsal_is_a_mannerly_mail_that_adds_up() -> None:
    seen: Counter[str] = Counter()
    for state, turn, options in islice(tried(), many(700, 350)):
        found = rehearse(state, turn, TABLES, options)
        page = to(ANN, rehearsal_pages.rehearsal, found, turn, TABLES, options, waits="")
        assert is_mannerly(page), page.body
        seen[rehearsal_pages.verdict(found)] += 1
        if found.plan is None:
            continue
        made = figures(found, found.plan, TABLES, "Pewterby")
        assert sum(row.minutes for row in made.rows) == made.spent == found.plan.spent
        assert made.before - made.spent == made.left
        chance = chance_of(found.plan, found.position, TABLES)
        shown = "Chance of success: " in page.body
        assert shown == (chance is not None)
        if isinstance(chance, Chance) and 0 < chance.bound < 10:
            assert f"Chance of success: {10 * chance.bound}%" in page.body
    assert min(seen[kind] for kind in ("valid", "too early", "void")) > many(20, 10), seen


def test_every_hand_and_state_is_a_mannerly_mail() -> None:
    for state, _, _ in islice(tried(), many(200, 60)):
        position, options = state.position, Options()
        held = state.secrets.hands[0]
        hand = inquiry_pages.Hand(
            items=held,
            lines=inquiry_pages.hand_uses(held, TABLES),
            limit=None,
            discard=0,
            changed="turn 3",
            changes=("You draw a grog at 30.",),
            pending=None,
        )
        status = inquiry_pages.status_of(
            position,
            TABLES,
            options,
            "Ann",
            phase=("RN1: turn 4 is awaited.",),
            barred=list(hindrances(position, "Ann", options)),
            desk=None,
        )
        assert is_mannerly(to(ANN, inquiry_pages.inquiry, hand, status))
