"""Who is who on the roster, and which copies of a mail are the same."""

from __future__ import annotations

import msgspec
import pytest

from rednov_bot.core.mail.quoted_mail import KnownAs
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.settings import Settings
from rednov_bot.core.workflow.screening import RULES, WELCOME, digest
from tests.builders import screen

MAIL = b"From: tdrum@post.example\nDate: 4 May 2020 12:00:00 +0200\n"


def test_every_address_of_a_person_is_eirs_in_any_case(roster: Roster) -> None:
    assert roster.addresses_of("Tumbledrum") == (
        "tdrum@post.example",
        "tumble@drum.example",
        "tdrum@old.example",
    )
    assert folded(" TDRUM@Post.example ") in roster.people


def test_an_address_that_two_people_claim_shows_neither() -> None:
    people = {"Ann": {"addresses": ["a@x", "both@x"]}, "Bob": {"addresses": ["BOTH@x", "bot@x"]}}
    settings = {
        "bot": {"address": "bot@x"},
        "imap": {"host": "h", "port": 1, "user": "u"},
        "smtp": {"host": "h", "port": 1},
        "contest": {"contestmaster": "Ann"},
        "forums": {"pf": {"address": "list@x.example", "public": True}},
        "people": people,
    }
    roster = Roster.of(msgspec.convert(settings, Settings))
    assert dict(roster.people) == {"a@x": "Ann"}
    assert dict(roster.fora_by_list_id) == {"list.x.example": "pf"}


def test_the_lists_copy_and_the_direct_one_are_the_same_message(roster: Roster) -> None:
    direct = screen(MAIL + b"\nI pump 3.\n", roster).message
    footed = (
        MAIL + b"List-Id: <agora-business.agoranomic.example>\nSubject: BUS: x\n\nI  pump\n3.\n"
    )
    footed += b"_" * 40 + b"\nagora-business mailing list\n"
    listed = screen(footed, roster).message
    other = screen(MAIL + b"\nI pump 4.\n", roster).message
    assert direct is not None
    assert listed is not None
    assert other is not None
    assert digest(direct) == digest(listed) != digest(other)


def test_every_reason_on_file_is_one_sentence() -> None:
    reasons = [WELCOME, *(rule.reason for rule in RULES)]
    assert all(reason.endswith(".") and len(reason) < 100 for reason in reasons)
    assert len(set(reasons)) == len(reasons)


# -- whom an attribution names: below a TTttPF stand one's own words alone (CFJs 3221, 3586) -----

LIST = "agora-discussion@agoranomic.example"
SENDER = KnownAs(
    addresses=frozenset({"tdrum@post.example"}),
    names=frozenset({"tumbledrum", "tum drum"}),
    lists=frozenset({LIST}),
    others=frozenset({"pewterby", "may", "tumbledrum archer"}),
)
OWN = (
    "On Sun, May 3, 2020 at 9:12 AM Tum Drum <tdrum@post.example> wrote:",
    "On Sun, May 3, 2020 at 9:12 AM Tumbledrum wrote:",
    "On 3 May 2020 Tumbledrum wrote:",
    "On 5/3/20 9:12 AM, Tum Drum via agora-discussion wrote:",
    f"On 5/3/20 9:12 AM, Tum Drum via agora-discussion <{LIST}> wrote:",
    'On Sun, 3 May 2020 09:12:00 +0200 "Tum Drum" wrote:',
    "Am 03.05.2020 um 09:12 schrieb Tum Drum:",
    "Le 3 mai 2020 à 09:12, Tum Drum a écrit :",
    "Tumbledrum wrote:",
    "Tumbledrum said:",
)
ANOTHERS = (
    "",
    "On Sun, May 3, 2020 at 9:12 AM Pewterby wrote:",
    "On Sun, May 3, 2020 at 9:12 AM Tumbledrum Archer wrote:",
    "On Sun, May 3, 2020 at 9:12 AM Little Tumbledrum wrote:",
    "On Sun, May 3, 2020 at 9:12 AM Pewterby, in answer to Tumbledrum, wrote:",
    "On Sun, May 3, 2020 at 9:12 AM somebody, in answer to Tumbledrum wrote:",
    "On Sun, May 3, 2020 Pewterby wrote in answer to tdrum@post.example:",
    f"On 5/3/20 9:12 AM, Pewterby via agora-discussion <{LIST}> wrote:",
    f"On 5/3/20 9:12 AM, {LIST} wrote:",
    "On Sun, May 3, 2020, Tumbledrum <m@else.example> wrote:",
    "Tumbledrum, 3 May 2020:",
    "a divider",
)


@pytest.mark.parametrize("named", [True, False])
def test_an_attribution_is_the_senders_that_leaves_no_doubt(named: bool) -> None:
    seen = {one: SENDER.is_named(one) for one in (OWN if named else ANOTHERS)}
    assert set(seen.values()) == {named}, seen


def test_a_date_names_nobody() -> None:
    for name in ("May", "Mon"):
        sender = KnownAs(
            addresses=frozenset({"m@post.example"}),
            names=frozenset({name.lower()}),
            lists=frozenset(),
        )
        assert not sender.is_named("On Mon, 5 May 2026 at 9:00 Bob wrote:")
        assert not sender.is_named("On 5 May Bob wrote:")
        assert sender.is_named(f"On 5 May 2026 at 9:00 {name} wrote:")
    assert SENDER.is_named("On 5 May 2026 at 9:00 Tumbledrum wrote:")  # beside a gnome called May
