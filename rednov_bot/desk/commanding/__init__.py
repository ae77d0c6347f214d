"""The contestmaster writes to eir bot: what e commands is carried out, and told line by line."""

from rednov_bot.desk.commanding.astray import overhear
from rednov_bot.desk.commanding.hearing import ask, hear

__all__ = ["ask", "hear", "overhear"]
