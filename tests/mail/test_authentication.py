"""How far a mail is shown to be its author's: the class, and the ground that decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.mail.authentication import Checks, confidence
from rednov_bot.core.mail.letter import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.papers import Confidence
from tests.builders import BUSINESS, MONDAY, list_mail, private_mail, settings_for

ROSTER = Roster.of(settings_for("sqlite:///none.db"))
CHECKS = Checks(authserv_id="mx.bots.example")
OF_LIST = "dkim=pass header.d=agora.example"


def found(octets: bytes, results: str = "", checks: Checks = CHECKS) -> Confidence | None:
    """What is thought of a mail of which our own server says this."""
    if results:
        octets = f"Authentication-Results: mx.bots.example; {results}\r\n".encode() + octets
    return confidence(open_letter(octets, ROSTER), octets, checks, MONDAY)


def munged(name: str, *behind: str, field: str = "Reply-To") -> bytes:
    """A list's mail whose From the list has rewritten."""
    mail = list_mail(name, "I join.")
    was = f"From: {name} <{name.lower()}@post.example>\r\n".encode()
    assert was in mail
    now = f"From: {name} via Business <{BUSINESS}>\r\n{field}: {', '.join(behind)}\r\n"
    return mail.replace(was, now.encode())


DIRECT = {
    "dkim=pass header.d=post.example": "proved",
    "dkim=pass header.i=@post.example": "proved",
    "dkim=pass header.d=POST.Example": "proved",
    "dmarc=pass (p=REJECT) header.from=post.example": "proved",
    "spf=pass smtp.mailfrom=ann@post.example": "proved",
    "spf=fail smtp.mailfrom=ann@post.example; dkim=pass header.d=post.example": "proved",
    "dkim=none": "plain",
    "dkim=neutral header.d=post.example": "plain",
    "dkim=temperror header.d=post.example": "plain",
    "dkim=pass header.d=evil.example": "plain",
    "dkim=pass header.d=example": "plain",
    "dkim=pass header.d=x.post.example": "plain",
    "dkim=pass header.d=notpost.example": "plain",
    "spf=pass smtp.mailfrom=bounce@mailer.example; dmarc=none header.from=post.example": "plain",
    "dkim=fail header.d=evil.example": "plain",
    "dkim=fail header.d=post.example": "doubtful",
    "spf=softfail smtp.mailfrom=ann@post.example": "doubtful",
    "dmarc=fail (p=NONE) header.from=post.example": "doubtful",
    "spf=fail smtp.mailfrom=ann@post.example": "contradicted",
    "dmarc=fail (p=QUARANTINE dis=NONE) header.from=post.example": "contradicted",
    "dmarc=fail header.from=post.example policy.dmarc=reject": "contradicted",
    "arc=pass; dkim=none": "plain",
}


@pytest.mark.parametrize("results", DIRECT)
def test_of_a_mail_that_came_straight_eir_own_domain_says_it(results: str) -> None:
    shown = found(private_mail("Ann", "hello"), results)
    assert shown is not None
    assert shown.trust == DIRECT[results]
    assert all(shown.grounds)


LISTED = {
    OF_LIST: "listed",
    "spf=pass smtp.mailfrom=agora-business-bounces@agora.example": "listed",
    "spf=pass smtp.helo=agora.example": "listed",
    "dkim=fail header.d=post.example; dkim=pass header.d=agora.example": "listed",
    "dmarc=fail (p=REJECT) header.from=post.example; dkim=pass header.d=agora.example": "listed",
    "dkim=pass header.d=post.example": "proved",
    "dmarc=pass header.from=post.example": "proved",
    "spf=pass smtp.mailfrom=ann@post.example": "doubtful",
    "dkim=pass header.d=evil.example": "doubtful",
    "spf=pass smtp.mailfrom=x@evil.example": "doubtful",
    "dkim=none": "plain",
    "dkim=fail header.d=post.example": "plain",
    "spf=fail smtp.mailfrom=agora-business-bounces@agora.example": "contradicted",
    "dkim=fail header.d=agora.example": "contradicted",
}


@pytest.mark.parametrize("results", LISTED)
def test_of_a_lists_mail_the_list_may_say_it(results: str) -> None:
    shown = found(list_mail("Ann", "I join."), results)
    assert shown is not None
    assert shown.trust == LISTED[results]


@pytest.mark.parametrize("field", ["Reply-To", "Cc"])
def test_a_from_that_the_list_has_rewritten_is_nothing_to_wonder_at(field: str) -> None:
    shown = found(munged("Ann", "Ann <ann@post.example>", field=field), OF_LIST)
    assert shown == Confidence(
        trust="listed",
        grounds=("the list passed it on: DKIM of agora.example passes, says our server",),
    )
    passes = "dmarc=pass header.from=agora.example"
    shown = found(munged("Ann", "Ann <ann@post.example>", field=field), passes)
    assert shown is not None
    assert shown.trust == "listed"


