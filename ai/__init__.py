"""The bots, which know game.engine and nothing else of the game; begin at ``bot`` and ``bots/search_bot.py``.

``search`` looks ahead from an ``information_state`` and values what it finds by ``evaluation``; ``protocol`` and
``program`` let other programs ask. ``arena`` plays bots against each other, ``tune`` learns the evaluation.
"""
