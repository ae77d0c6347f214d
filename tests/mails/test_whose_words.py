"""Whose words stand in a mail: 832 mails by hand, and 450 as programs dress them.

`clients/whose_words.jsonl` has, for each mail, what may be made of it: nothing, a question, that
it is held, or one of three turns, which tell whose words were taken.  `clients/dressed.jsonl` has
mails in the dress of 40 mail programs in 67 languages: the sender's own words, those of others that
are quoted in it, and whether the dress shows plainly which are which.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rednov_bot.cli.read import reading_of
from rednov_bot.core import settings
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from tests.mailfiles import Kept, kept

HERE = Path(__file__).parent
KNOWN = settings.load(HERE / "nomic.toml")
ROSTER = Roster.of(KNOWN)
NOT_YET = {
    "04e-base64-without-its-last-padding": "may have broken off anywhere: it is held",
    "45k-own-turn-in-marks": "the reader takes a turn in quotation marks for a quoted one",
    "45l-announced-in-marks": "the same",
    "47-announced-to-somebody": "the reader sees no announcement in “consider this my turn”",
}
RUN = 5  # words of a turn that no two turns share


def made_of(found: dict[str, Any]) -> set[str]:
    """What was made of a mail, in the words of the file."""
    made = {"held"} if found["status"] in ("held", "answered") else set()
    if found["verdict"] == "acts":
        return made | {_turn(found["acts"])}
    if found["verdict"] == "ambiguous":
        return made | {"ask", _turn(found["proposal"])}  # whose words they are, is known
    return made | {"none"}


def _turn(acts: list[dict[str, Any]]) -> str:
    if len(acts) != 1 or acts[0]["kind"] != "turn":
        return "another act"
    steps = [(step.get("open"), step.get("enter")) for step in acts[0]["steps"]]
    did = acts[0]["action"]["name"], acts[0]["action"]["minutes"]
    if steps == [(8, True)] and did == ("gain_items", 3):
        return "T"
    if did == ("fix_engine", 5):
        return "engine5"
    return "idle" if not steps and did[0] == "no_action" else "another act"


def test_a_mail_is_its_senders_words() -> None:
    wrong = {}
    for one in kept(HERE / "clients" / "whose_words.jsonl"):
        made = made_of(reading_of(one.name, one.octets, ROSTER, KNOWN))
        if not made & set(one.wanted["may"]):
            wrong[one.name] = made
    assert set(wrong) == set(NOT_YET), wrong


def words(text: str) -> str:
    """The words of a text, in lower case, with a blank at either end."""
    found = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(found)} "


def is_told(turn: str, text: str) -> bool:
    """Whether a run of words of a turn stands in a text."""
    said = words(turn).split()
    runs = [said[at : at + RUN] for at in range(max(1, len(said) - RUN + 1))]
    return any(f" {' '.join(run)} " in text for run in runs)


def fault_of(mail: Kept) -> str:
    """What is wrong with how a dressed mail is read; "" where nothing is."""
    message = open_letter(mail.octets, ROSTER).message
    text, aside, own = words(message.text), words(message.aside), words(mail.wanted["own"])
    if any(is_told(turn, text) for turn in mail.wanted["theirs"].split("\n\n")):
        return "another's words are taken for the sender's"
    if mail.wanted["settled"] and own not in text and own not in aside and own.strip():
        return "the sender's own words are lost"
    acts = reading_of("", mail.octets, ROSTER, KNOWN)["acts"] if mail.wanted["theirs"] else []
    alone = reading_of("", _bare(mail), ROSTER, KNOWN) if acts else {}
    return "a quoted turn acts" if acts and acts not in alone.values() else ""


def _bare(mail: Kept) -> bytes:
    """The same mail with nothing but the sender's own words."""
    head = mail.octets.partition(b"\r\n\r\n")[0].decode("ascii", "replace").split("\r\n")
    own = [one for one in head if one.startswith(("From:", "List-Id:", "Date:", "Message-ID:"))]
    lines = [*own, "Content-Type: text/plain; charset=utf-8", "", mail.wanted["own"]]
    return "\r\n".join(lines).encode()


def test_a_turn_in_any_programs_dress_is_whose_it_is() -> None:
    mails = kept(HERE / "clients" / "dressed.jsonl")
    assert len(mails) >= 400
    assert {one.name: fault for one in mails if (fault := fault_of(one))} == {}
