"""The shell of tests/cli, here too."""

from tests.cli.conftest import shell

__all__ = ["shell"]
