"""After a leg: ``scene`` counts the score on a ``sheet``, beside ``chart`` and ``legs_pad``.

``logbook`` tells the leg again, with ``hits``: who hit whom.
"""
