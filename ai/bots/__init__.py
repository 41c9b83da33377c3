"""Who plays: ``search_bot`` at a level and in a style (``profiles``), whose manner and temper choose its attacks.

``priority`` is there to compare with, and for when a search fails; ``ai.bot`` makes each by its name.
"""
