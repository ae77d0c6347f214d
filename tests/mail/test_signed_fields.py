"""A signature shows what it covers: not what stands above it, nor to whom it does not say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as with_changes

from rednov_bot.core.mail.authentication import Checks, confidence
from rednov_bot.core.mail.headers import MOST_OCTETS_OF_HEAD
from rednov_bot.core.mail.letter import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.signed_fields import READ_ONCE, signed_text
from rednov_bot.papers import Confidence
from tests.builders import (
    BUSINESS,
    DISCUSSION,
    MONDAY,
    address_of,
    list_mail,
    private_mail,
    settings_for,
)
from tests.mail.test_authentication import CHECKS, OF_LIST, ROSTER, found, munged, sealed
from tests.mail.test_domain_keys import keys, signed

OF_ANN = "dkim=pass header.d=post.example"
SAID = list_mail("Ann", "I take no action.")
TALK = list_mail("Ann", "I take no action.", forum=DISCUSSION)
TO_BOB = private_mail("Ann", "I take no action.", to=address_of("Bob"))
ON_BUSINESS = b"List-Id: <agora-business.agora.example>\r\n"
OTHERS = {
    "from": "Annie <ann@post.example>",
    "date": "Wed, 25 Nov 2026 10:00:00 +0000",
    "content-type": "text/html",
    "content-transfer-encoding": "base64",
    "to": BUSINESS + ", far@far.example",
}


def here(octets: bytes) -> Confidence:
    """What the bot thinks that looks at signatures itself."""
    shown = confidence(open_letter(octets, ROSTER), octets, Checks(keys=keys()), MONDAY)
    assert shown is not None
    return shown


def there(octets: bytes, results: str = OF_ANN) -> Confidence:
    """What it thinks that believes our server."""
    shown = found(octets, results)
    assert shown is not None
    return shown


def moved(octets: bytes) -> bytes:
    """What was said elsewhere, under the marks of the list for business."""
    lines = octets.split(b"\r\n")
    kept = [one for one in lines if not one.startswith((b"List-Id", b"Sender"))]
    return ON_BUSINESS + b"\r\n".join(kept)


def signature(covers: str, domain: str = "post.example", more: str = "", b: str = "AAAA") -> bytes:
    """A signature that our server has checked."""
    return f"DKIM-Signature: v=1; d={domain}; s=x; h={covers}; {more}b={b}\r\n".encode()


@pytest.mark.parametrize("name", READ_ONCE)
def test_what_stands_above_the_signed_field_makes_the_mail_doubtful(name: str) -> None:
    """DKIM vouches for the last field of a name, and the first is read."""
    twice = f"{name}: {OTHERS.get(name, '<other@far.example>')}\r\n".encode()
    octets = signed(SAID)
    if name not in SAID.decode().lower():
        twice += f"{name}: <another@far.example>\r\n".encode()
    for shown in (here(twice + octets), there(twice + octets), there(twice + octets, OF_LIST)):
        assert shown.trust == "doubtful"
        assert f"more than one {name}" in shown.grounds[0].lower()


def test_the_same_field_twice_is_no_matter() -> None:
    date = next(one for one in SAID.split(b"\r\n") if one.startswith(b"Date"))
    assert there(date.replace(b": ", b":  ") + b"\r\n" + SAID).trust == "proved"


@pytest.mark.parametrize("name", ["List-Post", "Sender", "Received", "X-Mailer"])
def test_what_lists_and_servers_put_there_twice_is_no_matter(name: str) -> None:
    twice = f"{name}: <mailto:{BUSINESS}>\r\n{name}: {BUSINESS}\r\n".encode()
    assert there(twice + SAID).trust == "proved"


def test_line_ends_that_are_none_to_others_hide_no_field() -> None:
    """To who has signed, all of this is one field, which no signature covers."""
    hidden = b"X-Odd: a\rFrom: Ann <ann@post.example>\rDate: Wed, 25 Nov 2026 10:00:00 +0000\r"
    hidden += ON_BUSINESS.strip() + b"\r\rI join.\r\n"
    for shown in (here(hidden + signed(SAID)), there(hidden + signed(SAID))):
        assert shown.trust == "doubtful"
        assert "line ends" in shown.grounds[0]


def test_a_head_that_is_longer_than_is_read_is_doubtful() -> None:
    octets = b"Date: Wed, 25 Nov 2026 10:00:00 +0000\r\n" + SAID.replace(
        b"Date:", b"X-Long: " + b"x" * MOST_OCTETS_OF_HEAD + b"\r\nDate:"
    )
    shown = there(octets.replace(b"From: Ann", b"From: Ann"))
    assert shown.trust == "doubtful"


@pytest.mark.parametrize(
    ("covers", "trust"),
    [
        ("from:to:subject:date:message-id", "proved"),
        ("From:To:Subject:Date", "proved"),
        ("from : to : subject : date", "proved"),
        ("from:to:subject:message-id", "plain"),
        ("from:to:date:message-id", "plain"),
        ("to:subject:date", "plain"),
    ],
)
def test_a_signature_shows_something_that_covers_what_is_read(covers: str, trust: str) -> None:
    mail = private_mail("Ann", "hello")
    assert there(signature(covers) + mail).trust == trust
    passes = "dmarc=pass header.from=post.example"
    assert there(signature(covers, "mail.post.example") + mail, passes).trust == trust
    names = [one.strip().lower().encode() for one in covers.split(":")]
    if "from" in covers.lower():
        assert here(signed(mail, include_headers=names)).trust == trust


def test_a_signature_over_a_part_of_the_text_shows_nothing() -> None:
    mail = private_mail("Ann", "hello")
    assert there(signature("from:to:subject:date", more="l=5; ") + mail).trust == "plain"


def test_of_several_signatures_our_server_names_the_one_that_holds() -> None:
    mail = signature("from", b="BBBBBBBB") + signature("from:to:subject:date", b="AAAAAAAA")
    mail += private_mail("Ann", "hello")
    assert there(mail, f"{OF_ANN} header.b=AAAAAAAA").trust == "proved"
    assert there(mail, f"{OF_ANN} header.b=BBBBBBBB").trust == "plain"
    assert there(mail).trust == "plain"


@pytest.mark.parametrize("octets", [TALK, TO_BOB])
@pytest.mark.parametrize("by", ["", "; spf=pass smtp.mailfrom=x@evil.example"])
def test_what_was_said_elsewhere_is_not_made_public_by_a_mark(octets: bytes, by: str) -> None:
    for said in (OF_ANN, "dmarc=pass header.from=post.example"):
        shown = there(moved(octets), said + by)
        assert shown.trust == "doubtful"
        assert "not that it was written to the list of agora.example" in shown.grounds[0]
    assert here(moved(signed(octets))).trust == "doubtful"


def test_what_its_author_has_not_addressed_the_list_may_vouch_for() -> None:
    """Ann has written to the list in Bcc; or Bob has handed eir mail in, and the list took it."""
    shown = there(moved(TO_BOB), f"{OF_ANN}; {OF_LIST}")
    assert shown.trust == "listed"
    assert "the list passed it on" in shown.grounds[0]
    by_server = "spf=pass smtp.mailfrom=agora-business-bounces@agora.example"
    assert there(moved(TO_BOB), f"{OF_ANN}; {by_server}").trust == "listed"


def test_a_seal_that_its_author_vouched_for_it_proves_what_was_written_to_the_list() -> None:
    """Of what was written to somebody else it shows that the list has passed it on."""
    octets = sealed("agora.example", OF_ANN)
    assert there(octets, "arc=pass").trust == "proved"
    elsewhere = octets.replace(f"To: {BUSINESS}".encode(), b"To: bob@post.example")
    assert there(elsewhere, "arc=pass").trust == "listed"
    open_list = octets.replace(b":list-id", b"").replace(f"To: {BUSINESS}".encode(), b"To: b@c.de")
    assert there(open_list, "arc=pass").trust == "plain"


def test_a_list_that_signs_nothing_is_no_matter_where_its_author_names_it() -> None:
    mail = signature("from:to:subject:date") + SAID
    assert there(mail).trust == "proved"
    assert there(mail, f"{OF_ANN}; spf=pass smtp.mailfrom=x@hoster.example").trust == "proved"
    assert here(signed(SAID)).trust == "proved"


def test_to_whom_a_mail_went_is_shown_where_it_was_signed() -> None:
    open_to = signature("from:subject:date") + SAID
    assert there(open_to).trust == "doubtful"
    by_copy = signature("from:cc:subject:date") + SAID.replace(b"To: ", b"To: x@y.example\r\nCc: ")
    assert there(by_copy).trust == "proved"


def test_a_mail_of_one_list_is_not_made_one_of_another_of_the_same_domain() -> None:
    of_list = signature("from:to:subject:date", "agora.example")
    shown = there(moved(of_list + TALK), OF_LIST)
    assert shown.trust == "doubtful"
    assert "leaves open which list it was" in shown.grounds[0]
    of_list = signature("from:to:subject:date:list-id", "agora.example")
    assert there(of_list + SAID, OF_LIST).trust == "listed"
    of_list = signature("from:to:subject:date", "agora.example")
    assert there(of_list + SAID, OF_LIST).trust == "listed"


def test_whom_a_list_names_behind_its_own_from_is_shown_where_it_was_signed() -> None:
    mail = munged("Ann", "Ann <ann@post.example>")
    covers = "from:to:subject:date:list-id"
    assert there(signature(covers, "agora.example") + mail, OF_LIST).trust == "doubtful"
    covers += ":reply-to"
    assert there(signature(covers, "agora.example") + mail, OF_LIST).trust == "listed"


def test_what_was_written_to_somebody_else_is_no_mail_to_the_bot() -> None:
    """Bob, to whom Ann wrote, hands it in."""
    redirected = b"Delivered-To: rednov@bots.example\r\n" + TO_BOB
    assert there(redirected).trust == "doubtful"
    by_own_server = f"{OF_ANN}; spf=pass smtp.mailfrom=ann@post.example"
    assert there(redirected, by_own_server).trust == "proved"


def test_what_its_authors_own_server_hands_in_did_not_come_by_a_list() -> None:
    results = "spf=pass smtp.mailfrom=ann@post.example; dmarc=pass header.from=post.example"
    assert there(SAID, results).trust == "doubtful"
    assert CHECKS.are_made


@pytest.mark.parametrize(
    "other",
    [
        b"Content-Type: text/html\r\n\r\nI take  no action. \r\n\r\n",
        b"Content-Type: text/plain\n\nI take\tno action.\n",
        b"X: y\r\nZ: w\r\n\r\nI take no action.",
    ],
)
def test_the_signed_text_is_the_same_however_it_is_to_be_read(other: bytes) -> None:
    assert signed_text(other) == b"I take no action."


@pytest.mark.parametrize(
    "other", [b"A: b\r\n\r\n I take no action.", b"A: b\n\nI take no acti\non."]
)
def test_another_signed_text_is_another(other: bytes) -> None:
    assert signed_text(other) != b"I take no action."


def test_a_mail_without_an_end_of_its_head_has_no_signed_text() -> None:
    assert signed_text(b"A: b\r\n") == b""


AT_UNIV = "ann@cs.univ.example"
OVER_LITTLE = "from:subject:date:message-id"
OVER_ALL = "from:to:cc:subject:date"
BY_SIGNER = "dkim=pass header.i=@cs.univ.example header.s=x header.b=AbCd"
BY_DMARC = "dmarc=pass (p=NONE) header.from=cs.univ.example"
BY_KIN = "spf=pass smtp.mailfrom=bounce@mail.univ.example"
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
    "as Google does": ("cs.univ.example", "", BY_SIGNER),
}


def of_univ(octets: bytes, said: str) -> str:
    """How far a mail is shown to be Ann's, who has moved to a university."""
    known = settings_for("sqlite:///none.db")
    ann = with_changes(known.people["Ann"], addresses=(AT_UNIV,))
    roster = Roster.of(with_changes(known, people={**known.people, "Ann": ann}))
    octets = octets.replace(b"ann@post.example", AT_UNIV.encode())
    octets = f"Authentication-Results: mx.bots.example; {said}\r\n".encode() + octets
    shown = confidence(open_letter(octets, roster), octets, CHECKS, MONDAY)
    assert shown is not None
    return shown.trust


