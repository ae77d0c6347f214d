"""Whose words stand in a mail: 832 mails by hand, and dressed ones.

`clients/whose_words.jsonl` has, for each mail, what may be made of it: nothing, a question, that
it is held, or one of three turns, which tell whose words were taken.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from rednov_bot.cli.read import reading_of
from rednov_bot.core import settings
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from tests.mailfiles import kept
from tests.mails.clients.dress import Dressed, dressed
from tests.rigs.scale import many

HERE = Path(__file__).parent
KNOWN = settings.load(HERE / "nomic.toml")
ROSTER = Roster.of(KNOWN)
MAILS = {one.name: one for one in kept(HERE / "clients" / "whose_words.jsonl")}
NOT_YET = {
    "04e-base64-without-its-last-padding": "may have broken off anywhere: it is held",
    "45k-own-turn-in-marks": "the reader takes a turn in quotation marks for a quoted one",
    "45l-announced-in-marks": "the same",
    "47-announced-to-somebody": "the reader sees no announcement in “consider this my turn”",
}


def made_of(found: dict[str, Any]) -> set[str]:
    """What was made of a mail, in the words of the file."""
    made = {"held"} if found["disposition"] in ("hold", "answer") else set()
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
    made = {
        name: made_of(reading_of(name, one.octets, ROSTER, KNOWN)) for name, one in MAILS.items()
    }
    others = {
        name: found for name, found in made.items() if not found & set(MAILS[name].wanted["may"])
    }
    assert set(others) == set(NOT_YET), others


# -- mails as their programs dress them ----------------------------------------------------------

SEEDS = many(20_000, 600)
RUN = 5  # words of a turn that no two turns share


def words(text: str) -> str:
    """The words of a text, in lower case, with a blank at either end."""
    found = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(found)} "


def is_told(turn: str, text: str) -> bool:
    """Whether a run of words of a turn stands in a text."""
    said = words(turn).split()
    runs = [said[at : at + RUN] for at in range(max(1, len(said) - RUN + 1))]
    return any(f" {' '.join(run)} " in text for run in runs)


def fault_of(mail: Dressed) -> str:
    """What is wrong with how a dressed mail is read; "" where nothing is."""
    message = open_letter(mail.octets, ROSTER).message
    own, aside = words(message.text), words(message.aside)
    if any(is_told(turn, own) for turn in mail.theirs.split("\n\n")):
        return "another's words are taken for the sender's"
    if mail.own and mail.settled and words(mail.own) not in own and words(mail.own) not in aside:
        return "the sender's own words are lost"
    return ""


def test_a_turn_in_any_programs_dress_is_whose_it_is() -> None:
    found = Counter(fault_of(dressed(seed)) for seed in range(SEEDS))
    assert found["another's words are taken for the sender's"] <= SEEDS // 1000, found
    assert found["the sender's own words are lost"] <= SEEDS // 500, found


def test_a_quoted_turn_never_acts_in_any_programs_dress() -> None:
    taken = []
    for seed in range(SEEDS // 10):
        mail = dressed(seed)
        acts = reading_of("", mail.octets, ROSTER, KNOWN)["acts"]
        alone = reading_of("", _bare(mail), ROSTER, KNOWN)
        told = alone["acts"] or alone["proposal"]
        taken += [(seed, mail.dress)] if acts and acts != told else []
    assert taken == []


def _bare(mail: Dressed) -> bytes:
    """The same mail with nothing but the sender's own words."""
    head = mail.octets.partition(b"\r\n\r\n")[0].decode("ascii", "replace").split("\r\n")
    kept = [one for one in head if one.startswith(("From:", "List-Id:", "Date:", "Message-ID:"))]
    return "\r\n".join([*kept, "Content-Type: text/plain; charset=utf-8", "", mail.own]).encode()
