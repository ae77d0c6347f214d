"""A choice of which its gnome says later that it is theirs: it answers what e was asked (7.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import list_mail
from tests.desk.forgeries import BROKEN, FOREIGN, OF_ANN, direct, guarded, results
from tests.desk.play import (
    arrange,
    begun,
    filed,
    kinds,
    only,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_choices import jammed, offered
from tests.desk.test_forgeries import code_of_question

SAME_ROOM_TWICE = b"s5"
"""The die names the same room for two blocked hatches, one behind the other."""


@pytest.mark.parametrize("on_list", [True, False])
def test_a_choice_that_e_owns_answers_no_question_that_was_asked_since(
    tmp_path: Path, on_list: bool
) -> None:
    """E wrote it for the one before, which e has answered otherwise (7.1)."""
    table = begun(tmp_path, seed=SAME_ROOM_TWICE)
    arrange(table, deck=["blocked_hatch"] * 2, gnomes={"Ann": {"at": 1, "minutes": 40}})
    news = say(table, "Ann", "I fix the engine for 10 minutes.")
    guarded(table)
    label, other = offered(text_of(only(news, "question")))[:2]
    table.clock.forward(minutes=10)
    how = {"subject": "a choice of yours", "date": table.clock.at}
    if on_list:
        octets = results(FOREIGN) + list_mail("Ann", f"choose {label}\n", **how)
    else:
        octets = direct(BROKEN, f"choose {label}\n", **how)
    code = code_of_question(table.receive(octets))
    table.clock.forward(minutes=10)
    news = table.receive(direct(OF_ANN, f"choose {other}\n", **how | {"date": table.clock.at}))
    second = [one for one in news if "a choice of yours" in subject_of(one)]
    assert label in offered(text_of(second[0]))
    table.clock.forward(minutes=10)
    (again,) = reply(table, code, "yes", who="Ann")
    assert "Your mail came before you were asked this" in " ".join(text_of(again).split())
    assert filed(table).reason.endswith("because it came before they were asked, asked again")
    assert kinds(write(table, "Ann", f"choose {label}")) == ["receipt", "draft"]


def test_a_choice_that_e_owns_answers_the_question_that_e_had_seen(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    guarded(table)
    table.clock.forward(minutes=10)
    label = offered(text_of(only(news, "question")))[0]
    code = code_of_question(table.receive(direct(BROKEN, f"choose {label}\n")))
    table.clock.forward(minutes=10)
    assert kinds(reply(table, code, "yes", who="Ann")) == ["receipt", "draft"]
