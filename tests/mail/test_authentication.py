"""Whether a mail is its author's: `pass`, `nothing known` or `fail`, and by what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_changes

from rednov_bot.core.mail.authentication import (
    LONGEST,
    READ_ONCE,
    Checks,
    Result,
    authenticate,
    believed,
    parsed,
)
from rednov_bot.core.mail.headers import MOST_OCTETS_OF_HEAD, split
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Authentication
from tests.builders import (
    BUSINESS,
    DISCUSSION,
    MONDAY,
    address_of,
    list_mail,
    private_mail,
    settings_for,
)
from tests.mail.test_dkim import keys, signed

OURS = "mx.bots.example"
ROSTER = Roster.of(settings_for("sqlite:///none.db"))
CHECKS = Checks(authserv_id=OURS)
OF_ANN = "dkim=pass header.d=post.example"
OF_LIST = "dkim=pass header.d=agora.example"
SAID = list_mail("Ann", "I take no action.")
HELLO = private_mail("Ann", "hello")
TO_BOB = private_mail("Ann", "I take no action.", to=address_of("Bob"))
ON_BUSINESS = b"List-Id: <agora-business.agora.example>\r\n"


def found(
    octets: bytes, results: str = "", checks: Checks = CHECKS, roster: Roster = ROSTER
) -> Authentication | None:
    """What is thought of a mail of which our own server says this."""
    if results:
        octets = f"Authentication-Results: {OURS}; {results}\r\n".encode() + octets
    return authenticate(open_letter(octets, roster), octets, checks, MONDAY)


def outcome(octets: bytes, results: str = OF_ANN) -> str:
    shown = found(octets, results)
    assert shown is not None
    assert all(shown.grounds)
    return shown.outcome


def checked_here(octets: bytes) -> str:
    """What the bot thinks that looks at signatures itself."""
    shown = found(octets, checks=Checks(keys=keys()))
    assert shown is not None
    return shown.outcome


def munged(*behind: str, field: str = "Reply-To") -> bytes:
    """A list's mail whose From the list has rewritten."""
    was = b"From: Ann <ann@post.example>\r\n"
    assert was in SAID
    now = f"From: Ann via Business <{BUSINESS}>\r\n{field}: {', '.join(behind)}\r\n"
    return SAID.replace(was, now.encode())


def marked(octets: bytes) -> bytes:
    """What was said elsewhere, under the marks of the list for business."""
    lines = octets.split(b"\r\n")
    kept = [one for one in lines if not one.startswith((b"List-Id", b"Sender"))]
    return ON_BUSINESS + b"\r\n".join(kept)


def signature(covers: str, domain: str = "post.example", more: str = "", b: str = "AAAA") -> bytes:
    """A signature that our server has checked."""
    return f"DKIM-Signature: v=1; d={domain}; s=x; h={covers}; {more}b={b}\r\n".encode()


DIRECT = {
    OF_ANN: "pass",
    "dkim=pass header.i=@post.example": "pass",
    "dkim=pass header.d=POST.Example": "pass",
    "dmarc=pass (p=REJECT) header.from=post.example": "pass",
    "spf=pass smtp.mailfrom=ann@post.example": "pass",
    f"spf=fail smtp.mailfrom=ann@post.example; {OF_ANN}": "pass",
    "dkim=none": "nothing known",
    "dkim=neutral header.d=post.example": "nothing known",
    "dkim=temperror header.d=post.example": "nothing known",
    "dkim=pass header.d=evil.example": "nothing known",
    "dkim=pass header.d=example": "nothing known",
    "dkim=pass header.d=x.post.example": "nothing known",
    "dkim=pass header.d=notpost.example": "nothing known",
    "spf=pass smtp.mailfrom=b@mailer.example; dmarc=none header.from=post.example": "nothing known",
    "dkim=fail header.d=evil.example": "nothing known",
    "arc=pass; dkim=none": "nothing known",
    "dkim=fail header.d=post.example": "fail",
    "spf=softfail smtp.mailfrom=ann@post.example": "fail",
    "spf=fail smtp.mailfrom=ann@post.example": "fail",
    "dmarc=fail (p=NONE) header.from=post.example": "fail",
    "dmarc=fail header.from=post.example policy.dmarc=reject": "fail",
}


