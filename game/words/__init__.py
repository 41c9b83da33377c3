"""The game's prose, in the language of the moment and the words of a rule set's booklet: begin with ``vocabulary``.

``captions`` are the short texts on the table, ``log`` what happened, ``refusals`` why a card cannot be played,
``advice`` why a bot plays one (in hints, log and review). Whoever draws a word passes the ids of its rule set and its
``Names``.
"""
