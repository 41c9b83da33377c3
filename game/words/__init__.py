"""The game's texts, in the current language and with the terms of a rule set's booklet; begin with ``vocabulary``.

``captions`` has the short texts on the table, ``log`` the lines of the log, ``refusals`` the reasons why a card cannot
be played, ``advice`` the reasons of bots (in hints, log and review). Callers pass the rule set's id and ``Names``.
"""
