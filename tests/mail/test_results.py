"""Authentication-Results: read as RFC 8601 has them, and believed of our own server alone."""

from __future__ import annotations

import pytest

from rednov_bot.core.mail.headers import split
from rednov_bot.core.mail.results import LONGEST, Result, believed, parsed

OURS = "mx.bots.example"
PASS = "dkim=pass header.d=post.example"


def told(head: str, most: int = 1) -> list[tuple[str, str]] | None:
    """What is believed of a head: each method with its result; None where it cannot be read."""
    found, _ = split(head.encode() + b"\n\n")
    results = believed(found.in_order, OURS, most)
    return None if results is None else [(one.method, one.result) for one in results]


GOOD = {
    "plain": (f"{OURS}; {PASS}", [("dkim", "pass", "post.example")]),
    "version": (f"{OURS} 1; {PASS}", [("dkim", "pass", "post.example")]),
    "several": (
        f"{OURS}; spf=fail smtp.mailfrom=a@post.example; {PASS}",
        [("spf", "fail", ""), ("dkim", "pass", "post.example")],
    ),
    "comments": (
        f"(by (us)) {OURS} (really) ; dkim=pass (2048-bit key; unprotected) header.d=post.example",
        [("dkim", "pass", "post.example")],
    ),
    "quoted": (
        f'"{OURS}"; dkim=pass reason="a; b" header.d="post.example"',
        [("dkim", "pass", "post.example")],
    ),
    "upper case": (
        f"{OURS.upper()}; DKIM=Pass Header.D=Post.Example",
        [("dkim", "pass", "post.example")],
    ),
    "apart": (f"{OURS}; dkim = pass header.d = post.example", [("dkim", "pass", "post.example")]),
    "method version": (
        f"{OURS}; dkim/1=pass header.d=post.example",
        [("dkim", "pass", "post.example")],
    ),
    "base64 without quotes": (
        f"{OURS}; dkim=pass header.b=ab/+c== header.d=post.example",
        [("dkim", "pass", "post.example")],
    ),
    "semicolon at the end": (f"{OURS}; {PASS};", [("dkim", "pass", "post.example")]),
    "nothing found": (f"{OURS}; none", []),
    "only the signer": (
        f"{OURS}; dkim=pass header.i=@post.example",
        [("dkim", "pass", "post.example")],
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_field_is_read(name: str) -> None:
    value, wanted = GOOD[name]
    found = parsed(value)
    assert found is not None
    assert found.authserv_id == OURS
    told = [
        (one.method, one.result, one.domain("header.d", "header.i") if one.method == "dkim" else "")
        for one in found.results
    ]
    assert told == wanted


BAD = [
    "",
    OURS,
    f"{OURS};",
    f"{OURS} {PASS}",
    f"{OURS} {OURS}; {PASS}",
    f"evil.example {OURS}; {PASS}",
    f"{OURS}; {PASS} (open",
    f'{OURS}; dkim=pass header.d="post.example',
    f"{OURS}; pass header.d=post.example",
    f"{OURS}; {PASS} something",
    f"{OURS}; none; {PASS}",
    f"{OURS}; ; {PASS}",
    f"{OURS}) ; {PASS}",
    f"dkim=pass; {PASS}",
    f"{OURS}; {PASS}" + " " * LONGEST,
    "(" * 8000,
    '"' * 8001,
]


@pytest.mark.parametrize("value", BAD)
def test_a_malformed_field_is_none(value: str) -> None:
    assert parsed(value) is None


def test_the_policy_of_a_domain_is_told() -> None:
    found = parsed(f"{OURS}; dmarc=fail (p=REJECT sp=NONE dis=NONE) header.from=post.example")
    assert found is not None
    assert [one.policy for one in found.results] == ["reject"]
    found = parsed(f"{OURS}; dmarc=fail header.from=post.example policy.dmarc=quarantine")
    assert found is not None
    assert [one.policy for one in found.results] == ["quarantine"]


def test_of_a_property_that_stands_twice_the_first_counts() -> None:
    twice = (("header.d", "a.example"), ("header.d", "b.example"))
    assert Result("dkim", "pass", twice).domain("header.d") == "a.example"


OWN = f"Authentication-Results: {OURS}; dkim=fail header.d=post.example"
FORGED = f"Authentication-Results: {OURS}; {PASS}"
HOP = "Received: from evil.example by mx.bots.example; Mon, 23 Nov 2026 10:00:00 +0000"


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        (f"{OWN}\n{HOP}\n{FORGED}", [("dkim", "fail")]),
        (f"{HOP}\n{OWN}\n{FORGED}", [("dkim", "fail")]),
        (f"{HOP}\n{OWN}\nX-Mailer: x\n{FORGED}", [("dkim", "fail")]),
        (f"Authentication-Results: evil.example; {PASS}\n{OWN}", [("dkim", "fail")]),
        (f"Authentication-Results: {OURS}.evil.example; {PASS}\n{OWN}", [("dkim", "fail")]),
        (f"Authentication-Results: evil.example ({OURS}); {PASS}\n{OWN}", [("dkim", "fail")]),
        (f"Authentication-Results: ({OURS}) evil.example; {PASS}", []),
        (f"Authentication-Results: evil.example {OURS}; {PASS}", []),
        (f"Authentication-Results:\n evil.example;\n dkim=pass\n ({OURS}; {PASS})", []),
        (f"X-Authentication-Results: {OURS}; {PASS}", []),
        (f"Authentication-Results-Original: {OURS}; {PASS}", []),
        (
            f"Subject: a\n b\nauthentication-RESULTS :\n {OURS.upper()};\n\tdkim=fail\n{FORGED}",
            [("dkim", "fail")],
        ),
        (f"Authentication-Results: {OURS}; dkim=fail (\n{FORGED}", None),
        (f'Authentication-Results: {OURS}; spf=fail smtp.mailfrom="a\n{FORGED}', None),
        (f'Authentication-Results: (a) "{OURS}"; (\n{FORGED}', None),
        (f"Authentication-Results: {OURS}.evil.example; (\n{OWN}", [("dkim", "fail")]),
        (f"Authentication-Results: evil.example {OURS}; {PASS}\n{OWN}", [("dkim", "fail")]),
        ("Authentication-Results: mx.bots.еxample; dkim=pass\n" + OWN, [("dkim", "fail")]),
        ("Authentication-Results: mx.bots.example.; dkim=pass\n" + OWN, [("dkim", "fail")]),
    ],
)
def test_only_the_topmost_of_our_own_server_is_believed(
    head: str, wanted: list[tuple[str, str]] | None
) -> None:
    assert told(head) == wanted


def test_as_many_are_believed_as_our_server_always_writes() -> None:
    spf = f"Authentication-Results: {OURS}; spf=none smtp.mailfrom=a@post.example"
    assert told(f"{OWN}\n{spf}\n{HOP}\n{FORGED}", 2) == [("dkim", "fail"), ("spf", "none")]
    assert told(f"{OWN}\n{HOP}\n{FORGED}", 2) == [("dkim", "fail")]
