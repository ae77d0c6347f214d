"""What IMAP servers answer to FETCH, in the forms in which imaplib hands it on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rednov_bot.core.transport.imap import Fetched, Line, read_fetched

STAMP = b'INTERNALDATE "20-Nov-2026 10:00:00 +0000"'
AT = datetime(2026, 11, 20, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param([None], {}, id="nothing"),
        pytest.param(
            [(b"1 (UID 5 " + STAMP + b" BODY[] {3}", b"abc"), b")"],
            {5: Fetched(b"abc", AT)},
            id="as asked",
        ),
        pytest.param(
            [(b"1 (BODY[] {3}", b"abc"), b" UID 5 FLAGS (\\Recent) " + STAMP + b")"],
            {5: Fetched(b"abc", AT)},
            id="the body first",
        ),
        pytest.param(
            [
                (b"1 (UID 5 " + STAMP + b" BODY[] {3}", b"abc"),
                b")",
                b"2 (FLAGS (\\Seen))",
                (b"2 (UID 6 " + STAMP + b" BODY[] {3}", b"def"),
                b")",
            ],
            {5: Fetched(b"abc", AT), 6: Fetched(b"def", AT)},
            id="news of flags in between",
        ),
        pytest.param(
            [b"1 (UID 5 " + STAMP + b' BODY[] "abc")'], {5: Fetched(b"abc", AT)}, id="in quotes"
        ),
        pytest.param([b"1 (UID 5 " + STAMP + b" BODY[] NIL)"], {}, id="vanished"),
        pytest.param(
            [
                (b"1 (UID 5 " + STAMP + b" BODY[] {3}", b"abc"),
                b")",
                b"2 (UID 6 " + STAMP + b" BODY[] NIL)",
            ],
            {5: Fetched(b"abc", AT)},
            id="one vanished",
        ),
        pytest.param(
            [(b'1 (UID 5 INTERNALDATE " 1-jan-2026 00:30:05 +0100" BODY[] {1}', b"a"), b")"],
            {5: Fetched(b"a", datetime(2025, 12, 31, 23, 30, 5, tzinfo=UTC))},
            id="east of Greenwich",
        ),
        pytest.param(
            [(b'1 (UID 5 INTERNALDATE "31-Dec-2025 23:30:00 -0330" BODY[] {1}', b"a"), b")"],
            {5: Fetched(b"a", datetime(2026, 1, 1, 3, tzinfo=UTC))},
            id="west of Greenwich",
        ),
        pytest.param(
            [(b"1 (UID 5 " + STAMP + b" BODY[] {13}", b"UID 9 BODY[] "), b")"],
            {5: Fetched(b"UID 9 BODY[] ", AT)},
            id="a mail that speaks IMAP",
        ),
        pytest.param(
            [(b"1 (UID 5 " + STAMP + b" X {2}", b"yz"), (b" BODY[] {3}", b"abc"), b")"],
            {5: Fetched(b"abc", AT)},
            id="another literal before",
        ),
    ],
)
def test_a_fetch_answer_is_read(lines: list[Line], found: dict[int, Fetched]) -> None:
    assert read_fetched(lines) == found


def test_a_mail_without_a_readable_date_arrived_now() -> None:
    lines: list[Line] = [(b'1 (UID 5 INTERNALDATE "long ago" BODY[] {3}', b"abc"), b")"]
    before = datetime.now(UTC)
    (mail,) = read_fetched(lines).values()
    assert mail.octets == b"abc"
    assert before <= mail.arrived_at <= datetime.now(UTC)
