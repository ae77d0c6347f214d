"""Every kind of wrong settings is refused in one sentence: the file, the key, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.errors import SettingsError
from rednov_bot.core.settings import load
from tests.settings.samples import GOOD, spoiled, written

SPOILED = (
    ("port = 1143", "port = 1143\nfuel = 3", "imap.fuel is not known; known here: host,"),
    ("port = 1143", "prot = 1143", "imap.prot is not known; did you mean port?"),
    ("post = true", "post = true\nmoderated = true", "forums.business.moderated is not known"),
    ("port = 1143\n", "", "imap.port is missing; it must be a whole number from 1 to 65535"),
    ("public = false", "", "forums.discussion.public is missing; it must be true or false"),
    ("port = 1143", 'port = "1143"', "must be a whole number from 1 to 65535, not a text"),
    ("port = 1143", "port = true", "whole number from 1 to 65535, not true or false"),
    ("y_pot = 10", "y_pot = 10.5", "number of 0 or more, not a number with a fraction"),
    ('name = "Red November"', "name = 7", "without spaces at its ends, not a whole number"),
    ('name = "Red November"', "name = 2026-01-02", "not a date or time"),
    ("public = true", 'public = "yes"', "forums.business.public must be true or false, not a text"),
    ('["pewterby@sub.example"]', '"pewterby@sub.example"', "must be a list with at least one"),
    ("port = 1143", "port = 0", "imap.port must be a whole number from 1 to 65535, not 0"),
    ("port = 1025", "port = 65536", "smtp.port must be a whole number from 1 to 65535, not 65536"),
    ('tls = "none"', 'tls = "ssl"', 'imap.tls must be "implicit", "none" or "starttls", not "ssl"'),
    ('host = "127.0.0.1"', 'host = "mail host"', 'must be a host\'s name, not "mail host"'),
    ("pewterby@sub.example", "pewterby@☃.example", "has no internationalised domain that exists"),
    ('"Red November"', r'"Red\r\nBcc: all@lists.example"', "contest.name must be a text on one"),
    ('"rednov@bots.example"', '"rednov.bots.example"', "bot.address must be an e-mail address"),
    ('"business@lists.example"', '"business@old@lists.example"', "must be an e-mail address"),
    ('"rednov@bots.example"', r'"rednov@bots.example\n"', "bot.address must be an e-mail address"),
    ('"pewterby@sub.example"', '"P <pewterby@sub.example>"', "addresses[1] must be an e-mail"),
    ('["pewterby@sub.example"]', "[]", "not an empty list"),
    ('"business.lists.example"', '"<b.lists.example>"', "a List-Id without its angle brackets"),
    ('contestmaster = "Pewterby"', 'contestmaster = "Nobody"', "who is not in [people]; add them"),
    ("post = true\n", "", "forums: none has post = true; give it to the public forum the bot"),
    ("public = false", "public = true\npost = true", "more than one has post = true"),
    ("public = true", "public = false", "business.post is true, but forums.business.public is"),
    ("[forums.discussion]", "[forums.private]", "has a name kept for mail to the bot alone"),
    ("[forums.discussion]", '[forums."the other"]', 'forums."the other" has a wrong name'),
    ('"discussion.lists.example"', '"Business.lists.example"', "is also that of forums.business"),
    (
        '"discussion@lists.example"',
        '"business@lists.example"',
        "is also in forums.business.address",
    ),
    ('"tumbledrum@work.example"', '"PEWTERBY@sub.example"', "is also in people.Pewterby.addresses"),
    ("contestant = true", 'past_addresses = ["pewterby@SUB.example"]', "also in people.Pewterby"),
    (
        "contestant = true",
        'past_addresses = ["TDRUM@post.example"]',
        "also in people.Tumbledrum.addr",
    ),
    ('"pewterby@sub.example"', '"rednov@bots.example"', "is also in bot.address"),
    ('"pewterby@sub.example"', '"business@lists.example"', "is also in forums.business.address"),
    ("sqlite:///rednov.db", "mysql://rednov:hush@db.example/r", "must be sqlite:///FILE or"),
    ("sqlite:///rednov.db", "sqlite:///why?.db", "ends at its ?; in the name of a file write %3F"),
    ("sqlite:///rednov.db", "sqlite:///:memory:", "so every game would be lost at exit"),
    ('password = "kept-in-the-bilge"\n', "", "imap.password is missing; give it,"),
    ('user = ""\npassword = ""', 'user = "rednov"', "smtp.password is missing; give it"),
    ("password =", 'password_file = "x"\npassword =', "imap.password_file are both given; keep"),
    ('"kept-in-the-bilge"', r'"kept-in-the-bilge\nA1 LOGOUT"', "a single line of characters"),
    ('password = "kept-in-the-bilge"', 'password_file = "nowhere"', "nowhere: there is no such"),
    ("[imap]", 'guide = "https://b.example/rednov"\n[imap]', "bot.guide must be an address like"),
    ("port = 1143", "port 1143", "not valid TOML: expected '='"),
    ("port = 1143", "port = ", "(at line 8, column "),
)
MORE = (
    ("[weather]", "weather is not known; known here: bot,"),
    ('[trust]\nunknown = "reject"', 'trust.unknown must be "act" or "hold", not "reject"'),
    ('[trust]\nplain = "hold"\nwithin = 24', "trust.plain is no longer known: mails that pass act"),
    ("[trust]\nwithin = 24", "trust.within is no longer set: a code works for a week; remove it"),
    ('[secrets]\nkey_file = "key"', "[secrets] is no longer known, for no database is sealed"),
    ("[trust]\nresults = 0", "trust.results must be a whole number from 1 to 10, not 0"),
    ('[trust]\nkeys_file = "nowhere"', "nowhere: there is no such file; create it or name another"),
    ('[luck]\nbeacon = "d"\nbeacon_genesis = "2023-08-23"', "must be a moment like"),
    ("[luck]\nbeacon_genesis = 2023-08-23T15:09:27", "luck.beacon_genesis has no time zone; write"),
    ('[people." "]\naddresses = ["x@y.example"]', 'people." " has a wrong name'),
    ('[people.PEWTERBY]\naddresses = ["p@y.example"]', "PEWTERBY reads like people.Pewterby;"),
    ('[reading]\nassistant = "http://127.0.0.1:8080/v1"', "reading.model is missing; name the"),
    ('[reading]\nassistant = "llama"\nmodel = "m"', "reading.assistant must be an address like"),
    ('[reading]\nassistant = "https://a:b@m/v1"\nmodel = "m"', "with neither login nor query"),
    ('[reading]\nassistant = "http://m:0/v1"\nmodel = "m"', "reading.assistant must be an address"),
    ('[reading]\nassistant = "http://[::1/v1"\nmodel = "m"', "reading.assistant must be an"),
    ('[reading]\nkey = "hush hush"', "reading.key must be one word in ASCII"),
    ("[reading]\nseconds = 600", "reading.seconds must be a whole number from 1 to 60"),
    ('[reading]\nkey = "one"\nkey_file = "two"', "reading.key_file are both given; keep one of"),
)
WRONG = [
    *((spoiled(old, new), sentence) for old, new, sentence in SPOILED),
    *((f"{GOOD}\n{lines}\n", sentence) for lines, sentence in MORE),
    ('game = "standard"\n' + GOOD[: GOOD.index("[game]")], "game must be a table, not a text"),
    (GOOD.replace("[contest]", "[trust]"), "contest is missing; it must be a table"),
    (
        GOOD.replace("pewterby@sub.example", "x@bücher.example").replace(
            "tdrum@post.example", "X@xn--bcher-kva.example"
        ),
        "X@xn--bcher-kva.example is also in people.Pewterby.addresses",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_wrong_settings_are_refused_with_the_file_the_key_and_what_to_do_and_no_password(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingsError) as refused:
        load(path, {})
    words = str(refused.value)
    assert sentence in words
    assert words.startswith(str(tmp_path))
    assert len(words.splitlines()) == 1
    assert "bilge" not in words
    assert "hush" not in words
    assert refused.value.__context__ is None or refused.value.__suppress_context__


def test_a_password_of_a_wrong_kind_is_not_repeated(tmp_path: Path) -> None:
    for value in ("19450508", "kept-in-the-bilge", "{ it = 'is' }"):
        with pytest.raises(SettingsError) as refused:
            load(written(tmp_path, spoiled('"kept-in-the-bilge"', value)), {})
        assert value not in str(refused.value)


def test_a_file_that_is_missing_or_a_folder_or_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    with pytest.raises(SettingsError, match=r"elsewhere\.toml: there is no such file"):
        load(path, {})
    with pytest.raises(SettingsError, match="cannot be read \\(is a directory\\)"):
        load(tmp_path, {})
    path.write_bytes(spoiled('"Red November"', '"Rød November"').encode("latin-1"))
    with pytest.raises(SettingsError, match="not UTF-8 in line 22; save the file as UTF-8") as no:
        load(path, {})
    assert no.value.__context__ is None


def test_a_password_file_without_one_plain_line_is_refused(tmp_path: Path) -> None:
    text = spoiled('password = "kept-in-the-bilge"', 'password_file = "imap-password"')
    for octets in (b"", b"\n", b"one\ntwo\n", b"caf\xe9\n"):
        (tmp_path / "imap-password").write_bytes(octets)
        with pytest.raises(SettingsError, match="must hold the password on a single line"):
            load(written(tmp_path, text), {})


def test_a_file_of_keys_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD + '\n[trust]\nkeys_file = "domain-keys"\n')
    for line, fault in (
        ("# none yet", "holds no key; write one, or leave the setting out"),
        ("x._domainkey.b.c v=DKIM1; p=abc", "line 1 is no key; write `selector."),
        ("x._domainkey.b.c v=DKIM1; k=rsa", "line 1 is no key"),
        ("\xe9\x00", "line 1 is no key"),
    ):
        (tmp_path / "domain-keys").write_text(f"{line}\n", encoding="latin-1")
        with pytest.raises(SettingsError) as refused:
            load(path, {})
        assert f"trust.keys_file: {tmp_path / 'domain-keys'}: {fault}" in str(refused.value)


LINES = GOOD.splitlines(keepends=True)
VALUES = ("7", "-1", "1.5", "true", '""', '"x"', '"a@b.example"', "[]", '["x"]', "{}", "2026-01-02")


@st.composite
def any_settings(draw: st.DrawFn) -> str:
    """The good settings with a few lines changed: gone, twice, cut off, or with another value."""
    lines = LINES.copy()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        key = lines[at].partition("=")[0]
        noise = draw(st.text(max_size=12))
        value = f"{key}= {draw(st.sampled_from(VALUES))}\n"
        lines[at] = draw(
            st.sampled_from(
                ["\n", lines[at] * 2, lines[at][:-4], value, f"{noise}\n", f"{key}{noise}"]
            )
        )
    return "".join(lines)


@settings(max_examples=30)
@given(any_settings() | st.text(max_size=60))
def test_any_settings_file_is_settings_or_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    said = ""
    try:
        load(path, {})
    except SettingsError as refused:
        said = str(refused)
    assert said == "" or said.startswith(str(path.parent))
    assert len(said.splitlines()) <= 1
    assert "bilge" not in said
