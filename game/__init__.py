"""Milestone Rally: the French thousand-kilometre card race on a desktop."""

__version__ = "0.1.0"
