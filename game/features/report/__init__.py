"""Problem reports, and the dialogs shown after an error in the program.

A report is one zip file. It is saved to disk only when the player asks for it, and it is sent to nobody. Begin with
``model``, which builds and reads reports. ``error`` has the dialog after an error, and the dialog after the game was
updated while it was running. ``scene`` is the dialog that offers and saves a report. Other features import
``match_in_report``.
"""