LISTED = {
    OF_LIST: "pass",
    "spf=pass smtp.mailfrom=agora-business-bounces@agora.example": "pass",
    "spf=pass smtp.helo=agora.example": "pass",
    f"dkim=fail header.d=post.example; {OF_LIST}": "pass",
    f"dmarc=fail (p=REJECT) header.from=post.example; {OF_LIST}": "pass",
    OF_ANN: "pass",
    "dmarc=pass header.from=post.example": "pass",
    "dkim=none": "nothing known",
    "dkim=fail header.d=post.example": "nothing known",
    "dmarc=fail header.from=post.example": "fail",
    "spf=fail smtp.mailfrom=ann@post.example": "fail",
    "spf=pass smtp.mailfrom=ann@post.example": "fail",
    "dkim=pass header.d=evil.example": "fail",
    "spf=pass smtp.mailfrom=x@evil.example": "fail",
    "spf=fail smtp.mailfrom=agora-business-bounces@agora.example": "fail",
    "dkim=fail header.d=agora.example": "fail",
}


ANN = "Ann <ann@post.example>"
REWRITTEN = {
    "in Reply-To": (OF_LIST, munged(ANN), "pass"),
    "in Cc": (OF_LIST, munged(ANN, field="Cc"), "pass"),
    "by DMARC of the list": ("dmarc=pass header.from=agora.example", munged(ANN), "pass"),
    "whose host signs for their neighbour": (OF_ANN, munged(ANN), "fail"),
    "beside another address": (OF_LIST, munged(ANN, "evil@evil.example"), "fail"),
    "not covered by the list's signature": (
        OF_LIST,
        signature("from:to:subject:date:list-id", "agora.example") + munged(ANN),
        "fail",
    ),
    "covered by it": (
        OF_LIST,
        signature("from:to:subject:date:list-id:reply-to", "agora.example") + munged(ANN),
        "pass",
    ),
}


def test_a_host_may_name_other_domains_that_vouch_for_its_list() -> None:
    hosted = replace(CHECKS, lists=lambda forum: ("hoster.example",))
    shown = found(SAID, "dkim=pass header.d=hoster.example", hosted)
    assert shown is not None
    assert shown.outcome == "pass"


COVERED = "from:to:subject:date:list-id"


def sealed(domain: str, *, more: str = "") -> bytes:
    """A list's mail with one set of ARC, and more above it."""
    chain = (
        f"{more}ARC-Seal: i=1; a=rsa-sha256; cv=none; d={domain}; s=x; b=AAAA\r\n"
        f"ARC-Message-Signature: i=1; a=rsa-sha256; d={domain}; s=x; h={COVERED}; bh=A; b=AAAA\r\n"
        f"ARC-Authentication-Results: i=1; mx.agora.example; {OF_ANN}\r\n"
    )
    return chain.encode() + SAID


SEALED = sealed("agora.example")
SECOND = "ARC-Seal: i=2; cv=pass; d={0}; b=AAAA\r\n"
CHAINS = {
    "the list sealed it": ("arc=pass", SEALED, "pass"),
    "the chain does not hold": ("arc=fail", SEALED, "nothing known"),
    "nobody has looked at the chain": ("dkim=none", SEALED, "nothing known"),
    "somebody else sealed it": ("arc=pass", sealed("evil.example"), "nothing known"),
    "somebody else sealed it anew": (
        "arc=pass",
        sealed("agora.example", more=SECOND.format("evil.example")),
        "nothing known",
    ),
    "our own server sealed it on arrival": (
        "arc=pass",
        sealed("agora.example", more=SECOND.format("bots.example")),
        "pass",
    ),
    "two seals have one number": (
        "arc=pass",
        sealed("evil.example", more="ARC-Seal: i=1; d=agora.example; b=AAAA\r\n"),
        "nothing known",
    ),
    "a set is missing": ("arc=pass", SEALED.replace(b"i=1", b"i=2"), "nothing known"),
    "it covers no mark of the list": (
        "arc=pass",
        SEALED.replace(b":list-id", b"").replace(f"To: {BUSINESS}".encode(), b"To: b@c.de"),
        "nothing known",
    ),
    "somebody else has signed the text": (
        "arc=pass",
        SEALED.replace(b"a=rsa-sha256; d=agora", b"a=rsa-sha256; d=evil"),
        "nothing known",
    ),
}  # fmt: skip


