"""The bots: of the game they know the engine, and what all commands share; begin at ``bot`` and ``bots/search_bot``.

``search`` looks ahead from an ``information_state`` and values what it finds by ``evaluation``; ``protocol`` and
``program`` let other programs ask. ``arena`` plays bots against each other, ``tune`` learns the evaluation.
"""
