"""Who plays: ``search_bot``, of some ``character``, with a manner and a temper in its ``attack_choice``.

``priority`` is there to compare with, and for when a search fails; ``ai.bot`` makes each by its name.
"""
