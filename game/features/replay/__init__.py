"""Replaying a leg turn by turn, with every hand open if one likes, and playing on from there.

Nothing is kept on disk but a practice match when one plays on, and exports. Begin with ``model``: a ``LegReplay`` is
every position of a leg and what each seat saw of it. ``opening`` loads it and opens ``scene``, the screen; ``player``
knows the current turn; ``timeline``, ``hands`` and ``trays`` are what lies below and on the table. ``command`` is
``python -m game replay``. Other features import ``LegReplay``, ``ReplayLoader`` and ``open_replay``.
"""
