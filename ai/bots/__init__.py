"""Who plays: ``search_bot`` at four ``levels``, with ``styles``, ``tempers`` and ``manners``.

``priority`` and ``random_bot`` are there to compare with; ``players`` finds each by its name.
"""
