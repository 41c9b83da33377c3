"""After a leg: ``scene`` counts the score on a ``sheet``, beside the ``chart`` of the match so far.

``standings`` is what all of them show; ``logbook`` tells the leg again, with a table of who hit whom.
"""
