"""Who plays: ``search_bot`` at a level and in a style (``profiles``), whose manner and temper choose its attacks.

``priority`` is for when a search fails; ``ai.bot`` makes the others of their description.
"""
