"""The bots: ``search_bot`` at a level and in a style (``levels``), with a manner and temper that choose its attacks.

``priority`` stands in when a search fails; ``factory`` makes bots from their description (``ai.spec``).
"""
