"""Fixtures that every test may ask for: real servers."""

from __future__ import annotations

import os

from hypothesis import settings

# The suite is the same in every run; HYPOTHESIS_SEEK=1 looks for new examples.
settings.register_profile("suite", derandomize=not os.environ.get("HYPOTHESIS_SEEK"))
settings.load_profile("suite")

pytest_plugins = ("tests.rigs.plugin",)
