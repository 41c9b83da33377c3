"""A problem: the plate after an error in the program, and the report that the player may save and hand on.

A report is one zip, kept only when the player asks for it; nothing is sent. Begin with ``model``, which puts it
together and reads it again. ``error`` is the plate after an error, or after an update of the game while it is open;
``report`` offers and saves a report. Other features import ``match_of``.
"""