OUTCOMES = {
    # Of a mail that came straight its author's domain says whose it is, of a list's the list may.
    **{f"straight: {results}": (results, HELLO, wanted) for results, wanted in DIRECT.items()},
    **{f"by a list: {results}": (results, SAID, wanted) for results, wanted in LISTED.items()},
    # The author of a rewritten mail is shown by the list.
    **{f"rewritten: {name}": case for name, case in REWRITTEN.items()},
    # A chain counts where our server has checked it, and the list sealed it.
    **{f"chain: {name}": case for name, case in CHAINS.items()},
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_whose_a_mail_is_by_what_our_server_found(name: str) -> None:
    results, octets, wanted = OUTCOMES[name]
    assert outcome(octets, results) == wanted


# -- what a signature covers -----------------------------------------------------------------

OTHERS = {
    "from": "Annie <ann@post.example>",
    "date": "Wed, 25 Nov 2026 10:00:00 +0000",
    "content-type": "text/html",
    "content-transfer-encoding": "base64",
    "to": BUSINESS + ", far@far.example",
}


@pytest.mark.parametrize("name", READ_ONCE)
def test_what_stands_above_the_signed_field_makes_the_mail_fail(name: str) -> None:
    """DKIM vouches for the last field of a name, and the first is read."""
    twice = f"{name}: {OTHERS.get(name, '<other@far.example>')}\r\n".encode()
    if name not in SAID.decode().lower():
        twice += f"{name}: <another@far.example>\r\n".encode()
    octets = twice + signed(SAID)
    assert checked_here(octets) == outcome(octets) == outcome(octets, OF_LIST) == "fail"


def test_what_may_stand_twice_is_no_matter() -> None:
    date = next(one for one in SAID.split(b"\r\n") if one.startswith(b"Date"))
    assert outcome(date.replace(b": ", b":  ") + b"\r\n" + SAID) == "pass"
    for name in ("List-Post", "Sender", "Received", "X-Mailer"):
        twice = f"{name}: <mailto:{BUSINESS}>\r\n{name}: {BUSINESS}\r\n".encode()
        assert outcome(twice + SAID) == "pass"


def test_a_head_that_is_another_to_others_makes_the_mail_fail() -> None:
    """To who has signed, all of this is one field, which no signature covers."""
    hidden = b"X-Odd: a\rFrom: Ann <ann@post.example>\rDate: Wed, 25 Nov 2026 10:00:00 +0000\r"
    hidden += ON_BUSINESS.strip() + b"\r\rI join.\r\n"
    assert checked_here(hidden + signed(SAID)) == outcome(hidden + signed(SAID)) == "fail"
    long = b"X-Long: " + b"x" * MOST_OCTETS_OF_HEAD + b"\r\nDate:"
    assert outcome(SAID.replace(b"Date:", long)) == "fail"


@pytest.mark.parametrize(
    ("covers", "wanted"),
    [
        ("from:to:subject:date:message-id", "pass"),
        ("From : To : Subject : Date", "pass"),
        ("from:to:subject:message-id", "nothing known"),
        ("from:to:date:message-id", "nothing known"),
        ("to:subject:date", "nothing known"),
    ],
)
def test_a_signature_shows_something_that_covers_what_is_read(covers: str, wanted: str) -> None:
    assert outcome(signature(covers) + HELLO) == wanted
    passes = "dmarc=pass header.from=post.example"
    assert outcome(signature(covers, "mail.post.example") + HELLO, passes) == wanted
    names = [one.strip().lower().encode() for one in covers.split(":")]
    if "from" in covers.lower():
        assert checked_here(signed(HELLO, include_headers=names)) == wanted
    on_list = outcome(signature(covers) + SAID)
    assert on_list == ("pass" if wanted == "pass" else "fail")  # anybody may have changed the rest


def test_a_signature_over_a_part_of_the_text_shows_nothing() -> None:
    in_part = signature("from:to:subject:date", more="l=5; ")
    assert outcome(in_part + HELLO) == "nothing known"
    assert outcome(in_part + SAID) == "fail"


def test_of_several_signatures_our_server_names_the_one_that_holds() -> None:
    mail = signature("from", b="BBBBBBBB") + signature("from:to:subject:date", b="AAAAAAAA") + HELLO
    assert outcome(mail, f"{OF_ANN} header.b=AAAAAAAA") == "pass"
    assert outcome(mail, f"{OF_ANN} header.b=BBBBBBBB") == "nothing known"
    assert outcome(mail) == "nothing known"


TALK = list_mail("Ann", "I take no action.", forum=DISCUSSION)
BY_EVIL = "spf=pass smtp.mailfrom=x@evil.example"


@pytest.mark.parametrize("octets", [TALK, TO_BOB])
def test_what_was_said_elsewhere_is_not_made_public_by_a_mark(octets: bytes) -> None:
    for said in (OF_ANN, "dmarc=pass header.from=post.example"):
        assert outcome(marked(octets), said) == outcome(marked(octets), f"{said}; {BY_EVIL}")
        assert outcome(marked(octets), said) == "fail"
    assert checked_here(marked(signed(octets))) == "fail"
    assert outcome(marked(octets), f"{OF_ANN}; {OF_LIST}") == "pass"  # the list passed it on


def test_to_whom_a_mail_went_is_shown_where_it_was_signed() -> None:
    assert outcome(signature("from:subject:date") + SAID) == "fail"
    by_copy = SAID.replace(b"To: ", b"To: x@y.example\r\nCc: ")
    assert outcome(signature("from:cc:subject:date") + by_copy) == "pass"
    redirected = b"Delivered-To: rednov@bots.example\r\n" + TO_BOB  # Bob hands it in
    assert outcome(redirected) == "fail"
    assert outcome(redirected, f"{OF_ANN}; spf=pass smtp.mailfrom=ann@post.example") == "pass"


def test_a_mail_of_one_list_is_not_made_one_of_another_of_the_same_domain() -> None:
    of_list = signature("from:to:subject:date", "agora.example")
    assert outcome(marked(of_list + TALK), OF_LIST) == "fail"
    assert outcome(of_list + SAID, OF_LIST) == "pass"


def test_what_its_authors_own_server_hands_in_did_not_come_by_a_list() -> None:
    results = "spf=pass smtp.mailfrom=ann@post.example; dmarc=pass header.from=post.example"
    assert outcome(SAID, results) == "fail"


OVER_LITTLE, OVER_ALL = "from:subject:date:message-id", "from:to:cc:subject:date"
BY_SIGNER = "dkim=pass header.i=@cs.univ.example header.s=x header.b=AbCd"
BY_DMARC = "dmarc=pass (p=NONE) header.from=cs.univ.example"
BY_KIN = "spf=pass smtp.mailfrom=bounce@mail.univ.example"
BY_OWN = "spf=pass smtp.mailfrom=bounce@out.cs.univ.example"
REPORTED: dict[str, tuple[str, str, str]] = {
    # whose the signature is, for whom, and what our server says of it
    "by its domain": ("univ.example", "", "dkim=pass header.d=univ.example"),
    "by its signer alone": ("univ.example", "i=@cs.univ.example; ", BY_SIGNER),
    "by its signer, and DMARC": (
        *("univ.example", "i=x@CS.univ.example; "),
        f"{BY_SIGNER}; {BY_DMARC}",
    ),
    "by DMARC, of the domain above": ("univ.example", "", BY_DMARC),
    "by DMARC, of a sibling": ("mail.univ.example", "", BY_DMARC),
}


def of_univ(octets: bytes, said: str) -> str:
    """Whether a mail is Ann's, who has moved to a university."""
    known = settings_for("sqlite:///none.db")
    ann = with_changes(known.people["Ann"], addresses=("ann@cs.univ.example",))
    roster = Roster.of(with_changes(known, people={**known.people, "Ann": ann}))
    shown = found(octets.replace(b"ann@post", b"ann@cs.univ"), said, roster=roster)
    assert shown is not None
    return shown.outcome


@pytest.mark.parametrize("name", REPORTED)
def test_what_a_signature_covers_is_seen_however_our_server_calls_it(name: str) -> None:
    domain, signer, said = REPORTED[name]
    elsewhere = ON_BUSINESS + f"Cc: {BUSINESS}\r\n".encode() + TO_BOB
    assert of_univ(signature(OVER_ALL, domain, signer, "AbCdEf") + SAID, said) == "pass"
    assert of_univ(signature(OVER_LITTLE, domain, signer, "AbCdEf") + elsewhere, said) == "fail"
    assert of_univ(signature(OVER_ALL, domain, f"{signer}l=0; ") + elsewhere, said) == "fail"


def test_a_signature_that_is_not_there_covers_nothing() -> None:
    other = signature(OVER_ALL, "evil.example", "i=@cs.univ.example; ", "AbCdEf")
    true = signature(OVER_LITTLE, "univ.example", "i=@cs.univ.example; ", "AbCdEf")
    more = signature(OVER_ALL, "cs.univ.example", "", "AbCdEf")
    for said in (BY_SIGNER, BY_DMARC, f"{BY_SIGNER}; {BY_DMARC}"):
        assert of_univ(other + SAID, said) == "fail"
        assert of_univ(more + true + SAID, said) == "fail"


@pytest.mark.parametrize("by", [BY_KIN, BY_OWN, "spf=pass smtp.mailfrom=bob@cs.univ.example"])
@pytest.mark.parametrize("domain", ["mail.univ.example", "cs.univ.example", "univ.example"])
def test_what_was_said_to_bob_alone_announces_nothing_whoever_is_kin_to_ann(
    by: str, domain: str
) -> None:
    """Bob empties what the signatures cover together, by one of their own that covers nothing."""
    said = f"dkim=pass header.d=cs.univ.example header.b=AbCd; {BY_DMARC}; {by}"
    true = signature("from:to:subject:date", "cs.univ.example", "", "AbCdEf")
    head = ON_BUSINESS + f"Cc: {BUSINESS}\r\n".encode() + signature("x", domain, "", "none")
    assert of_univ(head + true + TO_BOB, said) == "fail"


def test_a_server_proves_nothing_whose_domain_may_only_be_kin() -> None:
    """As evil.co.uk may be of post.co.uk: the last two names do not tell (RFC 7489, 3.2)."""
    mail = signature(OVER_ALL, "service.example") + HELLO
    assert of_univ(mail, f"{BY_OWN}; {BY_DMARC}") == "pass"
    assert of_univ(mail, f"{BY_KIN}; {BY_DMARC}") == "nothing known"
    assert of_univ(SAID, f"{BY_KIN}; {BY_DMARC}") == "fail"


def test_nothing_is_thought_of_strangers_or_where_nothing_is_checked() -> None:
    assert found(HELLO, "dmarc=fail (p=REJECT) header.from=post.example", Checks()) is None
    assert found(private_mail("Zed", "hello", address="zed@far.example"), OF_LIST) is None


def test_where_our_server_has_said_nothing_or_cannot_be_read_that_is_told() -> None:
    shown = found(HELLO)
    assert shown is not None
    assert shown.outcome == "nothing known"
    assert shown.grounds[-1] == f"it bears no results of {OURS}"
    shown = found(HELLO, 'spf=fail smtp.mailfrom="ann@post.example')
    assert shown is not None
    assert shown.outcome == "fail"  # or a sender with an odd address could hide that it failed
    assert shown.grounds[0] == f"what {OURS} found cannot be read"


# -- Authentication-Results as RFC 8601 has them ---------------------------------------------

GOOD = {
    f"{OURS}; {OF_ANN}": ["dkim"],
    f"{OURS} 1; {OF_ANN}": ["dkim"],
    f"{OURS}; spf=fail smtp.mailfrom=a@post.example; {OF_ANN}": ["spf", "dkim"],
    f"(by (us)) {OURS} (really) ; dkim=pass (2048-bit; odd) header.d=post.example": ["dkim"],
    f'"{OURS}"; dkim=pass reason="a; b" header.d="post.example"': ["dkim"],
    f"{OURS.upper()}; DKIM=Pass Header.D=Post.Example": ["dkim"],
    f"{OURS}; dkim = pass header.d = post.example": ["dkim"],
    f"{OURS}; dkim/1=pass header.d=post.example": ["dkim"],
    f"{OURS}; dkim=pass header.b=ab/+c== header.d=post.example": ["dkim"],
    f"{OURS}; {OF_ANN};": ["dkim"],
    f"{OURS}; none": [],
}


@pytest.mark.parametrize("value", GOOD)
def test_a_field_is_read(value: str) -> None:
    read = parsed(value)
    assert read is not None
    assert read[0] == OURS
    assert [one.method for one in read[1]] == GOOD[value]
    of_dkim = [one for one in read[1] if one.method == "dkim"]
    assert all((one.result, one.domain("header.d")) == ("pass", "post.example") for one in of_dkim)


BAD = [
    *("", OURS, f"{OURS};", f"{OURS} {OF_ANN}", f"{OURS} {OURS}; {OF_ANN}"),
    *(f"evil.example {OURS}; {OF_ANN}", f"{OURS}; {OF_ANN} (open", f"{OURS}; {OF_ANN} something"),
    *(f'{OURS}; dkim=pass header.d="post.example', f"{OURS}; pass header.d=post.example"),
    *(f"{OURS}; none; {OF_ANN}", f"{OURS}; ; {OF_ANN}", f"{OURS}) ; {OF_ANN}"),
    *(f"dkim=pass; {OF_ANN}", f"{OURS}; {OF_ANN}" + " " * LONGEST, "(" * 8000, '"' * 8001),
]


@pytest.mark.parametrize("value", BAD)
def test_a_malformed_field_is_none(value: str) -> None:
    assert parsed(value) is None


def test_of_a_property_that_stands_twice_the_first_counts() -> None:
    twice = (("header.d", "a.example"), ("header.d", "b.example"))
    assert Result("dkim", "pass", twice).domain("header.d") == "a.example"


OWN = f"Authentication-Results: {OURS}; dkim=fail header.d=post.example"
FORGED = f"Authentication-Results: {OURS}; {OF_ANN}"
HOP = "Received: from evil.example by mx.bots.example; Mon, 23 Nov 2026 10:00:00 +0000"
SPF = f"Authentication-Results: {OURS}; spf=none smtp.mailfrom=a@post.example"


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        (f"{OWN}\n{HOP}\n{FORGED}", "fail"),
        (f"{HOP}\n{OWN}\nX-Mailer: x\n{FORGED}", "fail"),
        (f"Authentication-Results: {OURS}.evil.example; {OF_ANN}\n{OWN}", "fail"),
        (f"Authentication-Results: evil.example ({OURS}); {OF_ANN}\n{OWN}", "fail"),
        (f"Authentication-Results: ({OURS}) evil.example; {OF_ANN}", ""),
        (f"Authentication-Results: evil.example {OURS}; {OF_ANN}\n{OWN}", "fail"),
        (f"Authentication-Results:\n evil.example;\n dkim=pass\n ({OURS}; {OF_ANN})", ""),
        (f"X-Authentication-Results: {OURS}; {OF_ANN}", ""),
        (f"authentication-RESULTS :\n {OURS.upper()};\n\tdkim=fail\n{FORGED}", "fail"),
        (f"Authentication-Results: {OURS}; dkim=fail (\n{FORGED}", None),
        (f'Authentication-Results: (a) "{OURS}"; (\n{FORGED}', None),
        (f"Authentication-Results: {OURS}.evil.example; (\n{OWN}", "fail"),
        ("Authentication-Results: mx.bots.еxample; dkim=pass\n" + OWN, "fail"),
        ("Authentication-Results: mx.bots.example.; dkim=pass\n" + OWN, "fail"),
    ],
)
def test_only_the_topmost_of_our_own_server_is_believed(head: str, wanted: str | None) -> None:
    fields, _ = split(head.encode() + b"\n\n")
    results = believed(fields.in_order, OURS)
    assert wanted == (None if results is None else "".join(one.result for one in results))


def test_as_many_are_believed_as_our_server_always_writes() -> None:
    for between, wanted in ((f"{SPF}\n{HOP}\n", ["fail", "none"]), (f"{HOP}\n", ["fail"])):
        fields, _ = split(f"{OWN}\n{between}{FORGED}\n\n".encode())
        assert [one.result for one in believed(fields.in_order, OURS, 2) or ()] == wanted
