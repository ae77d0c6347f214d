"""What stands in somebody else's earlier mail is theirs; the same short words are one's own."""

from __future__ import annotations

import pytest

from rednov_bot.core.workflow import mails_on_file
from tests.builders import DISCUSSION, Table, list_mail
from tests.workflow.play import filed

TURN = "I take no action.\n"
LONG = (
    f"Good evening to all of you, and to everybody who reads this in the archives.\n{TURN}"
    "Have a pleasant evening, a quiet night, and a good breakfast before we all meet again here.\n"
)


def turns(table: Table) -> list[str]:
    """Whose turns were taken."""
    with table.desk.db.transaction() as records:
        game = records.latest_game()
        assert game is not None
        return [one.turn.gnome for one in records.turns(game.id)]


def counted(table: Table, author: str) -> str:
    """What counts as this author's own words in the last mail."""
    mail = filed(table).mail
    with table.desk.db.transaction() as records:
        message, _ = mails_on_file.announcement(table.desk, records, mail, author)
    return message.text


def test_thirty_words_of_anothers_mail_are_theirs(table: Table) -> None:
    table.receive(list_mail("Bob", f"{LONG}\nIs that a turn?\n"))
    before = turns(table)
    table.receive(list_mail("Ann", f"Agreed.\n\n{LONG}"))
    assert turns(table) == before
    table.receive(list_mail("Zed", f"Agreed.\n\n{LONG}"))  # where it is read as Ann's by a ruling
    assert counted(table, "Ann") == "Agreed."
    said = "I open the hatch to 5 for the draught and sweeten the tea, should I?\n"
    table.receive(list_mail("Bob", said))
    table.receive(list_mail("Ann", f"{TURN}\n*** Mon 23 Nov 2026 ***\n{said}"))
    assert counted(table, "Ann") == f"{TURN}\n*** Mon 23 Nov 2026 ***"


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ([], f"Agreed.\n\n{LONG}"),
        ([("Bob", TURN)], TURN),
        ([("Bob", LONG)], LONG),
        ([("Ann", LONG)], LONG),
    ],
    ids=["nobody has said it", "a short turn", "a whole mail", "said before by oneself"],
)
def test_other_words_are_ones_own(table: Table, before: list[tuple[str, str]], text: str) -> None:
    for name, said in before:
        table.receive(list_mail(name, said, forum=DISCUSSION))
    table.receive(list_mail("Ann", text))
    assert turns(table) == ["Ann"]


FOOTER = "I enter room 5 and open the hatch, somebody writes here, and the turn is taken.\n"
ENDING = f"My turn in Red November, in full:\n{TURN}"


@pytest.mark.parametrize(
    ("before", "footer", "text", "taken"),
    [
        (("Ann", "Bob", "Cid", "Bob"), FOOTER, f"{TURN}\n{FOOTER}", True),
        (("Bob", "Cid", "Ann"), FOOTER, f"{TURN}\n{FOOTER}", False),
        (("Xan", "Yul", "Zoe", "Xan"), ENDING, f"Good evening.\n\n{ENDING}", False),
        (("Xan", "Yul", "Zoe", "Xan"), TURN, f"Good evening.\n\n{TURN}", True),
    ],
    ids=["a footer", "three mails", "a turn with which all end", "a short turn"],
)
def test_what_stands_below_every_mail_is_the_lists(
    table: Table, before: tuple[str, ...], footer: str, text: str, taken: bool
) -> None:
    for number, name in enumerate(before, 1):
        table.receive(list_mail(name, f"The tea of day {number} was cold.\n\n{footer}"))
    news = table.receive(list_mail("Ann", text))
    assert turns(table) == (["Ann"] if taken else [])
    assert taken or news[-1].posting.kind == "question"
