"""Milestone Rally: the French thousand-kilometer card race on a desktop."""

import os

# Importing pygame prints a greeting to standard output, which belongs to our commands.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

TITLE = "Milestone Rally"
"""The name of the game, the same in every language."""

__version__ = "0.1.0"
