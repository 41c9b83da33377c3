"""The game's texts, in the current language and the words of a rule set's booklet; begin with ``vocabulary``.

``captions`` are the short texts on the table, ``log`` the lines of the log, ``refusals`` why a card cannot be played,
``advice`` why a bot plays one (in hints, log and review). Callers pass the rule set's id and their ``Names``.
"""
