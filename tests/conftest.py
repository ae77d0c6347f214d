"""Fixtures that every test may ask for: real servers."""

from __future__ import annotations

pytest_plugins = ("tests.rigs.plugin",)
