"""rednov_bot lets a mailing list play Red November."""

__version__ = "0.1.0"
