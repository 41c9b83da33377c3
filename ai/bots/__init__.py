"""Who plays: ``search_bot`` at a level and in a style (``levels``), whose manner and temper choose its attacks.

``priority`` is for when a search fails; ``factory`` makes the others of their description (``ai.spec``).
"""
