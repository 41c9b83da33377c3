"""The bots: ``search_bot`` plays at a level and in a style (``levels``); ``attack_choice`` decides whom it attacks.

``priority`` chooses a move when a search fails; ``factory`` makes bots from their description (``ai.spec``).
"""
