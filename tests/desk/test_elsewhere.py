"""What stands in somebody else's earlier mail is theirs; the same short words are one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk import mails_on_file
from tests.builders import DISCUSSION, Table, list_mail
from tests.desk.play import begun, filed

TURN = "I take no action.\n"
LONG = (
    f"Good evening to all of you, and to everybody who reads this in the archives.\n{TURN}"
    "Have a pleasant evening, a quiet night, and a good breakfast before we all meet again here.\n"
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def turns(table: Table) -> list[str]:
    """Whose turns were taken."""
    with table.desk.ledger.transaction() as records:
        game = records.latest_game()
        assert game is not None
        return [one.turn.gnome for one in records.turns(game.id)]


def counted(table: Table, author: str) -> str:
    """What counts as this author's own words in the last mail."""
    mail = filed(table).mail
    with table.desk.ledger.transaction() as records:
        letter, _ = mails_on_file.announcement(table.desk, records, mail, author)
    return letter.text


def test_nobody_else_has_said_it_so_it_is_ones_own(table: Table) -> None:
    table.receive(list_mail("Ann", f"Agreed.\n\n{LONG}"))
    assert turns(table) == ["Ann"]


def test_thirty_words_of_anothers_mail_are_theirs(table: Table) -> None:
    table.receive(list_mail("Bob", f"{LONG}\nIs that a turn?\n"))
    before = turns(table)
    table.receive(list_mail("Ann", f"Agreed.\n\n{LONG}"))
    assert turns(table) == before


def test_they_are_theirs_too_where_the_contestmaster_has_the_mail_read(table: Table) -> None:
    table.receive(list_mail("Bob", f"{LONG}\nIs that a turn?\n"))
    table.receive(list_mail("Zed", f"Agreed.\n\n{LONG}"))
    assert counted(table, "Ann") == "Agreed."


def test_what_stands_below_an_unknown_line_with_a_date_is_theirs(table: Table) -> None:
    said = "I open the hatch to 5 for the draught and sweeten the tea, should I?\n"
    table.receive(list_mail("Bob", said))
    table.receive(list_mail("Ann", f"{TURN}\n*** Mon 23 Nov 2026 ***\n{said}"))
    assert counted(table, "Ann") == f"{TURN}\n*** Mon 23 Nov 2026 ***"


def test_a_short_turn_in_the_same_words_is_ones_own(table: Table) -> None:
    table.receive(list_mail("Bob", TURN, forum=DISCUSSION))
    table.receive(list_mail("Ann", TURN))
    assert turns(table) == ["Ann"]


def test_a_whole_mail_in_anothers_words_is_ones_own(table: Table) -> None:
    table.receive(list_mail("Bob", LONG, forum=DISCUSSION))
    table.receive(list_mail("Ann", LONG))
    assert turns(table) == ["Ann"]


def test_ones_own_earlier_words_stay_ones_own(table: Table) -> None:
    table.receive(list_mail("Ann", LONG, forum=DISCUSSION))
    table.receive(list_mail("Ann", LONG))
    assert turns(table) == ["Ann"]


FOOTER = "I enter room 5 and open the hatch, somebody writes here, and the turn is taken.\n"


def talk(table: Table, *names: str, footer: str = FOOTER) -> None:
    """Each of them says something that no other says, and the list adds its footer."""
    for number, name in enumerate(names, 1):
        table.receive(list_mail(name, f"The tea of day {number} was cold.\n\n{footer}"))


def test_a_footer_at_the_end_of_every_mail_is_the_lists(table: Table) -> None:
    talk(table, "Ann", "Bob", "Cid", "Bob")
    table.receive(list_mail("Ann", f"{TURN}\n{FOOTER}"))
    assert turns(table) == ["Ann"]


@pytest.mark.parametrize(
    "before",
    [("Bob", "Cid", "Ann"), ("Ann", "Bob", "Ann", "Bob")],
    ids=["three mails", "two gnomes"],
)
def test_what_fewer_write_is_ones_own(table: Table, before: tuple[str, ...]) -> None:
    talk(table, *before)
    table.receive(list_mail("Ann", f"{TURN}\n{FOOTER}"))
    assert turns(table) == []


def test_a_turn_with_which_everybody_ends_is_asked_about(table: Table) -> None:
    talk(table, "Xan", "Yul", "Zoe", "Xan", footer=f"My turn in Red November, in full:\n{TURN}")
    news = table.receive(
        list_mail("Ann", f"Good evening.\n\nMy turn in Red November, in full:\n{TURN}")
    )
    assert turns(table) == []
    assert [one.posting.kind for one in news][-1] == "question"


def test_a_short_turn_with_which_everybody_ends_is_ones_own(table: Table) -> None:
    talk(table, "Xan", "Yul", "Zoe", "Xan", footer=TURN)  # three whom nobody knows
    table.receive(list_mail("Ann", f"Good evening.\n\n{TURN}"))
    assert turns(table) == ["Ann"]
