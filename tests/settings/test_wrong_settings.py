"""Every kind of wrong settings is refused in one sentence: the file, the key, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import SettingsError
from rednov_bot.core.settings import load
from tests.settings.samples import GOOD, spoiled, written

WRONG = {
    "unknown section": (GOOD + "\n[weather]\n", "weather is not known; known here: bot,"),
    "unknown key": (
        spoiled("port = 1143", "port = 1143\nfuel = 3"),
        "imap.fuel is not known; known here: host,",
    ),
    "misspelt key": (
        spoiled("port = 1143", "prot = 1143"),
        "imap.prot is not known; did you mean port?",
    ),
    "unknown key of a forum": (
        spoiled("post = true", "post = true\nmoderated = true"),
        "forums.business.moderated is not known",
    ),
    "unknown policy": (
        GOOD + '\n[trust]\nunknown = "reject"\n',
        'trust.unknown must be "act" or "hold", not "reject"',
    ),
    "a class of mails that is no longer known": (
        GOOD + '\n[trust]\nplain = "hold"\nwithin = 24\n',
        "trust.plain is no longer known: mails that pass act, of those that fail their author is "
        'asked, and trust.unknown = "act" or "hold" is for all others; remove plain, within',
    ),
    "how long an answer may take": (
        GOOD + "\n[trust]\nwithin = 24\n",
        "trust.within is no longer set: a code works for a week; remove it",
    ),
    "no fields at all of the own server": (
        GOOD + "\n[trust]\nresults = 0\n",
        "trust.results must be a whole number from 1 to 10, not 0",
    ),
    "a moment as a text": (
        GOOD + '\n[luck]\nbeacon = "drand"\nbeacon_genesis = "2023-08-23T15:09:27Z"\n',
        "luck.beacon_genesis must be a moment like 2023-08-23T15:09:27Z, without quotes, "
        "not a text",
    ),
    "a moment without its zone": (
        GOOD + '\n[luck]\nbeacon = "drand"\nbeacon_genesis = 2023-08-23T15:09:27\n',
        "luck.beacon_genesis has no time zone; write 2023-08-23T15:09:27Z",
    ),
    "a site that is no folder": (
        spoiled("[imap]", 'guide = "https://bots.example/rednov"\n[imap]'),
        "bot.guide must be an address like https://host.example/rednov/, with / at its end",
    ),
    "unknown key of a person": (
        spoiled("contestant = true", "contestants = true"),
        "people.Tumbledrum.contestants is not known; did you mean contestant?",
    ),
    "missing key": (
        spoiled("port = 1143\n", ""),
        "imap.port is missing; it must be a whole number from 1 to 65535",
    ),
    "missing section": (
        GOOD[: GOOD.index("[contest]")] + GOOD[GOOD.index("[forums.business]") :],
        "contest is missing; it must be a table",
    ),
    "missing key of a forum": (
        spoiled("public = false", ""),
        "forums.discussion.public is missing; it must be true or false",
    ),
    "text for a number": (
        spoiled("port = 1143", 'port = "1143"'),
        "imap.port must be a whole number from 1 to 65535, not a text",
    ),
    "truth for a number": (
        spoiled("port = 1143", "port = true"),
        "imap.port must be a whole number from 1 to 65535, not true or false",
    ),
    "fraction for a number": (
        spoiled("y_pot = 10", "y_pot = 10.5"),
        "contest.y_pot must be a whole number of 0 or more, not a number with a fraction",
    ),
    "number for a text": (
        spoiled('name = "Red November"', "name = 7"),
        "contest.name must be a text on one line, without spaces at its ends, not a whole number",
    ),
    "date for a text": (
        spoiled('name = "Red November"', "name = 2026-01-02"),
        "contest.name must be a text on one line, without spaces at its ends, not a date or time",
    ),
    "text for truth": (
        spoiled("public = true", 'public = "yes"'),
        "forums.business.public must be true or false, not a text",
    ),
    "text for a list": (
        spoiled('["pewterby@sub.example"]', '"pewterby@sub.example"'),
        "people.Pewterby.addresses must be a list with at least one entry, each an e-mail address",
    ),
    "value for a section": (
        'game = "standard"\n' + GOOD[: GOOD.index("[game]")],
        "game must be a table, not a text",
    ),
    "port of zero": (
        spoiled("port = 1143", "port = 0"),
        "imap.port must be a whole number from 1 to 65535, not 0",
    ),
    "port too high": (
        spoiled("port = 1025", "port = 65536"),
        "smtp.port must be a whole number from 1 to 65535, not 65536",
    ),
    "unknown tls": (
        spoiled('tls = "none"', 'tls = "ssl"'),
        'imap.tls must be "implicit", "none" or "starttls", not "ssl"',
    ),
    "host with a space": (
        spoiled('host = "127.0.0.1"', 'host = "mail host"'),
        'imap.host must be a host\'s name, not "mail host"',
    ),
    "a domain that no name server can have": (
        spoiled("pewterby@sub.example", "pewterby@☃.example"),
        'people.Pewterby.addresses: "pewterby@☃.example" has no internationalised domain that '
        "exists (IDNA); mend it",
    ),
    "a host that no name server can have": (
        spoiled('host = "127.0.0.1"', 'host = "bücher_.example"'),
        'imap.host: "bücher_.example" has no internationalised domain that exists (IDNA)',
    ),
    "an address of two people in its two forms": (
        spoiled("pewterby@sub.example", "x@bücher.example").replace(
            "tdrum@post.example", "X@xn--bcher-kva.example"
        ),
        "people.Tumbledrum.addresses: X@xn--bcher-kva.example is also in people.Pewterby.addresses",
    ),
    "empty folder": (spoiled('folder = "INBOX"', 'folder = ""'), "imap.folder must be a text"),
    "header smuggled in the name": (
        spoiled('"Red November"', r'"Red\r\nBcc: all@lists.example"'),
        "contest.name must be a text on one line",
    ),
    "negative pot": (
        spoiled("y_pot = 10", "y_pot = -1"),
        "contest.y_pot must be a whole number of 0 or more, not -1",
    ),
    "address without @": (
        spoiled('"rednov@bots.example"', '"rednov.bots.example"'),
        'bot.address must be an e-mail address like name@host.example, not "rednov.bots.example"',
    ),
    "address with two @": (
        spoiled('"business@lists.example"', '"business@old@lists.example"'),
        "forums.business.address must be an e-mail address",
    ),
    "address with a space": (
        spoiled('"tdrum@post.example"', '"t drum@post.example"'),
        "people.Tumbledrum.addresses[1] must be an e-mail address",
    ),
    "address with a line break": (
        spoiled('"tumbledrum@work.example"', r'"tumbledrum@work.example\r\nBcc: x@y.example"'),
        "people.Tumbledrum.addresses[2] must be an e-mail address",
    ),
    "address that ends in a line break": (
        spoiled('"rednov@bots.example"', r'"rednov@bots.example\n"'),
        "bot.address must be an e-mail address",
    ),
    "address with its name": (
        spoiled('"pewterby@sub.example"', '"Pewterby <pewterby@sub.example>"'),
        "people.Pewterby.addresses[1] must be an e-mail address",
    ),
    "person without addresses": (
        spoiled('["pewterby@sub.example"]', "[]"),
        "not an empty list",
    ),
    "person without a name": (
        GOOD + '\n[people." "]\naddresses = ["x@y.example"]\n',
        'people." " has a wrong name: it must be a text on one line',
    ),
    "List-Id in brackets": (
        spoiled('"business.lists.example"', '"<business.lists.example>"'),
        "forums.business.list_id must be a List-Id without its angle brackets",
    ),
    "stranger for contestmaster": (
        spoiled('contestmaster = "Pewterby"', 'contestmaster = "Nobody"'),
        'contest.contestmaster is "Nobody", who is not in [people]; add them there',
    ),
    "nowhere to post": (
        spoiled("post = true\n", ""),
        "forums: none has post = true; give it to the public forum the bot posts to",
    ),
    "two forums to post to": (
        spoiled("public = false", "public = true\npost = true"),
        "forums.business, forums.discussion: more than one has post = true",
    ),
    "posting to a forum that is not public": (
        spoiled("public = true", "public = false"),
        "forums.business.post is true, but forums.business.public is false",
    ),
    "forum called private": (
        spoiled("[forums.discussion]", "[forums.private]"),
        "forums.private has a name kept for mail to the bot alone; choose another",
    ),
    "forum with a space": (
        spoiled("[forums.discussion]", '[forums."the other"]'),
        'forums."the other" has a wrong name: it must be a word of letters, digits, - and _',
    ),
    "two forums with one List-Id": (
        spoiled('"discussion.lists.example"', '"Business.lists.example"'),
        "forums.discussion.list_id is also that of forums.business; give each forum its own",
    ),
    "two forums with one address": (
        spoiled('"discussion@lists.example"', '"business@lists.example"'),
        "forums.discussion.address: business@lists.example is also in forums.business.address",
    ),
    "two persons with one address": (
        spoiled('"tumbledrum@work.example"', '"PEWTERBY@sub.example"'),
        "people.Tumbledrum.addresses: PEWTERBY@sub.example is also in people.Pewterby.addresses",
    ),
    "a past address of somebody else": (
        spoiled("contestant = true", 'past_addresses = ["pewterby@SUB.example"]'),
        "people.Tumbledrum.past_addresses: pewterby@SUB.example is also in people.Pewterby",
    ),
    "a past address still in use": (
        spoiled("contestant = true", 'past_addresses = ["TDRUM@post.example"]'),
        "people.Tumbledrum.past_addresses: TDRUM@post.example is also in people.Tumbledrum.addr",
    ),
    "two persons with almost one name": (
        GOOD + '\n[people.PEWTERBY]\naddresses = ["p@y.example"]\n',
        "people.PEWTERBY reads like people.Pewterby; rename one",
    ),
    "the bot among the people": (
        spoiled('"pewterby@sub.example"', '"rednov@bots.example"'),
        "people.Pewterby.addresses: rednov@bots.example is also in bot.address",
    ),
    "the bot among the forums": (
        spoiled('"discussion@lists.example"', '"Rednov@bots.example"'),
        "forums.discussion.address: Rednov@bots.example is also in bot.address",
    ),
    "a person among the forums": (
        spoiled('"pewterby@sub.example"', '"business@lists.example"'),
        "people.Pewterby.addresses: business@lists.example is also in forums.business.address",
    ),
    "database of another kind": (
        spoiled("sqlite:///rednov.db", "mysql://rednov:hush@db.example/rednov"),
        "bot.database must be sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME",
    ),
    "postgresql without its driver": (
        spoiled("sqlite:///rednov.db", "postgresql://rednov:hush@db.example/rednov"),
        "bot.database must be sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME",
    ),
    "a database whose name ends at its question mark": (
        spoiled("sqlite:///rednov.db", "sqlite:///why?.db"),
        "bot.database ends at its ?; in the name of a file write %3F for it",
    ),
    "database in memory": (
        spoiled("sqlite:///rednov.db", "sqlite:///:memory:"),
        "bot.database names no file, so every game would be lost at exit",
    ),
    "no password": (
        spoiled('password = "kept-in-the-bilge"\n', ""),
        "imap.password is missing; give it, imap.password_file, or set REDNOV_IMAP__PASSWORD",
    ),
    "user without a password": (
        spoiled('user = ""\npassword = ""', 'user = "rednov"'),
        "smtp.password is missing; give it, smtp.password_file, or set REDNOV_SMTP__PASSWORD",
    ),
    "password twice": (
        spoiled("password =", 'password_file = "imap-password"\npassword ='),
        "imap.password and imap.password_file are both given; keep one of them",
    ),
    "password of two lines": (
        spoiled('"kept-in-the-bilge"', r'"kept-in-the-bilge\nA1 LOGOUT"'),
        "imap.password must be a single line of characters that can be seen",
    ),
    "password file that is not there": (
        spoiled('password = "kept-in-the-bilge"', 'password_file = "nowhere"'),
        "nowhere: there is no such file; create it or name another",
    ),
    "a file of keys that is not there": (
        GOOD + '\n[trust]\nkeys_file = "nowhere"\n',
        "nowhere: there is no such file; create it or name another",
    ),
    "an assistant without a model": (
        GOOD + '\n[reading]\nassistant = "http://127.0.0.1:8080/v1"\n',
        "reading.model is missing; name the model that reading.assistant is to use",
    ),
    "an assistant that is no address": (
        GOOD + '\n[reading]\nassistant = "llama"\nmodel = "m"\n',
        "reading.assistant must be an address like http://127.0.0.1:8080/v1",
    ),
    "an assistant with a login in its address": (
        GOOD + '\n[reading]\nassistant = "https://ann:word@m.example/v1"\nmodel = "m"\n',
        "with neither login nor query",
    ),
    **{
        f"an assistant at {address}": (
            f'{GOOD}\n[reading]\nassistant = "{address}"\nmodel = "m"\n',
            "reading.assistant must be an address like http://127.0.0.1:8080/v1",
        )
        for address in (
            "http://m.example/v1?model=x",
            "http://m.example/v1#top",
            "http://m.example:0/v1",
            "http://m.example:99999/v1",
            "http://m.example:x/v1",
            "http://:80/v1",
            "http://[::1/v1",
        )
    },
    "an assistant's key that cannot be sent": (
        GOOD + '\n[reading]\nkey = "bilge€"\n',
        "reading.key must be one word in ASCII",
    ),
    "an assistant's key of two words": (
        GOOD + '\n[reading]\nkey = "hush hush"\n',
        "reading.key must be one word in ASCII",
    ),
    "an assistant for too long": (
        GOOD + '\n[reading]\nassistant = "http://m/v1"\nmodel = "m"\nseconds = 600\n',
        "reading.seconds must be a whole number from 1 to 60",
    ),
    "an assistant's key twice": (
        GOOD + '\n[reading]\nkey = "one"\nkey_file = "two"\n',
        "reading.key and reading.key_file are both given; keep one of them",
    ),
    "an assistant's key file that is not there": (
        GOOD + '\n[reading]\nkey_file = "nowhere"\n',
        "nowhere: there is no such file; create it or name another",
    ),
    "not TOML": (spoiled("port = 1143", "port 1143"), "not valid TOML: expected '='"),
    "key twice": (
        spoiled("port = 1143", "port = 1143\nport = 1144"),
        "not valid TOML: cannot overwrite a value (at line 9,",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG)
def test_wrong_settings_are_refused_with_the_file_the_key_and_what_to_do(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingsError) as refused:
        load(path, {})
    words = str(refused.value)
    assert sentence in words
    assert words.startswith(str(tmp_path))
    assert len(words.splitlines()) == 1


@pytest.mark.parametrize(("text", "_sentence"), WRONG.values(), ids=WRONG)
def test_no_refusal_repeats_a_password(tmp_path: Path, text: str, _sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load(written(tmp_path, text), {})
    assert "bilge" not in str(refused.value)
    assert "hush" not in str(refused.value)
    assert refused.value.__context__ is None or refused.value.__suppress_context__


@pytest.mark.parametrize("value", ["19450508", "kept-in-the-bilge", "{ it = 'is' }"])
def test_a_password_of_a_wrong_kind_is_not_repeated(tmp_path: Path, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load(written(tmp_path, spoiled('"kept-in-the-bilge"', value)), {})
    assert value not in str(refused.value)


def test_a_syntax_error_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"not valid TOML: .* \(at line 8, column \d+\)"):
        load(written(tmp_path, spoiled("port = 1143", "port = ")), {})


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    with pytest.raises(SettingsError, match=r"elsewhere\.toml: there is no such file"):
        load(path, {})


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read \\(is a directory\\)"):
        load(tmp_path, {})


def test_a_file_that_is_not_utf_8_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "rednov.toml"
    path.write_bytes(spoiled('"Red November"', '"Rød November"').encode("latin-1"))
    with pytest.raises(SettingsError, match="not UTF-8 in line 22; save the file as UTF-8") as no:
        load(path, {})
    assert no.value.__context__ is None


@pytest.mark.parametrize(
    "octets",
    [b"", b"\n", b"one\ntwo\n", b"caf\xe9\n"],
    ids=["empty", "blank", "two lines", "not UTF-8"],
)
def test_a_password_file_without_one_plain_line_is_refused(tmp_path: Path, octets: bytes) -> None:
    (tmp_path / "imap-password").write_bytes(octets)
    text = spoiled('password = "kept-in-the-bilge"', 'password_file = "imap-password"')
    with pytest.raises(SettingsError, match="must hold the password on a single line"):
        load(written(tmp_path, text), {})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "holds no key; write one, or leave the setting out"),
        ("# none yet\n", "holds no key"),
        ("# one\nx._domainkey.post.example v=DKIM1; p=abc\n", "line 2 is no key; write `selector."),
        ("x._domainkey.post.example v=DKIM1; p=YWJj\n", "line 1 is no key"),
        ("x._domainkey.post.example v=DKIM1; k=rsa\n", "line 1 is no key"),
        ("x.post.example hello\n", "line 1 is no key"),
        ("\xe9\x00\n", "line 1 is no key"),
    ],
)
def test_a_file_of_keys_that_holds_something_else_is_refused(
    tmp_path: Path, text: str, fault: str
) -> None:
    (tmp_path / "domain-keys").write_text(text, encoding="latin-1")
    path = written(tmp_path, GOOD + '\n[trust]\nkeys_file = "domain-keys"\n')
    with pytest.raises(SettingsError) as refused:
        load(path, {})
    assert f"trust.keys_file: {tmp_path / 'domain-keys'}: {fault}" in str(refused.value)