@pytest.mark.parametrize("name", REPORTED)
def test_what_a_signature_covers_is_seen_however_our_server_calls_it(name: str) -> None:
    domain, signer, said = REPORTED[name]
    cc = f"Cc: {BUSINESS}\r\n".encode()
    covers_all = signature(OVER_ALL, domain, signer, "AbCdEf")
    assert of_univ(covers_all + SAID, said) == "proved"
    over_little = signature(OVER_LITTLE, domain, signer, "AbCdEf")
    assert of_univ(over_little + ON_BUSINESS + cc + TO_BOB, said) == "doubtful"
    in_part = signature(OVER_ALL, domain, f"{signer}l=0; ", "AbCdEf")
    assert of_univ(in_part + ON_BUSINESS + cc + TO_BOB, said) == "doubtful"


@pytest.mark.parametrize("said", [BY_SIGNER, BY_DMARC, f"{BY_SIGNER}; {BY_DMARC}"])
def test_a_signature_that_is_not_there_covers_nothing(said: str) -> None:
    other = signature(OVER_ALL, "evil.example", "i=@cs.univ.example; ", "AbCdEf")
    assert of_univ(other + SAID, said) == "doubtful"


def test_what_a_forger_says_that_e_signed_for_em_adds_nothing_to_it() -> None:
    more = signature(OVER_ALL, "cs.univ.example", "", "AbCdEf")
    true = signature(OVER_LITTLE, "univ.example", "i=@cs.univ.example; ", "AbCdEf")
    for said in (BY_SIGNER, BY_DMARC):
        assert of_univ(more + true + SAID, said) == "doubtful"


