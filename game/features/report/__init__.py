"""Problem reports, and the dialogs shown after an error in the program.

A report is one zip file, saved to disk only when the player asks for it; nothing is sent. Begin with ``model``, which
builds and reads reports. ``error`` has the dialogs after an error and after an update of the game while it runs;
``scene`` offers and saves a report. Other features import ``match_in_report``.
"""
