"""Choosing a match: who drives, by which rules, how far. ``one_screen`` is for several persons at one screen.

What is chosen is a ``Plan`` (``game.match.plan``), kept in the settings file for each rule set; how one choice changes
the others is decided there, never here. Begin with ``scene``; ``seats`` are the rows of those who play. Other features
import ``SetupScene`` and ``OneScreenScene``.
"""
