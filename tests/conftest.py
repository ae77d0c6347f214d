"""Fixtures that every test may ask for: real servers."""

from __future__ import annotations

import os

from hypothesis import settings

from tests.rigs.scale import many

# The suite is the same in every run; HYPOTHESIS_SEEK=1 looks for new examples.
# How long one takes is no promise: it depends on what else the machine does.
settings.register_profile(
    "suite",
    derandomize=not os.environ.get("HYPOTHESIS_SEEK"),
    deadline=None,
    database=None,
    max_examples=many(100, 20),
)
settings.load_profile("suite")

pytest_plugins = ("tests.rigs.plugin",)
