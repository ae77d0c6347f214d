"""Below a TTttPF a gnome repeats eir own words, and never another's (CFJs 3221, 3586)."""

from __future__ import annotations

import pytest

from rednov_bot.core.mail.quoted_mail import KnownAs
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import live_text

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
MIXED = {
    "a block that was sent to the gnome": (
        "From: Pewterby\nSent: Monday, May 4, 2020 9:00 AM\nTo: Tumbledrum\nSubject: turn\n\n"
        "I pump 9."
    ),
    "a block from a list": (
        f"From: Pewterby via agora <{LIST}>\nSent: Monday, May 4, 2020 9:00 AM\nTo: Tumbledrum\n\n"
        "I pump 9."
    ),
    "a block without a From": "Sent: May 4, 2020 9:00\nTo: tdrum@post.example\n\nI pump 9.",
    "a From inside": "On 3 May 2020 Tumbledrum wrote:\n> From: Pewterby\n> I pump 9.",
    "a saying inside": "On 3 May 2020 Tumbledrum wrote:\n> Pewterby said:\n> I pump 9.",
    "a name inside": "On 3 May 2020 Tumbledrum wrote:\n> Pewterby:\n> I pump 9.",
    "a From inside an unmarked mail": (
        "From: Tumbledrum <tdrum@post.example>\nSent: May 4, 2020 9:00\nTo: x@y.example\n\n"
        "From: Pewterby\nI pump 9."
    ),
}


@pytest.mark.parametrize("attribution", OWN)
def test_an_attribution_to_the_sender_is_one(attribution: str) -> None:
    assert SENDER.is_named(attribution)


@pytest.mark.parametrize("attribution", ANOTHERS)
def test_an_attribution_that_leaves_a_doubt_is_anothers(attribution: str) -> None:
    assert not SENDER.is_named(attribution)


@pytest.mark.parametrize("name", ["May", "Mon"])
def test_a_date_names_nobody(name: str) -> None:
    sender = KnownAs(
        addresses=frozenset({"m@post.example"}), names=frozenset({name.lower()}), lists=frozenset()
    )
    assert not sender.is_named("On Mon, 5 May 2026 at 9:00 Bob wrote:")
    assert not sender.is_named("On 5 May Bob wrote:")
    assert sender.is_named(f"On 5 May 2026 at 9:00 {name} wrote:")


def test_a_gnome_called_like_a_month_takes_no_date_from_another() -> None:
    assert SENDER.is_named("On 5 May 2026 at 9:00 Tumbledrum wrote:")


def read(body: str, roster: Roster) -> str:
    return live_text(f"From: tdrum@post.example\n\n{body}\n".encode(), roster)


@pytest.mark.parametrize("name", MIXED)
def test_what_may_be_anothers_is_not_repeated(name: str, roster: Roster) -> None:
    assert read(f"TTttPF\n\n{MIXED[name]}", roster) == "TTttPF"


def test_a_later_quote_is_whose_the_earlier_was(roster: Roster) -> None:
    anothers = "On 3 May 2020, Pewterby <pewterby@sub.example> wrote:\n> hello\n\nTTttPF\n\n> I go."
    assert read(anothers, roster) == "TTttPF"
    own = "On 3 May 2020, Tumbledrum <tdrum@post.example> wrote:\n> hello\n\nTTttPF\n\n> I go."
    assert read(own, roster) == "TTttPF\n\nI go."


def test_words_between_an_attribution_and_its_quote_change_nothing(roster: Roster) -> None:
    body = "On 3 May 2020, Pewterby <pewterby@sub.example> wrote:\n> a\n\nNo.\n\nTTttPF\n> I go."
    assert read(body, roster) == "No.\n\nTTttPF"


def test_ones_own_attribution_names_one_quote_among_anothers(roster: Roster) -> None:
    body = (
        "On 3 May 2020, Pewterby <pewterby@sub.example> wrote:\n> a\n\nTTttPF\n\n"
        "On 3 May 2020, Tumbledrum <tdrum@post.example> wrote:\n> I go.\n\nTTttPF\n\n> b\n"
    )
    assert read(body, roster) == "TTttPF\n\nI go.\n\nTTttPF"
