"""How a text is read: `echo "I open 5-8." | python -m tests.language [AUTHOR]`."""

from __future__ import annotations

import sys

from rednov_bot import language
from rednov_bot.language.accounts import Account
from rednov_bot.prose import canonical
from tests.language.compact import compact
from tests.language.samples import AUTHOR, PEOPLE


def main(text: str, author: str) -> None:
    """Prints what became of each stretch, the questions, the acts, and the line for a sample."""
    accounts: list[Account] = []
    people = (*PEOPLE, author)
    reading = language.read(text, author=author, people=people, accounts=accounts)
    for one in sorted(accounts, key=lambda one: (one.start, one.end)):
        print(f"{' '.join(text[one.start : one.end].split()):<44} {one.became}")
    print()
    for question in reading.questions:
        print(f"? {question.words}: {question.ask}")
    for act in reading.acts:
        print(*canonical.said(act), sep="\n")
    print(f"= {compact(reading)}")


if __name__ == "__main__":
    main(sys.stdin.read(), (sys.argv[1:] or [AUTHOR])[0])
