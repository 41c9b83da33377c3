"""Milestone Rally: the French thousand-kilometre card race on a desktop."""
