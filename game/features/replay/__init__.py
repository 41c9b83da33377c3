"""Looking at a leg again, turn by turn, with every hand open if one likes, and playing on from there.

Nothing is kept on disk but a match for practice when one plays on, and what is exported. Begin with ``model``: a
``LegReplay`` is every position of a leg and what each seat saw of it. ``opening`` reads it and opens ``scene``, the
screen; ``player`` knows which turn is shown, ``timeline``, ``hands`` and ``trays`` are what lies below and on the
table. ``command`` is ``python -m game replay``. Other features import ``LegReplay``, ``ReplayLoader`` and
``open_replay``.
"""
