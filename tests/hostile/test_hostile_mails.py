"""Every hostile mail gets what the table says, brings nothing about, and touches nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from tests.hostile.large import LARGE, MEGABYTES, SECONDS, measured
from tests.hostile.making import small
from tests.hostile.storm import becomes_of, table

EXECUTED = re.compile(rb"1337|hoaxhoax|<class|1333t|object at 0x")
SLOW = 5.0  # seconds of the processor for one small mail, on any machine


def test_each_becomes_what_the_table_says_and_brings_nothing_about() -> None:
    made = small()
    assert len(made) >= 200
    known = table()
    attacks = [(name, attack) for name, (attack, _) in made.items()]
    assert [(name, row["attacks"]) for name, row in known.items()] == attacks
    seen = becomes_of({name: octets for name, (_, octets) in made.items()})
    told = {name: (row["becomes"], row["answers"]) for name, row in known.items()}
    assert {name: (one.becomes, len(one.mails)) for name, one in seen.items()} == told
    assert {name: one.effects for name, one in seen.items() if one.effects} == {}
    assert all(one.reason and "failed with" not in one.reason for one in seen.values())
    assert {name: one.seconds for name, one in seen.items() if one.seconds > SLOW} == {}
    # What goes out has the bot's own head, and no template is executed.
    assert {name: one.troubles for name, one in seen.items() if one.troubles} == {}
    mails = {name: b"\n".join(one.mails) for name, one in seen.items() if "template" in name}
    assert any(mails.values())
    assert [name for name, octets in mails.items() if EXECUTED.search(octets)] == []
    # Nothing but the database is touched.
    assert {name: one.touched for name, one in seen.items() if one.touched} == {}
    assert not Path("/tmp/rednov-was-here").exists()


def test_a_large_mail_is_done_in_bounded_time_and_memory(tmp_path: Path) -> None:
    for name, found in measured(tmp_path).items():
        becomes = found.becomes, found.effects, found.troubles
        assert becomes == (LARGE[name].becomes, [], []), name
        assert found.seconds < SECONDS, name
        assert found.megabytes < MEGABYTES, name
