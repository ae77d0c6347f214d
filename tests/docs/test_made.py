"""What is made from the code is as the code has it."""

from __future__ import annotations

import pytest

from tests.docs.made import PARTS, made, parts
from tests.docs.pages import Page, compared, pages

MADE = [page for page in pages() if parts(page.text)]


@pytest.mark.parametrize("page", MADE, ids=str)
def test_what_a_page_tells_of_the_code_is_what_the_code_has(page: Page) -> None:
    compared(page, made(page.text))


def test_every_part_that_can_be_made_is_on_one_page() -> None:
    assert sorted(name for page in MADE for name in parts(page.text)) == sorted(PARTS)
