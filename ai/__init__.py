"""The bots. From ``game`` they import only the engine and the command line code; begin with ``spec`` and ``bots``.

``search`` looks ahead from an ``information_state`` and values positions by ``evaluation``; ``review`` judges the moves
of a finished leg; ``protocol`` has requests and answers as data. ``lab``, which exists only in a checkout of the
source, measures and trains the bots.
"""