BY_OWN = "spf=pass smtp.mailfrom=bounce@out.cs.univ.example"


def test_a_server_of_eir_own_domain_that_hands_a_mail_in_vouches_for_no_list() -> None:
    assert of_univ(SAID, f"{BY_KIN}; {BY_DMARC}") == "doubtful"
    direct = signature(OVER_ALL, "service.example") + private_mail("Ann", "hello")
    assert of_univ(direct, f"{BY_OWN}; {BY_DMARC}") == "proved"
    above = BY_OWN.replace("out.cs.univ", "univ")
    assert of_univ(direct, f"{above}; {BY_DMARC}") == "proved"


def test_a_server_whose_domain_may_be_kin_proves_nothing_by_it() -> None:
    """As evil.co.uk may be of post.co.uk: the last two names do not tell (RFC 7489, 3.2)."""
    direct = signature(OVER_ALL, "service.example") + private_mail("Ann", "hello")
    assert of_univ(direct, f"{BY_KIN}; {BY_DMARC}") == "plain"
    in_part = signature(OVER_ALL, "cs.univ.example", "l=5; ") + private_mail("Ann", "hello")
    assert of_univ(in_part, f"{BY_KIN}; {BY_DMARC}") == "plain"


@pytest.mark.parametrize("by", [BY_KIN, BY_OWN, "spf=pass smtp.mailfrom=bob@cs.univ.example"])
@pytest.mark.parametrize("domain", ["mail.univ.example", "cs.univ.example", "univ.example"])
def test_what_was_said_to_bob_alone_announces_nothing_whoever_is_kin_to_ann(
    by: str, domain: str
) -> None:
    """Bob empties what the signatures cover together, by one of eir own that covers nothing."""
    own = signature("x", domain, "", "none")
    cc = f"Cc: {BUSINESS}\r\n".encode()
    said = f"dkim=pass header.d=cs.univ.example header.b=AbCd; {BY_DMARC}; {by}"
    true = signature("from:to:subject:date", "cs.univ.example", "", "AbCdEf")
    assert of_univ(ON_BUSINESS + cc + own + true + TO_BOB, said) == "doubtful"


@pytest.mark.parametrize("by", [BY_KIN, BY_OWN])
def test_a_signature_over_a_part_of_the_text_shows_nothing_whoever_hands_it_in(by: str) -> None:
    said = f"dkim=pass header.d=cs.univ.example header.b=AbCd; {BY_DMARC}; {by}"
    in_part = signature(OVER_ALL, "cs.univ.example", "l=5; ", "AbCdEf")
    assert of_univ(in_part + SAID, said) == "doubtful"
    assert of_univ(in_part + private_mail("Ann", "hello"), said) == "plain"


def test_a_seal_over_a_text_that_somebody_else_has_signed_proves_nothing() -> None:
    octets = sealed("agora.example", OF_ANN)
    by_list = b"ARC-Message-Signature: i=1; a=rsa-sha256; d=agora.example"
    assert by_list in octets
    octets = octets.replace(by_list, by_list.replace(b"agora", b"evil"))
    assert there(octets, "arc=pass").trust == "plain"
