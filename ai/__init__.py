"""The bots: of the game they know the engine, and what all commands share; begin at ``spec`` and ``bots/search_bot``.

``search`` looks ahead from an ``information_state`` and values what it finds by ``evaluation``; ``review`` judges a leg
that is over; ``protocol`` has questions and answers as data. ``lab``, which no package has, measures and teaches them.
"""
