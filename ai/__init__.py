"""The bots. Of the game they use the engine and what all commands share; begin with ``spec`` and ``bots/search_bot``.

``search`` looks ahead from an ``information_state`` and values positions by ``evaluation``; ``review`` judges a
finished leg; ``protocol`` has requests and answers as data. ``lab``, which no package contains, measures and trains the
bots.
"""
