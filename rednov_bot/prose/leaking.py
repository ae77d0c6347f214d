"""What is said of a draft that would tell the list something hidden: where, and what (§6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rednov_bot.papers import Leak, Page
from rednov_bot.prose.wording import listed


def told(leaks: Sequence[Leak]) -> str:
    """`line 4 of its public text depends on Ann's hand`: for errors and logs, which are public."""
    facts: dict[str, list[str]] = {}
    for leak in leaks:
        facts.setdefault(where(leak), []).append(leak.fact)
    return listed([f"{place} depends on {listed(every)}" for place, every in facts.items()])


def where(leak: Leak) -> str:
    """`line 4 of its public text`, `its subject`."""
    text = "its public text" if leak.page == 1 else f"its public text {leak.page}"
    match leak.part:
        case "text":
            return f"line {leak.line} of {text}"
        case "subject":
            return f"the subject of {text}"
        case "recipient":
            return f"the reader of {text}"
        case "thread":
            return f"the mail that {text} answers"
        case "number":
            return "the number of its public texts"
        case "picture":
            return f"the picture with {text}"
        case "making":
            return f"whether there can be {text}"
        case _:
            assert_never(leak.part)


def minded(leaks: Sequence[Leak], public: Sequence[Page]) -> tuple[str, ...]:
    """What whoever decides is to mind of a draft that cannot be approved."""
    if not leaks:
        return ()
    lines = [_line(leak, public) for leak in leaks]
    quoted = [f'"{line}"' for line in dict.fromkeys(lines) if line]
    reads = f" It reads: {listed(quoted)}." if quoted else ""
    return (
        f"BLOCKED: {told(leaks)}, which the list must not learn from you (§6).{reads} That is a "
        "fault of the program, and no amendment mends it: reject this, report the fault, and post "
        "by hand what the contract asks for.",
    )


def _line(leak: Leak, public: Sequence[Page]) -> str:
    lines = public[leak.page - 1].body.split("\n") if leak.page <= len(public) else []
    return lines[leak.line - 1].strip() if 0 < leak.line <= len(lines) else ""