def test_who_signs_for_the_host_of_a_rewritten_mail_does_not_sign_for_its_author() -> None:
    """Anybody of the same provider can put eir neighbour into Reply-To."""
    shown = found(munged("Ann", "ann@post.example"), "dkim=pass header.d=post.example")
    assert shown is not None
    assert shown.trust == "doubtful"


def test_a_name_that_is_borrowed_beside_a_second_address_is_doubtful() -> None:
    shown = found(munged("Ann", "ann@post.example", "evil@evil.example"), OF_LIST)
    assert shown is not None
    assert shown.trust == "doubtful"
    assert "another's" in shown.grounds[0]


def test_a_host_may_name_other_domains_that_vouch_for_its_list() -> None:
    results = "dkim=pass header.d=hoster.example"
    hosted = replace(CHECKS, lists=lambda forum: ("hoster.example",))
    shown = found(list_mail("Ann", "I join."), results, hosted)
    assert shown is not None
    assert shown.trust == "listed"


COVERED = "from:to:subject:date:list-id"


def sealed(domain: str, stated: str, *, more: str = "", head: str = "") -> bytes:
    """A list's mail with one set of ARC, and more above it."""
    chain = (
        f"{more}ARC-Seal: i=1; a=rsa-sha256; cv=none; d={domain}; s=x; b=AAAA\r\n"
        f"ARC-Message-Signature: i=1; a=rsa-sha256; d={domain}; s=x; h={COVERED}; bh=A; b=AAAA\r\n"
        f"ARC-Authentication-Results: i=1; mx.agora.example; {stated}\r\n{head}"
    )
    return chain.encode() + list_mail("Ann", "I join.")


SECOND = (
    "ARC-Seal: i=2; cv=pass; d={0}; b=AAAA\r\nARC-Authentication-Results: i=2; {1}; arc=pass\r\n"
)
BY_AUTHOR = "dkim=pass header.d=post.example"
CHAINS = {
    "the list saw a signature": ("arc=pass", sealed("agora.example", BY_AUTHOR), "proved"),
    "it saw DMARC pass": (
        "arc=pass",
        sealed("agora.example", "dmarc=pass header.from=post.example"),
        "proved",
    ),
    "it saw nothing": ("arc=pass", sealed("agora.example", "dkim=none"), "listed"),
    "it saw another's signature": (
        "arc=pass",
        sealed("agora.example", "dkim=pass header.d=evil.example"),
        "listed",
    ),
    "the chain does not hold": ("arc=fail", sealed("agora.example", BY_AUTHOR), "plain"),
    "nobody has looked at the chain": ("dkim=none", sealed("agora.example", BY_AUTHOR), "plain"),
    "somebody else sealed it": ("arc=pass", sealed("evil.example", BY_AUTHOR), "plain"),
    "somebody else sealed it anew": (
        "arc=pass",
        sealed("agora.example", BY_AUTHOR, more=SECOND.format("evil.example", "evil.example")),
        "plain",
    ),
    "somebody else sealed it anew in our server's name": (
        "arc=pass",
        sealed("agora.example", BY_AUTHOR, more=SECOND.format("evil.example", "mx.bots.example")),
        "plain",
    ),
    "our own server sealed it on arrival": (
        "arc=pass",
        sealed("agora.example", BY_AUTHOR, more=SECOND.format("bots.example", "mx.bots.example")),
        "proved",
    ),
    "two seals have one number": (
        "arc=pass",
        sealed("evil.example", BY_AUTHOR, more="ARC-Seal: i=1; d=agora.example; b=AAAA\r\n"),
        "plain",
    ),
    "a set is missing": (
        "arc=pass",
        sealed("agora.example", BY_AUTHOR).replace(b"i=1", b"i=2"),
        "plain",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_counts_where_our_server_has_checked_it_and_the_list_sealed_it(name: str) -> None:
    results, octets, trust = CHAINS[name]
    shown = found(octets, results)
    assert shown is not None
    assert shown.trust == trust


def test_nothing_is_thought_of_a_mail_where_nothing_is_checked() -> None:
    octets = private_mail("Ann", "hello")
    assert found(octets, "dmarc=fail (p=REJECT) header.from=post.example", Checks()) is None


def test_of_nobody_known_nothing_is_thought() -> None:
    assert found(private_mail("Zed", "hello", address="zed@far.example"), OF_LIST) is None


def test_where_our_server_has_said_nothing_that_is_told() -> None:
    shown = found(private_mail("Ann", "hello"))
    assert shown is not None
    assert shown.trust == "plain"
    assert shown.grounds[-1] == "it bears no results of mx.bots.example"


def test_what_our_server_wrote_and_cannot_be_read_is_doubtful() -> None:
    """Or a sender with an odd address could hide that it failed."""
    shown = found(private_mail("Ann", "hello"), 'spf=fail smtp.mailfrom="ann@post.example')
    assert shown is not None
    assert shown.trust == "doubtful"
    assert shown.grounds[0] == "what mx.bots.example found cannot be read"
