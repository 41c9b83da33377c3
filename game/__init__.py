"""Milestone Rally: the French thousand-kilometre card race on a desktop."""

import os

# pygame greets on standard output when it is imported; a program's output is its own.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

TITLE = "Milestone Rally"
"""The name of the game, the same in every language."""

__version__ = "0.1.0"
